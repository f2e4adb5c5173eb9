/* SPDX-License-Identifier: MIT-0 */
/* A file of debug.c's program in which two kinds of sets are laid out otherwise, as it
   must not be. */
#define TW_SMALLWHEEL_FIRST_BITS 5
#define TW_SMALLWHEEL_UPPER_BITS 5
#define TW_SMALLWHEEL_LEVELS     2
#define SIZES_OF                 rbtree
#include "debug_kinds.h"

size_t debug_wheels_count(void *set) { return mixed_wheels_count((struct mixed_wheels *)set); }

size_t debug_sizes_count(void *set) { return mixed_sizes_count((struct mixed_sizes *)set); }
