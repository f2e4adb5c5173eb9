/* SPDX-License-Identifier: MIT-0 */
/* A diary: visits in order of time, equal times in the order they were entered, and all
   that begin from ten until noon.

   What it teaches: rbtree.h keeps objects in order without an array, and is asked for all
   from a key on.

       diary        prints 1000 Ada, 1000 Grace, 1130 Edsger */
#include <tw/rbtree.h>
#include <stdio.h>

struct visit {
    int from;
    const char *who;
    struct tw_node node;
};

static bool visit_before(const struct visit *a, const struct visit *b) { return a->from < b->from; }

TW_RBTREE_OF(diary, struct visit, node, visit_before)

int main(void) {
    static struct diary d; /* all zero: empty */
    struct visit visits[] = {{1200, "Barbara", TW_NODE(0)},
                             {1000, "Ada", TW_NODE(0)},
                             {930, "Donald", TW_NODE(0)},
                             {1400, "Grace", TW_NODE(0)},
                             {1130, "Edsger", TW_NODE(0)}};
    struct visit ten = {1000, NULL, TW_NODE(0)}, *v;
    size_t i;

    for (i = 0; i < sizeof visits / sizeof visits[0]; i++)
        diary_add(&d, &visits[i]);

    visits[3].from = 1000; /* Grace comes earlier */
    diary_update(&d, &visits[3]);

    for (v = diary_lower_bound(&d, &ten); v && v->from < 1200; v = diary_after(&d, v))
        printf("%04d %s\n", v->from, v->who);
    return 0;
}
