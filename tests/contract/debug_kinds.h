/* SPDX-License-Identifier: MIT-0 */
/* Kinds of sets that the files of debug.c's program share, though their options differ;
   and these files' functions, which count a set of debug.c. */
#ifndef DEBUG_KINDS_H
#define DEBUG_KINDS_H

enum { TRIPPED = 42 };
#if defined(TW_DEBUG_NO_LIBC)
#include <unistd.h>
#define TW_ASSERT(condition) ((condition) ? (void)0 : _exit(TRIPPED))
#endif
#include "heap4.h"
#include "hwheel.h"
#include "smallwheel.h"
#include "rbtree.h"
#include "timers.h"

#define TEXT(x)  TEXT_(x)
#define TEXT_(x) #x
#define HERE     __FILE__ ":" TEXT(__LINE__)

TW__TABLE const char ticks_at[] = HERE;
TW_TIMERS_OF(mixed_ticks, rbtree)
TW__TABLE const char wheels_at[] = HERE;
TW_TIMERS_OF(mixed_wheels, smallwheel)
TW__TABLE const char sizes_at[] = HERE;
TW_TIMERS_OF(mixed_sizes, SIZES_OF)

size_t debug_ticks_count(void *set);
size_t debug_wheels_count(void *set);
size_t debug_sizes_count(void *set);
size_t debug_same_count(void *set);
size_t debug_same_wheels_count(void *set);
const struct tw_ops *debug_same_ops(void);

#endif
