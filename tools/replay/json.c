/* SPDX-License-Identifier: MIT-0 */
/* replay --help documents the keys. */
#include "advice.h"
#include "quote.h"
#include "report.h"
#include "shape.h"

#include <inttypes.h>

static void print_kind(FILE *f, const char *key, double ns) {
    if (ns < 0)
        fprintf(f, "\"%s\": null, ", key);
    else
        fprintf(f, "\"%s\": %.2f, ", key, ns);
}

static void print_row(FILE *f, const struct row *x, bool has_slack) {
    fprintf(f, "{\"name\": \"%s\", \"ns_per_op\": %.2f, ", x->name, x->op);
    print_kind(f, "ns_per_arm", x->kind[ARM]);
    print_kind(f, "ns_per_cancel", x->kind[CANCEL]);
    print_kind(f, "ns_per_fire", x->kind[FIRE]);
    print_kind(f, "ns_per_next", x->kind[NEXT]);
    fprintf(f,
            "\"worst_advance_us\": %.3f, \"set_bytes\": %zu, \"bytes_per_timer\": %.1f, "
            "\"wakeups\": %zu, ",
            x->worst / 1000, x->set_bytes, x->timer_bytes, x->wakes);
    if (has_slack)
        fprintf(f, "\"wakeups_with_slack\": %zu, \"ticks_late\": %" PRIu64 ", ", x->slack_wakes,
                x->latest);
    fprintf(f, "\"firings\": %zu, \"hash\": \"%016" PRIx64 "\"}", x->fires, x->hash);
}

static void print_shape(FILE *f, const struct trace *t) {
    struct shape s;

    shape_of(&s, t);
    fprintf(f, "   \"delays\": [");
    for (size_t i = 0; i < s.delays; i++)
        fprintf(f,
                "%s\n    {\"from_us\": %" PRIu64 ", \"below_us\": %" PRIu64
                ", \"armings\": %zu, \"fired\": %zu, \"still_armed\": %zu}",
                i ? "," : "", s.delay[i].from, s.delay[i].below, s.delay[i].armings,
                s.delay[i].fired, s.delay[i].left);
    fprintf(f, "],\n   \"armed_step_us\": %" PRIu64 ",\n   \"armed\": [", s.step);
    for (size_t i = 0; i < s.columns; i++)
        fprintf(f, "%s%zu", i ? ", " : "", s.armed[i]);
    fprintf(f, "],\n");
}

static void print_sources(FILE *f, const struct trace *t) {
    fprintf(f, ",\n   \"sources\": [");
    for (size_t i = 0; i < t->sources; i++) {
        fprintf(f, "%s{\"name\": ", i ? ", " : "");
        quote_json(f, t->source[i].name);
        fprintf(f, ", \"operations\": %zu}", t->source[i].ops);
    }
    fprintf(f, "]");
}

static void print_trace(FILE *f, const struct result *r) {
    const struct trace *t = r->t;
    struct advice a = {.lines = 0};

    fprintf(f, "  {\"file\": ");
    quote_json(f, t->file);
    print_sources(f, t);
    fprintf(f,
            ",\n   \"operations\": %zu, \"armings\": %zu, \"moves\": %zu, \"cancels\": %zu, "
            "\"idle_cancels\": %zu,\n",
            t->ops, t->arms, t->moves, t->cancels, t->cancels - t->hits);
    fprintf(
        f,
        "   \"timers\": %zu, \"peak_armed\": %zu, \"still_armed\": %zu, \"delay_half_us\": %" PRIu64
        ", \"delay_most_us\": %" PRIu64
        ",\n   \"earliest\": %zu, \"questions\": %zu,\n   \"structures\": [",
        t->timers, t->peak, t->left, t->half, t->most, r->earliest, r->asks ? t->asks : 0);
    for (size_t i = 0; i < r->rows; i++) {
        fprintf(f, "%s\n    ", i ? "," : "");
        print_row(f, &r->row[i], r->has_slack);
    }
    fprintf(f, "],\n");
    print_shape(f, t);

    advise_choice(&a, r);
    advise_costs(&a, r);
    fprintf(f, "   \"advice\": [");
    for (size_t i = 0; i < a.lines; i++) {
        fprintf(f, "%s\n    ", i ? "," : "");
        quote_json(f, a.line[i]);
    }
    fprintf(f, "]}");
}

void report_json(FILE *f, const struct result *r, size_t n) {
    fprintf(f, "{\"cpu\": ");
    quote_json(f, machine_cpu());
    fprintf(f, ", \"compiler\": ");
    quote_json(f, machine_compiler());
    fprintf(f, ", \"turns\": %zu, \"unit_us\": %" PRIu64 ", ", r->turns, r->t->unit);
    if (r->has_slack)
        fprintf(f, "\"slack_ticks\": %" PRIu64 ", ", r->slack);
    fprintf(f, "\"traces\": [\n");
    for (size_t i = 0; i < n; i++) {
        fprintf(f, "%s", i ? ",\n" : "");
        print_trace(f, &r[i]);
    }
    fprintf(f, "\n]}\n");
}
