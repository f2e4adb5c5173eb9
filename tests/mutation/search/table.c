/* SPDX-License-Identifier: MIT-0 */
/* A table of numbered timers: deadlines of all magnitudes, questions between, budgets, pulls,
   a table that grows. */
#define TW_STATIC
#define TW_IMPLEMENTATION
#include "search.h"

#if !defined(SEARCH_PLAIN)
#define TW__TABLE_STEP ((void)run.links++)
#endif
#include "table.h"

#if defined(SEARCH_CROWDS)
enum { CROWDS = 1, MOST = 200 };
#else
enum { CROWDS = 0, MOST = 3000 };
#endif

static struct tw_table *table;
static uint32_t timers;
static tw_tick now, reach, meeting;
static bool lively, asks;

static uint32_t any(void) { return (uint32_t)below(timers); }

/* Now and then a deadline that has passed, that of many, or one beyond what is allowed. */
static tw_tick a_due(void) {
    const tw_tick delay = (tw_tick)span(reach);

    switch (draw() % 12) {
    case 0:
        return (tw_tick)(now - (now / 2 < delay ? 0 : delay / 2));
    case 1:
        return TW_TICK_BITS == 64 ? (tw_tick)(now + delay)
                                  : (tw_tick)(now + TW__QUARTER + below(5));
    case 2:
    case 3:
        return tw_before(now, meeting) ? meeting : (tw_tick)(now + delay);
    case 4:
        return (tw_tick)(now + below(4));
    default:
        return (tw_tick)(now + delay);
    }
}

static void fire(void *user, uint32_t i, tw_tick when) {
    answer(i), answer(when), answer(user == table);
    if (!lively)
        return;
    switch (draw() % 8) {
    case 0:
    case 1:
        answer(tw_table_add(table, i, a_due()));
        break;
    case 2:
        answer(tw_table_cancel(table, any()));
        break;
    case 3:
        answer(tw_table_add(table, any(), a_due()));
        break;
    case 4:
        answer(tw_table_advance(table, when, fire, table)); /* refused */
        break;
    default:
        break;
    }
}

static void look(void) {
    tw_tick due = 0;

    if ((asks || one_in(8)) && tw_table_next(table, &due))
        answer(due);
    if (one_in(8))
        answer(tw_table_any_due(table)), answer(tw_table_count(table));
    if (one_in(8))
        answer((uint64_t)tw_table_wait_ms(table, now, (tw_tick)(1 + below(1000))));
    if (one_in(timers > 64 ? 100 : 2))
        answer_text(tw_table_check(table));
}

/* No deadline may fall a quarter of the range behind. So whoever leaves due timers behind
   waits until they have fired. */
static void go_on(void) {
    const tw_tick most = TW_TICK_BITS == 64 ? reach : TW__QUARTER - 1;
    tw_tick step = (tw_tick)span(most);
    uint32_t fired[8] = {0}, i = 0;
    size_t n;

    if (tw_table_any_due(table) || (TW_TICK_BITS == 64 && now > TW_TICK_MAX / 2))
        step = 0;
    now = (tw_tick)(tw_table_now(table) + step);
    switch (draw() % 5) {
    case 0:
        answer(tw_table_advance_some(table, now, below(5), fire, table));
        break;
    case 1:
        n = tw_table_expire_some(table, now, fired, 8);
        for (answer(n); n; n--)
            answer(fired[n - 1]);
        break;
    case 2:
        while (tw_table_expire(table, now, &i) && !one_in(20))
            answer(i), answer(tw_table_add(table, any(), a_due()));
        break;
    default:
        answer(tw_table_advance(table, now, fire, table));
    }
}

/* The table goes to other memory, as it is or with room for more. */
static void move(void) {
    const size_t was = tw_table_bytes(timers), more = below(20);
    void *const to = filled(tw_table_bytes(timers + more), 0x5A);

    memcpy(to, table, was);
    free(table);
    table = (struct tw_table *)to;
    answer(tw_table_grow(table, timers + more));
    timers += (uint32_t)more;
}

static void walk(void) {
    uint32_t i;

    for (i = tw_table_each(table, 0); i < timers; i = tw_table_each(table, i + 1))
        answer(i), answer(tw_table_due(table, i));
    answer(i), answer(tw_table_capacity(table));
}

static void act(void) {
    const uint32_t i = any();

    switch (draw() % 16) {
    case 0:
    case 1:
        answer(tw_table_cancel(table, i));
        break;
    case 2:
        answer(tw_table_add_if_earlier(table, i, a_due()));
        break;
    case 3:
        answer(tw_table_add_in(table, i, now, (tw_tick)span(reach)));
        break;
    case 4:
        answer(tw_table_remaining(table, i)), answer(tw_table_pending(table, i));
        answer(tw_table_due(table, i));
        break;
    case 5:
    case 6:
    case 7:
        go_on();
        break;
    case 8:
        if (one_in(40))
            tw_table_clear(table);
        else if (one_in(20))
            move();
        else if (one_in(20))
            walk();
        break;
    default:
        answer(tw_table_add(table, i, a_due()));
    }
}

/* Arming numbers begin anywhere: each bit of one is drawn. */
static void begin(int fill) {
    static const uint32_t most[] = {2, 4, 12, 60, 400, MOST};

    timers = 1 + (uint32_t)below(CROWDS || one_in(100) ? 20000 : most[draw() % 6]);
    now = a_beginning();
    if (TW_TICK_BITS == 64)
        now = (tw_tick)(now >> draw() % 64);
    reach = (tw_tick)(TW_TICK_BITS == 64 ? (uint64_t)1 << (4 + draw() % 57)
                                         : (uint64_t)TW__QUARTER >> below(5) * 3);
    meeting = (tw_tick)(now + reach / 2);
    table = (struct tw_table *)filled(tw_table_bytes(timers), fill);
    tw_table_init(table, now, timers);
    if (one_in(2))
        table->armings = ((uint64_t)1 << draw() % 52) - 1 - below(2) * below(60);
    table->armings &= ((uint64_t)1 << 52) - 1;
    lively = one_in(2);
    asks = one_in(2);
}

static void play(void) {
    size_t acts;

    begin(one_in(2) ? 0xA5 : 0);
    for (acts = 20 + below(timers < 100 ? 600 : 3000); acts; acts--) {
        act();
        look();
    }
    free(table);
}

int main(int argc, char **argv) {
    printf("room %lu %lu\n", (unsigned long)tw_table_bytes(7), (unsigned long)tw_table_bytes(5000));
    return search(argc, argv);
}
