/* SPDX-License-Identifier: MIT-0 */
#include "broken.h"

#include <stdarg.h>
#include <stdio.h>

const char *broken(const char *format, ...) {
    static char text[256];
    va_list args;

    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    return text;
}

const char *name(const struct tw_node *n) {
    static char text[4][LABEL];
    static unsigned turn;

    return !n ? "nothing" : is_timer(n) ? label(text[turn++ % 4], n) : "no timer";
}

/* A ring that is known by its last node. The first node names `previous` as the node
   before it. */
static const char *diagnose_ring(const char *what, const struct tw_node *last,
                                 const struct tw_node *previous, uintptr_t home) {
    const struct tw_node *n = last;
    size_t steps = 0;

    if (last && !is_timer(last))
        return broken("the last of %s is no timer", what);
    while (n && (steps == 0 || n != last)) {
        const struct tw_node *next = n->u.list.next;

        if (!is_timer(next))
            return broken("in %s, what follows %s is no timer", what, name(n));
        if (next->u.list.prev != previous)
            return broken("in %s, %s has %s before it, but its link back leads to %s", what,
                          name(next), name(previous), name(next->u.list.prev));
        if (home && next->home != home)
            return broken("%s is in %s, but its home says otherwise", name(next), what);
        if (++steps > IDS)
            return broken("%s does not end", what);
        previous = n = next;
    }
    return NULL;
}

const char *diagnose_list(const char *what, const struct tw_node *last, uintptr_t home) {
    return diagnose_ring(what, last, NULL, home);
}

/* The ranks rise, so no node is met twice. */
const char *diagnose_runs(const char *what, const struct tw_node *last, size_t slot) {
    const char *bad = NULL;

    if (!is_timer(last) || last->home < TW__RUN)
        return diagnose_list(what, last, slot + TW__WAITING);
    for (uintptr_t least = 0; last && !bad; last = last->u.list.next->u.list.prev) {
        if (!is_timer(last) || !is_timer(last->u.list.next))
            return broken("a run of %s has an end that is no timer", what);
        if (last->home < least || last->home < TW__RUN ||
            last->home % TW__RUN != slot + TW__WAITING)
            return broken("%s is in %s, but its home says otherwise", name(last), what);
        bad = diagnose_ring(what, last, last->u.list.next->u.list.prev, last->home);
        for (const struct tw_node *n = last->u.list.next; !bad && n != last; n = n->u.list.next)
            if (n->u.list.next->due < n->due)
                bad = broken("%s comes behind %s in a run of %s", name(n->u.list.next), name(n),
                             what);
        least = last->home + 1;
    }
    return bad;
}

size_t list_count(const struct tw_node *last) {
    const struct tw_node *n[IDS];

    return list_nodes(last, n);
}
