/* SPDX-License-Identifier: MIT-0 */
/* Zephyr's kernel timeouts in a set of tw. kernel/timeout.c includes this file after its
   curr_tick, and calls the functions with the lock of the timeouts held. They are those
   of a timeout backend: see kernel/timeout_list.h in Zephyr. */
#ifndef TIMEOUT_CUSTOM_QUEUE_H
#define TIMEOUT_CUSTOM_QUEUE_H

#include <zephyr/init.h>

#if TW_TICK_BITS != 64
#error "kernel timeouts want CONFIG_TW_TICK_BITS_64"
#endif

#if defined(CONFIG_TW_KERNEL_SORTEDLIST)
#include <tw/sortedlist.h>
#define TW_KERNEL_STRUCTURE sortedlist
#elif defined(CONFIG_TW_KERNEL_HEAP4)
#include <tw/heap4.h>
#define TW_KERNEL_STRUCTURE heap4
#elif defined(CONFIG_TW_KERNEL_SMALLWHEEL)
#include <tw/smallwheel.h>
#define TW_KERNEL_STRUCTURE smallwheel
#elif defined(CONFIG_TW_KERNEL_HWHEEL)
#include <tw/hwheel.h>
#define TW_KERNEL_STRUCTURE hwheel
#else
#include <tw/rbtree.h>
#define TW_KERNEL_STRUCTURE rbtree
#endif
#include <tw/timers.h>

TW_TIMERS_OF(z_timeout_set, TW_KERNEL_STRUCTURE)

static struct z_timeout_set timeout_set; /* all zero is an empty set at tick 0 */

#if defined(CONFIG_TW_KERNEL_HEAP4)
static TW_HEAP4_ARRAY(timeout_room, CONFIG_TW_KERNEL_MOST);

/* Before the driver of the timer starts. */
static int timeout_set_init(void) {
    z_timeout_set_init(&timeout_set, 0, timeout_room, CONFIG_TW_KERNEL_MOST);
    return 0;
}

SYS_INIT(timeout_set_init, PRE_KERNEL_1, 0);
#endif

/* Returns the ticks from curr_tick to tick due; 0: it has passed. */
static inline k_ticks_t timeout_set_ahead(tw_tick due) {
    return due > curr_tick ? (k_ticks_t)(due - curr_tick) : 0;
}

/* Lets to expire dticks after curr_tick. True: it is the earliest timeout now. */
static inline bool z_timeout_q_insert(struct _timeout *to, k_ticks_t dticks) {
    const tw_tick due = curr_tick + (tw_tick)dticks;
    tw_tick first = 0;
    const bool any = z_timeout_set_next(&timeout_set, &first);

    if (!z_timeout_set_add(&timeout_set, &to->node.tw, due))
        k_panic();
    return !any || due < first;
}

/* Takes out to, which is pending. True: no other timeout was earlier. */
static inline bool z_timeout_q_remove(struct _timeout *to) {
    tw_tick first = 0;

    (void)z_timeout_set_next(&timeout_set, &first);
    (void)z_timeout_set_cancel(&timeout_set, &to->node.tw);
    return to->node.tw.due <= first;
}

/* Returns the ticks from curr_tick until to, which is pending, expires. */
static inline k_ticks_t z_timeout_q_remainder(const struct _timeout *to) {
    return timeout_set_ahead(to->node.tw.due);
}

/* Returns the ticks from curr_tick until the earliest timeout expires. */
static inline k_ticks_t z_timeout_q_next_expiry(void) {
    tw_tick due;

    return z_timeout_set_next(&timeout_set, &due) ? timeout_set_ahead(due) : K_TICKS_FOREVER;
}

/* Returns the same, at most INT32_MAX, which also says that nothing is pending. */
static inline int32_t z_timeout_q_next_gap(void) {
    const k_ticks_t ticks = z_timeout_q_next_expiry();

    return ticks == K_TICKS_FOREVER || ticks > INT32_MAX ? INT32_MAX : (int32_t)ticks;
}

/* The set has absolute deadlines, and follows curr_tick in z_timeout_q_pop_due(). */
static inline void z_timeout_q_advance(int32_t dt) { (void)dt; }

/* Takes out a timeout that is due by curr_tick. NULL: none is due. A handler may have added
   a timeout for this very tick, which is in the next batch of the set. */
static inline struct _timeout *z_timeout_q_pop_due(void) {
    struct tw_node *n = z_timeout_set_expire(&timeout_set, curr_tick);

    if (n == NULL && z_timeout_set_any_due(&timeout_set))
        n = z_timeout_set_expire(&timeout_set, curr_tick);
    return n == NULL ? NULL : TW_OF(n, struct _timeout, node.tw);
}

#endif
