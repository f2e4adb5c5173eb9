/* SPDX-License-Identifier: MIT-0 */
/* durable_kill_test KILLS SEED: a process uses a set and tells each step to this one by a pipe,
   until it is killed by SIGKILL. What it told outlives it, and says what the file must have.
   Works in the folder where it is started. */
#define _DEFAULT_SOURCE
#include "../check.h"
#include <poll.h>
#include <signal.h>
#include <stdint.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <tw_durable.h>
#include <unistd.h>

enum { MOST = 1 << 16, WAITING = 200, AHEAD_MS = 50 };

enum step { ARMED, MOVED, CANCELLED, FIRED, DONE, BEGINS, COMMITTED };

struct told {
    uint64_t step, id, due; /* FIRED: due is the clock */
};

/* What the file has of an id, and what it will have after the next commit. */
struct timer {
    uint64_t id, due, next_due; /* 0: nothing */
};

static const char file[] = "killed.db";
static struct timer timer[MOST];
static size_t n;
static bool commits; /* the last process died in a commit */
static uint64_t given, fired, dones, state;
const char *checking = "";

static uint64_t now_ms(void) {
    struct timespec t;

    clock_gettime(CLOCK_REALTIME, &t);
    return (uint64_t)t.tv_sec * 1000 + (uint64_t)t.tv_nsec / 1000000;
}

static uint64_t draw(uint64_t below) {
    state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (state >> 33) % below;
}

static struct tw_durable *open_set(void) {
    const char *error = "";
    struct tw_durable *const d = tw_durable_open(file, now_ms(), &error);

    check(d != NULL, error);
    return d;
}

/* ------------------------------------------------------------------ the one that is killed */

static int out;

static void tell(enum step step, uint64_t id, uint64_t due) {
    const struct told told = {step, id, due};

    if (write(out, &told, sizeof told) != sizeof told)
        _exit(3);
}

static void work(struct tw_durable *d) {
    const struct tw_durable_timer *t;
    uint64_t id, due = now_ms() + draw(AHEAD_MS);

    if (tw_durable_count(d) < WAITING && (id = tw_durable_arm(d, due, &due, sizeof due)) != 0)
        tell(ARMED, id, due);
    t = tw_durable_after(d, 0);
    if (t && draw(20) == 0 && tw_durable_move(d, id = t->id, due))
        tell(MOVED, id, due);
    if (t && draw(50) == 0 && tw_durable_cancel(d, id = t->id))
        tell(CANCELLED, id, 0);
    while (draw(8) && (t = tw_durable_expire(d, now_ms())) != NULL) {
        tell(FIRED, id = t->id, now_ms());
        if (draw(4) && tw_durable_done(d, id))
            tell(DONE, id, 0);
    }
    if (draw(3))
        return;
    tell(BEGINS, 0, 0);
    if (tw_durable_commit(d))
        tell(COMMITTED, 0, 0);
}

/* until: all is done, for the last process. */
static void live(bool until) {
    struct tw_durable *const d = open_set();
    const struct tw_durable_timer *t;

    while (!until)
        work(d);
    while (tw_durable_count(d)) {
        poll(NULL, 0, tw_durable_wait_ms(d, now_ms()));
        while ((t = tw_durable_expire(d, now_ms())) != NULL) {
            const uint64_t id = t->id;

            tell(FIRED, id, now_ms());
            if (tw_durable_done(d, id))
                tell(DONE, id, 0);
        }
        tell(BEGINS, 0, 0);
        if (tw_durable_commit(d))
            tell(COMMITTED, 0, 0);
    }
    _exit(tw_durable_close(d) ? 0 : 1);
}

/* ----------------------------------------------------------------------- the one that kills */

static struct timer *find(uint64_t id) {
    for (size_t i = 0; i < n; i++)
        if (timer[i].id == id)
            return &timer[i];
    return NULL;
}

static void keep(bool next) {
    size_t left = 0;

    for (size_t i = 0; i < n; i++) {
        struct timer t = timer[i];

        if (next)
            t.due = t.next_due;
        t.next_due = t.due;
        if (t.due)
            timer[left++] = t;
    }
    n = left;
}

static void hear(const struct told *told) {
    struct timer *const t = find(told->id);

    if (told->step == BEGINS || told->step == COMMITTED) {
        commits = told->step == BEGINS;
        if (!commits)
            keep(true);
        return;
    }
    if (told->step == ARMED) {
        check(told->id > given, "an id was never given before");
        given = told->id;
        timer[n].id = told->id;
        timer[n].due = 0;
        timer[n++].next_due = told->due;
        return;
    }
    check(t && t->next_due, "the timer has not ended");
    if (told->step == FIRED) {
        check(t->next_due <= told->due, "no timer fires early");
        fired++;
    } else {
        dones += told->step == DONE;
        t->next_due = told->step == MOVED ? told->due : 0;
    }
}

/* The same as the file has, before the commit or after it? */
static bool has(const struct tw_durable *d, bool next) {
    const struct tw_durable_timer *t;
    size_t want = 0, got = 0;

    for (size_t i = 0; i < n; i++) {
        const uint64_t due = next ? timer[i].next_due : timer[i].due;

        t = tw_durable_get(d, timer[i].id);
        want += due != 0;
        got += due && t && t->due_ms == due && t->bytes == sizeof due;
    }
    return want == got && got == tw_durable_count(d);
}

static void compare(void) {
    struct tw_durable *const d = open_set();
    const bool before = has(d, false), after = commits && has(d, true);

    check(before || after, "the file has the last commit, or the one that was under way");
    check(tw_durable_close(d), "nothing is to be written");
    keep(!before);
    commits = false;
}

/* Kills after so many steps that were told; 0: somewhere in open(). */
static void one(uint64_t steps, bool last) {
    struct told told;
    int ends[2], status;
    pid_t child;

    check(pipe(ends) == 0 && (child = fork()) >= 0, "a process");
    if (child == 0) {
        state += (uint64_t)getpid();
        out = ends[1];
        live(last);
    }
    close(ends[1]);
    if (!steps)
        usleep((useconds_t)draw(20000));
    while ((last || steps--) && read(ends[0], &told, sizeof told) == sizeof told)
        hear(&told);
    check(last || kill(child, SIGKILL) == 0, "it is killed");
    while (read(ends[0], &told, sizeof told) == sizeof told)
        hear(&told);
    close(ends[0]);
    check(waitpid(child, &status, 0) == child, "it has died");
    check(last ? status == 0 : WIFSIGNALED(status), "of SIGKILL, and not by itself");
    compare();
}

int main(int argc, char **argv) {
    const unsigned long kills = argc == 3 ? strtoul(argv[1], NULL, 10) : 0;

    if (kills == 0) {
        fprintf(stderr, "durable_kill_test: usage: durable_kill_test KILLS SEED\n");
        return 2;
    }
    state = strtoul(argv[2], NULL, 10);
    unlink(file);
    for (unsigned long i = 0; i < kills; i++)
        one(draw(8) ? 1 + draw(400) : 0, false);
    one(0, true);
    check(n == 0, "all timers have fired in the end");
    printf("%lu kills, %llu firings, %llu done\n", kills, (unsigned long long)fired,
           (unsigned long long)dones);
    check(fired > kills && dones, "something was tested");
    return 0;
}
