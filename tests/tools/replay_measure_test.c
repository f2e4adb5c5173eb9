/* SPDX-License-Identifier: MIT-0 */
/* What replay's core makes of the clocks that it reads: this program stands in for
   clock.c, and says how long each part takes, in each turn and for each structure. The
   trace arms 768 timers and then cancels 256 of them. None fires, or the last one. */
#undef NDEBUG
#include "advice.h"
#include "clock.h"
#include "replay.h"
#include "report.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

enum {
    ARMS = 768,
    CANCELS = 256,
    OPS = ARMS + CANCELS,
    SAMPLES = 16,
    BATCHES = SAMPLES * 3 * 2, /* readings of the clock: before and after each batch */
    TURNS = 5,
    COST = 7,
    LONG_ADVANCE = 500
};

/* ns of a turn, of a turn with questions, and of each batch of a kind. The least, the
   median, the first and the last differ. */
static uint64_t whole[TURNS] = {9216, 8192, 7168, 10240, 14336};
static const uint64_t asked[TURNS] = {15360, 12288, 11264, 13312, 16384};
static const uint64_t batch[TURNS] = {3072, 2048, 5120, 4096, 9216};
static uint64_t slowest = 1; /* makes the whole of the last structure slower */

static uint64_t grain = 1;  /* the clock of the processor goes on by so many ns */
static uint64_t parted = 1; /* makes the parts of the first structure slower */
static uint64_t spared;     /* this structure has the parts of the first, before that */

/* Where replay is. */
static struct {
    uint64_t ns, cpu_ns, structure, turn, reads;
    bool turns, worst;
} at;

static void on_progress(const char *name, const char *pass, size_t i, size_t n) {
    if (n == 0)
        return;
    at.turns = strcmp(pass, "turn") == 0;
    at.worst = strcmp(pass, "worst") == 0;
    at.turn = i;
    at.reads = 0;
    for (size_t k = 0; k < STRUCTURES; k++)
        if (strcmp(structures[k]->name, name) == 0)
            at.structure = k + 1;
}

/* Two readings are COST apart; a measured part is as much longer as the turn and the
   structure say. */
uint64_t clock_cpu_ns(void) {
    const uint64_t read = at.reads++;
    const bool part = at.turns && read > 1 && read < 2 + BATCHES;
    uint64_t took = 0;

    if (at.turns)
        took = read >= 2 + BATCHES ? asked[at.turn]
               : read > 1          ? batch[at.turn] * (at.structure == 1 ? parted : 1)
                                   : whole[at.turn] * (at.structure == STRUCTURES ? slowest : 1);
    at.cpu_ns += COST + took * (part && at.structure == spared ? 1 : at.structure);
    return at.cpu_ns / grain * grain;
}

/* Advance 300 is interrupted in the first turn; LONG_ADVANCE takes long in each. */
uint64_t clock_ns(void) {
    static const uint64_t longest[TURNS] = {700, 400, 900, 500, 600};
    const uint64_t advance = at.reads++ / 2;

    assert(at.worst);
    return at.ns += at.structure * (advance == LONG_ADVANCE          ? longest[at.turn]
                                    : advance == 300 && at.turn == 0 ? 5000
                                    : advance == 0                   ? 50
                                                                     : 10);
}

static struct trace trace_of(FILE *f, int due_of_last) {
    struct trace t;

    assert(f);
    for (int i = 0; i < OPS; i++)
        if (i < ARMS)
            fprintf(f, "%d arm %d %d\n", i, i, i + 1 < ARMS ? 1000000 : due_of_last);
        else
            fprintf(f, "%d cancel %d\n", i, i - ARMS);
    rewind(f);
    assert(trace_read(&t, f, "test", 1));
    fclose(f);
    return t;
}

static struct result measured_result(const struct trace *t, enum asking ask) {
    struct plan p;
    struct result r;

    memset(&p, 0, sizeof p);
    memset(&at, 0, sizeof at);
    p.turns = TURNS;
    p.ask = ask;
    p.progress = on_progress;
    for (; p.structures < STRUCTURES; p.structures++)
        p.structure[p.structures] = p.structures;
    assert(replay(t, &p, &r));
    return r;
}

static bool near(double got, double wanted) {
    return got > wanted * 0.9999 && got < wanted * 1.0001;
}

/* A sample begins at each of 16 operations that are 64 apart, and takes what follows: so
   many of each kind in all. What the trace does not have has no figure. */
static void figures_are_minima(const struct trace *t) {
    double count[KINDS] = {0, 0, 0};
    struct result r = measured_result(t, ASK_NO);

    for (int first = 0; first < OPS; first += OPS / SAMPLES) {
        const int cancelled = first > ARMS ? first - ARMS : 0;

        count[ARM] += first < ARMS ? ARMS - first : 0;
        count[CANCEL] += CANCELS - cancelled;
        count[FIRE] += ARMS - cancelled;
    }
    for (size_t i = 0; i < STRUCTURES; i++) {
        const double scale = (double)(i + 1);

        assert(near(r.row[i].op, 7168 * scale / OPS));
        assert(r.row[i].kind[NEXT] < 0);
        for (int k = 0; k < FIRE + (t->fires > 0); k++)
            assert(near(r.row[i].kind[k], 2048 * scale * SAMPLES / count[k]));
        assert(t->fires || r.row[i].kind[FIRE] < 0);
        assert(near(r.row[i].worst, 400 * scale));
    }
    result_free(&r);
}

/* Each operation has a time of its own, and so a question. What a turn takes longer with
   questions than without is theirs. The timers that are cancelled are the earliest. */
static void questions_are_counted_in(const struct trace *t) {
    struct result r = measured_result(t, ASK_BY_SOURCE);

    for (size_t i = 0; i < STRUCTURES; i++) {
        const double scale = (double)(i + 1);

        assert(near(r.row[i].op, 11264 * scale / OPS));
        assert(near(r.row[i].kind[NEXT], (11264 - 7168) * scale / OPS));
    }
    assert(r.asks && r.earliest == CANCELS);
    result_free(&r);
}

/* Whether the page marks a structure as the fastest. */
static bool marked(const struct result *r) {
    static char page[1 << 17];
    FILE *f = tmpfile();
    size_t n;

    assert(f);
    report_html(f, r, 1);
    rewind(f);
    n = fread(page, 1, sizeof page - 1, f);
    fclose(f);
    assert(n > 0 && n < sizeof page - 1);
    page[n] = 0;
    return strstr(page, "<td class=\"best\">") != NULL;
}

/* A sentence, if the least turn takes so long. The page marks the structure that the advice calls
   the best. */
static const char *said(const struct trace *t, uint64_t ns, size_t line) {
    static struct advice a;
    struct result r;

    memset(&a, 0, sizeof a);
    whole[2] = ns;
    r = measured_result(t, ASK_NO);
    advise_choice(&a, &r);
    advise_costs(&a, &r);
    assert(strncmp(a.line[0], "No advice", 9) == 0 ? a.lines == 4 : a.lines >= 5);
    assert(marked(&r) == (strstr(a.line[0], " fits this trace best: ") != NULL));
    result_free(&r);
    return a.line[line];
}

/* 768 times 16 * 2048 / 4992 ns and 256 times 16 * 2048 / 3712 ns are 7301.1 ns, 7.1 ns
   per operation. */
static void parts_that_are_apart_leave_no_advice(const struct trace *t) {
    for (int i = 0; i < TURNS; i++)
        whole[i] = 1000000;
    assert(strstr(said(t, 21900, 0), "heap4 fits this trace best: it takes 21.4 ns per operation"));
    assert(
        strcmp(said(t, 21910, 0),
               "No advice: heap4 takes 21.4 ns per operation, and the sum of its parts is 7.1 ns: "
               "they are more than a factor of 3 apart. The machine may be busy.") == 0);
    assert(strstr(said(t, 2440, 0), "heap4 fits"));
    assert(strstr(said(t, 2430, 0), "No advice: heap4 takes 2.4 ns"));
    assert(strcmp(said(t, 0, 0),
                  "No advice: the clock of this machine is too coarse for this trace.") == 0);
    assert(strcmp(said(t, 7168, 1),
                  "It saves most in arming, which takes 6.6 ns, and 13.1 ns with rbtree.") == 0);
    slowest = 100;
    assert(strstr(said(t, 7168, 0), "heap4 fits")); /* the two fastest count */
}

/* As above; three times the parts are 21.4 ns, and those of rbtree are twice 7.1 ns. Any
   other structure contradicts, not the runner-up alone. */
static void no_winner_is_contradicted_by_its_parts(const struct trace *t) {
    parted = 3;
    assert(strcmp(said(t, 14000, 0),
                  "heap4 and rbtree are not told apart on this trace: they take 13.7 and 27.3 ns "
                  "per operation, but the sums of their parts are 21.4 and 14.3 ns.") == 0);
    parted = 2;
    spared = 3;
    assert(strcmp(said(t, 14000, 0),
                  "heap4 and skiplist are not told apart on this trace: they take 13.7 and 41.0 ns "
                  "per operation, but the sums of their parts are 14.3 and 7.1 ns.") == 0);
}

/* A turn of heap4 takes 7168 ns: 20 steps of 358 ns. */
static void a_coarse_clock_names_no_winner(const struct trace *t) {
    parted = 1;
    spared = 0;
    grain = 300;
    assert(strncmp(said(t, 7168, 0), "No advice", 9) != 0);
    grain = 400;
    assert(strcmp(said(t, 7168, 0),
                  "No advice: the clock of this machine is too coarse for this trace.") == 0);
}

int main(void) {
    struct trace t = trace_of(tmpfile(), 1000000), fires = trace_of(tmpfile(), OPS - 1);

    assert(t.fires == 0 && fires.fires == 1);
    figures_are_minima(&t);
    figures_are_minima(&fires);
    questions_are_counted_in(&t);
    parts_that_are_apart_leave_no_advice(&t);
    no_winner_is_contradicted_by_its_parts(&t);
    a_coarse_clock_names_no_winner(&t);
    trace_free(&t);
    trace_free(&fires);
    return 0;
}
