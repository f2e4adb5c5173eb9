/* SPDX-License-Identifier: MIT-0 */
/* node.h - the ground of the collection: tick, node, callback, list.

   WHAT IT IS
       You put a node into your object. A node has four words and a tick: five words in
       all, unless a tick is wider than a word. A structure (a heap, a tree, a list, a
       wheel) keeps the nodes in order for you. All structures take the same node, which
       this header defines. The header also lists the options that all headers share. You
       need not include node.h; the header of each structure does.

       A set (timers.h) is a clock over one structure. You arm a node in a set for a tick,
       its deadline. When the clock reaches the tick, advance() fires the node: it calls
       the node's function. expire() returns the node to you instead. A tick has passed
       once the clock shows it or a later one. A node armed for a passed tick goes onto the
       due list of the set: it is due, and does not wait in the structure. A verb is a
       function of a set or a structure that you call, such as add().

   ARGUMENTS (of the functions below; ticks are in the unit that you chose)
       tw_tick due         a deadline of a periodic timer: mostly n->due, which has just
                           expired
       tw_tick period      ticks from one deadline to the next, 1 or more
       tw_tick now         the tick that your clock shows
       tw_tick *missed     gets the number of deadlines that were missed; may be NULL
       tw_tick a, b        two ticks
       tw_tick earliest    the earliest tick that is allowed
       tw_tick latest      the latest tick that is allowed
       struct tw_node *n   a node, not NULL
       tw_fn *fn           the function that is called when the node fires; may be NULL if
                           you only use expire()

   WHAT GOES WRONG, AND THE ANSWER ("TW_ASSERT, else x": an assertion by TW_ASSERT, an
       option below, fails; if it checks nothing, x happens; without an x, anything may)
       NULL for a node              TW_ASSERT
       period 0                     TW_ASSERT, else it counts as 1
       latest before earliest       earliest is the answer
       TW_OF with a wrong member    compilers warn if the member is no node. If you name
                                    the wrong one of two nodes, the address is wrong:
                                    your error

   OPTIONS (name, default, meaning; the same in every file of a program; best on the
       command line)
       Where there is no command line, as in an Arduino sketch, define them in a file of
       your own, tw_config.h. Compilers that have __has_include read that file, if it
       stands beside the headers or on the include path.

       TW_TICK_BITS   64   the width of a tick: 16, 32 or 64 bits; you must define it
                           where addresses have 32 bits or fewer. 64-bit ticks are plain
                           numbers; 16 and 32-bit ticks wrap, see timers.h
       TW_CHECK       1    if it is 0, check() is not compiled: each table of functions
                           (struct tw_ops, verbs.h) holds NULL for it
       TW_ASSERT      -    a macro TW_ASSERT(condition); by default it checks nothing
       TW_TRACE       -    a macro TW_TRACE(event, set, node, tick), which is called at
                           each event of enum tw_event; by default it does nothing.
                           watch.h defines one
       TW_DEBUG       -    if it is defined, a mistake in the use of sets and nodes ends
                           the program with a line on stderr: debug.h
       TW_STATIC      -    makes every function static, for a program of one file; define
                           it beside TW_IMPLEMENTATION, before the first include
       TW_IMPLEMENTATION   define it in one file, C or C++: it compiles the functions of
                           every header included after it
       TW_API         -    an attribute that stands before each compiled function. The
                           default hides the function in your shared library, with gcc and
                           clang: so each library may have a copy of its own (docs/ffi.md)

   VERSION
       TW_VERSION is a string: "1.2.3" in a release, and "1.3.0-dev" between the releases
       1.2.0 and 1.3.0. TW_VERSION_NUMBER is a number for #if: major * 10000 + minor * 100
       + patch, so 1.2.3 has 10203. A version before a release has one less than the
       release: 1.3.0-dev has 10299. All files of a program must take the headers from one
       version, or between releases from one commit. The compiler refuses two versions in
       one file. The linker refuses a file that calls a compiled init function, such as
       tw_timers_init(), of another version. Nothing tells two commits apart.

   SOURCE
       Comparing ticks that wrap: R. Elz and R. Bush, Serial Number Arithmetic, RFC
       1982. */
#ifndef TW_NODE_H
#define TW_NODE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "compiler.h"

#define TW_VERSION        "0.2.0-dev"
#define TW_VERSION_NUMBER 199

TW__BEGIN_C

/* ------------------------------------------------------------------------------ TYPES */

#ifndef TW_TICK_BITS
#if !(UINTPTR_MAX > 0xFFFFFFFFu)
#error "#define TW_TICK_BITS 32 (or 16, 64) in all files: the width of your counter"
#endif
#define TW_TICK_BITS 64
#endif

#if TW_TICK_BITS == 16 || TW_TICK_BITS == 32 || TW_TICK_BITS == 64
#elif TW_TICK_BITS == 8 && defined(TW__TICKS_OF_8_BITS) /* for tests alone */
#else
#error "TW_TICK_BITS must be the plain number 16, 32 or 64"
#undef TW_TICK_BITS
#define TW_TICK_BITS 64 /* so that no other error follows */
#endif

/* A point in time, or a span of it, in the unit that you chose. */
#if TW_TICK_BITS == 64
typedef uint64_t tw_tick;
#define TW__TICKS ticks64
#elif TW_TICK_BITS == 32
typedef uint32_t tw_tick;
#define TW__TICKS ticks32
#elif TW_TICK_BITS == 16
typedef uint16_t tw_tick;
#define TW__TICKS ticks16
#else
typedef uint8_t tw_tick;
#define TW__TICKS ticks8
#endif

/* Gives a compiled function another name for the linker in each version, tick width and
   mode (TW_DEBUG, TW_TIES). All init functions have such a name. So a file that calls one
   does not link with functions of another version, width or mode. The second macro of the
   three expands its arguments, the third pastes them. */
#if defined(TW_TIES) /* see timers.h */
#define TW__LINK_NAME(name) TW__LINK_NAME_OF(name##_ties, TW_VERSION_NUMBER, TW__TICKS)
#else
#define TW__LINK_NAME(name) TW__LINK_NAME_OF(name, TW_VERSION_NUMBER, TW__TICKS)
#endif
#define TW__LINK_NAME_OF(name, number, ticks) TW__LINK_NAME_IS(name, number, ticks)
#if defined(TW_DEBUG)
#define TW__LINK_NAME_IS(name, number, ticks) name##_v##number##_##ticks##_debug
#else
#define TW__LINK_NAME_IS(name, number, ticks) name##_v##number##_##ticks
#endif

/* The last tick that there is. */
#define TW_TICK_MAX TW__CAST(tw_tick, -1)
#define TW__QUARTER ((tw_tick)(TW_TICK_MAX / 4 + 1)) /* a quarter of the range of a tick */
#define TW__ALL     TW__CAST(size_t, -1)             /* stands for "no bound" */

struct tw_node;
struct tw_clock; /* timers.h defines it */

/* The type of the function that a timer calls when it fires. n is the node of the timer,
   idle already. now is the tick at which the clock of the set stands. */
typedef void tw_fn(struct tw_node *n, tw_tick now);

/* The two link words of a node, as lists name them. */
struct tw_links {
    struct tw_node *next, *prev;
};

/* The same two words, as trees name them. */
struct tw_sides {
    struct tw_node *left, *right;
};

#if defined(TW_DEBUG)
/* The mark of an armed node, by which debug.h recognises it. debug.h explains it at
   NODES. */
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
    /* 0: idle. 1: on the due list of its set. 2 or more: the node waits in a structure,
       which keeps the node's place in this word. */
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
} TW__EVEN; /* at an even address: compiler.h */

enum { TW__IDLE = 0, TW__DUE = 1, TW__WAITING = 2 };

/* Stops the compiler unless a node is as large as four words and a tick. A tick that is
   smaller than a word takes a word. A node has 40 bytes on a 64-bit machine. With 32-bit
   ticks a node has 20 bytes on a 32-bit machine, and 12 on AVR. */
#define TW__TICK_ROOM (sizeof(tw_tick) > sizeof(void *) ? sizeof(tw_tick) : sizeof(void *))
#if !defined(TW_DEBUG)
typedef char tw__node_is_not_four_words_and_a_tick_do_not_pack
    [sizeof(struct tw_node) == 4 * sizeof(void *) + TW__TICK_ROOM ? 1 : -1];
#endif

/* ------------------------------------------------------------------------------ HOOKS */

#ifndef TW_CHECK
#define TW_CHECK 1
#endif

#ifndef TW_ASSERT
#define TW_ASSERT(condition) ((void)0)
#endif

/* TW__ACCEPTED returns `done`, the answer of a call that arms a node in a set. If `done` is
   false, TW__ACCEPTED reports TW_REFUSE. */
#ifndef TW_TRACE
#define TW_TRACE(event, set, node, tick)    ((void)0)
#define TW__ACCEPTED(done, set, node, tick) (done)
#else
#define TW__ACCEPTED(done, set, node, tick) \
    ((done) ? true : (TW_TRACE(TW_REFUSE, set, node, tick), false))
#endif

/* Reports that a, which has this key, was compared with b. A program that paints
   comparisons needs both nodes: it defines TW__COMPARED in place of the event
   TW_COMPARE. */
#ifndef TW__COMPARED
#define TW__COMPARED(a, key, b) TW_TRACE(TW_COMPARE, NULL, a, key)
#endif

/* Returns `answer`, an expression that asks the structure of a set for its earliest node. A
   program that counts the comparisons of this question defines TW__ASKED. */
#ifndef TW__ASKED
#define TW__ASKED(set, answer) (answer)
#endif

/* The events that TW_TRACE reports. `set` is the clock of the set. The clock is the first
   member, so that it has the address of the set. `set` is NULL for CASCADE, COMPARE and
   LINK, and for a structure without a set. A set reports a move to or from its due list
   as TW_CANCEL and TW_ARM, not as TW_MOVE. A delay queue does so for a move by a verb that
   ends in _earliest. A set that is compiled for size (compiler.h) does so for every
   move. */
enum tw_event {
    TW_ARM,    /* an idle node was armed for tick */
    TW_MOVE,   /* an armed node was moved to tick */
    TW_CANCEL, /* a node was taken out unfired; tick is its due */
    /* a timer fires, or expire() returns it; tick is the set's now. `home` of the timer is
       1 if it was armed for a passed tick */
    TW_FIRE,
    /* a wheel with levels moves the node to a lower level, or wheel.h passes it by, because
       it is due in a later revolution; tick is its due */
    TW_CASCADE,
    TW_COMPARE, /* a key was compared; tick is the node's due, or the bound of a slot of wheel.h */
    TW_LINK,    /* a link to the node, or the node's place, was written; tick is its due */
    /* the callback of a timer that fired has returned; tick is the set's now. The node may
       be freed: only its address is told */
    TW_RETURN,
    TW_REFUSE /* a set refused to arm the node for tick */
};

/* Hooks of debug.h, listed without their prefix TW__. The list says what they do with
   TW_DEBUG. Without TW_DEBUG, DEBUG(code), KIND and STAMP do nothing, and CALLBACK only
   makes the call. The others only give the value that the list tells. tw_hand_over(),
   which debug.h explains, then does nothing, too.

       DEBUG(code)             compiles the code
       KIND(name, place, of, flags, any)
                               defines name__kind, a struct tw_kind of debug.h, which
                               describes a kind of set. place: file and line. of: the
                               structure. flags: TW__KIND_ values. any: an expression in
                               s, the set: true if s must not move in memory, because
                               nodes wait in s
       STAMP(set, kind, n)     notes that init() made the set anew; n is the room that
                               init() was given
       STORED(set, n, call)    makes the call of storage(), and notes whether n is 0; the
                               value is that of the call
       CALLBACK(set, call)     calls a function of yours; then restores the verb of
                               the set that is under way, and notes the return
       SEEN(kind, set, in)     checks the set that you gave to a verb, and notes the verb,
                               so that a line about a mistake names it; the value is
                               `in`, the structure of the set
       VIA(call)               calls another verb, which does the work, but notes the verb
                               that you called; the value is that of the call
       MET(n)                  checks the mark of a node that a structure meets on its
                               way; the value is n
       GIVEN(n, t, in)         checks the mark of a node that you give to the set t, whose
                               structure is `in`; the value is n */
#if defined(TW_DEBUG)
#define TW__DEBUG(...)           __VA_ARGS__
#define TW__STAMP(set, kind, n)  tw__debug_begin(set, kind, n, __func__)
#define TW__STORED(set, n, call) tw__debug_stored(set, n, call)
#define TW__CALLBACK(set, call)                   \
    do {                                          \
        const struct tw_call tw__verb = tw__call; \
        call;                                     \
        tw__call = tw__verb;                      \
        tw__debug_returned(set);                  \
    } while (0)
#define TW__SEEN(kind, set, in) (tw__debug_enter(set, &kind##__kind, __func__), in)
#define TW__VIA(call)           (tw__debug_via(__func__), call)
#define TW__MET(n)              (tw__debug_touch(n), (n))
#define TW__GIVEN(n, t, in)     (tw__debug_mine(&(t)->clock, in, n), (n))
#else
#define TW__DEBUG(...)
#define TW__KIND(name, place, of, flags, any)
#define TW__STAMP(set, kind, n)  ((void)0)
#define TW__STORED(set, n, call) (call)
#define TW__CALLBACK(set, call)  (call)
#define TW__SEEN(kind, set, in)  (in)
#define TW__VIA(call)            (call)
#define TW__MET(n)               (n)
#define TW__GIVEN(n, t, in)      ((void)(t), (n))
#define tw_hand_over(set)        ((void)(set))
#endif

/* The sentence about a pointer that is NULL. */
#define TW__NULL(what) "the " what " is NULL. Give its address."

#if defined(TW_DEBUG)
#include "debug.h"
#endif

/* WANT asserts the condition. NEEDS asserts that the pointer p is not NULL. Both are for
   mistakes of yours. The sentence says what is wrong and what to do; with TW_DEBUG the
   program ends with it. With TW_DEBUG, a TW_ASSERT outside WANT and NEEDS fails only if
   memory was overwritten or the headers are wrong. */
#ifndef TW__WANT
#define TW__WANT(condition, sentence) TW_ASSERT(condition)
#define TW__NEEDS(p, sentence)        TW_ASSERT(p != NULL)
#endif

/* -------------------------------------------------------------------------------- API */

/* Initialises an idle node that will call fn: struct tw_node n = TW_NODE(fn); */
/* clang-format off */
#define TW_NODE(fn) {0, fn, 0, {{NULL, NULL}} TW__DEBUG(, {NULL, NULL, NULL, 0, 0, 0})}

/* clang-format on */

/* Makes n an idle node that will call fn; fn may be NULL. n must not be armed: no
   structure and no due list may hold it. */
TW__INLINE void tw_node_init(struct tw_node *n, tw_fn *fn) {
    TW__NEEDS(n, TW__NULL("node"));
    n->due = 0;
    n->fn = fn;
    n->home = TW__IDLE;
    n->u.list.next = n->u.list.prev = NULL;
}

/* Says whether n is in no structure and on no due list: n was never armed, or has fired,
   or was taken out. */
TW__INLINE bool tw_idle(const struct tw_node *n) {
    TW__NEEDS(n, TW__NULL("node"));
    return n->home == TW__IDLE;
}

/* Gives the object of type `type` whose member `member` is the node n. Compilers warn of
   a member that is no node, and C++ refuses it. With gcc and clang a C++ class may have
   anything but virtual bases. Other compilers promise the offset only for standard-layout
   classes. */
#define TW_OF(n, type, member) \
    TW__CAST(type *, (TW__NODE_LIKE(n, type, member), tw__around(n, TW__OFFSET(type, member))))

/* Warns unless n and the address of the member have one type. It evaluates nothing. */
#define TW__NODE_LIKE(n, type, member) ((void)sizeof(*(1 ? (n) : &TW__CAST(type *, NULL)->member)))
/* Gives the offset of a member. gcc warns of offsetof() in classes that are not
   standard-layout. A pragma stops that, but cannot stand in an expression; a lambda can. */
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
/* Returns the address `offset` bytes before n: that of the object around it. Does the
   work of TW_OF. */
TW__INLINE void *tw__around(struct tw_node *n, size_t offset) {
    TW__DEBUG(tw__debug_around(n);)
    TW_ASSERT(n != NULL);
    return (char *)n - offset;
}

/* Does the same for a node that must not change. */
TW__INLINE const void *tw__const_around(const struct tw_node *n, size_t offset) {
    return (const char *)n - offset;
}

/* Says whether tick a comes before tick b. Ticks of 16 and 32 bits wrap: for these, a and
   b must lie less than half the range apart. */
TW__INLINE bool tw_before(tw_tick a, tw_tick b) {
    return TW_TICK_BITS == 64 ? a < b : (tw_tick)(a - b) > TW_TICK_MAX / 2;
}

/* Says whether a clock that goes ahead from origin meets tick a before tick b. a and b may
   lie any distance apart, also where ticks wrap. (tw_before() needs less than half the
   range.) */
TW__INLINE bool tw__nearer(tw_tick origin, tw_tick a, tw_tick b) {
    return (tw_tick)(a - origin) < (tw_tick)(b - origin);
}

/* Returns the next deadline of a periodic timer: the first tick after now in the series
   due, due + period, due + 2 * period, ... If due lies after now, returns due itself. A
   64-bit result beyond the range is TW_TICK_MAX. *missed gets the number of ticks of the
   series that lie after due, up to now; missed may be NULL. Costs one division at most. In
   a callback of a set t of timers.h, arm n again by one of these:
       burst   one firing for each period missed:   add(t, n, n->due + period)
       skip    the series is kept, missed ticks are counted:
                   add(t, n, tw_forward(n->due, period, now, &missed))
       delay   a new series begins:                 add(t, n, now + period)
   If the program was held up, one advance() calls many timers with the same now. `delay`
   gives those of equal periods the same next deadline, and they stay together for ever. The
   other two keep the timers apart. */
TW__INLINE tw_tick tw_forward(tw_tick due, tw_tick period, tw_tick now, tw_tick *missed) {
    tw_tick late = (tw_tick)(now - due), skipped = 0;

    TW__WANT(period != 0, "the period is 0. Give at least 1 tick.");
    if (period == 0)
        period = 1;
    if (!tw_before(now, due) && late >= period)
        skipped = (tw_tick)(late / period);
    if (missed)
        *missed = skipped;
    if (tw_before(now, due))
        return due;

    due = (tw_tick)(due + skipped * period); /* the last tick of the series up to now */
    if (TW_TICK_BITS == 64 && due > TW_TICK_MAX - period)
        return TW_TICK_MAX;
    return (tw_tick)(due + period);
}

/* Returns the tick in earliest..latest that has the most low zero bits. Timers with slack
   share wake-ups if tw_coalesce() chooses their ticks. If deadlines are multiples of 1000
   or the like, windows of window.h share more wake-ups. If latest comes before earliest,
   returns earliest. Takes at most one step for each one-bit of latest. */
TW__INLINE tw_tick tw_coalesce(tw_tick earliest, tw_tick latest) {
    if (tw_before(latest, earliest))
        return earliest;

    /* Invariant: latest lies in the range, and has more low zero bits than any later tick
       there. Ends because each turn clears a one-bit. */
    while (latest != 0 && !tw_before((tw_tick)(latest & (latest - 1u)), earliest))
        latest = (tw_tick)(latest & (latest - 1u));
    return latest;
}

/* ----------------------------------------------------------------------------- ENGINE */

/* Adds delay to *tick. A 64-bit sum stops at TW_TICK_MAX. False: ticks wrap, and delay is a
   quarter of their range or more; *tick is no deadline then. */
TW__INLINE bool tw__later(tw_tick *tick, tw_tick delay) {
    const bool beyond = TW_TICK_BITS == 64 && delay > TW_TICK_MAX - *tick;

    *tick = beyond ? TW_TICK_MAX : (tw_tick)(*tick + delay);
    return TW_TICK_BITS == 64 || delay < TW__QUARTER;
}

/* Asserts that ticks_per_ms is not 0. */
TW__INLINE void tw__has_ticks(tw_tick ticks_per_ms) {
    (void)ticks_per_ms;
    TW__WANT(ticks_per_ms != 0, "ticks_per_ms is 0. Give at least 1.");
}

/* Returns the milliseconds from now to due, rounded up, at most INT_MAX. 0: due is not
   after now. */
TW__INLINE int tw__wait_ms(tw_tick due, tw_tick now, tw_tick ticks_per_ms) {
    const uintmax_t most = ~0u >> 1;
    uintmax_t ms = (tw_tick)(due - now);

    tw__has_ticks(ticks_per_ms);
    if (!tw_before(now, due))
        return 0;
    if (ticks_per_ms > 1)
        ms = (ms - 1) / ticks_per_ms + 1;
    return (int)(ms < most ? ms : most);
}

/* Returns -1, the wait of a set in which nothing is armed. */
TW__INLINE int tw__wait_for_ever(tw_tick ticks_per_ms) {
    tw__has_ticks(ticks_per_ms);
    return -1;
}

/* A list is a ring through `next`. A pointer to the last node stands for the list; in an
   empty list the pointer is NULL. `prev` of the first node is NULL. So an append changes
   one other node, and a slot of a wheel is one word.

       next     a -> b -> c -> a       the pointer of the list names c
       prev     NULL <- a <- b <- c */

/* Returns the node after n in the ring. The structures step along a list by this function
   and tw__list_prev(), so that debug.h checks each node on the way. */
TW__INLINE struct tw_node *tw__list_next(const struct tw_node *n) {
    return TW__MET(n)->u.list.next;
}

/* Returns the node before n in the list. NULL: n is the first node. */
TW__INLINE struct tw_node *tw__list_prev(const struct tw_node *n) {
    return TW__MET(n)->u.list.prev;
}

/* Returns the first node of the list that ends with `last`. NULL: the list is empty. */
TW__INLINE struct tw_node *tw__list_first(const struct tw_node *last) {
    return last ? tw__list_next(last) : NULL;
}

/* Appends n to *list. The form for size (compiler.h) links n with itself in any case, to
   save a branch. */
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
    TW_TRACE(TW_LINK, NULL, n, n->due);
}

/* Removes n from *list. If n is the first node, `next` of the last node changes, because
   the ring is closed. If n is the only node, its `prev` is NULL, and the list becomes
   empty. */
TW__INLINE void tw__list_remove(struct tw_node **list, struct tw_node *n) {
    struct tw_node *last = *list, *next = n->u.list.next, *prev = n->u.list.prev;

    TW__DEBUG(tw__debug_linked(last, n);)
    TW_TRACE(TW_LINK, NULL, n, n->due);
    if (n == last)
        *list = prev;
    else
        next->u.list.prev = prev;
    (prev ? prev : last)->u.list.next = next;
}

/* Returns the node after n in the list that ends with `last`; if n is NULL, the first node.
   NULL: `last` or the next node has another `home`, or the next node does not name n as
   `prev`. check() walks by this function: each link that it follows is that of a checked
   node. The walk meets no node twice, because each node but the first names the node before
   it. The walk ends at `last`, or at a NULL. */
TW__INLINE const struct tw_node *tw__list_check(const struct tw_node *n, const struct tw_node *last,
                                                uintptr_t home) {
    const struct tw_node *const next = last->home == home ? (n ? n : last)->u.list.next : NULL;
    return next && next->home == home && next->u.list.prev == n ? next : NULL;
}

TW__END_C

#endif /* TW_NODE_H */

/* Stands outside the guard, and refuses headers of another version that came first. */
#if TW_VERSION_NUMBER != 199
#error "these headers are of two versions: take all from one"
#endif

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
