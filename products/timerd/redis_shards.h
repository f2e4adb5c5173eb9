/* SPDX-License-Identifier: MIT-0 */
/* redis_shards.h - who owns the shards of a Redis, as this timerd knows it. */
#ifndef REDIS_SHARDS_H
#define REDIS_SHARDS_H

#include "redis_call.h"

struct lease {
    uint64_t token; /* the last one that was seen: scripts that name another are refused */
    /* of our clock; the owner stops then, before the store takes the lease away */
    uint64_t until_us;
    uint64_t last;  /* the last generation that was seen: a store has a lower one if it lost data */
    uint64_t ahead; /* how many more the calls that are on their way ask for */
    uint64_t apart_until_us; /* of our clock: it was damaged, and is left alone until then */
    bool mine;
    bool damaged; /* it is ours, and will be given up */
    bool asked;   /* by leases_keep() that runs */
    size_t ready; /* how many firings there may be to take */
};

struct lease *lease_of(unsigned shard);
bool lease_valid(unsigned shard);                          /* ours, by our clock */
void lease_stale(unsigned shard, const redisReply *reply); /* a script was refused */
void lease_damaged(unsigned shard); /* nothing can be done with it: it is given up */
/* The store tells a generation of the shard. */
void lease_counts(unsigned shard, uint64_t generation);
void lease_hint(unsigned shard); /* may have something to take */
void leases_hint(void);          /* every shard may */

/* Generations of all shards go on at the us since 1970: behind a new connection may be a copy
   that was put back. */
bool leases_go_on(void);
/* Renews what we have, gives back what is more than our share, takes what nobody has up
   to it. */
bool leases_keep(void);
void leases_release(void);

#endif
