/* SPDX-License-Identifier: MIT-0 */
/* libuv's timers, on a clock of ours. uv_timer_start() of an active timer moves it. */
#include "judge.h"
#include "clock.h"
#include <stdio.h>
#include <uv.h>

static uv_loop_t loop;
static uv_timer_t timer[JUDGE_IDS];
static bool made;

static void fire(uv_timer_t *t) { judge_fired((unsigned)(t - timer)); }

static void close_one(uv_handle_t *h, void *arg) {
    (void)arg;
    uv_close(h, NULL);
}

static void init(uint64_t now) {
    if (made) {
        uv_walk(&loop, close_one, NULL);
        uv_run(&loop, UV_RUN_DEFAULT);
        uv_loop_close(&loop);
    }
    clock_ms = CLOCK_BASE + now;
    uv_loop_init(&loop);
    for (unsigned i = 0; i < JUDGE_IDS; i++)
        uv_timer_init(&loop, &timer[i]);
    made = true;
}

static bool add(unsigned id, uint64_t due) {
    const uint64_t tick = CLOCK_BASE + due;

    return uv_timer_start(&timer[id], fire, tick > clock_ms ? tick - clock_ms : 0, 0) == 0;
}

static bool cancel(unsigned id) {
    const bool armed = uv_is_active((uv_handle_t *)&timer[id]);

    uv_timer_stop(&timer[id]);
    return armed;
}

static void advance(uint64_t now, uint64_t max) {
    (void)max;
    clock_ms = CLOCK_BASE + now;
    uv_update_time(&loop);
    uv_run(&loop, UV_RUN_NOWAIT);
}

int main(int argc, char **argv) {
    static char name[40];
    /* uv_hrtime() counts nanoseconds in 64 bits. */
    static const struct judge_subject subject = {
        name, "fifo move callbacks top 18000000000000", init, add, cancel, add, NULL, advance};

    snprintf(name, sizeof name, "libuv %s", uv_version_string());
    return judge_main(argc, argv, &subject);
}
