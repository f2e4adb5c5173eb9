/* SPDX-License-Identifier: MIT-0 */
#include "sequence.h"
#include <inttypes.h>

int op_line(const struct op *x, uint64_t mask, char line[LINE]) {
    const uint64_t tick = x->tick & mask;

    switch (x->kind) {
    case ADD:
        return snprintf(line, LINE, "add %u %" PRIu64 "\n", x->id, tick);
    case CANCEL:
        return snprintf(line, LINE, "cancel %u\n", x->id);
    case MOVE:
        return snprintf(line, LINE, "move %u %" PRIu64 "\n", x->id, tick);
    case NEXT:
        return snprintf(line, LINE, "next\n");
    case COST:
        return snprintf(line, LINE, "cost\n");
    case POP:
        return snprintf(line, LINE, "pop\n");
    case PLAN_ADDS:
        return snprintf(line, LINE, "plan %u add %u %" PRIu64 "\n", x->id, x->other, x->tick);
    case PLAN_CANCELS:
        return snprintf(line, LINE, "plan %u cancel %u\n", x->id, x->other);
    case ADVANCE:
        break;
    }
    if (x->max == UINT64_MAX)
        return snprintf(line, LINE, "advance %" PRIu64 "\n", tick);
    return snprintf(line, LINE, "advance %" PRIu64 " %" PRIu64 "\n", tick, x->max);
}

bool op_plays(const struct op *x) {
    return x->kind == ADD || x->kind == MOVE || x->kind == CANCEL || x->kind == NEXT ||
           x->kind == COST || (x->kind == ADVANCE && x->max == UINT64_MAX);
}

void op_play(const struct op *x, FILE *to) {
    if (x->kind == ADD || x->kind == MOVE)
        fprintf(to, "arm+%u+%" PRIu64, x->id, x->tick);
    else if (x->kind == CANCEL)
        fprintf(to, "cancel+%u", x->id);
    else if (x->kind == ADVANCE)
        fprintf(to, "advance+%" PRIu64, x->tick);
    else
        fprintf(to, "next");
}

void tick_words(uint64_t tick, const struct ticks *t, FILE *to) {
    fprintf(to, t->hex ? "0x%" PRIx64 : "%" PRIu64, tick & t->mask);
}

void op_words(const struct op *x, const struct ticks *t, FILE *to) {
    switch (x->kind) {
    case ADD:
        fprintf(to, "arm timer %u for tick ", x->id);
        tick_words(x->tick, t, to);
        break;
    case CANCEL:
        fprintf(to, "cancel timer %u", x->id);
        break;
    case MOVE:
        fprintf(to, "move timer %u to tick ", x->id);
        tick_words(x->tick, t, to);
        break;
    case NEXT:
        fprintf(to, "ask for the earliest deadline");
        break;
    case COST:
        fprintf(to, "ask how many looks one call took at most");
        break;
    case POP:
        fprintf(to, "take the first");
        break;
    case PLAN_ADDS:
        fprintf(to, "the callback of timer %u shall arm timer %u, %" PRIu64 " ticks on", x->id,
                x->other, x->tick);
        break;
    case PLAN_CANCELS:
        fprintf(to, "the callback of timer %u shall cancel timer %u", x->id, x->other);
        break;
    case ADVANCE:
        fprintf(to, "advance the clock to tick ");
        tick_words(x->tick, t, to);
        if (x->max != UINT64_MAX)
            fprintf(to, ", for %" PRIu64 " timers at most", x->max);
        break;
    }
}
