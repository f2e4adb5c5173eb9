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

const char *diagnose_list(const char *what, const struct tw_node *last, uintptr_t home) {
    const struct tw_node *n = last, *previous = NULL;
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

size_t list_count(const struct tw_node *last) {
    const struct tw_node *n = last;
    size_t count = 0;

    while (n && (count == 0 || n != last)) {
        n = n->u.list.next;
        count++;
    }
    return count;
}
