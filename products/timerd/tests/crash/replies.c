/* SPDX-License-Identifier: MIT-0 */
#include "replies.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ----------------------------------------------------------------- names and payloads */

/* Ids are of all sizes and bytes: t<number>, and behind that, now and then, filling or
   what would hurt a parser. */
static size_t name_of(uint32_t id, char *name) {
    static const char nasty[] = " \r\n$3\r\n*1\0\377{}";
    size_t n = (size_t)snprintf(name, NAME_MOST, "t%" PRIu32 ".", id);

    if (id % 16 == 1) {
        memset(name + n, 'x', NAME_MOST - n);
        n = NAME_MOST;
    } else if (id % 16 == 2) {
        memcpy(name + n, nasty, sizeof nasty - 1);
        n += sizeof nasty - 1;
    }
    return n;
}

static size_t payload_of(uint32_t arming, char *payload) {
    size_t n = (size_t)snprintf(payload, 32, "#%" PRIu32 ".", arming);
    const size_t filling = arming % 101 == 0 ? PAYLOAD_MOST - 32
                           : arming % 7 == 0 ? arming % 300
                                             : 0;

    memset(payload + n, '.', filling);
    return n + filling;
}

/* The number of an id or payload that was made above, and nothing else. */
static uint32_t number_of(const redisReply *text, size_t (*make)(uint32_t, char *), uint32_t most) {
    static char made[PAYLOAD_MOST + 64];
    const unsigned long n =
        text->type == REDIS_REPLY_STRING && text->len > 1 ? strtoul(text->str + 1, NULL, 10) : 0;

    if (n > most || text->type != REDIS_REPLY_STRING ||
        make((uint32_t)n, made) != (size_t)text->len ||
        memcmp(made, text->str, (size_t)text->len) != 0)
        violated(NO_ID, "a row has the id and the payload of its ARM", "it has `%.60s`",
                 text->type == REDIS_REPLY_STRING ? text->str : "(no string)");
    return (uint32_t)n;
}

/* --------------------------------------------------------------------------- requests */

static const char *const verbs[] = {"ARM", "CANCEL", "GET", "TAKE", "ACK", "DEAD", "STATS"};

struct words {
    const char *at[8];
    size_t size[8];
    int n;
    char numbers[4][32];
    int numbers_n;
};

static void add(struct words *w, const char *at, size_t size) {
    w->at[w->n] = at;
    w->size[w->n++] = size;
}

static void add_word(struct words *w, const char *word) { add(w, word, strlen(word)); }

static void add_number(struct words *w, uint64_t n) {
    char *const at = w->numbers[w->numbers_n++];

    snprintf(at, sizeof w->numbers[0], "%" PRIu64, n);
    add_word(w, at);
}

static void add_arming(struct words *w, uint32_t arming) {
    static char payload[PAYLOAD_MOST + 64];

    add_number(w, model_due(arming));
    add(w, payload, payload_of(arming, payload));
    if (model_period(arming)) {
        add_word(w, "PERIOD");
        add_number(w, model_period(arming));
    }
}

void request_write(redisContext *c, const struct request *r) {
    char name[NAME_MOST + 1];
    struct words w;

    w.n = w.numbers_n = 0;
    add_word(&w, verbs[r->kind]);
    if (r->kind <= GET || r->kind == ACK)
        add(&w, name, name_of(r->id, name));
    if (r->kind == ARM)
        add_arming(&w, r->arming);
    if (r->kind == ACK)
        add_number(&w, model_firing_generation(r->firing));
    if (r->kind == TAKE || r->kind == DEAD)
        add_number(&w, r->count);
    if (r->kind == TAKE && r->block_ms >= 0) {
        add_word(&w, "BLOCK");
        add_number(&w, (uint64_t)r->block_ms);
    }
    if (redisAppendCommandArgv(c, w.n, w.at, w.size) != REDIS_OK)
        give_up("out of memory");
}

/* ---------------------------------------------------------------------------- replies */

void reply_expect(const struct request *r, bool that) {
    if (!that)
        violated(r->kind <= GET || r->kind == ACK ? (int64_t)r->id : NO_ID,
                 "an answer is as PROTOCOL.md says", "that of %s is not", verbs[r->kind]);
}

enum verdict reply_verdict(const struct request *r, const redisReply *reply) {
    if (reply->type != REDIS_REPLY_ERROR)
        return ANSWERED;
    if (strncmp(reply->str, "STORE", 5) == 0)
        return REFUSED;
    if (strncmp(reply->str, "UNSURE", 6) != 0)
        violated(r->kind <= GET || r->kind == ACK ? (int64_t)r->id : NO_ID,
                 "a request that is right gets no -ERR", "%s was answered: %s", verbs[r->kind],
                 reply->str);
    return UNSURE;
}

bool reply_bool(const struct request *r, const redisReply *reply) {
    reply_expect(r, reply->type == REDIS_REPLY_INTEGER &&
                        (reply->integer == 0 || reply->integer == 1));
    return reply->integer == 1;
}

static uint64_t integer(const struct request *r, const redisReply *row, unsigned i) {
    reply_expect(r, row->element[i]->type == REDIS_REPLY_INTEGER && row->element[i]->integer >= 0);
    return (uint64_t)row->element[i]->integer;
}

bool reply_row(const struct request *r, const redisReply *reply, struct row *row) {
    uint64_t fifth;

    if (r->kind == GET && reply->type == REDIS_REPLY_NIL)
        return false;
    reply_expect(r, reply->type == REDIS_REPLY_ARRAY && reply->elements == 6);
    row->id = number_of(reply->element[0], name_of, settings.ids - 1);
    row->generation = integer(r, reply, 1);
    row->due = integer(r, reply, 2);
    row->arming = number_of(reply->element[3], payload_of, model_armings());
    fifth = integer(r, reply, 4);
    row->period = r->kind == GET ? fifth : 0;
    row->attempt = r->kind == GET ? 0 : fifth;
    row->missed = integer(r, reply, 5);
    reply_expect(r, row->generation > 0);
    return true;
}

int64_t reply_stat(const redisReply *reply, const char *name) {
    for (size_t i = 0; reply->type == REDIS_REPLY_ARRAY && i + 1 < reply->elements; i += 2)
        if (reply->element[i]->type == REDIS_REPLY_STRING &&
            strcmp(reply->element[i]->str, name) == 0)
            return reply->element[i + 1]->integer;
    violated(NO_ID, "an answer is as PROTOCOL.md says", "STATS has no `%s`", name);
}
