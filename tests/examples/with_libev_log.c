/* SPDX-License-Identifier: MIT-0 */
/* examples/servers/with_libev.c under load, and a log of it for with_libev_oracle.c.

       with_libev_log CONNECTIONS MESSAGES GAP_MS IDLE_MS WORK_MS SEED

   The set, its ev_timer and look() are the example's. A child process sends so many
   messages through a pipe, at random and at most so long one after the other; each
   reading takes so long to work off, while ev_now stands still. One message in eight says
   goodbye and cancels its timer; one for a connection that was closed opens it again. The
   shortest timeout is a quarter of the longest. A line of the log is a time, message,
   goodbye, start, sleep, wake or close, the connection, and for when; in microseconds. */
#define _POSIX_C_SOURCE 200809L
#include "timers.h"
#include <ev.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* a message is a byte: the connection's number, and whether it is the last */
enum { MOST = 128, GOODBYE = 128 };

static tw_tick began, noted; /* what the example has read from the clock last */
static bool waking;          /* the ev_timer goes off, and the clock was not read since */

static void tell(const char *what, long id, tw_tick due) {
    printf("%lld %s %ld %lld\n", (long long)(noted - began), what, id, (long long)(due - began));
}

static void log_start(void);
static void log_wake(void);

static int noting_gettime(clockid_t clock, struct timespec *t) {
    const int status = clock_gettime(clock, t);

    noted = (tw_tick)t->tv_sec * 1000000 + (tw_tick)t->tv_nsec / 1000;
    if (waking)
        log_wake();
    return status;
}

#define clock_gettime           noting_gettime
#define ev_timer_start(loop, w) (log_start(), (ev_timer_start)(loop, w))
#define main                    with_libev_main
#include "../../examples/servers/with_libev.c"
#undef main
#undef clock_gettime

static struct { long connections, messages, gap_ms, idle_ms, work_ms, seed; } option;

static struct { unsigned long messages, opened, left, closed, early, sleeps; } seen;
static struct tw_node conn[MOST];

static void log_start(void) { tell("start", -1, started_for); }

static void log_wake(void) {
    waking = false;
    tell("wake", -1, started_for);
}

static void pause_us(long us) {
    const struct timespec t = {us / 1000000, us % 1000000 * 1000};

    (void)nanosleep(&t, NULL);
}

/* ---- What the loop calls; what the example would do comes first. */

static void logged_timer(struct ev_loop *loop, ev_timer *w, int events) {
    waking = true;
    on_timer(loop, w, events);
}

static void logged_sleep(struct ev_loop *loop, ev_prepare *w, int events) {
    (void)w, (void)events;
    seen.sleeps++;
    (void)now_us();
    tell("sleep", -1,
         ev_is_active(&timer) ? noted + (tw_tick)(int64_t)(ev_timer_remaining(loop, &timer) * 1e6)
                              : began);
}

static void logged_close(struct tw_node *n, tw_tick now) {
    tell("close", (long)(n - conn), n->due);
    seen.early += now < n->due || now != noted;
    seen.closed++;
}

static void on_message(unsigned char message) {
    const long id = message % GOODBYE;
    const tw_tick due = now_us() + (tw_tick)(option.idle_ms * 250 * (id % 4 + 1));

    seen.messages++;
    if (message >= GOODBYE) {
        seen.left += timers_cancel(&timers, &conn[id]);
        tell("goodbye", id, began);
    } else {
        seen.opened += tw_idle(&conn[id]);
        timers_add(&timers, &conn[id], due);
        tell("message", id, due);
    }
}

static void on_messages(struct ev_loop *loop, ev_io *w, int events) {
    unsigned char message[16];
    const ssize_t n = read(w->fd, message, sizeof message);

    (void)events;
    if (n <= 0)
        ev_io_stop(loop, w);
    else if (option.work_ms)
        pause_us(option.work_ms * 1000);
    for (ssize_t i = 0; i < n; i++)
        on_message(message[i]);
}

/* The child. */
static void send_messages(int fd) {
    uint64_t random = (uint64_t)option.seed;

    for (long i = 0; i < option.messages; i++) {
        unsigned char message;

        random = random * 6364136223846793005u + 1442695040888963407u;
        message = (unsigned char)((random >> 33) % (uint64_t)option.connections +
                                  (random >> 61 ? 0 : GOODBYE));
        pause_us((long)((random >> 20) % (uint64_t)(option.gap_ms * 1000)));
        if (write(fd, &message, 1) != 1)
            _exit(1);
    }
    _exit(0);
}

static void serve(int fd) {
    static TW_HEAP4_ARRAY(more_room, MOST);
    struct ev_loop *loop = ev_default_loop(0);
    ev_prepare prepare;
    ev_io input;

    attach(loop);
    timers_init(&timers, began = now_us(), more_room, MOST);
    for (int i = 0; i < MOST; i++)
        tw_node_init(&conn[i], logged_close);
    ev_set_cb(&timer, logged_timer);
    ev_prepare_init(&prepare, logged_sleep);
    ev_set_priority(&prepare, -1); /* behind the example's */
    ev_prepare_start(loop, &prepare);
    ev_unref(loop);
    ev_io_init(&input, on_messages, fd, EV_READ);
    ev_io_start(loop, &input);
    ev_run(loop, 0);
}

int main(int argc, char **argv) {
    long *const value[] = {&option.connections, &option.messages, &option.gap_ms,
                           &option.idle_ms,     &option.work_ms,  &option.seed};
    int fd[2];
    pid_t child;

    if (argc != 7)
        return 2;
    for (int i = 1; i < argc; i++)
        *value[i - 1] = strtol(argv[i], NULL, 10);
    if (pipe(fd) != 0 || (child = fork()) < 0)
        return 2;
    if (child == 0) {
        close(fd[0]);
        send_messages(fd[1]);
    }
    close(fd[1]);
    serve(fd[0]);
    (void)waitpid(child, NULL, 0);
    printf("%lu messages opened %lu connections; %lu said goodbye, %lu were closed for silence, "
           "%lu early, %lu are left\n"
           "the loop slept %lu times, its timer was started %lu times and woke it %lu times, %lu "
           "for nothing\n",
           seen.messages, seen.opened, seen.left, seen.closed, seen.early,
           (unsigned long)timers_count(&timers), seen.sleeps, starts, wakes, vain);
    return seen.early || seen.left + seen.closed != seen.opened;
}
