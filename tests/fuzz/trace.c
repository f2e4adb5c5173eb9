/* SPDX-License-Identifier: MIT-0 */
/* Any bytes are a trace for replay. One that is read is counted again, operation by
   operation, in another way. */
#define _POSIX_C_SOURCE 200809L /* fmemopen() */
#undef NDEBUG
#include "trace.h"

#include <assert.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* How many timers are armed behind operation i: those whose last arming up to it was not
   cancelled, and whose deadline no later operation has reached. *fired gets the number of
   armings that one did reach first. */
static size_t armed_behind(const struct trace *t, size_t i, size_t *fired) {
    size_t armed = 0, k, j;

    *fired = 0;
    for (k = 0; k <= i; k++) {
        bool waits = t->op[k].arm;

        for (j = k + 1; j <= i && waits; j++) {
            const bool reached = t->op[j].time >= t->op[k].due;

            *fired += reached;
            waits = !reached && t->op[j].timer != t->op[k].timer;
        }
        armed += waits;
    }
    return armed;
}

/* What is armed behind the last operation fires if that has reached it, and else is
   left. */
static void recount(const struct trace *t) {
    size_t peak = 0, fired = 0, armed = 0, due = 0, i, k;

    for (i = 0; i < t->ops; i++) {
        armed = armed_behind(t, i, &fired);
        peak = armed > peak ? armed : peak;
    }
    for (i = 0; i < t->ops; i++) {
        bool last = t->op[i].arm && t->op[i].due <= t->op[t->ops - 1].time;

        for (k = i + 1; k < t->ops; k++)
            last = last && t->op[k].time < t->op[i].due && t->op[k].timer != t->op[i].timer;
        due += last;
    }
    assert(t->peak == peak && t->fires == fired + due && t->left == armed - due);
}

static void look(const struct trace *t) {
    size_t arms = 0, i;

    for (i = 0; i < t->ops; i++) {
        assert(t->op[i].timer < t->timers && t->op[i].time <= t->end);
        assert(i == 0 || t->op[i - 1].time <= t->op[i].time);
        assert(t->gone[i] >= i && t->gone[i] <= t->ops);
        arms += t->op[i].arm;
    }
    for (i = 1; i < t->timers; i++)
        assert(t->id[i - 1] < t->id[i]);
    assert(t->ops > 0 && t->timers > 0 && arms == t->arms && t->arms + t->cancels == t->ops);
    assert(t->half <= t->most && t->end == t->op[t->ops - 1].time && t->fires + t->left <= arms);
    if (t->ops < 64)
        recount(t);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const uint64_t units[] = {1, 1000, 3000000};
    struct trace t;
    FILE *f;

    if (size < 2)
        return 0;
    f = fmemopen((uint8_t *)(uintptr_t)(data + 1), size - 1, "rb"); /* which only reads */
    assert(f);
    if (trace_read(&t, f, "input", units[data[0] % 3]))
        look(&t);
    trace_free(&t);
    fclose(f);
    return 0;
}
