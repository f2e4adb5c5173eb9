/* SPDX-License-Identifier: MIT-0 */
#include "redis_link.h"
#include "options.h"
#include "stats.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

redisContext *redis_db, *redis_sub;
char redis_error[1024] = "not connected yet";
char redis_me[128];

bool redis_remember(const char *error) {
    char before[sizeof redis_error];

    memcpy(before, redis_error, sizeof before);
    snprintf(redis_error, sizeof redis_error, "%s: %.512s", option.redis, error);
    redis_error[strcspn(redis_error, "\r\n")] = '\0';
    return strcmp(before, redis_error) != 0;
}

void redis_disconnect(void) {
    stats.store_errors += redis_db && redis_db->err;
    if (redis_db && redis_db->err)
        (void)redis_remember(redis_db->errstr);
    else if (redis_sub && redis_sub->err)
        (void)redis_remember(redis_sub->errstr);
    if (redis_db)
        redisFree(redis_db);
    if (redis_sub)
        redisFree(redis_sub);
    redis_db = redis_sub = NULL;
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
