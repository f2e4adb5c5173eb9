/* SPDX-License-Identifier: MIT-0 */
/* window.h - timers that may fire at any tick of a window, so that they share wake-ups.

   WHAT IT IS
       A timer often need not fire at an exact tick: a sensor may be read a little later,
       a cache may be cleaned up within the next minute. Such a timer has a window: the
       earliest and the latest tick at which it may fire. You sleep until the first
       `latest`. When you wake, the set also fires timers whose window has opened. So a
       processor wakes up less often, and never outside of a window.

       The set is a set of timers.h whose deadlines are the latest ticks. struct tw_window
       is a node and one more tick, `earliest`. advance() first fires all timers that are
       due. It goes on in the order of the set, and stops at the first timer whose window
       is not open.

   PICK IT
       for a device that runs on a battery; for a server with many timers that may be
       late by a known time.
   PICK ANOTHER
       if no timer may be late: timers.h. If all windows begin at multiples of one
       period: arm for these ticks in a set of timers.h. tw_coalesce() of node.h needs no
       memory, but wakes up more often. docs/energy.md has figures.

   DO THIS
       1  Put a window into your object:    struct sensor { int pin; struct tw_window read; };
       2  Make a kind of set:               TW_WINDOWS_OF(windows, sortedlist)
       3  Arm, move and cancel:             windows_add(&t, &s->read, now + 900, now + 1100);
                                            windows_cancel(&t, &s->read);
       4  Sleep, then let timers fire:      windows_next(&t, &tick), or windows_wait_ms()
                                            windows_advance(&t, now);
       5  Get your object in the callback:  struct sensor *s = TW_OF(n, struct sensor, read.node);
       A program: examples/basics/battery.c.

   COST
       add, cancel, next   as in the structure
       advance             as in timers.h. For each timer that fires before its latest
                           tick, the first node of the structure is also looked up and
                           removed. An ordered structure looks it up in O(1). smallwheel
                           and hwheel mostly look through the earliest slot, and bigwheel
                           through a block. wheel.h looks at every node at worst.
       A window has one tick more than a node: 48 bytes on a 64-bit machine, 24 on a
       32-bit one with 32-bit ticks.

   GUARANTEES (each is tested on every structure)
       - A timer never fires before its earliest tick. It fires in the first advance(now)
         with now >= latest, or in one before.
       - Timers fire in the order (latest, arming order). While a timer waits for its
         window to open, timers with a later `latest` wait behind it.
       - An advance() fires timers that were armed before the call, and no other.
       - next() answers the first `latest`, exactly. If you always sleep until that tick,
         the number of wake-ups is the least possible: no choice of ticks serves the armed
         windows with fewer. A timer that waits for another timer costs no wake-up: both
         fire at the next wake-up.
       - All else is as in timers.h: callbacks, budgets, refusals, ticks that wrap.

   WHAT GOES WRONG, AND THE ANSWER
       latest before earliest                   earliest counts for both
       earliest has passed                      the tick after the now of the set counts
       latest has passed                        due at once, as in timers.h
       a tick too far ahead or behind           false (16/32-bit ticks), as in timers.h
       w->earliest or w->node written while     your error
       w is armed

   OPTIONS
       those of node.h and timers.h. add() is told no now: with 16 or 32-bit ticks call
       name_advance_some(t, now, 0) before it, if the set was empty or slept.

   SOURCE
       Range timers of Linux (A. van de Ven, 2008): sorted by the latest tick, fired while
       the earliest has passed. The least number of points that meet all intervals: the
       greedy choice of the first right end (E. Horowitz and S. Sahni, 1978). */
#include "timers.h"

#ifndef TW_WINDOW_H
#define TW_WINDOW_H

TW__BEGIN_C

/* ------------------------------------------------------------------------------ TYPES */

/* A timer with a window. It belongs into an object of yours. All zero is valid: the
   window is idle, and has no callback. */
struct tw_window {
    struct tw_node node; /* node.due is the latest tick */
    tw_tick earliest;    /* the first tick at which it may fire; not after
                            node.due, unless node.due has passed */
};

/* -------------------------------------------------------------------------------- API */

/* Initialises an idle window that will call fn, as in struct tw_window w = TW_WINDOW(fn).
   At run time tw_node_init(&w->node, fn) is enough, because add() sets the rest. */
#define TW_WINDOW(fn) \
    { TW_NODE(fn), 0 }

/* TW_WINDOWS_OF(name, of) defines struct name, a set of windows over structure `of`, and
   these functions. A function without a comment does what its namesake in timers.h does.

       void name_init(t, now, array, n)
       bool name_storage(t, array, n)
       bool name_add(t, w, earliest, latest)    arms w, or moves it. False: t is full, a tick is
                                                too far, or a heap sees that w waits elsewhere;
                                                nothing changed
       bool name_cancel(t, w)
       bool name_pending(t, w)
       bool name_next(t, &tick)                 writes the first `latest`: sleep until then
       int name_wait_ms(t, now, ticks_per_ms)
       size_t name_advance(t, now)              fires all timers that are due, then those with an
                                                open window
       size_t name_advance_some(t, now, max)    the same, but at most max timers
       tw_tick name_now(t)
       size_t name_count(t), name_capacity(t), name_bytes(n)
       struct tw_window *name_each(t, w)
       void name_clear(t), name_clear_with(t, fn)
       const char *name_check(t) */

/* ----------------------------------------------------------------------------- ENGINE */

/* Returns the window around n. If n is NULL, returns NULL. */
TW__INLINE struct tw_window *tw__window_of(struct tw_node *n) {
    return n ? TW_OF(n, struct tw_window, node) : NULL;
}

/* Says whether the window of n is open at the now of the set. */
TW__INLINE bool tw__window_open(const struct tw_clock *c, struct tw_node *n) {
    return !tw_before(c->now, TW_OF(n, struct tw_window, node)->earliest);
}

/* Returns the tick from which a window may fire. If `earliest` has passed, returns the
   tick after the now of the set: so no timer fires in the advance() that armed it. */
TW__INLINE tw_tick tw__window_from(const struct tw_clock *c, tw_tick earliest) {
    return tw__timers_ahead(c, earliest) ? earliest : (tw_tick)(c->now + 1u);
}

/* Says whether both ticks of a window are near enough to the clock to be compared. If not,
   reports that w is refused for the first of them that is too far. accept() only adds the
   warning of TW_DEBUG: its answer is false, too. */
TW__INLINE bool tw__window_reach(struct tw_clock *c, const void *in, const struct tw_ops *ops,
                                 struct tw_window *w, tw_tick earliest, tw_tick latest) {
    const tw_tick tick = tw__timers_reach(c, earliest) ? latest : earliest;

    return TW__ACCEPTED(tw__timers_reach(c, tick) || tw__timers_accept(c, in, ops, &w->node, tick),
                        c, &w->node, tick);
}

/* Returns the latest tick of a window. If `latest` comes before `earliest`, the window has
   one tick, `earliest`. */
TW__INLINE tw_tick tw__window_by(tw_tick earliest, tw_tick latest) {
    return tw_before(latest, earliest) ? earliest : latest;
}

/* Asserts that you gave a window. */
TW__INLINE void tw__window_given(const struct tw_window *w) {
    (void)w;
    TW__NEEDS(w, TW__NULL("window"));
}

/* Takes out the next window that fires now, and makes it idle. Windows of the batch of
   timers.h come first, then the first window of the structure, if it is open. NULL: no
   other window fires now. */
TW__FOLD struct tw_node *tw__windows_step(struct tw_clock *c, void *in, const struct tw_ops *ops) {
    struct tw_node *n = tw__timers_step(c, in, ops);

    if (n || (n = tw__first(in, ops)) == NULL)
        return n;
    if (!tw__window_open(c, n))
        return NULL;
    (ops->remove)(in, n);
    TW_TRACE(TW_FIRE, c, n, c->now);
    n->home = TW__IDLE;
    return n;
}

/* Takes the place of tw__timers_quiet(): is nothing to be done at now? Returns false: a
   window may be open although no timer is due. */
TW__INLINE bool tw__windows_quiet(struct tw_clock *c, void *in, const struct tw_ops *ops,
                                  tw_tick now) {
    (void)c, (void)in, (void)ops, (void)now;
    return false;
}

/* Does add(). */
TW__FOLD bool tw__windows_add(struct tw_clock *c, void *in, const struct tw_ops *ops,
                              struct tw_window *w, tw_tick earliest, tw_tick latest) {
    const tw_tick due = tw__window_by(earliest, latest);

    tw__window_given(w);
    if (!tw__window_reach(c, in, ops, w, earliest, latest))
        return false;
    if (!TW__ACCEPTED(tw__timers_add(c, in, ops, &w->node, due), c, &w->node, due))
        return false;
    w->earliest = tw__window_from(c, earliest);
    return true;
}

/* --------------------------------------------------------------------------- WRAPPERS */

/* Makes a set of windows over structure `of`. A second macro does the work, so that `of`
   may be a macro itself. */
#define TW_WINDOWS_OF(name, of) TW__WINDOWS_OF(name, of)
#define TW__WINDOWS_OF(name, of)                                                                \
    TW__TIMERS_SET(name, of)                                                                    \
    TW__TIMERS_CLOCK(TW__INLINE, name, TW__SEEN(name, t, &t->in), name##__ops(),                \
                     tw__windows_quiet, tw__windows_step)                                       \
    TW__INLINE bool name##_add(struct name *t, struct tw_window *w, tw_tick earliest,           \
                               tw_tick latest) {                                                \
        void *s = TW__SEEN(name, t, &t->in);                                                    \
        return tw__windows_add(&t->clock, s, name##__ops(), w, earliest, latest);               \
    }                                                                                           \
    TW__INLINE bool name##_cancel(struct name *t, struct tw_window *w) {                        \
        void *s = TW__SEEN(name, t, &t->in);                                                    \
        tw__window_given(w);                                                                    \
        return tw__timers_cancel(&t->clock, s, name##__ops(), &w->node);                        \
    }                                                                                           \
    TW__INLINE bool name##_pending(const struct name *t, const struct tw_window *w) {           \
        const void *s = TW__SEEN(name, t, &t->in);                                              \
        (void)s;                                                                                \
        tw__window_given(w);                                                                    \
        return tw__timers_pending(TW__GIVEN(&w->node, t, s));                                   \
    }                                                                                           \
    TW__INLINE struct tw_window *name##_each(const struct name *t, const struct tw_window *w) { \
        const void *s = TW__SEEN(name, t, &t->in);                                              \
        const struct tw_node *n = w ? &w->node : NULL;                                          \
        TW__DEBUG(tw__debug_walk(&t->clock, s, n);)                                             \
        return tw__window_of(tw__timers_each(&t->clock, s, name##__ops(), n));                  \
    }

TW__END_C

#endif /* TW_WINDOW_H */

/* MIT No Attribution; the licence stands at the end of node.h and in the file LICENSE. */
