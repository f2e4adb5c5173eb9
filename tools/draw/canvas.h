/* SPDX-License-Identifier: MIT-0 */
/* canvas.h - a line to draw on, and trees of several such lines. */
#ifndef CANVAS_H
#define CANVAS_H

#include "words.h"

enum { CANVAS = 2 * IDS * LABEL };

extern char canvas[CANVAS];

void canvas_clear(void);
void canvas_text(size_t at, const char *text);

/* Prints it without what trails. */
void canvas_print(const char *trailing);

/* A node of a tree: its text (none: no node), its parent (itself: the root), and where it
   stands. */
struct spot {
    char text[LABEL + 2];
    size_t up, at;
    unsigned depth;
};

/* How wide a column must be for the longest text. */
size_t tree_column(const struct spot *s, size_t n);
void draw_tree(const struct spot *s, size_t n);

#endif
