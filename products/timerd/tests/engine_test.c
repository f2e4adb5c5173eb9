/* SPDX-License-Identifier: MIT-0 */
/* timerd's engine hands a timer to the store in the first turn in which the store's clock
   has reached its due, and in no turn before. Both clocks and the store are those of this
   file. A store puts off what comes early, so that consumers cannot see it: here the
   store asks. The store's clock is ahead of the other one by any part of a
   millisecond. */
#undef NDEBUG
#define clock_us test_clock_us
#include "../engine.c"
#include <assert.h>

struct options option = {
    .shards = 1, .window_ms = 60000, .lease_ms = 30000, .shard_lease_ms = 10000, .batch = 100};

static uint64_t monotonic_us = 5000;
static int64_t ahead_us;
static unsigned handed; /* timers, to the store */

uint64_t test_clock_us(bool monotonic) {
    return monotonic ? monotonic_us : monotonic_us + (uint64_t)ahead_us;
}

static bool test_fire(struct timer *const *timers, size_t n) {
    for (size_t i = 0; i < n; i++) {
        assert(timers[i]->due * 1000 <= test_clock_us(false));
        timers[i]->fate = FATE_FIRED;
    }
    handed += (unsigned)n;
    return true;
}

static enum opened test_open(void) {
    engine_own(0, true);
    return OPEN_DONE;
}

static bool test_up(void) { return true; }

static bool test_keep(void) { return true; }

static int64_t test_offset_us(void) { return ahead_us; }

static bool test_load(struct part *some, size_t n, uint64_t until) {
    (void)some, (void)n, (void)until;
    return true;
}

static bool test_expire(struct expiry *e, size_t n) {
    (void)e, (void)n;
    return true;
}

static const struct store test_store = {
    .open = test_open,
    .up = test_up,
    .offset_us = test_offset_us,
    .fire = test_fire,
    .load = test_load,
    .expire = test_expire,
    .keep = test_keep,
};

/* Arms a timer, and turns at each microsecond before its due and at the first tick from
   there on. */
static void one_timer(void) {
    struct seen s = {.id = {"a", 1}, .due = test_clock_us(false) / 1000 + 5};
    const uint64_t due_us = s.due * 1000 - (uint64_t)ahead_us; /* by the monotonic clock */
    const unsigned before = handed;

    engine_armed(&s);
    for (monotonic_us = due_us - 1500; monotonic_us < due_us; monotonic_us++)
        engine_turn();
    assert(handed == before);
    monotonic_us = (due_us + 999) / 1000 * 1000;
    engine_turn();
    assert(handed == before + 1);
}

/* A timer is so late, and counts in the bucket of this place in LATE_BOUNDS, or in none. */
static void late_timer(uint64_t late, unsigned bucket) {
    struct seen s = {.id = {"a", 1}};
    uint64_t before[LATE_BUCKETS], sum = stats.late_ms;

    monotonic_us += 1000;
    memcpy(before, stats.late, sizeof before);
    s.due = test_clock_us(false) / 1000 - late;
    engine_armed(&s);
    engine_turn();
    assert(stats.late_ms == sum + late);
    for (unsigned i = 0; i < LATE_BUCKETS; i++)
        assert(stats.late[i] == before[i] + (i == bucket));
}

int main(void) {
    store = &test_store;
    ahead_us = INT64_C(1800000000000000);
    assert(engine_begin() == OPEN_DONE);
    engine_turn();
    for (unsigned i = 0; i < 1000; i++, ahead_us++)
        one_timer();
    assert(handed == 1000 && window_count() == 0);
    assert(stats.late[0] == 1000);
    late_timer(1, 0);
    late_timer(2, 1);
    late_timer(3, 2);
    late_timer(250, 7);
    late_timer(251, 8);
    late_timer(60000, 10);
    late_timer(60001, LATE_BUCKETS);
    return 0;
}
