/* SPDX-License-Identifier: MIT-0 */
/* climb.h - climbs to programs that cost more. Steps of a program are drawn anew, and the
   new program stays if its dearest call of a verb takes at least as many instructions.
   Part of cost.c: COST_CLIMB is how many programs are tried for a verb of eight timers. A
   program takes longer with more timers: half as many are tried with 64, a quarter with
   512. */

enum { PATIENCE = 150 };

/* Plays a program. Keeps in `most` what all programs took. Returns the most instructions of
   the verb. */
static uint32_t climbed(const struct step *program, enum asked verb, struct cost *most) {
    static const struct cost none;
    unsigned i;

    for (i = 0; i < VERBS; i++)
        cost[i] = none;
    play(program);
    for (i = 0; i < VERBS; i++) {
        most[i].worst = cost[i].worst > most[i].worst ? cost[i].worst : most[i].worst;
        most[i].stack = cost[i].stack > most[i].stack ? cost[i].stack : most[i].stack;
        most[i].calls += cost[i].calls;
    }
    return cost[verb].worst;
}

static void copy_steps(struct step *to, const struct step *from) {
    unsigned i;

    for (i = 0; i < STEPS; i++)
        to[i] = from[i];
}

/* Changes one to four steps: draws them anew, copies another, or changes the ticks. */
static void change(struct step *program) {
    unsigned changes = 1 + (draw() >> 5) % 4;

    for (; changes > 0; changes--) {
        struct step *s = &program[(draw() >> 3) % STEPS];

        switch ((draw() >> 4) % 4) {
        case 0:
            *s = program[(draw() >> 3) % STEPS];
            break;
        case 1:
            s->drawn ^= 1u << (draw() >> 5) % 32;
            break;
        default:
            draw_step(s);
        }
    }
}

static void climb(enum asked verb, unsigned tries, struct cost *most) {
    static struct step best[STEPS], tried[STEPS];
    unsigned left = 0, i;
    uint32_t height = 0, reached;

    for (; tries > 0; tries--) {
        if (left == 0) { /* a new start */
            for (i = 0; i < STEPS; i++)
                draw_step(&best[i]);
            height = climbed(best, verb, most);
            left = PATIENCE;
        }
        copy_steps(tried, best);
        change(tried);
        reached = climbed(tried, verb, most);
        left = reached > height ? PATIENCE : left - 1;
        if (reached >= height) {
            copy_steps(best, tried);
            height = reached;
        }
    }
}

/* In place of run_all(). */
static void climb_all(uint32_t seed) {
    static const struct cost none;
    static struct cost most[VERBS];
    unsigned i;

    for (i = 0; i < VERBS; i++)
        most[i] = none;
    state = seed;
    set_init(&set, 0, ROOM);
    for (i = 0; i < VERBS; i++)
        if (i != ZERO || BUDGETS)
            climb((enum asked)i, COST_CLIMB / (N < 64 ? 1 : N < 512 ? 2 : 4), most);
    for (i = 0; i < VERBS; i++)
        cost[i] = most[i];
}
