/* SPDX-License-Identifier: MIT-0 */
/* A file of debug.c's program with the same options, as it should be. */
#define SIZES_OF heap4
#include "debug_kinds.h"

size_t debug_same_count(void *set) { return mixed_sizes_count((struct mixed_sizes *)set); }

const struct tw_ops *debug_same_ops(void) { return &tw_rbtree_ops; }

size_t debug_same_wheels_count(void *set) { return mixed_wheels_count((struct mixed_wheels *)set); }
