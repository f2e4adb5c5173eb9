/* SPDX-License-Identifier: MIT-0 */
/* timers.h - the ground of the collection: tick, node, callback, list, and the clocked timer set.

   WHAT IT IS
       Every structure here (heap4.h, ...) keeps `struct tw_node`s by deadline. This header says what a node is and
       turns any of the structures into a set of timers with a clock, callbacks and one exact contract. It is included
       by the structure's header; you include that one.

   DO THIS
       1  Put a node into your object:      struct conn { int fd; struct tw_node idle; };
       2  Make a kind of set:               TW_TIMERS_OF(timers, heap4)
       3  Arm, move and cancel:             timers_add(&t, &c->idle, now + 5000);   timers_cancel(&t, &c->idle);
       4  Sleep, then let it fire:          poll(fds, n, timers_wait_ms(&t, now, 1));   timers_advance(&t, now);
       5  Get your object in the callback:  struct conn *c = TW_OF(n, struct conn, idle);
       One file of the program, C or C++, says #define TW_IMPLEMENTATION before the include if it uses functions that
       start with tw_timers_ or tw_heap4_ (the sets of step 2 need no such file). examples/hello.c is the whole program.

   TIME
       A tick is yours: a millisecond, a microsecond, a frame. Deadlines are absolute ticks. The clock is yours too: it
       moves only when you call advance() or expire(), and never back. Its width is TW_TICK_BITS: a 32-bit counter under
       64-bit ticks seems to go back when it wraps, and nothing fires until it has caught up. Never early is said of
       ticks: a clock that rounds down can show now + 5 after little more than 4; add one tick where that matters.

   GUARANTEES (each is tested on every structure)
       - A timer never fires before its tick, and fires in the first advance(now) with now >= due.
       - Order is (due, arming order): first in, first out among equals. A move arms anew. What is armed for a tick that
         has passed is due at once and counts as the set's now for as long as it waits, behind what is due by then.
       - advance(now) fires exactly what was armed before the call, is due by now, and is not cancelled or moved by an
         earlier callback of the call. What a callback arms for now or earlier waits for the next call, so advance()
         always returns.
       - A callback may add, move, cancel, clear or free any node, its own included: nothing of a node is read once its
         callback has started. A due node that has not fired yet can still be cancelled. advance() and expire() inside
         a callback are refused (0, NULL). init() inside a callback makes the set new: the rest of the batch is
         forgotten, and an advance() later in the same callback is no longer refused and fires within it.
       - A refused call changes nothing. A call costs what its structure says; the set adds O(1). No recursion; no
         compiled function takes more than 160 bytes of stack (x86-64, -O2 and -Os).
       - next() is exact after every operation: sleep until then.

   WHAT GOES WRONG, AND THE ANSWER
       NULL for a node                          TW_ASSERT
       add to a full structure                  false
       add too far ahead (16/32-bit ticks)      false
       add or cancel of a node that waits       your error; heap4 sees it: TW_ASSERT, else false
       in another set's structure
       the same of a node that is due in        your error, without an answer; TW_ASSERT sees the first node of the
       another set                              other set's due list
       cancel of an idle node                   false
       now earlier than the set's now           nothing fires, the clock stands
       period 0, ticks_per_ms 0                 TW_ASSERT, else counted as 1

   OPTIONS (the same in every file of a program; best on the command line)
       Where there is none, as in an Arduino sketch, define them in a file of your own, tw_config.h. It is read if it
       stands beside the headers or on the include path, by compilers that have __has_include.

       TW_TICK_BITS   64   16, 32 or 64; to be said where addresses have fewer than 64 bits. 64-bit ticks are plain
                           numbers. 16 and 32-bit ticks wrap: a deadline may lie up to a quarter of the range ahead,
                           advance() is called at least once a quarter of the range while timers wait, no timer that a
                           budget has left over waits on for more than a quarter of the range, and an empty set takes
                           any now (do that before the first add after a long silence).
       TW_ASSERT      -    TW_ASSERT(condition), ((void)0) by default
       TW_TRACE       -    TW_TRACE(event, node, tick), ((void)0) by default; see enum tw_event
       TW_STATIC      -    beside TW_IMPLEMENTATION, before the first include: everything static, for a program of one
                           file; one header's own switch then defines the functions of every header, as that one does
       TW_IMPLEMENTATION   defines the functions of every header included after it, TW_TIMERS_IMPLEMENTATION only these

   SOURCES
       The six verbs: G. Varghese and A. Lauck, Hashed and Hierarchical Timing Wheels, SOSP 1987. Comparing ticks that
       wrap: R. Elz and R. Bush, Serial Number Arithmetic, RFC 1982. */
#ifndef TW_TIMERS_H
#define TW_TIMERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#if defined(__has_include)
#if __has_include("tw_config.h")
#include "tw_config.h"
#endif
#endif

/* ---------------------------------------------------------------------------------------------------- TYPES */

#ifndef TW_TICK_BITS
#if !(UINTPTR_MAX > 0xFFFFFFFFu)
#error "#define TW_TICK_BITS 32 (or 16, 64) in all files: the width of the counter that you read the time from"
#endif
#define TW_TICK_BITS 64
#endif

#if TW_TICK_BITS == 64
typedef uint64_t tw_tick;
typedef int64_t tw_span;
#define TW__LINK_NAME(name) name##_ticks64
#elif TW_TICK_BITS == 32
typedef uint32_t tw_tick;
typedef int32_t tw_span;
#define TW__LINK_NAME(name) name##_ticks32
#elif TW_TICK_BITS == 16
typedef uint16_t tw_tick;
typedef int16_t tw_span;
#define TW__LINK_NAME(name) name##_ticks16
#else
#error "TW_TICK_BITS must be the plain number 16, 32 or 64"
#endif

#if defined(__GNUC__) || defined(__clang__) /* clang as a compiler for MSVC's world does not say __GNUC__ */
#define TW__GNU 1
#else
#define TW__GNU 0
#endif

/* C++ compilers can warn of C casts, also in a macro that you use: there it is CAST. In the headers themselves, which
   are C, nobody is warned of casts and of NULL between BEGIN_C and END_C. */
#if defined(__cplusplus)
#define TW__CAST(type, x) static_cast<type>(x)
#else
#define TW__CAST(type, x) ((type)(x))
#endif

#if defined(__cplusplus) && TW__GNU
#define TW__PRAGMA(x) _Pragma(#x)
#define TW__BEGIN_C                                               \
    TW__PRAGMA(GCC diagnostic push)                               \
    TW__PRAGMA(GCC diagnostic ignored "-Wpragmas")                \
    TW__PRAGMA(GCC diagnostic ignored "-Wunknown-warning-option") \
    TW__PRAGMA(GCC diagnostic ignored "-Wold-style-cast")         \
    TW__PRAGMA(GCC diagnostic ignored "-Wuseless-cast")           \
    TW__PRAGMA(GCC diagnostic ignored "-Wzero-as-null-pointer-constant")
#define TW__END_C TW__PRAGMA(GCC diagnostic pop)
#else
#define TW__BEGIN_C
#define TW__END_C
#endif

#define TW_TICK_MAX TW__CAST(tw_tick, -1)
#define TW__QUARTER ((tw_tick)(TW_TICK_MAX / 4 + 1))

#ifndef TW_ASSERT
#define TW_ASSERT(condition) ((void)0)
#endif

#ifndef TW_TRACE
#define TW_TRACE(event, node, tick) ((void)0)
#endif

/* What TW_TRACE reports. A move to or from the due list shows as a cancel and an arm; where size is asked for, every
   move does. */
enum tw_event {
    TW_ARM,     /* an idle node was armed for tick */
    TW_MOVE,    /* an armed node was moved to tick */
    TW_CANCEL,  /* a node was taken out unfired; tick is its due */
    TW_FIRE,    /* a node is handed out; tick is the set's now */
    TW_CASCADE, /* a wheel moves the node down a level */
    TW_COMPARE, /* the node's key was compared with another; tick is its due */
    TW_LINK     /* a link to, or the place of, the node was written; tick is its due */
};

#if TW__GNU
#define TW__ATTRIBUTE(x) __attribute__((x))
#else
#define TW__ATTRIBUTE(x)
#endif

#define TW__INLINE static inline TW__ATTRIBUTE(unused)
#define TW__TABLE  static TW__ATTRIBUTE(unused)

/* OUT: functions that stay out of line. Elsewhere inline, because compilers warn of unused functions that are not. */
#if TW__GNU
#define TW__OUT static TW__ATTRIBUTE(unused) TW__ATTRIBUTE(noinline)
#else
#define TW__OUT TW__INLINE
#endif

/* FOLD: functions that take a policy as a constant argument, forced inline where speed is asked for, so that it folds.
   ONCE: those that exist once where size is asked for. */
#if defined(__OPTIMIZE__) && !defined(__OPTIMIZE_SIZE__)
#define TW__SPEED 1
#define TW__FOLD  TW__INLINE TW__ATTRIBUTE(always_inline)
#define TW__ONCE  TW__FOLD
#else
#define TW__SPEED 0
#define TW__FOLD  TW__INLINE
#define TW__ONCE  TW__OUT
#endif

/* Asks for the cache line at p. */
#if TW__GNU && TW__SPEED
#define TW__PREFETCH(p) __builtin_prefetch(p)
#else
#define TW__PREFETCH(p) ((void)0)
#endif

#if defined(TW_STATIC)
#define TW__API TW__INLINE
#elif defined(__cplusplus)
#define TW__API extern "C"
#else
#define TW__API
#endif

/* A red-black tree keeps a colour in the lowest bit of a node's address. */
#if defined(__AVR__)
#define TW__EVEN TW__ATTRIBUTE(aligned(2))
#else
#define TW__EVEN
#endif

TW__BEGIN_C

struct tw_node;

typedef void tw_fn(struct tw_node *n, tw_tick now);

struct tw_links {
    struct tw_node *next, *prev;
};

/* One timer, inside your object; you own the memory. All zero is a valid idle node. */
struct tw_node {
    tw_tick due;    /* the deadline as you gave it, in ticks */
    tw_fn *fn;      /* called by advance(); may stay NULL if you only use expire() */
    uintptr_t home; /* 0 idle, 1 on its set's due list, above: waiting, in the structure's own code */
    union tw_words {
        struct tw_links list;
        struct tw_node *child[2];
        uintptr_t word[2];
    } u;
} TW__EVEN;

enum { TW__IDLE = 0, TW__DUE = 1, TW__WAITING = 2 };

/* 40 bytes on a 64-bit machine, 20 on a 32-bit one and 12 on AVR with 32-bit ticks. */
#define TW__TICK_ROOM (sizeof(tw_tick) > sizeof(void *) ? sizeof(tw_tick) : sizeof(void *))
typedef char tw__node_is_five_words[sizeof(struct tw_node) == 4 * sizeof(void *) + TW__TICK_ROOM ? 1 : -1];

/* What a structure gives so that a set can be built over it. `s` is the structure. */
struct tw_ops {
    void (*init)(void *s, tw_tick now, void *array, size_t n);
    bool (*full)(const void *s);
    void (*add)(void *s, struct tw_node *n, tw_tick due);  /* n does not wait, and s is not full */
    bool (*move)(void *s, struct tw_node *n, tw_tick due); /* n waits; false: elsewhere, if s can tell */
    bool (*cancel)(void *s, struct tw_node *n);
    bool (*next)(void *s, tw_tick *due);
    struct tw_node *(*take)(void *s, tw_tick now); /* unlinks the first node with due <= now; NULL: none */
    size_t (*count)(const void *s);
    struct tw_node *(*each)(const void *s, const struct tw_node *n); /* the node after n; NULL: begin, end */
    struct tw_node *(*drain)(void *s);                               /* all out, chained by u.list.next */
    bool (*check)(const void *s);
    size_t (*bytes)(size_t n); /* of the array for n timers */
    size_t size;               /* of the structure itself */
    const char *name;
};

/* The clock and the due list of a set. All zero is valid: tick 0, nothing armed. */
struct tw_clock {
    tw_tick now;           /* the last now that advance() or expire() was given */
    tw_tick limit;         /* what the structure holds for ticks up to here goes before the due list */
    struct tw_node *due;   /* the due list, in arming order: its last node; NULL: empty */
    struct tw_node *until; /* its last node of this batch; NULL: none is left */
    uint8_t batch;         /* one of the TW__BATCH_ values */
};

/* LEFT: no batch, but the last one did not come to its end. */
enum { TW__BATCH_NONE = 0, TW__BATCH_PUSH = 1, TW__BATCH_PULL = 2, TW__BATCH_LEFT = 3 };

/* A set over a structure chosen at run time. TW_TIMERS_OF makes sets over a structure known when compiling. */
struct tw_timers {
    struct tw_clock clock;
    const struct tw_ops *ops;
    void *in;
};

/* ------------------------------------------------------------------------------------------------------ API */

/* An idle node that will call fn, as an initialiser and as a call. */
/* clang-format off */
#define TW_NODE(fn) {0, fn, 0, {{NULL, NULL}}}
/* clang-format on */
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

/* The object of type `type` whose member `member` is the node n. A C++ class with virtual functions, or with data in a
   base and in itself, has no offsets that are promised: let it inherit from tw_node, and say
   static_cast<type *>(n) in place of TW_OF; `this` is the node. */
#define TW_OF(n, type, member) TW__CAST(type *, tw__around(n, offsetof(type, member)))
TW__INLINE void *tw__around(struct tw_node *n, size_t offset) { return (char *)n - offset; }
TW__INLINE const void *tw__const_around(const struct tw_node *n, size_t offset) { return (const char *)n - offset; }

/* True if tick a comes before tick b; with 16 and 32 bits, if they lie within half the range of each other. */
TW__INLINE bool tw_before(tw_tick a, tw_tick b) {
    return TW_TICK_BITS == 64 ? a < b : (tw_tick)(a - b) > TW_TICK_MAX / 2;
}

/* The next tick of a periodic timer that lies after now, on the grid due, due + period, ...; *missed (may be NULL)
   gets the number of grid ticks after due, up to now, that it leaves out. due itself if that is still ahead. A 64-bit
   result beyond the range is TW_TICK_MAX. One division at most. After a stall, in the callback:
       burst   add(t, n, n->due + period)                               one firing for each period missed
       skip    add(t, n, tw_forward(n->due, period, now, &missed))      the grid is kept, missed ones are counted
       delay   add(t, n, now + period)                                  a new grid begins */
TW__INLINE tw_tick tw_forward(tw_tick due, tw_tick period, tw_tick now, tw_tick *missed);

/* The roundest tick (most low zero bits) in earliest..latest, so that timers with slack share wake-ups; earliest if the
   range is empty. At most one step a bit. */
TW__INLINE tw_tick tw_coalesce(tw_tick earliest, tw_tick latest);

/* TW_TIMERS_OF(idle, heap4) gives `struct idle` and these verbs as idle_init(&t, now, array, n), idle_add(&t, n, due),
   ...; all zero is then a valid empty set. The compiled verbs below drive any structure through its table of operations
   (&tw_heap4_ops). */

/* An empty set at tick now over the structure at in, which is initialised too; array and n as its header says. */
#define tw_timers_init TW__LINK_NAME(tw_timers_init)
TW__API void tw_timers_init(struct tw_timers *t, tw_tick now, const struct tw_ops *ops, void *in, void *array,
                            size_t n);

/* Arms n for tick due, or moves it there if it is armed in t. False: full, or too far; then nothing changed. */
TW__API bool tw_timers_add(struct tw_timers *t, struct tw_node *n, tw_tick due);

/* Arms n for due unless it is armed for that tick or an earlier one already. False as add(). */
TW__API bool tw_timers_add_if_earlier(struct tw_timers *t, struct tw_node *n, tw_tick due);

/* Takes n out, unfired. False: it was idle. */
TW__API bool tw_timers_cancel(struct tw_timers *t, struct tw_node *n);

/* The earliest deadline, exactly; the set's now while anything is due. False: nothing is armed. */
TW__API bool tw_timers_next(struct tw_timers *t, tw_tick *due);

/* Moves the clock to now and calls fn of what is due, in order. The number fired; 0 if refused. */
TW__API size_t tw_timers_advance(struct tw_timers *t, tw_tick now);

/* The same for at most max timers. The rest stays due and comes first next time; max 0 only moves the clock. */
TW__API size_t tw_timers_advance_some(struct tw_timers *t, tw_tick now, size_t max);

/* Without callbacks: each call hands out one due node, idle by then, and NULL ends the batch. Until that NULL the batch
   keeps the now it began with, and what is armed for a passed tick meanwhile comes after it. */
TW__API struct tw_node *tw_timers_expire(struct tw_timers *t, tw_tick now);

/* What epoll_wait() or poll() should wait at clock time now, in ms: rounded up, at most INT_MAX; 0 only when something
   is due; -1 if nothing is armed. */
TW__API int tw_timers_wait_ms(struct tw_timers *t, tw_tick now, tw_tick ticks_per_ms);

/* The set's now. */
TW__API tw_tick tw_timers_now(const struct tw_timers *t);

/* Ticks from the set's now to the deadline of n; 0 if n is due or idle. */
TW__API tw_tick tw_timers_remaining(const struct tw_timers *t, const struct tw_node *n);

/* True if n, a node of this set or an idle one, is armed. */
TW__API bool tw_timers_pending(const struct tw_timers *t, const struct tw_node *n);

/* How many are armed, due ones included. O(1 + those on the due list). */
TW__API size_t tw_timers_count(const struct tw_timers *t);

/* Walks the armed nodes in no promised order: NULL gives the first, and NULL ends. Change nothing meanwhile.
       for (n = tw_timers_each(t, NULL); n; n = tw_timers_each(t, n)) */
TW__API struct tw_node *tw_timers_each(const struct tw_timers *t, const struct tw_node *n);

/* Takes everything out, unfired. */
TW__API void tw_timers_clear(struct tw_timers *t);

/* The same, and calls fn with each node, idle by then: fn may free it, cancel others, and arm what shall stay.
   Meanwhile the nodes still to come count as due: pending() is true, remaining() is 0, and add_if_earlier() leaves them
   to be cleared; add() arms one anew, which then stays. */
TW__API void tw_timers_clear_with(struct tw_timers *t, tw_fn *fn);

/* Verifies every invariant of the set and its structure; for tests. */
TW__API bool tw_timers_check(const struct tw_timers *t);

/* --------------------------------------------------------------------------------------------------- ENGINE */

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

TW__INLINE tw_tick tw_coalesce(tw_tick earliest, tw_tick latest) {
    if (tw_before(latest, earliest))
        return earliest;

    /* Invariant: latest lies in the range. Without its lowest one-bit it is the next rounder tick below. */
    while (latest != 0 && !tw_before((tw_tick)(latest & (latest - 1u)), earliest))
        latest = (tw_tick)(latest & (latest - 1u));
    return latest;
}

/* The number of the lowest one-bit of x, which is not 0. Small cores get a loop, not a library call. */
TW__INLINE unsigned tw__low_bit(uintptr_t x) {
    unsigned i = 0;

#if TW__GNU && (UINTPTR_MAX > 0xFFFFFFFFu || defined(__i386__) || defined(__ARM_FEATURE_CLZ))
    i = (unsigned)(sizeof x > sizeof i ? __builtin_ctzll(x) : __builtin_ctz((unsigned)x));
#else
    for (; (x & 1u) == 0; x >>= 1)
        i++;
#endif
    return i;
}

/* A list is known by its last node, NULL when empty. The last is followed by the first, before which is NULL: arming
   touches one other node, and a wheel's slot is one word. */
TW__INLINE struct tw_node *tw__list_first(const struct tw_node *last) { return last ? last->u.list.next : NULL; }

TW__INLINE void tw__list_append(struct tw_node **list, struct tw_node *n) {
    struct tw_node *last = *list;

    n->u.list.prev = last;
    n->u.list.next = n;
    if (last) {
        n->u.list.next = last->u.list.next;
        last->u.list.next = n;
    }
    *list = n;
    TW_TRACE(TW_LINK, n, n->due);
}

/* The first of a list has no previous one: it stands behind the last. Alone, n is both. */
TW__INLINE void tw__list_remove(struct tw_node **list, struct tw_node *n) {
    struct tw_node *last = *list, *next = n->u.list.next, *prev = n->u.list.prev;

    TW_TRACE(TW_LINK, n, n->due);
    if (n == last)
        *list = prev;
    else
        next->u.list.prev = prev;
    (prev ? prev : last)->u.list.next = next;
}

TW__INLINE void tw__idle_all(struct tw_node *chain) {
    for (; chain; chain = chain->u.list.next) {
        chain->home = TW__IDLE;
        TW_TRACE(TW_CANCEL, chain, chain->due);
    }
}

/* The due list: nodes up to `until` belong to this batch, those behind it wait for the next one. The assertion fails
   for the first node of another set's due list. */
TW__ONCE void tw__due_remove(struct tw_clock *c, struct tw_node *n) {
    TW_ASSERT(c->due && (n->u.list.prev ? n->u.list.prev : c->due)->u.list.next == n);
    if (c->until == n)
        c->until = n->u.list.prev;
    tw__list_remove(&c->due, n);
}

TW__INLINE void tw__clock_init(struct tw_clock *c, tw_tick now) {
    c->now = c->limit = now;
    c->due = c->until = NULL;
    c->batch = TW__BATCH_NONE;
}

TW__ONCE bool tw__timers_cancel(struct tw_clock *c, void *in, const struct tw_ops *ops, struct tw_node *n) {
    TW_ASSERT(n != NULL);
    if (n->home > TW__DUE)
        return ops->cancel(in, n);
    if (n->home == TW__IDLE)
        return false;
    tw__due_remove(c, n);
    n->home = TW__IDLE;
    TW_TRACE(TW_CANCEL, n, n->due);
    return true;
}

TW__FOLD bool tw__timers_add(struct tw_clock *c, void *in, const struct tw_ops *ops, struct tw_node *n, tw_tick due) {
    const bool ahead = tw_before(c->now, due);

    TW_ASSERT(n != NULL);
    if (TW_TICK_BITS != 64 && (tw_tick)((tw_tick)(due - c->now) - TW__QUARTER) < 2 * TW__QUARTER)
        return false;
    if (TW__SPEED && ahead && n->home > TW__DUE)
        return ops->move(in, n, due);
    if (ahead && n->home <= TW__DUE && ops->full(in))
        return false;
    if (n->home != TW__IDLE && !tw__timers_cancel(c, in, ops, n))
        return false;

    if (ahead) {
        ops->add(in, n, due);
    } else {
        TW_TRACE(TW_ARM, n, due);
        n->due = due;
        n->home = TW__DUE;
        tw__list_append(&c->due, n);
    }
    return true;
}

/* Is n armed for due or an earlier tick? */
TW__INLINE bool tw__early_enough(const struct tw_node *n, tw_tick due) {
    TW_ASSERT(n != NULL);
    return n->home == TW__DUE || (n->home != TW__IDLE && !tw_before(due, n->due));
}

TW__FOLD bool tw__timers_next(struct tw_clock *c, void *in, const struct tw_ops *ops, tw_tick *due) {
    if (!c->due && !ops->next(in, due))
        return false;
    if (c->due || tw_before(*due, c->now))
        *due = c->now;
    return true;
}

/* May the clock go to now? Never back, except that an empty set whose ticks wrap cannot tell what is back. */
TW__FOLD bool tw__timers_back(const struct tw_clock *c, const void *in, const struct tw_ops *ops, tw_tick now) {
    return tw_before(now, c->now) && (TW_TICK_BITS == 64 || c->due || ops->count(in) != 0);
}

/* Begins a batch: all that is armed now may belong to it, all that comes later does not. The clock moves first, so that
   what a callback arms for a tick up to now finds it passed. */
TW__INLINE void tw__timers_begin(struct tw_clock *c, tw_tick now) {
    c->limit = c->now;
    if (TW__SPEED && c->batch == TW__BATCH_NONE && !c->due)
        c->limit = now; /* nothing goes before what the clock reaches: one look is enough */
    c->now = now;
    c->until = c->due;
}

/* Nothing is to fire, but a structure that keeps time follows the clock, up to its earliest node. */
TW__FOLD void tw__timers_follow(struct tw_clock *c, void *in, const struct tw_ops *ops) {
    tw_tick due = c->now;

    if (!ops->next(in, &due) || tw_before(c->now, due))
        due = (tw_tick)(c->now + 1u);
    ops->take(in, (tw_tick)(due - 1u));
}

/* The next node of the batch, idle; NULL: the batch is through. In order: what a budget left in the structure, the due
   list as it stood, the rest of the structure. Nothing armed during the batch enters the structure for a tick up to
   now, so take() finds only what was there before. */
TW__FOLD struct tw_node *tw__timers_step(struct tw_clock *c, void *in, const struct tw_ops *ops) {
    for (;;) {
        struct tw_node *n = ops->take(in, c->limit);

        if (!n && c->until) {
            n = c->due->u.list.next;
            tw__due_remove(c, n);
            n->home = TW__IDLE;
        }
        if (n) {
            TW_TRACE(TW_FIRE, n, c->now);
            return n;
        }
        if (c->limit == c->now)
            return NULL;
        c->limit = c->now;
    }
}

TW__FOLD size_t tw__timers_advance(struct tw_clock *c, void *in, const struct tw_ops *ops, tw_tick now, size_t max) {
    struct tw_node *n;
    size_t fired = 0;
    uint8_t after = TW__BATCH_LEFT;

    if (c->batch == TW__BATCH_PUSH || tw__timers_back(c, in, ops, now))
        return 0;

    tw__timers_begin(c, now);
    if (max == 0)
        tw__timers_follow(c, in, ops);
    c->batch = TW__BATCH_PUSH;
    for (; fired < max; fired++) {
        n = tw__timers_step(c, in, ops);
        if (!n) {
            after = TW__BATCH_NONE;
            break;
        }
        TW_ASSERT(n->fn != NULL);
        n->fn(n, now);
    }
    c->batch = after;
    return fired;
}

TW__FOLD struct tw_node *tw__timers_expire(struct tw_clock *c, void *in, const struct tw_ops *ops, tw_tick now) {
    struct tw_node *n;

    if (c->batch == TW__BATCH_PUSH || tw__timers_back(c, in, ops, now))
        return NULL;

    if (c->batch != TW__BATCH_PULL)
        tw__timers_begin(c, now);
    n = tw__timers_step(c, in, ops);
    c->batch = n ? TW__BATCH_PULL : TW__BATCH_NONE;
    return n;
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

TW__FOLD tw_tick tw__timers_remaining(const struct tw_clock *c, const struct tw_node *n) {
    TW_ASSERT(n != NULL);
    return n->home > TW__DUE && tw_before(c->now, n->due) ? (tw_tick)(n->due - c->now) : 0;
}

TW__FOLD struct tw_node *tw__timers_each(const struct tw_clock *c, const void *in, const struct tw_ops *ops,
                                         const struct tw_node *n) {
    if (!n && c->due)
        return c->due->u.list.next;
    if (n && n->home == TW__DUE) {
        if (n != c->due)
            return n->u.list.next;
        n = NULL;
    }
    return ops->each(in, n);
}

TW__FOLD size_t tw__timers_count(const struct tw_clock *c, const void *in, const struct tw_ops *ops) {
    const struct tw_node *n = c->due;
    size_t count = ops->count(in);

    if (n)
        do
            count++;
        while ((n = n->u.list.next) != c->due);
    return count;
}

/* Everything goes onto the due list and leaves it from there, one by one, so that fn may cancel what is still to come.
   What fn arms stays: it stands behind `until`, or in the structure, which is empty by then. */
TW__FOLD void tw__timers_clear(struct tw_clock *c, void *in, const struct tw_ops *ops, tw_fn *fn) {
    const uint8_t batch = c->batch;
    struct tw_node *n = ops->drain(in), *next;

    for (; n; n = next) {
        next = n->u.list.next;
        n->home = TW__DUE;
        tw__list_append(&c->due, n);
    }

    c->until = c->due;
    c->batch = TW__BATCH_PUSH;
    while (c->until) {
        n = c->due->u.list.next;
        tw__due_remove(c, n);
        n->home = TW__IDLE;
        TW_TRACE(TW_CANCEL, n, n->due);
        if (fn)
            fn(n, c->now);
    }
    if (c->batch == TW__BATCH_PUSH) /* else fn has called init() */
        c->batch = batch;
}

TW__FOLD bool tw__timers_check(const struct tw_clock *c, const void *in, const struct tw_ops *ops) {
    const struct tw_node *n = c->due;
    bool until = c->until == NULL;

    if (n)
        do {
            if (n->home != TW__DUE || n->u.list.next->u.list.prev != (n == c->due ? NULL : n))
                return false;
            if (n == c->until)
                until = true;
        } while ((n = n->u.list.next) != c->due);
    return until && (c->batch != TW__BATCH_NONE || !c->until) && ops->check(in);
}

/* ----------------------------------------------------------------------------------------------------- FACE */

/* The verbs of a set, one line each: linkage and name of the functions, type of the set, its structure, its table. */
#define TW__TIMERS_VERBS(linkage, name, type, in, ops)                                                                 \
    linkage bool name##_add(type *t, struct tw_node *n, tw_tick due) {                                                 \
        return tw__timers_add(&t->clock, in, ops, n, due);                                                             \
    }                                                                                                                  \
    linkage bool name##_add_if_earlier(type *t, struct tw_node *n, tw_tick due) {                                      \
        return tw__early_enough(n, due) || name##_add(t, n, due);                                                      \
    }                                                                                                                  \
    linkage bool name##_cancel(type *t, struct tw_node *n) { return tw__timers_cancel(&t->clock, in, ops, n); }        \
    linkage bool name##_next(type *t, tw_tick *due) { return tw__timers_next(&t->clock, in, ops, due); }               \
    linkage size_t name##_advance_some(type *t, tw_tick now, size_t max) {                                             \
        return tw__timers_advance(&t->clock, in, ops, now, max);                                                       \
    }                                                                                                                  \
    linkage size_t name##_advance(type *t, tw_tick now) { return name##_advance_some(t, now, TW__CAST(size_t, -1)); }  \
    linkage struct tw_node *name##_expire(type *t, tw_tick now) { return tw__timers_expire(&t->clock, in, ops, now); } \
    linkage int name##_wait_ms(type *t, tw_tick now, tw_tick ticks_per_ms) {                                           \
        tw_tick due = now;                                                                                             \
        return name##_next(t, &due) ? tw__wait_ms(due, now, ticks_per_ms) : -1;                                        \
    }                                                                                                                  \
    linkage tw_tick name##_now(const type *t) { return t->clock.now; }                                                 \
    linkage tw_tick name##_remaining(const type *t, const struct tw_node *n) {                                         \
        return tw__timers_remaining(&t->clock, n);                                                                     \
    }                                                                                                                  \
    linkage bool name##_pending(const type *t, const struct tw_node *n) { return (void)t, !tw_idle(n); }               \
    linkage size_t name##_count(const type *t) { return tw__timers_count(&t->clock, in, ops); }                        \
    linkage struct tw_node *name##_each(const type *t, const struct tw_node *n) {                                      \
        return tw__timers_each(&t->clock, in, ops, n);                                                                 \
    }                                                                                                                  \
    linkage void name##_clear_with(type *t, tw_fn *fn) { tw__timers_clear(&t->clock, in, ops, fn); }                   \
    linkage void name##_clear(type *t) { name##_clear_with(t, NULL); }                                                 \
    linkage bool name##_check(const type *t) { return tw__timers_check(&t->clock, in, ops); }

/* A second macro, so that `of` may be a macro itself. */
#define TW_TIMERS_OF(name, of) TW__TIMERS_OF(name, of)
#define TW__TIMERS_OF(name, of)                                                                  \
    TW__FOLD const struct tw_ops *name##__ops(void) { return &tw_##of##_ops; }                   \
    struct name {                                                                                \
        struct tw_clock clock;                                                                   \
        struct tw_##of in;                                                                       \
    };                                                                                           \
    TW__INLINE void name##_init(struct name *t, tw_tick now, tw_##of##_array *array, size_t n) { \
        tw__clock_init(&t->clock, now), name##__ops()->init(&t->in, now, array, n);              \
    }                                                                                            \
    TW__TIMERS_VERBS(TW__INLINE, name, struct name, &t->in, name##__ops())

TW__END_C

#endif /* TW_TIMERS_H */

/* ------------------------------------------------------------------------------------------- IMPLEMENTATION */

#if defined(TW_STATIC) && !defined(TW_IMPLEMENTATION)
#if !defined(TW_TIMERS_IMPLEMENTATION) /* which the switch of each header defines */
#error "TW_STATIC wants #define TW_IMPLEMENTATION beside it, before the first include"
#endif
#define TW_IMPLEMENTATION /* what is declared static must be defined */
#endif

#if (defined(TW_IMPLEMENTATION) || defined(TW_TIMERS_IMPLEMENTATION)) && !defined(TW__TIMERS_IMPLEMENTED)
#define TW__TIMERS_IMPLEMENTED

TW__API void tw_timers_init(struct tw_timers *t, tw_tick now, const struct tw_ops *ops, void *in, void *array,
                            size_t n) {
    tw__clock_init(&t->clock, now);
    t->ops = ops;
    t->in = in;
    ops->init(in, now, array, n);
}

TW__TIMERS_VERBS(TW__API, tw_timers, struct tw_timers, t->in, t->ops)

#endif

/* MIT No Attribution. Copyright 2026 The tw authors.
   Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated
   documentation files (the "Software"), to deal in the Software without restriction, including without limitation the
   rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to
   permit persons to whom the Software is furnished to do so. THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY
   KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR
   PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR
   OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE
   SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE. */
