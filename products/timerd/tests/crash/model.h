/* SPDX-License-Identifier: MIT-0 */
/* model.h - what must be, may be and must not be, after the answers that clients got.

   Every ARM has a number that no other has, its arming, and carries it as its payload; so
   a row tells which ARM made it. A request whose answer was lost was done or was not: the
   model holds both until a row, GET or CANCEL tells. Requests that change one timer
   follow each other, from whatever client; TAKE and ACK come whenever they like. */
#ifndef MODEL_H
#define MODEL_H

#include "common.h"

enum kind { ARM, CANCEL, GET, TAKE, ACK, DEAD, STATS };

struct request {
    enum kind kind;
    uint32_t id;
    uint32_t arming;  /* ARM */
    uint32_t firing;  /* ACK */
    unsigned count;   /* TAKE, DEAD */
    int64_t block_ms; /* TAKE; -1: no BLOCK */
    uint64_t sent_us;
};

/* A row of TAKE, DEAD or GET; the latter has a period and no attempt. */
struct row {
    uint32_t id;
    uint32_t arming;
    uint64_t generation, due, period, missed, attempt;
};

void model_begin(void);

/* The requests. An ARM that is sent again keeps its arming. */
uint32_t model_arming(uint32_t id, uint64_t due, uint64_t period);
void model_sent(const struct request *r);
void model_refused(const struct request *r); /* nothing has changed */
void model_lost(const struct request *r);    /* done or not */
void model_armed(const struct request *r);
void model_cancelled(const struct request *r, bool stopped);
void model_got(const struct request *r, const struct row *row); /* NULL: none waits */
void model_acked(const struct request *r, bool was);
uint32_t model_row(const struct request *r,
                   const struct row *row); /* of TAKE or DEAD; its firing, to be acknowledged */

/* What the clients want to know. */
bool model_busy(uint32_t id); /* a request that changes it is under way */
bool model_may_wait(uint32_t id);
bool model_ripe(uint32_t id); /* its due has passed, and no consumer was given it yet */
bool model_waits_periodically(uint32_t id);
/* its due has not come, or it is periodic */
bool model_waits_for_long(uint32_t id, uint64_t now_ms);
bool model_unsure(uint32_t id); /* there is more than one possibility */
uint32_t model_armings(void);   /* the number of the newest */
/* no other ARM or CANCEL of its timer was sent after it */
bool model_last(uint32_t arming);
uint64_t model_due(uint32_t arming);
uint64_t model_period(uint32_t arming);
uint32_t model_firing_id(uint32_t firing);
uint64_t model_firing_generation(uint32_t firing);
bool model_firing_busy(uint32_t firing); /* its ACK is answered or under way */

/* Timers that were acknowledged, whose due has passed, and that no consumer was given
   yet: how many, and the one whose due is the earliest.
 */
unsigned model_owed(int64_t *oldest);
/* nothing waits and nothing is queued: is every firing accounted for? */
void model_check_end(void);

#endif
