/* SPDX-License-Identifier: MIT-0 */
/* others.c - the verbs that a program calls beside the measured ones: set.h. */
#include "set.h"

tw_tick cost_now(const struct set *s) { return set_now(s); }

size_t cost_advance_some(struct set *s, tw_tick to, size_t max) {
    return set_advance_some(s, to, max);
}

struct tw_node *cost_expire(struct set *s, tw_tick to) {
    return set_expire(s, to);
}

bool cost_add_in(struct set *s, struct tw_node *n, tw_tick from, tw_tick delay) {
    return set_add_in(s, n, from, delay);
}

bool cost_add_if_earlier(struct set *s, struct tw_node *n, tw_tick due) {
    return set_add_if_earlier(s, n, due);
}

size_t cost_look(struct set *s, struct tw_node *n) {
    const tw_tick due = n->due;
    const size_t some = set_any_due(s) ? 1 : 0, pending = set_pending(s, n) ? 1 : 0;

    set_prefetch(s, &n, &due, 1);
    return some + pending + set_count(s) + set_capacity(s) + (size_t)set_remaining(s, n) +
           (size_t)set_wait_ms(s, set_now(s), 1) + (set_each(s, NULL) ? 1u : 0u);
}
