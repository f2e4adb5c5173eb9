/* SPDX-License-Identifier: MIT-0 */
/* tw.h - in one file: compiler.h, node.h, verbs.h, slots.h, timers.h, heap4.h, rbtree.h, sortedlist.h, skiplist.h,
   wheel.h, hwheel.h, bigwheel.h, delayqueue_port.h, delayqueue.h, post.h.
   Made by tools/amalgamate.sh of version 0.1.0: change the headers, not this file.

   Two headers want more than a compiler, and are left out unless you ask for them before the include:

       #define TW_WITH_DELAYQUEUE   delayqueue.h, a queue on which threads sleep: wants threads and 64-bit ticks
       #define TW_WITH_POST         post.h, arming from other threads and interrupts: wants atomics or masked interrupts

   The manual of each header stands at its beginning. The files of dist/ and the headers may be included together, in
   any order. One file of the program says #define TW_IMPLEMENTATION before them if functions by the names tw_... are
   called.
*/

/* compiler.h - the words of the headers for what compilers do differently.

   WHAT IT IS
       Every header is C99 that compiles as C++11, too. Casts, warnings, inlining, prefetching and
       bit counts differ between compilers, and this header gives each of them one name. It also
       reads tw_config.h. You need not include it; node.h does. */
#ifndef TW_COMPILER_H
#define TW_COMPILER_H

#include <stdint.h>

/* Your options come first: the manual of node.h tells them. */
#if defined(__has_include)
#if __has_include("tw_config.h")
#include "tw_config.h"
#endif
#endif

#if defined(TW_STATIC) && !defined(TW_IMPLEMENTATION)
#error "TW_STATIC wants #define TW_IMPLEMENTATION beside it, before the first include"
#endif

#if defined(__GNUC__) || defined(__clang__) /* clang does not define __GNUC__ where it stands in for MSVC */
#define TW__GNU          1
#define TW__ATTRIBUTE(x) __attribute__((x))
#else
#define TW__GNU 0
#define TW__ATTRIBUTE(x)
#endif

/* ----------------------------------------------------------------------------------------------------- C++

   CAST stands in macros that expand in your file, where C++ compilers may warn of a cast in the style of C. Between
   BEGIN_C and END_C, in the headers themselves, C++ compilers warn neither of such casts nor of NULL. */

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

/* ------------------------------------------------------------------------------------------------- FUNCTIONS

   How a function of the headers is compiled. SPEED is 1 where gcc or clang optimise for speed.

                     not optimised   for size (-Os)   for speed        because
       TW__INLINE    the compiler's choice everywhere
       TW__FOLD      its choice      always inlined   always inlined   an argument is constant
       TW__ONCE      one copy        one copy         always inlined   it is large
       TW__APART     one copy        one copy         one copy         a short path stands beside it
       TW__REST      its choice      its choice       one copy         for speed alone a short path
                                                                       stands before it
   The constant argument is an order or a table of functions, and must disappear: of a function that
   is not inlined gcc would share one copy, which calls through the pointer. TW__API is the linkage
   of a compiled function, TW__TABLE of a table. */

#define TW__INLINE static inline TW__ATTRIBUTE(unused)
#define TW__TABLE  static TW__ATTRIBUTE(unused)

#if defined(__OPTIMIZE__)
#define TW__FOLD TW__INLINE TW__ATTRIBUTE(always_inline)
#else
#define TW__FOLD TW__INLINE
#endif

#if TW__GNU
#define TW__APART static TW__ATTRIBUTE(unused) TW__ATTRIBUTE(noinline)
#else
#define TW__APART TW__INLINE /* other compilers warn of an unused static function */
#endif

#if defined(__OPTIMIZE__) && !defined(__OPTIMIZE_SIZE__)
#define TW__SPEED 1
#define TW__ONCE  TW__FOLD
#define TW__REST  TW__APART
#else
#define TW__SPEED 0
#define TW__ONCE  TW__APART
#define TW__REST  TW__INLINE
#endif

#if defined(TW_STATIC)
#define TW__API TW__INLINE
#elif defined(__cplusplus)
#define TW__API extern "C"
#else
#define TW__API
#endif

/* -------------------------------------------------------------------------------------------------- MACHINES */

/* Asks for the cache line at p. */
#if TW__GNU && TW__SPEED
#define TW__PREFETCH(p) __builtin_prefetch(p)
#else
#define TW__PREFETCH(p) ((void)(p))
#endif

/* Aligns a struct to two bytes or more. A red-black tree keeps a colour in the lowest bit of a node's address. */
#if defined(__AVR__)
#define TW__EVEN TW__ATTRIBUTE(aligned(2))
#else
#define TW__EVEN
#endif

TW__BEGIN_C

/* Returns the number of the lowest one-bit of x, which is not 0. Small cores get a loop, not a library call. */
#if TW__GNU && (UINTPTR_MAX > 0xFFFFFFFFu || defined(__i386__) || defined(__ARM_FEATURE_CLZ))
TW__INLINE unsigned tw__low_bit(uintptr_t x) {
    return (unsigned)(sizeof x > sizeof(unsigned) ? __builtin_ctzll(x) : __builtin_ctz((unsigned)x));
}
#else
TW__INLINE unsigned tw__low_bit(uintptr_t x) {
    unsigned i = 0;

    /* Ends because x has a one-bit. */
    for (; (x & 1u) == 0; x >>= 1)
        i++;
    return i;
}
#endif

TW__END_C

#endif /* TW_COMPILER_H */

/* node.h - the ground of the collection: tick, node, callback, list.

   WHAT IT IS
       You put a node, five words, into your object, and a structure keeps it in order for you: a heap, a tree, a list,
       a wheel. They all take the same node, and this header says what it is. The options that all headers share stand
       here too. You need not include it; every other header does.

   ARGUMENTS (ticks are in the unit that you chose)
       tw_tick due         the deadline, of a periodic timer the last one: a tick
       tw_tick period      ticks from one deadline to the next, 1 or more
       tw_tick now         what your clock shows: a tick
       tw_tick *missed     gets a number of deadlines; may be NULL
       tw_tick a, b        two ticks
       tw_tick earliest    the first tick that will do
       tw_tick latest      the last tick that will do
       struct tw_node *n   a node, not NULL
       tw_fn *fn           what the node calls when it fires; NULL if you only use expire()

   WHAT GOES WRONG, AND THE ANSWER
       NULL for a node              TW_ASSERT
       period 0                     TW_ASSERT, else counted as 1
       latest before earliest       earliest is the answer
       TW_OF with a wrong member    if the member is no node, compilers warn; else your error: it is no object's address

   OPTIONS (the same in every file of a program; best on the command line)
       Where there is none, as in an Arduino sketch, define them in a file of your own, tw_config.h. It is read if it
       stands beside the headers or on the include path, by compilers that have __has_include.

       TW_TICK_BITS   64   16, 32 or 64; to be said where addresses have fewer than 64 bits. 64-bit
                           ticks are plain numbers; 16 and 32-bit ticks wrap, see timers.h
       TW_CHECK       1    0: no check() is compiled, and tables hold NULL for it
       TW_ASSERT      -    TW_ASSERT(condition), ((void)0) by default
       TW_TRACE       -    TW_TRACE(event, node, tick), ((void)0) by default; see enum tw_event
       TW_DEBUG       -    define it, and mistakes in the use of sets and nodes end with a line on
                           stderr: debug.h
       TW_STATIC      -    beside TW_IMPLEMENTATION, before the first include: everything static, for a
                           program of one file
       TW_IMPLEMENTATION   define it in one file, C or C++: it compiles the functions of every header included after it

   VERSION
       TW_VERSION is a string such as "1.2.3", TW_VERSION_NUMBER a number for #if: major * 10000 + minor * 100 + patch,
       10203.

   SOURCE
       Comparing ticks that wrap: R. Elz and R. Bush, Serial Number Arithmetic, RFC 1982. */
#ifndef TW_NODE_H
#define TW_NODE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define TW_VERSION        "0.1.0"
#define TW_VERSION_NUMBER 100

TW__BEGIN_C

/* ---------------------------------------------------------------------------------------------------- TYPES */

#ifndef TW_TICK_BITS
#if !(UINTPTR_MAX > 0xFFFFFFFFu)
#error "#define TW_TICK_BITS 32 (or 16, 64) in all files: the width of the counter that you read the time from"
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

/* What a timer calls when it fires: with its node, idle by then, and the now of advance(). */
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
    tw_tick due;    /* the deadline as you gave it, in ticks */
    tw_fn *fn;      /* called by advance(); may stay NULL if you only use expire() */
    uintptr_t home; /* 0 idle, 1 on its set's due list, above: waiting, in the structure's own code */
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
typedef char tw__node_is_five_words[sizeof(struct tw_node) == 4 * sizeof(void *) + TW__TICK_ROOM ? 1 : -1];
#endif

/* ---------------------------------------------------------------------------------------------------- HOOKS */

#ifndef TW_CHECK
#define TW_CHECK 1
#endif

#ifndef TW_ASSERT
#define TW_ASSERT(condition) ((void)0)
#endif

#ifndef TW_TRACE
#define TW_TRACE(event, node, tick) ((void)0)
#endif

/* Reports that a, which has this key, was compared with b. A program that draws comparisons needs both nodes: it
   defines TW__COMPARED in place of the event TW_COMPARE. */
#ifndef TW__COMPARED
#define TW__COMPARED(a, key, b) TW_TRACE(TW_COMPARE, a, key)
#endif

/* What TW_TRACE reports. A move to or from the due list of a set shows as a cancel and an arm; where size is asked for,
   every move of a set does. */
enum tw_event {
    TW_ARM,     /* an idle node was armed for tick */
    TW_MOVE,    /* an armed node was moved to tick */
    TW_CANCEL,  /* a node was taken out unfired; tick is its due */
    TW_FIRE,    /* a node is handed out; tick is the set's now */
    TW_CASCADE, /* a wheel moves the node down a level, or passes it over; tick is its due */
    TW_COMPARE, /* the node's key was compared with another; tick is its due */
    TW_LINK     /* a link to the node, or the place of it, was written; tick is its due */
};

/* Hooks of debug.h. With TW_DEBUG they do what stands here; without it nothing is left of them.

       DEBUG(code)             compiles the code
       SEEN(kind, set, in)     notes the set for which you called a verb, of this kind; its value is `in`, its structure
       VIA(call)               makes a call by which one verb does the work of another, and notes the first
       MET(n)                  looks at the mark of a node that a structure meets on its way; its value is n
       GIVEN(n, t, in)         looks at the mark of a node that you give to the set t; its value is n */
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

/* ------------------------------------------------------------------------------------------------------ API */

/* An idle node that will call fn, as an initialiser and as a call. */
/* clang-format off */
#define TW_NODE(fn) {0, fn, 0, {{NULL, NULL}} TW__DEBUG(, {NULL, NULL, NULL, 0, 0, 0})}
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

/* The object of type `type` whose member `member` is the node n. Compilers warn of a member that is no node, and C++
   refuses it. A class may have anything but virtual bases, if the compiler is gcc's or clang's kind; others promise
   offsets only for classes that C could have, too. */
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
TW__INLINE const void *tw__const_around(const struct tw_node *n, size_t offset) { return (const char *)n - offset; }

/* True if tick a comes before tick b; with 16 and 32 bits, if they lie within half the range of each other. */
TW__INLINE bool tw_before(tw_tick a, tw_tick b) {
    return TW_TICK_BITS == 64 ? a < b : (tw_tick)(a - b) > TW_TICK_MAX / 2;
}

/* The first tick after now on the grid due, due + period, ... of a periodic timer; due itself if that is still ahead. A
   64-bit result beyond the range is TW_TICK_MAX. *missed (may be NULL) gets the number of grid ticks after due, up to
   now, that are left out. One division at most. After a stall, in the callback:
       burst   add(t, n, n->due + period)                            one firing for each period missed
       skip    add(t, n, tw_forward(n->due, period, now, &missed))   the grid is kept, missed ones
                                                                     are counted
       delay   add(t, n, now + period)                               a new grid begins */
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

/* The roundest tick (most low zero bits) in earliest..latest, so that timers with slack share wake-ups; earliest if the
   range is empty. At most one step a bit. */
TW__INLINE tw_tick tw_coalesce(tw_tick earliest, tw_tick latest) {
    if (tw_before(latest, earliest))
        return earliest;

    /* Invariant: latest lies in the range. Without its lowest one-bit it is the next rounder tick below. */
    while (latest != 0 && !tw_before((tw_tick)(latest & (latest - 1u)), earliest))
        latest = (tw_tick)(latest & (latest - 1u));
    return latest;
}

/* --------------------------------------------------------------------------------------------------- ENGINE */

/* Adds delay to *tick; 64-bit ticks end at the last one. False: too far for ticks that wrap. */
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

/* A list is known by its last node, NULL when empty. The last is followed by the first, before which is NULL: arming
   touches one other node, and a wheel's slot is one word. */
TW__INLINE struct tw_node *tw__list_first(const struct tw_node *last) {
    return last ? TW__MET(last)->u.list.next : NULL;
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

/* The first node has no previous one: its predecessor in the ring is the last. A node alone is both. */
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

/* verbs.h - what every structure gives, and the verbs that are made of it.

   WHAT IT IS
       From outside the structures all look alike, and this header is why. A structure has a dozen functions that place,
       find and remove nodes; the verbs that you call (add, update, cancel, take, pop, clear) are written here, once for
       all of them, with the names under which you call them: of nodes, of your own objects, by tick or in an order of
       yours. You need not include it; the header of each structure does.

   A STRUCTURE x GIVES
       struct tw_x; tw_x_array, the type of one element of its array, or void; and the functions that struct tw_ops
       explains: tw__x_init, _full, _has, _insert, _update, _remove, _next, _take, _quiet, _count, _each, _drain,
       _check, _capacity, _storage and _bytes; if it keeps an order, tw__x_peek too. These functions place, find and
       remove nodes, and write `home` while a node waits. The verbs alone set a node idle.

   AND GETS
       verb                     node by tick       objects by tick  objects in order  set (timers.h)
       add                      tw_x_add           q_add(o, due)    q_add(o)          t_add
       cancel                   tw_x_cancel        q_cancel         q_cancel          t_cancel
       update                   tw_x_update *      -                q_update          -
       next, take               tw_x_next, _take   q_next, q_take   -                 t_next, t_expire
       peek, pop                tw_x_peek, _pop *  -                q_peek, q_pop     -
       count each clear check   tw_x_...           q_...            q_...             t_...
       * if it keeps an order

   WHO HAS WHAT (a set of timers over any structure has all verbs of timers.h)
                                                   heap4 rbtree skiplist sortedlist wheel hwheel bigwheel
       init add cancel take count each clear check   +     +       +         +        +     +       +
       next                                          +     +       +         +        +     +       +
       peek pop update                               +     +       +         +        -     -       -
       first last after before                       -     +       +         +        -     -       -
       lower_bound                                   -     +       +         -        -     -       -
       storage capacity                              +     -       -         -        -     -       -

   WHAT THEY DO (s is the structure, or the queue; n a node, or an object of yours; sets: timers.h)
       init              Makes s empty, with room for n timers in array; a wheel gets n slots. NULL and 0: s
                         takes no array, or shall have none. It forgets the nodes of an s in use: call
                         clear() before.
       storage           Tells s where its array is now, with room for n nodes. If array is NULL, there is
                         room for none. False: s has more than n nodes; nothing changed.
       capacity          Returns how many nodes s has room for.
       add               Inserts n. In a structure by tick the key is due; in a queue of objects it is the
                         object's own. n goes behind nodes with the same key. If n is in s already, it moves
                         as if it had been cancelled and added. False: s is full, or s sees that n waits
                         elsewhere; nothing changed.
       cancel            Takes n out. False: n is idle; nothing changed.
       update            Restores order at once after the key of n was changed, as a new arming. False: n does
                         not wait; nothing changed.
       next              Tells the least key, exactly. False: s is empty.
       take              Takes out and returns the first node if it is due by now, idle by then. NULL: it is
                         not, or s is empty.
       peek, first       Returns the first node, which stays. NULL: s is empty.
       pop               Takes out and returns the first node, due or not, idle by then. NULL: s is empty.
       last              Returns the last node, which stays. NULL: s is empty.
       after             Returns the node after n in order; of NULL the first. NULL: n is the last.
       before            Returns the node before n in order; of NULL the last. NULL: n is the first.
       lower_bound       Returns the first node that does not come before tick due, or before the object key.
                         NULL: there is none.
       each              Returns the next node of a walk, in no promised order; of NULL the first. NULL: the
                         walk is over. Change nothing during the walk.
       count             Returns the number of nodes.
       clear             Removes every node. Each is idle then, and can be added again.
       check             Returns the name of a property that does not hold, such as "heap4 1", which the manual
                         of the structure tells. NULL: all hold. For tests; O(n) or more; left out with
                         TW_CHECK 0.
       bytes             Returns the size in bytes of an array for n timers; of a wheel, for n slots.

   ARGUMENTS (of all headers; a tick is an absolute time in the unit that you chose, see timers.h)
       tw_tick due             the deadline, or the key: a tick
       tw_tick now             what your clock shows: a tick
       tw_tick delay           ticks from now on
       tw_tick *due            gets the answer, a tick; is not written if that is false
       tw_tick ticks_per_ms    how many ticks make a millisecond, 1 or more
       tw_tick deadline        the tick up to which a thread sleeps at most; TW_FOREVER: no end
       size_t max              how many nodes at most
       size_t n                how many timers there is room for in array; of a wheel: how many slots it has
       struct tw_node *n       a node; NULL for each(), after() and before() alone
       type *o                 your object; its node is the member that the macro names
       type *key               an object of which before() reads the key only
       tw_x_array *array       memory of yours, which TW_HEAP4_ARRAY() and the like declare; stays as long as s is used
       void *in                the structure, such as a struct tw_heap4; stays as long as the set is used
       struct tw_ops *ops      its table, such as &tw_heap4_ops
       tw_fn *fn               is called with each node, idle by then, and the set's now; NULL: nothing is called
       struct tw_node **out    where the nodes go: room for max pointers
       bool *earliest          gets whether n comes first now

   WHAT GOES WRONG, AND THE ANSWER
       NULL for a node                             TW_ASSERT
       add to a full structure                     false; heap4 and wheel alone can be full
       cancel or update of an idle node            false
       add, cancel or update of another's node     your error; heap4 sees one that waits: TW_ASSERT, else false. The
                                                   others cannot tell it from their own, and are corrupt then
       update forgotten after a key was changed    your error: order is lost, as check() tells
       n->due written while it waits               your error, but right before update; take may never return
       a node freed, copied or made idle by
       tw_node_init() while it waits               your error
       a structure moved while nodes wait in it    your error
       init of a structure in use                  your error: its nodes still say that they wait
       With -DTW_DEBUG most errors end with a line on stderr; debug.h says which do not. */
#ifndef TW_VERBS_H
#define TW_VERBS_H

TW__BEGIN_C

/* ---------------------------------------------------------------------------------------------------- TYPES */

/* What a structure gives. `s` is the structure. */
struct tw_ops {
    void (*init)(void *s, tw_tick now, void *array, size_t n);
    bool (*full)(const void *s);

    /* Says whether n, which waits, is in s. It is true, too, if s cannot tell. */
    bool (*has)(const void *s, const struct tw_node *n);

    /* Inserts n, which does not wait, with key due, which is n->due. s is not full. */
    void (*insert)(void *s, struct tw_node *n, tw_tick due);

    /* Moves n, which waits in s, to its new key due, which is n->due. The answer is true, always, so
       that the return of the caller is a jump. */
    bool (*update)(void *s, struct tw_node *n, tw_tick due);

    /* Removes n, which waits in s. */
    void (*remove)(void *s, struct tw_node *n);

    /* Tells the key of the first node. False: s is empty. */
    bool (*next)(void *s, tw_tick *due);

    /* Removes and returns the first node with due <= now. NULL: there is none. */
    struct tw_node *(*take)(void *s, tw_tick now);

    /* Says, in few instructions, that take(now) would find none. Everything else that take() does is
       done then. False: ask take(). */
    bool (*quiet)(void *s, tw_tick now);

    size_t (*count)(const void *s);

    /* Returns the node after n; of NULL the first; NULL at the end. Of the nodes with the least key
       the first in order comes first. */
    struct tw_node *(*each)(const void *s, const struct tw_node *n);

    /* Removes all nodes, and returns the first of their chain by u.list.next. */
    struct tw_node *(*drain)(void *s);

    /* Returns "x 2" if property 2 of the manual of x does not hold. NULL: all hold. */
    const char *(*check)(const void *s);

    /* Returns the number of nodes that s has room for. */
    size_t (*capacity)(const void *s);

    /* Gives s another array. False: not possible. */
    bool (*storage)(void *s, void *array, size_t n);

    /* Returns the size in bytes of the array for n nodes. */
    size_t (*bytes)(size_t n);

    size_t size; /* of the structure itself, in bytes */
    const char *name;
};

/* --------------------------------------------------------------------------------------------------- ENGINE */

TW__INLINE void tw__idle_all(struct tw_node *chain) {
    for (; chain; chain = chain->u.list.next) {
        chain->home = TW__IDLE;
        TW_TRACE(TW_CANCEL, chain, chain->due);
    }
}

/* THE VERBS, over a table that is constant where the structure is known. Here, and for the due list in timers.h, a node
   changes between idle and waiting. The deadline goes along in a register: reading n->due again would wait for the
   links that are being written. */

/* n does not wait, and s is not full. */
TW__FOLD void tw__insert(void *s, const struct tw_ops *ops, struct tw_node *n, tw_tick due) {
    TW_TRACE(n->home == TW__IDLE ? TW_ARM : TW_MOVE, n, due);
    TW__DEBUG(tw__debug_arm(s, n, due);)
    n->due = due;
    ops->insert(s, n, due);
}

TW__INLINE bool tw__waits(const struct tw_node *n) {
    TW_ASSERT(n != NULL);
    return n->home >= TW__WAITING;
}

/* Moves n, which waits. False: in another structure. */
TW__FOLD bool tw__update(void *s, const struct tw_ops *ops, struct tw_node *n, tw_tick due) {
    TW__DEBUG(tw__debug_given(s, n);)
    if (!ops->has(s, n))
        return false;
    TW_TRACE(TW_MOVE, n, due);
    TW__DEBUG(tw__debug_keyed(n, due);)
    n->due = due;
    return ops->update(s, n, due);
}

/* False: s is full, or n waits elsewhere. Where size is asked for, a node that moves is taken out and put in again. */
TW__FOLD bool tw__add(void *s, const struct tw_ops *ops, struct tw_node *n, tw_tick due) {
    const bool waits = tw__waits(n);

    if (TW__SPEED && waits)
        return tw__update(s, ops, n, due);
    TW__DEBUG(tw__debug_given(s, n); tw__debug_idle(s, n);)
    TW__DEBUG(if (!waits && ops->full(s)) tw__debug_full(s, ops->count(s));)
    if (waits ? !ops->has(s, n) : ops->full(s))
        return false;
    if (waits)
        ops->remove(s, n);
    tw__insert(s, ops, n, due);
    return true;
}

TW__FOLD bool tw__cancel(void *s, const struct tw_ops *ops, struct tw_node *n) {
    TW__DEBUG(if (tw__waits(n)) tw__debug_given(s, n);)
    if (!tw__waits(n) || !ops->has(s, n))
        return false;
    TW_TRACE(TW_CANCEL, n, n->due);
    ops->remove(s, n);
    n->home = TW__IDLE;
    return true;
}

TW__FOLD struct tw_node *tw__take(void *s, const struct tw_ops *ops, tw_tick now) {
    struct tw_node *n = ops->take(s, now);

    TW__DEBUG(tw__debug_out(n);)
    if (n)
        n->home = TW__IDLE;
    return n;
}

/* The first node is due by its own key. Its place is known: asking the node for that would be a cache miss. */
TW__FOLD struct tw_node *tw__pop(void *s, const struct tw_ops *ops) {
    tw_tick due = 0;
    return ops->next(s, &due) ? tw__take(s, ops, due) : NULL;
}

TW__FOLD void tw__clear(void *s, const struct tw_ops *ops) { tw__idle_all(ops->drain(s)); }

/* -------------------------------------------------------------------------------------------------WRAPPERS

   A wrapper is a set of names for the verbs, without code of its own: one line a verb. x is the name of a structure. */

/* The structure of q, a queue of objects for which the user called a verb. */
#define TW__Q(name) TW__SEEN(name, q, &q->in)

#if TW_CHECK
#define TW__CHECKED(verb)  verb
#define TW__CHECK_IN(name) name
#else
#define TW__CHECKED(verb)
#define TW__CHECK_IN(name) NULL
#endif

/* What a structure answers that has room for any number of nodes, and cannot tell its own from others. */
#define TW__UNBOUNDED(x)                                                                                              \
    TW__INLINE bool tw__##x##_full(const struct tw_##x *s) { return (void)s, false; }                                 \
    TW__INLINE bool tw__##x##_has(const struct tw_##x *s, const struct tw_node *n) { return (void)s, (void)n, true; } \
    TW__INLINE size_t tw__##x##_capacity(const struct tw_##x *s) { return (void)s, TW__ALL; }                         \
    TW__INLINE bool tw__##x##_storage(struct tw_##x *s, void *array, size_t n) {                                      \
        return (void)s, (void)array, (void)n, false;                                                                  \
    }

/* What a structure answers whose next() is one look at its first node. */
#define TW__QUIET_BY_NEXT(x)                                               \
    TW__INLINE bool tw__##x##_quiet(const struct tw_##x *s, tw_tick now) { \
        tw_tick due = 0;                                                   \
        return !tw__##x##_next(s, &due) || tw_before(now, due);            \
    }

/* The table name_ops of the structure x. Prefixes: p of insert, update and check, which know the order; q of remove and
   take, which may not. Both are tw__x if there is but one order. */
#define TW__IN(type, s)       TW__CAST(struct type *, s)
#define TW__CONST_IN(type, s) TW__CAST(const struct type *, s)
#define TW__OPS(name, x, p, q)                                                                                         \
    TW__INLINE void name##__op_init(void *s, tw_tick now, void *array, size_t n) {                                     \
        TW__DEBUG(tw__debug_init(&TW__IN(tw_##x, s)->stamp, NULL, n);)                                                 \
        tw__##x##_init(TW__IN(tw_##x, s), now, array, n);                                                              \
    }                                                                                                                  \
    TW__INLINE bool name##__op_full(const void *s) { return tw__##x##_full(TW__CONST_IN(tw_##x, s)); }                 \
    TW__INLINE bool name##__op_has(const void *s, const struct tw_node *n) {                                           \
        return tw__##x##_has(TW__CONST_IN(tw_##x, s), n);                                                              \
    }                                                                                                                  \
    TW__INLINE void name##__op_insert(void *s, struct tw_node *n, tw_tick due) {                                       \
        p##_insert(TW__IN(tw_##x, s), n, due);                                                                         \
    }                                                                                                                  \
    TW__INLINE bool name##__op_update(void *s, struct tw_node *n, tw_tick due) {                                       \
        return p##_update(TW__IN(tw_##x, s), n, due), true;                                                            \
    }                                                                                                                  \
    TW__INLINE void name##__op_remove(void *s, struct tw_node *n) { q##_remove(TW__IN(tw_##x, s), n); }                \
    TW__INLINE bool name##__op_next(void *s, tw_tick *due) { return tw__##x##_next(TW__IN(tw_##x, s), due); }          \
    TW__INLINE struct tw_node *name##__op_take(void *s, tw_tick now) { return q##_take(TW__IN(tw_##x, s), now); }      \
    TW__INLINE bool name##__op_quiet(void *s, tw_tick now) { return tw__##x##_quiet(TW__IN(tw_##x, s), now); }         \
    TW__INLINE size_t name##__op_count(const void *s) { return tw__##x##_count(TW__CONST_IN(tw_##x, s)); }             \
    TW__INLINE struct tw_node *name##__op_each(const void *s, const struct tw_node *n) {                               \
        return tw__##x##_each(TW__CONST_IN(tw_##x, s), n);                                                             \
    }                                                                                                                  \
    TW__INLINE struct tw_node *name##__op_drain(void *s) { return tw__##x##_drain(TW__IN(tw_##x, s)); }                \
    TW__CHECKED(TW__INLINE const char *name##__op_check(const void *s) { return p##_check(TW__CONST_IN(tw_##x, s)); }) \
    TW__INLINE size_t name##__op_capacity(const void *s) { return tw__##x##_capacity(TW__CONST_IN(tw_##x, s)); }       \
    TW__INLINE bool name##__op_storage(void *s, void *array, size_t n) {                                               \
        return tw__##x##_storage(TW__IN(tw_##x, s), array, n);                                                         \
    }                                                                                                                  \
    TW__TABLE const struct tw_ops name##_ops = {name##__op_init,                                                       \
                                                name##__op_full,                                                       \
                                                name##__op_has,                                                        \
                                                name##__op_insert,                                                     \
                                                name##__op_update,                                                     \
                                                name##__op_remove,                                                     \
                                                name##__op_next,                                                       \
                                                name##__op_take,                                                       \
                                                name##__op_quiet,                                                      \
                                                name##__op_count,                                                      \
                                                name##__op_each,                                                       \
                                                name##__op_drain,                                                      \
                                                TW__CHECK_IN(name##__op_check),                                        \
                                                name##__op_capacity,                                                   \
                                                name##__op_storage,                                                    \
                                                tw__##x##_bytes,                                                       \
                                                sizeof(struct tw_##x),                                                 \
                                                #x};

/* Objects: struct name and its verbs, which take and give pointers to type; `table` is name_ops or tw_x_ops. */
#define TW__OBJECTS(name, type, member, x, table, flags)                                                           \
    struct name {                                                                                                  \
        struct tw_##x in;                                                                                          \
    };                                                                                                             \
    TW__DEBUG(TW__KIND(name, TW__HERE, x, flags, tw__##x##_count(&TW__CONST_IN(name, s)->in) != 0))                \
    TW__FOLD type *name##__of(struct tw_node *n) { return n ? TW_OF(n, type, member) : NULL; }                     \
    TW__INLINE void name##_init(struct name *q, tw_tick now, tw_##x##_array *array, size_t n) {                    \
        TW__DEBUG(tw__debug_init(q, &name##__kind, n);) tw__##x##_init(&q->in, now, array, n);                     \
    }                                                                                                              \
    TW__INLINE bool name##_cancel(struct name *q, type *o) { return tw__cancel(TW__Q(name), &table, &o->member); } \
    TW__INLINE size_t name##_count(const struct name *q) { return tw__##x##_count(TW__Q(name)); }                  \
    TW__INLINE type *name##_each(const struct name *q, const type *o) {                                            \
        return name##__of(tw__##x##_each(TW__Q(name), o ? &o->member : NULL));                                     \
    }                                                                                                              \
    TW__INLINE void name##_clear(struct name *q) { tw__clear(TW__Q(name), &table); }                               \
    TW__CHECKED(TW__INLINE const char *name##_check(const struct name *q) { return table.check(TW__Q(name)); })

#define TW__OBJECTS_BY_TICK(name, type, member, x)                                                         \
    TW__OBJECTS(name, type, member, x, tw_##x##_ops, 0)                                                    \
    TW__INLINE bool name##_add(struct name *q, type *o, tw_tick due) {                                     \
        return tw__add(TW__Q(name), &tw_##x##_ops, &o->member, due);                                       \
    }                                                                                                      \
    TW__INLINE bool name##_next(struct name *q, tw_tick *due) { return tw__##x##_next(TW__Q(name), due); } \
    TW__INLINE type *name##_take(struct name *q, tw_tick now) {                                            \
        return name##__of(tw__take(TW__Q(name), &tw_##x##_ops, now));                                      \
    }

/* The header of the structure has made name_ops, which knows the order. */
#define TW__OBJECTS_IN_ORDER(name, type, member, x)                                                        \
    TW__OBJECTS(name, type, member, x, name##_ops, TW__KIND_IN_ORDER)                                      \
    TW__INLINE bool name##_add(struct name *q, type *o) {                                                  \
        return tw__add(TW__Q(name), &name##_ops, &o->member, o->member.due);                               \
    }                                                                                                      \
    TW__INLINE bool name##_update(struct name *q, type *o) {                                               \
        return tw__waits(&o->member) && TW__VIA(name##_add(q, o));                                         \
    }                                                                                                      \
    TW__INLINE type *name##_peek(const struct name *q) { return name##__of(tw__##x##_peek(TW__Q(name))); } \
    TW__INLINE type *name##_pop(struct name *q) { return name##__of(tw__pop(TW__Q(name), &name##_ops)); }

/* Walks, by tw__x_each(s, n), the node after n, and tw__x_before(s, n); of NULL the first and the last. */
#define TW__OBJECTS_WALK(name, type, member, x)                                                               \
    TW__INLINE type *name##_before(const struct name *q, const type *o) {                                     \
        return name##__of(tw__##x##_before(TW__Q(name), o ? &o->member : NULL));                              \
    }                                                                                                         \
    TW__INLINE type *name##_after(const struct name *q, const type *o) { return TW__VIA(name##_each(q, o)); } \
    TW__INLINE type *name##_first(const struct name *q) { return TW__VIA(name##_peek(q)); }                   \
    TW__INLINE type *name##_last(const struct name *q) { return TW__VIA(name##_before(q, NULL)); }

TW__END_C

#endif /* TW_VERBS_H */

/* slots.h - lists of nodes in numbered slots, and a bit for each slot that is occupied.

   WHAT IT IS
       The wheels with levels (hwheel.h, bigwheel.h) put nodes into slots, each a list known by its last node. They ask
       which slot is the first one occupied, move the nodes of some slots to others, and read lists before they are
       needed. A list can only be followed one node after the other, so that of many nodes each step is a cache miss.
       Here lists take turns instead: the processor waits for several nodes at once. You need not include this header;
       those of the wheels do. */
#ifndef TW_SLOTS_H
#define TW_SLOTS_H

TW__BEGIN_C

/* ---------------------------------------------------------------------------------------------------- TYPES */

/* What each wheel has. */
struct tw_slots {
    tw_tick position;      /* what the nodes are placed by */
    struct tw_node *first; /* the earliest node; NULL: not known, or there is none */
    size_t count;
};

/* What small ones save: below, `k` is NULL for them. */
struct tw_slots_kept {
    tw_tick wake;      /* no occupied block begins between the position and this tick */
    tw_tick read;      /* before this tick no list is to be read ahead */
    tw_tick first_due; /* the deadline of `first`, if that is known */
};

/* --------------------------------------------------------------------------------------------------- ENGINE */

/* BITS, in words as wide as an address. */
enum { TW__WORD_BITS = 8 * sizeof(uintptr_t) };

/* Which digit of `bits` bits has the highest one-bit of x, which is not 0? The lowest digit is 0. */
#if TW__GNU && TW__SPEED && (UINTPTR_MAX > 0xFFFFFFFFu || defined(__i386__) || defined(__ARM_FEATURE_CLZ))
TW__INLINE unsigned tw__high_digit(tw_tick x, unsigned bits) { return (63u - (unsigned)__builtin_clzll(x)) / bits; }
#else
TW__INLINE unsigned tw__high_digit(tw_tick x, unsigned bits) {
    unsigned i = 0;

    while ((x = (tw_tick)(x >> bits)) != 0)
        i++;
    return i;
}
#endif

/* The number of the first one-bit from word i on, before word end; if there is none, that of end's first bit. */
TW__INLINE size_t tw__bits_first(const uintptr_t *word, size_t i, size_t end) {
    while (i < end && word[i] == 0)
        i++;
    return i * TW__WORD_BITS + (i < end ? tw__low_bit(word[i]) : 0);
}

/* The same from bit i on. */
TW__INLINE size_t tw__bits_from(const uintptr_t *word, size_t i, size_t end) {
    const uintptr_t bits = word[i / TW__WORD_BITS] >> i % TW__WORD_BITS;
    return bits ? i + tw__low_bit(bits) : tw__bits_first(word, i / TW__WORD_BITS + 1, end);
}

/* Slot i was filled or emptied. A summary, if there is one, has a bit for each word that is not 0. */
TW__INLINE void tw__bits_toggle(uintptr_t *word, uintptr_t *summary, size_t i) {
    const size_t k = i / TW__WORD_BITS;
    const uintptr_t was = word[k];

    word[k] = was ^ (uintptr_t)1 << i % TW__WORD_BITS;
    if (summary && (was == 0 || word[k] == 0))
        summary[k / TW__WORD_BITS] ^= (uintptr_t)1 << k % TW__WORD_BITS;
}

/* KEYS. The tick by which a deadline is placed: one that has passed counts as the position. tw_before() cannot tell it:
   with ticks that wrap, the position may lag behind a deadline by one block more than half the range. */
TW__INLINE tw_tick tw__slots_key(const struct tw_slots *s, tw_tick due) {
    const bool passed =
        TW_TICK_BITS == 64 ? due < s->position : (tw_tick)(due - s->position) >= (tw_tick)(3 * TW__QUARTER);
    return passed ? s->position : due;
}

/* A small wheel leaves a block where it is until one of its nodes is due. tools/draw makes this 0, to show at a size
   that can be drawn what large wheels do. */
#ifndef TW__SLOTS_PATIENT
#define TW__SLOTS_PATIENT 1
#endif

/* Does a tick from the position on come before `wake`? */
TW__INLINE bool tw__slots_asleep(const struct tw_slots *s, const struct tw_slots_kept *k, tw_tick tick) {
    if (TW_TICK_BITS == 64)
        return tick < k->wake;
    return (tw_tick)(tick - s->position) < (tw_tick)(k->wake - s->position);
}

TW__INLINE void tw__slots_set_wake(struct tw_slots_kept *k, tw_tick tick) {
    if (k)
        k->wake = tick;
}

/* FIRST. Keeps the first node, or NULL, in mind. Does a key come before it, which is known? */
TW__INLINE void tw__slots_set_first(struct tw_slots *s, struct tw_slots_kept *k, struct tw_node *n) {
    s->first = n;
    if (k && n)
        k->first_due = n->due;
}

TW__INLINE bool tw__slots_earlier(const struct tw_slots *s, const struct tw_slots_kept *k, tw_tick key) {
    return tw_before(key, k ? k->first_due : s->first->due);
}

/* n, in the list whose last node is this, goes. If it is the first, the next of its list is if that is due then, too.
 */
TW__INLINE void tw__slots_leave(struct tw_slots *s, struct tw_slots_kept *k, struct tw_node *n,
                                const struct tw_node *last) {
    if (s->first == n)
        s->first = TW__SPEED && k && n != last && n->u.list.next->due == k->first_due ? n->u.list.next : NULL;
    s->count--;
}

/* n, which has this key, has come. */
TW__INLINE void tw__slots_enter(struct tw_slots *s, struct tw_slots_kept *k, struct tw_node *n, tw_tick key) {
    if (k && (s->count == 0 || tw__slots_asleep(s, k, key)))
        k->wake = s->position;
    if (s->count++ == 0 || (s->first && tw__slots_earlier(s, k, key)))
        tw__slots_set_first(s, k, n);
}

/* TIME. Nothing fires: the position follows now, and enters no occupied block. */
TW__INLINE struct tw_node *tw__slots_follow(struct tw_slots *s, tw_tick now) {
    s->position = s->count == 0 ? now : tw__slots_key(s, now);
    return NULL;
}

TW__INLINE bool tw__slots_quiet(struct tw_slots *s, const struct tw_slots_kept *k, tw_tick now) {
    const bool quiet = k && (s->count == 0 || tw__slots_asleep(s, k, now));

    if (quiet)
        (void)tw__slots_follow(s, now);
    return quiet;
}

TW__INLINE void tw__slots_init(struct tw_slots *s, struct tw_slots_kept *k, tw_tick now) {
    s->position = now;
    s->first = NULL;
    s->count = 0;
    if (k)
        k->wake = k->read = k->first_due = now;
}

/* LISTS. When many nodes wait, reads in the lists of eight slots from i on, as far as they come before `end`, side by
   side. Short lists, being rings, are read again. */
TW__INLINE void tw__slots_read(struct tw_node *const *slot, size_t i, size_t end, size_t steps) {
    const struct tw_node *n[8];
    size_t lists = 0, k;

    for (end = i + 8 < end ? i + 8 : end; i < end; i++)
        if ((n[lists] = slot[i]) != NULL)
            lists++;
    for (; steps; steps--)
        for (k = 0; k < lists; k++)
            n[k] = *(struct tw_node *const volatile *)&n[k]->u.list.next; /* volatile: nobody uses it */
}

/* The node after n, slot by slot; NULL: begin, end. */
TW__INLINE struct tw_node *tw__slots_each(struct tw_node *const *slot, size_t slots, const struct tw_node *n) {
    size_t i = n ? n->home - TW__WAITING : (size_t)-1;

    if (n && n != slot[i])
        return n->u.list.next;
    while (++i < slots)
        if (slot[i])
            return TW__MET(slot[i])->u.list.next;
    return NULL;
}

/* Takes all nodes out, as a chain, and clears the words of bits. */
TW__INLINE struct tw_node *tw__slots_drain(struct tw_slots *s, struct tw_node **slot, size_t slots, uintptr_t *word,
                                           size_t words) {
    struct tw_node *chain = NULL, *first;

    for (; slots > 0; slots--, slot++)
        if (*slot) {
            first = TW__MET(*slot)->u.list.next;
            (*slot)->u.list.next = chain;
            chain = first;
            *slot = NULL;
        }
    while (words > 0)
        *(volatile uintptr_t *)&word[--words] = 0; /* volatile: else compilers make it a call of memset() */
    s->first = NULL;
    s->count = 0;
    return chain;
}

TW__END_C

#endif /* TW_SLOTS_H */

/* timers.h - the clocked timer set: deadlines, callbacks and one exact contract, over any structure.

   WHAT IT IS
       You have a clock, a main loop, and things that must happen later. This header makes a set of timers out of any
       of the structures (heap4.h, ...): you arm a timer for a tick, and you move or cancel it as often as you like.
       You ask how long you may sleep; when you wake, you say what time it is, and the set calls back every timer that
       is due. The set starts no thread, allocates nothing and reads no clock. Include this header and the header of a
       structure, in any order.

   DO THIS
       1  Put a node into your object:      struct conn { int fd; struct tw_node idle; };
       2  Make a kind of set:               TW_TIMERS_OF(timers, heap4)
                                            below #include "heap4.h" and "timers.h"
       3  Arm, move and cancel:             timers_add(&t, &c->idle, now + 5000);
                                            timers_cancel(&t, &c->idle);
       4  Sleep, then let timers fire:      poll(fds, n, timers_wait_ms(&t, now, 1));
                                            timers_advance(&t, now);
       5  Get your object in the callback:  struct conn *c = TW_OF(n, struct conn, idle);
       If you use functions that start with tw_timers_ or tw_heap4_, one file of the program, C or C++, says #define
       TW_IMPLEMENTATION before the includes (the sets of step 2 need none). A program: examples/basics/hello.c.

   TIME
       A tick is yours: a millisecond, a microsecond, a frame. Deadlines are absolute. The clock moves only by
       advance() and expire(), and never back: under 64-bit ticks a 32-bit counter that wraps stops it until the
       counter has caught up. A clock that rounds down can show now + 5 after little more than 4; add one tick where
       that matters.
   GUARANTEES (each is tested on every structure)
       - A timer never fires before its tick, and fires in the first advance(now) with now >= due.
       - Timers fire in the order (due, arming order): first in, first out among equals. A move arms anew. A timer that
         is armed for a tick that has passed fires in the next advance(): after every timer that was due by the set's
         now, and before every timer that becomes due since.
       - advance(now) fires each timer that was armed before the call, is due by now, and is not cancelled or moved by
         an earlier callback of the call; and no other. A timer that a callback arms for now or earlier waits for the
         next call, so advance() always returns.
       - A callback may add, move, cancel, clear or free any node, its own included: nothing of a node is read once its
         callback has started. A due node that has not fired yet can still be cancelled. advance() and expire() inside
         a callback are refused (0, NULL). init() inside a callback makes the set new: the rest of the batch is
         forgotten, and an advance() later in the same callback is not refused. The call under way then fires no more.
       - A refused call changes nothing. A call costs O(1) and what its structure says; advance(), a take per timer. No
         recursion; no compiled function takes more than 160 bytes of stack (x86-64, -O2 and -Os).
       - next() is exact after every operation: sleep until then.

   PROPERTIES (check() names one that does not hold, "timers 1", or gives the answer of the structure)
       1  Each node on the due list is marked due, and is the previous one of the node behind it.
       2  The last node of the batch (`until`) is on the due list, or NULL.

   WHAT GOES WRONG, AND THE ANSWER
       NULL for a node                          TW_ASSERT
       add to a full structure                  false
       add too far ahead (16/32-bit ticks)      false
       add or cancel of another set's node      your error; heap4 sees one that waits: TW_ASSERT, else false.
                                                TW_ASSERT sees one that is due only if it is the first there
       cancel of an idle node                   false
       advance or expire back in time           nothing fires, the clock stands
       period 0, ticks_per_ms 0                 TW_ASSERT, else counted as 1
       n->due written while n is armed          your error: it may fire late or never, and advance() may not return
       a set moved while timers are armed       your error
       With -DTW_DEBUG most errors end with a line on stderr; debug.h says which do not.

   OPTIONS (beside those of node.h; the same in every file of a program, best on the command line)
       TW_TICK_BITS   64   64-bit ticks are plain numbers. Those of 16 and 32 bits wrap: a deadline may lie up to a
                           quarter of the range ahead, advance() is called at least once a quarter of the range while
                           timers wait, no timer that a budget has left over waits on for longer than that, and an empty
                           set takes any now (advance it before the first add after a long silence).
       TW_TIMERS_IMPLEMENTATION instead of TW_IMPLEMENTATION compiles the functions of this header only.

   SOURCE
       The six verbs: G. Varghese and A. Lauck, Hashed and Hierarchical Timing Wheels, SOSP 1987. */
#ifndef TW_TIMERS_H
#define TW_TIMERS_H

TW__BEGIN_C

/* ---------------------------------------------------------------------------------------------------- TYPES */

/* The clock and the due list of a set. All zero is valid: tick 0, nothing armed. */
struct tw_clock {
    TW__DEBUG(struct tw_stamp stamp;)
    tw_tick now;           /* the last now that advance() or expire() was given */
    tw_tick limit;         /* nodes of the structure that are due up to here fire before the due list */
    struct tw_node *due;   /* the due list, in arming order: its last node; NULL: empty */
    struct tw_node *until; /* the last node of the due list that belongs to this batch; NULL: none is left */
    uint8_t batch;         /* one of the TW__BATCH_ values */
};

enum { TW__BATCH_NONE = 0, TW__BATCH_PUSH = 1, TW__BATCH_PULL = 2 }; /* none, of advance(), of expire() */

/* A set over a structure chosen at run time. TW_TIMERS_OF makes sets over a structure known when compiling. */
struct tw_timers {
    struct tw_clock clock;
    const struct tw_ops *ops;
    void *in;
};

/* ------------------------------------------------------------------------------------------------------ API */

/* TW_TIMERS_OF(idle, heap4) makes `struct idle` and these verbs as idle_init(&t, now, array, n),
   idle_add(&t, n, due), ...; all zero is then a valid empty set. The compiled verbs
   below drive any structure through its table of operations (&tw_heap4_ops). Ticks for periods,
   tw_forward(), and with slack, tw_coalesce(), are in node.h. */

/* Makes t empty at tick now, over the structure at in, whose table is ops. It initialises the
   structure, too: array and n are what the header of the structure says. It forgets the timers of a
   set in use: call clear() before. */
#define tw_timers_init TW__LINK_NAME(tw_timers_init)
TW__API void tw_timers_init(struct tw_timers *t, tw_tick now, const struct tw_ops *ops, void *in, void *array,
                            size_t n);

/* Arms n for tick due, or moves it there if it is armed in t; a move arms anew. False: t is full, due
   lies too far ahead, or a heap sees that n waits elsewhere; nothing changed. A tick that has passed is allowed: n then
   fires in the next batch. */
TW__API bool tw_timers_add(struct tw_timers *t, struct tw_node *n, tw_tick due);

/* Does what add() does, unless n is armed for due or an earlier tick already: then it changes
   nothing and is true. */
TW__API bool tw_timers_add_if_earlier(struct tw_timers *t, struct tw_node *n, tw_tick due);

/* Arms n for now + delay, as add() does. With 64-bit ticks the sum ends at TW_TICK_MAX. False: as
   add(). */
TW__API bool tw_timers_add_in(struct tw_timers *t, struct tw_node *n, tw_tick now, tw_tick delay);

/* Takes n out, unfired. False: n is idle. */
TW__API bool tw_timers_cancel(struct tw_timers *t, struct tw_node *n);

/* Tells the earliest deadline, exactly; while a timer is due, the now of the set. False: nothing is
   armed. */
TW__API bool tw_timers_next(struct tw_timers *t, tw_tick *due);

/* Is true if a timer is due by the now of the set: because advance_some() left it over, or because
   it was armed for a tick that had passed. */
TW__API bool tw_timers_any_due(struct tw_timers *t);

/* Moves the clock to now and calls fn of each timer that is due, in order. Returns how many fired;
   0 if the call is refused: in a callback, or while now lies before the now of the set. */
TW__API size_t tw_timers_advance(struct tw_timers *t, tw_tick now);

/* Does what advance() does, but calls at most max functions. The other timers stay due, and come
   first next time. If max is 0, only the clock moves. Returns how many fired; 0 if the call is
   refused. */
TW__API size_t tw_timers_advance_some(struct tw_timers *t, tw_tick now, size_t max);

/* Hands out one timer that is due by now, idle by then, and calls nothing. Call it until it returns
   NULL: that ends the batch. Until then the batch keeps the now that it began with, and a node that
   is armed for a passed tick waits for the next batch. NULL: the batch is over, or the call is
   refused. */
TW__API struct tw_node *tw_timers_expire(struct tw_timers *t, tw_tick now);

/* Returns how many milliseconds epoll_wait() or poll() shall wait at clock time now, rounded up; at
   most INT_MAX. 0: a timer is due. -1: nothing is armed. */
TW__API int tw_timers_wait_ms(struct tw_timers *t, tw_tick now, tw_tick ticks_per_ms);

/* Returns the now of the set: that of the last advance(), advance_some() or expire() that was not
   refused. */
TW__API tw_tick tw_timers_now(const struct tw_timers *t);

/* Returns the ticks from the now of the set to the deadline of n. 0: n is due or idle. */
TW__API tw_tick tw_timers_remaining(const struct tw_timers *t, const struct tw_node *n);

/* Is true if n is armed, due or not. n is a node of t, or an idle one. */
TW__API bool tw_timers_pending(const struct tw_timers *t, const struct tw_node *n);

/* Returns how many timers are armed, due ones included. O(1 + timers on the due list). */
TW__API size_t tw_timers_count(const struct tw_timers *t);

/* Returns how many timers t has room for. (size_t)-1: there is no bound. */
TW__API size_t tw_timers_capacity(const struct tw_timers *t);

/* Gives a set over heap4 another array, as heap4.h says. False: more than n timers wait, or the
   structure is another one; nothing changed. */
TW__API bool tw_timers_storage(struct tw_timers *t, void *array, size_t n);

/* Returns the armed node after n, in no promised order; of NULL the first. NULL: the walk is over.
   Change nothing meanwhile. */
TW__API struct tw_node *tw_timers_each(const struct tw_timers *t, const struct tw_node *n);

/* Takes every timer out, unfired and idle by then. */
TW__API void tw_timers_clear(struct tw_timers *t);

/* Does what clear() does, and calls fn with each node, idle by then. fn may free the node, cancel
   others, and arm timers that shall stay. Meanwhile the nodes still to come count as due: pending()
   is true for them, remaining() is 0, and add_if_earlier() leaves them to be cleared. A node that
   add() arms anew stays. */
TW__API void tw_timers_clear_with(struct tw_timers *t, tw_fn *fn);

/* Returns the name of a property of the set or of its structure that does not hold, or NULL. For
   tests. */
TW__CHECKED(TW__API const char *tw_timers_check(const struct tw_timers *t);)

/* --------------------------------------------------------------------------------------------------- ENGINE */

/* The due list: nodes up to `until` belong to this batch, those behind it wait for the next one. The assertion fails
   for the first node of another set's due list. */
TW__ONCE void tw__due_remove(struct tw_clock *c, struct tw_node *n) {
    TW__DEBUG(tw__debug_given(c, n);)
    TW_ASSERT(c->due && (n->u.list.prev ? n->u.list.prev : c->due)->u.list.next == n);
    if (c->until == n)
        c->until = n->u.list.prev;
    tw__list_remove(&c->due, n);
}

/* Takes out the first node of the due list; NULL: none of it is left in this batch. */
TW__INLINE struct tw_node *tw__due_take(struct tw_clock *c) {
    struct tw_node *n = NULL;

    if (c->until) {
        TW__DEBUG(tw__debug_listed(c, c->due);)
        n = c->due->u.list.next;
        tw__due_remove(c, n);
    }
    return n;
}

TW__INLINE void tw__due_append(struct tw_clock *c, struct tw_node *n) {
    TW__DEBUG(tw__debug_arm(c, n, n->due);)
    n->home = TW__DUE;
    tw__list_append(&c->due, n);
}

TW__INLINE void tw__clock_init(struct tw_clock *c, tw_tick now) {
    c->now = c->limit = now;
    c->due = c->until = NULL;
    c->batch = TW__BATCH_NONE;
}

TW__ONCE bool tw__timers_cancel(struct tw_clock *c, void *in, const struct tw_ops *ops, struct tw_node *n) {
    TW_ASSERT(n != NULL);
    if (n->home > TW__DUE)
        return tw__cancel(in, ops, n);
    if (n->home == TW__IDLE)
        return false;
    tw__due_remove(c, n);
    n->home = TW__IDLE;
    TW_TRACE(TW_CANCEL, n, n->due);
    return true;
}

/* Is due neither a quarter of the range ahead nor longer ago than that? Plain numbers have no such bound. */
TW__INLINE bool tw__timers_reach(const struct tw_clock *c, tw_tick due) {
    return TW_TICK_BITS == 64 || (tw_tick)((tw_tick)(due - c->now) - TW__QUARTER) >= 2 * TW__QUARTER;
}

/* Refuses before anything changes. A node that waits moves within the structure; where size is asked for, and to and
   from the due list, it is taken out and put in again. */
TW__FOLD bool tw__timers_add(struct tw_clock *c, void *in, const struct tw_ops *ops, struct tw_node *n, tw_tick due) {
    const bool ahead = tw_before(c->now, due);

    TW_ASSERT(n != NULL);
    TW__DEBUG(tw__debug_due(c, c->now, due, ahead || tw__debug_goes_on(n, due), !tw__timers_reach(c, due));)
    TW__DEBUG(tw__debug_idle(c, n); tw__debug_idle(in, n);)
    TW__DEBUG(if (ahead && n->home <= TW__DUE && ops->full(in)) tw__debug_full(c, ops->count(in));)
    if (!tw__timers_reach(c, due))
        return false;
    if (TW__SPEED && ahead && n->home > TW__DUE)
        return tw__update(in, ops, n, due);
    if (ahead && n->home <= TW__DUE && ops->full(in))
        return false;
    if (!TW__SPEED || n->home != TW__IDLE)
        (void)tw__timers_cancel(c, in, ops, n);
    if (n->home != TW__IDLE)
        return false; /* it waits elsewhere */

    if (ahead) {
        tw__insert(in, ops, n, due);
    } else {
        TW_TRACE(TW_ARM, n, due);
        n->due = due;
        tw__due_append(c, n);
    }
    return true;
}

/* add_in() so far ahead that the deadline cannot be told: refused, as add() refuses what lies too far. */
TW__INLINE bool tw__timers_beyond(struct tw_clock *c, const void *in, const struct tw_node *n, tw_tick due) {
    TW_ASSERT(n != NULL);
    TW__DEBUG(tw__debug_due(c, c->now, due, true, true);)
    return (void)c, (void)in, (void)n, (void)due, false;
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

/* Would the clock go back? An empty set whose ticks wrap cannot tell, and takes any now. */
TW__FOLD bool tw__timers_back(const struct tw_clock *c, const void *in, const struct tw_ops *ops, tw_tick now) {
    TW__DEBUG(tw__debug_back(c->now, now, c->due || ops->count(in) != 0);)
    return tw_before(now, c->now) && (TW_TICK_BITS == 64 || c->due || ops->count(in) != 0);
}

/* Begins a batch: nodes that are armed now may belong to it, nodes armed later do not. The clock moves first, so that a
   node that a callback arms for a tick up to now goes to the due list, behind `until`. */
TW__INLINE void tw__timers_begin(struct tw_clock *c, tw_tick now) {
    c->limit = c->now;
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

/* The next node of the batch, idle by then; NULL: the batch is through. While nodes of the due list belong to it, the
   structure gives its own up to the limit, which is the now of the last batch, before them; then those up to now. Nodes
   armed meanwhile are in neither. */
TW__FOLD struct tw_node *tw__timers_step(struct tw_clock *c, void *in, const struct tw_ops *ops) {
    tw_tick by = c->now;
    struct tw_node *n;

    if (c->until)
        by = c->limit;
    if ((n = ops->take(in, by)) == NULL && (n = tw__due_take(c)) == NULL)
        return NULL;
    n->home = TW__IDLE;
    TW_TRACE(TW_FIRE, n, c->now);
    return n;
}

/* Is it certain, at once, that nothing is due by now? Then the clock moves, and the structure follows it. With TW_DEBUG
   every call goes the way that sees mistakes. */
TW__FOLD bool tw__timers_quiet(struct tw_clock *c, void *in, const struct tw_ops *ops, tw_tick now) {
    TW__DEBUG(return false;)
    if (!TW__SPEED || c->batch != TW__BATCH_NONE || c->due || tw_before(now, c->now) || !ops->quiet(in, now))
        return false;
    c->now = now;
    return true;
}

TW__FOLD size_t tw__timers_advance(struct tw_clock *c, void *in, const struct tw_ops *ops, tw_tick now, size_t max) {
    struct tw_node *n;
    size_t fired = 0;

    if (c->batch == TW__BATCH_PUSH || tw__timers_back(c, in, ops, now))
        return 0;
    tw__timers_begin(c, now);
    if (max == 0)
        tw__timers_follow(c, in, ops);
    c->batch = TW__BATCH_PUSH;
    while ((max == TW__ALL || fired < max) && (n = tw__timers_step(c, in, ops)) != NULL) {
        TW__DEBUG(const struct tw_call call = tw__call;)
        TW_ASSERT(n->fn != NULL);
        n->fn(n, now);
        TW__DEBUG(tw__call = call;)
        fired++;
        if (c->batch != TW__BATCH_PUSH) /* fn has called init(): the set is another one */
            return fired;
    }
    c->batch = TW__BATCH_NONE;
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

/* Every node goes onto the due list and leaves it from there, one by one, so that fn may cancel those still to come.
   Nodes that fn arms stay: they stand behind `until`, or in the structure, which is empty by then. */
TW__FOLD void tw__timers_clear(struct tw_clock *c, void *in, const struct tw_ops *ops, tw_fn *fn) {
    const uint8_t batch = c->batch;
    struct tw_node *n = ops->drain(in), *next;

    for (; n; n = next) {
        TW__DEBUG(tw__debug_touch(n);)
        next = n->u.list.next;
        tw__due_append(c, n);
    }

    c->until = c->due;
    c->batch = TW__BATCH_PUSH;
    while ((n = tw__due_take(c)) != NULL) {
        TW__DEBUG(const struct tw_call call = tw__call;)
        n->home = TW__IDLE;
        TW_TRACE(TW_CANCEL, n, n->due);
        if (fn)
            fn(n, c->now);
        TW__DEBUG(tw__call = call;)
        if (c->batch != TW__BATCH_PUSH) /* fn has called init(): the set is another one */
            return;
    }
    c->batch = batch;
}

/* Ends at the last node of the due list, or at the first that is not linked as it must be. */
TW__FOLD const char *tw__timers_check(const struct tw_clock *c, const void *in, const struct tw_ops *ops) {
    const struct tw_node *n = c->due;
    bool until = c->until == NULL;

    if (n)
        do {
            if (n->home != TW__DUE || n->u.list.next->u.list.prev != (n == c->due ? NULL : n))
                return "timers 1";
            until = until || n == c->until;
        } while ((n = n->u.list.next) != c->due);
    if (!until)
        return "timers 2";
    return ops->check ? ops->check(in) : NULL;
}

/* -------------------------------------------------------------------------------------------------WRAPPERS */

/* The verbs of `struct name`, one line each: `in` is its structure, `ops` its table. */
#define TW__TIMERS_VERBS(name, in, ops)                                                                            \
    TW__INLINE bool name##_add(struct name *t, struct tw_node *n, tw_tick due) {                                   \
        return tw__timers_add(&t->clock, in, ops, n, due);                                                         \
    }                                                                                                              \
    TW__INLINE bool name##_add_if_earlier(struct name *t, struct tw_node *n, tw_tick due) {                        \
        return tw__early_enough(TW__GIVEN(n, t, in), due) || TW__VIA(name##_add(t, n, due));                       \
    }                                                                                                              \
    TW__INLINE bool name##_add_in(struct name *t, struct tw_node *n, tw_tick now, tw_tick delay) {                 \
        return tw__later(&now, delay) ? TW__VIA(name##_add(t, n, now)) : tw__timers_beyond(&t->clock, in, n, now); \
    }                                                                                                              \
    TW__INLINE bool name##_cancel(struct name *t, struct tw_node *n) {                                             \
        return tw__timers_cancel(&t->clock, in, ops, n);                                                           \
    }                                                                                                              \
    TW__INLINE bool name##_next(struct name *t, tw_tick *due) { return tw__timers_next(&t->clock, in, ops, due); } \
    TW__INLINE bool name##_any_due(struct name *t) {                                                               \
        tw_tick due = 0;                                                                                           \
        return TW__VIA(name##_next(t, &due)) && due == t->clock.now;                                               \
    }                                                                                                              \
    TW__REST size_t name##__fire(struct name *t, void *s, tw_tick now, size_t max) {                               \
        return tw__timers_advance(&t->clock, s, ops, now, max);                                                    \
    }                                                                                                              \
    TW__INLINE size_t name##_advance_some(struct name *t, tw_tick now, size_t max) {                               \
        void *s = in;                                                                                              \
        return tw__timers_quiet(&t->clock, s, ops, now) ? 0 : name##__fire(t, s, now, max);                        \
    }                                                                                                              \
    TW__INLINE size_t name##_advance(struct name *t, tw_tick now) {                                                \
        return TW__VIA(name##_advance_some(t, now, TW__ALL));                                                      \
    }                                                                                                              \
    TW__REST struct tw_node *name##__hand_out(struct name *t, void *s, tw_tick now) {                              \
        return tw__timers_expire(&t->clock, s, ops, now);                                                          \
    }                                                                                                              \
    TW__INLINE struct tw_node *name##_expire(struct name *t, tw_tick now) {                                        \
        void *s = in;                                                                                              \
        return tw__timers_quiet(&t->clock, s, ops, now) ? NULL : name##__hand_out(t, s, now);                      \
    }                                                                                                              \
    TW__INLINE int name##_wait_ms(struct name *t, tw_tick now, tw_tick ticks_per_ms) {                             \
        tw_tick due = now;                                                                                         \
        return TW__VIA(name##_next(t, &due)) ? tw__wait_ms(due, now, ticks_per_ms) : -1;                           \
    }                                                                                                              \
    TW__INLINE tw_tick name##_now(const struct name *t) { TW__DEBUG((void)in;) return t->clock.now; }              \
    TW__INLINE tw_tick name##_remaining(const struct name *t, const struct tw_node *n) {                           \
        return tw__timers_remaining(&t->clock, TW__GIVEN(n, t, in));                                               \
    }                                                                                                              \
    TW__INLINE bool name##_pending(const struct name *t, const struct tw_node *n) {                                \
        return !tw_idle(TW__GIVEN(n, t, in));                                                                      \
    }                                                                                                              \
    TW__INLINE size_t name##_count(const struct name *t) { return tw__timers_count(&t->clock, in, ops); }          \
    TW__INLINE struct tw_node *name##_each(const struct name *t, const struct tw_node *n) {                        \
        return tw__timers_each(&t->clock, in, ops, n);                                                             \
    }                                                                                                              \
    TW__INLINE void name##_clear_with(struct name *t, tw_fn *fn) { tw__timers_clear(&t->clock, in, ops, fn); }     \
    TW__INLINE void name##_clear(struct name *t) { TW__VIA(name##_clear_with(t, NULL)); }                          \
    TW__CHECKED(                                                                                                   \
        TW__INLINE const char *name##_check(const struct name *t) { return tw__timers_check(&t->clock, in, ops); })

/* The clock beside its structure. A second macro, so that `of` may be a macro itself. Each name of the
   structure stands once, so that a forgotten header gives few errors. bytes(): the size in bytes of
   the array for n timers; a set that is chosen at run time asks the table of its structure. */
#define TW_TIMERS_OF(name, of) TW__TIMERS_OF(name, of)
#define TW__TIMERS_OF(name, of)                                                                  \
    TW__FOLD const struct tw_ops *name##__ops(void) { return &tw_##of##_ops; }                   \
    struct name {                                                                                \
        struct tw_clock clock;                                                                   \
        struct tw_##of in;                                                                       \
    };                                                                                           \
    TW__DEBUG(TW__KIND_OF_SET(name, of))                                                         \
    TW__INLINE void name##_init(struct name *t, tw_tick now, tw_##of##_array *array, size_t n) { \
        TW__DEBUG(tw__debug_init(t, &name##__kind, n);)                                          \
        tw__clock_init(&t->clock, now), name##__ops()->init(&t->in, now, array, n);              \
    }                                                                                            \
    TW__INLINE size_t name##_capacity(const struct name *t) {                                    \
        return name##__ops()->capacity(TW__SEEN(name, t, &t->in));                               \
    }                                                                                            \
    TW__INLINE bool name##_storage(struct name *t, void *array, size_t n) {                      \
        const bool stored = name##__ops()->storage(TW__SEEN(name, t, &t->in), array, n);         \
        TW__DEBUG(tw__debug_stored(t, n, stored);)                                               \
        return stored;                                                                           \
    }                                                                                            \
    TW__INLINE size_t name##_bytes(size_t n) { return name##__ops()->bytes(n); }                 \
    TW__TIMERS_VERBS(name, TW__SEEN(name, t, &t->in), name##__ops())

TW__END_C

#endif /* TW_TIMERS_H */

/* heap4.h - a 4-ary heap: timers, and a priority queue with any ordering.

   WHAT IT IS
       A heap keeps just enough order to know which of its nodes is the first, and that makes it quick. This
       one lives in an array of yours, and every place has four children. A cell of the array holds the key
       beside the address of the node: cells move up and down without a look at a node. A node knows its
       position, so cancel and move search for nothing. Each arming gets a number, by which equal keys leave
       in arming order.

   PICK IT
       for timers of mixed distance, up to about a million; for deadlines of any range; when the number of timers is
       bounded and known (the array is yours); as a priority queue.
   PICK ANOTHER
       if deadlines are moved and cancelled far more often than reached (a wheel), if you walk in order, or if the
       number of timers has no bound that you can name (a red-black tree).

   DO THIS
       timers             TW_TIMERS_OF(timers, heap4) makes struct timers and timers_init, _add, _cancel, ...: timers.h
       nodes by tick      struct tw_heap4 and the functions below; the key is n->due
       objects in order   TW_HEAP4_OF(jobq, struct job, node, job_before) makes struct jobq and jobq_init, _add, ...

   EXAMPLE (examples/basics/jobs.c)
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
       add, update                O(log n), a random key O(1) on average
       take, pop                  O(log n)
       cancel, move               O(log n), no search
       next, peek, count, init    O(1)
       each                       O(1) per step
       clear                      O(n)
       Bytes per timer, node included: 64 on a 64-bit machine, 28 on a 32-bit one and 18 on AVR with 32-bit ticks. The
       64-bit array keeps the arming number too, so that many equal keys read no nodes.

   GUARANTEES
       FIFO among equals, always: the number has 64 bits. On AVR it has 32, and is exact while no node waits
       through 2^31 armings. A full heap refuses a new node and changes nothing. cancel() and update() refuse
       a node that is not in this heap: idle, fired, or of another heap. A node that waits in another
       structure trips TW_ASSERT as well.

   PROPERTIES (check() names one that does not hold: "heap4 1")
       1  No cell comes before the one above it.
       2  Each node knows the position of its cell.
       3  The key in each cell is its node's due.
       4  There are no more nodes than the array has room for.
       5  The number of each arming is less than that of the next one.

   OPTIONS
       those of node.h; TW_HEAP4_IMPLEMENTATION instead of TW_IMPLEMENTATION compiles the functions of this header only

   SOURCE
       J. W. J. Williams, Algorithm 232: Heapsort, CACM 7(6), 1964. D. B. Johnson, Priority queues with update and
       finding minimum spanning trees, IPL 4(3), 1975, for d children. A. LaMarca and R. Ladner, The influence of caches
       on the performance of heaps, JEA 1, 1996, for siblings that share cache lines. */
#ifndef TW_HEAP4_H
#define TW_HEAP4_H

TW__BEGIN_C

/* ---------------------------------------------------------------------------------------------------- TYPES */

#if UINTPTR_MAX > 0xFFFFu
typedef uint64_t tw_heap4_number;
#else
typedef uint32_t tw_heap4_number;
#endif

/* One place of the heap. Where addresses have 64 bits there are caches, and the arming number stands
   beside the key, so that equal keys read no node. Elsewhere the number stands in the free words of
   the node and takes no room. ROOT is the index of the first cell in use: 3 makes four siblings share
   a cache line, 0 wastes no cell. */
#if UINTPTR_MAX > 0xFFFFFFFFu
#define TW__HEAP4_ROOT 3u
struct tw_heap4_cell {
    tw_tick due;
    tw_heap4_number number;
    struct tw_node *node;
};
#else
#define TW__HEAP4_ROOT 0u
struct tw_heap4_cell {
    tw_tick due;
    struct tw_node *node;
};
#endif

typedef struct tw_heap4_cell tw_heap4_array; /* an element of the array that init() takes */

/* From this index on a cell is probably not in the first-level cache. */
enum { TW__HEAP4_LARGE = 4096 };

/* A heap. All zero is a valid one of capacity 0. */
struct tw_heap4 {
    TW__DEBUG(struct tw_stamp stamp;)
    struct tw_heap4_cell *cell; /* yours; the first in use is cell[TW__HEAP4_ROOT] */
    size_t count, capacity;
    tw_heap4_number armings; /* how many there were so far: the number of the next one */
};

/* ------------------------------------------------------------------------------------------------------ API */

/* BYTES is the size of the array for n nodes; ARRAY declares it, aligned: static TW_HEAP4_ARRAY(room,
   100). If you allocate the array, align it to 32 bytes where you can: that saves a cache line in
   three. */
#define TW_HEAP4_BYTES(n)       (((n) + TW__HEAP4_ROOT) * sizeof(struct tw_heap4_cell))
#define TW_HEAP4_ARRAY(name, n) TW__ATTRIBUTE(aligned(64)) struct tw_heap4_cell name[(n) + TW__HEAP4_ROOT]

/* Makes h empty, with room for n nodes in array, which has TW_HEAP4_BYTES(n) bytes. That is more
   than n cells where addresses have 64 bits. If array is NULL there is room for none, whatever n
   is. h does not need now. It forgets the nodes of a heap in use: call clear() before. O(1). */
#define tw_heap4_init TW__LINK_NAME(tw_heap4_init)
TW__API void tw_heap4_init(struct tw_heap4 *h, tw_tick now, struct tw_heap4_cell *array, size_t n);

/* Tells h that its array is at another place, or has another size: room for n nodes in
   TW_HEAP4_BYTES(n) bytes. To grow, call realloc() and then storage(); to shrink, call storage()
   first. If array is NULL there is room for none, whatever n is. False: there are more than n
   nodes; nothing changed. O(1). */
TW__API bool tw_heap4_storage(struct tw_heap4 *h, struct tw_heap4_cell *array, size_t n);

/* Returns the n of the last init() or storage() that was not refused; 0 where its array was NULL.
   O(1). */
TW__API size_t tw_heap4_capacity(const struct tw_heap4 *h);

/* Inserts n with key due behind its equals, or moves it there if it is in h. False: h is full, or n
   waits in another structure; nothing changed. O(log n), for a random key O(1) on average. */
TW__API bool tw_heap4_add(struct tw_heap4 *h, struct tw_node *n, tw_tick due);

/* Takes n out. False: n is idle, or not in h. If n waits in another structure, that trips
   TW_ASSERT, too. O(log n), without a search. */
TW__API bool tw_heap4_cancel(struct tw_heap4 *h, struct tw_node *n);

/* Restores order after n->due was changed, as a new arming. False: n is idle, or not in h. O(log
   n). */
TW__API bool tw_heap4_update(struct tw_heap4 *h, struct tw_node *n);

/* Tells the least key. False: h is empty. O(1). */
TW__API bool tw_heap4_next(struct tw_heap4 *h, tw_tick *due);

/* Returns the first node, which stays. NULL: h is empty. O(1). */
TW__API struct tw_node *tw_heap4_peek(const struct tw_heap4 *h);

/* Takes out and returns the first node. NULL: h is empty. O(log n). */
TW__API struct tw_node *tw_heap4_pop(struct tw_heap4 *h);

/* Takes out and returns the first node if it is due by now. NULL: it is not, or h is empty. O(log
   n). */
TW__API struct tw_node *tw_heap4_take(struct tw_heap4 *h, tw_tick now);

/* Returns the node in the next place of the array; of NULL the first. The first node in order comes
   first, the others in no promised order. NULL: the walk is over. O(1). */
TW__API struct tw_node *tw_heap4_each(const struct tw_heap4 *h, const struct tw_node *n);

/* Returns the number of nodes. O(1). */
TW__API size_t tw_heap4_count(const struct tw_heap4 *h);

/* Takes every node out, idle by then. O(n). */
TW__API void tw_heap4_clear(struct tw_heap4 *h);

/* Returns the name of a property that does not hold, or NULL. For tests. O(n). */
TW__CHECKED(TW__API const char *tw_heap4_check(const struct tw_heap4 *h);)

/* --------------------------------------------------------------------------------------------------- ENGINE

   A position is the index of a cell; the first is ROOT. The children of position i are four
   neighbours, first(i) .. first(i) + 3, and up(i) is its parent:

       ROOT 3:   3 | 4 5 6 7 | 8 .. 11 | 12 .. 15 | 16 .. 19 | 20 .. 23 | ...
                 root  children  of 4       of 5       of 6       of 7

   To sift means to move a hole up or down: one cell after the other moves into the hole and leaves a
   hole behind. The cell x that is to be placed stands outside the array meanwhile, and fills the last
   hole. */

/* Says whether cell a leaves before cell b. No two cells are equal: the arming number decides. */
typedef bool tw__heap4_order(const struct tw_heap4_cell *a, const struct tw_heap4_cell *b);

/* Says whether the object of node a leaves before that of node b. Equal objects are before neither. */
typedef bool tw__heap4_sooner(struct tw_node *a, struct tw_node *b);

/* Places x, from the hole at i, in the order that is compiled into this function. */
typedef void tw__heap4_sift_fn(struct tw_heap4 *h, size_t i, const struct tw_heap4_cell *x);

TW__INLINE size_t tw__heap4_first(size_t i) { return 4 * i + 1 - 3 * TW__HEAP4_ROOT; }
TW__INLINE size_t tw__heap4_up(size_t i) { return (i - 1 - TW__HEAP4_ROOT) / 4 + TW__HEAP4_ROOT; }

/* Read and write the arming number of a cell, and copy a cell: member by member where gcc would call
   memcpy(). */
#if UINTPTR_MAX > 0xFFFFFFFFu
TW__INLINE tw_heap4_number tw__heap4_number(const struct tw_heap4_cell *x) { return x->number; }
TW__INLINE void tw__heap4_set_number(struct tw_heap4_cell *x, tw_heap4_number number) { x->number = number; }
TW__INLINE void tw__heap4_copy(struct tw_heap4_cell *to, struct tw_heap4_cell x) { *to = x; }
#else
TW__INLINE tw_heap4_number tw__heap4_number(const struct tw_heap4_cell *x) {
    const uintptr_t *word = x->node->u.word;
    return (tw_heap4_number)word[1] << (4 * sizeof(tw_heap4_number)) | word[0];
}
TW__INLINE void tw__heap4_set_number(struct tw_heap4_cell *x, tw_heap4_number number) {
    x->node->u.word[0] = (uintptr_t)number;
    x->node->u.word[1] = (uintptr_t)(number >> (4 * sizeof(number)));
}
TW__INLINE void tw__heap4_copy(struct tw_heap4_cell *a, struct tw_heap4_cell x) { a->due = x.due, a->node = x.node; }
#endif

/* Says whether a was armed before b. It compares by the difference, because a number of 32 bits wraps. */
TW__INLINE bool tw__heap4_armed_before(const struct tw_heap4_cell *a, const struct tw_heap4_cell *b) {
    return (tw__heap4_number(a) - tw__heap4_number(b)) >> (8 * sizeof(tw_heap4_number) - 1);
}

/* Returns the position of the first in order of four siblings, those at c .. c + 3. Two semifinals and
   a final, without a branch: a predictor would guess wrong half of the time. */
TW__FOLD size_t tw__heap4_first_of_four(const struct tw_heap4_cell *cell, size_t c, tw__heap4_order *before) {
    const size_t left = c + before(&cell[c + 1], &cell[c]), right = c + 2 + before(&cell[c + 3], &cell[c + 2]);

    return left + ((right - left) & ((size_t)0 - before(&cell[right], &cell[left])));
}

/* Returns b if `yes`, else a, without a branch. */
TW__INLINE uintptr_t tw__heap4_pick(uintptr_t a, uintptr_t b, bool yes) { return a ^ ((a ^ b) & ((uintptr_t)0 - yes)); }

/* Does what first_of_four() does, for objects. Each pair is compared in both directions: l and r pick
   the winners of the semifinals, `other` that of the final, all without a branch. If two objects are
   equal, which is rare and so well predicted, first_of_four() decides by arming numbers, too.

       l r other    winner, counted from c
       0 .   0      0, which is l
       1 .   0      1, which is l
       . 0   1      2, which is 2 + r
       . 1   1      3, which is 2 + r */
TW__FOLD size_t tw__heap4_first_object(const struct tw_heap4_cell *cell, size_t c, tw__heap4_order *before,
                                       tw__heap4_sooner *sooner) {
    struct tw_node *const n0 = cell[c].node, *const n1 = cell[c + 1].node;
    struct tw_node *const n2 = cell[c + 2].node, *const n3 = cell[c + 3].node, *left, *right;
    const bool l = sooner(n1, n0), r = sooner(n3, n2), differ_l = l | sooner(n0, n1), differ_r = r | sooner(n2, n3);
    bool other;

    if (c < TW__HEAP4_LARGE && (differ_l & differ_r)) {
        left = (struct tw_node *)tw__heap4_pick((uintptr_t)n0, (uintptr_t)n1, l);
        right = (struct tw_node *)tw__heap4_pick((uintptr_t)n2, (uintptr_t)n3, r);
        other = sooner(right, left);
        if (other | sooner(left, right))
            return c + tw__heap4_pick(l, 2u + r, other);
    }
    return tw__heap4_first_of_four(cell, c, before);
}

#if TW_TICK_BITS == 64 && defined(__SIZEOF_INT128__)
__extension__ typedef unsigned __int128 tw__heap4_key; /* due and number as one: 2^62 armings are never reached */
TW__INLINE tw__heap4_key tw__heap4_key_of(const struct tw_heap4_cell *x) {
    return (tw__heap4_key)x->due << 64 | tw__heap4_number(x);
}

TW__INLINE bool tw__heap4_by_due(const struct tw_heap4_cell *a, const struct tw_heap4_cell *b) {
    TW__COMPARED(a->node, a->due, b->node);
    return tw__heap4_key_of(a) < tw__heap4_key_of(b);
}

/* Returns the key of the k-th of four siblings, with k in its lowest two bits. Keys differ above these
   bits, so k decides nothing, and the least key tells whose it is. */
TW__INLINE tw__heap4_key tw__heap4_sibling(const struct tw_heap4_cell *c, unsigned k) {
    return (tw__heap4_key)c[k].due << 64 | (tw__heap4_number(&c[k]) << 2 | k);
}
TW__INLINE tw__heap4_key tw__heap4_min(tw__heap4_key a, tw__heap4_key b) { return b < a ? b : a; }
/* Does what first_of_four() does, by due. No load waits for a comparison. */
TW__INLINE size_t tw__heap4_first_by_due(const struct tw_heap4_cell *cell, size_t c) {
    const tw__heap4_key left = tw__heap4_min(tw__heap4_sibling(&cell[c], 0), tw__heap4_sibling(&cell[c], 1));
    const tw__heap4_key right = tw__heap4_min(tw__heap4_sibling(&cell[c], 2), tw__heap4_sibling(&cell[c], 3));
    const size_t l = c + ((size_t)left & 3), r = c + ((size_t)right & 3);

    TW__COMPARED(cell[c + 1].node, cell[c + 1].due, cell[c].node);
    TW__COMPARED(cell[c + 3].node, cell[c + 3].due, cell[c + 2].node);
    TW__COMPARED(cell[r].node, cell[r].due, cell[l].node);
    (void)l, (void)r;
    return c + ((size_t)tw__heap4_min(left, right) & 3);
}
#else
TW__INLINE bool tw__heap4_by_due(const struct tw_heap4_cell *a, const struct tw_heap4_cell *b) {
    TW__COMPARED(a->node, a->due, b->node);
    return a->due != b->due ? tw_before(a->due, b->due) : tw__heap4_armed_before(a, b);
}
TW__INLINE size_t tw__heap4_first_by_due(const struct tw_heap4_cell *cell, size_t c) {
    return tw__heap4_first_of_four(cell, c, tw__heap4_by_due);
}
#endif

TW__INLINE void tw__heap4_put(struct tw_heap4_cell *cell, size_t i, struct tw_heap4_cell x) {
    tw__heap4_copy(&cell[i], x);
    x.node->home = i + TW__WAITING;
    TW_TRACE(TW_LINK, x.node, x.due);
}

/* Moves the hole at i up to the place of x, and returns that. Invariant: every cell below the hole
   comes after x, because the cells that moved down were above them before. */
TW__FOLD size_t tw__heap4_rise(struct tw_heap4_cell *cell, size_t i, const struct tw_heap4_cell *x,
                               tw__heap4_order *before) {
    for (; i > TW__HEAP4_ROOT && before(x, &cell[tw__heap4_up(i)]); i = tw__heap4_up(i))
        tw__heap4_put(cell, i, cell[tw__heap4_up(i)]);
    return i;
}

/* Returns the position of the first in order of the siblings from c on. Only those before `end` are in
   the heap; there is at least one. */
TW__FOLD size_t tw__heap4_least(const struct tw_heap4_cell *cell, size_t c, size_t end, tw__heap4_order *before,
                                tw__heap4_sooner *sooner) {
    size_t least = c;

    if (TW__SPEED && c + 4 <= end)
        return sooner ? tw__heap4_first_object(cell, c, before, sooner) : tw__heap4_first_by_due(cell, c);
    for (end = c + 4 < end ? c + 4 : end; ++c < end;)
        least = before(&cell[c], &cell[least]) ? c : least;
    return least;
}

/* Prefetches sixteen cells from i on: the children of four siblings, before it is known which of the
   four comes first. */
TW__FOLD void tw__heap4_prefetch(const struct tw_heap4_cell *cell, size_t i) {
    size_t k;

    for (k = 0; k < 16 * sizeof *cell; k += 64)
        TW__PREFETCH((const char *)&cell[i] + k);
}

/* Moves the hole at i down to the place of x, and returns that. Invariant: every cell above the hole
   comes before x. The first in order of the children moves up, so that it may stand above the others. */
TW__FOLD size_t tw__heap4_sink(struct tw_heap4_cell *cell, size_t i, size_t end, const struct tw_heap4_cell *x,
                               tw__heap4_order *before, tw__heap4_sooner *sooner) {
    const size_t large = end > TW__HEAP4_LARGE ? end - TW__HEAP4_LARGE : 0; /* how many cells from LARGE on */
    size_t c, least;

    for (; (c = tw__heap4_first(i)) < end; i = least) {
        if (TW__SPEED && tw__heap4_first(c) - TW__HEAP4_LARGE < large)
            tw__heap4_prefetch(cell, tw__heap4_first(c));
        least = tw__heap4_least(cell, c, end, before, sooner);
        if (!before(&cell[least], x))
            break;
        TW__PREFETCH(&cell[least].node->home); /* put() writes there, and it may be far away */
        tw__heap4_put(cell, i, cell[least]);
    }
    return i;
}

/* Places x, from the hole at i: up, or else down. A hole that has risen cannot sink. The form for speed
   does not look then, and copies x, so that no write to the array makes the processor read x anew. */
TW__FOLD void tw__heap4_sift(struct tw_heap4 *h, size_t i, const struct tw_heap4_cell *x, tw__heap4_order *before,
                             tw__heap4_sooner *sooner) {
    struct tw_heap4_cell *const cell = h->cell;
    const struct tw_heap4_cell copy = *x;
    const size_t from = i;

    if (TW__SPEED)
        x = &copy;
    i = tw__heap4_rise(cell, i, x, before);
    if (!TW__SPEED || i == from)
        i = tw__heap4_sink(cell, i, h->count + TW__HEAP4_ROOT, x, before, sooner);
    tw__heap4_put(cell, i, *x);
}

/* Gives n the next arming number, and places it from the hole at i. */
TW__FOLD void tw__heap4_arm(struct tw_heap4 *h, struct tw_node *n, tw_tick due, size_t i, tw__heap4_sift_fn *sift) {
    struct tw_heap4_cell x;

    x.due = due;
    x.node = n;
    tw__heap4_set_number(&x, h->armings++);
    sift(h, i, &x);
}

TW__FOLD void tw__heap4_insert(struct tw_heap4 *h, struct tw_node *n, tw_tick due, tw__heap4_sift_fn *sift) {
    tw__heap4_arm(h, n, due, h->count++ + TW__HEAP4_ROOT, sift);
}

TW__FOLD void tw__heap4_update(struct tw_heap4 *h, struct tw_node *n, tw_tick due, tw__heap4_sift_fn *sift) {
    tw__heap4_arm(h, n, due, n->home - TW__WAITING, sift);
}

/* Fills the hole at i with the last cell, which may belong above the hole or below it. */
TW__ONCE void tw__heap4_close(struct tw_heap4 *h, size_t i, tw__heap4_sift_fn *sift) {
    const size_t last = --h->count + TW__HEAP4_ROOT;

    if (i != last)
        sift(h, i, &h->cell[last]);
}

TW__INLINE bool tw__heap4_full(const struct tw_heap4 *h) { return h->count == h->capacity; }

/* Says whether n, which waits, is in h. The index in n tells, without a search. n may belong to any
   other structure, but its memory must be valid. */
TW__INLINE bool tw__heap4_has(const struct tw_heap4 *h, const struct tw_node *n) {
    const uintptr_t i = n->home - TW__WAITING;
    const bool here = i - TW__HEAP4_ROOT < h->count && h->cell[i].node == n;

    TW_ASSERT(here);
    return here;
}

TW__INLINE struct tw_node *tw__heap4_peek(const struct tw_heap4 *h) {
    return h->count ? h->cell[TW__HEAP4_ROOT].node : NULL;
}

/* Tells the key of the first cell. The node is not read: it may be a cache miss away. */
TW__INLINE bool tw__heap4_next(const struct tw_heap4 *h, tw_tick *due) {
    if (h->count)
        *due = h->cell[TW__HEAP4_ROOT].due;
    return h->count != 0;
}
TW__QUIET_BY_NEXT(heap4)

TW__FOLD struct tw_node *tw__heap4_take(struct tw_heap4 *h, tw_tick now, tw__heap4_sift_fn *sift) {
    struct tw_node *n = tw__heap4_peek(h);

    if (!n || tw_before(now, h->cell[TW__HEAP4_ROOT].due))
        return NULL;
    TW__PREFETCH(n); /* the caller reads it; it is on its way while the hole is filled */
    tw__heap4_close(h, TW__HEAP4_ROOT, sift);
    return n;
}

TW__INLINE size_t tw__heap4_count(const struct tw_heap4 *h) { return h->count; }

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

TW__INLINE void tw__heap4_init(struct tw_heap4 *h, tw_tick now, void *array, size_t n) {
    (void)now;
    h->cell = (struct tw_heap4_cell *)array;
    h->count = 0;
    h->capacity = array ? n : 0;
    h->armings = 0;
}

TW__INLINE size_t tw__heap4_capacity(const struct tw_heap4 *h) { return h->capacity; }

TW__INLINE bool tw__heap4_storage(struct tw_heap4 *h, void *array, size_t n) {
    if (!array)
        n = 0;
    if (n < h->count)
        return false;
    h->cell = (struct tw_heap4_cell *)array;
    h->capacity = n;
    return true;
}

TW__FOLD const char *tw__heap4_check(const struct tw_heap4 *h, tw__heap4_order *before) {
    size_t i = TW__HEAP4_ROOT;

    for (; i < h->count + TW__HEAP4_ROOT; i++) {
        const struct tw_heap4_cell *x = &h->cell[i];

        if (i > TW__HEAP4_ROOT && before(x, &h->cell[tw__heap4_up(i)]))
            return "heap4 1";
        if (x->node->home != i + TW__WAITING)
            return "heap4 2";
        if (x->due != x->node->due)
            return "heap4 3";
        if (!((tw__heap4_number(x) - h->armings) >> (8 * sizeof(tw_heap4_number) - 1)))
            return "heap4 5";
    }
    return h->count <= h->capacity ? NULL : "heap4 4";
}

TW__INLINE size_t tw__heap4_bytes(size_t n) { return TW_HEAP4_BYTES(n); }

/* -------------------------------------------------------------------------------------------------WRAPPERS */

/* Makes the functions that know the order `before`, and their table, name_ops. `sooner` is the order of
   objects, which the form for speed uses; NULL if the order is by tick. The order is compiled into the
   sift, the larger step, which the functions share. In the form for speed a new node only rises,
   because nothing is below the last place. */
#define TW__HEAP4_OPS(name, p, before, sooner)                                                                        \
    TW__INLINE void p##_sift(struct tw_heap4 *h, size_t i, const struct tw_heap4_cell *x) {                           \
        tw__heap4_sift(h, i, x, before, sooner);                                                                      \
    }                                                                                                                 \
    TW__INLINE void p##_rise(struct tw_heap4 *h, size_t i, const struct tw_heap4_cell *x) {                           \
        tw__heap4_put(h->cell, tw__heap4_rise(h->cell, i, x, before), *x);                                            \
    }                                                                                                                 \
    TW__INLINE void p##_insert(struct tw_heap4 *h, struct tw_node *n, tw_tick due) {                                  \
        tw__heap4_insert(h, n, due, TW__SPEED ? p##_rise : p##_sift);                                                 \
    }                                                                                                                 \
    TW__INLINE void p##_update(struct tw_heap4 *h, struct tw_node *n, tw_tick due) {                                  \
        tw__heap4_update(h, n, due, p##_sift);                                                                        \
    }                                                                                                                 \
    TW__INLINE void p##_remove(struct tw_heap4 *h, struct tw_node *n) {                                               \
        tw__heap4_close(h, n->home - TW__WAITING, p##_sift);                                                          \
    }                                                                                                                 \
    TW__INLINE struct tw_node *p##_take(struct tw_heap4 *h, tw_tick now) { return tw__heap4_take(h, now, p##_sift); } \
    TW__INLINE const char *p##_check(const struct tw_heap4 *h) { return tw__heap4_check(h, before); }                 \
    TW__OPS(name, heap4, p, p)

TW__HEAP4_OPS(tw_heap4, tw__heap4_due, tw__heap4_by_due, NULL)

/* A queue of objects: struct name and its verbs, which take and give pointers to type. before(a, b) is
   the order: it is true if a must leave before b. Equals leave in the order in which they were added.
   The key lies in your objects: after a change of it, call name##_update(). Costs and answers are those
   of the functions above. */
#define TW_HEAP4_OF(name, type, member, before)                                                                       \
    TW__FOLD bool name##__sooner(struct tw_node *a, struct tw_node *b) {                                              \
        return before(TW_OF(a, type, member), TW_OF(b, type, member));                                                \
    }                                                                                                                 \
    TW__FOLD bool name##__order(const struct tw_heap4_cell *a, const struct tw_heap4_cell *b) {                       \
        return before(TW_OF(a->node, type, member), TW_OF(b->node, type, member)) ||                                  \
               (!before(TW_OF(b->node, type, member), TW_OF(a->node, type, member)) && tw__heap4_armed_before(a, b)); \
    }                                                                                                                 \
    TW__HEAP4_OPS(name, name##_, name##__order, TW__SPEED ? name##__sooner : NULL)                                    \
    TW__OBJECTS_IN_ORDER(name, type, member, heap4)                                                                   \
    TW__INLINE bool name##_storage(struct name *q, struct tw_heap4_cell *array, size_t n) {                           \
        const bool stored = tw__heap4_storage(TW__Q(name), array, n);                                                 \
        TW__DEBUG(tw__debug_stored(q, n, stored);)                                                                    \
        return stored;                                                                                                \
    }                                                                                                                 \
    TW__INLINE size_t name##_capacity(const struct name *q) { return tw__heap4_capacity(TW__Q(name)); }

TW__END_C

#endif /* TW_HEAP4_H */

/* rbtree.h - a red-black tree: timers, a priority queue, and an ordered container of objects with any ordering.

   WHAT IT IS
       This is a binary search tree: smaller keys to the left, larger ones to the right, and a search goes down one way.
       Such a tree is quick only while it is balanced, so this one colours its nodes: no red node is the child of a red
       one, and every way down meets the same number of black ones, which keeps the longest way within twice the
       shortest. The links are in the node and the colour is the lowest bit of its parent's address, so there is no
       array and no capacity. First and last are known without a search. Equal keys stand in arming order.

   PICK IT
       if the number of timers has no bound that you can name; if you walk in order, or from a key on; for deadlines
       that mostly come last or first (constant timeouts: O(1)); if the worst case of a single call matters.
   PICK ANOTHER
       for a priority queue of known size (heap4.h is faster), or for timers that mostly move or are cancelled (wheels).

   DO THIS
       timers             TW_TIMERS_OF(timers, rbtree) makes struct timers and timers_init, _add, _cancel, ...: timers.h
       nodes by tick      struct tw_rbtree and the functions below; the key is n->due
       objects in order   TW_RBTREE_OF(diary, struct visit, node, visit_before) makes struct diary and diary_add, ...

   EXAMPLE (examples/basics/diary.c)
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
       next, peek, first, last, count, init                                     O(1)
       after, before, each     O(1) per step on average, O(log n) at worst
       lower_bound             O(log n)                       clear             O(n), no compares
       Bytes per timer: 40 on a 64-bit machine, 20 on a 32-bit one, 12 on AVR with 32-bit ticks: the node, nothing else.

   GUARANTEES
       FIFO among equals, also after a move or an update. add() never fails for want of room. Nodes stay where they are
       in memory: pointers and walks survive every operation on other nodes. Nodes hold the tree's address: a tree in
       use is not copied. Nodes stand at even addresses, since the lowest bit is the colour: the compiler sees to it,
       but on AVR malloc() may answer an odd one, and then you align it yourself (TW_ASSERT, else a corrupt tree).

   PROPERTIES (check() names one that does not hold: "rbtree 1")
       1  In order, no node comes before the one that it follows.
       2  Each child knows its parent, and the root has the head above it.
       3  No red node has a red parent, and the root is black.
       4  The ways from the root to each missing child meet the same number of black nodes.
       5  The first node, the last one and the count are what a walk finds.

   OPTIONS
       those of node.h; TW_RBTREE_IMPLEMENTATION alone compiles the functions of this header only

   SOURCE
       R. Bayer, Symmetric Binary B-Trees, Acta Informatica 1, 1972. L. Guibas, R. Sedgewick, A Dichromatic Framework
       for Balanced Trees, FOCS 1978. R. E. Tarjan, Updating a Balanced Search Tree in O(1) Rotations, IPL 16, 1983. */
#ifndef TW_RBTREE_H
#define TW_RBTREE_H

TW__BEGIN_C

/* ---------------------------------------------------------------------------------------------------- TYPES */

/* All zero is a valid empty tree. */
struct tw_rbtree {
    TW__DEBUG(struct tw_stamp stamp;)
    struct tw_node head;    /* stands above the root, its child[0]; only u and home are used; home is 0 */
    struct tw_node *end[2]; /* the first and the last */
    size_t count;
};
typedef void tw_rbtree_array; /* init() takes none */

/* ------------------------------------------------------------------------------------------------------ API */

/* Makes t empty. It needs neither now nor an array: 0, NULL, 0. It forgets the nodes of a tree in
   use: call clear() before. O(1). */
#define tw_rbtree_init TW__LINK_NAME(tw_rbtree_init)
TW__API void tw_rbtree_init(struct tw_rbtree *t, tw_tick now, tw_rbtree_array *array, size_t n);

/* Inserts n with key due behind its equals, or moves it there if it is in t. Always true. O(log n),
   O(1) at both ends. */
TW__API bool tw_rbtree_add(struct tw_rbtree *t, struct tw_node *n, tw_tick due);

/* Takes n out. False: n is idle, or on the due list of a set. O(1) on average, without a compare.
 */
TW__API bool tw_rbtree_cancel(struct tw_rbtree *t, struct tw_node *n);

/* Restores order after n->due was changed, as a new arming. False: n is idle, or on the due list of
   a set. O(log n). */
TW__API bool tw_rbtree_update(struct tw_rbtree *t, struct tw_node *n);

/* Tells the least key. False: t is empty. O(1). */
TW__API bool tw_rbtree_next(struct tw_rbtree *t, tw_tick *due);

/* Returns the first node, which stays. NULL: t is empty. O(1). */
TW__API struct tw_node *tw_rbtree_peek(const struct tw_rbtree *t);

/* Returns the first node, which stays: another name of peek() for walks. NULL: t is empty. O(1). */
TW__API struct tw_node *tw_rbtree_first(const struct tw_rbtree *t);

/* Takes out and returns the first node. NULL: t is empty. O(1) on average. */
TW__API struct tw_node *tw_rbtree_pop(struct tw_rbtree *t);

/* Takes out and returns the first node if it is due by now. NULL: it is not, or t is empty. O(1) on
   average. */
TW__API struct tw_node *tw_rbtree_take(struct tw_rbtree *t, tw_tick now);

/* Returns the last node, which stays. NULL: t is empty. O(1). */
TW__API struct tw_node *tw_rbtree_last(const struct tw_rbtree *t);

/* Returns the node after n in order; of NULL the first. NULL: n is the last. O(1) on average. */
TW__API struct tw_node *tw_rbtree_after(const struct tw_rbtree *t, const struct tw_node *n);

/* Returns the node after n in order; of NULL the first: another name of after(). NULL: the walk is
   over. O(1) on average. */
TW__API struct tw_node *tw_rbtree_each(const struct tw_rbtree *t, const struct tw_node *n);

/* Returns the node before n in order; of NULL the last. NULL: n is the first. O(1) on average. */
TW__API struct tw_node *tw_rbtree_before(const struct tw_rbtree *t, const struct tw_node *n);

/* Returns the first node whose key is due or later. NULL: there is none. O(log n). */
TW__API struct tw_node *tw_rbtree_lower_bound(const struct tw_rbtree *t, tw_tick due);

/* Returns the number of nodes. O(1). */
TW__API size_t tw_rbtree_count(const struct tw_rbtree *t);

/* Takes every node out, idle by then. O(n). */
TW__API void tw_rbtree_clear(struct tw_rbtree *t);

/* Returns the name of a property that does not hold, or NULL. For tests. O(n). */
TW__CHECKED(TW__API const char *tw_rbtree_check(const struct tw_rbtree *t);)

/* --------------------------------------------------------------------------------------------------- ENGINE

   child[0] is the root of the nodes that come before a node, child[1] of those that come after it. The code is written
   for a `side`, 0 or 1, so that one piece of it is its own mirror image. home is the parent's address, plus 1 if the
   node is red. The head counts as black and has no parent, which is true of no other node. */

typedef bool tw__rbtree_order(const struct tw_node *a, const struct tw_node *b);
enum { TW__RBTREE_RED = 1 };

TW__INLINE struct tw_node *tw__rbtree_up(const struct tw_node *n) {
    return (struct tw_node *)(TW__MET(n)->home & ~(uintptr_t)TW__RBTREE_RED);
}
/* A missing child counts as black. */
TW__INLINE uintptr_t tw__rbtree_red(const struct tw_node *n) { return n ? TW__MET(n)->home & TW__RBTREE_RED : 0; }
TW__INLINE void tw__rbtree_blacken(struct tw_node *n) { n->home &= ~(uintptr_t)TW__RBTREE_RED; }
TW__FOLD bool tw__rbtree_less(const struct tw_node *a, const struct tw_node *b, tw__rbtree_order *before) {
    TW__COMPARED(a, a->due, b);
    return before(a, b);
}
TW__INLINE bool tw__rbtree_by_due(const struct tw_node *a, const struct tw_node *b) {
    return tw_before(a->due, b->due);
}

/* The neighbour of n in order, on `side`; of NULL the node at the other end. Going up it reads child[!side], since
   drain() overwrites the other one. */
TW__INLINE struct tw_node *tw__rbtree_step(const struct tw_rbtree *t, const struct tw_node *n, unsigned side) {
    struct tw_node *x;

    if (!n)
        return t->end[side ^ 1];
    if (n == t->end[side])
        return NULL;
    x = TW__MET(n)->u.child[side];
    side ^= 1;
    if (x)
        while (TW__MET(x)->u.child[side])
            x = x->u.child[side];
    else
        for (; (x = tw__rbtree_up(n))->u.child[side] != n; n = x) {
        }
    return x;
}

/* Links n (NULL: nothing) where old is, in old's colour. */
TW__INLINE void tw__rbtree_replace(const struct tw_node *old, struct tw_node *n) {
    struct tw_node *p = tw__rbtree_up(old);

    p->u.child[p->u.child[1] == old] = n;
    if (n)
        n->home = old->home;
    TW_TRACE(TW_LINK, old, old->due);
}
/* Links n (NULL: nothing) below p on `side`; n keeps its colour. */
TW__ONCE void tw__rbtree_link(struct tw_node *p, unsigned side, struct tw_node *n) {
    p->u.child[side] = n;
    if (n)
        n->home = (uintptr_t)p | (n->home & TW__RBTREE_RED);
    TW_TRACE(TW_LINK, p, p->due);
}

/* The drawings: CAPITAL letters are black nodes, small ones red, (p) is either; - is a black node or none. Each stands
   for its mirror image too.

   Rotates p down to `side`: its child on the other side, n, takes the place and the colour of p, which becomes red.
   Order stays a n b p c:
            (p)               (n)
            / \               / \
           n   c             a   p
          / \         ->        / \
         a   b                 b   c */
TW__INLINE void tw__rbtree_rotate(struct tw_node *p, unsigned side) {
    struct tw_node *n = TW__MET(p->u.child[side ^ 1]);

    tw__rbtree_replace(p, n);
    tw__rbtree_link(p, side ^ 1, n->u.child[side]);
    p->home = TW__RBTREE_RED;
    tw__rbtree_link(n, side, p);
}

/* The fixup of an insertion. n is red and so is its parent p, so that the node above, G, is black. u is p's sibling.

     1  u is red: three          2  n is on the inner side      3  n is on the outer side
        colours change, go on       of p: rotate p, 3 follows      of p: rotate G, done
        with g as n

           G           g            G           G                  G            P
          / \         / \          / \         / \                / \          / \
         p   u  ->   P   U        p   -  ->   n   -              p   -   ->   n   g
        /           /              \         /                  /                  \
       n           n                n       p                  n                    - */
TW__INLINE void tw__rbtree_fixup_insert(struct tw_rbtree *t, struct tw_node *n) {
    struct tw_node *p, *g, *u;
    unsigned inner;

    /* Invariant: n is red, and all properties hold but that n may be the root, or its parent red. */
    while ((p = tw__rbtree_up(n))->home & TW__RBTREE_RED) {
        g = tw__rbtree_up(p);
        inner = g->u.child[0] == p;
        u = g->u.child[inner];
        if (!tw__rbtree_red(u)) {
            if (p->u.child[inner] == n)
                tw__rbtree_rotate(p, !inner);
            tw__rbtree_rotate(g, inner);
            return;
        }
        tw__rbtree_blacken(p);
        tw__rbtree_blacken(u);
        g->home |= TW__RBTREE_RED;
        n = g;
    }
    if (p == &t->head)
        tw__rbtree_blacken(n);
}

/* Makes n a leaf below p, on `side`, where nothing is. */
TW__ONCE void tw__rbtree_attach(struct tw_rbtree *t, struct tw_node *n, struct tw_node *p, unsigned side) {
    TW_ASSERT(((uintptr_t)n & TW__RBTREE_RED) == 0);
    n->u.child[0] = n->u.child[1] = NULL;
    n->home = TW__RBTREE_RED;
    tw__rbtree_link(p, side, n);
    t->count++;
    tw__rbtree_fixup_insert(t, n);
}

/* The fixup of a removal. The ways through x will be one black node short; s is its sibling, and never missing.

     1  s is red: rotate p; its inner child     2  s and its children are black: s becomes red, and the ways
        A is the sibling then: 2, 3 or 4           through p are short: go on with p as x

              P              S                          (p)           (p)
             / \            / \                         / \           / \
            X   s    ->    p   B                       X   S    ->   X   s
               / \        / \                             / \           / \
              A   B      X   A                           -   -         -   -

     3  only the inner child a of s is red:     4  the outer child b of s is red: rotate p; P and B become black,
        rotate s, 4 follows with s as b            done

            (p)            (p)                          (p)             (s)
            / \            / \                          / \             / \
           X   S    ->    X   A                        X   S     ->    P   B
              / \              \                          / \         / \
             a   -              s                       (a)  b       X  (a)

   first: x is the first node, so that it and its parents are left children. Small code goes round after 1 and 3. */
TW__ONCE void tw__rbtree_fixup_remove(struct tw_node *x, bool first) {
    struct tw_node *p, *s, *b;
    unsigned outer;

    /* Invariant: the ways through x are one black node short, and all other properties hold. It ends at the root, where
       all ways are short alike, or at a red x, which becomes black and makes up for it. */
    while (!(x->home & TW__RBTREE_RED) && (p = tw__rbtree_up(x))->home != TW__IDLE) {
        outer = first || p->u.child[0] == x;
        s = TW__MET(TW__MET(p)->u.child[outer]);
        if (s->home & TW__RBTREE_RED) {
            tw__rbtree_rotate(p, !outer);
            if (!TW__SPEED)
                continue;
            s = TW__MET(p->u.child[outer]);
        }
        b = s->u.child[outer];
        if (!tw__rbtree_red(b) && tw__rbtree_red(s->u.child[!outer])) {
            tw__rbtree_rotate(s, outer);
            if (!TW__SPEED)
                continue;
            b = s;
        }
        if (tw__rbtree_red(b)) {
            tw__rbtree_rotate(p, !outer); /* p is red by now: x = p ends it */
            tw__rbtree_blacken(b);
        } else {
            s->home |= TW__RBTREE_RED;
        }
        x = p;
    }
    tw__rbtree_blacken(x);
}

/* Takes n out. If n has two children, the node after it, which has no left child, leaves its own place and takes n's. A
   node that leaves with one child has a red one, which takes its place and its colour, black; one that leaves without
   any needs the fixup first. An end has one child at most: that, or else its parent, becomes the end. first: n is known
   to be the first node, which has code of its own. */
TW__ONCE void tw__rbtree_remove_as(struct tw_rbtree *t, struct tw_node *n, bool first) {
    struct tw_node *left = first ? NULL : n->u.child[0], *right = n->u.child[1], *p = tw__rbtree_up(n), *out = n;
    struct tw_node *child = left ? left : right, *next = child ? TW__MET(child) : p != &t->head ? TW__MET(p) : NULL;

    /* Three cache misses side by side. */
    TW__PREFETCH(p);
    TW__PREFETCH(left);
    TW__PREFETCH(right);
    t->count--;
    if (first || t->end[0] == n)
        t->end[0] = next;
    if (t->end[1] == n)
        t->end[1] = next;

    if (left && right) {
        for (out = right; TW__MET(out)->u.child[0]; out = out->u.child[0]) {
        }
        child = out->u.child[1];
    }
    if (!child)
        tw__rbtree_fixup_remove(out, first);
    tw__rbtree_replace(out, child);
    if (out != n) {
        tw__rbtree_replace(n, out);
        tw__rbtree_link(out, 0, n->u.child[0]);
        tw__rbtree_link(out, 1, n->u.child[1]);
    }
}
TW__INLINE void tw__rbtree_remove(struct tw_rbtree *t, struct tw_node *n) { tw__rbtree_remove_as(t, n, false); }

/* Puts n behind all nodes that are not after it: at an end, or where a search from the root finds no child. */
TW__FOLD void tw__rbtree_insert(struct tw_rbtree *t, struct tw_node *n, tw__rbtree_order *before) {
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
        /* Invariant: n belongs below p on `side`, where x is. The side is a coin toss to a branch predictor: compilers
           choose between two fields by a conditional move, between elements of an array they do not. */
        for (x = t->head.u.child[0]; x; x = !TW__SPEED ? p->u.child[side] : side ? p->u.to.right : p->u.to.left) {
            p = TW__MET(x);
            side = !tw__rbtree_less(n, p, before);
        }
    }
    tw__rbtree_attach(t, n, p, side);
}

TW__UNBOUNDED(rbtree)
TW__INLINE struct tw_node *tw__rbtree_peek(const struct tw_rbtree *t) { return t->end[0]; }
TW__INLINE size_t tw__rbtree_count(const struct tw_rbtree *t) { return t->count; }
TW__INLINE size_t tw__rbtree_bytes(size_t n) { return n * 0; }

TW__INLINE bool tw__rbtree_next(const struct tw_rbtree *t, tw_tick *due) {
    if (t->end[0])
        *due = t->end[0]->due;
    return t->end[0] != NULL;
}
TW__QUIET_BY_NEXT(rbtree)
TW__INLINE struct tw_node *tw__rbtree_take(struct tw_rbtree *t, tw_tick now) {
    struct tw_node *n = t->end[0];

    if (!n || tw_before(now, TW__MET(n)->due))
        return NULL;
    tw__rbtree_remove_as(t, n, TW__SPEED);
    return n;
}

TW__INLINE struct tw_node *tw__rbtree_each(const struct tw_rbtree *t, const struct tw_node *n) {
    return tw__rbtree_step(t, n, 1);
}
TW__INLINE struct tw_node *tw__rbtree_before(const struct tw_rbtree *t, const struct tw_node *n) {
    return tw__rbtree_step(t, n, 0);
}

TW__FOLD struct tw_node *tw__rbtree_lower_bound(const struct tw_rbtree *t, const struct tw_node *key,
                                                tw__rbtree_order *before) {
    struct tw_node *x = t->head.u.child[0], *found = NULL;

    /* Invariant: nodes that come before x's subtree are before key; found is the node right behind that subtree, or
       NULL. It ends below a leaf. */
    while (x) {
        const bool low = tw__rbtree_less(x, key, before);

        found = low ? found : x;
        x = x->u.child[low];
    }
    return found;
}

TW__INLINE void tw__rbtree_init(struct tw_rbtree *t, tw_tick now, void *array, size_t n) {
    (void)now, (void)array, (void)n;
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
    tw__rbtree_init(t, 0, NULL, 0);
    return chain;
}

/* The number of black nodes from n up to the root. In a circle it ends all the same, after t->count steps. */
TW__ONCE size_t tw__rbtree_depth(const struct tw_rbtree *t, const struct tw_node *n) {
    size_t black = 0, steps = t->count;

    for (; n->home != TW__IDLE && steps; n = tw__rbtree_up(n), steps--)
        black += !tw__rbtree_red(n);
    return black;
}

/* The property that does not hold between n and its child on `side`, or the lack of one; NULL: all do. */
TW__INLINE const char *tw__rbtree_check_child(const struct tw_rbtree *t, const struct tw_node *n, unsigned side) {
    const struct tw_node *c = n->u.child[side];

    if (!c)
        return tw__rbtree_depth(t, n) == tw__rbtree_depth(t, t->end[0]) ? NULL : "rbtree 4";
    if (tw__rbtree_up(c) != n)
        return "rbtree 2";
    return tw__rbtree_red(c) && tw__rbtree_red(n) ? "rbtree 3" : NULL;
}

TW__FOLD const char *tw__rbtree_check(const struct tw_rbtree *t, tw__rbtree_order *before) {
    const struct tw_node *n = t->end[0], *last = n, *root = t->head.u.child[0];
    const char *broken = NULL;
    size_t count = t->count;

    if (t->head.home || (root && tw__rbtree_up(root) != &t->head))
        return "rbtree 2";
    if (tw__rbtree_red(root))
        return "rbtree 3";
    for (; n; last = n, n = tw__rbtree_step(t, n, 1)) {
        if (count-- == 0 || !root)
            return "rbtree 5";
        if (before(n, last))
            return "rbtree 1";
        if ((broken = tw__rbtree_check_child(t, n, 0)) != NULL || (broken = tw__rbtree_check_child(t, n, 1)) != NULL)
            return broken;
    }
    return count == 0 && last == t->end[1] && (t->count || !root) ? NULL : "rbtree 5";
}

/* -------------------------------------------------------------------------------------------------WRAPPERS */

/* A tree in the order `before`: the functions that know it, and their table, name_ops. */
#define TW__RBTREE_OPS(name, p, before)                                                                 \
    TW__INLINE void p##_insert(struct tw_rbtree *t, struct tw_node *n, tw_tick due) {                   \
        (void)due, tw__rbtree_insert(t, n, before);                                                     \
    }                                                                                                   \
    TW__INLINE void p##_update(struct tw_rbtree *t, struct tw_node *n, tw_tick due) {                   \
        tw__rbtree_remove(t, n), p##_insert(t, n, due);                                                 \
    }                                                                                                   \
    TW__INLINE const char *p##_check(const struct tw_rbtree *t) { return tw__rbtree_check(t, before); } \
    TW__OPS(name, rbtree, p, tw__rbtree)

TW__RBTREE_OPS(tw_rbtree, tw__rbtree_due, tw__rbtree_by_due)

/* Objects in order: struct name and its verbs, which take and give pointers to type. before(a, b) is the order; equals
   stand as they were added. The key lies in your objects: after changing it, name##_update() before any other call. */
#define TW_RBTREE_OF(name, type, member, before)                                        \
    TW__FOLD const type *name##__key(const struct tw_node *n) {                         \
        return TW__CAST(const type *, tw__const_around(n, offsetof(type, member)));     \
    }                                                                                   \
    TW__FOLD bool name##__order(const struct tw_node *a, const struct tw_node *b) {     \
        return before(name##__key(a), name##__key(b));                                  \
    }                                                                                   \
    TW__RBTREE_OPS(name, name##_, name##__order)                                        \
    TW__OBJECTS_IN_ORDER(name, type, member, rbtree)                                    \
    TW__OBJECTS_WALK(name, type, member, rbtree)                                        \
    TW__INLINE type *name##_lower_bound(const struct name *q, const type *key) {        \
        return name##__of(tw__rbtree_lower_bound(&q->in, &key->member, name##__order)); \
    }

TW__END_C

#endif /* TW_RBTREE_H */

/* sortedlist.h - a sorted list: a handful of timers in the least code, and the base of the skip list.

   WHAT IT IS
       The nodes stand in a row, the earliest first, each linked to both neighbours. A node that is
       added walks from the end towards the front until it meets a node that is not after it. All
       other verbs read one end of the row or unlink one node.

   PICK IT
       for up to about ten timers, where code and RAM count most; for timers of one timeout, which
       always go to the end; as the first structure to read.
   PICK ANOTHER
       if many nodes wait and their order is mixed: an insertion passes every later node.

   DO THIS
       timers             TW_TIMERS_OF(timers, sortedlist) makes struct timers and timers_init,
                          timers_add, ...: timers.h
       nodes by tick      struct tw_sortedlist and the functions below; the key is n->due
       objects in order   TW_SORTEDLIST_OF(line, struct guest, node, guest_before) makes struct line
                          and line_init, line_add, ...

   EXAMPLE
       struct tw_sortedlist s = {0};                  all zero is an empty list
       tw_sortedlist_add(&s, &node, 30);
       while ((n = tw_sortedlist_take(&s, now)) != NULL)
           serve(n);                                  the earliest first, up to now

   COST (n nodes)
       add, move, update    O(nodes passed), from the end: O(1) for a key that is not before the last
       cancel, take, pop    O(1), no key is compared
       next, peek, count, first, last, after, before, each, init    O(1)      clear, check    O(n)
       Bytes per timer: the node, 40 on a 64-bit machine, 20 on a 32-bit one, 12 on AVR.

   GUARANTEES
       FIFO among equals. add() never fails. cancel() and update() refuse a node that is idle, fired
       or due in its set.

   PROPERTIES (check() names one that does not hold: "sortedlist 1")
       1  In order, no node comes before the one that it follows.
       2  The list is linked both ways, and has as many nodes as it counts.

   OPTIONS
       those of node.h; TW_SORTEDLIST_IMPLEMENTATION alone compiles the functions of this header only

   SOURCE
       D. E. Knuth, The Art of Computer Programming, volume 1, 2.2.5, Doubly Linked Lists; volume 3,
       5.2.1, Sorting by Insertion. */
#ifndef TW_SORTEDLIST_H
#define TW_SORTEDLIST_H

TW__BEGIN_C

/* ------------------------------------------------------------------------------------------ TYPES */

/* A sorted list. All zero is a valid empty one. */
struct tw_sortedlist {
    TW__DEBUG(struct tw_stamp stamp;)
    struct tw_node *last; /* a list as in node.h */
    size_t count;
};

typedef void tw_sortedlist_array; /* a sorted list takes no array */

/* -------------------------------------------------------------------------------------------- API */

/* Makes s empty. It needs neither now nor an array: 0, NULL, 0. It forgets the nodes of a list in
   use: call clear() before. O(1). */
#define tw_sortedlist_init TW__LINK_NAME(tw_sortedlist_init)
TW__API void tw_sortedlist_init(struct tw_sortedlist *s, tw_tick now, tw_sortedlist_array *array, size_t n);

/* Inserts n with key due behind its equals, or moves it there if it is in s. Always true. O(nodes
   with a later key). */
TW__API bool tw_sortedlist_add(struct tw_sortedlist *s, struct tw_node *n, tw_tick due);

/* Takes n out. False: n is idle, or on the due list of a set. O(1). */
TW__API bool tw_sortedlist_cancel(struct tw_sortedlist *s, struct tw_node *n);

/* Restores order after n->due was changed, as a new arming. False: n is idle, or on the due list of
   a set. O(nodes with a later key). */
TW__API bool tw_sortedlist_update(struct tw_sortedlist *s, struct tw_node *n);

/* Tells the least key. False: s is empty. O(1). */
TW__API bool tw_sortedlist_next(struct tw_sortedlist *s, tw_tick *due);

/* Returns the first node, which stays. NULL: s is empty. O(1). */
TW__API struct tw_node *tw_sortedlist_peek(const struct tw_sortedlist *s);

/* Returns the first node, which stays: another name of peek() for walks. NULL: s is empty. O(1). */
TW__API struct tw_node *tw_sortedlist_first(const struct tw_sortedlist *s);

/* Takes out and returns the first node. NULL: s is empty. O(1). */
TW__API struct tw_node *tw_sortedlist_pop(struct tw_sortedlist *s);

/* Takes out and returns the first node if it is due by now. NULL: it is not, or s is empty. O(1). */
TW__API struct tw_node *tw_sortedlist_take(struct tw_sortedlist *s, tw_tick now);

/* Returns the last node, which stays. NULL: s is empty. O(1). */
TW__API struct tw_node *tw_sortedlist_last(const struct tw_sortedlist *s);

/* Returns the node after n; of NULL the first. NULL: n is the last. O(1). */
TW__API struct tw_node *tw_sortedlist_after(const struct tw_sortedlist *s, const struct tw_node *n);

/* Returns the node after n; of NULL the first: another name of after(). NULL: the walk is over. O(1). */
TW__API struct tw_node *tw_sortedlist_each(const struct tw_sortedlist *s, const struct tw_node *n);

/* Returns the node before n; of NULL the last. NULL: n is the first. O(1). */
TW__API struct tw_node *tw_sortedlist_before(const struct tw_sortedlist *s, const struct tw_node *n);

/* Returns the number of nodes. O(1). */
TW__API size_t tw_sortedlist_count(const struct tw_sortedlist *s);

/* Takes every node out, idle by then. O(n). */
TW__API void tw_sortedlist_clear(struct tw_sortedlist *s);

/* Returns the name of a property that does not hold, or NULL. For tests. O(n). */
TW__CHECKED(TW__API const char *tw_sortedlist_check(const struct tw_sortedlist *s);)

/* ----------------------------------------------------------------------------------------- ENGINE

   A list is a ring through `next`, known by its last node. `prev` of the first node is NULL. */

/* Says whether key a, of node a_node, comes before key b. The order by tick reads the keys, an order
   of objects reads the nodes. */
typedef bool tw__sortedlist_order(tw_tick a, const struct tw_node *a_node, tw_tick b, const struct tw_node *b_node);

TW__INLINE bool tw__sortedlist_by_due(tw_tick a, const struct tw_node *a_node, tw_tick b,
                                      const struct tw_node *b_node) {
    (void)a_node, (void)b_node;
    TW__COMPARED(a_node, a, b_node);
    return tw_before(a, b);
}

/* Returns the node after n; of NULL the first. */
TW__INLINE struct tw_node *tw__sortedlist_each(const struct tw_sortedlist *s, const struct tw_node *n) {
    if (!n)
        return tw__list_first(s->last);
    return n == s->last ? NULL : TW__MET(n)->u.list.next;
}

TW__INLINE struct tw_node *tw__sortedlist_before(const struct tw_sortedlist *s, const struct tw_node *n) {
    return n ? n->u.list.prev : s->last;
}

/* Links n behind p; NULL: to the front. */
TW__ONCE void tw__sortedlist_link(struct tw_sortedlist *s, struct tw_node *n, struct tw_node *p) {
    struct tw_node *left = TW__MET(p ? p : s->last); /* the node before n in the ring */

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

/* Inserts n behind the last node that is not after it. The search begins at the end, because timers
   mostly come late. */
TW__FOLD void tw__sortedlist_insert_by(struct tw_sortedlist *s, struct tw_node *n, tw_tick due,
                                       tw__sortedlist_order *before) {
    struct tw_node *p = s->last;

    /* Invariant: n comes before every node behind p. */
    while (p && before(due, n, TW__MET(p)->due, p))
        p = p->u.list.prev;
    n->home = TW__WAITING;
    tw__sortedlist_link(s, n, p);
}

TW__INLINE void tw__sortedlist_remove(struct tw_sortedlist *s, struct tw_node *n) {
    tw__list_remove(&s->last, n);
    s->count--;
}

TW__INLINE struct tw_node *tw__sortedlist_peek(const struct tw_sortedlist *s) { return tw__list_first(s->last); }

TW__INLINE bool tw__sortedlist_next(const struct tw_sortedlist *s, tw_tick *due) {
    if (s->last)
        *due = s->last->u.list.next->due;
    return s->last != NULL;
}

TW__QUIET_BY_NEXT(sortedlist)

TW__INLINE struct tw_node *tw__sortedlist_take(struct tw_sortedlist *s, tw_tick now) {
    struct tw_node *n = s->last;

    if (!n)
        return NULL;
    n = TW__MET(n)->u.list.next;
    if (tw_before(now, TW__MET(n)->due))
        return NULL;
    tw__sortedlist_remove(s, n);
    return n;
}

TW__INLINE void tw__sortedlist_init(struct tw_sortedlist *s, tw_tick now, void *array, size_t n) {
    (void)now, (void)array, (void)n;
    s->last = NULL;
    s->count = 0;
}

TW__INLINE struct tw_node *tw__sortedlist_drain(struct tw_sortedlist *s) {
    struct tw_node *chain = tw__list_first(s->last);

    if (s->last)
        s->last->u.list.next = NULL;
    s->last = NULL;
    s->count = 0;
    return chain;
}

TW__FOLD const char *tw__sortedlist_check_by(const struct tw_sortedlist *s, tw__sortedlist_order *before) {
    const struct tw_node *n, *p = NULL;
    size_t count = 0;

    /* Ends after s->count nodes, even if the links lead in a circle. */
    for (; (n = tw__sortedlist_each(s, p)) != NULL; p = n) {
        if (++count > s->count || n->u.list.prev != p || n->home < TW__WAITING)
            return "sortedlist 2";
        if (p && before(n->due, n, p->due, p))
            return "sortedlist 1";
    }
    return count == s->count ? NULL : "sortedlist 2";
}

TW__UNBOUNDED(sortedlist)

TW__INLINE size_t tw__sortedlist_count(const struct tw_sortedlist *s) { return s->count; }
TW__INLINE size_t tw__sortedlist_bytes(size_t n) { return n * 0; }

/* --------------------------------------------------------------------------------------- WRAPPERS */

/* A sorted list in the order `before`: the functions that know it, and their table, name_ops. */
#define TW__SORTEDLIST_OPS(name, p, before)                                                                        \
    TW__INLINE void p##_insert(struct tw_sortedlist *s, struct tw_node *n, tw_tick due) {                          \
        tw__sortedlist_insert_by(s, n, due, before);                                                               \
    }                                                                                                              \
    TW__INLINE void p##_update(struct tw_sortedlist *s, struct tw_node *n, tw_tick due) {                          \
        tw__sortedlist_remove(s, n), p##_insert(s, n, due);                                                        \
    }                                                                                                              \
    TW__INLINE const char *p##_check(const struct tw_sortedlist *s) { return tw__sortedlist_check_by(s, before); } \
    TW__OPS(name, sortedlist, p, tw__sortedlist)

TW__SORTEDLIST_OPS(tw_sortedlist, tw__sortedlist_due, tw__sortedlist_by_due)

/* The order of objects, as an order of nodes. */
#define TW__SORTEDLIST_ORDER(name, type, member, before)                                                            \
    TW__FOLD const type *name##__key(const struct tw_node *n) {                                                     \
        return TW__CAST(const type *, tw__const_around(n, offsetof(type, member)));                                 \
    }                                                                                                               \
    TW__FOLD bool name##__order(tw_tick a, const struct tw_node *a_node, tw_tick b, const struct tw_node *b_node) { \
        return (void)a, (void)b, before(name##__key(a_node), name##__key(b_node));                                  \
    }

/* Objects in order: struct name and its verbs, which take and give pointers to type. before(a, b) is
   the order. Equals stand as they were added. The key lies in your objects: after a change of it,
   call name##_update() before any other verb. */
#define TW_SORTEDLIST_OF(name, type, member, before)     \
    TW__SORTEDLIST_ORDER(name, type, member, before)     \
    TW__SORTEDLIST_OPS(name, name##_, name##__order)     \
    TW__OBJECTS_IN_ORDER(name, type, member, sortedlist) \
    TW__OBJECTS_WALK(name, type, member, sortedlist)

TW__END_C

#endif /* TW_SORTEDLIST_H */

/* skiplist.h - a skip list: timers, a queue by tick, an ordered container. Its base is the list of sortedlist.h.

   WHAT IT IS
       Think of a railway: a line that stops at every station, and above it express lines that stop at every fourth, at
       every sixteenth, and so on. You ride the fastest line until its next stop would be too far, change to the one
       below, and ride on. The slow line is a sorted list through the nodes; the express lanes live in an array of
       yours, where a node has a tower, one level for each lane. Once the array is used up, towers are lower, and
       without an array this is a sorted list. Nothing is ever refused.

   PICK IT
       as an ordered container that you walk, either way or from a key on; for timers of one timeout, which cost O(1).
   PICK ANOTHER
       if you only take the least (heap4), or if deadlines mostly move at mixed distances (a wheel).

   DO THIS
       timers             TW_TIMERS_OF(timers, skiplist) makes struct timers and timers_init, _add, ...: timers.h
       nodes by tick      struct tw_skiplist and the functions below; the key is n->due
       objects in order   TW_SKIPLIST_OF(roster, struct guest, node, guest_before) makes struct roster and roster_...

   EXAMPLE (examples/basics/roster.c)
       struct guest { const char *name; struct tw_node node; };
       static bool guest_before(const struct guest *a, const struct guest *b) { return strcmp(a->name, b->name) < 0; }
       TW_SKIPLIST_OF(roster, struct guest, node, guest_before)

       static TW_SKIPLIST_ARRAY(lanes, 100);         for about 100 guests; more may come
       struct roster r;
       roster_init(&r, 0, lanes, 100);               NULL, 0: no lanes
       roster_add(&r, &guest);
       for (g = roster_lower_bound(&r, &key); g; g = roster_after(&r, g))
           puts(g->name);                            all from key.name on, in order

   COST (n nodes, lanes for n; averages over the list's own seed, whatever the keys)
       lower_bound, add,      O(log n) on average, without lanes O(nodes passed); O(1) to add or move to a key not
       move, update           before the last, or that leaves its node where it is
       cancel, take, pop      O(1) on average, no key is compared; at most one link per lane
       next, peek, count, first, last, after, before, each, init    O(1)           clear    O(n)
       Bytes per timer: 52 on a 64-bit machine, 26 on a 32-bit one, 16 on AVR; without lanes 40, 20, 12: the node.

   GUARANTEES
       FIFO among equals. add() never fails. cancel() and update() refuse a node that is idle, fired or due in its set.
       Heights come from a generator in the list, so that each run costs the same.

   PROPERTIES (check() names one that does not hold: "sortedlist 1", "skiplist 3")
       1, 2  are those of sortedlist.h.
       3     Each lane is a part of the one below, linked both ways, with the key of the next node beside each link.
       4     Each level in use is in the tower of heads, in that of one node, or in one that is free.

   OPTIONS
       those of node.h; TW_SKIPLIST_IMPLEMENTATION alone compiles the functions of this header only

   SOURCE
       W. Pugh, Skip Lists: A Probabilistic Alternative to Balanced Trees, CACM 33(6), 1990, who advises lanes for a
       quarter. Here lanes are linked both ways, so that removal by node searches for nothing. */
#ifndef TW_SKIPLIST_H
#define TW_SKIPLIST_H

TW__BEGIN_C

/* ---------------------------------------------------------------------------------------------------- TYPES */

/* One level of a tower: its node's place in one lane. The levels of a lane form a ring with the head of the lane. */
struct tw_skiplist_level {
    tw_tick next_due; /* copy of the next node's key: a search reads no node that it does not pass */
    struct tw_skiplist_level *next, *prev;
    struct tw_node *node; /* NULL: a head, or the lowest level of a tower that is free */
};
typedef struct tw_skiplist_level tw_skiplist_array; /* an element of the array that init() takes */

enum { TW__SKIPLIST_MOST_LANES = 16 };
/* All zero is a valid empty list with no lanes. */
struct tw_skiplist {
    TW__DEBUG(struct tw_stamp stamp;)
    struct tw_sortedlist base;
    struct tw_skiplist_level *lane; /* yours: the tower of heads, the lowest lane first, and behind it all others */
    struct tw_skiplist_level *unused, *end; /* levels that were never in a tower; one level at the end is kept */
    uint32_t seed;
    uint8_t lanes;
    struct tw_skiplist_level *free[TW__SKIPLIST_MOST_LANES]; /* towers given back, by height - 1, chained by next */
};

/* ------------------------------------------------------------------------------------------------------ API */

/* Bytes of the array that gives n nodes all their lanes, and its declaration: static TW_SKIPLIST_ARRAY(lanes, 100); */
#define TW__SKIPLIST_LEVELS(n)     ((n) / 8 * 3 + 2)
#define TW_SKIPLIST_BYTES(n)       (TW__SKIPLIST_LEVELS(n) * sizeof(struct tw_skiplist_level))
#define TW_SKIPLIST_ARRAY(name, n) TW__ATTRIBUTE(aligned(64)) struct tw_skiplist_level name[TW__SKIPLIST_LEVELS(n)]

/* Makes s empty, with lanes for about n nodes in array, which has TW_SKIPLIST_BYTES(n) bytes. If
   array is NULL or n is 0, there are no lanes. More nodes than n may come. s does not need now. It
   forgets the nodes of a list in use: call clear() before. O(1). */
#define tw_skiplist_init TW__LINK_NAME(tw_skiplist_init)
TW__API void tw_skiplist_init(struct tw_skiplist *s, tw_tick now, struct tw_skiplist_level *array, size_t n);

/* Inserts n with key due behind its equals, or moves it there if it is in s. Always true. O(log n)
   on average, O(1) if no key is later. */
TW__API bool tw_skiplist_add(struct tw_skiplist *s, struct tw_node *n, tw_tick due);

/* Takes n out. False: n is idle, or on the due list of a set. O(1) on average, without a compare.
 */
TW__API bool tw_skiplist_cancel(struct tw_skiplist *s, struct tw_node *n);

/* Restores order after n->due was changed, as a new arming. False: n is idle, or on the due list of
   a set. O(log n) on average, O(1) if n keeps its place. */
TW__API bool tw_skiplist_update(struct tw_skiplist *s, struct tw_node *n);

/* Tells the least key. False: s is empty. O(1). */
TW__API bool tw_skiplist_next(struct tw_skiplist *s, tw_tick *due);

/* Returns the first node, which stays. NULL: s is empty. O(1). */
TW__API struct tw_node *tw_skiplist_peek(const struct tw_skiplist *s);

/* Returns the first node, which stays: another name of peek() for walks. NULL: s is empty. O(1). */
TW__API struct tw_node *tw_skiplist_first(const struct tw_skiplist *s);

/* Takes out and returns the first node. NULL: s is empty. O(1) on average. */
TW__API struct tw_node *tw_skiplist_pop(struct tw_skiplist *s);

/* Takes out and returns the first node if it is due by now. NULL: it is not, or s is empty. O(1) on
   average. */
TW__API struct tw_node *tw_skiplist_take(struct tw_skiplist *s, tw_tick now);

/* Returns the last node, which stays. NULL: s is empty. O(1). */
TW__API struct tw_node *tw_skiplist_last(const struct tw_skiplist *s);

/* Returns the node after n in order; of NULL the first. NULL: n is the last. O(1). */
TW__API struct tw_node *tw_skiplist_after(const struct tw_skiplist *s, const struct tw_node *n);

/* Returns the node after n in order; of NULL the first: another name of after(). NULL: the walk is
   over. O(1). */
TW__API struct tw_node *tw_skiplist_each(const struct tw_skiplist *s, const struct tw_node *n);

/* Returns the node before n in order; of NULL the last. NULL: n is the first. O(1). */
TW__API struct tw_node *tw_skiplist_before(const struct tw_skiplist *s, const struct tw_node *n);

/* Returns the first node whose key is due or later. NULL: there is none. O(log n) on average. */
TW__API struct tw_node *tw_skiplist_lower_bound(const struct tw_skiplist *s, tw_tick due);

/* Returns the number of nodes. O(1). */
TW__API size_t tw_skiplist_count(const struct tw_skiplist *s);

/* Takes every node out, idle by then. O(n). */
TW__API void tw_skiplist_clear(struct tw_skiplist *s);

/* Returns the name of a property that does not hold, or NULL. For tests. O(n). */
TW__CHECKED(TW__API const char *tw_skiplist_check(const struct tw_skiplist *s);)

/* --------------------------------------------------------------------------------------------------- ENGINE

   A list of eight nodes, heads at the left. The levels of a tower are neighbours in memory, the lowest first:

       lane 1   [ ] ---------------------> (d) -------------------------------> and back to [ ]
       lane 0   [ ] --------> (b) -------> (d) ------------> (g) -------------> and back to [ ]
       base             a  -  b  -  c  -   d   -  e  -  f  -  g  -  h

   node->home is TW__WAITING or, for a node with a tower, the address of its lowest level. */

/* Gives n a tower, as high as the seed says, or the next lower one that is left. Its height. */
TW__ONCE unsigned tw__skiplist_tower(struct tw_skiplist *s, struct tw_node *n) {
    struct tw_skiplist_level *lowest = NULL;
    unsigned height = 0;
    uint32_t seed = s->seed = s->seed * 1664525u + 1013904223u;

    for (; seed < 0x40000000u && height < s->lanes; seed <<= 2)
        height++;
    for (; height; height--) {
        if ((lowest = s->free[height - 1]) != NULL) {
            s->free[height - 1] = lowest->next;
            break;
        }
        if ((size_t)(s->end - s->unused) >= height) {
            lowest = s->unused;
            s->unused += height;
            s->unused->node = NULL;
            break;
        }
    }
    n->home = height ? (uintptr_t)lowest : (uintptr_t)TW__WAITING;
    return height;
}

/* Links x, a level of n's tower, behind e in e's lane. */
TW__INLINE void tw__skiplist_link(struct tw_skiplist_level *x, struct tw_node *n, struct tw_skiplist_level *e) {
    struct tw_skiplist_level *right = e->next;

    x->node = n;
    x->prev = e;
    x->next = right;
    x->next_due = e->next_due;
    right->prev = x;
    e->next = x;
    e->next_due = n->due;
    TW_TRACE(TW_LINK, n, n->due);
}

/* The node that n goes behind (NULL: to the front), from p on, before n, and from q back, after n; it ends at the first
   step that would pass n. From two sides two chains of cache misses run side by side; small machines go back only. */
TW__FOLD struct tw_node *tw__skiplist_between(const struct tw_skiplist *s, const struct tw_node *n, struct tw_node *p,
                                              struct tw_node *q, tw__sortedlist_order *before) {
    while ((q = TW__MET(q)->u.list.prev) != p && before(n->due, n, q->due, q))
        if (TW__SPEED) {
            struct tw_node *next = tw__sortedlist_each(&s->base, p);

            if (before(n->due, n, next->due, next))
                return p;
            p = next;
        }
    return q;
}

/* Puts n behind all nodes that are not after it: n belongs behind p (NULL: the front) and before q, each lane brings
   them closer, from the same tower on, and below the lowest they end in the base. A late n needs no search. */
TW__FOLD void tw__skiplist_insert(struct tw_skiplist *s, struct tw_node *n, tw__sortedlist_order *before) {
    struct tw_node *p = NULL, *q = s->base.last;
    const bool late = !q || !before(n->due, n, q->due, q);
    const unsigned height = tw__skiplist_tower(s, n);
    unsigned lane = late ? height : s->lanes;
    struct tw_skiplist_level *e = NULL, *head, *right;

    while (lane-- > 0) {
        head = &s->lane[lane];
        e = late ? head->prev : e ? e - 1 : head;
        while ((right = e->next) != head && !before(n->due, n, e->next_due, right->node))
            e = right;
        p = e->node;
        q = right->node ? right->node : q;
        if (lane < height)
            tw__skiplist_link((struct tw_skiplist_level *)n->home + lane, n, e);
    }
    tw__sortedlist_link(&s->base, n, late ? q : tw__skiplist_between(s, n, p, q, before));
}

/* Unlinks n's tower, level by level, which becomes free, and n from the base. Reads no key. */
TW__INLINE void tw__skiplist_remove(struct tw_skiplist *s, struct tw_node *n) {
    if (n->home > TW__WAITING) {
        struct tw_skiplist_level *const lowest = (struct tw_skiplist_level *)n->home, *x = lowest;
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
    tw__sortedlist_remove(&s->base, n);
}
TW__INLINE struct tw_node *tw__skiplist_take(struct tw_skiplist *s, tw_tick now) {
    struct tw_node *n = s->base.last;

    if (!n || tw_before(now, (n = TW__MET(n)->u.list.next, TW__MET(n)->due)))
        return NULL;
    tw__skiplist_remove(s, n);
    return n;
}

/* Does n, whose key was changed, stand behind all nodes that are not after it? Then the copies of its key alone are
   written. A timer that is armed for its tick again is mostly the last of its equals. */
TW__FOLD bool tw__skiplist_stays(const struct tw_skiplist *s, struct tw_node *n, tw__sortedlist_order *before) {
    const struct tw_node *prev = n->u.list.prev, *next = tw__sortedlist_each(&s->base, n);
    const bool early = prev && before(n->due, n, prev->due, prev), late = next && !before(n->due, n, next->due, next);
    struct tw_skiplist_level *x = (struct tw_skiplist_level *)n->home;

    if (!(early | late) && n->home > TW__WAITING)
        do
            x->prev->next_due = n->due;
        while ((++x)->node == n);
    return !(early | late);
}

/* The first node that is not before the key. */
TW__FOLD struct tw_node *tw__skiplist_lower_bound(const struct tw_skiplist *s, tw_tick due, const struct tw_node *key,
                                                  tw__sortedlist_order *before) {
    const struct tw_skiplist_level *e = NULL, *head;
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
        n = tw__sortedlist_each(&s->base, n);
    while (n && before(n->due, n, due, key));
    return n;
}

/* Empties the lanes: every level behind the heads is unused. */
TW__INLINE void tw__skiplist_clear_lanes(struct tw_skiplist *s) {
    struct tw_skiplist_level *x = s->lane;
    unsigned i;

    for (i = 0; i < s->lanes; i++, x++) {
        s->free[i] = NULL;
        x->next = x->prev = x;
        x->node = NULL;
    }
    s->unused = x;
}
TW__INLINE void tw__skiplist_init(struct tw_skiplist *s, tw_tick now, void *array, size_t n) {
    tw__sortedlist_init(&s->base, now, NULL, 0);
    s->lane = s->end = (struct tw_skiplist_level *)array;
    s->seed = s->lanes = 0;
    if (array && n >= 8)
        s->end = s->lane + TW__SKIPLIST_LEVELS(n) - 1;
    for (; array && n >= 8 && s->lanes < TW__SKIPLIST_MOST_LANES; n /= 4)
        s->lanes++; /* two to eight nodes reach the highest one */
    tw__skiplist_clear_lanes(s);
}
TW__INLINE struct tw_node *tw__skiplist_drain(struct tw_skiplist *s) {
    tw__skiplist_clear_lanes(s);
    return tw__sortedlist_drain(&s->base);
}

/* Walks the base and all lanes side by side: left[i] is the last level of lane i so far. */
TW__INLINE const char *tw__skiplist_check_lanes(const struct tw_skiplist *s) {
    const struct tw_skiplist_level *left[TW__SKIPLIST_MOST_LANES], *x;
    const struct tw_node *n = NULL;
    size_t used = s->lanes;
    unsigned i;

    for (i = 0; i < s->lanes; i++)
        left[i] = &s->lane[i];
    while ((n = tw__sortedlist_each(&s->base, n)) != NULL) {
        if (n->home == TW__WAITING)
            continue;
        for (i = 0, x = (const struct tw_skiplist_level *)n->home; x->node == n || i == 0; i++, x++, used++) {
            if (i == s->lanes || x->node != n || x->prev != left[i] || left[i]->next != x ||
                left[i]->next_due != n->due)
                return "skiplist 3";
            left[i] = x;
        }
    }
    for (i = 0; i < s->lanes; i++) {
        if (left[i]->next != &s->lane[i] || s->lane[i].prev != left[i] || s->lane[i].node)
            return "skiplist 3";
        for (x = s->free[i]; x; x = x->next, used += i + 1)
            if (x->node || used > (size_t)(s->unused - s->lane) || x >= s->unused)
                return "skiplist 4";
    }
    if (used == (size_t)(s->unused - s->lane) && s->unused <= s->end && (used == s->lanes || !s->unused->node))
        return NULL;
    return "skiplist 4";
}
TW__FOLD const char *tw__skiplist_check(const struct tw_skiplist *s, tw__sortedlist_order *before) {
    const char *broken = tw__sortedlist_check_by(&s->base, before);
    return broken ? broken : tw__skiplist_check_lanes(s);
}

/* The rest is the business of the base. */
TW__UNBOUNDED(skiplist)
TW__INLINE struct tw_node *tw__skiplist_peek(const struct tw_skiplist *s) { return tw__list_first(s->base.last); }
TW__INLINE size_t tw__skiplist_count(const struct tw_skiplist *s) { return s->base.count; }
TW__INLINE size_t tw__skiplist_bytes(size_t n) { return TW_SKIPLIST_BYTES(n); }
TW__INLINE bool tw__skiplist_next(const struct tw_skiplist *s, tw_tick *d) { return tw__sortedlist_next(&s->base, d); }
TW__QUIET_BY_NEXT(skiplist)
TW__INLINE struct tw_node *tw__skiplist_each(const struct tw_skiplist *s, const struct tw_node *n) {
    return tw__sortedlist_each(&s->base, n);
}
TW__INLINE struct tw_node *tw__skiplist_before(const struct tw_skiplist *s, const struct tw_node *n) {
    return tw__sortedlist_before(&s->base, n);
}

/* -------------------------------------------------------------------------------------------------WRAPPERS */

/* A skip list in the order `before`: the functions that know it, and their table, name_ops. */
#define TW__SKIPLIST_OPS(name, p, before)                                                                   \
    TW__INLINE void p##_insert(struct tw_skiplist *s, struct tw_node *n, tw_tick due) {                     \
        (void)due, tw__skiplist_insert(s, n, before);                                                       \
    }                                                                                                       \
    TW__INLINE void p##_update(struct tw_skiplist *s, struct tw_node *n, tw_tick due) {                     \
        if (!TW__SPEED || !tw__skiplist_stays(s, n, before))                                                \
            tw__skiplist_remove(s, n), p##_insert(s, n, due);                                               \
    }                                                                                                       \
    TW__INLINE const char *p##_check(const struct tw_skiplist *s) { return tw__skiplist_check(s, before); } \
    TW__OPS(name, skiplist, p, tw__skiplist)

TW__SKIPLIST_OPS(tw_skiplist, tw__skiplist_due, tw__sortedlist_by_due)

/* Objects in order: struct name and its verbs, which take and give pointers to type. before(a, b) is the order; equals
   stand as they were added. The key lies in your objects: after changing it, name##_update() before any other call. */
#define TW_SKIPLIST_OF(name, type, member, before)                                           \
    TW__SORTEDLIST_ORDER(name, type, member, before)                                         \
    TW__SKIPLIST_OPS(name, name##_, name##__order)                                           \
    TW__OBJECTS_IN_ORDER(name, type, member, skiplist)                                       \
    TW__OBJECTS_WALK(name, type, member, skiplist)                                           \
    TW__INLINE type *name##_lower_bound(const struct name *q, const type *key) {             \
        return name##__of(tw__skiplist_lower_bound(&q->in, 0, &key->member, name##__order)); \
    }

TW__END_C

#endif /* TW_SKIPLIST_H */

/* wheel.h - a timing wheel: one ring of slots, deadlines at any distance.

   WHAT IT IS
       Picture a clock face with 2^k marks. A timer waits at the mark that its deadline would have the hand point to,
       slot `due mod 2^k`, behind the timers armed before it; so arming, moving and cancelling touch its neighbours and
       one slot, however many timers there are. Timers of later revolutions share the slot. Each slot knows a bound
       before which nothing in it is due, and a tree of bits tells which slots are occupied, so that on the way to the
       next deadline an empty slot costs nothing and an occupied one a single look, not one per timer.

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

   EXAMPLE (examples/basics/idlers.c)
       struct conn { const char *name; struct tw_node idle; };
       TW_WHEEL_OF(idlers, struct conn, idle)

       static TW_WHEEL_ARRAY(slots, 1024);
       struct idlers w;
       idlers_init(&w, 0, slots, 1024);
       idlers_add(&w, &c, now + 600);                and again with each beat of c: moves it
       while ((late = idlers_take(&w, now)) != NULL)
           drop(late);

   COST (s: occupied slots; r: timers of later revolutions in a slot that fires)
       add, move, cancel   O(1); add as next() where ticks wrap
       next, take          O(1) while the earliest one stays; when it has left, one step for each occupied
                           slot up to the next deadline, at most s
       firing at a tick    O(fired + r)
       count               O(1)
       each                O(1) per step
       clear               O(s), and O(1) per timer
       init                O(slots)
       A jump over timers that lie a revolution apart takes that step through all occupied slots for each tick that
       fires: 499,500 compares for 1000 timers. Over timers of one revolution it takes one compare for each such tick.
       Bytes per timer, node included: 40 on a 64-bit machine, 20 on a 32-bit one and 12 on AVR with 32-bit ticks. Bytes
       per slot: 16, 8 and 6, and a quarter of a byte for its bit.

   GUARANTEES
       FIFO among equals, order by due across revolutions and jumps, next() exact. Any number of timers; add() is false
       only in a wheel without slots, as a zeroed one is. The wheel has no clock: a timer armed for a tick before the
       last take() is simply earliest.

   PROPERTIES (check() names one that does not hold: "wheel 1")
       1  Each node is in the slot that its due names, and knows it; the list of each slot is linked both ways.
       2  position <= the bound of each occupied slot <= due of each node in it; the bound names that slot.
       3  `passed` is NULL or in the slot of the position, and none up to it is due before position + `nearest`, which
          leads to that slot again or is the last tick.
       4  The bit of each slot, and of each word but the first, tells whether it is occupied or not 0.
       5  The wheel has as many nodes as it counts.

   OPTIONS
       those of node.h; TW_WHEEL_IMPLEMENTATION alone compiles the functions of this header only

   SOURCE
       G. Varghese and A. Lauck, Hashed and Hierarchical Timing Wheels, SOSP 1987: scheme 6, a hash table with unsorted
       lists. Instead of the rounds that it counts down for each timer there are absolute deadlines and the bound of the
       slot; instead of its walk from slot to slot there are the bits. */
#ifndef TW_WHEEL_H
#define TW_WHEEL_H

TW__BEGIN_C

/* ---------------------------------------------------------------------------------------------------- TYPES */

struct tw_wheel_slot {
    tw_tick least;        /* the bound: nothing in the slot is due before; no meaning if the slot is empty */
    struct tw_node *last; /* the slot's list, in arming order */
};

/* An element of your array: the slots come first, the words of bits behind them. */
union tw_wheel_cell {
    struct tw_wheel_slot slot;
    unsigned word;
};

typedef union tw_wheel_cell tw_wheel_array;

/* All zero is a valid wheel without slots. */
struct tw_wheel {
    TW__DEBUG(struct tw_stamp stamp;)
    union tw_wheel_cell *cell;
    unsigned *word;     /* a tree, see below */
    size_t slots, leaf; /* 0 or a power of two; the first word whose bits stand for slots */
    size_t count;
    tw_tick position;       /* nothing in the wheel is due before */
    struct tw_node *passed; /* up to here the position's slot was looked at, and none was due; or NULL */
    tw_tick nearest;        /* ticks from the position to the earliest of the nodes up to `passed` */
    tw_tick read;           /* the lists of the slots up to here were read ahead */
};

/* ------------------------------------------------------------------------------------------------------ API */

/* Bytes of the array for n slots, and its declaration: static TW_WHEEL_ARRAY(slots, 1024); */
#define TW_WHEEL_BYTES(n)       (TW__WHEEL_CELLS(n) * sizeof(union tw_wheel_cell))
#define TW_WHEEL_ARRAY(name, n) union tw_wheel_cell name[TW__WHEEL_CELLS(n)]
#define TW__WHEEL_CELLS(n)      ((n) + TW__WHEEL_WORDS(n) * sizeof(unsigned) / sizeof(union tw_wheel_cell) + 1)
#define TW__WHEEL_WORDS(n)      ((n) / TW__WHEEL_BITS * 2 + 2) /* at least as many as the tree has */
#define TW__WHEEL_BITS          (sizeof(unsigned) * 8)

/* Makes w empty, with slots in array, which has TW_WHEEL_BYTES(n) bytes: n of them, rounded down to
   a power of two. If array is NULL or n is 0, there are none. w does not need now. It forgets the
   nodes of a wheel in use: call clear() before. O(n). */
#define tw_wheel_init TW__LINK_NAME(tw_wheel_init)
TW__API void tw_wheel_init(struct tw_wheel *w, tw_tick now, union tw_wheel_cell *array, size_t n);

/* Inserts n for tick due behind its equals, or moves it there if it is in w. False: w has no slots;
   nothing changed. O(1). */
TW__API bool tw_wheel_add(struct tw_wheel *w, struct tw_node *n, tw_tick due);

/* Takes n out. False: n is idle, or on the due list of a set. O(1). */
TW__API bool tw_wheel_cancel(struct tw_wheel *w, struct tw_node *n);

/* Tells the earliest deadline, exactly. False: w is empty. O(1) until the earliest node leaves; see
   COST. */
TW__API bool tw_wheel_next(struct tw_wheel *w, tw_tick *due);

/* Takes out and returns the earliest node if it is due by now. NULL: it is not, or w is empty.
   Costs what next() costs. */
TW__API struct tw_node *tw_wheel_take(struct tw_wheel *w, tw_tick now);

/* Returns the node after n, slot by slot; of NULL the first. NULL: the walk is over. A whole walk
   costs O(n + slots). */
TW__API struct tw_node *tw_wheel_each(const struct tw_wheel *w, const struct tw_node *n);

/* Returns the number of nodes. O(1). */
TW__API size_t tw_wheel_count(const struct tw_wheel *w);

/* Takes every node out, idle by then. O(occupied slots), and O(1) per node. */
TW__API void tw_wheel_clear(struct tw_wheel *w);

/* Returns the name of a property that does not hold, or NULL. For tests. O(n + slots). */
TW__CHECKED(TW__API const char *tw_wheel_check(const struct tw_wheel *w);)

/* --------------------------------------------------------------------------------------------------- ENGINE

   A ring of 8 slots with nodes due at 5, 13, 6 and 22, the position at 5:

       slot      0   1   2   3   4   5   6   7
       list      -   -   -   -   -  13   6   -        arming order within the slot
                                     5  22
       least                         5   6

   Position and bounds move up only when somebody asks: removing a node leaves them alone. Every slot up to one
   revolution from the position holds one tick of this revolution, in the ring's order; the other nodes in it come
   later.

   The words are a tree: word t has the words t * B + 1 ... t * B + B below it, one for each of its B bits, and a bit is
   set if the word below is not 0. Words from `leaf` on have a bit for each slot. */

TW__INLINE size_t tw__wheel_slot(const struct tw_wheel *w, tw_tick due) { return (size_t)due & (w->slots - 1); }

/* Slot i was filled or emptied. Goes up the tree until a word was not 0 before and is not 0 after. */
TW__INLINE void tw__wheel_toggle(const struct tw_wheel *w, size_t i) {
    size_t t = w->leaf + i / TW__WHEEL_BITS;

    for (;;) {
        const unsigned was = w->word[t];

        w->word[t] = was ^ 1u << i % TW__WHEEL_BITS;
        if (t == 0 || (was && w->word[t]))
            return;
        i = t - 1;
        t = i / TW__WHEEL_BITS;
    }
}

/* The first occupied slot from i on; w->slots: there is none. */
TW__INLINE size_t tw__wheel_from(const struct tw_wheel *w, size_t i) {
    size_t t = w->leaf + i / TW__WHEEL_BITS;
    unsigned bits;

    if (i >= w->slots)
        return w->slots;
    bits = w->word[t] & ~0u << i % TW__WHEEL_BITS;

    /* Invariant: the slot is below a one of `bits`, those of word t; if they are 0, it is below a later bit of a word
       above. It goes up until a word has such a bit, then down along the first ones, and ends at a leaf or above the
       root. */
    for (;;) {
        if (bits) {
            i = t * TW__WHEEL_BITS + tw__low_bit(bits);
            if (t >= w->leaf)
                return i - w->leaf * TW__WHEEL_BITS;
            t = i + 1;
            bits = w->word[t];
        } else {
            if (t == 0)
                return w->slots;
            i = t - 1;
            t = i / TW__WHEEL_BITS;
            bits = w->word[t] & ~1u << i % TW__WHEEL_BITS;
        }
    }
}

/* The same around the ring; the wheel is not empty. */
TW__INLINE size_t tw__wheel_around(const struct tw_wheel *w, size_t i) {
    i = tw__wheel_from(w, i);
    return i < w->slots ? i : tw__wheel_from(w, 0);
}

TW__INLINE void tw__wheel_set_position(struct tw_wheel *w, tw_tick tick) {
    w->position = tick;
    w->nearest = TW_TICK_MAX;
    w->passed = NULL;
}

/* In large wheels, reads in the lists of the next slots of this revolution, side by side, so that their cache misses
   overlap; those of one list cannot. Short lists, being rings, are read again. Small machines have no caches, and want
   less code. */
#if UINTPTR_MAX > 0xFFFFFFFFu
#define TW__WHEEL_RARE TW__APART
TW__INLINE void tw__wheel_read_ahead(struct tw_wheel *w) {
    enum { LARGE = 32768, LISTS = 8, NODES = 64 };
    const struct tw_node *n[LISTS];
    size_t i = tw__wheel_slot(w, w->position), lists = 0, step, k;

    if (w->count < LARGE || !tw_before(w->read, w->position))
        return;
    for (; lists < LISTS && (tw_tick)(w->cell[i].slot.least - w->position) < w->slots; lists++) {
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

/* Moves the position to the least bound. It goes once around the ring, or ends at a bound of this revolution, which
   comes before all bounds further on in the ring. */
TW__WHEEL_RARE void tw__wheel_go_on(struct tw_wheel *w) {
    const size_t first = tw__wheel_around(w, tw__wheel_slot(w, w->position));
    tw_tick least = TW_TICK_MAX, ahead;
    size_t i = first;

    do {
        const struct tw_wheel_slot *slot = &w->cell[i].slot;

        TW_TRACE(TW_COMPARE, slot->last, slot->least);
        ahead = (tw_tick)(slot->least - w->position);
        least = ahead < least ? ahead : least;
        if (ahead < w->slots)
            break;
        i = tw__wheel_around(w, i + 1);
    } while (i != first);
    tw__wheel_set_position(w, (tw_tick)(w->position + least));
    tw__wheel_read_ahead(w);
}

/* The first node of the position's slot that is due at the position; NULL: none. It passes each node of a later
   revolution once: it begins behind `passed`, where it ended before, and ends at a node that is due or at the last. */
TW__INLINE struct tw_node *tw__wheel_pass(struct tw_wheel *w, const struct tw_node *last) {
    while (w->passed != last) {
        struct tw_node *n = w->passed ? w->passed->u.list.next : TW__MET(last)->u.list.next;
        const tw_tick ahead = (tw_tick)(n->due - w->position);

        if (ahead == 0)
            return n;
        TW_TRACE(TW_CASCADE, n, n->due);
        if (ahead < w->nearest)
            w->nearest = ahead;
        w->passed = n;
    }
    return NULL;
}

/* The first node that is due at the position. NULL: there is none; then the bound of the slot is exact, and the
   position has moved to the next bound. The wheel is not empty. */
TW__INLINE struct tw_node *tw__wheel_look(struct tw_wheel *w) {
    struct tw_wheel_slot *slot = &w->cell[tw__wheel_slot(w, w->position)].slot;

    if (slot->last && slot->least == w->position) {
        struct tw_node *n = tw__wheel_pass(w, slot->last);

        if (n)
            return n;
        slot->least = (tw_tick)(w->position + w->nearest);
    }
    tw__wheel_go_on(w);
    return NULL;
}

/* Moves the position to the earliest deadline. It ends, since each look in vain makes the bound of one slot exact. */
TW__INLINE void tw__wheel_settle(struct tw_wheel *w) {
    while (!tw__wheel_look(w)) {
    }
}

TW__INLINE void tw__wheel_remove(struct tw_wheel *w, struct tw_node *n) {
    const size_t i = n->home - TW__WAITING;

    if (w->passed == n)
        w->passed = n->u.list.prev;
    tw__list_remove(&w->cell[i].slot.last, n);
    if (!w->cell[i].slot.last)
        tw__wheel_toggle(w, i);
    w->count--;
}

TW__INLINE void tw__wheel_insert(struct tw_wheel *w, struct tw_node *n, tw_tick due) {
    const size_t i = tw__wheel_slot(w, due);
    struct tw_wheel_slot *slot = &w->cell[i].slot;

    /* Where ticks wrap, a position left far behind could not be compared with due: it moves up to the first node. */
    if (TW_TICK_BITS != 64 && w->count)
        tw__wheel_settle(w);
    if (w->count++ == 0 || tw_before(due, w->position))
        tw__wheel_set_position(w, due);

    if (!slot->last)
        tw__wheel_toggle(w, i);
    if (!slot->last || tw_before(due, slot->least))
        slot->least = due;
    n->home = i + TW__WAITING;
    tw__list_append(&slot->last, n);
}

TW__INLINE void tw__wheel_update(struct tw_wheel *w, struct tw_node *n, tw_tick due) {
    tw__wheel_remove(w, n);
    tw__wheel_insert(w, n, due);
}

/* Without slots there is room for none. The slots stay where init() has put them. */
TW__INLINE bool tw__wheel_full(const struct tw_wheel *w) { return w->slots == 0; }
TW__INLINE size_t tw__wheel_capacity(const struct tw_wheel *w) { return w->slots ? TW__ALL : 0; }
TW__INLINE bool tw__wheel_storage(struct tw_wheel *w, void *array, size_t n) {
    return (void)w, (void)array, (void)n, false;
}

/* It cannot tell, but a node whose slot is not that of its due is none of its own. */
TW__INLINE bool tw__wheel_has(const struct tw_wheel *w, const struct tw_node *n) {
    (void)w, (void)n;
    TW_ASSERT(w->count && n->home - TW__WAITING == tw__wheel_slot(w, n->due));
    return true;
}

TW__INLINE bool tw__wheel_next(struct tw_wheel *w, tw_tick *due) {
    if (w->count == 0)
        return false;
    tw__wheel_settle(w);
    *due = w->position;
    return true;
}

/* Looks at one position after the other, as long as it is not after now. */
TW__INLINE struct tw_node *tw__wheel_take(struct tw_wheel *w, tw_tick now) {
    struct tw_node *n;

    if (TW_TICK_BITS != 64 && w->count)
        tw__wheel_settle(w); /* as in insert() */
    do
        if (w->count == 0 || tw_before(now, w->position))
            return NULL;
    while ((n = tw__wheel_look(w)) == NULL);
    tw__wheel_remove(w, n);
    return n;
}

TW__INLINE bool tw__wheel_quiet(const struct tw_wheel *w, tw_tick now) {
    return w->count == 0 || tw_before(now, w->position);
}

TW__INLINE size_t tw__wheel_count(const struct tw_wheel *w) { return w->count; }

TW__INLINE struct tw_node *tw__wheel_each(const struct tw_wheel *w, const struct tw_node *n) {
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

TW__INLINE struct tw_node *tw__wheel_drain(struct tw_wheel *w) {
    struct tw_node *chain = NULL;
    size_t i = 0;

    for (; (i = tw__wheel_from(w, i)) < w->slots; i++) {
        struct tw_node *last = w->cell[i].slot.last, *first = TW__MET(last)->u.list.next;

        last->u.list.next = chain;
        chain = first;
        w->cell[i].slot.last = NULL;
        tw__wheel_toggle(w, i);
    }
    w->count = 0;
    w->passed = NULL;
    return chain;
}

TW__INLINE void tw__wheel_init(struct tw_wheel *w, tw_tick now, void *array, size_t n) {
    size_t t, i, leaves;

    (void)now;
    if (!array)
        n = 0;
    while (n & (n - 1))
        n &= n - 1;
    leaves = n ? (n - 1) / TW__WHEEL_BITS + 1 : 0;
    w->cell = (union tw_wheel_cell *)array;
    w->word = n ? &w->cell[n].word : NULL;
    w->slots = n;
    w->count = 0;
    w->read = 0;
    tw__wheel_set_position(w, 0);

    for (w->leaf = 0, t = 1; t < leaves; t *= TW__WHEEL_BITS)
        w->leaf += t;
    for (i = 0; i < n; i++)
        w->cell[i].slot.last = NULL;
    for (t = w->leaf + leaves; t > 0; t--)
        *(volatile unsigned *)&w->word[t - 1] = 0; /* volatile: else compilers make it a call of memset() */
}

/* The property that does not hold in slot i, which is occupied. Its nodes are counted off. */
TW__INLINE const char *tw__wheel_check_slot(const struct tw_wheel *w, size_t i, size_t *count) {
    const struct tw_wheel_slot *slot = &w->cell[i].slot;
    const struct tw_node *n = slot->last, *previous = NULL;
    const struct tw_node *passed = i == tw__wheel_slot(w, w->position) ? w->passed : NULL;
    const tw_tick least = (tw_tick)(slot->least - w->position);

    if (tw_before(slot->least, w->position) || tw__wheel_slot(w, slot->least) != i)
        return "wheel 2";
    do {
        tw_tick ahead;

        n = n->u.list.next;
        ahead = (tw_tick)(n->due - w->position);
        if (n->u.list.prev != previous || n->home != i + TW__WAITING || tw__wheel_slot(w, n->due) != i)
            return "wheel 1";
        if (tw_before(n->due, w->position) || ahead < least)
            return "wheel 2";
        if (passed && (ahead == 0 || ahead < w->nearest))
            return "wheel 3";
        if (n == passed)
            passed = NULL;
        previous = n;
        --*count;
    } while (n != slot->last);
    return passed ? "wheel 3" : NULL;
}

TW__INLINE const char *tw__wheel_check(const struct tw_wheel *w) {
    size_t i, t, count = w->count;
    const char *broken;

    if (count && w->nearest != TW_TICK_MAX && (w->nearest & (w->slots - 1)) != 0)
        return "wheel 3";
    for (i = 0; i < w->slots; i++) {
        const bool occupied = w->cell[i].slot.last != NULL;

        if (occupied != (w->word[w->leaf + i / TW__WHEEL_BITS] >> i % TW__WHEEL_BITS & 1))
            return "wheel 4";
        if (!occupied && w->passed && i == tw__wheel_slot(w, w->position))
            return "wheel 3";
        if (occupied && (broken = tw__wheel_check_slot(w, i, &count)) != NULL)
            return broken;
    }
    for (t = w->slots ? w->leaf + (w->slots - 1) / TW__WHEEL_BITS : 0; t > 0; t--)
        if ((w->word[(t - 1) / TW__WHEEL_BITS] >> (t - 1) % TW__WHEEL_BITS & 1) != (w->word[t] != 0))
            return "wheel 4";
    return count == 0 ? NULL : "wheel 5";
}

TW__INLINE size_t tw__wheel_bytes(size_t n) { return TW_WHEEL_BYTES(n); }

/* -------------------------------------------------------------------------------------------------WRAPPERS */

TW__OPS(tw_wheel, wheel, tw__wheel, tw__wheel)

/* Objects by tick: struct name and its verbs, which take and give pointers to type. Costs and answers are those of the
   functions above. */
#define TW_WHEEL_OF(name, type, member) TW__OBJECTS_BY_TICK(name, type, member, wheel)

TW__END_C

#endif /* TW_WHEEL_H */

/* hwheel.h - a hierarchical timing wheel: timers in O(1), exact and in order.

   WHAT IT IS
       It is an odometer for deadlines. Each digit of the clock has a ring of slots: one for each value of the lowest
       digit, one for each value of the next, and so on, each level coarser than the one below. A node waits at the
       level of the highest digit in which its deadline differs from the wheel's position, in the slot of its own digit
       there. So the nodes of a lower level are always earlier than those of a higher one, and equal deadlines always
       share a slot, in arming order. When time enters a slot of an upper level, its nodes move down: that is a cascade.
       On machines with caches an upper slot is sixteen lists, sub-slots, by the lowest bits of the deadline: a cascade
       takes a node of each in turn, so that their cache misses overlap; and lists of the next ticks are read ahead.

   PICK IT
       for timeouts that are mostly cancelled or moved before they fire; for any number of timers (it needs no array
       and is never full); for the smallest cost of arm and cancel; for firmware, in a setting of 300 bytes.
   PICK ANOTHER
       where a call must be bounded: in one, all timers of a block may move (heap4.h; bigwheel.h for 10^5 timers and
       more); if memory for a few timers counts more than time (a sorted list); if keys are not ticks (a heap, a tree);
       if next() is asked after each move of the earliest timer and deadlines lie close together (a heap).

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
       take                O(1) per node, and at most L - 1 cascades in its life; in a small wheel, beside that, as next
       next                O(1); O(nodes of one slot) after the earliest one has left, unless its list goes on with
                           a node for the same tick
       clear, each         O(n + slots)
       jump                O(L), whatever the distance
       init                O(slots)
       Bytes per timer, node included: 40 on a 64-bit machine, 20 on a 32-bit one, 12 on AVR with 32-bit ticks. Bytes of
       the wheel: a pointer and a bit per slot or sub-slot, 50 KB by default on a 64-bit machine, 280 on a 32-bit one
       with four levels of 4 bits.

   GUARANTEES
       FIFO among equals, always, and no arming number is needed for it. add() cannot fail. When time jumps past the
       only node of a slot, it fires without a cascade. The earliest node is remembered.

   PROPERTIES (check() names one that does not hold: "hwheel 1")
       1  Each node is in the slot that its deadline and the position name (a deadline that has passed counts as the
          position), and knows it; the list of each slot is linked both ways.
       2  The bit of each slot, and of each word of bits, tells whether it is occupied or not 0.
       3  `first` is NULL or the earliest node, of equals the one armed first, and `first_due` its deadline.
       4  `wake` is not behind the position, and the block of each node begins there or later.
       5  The wheel has as many nodes as it counts.
       By 1, no occupied slot of an upper level has the position's own digit: to enter its block is to cascade it.

   OPTIONS (beside those of node.h)
       TW_HWHEEL_FIRST_BITS   9        level 0 has 2^this slots of one tick: 3 to 16. With 3 or 4 the wheel is small:
                                       no sub-slots, and the least code
       TW_HWHEEL_UPPER_BITS   5        each level above has 2^this slots: 3 to 16
       TW_HWHEEL_LEVELS       12 6 3   levels in all; the default covers ticks of 64, 32 or 16 bits. With fewer, nodes
                                       beyond wait in one overflow slot, walked when all else is empty
       Firmware: 4, 4 and 4 levels. skynet's wheel: 8, 6 and 5 levels. TW_HWHEEL_IMPLEMENTATION instead of
       TW_IMPLEMENTATION compiles the functions of this header only.

   SOURCE
       G. Varghese and A. Lauck, Hashed and Hierarchical Timing Wheels, SOSP 1987, scheme 7. Placement by the highest
       bit that differs: the timer of skynet (Yun Feng, 2012), and radix heaps (R. Ahuja et al., JACM 37(2), 1990). */
#ifndef TW_HWHEEL_H
#define TW_HWHEEL_H

TW__BEGIN_C

/* ---------------------------------------------------------------------------------------------------- TYPES */

#ifndef TW_HWHEEL_FIRST_BITS
#define TW_HWHEEL_FIRST_BITS 9
#endif
#ifndef TW_HWHEEL_UPPER_BITS
#define TW_HWHEEL_UPPER_BITS 5
#endif
#ifndef TW_HWHEEL_LEVELS
#if TW_TICK_BITS == 64
#define TW_HWHEEL_LEVELS 12
#elif TW_TICK_BITS == 32
#define TW_HWHEEL_LEVELS 6
#else
#define TW_HWHEEL_LEVELS 3
#endif
#endif

/* The levels tell apart deadlines that differ in the lowest SPAN bits. Nodes beyond wait in the OVERFLOW slot; or, if
   all bits are told apart and ticks wrap, the last level is a RING that wraps with them. If all bits but one are told
   apart, the overflow slot is one of two HALVES of the range. LARGE settings keep more. */
#define TW__HWHEEL_SPAN     (TW_HWHEEL_FIRST_BITS + (TW_HWHEEL_LEVELS - 1) * TW_HWHEEL_UPPER_BITS)
#define TW__HWHEEL_OVERFLOW (TW__HWHEEL_SPAN < TW_TICK_BITS)
#define TW__HWHEEL_RING     (TW_TICK_BITS != 64 && !TW__HWHEEL_OVERFLOW)
#define TW__HWHEEL_HALVES   (TW_TICK_BITS != 64 && TW__HWHEEL_SPAN == TW_TICK_BITS - 1)
#define TW__HWHEEL_LARGE    (TW_HWHEEL_FIRST_BITS > 4)

#if TW_HWHEEL_FIRST_BITS < 3 || TW_HWHEEL_FIRST_BITS > 16 || TW_HWHEEL_UPPER_BITS < 3 || TW_HWHEEL_UPPER_BITS > 16
#error "TW_HWHEEL_FIRST_BITS and TW_HWHEEL_UPPER_BITS must be plain numbers from 3 to 16"
#elif TW_HWHEEL_LEVELS < 2
#error "TW_HWHEEL_LEVELS must be a plain number, 2 or more"
#elif TW__HWHEEL_SPAN - TW_HWHEEL_UPPER_BITS >= TW_TICK_BITS - 1
#error "TW_HWHEEL_LEVELS: the last level must hold at least two bits of a tick"
#endif

/* Slots are numbered through, level by level; the overflow slot is the last and has no bit. A slot of an upper level is
   SUBS sub-slots, by the lowest bits of the deadline, where the machine has caches to miss. */
enum {
    TW__HWHEEL_SUBS = TW__HWHEEL_LARGE && UINTPTR_MAX > 0xFFFFFFFFu ? 16 : 1, /* a power of two, up to a word's bits */
    TW__HWHEEL_FIRST = 1 << TW_HWHEEL_FIRST_BITS,
    TW__HWHEEL_DIGITS = 1 << TW_HWHEEL_UPPER_BITS,
    TW__HWHEEL_UPPER = TW__HWHEEL_DIGITS * TW__HWHEEL_SUBS,
    TW__HWHEEL_SLOTS = TW__HWHEEL_FIRST + (TW_HWHEEL_LEVELS - 1) * TW__HWHEEL_UPPER,
    TW__HWHEEL_WORDS = (TW__HWHEEL_SLOTS - 1) / TW__WORD_BITS + 1,
    TW__HWHEEL_SUMMARIES = TW__HWHEEL_WORDS <= 8 ? 0 : (TW__HWHEEL_WORDS - 1) / TW__WORD_BITS + 1
};

typedef void tw_hwheel_array; /* init() takes none */

/* All zero is a valid wheel: empty, at tick 0. */
struct tw_hwheel {
    TW__DEBUG(struct tw_stamp stamp;)
    struct tw_slots base;
#if TW__HWHEEL_LARGE
    struct tw_slots_kept kept;
#define TW__HWHEEL_KEPT(w) (&(w)->kept)
#else
#define TW__HWHEEL_KEPT(w) TW__CAST(struct tw_slots_kept *, NULL)
#endif
    uintptr_t word[TW__HWHEEL_WORDS + TW__HWHEEL_SUMMARIES];      /* bits of the slots; then, bits of these words */
    struct tw_node *slot[TW__HWHEEL_SLOTS + TW__HWHEEL_OVERFLOW]; /* the last node of each list */
};

/* ------------------------------------------------------------------------------------------------------ API */

/* Makes w empty at tick now. It needs no array: NULL, 0. It forgets the nodes of a wheel in use:
   call clear() before. O(slots). */
#define TW__HWHEEL_PASTE(name, f, u, l)     name##_first##f##_upper##u##_levels##l
#define TW__HWHEEL_LINK_NAME(name, f, u, l) TW__HWHEEL_PASTE(name, f, u, l)
#define tw_hwheel_init \
    TW__HWHEEL_LINK_NAME(TW__LINK_NAME(tw_hwheel_init), TW_HWHEEL_FIRST_BITS, TW_HWHEEL_UPPER_BITS, TW_HWHEEL_LEVELS)
TW__API void tw_hwheel_init(struct tw_hwheel *w, tw_tick now, tw_hwheel_array *array, size_t n);

/* Inserts n for tick due behind its equals, or moves it there if it is in w. Always true. If due
   has passed, n is placed at the position, which is at or before the now of the last take(). O(1).
   */
TW__API bool tw_hwheel_add(struct tw_hwheel *w, struct tw_node *n, tw_tick due);

/* Takes n out. False: n is idle, or on the due list of a set. O(1). */
TW__API bool tw_hwheel_cancel(struct tw_hwheel *w, struct tw_node *n);

/* Tells the earliest deadline, exactly. False: w is empty. O(1) until the earliest node leaves; see
   COST. */
TW__API bool tw_hwheel_next(struct tw_hwheel *w, tw_tick *due);

/* Takes out and returns the earliest node if it is due by now. NULL: it is not, or w is empty.
   While nodes wait, now must not go back. O(1) on average. */
TW__API struct tw_node *tw_hwheel_take(struct tw_hwheel *w, tw_tick now);

/* Returns the node after n, slot by slot; of NULL the first. NULL: the walk is over. A whole walk
   costs O(n + slots). */
TW__API struct tw_node *tw_hwheel_each(const struct tw_hwheel *w, const struct tw_node *n);

/* Returns the number of nodes. O(1). */
TW__API size_t tw_hwheel_count(const struct tw_hwheel *w);

/* Takes every node out, idle by then. O(n + slots). */
TW__API void tw_hwheel_clear(struct tw_hwheel *w);

/* Returns the name of a property that does not hold, or NULL. For tests. O(n + slots). */
TW__CHECKED(TW__API const char *tw_hwheel_check(const struct tw_hwheel *w);)

/* --------------------------------------------------------------------------------------------------- ENGINE

   The digit of a tick at a level is the bit group that numbers the level's slots. With levels of 4 bits:

       position   0x1a37      level 3 2 1 0: digits 1 a 3 7
       due        0x1a3c      differs at level 0: slot c of level 0, which fires at that tick
       due        0x1a52      differs at level 1: slot 5 of level 1, a block of the 16 ticks 0x1a50 .. 0x1a5f
       due        0x4000      differs at level 3: slot 4 of level 3 */

/* The lowest bit of the digit that numbers a slot. The block of the slot has 2^this ticks. */
TW__INLINE unsigned tw__hwheel_shift(size_t slot) {
    return slot < TW__HWHEEL_FIRST
               ? 0
               : TW_HWHEEL_FIRST_BITS + (unsigned)((slot - TW__HWHEEL_FIRST) / TW__HWHEEL_UPPER) * TW_HWHEEL_UPPER_BITS;
}

/* The slot of tick due, at the level of the highest digit in which it differs from position. */
TW__INLINE size_t tw__hwheel_slot(tw_tick position, tw_tick due) {
    const tw_tick differ = (tw_tick)((due ^ position) >> TW_HWHEEL_FIRST_BITS);
    size_t level, digit;

    if (differ == 0)
        return (size_t)(due & (TW__HWHEEL_FIRST - 1));
    level = tw__high_digit(differ, TW_HWHEEL_UPPER_BITS);
    if (TW__HWHEEL_OVERFLOW && level >= TW_HWHEEL_LEVELS - 1)
        return TW__HWHEEL_SLOTS;
    digit = (size_t)(due >> (TW_HWHEEL_FIRST_BITS + level * TW_HWHEEL_UPPER_BITS)) & (TW__HWHEEL_DIGITS - 1);
    return TW__HWHEEL_FIRST + level * TW__HWHEEL_UPPER + digit * TW__HWHEEL_SUBS + (size_t)due % TW__HWHEEL_SUBS;
}

TW__INLINE void tw__hwheel_toggle(struct tw_hwheel *w, size_t slot) {
    if (!TW__HWHEEL_OVERFLOW || slot != TW__HWHEEL_SLOTS)
        tw__bits_toggle(w->word, TW__HWHEEL_SUMMARIES > 0 ? w->word + TW__HWHEEL_WORDS : NULL, slot);
}

/* In a ring the last level begins at the position's digit, whose slot is empty: the first occupied slot from there on;
   `slot`, the first from digit 0 on, if there is none. */
TW__INLINE size_t tw__hwheel_around(const struct tw_hwheel *w, size_t slot) {
    const size_t digit = (size_t)(w->base.position >> (TW__HWHEEL_SPAN - TW_HWHEEL_UPPER_BITS));
    const size_t here = TW__HWHEEL_SLOTS - TW__HWHEEL_UPPER + digit * TW__HWHEEL_SUBS;
    const size_t found = tw__bits_from(w->word, here, TW__HWHEEL_WORDS);

    return found < TW__HWHEEL_SLOTS ? found : slot;
}

/* The occupied slot with the earliest nodes; the overflow slot if there is no other. The wheel is not empty. */
TW__INLINE size_t tw__hwheel_earliest(const struct tw_hwheel *w) {
    const size_t slots = TW__HWHEEL_SLOTS, words = TW__HWHEEL_WORDS, summaries = TW__HWHEEL_SUMMARIES;
    const size_t word = summaries ? tw__bits_first(w->word + words, 0, summaries) : 0;
    const size_t slot = tw__bits_first(w->word, word, words);

    if (TW__HWHEEL_RING && slot >= slots - TW__HWHEEL_UPPER)
        return tw__hwheel_around(w, slot);
    return slot < slots ? slot : slots;
}

/* The bits of an upper slot's sub-slots, the first of which is *slot then. The overflow slot has none. */
TW__INLINE uintptr_t tw__hwheel_subs(const struct tw_hwheel *w, size_t *slot) {
    if (TW__HWHEEL_SUBS == 1 || (TW__HWHEEL_OVERFLOW && *slot == TW__HWHEEL_SLOTS))
        return 1;
    *slot -= *slot % TW__HWHEEL_SUBS;
    return w->word[*slot / TW__WORD_BITS] >> *slot % TW__WORD_BITS & (((uintptr_t)1 << TW__HWHEEL_SUBS) - 1);
}

/* NODES. Puts n into a slot, last. */
TW__INLINE void tw__hwheel_link(struct tw_hwheel *w, struct tw_node *n, size_t slot) {
    n->home = slot + TW__WAITING;
    if (!w->slot[slot])
        tw__hwheel_toggle(w, slot);
    tw__list_append(&w->slot[slot], n);
}

TW__INLINE void tw__hwheel_place(struct tw_hwheel *w, struct tw_node *n, tw_tick due) {
    tw__hwheel_link(w, n, tw__hwheel_slot(w->base.position, due));
}

TW__INLINE void tw__hwheel_remove(struct tw_hwheel *w, struct tw_node *n) {
    const size_t slot = n->home - TW__WAITING;

    tw__slots_leave(&w->base, TW__HWHEEL_KEPT(w), n, w->slot[slot]);
    tw__list_remove(&w->slot[slot], n);
    if (!w->slot[slot])
        tw__hwheel_toggle(w, slot);
}

TW__INLINE void tw__hwheel_insert(struct tw_hwheel *w, struct tw_node *n, tw_tick due) {
    const tw_tick key = tw__slots_key(&w->base, due);

    tw__hwheel_place(w, n, key);
    tw__slots_enter(&w->base, TW__HWHEEL_KEPT(w), n, key);
}

/* The last node of a list that goes to the same list, as when it is armed again for the same tick, stays there. */
TW__INLINE void tw__hwheel_update(struct tw_hwheel *w, struct tw_node *n, tw_tick due) {
    const tw_tick key = tw__slots_key(&w->base, due);
    const size_t slot = tw__hwheel_slot(w->base.position, key);

    if (TW__SPEED && w->slot[slot] == n) {
        tw__slots_leave(&w->base, TW__HWHEEL_KEPT(w), n, n);
    } else {
        tw__hwheel_remove(w, n);
        tw__hwheel_link(w, n, slot);
    }
    tw__slots_enter(&w->base, TW__HWHEEL_KEPT(w), n, key);
}

/* The position has entered the block of an upper slot: moves its nodes down, in order; sub-slots take turns. Of the
   overflow slot, nodes of the position's top block move down, and the others come back to it. */
TW__INLINE void tw__hwheel_cascade(struct tw_hwheel *w, size_t slot) {
    uintptr_t bits = tw__hwheel_subs(w, &slot);
    struct tw_node *only, **list = TW__HWHEEL_SUBS > 1 && slot < TW__HWHEEL_SLOTS ? &w->slot[slot] : &only, *n;
    size_t lists = 0, i;

    for (; bits; bits &= bits - 1) {
        const size_t sub = slot + (TW__HWHEEL_SUBS > 1 ? tw__low_bit(bits) : 0);

        n = TW__MET(w->slot[sub])->u.list.next;
        w->slot[sub]->u.list.next = NULL;
        w->slot[sub] = NULL;
        list[lists++] = n;
        tw__hwheel_toggle(w, sub);
    }
    while (lists)
        for (i = 0; i < lists; i++) {
            n = list[i];
            list[i] = n->u.list.next;
            TW__PREFETCH(list[i]);
            if (!list[i]) {
                list[i] = list[--lists];
                list[lists] = NULL;
            }
            TW_TRACE(TW_CASCADE, n, n->due);
            tw__hwheel_place(w, n, n->due);
        }
}

/* Finds the first node, and keeps it in mind. In level 0 it is the first of its slot, which is one tick; an upper slot
   is looked through, with all sub-slots. */
TW__INLINE struct tw_node *tw__hwheel_first(struct tw_hwheel *w) {
    if (!w->base.first && w->base.count) {
        size_t slot = tw__hwheel_earliest(w);
        struct tw_node *last = w->slot[slot], *n;
        uintptr_t bits = slot < TW__HWHEEL_FIRST ? 0 : tw__hwheel_subs(w, &slot);

        tw__slots_set_first(&w->base, TW__HWHEEL_KEPT(w), last->u.list.next);
        for (; bits; bits &= bits - 1) {
            n = last = w->slot[slot + (TW__HWHEEL_SUBS > 1 ? tw__low_bit(bits) : 0)];
            do {
                n = n->u.list.next;
                TW__COMPARED(n, n->due, w->base.first);
                if (tw__slots_earlier(&w->base, TW__HWHEEL_KEPT(w), n->due))
                    tw__slots_set_first(&w->base, TW__HWHEEL_KEPT(w), n);
            } while (n != last);
        }
    }
    return w->base.first;
}

TW__INLINE bool tw__hwheel_next(struct tw_hwheel *w, tw_tick *due) {
    const struct tw_node *n = tw__hwheel_first(w);

    if (n)
        *due = n->due;
    return n != NULL;
}

TW__INLINE bool tw__hwheel_quiet(struct tw_hwheel *w, tw_tick now) {
    return tw__slots_quiet(&w->base, TW__HWHEEL_KEPT(w), now);
}

/* A node of the earliest block. The overflow slot has more than one. The wheel is not empty. */
TW__INLINE struct tw_node *tw__hwheel_front(struct tw_hwheel *w) {
    size_t slot;

    if (w->base.first)
        return w->base.first;
    slot = tw__hwheel_earliest(w);
    return TW__HWHEEL_OVERFLOW && slot == TW__HWHEEL_SLOTS ? tw__hwheel_first(w) : TW__MET(w->slot[slot])->u.list.next;
}

/* Does the node in a slot share it with none, sub-slots and all? */
TW__INLINE bool tw__hwheel_alone(const struct tw_hwheel *w, size_t slot) {
    size_t begin = slot;
    const uintptr_t bits = tw__hwheel_subs(w, &begin);

    return (bits & (bits - 1)) == 0 && w->slot[slot]->u.list.next == w->slot[slot];
}

/* When many nodes wait, reads in the lists of the eight ticks behind the next eight, every eight ticks. */
TW__INLINE void tw__hwheel_read_ahead(struct tw_hwheel *w, tw_tick tick) {
    const size_t steps = TW__SPEED && TW__HWHEEL_SUBS > 1 ? w->base.count / 16384 : 0;

    if (steps == 0 || tw_before(tick, TW__HWHEEL_KEPT(w)->read))
        return;
    TW__HWHEEL_KEPT(w)->read = (tw_tick)(tick + 8);
    tw__slots_read(w->slot, (size_t)(tick & (TW__HWHEEL_FIRST - 1)) + 8, TW__HWHEEL_FIRST, steps);
}

/* Removes n, the first node, which is due. The next one of its tick, if there is one, is the first then. A node alone
   in an upper slot fires without a cascade: the position goes to its tick at once. */
TW__INLINE struct tw_node *tw__hwheel_fire(struct tw_hwheel *w, struct tw_node *n, size_t slot) {
    if (slot >= TW__HWHEEL_FIRST)
        w->base.position = n->due;
    tw__slots_set_wake(TW__HWHEEL_KEPT(w), w->base.position);
    tw__hwheel_read_ahead(w, n->due);
    tw__hwheel_remove(w, n);
    tw__slots_set_first(&w->base, TW__HWHEEL_KEPT(w), tw__list_first(w->slot[slot]));
    return n;
}

/* Looks at the earliest block until its first node is due and fires, or the block begins after now: in each other turn
   the position enters the block, before which nothing is due, so that its nodes are lower the next time. If now is in
   the block, a small wheel finds the first node: if that is not due, all stay; else they go down in one step. Nodes
   never stay in a block of half the range: a later now would lie so far behind its beginning that it seemed to come
   before it. */
TW__APART struct tw_node *tw__hwheel_search(struct tw_hwheel *w, tw_tick now) {
    while (w->base.count) {
        struct tw_node *n = tw__hwheel_front(w);
        const size_t slot = TW__MET(n)->home - TW__WAITING;
        const unsigned shift = tw__hwheel_shift(slot);
        const tw_tick block = (tw_tick)(n->due >> shift << shift);
        const bool alone = shift == 0 || tw__hwheel_alone(w, slot);
        const bool half = TW__HWHEEL_HALVES && slot == TW__HWHEEL_SLOTS;

        if (alone)
            tw__slots_set_first(&w->base, TW__HWHEEL_KEPT(w), n); /* or the first of its tick */
        if (tw_before(now, block)) {
            tw__slots_set_wake(TW__HWHEEL_KEPT(w), block);
            break;
        }
        if (alone && !tw_before(now, n->due))
            return tw__hwheel_fire(w, n, slot);
        w->base.position = block;
        if (TW__SLOTS_PATIENT && !TW__HWHEEL_LARGE && !half && (now ^ block) >> shift == 0) {
            w->base.position = (tw_tick)(block - 1u); /* if all stay */
            n = tw__hwheel_first(w);
            if (tw_before(now, n->due))
                return NULL;
            w->base.position = n->due;
        }
        tw__hwheel_cascade(w, slot);
    }
    return tw__slots_follow(&w->base, now);
}

TW__FOLD struct tw_node *tw__hwheel_take(struct tw_hwheel *w, tw_tick now) {
    return tw__hwheel_quiet(w, now) ? NULL : tw__hwheel_search(w, now);
}

TW__INLINE struct tw_node *tw__hwheel_each(const struct tw_hwheel *w, const struct tw_node *n) {
    return tw__slots_each(w->slot, TW__HWHEEL_SLOTS + TW__HWHEEL_OVERFLOW, n);
}

TW__INLINE void tw__hwheel_init(struct tw_hwheel *w, tw_tick now, void *array, size_t n) {
    size_t i;

    (void)array, (void)n;
    for (i = 0; i < TW__HWHEEL_SLOTS + TW__HWHEEL_OVERFLOW; i++)
        w->slot[i] = NULL;
    for (i = 0; i < TW__HWHEEL_WORDS + TW__HWHEEL_SUMMARIES; i++)
        w->word[i] = 0;
    tw__slots_init(&w->base, TW__HWHEEL_KEPT(w), now);
}

TW__INLINE struct tw_node *tw__hwheel_drain(struct tw_hwheel *w) {
    return tw__slots_drain(&w->base, w->slot, TW__HWHEEL_SLOTS + TW__HWHEEL_OVERFLOW, w->word,
                           TW__HWHEEL_WORDS + TW__HWHEEL_SUMMARIES);
}

/* The property that does not hold in a slot. Its nodes are counted, and met is told of the first. */
TW__INLINE const char *tw__hwheel_check_slot(const struct tw_hwheel *w, size_t slot, size_t *count, bool *met) {
    const struct tw_slots_kept *k = TW__HWHEEL_KEPT(w);
    const struct tw_node *last = w->slot[slot], *n = last, *previous = NULL;
    const unsigned shift = tw__hwheel_shift(slot);

    if (slot < TW__HWHEEL_SLOTS && (w->word[slot / TW__WORD_BITS] >> slot % TW__WORD_BITS & 1) != (last != NULL))
        return "hwheel 2";
    for (; n && previous != last; previous = n, ++*count) {
        tw_tick key, first;

        n = n->u.list.next;
        key = tw__slots_key(&w->base, n->due);
        if (n->u.list.prev != previous || n->home != slot + TW__WAITING ||
            slot != tw__hwheel_slot(w->base.position, key))
            return "hwheel 1";
        if (k && tw__slots_asleep(&w->base, k, (tw_tick)(key >> shift << shift)))
            return "hwheel 4";
        *met = *met || n == w->base.first;
        first = w->base.first ? tw__slots_key(&w->base, w->base.first->due) : key;
        if (tw_before(key, first) || (!*met && key == first))
            return "hwheel 3";
        if (k && n == w->base.first && n->due != k->first_due)
            return "hwheel 3";
    }
    return NULL;
}

TW__INLINE const char *tw__hwheel_check(const struct tw_hwheel *w) {
    size_t i, count = 0;
    bool met = w->base.first == NULL;
    const char *broken;

    for (i = 0; i < TW__HWHEEL_SLOTS + TW__HWHEEL_OVERFLOW; i++)
        if ((broken = tw__hwheel_check_slot(w, i, &count, &met)) != NULL)
            return broken;
    for (i = 0; TW__HWHEEL_SUMMARIES > 0 && i < TW__HWHEEL_WORDS; i++)
        if ((w->word[TW__HWHEEL_WORDS + i / TW__WORD_BITS] >> i % TW__WORD_BITS & 1) != (w->word[i] != 0))
            return "hwheel 2";
    return !met ? "hwheel 3" : count != w->base.count ? "hwheel 5" : NULL;
}

TW__UNBOUNDED(hwheel)
TW__INLINE size_t tw__hwheel_count(const struct tw_hwheel *w) { return w->base.count; }
TW__INLINE size_t tw__hwheel_bytes(size_t n) { return n * 0; }

/* -------------------------------------------------------------------------------------------------WRAPPERS */

TW__OPS(tw_hwheel, hwheel, tw__hwheel, tw__hwheel)

/* Objects by tick: struct name and its verbs, which take and give pointers to type. Costs and answers are those of the
   functions above; init takes array and n for uniformity only. */
#define TW_HWHEEL_OF(name, type, member) TW__OBJECTS_BY_TICK(name, type, member, hwheel)

TW__END_C

#endif /* TW_HWHEEL_H */

/* bigwheel.h - a timing wheel for 10^5 timers and more on a machine with caches: no tick is long.

   WHAT IT IS
       This is hwheel.h's wheel, grown up; read that one first. Once very many timers wait, a cascade moves hundreds of
       thousands of them within one tick. So nodes move down ahead of time here, a few in each tick: each level has a
       second half, which takes the next block of the level above. While the position passes through a block, the nodes
       of the next block move down in equal shares, one share a tick, and none is left when the next block begins.
       Upper slots are split into eight sub-slots, and the lists of the next ticks are read in before they fire, as in
       hwheel.h.

   PICK IT
       for very many timers, mostly cancelled or moved before they fire, where no tick may be long: of 10^6 timers at
       most 1,314 move down in a tick, and in hwheel all of them may.
   PICK ANOTHER
       for the least time on average, below 10^5 timers, or in firmware: hwheel.h, which is 3 times smaller.

   DO THIS
       timers             TW_TIMERS_OF(timers, bigwheel) makes struct timers and timers_init, _add, _cancel: timers.h
       nodes by tick      struct tw_bigwheel and the functions below; keys are ticks, and time moves with take()
       objects by tick    TW_BIGWHEEL_OF(beats, struct conn, node) makes struct beats and beats_init, _add, _take, ...

   COST (n nodes, L levels: 9, 4 or 2 with ticks of 64, 32 or 16 bits)
       add, move           O(1): at most L steps to find the level, and as many older nodes moved down
       cancel, count       O(1)
       take                O(1) per node, and at most L - 1 moves down in its life
       a tick              moves at most n/800 + 8 * (L - 1) nodes down, whatever was armed when;
                           a call that goes d ticks on, 2 * d times as many
       next                O(1); after the earliest one has left, O(nodes of one slot), once for each
                           block O(n)
       clear, each         O(n + slots)
       jump                O(L), whatever the distance
       init                O(slots)
       Bytes per timer: those of the node. Bytes of the wheel: 2048 pointers and bits and 256 counts
       per level, 160 KB with 64 bits.

   GUARANTEES, SOURCE
       those of hwheel.h: FIFO among equals, exact, never full

   PROPERTIES (check() names one that does not hold: "bigwheel 1")
       1  Each node is in the slot that its deadline and the position name, or lower, at a level where it lies in the
          next block of the level above. It knows its slot, and the list of each slot is linked both ways.
       2  The bit of each slot, and of each word of bits, tells whether it is occupied or not 0.
       3  `first` is NULL or the earliest node, of equals the one armed first, and `first_due` its deadline.
       4  `wake` is not behind the position, and the block of each node begins there or later.
       5  The wheel has as many nodes as it counts, and each upper slot has, with its sub-slots.
       6  Unless the wheel is empty, it knows the slot of each level's next block, and which of these are not empty.

   OPTIONS
       those of node.h; TW_BIGWHEEL_IMPLEMENTATION alone compiles the functions of this header only */
#ifndef TW_BIGWHEEL_H
#define TW_BIGWHEEL_H

#if UINTPTR_MAX > 0xFFFFu /* smaller machines have no room for it */
TW__BEGIN_C

/* ---------------------------------------------------------------------------------------------------- TYPES */

/* A level has two halves: of a slot for each tick in level 0; above, of SUBS sub-slots for each value of the digit. The
   last digit has two bits or more, since a deadline may lie more than half the range ahead of the position. */
enum {
    TW__BIGWHEEL_FIRST_BITS = 10,
    TW__BIGWHEEL_UPPER_BITS = 7,
    TW__BIGWHEEL_SUBS = 8,
    TW__BIGWHEEL_HALF = 1024,
    TW__BIGWHEEL_LEVEL = 2 * TW__BIGWHEEL_HALF,
    TW__BIGWHEEL_LEVELS = (TW_TICK_BITS - TW__BIGWHEEL_FIRST_BITS - 2) / TW__BIGWHEEL_UPPER_BITS + 2,
    TW__BIGWHEEL_SLOTS = TW__BIGWHEEL_LEVELS * TW__BIGWHEEL_LEVEL,
    TW__BIGWHEEL_WORDS = TW__BIGWHEEL_SLOTS / TW__WORD_BITS,
    TW__BIGWHEEL_SUMMARIES = (TW__BIGWHEEL_WORDS + TW__WORD_BITS - 1) / TW__WORD_BITS,
    TW__BIGWHEEL_DIGITS = TW__BIGWHEEL_LEVEL / TW__BIGWHEEL_SUBS, /* of both halves */
    TW__BIGWHEEL_COUNTS = TW__BIGWHEEL_LEVELS * TW__BIGWHEEL_DIGITS
};

typedef void tw_bigwheel_array; /* init() takes none */

/* All zero is a valid wheel: empty, at tick 0. It is too large for a stack. */
struct tw_bigwheel {
    TW__DEBUG(struct tw_stamp stamp;)
    struct tw_slots base;
    struct tw_slots_kept kept;
    tw_tick shared;                                /* the tick whose share of moves was done last */
    unsigned above;                                /* a bit for each level that has nodes of its next block above */
    unsigned next[TW__BIGWHEEL_LEVELS];            /* the slot of each level's next block, in eights; of level 0 none */
    uintptr_t word[TW__BIGWHEEL_WORDS + 1];        /* bits of the slots; the last word stays 0 */
    uintptr_t summary[TW__BIGWHEEL_SUMMARIES + 1]; /* bits of these words; the last one stays 0 */
    unsigned held[TW__BIGWHEEL_COUNTS];            /* nodes of each eight slots: of an upper slot with its sub-slots */
    struct tw_node *slot[TW__BIGWHEEL_SLOTS];      /* the last node of each list */
};

/* ------------------------------------------------------------------------------------------------------ API */

/* Makes w empty at tick now. It needs no array: NULL, 0. It forgets the nodes of a wheel in use:
   call clear() before. O(slots). */
#define tw_bigwheel_init TW__LINK_NAME(tw_bigwheel_init)
TW__API void tw_bigwheel_init(struct tw_bigwheel *w, tw_tick now, tw_bigwheel_array *array, size_t n);

/* Inserts n for tick due behind its equals, or moves it there if it is in w. Always true. If due
   has passed, n is placed at the position, which is at or before the now of the last take(). O(1),
   and moves a few older nodes down. */
TW__API bool tw_bigwheel_add(struct tw_bigwheel *w, struct tw_node *n, tw_tick due);

/* Takes n out. False: n is idle, or on the due list of a set. O(1). */
TW__API bool tw_bigwheel_cancel(struct tw_bigwheel *w, struct tw_node *n);

/* Tells the earliest deadline, exactly. False: w is empty. O(1) until the earliest node leaves; see
   COST. */
TW__API bool tw_bigwheel_next(struct tw_bigwheel *w, tw_tick *due);

/* Takes out and returns the earliest node if it is due by now. NULL: it is not, or w is empty.
   While nodes wait, now must not go back. O(1) on average; see COST for what a tick moves. */
TW__API struct tw_node *tw_bigwheel_take(struct tw_bigwheel *w, tw_tick now);

/* Returns the node after n, slot by slot; of NULL the first. NULL: the walk is over. A whole walk
   costs O(n + slots). */
TW__API struct tw_node *tw_bigwheel_each(const struct tw_bigwheel *w, const struct tw_node *n);

/* Returns the number of nodes. O(1). */
TW__API size_t tw_bigwheel_count(const struct tw_bigwheel *w);

/* Takes every node out, idle by then. O(n + slots). */
TW__API void tw_bigwheel_clear(struct tw_bigwheel *w);

/* Returns the name of a property that does not hold, or NULL. For tests. O(n + slots). */
TW__CHECKED(TW__API const char *tw_bigwheel_check(const struct tw_bigwheel *w);)

/* --------------------------------------------------------------------------------------------------- ENGINE

   Level 1 at digit 5: the blocks of level 0 that its digits 5 and 6 stand for lie in the two halves of level 0.

       level 1      ...  5  [6 6 6 6 6 6 6 6]  7 ...
                    eight sub-slots for each digit, by the lowest three bits of the deadline
       level 0      [ ticks of block 6, nodes moved ahead ] [ ticks of block 5: here is the position ]

   Order is kept, since the oldest nodes of a list move down first: nodes of the next block that are down were armed
   before those that are still above. A node that is armed for that block goes above, too, behind its list; if nobody
   of its list is above any more, it goes down at once. Whoever goes above moves an older one down: so the nodes above
   become no more while the position passes through its block, and a share of them in each tick is enough. */

/* The lowest bit of the digit of a level. A block of the level has 2^this ticks. */
TW__INLINE unsigned tw__bigwheel_shift(size_t level) {
    return level ? TW__BIGWHEEL_FIRST_BITS + TW__BIGWHEEL_UPPER_BITS * (unsigned)(level - 1) : 0;
}

/* The slot of a tick at a level; the first of its sub-slots, if a block begins at the tick. */
TW__INLINE size_t tw__bigwheel_at(size_t level, tw_tick tick) {
    size_t i = (size_t)(tick >> tw__bigwheel_shift(level));

    if (level > 0)
        i = i * TW__BIGWHEEL_SUBS + (size_t)tick % TW__BIGWHEEL_SUBS;
    return level * TW__BIGWHEEL_LEVEL + i % TW__BIGWHEEL_LEVEL;
}

/* The level of tick due is that of the highest digit in which it differs from position. */
TW__INLINE size_t tw__bigwheel_level(tw_tick position, tw_tick due) {
    const tw_tick differ = (tw_tick)((due ^ position) >> TW__BIGWHEEL_FIRST_BITS);
    const size_t level = differ ? 1 + tw__high_digit(differ, TW__BIGWHEEL_UPPER_BITS) : 0;

    return level < TW__BIGWHEEL_LEVELS ? level : TW__BIGWHEEL_LEVELS - 1;
}

/* The slot of tick due at that level. */
TW__INLINE size_t tw__bigwheel_slot(tw_tick position, tw_tick due) {
    return tw__bigwheel_at(tw__bigwheel_level(position, due), due);
}

/* The tick at which the next block of a level begins. */
TW__INLINE tw_tick tw__bigwheel_after(const struct tw_bigwheel *w, size_t level) {
    return (tw_tick)((tw_tick)((w->base.position >> tw__bigwheel_shift(level)) + 1) << tw__bigwheel_shift(level));
}

/* The tick at which the block of a deadline begins: when the position comes there, the node must be lower. */
TW__INLINE tw_tick tw__bigwheel_block(const struct tw_bigwheel *w, tw_tick due) {
    const tw_tick key = tw__slots_key(&w->base, due);
    const unsigned shift = tw__bigwheel_shift(tw__bigwheel_slot(w->base.position, key) / TW__BIGWHEEL_LEVEL);
    return (tw_tick)(key >> shift << shift);
}

/* BITS. Is a slot from begin on, before end, occupied? Then *slot is the first one. It looks at the word of `begin`,
   then by the summaries at the first later one that is not 0. */
TW__INLINE bool tw__bigwheel_any(const struct tw_bigwheel *w, size_t begin, size_t end, size_t *slot) {
    size_t i = begin / TW__WORD_BITS, k = (i + 1) / TW__WORD_BITS;
    uintptr_t bits = w->word[i] >> begin % TW__WORD_BITS;

    *slot = begin;
    if (!bits) {
        bits = w->summary[k] & (uintptr_t)-1 << (i + 1) % TW__WORD_BITS;
        while (!bits && ++k < TW__BIGWHEEL_SUMMARIES)
            bits = w->summary[k];
        if (!bits)
            return false;
        i = k * TW__WORD_BITS + tw__low_bit(bits);
        bits = w->word[i];
        *slot = i * TW__WORD_BITS;
    }
    *slot += tw__low_bit(bits);
    return *slot < end;
}

/* The bits of the eight sub-slots from begin on. */
TW__INLINE uintptr_t tw__bigwheel_subs(const struct tw_bigwheel *w, size_t begin) {
    return w->word[begin / TW__WORD_BITS] >> begin % TW__WORD_BITS & ((1u << TW__BIGWHEEL_SUBS) - 1);
}

/* A slot was filled or emptied. */
TW__INLINE void tw__bigwheel_toggle(struct tw_bigwheel *w, size_t slot) { tw__bits_toggle(w->word, w->summary, slot); }

/* NODES. Into a slot, last; out of the wheel; into it. */
TW__INLINE void tw__bigwheel_link(struct tw_bigwheel *w, struct tw_node *n, size_t slot) {
    n->home = slot + TW__WAITING;
    w->held[slot / TW__BIGWHEEL_SUBS]++;
    if (!w->slot[slot])
        tw__bigwheel_toggle(w, slot);
    tw__list_append(&w->slot[slot], n);
}

TW__INLINE void tw__bigwheel_remove(struct tw_bigwheel *w, struct tw_node *n) {
    const size_t slot = n->home - TW__WAITING;

    tw__slots_leave(&w->base, &w->kept, n, w->slot[slot]);
    w->held[slot / TW__BIGWHEEL_SUBS]--;
    tw__list_remove(&w->slot[slot], n);
    if (!w->slot[slot])
        tw__bigwheel_toggle(w, slot);
}

/* CASCADES. Moves up to `most` nodes of the block that begins at tick down a level, the oldest of each list first. The
   sub-slots take turns, so that their cache misses overlap; no node is written to before its turn. */
TW__INLINE void tw__bigwheel_cascade(struct tw_bigwheel *w, size_t level, tw_tick tick, size_t most) {
    const size_t begin = tw__bigwheel_at(level, tick);
    uintptr_t bits = tw__bigwheel_subs(w, begin);
    unsigned turn = 0, i;

    for (; bits && most; most--) {
        struct tw_node *n, **last;

        i = tw__low_bit(bits >> turn ? bits >> turn << turn : bits);
        turn = i + 1;
        last = &w->slot[begin + i];
        n = TW__MET(*last)->u.list.next;
        TW__PREFETCH(n->u.list.next);
        (*last)->u.list.next = n->u.list.next;
        w->held[begin / TW__BIGWHEEL_SUBS]--;
        if (n == *last) {
            *last = NULL;
            tw__bigwheel_toggle(w, begin + i);
            bits ^= (uintptr_t)1 << i;
        }
        TW_TRACE(TW_CASCADE, n, n->due);
        tw__bigwheel_link(w, n, tw__bigwheel_at(level - 1, n->due));
    }
    for (; bits; bits &= bits - 1)
        w->slot[begin + tw__low_bit(bits)]->u.list.next->u.list.prev = NULL;
}

/* The position came into another block of each level up to `top`, and so each has another next block. */
TW__INLINE void tw__bigwheel_set_next(struct tw_bigwheel *w, size_t top) {
    for (; top > 0; top--)
        w->next[top] = (unsigned)(tw__bigwheel_at(top, tw__bigwheel_after(w, top)) / TW__BIGWHEEL_SUBS);
}

/* The slot for a node that is armed for tick due, at a level. In the next block of that it is lower, if nobody of the
   node's list is above; else an older node of that block moves down. The same holds at each level below. */
TW__INLINE size_t tw__bigwheel_lower(struct tw_bigwheel *w, size_t level, tw_tick due) {
    size_t slot = tw__bigwheel_at(level, due);

    for (; slot / TW__BIGWHEEL_SUBS == w->next[level]; slot = tw__bigwheel_at(--level, due)) {
        if (w->slot[slot])
            tw__bigwheel_cascade(w, level, tw__bigwheel_after(w, level), 1);
        if (w->slot[slot])
            break;
    }
    return slot;
}

/* Arms n, which waits or not, where more is to be done than to put it into a slot. An empty wheel has followed the
   clock without a look at the blocks that it passed. */
TW__APART void tw__bigwheel_arm(struct tw_bigwheel *w, struct tw_node *n, tw_tick key, bool waits) {
    size_t slot;

    if (w->base.count == 0) {
        w->next[0] = TW__BIGWHEEL_COUNTS; /* level 0 moves none down */
        tw__bigwheel_set_next(w, TW__BIGWHEEL_LEVELS - 1);
    }
    slot = tw__bigwheel_lower(w, tw__bigwheel_level(w->base.position, key), key);
    if (waits)
        tw__bigwheel_remove(w, n);
    tw__bigwheel_link(w, n, slot);
    tw__slots_enter(&w->base, &w->kept, n, key);
}

TW__INLINE void tw__bigwheel_insert(struct tw_bigwheel *w, struct tw_node *n, tw_tick due) {
    const tw_tick key = tw__slots_key(&w->base, due);
    const size_t level = tw__bigwheel_level(w->base.position, key), slot = tw__bigwheel_at(level, key);

    if (w->base.count == 0 || slot / TW__BIGWHEEL_SUBS == w->next[level]) {
        tw__bigwheel_arm(w, n, key, false);
        return;
    }
    tw__bigwheel_link(w, n, slot);
    tw__slots_enter(&w->base, &w->kept, n, key);
}

/* As in hwheel.h. */
TW__INLINE void tw__bigwheel_update(struct tw_bigwheel *w, struct tw_node *n, tw_tick due) {
    const tw_tick key = tw__slots_key(&w->base, due);
    const size_t level = tw__bigwheel_level(w->base.position, key), slot = tw__bigwheel_at(level, key);

    if (slot / TW__BIGWHEEL_SUBS == w->next[level]) {
        tw__bigwheel_arm(w, n, key, true);
        return;
    }
    if (TW__SPEED && w->slot[slot] == n) {
        tw__slots_leave(&w->base, &w->kept, n, n);
    } else {
        tw__bigwheel_remove(w, n);
        tw__bigwheel_link(w, n, slot);
    }
    tw__slots_enter(&w->base, &w->kept, n, key);
}

/* Moves all nodes of each level's next block down. Upper levels first, so that none of a block is left above. */
TW__INLINE void tw__bigwheel_move_ahead(struct tw_bigwheel *w) {
    size_t level;

    for (level = TW__BIGWHEEL_LEVELS - 1; level > 0; level--)
        tw__bigwheel_cascade(w, level, tw__bigwheel_after(w, level), w->base.count);
}

/* Moves a level's share of its next block down: of the nodes that are still above, as large a part as the ticks that
   have passed since the last share are of these and of the ticks left. Level 1 does its last share in the last tick of
   the position's block; a higher level does it one block of the level below earlier, since that takes in no more nodes
   of its own next block then. *spare is how many it may move beyond that, and is 0 if it had any to move. True: some
   are left above. */
TW__INLINE bool tw__bigwheel_share(struct tw_bigwheel *w, size_t level, tw_tick passed, size_t *spare) {
    const tw_tick next = tw__bigwheel_after(w, level), block = (tw_tick)((tw_tick)1 << tw__bigwheel_shift(level));
    const tw_tick below = (tw_tick)((tw_tick)1 << tw__bigwheel_shift(level - 1));
    tw_tick left = (tw_tick)(next - w->base.position);
    const unsigned held = w->held[w->next[level]];

    if (held == 0)
        return false;
    if (passed > block - left) /* longer ago, another block was the next one */
        passed = (tw_tick)(block - left + 1u);
    left = left > below ? (tw_tick)(left - below) : 0;
    if (passed != 0) {
        const tw_tick shares = (tw_tick)(left / passed + 1u); /* left is less than a block */

        tw__bigwheel_cascade(w, level, next, (size_t)(held / shares) + TW__BIGWHEEL_SUBS + *spare);
        *spare = 0;
    }
    return w->held[w->next[level]] != 0;
}

/* The position goes to tick. Each level up to that where the tick differs has another next block then. These levels do
   their shares, and those that have nodes of their next block above; upper levels first, as in move_ahead(). Of very
   many nodes more than the shares move, so that soon nobody is above, and who is armed then goes down at once. */
TW__INLINE void tw__bigwheel_go(struct tw_bigwheel *w, tw_tick tick) {
    const size_t top = tw__bigwheel_level(w->base.position, tick);
    const tw_tick passed = (tw_tick)(tick - w->shared);
    size_t level, spare = w->base.count / 4096;

    w->base.position = w->shared = tick;
    tw__bigwheel_set_next(w, top);
    for (level = w->above ? TW__BIGWHEEL_LEVELS - 1 : top; level > 0; level--) {
        const unsigned mark = 1u << level;

        if (level > top && !(w->above & mark))
            continue;
        if (tw__bigwheel_share(w, level, passed, &spare))
            w->above |= mark;
        else
            w->above &= ~mark;
    }
}

/* The position goes to tick, where a block of one or more levels begins: all nodes left in these move down. */
TW__INLINE void tw__bigwheel_enter(struct tw_bigwheel *w, tw_tick tick) {
    size_t level;

    for (level = TW__BIGWHEEL_LEVELS - 1; level > 0; level--)
        if ((tick & (((tw_tick)1 << tw__bigwheel_shift(level)) - 1)) == 0)
            tw__bigwheel_cascade(w, level, tick, w->base.count);
    tw__bigwheel_go(w, tick);
}

/* As in hwheel.h. */
TW__INLINE void tw__bigwheel_read_ahead(struct tw_bigwheel *w, tw_tick tick) {
    if (tw_before(tick, w->kept.read))
        return;
    w->kept.read = (tw_tick)(tick + 8);
    tw__slots_read(w->slot, tw__bigwheel_at(0, w->kept.read), TW__BIGWHEEL_LEVEL, w->base.count / 16384);
}

/* SEARCHING. Finds the earliest slot: goes up while both halves of a level are empty, and ends at the last level, which
   is a ring. True: it is in the other half, and more nodes of its block may be above. The wheel is not empty. */
TW__INLINE bool tw__bigwheel_earliest(const struct tw_bigwheel *w, size_t *slot) {
    size_t level, begin;

    for (level = 0; level < TW__BIGWHEEL_LEVELS - 1; level++) {
        begin = tw__bigwheel_at(level, w->base.position);
        if (tw__bigwheel_any(w, begin, begin - begin % TW__BIGWHEEL_HALF + TW__BIGWHEEL_HALF, slot))
            return false;
        begin = tw__bigwheel_at(level, tw__bigwheel_after(w, level + 1));
        if (tw__bigwheel_any(w, begin, begin + TW__BIGWHEEL_HALF, slot))
            return true;
    }
    if (!tw__bigwheel_any(w, tw__bigwheel_at(level, w->base.position), TW__BIGWHEEL_SLOTS, slot))
        tw__bigwheel_any(w, level * TW__BIGWHEEL_LEVEL, TW__BIGWHEEL_SLOTS, slot);
    return false;
}

TW__INLINE struct tw_node *tw__bigwheel_each(const struct tw_bigwheel *w, const struct tw_node *n) {
    size_t slot = n ? n->home - TW__WAITING : 0;

    if (n && n != w->slot[slot])
        return n->u.list.next;
    return tw__bigwheel_any(w, n ? slot + 1 : 0, TW__BIGWHEEL_SLOTS, &slot) ? tw__list_first(w->slot[slot]) : NULL;
}

/* The first node: the least of the earliest slot with its sub-slots, once the next blocks have moved ahead, so that the
   slot has all nodes of its block; above, they would be looked through again and again. */
TW__INLINE struct tw_node *tw__bigwheel_first(struct tw_bigwheel *w) {
    struct tw_node *n;
    size_t slot, end;

    if (w->base.first || !w->base.count)
        return w->base.first;
    if (tw__bigwheel_earliest(w, &slot) || slot >= TW__BIGWHEEL_LEVEL) {
        tw__bigwheel_move_ahead(w);
        tw__bigwheel_earliest(w, &slot);
    }
    n = w->slot[slot]->u.list.next;
    tw__slots_set_first(&w->base, &w->kept, n);
    end = slot - slot % TW__BIGWHEEL_SUBS + TW__BIGWHEEL_SUBS; /* in level 0 the slot is enough: one tick */
    while (end > TW__BIGWHEEL_LEVEL && (n = tw__bigwheel_each(w, n)) != NULL && n->home - TW__WAITING < end) {
        TW__COMPARED(n, n->due, w->base.first);
        if (tw__slots_earlier(&w->base, &w->kept, n->due))
            tw__slots_set_first(&w->base, &w->kept, n);
    }
    return w->base.first;
}

TW__INLINE bool tw__bigwheel_next(struct tw_bigwheel *w, tw_tick *due) {
    const struct tw_node *n = tw__bigwheel_first(w);

    if (n)
        *due = n->due;
    return n != NULL;
}

/* TIME. */
TW__INLINE bool tw__bigwheel_quiet(struct tw_bigwheel *w, tw_tick now) {
    return tw__slots_quiet(&w->base, &w->kept, now);
}

/* Where the earliest block begins, into *block; and the first node, if that is plain: it is the first of its tick, or
   alone in its upper slot with all sub-slots. Else NULL. The wheel is not empty. */
TW__INLINE struct tw_node *tw__bigwheel_front(const struct tw_bigwheel *w, tw_tick *block) {
    struct tw_node *n = w->base.first;
    uintptr_t bits;
    size_t slot;
    bool next;

    if (n && (n->due ^ w->base.position) >> TW__BIGWHEEL_FIRST_BITS == 0) {
        *block = n->due;
        return n;
    }
    next = tw__bigwheel_earliest(w, &slot);
    n = TW__MET(w->slot[slot])->u.list.next;
    *block = tw__bigwheel_block(w, n->due);
    if (next || slot < TW__BIGWHEEL_LEVEL)
        return next ? NULL : n;
    bits = tw__bigwheel_subs(w, slot - slot % TW__BIGWHEEL_SUBS);
    return (bits & (bits - 1)) == 0 && n->u.list.next == n ? n : NULL;
}

/* Removes n, the first node, which is due. The position goes to its tick; a node alone in an upper slot fires without a
   cascade so. */
TW__INLINE struct tw_node *tw__bigwheel_fire(struct tw_bigwheel *w, struct tw_node *n) {
    const size_t slot = TW__MET(n)->home - TW__WAITING;

    if (n->due != w->base.position)
        tw__bigwheel_go(w, tw__slots_key(&w->base, n->due));
    w->kept.wake = w->base.position;
    tw__bigwheel_read_ahead(w, n->due);
    tw__bigwheel_remove(w, n);
    tw__slots_set_first(&w->base, &w->kept, tw__list_first(w->slot[slot])); /* of equals, the next */
    return n;
}

/* Nothing is due: the position follows now, which comes before `block`, where the earliest block begins. The wheel
   wakes there, and before that where a share of moves is to be done: in the next tick, or where the next block of level
   1 begins to be the next one. */
TW__INLINE void tw__bigwheel_rest(struct tw_bigwheel *w, tw_tick now, tw_tick block) {
    tw_tick next;

    tw__bigwheel_go(w, tw__slots_key(&w->base, now));
    next = w->above ? (tw_tick)(w->base.position + 1u) : tw__bigwheel_after(w, 1);
    w->kept.wake = (tw_tick)(next - w->base.position) < (tw_tick)(block - w->base.position) ? next : block;
    tw__bigwheel_read_ahead(w, w->base.position);
}

/* As in hwheel.h: in each turn that does not end it, the nodes of the earliest block move down. The wheel is not empty:
   else it is quiet. */
TW__APART struct tw_node *tw__bigwheel_search(struct tw_bigwheel *w, tw_tick now) {
    for (;;) {
        tw_tick block;
        struct tw_node *n = tw__bigwheel_front(w, &block);

        if (n)
            tw__slots_set_first(&w->base, &w->kept, n);
        if (tw_before(now, block)) {
            tw__bigwheel_rest(w, now, block);
            return NULL;
        }
        if (n && !tw_before(now, n->due))
            return tw__bigwheel_fire(w, n);
        tw__bigwheel_enter(w, block);
    }
}

TW__FOLD struct tw_node *tw__bigwheel_take(struct tw_bigwheel *w, tw_tick now) {
    return tw__bigwheel_quiet(w, now) ? NULL : tw__bigwheel_search(w, now);
}

TW__INLINE struct tw_node *tw__bigwheel_drain(struct tw_bigwheel *w) {
    size_t i;

    for (i = 0; i <= TW__BIGWHEEL_SUMMARIES; i++)
        w->summary[i] = 0;
    for (i = 0; i < TW__BIGWHEEL_COUNTS; i++)
        w->held[i] = 0;
    return tw__slots_drain(&w->base, w->slot, TW__BIGWHEEL_SLOTS, w->word, TW__BIGWHEEL_WORDS);
}

TW__INLINE void tw__bigwheel_init(struct tw_bigwheel *w, tw_tick now, void *array, size_t n) {
    size_t i;

    (void)array, (void)n;
    for (i = 0; i < TW__BIGWHEEL_SLOTS; i++)
        w->slot[i] = NULL;
    for (i = 0; i <= TW__BIGWHEEL_WORDS; i++)
        w->word[i] = 0;
    for (i = 0; i <= TW__BIGWHEEL_SUMMARIES; i++)
        w->summary[i] = 0;
    for (i = 0; i < TW__BIGWHEEL_COUNTS; i++)
        w->held[i] = 0;
    w->shared = now;
    w->above = 0;
    tw__slots_init(&w->base, &w->kept, now);
}

/* May a node with this key be in slot? */
TW__INLINE bool tw__bigwheel_fits(const struct tw_bigwheel *w, size_t slot, tw_tick key) {
    const size_t level = slot / TW__BIGWHEEL_LEVEL;

    if (slot == tw__bigwheel_slot(w->base.position, key))
        return true;
    return level + 1 < TW__BIGWHEEL_LEVELS && slot == tw__bigwheel_at(level, key) &&
           (tw_tick)(key - tw__bigwheel_after(w, level + 1)) >> tw__bigwheel_shift(level + 1) == 0;
}

/* The property that does not hold in a slot. Its nodes are counted, and met is told of the first. */
TW__INLINE const char *tw__bigwheel_check_slot(const struct tw_bigwheel *w, size_t slot, size_t *count, bool *met) {
    const struct tw_node *last = w->slot[slot], *n = last, *previous = NULL;
    const size_t i = slot / TW__WORD_BITS;

    if ((w->word[i] >> slot % TW__WORD_BITS & 1) != (last != NULL) ||
        (w->summary[i / TW__WORD_BITS] >> i % TW__WORD_BITS & 1) != (w->word[i] != 0))
        return "bigwheel 2";
    for (; n && previous != last; previous = n, ++*count) {
        tw_tick key, first;

        n = n->u.list.next;
        key = tw__slots_key(&w->base, n->due);
        if (n->u.list.prev != previous || n->home != slot + TW__WAITING || !tw__bigwheel_fits(w, slot, key))
            return "bigwheel 1";
        if (tw__slots_asleep(&w->base, &w->kept, tw__bigwheel_block(w, key)))
            return "bigwheel 4";
        *met = *met || n == w->base.first;
        first = w->base.first ? tw__slots_key(&w->base, w->base.first->due) : key;
        if (tw_before(key, first) || (!*met && key == first) || (n == w->base.first && n->due != w->kept.first_due))
            return "bigwheel 3";
    }
    return NULL;
}

TW__INLINE const char *tw__bigwheel_check(const struct tw_bigwheel *w) {
    size_t i, count = 0, before = 0;
    bool met = w->base.first == NULL;
    const char *broken;

    for (i = 0; i < TW__BIGWHEEL_SLOTS; i++) {
        if ((broken = tw__bigwheel_check_slot(w, i, &count, &met)) != NULL)
            return broken;
        if (i % TW__BIGWHEEL_SUBS == TW__BIGWHEEL_SUBS - 1) {
            if (w->held[i / TW__BIGWHEEL_SUBS] != count - before)
                return "bigwheel 5";
            before = count;
        }
    }
    for (i = 1; i < TW__BIGWHEEL_LEVELS; i++)
        if (count > 0 && (w->next[i] != tw__bigwheel_at(i, tw__bigwheel_after(w, i)) / TW__BIGWHEEL_SUBS ||
                          (!(w->above >> i & 1) && w->held[w->next[i]] != 0)))
            return "bigwheel 6";
    return !met ? "bigwheel 3" : count != w->base.count ? "bigwheel 5" : NULL;
}

TW__UNBOUNDED(bigwheel)
TW__INLINE size_t tw__bigwheel_count(const struct tw_bigwheel *w) { return w->base.count; }
TW__INLINE size_t tw__bigwheel_bytes(size_t n) { return n * 0; }

/* -------------------------------------------------------------------------------------------------WRAPPERS */

TW__OPS(tw_bigwheel, bigwheel, tw__bigwheel, tw__bigwheel)

/* Objects by tick: struct name and its verbs, which take and give pointers to type. */
#define TW_BIGWHEEL_OF(name, type, member) TW__OBJECTS_BY_TICK(name, type, member, bigwheel)

TW__END_C
#endif
#endif /* TW_BIGWHEEL_H */

#if defined(TW_WITH_DELAYQUEUE)

/* delayqueue_port.h - the system's lock, condition and clock, for delayqueue.h.

   WHAT IT IS
       A delay queue wants three things of its system: a lock, a condition on which a thread sleeps until a tick, and a
       clock. It asks for them by twelve macros, and this header defines the macros for the systems below. You need not
       include it: delayqueue.h does. On Windows and macOS nothing has to be defined for it.

   SYSTEMS
                     lock and condition            clock                     while suspended
       Windows       SRWLOCK, CONDITION_VARIABLE   QueryPerformanceCounter   the clock goes on
       macOS, iOS    pthreads                      CLOCK_UPTIME_RAW          clock and sleeps stand
       others        pthreads                      CLOCK_MONOTONIC           on Linux as on macOS
       TW_DQ_C11     C11's <threads.h>             CLOCK_MONOTONIC           on Linux the clock stands
       TW_DQ_MUTEX   yours                         yours

       Windows: from Vista on. It sleeps for whole milliseconds, rounded up here, and wakes sleepers when its timer
       interrupts, by default every 15.6 ms (timeBeginPeriod() asks for less). From Windows 8 on a sleep does not count
       the time of a suspend. The clock does, so no sleep is longer than a minute: after a resume a taker is late by
       that at most. <windows.h> is included in its short form, without min() and max(): if you want more of it, include
       it first. This part is tested under Wine.
       macOS: a condition there waits until a time of the wall's clock, or for a span of the clock above. This part uses
       spans. It follows Apple's manual pages and headers, and was run on Linux with a stand-in for Apple's function; it
       has not been run on a Mac.
       Others: want -D_POSIX_C_SOURCE=200809L, or more, before the first include, and conditions on CLOCK_MONOTONIC.
       TW_DQ_C11: a sleep follows the wall's clock. When that is set back while a taker sleeps, the taker is late by as
       much, and by an hour at most.

   A SYSTEM OF YOUR OWN
       Define TW_DQ_MUTEX, the type of the lock, and beside it the other eleven macros that stand at the end of this
       header, before the first include. The two INITs are true if they worked. TW_DQ_WAIT(c, m, until) unlocks m,
       sleeps on c and locks m again; it ends by a signal, or at tick `until`, and may end earlier. If `until` is
       TW_FOREVER it ends by a signal. TW_DQ_CLOCK() is the tick. */
#ifndef TW_DELAYQUEUE_PORT_H
#define TW_DELAYQUEUE_PORT_H

TW__BEGIN_C

#if TW_TICK_BITS != 64
#error "delayqueue.h needs TW_TICK_BITS 64"
#endif

#if defined(TW_DQ_MUTEX)
#define TW__DQ_LINK_NAME(name) TW__LINK_NAME(name##_own)
#else

/* ---------------------------------------------------------------------------------------------------- CLOCK */

#define TW__DQ_SECOND  ((tw_tick)1000000000)
#define TW__DQ_FOREVER TW_TICK_MAX /* TW_FOREVER of delayqueue.h */

#if defined(_WIN32) && !defined(TW_DQ_C11)
#if !defined(WIN32_LEAN_AND_MEAN)
#define WIN32_LEAN_AND_MEAN
#endif
#if !defined(NOMINMAX)
#define NOMINMAX
#endif
#include <windows.h>

/* Seconds and the rest of one apart, since the counter times 10^9 has more than 64 bits. */
TW__INLINE tw_tick tw__dq_clock(void) {
    LARGE_INTEGER counter, second;
    tw_tick count, per_second;

    (void)QueryPerformanceCounter(&counter);
    (void)QueryPerformanceFrequency(&second);
    count = (tw_tick)counter.QuadPart;
    per_second = (tw_tick)second.QuadPart;
    return count / per_second * TW__DQ_SECOND + count % per_second * TW__DQ_SECOND / per_second;
}

#else
#include <time.h>
#if !defined(CLOCK_MONOTONIC)
#error "delayqueue.h needs -D_POSIX_C_SOURCE=200809L before the first include, or threads of your own: TW_DQ_MUTEX"
#endif
#if !defined(__APPLE__)
#define TW__DQ_CLOCK CLOCK_MONOTONIC
#elif defined(CLOCK_UPTIME_RAW)
#define TW__DQ_CLOCK CLOCK_UPTIME_RAW
#else
#define TW__DQ_CLOCK ((clockid_t)8) /* the same: Apple's <time.h> hides the name where _POSIX_C_SOURCE is defined */
#endif

/* A tick as the system writes it. One that the system cannot write is cut: a taker that wakes early sleeps again. */
TW__INLINE struct timespec tw__dq_timespec(tw_tick tick) {
    const tw_tick seconds = tick / TW__DQ_SECOND, most = sizeof(time_t) > 4 ? TW_TICK_MAX / 2 : 0x7FFFFFFF;
    struct timespec t;

    t.tv_sec = (time_t)(seconds < most ? seconds : most);
    t.tv_nsec = (long)(tick % TW__DQ_SECOND);
    return t;
}

TW__INLINE tw_tick tw__dq_tick(const struct timespec *t) {
    return (tw_tick)t->tv_sec * TW__DQ_SECOND + (tw_tick)t->tv_nsec;
}

TW__INLINE tw_tick tw__dq_clock(void) {
    struct timespec t;

    (void)clock_gettime(TW__DQ_CLOCK, &t);
    return tw__dq_tick(&t);
}
#endif

/* The span from now to `until`, cut to `most`: a taker that wakes early sleeps again. 0: it has passed. */
TW__INLINE tw_tick tw__dq_span(tw_tick until, tw_tick most) {
    const tw_tick now = tw__dq_clock(), span = now < until ? until - now : 0;

    return span < most ? span : most;
}

/* -------------------------------------------------------------------------------------------------- WAITING */

#if defined(TW_DQ_C11)
#include <threads.h>
#define TW__DQ_LINK_NAME(name) TW__LINK_NAME(name##_c11)
#define TW__DQ_MUTEX(verb)     mtx_##verb
#define TW__DQ_COND(verb)      cnd_##verb
#define TW_DQ_MUTEX_INIT(m)    (mtx_init(m, mtx_plain) == thrd_success)
#define TW_DQ_COND_INIT(c)     (cnd_init(c) == thrd_success)

TW__INLINE void tw__dq_wait(cnd_t *c, mtx_t *m, tw_tick until) {
    const tw_tick span = until == TW__DQ_FOREVER ? 0 : tw__dq_span(until, 3600 * TW__DQ_SECOND);
    struct timespec t;

    if (until == TW__DQ_FOREVER) {
        (void)cnd_wait(c, m);
    } else if (span) {
        (void)timespec_get(&t, TIME_UTC);
        t = tw__dq_timespec(tw__dq_tick(&t) + span);
        (void)cnd_timedwait(c, m, &t);
    }
}

#elif defined(_WIN32)
#define TW__DQ_LINK_NAME(name) TW__LINK_NAME(name##_windows)
#define TW_DQ_MUTEX            SRWLOCK
#define TW_DQ_MUTEX_INIT(m)    (InitializeSRWLock(m), true)
#define TW_DQ_MUTEX_DESTROY(m) ((void)(m))
#define TW_DQ_LOCK(m)          AcquireSRWLockExclusive(m)
#define TW_DQ_UNLOCK(m)        ReleaseSRWLockExclusive(m)
#define TW_DQ_COND             CONDITION_VARIABLE
#define TW_DQ_COND_INIT(c)     (InitializeConditionVariable(c), true)
#define TW_DQ_COND_DESTROY(c)  ((void)(c))
#define TW_DQ_SIGNAL(c)        WakeConditionVariable(c)
#define TW_DQ_BROADCAST(c)     WakeAllConditionVariable(c)

TW__INLINE void tw__dq_wait(CONDITION_VARIABLE *c, SRWLOCK *m, tw_tick until) {
    const tw_tick ms = until == TW__DQ_FOREVER ? INFINITE : (tw__dq_span(until, 60 * TW__DQ_SECOND) + 999999) / 1000000;

    if (ms)
        (void)SleepConditionVariableSRW(c, m, (DWORD)ms, 0);
}

#else
#include <pthread.h>
#define TW__DQ_LINK_NAME(name) TW__LINK_NAME(name##_pthreads)
#define TW__DQ_MUTEX(verb)     pthread_mutex_##verb
#define TW__DQ_COND(verb)      pthread_cond_##verb
#define TW_DQ_MUTEX_INIT(m)    (pthread_mutex_init(m, NULL) == 0)
#define TW_DQ_COND_INIT(c)     tw__dq_cond_init(c)

#if defined(__APPLE__)
/* Apple's <pthread.h> hides it where _POSIX_C_SOURCE is defined; elsewhere it is declared twice, which is allowed. */
#if defined(__cplusplus)
#define TW__DQ_EXTERN extern "C"
#else
#define TW__DQ_EXTERN extern
#endif
TW__DQ_EXTERN int pthread_cond_timedwait_relative_np(pthread_cond_t *, pthread_mutex_t *, const struct timespec *);

TW__INLINE bool tw__dq_cond_init(pthread_cond_t *c) { return pthread_cond_init(c, NULL) == 0; }

TW__INLINE void tw__dq_wait(pthread_cond_t *c, pthread_mutex_t *m, tw_tick until) {
    const tw_tick span = until == TW__DQ_FOREVER ? 0 : tw__dq_span(until, 3600 * TW__DQ_SECOND);
    const struct timespec t = tw__dq_timespec(span);

    if (until == TW__DQ_FOREVER)
        (void)pthread_cond_wait(c, m);
    else if (span)
        (void)pthread_cond_timedwait_relative_np(c, m, &t);
}

#else
TW__INLINE bool tw__dq_cond_init(pthread_cond_t *c) {
    pthread_condattr_t a;
    const bool given = pthread_condattr_init(&a) == 0;
    const bool done = given && pthread_condattr_setclock(&a, CLOCK_MONOTONIC) == 0 && pthread_cond_init(c, &a) == 0;

    if (given)
        (void)pthread_condattr_destroy(&a);
    return done;
}

TW__INLINE void tw__dq_wait(pthread_cond_t *c, pthread_mutex_t *m, tw_tick until) {
    const struct timespec t = tw__dq_timespec(until);

    if (until == TW__DQ_FOREVER)
        (void)pthread_cond_wait(c, m);
    else
        (void)pthread_cond_timedwait(c, m, &t);
}
#endif
#endif

/* The twelve, where C11's threads and pthreads differ by nothing but names. */
#if defined(TW__DQ_MUTEX)
#define TW_DQ_MUTEX            TW__DQ_MUTEX(t)
#define TW_DQ_MUTEX_DESTROY(m) (void)TW__DQ_MUTEX(destroy)(m)
#define TW_DQ_LOCK(m)          (void)TW__DQ_MUTEX(lock)(m)
#define TW_DQ_UNLOCK(m)        (void)TW__DQ_MUTEX(unlock)(m)
#define TW_DQ_COND             TW__DQ_COND(t)
#define TW_DQ_COND_DESTROY(c)  (void)TW__DQ_COND(destroy)(c)
#define TW_DQ_SIGNAL(c)        (void)TW__DQ_COND(signal)(c)
#define TW_DQ_BROADCAST(c)     (void)TW__DQ_COND(broadcast)(c)
#endif
#define TW_DQ_WAIT(c, m, until) tw__dq_wait(c, m, until)
#define TW_DQ_CLOCK()           tw__dq_clock()

#endif

TW__END_C

#endif /* TW_DELAYQUEUE_PORT_H */

#endif /* TW_WITH_DELAYQUEUE */

#if defined(TW_WITH_DELAYQUEUE)

/* delayqueue.h - a delay queue: threads put nodes with deadlines, threads sleep until one is due and take it.

   WHAT IT IS
       You have work for later, and threads to do it. Put each piece of work in for the tick at which it is due, and let
       the threads call take(): each sleeps until something is due, and goes off with it. Inside is a timer set behind a
       lock, over any structure of the collection. One sleeper at most, the leader, watches the clock and wakes at the
       earliest deadline, exactly, whatever is put, moved or cancelled meanwhile; the others sleep on until a leader
       leaves and calls the next. So a deadline wakes one thread, a put behind the earliest wakes none, nothing polls.

   PICK IT
       to give timed work to several threads (retries, leases, expiry), or to an event loop that leads by itself
       (put_earliest(), docs/threads.md). One thread alone needs no lock: timers.h. Signal handlers, interrupts: post.h.

   DO THIS
       1  Put a node into your object:      struct job { struct tw_node node; int id; };
       2  Make a kind of queue:             TW_DELAYQUEUE_OF(jobs, heap4)
       3  Put, from any thread:             jobs_put_in(&q, &j->node, 5000000000u);
       4  Take, in each worker:             while ((n = jobs_take(&q, TW_FOREVER)) != NULL) run(n);
       5  End:                              jobs_close(&q), join all threads, jobs_drain(&q, fn), jobs_destroy(&q).
       tw_delayqueue_* are the same verbs over a structure chosen at run time; TW_IMPLEMENTATION compiles them (node.h).

   TIME AND COST
       A tick is a nanosecond of a clock of the system that nobody sets (CLOCK_MONOTONIC), or what your own
       TW_DQ_CLOCK() counts; if a clock steps back, the queue's stands still until it has caught up. Each call costs the
       lock and what the structure says. A put or a move signals if it is earlier than what the leader sleeps for, or
       the first in an empty queue where somebody sleeps; a take if others sleep and nobody watches what it leaves.
       count: O(1 + those due). peek walks wheels.

   GUARANTEES (the first four were tried on every interleaving of small programs: tests/threads/delayqueue_test.c)
       - Nothing early: a node is handed out only when the clock has reached its due.
       - Nothing late: no node whose put or move has returned is due while a taker sleeps. One exception: a put into the
         empty queue, or a take that leaves nodes, holds up others' puts, too, while it is stopped before its signal.
       - Nothing lost, nothing twice: each node that was put is taken, cancelled or drained, once; it is yours again.
       - After close() nobody sleeps: take() still returns what is due, then NULL.
       - Order is (due, arming order), first in first out among equals; a move arms anew. A due that had passed at the
         last look at the clock counts as that moment (in java.util.concurrent's DelayQueue as itself).

   PROPERTIES
       Those of the queue's set ("timers 1") and structure. The invariant at ENGINE is shown by no single moment.

   WHAT GOES WRONG, AND THE ANSWER
       NULL for a node, max 0 for a batch         TW_ASSERT
       put to a full structure                    false, nothing changed; but what is due at once always has room
       put or move after close                    false, nothing changed
       move or cancel of an idle node             false: it was taken, cancelled, drained or never put
       destroy while somebody sleeps in take()    false, nothing changed: close() and join first
       destroy while another call is under way    your error; a put may be when its node was taken: join who puts, too
       a node freed that others may still name    your error
       a queue that was not initialised           your error: a zeroed queue has no lock
       use in the child of a fork()               your error: its lock may be held by a thread that is not there
       a thread that is cancelled in take()       your error: it would go with the lock held

   OPTIONS (the same in every file of a program; delayqueue_port.h tells how each system sleeps, also over a suspend)
       On Windows and macOS none is needed. Elsewhere pthreads want -D_POSIX_C_SOURCE=200809L, or more.
       TW_DQ_C11      C11's <threads.h> instead. Its sleeps follow the wall's clock.
       TW_DQ_MUTEX    if you define it, lock, condition and clock are yours: twelve macros, in delayqueue_port.h.
       TW_DELAYQUEUE_IMPLEMENTATION alone compiles the functions of this header and of timers.h.

   SOURCE
       D. C. Schmidt and others, Leader/Followers, PLoP 2000; for delay queues java.util.concurrent (D. Lea), where all
       share one condition. With one each for leader and followers, a put wakes the leader itself. */
#ifndef TW_DELAYQUEUE_H
#define TW_DELAYQUEUE_H

#if defined(TW_DELAYQUEUE_IMPLEMENTATION) && !defined(TW_TIMERS_IMPLEMENTATION)
#define TW_TIMERS_IMPLEMENTATION
#endif

TW__BEGIN_C

#define TW_FOREVER TW_TICK_MAX /* a deadline that never comes */

/* ---------------------------------------------------------------------------------------------------- TYPES */

/* What a queue has beside its structure. */
struct tw_dq {
    TW__DEBUG(struct tw_stamp stamp;)
    TW_DQ_MUTEX lock; /* guards all of it, the structure and the nodes in it */
    TW_DQ_COND lead;  /* where the leader sleeps */
    TW_DQ_COND queue; /* where the followers sleep */
    struct tw_clock clock;
    tw_tick until;    /* the tick that the leader sleeps for; meaningless unless `leads` */
    size_t followers; /* threads that wait behind the leader; a woken one counts until it has the lock */
    bool leads;       /* a thread sleeps as leader */
    bool closed;
};

/* A queue over a structure chosen at run time. TW_DELAYQUEUE_OF makes queues over one known when compiling. */
struct tw_delayqueue {
    struct tw_dq dq;
    const struct tw_ops *ops;
    void *in;
};

/* ------------------------------------------------------------------------------------------------------ API */

/* TW_DELAYQUEUE_OF(jobs, heap4) makes `struct jobs` and these verbs as jobs_init(&q, array, n),
   jobs_put(&q, n, due), ...; include the header of the structure before. Any thread may call any verb
   but init() and destroy(). */

/* Makes q empty, and the structure at in, whose table is ops; array and n are what the header of
   the structure says. No other thread may use q yet. False: the system gave no lock or no
   condition. */
#define tw_delayqueue_init TW__DQ_LINK_NAME(tw_delayqueue_init)
TW__API bool tw_delayqueue_init(struct tw_delayqueue *q, const struct tw_ops *ops, void *in, void *array, size_t n);

/* Gives the lock and the condition back to the system. No other thread may use q any more. False: a
   thread sleeps in q; nothing changed. */
TW__API bool tw_delayqueue_destroy(struct tw_delayqueue *q);

/* Returns the tick that the clock of deadlines shows. It takes no lock. */
TW__API tw_tick tw_delayqueue_now(const struct tw_delayqueue *q);

/* Puts n in for tick due, or moves it there if it waits in q. False: q is full or
   closed, or a heap sees that n waits elsewhere; nothing changed. */
TW__API bool tw_delayqueue_put(struct tw_delayqueue *q, struct tw_node *n, tw_tick due);

/* Puts n in for now + delay, as put() does. The sum ends at TW_TICK_MAX. False: as put(). */
TW__API bool tw_delayqueue_put_in(struct tw_delayqueue *q, struct tw_node *n, tw_tick delay);

/* Moves n to tick due if it waits in q. False: n does not wait, or q is closed; nothing changed. */
TW__API bool tw_delayqueue_move(struct tw_delayqueue *q, struct tw_node *n, tw_tick due);

/* Takes n out. False: n is idle. */
TW__API bool tw_delayqueue_cancel(struct tw_delayqueue *q, struct tw_node *n);

/* Does what put() does, and tells in *earliest whether n comes first now, behind its equals; false
   if the call is refused. The caller that is told true must wake a loop that sleeps until next().
   Until it has, the loop may be late for nodes of others, too. */
TW__API bool tw_delayqueue_put_earliest(struct tw_delayqueue *q, struct tw_node *n, tw_tick due, bool *earliest);

/* Does what move() does, and tells in *earliest what put_earliest() tells. */
TW__API bool tw_delayqueue_move_earliest(struct tw_delayqueue *q, struct tw_node *n, tw_tick due, bool *earliest);

/* Takes out and returns the first node that is due, idle by then. It sleeps until there is one, at
   most until tick deadline, or TW_FOREVER. NULL: the deadline came, or q is closed and nothing is
   due. */
TW__API struct tw_node *tw_delayqueue_take(struct tw_delayqueue *q, tw_tick deadline);

/* Does what take() does, and never sleeps. NULL: nothing is due. */
TW__API struct tw_node *tw_delayqueue_try_take(struct tw_delayqueue *q);

/* Sleeps as take() does, and then takes out all nodes that are due, in order, but at most max: they
   stand in out[0], out[1], ... Returns how many; 0 where take() returns NULL. max is not 0. */
TW__API size_t tw_delayqueue_take_batch(struct tw_delayqueue *q, struct tw_node **out, size_t max, tw_tick deadline);

/* Closes q: from now on put() and move() are refused. All sleepers wake, and takers get what is
   due, then NULL. Nodes that are not due stay, for cancel() and drain(). A second close() changes
   nothing. */
TW__API void tw_delayqueue_close(struct tw_delayqueue *q);

/* Is true if q is closed. */
TW__API bool tw_delayqueue_closed(struct tw_delayqueue *q);

/* Takes all nodes out, due or not, and then calls fn with each, idle by then, in no promised order.
   fn runs without the lock: it may free its node, or put it in again. Until fn has its node, no
   other thread may put that node in. If fn is NULL, nothing is called. Returns how many nodes there
   were. O(count). To end a queue: `jobs_drain(&q, free_job)`. */
TW__API size_t tw_delayqueue_drain(struct tw_delayqueue *q, tw_fn *fn);

/* Returns how many nodes wait, due ones included. The answer may be out of date already, because
   the lock is released. */
TW__API size_t tw_delayqueue_count(struct tw_delayqueue *q);

/* Tells the earliest deadline, or a tick that has passed while a node is due. False: q is empty.
   The answer may be out of date already. */
TW__API bool tw_delayqueue_next(struct tw_delayqueue *q, tw_tick *due);

/* Returns the first node, due or not, which stays. NULL: q is empty. Only a thread that alone
   takes, cancels, moves and drains may read the node: else another one may have taken it. */
TW__API struct tw_node *tw_delayqueue_peek(struct tw_delayqueue *q);

/* Returns the name of a property that does not hold, or NULL. For tests. */
TW__CHECKED(TW__API const char *tw_delayqueue_check(struct tw_delayqueue *q);)

/* --------------------------------------------------------------------------------------------------- ENGINE

   At most one sleeper leads, on `lead`, until `until`: the earliest deadline, or its own if that is earlier. Followers
   sleep on `queue`, each until its own deadline, mostly without one. Invariant when the lock is free: if something
   waits in the structure and somebody sleeps, then
     - there is a leader, and for each node that is due before `until` it was called, or is about to be, and has not
       looked yet; or
     - there is none, and a follower was called or is about to be, and has not looked yet.
   Four events could break it, and restore it: a node becomes earlier than `until` (put: the leader is called; each such
   put calls, so that none relies on another's signal), something comes into the empty structure (put: a follower is
   called), the leader goes (take: a follower is called), a follower who was called goes instead of leading (take,
   again). Nodes that leave or move back make `until` too early, which costs one look. */

TW__FOLD bool tw__dq_init(struct tw_dq *q, void *in, const struct tw_ops *ops, void *array, size_t n) {
    const tw_tick now = TW_DQ_CLOCK();
    const bool lock = TW_DQ_MUTEX_INIT(&q->lock), lead = lock && TW_DQ_COND_INIT(&q->lead);

    if (lead && TW_DQ_COND_INIT(&q->queue)) {
        TW__DEBUG(tw__debug_init(&q->clock, NULL, n);)
        tw__clock_init(&q->clock, now);
        ops->init(in, now, array, n);
        q->followers = 0;
        q->leads = q->closed = false;
        return true;
    }
    if (lead)
        TW_DQ_COND_DESTROY(&q->lead);
    if (lock)
        TW_DQ_MUTEX_DESTROY(&q->lock);
    return false;
}

/* Locks; and unlocks, and passes on an answer that was found meanwhile: leave(q, f(enter(q), s)). Compilers differ in
   which argument they evaluate first, so that the structure s is looked at before. */
TW__INLINE struct tw_dq *tw__dq_enter(struct tw_dq *q) {
    TW_DQ_LOCK(&q->lock);
    return q;
}

TW__INLINE size_t tw__dq_leave(struct tw_dq *q, size_t answer) {
    TW_DQ_UNLOCK(&q->lock);
    return answer;
}

TW__INLINE bool tw__dq_destroy(struct tw_dq *q) {
    TW_DQ_LOCK(&q->lock);
    if (tw__dq_leave(q, q->leads || q->followers))
        return false;
    TW_DQ_COND_DESTROY(&q->queue);
    TW_DQ_COND_DESTROY(&q->lead);
    TW_DQ_MUTEX_DESTROY(&q->lock);
    TW__DEBUG(tw__debug_end(q);)
    return true;
}

/* Would an add of n for tick due be taken? Where q is full it is refused, and so is a node that waits elsewhere. */
TW__FOLD bool tw__dq_takes(const struct tw_dq *q, void *in, const struct tw_ops *ops, const struct tw_node *n,
                           tw_tick due) {
    if (n->home > TW__DUE)
        return ops->has(in, n);
    return !tw_before(q->clock.now, due) || !ops->full(in);
}

/* Puts n or moves it; if `waiting`, only moves it. The one place in which something becomes earliest. Where that is
   asked, n goes out, and comes first if nothing else is as early; a tick that has passed counts as the last look. */
TW__FOLD bool tw__dq_put(struct tw_dq *q, void *in, const struct tw_ops *ops, struct tw_node *n, tw_tick due,
                         bool waiting, bool *earliest) {
    TW_DQ_COND *call = NULL;
    bool empty, done, first = false;
    tw_tick head = 0;

    TW_ASSERT(n != NULL);
    TW_DQ_LOCK(&q->lock);
    empty = !q->clock.due && ops->count(in) == 0;
    done = !q->closed && (!waiting || !tw_idle(n));
    if (done && earliest && tw__dq_takes(q, in, ops, n, due)) {
        (void)tw__timers_cancel(&q->clock, in, ops, n);
        first = !tw__timers_next(&q->clock, in, ops, &head) || (due < head && q->clock.now < head);
    }
    done = done && tw__timers_add(&q->clock, in, ops, n, due);
    if (done && q->leads && due < q->until)
        call = &q->lead;
    else if (done && !q->leads && q->followers && empty)
        call = &q->queue;
    TW_DQ_UNLOCK(&q->lock);
    if (call)
        TW_DQ_SIGNAL(call);
    if (earliest)
        *earliest = done && first;
    return done;
}

/* One sleep, as the leader if there is something to watch and nobody does. */
TW__FOLD void tw__dq_sleep(struct tw_dq *q, void *in, const struct tw_ops *ops, tw_tick deadline) {
    tw_tick head = 0;

    if (!q->leads && tw__timers_next(&q->clock, in, ops, &head)) {
        q->until = head < deadline ? head : deadline;
        q->leads = true;
        TW_DQ_WAIT(&q->lead, &q->lock, q->until);
        q->leads = false;
    } else {
        q->followers++;
        TW_DQ_WAIT(&q->queue, &q->lock, deadline);
        q->followers--;
    }
}

/* Takes what is left of a batch, perhaps of another thread's; looks at the clock, and takes of the batch that begins;
   sleeps, and so on. It ends with nodes, or when the deadline has come; 0 always has. Whoever leaves hands over: a
   follower is called if something is left that nobody watches. */
TW__FOLD size_t tw__dq_take(struct tw_dq *q, void *in, const struct tw_ops *ops, struct tw_node **out, size_t max,
                            tw_tick deadline) {
    bool looked, call;
    size_t got = 0;
    tw_tick now;

    TW_ASSERT(max != 0);
    TW_DQ_LOCK(&q->lock);
    for (looked = false;; looked = !looked) {
        while (got < max && (out[got] = tw__timers_step(&q->clock, in, ops)) != NULL)
            got++;
        if (got == max || (looked && (got || q->closed || deadline <= q->clock.now)))
            break;
        if (looked) {
            tw__dq_sleep(q, in, ops, deadline);
        } else {
            now = TW_DQ_CLOCK();
            tw__timers_begin(&q->clock, now < q->clock.now ? q->clock.now : now); /* never back, whatever clocks do */
        }
    }
    call = !q->leads && q->followers && (q->clock.due || ops->count(in));
    TW_DQ_UNLOCK(&q->lock);
    if (call)
        TW_DQ_SIGNAL(&q->queue);
    return got;
}

TW__INLINE void tw__dq_close(struct tw_dq *q) {
    TW_DQ_LOCK(&q->lock);
    q->closed = true;
    TW_DQ_UNLOCK(&q->lock);
    TW_DQ_SIGNAL(&q->lead);
    TW_DQ_BROADCAST(&q->queue);
}

/* Makes one chain of the structure's and of the nodes of the due list. A node may be gone when its call returns. */
TW__FOLD size_t tw__dq_drain(struct tw_dq *q, void *in, const struct tw_ops *ops, tw_fn *fn) {
    struct tw_node *chain, *n;
    size_t count = 0;
    tw_tick now;

    TW_DQ_LOCK(&q->lock);
    now = q->clock.now;
    chain = ops->drain(in);
    q->clock.until = q->clock.due;
    while ((n = tw__due_take(&q->clock)) != NULL) {
        n->u.list.next = chain;
        chain = n;
    }
    tw__idle_all(chain);
    TW_DQ_UNLOCK(&q->lock);
    for (; (n = chain) != NULL; count++) {
        chain = n->u.list.next;
        if (fn)
            fn(n, now);
    }
    return count;
}

/* The node that tw__timers_step() would give next, if the clock was far enough. Of a tick, each() meets that first. */
TW__FOLD struct tw_node *tw__dq_peek(struct tw_dq *q, void *in, const struct tw_ops *ops) {
    const struct tw_clock *c = &q->clock;
    struct tw_node *n;
    tw_tick due = 0;

    TW_DQ_LOCK(&q->lock);
    n = tw__list_first(c->due);
    if (ops->next(in, &due) && (!n || due <= (c->until ? c->limit : c->now)))
        for (n = ops->each(in, NULL); n->due != due;)
            n = ops->each(in, n);
    TW_DQ_UNLOCK(&q->lock);
    return n;
}

TW__FOLD const char *tw__dq_check(struct tw_dq *q, const void *in, const struct tw_ops *ops) {
    const char *const broken = tw__timers_check(&tw__dq_enter(q)->clock, in, ops);

    TW_DQ_UNLOCK(&q->lock);
    return broken;
}

/* -------------------------------------------------------------------------------------------------WRAPPERS */

/* The verbs of `struct name`, one line each: `in` is its structure, `ops` its table. */
#define TW__DELAYQUEUE_VERBS(name, in, ops)                                                                   \
    TW__INLINE tw_tick name##_now(const struct name *q) { return (void)q, TW_DQ_CLOCK(); }                    \
    TW__INLINE bool name##_put_earliest(struct name *q, struct tw_node *n, tw_tick due, bool *earliest) {     \
        return tw__dq_put(&q->dq, in, ops, n, due, false, earliest);                                          \
    }                                                                                                         \
    TW__INLINE bool name##_put(struct name *q, struct tw_node *n, tw_tick due) {                              \
        return TW__VIA(name##_put_earliest(q, n, due, NULL));                                                 \
    }                                                                                                         \
    TW__INLINE bool name##_put_in(struct name *q, struct tw_node *n, tw_tick delay) {                         \
        tw_tick due = TW_DQ_CLOCK();                                                                          \
        return tw__later(&due, delay) && TW__VIA(name##_put(q, n, due));                                      \
    }                                                                                                         \
    TW__INLINE bool name##_move_earliest(struct name *q, struct tw_node *n, tw_tick due, bool *earliest) {    \
        return tw__dq_put(&q->dq, in, ops, n, due, true, earliest);                                           \
    }                                                                                                         \
    TW__INLINE bool name##_move(struct name *q, struct tw_node *n, tw_tick due) {                             \
        return TW__VIA(name##_move_earliest(q, n, due, NULL));                                                \
    }                                                                                                         \
    TW__INLINE bool name##_cancel(struct name *q, struct tw_node *n) {                                        \
        void *s = in;                                                                                         \
        return tw__dq_leave(&q->dq, tw__timers_cancel(&tw__dq_enter(&q->dq)->clock, s, ops, n)) != 0;         \
    }                                                                                                         \
    TW__INLINE size_t name##_take_batch(struct name *q, struct tw_node **out, size_t max, tw_tick deadline) { \
        return tw__dq_take(&q->dq, in, ops, out, max, deadline);                                              \
    }                                                                                                         \
    TW__INLINE struct tw_node *name##_take(struct name *q, tw_tick deadline) {                                \
        struct tw_node *n = NULL;                                                                             \
        return (void)tw__dq_take(&q->dq, in, ops, &n, 1, deadline), n;                                        \
    }                                                                                                         \
    TW__INLINE struct tw_node *name##_try_take(struct name *q) { return TW__VIA(name##_take(q, 0)); }         \
    TW__INLINE void name##_close(struct name *q) { TW__DEBUG((void)in;) tw__dq_close(&q->dq); }               \
    TW__INLINE bool name##_closed(struct name *q) {                                                           \
        TW__DEBUG((void)in;) return tw__dq_leave(&q->dq, tw__dq_enter(&q->dq)->closed) != 0;                  \
    }                                                                                                         \
    TW__INLINE size_t name##_drain(struct name *q, tw_fn *fn) { return tw__dq_drain(&q->dq, in, ops, fn); }   \
    TW__INLINE size_t name##_count(struct name *q) {                                                          \
        void *s = in;                                                                                         \
        return tw__dq_leave(&q->dq, tw__timers_count(&tw__dq_enter(&q->dq)->clock, s, ops));                  \
    }                                                                                                         \
    TW__INLINE bool name##_next(struct name *q, tw_tick *due) {                                               \
        void *s = in;                                                                                         \
        return tw__dq_leave(&q->dq, tw__timers_next(&tw__dq_enter(&q->dq)->clock, s, ops, due)) != 0;         \
    }                                                                                                         \
    TW__INLINE struct tw_node *name##_peek(struct name *q) { return tw__dq_peek(&q->dq, in, ops); }           \
    TW__INLINE bool name##_destroy(struct name *q) { TW__DEBUG((void)in;) return tw__dq_destroy(&q->dq); }    \
    TW__CHECKED(TW__INLINE const char *name##_check(struct name *q) { return tw__dq_check(&q->dq, in, ops); })

/* A queue beside its lock. A second macro, so that `of` may be a macro itself. capacity() is the number of nodes that
   it has room for; (size_t)-1 if there is no bound. bytes() is the size of the array for n nodes. */
#define TW_DELAYQUEUE_OF(name, of) TW__DELAYQUEUE_OF(name, of)
#define TW__DELAYQUEUE_OF(name, of)                                                                                  \
    TW__FOLD const struct tw_ops *name##__ops(void) { return &tw_##of##_ops; }                                       \
    struct name {                                                                                                    \
        struct tw_dq dq;                                                                                             \
        struct tw_##of in;                                                                                           \
    };                                                                                                               \
    TW__DEBUG(TW__KIND(name, TW__HERE, of, TW__KIND_LOCKED, s != NULL))                                              \
    TW__INLINE bool name##_init(struct name *q, tw_##of##_array *array, size_t n) {                                  \
        TW__DEBUG(tw__debug_init(q, &name##__kind, n);) return tw__dq_init(&q->dq, &q->in, name##__ops(), array, n); \
    }                                                                                                                \
    TW__INLINE size_t name##_capacity(const struct name *q) {                                                        \
        return name##__ops()->capacity(TW__SEEN(name, q, &q->in));                                                   \
    }                                                                                                                \
    TW__INLINE size_t name##_bytes(size_t n) { return name##__ops()->bytes(n); }                                     \
    TW__DELAYQUEUE_VERBS(name, TW__SEEN(name, q, &q->in), name##__ops())

TW__END_C

#endif /* TW_DELAYQUEUE_H */

#endif /* TW_WITH_DELAYQUEUE */

#if defined(TW_WITH_POST)

/* post.h - arms, moves and cancels timers from other threads, signal handlers and interrupts.

   WHAT IT IS
       A timer set belongs to one thread, its owner, and holds no lock. When somebody else wants a timer armed, another
       thread, a signal handler, an interrupt, he drops a card into the owner's inbox, and the owner reads the cards
       before it lets timers fire. The card is a post: a node with a link and the wanted tick beside it. Sending is two
       atomic steps and never waits. Nothing is allocated, and nothing can be full: the post is its own place in the
       inbox, and one that is sent again before it was drained is one post with the last request.

   PICK IT
       to arm timers of an event loop from other threads; to start a timeout in an interrupt or a signal handler.
   PICK ANOTHER
       if the owner itself arms: a plain node and timers_add() cost less. To hand timed work to several threads:
       delayqueue.h. To know at once whether a cancel came in time: that takes a lock (delayqueue.h), or the owner.

   DO THIS
       1  Put a post into your object:      struct conn { int fd; struct tw_post idle; };
       2  Make the set, and its drain:      TW_TIMERS_OF(timers, hwheel)   TW_POSTS_OF(timers)
       3  One inbox a set:                  struct tw_posts inbox;   (all zero)
       4  Send, from anywhere:              if (tw_post_arm(&inbox, &c->idle, due)) wake_the_owner();
       5  In the owner, once awake:         take the call away, then
                                            timers_drain(&t, &inbox, NULL);   timers_advance(&t, now);
       wake_the_owner() writes to an eventfd that the owner polls, or sets a flag under a condition's lock. The owner
       reads the eventfd, or clears the flag, BEFORE it drains: a post that comes later finds the inbox empty and calls
       anew. An interrupt has woken the owner already; one that sleeps by an instruction looks before, with interrupts
       masked: if (!tw_posts_any(&inbox)) wait_for_interrupt(). Whole programs stand in
       examples/threads: loops.c and timer_thread_posts.c.

   ARGUMENTS
       struct tw_posts *q       the inbox of the set
       struct tw_post *p        the post, in an object of yours; not NULL
       tw_tick due              the deadline: a tick of the set, see timers.h
       tw_post_fn *refused      is called with each post that the set refuses, and with its tick

   COST
       Send: one exchange, and, if the post was idle, one compare-and-swap, again while other senders come between.
       Drain: O(posts), each an exchange and what the structure says of add or cancel. Where interrupts are masked, each
       of these steps masks them for 3 to 5 instructions on a Cortex-M, 4 to 8 on RV32 (both gcc 12, -Os), and on an AVR
       for at most 17 cycles with 16-bit ticks and 33 with 32-bit ones (gcc 5.4, -Os); tests in tests/firmware count
       them. A post is 56 bytes on a 64-bit machine, 32 on a 32-bit one with 32-bit ticks, 16 on AVR with 16-bit ones;
       an inbox, a pointer.

   GUARANTEES (tried on every interleaving of small programs: tests/threads/post_test.c)
       - A request is applied by the next drain that begins after the call returned, unless another one for the same
         post has replaced it. Nothing is applied twice. (A request for a post that another context is just sending
         travels with that one: it is applied by the next drain that begins after both calls returned.)
       - Posts are drained in arrival order. A post that was sent again keeps the place of its first request.
       - A sender that finds the inbox empty gets true: wake the owner. The others get false: somebody else was told.
       - Drain ends: it takes what was there when it began.
       - Several contexts may send one post, also one that interrupts another within a send: the last exchange counts.
       - A node is touched by its owner only. What the sender wrote before it sent, the owner sees when it has drained.
         What the owner wrote before it drained, a sender sees that finds the inbox empty afterwards.

   OWNERSHIP
       The node inside belongs to the owner, who may add and cancel it directly. A post goes to one inbox until it was
       drained. Before the object is freed: see to it that nobody sends it any more, drain, cancel, free.
       The inbox, and what wakes the owner, outlive every sender: one that was told true may call after the drain.
       A cancel is a request like another: until the owner has drained it, the timer may fire. Where an answer is
       wanted, arm for tick 0 instead: the timer fires once more, and its due says which request that was.

   WHAT GOES WRONG, AND THE ANSWER
       NULL for a post or an inbox              TW_ASSERT
       the set refuses (full, too far)          the post is idle by then; your function gets it, or TW_ASSERT if NULL
       a due that has passed                    due at once, as in timers.h
       one of the last three 64-bit ticks       counts as the very last

   HOW THE WANTED TICK TRAVELS
       As one word, with the request in it: 0 nothing, 1 cancel, above: arm for the tick that is less by 2. It is only
       ever exchanged as a whole, so that no half of a tick is seen with the other half of another, nor an old tick
       with a new kind of request. The word is wider than the tick, 32 bits for 16 and 64 for 32; for 64 it has 64, and
       the last three ticks are one. So a 32-bit processor needs 64-bit atomics for 32-bit ticks: x86 and ARMv7-A have
       them. Cortex-M, AVR and RV32 have not, and mask interrupts for the few instructions of the exchange; Cortex-M3
       and above need no mask with 16-bit ticks.

   OPTIONS (the same in every file of a program)
       TW_POST_MASK()           if you define it, no atomics are used: masks interrupts (or takes a lock, on several
                                cores) and gives what there was before, an unsigned
       TW_POST_UNMASK(was)      sets that again. Both must keep the compiler from moving memory accesses over them.
         On a Cortex-M:
           static inline unsigned mask(void) {
               unsigned was;
               __asm volatile("mrs %0, primask\n cpsid i" : "=r"(was)::"memory");
               return was;
           }
           static inline void unmask(unsigned was) {
               __asm volatile("msr primask, %0" ::"r"(was) : "memory");
           }
         On an AVR, where 0x3f is SREG:
           static inline unsigned mask(void) {
               unsigned char was;
               __asm volatile("in %0, 0x3f\n cli" : "=r"(was)::"memory");
               return was;
           }
           static inline void unmask(unsigned was) {
               __asm volatile("out 0x3f, %0" ::"r"((unsigned char)was) : "memory");
           }
         On RISC-V in machine mode:
           static inline unsigned mask(void) {
               unsigned was;
               __asm volatile("csrrci %0, mstatus, 8" : "=r"(was)::"memory");
               return was & 8;
           }
           static inline void unmask(unsigned was) {
               __asm volatile("csrs mstatus, %0" ::"r"(was) : "memory");
           }
       TW_POST_C11              <stdatomic.h> instead of the compiler's builtins, as with compilers that have none

   SOURCE
       R. K. Treiber, Systems Programming: Coping with Parallelism, IBM RJ 5118, 1986: the stack; that its reader takes
       all of it at once keeps it free of the ABA problem. Reversed for order as in the Linux kernel's llist.h. */
#ifndef TW_POST_H
#define TW_POST_H

TW__BEGIN_C

/* -------------------------------------------------------------------------------------------------- ATOMICS

   What there is to exchange: the wanted word of a post, and the head of an inbox.

       swap_wanted, swap_head    store a value and give the one there was
       push_head                 stores p if the head is still `*next`; else gives the head there is in `*next`
       peek_head                 gives the head

   Those that store release what was written before and acquire what others have released. */

/* A word that holds a request and its tick. */
#if TW_TICK_BITS == 16
typedef uint32_t tw_post_word;
#else
typedef uint64_t tw_post_word;
#endif

struct tw_post;

#if defined(TW_POST_MASK)
typedef tw_post_word tw_post_wanted;
typedef struct tw_post *tw_post_head;

TW__INLINE tw_post_word tw__post_swap_wanted(tw_post_wanted *at, tw_post_word value) {
    const unsigned was = TW_POST_MASK();
    const tw_post_word old = *at;

    *at = value;
    TW_POST_UNMASK(was);
    return old;
}

TW__INLINE struct tw_post *tw__post_swap_head(tw_post_head *at, struct tw_post *p) {
    const unsigned was = TW_POST_MASK();
    struct tw_post *const old = *at;

    *at = p;
    TW_POST_UNMASK(was);
    return old;
}

TW__INLINE bool tw__post_push_head(tw_post_head *at, struct tw_post **next, struct tw_post *p) {
    const unsigned was = TW_POST_MASK();
    struct tw_post *const old = *at;
    const bool same = old == *next;

    if (same)
        *at = p;
    TW_POST_UNMASK(was);
    *next = old;
    return same;
}

TW__INLINE struct tw_post *tw__post_peek_head(const tw_post_head *at) { return *(struct tw_post *const volatile *)at; }

#elif TW__GNU && !defined(TW_POST_C11)
#if !defined(__GCC_HAVE_SYNC_COMPARE_AND_SWAP_8) && !(TW_TICK_BITS == 16 && defined(__GCC_HAVE_SYNC_COMPARE_AND_SWAP_4))
#error "post.h: this processor cannot exchange so wide a word: define TW_POST_MASK() and TW_POST_UNMASK(was)"
#endif
typedef tw_post_word tw_post_wanted TW__ATTRIBUTE(aligned(sizeof(tw_post_word)));
typedef struct tw_post *tw_post_head;

TW__INLINE tw_post_word tw__post_swap_wanted(tw_post_wanted *at, tw_post_word value) {
    return __atomic_exchange_n(at, value, __ATOMIC_ACQ_REL);
}

TW__INLINE struct tw_post *tw__post_swap_head(tw_post_head *at, struct tw_post *p) {
    return __atomic_exchange_n(at, p, __ATOMIC_ACQ_REL);
}

TW__INLINE bool tw__post_push_head(tw_post_head *at, struct tw_post **next, struct tw_post *p) {
    return __atomic_compare_exchange_n(at, next, p, true, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED);
}

TW__INLINE struct tw_post *tw__post_peek_head(const tw_post_head *at) { return __atomic_load_n(at, __ATOMIC_RELAXED); }

#elif defined(__STDC_VERSION__) && __STDC_VERSION__ >= 201112L && !defined(__STDC_NO_ATOMICS__)
#include <stdatomic.h>
#if ATOMIC_LLONG_LOCK_FREE != 2 && !(TW_TICK_BITS == 16 && ATOMIC_INT_LOCK_FREE == 2)
#error "post.h: this processor cannot exchange so wide a word: define TW_POST_MASK() and TW_POST_UNMASK(was)"
#endif
typedef _Atomic(tw_post_word) tw_post_wanted;
typedef _Atomic(struct tw_post *) tw_post_head;

TW__INLINE tw_post_word tw__post_swap_wanted(tw_post_wanted *at, tw_post_word value) {
    return atomic_exchange_explicit(at, value, memory_order_acq_rel);
}

TW__INLINE struct tw_post *tw__post_swap_head(tw_post_head *at, struct tw_post *p) {
    return atomic_exchange_explicit(at, p, memory_order_acq_rel);
}

TW__INLINE bool tw__post_push_head(tw_post_head *at, struct tw_post **next, struct tw_post *p) {
    return atomic_compare_exchange_weak_explicit(at, next, p, memory_order_acq_rel, memory_order_relaxed);
}

TW__INLINE struct tw_post *tw__post_peek_head(const tw_post_head *at) {
    return atomic_load_explicit(at, memory_order_relaxed);
}

#else
#error "post.h: this compiler has no atomics: define TW_POST_MASK() and TW_POST_UNMASK(was)"
#endif

/* ---------------------------------------------------------------------------------------------------- TYPES */

/* A timer that others may arm, inside your object; you own the memory. All zero is valid and idle. */
struct tw_post {
    struct tw_node node;   /* the owner's */
    struct tw_post *next;  /* in the inbox: the post that was sent before */
    tw_post_wanted wanted; /* the last request, until it is drained; 0: none, and the post is in no inbox */
};

/* The posts for one set, the last one first. All zero is valid and empty. */
struct tw_posts {
    tw_post_head head;
};

enum { TW__POST_NONE = 0, TW__POST_CANCEL = 1, TW__POST_ARM = 2 };

/* What drain() calls with a post that the set refuses, and the tick for which it was to be armed. */
typedef void tw_post_fn(struct tw_post *p, tw_tick due);

/* ------------------------------------------------------------------------------------------------------ API */

/* An idle post whose timer will call fn, as an initialiser and as a call. */
/* clang-format off */
#define TW_POST(fn) {TW_NODE(fn), NULL, 0}
/* clang-format on */
TW__INLINE void tw_post_init(struct tw_post *p, tw_fn *fn);

/* The post around a node that fired. TW_OF(n, struct conn, idle.node) gives your object at once. */
#define TW_POST_OF(n) TW_OF(n, struct tw_post, node)

/* Asks the owner of q to arm p for tick due, or to move it there. From any context. True: wake the owner. */
TW__INLINE bool tw_post_arm(struct tw_posts *q, struct tw_post *p, tw_tick due);

/* Asks the owner of q to cancel p, if it is armed by then. From any context. True: wake the owner. */
TW__INLINE bool tw_post_cancel(struct tw_posts *q, struct tw_post *p);

/* Is anything to be drained? From any context. A relaxed load, which orders nothing: the right answer on one core with
   interrupts masked, elsewhere a hint. An owner on another core that says when it sleeps wants a fence on either side:
   docs/threads.md. */
TW__INLINE bool tw_posts_any(const struct tw_posts *q);

/* TW_POSTS_OF(timers), behind TW_TIMERS_OF(timers, ...), gives one verb:
       size_t timers_drain(struct timers *t, struct tw_posts *q, tw_post_fn *refused)
   applies the posts of q to t, in arrival order; by t's owner only, also in callbacks. How many there were. An arm that
   t refuses goes to refused(p, due); NULL: TW_ASSERT. refused() may send p again, free p, arm and cancel in t, and
   drain. It must not free another post that was sent and is not drained yet; those that this drain still has to apply
   are not. tw_timers_drain() is there already, for sets over a structure chosen at run time. drain() uses a second
   function that the macro makes, timers_post_apply(). */

/* --------------------------------------------------------------------------------------------------- ENGINE

   A post is in one of three states, told by its wanted word:

       idle       wanted is 0; the post is in no list. The exchange that finds 0 owns the link from then on,
       on its way until its compare-and-swap has put it on the inbox; other senders exchange the word only,
       sent       and so it is until the owner, who has taken the whole list, exchanges the word for 0. */

TW__ONCE bool tw__post_send(struct tw_posts *q, struct tw_post *p, tw_post_word wanted) {
    struct tw_post *next;

    TW_ASSERT(q != NULL && p != NULL);
    if (tw__post_swap_wanted(&p->wanted, wanted) != TW__POST_NONE)
        return false;
    next = tw__post_peek_head(&q->head);
    do
        p->next = next;
    while (!tw__post_push_head(&q->head, &next, p));
    return next == NULL; /* p->next may be another sender's by now */
}

TW__INLINE bool tw_post_arm(struct tw_posts *q, struct tw_post *p, tw_tick due) {
    const tw_post_word wanted = due, last = (tw_post_word) ~(tw_post_word)TW__POST_ARM;

    return tw__post_send(q, p, (wanted < last ? wanted : last) + TW__POST_ARM);
}

TW__INLINE bool tw_post_cancel(struct tw_posts *q, struct tw_post *p) { return tw__post_send(q, p, TW__POST_CANCEL); }

TW__INLINE void tw_post_init(struct tw_post *p, tw_fn *fn) {
    TW_ASSERT(p != NULL);
    tw_node_init(&p->node, fn);
    p->next = NULL;
    (void)tw__post_swap_wanted(&p->wanted, TW__POST_NONE);
}

TW__INLINE bool tw_posts_any(const struct tw_posts *q) {
    TW_ASSERT(q != NULL);
    return tw__post_peek_head(&q->head) != NULL;
}

/* due NULL: cancels. False: refused. */
typedef bool tw__post_apply_fn(void *t, struct tw_node *n, const tw_tick *due);

TW__FOLD size_t tw__posts_drain(struct tw_posts *q, void *t, tw__post_apply_fn *apply, tw_post_fn *refused) {
    struct tw_post *p, *next, *first = NULL;
    size_t count = 0;

    TW_ASSERT(q != NULL);
    for (p = tw__post_swap_head(&q->head, NULL); p; p = next) {
        next = p->next;
        p->next = first;
        first = p;
    }
    for (p = first; p; p = next, count++) {
        tw_post_word wanted;
        tw_tick due;

        next = p->next; /* the link is a sender's as soon as the word is 0 */
        wanted = tw__post_swap_wanted(&p->wanted, TW__POST_NONE);
        due = (tw_post_word)(wanted + 1) != 0 ? (tw_tick)(wanted - TW__POST_ARM) : TW_TICK_MAX;
        if (!apply(t, &p->node, wanted == TW__POST_CANCEL ? NULL : &due)) {
            TW_ASSERT(refused != NULL);
            if (refused)
                refused(p, due);
        }
    }
    return count;
}

/* ------------------------------------------------------------------------------------------------- WRAPPER */

#define TW_POSTS_OF(name)                                                                     \
    TW__INLINE bool name##_post_apply(void *t, struct tw_node *n, const tw_tick *due) {       \
        TW__DEBUG(tw__debug_via(#name "_drain");)                                             \
        return due ? name##_add(TW__CAST(struct name *, t), n, *due)                          \
                   : (name##_cancel(TW__CAST(struct name *, t), n), true);                    \
    }                                                                                         \
    TW__INLINE size_t name##_drain(struct name *t, struct tw_posts *q, tw_post_fn *refused) { \
        return tw__posts_drain(q, t, name##_post_apply, refused);                             \
    }

TW_POSTS_OF(tw_timers)

TW__END_C

#endif /* TW_POST_H */

#endif /* TW_WITH_POST */

/* timers.h, implementation */

#if (defined(TW_IMPLEMENTATION) || defined(TW_TIMERS_IMPLEMENTATION)) && !defined(TW__TIMERS_IMPLEMENTED)
#define TW__TIMERS_IMPLEMENTED

TW__BEGIN_C

TW__DEBUG(TW__KIND(tw_timers, "tw_timers", runtime, 0, TW__CONST_IN(tw_timers, s)->clock.due != NULL))

TW__API void tw_timers_init(struct tw_timers *t, tw_tick now, const struct tw_ops *ops, void *in, void *array,
                            size_t n) {
    TW__DEBUG(tw__debug_init(t, &tw_timers__kind, n);)
    tw__clock_init(&t->clock, now);
    t->ops = ops;
    t->in = in;
    ops->init(in, now, array, n);
}

TW__API size_t tw_timers_capacity(const struct tw_timers *t) { return t->ops->capacity(TW__SEEN(tw_timers, t, t->in)); }
TW__API bool tw_timers_storage(struct tw_timers *t, void *array, size_t n) {
    const bool stored = t->ops->storage(TW__SEEN(tw_timers, t, t->in), array, n);

    TW__DEBUG(tw__debug_stored(t, n, stored);)
    return stored;
}

TW__API bool tw_timers_add(struct tw_timers *t, struct tw_node *n, tw_tick due) {
    return tw__timers_add(&t->clock, TW__SEEN(tw_timers, t, t->in), t->ops, n, due);
}

TW__API bool tw_timers_add_if_earlier(struct tw_timers *t, struct tw_node *n, tw_tick due) {
    return tw__early_enough(TW__GIVEN(n, t, TW__SEEN(tw_timers, t, t->in)), due) || TW__VIA(tw_timers_add(t, n, due));
}

TW__API bool tw_timers_add_in(struct tw_timers *t, struct tw_node *n, tw_tick now, tw_tick delay) {
    if (!tw__later(&now, delay))
        return tw__timers_beyond(&t->clock, TW__SEEN(tw_timers, t, t->in), n, now);
    return TW__VIA(tw_timers_add(t, n, now));
}

TW__API bool tw_timers_cancel(struct tw_timers *t, struct tw_node *n) {
    return tw__timers_cancel(&t->clock, TW__SEEN(tw_timers, t, t->in), t->ops, n);
}

TW__API bool tw_timers_next(struct tw_timers *t, tw_tick *due) {
    return tw__timers_next(&t->clock, TW__SEEN(tw_timers, t, t->in), t->ops, due);
}

TW__API bool tw_timers_any_due(struct tw_timers *t) {
    tw_tick due = 0;

    return TW__VIA(tw_timers_next(t, &due)) && due == t->clock.now;
}

TW__REST size_t tw__timers_fire(struct tw_timers *t, void *in, tw_tick now, size_t max) {
    return tw__timers_advance(&t->clock, in, t->ops, now, max);
}

TW__API size_t tw_timers_advance_some(struct tw_timers *t, tw_tick now, size_t max) {
    void *in = TW__SEEN(tw_timers, t, t->in);

    return tw__timers_quiet(&t->clock, in, t->ops, now) ? 0 : tw__timers_fire(t, in, now, max);
}

TW__API size_t tw_timers_advance(struct tw_timers *t, tw_tick now) {
    return TW__VIA(tw_timers_advance_some(t, now, TW__ALL));
}

TW__REST struct tw_node *tw__timers_hand_out(struct tw_timers *t, void *in, tw_tick now) {
    return tw__timers_expire(&t->clock, in, t->ops, now);
}

TW__API struct tw_node *tw_timers_expire(struct tw_timers *t, tw_tick now) {
    void *in = TW__SEEN(tw_timers, t, t->in);

    return tw__timers_quiet(&t->clock, in, t->ops, now) ? NULL : tw__timers_hand_out(t, in, now);
}

TW__API int tw_timers_wait_ms(struct tw_timers *t, tw_tick now, tw_tick ticks_per_ms) {
    tw_tick due = now;

    return TW__VIA(tw_timers_next(t, &due)) ? tw__wait_ms(due, now, ticks_per_ms) : -1;
}

TW__API tw_tick tw_timers_now(const struct tw_timers *t) {
    TW__DEBUG((void)TW__SEEN(tw_timers, t, t->in);)
    return t->clock.now;
}

TW__API tw_tick tw_timers_remaining(const struct tw_timers *t, const struct tw_node *n) {
    return tw__timers_remaining(&t->clock, TW__GIVEN(n, t, TW__SEEN(tw_timers, t, t->in)));
}

TW__API bool tw_timers_pending(const struct tw_timers *t, const struct tw_node *n) {
    return !tw_idle(TW__GIVEN(n, t, TW__SEEN(tw_timers, t, t->in)));
}

TW__API size_t tw_timers_count(const struct tw_timers *t) {
    return tw__timers_count(&t->clock, TW__SEEN(tw_timers, t, t->in), t->ops);
}

TW__API struct tw_node *tw_timers_each(const struct tw_timers *t, const struct tw_node *n) {
    return tw__timers_each(&t->clock, TW__SEEN(tw_timers, t, t->in), t->ops, n);
}

TW__API void tw_timers_clear_with(struct tw_timers *t, tw_fn *fn) {
    tw__timers_clear(&t->clock, TW__SEEN(tw_timers, t, t->in), t->ops, fn);
}

TW__API void tw_timers_clear(struct tw_timers *t) { TW__VIA(tw_timers_clear_with(t, NULL)); }

#if TW_CHECK
TW__API const char *tw_timers_check(const struct tw_timers *t) {
    return tw__timers_check(&t->clock, TW__SEEN(tw_timers, t, t->in), t->ops);
}
#endif

TW__END_C

#endif

/* heap4.h, implementation */

#if (defined(TW_IMPLEMENTATION) || defined(TW_HEAP4_IMPLEMENTATION)) && !defined(TW__HEAP4_IMPLEMENTED)
#define TW__HEAP4_IMPLEMENTED

TW__BEGIN_C

TW__DEBUG(TW__KIND(tw_heap4, "heap4", heap4, 0, tw__heap4_count(TW__CONST_IN(tw_heap4, s)) != 0))

TW__API void tw_heap4_init(struct tw_heap4 *h, tw_tick now, struct tw_heap4_cell *array, size_t n) {
    TW__DEBUG(tw__debug_init(h, &tw_heap4__kind, n);)
    tw__heap4_init(h, now, array, n);
}

TW__API bool tw_heap4_add(struct tw_heap4 *h, struct tw_node *n, tw_tick due) {
    return tw__add(TW__SEEN(tw_heap4, h, h), &tw_heap4_ops, n, due);
}

TW__API bool tw_heap4_cancel(struct tw_heap4 *h, struct tw_node *n) {
    return tw__cancel(TW__SEEN(tw_heap4, h, h), &tw_heap4_ops, n);
}

TW__API bool tw_heap4_update(struct tw_heap4 *h, struct tw_node *n) {
    TW__DEBUG(if (tw__waits(n)) tw__debug_keyed(n, n->due);)
    return tw__waits(n) && TW__VIA(tw_heap4_add(h, n, n->due));
}

TW__API bool tw_heap4_next(struct tw_heap4 *h, tw_tick *due) { return tw__heap4_next(TW__SEEN(tw_heap4, h, h), due); }

TW__API struct tw_node *tw_heap4_peek(const struct tw_heap4 *h) { return tw__heap4_peek(TW__SEEN(tw_heap4, h, h)); }

TW__API struct tw_node *tw_heap4_pop(struct tw_heap4 *h) { return tw__pop(TW__SEEN(tw_heap4, h, h), &tw_heap4_ops); }

TW__API struct tw_node *tw_heap4_take(struct tw_heap4 *h, tw_tick now) {
    return tw__take(TW__SEEN(tw_heap4, h, h), &tw_heap4_ops, now);
}

TW__API struct tw_node *tw_heap4_each(const struct tw_heap4 *h, const struct tw_node *n) {
    return tw__heap4_each(TW__SEEN(tw_heap4, h, h), n);
}

TW__API size_t tw_heap4_count(const struct tw_heap4 *h) { return tw__heap4_count(TW__SEEN(tw_heap4, h, h)); }

TW__API void tw_heap4_clear(struct tw_heap4 *h) { tw__clear(TW__SEEN(tw_heap4, h, h), &tw_heap4_ops); }

#if TW_CHECK
TW__API const char *tw_heap4_check(const struct tw_heap4 *h) { return tw_heap4_ops.check(TW__SEEN(tw_heap4, h, h)); }
#endif

TW__API bool tw_heap4_storage(struct tw_heap4 *h, struct tw_heap4_cell *array, size_t n) {
    const bool stored = tw__heap4_storage(TW__SEEN(tw_heap4, h, h), array, n);

    TW__DEBUG(tw__debug_stored(h, n, stored);)
    return stored;
}
TW__API size_t tw_heap4_capacity(const struct tw_heap4 *h) { return tw__heap4_capacity(TW__SEEN(tw_heap4, h, h)); }

TW__END_C

#endif

/* rbtree.h, implementation */

#if (defined(TW_IMPLEMENTATION) || defined(TW_RBTREE_IMPLEMENTATION)) && !defined(TW__RBTREE_IMPLEMENTED)
#define TW__RBTREE_IMPLEMENTED

TW__BEGIN_C

TW__DEBUG(TW__KIND(tw_rbtree, "rbtree", rbtree, 0, tw__rbtree_count(TW__CONST_IN(tw_rbtree, s)) != 0))

TW__API void tw_rbtree_init(struct tw_rbtree *t, tw_tick now, tw_rbtree_array *array, size_t n) {
    TW__DEBUG(tw__debug_init(t, &tw_rbtree__kind, n);)
    tw__rbtree_init(t, now, array, n);
}

TW__API bool tw_rbtree_add(struct tw_rbtree *t, struct tw_node *n, tw_tick due) {
    return tw__add(TW__SEEN(tw_rbtree, t, t), &tw_rbtree_ops, n, due);
}

TW__API bool tw_rbtree_cancel(struct tw_rbtree *t, struct tw_node *n) {
    return tw__cancel(TW__SEEN(tw_rbtree, t, t), &tw_rbtree_ops, n);
}

TW__API bool tw_rbtree_update(struct tw_rbtree *t, struct tw_node *n) {
    if (!tw__waits(n))
        return false;
    TW__DEBUG(tw__debug_keyed(n, n->due);)
    return TW__VIA(tw_rbtree_add(t, n, n->due));
}

TW__API bool tw_rbtree_next(struct tw_rbtree *t, tw_tick *due) {
    return tw__rbtree_next(TW__SEEN(tw_rbtree, t, t), due);
}

TW__API struct tw_node *tw_rbtree_peek(const struct tw_rbtree *t) { return tw__rbtree_peek(TW__SEEN(tw_rbtree, t, t)); }

TW__API struct tw_node *tw_rbtree_first(const struct tw_rbtree *t) {
    return tw__rbtree_peek(TW__SEEN(tw_rbtree, t, t));
}

TW__API struct tw_node *tw_rbtree_pop(struct tw_rbtree *t) {
    return tw__pop(TW__SEEN(tw_rbtree, t, t), &tw_rbtree_ops);
}

TW__API struct tw_node *tw_rbtree_take(struct tw_rbtree *t, tw_tick now) {
    return tw__take(TW__SEEN(tw_rbtree, t, t), &tw_rbtree_ops, now);
}

TW__API struct tw_node *tw_rbtree_last(const struct tw_rbtree *t) {
    return tw__rbtree_before(TW__SEEN(tw_rbtree, t, t), NULL);
}

TW__API struct tw_node *tw_rbtree_after(const struct tw_rbtree *t, const struct tw_node *n) {
    return tw__rbtree_each(TW__SEEN(tw_rbtree, t, t), n);
}

TW__API struct tw_node *tw_rbtree_each(const struct tw_rbtree *t, const struct tw_node *n) {
    return tw__rbtree_each(TW__SEEN(tw_rbtree, t, t), n);
}

TW__API struct tw_node *tw_rbtree_before(const struct tw_rbtree *t, const struct tw_node *n) {
    return tw__rbtree_before(TW__SEEN(tw_rbtree, t, t), n);
}

TW__API size_t tw_rbtree_count(const struct tw_rbtree *t) { return tw__rbtree_count(TW__SEEN(tw_rbtree, t, t)); }

TW__API void tw_rbtree_clear(struct tw_rbtree *t) { tw__clear(TW__SEEN(tw_rbtree, t, t), &tw_rbtree_ops); }

#if TW_CHECK
TW__API const char *tw_rbtree_check(const struct tw_rbtree *t) {
    return tw_rbtree_ops.check(TW__SEEN(tw_rbtree, t, t));
}
#endif

TW__API struct tw_node *tw_rbtree_lower_bound(const struct tw_rbtree *t, tw_tick due) {
    struct tw_node key;

    key.due = due;
    return tw__rbtree_lower_bound(t, &key, tw__rbtree_by_due);
}

TW__END_C

#endif

/* sortedlist.h, implementation */

#if (defined(TW_IMPLEMENTATION) || defined(TW_SORTEDLIST_IMPLEMENTATION)) && !defined(TW__SORTEDLIST_IMPLEMENTED)
#define TW__SORTEDLIST_IMPLEMENTED

TW__BEGIN_C

TW__DEBUG(TW__KIND(tw_sortedlist, "sortedlist", sortedlist, 0,
                   tw__sortedlist_count(TW__CONST_IN(tw_sortedlist, s)) != 0))

TW__API void tw_sortedlist_init(struct tw_sortedlist *s, tw_tick now, tw_sortedlist_array *array, size_t n) {
    TW__DEBUG(tw__debug_init(s, &tw_sortedlist__kind, n);)
    tw__sortedlist_init(s, now, array, n);
}

TW__API bool tw_sortedlist_add(struct tw_sortedlist *s, struct tw_node *n, tw_tick due) {
    return tw__add(TW__SEEN(tw_sortedlist, s, s), &tw_sortedlist_ops, n, due);
}

TW__API bool tw_sortedlist_cancel(struct tw_sortedlist *s, struct tw_node *n) {
    return tw__cancel(TW__SEEN(tw_sortedlist, s, s), &tw_sortedlist_ops, n);
}

TW__API bool tw_sortedlist_update(struct tw_sortedlist *s, struct tw_node *n) {
    if (!tw__waits(n))
        return false;
    TW__DEBUG(tw__debug_keyed(n, n->due);)
    return TW__VIA(tw_sortedlist_add(s, n, n->due));
}

TW__API bool tw_sortedlist_next(struct tw_sortedlist *s, tw_tick *due) {
    return tw__sortedlist_next(TW__SEEN(tw_sortedlist, s, s), due);
}

TW__API struct tw_node *tw_sortedlist_peek(const struct tw_sortedlist *s) {
    return tw__sortedlist_peek(TW__SEEN(tw_sortedlist, s, s));
}

TW__API struct tw_node *tw_sortedlist_first(const struct tw_sortedlist *s) {
    return tw__sortedlist_peek(TW__SEEN(tw_sortedlist, s, s));
}

TW__API struct tw_node *tw_sortedlist_pop(struct tw_sortedlist *s) {
    return tw__pop(TW__SEEN(tw_sortedlist, s, s), &tw_sortedlist_ops);
}

TW__API struct tw_node *tw_sortedlist_take(struct tw_sortedlist *s, tw_tick now) {
    return tw__take(TW__SEEN(tw_sortedlist, s, s), &tw_sortedlist_ops, now);
}

TW__API struct tw_node *tw_sortedlist_last(const struct tw_sortedlist *s) {
    return tw__sortedlist_before(TW__SEEN(tw_sortedlist, s, s), NULL);
}

TW__API struct tw_node *tw_sortedlist_after(const struct tw_sortedlist *s, const struct tw_node *n) {
    return tw__sortedlist_each(TW__SEEN(tw_sortedlist, s, s), n);
}

TW__API struct tw_node *tw_sortedlist_each(const struct tw_sortedlist *s, const struct tw_node *n) {
    return tw__sortedlist_each(TW__SEEN(tw_sortedlist, s, s), n);
}

TW__API struct tw_node *tw_sortedlist_before(const struct tw_sortedlist *s, const struct tw_node *n) {
    return tw__sortedlist_before(TW__SEEN(tw_sortedlist, s, s), n);
}

TW__API size_t tw_sortedlist_count(const struct tw_sortedlist *s) {
    return tw__sortedlist_count(TW__SEEN(tw_sortedlist, s, s));
}

TW__API void tw_sortedlist_clear(struct tw_sortedlist *s) {
    tw__clear(TW__SEEN(tw_sortedlist, s, s), &tw_sortedlist_ops);
}

#if TW_CHECK
TW__API const char *tw_sortedlist_check(const struct tw_sortedlist *s) {
    return tw_sortedlist_ops.check(TW__SEEN(tw_sortedlist, s, s));
}
#endif

TW__END_C

#endif

/* skiplist.h, implementation */

#if (defined(TW_IMPLEMENTATION) || defined(TW_SKIPLIST_IMPLEMENTATION)) && !defined(TW__SKIPLIST_IMPLEMENTED)
#define TW__SKIPLIST_IMPLEMENTED

TW__BEGIN_C

TW__DEBUG(TW__KIND(tw_skiplist, "skiplist", skiplist, 0, tw__skiplist_count(TW__CONST_IN(tw_skiplist, s)) != 0))

TW__API void tw_skiplist_init(struct tw_skiplist *s, tw_tick now, struct tw_skiplist_level *array, size_t n) {
    TW__DEBUG(tw__debug_init(s, &tw_skiplist__kind, n);)
    tw__skiplist_init(s, now, array, n);
}

TW__API bool tw_skiplist_add(struct tw_skiplist *s, struct tw_node *n, tw_tick due) {
    return tw__add(TW__SEEN(tw_skiplist, s, s), &tw_skiplist_ops, n, due);
}

TW__API bool tw_skiplist_cancel(struct tw_skiplist *s, struct tw_node *n) {
    return tw__cancel(TW__SEEN(tw_skiplist, s, s), &tw_skiplist_ops, n);
}

TW__API bool tw_skiplist_update(struct tw_skiplist *s, struct tw_node *n) {
    if (!tw__waits(n))
        return false;
    TW__DEBUG(tw__debug_keyed(n, n->due);)
    return TW__VIA(tw_skiplist_add(s, n, n->due));
}

TW__API bool tw_skiplist_next(struct tw_skiplist *s, tw_tick *due) {
    return tw__skiplist_next(TW__SEEN(tw_skiplist, s, s), due);
}

TW__API struct tw_node *tw_skiplist_peek(const struct tw_skiplist *s) {
    return tw__skiplist_peek(TW__SEEN(tw_skiplist, s, s));
}

TW__API struct tw_node *tw_skiplist_first(const struct tw_skiplist *s) {
    return tw__skiplist_peek(TW__SEEN(tw_skiplist, s, s));
}

TW__API struct tw_node *tw_skiplist_pop(struct tw_skiplist *s) {
    return tw__pop(TW__SEEN(tw_skiplist, s, s), &tw_skiplist_ops);
}

TW__API struct tw_node *tw_skiplist_take(struct tw_skiplist *s, tw_tick now) {
    return tw__take(TW__SEEN(tw_skiplist, s, s), &tw_skiplist_ops, now);
}

TW__API struct tw_node *tw_skiplist_last(const struct tw_skiplist *s) {
    return tw__skiplist_before(TW__SEEN(tw_skiplist, s, s), NULL);
}

TW__API struct tw_node *tw_skiplist_after(const struct tw_skiplist *s, const struct tw_node *n) {
    return tw__skiplist_each(TW__SEEN(tw_skiplist, s, s), n);
}

TW__API struct tw_node *tw_skiplist_each(const struct tw_skiplist *s, const struct tw_node *n) {
    return tw__skiplist_each(TW__SEEN(tw_skiplist, s, s), n);
}

TW__API struct tw_node *tw_skiplist_before(const struct tw_skiplist *s, const struct tw_node *n) {
    return tw__skiplist_before(TW__SEEN(tw_skiplist, s, s), n);
}

TW__API size_t tw_skiplist_count(const struct tw_skiplist *s) {
    return tw__skiplist_count(TW__SEEN(tw_skiplist, s, s));
}

TW__API void tw_skiplist_clear(struct tw_skiplist *s) { tw__clear(TW__SEEN(tw_skiplist, s, s), &tw_skiplist_ops); }

#if TW_CHECK
TW__API const char *tw_skiplist_check(const struct tw_skiplist *s) {
    return tw_skiplist_ops.check(TW__SEEN(tw_skiplist, s, s));
}
#endif

TW__API struct tw_node *tw_skiplist_lower_bound(const struct tw_skiplist *s, tw_tick due) {
    return tw__skiplist_lower_bound(s, due, s->base.last, tw__sortedlist_by_due); /* which reads due, not the node */
}

TW__END_C

#endif

/* wheel.h, implementation */

#if (defined(TW_IMPLEMENTATION) || defined(TW_WHEEL_IMPLEMENTATION)) && !defined(TW__WHEEL_IMPLEMENTED)
#define TW__WHEEL_IMPLEMENTED

TW__BEGIN_C

TW__DEBUG(TW__KIND(tw_wheel, "wheel", wheel, 0, tw__wheel_count(TW__CONST_IN(tw_wheel, s)) != 0))

TW__API void tw_wheel_init(struct tw_wheel *w, tw_tick now, tw_wheel_array *array, size_t n) {
    TW__DEBUG(tw__debug_init(w, &tw_wheel__kind, n);)
    tw__wheel_init(w, now, array, n);
}

TW__API bool tw_wheel_add(struct tw_wheel *w, struct tw_node *n, tw_tick due) {
    return tw__add(TW__SEEN(tw_wheel, w, w), &tw_wheel_ops, n, due);
}

TW__API bool tw_wheel_cancel(struct tw_wheel *w, struct tw_node *n) {
    return tw__cancel(TW__SEEN(tw_wheel, w, w), &tw_wheel_ops, n);
}

TW__API bool tw_wheel_next(struct tw_wheel *w, tw_tick *due) { return tw__wheel_next(TW__SEEN(tw_wheel, w, w), due); }

TW__API struct tw_node *tw_wheel_take(struct tw_wheel *w, tw_tick now) {
    return tw__take(TW__SEEN(tw_wheel, w, w), &tw_wheel_ops, now);
}

TW__API struct tw_node *tw_wheel_each(const struct tw_wheel *w, const struct tw_node *n) {
    return tw__wheel_each(TW__SEEN(tw_wheel, w, w), n);
}

TW__API size_t tw_wheel_count(const struct tw_wheel *w) { return tw__wheel_count(TW__SEEN(tw_wheel, w, w)); }

TW__API void tw_wheel_clear(struct tw_wheel *w) { tw__clear(TW__SEEN(tw_wheel, w, w), &tw_wheel_ops); }

#if TW_CHECK
TW__API const char *tw_wheel_check(const struct tw_wheel *w) { return tw_wheel_ops.check(TW__SEEN(tw_wheel, w, w)); }
#endif

TW__END_C

#endif

/* hwheel.h, implementation */

#if (defined(TW_IMPLEMENTATION) || defined(TW_HWHEEL_IMPLEMENTATION)) && !defined(TW__HWHEEL_IMPLEMENTED)
#define TW__HWHEEL_IMPLEMENTED

TW__BEGIN_C

TW__DEBUG(TW__KIND(tw_hwheel, "hwheel", hwheel, 0, tw__hwheel_count(TW__CONST_IN(tw_hwheel, s)) != 0))

TW__API void tw_hwheel_init(struct tw_hwheel *w, tw_tick now, tw_hwheel_array *array, size_t n) {
    TW__DEBUG(tw__debug_init(w, &tw_hwheel__kind, n);)
    tw__hwheel_init(w, now, array, n);
}

TW__API bool tw_hwheel_add(struct tw_hwheel *w, struct tw_node *n, tw_tick due) {
    return tw__add(TW__SEEN(tw_hwheel, w, w), &tw_hwheel_ops, n, due);
}

TW__API bool tw_hwheel_cancel(struct tw_hwheel *w, struct tw_node *n) {
    return tw__cancel(TW__SEEN(tw_hwheel, w, w), &tw_hwheel_ops, n);
}

TW__API bool tw_hwheel_next(struct tw_hwheel *w, tw_tick *due) {
    return tw__hwheel_next(TW__SEEN(tw_hwheel, w, w), due);
}

TW__API struct tw_node *tw_hwheel_take(struct tw_hwheel *w, tw_tick now) {
    return tw__take(TW__SEEN(tw_hwheel, w, w), &tw_hwheel_ops, now);
}

TW__API struct tw_node *tw_hwheel_each(const struct tw_hwheel *w, const struct tw_node *n) {
    return tw__hwheel_each(TW__SEEN(tw_hwheel, w, w), n);
}

TW__API size_t tw_hwheel_count(const struct tw_hwheel *w) { return tw__hwheel_count(TW__SEEN(tw_hwheel, w, w)); }

TW__API void tw_hwheel_clear(struct tw_hwheel *w) { tw__clear(TW__SEEN(tw_hwheel, w, w), &tw_hwheel_ops); }

#if TW_CHECK
TW__API const char *tw_hwheel_check(const struct tw_hwheel *w) {
    return tw_hwheel_ops.check(TW__SEEN(tw_hwheel, w, w));
}
#endif

TW__END_C

#endif

/* bigwheel.h, implementation */

#if (defined(TW_IMPLEMENTATION) || defined(TW_BIGWHEEL_IMPLEMENTATION)) && !defined(TW__BIGWHEEL_IMPLEMENTED) && \
    defined(TW_BIGWHEEL_OF)
#define TW__BIGWHEEL_IMPLEMENTED

TW__BEGIN_C

TW__DEBUG(TW__KIND(tw_bigwheel, "bigwheel", bigwheel, 0, tw__bigwheel_count(TW__CONST_IN(tw_bigwheel, s)) != 0))

TW__API void tw_bigwheel_init(struct tw_bigwheel *w, tw_tick now, tw_bigwheel_array *array, size_t n) {
    TW__DEBUG(tw__debug_init(w, &tw_bigwheel__kind, n);)
    tw__bigwheel_init(w, now, array, n);
}

TW__API bool tw_bigwheel_add(struct tw_bigwheel *w, struct tw_node *n, tw_tick due) {
    return tw__add(TW__SEEN(tw_bigwheel, w, w), &tw_bigwheel_ops, n, due);
}

TW__API bool tw_bigwheel_cancel(struct tw_bigwheel *w, struct tw_node *n) {
    return tw__cancel(TW__SEEN(tw_bigwheel, w, w), &tw_bigwheel_ops, n);
}

TW__API bool tw_bigwheel_next(struct tw_bigwheel *w, tw_tick *due) {
    return tw__bigwheel_next(TW__SEEN(tw_bigwheel, w, w), due);
}

TW__API struct tw_node *tw_bigwheel_take(struct tw_bigwheel *w, tw_tick now) {
    return tw__take(TW__SEEN(tw_bigwheel, w, w), &tw_bigwheel_ops, now);
}

TW__API struct tw_node *tw_bigwheel_each(const struct tw_bigwheel *w, const struct tw_node *n) {
    return tw__bigwheel_each(TW__SEEN(tw_bigwheel, w, w), n);
}

TW__API size_t tw_bigwheel_count(const struct tw_bigwheel *w) {
    return tw__bigwheel_count(TW__SEEN(tw_bigwheel, w, w));
}

TW__API void tw_bigwheel_clear(struct tw_bigwheel *w) { tw__clear(TW__SEEN(tw_bigwheel, w, w), &tw_bigwheel_ops); }

#if TW_CHECK
TW__API const char *tw_bigwheel_check(const struct tw_bigwheel *w) {
    return tw_bigwheel_ops.check(TW__SEEN(tw_bigwheel, w, w));
}
#endif

TW__END_C

#endif

#if defined(TW_WITH_DELAYQUEUE)

/* delayqueue.h, implementation */

#if (defined(TW_IMPLEMENTATION) || defined(TW_DELAYQUEUE_IMPLEMENTATION)) && !defined(TW__DELAYQUEUE_IMPLEMENTED)
#define TW__DELAYQUEUE_IMPLEMENTED

TW__BEGIN_C

TW__DEBUG(TW__KIND(tw_delayqueue, "tw_delayqueue", runtime, TW__KIND_LOCKED, s != NULL))

TW__API bool tw_delayqueue_init(struct tw_delayqueue *q, const struct tw_ops *ops, void *in, void *array, size_t n) {
    TW__DEBUG(tw__debug_init(q, &tw_delayqueue__kind, n);)
    q->ops = ops;
    q->in = in;
    return tw__dq_init(&q->dq, in, ops, array, n);
}

TW__API tw_tick tw_delayqueue_now(const struct tw_delayqueue *q) { return (void)q, TW_DQ_CLOCK(); }

TW__API bool tw_delayqueue_put_earliest(struct tw_delayqueue *q, struct tw_node *n, tw_tick due, bool *earliest) {
    return tw__dq_put(&q->dq, TW__SEEN(tw_delayqueue, q, q->in), q->ops, n, due, false, earliest);
}

TW__API bool tw_delayqueue_put(struct tw_delayqueue *q, struct tw_node *n, tw_tick due) {
    return TW__VIA(tw_delayqueue_put_earliest(q, n, due, NULL));
}

TW__API bool tw_delayqueue_put_in(struct tw_delayqueue *q, struct tw_node *n, tw_tick delay) {
    tw_tick due = TW_DQ_CLOCK();

    (void)tw__later(&due, delay); /* always true of 64-bit ticks, the only ones here */
    return TW__VIA(tw_delayqueue_put(q, n, due));
}

TW__API bool tw_delayqueue_move_earliest(struct tw_delayqueue *q, struct tw_node *n, tw_tick due, bool *earliest) {
    return tw__dq_put(&q->dq, TW__SEEN(tw_delayqueue, q, q->in), q->ops, n, due, true, earliest);
}

TW__API bool tw_delayqueue_move(struct tw_delayqueue *q, struct tw_node *n, tw_tick due) {
    return TW__VIA(tw_delayqueue_move_earliest(q, n, due, NULL));
}

TW__API bool tw_delayqueue_cancel(struct tw_delayqueue *q, struct tw_node *n) {
    void *s = TW__SEEN(tw_delayqueue, q, q->in);

    return tw__dq_leave(&q->dq, tw__timers_cancel(&tw__dq_enter(&q->dq)->clock, s, q->ops, n)) != 0;
}

TW__API size_t tw_delayqueue_take_batch(struct tw_delayqueue *q, struct tw_node **out, size_t max, tw_tick deadline) {
    return tw__dq_take(&q->dq, TW__SEEN(tw_delayqueue, q, q->in), q->ops, out, max, deadline);
}

TW__API struct tw_node *tw_delayqueue_take(struct tw_delayqueue *q, tw_tick deadline) {
    struct tw_node *n = NULL;

    return (void)tw__dq_take(&q->dq, TW__SEEN(tw_delayqueue, q, q->in), q->ops, &n, 1, deadline), n;
}

TW__API struct tw_node *tw_delayqueue_try_take(struct tw_delayqueue *q) { return TW__VIA(tw_delayqueue_take(q, 0)); }

TW__API void tw_delayqueue_close(struct tw_delayqueue *q) {
    TW__DEBUG((void)TW__SEEN(tw_delayqueue, q, q->in);)
    tw__dq_close(&q->dq);
}
TW__API bool tw_delayqueue_closed(struct tw_delayqueue *q) {
    TW__DEBUG((void)TW__SEEN(tw_delayqueue, q, q->in);)
    return tw__dq_leave(&q->dq, tw__dq_enter(&q->dq)->closed) != 0;
}

TW__API size_t tw_delayqueue_drain(struct tw_delayqueue *q, tw_fn *fn) {
    return tw__dq_drain(&q->dq, TW__SEEN(tw_delayqueue, q, q->in), q->ops, fn);
}

TW__API size_t tw_delayqueue_count(struct tw_delayqueue *q) {
    void *s = TW__SEEN(tw_delayqueue, q, q->in);

    return tw__dq_leave(&q->dq, tw__timers_count(&tw__dq_enter(&q->dq)->clock, s, q->ops));
}

TW__API bool tw_delayqueue_next(struct tw_delayqueue *q, tw_tick *due) {
    void *s = TW__SEEN(tw_delayqueue, q, q->in);

    return tw__dq_leave(&q->dq, tw__timers_next(&tw__dq_enter(&q->dq)->clock, s, q->ops, due)) != 0;
}

TW__API struct tw_node *tw_delayqueue_peek(struct tw_delayqueue *q) {
    return tw__dq_peek(&q->dq, TW__SEEN(tw_delayqueue, q, q->in), q->ops);
}

TW__API bool tw_delayqueue_destroy(struct tw_delayqueue *q) {
    TW__DEBUG((void)TW__SEEN(tw_delayqueue, q, q->in);)
    return tw__dq_destroy(&q->dq);
}
#if TW_CHECK
TW__API const char *tw_delayqueue_check(struct tw_delayqueue *q) {
    return tw__dq_check(&q->dq, TW__SEEN(tw_delayqueue, q, q->in), q->ops);
}
#endif

TW__END_C

#endif

#endif /* TW_WITH_DELAYQUEUE */

/* MIT No Attribution. Copyright 2026 The tw authors.
   Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated
   documentation files (the "Software"), to deal in the Software without restriction, including without limitation the
   rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to
   permit persons to whom the Software is furnished to do so. THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY
   KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR
   PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR
   OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE
   SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE. */
