/* SPDX-License-Identifier: MIT-0 */
/* What a binding for another language needs beside the compiled functions: plain names,
   exported tables, and sizes.

       cc -O2 -shared -fPIC -Iinclude examples/ffi/tw_ffi.c -o libtw_ffi.so */
#define TW_API __attribute__((visibility("default"))) /* exports the compiled functions */
#define TW_IMPLEMENTATION
#include <tw/heap4.h>
#include <tw/hwheel.h>
#include <tw/table.h>
#include <tw/timers.h>

const struct tw_ops *const ffi_heap4 = &tw_heap4_ops, *const ffi_hwheel = &tw_hwheel_ops;
const size_t ffi_set_bytes = sizeof(struct tw_timers), ffi_node_bytes = sizeof(struct tw_node);
const unsigned ffi_tick_bits = TW_TICK_BITS;

size_t ffi_structure_bytes(const struct tw_ops *ops) { return ops->size; }

size_t ffi_array_bytes(const struct tw_ops *ops, size_t n) { return ops->bytes(n); }

void ffi_init(struct tw_timers *t, tw_tick now, const struct tw_ops *ops, void *in, void *array,
              size_t n) {
    tw_timers_init(t, now, ops, in, array, n);
}

void ffi_node_init(struct tw_node *n, tw_fn *fn) { tw_node_init(n, fn); }

tw_tick ffi_due(const struct tw_node *n) { return n->due; }

tw_tick ffi_forward(tw_tick due, tw_tick period, tw_tick now) {
    return tw_forward(due, period, now, NULL);
}

/* A table needs no more: its other verbs are exported, and its memory holds no address. */
void ffi_table_init(struct tw_table *t, tw_tick now, size_t capacity) {
    tw_table_init(t, now, capacity);
}
