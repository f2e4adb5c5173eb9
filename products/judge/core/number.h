/* SPDX-License-Identifier: MIT-0 */
/* number.h - numbers that others write: in options, claims, lines and answers. */
#ifndef JUDGE_NUMBER_H
#define JUDGE_NUMBER_H

#include <stdbool.h>
#include <stdint.h>

/* Reads decimal digits, up to a blank or the end, and leaves *text behind them. False: there
   are none, something else follows, or the number is not from least to most. */
bool number_read(const char **text, uint64_t least, uint64_t most, uint64_t *to);

/* The same, and nothing may follow. */
bool number_alone(const char *text, uint64_t least, uint64_t most, uint64_t *to);

#endif
