/* SPDX-License-Identifier: MIT-0 */
#include "sets.h"
#include "front.h"
#include "words.h"

#include <string.h>

size_t counted[EVENTS];
bool muted;
struct call calls[CALLS];
size_t call_depth;

char call_entered(const char *file, int line, const char *function) {
    if (call_depth < CALLS)
        calls[call_depth] = (struct call){file, line, function};
    call_depth++;
    return 0;
}

void call_left(char *entered) {
    (void)entered;
    call_depth--;
}

/* A function that a macro has made is not entered: the lines of its calls are not those
   of the last one that was. */
void call_at(int line, const char *function) {
    if (call_depth > 0 && call_depth <= CALLS &&
        strcmp(calls[call_depth - 1].function, function) == 0)
        calls[call_depth - 1].line = line;
}

/* Where a timer of a wheel with levels goes that moves down. */
static size_t cascade_to(const struct tw_node *n, size_t from) {
    struct rings rings;

    switch (chosen->kind) {
    case SMALLWHEEL:
    case HASTY:
    case BACKWARDS:
    case EAGER:
        is_rings(&rings);
        return tw__smallwheel_slot(rings.position, n->due);
    case BIGWHEEL:
        return tw__bigwheel_at(from / BIG_LEVEL - 1, n->due);
#if COUNTEREXAMPLES
    case SKYNET:
        return tw__skynet_slot(&skynet, n->due);
#endif
    default:
        return NOWHERE;
    }
}

/* In words what would go unseen: firings, and timers that a wheel moves down or passes
   by. */
static void tell(const struct event *e) {
    char text[LABEL], from[LABEL], to[LABEL], tick[LABEL];

    if (e->what == TW_FIRE)
        say("  at %s fires %s", tick_text(tick, (tw_tick)e->tick), label(text, e->n));
    else if (e->what == TW_CASCADE && e->to == NOWHERE)
        say("  passed by %s: a later round", label(text, e->n));
    else if (e->what == TW_CASCADE)
        say("  cascade %s: %s -> %s", label(text, e->n), slot_text(from, e->from),
            slot_text(to, e->to));
}

void traced(unsigned what, const struct tw_node *n, uint64_t tick, const struct tw_node *with,
            const char *file, int line, const char *function) {
    struct event e = {what, n, with, tick, NOWHERE, NOWHERE, {file, line, function}};

    if (muted || what >= EVENTS)
        return;
    counted[what]++;
    if (what == TW_CASCADE) {
        e.from = tw__slots_place(n);
        e.to = cascade_to(n, e.from);
    }
    tell(&e);
    front->event(&e);
}
