/* SPDX-License-Identifier: MIT-0 */
/* The example of tw_table(3): sessions that have numbers and no room for a node. */
#define TW_IMPLEMENTATION
#include <tw/table.h>
#include <assert.h>
#include <stdlib.h>

/* example */
static unsigned char open_session[1000];

static void expired(void *user, uint32_t i, tw_tick now) {
    (void)user, (void)now;
    open_session[i] = 0;
}

static struct tw_table *serve(void) {
    struct tw_table *t = (struct tw_table *)malloc(tw_table_bytes(1000));

    if (!t)
        return NULL;
    tw_table_init(t, 0, 1000);
    open_session[7] = 1;
    tw_table_add_in(t, 7, 0, 5000);        /* arms timer 7 */
    tw_table_add_in(t, 7, 4000, 5000);     /* moves it: it was heard of */
    tw_table_advance(t, 9000, expired, t); /* fires it */
    return t;
}

/* end */
int main(void) {
    struct tw_table *t = serve();

    assert(t && open_session[7] == 0 && tw_table_count(t) == 0);
    free(t);
    return 0;
}
