/* SPDX-License-Identifier: MIT-0 */
/* Made by tools/amalgamate.sh of version 0.2.0-dev: change the header, not this copy. */
/* watch.h - how late the timers of a set fire, which callback is slow, and what is
   armed, while the program runs.

   WHAT IT IS
       A watch counts what its sets do, and keeps two histograms: by how many ticks timers
       fire late, and how long their callbacks take. It prints them as text, or in the
       format that Prometheus reads. tw_dump() prints the timers that are armed. A watch
       also records arms, moves and cancels as a trace for tools/replay. This header
       defines TW_TRACE (node.h). A program without this header has no byte of a watch.

   PICK IT
       for a server in production; to look for a leaked timer or a callback that blocks.
   PICK ANOTHER
       for a program that has stopped, or its core: tools/gdb/tw.py. To find wrong uses of
       a set: debug.h. To look at a running program from outside: the probes below.

   DO THIS
       1  Include this header before all others of tw, in each file that arms timers or
          lets them fire; or compile with -include watch.h.
       2  Make a watch, and say which sets it is for, in one file:
              static struct tw_watch watch;
              struct tw_watch *tw_watch_of(const struct tw_clock *set) { return &watch; }
          NULL: this set has no watch. The address of a set is that of its clock.
       3  Begin:           tw_watch_init(&watch, "idle", nanoseconds);
       4  Look, each minute or when you are asked:
              struct tw_report r = {print_line, stdout, symbol};
              tw_watch_text(&watch, &r);
              tw_dump(TW_SET(timers, &t), room, 64, &r);
       nanoseconds() is your clock, and print_line() gets each line. symbol() names
       callbacks: by a table of yours, or by dladdr(). docs/seeing-inside.md goes through
       a program, examples/basics/seen.c.

   THE TEXT
       idle: arms 90 moves 4 cancels 30 fires 52 refused 0 armed 8 backlog 12 walked 0
       idle: late p50 0 p99 3 p999 15 worst 15 of flush_log
       idle: took p50 1023 p99 16383 p999 812345 worst 812345 of flush_log
       idle: slowest since the last look 812345 of flush_log
       The line `late` is in ticks, the line `took` in the unit of your clock. Values are
       counted in buckets. A percentile is the bound of a bucket: too high by a quarter at
       most, and never too low. A run is a row of firings: timers of one set that were due
       at one time. The backlog is the length of the longest run. `walked` counts the
       timers that next(), and the verbs that call it, looked at to find the earliest. If
       `walked` grows much faster than moves and cancels, take another structure:
       docs/choosing.md.

   THE RECORDING
       A recording has one clock, and may be of any length. All sets of a recording must
       share this clock: give sets of another clock another watch. Ticks of 16 and 32 bits
       wrap after 2^16 or 2^32 ticks: this is their range. A silence is a time in which
       the watch sees no event. Each whole range within a silence is lost.
       With several sets a silence must be shorter than three quarters of the range.
       Replay fires each timer that was armed for a passed tick, even if it was cancelled
       before the next advance().

   COST
       A call of tw_watch_of() and some tens of instructions for each arm, move, cancel,
       firing and next(); a call for each comparison of two timers; two calls of your clock
       for each callback. A watch has 4 KB with 64-bit ticks and addresses, 1 KB with 32.
       tw_dump() takes one check(), and O(armed * log room).

   GUARANTEES (each is tested on every structure)
       - Nothing is allocated. Outside tw, only functions of yours are called.
       - What the set does, and when, is the same with a watch and without.
       - tw_dump() changes nothing. Its lines stand in firing order, if the next call is
         advance() and nothing is armed before.

   WHAT IS COUNTED HOW
       a move to or from the due list, and      a cancel and an arm
           in builds for size any move
       a timer armed for a passed tick;         its lateness counts from the set's now
           with TW_TIES any timer               before the batch
       a window that fires before its latest    not late
       expire()                                 a firing; no callback is timed
       a callback inside which another set of   not timed
           the watch runs callbacks
       a firing of another set of the watch     the run ends
       a silence of exactly one range or        not seen: the run and the recording go on
           several (16/32-bit ticks)
       a timer for a passed tick that waits     may count in an older run
           one range or more (16/32-bit ticks)
       timers that are armed when the watch     not in w->armed: add their number
           begins
       timers that init() of a set forgets      still in w->armed: subtract their number
       a structure without a set                not seen

   ARGUMENTS
       struct tw_clock *set          the clock of a set
       struct tw_watch *w            a watch
       struct tw_watch *into, *from  a watch that gets counts, and one that gives them
       char *name                    the name of the watch in what is printed; may be NULL
       tw_stopwatch *clock           tells the time, for callbacks; may be NULL
       struct tw_histogram *h        a histogram, such as &w->late
       unsigned per_1000             how many of 1000 values, 0 to 1000
       tw_fn **fn                    gets a callback
       struct tw_report *r           where lines go
       struct tw_watch *const *w     an array of watches
       size_t n                      the number of its elements
       struct tw_timers *t           a set that is chosen at run time
       struct tw_set s               a set, made by TW_SET
       struct tw_armed *room         an array of yours; may be NULL if n is 0
       struct tw_record *array       an array of yours; keep it as long as w has it
       tw_tick ticks_per_ms          how many ticks make a millisecond, 1 or more

   WHAT GOES WRONG, AND THE ANSWER
       another header of tw comes first         #error
       TW_TRACE is defined already              #error
       another thread looks at the watch        your error: a watch belongs to the thread
                                                of its sets. Give each thread a watch, and
                                                merge copies of them
       a clock that goes back                   a very long callback
       a name with a quote or a backslash       your error: Prometheus refuses the page
       a line over 199 characters               it is cut
       a timer changed while it is armed        tw_dump() names the property that does not
                                                hold, as check() does. With TW_CHECK 0
                                                tw_dump() checks the due list alone, and
                                                may crash

   OPTIONS
       TW_WATCH_USDT   -   define it, and each event is a probe of <sys/sdt.h>, too, for
                           bpftrace, perf and gdb: tw:arm, move, cancel, refuse (set,
                           node, tick), tw:fire (set, node, callback, ticks late), and
                           tw:return (set, node). tools/bpftrace has scripts

   SOURCE
       Buckets of a few bits: HdrHistogram (G. Tene, 2012). Exposition format 0.0.4 of
       Prometheus. */
#ifndef TW_WATCH_H
#define TW_WATCH_H

#if defined(TW_NODE_H)
#error "include watch.h before the other headers of tw: it defines TW_TRACE"
#elif defined(TW_TRACE)
#error "TW_TRACE is defined already, and watch.h is one"
#endif

#include <stdbool.h>
#include <stdint.h>

struct tw_node;
struct tw_clock;

/* Gets the events of a set but three: cascading, comparing, linking. The three are
   neighbours in enum tw_event, so 7u << TW_CASCADE has their bits. */
static void tw__watched(int event, const struct tw_clock *set, const struct tw_node *n,
                        uint64_t tick);
#define TW__WATCHES(event) ((((7u << TW_CASCADE) >> (event)) & 1u) == 0)
#define TW_TRACE(event, set, node, tick)                                          \
    (TW__WATCHES(event)      ? tw__watched(TW__CAST(int, event), set, node, tick) \
     : (event) == TW_CASCADE ? tw__watch_walks()                                  \
                             : (void)0)

/* Counts the comparisons that a set makes while it looks for its earliest node, and the
   nodes that it moves or passes. */
static void tw__watch_asks(const struct tw_clock *set);
static void tw__watch_walks(void);
static bool tw__watch_answers(bool found);
#define TW__ASKED(set, answer)  (tw__watch_asks(set), tw__watch_answers(answer))
#define TW__COMPARED(a, key, b) tw__watch_walks()

#include "tw_heap4.h"

#if defined(TW_WATCH_USDT)
#include <sys/sdt.h>
#define TW__PROBE(name, a, b, c, d) DTRACE_PROBE4(tw, name, a, b, c, d)
#else
#define TW__PROBE(name, a, b, c, d) ((void)0)
#endif

/* Declares a function that the program defines. */
#if defined(__cplusplus)
#define TW__YOURS extern "C"
#else
#define TW__YOURS
#endif

TW__BEGIN_C

/* ------------------------------------------------------------------------------ TYPES */

/* Four buckets for each power of two. Each value from 0 to 7 has a bucket of its own. */
enum { TW__WATCH_BUCKETS = 4 * (TW_TICK_BITS - 1) };

/* A function of yours that returns the time, in a unit that you chose. */
typedef tw_tick tw_stopwatch(void);

/* How often each value came, by buckets. worst is the greatest value, and belongs to
   callback fn. All zero is an empty histogram. */
struct tw_histogram {
    size_t count[TW__WATCH_BUCKETS];
    size_t values;
    uint64_t sum; /* of all values */
    tw_tick worst;
    tw_fn *fn;
};

/* An operation of a timer, for a trace. */
struct tw_record {
    uint64_t at, due; /* the time and the deadline, in ticks since the recording began */
    const struct tw_node *node;
    bool arms; /* true: an arm or a move. false: a cancel */
};

/* What a watch knows of its sets. All zero is a valid watch, without a name and a clock. */
struct tw_watch {
    const char *name;
    tw_stopwatch *clock; /* of callback times; NULL: they are not measured */
    struct tw_histogram late, took;
    size_t arms, moves, cancels, fires, refused;
    size_t armed;                  /* the timers that are armed, as far as the watch has seen */
    size_t backlog;                /* the length of the longest run */
    size_t walked;                 /* the timers that next() looked at to find the earliest */
    size_t run;                    /* the firings in the run, see tw__watch_fire */
    const struct tw_clock *run_of; /* the set that the run belongs to; NULL: the run is over */
    tw_tick run_began;             /* the now of that set at the first firing */
    tw_tick slowest;               /* the longest callback since the last look */
    tw_fn *slowest_fn, *fn;        /* fn: the callback that runs; NULL: none is timed */
    const struct tw_node *timed;   /* the node that fn was called with */
    tw_tick began;                 /* when fn was called */
    struct tw_record *record;      /* your array, a ring; NULL: nothing was recorded */
    size_t room, recorded;         /* the elements of `record`; the operations so far */
    const struct tw_clock *leads;  /* the set whose now is `newest`; NULL: no event so far */
    tw_tick newest;                /* the last now that the recording has seen */
    uint64_t at;                   /* the ticks from the begin of the recording to `newest` */
    bool recording;
};

/* What your program knows of a callback. name: if NULL, the address of the callback is
   printed. node: the offset of the node in your object. */
struct tw_symbol {
    const char *name;
    size_t node;
};

/* Where lines go, and what names callbacks. line() gets `to`, and each line without its
   end. If symbol is NULL, addresses are printed. */
struct tw_report {
    void (*line)(void *to, const char *line);
    void *to;
    struct tw_symbol (*symbol)(tw_fn *fn);
};

/* A set of any kind, to look at. TW_SET makes one. */
struct tw_set {
    const struct tw_clock *clock;
    const void *in;
    const struct tw_ops *ops;
};

/* An element of the array for tw_dump(). */
struct tw_armed {
    struct tw_node *node;
    tw_heap4_number order; /* among equal deadlines the least order fires first */
    uint8_t part;          /* part of the next batch: 0, 1 or 2, see tw__armed_place */
};

/* -------------------------------------------------------------------------------- API */

/* Returns the watch of a set. NULL: the set has no watch. Your program defines this
   function, with C linkage. It is called at each event. */
TW__YOURS struct tw_watch *tw_watch_of(const struct tw_clock *set);

/* Makes the watch w empty. clock returns the time for callbacks, in a unit of yours; NULL:
   they are not timed. Keep name as long as w. */
TW__INLINE void tw_watch_init(struct tw_watch *w, const char *name, tw_stopwatch *clock);

/* Adds the counts and histograms of `from` to those of `into`. The recorded operations of
   `into` stay as they are. */
TW__INLINE void tw_watch_merge(struct tw_watch *into, const struct tw_watch *from);

/* Returns a bound that per_1000 of 1000 values do not exceed: 500 asks for the median. 0:
   h is empty. O(buckets). */
TW__INLINE tw_tick tw_histogram_at(const struct tw_histogram *h, unsigned per_1000);

/* Returns the time of the slowest callback since this function was called last. Writes
   the callback to *fn; NULL: no callback was timed since. */
TW__INLINE tw_tick tw_watch_slowest(struct tw_watch *w, tw_fn **fn);

/* Prints w as THE TEXT above shows. */
TW__INLINE void tw_watch_text(const struct tw_watch *w, const struct tw_report *r);

/* Prints n watches as a page for Prometheus. The label `set` of each line is the name of
   its watch. r->symbol is not called. */
TW__INLINE void tw_watch_prometheus(const struct tw_watch *const *w, size_t n,
                                    const struct tw_report *r);

/* Returns the set at t for tw_dump(). TW_SET(name, t) is for a kind that
   TW_TIMERS_OF(name, ...) or TW_WINDOWS_OF(name, ...) made. tw_set_of(t) is for a set over
   a structure that is chosen at run time. For a shard s write TW_SET(name_set, &s->set). */
#define TW_SET(name, t) tw__set_of(&(t)->clock, &(t)->in, name##__ops())
TW__INLINE struct tw_set tw_set_of(const struct tw_timers *t);

/* Prints the timers that are armed in s, in the order in which they will fire: ticks from
   now, deadline, callback, node and object. room has n elements. If more than n timers
   are armed, the first n are printed. The last line tells how many are armed, and the now
   of the set. Returns how many are armed. If a property of check() does not hold, no timer
   is printed. The last line then names the property, and 0 is returned. Call tw_dump()
   between two batches. */
TW__INLINE size_t tw_dump(struct tw_set s, struct tw_armed *room, size_t n,
                          const struct tw_report *r);

/* Begins to record arms, moves and cancels into an array of n elements. The array keeps
   the last n of these operations. n is 1 or more. */
TW__INLINE void tw_watch_record(struct tw_watch *w, struct tw_record *array, size_t n);

/* Stops recording. The array keeps what it has. */
TW__INLINE void tw_watch_stop(struct tw_watch *w);

/* Prints the recorded operations as a trace for replay (bench/traces/README.md). Times are
   in microseconds since the first operation. */
TW__INLINE void tw_watch_trace(const struct tw_watch *w, tw_tick ticks_per_ms,
                               const struct tw_report *r);

/* ----------------------------------------------------------------------------- ENGINE */

/* HISTOGRAMS. Returns the bucket of a value. From value 4 on, the lowest two bits of the
   bucket are those behind the highest one-bit of the value. The loop ends when three bits
   are left. */
TW__INLINE size_t tw__watch_bucket(tw_tick value) {
    size_t octave = 0;

    for (; value >= 8; value = (tw_tick)(value >> 1))
        octave++;
    return octave * 4 + (size_t)value;
}

/* Returns the greatest value of a bucket. */
TW__INLINE tw_tick tw__watch_bound(size_t bucket) {
    const size_t octave = bucket < 8 ? 0 : bucket / 4 - 1;

    return (tw_tick)((tw_tick)((tw_tick)(bucket - octave * 4 + 1) << octave) - 1u);
}

/* Empties a histogram. */
TW__INLINE void tw__watch_empty(struct tw_histogram *h) {
    size_t i;

    for (i = 0; i < TW__WATCH_BUCKETS; i++)
        h->count[i] = 0;
    h->values = 0;
    h->sum = 0;
    h->worst = 0;
    h->fn = NULL;
}

/* Counts a value that belongs to callback fn. */
TW__INLINE void tw__watch_count(struct tw_histogram *h, tw_tick value, tw_fn *fn) {
    h->count[tw__watch_bucket(value)]++;
    h->sum += value;
    if (h->values++ == 0 || value > h->worst) {
        h->worst = value;
        h->fn = fn;
    }
}

/* Adds the values of one histogram to another. */
TW__INLINE void tw__watch_merge(struct tw_histogram *into, const struct tw_histogram *from) {
    size_t i;

    for (i = 0; i < TW__WATCH_BUCKETS; i++)
        into->count[i] += from->count[i];
    if (into->values == 0 || (from->values && from->worst > into->worst)) {
        into->worst = from->worst;
        into->fn = from->fn;
    }
    into->sum += from->sum;
    into->values += from->values;
}

/* The loop adds each bucket to `met`, and ends as soon as `met` is the rank or more, and not
   0: rank 0 asks for the first value. It finds a bucket if h has values, because all buckets
   together hold all values. */
TW__INLINE tw_tick tw_histogram_at(const struct tw_histogram *h, unsigned per_1000) {
    const uint64_t rank = ((uint64_t)h->values * per_1000 + 999) / 1000;
    uint64_t met = 0;
    size_t i;

    for (i = 0; i < TW__WATCH_BUCKETS; i++)
        if ((met += h->count[i]) >= rank && met)
            return tw__watch_bound(i) < h->worst ? tw__watch_bound(i) : h->worst;
    return 0;
}

/* EVENTS. Returns by how many ticks n fires late. A node from the due list is late since
   `previous`, the now before the batch. */
TW__INLINE tw_tick tw__watch_late(const struct tw_clock *set, const struct tw_node *n) {
    const tw_tick due = n->home == TW__DUE ? set->previous : n->due;

    return tw_before(due, set->now) ? (tw_tick)(set->now - due) : 0;
}

/* Counts a firing. A run began at tick `run_began`, and has firings of one set alone. n
   belongs to the run if it was due when the run began: n is then at least as late as the
   run is old. Only callbacks that advance() calls are timed: expire() calls none. */
TW__INLINE void tw__watch_fire(struct tw_watch *w, const struct tw_clock *set,
                               const struct tw_node *n) {
    const tw_tick late = tw__watch_late(set, n);

    w->fires++;
    w->armed -= w->armed != 0; /* 0 stays 0 */
    tw__watch_count(&w->late, late, n->fn);
    if (w->run_of != set || (tw_tick)(set->now - w->run_began) > late) {
        w->run_of = set;
        w->run_began = set->now;
        w->run = 0;
    }
    if (++w->run > w->backlog)
        w->backlog = w->run;
    if (w->clock && set->batch == TW__BATCH_PUSH) {
        w->fn = n->fn;
        w->timed = n;
        w->began = (w->clock)();
    }
}

/* The callback of n has returned. Counts its time, if no other timed callback began
   meanwhile. */
TW__INLINE void tw__watch_return(struct tw_watch *w, const struct tw_node *n) {
    tw_tick took;

    if (!w->fn || w->timed != n)
        return;
    took = (tw_tick)((w->clock)() - w->began);
    tw__watch_count(&w->took, took, w->fn);
    if (!w->slowest_fn || took > w->slowest) {
        w->slowest = took;
        w->slowest_fn = w->fn;
    }
    w->fn = NULL;
}

/* Moves the time of the recording on to the now of a set. The set that leads goes ahead
   by any step. If its clock goes back, as by init(), `newest` follows. The time then stands
   with 64-bit ticks, and goes round the range with narrower ones. The now of another set
   may lie behind `newest`, by a quarter of the range at most. The time then stands. */
TW__INLINE void tw__watch_follow(struct tw_watch *w, const struct tw_clock *set) {
    const tw_tick step = (tw_tick)(w->leads ? set->now - w->newest : 0);
    const bool leads = w->leads == set;
    const bool ahead = TW_TICK_BITS == 64 ? set->now >= w->newest : leads || step < 3 * TW__QUARTER;

    if (ahead)
        w->at += step;
    if (ahead || leads) {
        w->leads = set;
        w->newest = set->now;
    }
}

/* Returns tick due in ticks since the recording began; 0: due lies before. A set lies
   behind `newest` by a quarter of the range at most. due lies behind its set by a quarter
   at most, or ahead by less. So half the range tells past from future. */
TW__INLINE uint64_t tw__watch_due(const struct tw_watch *w, tw_tick due) {
    const bool passed = tw_before(due, w->newest);
    const tw_tick apart = (tw_tick)(passed ? w->newest - due : due - w->newest);

    if (passed)
        return w->at - (apart < w->at ? apart : w->at);
    return apart < UINT64_MAX - w->at ? w->at + apart : UINT64_MAX;
}

/* Counts an arm, a move, a cancel or a refusal. While w records, all but a refusal are
   recorded. A run that began a quarter of the range ago ends: no timer is so late, and
   ticks wrap. */
TW__INLINE void tw__watch_operation(struct tw_watch *w, int event, const struct tw_clock *set,
                                    const struct tw_node *n, tw_tick due) {
    struct tw_record *const place = w->recording ? &w->record[w->recorded % w->room] : NULL;

    w->arms += event == TW_ARM;
    w->moves += event == TW_MOVE;
    w->cancels += event == TW_CANCEL;
    w->refused += event == TW_REFUSE;
    w->armed += event == TW_ARM;
    w->armed -= event == TW_CANCEL && w->armed != 0; /* 0 stays 0 */
    if (w->run_of == set && (tw_tick)(set->now - w->run_began) >= TW__QUARTER)
        w->run_of = NULL;
    if (!place || event == TW_REFUSE)
        return;
    place->at = w->at;
    place->due = tw__watch_due(w, due);
    place->node = n;
    place->arms = event != TW_CANCEL;
    w->recorded++;
}

/* Fires the probe of the event, if the program has probes. */
TW__INLINE void tw__watch_probe(int event, const struct tw_clock *set, const struct tw_node *n,
                                tw_tick tick) {
    (void)set, (void)n, (void)tick;
    if (event == TW_ARM)
        TW__PROBE(arm, set, n, tick, 0);
    else if (event == TW_MOVE)
        TW__PROBE(move, set, n, tick, 0);
    else if (event == TW_CANCEL)
        TW__PROBE(cancel, set, n, tick, 0);
    else if (event == TW_FIRE)
        TW__PROBE(fire, set, n, n->fn, tw__watch_late(set, n));
    else if (event == TW_RETURN)
        TW__PROBE(return, set, n, 0, 0);
    else
        TW__PROBE(refuse, set, n, tick, 0);
}

TW__APART void tw__watched(int event, const struct tw_clock *set, const struct tw_node *n,
                           uint64_t tick) {
    struct tw_watch *w;

    if (!set)
        return;
    tw__watch_probe(event, set, n, (tw_tick)tick);
    w = tw_watch_of(set);
    if (!w)
        return;
    if (w->recording)
        tw__watch_follow(w, set);
    if (event == TW_FIRE)
        tw__watch_fire(w, set, n);
    else if (event == TW_RETURN)
        tw__watch_return(w, n);
    else
        tw__watch_operation(w, event, set, n, (tw_tick)tick);
}

/* The watch of the set that this thread asks for its earliest node; NULL: none. On other
   systems than those below, and under TinyC, all threads share one variable. */
#if (defined(__unix__) || defined(__APPLE__)) && !defined(__TINYC__)
static __thread struct tw_watch *tw__asked;
#else
static struct tw_watch *tw__asked;
#endif

TW__APART void tw__watch_asks(const struct tw_clock *set) { tw__asked = tw_watch_of(set); }

TW__APART void tw__watch_walks(void) {
    if (tw__asked)
        tw__asked->walked++;
}

TW__APART bool tw__watch_answers(bool found) {
    tw__asked = NULL;
    return found;
}

TW__INLINE void tw_watch_init(struct tw_watch *w, const char *name, tw_stopwatch *clock) {
    tw__watch_empty(&w->late);
    tw__watch_empty(&w->took);
    w->name = name;
    w->clock = clock;
    w->arms = w->moves = w->cancels = w->fires = w->refused = 0;
    w->armed = w->backlog = w->walked = w->run = w->room = w->recorded = 0;
    w->run_began = w->slowest = w->began = w->newest = 0;
    w->slowest_fn = w->fn = NULL;
    w->run_of = w->leads = NULL;
    w->timed = NULL;
    w->record = NULL;
    w->at = 0;
    w->recording = false;
}

TW__INLINE void tw_watch_merge(struct tw_watch *into, const struct tw_watch *from) {
    tw__watch_merge(&into->late, &from->late);
    tw__watch_merge(&into->took, &from->took);
    into->arms += from->arms;
    into->moves += from->moves;
    into->cancels += from->cancels;
    into->fires += from->fires;
    into->refused += from->refused;
    into->armed += from->armed;
    into->walked += from->walked;
    if (from->backlog > into->backlog)
        into->backlog = from->backlog;
    if (from->slowest_fn && (!into->slowest_fn || from->slowest > into->slowest)) {
        into->slowest = from->slowest;
        into->slowest_fn = from->slowest_fn;
    }
}

TW__INLINE tw_tick tw_watch_slowest(struct tw_watch *w, tw_fn **fn) {
    const tw_tick slowest = w->slowest;

    *fn = w->slowest_fn;
    w->slowest = 0;
    w->slowest_fn = NULL;
    return slowest;
}

/* RECORDING. The array is a ring: operation number i goes to place i % room. */
TW__INLINE void tw_watch_record(struct tw_watch *w, struct tw_record *array, size_t n) {
    TW__NEEDS(array, TW__NULL("array"));
    TW__WANT(n != 0, "n is 0. Give the number of records that the array has room for.");
    w->record = array;
    w->room = n;
    w->recorded = 0;
    w->leads = NULL;
    w->newest = 0;
    w->at = 0;
    w->recording = array != NULL && n != 0;
}

TW__INLINE void tw_watch_stop(struct tw_watch *w) { w->recording = false; }

/* TEXT. A line that is being written. Characters that do not fit are left out. */
struct tw__line {
    char text[200];
    size_t length;
};

/* Appends text to a line. The loop ends at the end of the text, or when the line is
   full. */
TW__INLINE void tw__line_add(struct tw__line *l, const char *text) {
    while (*text && l->length < sizeof l->text - 1)
        l->text[l->length++] = *text++;
    l->text[l->length] = '\0';
}

/* Adds a word, and x in this base. The loop ends, because each turn drops a digit of x. */
TW__INLINE void tw__line_number(struct tw__line *l, const char *word, uint64_t x, unsigned base) {
    char digits[21];
    size_t i = sizeof digits - 1;

    digits[i] = '\0';
    do
        digits[--i] = "0123456789abcdef"[x % base];
    while ((x /= base) != 0);
    tw__line_add(l, word);
    tw__line_add(l, digits + i);
}

/* Hands a line to the user, and empties it. */
TW__INLINE void tw__line_end(struct tw__line *l, const struct tw_report *r) {
    (r->line)(r->to, l->text);
    l->length = 0;
}

/* Returns what the user knows of fn. */
TW__INLINE struct tw_symbol tw__watch_symbol(tw_fn *fn, const struct tw_report *r) {
    static const struct tw_symbol unknown = {NULL, 0};

    if (!fn)
        return unknown;
    return r->symbol ? (r->symbol)(fn) : unknown;
}

/* Adds the name of fn, or its address. */
TW__INLINE void tw__line_callback(struct tw__line *l, tw_fn *fn, const struct tw_report *r) {
    const char *const name = tw__watch_symbol(fn, r).name;

    if (name)
        tw__line_add(l, name);
    else if (fn)
        tw__line_number(l, "0x", (uintptr_t)fn, 16);
    else
        tw__line_add(l, "no function");
}

/* Begins a line with the name of a watch. */
TW__INLINE void tw__line_begin(struct tw__line *l, const struct tw_watch *w) {
    l->length = 0;
    if (w->name) {
        tw__line_add(l, w->name);
        tw__line_add(l, ": ");
    }
}

/* Prints the line of a histogram, unless it is empty. */
TW__INLINE void tw__watch_line(struct tw__line *l, const char *word, const struct tw_histogram *h,
                               const struct tw_report *r) {
    if (h->values == 0)
        return;
    tw__line_add(l, word);
    tw__line_number(l, " p50 ", tw_histogram_at(h, 500), 10);
    tw__line_number(l, " p99 ", tw_histogram_at(h, 990), 10);
    tw__line_number(l, " p999 ", tw_histogram_at(h, 999), 10);
    tw__line_number(l, " worst ", h->worst, 10);
    tw__line_add(l, " of ");
    tw__line_callback(l, h->fn, r);
    tw__line_end(l, r);
}

TW__INLINE void tw_watch_text(const struct tw_watch *w, const struct tw_report *r) {
    struct tw__line l;

    tw__line_begin(&l, w);
    tw__line_number(&l, "arms ", w->arms, 10);
    tw__line_number(&l, " moves ", w->moves, 10);
    tw__line_number(&l, " cancels ", w->cancels, 10);
    tw__line_number(&l, " fires ", w->fires, 10);
    tw__line_number(&l, " refused ", w->refused, 10);
    tw__line_number(&l, " armed ", w->armed, 10);
    tw__line_number(&l, " backlog ", w->backlog, 10);
    tw__line_number(&l, " walked ", w->walked, 10);
    tw__line_end(&l, r);
    tw__line_begin(&l, w);
    tw__watch_line(&l, "late", &w->late, r);
    tw__line_begin(&l, w);
    tw__watch_line(&l, "took", &w->took, r);
    if (w->slowest_fn) {
        tw__line_begin(&l, w);
        tw__line_number(&l, "slowest since the last look ", w->slowest, 10);
        tw__line_add(&l, " of ");
        tw__line_callback(&l, w->slowest_fn, r);
        tw__line_end(&l, r);
    }
}

/* Adds a metric and its label `set`, which stays open. */
TW__INLINE void tw__line_metric(struct tw__line *l, const char *metric, const char *suffix,
                                const struct tw_watch *w) {
    tw__line_add(l, metric);
    tw__line_add(l, suffix);
    tw__line_add(l, "{set=\"");
    tw__line_add(l, w->name ? w->name : "");
    tw__line_add(l, "\"");
}

/* Prints the help and the type of a metric. */
TW__INLINE void tw__watch_head(const char *metric, const char *help, const char *type,
                               const struct tw_report *r) {
    struct tw__line l;

    l.length = 0;
    tw__line_add(&l, "# HELP ");
    tw__line_add(&l, metric);
    tw__line_add(&l, help);
    tw__line_end(&l, r);
    tw__line_add(&l, "# TYPE ");
    tw__line_add(&l, metric);
    tw__line_add(&l, type);
    tw__line_end(&l, r);
}

/* The numbers of a page, in their order. */
enum {
    TW__PAGE_ARMS,
    TW__PAGE_MOVES,
    TW__PAGE_CANCELS,
    TW__PAGE_FIRES,
    TW__PAGE_REFUSED,
    TW__PAGE_WALKED,
    TW__PAGE_ARMED,
    TW__PAGE_BACKLOG,
    TW__PAGES
};

/* Returns number `which` of a watch. */
TW__INLINE size_t tw__watch_value(const struct tw_watch *w, unsigned which) {
    const size_t value[TW__PAGES] = {w->arms,    w->moves,  w->cancels, w->fires,
                                     w->refused, w->walked, w->armed,   w->backlog};

    return value[which];
}

/* Prints number `which` of every watch. */
TW__INLINE void tw__watch_numbers(const struct tw_watch *const *w, size_t n, unsigned which,
                                  const struct tw_report *r) {
    static const char *const row[TW__PAGES][2] = {
        {"tw_timer_arms_total", " Idle timers that were armed."},
        {"tw_timer_moves_total", " Armed timers that were moved."},
        {"tw_timer_cancels_total", " Timers that were taken out unfired."},
        {"tw_timer_fires_total", " Timers that fired."},
        {"tw_timer_refusals_total", " Timers that a set refused to arm."},
        {"tw_timer_walked_total", " Timers that next() looked at to find the earliest."},
        {"tw_timers_armed", " Timers that are armed."},
        {"tw_timer_backlog_max", " The most timers that were due at one time."},
    };
    struct tw__line l;
    size_t i;

    tw__watch_head(row[which][0], row[which][1], which < TW__PAGE_ARMED ? " counter" : " gauge", r);
    for (i = 0; i < n; i++) {
        l.length = 0;
        tw__line_metric(&l, row[which][0], "", w[i]);
        tw__line_number(&l, "} ", tw__watch_value(w[i], which), 10);
        tw__line_end(&l, r);
    }
}

/* Prints a histogram of one watch. Each line counts the values below a power of two, up
   to 2^40. The last lines count all values, and give their sum. */
TW__INLINE void tw__watch_buckets(const struct tw_watch *w, const struct tw_histogram *h,
                                  const char *metric, const struct tw_report *r) {
    struct tw__line l;
    size_t i, sum = 0, octave;

    l.length = 0;
    for (i = 0, octave = 2; octave <= (TW_TICK_BITS > 40 ? 40 : TW_TICK_BITS - 1); octave++) {
        for (; i < 4 * (octave - 1); i++)
            sum += h->count[i];
        tw__line_metric(&l, metric, "_bucket", w);
        tw__line_number(&l, ",le=\"", tw__watch_bound(i - 1), 10);
        tw__line_number(&l, "\"} ", sum, 10);
        tw__line_end(&l, r);
    }
    tw__line_metric(&l, metric, "_bucket", w);
    tw__line_number(&l, ",le=\"+Inf\"} ", h->values, 10);
    tw__line_end(&l, r);
    tw__line_metric(&l, metric, "_sum", w);
    tw__line_number(&l, "} ", h->sum, 10);
    tw__line_end(&l, r);
    tw__line_metric(&l, metric, "_count", w);
    tw__line_number(&l, "} ", h->values, 10);
    tw__line_end(&l, r);
}

TW__INLINE void tw_watch_prometheus(const struct tw_watch *const *w, size_t n,
                                    const struct tw_report *r) {
    unsigned which;
    size_t i;

    for (which = 0; which < TW__PAGES; which++)
        tw__watch_numbers(w, n, which, r);
    tw__watch_head("tw_timer_late_ticks", " Ticks from the deadline of a timer to its firing.",
                   " histogram", r);
    for (i = 0; i < n; i++)
        tw__watch_buckets(w[i], &w[i]->late, "tw_timer_late_ticks", r);
    tw__watch_head("tw_timer_callback_time", " Time that a callback took, in units of its clock.",
                   " histogram", r);
    for (i = 0; i < n; i++)
        tw__watch_buckets(w[i], &w[i]->took, "tw_timer_callback_time", r);
}

/* Returns a span of ticks in microseconds, UINT64_MAX at most. */
TW__INLINE uint64_t tw__watch_us(uint64_t ticks, tw_tick ticks_per_ms) {
    const uint64_t ms = ticks / ticks_per_ms;

    if (ms >= UINT64_MAX / 1000)
        return UINT64_MAX;
    return ms * 1000 + ticks % ticks_per_ms * 1000 / ticks_per_ms;
}

/* The oldest record comes first. In a full ring the oldest record is the one that the next
   operation overwrites. */
TW__INLINE void tw_watch_trace(const struct tw_watch *w, tw_tick ticks_per_ms,
                               const struct tw_report *r) {
    const size_t kept = w->recorded < w->room ? w->recorded : w->room;
    uint64_t start = UINT64_MAX;
    struct tw__line l;
    size_t i;

    TW__WANT(ticks_per_ms != 0, "ticks_per_ms is 0. Give at least 1.");
    ticks_per_ms = ticks_per_ms ? ticks_per_ms : 1;
    l.length = 0;
    for (i = w->recorded - kept; i != w->recorded; i++) {
        const struct tw_record *const x = &w->record[i % w->room];
        const uint64_t due = x->due;

        start = x->at < start ? x->at : start; /* of the first record, which has the least */
        tw__line_number(&l, "", tw__watch_us(x->at - start, ticks_per_ms), 10);
        tw__line_number(&l, x->arms ? " arm " : " cancel ", (uintptr_t)x->node, 10);
        if (x->arms)
            tw__line_number(&l, " ", tw__watch_us(due - (due < start ? due : start), ticks_per_ms),
                            10);
        tw__line_end(&l, r);
    }
}

/* DUMPING. Returns the set with this clock, structure and table. */
TW__INLINE struct tw_set tw__set_of(const struct tw_clock *clock, const void *in,
                                    const struct tw_ops *ops) {
    struct tw_set s;

    s.clock = clock;
    s.in = in;
    s.ops = ops;
    return s;
}

TW__INLINE struct tw_set tw_set_of(const struct tw_timers *t) {
    return tw__set_of(&t->clock, t->in, t->ops);
}

/* Says whether the structure of s is a heap. The walks of all structures but a heap meet
   equals in arming order. */
TW__INLINE bool tw__armed_in_heap(const struct tw_set *s) {
    static const char heap[] = "heap4";
    size_t i;

    for (i = 0; i < sizeof heap; i++)
        if (s->ops->name[i] != heap[i])
            return false;
    return true;
}

/* Returns the element for n, the i-th node of the walk. The next batch has three parts: 0
   the nodes of the structure that are due by the now of the set, 1 the due list, 2 the
   others. */
TW__INLINE struct tw_armed tw__armed_place(const struct tw_set *s, struct tw_node *n, size_t i) {
    struct tw_armed a;

    a.node = n;
    a.part = n->home == TW__DUE ? 1 : tw_before(s->clock->now, n->due) ? 2 : 0;
    a.order = (tw_heap4_number)i;
    if (a.part != 1 && tw__armed_in_heap(s))
        a.order = tw__heap4_number(&((const struct tw_heap4 *)s->in)->cell[n->home - TW__WAITING]);
    return a;
}

/* Says whether a fires before b. The due list fires in arming order. */
TW__INLINE bool tw__armed_before(const struct tw_armed *a, const struct tw_armed *b) {
    if (a->part != b->part)
        return a->part < b->part;
    if (a->part != 1 && a->node->due != b->node->due)
        return tw_before(a->node->due, b->node->due);
    return (a->order - b->order) >> (8 * sizeof a->order - 1);
}

/* Moves x down from index i of a heap with n elements. The root of the heap fires last.
   The loop ends at a leaf at the latest. */
TW__INLINE void tw__armed_sink(struct tw_armed *heap, size_t n, size_t i, struct tw_armed x) {
    for (;;) {
        size_t child = 2 * i + 1;

        if (child + 1 < n && tw__armed_before(&heap[child], &heap[child + 1]))
            child++;
        if (child >= n || !tw__armed_before(&x, &heap[child]))
            break;
        heap[i] = heap[child];
        i = child;
    }
    heap[i] = x;
}

/* Sorts n places: first makes a heap of them, then takes out its root again and again. */
TW__INLINE void tw__armed_sort(struct tw_armed *room, size_t n) {
    struct tw_armed x;
    size_t i;

    for (i = n / 2; i-- > 0;)
        tw__armed_sink(room, n, i, room[i]);
    for (i = n; i-- > 1;) {
        x = room[i];
        room[i] = room[0];
        tw__armed_sink(room, i, 0, x);
    }
}

/* Fills room with the n timers of s that fire first, in their order. Returns how many are
   armed. Once room is full, room is a heap: a timer that fires earlier than the root
   replaces the root. */
TW__INLINE size_t tw__armed_collect(const struct tw_set *s, struct tw_armed *room, size_t n) {
    struct tw_node *node = NULL;
    struct tw_armed x;
    size_t i, count = 0;

    while ((node = tw__timers_each(s->clock, s->in, s->ops, node)) != NULL) {
        x = tw__armed_place(s, node, count);
        if (count < n)
            room[count] = x;
        else if (n && tw__armed_before(&x, &room[0]))
            tw__armed_sink(room, n, 0, x);
        if (++count == n)
            for (i = n / 2; i-- > 0;)
                tw__armed_sink(room, n, i, room[i]);
    }
    tw__armed_sort(room, count < n ? count : n);
    return count;
}

/* Prints the line of a timer. */
TW__INLINE void tw__armed_line(const struct tw_set *s, const struct tw_node *n,
                               const struct tw_report *r) {
    const bool passed = !tw_before(s->clock->now, n->due);
    const tw_tick left = (tw_tick)(passed ? s->clock->now - n->due : n->due - s->clock->now);
    const struct tw_symbol symbol = tw__watch_symbol(n->fn, r);
    struct tw__line l;

    l.length = 0;
    tw__line_number(&l, passed && left ? "in -" : "in ", left, 10);
    tw__line_number(&l, "  due ", n->due, 10);
    tw__line_add(&l, "  ");
    tw__line_callback(&l, n->fn, r);
    tw__line_number(&l, "  node 0x", (uintptr_t)n, 16);
    if (symbol.name)
        tw__line_number(&l, "  object 0x", (uintptr_t)n - symbol.node, 16);
    tw__line_end(&l, r);
}

TW__INLINE size_t tw_dump(struct tw_set s, struct tw_armed *room, size_t n,
                          const struct tw_report *r) {
    const char *const broken = tw__timers_check(s.clock, s.in, s.ops);
    const size_t count = broken ? 0 : tw__armed_collect(&s, room, n);
    struct tw__line l;
    size_t i;

    for (i = 0; i < n && i < count; i++)
        tw__armed_line(&s, room[i].node, r);
    l.length = 0;
    if (broken)
        tw__line_add(&l, broken);
    else
        tw__line_number(&l, "", count, 10);
    tw__line_number(&l, broken ? " does not hold, so no timer is listed; now " : " armed, now ",
                    s.clock->now, 10);
    tw__line_end(&l, r);
    return count;
}

TW__END_C

#endif /* TW_WATCH_H */

/* MIT No Attribution. Copyright 2026 The tw authors.
   Permission is hereby granted, free of charge, to any person obtaining a copy of this
   software and associated documentation files (the "Software"), to deal in the Software
   without restriction, including without limitation the rights to use, copy, modify,
   merge, publish, distribute, sublicense, and/or sell copies of the Software, and to
   permit persons to whom the Software is furnished to do so. THE SOFTWARE IS PROVIDED "AS
   IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE
   WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN
   NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR
   OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT
   OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE. */
