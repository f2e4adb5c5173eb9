/* SPDX-License-Identifier: MIT-0 */
/* Structures are walked without their own check(). Links may lead anywhere: each is
   followed only if it leads to a timer, and every walk ends. The invariants are those of
   the pages in docs/algorithms. */
#include "broken.h"

#include <inttypes.h>
#include <stdio.h>

/* ------------------------------------------------------------------------------ WHEEL */

static const char *diagnose_slot(const struct tw_wheel *w, size_t i) {
    const struct tw_wheel_slot *slot = &w->cell[i].slot;
    const struct tw_node *n = slot->last;
    bool seen = w->passed && i == w->position % SLOTS;
    char what[LABEL];
    const char *bad;

    snprintf(what, sizeof what, "slot %zx", i);
    if ((bad = diagnose_list(what, slot->last, i + TW__WAITING)) != NULL)
        return bad;
    if ((w->word[0] >> i & 1) != (slot->last != NULL))
        return broken("%s is %s, but the map says otherwise", what,
                      slot->last ? "occupied" : "empty");
    if (slot->last && slot->least % SLOTS != i)
        return broken("the bound of %s, %" PRIu64 ", is a tick of slot %zx", what,
                      (uint64_t)slot->least, (size_t)(slot->least % SLOTS));
    if (slot->last && slot->least < w->position)
        return broken("the bound of %s, %" PRIu64 ", is before the position, %" PRIu64, what,
                      (uint64_t)slot->least, (uint64_t)w->position);
    if (seen && !slot->last)
        return broken("the position has passed by %s in %s, which is empty", name(w->passed), what);
    for (size_t k = list_count(slot->last); k > 0; k--) {
        n = n->u.list.next;
        if (n->due % SLOTS != i)
            return broken("%s is in %s", name(n), what);
        if (n->due < slot->least)
            return broken("%s is due before the bound of %s, %" PRIu64, name(n), what,
                          (uint64_t)slot->least);
        if (seen && (n->due == w->position || n->due - w->position < w->nearest))
            return broken(
                "%s is due at the position or before `nearest`, but the position has passed by it",
                name(n));
        seen = seen && n != w->passed;
    }
    return seen ? broken("the position has passed by %s, which is not in %s", name(w->passed), what)
                : NULL;
}

const char *diagnose_wheel(const struct tw_wheel *w) {
    const char *bad = NULL;
    size_t count = 0;

    for (size_t i = 0; !bad && i < SLOTS; i++) {
        bad = diagnose_slot(w, i);
        count += bad ? 0 : list_count(w->cell[i].slot.last);
    }
    if (!bad && count != w->count)
        bad = broken("the slots have %zu timers, but count says %zu", count, w->count);
    return bad;
}

/* ------------------------------------------------------------------------- SMALLWHEEL */

/* The highest digit in which due differs from position gives the level, and due's own
   digit there the slot. */
static size_t rings_place(tw_tick position, tw_tick due) {
    unsigned level = RINGS;

    if ((due ^ position) >> 4 * RINGS)
        return RINGS_SLOTS;
    while (level-- > 1)
        if ((due ^ position) >> 4 * level)
            break;
    return level * SLOTS + (size_t)(due >> 4 * level) % SLOTS;
}

/* The slots of a wheel of levels hold `found` timers, and `earliest` is the first of
   them. Does the wheel keep this number, and this timer or none? */
static const char *diagnose_kept(size_t count, const struct tw_node *first, size_t found,
                                 const struct tw_node *earliest) {
    if (found != count)
        return broken("the slots have %zu timers, but count says %zu", found, count);
    if (first && first != earliest)
        return broken("%s is the earliest, but the wheel keeps %s as the earliest", name(earliest),
                      name(first));
    return NULL;
}

/* Names what is wrong with the places of the timers in a slot, whose list is sound. */
static const char *diagnose_places(const struct rings *r, size_t slot) {
    const struct tw_node *n = r->last[slot], *previous = NULL;
    char what[LABEL], other[LABEL];

    for (size_t k = list_count(n); k > 0; k--, previous = n) {
        n = n->u.list.next;
        if (n->due < r->position)
            return broken("position, 0x%" PRIx64 ", has passed %s", (uint64_t)r->position, name(n));
        if (rings_place(r->position, n->due) != slot)
            return broken("%s is in %s, but its place is %s", name(n), slot_text(what, slot),
                          slot_text(other, rings_place(r->position, n->due)));
        if (slot == RINGS_SLOTS && previous && n->due < previous->due)
            return broken("%s comes behind %s in %s", name(n), name(previous),
                          slot_text(what, slot));
    }
    return NULL;
}

const char *diagnose_rings(const struct rings *r, const uintptr_t *word, tw_tick now) {
    const struct tw_node *earliest = NULL, *n;
    size_t found = 0;
    char what[LABEL];
    const char *bad;

    if (r->position > now)
        return broken("position, 0x%" PRIx64 ", is ahead of the clock", (uint64_t)r->position);
    for (size_t i = 0; i <= RINGS_SLOTS; i++) {
        if ((bad = diagnose_list(slot_text(what, i), r->last[i], i + TW__WAITING)) != NULL)
            return bad;
        if ((word[i / TW__WORD_BITS] >> i % TW__WORD_BITS & 1) != (r->last[i] != NULL))
            return broken("%s is %s, but its bit says otherwise", what,
                          r->last[i] ? "occupied" : "empty");
        if ((bad = diagnose_places(r, i)) != NULL)
            return bad;
        n = r->last[i];
        for (size_t k = list_count(n); k > 0; k--, found++) {
            n = n->u.list.next;
            if (!earliest || n->due < earliest->due)
                earliest = n;
        }
    }
    return diagnose_kept(r->count, r->first, found, earliest);
}

/* --------------------------------------------------------------------------- BIGWHEEL */

enum { BIG_LEVELS = 9 };

/* A level begins at this bit of a tick. */
static unsigned big_bit(unsigned level) { return level ? 3 + 7 * level : 0; }

/* The three bits below those of an upper level name the sub-slot. */
static size_t big_place(unsigned level, tw_tick due) {
    return level * BIG_LEVEL + (due >> (level ? big_bit(level) - 3 : 0)) % BIG_LEVEL;
}

/* The lowest level at which due is in the position's block of the level above. */
static unsigned big_level(tw_tick position, tw_tick due) {
    unsigned level = 0;

    while (level < BIG_LEVELS - 1 && position >> big_bit(level + 1) != due >> big_bit(level + 1))
        level++;
    return level;
}

/* Is the timer below its place, where it may be: in the next block of the level above? */
static bool big_is_ahead(tw_tick position, tw_tick due, size_t slot) {
    const unsigned level = (unsigned)(slot / BIG_LEVEL);

    return level < BIG_LEVELS - 1 && slot == big_place(level, due) &&
           due >> big_bit(level + 1) == (position >> big_bit(level + 1)) + 1;
}

/* The timers of an occupied slot; they are counted, and the earliest is kept. */
static const char *diagnose_big_slot(const struct tw_bigwheel *w, size_t slot, size_t *count,
                                     const struct tw_node **earliest) {
    const struct tw_node *nodes[IDS], *n;
    char what[LABEL], other[LABEL];
    const char *bad = diagnose_runs(slot_text(what, slot), w->slot[slot], slot);
    const size_t found = bad ? 0 : list_nodes(w->slot[slot], nodes);

    for (size_t k = 0; k < found; k++, ++*count) {
        n = nodes[k];
        if (n->due < w->base.position)
            return broken("position, 0x%" PRIx64 ", has passed %s", (uint64_t)w->base.position,
                          name(n));
        if (big_place(big_level(w->base.position, n->due), n->due) != slot &&
            !big_is_ahead(w->base.position, n->due, slot))
            return broken("%s is in %s, but its place is %s", name(n), what,
                          slot_text(other, big_place(big_level(w->base.position, n->due), n->due)));
        if (!*earliest || n->due < (*earliest)->due)
            *earliest = n;
    }
    return bad;
}

/* What the wheel knows of the nodes that are to move ahead: how many each slot has, with
   its sub-slots, and which slot is that of a level's next block. */
static const char *diagnose_big_ahead(const struct tw_bigwheel *w) {
    char what[LABEL];

    for (size_t i = 0; i < (size_t)BIG_LEVELS * BIG_LEVEL; i += 8) {
        size_t found = 0;

        for (size_t k = i; k < i + 8; k++)
            found += w->slot[k] ? list_count(w->slot[k]) : 0;
        if (w->held[i / 8] != found)
            return broken("%s and the seven behind it have %zu timers, but %u are counted",
                          slot_text(what, i), found, w->held[i / 8]);
    }
    for (unsigned level = 1; level < BIG_LEVELS && w->base.count > 0; level++) {
        const size_t next =
            big_place(level, ((w->base.position >> big_bit(level)) + 1) << big_bit(level));

        if (w->next[level] != next / 8)
            return broken("the next block of level %u is in %s, but the wheel has another one",
                          level, slot_text(what, next));
        if (w->held[next / 8] != 0 && !(w->above >> level & 1))
            return broken("timers of the next block are in %s, but level %u is not marked",
                          slot_text(what, next), level);
    }
    return NULL;
}

const char *diagnose_bigwheel(const struct tw_bigwheel *w, tw_tick now) {
    const size_t bits = 8 * sizeof w->word[0];
    const struct tw_node *earliest = NULL;
    size_t count = 0;
    char what[LABEL];
    const char *bad = NULL;

    if (w->base.position > now)
        return broken("position, 0x%" PRIx64 ", is ahead of the clock", (uint64_t)w->base.position);
    for (size_t i = 0; i < (size_t)BIG_LEVELS * BIG_LEVEL && !bad; i++) {
        const size_t word = i / bits;

        if ((w->word[word] >> i % bits & 1) != (w->slot[i] != NULL))
            return broken("%s is %s, but its bit says otherwise", slot_text(what, i),
                          w->slot[i] ? "occupied" : "empty");
        if ((w->summary[word / bits] >> word % bits & 1) != (w->word[word] != 0))
            return broken(
                "the bits of %s and its neighbours are %s, but the summary says otherwise",
                slot_text(what, i), w->word[word] ? "not all 0" : "all 0");
        if (w->slot[i])
            bad = diagnose_big_slot(w, i, &count, &earliest);
    }
    if (!bad)
        bad = diagnose_big_ahead(w);
    return bad ? bad : diagnose_kept(w->base.count, w->base.first, count, earliest);
}
