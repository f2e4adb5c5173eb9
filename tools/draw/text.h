/* SPDX-License-Identifier: MIT-0 */
/* text.h - the front for people: tw_draw as text. */
#ifndef TEXT_H
#define TEXT_H

#include "front.h"

#include <stdio.h>

extern const struct front text_front;

/* The line that a complaint is about; file is NULL for lines that are typed on a
   terminal, and outside of any. */
extern struct place {
    const char *file;
    size_t line;
} at;

/* Runs all lines; the exit status. */
int text_run(FILE *f, bool typed);

#endif
