/* SPDX-License-Identifier: MIT-0 */
/* words.h - ticks, timers and slots in words, and what the core says. */
#ifndef WORDS_H
#define WORDS_H

#include "sets.h"

enum { LABEL = 40, LINE = 1024 }; /* bytes of a label, and of a line that is read or said */

/* Is a tick shown in hexadecimal digits, by which the structure goes? */
bool hexadecimal(void);

/* In text, which has room for LABEL bytes: "250"; "3@250"; "level 1 slot 5", of a wheel
   with levels. */
char *tick_text(char *text, tw_tick tick);
char *label(char *text, const struct tw_node *n);
char *slot_text(char *text, size_t slot);

/* A line for the front, without its end. A complaint about the line that is run;
   false. */
void say(const char *format, ...) __attribute__((format(printf, 1, 2)));
bool bad(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* realloc(), which ends the program if there is no room. */
void *room(void *old, size_t size);

#endif
