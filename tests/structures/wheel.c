/* SPDX-License-Identifier: MIT-0 */
/* What wheel.h promises beyond the contract: its costs, any number of slots, its own
   verbs, and a check() that sees.

       wheel          all of it
       wheel NAME     one scenario */
#include "../contract/rig.h"

static size_t work_traced(void) {
    return traced[TW_COMPARE] + traced[TW_LINK] + traced[TW_CASCADE];
}

/* The cost table of wheel.h as counts. TW_COMPARE: a slot's bound was looked at;
   TW_CASCADE: a node of a later revolution was passed over. The functions follow
   each other on one wheel, with as many timers as slots. */

/* add, move and cancel write two links and look at one bound at most */
static void arms_by_links_alone(struct tw_wheel *w, struct timer *all, size_t slots) {
    size_t i;

    for (i = 0; i < slots; i++) {
        memset(traced, 0, sizeof traced);
        assert(tw_wheel_add(w, &all[i].node, (tw_tick)(1 + i * 7 % slots)) && work_traced() <= 1);
    }
    for (i = 0; i < slots; i++) {
        memset(traced, 0, sizeof traced);
        assert(tw_wheel_add(w, &all[i].node, (tw_tick)(1 + i * 5 % slots)) && work_traced() <= 3);
    }
    for (i = 1; i < slots; i++) {
        memset(traced, 0, sizeof traced);
        assert(tw_wheel_cancel(w, &all[i].node) && work_traced() == 1);
    }
}

/* the next of many in this revolution is found at the first look; idle ticks cost
   nothing; the way over all empty slots is one look */
static void finds_the_next_at_a_look(struct tw_wheel *w, struct timer *all, size_t slots) {
    size_t i;
    tw_tick t;

    for (i = 0; i < slots; i++)
        tw_wheel_add(w, &all[i].node, (tw_tick)(1 + i));
    memset(traced, 0, sizeof traced);
    for (i = 0; i < slots; i++)
        assert(tw_wheel_take(w, (tw_tick)slots) == &all[i].node);
    assert(traced[TW_COMPARE] == slots - 1 && traced[TW_CASCADE] == 0);

    assert(tw_wheel_add(w, &all[0].node, 1) && tw_wheel_add(w, &all[1].node, (tw_tick)(slots - 1)));
    assert(tw_wheel_take(w, 1) == &all[0].node);
    memset(traced, 0, sizeof traced);
    for (t = 2; t < slots - 1; t++)
        assert(!tw_wheel_take(w, t));
    assert(tw_wheel_take(w, t) == &all[1].node && work_traced() == 2);
}

/* next() asks every occupied slot if all lie further ahead than a revolution, and then
   remembers */
static void asks_every_slot_once(struct tw_wheel *w, struct timer *all, size_t slots) {
    const tw_tick t = (tw_tick)(slots - 1); /* where finds_the_next_at_a_look() left it */
    tw_tick due = 0;
    size_t i;

    tw_wheel_add(w, &all[0].node, t);
    for (i = 1; i < slots; i++)
        tw_wheel_add(w, &all[i].node, (tw_tick)(t + 2 * slots - i));
    tw_wheel_cancel(w, &all[0].node);
    memset(traced, 0, sizeof traced);
    assert(tw_wheel_next(w, &due) && due == t + slots + 1 && work_traced() == slots - 1);
    assert(tw_wheel_next(w, &due) && tw_wheel_next(w, &due) && work_traced() == slots - 1);
}

/* a slot that fires is walked once, however many fire from it; one that does not is not
   touched */
static void walks_a_slot_once(struct tw_wheel *w, struct timer *all, size_t slots) {
    size_t i;
    tw_tick t;

    tw_wheel_clear(w);
    memset(traced, 0, sizeof traced);
    for (i = 0; i < slots; i++)
        tw_wheel_add(w, &all[i].node, (tw_tick)(i % 2 ? 5 : 5 + (i % 4 + 1) * slots));
    for (i = 1; i < slots; i += 2)
        assert(tw_wheel_take(w, 5) == &all[i].node);
    assert(!tw_wheel_take(w, 5) && traced[TW_CASCADE] == slots / 2 && traced[TW_COMPARE] == 1);
    assert(!tw_wheel_check(w));
    memset(traced, 0, sizeof traced);
    for (t = 6; t < 5 + slots; t++)
        assert(!tw_wheel_take(w, t));
    assert(work_traced() == 0);
    tw_wheel_clear(w);
    assert(work_traced() == 0 && tw_wheel_count(w) == 0 && tw_idle(&all[0].node));
}

SCENARIO(wheel_costs_are_what_the_manual_says,
         "A wheel arms and cancels by links alone, and walks a slot once when it fires.") {
    size_t slots;

    if (sizeof(void *) == 8)
        assert(sizeof(union tw_wheel_cell) == 16 && TW_WHEEL_BYTES(65536) <= 65536 * 16 * 5 / 4);
    for (slots = 64; slots <= 4096; slots *= 64) {
        struct timer *all = (struct timer *)calloc(slots, sizeof *all);
        union tw_wheel_cell *room = (union tw_wheel_cell *)malloc(TW_WHEEL_BYTES(slots));
        struct tw_wheel w;

        assert(all && room);
        tw_wheel_init(&w, 0, room, slots);
        arms_by_links_alone(&w, all, slots);
        finds_the_next_at_a_look(&w, all, slots);
        asks_every_slot_once(&w, all, slots);
        walks_a_slot_once(&w, all, slots);
        free(room);
        free(all);
    }
}

/* The typed face, and a wheel of any number of slots. */
struct session {
    int id;
    struct tw_node idle;
};

TW_WHEEL_OF(idlers, struct session, idle)

enum { SESSIONS = 60 };
static struct session session[SESSIONS];

/* Arms all sessions, over 20 ticks in 8 slots, and cancels those of tick 100. */
static void start_sessions(struct idlers *w) {
    static TW_WHEEL_ARRAY(room, 8);
    tw_tick due;
    int i;

    idlers_init(w, 0, room, 8);
    assert(!idlers_next(w, &due) && !idlers_take(w, TW_TICK_MAX) && !idlers_each(w, NULL) &&
           !idlers_check(w));
    memset(session, 0, sizeof session);
    for (i = 0; i < SESSIONS; i++) {
        session[i].id = i;
        assert(idlers_add(w, &session[i], (tw_tick)(100 + i * 7 % 20)) && !idlers_check(w));
    }
    for (i = 0; i < SESSIONS; i += 10) {
        assert(idlers_cancel(w, &session[i]) && !idlers_cancel(w, &session[i]) &&
               tw_idle(&session[i].idle));
        assert(!idlers_check(w));
    }
}

SCENARIO(wheel_typed_face_fires_in_order_across_revolutions,
         "A jump over revolutions gives objects by deadline, and equal ones in arming order.") {
    static struct session stranger;
    struct idlers w;
    struct session *x, *last = NULL;
    tw_tick due;
    int i;

    start_sessions(&w);
    assert(!idlers_cancel(&w, &stranger) && idlers_count(&w) == SESSIONS - 6);
    for (i = 0, x = idlers_each(&w, NULL); x; x = idlers_each(&w, x))
        i++;
    assert(i == SESSIONS - 6);

    /* those of 100 were cancelled */
    assert(idlers_next(&w, &due) && due == 101 && !idlers_take(&w, 100));
    /* before the hand */
    assert(idlers_add(&w, &stranger, 90) && idlers_next(&w, &due) && due == 90);
    assert(idlers_take(&w, 200) == &stranger);
    while ((x = idlers_take(&w, 200)) != NULL) { /* a jump over all: by due, then in arming order */
        assert(!last || last->idle.due < x->idle.due ||
               (last->idle.due == x->idle.due && last->id < x->id));
        assert(!idlers_check(&w));
        last = x;
        i--;
    }
    assert(i == 0 && idlers_count(&w) == 0 && last->idle.due == 119);
    assert(idlers_add(&w, &session[0], 5));
    idlers_clear(&w);
    assert(tw_idle(&session[0].idle) && idlers_count(&w) == 0 && !idlers_check(&w));
}

SCENARIO(wheel_of_any_number_of_slots_is_exact,
         "Timers fire at their ticks, whatever the number of slots, which is rounded down.") {
    size_t n, i, k;

    for (n = 1; n <= 70; n++) { /* rounded down; the map has one word, or two levels */
        start(3, n);
        pool_init(50);
        for (k = 0; k < 3; k++) {
            for (i = 0; i < 50; i++)
                rig_arm(&pool[i], rig.now + rig_below(300));
            rig_advance(rig.now + 100);
        }
        drain();
    }
    /* the room that the wheel asks for is what it uses, and not much more */
    for (n = 1; n <= 65536; n *= 2) {
        struct tw_wheel *w;
        const size_t bytes = rig.ops->bytes(n);
        size_t used;

        start(0, n + n / 2);
        w = (struct tw_wheel *)rig.in;
        used =
            (size_t)((char *)(w->word + w->leaf + (n - 1) / TW__WHEEL_BITS + 1) - (char *)rig.room);
        assert(w->slots == n && used <= bytes && bytes <= used + n / 8 + 64);
    }
}

static struct timer *new_timer(int id) {
    struct timer *x = (struct timer *)calloc(1, sizeof *x);

    assert(x);
    x->id = id;
    return x;
}

/* From 32768 timers on lists are read ahead of their firing: what has left is freed, so a
   sanitizer sees it read. */
SCENARIO(wheel_reads_ahead_only_what_waits,
         "Where lists are read ahead of their ticks, no timer is read after it has left.") {
    enum { CROWD = 40000, TICKS = 15000, SLOTS = 4096 };
    struct timer **crowd = (struct timer **)malloc(CROWD * sizeof *crowd);
    union tw_wheel_cell *room = (union tw_wheel_cell *)malloc(TW_WHEEL_BYTES(SLOTS));
    struct tw_wheel w;
    struct tw_node *n;
    tw_tick now, last_due = 0;
    size_t i, left = CROWD;
    int last_id = -1;

    assert(crowd && room);
    tw_wheel_init(&w, 0, room, SLOTS);
    for (i = 0; i < CROWD; i++) {
        crowd[i] = new_timer((int)i);
        assert(tw_wheel_add(&w, &crowd[i]->node, (tw_tick)(1 + rig_below(TICKS))));
    }
    for (now = 0; left > 0; now = (tw_tick)(now + 1 + rig_below(5))) {
        while ((n = tw_wheel_take(&w, now)) != NULL) {
            struct timer *x = TW_OF(n, struct timer, node);

            assert(n->due > last_due || (n->due == last_due && x->id > last_id));
            last_due = n->due;
            last_id = x->id;
            crowd[last_id] = NULL;
            free(x);
            left--;
        }
        i = rig_index(CROWD);
        if (crowd[i]) {
            assert(tw_wheel_cancel(&w, &crowd[i]->node));
            free(crowd[i]);
            crowd[i] = NULL;
            left--;
        }
    }
    assert(!tw_wheel_check(&w) && tw_wheel_count(&w) == 0);
    free(room);
    free(crowd);
}

/* A cancelled timer must not be what all others are compared with when ticks wrap. */
SCENARIO(wheel_hand_left_far_behind_is_not_compared,
         "Where ticks wrap, a timer that was cancelled long ago does not spoil the order.") {
    if (TW_TICK_BITS == 64)
        return;
    start(0, 16);
    pool_init(2);
    rig.quiet = true; /* next() would help */
    rig_arm(&pool[0], 10);
    rig_advance_some(REACH + 5, 0);
    rig_arm(&pool[1], 2 * REACH);
    rig_cancel(&pool[0]);
    rig_advance_some(2 * REACH - 1, 0);
    rig_advance_some(3 * REACH - 2, 0); /* three quarters of the range after tick 10 */
    assert(rig_advance(3 * REACH - 1) == 1);

    start(0, 16);
    rig.quiet = true;
    rig_arm(&pool[0], 10);
    rig_advance_some(REACH + 5, 0);
    rig_arm(&pool[1], 2 * REACH);
    rig_cancel(&pool[0]);
    rig_advance_some(3 * REACH - 2, 0);
    rig_arm(&pool[0], 4 * REACH - 3); /* nearly the whole range after tick 10 */
    assert(rig_advance(3 * REACH - 1) == 1 && rig.last == 1);
    assert(rig_advance(4 * REACH - 4) == 0 && rig_advance(4 * REACH - 3) == 1);
}

MISTAKE(wheel_without_slots_refuses_all,
        "A zeroed wheel, or one without an array, is empty and takes no timer.") {
    static struct tw_wheel zeroed;
    struct tw_node n = TW_NODE(0);
    tw_tick due;

    assert(!tw_wheel_check(&zeroed) && !tw_wheel_add(&zeroed, &n, 5) && tw_idle(&n) && n.due == 0);
    assert(!tw_wheel_next(&zeroed, &due) && !tw_wheel_take(&zeroed, 9) &&
           !tw_wheel_cancel(&zeroed, &n));
    assert(!tw_wheel_each(&zeroed, NULL) && tw_wheel_count(&zeroed) == 0);
    tw_wheel_clear(&zeroed);
    tw_wheel_init(&zeroed, 5, NULL, 0);
    assert(!tw_wheel_add(&zeroed, &n, 6) && !tw_wheel_check(&zeroed));
}

/* check() holds, names property `number` once `spoil` was done, and `mend` undoes
   that. */
#define BROKEN(number, spoil, mend)                                \
    do {                                                           \
        assert(!tw_timers_check(&rig.t));                          \
        spoil;                                                     \
        assert(breaks(tw_timers_check(&rig.t), "wheel " #number)); \
        mend;                                                      \
    } while (0)

/* a check() that cannot fail is none: each invariant broken once */
SCENARIO(wheel_check_sees_every_broken_invariant,
         "check() of wheel names the property when a slot, a bound, a bit or the count is wrong.") {
    struct tw_node *n = &pool[3].node;
    struct tw_wheel_slot *slot;
    struct tw_wheel *w;
    tw_tick due;

    start_with_thirty();
    w = (struct tw_wheel *)rig.in;
    slot = &w->cell[n->home - TW__WAITING].slot;
    assert(w->slots == 32 && slot->last == n && tw_wheel_next(w, &due) && w->position == 10);
    BROKEN(1, n->due++, n->due--);                        /* a slot that is not its due's */
    BROKEN(1, n->home++, n->home--);                      /* a node that says otherwise */
    BROKEN(1, n->u.list.prev = n, n->u.list.prev = NULL); /* links */
    BROKEN(2, slot->least--, slot->least++);              /* a bound of another slot, */
    BROKEN(2, slot->least += 32, slot->least -= 32);      /* one above its nodes, */
    BROKEN(2, slot->least -= 32, slot->least += 32);      /* and one before the hand */
    BROKEN(2, w->position += 20, w->position -= 20);      /* the hand beyond what waits */
    BROKEN(5, w->count++, w->count--);
    BROKEN(4, w->word[0] ^= 1u << 13, w->word[0] ^= 1u << 13); /* the bit of an occupied slot, */
    /* with a count to match, */
    BROKEN(4, (w->word[0] ^= 1u << 13, w->count--), (w->word[0] ^= 1u << 13, w->count++));
    /* and of an empty one */
    BROKEN(4, w->word[0] ^= 1u << 9, w->word[0] ^= 1u << 9);
    rig_verify();
}

SCENARIO(wheel_check_sees_a_wrong_node_passed_over,
         "check() reports a wrong note of the nodes of later revolutions in the hand's slot.") {
    struct tw_node *n = &pool[3].node;
    struct tw_wheel *w;
    tw_tick due;

    start_with_thirty();
    w = (struct tw_wheel *)rig.in;
    assert(tw_wheel_next(w, &due) && w->position == 10);
    /* a node seen that is not in the hand's slot, */
    BROKEN(3, w->passed = n, w->passed = NULL);
    BROKEN(3, w->passed = &pool[0].node, w->passed = NULL); /* or is due at the hand */
    BROKEN(3, (w->passed = &pool[0].node, w->nearest = 0),
           (w->passed = NULL, w->nearest = TW_TICK_MAX));

    /* passed over: slot 10 gets a second round in front of a first, which is asked for;
       something is due, so that nobody else asks the wheel */
    assert(rig_arm(&pool[0], 42) && rig_arm(&pool[30], 10) && tw_wheel_next(w, &due));
    assert(w->passed == &pool[0].node && w->nearest == 32);
    BROKEN(3, w->nearest++, w->nearest--);
    assert(rig_cancel(&pool[30]) && w->position == 10); /* nothing is due at the hand any more */
    BROKEN(3, w->passed = n, w->passed = &pool[0].node);
    assert(rig_cancel(&pool[0]) && w->position == 10 && !w->passed); /* and now its slot is empty */
    BROKEN(3, w->passed = n, w->passed = NULL);
    rig_verify();
}

/* of a tree of more words than one, those above */
SCENARIO(wheel_check_sees_a_wrong_bit_of_a_word,
         "check() reports a wrong bit in the upper words of the map of slots.") {
    struct tw_wheel *w;

    start(0, 4096);
    pool_init(41);
    w = (struct tw_wheel *)rig.in;
    assert(rig_arm(&pool[40], 4095) && w->leaf > 0);
    BROKEN(4, w->word[0] ^= 1u, w->word[0] ^= 1u);
    BROKEN(4, w->word[0] ^= 8u, w->word[0] ^= 8u);
    rig_verify();
}

/* Thirty nodes, and behind pool[8] pool[29], of a later round. */
static struct tw_wheel *start_with_a_later_round(void) {
    struct tw_wheel *w;

    start_with_thirty();
    w = (struct tw_wheel *)rig.in;
    rig_arm(&pool[29], 18 + 32);
    assert(pool[8].node.u.list.next == &pool[29].node && w->position == 10);
    return w;
}

/* each field of the wheel and of a slot, wrong alone; `hand` may be lower, and `read`
   anything */
SCENARIO(wheel_check_sees_each_field_that_is_wrong,
         "check() reports a wrong value in any field of wheel or of a slot that it can tell.") {
    struct tw_wheel *const w = start_with_a_later_round();
    struct tw_node *const n = &pool[3].node, *const first = &pool[8].node;
    struct tw_wheel_slot *const slot = &w->cell[n->home - TW__WAITING].slot, *const empty =
                                                                                 &w->cell[9].slot;
    const struct breach breaches[] = {
        BREACH(size_t, w->slots, 16),
        BREACH(size_t, w->count, 29),
        BREACH(size_t, w->count, 31),
        BREACH(tw_tick, w->position, 11),
        BREACH(tw_tick, w->position, 60),
        BREACH(tw_tick, w->nearest, 7),
        BREACH(struct tw_node *, w->passed, first),
        BREACH(struct tw_node *, w->passed, &pool[30].node),
        BREACH(unsigned, w->word[0], 0),
        BREACH(unsigned, w->word[0], w->word[0] | 1u << 9),
        BREACH(tw_tick, slot->least, 12),
        BREACH(tw_tick, slot->least, 13 + 32),
        BREACH(tw_tick, slot->least, (tw_tick)(13 - 32)),
        BREACH(struct tw_node *, slot->last, NULL),
        BREACH(struct tw_node *, slot->last, first),
        BREACH(struct tw_node *, empty->last, n),
    };

    assert(slot->last == n && !empty->last);
    check_sees(breaches, sizeof breaches / sizeof breaches[0]);
    assert(!tw_wheel_cancel(w, &pool[31].node)); /* it is due, and waits in no structure */
    rig_verify();
}

/* each field of a node, alone in its slot and with one of a later round, wrong alone */
SCENARIO(wheel_check_sees_each_field_of_a_node_that_is_wrong,
         "check() reports a wrong value in any field of a node of wheel.") {
    struct tw_wheel *const w = start_with_a_later_round();
    struct tw_node *const n = &pool[3].node, *const first = &pool[8].node,
                          *const last = &pool[29].node;
    const struct breach breaches[] = {
        BREACH(tw_tick, n->due, 14),
#if TW_TICK_BITS != 64
        BREACH(tw_tick, first->due, (tw_tick)(18 - 32)), /* before the hand: passed over */
#endif
        BREACH(uintptr_t, n->home, TW__IDLE),
        BREACH(uintptr_t, n->home, TW__DUE),
        BREACH(uintptr_t, n->home, n->home + 1),
        BREACH(struct tw_node *, n->u.list.prev, n),
        BREACH(struct tw_node *, n->u.list.next, first),
        BREACH(struct tw_node *, first->u.list.prev, last),
        BREACH(struct tw_node *, first->u.list.next, first),
        BREACH(struct tw_node *, last->u.list.prev, NULL),
        BREACH(struct tw_node *, last->u.list.next, last),
    };

    assert(w->cell[n->home - TW__WAITING].slot.last == n);
    check_sees(breaches, sizeof breaches / sizeof breaches[0]);
    rig_verify();
}

/* a map of more words than one */
SCENARIO(wheel_check_sees_each_field_of_a_map_that_is_wrong,
         "check() reports a wrong place, size or word of the map of slots.") {
    struct tw_wheel *w;

    start(0, 4096);
    pool_init(1);
    w = (struct tw_wheel *)rig.in;
    rig_arm(&pool[0], 4095);
    assert(w->leaf > 1);
    {
        const struct breach breaches[] = {
            BREACH(size_t, w->leaf, w->leaf - 1),
            BREACH(unsigned *, w->word, w->word + 1),
            BREACH(unsigned, w->word[0], 0),
            BREACH(unsigned, w->word[1], 1),
        };
        check_sees(breaches, sizeof breaches / sizeof breaches[0]);
    }
}

#define STEP (REACH - 1 < 1000000 ? REACH - 1 : 1000000)

/* Makes six nodes idle, and a wheel empty. */
static void start_alone(struct tw_wheel *w, struct tw_node *n) {
    static TW_WHEEL_ARRAY(room, 64);
    size_t i;

    for (i = 0; i < 6; i++)
        tw_node_init(&n[i], NULL);
    tw_wheel_init(w, 0, room, 64);
}

/* Arms three nodes, one STEP behind another, and cancels the first two. */
static void leave_the_third(struct tw_wheel *w, struct tw_node *n) {
    size_t i;

    start_alone(w, n);
    for (i = 0; i < 3; i++) {
        assert(tw_wheel_add(w, &n[i], (tw_tick)(100 + i * STEP)));
        if (i > 0)
            assert(tw_wheel_cancel(w, &n[i - 1]));
    }
}

/* Nobody asks the wheel for long, so that its hand stays at the first of all deadlines:
   where ticks wrap, add() and take() bring it up before they compare. */
SCENARIO(wheel_left_alone_for_long_is_exact_all_the_same,
         "A wheel that nobody asks for a long time still gives its earliest timer at its tick.") {
    const uint64_t step = STEP;
    struct tw_wheel w;
    struct tw_node n[6];
    tw_tick due;
    size_t i, way;

    for (way = 0; way < 3; way++) {
        start_alone(&w, n);
        assert(tw_wheel_add(&w, &n[0], 100));
        /* a step further, and without the one before: the hand could still be at 100 */
        for (i = 1; i < 6; i++) {
            assert(tw_wheel_add(&w, &n[i], (tw_tick)(100 + i * step)) &&
                   tw_wheel_cancel(&w, &n[i - 1]));
            assert(way != 0 || (!tw_wheel_check(&w) && tw_wheel_next(&w, &due) &&
                                due == (tw_tick)(100 + i * step)));
        }
        if (way == 1)
            assert(!tw_wheel_check(&w) && tw_wheel_next(&w, &due) &&
                   due == (tw_tick)(100 + 5 * step));
        assert(!tw_wheel_take(&w, (tw_tick)(99 + 5 * step)));
        assert(tw_wheel_take(&w, (tw_tick)(100 + 5 * step)) == &n[5] && tw_wheel_count(&w) == 0);
    }
}

/* the last to come is the first to be asked for, with two more on the way */
SCENARIO(wheel_left_alone_finds_those_on_the_way,
         "After a long time without a call, next() and take() give the timers by deadline.") {
    const uint64_t step = STEP;
    struct tw_wheel w;
    struct tw_node n[6];
    tw_tick due;
    size_t i;

    start_alone(&w, n);
    for (i = 0; i < 4; i++) {
        assert(tw_wheel_add(&w, &n[i], (tw_tick)(100 + i * step)));
        if (i == 1 || i == 2)
            assert(tw_wheel_cancel(&w, &n[i - 1]));
    }
    assert(!tw_wheel_check(&w) && tw_wheel_next(&w, &due) && due == (tw_tick)(100 + 2 * step));
    assert(tw_wheel_take(&w, (tw_tick)(100 + 3 * step)) == &n[2]);
    assert(tw_wheel_take(&w, (tw_tick)(100 + 3 * step)) == &n[3]);

    leave_the_third(&w, n); /* the same without next(): take() alone brings the hand up */
    assert(!tw_wheel_take(&w, (tw_tick)(99 + 2 * step)) && tw_wheel_cancel(&w, &n[2]));
    /* and asked late, more than half the range after the one that left */
    leave_the_third(&w, n);
    assert(tw_wheel_take(&w, (tw_tick)(110 + 3 * step)) == &n[2]);
}

static const struct tw_ops *const on[] = {&tw_wheel_ops};

static const struct scenario scenarios[] = {
    ROW(wheel_costs_are_what_the_manual_says),
    ROW(wheel_typed_face_fires_in_order_across_revolutions),
    ROW(wheel_of_any_number_of_slots_is_exact),
    ROW(wheel_reads_ahead_only_what_waits),
    ROW(wheel_hand_left_far_behind_is_not_compared),
    ROW(wheel_without_slots_refuses_all),
    ROW(wheel_check_sees_every_broken_invariant),
    ROW(wheel_check_sees_a_wrong_node_passed_over),
    ROW(wheel_check_sees_a_wrong_bit_of_a_word),
    ROW(wheel_check_sees_each_field_that_is_wrong),
    ROW(wheel_check_sees_each_field_of_a_node_that_is_wrong),
    ROW(wheel_check_sees_each_field_of_a_map_that_is_wrong),
    ROW(wheel_left_alone_for_long_is_exact_all_the_same),
    ROW(wheel_left_alone_finds_those_on_the_way),
};

int main(int argc, char **argv) {
    return run_scenarios(scenarios, sizeof scenarios / sizeof scenarios[0], on, 1, argc, argv);
}
