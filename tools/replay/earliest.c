/* SPDX-License-Identifier: MIT-0 */
/* How often the trace takes out or moves the timer that would fire next. */
#include "model.h"
#include "replay.h"

size_t count_earliest(const struct trace *t) {
    struct schedule s;
    size_t earliest = 0, first;
    uint64_t when;

    schedule_init(&s, t);
    for (size_t i = 0; i < t->ops; i++) {
        const struct trace_op *op = &t->op[i];

        while (schedule_fire(&s, op->time) != SCHEDULE_NONE) {
        }
        earliest += op->armed && schedule_next(&s, &when, &first) && first == op->timer;
        if (op->arm)
            schedule_arm(&s, i);
        else
            schedule_cancel(&s, op->timer);
    }
    schedule_free(&s);
    return earliest;
}
