/* SPDX-License-Identifier: MIT-0 */
/* The wait queue of HAProxy's tasks over a red-black tree of ours, in place of ebtree's. A tick
   is a millisecond. Included by HAProxy as apply.sh edits it. */
#ifndef TW_HAPROXY_TASK_WQ_H
#define TW_HAPROXY_TASK_WQ_H

#include <tw/rbtree.h>

#if TW_TICK_BITS != 32
#error "HAProxy counts milliseconds in 32 bits: compile all files with -DTW_TICK_BITS=32"
#endif

/* The tree in which a task of this state waits: that of all threads, or its own thread's. */
#ifdef USE_THREAD
#define task_wq_of(state) ((state)&TASK_SHARED_WQ ? &timers : &th_ctx->timers)
#else
#define task_wq_of(state) (&th_ctx->timers)
#endif

#endif
