/* SPDX-License-Identifier: MIT-0 */
/* What results mean, in sentences. */
#ifndef ADVICE_H
#define ADVICE_H

#include "result.h"

enum { SENTENCES = 12, SENTENCE = 320, SPAN = 32 };

struct advice {
    char line[SENTENCES][SENTENCE];
    size_t lines;
};

/* Each appends sentences, a line each.
   hashes: what it means that all hashes are equal
   choice: which structure fits the trace, and what in the trace decides that
   costs: the longest pauses and the least memory
   record: what to do if the trace is not like the reader's program */
void advise_hashes(struct advice *a, const struct result *r);
void advise_choice(struct advice *a, const struct result *r);
void advise_costs(struct advice *a, const struct result *r);
void advise_record(struct advice *a);

/* "60 s", in text, which has room for SPAN bytes. */
const char *span_text(char *text, uint64_t us);

/* "0.2 us" or "14.7 ms", likewise. */
const char *pause_text(char *text, double ns);

#endif
