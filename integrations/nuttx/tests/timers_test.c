/* SPDX-License-Identifier: MIT-0 */
/* timers_test.c - NuttX's sched/hrtimer and sched/wdog over a stand-in for the kernel: the
   scenarios of its tests ostest/hrtimer.c and ostest/wdog.c, and random orders. A tick of
   the watchdogs is a nanosecond here.

       timers_test         runs all. Prints how many timers fired in the random part, how
                           many of these were late or out of order among equal times, and
                           after how many calls the alarm stood at another time than the
                           first timer. Ends with status 1 if one of these numbers is not
                           0 or a scenario fails.
       timers_test full    starts one timer more than the heap has room for */
#include <inttypes.h>
#include <stdio.h>
#include "hrtimer/hrtimer.h"
#include "wdog/wdog.h"

enum { TIMERS = 60, CLUSTER = 6, STEPS = 20000, FAR_AWAY = 3000, ROUNDS = 2048 };

#define NEVER UINT64_MAX

static uint64_t real, hr_alarm = NEVER, wd_alarm = NEVER;
static unsigned failed;

#define CHECK(condition)                                                                   \
    do {                                                                                   \
        if (!(condition) && failed++ < 3)                                                  \
            printf("FAILED: line %d, time %" PRIu64 ": %s\n", __LINE__, real, #condition); \
    } while (0)

/* --------------------------------------------------------------------- the clock's services */

uint64_t clock_systime_nsec(void) { return real; }

uint64_t clock_systime_ticks(void) { return real; }

int up_alarm_start(const struct timespec *ts) {
    hr_alarm = (uint64_t)ts->tv_sec * 1000000000u + (uint64_t)ts->tv_nsec;
    return OK;
}

/* Lets the alarm of the watchdogs follow the first of them. */
static void watch(bool noswitches) {
    const uint64_t ticks = wd_timer(real, noswitches);

    wd_alarm = ticks == 0 ? NEVER : real + ticks;
}

void nxsched_reassess_timer(void) { watch(true); }

/* Lets ns pass. Both interrupts come when they are due. */
static void pass(uint64_t ns) {
    const uint64_t end = real + ns;

    while (hr_alarm <= end || wd_alarm <= end) {
        const uint64_t at = hr_alarm < wd_alarm ? hr_alarm : wd_alarm;

        real = at > real ? at : real;
        if (hr_alarm <= real)
            hrtimer_process(real);
        if (wd_alarm <= real)
            watch(false);
    }
    real = end;
}

static unsigned seed = 1;

static unsigned random_below(unsigned most) {
    seed = seed * 1664525u + 1013904223u;
    return (unsigned)((uint64_t)seed * most >> 32);
}

/* --------------------------------------------------------------- ostest/hrtimer.c, retold */

static hrtimer_t timer;
static unsigned count;
static uint64_t fired_at, period;

static uint64_t note(const struct hrtimer_s *t, uint64_t expired) {
    CHECK(t == &timer && expired <= real);
    count++;
    fired_at = real;
    return period;
}

static void hr_oneshot(void) {
    const uint64_t start = real;
    uint64_t delay;

    for (delay = 0; delay <= 10000000; delay = delay == 0 ? 1 : delay * 10) {
        const uint64_t at = real + delay;

        count = 0;
        CHECK(hrtimer_start(&timer, note, at, HRTIMER_MODE_ABS) == OK);
        if (delay > 0) {
            pass(delay - 1);
            CHECK(count == 0);
        }
        pass(2);
        CHECK(count == 1 && fired_at == at && timer.func == NULL);
    }
    CHECK(hrtimer_cancel(&timer) == OK && real > start);
    CHECK(hrtimer_start(&timer, note, start, HRTIMER_MODE_ABS) == OK);
    pass(0);
    CHECK(count == 2);
}

static uint64_t passed(const struct hrtimer_s *t, uint64_t expired) {
    count += t == &timer && expired == UINT64_MAX;
    return 0;
}

static void hr_maximum(void) {
    static hrtimer_t other;

    count = 0;
    CHECK(hrtimer_start(&other, note, 1000, HRTIMER_MODE_REL) == OK);
    CHECK(hrtimer_start(&timer, passed, UINT64_MAX, HRTIMER_MODE_ABS) == OK);
    hrtimer_process(real); /* a time beyond INT64_MAX has passed */
    CHECK(count == 1 && timer.func == NULL);
    CHECK(hrtimer_cancel(&other) == OK);
    count = 0;
    CHECK(hrtimer_start(&timer, note, UINT64_MAX, HRTIMER_MODE_REL) == OK);
    pass(10000000);
    CHECK(count == 0);
    CHECK(hrtimer_gettime(&timer) == (uint64_t)HRTIMER_MAX_DELAY - 10000000);
    CHECK(hrtimer_cancel(&timer) == OK && timer.func == NULL);
}

static void hr_period(void) {
    const uint64_t start = real;

    count = 0;
    period = 1000000;
    CHECK(hrtimer_start(&timer, note, period, HRTIMER_MODE_REL) == OK);
    pass(128 * period);
    CHECK(count == 128 && fired_at == start + 128 * period);
    CHECK(hrtimer_cancel(&timer) == OK && timer.func == NULL);
    pass(10 * period);
    CHECK(count == 128);
    period = 0;
}

/* Each start replaces the one before. */
static void hr_rand(void) {
    unsigned i;

    for (i = 0; i < ROUNDS; i++) {
        const unsigned delay = random_below(12345);

        count = 0;
        CHECK(hrtimer_start(&timer, note, 10000, HRTIMER_MODE_REL) == OK);
        CHECK(hrtimer_start(&timer, note, delay, HRTIMER_MODE_REL) == OK);
        if (delay % 2) {
            pass(delay);
            CHECK(count == 1 && fired_at == real);
        }
        CHECK(hrtimer_cancel(&timer) == OK && timer.func == NULL);
        pass(20000);
        CHECK(count == delay % 2);
    }
}

/* ------------------------------------------------------------------ ostest/wdog.c, retold */

static struct wdog_s dog;

static void bark(wdparm_t arg) {
    CHECK(arg == (wdparm_t)&dog && !WDOG_ISACTIVE(&dog));
    count++;
    fired_at = real;
}

static void wd_wrong(void) {
    const wdparm_t arg = 0;

    CHECK(wd_start(NULL, 0, NULL, arg) != OK && wd_start(NULL, 0, bark, arg) != OK);
    CHECK(wd_start(NULL, -1, NULL, arg) != OK && wd_start(NULL, -1, bark, arg) != OK);
    CHECK(wd_start(&dog, 0, NULL, arg) != OK && wd_start(&dog, -1, NULL, arg) != OK);
    CHECK(wd_start(&dog, -1, bark, arg) != OK && !WDOG_ISACTIVE(&dog));
    CHECK(wd_gettime(NULL) == 0 && wd_cancel(NULL) != OK && wd_cancel(&dog) != OK);
}

/* A watchdog waits at least as long as it was told: one tick is added. */
static void wd_once(sclock_t delay) {
    const uint64_t at = real + (uint64_t)delay + 1;

    CHECK(!WDOG_ISACTIVE(&dog) || wd_cancel(&dog) == OK);
    count = 0;
    memset(&dog.node, 0xA5, sizeof dog.node); /* as a work queue may leave it */
    CHECK(wd_start(&dog, delay, bark, (wdparm_t)&dog) == OK);
    pass((uint64_t)delay);
    CHECK(count == 0 && wd_gettime(&dog) == 1);
    pass(1);
    CHECK(count == 1 && fired_at == at && wd_gettime(&dog) == 0);
}

static void wd_maximum(void) {
    const sclock_t most = INT64_MAX;

    count = 0;
    CHECK(wd_start(&dog, most, bark, (wdparm_t)&dog) == OK);
    pass(1000000000);
    CHECK(count == 0 && wd_gettime(&dog) < most && wd_gettime(&dog) > most / 2);
    CHECK(wd_cancel(&dog) == OK && wd_gettime(&dog) == 0 && wd_cancel(&dog) != OK);
}

static void wd_rand(unsigned most) {
    unsigned i;

    for (i = 0; i < ROUNDS; i++) {
        const unsigned delay = random_below(most);

        count = 0;
        CHECK(wd_start(&dog, delay, bark, (wdparm_t)&dog) == OK);
        if (delay % 2)
            pass(delay + 1);
        CHECK(count == delay % 2 && (wd_cancel(&dog) == OK) == (delay % 2 == 0));
    }
    count = 0;
    CHECK(wd_start_abstick(&dog, real - 10, bark, (wdparm_t)&dog) == OK);
    pass(1);
    CHECK(count == 1);
}

/* ---------------------------------------------------------- random orders, and a model */

struct object {
    hrtimer_t hr;
    struct wdog_s wd;
    uint64_t due, number;
    bool armed;
};

static struct object object[TIMERS];
static uint64_t number;
static unsigned fired, late, unordered, deaf, early;
static bool of_wdogs, rearm;

static void arm(struct object *o, uint64_t due);

/* The first by time and arming, of the model. */
static struct object *first(void) {
    struct object *best = NULL;
    unsigned i;

    for (i = 0; i < TIMERS; i++)
        if (object[i].armed && (!best || object[i].due < best->due ||
                                (object[i].due == best->due && object[i].number < best->number)))
            best = &object[i];
    return best;
}

/* Returns true if o shall wait for o->due, which fire() has set anew. */
static bool fire(struct object *o) {
    CHECK(o->armed && o->due <= real);
    fired++;
    late += o->due < real;
    unordered += o != first();
    o->armed = rearm;
    o->due += 1 + random_below(random_below(4) ? 60 : FAR_AWAY);
    o->number = ++number;
    return rearm;
}

static uint64_t fire_hr(const struct hrtimer_s *t, uint64_t expired) {
    struct object *o = container_of(t, struct object, hr);

    CHECK(expired == o->due);
    return fire(o) ? o->due - expired : 0;
}

static void fire_wd(wdparm_t arg) {
    struct object *o = (struct object *)arg;

    if (fire(o))
        arm(o, o->due);
}

static void arm(struct object *o, uint64_t due) {
    o->due = due;
    o->number = ++number;
    o->armed = true;
    if (of_wdogs)
        CHECK(wd_start_abstick(&o->wd, due - 1, fire_wd, (wdparm_t)o) == OK);
    else
        CHECK(hrtimer_start(&o->hr, fire_hr, due, HRTIMER_MODE_ABS) == OK);
}

static void disarm(struct object *o) {
    o->armed = false;
    CHECK((of_wdogs ? wd_cancel(&o->wd) : hrtimer_cancel(&o->hr)) == OK);
}

/* The alarm stands at the first timer. Else it is set, as a later call would. */
static void hears(void) {
    uint64_t *alarm = of_wdogs ? &wd_alarm : &hr_alarm;

    deaf += *alarm > first()->due;
    early += *alarm < first()->due;
    *alarm = first()->due;
}

static void random_orders(void) {
    unsigned i;

    rearm = true;
    for (i = 0; i < TIMERS; i++)
        arm(&object[i], real + 1 + random_below(60));
    for (i = 0; i < STEPS; i++) {
        struct object *o = &object[random_below(TIMERS)];
        const unsigned what = random_below(4);

        if (what == 0)
            disarm(o);
        if (what < 2)
            arm(o, real + 1 + random_below(random_below(4) ? 60 : FAR_AWAY));
        hears();
        pass(random_below(2) ? first()->due - real : random_below((unsigned)(first()->due - real)));
    }
    rearm = false;
    pass(FAR_AWAY);
    CHECK(!first());
}

/* Clusters of one time, armed in a scrambled order; a part is taken out. */
static void clusters(void) {
    unsigned i;

    for (i = 0; i < TIMERS; i++)
        arm(&object[i * 7 % TIMERS], real + 50 + i * 7 % TIMERS / CLUSTER);
    for (i = 0; i < TIMERS; i += 5)
        disarm(&object[i]);
    hears();
    pass(50);
    CHECK(first()->due == real + 1);
    pass(TIMERS);
    CHECK(!first());
}

static void all_of_a_kind(bool wdogs) {
    of_wdogs = wdogs;
    random_orders();
    clusters();
}

int main(int argc, char **argv) {
    unsigned i;

    for (i = 0; argc == 2 && strcmp(argv[1], "full") == 0 && i <= TIMERS; i++)
        arm(&object[i % TIMERS], i);
    if (argc == 2 && i > TIMERS)
        return hrtimer_start(&timer, note, 1, HRTIMER_MODE_REL) == OK ? 0 : 1;
    hr_oneshot();
    hr_maximum();
    hr_period();
    hr_rand();
    wd_wrong();
    wd_once(0);
    wd_once(1);
    wd_once(100);
    wd_once(123456);
    wd_maximum();
    wd_rand(1024);
    wd_rand(12345);
    if (failed)
        return 1;
    all_of_a_kind(false);
    all_of_a_kind(true);
    printf("%u fired, %u late, %u out of order; the alarm stood %u times too late, %u too early\n",
           fired, late, unordered, deaf, early);
    return failed || late || unordered || deaf || early;
}
