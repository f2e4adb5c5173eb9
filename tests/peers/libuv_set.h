/* SPDX-License-Identifier: MIT-0 */
/* The set that each loop of libuv holds in place of its heap, over PEER_SET, the
   structure that `run` names. Included by libuv's src/uv-common.h as libuv.sh edits
   it. */
#ifndef PEERS_LIBUV_SET_H
#define PEERS_LIBUV_SET_H

#include <tw/bigwheel.h>
#include <tw/hwheel.h>
#include <tw/rbtree.h>
#include <tw/skiplist.h>
#include <tw/timers.h>

TW_TIMERS_OF(uv__timers, PEER_SET)

#endif
