/* SPDX-License-Identifier: MIT-0 */
/* The operations on a timer set that the two searches try, each done beside the model
   (contract/rig.h), printed, and logged for explain.h. A search keeps no log: when it
   fails, it logs the operations that failed. */
#ifndef OPERATIONS_H
#define OPERATIONS_H

#include "../contract/rig.h"

enum kind { NOTHING, ARM, CANCEL, CLEAR, NEXT, ADVANCE, ADVANCE_NONE, ADVANCE_ONE, EXPIRE };

struct operation {
    enum kind kind;
    size_t id;
    uint64_t tick;
};

/* Appends an operation to a list. Returns the end of the list. */
static struct operation *put(struct operation *list, enum kind kind, size_t id, uint64_t tick) {
    list->kind = kind;
    list->id = id;
    list->tick = tick;
    return list + 1;
}

/* Does an operation on both. */
static void perform(const struct operation *o) {
    tw_tick due;

    switch (o->kind) {
    case ARM:
        rig_arm(&pool[o->id], o->tick);
        break;
    case CANCEL:
        rig_cancel(&pool[o->id]);
        break;
    case CLEAR:
        tw_timers_clear(&rig.t);
        rig.m.count = 0;
        break;
    case NEXT:
        tw_timers_next(&rig.t, &due);
        break;
    case ADVANCE:
        rig_advance(o->tick);
        break;
    case ADVANCE_NONE:
    case ADVANCE_ONE:
        rig_advance_some(o->tick, o->kind == ADVANCE_ONE);
        break;
    case EXPIRE:
        rig_pull(o->tick, 1);
        break;
    default:
        break;
    }
}

static void print_operation(const struct operation *o) {
    static const char *const words[] = {"nothing",      "arm",          "cancel",
                                        "clear",        "next",         "advance to",
                                        "advance_some", "advance_some", "expire"};

    fprintf(stderr, "%s", words[o->kind]);
    if (o->kind == ARM || o->kind == CANCEL)
        fprintf(stderr, " %lu", (unsigned long)o->id);
    if (o->kind == ARM)
        fprintf(stderr, " for");
    if (o->kind == ARM || o->kind >= ADVANCE)
        fprintf(stderr, " %llu", (unsigned long long)o->tick);
    if (o->kind == ADVANCE_NONE || o->kind == ADVANCE_ONE)
        fprintf(stderr, ", at most %d", o->kind == ADVANCE_ONE);
}

/* The first line about a failure: the sequence has n operations, and a signal has ended
   it. */
static void print_failure(const char *name, uint64_t start, int number, size_t n) {
    fprintf(stderr,
            "exhaustive: %s with %d-bit ticks from tick %llu %s after %lu operation%s, and after "
            "no fewer:\n",
            name, TW_TICK_BITS, (unsigned long long)start, number == SIGVTALRM ? "hangs" : "fails",
            (unsigned long)n, n == 1 ? "" : "s");
}

/* What hangs is ended by a signal, a minute of the processor's time after the last
   call. */
static void watch(void) {
    const struct itimerval minute = {{0, 0}, {60, 0}};
    setitimer(ITIMER_VIRTUAL, &minute, NULL);
}

/* From now on a failure calls this. What fails is ended by a signal, too. */
static void catch_failures(void (*failed)(int)) {
    rig_log = NULL;
    signal(SIGABRT, failed);
    signal(SIGSEGV, failed);
    signal(SIGFPE, failed);
    signal(SIGVTALRM, failed);
}

/* Begins the log of a sequence. False: nobody will explain it. */
static bool log_failure(uint64_t start, uint32_t seed) {
    if (!rig_shared)
        return false;
    rig_log = &rig_shared->log;
    log_depth = 0;
    rig.now = start;
    log_begin(rig.ops, rig.capacity);
    rig_log->seed = seed;
    return true;
}

#endif
