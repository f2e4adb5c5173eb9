/* SPDX-License-Identifier: MIT-0 */
/* examples/servers/cron.c on a virtual system: its clock, its timerfd and its fork() are
   those of this file, so that a year passes in no time and the clock can be set.

       cron_simulation --until T [--from T] FILE      prints each wake-up and each
                                                      command; runs none
       ... --step T SECONDS                           the clock is set at T
       ... --run                                      commands are really run

   T is a local time, as cron takes it. Times at --from belong to the run, times at
   --until do not. */
#define _XOPEN_SOURCE     700
#define _FILE_OFFSET_BITS 64
#define _TIME_BITS        64
#include <errno.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/timerfd.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { MOST_STEPS = 8 };

static struct {
    bool runs;
    int64_t now, until, wanted; /* wanted: what the timer is set to */

    struct step {
        int64_t at;
        long by;
    } step[MOST_STEPS], *next, *end;

    long wakeups, commands;
} sim = {.next = sim.step, .end = sim.step};

static void sim_begins(void);
static void sim_over(void);
static void sim_wakes(void);

/* ---- The system. */

static int sim_clock_gettime(clockid_t clock, struct timespec *t) {
    if (clock != CLOCK_REALTIME)
        abort();
    t->tv_sec = (time_t)sim.now;
    t->tv_nsec = 0;
    return 0;
}

static int sim_timerfd_create(int clock, int flags) {
    sim_begins();
    return clock == CLOCK_REALTIME && flags == TFD_CLOEXEC ? 99 : -1;
}

static int sim_timerfd_settime(int fd, int flags, const struct itimerspec *at,
                               struct itimerspec *old) {
    if (fd != 99 || flags != (TFD_TIMER_ABSTIME | TFD_TIMER_CANCEL_ON_SET) || old)
        abort();
    sim.wanted = (int64_t)at->it_value.tv_sec;
    return 0;
}

/* Until the timer goes off, or somebody sets the clock. */
static ssize_t sim_read(int fd, void *expirations, size_t n) {
    const int64_t set = sim.next->at > sim.now ? sim.next->at : sim.now;
    const bool is_set = sim.next < sim.end && set < sim.wanted && set < sim.until;

    if (fd != 99 || n != sizeof(uint64_t))
        abort();
    if (is_set) {
        sim.now = set + sim.next->by;
        printf("the clock is set by %+ld s\n", sim.next++->by);
    } else {
        sim.now = sim.wanted;
        memset(expirations, 0, n);
    }
    if (sim.now >= sim.until)
        sim_over();
    sim_wakes();
    errno = is_set ? ECANCELED : 0;
    return is_set ? -1 : (ssize_t)n;
}

static pid_t sim_fork(void) {
    sim.commands++;
    fflush(stdout);
    return sim.runs ? fork() : 1;
}

#define clock_gettime   sim_clock_gettime
#define timerfd_create  sim_timerfd_create
#define timerfd_settime sim_timerfd_settime
#define read            sim_read
#define fork            sim_fork
#define main            cron_main
#include "../../examples/servers/cron.c"
#undef main
#undef fork

/* ---- What is told. */

static void sim_over(void) {
    printf("%ld wake-ups, %ld commands\n", sim.wakeups, sim.commands);
    fflush(stdout);
    while (wait(NULL) >= 0)
        continue;
    exit(0);
}

static void sim_wakes(void) {
    sim.wakeups++;
    print(sim.now);
    puts("");
}

/* Whether a command was run is seen by what was forked. */
static void sim_on_time(struct tw_node *n, tw_tick t) {
    const char *const command = TW_OF(n, struct entry, timer)->command;
    const long late = (long)(t - n->due), before = sim.commands;

    on_time(n, t);
    if (late > 0)
        printf("  %s (%ld s late%s)\n", command, late, sim.commands > before ? "" : ", not run");
    else
        printf("  %s%s\n", command, sim.commands > before ? "" : " (not run)");
}

/* The crontab was read. */
static void sim_begins(void) {
    for (size_t i = 0; i < count; i++)
        entry[i].timer.fn = sim_on_time;
}

int main(int argc, char **argv) {
    char *cron_argv[] = {argv[0], NULL, NULL};
    int64_t from = 0;

    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--run") == 0)
            sim.runs = true;
        else if (strcmp(argv[i], "--from") == 0)
            from = read_time(argv[++i]);
        else if (strcmp(argv[i], "--until") == 0)
            sim.until = read_time(argv[++i]);
        else if (strcmp(argv[i], "--step") == 0 && i + 2 < argc &&
                 sim.end < sim.step + MOST_STEPS - 1) {
            sim.end->at = read_time(argv[++i]);
            sim.end++->by = strtol(argv[++i], NULL, 10);
        } else
            cron_argv[1] = argv[i];
    }
    if (!cron_argv[1] || !sim.until)
        return 2;
    sim.now = from > 0 ? from : (int64_t)time(NULL);
    return cron_main(2, cron_argv);
}
