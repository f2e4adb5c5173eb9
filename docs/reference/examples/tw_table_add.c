/* SPDX-License-Identifier: MIT-0 */
/* The example of tw_table_add(3): a lease is renewed, asked for and given back. */
#define TW_IMPLEMENTATION
#include <tw/table.h>
#include <assert.h>
#include <stdlib.h>

/* example */
static bool renew(struct tw_table *t, uint32_t lease, tw_tick now) {
    return tw_table_pending(t, lease) && tw_table_add_in(t, lease, now, 300);
}

static tw_tick left(const struct tw_table *t, uint32_t lease) {
    return tw_table_remaining(t, lease);
}

static bool give_back(struct tw_table *t, uint32_t lease) { return tw_table_cancel(t, lease); }

/* end */
int main(void) {
    struct tw_table *t = (struct tw_table *)malloc(tw_table_bytes(2));

    assert(t);
    tw_table_init(t, 0, 2);
    assert(!renew(t, 1, 0) && tw_table_add(t, 1, 100) && renew(t, 1, 0));
    assert(left(t, 1) == 300 && give_back(t, 1) && !give_back(t, 1));
    free(t);
    return 0;
}
