/* SPDX-License-Identifier: MIT-0 */
#include "shrink.h"
#include "promises.h"
#include <string.h>
#include <sys/resource.h>
#include <time.h>

/* A sequence that fails, and how many more may be tried. */
struct search {
    struct court *court;
    struct sequence best, next;
    struct verdict found;
    unsigned tries;
    bool ends;  /* each try ends a process */
    time_t end; /* a slow subject is not asked for longer than until then, in seconds() */
    uint64_t seed;
};

/* Seconds of the clock; if each try ends a process, those that processes took which have ended, so
   that a busy machine tries as many. */
static time_t seconds(const struct search *x) {
    struct rusage used;

    if (!x->ends || getrusage(RUSAGE_CHILDREN, &used))
        return time(NULL);
    return used.ru_utime.tv_sec + used.ru_stime.tv_sec;
}

/* Keeps `next` if it fails as the best one does. */
static bool fails(struct search *x) {
    struct verdict v;

    if (x->tries == 0 || seconds(x) > x->end) {
        x->tries = 0;
        return false;
    }
    x->tries--;
    court_play(x->court, &x->next, &v);
    if (v.breach != x->found.breach || !v.alone)
        return false;
    x->best = x->next;
    x->found = v;
    return true;
}

static void drop(struct sequence *s, size_t from, size_t n) {
    memmove(&s->op[from], &s->op[from + n], (s->n - from - n) * sizeof *s->op);
    s->n -= n;
}

/* Takes out what follows the breach, and what was not sent. */
static void trim(struct search *x) {
    size_t i;

    x->next = x->best;
    x->next.n = x->found.at + 1;
    for (i = x->next.n; i-- > 0;)
        if (x->found.skipped[i])
            drop(&x->next, i, 1);
    fails(x);
}

/* Takes out n operations in a row, wherever that can be done. */
static bool drop_each(struct search *x, size_t n) {
    bool any = false;
    size_t at = x->best.n;

    while (at > 0) {
        at = at > n ? at - n : 0;
        if (at + n > x->best.n)
            continue;
        x->next = x->best;
        drop(&x->next, at, n);
        if (fails(x)) {
            any = true;
            trim(x);
            if (at > x->best.n)
                at = x->best.n;
        }
    }
    return any;
}

static bool shorten(struct search *x) {
    bool any = false;
    size_t n;

    for (n = x->best.n / 2; n > 0; n /= 2)
        while (drop_each(x, n))
            any = true;
    return any;
}

static bool has_tick(const struct op *x) {
    return x->kind == ADD || x->kind == MOVE || x->kind == ADVANCE;
}

/* Two operations that stand apart may only go together: an arming and its cancel. */
static bool drop_pairs(struct search *x) {
    bool any = false;
    size_t a, b;

    for (a = 0; a + 1 < x->best.n; a++)
        for (b = a + 1; b < x->best.n; b++) {
            x->next = x->best;
            drop(&x->next, b, 1);
            drop(&x->next, a, 1);
            if (fails(x)) {
                any = true;
                b = a;
            }
        }
    return any;
}

static uint64_t less(uint64_t tick, uint64_t by) { return tick > by ? tick - by : 0; }

/* Takes `by` from all ticks from `from` on. None gets below 0. */
static void lower(struct sequence *s, uint64_t from, uint64_t by) {
    size_t i;

    if (s->start >= from)
        s->start = less(s->start, by);
    for (i = 0; i < s->n; i++)
        if (has_tick(&s->op[i]) && s->op[i].tick >= from)
            s->op[i].tick = less(s->op[i].tick, by);
}

/* Makes one gap between ticks smaller: that before the tick of operation i, for all that
   stand behind it; then that tick alone. By halves: each step that fails is kept. */
static bool lower_tick(struct search *x, size_t i) {
    const bool plan = x->best.op[i].kind == PLAN_ADDS;
    const uint64_t tick = x->best.op[i].tick, from = plan ? 0 : x->best.start + 1;
    bool any = false;
    uint64_t step = 1;
    int all;

    if ((!plan && !has_tick(&x->best.op[i])) || tick <= from)
        return false;
    while (step <= (tick - from) / 2)
        step *= 2;
    for (; step > 0; step /= 2)
        for (all = !plan; all >= 0; all--) {
            x->next = x->best;
            if (x->best.op[i].tick < from + step)
                break;
            if (all)
                lower(&x->next, x->best.op[i].tick, step);
            else
                x->next.op[i].tick -= step;
            any = fails(x) || any;
        }
    return any;
}

/* Begins the sequence earlier, with all of its ticks or alone: at tick 0, or by halves. Each step
   that fails is kept. */
static bool lower_start(struct search *x) {
    bool any = false;
    uint64_t step;

    for (step = x->best.start; step > 0; step /= 2) {
        if (step > x->best.start)
            continue;
        x->next = x->best;
        lower(&x->next, 0, step);
        if (fails(x)) {
            any = true;
            continue;
        }
        x->next = x->best;
        x->next.start -= step;
        any = fails(x) || any;
    }
    return any;
}

/* Divides all ticks by a power of two: where a wheel turns over, it does so in a lower ring. */
static bool divide(struct search *x) {
    bool any = false;
    unsigned shift;
    size_t i;

    for (shift = 32; shift > 0; shift /= 2) {
        x->next = x->best;
        x->next.start >>= shift;
        for (i = 0; i < x->next.n; i++)
            if (has_tick(&x->next.op[i]))
                x->next.op[i].tick >>= shift;
        if (memcmp(&x->next, &x->best, sizeof x->next) != 0)
            any = fails(x) || any;
    }
    return any;
}

/* Numbers the timers in the order in which they are met, from 1. */
static void number(struct search *x) {
    unsigned to[JUDGE_IDS] = {0}, ids = 0;
    size_t i;

    x->next = x->best;
    for (i = 0; i < x->next.n; i++) {
        struct op *const o = &x->next.op[i];

        if (o->kind == NEXT || o->kind == ADVANCE || o->kind == POP || o->kind == COST)
            continue;
        if (to[o->id] == 0)
            to[o->id] = ++ids;
        if ((o->kind == PLAN_ADDS || o->kind == PLAN_CANCELS) && to[o->other] == 0)
            to[o->other] = ++ids;
        if (ids >= JUDGE_IDS)
            return;
        o->id = to[o->id];
        o->other = to[o->other];
    }
    fails(x);
}

/* Takes out all that concerns one timer. */
static bool drop_timers(struct search *x) {
    bool any = false;
    unsigned id;
    size_t i;

    for (id = 0; id < JUDGE_IDS; id++) {
        x->next = x->best;
        for (i = x->next.n; i-- > 0;)
            if (x->next.op[i].id == id && x->next.op[i].kind != ADVANCE)
                drop(&x->next, i, 1);
        if (x->next.n < x->best.n)
            any = fails(x) || any;
    }
    return any;
}

static uint64_t dice(struct search *x, uint64_t n) { return draw(&x->seed) % n; }

/* One change by dice: another tick for an operation, or two that change places. */
static void change(struct search *x) {
    struct op *const a = &x->next.op[dice(x, x->next.n)], *const b =
                                                              &x->next.op[dice(x, x->next.n)];

    if (has_tick(a) && has_tick(b) && dice(x, 3) > 0) {
        const uint64_t tick = less(b->tick, 1) + dice(x, 3);

        a->tick = tick > x->next.start ? tick : a->tick;
    } else {
        const struct op was = *a;

        *a = *b;
        *b = was;
    }
}

/* Takes out some armings. Then draws all deadlines anew, near the beginning, and which timers are
   cancelled or moved. A heap of fewer timers may have to be another one altogether. */
static void redraw(struct search *x) {
    struct sequence *const s = &x->next;
    unsigned met[OPS], n = 0;
    size_t i, drops = 1 + dice(x, (s->n + 1) / 2);

    for (; drops > 0; drops--) {
        i = dice(x, s->n);
        if (s->op[i].kind == ADD)
            drop(s, i, 1);
    }

    for (i = 0; i < s->n; i++) {
        struct op *const o = &s->op[i];

        if (o->kind == ADD)
            met[n++] = o->id;
        if (o->kind == ADD || o->kind == MOVE)
            o->tick = s->start + 1 + dice(x, s->n);
        if ((o->kind == CANCEL || o->kind == MOVE) && n > 0)
            o->id = met[dice(x, n)];
    }
    if (s->n > 0 && s->op[s->n - 1].kind == ADVANCE)
        s->op[s->n - 1].tick = s->start + s->n; /* over all of them */
}

/* Where nothing can be taken out any more, other ticks and another order may do: changes
   are kept as long as the breach shows, and an operation goes with every other one. A way on
   which none goes is forgotten, and its ticks with it. */
static bool wander(struct search *x, unsigned steps) {
    const struct sequence was = x->best;
    const struct verdict said = x->found;

    for (; steps > 0 && x->best.n > 1 && x->best.n <= 40; steps--) {
        const uint64_t drawn = dice(x, 2);
        uint64_t changes = drawn ? 0 : dice(x, 3);

        x->next = x->best;
        if (drawn)
            redraw(x);
        else if (dice(x, 2))
            drop(&x->next, dice(x, x->next.n), 1);
        for (; changes > 0 && x->next.n > 0; changes--)
            change(x);
        if (x->next.n > 0 && (drawn == 0 || x->next.n < x->best.n))
            fails(x);
    }
    if (x->best.n < was.n)
        return true;
    x->best = was;
    x->found = said;
    return false;
}

static void search(struct search *x) {
    bool any = true;
    size_t i;

    trim(x);
    while (any && x->tries > 0) {
        any = shorten(x);
        any = drop_timers(x) || any;
        if (x->best.n <= 40)
            any = drop_pairs(x) || any;
        any = lower_start(x) || any;
        any = divide(x) || any;
        for (i = 0; i < x->best.n; i++)
            any = lower_tick(x, i) || any;
        if (!any && x->tries > 100 && x->best.n > 3)
            any = wander(x, x->tries / 2);
    }
    x->tries = 1;
    x->end = seconds(x) + 1;
    number(x);
}

/* A tenth of the limit tells a hang from an answer mostly; the whole limit has the last
   word. */
static void shrink_hang(struct search *x) {
    struct process *const p = &x->court->process;
    const unsigned limit = p->limit;
    const struct sequence s = x->best;
    const struct verdict v = x->found;

    p->limit = limit < 10 ? 1 : limit / 10;
    x->tries = 4;
    search(x);
    p->limit = limit;
    x->next = x->best;
    x->tries = 1;
    if (!fails(x)) {
        x->best = s;
        x->found = v;
    }
}

/* Seconds for one sequence. A quick subject takes a hundredth of that. */
enum { PATIENCE = 20, PATIENCE_WITH_ENDS = 4 };

void shrink(struct court *c, struct sequence *s, struct verdict *v, unsigned tries) {
    static struct search x;

    x.court = c;
    x.best = *s;
    x.found = *v;
    x.seed = s->n;
    x.ends = v->breach == ENDED;
    x.end = seconds(&x) + (x.ends ? PATIENCE_WITH_ENDS : PATIENCE);
    x.tries = x.ends ? 400 : tries;
    c->slowly = v->breach == HANGS || v->breach == ENDED;
    if (v->breach == HANGS)
        shrink_hang(&x);
    else
        search(&x);
    c->slowly = false;
    *s = x.best;
    *v = x.found;
}
