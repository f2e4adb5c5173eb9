/* SPDX-License-Identifier: MIT-0 */
#include "picture.h"
#include "members.h"
#include "words.h"

#include <string.h>

/* Is the timer neither idle nor anywhere? One that fires becomes idle. */
static bool in_hand(const struct tw_node *n, const struct operation *o) {
    return !stands[id_of(n)] && n != o->firing && (n->home != TW__IDLE || n == o->arming);
}

static void add_timers(struct picture *p, const struct operation *o) {
    struct buffer *const b = &p->text;
    size_t count = 0;

    member(p, TIMERS, "timers");
    add(b, "[");
    for (size_t i = 0; i < IDS; i++) {
        const bool hand = in_hand(&timer[i], o);

        if (!stands[i] && !hand)
            continue;
        count++;
        add_comma(b);
        add(b, "{\"id\":%zu,\"due\":", i);
        add_tick(b, o->arming == &timer[i] ? o->due : timer[i].due);
        add(b, ",\"where\":\"%s\"}", hand ? "hand" : timer[i].home == TW__DUE ? "due" : "waiting");
    }
    add(b, "]");
    member_end(p, TIMERS);

    member(p, ARMED, "count");
    add(b, "%zu", count);
    member_end(p, ARMED);
}

static void add_hand(struct picture *p, const struct operation *o) {
    member(p, HAND, "hand");
    add(&p->text, "[");
    for (size_t i = 0; i < IDS; i++)
        if (in_hand(&timer[i], o)) {
            add_comma(&p->text);
            add(&p->text, "%zu", i);
        }
    add(&p->text, "]");
    member_end(p, HAND);
}

static void add_counts(struct picture *p) {
    static const char *const names[EVENTS] = {"arm",     "move",    "cancel", "fire",
                                              "cascade", "compare", "link"};

    member(p, COUNTS, "counts");
    add(&p->text, "{");
    for (size_t i = 0; i < EVENTS; i++) {
        add_comma(&p->text);
        add(&p->text, "\"%s\":%zu", names[i], counted[i]);
    }
    add(&p->text, "}");
    member_end(p, COUNTS);
}

static void add_set(struct picture *p, const char *kind) {
    member(p, STRUCTURE, "structure");
    add(&p->text, "\"%s\"", set.ops->name);
    member_end(p, STRUCTURE);
    member(p, KIND, "kind");
    add(&p->text, "\"%s\"", kind);
    member_end(p, KIND);
    member(p, BITS, "bits");
    add(&p->text, "%d", TW_TICK_BITS);
    member_end(p, BITS);
    member(p, BASE, "base");
    add(&p->text, "%d", hexadecimal() ? 16 : 10);
    member_end(p, BASE);
    member(p, NOW, "now");
    add_tick(&p->text, set.clock.now);
    member_end(p, NOW);
    member(p, DUE, "due");
    add_ids(&p->text, set.clock.due_list);
    member_end(p, DUE);
}

bool picture_take(struct picture *p, struct operation *o) {
    const char *kind;

    buffer_clear(&p->text);
    memset(stands, 0, sizeof stands);
    memset(p->begin, 0, sizeof p->begin);
    memset(p->end, 0, sizeof p->end);
    kind = add_structure(p, o);
    if (!kind)
        return false;
    add_set(p, kind);
    if (o->arming && stands[id_of(o->arming)])
        o->arming = NULL;
    add_timers(p, o);
    add_hand(p, o);
    add_counts(p);
    return true;
}

static void add_member(struct buffer *b, const struct picture *p, size_t m) {
    if (p->end[m] == 0)
        return;
    add_comma(b);
    add_bytes(b, p->text.at + p->begin[m], p->end[m] - p->begin[m]);
}

void add_state(struct buffer *b, const struct picture *p) {
    add(b, "{");
    for (size_t m = 0; m < MEMBERS; m++)
        add_member(b, p, m);
    add(b, "}");
}

void add_change(struct buffer *b, const struct picture *p, const struct picture *before) {
    add(b, "{");
    for (size_t m = 0; m < MEMBERS; m++) {
        const size_t n = p->end[m] - p->begin[m];
        const bool same =
            n == before->end[m] - before->begin[m] &&
            memcmp(p->text.at + p->begin[m], before->text.at + before->begin[m], n) == 0;

        if (m != COUNTS && !same)
            add_member(b, p, m);
    }
    add(b, "}");
}

void add_slot(struct buffer *b, size_t slot) {
    const size_t level = slot / BIG_LEVEL, i = slot % BIG_HALF,
                 subs = level ? TW__BIGWHEEL_SUBS : 1;

    if (chosen->kind == BIGWHEEL)
        add(b, "{\"level\":%zu,\"half\":%zu,\"slot\":%zu,\"sub\":%zu}", level, slot / BIG_HALF % 2,
            i / subs, i % subs);
    else if (chosen->kind == WHEEL || chosen->kind == EARLY)
        add(b, "{\"slot\":%zu}", slot);
    else if (slot == RINGS_SLOTS)
        add(b, "{\"overflow\":true}");
    else
        add(b, "{\"level\":%zu,\"slot\":%zu}", slot / SLOTS, slot % SLOTS);
}

void add_place(struct buffer *b, const struct tw_node *n) {
    if (!stands[id_of(n)] || n->home < TW__WAITING || chosen->kind == RBTREE ||
        chosen->kind == SKIPLIST || chosen->kind == SORTEDLIST)
        add(b, "null");
    else if (chosen->kind == HEAP4)
        add(b, "{\"cell\":%zu}", n->home - TW__WAITING - TW__HEAP4_ROOT);
    else
        add_slot(b, tw__slots_place(n));
}
