/* SPDX-License-Identifier: MIT-0 */
/* nginx's timers over a set of ours: stands in for its src/event/ngx_event_timer.c. */
#include <ngx_config.h>
#include <ngx_core.h>
#include <ngx_event.h>

struct ngx_timers ngx_event_timers;

ngx_int_t ngx_event_timer_init(ngx_log_t *log) {
    ngx_timers_init(&ngx_event_timers, ngx_current_msec, NULL, 0);
    return NGX_OK;
}

/* -1, that no timer is armed, is NGX_TIMER_INFINITE. */
ngx_msec_t ngx_event_find_timer(void) {
    return (ngx_msec_t)ngx_timers_wait_ms(&ngx_event_timers, ngx_current_msec, 1);
}

/* A timer that a handler arms for now or earlier is in the next batch, and the last batch
   leaves none. */
void ngx_event_expire_timers(void) {
    struct tw_node *n;

    do {
        while ((n = ngx_timers_expire(&ngx_event_timers, ngx_current_msec)) != NULL) {
            ngx_event_t *ev = TW_OF(n, ngx_event_t, timer);

            ev->timer_set = 0;
            ev->timedout = 1;
            ev->handler(ev);
        }
    } while (ngx_event_find_timer() == 0);
}

/* NGX_AGAIN: a timer waits that a worker, told to quit, has to wait for. */
ngx_int_t ngx_event_no_timers_left(void) {
    struct tw_node *n = NULL;

    while ((n = ngx_timers_each(&ngx_event_timers, n)) != NULL)
        if (!TW_OF(n, ngx_event_t, timer)->cancelable)
            return NGX_AGAIN;
    return NGX_OK;
}
