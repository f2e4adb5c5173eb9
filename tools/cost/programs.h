/* SPDX-License-Identifier: MIT-0 */
/* programs.h - programs over all verbs, drawn at random: with budgets, with batches that
   are left in the middle, with calls that are refused, and with jumps of the clock to the
   limits of the contract. Part of runs.h. */

enum { STEPS = 40 };

enum step_kind {
    ARM,
    ARM_FIRST,
    ARM_MANY,
    ARM_PASSED,
    ARM_BEYOND,
    ARM_IN,
    ARM_EARLIER,
    CANCEL_ONE,
    CANCEL_EARLIEST,
    CANCEL_MANY,
    ASK,
    LOOK,
    GO,
    GO_TO_FIRST,
    GO_BEFORE_SECOND,
    GO_BY_BUDGET,
    GO_BACK,
    EXPIRE,
    KINDS
};

/* A step of a program. `drawn` says how many ticks, and how many timers. */
struct step {
    uint8_t kind;
    uint16_t which;
    uint32_t drawn;
};

/* Ticks, less than a quarter of the range: few, almost a quarter, about a power of two, to
   a place where a block of 2^k ticks begins, or any. */
static tw_tick length(uint32_t drawn) {
    const unsigned k = (drawn >> 3) % (TW_TICK_BITS - 2);
    const tw_tick few = (tw_tick)(drawn >> 8 & ((2u << (drawn >> 28)) - 1));
    const unsigned beside = (unsigned)(few % 3); /* a tick more or less */
    tw_tick ticks = few;

    if (drawn % 8 == 1)
        ticks = (tw_tick)(TW__QUARTER - 1u - few);
    else if (drawn % 8 == 2)
        ticks = (tw_tick)(((tw_tick)1 << k) + beside - 1u);
    else if (drawn % 8 < 6)
        ticks = (tw_tick)((((now >> k) + 1u + (few & 3u)) << k) - now + beside - 1u);
    else if (drawn % 8 == 6)
        ticks = (tw_tick)(drawn * (TW_TICK_MAX / 0xFFFF));
    return (tw_tick)(ticks % TW__QUARTER);
}

/* So many of these ticks that no timer becomes a quarter of the range late. */
static tw_tick allowed_step(tw_tick ticks) {
    size_t i;

    for (i = 0; i < N; i++) {
        const tw_tick late = (tw_tick)(now + ticks - node[i].due);

        if (!tw_idle(&node[i]) && late >= TW__QUARTER && late < 2 * TW__QUARTER)
            ticks = (tw_tick)(ticks - (late - TW__QUARTER + 1u));
    }
    return ticks;
}

/* Timers from `which` on, each as far from the one before as `drawn` says. */
static void arm_many(const struct step *s) {
    static const uint16_t distances[] = {0, 1, 2, 16, 37, 512, 4096, 0xFFFF};
    const tw_tick distance = (tw_tick)(s->drawn >> 12 & 1 ? 0u - distances[s->drawn >> 5 & 7]
                                                          : distances[s->drawn >> 5 & 7]);
    const tw_tick from = length(s->drawn);
    size_t i;

    for (i = 0; i < N; i++)
        arm(&node[(s->which + i) % N],
            (tw_tick)(now + (tw_tick)(from + i * distance) % TW__QUARTER));
}

static void cancel_many(const struct step *s) {
    const size_t stride = 1 + s->drawn % 5;
    size_t i;

    for (i = s->which % stride; i + 2 < N; i += stride)
        cancel(&node[i]);
}

static void do_arm(const struct step *s, struct tw_node *n) {
    const tw_tick ticks = length(s->drawn);

    switch (s->kind) {
    case ARM_FIRST:
        n = first_or(n);
        break;
    case ARM_MANY:
        arm_many(s);
        return;
    case ARM_PASSED:
        arm(n, (tw_tick)(now - ticks));
        return;
    case ARM_BEYOND:
        if (TW_TICK_BITS != 64)
            arm(n, (tw_tick)(now + TW__QUARTER + ticks));
        return;
    case ARM_IN:
        cost_add_in(&set, n, now, ticks);
        return;
    case ARM_EARLIER:
        cost_add_if_earlier(&set, n, (tw_tick)(now + ticks));
        return;
    default:
        break;
    }
    arm(n, (tw_tick)(now + ticks));
}

static void do_go(const struct step *s) {
    struct tw_node *second;
    tw_tick ticks = length(s->drawn);

    switch (s->kind) {
    case GO_TO_FIRST:
        go_to_first(s->which % 2);
        return;
    case GO_BEFORE_SECOND:
        earliest(&second);
        ticks = second && tw_before(now, second->due) ? (tw_tick)(second->due - now - 1u) : 0;
        break;
    case GO_BY_BUDGET:
        go_some((tw_tick)(now + allowed_step(ticks)), s->which % 3);
        return;
    case GO_BACK:
        go((tw_tick)(now - ticks));
        now = cost_now(&set);
        return;
    case EXPIRE:
        cost_expire(&set, (tw_tick)(now + allowed_step(ticks)));
        now = cost_now(&set);
        return;
    default:
        break;
    }
    go((tw_tick)(now + allowed_step(ticks)));
}

static void do_step(const struct step *s) {
    struct tw_node *n = &node[s->which % N];

    switch (s->kind) {
    case CANCEL_ONE: /* refused, if it is idle */
        call(CANCEL, n, 0);
        break;
    case CANCEL_EARLIEST:
        cancel(first_or(n));
        break;
    case CANCEL_MANY:
        cancel_many(s);
        break;
    case ASK:
        ask();
        break;
    case LOOK:
        cost_look(&set, n);
        break;
    default:
        if (s->kind < CANCEL_ONE)
            do_arm(s, n);
        else
            do_go(s);
    }
}

static void draw_step(struct step *s) {
    s->kind = (uint8_t)((draw() >> 7) % KINDS);
    s->which = (uint16_t)(draw() >> 9);
    s->drawn = draw();
}

/* A program begins before the end of the range, or where its first step says. */
static void play(const struct step *program) {
    size_t i;

    now = 0;
    begin((tw_tick)(0u - length(program->drawn) * (tw_tick)(program->which % 4)));
    for (i = 0; i < STEPS; i++)
        do_step(&program[i]);
}

static void programs(void) {
    static struct step program[STEPS];
    unsigned round;
    size_t i;

    for (round = 0; round < 64; round++) {
        for (i = 0; i < STEPS; i++)
            draw_step(&program[i]);
        play(program);
    }
}
