/* SPDX-License-Identifier: MIT-0 */
/* Plays a sequence of operations on a structure beside the model, each in a process of its
   own, and says where the two differ first. A crash and an endless loop are differences,
   too. */
#ifndef PLAY_H
#define PLAY_H

struct rig_op {
    enum op_kind kind;
    int id, by; /* timers by number; by: whose callback does it, -1: none */
    uint64_t tick, max;
};

struct rig_sequence {
    const struct tw_ops *ops;
    uint64_t start;
    size_t capacity;
    uint32_t seed;
    size_t n;
    struct rig_op op[LOG_ROOM + 3];
};

/* In which way the two differ. */
enum wrong {
    NOT_WRONG,
    WRONG_FIRING, /* another timer fires, or one that must not */
    WRONG_SILENCE,
    WRONG_NUMBER,
    WRONG_NODE,
    WRONG_ANSWER, /* of add() or cancel() */
    WRONG_NEXT,
    WRONG_COUNT,
    WRONG_CHECK,
    WRONG_ASSERT,
    WRONG_END, /* a crash */
    WRONG_HANG
};

struct verdict {
    enum wrong wrong;
    size_t at, top; /* the operation, and the one that called back for it */
    uint64_t now;
    char model[120], set[200];
    const char *property; /* of check() */
};

/* Memory that all processes share. */
static struct shared {
    struct rig_log log;
    struct failure failure;
    const char *scenario, *sentence;
    struct verdict verdict;
    bool skipped[LOG_ROOM + 3]; /* operations that the contract does not allow there */
} * rig_shared;

static struct player {
    const struct rig_sequence *s;
    struct timer *timer;
    int timers;
    size_t fired;
} player;

/* ---------------------------------------------------------------------- A DIFFERENCE */

#define MODEL_SAYS(...) \
    (void)snprintf(rig_shared->verdict.model, sizeof rig_shared->verdict.model, __VA_ARGS__)
#define SET_SAYS(...) \
    (void)snprintf(rig_shared->verdict.set, sizeof rig_shared->verdict.set, __VA_ARGS__)

static void play_ends(enum wrong wrong) {
    rig_shared->verdict.wrong = wrong;
    rig_shared->verdict.now = rig.now;
    _exit(0);
}

static void play_tell(const char *condition, const char *file, int line) {
    const char *const slash = strrchr(file, '/');

    SET_SAYS("%s does not hold (%s:%d)", condition, slash ? slash + 1 : file, line);
    play_ends(WRONG_ASSERT);
}

/* Before each operation, for one that does not come back. */
static void play_note_model(void) {
    uint64_t due = 0;

    if (model_next(&rig.m, &due))
        MODEL_SAYS("%lu armed, the earliest for tick %llu", (unsigned long)rig.m.count,
                   (unsigned long long)due);
    else
        MODEL_SAYS("nothing is armed");
}

/* The number of a node; -1: it is none that was armed. */
static int play_id(const struct tw_node *n) {
    int i;

    for (i = 0; i < player.timers; i++)
        if (&player.timer[i].node == n)
            return i;
    return -1;
}

static unsigned long long play_due(const struct tw_node *n) {
    return (unsigned long long)player.timer[play_id(n)].due;
}

static void play_says_firing(const struct tw_node *wanted, const struct tw_node *n) {
    const bool equals = wanted && play_id(n) >= 0 && play_due(wanted) == play_due(n);

    if (!wanted)
        MODEL_SAYS("no timer fires");
    else
        MODEL_SAYS("timer %d fires, due at tick %llu%s", play_id(wanted), play_due(wanted),
                   equals ? ", armed before its equal" : "");
    if (play_id(n) < 0)
        SET_SAYS("a node fires that was never armed");
    else
        SET_SAYS("timer %d fires, due at tick %llu", play_id(n), play_due(n));
}

/* ------------------------------------------------------------------------- OPERATIONS */

static void play_fired(struct tw_node *n) {
    const struct tw_node *const wanted = model_fire(&rig.m);

    player.fired++;
    if (wanted != n) {
        play_says_firing(wanted, n);
        play_ends(WRONG_FIRING);
    }
    if (!tw_idle(n) || n->due != (tw_tick)play_due(n)) {
        MODEL_SAYS("timer %d is idle when it fires, and keeps its tick", play_id(n));
        SET_SAYS("it is not, or does not");
        play_ends(WRONG_NODE);
    }
}

static void play_op(size_t i);

/* Does what the callback of n does in the operation that is played. */
static void play_fn(struct tw_node *n, tw_tick now) {
    const size_t top = rig_shared->verdict.top;
    size_t i;

    play_fired(n);
    if ((tw_timers_advance)(&rig.t, (tw_tick)(now + 1)) != 0) {
        MODEL_SAYS("advance() in a callback is refused");
        SET_SAYS("it is not");
        play_ends(WRONG_ANSWER);
    }
    for (i = top + 1; i < player.s->n && player.s->op[i].by >= 0; i++)
        if (player.s->op[i].by == play_id(n))
            play_op(i);
    rig_shared->verdict.at = top;
}

static void play_answer(const char *verb, bool wanted, bool got) {
    if (wanted == got)
        return;
    MODEL_SAYS("%s returns %s", verb, wanted ? "true" : "false");
    SET_SAYS("%s returns %s", verb, got ? "true" : "false");
    play_ends(WRONG_ANSWER);
}

static void play_arm(struct timer *x, uint64_t due) {
    const bool may = rig_may_arm(&x->node, due);

    play_answer("add()", may, (tw_timers_add)(&rig.t, &x->node, (tw_tick)due));
    if (may) {
        model_add(&rig.m, &x->node, due);
        x->due = due;
    }
}

/* add_if_earlier() leaves a timer alone that is due, or that is armed as early, unless due
   lies too far ahead. */
static void play_arm_earlier(struct timer *x, uint64_t due) {
    const bool reached = TW_TICK_BITS == 64 || due < rig.now + REACH;
    size_t i = 0;

    while (i < rig.m.count && rig.m.item[i].node != &x->node)
        i++;
    if (i < rig.m.count && (rig.m.item[i].passed || (reached && x->due <= due))) {
        play_answer("add_if_earlier()", true,
                    (tw_timers_add_if_earlier)(&rig.t, &x->node, (tw_tick)due));
        return;
    }
    play_answer("add_if_earlier()", rig_may_arm(&x->node, due),
                (tw_timers_add_if_earlier)(&rig.t, &x->node, (tw_tick)due));
    if (rig_may_arm(&x->node, due)) {
        model_add(&rig.m, &x->node, due);
        x->due = due;
    }
}

/* The batch must be over. */
static void play_silence(void) {
    const struct tw_node *const wanted = model_fire(&rig.m);

    if (!wanted)
        return;
    MODEL_SAYS("timer %d fires, due at tick %llu", play_id(wanted), play_due(wanted));
    SET_SAYS("no timer fires%s", player.fired ? " any more" : "");
    play_ends(WRONG_SILENCE);
}

static void play_advance(uint64_t now, uint64_t budget) {
    const size_t max = budget > (size_t)-1 ? (size_t)-1 : (size_t)budget;
    const uint64_t batch = rig.m.batch;
    size_t got;

    player.fired = 0;
    if (now >= rig.now) {
        rig.now = now;
        rig.pulling = false;
        model_begin(&rig.m, now);
    } else {
        rig.m.batch = 0; /* refused: nothing fires */
    }
    got = (tw_timers_advance_some)(&rig.t, (tw_tick)now, max);
    if (got != player.fired || got > max) {
        MODEL_SAYS("%lu fired", (unsigned long)player.fired);
        SET_SAYS("advance() returns %lu", (unsigned long)got);
        play_ends(WRONG_NUMBER);
    }
    if (got < max)
        play_silence();
    if (rig.m.batch == 0)
        rig.m.batch = batch;
}

static void play_expire(uint64_t now) {
    struct tw_node *n;

    player.fired = 0;
    if (!rig.pulling && now >= rig.now) {
        rig.now = now;
        model_begin(&rig.m, now);
    } else if (!rig.pulling) {
        rig.m.batch = 0;
    }
    n = (tw_timers_expire)(&rig.t, (tw_tick)now);
    rig.pulling = n != NULL;
    if (n)
        play_fired(n);
    else
        play_silence();
}

static void play_next(void) {
    uint64_t due = 0;
    tw_tick got = 0;
    const bool wanted = model_next(&rig.m, &due), any = (tw_timers_next)(&rig.t, &got);

    if (wanted == any && (!any || got == (tw_tick)due))
        return;
    if (wanted)
        MODEL_SAYS("the earliest deadline is %llu",
                   (unsigned long long)(TW_TICK_BITS == 64 ? due : due & TW_TICK_MAX));
    else
        MODEL_SAYS("nothing is armed");
    if (any)
        SET_SAYS("next() says %llu", (unsigned long long)got);
    else
        SET_SAYS("next() says that nothing is armed");
    play_ends(WRONG_NEXT);
}

/* A walk has an end, even if it goes in a circle. */
static size_t play_walk(void) {
    const struct tw_node *n = NULL;
    size_t walked = 0;

    while (walked <= rig.m.count && (n = tw_timers_each(&rig.t, n)) != NULL)
        walked++;
    return walked;
}

static void play_check(void) {
    const char *const broken = (tw_timers_check)(&rig.t);
    size_t walked;

    if (broken) {
        rig_shared->verdict.property = broken;
        SET_SAYS("check() says that %s does not hold", broken);
        play_ends(WRONG_CHECK);
    }
    MODEL_SAYS("%lu armed", (unsigned long)rig.m.count);
    SET_SAYS("count() says %lu", (unsigned long)tw_timers_count(&rig.t));
    if (tw_timers_count(&rig.t) != rig.m.count)
        play_ends(WRONG_COUNT);
    walked = play_walk();
    SET_SAYS("each() meets %lu%s", (unsigned long)walked, walked > rig.m.count ? " or more" : "");
    if (walked != rig.m.count)
        play_ends(WRONG_COUNT);
}

static void play_drain(void) {
    play_advance(rig.now, UINT64_MAX);
    while (rig.m.count > 0)
        play_advance(rig.m.item[rig.m.count - 1].when, UINT64_MAX);
    play_check();
}

/* Does the contract allow it here? With ticks that wrap, all that waits stays within a
   quarter of the range. */
static bool play_allowed(const struct rig_op *o) {
    size_t i;

    if ((o->kind == OP_ADVANCE || o->kind == OP_EXPIRE || o->kind == OP_DRAIN) && o->by >= 0)
        return false; /* refused in a callback, as every callback tries */
    if (o->kind == OP_EXPIRE && rig.pulling && o->tick != rig.now)
        return false; /* the batch keeps its now */
    if (TW_TICK_BITS == 64)
        return true;
    if (o->kind == OP_ARM || o->kind == OP_EARLIER)
        return o->tick - rig.now < 3 * REACH || rig.now - o->tick < REACH;
    if (o->kind != OP_ADVANCE && o->kind != OP_EXPIRE)
        return true;
    if (rig.m.count > 0 && o->tick >= rig.now + REACH)
        return false;
    for (i = 0; i < rig.m.count; i++)
        if (!rig.m.item[i].passed && o->tick >= rig.m.item[i].when + REACH)
            return false;
    return o->tick >= rig.now || rig.m.count > 0;
}

static void play_do(const struct rig_op *o) {
    struct timer *const x = &player.timer[o->id < 0 ? 0 : o->id];

    switch (o->kind) {
    case OP_ARM:
        play_arm(x, o->tick);
        break;
    case OP_EARLIER:
        play_arm_earlier(x, o->tick);
        break;
    case OP_CANCEL:
        play_answer("cancel()", model_cancel(&rig.m, &x->node),
                    (tw_timers_cancel)(&rig.t, &x->node));
        break;
    case OP_CLEAR:
        rig.m.count = 0;
        (tw_timers_clear)(&rig.t);
        break;
    case OP_ADVANCE:
        play_advance(o->tick, o->max);
        break;
    case OP_EXPIRE:
        play_expire(o->tick);
        break;
    case OP_NEXT:
        play_next();
        break;
    case OP_CHECK:
        play_check();
        break;
    case OP_DRAIN:
        play_drain();
        break;
    }
}

static void play_op(size_t i) {
    const struct rig_op *const o = &player.s->op[i];

    rig_shared->verdict.at = i;
    rig_shared->verdict.now = o->kind == OP_ADVANCE || o->kind == OP_EXPIRE ? o->tick : rig.now;
    rig_shared->skipped[i] = !play_allowed(o);
    if (rig_shared->skipped[i])
        return;
    play_note_model();
    play_do(o);
}

/* -------------------------------------------------------------------------- A PROCESS */

/* Its standard error is nobody's: many crashes may follow. */
static void play_quietly(unsigned tenths) {
    const struct rlimit none = {0, 0};
    const struct itimerval limit = {{0, 0}, {(int)(tenths / 10), (int)(tenths % 10) * 100000}};

    setrlimit(RLIMIT_CORE, &none);
    if (!freopen("/dev/null", "w", stderr))
        _exit(125);
    setitimer(ITIMER_VIRTUAL, &limit, NULL); /* of computing, so that a busy machine ends nothing */
}

static void play_all(const struct rig_sequence *s) {
    size_t i;

    rig_log = NULL;
    rig_tell = play_tell;
    player.s = s;
    for (i = 0; i < s->n; i++)
        if (s->op[i].id >= player.timers)
            player.timers = s->op[i].id + 1;
    player.timer = (struct timer *)calloc((size_t)player.timers + 1, sizeof *player.timer);
    if (!player.timer)
        _exit(125);
    for (i = 0; i < (size_t)player.timers; i++) {
        tw_node_init(&player.timer[i].node, play_fn);
        player.timer[i].id = (int)i;
    }
    rig_begin(s->ops, s->start, s->capacity);
    if (s->seed)
        ((struct tw_skiplist *)rig.in)->seed = s->seed;
    for (i = 0; i < s->n; i++)
        if (s->op[i].by < 0) {
            rig_shared->verdict.top = i;
            play_op(i);
        }
}

/* Plays s in a child, which computes no longer than so many tenths of a second. */
static void play(const struct rig_sequence *s, unsigned tenths) {
    struct verdict *const v = &rig_shared->verdict;
    int status = 0;
    pid_t child;

    memset(v, 0, sizeof *v);
    memset(rig_shared->skipped, 0, s->n);
    fflush(NULL);
    child = fork();
    if (child == 0) {
        play_quietly(tenths);
        play_all(s);
        _exit(0);
    }
    if (child < 0 || waitpid(child, &status, 0) != child)
        return;
    if (WIFSIGNALED(status) && WTERMSIG(status) == SIGVTALRM) {
        v->wrong = WRONG_HANG;
        SET_SAYS("it does not come back");
    } else if (WIFSIGNALED(status)) {
        v->wrong = WRONG_END;
        SET_SAYS("a signal ends it: %s", strsignal(WTERMSIG(status)));
    } else if (WEXITSTATUS(status) != 0) {
        v->wrong = WRONG_END;
        SET_SAYS("it ends with status %d", WEXITSTATUS(status));
    }
}

#endif
