/* SPDX-License-Identifier: MIT-0 */
/* Guests by name: equals in the order they came, all from a key on, and backwards.

   What it teaches: skiplist.h is walked from either end or from a key, while guests leave
   and change their names.

       roster       prints who has come, by name, those from M on, and all backwards */
#include <tw/skiplist.h>
#include <stdio.h>
#include <string.h>

struct guest {
    const char *name;
    int arrival;
    struct tw_node node;
};

static bool guest_before(const struct guest *a, const struct guest *b) {
    return strcmp(a->name, b->name) < 0;
}

TW_SKIPLIST_OF(roster, struct guest, node, guest_before)

static TW_SKIPLIST_ARRAY(lanes, 100);

int main(void) {
    static const char *const names[] = {"Noor", "Ada", "Mia", "Zoe", "Ada", "Lev"};
    struct guest guest[6] = {{NULL, 0, TW_NODE(NULL)}}, key = {"M", 0, TW_NODE(NULL)}, *g;
    struct roster r;
    int i;

    roster_init(&r, 0, lanes, 100);
    for (i = 0; i < 6; i++) {
        guest[i].name = names[i];
        guest[i].arrival = i + 1;
        roster_add(&r, &guest[i]);
    }

    roster_cancel(&r, &guest[5]);
    guest[0].name = "Bo"; /* Noor's new name */
    roster_update(&r, &guest[0]);

    for (g = roster_first(&r); g; g = roster_after(&r, g))
        printf("%s %d\n", g->name, g->arrival);
    printf("from M on:");
    for (g = roster_lower_bound(&r, &key); g; g = roster_after(&r, g))
        printf(" %s", g->name);
    printf("\nbackwards:");
    for (g = roster_last(&r); g; g = roster_before(&r, g))
        printf(" %s", g->name);
    printf("\n");
    return 0;
}
