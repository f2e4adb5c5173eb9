/* SPDX-License-Identifier: MIT-0 */
/* Timers in somebody else's event loop: a set of them, driven by one ev_timer of libev.

   What it teaches: a foreign loop needs one timer, however many the program has, and
   three lines. When it wakes:

       timers_advance(&timers, now_us());

   After that, and each time before the loop sleeps (ev_prepare), the function look()
   below:

       if (timers_next(&timers, &due) &&
           (!ev_is_active(&timer) || tw_before(due, started_for)))
           start it for due, and note that in started_for

   Moving a timer, the everyday case, then touches the set only. If the earliest went
   later, or was cancelled, the ev_timer stays: it wakes once for nothing and is started
   for what is the earliest by then, so one start serves many moves. Started for each of
   them it would cost libev's heap what the set has just saved.

   A start tells libev how long to wait. What makes it early by the clock of the set, and
   what is done about it:
   - libev counts from the time it read when it last woke (ev_now), which lags behind
     while callbacks work. So ev_now_update() comes first, after our own reading: what is
     between the two makes it later, never earlier.
   - It counts in doubles, in which microseconds are not exact, and on machines without a
     monotonic clock it follows the wall clock. Should it wake early after all, advance()
     fires nothing and the next look starts it again.
   - A delay rounded down would do that over and over until the time has come. libev takes
     fractions of a second; loops that take whole milliseconds want timers_wait_ms(),
     which rounds up.

   libuv wants the same lines in a uv_prepare_t, with uv_update_time(), uv_timer_start()
   and milliseconds. libevent 2.1 has no callback before it sleeps: look after each
   change, or between calls of event_base_loop(EVLOOP_ONCE), and evtimer_add() it.

       with_libev        reads what you type. The letters a to z are users: each is logged
                         out 3 s after the last time that you typed it, or at once by its
                         capital letter. It ends when nobody is logged in.

   A tick is a microsecond of CLOCK_MONOTONIC. */
#define _POSIX_C_SOURCE 200809L
#include <tw/heap4.h>
#include <tw/timers.h>
#include <ev.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

TW_TIMERS_OF(timers, heap4)

enum { USERS = 26, IDLE = 3000000 };

struct user {
    struct tw_node idle; /* armed while the user is logged in */
};

static struct timers timers;
static struct user user[USERS];
static ev_timer timer;
static tw_tick started_for;
static unsigned long starts, wakes, vain; /* of the ev_timer; woken for nothing */

static tw_tick now_us(void) {
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (tw_tick)t.tv_sec * 1000000 + (tw_tick)t.tv_nsec / 1000;
}

/* ---- The set and its ev_timer. */

/* Sees to it that the ev_timer is started for the earliest, or for an earlier tick. */
static void look(struct ev_loop *loop) {
    tw_tick now, due;

    if (!timers_next(&timers, &due)) {
        ev_timer_stop(loop, &timer); /* or the loop could not end before it wakes */
    } else if (!ev_is_active(&timer) || tw_before(due, started_for)) {
        now = now_us();
        ev_now_update(loop);
        ev_timer_stop(loop, &timer);
        ev_timer_set(&timer, tw_before(now, due) ? (double)(due - now) / 1e6 : 0., 0.);
        started_for = due;
        starts++;
        ev_timer_start(loop, &timer);
    }
}

static void on_timer(struct ev_loop *loop, ev_timer *w, int events) {
    (void)w, (void)events;
    wakes++;
    vain += timers_advance(&timers, now_us()) == 0;
    look(loop); /* at once: a loop in which no watcher is active would end here */
}

static void before_sleep(struct ev_loop *loop, ev_prepare *w, int events) {
    (void)w, (void)events;
    look(loop);
}

/* The loop ends when nothing but the set is left in it, and no timer is armed. */
static void attach(struct ev_loop *loop) {
    static TW_HEAP4_ARRAY(room, USERS);
    static ev_prepare prepare;

    timers_init(&timers, now_us(), room, USERS);
    ev_timer_init(&timer, on_timer, 0., 0.);
    ev_prepare_init(&prepare, before_sleep);
    ev_prepare_start(loop, &prepare);
    ev_unref(loop);
}

/* ---- The users. */

static void on_idle(struct tw_node *n, tw_tick now) {
    (void)now;
    printf("%c is logged out\n", (int)('a' + (TW_OF(n, struct user, idle) - user)));
}

static void on_input(struct ev_loop *loop, ev_io *w, int events) {
    char text[64];
    const ssize_t n = read(w->fd, text, sizeof text);

    (void)events;
    if (n <= 0)
        ev_io_stop(loop, w);
    for (ssize_t i = 0; i < n; i++) {
        if (text[i] >= 'a' && text[i] <= 'z')
            /* never full: there is room for all */
            timers_add_in(&timers, &user[text[i] - 'a'].idle, now_us(), IDLE);
        else if (text[i] >= 'A' && text[i] <= 'Z' &&
                 timers_cancel(&timers, &user[text[i] - 'A'].idle))
            printf("%c has left\n", text[i] - 'A' + 'a');
    }
}

int main(void) {
    struct ev_loop *loop = ev_default_loop(0);
    ev_io input;

    if (!loop)
        return 1;
    for (int i = 0; i < USERS; i++)
        tw_node_init(&user[i].idle, on_idle);
    attach(loop);
    ev_io_init(&input, on_input, STDIN_FILENO, EV_READ);
    ev_io_start(loop, &input);
    ev_run(loop, 0);
    printf("the ev_timer was started %lu times and woke %lu times, %lu of them for nothing\n",
           starts, wakes, vain);
    return 0;
}
