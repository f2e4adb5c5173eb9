/* SPDX-License-Identifier: MIT-0 */
/* The set that each clock of RIOT's ztimer holds in place of its list, over TW_ZTIMER_SET.
   Included by RIOT's sys/include/ztimer.h as apply.sh edits it. */
#ifndef ZTIMER_TW_SET_H
#define ZTIMER_TW_SET_H

#if !defined(TW_TICK_BITS)
#define TW_TICK_BITS 32
#endif

#include <tw/rbtree.h>
#include <tw/smallwheel.h>
#include <tw/sortedlist.h>
#include <tw/timers.h>

#if TW_TICK_BITS != 32
#error "ztimer counts 32-bit ticks: -DTW_TICK_BITS=32"
#endif

/* The structure: CFLAGS += -DTW_ZTIMER_SET=rbtree, or smallwheel, makes it another. */
#ifndef TW_ZTIMER_SET
#define TW_ZTIMER_SET sortedlist
#endif

TW_TIMERS_OF(ztimer_timers, TW_ZTIMER_SET)

#endif
