/* SPDX-License-Identifier: MIT-0 */
#include "promises.h"

static bool always(const struct claims *c) { return c != NULL; }

static bool has_order(const struct claims *c) { return !c->unordered; }

static bool has_clock(const struct claims *c) { return !c->pops; }

static bool has_passed(const struct claims *c) { return !c->pops && !c->ahead; }

static bool has_fifo(const struct claims *c) { return c->fifo && !c->unordered; }

static bool has_move(const struct claims *c) { return c->move; }

static bool has_next(const struct claims *c) { return c->next; }

static bool has_callbacks(const struct claims *c) { return c->callbacks; }

static bool has_budget(const struct claims *c) { return c->budget; }

static bool has_wrap(const struct claims *c) { return c->bits != 0; }

static bool has_far(const struct claims *c) { return !c->bits && !c->pops && !c->sleeps; }

static bool has_cost(const struct claims *c) { return c->costs != 0; }

#define JUMP ((uint64_t)1000000000000)

static bool has_jump(const struct claims *c) { return has_far(c) && c->top > JUMP + 10; }

/* Over nothing; over two timers; from one timer to the next, with new ones behind. */
static bool jumps(struct sequence *s, unsigned number) {
    static const struct sequence all[] = {
        {0,
         3,
         {{ADVANCE, 0, 0, JUMP, UINT64_MAX},
          {ADD, 1, 0, JUMP + 5, UINT64_MAX},
          {ADVANCE, 0, 0, JUMP + 5, UINT64_MAX}}},
        {0,
         3,
         {{ADD, 1, 0, 3, UINT64_MAX},
          {ADD, 2, 0, JUMP, UINT64_MAX},
          {ADVANCE, 0, 0, JUMP, UINT64_MAX}}},
        {7,
         6,
         {{ADD, 1, 0, JUMP / 2, UINT64_MAX},
          {ADD, 2, 0, JUMP, UINT64_MAX},
          {ADVANCE, 0, 0, JUMP - 1, UINT64_MAX},
          {ADD, 3, 0, JUMP + 1, UINT64_MAX},
          {ADVANCE, 0, 0, JUMP, UINT64_MAX},
          {ADVANCE, 0, 0, JUMP + 1, UINT64_MAX}}},
    };

    if (number >= sizeof all / sizeof *all)
        return false;
    *s = all[number];
    return true;
}

enum { BROKEN_PIPE = RUBBISH | ENDED | HANGS | REFUSED };

/* clang-format off */
const struct promise promises[] = {
    {"early", "no timer fires before its tick", has_clock, EARLY | BROKEN_PIPE, EARLY, SEEN_WAITING,
     {5, 0, 0, 0, 3, 0, 0, 0, NEAR_AND_FAR, false}, NULL},
    {"first", "a timer fires in the first advance that reaches its tick, and once", always,
     MISSED | GHOST | BROKEN_PIPE, MISSED | GHOST, SEEN_FIRING,
     {5, 0, 0, 0, 3, 0, 0, 0, NEAR_AND_FAR, false}, NULL},
    {"order", "earlier ticks fire first", has_order, OUT_OF_ORDER | BROKEN_PIPE, OUT_OF_ORDER,
     SEEN_ORDER, {6, 0, 0, 0, 2, 0, 0, 0, NEAR_AND_FAR, false}, NULL},
    {"fifo", "equal ticks fire in the order of arming; a move arms anew", has_fifo,
     NOT_FIFO | BROKEN_PIPE, NOT_FIFO, SEEN_EQUALS, {6, 0, 0, 0, 2, 0, 0, 0, EQUALS, false}, NULL},
    {"passed", "a timer that is armed for a tick that has passed fires in the next advance",
     has_passed, MISSED | GHOST | PASSED | BROKEN_PIPE, PASSED, SEEN_PASSED,
     {5, 0, 0, 0, 3, 0, 40, 0, NEAR_AND_FAR, false}, NULL},
    {"cancel", "a cancel takes out one timer, and all others keep their place", always, EVERYTHING,
     WRONG_CANCEL, SEEN_CANCEL, {5, 3, 0, 0, 2, 0, 0, 0, NEAR_AND_FAR, false}, NULL},
    {"move", "a moved timer fires at its new tick alone", has_move, EVERYTHING, 0,
     SEEN_MOVE, {5, 1, 3, 0, 2, 0, 5, 0, NEAR_AND_FAR, false}, NULL},
    {"next", "the earliest deadline is told exactly", has_next, WRONG_NEXT | BROKEN_PIPE,
     WRONG_NEXT, SEEN_NEXT, {4, 2, 1, 4, 2, 0, 5, 0, NEAR_AND_FAR, false}, NULL},
    {"callbacks", "a callback may arm and cancel any timer, its own too", has_callbacks, EVERYTHING,
     TOO_SOON, SEEN_CALLBACK, {5, 1, 0, 0, 3, 4, 20, 0, NEAR_AND_FAR, false}, NULL},
    {"budget", "an advance fires as many as it may, and the next one goes on in order", has_budget,
     EVERYTHING, TOO_MANY, SEEN_BUDGET, {6, 1, 1, 0, 3, 0, 10, 80, EQUALS, false}, NULL},
    {"wrap", "all of this holds where the clock wraps", has_wrap, EVERYTHING, 0, SEEN_WRAP,
     {5, 2, 1, 2, 3, 0, 5, 0, AT_THE_WRAP, false}, NULL},
    {"jump", "a jump of 10^12 ticks is answered in time", has_jump, EVERYTHING, 0, SEEN_FAR,
     {0, 0, 0, 0, 0, 0, 0, 0, VERY_FAR, false}, jumps},
    {"far", "all of this holds for far deadlines, and after years", has_far, EVERYTHING, 0,
     SEEN_FAR, {5, 2, 1, 2, 3, 0, 5, 0, VERY_FAR, false}, NULL},
    {"cost", "no call looks at more deadlines than it may", has_cost, COSTLY | BROKEN_PIPE, COSTLY,
     SEEN_COST, {5, 2, 1, 2, 3, 0, 5, 0, VERY_FAR, true}, NULL},
};

/* clang-format on */
const size_t promises_count = sizeof promises / sizeof *promises;

const char *promise_of(unsigned breach) {
    size_t i;

    for (i = 0; i < promises_count; i++)
        if (promises[i].gives_up & breach)
            return promises[i].name;
    return NULL;
}

uint64_t draw(uint64_t *seed) {
    uint64_t x = *seed += 0x9E3779B97F4A7C15u;

    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9u;
    x = (x ^ (x >> 27)) * 0x94D049BB133111EBu;
    return x ^ (x >> 31);
}

static uint64_t below(uint64_t *seed, uint64_t n) { return n ? draw(seed) % n : 0; }

/* What the drawing of one sequence knows. */
struct hand {
    const struct promise *p;
    const struct claims *c;
    uint64_t *seed;
    uint64_t now, last; /* last: the latest deadline */
    uint64_t due[JUDGE_IDS];
    bool armed[JUDGE_IDS]; /* as far as is known here */
    unsigned ids, reach;   /* reach: how far deadlines are drawn, of six ways */
};

/* Ticks are at most so far ahead. */
static uint64_t farthest(const struct hand *h) {
    if (h->c->sleeps)
        return 20;
    if (h->c->bits && h->p->mix.ticks != AT_THE_WRAP) { /* and never to the wrap */
        const uint64_t left = (((uint64_t)1 << h->c->bits) - 1 - h->now) / 4;

        return left < (uint64_t)1 << (h->c->bits - 2) ? left
                                                      : ((uint64_t)1 << (h->c->bits - 2)) - 1;
    }
    if (h->c->bits)
        return ((uint64_t)1 << (h->c->bits - 2)) - 1;
    return h->now < h->c->top ? h->c->top - h->now : 0;
}

/* How many ticks ahead. Powers of two and their neighbours are where wheels turn over. */
static uint64_t draw_distance(struct hand *h) {
    static const unsigned near_by[] = {4, 20, 300, 1000000};
    const unsigned powers = h->p->mix.ticks == VERY_FAR ? 62 : 22;
    const uint64_t most = farthest(h);
    uint64_t d;

    if (h->p->mix.ticks == EQUALS)
        d = 1 + below(h->seed, 3);
    else if (h->reach < 4)
        d = 1 + below(h->seed, near_by[h->reach]);
    else if (h->reach == 4)
        d = ((uint64_t)1 << below(h->seed, powers)) + below(h->seed, 3);
    else
        d = 1 + below(h->seed, near_by[below(h->seed, 4)]);
    if (h->p->mix.ticks == VERY_FAR && below(h->seed, 8) == 0)
        d = most - below(h->seed, 3);
    return d > most ? 1 + below(h->seed, most ? most : 1) : d;
}

static uint64_t draw_due(struct hand *h) {
    const uint64_t d = draw_distance(h);

    if (h->c->pops)
        return h->p->mix.ticks == EQUALS ? d : h->now + d;
    if (below(h->seed, 100) < h->p->mix.passed) {
        const uint64_t back = below(h->seed, 5);

        return h->now > back ? h->now - back : 0;
    }
    return h->now + d;
}

/* To a deadline, right before one, a little on, or over all. */
static uint64_t draw_now(struct hand *h) {
    const unsigned id = (unsigned)below(h->seed, h->ids);
    const uint64_t most = farthest(h), way = below(h->seed, 8);
    uint64_t to = h->now + 1 + below(h->seed, h->reach < 2 ? 4 : 100);

    if (way < 5 && h->armed[id] && h->due[id] > h->now)
        to = h->due[id] - (way == 4);
    else if (way == 5 && h->last > h->now)
        to = h->last;
    return to - h->now > most ? h->now + most : to;
}

static unsigned draw_id(struct hand *h, bool armed) {
    unsigned id = (unsigned)below(h->seed, h->ids), tries;

    for (tries = 0; tries < 8 && h->armed[id] != armed; tries++)
        id = (unsigned)below(h->seed, h->ids);
    return id;
}

static void arm(struct hand *h, struct op *x, enum kind kind) {
    x->kind = kind;
    x->id = draw_id(h, kind == MOVE);
    x->tick = draw_due(h);
    h->armed[x->id] = true;
    h->due[x->id] = x->tick;
    if (x->tick > h->last)
        h->last = x->tick;
}

static void advance_to(struct hand *h, struct op *x, uint64_t to) {
    unsigned i;

    x->kind = h->c->pops ? POP : ADVANCE;
    if (h->c->pops)
        return;
    x->tick = h->now = to;
    if (below(h->seed, 100) < h->p->mix.budgets)
        x->max = below(h->seed, 4);
    for (i = 0; i < h->ids; i++)
        h->armed[i] = h->armed[i] && h->due[i] > to;
}

static void draw_plan(struct hand *h, struct op *x) {
    x->kind = below(h->seed, 3) ? PLAN_ADDS : PLAN_CANCELS;
    x->id = draw_id(h, true);
    x->other = (unsigned)below(h->seed, h->ids);
    x->tick = x->kind == PLAN_ADDS ? below(h->seed, 6) : 0;
}

static void draw_op(struct hand *h, struct op *x) {
    const struct mix *const m = &h->p->mix;
    const unsigned moves = h->c->move ? m->moves : 0, nexts = h->c->next ? m->nexts : 0;
    uint64_t k = below(h->seed, m->adds + m->cancels + moves + nexts + m->advances + m->plans);

    *x = (struct op){NEXT, 0, 0, 0, UINT64_MAX};
    if (k < m->adds)
        arm(h, x, ADD);
    else if ((k -= m->adds) < m->cancels) {
        x->kind = CANCEL;
        x->id = draw_id(h, below(h->seed, 8) != 0);
        h->armed[x->id] = false;
    } else if ((k -= m->cancels) < moves)
        arm(h, x, MOVE);
    else if ((k -= moves) < m->plans)
        draw_plan(h, x);
    else if (k - m->plans < m->advances)
        advance_to(h, x, draw_now(h));
}

static uint64_t draw_start(struct hand *h) {
    const uint64_t room = h->c->bits ? (uint64_t)1 << (h->c->bits - 1) : h->c->top / 2;
    uint64_t start;

    if (h->c->bits && h->p->mix.ticks == AT_THE_WRAP)
        return ((uint64_t)1 << (h->c->bits - below(h->seed, 2))) - 1 - below(h->seed, 400);
    if (h->c->sleeps || below(h->seed, 4) == 0)
        return 0;
    start = below(h->seed, (uint64_t)1 << below(h->seed, h->p->mix.ticks == VERY_FAR ? 62 : 20));
    return start < room ? start : start % room;
}

/* Lengths grow slowly, and one of eight sequences is long. */
enum { SHORTEST = 2, LONGEST = 400, OF_ONE_LENGTH = 8 };

unsigned number_of_length(size_t n) {
    return n < SHORTEST + 2 ? 0 : OF_ONE_LENGTH * (unsigned)(n - SHORTEST - 2);
}

void draw_sequence(const struct promise *p, const struct claims *c, uint64_t *seed, unsigned number,
                   struct sequence *s) {
    static const unsigned ids[] = {3, 6, 12, 40, JUDGE_IDS};
    struct hand h = {p, c, seed, 0, 0, {0}, {false}, 0, 0};
    size_t length = number % 8 == 7 ? LONGEST : SHORTEST + number / OF_ONE_LENGTH, left;

    h.ids = ids[below(seed, number % 8 == 7 ? 5 : 4)];
    h.reach = (unsigned)below(seed, c->sleeps ? 2 : 6);
    h.now = h.last = s->start = draw_start(&h);
    if (length > LONGEST)
        length = LONGEST;
    for (s->n = 0; s->n < length; s->n++)
        draw_op(&h, &s->op[s->n]);
    /* All that is armed comes in the end: over all deadlines, or one by one. */
    for (left = c->pops ? 100 : 2; left > 0; left--) {
        struct op *const x = &s->op[s->n++];

        *x = (struct op){POP, 0, 0, 0, UINT64_MAX};
        if (!c->pops) {
            x->kind = ADVANCE;
            x->tick = h.now = h.last > h.now ? h.last : h.now + c->late + c->grain;
        }
    }
    if (p->mix.cost)
        s->op[s->n++] = (struct op){COST, 0, 0, 0, UINT64_MAX};
}
