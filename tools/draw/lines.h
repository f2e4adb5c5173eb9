/* SPDX-License-Identifier: MIT-0 */
/* lines.h - a line of commands, byte by byte. */
#ifndef LINES_H
#define LINES_H

#include "words.h"

struct line {
    char text[LINE]; /* when it has ended: without what trails */
    size_t bytes;    /* that belong to it, also if there is no room for them */
    int strange;     /* a byte that is no text, plus 1; 0: none */
};

void line_begin(struct line *l);
void line_byte(struct line *l, int byte);

/* False after a complaint. */
bool line_end(struct line *l);

/* Cuts the comment off; what it says, or NULL. */
char *line_comment(struct line *l);

#endif
