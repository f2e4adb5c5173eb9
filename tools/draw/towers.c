/* SPDX-License-Identifier: MIT-0 */
#include "towers.h"
#include "words.h"

#include <string.h>

/* The dice whose next throw gives a tower of this height. */
static uint32_t dice_for(unsigned levels) {
    const uint32_t inverse = 4276115653u; /* of 1664525, modulo 2^32 */

    return ((0x40000000u >> 2 * levels) - 1013904223u) * inverse;
}

bool tower(struct tw_node *n, unsigned levels) {
    const uint32_t dice = skiplist.seed;
    const tw_tick due = n->due;
    struct tw_node *equal[IDS];
    unsigned high[IDS];
    size_t count[EVENTS], equals = 0;
    char text[LABEL];

    if (n->home < TW__WAITING)
        return bad("timer %d does not wait in the list", id_of(n));
    if (levels > 0 && levels != height(n) && !skiplist.free[levels - 1] &&
        skiplist.end - skiplist.spare < (int)levels)
        return bad("%s cannot have %u levels: the array is used up", label(text, n), levels);
    for (; n && n->due == due; n = tw__sortedlist_each(&skiplist.base, n)) {
        high[equals] = equals ? height(n) : levels;
        equal[equals++] = n;
    }
    memcpy(count, counted, sizeof count);
    for (size_t i = 0; i < equals; i++) {
        skiplist.seed = dice_for(high[i]);
        set.ops->remove(set.in, equal[i]); /* update() would leave it where it is, with its tower */
        set.ops->insert(set.in, equal[i], due);
    }
    memcpy(counted, count, sizeof counted);
    skiplist.seed = dice;
    return true;
}
