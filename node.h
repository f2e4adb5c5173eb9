/* SPDX-License-Identifier: MIT-0 */
/* node.h - the ground of the collection: tick, node, callback, list.

   WHAT IT IS
       You put a node, five words, into your object, and a structure keeps it in order for
       you: a heap, a tree, a list, a wheel. They all take the same node, and this header
       says what it is. The options that all headers share stand here too. You need not
       include it; every other header does.

   ARGUMENTS (ticks are in the unit that you chose)
       tw_tick due         the deadline, of a periodic timer the last one: a tick
       tw_tick period      ticks from one deadline to the next, 1 or more
       tw_tick now         what your clock shows: a tick
       tw_tick *missed     gets a number of deadlines; may be NULL
       tw_tick a, b        two ticks
       tw_tick earliest    the first tick that will do
       tw_tick latest      the last tick that will do
       struct tw_node *n   a node, not NULL
       tw_fn *fn           what the node calls when it fires; NULL if you only use
                           expire()

   WHAT GOES WRONG, AND THE ANSWER
       NULL for a node              TW_ASSERT
       period 0                     TW_ASSERT, else counted as 1
       latest before earliest       earliest is the answer
       TW_OF with a wrong member    if the member is no node, compilers warn; else your
                                    error: it is no object's address

   OPTIONS (the same in every file of a program; best on the command line)
       Where there is none, as in an Arduino sketch, define them in a file of your own,
       tw_config.h. It is read if it stands beside the headers or on the include path, by
       compilers that have __has_include.

       TW_TICK_BITS   64   16, 32 or 64; to be said where addresses have fewer than 64 bits. 64-bit
                           ticks are plain numbers; 16 and 32-bit ticks wrap, see timers.h
       TW_CHECK       1    0: no check() is compiled, and tables hold NULL for it
       TW_ASSERT      -    TW_ASSERT(condition), ((void)0) by default
       TW_TRACE       -    TW_TRACE(event, node, tick), ((void)0) by default; see enum tw_event
       TW_DEBUG       -    define it, and mistakes in the use of sets and nodes end with a line on
                           stderr: debug.h
       TW_STATIC      -    beside TW_IMPLEMENTATION, before the first include: everything
                           static, for a program of one file
       TW_IMPLEMENTATION   define it in one file, C or C++: it compiles the functions of
                           every header included after it

   VERSION
       TW_VERSION is a string such as "1.2.3", TW_VERSION_NUMBER a number for #if: major *
       10000 + minor * 100 + patch, 10203.

   SOURCE
       Comparing ticks that wrap: R. Elz and R. Bush, Serial Number Arithmetic, RFC
       1982. */
#ifndef TW_NODE_H
#define TW_NODE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "compiler.h"

#define TW_VERSION        "0.1.0"
#define TW_VERSION_NUMBER 100

TW__BEGIN_C

/* ------------------------------------------------------------------------------ TYPES */

#ifndef TW_TICK_BITS
#if !(UINTPTR_MAX > 0xFFFFFFFFu)
#error "#define TW_TICK_BITS 32 (or 16, 64) in all files: the width of your counter"
#endif
#define TW_TICK_BITS 64
#endif

/* A point in time, or a span of it, in the unit that you chose. */
#if TW_TICK_BITS == 64
typedef uint64_t tw_tick;
#define TW__LINK_NAME(name) name##_ticks64
#elif TW_TICK_BITS == 32
typedef uint32_t tw_tick;
#define TW__LINK_NAME(name) name##_ticks32
#elif TW_TICK_BITS == 16
typedef uint16_t tw_tick;
#define TW__LINK_NAME(name) name##_ticks16
#else
#error "TW_TICK_BITS must be the plain number 16, 32 or 64"
#endif

/* The last tick that there is. */
#define TW_TICK_MAX TW__CAST(tw_tick, -1)
#define TW__QUARTER ((tw_tick)(TW_TICK_MAX / 4 + 1))
#define TW__ALL     TW__CAST(size_t, -1)

struct tw_node;

/* What a timer calls when it fires: with its node, idle by then, and the now of
   advance(). */
typedef void tw_fn(struct tw_node *n, tw_tick now);

/* The two words of a node, by the names that structures have for them. */
struct tw_links {
    struct tw_node *next, *prev;
};

struct tw_sides {
    struct tw_node *left, *right;
};

#if defined(TW_DEBUG)
/* What an armed node remembers for debug.h. */
struct tw_mark {
    const void *node, *in;
    const struct tw_kind *kind;
    uintptr_t id, word;
    tw_tick due;
};
#endif

/* One timer, inside your object; you own the memory. All zero is a valid idle node. */
struct tw_node {
    tw_tick due; /* the deadline as you gave it, in ticks */
    tw_fn *fn;   /* called by advance(); may stay NULL if you only use expire() */
    /* 0: idle; 1: on its set's due list; above: it waits, in the structure's own code */
    uintptr_t home;

    union tw_words {
        struct tw_links list;
        struct tw_node *child[2];
        struct tw_sides to; /* child[0] and child[1] by name */
        uintptr_t word[2];
    } u;
#if defined(TW_DEBUG)
    struct tw_mark mark;
#endif
} TW__EVEN;

enum { TW__IDLE = 0, TW__DUE = 1, TW__WAITING = 2 };

/* 40 bytes on a 64-bit machine, 20 on a 32-bit one and 12 on AVR with 32-bit ticks. */
#define TW__TICK_ROOM (sizeof(tw_tick) > sizeof(void *) ? sizeof(tw_tick) : sizeof(void *))
#if !defined(TW_DEBUG)
typedef char
    tw__node_is_five_words[sizeof(struct tw_node) == 4 * sizeof(void *) + TW__TICK_ROOM ? 1 : -1];
#endif

/* ------------------------------------------------------------------------------ HOOKS */

#ifndef TW_CHECK
#define TW_CHECK 1
#endif

#ifndef TW_ASSERT
#define TW_ASSERT(condition) ((void)0)
#endif

#ifndef TW_TRACE
#define TW_TRACE(event, node, tick) ((void)0)
#endif

/* Reports that a, which has this key, was compared with b. A program that draws
   comparisons needs both nodes: it defines TW__COMPARED in place of the event
   TW_COMPARE. */
#ifndef TW__COMPARED
#define TW__COMPARED(a, key, b) TW_TRACE(TW_COMPARE, a, key)
#endif

/* What TW_TRACE reports. A move to or from the due list of a set shows as a cancel and an
   arm; where size is asked for, every move of a set does. */
enum tw_event {
    TW_ARM,     /* an idle node was armed for tick */
    TW_MOVE,    /* an armed node was moved to tick */
    TW_CANCEL,  /* a node was taken out unfired; tick is its due */
    TW_FIRE,    /* a node is handed out; tick is the set's now */
    TW_CASCADE, /* a wheel moves the node down a level, or passes it over; tick is its due */
    TW_COMPARE, /* the node's key was compared with another; tick is its due */
    TW_LINK     /* a link to the node, or the place of it, was written; tick is its due */
};

/* Hooks of debug.h. With TW_DEBUG they do what stands here; without it nothing is left of
   them.

       DEBUG(code)             compiles the code
       SEEN(kind, set, in)     notes the set for which you called a verb, of this kind;
                               its value is `in`, its structure
       VIA(call)               makes a call by which one verb does the work of another,
                               and notes the first
       MET(n)                  looks at the mark of a node that a structure meets on its
                               way; its value is n
       GIVEN(n, t, in)         looks at the mark of a node that you give to the set t; its
                               value is n */
#if defined(TW_DEBUG)
#define TW__DEBUG(...)          __VA_ARGS__
#define TW__SEEN(kind, set, in) (tw__debug_enter(set, &kind##__kind, __func__), in)
#define TW__VIA(call)           (tw__debug_via(__func__), call)
#define TW__MET(n)              (tw__debug_touch(n), (n))
#define TW__GIVEN(n, t, in)     (tw__debug_mine(&(t)->clock, in, n), (n))
#else
#define TW__DEBUG(...)
#define TW__SEEN(kind, set, in) (in)
#define TW__VIA(call)           (call)
#define TW__MET(n)              (n)
#define TW__GIVEN(n, t, in)     ((void)(t), (n))
#define tw_hand_over(set)       ((void)(set))
#endif

#if defined(TW_DEBUG)
#include "debug.h"
#endif

/* -------------------------------------------------------------------------------- API */

/* Initialises an idle node that will call fn: struct tw_node n = TW_NODE(fn); */
/* clang-format off */
#define TW_NODE(fn) {0, fn, 0, {{NULL, NULL}} TW__DEBUG(, {NULL, NULL, NULL, 0, 0, 0})}

/* clang-format on */

/* Makes n an idle node that will call fn. */
TW__INLINE void tw_node_init(struct tw_node *n, tw_fn *fn) {
    TW_ASSERT(n != NULL);
    n->due = 0;
    n->fn = fn;
    n->home = TW__IDLE;
    n->u.list.next = n->u.list.prev = NULL;
}

/* True for a zeroed node and for one that fired, was cancelled or was cleared. */
TW__INLINE bool tw_idle(const struct tw_node *n) {
    TW_ASSERT(n != NULL);
    return n->home == TW__IDLE;
}

/* The object of type `type` whose member `member` is the node n. Compilers warn of a
   member that is no node, and C++ refuses it. A class may have anything but virtual
   bases, if the compiler is gcc's or clang's kind; others promise offsets only for
   classes that C could have, too. */
#define TW_OF(n, type, member) \
    TW__CAST(type *, (TW__NODE_LIKE(n, type, member), tw__around(n, TW__OFFSET(type, member))))
#define TW__NODE_LIKE(n, type, member) ((void)sizeof(*(1 ? (n) : &TW__CAST(type *, NULL)->member)))
#if defined(__cplusplus) && __cplusplus >= 201103L && TW__GNU
#define TW__OFFSET(type, member)                                \
    ([]() -> size_t {                                           \
        TW__PRAGMA(GCC diagnostic push)                         \
        TW__PRAGMA(GCC diagnostic ignored "-Winvalid-offsetof") \
        return offsetof(type, member);                          \
        TW__PRAGMA(GCC diagnostic pop)                          \
    }())
#else
#define TW__OFFSET(type, member) offsetof(type, member)
#endif
TW__INLINE void *tw__around(struct tw_node *n, size_t offset) { return (char *)n - offset; }

TW__INLINE const void *tw__const_around(const struct tw_node *n, size_t offset) {
    return (const char *)n - offset;
}

/* True if tick a comes before tick b; with 16 and 32 bits, if they lie within half the
   range of each other. */
TW__INLINE bool tw_before(tw_tick a, tw_tick b) {
    return TW_TICK_BITS == 64 ? a < b : (tw_tick)(a - b) > TW_TICK_MAX / 2;
}

/* The first tick after now on the grid due, due + period, ... of a periodic timer; due
   itself if that is still ahead. A 64-bit result beyond the range is TW_TICK_MAX. *missed
   (may be NULL) gets the number of grid ticks after due, up to now, that are left out.
   One division at most. After a stall, in the callback:
       burst   one firing for each period missed:   add(t, n, n->due + period)
       skip    the grid is kept, missed ones are counted:
                   add(t, n, tw_forward(n->due, period, now, &missed))
       delay   a new grid begins:                   add(t, n, now + period) */
TW__INLINE tw_tick tw_forward(tw_tick due, tw_tick period, tw_tick now, tw_tick *missed) {
    tw_tick late = (tw_tick)(now - due), skipped = 0;

    TW_ASSERT(period != 0);
    if (period == 0)
        period = 1;
    if (!tw_before(now, due) && late >= period)
        skipped = (tw_tick)(late / period);
    if (missed)
        *missed = skipped;
    if (tw_before(now, due))
        return due;

    due = (tw_tick)(due + skipped * period); /* the last grid tick up to now */
    if (TW_TICK_BITS == 64 && due > TW_TICK_MAX - period)
        return TW_TICK_MAX;
    return (tw_tick)(due + period);
}

/* The roundest tick (most low zero bits) in earliest..latest, so that timers with slack
   share wake-ups; earliest if the range is empty. At most one step a bit. */
TW__INLINE tw_tick tw_coalesce(tw_tick earliest, tw_tick latest) {
    if (tw_before(latest, earliest))
        return earliest;

    /* Invariant: latest lies in the range. Without its lowest one-bit it is the next
       rounder tick below. */
    while (latest != 0 && !tw_before((tw_tick)(latest & (latest - 1u)), earliest))
        latest = (tw_tick)(latest & (latest - 1u));
    return latest;
}

/* ----------------------------------------------------------------------------- ENGINE */

/* Adds delay to *tick; 64-bit ticks end at the last one. False: too far for ticks that
   wrap. */
TW__INLINE bool tw__later(tw_tick *tick, tw_tick delay) {
    const bool beyond = TW_TICK_BITS == 64 && delay > TW_TICK_MAX - *tick;

    *tick = beyond ? TW_TICK_MAX : (tw_tick)(*tick + delay);
    return TW_TICK_BITS == 64 || delay < TW__QUARTER;
}

/* ms from now to due, rounded up; at most INT_MAX. */
TW__INLINE int tw__wait_ms(tw_tick due, tw_tick now, tw_tick ticks_per_ms) {
    const uintmax_t most = ~0u >> 1;
    uintmax_t ms = (tw_tick)(due - now);

    TW_ASSERT(ticks_per_ms != 0);
    if (!tw_before(now, due))
        return 0;
    if (ticks_per_ms > 1)
        ms = (ms - 1) / ticks_per_ms + 1;
    return (int)(ms < most ? ms : most);
}

/* A list is known by its last node, NULL when empty. The last is followed by the first,
   before which is NULL: arming touches one other node, and a wheel's slot is one word.
   Steps along a list are made by next and prev, so that debug.h sees each node on the way. */
TW__INLINE struct tw_node *tw__list_next(const struct tw_node *n) {
    return TW__MET(n)->u.list.next;
}

TW__INLINE struct tw_node *tw__list_prev(const struct tw_node *n) {
    return TW__MET(n)->u.list.prev;
}

/* Returns the first node of the list; NULL: it is empty. */
TW__INLINE struct tw_node *tw__list_first(const struct tw_node *last) {
    return last ? tw__list_next(last) : NULL;
}

TW__INLINE void tw__list_append(struct tw_node **list, struct tw_node *n) {
    struct tw_node *last = *list;

    n->u.list.prev = last;
    if (!TW__SPEED || !last)
        n->u.list.next = n;
    TW__DEBUG(tw__debug_touch(last);)
    if (last) {
        n->u.list.next = last->u.list.next;
        last->u.list.next = n;
    }
    *list = n;
    TW_TRACE(TW_LINK, n, n->due);
}

/* The first node has no previous one: its predecessor in the ring is the last. A node
   alone is both. */
TW__INLINE void tw__list_remove(struct tw_node **list, struct tw_node *n) {
    struct tw_node *last = *list, *next = n->u.list.next, *prev = n->u.list.prev;

    TW__DEBUG(tw__debug_linked(last, n);)
    TW_TRACE(TW_LINK, n, n->due);
    if (n == last)
        *list = prev;
    else
        next->u.list.prev = prev;
    (prev ? prev : last)->u.list.next = next;
}

TW__END_C

#endif /* TW_NODE_H */

/* MIT No Attribution. Copyright 2026 The tw authors.
   Permission is hereby granted, free of charge, to any person obtaining a copy of this
   software and associated documentation files (the "Software"), to deal in the Software
   without restriction, including without limitation the rights to use, copy, modify,
   merge, publish, distribute, sublicense, and/or sell copies of the Software, and to
   permit persons to whom the Software is furnished to do so. THE SOFTWARE IS PROVIDED "AS
   IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE
   WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN
   NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR
   OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT
   OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE. */
