/* SPDX-License-Identifier: MIT-0 */
/* answer BITS: makes a vector of operations. Reads lines of the protocol, the first one `init`, and
   prints one line of JSON: the operations, each with the answer of the judge's model, and the
   levels that they need.
   answer BITS PROMISE: the same, and if they do not put the promise to the test yet, an advance
   ends them. Prints nothing if that does not, either. PROMISE may be a level, too.
   answer BITS PROMISE SEED NUMBER: draws the operations, as the judge does for a promise, and
   prints nothing in that case, either.
   Ticks have 16, 32 or 64 bits. With `pops` in place of BITS they have 64, and the subject is a
   queue without a clock. Operations that the rules forbid are left out. */
#include "promises.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static struct model model;
static struct claims claims = {.fifo = true,
                               .next = true,
                               .move = true,
                               .passed = true,
                               .callbacks = true,
                               .deferred = true,
                               .budget = true};
static unsigned bits;
static uint64_t mask, reach; /* reach: the longest distance of a deadline from the clock */
static uint64_t farthest;    /* the largest tick, counted from the first turn of the clock */
static bool wraps;           /* a tick lies in another turn than the first */
static bool fired;           /* an advance has fired a timer */

/* The levels, in the order in which a vector names them. */
enum level {
    ORDER,
    FIFO,
    PASSES,
    MOVES,
    NEXTS,
    NOW,
    CALLBACKS,
    DEFERRED,
    BUDGET,
    FAR,
    WIDE,
    TOP,
    ROOM,
    IN,
    LEFT,
    SOONER,
    SLEEP,
    AGAIN,
    NESTED,
    BACK,
    CLEAR,
    POPS,
    SORTED,
    LEVELS
};

static const char *const level_name[LEVELS] = {
    "order",  "fifo",  "passed", "move", "next",  "now",  "callbacks", "deferred",
    "budget", "far",   "wide",   "top",  "room",  "in",   "left",      "sooner",
    "sleep",  "again", "nested", "back", "clear", "pops", "sorted"};
static bool needs[LEVELS];
static uint64_t room = UINT64_MAX; /* how many timers may wait */
static uint64_t period[JUDGE_IDS]; /* of a timer that its callback arms again; 0: of none */

static char run[1 << 16];
static size_t length;

static void say(const char *text) {
    length +=
        (size_t)snprintf(run + length, sizeof run - length, "%s\"%s\"", length ? "," : "", text);
}

/* The tick that t stands for where ticks wrap: the one that is nearest to the clock. */
static uint64_t unwrapped(uint64_t t) {
    const uint64_t ahead = (t - model.now) & mask;

    return bits == 64 ? t : ahead <= mask / 2 ? model.now + ahead : model.now - (mask + 1 - ahead);
}

static void note_tick(uint64_t due) {
    const uint64_t span = due > model.now ? due - model.now : model.now - due;

    reach = span > reach ? span : reach;
    farthest = due > farthest ? due : farthest;
    wraps |= bits < 64 && due >> bits != 1;
}

static bool is_due(const struct item *x) {
    return x->armed && (claims.pops || x->due <= model.now);
}

/* Notes what the order of the timers that are due needs; of a queue, that of its first one. */
static void note_order(void) {
    unsigned a, b, first = 0;

    model_first(&model, &first);
    for (a = 0; a < model.ids; a++)
        for (b = 0; b < a; b++) {
            const struct item *const x = &model.item[a], *const y = &model.item[b];

            if (!is_due(x) || !is_due(y) || (claims.pops && a != first && b != first))
                continue;
            needs[ORDER] = true;
            needs[FIFO] |= (x->passed && y->passed) || (x->due == y->due && x->passed == y->passed);
        }
}

/* The callback of timer id arms it again: a whole number of periods after its tick, ahead of the
   clock. */
static void again(unsigned id, uint64_t due) {
    const uint64_t by = period[id];

    period[id] = 0;
    for (due += by; due <= model.now;)
        due += by;
    model_add(&model, id, due);
}

static void advance(uint64_t now, uint64_t max, char *answer) {
    unsigned id, rival;

    note_tick(now);
    model_begin(&model, now);
    note_order();
    answer += sprintf(answer, "fired");
    for (; max > 0 && model_first(&model, &id); max--) {
        const struct item x = model.item[id];

        model_fire(&model, id, &rival);
        answer += sprintf(answer, " %u", id);
        fired = true;
        needs[DEFERRED] |= x.plan == PLAN_ADD && x.delay == 0;
        if (period[id])
            again(id, x.due);
    }
    if (max == 0 && model_first(&model, &id))
        model.seen |= SEEN_BUDGET;
}

/* The same, and the answer names the timers by their numbers. False: a callback would act. */
static bool sorted(uint64_t now, char *answer) {
    bool fires[JUDGE_IDS] = {false};
    unsigned id, rival;

    for (id = 0; id < model.ids; id++)
        if (model.item[id].armed && model.item[id].due <= now &&
            (model.item[id].plan != PLAN_NONE || period[id]))
            return false;
    note_tick(now);
    for (model_begin(&model, now); model_first(&model, &id); fires[id] = fired = true)
        model_fire(&model, id, &rival);
    answer += sprintf(answer, "fired");
    for (id = 0; id < model.ids; id++)
        if (fires[id])
            answer += sprintf(answer, " %u", id);
    return needs[SORTED] = true;
}

static void next(char *answer) {
    uint64_t due = 0, by;

    strcpy(answer, "none");
    if (!model_next(&model, &due, &by))
        return;
    needs[NOW] |= !claims.pops && due <= model.now;
    model.seen |= claims.pops || due > model.now ? SEEN_NEXT : 0;
    sprintf(answer, "next %" PRIu64, (!claims.pops && due < model.now ? model.now : due) & mask);
}

/* May a timer be armed for this tick? If ticks wrap: less than a quarter of the range ahead, and an
   eighth behind. */
static bool in_reach(uint64_t due) {
    return bits == 64 ||
           (due > model.now ? due - model.now <= mask / 4 : model.now - due <= mask / 8);
}

/* May the clock move to this tick, and leave no deadline too far behind? */
static bool may_advance(uint64_t now) {
    uint64_t due = now, by;

    if (bits < 64 && model_next(&model, &due, &by) && due < now && now - due > mask / 4)
        return false;
    return now >= model.now && in_reach(now);
}

/* May a timer wait for this tick beside those that wait? */
static bool has_room(unsigned id, uint64_t due) {
    uint64_t wait = 0;
    unsigned i;

    for (i = 0; i < model.ids; i++)
        wait += i != id && model.item[i].armed && !model.item[i].passed;
    return due <= model.now || wait < room;
}

static bool arm(unsigned id, uint64_t tick, bool armed, char *answer) {
    const uint64_t due = unwrapped(tick);

    if (model.item[id].armed != armed || !in_reach(due))
        return false;
    if (!has_room(id, due))
        return strcpy(answer, "no"), true;
    note_tick(due);
    needs[PASSES] |= !claims.pops && due <= model.now;
    model_add(&model, id, due);
    model.item[id].moved = armed;
    return true;
}

static bool cancel(unsigned id) {
    const struct item *const x = &model.item[id];

    if (x->armed && x->due < model.gone)
        model.gone = x->due;
    return model_cancel(&model, id);
}

static void plan(unsigned id, unsigned other, bool adds, uint64_t delay) {
    struct item *const x = &model.item[id];

    x->plan = adds ? PLAN_ADD : PLAN_CANCEL;
    x->other = other;
    x->delay = delay;
    if (model.ids <= id)
        model.ids = id + 1;
    needs[CALLBACKS] = true;
}

/* Arms a timer for the tick of its caller and a delay more. */
static bool arm_in(unsigned id, uint64_t tick, uint64_t delay, char *answer) {
    const uint64_t most = mask - tick;

    needs[IN] = true;
    return arm(id, bits == 64 && delay > most ? mask : tick + delay, model.item[id].armed, answer);
}

/* Moves a timer, unless it fires early enough; refuses what is out of reach. */
static bool sooner(unsigned id, uint64_t tick, char *answer) {
    const uint64_t due = unwrapped(tick);
    const struct item *const x = &model.item[id];

    needs[SOONER] = true;
    if (!in_reach(due))
        return strcpy(answer, "no"), true;
    return (x->armed && (x->due <= model.now || x->due <= due)) || arm(id, tick, x->armed, answer);
}

/* The milliseconds to the earliest deadline, rounded up, with so many ticks in each. */
static bool sleeps(uint64_t ticks, char *answer) {
    uint64_t due = 0, by;

    needs[SLEEP] = true;
    strcpy(answer, "sleep -1");
    if (model_next(&model, &due, &by))
        sprintf(answer, "sleep %" PRIu64, due <= model.now ? 0 : (due - model.now - 1) / ticks + 1);
    return true;
}

/* Takes all timers out, and lets their plans act: first those that are due, in their order. */
static bool clear(void) {
    unsigned id, last, rival;

    needs[CLEAR] = true;
    for (model_begin(&model, model.now); model_first(&model, &id);)
        model_fire(&model, id, &rival);
    for (id = 0, last = model.ids; id < last; id++)
        if (model.item[id].born < model.batch)
            model_cancel(&model, id);
    return true;
}

/* Writes the answer to a line that the judge has not. False: it is none, or the rules forbid it. */
static bool obey_more(const char *line, char *answer) {
    uint64_t tick, delay;
    unsigned id;

    if (sscanf(line, "in %u %" SCNu64 " %" SCNu64, &id, &tick, &delay) == 3)
        return arm_in(id, tick, delay, answer);
    if (sscanf(line, "sooner %u %" SCNu64, &id, &tick) == 2)
        return sooner(id, tick, answer);
    if (sscanf(line, "sleep %" SCNu64, &tick) == 1)
        return sleeps(tick, answer);
    if (sscanf(line, "plan %u again %" SCNu64, &id, &tick) == 2)
        return period[id] = tick, needs[AGAIN] = true;
    if (sscanf(line, "plan %u advance %" SCNu64, &id, &tick) == 2)
        return needs[NESTED] = true;
    if (sscanf(line, "sorted %" SCNu64, &tick) == 1)
        return may_advance(unwrapped(tick)) && sorted(unwrapped(tick), answer);
    if (strcmp(line, "clear") == 0)
        return clear();
    if (sscanf(line, "left %u", &id) != 1)
        return false;
    tick =
        model.item[id].armed && model.item[id].due > model.now ? model.item[id].due - model.now : 0;
    sprintf(answer, "left %" PRIu64, tick);
    return needs[LEFT] = true;
}

/* Writes the answer to a line. False: the rules forbid the line. */
static bool obey(const char *line, char *answer) {
    uint64_t tick, max = UINT64_MAX;
    unsigned id, other;

    strcpy(answer, "ok");
    if (sscanf(line, "add %u %" SCNu64, &id, &tick) == 2)
        return arm(id, tick, false, answer);
    if (sscanf(line, "move %u %" SCNu64, &id, &tick) == 2)
        return arm(id, tick, true, answer) && (needs[MOVES] = true);
    if (sscanf(line, "cancel %u", &id) == 1)
        return strcpy(answer, cancel(id) ? "ok" : "no"), true;
    if (strcmp(line, "next") == 0)
        return needs[NEXTS] = true, next(answer), true;
    if (claims.pops)
        return strcmp(line, "pop") == 0 && (advance(model.now, 1, answer), true);
    if (sscanf(line, "plan %u add %u %" SCNu64, &id, &other, &tick) == 3)
        return in_reach(model.now + 2 * tick) && (plan(id, other, true, tick), true);
    if (sscanf(line, "plan %u cancel %u", &id, &other) == 2)
        return plan(id, other, false, 0), true;
    if (sscanf(line, "advance %" SCNu64 " %" SCNu64, &tick, &max) < 1)
        return obey_more(line, answer);
    if (unwrapped(tick) < model.now)
        return needs[BACK] = true, strcpy(answer, "fired"), true;
    if (!may_advance(unwrapped(tick)))
        return false;
    needs[BUDGET] |= max != UINT64_MAX;
    return advance(unwrapped(tick), max, answer), true;
}

static void play(const char *line) {
    char answer[4096];

    if (!obey(line, answer))
        return;
    say(line);
    say(answer);
}

/* Fires what waits; of a queue, the first. */
static void fire_rest(void) {
    uint64_t last = model.now + 1;
    char line[LINE];
    unsigned id;

    for (id = 0; id < model.ids; id++)
        if (model.item[id].armed && model.item[id].due > last)
            last = model.item[id].due;
    snprintf(line, LINE, claims.pops ? "pop" : "advance %" PRIu64, last & mask);
    play(line);
}

/* A subject that fires nothing must keep no vector: fires what waits, or one timer more. */
static void end(void) {
    char line[LINE];

    if (!fired && model.armed == 0) {
        snprintf(line, LINE, "add %u %" PRIu64, model.ids, (model.now + 1) & mask);
        play(line);
    }
    if (!fired)
        fire_rest();
}

static void print(void) {
    const char *blank = "";
    int i;

    if (!wraps)
        reach = bits < 64 ? farthest & mask : farthest;
    needs[FAR] = reach >= 1 << 14;
    needs[WIDE] = reach >= 1 << 30;
    needs[TOP] = reach > (uint64_t)1 << 62;
    needs[POPS] = claims.pops;
    printf("{\"needs\":\"");
    if (wraps)
        printf("bits%u", bits), blank = " ";
    for (i = 0; i < LEVELS; i++)
        if (needs[i])
            printf("%s%s", blank, level_name[i]), blank = " ";
    printf("\",\"run\":[%s]}\n", run);
}

static void begin(uint64_t start) {
    char line[LINE];

    mask = bits == 64 ? UINT64_MAX : ((uint64_t)1 << bits) - 1;
    model_init(&model, &claims, bits == 64 ? start : start + mask + 1);
    note_tick(model.now);
    snprintf(line, LINE, "init %" PRIu64, start & mask);
    if ((needs[ROOM] = room != UINT64_MAX))
        snprintf(line + strlen(line), 30, " %" PRIu64, room);
    say(line);
    say("ok");
}

static void read_lines(void) {
    char line[LINE];
    uint64_t start = 0;

    if (!fgets(line, LINE, stdin) || sscanf(line, "init %" SCNu64 " %" SCNu64, &start, &room) < 1)
        exit(2);
    begin(start);
    while (fgets(line, LINE, stdin)) {
        line[strcspn(line, "\n")] = 0;
        play(line);
    }
}

/* NULL: the judge has no such promise. */
static const struct promise *promise_named(const char *name) {
    size_t p = 0;

    while (p < promises_count && strcmp(promises[p].name, name) != 0)
        p++;
    return p < promises_count ? &promises[p] : NULL;
}

/* Is this promise put to the test, or this level needed? */
static bool shows(const char *name) {
    const struct promise *const promise = promise_named(name);
    int i = 0;

    claims.unordered = needs[SORTED];
    if (promise)
        return promise->claimed(&claims) && (model.seen & promise->sees) != 0;
    while (i < LEVELS && strcmp(level_name[i], name) != 0)
        i++;
    return i < LEVELS && needs[i];
}

/* Draws a sequence for a promise. */
static void draw_lines(const struct promise *promise, uint64_t seed, unsigned number) {
    static struct sequence s;
    char line[LINE];
    const size_t last = claims.pops ? 100 : 2; /* it ends by two advances, or many pops */
    size_t i;

    draw_sequence(promise, &claims, &seed, number, &s);
    begin(s.start & (bits == 64 ? UINT64_MAX : ((uint64_t)1 << bits) - 1));
    for (i = 0; i < s.n && (model.armed > 0 || i + last < s.n); i++) {
        line[op_line(&s.op[i], mask, line) - 1] = 0;
        play(line);
    }
}

int main(int argc, char **argv) {
    const struct promise *promise;
    const char *const shown = argc > 2 ? argv[2] : NULL;

    claims.pops = argc > 1 && strcmp(argv[1], "pops") == 0;
    bits = claims.pops ? 64 : argc > 1 ? (unsigned)strtoul(argv[1], NULL, 10) : 0;
    if (argc < 2 || argc == 4 || argc > 5 || (bits != 16 && bits != 32 && bits != 64))
        return fprintf(stderr, "Usage: answer BITS|pops [PROMISE [SEED NUMBER]]\n"), 2;
    promise = shown ? promise_named(shown) : NULL;
    if (argc == 5 && !promise)
        return fprintf(stderr, "answer: %s is no promise\n", shown), 2;
    claims.bits = bits == 64 ? 0 : bits;
    claims.top = bits == 64 ? (uint64_t)1 << 62 : 0;
    if (argc < 5)
        read_lines();
    else
        draw_lines(promise, strtoull(argv[3], NULL, 10), (unsigned)strtoul(argv[4], NULL, 10));
    end();
    if (shown && !shows(shown))
        fire_rest();
    if (!shown || shows(shown))
        print();
    return 0;
}
