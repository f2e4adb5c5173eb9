/* SPDX-License-Identifier: MIT-0 */
/* libev's timers over a set of ours: stands in for the functions of ev.c that keep its heap of
   timers. Included by ev.c as apply.sh edits it, behind the functions that it calls. */

static void timers_reify(EV_P) {
    const tw_tick now = ev_tw_tick(&timers, mn_now);
    struct tw_node *n;

    EV_FREQUENT_CHECK;
    while ((n = ev_tw_expire(&timers.set, now)) != NULL) {
        ev_timer *w = ev_tw_timer(n);

        if (w->repeat) {
            w->at = w->at + w->repeat < mn_now ? mn_now : w->at + w->repeat;
            ev_tw_start(&timers, w);
        } else {
            ev_timer_stop(EV_A_ w);
        }
        feed_reverse(EV_A_(W) w);
    }
    if (rfeedcnt > 0)
        feed_reverse_done(EV_A_ EV_TIMER);
    EV_FREQUENT_CHECK;
}

static void timers_reschedule(EV_P_ ev_tstamp adjust) {
    struct tw_node *n = NULL;

    while ((n = ev_tw_each(&timers.set, n)) != NULL)
        ev_tw_timer(n)->at += adjust;
    timers.shift += adjust;
}

void ev_timer_start(EV_P_ ev_timer *w) EV_NOEXCEPT {
    if (ev_is_active(w))
        return;
    assert(("libev: ev_timer_start called with negative timer repeat value", w->repeat >= 0.));
    EV_FREQUENT_CHECK;
    w->at += mn_now;
    tw_node_init(&w->node, NULL);
    ev_tw_start(&timers, w);
    ev_start(EV_A_(W) w, 1);
    EV_FREQUENT_CHECK;
}

void ev_timer_stop(EV_P_ ev_timer *w) EV_NOEXCEPT {
    clear_pending(EV_A_(W) w);
    if (!ev_is_active(w))
        return;
    ev_tw_cancel(&timers.set, &w->node);
    w->at -= mn_now;
    ev_stop(EV_A_(W) w);
    EV_FREQUENT_CHECK;
}

void ev_timer_again(EV_P_ ev_timer *w) EV_NOEXCEPT {
    clear_pending(EV_A_(W) w);
    if (!w->repeat) {
        ev_timer_stop(EV_A_ w);
    } else if (ev_is_active(w)) {
        w->at = mn_now + w->repeat;
        ev_tw_start(&timers, w);
    } else {
        w->at = w->repeat;
        ev_timer_start(EV_A_ w);
    }
    EV_FREQUENT_CHECK;
}
