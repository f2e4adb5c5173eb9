/* SPDX-License-Identifier: MIT-0 */
/* cron: runs the commands of a crontab, and sleeps in between.

   What it teaches: the classic daemon wakes each minute and tests every line. Here each
   entry has one timer, armed for the next time that its five fields name; the program
   sleeps until the earliest of them, be it years away. A tick is a second since 1970. The
   timers are as many as the file has entries, lie from a minute to decades ahead, and
   fire rather than being cancelled: that is heap4.

       cron FILE                                runs; - is standard input
       cron --list [--from T] FILE              the next 5 times of each entry, from the
                                                local time T on

   FILE has entries as crontab.h describes, one a line, beside blank lines and lines that
   begin with #. sh runs the command, with nothing to read; % and NAME=VALUE mean nothing.

   Somebody may set the clock, or suspend the machine. What the clock then leaves out or
   shows twice is treated as at a change for daylight saving time: see crontab.h. Set by
   less than a minute, it was not set at all. What is late by three hours or more is not
   run; set back by as much (counted from the last wake-up), the clock was wrong before,
   and all starts anew. */
#define _XOPEN_SOURCE     700
#define _FILE_OFFSET_BITS 64
#define _TIME_BITS        64 /* 400 years ahead on 32-bit machines too */
#include <tw/heap4.h>
#include <tw/timers.h>
#include "crontab.h"
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

TW_TIMERS_OF(timers, heap4)

enum { TOO_LATE = 3 * HOUR, MOST_ENTRIES = 1000 };

struct entry {
    struct crontab when;
    struct tw_node timer;
    char line[1000], *command;
};

static struct timers timers;
static struct entry entry[MOST_ENTRIES];
static size_t count;
static int64_t reached; /* fixed entries had their turn up to this second */

static void refuse(const char *what, const char *which) {
    fprintf(stderr, "cron: %s%s\n", what, which);
    exit(2);
}

/* ---- The system: its clock, sleeping, starting a command. */

static int64_t now(void) {
    struct timespec t;

    (void)clock_gettime(CLOCK_REALTIME, &t); /* time() may lag behind the timer by some ms */
    return t.tv_sec;
}

/* Returns when the clock shows t, or earlier if it was set. Either call fails with
   ECANCELED if it was set since the last one. */
static void sleep_until(int64_t t) {
    static int fd = -1;
    const struct itimerspec at = {{0, 0}, {(time_t)t, 0}};
    uint64_t expirations;

    if (((fd < 0 && (fd = timerfd_create(CLOCK_REALTIME, TFD_CLOEXEC)) < 0) ||
         timerfd_settime(fd, TFD_TIMER_ABSTIME | TFD_TIMER_CANCEL_ON_SET, &at, NULL) < 0 ||
         read(fd, &expirations, sizeof expirations) < 0) &&
        errno != ECANCELED && errno != EINTR)
        refuse("no timer: ", strerror(errno));
}

/* Nobody waits for the child, which takes as long as it likes. */
static void start(const char *command) {
    const pid_t pid = fork();

    if (pid < 0)
        perror("cron: fork");
    if (pid == 0) {
        execl("/bin/sh", "sh", "-c", command, (char *)NULL);
        _exit(127);
    }
}

/* ---- The timers. */

static void on_time(struct tw_node *n, tw_tick t) {
    struct entry *e = TW_OF(n, struct entry, timer);

    if (t - n->due < (tw_tick)(e->when.wildcard ? MINUTE : TOO_LATE))
        start(e->command);
    timers_add(&timers, n, (tw_tick)crontab_next(&e->when, (int64_t)t));
}

/* Arms all entries for what comes after t; fixed ones, if the clock has shown later
   times, for what comes after those, unless it was wrong. */
static void arm_all(int64_t t) {
    static TW_HEAP4_ARRAY(room, MOST_ENTRIES);

    if (reached < t || reached > t + TOO_LATE)
        reached = t;
    timers_clear(&timers);
    timers_init(&timers, (tw_tick)t, room, count);
    for (struct entry *e = entry; e < entry + count; e++)
        timers_add(&timers, &e->timer,
                   (tw_tick)crontab_next(&e->when, e->when.wildcard ? t : reached));
}

static void run(void) {
    tw_tick due;

    for (arm_all(now() - 1); timers_next(&timers, &due);) {
        int64_t t;

        sleep_until((int64_t)due);
        t = now();
        timers_advance(&timers, (tw_tick)t); /* nothing if the clock was set back */
        if (t <= (int64_t)timers_now(&timers) - MINUTE)
            arm_all(t - 1);
        reached = t > reached ? t : reached;
    }
}

static void print(int64_t t) {
    const time_t when = (time_t)t;
    char text[64] = "";
    struct tm d;

    if (localtime_r(&when, &d))
        (void)strftime(text, sizeof text, "%a %Y-%m-%d %H:%M:%S %z", &d);
    printf("%s", text);
}

static void list(int64_t from) {
    for (const struct entry *e = entry; e < entry + count; e++) {
        int64_t t = from - 1;
        for (int i = 0; i < 5 && (t = crontab_next(&e->when, t)) != NEVER; i++) {
            print(t);
            printf("  %s\n", e->command);
        }
    }
}

/* ---- The crontab. */

/* What is wrong with e->line, or NULL. */
static const char *read_entry(struct entry *e, int64_t from) {
    const char *wrong = crontab_read(&e->when, e->line, &e->command);

    tw_node_init(&e->timer, on_time);
    return !wrong && crontab_next(&e->when, from) == NEVER ? "this never comes" : wrong;
}

static void read_file(const char *name, int64_t from) {
    FILE *f = strcmp(name, "-") == 0 ? stdin : fopen(name, "r");
    char *line = entry[0].line;

    for (int number = 1; f && fgets(line, sizeof entry->line, f);
         number++, line = entry[count].line) {
        const char *wrong =
            strchr(line, '\n') || feof(f) ? NULL : "longer than 998 bytes, or a zero byte in it";
        size_t n = strlen(line);

        while (n > 0 && strchr("\r\n", line[n - 1]))
            line[--n] = '\0';
        if (!wrong && strchr("#", line[strspn(line, " \t")])) /* which finds the end too */
            continue;
        if (wrong || (wrong = read_entry(&entry[count], from)) != NULL || ++count == MOST_ENTRIES) {
            fprintf(stderr, "cron: %s:%d: %s\n", name, number, wrong ? wrong : "too many entries");
            exit(2);
        }
    }
    if (!f || ferror(f) || count == 0)
        refuse(f && !ferror(f) ? "no entry in " : "cannot read ", name);
}

/* ---- The command line. */

static int64_t read_time(const char *text) {
    struct tm d = {0}, read;
    const char *end = text ? strptime(text, "%Y-%m-%d %H:%M", &d) : NULL;
    int64_t t;

    d.tm_isdst = -1;
    read = d;
    t = mktime(&read); /* which turns 30 Feb into 2 Mar */
    if (!end || *end || t < (int64_t)3652 * DAY || read.tm_mday != d.tm_mday ||
        read.tm_hour != d.tm_hour || read.tm_min != d.tm_min)
        refuse("wants a local time that exists, from 1980 on, like \"2026-03-29 01:59\", not ",
               text ? text : "nothing");
    return t;
}

static const char help[] =
    "usage: cron FILE                         runs the crontab FILE; - is standard input\n"
    "       cron --list [--from T] FILE       the next 5 times of each entry\n"
    "T is a local time, \"YYYY-MM-DD HH:MM\".\n";

int main(int argc, char **argv) {
    const struct sigaction no_zombies = {.sa_handler = SIG_DFL, .sa_flags = SA_NOCLDWAIT};
    bool listing = false;
    const char *file = NULL;
    int64_t from = 0;

    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--help") == 0)
            return fputs(help, stdout) < 0;
        if (strcmp(argv[i], "--list") == 0)
            listing = true;
        else if (strcmp(argv[i], "--from") == 0)
            from = read_time(argv[++i]);
        else if (file || (argv[i][0] == '-' && argv[i][1]))
            refuse("--help lists what it takes, not ", argv[i]);
        else
            file = argv[i];
    }
    if (!file || (from > 0 && !listing))
        refuse("wants a crontab; --from with --list; --help tells more", "");
    from = from > 0 ? from : now();
    read_file(file, from);
    if (listing)
        return list(from), 0;

    if (!freopen("/dev/null", "r", stdin))
        refuse("cannot read ", "/dev/null");
    sigaction(SIGCHLD, &no_zombies, NULL);
    run();
    return 0;
}
