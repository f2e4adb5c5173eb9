/* SPDX-License-Identifier: MIT-0 */
#include "run.h"
#include "number.h"
#include <inttypes.h>
#include <string.h>

/* A sequence on its way. */
struct play {
    struct court *court;
    const struct sequence *s;
    struct verdict *v;
    struct model model;
};

uint64_t court_mask(const struct court *c) {
    return c->claims.bits ? ((uint64_t)1 << c->claims.bits) - 1 : UINT64_MAX;
}

/* Claims without a number. */
static bool *claim_flag(struct claims *c, const char *word) {
    const struct {
        const char *word;
        bool *flag;
    } flags[] = {{"fifo", &c->fifo},         {"next", &c->next},           {"move", &c->move},
                 {"passed", &c->passed},     {"callbacks", &c->callbacks}, {"budget", &c->budget},
                 {"deferred", &c->deferred}, {"pops", &c->pops},           {"sleeps", &c->sleeps},
                 {"ahead", &c->ahead},       {"unordered", &c->unordered}};

    for (size_t i = 0; i < sizeof flags / sizeof *flags; i++)
        if (strcmp(word, flags[i].word) == 0)
            return flags[i].flag;
    return NULL;
}

/* Claims with a number, and its range. PROTOCOL.md has the same ranges. */
struct numbered {
    const char *word;
    uint64_t *to, least, most;
};

static bool read_numbered(const struct numbered *claim, const char *number, char why[200]) {
    if (number && number_alone(number, claim->least, claim->most, claim->to))
        return true;
    snprintf(why, 200, "hello: `%s` wants a number from %" PRIu64 " to %" PRIu64 ", not `%.40s`",
             claim->word, claim->least, claim->most, number ? number : "");
    return false;
}

static bool refuse_twice(const char *word, char why[200]) {
    snprintf(why, 200, "hello: `%s` stands there twice", word);
    return false;
}

/* Reads the word at `word`, and its number if it has one. A bit of *met is a claim with a number
   that was read before. */
static bool read_claim(struct claims *c, const char *word, unsigned *met, char why[200]) {
    const struct numbered numbered[] = {{"bits", &c->bits, 16, 32},
                                        {"late", &c->late, 0, MOST_LATE},
                                        {"grain", &c->grain, 1, MOST_LATE},
                                        {"top", &c->top, LEAST_TOP, UINT64_MAX},
                                        {"costs", &c->costs, 1, UINT64_MAX}};
    bool *const flag = claim_flag(c, word);

    if (flag && *flag)
        return refuse_twice(word, why);
    if (flag) {
        *flag = true;
        return true;
    }
    for (size_t i = 0; i < sizeof numbered / sizeof *numbered; i++)
        if (strcmp(word, numbered[i].word) == 0) {
            if (*met & 1u << i)
                return refuse_twice(word, why);
            *met |= 1u << i;
            return read_numbered(&numbered[i], strtok(NULL, " "), why);
        }
    snprintf(why, 200, "hello: `%.40s` is no claim; PROTOCOL.md has them", word);
    return false;
}

/* Reads the answer to hello. False: *why says what is wrong with it. */
static bool read_claims(struct claims *c, char *words, char why[200]) {
    unsigned met = 0;
    char *word;

    memset(c, 0, sizeof *c);
    c->top = (uint64_t)1 << 62;
    for (word = strtok(words, " "); word && strcmp(word, "name") != 0; word = strtok(NULL, " "))
        if (!read_claim(c, word, &met, why))
            return false;
    word = word ? strtok(NULL, "") : NULL;
    if (!word) {
        snprintf(why, 200, "hello: the answer has no `name TEXT`");
        return false;
    }
    snprintf(c->name, sizeof c->name, "%s", word);
    if (c->bits != 0 && c->bits != 16 && c->bits != 32) {
        snprintf(why, 200, "hello: `bits` wants 16 or 32");
        return false;
    }
    return true;
}

bool court_hello(struct court *c, char why[200]) {
    const char *said;

    if (!process_start(&c->process)) {
        snprintf(why, 200, "no process can be made");
        return false;
    }
    if (process_ask(&c->process, "hello\n", 6, 1) != ANSWERED) {
        said = process_said(&c->process);
        snprintf(why, 200, "no answer to hello: %s", said ? said : c->process.how);
        return false;
    }
    return read_claims(&c->claims, process_line(&c->process), why);
}

static uint64_t quarter(const struct claims *c) {
    return c->bits ? (uint64_t)1 << (c->bits - 2) : UINT64_MAX;
}

/* May a timer be armed for this tick? */
static bool in_reach(const struct play *p, uint64_t due) {
    const struct claims *const c = &p->court->claims;

    if (c->ahead && due <= p->model.now)
        return false;
    if (due > p->model.now)
        return c->bits ? due - p->model.now < quarter(c) : due <= c->top;
    return !c->bits || p->model.now - due < quarter(c) / 2;
}

/* Do the rules of the protocol allow this operation now? */
static bool allowed(const struct play *p, const struct op *x) {
    const struct model *const m = &p->model;
    uint64_t due = 0, by;

    switch (x->kind) {
    case ADD:
        return !m->item[x->id].armed && in_reach(p, x->tick);
    case MOVE:
        return m->item[x->id].armed && in_reach(p, x->tick);
    case PLAN_ADDS:
        return in_reach(p, m->now + x->tick) && x->tick < quarter(&p->court->claims) / 2;
    case ADVANCE:
        if (x->tick < m->now || (!p->court->claims.bits && x->tick > p->court->claims.top))
            return false;
        if (!p->court->claims.bits)
            return true;
        if (model_next(m, &due, &by) && due < x->tick && x->tick - due >= quarter(m->claims) / 2)
            return false;
        return x->tick - m->now < quarter(m->claims);
    default:
        return true;
    }
}

static void note(struct play *p, enum breach b, const char *got) {
    p->v->breach = b;
    p->v->alone = true;
    snprintf(p->v->got, sizeof p->v->got, "%s", got);
}

/* The answers that the protocol has for an operation; NULL: for init. */
static const char *right_answers(const struct op *x) {
    if (!x)
        return "`ok`";
    switch (x->kind) {
    case NEXT:
        return "`next DUE` or `none`";
    case COST:
        return "`cost N`";
    case ADVANCE:
        return "`fired ID...`";
    case POP:
        return "`fired ID` or `fired`";
    case PLAN_ADDS:
    case PLAN_CANCELS:
        return "`ok`";
    default:
        return "`ok` or `no`";
    }
}

void court_nonsense(struct court *c, const struct op *x, const char *answer) {
    enum { SHOWN = 60 };

    char asked[LINE] = "init", shown[SHOWN + 1];
    size_t i;

    if (x)
        asked[op_line(x, court_mask(c), asked) - 1] = 0;
    for (i = 0; answer[i] && i < SHOWN; i++)
        shown[i] = (char)(answer[i] < ' ' || answer[i] > '~' ? '?' : answer[i]);
    shown[i] = 0;
    snprintf(c->nonsense, sizeof c->nonsense, "`%s` is answered by `%s%s`; the protocol wants %s",
             asked, shown, answer[i] ? "..." : "", right_answers(x));
    if (x && (x->kind == NEXT || x->kind == ADVANCE || x->kind == POP)) {
        const size_t length = strlen(c->nonsense);

        snprintf(c->nonsense + length, sizeof c->nonsense - length,
                 x->kind == NEXT ? ", with DUE from 0 to %" PRIu64 : ", with ID from 0 to %" PRIu64,
                 x->kind == NEXT ? court_mask(c) : JUDGE_IDS - 1);
    }
}

/* The operation is x; NULL: init. `got` is what the card shows of the answer. */
static void note_nonsense(struct play *p, const struct op *x, const char *answer, const char *got) {
    court_nonsense(p->court, x, answer);
    note(p, RUBBISH, got);
}

static void note_timers(struct play *p, unsigned id, unsigned rival) {
    p->v->id = id;
    p->v->rival = rival;
    p->v->due = p->model.item[id].due & court_mask(p->court);
    p->v->rival_due = p->model.item[rival].due & court_mask(p->court);
}

/* What should fire now, as ids in order; the model is a copy. */
static void expect_fired(struct play *p, uint64_t max) {
    struct model m = p->model;
    char *const to = p->v->expected;
    const size_t room = sizeof p->v->expected;
    size_t at = 0;
    unsigned id, rival;

    to[0] = 0;
    for (; max > 0 && at + 8 < room && model_first(&m, &id); max--) {
        at += (size_t)snprintf(to + at, room - at, at ? " %u" : "%u", id);
        model_fire(&m, id, &rival);
    }
}

/* The breach that the firing of timer `id` is, with what the card says of it. */
static enum breach judge_firing(struct play *p, unsigned id, bool too_many) {
    const uint64_t due = p->model.item[id].due;
    unsigned rival = 0;
    const enum breach b = too_many ? TOO_MANY : model_fire(&p->model, id, &rival);

    if (b != FINE) {
        note_timers(p, id, rival);
        p->v->due = due & court_mask(p->court);
    }
    return b;
}

/* The breach of the ids behind "fired". */
static enum breach judge_ids(struct play *p, const char *ids, uint64_t max) {
    uint64_t fired, id;
    unsigned missed;

    for (fired = 0;; fired++) {
        enum breach b;

        ids += strspn(ids, " ");
        if (*ids == 0)
            break;
        if (!number_read(&ids, 0, JUDGE_IDS - 1, &id))
            return RUBBISH;
        b = judge_firing(p, (unsigned)id, fired == max);
        if (b != FINE)
            return b;
    }
    if (fired == max || !model_missed(&p->model, &missed))
        return FINE;
    note_timers(p, missed, missed);
    return MISSED;
}

static void judge_fired_line(struct play *p, const struct op *x, const char *answer) {
    const uint64_t max = x->kind == POP ? 1 : x->max;
    enum breach b;
    unsigned left;

    model_begin(&p->model, x->kind == POP ? p->model.now : x->tick);
    if (strncmp(answer, "fired", 5) != 0 || (answer[5] != 0 && answer[5] != ' ')) {
        note_nonsense(p, x, answer, answer);
        return;
    }
    expect_fired(p, max);
    b = judge_ids(p, answer + 5, max);
    if (b == RUBBISH)
        note_nonsense(p, x, answer, answer + 6);
    else if (b != FINE)
        note(p, b, answer[5] ? answer + 6 : "");
    else if (x->kind == ADVANCE && max > 0 && model_missed(&p->model, &left))
        p->model.seen |= SEEN_BUDGET;
}

static void judge_next(struct play *p, const struct op *x, const char *answer) {
    const uint64_t mask = court_mask(p->court);
    uint64_t due = 0, by = 0, got = 0;
    const bool any = model_next(&p->model, &due, &by);

    if (!any)
        snprintf(p->v->expected, sizeof p->v->expected, "none");
    else
        snprintf(p->v->expected, sizeof p->v->expected, "next %" PRIu64,
                 (due < p->model.now && !p->court->claims.pops ? p->model.now : due) & mask);
    if (strcmp(answer, "none") == 0) {
        if (any)
            note(p, WRONG_NEXT, answer);
        return;
    }
    if (strncmp(answer, "next ", 5) != 0 || !number_alone(answer + 5, 0, mask, &got))
        note_nonsense(p, x, answer, answer);
    else if (!any)
        note(p, WRONG_NEXT, answer);
    else if (due <= p->model.now && !p->court->claims.pops &&
             (mask == UINT64_MAX ? got <= p->model.now : ((p->model.now - got) & mask) <= mask / 2))
        return; /* any tick that is not ahead */
    else if (((got - due) & mask) > by - due)
        note(p, WRONG_NEXT, answer);
    else
        p->model.seen |= SEEN_NEXT;
}

static void judge_cost(struct play *p, const struct op *x, const char *answer) {
    const uint64_t most = p->court->claims.costs;
    uint64_t got;

    snprintf(p->v->expected, sizeof p->v->expected, "cost %" PRIu64 " or less", most);
    if (strncmp(answer, "cost ", 5) != 0 || !number_alone(answer + 5, 0, UINT64_MAX, &got))
        note_nonsense(p, x, answer, answer);
    else if (got > most) {
        note(p, COSTLY, answer);
        p->v->due = got;
        p->v->rival_due = most;
    } else if (p->model.seen & SEEN_FIRING)
        p->model.seen |= SEEN_COST;
}

static bool is_plan(const struct op *x) { return x->kind == PLAN_ADDS || x->kind == PLAN_CANCELS; }

/* Answers of one word, ok or no. */
static void judge_word(struct play *p, const struct op *x, const char *answer) {
    const bool ok = strcmp(answer, "ok") == 0;
    struct item *const item = &p->model.item[x->id];
    bool armed;

    snprintf(p->v->expected, sizeof p->v->expected, "ok");
    if (!ok && (is_plan(x) || strcmp(answer, "no") != 0)) {
        note_nonsense(p, x, answer, answer);
        return;
    }
    switch (x->kind) {
    case CANCEL:
        armed = model_cancel(&p->model, x->id);
        if (armed && item->due < p->model.gone)
            p->model.gone = item->due;
        snprintf(p->v->expected, sizeof p->v->expected, armed ? "ok" : "no");
        if (ok != armed)
            note(p, WRONG_CANCEL, answer);
        break;
    case PLAN_ADDS:
    case PLAN_CANCELS:
        item->plan = x->kind == PLAN_ADDS ? PLAN_ADD : PLAN_CANCEL;
        item->other = x->other;
        item->delay = x->tick;
        if (p->model.ids <= x->id)
            p->model.ids = x->id + 1;
        break;
    default:
        model_add(&p->model, x->id, x->tick);
        item->moved = x->kind == MOVE;
        if (!ok)
            note(p, REFUSED, answer);
    }
}

static void judge_answer(struct play *p, const struct op *x, const char *answer) {
    if (x->kind == NEXT)
        judge_next(p, x, answer);
    else if (x->kind == COST)
        judge_cost(p, x, answer);
    else if (x->kind == ADVANCE || x->kind == POP)
        judge_fired_line(p, x, answer);
    else
        judge_word(p, x, answer);
}

/* Does to the model what the operation should do, so that the next one can be chosen. */
static void foresee(struct play *p, const struct op *x) {
    uint64_t left = x->kind == POP ? 1 : x->max;
    unsigned id, rival;

    if (x->kind == ADVANCE || x->kind == POP) {
        model_begin(&p->model, x->kind == POP ? p->model.now : x->tick);
        for (; left > 0 && model_first(&p->model, &id); left--)
            model_fire(&p->model, id, &rival);
    } else if (x->kind != NEXT && x->kind != COST)
        judge_word(p, x, x->kind == CANCEL && !p->model.item[x->id].armed ? "no" : "ok");
}

static void note_end(struct play *p, enum answer a) {
    const char *const said = process_said(&p->court->process);

    note(p, a == HUNG ? HANGS : ENDED, p->court->process.how);
    snprintf(p->v->said, sizeof p->v->said, "%s", said ? said : "");
}

static void init(struct play *p) { model_init(&p->model, &p->court->claims, p->s->start); }

static void judge_init(struct play *p, const char *answer) {
    if (strcmp(answer, "ok") != 0)
        note_nonsense(p, NULL, answer, "init is not answered by ok");
}

static int init_line(const struct play *p, char line[LINE]) {
    return snprintf(line, LINE, "init %" PRIu64 "\n", p->s->start & court_mask(p->court));
}

/* One operation after the other, each answered before the next is sent. */
static void play_slowly(struct play *p) {
    char line[LINE];
    enum answer a = process_ask(&p->court->process, line, (size_t)init_line(p, line), 1);
    size_t i;

    init(p);
    if (a == ANSWERED)
        judge_init(p, process_line(&p->court->process));
    else
        note_end(p, a);
    for (i = 0; i < p->s->n && p->v->breach == FINE; i++) {
        const struct op *const x = &p->s->op[i];

        p->v->skipped[i] = !allowed(p, x);
        if (p->v->skipped[i])
            continue;
        p->v->at = i;
        p->v->sent++;
        a = process_ask(&p->court->process, line, (size_t)op_line(x, court_mask(p->court), line),
                        1);
        if (a == ANSWERED)
            judge_answer(p, x, process_line(&p->court->process));
        else
            note_end(p, a);
    }
}

/* All at once, if each answer can be foreseen. */
static enum answer play_at_once(struct play *p) {
    static char text[(OPS + 1) * LINE];
    size_t length = (size_t)init_line(p, text), sent = 1, i;
    enum answer a;

    init(p);
    for (i = 0; i < p->s->n; i++) {
        p->v->skipped[i] = !allowed(p, &p->s->op[i]);
        if (p->v->skipped[i])
            continue;
        sent++;
        length += (size_t)op_line(&p->s->op[i], court_mask(p->court), text + length);
        foresee(p, &p->s->op[i]);
    }
    a = process_ask(&p->court->process, text, length, sent);
    if (a != ANSWERED)
        return a;
    init(p);
    judge_init(p, process_line(&p->court->process));
    for (i = 0; i < p->s->n && p->v->breach == FINE; i++)
        if (!p->v->skipped[i]) {
            p->v->at = i;
            p->v->sent++;
            judge_answer(p, &p->s->op[i], process_line(&p->court->process));
        }
    return ANSWERED;
}

/* Can the state after each operation be foreseen? If equals, or late ones, fire in an order
   of the subject's, callbacks and budgets have effects of its own choice. */
static bool foreseeable(const struct claims *c, const struct sequence *s) {
    const bool exact = c->late == 0 && c->grain < 2;
    size_t i;

    if (!exact || c->pops)
        return exact && c->fifo;
    if (c->fifo && c->passed && c->deferred)
        return true;
    for (i = 0; i < s->n; i++)
        if (s->op[i].kind == PLAN_ADDS || s->op[i].kind == PLAN_CANCELS ||
            s->op[i].max != UINT64_MAX)
            return false;
    return true;
}

enum answer court_start(struct court *c) {
    if (c->process.pid)
        return ANSWERED;
    if (process_start(&c->process))
        return process_ask(&c->process, "hello\n", 6, 1);
    snprintf(c->process.how, sizeof c->process.how, "no process can be made");
    return HAS_ENDED;
}

void court_play(struct court *c, const struct sequence *s, struct verdict *v) {
    struct play p = {c, s, v, {0}};
    enum answer a;

    memset(v, 0, sizeof *v);
    a = court_start(c);
    if (a != ANSWERED) {
        note_end(&p, a);
        return;
    }
    if (c->slowly || !foreseeable(&c->claims, s))
        play_slowly(&p);
    else if ((a = play_at_once(&p)) != ANSWERED) {
        memset(v, 0, sizeof *v); /* a second time, to see at which operation it ends */
        if (court_start(c) == ANSWERED)
            play_slowly(&p);
        if (v->breach == FINE) { /* only what was played before makes it end */
            note_end(&p, a);
            v->alone = false;
        }
        v->twice = true;
    }
    v->seen = p.model.seen;
}
