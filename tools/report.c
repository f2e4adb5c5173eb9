/* SPDX-License-Identifier: MIT-0 */
#include "report.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { SPAN = 32 };

static void print_machine(size_t turns, const char *compiler) {
    char line[256], cpu[128] = "unknown CPU";
    FILE *f = fopen("/proc/cpuinfo", "r");

    while (f && fgets(line, sizeof line, f))
        if (strncmp(line, "model name", 10) == 0 && strchr(line, ':')) {
            snprintf(cpu, sizeof cpu, "%.120s", strchr(line, ':') + 2);
            cpu[strcspn(cpu, "\n")] = 0;
            break;
        }
    if (f)
        fclose(f);

    printf("%s; %s; %zu turn%s\n\n", cpu, compiler, turns, turns == 1 ? "" : "s");
}

static void print_kind(int width, double ns) {
    if (ns < 0)
        printf("  %*s", width, "-");
    else
        printf("  %*.1f", width, ns);
}

static void print_trace(const struct trace *t) {
    printf("%s: %zu operations (%zu armings, %zu of them moves; %zu cancels, %zu of them of idle timers), "
           "%zu timers, "
           "peak armed %zu\n",
           t->file, t->ops, t->arms, t->moves, t->cancels, t->cancels - t->hits, t->timers, t->peak);
}

static void print_table(const struct row *r, size_t rows) {
    printf("structure   ns/op  ns/arm  ns/cancel  ns/fire  worst advance us  set bytes  bytes/timer  wake-ups  "
           "firings  hash\n");
    for (; rows > 0; rows--, r++) {
        printf("%-9s  %6.1f", r->name, r->op);
        print_kind(6, r->kind[ARM]);
        print_kind(9, r->kind[CANCEL]);
        print_kind(7, r->kind[FIRE]);
        printf("  %16.1f  %9zu  %11.1f  %8zu  %7zu  %016" PRIx64 "\n", r->worst / 1000, r->set_bytes, r->timer_bytes,
               r->wakes, r->fires, r->hash);
    }
}

/* "60 s", in text, which has room for SPAN bytes. */
static const char *span_text(char *text, uint64_t us) {
    if (us < 1000)
        snprintf(text, SPAN, "%" PRIu64 " us", us);
    else if (us < 1000000)
        snprintf(text, SPAN, "%.3g ms", (double)us / 1e3);
    else if (us < 1000000000)
        snprintf(text, SPAN, "%.3g s", (double)us / 1e6);
    else
        snprintf(text, SPAN, "%.0f s", (double)us / 1e6);
    return text;
}

/* Two sentences: what becomes of armings, and so which costs count; how long timeouts are. */
static void print_shape(const struct trace *t) {
    const double over = t->arms ? 100 * (double)(t->arms - t->fires) / (double)t->arms : 0;
    char half[SPAN], most[SPAN];

    if (t->arms == 0) {
        printf("The trace arms nothing.\n");
        return;
    }
    printf("%.1f %% of the armings are moved or cancelled before they fire, so %s.\n", over,
           over > 90   ? "arming and cancelling decide, and firing hardly counts"
           : over < 10 ? "arming and firing decide, and cancelling hardly counts"
                       : "arming, cancelling and firing all count");
    span_text(half, t->half);
    span_text(most, t->most);
    if (strcmp(half, most) == 0)
        printf("Most timeouts are about %s long: half are no shorter, and nine in ten no longer.\n", half);
    else
        printf("Half of the timeouts are at most %s long, and nine in ten at most %s.\n", half, most);
}

static void print_hashes(size_t rows) {
    if (rows == 1)
        printf("\nThe hash stands for every firing and their order. Any other structure must give the same hash.\n");
    else
        printf("\nThe %zu hashes are equal, as they must be: all fired the same timers at the same ticks in the same "
               "order.\n",
               rows);
    printf("Another hash would mean that a structure is wrong: replay would name it, print no table, and end with "
           "status 1.\n\n");
}

/* The kind of operation in which a saves most over b in this trace, if that explains a quarter of what it saves in all.
   KINDS: none. */
static int main_reason(const struct trace *t, const struct row *a, const struct row *b) {
    const double count[KINDS] = {(double)t->arms, (double)t->hits, (double)t->fires};
    double most = (b->op - a->op) * (double)t->ops / 4;
    int reason = KINDS;

    for (int k = 0; k < KINDS; k++) {
        const double saved = (b->kind[k] - a->kind[k]) * count[k];
        if (saved > most) {
            most = saved;
            reason = k;
        }
    }
    return reason;
}

/* The fastest in the whole replay, the runner-up, where the difference comes from. */
static void print_choice(const struct trace *t, const struct row *r, size_t rows) {
    static const char *const names[KINDS] = {"arming", "cancelling", "firing"};
    const struct row *best = NULL, *second = NULL;

    for (size_t i = 0; i < rows; i++)
        if (!best || r[i].op < best->op) {
            second = best;
            best = &r[i];
        } else if (!second || r[i].op < second->op)
            second = &r[i];

    if (!second)
        printf("%s is the only structure in this run: it takes %.1f ns per operation.\n", best->name, best->op);
    else if (second->op < best->op * 1.05)
        printf("%s and %s are level on this trace: they take %.1f and %.1f ns per operation, less than 5 %% apart.\n",
               best->name, second->name, best->op, second->op);
    else {
        const int reason = main_reason(t, best, second);

        printf("%s fits this trace best: it takes %.1f ns per operation, and %s, the next, takes %.1f ns.\n",
               best->name, best->op, second->name, second->op);
        if (reason < KINDS)
            printf("It saves most in %s, which takes %.1f ns, and %.1f ns with %s.\n", names[reason],
                   best->kind[reason], second->kind[reason], second->name);
    }
}

void report(const struct trace *t, const struct row *r, size_t rows, size_t turns, const char *compiler) {
    print_trace(t);
    print_machine(turns, compiler);
    print_table(r, rows);
    print_hashes(rows);
    print_choice(t, r, rows);
    print_shape(t);
    printf(
        "If the timers of your program behave otherwise, record a trace of it and replay that (traces/README.md).\n\n");
}
