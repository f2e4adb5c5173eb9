/* SPDX-License-Identifier: MIT-0 */
/* The example of tw_queue_walk(3): an ordered container. */
#include <tw/rbtree.h>
#include <assert.h>
#include <stdio.h>

/* example */
struct visit {
    int from;
    const char *who;
    struct tw_node node;
};

static bool visit_before(const struct visit *a, const struct visit *b) { return a->from < b->from; }

TW_RBTREE_OF(diary, struct visit, node, visit_before)

static int print_morning(const struct diary *d) {
    const struct visit ten = {1000, NULL, TW_NODE(NULL)}; /* a key to search for: never put in */
    struct visit *v;
    int count = 0;

    for (v = diary_lower_bound(d, &ten); v && v->from < 1200; v = diary_after(d, v))
        count += printf("%04d %s\n", v->from, v->who) > 0;
    return count;
}

static void print_backwards(const struct diary *d) {
    struct visit *v;

    for (v = diary_last(d); v; v = diary_before(d, v))
        printf("%04d %s\n", v->from, v->who);
}

/* end */

int main(void) {
    static struct diary d; /* all zero: empty */
    struct visit v[3] = {
        {1130, "Bo", TW_NODE(NULL)}, {900, "Al", TW_NODE(NULL)}, {1000, "Cy", TW_NODE(NULL)}};
    size_t i;

    for (i = 0; i < 3; i++)
        diary_add(&d, &v[i]);
    assert(print_morning(&d) == 2 && diary_first(&d) == &v[1] && diary_each(&d, NULL) == &v[1]);
    print_backwards(&d);
    assert(diary_count(&d) == 3 && !diary_check(&d));
    diary_clear(&d);
    return diary_count(&d) != 0;
}
