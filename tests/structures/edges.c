/* SPDX-License-Identifier: MIT-0 */
/* The ends of what structures are given, to the last cell: mutants of the headers that no other test saw.

       edges          all of it
       edges NAME     one scenario */
#include "../contract/rig.h"

/* The levels of an array are all used but the one that is kept at the end, and none behind it. */
SCENARIO(skiplist_uses_its_array_to_the_last_level) {
    static const size_t sizes[] = {8, 12, 100, 1000};
    static struct tw_node node[8000];
    size_t k, i;

    for (k = 0; k < sizeof sizes / sizeof sizes[0]; k++) {
        const size_t n = sizes[k], levels = TW_SKIPLIST_BYTES(n) / sizeof(struct tw_skiplist_level);
        struct tw_skiplist_level *room = (struct tw_skiplist_level *)malloc((levels + 1) * sizeof *room);
        struct tw_skiplist list;

        assert(room && levels == n / 8 * 3 + 2);
        memset(room, 0xA5, (levels + 1) * sizeof *room);
        memset(node, 0, sizeof node);
        tw_skiplist_init(&list, 0, room, n);
        for (i = 0; i < 8 * n; i++)
            assert(tw_skiplist_add(&list, &node[i], (tw_tick)i));
        assert(!tw_skiplist_check(&list));
        assert(list.unused == room + levels - 1);
        for (i = 0; i < sizeof *room; i++)
            assert(((const unsigned char *)&room[levels])[i] == 0xA5);
        free(room);
    }
}

static const struct scenario scenarios[] = {
    ONCE(skiplist_uses_its_array_to_the_last_level),
};

int main(int argc, char **argv) {
    return run_scenarios(scenarios, sizeof scenarios / sizeof scenarios[0], structures, STRUCTURES, argc, argv);
}
