/* SPDX-License-Identifier: MIT-0 */
/* tw_bigwheel.h - in one file: compiler.h, node.h, verbs.h, slots.h, timers.h, bigwheel.h.
   Made by tools/amalgamate.sh of version 0.1.0: change the headers, not this file.

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

/* MIT No Attribution. Copyright 2026 The tw authors.
   Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated
   documentation files (the "Software"), to deal in the Software without restriction, including without limitation the
   rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to
   permit persons to whom the Software is furnished to do so. THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY
   KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR
   PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR
   OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE
   SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE. */
