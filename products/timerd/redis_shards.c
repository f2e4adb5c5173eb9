/* SPDX-License-Identifier: MIT-0 */
/* Each shard has a lease row {owner, token, until}; `until` is compared by Redis' clock
   in the script that takes it. A share is the number of shards divided by that of the
   timerds, rounded up. A shard that is damaged is given up for some leases. */
#include "redis_shards.h"
#include "engine.h"
#include "options.h"
#include "stats.h"
#include <stdio.h>
#include <stdlib.h>

enum { APART = 10 }; /* leases that a damaged shard is left alone for */

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
    l->mine = l->damaged = false;
    engine_lose(shard);
}

void lease_damaged(unsigned shard) {
    struct lease *const l = lease_of(shard);
    const uint64_t us = option.shard_lease_ms * 1000 * APART;

    l->apart_until_us = clock_us(true) + us;
    if (!l->mine || l->damaged)
        return;
    l->damaged = true;
    stats.quarantined++;
    say(LEVEL_ERROR, "%s: shard %u is damaged: its lease is given up for %llu ms", option.redis,
        shard, (unsigned long long)us / 1000);
    engine_lose(shard);
}

void lease_hint(unsigned shard) {
    if (lease_of(shard)->ready == 0)
        lease_of(shard)->ready = 1;
}

void leases_hint(void) {
    for (unsigned i = 0; i < option.shards; i++)
        lease_hint(i);
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

/* Its lease is damaged, too: it runs out. */
static void abandon(unsigned shard) {
    lease_damaged(shard);
    lease_of(shard)->mine = lease_of(shard)->damaged = false;
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
        else if (said == SAID_ERROR && call_damaged(reply))
            abandon(i);
        else
            fine = false;
        if (reply)
            freeReplyObject(reply);
        if (said == SAID_BROKEN)
            return false;
    }
    return fine;
}

static void went_on(unsigned shard, enum said said, const redisReply *reply, uint64_t sent_us) {
    (void)said, (void)sent_us;
    if (reply_number(reply, 1) < lease_of(shard)->last)
        lost(shard);
    lease_counts(shard, reply_number(reply, 1));
}

static void renewed(unsigned shard, enum said said, const redisReply *reply, uint64_t sent_us) {
    if (said == SAID_STALE) {
        lease_stale(shard, reply);
        return;
    }
    extend(shard, sent_us);
    went_on(shard, said, reply, sent_us);
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
    lease_of(shard)->mine = lease_of(shard)->damaged = false;
    engine_lose(shard);
}

static unsigned owned(void) {
    unsigned n = 0;

    for (unsigned i = 0; i < option.shards; i++)
        n += lease_of(i)->mine;
    return n;
}

static bool kept(const struct lease *l) { return l->mine && !l->damaged; }

static bool damaged(const struct lease *l) { return l->mine && l->damaged; }

static bool free_for_us(const struct lease *l) {
    return !l->mine && !l->asked && clock_us(true) >= l->apart_until_us;
}

/* Calls a script for the shards that `chosen` picks, NULL: all, `most` at most, in one pipeline.
   False: the connection is broken. *n: how many. */
static bool call_each(enum script script, bool (*chosen)(const struct lease *), unsigned most,
                      unsigned *n) {
    static void (*const takes[SCRIPTS])(unsigned, enum said, const redisReply *,
                                        uint64_t) = {[SCRIPT_RENEW] = renewed,
                                                     [SCRIPT_RELEASE] = released,
                                                     [SCRIPT_ACQUIRE] = acquired,
                                                     [SCRIPT_GO_ON] = went_on};
    static bool *called;
    const uint64_t sent_us = clock_us(true);

    if (!called)
        called = (bool *)must(calloc(option.shards, sizeof *called));
    *n = 0;
    for (unsigned i = 0; i < option.shards; i++) {
        called[i] = *n < most && (!chosen || chosen(lease_of(i)));
        if (!called[i])
            continue;
        ++*n;
        lease_of(i)->asked = true;
        call_script(script, i, lease_of(i)->token);
        if (script == SCRIPT_RENEW || script == SCRIPT_ACQUIRE)
            call_number(option.shard_lease_ms);
        call_send();
    }
    return answers(called, takes[script], sent_us);
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

/* Asks for as many foreign shards as the share lacks, and for others in place of those
   that are taken. The loop ends: each turn asks for shards that were not asked for. */
static bool acquire(unsigned share) {
    unsigned n = 1;

    for (unsigned i = 0; i < option.shards; i++)
        lease_of(i)->asked = false;
    while (n > 0 && owned() < share)
        if (!call_each(SCRIPT_ACQUIRE, free_for_us, share - owned(), &n))
            return false;
    return true;
}

/* All is read anew from a store that has lost data, as if the connection had broken. */
static bool say_lost(void) {
    char text[80];

    if (shards_lost == 0)
        return true;
    snprintf(text, sizeof text, "it has lost data: %u shards were newer before", shards_lost);
    (void)redis_remember(text);
    say(LEVEL_ERROR, "%s", redis_error);
    stats.losses++;
    shards_lost = 0;
    return false;
}

bool leases_go_on(void) {
    unsigned n;

    return call_each(SCRIPT_GO_ON, NULL, option.shards, &n);
}

bool leases_keep(void) {
    unsigned timerds, share, n;

    if (!redis_ask_time() || (timerds = join()) == 0 ||
        !call_each(SCRIPT_RENEW, kept, option.shards, &n) || !say_lost() ||
        !call_each(SCRIPT_RELEASE, damaged, option.shards, &n))
        return false;
    share = (option.shards + timerds - 1) / timerds;
    if (owned() > share)
        return call_each(SCRIPT_RELEASE, kept, owned() - share, &n);
    return acquire(share);
}

void leases_release(void) {
    redisReply *reply;
    unsigned n;

    (void)call_each(SCRIPT_RELEASE, kept, option.shards, &n);
    call_begin("ZREM", NULL);
    call_name("members");
    call_word(redis_me);
    call_send();
    (void)call_answer(&reply);
    if (reply)
        freeReplyObject(reply);
}
