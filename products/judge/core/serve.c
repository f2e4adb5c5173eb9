/* SPDX-License-Identifier: MIT-0 */
/* The subject's side of the protocol: reads lines, calls the six functions, answers. What
   has been answered is written out when no more input waits, so that many lines that come
   at once cost one write. */
#include "judge.h"
#include "number.h"
#include <inttypes.h>
#include <stdio.h>
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
static uint64_t (*most_looks)(void);

void judge_counts(uint64_t (*most)(void)) { most_looks = most; }

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

/* A line of one word. False: it is none. */
static bool answer_word(const char *word) {
    if (strcmp(word, "hello") == 0)
        answer_hello();
    else if (strcmp(word, "next") == 0 && subject->next)
        answer_next();
    else if (strcmp(word, "cost") == 0 && most_looks)
        printf("cost %" PRIu64, most_looks());
    else if (strcmp(word, "pop") == 0)
        answer_advance(now, 1);
    else
        return false;
    return true;
}

/* `words` are behind the id. */
static void answer_plan(unsigned id, const char *words) {
    const bool adds = strncmp(words, " add ", 5) == 0;
    const char *at = words + (adds ? 5 : 8);
    uint64_t other, delay = 0;

    if ((adds || strncmp(words, " cancel ", 8) == 0) &&
        number_read(&at, 0, JUDGE_IDS - 1, &other) &&
        (adds ? *at++ == ' ' && number_alone(at, 0, UINT64_MAX, &delay) : *at == 0)) {
        plan[id] = (struct plan){adds ? ARMS : CANCELS, (unsigned)other, delay};
        printf("ok");
    } else
        printf("what?");
}

/* A line that begins with the number of a timer. False: it is none. */
static bool answer_timer(const char *verb, const char *at) {
    uint64_t id, due;

    if (!number_read(&at, 0, JUDGE_IDS - 1, &id))
        return false;
    if (strcmp(verb, "plan") == 0)
        answer_plan((unsigned)id, at);
    else if (strcmp(verb, "cancel") == 0 && *at == 0)
        printf(subject->cancel((unsigned)id) ? "ok" : "no");
    else if (*at != ' ' || !number_alone(at + 1, 0, UINT64_MAX, &due))
        return false;
    else if (strcmp(verb, "add") == 0)
        printf(subject->add((unsigned)id, due) ? "ok" : "no");
    else if (strcmp(verb, "move") == 0 && subject->move)
        printf(subject->move((unsigned)id, due) ? "ok" : "no");
    else
        return false;
    return true;
}

/* A line that begins with a tick. False: it is none. */
static bool answer_clock(const char *verb, const char *at) {
    uint64_t tick, most = UINT64_MAX;

    if (!number_read(&at, 0, UINT64_MAX, &tick))
        return false;
    if (strcmp(verb, "init") == 0 && *at == 0)
        answer_init(tick);
    else if (strcmp(verb, "advance") == 0 &&
             (*at == 0 || number_alone(at + 1, 0, UINT64_MAX, &most)))
        answer_advance(tick, most);
    else
        return false;
    return true;
}

static void answer(char *line) {
    char *const blank = strchr(line, ' ');

    if (blank)
        *blank = 0;
    if (blank ? answer_timer(line, blank + 1) || answer_clock(line, blank + 1) : answer_word(line))
        putchar('\n');
    else
        printf("what?\n");
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
