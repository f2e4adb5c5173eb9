/* SPDX-License-Identifier: MIT-0 */
/* verbs.h - answers the lines of the vectors. The program that includes it defines the functions
   below for timers of its own; act() is what each callback calls. */
#ifndef VERBS_H
#define VERBS_H

#include <inttypes.h>

static void renew(uint64_t now, uint64_t capacity);
static bool add(unsigned id, uint64_t due);
static bool add_sooner(unsigned id, uint64_t due);
static bool add_in(unsigned id, uint64_t now, uint64_t delay);
static bool cancel(unsigned id);
static bool next(uint64_t *due);
static void advance(uint64_t now, uint64_t max);
static void clear(void);
static uint64_t left(unsigned id);
static int wait_ms(uint64_t ticks);

/* The tick for which a timer was armed last; the timer may be idle. */
static uint64_t last_due(unsigned id);

/* What the callback of a timer does, once. */
static struct plan {
    enum { NOTHING, ARMS, CANCELS, AGAIN, ADVANCES } act;

    unsigned other;
    uint64_t by;
} plans[JUDGE_IDS];

static bool clears; /* clear() calls, and no firing is told */

/* Tells that a timer fires, and does what was planned for it. */
static void act(unsigned id, tw_tick now) {
    struct plan *const p = &plans[id], was = *p;

    if (!clears)
        printf(" %u", id);
    p->act = NOTHING;
    if (was.act == ARMS || was.act == CANCELS)
        cancel(was.other);
    if (was.act == ARMS)
        add(was.other, (tw_tick)(now + was.by));
    if (was.act == AGAIN)
        add(id, tw_forward((tw_tick)last_due(id), (tw_tick)was.by, now, NULL));
    if (was.act == ADVANCES)
        advance(was.by, UINT64_MAX);
}

static bool plan(const char *line) {
    struct plan p = {NOTHING, 0, 0};
    unsigned id;

    if (sscanf(line, "plan %u add %u %" SCNu64, &id, &p.other, &p.by) == 3)
        p.act = ARMS;
    else if (sscanf(line, "plan %u cancel %u", &id, &p.other) == 2)
        p.act = CANCELS;
    else if (sscanf(line, "plan %u again %" SCNu64, &id, &p.by) == 2)
        p.act = AGAIN;
    else if (sscanf(line, "plan %u advance %" SCNu64, &id, &p.by) == 2)
        p.act = ADVANCES;
    return p.act != NOTHING && (plans[id] = p, true);
}

/* The answer of an operation that is refused or not. -1: the line is none. */
static int decide(const char *line) {
    uint64_t a, b = JUDGE_IDS;
    unsigned id;

    if (sscanf(line, "init %" SCNu64 " %" SCNu64, &a, &b) >= 1)
        return memset(plans, 0, sizeof plans), renew(a, b), 1;
    if (strcmp(line, "clear") == 0)
        return clears = true, clear(), clears = false, 1;
    if (sscanf(line, "add %u %" SCNu64, &id, &a) == 2 ||
        sscanf(line, "move %u %" SCNu64, &id, &a) == 2)
        return add(id, a);
    if (sscanf(line, "cancel %u", &id) == 1)
        return cancel(id);
    if (sscanf(line, "sooner %u %" SCNu64, &id, &a) == 2)
        return add_sooner(id, a);
    if (sscanf(line, "in %u %" SCNu64 " %" SCNu64, &id, &a, &b) == 3)
        return add_in(id, a, b);
    return plan(line) ? 1 : -1;
}

static void answer(const char *line, const char *name) {
    uint64_t a, most = UINT64_MAX;
    unsigned id;
    const int said = decide(line);

    if (said >= 0)
        printf(said ? "ok" : "no");
    else if (strcmp(line, "hello") == 0)
        printf("%s name tw %s", WIDTH, name);
    else if (strcmp(line, "next") == 0)
        next(&a) ? printf("next %" PRIu64, a) : printf("none");
    else if (sscanf(line, "left %u", &id) == 1)
        printf("left %" PRIu64, left(id));
    else if (sscanf(line, "sleep %" SCNu64, &a) == 1)
        printf("sleep %d", wait_ms(a));
    else if (sscanf(line, "advance %" SCNu64 " %" SCNu64, &a, &most) >= 1)
        printf("fired"), advance(a, most);
    printf("\n");
}

/* Answers all lines of the standard input. */
static int answer_all(const char *name) {
    char line[200];

    while (fgets(line, sizeof line, stdin)) {
        line[strcspn(line, "\n")] = 0;
        answer(line, name);
    }
    return 0;
}

#endif
