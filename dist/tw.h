/* SPDX-License-Identifier: MIT-0 */
/* tw.h - one header instead of these: timers.h heap4.h rbtree.h skiplist.h wheel.h hwheel.h.
   Made by tools/amalgamate.sh: change those, not this. The manual of each stands at its beginning. */

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

/* heap4.h - a 4-ary heap: timers, and a priority queue with any ordering.

   WHAT IT IS
       An array heap in which every entry has four children. An entry holds the node's key beside the pointer, so
       sifting reads neighbouring entries and no node, and a node knows its position, so cancel and move need no search.
       Equal keys leave in arming order: each arming is numbered, and the number breaks the tie.

   PICK IT
       for timers of mixed distance, up to about a million; for deadlines of any range; when the number of timers is
       bounded and known (the array is yours); as a priority queue.
   PICK ANOTHER
       if deadlines are moved and cancelled far more often than reached (a wheel), if you walk in order, or if the
       number of timers has no bound that you can name (a red-black tree).

   DO THIS
       timers             TW_TIMERS_OF(timers, heap4) makes struct timers and timers_init, _add, _cancel, ...: timers.h
       queue by tick      struct tw_heap4 and the functions below; the key is n->due
       queue of objects   TW_HEAP4_OF(jobq, struct job, node, job_before) makes struct jobq and jobq_init, _add, ...

   EXAMPLE (examples/jobs.c)
       struct job { int priority; const char *name; struct tw_node node; };
       static bool job_before(const struct job *a, const struct job *b) { return a->priority > b->priority; }
       TW_HEAP4_OF(jobq, struct job, node, job_before)

       static TW_HEAP4_ARRAY(room, 100);
       struct jobq q;
       jobq_init(&q, 0, room, 100);
       jobq_add(&q, &job);                           false: full
       while ((j = jobq_pop(&q)) != NULL)
           run(j);

   COST (n nodes)
       add, update       O(log n), a random key O(1) on average       next, peek, count    O(1)
       take, pop         O(log n)                                     clear                O(n)
       cancel, move      O(log n), no search                          each                 O(1) a step
       Bytes a timer, node included: 64 on a 64-bit machine, 28 on a 32-bit one and 18 on AVR with 32-bit ticks. The
       64-bit array keeps the arming number too, so that many equal keys read no nodes.

   GUARANTEES
       FIFO among equals, always: the number has 64 bits (32 on AVR: exact while no node waits through 2^31 armings).
       A full heap refuses a new node and changes nothing. A node that is not in this heap (idle, fired, of another
       heap) is refused by cancel() and update(); only a node that waits in another structure trips TW_ASSERT as well.

   OPTIONS
       those of timers.h; TW_HEAP4_IMPLEMENTATION instead of TW_IMPLEMENTATION defines this header and timers.h only

   SOURCE
       J. W. J. Williams, Algorithm 232: Heapsort, CACM 7(6), 1964. D. B. Johnson, Priority queues with update and
       finding minimum spanning trees, IPL 4(3), 1975, for d children. A. LaMarca and R. Ladner, The influence of caches
       on the performance of heaps, JEA 1, 1996, for siblings that share cache lines. */
#ifndef TW_HEAP4_H
#define TW_HEAP4_H

#if defined(TW_HEAP4_IMPLEMENTATION) && !defined(TW_TIMERS_IMPLEMENTATION)
#define TW_TIMERS_IMPLEMENTATION
#endif

TW__BEGIN_C

/* ---------------------------------------------------------------------------------------------------- TYPES */

/* Where an arming number stands: on a 64-bit machine, which has caches, beside the key; else in the node, where it
   takes no room. The root's index: 3 lines groups of siblings up with the array's alignment, 0 wastes no entry. */
#if UINTPTR_MAX > 0xFFFFFFFFu
#define TW__HEAP4_NUMBER_IN_CELL 1
#define TW__HEAP4_ROOT           3u
#else
#define TW__HEAP4_NUMBER_IN_CELL 0
#define TW__HEAP4_ROOT           0u
#endif

#if UINTPTR_MAX > 0xFFFFu
typedef uint64_t tw_heap4_number;
#else
typedef uint32_t tw_heap4_number;
#endif

struct tw_heap4_cell {
    tw_tick due;
#if TW__HEAP4_NUMBER_IN_CELL
    tw_heap4_number number;
#endif
    struct tw_node *node;
};

typedef struct tw_heap4_cell tw_heap4_array; /* an element of the array that init() takes */

/* Entries behind this one are likely not to be in a first-level cache. */
enum { TW__HEAP4_LARGE = 4096 };

/* All zero is a valid heap of capacity 0. */
struct tw_heap4 {
    struct tw_heap4_cell *cell; /* yours; entries stand at TW__HEAP4_ROOT and above */
    size_t count, capacity;
    tw_heap4_number armings; /* so far */
};

/* ------------------------------------------------------------------------------------------------------ API */

/* Bytes of the array for n nodes, and its declaration, aligned: static TW_HEAP4_ARRAY(room, 100);
   From malloc, align to 32 if you can: it saves a cache line in three. */
#define TW_HEAP4_BYTES(n)       (((n) + TW__HEAP4_ROOT) * sizeof(struct tw_heap4_cell))
#define TW_HEAP4_ARRAY(name, n) TW__ATTRIBUTE(aligned(64)) struct tw_heap4_cell name[(n) + TW__HEAP4_ROOT]

/* An empty heap for up to n nodes in array; NULL: for none, whatever n is. It forgets nodes: clear() a heap in use
   first. now is not needed. */
#define tw_heap4_init TW__LINK_NAME(tw_heap4_init)
TW__API void tw_heap4_init(struct tw_heap4 *h, tw_tick now, struct tw_heap4_cell *array, size_t n);

/* Tells where the array is now, with room for n: to grow, realloc() it, then call this; to shrink, call this first.
   False: n is less than count; nothing changed. O(1). */
TW__API bool tw_heap4_storage(struct tw_heap4 *h, struct tw_heap4_cell *array, size_t n);

/* Inserts n with key due, or moves it there if it is in h. False: full, or n waits elsewhere. O(log n). */
TW__API bool tw_heap4_add(struct tw_heap4 *h, struct tw_node *n, tw_tick due);

/* Takes n out. False: it is not in h. O(log n). */
TW__API bool tw_heap4_cancel(struct tw_heap4 *h, struct tw_node *n);

/* Restores order after n->due was changed; counts as arming anew. False: n is not in h. O(log n). */
TW__API bool tw_heap4_update(struct tw_heap4 *h, struct tw_node *n);

/* The least key. False: empty. O(1). */
TW__API bool tw_heap4_next(struct tw_heap4 *h, tw_tick *due);

/* The first node, which stays (peek) or is taken out (pop, and take if its due <= now). NULL: none. */
TW__API struct tw_node *tw_heap4_peek(const struct tw_heap4 *h);
TW__API struct tw_node *tw_heap4_pop(struct tw_heap4 *h);
TW__API struct tw_node *tw_heap4_take(struct tw_heap4 *h, tw_tick now);

/* How many nodes; the node after n as the array has it (NULL to begin, and at the end); all nodes out; every
   invariant. */
TW__API size_t tw_heap4_count(const struct tw_heap4 *h);
TW__API struct tw_node *tw_heap4_each(const struct tw_heap4 *h, const struct tw_node *n);
TW__API void tw_heap4_clear(struct tw_heap4 *h);
TW__API bool tw_heap4_check(const struct tw_heap4 *h);

/* --------------------------------------------------------------------------------------------------- ENGINE

   Indices i run from ROOT. The children of i are four neighbours, first(i) .. first(i) + 3; up(i) leads back:

       ROOT 3:   3 | 4 5 6 7 | 8 .. 11 | 12 .. 15 | 16 .. 19 | 20 .. 23 | ...
                 root  children  of 4       of 5       of 6       of 7

   Invariant outside of a call: no entry comes before the one above it, and cell[i].node->home == i + WAITING. */

typedef bool tw__heap4_order(const struct tw_heap4_cell *a, const struct tw_heap4_cell *b);
typedef void tw__heap4_sift(struct tw_heap4 *h, size_t i, const struct tw_heap4_cell *x);

TW__INLINE size_t tw__heap4_first(size_t i) { return 4 * i + 1 - 3 * TW__HEAP4_ROOT; }

TW__INLINE size_t tw__heap4_up(size_t i) { return (i - 1 - TW__HEAP4_ROOT) / 4 + TW__HEAP4_ROOT; }

TW__INLINE tw_heap4_number tw__heap4_number(const struct tw_heap4_cell *x) {
#if TW__HEAP4_NUMBER_IN_CELL
    return x->number;
#else
    const uintptr_t *word = x->node->u.word;
    return (tw_heap4_number)word[1] << (4 * sizeof(tw_heap4_number)) | word[0];
#endif
}

/* The entry for n, armed now. */
TW__INLINE struct tw_heap4_cell tw__heap4_cell(struct tw_heap4 *h, struct tw_node *n) {
    const tw_heap4_number number = h->armings++;
    struct tw_heap4_cell x;

    x.due = n->due;
    x.node = n;
#if TW__HEAP4_NUMBER_IN_CELL
    x.number = number;
#else
    n->u.word[0] = (uintptr_t)number;
    n->u.word[1] = (uintptr_t)(number >> (4 * sizeof(number)));
#endif
    return x;
}

TW__INLINE bool tw__heap4_armed_before(const struct tw_heap4_cell *a, const struct tw_heap4_cell *b) {
    return (tw__heap4_number(a) - tw__heap4_number(b)) >> (8 * sizeof(tw_heap4_number) - 1);
}

TW__INLINE bool tw__heap4_by_due(const struct tw_heap4_cell *a, const struct tw_heap4_cell *b) {
#if TW_TICK_BITS == 64 && TW__HEAP4_NUMBER_IN_CELL && defined(__SIZEOF_INT128__)
    __extension__ typedef unsigned __int128 both; /* no branch; 2^64 armings are never reached */
    TW_TRACE(TW_COMPARE, a->node, a->due);
    return ((both)a->due << 64 | a->number) < ((both)b->due << 64 | b->number);
#else
    TW_TRACE(TW_COMPARE, a->node, a->due);
    return a->due != b->due ? tw_before(a->due, b->due) : tw__heap4_armed_before(a, b);
#endif
}

TW__INLINE void tw__heap4_put(struct tw_heap4 *h, size_t i, struct tw_heap4_cell x) {
    h->cell[i] = x;
    x.node->home = i + TW__WAITING;
    TW_TRACE(TW_LINK, x.node, x.due);
}

/* Sixteen entries, the children of four siblings: whichever is the least, its own are on their way meanwhile. */
TW__INLINE void tw__heap4_prefetch(const struct tw_heap4_cell *x) {
    const struct tw_heap4_cell *end = x + 16;

    for (; x < end; x += 2)
        TW__PREFETCH(x);
}

/* Puts x where it belongs, starting from the hole at i, upwards or downwards. */
TW__FOLD void tw__heap4_sift_by(struct tw_heap4 *h, size_t i, const struct tw_heap4_cell *x, tw__heap4_order *before) {
    const size_t end = h->count + TW__HEAP4_ROOT;
    struct tw_heap4_cell *const cell = h->cell;

    /* All below i may stay when x goes up: what moves down came before it already. */
    while (i > TW__HEAP4_ROOT && before(x, &cell[tw__heap4_up(i)])) {
        tw__heap4_put(h, i, cell[tw__heap4_up(i)]);
        i = tw__heap4_up(i);
    }

    /* All above i may stay when x goes down: the least child takes its place. */
    for (;;) {
        size_t c = tw__heap4_first(i), best = c;

        if (TW__SPEED && c + 4 <= end) {
            const size_t grand = tw__heap4_first(c);
            size_t right;
            if (grand >= TW__HEAP4_LARGE && grand < end)
                tw__heap4_prefetch(&cell[grand]);
            /* Which of two is a coin toss to a branch predictor: sums instead of branches. */
            right = c + 2 + before(&cell[c + 3], &cell[c + 2]);
            best = c + before(&cell[c + 1], &cell[c]);
            best += (right - best) & ((size_t)0 - before(&cell[right], &cell[best]));
        } else if (c < end) {
            const size_t all = c + 4;
            while (++c < end && c < all)
                best = before(&cell[c], &cell[best]) ? c : best;
        } else {
            break;
        }
        if (!before(&cell[best], x))
            break;
        tw__heap4_put(h, i, cell[best]);
        i = best;
    }
    tw__heap4_put(h, i, *x);
}

TW__INLINE void tw__heap4_sift_due(struct tw_heap4 *h, size_t i, const struct tw_heap4_cell *x) {
    tw__heap4_sift_by(h, i, x, tw__heap4_by_due);
}

/* Is n in h? Its position says so, without a search; a foreign node may be anything but freed memory. */
TW__INLINE bool tw__heap4_has(const struct tw_heap4 *h, const struct tw_node *n) {
    const uintptr_t place = n->home - TW__WAITING;
    return place - TW__HEAP4_ROOT < h->count && h->cell[place].node == n;
}

/* n is armed at i, wherever it was, and goes where it belongs. */
TW__FOLD void tw__heap4_arm(struct tw_heap4 *h, struct tw_node *n, size_t i, tw__heap4_sift *sift) {
    const struct tw_heap4_cell x = tw__heap4_cell(h, n);

    sift(h, i, &x);
}

TW__FOLD bool tw__heap4_update(struct tw_heap4 *h, struct tw_node *n, tw__heap4_sift *sift) {
    TW_ASSERT(n != NULL);
    if (!tw__heap4_has(h, n))
        return false;
    TW_TRACE(TW_MOVE, n, n->due);
    tw__heap4_arm(h, n, n->home - TW__WAITING, sift);
    return true;
}

/* n does not wait, and there is room. */
TW__FOLD void tw__heap4_insert(struct tw_heap4 *h, struct tw_node *n, tw_tick due, tw__heap4_sift *sift) {
    TW_TRACE(n->home == TW__IDLE ? TW_ARM : TW_MOVE, n, due);
    n->due = due;
    tw__heap4_arm(h, n, h->count++ + TW__HEAP4_ROOT, sift);
}

TW__FOLD bool tw__heap4_move(struct tw_heap4 *h, struct tw_node *n, tw_tick due, tw__heap4_sift *sift) {
    TW_ASSERT(tw__heap4_has(h, n));
    if (!tw__heap4_has(h, n))
        return false;
    TW_TRACE(TW_MOVE, n, due);
    n->due = due;
    tw__heap4_arm(h, n, n->home - TW__WAITING, sift);
    return true;
}

TW__FOLD bool tw__heap4_add(struct tw_heap4 *h, struct tw_node *n, tw_tick due, tw__heap4_sift *sift) {
    TW_ASSERT(n != NULL);
    if (n->home >= TW__WAITING)
        return tw__heap4_move(h, n, due, sift);
    if (h->count == h->capacity)
        return false;
    tw__heap4_insert(h, n, due, sift);
    return true;
}

/* The entry at i leaves and the last one takes its place, which may lie above or below. */
TW__FOLD struct tw_node *tw__heap4_remove(struct tw_heap4 *h, size_t i, tw__heap4_sift *sift) {
    struct tw_node *n = h->cell[i].node;
    const size_t last = --h->count + TW__HEAP4_ROOT;

    n->home = TW__IDLE;
    if (i != last)
        sift(h, i, &h->cell[last]);
    return n;
}

TW__FOLD bool tw__heap4_cancel(struct tw_heap4 *h, struct tw_node *n, tw__heap4_sift *sift) {
    TW_ASSERT(n != NULL);
    if (!tw__heap4_has(h, n)) {
        TW_ASSERT(n->home < TW__WAITING);
        return false;
    }
    TW_TRACE(TW_CANCEL, n, n->due);
    tw__heap4_remove(h, n->home - TW__WAITING, sift);
    return true;
}

TW__INLINE struct tw_node *tw__heap4_peek(const struct tw_heap4 *h) {
    return h->count ? h->cell[TW__HEAP4_ROOT].node : NULL;
}

TW__FOLD struct tw_node *tw__heap4_pop(struct tw_heap4 *h, tw__heap4_sift *sift) {
    return h->count ? tw__heap4_remove(h, TW__HEAP4_ROOT, sift) : NULL;
}

TW__INLINE struct tw_node *tw__heap4_each(const struct tw_heap4 *h, const struct tw_node *n) {
    const size_t i = n ? n->home - TW__WAITING + 1 : TW__HEAP4_ROOT;
    return i < h->count + TW__HEAP4_ROOT ? h->cell[i].node : NULL;
}

TW__INLINE struct tw_node *tw__heap4_drain(struct tw_heap4 *h) {
    struct tw_node *chain = NULL;

    while (h->count) {
        struct tw_node *n = h->cell[--h->count + TW__HEAP4_ROOT].node;
        n->u.list.next = chain;
        chain = n;
    }
    return chain;
}

TW__INLINE void tw__heap4_init(struct tw_heap4 *h, struct tw_heap4_cell *array, size_t n) {
    h->cell = array;
    h->count = 0;
    h->capacity = array ? n : 0;
    h->armings = 0;
}

TW__INLINE bool tw__heap4_storage(struct tw_heap4 *h, struct tw_heap4_cell *array, size_t n) {
    if (n < h->count)
        return false;
    h->cell = array;
    h->capacity = n;
    return true;
}

TW__FOLD bool tw__heap4_check(const struct tw_heap4 *h, tw__heap4_order *before) {
    size_t i = TW__HEAP4_ROOT;

    for (; i < h->count + TW__HEAP4_ROOT; i++) {
        const struct tw_heap4_cell *x = &h->cell[i];
        if (x->due != x->node->due || x->node->home != i + TW__WAITING)
            return false;
        if (TW__HEAP4_NUMBER_IN_CELL && !((tw__heap4_number(x) - h->armings) >> (8 * sizeof(tw_heap4_number) - 1)))
            return false;
        if (i > TW__HEAP4_ROOT && before(x, &h->cell[tw__heap4_up(i)]))
            return false;
    }
    return h->count <= h->capacity;
}

/* The instance ordered by tick, as a structure for TW_TIMERS_OF and tw_timers_init(). */
TW__INLINE void tw__heap4_op_init(void *h, tw_tick now, void *array, size_t n) {
    (void)now;
    tw__heap4_init((struct tw_heap4 *)h, (struct tw_heap4_cell *)array, n);
}
TW__INLINE bool tw__heap4_op_full(const void *p) {
    const struct tw_heap4 *h = (const struct tw_heap4 *)p;
    return h->count == h->capacity;
}
TW__INLINE void tw__heap4_op_add(void *h, struct tw_node *n, tw_tick due) {
    tw__heap4_insert((struct tw_heap4 *)h, n, due, tw__heap4_sift_due);
}
TW__INLINE bool tw__heap4_op_move(void *h, struct tw_node *n, tw_tick due) {
    return tw__heap4_move((struct tw_heap4 *)h, n, due, tw__heap4_sift_due);
}
TW__INLINE bool tw__heap4_op_cancel(void *h, struct tw_node *n) {
    return tw__heap4_cancel((struct tw_heap4 *)h, n, tw__heap4_sift_due);
}
TW__INLINE bool tw__heap4_op_next(void *p, tw_tick *due) {
    const struct tw_heap4 *h = (const struct tw_heap4 *)p;

    if (h->count)
        *due = h->cell[TW__HEAP4_ROOT].due;
    return h->count != 0;
}
TW__INLINE struct tw_node *tw__heap4_op_take(void *p, tw_tick now) {
    struct tw_heap4 *h = (struct tw_heap4 *)p;

    if (h->count == 0 || tw_before(now, h->cell[TW__HEAP4_ROOT].due))
        return NULL;
    return tw__heap4_remove(h, TW__HEAP4_ROOT, tw__heap4_sift_due);
}
TW__INLINE size_t tw__heap4_op_count(const void *h) { return ((const struct tw_heap4 *)h)->count; }
TW__INLINE struct tw_node *tw__heap4_op_each(const void *h, const struct tw_node *n) {
    return tw__heap4_each((const struct tw_heap4 *)h, n);
}
TW__INLINE struct tw_node *tw__heap4_op_drain(void *h) { return tw__heap4_drain((struct tw_heap4 *)h); }
TW__INLINE bool tw__heap4_op_check(const void *h) {
    return tw__heap4_check((const struct tw_heap4 *)h, tw__heap4_by_due);
}
TW__INLINE size_t tw__heap4_op_bytes(size_t n) { return TW_HEAP4_BYTES(n); }

TW__TABLE const struct tw_ops tw_heap4_ops = {tw__heap4_op_init,       tw__heap4_op_full,
                                              tw__heap4_op_add,        tw__heap4_op_move,
                                              tw__heap4_op_cancel,     tw__heap4_op_next,
                                              tw__heap4_op_take,       tw__heap4_op_count,
                                              tw__heap4_op_each,       tw__heap4_op_drain,
                                              tw__heap4_op_check,      tw__heap4_op_bytes,
                                              sizeof(struct tw_heap4), "heap4"};

/* ----------------------------------------------------------------------------------------------------- FACE */

/* A queue of objects: struct name and its verbs, which take and give pointers to type. before(a, b) is the order: true
   if a must leave before b; equals leave in the order they were added. The key lies in your objects: after changing it,
   name##_update(). Costs and answers are those of the functions above; init takes now for uniformity only. */
#define TW_HEAP4_OF(name, type, member, before)                                                               \
    struct name {                                                                                             \
        struct tw_heap4 heap;                                                                                 \
    };                                                                                                        \
    TW__FOLD type *name##__of(struct tw_node *n) { return n ? TW_OF(n, type, member) : NULL; }                \
    TW__FOLD bool name##__order(const struct tw_heap4_cell *a, const struct tw_heap4_cell *b) {               \
        return before(name##__of(a->node), name##__of(b->node)) ||                                            \
               (!before(name##__of(b->node), name##__of(a->node)) && tw__heap4_armed_before(a, b));           \
    }                                                                                                         \
    TW__INLINE void name##__sift(struct tw_heap4 *h, size_t i, const struct tw_heap4_cell *x) {               \
        tw__heap4_sift_by(h, i, x, name##__order);                                                            \
    }                                                                                                         \
    TW__INLINE void name##_init(struct name *q, tw_tick now, struct tw_heap4_cell *array, size_t n) {         \
        tw__heap4_op_init(&q->heap, now, array, n);                                                           \
    }                                                                                                         \
    TW__INLINE bool name##_storage(struct name *q, struct tw_heap4_cell *array, size_t n) {                   \
        return tw__heap4_storage(&q->heap, array, n);                                                         \
    }                                                                                                         \
    TW__INLINE bool name##_add(struct name *q, type *x) {                                                     \
        return tw__heap4_add(&q->heap, &x->member, 0, name##__sift);                                          \
    }                                                                                                         \
    TW__INLINE bool name##_cancel(struct name *q, type *x) {                                                  \
        return tw__heap4_cancel(&q->heap, &x->member, name##__sift);                                          \
    }                                                                                                         \
    TW__INLINE bool name##_update(struct name *q, type *x) {                                                  \
        return tw__heap4_update(&q->heap, &x->member, name##__sift);                                          \
    }                                                                                                         \
    TW__INLINE type *name##_peek(const struct name *q) { return name##__of(tw__heap4_peek(&q->heap)); }       \
    TW__INLINE type *name##_pop(struct name *q) { return name##__of(tw__heap4_pop(&q->heap, name##__sift)); } \
    TW__INLINE size_t name##_count(const struct name *q) { return q->heap.count; }                            \
    TW__INLINE type *name##_each(const struct name *q, const type *x) {                                       \
        return name##__of(tw__heap4_each(&q->heap, x ? &x->member : NULL));                                   \
    }                                                                                                         \
    TW__INLINE void name##_clear(struct name *q) { tw__idle_all(tw__heap4_drain(&q->heap)); }                 \
    TW__INLINE bool name##_check(const struct name *q) { return tw__heap4_check(&q->heap, name##__order); }

TW__END_C

#endif /* TW_HEAP4_H */

/* rbtree.h - a red-black tree: timers, a priority queue, and an ordered container of objects with any ordering.

   WHAT IT IS
       A binary search tree that stays balanced by colouring its nodes: no red node below a red one, and the same number
       of black ones on every way down. The links are in the node, the colour in the lowest bit of its parent's address,
       so it needs no array and has no capacity. First and last are known without a search. Equal keys stand in arming
       order.

   PICK IT
       if the number of timers has no bound that you can name; if you walk in order, forwards or backwards, or ask for
       the first one not before a key; for deadlines that mostly come last or first (constant timeouts: O(1)); if the
       worst case of a single call matters.
   PICK ANOTHER
       for a priority queue of known size (heap4.h is faster), or if deadlines are moved and cancelled far more often
       than reached (a wheel).

   DO THIS
       timers             TW_TIMERS_OF(timers, rbtree) makes struct timers and timers_init, _add, _cancel, ...: timers.h
       queue by tick      struct tw_rbtree and the functions below; the key is n->due
       objects in order   TW_RBTREE_OF(diary, struct visit, node, visit_before) makes struct diary and diary_add, ...

   EXAMPLE (examples/diary.c)
       struct visit { int from; const char *who; struct tw_node node; };
       static bool visit_before(const struct visit *a, const struct visit *b) { return a->from < b->from; }
       TW_RBTREE_OF(diary, struct visit, node, visit_before)

       static struct diary d;                        all zero: empty
       struct visit ten = {1000, NULL, TW_NODE(0)}, *v;
       diary_add(&d, &visit);
       for (v = diary_lower_bound(&d, &ten); v && v->from < 1200; v = diary_after(&d, v))
           printf("%04d %s\n", v->from, v->who);     all from ten until noon, in order

   COST (n nodes)
       add, move, update       O(log n), at most 2 log2(n + 1) + 2 compares; 1 compare to the end, 2 to the front
       cancel, take, pop       no compares; at most 3 rotations, O(1) on average, O(log n) at worst
       next, peek, first, last, count                                           O(1)
       after, before, each     O(1) a step on average, O(log n) at worst
       lower_bound             O(log n)                       clear             O(n), no compares
       Bytes a timer: 40 on a 64-bit machine, 20 on a 32-bit one, 12 on AVR with 32-bit ticks: the node, nothing else.

   GUARANTEES
       FIFO among equals, always: a key goes behind its equals, also when it is moved or updated. An operation never
       fails for want of room. Nodes stay where they are in memory, so that pointers and walks survive every operation
       on other nodes. Nodes hold the tree's address: a tree in use is not copied. Nodes stand at even addresses, since
       the lowest bit is the colour: the compiler sees to it, but on AVR malloc() may answer an odd address, and then
   you align it yourself (TW_ASSERT, else a corrupt tree).

   OPTIONS
       those of timers.h; TW_RBTREE_IMPLEMENTATION instead of TW_IMPLEMENTATION defines this header and timers.h only

   SOURCE
       R. Bayer, Symmetric Binary B-Trees, Acta Informatica 1, 1972. L. Guibas and R. Sedgewick, A Dichromatic Framework
       for Balanced Trees, FOCS 1978. R. E. Tarjan, Updating a Balanced Search Tree in O(1) Rotations, IPL 16(5),
       1983. */
#ifndef TW_RBTREE_H
#define TW_RBTREE_H

#if defined(TW_RBTREE_IMPLEMENTATION) && !defined(TW_TIMERS_IMPLEMENTATION)
#define TW_TIMERS_IMPLEMENTATION
#endif

TW__BEGIN_C

/* ---------------------------------------------------------------------------------------------------- TYPES */

/* All zero is a valid empty tree. */
struct tw_rbtree {
    struct tw_node head;    /* stands above the root, which is its child[0]; only u and home are used, and home is 0 */
    struct tw_node *end[2]; /* the first and the last */
    size_t count;
};

typedef void tw_rbtree_array; /* init() takes none */

/* ------------------------------------------------------------------------------------------------------ API */

/* An empty tree. It forgets nodes: clear() a tree in use first. now, array and n are not needed: 0, NULL, 0. */
#define tw_rbtree_init TW__LINK_NAME(tw_rbtree_init)
TW__API void tw_rbtree_init(struct tw_rbtree *t, tw_tick now, void *array, size_t n);

/* Inserts n with key due, or moves it there if it is in t. Always true. O(log n), O(1) at both ends. */
TW__API bool tw_rbtree_add(struct tw_rbtree *t, struct tw_node *n, tw_tick due);

/* Takes n out. False: it was idle. O(1) on average. */
TW__API bool tw_rbtree_cancel(struct tw_rbtree *t, struct tw_node *n);

/* Restores order after n->due was changed; counts as arming anew. False: n is idle. As add(). */
TW__API bool tw_rbtree_update(struct tw_rbtree *t, struct tw_node *n);

/* The least key. False: empty. O(1). */
TW__API bool tw_rbtree_next(struct tw_rbtree *t, tw_tick *due);

/* The first node, which stays (peek) or is taken out (pop, and take if its due <= now). NULL: none. */
TW__API struct tw_node *tw_rbtree_peek(const struct tw_rbtree *t);
TW__API struct tw_node *tw_rbtree_pop(struct tw_rbtree *t);
TW__API struct tw_node *tw_rbtree_take(struct tw_rbtree *t, tw_tick now);

/* The first and the last node in order; NULL: empty. O(1). */
TW__API struct tw_node *tw_rbtree_first(const struct tw_rbtree *t);
TW__API struct tw_node *tw_rbtree_last(const struct tw_rbtree *t);

/* The node after n and the one before it, NULL at the end; of NULL the first and the last. each() is after(). */
TW__API struct tw_node *tw_rbtree_after(const struct tw_rbtree *t, const struct tw_node *n);
TW__API struct tw_node *tw_rbtree_before(const struct tw_rbtree *t, const struct tw_node *n);
TW__API struct tw_node *tw_rbtree_each(const struct tw_rbtree *t, const struct tw_node *n);

/* The first node that is due at tick due or later. NULL: none. O(log n). */
TW__API struct tw_node *tw_rbtree_lower_bound(const struct tw_rbtree *t, tw_tick due);

/* How many nodes, O(1); all nodes out, O(n); every invariant, O(n log n), for tests. */
TW__API size_t tw_rbtree_count(const struct tw_rbtree *t);
TW__API void tw_rbtree_clear(struct tw_rbtree *t);
TW__API bool tw_rbtree_check(const struct tw_rbtree *t);

/* --------------------------------------------------------------------------------------------------- ENGINE

   child[0] holds what comes before a node, child[1] what comes after it. All is written for a `side`, 0 or 1, so that
   one piece of code is its own mirror image. home is the parent's address, plus 1 if the node is red. The head is black
   and has no parent: nobody else is so.

   Invariants outside of a call: in order, no node comes before the one that it follows; no red node has a red parent,
   and the root is black; the ways from the root to each missing child hold the same number of black nodes. So the
   longest way is at most twice the shortest. */

typedef bool tw__rbtree_order(const struct tw_node *a, const struct tw_node *b);
typedef void tw__rbtree_put(struct tw_rbtree *t, struct tw_node *n);

enum { TW__RBTREE_RED = 1 };

TW__INLINE struct tw_node *tw__rbtree_up(const struct tw_node *n) {
    return (struct tw_node *)(n->home & ~(uintptr_t)TW__RBTREE_RED);
}

/* None is black. */
TW__INLINE uintptr_t tw__rbtree_red(const struct tw_node *n) { return n ? n->home & TW__RBTREE_RED : 0; }

TW__INLINE void tw__rbtree_blacken(struct tw_node *n) { n->home &= ~(uintptr_t)TW__RBTREE_RED; }

TW__FOLD bool tw__rbtree_less(const struct tw_node *a, const struct tw_node *b, tw__rbtree_order *before) {
    TW_TRACE(TW_COMPARE, a, a->due);
    return before(a, b);
}

TW__INLINE bool tw__rbtree_by_due(const struct tw_node *a, const struct tw_node *b) {
    return tw_before(a->due, b->due);
}

/* The neighbour of n in order, on `side`. Going up, child[!side] is what is read: drain() overwrites the other one. */
TW__INLINE struct tw_node *tw__rbtree_step(const struct tw_rbtree *t, const struct tw_node *n, unsigned side) {
    struct tw_node *x;

    if (!n)
        return t->end[side ^ 1];
    if (n == t->end[side])
        return NULL;
    x = n->u.child[side];
    side ^= 1;
    if (x)
        while (x->u.child[side])
            x = x->u.child[side];
    else
        for (; (x = tw__rbtree_up(n))->u.child[side] != n; n = x) {
        }
    return x;
}

/* n (NULL: nothing) hangs where old hung, in its colour. */
TW__INLINE void tw__rbtree_replace(const struct tw_node *old, struct tw_node *n) {
    struct tw_node *p = tw__rbtree_up(old);

    p->u.child[p->u.child[1] == old] = n;
    if (n)
        n->home = old->home;
    TW_TRACE(TW_LINK, old, old->due);
}

/* n (NULL: nothing) becomes the child of p on `side` and keeps its colour. */
TW__ONCE void tw__rbtree_hang(struct tw_node *p, unsigned side, struct tw_node *n) {
    p->u.child[side] = n;
    if (n)
        n->home = (uintptr_t)p | (n->home & TW__RBTREE_RED);
    TW_TRACE(TW_LINK, p, p->due);
}

/* The drawings: CAPITAL letters are black nodes, small ones red, (p) is either; - is a black node or none. Each stands
   for its mirror image too.

   n goes up over its parent p and takes its place and its colour; p becomes red. Order stays a n b p c:

            (p)               (n)
            / \               / \
           n   c             a   p
          / \         ->        / \
         a   b                 b   c                                                                               */
TW__INLINE void tw__rbtree_raise(struct tw_node *n) {
    struct tw_node *p = tw__rbtree_up(n);
    const unsigned side = p->u.child[1] == n;

    tw__rbtree_replace(p, n);
    tw__rbtree_hang(p, side, n->u.child[side ^ 1]);
    p->home = TW__RBTREE_RED;
    tw__rbtree_hang(n, side ^ 1, p);
}

/* Inserting. n is red and hangs below a red p, so that the one above, G, is black. u is p's sibling.

     1  u is red: three colours change,    2  n is on the inner side of p:      3  n is on the outer side:
        go on with g as n                     raise n, twice                       raise p

              G             g                    G             N                     G              P
             / \           / \                  / \           / \                   / \            / \
            p   u   ->    P   U                p   -   ->    p   g                 p   -    ->    n   g
           /             /                      \                 \               /                    \
          n             n                        n                 -             n                      -          */
TW__ONCE void tw__rbtree_attach(struct tw_rbtree *t, struct tw_node *n, struct tw_node *p, unsigned side) {
    struct tw_node *g, *u;

    TW_ASSERT(((uintptr_t)n & TW__RBTREE_RED) == 0);
    n->u.child[0] = n->u.child[1] = NULL;
    n->home = TW__RBTREE_RED;
    tw__rbtree_hang(p, side, n);
    t->count++;

    /* Invariant: n is red; nothing is wrong but that n may be the root, or its parent p red too. */
    while ((p = tw__rbtree_up(n))->home & TW__RBTREE_RED) {
        g = tw__rbtree_up(p);
        side = g->u.child[0] == p;
        u = g->u.child[side];
        if (tw__rbtree_red(u)) {
            tw__rbtree_blacken(p);
            tw__rbtree_blacken(u);
            g->home |= TW__RBTREE_RED;
            n = g;
        } else if (p->u.child[side] != n) {
            tw__rbtree_raise(p);
        } else {
            tw__rbtree_raise(n);
            n = p;
        }
    }
    if (p == &t->head)
        tw__rbtree_blacken(n);
}

/* Removing. The ways through X will be one black node short; s is its sibling, and never missing.

     1  s is red: raise it; its inner child     2  s and its children are black: s becomes red, and the ways
        A is the sibling then: 2, 3 or 4           through p are short: go on with p as x

              P              S                          (p)           (p)
             / \            / \                         / \           / \
            X   s    ->    p   B                       X   S    ->   X   s
               / \        / \                             / \           / \
              A   B      X   A                           -   -         -   -

     3  only the inner child a of s is red:     4  the outer child b of s is red: raise s; P and B become black,
        raise it, 4 follows                        done

            (p)            (p)                          (p)             (s)
            / \            / \                          / \             / \
           X   S    ->    X   A                        X   S     ->    P   B
              / \              \                          / \         / \
             a   -              s                       (a)  b       X  (a)                                        */
TW__ONCE void tw__rbtree_mend(struct tw_node *x) {
    struct tw_node *p;

    /* Invariant: the ways through x are short, nothing else is wrong. A red x mends it by becoming black. */
    while (!(x->home & TW__RBTREE_RED) && (p = tw__rbtree_up(x))->home != TW__IDLE) {
        const unsigned outer = p->u.child[0] == x;
        struct tw_node *s = p->u.child[outer], *a, *b;

        if (s->home & TW__RBTREE_RED) {
            tw__rbtree_raise(s);
            continue;
        }
        a = s->u.child[!outer];
        b = s->u.child[outer];
        if (tw__rbtree_red(b)) {
            tw__rbtree_raise(s);
            tw__rbtree_blacken(b);
        } else if (tw__rbtree_red(a)) {
            tw__rbtree_raise(a);
            continue;
        } else {
            s->home |= TW__RBTREE_RED;
        }
        x = p;
    }
    tw__rbtree_blacken(x);
}

/* n leaves. If it has two children, the node after it, which has no left one, is unlinked and takes its place. An only
   child is red and gets the colour of its parent, which is black; a node without any is missed if it is black. */
TW__INLINE void tw__rbtree_remove(struct tw_rbtree *t, struct tw_node *n) {
    struct tw_node *out = n, *child;

    /* Three cache misses side by side. */
    TW__PREFETCH(tw__rbtree_up(n));
    TW__PREFETCH(n->u.child[0]);
    TW__PREFETCH(n->u.child[1]);
    if (--t->count == 0)
        t->end[0] = t->end[1] = NULL;
    else if (t->end[0] == n)
        t->end[0] = tw__rbtree_step(t, n, 1);
    else if (t->end[1] == n)
        t->end[1] = tw__rbtree_step(t, n, 0);

    if (n->u.child[0] && n->u.child[1])
        out = tw__rbtree_step(t, n, 1);
    if ((child = out->u.child[0]) == NULL && (child = out->u.child[1]) == NULL)
        tw__rbtree_mend(out);
    tw__rbtree_replace(out, child);
    if (out != n) {
        tw__rbtree_replace(n, out);
        tw__rbtree_hang(out, 0, n->u.child[0]);
        tw__rbtree_hang(out, 1, n->u.child[1]);
    }
    n->home = TW__IDLE;
}

/* Finds the place of n, behind its equals, and attaches it there. */
TW__FOLD void tw__rbtree_put_by(struct tw_rbtree *t, struct tw_node *n, tw__rbtree_order *before) {
    struct tw_node *p = t->end[1], *x;
    unsigned side = 1;

    if (!p) {
        t->end[0] = t->end[1] = n;
        p = &t->head;
        side = 0;
    } else if (!tw__rbtree_less(n, p, before)) {
        t->end[1] = n;
    } else if (p = t->end[0], side = 0, tw__rbtree_less(n, p, before)) {
        t->end[0] = n;
    } else {
        /* Invariant: n belongs below p on `side`. Which side is a coin toss to a branch predictor: an index instead. */
        for (p = &t->head; (x = p->u.child[side]) != NULL; p = x)
            side = !tw__rbtree_less(n, x, before);
    }
    tw__rbtree_attach(t, n, p, side);
}

TW__INLINE void tw__rbtree_put_due(struct tw_rbtree *t, struct tw_node *n) {
    tw__rbtree_put_by(t, n, tw__rbtree_by_due);
}

TW__INLINE bool tw__rbtree_waits(const struct tw_node *n) {
    TW_ASSERT(n != NULL);
    return n->home >= TW__WAITING;
}

TW__ONCE bool tw__rbtree_add(struct tw_rbtree *t, struct tw_node *n, tw_tick due, tw__rbtree_put *put) {
    TW_TRACE(n->home == TW__IDLE ? TW_ARM : TW_MOVE, n, due);
    if (tw__rbtree_waits(n))
        tw__rbtree_remove(t, n);
    n->due = due;
    put(t, n);
    return true;
}

TW__INLINE bool tw__rbtree_cancel(struct tw_rbtree *t, struct tw_node *n) {
    if (!tw__rbtree_waits(n))
        return false;
    TW_TRACE(TW_CANCEL, n, n->due);
    tw__rbtree_remove(t, n);
    return true;
}

TW__INLINE void tw__rbtree_clear(struct tw_rbtree *t) {
    while (t->end[0])
        tw__rbtree_cancel(t, t->end[0]);
}

TW__INLINE struct tw_node *tw__rbtree_pop(struct tw_rbtree *t) {
    struct tw_node *n = t->end[0];

    if (n)
        tw__rbtree_remove(t, n);
    return n;
}

TW__FOLD struct tw_node *tw__rbtree_lower_bound(const struct tw_rbtree *t, const struct tw_node *key,
                                                tw__rbtree_order *before) {
    struct tw_node *x = t->head.u.child[0], *found = NULL;

    /* Invariant: what comes before x's subtree is before key; found is the node right behind that subtree, or NULL. */
    while (x) {
        const bool low = tw__rbtree_less(x, key, before);

        found = low ? found : x;
        x = x->u.child[low];
    }
    return found;
}

TW__INLINE void tw__rbtree_init(struct tw_rbtree *t) {
    t->head.home = TW__IDLE;
    t->head.u.child[0] = t->head.u.child[1] = t->end[0] = t->end[1] = NULL;
    t->count = 0;
}

/* From last to first: a step to the front reads child[0] only of nodes that have not been chained yet. */
TW__INLINE struct tw_node *tw__rbtree_drain(struct tw_rbtree *t) {
    struct tw_node *chain = NULL, *n = t->end[1], *next;

    for (; n; n = next) {
        next = tw__rbtree_step(t, n, 0);
        n->u.list.next = chain;
        chain = n;
    }
    tw__rbtree_init(t);
    return chain;
}

/* Black nodes from n up to the root; in a circle it ends all the same. */
TW__ONCE size_t tw__rbtree_depth(const struct tw_rbtree *t, const struct tw_node *n) {
    size_t black = 0, steps = t->count;

    for (; n->home != TW__IDLE && steps; n = tw__rbtree_up(n), steps--)
        black += !tw__rbtree_red(n);
    return black;
}

TW__FOLD bool tw__rbtree_check(const struct tw_rbtree *t, tw__rbtree_order *before) {
    const struct tw_node *n = t->end[0], *last = n, *c = t->head.u.child[0];
    size_t count = t->count;
    unsigned side;

    if (!n != !c || t->head.home || (c && c->home != (uintptr_t)&t->head))
        return false;
    for (; n; last = n, n = tw__rbtree_step(t, n, 1)) {
        if (count-- == 0 || before(n, last))
            return false;
        for (side = 0; side < 2; side++) {
            c = n->u.child[side];
            if (c ? (c->home ^ (uintptr_t)n) > (~n->home & TW__RBTREE_RED)
                  : tw__rbtree_depth(t, n) != tw__rbtree_depth(t, t->end[0]))
                return false;
        }
    }
    return last == t->end[1] && count == 0;
}

/* The instance ordered by tick, as a structure for TW_TIMERS_OF and tw_timers_init(). */
TW__INLINE void tw__rbtree_op_init(void *t, tw_tick now, void *array, size_t n) {
    (void)now, (void)array, (void)n;
    tw__rbtree_init((struct tw_rbtree *)t);
}
TW__INLINE bool tw__rbtree_op_full(const void *t) { return (void)t, false; }
TW__INLINE void tw__rbtree_op_add(void *t, struct tw_node *n, tw_tick due) {
    TW_TRACE(n->home == TW__IDLE ? TW_ARM : TW_MOVE, n, due);
    n->due = due;
    tw__rbtree_put_due((struct tw_rbtree *)t, n);
}
TW__INLINE bool tw__rbtree_op_move(void *t, struct tw_node *n, tw_tick due) {
    return tw__rbtree_add((struct tw_rbtree *)t, n, due, tw__rbtree_put_due);
}
TW__INLINE bool tw__rbtree_op_cancel(void *t, struct tw_node *n) { return tw__rbtree_cancel((struct tw_rbtree *)t, n); }
TW__INLINE bool tw__rbtree_op_next(void *t, tw_tick *due) {
    const struct tw_node *n = ((const struct tw_rbtree *)t)->end[0];

    if (n)
        *due = n->due;
    return n != NULL;
}
TW__INLINE struct tw_node *tw__rbtree_op_take(void *t, tw_tick now) {
    const struct tw_node *n = ((const struct tw_rbtree *)t)->end[0];

    return n && !tw_before(now, n->due) ? tw__rbtree_pop((struct tw_rbtree *)t) : NULL;
}
TW__INLINE size_t tw__rbtree_op_count(const void *t) { return ((const struct tw_rbtree *)t)->count; }
TW__INLINE struct tw_node *tw__rbtree_op_each(const void *t, const struct tw_node *n) {
    return tw__rbtree_step((const struct tw_rbtree *)t, n, 1);
}
TW__INLINE struct tw_node *tw__rbtree_op_drain(void *t) { return tw__rbtree_drain((struct tw_rbtree *)t); }
TW__INLINE bool tw__rbtree_op_check(const void *t) {
    return tw__rbtree_check((const struct tw_rbtree *)t, tw__rbtree_by_due);
}
TW__INLINE size_t tw__rbtree_op_bytes(size_t n) { return n * 0; }

TW__TABLE const struct tw_ops tw_rbtree_ops = {tw__rbtree_op_init,       tw__rbtree_op_full,
                                               tw__rbtree_op_add,        tw__rbtree_op_move,
                                               tw__rbtree_op_cancel,     tw__rbtree_op_next,
                                               tw__rbtree_op_take,       tw__rbtree_op_count,
                                               tw__rbtree_op_each,       tw__rbtree_op_drain,
                                               tw__rbtree_op_check,      tw__rbtree_op_bytes,
                                               sizeof(struct tw_rbtree), "rbtree"};

/* ----------------------------------------------------------------------------------------------------- FACE */

/* Objects in order: struct name and its verbs, which take and give pointers to type. before(a, b) is the order: true if
   a stands before b; equals stand in the order they were added. The key lies in your objects: after changing it,
   name##_update(). Costs and answers are those of the functions above; lower_bound takes an object that has the key. */
#define TW_RBTREE_OF(name, type, member, before)                                                                    \
    struct name {                                                                                                   \
        struct tw_rbtree tree;                                                                                      \
    };                                                                                                              \
    TW__FOLD type *name##__of(struct tw_node *n) { return n ? TW_OF(n, type, member) : NULL; }                      \
    TW__FOLD const type *name##__key(const struct tw_node *n) {                                                     \
        return TW__CAST(const type *, tw__const_around(n, offsetof(type, member)));                                 \
    }                                                                                                               \
    TW__FOLD bool name##__order(const struct tw_node *a, const struct tw_node *b) {                                 \
        return before(name##__key(a), name##__key(b));                                                              \
    }                                                                                                               \
    TW__INLINE void name##__put(struct tw_rbtree *t, struct tw_node *n) { tw__rbtree_put_by(t, n, name##__order); } \
    TW__INLINE void name##_init(struct name *q, tw_tick now, void *array, size_t n) {                               \
        tw__rbtree_op_init(&q->tree, now, array, n);                                                                \
    }                                                                                                               \
    TW__INLINE bool name##_add(struct name *q, type *x) {                                                           \
        return tw__rbtree_add(&q->tree, &x->member, x->member.due, name##__put);                                    \
    }                                                                                                               \
    TW__INLINE bool name##_cancel(struct name *q, type *x) { return tw__rbtree_cancel(&q->tree, &x->member); }      \
    TW__INLINE bool name##_update(struct name *q, type *x) {                                                        \
        return tw__rbtree_waits(&x->member) && name##_add(q, x);                                                    \
    }                                                                                                               \
    TW__INLINE type *name##_first(const struct name *q) { return name##__of(q->tree.end[0]); }                      \
    TW__INLINE type *name##_last(const struct name *q) { return name##__of(q->tree.end[1]); }                       \
    TW__INLINE type *name##_peek(const struct name *q) { return name##_first(q); }                                  \
    TW__INLINE type *name##_pop(struct name *q) { return name##__of(tw__rbtree_pop(&q->tree)); }                    \
    TW__INLINE type *name##_after(const struct name *q, const type *x) {                                            \
        return name##__of(tw__rbtree_step(&q->tree, x ? &x->member : NULL, 1));                                     \
    }                                                                                                               \
    TW__INLINE type *name##_before(const struct name *q, const type *x) {                                           \
        return name##__of(tw__rbtree_step(&q->tree, x ? &x->member : NULL, 0));                                     \
    }                                                                                                               \
    TW__INLINE type *name##_each(const struct name *q, const type *x) { return name##_after(q, x); }                \
    TW__INLINE type *name##_lower_bound(const struct name *q, const type *key) {                                    \
        return name##__of(tw__rbtree_lower_bound(&q->tree, &key->member, name##__order));                           \
    }                                                                                                               \
    TW__INLINE size_t name##_count(const struct name *q) { return q->tree.count; }                                  \
    TW__INLINE void name##_clear(struct name *q) { tw__rbtree_clear(&q->tree); }                                    \
    TW__INLINE bool name##_check(const struct name *q) { return tw__rbtree_check(&q->tree, name##__order); }

TW__END_C

#endif /* TW_RBTREE_H */

/* skiplist.h - a skip list: timers, a queue by tick, an ordered container; and the plain sorted list that is its base.

   WHAT IT IS
       A sorted, doubly linked list through the nodes, and above it express lanes: a quarter of the nodes stand in the
       first lane, a quarter of those in the next, and so on. A search runs along the highest lane until the next step
       would be too far, goes down one, and runs on. Lanes live in an array of yours. They only save time: when the
       array is used up towers are lower, and without an array it is a sorted list. Nothing is ever refused.

   PICK IT
       as an ordered container that you walk, in either direction or from a key on; for timers of one timeout, where
       arming and cancelling are O(1); for an unknown number of timers, since the array is no limit.
   PICK ANOTHER
       if you only take the least (heap4 is faster), if the number of timers is large and unknown (a red-black tree
       needs no array to stay fast), if deadlines are mostly moved and cancelled at mixed distances (a wheel).

   DO THIS
       timers             TW_TIMERS_OF(timers, skiplist) makes struct timers and timers_init, _add, ...: timers.h
       timers, tiny       TW_TIMERS_OF(timers, sortedlist): the base alone, no lane in struct or code, for a handful of
                          timers in firmware; all zero is ready for use, and init takes NULL, 0
       queue by tick      struct tw_skiplist and the functions below; the key is n->due
       ordered objects    TW_SKIPLIST_OF(roster, struct guest, node, guest_before) makes struct roster and roster_...

   EXAMPLE (examples/roster.c)
       struct guest { const char *name; struct tw_node node; };
       static bool guest_before(const struct guest *a, const struct guest *b) { return strcmp(a->name, b->name) < 0; }
       TW_SKIPLIST_OF(roster, struct guest, node, guest_before)

       static TW_SKIPLIST_ARRAY(lanes, 100);         for about 100 guests; more may come
       struct roster r;
       roster_init(&r, 0, lanes, 100);               NULL, 0: no lanes
       roster_add(&r, &guest);
       for (g = roster_lower_bound(&r, &key); g; g = roster_after(&r, g))
           puts(g->name);                            all from key.name on, in order

   COST (n nodes, lanes for n; averages over the list's own dice, whatever the keys)
       add, move, update      O(log n) on average; O(1) for a key not before the last; without lanes O(nodes passed)
       lower_bound            O(log n) on average; without lanes O(nodes passed)
       cancel, take, pop      O(1) on average, no key is compared; at most one link a lane
       next, peek, count, first, last, after, before, each, init    O(1)           clear    O(n)
       Bytes a timer, node included: 52 on a 64-bit machine, 26 on a 32-bit one and 16 on AVR with 32-bit ticks; without
       lanes those of the node: 40, 20, 12.

   GUARANTEES
       FIFO among equals. add() never fails. A node that is idle, fired or due in its set is refused by cancel() and
       update(); a node that waits in another structure is your error. Heights come from a small generator in the
       list, so that the same calls cost the same in every run.

   OPTIONS
       those of timers.h; TW_SKIPLIST_IMPLEMENTATION instead of TW_IMPLEMENTATION defines this header and timers.h only

   SOURCE
       W. Pugh, Skip Lists: A Probabilistic Alternative to Balanced Trees, CACM 33(6), 1990; lanes for a quarter are
       his advice. Here lanes are linked both ways, which makes removal by node free of search. */
#ifndef TW_SKIPLIST_H
#define TW_SKIPLIST_H

#if defined(TW_SKIPLIST_IMPLEMENTATION) && !defined(TW_TIMERS_IMPLEMENTATION)
#define TW_TIMERS_IMPLEMENTATION
#endif

TW__BEGIN_C

/* ---------------------------------------------------------------------------------------------------- TYPES */

/* One floor of a tower: its node's place in one lane. The floors of a lane form a ring with the head of the lane. */
struct tw_skiplist_floor {
    tw_tick next_due; /* the key beside the link: a search does not touch what it does not pass */
    struct tw_skiplist_floor *next, *prev;
    struct tw_node *node; /* NULL: a head, or the lowest floor of a tower that is free */
};

/* An element of the array that init() takes; a sorted list needs none. */
typedef struct tw_skiplist_floor tw_skiplist_array;
typedef void tw_sortedlist_array;

/* The base, and a structure of its own. All zero is a valid empty list. */
struct tw_sortedlist {
    struct tw_node *last; /* a list as in timers.h */
    size_t count;
};

enum { TW__SKIPLIST_MOST_LANES = 16 };

/* All zero is a valid empty list with no lanes. */
struct tw_skiplist {
    struct tw_sortedlist base;      /* first, so that what only reads it serves both */
    struct tw_skiplist_floor *lane; /* yours: the tower of heads, the lowest lane first, and behind it all others */
    struct tw_skiplist_floor *fresh, *end; /* what no tower took so far; one floor behind the end is kept */
    uint32_t dice;
    uint8_t lanes;
    struct tw_skiplist_floor *free[TW__SKIPLIST_MOST_LANES]; /* towers given back, by height - 1, chained by next */
};

/* ------------------------------------------------------------------------------------------------------ API */

/* Bytes of the array that gives n nodes all their lanes, and its declaration: static TW_SKIPLIST_ARRAY(lanes, 100); */
#define TW__SKIPLIST_FLOORS(n)     ((n) / 8 * 3 + 2)
#define TW_SKIPLIST_BYTES(n)       (TW__SKIPLIST_FLOORS(n) * sizeof(struct tw_skiplist_floor))
#define TW_SKIPLIST_ARRAY(name, n) TW__ATTRIBUTE(aligned(64)) struct tw_skiplist_floor name[TW__SKIPLIST_FLOORS(n)]

/* An empty list with lanes in array, made for n nodes; NULL or 0: no lanes. It forgets nodes: clear() a list in use
   first. now is not needed. O(1). */
#define tw_skiplist_init TW__LINK_NAME(tw_skiplist_init)
TW__API void tw_skiplist_init(struct tw_skiplist *s, tw_tick now, struct tw_skiplist_floor *array, size_t n);

/* Inserts n with key due behind its equals, or moves it there if it is in s. Always true. O(log n), at the end O(1). */
TW__API bool tw_skiplist_add(struct tw_skiplist *s, struct tw_node *n, tw_tick due);

/* Takes n out. False: it is idle, or due in its set. O(1). */
TW__API bool tw_skiplist_cancel(struct tw_skiplist *s, struct tw_node *n);

/* Restores order after n->due was changed; counts as arming anew. False as cancel(). O(log n). */
TW__API bool tw_skiplist_update(struct tw_skiplist *s, struct tw_node *n);

/* The least key. False: empty. O(1). */
TW__API bool tw_skiplist_next(struct tw_skiplist *s, tw_tick *due);

/* The first node, which stays (peek) or is taken out (pop, and take if its due <= now). NULL: none. O(1). */
TW__API struct tw_node *tw_skiplist_peek(const struct tw_skiplist *s);
TW__API struct tw_node *tw_skiplist_pop(struct tw_skiplist *s);
TW__API struct tw_node *tw_skiplist_take(struct tw_skiplist *s, tw_tick now);

/* In order: the ends, and the neighbours of a node in s. NULL: none. O(1). */
TW__API struct tw_node *tw_skiplist_first(const struct tw_skiplist *s);
TW__API struct tw_node *tw_skiplist_last(const struct tw_skiplist *s);
TW__API struct tw_node *tw_skiplist_after(const struct tw_skiplist *s, const struct tw_node *n);
TW__API struct tw_node *tw_skiplist_before(const struct tw_skiplist *s, const struct tw_node *n);

/* The first node whose key is not before due. NULL: none. O(log n). */
TW__API struct tw_node *tw_skiplist_lower_bound(const struct tw_skiplist *s, tw_tick due);

/* How many nodes; the node after n (NULL to begin, and at the end); all nodes out; every invariant. */
TW__API size_t tw_skiplist_count(const struct tw_skiplist *s);
TW__API struct tw_node *tw_skiplist_each(const struct tw_skiplist *s, const struct tw_node *n);
TW__API void tw_skiplist_clear(struct tw_skiplist *s);
TW__API bool tw_skiplist_check(const struct tw_skiplist *s);

/* --------------------------------------------------------------------------------------------------- ENGINE

   A list of eight nodes, heads at the left. The floors of a tower are neighbours in memory, the lowest first:

       lane 1   [ ] ---------------------> (d) -------------------------------> and back to [ ]
       lane 0   [ ] --------> (b) -------> (d) ------------> (g) -------------> and back to [ ]
       base             a  -  b  -  c  -   d   -  e  -  f  -  g  -  h

   Invariant outside of a call: each lane is a sub-list of the one below, the lowest of the base, which is sorted; and
   node->home is TW__WAITING or, for a node with a tower, the address of its lowest floor. */

/* Is key a (of node a_node) before key b? The order by tick looks at the keys, an order of objects at the nodes. */
typedef bool tw__skiplist_order(tw_tick a, const struct tw_node *a_node, tw_tick b, const struct tw_node *b_node);
typedef void tw__skiplist_step(struct tw_sortedlist *s, struct tw_node *n);

TW__INLINE bool tw__skiplist_by_due(tw_tick a, const struct tw_node *a_node, tw_tick b, const struct tw_node *b_node) {
    (void)a_node, (void)b_node;
    TW_TRACE(TW_COMPARE, a_node, a);
    return tw_before(a, b);
}

/* The node after n; NULL: the first. */
TW__INLINE struct tw_node *tw__sortedlist_after(const struct tw_sortedlist *s, const struct tw_node *n) {
    if (!n)
        return tw__list_first(s->last);
    return n == s->last ? NULL : n->u.list.next;
}

/* Links n behind p; NULL: at the front. */
TW__ONCE void tw__sortedlist_link(struct tw_sortedlist *s, struct tw_node *n, struct tw_node *p) {
    struct tw_node *left = p ? p : s->last; /* in the ring */

    n->u.list.prev = p;
    n->u.list.next = n;
    if (left) {
        n->u.list.next = left->u.list.next;
        left->u.list.next = n;
    }
    if (p == s->last)
        s->last = n;
    else
        n->u.list.next->u.list.prev = n;
    s->count++;
    TW_TRACE(TW_LINK, n, n->due);
}

/* The plain sorted list: what is late, as timers mostly are, finds its place from the end. */
TW__INLINE void tw__sortedlist_insert(struct tw_sortedlist *s, struct tw_node *n) {
    struct tw_node *p = s->last;

    while (p && tw__skiplist_by_due(n->due, n, p->due, p))
        p = p->u.list.prev;
    n->home = TW__WAITING;
    tw__sortedlist_link(s, n, p);
}

TW__INLINE void tw__sortedlist_remove(struct tw_sortedlist *s, struct tw_node *n) {
    tw__list_remove(&s->last, n);
    n->home = TW__IDLE;
    s->count--;
}

/* A tower for n, as high as the dice say or as there is one left. Its height. */
TW__ONCE unsigned tw__skiplist_tower(struct tw_skiplist *s, struct tw_node *n) {
    struct tw_skiplist_floor *lowest;
    unsigned height = 0;
    uint32_t dice = s->dice = s->dice * 1664525u + 1013904223u;

    for (; dice < 0x40000000u && height < s->lanes; dice <<= 2)
        height++;
    for (n->home = TW__WAITING; height; height--) {
        lowest = s->free[height - 1];
        if (lowest) {
            s->free[height - 1] = lowest->next;
        } else if ((size_t)(s->end - s->fresh) >= height) {
            lowest = s->fresh;
            s->fresh += height;
            s->fresh->node = NULL;
        } else {
            continue;
        }
        n->home = (uintptr_t)lowest;
        break;
    }
    return height;
}

/* The last node of the base that n comes behind, NULL if it goes to the front: p, or one after it. q comes after n.
   Walking from both sides lets two chains of cache misses pass side by side. */
TW__FOLD struct tw_node *tw__skiplist_between(const struct tw_skiplist *s, const struct tw_node *n, struct tw_node *p,
                                              struct tw_node *q, tw__skiplist_order *before) {
    struct tw_node *next;

    while ((next = tw__sortedlist_after(&s->base, p)) != q && !before(n->due, n, next->due, next)) {
        p = next;
        if (TW__SPEED) {
            q = q->u.list.prev;
            if (!before(n->due, n, q->due, q))
                return q;
        }
    }
    return p;
}

/* Puts n, which has its key, behind all that are not after it. */
TW__FOLD void tw__skiplist_insert_by(struct tw_skiplist *s, struct tw_node *n, tw__skiplist_order *before) {
    struct tw_node *p = NULL, *q = s->base.last;
    const bool late = !q || !before(n->due, n, q->due, q);
    const unsigned height = tw__skiplist_tower(s, n);
    unsigned lane = late ? height : s->lanes;
    struct tw_skiplist_floor *e = NULL, *right = NULL;

    /* Invariant: n comes behind e, or e is the head of a lane; in the lanes above stands n's tower, as far as it
       reaches. What is late comes behind the last of every lane. */
    while (lane-- > 0) {
        struct tw_skiplist_floor *const head = &s->lane[lane], *const x = (struct tw_skiplist_floor *)n->home + lane;

        e = late ? head->prev : e ? e - 1 : head;
        while (e->next != head && !before(n->due, n, e->next_due, e->next->node))
            e = e->next;
        p = e->node;
        right = e->next;
        if (lane < height) {
            x->node = n;
            x->prev = e;
            x->next = right;
            x->next_due = e->next_due;
            right->prev = x;
            e->next = x;
            e->next_due = n->due;
            TW_TRACE(TW_LINK, n, n->due);
        }
    }
    if (late)
        p = q;
    else
        p = tw__skiplist_between(s, n, p, right && right->node ? right->node : q, before);
    tw__sortedlist_link(&s->base, n, p);
}

TW__INLINE struct tw_skiplist *tw__skiplist_of(struct tw_sortedlist *base) { return (struct tw_skiplist *)base; }

TW__INLINE void tw__skiplist_insert(struct tw_sortedlist *s, struct tw_node *n) {
    tw__skiplist_insert_by(tw__skiplist_of(s), n, tw__skiplist_by_due);
}

/* Takes n out: its tower floor by floor, which then goes to the free chain, and its place in the base. Reads no key. */
TW__INLINE void tw__skiplist_remove(struct tw_sortedlist *base, struct tw_node *n) {
    struct tw_skiplist *s = tw__skiplist_of(base);

    if (n->home > TW__WAITING) {
        struct tw_skiplist_floor *const lowest = (struct tw_skiplist_floor *)n->home, *x = lowest;
        unsigned i = 0;

        for (;; i++) {
            x->prev->next = x->next;
            x->prev->next_due = x->next_due;
            x->next->prev = x->prev;
            TW_TRACE(TW_LINK, n, n->due);
            if ((++x)->node != n)
                break;
        }
        lowest->node = NULL;
        lowest->next = s->free[i];
        s->free[i] = lowest;
    }
    tw__sortedlist_remove(base, n);
}

/* n does not wait. */
TW__FOLD void tw__skiplist_put(struct tw_sortedlist *s, struct tw_node *n, tw_tick due, tw__skiplist_step *insert) {
    TW_TRACE(n->home == TW__IDLE ? TW_ARM : TW_MOVE, n, due);
    n->due = due;
    insert(s, n);
}

TW__ONCE bool tw__skiplist_add(struct tw_sortedlist *s, struct tw_node *n, tw_tick due, tw__skiplist_step *insert,
                               tw__skiplist_step *remove) {
    TW_ASSERT(n != NULL);
    TW_TRACE(n->home == TW__IDLE ? TW_ARM : TW_MOVE, n, due);
    if (n->home >= TW__WAITING)
        remove(s, n);
    n->due = due;
    insert(s, n);
    return true;
}

TW__FOLD bool tw__skiplist_update(struct tw_sortedlist *s, struct tw_node *n, tw__skiplist_step *insert) {
    TW_ASSERT(n != NULL);
    return n->home >= TW__WAITING && tw__skiplist_add(s, n, n->due, insert, tw__skiplist_remove);
}

TW__FOLD bool tw__skiplist_cancel(struct tw_sortedlist *s, struct tw_node *n, tw__skiplist_step *remove) {
    TW_ASSERT(n != NULL);
    if (n->home < TW__WAITING)
        return false;
    TW_TRACE(TW_CANCEL, n, n->due);
    remove(s, n);
    return true;
}

TW__FOLD struct tw_node *tw__skiplist_take(struct tw_sortedlist *s, tw_tick now, tw__skiplist_step *remove) {
    struct tw_node *n = s->last;

    if (!n || tw_before(now, (n = n->u.list.next)->due))
        return NULL;
    remove(s, n);
    return n;
}

TW__INLINE struct tw_node *tw__skiplist_pop(struct tw_sortedlist *s) {
    struct tw_node *n = tw__list_first(s->last);

    if (n)
        tw__skiplist_remove(s, n);
    return n;
}

/* The first node that is not before the key. */
TW__FOLD struct tw_node *tw__skiplist_lower_bound(const struct tw_skiplist *s, tw_tick due, const struct tw_node *key,
                                                  tw__skiplist_order *before) {
    const struct tw_skiplist_floor *e = NULL, *head;
    struct tw_node *n = NULL;
    unsigned lane = s->lanes;

    /* Invariant: n is before the key, or NULL. */
    while (lane-- > 0) {
        head = &s->lane[lane];
        for (e = e ? e - 1 : head; e->next != head && before(e->next_due, e->next->node, due, key);)
            e = e->next;
        n = e->node;
    }
    do
        n = tw__sortedlist_after(&s->base, n);
    while (n && before(n->due, n, due, key));
    return n;
}

TW__FOLD struct tw_node *tw__skiplist_drain(struct tw_sortedlist *s, tw__skiplist_step *remove) {
    struct tw_node *chain = NULL, *n;

    while ((n = s->last) != NULL) {
        remove(s, n);
        n->u.list.next = chain;
        chain = n;
    }
    return chain;
}

TW__INLINE void tw__skiplist_init(struct tw_skiplist *s, struct tw_skiplist_floor *array, size_t n) {
    s->base.last = NULL;
    s->base.count = 0;
    s->lane = s->fresh = s->end = array;
    s->dice = s->lanes = 0;
    if (!array || n < 8)
        return;

    s->end = array + TW__SKIPLIST_FLOORS(n) - 1;
    for (; n >= 8 && s->lanes < TW__SKIPLIST_MOST_LANES; n /= 4) { /* two to eight nodes will reach the highest lane */
        s->free[s->lanes++] = NULL;
        s->fresh->next = s->fresh->prev = s->fresh;
        s->fresh->node = NULL;
        s->fresh++;
    }
    s->fresh->node = NULL;
}

/* The base: links, order, count. */
TW__FOLD bool tw__sortedlist_check(const struct tw_sortedlist *s, tw__skiplist_order *before) {
    const struct tw_node *n, *p = NULL;
    size_t count = 0;

    for (; (n = tw__sortedlist_after(s, p)) != NULL; p = n)
        if (++count > s->count || n->u.list.prev != p || n->home < TW__WAITING || (p && before(n->due, n, p->due, p)))
            return false;
    return count == s->count;
}

/* Walks the base and all lanes side by side: left[i] is the last floor of lane i so far. Every floor is in the tower of
   heads, in that of one node, free or fresh. */
TW__INLINE bool tw__skiplist_check_lanes(const struct tw_skiplist *s) {
    const struct tw_skiplist_floor *left[TW__SKIPLIST_MOST_LANES], *x;
    const struct tw_node *n = NULL;
    size_t used = s->lanes;
    unsigned i;

    for (i = 0; i < s->lanes; i++)
        left[i] = &s->lane[i];
    while ((n = tw__sortedlist_after(&s->base, n)) != NULL) {
        if (n->home == TW__WAITING)
            continue;
        for (i = 0, x = (const struct tw_skiplist_floor *)n->home; x->node == n || i == 0; i++, x++, used++) {
            if (i == s->lanes || x->node != n || x->prev != left[i] || left[i]->next != x ||
                left[i]->next_due != n->due)
                return false;
            left[i] = x;
        }
    }

    for (i = 0; i < s->lanes; i++) {
        if (left[i]->next != &s->lane[i] || s->lane[i].prev != left[i] || s->lane[i].node)
            return false;
        for (x = s->free[i]; x; x = x->next, used += i + 1)
            if (x->node || used > (size_t)(s->fresh - s->lane) || x >= s->fresh)
                return false;
    }
    return used == (size_t)(s->fresh - s->lane) && (!s->lanes || (s->fresh <= s->end && !s->fresh->node));
}

TW__FOLD bool tw__skiplist_check(const struct tw_skiplist *s, tw__skiplist_order *before) {
    return tw__sortedlist_check(&s->base, before) && tw__skiplist_check_lanes(s);
}

/* The instance ordered by tick as a structure for TW_TIMERS_OF and tw_timers_init(), and the base as another. */
TW__INLINE void tw__skiplist_op_init(void *s, tw_tick now, void *array, size_t n) {
    (void)now;
    tw__skiplist_init((struct tw_skiplist *)s, (struct tw_skiplist_floor *)array, n);
}
TW__INLINE void tw__skiplist_op_add(void *s, struct tw_node *n, tw_tick due) {
    tw__skiplist_put((struct tw_sortedlist *)s, n, due, tw__skiplist_insert);
}
TW__INLINE bool tw__skiplist_op_move(void *s, struct tw_node *n, tw_tick due) {
    return tw__skiplist_add((struct tw_sortedlist *)s, n, due, tw__skiplist_insert, tw__skiplist_remove);
}
TW__INLINE bool tw__skiplist_op_cancel(void *s, struct tw_node *n) {
    return tw__skiplist_cancel((struct tw_sortedlist *)s, n, tw__skiplist_remove);
}
TW__INLINE struct tw_node *tw__skiplist_op_take(void *s, tw_tick now) {
    return tw__skiplist_take((struct tw_sortedlist *)s, now, tw__skiplist_remove);
}
TW__INLINE struct tw_node *tw__skiplist_op_drain(void *s) {
    return tw__skiplist_drain((struct tw_sortedlist *)s, tw__skiplist_remove);
}
TW__INLINE bool tw__skiplist_op_check(const void *s) {
    return tw__skiplist_check((const struct tw_skiplist *)s, tw__skiplist_by_due);
}
TW__INLINE size_t tw__skiplist_op_bytes(size_t n) { return TW_SKIPLIST_BYTES(n); }

TW__INLINE bool tw__sortedlist_op_full(const void *s) { return (void)s, false; }
TW__INLINE void tw__sortedlist_op_init(void *s, tw_tick now, void *array, size_t n) {
    (void)now, (void)array, (void)n;
    ((struct tw_sortedlist *)s)->last = NULL;
    ((struct tw_sortedlist *)s)->count = 0;
}
TW__INLINE void tw__sortedlist_op_add(void *s, struct tw_node *n, tw_tick due) {
    tw__skiplist_put((struct tw_sortedlist *)s, n, due, tw__sortedlist_insert);
}
TW__INLINE bool tw__sortedlist_op_move(void *s, struct tw_node *n, tw_tick due) {
    return tw__skiplist_add((struct tw_sortedlist *)s, n, due, tw__sortedlist_insert, tw__sortedlist_remove);
}
TW__INLINE bool tw__sortedlist_op_cancel(void *s, struct tw_node *n) { /* n waits */
    TW_TRACE(TW_CANCEL, n, n->due);
    tw__sortedlist_remove((struct tw_sortedlist *)s, n);
    return true;
}
TW__INLINE bool tw__sortedlist_op_next(void *s, tw_tick *due) {
    const struct tw_node *last = ((const struct tw_sortedlist *)s)->last;

    if (!last)
        return false;
    *due = last->u.list.next->due;
    return true;
}
TW__INLINE struct tw_node *tw__sortedlist_op_take(void *s, tw_tick now) {
    return tw__skiplist_take((struct tw_sortedlist *)s, now, tw__sortedlist_remove);
}
TW__INLINE size_t tw__sortedlist_op_count(const void *s) { return ((const struct tw_sortedlist *)s)->count; }
TW__INLINE struct tw_node *tw__sortedlist_op_each(const void *s, const struct tw_node *n) {
    return tw__sortedlist_after((const struct tw_sortedlist *)s, n);
}
TW__INLINE struct tw_node *tw__sortedlist_op_drain(void *s) {
    return tw__skiplist_drain((struct tw_sortedlist *)s, tw__sortedlist_remove);
}
TW__INLINE bool tw__sortedlist_op_check(const void *s) {
    return tw__sortedlist_check((const struct tw_sortedlist *)s, tw__skiplist_by_due);
}
TW__INLINE size_t tw__sortedlist_op_bytes(size_t n) { return n * 0; }

TW__TABLE const struct tw_ops tw_skiplist_ops = {tw__skiplist_op_init,       tw__sortedlist_op_full,
                                                 tw__skiplist_op_add,        tw__skiplist_op_move,
                                                 tw__skiplist_op_cancel,     tw__sortedlist_op_next,
                                                 tw__skiplist_op_take,       tw__sortedlist_op_count,
                                                 tw__sortedlist_op_each,     tw__skiplist_op_drain,
                                                 tw__skiplist_op_check,      tw__skiplist_op_bytes,
                                                 sizeof(struct tw_skiplist), "skiplist"};

TW__TABLE const struct tw_ops tw_sortedlist_ops = {tw__sortedlist_op_init,       tw__sortedlist_op_full,
                                                   tw__sortedlist_op_add,        tw__sortedlist_op_move,
                                                   tw__sortedlist_op_cancel,     tw__sortedlist_op_next,
                                                   tw__sortedlist_op_take,       tw__sortedlist_op_count,
                                                   tw__sortedlist_op_each,       tw__sortedlist_op_drain,
                                                   tw__sortedlist_op_check,      tw__sortedlist_op_bytes,
                                                   sizeof(struct tw_sortedlist), "sortedlist"};

/* ----------------------------------------------------------------------------------------------------- FACE */

/* An ordered container of objects: struct name and its verbs, which take and give pointers to type. before(a, b) is the
   order; equals stand in the order they were added. The key lies in your objects: after changing it, name##_update()
   before any other call. lower_bound gives the first object that is not before *key. Costs and answers are those of the
   functions above; init takes now for uniformity only. */
#define TW_SKIPLIST_OF(name, type, member, before)                                                                  \
    struct name {                                                                                                   \
        struct tw_skiplist list;                                                                                    \
    };                                                                                                              \
    TW__FOLD type *name##__of(struct tw_node *n) { return n ? TW_OF(n, type, member) : NULL; }                      \
    TW__FOLD const type *name##__at(const struct tw_node *n) {                                                      \
        return TW__CAST(const type *, tw__const_around(n, offsetof(type, member)));                                 \
    }                                                                                                               \
    TW__FOLD bool name##__order(tw_tick a, const struct tw_node *a_node, tw_tick b, const struct tw_node *b_node) { \
        return (void)a, (void)b, before(name##__at(a_node), name##__at(b_node));                                    \
    }                                                                                                               \
    TW__INLINE void name##__insert(struct tw_sortedlist *s, struct tw_node *n) {                                    \
        tw__skiplist_insert_by(tw__skiplist_of(s), n, name##__order);                                               \
    }                                                                                                               \
    TW__INLINE void name##_init(struct name *q, tw_tick now, struct tw_skiplist_floor *array, size_t n) {           \
        tw__skiplist_op_init(&q->list, now, array, n);                                                              \
    }                                                                                                               \
    TW__INLINE bool name##_add(struct name *q, type *x) {                                                           \
        return tw__skiplist_add(&q->list.base, &x->member, 0, name##__insert, tw__skiplist_remove);                 \
    }                                                                                                               \
    TW__INLINE bool name##_cancel(struct name *q, type *x) {                                                        \
        return tw__skiplist_cancel(&q->list.base, &x->member, tw__skiplist_remove);                                 \
    }                                                                                                               \
    TW__INLINE bool name##_update(struct name *q, type *x) {                                                        \
        return tw__skiplist_update(&q->list.base, &x->member, name##__insert);                                      \
    }                                                                                                               \
    TW__INLINE type *name##_first(const struct name *q) { return name##__of(tw__list_first(q->list.base.last)); }   \
    TW__INLINE type *name##_last(const struct name *q) { return name##__of(q->list.base.last); }                    \
    TW__INLINE type *name##_after(const struct name *q, const type *x) {                                            \
        return name##__of(tw__sortedlist_after(&q->list.base, &x->member));                                         \
    }                                                                                                               \
    TW__INLINE type *name##_before(const struct name *q, const type *x) {                                           \
        return (void)q, name##__of(x->member.u.list.prev);                                                          \
    }                                                                                                               \
    TW__INLINE type *name##_lower_bound(const struct name *q, const type *key) {                                    \
        return name##__of(tw__skiplist_lower_bound(&q->list, 0, &key->member, name##__order));                      \
    }                                                                                                               \
    TW__INLINE type *name##_peek(const struct name *q) { return name##_first(q); }                                  \
    TW__INLINE type *name##_pop(struct name *q) { return name##__of(tw__skiplist_pop(&q->list.base)); }             \
    TW__INLINE size_t name##_count(const struct name *q) { return q->list.base.count; }                             \
    TW__INLINE type *name##_each(const struct name *q, const type *x) {                                             \
        return x ? name##_after(q, x) : name##_first(q);                                                            \
    }                                                                                                               \
    TW__INLINE void name##_clear(struct name *q) { tw__idle_all(tw__skiplist_op_drain(&q->list)); }                 \
    TW__INLINE bool name##_check(const struct name *q) { return tw__skiplist_check(&q->list, name##__order); }

TW__END_C

#endif /* TW_SKIPLIST_H */

/* wheel.h - a timing wheel: one ring of slots, deadlines at any distance.

   WHAT IT IS
       A ring of 2^k slots. A timer waits in slot `due mod 2^k`, behind those armed before it, so arming, moving and
       cancelling touch its neighbours and one slot, however many timers there are. Timers of later revolutions share
       the slot: each slot knows a bound below which nothing in it is due, and a map of bits tells which slots are
       occupied, so that on the way to the next deadline empty slots cost nothing, and others one look, not one a timer.

   PICK IT
       for many timers that are mostly moved or cancelled before they are due (idle connections, requests, retries);
       for deadlines that mostly lie within one revolution; when memory for the slots is no concern.
   PICK ANOTHER
       if many timers lie many revolutions ahead: a slot that fires walks over all that wait in it (a wheel with levels,
       a heap); for few timers (a heap, a list); if you need a priority queue.

   HOW MANY SLOTS
       As many ticks as most deadlines lie ahead, rounded up to a power of two: 16384 for timeouts of 10 s in
       milliseconds. Fewer slots cost time, never exactness.

   DO THIS
       timers             TW_TIMERS_OF(timers, wheel) makes struct timers and timers_init, _add, _cancel, ...: timers.h
       nodes by tick      struct tw_wheel and the functions below
       objects by tick    TW_WHEEL_OF(idlers, struct conn, idle) makes struct idlers and idlers_init, _add, _take, ...

   EXAMPLE (examples/idlers.c)
       struct conn { const char *name; struct tw_node idle; };
       TW_WHEEL_OF(idlers, struct conn, idle)

       static TW_WHEEL_ARRAY(slots, 1024);
       struct idlers w;
       idlers_init(&w, 0, slots, 1024);
       idlers_add(&w, &c, now + 600);                and again with each beat of c: moves it
       while ((late = idlers_take(&w, now)) != NULL)
           drop(late);

   COST (s: occupied slots; r: timers of later revolutions in a slot that fires)
       add, move, cancel   O(1); add as next() where ticks wrap          count     O(1)
       next, take          O(1) while the earliest one stays; when       each      O(1) a step
                           it has left, one step for each occupied       clear     O(s), and O(1) a timer
                           slot up to the next deadline, at most s       init      O(slots)
       firing at a tick    O(fired + r)
       A jump over timers that lie a revolution apart takes that step through all occupied slots for each tick that
       fires: 499,500 compares for 1000 timers. Over timers of one revolution it takes one compare for each such tick.
       Bytes a timer, node included: 40 on a 64-bit machine, 20 on a 32-bit one and 12 on AVR with 32-bit ticks. Bytes a
       slot: 16, 8 and 6, and a quarter of a byte for the map.

   GUARANTEES
       FIFO among equals, order by due across revolutions and jumps, next() exact. Any number of timers; add() is false
       only in a wheel without slots, as a zeroed one is. The wheel has no clock: what was armed for a tick before the
       last take() is simply earliest.

   OPTIONS
       those of timers.h; TW_WHEEL_IMPLEMENTATION instead of TW_IMPLEMENTATION defines this header and timers.h only

   SOURCE
       G. Varghese and A. Lauck, Hashed and Hierarchical Timing Wheels, SOSP 1987: scheme 6, a hash table with unsorted
       lists. The rounds that it counts down for each timer are replaced by absolute deadlines and the bound of the
       slot, its walk from slot to slot by the map. */
#ifndef TW_WHEEL_H
#define TW_WHEEL_H

#if defined(TW_WHEEL_IMPLEMENTATION) && !defined(TW_TIMERS_IMPLEMENTATION)
#define TW_TIMERS_IMPLEMENTATION
#endif

TW__BEGIN_C

/* ---------------------------------------------------------------------------------------------------- TYPES */

struct tw_wheel_slot {
    tw_tick least;        /* nothing in the slot is due before; no meaning if the slot is empty */
    struct tw_node *last; /* the slot's list, in arming order */
};

/* An element of your array: the slots come first, the words of the map behind them. */
union tw_wheel_cell {
    struct tw_wheel_slot slot;
    unsigned map;
};

typedef union tw_wheel_cell tw_wheel_array;

/* All zero is a valid wheel without slots. */
struct tw_wheel {
    union tw_wheel_cell *cell;
    unsigned *map;      /* a tree of words, see below */
    size_t slots, leaf; /* 0 or a power of two; the map's first word that stands for slots */
    size_t count;
    tw_tick hand;         /* nothing in the wheel is due before */
    tw_tick rest;         /* nor, of the nodes of the hand's slot up to `seen`, anything before hand + rest, */
    struct tw_node *seen; /* none of which is due at the hand; NULL: there are none */
    tw_tick read;         /* the lists of the slots up to here were read ahead */
};

/* ------------------------------------------------------------------------------------------------------ API */

/* Bytes of the array for n slots, and its declaration: static TW_WHEEL_ARRAY(slots, 1024); */
#define TW_WHEEL_BYTES(n)       (TW__WHEEL_CELLS(n) * sizeof(union tw_wheel_cell))
#define TW_WHEEL_ARRAY(name, n) union tw_wheel_cell name[TW__WHEEL_CELLS(n)]
#define TW__WHEEL_CELLS(n)      ((n) + ((n) / TW__WHEEL_WORD * 2 + 2) * sizeof(unsigned) / sizeof(union tw_wheel_cell) + 1)
#define TW__WHEEL_WORD          (sizeof(unsigned) * 8)

/* An empty wheel whose slots stand in array: n, rounded down to a power of two; none if array is NULL or n is 0. It
   forgets nodes: clear() a wheel in use first. now is not needed. O(n). */
#define tw_wheel_init TW__LINK_NAME(tw_wheel_init)
TW__API void tw_wheel_init(struct tw_wheel *w, tw_tick now, union tw_wheel_cell *array, size_t n);

/* Inserts n for tick due, or moves it there if it is in w. False: w has no slots. O(1). */
TW__API bool tw_wheel_add(struct tw_wheel *w, struct tw_node *n, tw_tick due);

/* Takes n out. False: it was idle. O(1). */
TW__API bool tw_wheel_cancel(struct tw_wheel *w, struct tw_node *n);

/* The earliest deadline, exactly. False: empty. O(1) until it leaves, see COST. */
TW__API bool tw_wheel_next(struct tw_wheel *w, tw_tick *due);

/* Takes out the first node of the earliest deadline if that is not after now. NULL: none. As next(). */
TW__API struct tw_node *tw_wheel_take(struct tw_wheel *w, tw_tick now);

/* How many nodes; the node after n, slot by slot (NULL to begin, and at the end); all nodes out; every invariant. */
TW__API size_t tw_wheel_count(const struct tw_wheel *w);
TW__API struct tw_node *tw_wheel_each(const struct tw_wheel *w, const struct tw_node *n);
TW__API void tw_wheel_clear(struct tw_wheel *w);
TW__API bool tw_wheel_check(const struct tw_wheel *w);

/* --------------------------------------------------------------------------------------------------- ENGINE

   A ring of 8 slots with nodes due at 5, 13, 6 and 22, the hand at 5:

       slot      0   1   2   3   4   5   6   7
       list      -   -   -   -   -  13   6   -        arming order within the slot
                                     5  22
       least                         5   6

   Invariant outside of a call: hand <= least of each occupied slot <= due of each node in it. Both are bounds and move
   up only when somebody asks: removing a node leaves them alone. Then every slot up to one revolution from the hand
   holds one tick of this revolution, in the ring's order, and whatever else is in it comes later.

   The map is a tree of words: word t has the words t * W + 1 ... t * W + W below it, one for each of its W bits, and a
   bit is set if the word below is not 0. Those from `leaf` on have a bit for each slot. */

TW__INLINE size_t tw__wheel_slot_of(const struct tw_wheel *w, tw_tick due) { return (size_t)due & (w->slots - 1); }

/* Slot i was empty and is not any more, or the other way round. */
TW__INLINE void tw__wheel_flip(const struct tw_wheel *w, size_t i) {
    size_t t = w->leaf + i / TW__WHEEL_WORD;

    /* Invariant: below t all is told. A word that was not 0 before or is not after has told those above it. */
    for (;;) {
        const unsigned was = w->map[t];

        w->map[t] = was ^ 1u << i % TW__WHEEL_WORD;
        if (t == 0 || (was && w->map[t]))
            return;
        i = t - 1;
        t = i / TW__WHEEL_WORD;
    }
}

/* The first occupied slot from i on; w->slots: there is none. */
TW__INLINE size_t tw__wheel_from(const struct tw_wheel *w, size_t i) {
    size_t t = w->leaf + i / TW__WHEEL_WORD;
    unsigned word;

    if (i >= w->slots)
        return w->slots;
    word = w->map[t] & ~0u << i % TW__WHEEL_WORD;

    /* Invariant: what is sought is below t, in `word`; or, if that is 0, further on and below a word above. */
    for (;;) {
        if (word) {
            i = t * TW__WHEEL_WORD + tw__low_bit(word);
            if (t >= w->leaf)
                return i - w->leaf * TW__WHEEL_WORD;
            t = i + 1;
            word = w->map[t];
        } else {
            if (t == 0)
                return w->slots;
            i = t - 1;
            t = i / TW__WHEEL_WORD;
            word = w->map[t] & ~1u << i % TW__WHEEL_WORD;
        }
    }
}

/* The same around the ring; the wheel is not empty. */
TW__INLINE size_t tw__wheel_around(const struct tw_wheel *w, size_t i) {
    i = tw__wheel_from(w, i);
    return i < w->slots ? i : tw__wheel_from(w, 0);
}

TW__INLINE void tw__wheel_turn(struct tw_wheel *w, tw_tick to) {
    w->hand = to;
    w->rest = TW_TICK_MAX;
    w->seen = NULL;
}

/* In large wheels, reads in the lists of the next slots of this revolution, side by side: so their cache misses
   overlap, those of one list cannot. Short lists, being rings, are read again. Nothing is kept but how far it went.
   What is rare stays out of line, so that the common path needs few registers; small machines have no caches and want
   less code. */
#if UINTPTR_MAX > 0xFFFFFFFFu
#define TW__WHEEL_RARE TW__OUT
TW__INLINE void tw__wheel_read_ahead(struct tw_wheel *w) {
    enum { LARGE = 32768, LISTS = 8, NODES = 64 };
    const struct tw_node *n[LISTS];
    size_t i = tw__wheel_slot_of(w, w->hand), lists = 0, step, k;

    if (w->count < LARGE || !tw_before(w->read, w->hand))
        return;
    for (; lists < LISTS && (tw_tick)(w->cell[i].slot.least - w->hand) < w->slots; lists++) {
        n[lists] = w->cell[i].slot.last;
        w->read = w->cell[i].slot.least;
        i = tw__wheel_around(w, i + 1);
    }
    for (step = 0; step < NODES; step++)
        for (k = 0; k < lists; k++)
            n[k] = *(struct tw_node *const volatile *)&n[k]->u.list.next; /* volatile: nobody uses it */
}
#else
#define TW__WHEEL_RARE TW__INLINE
TW__INLINE void tw__wheel_read_ahead(struct tw_wheel *w) { (void)w; }
#endif

/* Moves the hand to the least bound. One of this revolution comes before all that lie further on in the ring. */
TW__WHEEL_RARE void tw__wheel_turn_on(struct tw_wheel *w) {
    const size_t first = tw__wheel_around(w, tw__wheel_slot_of(w, w->hand));
    tw_tick nearest = TW_TICK_MAX;
    size_t i = first;

    do {
        const struct tw_wheel_slot *slot = &w->cell[i].slot;
        const tw_tick ahead = (tw_tick)(slot->least - w->hand);

        TW_TRACE(TW_COMPARE, slot->last, slot->least);
        if (ahead < nearest)
            nearest = ahead;
        if (ahead < w->slots)
            break;
        i = tw__wheel_around(w, i + 1);
    } while (i != first);
    tw__wheel_turn(w, (tw_tick)(w->hand + nearest));
    tw__wheel_read_ahead(w);
}

/* The first node that is due at the hand. NULL: there is none, and the hand was moved on to the next bound. The wheel
   is not empty. */
TW__INLINE struct tw_node *tw__wheel_look(struct tw_wheel *w) {
    struct tw_wheel_slot *slot = &w->cell[tw__wheel_slot_of(w, w->hand)].slot;

    if (slot->last && slot->least == w->hand) {
        /* Invariant: nothing up to `seen` is due at the hand, and nothing of it before hand + rest. */
        while (w->seen != slot->last) {
            struct tw_node *n = w->seen ? w->seen->u.list.next : slot->last->u.list.next;
            const tw_tick ahead = (tw_tick)(n->due - w->hand);

            if (ahead == 0)
                return n;
            TW_TRACE(TW_CASCADE, n, n->due);
            if (ahead < w->rest)
                w->rest = ahead;
            w->seen = n;
        }
        slot->least = (tw_tick)(w->hand + w->rest);
    }
    tw__wheel_turn_on(w);
    return NULL;
}

/* Moves the hand to the earliest deadline. Each look in vain makes the bound of one slot exact. */
TW__INLINE void tw__wheel_settle(struct tw_wheel *w) {
    while (!tw__wheel_look(w)) {
    }
}

TW__INLINE void tw__wheel_remove(struct tw_wheel *w, struct tw_node *n) {
    const size_t i = n->home - TW__WAITING;

    TW_ASSERT(w->count && i == tw__wheel_slot_of(w, n->due));
    if (w->seen == n)
        w->seen = n->u.list.prev;
    tw__list_remove(&w->cell[i].slot.last, n);
    if (!w->cell[i].slot.last)
        tw__wheel_flip(w, i);
    w->count--;
}

/* The operations, as a structure for TW_TIMERS_OF and tw_timers_init(). */
TW__INLINE void tw__wheel_init(void *p, tw_tick now, void *array, size_t n) {
    struct tw_wheel *w = (struct tw_wheel *)p;
    size_t t, i, leaves;

    (void)now;
    if (!array)
        n = 0;
    while (n & (n - 1))
        n &= n - 1;
    leaves = n ? (n - 1) / TW__WHEEL_WORD + 1 : 0;
    w->cell = (union tw_wheel_cell *)array;
    w->map = n ? &w->cell[n].map : NULL;
    w->slots = n;
    w->count = 0;
    w->read = 0;
    tw__wheel_turn(w, 0);

    for (w->leaf = 0, t = 1; t < leaves; t *= TW__WHEEL_WORD)
        w->leaf += t;
    for (i = 0; i < n; i++)
        w->cell[i].slot.last = NULL;
    for (t = w->leaf + leaves; t > 0; t--)
        *(volatile unsigned *)&w->map[t - 1] = 0; /* volatile: else compilers make it a call of memset() */
}

TW__INLINE bool tw__wheel_add(void *p, struct tw_node *n, tw_tick due) {
    struct tw_wheel *w = (struct tw_wheel *)p;
    struct tw_wheel_slot *slot;
    size_t i;

    TW_ASSERT(n != NULL);
    if (w->slots == 0)
        return false;
    TW_TRACE(n->home == TW__IDLE ? TW_ARM : TW_MOVE, n, due);
    if (n->home >= TW__WAITING)
        tw__wheel_remove(w, n);

    /* Where ticks wrap, a hand left far behind could not be compared with due: it moves up to what is in the wheel. */
    if (TW_TICK_BITS != 64 && w->count)
        tw__wheel_settle(w);
    if (w->count++ == 0 || tw_before(due, w->hand))
        tw__wheel_turn(w, due);

    i = tw__wheel_slot_of(w, due);
    slot = &w->cell[i].slot;
    if (!slot->last)
        tw__wheel_flip(w, i);
    if (!slot->last || tw_before(due, slot->least))
        slot->least = due;
    n->due = due;
    n->home = i + TW__WAITING;
    tw__list_append(&slot->last, n);
    return true;
}

/* For the table: there are slots. */
TW__INLINE void tw__wheel_insert(void *w, struct tw_node *n, tw_tick due) { tw__wheel_add(w, n, due); }
TW__INLINE bool tw__wheel_full(const void *w) { return ((const struct tw_wheel *)w)->slots == 0; }

TW__INLINE bool tw__wheel_cancel(void *p, struct tw_node *n) {
    TW_ASSERT(n != NULL);
    if (n->home < TW__WAITING)
        return false;
    TW_TRACE(TW_CANCEL, n, n->due);
    tw__wheel_remove((struct tw_wheel *)p, n);
    n->home = TW__IDLE;
    return true;
}

TW__INLINE bool tw__wheel_next(void *p, tw_tick *due) {
    struct tw_wheel *w = (struct tw_wheel *)p;

    if (w->count == 0)
        return false;
    tw__wheel_settle(w);
    *due = w->hand;
    return true;
}

TW__INLINE struct tw_node *tw__wheel_take(void *p, tw_tick now) {
    struct tw_wheel *w = (struct tw_wheel *)p;
    struct tw_node *n;

    if (TW_TICK_BITS != 64 && w->count)
        tw__wheel_settle(w); /* as in add() */
    do
        if (w->count == 0 || tw_before(now, w->hand))
            return NULL;
    while ((n = tw__wheel_look(w)) == NULL);
    tw__wheel_remove(w, n);
    n->home = TW__IDLE;
    return n;
}

TW__INLINE size_t tw__wheel_count(const void *w) { return ((const struct tw_wheel *)w)->count; }

TW__INLINE struct tw_node *tw__wheel_each(const void *p, const struct tw_node *n) {
    const struct tw_wheel *w = (const struct tw_wheel *)p;
    size_t i = 0;

    if (n) {
        i = n->home - TW__WAITING;
        if (n != w->cell[i].slot.last)
            return n->u.list.next;
        i++;
    }
    i = tw__wheel_from(w, i);
    return i < w->slots ? w->cell[i].slot.last->u.list.next : NULL;
}

TW__INLINE struct tw_node *tw__wheel_drain(void *p) {
    struct tw_wheel *w = (struct tw_wheel *)p;
    struct tw_node *chain = NULL;
    size_t i = 0;

    for (; (i = tw__wheel_from(w, i)) < w->slots; i++) {
        struct tw_node *last = w->cell[i].slot.last, *first = last->u.list.next;

        last->u.list.next = chain;
        chain = first;
        w->cell[i].slot.last = NULL;
        tw__wheel_flip(w, i);
    }
    w->count = 0;
    w->seen = NULL;
    return chain;
}

/* Is slot i, which is occupied, as it must be? Its nodes are counted off. */
TW__INLINE bool tw__wheel_check_slot(const struct tw_wheel *w, size_t i, size_t *count) {
    const struct tw_wheel_slot *slot = &w->cell[i].slot;
    const struct tw_node *n = slot->last, *before = NULL;
    const struct tw_node *seen = i == tw__wheel_slot_of(w, w->hand) ? w->seen : NULL;
    const tw_tick least = (tw_tick)(slot->least - w->hand);

    if (tw_before(slot->least, w->hand) || tw__wheel_slot_of(w, slot->least) != i)
        return false;
    do {
        tw_tick ahead;

        n = n->u.list.next;
        ahead = (tw_tick)(n->due - w->hand);
        if (n->u.list.prev != before || n->home != i + TW__WAITING || tw__wheel_slot_of(w, n->due) != i)
            return false;
        if (tw_before(n->due, w->hand) || ahead < least || (seen && (ahead == 0 || ahead < w->rest)))
            return false;
        if (n == seen)
            seen = NULL;
        before = n;
        --*count;
    } while (n != slot->last);
    return !seen;
}

TW__INLINE bool tw__wheel_check(const void *p) {
    const struct tw_wheel *w = (const struct tw_wheel *)p;
    size_t i, t, count = w->count;

    if (count && w->rest != TW_TICK_MAX && (w->rest & (w->slots - 1)) != 0)
        return false;
    for (i = 0; i < w->slots; i++) {
        const bool occupied = w->map[w->leaf + i / TW__WHEEL_WORD] >> i % TW__WHEEL_WORD & 1;

        if (occupied != (w->cell[i].slot.last != NULL))
            return false;
        if (occupied ? !tw__wheel_check_slot(w, i, &count) : w->seen && i == tw__wheel_slot_of(w, w->hand))
            return false;
    }
    for (t = w->slots ? w->leaf + (w->slots - 1) / TW__WHEEL_WORD : 0; t > 0; t--)
        if ((w->map[(t - 1) / TW__WHEEL_WORD] >> (t - 1) % TW__WHEEL_WORD & 1) != (w->map[t] != 0))
            return false;
    return count == 0;
}

TW__INLINE size_t tw__wheel_bytes(size_t n) { return TW_WHEEL_BYTES(n); }

TW__TABLE const struct tw_ops tw_wheel_ops = {
    tw__wheel_init,  tw__wheel_full,  tw__wheel_insert,        tw__wheel_add,  tw__wheel_cancel,
    tw__wheel_next,  tw__wheel_take,  tw__wheel_count,         tw__wheel_each, tw__wheel_drain,
    tw__wheel_check, tw__wheel_bytes, sizeof(struct tw_wheel), "wheel"};

/* ----------------------------------------------------------------------------------------------------- FACE */

/* A wheel of objects: struct name and its verbs, which take and give pointers to type. Costs and answers are those of
   the functions above. */
#define TW_WHEEL_OF(name, type, member)                                                                              \
    struct name {                                                                                                    \
        struct tw_wheel wheel;                                                                                       \
    };                                                                                                               \
    TW__FOLD type *name##__of(struct tw_node *n) { return n ? TW_OF(n, type, member) : NULL; }                       \
    TW__INLINE void name##_init(struct name *q, tw_tick now, union tw_wheel_cell *array, size_t n) {                 \
        tw__wheel_init(&q->wheel, now, array, n);                                                                    \
    }                                                                                                                \
    TW__INLINE bool name##_add(struct name *q, type *x, tw_tick due) {                                               \
        return tw__wheel_add(&q->wheel, &x->member, due);                                                            \
    }                                                                                                                \
    TW__INLINE bool name##_cancel(struct name *q, type *x) { return tw__wheel_cancel(&q->wheel, &x->member); }       \
    TW__INLINE bool name##_next(struct name *q, tw_tick *due) { return tw__wheel_next(&q->wheel, due); }             \
    TW__INLINE type *name##_take(struct name *q, tw_tick now) { return name##__of(tw__wheel_take(&q->wheel, now)); } \
    TW__INLINE size_t name##_count(const struct name *q) { return q->wheel.count; }                                  \
    TW__INLINE type *name##_each(const struct name *q, const type *x) {                                              \
        return name##__of(tw__wheel_each(&q->wheel, x ? &x->member : NULL));                                         \
    }                                                                                                                \
    TW__INLINE void name##_clear(struct name *q) { tw__idle_all(tw__wheel_drain(&q->wheel)); }                       \
    TW__INLINE bool name##_check(const struct name *q) { return tw__wheel_check(&q->wheel); }

TW__END_C

#endif /* TW_WHEEL_H */

/* hwheel.h - a hierarchical timing wheel: timers in O(1), exact and in order.

   WHAT IT IS
       Rings of slots, each level coarser than the one below. A node waits at the level of the highest bit group in
       which its deadline differs from the wheel's position, in the slot that its own bits name. So nodes of a lower
       level are always earlier than those of a higher one, and equal deadlines always share a slot, in arming order.
       When time enters a slot of an upper level, its nodes move down: that is a cascade.

   PICK IT
       for timeouts that are mostly cancelled or moved before they fire; for any number of timers (it needs no array
       and is never full); for the smallest cost of arm and cancel; for firmware, in a setting of 300 bytes.
   PICK ANOTHER
       if memory for a few timers counts more than time (a sorted list); if keys are not ticks (a heap, a tree); if
       next() is asked after each move of the earliest timer and deadlines lie close together (a heap).

   DO THIS
       timers             TW_TIMERS_OF(timers, hwheel) makes struct timers and timers_init, _add, _cancel: timers.h
       nodes by tick      struct tw_hwheel and the functions below; keys are ticks, and time moves with take()
       objects by tick    TW_HWHEEL_OF(beats, struct conn, node) makes struct beats and beats_init, _add, _take, ...

   EXAMPLE
       struct conn { int fd; struct tw_node idle; };
       TW_TIMERS_OF(timers, hwheel)

       static struct timers t;                       all zero is valid: tick 0, empty
       timers_init(&t, now_ms(), NULL, 0);           no array
       timers_add(&t, &c->idle, now_ms() + 5000);    never full

   COST (n nodes, L levels)
       add, cancel, move   O(1), at most L steps to find the level       count   O(1)
       take                O(1) a node, and at most L - 1 moves down in its life
       next                O(1); O(nodes of one slot) after the earliest one was cancelled, moved or fired
       clear, each         O(n + slots)                                  jump    O(L), whatever the distance
       Bytes a timer, node included: 40 on a 64-bit machine, 20 on a 32-bit one, 12 on AVR with 32-bit ticks. Bytes of
       the wheel: a pointer and a bit a slot. That is 16 KB by default on a 64-bit machine, 237 KB with TW_HWHEEL_BIG,
       and 280 with four levels of 4 bits on a 32-bit one.

   GUARANTEES
       FIFO among equals, always, and no arming number is needed for it. add() cannot fail. When time jumps past the
       only node of a slot, it fires without a cascade. The earliest node is remembered.

   OPTIONS (beside those of timers.h)
       TW_HWHEEL_FIRST_BITS   8        level 0 has 2^this slots of one tick: 3 to 16
       TW_HWHEEL_UPPER_BITS   8        each level above has 2^this slots: 3 to 16
       TW_HWHEEL_LEVELS       8 4 2    levels in all; the default covers ticks of 64, 32 or 16 bits. With fewer, what
                                       lies beyond waits in one overflow slot, walked when all else is empty
       TW_HWHEEL_BIG          0        1: for 10^5 timers and more on a machine with caches. Cascades are done ahead
                                       of time, a few nodes a tick, several lists side by side. Levels must have 5
                                       bits or more and cover the tick
       Firmware: 4, 4 and 4 levels. skynet's wheel: 8, 6 and 5 levels. TW_HWHEEL_IMPLEMENTATION instead of
       TW_IMPLEMENTATION defines this header and timers.h only.

   SOURCE
       G. Varghese and A. Lauck, Hashed and Hierarchical Timing Wheels, SOSP 1987, scheme 7. Placement by the highest
       bit that differs: the timer of skynet (Yun Feng, 2012), and radix heaps (R. Ahuja et al., JACM 37(2), 1990). */
#ifndef TW_HWHEEL_H
#define TW_HWHEEL_H

#if defined(TW_HWHEEL_IMPLEMENTATION) && !defined(TW_TIMERS_IMPLEMENTATION)
#define TW_TIMERS_IMPLEMENTATION
#endif

TW__BEGIN_C

/* ---------------------------------------------------------------------------------------------------- TYPES */

#ifndef TW_HWHEEL_FIRST_BITS
#define TW_HWHEEL_FIRST_BITS 8
#endif
#ifndef TW_HWHEEL_UPPER_BITS
#define TW_HWHEEL_UPPER_BITS 8
#endif
#ifndef TW_HWHEEL_LEVELS
#if TW_TICK_BITS == 64
#define TW_HWHEEL_LEVELS 8
#elif TW_TICK_BITS == 32
#define TW_HWHEEL_LEVELS 4
#else
#define TW_HWHEEL_LEVELS 2
#endif
#endif

#ifndef TW_HWHEEL_BIG
#define TW_HWHEEL_BIG 0
#endif

#if TW_HWHEEL_BIG != 0 && TW_HWHEEL_BIG != 1
#error "TW_HWHEEL_BIG must be the plain number 0 or 1"
#endif
#if TW_HWHEEL_FIRST_BITS < 3 || TW_HWHEEL_FIRST_BITS > 16 || TW_HWHEEL_UPPER_BITS < 3 || TW_HWHEEL_UPPER_BITS > 16
#error "TW_HWHEEL_FIRST_BITS and TW_HWHEEL_UPPER_BITS must be plain numbers from 3 to 16"
#endif
#if TW_HWHEEL_LEVELS < 2
#error "TW_HWHEEL_LEVELS must be a plain number, 2 or more"
#endif

/* The levels tell apart deadlines that differ in the lowest SPAN bits. */
#define TW__HWHEEL_SPAN (TW_HWHEEL_FIRST_BITS + (TW_HWHEEL_LEVELS - 1) * TW_HWHEEL_UPPER_BITS)
#if TW__HWHEEL_SPAN - TW_HWHEEL_UPPER_BITS >= TW_TICK_BITS - 1
#error "TW_HWHEEL_LEVELS: the last level must hold at least two bits of a tick"
#endif
#define TW__HWHEEL_OVERFLOW (TW__HWHEEL_SPAN < TW_TICK_BITS)
#define TW__HWHEEL_RING     (TW_TICK_BITS != 64 && !TW__HWHEEL_OVERFLOW) /* does the last level wrap with the tick? */

#define TW__HWHEEL_WAKE (TW_HWHEEL_FIRST_BITS > 4) /* small settings save a word and code */

#if TW_HWHEEL_BIG && (TW__HWHEEL_OVERFLOW || TW_HWHEEL_FIRST_BITS < 5 || TW_HWHEEL_UPPER_BITS < 5)
#error "TW_HWHEEL_BIG wants levels of 5 bits and more that cover the tick"
#endif

/* The occupancy words: as wide as levels and machine allow. */
#if TW_HWHEEL_FIRST_BITS >= 6 && TW_HWHEEL_UPPER_BITS >= 6 && UINTPTR_MAX > 0xFFFFFFFFu
typedef uint64_t tw_hwheel_word;
#define TW__HWHEEL_WORD_BITS 64
#elif TW_HWHEEL_FIRST_BITS >= 5 && TW_HWHEEL_UPPER_BITS >= 5 && UINTPTR_MAX > 0xFFFFu
typedef uint32_t tw_hwheel_word;
#define TW__HWHEEL_WORD_BITS 32
#elif TW_HWHEEL_FIRST_BITS >= 4 && TW_HWHEEL_UPPER_BITS >= 4
typedef uint16_t tw_hwheel_word;
#define TW__HWHEEL_WORD_BITS 16
#else
typedef uint8_t tw_hwheel_word;
#define TW__HWHEEL_WORD_BITS 8
#endif

/* Slots are numbered through, level by level; the overflow slot is the last and has no bit. In a big wheel a level has
   twice its slots, for this block of the level above and the next, and in place of each upper slot eight, for the
   deadlines with the same lowest bits. */
enum {
    TW__HWHEEL_PARTS = TW_HWHEEL_BIG ? 8 : 1,
    TW__HWHEEL_DIGIT = (1 << TW_HWHEEL_UPPER_BITS) - 1,
    TW__HWHEEL_FIRST = 1 << (TW_HWHEEL_FIRST_BITS + TW_HWHEEL_BIG),
    TW__HWHEEL_UPPER = TW__HWHEEL_PARTS << (TW_HWHEEL_UPPER_BITS + TW_HWHEEL_BIG),
    TW__HWHEEL_SLOTS = TW__HWHEEL_FIRST + (TW_HWHEEL_LEVELS - 1) * TW__HWHEEL_UPPER,
    TW__HWHEEL_WORDS = TW__HWHEEL_SLOTS / TW__HWHEEL_WORD_BITS,
    TW__HWHEEL_SUMMARIES = TW__HWHEEL_WORDS <= 8 ? 0 : (TW__HWHEEL_WORDS - 1) / TW__HWHEEL_WORD_BITS + 1
};

typedef void tw_hwheel_array; /* init() takes none */

/* All zero is a valid wheel: empty, at tick 0. */
struct tw_hwheel {
    struct tw_node *slot[TW__HWHEEL_SLOTS + TW__HWHEEL_OVERFLOW]; /* the last node of each list */
    tw_hwheel_word bit[TW__HWHEEL_WORDS + TW__HWHEEL_SUMMARIES];  /* which slots are occupied; then, which words */
    tw_tick position;                                             /* what the nodes are placed by */
    size_t count;
    struct tw_node *first; /* the earliest node; NULL: not known, or there is none */
#if TW_HWHEEL_BIG
    tw_tick read; /* the lists of the ticks before this one, and of the seven from it on, were read ahead */
#endif
#if TW__HWHEEL_WAKE
    tw_tick wake; /* before this tick no occupied block begins: an idle tick is one comparison */
#endif
};

/* ------------------------------------------------------------------------------------------------------ API */

/* An empty wheel at tick now. It forgets nodes: clear() a wheel in use first. array and n are not needed: NULL, 0. */
#define TW__HWHEEL_PASTE(name, t, f, u, l, b)     name##_ticks##t##_first##f##_upper##u##_levels##l##_big##b
#define TW__HWHEEL_LINK_NAME(name, t, f, u, l, b) TW__HWHEEL_PASTE(name, t, f, u, l, b)
#define tw_hwheel_init                                                                                               \
    TW__HWHEEL_LINK_NAME(tw_hwheel_init, TW_TICK_BITS, TW_HWHEEL_FIRST_BITS, TW_HWHEEL_UPPER_BITS, TW_HWHEEL_LEVELS, \
                         TW_HWHEEL_BIG)
TW__API void tw_hwheel_init(struct tw_hwheel *w, tw_tick now, void *array, size_t n);

/* Inserts n with deadline due, or moves it there if it is in w. A deadline that has passed counts as the wheel's
   position, at or before the last take()'s now. Always true. O(1). */
TW__API bool tw_hwheel_add(struct tw_hwheel *w, struct tw_node *n, tw_tick due);

/* Takes n out. False: it is idle, or on the due list of a set. O(1). */
TW__API bool tw_hwheel_cancel(struct tw_hwheel *w, struct tw_node *n);

/* The earliest deadline. False: empty. */
TW__API bool tw_hwheel_next(struct tw_hwheel *w, tw_tick *due);

/* Takes out and returns the first node with due <= now; NULL: none. While nodes wait, now must not go back. */
TW__API struct tw_node *tw_hwheel_take(struct tw_hwheel *w, tw_tick now);

/* How many nodes; the node after n, slot by slot (NULL to begin, and at the end); all nodes out; every invariant. */
TW__API size_t tw_hwheel_count(const struct tw_hwheel *w);
TW__API struct tw_node *tw_hwheel_each(const struct tw_hwheel *w, const struct tw_node *n);
TW__API void tw_hwheel_clear(struct tw_hwheel *w);
TW__API bool tw_hwheel_check(const struct tw_hwheel *w);

/* --------------------------------------------------------------------------------------------------- ENGINE

   The digit of a tick at a level is the bit group that numbers the level's slots. With levels of 4 bits:

       position   0x1a37      level 3 2 1 0: digits 1 a 3 7
       due        0x1a3c      differs at level 0: slot c of level 0, which fires at that tick
       due        0x1a52      differs at level 1: slot 5 of level 1, a block of the 16 ticks 0x1a50 .. 0x1a5f
       due        0x4000      differs at level 3: slot 4 of level 3

   Invariants outside of a call: position is not after any node's deadline (one that had passed when it was added
   counts as the position then), nor after the last now; every node is in the slot that its deadline and position name;
   so no occupied slot of an upper level has position's own digit: to enter its block, its nodes must move down.

   In a big wheel a node may also be one level lower than that, if it lies in the next block of the level above: a level
   has a second half for those. All of them were added before what still waits above for the same block. */

/* What a slot's number says: the lowest bit of its level's digit. A block of the level has 2^this ticks. */
TW__INLINE unsigned tw__hwheel_shift(size_t slot) {
    return slot < TW__HWHEEL_FIRST
               ? 0
               : TW_HWHEEL_FIRST_BITS + (unsigned)((slot - TW__HWHEEL_FIRST) / TW__HWHEEL_UPPER) * TW_HWHEEL_UPPER_BITS;
}

TW__INLINE size_t tw__hwheel_slot(tw_tick position, tw_tick due) {
    const size_t part = (size_t)due % TW__HWHEEL_PARTS;
    tw_tick differ = (tw_tick)((due ^ position) >> TW_HWHEEL_FIRST_BITS);
    size_t level = TW__HWHEEL_FIRST;

    if (differ == 0)
        return (size_t)(due & (TW__HWHEEL_FIRST - 1));

    /* due is shifted to its digit at `level`, the bits in which it differs likewise. */
    due = (tw_tick)(due >> TW_HWHEEL_FIRST_BITS);
    while ((differ = (tw_tick)(differ >> TW_HWHEEL_UPPER_BITS)) != 0) {
        due = (tw_tick)(due >> TW_HWHEEL_UPPER_BITS);
        level += TW__HWHEEL_UPPER;
        if (TW__HWHEEL_OVERFLOW && level == TW__HWHEEL_SLOTS)
            return level;
    }
    return level + (size_t)due * TW__HWHEEL_PARTS % TW__HWHEEL_UPPER + part;
}

/* The first one-bit from word i on, up to word end; end's first bit if there is none. */
TW__INLINE size_t tw__hwheel_scan(const tw_hwheel_word *word, size_t i, size_t end) {
    while (i < end && word[i] == 0)
        i++;
    return i * TW__HWHEEL_WORD_BITS + (i < end ? tw__low_bit(word[i]) : 0);
}

#if !TW_HWHEEL_BIG
/* The occupied slot with the earliest nodes; the overflow slot if there is no other. The wheel is not empty. */
TW__INLINE size_t tw__hwheel_earliest_slot(const struct tw_hwheel *w) {
    const size_t words = TW__HWHEEL_WORDS, summaries = TW__HWHEEL_SUMMARIES;
    size_t i = summaries ? tw__hwheel_scan(w->bit + words, 0, summaries) : 0;
    size_t slot = TW__HWHEEL_SLOTS;

    if (!summaries)
        slot = tw__hwheel_scan(w->bit, 0, words);
    else if (i < words)
        slot = i * TW__HWHEEL_WORD_BITS + tw__low_bit(w->bit[i]);

#if TW__HWHEEL_RING
    /* The last level is a ring: its blocks begin behind position's. */
    if (slot >= TW__HWHEEL_SLOTS - TW__HWHEEL_UPPER) {
        const size_t last = TW__HWHEEL_SLOTS - TW__HWHEEL_UPPER;
        const size_t from = last + (size_t)(w->position >> (TW__HWHEEL_SPAN - TW_HWHEEL_UPPER_BITS));
        const tw_hwheel_word behind = (tw_hwheel_word)((tw_hwheel_word)-2 << from % TW__HWHEEL_WORD_BITS);
        i = from / TW__HWHEEL_WORD_BITS;
        if (w->bit[i] & behind)
            return i * TW__HWHEEL_WORD_BITS + tw__low_bit(w->bit[i] & behind);
        i = tw__hwheel_scan(w->bit, i + 1, TW__HWHEEL_WORDS);
        if (i < TW__HWHEEL_SLOTS)
            return i;
    }
#endif
    return slot;
}
#endif

/* A slot was filled or emptied. */
TW__INLINE void tw__hwheel_toggle(struct tw_hwheel *w, size_t slot) {
    const size_t i = slot / TW__HWHEEL_WORD_BITS, k = TW__HWHEEL_WORDS + i / TW__HWHEEL_WORD_BITS;
    tw_hwheel_word was;

    if (TW__HWHEEL_OVERFLOW && slot == TW__HWHEEL_SLOTS)
        return;
    was = w->bit[i];
    w->bit[i] = (tw_hwheel_word)(was ^ (tw_hwheel_word)1 << slot % TW__HWHEEL_WORD_BITS);
    if (TW__HWHEEL_SUMMARIES > 0 && (was == 0 || w->bit[i] == 0))
        w->bit[k] = (tw_hwheel_word)(w->bit[k] ^ (tw_hwheel_word)1 << i % TW__HWHEEL_WORD_BITS);
}

/* Into a slot, last; out of it. */
TW__INLINE void tw__hwheel_join(struct tw_hwheel *w, struct tw_node *n, size_t slot) {
    n->home = slot + TW__WAITING;
    if (!w->slot[slot])
        tw__hwheel_toggle(w, slot);
    tw__list_append(&w->slot[slot], n);
}

TW__INLINE void tw__hwheel_leave(struct tw_hwheel *w, struct tw_node *n) {
    const size_t slot = n->home - TW__WAITING;

    tw__list_remove(&w->slot[slot], n);
    if (!w->slot[slot])
        tw__hwheel_toggle(w, slot);
}

/* Appends n to the slot of tick due, which is not before position. */
TW__INLINE void tw__hwheel_place(struct tw_hwheel *w, struct tw_node *n, tw_tick due) {
    tw__hwheel_join(w, n, tw__hwheel_slot(w->position, due));
}

TW__INLINE void tw__hwheel_unlink(struct tw_hwheel *w, struct tw_node *n) {
    tw__hwheel_leave(w, n);
    if (w->first == n)
        w->first = NULL;
    w->count--;
}

/* The tick that counts for a deadline that may have passed. Position can be further behind an allowed deadline than
   half the range of a tick that wraps, by a block: tw_before() does not see that. */
TW__INLINE tw_tick tw__hwheel_key(const struct tw_hwheel *w, tw_tick due) {
    const bool passed =
        TW_TICK_BITS == 64 ? due < w->position : (tw_tick)(due - w->position) > (tw_tick)(3 * TW__QUARTER);
    return passed ? w->position : due;
}

/* n does not wait in w. */
TW__INLINE void tw__hwheel_insert(struct tw_hwheel *w, struct tw_node *n, tw_tick due) {
    const tw_tick key = tw__hwheel_key(w, due);

    TW_TRACE(n->home == TW__IDLE ? TW_ARM : TW_MOVE, n, due);
    n->due = due;
    tw__hwheel_place(w, n, key);
#if TW__HWHEEL_WAKE
    if (w->count == 0 || tw_before(key, w->wake))
        w->wake = w->position;
#endif
    if (w->count++ == 0 || (w->first && tw_before(key, w->first->due)))
        w->first = n;
}

TW__INLINE bool tw__hwheel_add(struct tw_hwheel *w, struct tw_node *n, tw_tick due) {
    TW_ASSERT(n != NULL);
    if (n->home >= TW__WAITING)
        tw__hwheel_unlink(w, n);
    tw__hwheel_insert(w, n, due);
    return true;
}

TW__INLINE bool tw__hwheel_cancel(struct tw_hwheel *w, struct tw_node *n) {
    TW_ASSERT(n != NULL);
    if (n->home < TW__WAITING)
        return false;
    TW_TRACE(TW_CANCEL, n, n->due);
    tw__hwheel_unlink(w, n);
    n->home = TW__IDLE;
    return true;
}

/* Position has entered the block of an upper slot: its nodes move down, in order. From the overflow slot, those that
   lie in position's top block do; the others come back to it. In a big wheel its parts are walked side by side, because
   one list is a chain of cache misses. */
TW__INLINE void tw__hwheel_lower(struct tw_hwheel *w, size_t slot) {
    const size_t begin = slot - slot % TW__HWHEEL_PARTS;
    struct tw_node *next[TW__HWHEEL_PARTS];
    size_t i, parts = 0;

    for (i = begin; i < begin + TW__HWHEEL_PARTS; i++)
        if (w->slot[i]) {
            next[parts] = w->slot[i]->u.list.next;
            TW__PREFETCH(next[parts]);
            parts++;
            w->slot[i]->u.list.next = NULL; /* a chain from here on */
            w->slot[i] = NULL;
            tw__hwheel_toggle(w, i);
        }
    for (i = 0; parts; i = i + 1 < parts ? i + 1 : 0) {
        struct tw_node *n = next[i];

        next[i] = n->u.list.next;
        TW__PREFETCH(next[i]);
        if (!next[i])
            next[i] = next[--parts];
        TW_TRACE(TW_CASCADE, n, n->due);
        tw__hwheel_place(w, n, n->due);
    }
}

#if TW_HWHEEL_BIG
/* Does the node in the upper slot `slot` share it with none? */
TW__INLINE bool tw__hwheel_alone(const struct tw_hwheel *w, size_t slot) {
    const size_t begin = slot - slot % TW__HWHEEL_PARTS;
    const unsigned bits = (unsigned)(w->bit[begin / TW__HWHEEL_WORD_BITS] >> begin % TW__HWHEEL_WORD_BITS) & 255u;

    return (bits & (bits - 1)) == 0 && w->slot[slot]->u.list.next == w->slot[slot];
}

/* The first occupied slot from slot i on, before slot end; end if there is none. */
TW__INLINE size_t tw__hwheel_from(const struct tw_hwheel *w, size_t i, size_t end) {
    const tw_hwheel_word *word = w->bit, *summary = w->bit + TW__HWHEEL_WORDS;
    size_t k = i / TW__HWHEEL_WORD_BITS, j;
    tw_hwheel_word bits = (tw_hwheel_word)(word[k] >> i % TW__HWHEEL_WORD_BITS);

    if (bits == 0) {
        j = ++k / TW__HWHEEL_WORD_BITS;
        bits = j < TW__HWHEEL_SUMMARIES ? (tw_hwheel_word)(summary[j] >> k % TW__HWHEEL_WORD_BITS) : 0;
        if (bits == 0) {
            k = tw__hwheel_scan(summary, j + 1, TW__HWHEEL_SUMMARIES);
            if (k >= TW__HWHEEL_WORDS)
                return end;
        } else {
            k += tw__low_bit(bits);
        }
        i = k * TW__HWHEEL_WORD_BITS;
        bits = word[k];
    }
    i += tw__low_bit(bits);
    return i < end ? i : end;
}

/* The parts of the slot at the level that begins at `base` which tick falls into. */
TW__INLINE size_t tw__hwheel_parts(size_t base, unsigned shift, tw_tick tick) {
    return base + (size_t)(tick >> shift) * TW__HWHEEL_PARTS % TW__HWHEEL_UPPER;
}

/* The first occupied slot. True if its nodes lie in the next block of a level, which begins at *enter: then the nodes
   of that block are in the second half of the level below, and what has not moved down yet is still above. */
TW__INLINE bool tw__hwheel_earliest(const struct tw_hwheel *w, size_t *slot, tw_tick *enter) {
    size_t base = 0, size = TW__HWHEEL_FIRST, parts = 1, b;
    unsigned shift = 0, bits = TW_HWHEEL_FIRST_BITS, k;

    /* Invariant: the levels before base are empty, and so is what lies in their next blocks. */
    for (; base < TW__HWHEEL_SLOTS; base += size, size = TW__HWHEEL_UPPER, parts = TW__HWHEEL_PARTS) {
        const size_t from = base + (size_t)(w->position >> shift) * parts % size, middle = base + size / 2;
        const size_t end = from < middle ? middle : base + size;

        *slot = tw__hwheel_from(w, from, end);
        if (*slot < end)
            return false;
        shift += bits;
        bits = TW_HWHEEL_UPPER_BITS;
        if (shift >= TW_TICK_BITS)
            break;
        *enter = (tw_tick)(((w->position >> shift) + 1) << shift);
        *slot = from < middle ? tw__hwheel_from(w, middle, base + size) : tw__hwheel_from(w, base, middle);
        if (*slot < (from < middle ? base + size : middle))
            return true;
        for (b = base + size, k = shift; b < TW__HWHEEL_SLOTS; b += TW__HWHEEL_UPPER, k += TW_HWHEEL_UPPER_BITS) {
            const size_t begin = tw__hwheel_parts(b, k, *enter);
            *slot = tw__hwheel_from(w, begin, begin + TW__HWHEEL_PARTS);
            if (*slot < begin + TW__HWHEEL_PARTS)
                return true;
            if ((*enter >> k & TW__HWHEEL_DIGIT) != 0)
                break;
        }
    }
    *slot = tw__hwheel_from(w, base, TW__HWHEEL_SLOTS); /* the last level is a ring */
    return false;
}

/* Position goes to enter, where a block of one or more levels begins. The lower levels hold the older nodes. */
TW__INLINE void tw__hwheel_enter(struct tw_hwheel *w, tw_tick enter) {
    size_t b = TW__HWHEEL_FIRST;
    unsigned k = TW_HWHEEL_FIRST_BITS;

    w->position = enter;
    for (; b < TW__HWHEEL_SLOTS; b += TW__HWHEEL_UPPER, k += TW_HWHEEL_UPPER_BITS) {
        tw__hwheel_lower(w, tw__hwheel_parts(b, k, enter));
        if ((enter >> k & TW__HWHEEL_DIGIT) != 0)
            break;
    }
}

/* So that not all of a block moves when it is entered: at each tick that fires something, one node in 2048 may move
   down (`most`) from the next block of each level, into the second half of the level below. They are the oldest of
   their lists, and what is added for that block goes behind those that wait above: order is kept. */
TW__INLINE void tw__hwheel_pace(struct tw_hwheel *w, size_t most) {
    size_t base = TW__HWHEEL_FIRST, below = 0, i, left;
    unsigned shift = TW_HWHEEL_FIRST_BITS, lower = 0;

    for (; base < TW__HWHEEL_SLOTS; lower = shift, shift += TW_HWHEEL_UPPER_BITS) {
        const size_t begin = tw__hwheel_parts(base, shift, (tw_tick)(w->position + ((tw_tick)1 << shift)));

        i = tw__hwheel_from(w, begin, begin + TW__HWHEEL_PARTS);
        for (left = most; left && i < begin + TW__HWHEEL_PARTS; left--) {
            struct tw_node *n = w->slot[i]->u.list.next;

            tw__hwheel_leave(w, n);
            if (w->slot[i])
                TW__PREFETCH(w->slot[i]->u.list.next);
            TW_TRACE(TW_CASCADE, n, n->due);
            tw__hwheel_join(w, n,
                            below ? tw__hwheel_parts(below, lower, n->due) + i - begin : n->due % TW__HWHEEL_FIRST);
            i = tw__hwheel_from(w, i + 1, begin + TW__HWHEEL_PARTS); /* the parts take turns */
            if (i == begin + TW__HWHEEL_PARTS)
                i = tw__hwheel_from(w, begin, i);
        }
        below = base;
        base += TW__HWHEEL_UPPER;
    }
}

/* Reads in the lists of the next eight ticks, side by side, so that their cache misses overlap. */
TW__INLINE void tw__hwheel_read_ahead(struct tw_hwheel *w) {
    const struct tw_node *n[8];
    size_t i, lists = 0, steps;

    if (tw_before(w->position, w->read))
        return;
    w->read = (tw_tick)(w->position + 8);
    for (i = 0; i < 8; i++) {
        n[lists] = w->slot[(size_t)(w->read + i) % TW__HWHEEL_FIRST];
        lists += n[lists] != NULL;
    }
    for (steps = w->count / 16384; steps; steps--)
        for (i = 0; i < lists; i++)
            n[i] = *(struct tw_node *const volatile *)&n[i]->u.list.next; /* volatile: nobody uses it */
}
#endif

/* Looks for the first node among those that share the slot, all parts of it; level 0 has one tick a slot. */
TW__INLINE void tw__hwheel_least(struct tw_hwheel *w, size_t slot) {
    const size_t all = slot < TW__HWHEEL_FIRST ? 1 : TW__HWHEEL_PARTS;
    size_t i = slot - slot % all;
    const size_t end = i + all;

    for (; i < end; i++) {
        struct tw_node *n = w->slot[i];

        while (n) {
            n = n->u.list.next;
            TW_TRACE(TW_COMPARE, n, n->due);
            if (!w->first || tw_before(n->due, w->first->due))
                w->first = n;
            if (n == w->slot[i] || i < TW__HWHEEL_FIRST)
                break;
        }
    }
}

/* Finds the first node, if there is one. */
TW__INLINE struct tw_node *tw__hwheel_first(struct tw_hwheel *w) {
    if (!w->first && w->count) {
#if TW_HWHEEL_BIG
        size_t slot, base = 0, half = TW__HWHEEL_FIRST / 2, above = TW__HWHEEL_FIRST;
        unsigned shift = TW_HWHEEL_FIRST_BITS;
        tw_tick enter = 0;
        bool next = tw__hwheel_earliest(w, &slot, &enter);

        if (next) { /* all of the next block moves down, once: looked through up there, it would be again and again */
            tw__hwheel_pace(w, w->count);
            next = tw__hwheel_earliest(w, &slot, &enter);
        }
        if (!next)
            tw__hwheel_least(w, slot);

        /* Invariant: `enter` begins a block of the level at `above`, and it is the next one: look at what of it is
           down, and at what is not. */
        while (next) {
            const size_t begin = base + (size_t)(enter >> shift & 1) * half;

            slot = tw__hwheel_from(w, begin, begin + half);
            if (slot < begin + half)
                tw__hwheel_least(w, slot);
            tw__hwheel_least(w, tw__hwheel_parts(above, shift, enter));
            base = above;
            half = TW__HWHEEL_UPPER / 2;
            above += TW__HWHEEL_UPPER;
            next = above < TW__HWHEEL_SLOTS && (enter >> shift & TW__HWHEEL_DIGIT) == 0;
            shift += TW_HWHEEL_UPPER_BITS;
        }
#else
        tw__hwheel_least(w, tw__hwheel_earliest_slot(w));
#endif
    }
    return w->first;
}

/* Nothing fires: position follows now, and enters no occupied block. */
TW__INLINE struct tw_node *tw__hwheel_stay(struct tw_hwheel *w, tw_tick now) {
    if (tw_before(w->position, now) || w->count == 0)
        w->position = now;
    return NULL;
}

/* The first node with due <= now, taken out. Blocks that begin by now are entered on the way. */
TW__OUT struct tw_node *tw__hwheel_search(struct tw_hwheel *w, tw_tick now) {
#if TW__HWHEEL_WAKE
    w->wake = w->position;
#endif
    while (w->count) {
        struct tw_node *n = w->first;
        size_t slot;
        tw_tick block;
        bool alone;

#if TW_HWHEEL_BIG
        tw_tick enter;
        if (!n || (n->due ^ w->position) >> TW_HWHEEL_FIRST_BITS) {
            if (tw__hwheel_earliest(w, &slot, &enter)) {
                if (tw_before(now, enter)) {
                    w->wake = enter;
                    break;
                }
                tw__hwheel_enter(w, enter);
                continue;
            }
            if (!n || slot >= TW__HWHEEL_FIRST)
                n = w->slot[slot]->u.list.next;
        }
        slot = n->home - TW__WAITING;
        alone = slot < TW__HWHEEL_FIRST || tw__hwheel_alone(w, slot);
#else
        if (!n) {
            n = w->slot[tw__hwheel_earliest_slot(w)]->u.list.next;
            if (TW__HWHEEL_OVERFLOW && n->home - TW__WAITING == TW__HWHEEL_SLOTS)
                n = tw__hwheel_first(w); /* this slot has more than one block */
        }
        slot = n->home - TW__WAITING;
        alone = slot < TW__HWHEEL_FIRST || w->slot[slot]->u.list.next == w->slot[slot];
#endif
        if (alone)
            w->first = n; /* or the first of its tick */
        block = n->due;
        if (slot >= TW__HWHEEL_FIRST)
            block = (tw_tick)(block >> tw__hwheel_shift(slot) << tw__hwheel_shift(slot));
        if (tw_before(now, block)) {
#if TW__HWHEEL_WAKE
            w->wake = block;
#endif
            break;
        }
        if (alone && !tw_before(now, n->due)) {
            if (slot >= TW__HWHEEL_FIRST)
                w->position = n->due;
            tw__hwheel_unlink(w, n);
            n->home = TW__IDLE;
            w->first = tw__list_first(w->slot[slot]);
            return n;
        }
        w->position = block;
        tw__hwheel_lower(w, slot);
    }
#if TW_HWHEEL_BIG
    tw__hwheel_stay(w, now);
    tw__hwheel_pace(w, w->count / 2048 + TW__HWHEEL_PARTS);
    tw__hwheel_read_ahead(w);
#endif
    return tw__hwheel_stay(w, now);
}

TW__FOLD struct tw_node *tw__hwheel_take(struct tw_hwheel *w, tw_tick now) {
#if TW__HWHEEL_WAKE
    if (tw_before(now, w->wake))
        return tw__hwheel_stay(w, now);
#endif
    return tw__hwheel_search(w, now);
}

TW__INLINE struct tw_node *tw__hwheel_each(const struct tw_hwheel *w, const struct tw_node *n) {
    size_t slot = n ? n->home - TW__WAITING : (size_t)-1;

    if (n && n != w->slot[slot])
        return n->u.list.next;
    while (++slot < TW__HWHEEL_SLOTS + TW__HWHEEL_OVERFLOW)
        if (w->slot[slot])
            return w->slot[slot]->u.list.next;
    return NULL;
}

TW__INLINE struct tw_node *tw__hwheel_drain(struct tw_hwheel *w) {
    struct tw_node *chain = NULL, *n;

    while ((n = tw__hwheel_each(w, NULL)) != NULL) {
        tw__hwheel_unlink(w, n);
        n->u.list.next = chain;
        chain = n;
    }
    return chain;
}

/* May a node with this key be in slot? In a big wheel also if it moved down for the next block of the level above. */
TW__INLINE bool tw__hwheel_fits(const struct tw_hwheel *w, size_t slot, tw_tick key) {
#if TW_HWHEEL_BIG
    const unsigned shift = tw__hwheel_shift(slot), up = shift + (shift ? TW_HWHEEL_UPPER_BITS : TW_HWHEEL_FIRST_BITS);
    const size_t level = slot - (shift ? (slot - TW__HWHEEL_FIRST) % TW__HWHEEL_UPPER : slot);
#endif
#if TW__HWHEEL_WAKE
    const unsigned block = tw__hwheel_shift(tw__hwheel_slot(w->position, key));

    if (tw_before(w->position, w->wake) && tw_before((tw_tick)(key >> block << block), w->wake))
        return false;
#endif
#if TW_HWHEEL_BIG
    if (slot < TW__HWHEEL_SLOTS && up < TW_TICK_BITS &&
        (tw_tick)((tw_tick)((key >> up) - (w->position >> up)) << up) == (tw_tick)((tw_tick)1 << up))
        return slot == (shift ? tw__hwheel_parts(level, shift, key) + (size_t)key % TW__HWHEEL_PARTS
                              : (size_t)key % TW__HWHEEL_FIRST) ||
               slot == tw__hwheel_slot(w->position, key);
#endif
    return slot == tw__hwheel_slot(w->position, key);
}

TW__INLINE bool tw__hwheel_check(const struct tw_hwheel *w) {
    const struct tw_node *n, *previous;
    size_t slot, i, count = 0;
    bool met = w->first == NULL;

    for (slot = 0; slot < TW__HWHEEL_SLOTS + TW__HWHEEL_OVERFLOW; slot++) {
        const struct tw_node *last = w->slot[slot];

        i = slot / TW__HWHEEL_WORD_BITS;
        if (slot < TW__HWHEEL_SLOTS && (w->bit[i] >> slot % TW__HWHEEL_WORD_BITS & 1) != (last != NULL))
            return false;
        for (n = last, previous = NULL; n && previous != last; previous = n, count++) {
            n = n->u.list.next;
            if (n->u.list.prev != previous || n->home != slot + TW__WAITING)
                return false;
            if (!tw__hwheel_fits(w, slot, tw__hwheel_key(w, n->due)))
                return false;
            if (n == w->first)
                met = true;
            else if (!met && !tw_before(tw__hwheel_key(w, w->first->due), tw__hwheel_key(w, n->due)))
                return false;
            else if (w->first && tw_before(tw__hwheel_key(w, n->due), tw__hwheel_key(w, w->first->due)))
                return false;
        }
    }
    for (i = 0; TW__HWHEEL_SUMMARIES > 0 && i < TW__HWHEEL_WORDS; i++)
        if ((w->bit[TW__HWHEEL_WORDS + i / TW__HWHEEL_WORD_BITS] >> i % TW__HWHEEL_WORD_BITS & 1) != (w->bit[i] != 0))
            return false;
    return met && count == w->count;
}

TW__INLINE void tw__hwheel_init(struct tw_hwheel *w, tw_tick now) {
    size_t i;

    for (i = 0; i < TW__HWHEEL_SLOTS + TW__HWHEEL_OVERFLOW; i++)
        w->slot[i] = NULL;
    for (i = 0; i < TW__HWHEEL_WORDS + TW__HWHEEL_SUMMARIES; i++)
        w->bit[i] = 0;
    w->position = now;
    w->count = 0;
    w->first = NULL;
#if TW_HWHEEL_BIG
    w->read = now;
#endif
#if TW__HWHEEL_WAKE
    w->wake = now;
#endif
}

/* The wheel as a structure for TW_TIMERS_OF and tw_timers_init(). */
TW__INLINE void tw__hwheel_op_init(void *w, tw_tick now, void *array, size_t n) {
    (void)array, (void)n;
    tw__hwheel_init((struct tw_hwheel *)w, now);
}
TW__INLINE bool tw__hwheel_op_full(const void *w) { return (void)w, false; }
TW__INLINE void tw__hwheel_op_add(void *w, struct tw_node *n, tw_tick due) {
    tw__hwheel_insert((struct tw_hwheel *)w, n, due);
}
TW__INLINE bool tw__hwheel_op_move(void *w, struct tw_node *n, tw_tick due) {
    return tw__hwheel_add((struct tw_hwheel *)w, n, due);
}
TW__INLINE bool tw__hwheel_op_cancel(void *w, struct tw_node *n) { return tw__hwheel_cancel((struct tw_hwheel *)w, n); }
TW__INLINE bool tw__hwheel_op_next(void *w, tw_tick *due) {
    const struct tw_node *n = tw__hwheel_first((struct tw_hwheel *)w);

    if (n)
        *due = n->due;
    return n != NULL;
}
TW__INLINE struct tw_node *tw__hwheel_op_take(void *w, tw_tick now) {
    return tw__hwheel_take((struct tw_hwheel *)w, now);
}
TW__INLINE size_t tw__hwheel_op_count(const void *w) { return ((const struct tw_hwheel *)w)->count; }
TW__INLINE struct tw_node *tw__hwheel_op_each(const void *w, const struct tw_node *n) {
    return tw__hwheel_each((const struct tw_hwheel *)w, n);
}
TW__INLINE struct tw_node *tw__hwheel_op_drain(void *w) { return tw__hwheel_drain((struct tw_hwheel *)w); }
TW__INLINE bool tw__hwheel_op_check(const void *w) { return tw__hwheel_check((const struct tw_hwheel *)w); }
TW__INLINE size_t tw__hwheel_op_bytes(size_t n) {
    (void)n;
    return 0;
}

TW__TABLE const struct tw_ops tw_hwheel_ops = {tw__hwheel_op_init,       tw__hwheel_op_full,
                                               tw__hwheel_op_add,        tw__hwheel_op_move,
                                               tw__hwheel_op_cancel,     tw__hwheel_op_next,
                                               tw__hwheel_op_take,       tw__hwheel_op_count,
                                               tw__hwheel_op_each,       tw__hwheel_op_drain,
                                               tw__hwheel_op_check,      tw__hwheel_op_bytes,
                                               sizeof(struct tw_hwheel), "hwheel"};

/* ----------------------------------------------------------------------------------------------------- FACE */

/* A wheel of objects: struct name and its verbs, which take and give pointers to type. Costs and answers are those of
   the functions above; init takes array and n for uniformity only. */
#define TW_HWHEEL_OF(name, type, member)                                                                              \
    struct name {                                                                                                     \
        struct tw_hwheel wheel;                                                                                       \
    };                                                                                                                \
    TW__INLINE type *name##__of(struct tw_node *n) { return n ? TW_OF(n, type, member) : NULL; }                      \
    TW__INLINE void name##_init(struct name *q, tw_tick now, void *array, size_t n) {                                 \
        tw__hwheel_op_init(&q->wheel, now, array, n);                                                                 \
    }                                                                                                                 \
    TW__INLINE bool name##_add(struct name *q, type *x, tw_tick due) {                                                \
        return tw__hwheel_add(&q->wheel, &x->member, due);                                                            \
    }                                                                                                                 \
    TW__INLINE bool name##_cancel(struct name *q, type *x) { return tw__hwheel_cancel(&q->wheel, &x->member); }       \
    TW__INLINE bool name##_next(struct name *q, tw_tick *due) { return tw__hwheel_op_next(&q->wheel, due); }          \
    TW__INLINE type *name##_take(struct name *q, tw_tick now) { return name##__of(tw__hwheel_take(&q->wheel, now)); } \
    TW__INLINE size_t name##_count(const struct name *q) { return q->wheel.count; }                                   \
    TW__INLINE type *name##_each(const struct name *q, const type *x) {                                               \
        return name##__of(tw__hwheel_each(&q->wheel, x ? &x->member : NULL));                                         \
    }                                                                                                                 \
    TW__INLINE void name##_clear(struct name *q) { tw__idle_all(tw__hwheel_drain(&q->wheel)); }                       \
    TW__INLINE bool name##_check(const struct name *q) { return tw__hwheel_check(&q->wheel); }

TW__END_C

#endif /* TW_HWHEEL_H */

/* timers.h, implementation */

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

/* heap4.h, implementation */

#if (defined(TW_IMPLEMENTATION) || defined(TW_HEAP4_IMPLEMENTATION)) && !defined(TW__HEAP4_IMPLEMENTED)
#define TW__HEAP4_IMPLEMENTED

TW__API void tw_heap4_init(struct tw_heap4 *h, tw_tick now, struct tw_heap4_cell *array, size_t n) {
    tw__heap4_op_init(h, now, array, n);
}

TW__API bool tw_heap4_storage(struct tw_heap4 *h, struct tw_heap4_cell *array, size_t n) {
    return tw__heap4_storage(h, array, n);
}

TW__API bool tw_heap4_add(struct tw_heap4 *h, struct tw_node *n, tw_tick due) {
    return tw__heap4_add(h, n, due, tw__heap4_sift_due);
}
TW__API bool tw_heap4_cancel(struct tw_heap4 *h, struct tw_node *n) { return tw__heap4_op_cancel(h, n); }

TW__API bool tw_heap4_update(struct tw_heap4 *h, struct tw_node *n) {
    return tw__heap4_update(h, n, tw__heap4_sift_due);
}

TW__API bool tw_heap4_next(struct tw_heap4 *h, tw_tick *due) { return tw__heap4_op_next(h, due); }
TW__API struct tw_node *tw_heap4_peek(const struct tw_heap4 *h) { return tw__heap4_peek(h); }
TW__API struct tw_node *tw_heap4_pop(struct tw_heap4 *h) { return tw__heap4_pop(h, tw__heap4_sift_due); }
TW__API struct tw_node *tw_heap4_take(struct tw_heap4 *h, tw_tick now) { return tw__heap4_op_take(h, now); }
TW__API size_t tw_heap4_count(const struct tw_heap4 *h) { return h->count; }

TW__API struct tw_node *tw_heap4_each(const struct tw_heap4 *h, const struct tw_node *n) {
    return tw__heap4_each(h, n);
}

TW__API void tw_heap4_clear(struct tw_heap4 *h) { tw__idle_all(tw__heap4_drain(h)); }
TW__API bool tw_heap4_check(const struct tw_heap4 *h) { return tw__heap4_op_check(h); }

#endif

/* rbtree.h, implementation */

#if (defined(TW_IMPLEMENTATION) || defined(TW_RBTREE_IMPLEMENTATION)) && !defined(TW__RBTREE_IMPLEMENTED)
#define TW__RBTREE_IMPLEMENTED

TW__API void tw_rbtree_init(struct tw_rbtree *t, tw_tick now, void *array, size_t n) {
    tw__rbtree_op_init(t, now, array, n);
}

TW__API bool tw_rbtree_add(struct tw_rbtree *t, struct tw_node *n, tw_tick due) {
    return tw__rbtree_op_move(t, n, due);
}
TW__API bool tw_rbtree_cancel(struct tw_rbtree *t, struct tw_node *n) { return tw__rbtree_cancel(t, n); }

TW__API bool tw_rbtree_update(struct tw_rbtree *t, struct tw_node *n) {
    return tw__rbtree_waits(n) && tw_rbtree_add(t, n, n->due);
}

TW__API bool tw_rbtree_next(struct tw_rbtree *t, tw_tick *due) { return tw__rbtree_op_next(t, due); }
TW__API struct tw_node *tw_rbtree_peek(const struct tw_rbtree *t) { return t->end[0]; }
TW__API struct tw_node *tw_rbtree_pop(struct tw_rbtree *t) { return tw__rbtree_pop(t); }
TW__API struct tw_node *tw_rbtree_take(struct tw_rbtree *t, tw_tick now) { return tw__rbtree_op_take(t, now); }
TW__API struct tw_node *tw_rbtree_first(const struct tw_rbtree *t) { return t->end[0]; }
TW__API struct tw_node *tw_rbtree_last(const struct tw_rbtree *t) { return t->end[1]; }

TW__API struct tw_node *tw_rbtree_after(const struct tw_rbtree *t, const struct tw_node *n) {
    return tw__rbtree_step(t, n, 1);
}

TW__API struct tw_node *tw_rbtree_before(const struct tw_rbtree *t, const struct tw_node *n) {
    return tw__rbtree_step(t, n, 0);
}

TW__API struct tw_node *tw_rbtree_each(const struct tw_rbtree *t, const struct tw_node *n) {
    return tw__rbtree_step(t, n, 1);
}

TW__API struct tw_node *tw_rbtree_lower_bound(const struct tw_rbtree *t, tw_tick due) {
    struct tw_node key;

    key.due = due;
    return tw__rbtree_lower_bound(t, &key, tw__rbtree_by_due);
}

TW__API size_t tw_rbtree_count(const struct tw_rbtree *t) { return t->count; }
TW__API void tw_rbtree_clear(struct tw_rbtree *t) { tw__rbtree_clear(t); }
TW__API bool tw_rbtree_check(const struct tw_rbtree *t) { return tw__rbtree_op_check(t); }

#endif

/* skiplist.h, implementation */

#if (defined(TW_IMPLEMENTATION) || defined(TW_SKIPLIST_IMPLEMENTATION)) && !defined(TW__SKIPLIST_IMPLEMENTED)
#define TW__SKIPLIST_IMPLEMENTED

TW__BEGIN_C

TW__API void tw_skiplist_init(struct tw_skiplist *s, tw_tick now, struct tw_skiplist_floor *array, size_t n) {
    tw__skiplist_op_init(s, now, array, n);
}

TW__API bool tw_skiplist_add(struct tw_skiplist *s, struct tw_node *n, tw_tick due) {
    return tw__skiplist_op_move(s, n, due);
}

TW__API bool tw_skiplist_cancel(struct tw_skiplist *s, struct tw_node *n) { return tw__skiplist_op_cancel(s, n); }

TW__API bool tw_skiplist_update(struct tw_skiplist *s, struct tw_node *n) {
    return tw__skiplist_update(&s->base, n, tw__skiplist_insert);
}

TW__API bool tw_skiplist_next(struct tw_skiplist *s, tw_tick *due) { return tw__sortedlist_op_next(s, due); }
TW__API struct tw_node *tw_skiplist_peek(const struct tw_skiplist *s) { return tw__list_first(s->base.last); }
TW__API struct tw_node *tw_skiplist_pop(struct tw_skiplist *s) { return tw__skiplist_pop(&s->base); }
TW__API struct tw_node *tw_skiplist_take(struct tw_skiplist *s, tw_tick now) { return tw__skiplist_op_take(s, now); }
TW__API struct tw_node *tw_skiplist_first(const struct tw_skiplist *s) { return tw__list_first(s->base.last); }
TW__API struct tw_node *tw_skiplist_last(const struct tw_skiplist *s) { return s->base.last; }

TW__API struct tw_node *tw_skiplist_after(const struct tw_skiplist *s, const struct tw_node *n) {
    return tw__sortedlist_after(&s->base, n);
}

TW__API struct tw_node *tw_skiplist_before(const struct tw_skiplist *s, const struct tw_node *n) {
    return (void)s, n->u.list.prev;
}

TW__API struct tw_node *tw_skiplist_lower_bound(const struct tw_skiplist *s, tw_tick due) {
    return tw__skiplist_lower_bound(s, due, NULL, tw__skiplist_by_due);
}

TW__API size_t tw_skiplist_count(const struct tw_skiplist *s) { return s->base.count; }

TW__API struct tw_node *tw_skiplist_each(const struct tw_skiplist *s, const struct tw_node *n) {
    return tw__sortedlist_after(&s->base, n);
}

TW__API void tw_skiplist_clear(struct tw_skiplist *s) { tw__idle_all(tw__skiplist_op_drain(s)); }
TW__API bool tw_skiplist_check(const struct tw_skiplist *s) { return tw__skiplist_op_check(s); }

TW__END_C

#endif

/* wheel.h, implementation */

#if (defined(TW_IMPLEMENTATION) || defined(TW_WHEEL_IMPLEMENTATION)) && !defined(TW__WHEEL_IMPLEMENTED)
#define TW__WHEEL_IMPLEMENTED

TW__API void tw_wheel_init(struct tw_wheel *w, tw_tick now, union tw_wheel_cell *array, size_t n) {
    tw__wheel_init(w, now, array, n);
}

TW__API bool tw_wheel_add(struct tw_wheel *w, struct tw_node *n, tw_tick due) { return tw__wheel_add(w, n, due); }
TW__API bool tw_wheel_cancel(struct tw_wheel *w, struct tw_node *n) { return tw__wheel_cancel(w, n); }
TW__API bool tw_wheel_next(struct tw_wheel *w, tw_tick *due) { return tw__wheel_next(w, due); }
TW__API struct tw_node *tw_wheel_take(struct tw_wheel *w, tw_tick now) { return tw__wheel_take(w, now); }
TW__API size_t tw_wheel_count(const struct tw_wheel *w) { return w->count; }

TW__API struct tw_node *tw_wheel_each(const struct tw_wheel *w, const struct tw_node *n) {
    return tw__wheel_each(w, n);
}

TW__API void tw_wheel_clear(struct tw_wheel *w) { tw__idle_all(tw__wheel_drain(w)); }
TW__API bool tw_wheel_check(const struct tw_wheel *w) { return tw__wheel_check(w); }

#endif

/* hwheel.h, implementation */

#if (defined(TW_IMPLEMENTATION) || defined(TW_HWHEEL_IMPLEMENTATION)) && !defined(TW__HWHEEL_IMPLEMENTED)
#define TW__HWHEEL_IMPLEMENTED

TW__API void tw_hwheel_init(struct tw_hwheel *w, tw_tick now, void *array, size_t n) {
    tw__hwheel_op_init(w, now, array, n);
}

TW__API bool tw_hwheel_add(struct tw_hwheel *w, struct tw_node *n, tw_tick due) { return tw__hwheel_add(w, n, due); }
TW__API bool tw_hwheel_cancel(struct tw_hwheel *w, struct tw_node *n) { return tw__hwheel_cancel(w, n); }
TW__API bool tw_hwheel_next(struct tw_hwheel *w, tw_tick *due) { return tw__hwheel_op_next(w, due); }
TW__API struct tw_node *tw_hwheel_take(struct tw_hwheel *w, tw_tick now) { return tw__hwheel_take(w, now); }
TW__API size_t tw_hwheel_count(const struct tw_hwheel *w) { return w->count; }

TW__API struct tw_node *tw_hwheel_each(const struct tw_hwheel *w, const struct tw_node *n) {
    return tw__hwheel_each(w, n);
}

TW__API void tw_hwheel_clear(struct tw_hwheel *w) { tw__idle_all(tw__hwheel_drain(w)); }
TW__API bool tw_hwheel_check(const struct tw_hwheel *w) { return tw__hwheel_check(w); }

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
