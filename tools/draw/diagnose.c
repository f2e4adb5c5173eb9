/* SPDX-License-Identifier: MIT-0 */
/* Says which invariant of a structure is broken, and where. It walks the structure on its own and calls no check().
   Links may lead anywhere: each is followed only if it leads to a timer, and every walk ends. tw_draw.c includes this
   behind its timers (timer, IDS) and label(). A function returns NULL if all is well. The invariants are those of the
   pages in docs/algorithms. */
#ifndef DIAGNOSE_H
#define DIAGNOSE_H

static const char *broken(const char *format, ...) {
    static char text[256];
    va_list args;

    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    return text;
}

static bool is_timer(const struct tw_node *n) {
    const uintptr_t ahead = (uintptr_t)n - (uintptr_t)timer;

    return ahead < sizeof timer && ahead % sizeof timer[0] == 0;
}

/* "3@250". One sentence may name four. */
static const char *name(const struct tw_node *n) {
    static char text[4][LABEL];
    static unsigned turn;

    return !n ? "nothing" : is_timer(n) ? label(text[turn++ % 4], n) : "no timer";
}

/* A list that is known by its last node, in words: `what`. All its nodes have this home. */
static const char *diagnose_list(const char *what, const struct tw_node *last, uintptr_t home) {
    const struct tw_node *n = last, *previous = NULL;
    size_t steps = 0;

    if (last && !is_timer(last))
        return broken("the last of %s is no timer", what);
    while (n && (steps == 0 || n != last)) {
        const struct tw_node *next = n->u.list.next;

        if (!is_timer(next))
            return broken("in %s, what follows %s is no timer", what, name(n));
        if (next->u.list.prev != previous)
            return broken("in %s, %s has %s before it, but its link back leads to %s", what, name(next), name(previous),
                          name(next->u.list.prev));
        if (home && next->home != home)
            return broken("%s is in %s, but its home says otherwise", name(next), what);
        if (++steps > IDS)
            return broken("%s does not end", what);
        previous = n = next;
    }
    return NULL;
}

static size_t list_count(const struct tw_node *last) {
    const struct tw_node *n = last;
    size_t count = 0;

    while (n && (count == 0 || n != last)) {
        n = n->u.list.next;
        count++;
    }
    return count;
}

/* ------------------------------------------------------------------------------------------------------ HEAP4 */

static const char *diagnose_heap4(const struct tw_heap4 *h) {
    if (h->count > h->capacity)
        return broken("count is %zu, and capacity %zu", h->count, h->capacity);
    for (size_t i = 0; i < h->count; i++) {
        const struct tw_heap4_cell *x = &h->cell[i + TW__HEAP4_ROOT], *up;
        const size_t at = i + TW__HEAP4_ROOT, parent = i ? (i - 1) / 4 + TW__HEAP4_ROOT : at;

        if (!is_timer(x->node))
            return broken("cell %zu holds no timer", at);
        if (x->node->home != at + TW__WAITING)
            return broken("%s is in cell %zu, but its home says otherwise", name(x->node), at);
        if (x->due != x->node->due)
            return broken("cell %zu has another deadline than its timer %s", at, name(x->node));
        if (tw__heap4_number(x) >= h->armings)
            return broken("%s in cell %zu has a number that no arming had so far", name(x->node), at);
        up = &h->cell[parent];
        if (x->due < up->due)
            return broken("%s in cell %zu is due before its parent %s in cell %zu", name(x->node), at, name(up->node),
                          parent);
        if (i > 0 && x->due == up->due && tw__heap4_number(x) <= tw__heap4_number(up))
            return broken("%s in cell %zu was armed before its parent %s in cell %zu, and is due at the same tick",
                          name(x->node), at, name(up->node), parent);
    }
    return NULL;
}

/* ----------------------------------------------------------------------------------------------------- RBTREE */

/* Is n what must hang below up? */
static const char *diagnose_child(const struct tw_rbtree *t, const struct tw_node *n, const struct tw_node *up) {
    const bool root = up == &t->head, red = n && is_timer(n) && (n->home & 1);

    if (n && !is_timer(n))
        return broken("a child of %s is no timer", root ? "the head" : name(up));
    if (n && (n->home & ~(uintptr_t)1) != (uintptr_t)up)
        return broken("%s hangs below %s, but its link up leads elsewhere", name(n), root ? "the head" : name(up));
    if (red && root)
        return broken("the root %s is red", name(n));
    if (red && up->home & 1)
        return broken("%s and its parent %s are both red", name(n), name(up));
    return NULL;
}

/* Black nodes from n up to the root; the links were found good. */
static size_t black_above(const struct tw_rbtree *t, const struct tw_node *n) {
    size_t black = 0;

    for (; n != &t->head; n = (const struct tw_node *)(n->home & ~(uintptr_t)1))
        black += !(n->home & 1);
    return black;
}

/* Walks in order. stack has the nodes whose left side is being walked; up is the parent of n. */
static const char *diagnose_rbtree(const struct tw_rbtree *t) {
    const struct tw_node *stack[IDS], *n = t->head.u.child[0], *up = &t->head, *last = NULL, *lowest = NULL;
    size_t depth = 0, count = 0;
    const char *bad;

    if (t->head.home != 0)
        return broken("the head has a parent");
    while (n || depth > 0) {
        for (; n; up = n, n = n->u.child[0]) {
            if ((bad = diagnose_child(t, n, up)) != NULL)
                return bad;
            if (depth == IDS || count + depth >= t->count)
                return broken("the tree has more timers than count says, which is %zu", t->count);
            stack[depth++] = n;
        }
        n = stack[--depth];
        if (last && n->due < last->due)
            return broken("%s comes behind %s in order", name(n), name(last));
        if (!last && n != t->end[0])
            return broken("%s is the first, but the tree keeps %s as the first", name(n), name(t->end[0]));
        if (!n->u.child[0] || !n->u.child[1]) {
            lowest = lowest ? lowest : n;
            if (black_above(t, n) != black_above(t, lowest))
                return broken("from the root down to %s are %zu black timers, and down to %s %zu", name(lowest),
                              black_above(t, lowest), name(n), black_above(t, n));
        }
        count++;
        last = up = n;
        n = n->u.child[1];
    }
    if (count != t->count)
        return broken("the tree has %zu timers, but count says %zu", count, t->count);
    if (!last && t->end[0])
        return broken("the tree is empty, but keeps %s as the first", name(t->end[0]));
    if (last != t->end[1])
        return broken("%s is the last, but the tree keeps %s as the last", name(last), name(t->end[1]));
    return NULL;
}

/* --------------------------------------------------------------------------------------------------- SKIPLIST */

static const char *diagnose_sortedlist(const struct tw_sortedlist *s) {
    const char *bad = diagnose_list("the base", s->last, 0);
    const struct tw_node *n = s->last, *next;

    if (bad)
        return bad;
    if (list_count(s->last) != s->count)
        return broken("the base has %zu timers, but count says %zu", list_count(s->last), s->count);
    for (size_t i = 0; i < s->count; i++, n = next) {
        next = n->u.list.next;
        if (i > 0 && next->due < n->due)
            return broken("%s comes behind %s in the base", name(next), name(n));
        if (next->home < TW__WAITING)
            return broken("%s is in the base, but its home says otherwise", name(next));
    }
    return NULL;
}

/* How often each level of the array was met. */
struct levels {
    const struct tw_skiplist *s;
    unsigned char met[TW__SKIPLIST_LEVELS(LANES_FOR)];
};

/* The number of the level x in the array; of none in use: how many are in use. */
static size_t level_number(const struct tw_skiplist *s, const struct tw_skiplist_level *x) {
    const size_t used = (size_t)(s->unused - s->lane);
    size_t i = 0;

    while (i < used && x != &s->lane[i])
        i++;
    return i;
}

/* The lane: a ring through its head, in the order of the base, with each timer that is high enough. */
static const char *diagnose_lane(struct levels *f, unsigned lane) {
    const struct tw_skiplist *s = f->s;
    struct tw_skiplist_level *const head = &s->lane[lane], *left = head, *x;
    const struct tw_node *n = s->base.last;

    f->met[lane]++;
    for (size_t i = 0; i < s->base.count; i++) {
        size_t at, height = 0;

        n = n->u.list.next;
        if (n->home == TW__WAITING)
            continue;
        at = level_number(s, (const struct tw_skiplist_level *)n->home);
        while (height <= lane && &s->lane[at + height] < s->unused && s->lane[at + height].node == n)
            height++;
        if (height == 0)
            return broken("the tower of %s is not in the array, or belongs to another timer", name(n));
        if (height <= lane)
            continue;
        x = &s->lane[at + lane];
        if (left->next != x)
            return broken("lane %u passes by %s, whose tower reaches it", lane, name(n));
        if (x->prev != left)
            return broken("in lane %u, the link back of %s does not lead to the level before it", lane, name(n));
        if (left->next_due != n->due)
            return broken("in lane %u, the level before %s has another key beside its link", lane, name(n));
        f->met[at + lane]++;
        left = x;
    }
    if (left->next != head || head->prev != left)
        return broken("lane %u does not come back to its head behind %s", lane, left == head ? "it" : name(left->node));
    return NULL;
}

static const char *diagnose_skiplist(const struct tw_skiplist *s) {
    const char *bad = diagnose_sortedlist(&s->base);
    struct levels f = {s, {0}};
    const size_t used = (size_t)(s->unused - s->lane);

    if (!bad && (s->unused < s->lane + s->lanes || s->unused > s->end))
        bad = broken("the levels that no tower took so far begin outside of the array");
    for (unsigned lane = 0; !bad && lane < s->lanes; lane++)
        bad = diagnose_lane(&f, lane);
    for (unsigned lane = 0; !bad && lane < s->lanes; lane++)
        for (const struct tw_skiplist_level *x = s->free[lane]; !bad && x; x = x->next) {
            const size_t i = level_number(s, x);

            if (i + lane >= used)
                return broken("the free towers of %u levels lead outside of the array", lane + 1);
            if (x->node)
                return broken("a free tower of %u levels belongs to %s", lane + 1, name(x->node));
            for (unsigned k = 0; k <= lane; k++)
                f.met[i + k]++;
            if (f.met[i] > 1)
                bad = broken("level %zu is in two towers, or free and in a tower", i);
        }
    for (size_t i = 0; !bad && i < used; i++)
        if (f.met[i] != 1)
            bad = broken(f.met[i] ? "level %zu is in two towers, or free and in a tower"
                                  : "level %zu is in no tower, and not free",
                         i);
    if (!bad && s->lanes && s->unused->node)
        bad = broken("the level behind the last tower is not marked as free");
    return bad;
}

/* ----------------------------------------------------------------------------------------------------- WHEELS */

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
        return broken("%s is %s, but the map says otherwise", what, slot->last ? "occupied" : "empty");
    if (slot->last && slot->least % SLOTS != i)
        return broken("the bound of %s, %" PRIu64 ", is a tick of slot %zx", what, slot->least,
                      (size_t)(slot->least % SLOTS));
    if (slot->last && slot->least < w->position)
        return broken("the bound of %s, %" PRIu64 ", is before the position, %" PRIu64, what, slot->least, w->position);
    if (seen && !slot->last)
        return broken("the position has passed by %s in %s, which is empty", name(w->passed), what);
    for (size_t k = list_count(slot->last); k > 0; k--) {
        n = n->u.list.next;
        if (n->due % SLOTS != i)
            return broken("%s is in %s", name(n), what);
        if (n->due < slot->least)
            return broken("%s is due before the bound of %s, %" PRIu64, name(n), what, slot->least);
        if (seen && (n->due == w->position || n->due - w->position < w->nearest))
            return broken("%s is due at the position or before `nearest`, but the position has passed by it", name(n));
        seen = seen && n != w->passed;
    }
    return seen ? broken("the position has passed by %s, which is not in %s", name(w->passed), what) : NULL;
}

static const char *diagnose_wheel(const struct tw_wheel *w) {
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

/* The highest digit in which due differs from position gives the level, and due's own digit there the slot. */
static size_t hwheel_place(tw_tick position, tw_tick due) {
    unsigned level = TW_HWHEEL_LEVELS;

    if ((due ^ position) >> 4 * TW_HWHEEL_LEVELS)
        return (size_t)TW_HWHEEL_LEVELS * SLOTS;
    while (level-- > 1)
        if ((due ^ position) >> 4 * level)
            break;
    return level * SLOTS + (due >> 4 * level) % SLOTS;
}

static const char *diagnose_hwheel(const struct tw_hwheel *w, tw_tick now) {
    const struct tw_node *earliest = NULL, *n;
    size_t count = 0;
    char what[LABEL], other[LABEL];
    const char *bad;

    if (w->base.position > now)
        return broken("position, 0x%" PRIx64 ", is ahead of the clock", w->base.position);
    for (size_t i = 0; i <= (size_t)TW_HWHEEL_LEVELS * SLOTS; i++) {
        if ((bad = diagnose_list(slot_text(what, i), w->slot[i], i + TW__WAITING)) != NULL)
            return bad;
        if (i < (size_t)TW_HWHEEL_LEVELS * SLOTS &&
            (w->word[i / TW__WORD_BITS] >> i % TW__WORD_BITS & 1) != (w->slot[i] != NULL))
            return broken("%s is %s, but its bit says otherwise", what, w->slot[i] ? "occupied" : "empty");
        n = w->slot[i];
        for (size_t k = list_count(w->slot[i]); k > 0; k--, count++) {
            n = n->u.list.next;
            if (n->due < w->base.position)
                return broken("position, 0x%" PRIx64 ", has passed %s", w->base.position, name(n));
            if (hwheel_place(w->base.position, n->due) != i)
                return broken("%s is in %s, but its place is %s", name(n), what,
                              slot_text(other, hwheel_place(w->base.position, n->due)));
            if (!earliest || n->due < earliest->due)
                earliest = n;
        }
    }
    if (count != w->base.count)
        return broken("the slots have %zu timers, but count says %zu", count, w->base.count);
    if (w->base.first && w->base.first != earliest)
        return broken("%s is the earliest, but the wheel keeps %s as the earliest", name(earliest),
                      name(w->base.first));
    return NULL;
}

/* ---------------------------------------------------------------------------------------------------- BIGWHEEL */

enum { BIG_LEVELS = 9 };

/* A level begins at this bit of a tick. */
static unsigned big_bit(unsigned level) { return level ? 3 + 7 * level : 0; }

static size_t big_place(unsigned level, tw_tick due) {
    const size_t sub_slots = level ? 8 : 1;

    return level * BIG_LEVEL + (due >> big_bit(level)) % (BIG_LEVEL / sub_slots) * sub_slots + due % sub_slots;
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
    const struct tw_node *n = w->slot[slot];
    char what[LABEL], other[LABEL];
    const char *bad = diagnose_list(big_slot_text(what, slot), n, slot + TW__WAITING);

    for (size_t k = bad ? 0 : list_count(n); k > 0; k--, ++*count) {
        n = n->u.list.next;
        if (n->due < w->base.position)
            return broken("position, 0x%" PRIx64 ", has passed %s", w->base.position, name(n));
        if (big_place(big_level(w->base.position, n->due), n->due) != slot &&
            !big_is_ahead(w->base.position, n->due, slot))
            return broken("%s is in %s, but its place is %s", name(n), what,
                          big_slot_text(other, big_place(big_level(w->base.position, n->due), n->due)));
        if (!*earliest || n->due < (*earliest)->due)
            *earliest = n;
    }
    return bad;
}

static const char *diagnose_bigwheel(const struct tw_bigwheel *w, tw_tick now) {
    const size_t bits = 8 * sizeof w->word[0];
    const struct tw_node *earliest = NULL;
    size_t count = 0;
    char what[LABEL];
    const char *bad = NULL;

    if (w->base.position > now)
        return broken("position, 0x%" PRIx64 ", is ahead of the clock", w->base.position);
    for (size_t i = 0; i < (size_t)BIG_LEVELS * BIG_LEVEL && !bad; i++) {
        const size_t word = i / bits;

        if ((w->word[word] >> i % bits & 1) != (w->slot[i] != NULL))
            return broken("%s is %s, but its bit says otherwise", big_slot_text(what, i),
                          w->slot[i] ? "occupied" : "empty");
        if ((w->summary[word / bits] >> word % bits & 1) != (w->word[word] != 0))
            return broken("the bits of %s and its neighbours are %s, but the summary says otherwise",
                          big_slot_text(what, i), w->word[word] ? "not all 0" : "all 0");
        if (w->slot[i])
            bad = diagnose_big_slot(w, i, &count, &earliest);
    }
    if (bad)
        return bad;
    if (count != w->base.count)
        return broken("the slots have %zu timers, but count says %zu", count, w->base.count);
    if (w->base.first && w->base.first != earliest)
        return broken("%s is the earliest, but the wheel keeps %s as the earliest", name(earliest),
                      name(w->base.first));
    return NULL;
}

/* ------------------------------------------------------------------------------------------------------ CLOCK */

/* The set around a structure that was found good: its clock, its due list, and what the timers say of themselves.
   Amid an advance the clock may have passed timers that wait. */
static const char *diagnose_clock(const struct tw_timers *t, bool amid) {
    const struct tw_clock *c = &t->clock;
    const char *bad = diagnose_list("the due list", c->due, TW__DUE);
    const struct tw_node *n = c->due;
    bool until = c->until == NULL;
    size_t due = 0, waiting = 0;

    if (bad)
        return bad;
    if (c->limit > c->now)
        return broken("the clock's limit is ahead of its now");
    for (size_t k = list_count(c->due); k > 0; k--) {
        n = n->u.list.next;
        until = until || n == c->until;
        if (n->due > c->now)
            return broken("%s is on the due list, but its deadline is ahead", name(n));
    }
    if (!until)
        return broken("the batch ends at %s, which is not on the due list", name(c->until));
    for (size_t i = 0; i < IDS; i++) {
        due += timer[i].home == TW__DUE;
        waiting += timer[i].home >= TW__WAITING;
        if (timer[i].home >= TW__WAITING && !amid && timer[i].due <= c->now)
            return broken("the clock has passed %s, which has not fired", name(&timer[i]));
    }
    if (due != list_count(c->due))
        return broken("%zu timers have the home of the due list, which has %zu", due, list_count(c->due));
    if (waiting != t->ops->count(t->in))
        return broken("%zu timers say that they wait, and the structure has %zu", waiting, t->ops->count(t->in));
    return NULL;
}

#endif
