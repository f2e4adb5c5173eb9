/* SPDX-License-Identifier: MIT-0 */
/* tw.h - in one file: compiler.h, node.h, verbs.h, slots.h, timers.h, heap4.h,
   rbtree.h, sortedlist.h, skiplist.h, wheel.h, smallwheel.h, hwheel.h, bigwheel.h,
   table.h, window.h, delayqueue_port.h, delayqueue.h, post.h, shards.h.
   Made by tools/amalgamate.sh of version 0.2.0-dev: change the headers, not this file.

   Three headers are left out unless you ask for them before the include:

       #define TW_WITH_DELAYQUEUE   delayqueue.h, a queue on which threads sleep: wants
                                    threads and 64-bit ticks
       #define TW_WITH_POST         post.h and shards.h, arming from other threads: want
                                    atomics or masked interrupts
       #define TW_WITH_WATCH        watch.h, which counts what sets do: wants tw_watch.h
                                    beside this file

   The manual of each header stands at its beginning. The files of dist/ and the headers may
   be included together, in any order. One file of the program says #define
   TW_IMPLEMENTATION before them if functions by the names tw_... are called.
*/

#if defined(TW_WITH_WATCH)
#include "tw_watch.h"
#endif

/* compiler.h - one name for each thing that compilers do differently.

   WHAT IT IS
       Every header is C99 that compiles as C++11, too. Casts, warnings, inlining,
       prefetching and bit counts differ between compilers. This header gives each of them
       one name, and reads tw_config.h, the file of your options. You need not include this
       header; node.h does. */
#ifndef TW_COMPILER_H
#define TW_COMPILER_H

/* Refuses strict C90, which has no variadic macros. With gcc -std=gnu89 the headers compile. */
#if defined(__STRICT_ANSI__) && !defined(__cplusplus) && \
    !(defined(__STDC_VERSION__) && __STDC_VERSION__ >= 199901L)
#error "tw needs C99 or C++11: compile with -std=c99"
#endif

#include <stdint.h>

/* Reads your options first. The comment at the head of node.h lists them. */
#if defined(__has_include)
#if __has_include("tw_config.h")
#include "tw_config.h"
#endif
#endif

#if defined(TW_STATIC) && !defined(TW_IMPLEMENTATION)
#error "TW_STATIC wants #define TW_IMPLEMENTATION beside it, before the first include"
#endif

#if defined(__GNUC__) || \
    defined(__clang__) /* clang-cl, which imitates MSVC, does not define __GNUC__ */
#define TW__GNU          1
#define TW__ATTRIBUTE(x) __attribute__((x))
#else
#define TW__GNU 0
#define TW__ATTRIBUTE(x)
#endif
#define TW__ALIGNED(bytes) TW__ATTRIBUTE(__aligned__(bytes))

/* -------------------------------------------------------------------------------- C++

   TW__CAST(type, x) converts x to type. Macros that expand in your file use it, because
   C++ compilers may warn of a cast in the style of C there. TW__BEGIN_C and TW__END_C
   enclose the code of the headers. Between them g++ and clang++ warn neither of such casts
   nor of NULL. TW__BEGIN_PATHS is the part of TW__BEGIN_C that silences false warnings
   about paths that no program takes. After an inlined tw_node_init(), gcc may still follow
   the path for a node that waits. There `home` - TW__WAITING is an index of -2, and the
   links are NULL. The line that gcc warns of differs by structure, by header and with
   TW_DEBUG: so the warnings are silenced in a whole header. gcc would also warn that a
   link gets the address of a local object of yours, although the set is local, too.
   TW__END_C ends TW__BEGIN_PATHS. */

#if defined(__cplusplus)
#define TW__CAST(type, x) static_cast<type>(x)
#else
#define TW__CAST(type, x) ((type)(x))
#endif

#if TW__GNU
#define TW__PRAGMA(x) _Pragma(#x)
#define TW__END_C     TW__PRAGMA(GCC diagnostic pop)
#define TW__BEGIN_PATHS                                           \
    TW__PRAGMA(GCC diagnostic push)                               \
    TW__PRAGMA(GCC diagnostic ignored "-Wpragmas")                \
    TW__PRAGMA(GCC diagnostic ignored "-Wunknown-warning-option") \
    TW__PRAGMA(GCC diagnostic ignored "-Warray-bounds")           \
    TW__PRAGMA(GCC diagnostic ignored "-Wdangling-pointer")       \
    TW__PRAGMA(GCC diagnostic ignored "-Wnull-dereference")
#else
#define TW__PRAGMA(x)
#define TW__END_C
#define TW__BEGIN_PATHS
#endif

#if defined(__cplusplus) && TW__GNU
#define TW__BEGIN_C                                       \
    TW__BEGIN_PATHS                                       \
    TW__PRAGMA(GCC diagnostic ignored "-Wold-style-cast") \
    TW__PRAGMA(GCC diagnostic ignored "-Wuseless-cast")   \
    TW__PRAGMA(GCC diagnostic ignored "-Wzero-as-null-pointer-constant")
#else
#define TW__BEGIN_C TW__BEGIN_PATHS
#endif

/* -------------------------------------------------------------------------- FUNCTIONS

   Each macro says how gcc and clang compile a function of the headers. With other
   compilers they all mean TW__INLINE. TW__SPEED is 1 where a compiler like gcc optimises
   for speed, else 0. "The form for speed" is the code that is compiled if TW__SPEED is 1.
   "The form for size" is the code that is compiled if it is 0. "Free" means that the
   compiler chooses.

                     not optimised   for size (-Os)   for speed
       TW__INLINE    free            free             free
       TW__FOLD      free            always inlined   always inlined
       TW__ONCE      one copy        one copy         always inlined
       TW__APART     one copy        one copy         one copy
       TW__REST      free            free             one copy

   TW__FOLD is for a function with a constant argument: a comparison function or a table of
   functions. Inlining turns each call through it into a direct call. A shared copy would
   call through the pointer. TW__ONCE is for a large function, of which a second copy costs
   too much in the form for size. TW__APART is for the long path beside a short path.
   TW__REST is for a long path if only the form for speed has a short path.

   TW__API declares a function that TW_IMPLEMENTATION compiles. TW__HIDDEN keeps a name
   inside its shared library, so that the copies of two libraries do not meet. TW__TABLE
   declares a constant table, of which each file has its own copy. From C++17 on the table
   is constexpr, so that it can stand in a class of tw.hpp. */

#if TW__GNU
#define TW__INLINE static __inline TW__ATTRIBUTE(__unused__) /* a user may redefine inline */
#elif defined(__SDCC)
#define TW__INLINE static /* sdcc inlines each call of an inline function, however long */
#else
#define TW__INLINE static inline
#endif
#if defined(__cplusplus) && __cplusplus >= 201703L
#define TW__TABLE static TW__ATTRIBUTE(__unused__) constexpr
#else
#define TW__TABLE static TW__ATTRIBUTE(__unused__)
#endif

#if defined(__OPTIMIZE__)
#define TW__FOLD TW__INLINE TW__ATTRIBUTE(__always_inline__)
#else
#define TW__FOLD TW__INLINE
#endif

#if TW__GNU
#define TW__APART static TW__ATTRIBUTE(__unused__) TW__ATTRIBUTE(__noinline__)
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

#if TW__GNU && (defined(__ELF__) || defined(__APPLE__))
#define TW__HIDDEN TW__ATTRIBUTE(__visibility__("hidden"))
#else
#define TW__HIDDEN /* a DLL of Windows binds its calls to itself */
#endif

#ifndef TW_API
#define TW_API TW__HIDDEN
#endif

#if defined(TW_STATIC)
#define TW__API TW__INLINE
#elif defined(__cplusplus)
#define TW__API extern "C" TW_API
#else
#define TW__API TW_API
#endif

/* --------------------------------------------------------------------------- MACHINES */

/* PREFETCH fetches the cache line at p before it is used, where the compiler optimises for
   speed. KEEP is an empty statement that gcc takes for an effect. */
#if TW__GNU && TW__SPEED
#define TW__PREFETCH(p) __builtin_prefetch(p)
#define TW__KEEP        __asm__ volatile("")
#else
#define TW__PREFETCH(p) ((void)(p))
#define TW__KEEP        ((void)0)
#endif

/* Fetches the cache line at p in a function that does nothing else. gcc sees no effect in
   such a function, and would drop each call of it without TW__KEEP. */
#define TW__HINT(p)      \
    do {                 \
        TW__PREFETCH(p); \
        TW__KEEP;        \
    } while (0)

/* TW__CACHED(code) compiles the code if addresses have 64 bits, because such machines have
   caches. There each table of functions has an entry for prefetch(). TW__AHEAD is 1 if that
   entry fetches: gcc or clang must also optimise for speed. */
#if UINTPTR_MAX > 0xFFFFFFFFu
#define TW__CACHED(...) __VA_ARGS__
#define TW__AHEAD       (TW__GNU && TW__SPEED)
#else
#define TW__CACHED(...)
#define TW__AHEAD 0
#endif

/* Gives a struct an even address on AVR, where it might be odd. A red-black tree keeps a
   colour in the lowest bit of a node's address. */
#if defined(__AVR__)
#define TW__EVEN TW__ALIGNED(2)
#else
#define TW__EVEN
#endif

TW__BEGIN_C

/* Returns the index of the lowest one-bit of x, counted from 0. x is not 0. Compilers
   without the builtin get a loop. Small cores get it, too: there the builtin would call a
   library function. */
#if TW__GNU && (UINTPTR_MAX > 0xFFFFFFFFu || defined(__i386__) || defined(__ARM_FEATURE_CLZ))
TW__INLINE unsigned tw__low_bit(uintptr_t x) {
    return (unsigned)(sizeof x > sizeof(unsigned) ? __builtin_ctzll(x)
                                                  : __builtin_ctz((unsigned)x));
}
#else
TW__INLINE unsigned tw__low_bit(uintptr_t x) {
    unsigned i = 0;

    /* Invariant: the lowest i bits of the argument were 0 and are shifted out. Ends
       because x has a one-bit. */
    for (; (x & 1u) == 0; x >>= 1)
        i++;
    return i;
}
#endif

TW__END_C

#endif /* TW_COMPILER_H */

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

/* verbs.h - the functions that every structure gives, and the verbs that are made of them.

   WHAT IT IS
       A verb is a function that you call. This header makes the verbs, so that a verb means
       the same in each structure that has it. A structure provides functions that place,
       find and remove nodes. From these functions the header makes add, update, cancel,
       take, pop and clear, once for all structures. It also makes the names under which you
       call the verbs: for nodes or for your own objects, by tick or in an order of yours.
       You need not include it; the header of each structure does.

   HOW A VERB IS MADE
       tw_heap4_add()          made by TW__NODES(heap4) below; calls tw__add()
       tw__add()               the verb for all structures; asks full(), and calls
                               tw_heap4_ops.insert
       tw_heap4_ops.insert     an entry of the table of heap4; leads to tw__heap4_insert()
       tw__heap4_insert()      the function of heap4 that places the node

   A STRUCTURE x GIVES
       struct tw_x, the structure itself; tw_x_array, the type of an element of its array,
       or void if it takes none; and the functions that struct tw_ops explains: tw__x_init,
       _full, _has, _insert, _update, _remove, _next, _take, _quiet, _count, _each,
       _take_all, _check, _capacity, _storage, _bytes and _prefetch_group. The entry of
       struct tw_ops for _prefetch_group is named prefetch. A structure that keeps an order (no
       wheel does) gives tw__x_peek, too, and for walks in order tw__x_before. These
       functions may write any number of 2 or more to the `home` of a node that waits. The
       verbs alone set a node idle.

   AND GETS (x is the structure, q a queue of objects, o an object, t a set)
       verb         node by tick       objects by tick   in order           set (timers.h)
       add          tw_x_add           q_add(o, due)     q_add(o)           t_add
       cancel       tw_x_cancel        q_cancel          q_cancel           t_cancel
       update       tw_x_update *      -                 q_update           -
       prefetch     tw_x_prefetch      q_prefetch        q_prefetch         t_prefetch
       next, take   tw_x_next, _take   q_next, q_take    -                  t_next, t_expire
       peek, pop    tw_x_peek, _pop *  -                 q_peek, q_pop      -
       the others   tw_x_...           q_...             q_...              t_...
       * if it keeps an order

   WHO HAS WHAT (a set of timers over any structure has all verbs of timers.h)
                        heap4 rbtree skiplist sortedlist wheel smallwheel hwheel bigwheel
       init add           +     +       +         +        +       +        +       +
       cancel take        +     +       +         +        +       +        +       +
       count each         +     +       +         +        +       +        +       +
       clear check        +     +       +         +        +       +        +       +
       next prefetch      +     +       +         +        +       +        +       +
       peek pop update    +     +       +         +        -       -        -       -
       first last         -     +       +         +        -       -        -       -
       after before       -     +       +         +        -       -        -       -
       lower_bound        -     +       +         -        -       -        -       -
       storage capacity   +     -       -         -        -       -        -       -

   WHAT THEY DO (s is the structure, or the queue; n a node, or an object of yours; sets:
       timers.h)
       init              Makes s empty, with room for n nodes in array; in wheel.h, with n
                         slots. If s takes no array, or shall have no room, give NULL and
                         0. If nodes wait in s, call clear() before: init() forgets them.
       storage           Tells s where its array is now, with room for n nodes. If array
                         is NULL, there is room for none. False: s has more than n nodes;
                         nothing changed.
       capacity          Returns how many nodes s has room for.
       add               Inserts n behind the nodes with the same key. The key is due; in
                         a queue in order your object holds it. If n is in s already, it
                         moves as if it had been cancelled and added. False: s is full, or
                         heap4 sees that n waits elsewhere; nothing changed.
                         Let t be the now of the last take() or init(). In smallwheel,
                         hwheel and bigwheel, a key earlier than t may count as any tick up
                         to t. Nodes that you added earlier, with keys up to t, may then
                         leave ahead of n. Nodes with keys after t leave after n.
       cancel            Takes n out. False: n is idle, or heap4 sees that n waits
                         elsewhere; nothing changed.
       prefetch          Fetches into the cache the memory that arming, moving and
                         cancelling the nodes will touch: nodes, neighbours, slots, cells
                         and paths. It takes sixteen nodes at a time, and changes nothing.
                         Each node is idle or in s. dues[i] is the tick for which you will
                         arm nodes[i]; any tick is allowed. If you will only cancel, dues
                         may be NULL. A queue in order takes no dues, and fetches no path.
                         Call prefetch for the next 16 to 32 operations. With 50,000 nodes
                         or more it saves time; with fewer it costs time
                         (docs/performance.md). It reads the nodes that you give, nodes
                         that wait in s, and the memory of s. So call it only where you
                         might call add(). It fetches only if addresses have 64 bits and
                         gcc or clang optimise for speed.
       update            Restores order after you changed the key of n; call it at once. n
                         moves as if it had been cancelled and added. False: n does not
                         wait, or heap4 sees that n waits elsewhere; nothing changed.
       next              Writes the key of the first node to *due, exactly. It is the
                         least key, but for one exception in smallwheel, hwheel and
                         bigwheel: see add. False: s is empty.
       take              Takes out the first node if it is due by now, and returns it,
                         idle. NULL: the first node is not due, or s is empty.
       peek, first       Returns the first node, which stays. NULL: s is empty.
       pop               Takes out the first node, due or not, and returns it, idle. NULL:
                         s is empty.
       last              Returns the last node, which stays. NULL: s is empty.
       after             Returns the node after n in order; if n is NULL, the first. NULL:
                         there is none.
       before            Returns the node before n in order; if n is NULL, the last. NULL:
                         there is none.
       lower_bound       By tick: returns the first node whose key is not before `due`. In
                         order: returns the first object that does not come before the
                         object `key`. NULL: there is none.
       each              Returns the node after n in a walk over s, in no promised order;
                         if n is NULL, the first of the walk. NULL: the walk is over.
                         Change nothing during the walk. To take out all nodes for which a
                         condition holds, see docs/recipes.md.
       count             Returns the number of nodes.
       clear             Removes every node. Each is idle then, and can be added again.
       check             Returns the name of a property that does not hold, such as "heap4
                         1". The head of x.h lists the PROPERTIES of x. NULL: all hold. If
                         a node was zeroed, or passed to tw_node_init(), while it waited,
                         check() always names a property. It follows a link of a node only
                         after it has seen that the node belongs to s. So it returns after
                         every mistake that WHAT GOES WRONG lists, as long as the memory
                         of the nodes can be read. One exception: where addresses have 32
                         bits or fewer, heap4 keeps numbers in the links of its nodes.
                         check() of another structure may crash on such a node. Once
                         check() names a property, other verbs may crash or not return.
                         For tests: it takes O(n) or more, and TW_CHECK 0 leaves it out.
       bytes             Returns the size in bytes of an array for n timers; for wheel, of
                         an array for n slots. Only sets and delay queues have it.

   ARGUMENTS (of all headers; a tick is an absolute time in the unit that you chose, see
       timers.h)
       tw_tick due             the deadline, or the key: a tick
       tw_tick now             the tick that your clock shows
       tw_tick delay           ticks from now to the deadline
       struct tw_node *const *nodes  an array of the nodes that you will arm, move or
                               cancel
       type *const *objects    an array of your objects, for the same purpose
       const tw_tick *dues     an array of the ticks for which you will arm the nodes;
                               NULL: none is known
       size_t count            the number of elements in these arrays
       tw_tick *due            gets a tick; stays as it was if the verb returns false
       tw_tick ticks_per_ms    how many ticks make a millisecond, 1 or more
       tw_tick deadline        the tick up to which a thread sleeps at most; TW_FOREVER:
                               no end
       size_t max              the largest number of nodes that one call may handle
       size_t n                the number of timers that array has room for; for wheel,
                               the number of its slots
       struct tw_node *n       a node; only each(), after() and before() take NULL
       type *o                 your object; its node is the member that the macro names
       type *key               an object that holds the key to look for; your order reads
                               only its key
       tw_x_array *array       an array of yours, declared by TW_HEAP4_ARRAY() or the
                               like; keep it as long as s is used
       void *in                the structure, such as a struct tw_heap4; keep it as long
                               as the set is used
       struct tw_ops *ops      the table of the structure, such as &tw_heap4_ops
       tw_fn *fn               the function to call with each node and the now of the set;
                               the node is idle already. NULL: nothing is called
       struct tw_node **out    the array that gets the nodes: room for max pointers
       bool *earliest          gets true if n comes first now, else false

   WHAT GOES WRONG, AND THE ANSWER
       NULL for a node                             TW_ASSERT
       add to a full structure                     false; heap4 and wheel alone can be
                                                   full
       cancel or update of an idle node            false
       add, cancel or update of a node that is     your error. heap4 answers TW_ASSERT,
           in another structure                    else false, but does not see a node on
                                                   a due list. Any other structure takes
                                                   the node for its own, and is corrupt
       prefetch of a node of another structure     your error: the node's neighbours are
                                                   read as if they were in s
       an order of yours, `before` of TW_X_OF,     your error: rbtree and skiplist are
           that changes its answer for two         corrupt then; it must answer the same
           objects while their keys stay           within one add(), too
       update forgotten after a key was changed    your error: order is lost, as check()
                                                   tells; a queue by a key (TW_HEAP4_BY)
                                                   goes by the old key
       n->due written while n waits                your error, except right before update;
                                                   take may never return
       a node freed or copied while it waits       your error
       tw_node_init() of a node that waits         your error
       a structure moved while nodes wait in it    your error
       init of a structure in use                  your error: the old nodes still say
                                                   that they wait
       With -DTW_DEBUG most errors end with a line on stderr; debug.h says which do
       not. */

#ifndef TW_VERBS_H
#define TW_VERBS_H

TW__BEGIN_C

/* ------------------------------------------------------------------------------ TYPES */

/* The nodes of one step of prefetch(), at most TW__GROUP of them: their cache lines then
   fit into a first-level cache. due[i] is the tick for which node[i] will be armed; due
   is NULL if no tick is known. */
struct tw__group {
    struct tw_node *const *node;
    const tw_tick *due;
    size_t count;
};

enum { TW__GROUP = 16 };

/* The functions that a structure provides. `s` is the structure. */
struct tw_ops {
    /* Makes s empty at tick now, with room for n nodes in array. */
    void (*init)(void *s, tw_tick now, void *array, size_t n);

    /* Says whether s has no room for one more node. */
    bool (*full)(const void *s);

    /* Says whether n, which waits, is in s. If s cannot tell, the answer is true. */
    bool (*has)(const void *s, const struct tw_node *n);

    /* Inserts n, which is in no structure, with key due. n->due holds `due` already. s is
       not full. */
    void (*insert)(void *s, struct tw_node *n, tw_tick due);

    /* Moves n, which waits in s, to its new key due. n->due holds `due` already. Returns
       true always, so that a verb that returns true can end with a tail call. */
    bool (*update)(void *s, struct tw_node *n, tw_tick due);

    /* Removes n, which waits in s. */
    void (*remove)(void *s, struct tw_node *n);

    /* Writes the key of the first node to *due. False: s is empty. */
    bool (*next)(void *s, tw_tick *due);

    /* Removes and returns the first node with due <= now. NULL: there is none. */
    struct tw_node *(*take)(void *s, tw_tick now);

    /* Spares a set most calls of take(). True: take(now) would find no node. (hwheel and
       bigwheel have then moved their position to now, as take() would.) False: call
       take(now), which may find a node. */
    bool (*quiet)(void *s, tw_tick now);

    /* Returns the number of nodes. */
    size_t (*count)(const void *s);

    /* Returns the node after n in a walk; if n is NULL, the first. NULL: the walk is
       over. Of the nodes with the least key, the walk meets the first in order before the
       others. */
    struct tw_node *(*each)(const void *s, const struct tw_node *n);

    /* Removes all nodes, and returns the first of a chain of them through u.list.next,
       which NULL ends. It does not make them idle. */
    struct tw_node *(*take_all)(void *s);

    /* Returns "x 2" if property 2 at the head of x.h does not hold. NULL: all hold. */
    const char *(*check)(const void *s);

    /* Returns the number of nodes that s has room for. (size_t)-1: there is no bound. */
    size_t (*capacity)(const void *s);

    /* Gives s another array, with room for n nodes. False: s takes no other array, or has
       more than n nodes. */
    bool (*storage)(void *s, void *array, size_t n);

    /* Returns the size in bytes of the array for n nodes. */
    size_t (*bytes)(size_t n);

    /* Prefetches the memory that add(), update() and cancel() of a group will touch. Reads
       the nodes of the group and of s, and changes nothing. Tables have this entry where
       addresses have 64 bits. */
    TW__CACHED(void (*prefetch)(const void *s, const struct tw__group *g);)

    size_t size;      /* the size of the structure itself, in bytes */
    const char *name; /* the name of the structure, such as "heap4" */
};

/* ----------------------------------------------------------------------------- ENGINE

   INLINE, FOLD, ONCE, APART and REST before a function say how to compile it: compiler.h. */

/* Makes every node of a chain idle, and reports it as cancelled in this set. NULL ends the
   chain. */
TW__INLINE void tw__idle_all(const struct tw_clock *set, struct tw_node *chain) {
    (void)set;
    for (; chain; chain = chain->u.list.next) {
        chain->home = TW__IDLE;
        TW_TRACE(TW_CANCEL, set, chain, chain->due);
    }
}

/* THE VERBS. ops is the table of s. If the structure is known at compile time, the table
   is a constant, and its functions are called directly. A structure never sets a node
   idle: the verbs do. due is passed as an argument, so that no function must read n->due
   again. `set` is the clock of the set around s, for TW_TRACE; NULL if s stands alone. A
   call through a member or a parameter stands in parentheses, so that no macro of yours,
   such as next(x), matches it. */

/* Says whether n waits in a structure: it is neither idle nor on a due list. */
TW__INLINE bool tw__waits(const struct tw_node *n) {
    TW__NEEDS(n, TW__NULL("node"));
    return n->home >= TW__WAITING;
}

/* Says whether n waits in a structure. The structure must be s: TW_DEBUG checks this. */
TW__INLINE bool tw__waits_in(const void *s, const struct tw_node *n) {
    const bool waits = tw__waits(n);

    (void)s;
    TW__DEBUG(if (waits) tw__debug_given(s, n);)
    return waits;
}

/* Says whether s has no room for one more node. `set` is s, or the set around it. */
TW__FOLD bool tw__full(void *set, const void *s, const struct tw_ops *ops) {
    const bool full = (ops->full)(s);

    (void)set;
    TW__DEBUG(if (full) tw__debug_full(set, (ops->count)(s));)
    return full;
}

/* Writes the key due into n, which is about to enter s or to move within s. */
TW__INLINE void tw__set_key(void *s, struct tw_node *n, tw_tick due) {
    (void)s;
    TW__DEBUG(tw__debug_comes(s, n, due);)
    n->due = due;
}

/* Inserts n with key due. n is in no structure, and s is not full. If `home` of n is not
   idle, n has just been removed from s: the form for size moves a node so. */
TW__FOLD void tw__insert(const struct tw_clock *set, void *s, const struct tw_ops *ops,
                         struct tw_node *n, tw_tick due) {
    (void)set;
    TW_TRACE(n->home == TW__IDLE ? TW_ARM : TW_MOVE, set, n, due);
    tw__set_key(s, n, due);
    (ops->insert)(s, n, due);
}

/* Moves n, which waits, to key due. False: s sees that n waits elsewhere. */
TW__FOLD bool tw__update(const struct tw_clock *set, void *s, const struct tw_ops *ops,
                         struct tw_node *n, tw_tick due) {
    (void)set;
    if (!(ops->has)(s, n))
        return false;
    TW_TRACE(TW_MOVE, set, n, due);
    tw__set_key(s, n, due);
    return (ops->update)(s, n, due);
}

/* Inserts n with key due, or moves n there if it waits in s. False: s is full, or s sees
   that n waits elsewhere. The form for speed moves n by update(). The form for size, which
   follows, removes and inserts n. */
#if TW__SPEED
TW__FOLD bool tw__add(void *s, const struct tw_ops *ops, struct tw_node *n, tw_tick due) {
    if (tw__waits_in(s, n))
        return tw__update(NULL, s, ops, n, due);
    if (tw__full(s, s, ops))
        return false;
    tw__insert(NULL, s, ops, n, due);
    return true;
}
#else
TW__FOLD bool tw__add(void *s, const struct tw_ops *ops, struct tw_node *n, tw_tick due) {
    const bool waits = tw__waits_in(s, n);

    if (waits ? !(ops->has)(s, n) : tw__full(s, s, ops))
        return false;
    if (waits)
        (ops->remove)(s, n);
    tw__insert(NULL, s, ops, n, due);
    return true;
}
#endif

/* Removes n and makes it idle. False: n does not wait, or s sees that it waits
   elsewhere. */
TW__FOLD bool tw__cancel_in(const struct tw_clock *set, void *s, const struct tw_ops *ops,
                            struct tw_node *n) {
    (void)set;
    if (!tw__waits_in(s, n) || !(ops->has)(s, n))
        return false;
    TW_TRACE(TW_CANCEL, set, n, n->due);
    (ops->remove)(s, n);
    n->home = TW__IDLE;
    return true;
}

/* Does cancel() of a structure without a set. */
TW__FOLD bool tw__cancel(void *s, const struct tw_ops *ops, struct tw_node *n) {
    return tw__cancel_in(NULL, s, ops, n);
}

/* Takes out the first node if it is due by now, and makes it idle. NULL: there is none. */
TW__FOLD struct tw_node *tw__take(void *s, const struct tw_ops *ops, tw_tick now) {
    struct tw_node *n = (ops->take)(s, now);

    TW__DEBUG(tw__debug_out(n);)
    if (n)
        n->home = TW__IDLE;
    return n;
}

/* Takes out the first node, due or not: calls take() as if now were the key of the node.
   cancel() would read the node's place in s from the node, which may be a cache miss.
   next() and take() do without the place. */
TW__FOLD struct tw_node *tw__pop(void *s, const struct tw_ops *ops) {
    tw_tick due = 0;
    return (ops->next)(s, &due) ? tw__take(s, ops, due) : NULL;
}

/* Returns the first node, which stays. NULL: s is empty. The walk ends, because some node
   has the key that next() wrote. Among the nodes with this key, each() meets the first in
   order before the others. */
TW__FOLD struct tw_node *tw__first(void *s, const struct tw_ops *ops) {
    struct tw_node *n = NULL;
    tw_tick due = 0;

    if ((ops->next)(s, &due))
        for (n = (ops->each)(s, NULL); n->due != due;)
            n = (ops->each)(s, n);
    return n;
}

/* PREFETCHING. A prefetch changes nothing. It reads only the nodes that you give, and nodes
   that wait in s. */

/* Fetches the link words of n, without reading n. n may be NULL. */
TW__INLINE void tw__prefetch_links(const struct tw_node *n) {
    TW__HINT((const void *)((uintptr_t)n + offsetof(struct tw_node, u)));
}

/* Fetches the nodes of a group. A node may begin in one cache line and end in the next,
   so both its ends are fetched. */
TW__INLINE void tw__prefetch_nodes(const struct tw__group *g) {
    size_t i;

    for (i = 0; i < g->count; i++) {
        TW__NEEDS(g->node[i], TW__NULL("node"));
        TW__HINT(g->node[i]);
        TW__HINT(&g->node[i]->u.word[1]);
    }
}

/* Fetches the neighbours of those nodes of a group that are in a list. */
TW__INLINE void tw__prefetch_neighbours(const struct tw__group *g) {
    size_t i;

    for (i = 0; i < g->count; i++)
        if (g->node[i]->home != TW__IDLE) {
            tw__prefetch_links(g->node[i]->u.list.next);
            tw__prefetch_links(g->node[i]->u.list.prev);
        }
}

/* Does prefetch() for any number of nodes, group by group. The loop ends, because each turn
   takes a group off the rest. If TW__AHEAD is 0, nothing is fetched: the function is
   empty. */
#if TW__AHEAD
TW__FOLD void tw__prefetch(const void *s, const struct tw_ops *ops, struct tw_node *const *nodes,
                           const tw_tick *dues, size_t count) {
    while (count) {
        struct tw__group g;

        g.node = nodes;
        g.due = dues;
        g.count = count;
        if (g.count > TW__GROUP)
            g.count = TW__GROUP;
        (ops->prefetch)(s, &g);
        nodes += g.count;
        dues = dues ? dues + g.count : NULL;
        count -= g.count;
    }
}
#else
TW__INLINE void tw__prefetch(const void *s, const struct tw_ops *ops, struct tw_node *const *nodes,
                             const tw_tick *dues, size_t count) {
    (void)s, (void)ops, (void)nodes, (void)dues, (void)count;
}
#endif

/* The last verb, clear(): removes every node and makes it idle. */
TW__FOLD void tw__clear(void *s, const struct tw_ops *ops) {
    tw__idle_all(NULL, (ops->take_all)(s));
}

/* --------------------------------------------------------------------------- WRAPPERS

   A wrapper is a group of verbs whose names begin alike: with tw_heap4_, or with a name that
   you choose. Macros make the wrappers. x is the name of a structure, without tw_. */

/* Returns the structure in q. q is the queue of objects whose verb you called, and name is
   the type of q. */
#define TW__Q(name, q) TW__SEEN(name, q, &(q)->in)

/* CHECKED compiles check(), and CHECK_IN names it in the table. If TW_CHECK is 0, both
   leave check() out. */
#if TW_CHECK
#define TW__CHECKED(verb)  verb
#define TW__CHECK_IN(name) name
#else
#define TW__CHECKED(verb)
#define TW__CHECK_IN(name) NULL
#endif

/* Defines full(), has(), capacity() and storage() of a structure that has room for any
   number of nodes. Such a structure cannot tell its own nodes from others. */
#define TW__UNBOUNDED(x)                                                                      \
    TW__INLINE bool tw__##x##_full(const struct tw_##x *s) { return (void)s, false; }         \
    TW__INLINE bool tw__##x##_has(const struct tw_##x *s, const struct tw_node *n) {          \
        return (void)s, (void)n, true;                                                        \
    }                                                                                         \
    TW__INLINE size_t tw__##x##_capacity(const struct tw_##x *s) { return (void)s, TW__ALL; } \
    TW__INLINE bool tw__##x##_storage(struct tw_##x *s, void *array, size_t n) {              \
        return (void)s, (void)array, (void)n, false;                                          \
    }

/* Defines quiet() of a structure whose next() is one look at its first node. */
#define TW__QUIET_BY_NEXT(x)                                               \
    TW__INLINE bool tw__##x##_quiet(const struct tw_##x *s, tw_tick now) { \
        tw_tick due = 0;                                                   \
        return !tw__##x##_next(s, &due) || tw_before(now, due);            \
    }

/* Defines prefetch() of a structure whose nodes are in lists. The structure finds the
   place of a node without a search, or looks at a few nodes only. */
#define TW__PREFETCH_LISTED(x)                                                                    \
    TW__INLINE void tw__##x##_prefetch_group(const struct tw_##x *s, const struct tw__group *g) { \
        (void)s, tw__prefetch_nodes(g), tw__prefetch_neighbours(g);                               \
    }

/* Defines tw_x_prefetch(). It is inline, so that a program that does not call it has no
   byte of it. */
#define TW__PREFETCH_BY_NODE(x)                                                             \
    TW__INLINE void tw_##x##_prefetch(const struct tw_##x *s, struct tw_node *const *nodes, \
                                      const tw_tick *dues, size_t count) {                  \
        TW__DEBUG(tw__debug_hint(s, __func__); tw__debug_hinted(s, s, nodes, count);)       \
        tw__prefetch(s, &tw_##x##_ops, nodes, dues, count);                                 \
    }

/* Returns s, a void pointer, as a pointer to struct type. */
#define TW__IN(type, s)       TW__CAST(struct type *, s)
#define TW__CONST_IN(type, s) TW__CAST(const struct type *, s)

/* Defines name_ops, the table of structure x, and its functions, name__op_.... Each
   function only casts s and calls the function of x: read one and skip the rest. `ordered`
   is the prefix of insert, update and check, because these depend on the order. `taken` is
   the prefix of remove and take, which depend on the order only in a heap. If a structure
   has only one order, both prefixes are tw__x. TW__CACHED of compiler.h may leave the entry
   for prefetch out, with its comma. */
#define TW__OPS(name, x, ordered, taken)                                                 \
    TW__INLINE void name##__op_init(void *s, tw_tick now, void *array, size_t n) {       \
        TW__STAMP(&TW__IN(tw_##x, s)->stamp, NULL, n);                                   \
        tw__##x##_init(TW__IN(tw_##x, s), now, array, n);                                \
    }                                                                                    \
    TW__INLINE bool name##__op_full(const void *s) {                                     \
        return tw__##x##_full(TW__CONST_IN(tw_##x, s));                                  \
    }                                                                                    \
    TW__INLINE bool name##__op_has(const void *s, const struct tw_node *n) {             \
        return tw__##x##_has(TW__CONST_IN(tw_##x, s), n);                                \
    }                                                                                    \
    TW__INLINE void name##__op_insert(void *s, struct tw_node *n, tw_tick due) {         \
        ordered##_insert(TW__IN(tw_##x, s), n, due);                                     \
    }                                                                                    \
    TW__INLINE bool name##__op_update(void *s, struct tw_node *n, tw_tick due) {         \
        return ordered##_update(TW__IN(tw_##x, s), n, due), true;                        \
    }                                                                                    \
    TW__INLINE void name##__op_remove(void *s, struct tw_node *n) {                      \
        taken##_remove(TW__IN(tw_##x, s), n);                                            \
    }                                                                                    \
    TW__INLINE bool name##__op_next(void *s, tw_tick *due) {                             \
        return tw__##x##_next(TW__IN(tw_##x, s), due);                                   \
    }                                                                                    \
    TW__INLINE struct tw_node *name##__op_take(void *s, tw_tick now) {                   \
        return taken##_take(TW__IN(tw_##x, s), now);                                     \
    }                                                                                    \
    TW__INLINE bool name##__op_quiet(void *s, tw_tick now) {                             \
        return tw__##x##_quiet(TW__IN(tw_##x, s), now);                                  \
    }                                                                                    \
    TW__INLINE size_t name##__op_count(const void *s) {                                  \
        return tw__##x##_count(TW__CONST_IN(tw_##x, s));                                 \
    }                                                                                    \
    TW__INLINE struct tw_node *name##__op_each(const void *s, const struct tw_node *n) { \
        return tw__##x##_each(TW__CONST_IN(tw_##x, s), n);                               \
    }                                                                                    \
    TW__INLINE struct tw_node *name##__op_take_all(void *s) {                            \
        return tw__##x##_take_all(TW__IN(tw_##x, s));                                    \
    }                                                                                    \
    TW__CHECKED(TW__INLINE const char *name##__op_check(const void *s) {                 \
        return ordered##_check(TW__CONST_IN(tw_##x, s));                                 \
    })                                                                                   \
    TW__INLINE size_t name##__op_capacity(const void *s) {                               \
        return tw__##x##_capacity(TW__CONST_IN(tw_##x, s));                              \
    }                                                                                    \
    TW__INLINE bool name##__op_storage(void *s, void *array, size_t n) {                 \
        return tw__##x##_storage(TW__IN(tw_##x, s), array, n);                           \
    }                                                                                    \
    TW__INLINE void name##__op_prefetch(const void *s, const struct tw__group *g) {      \
        if (TW__AHEAD)                                                                   \
            tw__##x##_prefetch_group(TW__CONST_IN(tw_##x, s), g);                        \
    }                                                                                    \
    TW__TABLE const struct tw_ops name##_ops = {                                         \
        name##__op_init,                                                                 \
        name##__op_full,                                                                 \
        name##__op_has,                                                                  \
        name##__op_insert,                                                               \
        name##__op_update,                                                               \
        name##__op_remove,                                                               \
        name##__op_next,                                                                 \
        name##__op_take,                                                                 \
        name##__op_quiet,                                                                \
        name##__op_count,                                                                \
        name##__op_each,                                                                 \
        name##__op_take_all,                                                             \
        TW__CHECK_IN(name##__op_check),                                                  \
        name##__op_capacity,                                                             \
        name##__op_storage,                                                              \
        tw__##x##_bytes,                                                                 \
        TW__CACHED(name##__op_prefetch, ) sizeof(struct tw_##x),                         \
        #x};

/* Asserts that you gave an object. */
TW__INLINE void tw__object_given(const void *o) {
    (void)o;
    TW__NEEDS(o, TW__NULL("object"));
}

/* HINTS is 1 if prefetch() does anything: it fetches, or TW_DEBUG looks at the nodes. */
#if defined(TW_DEBUG)
#define TW__HINTS 1
#else
#define TW__HINTS TW__AHEAD
#endif

/* Defines struct name, a queue of objects, and the verbs that all such queues have. They
   take and return pointers to type. TW_X_OF gives your type another name, name__object,
   because a parameter of ours, such as q, would hide a type q. `table` is name_ops or
   tw_x_ops; `flags` are TW__KIND_ values of debug.h. name__of() returns the object of a
   node. name__prefetch() does prefetch() group by group. Its loop ends, because each turn
   takes a group off the rest. If HINTS, a constant, is 0, the compiler drops the loop. */
#define TW__OBJECTS(name, type, member, x, table, flags)                                        \
    struct name {                                                                               \
        struct tw_##x in;                                                                       \
    };                                                                                          \
    TW__KIND(name, TW__HERE, x, flags, tw__##x##_count(&TW__CONST_IN(name, s)->in) != 0)        \
    TW__FOLD type *name##__of(struct tw_node *n) { return n ? TW_OF(n, type, member) : NULL; }  \
    TW__INLINE void name##_init(struct name *q, tw_tick now, tw_##x##_array *array, size_t n) { \
        TW__STAMP(q, &name##__kind, n);                                                         \
        tw__##x##_init(&q->in, now, array, n);                                                  \
    }                                                                                           \
    TW__INLINE bool name##_cancel(struct name *q, type *o) {                                    \
        struct tw_##x *const in = TW__Q(name, q);                                               \
        tw__object_given(o);                                                                    \
        return tw__cancel(in, &table, &o->member);                                              \
    }                                                                                           \
    TW__INLINE size_t name##_count(const struct name *q) {                                      \
        return tw__##x##_count(TW__Q(name, q));                                                 \
    }                                                                                           \
    TW__INLINE type *name##_each(const struct name *q, const type *o) {                         \
        const struct tw_##x *const in = TW__Q(name, q);                                         \
        const struct tw_node *const n = o ? &o->member : NULL;                                  \
        TW__DEBUG(tw__debug_walk(in, in, n);)                                                   \
        return name##__of(tw__##x##_each(in, n));                                               \
    }                                                                                           \
    TW__INLINE void name##_clear(struct name *q) { tw__clear(TW__Q(name, q), &table); }         \
    TW__CHECKED(TW__INLINE const char *name##_check(const struct name *q) {                     \
        return (table.check)(TW__Q(name, q));                                                   \
    })                                                                                          \
    TW__INLINE void name##__prefetch(const void *s, type *const *o, const tw_tick *due,         \
                                     size_t count) {                                            \
        struct tw_node *n[TW__GROUP];                                                           \
        size_t k;                                                                               \
        while (TW__HINTS && count) {                                                            \
            for (k = 0; k < TW__GROUP && k < count; k++) {                                      \
                tw__object_given(o[k]);                                                         \
                n[k] = &o[k]->member;                                                           \
            }                                                                                   \
            TW__DEBUG(tw__debug_hinted(s, s, n, k);)                                            \
            tw__prefetch(s, &table, n, due, k);                                                 \
            o += k;                                                                             \
            count -= k;                                                                         \
            due = due ? due + k : NULL;                                                         \
        }                                                                                       \
    }

/* Adds the verbs of queues by tick. */
#define TW__OBJECTS_BY_TICK(name, type, member, x)                              \
    TW__INLINE void name##_prefetch(const struct name *q, type *const *objects, \
                                    const tw_tick *dues, size_t count) {        \
        name##__prefetch(TW__Q(name, q), objects, dues, count);                 \
    }                                                                           \
    TW__INLINE bool name##_add(struct name *q, type *o, tw_tick due) {          \
        struct tw_##x *const in = TW__Q(name, q);                               \
        tw__object_given(o);                                                    \
        return tw__add(in, &tw_##x##_ops, &o->member, due);                     \
    }                                                                           \
    TW__INLINE bool name##_next(struct name *q, tw_tick *due) {                 \
        return tw__##x##_next(TW__Q(name, q), due);                             \
    }                                                                           \
    TW__INLINE type *name##_take(struct name *q, tw_tick now) {                 \
        return name##__of(tw__take(TW__Q(name, q), &tw_##x##_ops, now));        \
    }

/* Returns `key`, which add() writes to a node. Only orders by before() use this macro.
   With TW_DEBUG an object that comes before itself ends the program. */
#if defined(TW_DEBUG)
#define TW__STRICT(before_itself, key) (tw__order_given(before_itself), (key))

TW__INLINE void tw__order_given(bool before_itself) {
    (void)before_itself;
    TW__WANT(!before_itself,
             "before(a, a) is true. Compare by <, not by <=: equals leave in the order in which "
             "they were added.");
}
#else
#define TW__STRICT(before_itself, key) (key)
#endif

/* Makes name##__precedes(a, b), which says whether object a comes before object b. It
   alone calls `before`, the user's order. The parameters have names of ours, so that
   neither hides the user's function. name_before(), with one underscore, is a verb: it
   returns the object before another. */
#define TW__ORDER(name, type, before) \
    TW__FOLD bool name##__precedes(type *tw__a, type *tw__b) { return before(tw__a, tw__b); }

/* Adds the verbs of queues whose objects hold their own key. `key` is an expression: the
   tick that add() writes to the node of object o. In an order by before() the node keeps
   its due, which such an order never reads. */
#define TW__OBJECTS_IN_ORDER(name, type, member, x, table, key)                                 \
    TW__INLINE bool name##_add(struct name *q, type *o) {                                       \
        struct tw_##x *const in = TW__Q(name, q);                                               \
        tw__object_given(o);                                                                    \
        return tw__add(in, &table, &o->member, key);                                            \
    }                                                                                           \
    TW__INLINE void name##_prefetch(const struct name *q, type *const *objects, size_t count) { \
        name##__prefetch(TW__Q(name, q), objects, NULL, count);                                 \
    }                                                                                           \
    TW__INLINE bool name##_update(struct name *q, type *o) {                                    \
        (void)TW__Q(name, q);                                                                   \
        tw__object_given(o);                                                                    \
        return tw__waits(&o->member) && TW__VIA(name##_add(q, o));                              \
    }                                                                                           \
    TW__INLINE type *name##_peek(const struct name *q) {                                        \
        return name##__of(tw__##x##_peek(TW__Q(name, q)));                                      \
    }                                                                                           \
    TW__INLINE type *name##_pop(struct name *q) {                                               \
        return name##__of(tw__pop(TW__Q(name, q), &table));                                     \
    }

/* Adds the verbs that walk in order. Structure x must give tw__x_each(s, n) in order, and
   tw__x_before(s, n). If n is NULL, tw__x_each() returns the first node, and
   tw__x_before() the last. */
#define TW__OBJECTS_WALK(name, type, member, x)                                             \
    TW__INLINE type *name##_before(const struct name *q, const type *o) {                   \
        return name##__of(tw__##x##_before(TW__Q(name, q), o ? &o->member : NULL));         \
    }                                                                                       \
    TW__INLINE type *name##_after(const struct name *q, const type *o) {                    \
        return name##__of(tw__##x##_each(TW__Q(name, q), o ? &o->member : NULL));           \
    }                                                                                       \
    TW__INLINE type *name##_first(const struct name *q) { return TW__VIA(name##_peek(q)); } \
    TW__INLINE type *name##_last(const struct name *q) { return TW__VIA(name##_before(q, NULL)); }

/* Returns s, the structure x that the verb was given. TW_DEBUG looks at it first. */
#define TW__S(x) TW__SEEN(tw_##x, s, s)

/* The compiled verbs of structure x, for nodes by tick. The API of x declares and explains
   these verbs. NODES makes the verbs that every structure has. NODES_FIRST makes the verbs
   of a structure that keeps an order, and NODES_WALK the verbs that walk in order. */
#define TW__NODES(x)                                                                             \
    TW__KIND(tw_##x, #x, x, 0, tw__##x##_count(TW__CONST_IN(tw_##x, s)) != 0)                    \
    TW__API void tw_##x##_init(struct tw_##x *s, tw_tick now, tw_##x##_array *array, size_t n) { \
        TW__STAMP(s, &tw_##x##__kind, n);                                                        \
        tw__##x##_init(s, now, array, n);                                                        \
    }                                                                                            \
    TW__API bool tw_##x##_add(struct tw_##x *s, struct tw_node *n, tw_tick due) {                \
        return tw__add(TW__S(x), &tw_##x##_ops, n, due);                                         \
    }                                                                                            \
    TW__API bool tw_##x##_cancel(struct tw_##x *s, struct tw_node *n) {                          \
        return tw__cancel(TW__S(x), &tw_##x##_ops, n);                                           \
    }                                                                                            \
    TW__API bool tw_##x##_next(struct tw_##x *s, tw_tick *due) {                                 \
        return tw__##x##_next(TW__S(x), due);                                                    \
    }                                                                                            \
    TW__API struct tw_node *tw_##x##_take(struct tw_##x *s, tw_tick now) {                       \
        return tw__take(TW__S(x), &tw_##x##_ops, now);                                           \
    }                                                                                            \
    TW__API struct tw_node *tw_##x##_each(const struct tw_##x *s, const struct tw_node *n) {     \
        (void)TW__S(x);                                                                          \
        TW__DEBUG(tw__debug_walk(s, s, n);)                                                      \
        return tw__##x##_each(s, n);                                                             \
    }                                                                                            \
    TW__API size_t tw_##x##_count(const struct tw_##x *s) { return tw__##x##_count(TW__S(x)); }  \
    TW__API void tw_##x##_clear(struct tw_##x *s) { tw__clear(TW__S(x), &tw_##x##_ops); }        \
    TW__CHECKED(TW__API const char *tw_##x##_check(const struct tw_##x *s) {                     \
        return (tw_##x##_ops.check)(TW__S(x));                                                   \
    })
#define TW__NODES_FIRST(x)                                              \
    TW__API bool tw_##x##_update(struct tw_##x *s, struct tw_node *n) { \
        (void)TW__S(x);                                                 \
        if (!tw__waits(n))                                              \
            return false;                                               \
        TW__DEBUG(tw__debug_keyed(n, n->due);)                          \
        return TW__VIA(tw_##x##_add(s, n, n->due));                     \
    }                                                                   \
    TW__API struct tw_node *tw_##x##_peek(const struct tw_##x *s) {     \
        return tw__##x##_peek(TW__S(x));                                \
    }                                                                   \
    TW__API struct tw_node *tw_##x##_pop(struct tw_##x *s) {            \
        return tw__pop(TW__S(x), &tw_##x##_ops);                        \
    }
#define TW__NODES_WALK(x)                                                                      \
    TW__API struct tw_node *tw_##x##_first(const struct tw_##x *s) {                           \
        return tw__##x##_peek(TW__S(x));                                                       \
    }                                                                                          \
    TW__API struct tw_node *tw_##x##_last(const struct tw_##x *s) {                            \
        return tw__##x##_before(TW__S(x), NULL);                                               \
    }                                                                                          \
    TW__API struct tw_node *tw_##x##_after(const struct tw_##x *s, const struct tw_node *n) {  \
        return tw__##x##_each(TW__S(x), n);                                                    \
    }                                                                                          \
    TW__API struct tw_node *tw_##x##_before(const struct tw_##x *s, const struct tw_node *n) { \
        return tw__##x##_before(TW__S(x), n);                                                  \
    }

TW__END_C

#endif /* TW_VERBS_H */

/* slots.h - lists of nodes in numbered slots, and a bit for each slot that is occupied.

   WHAT IT IS
       The wheels with levels (smallwheel.h, hwheel.h, bigwheel.h) keep nodes in numbered
       slots. Each slot is a list, known by its last node. This header has words of bits
       that tell which slots are occupied, and walks through all slots. It also has the
       state and the sorted lists that the two large wheels share, hwheel.h and bigwheel.h.
       Where many nodes wait, each step along a list may be a cache miss. So the large
       wheels walk along several lists in turn, and the cache misses overlap. You need not
       include this header; the wheels do. */

#ifndef TW_SLOTS_H
#define TW_SLOTS_H

TW__BEGIN_C

/* ------------------------------------------------------------------------------ TYPES */

/* The state that hwheel.h and bigwheel.h keep besides their slots. A slot stands for a
   range of ticks, its block. The block of a node is the block of its slot. */
struct tw_slots {
    tw_tick position;      /* a tick that follows the clock; nodes are placed by it */
    struct tw_node *first; /* the earliest node; NULL: not known, or there is none */
    size_t count;          /* the number of nodes */
    tw_tick wake;          /* no block of a node begins before this tick: no work until then */
    tw_tick next_read;     /* the tick of the next tw__slots_read(), which fetches lists */
    tw_tick first_due;     /* the deadline of `first`, if `first` is not NULL */
};

/* ----------------------------------------------------------------------------- ENGINE */

/* BITS. A word is as wide as an address, and has this number of bits. */
enum { TW__WORD_BITS = 8 * sizeof(uintptr_t) };

/* Returns the number of the digit that holds the highest one-bit of x. A digit has `bits`
   bits; the lowest digit has number 0. x is not 0. The form for speed divides the number of
   the one-bit by `bits`. If `bits` is no power of two, it multiplies and shifts instead:
   exact for numbers below 64. Invariant of the loop in the other form: i digits were
   dropped. Ends because each turn drops a digit. */
#if TW__GNU && TW__SPEED && \
    (UINTPTR_MAX > 0xFFFFFFFFu || defined(__i386__) || defined(__ARM_FEATURE_CLZ))
TW__INLINE unsigned tw__high_digit(tw_tick x, unsigned bits) {
    const unsigned bit = 63u - (unsigned)__builtin_clzll(x);

    return bits & (bits - 1) ? bit * (4096u / bits + 1u) >> 12 : bit / bits;
}
#else
TW__INLINE unsigned tw__high_digit(tw_tick x, unsigned bits) {
    unsigned i = 0;

    while ((x = (tw_tick)(x >> bits)) != 0)
        i++;
    return i;
}
#endif

/* Returns the number of the first one-bit from word i on, before word `end`. If there is
   none, returns the number of the first bit of word `end`. The loop ends at a word that is
   not 0, or at `end`. */
TW__INLINE size_t tw__bits_first(const uintptr_t *word, size_t i, size_t end) {
    while (i < end && word[i] == 0)
        i++;
    return i * TW__WORD_BITS + (i < end ? tw__low_bit(word[i]) : 0);
}

/* Does the same from bit i on: looks at the rest of the word that has bit i, then at the
   later words. */
TW__INLINE size_t tw__bits_from(const uintptr_t *word, size_t i, size_t end) {
    const uintptr_t bits = word[i / TW__WORD_BITS] >> i % TW__WORD_BITS;
    return bits ? i + tw__low_bit(bits) : tw__bits_first(word, i / TW__WORD_BITS + 1, end);
}

/* Returns bit i, as 0 or 1. */
TW__INLINE bool tw__bits_get(const uintptr_t *word, size_t i) {
    return word[i / TW__WORD_BITS] >> i % TW__WORD_BITS & 1;
}

/* Changes the bit of slot i, which was filled or emptied. The summary has a bit for each
   word: 1 if the word is not 0. So the bit of the summary changes if the word was 0 or
   becomes 0. */
TW__INLINE void tw__bits_toggle(uintptr_t *word, uintptr_t *summary, size_t i) {
    const size_t k = i / TW__WORD_BITS;
    const uintptr_t was = word[k];

    word[k] = was ^ (uintptr_t)1 << i % TW__WORD_BITS;
    if (was == 0 || word[k] == 0)
        summary[k / TW__WORD_BITS] ^= (uintptr_t)1 << k % TW__WORD_BITS;
}

/* KEYS. Returns the tick by which a deadline is placed: the position if the deadline lies
   before the position, else the deadline itself. Where ticks wrap, the distance from the
   position to the deadline decides. From three quarters of the range on, the deadline lies
   before the position. tw_before() would draw the line at half the range. But a deadline
   that lies ahead may be farther away than half. With 8-bit ticks, for example, the range
   is 256, a quarter is 64, and three distances add up to the fourth:

       position to a timer late by the clock  64 at most: both lie in one block, and a
                                              block has 64 ticks at most
       that timer to the clock                63 at most: less than a quarter late
       clock to a deadline, or the next now   64 at most: a quarter ahead
       position to that deadline, or now     191 at most, and below 192 */
TW__INLINE tw_tick tw__slots_key(tw_tick position, tw_tick due) {
    const bool passed = TW_TICK_BITS == 64
                            ? due < position
                            : (tw_tick)(due - position) >= (tw_tick)(3 * TW__QUARTER);
    return passed ? position : due;
}

#if defined(TW_DEBUG)

/* Warns, once for each wheel, if n was added after its tick had passed and the node before
   n has a later tick. In a set this cannot be: there such a node is due at once. */
TW__INLINE void tw__slots_passed(const struct tw_node *n, tw_tick key) {
    const struct tw_node *const before = n->u.list.prev;

    if (n->due != key && before && tw_before(n->due, before->due) &&
        tw__debug_first((struct tw_stamp *)(uintptr_t)n->mark.in, TW__WARNED_BEHIND))
        TW__WARN("tick %llu lies before the last take(), and leaves behind tick %llu. "
                 "If their order counts, use wheel, heap4, rbtree or skiplist.",
                 TW__ULL(n->due), TW__ULL(before->due));
}
#endif

/* STATE. Says whether tick comes before `wake`. If so, the wheel has nothing to do at tick,
   which must not come before the position. */
TW__INLINE bool tw__slots_asleep(const struct tw_slots *s, tw_tick tick) {
    return TW_TICK_BITS == 64 ? tick < s->wake : tw__nearer(s->position, tick, s->wake);
}

/* Makes n the first node, and keeps its deadline. If n is NULL, the first node is not
   known from now on. */
TW__INLINE void tw__slots_set_first(struct tw_slots *s, struct tw_node *n) {
    s->first = n;
    if (n)
        s->first_due = n->due;
}

/* Call this before n leaves the list that ends with `last`. If n is not the first node of
   the wheel, the first node stays. If n is, the next node of the list becomes the first, if
   its deadline is the same. Otherwise the first node is not known from now on. The form for
   size never looks at the next node. The deadline of n is read from first_due, because a
   move has already written the new deadline to n->due. */
TW__INLINE void tw__slots_forget(struct tw_slots *s, struct tw_node *n,
                                 const struct tw_node *last) {
    if (s->first == n)
        s->first =
            TW__SPEED && n != last && n->u.list.next->due == s->first_due ? n->u.list.next : NULL;
}

/* Call this after n was put into a slot. key is the tick by which n was placed. only: no
   other node waits. If only is true, or key comes before `wake`, `wake` becomes the
   position, so that the next take() searches. If only is true, or n comes before the known
   first node, n becomes the first node. */
TW__INLINE void tw__slots_note(struct tw_slots *s, struct tw_node *n, tw_tick key, bool only) {
    if (only || tw__slots_asleep(s, key))
        s->wake = s->position;
    if (only || (s->first && tw_before(key, s->first_due)))
        tw__slots_set_first(s, n);
    TW__DEBUG(tw__slots_passed(n, key);)
}

/* Does note(), and counts n in. */
TW__INLINE void tw__slots_enter(struct tw_slots *s, struct tw_node *n, tw_tick key) {
    tw__slots_note(s, n, key, s->count++ == 0);
}

/* Moves the position to now, a tick at which nothing fires. While nodes wait, the position
   does not go back. The caller guarantees that no block of a node begins between the
   position and now. Returns NULL, so that take() can return this call. */
TW__INLINE struct tw_node *tw__slots_follow(struct tw_slots *s, tw_tick now) {
    s->position = s->count == 0 ? now : tw__slots_key(s->position, now);
    return NULL;
}

/* Says whether nothing can be due: the wheel is empty, or now comes before `wake`. If so,
   the position follows now. */
TW__INLINE bool tw__slots_quiet(struct tw_slots *s, tw_tick now) {
    const bool quiet = s->count == 0 || tw__slots_asleep(s, now);

    if (quiet)
        (void)tw__slots_follow(s, now);
    return quiet;
}

/* Makes s empty at tick now. */
TW__INLINE void tw__slots_init(struct tw_slots *s, tw_tick now) {
    s->position = s->wake = s->next_read = s->first_due = now;
    s->first = NULL;
    s->count = 0;
}

/* RUNS. A slot of the lowest level, level 0, stands for one tick. A slot of a higher level
   stands for many ticks, and its list is in arming order. next() must find the earliest
   node of such a list. When next() first asks for a long list, it sorts the list, which
   then stays sorted. A sorted list consists of runs, each in the order of deadlines. A run
   is a ring like any list. But `prev` of its first node names the last node of the next
   older run. The pointer of the list names the last node of the newest run:

       oldest run   a -> b -> c -> d -> a       prev of a is NULL
                    e -> f -> e                 prev of e is d
       newest run   g -> g                      prev of g is f; the pointer names g

   A node that comes before the end of the newest run begins a run of rank 0. Two runs of a
   rank become one run of the next rank, as a carry runs through a binary number. So a list
   into which n nodes were armed has at most log2(n) + 1 runs. Each of its nodes was merged
   at most log2(n) + 1 times. Of equal deadlines the older stands in the older run, so
   equals keep their order. `home` of a node in a run is that of its slot, plus RUN times
   (1 + rank). RUN is greater than `home` of any slot. Where a word has 16 bits, 1024
   leaves room for ranks up to 62. A list is long if it has more than RUN_SHORT + 1 nodes.
   With ticks of 8 bits, which tests have, two nodes are a long list. A chain is a row of
   nodes through `next`, which NULL ends. */
enum { TW__RUN = UINTPTR_MAX > 0xFFFF ? 32768 : 1024, TW__RUN_SHORT = TW_TICK_BITS == 8 ? 0 : 8 };

/* Returns the slot in which n waits. */
TW__INLINE size_t tw__slots_place(const struct tw_node *n) {
    return n->home % TW__RUN - TW__WAITING;
}

/* Takes the newest run out of *list, as a chain. Returns the first node of the chain. A
   list that is not sorted counts as one run. */
TW__INLINE struct tw_node *tw__runs_pop(struct tw_node **list) {
    struct tw_node *const first = tw__list_next(*list);

    (*list)->u.list.next = NULL;
    *list = tw__list_prev(first);
    return first;
}

/* Puts the nodes of a chain into *list, as its newest run. home is the `home` that each
   node gets. The loop ends at the end of the chain. */
TW__INLINE void tw__runs_push(struct tw_node **list, struct tw_node *first, uintptr_t home) {
    struct tw_node *prev = *list, *n;

    for (n = first; n; n = n->u.list.next) {
        TW__MET(n)->home = home;
        n->u.list.prev = prev;
        prev = n;
    }
    prev->u.list.next = first;
    *list = prev;
}

/* Merges two chains in order, and returns the first node. Of equals, those of a come
   first. The loop ends because each turn takes a node from a or b. */
TW__INLINE struct tw_node *tw__runs_merge(struct tw_node *a, struct tw_node *b) {
    struct tw_node *first = NULL, **end = &first;

    while (a && b) {
        TW__COMPARED(b, b->due, a);
        if (tw_before(b->due, a->due)) {
            *end = b;
            end = &b->u.list.next;
            b = tw__list_next(b);
        } else {
            *end = a;
            end = &a->u.list.next;
            a = tw__list_next(a);
        }
    }
    *end = a ? a : b;
    return first;
}

/* Makes a sorted chain the newest run of *list, and merges runs of the same rank. `home` of
   `first`, the first node of the chain, is that of the slot. No run has a lower rank than
   the chain. The loop ends at a run of a higher rank, or when no run is left. */
TW__APART void tw__runs_carry(struct tw_node **list, struct tw_node *first) {
    uintptr_t home = first->home + TW__RUN;

    while (*list && (*list)->home <= home) {
        home = (*list)->home + TW__RUN;
        first = tw__runs_merge(tw__runs_pop(list), first);
    }
    tw__runs_push(list, first, home);
}

/* Puts n into a sorted list: at the end of the newest run, or as a run of its own. n->home
   is that of the slot. */
TW__INLINE void tw__runs_join(struct tw_node **list, struct tw_node *n) {
    TW__COMPARED(n, n->due, *list);
    if (!tw_before(n->due, (*list)->due)) {
        n->home = (*list)->home;
        tw__list_append(list, n);
    } else {
        n->u.list.next = NULL;
        tw__runs_carry(list, n);
    }
}

/* Sorts a list that was in arming order. Each turn takes a run off the front of the chain.
   The run ends before the first node that comes before its predecessor. The loops end
   because each takes nodes from the chain. */
TW__APART void tw__runs_sort(struct tw_node **list) {
    struct tw_node *first = tw__runs_pop(list), *n, *next;

    for (; first; first = next) {
        for (n = first; (next = tw__list_next(n)) != NULL; n = next) {
            TW__COMPARED(next, next->due, n);
            if (tw_before(TW__MET(next)->due, n->due))
                break;
        }
        n->u.list.next = NULL;
        tw__runs_carry(list, first);
    }
}

/* Returns the earliest node of *list, of equals the oldest. Sorts a long list first.
   The first loop goes along a list that is not sorted, by RUN_SHORT steps at most. If the
   loop comes to the last node, the list is short. The second loop compares the first nodes
   of the runs, newest to oldest. In the first node of a run, `prev` names the last node of
   the older run. `next` of that last node is the first node of the older run. */
TW__INLINE struct tw_node *tw__runs_first(struct tw_node **list) {
    struct tw_node *first = tw__list_next(*list), *n = first;
    size_t nodes = TW__RUN_SHORT;

    if (first->home < TW__RUN) {
        for (; n != *list && nodes; nodes--) {
            n = tw__list_next(n);
            TW__COMPARED(n, n->due, first);
            if (tw_before(n->due, first->due))
                first = n;
        }
        if (n == *list)
            return first;
        tw__runs_sort(list);
        first = n = tw__list_next(*list);
    }
    while ((n = tw__list_prev(n)) != NULL) {
        n = tw__list_next(n);
        TW__COMPARED(n, n->due, first);
        if (!tw_before(first->due, n->due))
            first = n;
    }
    return first;
}

/* Takes n, the first or the last node of its run, or both, out of a sorted list. The loop
   ends at the run of n. That run begins with n or, if n is only its last node, with the
   node after n. *list is then the pointer to the last node of the run. If n is the last,
   *list becomes `prev` of n: the node before n, or the last node of the older run. */
TW__INLINE void tw__runs_trim(struct tw_node **list, struct tw_node *n, bool first, bool last) {
    struct tw_node *const next = n->u.list.next, *const prev = n->u.list.prev;

    while (tw__list_next(*list) != (first ? n : next))
        list = &TW__MET((*list)->u.list.next)->u.list.prev;
    if (!first)
        prev->u.list.next = next;
    else if (!last)
        (*list)->u.list.next = next;
    if (!last)
        next->u.list.prev = prev;
    else
        *list = prev;
}

/* Takes n out of a sorted list; the count stays. n is the last node of its run if the next
   node does not name n as its prev. n is the first node of its run if its prev is NULL, or
   does not lead to n. The three cases are:

     1  n is the first node of the only run, and not the last: the next node becomes the
        first of the run, and of the wheel if n was the first node there
     2  n is another first or last node of a run
     3  n stands within a run */
TW__INLINE void tw__runs_leave(struct tw_slots *s, struct tw_node **list, struct tw_node *n) {
    struct tw_node *const next = n->u.list.next, *const prev = n->u.list.prev;
    const bool last = TW__MET(next)->u.list.prev != n;
    struct tw_node *first = NULL;

    TW__DEBUG(tw__debug_touch(n); tw__debug_touch(prev);)
    if (!prev && !last && (*list)->u.list.next == n) {
        (*list)->u.list.next = first = next;
        next->u.list.prev = NULL;
    } else if (last || !prev || prev->u.list.next != n) {
        tw__runs_trim(list, n, !prev || prev->u.list.next != n, last);
    } else {
        prev->u.list.next = next;
        next->u.list.prev = prev;
    }
    if (s->first == n)
        tw__slots_set_first(s, first);
}

/* Returns the address of the pointer that names the last node of the oldest run. The loop
   ends at the oldest run. */
TW__INLINE struct tw_node **tw__runs_oldest(struct tw_node **list) {
    while (tw__list_prev(tw__list_next(*list)))
        list = &(*list)->u.list.next->u.list.prev;
    return list;
}

/* Empties *list, and puts its nodes in front of a chain, older runs first. Returns the
   first node of the chain. The loop ends at the oldest run. */
TW__INLINE struct tw_node *tw__runs_chain(struct tw_node **list, struct tw_node *chain) {
    while (*list) {
        struct tw_node *const last = *list;
        struct tw_node *const first = tw__runs_pop(list);

        last->u.list.next = chain;
        chain = first;
    }
    return chain;
}

/* Takes the nodes of all slots out, as a chain. Returns its first node. */
TW__INLINE struct tw_node *tw__runs_take_all(struct tw_node **slot, size_t slots) {
    struct tw_node *chain = NULL;

    while (slots > 0)
        chain = tw__runs_chain(&slot[--slots], chain);
    return chain;
}

/* Returns the first node of the oldest run of the list that ends with `last`. A walk from
   there meets the older of two equals before the newer. The loop ends at the oldest run. */
TW__INLINE struct tw_node *tw__runs_begin(const struct tw_node *last) {
    while (last->u.list.next->u.list.prev)
        last = last->u.list.next->u.list.prev;
    return last->u.list.next;
}

/* Returns the node after n in the list that ends with `last`. NULL: n is the last one.
   Behind the last node of a run comes the first node of the next newer run. The loop
   searches that run from the newest on. It ends at the run whose first node names n as
   prev. */
TW__INLINE struct tw_node *tw__runs_after(const struct tw_node *last, const struct tw_node *n) {
    if (n->u.list.next->u.list.prev == n)
        return n->u.list.next;
    if (n == last)
        return NULL;
    while (last->u.list.next->u.list.prev != n)
        last = last->u.list.next->u.list.prev;
    return last->u.list.next;
}

/* Says whether the list that ends with `last` is linked both ways, and each of its runs is
   sorted. Each node must have the `home` of a run in `slot`, and an older run must have a
   higher rank. A link is followed only after `home` of its node was found right. The inner
   loop meets no node twice, because each node but the first names the node before it. The
   outer loop ends because the ranks rise. */
TW__INLINE bool tw__runs_sound(const struct tw_node *last, size_t slot) {
    uintptr_t least = 0;

    while (last) {
        const uintptr_t home = last->home;
        const struct tw_node *const first = last->u.list.next, *n = first, *next;

        if (home < least || home % TW__RUN != slot + TW__WAITING || !first || first->home != home)
            return false;
        for (; n != last; n = next) {
            next = tw__list_check(n, last, home);
            if (!next || next == first || (home >= TW__RUN && tw_before(next->due, n->due)))
                return false;
        }
        last = first->u.list.prev;
        if (last && home < TW__RUN)
            return false;
        least = home + 1;
    }
    return true;
}

/* Says whether the list that ends with `last` is sorted. An empty list, whose `last` is
   NULL, is not. */
TW__INLINE bool tw__runs_sorted(const struct tw_node *last) {
    return last && TW__MET(last)->home >= TW__RUN;
}

/* Says whether the list that ends with `last` has one node. */
TW__INLINE bool tw__runs_alone(const struct tw_node *last) {
    return last->u.list.next == last && !last->u.list.prev;
}

/* LISTS that are not sorted. Returns the node after n, slot by slot; if n is NULL, the
   first of the walk. NULL: the walk is over. The loop ends at the next occupied slot, or
   behind the last slot. */
TW__INLINE struct tw_node *tw__slots_each(struct tw_node *const *slot, size_t slots,
                                          const struct tw_node *n) {
    size_t i = n ? n->home - TW__WAITING : (size_t)-1;

    if (n && n != slot[i])
        return n->u.list.next;
    while (++i < slots)
        if (slot[i])
            return TW__MET(slot[i])->u.list.next;
    return NULL;
}

/* Clears words of bits. volatile: else compilers turn the loop into a call of memset(), which
   a program without a C library lacks. */
TW__INLINE void tw__bits_clear(volatile uintptr_t *word, size_t words) {
    while (words > 0)
        word[--words] = 0;
}

/* Takes all nodes out, as a chain, and clears the words of bits. No list is sorted. Returns
   the first node of the chain. NULL: there was none. Each turn puts a list in front of the
   chain. The nodes do not become idle here. */
TW__INLINE struct tw_node *tw__slots_take_all(struct tw_node **slot, size_t slots, uintptr_t *word,
                                              size_t words) {
    struct tw_node *chain = NULL, *first;

    for (; slots > 0; slots--, slot++)
        if (*slot) {
            first = TW__MET(*slot)->u.list.next;
            (*slot)->u.list.next = chain;
            chain = first;
            *slot = NULL;
        }
    tw__bits_clear(word, words);
    return chain;
}

/* Walks along the lists of the eight slots from i on, so that their nodes come into the
   cache. Slots from `end` on are left out. Each of the `steps` turns takes one step in
   every list, so that the cache misses overlap. A list is a ring, so a short list is walked
   again. A step is n[k] = n[k]->u.list.next, by a volatile read. */
TW__INLINE void tw__slots_read(struct tw_node *const *slot, size_t i, size_t end, size_t steps) {
    const struct tw_node *n[8];
    size_t lists = 0, k;

    for (end = i + 8 < end ? i + 8 : end; i < end; i++)
        if ((n[lists] = slot[i]) != NULL)
            lists++;
    for (; steps; steps--)
        for (k = 0; k < lists; k++)
            n[k] = *(struct tw_node *const volatile *)&n[k]
                        ->u.list.next; /* volatile: else compilers drop the read */
}

TW__END_C

#endif /* TW_SLOTS_H */

/* timers.h - the clocked timer set: deadlines, callbacks and one exact contract, over any
   structure.

   WHAT IT IS
       You have a clock, a main loop, and things that must happen later. This header makes
       a set of timers out of any of the structures (heap4.h, ...): you arm a timer for a
       tick, and you move or cancel it as often as you like. You ask the set how long you
       may sleep. When you wake, you tell it the time, and it calls back every timer that
       is due. The set starts no thread, allocates nothing and reads no clock. Include
       this header and the header of a structure, in any order.

   DO THIS
       1  Put a node into your object:      struct conn { int fd; struct tw_node late; };
       2  Make a kind of set:               TW_TIMERS_OF(timers, heap4)
                                            below #include <tw/heap4.h> and <tw/timers.h>
       3  Arm, move and cancel:             timers_add_in(&t, &c->late, now, 5000);
                                            timers_cancel(&t, &c->late);
          With 50,000 timers and more, name the timers of the next operations before you do
          them: timers_prefetch(&t, nodes, dues, count).
       4  Sleep, then let timers fire:      poll(fds, n, timers_wait_ms(&t, now, 1));
                                            timers_advance(&t, now);
       5  Get your object in the callback:  struct conn *c = TW_OF(n, struct conn, late);
       The sets of step 2 need no TW_IMPLEMENTATION. If you use functions that start with
       tw_timers_ or tw_heap4_, one file of the program must #define it before the
       includes, in C or C++. A program: examples/basics/hello.c.

   TIME
       You choose the tick: a millisecond, a microsecond, a frame. Deadlines are absolute.
       advance() and expire() move the clock. 64-bit ticks never go back. Ticks that wrap
       may, but only while nothing is armed. With ticks that wrap, add_in() also moves the
       clock of an empty set, to the now that it is told. If a 32-bit counter feeds 64-bit
       ticks and wraps, the clock stands until the counter has caught up. If your clock
       rounds down, a timer for now + 5 may fire after little more than 4 ticks. Add one
       tick where that matters.

   GUARANTEES (each is tested on every structure)
       - A timer never fires before its tick. It fires in the first advance(now) with now
         >= due.
       - Timers fire in the order (due, arming order): first in, first out among equals. A
         move counts as arming anew. Let A be a timer that is armed for a passed tick. A
         fires in the next advance(). Timers of the structure that advance_some() left over
         fire before A. Timers that become due in the call fire after A. If advance_some()
         reaches its max before A, the next call fires first what is left over, then A.
       - advance(now) fires each timer that was armed before the call and is due by now.
         If an earlier callback of the call cancels or moves the timer, the timer does not
         fire. advance() fires no other timer. A timer that a callback arms for now or
         earlier waits for the next call, so advance() always returns. A batch is all that
         one advance() fires, or that expire() returns from one NULL to the next.
       - A callback may add, move, cancel or clear any node, and free any idle one, its
         own included: nothing of a node is read once its callback has started. A due node
         that has not fired yet can still be cancelled. Inside a callback advance() and
         expire() are refused and return 0 and NULL. init() inside a callback makes the
         set new and forgets the rest of the batch. From then on advance() in the same
         callback is not refused, and the outer call fires no more.
         If an exception or longjmp() leaves a callback of advance(), the set refuses
         advance() and expire() until init(). An exception that leaves the body of a loop
         over expire() refuses nothing.
       - A refused call changes nothing. add(), cancel(), next() and expire() cost O(1)
         beside what their structure says. advance() costs one take of the structure for
         each timer that fires. No function is recursive. No compiled function takes more
         than 160 bytes of stack (x86-64, -O2 and -Os).
       - next() is exact after every operation: sleep until then.

   PROPERTIES (check() names one that does not hold, "timers 1", or gives the answer of
       the structure)
       1  Each node on the due list is marked due. `prev` of each node names the node
          before it; `prev` of the first node is NULL.
       2  `until` (struct tw_clock) is NULL or a node on the due list: the last node of
          the batch there.

   WHAT GOES WRONG, AND THE ANSWER
       NULL for a node                          TW_ASSERT
       add to a full structure                  false
       add too far ahead (16/32-bit ticks)      false; true from add_if_earlier() if the
                                                timer is on the due list
       add or cancel of another set's node      your error. If the node waits, heap4 sees
                                                it: TW_ASSERT, else false. If the node is
                                                due, TW_ASSERT is sure to see it only if
                                                it is the first on its due list
       cancel of an idle node                   false
       advance or expire back in time           nothing fires, the clock stands
       period 0, ticks_per_ms 0                 TW_ASSERT, else counted as 1
       n->due written while n is armed          your error: it may fire late or never, and
                                                advance() may not return
       a set moved while timers are armed       your error
       With -DTW_DEBUG most errors end with a line on stderr; debug.h says which do not.

   OPTIONS (the same in every file of a program, beside those of node.h)
       TW_TICK_BITS   64   64-bit ticks are plain numbers. Ticks of 16 and 32 bits wrap: a
                           deadline must lie less than a quarter of the range ahead. Call
                           advance() at least once in a quarter of the range while timers
                           wait. No deadline may fall a quarter of the range behind, not
                           even of a timer that advance_some() left over. An empty set
                           takes any now from advance(), expire() and add_in(). add() is
                           told no now: call advance_some(&t, now, 0) before it if the set
                           was empty. While you sleep, the clock of the set stands. If a
                           sleep and a delay together reach a quarter, call
                           advance_some(&t, now, 0) after the sleep, before you arm.
       TW_TIES        -    for tests: your seed, a number or an expression of integers,
                           such as a variable. Equal ticks fire in an order that the seed
                           draws, and no longer first in, first out. Equal are timers with
                           the same deadline, and the timers of a batch that were armed for
                           a passed tick. Deadlines and answers stay as they are. But a
                           firing costs O(its equals), equals that are due take no room in
                           heap4, and TW_FIRE finds `home` 1. Delay queues and sets of
                           windows draw nothing. A program: docs/testing-your-timeouts.md
       TW_TIMERS_IMPLEMENTATION instead of TW_IMPLEMENTATION compiles the functions of
       this header only.

   SOURCE
       Start, stop, tick and expiry: G. Varghese and A. Lauck, Hashed and Hierarchical
       Timing Wheels, SOSP 1987. */

#ifndef TW_TIMERS_H
#define TW_TIMERS_H

TW__BEGIN_C

/* Compiles code for sets with TW_TIES alone. */
#if defined(TW_TIES)
#define TW__TIES(...) __VA_ARGS__
#else
#define TW__TIES(...)
#endif

/* ------------------------------------------------------------------------------ TYPES */

/* The clock and the due list of a set. The due list holds the timers that were armed for
   the now of the set or an earlier tick. They fire in the next batch. All zero is valid:
   tick 0, nothing armed. */
struct tw_clock {
    TW__DEBUG(struct tw_stamp stamp;)
    tw_tick now; /* the tick to which a call last moved the clock */
    /* the now before this batch: nodes of the structure that are due by `previous` fire
       before the due list */
    tw_tick previous;
    struct tw_node *due_list; /* its last node, in arming order; NULL: the list is empty */
    /* the last node of the due list that belongs to this batch; NULL: none is left */
    struct tw_node *until;
    uint8_t batch; /* one of the TW__BATCH_ values */
    /* the nodes to be drawn stand at the front of the due list, up to `equals`; NULL: there
       are none */
    TW__TIES(struct tw_node *equals; uint32_t draws;)
};

/* NONE: no batch is under way. PUSH: advance() or clear() is under way. PULL: expire()
   has begun a batch, and has not returned NULL yet. */
enum { TW__BATCH_NONE = 0, TW__BATCH_PUSH = 1, TW__BATCH_PULL = 2 };

/* A set over a structure that is chosen at run time. TW_TIMERS_OF makes sets over a
   structure that is known at compile time. */
struct tw_timers {
    struct tw_clock clock;
    const struct tw_ops *ops;
    void *in;
};

/* -------------------------------------------------------------------------------- API */

/* TW_TIMERS_OF(timers, heap4) makes `struct timers` and the verbs below as
   timers_init(&t, now, array, n), timers_add(&t, n, due) and so on. Such a set is valid
   and empty if it is all zero. The compiled verbs below work over any structure through
   its table of functions, such as &tw_heap4_ops. node.h has tw_forward() for periodic
   timers, and tw_coalesce() for timers with slack. */

/* Makes t empty at tick now. `in` is the address of its structure, `ops` the table of that
   structure. Initialises the structure, too, with array and n as its header says. If
   timers are armed in t, call clear() first: init() forgets them. */
#define tw_timers_init TW__LINK_NAME(tw_timers_init)
TW__API void tw_timers_init(struct tw_timers *t, tw_tick now, const struct tw_ops *ops, void *in,
                            void *array, size_t n);

/* Arms n for tick due. If n is armed in t already, moves it there, as if it had been
   cancelled and armed anew. If due is the now of the set or earlier, n fires in the next
   batch. n must be idle or armed in t. False: t is full, due lies too far ahead, or a heap
   sees that n waits elsewhere; nothing changed. Costs what add() of the structure costs. */
TW__API bool tw_timers_add(struct tw_timers *t, struct tw_node *n, tw_tick due);

/* If n is on the due list, or armed for `due` or an earlier tick, changes nothing and
   returns true. Else does what add() does. */
TW__API bool tw_timers_add_if_earlier(struct tw_timers *t, struct tw_node *n, tw_tick due);

/* Arms n for now + delay, as add() does. With 64-bit ticks the sum stops at TW_TICK_MAX.
   If ticks wrap, and t is empty and in no batch, the clock of t moves to now first. False:
   add() refuses n, or ticks wrap and delay is a quarter of their range or more; nothing
   changed. */
TW__API bool tw_timers_add_in(struct tw_timers *t, struct tw_node *n, tw_tick now, tw_tick delay);

/* Takes n out, unfired. If n is armed, it must be armed in t. False: n is idle, or a heap
   sees that n waits elsewhere; nothing changed. Costs what cancel() of the structure
   costs. */
TW__API bool tw_timers_cancel(struct tw_timers *t, struct tw_node *n);

/* Fetches into the cache the memory that arming, moving and cancelling the nodes will
   touch; changes nothing. nodes[i] is idle or in t. dues[i] is the tick for which you will
   arm it; dues may be NULL if you will cancel only. See prefetch in verbs.h. */
TW__INLINE void tw_timers_prefetch(const struct tw_timers *t, struct tw_node *const *nodes,
                                   const tw_tick *dues, size_t count);

/* Writes the earliest deadline to *due, exactly. While a timer is due, writes the now of
   the set. False: nothing is armed; *due is unchanged. Costs what next() of the structure
   costs. */
TW__API bool tw_timers_next(struct tw_timers *t, tw_tick *due);

/* Says whether a timer is due by the now of the set: advance_some() left it over, or it
   was armed for a tick that had passed. */
TW__API bool tw_timers_any_due(struct tw_timers *t);

/* Moves the clock to now and calls fn of each timer that is due, in order. Returns how
   many fired; 0 if the call is refused: in a callback, or while now lies before the now
   of the set. */
TW__API size_t tw_timers_advance(struct tw_timers *t, tw_tick now);

/* Does what advance() does, but calls at most max functions. The other timers stay due,
   and come first next time. If max is 0, only the clock moves. Returns how many fired; 0
   if the call is refused. */
TW__API size_t tw_timers_advance_some(struct tw_timers *t, tw_tick now, size_t max);

/* Takes out one timer that is due by now, and returns its node, which is idle. Calls no
   function. Call it until it returns NULL, which ends the batch. Until then the batch
   keeps the now that it began with. A node that is armed meanwhile for a passed tick
   waits for the next batch. NULL: the batch is over, or the call is refused. */
TW__API struct tw_node *tw_timers_expire(struct tw_timers *t, tw_tick now);

/* Returns how many milliseconds epoll_wait() or poll() shall wait at clock time now,
   rounded up; at most INT_MAX. ticks_per_ms must be 1 or more; if a tick is longer than a
   millisecond, use next(). 0: a timer is due, also inside a callback, where advance() is
   refused. -1: nothing is armed. */
TW__API int tw_timers_wait_ms(struct tw_timers *t, tw_tick now, tw_tick ticks_per_ms);

/* Returns the now of the set: the tick to which init(), advance(), advance_some(),
   expire() or add_in() last moved the clock. Within a batch expire() does not move it. */
TW__API tw_tick tw_timers_now(const struct tw_timers *t);

/* Returns the ticks from the now of the set to the deadline of n. n must be a node of t,
   or idle. 0: n is due or idle. O(1). */
TW__API tw_tick tw_timers_remaining(const struct tw_timers *t, const struct tw_node *n);

/* Says whether n is armed, due or not. n must be a node of t, or idle. O(1). */
TW__API bool tw_timers_pending(const struct tw_timers *t, const struct tw_node *n);

/* Returns how many timers are armed, due ones included. O(1 + timers on the due list). */
TW__API size_t tw_timers_count(const struct tw_timers *t);

/* Returns how many timers t has room for. (size_t)-1: there is no bound. O(1). */
TW__API size_t tw_timers_capacity(const struct tw_timers *t);

/* Gives a set over heap4 another array, as heap4.h says. False: more than n timers wait,
   or the structure is not heap4; nothing changed. */
TW__API bool tw_timers_storage(struct tw_timers *t, void *array, size_t n);

/* Returns the armed node after n in a walk, in no promised order; if n is NULL, the
   first. Any other n must be armed in t. NULL: the walk is over. Change nothing during
   the walk. */
TW__API struct tw_node *tw_timers_each(const struct tw_timers *t, const struct tw_node *n);

/* Takes out every timer, unfired. Afterwards all nodes are idle, and can be armed again.
   Costs what clear() of the structure costs, and O(1) per timer. */
TW__API void tw_timers_clear(struct tw_timers *t);

/* Does what clear() does, and calls fn with each node, which is idle already. fn may free
   the node, cancel others, and arm timers: these stay in the set. During the call the
   nodes still to come count as due: pending() is true for them, remaining() is 0, and
   add_if_earlier() leaves them to be cleared. If add() arms such a node anew, the node
   stays in the set. */
TW__API void tw_timers_clear_with(struct tw_timers *t, tw_fn *fn);

/* Returns the name of a property that does not hold in the set or in its structure. NULL:
   all hold. For tests. */
TW__CHECKED(TW__API const char *tw_timers_check(const struct tw_timers *t);)

/* ----------------------------------------------------------------------------- ENGINE */

/* Removes n from the due list. Nodes up to `until` belong to this batch. Nodes behind
   `until` wait for the next batch. If n is `until`, the node before n becomes `until`.
   Asserts that the node before n in the ring leads to n: `prev`, or the last node if n is
   the first. The assertion fails for the first node of another set's due list. */
TW__ONCE void tw__due_remove(struct tw_clock *c, struct tw_node *n) {
    TW__DEBUG(tw__debug_given(c, n);)
    TW_ASSERT(c->due_list && (n->u.list.prev ? n->u.list.prev : c->due_list)->u.list.next == n);
    if (c->until == n)
        c->until = n->u.list.prev;
    TW__TIES(if (c->equals == n) c->equals = n->u.list.prev;)
    tw__list_remove(&c->due_list, n);
}

/* Takes out the first node of the due list. NULL: no node of the list is in this batch. */
TW__INLINE struct tw_node *tw__due_take(struct tw_clock *c) {
    struct tw_node *n = NULL;

    if (c->until) {
        TW__DEBUG(tw__debug_listed(c, c->due_list);)
        n = c->due_list->u.list.next;
        tw__due_remove(c, n);
    }
    return n;
}

/* Appends n, which is in no list and in no structure, to the due list. */
TW__INLINE void tw__due_append(struct tw_clock *c, struct tw_node *n) {
    TW__DEBUG(tw__debug_arm(c, n, n->due);)
    n->home = TW__DUE;
    tw__list_append(&c->due_list, n);
}

/* Arms n, which is idle, for tick due, which has passed. */
TW__INLINE void tw__due_insert(struct tw_clock *c, struct tw_node *n, tw_tick due) {
    TW_TRACE(TW_ARM, c, n, due);
    n->due = due;
    tw__due_append(c, n);
}

/* Sets the clock to now. The due list is empty, and no batch is under way. */
TW__INLINE void tw__clock_init(struct tw_clock *c, tw_tick now) {
    c->now = c->previous = now;
    c->due_list = c->until = NULL;
    c->batch = TW__BATCH_NONE;
    TW__TIES(c->equals = NULL; c->draws = 0;)
}

/* Takes n out of its structure or off the due list, and makes it idle. False: n is idle,
   or the structure sees that n waits elsewhere. */
TW__ONCE bool tw__timers_cancel(struct tw_clock *c, void *in, const struct tw_ops *ops,
                                struct tw_node *n) {
    TW__NEEDS(n, TW__NULL("node"));
    if (n->home > TW__DUE)
        return tw__cancel_in(c, in, ops, n);
    if (n->home == TW__IDLE)
        return false;
    tw__due_remove(c, n);
    n->home = TW__IDLE;
    TW_TRACE(TW_CANCEL, c, n, n->due);
    return true;
}

/* Says whether due is near enough to the clock to be compared with it: less than a quarter
   of the range ahead, and at most a quarter behind. With 64-bit ticks it always is. One
   comparison tells both. A quarter of the range is subtracted from the distance. Then near
   distances lie in the upper half of the range, and all others in the lower half. */
TW__INLINE bool tw__timers_reach(const struct tw_clock *c, tw_tick due) {
    return TW_TICK_BITS == 64 ||
           (tw_tick)((tw_tick)(due - c->now) - TW__QUARTER) >= 2 * TW__QUARTER;
}

/* Says whether due lies ahead of the clock. It must be near enough, as above. */
TW__INLINE bool tw__timers_ahead(const struct tw_clock *c, tw_tick due) {
    return tw_before(c->now, due);
}

/* Says whether the clock lets the set arm n for tick due. With TW_DEBUG, checks what you
   gave to add(): debug_due() of debug.h explains its arguments. */
TW__INLINE bool tw__timers_accept(struct tw_clock *c, const void *in, const struct tw_ops *ops,
                                  const struct tw_node *n, tw_tick due) {
    (void)in, (void)ops, (void)n;
    TW__NEEDS(n, TW__NULL("node"));
    TW__DEBUG(tw__debug_due(c, c->now, due, tw__timers_ahead(c, due) || tw__debug_goes_on(n, due),
                            !tw__timers_reach(c, due),
                            c->batch == TW__BATCH_NONE && !c->due_list && (ops->count)(in) == 0);
              tw__debug_mine(c, in, n); tw__debug_idle(c, n); tw__debug_idle(in, n);)
    return tw__timers_reach(c, due);
}

/* Does add(). Refuses before anything changes. Takes n out, and arms it anew. In the form
   for speed, a waiting node with a tick ahead moves within the structure. n waits in the
   structure if its home is greater than DUE. Only a node that enters the structure needs
   room there. */
TW__FOLD bool tw__timers_add(struct tw_clock *c, void *in, const struct tw_ops *ops,
                             struct tw_node *n, tw_tick due) {
    bool ahead;

    if (!tw__timers_accept(c, in, ops, n, due))
        return false;
    ahead = tw__timers_ahead(c, due);
    if (TW__SPEED && ahead && n->home > TW__DUE)
        return tw__update(c, in, ops, n, due);
    if (ahead && n->home <= TW__DUE && tw__full(c, in, ops))
        return false;
    if (!TW__SPEED || n->home != TW__IDLE) /* spares an idle node the call */
        (void)tw__timers_cancel(c, in, ops, n);
    if (n->home != TW__IDLE)
        return false; /* cancel() was refused: n waits elsewhere */
    if (ahead)
        tw__insert(c, in, ops, n, due);
    else
        tw__due_insert(c, n, due);
    return true;
}

/* Refuses an add_in() whose delay is so long that a tick cannot express the deadline.
   With TW_DEBUG it warns, as add() does if a deadline lies too far ahead. */
TW__INLINE bool tw__timers_beyond(struct tw_clock *c, const void *in, const struct tw_node *n,
                                  tw_tick due) {
    TW__NEEDS(n, TW__NULL("node"));
    TW__DEBUG(tw__debug_due(c, c->now, due, true, true, false);)
    (void)c, (void)in, (void)n, (void)due;
    return false;
}

/* Says whether add_in() first moves the clock to the tick that it is told: ticks wrap, and
   the set is empty and in no batch. A call that will be refused moves no clock: delay is
   too long, n is armed elsewhere, or the structure is full. With delay 0 the structure
   needs no room. */
TW__FOLD bool tw__timers_adopts(const struct tw_clock *c, const void *in, const struct tw_ops *ops,
                                const struct tw_node *n, tw_tick delay) {
    return TW_TICK_BITS != 64 && delay < TW__QUARTER && c->batch == TW__BATCH_NONE &&
           !c->due_list && n && n->home == TW__IDLE && (ops->count)(in) == 0 &&
           (delay == 0 || !(ops->full)(in));
}

/* Says whether n is due already, or armed for no later tick than `due`. If `due` is too far
   from the clock to be compared, the answer for a node that waits is false. */
TW__INLINE bool tw__early_enough(const struct tw_clock *c, const struct tw_node *n, tw_tick due) {
    TW__NEEDS(n, TW__NULL("node"));
    return n->home == TW__DUE ||
           (n->home != TW__IDLE && tw__timers_reach(c, due) && !tw_before(due, n->due));
}

/* Writes the earliest deadline to *due. If a timer is due already, writes the now of the
   set. False: nothing is armed. The form for size reads c->due_list once. If it
   read it twice, gcc would warn the user that *due may be unwritten. The form for speed
   reads it twice: to keep it would cost hwheel up to 1.5 % more instructions. */
TW__FOLD bool tw__timers_next(struct tw_clock *c, void *in, const struct tw_ops *ops,
                              tw_tick *due) {
    const struct tw_node *const first = c->due_list;

    if (!first && !TW__ASKED(c, (ops->next)(in, due)))
        return false;
    if ((TW__SPEED ? c->due_list : first) || tw_before(*due, c->now))
        *due = c->now;
    return true;
}

/* Says whether the clock would go back. If the set is empty and ticks wrap, any now is
   allowed: the answer is false. */
TW__FOLD bool tw__timers_back(const struct tw_clock *c, const void *in, const struct tw_ops *ops,
                              tw_tick now) {
    TW__DEBUG(tw__debug_back(c->now, now, c->due_list || (ops->count)(in) != 0);)
    return tw_before(now, c->now) && (TW_TICK_BITS == 64 || c->due_list || (ops->count)(in) != 0);
}

/* Says whether a callback or clear() runs, so that a new batch is refused. With TW_DEBUG,
   warns of a callback that does not return. */
TW__INLINE bool tw__timers_busy(struct tw_clock *c) {
    TW__DEBUG(if (c->batch == TW__BATCH_PUSH) tw__debug_refused(c);)
    return c->batch == TW__BATCH_PUSH;
}

/* Begins a batch. Nodes that are armed already may belong to it, nodes that are armed
   later do not. The clock moves first. So a node that a callback arms for a tick up to
   now goes onto the due list, behind `until`. */
TW__INLINE void tw__timers_begin(struct tw_clock *c, tw_tick now) {
    c->previous = c->now;
    c->now = now;
    c->until = c->due_list;
}

/* Lets a structure that keeps time follow the clock, while nothing shall fire. It calls
   take() with a tick by which no node is due: now, or if a node is due by now, the tick
   before the first deadline. */
TW__FOLD void tw__timers_follow(struct tw_clock *c, void *in, const struct tw_ops *ops) {
    tw_tick due = c->now;

    if (!(ops->next)(in, &due) || tw_before(c->now, due))
        due = (tw_tick)(c->now + 1u);
    (ops->take)(in, (tw_tick)(due - 1u));
}

/* Takes out the next node of the batch, and makes it idle. NULL: the batch is over. A
   batch has three parts, in this order:

     - nodes of the structure that are due by `previous`, the now of the last batch
     - nodes of the due list, up to `until`
     - nodes of the structure that are due by now

   If no node of the due list is in the batch, the first part and the last part are one. A
   node that is armed during the batch stands behind `until`, or is due after now. */
TW__FOLD struct tw_node *tw__timers_step(struct tw_clock *c, void *in, const struct tw_ops *ops) {
    tw_tick by = c->now;
    struct tw_node *n;

    if (c->until)
        by = c->previous;
    if ((n = (ops->take)(in, by)) == NULL && (n = tw__due_take(c)) == NULL)
        return NULL;
    TW_TRACE(TW_FIRE, c, n, c->now);
    n->home = TW__IDLE;
    return n;
}

#if defined(TW_TIES)
/* Takes the nodes of the earliest tick out of the structure, and puts them before the due
   list. Does nothing if that tick is after `by`. `rest` is the due list as it was. Each of
   the two lists is a ring. The last `if` joins the two rings, the new nodes first. */
TW__FOLD void tw__ties_collect(struct tw_clock *c, void *in, const struct tw_ops *ops, tw_tick by) {
    struct tw_node *const rest = c->due_list, *first, *n = (ops->take)(in, by);

    if (!n)
        return;
    by = n->due;
    c->due_list = NULL;
    for (; n; n = (ops->take)(in, by))
        tw__due_append(c, n);
    c->equals = c->due_list;
    if (rest) {
        first = c->due_list->u.list.next;
        rest->u.list.next->u.list.prev = c->due_list;
        c->due_list->u.list.next = rest->u.list.next;
        rest->u.list.next = first;
        c->due_list = rest;
    }
}

/* Draws one of the nodes from the first of the due list to `last`. The k-th node replaces
   the drawn one with a chance of 1 in k, so that all are equally likely. x is the seed plus
   a multiple of the count of draws, mixed by the finalizer of MurmurHash3. */
TW__FOLD struct tw_node *tw__ties_draw(struct tw_clock *c, const struct tw_node *last) {
    struct tw_node *n = c->due_list->u.list.next, *drawn = n;
    uint32_t k, x;

    for (k = 2; n != last; k++) {
        n = n->u.list.next;
        x = (uint32_t)(TW_TIES) + 0x9E3779B9u * ++c->draws;
        x = (x ^ x >> 16) * 0x85EBCA6Bu;
        x = (x ^ x >> 13) * 0xC2B2AE35u;
        if ((x ^ x >> 16) % k == 0)
            drawn = n;
    }
    return drawn;
}

/* Does what tw__timers_step() does, but draws the node among its equals: the nodes of the
   structure that have its tick, or the nodes of the due list that are in the batch. */
TW__FOLD struct tw_node *tw__ties_step(struct tw_clock *c, void *in, const struct tw_ops *ops) {
    struct tw_node *n;

    if (!c->equals)
        tw__ties_collect(c, in, ops, c->until ? c->previous : c->now);
    if (!c->equals && !c->until)
        return NULL;
    n = tw__ties_draw(c, c->equals ? c->equals : c->until);
    tw__due_remove(c, n);
    TW_TRACE(TW_FIRE, c, n, c->now);
    n->home = TW__IDLE;
    return n;
}

#define TW__STEP tw__ties_step
#else
#define TW__STEP tw__timers_step
#endif

/* SHORT_WAY is 1 if a call that finds nothing due may end after one look. TW_DEBUG looks
   at every call. */
#if defined(TW_DEBUG)
#define TW__SHORT_WAY 0
#else
#define TW__SHORT_WAY TW__SPEED
#endif

/* Moves the clock to now if one look shows that nothing is due by now; the structure
   follows. False: nothing has changed; take the long way. In the form for size and with
   TW_DEBUG the answer is always false. */
TW__FOLD bool tw__timers_quiet(struct tw_clock *c, void *in, const struct tw_ops *ops,
                               tw_tick now) {
    if (!TW__SHORT_WAY || c->batch != TW__BATCH_NONE || c->due_list || tw_before(now, c->now) ||
        !(ops->quiet)(in, now))
        return false;
    c->now = now;
    return true;
}

/* Calls the function of n, which fires. */
TW__FOLD void tw__timers_call(struct tw_clock *c, struct tw_node *n, tw_tick now) {
    (void)c;
    TW__NEEDS(n->fn, "a timer is due, and its node has no function. "
                     "Give it one by tw_node_init(), or take timers by expire().");
    TW__CALLBACK(c, (n->fn)(n, now));
}

/* Takes out the next node that fires, and makes it idle. NULL: none fires any more. */
typedef struct tw_node *tw__step(struct tw_clock *c, void *in, const struct tw_ops *ops);

/* Does advance_some(), and advance() with max TW__ALL. The loop ends: a node that is
   armed meanwhile is not in the batch, so each step leaves one node fewer in it. The loop
   could do without max == TW__ALL, but gcc then makes up to 2.6 % more instructions of
   hwheel. */
TW__FOLD size_t tw__timers_advance(struct tw_clock *c, void *in, const struct tw_ops *ops,
                                   tw_tick now, size_t max, tw__step *stepper) {
    struct tw_node *n;
    size_t fired = 0;

    if (tw__timers_busy(c) || tw__timers_back(c, in, ops, now))
        return 0;
    tw__timers_begin(c, now);
    if (max == 0)
        tw__timers_follow(c, in, ops);
    c->batch = TW__BATCH_PUSH;
    while ((max == TW__ALL || fired < max) && (n = (stepper)(c, in, ops)) != NULL) {
        tw__timers_call(c, n, now);
        TW_TRACE(TW_RETURN, c, n, now);
        fired++;
        if (c->batch != TW__BATCH_PUSH) /* fn has called init(): the set is another one */
            return fired;
    }
    c->batch = TW__BATCH_NONE;
    return fired;
}

/* Does expire(): begins a batch, unless a batch of expire() is under way. Ends the batch
   when no node is left. */
TW__FOLD struct tw_node *tw__timers_expire(struct tw_clock *c, void *in, const struct tw_ops *ops,
                                           tw_tick now) {
    struct tw_node *n;

    if (tw__timers_busy(c) || tw__timers_back(c, in, ops, now))
        return NULL;
    if (c->batch != TW__BATCH_PULL)
        tw__timers_begin(c, now);
    n = TW__STEP(c, in, ops);
    c->batch = n ? TW__BATCH_PULL : TW__BATCH_NONE;
    return n;
}

TW__FOLD tw_tick tw__timers_remaining(const struct tw_clock *c, const struct tw_node *n) {
    TW__NEEDS(n, TW__NULL("node"));
    return n->home > TW__DUE && tw_before(c->now, n->due) ? (tw_tick)(n->due - c->now) : 0;
}

/* Says whether n is armed. */
TW__INLINE bool tw__timers_pending(const struct tw_node *n) {
    TW__NEEDS(n, TW__NULL("node"));
    return n->home != TW__IDLE;
}

/* Returns the armed node after n: first the due list is walked, then the structure. */
TW__FOLD struct tw_node *tw__timers_each(const struct tw_clock *c, const void *in,
                                         const struct tw_ops *ops, const struct tw_node *n) {
    if (!n && c->due_list)
        return c->due_list->u.list.next;
    if (n && n->home == TW__DUE) {
        if (n != c->due_list)
            return n->u.list.next;
        n = NULL;
    }
    return (ops->each)(in, n);
}

/* Counts the nodes of the structure and of the due list. The due list is a ring: the loop
   ends where it began. */
TW__FOLD size_t tw__timers_count(const struct tw_clock *c, const void *in,
                                 const struct tw_ops *ops) {
    const struct tw_node *n = c->due_list;
    size_t count = (ops->count)(in);

    if (n)
        do
            count++;
        while ((n = n->u.list.next) != c->due_list);
    return count;
}

/* Moves every node onto the due list, and takes them off one by one. So fn may cancel
   nodes still to come. The second loop ends at `until`. Nodes that fn arms stay, because
   they stand behind `until`, or in the structure, which was emptied before. */
TW__FOLD void tw__timers_clear(struct tw_clock *c, void *in, const struct tw_ops *ops, tw_fn *fn) {
    const uint8_t batch = c->batch;
    struct tw_node *n = (ops->take_all)(in), *next;

    for (; n; n = next) {
        next = tw__list_next(n);
        tw__due_append(c, n);
    }

    c->until = c->due_list;
    c->batch = TW__BATCH_PUSH;
    while ((n = tw__due_take(c)) != NULL) {
        n->home = TW__IDLE;
        TW_TRACE(TW_CANCEL, c, n, n->due);
        if (fn)
            TW__CALLBACK(c, (fn)(n, c->now));
        if (c->batch != TW__BATCH_PUSH) /* fn has called init(): the set is another one */
            return;
    }
    c->batch = batch;
}

/* Does prefetch(). */
TW__FOLD void tw__timers_prefetch(const struct tw_clock *c, const void *in,
                                  const struct tw_ops *ops, struct tw_node *const *nodes,
                                  const tw_tick *dues, size_t count) {
    (void)c;
    TW__DEBUG(tw__debug_hinted(c, in, nodes, count);)
    tw__prefetch(in, ops, nodes, dues, count);
}

/* Returns the name of a property that does not hold in the set or in its structure. NULL:
   all hold. The loop ends at the last node of the due list, or at the first wrong node. */
TW__FOLD const char *tw__timers_check(const struct tw_clock *c, const void *in,
                                      const struct tw_ops *ops) {
    const struct tw_node *n = NULL;
    bool until = c->until == NULL;

    while (n != c->due_list) {
        if ((n = tw__list_check(n, c->due_list, TW__DUE)) == NULL)
            return "timers 1";
        until = until || n == c->until;
    }
    if (!until)
        return "timers 2";
    return ops->check ? (ops->check)(in) : NULL;
}

/* --------------------------------------------------------------------------- WRAPPERS */

/* Defines the verbs that take no node. `in` is the structure of struct name, and `ops` its
   table: both are expressions in t, the set that each verb is given. A body evaluates `in`
   first: TW_DEBUG then looks at the set. name__fire() is the long way of advance_some().
   quiet() says whether the long way would find nothing. step() takes out the next node
   that fires. */
#define TW__TIMERS_CLOCK(linkage, name, in, ops, quiet, step)                           \
    linkage bool name##_next(struct name *t, tw_tick *due) {                            \
        void *s = in;                                                                   \
        return tw__timers_next(&t->clock, s, ops, due);                                 \
    }                                                                                   \
    TW__REST size_t name##__fire(struct name *t, void *s, tw_tick now, size_t max) {    \
        return tw__timers_advance(&t->clock, s, ops, now, max, step);                   \
    }                                                                                   \
    linkage size_t name##_advance_some(struct name *t, tw_tick now, size_t max) {       \
        void *s = in;                                                                   \
        return quiet(&t->clock, s, ops, now) ? 0 : name##__fire(t, s, now, max);        \
    }                                                                                   \
    linkage size_t name##_advance(struct name *t, tw_tick now) {                        \
        return TW__VIA(name##_advance_some(t, now, TW__ALL));                           \
    }                                                                                   \
    linkage int name##_wait_ms(struct name *t, tw_tick now, tw_tick ticks_per_ms) {     \
        tw_tick due = now;                                                              \
        return TW__VIA(name##_next(t, &due)) ? tw__wait_ms(due, now, ticks_per_ms)      \
                                             : tw__wait_for_ever(ticks_per_ms);         \
    }                                                                                   \
    linkage bool name##_any_due(struct name *t) {                                       \
        tw_tick due = 0;                                                                \
        return TW__VIA(name##_next(t, &due)) && due == t->clock.now;                    \
    }                                                                                   \
    linkage tw_tick name##_now(const struct name *t) { return (void)in, t->clock.now; } \
    linkage size_t name##_count(const struct name *t) {                                 \
        const void *s = in;                                                             \
        return tw__timers_count(&t->clock, s, ops);                                     \
    }                                                                                   \
    linkage void name##_clear_with(struct name *t, tw_fn *fn) {                         \
        void *s = in;                                                                   \
        tw__timers_clear(&t->clock, s, ops, fn);                                        \
    }                                                                                   \
    linkage void name##_clear(struct name *t) { TW__VIA(name##_clear_with(t, NULL)); }  \
    TW__CHECKED(linkage const char *name##_check(const struct name *t) {                \
        const void *s = in;                                                             \
        return tw__timers_check(&t->clock, s, ops);                                     \
    })                                                                                  \
    linkage size_t name##_capacity(const struct name *t) {                              \
        const void *s = in;                                                             \
        return (ops->capacity)(s);                                                      \
    }                                                                                   \
    linkage bool name##_storage(struct name *t, void *array, size_t n) {                \
        void *s = in;                                                                   \
        return TW__STORED(t, n, (ops->storage)(s, array, n));                           \
    }

/* Defines the verbs that take or return a node. name__hand_out() is the long way of
   expire(). */
#define TW__TIMERS_NODES(linkage, name, in, ops)                                                \
    linkage bool name##_add(struct name *t, struct tw_node *n, tw_tick due) {                   \
        void *s = in;                                                                           \
        return TW__ACCEPTED(tw__timers_add(&t->clock, s, ops, n, due), &t->clock, n, due);      \
    }                                                                                           \
    linkage bool name##_add_if_earlier(struct name *t, struct tw_node *n, tw_tick due) {        \
        return tw__early_enough(&t->clock, TW__GIVEN(n, t, in), due) ||                         \
               TW__VIA(name##_add(t, n, due));                                                  \
    }                                                                                           \
    linkage bool name##_cancel(struct name *t, struct tw_node *n) {                             \
        void *s = in;                                                                           \
        return tw__timers_cancel(&t->clock, s, ops, n);                                         \
    }                                                                                           \
    linkage bool name##_add_in(struct name *t, struct tw_node *n, tw_tick now, tw_tick delay) { \
        tw_tick due = now;                                                                      \
        void *s = in;                                                                           \
        TW__DEBUG(tw__debug_delay(&t->clock, delay);)                                           \
        if (tw__timers_adopts(&t->clock, s, ops, n, delay))                                     \
            (void)TW__VIA(name##_advance_some(t, now, 0));                                      \
        return tw__later(&due, delay)                                                           \
                   ? TW__VIA(name##_add(t, n, due))                                             \
                   : TW__ACCEPTED(tw__timers_beyond(&t->clock, s, n, due), &t->clock, n, due);  \
    }                                                                                           \
    TW__REST struct tw_node *name##__hand_out(struct name *t, void *s, tw_tick now) {           \
        return tw__timers_expire(&t->clock, s, ops, now);                                       \
    }                                                                                           \
    linkage struct tw_node *name##_expire(struct name *t, tw_tick now) {                        \
        void *s = in;                                                                           \
        return tw__timers_quiet(&t->clock, s, ops, now) ? NULL : name##__hand_out(t, s, now);   \
    }                                                                                           \
    linkage tw_tick name##_remaining(const struct name *t, const struct tw_node *n) {           \
        return tw__timers_remaining(&t->clock, TW__GIVEN(n, t, in));                            \
    }                                                                                           \
    linkage bool name##_pending(const struct name *t, const struct tw_node *n) {                \
        return tw__timers_pending(TW__GIVEN(n, t, in));                                         \
    }                                                                                           \
    linkage struct tw_node *name##_each(const struct name *t, const struct tw_node *n) {        \
        const void *s = in;                                                                     \
        TW__DEBUG(tw__debug_walk(&t->clock, s, n);)                                             \
        return tw__timers_each(&t->clock, s, ops, n);                                           \
    }

/* Defines struct name, a clock beside a structure, and how it begins. Each name of the
   structure stands once, so that a forgotten header gives few errors. */
#define TW__TIMERS_SET(name, of)                                                                 \
    TW__FOLD const struct tw_ops *name##__ops(void) { return &tw_##of##_ops; }                   \
    struct name {                                                                                \
        struct tw_clock clock;                                                                   \
        struct tw_##of in;                                                                       \
    };                                                                                           \
    TW__KIND(name, TW__HERE, of, 0,                                                              \
             TW__CONST_IN(name, s)->clock.due_list ||                                            \
                 tw__##of##_count(&TW__CONST_IN(name, s)->in))                                   \
    TW__INLINE void name##_init(struct name *t, tw_tick now, tw_##of##_array *array, size_t n) { \
        TW__STAMP(t, &name##__kind, n);                                                          \
        tw__clock_init(&t->clock, now), (name##__ops()->init)(&t->in, now, array, n);            \
    }                                                                                            \
    TW__INLINE size_t name##_bytes(size_t n) { return (name##__ops()->bytes)(n); }

/* Makes a set of timers over structure `of`. A second macro does the work, so that `of`
   may be a macro itself. bytes(): returns the size in bytes of the array for n timers. For
   a set over a structure that is chosen at run time, call bytes() in the table of that
   structure. */
#define TW_TIMERS_OF(name, of) TW__TIMERS_OF(name, of)
#define TW__TIMERS_OF(name, of)                                                                    \
    TW__TIMERS_SET(name, of)                                                                       \
    TW__TIMERS_CLOCK(TW__INLINE, name, TW__SEEN(name, t, &t->in), name##__ops(), tw__timers_quiet, \
                     TW__STEP)                                                                     \
    TW__TIMERS_NODES(TW__INLINE, name, TW__SEEN(name, t, &t->in), name##__ops())                   \
    TW__INLINE void name##_prefetch(const struct name *t, struct tw_node *const *nodes,            \
                                    const tw_tick *dues, size_t count) {                           \
        tw__timers_prefetch(&t->clock, TW__SEEN(name, t, &t->in), name##__ops(), nodes, dues,      \
                            count);                                                                \
    }

TW__INLINE void tw_timers_prefetch(const struct tw_timers *t, struct tw_node *const *nodes,
                                   const tw_tick *dues, size_t count) {
    TW__DEBUG(tw__debug_hint(&t->clock, __func__);)
    tw__timers_prefetch(&t->clock, t->in, t->ops, nodes, dues, count);
}

TW__END_C

#endif /* TW_TIMERS_H */

/* heap4.h - a 4-ary heap: timers, and a priority queue with any ordering.

   WHAT IT IS
       A heap keeps just enough order to know which of its nodes is the first. So it is
       quick. This heap lives in an array of yours. Each cell of the array has up to four
       children, and comes before all of them. A cell holds the key beside the address of
       the node: ticks are compared without a look at a node. A node knows its position,
       so that cancel and move need no search. Each arming gets a number, by which equal
       keys leave in arming order.

   PICK IT
       for timers with near and far deadlines mixed, up to about a million; for deadlines
       of any range; when the number of timers is bounded and known (the array is yours);
       as a priority queue.
   PICK ANOTHER
       if deadlines are moved and cancelled far more often than reached: a wheel. If you
       walk in order, or the number of timers has no bound that you can name: a red-black
       tree.

   DO THIS
       timers             TW_TIMERS_OF(timers, heap4) makes struct timers and timers_init,
                          _add, _cancel, ...: timers.h
       nodes by tick      struct tw_heap4 and the functions below; the key is n->due
       objects by a key   TW_HEAP4_BY(waiting, struct place, node, distance) makes struct
                          waiting and waiting_init, _add, ...; the key is an integer
       objects in order   TW_HEAP4_OF(jobq, struct job, node, job_before) makes the same
                          verbs, for an order that no integer can express

   EXAMPLE (examples/basics/dijkstra.c; jobs.c has an order of its own)
       struct place { uint64_t distance; struct tw_node node; };
       TW_HEAP4_BY(waiting, struct place, node, distance)

       static TW_HEAP4_ARRAY(room, 100);
       struct waiting q;
       waiting_init(&q, 0, room, 100);
       waiting_add(&q, &start);                      false: full
       while ((p = waiting_pop(&q)) != NULL) {
           ...
           to->distance = p->distance + weight;
           waiting_update(&q, to);                   false: it does not wait
       }

   KEYS (TW_HEAP4_BY)
       The object with the least key leaves first. Keys have the order of < on integers:
       signed or unsigned, over the whole range of the type. They never wrap, whatever
       TW_TICK_BITS is. The key may also be a bit-field or an enum. The compiler refuses a
       key that has more bits than a tick, or is no integer. In C with 16-bit ticks and a
       wider int, gcc and clang refuse bit-fields, and other compilers refuse any key. In
       C++ an enum class is a key, too. There a bit-field counts as the type with which it
       was declared. If the greatest shall leave first, keep ~key, which cannot overflow.
       Only add() and update() read the key, and the heap keeps a copy. If you change the
       key of an object that waits, the object stays where it is until you call update().

   COST (n nodes)
       add                        O(log n), a random key O(1) on average
       take, pop                  O(log n)
       cancel, move, update       O(log n), no search
       next, peek, count, init    O(1)
       each                       O(1) per step
       clear                      O(n)
       Bytes per timer, node included: 64 on a 64-bit machine, 28 on a 32-bit one and 18
       on AVR with 32-bit ticks. On a 64-bit machine the cell also holds the arming
       number: equal ticks, too, are compared without a look at a node.
       A queue of objects by a key costs what the heap of nodes by tick costs. A queue of
       objects in order reads two objects for each comparison. For each level it calls
       before() up to eight times, and up to fourteen times if objects are equal. From cell
       4096 on it calls up to twelve times, unless the compiler inlines before(). Such a
       queue takes up to twice the time, and more if the objects are not in the cache.

   GUARANTEES
       FIFO among equals, always: the arming number has 64 bits. On AVR it has 32 bits,
       enough while no node waits through 2^31 armings. A full heap refuses a new node and
       changes nothing. cancel() and update() refuse a node that is not in this heap:
       idle, fired, or of another heap. A node that waits in another heap or structure
       also trips TW_ASSERT.

   PROPERTIES (check() names one that does not hold: "heap4 1")
       1  No cell comes before its parent.
       2  Each node knows the position of its cell.
       3  The key in each cell is its node's due.
       4  There are no more nodes than the array has room for.
       5  The arming number of each node is less than the number of the next arming.

   OPTIONS
       those of node.h; TW_HEAP4_IMPLEMENTATION instead of TW_IMPLEMENTATION compiles the
       functions of this header only

   SOURCE
       J. W. J. Williams, Algorithm 232: Heapsort, CACM 7(6), 1964. D. B. Johnson,
       Priority queues with update and finding minimum spanning trees, IPL 4(3), 1975, for
       d children. A. LaMarca and R. Ladner, The influence of caches on the performance of
       heaps, JEA 1, 1996, for siblings that share cache lines. */

#ifndef TW_HEAP4_H
#define TW_HEAP4_H

TW__BEGIN_C

/* ------------------------------------------------------------------------------ TYPES */

/* The number of an arming: equal keys leave in the order of these numbers. */
#if UINTPTR_MAX > 0xFFFFu
typedef uint64_t tw_heap4_number;
#else
typedef uint32_t tw_heap4_number;
#endif

/* The index of the root, the first cell in use. Where addresses have 64 bits, a cell has
   24 bytes, and four siblings have 96. There the root is cell 3, so that siblings begin at
   a multiple of 96 bytes. In an array aligned to 32 bytes or more, siblings then lie in two
   cache lines instead of three. Elsewhere the root is cell 0, which wastes no cells and
   needs no alignment. */
#if UINTPTR_MAX > 0xFFFFFFFFu
#define TW__HEAP4_ROOT    3u
#define TW__HEAP4_ALIGNED TW__ALIGNED(64)
#else
#define TW__HEAP4_ROOT 0u
#define TW__HEAP4_ALIGNED
#endif

/* One place of the heap. Machines with 64-bit addresses have caches. There the arming
   number stands beside the key, so that a comparison of equal keys reads no node.
   Elsewhere the number stands in the free words of the node and takes no room. */
struct tw_heap4_cell {
    tw_tick due;
#if UINTPTR_MAX > 0xFFFFFFFFu
    tw_heap4_number number;
#endif
    struct tw_node *node;
};

typedef struct tw_heap4_cell tw_heap4_array; /* an element of the array that init() takes */

/* From this index on a cell is probably not in the first-level cache. */
enum { TW__HEAP4_LARGE = 4096 };

/* A heap. All zero is a valid one of capacity 0. */
struct tw_heap4 {
    TW__DEBUG(struct tw_stamp stamp;)
    struct tw_heap4_cell *cell; /* your array; the root is cell[TW__HEAP4_ROOT] */
    size_t count, capacity;
    tw_heap4_number armings; /* the armings so far; the number of the next arming */
};

/* -------------------------------------------------------------------------------- API */

/* TW_HEAP4_BYTES(n) is the size in bytes of the array for n nodes. TW_HEAP4_ARRAY(name,
   n) declares such an array, aligned: static TW_HEAP4_ARRAY(room, 100). If you allocate
   the array, align it to 32 bytes where you can. Four siblings then take two cache lines
   instead of three. */
#define TW_HEAP4_BYTES(n)       (((n) + TW__HEAP4_ROOT) * sizeof(struct tw_heap4_cell))
#define TW_HEAP4_ARRAY(name, n) TW__HEAP4_ALIGNED struct tw_heap4_cell name[(n) + TW__HEAP4_ROOT]

/* Makes h empty, with room for n nodes in array, which has TW_HEAP4_BYTES(n) bytes. Where
   addresses have 64 bits, that is more than n cells. If array is NULL, there is room for
   none, whatever n is. A heap does not need now: pass 0. If h is in use, call clear()
   first: otherwise its nodes still say that they wait. O(1). */
#define tw_heap4_init TW__LINK_NAME(tw_heap4_init)
TW__API void tw_heap4_init(struct tw_heap4 *h, tw_tick now, struct tw_heap4_cell *array, size_t n);

/* Tells h that its array has moved or has another size: room for n nodes in
   TW_HEAP4_BYTES(n) bytes. The array must hold the cells already, as after realloc(). To
   grow, call realloc() and then storage(). To shrink, call storage() first, then
   realloc(), and storage() again with the new address. If array is NULL, there is room for
   none, whatever n is. False: h has more than n nodes; nothing changed. O(1). */
TW__API bool tw_heap4_storage(struct tw_heap4 *h, struct tw_heap4_cell *array, size_t n);

/* Returns how many nodes h has room for: the n of init(), or of the last storage() that
   was not refused. If that array was NULL, returns 0. O(1). */
TW__API size_t tw_heap4_capacity(const struct tw_heap4 *h);

/* Inserts n with key due. n leaves after all nodes with the same key. If n is in h, n
   moves as if it had been cancelled and added. n must not be on the due list of a set.
   False: h is full, or n waits in another structure, which trips TW_ASSERT; nothing
   changed. O(log n), for a random key O(1) on average. */
TW__API bool tw_heap4_add(struct tw_heap4 *h, struct tw_node *n, tw_tick due);

/* Takes n out. False: n is idle, on the due list of a set, or waits in another structure,
   which trips TW_ASSERT. O(log n), without a search. */
TW__API bool tw_heap4_cancel(struct tw_heap4 *h, struct tw_node *n);

/* Restores the order after n->due was changed; n counts as armed anew. Call it before any
   other call for h. False: n is idle, on the due list of a set, or waits in another
   structure, which trips TW_ASSERT. O(log n). */
TW__API bool tw_heap4_update(struct tw_heap4 *h, struct tw_node *n);

/* Fetches into the cache the memory that arming, moving and cancelling the nodes will
   touch; changes nothing. nodes[i] is idle or in h. dues[i] is the tick for which you will
   arm it; dues may be NULL if you will cancel only. See prefetch in verbs.h. O(count). */
TW__INLINE void tw_heap4_prefetch(const struct tw_heap4 *h, struct tw_node *const *nodes,
                                  const tw_tick *dues, size_t count);

/* Stores the least key in *due. False: h is empty; *due is unchanged. O(1). */
TW__API bool tw_heap4_next(struct tw_heap4 *h, tw_tick *due);

/* Returns the first node, which stays. NULL: h is empty. O(1). */
TW__API struct tw_node *tw_heap4_peek(const struct tw_heap4 *h);

/* Takes out and returns the first node. NULL: h is empty. O(log n). */
TW__API struct tw_node *tw_heap4_pop(struct tw_heap4 *h);

/* Takes out and returns the first node if it is due by now. NULL: no node is due by now.
   O(log n). */
TW__API struct tw_node *tw_heap4_take(struct tw_heap4 *h, tw_tick now);

/* Returns the node in the next cell after n's, or the first node if n is NULL. Any other
   n must be in h. The first node in order comes first, the others in no promised order.
   NULL: the walk is over. O(1). */
TW__API struct tw_node *tw_heap4_each(const struct tw_heap4 *h, const struct tw_node *n);

/* Returns the number of nodes. O(1). */
TW__API size_t tw_heap4_count(const struct tw_heap4 *h);

/* Removes every node. All of them are idle then, and can be added again. O(n). */
TW__API void tw_heap4_clear(struct tw_heap4 *h);

/* Returns the name of a property that does not hold, such as "heap4 1", or NULL if all
   hold. For tests. O(n). */
TW__CHECKED(TW__API const char *tw_heap4_check(const struct tw_heap4 *h);)

/* ----------------------------------------------------------------------------- ENGINE

   A position is the index of a cell; the first is ROOT. The children of position i are
   four neighbours, first(i) .. first(i) + 3, and up(i) is its parent:

       ROOT 3:   3 | 4 5 6 7 | 8 .. 11 | 12 .. 15 | 16 .. 19 | 20 .. 23 | ...
                 root  children  of 4       of 5       of 6       of 7

   To sift means to move a hole up or down: one cell after the other moves into the hole
   and leaves a hole behind. The cell x that is to be placed stands outside the heap
   meanwhile, and fills the last hole.

   Two functions tell an order, and are arguments of the others: before(a, b) compares
   cells, and includes the arming number. sooner(a, b) compares the objects of two nodes
   alone; it is NULL for an order by tick or key.

   A hole that sinks needs the first in order of its children. The table names the function
   that finds it. In "f: g", function f calls g.

       siblings  order        when
       1 to 4    any          form for size                   least
       1 to 3    any          the last of the array           least
       4         tick or key  64-bit ticks, 128-bit integers  earlier_by_due: least_key
       4         tick or key  otherwise                       earlier_by_due: first_of_four
       4         of objects   none equal, before LARGE        first_object
       4         of objects   otherwise                       first_object: first_of_four

   least() and first_of_four() take any before(). earlier_by_due() answers 0 if x comes
   before all four. */

/* Says whether cell a leaves before cell b. No two cells are equal: the arming number
   decides. */
typedef bool tw__heap4_order(const struct tw_heap4_cell *a, const struct tw_heap4_cell *b);

/* Says whether the object of node a leaves before that of node b. If the two are equal,
   the answer is false. */
typedef bool tw__heap4_sooner(struct tw_node *a, struct tw_node *b);

/* Moves the hole at i to the place of x, and fills it with x. Each such function has its
   order compiled in. */
typedef void tw__heap4_sift_fn(struct tw_heap4 *h, size_t i, const struct tw_heap4_cell *x);

TW__INLINE size_t tw__heap4_first(size_t i) { return 4 * i + 1 - 3 * TW__HEAP4_ROOT; }

TW__INLINE size_t tw__heap4_up(size_t i) { return (i - 1 - TW__HEAP4_ROOT) / 4 + TW__HEAP4_ROOT; }

/* These functions read and write the arming number of a cell, and copy a cell. 4 * sizeof is
   half the bits of a number: one word. The copy goes member by member where gcc would call
   memcpy(). */
#if UINTPTR_MAX > 0xFFFFFFFFu
TW__INLINE tw_heap4_number tw__heap4_number(const struct tw_heap4_cell *x) { return x->number; }

TW__INLINE void tw__heap4_set_number(struct tw_heap4_cell *x, tw_heap4_number number) {
    x->number = number;
}

TW__INLINE void tw__heap4_copy(struct tw_heap4_cell *to, const struct tw_heap4_cell *x) {
    *to = *x;
}
#else
TW__INLINE tw_heap4_number tw__heap4_number(const struct tw_heap4_cell *x) {
    const uintptr_t *word = x->node->u.word;
    return (tw_heap4_number)word[1] << (4 * sizeof(tw_heap4_number)) | word[0];
}

TW__INLINE void tw__heap4_set_number(struct tw_heap4_cell *x, tw_heap4_number number) {
    x->node->u.word[0] = (uintptr_t)number;
    x->node->u.word[1] = (uintptr_t)(number >> (4 * sizeof(number)));
}

TW__INLINE void tw__heap4_copy(struct tw_heap4_cell *to, const struct tw_heap4_cell *x) {
    to->due = x->due;
    to->node = x->node;
}
#endif

/* Says whether a was armed before b. It compares by the difference, because a number of
   32 bits wraps. */
TW__INLINE bool tw__heap4_armed_before(const struct tw_heap4_cell *a,
                                       const struct tw_heap4_cell *b) {
    return (tw__heap4_number(a) - tw__heap4_number(b)) >> (8 * sizeof(tw_heap4_number) - 1);
}

/* Returns the position of the first in order of the four siblings at c .. c + 3. It plays
   two semifinals and a final. The winners are selected without a branch, because a
   predictor would guess wrong half of the time. */
TW__FOLD size_t tw__heap4_first_of_four(const struct tw_heap4_cell *cell, size_t c,
                                        tw__heap4_order *before) {
    const size_t left = c + (before)(&cell[c + 1], &cell[c]),
                 right = c + 2 + (before)(&cell[c + 3], &cell[c + 2]);

    return left + ((right - left) & ((size_t)0 - (before)(&cell[right], &cell[left])));
}

/* Returns b if `second`, else a, without a branch. */
TW__INLINE uintptr_t tw__heap4_pick(uintptr_t a, uintptr_t b, bool second) {
    return a ^ ((a ^ b) & ((uintptr_t)0 - second));
}

/* Does the work of first_of_four() for objects. Each pair is compared in both directions.
   Without a branch, `l` and `r` pick the winners of the semifinals, and `other` picks the
   winner of the final. `differ_l` says that the objects of the left pair differ in order,
   `differ_r` that the objects of the right pair do. If two objects are equal, which is
   rare, first_of_four() decides anew, with arming numbers. From LARGE on, where objects
   are probably cache misses, first_of_four() decides, too. Its before() has branches for
   objects. A processor that guesses them goes on to the next object, so that the cache
   misses overlap. There `sooner` is called as well, for nothing: a compiler that inlines it
   drops these calls.

       l r other    winner, counted from c
       0 .   0      0, which is l
       1 .   0      1, which is l
       . 0   1      2, which is 2 + r
       . 1   1      3, which is 2 + r */
TW__FOLD size_t tw__heap4_first_object(const struct tw_heap4_cell *cell, size_t c,
                                       tw__heap4_order *before, tw__heap4_sooner *sooner) {
    struct tw_node *const n0 = cell[c].node, *const n1 = cell[c + 1].node;
    struct tw_node *const n2 = cell[c + 2].node, *const n3 = cell[c + 3].node;
    const bool l = (sooner)(n1, n0), r = (sooner)(n3, n2);
    const bool differ_l = l | (sooner)(n0, n1), differ_r = r | (sooner)(n2, n3);
    struct tw_node *left, *right;
    bool other;

    if (c < TW__HEAP4_LARGE && (differ_l & differ_r)) {
        left = (struct tw_node *)(uintptr_t)tw__heap4_pick((uintptr_t)n0, (uintptr_t)n1, l);
        right = (struct tw_node *)(uintptr_t)tw__heap4_pick((uintptr_t)n2, (uintptr_t)n3, r);
        other = (sooner)(right, left);
        if (other | (sooner)(left, right))
            return c + tw__heap4_pick(l, 2u + r, other);
    }
    return tw__heap4_first_of_four(cell, c, before);
}

#if TW_TICK_BITS == 64 && defined(__SIZEOF_INT128__)
/* Key and arming number as one number. */
__extension__ typedef unsigned __int128 tw__heap4_key;

TW__INLINE tw__heap4_key tw__heap4_key_of(const struct tw_heap4_cell *x) {
    return (tw__heap4_key)x->due << 64 | tw__heap4_number(x);
}

TW__INLINE bool tw__heap4_by_due(const struct tw_heap4_cell *a, const struct tw_heap4_cell *b) {
    TW__COMPARED(a->node, a->due, b->node);
    return tw__heap4_key_of(a) < tw__heap4_key_of(b);
}

/* Returns the key of the k-th of four siblings, with k in its lowest two bits. The arming
   number moves up by two bits: 2^62 armings are never reached. Keys differ above the two
   bits, so k never decides. The lowest bits of the least key say which sibling has it. */
TW__INLINE tw__heap4_key tw__heap4_sibling(const struct tw_heap4_cell *c, unsigned k) {
    return (tw__heap4_key)c[k].due << 64 | (tw__heap4_number(&c[k]) << 2 | k);
}

TW__INLINE tw__heap4_key tw__heap4_min(tw__heap4_key a, tw__heap4_key b) { return b < a ? b : a; }

/* Returns the least of the keys of four siblings. No load waits for the result of a
   comparison. */
TW__INLINE tw__heap4_key tw__heap4_least_key(const struct tw_heap4_cell *c) {
    const tw__heap4_key left = tw__heap4_min(tw__heap4_sibling(c, 0), tw__heap4_sibling(c, 1));
    const tw__heap4_key right = tw__heap4_min(tw__heap4_sibling(c, 2), tw__heap4_sibling(c, 3));

    TW__COMPARED(c[1].node, c[1].due, c[0].node);
    TW__COMPARED(c[3].node, c[3].due, c[2].node);
    TW__COMPARED(c[(size_t)right & 3].node, c[(size_t)right & 3].due, c[(size_t)left & 3].node);
    return tw__heap4_min(left, right);
}

/* Returns the position of the first in order of the four siblings at c .. c + 3, or 0 if x
   leaves before all of them. Used for orders that read cells alone. With 64-bit ticks the
   order by due is the only such order. x is compared with the least key, so that no cell
   is read anew. */
TW__INLINE size_t tw__heap4_earlier_by_due(const struct tw_heap4_cell *cell, size_t c,
                                           const struct tw_heap4_cell *x, tw__heap4_order *before) {
    const tw__heap4_key least = tw__heap4_least_key(&cell[c]);
    const size_t first = c + ((size_t)least & 3);

    TW__COMPARED(cell[first].node, cell[first].due, x->node);
    (void)before;
    return least < tw__heap4_sibling(x, 0) ? first : 0;
}
#else
TW__INLINE bool tw__heap4_by_due(const struct tw_heap4_cell *a, const struct tw_heap4_cell *b) {
    TW__COMPARED(a->node, a->due, b->node);
    return a->due != b->due ? tw_before(a->due, b->due) : tw__heap4_armed_before(a, b);
}

TW__FOLD size_t tw__heap4_earlier_by_due(const struct tw_heap4_cell *cell, size_t c,
                                         const struct tw_heap4_cell *x, tw__heap4_order *before) {
    const size_t first = tw__heap4_first_of_four(cell, c, before);
    return (before)(&cell[first], x) ? first : 0;
}
#endif

/* Writes x into cell i, and the position i into the node of x. x is copied, because
   otherwise the program would read x anew after each write to the array. */
TW__INLINE void tw__heap4_put(struct tw_heap4_cell *cell, size_t i, const struct tw_heap4_cell *x) {
    struct tw_heap4_cell moved;

    moved = *x;
    tw__heap4_copy(&cell[i], &moved);
    moved.node->home = i + TW__WAITING;
    TW_TRACE(TW_LINK, NULL, moved.node, moved.due);
}

/* Moves the hole at i up to the place of x, and returns that position. Invariant: once
   the hole has risen, every cell below it comes after x. The reason: the cell that moved
   down last comes after x, and before all others below the hole. Ends at the root at the
   latest. */
TW__FOLD size_t tw__heap4_rise(struct tw_heap4_cell *cell, size_t i, const struct tw_heap4_cell *x,
                               tw__heap4_order *before) {
    for (; i > TW__HEAP4_ROOT && (before)(x, &cell[tw__heap4_up(i)]); i = tw__heap4_up(i))
        tw__heap4_put(cell, i, &cell[tw__heap4_up(i)]);
    return i;
}

/* Returns the position of the first in order of the siblings at c .. c + 3. Only cells
   before `end` are in the heap; c is before `end`. */
TW__FOLD size_t tw__heap4_least(const struct tw_heap4_cell *cell, size_t c, size_t end,
                                tw__heap4_order *before) {
    size_t least = c;

    end = c + 4 < end ? c + 4 : end;
    while (++c < end)
        least = (before)(&cell[c], &cell[least]) ? c : least;
    return least;
}

/* Prefetches sixteen cells from i on: the children of four siblings, before it is known
   which of the four comes first. */
TW__FOLD void tw__heap4_fetch_children(const struct tw_heap4_cell *cell, size_t i) {
    size_t k;

    for (k = 0; k < 16 * sizeof *cell; k += 64)
        TW__PREFETCH((const void *)((uintptr_t)&cell[i] + k));
}

/* Moves the hole at i down to the place of x, and returns that position. Invariant: every
   cell above the hole comes before x. The first in order of the children, `least`, moves
   up, because none of the others comes before it. Ends where no child comes before x. For
   keys the search then answers 0; for objects before() tells. Only the last siblings of
   all may be fewer than four. They have no children, so the loop ends above them. The
   code behind the loop looks at them. */
TW__FOLD size_t tw__heap4_sink(struct tw_heap4_cell *cell, size_t i, size_t end,
                               const struct tw_heap4_cell *x, tw__heap4_order *before,
                               tw__heap4_sooner *sooner) {
    /* `large` is the number of cells from LARGE on. The comparison below means LARGE <=
       first(c) < end: below LARGE the unsigned difference wraps, and is greater. */
    const size_t large = end > TW__HEAP4_LARGE ? end - TW__HEAP4_LARGE : 0;
    size_t c, least;

    for (; (c = tw__heap4_first(i)) + 4 <= end; i = least) {
        if (tw__heap4_first(c) - TW__HEAP4_LARGE < large)
            tw__heap4_fetch_children(cell, tw__heap4_first(c));
        least = sooner ? tw__heap4_first_object(cell, c, before, sooner)
                       : tw__heap4_earlier_by_due(cell, c, x, before);
        if (sooner ? !(before)(&cell[least], x) : least == 0)
            return i;
        TW__PREFETCH(&cell[least].node->home); /* put() writes there: may be a cache miss */
        tw__heap4_put(cell, i, &cell[least]);
    }
    if (c < end) {
        least = tw__heap4_least(cell, c, end, before);
        if ((before)(&cell[least], x)) {
            tw__heap4_put(cell, i, &cell[least]);
            i = least;
        }
    }
    return i;
}

/* Moves the hole at i up or else down to the place of x, and fills it with x: the form
   for speed. A hole that has risen cannot sink, so sink() is left out. x is copied,
   because otherwise the program would read x anew after each write to the array. */
TW__FOLD void tw__heap4_sift(struct tw_heap4 *h, size_t i, const struct tw_heap4_cell *x,
                             tw__heap4_order *before, tw__heap4_sooner *sooner) {
    struct tw_heap4_cell *const cell = h->cell;
    struct tw_heap4_cell copy;
    const size_t from = i;

    copy = *x;
    x = &copy;
    i = tw__heap4_rise(cell, i, x, before);
    if (i == from)
        i = tw__heap4_sink(cell, i, h->count + TW__HEAP4_ROOT, x, before, sooner);
    tw__heap4_put(cell, i, x);
}

/* Does the same in the form for size: one loop moves the hole either way. The hole may
   rise only from a position greater than `top`. So it never rises from the root, and
   never after it has sunk. Invariant: if the hole has sunk, every cell above it comes
   before x; if it has risen, every cell below it comes after x. So the hole never turns
   back, and the loop ends at the root or at a leaf at the latest. */
TW__FOLD void tw__heap4_sift_small(struct tw_heap4 *h, size_t i, const struct tw_heap4_cell *x,
                                   tw__heap4_order *before) {
    struct tw_heap4_cell *const cell = h->cell;
    const size_t end = h->count + TW__HEAP4_ROOT;
    size_t top = TW__HEAP4_ROOT, next;

    for (;; i = next) {
        next = tw__heap4_up(i);
        if (i <= top || !(before)(x, &cell[next])) {
            next = tw__heap4_first(i);
            if (next >= end)
                break;
            next = tw__heap4_least(cell, next, end, before);
            if (!(before)(&cell[next], x))
                break;
            top = end; /* the hole sinks from now on */
        }
        tw__heap4_put(cell, i, &cell[next]);
    }
    tw__heap4_put(cell, i, x);
}

/* Gives n the next arming number, and sifts n to its place from the hole at i. */
TW__FOLD void tw__heap4_arm(struct tw_heap4 *h, struct tw_node *n, tw_tick due, size_t i,
                            tw__heap4_sift_fn *sift) {
    struct tw_heap4_cell x;

    x.due = due;
    x.node = n;
    tw__heap4_set_number(&x, h->armings++);
    (sift)(h, i, &x);
}

TW__FOLD void tw__heap4_insert(struct tw_heap4 *h, struct tw_node *n, tw_tick due,
                               tw__heap4_sift_fn *sift) {
    tw__heap4_arm(h, n, due, h->count++ + TW__HEAP4_ROOT, sift);
}

TW__FOLD void tw__heap4_update(struct tw_heap4 *h, struct tw_node *n, tw_tick due,
                               tw__heap4_sift_fn *sift) {
    tw__heap4_arm(h, n, due, n->home - TW__WAITING, sift);
}

/* Fills the hole at i with the last cell, which may belong above the hole or below it. */
TW__ONCE void tw__heap4_close(struct tw_heap4 *h, size_t i, tw__heap4_sift_fn *sift) {
    const size_t last = --h->count + TW__HEAP4_ROOT;

    if (i != last)
        (sift)(h, i, &h->cell[last]);
}

TW__INLINE bool tw__heap4_full(const struct tw_heap4 *h) { return h->count == h->capacity; }

/* Says whether n, which waits, is in h. The index in n tells, without a search. n may
   belong to any other structure, but its memory must be valid. */
TW__INLINE bool tw__heap4_has(const struct tw_heap4 *h, const struct tw_node *n) {
    const uintptr_t i = n->home - TW__WAITING;
    const bool here = i - TW__HEAP4_ROOT < h->count && h->cell[i].node == n;

    TW_ASSERT(here);
    return here;
}

TW__INLINE struct tw_node *tw__heap4_peek(const struct tw_heap4 *h) {
    return h->count ? h->cell[TW__HEAP4_ROOT].node : NULL;
}

/* Writes the key of the first cell to *due. The node is not read, because that may be a
   cache miss. */
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

/* Empties h and returns its nodes as a chain, in the order of their cells. */
TW__INLINE struct tw_node *tw__heap4_take_all(struct tw_heap4 *h) {
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

    if (h->count > h->capacity)
        return "heap4 4";
    for (; i < h->count + TW__HEAP4_ROOT; i++) {
        const struct tw_heap4_cell *x = &h->cell[i];

        if (!x->node || x->node->home != i + TW__WAITING)
            return "heap4 2";
        if (i > TW__HEAP4_ROOT && (before)(x, &h->cell[tw__heap4_up(i)]))
            return "heap4 1";
        if (x->due != x->node->due)
            return "heap4 3";
        /* The highest bit of the difference is 1 if the number is less than armings. */
        if (!((tw__heap4_number(x) - h->armings) >> (8 * sizeof(tw_heap4_number) - 1)))
            return "heap4 5";
    }
    return NULL;
}

/* Does prefetch() for a group; stands under PREFETCH. */
TW__INLINE void tw__heap4_prefetch_group(const struct tw_heap4 *h, const struct tw__group *g);

TW__INLINE size_t tw__heap4_bytes(size_t n) { return TW_HEAP4_BYTES(n); }

/* --------------------------------------------------------------------------- WRAPPERS */

/* Makes the functions that know the order `before`, and their table, name_ops. `prefix`
   begins their names, as in sortedlist.h. `sooner` is the order of objects, without arming
   numbers, for the form for speed; it is NULL if the order is by tick. The order is
   compiled into one sift, which the functions share. In the form for speed a new node only
   rises, because nothing is below the last cell. */
#define TW__HEAP4_OPS(name, prefix, before, sooner)                                              \
    TW__INLINE void prefix##_sift(struct tw_heap4 *h, size_t i, const struct tw_heap4_cell *x) { \
        if (TW__SPEED)                                                                           \
            tw__heap4_sift(h, i, x, before, sooner);                                             \
        else                                                                                     \
            tw__heap4_sift_small(h, i, x, before);                                               \
    }                                                                                            \
    TW__INLINE void prefix##_rise(struct tw_heap4 *h, size_t i, const struct tw_heap4_cell *x) { \
        tw__heap4_put(h->cell, tw__heap4_rise(h->cell, i, x, before), x);                        \
    }                                                                                            \
    TW__INLINE void prefix##_insert(struct tw_heap4 *h, struct tw_node *n, tw_tick due) {        \
        tw__heap4_insert(h, n, due, TW__SPEED ? prefix##_rise : prefix##_sift);                  \
    }                                                                                            \
    TW__INLINE void prefix##_update(struct tw_heap4 *h, struct tw_node *n, tw_tick due) {        \
        tw__heap4_update(h, n, due, prefix##_sift);                                              \
    }                                                                                            \
    TW__INLINE void prefix##_remove(struct tw_heap4 *h, struct tw_node *n) {                     \
        tw__heap4_close(h, n->home - TW__WAITING, prefix##_sift);                                \
    }                                                                                            \
    TW__INLINE struct tw_node *prefix##_take(struct tw_heap4 *h, tw_tick now) {                  \
        return tw__heap4_take(h, now, prefix##_sift);                                            \
    }                                                                                            \
    TW__INLINE const char *prefix##_check(const struct tw_heap4 *h) {                            \
        return tw__heap4_check(h, before);                                                       \
    }                                                                                            \
    TW__OPS(name, heap4, prefix, prefix)

TW__HEAP4_OPS(tw_heap4, tw__heap4_due, tw__heap4_by_due, NULL)
TW__PREFETCH_BY_NODE(heap4)

/* Names the table of queues by a key. Its order is the order of plain numbers, which do
   not wrap. 64-bit ticks are such numbers: there this is the table of nodes by tick. */
#if TW_TICK_BITS == 64
#define TW__HEAP4_KEY_OPS tw_heap4_ops
#else
TW__INLINE bool tw__heap4_by_key(const struct tw_heap4_cell *a, const struct tw_heap4_cell *b) {
    TW__COMPARED(a->node, a->due, b->node);
    return a->due != b->due ? a->due < b->due : tw__heap4_armed_before(a, b);
}

TW__HEAP4_OPS(tw__heap4_key, tw__heap4_key, tw__heap4_by_key, NULL)
#define TW__HEAP4_KEY_OPS tw__heap4_key_ops
#endif

/* FITS says whether integer x has no more bits than a tick, and SIGNED whether it has a
   sign. Both depend on the type of x alone. `~(0 * (x))` has all bits set. Its type is that
   of x in arithmetic, where an integer narrower than int is an int. If the type is signed,
   the number is -1, so below 1. (Compilers warn of an unsigned number < 0.) Three forms
   follow: of C++; of gcc and clang where int is wider than a tick; and of C elsewhere. The
   first two see the type with which x was declared, the third the type in arithmetic. */
#if defined(__cplusplus)
TW__END_C
/* Returns an array whose size tells of the argument, an integer or enum. The size is 1; 1
   more if the type fits; 2 more if it has a sign. A floating type keeps 1.5, and so does
   not fit. The function is declared only, for sizeof. */
/* clang-format off */
template <class TW__T>
char (&tw__heap4_kind(TW__T))[
    1 + (sizeof(TW__T) <= sizeof(tw_tick) && static_cast<TW__T>(1.5) == static_cast<TW__T>(1))
      + 2 * (static_cast<TW__T>(-1) < static_cast<TW__T>(1))];
/* clang-format on */
TW__BEGIN_C
#define TW__HEAP4_FITS(x)   (sizeof(tw__heap4_kind(x)) % 2 == 0)
#define TW__HEAP4_SIGNED(x) (sizeof(tw__heap4_kind(x)) > 2)
#elif TW_TICK_BITS == 16 && TW__GNU && __SIZEOF_INT__ > 2
#define TW__HEAP4_FITS(x)   (sizeof(x) <= sizeof(tw_tick))
#define TW__HEAP4_SIGNED(x) ((__typeof__(x))~(0 * (x)) < 1)
#else
#define TW__HEAP4_FITS(x)   (sizeof(~(0 * (x))) <= sizeof(tw_tick))
#define TW__HEAP4_SIGNED(x) (~(0 * (x)) < 1)
#endif

/* Returns key as an unsigned number in the same order: if key is signed, the least one
   becomes 0. */
TW__INLINE tw_tick tw__heap4_unsigned(tw_tick key, bool is_signed) {
    return (tw_tick)(key ^ (is_signed ? TW_TICK_MAX - TW_TICK_MAX / 2 : 0u));
}

/* Defines the verbs that are the same for both kinds of queues below. */
#define TW__HEAP4_STORAGE(name)                                                             \
    TW__INLINE bool name##_storage(struct name *q, struct tw_heap4_cell *array, size_t n) { \
        return TW__STORED(q, n, tw__heap4_storage(TW__Q(name, q), array, n));               \
    }                                                                                       \
    TW__INLINE size_t name##_capacity(const struct name *q) {                               \
        return tw__heap4_capacity(TW__Q(name, q));                                          \
    }

/* Makes a queue of objects by a key: struct name and its verbs, which take and return
   pointers to type. The key is an integer member of type, with no more bits than a tick:
   see KEYS. The object with the least key leaves first. Equals leave in the order in which
   they were added. The heap keeps a copy of the key: after you change the key, call
   name##_update(). The queue writes `due` of the node. Costs and answers are those of the
   functions above. */
#define TW_HEAP4_BY(name, type, member, key)                                                     \
    typedef type name##__object;                                                                 \
    typedef char                                                                                 \
        name##__key_fits_into_a_tick[TW__HEAP4_FITS(TW__CAST(type *, NULL)->key) ? 1 : -1];      \
    TW__BEGIN_C                                                                                  \
    TW__FOLD tw_tick name##__key(const name##__object *o) {                                      \
        return tw__heap4_unsigned((tw_tick)o->key, TW__HEAP4_SIGNED(o->key));                    \
    }                                                                                            \
    TW__END_C                                                                                    \
    TW__OBJECTS(name, name##__object, member, heap4, TW__HEAP4_KEY_OPS, 0)                       \
    TW__OBJECTS_IN_ORDER(name, name##__object, member, heap4, TW__HEAP4_KEY_OPS, name##__key(o)) \
    TW__HEAP4_STORAGE(name)

/* Makes a queue of objects in an order that no integer can express, with the same verbs.
   before(a, b) is the order: it is true if a must leave before b. Equals leave in the
   order in which they were added. The key lies in your objects: after you change the key,
   call name##_update() at once. Costs and answers are those of the functions above. But
   each comparison reads both objects, because it calls before() once or twice. */
#define TW_HEAP4_OF(name, type, member, before)                                                 \
    typedef type name##__object;                                                                \
    TW__ORDER(name, name##__object, before)                                                     \
    TW__FOLD bool name##__sooner(struct tw_node *a, struct tw_node *b) {                        \
        return name##__precedes(TW_OF(a, name##__object, member),                               \
                                TW_OF(b, name##__object, member));                              \
    }                                                                                           \
    TW__FOLD bool name##__order(const struct tw_heap4_cell *a, const struct tw_heap4_cell *b) { \
        return name##__precedes(TW_OF(a->node, name##__object, member),                         \
                                TW_OF(b->node, name##__object, member)) ||                      \
               (!name##__precedes(TW_OF(b->node, name##__object, member),                       \
                                  TW_OF(a->node, name##__object, member)) &&                    \
                tw__heap4_armed_before(a, b));                                                  \
    }                                                                                           \
    TW__HEAP4_OPS(name, name##_, name##__order, TW__SPEED ? name##__sooner : NULL)              \
    TW__OBJECTS(name, name##__object, member, heap4, name##_ops, TW__KIND_IN_ORDER)             \
    TW__OBJECTS_IN_ORDER(name, name##__object, member, heap4, name##_ops,                       \
                         TW__STRICT(name##__precedes(o, o), o->member.due))                     \
    TW__HEAP4_STORAGE(name)

/* --------------------------------------------------------------------------- PREFETCH

   This part only saves time; it changes nothing. A first reading may end here. */

/* Fetches cell i, which may begin in one cache line and end in the next. */
TW__INLINE void tw__heap4_prefetch_cell(const struct tw_heap4 *h, size_t i) {
    TW__HINT(&h->cell[i]);
    TW__HINT(&h->cell[i].node);
}

/* Fetches the cells that a sift from the hole at i touches first: its parent and
   grandparent, and its children, if it has any. */
TW__INLINE void tw__heap4_prefetch_hole(const struct tw_heap4 *h, size_t i) {
    const size_t c = tw__heap4_first(i);

    tw__heap4_prefetch_cell(h, i);
    if (i > TW__HEAP4_ROOT) {
        i = tw__heap4_up(i);
        tw__heap4_prefetch_cell(h, i);
        if (i > TW__HEAP4_ROOT)
            tw__heap4_prefetch_cell(h, tw__heap4_up(i));
    }
    if (c < h->count + TW__HEAP4_ROOT) {
        TW__HINT(&h->cell[c]);
        TW__HINT((const void *)((uintptr_t)&h->cell[c] + 64));
    }
}

/* Fetches the nodes in the cells that a sift from the hole at i may move: the parent and
   the children. put() writes to them. */
TW__INLINE void tw__heap4_prefetch_moved(const struct tw_heap4 *h, size_t i) {
    const size_t end = h->count + TW__HEAP4_ROOT;
    size_t c = tw__heap4_first(i), k;

    if (i > TW__HEAP4_ROOT)
        TW__HINT(&h->cell[tw__heap4_up(i)].node->home);
    for (k = 0; k < 4 && c + k < end; k++)
        TW__HINT(&h->cell[c + k].node->home);
}

/* Fetches the nodes of a group; then their cells and the cells around these; then the nodes
   that the sifts will move. The last cells of the array fill the holes that cancelled nodes
   leave. A node without a cell in h is left out: it is idle, or waits elsewhere. */
TW__INLINE void tw__heap4_prefetch_group(const struct tw_heap4 *h, const struct tw__group *g) {
    size_t i, hole[TW__GROUP], holes = 0;

    tw__prefetch_nodes(g);
    for (i = 0; i < g->count; i++) {
        hole[holes] = g->node[i]->home - TW__WAITING;
        if (hole[holes] - TW__HEAP4_ROOT < h->count)
            tw__heap4_prefetch_hole(h, hole[holes++]);
    }
    for (i = 0; i < holes; i++) {
        tw__heap4_prefetch_moved(h, hole[i]);
        if (i < h->count)
            TW__HINT(&h->cell[h->count - 1 - i + TW__HEAP4_ROOT].node->home);
    }
}

TW__END_C

#endif /* TW_HEAP4_H */

/* rbtree.h - a red-black tree: timers, a priority queue, and an ordered container of
   objects with any ordering.

   WHAT IT IS
       This is a binary search tree: smaller keys stand to the left, larger ones to the
       right. A search goes down one path. The tree is quick only while it is balanced, so
       each node is red or black. No red node has a red child, and every path down meets
       the same number of black nodes. So the longest path is at most twice as long as the
       shortest. The links stand in the node, and the colour is the lowest bit of the
       parent's address: there is no array and no capacity. The tree keeps its first and
       its last node, so that no search is needed for them. Equal keys stand in arming
       order.

   PICK IT
       if the number of timers has no bound that you can name; if you walk in order, or
       from a key on; for deadlines that mostly come last or first (constant timeouts:
       O(1)); if the worst case of a single call matters.
   PICK ANOTHER
       for a priority queue of known size (heap4.h is faster); for timers that mostly move
       or are cancelled (wheels).

   DO THIS
       timers             TW_TIMERS_OF(timers, rbtree) makes struct timers and
                          timers_init, _add, _cancel, ...: timers.h
       nodes by tick      struct tw_rbtree and the functions below; the key is n->due
       objects in order   TW_RBTREE_OF(diary, struct visit, node, visit_before) makes
                          struct diary and diary_add, ...

   EXAMPLE (examples/basics/diary.c)
       struct visit { int from; const char *who; struct tw_node node; };
       static bool visit_before(const struct visit *a, const struct visit *b) {
           return a->from < b->from;
       }
       TW_RBTREE_OF(diary, struct visit, node, visit_before)

       static struct diary d;                        all zero: empty
       struct visit ada = {1130, "Ada", TW_NODE(0)};
       struct visit ten = {1000, NULL, TW_NODE(0)}, *v;
       diary_add(&d, &ada);
       for (v = diary_lower_bound(&d, &ten); v && v->from < 1200; v = diary_after(&d, v))
           printf("%04d %s\n", v->from, v->who);     all from ten until noon, in order

   COST (n nodes)
       add, move, update       O(log n), at most 2 log2(n + 1) + 2 compares; 1 compare for
                               a new last node, 2 for a new first node
       cancel, take, pop       no two nodes are compared; at most 3 rotations, O(1) on
                               average, O(log n) at worst
       next, peek, first,      O(1)
       last, count, init
       after, before, each     O(1) per step on average, O(log n) at worst
       lower_bound             O(log n)
       clear                   O(n), no compares
       Bytes per timer: 40 on a 64-bit machine, 20 on a 32-bit one, 12 on AVR with 32-bit
       ticks: the node, nothing else.

   GUARANTEES
       FIFO among equals, also after a move or an update. add() never fails for want of
       room. Nodes stay where they are in memory: pointers and walks survive every
       operation on other nodes. The root holds the address of the tree: do not copy or
       move a tree in use. Each node must stand at an even address, because the lowest bit
       of an address holds the colour. Compilers give variables even addresses, unless you
       pack their struct. With all structs packed (-fpack-struct), this header does not
       compile. On AVR malloc() may return an odd address; then align it yourself. A node
       at an odd address trips TW_ASSERT; without asserts it corrupts the tree.

   PROPERTIES (check() names one that does not hold: "rbtree 1")
       1  No node comes before its predecessor in the walk.
       2  Each child knows its parent, and the root has `head` (struct tw_rbtree) above it.
       3  No red node has a red parent, and the root is black.
       4  All paths from the root to a missing child meet the same number of black nodes.
       5  The first node, the last node and the count agree with a walk.

   OPTIONS
       those of node.h; TW_RBTREE_IMPLEMENTATION instead of TW_IMPLEMENTATION compiles the
       functions of this header only

   SOURCE
       R. Bayer, Symmetric Binary B-Trees, Acta Informatica 1, 1972. L. Guibas, R.
       Sedgewick, A Dichromatic Framework for Balanced Trees, FOCS 1978. R. E. Tarjan,
       Updating a Balanced Search Tree in O(1) Rotations, IPL 16, 1983. */

#ifndef TW_RBTREE_H
#define TW_RBTREE_H

TW__BEGIN_C

/* ------------------------------------------------------------------------------ TYPES */

/* All zero is a valid empty tree. */
struct tw_rbtree {
    TW__DEBUG(struct tw_stamp stamp;)
    /* The head stands above the root, which is its child[0]. Its home is TW__IDLE, 0; due
       and fn are unused. */
    struct tw_node head;
    struct tw_node *end[2]; /* the first node and the last node; NULL: t is empty */
    size_t count;
};

typedef void tw_rbtree_array; /* a tree takes no array */

/* Stops a compiler that packs every struct, as -fpack-struct of gcc and clang does: nodes
   would stand at odd addresses. */
struct tw__rbtree_place {
    char c;
    struct tw_node node;
};

typedef char tw__rbtree_needs_even_addresses_do_not_pack_structs
    [offsetof(struct tw__rbtree_place, node) % 2 == 0 ? 1 : -1];

/* -------------------------------------------------------------------------------- API */

/* Makes t empty. A tree needs neither now nor an array: pass 0, NULL and 0. If t is in
   use, call clear() first: otherwise its nodes still say that they wait. O(1). */
#define tw_rbtree_init TW__LINK_NAME(tw_rbtree_init)
TW__API void tw_rbtree_init(struct tw_rbtree *t, tw_tick now, tw_rbtree_array *array, size_t n);

/* Inserts n with key due, behind all nodes with the same key. If n is in t, n moves as if
   it had been cancelled and added. n must be idle or in t. Returns true always. O(log n);
   O(1) on average if n becomes the first or the last node. */
TW__API bool tw_rbtree_add(struct tw_rbtree *t, struct tw_node *n, tw_tick due);

/* Takes n out. If n waits, it must wait in t. False: n is idle, or on the due list of a
   set. O(1) on average, O(log n) at worst; compares no keys. */
TW__API bool tw_rbtree_cancel(struct tw_rbtree *t, struct tw_node *n);

/* Restores the order after n->due was changed; n counts as armed anew. Call it before any
   other call for t. If n waits, it must wait in t. False: n is idle, or on the due list
   of a set. O(log n). */
TW__API bool tw_rbtree_update(struct tw_rbtree *t, struct tw_node *n);

/* Fetches into the cache the memory that arming, moving and cancelling the nodes will
   touch; changes nothing. nodes[i] is idle or in t. dues[i] is the tick for which you will
   arm it; dues may be NULL if you will cancel only. See prefetch in verbs.h. O(count), and
   with dues a search for each. */
TW__INLINE void tw_rbtree_prefetch(const struct tw_rbtree *t, struct tw_node *const *nodes,
                                   const tw_tick *dues, size_t count);

/* Stores the least key in *due. False: t is empty; *due is unchanged. O(1). */
TW__API bool tw_rbtree_next(struct tw_rbtree *t, tw_tick *due);

/* Returns the first node, which stays. NULL: t is empty. O(1). */
TW__API struct tw_node *tw_rbtree_peek(const struct tw_rbtree *t);

/* Returns the first node, which stays: another name of peek() for walks. NULL: t is
   empty. O(1). */
TW__API struct tw_node *tw_rbtree_first(const struct tw_rbtree *t);

/* Takes out and returns the first node. NULL: t is empty. O(1) on average. */
TW__API struct tw_node *tw_rbtree_pop(struct tw_rbtree *t);

/* Takes out and returns the first node if it is due by now. NULL: no node is due by now.
   O(1) on average. */
TW__API struct tw_node *tw_rbtree_take(struct tw_rbtree *t, tw_tick now);

/* Returns the last node, which stays. NULL: t is empty. O(1). */
TW__API struct tw_node *tw_rbtree_last(const struct tw_rbtree *t);

/* Returns the successor of n, or the first node if n is NULL. Any other n must be in t.
   NULL: n is the last node, or t is empty. O(1) on average, O(log n) at worst. */
TW__API struct tw_node *tw_rbtree_after(const struct tw_rbtree *t, const struct tw_node *n);

/* Does the same as after(), under the name that the walk has in every structure. NULL:
   the walk is over. O(1) on average, O(log n) at worst. */
TW__API struct tw_node *tw_rbtree_each(const struct tw_rbtree *t, const struct tw_node *n);

/* Returns the predecessor of n, or the last node if n is NULL. Any other n must be in t.
   NULL: n is the first node, or t is empty. O(1) on average, O(log n) at worst. */
TW__API struct tw_node *tw_rbtree_before(const struct tw_rbtree *t, const struct tw_node *n);

/* Returns the first node whose key is due or later. NULL: there is none. O(log n). */
TW__API struct tw_node *tw_rbtree_lower_bound(const struct tw_rbtree *t, tw_tick due);

/* Returns the number of nodes. O(1). */
TW__API size_t tw_rbtree_count(const struct tw_rbtree *t);

/* Removes every node. All of them are idle then, and can be added again. O(n). */
TW__API void tw_rbtree_clear(struct tw_rbtree *t);

/* Returns the name of a property that does not hold, such as "rbtree 1", or NULL if all
   hold. For tests. O(n log n). */
TW__CHECKED(TW__API const char *tw_rbtree_check(const struct tw_rbtree *t);)

/* ----------------------------------------------------------------------------- ENGINE

   The nodes below child[0] of a node come before it, the nodes below child[1] come after
   it. A `side` is 0 for left or 1 for right. So one piece of code serves a case and its
   mirror image. home is the parent's address, plus 1 if the node is red. The head counts
   as black. The head alone has no parent, so its home is TW__IDLE. */

/* Says whether node a comes before node b. */
typedef bool tw__rbtree_order(const struct tw_node *a, const struct tw_node *b);

/* The lowest bit of home, set in a red node. */
enum { TW__RBTREE_RED = 1 };

/* Returns the parent of n; the parent of the root is the head. debug.h checks each node
   to which up() and child() step, but not the head, which has no mark. */
TW__INLINE struct tw_node *tw__rbtree_up(const struct tw_node *n) {
    struct tw_node *p = (struct tw_node *)(TW__MET(n)->home & ~(uintptr_t)TW__RBTREE_RED);

    TW__DEBUG(if (p->home != TW__IDLE) tw__debug_touch(p);)
    return p;
}

TW__INLINE struct tw_node *tw__rbtree_child(const struct tw_node *n, unsigned side) {
    return TW__MET(n->u.child[side]);
}

/* Returns 1 if n is red, else 0. A missing child, NULL, counts as black. */
TW__INLINE uintptr_t tw__rbtree_red(const struct tw_node *n) {
    return n ? n->home & TW__RBTREE_RED : 0;
}

TW__INLINE void tw__rbtree_blacken(struct tw_node *n) { n->home &= ~(uintptr_t)TW__RBTREE_RED; }

TW__FOLD bool tw__rbtree_less(const struct tw_node *a, const struct tw_node *b,
                              tw__rbtree_order *before) {
    TW__COMPARED(a, a->due, b);
    return (before)(a, b);
}

TW__INLINE bool tw__rbtree_by_due(const struct tw_node *a, const struct tw_node *b) {
    return tw_before(a->due, b->due);
}

/* Returns the predecessor of n if side is 0, the successor if side is 1. NULL: n is the
   node at that end. If n is NULL, returns the node at the other end, where a walk begins.
   The way up reads child[other] alone, because take_all(), which walks with side 0, has
   overwritten child[0] of passed nodes. */
TW__INLINE struct tw_node *tw__rbtree_step(const struct tw_rbtree *t, const struct tw_node *n,
                                           unsigned side) {
    const unsigned other = side ^ 1;
    struct tw_node *x;

    if (!n)
        return t->end[other];
    if (n == t->end[side])
        return NULL;
    x = tw__rbtree_child(TW__MET(n), side);
    if (x)
        while (x->u.child[other])
            x = tw__rbtree_child(x, other);
    else
        /* Ends, because n is not at the end: n or an ancestor of n is a child on the other
           side. */
        for (; (x = tw__rbtree_up(n))->u.child[other] != n; n = x) {
        }
    return x;
}

/* Links n in the place of old, in the colour of old. If n is NULL, the place becomes
   empty. old itself stays as it is. */
TW__INLINE void tw__rbtree_replace(const struct tw_node *old, struct tw_node *n) {
    struct tw_node *p = tw__rbtree_up(old);

    p->u.child[p->u.child[1] == old] = n;
    if (n)
        n->home = old->home;
    TW_TRACE(TW_LINK, NULL, old, old->due);
}

/* Makes n the child of p on `side`; n keeps its colour. If n is NULL, p has no child
   there. */
TW__ONCE void tw__rbtree_link(struct tw_node *p, unsigned side, struct tw_node *n) {
    p->u.child[side] = n;
    if (n)
        n->home = (uintptr_t)p | (n->home & TW__RBTREE_RED);
    TW_TRACE(TW_LINK, NULL, p, p->due);
}

/* In the drawings a CAPITAL letter is a black node, a small letter a red one. (p) may be
   either, and - is a black node or none. A node keeps its letter when its colour changes.
   Each drawing stands for its mirror image, too.

   Rotates p down to `side`. Its child n on the other side takes the place and the colour
   of p, and p becomes red. In this drawing n, a, b and c may have either colour. The
   order stays a n b p c:
            (p)               (n)
            / \               / \
           n   c             a   p
          / \         ->        / \
         a   b                 b   c */
TW__INLINE void tw__rbtree_rotate(struct tw_node *p, unsigned side) {
    struct tw_node *n = tw__rbtree_child(p, side ^ 1);

    tw__rbtree_replace(p, n);
    tw__rbtree_link(p, side ^ 1, n->u.child[side]);
    p->home = TW__RBTREE_RED;
    tw__rbtree_link(n, side, p);
}

/* Restores property 3 after n was inserted as a red leaf. While the parent p of n is red,
   p is not the root, and the grandparent G is black. u is the sibling of p.

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
    unsigned inner; /* the side of p's inner child below p, and of u below g */

    /* Invariant: n is red. All properties hold, except that n may be the root, or may
       have a red parent. Ends, because n rises two levels each time round. */
    while ((p = tw__rbtree_up(n))->home & TW__RBTREE_RED) {
        g = tw__rbtree_up(p);
        inner = g->u.child[0] == p;
        u = tw__rbtree_child(g, inner);
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

/* Makes n a leaf below p, on `side`. p must have no child there. */
TW__ONCE void tw__rbtree_attach(struct tw_rbtree *t, struct tw_node *n, struct tw_node *p,
                                unsigned side) {
    TW__WANT(((uintptr_t)n & TW__RBTREE_RED) == 0,
             "the node stands at an odd address. Do not pack its struct, or align it to 2 bytes.");
    n->u.child[0] = n->u.child[1] = NULL;
    n->home = TW__RBTREE_RED;
    tw__rbtree_link(p, side, n);
    t->count++;
    tw__rbtree_fixup_insert(t, n);
}

/* Restores property 4 ahead of the removal of x, a leaf. If x is black, the paths through
   x are about to be one black node short. p is the parent of x, s its sibling. s is never
   missing: x is black, so the paths on the other side of p meet a black node, too.

     1  s is red: rotate p; the inner child     2  s and its children are black: s becomes
        A of s is x's sibling then: go on          red; now the paths through p are one
        with case 2, 3 or 4                        short: go on with p as x

              P              S                          (p)           (p)
             / \            / \                         / \           / \
            X   s    ->    p   B                       X   S    ->   X   s
               / \        / \                             / \           / \
              A   B      X   A                           -   -         -   -

     3  only the inner child a of s is red:     4  the outer child b of s is red: rotate
        rotate s; case 4 follows, with A           p; P and B become black, done
        as s and s as b

            (p)            (p)                          (p)             (s)
            / \            / \                          / \             / \
           X   S    ->    X   A                        X   S     ->    P   B
              / \              \                          / \         / \
             a   -              s                       (a)  b       X  (a)

   If `first` is true, x is the first node, so that x and all its ancestors are left
   children. In the form for size, cases 1 and 3 begin the loop anew. In the form for
   speed the next case follows at once. */
TW__ONCE void tw__rbtree_fixup_remove(struct tw_node *x, bool first) {
    struct tw_node *p, *s, *b;
    unsigned outer; /* the side of s below p, and of the outer child below s */

    /* Invariant: the paths through x are one black node short; all other properties hold.
       Ends at the root, where all paths are short alike, or at a red x. A red x becomes
       black, and makes up for the missing node. */
    while (!(x->home & TW__RBTREE_RED) && (p = tw__rbtree_up(x))->home != TW__IDLE) {
        outer = first || p->u.child[0] == x;
        s = tw__rbtree_child(p, outer);
        if (s->home & TW__RBTREE_RED) {
            tw__rbtree_rotate(p, !outer);
            if (!TW__SPEED)
                continue;
            s = tw__rbtree_child(p, outer);
        }
        b = tw__rbtree_child(s, outer);
        if (!tw__rbtree_red(b) && tw__rbtree_red(tw__rbtree_child(s, !outer))) {
            tw__rbtree_rotate(s, outer);
            if (!TW__SPEED)
                continue;
            b = s;
        }
        if (tw__rbtree_red(b)) {
            tw__rbtree_rotate(p, !outer); /* p is red by now: x = p ends the loop */
            tw__rbtree_blacken(b);
        } else {
            s->home |= TW__RBTREE_RED;
        }
        x = p;
    }
    tw__rbtree_blacken(x);
}

/* Makes `next` the end of the tree in place of n, if n is an end. `first`, here and below,
   is a constant of the caller: true if n is known to be the first node. */
TW__FOLD void tw__rbtree_move_ends(struct tw_rbtree *t, const struct tw_node *n,
                                   struct tw_node *next, bool first) {
    if (first || t->end[0] == n)
        t->end[0] = next;
    if (t->end[1] == n)
        t->end[1] = next;
}

/* Returns the first node of the subtree below n. */
TW__FOLD struct tw_node *tw__rbtree_leftmost(struct tw_node *n) {
    while (n->u.child[0])
        n = tw__rbtree_child(n, 0);
    return n;
}

/* Unlinks n, whose only child is `child`; NULL: n has no child. An only child is red, and
   n is black: the child takes the place and the colour of n. If n has no child, the fixup
   comes first. */
TW__FOLD void tw__rbtree_unlink(struct tw_node *n, struct tw_node *child, bool first) {
    if (!child)
        tw__rbtree_fixup_remove(n, first);
    tw__rbtree_replace(n, child);
}

/* Puts n, which is in no tree, in the place of old: with its colour and its children. */
TW__FOLD void tw__rbtree_substitute(const struct tw_node *old, struct tw_node *n) {
    tw__rbtree_replace(old, n);
    tw__rbtree_link(n, 0, old->u.child[0]);
    tw__rbtree_link(n, 1, old->u.child[1]);
}

/* Removes n. If n has two children, its successor takes the place of n. Before that the
   successor is unlinked, which is easy, because it has no left child. `out` is the node
   that is unlinked, n or its successor; `child` is its only child. If n is an end of the
   tree, `next` becomes that end: the only child of n, else the parent of n. NULL: no other
   node is in t. The form for speed has a copy of this function for the case that n is the
   first node. */
TW__ONCE void tw__rbtree_remove_as(struct tw_rbtree *t, struct tw_node *n, bool first) {
    struct tw_node *const left = first ? NULL : tw__rbtree_child(n, 0);
    struct tw_node *const right = tw__rbtree_child(n, 1), *const p = tw__rbtree_up(n);
    struct tw_node *child = left ? left : right, *out = n;
    struct tw_node *const next = child ? child : p != &t->head ? p : NULL;

    /* Ask for all three nodes at once, so that their cache misses overlap. */
    TW__PREFETCH(p);
    TW__PREFETCH(left);
    TW__PREFETCH(right);
    t->count--;
    tw__rbtree_move_ends(t, n, next, first);
    if (left && right) {
        out = tw__rbtree_leftmost(right);
        child = tw__rbtree_child(out, 1);
    }
    tw__rbtree_unlink(out, child, first);
    if (out != n)
        tw__rbtree_substitute(n, out);
}

TW__INLINE void tw__rbtree_remove(struct tw_rbtree *t, struct tw_node *n) {
    tw__rbtree_remove_as(t, n, false);
}

/* Returns the child of p on `side`, for a search. A branch predictor would guess the side
   wrong half of the time. So the form for speed reads named fields: compilers choose
   between these by a conditional move, but not between elements of an array. */
#if TW__SPEED
TW__INLINE struct tw_node *tw__rbtree_toward(const struct tw_node *p, unsigned side) {
    return side ? p->u.to.right : p->u.to.left;
}
#else
TW__INLINE struct tw_node *tw__rbtree_toward(const struct tw_node *p, unsigned side) {
    return p->u.child[side];
}
#endif

/* From this number of nodes on, a node is probably a cache miss. It fits an int of 16 bits. */
enum { TW__RBTREE_LARGE = 32767 };

/* Returns the side of p on which n belongs. Of equals, n is the later one. */
TW__FOLD unsigned tw__rbtree_side(const struct tw_node *n, const struct tw_node *p,
                                  tw__rbtree_order *before) {
    return !tw__rbtree_less(n, p, before);
}

/* Searches the tree for the place of n. Returns its parent, and the side in *side. n comes
   after the first node and before the last. Invariant of the loops: n belongs below x. The
   loops end where the child of p on `side` is missing. The form for speed has two loops
   that differ in prefetches alone. In a large tree it fetches both children of each node
   before it is known which child comes next. The condition has no &&: TW__AHEAD is a
   constant, and coverage would count a branch that is never taken. The form for size
   follows. */
#if TW__SPEED
TW__FOLD struct tw_node *tw__rbtree_search(const struct tw_rbtree *t, const struct tw_node *n,
                                           tw__rbtree_order *before, unsigned *side) {
    struct tw_node *p, *x = t->head.u.child[0]; /* a tree that has nodes has a root */
    unsigned s;

    if ((TW__AHEAD ? t->count : 0) >= TW__RBTREE_LARGE)
        do {
            p = TW__MET(x);
            TW__PREFETCH(p->u.to.left);
            TW__PREFETCH(p->u.to.right);
            s = tw__rbtree_side(n, p, before);
        } while ((x = tw__rbtree_toward(p, s)) != NULL);
    else
        do {
            p = TW__MET(x);
            s = tw__rbtree_side(n, p, before);
        } while ((x = tw__rbtree_toward(p, s)) != NULL);
    *side = s;
    return p;
}
#else
TW__FOLD struct tw_node *tw__rbtree_search(const struct tw_rbtree *t, const struct tw_node *n,
                                           tw__rbtree_order *before, unsigned *side) {
    struct tw_node *p = t->end[0], *x;

    for (x = t->head.u.child[0]; x; x = tw__rbtree_toward(p, *side)) {
        p = TW__MET(x);
        *side = tw__rbtree_side(n, p, before);
    }
    return p;
}
#endif

/* Inserts n at its place, behind all equal nodes. If n belongs at an end, no search is
   needed; otherwise a search from the root finds the missing child. */
TW__FOLD void tw__rbtree_insert(struct tw_rbtree *t, struct tw_node *n, tw__rbtree_order *before) {
    struct tw_node *p = t->end[1];
    unsigned side = 1;

    if (!p) {
        t->end[0] = t->end[1] = n;
        p = &t->head;
        side = 0;
    } else if (!tw__rbtree_less(n, p, before)) {
        t->end[1] = n;
    } else {
        p = t->end[0];
        side = 0;
        if (tw__rbtree_less(n, p, before))
            t->end[0] = n;
        else
            p = tw__rbtree_search(t, n, before, &side);
    }
    tw__rbtree_attach(t, n, p, side);
}

TW__UNBOUNDED(rbtree)

TW__INLINE struct tw_node *tw__rbtree_peek(const struct tw_rbtree *t) { return t->end[0]; }

TW__INLINE size_t tw__rbtree_count(const struct tw_rbtree *t) { return t->count; }

/* Does prefetch() for a group; stands under PREFETCH. */
TW__INLINE void tw__rbtree_prefetch_group(const struct tw_rbtree *t, const struct tw__group *g);

/* A tree takes no array: 0 for every n. */
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

/* Returns the first node that does not come before `key`, a node that holds the key to look
   for. NULL: there is none. */
TW__FOLD struct tw_node *tw__rbtree_lower_bound(const struct tw_rbtree *t,
                                                const struct tw_node *key,
                                                tw__rbtree_order *before) {
    struct tw_node *x = t->head.u.child[0], *found = NULL;

    /* Invariant: all nodes in front of x's subtree come before key. found is the node
       right behind x's subtree; NULL: there is none. Ends at a missing child. */
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

/* Empties t and returns its nodes as a chain by u.list.next, in order. u.list.next shares
   its word with child[0]. So the walk goes from last to first: a step to the front reads
   child[0] only of nodes that are not chained yet. */
TW__INLINE struct tw_node *tw__rbtree_take_all(struct tw_rbtree *t) {
    struct tw_node *chain = NULL, *n = t->end[1], *next;

    for (; n; n = next) {
        next = tw__rbtree_step(t, n, 0);
        n->u.list.next = chain;
        chain = n;
    }
    tw__rbtree_init(t, 0, NULL, 0);
    return chain;
}

/* Counts the black nodes from n up to the root. */
TW__ONCE size_t tw__rbtree_depth(const struct tw_node *n) {
    size_t blacks = 0;

    for (; n->home != TW__IDLE; n = tw__rbtree_up(n))
        blacks += !tw__rbtree_red(n);
    return blacks;
}

/* Returns the property that does not hold between n and its child on `side`. If that
   child is missing, n must have as many black nodes up to the root as the first node.
   NULL: all hold. */
TW__INLINE const char *tw__rbtree_check_child(const struct tw_rbtree *t, const struct tw_node *n,
                                              unsigned side) {
    const struct tw_node *c = n->u.child[side];

    if (!c)
        return tw__rbtree_depth(n) == tw__rbtree_depth(t->end[0]) ? NULL : "rbtree 4";
    return tw__rbtree_red(c) && tw__rbtree_red(n) ? "rbtree 3" : NULL;
}

/* Says whether c, the child of n on `side`, has n above it, and is not both children of n. */
TW__INLINE bool tw__rbtree_below(const struct tw_node *c, const struct tw_node *n, unsigned side) {
    return (c->home & ~(uintptr_t)TW__RBTREE_RED) == (uintptr_t)n &&
           (side == 0 || c != n->u.child[0]);
}

/* Returns the last node on `side`, found from the root. NULL: there is no root. */
TW__INLINE const struct tw_node *tw__rbtree_outermost(const struct tw_rbtree *t, unsigned side) {
    const struct tw_node *n = t->head.u.child[0];

    while (n && n->u.child[side])
        n = n->u.child[side];
    return n;
}

/* Returns the property that does not hold for the links. NULL: all hold. Each turn goes
   down to a child whose `home` names its parent. If there is no child, the turn goes to
   the nearest node whose other side is still to come: n, or a node above it. `side` is the
   side of n that comes next. In the inner loop it is the side of n that is done: if that
   is 1, n is done, too. No node has two parents above it, so the walk meets each node
   once, and ends at the head. */
TW__INLINE const char *tw__rbtree_check_links(const struct tw_rbtree *t) {
    const struct tw_node *n = &t->head, *c;
    size_t count = 0;
    unsigned side = 0;

    if (t->head.home != TW__IDLE)
        return "rbtree 2";
    do {
        if ((c = n->u.child[side]) != NULL) {
            if (!tw__rbtree_below(c, n, side))
                return "rbtree 2";
            n = c;
            side = 0;
            count++;
            continue;
        }
        while (side == 1) {
            c = tw__rbtree_up(n);
            side = c->u.child[0] != n;
            n = c;
        }
        side = 1;
    } while (n != &t->head);
    return count == t->count && tw__rbtree_outermost(t, 0) == t->end[0] &&
                   tw__rbtree_outermost(t, 1) == t->end[1]
               ? NULL
               : "rbtree 5";
}

/* Checks the links first: all later steps follow only links that were checked. */
TW__FOLD const char *tw__rbtree_check(const struct tw_rbtree *t, tw__rbtree_order *before) {
    const struct tw_node *n = t->end[0], *last = n;
    const char *broken = tw__rbtree_check_links(t);

    if (broken)
        return broken;
    if (tw__rbtree_red(t->head.u.child[0]))
        return "rbtree 3";
    for (; n; last = n, n = tw__rbtree_step(t, n, 1)) {
        if ((before)(n, last))
            return "rbtree 1";
        if ((broken = tw__rbtree_check_child(t, n, 0)) != NULL ||
            (broken = tw__rbtree_check_child(t, n, 1)) != NULL)
            return broken;
    }
    return NULL;
}

/* --------------------------------------------------------------------------- WRAPPERS */

/* Makes the functions that know the order `before`, and their table, name_ops. `prefix`
   begins their names. */
#define TW__RBTREE_OPS(name, prefix, before)                                               \
    TW__INLINE void prefix##_insert(struct tw_rbtree *t, struct tw_node *n, tw_tick due) { \
        (void)due, tw__rbtree_insert(t, n, before);                                        \
    }                                                                                      \
    TW__INLINE void prefix##_update(struct tw_rbtree *t, struct tw_node *n, tw_tick due) { \
        tw__rbtree_remove(t, n), prefix##_insert(t, n, due);                               \
    }                                                                                      \
    TW__INLINE const char *prefix##_check(const struct tw_rbtree *t) {                     \
        return tw__rbtree_check(t, before);                                                \
    }                                                                                      \
    TW__OPS(name, rbtree, prefix, tw__rbtree)

TW__RBTREE_OPS(tw_rbtree, tw__rbtree_due, tw__rbtree_by_due)
TW__PREFETCH_BY_NODE(rbtree)

/* Makes a tree of objects: struct name, and its verbs, which take and return pointers to
   type. before(a, b) says whether object a comes before b. Equal objects stand in the
   order in which they were added. The key lies in your objects: after you change it, call
   name##_update() before any other verb. */
#define TW_RBTREE_OF(name, type, member, before)                                     \
    typedef type name##__object;                                                     \
    TW__ORDER(name, const name##__object, before)                                    \
    TW__FOLD const name##__object *name##__key(const struct tw_node *n) {            \
        return TW__CAST(const name##__object *,                                      \
                        tw__const_around(n, offsetof(name##__object, member)));      \
    }                                                                                \
    TW__FOLD bool name##__order(const struct tw_node *a, const struct tw_node *b) {  \
        return name##__precedes(name##__key(a), name##__key(b));                     \
    }                                                                                \
    TW__RBTREE_OPS(name, name##_, name##__order)                                     \
    TW__OBJECTS(name, name##__object, member, rbtree, name##_ops, TW__KIND_IN_ORDER) \
    TW__OBJECTS_IN_ORDER(name, name##__object, member, rbtree, name##_ops,           \
                         TW__STRICT(name##__precedes(o, o), o->member.due))          \
    TW__OBJECTS_WALK(name, name##__object, member, rbtree)                           \
    TW__INLINE name##__object *name##_lower_bound(const struct name *q,              \
                                                  const name##__object *key) {       \
        const struct tw_rbtree *const in = TW__Q(name, q);                           \
        tw__object_given(key);                                                       \
        return name##__of(tw__rbtree_lower_bound(in, &key->member, name##__order));  \
    }

/* --------------------------------------------------------------------------- PREFETCH

   This part only saves time; it changes nothing. A first reading may end here. */

/* Returns the child of p that is not x. NULL: there is none. */
TW__INLINE struct tw_node *tw__rbtree_sibling(const struct tw_node *p, const struct tw_node *x) {
    return p->u.child[p->u.child[0] == x];
}

/* Walks the searches of a group side by side: each turn takes a step in every search, so
   that their cache misses overlap. A search ends at a missing child. If the parent there is
   red, its sibling is fetched, because the fixup of attach() asks for the colour. If a
   tick belongs at the end of the tree, there is no search. */
TW__INLINE void tw__rbtree_prefetch_paths(const struct tw_rbtree *t, const struct tw__group *g) {
    const struct tw_node *x[TW__GROUP], *const root = t->head.u.child[0], *p;
    bool any = root != NULL;
    size_t i;

    for (i = 0; i < g->count; i++)
        x[i] = tw_before(g->due[i], t->end[1]->due) ? root : NULL;
    while (any)
        for (any = false, i = 0; i < g->count; i++)
            if ((p = x[i]) != NULL) {
                any = true;
                x[i] = tw__rbtree_toward(p, !tw_before(g->due[i], p->due));
                TW__HINT(x[i]);
                if (!x[i] && tw__rbtree_red(p)) {
                    const struct tw_node *const up = tw__rbtree_up(p);
                    TW__HINT(tw__rbtree_sibling(up, p));
                }
            }
}

/* Replaces each node that has two children by its successor, because a removal unlinks
   the successor in its stead. Any other node becomes NULL. The walks to the successors go
   side by side, and end at missing left children. */
TW__INLINE void tw__rbtree_prefetch_successors(const struct tw_node **x, size_t count) {
    bool any = false;
    size_t i;

    for (i = 0; i < count; i++)
        if (x[i]->u.to.left && x[i]->u.to.right) {
            x[i] = x[i]->u.to.right;
            any = true;
        } else {
            x[i] = NULL;
        }
    while (any)
        for (any = false, i = 0; i < count; i++)
            if (x[i] && x[i]->u.to.left) {
                x[i] = x[i]->u.to.left;
                TW__HINT(x[i]);
                any = true;
            }
}

/* Returns the parent of x, if the fixup of the removal of x goes on there. This is case
   2, where the parent is black and not the root. NULL: the fixup ends at x. */
TW__INLINE const struct tw_node *tw__rbtree_fixup_above(const struct tw_node *x) {
    const struct tw_node *const p = tw__rbtree_up(x), *const s = tw__rbtree_sibling(p, x);
    const bool up = s && !tw__rbtree_red(p) && !tw__rbtree_red(s) &&
                    !tw__rbtree_red(s->u.to.left) && !tw__rbtree_red(s->u.to.right) &&
                    tw__rbtree_up(p)->home != TW__IDLE;

    return up ? p : NULL;
}

/* Fetches the nodes that the fixups touch when black leaves are removed: level by level
   the sibling, its children, and the grandparent. The loop ends, because each turn goes
   up one level. */
TW__INLINE void tw__rbtree_prefetch_fixups(const struct tw_node **x, size_t count) {
    const struct tw_node *p, *s;
    size_t i, left;

    for (; count; count = left) {
        for (i = 0; i < count; i++) {
            p = tw__rbtree_up(x[i]);
            TW__HINT(tw__rbtree_sibling(p, x[i]));
            TW__HINT((const void *)(p->home & ~(uintptr_t)TW__RBTREE_RED));
        }
        for (i = 0; i < count; i++)
            if ((s = tw__rbtree_sibling(tw__rbtree_up(x[i]), x[i])) != NULL) {
                TW__HINT(s->u.to.left);
                TW__HINT(s->u.to.right);
            }
        for (i = left = 0; i < count; i++)
            if ((p = tw__rbtree_fixup_above(x[i])) != NULL)
                x[left++] = p;
    }
}

/* Fetches the nodes that the removal of each node of a group touches: its parent, its
   children, and the way to its successor. If the node that is unlinked is a black leaf,
   the nodes of the fixup follow. */
TW__INLINE void tw__rbtree_prefetch_around(const struct tw__group *g) {
    const struct tw_node *out[TW__GROUP], *next[TW__GROUP];
    size_t i, count = 0, leaves = 0;

    for (i = 0; i < g->count; i++)
        if (g->node[i]->home >= TW__WAITING) {
            next[count] = out[count] = g->node[i];
            TW__HINT((const void *)(out[count]->home & ~(uintptr_t)TW__RBTREE_RED));
            TW__HINT(out[count]->u.to.left);
            TW__HINT(out[count]->u.to.right);
            count++;
        }
    tw__rbtree_prefetch_successors(next, count);
    for (i = 0; i < count; i++) {
        if (next[i]) {
            out[i] = next[i];
            TW__HINT(out[i]->u.to.right);
        }
        if (!tw__rbtree_red(out[i]) && !out[i]->u.to.left && !out[i]->u.to.right)
            out[leaves++] = out[i];
    }
    tw__rbtree_prefetch_fixups(out, leaves);
}

TW__INLINE void tw__rbtree_prefetch_group(const struct tw_rbtree *t, const struct tw__group *g) {
    tw__prefetch_nodes(g);
    if (g->due && t->end[1])
        tw__rbtree_prefetch_paths(t, g);
    tw__rbtree_prefetch_around(g);
}

TW__END_C

#endif /* TW_RBTREE_H */

/* sortedlist.h - a sorted list: a handful of timers in the least code, and the base of
   the skip list.

   WHAT IT IS
       The nodes stand in a row, the earliest first, each linked to both neighbours. A new
       node goes from the end towards the front, up to the first node that does not come
       after it. The other verbs read one end of the row, or unlink one node.

   PICK IT
       for up to about ten timers, where code and RAM count most; for timers that all have
       the same timeout: each goes to the end; as the first structure to read.
   PICK ANOTHER
       if many nodes wait and their keys are mixed: an insertion passes every later node.

   DO THIS
       timers             TW_TIMERS_OF(timers, sortedlist) makes struct timers and
                          timers_init, timers_add, ...: timers.h
       nodes by tick      struct tw_sortedlist and the functions below; the key is n->due
       objects in order   TW_SORTEDLIST_OF(line, struct guest, node, guest_before) makes
                          struct line and line_init, line_add, ...

   EXAMPLE
       struct tw_sortedlist s = {0};                  all zero is an empty list
       tw_sortedlist_add(&s, &node, 30);
       while ((n = tw_sortedlist_take(&s, now)) != NULL)
           serve(n);                                  the earliest first, up to now

   COST (n nodes)
       add, move, update    O(nodes passed), from the end: O(1) for a key that is not
                            before the last
       cancel, take, pop    O(1); no two nodes are compared
       next, peek, count, first, last, after,
       before, each, init   O(1)
       clear, check         O(n)
       Bytes per timer: the node, 40 on a 64-bit machine, 20 on a 32-bit one, 12 on AVR.

   GUARANTEES
       FIFO among equals. add() never fails. cancel() and update() refuse an idle node, and
       a node on the due list of a set.

   PROPERTIES (check() names one that does not hold: "sortedlist 1")
       1  No node comes before its predecessor in the list.
       2  The list is linked both ways, and its count is the number of its nodes.

   OPTIONS
       those of node.h; TW_SORTEDLIST_IMPLEMENTATION instead of TW_IMPLEMENTATION compiles
       the functions of this header only

   SOURCE
       D. E. Knuth, The Art of Computer Programming, volume 1, 2.2.5, Doubly Linked Lists;
       volume 3, 5.2.1, Sorting by Insertion. */

#ifndef TW_SORTEDLIST_H
#define TW_SORTEDLIST_H

TW__BEGIN_C

/* ------------------------------------------------------------------------------ TYPES */

/* A sorted list. All zero is a valid empty one. */
struct tw_sortedlist {
    TW__DEBUG(struct tw_stamp stamp;)
    struct tw_node *last; /* the last node of the list; NULL: the list is empty */
    size_t count;
};

typedef void tw_sortedlist_array; /* a sorted list takes no array */

/* -------------------------------------------------------------------------------- API */

/* Makes s empty. A sorted list needs neither now nor an array: pass 0, NULL and 0. If s
   is in use, call clear() first: otherwise its nodes still say that they wait. O(1). */
#define tw_sortedlist_init TW__LINK_NAME(tw_sortedlist_init)
TW__API void tw_sortedlist_init(struct tw_sortedlist *s, tw_tick now, tw_sortedlist_array *array,
                                size_t n);

/* Inserts n with key due, behind all nodes with the same key. If n is in s, n moves as if
   it had been cancelled and added. n must be idle or in s. Returns true always. O(nodes
   with a later key). */
TW__API bool tw_sortedlist_add(struct tw_sortedlist *s, struct tw_node *n, tw_tick due);

/* Takes n out. If n waits, it must wait in s. False: n is idle, or on the due list of a
   set. O(1). */
TW__API bool tw_sortedlist_cancel(struct tw_sortedlist *s, struct tw_node *n);

/* Restores the order after n->due was changed; n counts as armed anew. Call it before any
   other call for s. If n waits, it must wait in s. False: n is idle, or on the due list
   of a set. O(nodes with a later key). */
TW__API bool tw_sortedlist_update(struct tw_sortedlist *s, struct tw_node *n);

/* Fetches into the cache the memory that arming, moving and cancelling the nodes will
   touch; changes nothing. nodes[i] is idle or in s. dues[i] is the tick for which you will
   arm nodes[i]. If you will only cancel, dues may be NULL. See prefetch in verbs.h.
   O(count). */
TW__INLINE void tw_sortedlist_prefetch(const struct tw_sortedlist *s, struct tw_node *const *nodes,
                                       const tw_tick *dues, size_t count);

/* Stores the least key in *due. False: s is empty; *due is unchanged. O(1). */
TW__API bool tw_sortedlist_next(struct tw_sortedlist *s, tw_tick *due);

/* Returns the first node, which stays. NULL: s is empty. O(1). */
TW__API struct tw_node *tw_sortedlist_peek(const struct tw_sortedlist *s);

/* Returns the first node, which stays: another name of peek() for walks. NULL: s is
   empty. O(1). */
TW__API struct tw_node *tw_sortedlist_first(const struct tw_sortedlist *s);

/* Takes out and returns the first node. NULL: s is empty. O(1). */
TW__API struct tw_node *tw_sortedlist_pop(struct tw_sortedlist *s);

/* Takes out and returns the first node if it is due by now. NULL: no node is due by now.
   O(1). */
TW__API struct tw_node *tw_sortedlist_take(struct tw_sortedlist *s, tw_tick now);

/* Returns the last node, which stays. NULL: s is empty. O(1). */
TW__API struct tw_node *tw_sortedlist_last(const struct tw_sortedlist *s);

/* Returns the successor of n, or the first node if n is NULL. Any other n must be in s.
   NULL: n is the last node, or s is empty. O(1). */
TW__API struct tw_node *tw_sortedlist_after(const struct tw_sortedlist *s, const struct tw_node *n);

/* Does the same as after(), under the name that the walk has in every structure. NULL:
   the walk is over. O(1). */
TW__API struct tw_node *tw_sortedlist_each(const struct tw_sortedlist *s, const struct tw_node *n);

/* Returns the predecessor of n, or the last node if n is NULL. Any other n must be in s.
   NULL: n is the first node, or s is empty. O(1). */
TW__API struct tw_node *tw_sortedlist_before(const struct tw_sortedlist *s,
                                             const struct tw_node *n);

/* Returns the number of nodes. O(1). */
TW__API size_t tw_sortedlist_count(const struct tw_sortedlist *s);

/* Removes every node. All of them are idle then, and can be added again. O(n). */
TW__API void tw_sortedlist_clear(struct tw_sortedlist *s);

/* Returns the name of a property that does not hold, such as "sortedlist 1", or NULL if
   all hold. For tests. O(n). */
TW__CHECKED(TW__API const char *tw_sortedlist_check(const struct tw_sortedlist *s);)

/* ----------------------------------------------------------------------------- ENGINE

   The list is that of node.h: a ring through `next`, named by its last node. */

/* Says whether a_node, whose key is a, comes before b_node, whose key is b. The order by
   tick reads the keys. An order of objects reads the nodes. */
typedef bool tw__sortedlist_order(tw_tick a, const struct tw_node *a_node, tw_tick b,
                                  const struct tw_node *b_node);

TW__INLINE bool tw__sortedlist_by_due(tw_tick a, const struct tw_node *a_node, tw_tick b,
                                      const struct tw_node *b_node) {
    (void)a_node, (void)b_node;
    TW__COMPARED(a_node, a, b_node);
    return tw_before(a, b);
}

/* Returns the node after n, or the first node if n is NULL. NULL: n is the last node, or
   s is empty. */
TW__INLINE struct tw_node *tw__sortedlist_each(const struct tw_sortedlist *s,
                                               const struct tw_node *n) {
    if (!n)
        return tw__list_first(s->last);
    return n == s->last ? NULL : tw__list_next(n);
}

/* Returns the node before n, or the last node if n is NULL. NULL: n is the first node, or
   s is empty. */
TW__INLINE struct tw_node *tw__sortedlist_before(const struct tw_sortedlist *s,
                                                 const struct tw_node *n) {
    return n ? tw__list_prev(n) : s->last;
}

/* Links n behind p; if p is NULL, at the front. If p is s->last, which is NULL in an empty
   list, n becomes the last node. */
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
    TW_TRACE(TW_LINK, NULL, n, n->due);
}

/* Inserts n behind the last node that does not come after n. The search begins at the end,
   because most new timers belong near the end. */
TW__FOLD void tw__sortedlist_insert_by(struct tw_sortedlist *s, struct tw_node *n, tw_tick due,
                                       tw__sortedlist_order *before) {
    struct tw_node *p = s->last;

    /* Invariant: n comes before every node behind p. Ends at a node that does not come
       after n, or in front of the first node. */
    while (p && (before)(due, n, TW__MET(p)->due, p))
        p = p->u.list.prev;
    n->home = TW__WAITING;
    tw__sortedlist_link(s, n, p);
}

TW__INLINE void tw__sortedlist_remove(struct tw_sortedlist *s, struct tw_node *n) {
    tw__list_remove(&s->last, n);
    s->count--;
}

TW__INLINE struct tw_node *tw__sortedlist_peek(const struct tw_sortedlist *s) {
    return tw__list_first(s->last);
}

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
    n = tw__list_next(n);
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

/* Empties s and returns its nodes as a chain, in order: it opens the ring behind the last
   node. */
TW__INLINE struct tw_node *tw__sortedlist_take_all(struct tw_sortedlist *s) {
    struct tw_node *chain = tw__list_first(s->last);

    if (s->last)
        s->last->u.list.next = NULL;
    s->last = NULL;
    s->count = 0;
    return chain;
}

/* Says whether `home` of n is TW__WAITING, or an address in the `bytes` bytes from `towers`
   on. Towers belong to skiplist.h: there `home` may be the address of a tower. */
TW__INLINE bool tw__sortedlist_placed(const struct tw_node *n, const void *towers, size_t bytes) {
    return n->home == TW__WAITING || n->home - (uintptr_t)towers < bytes;
}

/* Does check(). A skip list has towers in its array; a sorted list has none. A link of a
   node is followed only after `home` of the node was found right. In each turn p is the
   node that was met last, NULL at first, and n the node after p. The walk ends for the
   reason given at tw__list_check(). */
TW__FOLD const char *tw__sortedlist_check_by(const struct tw_sortedlist *s,
                                             tw__sortedlist_order *before, const void *towers,
                                             size_t bytes) {
    const struct tw_node *n = NULL, *p;
    size_t count = 0;

    if (s->last && !tw__sortedlist_placed(s->last, towers, bytes))
        return "sortedlist 2";
    for (; (p = n) != s->last; count++) {
        n = (p ? p : s->last)->u.list.next;
        if (!n || n->u.list.prev != p || !tw__sortedlist_placed(n, towers, bytes))
            return "sortedlist 2";
        if (p && (before)(n->due, n, p->due, p))
            return "sortedlist 1";
    }
    return count == s->count ? NULL : "sortedlist 2";
}

TW__UNBOUNDED(sortedlist)

TW__INLINE size_t tw__sortedlist_count(const struct tw_sortedlist *s) { return s->count; }

TW__PREFETCH_LISTED(sortedlist)

/* Returns 0: there is no array. The product uses n, so that no compiler warns. */
TW__INLINE size_t tw__sortedlist_bytes(size_t n) { return n * 0; }

/* --------------------------------------------------------------------------- WRAPPERS */

/* Makes the functions that know the order `before`, and their table, name_ops. `prefix`
   begins their names: with the prefix name_ they are name__insert() and so on. */
#define TW__SORTEDLIST_OPS(name, prefix, before)                                               \
    TW__INLINE void prefix##_insert(struct tw_sortedlist *s, struct tw_node *n, tw_tick due) { \
        tw__sortedlist_insert_by(s, n, due, before);                                           \
    }                                                                                          \
    TW__INLINE void prefix##_update(struct tw_sortedlist *s, struct tw_node *n, tw_tick due) { \
        tw__sortedlist_remove(s, n), prefix##_insert(s, n, due);                               \
    }                                                                                          \
    TW__INLINE const char *prefix##_check(const struct tw_sortedlist *s) {                     \
        return tw__sortedlist_check_by(s, before, NULL, 0);                                    \
    }                                                                                          \
    TW__OPS(name, sortedlist, prefix, tw__sortedlist)

TW__SORTEDLIST_OPS(tw_sortedlist, tw__sortedlist_due, tw__sortedlist_by_due)
TW__PREFETCH_BY_NODE(sortedlist)

/* Makes name##__order(), which calls before() to compare the objects of two nodes. */
#define TW__SORTEDLIST_ORDER(name, type, member, before)                                     \
    TW__ORDER(name, const type, before)                                                      \
    TW__FOLD const type *name##__key(const struct tw_node *n) {                              \
        return TW__CAST(const type *, tw__const_around(n, offsetof(type, member)));          \
    }                                                                                        \
    TW__FOLD bool name##__order(tw_tick a, const struct tw_node *a_node, tw_tick b,          \
                                const struct tw_node *b_node) {                              \
        return (void)a, (void)b, name##__precedes(name##__key(a_node), name##__key(b_node)); \
    }

/* Makes a sorted list of objects: struct name, and its verbs, which take and return
   pointers to type. before(a, b) says whether object a comes before b. Equal objects
   stand in the order in which they were added. The key lies in your objects: after you
   change it, call name##_update() before any other verb. */
#define TW_SORTEDLIST_OF(name, type, member, before)                                     \
    typedef type name##__object;                                                         \
    TW__SORTEDLIST_ORDER(name, name##__object, member, before)                           \
    TW__SORTEDLIST_OPS(name, name##_, name##__order)                                     \
    TW__OBJECTS(name, name##__object, member, sortedlist, name##_ops, TW__KIND_IN_ORDER) \
    TW__OBJECTS_IN_ORDER(name, name##__object, member, sortedlist, name##_ops,           \
                         TW__STRICT(name##__precedes(o, o), o->member.due))              \
    TW__OBJECTS_WALK(name, name##__object, member, sortedlist)

TW__END_C

#endif /* TW_SORTEDLIST_H */

/* skiplist.h - a skip list: timers, a queue by tick, an ordered container. Its base is
   the list of sortedlist.h.

   WHAT IT IS
       Think of a railway. One line stops at every station. Express lines above it stop at
       every fourth station, at every sixteenth, and so on. You ride the fastest line
       until its next stop would be too far. Then you ride on by the line below. The slow
       line is a sorted list through all nodes. The express lines, called lanes, live in
       an array of yours. A node that stands in lanes has a tower in the array, with a
       level for each lane. Once the array is used up, new towers are lower, or missing.
       Without an array this is a sorted list. No node is ever refused.

   PICK IT
       as an ordered container that you walk, either way or from a key on; for timers that
       all have the same timeout, which cost O(1).
   PICK ANOTHER
       if you only take the least (heap4), or if deadlines mostly move at mixed distances
       (a wheel).

   DO THIS
       timers             TW_TIMERS_OF(timers, skiplist) makes struct timers and
                          timers_init, _add, ...: timers.h
       nodes by tick      struct tw_skiplist and the functions below; the key is n->due
       objects in order   TW_SKIPLIST_OF(roster, struct guest, node, guest_before) makes
                          struct roster and roster_...

   EXAMPLE (examples/basics/roster.c)
       struct guest { const char *name; struct tw_node node; };
       static bool guest_before(const struct guest *a, const struct guest *b) {
           return strcmp(a->name, b->name) < 0;
       }
       TW_SKIPLIST_OF(roster, struct guest, node, guest_before)

       static TW_SKIPLIST_ARRAY(lanes, 100);         for about 100 guests; more may come
       struct guest ada = {"Ada", TW_NODE(0)}, key = {"A", TW_NODE(0)}, *g;
       struct roster r;
       roster_init(&r, 0, lanes, 100);               NULL, 0: no lanes
       roster_add(&r, &ada);
       for (g = roster_lower_bound(&r, &key); g; g = roster_after(&r, g))
           puts(g->name);                            all from key.name on, in order

   COST (n nodes, lanes for n; averages over the heights of towers, whatever the keys)
       lower_bound, add,      O(log n) on average, without lanes O(nodes passed); O(1) for
       move, update           an add or a move to a key not before the last; compiled for
                              speed, O(1) for a move that leaves the node in its place
       cancel, take, pop      O(1) on average; no two nodes are compared; at most one link
                              per lane
       next, peek, count, first, last, after, before, each, init    O(1)
       clear                  O(n)
       Bytes per timer: 52 on a 64-bit machine, 26 on a 32-bit one, 16 on AVR; without
       lanes 40, 20, 12: the node.

   GUARANTEES
       FIFO among equals. add() never fails. cancel() and update() refuse an idle node, and
       a node on the due list of a set. The heights of towers come from a generator in the
       list, which always begins with the same seed: equal runs cost the same.

   PROPERTIES (check() names one that does not hold: "sortedlist 1", "skiplist 3")
       1, 2  are those of sortedlist.h.
       3     Each lane is a part of the lane below, and is linked both ways. The key of
             the next node stands beside each link.
       4     Each level below `spare` (struct tw_skiplist) is a head, or a part of a
             node's tower or of a free tower.

   OPTIONS
       those of node.h; TW_SKIPLIST_IMPLEMENTATION instead of TW_IMPLEMENTATION compiles
       the functions of this header only

   SOURCE
       W. Pugh, Skip Lists: A Probabilistic Alternative to Balanced Trees, CACM 33(6),
       1990, who advises a quarter of the nodes for each next lane. Here lanes are linked
       both ways, so that removal by node searches for nothing. */

#ifndef TW_SKIPLIST_H
#define TW_SKIPLIST_H

TW__BEGIN_C

/* ------------------------------------------------------------------------------ TYPES */

/* One level of a tower: its node's place in one lane. The levels of a lane form a ring
   with the head of the lane. */
struct tw_skiplist_level {
    /* a copy of the next node's key, so that a search by tick reads no node in a lane */
    tw_tick next_due;
    struct tw_skiplist_level *next, *prev;
    struct tw_node *node; /* NULL: a head, the lowest of a free tower, or the level at `spare` */
};
typedef struct tw_skiplist_level tw_skiplist_array; /* an element of the array that init() takes */

enum { TW__SKIPLIST_MOST_LANES = 16 };

/* All zero is a valid empty list with no lanes. */
struct tw_skiplist {
    TW__DEBUG(struct tw_stamp stamp;)
    struct tw_sortedlist base;
    /* your array: first the heads, from the lowest lane up, then the towers of nodes */
    struct tw_skiplist_level *lane;
    /* No level from `spare` on was in a tower since init() or clear(). `end` is the last
       level of the array. It stays unused, so that a level stands behind each tower. */
    struct tw_skiplist_level *spare, *end;
    uint32_t seed; /* of the generator of heights */
    uint8_t lanes; /* the number of lanes; 0: a plain sorted list */
    /* free towers by height - 1, chained by `next` of their lowest levels */
    struct tw_skiplist_level *free[TW__SKIPLIST_MOST_LANES];
};

/* -------------------------------------------------------------------------------- API */

/* TW_SKIPLIST_BYTES(n) is the size in bytes of an array with lanes for n nodes.
   TW_SKIPLIST_ARRAY(name, n) declares such an array, aligned: static
   TW_SKIPLIST_ARRAY(lanes, 100). A node has a third of a level on average. The array has
   room for three levels per eight nodes, so that the heads fit in, too. */
#define TW__SKIPLIST_LEVELS(n) ((n) / 8 * 3 + 2)
#define TW_SKIPLIST_BYTES(n)   (TW__SKIPLIST_LEVELS(n) * sizeof(struct tw_skiplist_level))
#define TW_SKIPLIST_ARRAY(name, n) \
    TW__ALIGNED(64) struct tw_skiplist_level name[TW__SKIPLIST_LEVELS(n)]

/* Makes s empty, with lanes for about n nodes in array, which has TW_SKIPLIST_BYTES(n)
   bytes. If array is NULL or n is less than 8, there are no lanes. You may add more nodes
   than n. A skip list does not need now: pass 0. If s is in use, call clear() first:
   otherwise its nodes still say that they wait. O(1). */
#define tw_skiplist_init TW__LINK_NAME(tw_skiplist_init)
TW__API void tw_skiplist_init(struct tw_skiplist *s, tw_tick now, struct tw_skiplist_level *array,
                              size_t n);

/* Inserts n with key due, behind all nodes with the same key. If n is in s, n moves as if
   it had been cancelled and added. n must be idle or in s. Returns true always. O(log n)
   on average, O(1) if no key is later. */
TW__API bool tw_skiplist_add(struct tw_skiplist *s, struct tw_node *n, tw_tick due);

/* Takes n out. If n waits, it must wait in s. False: n is idle, or on the due list of a
   set. O(1) on average, at most one link per lane; compares no keys. */
TW__API bool tw_skiplist_cancel(struct tw_skiplist *s, struct tw_node *n);

/* Restores the order after n->due was changed; n counts as armed anew. Call it before any
   other call for s. If n waits, it must wait in s. False: n is idle, or on the due list
   of a set. O(log n) on average; compiled for speed, O(1) if n keeps its place. */
TW__API bool tw_skiplist_update(struct tw_skiplist *s, struct tw_node *n);

/* Fetches into the cache the memory that arming, moving and cancelling the nodes will
   touch; changes nothing. nodes[i] is idle or in s. dues[i] is the tick for which you will
   arm it; dues may be NULL if you will cancel only. See prefetch in verbs.h. O(count), and
   with dues a search for each. */
TW__INLINE void tw_skiplist_prefetch(const struct tw_skiplist *s, struct tw_node *const *nodes,
                                     const tw_tick *dues, size_t count);

/* Stores the least key in *due. False: s is empty; *due is unchanged. O(1). */
TW__API bool tw_skiplist_next(struct tw_skiplist *s, tw_tick *due);

/* Returns the first node, which stays. NULL: s is empty. O(1). */
TW__API struct tw_node *tw_skiplist_peek(const struct tw_skiplist *s);

/* Returns the first node, which stays: another name of peek() for walks. NULL: s is
   empty. O(1). */
TW__API struct tw_node *tw_skiplist_first(const struct tw_skiplist *s);

/* Takes out and returns the first node. NULL: s is empty. O(1) on average. */
TW__API struct tw_node *tw_skiplist_pop(struct tw_skiplist *s);

/* Takes out and returns the first node if it is due by now. NULL: no node is due by now.
   O(1) on average. */
TW__API struct tw_node *tw_skiplist_take(struct tw_skiplist *s, tw_tick now);

/* Returns the last node, which stays. NULL: s is empty. O(1). */
TW__API struct tw_node *tw_skiplist_last(const struct tw_skiplist *s);

/* Returns the successor of n, or the first node if n is NULL. Any other n must be in s.
   NULL: n is the last node, or s is empty. O(1). */
TW__API struct tw_node *tw_skiplist_after(const struct tw_skiplist *s, const struct tw_node *n);

/* Does the same as after(), under the name that the walk has in every structure. NULL:
   the walk is over. O(1). */
TW__API struct tw_node *tw_skiplist_each(const struct tw_skiplist *s, const struct tw_node *n);

/* Returns the predecessor of n, or the last node if n is NULL. Any other n must be in s.
   NULL: n is the first node, or s is empty. O(1). */
TW__API struct tw_node *tw_skiplist_before(const struct tw_skiplist *s, const struct tw_node *n);

/* Returns the first node whose key is due or later. NULL: there is none. O(log n) on
   average. */
TW__API struct tw_node *tw_skiplist_lower_bound(const struct tw_skiplist *s, tw_tick due);

/* Returns the number of nodes. O(1). */
TW__API size_t tw_skiplist_count(const struct tw_skiplist *s);

/* Removes every node. All of them are idle then, and can be added again. O(n). */
TW__API void tw_skiplist_clear(struct tw_skiplist *s);

/* Returns the name of a property that does not hold, such as "skiplist 3", or NULL if all
   hold. For tests. O(n). */
TW__CHECKED(TW__API const char *tw_skiplist_check(const struct tw_skiplist *s);)

/* ----------------------------------------------------------------------------- ENGINE

   A list of eight nodes, heads at the left. The levels of a tower are neighbours in
   memory, the lowest first:

       lane 1   [ ] ---------------------> (d) -------------------------------> and back
                to [ ]
       lane 0   [ ] --------> (b) -------> (d) ------------> (g) -------------> and back
                to [ ]
       base             a  -  b  -  c  -   d   -  e  -  f  -  g  -  h

   node->home is TW__WAITING or, for a node with a tower, the address of its lowest
   level. */

/* Gives n a tower and returns its height. Draws the height from the seed: one node in
   four gets a level, one in four of these nodes a second level, and so on. If no tower of
   that height is left, n gets the next lower one. Without a tower the height is 0. The
   next seed is that of ranqd1 in Numerical Recipes. */
TW__ONCE unsigned tw__skiplist_tower(struct tw_skiplist *s, struct tw_node *n) {
    struct tw_skiplist_level *lowest = NULL;
    unsigned height = 0;
    uint32_t seed = s->seed = s->seed * 1664525u + 1013904223u;

    for (; seed < 0x40000000u && height < s->lanes; seed <<= 2)
        height++;
    /* Takes a free tower, or makes a tower of unused levels. Ends at the greatest height
       of which a tower is left, at most the drawn height, or at 0. */
    for (; height; height--) {
        if ((lowest = s->free[height - 1]) != NULL) {
            s->free[height - 1] = lowest->next;
            break;
        }
        if ((size_t)(s->end - s->spare) >= height) {
            lowest = s->spare;
            s->spare += height;
            s->spare->node = NULL; /* not n, so that this level ends the tower */
            break;
        }
    }
    n->home = height ? (uintptr_t)lowest : (uintptr_t)TW__WAITING;
    return height;
}

/* Links x, a level of n's tower, behind e in e's lane. */
TW__INLINE void tw__skiplist_link(struct tw_skiplist_level *x, struct tw_node *n,
                                  struct tw_skiplist_level *e) {
    struct tw_skiplist_level *right = e->next;

    x->node = n;
    x->prev = e;
    x->next = right;
    x->next_due = e->next_due;
    right->prev = x;
    e->next = x;
    e->next_due = n->due;
    TW_TRACE(TW_LINK, NULL, n, n->due);
}

/* Returns the node behind which n belongs; NULL: n goes to the front. The lanes have found
   p and q: the place lies between them. If p is NULL, the place lies before q. The form
   for speed walks on from p and back from q by turns: the cache misses of both walks
   overlap. The form for size, which follows, walks back from q. It ends at p or at a node
   not after n. */
#if TW__SPEED
TW__FOLD struct tw_node *tw__skiplist_between(const struct tw_skiplist *s, const struct tw_node *n,
                                              struct tw_node *p, struct tw_node *q,
                                              tw__sortedlist_order *before) {
    /* Invariant: n comes after p and before q. p and q come closer with each turn. */
    while ((q = tw__list_prev(q)) != p && (before)(n->due, n, q->due, q)) {
        struct tw_node *next = tw__list_next(p ? p : s->base.last); /* no p: the ring's first */

        if ((before)(n->due, n, next->due, next))
            return p;
        p = next;
    }
    return q;
}
#else
TW__FOLD struct tw_node *tw__skiplist_between(const struct tw_skiplist *s, const struct tw_node *n,
                                              struct tw_node *p, struct tw_node *q,
                                              tw__sortedlist_order *before) {
    (void)s;
    while ((q = tw__list_prev(q)) != p && (before)(n->due, n, q->due, q)) {
    }
    return q;
}
#endif

/* Walks from level e along the lane of `head`, until n comes before the next node or the
   lane ends. Returns the level at which the walk stops. */
TW__FOLD struct tw_skiplist_level *tw__skiplist_along(struct tw_skiplist_level *e,
                                                      const struct tw_skiplist_level *head,
                                                      const struct tw_node *n,
                                                      tw__sortedlist_order *before) {
    struct tw_skiplist_level *right;

    while ((right = e->next) != head && !(before)(n->due, n, e->next_due, right->node))
        e = right;
    return e;
}

/* Inserts n at its place, behind all equal nodes. The search goes down from the highest
   lane to the base. In each lane that n's tower reaches, it links a level. If n is not
   before the last node, n is late: its levels go to the ends of their lanes, without a
   search. */
TW__FOLD void tw__skiplist_insert(struct tw_skiplist *s, struct tw_node *n,
                                  tw__sortedlist_order *before) {
    struct tw_node *p = NULL, *q = s->base.last;
    const bool late = !q || !(before)(n->due, n, q->due, q);
    const unsigned height = tw__skiplist_tower(s, n);
    unsigned lane = late ? height : s->lanes;
    struct tw_skiplist_level *e = NULL, *head, *right;

    /* Invariant, unless n is late: n belongs behind p (NULL: the front) and before q. e
       is the level of p in the lane that was just searched. e - 1 is the level below e.
       Each lane brings p and q closer. x: a node with a tower; a dot: one without:

           lane 1   head ------------ p(e) -------------------- q
           lane 0   head --- x ------ p(e - 1) -- x ----------- q
           base           .  x  .  .  p  .  .  .  x  . (n) . .  q
       */
    while (lane-- > 0) { /* if n is late, q stays the last node */
        head = &s->lane[lane];
        e = e ? e - 1 : head;
        e = tw__skiplist_along(late ? head->prev : e, head, n, before);
        right = e->next;
        p = e->node;
        q = right->node ? right->node : q;
        if (lane < height)
            tw__skiplist_link((struct tw_skiplist_level *)n->home + lane, n, e);
    }
    tw__sortedlist_link(&s->base, n, late ? q : tw__skiplist_between(s, n, p, q, before));
}

/* Removes n: unlinks each level of its tower, frees the tower, and unlinks n from the
   base. Compares no keys. */
TW__INLINE void tw__skiplist_remove(struct tw_skiplist *s, struct tw_node *n) {
    if (n->home > TW__WAITING) {
        struct tw_skiplist_level *const lowest = (struct tw_skiplist_level *)n->home, *x = lowest;
        unsigned i = 0;

        /* Ends at the level behind the tower, whose node is not n. */
        for (;; i++) {
            x->prev->next = x->next;
            x->prev->next_due = x->next_due;
            x->next->prev = x->prev;
            TW_TRACE(TW_LINK, NULL, n, n->due);
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

    if (!n)
        return NULL;
    n = tw__list_next(n);
    if (tw_before(now, TW__MET(n)->due))
        return NULL;
    tw__skiplist_remove(s, n);
    return n;
}

/* Says whether n, whose key was changed, keeps its place: n is not before its
   predecessor, and is before its successor. `early`: n belongs before its place; `late`:
   behind its place. If neither, writes the new key into the level before each of n's
   levels. This pays if timers are often armed anew for the tick that they have: such a
   timer is mostly the last node with the tick. */
TW__FOLD bool tw__skiplist_keep_place(const struct tw_skiplist *s, struct tw_node *n,
                                      tw__sortedlist_order *before) {
    const struct tw_node *prev = n->u.list.prev, *next = tw__sortedlist_each(&s->base, n);
    const bool early = prev && (before)(n->due, n, prev->due, prev),
               late = next && !(before)(n->due, n, next->due, next);
    struct tw_skiplist_level *x = (struct tw_skiplist_level *)n->home;

    if (!(early | late) && n->home > TW__WAITING)
        do
            x->prev->next_due = n->due;
        while ((++x)->node == n);
    return !(early | late);
}

/* Returns the first node that does not come before the key. NULL: there is none. The
   order by tick reads the key in `due`. An order of objects reads it in `key`, a node. */
TW__FOLD struct tw_node *tw__skiplist_lower_bound(const struct tw_skiplist *s, tw_tick due,
                                                  const struct tw_node *key,
                                                  tw__sortedlist_order *before) {
    const struct tw_skiplist_level *e = NULL, *head;
    struct tw_node *n = NULL;
    unsigned lane = s->lanes;

    /* Invariant: n comes before the key, or is NULL. e is the level of n in the lane that
       was just searched. Below the lowest lane, the base is walked from n on. */
    while (lane-- > 0) {
        head = &s->lane[lane];
        for (e = e ? e - 1 : head;
             e->next != head && (before)(e->next_due, e->next->node, due, key);)
            e = e->next;
        n = e->node;
    }
    do
        n = tw__sortedlist_each(&s->base, n);
    while (n && (before)(n->due, n, due, key));
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
    s->spare = x;
}

TW__INLINE void tw__skiplist_init(struct tw_skiplist *s, tw_tick now, void *array, size_t n) {
    tw__sortedlist_init(&s->base, now, NULL, 0);
    s->lane = s->end = (struct tw_skiplist_level *)array;
    s->seed = s->lanes = 0;
    if (array && n >= 8)
        s->end = s->lane + TW__SKIPLIST_LEVELS(n) - 1;
    for (; array && n >= 8 && s->lanes < TW__SKIPLIST_MOST_LANES; n /= 4)
        s->lanes++; /* of n nodes about two to eight reach the highest lane */
    tw__skiplist_clear_lanes(s);
}

TW__INLINE struct tw_node *tw__skiplist_take_all(struct tw_skiplist *s) {
    tw__skiplist_clear_lanes(s);
    return tw__sortedlist_take_all(&s->base);
}

/* Returns the bytes of the array up to the unused levels. */
TW__INLINE size_t tw__skiplist_used(const struct tw_skiplist *s) {
    return (uintptr_t)s->spare - (uintptr_t)s->lane;
}

/* Returns the property that does not hold for the lanes. NULL: all hold. It walks the base
   and all lanes side by side: left[i] is the last level of lane i so far. The lowest level
   of a tower, i == 0, must name its node. `taken` counts the levels of heads, of nodes and
   of free towers. The level at `spare` must have no node, so that it ends the last tower.
   If there was no tower yet, that level holds what the array held. */
TW__APART const char *tw__skiplist_check_lanes(const struct tw_skiplist *s) {
    const struct tw_skiplist_level *left[TW__SKIPLIST_MOST_LANES], *x;
    const struct tw_node *n = NULL;
    size_t taken = s->lanes;
    unsigned i;

    for (i = 0; i < s->lanes; i++)
        left[i] = &s->lane[i];
    while ((n = tw__sortedlist_each(&s->base, n)) != NULL) {
        if (n->home == TW__WAITING)
            continue;
        for (i = 0, x = (const struct tw_skiplist_level *)n->home; x->node == n || i == 0;
             i++, x++, taken++) {
            if (i == s->lanes || x->node != n || x->prev != left[i] || left[i]->next != x ||
                left[i]->next_due != n->due)
                return "skiplist 3";
            left[i] = x;
        }
    }
    for (i = 0; i < s->lanes; i++) {
        if (left[i]->next != &s->lane[i] || s->lane[i].prev != left[i] || s->lane[i].node)
            return "skiplist 3";
        /* Ends even if the chain is a circle, because `taken` grows too large. */
        for (x = s->free[i]; x; x = x->next, taken += i + 1)
            if ((uintptr_t)x - (uintptr_t)s->lane >= tw__skiplist_used(s) || x->node ||
                taken > (size_t)(s->spare - s->lane))
                return "skiplist 4";
    }
    if (taken == (size_t)(s->spare - s->lane) && s->spare <= s->end &&
        (taken == s->lanes || !s->spare->node))
        return NULL;
    return "skiplist 4";
}

TW__FOLD const char *tw__skiplist_check(const struct tw_skiplist *s, tw__sortedlist_order *before) {
    const char *broken = tw__sortedlist_check_by(&s->base, before, s->lane, tw__skiplist_used(s));
    return broken ? broken : tw__skiplist_check_lanes(s);
}

TW__UNBOUNDED(skiplist)

/* The levels hold nothing that these functions want: the base answers. */

TW__INLINE struct tw_node *tw__skiplist_peek(const struct tw_skiplist *s) {
    return tw__list_first(s->base.last);
}

TW__INLINE size_t tw__skiplist_count(const struct tw_skiplist *s) { return s->base.count; }

/* Does prefetch() for a group; stands under PREFETCH. */
TW__INLINE void tw__skiplist_prefetch_group(const struct tw_skiplist *s, const struct tw__group *g);

TW__INLINE size_t tw__skiplist_bytes(size_t n) { return TW_SKIPLIST_BYTES(n); }

TW__INLINE bool tw__skiplist_next(const struct tw_skiplist *s, tw_tick *d) {
    return tw__sortedlist_next(&s->base, d);
}

TW__QUIET_BY_NEXT(skiplist)

TW__INLINE struct tw_node *tw__skiplist_each(const struct tw_skiplist *s, const struct tw_node *n) {
    return tw__sortedlist_each(&s->base, n);
}

TW__INLINE struct tw_node *tw__skiplist_before(const struct tw_skiplist *s,
                                               const struct tw_node *n) {
    return tw__sortedlist_before(&s->base, n);
}

/* --------------------------------------------------------------------------- WRAPPERS */

/* Makes the functions that know the order `before`, and their table, name_ops. `prefix`
   begins their names. */
#define TW__SKIPLIST_OPS(name, prefix, before)                                               \
    TW__INLINE void prefix##_insert(struct tw_skiplist *s, struct tw_node *n, tw_tick due) { \
        (void)due, tw__skiplist_insert(s, n, before);                                        \
    }                                                                                        \
    TW__INLINE void prefix##_update(struct tw_skiplist *s, struct tw_node *n, tw_tick due) { \
        if (!TW__SPEED || !tw__skiplist_keep_place(s, n, before))                            \
            tw__skiplist_remove(s, n), prefix##_insert(s, n, due);                           \
    }                                                                                        \
    TW__INLINE const char *prefix##_check(const struct tw_skiplist *s) {                     \
        return tw__skiplist_check(s, before);                                                \
    }                                                                                        \
    TW__OPS(name, skiplist, prefix, tw__skiplist)

TW__SKIPLIST_OPS(tw_skiplist, tw__skiplist_due, tw__sortedlist_by_due)
TW__PREFETCH_BY_NODE(skiplist)

/* Makes a skip list of objects: struct name, and its verbs, which take and return
   pointers to type. before(a, b) says whether object a comes before b. Equal objects
   stand in the order in which they were added. The key lies in your objects: after you
   change it, call name##_update() before any other verb. */
#define TW_SKIPLIST_OF(name, type, member, before)                                       \
    typedef type name##__object;                                                         \
    TW__SORTEDLIST_ORDER(name, name##__object, member, before)                           \
    TW__SKIPLIST_OPS(name, name##_, name##__order)                                       \
    TW__OBJECTS(name, name##__object, member, skiplist, name##_ops, TW__KIND_IN_ORDER)   \
    TW__OBJECTS_IN_ORDER(name, name##__object, member, skiplist, name##_ops,             \
                         TW__STRICT(name##__precedes(o, o), o->member.due))              \
    TW__OBJECTS_WALK(name, name##__object, member, skiplist)                             \
    TW__INLINE name##__object *name##_lower_bound(const struct name *q,                  \
                                                  const name##__object *key) {           \
        const struct tw_skiplist *const in = TW__Q(name, q);                             \
        tw__object_given(key);                                                           \
        return name##__of(tw__skiplist_lower_bound(in, 0, &key->member, name##__order)); \
    }

/* --------------------------------------------------------------------------- PREFETCH

   This part only saves time; it changes nothing. A first reading may end here. */

/* Takes a step in a search by tick that has come to level *e of lane *lane.
   False: the search has come to its end in lane 0. */
TW__INLINE bool tw__skiplist_step(const struct tw_skiplist *s, const struct tw_skiplist_level **e,
                                  unsigned *lane, tw_tick due) {
    if ((*e)->next != &s->lane[*lane] && !tw_before(due, (*e)->next_due)) {
        *e = (*e)->next;
        TW__HINT(*e);
        return true;
    }
    TW__HINT((*e)->next);
    if (*lane == 0)
        return false;
    --*lane;
    --*e;
    TW__HINT(*e);
    return true;
}

/* The place of a tick in the base, while it is searched: behind p and before q. p NULL:
   before q. `open` false: the search is over. */
struct tw__skiplist_gap {
    const struct tw_node *p, *q;
    tw_tick due;
    bool open;
};

/* Walks in the base on from p and back from q of each gap, as insert() does. A gap is
   found if p comes after due, q is at due or earlier, or p and q meet. The first turn asks
   none of this: p may still be NULL. The loop ends, because p and q come closer with each
   turn. */
TW__INLINE void tw__skiplist_prefetch_base(const struct tw_skiplist *s, struct tw__skiplist_gap *x,
                                           size_t count) {
    bool any = count > 0, first = true;
    size_t i;

    for (; any; first = false)
        for (any = false, i = 0; i < count; i++) {
            x[i].open = first || (x[i].open && !tw_before(x[i].due, x[i].p->due) &&
                                  x[i].q != x[i].p && tw_before(x[i].due, x[i].q->due));
            if (x[i].open) {
                x[i].p = tw__sortedlist_each(&s->base, x[i].p);
                x[i].q = tw__list_prev(x[i].q);
                TW__HINT(x[i].p);
                TW__HINT(x[i].q);
                any = true;
            }
        }
}

/* Walks the searches of a group side by side: each turn takes a step in every search, so
   that their cache misses overlap. If a tick belongs at the end of the list, there is no
   search. The list is not empty, and has lanes. */
TW__INLINE void tw__skiplist_prefetch_paths(const struct tw_skiplist *s,
                                            const struct tw__group *g) {
    const struct tw_skiplist_level *e[TW__GROUP];
    struct tw__skiplist_gap gap[TW__GROUP];
    unsigned lane[TW__GROUP];
    bool any = true;
    size_t i, count = 0;

    for (i = 0; i < g->count; i++)
        if (tw_before(g->due[i], s->base.last->due)) {
            gap[count].due = g->due[i];
            gap[count].open = true;
            lane[count] = s->lanes - 1u;
            e[count++] = &s->lane[s->lanes - 1];
        }
    while (any)
        for (any = false, i = 0; i < count; i++)
            if (gap[i].open) {
                gap[i].open = tw__skiplist_step(s, &e[i], &lane[i], gap[i].due);
                any |= gap[i].open;
            }

    for (i = 0; i < count; i++) {
        gap[i].p = e[i]->node;
        gap[i].q = e[i]->next->node ? e[i]->next->node : s->base.last;
        TW__HINT(gap[i].p);
        TW__HINT(gap[i].q);
    }
    tw__skiplist_prefetch_base(s, gap, count);
}

/* Fetches the nodes of a group and the paths to their ticks. Then follow the neighbours
   of each node and the lowest level of its tower, at last the levels beside the tower. A
   tower ends before a level of another node. */
TW__INLINE void tw__skiplist_prefetch_group(const struct tw_skiplist *s,
                                            const struct tw__group *g) {
    const struct tw_skiplist_level *x;
    size_t i;

    tw__prefetch_nodes(g);
    if (g->due && s->lanes && s->base.last)
        tw__skiplist_prefetch_paths(s, g);
    tw__prefetch_neighbours(g);
    for (i = 0; i < g->count; i++)
        if (g->node[i]->home > TW__WAITING)
            TW__HINT((const void *)g->node[i]->home);
    for (i = 0; i < g->count; i++)
        if (g->node[i]->home > TW__WAITING)
            for (x = (const struct tw_skiplist_level *)g->node[i]->home; x->node == g->node[i];
                 x++) {
                TW__HINT(x->next);
                TW__HINT(x->prev);
            }
}

TW__END_C

#endif /* TW_SKIPLIST_H */

/* wheel.h - a timing wheel: one ring of slots, deadlines at any distance.

   WHAT IT IS
       Picture a clock face with 2^k marks, the slots. A timer waits in slot `due mod
       2^k`: the mark at which the hand points when the timer is due. In its slot it
       stands behind the timers that were armed before it. So arming, moving and
       cancelling touch only the timer's neighbours and slots, however many timers there
       are. Timers of later revolutions share the slot. Each slot has a bound, a tick before
       which nothing in the slot is due. A tree of bits tells which slots are occupied. So
       an empty slot on the way to the next deadline costs nothing. An occupied slot costs
       one look at its bound, not one look per timer.

   PICK IT
       for many timers that are mostly moved or cancelled before they are due (idle
       connections, requests, retries); for deadlines that mostly lie within one
       revolution; when memory for the slots is no concern.
   PICK ANOTHER
       if many timers lie many revolutions ahead: a slot that fires walks over all that
       wait in it (a wheel with levels, a heap); for few timers (a heap, a list); if you
       need a priority queue.

   HOW MANY SLOTS
       A power of two. Most delays should have no more ticks than there are slots: 16384
       slots for timeouts of 10 s in milliseconds. Fewer slots cost time, never exactness.

   DO THIS
       timers             TW_TIMERS_OF(timers, wheel) makes struct timers and timers_init,
                          _add, _cancel, ...: timers.h
       nodes by tick      struct tw_wheel and the functions below
       objects by tick    TW_WHEEL_OF(idlers, struct conn, idle) makes struct idlers and
                          idlers_init, _add, _take, ...

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
       add, move, cancel   O(1); where ticks wrap, add and move cost what next() costs
       next, take          O(1) until the earliest node leaves. Then one step for each
                           occupied slot up to the next deadline, at most s. The steps are
                           repeated for each slot whose bound is too low, because a timer
                           left it. So a call takes at most s * (s + 2) steps
       firing at a tick    O(fired + r)
       count               O(1)
       each                O(1) per step
       clear               O(s), and O(1) per timer
       init                O(slots)
       If timers lie a revolution or more apart, each tick that fires takes a step for
       each occupied slot: 499,500 compares for 1000 timers. If all lie within one
       revolution, each such tick takes one compare. Bytes per timer, node included:
       40 on a 64-bit machine, 20 on a 32-bit one and 12 on AVR with 32-bit ticks. Bytes
       per slot: 16, 8 and 6, and a quarter of a byte for its bit.

   GUARANTEES
       Equals come out first in, first out. Order is by due, also across revolutions and
       jumps. next() is exact. The wheel takes any number of timers: add() is false only
       in a wheel without slots, such as a zeroed one. The wheel has no clock: a timer
       that is armed for a tick before the last take() is simply the earliest.

   PROPERTIES (check() names one that does not hold: "wheel 1")
       1  Each node is in the slot that its due names, and `home` names that slot. The
          list of each slot is linked both ways.
       2  position <= bound of each occupied slot <= due of each node in it. The bound,
          taken as a due, names that slot.
       3  (fields of struct tw_wheel) `passed` is NULL or a node in the slot of the
          position. No node from the first of that slot to `passed` is due before position
          + `nearest`. `nearest` is a multiple of the number of slots, or TW_TICK_MAX.
       4  The bit of each slot tells whether the slot is occupied. Each word but the first
          has a bit in the word above it, which tells whether the word is not 0.
       5  The wheel has as many nodes as it counts.

   OPTIONS
       those of node.h; TW_WHEEL_IMPLEMENTATION instead of TW_IMPLEMENTATION compiles the
       functions of this header only

   SOURCE
       G. Varghese and A. Lauck, Hashed and Hierarchical Timing Wheels, SOSP 1987: scheme
       6, a hash table with unsorted lists. Scheme 6 counts rounds down in each timer;
       here timers keep absolute deadlines, and each slot has a bound. Scheme 6 walks from
       slot to slot; here the bits lead to the next occupied slot. */

#ifndef TW_WHEEL_H
#define TW_WHEEL_H

TW__BEGIN_C

/* ------------------------------------------------------------------------------ TYPES */

/* A slot: its list, and a bound of the deadlines in the list. */
struct tw_wheel_slot {
    tw_tick least; /* the bound: no node is due before it; in an empty slot it means nothing */
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
    size_t slots, leaf; /* slots: 0 or a power of two; leaf: the first word of slots' bits */
    size_t count;
    tw_tick position; /* no node is due before this tick */
    /* NULL, or the last node in the position's slot that was found due in a later
       revolution */
    struct tw_node *passed;
    tw_tick nearest;    /* ticks from the position to the earliest of the nodes up to `passed` */
    tw_tick read_up_to; /* the lists of slots with bounds up to this tick were read ahead */
};

/* -------------------------------------------------------------------------------- API */

/* TW_WHEEL_BYTES(n) is the size in bytes of the array for n slots. TW_WHEEL_ARRAY(name,
   n) declares such an array: static TW_WHEEL_ARRAY(slots, 1024). */
#define TW_WHEEL_BYTES(n)       (TW__WHEEL_CELLS(n) * sizeof(union tw_wheel_cell))
#define TW_WHEEL_ARRAY(name, n) union tw_wheel_cell name[TW__WHEEL_CELLS(n)]
#define TW__WHEEL_CELLS(n) \
    ((n) + TW__WHEEL_WORDS(n) * sizeof(unsigned) / sizeof(union tw_wheel_cell) + 1)
#define TW__WHEEL_WORDS(n) ((n) / TW__WHEEL_BITS * 2 + 2) /* at least as many as the tree has */
#define TW__WHEEL_BITS     (sizeof(unsigned) * 8)

/* Makes w empty, with n slots, rounded down to a power of two. They lie in array, which
   has TW_WHEEL_BYTES(n) bytes. If array is NULL or n is 0, w has no slots. A wheel does
   not need now: pass 0. If w is in use, call clear() first: otherwise its nodes still say
   that they wait. O(n). */
#define tw_wheel_init TW__LINK_NAME(tw_wheel_init)
TW__API void tw_wheel_init(struct tw_wheel *w, tw_tick now, union tw_wheel_cell *array, size_t n);

/* Inserts n for tick due, behind all nodes with the same tick. If n is in w, n moves as
   if it had been cancelled and added. n must be idle or in w. False: w has no slots;
   nothing changed. O(1); where ticks wrap, the cost of next(). */
TW__API bool tw_wheel_add(struct tw_wheel *w, struct tw_node *n, tw_tick due);

/* Takes n out. If n waits, it must wait in w. False: n is idle, or on the due list of a
   set. O(1). */
TW__API bool tw_wheel_cancel(struct tw_wheel *w, struct tw_node *n);

/* Fetches into the cache the memory that arming, moving and cancelling the nodes will
   touch; changes nothing. nodes[i] is idle or in w. dues[i] is the tick for which you will
   arm it; dues may be NULL if you will cancel only. See prefetch in verbs.h. O(count). */
TW__INLINE void tw_wheel_prefetch(const struct tw_wheel *w, struct tw_node *const *nodes,
                                  const tw_tick *dues, size_t count);

/* Stores the earliest deadline in *due, exactly. False: w is empty; *due is unchanged.
   O(1) until the earliest node leaves; see COST. */
TW__API bool tw_wheel_next(struct tw_wheel *w, tw_tick *due);

/* Takes out and returns the earliest node if it is due by now. NULL: no node is due by
   now. Costs what next() costs. */
TW__API struct tw_node *tw_wheel_take(struct tw_wheel *w, tw_tick now);

/* Returns the node after n, slot by slot. If n is NULL, returns the first node.
   Any other n must be in w. NULL: the walk is over. A whole walk costs O(n + slots). */
TW__API struct tw_node *tw_wheel_each(const struct tw_wheel *w, const struct tw_node *n);

/* Returns the number of nodes. O(1). */
TW__API size_t tw_wheel_count(const struct tw_wheel *w);

/* Removes every node. All of them are idle then, and can be added again. O(occupied
   slots), and O(1) per node. */
TW__API void tw_wheel_clear(struct tw_wheel *w);

/* Returns the name of a property that does not hold, such as "wheel 1", or NULL if all
   hold. For tests. O(n + slots). */
TW__CHECKED(TW__API const char *tw_wheel_check(const struct tw_wheel *w);)

/* ----------------------------------------------------------------------------- ENGINE

   A ring of 8 slots, position 5. Nodes were armed for 13, 6, 5 and 22, in this order:

       slot      0   1   2   3   4   5   6   7
       list      -   -   -   -   -  13   6   -        arming order within the slot
                                     5  22
       least                         5   6

   Removing a node leaves the position and the bounds alone. Both move up later, when
   next() or take() looks for the earliest node. From the position on, the slots stand for
   the ticks of one revolution, in the order of the ring. Other nodes in a slot are due in
   later revolutions.

   The words are a tree. A word has B bits, TW__WHEEL_BITS. Word t has the words t * B + 1
   ... t * B + B below it, one for each bit. A bit is set if the word below it is not 0.
   Words from `leaf` on have a bit for each slot instead. */

/* Returns the slot of tick due. */
TW__INLINE size_t tw__wheel_slot(const struct tw_wheel *w, tw_tick due) {
    return (size_t)due & (w->slots - 1);
}

/* Changes the bit of slot i, which was filled or emptied. Goes up the tree as long as a
   word becomes 0, or was 0 before: the word's bit in the word above then changes, too.
   Ends at the root at the latest. */
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

/* Returns the first slot below `bits`, which are bits of word t and not all 0. The loop
   goes down along the lowest bits, and ends at a leaf. `bit` is the number of a bit,
   counted through all words. */
TW__INLINE size_t tw__wheel_down(const struct tw_wheel *w, size_t t, unsigned bits) {
    for (;; bits = w->word[t]) {
        const size_t bit = t * TW__WHEEL_BITS + tw__low_bit(bits);

        if (t >= w->leaf)
            return bit - w->leaf * TW__WHEEL_BITS;
        t = bit + 1;
    }
}

/* Returns the first occupied slot from i to the last slot. w->slots: there is none. */
TW__INLINE size_t tw__wheel_from(const struct tw_wheel *w, size_t i) {
    size_t t = w->leaf + i / TW__WHEEL_BITS;
    unsigned bits;

    if (i >= w->slots)
        return w->slots;

    /* Invariant: the slot, if there is one, is below the lowest of `bits`, which are bits
       of word t. If `bits` is 0, the slot is below a later bit of a word above t. Ends at
       the root at the latest. */
    for (bits = w->word[t] & ~0u << i % TW__WHEEL_BITS; !bits;) {
        const size_t bit = t - 1; /* word t is below this bit */

        if (t == 0)
            return w->slots;
        t = bit / TW__WHEEL_BITS;
        bits = w->word[t] & ~1u << bit % TW__WHEEL_BITS;
    }
    return tw__wheel_down(w, t, bits);
}

/* Returns the first occupied slot from i on, around the ring. The wheel is not empty. */
TW__INLINE size_t tw__wheel_around(const struct tw_wheel *w, size_t i) {
    i = tw__wheel_from(w, i);
    return i < w->slots ? i : tw__wheel_from(w, 0);
}

/* Moves the position to tick. No node of that slot counts as passed then. */
TW__INLINE void tw__wheel_set_position(struct tw_wheel *w, tw_tick tick) {
    w->position = tick;
    w->nearest = TW_TICK_MAX;
    w->passed = NULL;
}

/* Reads lists of the next slots of this revolution into the cache, if the wheel is large.
   The lists take turns, so that their cache misses overlap. Misses within one list cannot
   overlap. A list is a ring: a short list is read again. Small machines have no caches and
   need less code: there the function does nothing. Where read_ahead() is long, RARE keeps
   go_on() below out of line. */
#if UINTPTR_MAX > 0xFFFFFFFFu
#define TW__WHEEL_RARE TW__APART

TW__INLINE void tw__wheel_read_ahead(struct tw_wheel *w) {
    enum { TW__READ_LARGE = 32768, TW__READ_LISTS = 8, TW__READ_NODES = 64 };
    const struct tw_node *n[TW__READ_LISTS];
    size_t i = tw__wheel_slot(w, w->position), lists = 0, step, k;

    if (w->count < TW__READ_LARGE || !tw_before(w->read_up_to, w->position))
        return;
    for (; lists < TW__READ_LISTS && (tw_tick)(w->cell[i].slot.least - w->position) < w->slots;
         lists++) {
        n[lists] = w->cell[i].slot.last;
        w->read_up_to = w->cell[i].slot.least;
        i = tw__wheel_around(w, i + 1);
    }
    for (step = 0; step < TW__READ_NODES; step++)
        for (k = 0; k < lists; k++)
            n[k] = *(struct tw_node *const volatile *)&n[k]
                        ->u.list.next; /* volatile: else compilers drop the read */
}
#else
#define TW__WHEEL_RARE TW__INLINE

TW__INLINE void tw__wheel_read_ahead(struct tw_wheel *w) { (void)w; }
#endif

/* Moves the position to the least bound. The wheel is not empty. Invariant: `nearest` is
   the distance from the position to the least bound seen. The loop goes once around the
   ring. It ends early at a bound of this revolution: all bounds further on in the ring
   come later. */
TW__WHEEL_RARE void tw__wheel_go_on(struct tw_wheel *w) {
    const size_t first = tw__wheel_around(w, tw__wheel_slot(w, w->position));
    tw_tick nearest = TW_TICK_MAX, ahead;
    size_t i = first;

    do {
        const struct tw_wheel_slot *slot = &w->cell[i].slot;

        TW_TRACE(TW_COMPARE, NULL, slot->last, slot->least);
        ahead = (tw_tick)(slot->least - w->position);
        nearest = ahead < nearest ? ahead : nearest;
        if (ahead < w->slots)
            break;
        i = tw__wheel_around(w, i + 1);
    } while (i != first);
    tw__wheel_set_position(w, (tw_tick)(w->position + nearest));
    tw__wheel_read_ahead(w);
}

/* Returns the first node of the position's slot that is due at the position. NULL: there
   is none. `last` is the last node of that slot. The loop begins behind `passed`, where
   it ended before, so it passes each node of a later revolution once. Invariant: no node
   up to `passed` is due before position + `nearest`. */
TW__INLINE struct tw_node *tw__wheel_pass(struct tw_wheel *w, const struct tw_node *last) {
    while (w->passed != last) {
        struct tw_node *n = w->passed ? w->passed->u.list.next : tw__list_next(last);
        const tw_tick ahead = (tw_tick)(n->due - w->position);

        if (ahead == 0)
            return n;
        TW_TRACE(TW_CASCADE, NULL, n, n->due);
        if (ahead < w->nearest)
            w->nearest = ahead;
        w->passed = n;
    }
    return NULL;
}

/* Returns the first node that is due at the position. The wheel is not empty. NULL: no
   node is due there. Then the position has moved to the least bound. If the bound of
   this slot was equal to the position, the bound has risen by a revolution or more. */
TW__INLINE struct tw_node *tw__wheel_due_node(struct tw_wheel *w) {
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

/* Moves the position to the earliest deadline. The wheel is not empty. If due_node()
   finds no node, it leaves the position at the bound of a slot. If it finds none again,
   it raises that bound. So the loop ends, because no bound rises above the due of a node
   in its slot. */
TW__INLINE void tw__wheel_settle(struct tw_wheel *w) {
    while (!tw__wheel_due_node(w)) {
    }
}

/* Removes n from its slot. The bound of the slot stays, and may be too low from now on. */
TW__INLINE void tw__wheel_remove(struct tw_wheel *w, struct tw_node *n) {
    const size_t i = n->home - TW__WAITING;

    if (w->passed == n)
        w->passed = n->u.list.prev;
    tw__list_remove(&w->cell[i].slot.last, n);
    if (!w->cell[i].slot.last)
        tw__wheel_toggle(w, i);
    w->count--;
}

/* Appends n to the slot of tick due. The position moves to due if the wheel was empty, or
   if due comes before it. */
TW__INLINE void tw__wheel_insert(struct tw_wheel *w, struct tw_node *n, tw_tick due) {
    const size_t i = tw__wheel_slot(w, due);
    struct tw_wheel_slot *slot = &w->cell[i].slot;

    /* Where ticks wrap, a position that is far behind could not be compared with due. So
       the position first moves up to the earliest deadline. */
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

/* Says whether the wheel has no slots, and so no room for a node. */
TW__INLINE bool tw__wheel_full(const struct tw_wheel *w) { return w->slots == 0; }

TW__INLINE size_t tw__wheel_capacity(const struct tw_wheel *w) { return w->slots ? TW__ALL : 0; }

/* Refuses another array: the slots stay where init() has put them. */
TW__INLINE bool tw__wheel_storage(struct tw_wheel *w, void *array, size_t n) {
    return (void)w, (void)array, (void)n, false;
}

/* Returns true, because the wheel cannot tell its own nodes from nodes of other wheels.
   It can only assert that n is in the slot that its due names. */
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

/* Takes out the earliest node if it is due by now. The loop ends at a node that is due at
   the position, or when the position is after now. See settle() for the reason. */
TW__INLINE struct tw_node *tw__wheel_take(struct tw_wheel *w, tw_tick now) {
    struct tw_node *n;

    if (TW_TICK_BITS != 64 && w->count)
        tw__wheel_settle(w); /* as in insert() */
    for (;;) {
        if (w->count == 0 || tw_before(now, w->position))
            return NULL;
        if ((n = tw__wheel_due_node(w)) != NULL)
            break;
    }
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

/* Empties each occupied slot, and joins the lists to one chain. Each turn puts a whole
   list before the chain, and goes on behind that slot. */
TW__INLINE struct tw_node *tw__wheel_take_all(struct tw_wheel *w) {
    struct tw_node *chain = NULL;
    size_t i = 0;

    for (; (i = tw__wheel_from(w, i)) < w->slots; i++) {
        struct tw_node *last = w->cell[i].slot.last, *first = tw__list_next(last);

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
    /* Clears the lowest one-bit until one bit is left: n is a power of two. */
    while (n & (n - 1))
        n &= n - 1;
    leaves = n ? (n - 1) / TW__WHEEL_BITS + 1 : 0;
    w->cell = (union tw_wheel_cell *)array;
    w->word = n ? &w->cell[n].word : NULL;
    w->slots = n;
    w->count = 0;
    w->read_up_to = 0;
    tw__wheel_set_position(w, 0);

    /* `t` is the size of a level of the tree, `leaf` the number of words above the
       leaves. */
    for (w->leaf = 0, t = 1; t < leaves; t *= TW__WHEEL_BITS)
        w->leaf += t;
    for (i = 0; i < n; i++)
        w->cell[i].slot.last = NULL;
    for (t = w->leaf + leaves; t > 0; t--)
        /* volatile: else compilers make it a call of memset(), as in tw__bits_clear() */
        *(volatile unsigned *)&w->word[t - 1] = 0;
}

/* Returns the name of a property that does not hold in slot i, which is occupied, or
   NULL. Takes the number of the slot's nodes off *count. The loop ends at the last node
   of the slot, or at the first wrong node. */
TW__INLINE const char *tw__wheel_check_slot(const struct tw_wheel *w, size_t i, size_t *count) {
    const struct tw_wheel_slot *slot = &w->cell[i].slot;
    const struct tw_node *n = NULL;
    const struct tw_node *passed = i == tw__wheel_slot(w, w->position) ? w->passed : NULL;
    const tw_tick nearest = (tw_tick)(slot->least - w->position);

    if (tw_before(slot->least, w->position) || tw__wheel_slot(w, slot->least) != i)
        return "wheel 2";
    do {
        tw_tick ahead;

        n = tw__list_check(n, slot->last, i + TW__WAITING);
        if (!n || tw__wheel_slot(w, n->due) != i)
            return "wheel 1";
        ahead = (tw_tick)(n->due - w->position);
        if (tw_before(n->due, w->position) || ahead < nearest)
            return "wheel 2";
        if (passed && (ahead == 0 || ahead < w->nearest))
            return "wheel 3";
        if (n == passed)
            passed = NULL;
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
        if ((w->word[(t - 1) / TW__WHEEL_BITS] >> (t - 1) % TW__WHEEL_BITS & 1) !=
            (w->word[t] != 0))
            return "wheel 4";
    return count == 0 ? NULL : "wheel 5";
}

/* PREFETCHING. Fetches the nodes of a group and the slots of their ticks, then the nodes
   beside them: the neighbours of each node, and the last node of each slot. A wheel
   without slots has no node. */
TW__INLINE void tw__wheel_prefetch_group(const struct tw_wheel *w, const struct tw__group *g) {
    const size_t ticks = g->due && w->slots ? g->count : 0;
    size_t i;

    tw__prefetch_nodes(g);
    for (i = 0; i < ticks; i++)
        TW__HINT(&w->cell[tw__wheel_slot(w, g->due[i])].slot);
    tw__prefetch_neighbours(g);
    for (i = 0; i < ticks; i++)
        tw__prefetch_links(w->cell[tw__wheel_slot(w, g->due[i])].slot.last);
}

TW__INLINE size_t tw__wheel_bytes(size_t n) { return TW_WHEEL_BYTES(n); }

/* --------------------------------------------------------------------------- WRAPPERS */

TW__OPS(tw_wheel, wheel, tw__wheel, tw__wheel)
TW__PREFETCH_BY_NODE(wheel)

/* Makes a wheel of objects by tick: struct name, and its verbs, which take and return
   pointers to type. Costs and answers are those of the functions above. */
#define TW_WHEEL_OF(name, type, member)                               \
    typedef type name##__object;                                      \
    TW__OBJECTS(name, name##__object, member, wheel, tw_wheel_ops, 0) \
    TW__OBJECTS_BY_TICK(name, name##__object, member, wheel)

TW__END_C

#endif /* TW_WHEEL_H */

/* smallwheel.h - a small hierarchical timing wheel: any number of timers in O(1), for
   firmware and for reading.

   WHAT IT IS
       It is an odometer for deadlines. Write a tick in digits of 4 bits. The wheel has a
       level for each digit: a ring of 16 slots. It also has a position, a tick that follows
       the clock. A node waits in the level of the highest digit in which its deadline
       differs from the position. The deadline's digit there names the slot. So the nodes of
       a lower level come before the nodes of a higher level. Equal deadlines share a slot,
       in arming order. When the first node of a slot above the lowest level is due, the
       position moves to its deadline. The other nodes of the slot move to lower levels:
       that is a cascade.

       The default has a level for each digit of a tick. With fewer levels, nodes whose
       deadlines lie beyond the last level wait in the overflow slot, a sorted list.

   PICK IT
       for firmware with many timeouts that are mostly moved or cancelled; where the 50 KB
       of hwheel.h are too much; as the first wheel to read: hwheel.h is the same idea for
       machines with caches.
   PICK ANOTHER
       for up to about sixteen timers (sortedlist.h); where each call must be bounded: one
       call may walk through all nodes of a slot, or move them (heap4.h, rbtree.h); on
       servers (hwheel.h).

   DO THIS
       timers             TW_TIMERS_OF(timers, smallwheel) makes struct timers and
                          timers_init, timers_add, ...: timers.h
       nodes by tick      struct tw_smallwheel and the functions below; keys are ticks,
                          and time moves with take()
       objects by tick    TW_SMALLWHEEL_OF(beats, struct lamp, node) makes struct beats
                          and beats_init, beats_add, beats_take, ...

   EXAMPLE
       struct lamp { int pin; struct tw_node off; };
       TW_TIMERS_OF(timers, smallwheel)

       static struct timers t;                       all zero is valid: tick 0, empty
       timers_init(&t, millis(), NULL, 0);           no array
       timers_add(&t, &l->off, millis() + 500);      never full

   COST (n nodes, L levels)
       add, cancel, move   O(1): at most L steps find the level. Beyond the last level:
                           O(later nodes of the overflow slot) for add and move
       next, take          O(1) while the earliest node is known; else O(nodes of one slot)
                           to find it
       cascades of take    at most L moves to lower levels for each arming of a node; one
                           call may move all nodes of a slot
       count               O(1)
       clear, each         O(n + slots)
       init                O(slots)
       Bytes per timer, node included: 40 on a 64-bit machine, 20 on a 32-bit one, 12 on
       AVR with 32-bit ticks. Bytes of the wheel: a pointer and a bit per slot. The default
       takes 540 on a 32-bit machine and 280 on AVR; with four levels it takes 284 and 148.

   GUARANTEES
       FIFO among equals. add() cannot fail. A node that is alone in a slot of a level
       fires without a cascade. A call in which nothing is due moves no node, with one
       exception: each node of the overflow slot moves once, to the levels.

   PROPERTIES (check() names one that does not hold: "smallwheel 1")
       1  Each node is in the slot that its deadline and the position name. `home` names
          that slot. The list of each slot is linked both ways. A deadline that has passed
          counts as the position.
       2  The bit of each slot tells whether the slot is occupied.
       3  `first` is NULL or the earliest node; among equals, the one armed first.
       4  The wheel has as many nodes as it counts.
       5  In the overflow slot no node comes before its predecessor.
       By 1, no occupied slot of an upper level has the position's own digit.

   OPTIONS (beside those of node.h; the same in all files of a program)
       TW_SMALLWHEEL_FIRST_BITS   4        the lowest level has 2^this slots of one tick: 3
                                           to 8
       TW_SMALLWHEEL_UPPER_BITS   4        each other level has 2^this slots: 3 to 8
       TW_SMALLWHEEL_LEVELS       16 8 4   levels in all; with levels of 4 bits, the default
                                           tells apart all ticks of 64, 32 or 16 bits
       Four levels of 4 bits tell apart 65,536 ticks. That is 65 s of milliseconds, 2 s at
       32,768 Hz, and 65 ms of microseconds.
       TW_SMALLWHEEL_IMPLEMENTATION instead of TW_IMPLEMENTATION compiles the functions of
       this header only.

   SOURCE
       G. Varghese and A. Lauck, Hashed and Hierarchical Timing Wheels, SOSP 1987, scheme
       7. Placement by the highest digit that differs: the timer of skynet (Yun Feng,
       2012), and radix heaps (R. Ahuja et al., JACM 37(2), 1990). */

#ifndef TW_SMALLWHEEL_H
#define TW_SMALLWHEEL_H

TW__BEGIN_C

/* ------------------------------------------------------------------------------ TYPES */

#ifndef TW_SMALLWHEEL_FIRST_BITS
#define TW_SMALLWHEEL_FIRST_BITS 4
#endif
#ifndef TW_SMALLWHEEL_UPPER_BITS
#define TW_SMALLWHEEL_UPPER_BITS 4
#endif
#ifndef TW_SMALLWHEEL_LEVELS
#if TW_TICK_BITS == 64
#define TW_SMALLWHEEL_LEVELS 16
#elif TW_TICK_BITS == 32
#define TW_SMALLWHEEL_LEVELS 8
#else
#define TW_SMALLWHEEL_LEVELS 4
#endif
#endif

/* The levels tell apart deadlines that differ in the lowest SPAN bits. If a tick has more
   bits than SPAN, nodes beyond the last level wait in an OVERFLOW slot. If a tick that
   wraps has SPAN bits or fewer, the last level WRAPS with the ticks. */
#define TW__SMALLWHEEL_SPAN \
    (TW_SMALLWHEEL_FIRST_BITS + (TW_SMALLWHEEL_LEVELS - 1) * TW_SMALLWHEEL_UPPER_BITS)
#define TW__SMALLWHEEL_OVERFLOW (TW__SMALLWHEEL_SPAN < TW_TICK_BITS)
#define TW__SMALLWHEEL_WRAPS    (TW_TICK_BITS != 64 && !TW__SMALLWHEEL_OVERFLOW)

#if TW_SMALLWHEEL_FIRST_BITS < 3 || TW_SMALLWHEEL_FIRST_BITS > 8 || \
    TW_SMALLWHEEL_UPPER_BITS < 3 || TW_SMALLWHEEL_UPPER_BITS > 8
#error "TW_SMALLWHEEL_FIRST_BITS and TW_SMALLWHEEL_UPPER_BITS must be plain numbers from 3 to 8"
#elif TW_SMALLWHEEL_LEVELS < 2
#error "TW_SMALLWHEEL_LEVELS must be a plain number, 2 or more"
#elif TW__SMALLWHEEL_SPAN - TW_SMALLWHEEL_UPPER_BITS >= TW_TICK_BITS - 1
#error "TW_SMALLWHEEL_LEVELS: the last level must hold at least two bits of a tick"
#endif

/* Slots are numbered without a gap, level by level. The overflow slot is the last. FIRST is
   the number of slots of the lowest level, UPPER of each other level. SLOTS is the number
   of slots in all levels; LISTS counts the overflow slot, too. WORDS words have a bit for
   each slot. */
enum {
    TW__SMALLWHEEL_FIRST = 1 << TW_SMALLWHEEL_FIRST_BITS,
    TW__SMALLWHEEL_UPPER = 1 << TW_SMALLWHEEL_UPPER_BITS,
    TW__SMALLWHEEL_SLOTS = TW__SMALLWHEEL_FIRST + (TW_SMALLWHEEL_LEVELS - 1) * TW__SMALLWHEEL_UPPER,
    TW__SMALLWHEEL_LISTS = TW__SMALLWHEEL_SLOTS + TW__SMALLWHEEL_OVERFLOW,
    TW__SMALLWHEEL_WORDS = (TW__SMALLWHEEL_LISTS - 1) / TW__WORD_BITS + 1
};

typedef void tw_smallwheel_array; /* a smallwheel takes no array */

/* All zero is a valid wheel: empty, at tick 0. */
struct tw_smallwheel {
    TW__DEBUG(struct tw_stamp stamp;)
    tw_tick position;      /* a tick that follows the clock; nodes are placed by it */
    struct tw_node *first; /* the earliest node; NULL: not known, or there is none */
    size_t count;          /* the number of nodes */
    uintptr_t word[TW__SMALLWHEEL_WORDS];       /* a bit for each slot that is occupied */
    struct tw_node *slot[TW__SMALLWHEEL_LISTS]; /* the last node of each list */
};

/* -------------------------------------------------------------------------------- API */

/* Makes w empty at tick now. A wheel with levels needs no array: pass NULL and 0. If w is
   in use, call clear() first: otherwise its nodes still say that they wait. O(slots). For
   the linker the name holds the options: so files with different options do not link. */
#define TW__SMALLWHEEL_PASTE(name, f, u, l)     name##_first##f##_upper##u##_levels##l
#define TW__SMALLWHEEL_LINK_NAME(name, f, u, l) TW__SMALLWHEEL_PASTE(name, f, u, l)
#define tw_smallwheel_init                                                                \
    TW__SMALLWHEEL_LINK_NAME(TW__LINK_NAME(tw_smallwheel_init), TW_SMALLWHEEL_FIRST_BITS, \
                             TW_SMALLWHEEL_UPPER_BITS, TW_SMALLWHEEL_LEVELS)
TW__API void tw_smallwheel_init(struct tw_smallwheel *w, tw_tick now, tw_smallwheel_array *array,
                                size_t n);

/* Inserts n for tick due, behind all nodes with the same tick. If n is in w, n moves as
   if it had been cancelled and added. n must be idle or in w. If due lies before the now
   of the last take() or init(), nodes with later ticks may leave before n: see add in
   verbs.h. Returns true always. O(1); O(later nodes) in the overflow slot. */
TW__API bool tw_smallwheel_add(struct tw_smallwheel *w, struct tw_node *n, tw_tick due);

/* Takes n out. If n waits, it must wait in w. False: n is idle, or on the due list of a
   set. O(1). */
TW__API bool tw_smallwheel_cancel(struct tw_smallwheel *w, struct tw_node *n);

/* Fetches into the cache the memory that arming, moving and cancelling the nodes will
   touch; changes nothing. nodes[i] is idle or in w. dues[i] is the tick for which you will
   arm nodes[i]. If you will only cancel, dues may be NULL. See prefetch in verbs.h.
   O(count). */
TW__INLINE void tw_smallwheel_prefetch(const struct tw_smallwheel *w, struct tw_node *const *nodes,
                                       const tw_tick *dues, size_t count);

/* Stores in *due the exact deadline of the node that leaves next. False: w is empty; *due
   is unchanged. O(1) until the earliest node leaves; see COST. */
TW__API bool tw_smallwheel_next(struct tw_smallwheel *w, tw_tick *due);

/* Takes out and returns the earliest node if it is due by now. NULL: no node is due by
   now. While nodes wait, now must not go back. O(1) on average; see COST. */
TW__API struct tw_node *tw_smallwheel_take(struct tw_smallwheel *w, tw_tick now);

/* Returns the node after n, slot by slot. If n is NULL, returns the first of the walk.
   Any other n must be in w. NULL: the walk is over. A whole walk costs O(n + slots). */
TW__API struct tw_node *tw_smallwheel_each(const struct tw_smallwheel *w, const struct tw_node *n);

/* Returns the number of nodes. O(1). */
TW__API size_t tw_smallwheel_count(const struct tw_smallwheel *w);

/* Removes every node. All of them are idle then, and can be added again. O(n + slots). */
TW__API void tw_smallwheel_clear(struct tw_smallwheel *w);

/* Returns the name of a property that does not hold, such as "smallwheel 1", or NULL if
   all hold. For tests. O(n + slots). */
TW__CHECKED(TW__API const char *tw_smallwheel_check(const struct tw_smallwheel *w);)

/* ----------------------------------------------------------------------------- ENGINE

   With levels of 16 slots a tick is a row of hexadecimal digits:

       position   0x1a37      level 3 2 1 0: digits 1 a 3 7
       due        0x1a3c      differs in level 0: slot c of level 0, for one tick
       due        0x1a52      differs in level 1: slot 5 of level 1, a block of 16 ticks
       due        0x4000      differs in level 3: slot 4 of level 3, a block of 4096 */

/* Returns the number of the lowest bit of a slot's digit. An upper slot stands for a
   block of 2^this ticks. For the overflow slot the block is a turn, one round of the last
   level. For a slot of the lowest level the answer means nothing. */
TW__INLINE unsigned tw__smallwheel_shift(size_t slot) {
    const size_t level = (slot - TW__SMALLWHEEL_FIRST) / TW__SMALLWHEEL_UPPER;

    return TW_SMALLWHEEL_FIRST_BITS + (unsigned)level * TW_SMALLWHEEL_UPPER_BITS;
}

/* Returns the slot of tick due, in the level of the highest digit in which due differs from
   position. */
TW__INLINE size_t tw__smallwheel_slot(tw_tick position, tw_tick due) {
    tw_tick differ = (tw_tick)(due ^ position);
    size_t begin = 0, slots = TW__SMALLWHEEL_FIRST; /* of a level */
    unsigned bits = TW_SMALLWHEEL_FIRST_BITS;

    /* Invariant: the level has `slots` slots from slot `begin` on. Its digit of a tick is
       the lowest `bits` bits of due and of differ. Ends because each turn drops a digit
       of differ. */
    while (differ >> bits != 0) {
        due = (tw_tick)(due >> bits);
        differ = (tw_tick)(differ >> bits);
        begin += slots;
        slots = TW__SMALLWHEEL_UPPER;
        bits = TW_SMALLWHEEL_UPPER_BITS;
    }
    if (TW__SMALLWHEEL_OVERFLOW && begin >= TW__SMALLWHEEL_SLOTS)
        return TW__SMALLWHEEL_SLOTS;
    return begin + (size_t)due % slots;
}

/* Says whether slot is the overflow slot. */
TW__INLINE bool tw__smallwheel_beyond(size_t slot) {
    return TW__SMALLWHEEL_OVERFLOW && slot == TW__SMALLWHEEL_SLOTS;
}

/* Returns the occupied slot with the earliest nodes. The wheel is not empty. Nodes of lower
   levels are earlier. So unless ticks wrap, it is the slot of the first one-bit. */
TW__INLINE size_t tw__smallwheel_earliest(const struct tw_smallwheel *w) {
    const size_t last_level = TW__SMALLWHEEL_SLOTS - TW__SMALLWHEEL_UPPER;
    const unsigned shift = TW__SMALLWHEEL_SPAN - TW_SMALLWHEEL_UPPER_BITS;
    size_t i, slot;

    /* Ends because a slot is occupied. */
    for (i = 0; w->word[i] == 0; i++) {
    }
    slot = i * TW__WORD_BITS + tw__low_bit(w->word[i]);
    /* Where ticks wrap, the order of the last level begins at the position's digit. Ends
       because a slot of this level is occupied. */
    if (TW__SMALLWHEEL_WRAPS && slot >= last_level) {
        i = (size_t)(w->position >> shift);
        while (!w->slot[last_level + i % TW__SMALLWHEEL_UPPER])
            i++;
        slot = last_level + i % TW__SMALLWHEEL_UPPER;
    }
    return slot;
}

/* Changes the bit of a slot that was filled or emptied. */
TW__ONCE void tw__smallwheel_toggle(struct tw_smallwheel *w, size_t slot) {
    w->word[slot / TW__WORD_BITS] ^= (uintptr_t)1 << slot % TW__WORD_BITS;
}

/* Links n into the overflow slot, behind the last node that does not come after n. The
   search begins at the end, because a new node mostly comes after the nodes there. It
   compares distances from the position, since two deadlines may be more than half the range
   apart. */
TW__INLINE void tw__smallwheel_sort_in(struct tw_smallwheel *w, struct tw_node *n, tw_tick due) {
    struct tw_node **list = &w->slot[TW__SMALLWHEEL_LISTS - 1], *p = *list, *left, *right;

    /* Invariant: n comes before every node behind p. Ends at a node that does not come
       after n, or in front of the first node. */
    for (; p && tw__nearer(w->position, due, TW__MET(p)->due); p = p->u.list.prev)
        TW__COMPARED(n, due, p);
    if (p == *list) {
        tw__list_append(list, n);
        return;
    }
    left = p ? p : *list; /* the node before n in the ring */
    right = left->u.list.next;
    n->u.list.prev = p;
    n->u.list.next = right;
    left->u.list.next = n;
    right->u.list.prev = n;
    TW_TRACE(TW_LINK, NULL, n, due);
}

/* Puts n into the slot of tick key, behind its equals; the count stays. key must not come
   before the position. */
TW__INLINE void tw__smallwheel_place(struct tw_smallwheel *w, struct tw_node *n, tw_tick key) {
    const size_t slot = tw__smallwheel_slot(w->position, key);

    n->home = slot + TW__WAITING;
    if (!w->slot[slot])
        tw__smallwheel_toggle(w, slot);
    if (tw__smallwheel_beyond(slot))
        tw__smallwheel_sort_in(w, n, key);
    else
        tw__list_append(&w->slot[slot], n);
}

/* Puts n into the slot of tick due, and counts it. A tick that has passed counts as the
   position. If the wheel was empty, or n comes before the known first node, n becomes the
   first node. */
TW__INLINE void tw__smallwheel_insert(struct tw_smallwheel *w, struct tw_node *n, tw_tick due) {
    const tw_tick key = tw__slots_key(w->position, due);

    tw__smallwheel_place(w, n, key);
    if (w->count++ == 0 || (w->first && tw_before(key, w->first->due)))
        w->first = n;
    TW__DEBUG(tw__slots_passed(n, key);)
}

/* Takes n out of its slot, and counts it out. If n is the first node, the first node is
   not known from now on. */
TW__INLINE void tw__smallwheel_remove(struct tw_smallwheel *w, struct tw_node *n) {
    const size_t slot = n->home - TW__WAITING;

    if (w->first == n)
        w->first = NULL;
    w->count--;
    tw__list_remove(&w->slot[slot], n);
    if (!w->slot[slot])
        tw__smallwheel_toggle(w, slot);
}

/* Moves n to tick due, behind its equals. */
TW__INLINE void tw__smallwheel_update(struct tw_smallwheel *w, struct tw_node *n, tw_tick due) {
    tw__smallwheel_remove(w, n);
    tw__smallwheel_insert(w, n, due);
}

/* Returns the earliest node, and remembers it. NULL: the wheel is empty. In the lowest
   level and in the overflow slot, the first node of the earliest slot is the earliest. In
   another level the slot is searched. */
TW__INLINE struct tw_node *tw__smallwheel_first(struct tw_smallwheel *w) {
    struct tw_node *last, *n, *first;
    size_t slot;

    if (w->first || w->count == 0)
        return w->first;
    slot = tw__smallwheel_earliest(w);
    last = w->slot[slot];
    first = n = tw__list_next(last);
    /* Invariant: `first` is the earliest of the nodes up to n, of equals the first. Ends
       at the last node of the slot. */
    while (slot >= TW__SMALLWHEEL_FIRST && !tw__smallwheel_beyond(slot) && n != last) {
        n = tw__list_next(n);
        TW__COMPARED(n, n->due, first);
        if (tw_before(n->due, first->due))
            first = n;
    }
    w->first = first;
    return first;
}

TW__INLINE bool tw__smallwheel_next(struct tw_smallwheel *w, tw_tick *due) {
    const struct tw_node *n = tw__smallwheel_first(w);

    if (n)
        *due = n->due;
    return n != NULL;
}

/* Moves nodes from the overflow slot to the levels. Call this after the position has
   entered another turn of the last level. In the overflow slot the nodes of this turn come
   first. */
TW__INLINE void tw__smallwheel_enter_turn(struct tw_smallwheel *w) {
    const size_t slot = TW__SMALLWHEEL_LISTS - 1;
    struct tw_node *n;

    /* Ends when the slot is empty, or at the first node of a later turn: all nodes behind
       it are later still. remove() counts n out, so count++ counts n in again. */
    while ((n = tw__list_first(w->slot[slot])) != NULL &&
           tw__smallwheel_slot(w->position, n->due) != slot) {
        TW_TRACE(TW_CASCADE, NULL, n, n->due);
        tw__smallwheel_remove(w, n);
        tw__smallwheel_place(w, n, n->due);
        w->count++;
    }
}

/* Moves the nodes of a slot to lower levels, in their order. The position has entered the
   block of the slot. The slot may be empty, if the node that fired was the only one. */
TW__INLINE void tw__smallwheel_cascade(struct tw_smallwheel *w, size_t slot) {
    struct tw_node *last = w->slot[slot], *n;

    if (tw__smallwheel_beyond(slot)) {
        tw__smallwheel_enter_turn(w);
        return;
    }
    if (!last)
        return;
    n = tw__list_next(last);
    last->u.list.next = NULL;
    w->slot[slot] = NULL;
    tw__smallwheel_toggle(w, slot);
    /* Invariant: the nodes from n on are a chain that NULL ends, and none comes back to
       this slot. Ends because each turn takes a node from the chain. */
    do {
        struct tw_node *next = n->u.list.next;

        TW_TRACE(TW_CASCADE, NULL, n, n->due);
        tw__smallwheel_place(w, n, n->due);
        n = next;
    } while (n);
}

/* Moves the position to now. n is the first node, and waits in the overflow slot. now lies
   in the turn of n. The nodes of this turn move to the levels, because nodes that are added
   later for this turn go there, too. */
TW__INLINE void tw__smallwheel_reach_turn(struct tw_smallwheel *w, struct tw_node *n, tw_tick now) {
    w->position = now;
    tw__smallwheel_enter_turn(w);
    w->first = n;
}

/* Moves the position towards now. n is the first node, and is not due. If n is in the
   lowest level, the position stays. If now lies in the block of n, the position stops at
   the tick before the block: until a node of the block is due, no node moves down. The
   overflow slot is an exception, because it has nodes of later turns, too: the position
   enters the turn of n. The position never goes back. */
TW__INLINE void tw__smallwheel_follow(struct tw_smallwheel *w, struct tw_node *n, tw_tick now) {
    const size_t slot = n->home - TW__WAITING;
    const unsigned shift = tw__smallwheel_shift(slot);

    if (slot < TW__SMALLWHEEL_FIRST)
        return;
    if ((tw_tick)(now ^ n->due) >> shift == 0) {
        if (tw__smallwheel_beyond(slot)) {
            tw__smallwheel_reach_turn(w, n, now);
            return;
        }
        now = (tw_tick)(n->due >> shift << shift);
        now = (tw_tick)(now - 1u);
    }
    w->position = tw__slots_key(w->position, now);
}

/* Takes out n, the first node, which is due. If n leaves the lowest level, the next node of
   its tick becomes the first node. Without such a node the first node is not known. If n
   leaves an upper slot, the position moves to the tick of n. Then the other nodes of the
   block move to lower levels. */
TW__INLINE void tw__smallwheel_fire(struct tw_smallwheel *w, struct tw_node *n) {
    const size_t slot = n->home - TW__WAITING;

    tw__smallwheel_remove(w, n);
    if (slot < TW__SMALLWHEEL_FIRST) {
        w->first = tw__list_first(w->slot[slot]);
    } else {
        w->position = n->due;
        tw__smallwheel_cascade(w, slot);
    }
}

/* Takes out the first node if it is due by now. NULL: nothing is due, and the position has
   followed now. */
TW__INLINE struct tw_node *tw__smallwheel_take(struct tw_smallwheel *w, tw_tick now) {
    struct tw_node *n = tw__smallwheel_first(w);

    if (!n) {
        w->position = now;
        return NULL;
    }
    if (tw_before(now, TW__MET(n)->due)) {
        tw__smallwheel_follow(w, n, now);
        return NULL;
    }
    tw__smallwheel_fire(w, n);
    return n;
}

/* Returns false always: a set must call take(), which lets the position follow now. */
TW__INLINE bool tw__smallwheel_quiet(struct tw_smallwheel *w, tw_tick now) {
    return (void)w, (void)now, false;
}

TW__INLINE struct tw_node *tw__smallwheel_each(const struct tw_smallwheel *w,
                                               const struct tw_node *n) {
    return tw__slots_each(w->slot, TW__SMALLWHEEL_LISTS, n);
}

TW__INLINE void tw__smallwheel_init(struct tw_smallwheel *w, tw_tick now, void *array, size_t n) {
    size_t i;

    (void)array, (void)n;
    for (i = 0; i < TW__SMALLWHEEL_LISTS; i++)
        w->slot[i] = NULL;
    for (i = 0; i < TW__SMALLWHEEL_WORDS; i++)
        w->word[i] = 0;
    w->position = now;
    w->first = NULL;
    w->count = 0;
}

/* Takes all nodes out, as a chain, and clears all bits. */
TW__INLINE struct tw_node *tw__smallwheel_take_all(struct tw_smallwheel *w) {
    w->first = NULL;
    w->count = 0;
    return tw__slots_take_all(w->slot, TW__SMALLWHEEL_LISTS, w->word, TW__SMALLWHEEL_WORDS);
}

/* Returns the name of a property that does not hold in a slot, or NULL. Adds the number of
   nodes of the slot to *count. If the first node of the wheel is among them, sets *met. */
TW__INLINE const char *tw__smallwheel_check_slot(const struct tw_smallwheel *w, size_t slot,
                                                 size_t *count, bool *met) {
    const struct tw_node *const last = w->slot[slot], *n = NULL;
    /* `key` is the tick of n, or at first the position. `before` tells how far the tick
       of the node before n lies ahead of the position. */
    tw_tick key = w->position, before;

    if (tw__bits_get(w->word, slot) != (last != NULL))
        return "smallwheel 2";
    /* Ends at the last node, or at the first wrong node. */
    for (; n != last; ++*count) {
        tw_tick first;

        if ((n = tw__list_check(n, last, slot + TW__WAITING)) == NULL)
            return "smallwheel 1";
        before = (tw_tick)(key - w->position);
        key = tw__slots_key(w->position, n->due);
        if (slot != tw__smallwheel_slot(w->position, key))
            return "smallwheel 1";
        if (tw__smallwheel_beyond(slot) && (tw_tick)(key - w->position) < before)
            return "smallwheel 5";
        *met = *met || n == w->first;
        first = w->first ? tw__slots_key(w->position, w->first->due) : key;
        if (tw_before(key, first) || (!*met && key == first))
            return "smallwheel 3";
    }
    return NULL;
}

TW__INLINE const char *tw__smallwheel_check(const struct tw_smallwheel *w) {
    size_t i, count = 0;
    bool met = w->first == NULL;
    const char *broken;

    for (i = 0; i < TW__SMALLWHEEL_LISTS; i++)
        if ((broken = tw__smallwheel_check_slot(w, i, &count, &met)) != NULL)
            return broken;
    return !met ? "smallwheel 3" : count != w->count ? "smallwheel 4" : NULL;
}

TW__UNBOUNDED(smallwheel)

TW__INLINE size_t tw__smallwheel_count(const struct tw_smallwheel *w) { return w->count; }

TW__PREFETCH_LISTED(smallwheel)

/* Returns 0: there is no array. The product uses n, so that no compiler warns. */
TW__INLINE size_t tw__smallwheel_bytes(size_t n) { return n * 0; }

/* --------------------------------------------------------------------------- WRAPPERS */

TW__OPS(tw_smallwheel, smallwheel, tw__smallwheel, tw__smallwheel)
TW__PREFETCH_BY_NODE(smallwheel)

/* Makes a wheel of objects by tick: struct name, and its verbs, which take and return
   pointers to type. Costs and answers are those of the functions above. init() takes array
   and n as with other structures: pass NULL and 0. */
#define TW_SMALLWHEEL_OF(name, type, member)                                    \
    typedef type name##__object;                                                \
    TW__OBJECTS(name, name##__object, member, smallwheel, tw_smallwheel_ops, 0) \
    TW__OBJECTS_BY_TICK(name, name##__object, member, smallwheel)

TW__END_C

#endif /* TW_SMALLWHEEL_H */

/* hwheel.h - a hierarchical timing wheel: timers in O(1), exact and in order.

   WHAT IT IS
       It is an odometer for deadlines. Each digit of a tick has a level: a ring with a
       slot for each value of the digit. A slot of the lowest level stands for one tick. A
       slot of a higher level stands for a block of ticks. The wheel also has a position,
       a tick that follows the clock. A node waits at the level of the highest digit in
       which its deadline differs from the position. This digit of the deadline names the
       slot. So the nodes of a lower level come before those of a higher one. Equal
       deadlines share a slot, in arming order. When the position enters the block of an
       upper slot, the nodes of the slot move down: that is a cascade.

       The lowest level has 512 slots, each level above it 32. The levels together tell
       apart all ticks. An upper slot is split into sixteen lists, its sub-slots, each for
       a sixteenth of its ticks. A cascade takes a node of each in turn, so that their
       cache misses overlap. The lists of the next ticks are read into the cache before
       they fire. Machines of 32 and 16 bits mostly have small caches or none: there an
       upper slot is one list.

       next() wants the earliest node of an upper slot, whose lists are in arming order. A
       list of more than nine nodes is sorted when next() comes to it, and stays sorted.
       So no list is walked again and again, in whatever order you move and ask.

   PICK IT
       for timeouts that are mostly cancelled or moved before they fire; for any number of
       timers (it needs no array and is never full); for the smallest cost of arm and
       cancel, also if you ask next() each time.
   PICK ANOTHER
       for firmware (smallwheel.h, the same idea in hundreds of bytes); where a call must
       be bounded, because one call may move all timers of a block (heap4.h, or bigwheel.h
       for 10^5 timers and more); if memory for a few timers counts more than time (a
       sorted list); if keys are not ticks (a heap, a tree).

   DO THIS
       timers             TW_TIMERS_OF(timers, hwheel) makes struct timers and
                          timers_init, _add, _cancel, ...: timers.h
       nodes by tick      struct tw_hwheel and the functions below; keys are ticks, and
                          time moves with take()
       objects by tick    TW_HWHEEL_OF(beats, struct conn, node) makes struct beats and
                          beats_init, _add, _take, ...

   EXAMPLE
       struct conn { int fd; struct tw_node idle; };
       TW_TIMERS_OF(timers, hwheel)

       static struct timers t;                       all zero is valid: tick 0, empty
       timers_init(&t, now_ms(), NULL, 0);           no array
       timers_add(&t, &c->idle, now_ms() + 5000);    never full

   COST (n nodes, L levels)
       add, cancel, move   O(1), at most L steps to find the level; on average O(log n)
                           in a list that next() has sorted
       count               O(1)
       take                O(1) per node, and at most L - 1 cascades in its life
       next                O(1); after the earliest node has left, O(log n); and once for
                           each list O(m log m), where the list has m nodes
       take after d ticks  O(L) beside the cascades, however large d is
       init                O(slots)
       L is 12 for ticks of 64 bits, 6 for 32 and 3 for 16. Bytes per timer, node
       included: 40 on a 64-bit machine, 20 on a 32-bit one. Bytes of the wheel: a pointer
       and a bit per slot or sub-slot, 50 KB with 64-bit ticks on a 64-bit machine, 2.8 KB
       with 32-bit ticks on a 32-bit one.

   GUARANTEES
       FIFO among equals, without an arming number. add() cannot fail. A node that is
       alone in its slot fires without a cascade, unless a take() has a now in its block,
       before its deadline. The wheel remembers its earliest node, so that next() need not
       search for it again.

   PROPERTIES (check() names one that does not hold: "hwheel 1")
       1  Each node is in the slot that its deadline and the position name. `home` names
          that slot. The list of each slot is linked both ways, and in level 0 it is not
          sorted. A sorted list consists of sorted runs, as slots.h says. A deadline that
          has passed counts as the position.
       2  The bit of each slot tells whether the slot is occupied. The bit of each word of
          bits tells whether the word is not 0.
       3  `first` is NULL or the earliest node, of equals the one armed first. `first_due`
          is its deadline then.
       4  The block of each node begins at `wake` or later.
       5  The wheel has as many nodes as it counts.
       By 1, no occupied slot of an upper level has the position's own digit. So a slot
       must cascade when the position enters its block.

   OPTIONS
       those of node.h. TW_HWHEEL_IMPLEMENTATION instead of TW_IMPLEMENTATION compiles the
       functions of this header only. Its sizes are fixed; smallwheel.h has options for
       them.

   SOURCE
       G. Varghese and A. Lauck, Hashed and Hierarchical Timing Wheels, SOSP 1987, scheme
       7. Placement by the highest bit that differs: the timer of skynet (Yun Feng, 2012),
       and radix heaps (R. Ahuja et al., JACM 37(2), 1990). */

#ifndef TW_HWHEEL_H
#define TW_HWHEEL_H

TW__BEGIN_C

/* ------------------------------------------------------------------------------ TYPES */

#if defined(TW_HWHEEL_FIRST_BITS) || defined(TW_HWHEEL_UPPER_BITS) || defined(TW_HWHEEL_LEVELS)
#error "hwheel.h has fixed sizes: smallwheel.h takes TW_SMALLWHEEL_FIRST_BITS, _UPPER_BITS, _LEVELS"
#endif

/* Slots are numbered without a gap, level by level. FIRST is the number of slots of level
   0. DIGITS is the number of values of an upper digit. Each value has SUBS sub-slots, and
   each sub-slot has a number of its own. UPPER is the number of sub-slots of an upper
   level. The levels cover all bits of a tick. The last level has two bits or more, because
   a deadline may lie more than half the range ahead: LEVELS sets two bits aside before it
   divides, and adds level 0 and the last level. WORDS words have a bit for each slot or
   sub-slot. SUMMARIES words have a bit for each of these words. */
enum {
    TW__HWHEEL_FIRST_BITS = TW_TICK_BITS == 8 ? 4 : 9,
    TW__HWHEEL_UPPER_BITS = TW_TICK_BITS == 8 ? 2 : 5,
    TW__HWHEEL_LEVELS = 2 + (TW_TICK_BITS - TW__HWHEEL_FIRST_BITS - 2) / TW__HWHEEL_UPPER_BITS,
    TW__HWHEEL_SUB_BITS = UINTPTR_MAX > 0xFFFFFFFFu ? 4 : 0,
    TW__HWHEEL_SUBS = 1 << TW__HWHEEL_SUB_BITS,
    TW__HWHEEL_FIRST = 1 << TW__HWHEEL_FIRST_BITS,
    TW__HWHEEL_DIGITS = 1 << TW__HWHEEL_UPPER_BITS,
    TW__HWHEEL_UPPER = TW__HWHEEL_DIGITS * TW__HWHEEL_SUBS,
    TW__HWHEEL_SLOTS = TW__HWHEEL_FIRST + (TW__HWHEEL_LEVELS - 1) * TW__HWHEEL_UPPER,
    TW__HWHEEL_WORDS = (TW__HWHEEL_SLOTS - 1) / TW__WORD_BITS + 1,
    TW__HWHEEL_SUMMARIES = (TW__HWHEEL_WORDS - 1) / TW__WORD_BITS + 1
};

typedef void tw_hwheel_array; /* an hwheel takes no array */

/* All zero is a valid wheel: empty, at tick 0. */
struct tw_hwheel {
    TW__DEBUG(struct tw_stamp stamp;)
    struct tw_slots base;
    uintptr_t word[TW__HWHEEL_WORDS];        /* a bit for each slot that is occupied */
    uintptr_t summary[TW__HWHEEL_SUMMARIES]; /* a bit for each word that is not 0 */
    struct tw_node *slot[TW__HWHEEL_SLOTS];  /* the last node of each list */
};

/* -------------------------------------------------------------------------------- API */

/* Makes w empty at tick now. A wheel with levels needs no array: pass NULL and 0. If w is
   in use, call clear() first: otherwise its nodes still say that they wait. O(slots). */
#define tw_hwheel_init TW__LINK_NAME(tw_hwheel_init)
TW__API void tw_hwheel_init(struct tw_hwheel *w, tw_tick now, tw_hwheel_array *array, size_t n);

/* Inserts n for tick due, behind all nodes with the same tick. If n is in w, n moves as
   if it had been cancelled and added. n must be idle or in w. If due lies before the now
   of the last take() or init(), nodes with later ticks may leave before n: see add in
   verbs.h. Returns true always. O(1); see COST. */
TW__API bool tw_hwheel_add(struct tw_hwheel *w, struct tw_node *n, tw_tick due);

/* Takes n out. If n waits, it must wait in w. False: n is idle, or on the due list of a
   set. O(1); see COST. */
TW__API bool tw_hwheel_cancel(struct tw_hwheel *w, struct tw_node *n);

/* Fetches into the cache the memory that arming, moving and cancelling the nodes will
   touch; changes nothing. nodes[i] is idle or in w. dues[i] is the tick for which you will
   arm it; dues may be NULL if you will cancel only. See prefetch in verbs.h. O(count). */
TW__INLINE void tw_hwheel_prefetch(const struct tw_hwheel *w, struct tw_node *const *nodes,
                                   const tw_tick *dues, size_t count);

/* Stores in *due the exact deadline of the node that leaves next. False: w is empty; *due
   is unchanged. O(1) until the earliest node leaves; see COST. */
TW__API bool tw_hwheel_next(struct tw_hwheel *w, tw_tick *due);

/* Takes out and returns the earliest node if it is due by now. NULL: no node is due by
   now. While nodes wait, now must not go back. O(1) on average; see COST. */
TW__API struct tw_node *tw_hwheel_take(struct tw_hwheel *w, tw_tick now);

/* Returns the node after n, slot by slot. If n is NULL, returns the first of the walk.
   Any other n must be in w. NULL: the walk is over. A whole walk costs O(n + slots). */
TW__API struct tw_node *tw_hwheel_each(const struct tw_hwheel *w, const struct tw_node *n);

/* Returns the number of nodes. O(1). */
TW__API size_t tw_hwheel_count(const struct tw_hwheel *w);

/* Removes every node. All of them are idle then, and can be added again. O(n + slots). */
TW__API void tw_hwheel_clear(struct tw_hwheel *w);

/* Returns the name of a property that does not hold, such as "hwheel 1", or NULL if all
   hold. For tests. O(n + slots). */
TW__CHECKED(TW__API const char *tw_hwheel_check(const struct tw_hwheel *w);)

/* ----------------------------------------------------------------------------- ENGINE

   The digit of a tick at a level is the group of bits that numbers the slots of the
   level. With levels of 4 bits these are the hexadecimal digits:

       position   0x1a37      level 3 2 1 0: digits 1 a 3 7
       due        0x1a3c      differs at level 0: slot c of level 0, which fires at that tick
       due        0x1a52      differs at level 1: slot 5 of level 1, a block of 16 ticks
       due        0x4000      differs at level 3: slot 4 of level 3 */

/* Returns the number of the lowest bit of the digit that numbers a slot. The block of the
   slot has 2^this ticks. */
TW__INLINE unsigned tw__hwheel_shift(size_t slot) {
    const size_t above = slot - TW__HWHEEL_FIRST; /* meaningless in level 0 */

    if (slot < TW__HWHEEL_FIRST)
        return 0;
    return TW__HWHEEL_FIRST_BITS + (unsigned)(above / TW__HWHEEL_UPPER) * TW__HWHEEL_UPPER_BITS;
}

/* Returns the slot of tick due, at the level of the highest digit in which due differs
   from position. The digit and the SUB_BITS bits below it are one number: that of the
   sub-slot within its level. At level 1, `low` bits lie below this number. `level` counts
   from 0 at level 1. */
TW__INLINE size_t tw__hwheel_slot(tw_tick position, tw_tick due) {
    const tw_tick differ = (tw_tick)((due ^ position) >> TW__HWHEEL_FIRST_BITS);
    const unsigned low = TW__HWHEEL_FIRST_BITS - TW__HWHEEL_SUB_BITS;
    size_t level;

    if (differ == 0)
        return (size_t)(due & (TW__HWHEEL_FIRST - 1));
    level = tw__high_digit(differ, TW__HWHEEL_UPPER_BITS);
    return TW__HWHEEL_FIRST + level * TW__HWHEEL_UPPER +
           ((size_t)(due >> (low + level * TW__HWHEEL_UPPER_BITS)) & (TW__HWHEEL_UPPER - 1));
}

/* Returns the first sub-slot of the upper slot to which sub-slot `slot` belongs. */
TW__INLINE size_t tw__hwheel_begin(size_t slot) { return slot - slot % TW__HWHEEL_SUBS; }

/* Returns a bit for each occupied sub-slot of the upper slot that begins at `begin`. */
TW__INLINE uintptr_t tw__hwheel_subs(const struct tw_hwheel *w, size_t begin) {
    return w->word[begin / TW__WORD_BITS] >> begin % TW__WORD_BITS &
           (((uintptr_t)1 << TW__HWHEEL_SUBS) - 1);
}

/* Changes the bit of a slot that was filled or emptied. */
TW__INLINE void tw__hwheel_toggle(struct tw_hwheel *w, size_t slot) {
    tw__bits_toggle(w->word, w->summary, slot);
}

/* NODES. Appends n to a slot whose list is not sorted. */
TW__INLINE void tw__hwheel_link(struct tw_hwheel *w, struct tw_node *n, size_t slot) {
    n->home = slot + TW__WAITING;
    if (!w->slot[slot])
        tw__hwheel_toggle(w, slot);
    tw__list_append(&w->slot[slot], n);
}

/* Takes n out of a slot whose list is not sorted, or has one node; the count stays. */
TW__INLINE void tw__hwheel_unlink(struct tw_hwheel *w, struct tw_node *n, size_t slot) {
    tw__slots_forget(&w->base, n, w->slot[slot]);
    tw__list_remove(&w->slot[slot], n);
    if (!w->slot[slot])
        tw__hwheel_toggle(w, slot);
}

/* Takes n out of a sorted list; the count stays. */
TW__INLINE void tw__hwheel_pull(struct tw_hwheel *w, struct tw_node *n) {
    const size_t slot = tw__slots_place(n);

    tw__runs_leave(&w->base, &w->slot[slot], n);
    if (!w->slot[slot])
        tw__hwheel_toggle(w, slot);
}

/* Does remove() where n is in a sorted list. */
TW__APART void tw__hwheel_remove_sorted(struct tw_hwheel *w, struct tw_node *n) {
    w->base.count--;
    tw__hwheel_pull(w, n);
}

/* Takes n out of the wheel. */
TW__INLINE void tw__hwheel_remove(struct tw_hwheel *w, struct tw_node *n) {
    if (n->home >= TW__RUN) {
        tw__hwheel_remove_sorted(w, n);
        return;
    }
    w->base.count--;
    tw__hwheel_unlink(w, n, n->home - TW__WAITING);
}

/* Puts n into a slot, whose list may be sorted; the count stays. */
TW__INLINE void tw__hwheel_put(struct tw_hwheel *w, struct tw_node *n, size_t slot) {
    if (tw__runs_sorted(w->slot[slot])) {
        n->home = slot + TW__WAITING;
        tw__runs_join(&w->slot[slot], n);
    } else {
        tw__hwheel_link(w, n, slot);
    }
}

/* Does insert() where the list of the slot is sorted. */
TW__APART void tw__hwheel_insert_sorted(struct tw_hwheel *w, struct tw_node *n, tw_tick key,
                                        size_t slot) {
    tw__hwheel_put(w, n, slot);
    tw__slots_enter(&w->base, n, key);
}

/* Puts n into the slot of tick due; a tick that has passed counts as the position. */
TW__INLINE void tw__hwheel_insert(struct tw_hwheel *w, struct tw_node *n, tw_tick due) {
    const tw_tick key = tw__slots_key(w->base.position, due);
    const size_t slot = tw__hwheel_slot(w->base.position, key);

    if (tw__runs_sorted(w->slot[slot])) {
        tw__hwheel_insert_sorted(w, n, key, slot);
        return;
    }
    tw__hwheel_link(w, n, slot);
    tw__slots_enter(&w->base, n, key);
}

/* Does update() where n is in a sorted list, or comes to one. */
TW__APART void tw__hwheel_update_sorted(struct tw_hwheel *w, struct tw_node *n, tw_tick key,
                                        size_t slot) {
    if (n->home >= TW__RUN)
        tw__hwheel_pull(w, n);
    else
        tw__hwheel_unlink(w, n, n->home - TW__WAITING);
    tw__hwheel_put(w, n, slot);
    tw__slots_note(&w->base, n, key, w->base.count == 1);
}

/* Moves n to tick due. In the form for speed, n stays where it is if it is the last node
   of its new slot: it is behind its equals already. */
TW__INLINE void tw__hwheel_update(struct tw_hwheel *w, struct tw_node *n, tw_tick due) {
    const tw_tick key = tw__slots_key(w->base.position, due);
    const size_t slot = tw__hwheel_slot(w->base.position, key);

    if (n->home >= TW__RUN || tw__runs_sorted(w->slot[slot])) {
        tw__hwheel_update_sorted(w, n, key, slot);
        return;
    }
    if (TW__SPEED && w->slot[slot] == n) {
        tw__slots_forget(&w->base, n, n);
    } else {
        tw__hwheel_unlink(w, n, n->home - TW__WAITING);
        tw__hwheel_link(w, n, slot);
    }
    tw__slots_note(&w->base, n, key, w->base.count == 1);
}

/* SEARCHING. Returns the occupied slot with the earliest nodes; in an upper level that is
   the first occupied sub-slot. The wheel is not empty. Nodes of lower levels are earlier.
   So the earliest slot is that of the first one-bit, with one exception. Where ticks wrap,
   the last level is a ring, and its order begins at the position's digit. The slot of that
   digit is empty. If no later slot is occupied, the first one-bit of the level names the
   earliest slot. */
TW__INLINE size_t tw__hwheel_earliest(const struct tw_hwheel *w) {
    const size_t last_level = TW__HWHEEL_SLOTS - TW__HWHEEL_UPPER;
    const size_t word = tw__bits_first(w->summary, 0, TW__HWHEEL_SUMMARIES);
    const size_t slot = tw__bits_first(w->word, word, TW__HWHEEL_WORDS);

    if (TW_TICK_BITS != 64 && slot >= last_level) {
        const size_t digit = (size_t)(w->base.position >> tw__hwheel_shift(last_level));
        const size_t here = last_level + digit % TW__HWHEEL_DIGITS * TW__HWHEEL_SUBS;
        const size_t ahead = tw__bits_from(w->word, here, TW__HWHEEL_WORDS);

        return ahead < TW__HWHEEL_SLOTS ? ahead : slot;
    }
    return slot;
}

/* Finds the first node and remembers it. The wheel is not empty. If the earliest slot is
   in level 0, it stands for one tick, and its first node is the answer. */
TW__APART void tw__hwheel_find(struct tw_hwheel *w) {
    const size_t slot = tw__hwheel_earliest(w);
    struct tw_node **const list = &w->slot[slot];

    tw__slots_set_first(&w->base,
                        slot < TW__HWHEEL_FIRST ? tw__list_first(*list) : tw__runs_first(list));
}

/* Reads the deadline from the wheel, because the first node may lie in no cache. */
TW__INLINE bool tw__hwheel_next(struct tw_hwheel *w, tw_tick *due) {
    if (!w->base.first) {
        if (w->base.count == 0)
            return false;
        tw__hwheel_find(w);
    }
    *due = w->base.first_due;
    return true;
}

/* CASCADES. Moves the nodes of an upper slot down, in their order. The position has
   entered the block of the slot. On machines of 32 and 16 bits an upper slot is one list:
   n goes along a chain that NULL ends. The loop ends because each turn takes a node from
   the chain, and none comes back to the chain. */
#if UINTPTR_MAX <= 0xFFFFFFFFu
TW__INLINE void tw__hwheel_cascade(struct tw_hwheel *w, size_t slot) {
    struct tw_node *n = tw__runs_chain(&w->slot[slot], NULL), *next;

    tw__hwheel_toggle(w, slot);
    for (; n; n = next) {
        next = n->u.list.next;
        TW_TRACE(TW_CASCADE, NULL, n, n->due);
        tw__hwheel_link(w, n, tw__hwheel_slot(w->base.position, n->due));
    }
}
#else
/* Empties the sub-slots of an upper slot: each list becomes a chain that NULL ends. Stores
   the first nodes of the chains in list[0], list[1], ..., and returns their number. list
   is &w->slot[begin]: the chains lie in the cells of the sub-slots themselves. Invariant:
   the cells below list[lists] hold chains, and lie before every cell that is still to be
   read. */
TW__INLINE size_t tw__hwheel_unlink_all(struct tw_hwheel *w, size_t begin, struct tw_node **list) {
    uintptr_t bits = tw__hwheel_subs(w, begin);
    size_t lists = 0;

    for (; bits; bits &= bits - 1) {
        const size_t sub = begin + tw__low_bit(bits);
        struct tw_node *const n = tw__runs_chain(&w->slot[sub], NULL);

        list[lists++] = n;
        tw__hwheel_toggle(w, sub);
    }
    return lists;
}

/* Moves the nodes of an upper slot down. Its sub-slots take turns. Equals share a
   sub-slot, so they keep their order. No list is in the cells of the sub-slots now, so
   they hold the chains of nodes that wait for their turn. */
TW__INLINE void tw__hwheel_cascade(struct tw_hwheel *w, size_t slot) {
    const size_t begin = tw__hwheel_begin(slot);
    struct tw_node **const list = &w->slot[begin], *n;
    size_t lists = tw__hwheel_unlink_all(w, begin, list), i;

    /* Invariant: the first `lists` cells of list hold chains that are not empty. When a
       chain ends, the last chain gets its cell, and goes on in the next round. Ends because
       each turn takes a node, and none comes back to a chain. */
    while (lists)
        for (i = 0; i < lists; i++) {
            n = list[i];
            list[i] = n->u.list.next;
            TW__PREFETCH(list[i]);
            if (!list[i]) {
                list[i] = list[--lists];
                list[lists] = NULL;
            }
            TW_TRACE(TW_CASCADE, NULL, n, n->due);
            tw__hwheel_link(w, n, tw__hwheel_slot(w->base.position, n->due));
        }
}
#endif

/* TIME. Says whether now is before `wake`, or the wheel is empty. If so, nothing is due,
   and the position follows now. */
TW__INLINE bool tw__hwheel_quiet(struct tw_hwheel *w, tw_tick now) {
    return tw__slots_quiet(&w->base, now);
}

/* Says whether an upper slot has only one node in all its sub-slots. `slot` is the
   sub-slot of that node. */
TW__INLINE bool tw__hwheel_alone(const struct tw_hwheel *w, size_t slot) {
    const uintptr_t bits = tw__hwheel_subs(w, tw__hwheel_begin(slot));

    return (bits & (bits - 1)) == 0 && tw__runs_alone(w->slot[slot]);
}

/* Reads lists into the cache, if 16,384 nodes or more wait. Every eight ticks it reads
   the lists of eight slots, the first of them eight ticks ahead. It reads a node of each
   list for every 16,384 nodes that wait. Only the form for speed does so. */
TW__INLINE void tw__hwheel_read_ahead(struct tw_hwheel *w, tw_tick tick) {
    const size_t steps = TW__SPEED ? w->base.count / 16384 : 0;

    if (steps == 0 || tw_before(tick, w->base.next_read))
        return;
    w->base.next_read = (tw_tick)(tick + 8);
    tw__slots_read(w->slot, (size_t)(tick & (TW__HWHEEL_FIRST - 1)) + 8, TW__HWHEEL_FIRST, steps);
}

/* Removes and returns n, the first node, which is due. If n was in level 0, the next node
   of its tick becomes the first node. Without such a node the first node is not known. If
   n was in an upper slot, n was alone there. The position then goes to the tick of n at
   once, so that n fires without a cascade. */
TW__INLINE struct tw_node *tw__hwheel_fire(struct tw_hwheel *w, struct tw_node *n, size_t slot) {
    if (slot >= TW__HWHEEL_FIRST)
        w->base.position = n->due;
    w->base.wake = w->base.position;
    tw__hwheel_read_ahead(w, n->due);
    w->base.count--;
    tw__hwheel_unlink(w, n, slot);
    tw__slots_set_first(&w->base, tw__list_first(w->slot[slot]));
    return n;
}

/* Removes and returns n, the first node, which is due and is not alone in its upper slot.
   The position goes to the tick of n at once, and the other nodes move down from there. */
TW__REST struct tw_node *tw__hwheel_fire_among(struct tw_hwheel *w, struct tw_node *n) {
    const size_t slot = tw__slots_place(n);

    w->base.position = w->base.wake = n->due;
    tw__hwheel_remove(w, n);
    tw__hwheel_cascade(w, slot);
    return n;
}

/* Returns a node of the earliest block: the first node if it is known, else the first node
   of a list in the earliest slot. The wheel is not empty. */
TW__INLINE struct tw_node *tw__hwheel_front(const struct tw_hwheel *w) {
    return TW__MET(w->base.first ? w->base.first
                                 : TW__MET(w->slot[tw__hwheel_earliest(w)])->u.list.next);
}

/* Takes out the first node if it is due by now. NULL: nothing is due, and the position
   has followed now. The wheel is not empty: an empty one is quiet. Each turn looks at n,
   a node of the earliest block. If the block begins after now, nothing is due. If n is in
   level 0, or alone in its slot, n is the first node: n fires if it is due. In the form
   for speed n also fires if it is known to be the first node. In any other case the
   position enters the block, and the nodes of the block move down. So the loop ends at
   the latest in level 0. */
TW__APART struct tw_node *tw__hwheel_search(struct tw_hwheel *w, tw_tick now) {
    for (;;) {
        struct tw_node *const n = tw__hwheel_front(w);
        const size_t slot = tw__slots_place(n);
        const unsigned shift = tw__hwheel_shift(slot);
        const tw_tick block = (tw_tick)(n->due >> shift << shift);
        const bool first = shift == 0 || tw__hwheel_alone(w, slot);

        if (first)
            tw__slots_set_first(&w->base, n);
        if (tw_before(now, block)) {
            w->base.wake = block;
            return tw__slots_follow(&w->base, now);
        }
        if (first && !tw_before(now, n->due))
            return tw__hwheel_fire(w, n, slot);
        if (TW__SPEED && n == w->base.first && !tw_before(now, n->due))
            return tw__hwheel_fire_among(w, n);
        w->base.position = block;
        tw__hwheel_cascade(w, slot);
    }
}

TW__FOLD struct tw_node *tw__hwheel_take(struct tw_hwheel *w, tw_tick now) {
    return tw__hwheel_quiet(w, now) ? NULL : tw__hwheel_search(w, now);
}

/* The loop ends at the next occupied slot, or behind the last slot. */
TW__INLINE struct tw_node *tw__hwheel_each(const struct tw_hwheel *w, const struct tw_node *n) {
    size_t i = n ? tw__slots_place(n) : 0;
    struct tw_node *const next = n ? tw__runs_after(w->slot[i], n) : NULL;

    if (next)
        return next;
    if (n)
        i++; /* the slot of n is done */
    while (i < TW__HWHEEL_SLOTS && !w->slot[i])
        i++;
    return i < TW__HWHEEL_SLOTS ? tw__runs_begin(w->slot[i]) : NULL;
}

TW__INLINE void tw__hwheel_init(struct tw_hwheel *w, tw_tick now, void *array, size_t n) {
    size_t i;

    (void)array, (void)n;
    for (i = 0; i < TW__HWHEEL_SLOTS; i++)
        w->slot[i] = NULL;
    for (i = 0; i < TW__HWHEEL_WORDS; i++)
        w->word[i] = 0;
    for (i = 0; i < TW__HWHEEL_SUMMARIES; i++)
        w->summary[i] = 0;
    tw__slots_init(&w->base, now);
}

/* Takes all nodes out, as a chain, and clears all bits. */
TW__INLINE struct tw_node *tw__hwheel_take_all(struct tw_hwheel *w) {
    tw__bits_clear(w->word, TW__HWHEEL_WORDS);
    tw__bits_clear(w->summary, TW__HWHEEL_SUMMARIES);
    w->base.first = NULL;
    w->base.count = 0;
    return tw__runs_take_all(w->slot, TW__HWHEEL_SLOTS);
}

/* Returns the name of a property that does not hold in a slot, or NULL. Adds the number of
   nodes of the slot to *count. Sets *met at the first node of the wheel, which the loop
   meets before its equals. The loop ends behind the last node of the slot, or at the first
   one that is wrong. */
TW__INLINE const char *tw__hwheel_check_slot(const struct tw_hwheel *w, size_t slot, size_t *count,
                                             bool *met) {
    const struct tw_slots *s = &w->base;
    const struct tw_node *const last = w->slot[slot], *n;
    const unsigned shift = tw__hwheel_shift(slot);

    if (tw__bits_get(w->word, slot) != (last != NULL))
        return "hwheel 2";
    if (!tw__runs_sound(last, slot) || (shift == 0 && last && last->home >= TW__RUN))
        return "hwheel 1";
    for (n = last ? tw__runs_begin(last) : NULL; n; n = tw__runs_after(last, n), ++*count) {
        const tw_tick key = tw__slots_key(s->position, n->due);
        tw_tick first;

        if (slot != tw__hwheel_slot(s->position, key))
            return "hwheel 1";
        if (tw__slots_asleep(s, (tw_tick)(key >> shift << shift)))
            return "hwheel 4";
        *met = *met || n == s->first;
        first = s->first ? tw__slots_key(s->position, s->first_due) : key;
        if (tw_before(key, first) || (!*met && key == first))
            return "hwheel 3";
        if (n == s->first && n->due != s->first_due)
            return "hwheel 3";
    }
    return NULL;
}

TW__INLINE const char *tw__hwheel_check(const struct tw_hwheel *w) {
    size_t i, count = 0;
    bool met = w->base.first == NULL;
    const char *broken;

    for (i = 0; i < TW__HWHEEL_SLOTS; i++)
        if ((broken = tw__hwheel_check_slot(w, i, &count, &met)) != NULL)
            return broken;
    for (i = 0; i < TW__HWHEEL_WORDS; i++)
        if (tw__bits_get(w->summary, i) != (w->word[i] != 0))
            return "hwheel 2";
    return !met ? "hwheel 3" : count != w->base.count ? "hwheel 5" : NULL;
}

TW__UNBOUNDED(hwheel)

TW__INLINE size_t tw__hwheel_count(const struct tw_hwheel *w) { return w->base.count; }

/* PREFETCHING. Returns the address of the pointer that names the last node of the list for
   tick due. */
TW__INLINE struct tw_node *const *tw__hwheel_end(const struct tw_hwheel *w, tw_tick due) {
    return &w->slot[tw__hwheel_slot(w->base.position, tw__slots_key(w->base.position, due))];
}

/* Fetches the nodes of a group and the slots of their ticks. Then it fetches the nodes
   beside them: the neighbours of each, and the last of each slot. */
TW__INLINE void tw__hwheel_prefetch_group(const struct tw_hwheel *w, const struct tw__group *g) {
    size_t i;

    tw__prefetch_nodes(g);
    for (i = 0; g->due && i < g->count; i++)
        TW__HINT(tw__hwheel_end(w, g->due[i]));
    tw__prefetch_neighbours(g);
    for (i = 0; g->due && i < g->count; i++)
        tw__prefetch_links(*tw__hwheel_end(w, g->due[i]));
}

/* Returns 0: there is no array. The product uses n, so that no compiler warns. */
TW__INLINE size_t tw__hwheel_bytes(size_t n) { return n * 0; }

/* --------------------------------------------------------------------------- WRAPPERS */

TW__OPS(tw_hwheel, hwheel, tw__hwheel, tw__hwheel)
TW__PREFETCH_BY_NODE(hwheel)

/* Makes a wheel of objects by tick: struct name, and its verbs, which take and return
   pointers to type. Costs and answers are those of the functions above. init() takes
   array and n as with other structures: pass NULL and 0. */
#define TW_HWHEEL_OF(name, type, member)                                \
    typedef type name##__object;                                        \
    TW__OBJECTS(name, name##__object, member, hwheel, tw_hwheel_ops, 0) \
    TW__OBJECTS_BY_TICK(name, name##__object, member, hwheel)

TW__END_C

#endif /* TW_HWHEEL_H */

/* bigwheel.h - a timing wheel for 10^5 timers and more on a machine with caches: each
   tick moves few nodes.

   WHAT IT IS
       This is the wheel of hwheel.h for very many timers; read that header first. If very
       many timers wait, one cascade in hwheel moves hundreds of thousands of them within
       one tick. Here nodes move down ahead of time, a few in each tick. A block is the
       ticks that one upper slot stands for. Each level has two halves. The position lies
       in a block of the level above: one half has the slots for this block. The other half
       has the slots for the block after it, the next block. While the position passes
       through a block, each tick moves an equal share of the next block down. So the slot
       of the next block is empty when that block begins. As in hwheel.h, an upper slot is
       split into sub-slots, each for a part of its ticks; here there are eight. next()
       sorts a list of more than nine nodes, and the list stays sorted. The lists of the
       next ticks are read into the cache before they fire.

   PICK IT
       for very many timers, mostly cancelled or moved before they fire, where no tick may
       take long: of 10^6 timers at most 1,314 move down in a tick. In hwheel all of them
       may move in one tick. next() keeps no such bound: it may move the timers of the next
       blocks first.
   PICK ANOTHER
       for the least time on average, or below 10^5 timers: hwheel.h, which is 3 times
       smaller; in firmware: smallwheel.h.

   DO THIS
       timers             TW_TIMERS_OF(timers, bigwheel) makes struct timers and
                          timers_init, _add, _cancel, ...: timers.h
       nodes by tick      struct tw_bigwheel and the functions below; keys are ticks, and
                          time moves with take()
       objects by tick    TW_BIGWHEEL_OF(beats, struct conn, node) makes struct beats and
                          beats_init, _add, _take, ...

   COST (n nodes, L levels: 9, 4 or 2 with ticks of 64, 32 or 16 bits)
       add, move           O(1): at most L steps to find the level, and as many older
                           nodes moved down; on average O(log n) in a sorted list
       cancel              O(1); O(log n) in a sorted list
       count               O(1)
       take                O(1) per node, and at most L - 1 moves down in its life
       a tick              moves at most n/800 + 8 * (L - 1) nodes down, whichever
                           deadlines you arm, and when. A call that goes d ticks on
                           moves at most 2 * d times as many. A move out of a sorted
                           list takes O(log n)
       next                O(1); after the earliest node has left, O(log n); once for each
                           block O(n), and for each list of m nodes O(m log m)
       clear, each         O(n + slots)
       take after d ticks  O(L) beside the moves, however large d is
       init                O(slots)
       Bytes per timer: those of the node. Bytes of the wheel: 2048 pointers and bits and
       256 counts per level, 160 KB with 64 bits.

   GUARANTEES, SOURCE
       those of hwheel.h: FIFO among equals, exact, never full. But a node alone in its
       slot may move down, too.

   PROPERTIES (check() names one that does not hold: "bigwheel 1")
       1  Each node is in the slot that its deadline and the position name. Or it is in a
          lower level k, if its deadline is in the next block of level k + 1. `home` names
          its slot. The list of each slot is linked both ways. A sorted list consists of
          sorted runs, as slots.h says. Such a list is above level 0. In the level above
          it, the upper slot that covers its ticks is empty.
       2  The bit of each slot tells whether the slot is occupied. The bit of each word of
          bits tells whether the word is not 0.
       3  `first` is NULL or the earliest node, of equals the one armed first. `first_due`
          is its deadline then.
       4  The block of each node begins at `wake` or later.
       5  The wheel has as many nodes as it counts. `held` counts the nodes of each group
          of eight slots. Above level 0 a group has the sub-slots of one upper slot.
       6  Unless the wheel is empty, `next` names the slot of the next block of each level
          above 0. If that slot is not empty, `above` has the bit of the level.

   OPTIONS
       those of node.h; TW_BIGWHEEL_IMPLEMENTATION instead of TW_IMPLEMENTATION compiles
       the functions of this header only */

#ifndef TW_BIGWHEEL_H
#define TW_BIGWHEEL_H

#if UINTPTR_MAX > 0xFFFFu /* smaller machines have no room for it */
TW__BEGIN_C

/* ------------------------------------------------------------------------------ TYPES */

/* A level has two halves. In level 0, a half has a slot for each tick. In a higher level,
   a half has SUBS sub-slots for each value of the digit. FIRST_BITS is UPPER_BITS and the
   three bits of SUBS: so LEVEL, the number of slots, is the same in all levels, and at()
   shifts by UPPER_BITS per level. The last digit has two bits or more, because a deadline
   may lie more than half the range ahead. */
enum {
    TW__BIGWHEEL_FIRST_BITS = TW_TICK_BITS == 8 ? 4 : 10,
    TW__BIGWHEEL_UPPER_BITS = TW_TICK_BITS == 8 ? 1 : 7,
    TW__BIGWHEEL_SUBS = 8,
    TW__BIGWHEEL_HALF = 1 << TW__BIGWHEEL_FIRST_BITS,
    TW__BIGWHEEL_LEVEL = 2 * TW__BIGWHEEL_HALF,
    TW__BIGWHEEL_LEVELS =
        (TW_TICK_BITS - TW__BIGWHEEL_FIRST_BITS - 2) / TW__BIGWHEEL_UPPER_BITS + 2,
    TW__BIGWHEEL_SLOTS = TW__BIGWHEEL_LEVELS * TW__BIGWHEEL_LEVEL,
    TW__BIGWHEEL_WORDS = TW__BIGWHEEL_SLOTS / TW__WORD_BITS,
    TW__BIGWHEEL_SUMMARIES = (TW__BIGWHEEL_WORDS + TW__WORD_BITS - 1) / TW__WORD_BITS,
    TW__BIGWHEEL_DIGITS = TW__BIGWHEEL_LEVEL / TW__BIGWHEEL_SUBS, /* of both halves */
    TW__BIGWHEEL_COUNTS = TW__BIGWHEEL_LEVELS * TW__BIGWHEEL_DIGITS
};

typedef void tw_bigwheel_array; /* a bigwheel takes no array */

/* All zero is a valid wheel: empty, at tick 0. It is too large for a stack. */
struct tw_bigwheel {
    TW__DEBUG(struct tw_stamp stamp;)
    struct tw_slots base;
    tw_tick shared; /* the tick up to which move_shares() has moved nodes down */
    unsigned above; /* a bit for each level in which nodes of its next block may be left */
    /* for each level, the index in `held` of the eight slots of its next block; for level
       0, an index behind the last, because level 0 moves no node down */
    unsigned next[TW__BIGWHEEL_LEVELS];
    /* bits of the slots, and of these words. The last word and the last summary stay 0: any()
       may look behind the last slot */
    uintptr_t word[TW__BIGWHEEL_WORDS + 1];
    uintptr_t summary[TW__BIGWHEEL_SUMMARIES + 1];
    /* the number of nodes in each group of eight slots; above level 0 a group is one upper slot */
    unsigned held[TW__BIGWHEEL_COUNTS];
    struct tw_node *slot[TW__BIGWHEEL_SLOTS]; /* the last node of each list */
};

/* -------------------------------------------------------------------------------- API */

/* Makes w empty at tick now. A wheel with levels needs no array: pass NULL and 0. If w is
   in use, call clear() first: otherwise its nodes still say that they wait. O(slots). */
#define tw_bigwheel_init TW__LINK_NAME(tw_bigwheel_init)
TW__API void tw_bigwheel_init(struct tw_bigwheel *w, tw_tick now, tw_bigwheel_array *array,
                              size_t n);

/* Inserts n for tick due, behind all nodes with the same tick. If n is in w, n moves as
   if it had been cancelled and added. n must be idle or in w. If due lies before the now
   of the last take() or init(), nodes with later ticks may leave before n: see add in
   verbs.h. Returns true always. O(1), and moves a few older nodes down; see COST. */
TW__API bool tw_bigwheel_add(struct tw_bigwheel *w, struct tw_node *n, tw_tick due);

/* Takes n out. If n waits, it must wait in w. False: n is idle, or on the due list of a
   set. O(1); see COST. */
TW__API bool tw_bigwheel_cancel(struct tw_bigwheel *w, struct tw_node *n);

/* Fetches into the cache the memory that arming, moving and cancelling the nodes will
   touch; changes nothing. nodes[i] is idle or in w. dues[i] is the tick for which you will
   arm it; dues may be NULL if you will cancel only. See prefetch in verbs.h. O(count). */
TW__INLINE void tw_bigwheel_prefetch(const struct tw_bigwheel *w, struct tw_node *const *nodes,
                                     const tw_tick *dues, size_t count);

/* Stores in *due the exact deadline of the node that leaves next. False: w is empty; *due
   is unchanged. O(1) until the earliest node leaves; see COST. */
TW__API bool tw_bigwheel_next(struct tw_bigwheel *w, tw_tick *due);

/* Takes out and returns the earliest node if it is due by now. NULL: no node is due by
   now. While nodes wait, now must not go back. O(1) on average; see COST for what a tick
   moves. */
TW__API struct tw_node *tw_bigwheel_take(struct tw_bigwheel *w, tw_tick now);

/* Returns the node after n, slot by slot. If n is NULL, returns the first of the walk.
   Any other n must be in w. NULL: the walk is over. A whole walk costs O(n + slots). */
TW__API struct tw_node *tw_bigwheel_each(const struct tw_bigwheel *w, const struct tw_node *n);

/* Returns the number of nodes. O(1). */
TW__API size_t tw_bigwheel_count(const struct tw_bigwheel *w);

/* Removes every node. All of them are idle then, and can be added again. O(n + slots). */
TW__API void tw_bigwheel_clear(struct tw_bigwheel *w);

/* Returns the name of a property that does not hold, such as "bigwheel 1", or NULL if all
   hold. For tests. O(n + slots). */
TW__CHECKED(TW__API const char *tw_bigwheel_check(const struct tw_bigwheel *w);)

/* ----------------------------------------------------------------------------- ENGINE

   The position is at digit 5 of level 1. The two halves of level 0 hold the blocks that
   the digits 5 and 6 of level 1 stand for: that of 6 is the next block.

       level 1      ... [5 5 5 5 5 5 5 5] [6 6 6 6 6 6 6 6] [7 7 7 7 7 7 7 7] ...
                    each digit has eight sub-slots, by the three bits below the digit
                                             |
                               .-------------'  a few nodes in each tick
                               v
       level 0      [ ticks of block 6 ] [ ticks of block 5 ]
                    of an even digit       of an odd digit; here is the position

   "Above" means in the level above, and "down" means to the level below. The oldest node
   of a list moves down first. So the nodes that have moved down were armed before those
   still above, and order is kept. A node that is armed for the next block goes above too,
   to the end of its list. But if that list is empty, the node goes down at once. When a
   node goes above, an older node of the block moves down. So the number of nodes above
   does not grow, and a share of them in each tick is enough.

   What `next` means depends on where it stands:

       next()              the verb: which deadline is the earliest
       w->next             for each level the next block, by its index in w->held
       in a list, each()   the node behind n

   Only next() sorts a list, after all next blocks have moved down. So no node of the block
   of a sorted list is above, and a tick puts no node into a sorted list. Of a sorted list,
   the first node of the oldest run moves down first: all its equals are younger. */

/* Returns the number of the lowest bit of a level's digit. A block of the level has
   2^this ticks. */
TW__INLINE unsigned tw__bigwheel_shift(size_t level) {
    return level ? TW__BIGWHEEL_FIRST_BITS + TW__BIGWHEEL_UPPER_BITS * (unsigned)(level - 1) : 0;
}

/* Returns the slot of a tick at a level. Above level 0 that is one of eight sub-slots; if
   a block begins at the tick, it is the first of them. */
TW__INLINE size_t tw__bigwheel_at(size_t level, tw_tick tick) {
    return level * TW__BIGWHEEL_LEVEL +
           (size_t)(tick >> TW__BIGWHEEL_UPPER_BITS * level) % TW__BIGWHEEL_LEVEL;
}

/* Returns the level of tick due: that of the highest digit in which due differs from
   position. The digit of the last level has all bits that the lower levels leave. */
TW__INLINE size_t tw__bigwheel_level(tw_tick position, tw_tick due) {
    const tw_tick differ = (tw_tick)((due ^ position) >> TW__BIGWHEEL_FIRST_BITS);
    const size_t level = differ ? 1 + tw__high_digit(differ, TW__BIGWHEEL_UPPER_BITS) : 0;

    return level < TW__BIGWHEEL_LEVELS ? level : TW__BIGWHEEL_LEVELS - 1;
}

/* Returns the slot of tick due, at the level that tw__bigwheel_level() gives. */
TW__INLINE size_t tw__bigwheel_slot(tw_tick position, tw_tick due) {
    return tw__bigwheel_at(tw__bigwheel_level(position, due), due);
}

/* Returns the tick at which the next block of a level begins. */
TW__INLINE tw_tick tw__bigwheel_after(const struct tw_bigwheel *w, size_t level) {
    return (tw_tick)((tw_tick)((w->base.position >> tw__bigwheel_shift(level)) + 1)
                     << tw__bigwheel_shift(level));
}

/* Returns the tick at which the block of a deadline begins. At level 0 a block is one
   tick. A node of a higher level must move down, or fire, when the position comes to that
   tick. */
TW__INLINE tw_tick tw__bigwheel_block(const struct tw_bigwheel *w, tw_tick due) {
    const tw_tick key = tw__slots_key(w->base.position, due);
    const unsigned shift =
        tw__bigwheel_shift(tw__bigwheel_slot(w->base.position, key) / TW__BIGWHEEL_LEVEL);
    return (tw_tick)(key >> shift << shift);
}

/* BITS. Says whether a slot from `begin` on and before `end` is occupied. True: *slot is
   the first such slot. It looks at the word of `begin`. If no bit is left there, the
   summaries lead to the first later word that is not 0. The loop ends at a summary that is
   not 0, or at the last one. */
TW__INLINE bool tw__bigwheel_any(const struct tw_bigwheel *w, size_t begin, size_t end,
                                 size_t *slot) {
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

/* Returns the bits of the eight sub-slots from begin on. */
TW__INLINE uintptr_t tw__bigwheel_subs(const struct tw_bigwheel *w, size_t begin) {
    return w->word[begin / TW__WORD_BITS] >> begin % TW__WORD_BITS &
           ((1u << TW__BIGWHEEL_SUBS) - 1);
}

/* Changes the bit of a slot that was filled or emptied. */
TW__INLINE void tw__bigwheel_toggle(struct tw_bigwheel *w, size_t slot) {
    tw__bits_toggle(w->word, w->summary, slot);
}

/* NODES. Appends n to a slot whose list is not sorted. */
TW__INLINE void tw__bigwheel_link(struct tw_bigwheel *w, struct tw_node *n, size_t slot) {
    n->home = slot + TW__WAITING;
    w->held[slot / TW__BIGWHEEL_SUBS]++;
    if (!w->slot[slot])
        tw__bigwheel_toggle(w, slot);
    tw__list_append(&w->slot[slot], n);
}

/* Takes n out of a slot whose list is not sorted, or has one node; the count stays. */
TW__INLINE void tw__bigwheel_unlink(struct tw_bigwheel *w, struct tw_node *n, size_t slot) {
    w->held[slot / TW__BIGWHEEL_SUBS]--;
    tw__slots_forget(&w->base, n, w->slot[slot]);
    tw__list_remove(&w->slot[slot], n);
    if (!w->slot[slot])
        tw__bigwheel_toggle(w, slot);
}

/* Takes n out of a sorted list; the count stays. */
TW__INLINE void tw__bigwheel_pull(struct tw_bigwheel *w, struct tw_node *n) {
    const size_t slot = tw__slots_place(n);

    w->held[slot / TW__BIGWHEEL_SUBS]--;
    tw__runs_leave(&w->base, &w->slot[slot], n);
    if (!w->slot[slot])
        tw__bigwheel_toggle(w, slot);
}

/* Does remove() where n is in a sorted list. */
TW__APART void tw__bigwheel_remove_sorted(struct tw_bigwheel *w, struct tw_node *n) {
    w->base.count--;
    tw__bigwheel_pull(w, n);
}

/* Takes n out of the wheel. */
TW__INLINE void tw__bigwheel_remove(struct tw_bigwheel *w, struct tw_node *n) {
    if (n->home >= TW__RUN) {
        tw__bigwheel_remove_sorted(w, n);
        return;
    }
    w->base.count--;
    tw__bigwheel_unlink(w, n, n->home - TW__WAITING);
}

/* CASCADES. Returns the address of the pointer that names the last node of the oldest run.
   If *list is not sorted, returns `list`. The first node of that run or list has no older
   equal, and cascade() takes it. In a sorted list, this function makes the second node of
   the run its first one: `prev` of the second node becomes NULL. */
TW__INLINE struct tw_node **tw__bigwheel_front_of(struct tw_node **list) {
    if ((*list)->home < TW__RUN)
        return list;
    list = tw__runs_oldest(list);
    (*list)->u.list.next->u.list.next->u.list.prev = NULL;
    return list;
}

/* Moves nodes of a block down a level, but no more than `most`. The block begins at tick.
   Of each list, the node that front_of() names goes first. The sub-slots take turns, so
   that their cache misses overlap. The first loop moves one node in each turn. Invariant:
   `bits` tells which sub-slots still have nodes. The first of these from `turn` on comes
   next, else the first of all. In a list that is not sorted, a turn writes to the last
   node alone. `prev` of the new first node stays wrong, because that node may be a cache
   miss. The second loop sets this `prev` to NULL, once for each such list that is left. */
TW__INLINE void tw__bigwheel_cascade(struct tw_bigwheel *w, size_t level, tw_tick tick,
                                     size_t most) {
    const size_t begin = tw__bigwheel_at(level, tick);
    uintptr_t bits = tw__bigwheel_subs(w, begin);
    unsigned turn = 0, i;

    for (; bits && most; most--) {
        struct tw_node *n, **last;

        i = tw__low_bit(bits >> turn ? bits >> turn << turn : bits);
        turn = i + 1;
        last = tw__bigwheel_front_of(&w->slot[begin + i]);
        n = tw__list_next(*last);
        TW__PREFETCH(n->u.list.next);
        (*last)->u.list.next = n->u.list.next;
        w->held[begin / TW__BIGWHEEL_SUBS]--;
        if (n == *last) {
            *last = NULL;
            if (!w->slot[begin + i]) {
                tw__bigwheel_toggle(w, begin + i);
                bits ^= (uintptr_t)1 << i;
            }
        }
        TW_TRACE(TW_CASCADE, NULL, n, n->due);
        tw__bigwheel_link(w, n, tw__bigwheel_at(level - 1, n->due));
    }
    for (; bits; bits &= bits - 1) {
        struct tw_node *const last = w->slot[begin + tw__low_bit(bits)];

        if (last->home < TW__RUN)
            last->u.list.next->u.list.prev = NULL;
    }
}

/* Notes the next block of each level up to `top`. Call this after the position came into
   another block of these levels. */
TW__INLINE void tw__bigwheel_set_next(struct tw_bigwheel *w, size_t top) {
    for (; top > 0; top--)
        w->next[top] =
            (unsigned)(tw__bigwheel_at(top, tw__bigwheel_after(w, top)) / TW__BIGWHEEL_SUBS);
}

/* Notes the next block of every level. Call this before the first node enters an empty
   wheel: while the wheel is empty, its position follows the clock, but `next` and `shared`
   do not. */
TW__INLINE void tw__bigwheel_begin(struct tw_bigwheel *w) {
    w->shared = w->base.position;
    w->next[0] = TW__BIGWHEEL_COUNTS; /* level 0 moves none down */
    tw__bigwheel_set_next(w, TW__BIGWHEEL_LEVELS - 1);
}

/* Moves one node of the next block of a level down, unless `slot`, one of its sub-slots,
   is empty. Returns whether nodes are left in `slot`. */
TW__INLINE bool tw__bigwheel_left(struct tw_bigwheel *w, size_t level, size_t slot) {
    if (w->slot[slot])
        tw__bigwheel_cascade(w, level, tw__bigwheel_after(w, level), 1);
    return w->slot[slot] != NULL;
}

/* Returns the slot for a new node. It is `slot`, that of tick due. But if due is in the
   next block, and no older node is left in that slot, the slot is lower. The loop ends at
   level 0, which has no next block. */
TW__INLINE size_t tw__bigwheel_lower(struct tw_bigwheel *w, size_t slot, tw_tick due) {
    size_t level = slot / TW__BIGWHEEL_LEVEL;

    while (slot / TW__BIGWHEEL_SUBS == w->next[level] && !tw__bigwheel_left(w, level, slot))
        slot = tw__bigwheel_at(--level, due);
    return slot;
}

/* Does the rare cases of insert() and update() for tick key, whose slot is given: the
   wheel is empty, key is in the next block of its level, or the list is sorted. */
TW__APART void tw__bigwheel_arm(struct tw_bigwheel *w, struct tw_node *n, tw_tick key,
                                size_t slot) {
    if (w->base.count == 0)
        tw__bigwheel_begin(w);
    slot = tw__bigwheel_lower(w, slot, key);
    if (tw__runs_sorted(w->slot[slot])) {
        n->home = slot + TW__WAITING;
        w->held[slot / TW__BIGWHEEL_SUBS]++;
        tw__runs_join(&w->slot[slot], n);
    } else {
        tw__bigwheel_link(w, n, slot);
    }
    tw__slots_enter(&w->base, n, key);
}

/* Says whether a slot of a level is that of the next block, or has a sorted list. In
   level 0 neither can be. */
TW__INLINE bool tw__bigwheel_rare(const struct tw_bigwheel *w, size_t level, size_t slot) {
    return level > 0 &&
           (slot / TW__BIGWHEEL_SUBS == w->next[level] || tw__runs_sorted(w->slot[slot]));
}

/* Puts n into the slot of tick due. The rare cases go to arm(). */
TW__INLINE void tw__bigwheel_insert(struct tw_bigwheel *w, struct tw_node *n, tw_tick due) {
    const tw_tick key = tw__slots_key(w->base.position, due);
    const size_t level = tw__bigwheel_level(w->base.position, key),
                 slot = tw__bigwheel_at(level, key);

    if (w->base.count == 0 || tw__bigwheel_rare(w, level, slot)) {
        tw__bigwheel_arm(w, n, key, slot);
        return;
    }
    tw__bigwheel_link(w, n, slot);
    tw__slots_enter(&w->base, n, key);
}

/* Does the rare cases of update(), which are those of insert(). n is in no sorted list. */
TW__APART void tw__bigwheel_move(struct tw_bigwheel *w, struct tw_node *n, tw_tick key,
                                 size_t slot) {
    w->base.count--;
    tw__bigwheel_unlink(w, n, n->home - TW__WAITING);
    tw__bigwheel_arm(w, n, key, slot);
}

/* Does update() where n is in a sorted list. */
TW__APART void tw__bigwheel_move_sorted(struct tw_bigwheel *w, struct tw_node *n, tw_tick key,
                                        size_t slot) {
    tw__bigwheel_pull(w, n);
    if (tw__bigwheel_rare(w, slot / TW__BIGWHEEL_LEVEL, slot)) {
        w->base.count--;
        tw__bigwheel_arm(w, n, key, slot);
        return;
    }
    tw__bigwheel_link(w, n, slot);
    tw__slots_note(&w->base, n, key, w->base.count == 1);
}

/* Moves n to tick due. In the form for speed, n stays where it is if it is the last node
   of its new slot: it is behind its equals already. */
TW__INLINE void tw__bigwheel_update(struct tw_bigwheel *w, struct tw_node *n, tw_tick due) {
    const tw_tick key = tw__slots_key(w->base.position, due);
    const size_t level = tw__bigwheel_level(w->base.position, key),
                 slot = tw__bigwheel_at(level, key);

    if (n->home >= TW__RUN) {
        tw__bigwheel_move_sorted(w, n, key, slot);
        return;
    }
    if (tw__bigwheel_rare(w, level, slot)) {
        tw__bigwheel_move(w, n, key, slot);
        return;
    }
    if (TW__SPEED && w->slot[slot] == n) {
        tw__slots_forget(&w->base, n, n);
    } else {
        tw__bigwheel_unlink(w, n, n->home - TW__WAITING);
        tw__bigwheel_link(w, n, slot);
    }
    tw__slots_note(&w->base, n, key, w->base.count == 1);
}

/* Moves all nodes of each level's next block down. Upper levels go first, because the level
   below moves the same nodes on. No node of a next block is left above then: `above` is
   0. */
TW__INLINE void tw__bigwheel_move_ahead(struct tw_bigwheel *w) {
    size_t level;

    for (level = TW__BIGWHEEL_LEVELS - 1; level > 0; level--)
        if (w->held[w->next[level]] != 0)
            tw__bigwheel_cascade(w, level, tw__bigwheel_after(w, level), w->base.count);
    w->above = 0;
}

/* Returns in how many equal shares the nodes of a level's next block still move down, this
   share included:

       shares = left / passed + 1         level 1, position at tick 1000 of a block of 1024:
                                          23 / 1 + 1 = 24 after 1 tick: 10 of 240 nodes
                                          23 / 4 + 1 = 6 after 4 ticks: 40 of 240 nodes

   `passed` is the number of ticks since the last move, not 0: this share is for these
   ticks. `left` is the number of ticks from the position to the tick by which all must be
   down. In level 1 that is the last tick of the position's block, 1023. In a higher level
   it is the begin of the last block of the level below: in that block the level below
   passes the nodes on, and must get no more. */
TW__INLINE tw_tick tw__bigwheel_shares(const struct tw_bigwheel *w, size_t level, tw_tick passed) {
    const tw_tick block = (tw_tick)((tw_tick)1 << tw__bigwheel_shift(level)),
                  below = (tw_tick)((tw_tick)1 << tw__bigwheel_shift(level - 1));
    tw_tick left = (tw_tick)(tw__bigwheel_after(w, level) - w->base.position);

    /* The ticks before this block had another next block. Counts the ticks of this block
       alone, its first one included. */
    if (passed > block - left)
        passed = (tw_tick)(block - left + 1u);
    left = left > below ? (tw_tick)(left - below) : 0;
    return (tw_tick)(left / passed + 1u); /* left < block: it does not wrap */
}

/* Moves a share of a level's next block down, and eight nodes and *spare nodes more. If
   it moves any, it sets *spare to 0. True: nodes of the next block are left above. */
TW__INLINE bool tw__bigwheel_share(struct tw_bigwheel *w, size_t level, tw_tick passed,
                                   size_t *spare) {
    const unsigned held = w->held[w->next[level]];

    if (held == 0)
        return false;
    if (passed != 0) {
        const tw_tick shares = tw__bigwheel_shares(w, level, passed);
        const size_t nodes = (size_t)(held / shares) + TW__BIGWHEEL_SUBS + *spare;

        tw__bigwheel_cascade(w, level, tw__bigwheel_after(w, level), nodes);
        *spare = 0;
    }
    return w->held[w->next[level]] != 0;
}

/* Moves a share of the next block down, in each level whose next block may have nodes. Up
   to `top` these are all levels: each has just got a new next block. Above `top` these are
   the levels that `above` marks. Upper levels go first, as in move_ahead(). The first level
   that moves nodes moves `spare` more: count / 4096. So if very many nodes wait, the nodes
   above soon run out. A node that is then armed for a next block goes down at once. */
TW__INLINE void tw__bigwheel_move_shares(struct tw_bigwheel *w, size_t top, tw_tick passed) {
    size_t level = w->above ? TW__BIGWHEEL_LEVELS - 1 : top, spare = w->base.count / 4096;

    for (; level > 0; level--) {
        const unsigned mark = 1u << level;

        if (level > top && !(w->above & mark))
            continue;
        if (tw__bigwheel_share(w, level, passed, &spare))
            w->above |= mark;
        else
            w->above &= ~mark;
    }
}

/* Moves the position to tick, and moves the shares of the passed ticks down. Each level
   up to the highest in which tick differs from the position gets a new next block. */
TW__INLINE void tw__bigwheel_go(struct tw_bigwheel *w, tw_tick tick) {
    const size_t top = tw__bigwheel_level(w->base.position, tick);
    const tw_tick passed = (tw_tick)(tick - w->shared);

    w->base.position = w->shared = tick;
    tw__bigwheel_set_next(w, top);
    tw__bigwheel_move_shares(w, top, passed);
}

/* Moves the position to tick, at which a block of one or more levels begins. First all
   nodes that are left in these blocks move down. */
TW__INLINE void tw__bigwheel_enter(struct tw_bigwheel *w, tw_tick tick) {
    size_t level;

    for (level = TW__BIGWHEEL_LEVELS - 1; level > 0; level--)
        if ((tick & (((tw_tick)1 << tw__bigwheel_shift(level)) - 1)) == 0)
            tw__bigwheel_cascade(w, level, tick, w->base.count);
    tw__bigwheel_go(w, tick);
}

/* Reads lists into the cache, if 16,384 nodes or more wait. Every eight ticks it reads
   the lists of eight slots, the first of them eight ticks ahead. */
TW__INLINE void tw__bigwheel_read_ahead(struct tw_bigwheel *w, tw_tick tick) {
    if (tw_before(tick, w->base.next_read))
        return;
    w->base.next_read = (tw_tick)(tick + 8);
    tw__slots_read(w->slot, tw__bigwheel_at(0, w->base.next_read), TW__BIGWHEEL_LEVEL,
                   w->base.count / 16384);
}

/* SEARCHING. Sets *slot to the occupied slot with the earliest nodes. The wheel is not
   empty. True: the slot is in the half of the next block, and more nodes of its block may
   be above. The loop goes up while both halves of a level are empty. It ends at the last
   level. That level is a ring: it is searched from the position on, then from its begin. */
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
    size_t slot = n ? tw__slots_place(n) : 0;
    struct tw_node *const next = n ? tw__runs_after(w->slot[slot], n) : NULL;

    if (next)
        return next;
    return tw__bigwheel_any(w, slot + (n != NULL), TW__BIGWHEEL_SLOTS, &slot)
               ? tw__runs_begin(w->slot[slot])
               : NULL;
}

/* Finds the first node and remembers it. The wheel is not empty. If the earliest slot is
   in level 0, it stands for one tick, and its first node is the answer. If the slot is in
   an upper level, or in the half of a next block, all next blocks first move down. The
   slot then has all nodes of its block. Otherwise nodes left above would be looked at
   again and again. */
TW__APART void tw__bigwheel_find(struct tw_bigwheel *w) {
    struct tw_node **list;
    size_t slot;

    if ((tw__bigwheel_earliest(w, &slot) || slot >= TW__BIGWHEEL_LEVEL) && w->above) {
        tw__bigwheel_move_ahead(w);
        tw__bigwheel_earliest(w, &slot);
    }
    list = &w->slot[slot];
    tw__slots_set_first(&w->base,
                        slot < TW__BIGWHEEL_LEVEL ? tw__list_first(*list) : tw__runs_first(list));
}

/* Reads the deadline from the wheel, because the first node may lie in no cache. */
TW__INLINE bool tw__bigwheel_next(struct tw_bigwheel *w, tw_tick *due) {
    if (!w->base.first) {
        if (w->base.count == 0)
            return false;
        tw__bigwheel_find(w);
    }
    *due = w->base.first_due;
    return true;
}

/* TIME. Says whether now is before `wake`, or the wheel is empty. If so, nothing is due,
   and the position follows now. */
TW__INLINE bool tw__bigwheel_quiet(struct tw_bigwheel *w, tw_tick now) {
    return tw__slots_quiet(&w->base, now);
}

/* Says whether the node of sub-slot `slot` is alone in all sub-slots of its upper slot. */
TW__INLINE bool tw__bigwheel_alone(const struct tw_bigwheel *w, size_t slot) {
    const uintptr_t bits = tw__bigwheel_subs(w, slot - slot % TW__BIGWHEEL_SUBS);

    return (bits & (bits - 1)) == 0 && tw__runs_alone(w->slot[slot]);
}

/* Sets *block to the tick at which the earliest block begins. Returns the first node if it
   fires without a cascade: it is in level 0 or alone in its upper slot, and in no half of a
   next block. NULL: the position must enter the block first. The wheel is not empty. */
TW__INLINE struct tw_node *tw__bigwheel_front(const struct tw_bigwheel *w, tw_tick *block) {
    struct tw_node *n = w->base.first;
    size_t slot;
    bool ahead;

    if (n && (n->due ^ w->base.position) >> TW__BIGWHEEL_FIRST_BITS == 0) {
        *block = n->due;
        return n;
    }
    ahead = tw__bigwheel_earliest(w, &slot);
    n = TW__MET(tw__list_next(w->slot[slot]));
    *block = tw__bigwheel_block(w, n->due);
    return !ahead && (slot < TW__BIGWHEEL_LEVEL || tw__bigwheel_alone(w, slot)) ? n : NULL;
}

/* Removes and returns n, the first node, which is due. The position goes to the tick of
   n. So a node that is alone in an upper slot fires without a cascade. */
TW__INLINE struct tw_node *tw__bigwheel_fire(struct tw_bigwheel *w, struct tw_node *n) {
    const size_t slot = tw__slots_place(TW__MET(n));

    if (n->due != w->base.position)
        tw__bigwheel_go(w, tw__slots_key(w->base.position, n->due));
    w->base.wake = w->base.position;
    tw__bigwheel_read_ahead(w, n->due);
    w->base.count--;
    tw__bigwheel_unlink(w, n, slot);
    /* The next node of its tick, if there is one, is the first node now. */
    tw__slots_set_first(&w->base, tw__list_first(w->slot[slot]));
    return n;
}

/* Moves the position to now, a tick at which nothing is due. now comes before `block`,
   the tick at which the earliest block begins. The wheel wakes at `block`, or earlier at
   `share`, the tick in which the next share moves. If nodes are above, that is the next
   tick. Else it is the tick at which level 1 gets another next block. */
TW__INLINE void tw__bigwheel_rest(struct tw_bigwheel *w, tw_tick now, tw_tick block) {
    tw_tick share;

    tw__bigwheel_go(w, tw__slots_key(w->base.position, now));
    share = w->above ? (tw_tick)(w->base.position + 1u) : tw__bigwheel_after(w, 1);
    w->base.wake = tw__nearer(w->base.position, share, block) ? share : block;
    tw__bigwheel_read_ahead(w, w->base.position);
}

/* Takes out the first node if it is due by now. NULL: nothing is due, and the position
   has followed now. The wheel is not empty: an empty one is quiet. Each turn that does
   not end the loop enters the earliest block, whose nodes move down. So the loop ends at
   the latest in level 0. */
TW__APART struct tw_node *tw__bigwheel_search(struct tw_bigwheel *w, tw_tick now) {
    for (;;) {
        tw_tick block;
        struct tw_node *n = tw__bigwheel_front(w, &block);

        if (n)
            tw__slots_set_first(&w->base, n);
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

/* Takes all nodes out, as a chain, and clears bits, summaries and counts. */
TW__INLINE struct tw_node *tw__bigwheel_take_all(struct tw_bigwheel *w) {
    size_t i;

    tw__bits_clear(w->word, TW__BIGWHEEL_WORDS);
    for (i = 0; i <= TW__BIGWHEEL_SUMMARIES; i++)
        w->summary[i] = 0;
    for (i = 0; i < TW__BIGWHEEL_COUNTS; i++)
        w->held[i] = 0;
    w->base.first = NULL;
    w->base.count = 0;
    return tw__runs_take_all(w->slot, TW__BIGWHEEL_SLOTS);
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
    w->above = 0;
    tw__slots_init(&w->base, now);
}

/* Says whether a node with this key may be in slot. The slot is the one that position and
   key name, or lower: then the node is in the next block of the level above. */
TW__INLINE bool tw__bigwheel_fits(const struct tw_bigwheel *w, size_t slot, tw_tick key) {
    const size_t level = slot / TW__BIGWHEEL_LEVEL;

    if (slot == tw__bigwheel_slot(w->base.position, key))
        return true;
    return level + 1 < TW__BIGWHEEL_LEVELS && slot == tw__bigwheel_at(level, key) &&
           (tw_tick)(key - tw__bigwheel_after(w, level + 1)) >> tw__bigwheel_shift(level + 1) == 0;
}

/* Says whether the list that ends with `last` is not sorted, or is allowed to be sorted. */
TW__INLINE bool tw__bigwheel_may_sort(const struct tw_bigwheel *w, const struct tw_node *last,
                                      size_t level) {
    if (!last || last->home < TW__RUN)
        return true;
    return level > 0 && (level + 1 >= TW__BIGWHEEL_LEVELS ||
                         w->held[tw__bigwheel_at(level + 1, last->due) / TW__BIGWHEEL_SUBS] == 0);
}

/* Returns the name of a property that does not hold in a slot, or NULL. Adds the number of
   nodes of the slot to *count. Sets *met at the first node of the wheel, which the loop
   meets before its equals. The loop ends behind the last node of the slot, or at the first
   one that is wrong. */
TW__INLINE const char *tw__bigwheel_check_slot(const struct tw_bigwheel *w, size_t slot,
                                               size_t *count, bool *met) {
    const struct tw_node *const last = w->slot[slot], *n;
    const size_t i = slot / TW__WORD_BITS;

    if (tw__bits_get(w->word, slot) != (last != NULL) ||
        tw__bits_get(w->summary, i) != (w->word[i] != 0))
        return "bigwheel 2";
    if (!tw__runs_sound(last, slot) || !tw__bigwheel_may_sort(w, last, slot / TW__BIGWHEEL_LEVEL))
        return "bigwheel 1";
    for (n = last ? tw__runs_begin(last) : NULL; n; n = tw__runs_after(last, n), ++*count) {
        const tw_tick key = tw__slots_key(w->base.position, n->due);
        tw_tick first;

        if (!tw__bigwheel_fits(w, slot, key))
            return "bigwheel 1";
        if (tw__slots_asleep(&w->base, tw__bigwheel_block(w, key)))
            return "bigwheel 4";
        *met = *met || n == w->base.first;
        first = w->base.first ? tw__slots_key(w->base.position, w->base.first_due) : key;
        if (tw_before(key, first) || (!*met && key == first) ||
            (n == w->base.first && n->due != w->base.first_due))
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
        if (count > 0 &&
            (w->next[i] != tw__bigwheel_at(i, tw__bigwheel_after(w, i)) / TW__BIGWHEEL_SUBS ||
             (!(w->above >> i & 1) && w->held[w->next[i]] != 0)))
            return "bigwheel 6";
    return !met ? "bigwheel 3" : count != w->base.count ? "bigwheel 5" : NULL;
}

TW__UNBOUNDED(bigwheel)

TW__INLINE size_t tw__bigwheel_count(const struct tw_bigwheel *w) { return w->base.count; }

/* PREFETCHING. Returns the address of the pointer that names the last node of the list for
   tick due. */
TW__INLINE struct tw_node *const *tw__bigwheel_end(const struct tw_bigwheel *w, tw_tick due) {
    return &w->slot[tw__bigwheel_slot(w->base.position, tw__slots_key(w->base.position, due))];
}

/* Fetches the nodes of a group and the slots of their ticks. Then it fetches the nodes
   beside them: the neighbours of each, and the last of each slot. */
TW__INLINE void tw__bigwheel_prefetch_group(const struct tw_bigwheel *w,
                                            const struct tw__group *g) {
    size_t i;

    tw__prefetch_nodes(g);
    for (i = 0; g->due && i < g->count; i++)
        TW__HINT(tw__bigwheel_end(w, g->due[i]));
    tw__prefetch_neighbours(g);
    for (i = 0; g->due && i < g->count; i++)
        tw__prefetch_links(*tw__bigwheel_end(w, g->due[i]));
}

/* Returns 0: there is no array. The product uses n, so that no compiler warns. */
TW__INLINE size_t tw__bigwheel_bytes(size_t n) { return n * 0; }

/* --------------------------------------------------------------------------- WRAPPERS */

TW__OPS(tw_bigwheel, bigwheel, tw__bigwheel, tw__bigwheel)
TW__PREFETCH_BY_NODE(bigwheel)

/* Makes a wheel of objects by tick: struct name, and its verbs, which take and return
   pointers to type. Costs and answers are those of the functions above. init() takes
   array and n as with other structures: pass NULL and 0. */
#define TW_BIGWHEEL_OF(name, type, member)                                  \
    typedef type name##__object;                                            \
    TW__OBJECTS(name, name##__object, member, bigwheel, tw_bigwheel_ops, 0) \
    TW__OBJECTS_BY_TICK(name, name##__object, member, bigwheel)

TW__END_C
#else /* a set or a queue of this structure gives one error, which says why */
struct tw_bigwheel {
    char nothing;
};

typedef void tw_bigwheel_array;
#define tw_bigwheel_ops                    tw_bigwheel_needs_addresses_of_32_bits
#define TW_BIGWHEEL_OF(name, type, member) typedef char tw_bigwheel_needs_addresses_of_32_bits[-1];
#endif
#endif /* TW_BIGWHEEL_H */

/* table.h - timers that are numbers: exact deadlines at 24 bytes a timer, in memory of
   yours.

   WHAT IT IS
       A store or a cache has millions of deadlines, and no room for a node in each
       object. A table has a timer for each number below its capacity. You arm, move and
       cancel timer 7, and when it is due you get the number 7 back: an index into an
       array of yours, or a slot of your hash. The table is one block of memory without a
       pointer in it. So it can be saved, mapped elsewhere, copied, shared, and grown by
       realloc().

       It is the wheel of bigwheel.h over numbers, but lazy. Read the head of that header
       first. A timer that moves to a later tick stays in its slot: only 16 of its bytes
       are written. A timer that is cancelled stays, too. A slot stands for a block of
       ticks. While the position passes through one block, each tick moves a share of the
       timers of the next block down: 2, if the table has 1000 timers and the block 512
       ticks. A timer goes where its deadline belongs, or is dropped if it is cancelled.
       For example, at tick 0 you arm timer 7 for tick 1100. The timer waits in a slot that
       begins at tick 1024, and stays there if you move it to tick 5000. In one of the
       ticks 512 to 1023 it goes to the slot of tick 5000. Each arming has a number, by
       which equal deadlines fire in arming order.

       A slot is a list. If next() asks a slot of an upper level, the slot becomes a tree: a
       digital search tree by the bits of deadline and arming number. A tree uses the two
       links that a list uses. A timer in a tree is not lazy: it moves at once. A timer that
       moves down to a list of level 0 may have been armed before others there. Then the
       list has lost arming order, and is sorted when its tick comes. A bit for each slot,
       its shape, says whether the slot is a tree, or has lost its order.

   PICK IT
       for 10^5 timers and more whose objects have numbers: keys, connections, leases; if
       bytes count; for heartbeats: each costs one cache miss. No tick is long.
   PICK ANOTHER
       if your objects have room for a node: hwheel.h, which wants no capacity. For
       firmware: smallwheel.h. Where next() must be bounded, too: heap4.h.

   DO THIS
       1  Get memory:            struct tw_table *t = malloc(tw_table_bytes(1000));
       2  Make the table:        tw_table_init(t, now, 1000);
       3  Arm, move and cancel:  tw_table_add_in(t, 7, now, 5000);
                                 tw_table_cancel(t, 7);
       4  Sleep, then fire:      poll(fds, n, tw_table_wait_ms(t, now, 1));
                                 tw_table_advance(t, now, expired, user);
          or take the numbers:   n = tw_table_expire_some(t, now, numbers, 100);
       5  Grow:                  t = realloc(t, tw_table_bytes(2000));
                                 tw_table_grow(t, 2000);
       One file of the program must #define TW_IMPLEMENTATION before the include. A
       program: examples/servers/ttl_cache.c.

   COST (n timers, L levels: 12, 6 or 3 with ticks of 64, 32 or 16 bits)
       add, cancel, move   O(1); O(log n) on average in a slot that is a tree
       next                O(log n) on average. Besides, once for each timer of a slot that
                           next() makes a tree: O(log n), or one move to a lower level
       advance             O(1) per timer that fires, O(log n) if arming order was lost in
                           its tick; and at most L moves in the life of an arming
       a tick              moves at most capacity/496 + L - 1 timers down, beside those that
                           fire. If arming order was lost, it sorts the k timers of its
                           own tick at once, however small max is: k log2(k) steps
       d ticks in a call   move at most d times as many down; a move out of a tree takes
                           O(log n). Beside the moves O(L), however large d is
       init, clear         O(capacity)
       A descent of a tree has at most 52 + 64 steps. Bytes: 24 a timer with 64-bit ticks,
       at most 20 with ticks of 32 or 16 bits; and 16 KB a table with 64-bit ticks on a 64-bit
       machine, 6 KB with 32-bit ticks on a 32-bit one.

   GUARANTEES
       those of timers.h: exact, in order (due, arming order), batches, budgets, refusals,
       ticks that wrap. Arming numbers have 52 bits. After 2^52 armings, 14 years of 10^7
       a second, timers of one tick may once fire in another order.

   PROPERTIES (check() names one that does not hold: "table 1")
       1  Each timer that is in a slot is linked there. A list is linked both ways. A tree
          leads to each of its timers by the bits of the timer.
       2  A bit for each slot tells whether the slot is occupied. A slot whose shape is 1 is
          occupied.
       3  Above level 0 the slots of the block that has the position are empty. If `ready`
          (struct tw_table) is 1, so are the slots of the next blocks. No deadline lies
          before the begin of its slot. A timer in a tree or in level 0 is armed, and in the
          slot of its deadline.
       4  The due list is in arming order, and so is each list of level 0 whose shape is 0.
       5  As many timers are armed as are counted.

   ARGUMENTS
       struct tw_table *t     the table: its block of memory
       size_t capacity        how many timers it has
       uint32_t i             a timer: a number below the capacity
       tw_tick now            the tick that your clock shows
       tw_tick due            the tick for which to arm
       tw_tick delay          ticks from now on
       tw_tick *due           gets the earliest deadline
       tw_tick ticks_per_ms   how many ticks make a millisecond, 1 or more
       tw_table_fn *fn        called with each number that is due
       void *user             handed to fn
       size_t max             how many timers may fire
       uint32_t *i            gets a number
       uint32_t *array        gets numbers; it has max elements

   WHAT GOES WRONG, AND THE ANSWER
       a number from the capacity on            TW_ASSERT, else false or 0
       NULL for a table or a function           TW_ASSERT
       a capacity of which bytes() answers 0    TW_ASSERT
       add too far ahead (16/32-bit ticks)      false
       cancel of an idle timer                  false
       advance or expire back in time           nothing fires, the clock stands
       advance or expire in a callback          refused: 0
       memory moved or grown in a callback      your error
       memory of a table that another version,  your error: a table fits one build alone
       machine or TW_TICK_BITS made
       memory that is aligned less than malloc  your error

   OPTIONS
       those of node.h and timers.h. TW_TABLE_IMPLEMENTATION instead of TW_IMPLEMENTATION
       compiles the functions of this header only. TW_TRACE, TW_TIES and watch.h do not see
       a table, because it has no nodes.

   SOURCE
       The wheel: see bigwheel.h. Digital search trees: E. Coffman and J. Eve, File
       structures using hashing functions, CACM 13(7), 1970. */

#ifndef TW_TABLE_H
#define TW_TABLE_H

TW__BEGIN_C

/* ------------------------------------------------------------------------------ TYPES */

/* Slots are numbered without a gap, level by level. A level has two halves, as in bigwheel.h.
   In level 0 a half has a slot for each tick of a block. In a higher level it has SUBS
   sub-slots for each value of the digit. The slot behind the last one is the due list. A
   place is 0, or 1 + the number of a slot. */
enum {
    TW__TABLE_FIRST_BITS = TW_TICK_BITS == 8 ? 4 : 9,
    TW__TABLE_UPPER_BITS = TW_TICK_BITS == 8 ? 2 : 5,
    TW__TABLE_LEVELS = 2 + (TW_TICK_BITS - TW__TABLE_FIRST_BITS - 2) / TW__TABLE_UPPER_BITS,
    TW__TABLE_SUB_BITS = UINTPTR_MAX > 0xFFFFFFFFu ? 2 : 0,
    TW__TABLE_SUBS = 1 << TW__TABLE_SUB_BITS,
    TW__TABLE_SUBS_MOST = 4, /* the room of head[] in deal(): analyzers do not compute SUBS */
    TW__TABLE_FIRST = 2 << TW__TABLE_FIRST_BITS,
    TW__TABLE_UPPER = (2 << TW__TABLE_UPPER_BITS) * TW__TABLE_SUBS,
    TW__TABLE_SLOTS = TW__TABLE_FIRST + (TW__TABLE_LEVELS - 1) * TW__TABLE_UPPER,
    TW__TABLE_DUE = TW__TABLE_SLOTS,
    TW__TABLE_WORDS = (TW__TABLE_SLOTS - 1) / TW__WORD_BITS + 1,
    TW__TABLE_SUMMARIES = TW__TABLE_WORDS / TW__WORD_BITS + 1, /* from() may ask for one more */
    TW__TABLE_PLACE_BITS = 12,
    TW__TABLE_PLACES = 1 << TW__TABLE_PLACE_BITS,
    TW__TABLE_ARMING_BITS = 64 - TW__TABLE_PLACE_BITS,
    TW__TABLE_NEXT = 0, /* the links of a list */
    TW__TABLE_PREV = 1
};

#define TW__TABLE_LAST (((uint64_t)1 << TW__TABLE_ARMING_BITS) - 1) /* the last arming number */

/* A timer. All zero: idle. Links name timer i by 1 + i; 0 is none. */
struct tw_table_timer {
    tw_tick due;       /* the deadline as you gave it */
    uint32_t stamp[2]; /* arming number and place, low word first; number 0: not armed */
    uint32_t link[2];  /* next and previous of a list, or the sides of a tree */
};

/* A table. The timers stand behind it. */
struct tw_table {
    tw_tick now, previous; /* the clock, and the clock before this batch */
    tw_tick position;      /* a tick that follows the clock; timers are placed by it */
    uint64_t armings;      /* the number of the last arming */
    uint64_t until;        /* the last arming before this batch */
    uint32_t capacity, count;
    uint32_t batch;                         /* TW__TABLE_NONE, _PUSH or _PULL */
    uint32_t ready;                         /* 1: no next block has a timer that must move down */
    uint32_t slot[TW__TABLE_SLOTS + 1];     /* the last timer of a list, the root of a tree */
    uintptr_t word[TW__TABLE_WORDS];        /* a bit for each slot that is occupied */
    uintptr_t summary[TW__TABLE_SUMMARIES]; /* a bit for each word that is not 0 */
    uintptr_t shape[TW__TABLE_WORDS];       /* a bit for each slot: see tw__table_shape */
};

/* Whether a batch is under way: none, one of advance(), one of expire(). */
enum { TW__TABLE_NONE = 0, TW__TABLE_PUSH = 1, TW__TABLE_PULL = 2 };

/* The type of the function that advance() calls with each number that is due. */
typedef void tw_table_fn(void *user, uint32_t i, tw_tick now);

/* -------------------------------------------------------------------------------- API */

/* Returns the bytes of a table for `capacity` timers. 0: the table would be larger than
   memory, or has more than 2^32 - 2 timers. */
TW__API size_t tw_table_bytes(size_t capacity);

/* Makes t, memory of tw_table_bytes(capacity) bytes, an empty table at tick now. Forgets
   the timers of a table that is in use. O(capacity). */
#define tw_table_init TW__LINK_NAME(tw_table_init)
TW__API void tw_table_init(struct tw_table *t, tw_tick now, size_t capacity);

/* Gives t more timers. t must have tw_table_bytes(capacity) bytes by now, and may lie
   elsewhere than before. False: it has more timers already, or tw_table_bytes(capacity) is
   0; nothing changed. O(timers that are new). */
TW__API bool tw_table_grow(struct tw_table *t, size_t capacity);

/* Arms timer i for tick due, or moves it there, as if it had been cancelled and armed
   anew. If due is the now of the table or earlier, i fires in the next batch. False: i is
   no timer of t, or due lies too far ahead; nothing changed. O(1); see COST. */
TW__API bool tw_table_add(struct tw_table *t, uint32_t i, tw_tick due);

/* If i is on the due list, or armed for due or an earlier tick, changes nothing and returns
   true. Else does what add() does. */
TW__API bool tw_table_add_if_earlier(struct tw_table *t, uint32_t i, tw_tick due);

/* Arms i for now + delay, as add() does. With 64-bit ticks the sum stops at TW_TICK_MAX.
   If ticks wrap, and t is empty and in no batch, the clock of t moves to now first. False:
   as for add(), or delay is a quarter of the range or more; nothing changed. */
TW__API bool tw_table_add_in(struct tw_table *t, uint32_t i, tw_tick now, tw_tick delay);

/* Takes i out, unfired. False: i is idle, or no timer of t. O(1); see COST. */
TW__API bool tw_table_cancel(struct tw_table *t, uint32_t i);

/* Says whether i is armed, due or not. False: it is not, or is no timer of t. */
TW__API bool tw_table_pending(const struct tw_table *t, uint32_t i);

/* Returns the tick for which i was last armed, as you gave it. 0: i was never armed since
   init() or clear(), or is no timer of t. */
TW__API tw_tick tw_table_due(const struct tw_table *t, uint32_t i);

/* Returns the ticks from the now of the table to the deadline of i. 0: i is due or idle,
   or no timer of t. */
TW__API tw_tick tw_table_remaining(const struct tw_table *t, uint32_t i);

/* Writes the earliest deadline to *due, exactly. While a timer is due, writes the now of
   the table. False: nothing is armed; *due is unchanged. See COST. */
TW__API bool tw_table_next(struct tw_table *t, tw_tick *due);

/* Says whether a timer is due by the now of the table: the max of advance_some() left it
   over, or it was armed for a tick that had passed. Costs what next() costs. */
TW__API bool tw_table_any_due(struct tw_table *t);

/* Returns how many milliseconds poll() shall wait at clock time now, rounded up; at most
   INT_MAX. 0: a timer is due by now. -1: nothing is armed. ticks_per_ms must be 1 or more. */
TW__API int tw_table_wait_ms(struct tw_table *t, tw_tick now, tw_tick ticks_per_ms);

/* Moves the clock to now, and calls fn(user, i, now) for each timer i that is due, in
   order. i is idle by then; fn may arm, move and cancel any timer. Returns how many fired;
   0 if the call is refused: in a callback, or while now lies before the now of t. */
TW__API size_t tw_table_advance(struct tw_table *t, tw_tick now, tw_table_fn *fn, void *user);

/* Does what advance() does, but calls fn at most max times. The other timers stay due, and
   come first next time. If max is 0, only the clock moves. */
TW__API size_t tw_table_advance_some(struct tw_table *t, tw_tick now, size_t max, tw_table_fn *fn,
                                     void *user);

/* Takes out one timer that is due by now, and writes its number to *i. False: the batch is
   over, or the call is refused. A batch keeps the now that it began with, as expire() of
   timers.h does. */
TW__API bool tw_table_expire(struct tw_table *t, tw_tick now, uint32_t *i);

/* Does what advance_some() does, but writes the numbers to an array of max elements. */
TW__API size_t tw_table_expire_some(struct tw_table *t, tw_tick now, uint32_t *array, size_t max);

/* Returns the now of the table: the tick to which a call last moved the clock. */
TW__API tw_tick tw_table_now(const struct tw_table *t);

/* Returns how many timers are armed, due ones included. */
TW__API size_t tw_table_count(const struct tw_table *t);

/* Returns how many timers t has. */
TW__API size_t tw_table_capacity(const struct tw_table *t);

/* Returns the first armed timer from number i on; the capacity if there is none. Between
   two calls you may change t. A whole walk costs O(capacity). */
TW__API uint32_t tw_table_each(const struct tw_table *t, uint32_t i);

/* Takes out every timer, unfired. O(capacity). */
TW__API void tw_table_clear(struct tw_table *t);

/* Returns the name of a property that does not hold, such as "table 1", or NULL if all
   hold. For tests. O(capacity). */
TW__CHECKED(TW__API const char *tw_table_check(const struct tw_table *t);)

/* ----------------------------------------------------------------------------- ENGINE

   TW__TABLE_STEP marks each timer that a cascade, a path or a merge meets. A program that
   counts steps defines it. */
#ifndef TW__TABLE_STEP
#define TW__TABLE_STEP ((void)0)
#endif

/* TIMERS. An id is 1 + a number. Returns the timer with this id. grow() also asks for the
   place behind the last timer. */
TW__INLINE struct tw_table_timer *tw__table_timer(struct tw_table *t, uint32_t id) {
    TW_ASSERT(id - 1 <= t->capacity);
    return (struct tw_table_timer *)(void *)(t + 1) + (id - 1);
}

/* Does the same for a table that must not change. */
TW__INLINE const struct tw_table_timer *tw__table_see(const struct tw_table *t, uint32_t id) {
    return (const struct tw_table_timer *)(const void *)(t + 1) + (id - 1);
}

/* Returns the arming number of a timer; 0 if it is not armed. */
TW__INLINE uint64_t tw__table_arming(const struct tw_table_timer *e) {
    return ((uint64_t)e->stamp[1] << 32 | e->stamp[0]) >> TW__TABLE_PLACE_BITS;
}

/* Returns the place of a timer; 0 if it is in no slot. */
TW__INLINE uint32_t tw__table_place(const struct tw_table_timer *e) {
    return e->stamp[0] % TW__TABLE_PLACES;
}

/* Gives a timer its arming number and its place. */
TW__INLINE void tw__table_stamp(struct tw_table_timer *e, uint64_t arming, uint32_t place) {
    e->stamp[0] = (uint32_t)(arming << TW__TABLE_PLACE_BITS) | place;
    e->stamp[1] = (uint32_t)(arming >> (32 - TW__TABLE_PLACE_BITS));
}

/* SLOTS. Returns the width of a block of an upper level, in bits: 2^width ticks. */
TW__INLINE unsigned tw__table_block(size_t level) {
    return TW__TABLE_FIRST_BITS + ((unsigned)level - 1) * TW__TABLE_UPPER_BITS;
}

/* Returns the first slot of a level. */
TW__INLINE size_t tw__table_base(size_t level) {
    return level ? TW__TABLE_FIRST + (level - 1) * TW__TABLE_UPPER : 0;
}

/* Returns the level of a slot. */
TW__INLINE size_t tw__table_level(size_t slot) {
    return slot < TW__TABLE_FIRST ? 0 : 1 + (slot - TW__TABLE_FIRST) / TW__TABLE_UPPER;
}

/* Returns the width of a slot of a level, in bits: 2^width ticks. */
TW__INLINE unsigned tw__table_width(size_t slot) {
    return slot < TW__TABLE_FIRST ? 0 : tw__table_block(tw__table_level(slot)) - TW__TABLE_SUB_BITS;
}

/* Returns the tick at which a slot next begins, from the position on. If the position lies
   in the slot, returns the tick at which the slot has begun. */
TW__INLINE tw_tick tw__table_begin(const struct tw_table *t, size_t slot) {
    const unsigned width = tw__table_width(slot);
    const size_t slots = slot < TW__TABLE_FIRST ? TW__TABLE_FIRST : TW__TABLE_UPPER;
    const size_t here = (size_t)(t->position >> width);
    const size_t ahead = (slot - tw__table_base(tw__table_level(slot)) - here) & (slots - 1);

    return (tw_tick)((tw_tick)((t->position >> width) + ahead) << width);
}

/* Returns the slot of tick due in a level. */
TW__INLINE size_t tw__table_slot_at(size_t level, tw_tick due) {
    return level == 0 ? (size_t)(due & (TW__TABLE_FIRST - 1))
                      : tw__table_base(level) +
                            ((size_t)(due >> (tw__table_block(level) - TW__TABLE_SUB_BITS)) &
                             (TW__TABLE_UPPER - 1));
}

/* Returns the slot of tick due, in the lowest level whose halves hold due. One half holds
   the block of the position, the other the next block. The distance to due gives a level. If
   due lies in the next block of that level, the level below holds due, too. */
TW__INLINE size_t tw__table_slot(tw_tick position, tw_tick due) {
    const tw_tick ahead = (tw_tick)(due - position);
    const tw_tick blocks = (tw_tick)(ahead >> TW__TABLE_FIRST_BITS);
    size_t level = 0;
    unsigned width;
    tw_tick reach; /* the ticks from the begin of the position's block to due */

    if (blocks != 0) {
        level = 1 + tw__high_digit(blocks, TW__TABLE_UPPER_BITS);
        width = tw__table_block(level);
        reach = (tw_tick)((position & (((tw_tick)1 << width) - 1)) + ahead);
        level -= reach >> width == 1; /* 1 if due lies in the next block */
    }
    return tw__table_slot_at(level, due);
}

/* Returns the shape of a slot. In an upper level it says whether the slot is a tree, in
   level 0 whether its list has lost arming order. */
TW__INLINE bool tw__table_shape(const struct tw_table *t, size_t slot) {
    return slot != TW__TABLE_DUE && tw__bits_get(t->shape, slot);
}

/* Says whether a slot is a tree. */
TW__INLINE bool tw__table_tree(const struct tw_table *t, size_t slot) {
    return slot >= TW__TABLE_FIRST && tw__table_shape(t, slot);
}

/* Says whether moved and cancelled timers may stay in a slot: the slot is a list of an
   upper level. */
TW__INLINE bool tw__table_lazy(const struct tw_table *t, size_t slot) {
    return slot >= TW__TABLE_FIRST && slot != TW__TABLE_DUE && !tw__table_tree(t, slot);
}

/* Changes the bit of a slot that was filled or emptied. */
TW__INLINE void tw__table_toggle(struct tw_table *t, size_t slot) {
    if (slot != TW__TABLE_DUE)
        tw__bits_toggle(t->word, t->summary, slot);
}

/* Sets the shape of a slot. */
TW__INLINE void tw__table_set_shape(struct tw_table *t, size_t slot, bool shape) {
    if (tw__table_shape(t, slot) != shape)
        t->shape[slot / TW__WORD_BITS] ^= (uintptr_t)1 << slot % TW__WORD_BITS;
}

/* Returns the first occupied slot from slot i on, TW__TABLE_SLOTS if there is none. */
TW__INLINE size_t tw__table_from(const struct tw_table *t, size_t i) {
    const uintptr_t bits = t->word[i / TW__WORD_BITS] >> i % TW__WORD_BITS;
    size_t word;

    if (bits)
        return i + tw__low_bit(bits);
    word = tw__bits_from(t->summary, i / TW__WORD_BITS + 1, TW__TABLE_SUMMARIES);
    return word < TW__TABLE_WORDS ? word * TW__WORD_BITS + tw__low_bit(t->word[word])
                                  : (size_t)TW__TABLE_SLOTS;
}

/* Returns the first occupied slot of a level from the position on, TW__TABLE_SLOTS if there
   is none. */
TW__INLINE size_t tw__table_ahead(const struct tw_table *t, size_t level) {
    const size_t base = tw__table_base(level), end = tw__table_base(level + 1);
    size_t slot = tw__table_from(t, tw__table_slot_at(level, t->position));

    if (slot >= end)
        slot = tw__table_from(t, base);
    return slot < end ? slot : (size_t)TW__TABLE_SLOTS;
}

/* Says whether a slot of this level or a higher one is occupied. */
TW__INLINE bool tw__table_above(const struct tw_table *t, size_t level) {
    return level < TW__TABLE_LEVELS && tw__table_from(t, tw__table_base(level)) < TW__TABLE_SLOTS;
}

/* Says whether two ticks lie in one block of level 0. */
TW__INLINE bool tw__table_together(tw_tick a, tw_tick b) {
    return (tw_tick)(a ^ b) >> TW__TABLE_FIRST_BITS == 0;
}

/* Returns the slot that begins first, TW__TABLE_SLOTS if all are empty. Of slots that
   begin together, takes that of level 0, else that of the highest level. If every slot
   begins after `by`, may return any of them, or none. No occupied slot above level 0
   begins in the block of the position. */
TW__INLINE size_t tw__table_earliest(const struct tw_table *t, tw_tick by) {
    size_t first = tw__table_ahead(t, 0), level, slot;
    tw_tick nearest =
        first < TW__TABLE_SLOTS ? (tw_tick)(tw__table_begin(t, first) - t->position) : TW_TICK_MAX;

    if (tw__table_together(t->position, by) ||
        (first < TW__TABLE_FIRST &&
         tw__table_together(t->position, (tw_tick)(t->position + nearest))))
        return first;
    for (level = 1; tw__table_above(t, level); level++)
        if ((slot = tw__table_ahead(t, level)) < TW__TABLE_SLOTS) {
            const tw_tick ahead = (tw_tick)(tw__table_begin(t, slot) - t->position);

            if (ahead < nearest || (ahead == nearest && first >= TW__TABLE_FIRST)) {
                nearest = ahead;
                first = slot;
            }
        }
    return first;
}

/* LISTS. A list is a ring as in node.h. Appends a timer. */
TW__INLINE void tw__table_append(struct tw_table *t, size_t slot, uint32_t id) {
    struct tw_table_timer *const e = tw__table_timer(t, id);
    const uint32_t last = t->slot[slot];

    e->link[TW__TABLE_PREV] = last;
    e->link[TW__TABLE_NEXT] = id;
    if (last) {
        e->link[TW__TABLE_NEXT] = tw__table_timer(t, last)->link[TW__TABLE_NEXT];
        tw__table_timer(t, last)->link[TW__TABLE_NEXT] = id;
    }
    t->slot[slot] = id;
}

/* Takes a timer out of a list. */
TW__INLINE void tw__table_unlink(struct tw_table *t, size_t slot, uint32_t id) {
    const struct tw_table_timer *const e = tw__table_timer(t, id);
    const uint32_t last = t->slot[slot], next = e->link[TW__TABLE_NEXT];
    const uint32_t prev = e->link[TW__TABLE_PREV];

    if (id == last)
        t->slot[slot] = prev;
    else
        tw__table_timer(t, next)->link[TW__TABLE_PREV] = prev;
    tw__table_timer(t, prev ? prev : last)->link[TW__TABLE_NEXT] = next;
}

/* TREES. The path from the root to a timer is told by the timer's bits: those of the
   deadline that tell apart the ticks of the slot, highest first, then those of the arming
   number. At 0 the path goes on to link[0], at 1 to link[1]. A timer stands anywhere on
   its path. So timers below link[0] have lesser bits than timers below link[1].
   Returns bit `depth` of a path in a slot of this width. */
TW__INLINE unsigned tw__table_bit(const struct tw_table_timer *e, unsigned width, unsigned depth) {
    if (depth < width)
        return (unsigned)(e->due >> (width - 1 - depth)) & 1;
    depth -= width;
    return depth < TW__TABLE_ARMING_BITS
               ? (unsigned)(e->stamp[(63 - depth) / 32] >> (63 - depth) % 32) & 1
               : 0;
}

/* Returns the link in a tree that leads to the timer `id`; with id 0 the empty link at
   which a timer with the bits of e belongs. Ends because a path meets no timer twice. */
TW__INLINE uint32_t *tw__table_link(struct tw_table *t, size_t slot, const struct tw_table_timer *e,
                                    uint32_t id) {
    const unsigned width = tw__table_width(slot);
    uint32_t *link = &t->slot[slot];
    unsigned depth = 0;

    while (*link && *link != id) {
        TW__TABLE_STEP;
        link = &tw__table_timer(t, *link)->link[tw__table_bit(e, width, depth++)];
    }
    TW_ASSERT(*link == id);
    return link;
}

/* Puts a timer into a tree. */
TW__INLINE void tw__table_insert(struct tw_table *t, size_t slot, uint32_t id) {
    struct tw_table_timer *const e = tw__table_timer(t, id);

    *tw__table_link(t, slot, e, 0) = id;
    e->link[0] = e->link[1] = 0;
}

/* Takes a timer out of a tree. Any leaf below the timer may take its place: down to there
   both have the same bits. The loop ends at a leaf. */
TW__INLINE void tw__table_remove(struct tw_table *t, size_t slot, uint32_t id) {
    struct tw_table_timer *const e = tw__table_timer(t, id), *x = e;
    uint32_t *const link = tw__table_link(t, slot, e, id), *end = link, leaf;

    while (x->link[0] || x->link[1]) {
        TW__TABLE_STEP;
        end = &x->link[x->link[0] == 0];
        x = tw__table_timer(t, *end);
    }
    leaf = *end;
    *end = 0;
    if (x != e) {
        x->link[0] = e->link[0];
        x->link[1] = e->link[1];
        *link = leaf;
    }
}

/* Returns the earliest deadline of a tree. It is the least on the path that goes on to
   link[0] where it can. All deadlines of a tree lie in one block, so < is their order. */
TW__INLINE tw_tick tw__table_least(struct tw_table *t, size_t slot) {
    uint32_t id = t->slot[slot];
    tw_tick least = tw__table_timer(t, id)->due;

    while (id) {
        const struct tw_table_timer *const x = tw__table_timer(t, id);

        TW__TABLE_STEP;
        if (x->due < least)
            least = x->due;
        id = x->link[x->link[0] == 0];
    }
    return least;
}

/* Empties a list. Returns its timers as a chain through link[0], which 0 ends. */
TW__INLINE uint32_t tw__table_chain(struct tw_table *t, size_t slot) {
    struct tw_table_timer *const last = tw__table_timer(t, t->slot[slot]);
    const uint32_t first = last->link[TW__TABLE_NEXT];

    last->link[TW__TABLE_NEXT] = 0;
    t->slot[slot] = 0;
    tw__table_toggle(t, slot);
    tw__table_set_shape(t, slot, false);
    return first;
}

/* SORTING. Merges two chains by arming number, and returns the first timer. The loop ends
   because each turn takes a timer from a or b. */
TW__INLINE uint32_t tw__table_merge(struct tw_table *t, uint32_t a, uint32_t b) {
    uint32_t first = 0, *end = &first;

    while (a && b) {
        const bool a_first =
            tw__table_arming(tw__table_timer(t, a)) < tw__table_arming(tw__table_timer(t, b));
        uint32_t *const less = a_first ? &a : &b;

        TW__TABLE_STEP;
        *end = *less;
        end = &tw__table_timer(t, *less)->link[TW__TABLE_NEXT];
        *less = *end; /* the rest of that chain */
    }
    *end = a ? a : b;
    return first;
}

/* Brings the list of a slot of level 0 into arming order. run[i] is a chain of 2^i runs, or
   0; run[23] takes every longer chain. A run is a part of the list that is in order. The
   loops end because each turn takes timers from a chain. */
TW__APART void tw__table_sort(struct tw_table *t, size_t slot) {
    uint32_t run[24], id = tw__table_chain(t, slot), end, next;
    volatile uint32_t *const empty = run; /* volatile: as in tw__bits_clear() */
    const size_t last = sizeof run / sizeof run[0] - 1;
    size_t i;

    for (i = 0; i <= last; i++)
        empty[i] = 0;
    for (; id; id = next) {
        for (end = id; (next = tw__table_timer(t, end)->link[TW__TABLE_NEXT]) != 0; end = next)
            if (tw__table_arming(tw__table_timer(t, next)) <
                tw__table_arming(tw__table_timer(t, end)))
                break;
        tw__table_timer(t, end)->link[TW__TABLE_NEXT] = 0;
        for (i = 0; run[i] && i < last; i++) {
            id = tw__table_merge(t, run[i], id);
            run[i] = 0;
        }
        run[i] = tw__table_merge(t, run[i], id);
    }
    for (i = 0; i <= last; i++)
        id = tw__table_merge(t, run[i], id);
    tw__table_toggle(t, slot);
    for (; id; id = next) {
        next = tw__table_timer(t, id)->link[TW__TABLE_NEXT];
        tw__table_append(t, slot, id);
    }
}

/* Puts a timer, which has its deadline and its number, into a slot. */
TW__INLINE void tw__table_enter(struct tw_table *t, uint32_t id, size_t slot) {
    struct tw_table_timer *const e = tw__table_timer(t, id);
    const uint64_t arming = tw__table_arming(e);
    const uint32_t last = t->slot[slot];

    tw__table_stamp(e, arming, (uint32_t)slot + 1);
    if (!last)
        tw__table_toggle(t, slot);
    else if (slot < TW__TABLE_FIRST && arming < tw__table_arming(tw__table_timer(t, last)))
        tw__table_set_shape(t, slot, true);
    if (tw__table_tree(t, slot))
        tw__table_insert(t, slot, id);
    else
        tw__table_append(t, slot, id);
}

/* Takes a timer out of its slot. */
TW__INLINE void tw__table_leave(struct tw_table *t, uint32_t id) {
    const size_t slot = (size_t)tw__table_place(tw__table_timer(t, id)) - 1;

    if (tw__table_tree(t, slot))
        tw__table_remove(t, slot, id);
    else
        tw__table_unlink(t, slot, id);
    if (!t->slot[slot]) {
        tw__table_toggle(t, slot);
        tw__table_set_shape(t, slot, false);
    }
}

/* Makes a timer idle. The timer is in no slot. */
TW__INLINE void tw__table_rest(struct tw_table *t, uint32_t id) {
    tw__table_stamp(tw__table_timer(t, id), 0, 0);
}

/* Puts a timer where its deadline belongs. The timer is in no slot. If the timer is
   cancelled, drops it. */
TW__INLINE void tw__table_settle(struct tw_table *t, uint32_t id) {
    struct tw_table_timer *const e = tw__table_timer(t, id);

    TW__TABLE_STEP;
    if (tw__table_arming(e))
        tw__table_enter(t, id, tw__table_slot(t->position, e->due));
    else
        tw__table_rest(t, id);
}

/* Takes a timer out of a slot that is occupied: the root of a tree, the first of a list.
   Returns its id. Fetches the next timer of the list for the next pop(). */
TW__INLINE uint32_t tw__table_pop(struct tw_table *t, size_t slot) {
    uint32_t id = t->slot[slot];

    if (!tw__table_tree(t, slot)) {
        id = tw__table_timer(t, id)->link[TW__TABLE_NEXT];
        TW__PREFETCH(tw__table_timer(t, tw__table_timer(t, id)->link[TW__TABLE_NEXT]));
    }
    tw__table_leave(t, id);
    return id;
}

/* MOVING DOWN. Cuts *head, the first timer, off a list, and returns its id. *head becomes
   the next timer, or 0 if the list is empty. `prev` of the next timer and `next` of the
   last timer stay wrong until deal() ends. */
TW__INLINE uint32_t tw__table_cut(struct tw_table *t, size_t slot, uint32_t *head) {
    const uint32_t id = *head;

    if (id == t->slot[slot]) {
        t->slot[slot] = *head = 0;
        tw__table_toggle(t, slot);
    } else {
        *head = tw__table_timer(t, id)->link[TW__TABLE_NEXT];
        TW__PREFETCH(tw__table_timer(t, *head));
    }
    return id;
}

/* Moves timers down from the sub-slots of one digit, but no more than `most`. `begin` is
   the first of these sub-slots. Returns 1 if these sub-slots are empty then, else 0. The
   sub-slots take turns, so that their cache misses overlap. head is the first timer of a
   list, or 0. No timer comes back to these sub-slots, so the loop ends. */
TW__APART uint32_t tw__table_deal(struct tw_table *t, size_t begin, size_t most) {
    const uintptr_t *const word = &t->word[begin / TW__WORD_BITS];
    const uintptr_t all = (((uintptr_t)1 << TW__TABLE_SUBS) - 1) << begin % TW__WORD_BITS;
    uint32_t head[TW__TABLE_SUBS_MOST];
    size_t i, slot;

    if (!(*word & all))
        return 1;
    for (i = 0, slot = begin; i < TW__TABLE_SUBS; i++, slot++)
        head[i] = t->slot[slot] && !tw__table_tree(t, slot)
                      ? tw__table_timer(t, t->slot[slot])->link[TW__TABLE_NEXT]
                      : 0;
    while (most && *word & all)
        for (i = 0, slot = begin; i < TW__TABLE_SUBS && most; i++, slot++)
            if (t->slot[slot]) {
                tw__table_settle(t, head[i] ? tw__table_cut(t, slot, &head[i])
                                            : tw__table_pop(t, slot));
                most--;
            }
    for (i = 0; i < TW__TABLE_SUBS; i++)
        if (head[i]) {
            tw__table_timer(t, head[i])->link[TW__TABLE_PREV] = 0;
            tw__table_timer(t, t->slot[begin + i])->link[TW__TABLE_NEXT] = head[i];
        }
    return !(*word & all);
}

/* Returns the share: how many timers move down from a next block of 2^width ticks while the
   position goes on by `passed` ticks. Over 2^width ticks that is the capacity or more. With
   width 9 and a capacity of 10^6, for example, a tick moves 1954 timers. Each tick moves one
   or more, so more ticks than the capacity move all. */
TW__INLINE size_t tw__table_share(const struct tw_table *t, unsigned width, tw_tick passed) {
    const uint32_t share = (width < 32 ? t->capacity >> width : 0) + 1u;

    return passed >> width || passed > t->capacity ? TW__ALL : (size_t)passed * (size_t)share;
}

/* Moves the position to a tick. Empties the blocks that begin by then, and moves a share of
   each next block down. So a next block is empty when it begins, unless ticks were jumped
   over. A timer that is armed for a next block goes to the level below. */
TW__APART void tw__table_go(struct tw_table *t, tw_tick to) {
    const tw_tick passed = (tw_tick)(to - t->position);
    const bool begins = !tw__table_together(t->position, to);
    size_t level;

    t->position = to;
    if (t->ready && !begins)
        return;
    t->ready = 1;
    for (level = 1; tw__table_above(t, level); level++) {
        const unsigned width = tw__table_block(level);
        const tw_tick block = (tw_tick)(to >> width << width);

        if (begins)
            (void)tw__table_deal(t, tw__table_slot_at(level, block), TW__ALL);
        t->ready &=
            tw__table_deal(t, tw__table_slot_at(level, (tw_tick)(block + ((tw_tick)1 << width))),
                           tw__table_share(t, width, passed));
    }
}

/* Makes a list of an upper level a tree. Timers that belong elsewhere go there. */
TW__APART void tw__table_open(struct tw_table *t, size_t slot) {
    uint32_t id = tw__table_chain(t, slot), next;

    tw__table_set_shape(t, slot, true);
    for (; id; id = next) {
        next = tw__table_timer(t, id)->link[TW__TABLE_NEXT];
        tw__table_settle(t, id);
    }
    if (!t->slot[slot])
        tw__table_set_shape(t, slot, false);
}

/* Returns the earliest deadline of the slots. At least one armed timer must be in a slot.
   ~position lies in another block: so earliest() looks at all levels. The slot found lies
   in a next block if tw__table_slot() gives another slot for its begin. All its timers
   then move down first. The loop ends, because each turn makes a slot a tree or empties
   it, and no timer comes into an earlier slot. */
TW__APART tw_tick tw__table_first(struct tw_table *t) {
    for (;;) {
        const size_t slot = tw__table_earliest(t, (tw_tick)~t->position);
        const tw_tick begin = tw__table_begin(t, slot);

        if (slot < TW__TABLE_FIRST)
            return begin;
        if (tw__table_slot(t->position, begin) != slot)
            (void)tw__table_deal(t, slot - slot % TW__TABLE_SUBS, TW__ALL);
        else if (tw__table_tree(t, slot))
            return tw__table_least(t, slot);
        else
            tw__table_open(t, slot);
    }
}

/* Returns the first occupied slot of level 0 from the position to tick `by` of the same
   block, TW__TABLE_SLOTS if all are empty. */
TW__INLINE size_t tw__table_near(const struct tw_table *t, tw_tick by) {
    const size_t here = tw__table_slot_at(0, t->position), last = tw__table_slot_at(0, by);
    size_t word = here / TW__WORD_BITS, slot;
    uintptr_t bits = t->word[word] & ((uintptr_t)-1 << here % TW__WORD_BITS);

    while (!bits && word < last / TW__WORD_BITS)
        bits = t->word[++word];
    slot = word * TW__WORD_BITS + (bits ? (size_t)tw__low_bit(bits) : (size_t)TW__WORD_BITS);
    return slot <= last ? slot : (size_t)TW__TABLE_SLOTS;
}

/* Lets the position go on to the first tick at which a timer is due, but not beyond `by`.
   Returns the slot of that tick. TW__TABLE_SLOTS: there is none, and the position is `by`.
   The position stops where an occupied slot or block begins. */
TW__APART size_t tw__table_travel(struct tw_table *t, tw_tick by) {
    size_t here, slot;

    while (!t->slot[here = tw__table_slot_at(0, t->position)]) {
        tw_tick stop = by;

        if (!tw_before(t->position, by))
            return TW__TABLE_SLOTS;
        slot = tw__table_earliest(t, by);
        if (slot < TW__TABLE_SLOTS)
            stop = tw__table_begin(t, slot < TW__TABLE_FIRST ? slot : slot - slot % TW__TABLE_SUBS);
        tw__table_go(t, tw_before(by, stop) ? by : stop);
    }
    return tw_before(by, t->position) ? (size_t)TW__TABLE_SLOTS : here;
}

/* Does what travel() does. Within a block, while no timer must move down, the form for speed
   asks the bits of level 0 alone. */
TW__ONCE size_t tw__table_follow(struct tw_table *t, tw_tick by) {
    size_t slot;

    if (!TW__SPEED || !t->ready || !tw__table_together(t->position, by))
        return tw__table_travel(t, by);
    slot = tw__table_near(t, by);
    if (slot < TW__TABLE_SLOTS)
        t->position = (tw_tick)(t->position + (slot - tw__table_slot_at(0, t->position)));
    else if (tw_before(t->position, by))
        t->position = by;
    return slot;
}

/* Takes the first timer out of a slot of level 0. Returns its id. */
TW__APART uint32_t tw__table_out(struct tw_table *t, size_t slot) {
    if (tw__table_shape(t, slot))
        tw__table_sort(t, slot);
    return tw__table_pop(t, slot);
}

/* Takes the first timer out of its slot, if it is due at `by` or earlier. 0: none is
   due. */
TW__ONCE uint32_t tw__table_take(struct tw_table *t, tw_tick by) {
    const size_t slot = tw__table_follow(t, by);

    return slot < TW__TABLE_SLOTS ? tw__table_out(t, slot) : 0;
}

/* Says whether a timer for tick due may stay in its slot: the slot is lazy, and does not
   begin after due. The slot does not begin after the old deadline. So only an earlier due
   is compared with its begin. */
TW__INLINE bool tw__table_stays(const struct tw_table *t, const struct tw_table_timer *e,
                                tw_tick due) {
    const size_t place = (size_t)tw__table_place(e);

    return place && tw__table_lazy(t, place - 1) &&
           (!tw_before(due, e->due) || !tw_before(due, tw__table_begin(t, place - 1)));
}

/* Arms or moves a timer: to the slot of due, or if `passed`, to the due list. */
TW__INLINE void tw__table_arm(struct tw_table *t, uint32_t id, tw_tick due, bool passed) {
    struct tw_table_timer *const e = tw__table_timer(t, id);

    t->armings = t->armings == TW__TABLE_LAST ? 1 : t->armings + 1;
    t->count += tw__table_arming(e) == 0;
    if (!passed && tw__table_stays(t, e, due)) {
        e->due = due;
        tw__table_stamp(e, t->armings, tw__table_place(e));
        return;
    }
    if (tw__table_place(e))
        tw__table_leave(t, id);
    e->due = due;
    tw__table_stamp(e, t->armings, 0);
    tw__table_enter(t, id, passed ? (size_t)TW__TABLE_DUE : tw__table_slot(t->position, due));
}

/* Disarms a timer that is armed. In a lazy slot it stays, and is dropped later. */
TW__INLINE void tw__table_disarm(struct tw_table *t, uint32_t id) {
    struct tw_table_timer *const e = tw__table_timer(t, id);
    uint32_t place = tw__table_place(e);

    t->count--;
    if (!tw__table_lazy(t, (size_t)place - 1)) {
        tw__table_leave(t, id);
        place = 0;
    }
    tw__table_stamp(e, 0, place);
}

/* MISTAKES. Asserts that t is not NULL. It is a macro, so that __func__ is the verb that you
   called: TW_DEBUG names this verb. */
#define TW__TABLE_NEEDS(t) TW__NEEDS(t, TW__NULL("table"))

/* Asserts that i is a timer of t. */
#define TW__TABLE_WANTS(t, i) \
    TW__TABLE_NEEDS(t);       \
    TW__WANT((i) < (t)->capacity, "the number is not below the capacity. Grow the table.")

/* THE CLOCK. Says whether i is a timer of t. */
TW__INLINE bool tw__table_has(const struct tw_table *t, uint32_t i) { return i < t->capacity; }

/* Says whether due is near enough to the clock: see tw__timers_reach of timers.h. */
TW__INLINE bool tw__table_reach(const struct tw_table *t, tw_tick due) {
    return TW_TICK_BITS == 64 ||
           (tw_tick)((tw_tick)(due - t->now) - TW__QUARTER) >= 2 * TW__QUARTER;
}

/* Moves the clock and the position of a table in which nothing is armed, where ticks wrap.
   Cancelled timers leave their slots: ~position as in first(). */
TW__APART void tw__table_restart(struct tw_table *t, tw_tick now) {
    size_t slot;

    while ((slot = tw__table_earliest(t, (tw_tick)~t->position)) < TW__TABLE_SLOTS)
        tw__table_rest(t, tw__table_pop(t, slot));
    t->now = t->position = now;
}

/* Says whether a call that fires is refused: a batch of advance() is under way, or the
   clock would go back. */
TW__INLINE bool tw__table_refuses(const struct tw_table *t, tw_tick now) {
    return t->batch == TW__TABLE_PUSH ||
           (tw_before(now, t->now) && (TW_TICK_BITS == 64 || t->count != 0));
}

/* Begins a batch: see tw__timers_begin. */
TW__INLINE void tw__table_begin_batch(struct tw_table *t, tw_tick now) {
    if (TW_TICK_BITS != 64 && t->count == 0)
        tw__table_restart(t, now);
    t->previous = t->now;
    t->now = now;
    t->until = t->armings;
}

/* Takes out the next timer of the batch, and makes it idle: see tw__timers_step. Returns
   its id. 0: the batch is over. A timer of the due list is in the batch if it was armed
   before the batch. */
TW__INLINE uint32_t tw__table_step(struct tw_table *t) {
    const uint32_t last = t->slot[TW__TABLE_DUE];
    const uint32_t first = last ? tw__table_timer(t, last)->link[TW__TABLE_NEXT] : 0;
    const bool waits = first && ((t->until - tw__table_arming(tw__table_timer(t, first))) &
                                 TW__TABLE_LAST) <= TW__TABLE_LAST / 2;
    uint32_t id = tw__table_take(t, waits ? t->previous : t->now);

    if (!id && waits) {
        id = first;
        tw__table_leave(t, id);
    }
    if (id) {
        t->count--;
        tw__table_rest(t, id);
    }
    return id;
}

/* Stores a number, for expire_some(). `user` is the address of the pointer to the next
   element of the array. */
TW__INLINE void tw__table_store(void *user, uint32_t i, tw_tick now) {
    uint32_t **const next = (uint32_t **)user;

    (void)now;
    *(*next)++ = i;
}

#if TW_CHECK
/* Returns how many timers the list of a slot has, TW__ALL if it is not linked both ways or
   meets a timer of another place. Ends because no timer is met twice: each but the first
   names the one before it. */
TW__INLINE size_t tw__table_check_list(const struct tw_table *t, size_t slot) {
    const uint32_t last = t->slot[slot];
    uint32_t id = last, before = 0;
    const struct tw_table_timer *e;
    size_t n = 0;

    if (!last)
        return 0;
    do {
        if (id > t->capacity)
            return TW__ALL;
        id = tw__table_see(t, id)->link[TW__TABLE_NEXT];
        if (id == 0 || id > t->capacity)
            return TW__ALL;
        e = tw__table_see(t, id);
        if (e->link[TW__TABLE_PREV] != before || tw__table_place(e) != slot + 1)
            return TW__ALL;
        before = id;
        n++;
    } while (id != last);
    return n;
}

/* Says whether an upper slot should be empty: it lies in the block of the position, or in a
   next block while `ready` says that all those are empty. */
TW__INLINE bool tw__table_early(const struct tw_table *t, size_t slot) {
    const size_t here = tw__table_slot_at(tw__table_level(slot), t->position);

    return slot / TW__TABLE_SUBS == here / TW__TABLE_SUBS ||
           (t->ready && tw__table_slot(t->position, tw__table_begin(t, slot)) != slot);
}

/* Returns the name of a property that does not hold in a slot, or NULL. Adds the timers of
   a list to *listed. */
TW__INLINE const char *tw__table_check_slot(const struct tw_table *t, size_t slot, size_t *listed) {
    const bool tree = tw__table_tree(t, slot);
    const size_t n = tree ? 0 : tw__table_check_list(t, slot);

    if (slot != TW__TABLE_DUE && (tw__bits_get(t->word, slot) != (t->slot[slot] != 0) ||
                                  (tw__table_shape(t, slot) && !t->slot[slot])))
        return "table 2";
    if (n == TW__ALL)
        return "table 1";
    if (t->slot[slot] && slot >= TW__TABLE_FIRST && slot != TW__TABLE_DUE &&
        tw__table_early(t, slot))
        return "table 3";
    *listed += n;
    return NULL;
}

/* Says whether the path of a timer in a tree leads to it. */
TW__INLINE bool tw__table_leads(const struct tw_table *t, size_t slot, uint32_t id) {
    const struct tw_table_timer *const e = tw__table_see(t, id);
    const unsigned width = tw__table_width(slot);
    uint32_t x = t->slot[slot];
    unsigned depth;

    for (depth = 0; x != id; depth++) {
        if (x == 0 || x > t->capacity || depth > width + TW__TABLE_ARMING_BITS)
            return false;
        x = tw__table_see(t, x)->link[tw__table_bit(e, width, depth)];
    }
    return true;
}

/* Returns the name of a property that does not hold for timer `id`, or NULL. `slot` is its
   slot. Lists are sound by now. In a lazy slot an armed timer is not due before the begin of
   the slot. In another slot a timer is due in a tick of the slot. */
TW__INLINE const char *tw__table_check_timer(const struct tw_table *t, uint32_t id, size_t slot) {
    const struct tw_table_timer *const e = tw__table_see(t, id);
    const bool tree = tw__table_tree(t, slot), lazy = tw__table_lazy(t, slot);
    const uint64_t arming = tw__table_arming(e);

    if (tree &&
        (!tw__table_leads(t, slot, id) || e->link[0] > t->capacity || e->link[1] > t->capacity))
        return "table 1";
    if (!lazy && arming == 0)
        return "table 3";
    if (lazy ? arming != 0 && tw_before(e->due, tw__table_begin(t, slot))
             : slot != TW__TABLE_DUE &&
                   (tw_tick)(e->due - tw__table_begin(t, slot)) >> tw__table_width(slot) != 0)
        return "table 3";
    if (!lazy && !tw__table_shape(t, slot) && e->link[TW__TABLE_PREV] &&
        ((arming - tw__table_arming(tw__table_see(t, e->link[TW__TABLE_PREV]))) & TW__TABLE_LAST) >
            TW__TABLE_LAST / 2)
        return "table 4";
    return NULL;
}

TW__INLINE const char *tw__table_check(const struct tw_table *t) {
    size_t slot, listed = 0, armed = 0;
    const char *broken = NULL;
    uint32_t id;

    for (slot = 0; slot <= TW__TABLE_SLOTS && !broken; slot++)
        broken = tw__table_check_slot(t, slot, &listed);
    for (slot = 0; slot < (size_t)TW__TABLE_SUMMARIES * TW__WORD_BITS && !broken; slot++)
        if (tw__bits_get(t->summary, slot) != (slot < TW__TABLE_WORDS && t->word[slot] != 0))
            broken = "table 2";
    for (id = 1; id <= t->capacity && !broken; id++) {
        const struct tw_table_timer *const e = tw__table_see(t, id);
        const size_t place = (size_t)tw__table_place(e);

        armed += tw__table_arming(e) != 0;
        if (place > TW__TABLE_SLOTS + 1 || (!place && tw__table_arming(e)))
            broken = "table 1";
        else if (place) {
            listed -= !tw__table_tree(t, place - 1);
            broken = tw__table_check_timer(t, id, place - 1);
        }
    }
    return broken ? broken : listed ? "table 1" : armed != t->count ? "table 5" : NULL;
}
#endif

TW__END_C

#endif /* TW_TABLE_H */

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

#if defined(TW_WITH_DELAYQUEUE)

/* delayqueue_port.h - the system's lock, condition and clock, for delayqueue.h.

   WHAT IT IS
       A delay queue needs three things of its system: a lock, a condition on which a
       thread sleeps until a tick, and a clock. It reaches them by twelve macros. This
       header defines the macros for the systems below. You need not include this header:
       delayqueue.h does. On Windows and macOS you need not define anything.

   SYSTEMS
                     lock and condition            clock                     while suspended
       Windows       SRWLOCK, CONDITION_VARIABLE   QueryPerformanceCounter   the clock runs
       macOS, iOS    pthreads                      CLOCK_UPTIME_RAW          clock and sleeps stand
       others        pthreads                      CLOCK_MONOTONIC           Linux: as macOS
       TW_DQ_C11     C11's <threads.h>             CLOCK_MONOTONIC           Linux: clock stands
       TW_DQ_MUTEX   yours                         yours                     yours

       Windows: Vista or later. A sleep lasts whole milliseconds, rounded up here. Windows
       wakes sleepers when its timer interrupts, by default every 15.6 ms;
       timeBeginPeriod() asks for a shorter period. Since Windows 8, a sleep does not count
       the time of a suspend, but the clock does. So no sleep with a tick lasts longer than
       a minute: the taker then looks at the clock and sleeps again. After a resume a taker
       is late by a minute at most. This header includes <windows.h> in its short form,
       without min() and max(): if you want more of it, include it first. This part is
       tested under Wine.
       macOS: a condition waits until a time of the wall clock, or for a span of time.
       This part uses spans, measured by CLOCK_UPTIME_RAW. It follows Apple's manual pages
       and headers, and was run on Linux with a stand-in for Apple's function; it has not
       been run on a Mac.
       Others: pthreads need -D_POSIX_C_SOURCE=200809L, or more, before the first include,
       and conditions on CLOCK_MONOTONIC.
       TW_DQ_C11: a sleep follows the wall clock. If that clock is set back meanwhile, the
       taker is late by as much.

   A LOCK OF ANOTHER KIND
       With pthreads and C11's threads you may define TW_DQ_MUTEX_INIT alone, before the
       first include. TW_DQ_MUTEX_INIT(m) makes the lock at address m, and is true if it
       succeeded. Use it to give the lock priority inheritance, for example
       (docs/threads.md). The lock must not be recursive.

   A SYSTEM OF YOUR OWN
       Before the first include, define twelve macros: TW_DQ_MUTEX, the type of the lock,
       with TW_DQ_MUTEX_INIT, TW_DQ_MUTEX_DESTROY, TW_DQ_LOCK and TW_DQ_UNLOCK;
       TW_DQ_COND, the type of the condition, with TW_DQ_COND_INIT, TW_DQ_COND_DESTROY,
       TW_DQ_SIGNAL, TW_DQ_BROADCAST and TW_DQ_WAIT; and TW_DQ_CLOCK. The macros get locks
       and conditions by address. The two INITs are true if they succeeded. TW_DQ_WAIT(c,
       m, until) unlocks m, sleeps on c and locks m again. It ends by a signal, or at tick
       `until`, and may end earlier. If `until` is TW_FOREVER, no tick ends the sleep.
       TW_DQ_CLOCK() gives the tick that the clock shows now. */

#ifndef TW_DELAYQUEUE_PORT_H
#define TW_DELAYQUEUE_PORT_H

TW__BEGIN_C

#if TW_TICK_BITS != 64
#error "delayqueue.h needs TW_TICK_BITS 64"
#endif

#if defined(TW_DQ_MUTEX)
#define TW__DQ_LINK_NAME(name) TW__LINK_NAME(name##_own)
#else

/* ------------------------------------------------------------------------------ CLOCK */

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

/* Returns the counter in nanoseconds. Whole seconds and the rest are converted apart,
   since the counter times 10^9 may have more than 64 bits. */
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
#error "delayqueue.h: define _POSIX_C_SOURCE 200809L before the first include, or TW_DQ_MUTEX"
#endif
#if !defined(__APPLE__)
#define TW__DQ_CLOCK CLOCK_MONOTONIC
#elif defined(CLOCK_UPTIME_RAW)
#define TW__DQ_CLOCK CLOCK_UPTIME_RAW
#else
#define TW__DQ_CLOCK \
    ((clockid_t)8) /* CLOCK_UPTIME_RAW: Apple's <time.h> hides it under _POSIX_C_SOURCE */
#endif

/* Converts a tick to the struct of the system. A tick that does not fit into the struct
   is cut. The taker then wakes too early, and sleeps again. */
TW__INLINE struct timespec tw__dq_timespec(tw_tick tick) {
    const tw_tick seconds = tick / TW__DQ_SECOND,
                  most = sizeof(time_t) > 4 ? TW_TICK_MAX / 2 : 0x7FFFFFFF;
    struct timespec t;

    t.tv_sec = (time_t)(seconds < most ? seconds : most);
    t.tv_nsec = (long)(tick % TW__DQ_SECOND);
    return t;
}

/* Converts the struct of the system back to a tick. */
TW__INLINE tw_tick tw__dq_tick(const struct timespec *t) {
    return (tw_tick)t->tv_sec * TW__DQ_SECOND + (tw_tick)t->tv_nsec;
}

TW__INLINE tw_tick tw__dq_clock(void) {
    struct timespec t;

    (void)clock_gettime(TW__DQ_CLOCK, &t);
    return tw__dq_tick(&t);
}
#endif

/* Returns the ticks from now to `until`, but no more than `most`. A taker that wakes too
   early because of `most` sleeps again. 0: `until` has passed. */
TW__INLINE tw_tick tw__dq_span(tw_tick until, tw_tick most) {
    const tw_tick now = tw__dq_clock(), span = now < until ? until - now : 0;

    return span < most ? span : most;
}

/* ---------------------------------------------------------------------------- WAITING */

#if defined(TW_DQ_C11)
#include <threads.h>
#define TW__DQ_LINK_NAME(name) TW__LINK_NAME(name##_c11)
#define TW__DQ_MTX(verb)       mtx_##verb
#define TW__DQ_CND(verb)       cnd_##verb
#define TW__DQ_MTX_INIT(m)     (mtx_init(m, mtx_plain) == thrd_success)
#define TW_DQ_COND_INIT(c)     (cnd_init(c) == thrd_success)

/* Sleeps until a signal or until tick `until`, which counts as an hour ahead at most. C11
   can only sleep until a time of the wall clock, so the span is added to the wall clock's
   time. If `until` has passed, it does not sleep. */
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

/* Sleeps until a signal or until tick `until`, which counts as a minute ahead at most.
   The milliseconds are rounded up. If `until` has passed, it does not sleep. */
TW__INLINE void tw__dq_wait(CONDITION_VARIABLE *c, SRWLOCK *m, tw_tick until) {
    const tw_tick ms = until == TW__DQ_FOREVER
                           ? INFINITE
                           : (tw__dq_span(until, 60 * TW__DQ_SECOND) + 999999) / 1000000;

    if (ms)
        (void)SleepConditionVariableSRW(c, m, (DWORD)ms, 0);
}

#else
#include <pthread.h>
#define TW__DQ_LINK_NAME(name) TW__LINK_NAME(name##_pthreads)
#define TW__DQ_MTX(verb)       pthread_mutex_##verb
#define TW__DQ_CND(verb)       pthread_cond_##verb
#define TW__DQ_MTX_INIT(m)     (pthread_mutex_init(m, NULL) == 0)
#define TW_DQ_COND_INIT(c)     tw__dq_cond_init(c)

#if defined(__APPLE__)
/* Apple's <pthread.h> hides this function if _POSIX_C_SOURCE is defined. Otherwise the
   function is declared twice, which is allowed. */
#if defined(__cplusplus)
#define TW__DQ_EXTERN extern "C"
#else
#define TW__DQ_EXTERN extern
#endif
TW__DQ_EXTERN int pthread_cond_timedwait_relative_np(pthread_cond_t *, pthread_mutex_t *,
                                                     const struct timespec *);

TW__INLINE bool tw__dq_cond_init(pthread_cond_t *c) { return pthread_cond_init(c, NULL) == 0; }

/* Sleeps until a signal or until tick `until`, which counts as an hour ahead at most. If
   `until` has passed, it does not sleep. */
TW__INLINE void tw__dq_wait(pthread_cond_t *c, pthread_mutex_t *m, tw_tick until) {
    const tw_tick span = until == TW__DQ_FOREVER ? 0 : tw__dq_span(until, 3600 * TW__DQ_SECOND);
    const struct timespec t = tw__dq_timespec(span);

    if (until == TW__DQ_FOREVER)
        (void)pthread_cond_wait(c, m);
    else if (span)
        (void)pthread_cond_timedwait_relative_np(c, m, &t);
}

#else
/* Makes a condition whose sleeps follow CLOCK_MONOTONIC. False: the system refuses it. */
TW__INLINE bool tw__dq_cond_init(pthread_cond_t *c) {
    pthread_condattr_t a;
    const bool given = pthread_condattr_init(&a) == 0;
    const bool done = given && pthread_condattr_setclock(&a, CLOCK_MONOTONIC) == 0 &&
                      pthread_cond_init(c, &a) == 0;

    if (given)
        (void)pthread_condattr_destroy(&a);
    return done;
}

/* Sleeps until a signal or until tick `until`. */
TW__INLINE void tw__dq_wait(pthread_cond_t *c, pthread_mutex_t *m, tw_tick until) {
    const struct timespec t = tw__dq_timespec(until);

    if (until == TW__DQ_FOREVER)
        (void)pthread_cond_wait(c, m);
    else
        (void)pthread_cond_timedwait(c, m, &t);
}
#endif
#endif

/* Defines the macros in which C11's threads and pthreads differ by their prefixes alone.
   TW__DQ_MTX(lock) is mtx_lock, or pthread_mutex_lock; TW__DQ_CND does so for conditions. */
#if defined(TW__DQ_MTX)
#define TW_DQ_MUTEX TW__DQ_MTX(t)
#if !defined(TW_DQ_MUTEX_INIT)
#define TW_DQ_MUTEX_INIT(m) TW__DQ_MTX_INIT(m)
#endif
#define TW_DQ_MUTEX_DESTROY(m) (void)TW__DQ_MTX(destroy)(m)
#define TW_DQ_LOCK(m)          (void)TW__DQ_MTX(lock)(m)
#define TW_DQ_UNLOCK(m)        (void)TW__DQ_MTX(unlock)(m)
#define TW_DQ_COND             TW__DQ_CND(t)
#define TW_DQ_COND_DESTROY(c)  (void)TW__DQ_CND(destroy)(c)
#define TW_DQ_SIGNAL(c)        (void)TW__DQ_CND(signal)(c)
#define TW_DQ_BROADCAST(c)     (void)TW__DQ_CND(broadcast)(c)
#endif
#define TW_DQ_WAIT(c, m, until) tw__dq_wait(c, m, until)
#define TW_DQ_CLOCK()           tw__dq_clock()

#endif

TW__END_C

#endif /* TW_DELAYQUEUE_PORT_H */

#endif /* TW_WITH_DELAYQUEUE */

#if defined(TW_WITH_DELAYQUEUE)

/* delayqueue.h - a delay queue: threads put nodes with deadlines, threads sleep until one
   is due and take it.

   WHAT IT IS
       You have work for later, and threads to do it. Put each piece of work in for the
       tick at which it is due. Let the threads call take(): each sleeps until a node is
       due, and returns with it. Inside is a timer set behind a lock, over any structure
       of the collection. At most one sleeper watches the clock: the leader. A put or a
       move to an earlier tick wakes the leader, so it never sleeps past the earliest
       deadline. The other sleepers are followers. A follower sleeps until a leader leaves
       and signals it, or until its own deadline. So a deadline wakes one thread, and a
       put behind the earliest deadline wakes none. Nothing polls.

   PICK IT
       to give timed work to several threads (retries, leases, expiry), or to an event
       loop that sleeps by itself (put_earliest(), docs/threads.md). One thread alone
       needs no lock: timers.h. Signal handlers, interrupts: post.h.

   DO THIS
       1  Put a node into your object:      struct job { struct tw_node node; int id; };
       2  Make a kind of queue:             TW_DELAYQUEUE_OF(jobs, heap4)
       3  Put, from any thread:             jobs_put_in(&q, &j->node, 5000000000u);
       4  Take, in each worker:             while ((n = jobs_take(&q, TW_FOREVER)) !=
                                            NULL) run(n);
       5  End:                              jobs_close(&q), join all threads,
                                            jobs_clear_with(&q, fn), jobs_destroy(&q)
       tw_delayqueue_* are the same verbs over a structure chosen at run time;
       TW_IMPLEMENTATION compiles them (node.h).

   TIME AND COST
       A tick is a nanosecond of a system clock that nobody sets (CLOCK_MONOTONIC), or the
       unit of your own TW_DQ_CLOCK(). If the clock steps back, the time of the queue
       stands still until the clock has caught up. Each call costs the lock and the call
       of the structure. A put or a move signals the leader if the leader would sleep
       beyond the new tick. A put into an empty queue signals a follower if nobody leads
       and a follower sleeps. A take signals a follower if nodes are left and nobody leads.
       count() costs O(1), and a step for each node that was put for a passed tick. peek()
       over a wheel walks through its slots and nodes.

   GUARANTEES (the first four were tried on every interleaving of small programs:
       tests/threads/delayqueue_test.c)
       - Nothing early: a node is handed out only when the clock has reached its due.
       - Nothing late: once the put or move of a node has returned, no taker sleeps while
         the node is due. One exception: a thread that puts into the empty queue, or takes
         some nodes and not all, may be suspended before it signals. Until that thread goes
         on, nodes of other threads may be late, too.
       - Nothing lost, nothing twice: each node that was put is taken, cancelled or
         cleared exactly once. From then on it is yours again.
       - After close() nobody sleeps: take() still returns the nodes that are due, then
         NULL.
       - Nodes come out in the order (due, arming order): first in, first out among
         equals. A move counts as arming anew. A tick that had passed at the queue's last
         look at the clock counts as the tick of that look. (java.util.concurrent's
         DelayQueue orders by the tick itself.)

   PROPERTIES
       check() names a property of the queue's timer set ("timers 1") or of its structure.
       It cannot test the invariant at ENGINE, which speaks of signals under way.

   WHAT GOES WRONG, AND THE ANSWER
       NULL for a node, max 0 for a batch         TW_ASSERT
       put to a full structure                    false, nothing changed; a node for a
                                                  tick that has passed always has room
       put or move after close                    false, nothing changed
       move or cancel of an idle node             false: it was taken, cancelled, cleared
                                                  or never put
       destroy while somebody sleeps in take()    false, nothing changed: close() and join
                                                  first
       destroy while another call is under way    your error; a put may still be under way
                                                  when its node was taken: join the
                                                  threads that put, too
       a freed node that others may still name    your error
       a queue that was not initialised           your error: a zeroed queue has no lock
       use in the child of a fork()               your error: its lock may be held by a
                                                  thread that is not there
       a thread that is cancelled in take()       your error: the thread would end with
                                                  the lock held

   OPTIONS (the same in every file of a program; delayqueue_port.h tells how each system
       sleeps, also over a suspend)
       On Windows and macOS none is needed. Elsewhere pthreads want
       -D_POSIX_C_SOURCE=200809L, or more.
       TW_DQ_C11      C11's <threads.h> instead. Its sleeps follow the wall clock.
       TW_DQ_MUTEX    if you define it, lock, condition and clock are yours:
                      delayqueue_port.h lists the twelve macros.
       TW_DQ_MUTEX_INIT  defined alone: your way to make the lock, as for priority inheritance.
       TW_DELAYQUEUE_IMPLEMENTATION instead of TW_IMPLEMENTATION compiles the functions of
       this header and of timers.h only.

   SOURCE
       D. C. Schmidt and others, Leader/Followers, PLoP 2000; for delay queues
       java.util.concurrent (D. Lea). There all threads share one condition. Here the
       leader has one and the followers have another, so that a put wakes the leader
       itself. */
#if defined(TW_DELAYQUEUE_IMPLEMENTATION) && !defined(TW_TIMERS_IMPLEMENTATION)
#define TW_TIMERS_IMPLEMENTATION
#endif

#ifndef TW_DELAYQUEUE_H
#define TW_DELAYQUEUE_H

TW__BEGIN_C

#define TW_FOREVER TW_TICK_MAX /* a deadline that never comes */

/* ------------------------------------------------------------------------------ TYPES */

/* Holds the state of a queue, except its structure. */
struct tw_dq {
    TW__DEBUG(struct tw_stamp stamp;)
    TW_DQ_MUTEX lock;  /* guards all of it, the structure and the nodes in it */
    TW_DQ_COND lead;   /* where the leader sleeps */
    TW_DQ_COND follow; /* where the followers sleep */
    struct tw_clock clock;
    tw_tick until; /* the tick that the leader sleeps for; meaningless unless `leads` */
    /* threads that sleep on `follow`; a woken one counts until it has the lock again */
    size_t followers;
    bool leads; /* a thread sleeps as leader */
    bool closed;
};

/* Holds one request to put() or move(). */
struct tw__dq_request {
    struct tw_node *n;
    tw_tick due;
    bool moves;     /* the request is a move: an idle n is refused */
    bool *earliest; /* gets true if n comes first now; NULL: nobody asks */
};

/* A queue over a structure that is chosen at run time. TW_DELAYQUEUE_OF makes queues over
   a structure that is known at compile time. */
struct tw_delayqueue {
    struct tw_dq dq;
    const struct tw_ops *ops;
    void *in;
};

/* -------------------------------------------------------------------------------- API */

/* TW_DELAYQUEUE_OF(jobs, heap4) makes `struct jobs` and these verbs as jobs_init(&q,
   array, n), jobs_put(&q, n, due), ... Include the header of the structure before. Any
   thread may call any verb but init() and destroy(). The macro makes capacity() and bytes(),
   too: see WRAPPERS. */

/* Makes q empty. `in` is the address of its structure, `ops` the table of that structure.
   Initialises the structure, too: array and n are what the header of the structure says.
   No other thread may use q yet. False: the system gave no lock or no condition. */
#define tw_delayqueue_init TW__DQ_LINK_NAME(tw_delayqueue_init)
TW__API bool tw_delayqueue_init(struct tw_delayqueue *q, const struct tw_ops *ops, void *in,
                                void *array, size_t n);

/* Gives the lock and both conditions back to the system. No other thread may use q any
   more. False: a thread sleeps in q; nothing changed. */
TW__API bool tw_delayqueue_destroy(struct tw_delayqueue *q);

/* Returns TW_DQ_CLOCK(), the clock by which deadlines count. It takes no lock. */
TW__API tw_tick tw_delayqueue_now(const struct tw_delayqueue *q);

/* Puts n in for tick due, or moves it there if it is in q. n must be idle or in q.
   False: q is full or closed, or a heap sees that n waits elsewhere; nothing changed. */
TW__API bool tw_delayqueue_put(struct tw_delayqueue *q, struct tw_node *n, tw_tick due);

/* Puts n in for now + delay, as put() does. The sum stops at TW_TICK_MAX. False: put()
   refuses n. */
TW__API bool tw_delayqueue_put_in(struct tw_delayqueue *q, struct tw_node *n, tw_tick delay);

/* Moves n to tick due if n is in q. False: n is idle, q is closed, or a heap sees that n
   waits elsewhere; or n was put for a tick already past, and a full structure has no room
   for it; nothing changed. */
TW__API bool tw_delayqueue_move(struct tw_delayqueue *q, struct tw_node *n, tw_tick due);

/* Takes n out. False: n is idle, or a heap sees that n waits elsewhere; nothing changed. */
TW__API bool tw_delayqueue_cancel(struct tw_delayqueue *q, struct tw_node *n);

/* Does what put() does, and tells in *earliest whether n comes first now: true if no
   other node comes before n. Equals come before n. If the call is refused, *earliest is
   false. A caller that is told true must wake the loop that sleeps until next(). Until
   the caller has done so, the loop may be late for nodes of other threads, too. False:
   put() refuses n. */
TW__API bool tw_delayqueue_put_earliest(struct tw_delayqueue *q, struct tw_node *n, tw_tick due,
                                        bool *earliest);

/* Does what move() does, and sets *earliest as put_earliest() does. False: move() refuses
   n. */
TW__API bool tw_delayqueue_move_earliest(struct tw_delayqueue *q, struct tw_node *n, tw_tick due,
                                         bool *earliest);

/* Sleeps until a node is due, at most until tick deadline; TW_FOREVER: without end. Then
   takes out the first node that is due, and returns it; it is idle already. NULL: the
   deadline came, or q is closed and nothing is due. */
TW__API struct tw_node *tw_delayqueue_take(struct tw_delayqueue *q, tw_tick deadline);

/* Does what take() does, and never sleeps. NULL: nothing is due. */
TW__API struct tw_node *tw_delayqueue_try_take(struct tw_delayqueue *q);

/* Sleeps as take() does. Then takes out nodes that are due, in order, but at most max,
   and stores them in out[0], out[1], ... Returns their number; 0 if take() would return
   NULL. max must be 1 or more. */
TW__API size_t tw_delayqueue_take_batch(struct tw_delayqueue *q, struct tw_node **out, size_t max,
                                        tw_tick deadline);

/* Closes q: from now on put() and move() are refused. All sleepers wake. Takers get the
   nodes that are due, then NULL. Nodes that are not due stay, for cancel() and
   clear_with(). A second close() changes nothing. */
TW__API void tw_delayqueue_close(struct tw_delayqueue *q);

/* Says whether q is closed. */
TW__API bool tw_delayqueue_closed(struct tw_delayqueue *q);

/* Takes all nodes out, due or not. Then calls fn with each node, which is idle already,
   in no promised order. fn runs without the lock: it may free its node, or put it in
   again. Until fn has its node, no other thread may put that node in. If fn is NULL,
   nothing is called. Returns how many nodes there were. O(count). To end a queue:
   `jobs_clear_with(&q, free_job)`. */
TW__API size_t tw_delayqueue_clear_with(struct tw_delayqueue *q, tw_fn *fn);

/* Returns how many nodes are in q, due ones included. Another thread may change the number as
   soon as the call has released the lock. */
TW__API size_t tw_delayqueue_count(struct tw_delayqueue *q);

/* Writes the earliest deadline to *due. While a node is due, writes a tick that has
   passed. False: q is empty. Another thread may change the answer as soon as the call has
   released the lock. */
TW__API bool tw_delayqueue_next(struct tw_delayqueue *q, tw_tick *due);

/* Returns the first node, due or not. The node stays in q. NULL: q is empty. Read the
   node only if no other thread takes, cancels, moves or clears. Otherwise another thread
   may have taken the node. */
TW__API struct tw_node *tw_delayqueue_peek(struct tw_delayqueue *q);

/* Returns the name of a property that does not hold, or NULL. For tests. */
TW__CHECKED(TW__API const char *tw_delayqueue_check(struct tw_delayqueue *q);)

/* ----------------------------------------------------------------------------- ENGINE

   At most one sleeper leads. It sleeps on `lead` until tick `until`: the earliest
   deadline of a node, or the deadline of its own call if that is earlier. Followers sleep
   on `follow`, each until the deadline of its own call, which is mostly TW_FOREVER. A put
   or a take signals a thread through its condition. A signalled thread looks at the queue
   as soon as it has the lock. Invariant while the lock is free: if a node is in the
   queue and a thread sleeps, then
     - a thread leads. If a node is due before `until`, the leader was signalled, or is
       about to be, and has not looked yet; or
     - no thread leads. A follower was signalled, or is about to be, and has not looked yet.
   Four events could break the invariant. The verb that makes the event restores it:
     - A node becomes earlier than `until`: put signals the leader. Each such put signals,
       so that no put relies on the signal of another put.
     - A node comes into the empty queue, and nobody leads: put signals a follower.
     - The leader leaves: take signals a follower.
     - A signalled follower leaves instead of leading: take signals another follower.
   If a node leaves, or moves to a later tick, `until` is too early: that costs one look. */

/* Makes q open and empty, over the structure that `in` points to. False: the system
   refused the lock or a condition; the lock and the conditions that it gave are destroyed. */
TW__FOLD bool tw__dq_init(struct tw_dq *q, void *in, const struct tw_ops *ops, void *array,
                          size_t n) {
    const tw_tick now = TW_DQ_CLOCK();
    const bool lock = TW_DQ_MUTEX_INIT(&q->lock), lead = lock && TW_DQ_COND_INIT(&q->lead);

    if (lead && TW_DQ_COND_INIT(&q->follow)) {
        TW__STAMP(&q->clock, NULL, n);
        tw__clock_init(&q->clock, now);
        (ops->init)(in, now, array, n);
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

/* Locks q and returns it. Some verbs are one expression, leave(q, f(enter(q), s)). Read it
   from within: enter() locks, f finds the answer under the lock, leave() unlocks and
   returns the answer. A verb evaluates s, its structure, in a statement before, because
   the order in which arguments are evaluated is the compiler's. */
TW__INLINE struct tw_dq *tw__dq_enter(struct tw_dq *q) {
    TW_DQ_LOCK(&q->lock);
    return q;
}

/* Unlocks q and returns the answer that was found under the lock. */
TW__INLINE size_t tw__dq_leave(struct tw_dq *q, size_t answer) {
    TW_DQ_UNLOCK(&q->lock);
    return answer;
}

/* Unlocks q, and then signals a thread that sleeps on `call`. NULL: signals nobody. */
TW__INLINE void tw__dq_leave_calling(struct tw_dq *q, TW_DQ_COND *call) {
    TW_DQ_UNLOCK(&q->lock);
    if (call)
        TW_DQ_SIGNAL(call);
}

/* Says whether a node is in q. */
TW__FOLD bool tw__dq_any(const struct tw_dq *q, const void *in, const struct tw_ops *ops) {
    return q->clock.due_list || (ops->count)(in) != 0;
}

/* Destroys conditions and lock. False: a thread sleeps in q; nothing changed. */
TW__INLINE bool tw__dq_destroy(struct tw_dq *q) {
    TW_DQ_LOCK(&q->lock);
    if (tw__dq_leave(q, q->leads || q->followers))
        return false;
    TW_DQ_COND_DESTROY(&q->follow);
    TW_DQ_COND_DESTROY(&q->lead);
    TW_DQ_MUTEX_DESTROY(&q->lock);
    TW__DEBUG(tw__debug_end(q);)
    return true;
}

/* Says whether tw__timers_add() would accept the node of r for its tick. A node that waits
   must wait in this structure, as far as has() can tell. Any other node needs room in the
   structure, unless the tick has passed. */
TW__FOLD bool tw__dq_accepts(const struct tw_dq *q, void *in, const struct tw_ops *ops,
                             const struct tw__dq_request *r) {
    if (r->n->home > TW__DUE)
        return (ops->has)(in, r->n);
    return !tw_before(q->clock.now, r->due) || !(ops->full)(in);
}

/* Says whether a node for tick due would come before all nodes in q. Nodes with the same
   tick, and nodes that are due, come before the new node. */
TW__FOLD bool tw__dq_earliest(struct tw_dq *q, void *in, const struct tw_ops *ops, tw_tick due) {
    tw_tick head = 0;

    return !tw__timers_next(&q->clock, in, ops, &head) || (due < head && q->clock.now < head);
}

/* Says whether the node of r will come first in q. Takes that node out before it looks at
   the other nodes. False: another node comes first, or the request will be refused. */
TW__FOLD bool tw__dq_comes_first(struct tw_dq *q, void *in, const struct tw_ops *ops,
                                 const struct tw__dq_request *r) {
    if (!tw__dq_accepts(q, in, ops, r))
        return false;
    (void)tw__timers_cancel(&q->clock, in, ops, r->n);
    return tw__dq_earliest(q, in, ops, r->due);
}

/* Returns the condition to signal after a node came into q for tick due: `lead` if the
   leader sleeps for a later tick, `follow` if nobody leads, q was `empty`, and a follower
   sleeps. NULL: nobody needs to wake. */
TW__INLINE TW_DQ_COND *tw__dq_sleeper(struct tw_dq *q, tw_tick due, bool empty) {
    if (q->leads)
        return due < q->until ? &q->lead : NULL;
    return q->followers && empty ? &q->follow : NULL;
}

/* Does what r asks for, and signals the sleeper that must wake for it. This function alone
   adds nodes and gives them earlier ticks. */
TW__FOLD bool tw__dq_put(struct tw_dq *q, void *in, const struct tw_ops *ops,
                         const struct tw__dq_request *r) {
    struct tw_node *const n = r->n;
    bool empty, done, first;

    TW__NEEDS(n, TW__NULL("node"));
    TW_DQ_LOCK(&q->lock);
    empty = !tw__dq_any(q, in, ops);
    done = !q->closed && (!r->moves || !tw_idle(n));
    first = done && r->earliest && tw__dq_comes_first(q, in, ops, r);
    done = done && tw__timers_add(&q->clock, in, ops, n, r->due);
    tw__dq_leave_calling(q, done ? tw__dq_sleeper(q, r->due, empty) : NULL);
    if (r->earliest)
        *r->earliest = done && first;
    return done;
}

TW__DEBUG(
    /* Warns of a delay that is probably below 0. The set notes what it warned of, so this
       needs the lock. */
    TW__INLINE void tw__dq_delay(struct tw_dq *q, tw_tick delay) {
        TW_DQ_LOCK(&q->lock);
        tw__debug_delay(&q->clock, delay);
        TW_DQ_UNLOCK(&q->lock);
    })

/* Sleeps once, at most until `deadline`. The thread leads if a node is in q and nobody
   leads; else it follows. The lock is held before and after. */
TW__FOLD void tw__dq_sleep(struct tw_dq *q, void *in, const struct tw_ops *ops, tw_tick deadline) {
    tw_tick head = 0;

    if (!q->leads && tw__timers_next(&q->clock, in, ops, &head)) {
        q->until = head < deadline ? head : deadline;
        q->leads = true;
        TW_DQ_WAIT(&q->lead, &q->lock, q->until);
        q->leads = false;
    } else {
        q->followers++;
        TW_DQ_WAIT(&q->follow, &q->lock, deadline);
        q->followers--;
    }
}

/* Looks at the clock, which begins a batch. The time of the queue never goes back, even
   if the clock does. */
TW__INLINE void tw__dq_look(struct tw_dq *q) {
    const tw_tick now = TW_DQ_CLOCK();

    tw__timers_begin(&q->clock, now < q->clock.now ? q->clock.now : now);
}

/* Unlocks q for a thread that leaves. If nodes are left and nobody leads, signals a
   follower. */
TW__FOLD void tw__dq_pass_on(struct tw_dq *q, const void *in, const struct tw_ops *ops) {
    const bool call = !q->leads && q->followers && tw__dq_any(q, in, ops);

    tw__dq_leave_calling(q, call ? &q->follow : NULL);
}

/* Takes out up to max nodes that are due; sleeps while no node is due. Each turn of the
   loop does the first possible of four things:
     1  take a node of the batch, which another thread may have begun;
     2  look at the clock, once between two sleeps;
     3  leave, if nodes were taken, q is closed, or the deadline has come: 0, which
        try_take() gives, has always come;
     4  sleep.
   The loop also ends when max nodes are taken. */
TW__FOLD size_t tw__dq_take(struct tw_dq *q, void *in, const struct tw_ops *ops,
                            struct tw_node **out, size_t max, tw_tick deadline) {
    bool looked = false;
    size_t got = 0;

    TW__WANT(max != 0, "max is 0. Give room for at least one node.");
    TW_DQ_LOCK(&q->lock);
    while (got < max) {
        if ((out[got] = tw__timers_step(&q->clock, in, ops)) != NULL) {
            got++;
        } else if (!looked) {
            tw__dq_look(q);
            looked = true;
        } else if (got || q->closed || deadline <= q->clock.now) {
            break;
        } else {
            tw__dq_sleep(q, in, ops, deadline);
            looked = false;
        }
    }
    tw__dq_pass_on(q, in, ops);
    return got;
}

/* Closes q, and wakes the leader and all followers. On `lead` at most one thread sleeps. */
TW__INLINE void tw__dq_close(struct tw_dq *q) {
    TW_DQ_LOCK(&q->lock);
    q->closed = true;
    TW_DQ_UNLOCK(&q->lock);
    TW_DQ_SIGNAL(&q->lead);
    TW_DQ_BROADCAST(&q->follow);
}

/* Takes all nodes out under the lock, as one chain: those of the due list, then those of
   the structure. Then it calls fn with each node, without the lock. fn may free its node,
   so the loop reads the link first. The whole due list is made the batch, so that
   tw__due_take() empties it. */
TW__FOLD size_t tw__dq_clear(struct tw_dq *q, void *in, const struct tw_ops *ops, tw_fn *fn) {
    struct tw_node *chain, *n;
    size_t count = 0;
    tw_tick now;

    TW_DQ_LOCK(&q->lock);
    now = q->clock.now;
    chain = (ops->take_all)(in);
    q->clock.until = q->clock.due_list;
    while ((n = tw__due_take(&q->clock)) != NULL) {
        n->u.list.next = chain;
        chain = n;
    }
    tw__idle_all(&q->clock, chain);
    TW_DQ_UNLOCK(&q->lock);
    for (; (n = chain) != NULL; count++) {
        chain = n->u.list.next;
        if (fn)
            (fn)(n, now);
    }
    return count;
}

/* Returns the node that tw__timers_step() would hand out next, if the clock were far
   enough. The first node of the due list comes first, unless the structure has a node
   that is due by `previous`. If `until` is NULL, the next batch has not begun, and the
   now of the queue counts instead of `previous`. */
TW__FOLD struct tw_node *tw__dq_peek(struct tw_dq *q, void *in, const struct tw_ops *ops) {
    const struct tw_clock *c = &q->clock;
    struct tw_node *n;
    tw_tick due = 0;

    TW_DQ_LOCK(&q->lock);
    n = tw__list_first(c->due_list);
    if ((ops->next)(in, &due) && (!n || due <= (c->until ? c->previous : c->now)))
        n = tw__first(in, ops);
    TW_DQ_UNLOCK(&q->lock);
    return n;
}

TW__FOLD const char *tw__dq_check(struct tw_dq *q, const void *in, const struct tw_ops *ops) {
    const char *const broken = tw__timers_check(&tw__dq_enter(q)->clock, in, ops);

    TW_DQ_UNLOCK(&q->lock);
    return broken;
}

/* --------------------------------------------------------------------------- WRAPPERS */

/* Makes the verbs of `struct name`: `in` is its structure, `ops` its table. Both are
   expressions in q, the queue that each verb is given. */
#define TW__DELAYQUEUE_VERBS(linkage, name, in, ops)                                               \
    linkage tw_tick name##_now(const struct name *q) { return (void)q, TW_DQ_CLOCK(); }            \
    linkage bool name##_put_earliest(struct name *q, struct tw_node *n, tw_tick due,               \
                                     bool *earliest) {                                             \
        void *s = in;                                                                              \
        const struct tw__dq_request r = {n, due, false, earliest};                                 \
        return tw__dq_put(&q->dq, s, ops, &r);                                                     \
    }                                                                                              \
    linkage bool name##_put(struct name *q, struct tw_node *n, tw_tick due) {                      \
        return TW__VIA(name##_put_earliest(q, n, due, NULL));                                      \
    }                                                                                              \
    linkage bool name##_put_in(struct name *q, struct tw_node *n, tw_tick delay) {                 \
        tw_tick due = TW_DQ_CLOCK();                                                               \
        TW__DEBUG((void)in; tw__dq_delay(&q->dq, delay);)                                          \
        return tw__later(&due, delay) && TW__VIA(name##_put(q, n, due));                           \
    }                                                                                              \
    linkage bool name##_move_earliest(struct name *q, struct tw_node *n, tw_tick due,              \
                                      bool *earliest) {                                            \
        void *s = in;                                                                              \
        const struct tw__dq_request r = {n, due, true, earliest};                                  \
        return tw__dq_put(&q->dq, s, ops, &r);                                                     \
    }                                                                                              \
    linkage bool name##_move(struct name *q, struct tw_node *n, tw_tick due) {                     \
        return TW__VIA(name##_move_earliest(q, n, due, NULL));                                     \
    }                                                                                              \
    linkage bool name##_cancel(struct name *q, struct tw_node *n) {                                \
        void *s = in;                                                                              \
        return tw__dq_leave(&q->dq, tw__timers_cancel(&tw__dq_enter(&q->dq)->clock, s, ops, n)) != \
               0;                                                                                  \
    }                                                                                              \
    linkage size_t name##_take_batch(struct name *q, struct tw_node **out, size_t max,             \
                                     tw_tick deadline) {                                           \
        void *s = in;                                                                              \
        return tw__dq_take(&q->dq, s, ops, out, max, deadline);                                    \
    }                                                                                              \
    linkage struct tw_node *name##_take(struct name *q, tw_tick deadline) {                        \
        void *s = in;                                                                              \
        struct tw_node *n = NULL;                                                                  \
        return (void)tw__dq_take(&q->dq, s, ops, &n, 1, deadline), n;                              \
    }                                                                                              \
    linkage struct tw_node *name##_try_take(struct name *q) { return TW__VIA(name##_take(q, 0)); } \
    linkage void name##_close(struct name *q) { (void)in, tw__dq_close(&q->dq); }                  \
    linkage bool name##_closed(struct name *q) {                                                   \
        (void)in;                                                                                  \
        return tw__dq_leave(&q->dq, tw__dq_enter(&q->dq)->closed) != 0;                            \
    }                                                                                              \
    linkage size_t name##_clear_with(struct name *q, tw_fn *fn) {                                  \
        void *s = in;                                                                              \
        return tw__dq_clear(&q->dq, s, ops, fn);                                                   \
    }                                                                                              \
    linkage size_t name##_count(struct name *q) {                                                  \
        void *s = in;                                                                              \
        return tw__dq_leave(&q->dq, tw__timers_count(&tw__dq_enter(&q->dq)->clock, s, ops));       \
    }                                                                                              \
    linkage bool name##_next(struct name *q, tw_tick *due) {                                       \
        void *s = in;                                                                              \
        return tw__dq_leave(&q->dq, tw__timers_next(&tw__dq_enter(&q->dq)->clock, s, ops, due)) != \
               0;                                                                                  \
    }                                                                                              \
    linkage struct tw_node *name##_peek(struct name *q) {                                          \
        void *s = in;                                                                              \
        return tw__dq_peek(&q->dq, s, ops);                                                        \
    }                                                                                              \
    linkage bool name##_destroy(struct name *q) { return (void)in, tw__dq_destroy(&q->dq); }       \
    TW__CHECKED(linkage const char *name##_check(struct name *q) {                                 \
        void *s = in;                                                                              \
        return tw__dq_check(&q->dq, s, ops);                                                       \
    })

/* Makes `struct name`, a structure with a lock beside it, and its verbs. The second macro
   is there so that `of` may be a macro itself. capacity(): returns how many nodes q has
   room for. (size_t)-1: there is no bound. bytes(): returns the size in bytes of the array
   for n nodes. TW__KIND gets a condition that always holds: no queue may move in memory,
   not even an empty one. */
#define TW_DELAYQUEUE_OF(name, of) TW__DELAYQUEUE_OF(name, of)
#define TW__DELAYQUEUE_OF(name, of)                                                 \
    TW__FOLD const struct tw_ops *name##__ops(void) { return &tw_##of##_ops; }      \
    struct name {                                                                   \
        struct tw_dq dq;                                                            \
        struct tw_##of in;                                                          \
    };                                                                              \
    TW__KIND(name, TW__HERE, of, TW__KIND_LOCKED, s != NULL)                        \
    TW__INLINE bool name##_init(struct name *q, tw_##of##_array *array, size_t n) { \
        TW__STAMP(q, &name##__kind, n);                                             \
        return tw__dq_init(&q->dq, &q->in, name##__ops(), array, n);                \
    }                                                                               \
    TW__INLINE size_t name##_capacity(const struct name *q) {                       \
        return (name##__ops()->capacity)(TW__SEEN(name, q, &q->in));                \
    }                                                                               \
    TW__INLINE size_t name##_bytes(size_t n) { return (name##__ops()->bytes)(n); }  \
    TW__DELAYQUEUE_VERBS(TW__INLINE, name, TW__SEEN(name, q, &q->in), name##__ops())

TW__END_C

#endif /* TW_DELAYQUEUE_H */

#endif /* TW_WITH_DELAYQUEUE */

#if defined(TW_WITH_POST)

/* post.h - arms, moves and cancels timers from other threads, signal handlers and
   interrupts.

   WHAT IT IS
       A timer set belongs to one thread, its owner, and holds no lock. Another thread, a
       signal handler or an interrupt drops a card into the owner's inbox. The owner reads
       the cards before it lets timers fire. The card is a post: a node with a link and
       the wanted tick beside it. Sending takes a few atomic steps and never waits. Nothing
       is allocated, and no inbox gets full: the post is its own place in the inbox. If a
       post is sent again before it was drained, it stays one post, with the last request.

   PICK IT
       to arm timers of an event loop from other threads; to start a timeout in an
       interrupt or a signal handler.
   PICK ANOTHER
       if the owner itself arms: a plain node and timers_add() cost less. To hand timed
       work to several threads: delayqueue.h. If you must know at once whether a cancel
       came in time: delayqueue.h, which has a lock, or a cancel by the owner.

   DO THIS
       1  Put a post into your object:      struct conn { int fd; struct tw_post idle; };
       2  Make the set, and its drain:      TW_TIMERS_OF(timers, hwheel)   TW_POSTS_OF(timers)
       3  One inbox per set:                struct tw_posts inbox;   (all zero)
       4  Send, from anywhere:              if (tw_post_arm(&inbox, &c->idle, due))
                                            wake_the_owner();
       5  In the owner, once awake:         clear the wake-up, then
                                            timers_advance_some(&t, now, 0);
                                            timers_drain(&t, &inbox, NULL);
                                            timers_advance(&t, now);
       The first call of step 5 moves the clock of the set, and fires nothing. So drain()
       compares each request with the time as it is, however long the set was empty.
       wake_the_owner() writes to an eventfd that the owner polls, or sets a flag under a
       condition's lock. The owner reads the eventfd, or clears the flag, BEFORE it
       drains. If a post comes after the drain, its sender finds the inbox empty, and
       wakes the owner again. A sender in an interrupt handler need not call
       wake_the_owner(): the interrupt has woken the owner already. An owner that sleeps
       by an instruction of the processor first masks interrupts and looks into the inbox.
       It sleeps only if the inbox is empty: if (!tw_posts_any(&inbox))
       wait_for_interrupt(). A whole program: examples/threads/timer_thread_posts.c.

   ARGUMENTS
       struct tw_posts *q       the inbox of the set
       struct tw_post *p        the post, in an object of yours; not NULL
       tw_tick due              the deadline: a tick of the set, see timers.h. With 16 or
                                32-bit ticks it must be in reach when the owner drains,
                                too: less than a quarter of the range ahead or behind
       tw_post_fn *refused      is called with each post that the set refuses, and with
                                its tick

   COST
       Send: one exchange. If the post was idle, also one compare-and-swap, which is
       repeated while other senders come between. Drain: O(posts), for each an exchange
       and the add or cancel of the structure. With TW_POST_MASK() each of these steps
       masks interrupts. The mask holds for 3 to 7 instructions of a Cortex-M, 4 to 8 of
       RV32 (both gcc 12, -Os). It holds for at most 17 cycles of an AVR with 16-bit
       ticks, 33 with 32-bit ticks (gcc 5.4, -Os). Tests in tests/firmware count them. A
       post has 56 bytes on a 64-bit machine. With 32-bit ticks it has 32 on a 32-bit
       machine; with 16-bit ticks 16 on AVR. An inbox is a pointer.

   GUARANTEES (tried on every interleaving of small programs: tests/threads/post_test.c)
       - The next drain that begins after the call returned applies the request, unless
         another request for the same post has replaced it. But if two contexts send one
         post at once, the drain must begin after both calls returned: it applies the last
         request. No request is applied twice.
       - Posts are drained in arrival order. A post that was sent again keeps the place of
         its first request.
       - A sender that finds the inbox empty gets true: wake the owner. The other senders
         get false: one sender is told to wake the owner, for all of them.
       - A drain ends: it takes the posts that were in the inbox when it began.
       - Several contexts may send one post, even if one interrupts the send of another:
         the last exchange counts.
       - Only the owner touches the node. When the owner has drained a post, it sees all
         that its senders wrote before they sent. A sender that finds the inbox empty sees
         all that the owner wrote before the drain that emptied it.

   OWNERSHIP
       The node inside belongs to the owner, who may add and cancel it directly. Until a
       post has been drained, it may be sent to one inbox only. Before you free the
       object, make sure that nobody sends the post any more. Then drain, cancel its node,
       and free.
       The inbox, and the eventfd or flag that wakes the owner, must outlive every sender:
       a sender that was told true may wake the owner after the drain. Until the owner has
       drained the request to cancel a timer, the timer may fire. If you need an answer to
       a cancel, and ticks have 64 bits, arm the post for tick 0 instead. The timer then
       fires once more: n->due == 0 tells its callback that this is the cancel.

   WHAT GOES WRONG, AND THE ANSWER
       NULL for a post or an inbox              TW_ASSERT
       the set refuses (full, too far)          the post is idle by then; refused() gets
                                                it, or TW_ASSERT if refused is NULL
       a due that has passed                    due at once, as in timers.h
       one of the last three 64-bit ticks       counts as the very last

   HOW THE WANTED TICK TRAVELS
       The tick travels in one word together with the request. 0 stands for no request, 1
       for cancel. A higher word w asks to arm for tick w - 2. The word is only exchanged
       as a whole: nobody sees half of one tick with half of another, or an old tick with
       a new request. The word has 32 bits for 16-bit ticks, else 64 bits. No word is left
       for the last two 64-bit ticks: the last three count as the very last. A 32-bit
       processor needs 64-bit atomics for 32-bit ticks: x86 and ARMv7-A have them.
       Cortex-M, AVR and RV32 have none, and mask interrupts for the few instructions of
       the exchange. Cortex-M3 and above need no mask with 16-bit ticks.

   OPTIONS (the same in every file of a program)
       TW_POST_MASK()           if you define it, no atomics are used. It masks
                                interrupts, or takes a lock on several cores. It returns
                                the mask that there was before, an unsigned.
                                docs/threads.md has BASEPRI, NVIC priorities, a SoftDevice
                                and latencies
       TW_POST_UNMASK(was)      sets the mask `was` again. Both must keep the compiler
                                from moving memory accesses over them
         You may define the two by functions mask() and unmask(was).
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
       TW_POST_C11              <stdatomic.h>, even if the compiler has builtins; where it
                                has none, <stdatomic.h> is taken anyway

   SOURCE
       R. K. Treiber, Systems Programming: Coping with Parallelism, IBM RJ 5118, 1986: the
       stack. Its reader takes the whole stack at once, which keeps it free of the ABA
       problem. The drain reverses it for order, as the Linux kernel's
       llist_reverse_order() does. */

#ifndef TW_POST_H
#define TW_POST_H

TW__BEGIN_C

/* ---------------------------------------------------------------------------- ATOMICS

   Two variables are exchanged: the wanted word of a post, and the head of an inbox.

       swap_wanted, swap_head    store a value and return the old one
       push_head                 if the head is still `*next`, stores p and returns true;
                                 else sets `*next` to the head and returns false. It may
                                 fail without cause: call it again
       peek_head                 returns the head

   A function that stores is a release and an acquire. */

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

TW__INLINE struct tw_post *tw__post_peek_head(const tw_post_head *at) {
    return *(struct tw_post *const volatile *)at;
}

#elif TW__GNU && !defined(TW_POST_C11)
#if !defined(__GCC_HAVE_SYNC_COMPARE_AND_SWAP_8) && \
    !(TW_TICK_BITS == 16 && defined(__GCC_HAVE_SYNC_COMPARE_AND_SWAP_4))
#error "post.h: cannot exchange so wide a word: define TW_POST_MASK() and TW_POST_UNMASK(was)"
#endif
/* aligned: on i386 a word of 64 bits may else lie in two cache lines */
typedef tw_post_word tw_post_wanted TW__ALIGNED(sizeof(tw_post_word));
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

TW__INLINE struct tw_post *tw__post_peek_head(const tw_post_head *at) {
    return __atomic_load_n(at, __ATOMIC_RELAXED);
}

#elif defined(__STDC_VERSION__) && __STDC_VERSION__ >= 201112L && !defined(__STDC_NO_ATOMICS__)
#include <stdatomic.h>
#if ATOMIC_LLONG_LOCK_FREE != 2 && !(TW_TICK_BITS == 16 && ATOMIC_INT_LOCK_FREE == 2)
#error "post.h: cannot exchange so wide a word: define TW_POST_MASK() and TW_POST_UNMASK(was)"
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
    return atomic_compare_exchange_weak_explicit(at, next, p, memory_order_acq_rel,
                                                 memory_order_relaxed);
}

TW__INLINE struct tw_post *tw__post_peek_head(const tw_post_head *at) {
    return atomic_load_explicit(at, memory_order_relaxed);
}

#else
#error "post.h: this compiler has no atomics: define TW_POST_MASK() and TW_POST_UNMASK(was)"
#endif

/* ------------------------------------------------------------------------------ TYPES */

/* A timer that other contexts may arm, inside your object; you own the memory. All zero
   is valid and idle. */
struct tw_post {
    struct tw_node node;  /* only the owner touches it */
    struct tw_post *next; /* in the inbox: the post that was sent before */
    /* the last request, until it is drained; 0: none, and the post is in no inbox */
    tw_post_wanted wanted;
};

/* The posts for one set, the last one first. All zero is valid and empty. */
struct tw_posts {
    tw_post_head head;
};

/* The requests in a word: none, cancel, and arm for tick 0. Arming for tick t is
   TW__POST_ARM + t. */
enum { TW__POST_NONE = 0, TW__POST_CANCEL = 1, TW__POST_ARM = 2 };

/* The type of the function that drain() calls with a post that the set refuses, and with
   the tick of its request. */
typedef void tw_post_fn(struct tw_post *p, tw_tick due);

/* -------------------------------------------------------------------------------- API */

/* Initialises an idle post whose timer will call fn: the macro in a declaration, the
   function by a call. */
/* clang-format off */
#define TW_POST(fn) {TW_NODE(fn), NULL, 0}
/* clang-format on */
TW__INLINE void tw_post_init(struct tw_post *p, tw_fn *fn);

/* Returns the post around node n, such as a node that fired. TW_OF(n, struct conn,
   idle.node) returns your object in one step. */
#define TW_POST_OF(n) TW_OF(n, struct tw_post, node)

/* Asks the owner of q to arm p for tick due, or to move it there. Any context may call
   it. True: wake the owner. False: another call is told to wake the owner. */
TW__INLINE bool tw_post_arm(struct tw_posts *q, struct tw_post *p, tw_tick due);

/* Asks the owner of q to cancel p, if p is armed when the owner drains. Any context may
   call it. True: wake the owner. False: another call is told to wake the owner. */
TW__INLINE bool tw_post_cancel(struct tw_posts *q, struct tw_post *p);

/* Says whether a post is in q. Any context may call it. It is a relaxed load, which
   orders nothing. On one core with interrupts masked the answer is right; elsewhere it is
   a hint. If an owner on another core tells senders when it sleeps, both sides need a
   fence: docs/threads.md. */
TW__INLINE bool tw_posts_any(const struct tw_posts *q);

/* TW_POSTS_OF(timers), behind TW_TIMERS_OF(timers, ...), gives one verb:
       size_t timers_drain(struct timers *t, struct tw_posts *q, tw_post_fn *refused)
   It applies the posts of q to t, in arrival order, and returns how many there were. Only
   the owner of t may call it, in callbacks too. If t refuses to arm p, it calls
   refused(p, due). If refused is NULL in that case, TW_ASSERT fails. refused() may send p
   again, free p, arm and cancel in t, and drain. It must not free another post that was
   sent and is not drained yet. That may be a post which comes later in this drain. Sets
   over a structure chosen at run time have tw_timers_drain() already. The macro makes a
   second function for the verb, timers_post_apply(). */

/* ----------------------------------------------------------------------------- ENGINE

   A post is in one of three states. Its wanted word is 0 in the first, and not 0 in the
   others:

       idle         The post is in no list. The sender whose exchange finds 0 holds the
                    link of the post from then on.
       on its way   The holder of the link puts the post on the inbox, by
                    compare-and-swap. Other senders exchange the word only.
       sent         The post is on the inbox, or in the list that the owner of the set has
                    taken. The owner reads the link, then exchanges the word for 0. */

/* Writes the request into p, and puts p on the inbox if it was idle. True: the inbox was
   empty. Invariant: p->next is the head as last seen. The loop ends in a turn in which no
   other context changes the head. */
TW__ONCE bool tw__post_send(struct tw_posts *q, struct tw_post *p, tw_post_word wanted) {
    struct tw_post *next;

    if (tw__post_swap_wanted(&p->wanted, wanted) != TW__POST_NONE)
        return false;
    next = tw__post_peek_head(&q->head);
    do
        p->next = next;
    while (!tw__post_push_head(&q->head, &next, p));
    return next == NULL; /* not p->next, which another sender may have written by now */
}

/* `last` is the greatest tick whose word, last + ARM, does not wrap. */
TW__INLINE bool tw_post_arm(struct tw_posts *q, struct tw_post *p, tw_tick due) {
    const tw_post_word wanted = due, last = (tw_post_word) ~(tw_post_word)TW__POST_ARM;

    TW__NEEDS(q, TW__NULL("inbox"));
    TW__NEEDS(p, TW__NULL("post"));
    return tw__post_send(q, p, (wanted < last ? wanted : last) + TW__POST_ARM);
}

TW__INLINE bool tw_post_cancel(struct tw_posts *q, struct tw_post *p) {
    TW__NEEDS(q, TW__NULL("inbox"));
    TW__NEEDS(p, TW__NULL("post"));
    return tw__post_send(q, p, TW__POST_CANCEL);
}

TW__INLINE void tw_post_init(struct tw_post *p, tw_fn *fn) {
    TW__NEEDS(p, TW__NULL("post"));
    tw_node_init(&p->node, fn);
    p->next = NULL;
    (void)tw__post_swap_wanted(&p->wanted, TW__POST_NONE);
}

TW__INLINE bool tw_posts_any(const struct tw_posts *q) {
    TW__NEEDS(q, TW__NULL("inbox"));
    return tw__post_peek_head(&q->head) != NULL;
}

/* Arms n in set t for *due; if due is NULL, cancels n. False: t refuses n. */
typedef bool tw__post_apply_fn(void *t, struct tw_node *n, const tw_tick *due);

/* Takes all posts of the inbox at once, and returns the post that arrived first. Afterwards
   each link leads to the post that arrived next. Invariant of the loop, which turns links:
   the posts from `first` on are in arrival order, and the posts from p on are not yet. */
TW__INLINE struct tw_post *tw__posts_take_all(struct tw_posts *q) {
    struct tw_post *p, *next, *first = NULL;

    for (p = tw__post_swap_head(&q->head, NULL); p; p = next) {
        next = p->next;
        p->next = first;
        first = p;
    }
    return first;
}

/* Takes the request out of p, and applies it to set t. Once the word of p is 0, a new
   request puts p on the inbox again. */
TW__FOLD void tw__post_apply(struct tw_post *p, void *t, tw__post_apply_fn *apply,
                             tw_post_fn *refused) {
    const tw_post_word wanted = tw__post_swap_wanted(&p->wanted, TW__POST_NONE);
    const bool last = (tw_post_word)(wanted + 1) == 0; /* all ones: see tw_post_arm() */
    const tw_tick due = last ? TW_TICK_MAX : (tw_tick)(wanted - TW__POST_ARM);

    if (!(apply)(t, &p->node, wanted == TW__POST_CANCEL ? NULL : &due)) {
        TW__NEEDS(refused, "the set refused a post, and nobody hears of it. "
                           "Give drain() a function for refused posts.");
        if (refused)
            (refused)(p, due);
    }
}

/* Applies the posts of the inbox to set t in arrival order, and returns their number. */
TW__FOLD size_t tw__posts_drain(struct tw_posts *q, void *t, tw__post_apply_fn *apply,
                                tw_post_fn *refused) {
    struct tw_post *p, *next;
    size_t count = 0;

    for (p = tw__posts_take_all(q); p; p = next, count++) {
        next = p->next; /* read first: once the word is 0, a sender may write the link */
        tw__post_apply(p, t, apply, refused);
    }
    return count;
}

/* ---------------------------------------------------------------------------- WRAPPER */

/* See API. */
#define TW_POSTS_OF(name)                                                                     \
    TW__INLINE bool name##_post_apply(void *t, struct tw_node *n, const tw_tick *due) {       \
        TW__DEBUG(tw__debug_via(#name "_drain");)                                             \
        return due ? name##_add(TW__CAST(struct name *, t), n, *due)                          \
                   : (name##_cancel(TW__CAST(struct name *, t), n), true);                    \
    }                                                                                         \
    TW__INLINE size_t name##_drain(struct name *t, struct tw_posts *q, tw_post_fn *refused) { \
        TW__NEEDS(t, TW__NULL("set"));                                                        \
        TW__NEEDS(q, TW__NULL("inbox"));                                                      \
        return tw__posts_drain(q, t, name##_post_apply, refused);                             \
    }

TW_POSTS_OF(tw_timers)

TW__END_C

#endif /* TW_POST_H */

#endif /* TW_WITH_POST */

#if defined(TW_WITH_POST)

/* shards.h - one timer set per core: each loop arms its own timers without a lock, and
   asks other loops to arm theirs.

   WHAT IT IS
       A shard is a set of timers.h, an inbox of post.h, and a word. The word says whether
       the thread of the shard sleeps. Each timer has a home: the shard for which it was
       made. (The field `home` of a tw_node is no shard: it tells where the node waits.)
       The thread of the home arms and cancels the timer in the set, without an atomic
       exchange. Every other thread sends a request to the home. If the home sleeps, the
       sender wakes it. While a shard sleeps, a thread that is awake may fire the timers of
       that shard.

   PICK IT
       for a program with one event loop per core.
   PICK ANOTHER
       for one loop with timers that others arm: post.h. To hand timed work to any of
       several threads: delayqueue.h.

   DO THIS
       1  Make a kind of shard:             TW_SHARDS_OF(loops, hwheel)
       2  One shard per loop, and a bell:   loops_init(&s, now(), NULL, 0);  s.at.wake = ring;
          ring() writes to an eventfd of the loop, or sets a flag under a condition's lock.
          Put the shard first into a struct of yours, and the eventfd behind it: ring() casts
          its argument, a struct tw_shard *, to a pointer to this struct.
       3  A timer into your object:         struct conn { int fd; struct tw_shard_timer idle; };
                                            loops_timer_init(&s, &c->idle, on_idle);
       4  The loop:                         me = &s;
                                            for (;;) {
                                                poll(fds, n, loops_sleep_ms(me, now(), 1));
                                                clear the bell;
                                                me = loops_woken(&s);
                                                loops_turn(me, now());
                                                serve the descriptors, and arm;
                                            }
       5  Arm and cancel, from anywhere:    loops_arm(me, &c->idle, now() + 5000);
                                            loops_cancel(me, &c->idle);
       `me` is the shard that the calling thread runs. It is NULL in a thread that runs no
       shard, in a signal handler, and after woken() has answered NULL. In a callback `me`
       is the home of the timer that fires: loops_home(TW_SHARD_TIMER_OF(n)).
       turn() moves the clock of the set. arm() at home judges its tick by this clock. So
       does cancel_and_wait() with the requests that it drains. To serve the descriptors
       before turn() with 16 or 32-bit ticks, first move the clock:
       if (me) loops_set_advance_some(&me->set, now(), 0).
       A whole program: examples/threads/loops.c.

   COST
       arm, cancel at home   a load, and what the set takes
       elsewhere             a send of post.h; a call of wake() if the home sleeps
       turn                  a load and advance(); with requests, also an advance() that
                             fires nothing, a drain and two exchanges
       sleep, woken          an exchange each; sleep also swaps the inbox, NULL for NULL
       A timer has 64 bytes on a 64-bit machine: a post and a pointer. A shard has two
       cache lines beside its set.

   GUARANTEES (tried on every interleaving of small programs: tests/threads/shards_test.c)
       - A turn of the home applies each request, and judges it by the now of that turn,
         however long the home slept. If the home drains within cancel_and_wait(), the now
         of its set counts. No home goes on sleeping while a request waits: wake() is
         called, or sleep() answers that something is due.
       - A cancel at home holds at once: the timer does not fire, even if an earlier request
         to arm it still waits.
       - Only one thread at a time arms, fires and cancels a timer: the thread of its home,
         or a thread within pull(). Each thread sees what the other wrote.
       - wake() is called while the home sleeps or just wakes. pull() calls it, too, if the
         home waits for the set.
       - All else is as in timers.h and post.h: never early, first in, first out.

   OWNERSHIP
       Shards must outlive every thread that sends to them or pulls. To free the object of
       a timer, call cancel() at home, or cancel_and_wait(). Free the object once no other
       thread sends the timer any more, and settled() is true. A request that waits keeps
       the timer in the inbox until the next turn. s.set is a set of timers.h, struct
       name_set: its owner may call the verbs that arm nothing, such as name_set_count().

   WHAT GOES WRONG, AND THE ANSWER
       NULL for a timer                         TW_ASSERT
       `me` is a shard of another thread        your error; TW_DEBUG ends the program
       woken() without a sleep() before         your error: it returns NULL for ever
       the home refuses what was asked          s.at.refused(p, due), as in post.h
       arm() at home after a sleep, before      your error with 16/32-bit ticks: the timer
       the clock was moved                      is refused, or is late
       cancel_and_wait() in a callback          TW_ASSERT, if `me` is given: two callbacks
                                                could wait for each other
       cancel_and_wait() while the home's       waits for ever: your error
       thread has ended, waits for the
       caller, or wants a lock of the caller

   OPTIONS (the same in every file of a program, beside those of post.h)
       TW_SHARD_LINE   64       bytes of a cache line: the parts of a shard are aligned to
                                it (gcc, clang). malloc() aligns less: allocate
                                by aligned_alloc(), or define TW_SHARD_LINE as 16

   SOURCE
       Sleeping beside an inbox: E. W. Dijkstra, Cooperating Sequential Processes, 1965
       (Dekker's algorithm). Pulling the timers of a sleeping core: timer_migration.c of
       Linux 6.9. */

#ifndef TW_SHARDS_H
#define TW_SHARDS_H

TW__BEGIN_C

#if !defined(TW_SHARD_LINE)
#define TW_SHARD_LINE 64
#endif

/* ---------------------------------------------------------------------------- ATOMICS

   Adds two steps to those of post.h, on words of type tw_post_wanted:

       peek_word    returns the word, and acquires what its writer has released
       take_word    if the word is still the one given, stores HELD (struct tw_shard) and
                    returns true */

/* The states of a shard; struct tw_shard explains them. */
enum { TW__SHARD_AWAKE = 0, TW__SHARD_HELD = 1, TW__SHARD_FOREVER = 2, TW__SHARD_UNTIL = 3 };

#if defined(TW_POST_MASK)
TW__INLINE tw_post_word tw__shard_peek_word(const tw_post_wanted *at) {
    const unsigned was = TW_POST_MASK();
    const tw_post_word word = *at;

    TW_POST_UNMASK(was);
    return word;
}

TW__INLINE bool tw__shard_take_word(tw_post_wanted *at, tw_post_word word) {
    const unsigned was = TW_POST_MASK();
    const bool same = *at == word;

    if (same)
        *at = TW__SHARD_HELD;
    TW_POST_UNMASK(was);
    return same;
}

#elif TW__GNU && !defined(TW_POST_C11)
TW__INLINE tw_post_word tw__shard_peek_word(const tw_post_wanted *at) {
    return __atomic_load_n(at, __ATOMIC_ACQUIRE);
}

TW__INLINE bool tw__shard_take_word(tw_post_wanted *at, tw_post_word was) {
    return __atomic_compare_exchange_n(at, &was, (tw_post_word)TW__SHARD_HELD, false,
                                       __ATOMIC_ACQUIRE, __ATOMIC_RELAXED);
}

#else
TW__INLINE tw_post_word tw__shard_peek_word(const tw_post_wanted *at) {
    return atomic_load_explicit(at, memory_order_acquire);
}

TW__INLINE bool tw__shard_take_word(tw_post_wanted *at, tw_post_word was) {
    return atomic_compare_exchange_strong_explicit(at, &was, (tw_post_word)TW__SHARD_HELD,
                                                   memory_order_acquire, memory_order_relaxed);
}
#endif

/* ------------------------------------------------------------------------------ TYPES */

struct tw_shard;

/* The type of the function that wakes the thread of shard s. Any context may call it. */
typedef void tw_shard_fn(struct tw_shard *s);

/* What other threads see of a shard. All zero is valid: the shard is awake, and has no
   wake(). */
struct tw_shard {
    struct tw_posts inbox TW__ALIGNED(TW_SHARD_LINE);
    /* AWAKE: the thread of the shard has the set, or waits for the set. HELD: a thread
       within pull() has the set. FOREVER: the thread of the shard sleeps, and nothing is
       armed. UNTIL + t: this thread sleeps, and t is the first deadline. */
    tw_post_wanted state TW__ALIGNED(TW_SHARD_LINE);
    tw_post_wanted draining; /* 1 while requests are applied */
    tw_shard_fn *wake;       /* yours; NULL: senders need not wake the thread */
    tw_post_fn *refused;     /* yours, for requests that the set refuses; NULL: TW_ASSERT */
};

/* A timer, inside your object. Only name_timer_init() makes one. */
struct tw_shard_timer {
    struct tw_post post;
    struct tw_shard *home;
};

/* The answers of arm() and cancel(). */
enum tw_shard_answer {
    TW_SHARD_NO,   /* the set refuses, or the timer was idle; nothing changed */
    TW_SHARD_DONE, /* done, at home */
    TW_SHARD_ASKED /* a later turn of the home does it */
};

/* -------------------------------------------------------------------------------- API */

/* Returns the timer around node n, such as a node that fired. */
#define TW_SHARD_TIMER_OF(n) TW_OF(n, struct tw_shard_timer, post.node)

/* TW_SHARDS_OF(name, of) defines struct name_set, a set of timers.h over structure `of`.
   It also defines this struct and these functions:

       struct name_shard { struct tw_shard at; struct name_set set; };
       void name_init(s, now, array, n)   as in timers.h; the calling thread is the owner
       void name_timer_init(s, x, fn)     makes x an idle timer whose home is s; no other
                                          thread may reach x yet
       struct name_shard *name_home(x)
       enum tw_shard_answer name_arm(me, x, due)
                                          arms x, or moves it. If a request for x waits,
                                          replaces that request: ASKED even at home
       enum tw_shard_answer name_cancel(me, x)
       enum tw_shard_answer name_cancel_and_wait(me, x, pause)
                                          cancels. If x lives elsewhere, calls pause() until
                                          the home has done it and runs no callback of x.
                                          Drains the inbox of `me` meanwhile, so that two
                                          shards may wait for each other. Not in a callback
       bool name_settled(x)               says whether no request for x waits or is under way
       size_t name_turn(me, now)          moves the clock, drains, fires, and returns how many
                                          fired; 0 if `me` is NULL. Not in a callback
       bool name_sleep(me, &until)        gives the set away. True: sleep until tick
                                          `until`, which has passed if a request waits.
                                          False, or `me` is NULL: sleep until wake(). Call
                                          woken() after either sleep
       int name_sleep_ms(me, now, ticks_per_ms)
                                          the same, for poll(): -1 is for ever
       struct name_shard *name_woken(s)   takes the set back, and returns s. NULL: a thread
                                          within pull() has it, and calls wake() at its end
       size_t name_pull(s, now)           any thread: if s sleeps and its first deadline has
                                          passed, does the turn of s. Returns how many fired
       bool name_parked(s, &due)          any thread: true if s sleeps and a timer is armed;
                                          `due` gets the first deadline. Both are hints */

/* ----------------------------------------------------------------------------- ENGINE */

/* Makes s awake, with an empty inbox. */
TW__INLINE void tw__shard_init(struct tw_shard *s) {
    (void)tw__post_swap_head(&s->inbox.head, NULL);
    (void)tw__post_swap_wanted(&s->state, TW__SHARD_AWAKE);
    (void)tw__post_swap_wanted(&s->draining, 0);
    s->wake = NULL;
    s->refused = NULL;
}

/* Ends a send to s. `told` is the answer of the send: true if the inbox was empty, so that
   the sender is told to wake the owner. A sender that is told sees what the owner wrote
   before the owner last found the inbox empty. So the sender sees the state of an owner
   that sleeps, and wakes the owner. */
TW__INLINE enum tw_shard_answer tw__shard_asked(struct tw_shard *s, bool told) {
    if (told && tw__shard_peek_word(&s->state) >= TW__SHARD_FOREVER && s->wake)
        (s->wake)(s);
    return TW_SHARD_ASKED;
}

/* Gives the set away: stores the state, then looks into the inbox by an exchange of NULL
   for NULL. Either a sender sees this exchange, or the exchange sees the post of the
   sender. True: a post may be in the inbox. `*was` gets the state before. */
TW__INLINE bool tw__shard_park(struct tw_shard *s, tw_post_word state, tw_post_word *was) {
    struct tw_post *none = NULL;

    *was = tw__post_swap_wanted(&s->state, state);
    return !tw__post_push_head(&s->inbox.head, &none, NULL);
}

/* Returns the state of a shard that sleeps until *due; NULL: for ever. The last four
   ticks of 64 bits count as one, because UNTIL is added. */
TW__INLINE tw_post_word tw__shard_until(const tw_tick *due) {
    const tw_post_word last = (tw_post_word) ~(tw_post_word)TW__SHARD_UNTIL;
    const tw_post_word until = due ? *due : 0;

    if (!due)
        return TW__SHARD_FOREVER;
    return (until < last ? until : last) + TW__SHARD_UNTIL;
}

/* Says whether s sleeps and has an armed timer. If so, writes the earliest deadline to
   *due. Writes the state to *state in any case. */
TW__INLINE bool tw__shard_parked(const struct tw_shard *s, tw_tick *due, tw_post_word *state) {
    *state = tw__shard_peek_word(&s->state);
    if (*state < TW__SHARD_UNTIL)
        return false;
    *due = (tw_tick)(*state - TW__SHARD_UNTIL);
    return true;
}

/* Takes the set of s, if s sleeps although its earliest deadline has passed. False: s is
   awake, no timer of s is due, or another thread was faster. */
TW__INLINE bool tw__shard_take(struct tw_shard *s, tw_tick now) {
    tw_tick due = 0;
    tw_post_word state;

    return tw__shard_parked(s, &due, &state) && !tw_before(now, due) &&
           tw__shard_take_word(&s->state, state);
}

/* Says whether no request for x waits. */
TW__INLINE bool tw__shard_unasked(const struct tw_shard_timer *x) {
    return tw__shard_peek_word(&x->post.wanted) == TW__POST_NONE;
}

/* The verbs of the set of a shard. t is the clock of the set, its first member. */
struct tw__shard_verbs {
    bool (*add)(void *t, struct tw_node *n, tw_tick due);
    bool (*cancel)(void *t, struct tw_node *n);
    bool (*next)(void *t, tw_tick *due);
    size_t (*advance_some)(void *t, tw_tick now, size_t max);
    size_t (*drain)(void *t, struct tw_posts *q, tw_post_fn *refused);
};

/* A shard that was given to a verb, its set, and the verbs of the set. name__of(s) makes
   this struct for s. If no shard was given, `at` is NULL, and the rest is not used. */
struct tw__shard_of {
    struct tw_shard *at;
    struct tw_clock *set;
    const struct tw__shard_verbs *verbs;
};

/* Says whether `me` is the home of x. */
TW__INLINE bool tw__shard_home(struct tw__shard_of me, const struct tw_shard_timer *x) {
    return me.at && me.at == x->home;
}

/* Does arm(). own: the caller runs the home of x. calm: no request for x waits. If own and
   calm, arms at home. Else sends a request. If own but not calm, first cancels at home: the
   old deadline must not fire while the request waits. */
TW__FOLD enum tw_shard_answer tw__shard_arm(struct tw__shard_of me, struct tw_shard_timer *x,
                                            tw_tick due) {
    const bool own = tw__shard_home(me, x), calm = tw__shard_unasked(x);
    struct tw_node *const n = &x->post.node;

    if (own && calm)
        return (me.verbs->add)(me.set, n, due) ? TW_SHARD_DONE : TW_SHARD_NO;
    if (own)
        (void)(me.verbs->cancel)(me.set, n);
    return tw__shard_asked(x->home, tw_post_arm(&x->home->inbox, &x->post, due));
}

/* Does cancel(). own and calm are as in arm(). Unless both are true, sends a request, which
   replaces a request that waits. If own, also cancels at home: the answer is NO if x was
   idle there and no request waited. */
TW__FOLD enum tw_shard_answer tw__shard_cancel(struct tw__shard_of me, struct tw_shard_timer *x) {
    const bool own = tw__shard_home(me, x), calm = tw__shard_unasked(x);
    const bool told = (!own || !calm) && tw_post_cancel(&x->home->inbox, &x->post);

    if (!own)
        return tw__shard_asked(x->home, told);
    return (me.verbs->cancel)(me.set, &x->post.node) || !calm ? TW_SHARD_DONE : TW_SHARD_NO;
}

/* Does settled(). */
TW__INLINE bool tw__shard_settled(const struct tw_shard_timer *x) {
    return tw__shard_unasked(x) && tw__shard_peek_word(&x->home->draining) == 0;
}

/* Asserts that no callback of the set runs. */
TW__INLINE void tw__shard_no_callback(struct tw__shard_of me) {
    (void)me;
    TW__WANT(!me.at || me.set->batch == TW__BATCH_NONE,
             "a callback waits for a cancel: two callbacks could wait for each other. "
             "Call cancel() there.");
}

/* Applies the requests in the inbox. */
TW__FOLD void tw__shard_drain(struct tw__shard_of me) {
    (void)tw__post_swap_wanted(&me.at->draining, 1);
    (void)(me.verbs->drain)(me.set, &me.at->inbox, me.at->refused);
    (void)tw__post_swap_wanted(&me.at->draining, 0);
}

/* Waits until x is settled, if cancel() has answered ASKED. The loop ends when the home has
   drained. */
TW__FOLD enum tw_shard_answer tw__shard_wait(struct tw__shard_of me, struct tw_shard_timer *x,
                                             enum tw_shard_answer answer, void (*pause)(void)) {
    while (answer == TW_SHARD_ASKED && !tw__shard_settled(x)) {
        if (me.at && tw_posts_any(&me.at->inbox))
            tw__shard_drain(me);
        (pause)();
    }
    return answer;
}

/* Does turn(). The clock moves first, so that requests are judged by `now`. */
TW__FOLD size_t tw__shard_turn(struct tw__shard_of me, tw_tick now) {
    if (!me.at)
        return 0;
    if (tw_posts_any(&me.at->inbox)) {
        (void)(me.verbs->advance_some)(me.set, now, 0);
        tw__shard_drain(me);
    }
    return (me.verbs->advance_some)(me.set, now, TW__ALL);
}

/* Gives the set away until *due, the first deadline, or for ever. True: something is
   armed. `*posts` gets true if a post may be in the inbox, `*was` the state before. */
TW__FOLD bool tw__shard_leave(struct tw__shard_of me, tw_tick *due, bool *posts,
                              tw_post_word *was) {
    const bool any = (me.verbs->next)(me.set, due);

    tw_hand_over(me.set);
    *posts = tw__shard_park(me.at, tw__shard_until(any ? due : NULL), was);
    return any;
}

/* Does sleep(). If a post may be in the inbox, *until is the now of the set: it has passed,
   and the caller does not sleep. */
TW__FOLD bool tw__shard_sleep(struct tw__shard_of me, tw_tick *until) {
    tw_post_word was;
    tw_tick due, now;
    bool any, posts;

    if (!me.at)
        return false;
    due = now = me.set->now; /* read here: afterwards the set is another thread's */
    any = tw__shard_leave(me, &due, &posts, &was);
    if (posts)
        due = now;
    if (any || posts)
        *until = due;
    return any || posts;
}

/* Takes the set back. False: a thread within pull() has it. */
TW__INLINE bool tw__shard_woken(struct tw_shard *s) {
    return tw__post_swap_wanted(&s->state, TW__SHARD_AWAKE) >= TW__SHARD_FOREVER;
}

/* Ends pull(). Wakes the home if the home waits for the set, or if a post may be in the
   inbox. If the state before is AWAKE, the home has called woken() meanwhile. leave()
   overwrites `now`, which is not used any more, by the first deadline. */
TW__FOLD void tw__shard_pulled(struct tw__shard_of s, tw_tick now) {
    tw_post_word was;
    bool posts;

    (void)tw__shard_leave(s, &now, &posts, &was);
    if ((posts || was == TW__SHARD_AWAKE) && s.at->wake)
        (s.at->wake)(s.at);
}

/* --------------------------------------------------------------------------- WRAPPERS */

/* Makes a kind of shard: the set and its drain, struct name_shard, and its verbs. Also
   makes the table of the verbs of the set, which cast t. A second macro does the work, so
   that `of` may be a macro itself. */
#define TW_SHARDS_OF(name, of) TW__SHARDS_OF(name, of)
#define TW__SHARDS_OF(name, of)                                                                   \
    TW__TIMERS_OF(name##_set, of)                                                                 \
    TW_POSTS_OF(name##_set)                                                                       \
    struct name##_shard {                                                                         \
        struct tw_shard at;                                                                       \
        struct name##_set set TW__ALIGNED(TW_SHARD_LINE);                                         \
    };                                                                                            \
    TW__INLINE bool name##__add(void *t, struct tw_node *n, tw_tick due) {                        \
        return name##_set_add(TW__IN(name##_set, t), n, due);                                     \
    }                                                                                             \
    TW__INLINE bool name##__cancel(void *t, struct tw_node *n) {                                  \
        return name##_set_cancel(TW__IN(name##_set, t), n);                                       \
    }                                                                                             \
    TW__INLINE bool name##__next(void *t, tw_tick *due) {                                         \
        return name##_set_next(TW__IN(name##_set, t), due);                                       \
    }                                                                                             \
    TW__INLINE size_t name##__advance_some(void *t, tw_tick now, size_t max) {                    \
        return name##_set_advance_some(TW__IN(name##_set, t), now, max);                          \
    }                                                                                             \
    TW__INLINE size_t name##__drain(void *t, struct tw_posts *q, tw_post_fn *refused) {           \
        return name##_set_drain(TW__IN(name##_set, t), q, refused);                               \
    }                                                                                             \
    TW__TABLE const struct tw__shard_verbs name##__verbs = {                                      \
        name##__add, name##__cancel, name##__next, name##__advance_some, name##__drain};          \
    TW__FOLD struct tw__shard_of name##__of(struct name##_shard *s) {                             \
        const struct tw__shard_of me = {s ? &s->at : NULL, s ? &s->set.clock : NULL,              \
                                        &name##__verbs};                                          \
        return me;                                                                                \
    }                                                                                             \
    TW__INLINE void name##_init(struct name##_shard *s, tw_tick now, tw_##of##_array *array,      \
                                size_t n) {                                                       \
        TW__NEEDS(s, TW__NULL("shard"));                                                          \
        tw__shard_init(&s->at);                                                                   \
        name##_set_init(&s->set, now, array, n);                                                  \
    }                                                                                             \
    TW__INLINE void name##_timer_init(struct name##_shard *s, struct tw_shard_timer *x,           \
                                      tw_fn *fn) {                                                \
        TW__NEEDS(s, TW__NULL("shard"));                                                          \
        TW__NEEDS(x, TW__NULL("timer"));                                                          \
        tw_post_init(&x->post, fn);                                                               \
        x->home = &s->at;                                                                         \
    }                                                                                             \
    TW__INLINE struct name##_shard *name##_home(const struct tw_shard_timer *x) {                 \
        TW__NEEDS(x, TW__NULL("timer"));                                                          \
        return TW__CAST(struct name##_shard *, TW__CAST(void *, x->home)); /* first member */     \
    }                                                                                             \
    TW__INLINE enum tw_shard_answer name##_arm(struct name##_shard *me, struct tw_shard_timer *x, \
                                               tw_tick due) {                                     \
        TW__NEEDS(x, TW__NULL("timer"));                                                          \
        return tw__shard_arm(name##__of(me), x, due);                                             \
    }                                                                                             \
    TW__INLINE enum tw_shard_answer name##_cancel(struct name##_shard *me,                        \
                                                  struct tw_shard_timer *x) {                     \
        TW__NEEDS(x, TW__NULL("timer"));                                                          \
        return tw__shard_cancel(name##__of(me), x);                                               \
    }                                                                                             \
    TW__INLINE bool name##_settled(const struct tw_shard_timer *x) {                              \
        TW__NEEDS(x, TW__NULL("timer"));                                                          \
        return tw__shard_settled(x);                                                              \
    }                                                                                             \
    TW__INLINE enum tw_shard_answer name##_cancel_and_wait(                                       \
        struct name##_shard *me, struct tw_shard_timer *x, void (*pause)(void)) {                 \
        TW__NEEDS(x, TW__NULL("timer"));                                                          \
        tw__shard_no_callback(name##__of(me));                                                    \
        return tw__shard_wait(name##__of(me), x, name##_cancel(me, x), pause);                    \
    }                                                                                             \
    TW__INLINE size_t name##_turn(struct name##_shard *me, tw_tick now) {                         \
        return tw__shard_turn(name##__of(me), now);                                               \
    }                                                                                             \
    TW__INLINE bool name##_sleep(struct name##_shard *me, tw_tick *until) {                       \
        return tw__shard_sleep(name##__of(me), until);                                            \
    }                                                                                             \
    TW__INLINE int name##_sleep_ms(struct name##_shard *me, tw_tick now, tw_tick ticks_per_ms) {  \
        tw_tick until = now;                                                                      \
        TW__WANT(ticks_per_ms != 0, "ticks_per_ms is 0. Give at least 1.");                       \
        return name##_sleep(me, &until) ? tw__wait_ms(until, now, ticks_per_ms) : -1;             \
    }                                                                                             \
    TW__INLINE struct name##_shard *name##_woken(struct name##_shard *s) {                        \
        TW__NEEDS(s, TW__NULL("shard"));                                                          \
        return tw__shard_woken(&s->at) ? s : NULL;                                                \
    }                                                                                             \
    TW__INLINE size_t name##_pull(struct name##_shard *s, tw_tick now) {                          \
        size_t n;                                                                                 \
        TW__NEEDS(s, TW__NULL("shard"));                                                          \
        if (!tw__shard_take(&s->at, now))                                                         \
            return 0;                                                                             \
        n = name##_turn(s, now);                                                                  \
        tw__shard_pulled(name##__of(s), now);                                                     \
        return n;                                                                                 \
    }                                                                                             \
    TW__INLINE bool name##_parked(const struct name##_shard *s, tw_tick *due) {                   \
        tw_post_word state;                                                                       \
        TW__NEEDS(s, TW__NULL("shard"));                                                          \
        return tw__shard_parked(&s->at, due, &state);                                             \
    }

TW__END_C

#endif /* TW_SHARDS_H */

#endif /* TW_WITH_POST */

/* timers.h, implementation */

#if (defined(TW_IMPLEMENTATION) || defined(TW_TIMERS_IMPLEMENTATION)) && \
    !defined(TW__TIMERS_IMPLEMENTED)
#define TW__TIMERS_IMPLEMENTED

TW__BEGIN_C

/* `runtime` stands for the name of a structure. The structure lies outside of the set, and
   does not move with it: so only nodes on the due list forbid a move. */
TW__KIND(tw_timers, "tw_timers", runtime, 0, TW__CONST_IN(tw_timers, s)->clock.due_list != NULL)

TW__API void tw_timers_init(struct tw_timers *t, tw_tick now, const struct tw_ops *ops, void *in,
                            void *array, size_t n) {
    TW__STAMP(t, &tw_timers__kind, n);
    tw__clock_init(&t->clock, now);
    t->ops = ops;
    t->in = in;
    (ops->init)(in, now, array, n);
}

TW__TIMERS_NODES(TW__API, tw_timers, TW__SEEN(tw_timers, t, t->in), t->ops)
TW__TIMERS_CLOCK(TW__API, tw_timers, TW__SEEN(tw_timers, t, t->in), t->ops, tw__timers_quiet,
                 TW__STEP)

TW__END_C

#endif

/* heap4.h, implementation */

#if (defined(TW_IMPLEMENTATION) || defined(TW_HEAP4_IMPLEMENTATION)) && \
    !defined(TW__HEAP4_IMPLEMENTED)
#define TW__HEAP4_IMPLEMENTED

TW__BEGIN_C

TW__NODES(heap4)
TW__NODES_FIRST(heap4)

TW__API bool tw_heap4_storage(struct tw_heap4 *h, struct tw_heap4_cell *array, size_t n) {
    return TW__STORED(h, n, tw__heap4_storage(TW__SEEN(tw_heap4, h, h), array, n));
}

TW__API size_t tw_heap4_capacity(const struct tw_heap4 *h) {
    return tw__heap4_capacity(TW__SEEN(tw_heap4, h, h));
}

TW__END_C

#endif

/* rbtree.h, implementation */

#if (defined(TW_IMPLEMENTATION) || defined(TW_RBTREE_IMPLEMENTATION)) && \
    !defined(TW__RBTREE_IMPLEMENTED)
#define TW__RBTREE_IMPLEMENTED

TW__BEGIN_C

TW__NODES(rbtree)
TW__NODES_FIRST(rbtree)
TW__NODES_WALK(rbtree)

TW__API struct tw_node *tw_rbtree_lower_bound(const struct tw_rbtree *t, tw_tick due) {
    struct tw_node key;

    key.due = due;
    return tw__rbtree_lower_bound(TW__SEEN(tw_rbtree, t, t), &key, tw__rbtree_by_due);
}

TW__END_C

#endif

/* sortedlist.h, implementation */

#if (defined(TW_IMPLEMENTATION) || defined(TW_SORTEDLIST_IMPLEMENTATION)) && \
    !defined(TW__SORTEDLIST_IMPLEMENTED)
#define TW__SORTEDLIST_IMPLEMENTED

TW__BEGIN_C

TW__NODES(sortedlist)
TW__NODES_FIRST(sortedlist)
TW__NODES_WALK(sortedlist)

TW__END_C

#endif

/* skiplist.h, implementation */

#if (defined(TW_IMPLEMENTATION) || defined(TW_SKIPLIST_IMPLEMENTATION)) && \
    !defined(TW__SKIPLIST_IMPLEMENTED)
#define TW__SKIPLIST_IMPLEMENTED

TW__BEGIN_C

TW__NODES(skiplist)
TW__NODES_FIRST(skiplist)
TW__NODES_WALK(skiplist)

TW__API struct tw_node *tw_skiplist_lower_bound(const struct tw_skiplist *s, tw_tick due) {
    /* The order by tick reads due. It does not read the node: any pointer will do. */
    (void)TW__SEEN(tw_skiplist, s, s);
    return tw__skiplist_lower_bound(s, due, s->base.last, tw__sortedlist_by_due);
}

TW__END_C

#endif

/* wheel.h, implementation */

#if (defined(TW_IMPLEMENTATION) || defined(TW_WHEEL_IMPLEMENTATION)) && \
    !defined(TW__WHEEL_IMPLEMENTED)
#define TW__WHEEL_IMPLEMENTED

TW__BEGIN_C

TW__NODES(wheel)

TW__END_C

#endif

/* smallwheel.h, implementation */

#if (defined(TW_IMPLEMENTATION) || defined(TW_SMALLWHEEL_IMPLEMENTATION)) && \
    !defined(TW__SMALLWHEEL_IMPLEMENTED)
#define TW__SMALLWHEEL_IMPLEMENTED

TW__BEGIN_C

TW__NODES(smallwheel)

TW__END_C

#endif

/* hwheel.h, implementation */

#if (defined(TW_IMPLEMENTATION) || defined(TW_HWHEEL_IMPLEMENTATION)) && \
    !defined(TW__HWHEEL_IMPLEMENTED)
#define TW__HWHEEL_IMPLEMENTED

TW__BEGIN_C

TW__NODES(hwheel)

TW__END_C

#endif

/* bigwheel.h, implementation */

#if (defined(TW_IMPLEMENTATION) || defined(TW_BIGWHEEL_IMPLEMENTATION)) && \
    !defined(TW__BIGWHEEL_IMPLEMENTED) && UINTPTR_MAX > 0xFFFFu
#define TW__BIGWHEEL_IMPLEMENTED

TW__BEGIN_C

TW__NODES(bigwheel)

TW__END_C

#endif

/* table.h, implementation */

#if (defined(TW_IMPLEMENTATION) || defined(TW_TABLE_IMPLEMENTATION)) && \
    !defined(TW__TABLE_IMPLEMENTED)
#define TW__TABLE_IMPLEMENTED

TW__BEGIN_C

TW__API size_t tw_table_bytes(size_t capacity) {
    const size_t room = TW__ALL / 2 - sizeof(struct tw_table);

    return (uint64_t)capacity + 1 > 0xFFFFFFFFu || capacity > room / sizeof(struct tw_table_timer)
               ? 0
               : sizeof(struct tw_table) + capacity * sizeof(struct tw_table_timer);
}

TW__API void tw_table_init(struct tw_table *t, tw_tick now, size_t capacity) {
    TW__TABLE_NEEDS(t);
    TW__WANT(tw_table_bytes(capacity) != 0, "no table has so many timers. tw_table_bytes() is 0.");
    t->now = t->previous = now;
    t->capacity = (uint32_t)capacity;
    tw_table_clear(t);
    t->batch = TW__TABLE_NONE;
}

TW__API bool tw_table_grow(struct tw_table *t, size_t capacity) {
    TW__TABLE_NEEDS(t);
    if (capacity < t->capacity || tw_table_bytes(capacity) == 0)
        return false;
    for (; t->capacity < capacity; t->capacity++) {
        struct tw_table_timer *const e = tw__table_timer(t, t->capacity + 1);

        e->due = 0;
        tw__table_rest(t, t->capacity + 1);
    }
    return true;
}

TW__API bool tw_table_add(struct tw_table *t, uint32_t i, tw_tick due) {
    TW__TABLE_WANTS(t, i);
    if (!tw__table_has(t, i) || !tw__table_reach(t, due))
        return false;
    tw__table_arm(t, i + 1, due, !tw_before(t->now, due));
    return true;
}

TW__API bool tw_table_add_if_earlier(struct tw_table *t, uint32_t i, tw_tick due) {
    const struct tw_table_timer *e;

    TW__TABLE_WANTS(t, i);
    if (!tw__table_has(t, i))
        return false;
    e = tw__table_see(t, i + 1);
    if (tw__table_arming(e) && (tw__table_place(e) == TW__TABLE_DUE + 1 ||
                                (tw__table_reach(t, due) && !tw_before(due, e->due))))
        return true;
    return tw_table_add(t, i, due);
}

TW__API bool tw_table_add_in(struct tw_table *t, uint32_t i, tw_tick now, tw_tick delay) {
    tw_tick due = now;

    TW__TABLE_WANTS(t, i);
    if (!tw__table_has(t, i) || !tw__later(&due, delay))
        return false;
    if (TW_TICK_BITS != 64 && t->count == 0 && t->batch == TW__TABLE_NONE)
        tw__table_restart(t, now);
    return tw_table_add(t, i, due);
}

TW__API bool tw_table_cancel(struct tw_table *t, uint32_t i) {
    TW__TABLE_WANTS(t, i);
    if (!tw__table_has(t, i) || !tw__table_arming(tw__table_timer(t, i + 1)))
        return false;
    tw__table_disarm(t, i + 1);
    return true;
}

TW__API bool tw_table_pending(const struct tw_table *t, uint32_t i) {
    TW__TABLE_WANTS(t, i);
    return tw__table_has(t, i) && tw__table_arming(tw__table_see(t, i + 1)) != 0;
}

TW__API tw_tick tw_table_due(const struct tw_table *t, uint32_t i) {
    TW__TABLE_WANTS(t, i);
    return tw__table_has(t, i) ? tw__table_see(t, i + 1)->due : 0;
}

TW__API tw_tick tw_table_remaining(const struct tw_table *t, uint32_t i) {
    const tw_tick due = tw_table_due(t, i);

    return tw_table_pending(t, i) &&
                   tw__table_place(tw__table_see(t, i + 1)) != TW__TABLE_DUE + 1 &&
                   tw_before(t->now, due)
               ? (tw_tick)(due - t->now)
               : 0;
}

TW__API bool tw_table_next(struct tw_table *t, tw_tick *due) {
    TW__TABLE_NEEDS(t);
    if (t->count == 0)
        return false;
    *due = t->slot[TW__TABLE_DUE] ? t->now : tw__table_first(t);
    if (tw_before(*due, t->now))
        *due = t->now;
    return true;
}

TW__API bool tw_table_any_due(struct tw_table *t) {
    tw_tick due;

    return tw_table_next(t, &due) && due == t->now;
}

TW__API int tw_table_wait_ms(struct tw_table *t, tw_tick now, tw_tick ticks_per_ms) {
    tw_tick due;

    TW__TABLE_NEEDS(t);
    TW__WANT(ticks_per_ms != 0, "ticks_per_ms is 0. Give at least 1.");
    return tw_table_next(t, &due) ? tw__wait_ms(due, now, ticks_per_ms)
                                  : tw__wait_for_ever(ticks_per_ms);
}

TW__API size_t tw_table_advance(struct tw_table *t, tw_tick now, tw_table_fn *fn, void *user) {
    return tw_table_advance_some(t, now, TW__ALL, fn, user);
}

TW__API size_t tw_table_advance_some(struct tw_table *t, tw_tick now, size_t max, tw_table_fn *fn,
                                     void *user) {
    size_t fired = 0;
    uint32_t id;

    TW__TABLE_NEEDS(t);
    TW__NEEDS(fn, TW__NULL("function"));
    if (tw__table_refuses(t, now))
        return 0;
    tw__table_begin_batch(t, now);
    if (max == 0)
        (void)tw__table_follow(t, now);
    t->batch = TW__TABLE_PUSH;
    while (fired < max && (id = tw__table_step(t)) != 0) {
        (fn)(user, id - 1, now);
        fired++;
        if (t->batch != TW__TABLE_PUSH) /* fn has called init(): the table is another one */
            return fired;
    }
    t->batch = TW__TABLE_NONE;
    return fired;
}

TW__API bool tw_table_expire(struct tw_table *t, tw_tick now, uint32_t *i) {
    uint32_t id;

    TW__TABLE_NEEDS(t);
    if (tw__table_refuses(t, now))
        return false;
    if (t->batch != TW__TABLE_PULL)
        tw__table_begin_batch(t, now);
    id = tw__table_step(t);
    t->batch = id ? TW__TABLE_PULL : TW__TABLE_NONE;
    if (id)
        *i = id - 1;
    return id != 0;
}

TW__API size_t tw_table_expire_some(struct tw_table *t, tw_tick now, uint32_t *array, size_t max) {
    return tw_table_advance_some(t, now, max, tw__table_store, &array);
}

TW__API tw_tick tw_table_now(const struct tw_table *t) {
    TW__TABLE_NEEDS(t);
    return t->now;
}

TW__API size_t tw_table_count(const struct tw_table *t) {
    TW__TABLE_NEEDS(t);
    return (size_t)t->count;
}

TW__API size_t tw_table_capacity(const struct tw_table *t) {
    TW__TABLE_NEEDS(t);
    return (size_t)t->capacity;
}

TW__API uint32_t tw_table_each(const struct tw_table *t, uint32_t i) {
    TW__TABLE_NEEDS(t);
    while (i < t->capacity && !tw__table_arming(tw__table_see(t, i + 1)))
        i++;
    return i < t->capacity ? i : t->capacity;
}

TW__API void tw_table_clear(struct tw_table *t) {
    uint32_t capacity;
    size_t i;

    TW__TABLE_NEEDS(t);
    capacity = t->capacity;
    for (i = 0; i <= TW__TABLE_SLOTS; i++)
        t->slot[i] = 0;
    tw__bits_clear(t->word, TW__TABLE_WORDS);
    tw__bits_clear(t->summary, TW__TABLE_SUMMARIES);
    tw__bits_clear(t->shape, TW__TABLE_WORDS);
    t->position = t->now;
    t->armings = t->until = 0;
    t->ready = 1;
    t->count = t->capacity = 0; /* from there grow() makes every timer idle */
    (void)tw_table_grow(t, (size_t)capacity);
}

TW__CHECKED(TW__API const char *tw_table_check(const struct tw_table *t) {
    TW__TABLE_NEEDS(t);
    return tw__table_check(t);
})

TW__END_C

#endif

#if defined(TW_WITH_DELAYQUEUE)

/* delayqueue.h, implementation */

#if (defined(TW_IMPLEMENTATION) || defined(TW_DELAYQUEUE_IMPLEMENTATION)) && \
    !defined(TW__DELAYQUEUE_IMPLEMENTED)
#define TW__DELAYQUEUE_IMPLEMENTED

TW__BEGIN_C

TW__KIND(tw_delayqueue, "tw_delayqueue", runtime, TW__KIND_LOCKED, s != NULL)

TW__API bool tw_delayqueue_init(struct tw_delayqueue *q, const struct tw_ops *ops, void *in,
                                void *array, size_t n) {
    TW__STAMP(q, &tw_delayqueue__kind, n);
    q->ops = ops;
    q->in = in;
    return tw__dq_init(&q->dq, in, ops, array, n);
}

TW__DELAYQUEUE_VERBS(TW__API, tw_delayqueue, TW__SEEN(tw_delayqueue, q, q->in), q->ops)

TW__END_C

#endif

#endif /* TW_WITH_DELAYQUEUE */

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
