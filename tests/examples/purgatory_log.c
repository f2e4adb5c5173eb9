/* SPDX-License-Identifier: MIT-0 */
/* examples/threads/purgatory.c, and beside it the same operations in a delay queue over
   hwheel.h: a log and a table of both for purgatory_oracle.c.

       purgatory_log TICK_MS WHEEL_SIZE OPERATIONS IDLE_TICKS SEED up|down [log]

   Deadlines are rounded up to a tick, or down. The log has a line for each operation: its
   number, when it was armed, its deadline, its event, when it was completed (all in us),
   and by what. The status is 1 if an operation was completed twice, never, or at another
   time than by hwheel.h. */
#include <stdbool.h>
#include <stdint.h>

static unsigned long traced[16]; /* by enum tw_event */
static void noted_sleep(uint64_t until);

#define TW_TRACE(event, set, n, due) (traced[event]++)
#include "../../examples/threads/world.h"
#include "hwheel.h"
#undef TW_DQ_WAIT
#define TW_DQ_WAIT(c, m, until) ((void)(c), (void)(m), noted_sleep(until))
#define main                    purgatory_main
#include "../../examples/threads/purgatory.c"
#undef main

TW_DELAYQUEUE_OF(plain, hwheel)

static struct plain plain;

/* A wake-up is in vain if something was due, and nothing was moved or timed out before
   the next sleep. */
static unsigned long vain, done;
static bool was_due;

static void noted_sleep(uint64_t until) {
    vain += was_due && done == count.moves + count.by_timeout;
    world_sleep(until);
    was_due = !world.called;
    done = count.moves + count.by_timeout;
}

/* ---- What happens to hwheel.h. */

static void plain_arrives(void *to) {
    struct operation *o = (struct operation *)to;
    const tw_tick ticks = o->deadline / tick;

    plain_put(&plain, &o->node,
              (truncate_deadlines || ticks * tick == o->deadline ? ticks : ticks + 1) * tick);
}

static void plain_event(void *to) {
    struct operation *o = (struct operation *)to;

    if (o->how == WAITS) {
        plain_cancel(&plain, &o->node);
        complete(o, true);
    }
}

static void plain_phase_ends(void *to) {
    if (count.phase + 1 < PHASES) {
        phase_ends(to);
        return;
    }
    count.due[LAST] = world.due;
    count.woken[LAST] = world.woken;
    plain_close(&plain);
}

static void run_hwheel(struct operation *operation) {
    struct happening *const first =
        (struct happening *)allocate((2 * operations + 4) * sizeof *first);
    struct happening *const end = make_world(first, operation);
    struct tw_node *n;

    for (struct happening *h = first; h < end; h++)
        h->what = h->what == arrives       ? plain_arrives
                  : h->what == event_comes ? plain_event
                                           : plain_phase_ends;
    world_begin(first, end);
    if (!plain_init(&plain, NULL, 0))
        exit(2);
    while ((n = plain_take(&plain, TW_FOREVER)) != NULL)
        complete(TW_OF(n, struct operation, node), false);
    count.moves = traced[TW_CASCADE];
    count.levels = TW__HWHEEL_LEVELS;
}

/* ---- Both. */

enum { ROWS = 13 };

/* The column of the run that has ended. */
static void note(unsigned long *row) {
    const unsigned long rows[ROWS] = {count.by_event,
                                      count.by_timeout,
                                      count.early,
                                      (unsigned long)count.latest,
                                      count.due[WORK],
                                      vain,
                                      count.woken[WORK],
                                      count.due[IDLE] + count.woken[IDLE],
                                      count.due[LAST] + count.woken[LAST],
                                      count.taken,
                                      count.moves,
                                      traced[TW_COMPARE],
                                      count.levels};

    memcpy(row, rows, sizeof rows);
}

/* Runs it over new operations. False: one was completed twice, or never. */
static bool runs_rightly(void (*way)(struct operation *operation), uint64_t from_seed,
                         struct operation *operation) {
    unsigned long ended = 0;

    memset(&count, 0, sizeof count);
    memset(traced, 0, sizeof traced);
    vain = 0;
    was_due = false;
    seed = from_seed;
    way(operation);
    for (unsigned long i = 0; i <= operations; i++)
        ended += operation[i].how != WAITS;
    return ended == operations + 1 && count.by_event + count.by_timeout == operations + 1;
}

static void table(const unsigned long *a, const unsigned long *b) {
    static const char *const name[ROWS] = {"completed by their event",
                                           "timed out",
                                           "  before their deadline",
                                           "  at most so many us after it",
                                           "wake-ups because something was due",
                                           "  with nothing to move or to time out",
                                           "wake-ups because something earlier was put",
                                           "wake-ups in the idle ticks",
                                           "wake-ups for one operation of as many ticks",
                                           "buckets used",
                                           "moves of an operation down a level",
                                           "comparisons: buckets in the queue, timers in a slot",
                                           "levels"};

    printf("%-52s %10s %10s\n", "", "purgatory", "hwheel.h");
    for (int i = 0; i < ROWS; i++)
        printf("%-52s %10lu %10lu\n", name[i], a[i], b[i]);
}

/* A line of the log. */
static void tell(const struct operation *o, long number) {
    char event[24] = "-";

    if (o->event)
        sprintf(event, "%llu", (unsigned long long)o->event);
    printf("%ld %llu %llu %s %llu %s\n", number, (unsigned long long)o->armed,
           (unsigned long long)o->deadline, event, (unsigned long long)o->completed,
           o->how == WAITS      ? "never"
           : o->how == BY_EVENT ? "event"
                                : "timeout");
}

int main(int argc, char **argv) {
    struct operation *a, *b;
    unsigned long row[2][ROWS];
    bool right;

    if (argc < 7)
        return 2;
    tick = strtoul(argv[1], NULL, 10) * 1000;
    wheel_size = strtoul(argv[2], NULL, 10);
    operations = strtoul(argv[3], NULL, 10);
    idle_ticks = strtoul(argv[4], NULL, 10);
    truncate_deadlines = strcmp(argv[6], "down") == 0;
    a = (struct operation *)allocate((operations + 1) * sizeof *a);
    b = (struct operation *)allocate((operations + 1) * sizeof *b);
    right = runs_rightly(run, strtoul(argv[5], NULL, 10), a);
    note(row[0]);
    right = runs_rightly(run_hwheel, strtoul(argv[5], NULL, 10), b) && right;
    note(row[1]);
    for (unsigned long i = 0; i <= operations; i++) {
        right = right && a[i].completed == b[i].completed && a[i].how == b[i].how;
        if (argc > 7)
            tell(&a[i], (long)i);
    }
    if (argc == 7)
        table(row[0], row[1]);
    return !right;
}
