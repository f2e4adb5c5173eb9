/* SPDX-License-Identifier: MIT-0 */
/* Makes each mistake that the manuals name, on every structure, and then asks for a
   diagnosis: check(), tw_dump() and, if check() is silent, count(). The mistake is made
   with a node of each place: alone, first, in the middle and last in its list, near and
   far, in the structure and on the due list, and in a list that next() has sorted. A
   child process does so, case by case, and notes in shared memory how far it came. If it
   dies, the next child goes on behind that case. A loop without an end dies of a timer
   that counts processor time.

       misuse [--cases N] [--seed N] [--on NAME]     400 cases of each mistake on each
                                                     structure, or kind of misuse_kinds.h

   Printed is how often check() named a property, how often it was silent, and how often
   the diagnosis died. The test fails if a diagnosis died, if tw_dump() disagreed with
   check(), if check() was silent on a mistake that it promises to name, or if a place was
   not reached. */
#ifndef _DEFAULT_SOURCE
#define _DEFAULT_SOURCE 1
#endif
#undef NDEBUG
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#define TW_IMPLEMENTATION
#define TW_STATIC
#define MODEL_CAPACITY 4096
#include "watch.h"
#include "structures.h"
#include "misuse_kinds.h"

enum { MOST = 8, CROWD = 24, ROOM = 64 };

/* What became of a case. */
enum outcome { DIED, FAULTY, NAMED, SILENT, NOTHING, LIED, OUTCOMES };

/* The places of a node in its list. */
enum place { ALONE, FIRST, MIDDLE, LAST, PLACES };

/* Shared with the child: the outcome of each case, and the case that runs. A case begins
   as FAULTY: the mistake itself may crash. It is DIED from there to the diagnosis. */
static struct shared {
    size_t running;
    size_t place[PLACES], due, sorted;
    unsigned char outcome[];
} * shared;

/* The case: two sets, and the nodes of the first one. */
static struct tw_timers set, other;
static void *in, *other_in, *room, *other_room;
static struct tw_node node[CROWD], *held[CROWD]; /* held: those of the case */
static size_t nodes;
static const struct kind *kind; /* NULL: the case has the set */
static tw_tick now;
static size_t array; /* the bytes of room */

static uint64_t seed;

static uint64_t below(uint64_t n) {
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return (seed >> 33) % n;
}

struct tw_watch *tw_watch_of(const struct tw_clock *s) {
    return (void)s, NULL;
}

static void fires(struct tw_node *n, tw_tick at) { (void)n, (void)at; }

/* THE MISTAKES, with node n. False: nothing is wrong afterwards. */
static bool initialises(struct tw_node *n) { return tw_node_init(n, fires), true; }

static bool zeroes(struct tw_node *n) { return memset(n, 0, sizeof *n), true; }

/* A copy that differs in the deadline alone is a deadline that was written. A list may
   look whole afterwards, and be too short: that of the due timers has no count. */
static bool copies(struct tw_node *n) {
    const struct tw_node *const from = held[below(nodes)];
    const bool differ = n->home != from->home || memcmp(&n->u, &from->u, sizeof n->u) != 0;

    *n = *from;
    return differ;
}

static bool writes_due(struct tw_node *n) {
    return n->due = (tw_tick)(n->due + 1 + below(9)), true;
}

static bool arms_elsewhere(struct tw_node *n) {
    struct tw_node *const friend = held[below(nodes)];

    tw_node_init(n, fires);
    tw_timers_add(&other, n, (tw_tick)(now + 1 + below(20)));
    if (friend != n && below(2)) {
        tw_node_init(friend, fires);
        tw_timers_add(&other, friend, (tw_tick)(now + below(20)));
    }
    return true;
}

static bool arms_twice(struct tw_node *n) {
    return tw_timers_add(&other, n, (tw_tick)(now + 1 + below(20))), true;
}

static bool moves_the_set(struct tw_node *n) {
    (void)n;
    memcpy(other_in, in, set.ops->size);
    memset(in, 0, set.ops->size);
    set.in = other_in;
    return true;
}

static bool begins_anew(struct tw_node *n) {
    tw_timers_init(&set, now, set.ops, in, room, ROOM);
    if (below(2))
        tw_timers_add(&set, n, (tw_tick)(now + 5));
    return true;
}

static bool zeroes_the_array(struct tw_node *n) {
    (void)n;
    memset(room, 0, set.ops->bytes(ROOM));
    return true;
}

static bool reuses_memory(struct tw_node *n) { return memset(n, 0xA5, sizeof *n), true; }

static const struct mistake {
    const char *what;
    bool (*make)(struct tw_node *n);
    bool named;   /* check() promises to name it */
    bool of_kind; /* it is one with a node of a kind, too */
} mistakes[] = {
    {"initialised anew", initialises, true, true},
    {"zeroed", zeroes, true, true},
    {"another copied over it", copies, false, true},
    {"due written, update forgotten", writes_due, false, true},
    {"initialised, armed elsewhere", arms_elsewhere, false, true},
    {"armed in a second set", arms_twice, false, true},
    {"structure moved", moves_the_set, false, false},
    {"init() of a set in use", begins_anew, false, false},
    {"array zeroed", zeroes_the_array, false, false},
    {"memory reused (0xA5)", reuses_memory, true, true},
};

enum { MISTAKES = sizeof mistakes / sizeof mistakes[0] };

/* Counts the place of n, of a structure of lists. */
static void count_place(const struct tw_node *n) {
    const struct tw_links *const l = &n->u.list;

    if (n->home == TW__DUE)
        shared->due++;
    if ((set.ops == &tw_hwheel_ops || set.ops == &tw_bigwheel_ops) && n->home >= TW__RUN)
        shared->sorted++;
    if (l->next == n)
        shared->place[ALONE]++;
    else if (l->prev == NULL)
        shared->place[FIRST]++;
    else
        shared->place[l->next->u.list.prev == n ? MIDDLE : LAST]++;
}

/* Says whether the structure keeps its nodes in lists. */
static bool has_lists(const struct tw_ops *ops) {
    return strcmp(ops->name, "heap4") != 0 && strcmp(ops->name, "rbtree") != 0 &&
           strcmp(ops->name, "toyarray") != 0;
}

/* Makes the set of the mistakes that need another one, over ops or any structure. */
static void begin_other(const struct tw_ops *ops) {
    size_t i = (size_t)below(STRUCTURES);

    if (!below(3) || structures[i]->size > ROOM * ROOM)
        i = 0;
    tw_timers_init(&other, now, below(2) ? ops : structures[i], other_in, other_room, ROOM);
}

/* Arms a crowd in a part of an upper slot, not in order, and an earlier timer that leaves
   again. So next() must look for the first one, and hwheel and bigwheel sort the list. */
static void arm_crowd(void) {
    static struct tw_node leaves;
    const tw_tick begin = (tw_tick)(now + TW__QUARTER / 2);
    tw_tick least;
    size_t i;

    nodes = CROWD;
    for (i = 0; i < nodes; i++) {
        held[i] = &node[i];
        tw_node_init(&node[i], fires);
        assert(tw_timers_add(&set, &node[i], (tw_tick)(begin + i * 7 % CROWD)));
    }
    tw_node_init(&leaves, fires);
    assert(tw_timers_add(&set, &leaves, (tw_tick)(now + 5)) && tw_timers_cancel(&set, &leaves));
    assert(tw_timers_next(&set, &least) && least == begin);
}

/* Arms the nodes: at one tick, one by one, or far; in some cases some of them are due.
   Then time may pass, up to the first deadline. Or arms a crowd. */
static void arm(const struct tw_ops *ops) {
    static const tw_tick apart[] = {0, 0, 1, 40, 700, TW__QUARTER / MOST - 8};
    const tw_tick step = apart[below(sizeof apart / sizeof apart[0])];
    const size_t due = below(3) ? 0 : (size_t)below(MOST);
    tw_tick least;
    size_t i;

    now = (tw_tick)(below(2) ? below(300) : TW_TICK_MAX / 2 - below(300));
    memset(in, 0, ops->size);
    memset(room, 0, ops->bytes(ROOM));
    tw_timers_init(&set, now, ops, in, room, ROOM);
    begin_other(ops);
    if (!below(4)) {
        arm_crowd();
        return;
    }
    nodes = 1 + (size_t)below(MOST);
    for (i = 0; i < nodes; i++) {
        held[i] = &node[i];
        tw_node_init(&node[i], fires);
        assert(tw_timers_add(&set, &node[i],
                             i < due ? (tw_tick)(now - below(2)) : (tw_tick)(now + 7 + i * step)));
    }
    if (below(2) && tw_timers_next(&set, &least) && least != now) {
        now = (tw_tick)(least - below(2));
        tw_timers_advance_some(&set, now, 0);
    }
}

/* Puts things into a kind, at one tick or key, one by one, or far. */
static void fill(void) {
    static const tw_tick apart[] = {0, 1, 40, TW__QUARTER / MOST - 8};
    const tw_tick step = apart[below(sizeof apart / sizeof apart[0])];
    size_t i;

    memset(thing, 0, sizeof thing);
    memset(room, 0, array);
    now = 0;
    kind->begin(room, ROOM);
    nodes = 1 + (size_t)below(MOST);
    for (i = 0; i < nodes; i++) {
        held[i] = &thing[i].window.node;
        tw_node_init(held[i], thing_fires);
        assert(kind->add(&thing[i], (tw_tick)(7 + i * step)));
    }
    begin_other(&tw_rbtree_ops);
}

/* Notes whether the last line of tw_dump() names a property. */
static void listen(void *to, const char *line) {
    *(bool *)to = strstr(line, "does not hold") != NULL;
}

static enum outcome diagnosed(void) {
    struct tw_armed place[CROWD];
    bool told = false;
    const struct tw_report report = {listen, &told, NULL};
    const char *const broken = kind ? kind->check() : tw_timers_check(&set);
    size_t count;

    if (kind)
        return !broken && kind->count() > CROWD ? LIED : broken ? NAMED : SILENT;
    count = tw_dump(tw_set_of(&set), place, CROWD, &report);

    if (told != (broken != NULL) || count != (broken ? 0 : tw_timers_count(&set)))
        return LIED;
    return broken ? NAMED : SILENT;
}

/* Ends the process after this much processor time, unless it is called again. */
static void limit(int milliseconds) {
    const struct itimerval end = {{0, 0}, {milliseconds / 1000, milliseconds % 1000 * 1000}};

    assert(setitimer(ITIMER_VIRTUAL, &end, NULL) == 0);
}

static void run_case(const struct tw_ops *ops, const struct mistake *m, size_t i) {
    struct tw_node *n;

    seed = (seed + 1) * 2862933555777941757u + i;
    shared->running = i;
    shared->outcome[i] = FAULTY;
    limit(5000);
    if (kind)
        fill();
    else
        arm(ops);
    n = held[below(nodes)];
    if (!kind && (has_lists(ops) || n->home == TW__DUE))
        count_place(n);
    limit(20); /* a verb that never returns is no fault of a diagnosis */
    if (m->make(n)) {
        limit(5000);
        shared->outcome[i] = DIED;
        shared->outcome[i] = (unsigned char)diagnosed();
    } else {
        shared->outcome[i] = NOTHING;
    }
}

/* Runs the cases from `first` on in a child. Returns how many are done or died. */
static size_t run_child(const struct tw_ops *ops, const struct mistake *m, size_t first,
                        size_t cases, uint64_t begin) {
    const pid_t child = fork();
    int status;
    size_t i;

    assert(child >= 0);
    if (child == 0) {
        if (!freopen("/dev/null", "w", stderr))
            _exit(2);
        for (i = first; i < cases; i++) {
            seed = begin + i * 977;
            run_case(ops, m, i);
        }
        _exit(0);
    }
    assert(waitpid(child, &status, 0) == child);
    return WIFEXITED(status) && WEXITSTATUS(status) == 0 ? cases : shared->running + 1;
}

/* Tries one mistake on one structure. Returns whether the diagnosis is as it must be. The
   first death ends the cases, so that many loops without an end take no time. */
static bool try(const struct tw_ops *ops, const struct mistake *m, size_t cases, uint64_t begin) {
    const char *const name = kind ? kind->name : ops->name;
    size_t sum[OUTCOMES] = {0}, i;
    bool good;

    memset(shared->outcome, NOTHING, cases);
    for (i = 0; i < cases && (i == 0 || shared->outcome[i - 1] != DIED);)
        i = run_child(ops, m, i, cases, begin);
    for (i = 0; i < cases; i++)
        sum[shared->outcome[i]]++;
    /* of a kind, the mistake itself may crash in each of its fewer cases */
    good = (sum[NAMED] + sum[SILENT] > 0 || (kind && !m->named)) && sum[DIED] == 0 &&
           sum[LIED] == 0 && (!m->named || sum[SILENT] == 0);
    printf("%-19s %-30s named %5lu  silent %5lu  died %5lu%s\n", name, m->what,
           (unsigned long)sum[NAMED], (unsigned long)sum[SILENT], (unsigned long)sum[DIED],
           good ? "" : "  WRONG");
    for (i = 0; i < cases && !good; i++)
        if (shared->outcome[i] == DIED || shared->outcome[i] == LIED ||
            (m->named && shared->outcome[i] == SILENT)) {
            printf("  case %lu of seed %llu\n", (unsigned long)i, (unsigned long long)begin);
            break;
        }
    return good;
}

/* Says which places the mistakes were made at, and whether each was reached. */
static bool places_are_reached(void) {
    static const char *const name[] = {"alone", "first", "in the middle", "last"};
    bool all = shared->due > 0 && shared->sorted > 0;
    size_t i;

    printf("on the due list %lu, in a sorted list %lu", (unsigned long)shared->due,
           (unsigned long)shared->sorted);
    for (i = 0; i < PLACES; i++) {
        printf(", %s %lu", name[i], (unsigned long)shared->place[i]);
        all = all && shared->place[i] > 0;
    }
    printf("\n");
    return all;
}

static void *memory(size_t bytes) {
    void *const got = calloc(1, bytes + 1);

    assert(got);
    return got;
}

/* Makes all mistakes on one structure or, if ops is NULL, on a kind. */
static bool try_all(const struct tw_ops *ops, size_t cases, uint64_t begin) {
    bool good = true;
    size_t m;

    for (m = 0; m < MISTAKES; m++)
        if (ops || mistakes[m].of_kind)
            good = try(ops, &mistakes[m], cases, begin) && good;
    return good;
}

int main(int argc, char **argv) {
    uint64_t cases = 400, begin = 1;
    const char *on = NULL;
    const struct option o[] = {
        {"--cases", &cases, NULL}, {"--seed", &begin, NULL}, {"--on", NULL, &on}};
    size_t k, most = 0;
    bool good = true;

    if (!options_read("misuse", o, sizeof o / sizeof o[0], argc, argv))
        return 2;
    few_lanes_ops = tw_skiplist_ops;
    few_lanes_ops.init = few_lanes_init;
    shared = (struct shared *)mmap(NULL, sizeof *shared + (size_t)cases, PROT_READ | PROT_WRITE,
                                   MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    assert(shared != MAP_FAILED);
    for (k = 0; k < STRUCTURES; k++) {
        most = structures[k]->size > most ? structures[k]->size : most;
        array = structures[k]->bytes(ROOM) > array ? structures[k]->bytes(ROOM) : array;
    }
    in = memory(most), other_in = memory(most), room = memory(array), other_room = memory(array);
    for (k = 0; k < STRUCTURES; k++)
        if (structures[k]->check && (!on || strcmp(on, structures[k]->name) == 0))
            good = try_all(structures[k], (size_t)cases, begin) && good;
    good = (on || places_are_reached()) && good;
    for (kind = kinds; kind < kinds + KINDS; kind++)
        if (!on || strcmp(on, kind->name) == 0)
            good = try_all(NULL, (size_t)((cases + 3) / 4), begin) && good;
    free(in), free(other_in), free(room), free(other_room);
    return good ? 0 : 1;
}
