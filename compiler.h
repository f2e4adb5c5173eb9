/* SPDX-License-Identifier: MIT-0 */
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

/* MIT No Attribution; the licence stands at the end of node.h and in the file LICENSE. */
