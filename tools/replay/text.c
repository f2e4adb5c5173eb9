/* SPDX-License-Identifier: MIT-0 */
#include "advice.h"
#include "numbers.h"
#include "report.h"

#include <inttypes.h>

static void print_kind(FILE *f, int width, double ns) {
    if (ns < 0)
        fprintf(f, "  %*s", width, "-");
    else
        fprintf(f, "  %*.1f", width, ns);
}

static void print_trace(FILE *f, const struct trace *t) {
    const struct {
        size_t count;
        const char *of;
    } part[] = {
        {t->ops, " operations ("},
        {t->arms, " armings, "},
        {t->moves, " of them moves; "},
        {t->cancels, " cancels, "},
        {t->cancels - t->hits, " of them of idle timers), "},
        {t->timers, " timers, peak armed "},
        {t->peak, ", "},
        {t->left, " still armed at the end\n"},
    };

    char count[SPAN];

    fprintf(f, "%s: ", t->file);
    for (size_t i = 0; i < sizeof part / sizeof part[0]; i++)
        fprintf(f, "%s%s", count_text(count, part[i].count), part[i].of);
}

/* Nothing if there is no sentence. */
static void print_sentences(FILE *f, const struct advice *a) {
    for (size_t i = 0; i < a->lines; i++)
        fprintf(f, "%s\n", a->line[i]);
}

static void print_run(FILE *f, const struct result *r) {
    char length[SPAN];

    fprintf(f, "%s; %s; %zu turn%s", machine_cpu(), machine_compiler(), r->turns,
            r->turns == 1 ? "" : "s");
    if (r->t->unit != 1)
        fprintf(f, "; ticks of %s", span_text(length, r->t->unit));
    if (r->has_slack)
        fprintf(f, "; a slack of %s ticks", count_text(length, r->slack));
    fprintf(f, "\n\n");
}

static void print_table(FILE *f, const struct result *r) {
    fprintf(f,
            "structure   ns/op  ns/arm  ns/cancel  ns/fire  ns/next  worst advance us  set bytes  "
            "bytes/timer  wake-ups  %s"
            "firings  hash\n",
            r->has_slack ? "with slack  ticks late  " : "");
    for (const struct row *x = r->row; x < r->row + r->rows; x++) {
        fprintf(f, "%-9s  %6.1f", x->name, x->op);
        print_kind(f, 6, x->kind[ARM]);
        print_kind(f, 9, x->kind[CANCEL]);
        print_kind(f, 7, x->kind[FIRE]);
        print_kind(f, 7, x->kind[NEXT]);
        fprintf(f, "  %16.3f  %9zu  %11.1f  %8zu", x->worst / 1000, x->set_bytes, x->timer_bytes,
                x->wakes);
        if (r->has_slack)
            fprintf(f, "  %10zu  %10" PRIu64, x->slack_wakes, x->latest);
        fprintf(f, "  %7zu  %016" PRIx64 "\n", x->fires, x->hash);
    }
}

static void print_advice(FILE *f, const struct advice *a) {
    print_sentences(f, a);
    fputc('\n', f);
}

void report_text(FILE *f, const struct result *r) {
    struct advice sources = {.lines = 0}, hashes = {.lines = 0}, choice = {.lines = 0};

    print_trace(f, r->t);
    advise_sources(&sources, r->t);
    print_sentences(f, &sources);
    print_run(f, r);
    print_table(f, r);
    fputc('\n', f);

    advise_hashes(&hashes, r);
    print_advice(f, &hashes);
    advise_choice(&choice, r);
    advise_record(&choice);
    print_advice(f, &choice);
}
