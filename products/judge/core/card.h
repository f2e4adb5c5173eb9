/* SPDX-License-Identifier: MIT-0 */
/* card.h - what was found, as text and as JSON. */
#ifndef JUDGE_CARD_H
#define JUDGE_CARD_H

#include "promises.h"

struct row {
    const char *name, *sentence;

    enum { KEPT, BROKEN, NOT_SEEN, NOT_CLAIMED, NOT_JUDGED } state;

    const char *hidden_by; /* if it is not seen: the promise whose breach ends each run, or NULL */
    struct sequence s;     /* if it is broken */
    struct verdict v;
    unsigned long grown, cancels; /* of the promise about memory: bytes */
};

enum { ROWS = 20 };

struct card {
    const char *name;
    char nonce[80]; /* of whom the card is for */
    uint64_t seed;
    struct ticks ticks;
    unsigned long ops;
    size_t n;
    struct row row[ROWS];
};

void card_text(const struct card *c, FILE *to);
void card_json(const struct card *c, FILE *to);

/* How many rows are in this state. */
size_t card_count(const struct card *c, int state);

#endif
