/* SPDX-License-Identifier: MIT-0 */
/* Numbers as people write them. Each function writes into text, which has room for SPAN
   bytes, and returns it. */
#ifndef NUMBERS_H
#define NUMBERS_H

#include <stdint.h>

enum { SPAN = 32 };

/* "1,521" */
const char *count_text(char *text, uint64_t n);

/* "500 us", "17.5 ms", "60 s", "86,400 s": three digits, or whole seconds. */
const char *span_text(char *text, uint64_t us);

/* "49 ns", "1.2 us" or "14.7 ms" */
const char *pause_text(char *text, double ns);

/* "51 %", of a part of the whole; a digit more below 1 % and above 99 %, so that only
   nothing is "0 %" and only all is "100 %". */
const char *share_text(char *text, double part, double whole);

#endif
