/* SPDX-License-Identifier: MIT-0 */
/* model_data.h - what model.c and rows.c share. */
#ifndef MODEL_DATA_H
#define MODEL_DATA_H

#include "model.h"

/* An ARM. It waits, as far as it is known, until it is gone: moved, cancelled or
   fired. */
struct arming {
    uint64_t due, period;
    uint64_t gone_us;    /* when the answer came that ended it; 0: none has */
    uint64_t sent_us;    /* the first time */
    uint64_t fired_us;   /* when the newest of its firings was seen first */
    uint32_t id, older;  /* the arming before it of the same timer, 0: none that matters */
    uint32_t firings;    /* that were seen: their number */
    uint16_t sends;      /* one, and one for each repetition */
    bool under_way;      /* its answer is awaited */
    bool done, possible; /* it was done for certain; it may have been */
    bool waits;          /* it may wait, or be in the queue without having been seen */
};

struct firing {
    uint64_t generation, due, missed;
    uint64_t least_us[ATTEMPTS],
        /* of each attempt: when it was given at the earliest, and came here */
        got_us[ATTEMPTS];
    uint64_t acked_us;        /* when its ACK was answered by 1; 0: not yet */
    uint32_t arming, older;   /* the firing before it of the same timer */
    bool ack_sent, ack_maybe; /* an ACK was sent; its answer was lost */
    bool ack_under_way, dead;
};

struct timer {
    uint32_t armings, firings; /* the newest that matters */
    uint32_t newest;           /* the newest arming of all */
    uint32_t cancel_sent_upto; /* armings up to this one may be cancelled; */
    uint32_t cancelled_upto;   /* up to this one they are, */
    uint64_t cancelled_us;     /* since this time */
    bool busy;
    bool none; /* it may be that none of its armings waits */
};

extern struct timer *timers;
extern struct arming *armings;
extern struct firing *firings;
extern uint32_t firings_n; /* the first is number 1 */

uint32_t firing_new(void);
void learn(uint32_t arming, uint64_t now); /* it was done: those before it wait no more */
void settle(uint32_t id);
void rows_lost(unsigned count); /* the answer of a TAKE was lost */

/* Could a firing of it be in the queue that no consumer was given? */
bool may_be_queued(const struct arming *a, uint64_t now);

#endif
