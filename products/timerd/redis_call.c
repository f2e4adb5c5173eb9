/* SPDX-License-Identifier: MIT-0 */
#define _GNU_SOURCE
#include "redis_call.h"
#include "options.h"
#include "stats.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ARGUMENTS = 5 * ROWS_MOST + 32, SEND_AT = 4096 };

/* ------------------------------------------------------------------------------ calls */

/* What a call makes lies in `made`, which may move until the call is sent: argument is NULL
   then, and offset is its place. */
static const char *argument[ARGUMENTS];
static size_t size[ARGUMENTS], offset[ARGUMENTS];
static struct buffer made;
static int arguments;

void call_text(struct text t) {
    argument[arguments] = t.size ? t.at : "";
    size[arguments++] = t.size;
}

void call_word(const char *word) {
    const struct text t = {word, strlen(word)};

    call_text(t);
}

void call_number(uint64_t n) {
    char text[24];

    call_bytes(text, (size_t)snprintf(text, sizeof text, "%llu", (unsigned long long)n));
}

void call_bytes(const char *at, size_t n) {
    argument[arguments] = NULL;
    offset[arguments] = made.size;
    size[arguments++] = n;
    buffer_add(&made, at, n);
}

void call_more(const char *at, size_t n) {
    buffer_add(&made, at, n);
    size[arguments - 1] += n;
}

void call_more_wide(uint64_t n) {
    char digits[16];

    for (int i = 15; i >= 0; i--, n /= 10)
        digits[i] = (char)('0' + n % 10);
    call_more(digits, sizeof digits);
}

void call_wide(uint64_t n) {
    call_bytes("", 0);
    call_more_wide(n);
}

void call_name(const char *suffix) {
    call_bytes(option.prefix, strlen(option.prefix));
    call_more(":", 1);
    call_more(suffix, strlen(suffix));
}

void call_firing(struct text id, uint64_t generation) {
    const unsigned n = (unsigned)id.size;
    const char digits[3] = {(char)('0' + n / 100), (char)('0' + n / 10 % 10), (char)('0' + n % 10)};

    call_bytes(digits, sizeof digits);
    call_more(id.at, id.size);
    call_more_wide(generation);
}

/* The byte behind a zero byte of an id is greater than the zero byte that ends the id. */
void call_place(struct text id, uint64_t due) {
    call_wide(due);
    for (size_t i = 0, n; i < id.size; i += n) {
        const char *const zero = (const char *)memchr(id.at + i, '\0', id.size - i);

        n = zero ? (size_t)(zero + 1 - (id.at + i)) : id.size - i;
        call_more(id.at + i, n);
        if (zero)
            call_more("\1", 1);
    }
}

void call_member(struct text id, uint64_t due, uint64_t generation) {
    call_place(id, due);
    call_more("\0", 2);
    call_more_wide(generation);
}

/* The key of a shard, from which its scripts make the names of the others. */
static void call_lease(unsigned shard) {
    char text[24];

    call_name("{");
    call_more(text, (size_t)snprintf(text, sizeof text, "%u}:lease", shard));
}

void call_begin(const char *command, const char *first) {
    arguments = 0;
    made.size = 0;
    call_word(command);
    if (first)
        call_word(first);
}

void call_script(enum script script, unsigned shard, uint64_t token) {
    call_begin("EVALSHA", redis_sha[script]);
    call_word("1");
    if (script == SCRIPT_JOIN)
        call_name("members");
    else
        call_lease(shard);
    if (script < SCRIPTS_OF_SHARDS)
        call_number(token);
    call_word(redis_me);
}

/* What is much is on its way at once: Redis works it off while the next calls are made. */
void call_send(void) {
    static size_t unsent;

    for (int i = 0; i < arguments; i++)
        if (!argument[i])
            argument[i] = made.at + offset[i];
    if (!redis_db)
        return;
    link_words(redis_db, arguments, argument, size);
    unsent += made.size;
    if (unsent >= SEND_AT) {
        (void)link_write(redis_db);
        unsent = 0;
    }
}

/* A script answers an array that begins with 1, or 0 and the token; other commands answer
   as they do. */
enum said call_answer(redisReply **reply) {
    if (!redis_answer(reply))
        return SAID_BROKEN;
    if ((*reply)->type == REDIS_REPLY_ERROR) {
        const bool forgotten = strncmp((*reply)->str, "NOSCRIPT", 8) == 0;

        if (!forgotten && redis_remember((*reply)->str))
            say(LEVEL_ERROR, "%s", redis_error);
        stats.store_errors += !forgotten;
        return forgotten ? SAID_AGAIN : SAID_ERROR;
    }
    if ((*reply)->type == REDIS_REPLY_ARRAY && (*reply)->elements &&
        (*reply)->element[0]->type == REDIS_REPLY_INTEGER)
        return (*reply)->element[0]->integer ? SAID_DONE : SAID_STALE;
    return SAID_DONE;
}

/* Redis 6 puts the reason behind the name of the script. */
bool call_damaged(const redisReply *reply) {
    static const char *const all[] = {"OOM",    "MISCONF",    "READONLY",   "LOADING",
                                      "BUSY",   "NOAUTH",     "NOREPLICAS", "MASTERDOWN",
                                      "NOPERM", "CLUSTERDOWN"};

    if (!reply || reply->type != REDIS_REPLY_ERROR)
        return false;
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        if (strstr(reply->str, all[i]))
            return false;
    return true;
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
