/* SPDX-License-Identifier: MIT-0 */
/* window.h - timers that may fire at any tick of a window, so that they share wake-ups.

   WHAT IT IS
       A timer often need not fire at an exact tick: a sensor may be read a little later,
       a cache may be cleaned up within the next minute. Such a timer has a window: the
       earliest and the latest tick at which it may fire. The set sleeps until the first
       `latest`. When it wakes, it also fires timers whose window has opened. So a
       processor wakes up less often, and never outside of a window.

       The set is a set of timers.h whose deadlines are the latest ticks. A window adds
       one tick to the node. When advance() has fired all timers that are due, it goes on
       in the order of the set. It stops at the first timer whose window is not open.

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
                           removed. An ordered structure looks it up in O(1). A wheel with
                           levels looks through the earliest slot. wheel.h looks at every
                           node at worst.
       A window has one tick more than a node: 48 bytes on a 64-bit machine, 24 on a
       32-bit one with 32-bit ticks.

   GUARANTEES (each is tested on every structure)
       - A timer never fires before its earliest tick. It fires in the first advance(now)
         with now >= latest, or in one before.
       - Timers fire in the order (latest, arming order). A timer whose window is open
         waits if one with an earlier `latest` waits for its window to open.
       - An advance() fires timers that were armed before the call, and no other.
       - next() answers the first `latest`, exactly. If you always sleep until that tick,
         the number of wake-ups is the least possible: no choice of ticks serves the armed
         windows with fewer. A timer that waits for another one costs no wake-up: both
         fire at the next.
       - All else is as in timers.h: callbacks, budgets, refusals, ticks that wrap.

   WHAT GOES WRONG, AND THE ANSWER
       latest before earliest                   earliest counts for both
       earliest has passed                      the tick after the now of the set counts
       latest has passed                        due at once, as in timers.h
       a tick too far ahead or behind           false (16/32-bit ticks), as in timers.h
       w->earliest or its node written while    your error
       it is armed

   OPTIONS
       those of node.h and timers.h. add() is told no now: with 16 or 32-bit ticks call
       name_advance_some(t, now, 0) before it, if the set was empty or slept.

   SOURCE
       Range timers of Linux (A. van de Ven, 2008): sorted by the latest tick, fired while
       the earliest has passed. The least number of points that meet all intervals: the
       greedy choice of the first right end (E. Horowitz and S. Sahni, 1978). */
#ifndef TW_WINDOW_H
#define TW_WINDOW_H

#include "timers.h"

TW__BEGIN_C

/* ------------------------------------------------------------------------------ TYPES */

/* A timer with a window. It belongs into an object of yours. All zero is valid: the
   window is idle, and has no callback. */
struct tw_window {
    struct tw_node node; /* node.due is the latest tick */
    tw_tick earliest;    /* the first tick at which it may fire; node.due or before */
};

/* -------------------------------------------------------------------------------- API */

/* Initialises an idle window that will call fn, as in struct tw_window w = TW_WINDOW(fn).
   At run time tw_node_init(&w->node, fn) is enough, because add() sets the rest. */
#define TW_WINDOW(fn) \
    { TW_NODE(fn), 0 }

/* TW_WINDOWS_OF(name, of) defines struct name, a set of windows over structure `of`, and
   these functions. Those without a comment do what their namesakes in timers.h do.

       void name_init(t, now, array, n)         bool name_storage(t, array, n)
       bool name_add(t, w, earliest, latest)    arms w, or moves it. False: t is full, a tick is
                                                too far, or a heap sees that w waits elsewhere;
                                                nothing changed
       bool name_cancel(t, w)                   bool name_pending(t, w)
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

/* Returns the tick from which a window may fire. A tick that has passed becomes the next
   tick, so that no timer fires in the advance() that armed it. */
TW__INLINE tw_tick tw__window_from(const struct tw_clock *c, tw_tick earliest) {
    return tw__timers_ahead(c, earliest) ? earliest : (tw_tick)(c->now + 1u);
}

/* Says whether both ticks of a window are near enough to the clock to be compared. If one
   is not, reports that w is refused for that tick. With TW_DEBUG it warns, as add()
   does. */
TW__INLINE bool tw__window_reach(struct tw_clock *c, const void *in, const struct tw_ops *ops,
                                 struct tw_window *w, tw_tick earliest, tw_tick latest) {
    const tw_tick tick = tw__timers_reach(c, earliest) ? latest : earliest;

    return TW__ACCEPTED(tw__timers_reach(c, tick) || tw__timers_accept(c, in, ops, &w->node, tick),
                        c, &w->node, tick);
}

/* Returns the latest tick of a window. If it comes before the earliest one, the window is
   that one tick. */
TW__INLINE tw_tick tw__window_by(tw_tick earliest, tw_tick latest) {
    return tw_before(latest, earliest) ? earliest : latest;
}

/* Notes the tick from which w may fire. Returns true always. */
TW__INLINE bool tw__window_open_from(struct tw_window *w, tw_tick earliest) {
    return w->earliest = earliest, true;
}

/* Asserts that you gave a window. */
TW__INLINE void tw__window_given(const struct tw_window *w) {
    (void)w;
    TW__NEEDS(w, TW__NULL("window"));
}

/* Takes out the next window that fires now, and makes it idle. Windows of the batch of
   timers.h come first, then the first window of the structure, if it is open. NULL: none
   fires any more. */
TW__FOLD struct tw_node *tw__windows_step(struct tw_clock *c, void *in, const struct tw_ops *ops) {
    struct tw_node *n = tw__timers_step(c, in, ops);

    if (n || (n = tw__first(in, ops)) == NULL)
        return n;
    if (!tw__window_open(c, n))
        return NULL;
    ops->remove(in, n);
    TW_TRACE(TW_FIRE, c, n, c->now);
    n->home = TW__IDLE;
    return n;
}

/* Begins the batch of an advance(). False: the call is refused. */
TW__FOLD bool tw__windows_begin(struct tw_clock *c, const void *in, const struct tw_ops *ops,
                                tw_tick now) {
    if (tw__timers_busy(c) || tw__timers_back(c, in, ops, now))
        return false;
    tw__timers_begin(c, now);
    c->batch = TW__BATCH_PUSH;
    return true;
}

/* Fires at most max timers of the batch, and ends it. The loop ends, because a window
   that a callback arms opens after now, or stands behind the batch on the due list. */
TW__FOLD size_t tw__windows_fire(struct tw_clock *c, void *in, const struct tw_ops *ops,
                                 size_t max) {
    const tw_tick now = c->now;
    struct tw_node *n;
    size_t fired = 0;

    if (max == 0)
        tw__timers_follow(c, in, ops);
    while ((max == TW__ALL || fired < max) && (n = tw__windows_step(c, in, ops)) != NULL) {
        tw__timers_call(c, n, now);
        TW_TRACE(TW_RETURN, c, n, now);
        fired++;
        if (c->batch != TW__BATCH_PUSH) /* fn has called init(): the set is another one */
            return fired;
    }
    c->batch = TW__BATCH_NONE;
    return fired;
}

/* --------------------------------------------------------------------------- WRAPPERS */

/* Defines struct name and its verbs over name__set, a set of timers.h. A second macro does
   the work, so that `of` may be a macro itself. */
#define TW_WINDOWS_OF(name, of) TW__WINDOWS_OF(name, of)
#define TW__WINDOWS_OF(name, of)                                                                 \
    TW__TIMERS_OF(name##__set, of)                                                               \
    struct name {                                                                                \
        struct name##__set set;                                                                  \
    };                                                                                           \
    TW__INLINE void name##_init(struct name *t, tw_tick now, tw_##of##_array *array, size_t n) { \
        TW__VIA(name##__set_init(&t->set, now, array, n));                                       \
    }                                                                                            \
    TW__INLINE bool name##_storage(struct name *t, void *array, size_t n) {                      \
        return TW__VIA(name##__set_storage(&t->set, array, n));                                  \
    }                                                                                            \
    TW__INLINE size_t name##_capacity(const struct name *t) {                                    \
        return TW__VIA(name##__set_capacity(&t->set));                                           \
    }                                                                                            \
    TW__INLINE size_t name##_bytes(size_t n) { return name##__set_bytes(n); }                    \
    TW__INLINE bool name##_add(struct name *t, struct tw_window *w, tw_tick earliest,            \
                               tw_tick latest) {                                                 \
        (void)TW__SEEN(name##__set, &t->set, t);                                                 \
        tw__window_given(w);                                                                     \
        return TW__VIA(tw__window_reach(&t->set.clock, &t->set.in, name##__set__ops(), w,        \
                                        earliest, latest) &&                                     \
                       name##__set_add(&t->set, &w->node, tw__window_by(earliest, latest)))      \
                   ? tw__window_open_from(w, tw__window_from(&t->set.clock, earliest))           \
                   : false;                                                                      \
    }                                                                                            \
    TW__INLINE bool name##_cancel(struct name *t, struct tw_window *w) {                         \
        (void)TW__SEEN(name##__set, &t->set, t);                                                 \
        tw__window_given(w);                                                                     \
        return TW__VIA(name##__set_cancel(&t->set, &w->node));                                   \
    }                                                                                            \
    TW__INLINE bool name##_pending(const struct name *t, const struct tw_window *w) {            \
        (void)TW__SEEN(name##__set, &t->set, t);                                                 \
        tw__window_given(w);                                                                     \
        return TW__VIA(name##__set_pending(&t->set, &w->node));                                  \
    }                                                                                            \
    TW__INLINE bool name##_next(struct name *t, tw_tick *latest) {                               \
        return TW__VIA(name##__set_next(&t->set, latest));                                       \
    }                                                                                            \
    TW__INLINE int name##_wait_ms(struct name *t, tw_tick now, tw_tick ticks_per_ms) {           \
        return TW__VIA(name##__set_wait_ms(&t->set, now, ticks_per_ms));                         \
    }                                                                                            \
    TW__REST size_t name##__fire(struct name *t, void *in, size_t max) {                         \
        return tw__windows_fire(&t->set.clock, in, name##__set__ops(), max);                     \
    }                                                                                            \
    TW__INLINE size_t name##_advance_some(struct name *t, tw_tick now, size_t max) {             \
        void *in = TW__SEEN(name##__set, &t->set, &t->set.in);                                   \
        return tw__windows_begin(&t->set.clock, in, name##__set__ops(), now)                     \
                   ? name##__fire(t, in, max)                                                    \
                   : 0;                                                                          \
    }                                                                                            \
    TW__INLINE size_t name##_advance(struct name *t, tw_tick now) {                              \
        return TW__VIA(name##_advance_some(t, now, TW__ALL));                                    \
    }                                                                                            \
    TW__INLINE tw_tick name##_now(const struct name *t) {                                        \
        return TW__VIA(name##__set_now(&t->set));                                                \
    }                                                                                            \
    TW__INLINE size_t name##_count(const struct name *t) {                                       \
        return TW__VIA(name##__set_count(&t->set));                                              \
    }                                                                                            \
    TW__INLINE struct tw_window *name##_each(const struct name *t, const struct tw_window *w) {  \
        return tw__window_of(TW__VIA(name##__set_each(&t->set, w ? &w->node : NULL)));           \
    }                                                                                            \
    TW__INLINE void name##_clear(struct name *t) { TW__VIA(name##__set_clear(&t->set)); }        \
    TW__INLINE void name##_clear_with(struct name *t, tw_fn *fn) {                               \
        TW__VIA(name##__set_clear_with(&t->set, fn));                                            \
    }                                                                                            \
    TW__CHECKED(TW__INLINE const char *name##_check(const struct name *t) {                      \
        return TW__VIA(name##__set_check(&t->set));                                              \
    })

TW__END_C

#endif /* TW_WINDOW_H */

/* MIT No Attribution; the licence stands at the end of node.h and in the file LICENSE. */
