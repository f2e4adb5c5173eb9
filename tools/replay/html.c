/* SPDX-License-Identifier: MIT-0 */
/* The page: valid as HTML and as XML, in one file, without scripts. */
#include "advice.h"
#include "doubt.h"
#include "numbers.h"
#include "page.h"
#include "plot.h"
#include "quote.h"
#include "report.h"

#include <inttypes.h>
#include <string.h>

/* ------------------------------------------------------------------------------ TABLE */

static void print_ns(FILE *f, double ns, bool best) {
    if (ns < 0)
        fprintf(f, "<td>-</td>");
    else
        fprintf(f, "<td%s>%.1f</td>", best ? " class=\"best\"" : "", ns);
}

static void print_count(FILE *f, uint64_t n) {
    char text[SPAN];

    fprintf(f, "<td>%s</td>", count_text(text, n));
}

static void print_table(FILE *f, const struct result *r) {
    struct advice hashes = {.lines = 0};

    fprintf(f, "<h3>Measured</h3>\n<div class=\"wide\" "
               "tabindex=\"0\">\n<table>\n<thead><tr><th>structure</th>"
               "<th>ns per operation</th><th>ns to arm</th><th>ns to cancel</th><th>ns to "
               "fire</th><th>ns of next()</th>"
               "<th>longest advance, us</th><th>bytes of the set</th><th>bytes per "
               "timer</th><th>wake-ups</th>");
    if (r->has_slack)
        fprintf(f, "<th>with slack</th><th>ticks late</th>");
    fprintf(f, "<th>firings</th><th>hash</th></tr></thead>\n<tbody>\n");

    for (const struct row *x = r->row; x < r->row + r->rows; x++) {
        fprintf(f, "<tr><th>%s</th>", x->name);
        print_ns(f, x->op, x == winner(r));
        for (int k = 0; k < KINDS; k++)
            print_ns(f, x->kind[k], false);
        fprintf(f, "<td>%.3f</td>", x->worst / 1000);
        print_count(f, x->set_bytes);
        fprintf(f, "<td>%.1f</td>", x->timer_bytes);
        print_count(f, x->wakes);
        if (r->has_slack) {
            print_count(f, x->slack_wakes);
            print_count(f, x->latest);
        }
        print_count(f, x->fires);
        fprintf(f, "<td><code>%016" PRIx64 "</code></td></tr>\n", x->hash);
    }
    fprintf(f, "</tbody>\n</table>\n</div>\n");
    advise_hashes(&hashes, r);
    fprintf(f, "<p class=\"soft\">%s</p>\n", hashes.line[0]);
}

/* ------------------------------------------------------------------------------ PLOTS */

enum { BARS = SHAPE_DELAYS }; /* more than a plot has: a result has a row for each structure */

static void print_figure(FILE *f, const char *title) {
    fprintf(f, "<figure>\n<h3>%s</h3>\n", title);
}

static void print_caption(FILE *f, const char *text) {
    fprintf(f, "<figcaption>%s</figcaption>\n</figure>\n", text);
}

/* A bar for each structure: ns per operation, or the longest advance in us. */
static void print_structures(FILE *f, const struct result *r, const char *title, bool worst) {
    struct bar bar[BARS];
    size_t n = 0;

    for (const struct row *x = r->row; x < r->row + r->rows && n < BARS; x++, n++) {
        const double value = worst ? x->worst / 1000 : x->op;
        const bool best = !worst && x == winner(r);

        bar[n].part[0] = best ? value : 0;
        bar[n].part[1] = best ? 0 : value;
        bar[n].part[2] = 0;
        snprintf(bar[n].name, sizeof bar[n].name, "%s", x->name);
        if (worst)
            pause_text(bar[n].value, x->worst);
        else
            snprintf(bar[n].value, sizeof bar[n].value, value < 1000 ? "%.1f ns" : "%.0f ns",
                     value);
        snprintf(bar[n].tip, sizeof bar[n].tip, worst ? "%s: %.3f us" : "%s: %.1f ns", x->name,
                 value);
    }
    plot_bars(f, title, bar, n);
}

/* "at once", "2 to 5 s", "500 us to 1 ms". */
static void delay_name(char *name, const struct delay *d) {
    char from[SPAN], below[SPAN], *unit;

    span_text(from, d->from);
    span_text(below, d->below);
    unit = strchr(from, ' ');
    if (strcmp(unit, strchr(below, ' ')) == 0)
        *unit = 0;
    if (d->from == 0)
        snprintf(name, PLOT_TEXT, "at once");
    else
        snprintf(name, PLOT_TEXT, "%s to %s", from, below);
}

static void print_delays(FILE *f, const struct shape *s, const struct trace *t) {
    struct bar bar[BARS];

    for (size_t i = 0; i < s->delays; i++) {
        const struct delay *d = &s->delay[i];
        char armings[SPAN], fired[SPAN], left[SPAN];

        delay_name(bar[i].name, d);
        bar[i].part[0] = (double)d->fired;
        bar[i].part[1] = (double)(d->armings - d->fired - d->left);
        bar[i].part[2] = (double)d->left;
        share_text(bar[i].value, (double)d->armings, (double)t->arms);
        snprintf(bar[i].tip, sizeof bar[i].tip, "%.15s armings, %.15s fired, %.15s still armed",
                 count_text(armings, d->armings), count_text(fired, d->fired),
                 count_text(left, d->left));
    }
    plot_bars(f, "How far ahead timers are armed", bar, s->delays);
}

static void print_plots(FILE *f, const struct result *r) {
    struct shape s;

    shape_of(&s, r->t);
    fprintf(f, "<div class=\"plots\">\n");
    print_figure(f, "Nanoseconds per operation");
    print_structures(f, r, "Nanoseconds per operation", false);
    print_caption(f, "The whole recording with each structure: the shorter the bar, the better.");

    print_figure(f, "Longest advance");
    print_structures(f, r, "Longest advance", true);
    print_caption(f, "The longest time for which one movement of the clock held the program up.");

    print_figure(f, "How far ahead timers are armed");
    print_delays(f, &s, r->t);
    print_caption(f, "The share of all armings. "
                     "<span class=\"one\"><span class=\"key a\"></span> They fired.</span> "
                     "<span class=\"one\"><span class=\"key b\"></span> They were moved or "
                     "cancelled before.</span> "
                     "<span class=\"one\"><span class=\"key c\"></span> They were still armed at "
                     "the end.</span>");

    print_figure(f, "Timers armed over time");
    plot_armed(f, "Timers armed over time", &s);
    print_caption(f, "The most timers that were armed at once, from the first operation of the "
                     "recording to the last.");
    fprintf(f, "</div>\n");
}

/* ------------------------------------------------------------------------------- PAGE */

static void print_advice(FILE *f, const struct result *r) {
    struct advice a = {.lines = 0};

    advise_choice(&a, r);
    advise_costs(&a, r);
    fprintf(f, "<div class=\"advice\">\n");
    for (size_t i = 0; i < a.lines; i++) {
        fprintf(f, "<p>");
        quote_html(f, a.line[i]);
        fprintf(f, "</p>\n");
    }
    fprintf(f, "</div>\n");
}

static void print_sources(FILE *f, const struct trace *t) {
    struct advice a = {.lines = 0};

    advise_sources(&a, t);
    for (size_t i = 0; i < a.lines; i++) {
        fprintf(f, "<p class=\"soft\">");
        quote_html(f, a.line[i]);
        fprintf(f, "</p>\n");
    }
}

static void print_trace(FILE *f, const struct result *r) {
    const struct trace *t = r->t;
    const char *name = strrchr(t->file, '/');
    char count[SPAN];

    const struct {
        size_t count;
        const char *of;
    } part[] = {
        {t->ops, " operations on "},
        {t->timers, " timers: "},
        {t->arms, " armings, "},
        {t->moves, " of them of a timer that was armed already and so is moved; "},
        {t->cancels, " cancels, "},
        {t->cancels - t->hits, " of them of a timer that was idle. At most "},
        {t->peak, " timers are armed at once, and "},
        {t->fires, " fire. "},
        {t->left, " are still armed at the end of the recording, and are not fired."},
    };

    fprintf(f, "<h2>");
    quote_html(f, name ? name + 1 : t->file);
    fprintf(f, "</h2>\n<p class=\"soft\">");
    for (size_t i = 0; i < sizeof part / sizeof part[0]; i++)
        fprintf(f, "%s%s", count_text(count, part[i].count), part[i].of);
    fprintf(f, "</p>\n");
    print_sources(f, t);
    print_advice(f, r);
    print_table(f, r);
    print_plots(f, r);
}

/* Each structure of the rows, and each column. */
static void print_words(FILE *f, const struct result *r) {
    fprintf(f, "<h2>What the structures are</h2>\n<dl>\n");
    for (const struct row *x = r->row; x < r->row + r->rows; x++)
        for (const struct page_structure *p = page_structures; p->name; p++)
            if (strcmp(p->name, x->name) == 0)
                fprintf(f, "<dt>%s</dt><dd>%s</dd>\n", p->name, p->about);
    fprintf(f, "</dl>\n");
    fputs(page_columns, f);
    fputs(r->has_slack ? page_slack : "", f);
    fputs(page_columns_end, f);
}

void report_html(FILE *f, const struct result *r, size_t n) {
    struct advice a = {.lines = 0};
    char unit[SPAN];

    fputs(page_head, f);
    for (size_t i = 0; i < n; i++)
        print_trace(f, &r[i]);
    print_words(f, r);

    advise_record(&a);
    fprintf(f, "<p>%s</p>\n<footer>Measured on ", a.line[0]);
    quote_html(f, machine_cpu());
    fprintf(f, ", compiled by ");
    quote_html(f, machine_compiler());
    fprintf(f, ". The least of %zu turn%s. A tick is %s", r->turns, r->turns == 1 ? "" : "s",
            span_text(unit, r->t->unit));
    if (r->has_slack)
        fprintf(f, ", the slack %s ticks", count_text(unit, r->slack));
    fprintf(f, ".</footer>\n</main>\n</body>\n</html>\n");
}
