/* SPDX-License-Identifier: MIT-0 */
#include "advice.h"
#include "report.h"

#include <inttypes.h>

static void print_kind(FILE *f, int width, double ns) {
    if (ns < 0)
        fprintf(f, "  %*s", width, "-");
    else
        fprintf(f, "  %*.1f", width, ns);
}

static void print_trace(FILE *f, const struct trace *t) {
    fprintf(f,
            "%s: %zu operations (%zu armings, %zu of them moves; %zu cancels, %zu of them of idle timers), %zu timers, "
            "peak armed %zu\n",
            t->file, t->ops, t->arms, t->moves, t->cancels, t->cancels - t->hits, t->timers, t->peak);
}

static void print_run(FILE *f, const struct result *r) {
    char length[SPAN];

    fprintf(f, "%s; %s; %zu turn%s", machine_cpu(), machine_compiler(), r->turns, r->turns == 1 ? "" : "s");
    if (r->t->unit != 1)
        fprintf(f, "; ticks of %s", span_text(length, r->t->unit));
    if (r->has_slack)
        fprintf(f, "; a slack of %" PRIu64 " ticks", r->slack);
    fprintf(f, "\n\n");
}

static void print_table(FILE *f, const struct result *r) {
    fprintf(f,
            "structure   ns/op  ns/arm  ns/cancel  ns/fire  worst advance us  set bytes  bytes/timer  wake-ups  %s"
            "firings  hash\n",
            r->has_slack ? "with slack  ticks late  " : "");
    for (const struct row *x = r->row; x < r->row + r->rows; x++) {
        fprintf(f, "%-9s  %6.1f", x->name, x->op);
        print_kind(f, 6, x->kind[ARM]);
        print_kind(f, 9, x->kind[CANCEL]);
        print_kind(f, 7, x->kind[FIRE]);
        fprintf(f, "  %16.1f  %9zu  %11.1f  %8zu", x->worst / 1000, x->set_bytes, x->timer_bytes, x->wakes);
        if (r->has_slack)
            fprintf(f, "  %10zu  %10" PRIu64, x->slack_wakes, x->latest);
        fprintf(f, "  %7zu  %016" PRIx64 "\n", x->fires, x->hash);
    }
}

static void print_advice(FILE *f, const struct advice *a) {
    for (size_t i = 0; i < a->lines; i++)
        fprintf(f, "%s\n", a->line[i]);
    fputc('\n', f);
}

void report_text(FILE *f, const struct result *r) {
    struct advice hashes = {.lines = 0}, choice = {.lines = 0};

    print_trace(f, r->t);
    print_run(f, r);
    print_table(f, r);
    fputc('\n', f);

    advise_hashes(&hashes, r);
    print_advice(f, &hashes);
    advise_choice(&choice, r);
    advise_record(&choice);
    print_advice(f, &choice);
}
