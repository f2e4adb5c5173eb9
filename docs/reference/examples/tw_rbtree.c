/* SPDX-License-Identifier: MIT-0 */
/* The example of tw_rbtree(3): timers without a bound, and a walk in order. */
#define TW_IMPLEMENTATION
#include <tw/rbtree.h>
#include <assert.h>

/* example */
/* How many nodes are due from tick `from` on, before tick `end`? */
static unsigned count_between(const struct tw_rbtree *t, tw_tick from, tw_tick end) {
    struct tw_node *n = tw_rbtree_lower_bound(t, from);
    unsigned count = 0;

    for (; n && tw_before(n->due, end); n = tw_rbtree_after(t, n))
        count++;
    return count;
}

/* end */

int main(void) {
    static struct tw_rbtree t; /* all zero: empty; no array, no capacity */
    struct tw_node n[5];
    size_t i;

    for (i = 0; i < 5; i++) {
        tw_node_init(&n[i], NULL);
        tw_rbtree_add(&t, &n[i], 10 * i);
    }
    assert(count_between(&t, 10, 40) == 3 && count_between(&t, 41, 50) == 0);
    return 0;
}
