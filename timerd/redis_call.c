/* SPDX-License-Identifier: MIT-0 */
#define _GNU_SOURCE
#include "redis_call.h"
#include "options.h"
#include "stats.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum key { KEY_LEASE, KEY_LAST, KEY_ROWS, KEY_DUE, KEY_READY, KEY_FIRED, KEY_DEAD, KEYS };

enum { ARGUMENTS = 5 * ROWS_MOST + 16, NUMBER_SIZE = 24 };

/* ------------------------------------------------------------------------------ calls */

static const char *argument[ARGUMENTS];
static size_t size[ARGUMENTS];
static char digits[ARGUMENTS][NUMBER_SIZE];
static struct buffer joined;
static int arguments;

void call_text(struct text t) {
    argument[arguments] = t.size ? t.at : "";
    size[arguments++] = t.size;
}

void call_word(const char *word) {
    const struct text t = {word, strlen(word)};

    call_text(t);
}

static void call_digits(const char *format, uint64_t n) {
    char *const at = digits[arguments];

    snprintf(at, NUMBER_SIZE, format, (unsigned long long)n);
    call_word(at);
}

void call_number(uint64_t n) { call_digits("%llu", n); }

void call_wide(uint64_t n) { call_digits("%016llu", n); }

void call_joined(uint64_t n, struct text t) {
    struct text both;
    char number[NUMBER_SIZE];

    joined.size = 0;
    buffer_add(&joined, number,
               (size_t)snprintf(number, sizeof number, "%016llu", (unsigned long long)n));
    buffer_add(&joined, t.at, t.size);
    both.at = joined.at;
    both.size = joined.size;
    call_text(both);
}

void call_begin(const char *command, const char *first) {
    arguments = 0;
    call_word(command);
    if (first)
        call_word(first);
}

/* The names of all keys, made once. */
static const char *shard_key(unsigned shard, enum key i) {
    static const char *const names[KEYS] = {"lease", "last",  "rows", "due",
                                            "ready", "fired", "dead"};
    static char(*keys)[KEYS][32];

    if (!keys)
        keys = (char(*)[KEYS][32])must(calloc(option.shards, sizeof *keys));
    if (!keys[shard][i][0])
        snprintf(keys[shard][i], sizeof keys[shard][i], "timerd:{%u}:%s", shard, names[i]);
    return keys[shard][i];
}

void call_script(enum script script, unsigned shard, uint64_t token) {
    call_begin("EVALSHA", redis_sha[script]);
    if (script == SCRIPT_JOIN) {
        call_word("1");
        call_word("timerd:members");
    } else if (script == SCRIPT_ACQUIRE) {
        call_word("2");
        call_word(shard_key(shard, KEY_LEASE));
        call_word(shard_key(shard, KEY_READY));
    } else {
        call_word("7");
        for (int i = 0; i < KEYS; i++)
            call_word(shard_key(shard, (enum key)i));
        call_number(token);
    }
    call_word(redis_me);
}

void call_send(void) {
    if (redis_db)
        (void)redisAppendCommandArgv(redis_db, arguments, argument, size);
}

/* A script answers an array that begins with 1, or 0 and the token; other commands answer
   as they do. */
enum said call_answer(redisReply **reply) {
    void *got = NULL;

    *reply = NULL;
    if (!redis_db || redisGetReply(redis_db, &got) != REDIS_OK || !got)
        return SAID_BROKEN;
    *reply = (redisReply *)got;
    if ((*reply)->type == REDIS_REPLY_ERROR) {
        const bool forgotten = strncmp((*reply)->str, "NOSCRIPT", 8) == 0;

        if (!forgotten && redis_remember((*reply)->str))
            say("%s", redis_error);
        stats.store_errors += !forgotten;
        return forgotten ? SAID_AGAIN : SAID_ERROR;
    }
    if ((*reply)->type == REDIS_REPLY_ARRAY && (*reply)->elements &&
        (*reply)->element[0]->type == REDIS_REPLY_INTEGER)
        return (*reply)->element[0]->integer ? SAID_DONE : SAID_STALE;
    return SAID_DONE;
}

enum said call_ask(redisReply **reply) {
    enum said said = SAID_BROKEN;

    for (int turn = 0; turn < 2; turn++) {
        call_send();
        said = call_answer(reply);
        if (said != SAID_AGAIN)
            break;
        freeReplyObject(*reply);
        *reply = NULL;
        if (!redis_reload())
            return SAID_BROKEN;
    }
    return said;
}

uint64_t reply_number(const redisReply *array, size_t i) {
    const redisReply *const r = i < array->elements ? array->element[i] : NULL;

    if (!r)
        return 0;
    if (r->type == REDIS_REPLY_INTEGER)
        return (uint64_t)r->integer;
    return r->type == REDIS_REPLY_STRING ? strtoull(r->str, NULL, 10) : 0;
}

struct text reply_text(const redisReply *array, size_t i) {
    struct text t = {"", 0};

    if (i < array->elements && array->element[i]->type == REDIS_REPLY_STRING) {
        t.at = array->element[i]->str;
        t.size = (size_t)array->element[i]->len;
    }
    return t;
}
