/* SPDX-License-Identifier: MIT-0 */
/* Of what purgatory_log prints. Each operation of the purgatory ends once: by its event
   if that comes before its deadline, rounded to a tick, else then. The table counts what
   the log tells, hwheel.h wakes once for each tick at which something times out, and the
   wheel not more often than it has buckets. */
#include "oracle.h"

static struct settings {
    long tick, size, operations, idle; /* the tick in us, the idle time in ticks */
    bool truncate;
} set;

static long by_event, by_timeout, early, latest, *wakes;
static size_t wakings;

static int by_value(const void *a, const void *b) {
    const long x = *(const long *)a, y = *(const long *)b;
    return x < y ? -1 : x > y;
}

static void operation(long number) {
    long armed, deadline, event, ended_at, due, at;
    bool completed;

    check(split() == 6 && strtol(word[0], NULL, 10) == number, "the number of the operation");
    armed = strtol(word[1], NULL, 10);
    deadline = strtol(word[2], NULL, 10);
    event = strtol(word[3], NULL, 10);
    ended_at = strtol(word[4], NULL, 10);
    due = deadline - deadline % set.tick;
    if (due < deadline && !set.truncate)
        due += set.tick;
    at = due < armed ? armed : due;
    completed = word[3][0] != '-' && event < at;
    check(strcmp(word[5], completed ? "event" : "timeout") == 0, "by what it ends");
    check(ended_at == (completed ? event : at), "when it ends");
    if (number == set.operations)
        check(deadline - armed == set.idle * set.tick,
              "the last one waits as long as the idle time");
    by_event += completed;
    if (completed)
        return;
    by_timeout++;
    early += at < deadline;
    latest = at - deadline > latest ? at - deadline : latest;
    if (number < set.operations && at > armed)
        wakes[wakings++] = at;
}

static size_t different_wakes(void) {
    size_t i, n = 0;

    qsort(wakes, wakings, sizeof *wakes, by_value);
    for (i = 0; i < wakings; i++)
        n += i == 0 || wakes[i] != wakes[i - 1];
    return n;
}

/* The two numbers of the next row, which begins so. */
static void row(const char *name, long *a, long *b) {
    const char *at;

    check(next_line(), "too few rows");
    at = line + strspn(line, " ");
    check(strncmp(at, name, strlen(name)) == 0 && split() > 2, name);
    *a = strtol(word[words - 2], NULL, 10);
    *b = strtol(word[words - 1], NULL, 10);
}

static void table(long woken) {
    long a, b, due_a, due_b, last, buckets, levels = 1, reach;

    check(next_line() && strstr(line, "hwheel.h"), "the head of the table");
    row("completed", &a, &b);
    check(a == by_event && b == a, "completed");
    row("timed out", &a, &b);
    check(a == by_timeout && b == a && a > set.operations / 10, "timed out");
    row("before their", &a, &b);
    check(a == early && b == a && (a > 0) == set.truncate, "before their deadline");
    row("at most", &a, &b);
    check(a == latest && b == a && a < set.tick, "at most after it");
    row("wake-ups because something was due", &due_a, &due_b);
    row("with nothing", &a, &b);
    check(b == due_b - woken && due_a - a >= woken, "wake-ups");
    row("wake-ups because something earlier", &a, &b);
    row("wake-ups in the idle ticks", &a, &b);
    check(a == 0 && b == 0, "idle ticks");
    row("wake-ups for one operation", &last, &b);
    check(last >= 2 && b == 2, "one operation");
    row("buckets", &buckets, &b);
    check(buckets >= due_a + last - 1, "buckets");
    row("moves", &a, &b);
    row("comparisons", &a, &b);
    for (reach = set.size; reach < set.idle; reach *= set.size)
        levels++;
    row("levels", &a, &b);
    check(a >= levels && last <= a + 1, "levels");
    ended();
}

static void find(void) {
    static const struct settings all[] = {{1, 20, 3000, 1000000000, false},
                                          {1, 2, 2000, 77, false},
                                          {7, 20, 3000, 2000000000, false},
                                          {20, 256, 5000, 12345, false},
                                          {1000, 3, 900, 1, false}};
    char arguments[200];
    size_t k;
    long i;

    for (k = 0; k < 2 * sizeof all / sizeof all[0]; k++) {
        set = all[k / 2];
        snprintf(arguments, sizeof arguments, "%ld %ld %ld %ld %ld%ld %s", set.tick, set.size,
                 set.operations, set.idle, set.tick, set.size, k % 2 ? "down" : "up");
        set.tick *= 1000;
        set.truncate = k % 2 == 1;
        by_event = by_timeout = early = latest = 0;
        wakings = 0;
        wakes = (long *)calloc((size_t)set.operations + 1, sizeof *wakes);
        check(wakes != NULL, "no memory");
        run("%s log", arguments);
        for (i = 0; next_line(); i++)
            operation(i);
        check(i == set.operations + 1 && by_event > set.operations / 3, "how many there are");
        ended();
        run("%s", arguments);
        table((long)different_wakes());
        free(wakes);
    }
}
