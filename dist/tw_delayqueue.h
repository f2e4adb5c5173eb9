/* SPDX-License-Identifier: MIT-0 */
/* tw_delayqueue.h - in one file: compiler.h, node.h, verbs.h, timers.h,
   delayqueue_port.h, delayqueue.h.
   Made by tools/amalgamate.sh of version 0.2.0-dev: change the headers, not this file.

   It holds no structure: include it beside the file of one, tw_heap4.h or another.

   The manual of each header stands at its beginning. The files of dist/ and the headers may
   be included together, in any order. One file of the program says #define
   TW_IMPLEMENTATION before them if functions by the names tw_... are called.
*/

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
