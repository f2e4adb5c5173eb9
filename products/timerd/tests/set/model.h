/* SPDX-License-Identifier: MIT-0 */
/* model.h - what a set of tw_durable.h promises, in the plainest form: an array that is
   searched from end to end. It shares no code with the set. */
#ifndef MODEL_H
#define MODEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { TIMERS_MOST = 600, NOTE_MOST = 1024 };

struct model_timer {
    uint64_t id, due, turn; /* turn: of arming, among all */
    size_t size;
    unsigned char payload[NOTE_MOST];
    bool in_hand;
};

struct model {
    struct model_timer timer[TIMERS_MOST];
    size_t n;
    uint64_t now, turn, batch_turn; /* batch_turn: the last one when the batch began */
    bool batch;
};

void model_arm(struct model *m, uint64_t id, uint64_t due, const void *payload, size_t size);
struct model_timer *model_find(struct model *m, uint64_t id);
void model_move(struct model *m, struct model_timer *t, uint64_t due);
void model_remove(struct model *m, struct model_timer *t);
struct model_timer *model_expire(struct model *m, uint64_t now);
int model_wait_ms(const struct model *m, uint64_t now);
void model_restart(struct model *m, uint64_t now); /* as the file has it, opened again */

#endif
