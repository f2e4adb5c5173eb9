/* SPDX-License-Identifier: MIT-0 */
/* The sets of tw.c with all operations of the vectors: `verbs STRUCTURE --verbs` answers lines.
   With other options it is tw.c. The memory of a set is never zero before init(). */
#define main tw_main
#include "../subjects/tw.c"
#undef main
#include <inttypes.h>

/* What the callback of a timer does, once. */
static struct plan {
    enum { NOTHING, ARMS, CANCELS, AGAIN, ADVANCES } act;

    unsigned other;
    uint64_t by;
} plans[JUDGE_IDS];

static bool clears; /* clear_with() calls, and no firing is told */

static void act(struct tw_node *n, tw_tick now) {
    struct plan *const p = &plans[n - node], was = *p;

    if (!clears)
        printf(" %u", (unsigned)(n - node));
    p->act = NOTHING;
    if (was.act == ARMS || was.act == CANCELS)
        tw_timers_cancel(&set, &node[was.other]);
    if (was.act == ARMS)
        tw_timers_add(&set, &node[was.other], (tw_tick)(now + was.by));
    if (was.act == AGAIN)
        tw_timers_add(&set, n, tw_forward(n->due, (tw_tick)was.by, now, NULL));
    if (was.act == ADVANCES)
        tw_timers_advance(&set, (tw_tick)was.by);
}

static void renew(uint64_t now, uint64_t capacity) {
    init(now);
    memset(plans, 0, sizeof plans);
    memset(&set, 1, sizeof set);
    memset(in, 1, ops->size);
    for (unsigned i = 0; i < JUDGE_IDS; i++)
        tw_node_init(&node[i], act);
    tw_timers_init(&set, (tw_tick)now, ops, in, room, (size_t)capacity);
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
        return renew(a, b), 1;
    if (strcmp(line, "clear") == 0)
        return clears = true, tw_timers_clear_with(&set, act), clears = false, 1;
    if (sscanf(line, "add %u %" SCNu64, &id, &a) == 2 ||
        sscanf(line, "move %u %" SCNu64, &id, &a) == 2)
        return add(id, a);
    if (sscanf(line, "cancel %u", &id) == 1)
        return cancel(id);
    if (sscanf(line, "sooner %u %" SCNu64, &id, &a) == 2)
        return tw_timers_add_if_earlier(&set, &node[id], (tw_tick)a);
    if (sscanf(line, "in %u %" SCNu64 " %" SCNu64, &id, &a, &b) == 3)
        return tw_timers_add_in(&set, &node[id], (tw_tick)a, (tw_tick)b);
    return plan(line) ? 1 : -1;
}

static void answer(const char *line) {
    uint64_t a, most = UINT64_MAX;
    unsigned id;
    const int said = decide(line);

    if (said >= 0)
        printf(said ? "ok" : "no");
    else if (strcmp(line, "hello") == 0)
        printf("%s name tw %s", WIDTH, ops->name);
    else if (strcmp(line, "next") == 0)
        next(&a) ? printf("next %" PRIu64, a) : printf("none");
    else if (sscanf(line, "left %u", &id) == 1)
        printf("left %" PRIu64, (uint64_t)tw_timers_remaining(&set, &node[id]));
    else if (sscanf(line, "sleep %" SCNu64, &a) == 1)
        printf("sleep %d", tw_timers_wait_ms(&set, tw_timers_now(&set), (tw_tick)a));
    else if (sscanf(line, "advance %" SCNu64 " %" SCNu64, &a, &most) >= 1)
        printf("fired"), advance(a, most);
    printf("\n");
}

int main(int argc, char **argv) {
    char line[200];
    char *only[] = {argv[0], "", NULL};

    if (argc != 3 || strcmp(argv[2], "--verbs") != 0)
        return tw_main(argc, argv);
    for (size_t i = 0; i < sizeof structures / sizeof *structures; i++)
        if (strcmp(argv[1], structures[i]->name) == 0)
            ops = structures[i];
    if (!ops)
        return tw_main(2, only);
    while (fgets(line, sizeof line, stdin)) {
        line[strcspn(line, "\n")] = 0;
        answer(line);
    }
    return 0;
}
