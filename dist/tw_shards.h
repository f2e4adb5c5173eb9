/* SPDX-License-Identifier: MIT-0 */
/* tw_shards.h - in one file: compiler.h, node.h, verbs.h, timers.h, post.h, shards.h.
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
