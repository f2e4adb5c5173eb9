/* SPDX-License-Identifier: MIT-0 */
/* The set that each libuv loop holds in place of its heap: over PEER_SET, the structure that the script names. Included
   by libuv's src/uv-common.h, once edits.sh has been there. */
#ifndef PEERS_LIBUV_SET_H
#define PEERS_LIBUV_SET_H

#include <tw/bigwheel.h>
#include <tw/hwheel.h>
#include <tw/rbtree.h>
#include <tw/skiplist.h>
#include <tw/timers.h>

TW_TIMERS_OF(uv__timers, PEER_SET)

#endif
