/* SPDX-License-Identifier: MIT-0 */
/* A file of debug.c's program without TW_DEBUG, which tells how large things are then. */
#undef TW_DEBUG
#undef TW_DEBUG_NO_LIBC
#include "debug_sizes.h"

const size_t debug_plain_sizes[] = {DEBUG_SIZES};
