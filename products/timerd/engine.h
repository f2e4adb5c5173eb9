/* SPDX-License-Identifier: MIT-0 */
/* engine.h - the set of timers, and all that it drives: firing, refilling the window,
   leases, shards, retries. */
#ifndef ENGINE_H
#define ENGINE_H

#include "store.h"

extern const struct store *store;

enum opened engine_begin(void);
void engine_end(void);

int engine_wait_ms(void); /* how long the loop may sleep */
/* fires what is due, one batch at most, and does what else is due */
void engine_turn(void);
/* the store failed: everything is read anew when it is back */
void engine_trouble(void);
/* a timer of somebody else, for so long from now */
void engine_arm(struct tw_node *n, uint64_t ms);
void engine_cancel(struct tw_node *n);
uint64_t engine_store_us(void); /* the store's clock */

/* What a store, or a request, tells. */
void engine_own(unsigned shard, bool fresh); /* fresh: it was not ours before */
void engine_lose(unsigned shard);
void engine_loaded(const struct seen *s); /* by load(): it lies before the mark to come */
void engine_armed(const struct seen *s);  /* committed just now */
void engine_cancelled(struct text id);
void engine_lease(unsigned shard, uint64_t ms); /* something is to be given again after ms */
void engine_ready(void);                        /* there may be something to take */
bool engine_take_ready(void);                   /* was that said since the last call? */

/* For STATS. */
unsigned engine_owned(void);
uint64_t engine_loaded_until(void);
uint64_t engine_latest_ms(void);
uint64_t engine_rate(bool fired); /* a second: fired, or requests */
uint64_t engine_uptime_ms(void);

#endif
