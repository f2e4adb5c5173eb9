/* SPDX-License-Identifier: MIT-0 */
/* mailbox.h - letters to a thread, and how a thread sleeps until a tick. For
   timer_thread.c and timer_thread_posts.c, whose ticks are nanoseconds of
   CLOCK_MONOTONIC.

   A letter is a member of the object that it is about, so that nothing is allocated and
   no mailbox is ever full. What it says are notes. One that is sent again before it was
   received stays where it is, and says more. */
#ifndef MAILBOX_H
#define MAILBOX_H

#include <tw/node.h>
#include <pthread.h>
#include <stdlib.h>
#include <time.h>

#define MILLISECOND ((tw_tick)1000000)

struct letter {
    struct letter *next;
    unsigned notes; /* 0: it is in no mailbox */
};

struct mailbox {
    pthread_mutex_t lock; /* of the letters, too */
    pthread_cond_t mail;
    struct letter *first, **end;
};

static inline tw_tick now_ns(void) {
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (tw_tick)t.tv_sec * 1000 * MILLISECOND + (tw_tick)t.tv_nsec;
}

static inline void init_lock(pthread_mutex_t *lock, pthread_cond_t *condition) {
    pthread_condattr_t attributes;

    if (pthread_mutex_init(lock, NULL) != 0 || pthread_condattr_init(&attributes) != 0 ||
        pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC) != 0 ||
        pthread_cond_init(condition, &attributes) != 0)
        abort();
}

/* Sleeps until the condition is signalled, or until that tick; false then. */
static inline bool sleep_until(pthread_cond_t *condition, pthread_mutex_t *lock, tw_tick until) {
    const struct timespec t = {(time_t)(until / (1000 * MILLISECOND)),
                               (long)(until % (1000 * MILLISECOND))};

    return until == TW_TICK_MAX ? !pthread_cond_wait(condition, lock)
                                : !pthread_cond_timedwait(condition, lock, &t);
}

static inline void mailbox_init(struct mailbox *b) {
    init_lock(&b->lock, &b->mail);
    b->first = NULL;
    b->end = &b->first;
}

static inline void mailbox_put(struct mailbox *b, struct letter *l, unsigned note) {
    pthread_mutex_lock(&b->lock);
    if (l->notes == 0) {
        l->next = NULL;
        *b->end = l;
        b->end = &l->next;
    }
    l->notes |= note;
    pthread_cond_signal(&b->mail);
    pthread_mutex_unlock(&b->lock);
}

/* The next letter, and the notes on it. NULL: the mailbox was empty up to that tick. */
static inline struct letter *mailbox_receive(struct mailbox *b, tw_tick until, unsigned *notes) {
    struct letter *l;

    pthread_mutex_lock(&b->lock);
    while (!b->first && sleep_until(&b->mail, &b->lock, until))
        ;
    l = b->first;
    if (l) {
        *notes = l->notes;
        l->notes = 0;
        b->first = l->next;
        if (!b->first)
            b->end = &b->first;
    }
    pthread_mutex_unlock(&b->lock);
    return l;
}

#endif
