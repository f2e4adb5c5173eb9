/* SPDX-License-Identifier: MIT-0 */
/* The set that each loop of libuv holds in place of its heap, over TW_SET.
   Included by libuv's src/uv-common.h as apply.sh edits it. */
#ifndef TW_LIBUV_SET_H
#define TW_LIBUV_SET_H

#include <tw/bigwheel.h>
#include <tw/hwheel.h>
#include <tw/rbtree.h>
#include <tw/skiplist.h>
#include <tw/timers.h>

/* The structure: -DTW_SET=rbtree, or another that is included here, makes it another. */
#ifndef TW_SET
#define TW_SET hwheel
#endif

TW_TIMERS_OF(uv__timers, TW_SET)

#endif
