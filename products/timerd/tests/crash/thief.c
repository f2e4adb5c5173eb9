/* SPDX-License-Identifier: MIT-0 */
#include "thief.h"
#include "history.h"
#include "report.h"
#include <hiredis/hiredis.h>
#include <inttypes.h>

/* Answers when it was done, and when it ends (ms). */
static const char script[] =
    "local t = redis.call('TIME')\n"
    "local now = t[1] * 1000 + math.floor(t[2] / 1000)\n"
    "local stop = now + tonumber(ARGV[2])\n"
    "for shard = 0, ARGV[1] - 1 do\n"
    "  local key = 'timerd:{' .. shard .. '}:lease'\n"
    "  redis.call('HINCRBY', key, 'token', 1)\n"
    "  redis.call('HSET', key, 'owner', 'thief', 'until', string.format('%.0f', stop))\n"
    "end\n"
    "return {now, stop}\n";

static uint64_t begun_ms, until_ms;

void theft_begin(int redis_port) {
    redisContext *const c = redisConnect("127.0.0.1", redis_port);
    redisReply *const reply =
        c && !c->err
            ? (redisReply *)redisCommand(c, "EVAL %s 0 %d %d", script, SHARDS, SHARD_LEASE_MS)
            : NULL;

    if (!reply || reply->type != REDIS_REPLY_ARRAY || reply->elements != 2)
        give_up("the shards cannot be taken: %s",
                reply && reply->str ? reply->str : "no connection");
    begun_ms = (uint64_t)reply->element[0]->integer;
    until_ms = (uint64_t)reply->element[1]->integer;
    freeReplyObject(reply);
    redisFree(c);
    report.thefts++;
    history_add(NO_ID, "all shards taken until %" PRIu64, until_ms);
}

bool theft_lasts(void) { return now_us() / 1000 < until_ms; }

bool theft_forbids(uint64_t due_ms, uint64_t now) {
    return due_ms > begun_ms && now / 1000 < until_ms;
}
