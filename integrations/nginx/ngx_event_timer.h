/* SPDX-License-Identifier: MIT-0 */
/* nginx's timers over a set of ours: stands in for its src/event/ngx_event_timer.h. Every
   deadline is exact: nginx's own leaves a timer where it is if the new deadline differs
   by less than 300 ms. */
#ifndef TW_NGINX_TIMER_H
#define TW_NGINX_TIMER_H

#include <ngx_config.h>
#include <ngx_core.h>
#include <ngx_event.h>

#include <tw/bigwheel.h>
#include <tw/hwheel.h>
#include <tw/rbtree.h>
#include <tw/skiplist.h>
#include <tw/timers.h>

#define NGX_TIMER_INFINITE ((ngx_msec_t)-1)

/* The structure: -DTW_SET=rbtree, or another that is included here, makes it another. */
#ifndef TW_SET
#define TW_SET hwheel
#endif

TW_TIMERS_OF(ngx_timers, TW_SET)

extern struct ngx_timers ngx_event_timers;

ngx_int_t ngx_event_timer_init(ngx_log_t *log);
ngx_msec_t ngx_event_find_timer(void);
void ngx_event_expire_timers(void);
ngx_int_t ngx_event_no_timers_left(void);

static ngx_inline void ngx_event_add_timer(ngx_event_t *ev, ngx_msec_t timer) {
    ev->timer_set = ngx_timers_add_in(&ngx_event_timers, &ev->timer, ngx_current_msec, timer);
}

static ngx_inline void ngx_event_del_timer(ngx_event_t *ev) {
    ngx_timers_cancel(&ngx_event_timers, &ev->timer);
    ev->timer_set = 0;
}

#endif
