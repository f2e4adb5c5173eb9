/* SPDX-License-Identifier: MIT-0 */
/* Every sequence of operations on a timer set, up to a length, each beside the model
   (contract/rig.h). All memory that an operation can change is copied in place, so that a
   sequence is followed by the next one without starting anew: the addresses in nodes stay
   true. Timers are named by their first use: sequences that differ in names alone are
   one. A callback is followed by each choice that it has, as an operation is. A sequence
   is tried after all shorter ones, so that the first that fails is the shortest. */
#ifndef SEARCH_H
#define SEARCH_H

#define MODEL_CAPACITY 16
#include "operations.h"

enum {
    TIMERS = 12,
    POINTS = 8,
    STEPS = TIMERS + 8,
    OPERATIONS = TIMERS * (POINTS + 1) + 5 * POINTS
};

/* Instead of an offset from the start: the farthest tick that may be asked for now. */
#define FARTHEST UINT64_MAX

/* What is tried on a structure. */
struct plan {
    const char *name;
    const struct tw_ops *ops;
    size_t room;   /* what init() gets */
    size_t timers; /* how many there are */
    /* With fill: first 1, 2, ... fill timers are armed, for the first `ticks` points
       each, and `length` operations follow. Else sequences have up to `length`
       operations. */
    size_t fill, ticks, length;
    size_t acts; /* how many callbacks of a sequence do something */
    /* offsets from the start, for deadlines and for now; they end with a 0 */
    uint64_t point[POINTS];
};

/* An operation of the sequence, and what the callbacks do that it calls: which of how
   many choices. */
struct step {
    struct operation operation, act[TIMERS];
    size_t fires, chosen, choice[TIMERS], choices[TIMERS];
    int id[TIMERS]; /* whose callbacks they are */
};

static struct search {
    const struct plan *plan;
    uint64_t start;
    uint32_t seed;
    size_t filled, length; /* of the sequences that are tried now */
    struct step step[STEPS];
    size_t at; /* the step that is being done */
    bool looks, drains;
    unsigned long long sequences;
} search;

/* All that an operation can change, before each step. */
static struct state {
    struct rig rig;
    struct timer timer[TIMERS];
    size_t used, acts;
    void *in, *room;
} state[STEPS];

static size_t used, acts; /* timers used so far; callbacks that have done something */

/* -------------------------------------------------------------------------- A FAILURE */

/* After so many sequences a search watches itself anew. */
enum { SEQUENCES_WATCHED = 16384 };

/* An operation for explain.h. It is logged here alone, since logging them all takes longer
   than some of them. */
static void log_operation(const struct operation *o, const void *by) {
    static const enum op_kind kinds[] = {OP_NEXT,    OP_ARM,     OP_CANCEL,  OP_CLEAR, OP_NEXT,
                                         OP_ADVANCE, OP_ADVANCE, OP_ADVANCE, OP_EXPIRE};

    const bool timer = o->kind == ARM || o->kind == CANCEL;

    log_by = by;
    log_op(kinds[o->kind], timer ? &pool[o->id].node : NULL, o->tick,
           o->kind == ADVANCE_NONE  ? 0
           : o->kind == ADVANCE_ONE ? 1
                                    : UINT64_MAX);
    log_by = NULL;
}

static void log_sequence(void) {
    size_t i, k;

    if (!log_failure(search.start, search.seed))
        return;
    for (i = 0; i <= search.at; i++) {
        const struct step *s = &search.step[i];

        log_operation(&s->operation, NULL);
        for (k = 0; k < s->fires && k < s->chosen; k++)
            if (s->choice[k] > 0)
                log_operation(&s->act[k], &pool[s->id[k]].node);
    }
    if (search.looks || search.drains) {
        log_op(OP_NEXT, NULL, 0, 0);
        log_op(OP_CHECK, NULL, 0, 0);
    }
    if (search.drains)
        log_op(OP_DRAIN, NULL, 0, 0);
}

/* Ends the search at the sequence that fails. */
static void failed(int number) {
    size_t i, k;

    print_failure(search.plan->name, search.start, number, search.at + 1);
    for (i = 0; i <= search.at; i++) {
        const struct step *s = &search.step[i];

        fprintf(stderr, "  ");
        print_operation(&s->operation);
        fprintf(stderr, "\n");
        for (k = 0; k < s->fires && k < s->chosen; k++)
            if (s->choice[k] > 0) {
                fprintf(stderr, "    callback %lu: ", (unsigned long)k + 1);
                print_operation(&s->act[k]);
                fprintf(stderr, "\n");
            }
    }
    if (search.drains)
        fprintf(stderr, "  until all have fired\n");
    else if (search.looks)
        fprintf(stderr, "  when all is looked at\n");
    log_sequence();
    _Exit(1);
}

/* ------------------------------------------------------------------------- OPERATIONS */

static void save(size_t at) {
    struct state *s = &state[at];

    s->rig = rig;
    memcpy(s->timer, pool, sizeof s->timer);
    s->used = used;
    s->acts = acts;
    memcpy(s->in, rig.in, rig.ops->size);
    memcpy(s->room, rig.room, rig.ops->bytes(rig.capacity));
}

static void restore(size_t at) {
    const struct state *s = &state[at];

    rig = s->rig;
    memcpy(pool, s->timer, sizeof s->timer);
    used = s->used;
    acts = s->acts;
    memcpy(rig.in, s->in, rig.ops->size);
    memcpy(rig.room, s->room, rig.ops->bytes(rig.capacity));
}

/* Does an operation. A timer that it arms first counts as used. */
static void step_on(const struct operation *o) {
    used += o->kind == ARM && o->id == used;
    perform(o);
}

/* The tick of a point. False: it lies beyond the last tick that there is, or too far from
   now to mean itself. */
static bool point(size_t i, uint64_t *tick) {
    const uint64_t offset = search.plan->point[i];

    *tick = search.start + offset;
    if (offset == FARTHEST)
        *tick = TW_TICK_BITS == 64 ? UINT64_MAX : rig.now + REACH - 1;
    if (TW_TICK_BITS != 64)
        return *tick < rig.now + 2 * REACH && rig.now < *tick + 2 * REACH;
    return offset == FARTHEST || offset <= UINT64_MAX - search.start;
}

/* May the clock go there? With ticks that wrap, all that waits stays within a quarter of
   the range. */
static bool may_advance(uint64_t now) {
    size_t i;

    if (now < rig.now || (TW_TICK_BITS != 64 && now - rig.now >= REACH))
        return false;
    for (i = 0; TW_TICK_BITS != 64 && i < rig.m.count; i++)
        if (!rig.m.item[i].passed && now >= rig.m.item[i].when + REACH)
            return false;
    return true;
}

/* What a callback can do, too: arm any timer that was used, or the next one; cancel,
   clear, next. */
static struct operation *list_changes(struct operation *list) {
    const size_t timers = used < search.plan->timers ? used + 1 : used;
    uint64_t tick;
    size_t id, i;

    for (id = 0; id < timers; id++) {
        for (i = 0; i < POINTS && search.plan->point[i]; i++)
            if (point(i, &tick))
                list = put(list, ARM, id, tick);
        if (!tw_idle(&pool[id].node))
            list = put(list, CANCEL, id, 0);
    }
    if (rig.m.count == 0)
        return list;
    list = put(list, CLEAR, 0, 0);
    return put(list, NEXT, 0, 0);
}

/* While a batch is pulled, its now stays. */
static struct operation *list_calls(struct operation *list, uint64_t now) {
    if (!may_advance(now))
        return list;
    list = put(list, ADVANCE, 0, now);
    list = put(list, ADVANCE_NONE, 0, now);
    list = put(list, ADVANCE_ONE, 0, now);
    return rig.pulling && now > rig.now ? list : put(list, EXPIRE, 0, now);
}

/* Arms a timer that is new. */
static struct operation *list_filling(struct operation *list) {
    uint64_t tick;
    size_t i;

    for (i = 0; i < search.plan->ticks; i++)
        if (point(i, &tick))
            list = put(list, ARM, used, tick);
    return list;
}

static size_t list_all(struct operation *list, size_t at) {
    struct operation *end;
    uint64_t tick;
    size_t i;

    if (at < search.filled)
        return (size_t)(list_filling(list) - list);
    end = list_calls(list_changes(list), rig.now);
    for (i = 0; i < POINTS && search.plan->point[i]; i++)
        if (point(i, &tick) && tick != rig.now)
            end = list_calls(end, tick);
    return (size_t)(end - list);
}

/* ---------------------------------------------------------------------------- CHOICES */

/* A callback: what it did in the sequence before this one, or at a new place nothing, its
   first choice. */
static void act(struct timer *x) {
    struct step *s = &search.step[search.at];
    const size_t i = s->fires++;
    struct operation list[OPERATIONS];

    if (rig.pulling || search.drains)
        return;
    assert(i < TIMERS);
    s->id[i] = x->id;
    if (i == s->chosen) {
        s->choice[i] = 0;
        s->choices[i] = acts < search.plan->acts ? 1 + (size_t)(list_changes(list) - list) : 1;
        s->chosen++;
    }
    if (s->choice[i] == 0)
        return;
    list_changes(list);
    acts++;
    s->act[i] = list[s->choice[i] - 1];
    step_on(&s->act[i]);
}

/* The next choices of the callbacks in a step: the last one that has another takes it.
   False: all were tried. */
static bool choose(struct step *s) {
    for (; s->chosen > 0; s->chosen--)
        if (++s->choice[s->chosen - 1] < s->choices[s->chosen - 1])
            return true;
    return false;
}

/* ----------------------------------------------------------------------------- SEARCH */

/* The sequence is complete: all that can be seen agrees with the model, and all fires in
   order. */
static void judge(void) {
    search.looks = true;
    rig.quiet = false;
    rig_verify();
    rig.quiet = true;
    search.drains = true;
    rig_advance(rig.now); /* what is overdue or has passed, so that the clock may go on */
    while (rig.m.count > 0)
        rig_advance(rig.m.item[rig.m.count - 1].when);
    assert(tw_timers_count(&rig.t) == 0 && !tw_timers_check(&rig.t));
    search.looks = search.drains = false;
    if (++search.sequences % SEQUENCES_WATCHED == 0)
        watch();
}

static void explore(size_t at) {
    struct operation list[OPERATIONS];
    struct step *s = &search.step[at];
    size_t n, i;

    save(at);
    n = list_all(list, at);
    assert(n <= OPERATIONS);
    for (i = 0; i < n; i++) {
        s->operation = list[i];
        s->chosen = 0;
        do {
            restore(at);
            search.at = at;
            s->fires = 0;
            step_on(&s->operation);
            if (at + 1 < search.length)
                explore(at + 1);
            else
                judge();
        } while (choose(s));
    }
}

/* All sequences of a plan from this tick on, where a skip list's dice have this seed:
   their number. */
static unsigned long long try_all(const struct plan *p, uint64_t start, uint32_t seed) {
    const unsigned long long before = search.sequences;
    size_t i;

    watch();
    search.plan = p;
    search.start = start;
    search.seed = p->ops->next == tw_skiplist_ops.next ? seed : 0;
    rig_fully = (size_t)-1;
    rig_begin(p->ops, start, p->room);
    if (search.seed)
        ((struct tw_skiplist *)rig.in)->seed = seed;
    rig.quiet = true;
    used = acts = 0;
    for (i = 0; i < TIMERS; i++) {
        timer_init(&pool[i], (int)i);
        pool[i].act = act;
    }
    for (i = 0; i < STEPS; i++) {
        state[i].in = malloc(p->ops->size);
        state[i].room = malloc(p->ops->bytes(p->room) + 1);
        assert(state[i].in && state[i].room);
    }
    save(0);
    for (search.filled = p->fill ? 1 : 0; search.filled <= p->fill; search.filled++)
        for (i = 1; i <= p->length; i++) {
            restore(0);
            search.length = search.filled + i;
            explore(0);
        }
    for (i = 0; i < STEPS; i++) {
        free(state[i].in);
        free(state[i].room);
    }
    return search.sequences - before;
}

#endif
