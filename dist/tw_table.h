/* SPDX-License-Identifier: MIT-0 */
/* tw_table.h - in one file: compiler.h, node.h, verbs.h, slots.h, table.h.
   Made by tools/amalgamate.sh of version 0.2.0-dev: change the headers, not this file.

   It needs no structure and no timers.h.

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
