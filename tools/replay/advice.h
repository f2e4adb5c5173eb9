/* SPDX-License-Identifier: MIT-0 */
/* What results mean, in sentences. */
#ifndef ADVICE_H
#define ADVICE_H

#include "result.h"

enum { SENTENCES = 12, SENTENCE = 320 };

struct advice {
    char line[SENTENCES][SENTENCE];
    size_t lines;
};

/* Each appends sentences, a line each.
   sources: what the operations were recorded from, if the trace says it
   hashes: what it means that all hashes are equal
   choice: which structure fits the trace, and what in the trace decides that; or why no
   structure is advised costs: the longest pauses and the least memory; nothing where no
   structure is advised
   record: what to do if the trace is not like the reader's program */
void advise_sources(struct advice *a, const struct trace *t);
void advise_hashes(struct advice *a, const struct result *r);
void advise_choice(struct advice *a, const struct result *r);
void advise_costs(struct advice *a, const struct result *r);
void advise_record(struct advice *a);

#endif
