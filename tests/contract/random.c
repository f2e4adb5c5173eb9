/* SPDX-License-Identifier: MIT-0 */
/* Random operations against the model (rig.h), on every structure: arming at all
   distances and for passed ticks, moves, cancels, budgets, both ways of firing, jumps,
   clear, starts near every wrap, small capacities, and callbacks that arm, move, cancel,
   free, clear and try to advance. Where all structures have room for all timers, their
   firing logs must be equal. A seed gives the same hash with every compiler and word
   size, so no two random choices stand in one unordered expression.

       random [--ops N] [--seed N]     300,000 operations; the seed is taken from the
                                       clock and printed */
#include "rig.h"
#include "options.h"
#include <time.h>

/* Operations in a round, which has one capacity, one first tick and one spread; slow
   machines set less. */
#ifndef ROUND
#define ROUND 3000
#endif
enum { TIMERS = 48 };

static struct timer *timer[TIMERS];

static void act(struct timer *x);

static struct timer *fresh(size_t i) {
    timer[i] = (struct timer *)malloc(sizeof *timer[i]);
    assert(timer[i]);
    timer_init(timer[i], (int)i);
    timer[i]->act = act;
    return timer[i];
}

static void retire(size_t i) {
    memset(timer[i], 0xA5, sizeof *timer[i]);
    free(timer[i]);
    timer[i] = NULL;
}

/* A random timer; one that was freed comes back as new memory. */
static struct timer *any(void) {
    size_t i = rig_index(TIMERS);
    return timer[i] ? timer[i] : fresh(i);
}

/* How far things lie apart in this round, in bits. */
static unsigned spread;

static uint64_t any_distance(void) {
    uint64_t bits = 1 + rig_below(spread);
    return rig_random() >> (64 - bits);
}

static uint64_t deadline(void) {
    uint64_t distance = any_distance();

    switch (rig_below(8)) {
    case 0: /* passed */
        distance = rig_below(3) ? rig_below(4) : distance;
        return distance < REACH && distance <= rig.now ? rig.now - distance : rig.now;
    case 1: /* round, so that deadlines meet */
        distance = (rig.now + distance) / 16 * 16;
        distance = distance > rig.now ? distance - rig.now : 1;
        break;
    case 2: /* the edge of what is allowed, and beyond */
        distance = REACH - 3 + rig_below(6);
        break;
    default:
        break;
    }
    if (TW_TICK_BITS == 64)
        return distance > UINT64_MAX - rig.now ? UINT64_MAX : rig.now + distance;
    return rig.now + distance % (REACH + 10);
}

/* Almost the farthest that a deadline may lie ahead, or time may jump; with 64-bit ticks,
   as far as the others do. */
static uint64_t farthest(void) {
    return TW_TICK_BITS == 64 ? any_distance() : REACH - 1 - rig_below(4);
}

/* A now that the contract allows: while something waits, all keys stay within half the
   range. */
static uint64_t later(void) {
    uint64_t step = rig_below(4) ? rig_below(20) : rig_below(8) ? any_distance() : farthest();
    uint64_t oldest = rig.now;
    size_t i;

    for (i = 0; i < rig.m.count; i++)
        if (!rig.m.item[i].passed && rig.m.item[i].when < oldest)
            oldest = rig.m.item[i].when;
    if (TW_TICK_BITS == 64)
        return step > UINT64_MAX - rig.now ? UINT64_MAX : rig.now + step;
    step %= REACH;
    return rig.now + step - oldest < REACH ? rig.now + step : rig.now;
}

static void arm_any(void) {
    struct timer *x = any();
    rig_arm(x, deadline());
}

/* Frees a timer, unless it is x. */
static void free_another(const struct timer *x) {
    const size_t i = rig_index(TIMERS);

    if (timer[i] && timer[i] != x) {
        rig_cancel(timer[i]);
        retire(i);
    }
}

/* What a callback does. */
static void act(struct timer *x) {
    uint64_t ahead;

    switch (rig_below(9)) {
    case 0:
        rig_arm(x, rig.now + 1 + rig_below(100) < rig.now ? UINT64_MAX : rig.now + rig_below(100));
        break;
    case 1:
        rig_arm(x, rig.now - (rig.now > 9 ? rig_below(9) : 0));
        break;
    case 2:
        arm_any();
        break;
    case 3:
        rig_cancel(any());
        break;
    case 4: /* free its own node */
        retire((size_t)x->id);
        break;
    case 5:
        free_another(x);
        break;
    case 6:
        if (rig_below(20) == 0)
            rig_clear();
        break;
    case 7: /* amid a jump, the position of a wheel is far behind */
        ahead = farthest();
        rig_arm(x, ahead > UINT64_MAX - rig.now ? UINT64_MAX : rig.now + ahead);
        break;
    default:
        break;
    }
}

static uint64_t first_tick(void) {
    static const unsigned bits[] = {0, 14, 15, 16, 24, 30, 31, 32, 36, 42, 63};
    uint64_t at = (uint64_t)1 << bits[rig_below(sizeof bits / sizeof bits[0])];

    if (TW_TICK_BITS == 64 && rig_below(12) == 0)
        return UINT64_MAX - rig_below(5000);
    return at - (at > 300 ? rig_below(300) : 0);
}

/* What the owner of the set does. */
static void operate(void) {
    uint64_t now;

    switch (rig_below(16)) {
    case 0:
    case 1:
    case 2:
        rig_cancel(any());
        break;
    case 3:
        now = later();
        rig_advance_some(now, rig_index(5));
        break;
    case 4:
    case 5:
        rig_advance(later());
        break;
    case 6:
        now = rig.pulling ? rig.now : later();
        rig_pull(now, rig_index(4));
        break;
    case 7: {
        struct timer *const x = any();

        rig_arm_if_earlier(x, deadline());
        break;
    }
    case 8:
        if (rig.m.count && rig.m.item[0].when > rig.now)
            rig_advance(rig_below(2) ? rig.m.item[0].when : rig.m.item[0].when - 1);
        break;
    case 9:
        if (rig_below(100) == 0)
            rig_clear();
        break;
    default:
        arm_any();
    }
}

/* Hints for timers in all states, and for any ticks: they change nothing, as is seen here
   now and then, and else by what follows. They draw from a generator of their own. */
static uint64_t hints = 88172645463325252u;

static uint64_t hint_below(uint64_t n) {
    hints = hints * 6364136223846793005u + 1442695040888963407u;
    return (hints >> 33) % n;
}

/* Padding, which nobody writes, is among the bytes. MemorySanitizer would report it. */
#if defined(__clang__)
#define WITH_PADDING __attribute__((no_sanitize("memory")))
#else
#define WITH_PADDING
#endif

WITH_PADDING static uint64_t bytes_of(const void *p, size_t n) {
    const unsigned char *c = (const unsigned char *)p;
    uint64_t sum = 0;

    while (n-- > 0)
        sum = sum * 31 + *c++;
    return sum;
}

static void hint(void) {
    const bool look = hint_below(64) == 0, ticks = hint_below(3) != 0;
    struct tw_node *n[TIMERS];
    tw_tick due[TIMERS];
    uint64_t in = 0, room = 0;
    size_t i, count = 0;

    for (i = (size_t)hint_below(TIMERS); i < TIMERS && hint_below(20); i++)
        if (timer[i]) {
            n[count] = &timer[i]->node;
            due[count++] = (tw_tick)(rig.now + hint_below(2000) - (hint_below(8) ? 0 : 1000));
        }
    if (look) {
        in = bytes_of(rig.in, rig.ops->size);
        room = bytes_of(rig.room, rig.ops->bytes(rig.capacity));
    }
    tw_timers_prefetch(&rig.t, n, ticks ? due : NULL, count);
    if (look) {
        assert(in == bytes_of(rig.in, rig.ops->size));
        assert(room == bytes_of(rig.room, rig.ops->bytes(rig.capacity)));
        assert(!tw_timers_check(&rig.t));
    }
}

static void round_of(const struct tw_ops *ops, size_t operations) {
    const uint64_t now = first_tick();
    size_t i;

    rig.verified = 0;
    rig_begin(ops, now, rig_below(4) ? TIMERS : rig_index(TIMERS));
    rig_blank(); /* so that all its bytes can be compared */
    spread = 3 + (unsigned)rig_below(TW_TICK_BITS == 64 ? 60 : TW_TICK_BITS - 4);
    for (i = 0; i < operations; i++) {
        if (hint_below(8) == 0)
            hint();
        operate();
    }
    rig_verify_all();
    /* which compares the bounds of slots */
    assert(mistraced == 0 || strcmp(ops->name, "wheel") == 0);
    mistraced = 0;
    rig_clear();
    for (i = 0; i < TIMERS; i++)
        if (timer[i])
            retire(i);
}

static int run(int argc, char **argv) {
    uint64_t operations = 300000, seed = (uint64_t)time(NULL) * 2654435761u + 1, done, hash, fires,
             all = 0;
    const struct option o[] = {{"--ops", &operations, NULL}, {"--seed", &seed, NULL}};
    size_t k;

    if (!options_read("random", o, sizeof o / sizeof o[0], argc, argv))
        return 2;
    printf("random: %d-bit ticks, %lu operations, --seed 0x%08lx%08lx\n", TW_TICK_BITS,
           (unsigned long)operations,
           /* small printf()s know no %llx */
           (unsigned long)(seed >> 32), (unsigned long)(seed & 0xFFFFFFFFu));
    fflush(stdout);
    rig_says("random operations", "Whatever is done, a structure does what the model does.");
    rig_fully = 100; /* of thousands of operations in a round */

    for (done = fires = 0; done < operations; done += ROUND) {
        const size_t n = operations - done < ROUND ? (size_t)(operations - done) : ROUND;

        for (k = 0, hash = 0; k < STRUCTURES; k++) {
            rig_seed = seed + done;
            rig_random();
            round_of(structures[k], n);
            /* a full heap4 refuses what others take */
            assert(k == 0 || rig.capacity < TIMERS || rig.hash == hash);
            hash = rig.hash;
            fires += rig.fires;
            all = all * 31 + rig.hash;
        }
    }
    rig_end();
    printf("random: passed, %lu firings on %d structure%s, hash %08lx%08lx\n", (unsigned long)fires,
           (int)STRUCTURES, STRUCTURES == 1 ? "" : "s", (unsigned long)(all >> 32),
           (unsigned long)(all & 0xFFFFFFFFu));
    return 0;
}

int main(int argc, char **argv) { return rig_supervised(run, argc, argv); }
