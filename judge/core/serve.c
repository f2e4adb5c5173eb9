/* SPDX-License-Identifier: MIT-0 */
/* The subject's side of the protocol: reads lines, calls the six functions, answers. What
   has been answered is written out when no more input waits, so that many lines that come
   at once cost one write. */
#include "judge.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* What a callback does: nothing, arms `other` `delay` ticks on, or cancels it. */
struct plan {
    enum { NOTHING, ARMS, CANCELS } act;

    unsigned other;
    uint64_t delay;
};

static const struct judge_subject *subject;
static struct plan plan[JUDGE_IDS];
static uint64_t now;
static bool advancing;

void judge_fired(unsigned id) {
    printf(" %u", id);
    if (advancing && id < JUDGE_IDS && plan[id].act != NOTHING) {
        const struct plan p = plan[id];

        plan[id].act = NOTHING;
        subject->cancel(p.other);
        if (p.act == ARMS)
            subject->add(p.other, now + p.delay);
    }
}

static void answer_hello(void) { printf("%s name %s", subject->claims, subject->name); }

static void answer_init(uint64_t at) {
    memset(plan, 0, sizeof plan);
    now = at;
    subject->init(at);
    printf("ok");
}

static void answer_next(void) {
    uint64_t due = 0;

    if (subject->next(&due))
        printf("next %" PRIu64, due);
    else
        printf("none");
}

/* A tick that wraps is cut by the subject, which knows its width: here now + delay has 64
   bits. */
static void answer_advance(uint64_t to, uint64_t max) {
    printf("fired");
    now = to;
    advancing = true;
    subject->advance(to, max);
    advancing = false;
}

static void answer_plan(unsigned id, const char *words) {
    struct plan p = {CANCELS, 0, 0};

    if (id < JUDGE_IDS && (sscanf(words, "cancel %u", &p.other) == 1 ||
                           sscanf(words, "add %u %" SCNu64, &p.other, &p.delay) == 2)) {
        p.act = *words == 'a' ? ARMS : CANCELS;
        plan[id] = p;
        printf("ok");
    } else
        printf("what?");
}

static void answer(const char *line) {
    uint64_t a = 0, b = UINT64_MAX;
    unsigned id = 0;
    int words = 0;

    if (strcmp(line, "hello") == 0)
        answer_hello();
    else if (strcmp(line, "next") == 0)
        answer_next();
    else if (strcmp(line, "pop") == 0)
        answer_advance(now, 1);
    else if (sscanf(line, "init %" SCNu64, &a) == 1)
        answer_init(a);
    else if (sscanf(line, "add %u %" SCNu64, &id, &a) == 2)
        printf(subject->add(id, a) ? "ok" : "no");
    else if (sscanf(line, "cancel %u", &id) == 1)
        printf(subject->cancel(id) ? "ok" : "no");
    else if (sscanf(line, "move %u %" SCNu64, &id, &a) == 2)
        printf(subject->move(id, a) ? "ok" : "no");
    else if (sscanf(line, "advance %" SCNu64 " %" SCNu64, &a, &b) >= 1)
        answer_advance(a, b);
    else if (sscanf(line, "plan %u %n", &id, &words) == 1 && words)
        answer_plan(id, line + words);
    else
        printf("what?");
    putchar('\n');
}

int judge_serve(const struct judge_subject *s) {
    static char in[1 << 16];
    size_t have = 0;

    subject = s;
    for (;;) {
        char *line = in, *end;
        ssize_t got;

        fflush(stdout);
        got = read(0, in + have, sizeof in - 1 - have);
        if (got <= 0)
            return 0;
        have += (size_t)got;
        in[have] = 0;
        for (; (end = strchr(line, '\n')) != NULL; line = end + 1) {
            *end = 0;
            answer(line);
        }
        have -= (size_t)(line - in);
        memmove(in, line, have);
    }
}
