/* SPDX-License-Identifier: MIT-0 */
/* table.h as a subject: `table table [OPTION...]`, and with --verbs all operations of
   the vectors. */
#include "judge.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define TW_IMPLEMENTATION
#define TW_STATIC
#include "table.h"

#define CLAIMS "fifo next move passed callbacks deferred budget "
#define WIDTH                                                 \
    (TW_TICK_BITS == 64   ? CLAIMS "top 18446744073709551615" \
     : TW_TICK_BITS == 32 ? CLAIMS "bits 32"                  \
                          : CLAIMS "bits 16")
#include "verbs.h"

static struct tw_table *table;
static tw_table_fn *called;

static void fire(void *user, uint32_t i, tw_tick now) { (void)user, (void)now, judge_fired(i); }

static void called_back(void *user, uint32_t i, tw_tick now) { (void)user, act(i, now); }

/* The memory of a table is never zero before init(). */
static void init(uint64_t now) {
    if (!table && !(table = malloc(tw_table_bytes(JUDGE_IDS))))
        abort();
    memset(table, 1, tw_table_bytes(JUDGE_IDS));
    tw_table_init(table, (tw_tick)now, JUDGE_IDS);
}

static void renew(uint64_t now, uint64_t capacity) { (void)capacity, init(now); }

static bool add(unsigned id, uint64_t due) { return tw_table_add(table, id, (tw_tick)due); }

static bool add_sooner(unsigned id, uint64_t due) {
    return tw_table_add_if_earlier(table, id, (tw_tick)due);
}

static bool add_in(unsigned id, uint64_t now, uint64_t delay) {
    return tw_table_add_in(table, id, (tw_tick)now, (tw_tick)delay);
}

static bool cancel(unsigned id) { return tw_table_cancel(table, id); }

static bool next(uint64_t *due) {
    tw_tick tick = 0;

    return tw_table_next(table, &tick) && (*due = tick, true);
}

static void advance(uint64_t now, uint64_t max) {
    tw_table_advance_some(table, (tw_tick)now, max > (size_t)-1 ? (size_t)-1 : (size_t)max, called,
                          NULL);
}

static void clear(void) { tw_table_clear(table); }

static uint64_t left(unsigned id) { return tw_table_remaining(table, id); }

static int wait_ms(uint64_t ticks) {
    return tw_table_wait_ms(table, tw_table_now(table), (tw_tick)ticks);
}

static uint64_t last_due(unsigned id) { return tw_table_due(table, id); }

int main(int argc, char **argv) {
    static const struct judge_subject subject = {"tw table", WIDTH, init, add,
                                                 cancel,     add,   next, advance};
    const bool verbs = argc == 3 && strcmp(argv[2], "--verbs") == 0;

    called = verbs ? called_back : fire;
    return verbs ? answer_all("table") : judge_main(argc - (argc > 1), argv + (argc > 1), &subject);
}
