/* SPDX-License-Identifier: MIT-0 */
/* A timer set and the model side by side. Every operation goes to both; after each one
   they must agree in everything that can be seen, and the set's check() must hold. Time
   is counted in 64 bits here and cut to the tick's width for the set. */
#ifndef RIG_H
#define RIG_H

/* Where a failure is explained, by processes that share memory. */
#if defined(__unix__) || defined(__APPLE__)
#ifndef _DEFAULT_SOURCE
#define _DEFAULT_SOURCE 1
#endif
#include <signal.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>
#ifdef MAP_ANONYMOUS
#define RIG_EXPLAINS 1
#endif
#endif

#undef NDEBUG
#include <assert.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* An assertion that fails is reported with the scenario, the structure, and the set
   beside the model: rig_failed(). */
static void rig_failed(const char *condition, const char *file, int line);

/* TW_ASSERT ends the test, unless the test expects it: then it is counted. */
static unsigned tripped;
static bool expect_trips;

static inline void trip(const char *condition, const char *file, int line) {
    if (!expect_trips)
        rig_failed(condition, file, line);
    tripped++;
}

/* Of what TW_TRACE reports, by event: how often, and the last set, node and tick. And how
   many reports about nodes that are linked name a set, or another tick than the node
   has. */
enum { EVENTS = 9 };

static size_t traced[EVENTS];
static const void *traced_set[EVENTS], *traced_node[EVENTS];
static uint64_t traced_tick[EVENTS];

static inline void rig_traced(int event, const void *set, const void *node, uint64_t tick) {
    traced[event]++;
    traced_set[event] = set;
    traced_node[event] = node;
    traced_tick[event] = tick;
}

#define TW_ASSERT(c) ((c) ? (void)0 : trip("TW_ASSERT(" #c ")", __FILE__, __LINE__))
#if !defined(RIG_WATCHES) /* else the program has another TW_TRACE */
static size_t mistraced;
#define TW_TRACE(event, set, node, tick)                                          \
    ((void)(mistraced += (event) >= TW_CASCADE && (event) <= TW_LINK &&           \
                         ((const void *)(set) != NULL || (tick) != (node)->due)), \
     rig_traced(event, set, node, tick))
#endif
#define TW_IMPLEMENTATION
#define TW_STATIC
#if defined(RIG_WATCHES)
#include "watch.h"
#endif
#include "timers.h"
#include "model.h"
#include "structures.h"
#undef assert
#define assert(condition) ((condition) ? (void)0 : rig_failed(#condition, __FILE__, __LINE__))

/* How far ahead a deadline may lie: below this. Plain numbers have no such bound; 2^62
   keeps sums in range. */
#define REACH ((uint64_t)TW__QUARTER)

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define __SANITIZE_ADDRESS__ 1
#endif
#endif
/* Sanitizers are slow, and what is only built for size or for 32 bits tries less of what
   -O2 tries in full; so does what is built with RIG_SLOW. */
#if defined(RIG_SLOW) || defined(__SANITIZE_ADDRESS__) || defined(__OPTIMIZE_SIZE__) || \
    !(UINTPTR_MAX > 0xFFFFFFFFu)
enum { SLOW = 1 };
#else
enum { SLOW = 0 };
#endif

enum { RIG_DEBUG = 0 TW__DEBUG(+1) };

/* Of a node, without what TW_DEBUG adds. */
#define NODE_BYTES (sizeof(struct tw_node) TW__DEBUG(-sizeof(struct tw_mark)))

/* A small generator (xorshift64*), so that a seed means the same everywhere. */
static uint64_t rig_seed = 1;

struct timer {
    struct tw_node node;
    int id;
    uint64_t due; /* as armed */
    unsigned fired;
    void (*act)(struct timer *x); /* what its callback does; NULL: nothing */
    struct timer *other;
    uint64_t arg;
};

static struct rig {
    const char *scenario;
    const struct tw_ops *ops;
    struct tw_timers t;
    void *in, *room;
    size_t capacity;
    bool bounded; /* it has room for as many nodes as its array */
    uint64_t now, hash;
    size_t fires;
    int last; /* id of the last that fired */
    bool quiet, pulling, by_delay;
    bool unused; /* run_scenario() has made the set, and the scenario has done nothing with it */
    size_t verified;  /* in this scenario or round */
    uint64_t samples; /* a generator of its own: what is sampled does not change what is done */
    struct model m;
} rig;

/* The node whose callback runs, for the log. */
#ifdef RIG_EXPLAINS
#include "record.h"
#define RIG_BY(n) (log_by = (n))
#else
#define RIG_BY(n) (void)0
#endif

/* What the model and the set say when an assertion fails. */
struct failure {
    const char *condition, *file; /* NULL: no assertion has failed */
    int line;
    uint64_t now, model_due;
    tw_tick set_due;
    size_t fires, model_count, set_count;
    int last;
    bool answered, set_any; /* answered: the set has told all that follows */
    bool unused;            /* as in struct rig */
    const char *broken;     /* the property that check() names */
};

static void failure_print_model(const struct failure *f, FILE *to) {
    fprintf(to, "  in %s, on %s, with %d-bit ticks", rig.scenario ? rig.scenario : "the program",
            rig.ops->name, TW_TICK_BITS);
    if (strcmp(rig.ops->name, "smallwheel") == 0)
        fprintf(to, " and rings of %d, then %d bits, %d rings", TW_SMALLWHEEL_FIRST_BITS,
                TW_SMALLWHEEL_UPPER_BITS, TW_SMALLWHEEL_LEVELS);
    fprintf(to, "\n");
    if (rig.unused)
        return;
    fprintf(to, "  now %llu, fired %lu, last %d\n", (unsigned long long)f->now,
            (unsigned long)f->fires, f->last);
    if (f->model_count == 0)
        fprintf(to, "  the model has no timer\n");
    else
        fprintf(to, "  the model has %lu timers, the next for %llu\n",
                (unsigned long)f->model_count, (unsigned long long)f->model_due);
}

static void failure_print_set(const struct failure *f, FILE *to) {
    fprintf(to, "  the set has %lu, ", (unsigned long)f->set_count);
    if (f->set_any)
        fprintf(to, "the next for %llu; ", (unsigned long long)f->set_due);
    fprintf(to, "its check() says %s\n", f->broken ? f->broken : "nothing");
}

static void failure_ask_model(struct failure *f) {
    f->now = rig.now;
    f->fires = rig.fires;
    f->last = rig.last;
    f->model_count = rig.m.count;
    (void)model_next(&rig.m, &f->model_due);
}

/* Asks the set after the model has been asked. A broken one may not answer. */
static void failure_ask_set(struct failure *f) {
    f->set_count = (tw_timers_count)(&rig.t);
    f->broken = (tw_timers_check)(&rig.t);
    f->set_any = !f->broken && (tw_timers_next)(&rig.t, &f->set_due);
    f->answered = true;
}

/* Who wants to know of a failure, NULL: nobody, so that it is printed here. */
static void (*rig_tell)(const char *condition, const char *file, int line);

/* Ends the program. Beside the assertion it names the scenario and the structure. If the
   scenario has used the set, it prints the answers of the model and of the set. */
static void rig_failed(const char *condition, const char *file, int line) {
    static struct failure f;
    static bool failed;

    if (rig_tell)
        rig_tell(condition, file, line);
    fprintf(stderr, "%s:%d: %s does not hold\n", file, line, condition);
    if (failed || !rig.ops)
        abort();
    failed = true;
    failure_ask_model(&f);
    failure_print_model(&f, stderr);
    if (!rig.unused) {
        failure_ask_set(&f);
        failure_print_set(&f, stderr);
    }
    abort();
}

/* The first timer of the structure, by the model. NULL: there is none; or the walk goes by
   numbers (../structures/numbers.h), in any order. */
static inline const struct tw_node *rig_first_inside(void) {
    size_t i;

    if (strcmp(rig.ops->name, "numbers") == 0)
        return NULL;
    for (i = 0; i < rig.m.count && rig.m.item[i].passed; i++)
        ;
    return i < rig.m.count ? (const struct tw_node *)rig.m.item[i].node : NULL;
}

/* check() and each(), which go through every slot of a wheel. Of equals in the structure,
   each() must meet the first before the others. */
static inline void rig_verify_all(void) {
    const struct tw_node *const first = rig_first_inside(), *n;
    bool met = false;
    size_t walked = 0;

    assert(!tw_timers_check(&rig.t));
    for (n = tw_timers_each(&rig.t, NULL); n; n = tw_timers_each(&rig.t, n), walked++) {
        assert(tw_timers_pending(&rig.t, n));
        assert(met || !first || n == first || n->due != first->due || n->home == TW__DUE);
        met = met || n == first;
    }
    assert(walked == rig.m.count);
}

/* The first rig_fully times in a scenario, and always while the structure has less than
   4096 bytes: else once in as many times as it has 2048 bytes. The seed decides when. */
static size_t rig_fully = 500;

static inline bool rig_samples(void) {
    const size_t one_in =
        rig.verified++ < rig_fully || rig.ops->size < 4096 ? 1 : rig.ops->size / 2048;

    rig.samples = rig.samples * 6364136223846793005u + 1442695040888963407u;
    return (rig.samples >> 33) % one_in == 0;
}

/* The position of a wheel with levels. Other structures have none: NULL. */
static inline const tw_tick *rig_position(void) {
    if (rig.ops->next == tw_smallwheel_ops.next)
        return &((const struct tw_smallwheel *)rig.in)->position;
    if (rig.ops->next == tw_hwheel_ops.next)
        return &((const struct tw_hwheel *)rig.in)->base.position;
#if MODEL_CAPACITY > 1024 || TW_TICK_BITS == 8
    if (rig.ops->next == tw_bigwheel_ops.next)
        return &((const struct tw_bigwheel *)rig.in)->base.position;
#endif
    return NULL;
}

/* What tw__slots_key() relies on: a position lags by less than half the range. If it
   lagged more, a timer could be lost later, although all that can be seen is right. */
static inline void rig_verify_position(void) {
    const tw_tick *at = rig_position();

    assert(TW_TICK_BITS == 64 || !at || (tw_tick)(rig.now - *at) <= TW_TICK_MAX / 2);
}

static inline void rig_verify(void) {
    uint64_t due = 0;
    tw_tick got = 0;
    bool any = model_next(&rig.m, &due);

    rig.unused = false;
    if (rig.quiet)
        return;
    rig_verify_position();
    assert(tw_timers_now(&rig.t) == (tw_tick)rig.now);
    assert(tw_timers_next(&rig.t, &got) == any);
    assert(!any || got == (tw_tick)due);
    assert(tw_timers_any_due(&rig.t) == (any && due <= rig.now));
    assert(tw_timers_count(&rig.t) == rig.m.count);
    if (rig_samples())
        rig_verify_all();
}

static inline void rig_end(void) {
    free(rig.in);
    free(rig.room);
    rig.in = rig.room = NULL;
}

/* With TW_DEBUG a set warns of a refused add once, and notes that it did. A refused call
   changes nothing else: to have that compared, the set is told that all has been said. */
static inline void rig_hush(void) { TW__DEBUG(rig.t.clock.stamp.said = ~0u;) }

/* How many may wait in the structure: what its array has room for, or any number. */
static inline size_t rig_limit(void) { return tw_timers_capacity(&rig.t); }

/* Has the structure room for one node only, if its array has? A wheel's array has slots,
   and room for any number. */
static inline bool rig_is_bounded(const struct tw_ops *ops) {
    void *in = malloc(ops->size), *room = malloc(ops->bytes(1) + 1);
    bool bounded;

    assert(in && room);
    ops->init(in, 0, room, 1);
    bounded = ops->capacity(in) != (size_t)-1;
    assert(!bounded || ops->capacity(in) == 1);
    free(room);
    free(in);
    return bounded;
}

static inline void rig_begin(const struct tw_ops *ops, uint64_t now, size_t capacity) {
    rig_end();
    few_lanes_ops = tw_skiplist_ops;
    few_lanes_ops.init = few_lanes_init;
    rig.bounded = rig.ops == ops ? rig.bounded : rig_is_bounded(ops);
    rig.ops = ops;
    rig.in = malloc(ops->size);
    rig.room = malloc(ops->bytes(capacity) + 1);
    assert(rig.in && rig.room);
    rig.capacity = capacity;
    rig.now = now;
    tw_timers_init(&rig.t, (tw_tick)now, ops, rig.in, rig.room, capacity);
    rig_hush();
    assert(rig.bounded ? rig_limit() == capacity
                       : rig_limit() == (size_t)-1 || (rig_limit() == 0 && capacity == 0));
    rig.m.now = now;
    rig.m.count = 0;
    rig.m.births = rig.m.batch = 0;
    rig.fires = 0;
    rig.hash = 0xcbf29ce484222325u;
    rig.last = -1;
    rig.quiet = rig.pulling = false;
    rig.samples ^= rig_seed;
    rig_verify();
}

static inline void rig_mix(uint64_t word) { rig.hash = (rig.hash ^ word) * 0x100000001b3u; }

/* One firing, seen by callback or handed out: the model says whether it is this one's
   turn. */
static inline void rig_fire(struct tw_node *n) {
    struct timer *x = TW_OF(n, struct timer, node);

    assert(model_fire(&rig.m) == n);
    assert(tw_idle(n));
    assert(n->due == (tw_tick)x->due);
    assert(x->due <= rig.now);
    x->fired++;
    rig.fires++;
    rig.last = x->id;
    rig_mix(rig.now);
    rig_mix(x->due);
    rig_mix((uint64_t)x->id);
    rig_verify();
    if (x->act)
        x->act(x);
}

static inline void rig_fn(struct tw_node *n, tw_tick now) {
    assert(now == (tw_tick)rig.now);
    /* by the verbs themselves: every callback does so, and no log need tell */
    assert((tw_timers_advance)(&rig.t, (tw_tick)(now + 1)) == 0);
    assert((tw_timers_expire)(&rig.t, (tw_tick)(now + 1)) == NULL);
    RIG_BY(n);
    rig_fire(n);
    RIG_BY(NULL);
}

static inline void timer_init(struct timer *x, int id) {
    memset(x, 0, sizeof *x);
    tw_node_init(&x->node, rig_fn);
    x->id = id;
}

static inline bool rig_in_structure(const struct tw_node *n) { return n->home > 1; }

/* Does the contract let this be armed for due? Distances of half a range and more are not
   asked for. */
static inline bool rig_may_arm(const struct tw_node *n, uint64_t due) {
    size_t held = 0;

    if (TW_TICK_BITS != 64 && (due >= rig.now + REACH || due + REACH < rig.now))
        return false;
    if (due <= rig.now || rig_in_structure(n) || rig_limit() == (size_t)-1)
        return true;
    for (size_t i = 0; i < rig.m.count; i++)
        held += !rig.m.item[i].passed;
    return held < rig_limit();
}

/* By add(), and every second time by add_in(), if due lies ahead. */
static inline bool rig_arm(struct timer *x, uint64_t due) {
    bool may = rig_may_arm(&x->node, due);

    rig.by_delay = !rig.by_delay;
    if (rig.by_delay && due >= rig.now)
        assert(tw_timers_add_in(&rig.t, &x->node, (tw_tick)rig.now, (tw_tick)(due - rig.now)) ==
               may);
    else
        assert(tw_timers_add(&rig.t, &x->node, (tw_tick)due) == may);
    if (may) {
        model_add(&rig.m, &x->node, due);
        x->due = due;
        assert(x->node.due == (tw_tick)due);
        assert(!tw_idle(&x->node));
        assert((uint64_t)tw_timers_remaining(&rig.t, &x->node) ==
               (due > rig.now ? due - rig.now : 0));
    }
    rig_verify();
    return may;
}

/* By add_if_earlier(), which refuses a tick too far from the clock, unless x is due. */
static inline void rig_arm_if_earlier(struct timer *x, uint64_t due) {
    const bool waits = rig_in_structure(&x->node), is_due = !waits && !tw_idle(&x->node);
    const bool near_it = TW_TICK_BITS == 64 || (due < rig.now + REACH && due + REACH >= rig.now);
    const bool keep = is_due || (waits && near_it && due >= x->due);

    if (keep || rig_may_arm(&x->node, due)) {
        assert(tw_timers_add_if_earlier(&rig.t, &x->node, (tw_tick)due));
        if (!keep) {
            model_add(&rig.m, &x->node, due);
            x->due = due;
        }
    } else {
        assert(!tw_timers_add_if_earlier(&rig.t, &x->node, (tw_tick)due));
    }
    rig_verify();
}

static inline bool rig_cancel(struct timer *x) {
    bool armed = model_cancel(&rig.m, &x->node);

    assert(tw_timers_cancel(&rig.t, &x->node) == armed);
    assert(tw_idle(&x->node));
    rig_verify();
    return armed;
}

static inline void rig_clear(void) {
    tw_timers_clear(&rig.t);
    rig.m.count = 0;
    rig_verify();
}

static inline size_t rig_advance_some(uint64_t now, size_t max) {
    const size_t before = rig.fires;
    size_t got;

    assert(now >= rig.now);
    rig.now = now;
    rig.pulling = false;
    model_begin(&rig.m, now);
    got = tw_timers_advance_some(&rig.t, (tw_tick)now, max);
    assert(got == rig.fires - before);
    assert(got <= max);
    if (got < max)
        assert(model_fire(&rig.m) == NULL);
    rig_verify();
    return got;
}

static inline size_t rig_advance(uint64_t now) { return rig_advance_some(now, (size_t)-1); }

/* At most max nodes of a batch by expire(); the batch goes on with the next call unless
   it came to its NULL. */
static inline size_t rig_pull(uint64_t now, size_t max) {
    const size_t before = rig.fires;
    struct tw_node *n;

    while (rig.fires - before < max) {
        if (!rig.pulling) {
            rig.now = now;
            model_begin(&rig.m, now);
        }
        n = tw_timers_expire(&rig.t, (tw_tick)now);
        rig.pulling = n != NULL;
        if (!n) {
            assert(model_fire(&rig.m) == NULL);
            break;
        }
        rig_fire(n);
    }
    rig_verify();
    return rig.fires - before;
}

static inline uint64_t rig_random(void) {
    rig_seed ^= rig_seed >> 12;
    rig_seed ^= rig_seed << 25;
    rig_seed ^= rig_seed >> 27;
    return rig_seed * 2685821657736338717u;
}

static inline uint64_t rig_below(uint64_t n) { return rig_random() % n; }

static inline size_t rig_index(size_t n) { return (size_t)rig_below(n); }

/* What most scenarios begin and end with. */
static struct timer pool[MODEL_CAPACITY < 1024 ? MODEL_CAPACITY : 1024];

static inline void pool_init(size_t n) {
    for (size_t i = 0; i < n; i++)
        timer_init(&pool[i], (int)i);
}

/* Begins again, on the same structure. */
static inline void start(uint64_t now, size_t capacity) { rig_begin(rig.ops, now, capacity); }

/* As after start(), in memory that was all zero, so that all its bytes can be
   compared. */
static inline void rig_blank(void) {
    memset(rig.in, 0, rig.ops->size);
    memset(rig.room, 0, rig.ops->bytes(rig.capacity));
    tw_timers_init(&rig.t, (tw_tick)rig.now, rig.ops, rig.in, rig.room, rig.capacity);
    rig_hush();
}

/* Lets everything fire whose deadline lies within reach. */
static inline void drain(void) {
    while (rig.m.count > 0)
        rig_advance(rig.m.item[rig.m.count - 1].when);
}

/* Does a check() name this property? */
static inline bool breaks(const char *answer, const char *property) {
    if (answer == NULL || strcmp(answer, property) != 0)
        fprintf(stderr, "check() answers %s, not %s\n", answer ? answer : "NULL", property);
    return answer != NULL && strcmp(answer, property) == 0;
}

/* For breaking what check() must see: at tick 0, pool[0] to pool[29] wait for the ticks
   10 to 39, the next two are due.
 */
static inline void start_with_thirty(void) {
    size_t i;

    start(0, 32);
    pool_init(32);
    for (i = 0; i < 30; i++)
        rig_arm(&pool[i], 10 + i);
    rig_arm(&pool[30], 0);
    rig_arm(&pool[31], 0);
}

/* A way to break a set that check() must see: the value of another type's size stands at
   `wrong`. */
struct breach {
    const char *what;
    void *place;
    const void *wrong;
    size_t size;
};

/* clang-format off */
#define BREACH(type, place, value) \
    {#place " = " #value, &(place), &(const type){value}, sizeof(type)}

/* clang-format on */

/* check() must hold, be false while one of the n breaches is done, and hold again. */
static inline void check_sees(const struct breach *b, size_t n) {
    unsigned char was[sizeof(uint64_t)];
    size_t blind = 0;

    for (; n > 0; n--, b++) {
        assert(!tw_timers_check(&rig.t));
        assert(b->size <= sizeof was && memcmp(b->place, b->wrong, b->size) != 0);
        memcpy(was, b->place, b->size);
        memcpy(b->place, b->wrong, b->size);
        if (!tw_timers_check(&rig.t)) {
            fprintf(stderr, "%s: check() does not see %s\n", rig.ops->name, b->what);
            blind++;
        }
        memcpy(b->place, was, b->size);
    }
    assert(blind == 0 && !tw_timers_check(&rig.t));
}

/* A scenario is a function with a sentence, and a row in the table at the end of its file.
   The sentence says what the scenario promises; a failure prints it below the name. A
   MISTAKE is a scenario that makes one on purpose, at which TW_DEBUG ends the program:
   there it is skipped. */
#define SCENARIO(name, sentence)                    \
    enum { name##_is_a_mistake = 0 };               \
    static const char name##_promises[] = sentence; \
    static void name(void)
#define MISTAKE(name, sentence)                     \
    enum { name##_is_a_mistake = 1 };               \
    static const char name##_promises[] = sentence; \
    static void name(void)

struct scenario {
    const char *name;
    void (*run)(void);
    bool mistake, once;
    const char *sentence;
};

/* clang-format off */
/* A row, and one that has nothing to do with the structure. */
#define ROW(name) {#name, name, name##_is_a_mistake, false, name##_promises}
#define ONCE(name) {#name, name, name##_is_a_mistake, true, name##_promises}

/* clang-format on */

#ifdef RIG_EXPLAINS
#include "explain.h"
#else
static inline int rig_supervised(int (*run)(int, char **), int argc, char **argv) {
    return run(argc, argv);
}
#endif

/* What runs from here on: the name and the sentence of a scenario. */
static inline void rig_says(const char *name, const char *sentence) {
    rig.scenario = name;
#ifdef RIG_EXPLAINS
    if (rig_shared) {
        rig_shared->scenario = name;
        rig_shared->sentence = sentence;
    }
#else
    (void)sentence;
#endif
}

/* Is a name among the arguments? */
static inline bool is_asked_for(const char *name, int argc, char **argv) {
    while (argc > 1)
        if (strcmp(argv[--argc], name) == 0)
            return true;
    return false;
}

static inline void run_scenario(const struct scenario *s, const struct tw_ops *const *on,
                                size_t many) {
    const size_t times = s->once ? 1 : many;
    size_t k;

    if (s->mistake && RIG_DEBUG) {
        printf("%s: skipped, as TW_DEBUG ends the program at its mistake\n", s->name);
        return;
    }
    for (k = 0; k < times; k++) {
        rig_says(s->name, s->sentence);
        rig.verified = 0;
        rig_begin(on[k], 0, 16);
        rig.unused = true;
        s->run();
        rig_end();
    }
    printf("%s: passed on %d structure%s\n", s->name, (int)times, times == 1 ? "" : "s");
}

/* What a program has: scenarios, and the structures that they run on. */
static struct suite {
    const struct scenario *scenario;
    size_t n;
    const struct tw_ops *const *on;
    size_t many;
} suite;

/* --on NAME: the structure of this name alone. False: there is none. */
static inline bool suite_on(int *argc, char ***argv) {
    size_t k = 0;

    if (*argc < 3 || strcmp((*argv)[1], "--on") != 0)
        return true;
    while (k < suite.many && (!suite.on[k]->name || strcmp(suite.on[k]->name, (*argv)[2]) != 0))
        k++;
    if (k == suite.many)
        return fprintf(stderr, "no structure %s\n", (*argv)[2]), false;
    suite.on += k;
    suite.many = 1;
    *argc -= 2;
    *argv += 2;
    return true;
}

/* --seed N: the scenarios draw anew. False: N is no number. */
static inline bool suite_seed(int *argc, char ***argv) {
    char *end;

    if (*argc < 3 || strcmp((*argv)[1], "--seed") != 0)
        return true;
    rig_seed = strtoull((*argv)[2], &end, 0) | 1;
    if (*end || end == (*argv)[2])
        return fprintf(stderr, "--seed %s: no number\n", (*argv)[2]), false;
    printf("--seed %s\n", (*argv)[2]);
    *argc -= 2;
    *argv += 2;
    return true;
}

static inline int run_suite(int argc, char **argv) {
    const bool list = is_asked_for("--list", argc, argv);
    size_t i, ran = 0;

    if (!suite_on(&argc, &argv) || !suite_seed(&argc, &argv))
        return 2;
    for (i = 0; i < suite.n; i++) {
        const struct scenario *const s = &suite.scenario[i];

        if (!list && argc > 1 && !is_asked_for(s->name, argc, argv))
            continue;
        if (list)
            puts(s->name);
        else
            run_scenario(s, suite.on, suite.many);
        ran++;
    }
    if (ran == 0)
        fprintf(stderr, "no scenario %s\n", argv[1]);
    return ran == 0 ? 2 : 0;
}

/* All of the table's n scenarios, or those that are named, on each of the structures at
   `on`, or on one: --on STRUCTURE stands first, then --seed N. With --list, the names
   alone. */
static inline int run_scenarios(const struct scenario *s, size_t n, const struct tw_ops *const *on,
                                size_t many, int argc, char **argv) {
    const struct suite all = {s, n, on, many};

    suite = all;
    return rig_supervised(run_suite, argc, argv);
}

#endif
