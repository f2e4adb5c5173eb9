/* SPDX-License-Identifier: MIT-0 */
/* timeouts_test.c - Zephyr's kernel/timeout.c over a stand-in for the kernel: the
   scenarios of its tests timer_api and timeout_churn, and random orders.

       timeouts_test          runs all. Prints how many timeouts fired in the random part,
                              and how many of these were late, out of order among equal
                              ticks, or woke the processor for nothing. Ends with status 1
                              if a scenario fails, or if a timeout is early or late.
       timeouts_test strict   fails if one of these numbers is not 0 */
#include <stdio.h>
#include <string.h>
#include <timeout_q.h>

enum { TIMEOUTS = 64, CHURN = 256, CLUSTER = 8, STEPS = 20000, FAR = 3000 };

#if defined(PLUGGABLE)
k_spinlock_key_t sys_clock_lock(void);

enum { IN_HANDLER = 0 }; /* the ticks that a relative timeout of a handler is rounded up by */

void sys_clock_announce(uint32_t ticks) { sys_clock_announce_locked(ticks, sys_clock_lock()); }
#else
enum { IN_HANDLER = 1 };
#endif

static uint64_t real, announced, alarm_at;
static unsigned wakes, failed;
static bool announcing;

#define CHECK(condition)                                                                   \
    do {                                                                                   \
        if (!(condition) && failed++ < 3)                                                  \
            printf("FAILED: line %d, tick %llu: %s\n", __LINE__, (unsigned long long)real, \
                   #condition);                                                            \
    } while (0)

/* ------------------------------------------------------------- the driver of the timer */

uint32_t sys_clock_elapsed(void) { return (uint32_t)(real - announced); }

void sys_clock_set_timeout(int32_t ticks, bool idle) {
    (void)idle;
    alarm_at = real + (ticks > 0 ? (uint64_t)ticks : 1);
}

static void announce(void) {
    const uint64_t ticks = real - announced;

    announced = real;
    announcing = true;
    sys_clock_announce((int32_t)ticks);
    announcing = false;
}

/* Lets ticks pass. The interrupt of the timer comes when it is due. */
static void pass(uint64_t ticks) {
    const uint64_t end = real + ticks;

    while (alarm_at <= end) {
        real = alarm_at;
        wakes++;
        announce();
    }
    real = end;
}

/* ------------------------------------------------- kernel timers, as the manual has them */

struct k_timer {
    struct _timeout timeout;
    void (*expiry)(struct k_timer *t), (*stopped)(struct k_timer *t);
    k_timeout_t period;
    uint32_t status;
    void *user_data;
};

void z_timer_expiration_handler(struct _timeout *to) {
    struct k_timer *t = CONTAINER_OF(to, struct k_timer, timeout);

    if (t->period.ticks > 0)
        (void)z_add_timeout(to, z_timer_expiration_handler,
                            K_TIMEOUT_ABS_TICKS(k_uptime_ticks() + t->period.ticks));
    t->status++;
    if (t->expiry)
        t->expiry(t);
}

static void timer_start(struct k_timer *t, k_timeout_t duration, k_timeout_t period) {
    if (K_TIMEOUT_EQ(duration, K_FOREVER))
        return;
    if (Z_IS_TIMEOUT_RELATIVE(duration))
        duration.ticks = MAX(duration.ticks - 1, 0);
    (void)z_abort_timeout(&t->timeout);
    t->period = period;
    t->status = 0;
    (void)z_add_timeout(&t->timeout, z_timer_expiration_handler, duration);
}

static void timer_stop(struct k_timer *t) {
    if (z_abort_timeout(&t->timeout) == 0 && t->stopped)
        t->stopped(t);
}

static uint32_t timer_status(struct k_timer *t) {
    const uint32_t status = t->status;

    t->status = 0;
    return status;
}

/* ------------------------------------------------------------------ timer_api, retold */

static unsigned expired, stops;
static uint64_t expired_at[16];

static void note(struct k_timer *t) {
    CHECK((uint64_t)k_uptime_ticks() <= real);
    expired_at[expired++ % 16] = (uint64_t)k_uptime_ticks();
    (void)t;
}

static void note_stop(struct k_timer *t) {
    stops++;
    (void)t;
}

static struct k_timer timer, other;

static void again(void) {
    timer_stop(&timer);
    timer_stop(&other);
    memset(&timer, 0, sizeof timer);
    memset(&other, 0, sizeof other);
    z_init_timeout(&timer.timeout);
    z_init_timeout(&other.timeout);
    timer.expiry = other.expiry = note;
    timer.stopped = note_stop;
    expired = stops = 0;
}

static void duration_and_period(void) {
    uint64_t start;

    again();
    start = real;
    timer_start(&timer, K_TICKS(100), K_TICKS(50));
    pass(99);
    CHECK(expired == 0);
    pass(1);
    CHECK(expired == 1 && expired_at[0] == start + 100);
    pass(150);
    CHECK(expired == 4 && expired_at[3] == start + 250);
    timer_stop(&timer);
    pass(200);
    CHECK(expired == 4 && stops == 1);
    timer_stop(&timer);
    CHECK(stops == 1);
}

static void without_period(void) {
    again();
    timer_start(&timer, K_TICKS(20), K_NO_WAIT);
    pass(1000);
    CHECK(expired == 1);
    timer_start(&timer, K_NO_WAIT, K_NO_WAIT);
    pass(1);
    CHECK(expired == 2);
    timer_start(&timer, K_FOREVER, K_TICKS(5));
    pass(1000);
    CHECK(expired == 2);
    timer_start(&timer, K_TICKS(5), K_FOREVER);
    pass(1000);
    CHECK(expired == 3);
}

static void status(void) {
    again();
    timer.expiry = NULL;
    timer_start(&timer, K_TICKS(10), K_TICKS(10));
    CHECK(timer_status(&timer) == 0);
    pass(35);
    CHECK(timer_status(&timer) == 3);
    CHECK(timer_status(&timer) == 0);
    pass(5);
    CHECK(timer_status(&timer) == 1);
    timer_stop(&timer);
    CHECK(timer_status(&timer) == 0);
}

static void remaining_and_expires(void) {
    uint64_t start;

    again();
    start = real;
    CHECK(z_timeout_remaining(&timer.timeout) == 0);
    timer_start(&other, K_TICKS(30), K_NO_WAIT);
    timer_start(&timer, K_TICKS(80), K_NO_WAIT);
    CHECK(z_timeout_remaining(&timer.timeout) == 80);
    pass(40);
    CHECK(z_timeout_remaining(&timer.timeout) == 40);
    CHECK((uint64_t)z_timeout_expires(&timer.timeout) == start + 80);
    CHECK(z_get_next_timeout_expiry() <= 40);
    pass(40);
    CHECK(z_timeout_remaining(&timer.timeout) == 0 && expired == 2);
    CHECK(z_is_inactive_timeout(&timer.timeout));
    CHECK(z_abort_timeout(&timer.timeout) == -EINVAL);
}

static void absolute(void) {
    uint64_t start;

    again();
    start = real;
    timer_start(&timer, K_TIMEOUT_ABS_TICKS((k_ticks_t)start + 33), K_NO_WAIT);
    pass(32);
    CHECK(expired == 0);
    pass(1);
    CHECK(expired == 1 && expired_at[0] == start + 33);
    timer_start(&timer, K_TIMEOUT_ABS_TICKS((k_ticks_t)start), K_NO_WAIT); /* has passed */
    pass(1);
    CHECK(expired == 2 && expired_at[1] == start + 34);
}

/* A deadline that no announcement of the driver can reach at once. */
static void far(void) {
    const k_ticks_t ticks = (k_ticks_t)1 << 36;
    uint64_t start;

    again();
    start = real;
    timer_start(&timer, K_TICKS(ticks), K_NO_WAIT);
    CHECK(z_timeout_remaining(&timer.timeout) == ticks);
    pass((uint64_t)ticks - 1);
    CHECK(expired == 0);
    pass(1);
    CHECK(expired == 1 && expired_at[0] == start + (uint64_t)ticks);
}

static void stop_both(struct k_timer *t) {
    note(t);
    timer_stop(&timer);
    timer_stop(&other);
}

static void start_anew(struct k_timer *t) {
    note(t);
    if (expired < 3)
        timer_start(t, K_TICKS(10), K_NO_WAIT);
}

static void in_handlers(void) {
    again();
    timer.expiry = stop_both;
    timer_start(&timer, K_TICKS(10), K_TICKS(10));
    timer_start(&other, K_TICKS(10), K_TICKS(10));
    pass(100);
    CHECK(expired == 1);
    again();
    timer.expiry = start_anew;
    timer_start(&timer, K_TICKS(10), K_NO_WAIT);
    pass(100);
    CHECK(expired == 3 && expired_at[2] - expired_at[0] == 2 * (9 + IN_HANDLER));
}

static void by_initializer(void) {
    static struct k_timer made = Z_TIMER_INITIALIZER;

    again();
    CHECK(z_is_inactive_timeout(&made.timeout));
    made.expiry = note;
    made.user_data = &made;
    timer_start(&made, K_TICKS(7), K_NO_WAIT);
    pass(7);
    CHECK(expired == 1 && made.user_data == &made);
}

static void timepoints(void) {
    const k_timepoint_t point = sys_timepoint_calc(K_TICKS(40));

    CHECK(point.tick == real + 40);
    pass(15);
    CHECK(sys_timepoint_timeout(point).ticks == 25);
    pass(60);
    CHECK(sys_timepoint_timeout(point).ticks == 0);
    CHECK(K_TIMEOUT_EQ(sys_timepoint_timeout(sys_timepoint_calc(K_FOREVER)), K_FOREVER));
    CHECK(K_TIMEOUT_EQ(sys_timepoint_timeout(sys_timepoint_calc(K_NO_WAIT)), K_NO_WAIT));
}

/* ---------------------------------------------------------- random orders, and a model */

struct waiting {
    struct _timeout timeout;
    uint64_t due, number;
    bool armed;
};

static struct waiting waiting[CHURN];
static uint64_t number;
static unsigned fired, late, unordered, idle, seed = 1;
static bool rearm;

static unsigned random_below(unsigned most) {
    seed = seed * 1664525u + 1013904223u;
    return (unsigned)((uint64_t)seed * most >> 32);
}

static void fire(struct _timeout *to);

static void arm(struct waiting *w, bool absolute_tick) {
    const unsigned ticks = 1 + random_below(random_below(4) ? 60 : FAR);
    const uint64_t now = announcing ? (uint64_t)k_uptime_ticks() : real;

    w->due = now + ticks + (announcing ? IN_HANDLER : 1);
    if (absolute_tick)
        w->due = now + 1 + ticks;
    w->number = ++number;
    w->armed = true;
    (void)z_add_timeout(&w->timeout, fire,
                        absolute_tick ? K_TIMEOUT_ABS_TICKS((k_ticks_t)w->due) : K_TICKS(ticks));
}

/* The first by due tick and arming, of the model. */
static struct waiting *first(void) {
    struct waiting *best = NULL;
    unsigned i;

    for (i = 0; i < CHURN; i++)
        if (waiting[i].armed && (!best || waiting[i].due < best->due ||
                                 (waiting[i].due == best->due && waiting[i].number < best->number)))
            best = &waiting[i];
    return best;
}

static void fire(struct _timeout *to) {
    struct waiting *w = CONTAINER_OF(to, struct waiting, timeout);

    CHECK(w->armed && z_is_inactive_timeout(to));
    CHECK(w->due <= real && (uint64_t)k_uptime_ticks() >= w->due);
    fired++;
    late += (uint64_t)k_uptime_ticks() > w->due;
    unordered += w != first();
    w->armed = false;
    if (rearm)
        arm(w, random_below(2));
}

static void random_orders(void) {
    unsigned i;

    rearm = true;
    for (i = 0; i < TIMEOUTS; i++) {
        z_init_timeout(&waiting[i].timeout);
        arm(&waiting[i], true);
    }
    for (i = 0; i < STEPS; i++) {
        struct waiting *w = &waiting[random_below(TIMEOUTS)];
        const unsigned before = fired, woken = wakes;

        if (random_below(3) == 0) {
            CHECK((z_abort_timeout(&w->timeout) == 0) == w->armed);
            w->armed = false;
            arm(w, random_below(2));
        }
        CHECK(z_timeout_remaining(&w->timeout) == (k_ticks_t)(w->due - real));
        CHECK(alarm_at <= first()->due);
        pass(random_below(2) ? alarm_at - real : random_below((unsigned)(alarm_at - real)));
        idle += wakes > woken && fired == before;
    }
    rearm = false;
    pass(FAR);
    CHECK(!first());
}

/* timeout_churn: many timeouts in clusters of one tick, armed in a scrambled order; a part
   is taken out when the first cluster has fired. */
static void churn(void) {
    const uint64_t base = real + 50;
    unsigned i, was;

    fired = 0;
    for (i = 0; i < CHURN; i++) {
        struct waiting *w = &waiting[i * 7 % CHURN];

        z_init_timeout(&w->timeout);
        w->due = base + (uint64_t)(w - waiting) / CLUSTER;
        w->number = ++number;
        w->armed = true;
        (void)z_add_timeout(&w->timeout, fire, K_TIMEOUT_ABS_TICKS((k_ticks_t)w->due));
    }
    pass(50);
    CHECK(fired == CLUSTER);
    for (i = 3 * CLUSTER; i < CHURN; i++)
        if (waiting[i].number % 5 == 1) {
            CHECK(z_abort_timeout(&waiting[i].timeout) == 0);
            waiting[i].armed = false;
        }
    for (was = fired, i = 0; i < CHURN; i++)
        was += waiting[i].armed;
    pass(CHURN);
    CHECK(fired == was && !first());
}

int main(int argc, char **argv) {
    const bool strict = argc == 2 && strcmp(argv[1], "strict") == 0;
    unsigned all;

    if (argc > 1 && !strict) {
        fprintf(stderr, "usage: timeouts_test [strict]\n");
        return 2;
    }
    pass(5);
    duration_and_period();
    without_period();
    status();
    remaining_and_expires();
    absolute();
    in_handlers();
    by_initializer();
    timepoints();
    random_orders();
    all = fired;
    churn();
#if !defined(CONFIG_TIMEOUT_BACKEND_WHEEL)
    far(); /* Zephyr's wheel would wake two thousand million times */
#endif
    printf("%u fired, %u late, %u out of order, %u wake-ups for nothing\n", all, late, unordered,
           idle);
    return failed || late || (strict && (unordered || idle));
}
