/* SPDX-License-Identifier: MIT-0 */
#include "advice.h"
#include "doubt.h"
#include "numbers.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* Room for a number of ticks and their length. */
enum { TICKS = 64 };

static void say(struct advice *a, const char *format, ...) {
    va_list args;

    va_start(args, format);
    vsnprintf(a->line[a->lines++], SENTENCE, format, args);
    va_end(args);
}

/* "50 ticks (50 ms)", in text, which has room for TICKS bytes. */
static const char *ticks_text(char *text, const struct trace *t, uint64_t ticks) {
    char length[SPAN], count[SPAN];

    span_text(length, ticks > UINT64_MAX / t->unit ? UINT64_MAX : ticks * t->unit);
    snprintf(text, TICKS, "%.27s tick%s (%.27s)", count_text(count, ticks), ticks == 1 ? "" : "s",
             length);
    return text;
}

void advise_sources(struct advice *a, const struct trace *t) {
    char text[SENTENCE] = "Recorded operations:", count[SPAN];
    size_t rest = t->ops;

    if (t->sources == 0)
        return;
    for (size_t i = 0; i < t->sources; i++) {
        snprintf(text + strlen(text), sizeof text - strlen(text), "%s %s %s", i ? "," : "",
                 t->source[i].name, count_text(count, t->source[i].ops));
        rest -= t->source[i].ops;
    }
    if (rest)
        snprintf(text + strlen(text), sizeof text - strlen(text), ", of another source %s",
                 count_text(count, rest));
    say(a, "%s.", text);
}

void advise_hashes(struct advice *a, const struct result *r) {
    if (r->row[0].fires == 0) {
        say(a, "No timer fires in this trace. So the hash is that of nothing, and shows nothing.");
        return;
    }
    if (r->rows == 1)
        say(a, "The hash stands for every firing and their order. Any other structure must give "
               "the same hash.");
    else
        say(a,
            "The %zu hashes are equal, as they must be: all fired the same timers at the same "
            "ticks in the same order.",
            r->rows);
    say(a, "Another hash would mean that a structure is wrong: replay would name it, print no "
           "table, and end with "
           "status 1.");
}

/* The kind of operation in which a saves most over b in this trace, if that explains a
   quarter of what it saves in all. KINDS: none. */
static int main_reason(const struct trace *t, const struct row *a, const struct row *b) {
    double count[KINDS], most = (b->op - a->op) * (double)t->ops / 4;
    int reason = KINDS;

    count_kinds(t, count);
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
static void advise_structure(struct advice *a, const struct result *r) {
    static const char *const names[KINDS] = {"arming", "cancelling", "firing", "answering next()"};
    const struct row *best, *second, *least;

    fastest_two(r, &best, &second);
    least = least_parts(r, best);
    if (!second)
        say(a, "%s is the only structure in this run: it takes %.1f ns per operation.", best->name,
            best->op);
    else if (are_level(best, second))
        say(a,
            "%s and %s, the two fastest, are level on this trace: they take %.1f and %.1f ns per "
            "operation, less than 5 %% apart.",
            best->name, second->name, best->op, second->op);
    else if (least != best)
        say(a,
            "%s and %s are not told apart on this trace: they take %.1f and %.1f ns per operation, "
            "but the sums of their parts are %.1f and %.1f ns.",
            best->name, least->name, best->op, least->op, parts_of(r->t, best),
            parts_of(r->t, least));
    else {
        const int reason = main_reason(r->t, best, second);

        say(a,
            "%s fits this trace best: it takes %.1f ns per operation, and %s, the next, takes %.1f "
            "ns.",
            best->name, best->op, second->name, second->op);
        if (reason < KINDS)
            say(a, "It saves most in %s, which takes %.1f ns, and %.1f ns with %s.", names[reason],
                best->kind[reason], second->kind[reason], second->name);
    }
}

/* What becomes of armings and, if there is advice, so which costs count; how long
   timeouts are. */
static void advise_shape(struct advice *a, const struct trace *t, bool counts) {
    const double over = (double)(t->arms - t->fires), whole = (double)t->arms;
    const char *const become = t->left ? "moved, cancelled or still armed at the end"
                                       : "moved or cancelled before they fire";
    char half[SPAN], most[SPAN], share[SPAN];

    if (t->arms == 0) {
        say(a, "The trace arms nothing.");
        return;
    }
    say(a, "%s of the armings are %s%s.", share_text(share, over, whole), become,
        !counts              ? ""
        : over > 0.9 * whole ? ", so arming and cancelling decide, and firing hardly counts"
        : over < 0.1 * whole ? ", so arming and firing decide, and cancelling hardly counts"
                             : ", so arming, cancelling and firing all count");
    span_text(half, t->half);
    span_text(most, t->most);
    if (strcmp(half, most) == 0)
        say(a, "The median timeout and the 90th percentile are both about %s long.", half);
    else
        say(a, "Half of the timeouts are at most %s long, and nine in ten at most %s.", half, most);
}

/* How often the earliest timer is moved or cancelled. A structure may have to search for
   another one then. */
static void advise_earliest(struct advice *a, const struct result *r) {
    const double whole = (double)(r->t->moves + r->t->hits);
    char share[SPAN];

    if (whole > 0)
        say(a, "Of the moves and cancels, %s are of the earliest timer: %s.",
            share_text(share, (double)r->earliest, whole),
            r->asks ? "next() must find another one then"
                    : "the time in which next() finds another one is not measured (--ask yes)");
}

/* All structures wake up at the same ticks, so that the first row speaks for all. */
static void advise_slack(struct advice *a, const struct result *r) {
    const struct row *x = r->row;
    const double saved = (double)x->wakes - (double)x->slack_wakes;
    char slack[TICKS], late[TICKS], with[SPAN], without[SPAN], share[SPAN];

    ticks_text(slack, r->t, r->slack);
    count_text(with, x->slack_wakes);
    count_text(without, x->wakes);
    share_text(share, saved < 0 ? -saved : saved, (double)x->wakes);
    if (x->wakes == x->slack_wakes)
        say(a, "With a slack of %s the timers cause %s wake-up%s, as many as without.", slack,
            without, x->wakes == 1 ? "" : "s");
    else
        say(a, "With a slack of %s the timers cause %s wake-up%s instead of %s, %s %s.", slack,
            with, x->slack_wakes == 1 ? "" : "s", without, share, saved < 0 ? "more" : "fewer");
    say(a, "No timer fires early then, and none more than %s late.",
        ticks_text(late, r->t, x->latest));
}

void advise_choice(struct advice *a, const struct result *r) {
    char why[DOUBT_TEXT];
    const bool doubt = doubtful(r, why);

    if (doubt)
        say(a, "%s", why);
    else
        advise_structure(a, r);
    advise_shape(a, r->t, !doubt);
    advise_earliest(a, r);
    if (r->has_slack)
        advise_slack(a, r);
}

/* Bytes of a set with all timers that are armed at once, their nodes included. */
static double set_bytes(const struct result *r, const struct row *x) {
    return (double)x->set_bytes + (double)r->t->peak * x->timer_bytes;
}

/* "9.2 KB", in text, which has room for SPAN bytes. */
static const char *bytes_text(char *text, double bytes) {
    if (bytes < 1000)
        snprintf(text, SPAN, "%.0f bytes", bytes);
    else if (bytes < 1e6)
        snprintf(text, SPAN, "%.1f KB", bytes / 1e3);
    else
        snprintf(text, SPAN, "%.1f MB", bytes / 1e6);
    return text;
}

void advise_costs(struct advice *a, const struct result *r) {
    const struct row *calm = r->row, *jerky = r->row, *small = r->row, *big = r->row;
    char least[SPAN], most[SPAN], shortest[SPAN], longest[SPAN], peak[SPAN], why[DOUBT_TEXT];

    if (doubtful(r, why))
        return;
    for (const struct row *x = r->row; x < r->row + r->rows; x++) {
        calm = x->worst < calm->worst ? x : calm;
        jerky = x->worst > jerky->worst ? x : jerky;
        small = set_bytes(r, x) < set_bytes(r, small) ? x : small;
        big = set_bytes(r, x) > set_bytes(r, big) ? x : big;
    }
    bytes_text(least, set_bytes(r, small));
    bytes_text(most, set_bytes(r, big));
    pause_text(shortest, calm->worst);
    pause_text(longest, jerky->worst);
    count_text(peak, r->t->peak);
    if (r->rows == 1) {
        say(a, "The longest advance of the clock, with all that fires in it, takes %s.", longest);
        say(a, "With the %s timers that are armed at once at most, %s takes %s.", peak, small->name,
            least);
        return;
    }
    say(a,
        "The longest advance of the clock, with all that fires in it, takes %s with %s, and %s "
        "with %s.",
        shortest, calm->name, longest, jerky->name);
    say(a,
        "With the %s timers that are armed at once at most, %s takes least memory, %s, and %s "
        "most, %s.",
        peak, small->name, least, big->name, most);
}

void advise_record(struct advice *a) {
    say(a, "If the timers of your program behave otherwise, record a trace of it and replay that "
           "(bench/traces/README.md).");
}
