/* SPDX-License-Identifier: MIT-0 */
/* Plots as inline SVG, for a page that defines the classes used: `a`, `b` and `c`, the
   colours of bars, `area`, `grid`, and `name`, `value` and `axis` for text. They are 360
   units wide, so that a phone shows their text in full size. */
#ifndef PLOT_H
#define PLOT_H

#include "shape.h"

#include <stdio.h>

enum { PLOT_TEXT = 80, BAR_PARTS = 3 };

/* A bar of three parts, one behind the other, with a name before it and its value
   behind. */
struct bar {
    char name[PLOT_TEXT], value[PLOT_TEXT], tip[PLOT_TEXT];
    double part[BAR_PARTS]; /* in the colours a, b and c */
};

void plot_bars(FILE *f, const char *title, const struct bar *bar, size_t n);

/* The most timers armed, over time. */
void plot_armed(FILE *f, const char *title, const struct shape *s);

#endif
