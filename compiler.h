/* SPDX-License-Identifier: MIT-0 */
/* compiler.h - the words of the headers for what compilers do differently.

   WHAT IT IS
       Every header is C99 that compiles as C++11, too. Casts, warnings, inlining,
       prefetching and bit counts differ between compilers, and this header gives each of
       them one name. It also reads tw_config.h. You need not include it; node.h does. */
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

#if defined(__GNUC__) || \
    defined(__clang__) /* clang does not define __GNUC__ where it stands in for MSVC */
#define TW__GNU          1
#define TW__ATTRIBUTE(x) __attribute__((x))
#else
#define TW__GNU 0
#define TW__ATTRIBUTE(x)
#endif

/* -------------------------------------------------------------------------------- C++

   CAST stands in macros that expand in your file, where C++ compilers may warn of a cast
   in the style of C. Between BEGIN_C and END_C, in the headers themselves, C++ compilers
   warn neither of such casts nor of NULL. */

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

/* -------------------------------------------------------------------------- FUNCTIONS

   How a function of the headers is compiled. SPEED is 1 where gcc or clang optimise for
   speed.

                     not optimised   for size (-Os)   for speed        because
       TW__INLINE    the compiler's choice everywhere
       TW__FOLD      its choice      always inlined   always inlined   an argument is constant
       TW__ONCE      one copy        one copy         always inlined   it is large
       TW__APART     one copy        one copy         one copy         a short path stands beside it
       TW__REST      its choice      its choice       one copy         for speed alone a short path
                                                                       stands before it
   The constant argument is an order or a table of functions, and must disappear: of a
   function that is not inlined gcc would share one copy, which calls through the pointer.
   TW__API is the linkage of a compiled function, TW__TABLE of a table. */

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

/* --------------------------------------------------------------------------- MACHINES */

/* Asks for the cache line at p. */
#if TW__GNU && TW__SPEED
#define TW__PREFETCH(p) __builtin_prefetch(p)
#else
#define TW__PREFETCH(p) ((void)(p))
#endif

/* Aligns a struct to two bytes or more. A red-black tree keeps a colour in the lowest bit
   of a node's address. */
#if defined(__AVR__)
#define TW__EVEN TW__ATTRIBUTE(aligned(2))
#else
#define TW__EVEN
#endif

TW__BEGIN_C

/* Returns the number of the lowest one-bit of x, which is not 0. Small cores get a loop,
   not a library call. */
#if TW__GNU && (UINTPTR_MAX > 0xFFFFFFFFu || defined(__i386__) || defined(__ARM_FEATURE_CLZ))
TW__INLINE unsigned tw__low_bit(uintptr_t x) {
    return (unsigned)(sizeof x > sizeof(unsigned) ? __builtin_ctzll(x)
                                                  : __builtin_ctz((unsigned)x));
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

/* MIT No Attribution; the licence stands at the end of node.h and in the file LICENSE. */
