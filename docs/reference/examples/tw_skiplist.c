/* SPDX-License-Identifier: MIT-0 */
/* The example of tw_skiplist(3): guests by name. */
/* example */
#include <tw/skiplist.h>
#include <stdio.h>
#include <string.h>

struct guest {
    const char *name;
    struct tw_node node;
};

static bool guest_before(const struct guest *a, const struct guest *b) {
    return strcmp(a->name, b->name) < 0;
}

TW_SKIPLIST_OF(roster, struct guest, node, guest_before)

int main(void) {
    static TW_SKIPLIST_ARRAY(lanes, 100); /* for about 100 guests; more may come */
    struct guest cy = {"Cy", TW_NODE(NULL)}, al = {"Al", TW_NODE(NULL)}, bo = {"Bo", TW_NODE(NULL)},
                 *g;
    struct roster r;

    roster_init(&r, 0, lanes, 100); /* NULL, 0: a sorted list */
    roster_add(&r, &cy);
    roster_add(&r, &al);
    roster_add(&r, &bo);
    for (g = roster_first(&r); g; g = roster_after(&r, g))
        puts(g->name); /* Al, Bo, Cy */
    return 0;
}

/* end */
