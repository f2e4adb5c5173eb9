/* SPDX-License-Identifier: MIT-0 */
/* What a program does to its set rig.t, call by call, so that explain.h can play it again.
   The log begins anew with each set, and stands in memory that the program shares with the
   process that explains: an entry costs some stores. Without such a process there is no
   log. Wants fork() and shared memory: other systems record nothing. */
#ifndef RECORD_H
#define RECORD_H

/* A longer log is no use: nobody would read it, and it is not shortened. */
enum { LOG_ROOM = 1 << 16, LOG_TIMERS = 4096 };

enum op_kind {
    OP_ARM,
    OP_EARLIER, /* add_if_earlier() */
    OP_CANCEL,
    OP_CLEAR,
    OP_ADVANCE,
    OP_EXPIRE,
    OP_NEXT,
    OP_CHECK, /* check(), count() and a walk */
    OP_DRAIN  /* advances until nothing waits */
};

struct logged {
    enum op_kind kind;
    const void *node, *by; /* by: the node whose callback does it, NULL: none */
    uint64_t tick, max;    /* max: the budget of an advance; a clear has the clock's tick */
};

struct rig_log {
    const struct tw_ops *ops;
    uint64_t start;
    size_t capacity;
    uint32_t seed; /* of a skip list's dice; 0: as init() sets it */
    bool strange;  /* something was done that no entry tells */
    size_t n;      /* entries, also those that found no room */
    struct logged op[LOG_ROOM];
};

/* NULL: nothing is recorded. */
static struct rig_log *rig_log;
static size_t log_calls;   /* of all logs */
static const void *log_by; /* the node whose callback runs */
static unsigned log_depth; /* in a call that calls back? */

static inline void log_begin(const struct tw_ops *ops, size_t capacity) {
    if (!rig_log)
        return;
    rig_log->ops = ops;
    rig_log->start = rig.now;
    rig_log->capacity = capacity;
    rig_log->seed = 0;
    rig_log->n = 0;
    rig_log->strange = log_depth > 0;
}

static inline void log_op(enum op_kind kind, const void *node, uint64_t tick, uint64_t max) {
    struct logged *const at = rig_log ? &rig_log->op[rig_log->n % LOG_ROOM] : NULL;

    log_calls++;
    rig.unused = false;
    if (!at)
        return;
    rig_log->n++;
    rig_log->strange |= log_depth > 0 && !log_by;
    at->kind = kind;
    at->node = node;
    at->by = log_by;
    at->tick = tick;
    at->max = max;
}

/* The tick in 64 bits, near the clock. The clock of an empty set may jump ahead by more
   than half the range. */
static inline uint64_t log_tick(tw_tick tick, bool ahead) {
    const tw_tick distance = (tw_tick)(tick - (tw_tick)rig.now);

    if (TW_TICK_BITS == 64 || ahead || distance <= TW_TICK_MAX / 2)
        return rig.now + distance;
    return rig.now - (tw_tick)(0u - distance);
}

static inline void log_init(struct tw_timers *t, tw_tick now, const struct tw_ops *ops, void *in,
                            void *array, size_t n) {
    if (t == &rig.t)
        log_begin(ops, array ? n : 0);
    tw_timers_init(t, now, ops, in, array, n);
}

static inline bool log_add(struct tw_timers *t, struct tw_node *n, tw_tick due) {
    if (t == &rig.t)
        log_op(OP_ARM, n, log_tick(due, false), 0);
    return tw_timers_add(t, n, due);
}

static inline bool log_add_in(struct tw_timers *t, struct tw_node *n, tw_tick now, tw_tick delay) {
    if (t == &rig.t)
        log_op(OP_ARM, n, log_tick(now, false) + delay, 0);
    return tw_timers_add_in(t, n, now, delay);
}

static inline bool log_add_if_earlier(struct tw_timers *t, struct tw_node *n, tw_tick due) {
    if (t == &rig.t)
        log_op(OP_EARLIER, n, log_tick(due, false), 0);
    return tw_timers_add_if_earlier(t, n, due);
}

static inline bool log_cancel(struct tw_timers *t, struct tw_node *n) {
    if (t == &rig.t)
        log_op(OP_CANCEL, n, 0, 0);
    return tw_timers_cancel(t, n);
}

static inline bool log_next(struct tw_timers *t, tw_tick *due) {
    if (t == &rig.t)
        log_op(OP_NEXT, NULL, 0, 0);
    return tw_timers_next(t, due);
}

static inline const char *log_check(const struct tw_timers *t) {
    if (t == &rig.t)
        log_op(OP_CHECK, NULL, 0, 0);
    return tw_timers_check(t);
}

static inline size_t log_advance_some(struct tw_timers *t, tw_tick now, size_t max) {
    size_t fired;

    if (t == &rig.t)
        log_op(OP_ADVANCE, NULL, log_tick(now, rig.m.count == 0),
               max == (size_t)-1 ? UINT64_MAX : max);
    log_depth++;
    fired = tw_timers_advance_some(t, now, max);
    log_depth--;
    return fired;
}

static inline size_t log_advance(struct tw_timers *t, tw_tick now) {
    size_t fired;

    if (t == &rig.t)
        log_op(OP_ADVANCE, NULL, log_tick(now, rig.m.count == 0), UINT64_MAX);
    log_depth++;
    fired = tw_timers_advance(t, now);
    log_depth--;
    return fired;
}

static inline struct tw_node *log_expire(struct tw_timers *t, tw_tick now) {
    if (t == &rig.t)
        log_op(OP_EXPIRE, NULL, log_tick(now, rig.m.count == 0), 0);
    return tw_timers_expire(t, now);
}

static inline void log_clear_with(struct tw_timers *t, tw_fn *fn) {
    if (t == &rig.t)
        log_op(OP_CLEAR, NULL, rig.now, 0);
    log_depth++;
    tw_timers_clear_with(t, fn);
    log_depth--;
}

static inline void log_clear(struct tw_timers *t) {
    if (t == &rig.t)
        log_op(OP_CLEAR, NULL, rig.now, 0);
    tw_timers_clear(t);
}

/* From here on a program calls these. */
#undef tw_timers_init /* another name for the linker */
#define tw_timers_init(t, now, ops, in, array, n) log_init(t, now, ops, in, array, n)
#define tw_timers_add(t, n, due)                  log_add(t, n, due)
#define tw_timers_add_in(t, n, now, delay)        log_add_in(t, n, now, delay)
#define tw_timers_add_if_earlier(t, n, due)       log_add_if_earlier(t, n, due)
#define tw_timers_cancel(t, n)                    log_cancel(t, n)
#define tw_timers_next(t, due)                    log_next(t, due)
#define tw_timers_check(t)                        log_check(t)
#define tw_timers_advance(t, now)                 log_advance(t, now)
#define tw_timers_advance_some(t, now, max)       log_advance_some(t, now, max)
#define tw_timers_expire(t, now)                  log_expire(t, now)
#define tw_timers_clear(t)                        log_clear(t)
#define tw_timers_clear_with(t, fn)               log_clear_with(t, fn)

#endif
