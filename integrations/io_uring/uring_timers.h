/* SPDX-License-Identifier: MIT-0 */
/* uring_timers.h - timers for a loop over io_uring: a set of ours, and one timeout request of
   the ring, armed for its earliest deadline.

   A tick is a microsecond of CLOCK_MONOTONIC. The loop sleeps in io_uring_submit_and_wait(),
   and gives each completion to uring_timers_completed() first:

       struct uring_timers timers;
       uring_timers_init(&timers, &ring);
       uring_timers_start(&timers, &c->idle, uring_timers_now() + 5000000);
       for (;;) {
           io_uring_submit_and_wait(&ring, 1);
           io_uring_for_each_cqe(&ring, head, cqe) {
               count++;
               if (!uring_timers_completed(&timers, cqe))
                   serve(cqe);
           }
           io_uring_cq_advance(&ring, count), count = 0;
       }

   The request moves only if a timer is started for an earlier tick. After a stop it stays, and
   the loop wakes once in vain. */
#ifndef TW_URING_TIMERS_H
#define TW_URING_TIMERS_H

#include <tw/hwheel.h>
#include <tw/timers.h>
#include <liburing.h>
#include <time.h>

TW_TIMERS_OF(uring_set, hwheel)

struct uring_timers {
    struct uring_set set;
    struct io_uring *ring;
    struct __kernel_timespec at; /* what the request reads when it is submitted */
    tw_tick armed;               /* the tick of the request, if it waits */
    bool waits;                  /* is it in the ring? */
    char request, update;        /* their addresses are the user data of completions */
    unsigned long requests;      /* how many entries of the ring were taken */
};

static inline tw_tick uring_timers_now(void) {
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (tw_tick)now.tv_sec * 1000000 + (tw_tick)now.tv_nsec / 1000;
}

/* Makes a set without timers. ring must live as long. */
static inline void uring_timers_init(struct uring_timers *t, struct io_uring *ring) {
    *t = (struct uring_timers){.ring = ring};
    uring_set_init(&t->set, uring_timers_now(), NULL, 0);
}

/* Returns a free entry of the ring. Submits those before it if the ring is full. */
static inline struct io_uring_sqe *uring_timers_entry(struct io_uring *ring) {
    struct io_uring_sqe *entry = io_uring_get_sqe(ring);

    if (entry == NULL && io_uring_submit(ring) >= 0)
        entry = io_uring_get_sqe(ring);
    return entry;
}

static inline struct __kernel_timespec uring_timers_timespec(tw_tick due) {
    return (struct __kernel_timespec){.tv_sec = (long long)(due / 1000000),
                                      .tv_nsec = (long long)(due % 1000000) * 1000};
}

/* Arms the request for due, or moves it there. False: the ring has no free entry. */
static inline bool uring_timers_arm(struct uring_timers *t, tw_tick due) {
    struct io_uring_sqe *entry = uring_timers_entry(t->ring);

    if (entry == NULL)
        return false;
    t->requests++;
    t->armed = due;
    t->at = uring_timers_timespec(due);
    if (t->waits) {
        io_uring_prep_timeout_update(entry, &t->at, (unsigned long)&t->request, IORING_TIMEOUT_ABS);
        io_uring_sqe_set_data(entry, &t->update);
    } else {
        io_uring_prep_timeout(entry, &t->at, 0, IORING_TIMEOUT_ABS);
        io_uring_sqe_set_data(entry, &t->request);
        t->waits = true;
    }
    return true;
}

/* Starts n, or moves it, to fire at due. False: the ring has no free entry. n waits then all the
   same, and fires with the next timer. */
static inline bool uring_timers_start(struct uring_timers *t, struct tw_node *n, tw_tick due) {
    uring_set_add(&t->set, n, due);
    return (t->waits && due >= t->armed) || uring_timers_arm(t, due);
}

/* Stops n. False: it did not wait. */
static inline bool uring_timers_stop(struct uring_timers *t, struct tw_node *n) {
    return uring_set_cancel(&t->set, n);
}

/* Fires what is due if cqe is the completion of the request, and arms it for the next timer.
   False: cqe belongs to somebody else. A move of the request that comes too late does no harm:
   the request itself completes, too. */
static inline bool uring_timers_completed(struct uring_timers *t, const struct io_uring_cqe *cqe) {
    tw_tick due;

    if (io_uring_cqe_get_data(cqe) != &t->request)
        return io_uring_cqe_get_data(cqe) == &t->update;
    t->armed = 0; /* callbacks start timers, and the request is armed once, after them */
    uring_set_advance(&t->set, uring_timers_now());
    t->waits = false;
    if (uring_set_next(&t->set, &due))
        uring_timers_arm(t, due);
    return true;
}

#endif
