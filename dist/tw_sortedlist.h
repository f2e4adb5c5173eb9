/* SPDX-License-Identifier: MIT-0 */
/* tw_sortedlist.h - in one file: compiler.h, node.h, verbs.h, timers.h, sortedlist.h.
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

/* MIT No Attribution. Copyright 2026 The tw authors.
   Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated
   documentation files (the "Software"), to deal in the Software without restriction, including without limitation the
   rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to
   permit persons to whom the Software is furnished to do so. THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY
   KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR
   PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR
   OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE
   SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE. */
