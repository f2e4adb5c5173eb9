/* SPDX-License-Identifier: MIT-0 */
/* run.h - plays a sequence to the subject, and compares its answers with the model's. */
#ifndef JUDGE_RUN_H
#define JUDGE_RUN_H

#include "model.h"
#include "process.h"
#include "sequence.h"

struct court {
    struct claims claims;
    struct process process;
    bool slowly;        /* one line at a time, whatever could be foreseen */
    bool breached;      /* a promise was seen broken, by another answer than nonsense */
    bool stopped;       /* nothing is judged after nonsense */
    char nonsense[300]; /* the last answer that is none of the protocol, in a sentence */
};

/* The first answer that is wrong. */
struct verdict {
    enum breach breach;
    bool twice;        /* it was played a second time, as the process had ended */
    bool alone;        /* it is seen in this sequence alone, in a new process */
    size_t at;         /* the operation */
    size_t sent;       /* how many operations were sent up to it, itself included */
    unsigned seen;     /* of enum seen: what was right until then */
    bool skipped[OPS]; /* those that were not sent, as they would have broken the rules */
    unsigned id, rival;
    uint64_t due, rival_due;      /* of these timers */
    char got[400], expected[400]; /* the answer, and the right one */
    char said[200];
};

/* The bits of a tick. */
uint64_t court_mask(const struct court *c);

/* Asks what the subject promises. False: it does not speak the protocol; *why says it. */
bool court_hello(struct court *c, char why[200]);

/* Notes an answer that is none of the protocol, for the line x or, if x is NULL, for init. */
void court_nonsense(struct court *c, const struct op *x, const char *answer);

/* Starts the subject, unless it runs, with hello as its first line. What it answers is that of
   court_hello(), and not looked at again. */
enum answer court_start(struct court *c);

/* Plays s from the beginning. v->breach is FINE if all answers are right. */
void court_play(struct court *c, const struct sequence *s, struct verdict *v);

#endif
