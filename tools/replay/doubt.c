/* SPDX-License-Identifier: MIT-0 */
#include "doubt.h"
#include "numbers.h"

#include <stdio.h>
#include <string.h>

void fastest_two(const struct result *r, const struct row **best, const struct row **second) {
    *best = *second = NULL;
    for (const struct row *x = r->row; x < r->row + r->rows; x++)
        if (!*best || x->op < (*best)->op) {
            *second = *best;
            *best = x;
        } else if (!*second || x->op < (*second)->op)
            *second = x;
}

void count_kinds(const struct trace *t, double count[KINDS]) {
    count[ARM] = (double)t->arms;
    count[CANCEL] = (double)t->hits;
    count[FIRE] = (double)t->fires;
    count[NEXT] = (double)t->asks;
}

double parts_of(const struct trace *t, const struct row *x) {
    double count[KINDS], sum = 0;

    count_kinds(t, count);
    for (int k = 0; k < KINDS; k++)
        if (x->kind[k] > 0)
            sum += x->kind[k] * count[k];
    return sum / (double)t->ops;
}

bool are_level(const struct row *best, const struct row *second) {
    return second->op < best->op * 1.05;
}

const struct row *least_parts(const struct result *r, const struct row *best) {
    const struct row *least = best;

    for (const struct row *x = r->row; x < r->row + r->rows; x++)
        if (parts_of(r->t, x) < parts_of(r->t, least))
            least = x;
    return least;
}

/* Other work on the machine can slow down one measurement and spare the other. */
static bool apart(const struct trace *t, const struct row *x, char *why) {
    const double parts = parts_of(t, x);

    if (x->op <= DOUBT_FACTOR * parts && parts <= DOUBT_FACTOR * x->op)
        return false;
    snprintf(why, DOUBT_TEXT,
             "No advice: %s takes %.1f ns per operation, and the sum of its parts is %.1f ns: they "
             "are more than a factor "
             "of %d apart. The machine may be busy.",
             x->name, x->op, parts, DOUBT_FACTOR);
    return true;
}

bool doubtful(const struct result *r, char why[DOUBT_TEXT]) {
    const struct trace *t = r->t;
    const struct row *best, *second;
    char bound[SPAN];

    fastest_two(r, &best, &second);
    if (trace_is_of(t, "waits"))
        snprintf(why, DOUBT_TEXT,
                 "No advice: only waits were recorded, one timer for each thread. The trace does "
                 "not have "
                 "the timers for which the program waits.");
    else if (t->ops < DOUBT_OPERATIONS)
        snprintf(why, DOUBT_TEXT,
                 "No advice: the trace has %zu operation%s, and advice wants %s or more.", t->ops,
                 t->ops == 1 ? "" : "s", count_text(bound, DOUBT_OPERATIONS));
    else if (t->peak < DOUBT_ARMED)
        snprintf(why, DOUBT_TEXT,
                 "No advice: at most %zu timer%s armed at once, and advice wants %d or more.",
                 t->peak, t->peak == 1 ? " is" : "s are", DOUBT_ARMED);
    else if (best->op <= 0 || best->op * (double)t->ops < DOUBT_STEPS * (double)r->step)
        snprintf(why, DOUBT_TEXT,
                 "No advice: the clock of this machine is too coarse for this trace.");
    else
        return apart(t, best, why) || (second && apart(t, second, why));
    return true;
}

const struct row *winner(const struct result *r) {
    const struct row *best, *second;
    char why[DOUBT_TEXT];

    fastest_two(r, &best, &second);
    if (doubtful(r, why) || !second || are_level(best, second) || least_parts(r, best) != best)
        return NULL;
    return best;
}
