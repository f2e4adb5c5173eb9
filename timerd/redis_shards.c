/* SPDX-License-Identifier: MIT-0 */
/* Each shard has a lease row {owner, token, until}; `until` is compared by Redis' clock
   in the script that takes it. A share is the number of shards divided by that of the
   timerds, rounded up. */
#include "redis_shards.h"
#include "engine.h"
#include "options.h"
#include "stats.h"
#include <stdio.h>
#include <stdlib.h>

static struct lease *leases;
static unsigned shards_lost; /* data, since leases_keep() has said so */

struct lease *lease_of(unsigned shard) {
    if (!leases)
        leases = (struct lease *)must(calloc(option.shards, sizeof *leases));
    return &leases[shard];
}

bool lease_valid(unsigned shard) {
    const struct lease *const l = lease_of(shard);

    return l->mine && clock_us(true) < l->until_us;
}

void lease_counts(unsigned shard, uint64_t generation) {
    struct lease *const l = lease_of(shard);

    if (generation > l->last)
        l->last = generation;
}

/* Tokens and generations grow for ever, unless the store loses data. */
static void lost(unsigned shard) {
    shards_lost++;
    lease_of(shard)->last = 0;
}

void lease_stale(unsigned shard, const redisReply *reply) {
    struct lease *const l = lease_of(shard);
    const uint64_t token = reply_number(reply, 1);

    if (token < l->token)
        lost(shard);
    l->token = token;
    if (!l->mine)
        return;
    stats.fenced++;
    l->mine = false;
    engine_lose(shard);
}

void leases_hint(void) {
    for (unsigned i = 0; i < option.shards; i++)
        lease_of(i)->hint = true;
    engine_ready();
}

/* A tenth is left for clocks that run at different speeds, and for the way of the
   call. */
static void extend(unsigned shard, uint64_t sent_us) {
    struct lease *const l = lease_of(shard);

    engine_own(shard, !l->mine);
    l->mine = true;
    l->until_us = sent_us + option.shard_lease_ms * 900;
}

/* The answers to a call for each shard in `called`; false: the connection is broken, or
   the scripts are gone. */
static bool answers(const bool *called,
                    void (*take)(unsigned shard, enum said said, const redisReply *reply,
                                 uint64_t sent_us),
                    uint64_t sent_us) {
    bool fine = true;

    for (unsigned i = 0; i < option.shards; i++) {
        redisReply *reply;
        enum said said;

        if (!called[i])
            continue;
        said = call_answer(&reply);
        if (said == SAID_DONE || said == SAID_STALE)
            take(i, said, reply, sent_us);
        else
            fine = false;
        if (reply)
            freeReplyObject(reply);
        if (said == SAID_BROKEN)
            return false;
    }
    return fine;
}

static void renewed(unsigned shard, enum said said, const redisReply *reply, uint64_t sent_us) {
    if (said == SAID_STALE)
        lease_stale(shard, reply);
    else
        extend(shard, sent_us);
    if (said == SAID_DONE && reply_number(reply, 1) < lease_of(shard)->last)
        lost(shard);
    if (said == SAID_DONE)
        lease_counts(shard, reply_number(reply, 1));
}

static void acquired(unsigned shard, enum said said, const redisReply *reply, uint64_t sent_us) {
    lease_of(shard)->token = reply_number(reply, 1);
    if (said == SAID_DONE)
        extend(shard, sent_us);
}

static void released(unsigned shard, enum said said, const redisReply *reply, uint64_t sent_us) {
    (void)sent_us;
    if (said == SAID_STALE) {
        lease_stale(shard, reply);
        return;
    }
    lease_of(shard)->mine = false;
    engine_lose(shard);
}

static unsigned owned(void) {
    unsigned n = 0;

    for (unsigned i = 0; i < option.shards; i++)
        n += lease_of(i)->mine;
    return n;
}

/* Calls a script for our shards, or for those of others, `most` at most. */
static bool call_each(enum script script, bool mine, unsigned most,
                      void (*take)(unsigned, enum said, const redisReply *, uint64_t)) {
    static bool *called;
    const uint64_t sent_us = clock_us(true);

    if (!called)
        called = (bool *)must(calloc(option.shards, sizeof *called));
    for (unsigned i = 0; i < option.shards; i++) {
        called[i] = lease_of(i)->mine == mine && most > 0;
        if (!called[i])
            continue;
        most--;
        call_script(script, i, lease_of(i)->token);
        if (script != SCRIPT_RELEASE)
            call_number(option.shard_lease_ms);
        call_send();
    }
    return answers(called, take, sent_us);
}

/* The number of timerds; 0: the connection is broken. */
static unsigned join(void) {
    redisReply *reply;
    unsigned n = 0;

    call_script(SCRIPT_JOIN, 0, 0);
    call_number(option.shard_lease_ms);
    if (call_ask(&reply) == SAID_DONE && reply->type == REDIS_REPLY_INTEGER)
        n = (unsigned)reply->integer;
    if (reply)
        freeReplyObject(reply);
    return n;
}

/* Asks for foreign shards one after the other, until the share is full. Each answers
   quickly that it is taken. */
static bool acquire(unsigned share) {
    for (unsigned i = 0; i < option.shards && owned() < share; i++) {
        const uint64_t sent_us = clock_us(true);
        redisReply *reply;
        enum said said;

        if (lease_of(i)->mine)
            continue;
        call_script(SCRIPT_ACQUIRE, i, 0);
        call_number(option.shard_lease_ms);
        said = call_ask(&reply);
        if (said == SAID_DONE || said == SAID_STALE)
            acquired(i, said, reply, sent_us);
        if (reply)
            freeReplyObject(reply);
        if (said != SAID_DONE && said != SAID_STALE)
            return false;
    }
    return true;
}

/* All is read anew from a store that has lost data, as if the connection had broken. */
static bool say_lost(void) {
    char text[80];

    if (shards_lost == 0)
        return true;
    snprintf(text, sizeof text, "it has lost data: %u shards were newer before", shards_lost);
    (void)redis_remember(text);
    say("%s", redis_error);
    stats.losses++;
    shards_lost = 0;
    return false;
}

bool leases_keep(void) {
    unsigned timerds, share;

    if (!redis_ask_time() || (timerds = join()) == 0 ||
        !call_each(SCRIPT_RENEW, true, option.shards, renewed) || !say_lost())
        return false;
    share = (option.shards + timerds - 1) / timerds;
    if (owned() > share)
        return call_each(SCRIPT_RELEASE, true, owned() - share, released);
    return acquire(share);
}

void leases_release(void) {
    redisReply *reply;

    (void)call_each(SCRIPT_RELEASE, true, option.shards, released);
    call_begin("ZREM", "timerd:members");
    call_word(redis_me);
    call_send();
    (void)call_answer(&reply);
    if (reply)
        freeReplyObject(reply);
}
