/* SPDX-License-Identifier: MIT-0 */
/* A file of debug.c's program with ticks of another width, as it must not be. */
#if !defined(TW_TICK_BITS) || TW_TICK_BITS == 64
#undef TW_TICK_BITS
#define TW_TICK_BITS 32
#else
#undef TW_TICK_BITS
#define TW_TICK_BITS 64
#endif
#define SIZES_OF heap4
#include "debug_kinds.h"

size_t debug_ticks_count(void *set) { return mixed_ticks_count((struct mixed_ticks *)set); }
