/* SPDX-License-Identifier: MIT-0 */
/* Timers of libuv, in every way in which they are armed and taken out. */
#include "said.h"

#include <uv.h>

enum { ONCE, IDLE, REPEAT, CHAIN, CLOSED };

static uv_timer_t once, idle, repeat, chain, closed;
static int links, left = 5;

static void start(uv_timer_t *timer, int id, uv_timer_cb callback, uint64_t ahead,
                  uint64_t interval) {
    const uint64_t before = said_now();

    uv_timer_start(timer, callback, ahead, interval);
    said_arm(id, before, ahead * MS);
}

static void stop(uv_timer_t *timer, int id) {
    const uint64_t before = said_now();

    uv_timer_stop(timer);
    uv_timer_stop(timer); /* does nothing */
    said_cancel(id, before);
}

static void on_once(uv_timer_t *timer) { (void)timer; }

static void on_chain(uv_timer_t *timer) {
    uv_timer_again(timer); /* does nothing: it has no interval */
    if (links++ < 3)
        start(timer, CHAIN, on_chain, 3, 0);
}

static void on_repeat(uv_timer_t *timer) {
    uint64_t before;

    said_again(REPEAT, uv_timer_get_repeat(timer) * MS);
    before = said_now();
    if (left-- > 0) {
        uv_timer_set_repeat(timer, left == 0 ? 60000 : 4); /* far away when it is stopped */
        uv_timer_again(&idle);
        said_arm(IDLE, before, 60000 * MS);
        return;
    }
    stop(timer, REPEAT);
    stop(&idle, IDLE);
    before = said_now();
    uv_close((uv_handle_t *)&closed, NULL);
    said_cancel(CLOSED, before);
}

int main(void) {
    uv_loop_t loop;

    said_turns();
    uv_loop_init(&loop);
    uv_timer_init(&loop, &once);
    uv_timer_init(&loop, &idle);
    uv_timer_init(&loop, &repeat);
    uv_timer_init(&loop, &chain);
    uv_timer_init(&loop, &closed);

    start(&once, ONCE, on_once, 2, 0);
    start(&idle, IDLE, on_once, 30000, 60000);
    start(&repeat, REPEAT, on_repeat, 1, 4);
    start(&repeat, REPEAT, on_repeat, 2, 4);
    start(&chain, CHAIN, on_chain, 0, 0);
    start(&closed, CLOSED, on_once, 90000, 0);

    do
        said_turns();
    while (uv_run(&loop, UV_RUN_ONCE));
    return uv_loop_close(&loop) != UV_EBUSY;
}
