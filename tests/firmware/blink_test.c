/* SPDX-License-Identifier: MIT-0 */
/* The clock and the sleep of examples/firmware/cortex-m/blink.c, with nine timers of our
   own: after MINUTES every count is compared with what arithmetic says, and the program
   leaves with status 0, or 1 and a message. TIMER0 is the witness that the clock does not
   drift, looked at in each wake-up; its microseconds reach for 71 minutes. */
#ifndef MINUTES
#define MINUTES 1
#endif
#define main    blink_main
#define systick blink_systick
#include "../../examples/firmware/cortex-m/blink.c"
#undef main
#undef systick

static void check(bool holds, const char *otherwise) {
    if (!holds) {
        print("blink: ");
        print(otherwise);
        print("\n");
        leave(1);
    }
}

/* The processor's handler. */
void systick(void);

void systick(void) {
    blink_systick();
    check(microbit_us() - 1000 * (ticks - START) <= 2, "the clock drifts");
}

struct timer {
    struct tw_node node;
    tw_tick period;
    uint32_t fired;
};

static void again(struct tw_node *n, tw_tick now);
static void once(struct tw_node *n, tw_tick now);
static void hush(struct tw_node *n, tw_tick now);

/* clang-format off */
#define TIMER(fn, period) {TW_NODE(fn), period, 0}

/* clang-format on */
enum { END = MINUTES * 60000, HUSH = END - 4900, LED = 0, PERIODIC = 3 };
static struct timer timer[MOST] = {
    TIMER(again, 1000),
    TIMER(again, 250),
    TIMER(again, 333), /* from START on, until hush() */
    /* the first tick; the last before the wrap; tick 0 */
    TIMER(once, 1),
    TIMER(once, 4999),
    TIMER(once, 5000),
    TIMER(once, 5001),
    TIMER(hush, HUSH),
    TIMER(once, END),
};

/* A one-shot timer, whose period is counted once; every timer comes through here. */
static void once(struct tw_node *n, tw_tick now) {
    struct timer *x = TW_OF(n, struct timer, node);

    x->fired++;
    check(now == ticks, "advance() did not pass its now on");
    check(now == n->due, "a timer fired late or early");
    check(now == START + x->fired * x->period, "a timer fired off its grid");
}

static void again(struct tw_node *n, tw_tick now) {
    struct timer *x = TW_OF(n, struct timer, node);
    tw_tick missed = 0;

    once(n, now);
    if (x == &timer[LED])
        print("blink\n");
    check(timers_add(&set, n, tw_forward(n->due, x->period, now, &missed)), "a timer was refused");
    check(missed == 0, "a period was missed");
}

/* Silence: what is left, at the end, lies farther ahead than SysTick reaches. */
static void hush(struct tw_node *n, tw_tick now) {
    unsigned i;

    once(n, now);
    for (i = 0; i < PERIODIC; i++)
        check(timers_cancel(&set, &timer[i].node), "a periodic timer was not armed");
}

/* What must have happened, from the periods alone: true if something is due t ticks after
   START. */
static bool expected(uint32_t t) {
    unsigned i;

    for (i = 0; i < MOST; i++)
        if (i < PERIODIC ? t <= HUSH && t % timer[i].period == 0 : t == timer[i].period)
            return true;
    return false;
}

static void compare(void) {
    uint32_t t, last = 0, due_ticks = 0, naps = 0, firings = 0;
    unsigned i;

    for (t = 1; t <= END; t++)
        if (expected(t)) {
            due_ticks++;
            naps += (t - last + LONGEST - 1) / LONGEST;
            last = t;
        }
    for (i = 0; i < MOST; i++) {
        check(timer[i].fired == (i < PERIODIC ? HUSH / timer[i].period : 1),
              "a timer fired too often or not enough");
        firings += timer[i].fired;
    }
    check(timers_count(&set) == 0, "a timer is left");
    check(wakes == naps, "more or fewer wake-ups than due ticks and long sleeps");

    print("blink: ");
    print_number(MINUTES, " minutes, ");
    print_number(firings, " firings at ");
    print_number(due_ticks, " due ticks, ");
    print_number(wakes, " wake-ups, ");
    print_number(wakes - due_ticks, " of them for SysTick's range\n");
}

int main(void) {
    unsigned i;

    timers_init(&set, START, ROOM);
    for (i = 0; i < MOST; i++)
        check(timers_add(&set, &timer[i].node, START + timer[i].period), "a timer was refused");
    run();
    check(ticks == (tw_tick)(START + END), "the time is not over");
    compare();
    return 0;
}
