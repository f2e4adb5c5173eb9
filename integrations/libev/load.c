/* SPDX-License-Identifier: MIT-0 */
/* load order SEED | load again|fire|serve|quiet COUNT TURNS: timers of libev, on a clock of
   their own.

       order  timers are started, stopped and started again between turns of the loop; prints
              what fires, and when
       again  COUNT timers wait up to 30 seconds, and one of them is moved
       fire   COUNT timers that repeat: one fires, on the average, in a turn of the loop
       serve  a server answers a message of one of COUNT clients in each turn, and moves the
              client's timer of 30 seconds; a client sends every 3 seconds, on the average
       quiet  the same server without timers */
#include <sys/socket.h>
#include <time.h>

static long long clock_us = 1000000;

/* libev reads this clock. */
int clock_gettime(clockid_t id, struct timespec *ts) {
    (void)id;
    ts->tv_sec = (time_t)(clock_us / 1000000);
    ts->tv_nsec = (long)(clock_us % 1000000) * 1000;
    return 0;
}

#include "ev.c"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST 100000

static ev_timer timer[MOST];
static unsigned seed = 1;
static unsigned long fired, served;

static unsigned any(unsigned below) {
    seed = seed * 1664525 + 1013904223;
    return (unsigned)((unsigned long long)seed * below >> 32);
}

/* No deadline is on a millisecond, where the clock is. */
static double delay(unsigned most_ms) { return (any(most_ms) + 0.3137) * 1e-3; }

static void count_fired(EV_P_ ev_timer *w, int revents) {
    (void)loop, (void)w, (void)revents;
    fired++;
}

static void say(EV_P_ ev_timer *w, int revents) {
    (void)revents;
    fired++;
    printf("%010lld %d %.6f\n", clock_us, (int)(w - timer), ev_timer_remaining(EV_A_ w));
}

static void any_call(struct ev_loop *loop) {
    ev_timer *w = &timer[any(200)];

    switch (any(8)) {
    case 0:
        ev_timer_stop(EV_A_ w);
        break;
    case 1:
    case 2:
        if (!ev_is_active(w) && !ev_is_pending(w)) {
            const double after = delay(3000);

            ev_timer_init(w, say, after, any(2) ? delay(1000) : 0.);
        }
        ev_timer_start(EV_A_ w);
        break;
    case 3:
        ev_timer_again(EV_A_ w);
        break;
    case 4: /* the loop sleeps, and its timers stand still */
        if (any(20) == 0) {
            ev_suspend(EV_A);
            clock_us += 1000 * (long long)any(5000);
            ev_resume(EV_A);
        }
        break;
    default:
        clock_us += 1000 * (long long)any(100);
        ev_run(EV_A_ EVRUN_NOWAIT);
    }
}

static void answer(EV_P_ ev_io *w, int revents) {
    int which;

    (void)revents;
    if (recv(w->fd, &which, sizeof which, 0) != sizeof which)
        abort();
    if (w->data)
        ev_timer_again(EV_A_ & timer[which]);
    served += send(w->fd, &which, sizeof which, 0) == sizeof which;
}

/* The loop of a server. The client's part is to send and to receive in between. */
static void serve(struct ev_loop *loop, int count, int with_timers, unsigned long turns) {
    ev_io socket;
    int ends[2], which;

    if (socketpair(AF_UNIX, SOCK_DGRAM, 0, ends) != 0)
        abort();
    ev_io_init(&socket, answer, ends[0], EV_READ);
    socket.data = with_timers ? timer : NULL;
    ev_io_start(EV_A_ & socket);
    for (int i = 0; with_timers && i < count; i++) {
        timer[i].repeat = 30;
        ev_timer_again(EV_A_ & timer[i]);
    }
    while (served < turns) {
        clock_us += 3000000 / count;
        which = (int)any((unsigned)count);
        if (send(ends[1], &which, sizeof which, 0) != sizeof which)
            abort();
        ev_run(EV_A_ EVRUN_NOWAIT);
        if (recv(ends[1], &which, sizeof which, MSG_DONTWAIT) != sizeof which)
            abort();
    }
    ev_io_stop(EV_A_ & socket);
}

/* Moves a timer in each turn, or lets them fire. */
static void again_or_fire(struct ev_loop *loop, int count, int again, unsigned long turns) {
    for (int i = 0; i < count; i++) {
        timer[i].repeat = 1 + delay(29000);
        ev_timer_again(EV_A_ & timer[i]);
    }
    for (unsigned long i = 0; again && i < turns; i++) {
        ev_timer *w = &timer[any((unsigned)count)];

        w->repeat = 1 + delay(29000);
        ev_timer_again(EV_A_ w);
    }
    while (!again && fired < turns) {
        clock_us += 8630000 / count; /* the harmonic mean of the repeats, for each timer */
        ev_run(EV_A_ EVRUN_NOWAIT);
    }
}

int main(int argc, char **argv) {
    const char *what = argc > 2 ? argv[1] : "";
    const int count = argc > 2 ? atoi(argv[2]) : 0;
    const unsigned long turns = argc == 4 ? strtoul(argv[3], NULL, 10) : 0;
    const int order = argc == 3 && !strcmp(what, "order"), again = !strcmp(what, "again");
    const int serves = !strcmp(what, "serve"), known = again || serves || !strcmp(what, "fire");
    struct ev_loop *loop;

    if (count < 1 || count > MOST || !(order || ((known || !strcmp(what, "quiet")) && turns > 0))) {
        fputs("usage: load order SEED | load again|fire|serve|quiet COUNT TURNS\n", stderr);
        return 2;
    }
    loop = ev_loop_new(EVBACKEND_SELECT);
    for (int i = 0; i < MOST; i++)
        ev_timer_init(&timer[i], order ? say : count_fired, 1., 0.);
    if (order)
        seed = (unsigned)count;
    for (int i = 0; order && i < 5000; i++)
        any_call(loop);
    if (!order && (serves || !known))
        serve(loop, count, serves, turns);
    else if (!order)
        again_or_fire(loop, count, again, turns);
    printf("%lu fired\n", fired);
    ev_loop_destroy(EV_A);
    return 0;
}
