/* SPDX-License-Identifier: MIT-0 */
/* The mistakes of docs/when-it-does-not-fire.md. Each function makes one as a user would
   make it, and asserts what the user then sees. symptoms_test.sh builds this file
   plainly, with TW_DEBUG and with TW_ASSERT, and compares the marks on the page with what
   each of these programs finds.

       symptoms          the names
       symptoms NAME     one

   OF is the structure; heap4, unless another is given. NEEDS_NO_ARRAY leaves out what
   others cannot get wrong. What follows a mistake without TW_DEBUG is asserted of heap4
   alone. */
#undef NDEBUG
#include <assert.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "bigwheel.h"
#include "heap4.h"
#include "hwheel.h"
#include "rbtree.h"
#include "skiplist.h"
#include "smallwheel.h"
#include "wheel.h"
#include "timers.h"

#ifndef OF
#define OF heap4
#endif
TW_TIMERS_OF(timers, OF)

enum { N = 4 };
static struct timers t;
static uintptr_t memory[2][256];
static void *const room = memory[0], *const other_room = memory[1];
static struct tw_node n[N];
static unsigned fired;

static void fire(struct tw_node *node, tw_tick now) { (void)node, (void)now, (void)fired++; }

static void start(tw_tick now) {
    int i;

    timers_init(&t, now, room, N);
    for (i = 0; i < N; i++)
        tw_node_init(&n[i], fire);
}

/* ------------------------------------------------------------------------ NEVER FIRES */

static void clock_is_not_read_anew(void) {
    const tw_tick now = 1000;
    int i;

    start(now);
    timers_add(&t, &n[0], now + 5);
    for (i = 0; i < 100; i++)
        assert(timers_advance(&t, now) == 0);
}

#if TW_TICK_BITS == 64
static void delay_for_a_deadline(void) {
    const tw_tick now = 1000000;

    start(now);
    timers_add(&t, &n[0], 5000);
    assert(timers_wait_ms(&t, now, 1) == 0 && timers_advance(&t, now) == 1);
}

static void counter_wraps(void) {
    uint32_t millis = 0xFFFFFFF0u;

    start(millis);
    timers_add(&t, &n[0], (tw_tick)millis + 100);
    for (; millis != 10000; millis++)
        assert(timers_advance(&t, millis) == 0);
}

static void time_of_day_is_set_back(void) {
    tw_tick now = 1000000;

    start(now);
    now -= 3600;
    timers_add(&t, &n[0], now + 100);
    for (; now < 1000000; now += 100)
        assert(timers_advance(&t, now) == 0);
    assert(timers_advance(&t, now) == 1);
}
#endif

#if TW_TICK_BITS == 32
static void deadline_is_too_far(void) {
    start(0);
    timers_add(&t, &n[1], 5);
    assert(!timers_add(&t, &n[0], 0x40000000u) && timers_count(&t) == 1);
}

static void advance_comes_too_seldom(void) {
    start(1000);
    timers_add(&t, &n[0], 2000);
    assert(timers_advance(&t, 1000 + 0xB0000000u) == 0);
}

/* Three eighths of the range after the tick of the set: refused. Seven: late. */
static void counter_is_far_at_the_first_add(void) {
    start(0);
    assert(!timers_add(&t, &n[0], 0x60000000u + 5000));
    assert(timers_add(&t, &n[0], 0xE0000000u + 5000));
    assert(timers_advance(&t, 0xE0000000u + 4000) == 0 && timers_count(&t) == 1);
}
#endif

#if TW_TICK_BITS == 32
static void empty_set_is_not_advanced(void) {
    start(1000);
    assert(!timers_add(&t, &n[0], 1000 + 0x50000000u));
    assert(timers_advance(&t, 1000 + 0x50000000u) == 0);
}
#endif

/* What a heap leaves out: the last node, which takes the place of the one that goes. */
static void set_is_changed_during_a_walk(void) {
    struct tw_node *node, *next;
    unsigned i, gone = 0;

    start(0);
    for (i = 0; i < N; i++)
        timers_add(&t, &n[i], 5 + (tw_tick)i);
    for (node = timers_each(&t, NULL); node; node = next) {
        next = timers_each(&t, node);
        gone += timers_cancel(&t, node);
    }
    assert(gone < N);
}

#ifndef NEEDS_NO_ARRAY
static void set_is_full(void) {
    start(0);
    timers_init(&t, 0, room, 2);
    timers_add(&t, &n[0], 5);
    timers_add(&t, &n[1], 5);
    assert(!timers_add(&t, &n[2], 5));
    assert(timers_advance(&t, 5) == 2);
}

static void set_has_no_array(void) {
    static struct timers zero;

    start(0);
    assert(!timers_add(&zero, &n[0], 5));
}
#endif

static void memory_was_not_initialised(void) {
    start(0);
    memset(&n[0], 0x5A, sizeof n[0]);
    assert(!timers_add(&t, &n[0], 5) && timers_count(&t) == 0);
}

static void set_is_initialised_again(void) {
    start(0);
    timers_add(&t, &n[0], 5);
    timers_init(&t, 0, room, N);
    assert(timers_advance(&t, 100) == 0);
    assert(!timers_cancel(&t, &n[0]));
}

static unsigned of_another;

static void fire_another(struct tw_node *node, tw_tick now) {
    (void)node, (void)now, (void)of_another++;
}

static void memory_is_used_anew_while_armed(void) {
    start(0);
    timers_add(&t, &n[0], 5);
    tw_node_init(&n[0], fire_another);
    assert(timers_advance(&t, 5) == 1 && of_another == 1 && fired == 0);
}

static void node_is_initialised_while_armed(void) {
    start(0);
    timers_add(&t, &n[0], 5);
    tw_node_init(&n[0], fire);
    timers_add(&t, &n[0], 10);
    assert(timers_advance(&t, 10) == 2);
}

static void deadline_is_written_while_armed(void) {
    start(0);
    timers_add(&t, &n[0], 5);
    n[0].due = 3;
    assert(timers_advance(&t, 3) == 0 && timers_advance(&t, 5) == 1);
}

static void set_is_moved_while_armed(void) {
    static struct timers moved;

    start(0);
    timers_add(&t, &n[0], 5);
    moved = t;
    assert(timers_advance(&moved, 5) == 1);
}

static void object_is_copied_while_armed(void) {
    start(0);
    timers_add(&t, &n[0], 5);
    n[1] = n[0];
    assert(!timers_cancel(&t, &n[1]));
    assert(timers_advance(&t, 5) == 1);
}

struct conn {
    int fd;
    struct tw_node idle, request;
};
static struct conn conn, *found;

/* free() of the C library here writes over the node. Who reads it then reads freed
   memory. */
static void object_is_freed_while_armed(void) {
    struct conn *volatile c = malloc(sizeof *c);

    start(0);
    assert(c);
    tw_node_init(&c->idle, fire);
    timers_add(&t, &c->idle, 5);
    free(c);
    assert(timers_advance(&t, 5) == 1);
}

static void find_by_idle(struct tw_node *node, tw_tick now) {
    found = TW_OF(node, struct conn, idle), (void)now;
}

static void member_is_another(void) {
    start(0);
    tw_node_init(&conn.request, find_by_idle);
    timers_add(&t, &conn.request, 5);
    assert(timers_advance(&t, 5) == 1 && found && found != &conn);
}

static void node_waits_in_another_set(void) {
    static struct timers other;

    start(0);
    timers_init(&other, 0, other_room, N);
    timers_add(&other, &n[0], 5);
    assert(!timers_add(&t, &n[0], 5));
}

static void *arm(void *unused) { return timers_add(&t, &n[1], 5), unused; }

/* One after the other, so that nothing is lost: no program can show on purpose what is
   lost now and then. */
static void another_thread_arms(void) {
    pthread_t thread;

    start(0);
    timers_add(&t, &n[0], 5);
    assert(pthread_create(&thread, NULL, arm, NULL) == 0 && pthread_join(thread, NULL) == 0);
    assert(timers_advance(&t, 5) == 2);
}

static void advance_again(struct tw_node *node, tw_tick now) {
    (void)node;
    fired++;
    assert(timers_advance(&t, now + 10) == 0);
}

static void callback_advances(void) {
    start(0);
    tw_node_init(&n[0], advance_again);
    timers_add(&t, &n[0], 5);
    timers_add(&t, &n[1], 10);
    assert(timers_advance(&t, 5) == 1 && fired == 1);
}

static jmp_buf outside;

static void leaves(struct tw_node *x, tw_tick now) {
    (void)x, (void)now;
    longjmp(outside, 1);
}

/* Guards against zmqmachine#5: a callback that throws ends the timers beside it. Nothing
   revives the set but init(). By expire() the others fire. */
static void callback_does_not_come_back(void) {
    start(0);
    tw_node_init(&n[0], leaves);
    timers_add(&t, &n[0], 5);
    timers_add(&t, &n[1], 5);
    if (!setjmp(outside))
        timers_advance(&t, 5);
    assert(timers_wait_ms(&t, 10, 1) == 0);
    assert(timers_advance(&t, 10) == 0 && !timers_expire(&t, 10) && timers_count(&t) == 1);
    timers_clear(&t);
    timers_add(&t, &n[1], 20);
    assert(timers_advance(&t, 20) == 0 && fired == 0);

    start(0);
    timers_add(&t, &n[0], 5);
    timers_add(&t, &n[1], 5);
    if (!setjmp(outside))
        leaves(timers_expire(&t, 5), 5);
    assert(timers_expire(&t, 10) == &n[1]);
}

static void rest_is_negative(void) {
    const int64_t limit = 100, elapsed = 105;

    start(1000);
    timers_add_in(&t, &n[0], 1000, (tw_tick)(limit - elapsed));
    timers_add_in(&t, &n[1], 1000, limit > elapsed ? (tw_tick)(limit - elapsed) : 0);
    assert(timers_advance(&t, 1000000) == 1 && timers_pending(&t, &n[0]));
}

static void batch_is_not_ended(void) {
    start(0);
    timers_add(&t, &n[0], 5);
    timers_add(&t, &n[1], 10);
    assert(timers_expire(&t, 5) == &n[0]);
    assert(!timers_expire(&t, 10)); /* still of the batch of 5, and its end */
    assert(timers_expire(&t, 10) == &n[1]);
}

/* ------------------------------------------------------------------------------- LATE */

static void sleep_counts_from_an_old_now(void) {
    start(1000);
    timers_add(&t, &n[0], 1100);
    assert(timers_wait_ms(&t, 1000, 1) == 100); /* at 1060 */
    assert(timers_wait_ms(&t, 1060, 1) == 40);
}

static void ticks_are_not_milliseconds(void) {
    const tw_tick us = 1000000;

    start(us);
    timers_add(&t, &n[0], us + 5000);
    assert(timers_wait_ms(&t, us, 1) == 5000);
    assert(timers_wait_ms(&t, us, 1000) == 5);
}

static void ticks_are_seconds(void) {
    start(0);
    timers_add(&t, &n[0], 60);
    assert(timers_wait_ms(&t, 0, 1) == 60); /* of 60,000 */
}

static void armed_after_the_question(void) {
    int ms;

    start(1000);
    ms = timers_wait_ms(&t, 1000, 1);
    timers_add(&t, &n[0], 1050);
    assert(ms == -1 && timers_wait_ms(&t, 1000, 1) == 50);
}

static void budget_leaves_some(void) {
    start(0);
    timers_add(&t, &n[0], 5);
    timers_add(&t, &n[1], 5);
    assert(timers_advance_some(&t, 5, 1) == 1);
    assert(timers_any_due(&t) && timers_wait_ms(&t, 5, 1) == 0 && timers_advance(&t, 5) == 1);
}

static void arm_for_now(struct tw_node *node, tw_tick now) {
    if (fired++ == 0)
        timers_add(&t, node, now);
}

static void callback_arms_for_a_passed_tick(void) {
    start(0);
    tw_node_init(&n[0], arm_for_now);
    timers_add(&t, &n[0], 5);
    assert(timers_advance(&t, 5) == 1 && timers_wait_ms(&t, 5, 1) == 0);
    assert(timers_advance(&t, 5) == 1 && timers_count(&t) == 0);
}

/* ------------------------------------------------------------------------------ EARLY */

/* The clock of the program below: its callback works for 50 ticks. */
static tw_tick clock_of_work;

static void work_and_arm(struct tw_node *node, tw_tick now) {
    (void)node;
    clock_of_work += 50;
    timers_add_in(&t, &n[1], now, 1000);
}

/* Guards against arduino-timer#7: the delay counts from the now of the batch. */
static void callback_arms_with_an_old_now(void) {
    tw_tick due;

    start(0);
    clock_of_work = 10;
    tw_node_init(&n[0], work_and_arm);
    timers_add(&t, &n[0], 10);
    assert(timers_advance(&t, clock_of_work) == 1 && timers_next(&t, &due));
    assert(due - clock_of_work == 950);
}

/* ------------------------------------------------------------------- TWICE, CANCELLED */

static void object_has_two_nodes(void) {
    start(0);
    tw_node_init(&conn.idle, fire);
    tw_node_init(&conn.request, fire);
    timers_add(&t, &conn.idle, 5);
    timers_add(&t, &conn.request, 5);
    timers_cancel(&t, &conn.idle);
    assert(timers_advance(&t, 5) == 1 && fired == 1);
}

static bool on_the_grid;

static void beat(struct tw_node *node, tw_tick now) {
    fired++;
    timers_add(&t, node, on_the_grid ? tw_forward(node->due, 100, now, NULL) : node->due + 100);
}

static void period_catches_up(void) {
    start(0);
    tw_node_init(&n[0], beat);
    timers_add(&t, &n[0], 100);
    while (timers_advance(&t, 1000) > 0) /* after a pause of ten periods */
        continue;
    assert(fired == 10);

    on_the_grid = true;
    while (timers_advance(&t, 2000) > 0)
        continue;
    assert(fired == 11);
}

/* ------------------------------------------------------------------------------- MAIN */

#define ROW(name) \
    { #name, name }

static const struct {
    const char *name;
    void (*run)(void);
} row[] = {
    ROW(clock_is_not_read_anew),
#if TW_TICK_BITS == 64
    ROW(delay_for_a_deadline),
    ROW(counter_wraps),
    ROW(time_of_day_is_set_back),
#endif
#if TW_TICK_BITS == 32
    ROW(deadline_is_too_far),
    ROW(empty_set_is_not_advanced),
    ROW(advance_comes_too_seldom),
    ROW(counter_is_far_at_the_first_add),
#endif
#ifndef NEEDS_NO_ARRAY
    ROW(set_is_full),
    ROW(set_has_no_array),
#endif
    ROW(set_is_changed_during_a_walk),
    ROW(memory_was_not_initialised),
    ROW(set_is_initialised_again),
    ROW(memory_is_used_anew_while_armed),
    ROW(node_is_initialised_while_armed),
    ROW(deadline_is_written_while_armed),
    ROW(set_is_moved_while_armed),
    ROW(object_is_freed_while_armed),
    ROW(object_is_copied_while_armed),
    ROW(member_is_another),
    ROW(node_waits_in_another_set),
    ROW(another_thread_arms),
    ROW(callback_advances),
    ROW(callback_does_not_come_back),
    ROW(rest_is_negative),
    ROW(batch_is_not_ended),
    ROW(sleep_counts_from_an_old_now),
    ROW(ticks_are_not_milliseconds),
    ROW(ticks_are_seconds),
    ROW(armed_after_the_question),
    ROW(budget_leaves_some),
    ROW(callback_arms_for_a_passed_tick),
    ROW(callback_arms_with_an_old_now),
    ROW(object_has_two_nodes),
    ROW(period_catches_up),
};

/* Ends the program without the shell's remark that it was killed. */
static void aborted(int number) { (void)number, _Exit(134); }

int main(int argc, char **argv) {
    size_t i;

    signal(SIGABRT, aborted);
    for (i = 0; i < sizeof row / sizeof row[0]; i++) {
        if (argc == 1)
            puts(row[i].name);
        else if (strcmp(argv[1], row[i].name) == 0)
            return row[i].run(), 0;
    }
    return argc == 1 ? 0 : 2;
}
