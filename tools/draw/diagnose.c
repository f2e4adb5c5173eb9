/* SPDX-License-Identifier: MIT-0 */
#include "diagnose.h"
#include "broken.h"

/* How many timers are on the due list, which must be due by now; the last of the batch
   must be among them. */
static const char *diagnose_due(const struct tw_clock *c) {
    const char *bad = diagnose_list("the due list", c->due_list, TW__DUE);
    const struct tw_node *n = c->due_list;
    bool until = c->until == NULL;

    if (bad)
        return bad;
    /* Between batches, `previous` is of an old batch. A clock that wraps may have left it
       behind by half a round. */
    if (TW_TICK_BITS == 64 && tw_before(c->now, c->previous))
        return broken("the clock's previous now is ahead of its now");
    for (size_t k = list_count(c->due_list); k > 0; k--) {
        n = n->u.list.next;
        until = until || n == c->until;
        if (tw_before(c->now, n->due))
            return broken("%s is on the due list, but its deadline is ahead", name(n));
    }
    return until ? NULL
                 : broken("the batch ends at %s, which is not on the due list", name(c->until));
}

const char *diagnose_clock(bool amid_an_advance) {
    const struct tw_clock *c = &set.clock;
    const char *bad = diagnose_due(c);
    size_t due = 0, waiting = 0;

    if (bad)
        return bad;
    for (size_t i = 0; i < IDS; i++) {
        due += timer[i].home == TW__DUE;
        waiting += timer[i].home >= TW__WAITING;
        if (timer[i].home >= TW__WAITING && !amid_an_advance && !tw_before(c->now, timer[i].due))
            return broken("the clock has passed %s, which has not fired", name(&timer[i]));
    }
    if (due != list_count(c->due_list))
        return broken("%zu timers have the home of the due list, which has %zu", due,
                      list_count(c->due_list));
    if (waiting != set.ops->count(set.in))
        return broken("%zu timers say that they wait, and the structure has %zu", waiting,
                      set.ops->count(set.in));
    return NULL;
}

const char *diagnose_unknown(const char *property) {
    return broken("check() names %s, and tw_draw does not know where", property);
}

/* A structure whose ticks wrap, or that is wrong on purpose, is left to its own check().
   The modules of the playground, which must be small, have neither, but the headers that
   they are made of have been checked. */
const char *diagnose_structure(void) {
    struct rings rings;

    if (TW_TICK_BITS != 64 || !TW_CHECK)
        return NULL;
    switch (chosen->kind) {
    case HEAP4:
        return diagnose_heap4(&heap);
    case RBTREE:
        return diagnose_rbtree(&tree);
    case SKIPLIST:
        return diagnose_skiplist(&skiplist);
    case SORTEDLIST:
        return diagnose_sortedlist(&sortedlist);
    case WHEEL:
        return diagnose_wheel(&wheel);
    case SMALLWHEEL:
        is_rings(&rings);
        return diagnose_rings(&rings, smallwheel.word, set.clock.now);
    case BIGWHEEL:
        return diagnose_bigwheel(&bigwheel, set.clock.now);
    case EARLY:
    case SKYNET:
    case HASTY:
    case BACKWARDS:
    case EAGER:
        break;
    }
    return NULL;
}
