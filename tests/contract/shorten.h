/* SPDX-License-Identifier: MIT-0 */
/* Looks for a shorter sequence that fails in the same way: takes operations out, makes
   others plainer and ticks smaller, as long as it still does. */
#ifndef SHORTEN_H
#define SHORTEN_H

static struct shortening {
    struct rig_sequence best, next;
    struct verdict found; /* how the best one fails */
    unsigned tries, tenths;
} shortening;

static void op_drop(struct rig_sequence *s, size_t from, size_t n) {
    memmove(&s->op[from], &s->op[from + n], (s->n - from - n) * sizeof *s->op);
    s->n -= n;
}

static void sequence_copy(struct rig_sequence *to, const struct rig_sequence *from) {
    memcpy(to, from, offsetof(struct rig_sequence, op) + from->n * sizeof *from->op);
}

static void next_is_best(void) { sequence_copy(&shortening.next, &shortening.best); }

/* Without what follows the difference, and what was not allowed. */
static void keep_played(struct rig_sequence *s, const struct verdict *v) {
    size_t end = v->top + 1;

    while (end < s->n && s->op[end].by >= 0)
        end++;
    if (v->at > v->top)
        end = v->at + 1;
    s->n = end;
    while (end-- > 0)
        if (rig_shared->skipped[end] && end != v->at)
            op_drop(s, end, 1);
}

/* Keeps `next` if it fails as the best one does. */
static bool still_fails(void) {
    struct shortening *const x = &shortening;

    if (x->tries == 0)
        return false;
    x->tries--;
    play(&x->next, x->tenths);
    if (rig_shared->verdict.wrong != x->found.wrong)
        return false;
    x->found = rig_shared->verdict;
    keep_played(&x->next, &x->found);
    sequence_copy(&x->best, &x->next);
    return true;
}

/* Takes out all operations of a kind, but for the last operation. */
static bool drop_kind(enum op_kind kind) {
    size_t i;

    next_is_best();
    for (i = shortening.next.n - 1; i-- > 0;)
        if (shortening.next.op[i].kind == kind)
            op_drop(&shortening.next, i, 1);
    return shortening.next.n < shortening.best.n && still_fails();
}

static bool has_id(const struct rig_op *o) {
    return o->kind == OP_ARM || o->kind == OP_EARLIER || o->kind == OP_CANCEL;
}

static bool has_tick(const struct rig_op *o) {
    return o->kind == OP_ARM || o->kind == OP_EARLIER || o->kind == OP_ADVANCE ||
           o->kind == OP_EXPIRE;
}

static int timers_of(const struct rig_sequence *s) {
    int most = -1;
    size_t i;

    for (i = 0; i < s->n; i++)
        if (has_id(&s->op[i]) && s->op[i].id > most)
            most = s->op[i].id;
    return most + 1;
}

static bool drop_timers(void) {
    bool any = false;
    int id;
    size_t i;

    for (id = timers_of(&shortening.best) - 1; id >= 0; id--) {
        next_is_best();
        for (i = shortening.next.n; i-- > 0;)
            if ((has_id(&shortening.next.op[i]) && shortening.next.op[i].id == id) ||
                shortening.next.op[i].by == id)
                op_drop(&shortening.next, i, 1);
        if (shortening.next.n < shortening.best.n)
            any = still_fails() || any;
    }
    return any;
}

/* Takes out n operations in a row, wherever that can be done. */
static bool drop_each(size_t n) {
    bool any = false;
    size_t at = shortening.best.n;

    while (at > 0) {
        at = at > n ? at - n : 0;
        if (at + n > shortening.best.n)
            continue;
        next_is_best();
        op_drop(&shortening.next, at, n);
        if (still_fails()) {
            any = true;
            if (at > shortening.best.n)
                at = shortening.best.n;
        }
    }
    return any;
}

static bool drop_runs(void) {
    bool any = false;
    size_t n;

    for (n = shortening.best.n / 2; n > 0; n /= 2)
        any = drop_each(n) || any;
    return any;
}

/* Two operations that stand apart may only go together: an arming and its cancel. */
static bool drop_pairs(void) {
    bool any = false;
    size_t a, b;

    for (a = 0; a + 1 < shortening.best.n && shortening.best.n <= 40; a++)
        for (b = a + 1; b < shortening.best.n; b++) {
            next_is_best();
            op_drop(&shortening.next, b, 1);
            op_drop(&shortening.next, a, 1);
            if (still_fails()) {
                any = true;
                b = a;
            }
        }
    return any;
}

/* What tw_draw has no command for becomes what it has. False: it is plain. */
static bool make_plain(struct rig_op *o, size_t i) {
    if (o->by >= 0 && i > 0)
        o->by = -1;
    else if (o->kind == OP_ADVANCE && o->max != UINT64_MAX)
        o->max = UINT64_MAX;
    else if (o->kind == OP_EXPIRE) {
        o->kind = OP_ADVANCE;
        o->max = UINT64_MAX;
    } else if (o->kind == OP_EARLIER)
        o->kind = OP_ARM;
    else
        return false;
    return true;
}

static bool plainer(void) {
    bool any = false;
    size_t i;

    for (i = 0; i < shortening.best.n; i++) {
        next_is_best();
        if (make_plain(&shortening.next.op[i], i))
            any = still_fails() || any;
    }
    return any;
}

/* A drain as an advance to the last deadline. */
static void undrain(void) {
    struct rig_sequence *const s = &shortening.next;
    uint64_t last = 0;
    size_t i;

    next_is_best();
    if (s->op[s->n - 1].kind != OP_DRAIN)
        return;
    for (i = 0; i + 1 < s->n; i++)
        if (has_tick(&s->op[i]) && s->op[i].tick > last)
            last = s->op[i].tick;
    s->op[s->n - 1].kind = OP_ADVANCE;
    s->op[s->n - 1].tick = last;
    s->op[s->n - 1].max = UINT64_MAX;
    still_fails();
}

/* Takes `by` from all ticks from `from` on. */
static void lower(struct rig_sequence *s, uint64_t from, uint64_t by) {
    size_t i;

    if (s->start >= from)
        s->start -= by;
    for (i = 0; i < s->n; i++)
        if (has_tick(&s->op[i]) && s->op[i].tick >= from)
            s->op[i].tick -= by;
}

/* Makes the gap before the tick of operation i smaller for all ticks behind it, then that
   tick alone: by halves, and each step that fails is kept. */
static bool lower_tick(size_t i) {
    const uint64_t tick = shortening.best.op[i].tick, from = shortening.best.start + 1;
    bool any = false;
    uint64_t step = 1;
    int all;

    if (!has_tick(&shortening.best.op[i]) || tick <= from)
        return false;
    while (step <= (tick - from) / 2)
        step *= 2;
    for (; step > 0; step /= 2)
        for (all = 1; all >= 0; all--) {
            next_is_best();
            if (i >= shortening.best.n || shortening.best.op[i].tick < from + step)
                return any;
            if (all)
                lower(&shortening.next, shortening.best.op[i].tick, step);
            else
                shortening.next.op[i].tick -= step;
            any = still_fails() || any;
        }
    return any;
}

/* Begins the sequence at tick 0, or half as late. */
static bool lower_start(void) {
    if (shortening.best.start == 0)
        return false;
    next_is_best();
    lower(&shortening.next, 0, shortening.best.start);
    if (still_fails())
        return true;
    next_is_best();
    lower(&shortening.next, 0, shortening.best.start - shortening.best.start / 2);
    return still_fails();
}

static bool lower_ticks(void) {
    bool any = lower_start();
    size_t i;

    for (i = 0; i < shortening.best.n; i++)
        any = lower_tick(i) || any;
    return any;
}

/* Numbers the timers in the order in which they are met, from 0. */
static void number_timers(void) {
    struct rig_sequence *const s = &shortening.best;
    int to[LOG_TIMERS], ids = 0;
    size_t i, k;

    for (i = 0; i < LOG_TIMERS; i++)
        to[i] = -1;
    for (i = 0; i < s->n; i++)
        if (has_id(&s->op[i])) {
            k = (size_t)s->op[i].id;
            to[k] = to[k] < 0 ? ids++ : to[k];
            s->op[i].id = to[k];
        }
    for (i = 0; i < s->n; i++)
        if (s->op[i].by >= 0)
            s->op[i].by = to[s->op[i].by];
}

/* shortening.best fails as shortening.found says. Makes it as short as is found. Each try is
   counted, none is timed: the same failure ends in the same sequence. */
static void shorten(void) {
    bool any = true;

    shortening.tries = shortening.found.wrong == WRONG_HANG ? 100 : 800;
    shortening.tenths = shortening.found.wrong == WRONG_HANG ? 2 : 50;
    next_is_best();
    keep_played(&shortening.next, &shortening.found);
    still_fails();
    drop_kind(OP_CHECK);
    drop_kind(OP_NEXT);
    while (any && shortening.tries > 0) {
        any = drop_runs();
        any = drop_timers() || any;
        any = plainer() || any;
        any = drop_pairs() || any;
        any = lower_ticks() || any;
    }
    undrain();
    number_timers();
    shortening.tries = 1;
    next_is_best();
    still_fails();
}

#endif
