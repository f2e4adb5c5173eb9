/* SPDX-License-Identifier: MIT-0 */
/* The example of tw_timers_count(3): what a set holds. */
#include <tw/rbtree.h>
#include <tw/timers.h>
#include <assert.h>
#include <stdio.h>

TW_TIMERS_OF(timers, rbtree)

struct job {
    const char *name;
    struct tw_node node;
};

/* example */
static void list(const struct timers *t) {
    struct tw_node *n;

    printf("%lu timers\n", (unsigned long)timers_count(t));
    for (n = timers_each(t, NULL); n; n = timers_each(t, n)) /* in no promised order */
        printf("%s in %lu ticks\n", TW_OF(n, struct job, node)->name,
               (unsigned long)timers_remaining(t, n));
}

static bool is_sound(const struct timers *t) {
    const char *broken = timers_check(t);

    if (broken)
        /* "rbtree 1": the manual of rbtree.h says what that is */
        printf("%s does not hold\n", broken);
    return broken == NULL;
}

/* end */

int main(void) {
    struct job a = {"a", TW_NODE(NULL)}, b = {"b", TW_NODE(NULL)};
    struct timers t;

    timers_init(&t, 0, NULL, 0);
    timers_add(&t, &a.node, 5);
    assert(timers_pending(&t, &a.node) && !timers_pending(&t, &b.node));
    list(&t);
    assert(is_sound(&t));
    return 0;
}
