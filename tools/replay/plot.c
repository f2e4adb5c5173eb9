/* SPDX-License-Identifier: MIT-0 */
#include "plot.h"
#include "numbers.h"
#include "quote.h"

#include <inttypes.h>

enum { WIDTH = 360 };

/* Ends the head of a plot of this height. */
static void plot_begin(FILE *f, const char *title, int height) {
    fprintf(f, "<svg viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"", WIDTH, height);
    quote_html(f, title);
    fprintf(f, "\">\n");
}

static void plot_text(FILE *f, const char *class, double x, double y, const char *anchor,
                      const char *text) {
    fprintf(f, "<text class=\"%s\" x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">", class, x, y, anchor);
    quote_html(f, text);
    fprintf(f, "</text>\n");
}

/* ------------------------------------------------------------------------------- BARS */

enum { ROW = 24, BAR = 14, BAR_LEFT = 126, BAR_MOST = 168 };

static double bar_length(const struct bar *b) {
    double sum = 0;

    for (int k = 0; k < BAR_PARTS; k++)
        sum += b->part[k];
    return sum;
}

void plot_bars(FILE *f, const char *title, const struct bar *bar, size_t n) {
    double most = 0;

    for (size_t i = 0; i < n; i++)
        if (most < bar_length(&bar[i]))
            most = bar_length(&bar[i]);

    plot_begin(f, title, (int)n * ROW + 4);
    for (size_t i = 0; i < n; i++) {
        const double y = (double)i * ROW + 5, scale = most > 0 ? BAR_MOST / most : 0;
        double x = BAR_LEFT;

        fprintf(f, "<g class=\"bar\"><title>");
        quote_html(f, bar[i].tip);
        fprintf(f, "</title>\n");
        plot_text(f, "name", BAR_LEFT - 6, y + BAR - 3, "end", bar[i].name);
        for (int k = 0; k < BAR_PARTS; k++) {
            const double width = bar[i].part[k] * scale;
            if (width > 0)
                fprintf(f,
                        "<rect class=\"%c\" x=\"%.2f\" y=\"%.0f\" width=\"%.2f\" height=\"%d\"/>\n",
                        "abc"[k], x, y, width, BAR);
            x += width;
        }
        plot_text(f, "value", x + 5, y + BAR - 3, "start", bar[i].value);
        fprintf(f, "</g>\n");
    }
    fprintf(f, "</svg>\n");
}

/* ------------------------------------------------------------------------------ ARMED */

enum { HEIGHT = 200, LEFT = 48, RIGHT = 350, TOP = 12, BOTTOM = 172 };

/* The least of 1, 2, 4, 6, 10, 20, ... that is at least x, and has a whole half but for
   1. */
static size_t round_up(size_t x) {
    static const size_t steps[] = {1, 2, 4, 6, 10};
    size_t power = 1;

    while (x > 10 * power)
        power *= 10;
    for (size_t i = 0; i + 1 < sizeof steps / sizeof steps[0]; i++)
        if (x <= steps[i] * power)
            return steps[i] * power;
    return 10 * power;
}

static void plot_grid(FILE *f, size_t most) {
    for (size_t i = 0; i <= 2; i++) {
        const double y = BOTTOM - (double)(BOTTOM - TOP) * (double)i / 2;
        char text[SPAN];

        if (i == 1 && most == 1)
            continue;
        count_text(text, most * i / 2);
        fprintf(f, "<path class=\"grid\" d=\"M%d %.1fH%d\"/>\n", LEFT, y, RIGHT);
        plot_text(f, "axis", LEFT - 5, y + 4, "end", text);
    }
}

void plot_armed(FILE *f, const char *title, const struct shape *s) {
    const double width = (double)(RIGHT - LEFT) / (double)s->columns;
    const uint64_t end = s->step > UINT64_MAX / s->columns ? UINT64_MAX : s->columns * s->step;
    size_t most = 0;
    char text[SPAN];

    for (size_t i = 0; i < s->columns; i++)
        most = most < s->armed[i] ? s->armed[i] : most;
    most = round_up(most);

    plot_begin(f, title, HEIGHT);
    plot_grid(f, most);
    fprintf(f, "<path class=\"area\" d=\"M%d %d", LEFT, BOTTOM);
    for (size_t i = 0; i < s->columns; i++)
        fprintf(f, "V%.1fH%.1f", BOTTOM - (BOTTOM - TOP) * (double)s->armed[i] / (double)most,
                LEFT + width * (double)(i + 1));
    fprintf(f, "V%dZ\"/>\n", BOTTOM);
    plot_text(f, "axis", LEFT, BOTTOM + 18, "start", "0 s");
    plot_text(f, "axis", RIGHT, BOTTOM + 18, "end", span_text(text, end));
    fprintf(f, "</svg>\n");
}
