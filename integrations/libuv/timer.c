/* SPDX-License-Identifier: MIT-0 */
/* libuv's timers over a set of ours: stands in for its src/timer.c. libuv's promises are
   kept as they are in 1.44.2: a timer without delay that its own callback starts again
   fires in the same turn of the loop, and a timer that was stopped still tells when it
   would have been due. */
#include "uv.h"
#include "uv-common.h"

static struct uv__timers *timers_of(const uv_loop_t *loop) {
    return &uv__get_internal_fields(loop)->timers;
}

int uv_timer_init(uv_loop_t *loop, uv_timer_t *handle) {
    uv__handle_init(loop, (uv_handle_t *)handle, UV_TIMER);
    tw_node_init(&handle->node, NULL);
    handle->timer_cb = NULL;
    handle->repeat = 0;
    return 0;
}

int uv_timer_start(uv_timer_t *handle, uv_timer_cb cb, uint64_t timeout, uint64_t repeat) {
    if (uv__is_closing(handle) || cb == NULL)
        return UV_EINVAL;

    handle->timer_cb = cb;
    handle->repeat = repeat;
    if (!uv__timers_add_in(timers_of(handle->loop), &handle->node, handle->loop->time, timeout))
        return UV_ENOMEM;
    uv__handle_start(handle);
    return 0;
}

int uv_timer_stop(uv_timer_t *handle) {
    if (uv__timers_cancel(timers_of(handle->loop), &handle->node))
        uv__handle_stop(handle);
    return 0;
}

int uv_timer_again(uv_timer_t *handle) {
    if (handle->timer_cb == NULL)
        return UV_EINVAL;
    return handle->repeat ? uv_timer_start(handle, handle->timer_cb, handle->repeat, handle->repeat)
                          : 0;
}

void uv_timer_set_repeat(uv_timer_t *handle, uint64_t repeat) { handle->repeat = repeat; }

uint64_t uv_timer_get_repeat(const uv_timer_t *handle) { return handle->repeat; }

uint64_t uv_timer_get_due_in(const uv_timer_t *handle) {
    return tw_before(handle->loop->time, handle->node.due) ? handle->node.due - handle->loop->time
                                                           : 0;
}

int uv__next_timeout(const uv_loop_t *loop) {
    return uv__timers_wait_ms(timers_of(loop), loop->time, 1);
}

/* A timer that is started for a tick up to now is in the next batch, and the turn ends
   with a batch that leaves none.
 */
void uv__run_timers(uv_loop_t *loop) {
    struct tw_node *n;

    do {
        while ((n = uv__timers_expire(timers_of(loop), loop->time)) != NULL) {
            uv_timer_t *handle = TW_OF(n, uv_timer_t, node);

            uv__handle_stop(handle);
            uv_timer_again(handle);
            handle->timer_cb(handle);
        }
    } while (uv__next_timeout(loop) == 0);
}

void uv__timer_close(uv_timer_t *handle) { uv_timer_stop(handle); }
