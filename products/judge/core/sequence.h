/* SPDX-License-Identifier: MIT-0 */
/* sequence.h - operations in a row: as lines of the protocol, and as words. */
#ifndef JUDGE_SEQUENCE_H
#define JUDGE_SEQUENCE_H

#include "judge.h"
#include <stddef.h>
#include <stdio.h>

enum kind { ADD, CANCEL, MOVE, NEXT, ADVANCE, POP, PLAN_ADDS, PLAN_CANCELS, COST };

struct op {
    enum kind kind;
    unsigned id, other; /* other: what the callback of id acts on */
    uint64_t tick;      /* the deadline, the new now, or the delay of a plan */
    uint64_t max;       /* the budget of an advance */
};

enum { OPS = 512, LINE = 96 };

/* Ticks are counted in 64 bits here, and cut to the subject's width in lines and words. */
struct sequence {
    uint64_t start;
    size_t n;
    struct op op[OPS];
};

/* Writes the line, with its end, and returns its length. */
int op_line(const struct op *x, uint64_t mask, char line[LINE]);

/* How ticks are written in words. */
struct ticks {
    uint64_t mask;
    bool hex;
};

void tick_words(uint64_t tick, const struct ticks *t, FILE *to);

/* The same in words: "arm timer 3 for tick 9". */
void op_words(const struct op *x, const struct ticks *t, FILE *to);

/* Can the playground play it? */
bool op_plays(const struct op *x);

/* Writes it as a command in an address of the playground, "arm+3+9". A question is `next`. */
void op_play(const struct op *x, FILE *to);

#endif
