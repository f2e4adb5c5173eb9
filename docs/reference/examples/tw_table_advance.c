/* SPDX-License-Identifier: MIT-0 */
/* The example of tw_table_advance(3): numbers come in batches of a hundred. */
#define TW_IMPLEMENTATION
#include <tw/table.h>
#include <assert.h>
#include <stdlib.h>

/* example */
static size_t drop_expired(struct tw_table *t, tw_tick now, void (*drop)(uint32_t key)) {
    uint32_t keys[100];
    const size_t n = tw_table_expire_some(t, now, keys, 100);
    size_t i;

    for (i = 0; i < n; i++)
        (drop)(keys[i]);
    return n; /* 100: some may be left; come again before you sleep */
}

/* end */
static size_t dropped;

static void drop(uint32_t key) { dropped += key; }

int main(void) {
    struct tw_table *t = (struct tw_table *)malloc(tw_table_bytes(8));
    tw_tick due;

    assert(t);
    tw_table_init(t, 0, 8);
    assert(tw_table_add(t, 3, 10) && tw_table_add(t, 4, 11) && tw_table_next(t, &due) && due == 10);
    assert(drop_expired(t, 11, drop) == 2 && dropped == 7 && !tw_table_any_due(t));
    free(t);
    return 0;
}
