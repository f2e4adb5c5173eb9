/* SPDX-License-Identifier: MIT-0 */
/* What programs under schedule.h share: the threads that delayqueue.h asks for, and
   channels. Include it before delayqueue.h. */
#ifndef SCHEDULE_THREADS_H
#define SCHEDULE_THREADS_H

#include "schedule.h"

#define TW_DQ_MUTEX             struct schedule_mutex
#define TW_DQ_MUTEX_INIT(m)     ((m)->owner = NULL, true)
#define TW_DQ_MUTEX_DESTROY(m)  ((void)(m))
#define TW_DQ_LOCK(m)           schedule_lock(m)
#define TW_DQ_UNLOCK(m)         schedule_unlock(m)
#define TW_DQ_COND              struct schedule_cond
#define TW_DQ_COND_INIT(c)      ((c)->unused = 0, true)
#define TW_DQ_COND_DESTROY(c)   ((void)(c))
#define TW_DQ_WAIT(c, m, until) schedule_sleep(m, c, until)
#define TW_DQ_SIGNAL(c)         schedule_signal(c, false)
#define TW_DQ_BROADCAST(c)      schedule_signal(c, true)
#define TW_DQ_CLOCK()           sched.now

enum { CHANNEL_MOST = 8, NOTHING = -1 };

/* A channel that holds up to `room` words. With room 0 a sender waits until its word was
   received. */
struct channel {
    unsigned room, sent, received; /* the last two count words */
    int word[CHANNEL_MOST];
    struct schedule_mutex nobodys;
    struct schedule_cond changed;
};

/* Sleeps until the channel has changed, or until that tick. */
static inline void channel_wait(struct channel *c, uint64_t until) {
    c->nobodys.owner = sched.running;
    schedule_sleep(&c->nobodys, &c->changed, until);
    c->nobodys.owner = NULL;
}

static inline void channel_send(struct channel *c, int word) {
    unsigned mine;

    while (c->sent - c->received >= (c->room ? c->room : 1))
        channel_wait(c, SCHEDULE_NEVER);
    c->word[c->sent++ % CHANNEL_MOST] = word;
    mine = c->sent;
    schedule_signal(&c->changed, true);
    while (c->received + c->room < mine)
        channel_wait(c, SCHEDULE_NEVER);
}

/* The first word sent and not yet received. NOTHING: that tick came before any. */
static inline int channel_receive(struct channel *c, uint64_t until) {
    int word;

    while (c->sent == c->received && sched.now < until)
        channel_wait(c, until);
    if (c->sent == c->received)
        return NOTHING;
    word = c->word[c->received++ % CHANNEL_MOST];
    schedule_signal(&c->changed, true);
    return word;
}

#endif
