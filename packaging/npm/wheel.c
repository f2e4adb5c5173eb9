/* SPDX-License-Identifier: MIT-0 */
/* One set of timers over hwheel as a module of wasm, for tw.mjs. Timers have numbers, from 0 on.
   Ticks go in and out as doubles, which are exact up to 2^53. */
#define TW_TICK_BITS 64
#include <tw/hwheel.h>
#include <tw/timers.h>

TW_TIMERS_OF(timers, hwheel)

#define EXPORT(name) __attribute__((export_name(#name)))

enum { PAGE = 65536 };

extern struct tw_node __heap_base; /* the linker puts it behind all objects */
static struct timers set;

/* The nodes stand behind all objects of this file; fresh memory is zero, as an idle node is. */
static struct tw_node *node(unsigned number) {
    const uintptr_t align = _Alignof(struct tw_node);

    return (struct tw_node *)(((uintptr_t)&__heap_base + align - 1) / align * align) + number;
}

static double number_of(const struct tw_node *n) { return n ? (double)(n - node(0)) : -1; }

/* Sets the clock of the empty set. */
EXPORT(start) void start(double now) { timers_init(&set, (tw_tick)now, NULL, 0); }

/* Makes room for timers 0 to count - 1. False: there is no more memory. */
EXPORT(room) bool room(unsigned count) {
    const size_t have = __builtin_wasm_memory_size(0);
    const uint64_t end = (uintptr_t)node(0) + (uint64_t)count * sizeof(struct tw_node);
    const uint64_t pages = (end + PAGE - 1) / PAGE;

    if (pages > 65536) /* 4 GiB */
        return false;
    return pages <= have || __builtin_wasm_memory_grow(0, (size_t)(pages - have)) != (size_t)-1;
}

EXPORT(add) bool add(unsigned number, double due) {
    return timers_add(&set, node(number), (tw_tick)due);
}

EXPORT(cancel) bool cancel(unsigned number) { return timers_cancel(&set, node(number)); }

/* The number of a timer that is due by now and was taken out; -1 ends the batch. */
EXPORT(expire) double expire(double now) { return number_of(timers_expire(&set, (tw_tick)now)); }

/* The earliest deadline; -1: nothing is armed. */
EXPORT(next) double next(void) {
    tw_tick due;

    return timers_next(&set, &due) ? (double)due : -1;
}

EXPORT(now) double now(void) { return (double)timers_now(&set); }

EXPORT(count) double count(void) { return (double)timers_count(&set); }
