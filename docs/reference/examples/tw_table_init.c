/* SPDX-License-Identifier: MIT-0 */
/* The example of tw_table_init(3): a table grows, and lies elsewhere then. */
#define TW_IMPLEMENTATION
#include <tw/table.h>
#include <assert.h>
#include <stdlib.h>

/* example */
static struct tw_table *grow(struct tw_table *t, size_t capacity) {
    struct tw_table *const to = (struct tw_table *)realloc(t, tw_table_bytes(capacity));

    if (!to)
        return NULL; /* t is as it was */
    tw_table_grow(to, capacity);
    return to;
}

static size_t clear_all(struct tw_table *t) {
    size_t n = 0;
    uint32_t i;

    for (i = tw_table_each(t, 0); i < tw_table_capacity(t); i = tw_table_each(t, i + 1))
        n += tw_table_cancel(t, i);
    return n;
}

/* end */
int main(void) {
    struct tw_table *t = (struct tw_table *)malloc(tw_table_bytes(2));

    assert(t);
    tw_table_init(t, 0, 2);
    assert(tw_table_add(t, 1, 10));
    t = grow(t, 1000);
    assert(t && tw_table_add(t, 999, 5) && tw_table_count(t) == 2);
    assert(clear_all(t) == 2);
    free(t);
    return 0;
}
