/* SPDX-License-Identifier: MIT-0 */
/* The wheels. */
#include "members.h"

#include <inttypes.h>

static void add_position(struct picture *p, tw_tick position) {
    member(p, PART, "position");
    add_tick(&p->text, position);
    member_end(p, PART);
}

/* The block of 2^shift ticks in which a deadline lies, and the list of its slot, whose
   last timer has this deadline. */
static void add_block(struct buffer *b, const struct tw_node *last, unsigned shift) {
    const uint64_t begin = (uint64_t)last->due >> shift << shift;

    add(b, "\"begin\":\"%" PRIu64 "\",\"end\":\"%" PRIu64 "\",\"ids\":", begin,
        begin | (((uint64_t)1 << shift) - 1));
    add_ids(b, last);
    add(b, "}");
}

/* ------------------------------------------------------------------------------- RING */

static void add_rounds(struct buffer *b, const struct tw_node *last, tw_tick position) {
    const struct tw_node *n = last;

    add(b, ",\"rounds\":[");
    for (size_t steps = 0; steps < IDS; steps++) {
        n = n->u.list.next;
        if (!n || !is_timer(n))
            break;
        add_comma(b);
        add(b, "\"%" PRIu64 "\"", (uint64_t)(tw_tick)(n->due - position) / SLOTS);
        if (n == last)
            break;
    }
    add(b, "]}");
}

void add_ring(struct picture *p, const struct ring *r) {
    struct buffer *const b = &p->text;

    add_position(p, r->position);
    member(p, PART + 1, "size");
    add(b, "%d", SLOTS);
    member_end(p, PART + 1);
    member(p, PART + 2, "hand_at");
    add(b, "%u", (unsigned)(r->position % SLOTS));
    member_end(p, PART + 2);
    member(p, PART + 3, "slots");
    add(b, "[");
    for (size_t i = 0; i < SLOTS; i++)
        if (r->last[i]) {
            add_comma(b);
            add(b, "{\"slot\":%zu,\"least\":", i);
            add_tick(b, r->least[i]);
            add(b, ",\"ids\":");
            add_ids(b, r->last[i]);
            add_rounds(b, r->last[i], r->position);
        }
    add(b, "]");
    member_end(p, PART + 3);
}

/* ------------------------------------------------------------------------------ RINGS */

static void add_first(struct picture *p, const struct tw_node *first) {
    member(p, PART + 1, "first");
    add_id(&p->text, first);
    member_end(p, PART + 1);
}

static void add_level(struct buffer *b, const struct rings *r, unsigned level) {
    const unsigned shift = 4 * level;

    add_comma(b);
    add(b, "{\"level\":%u,\"size\":%d,\"hand_at\":%u,\"slots\":[", level, SLOTS,
        (unsigned)(r->position >> shift) % SLOTS);
    for (size_t i = 0; i < SLOTS; i++)
        if (r->last[level * SLOTS + i]) {
            add_comma(b);
            add(b, "{\"slot\":%zu,", i);
            add_block(b, r->last[level * SLOTS + i], shift);
        }
    add(b, "]}");
}

void add_rings(struct picture *p, const struct rings *r) {
    add_position(p, r->position);
    add_first(p, r->first);
    member(p, PART + 2, "levels");
    add(&p->text, "[");
    for (unsigned level = 0; level < RINGS; level++)
        add_level(&p->text, r, level);
    add(&p->text, "]");
    member_end(p, PART + 2);
    member(p, PART + 3, "overflow");
    if (r->overflow)
        add_ids(&p->text, r->last[RINGS_SLOTS]);
    else
        add(&p->text, "null");
    member_end(p, PART + 3);
}

/* ----------------------------------------------------------------------------- HALVES */

static void add_big_level(struct buffer *b, unsigned level) {
    const size_t here = tw__bigwheel_at(level, bigwheel.base.position) % BIG_LEVEL;
    const unsigned subs = level ? TW__BIGWHEEL_SUBS : 1;

    add_comma(b);
    add(b, "{\"level\":%u,\"size\":%u,\"subs\":%u,\"here\":%zu,\"hand_at\":%zu,\"slots\":[", level,
        BIG_HALF / subs, subs, here / BIG_HALF, here % BIG_HALF / subs);
    for (size_t i = 0; i < BIG_LEVEL; i++) {
        const struct tw_node *last = bigwheel.slot[level * BIG_LEVEL + i];

        if (!last)
            continue;
        add_comma(b);
        add(b, "{\"half\":%zu,\"slot\":%zu,\"sub\":%zu,", i / BIG_HALF, i % BIG_HALF / subs,
            i % subs);
        add_block(b, last, big_sub_shift(level));
    }
    add(b, "]}");
}

void add_halves(struct picture *p) {
    add_position(p, bigwheel.base.position);
    add_first(p, bigwheel.base.first);
    member(p, PART + 2, "levels");
    add(&p->text, "[");
    for (unsigned level = 0; level < big_levels(); level++)
        add_big_level(&p->text, level);
    add(&p->text, "]");
    member_end(p, PART + 2);
}

/* ------------------------------------------------------------------------------ WHICH */

const char *add_structure(struct picture *p, const struct operation *o) {
    struct ring ring;
    struct rings rings;

    if (is_ring(&ring))
        return add_ring(p, &ring), "ring";
    if (is_rings(&rings))
        return add_rings(p, &rings), "rings";
    if (chosen->kind == BIGWHEEL)
        return add_halves(p), "halves";
    if (chosen->kind == HEAP4)
        return add_heap(p, o), "heap";
    if (chosen->kind == RBTREE)
        return add_tree(p, o) ? "tree" : NULL;
    return add_list(p), "list";
}
