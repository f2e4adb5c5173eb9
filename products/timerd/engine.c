/* SPDX-License-Identifier: MIT-0 */
/* One set of timers drives everything. A tick is a millisecond of the monotonic clock; a
   timer of the store is armed for the tick at which the store's clock has reached its
   due. Callbacks only note what is to do: engine_turn() does it when the batch is
   through, so that nothing is freed under it. */
#include "engine.h"
#include "options.h"
#include "stats.h"
#include <stdlib.h>
#include <string.h>

enum { RETRY_MS = 200, SECOND_MS = 1000, QUIET_MS = 10000, STEP_US = 5000 };

/* A shard, as this process sees it. */
struct shard {
    bool owned;
    bool leaving, coming; /* to be done by settle() */
    bool fresh;           /* coming: somebody else had it, or nobody */
    bool check;           /* leases of consumers may have run out */
    bool stepped;         /* or end too late: the store's clock may have been set back */
    struct mark mark;     /* the timers before it are in memory */
    struct mark read;     /* by the load() that runs: behind its last timer */
    uint64_t taken_ms;    /* the store's clock when it came: what was due before is overdue */
    struct tw_node lease; /* when to check */
};

const struct store *store;
struct stats stats;

static struct timers set;
static struct shard *shards;
static struct tw_node refill_timer, keep_timer, retry_timer, second_timer;
static bool refill_due, keep_due, retry_due, troubled, refilling, ready;
static uint64_t quiet_until_ms;
static bool said;  /* that there is trouble */
static bool begun; /* the store could be used once */

static uint64_t refill_until;
static struct part *parts;
static struct expiry *expiries;

static struct timer **batch;
static size_t batch_n;

/* the store's clock less ours: now, and when timers were armed by it */
static int64_t offset_us, armed_offset_us;

static uint64_t started_ms, last_requests, last_fired, requests_rate, fired_rate, latest_ms,
    latest_now_ms;

static tw_tick now_tick(void) { return clock_us(true) / 1000; }

uint64_t engine_store_us(void) { return (uint64_t)((int64_t)clock_us(true) + offset_us); }

static uint64_t store_ms(void) { return engine_store_us() / 1000; }

/* The first tick at which the store's clock shows due. */
static tw_tick tick_of(uint64_t due) {
    const int64_t us = (int64_t)(due * 1000) - offset_us + 999;

    return us > 0 ? (tw_tick)us / 1000 : 0;
}

void engine_arm(struct tw_node *n, uint64_t ms) { (void)timers_add_in(&set, n, now_tick(), ms); }

void engine_cancel(struct tw_node *n) { (void)timers_cancel(&set, n); }

int engine_wait_ms(void) { return ready ? 0 : timers_wait_ms(&set, now_tick(), 1); }

/* -------------------------------------------------------------------------- callbacks */

static void on_due(struct tw_node *n, tw_tick now) {
    (void)now;
    batch[batch_n++] = TW_OF(n, struct timer, node);
}

static void on_lease(struct tw_node *n, tw_tick now) {
    (void)now;
    TW_OF(n, struct shard, lease)->check = true;
}

static void on_refill(struct tw_node *n, tw_tick now) {
    (void)n, (void)now;
    refill_due = true;
}

static void on_keep(struct tw_node *n, tw_tick now) {
    (void)now;
    keep_due = true;
    timers_add(&set, n, now + option.shard_lease_ms / 3);
}

static void on_retry(struct tw_node *n, tw_tick now) {
    (void)n, (void)now;
    retry_due = true;
}

/* The rates of STATS. */
static void on_second(struct tw_node *n, tw_tick now) {
    requests_rate = stats.requests - last_requests;
    fired_rate = stats.fired - last_fired;
    latest_ms = latest_now_ms;
    last_requests = stats.requests;
    last_fired = stats.fired;
    latest_now_ms = 0;
    timers_add(&set, n, now + SECOND_MS);
}

/* ----------------------------------------------------------------- what a store tells */

void engine_own(unsigned shard, bool fresh) {
    shards[shard].coming = true;
    shards[shard].fresh = shards[shard].fresh || fresh;
}

/* Said last, it holds; a shard that is lost and then ours again leaves and comes. */
void engine_lose(unsigned shard) {
    shards[shard].leaving = true;
    shards[shard].coming = false;
}

void engine_lease(unsigned shard, uint64_t ms) {
    if (shards[shard].owned)
        (void)timers_add_if_earlier(&set, &shards[shard].lease, now_tick() + ms);
}

void engine_ready(void) { ready = true; }

bool engine_take_ready(void) {
    const bool was = ready;

    ready = false;
    return was;
}

void engine_cancelled(struct text id) {
    struct timer *const t = window_find(id);

    if (!t)
        return;
    (void)timers_cancel(&set, &t->node);
    window_remove(t);
}

/* A store may tell of an older generation after a newer one: a notice that was on its
   way. */
static void keep_in_memory(const struct seen *s) {
    struct timer *const t = window_add(s->id, s->shard, on_due);

    if (t->generation > s->generation)
        return;
    t->generation = s->generation;
    t->due = s->due;
    t->period = s->period;
    (void)timers_add(&set, &t->node, tick_of(s->due));
}

/* The place just behind the timer: its id and a zero byte. */
void engine_loaded(const struct seen *s) {
    struct mark *const read = &shards[s->shard].read;

    read->due = s->due;
    read->size = s->id.size + 1;
    memcpy(read->id, s->id.at, s->id.size);
    read->id[s->id.size] = '\0';
    keep_in_memory(s);
}

void engine_armed(const struct seen *s) {
    const struct shard *const shard = &shards[s->shard];
    const struct timer *t;

    if (shard->owned && before_mark(s->due, s->id, &shard->mark))
        keep_in_memory(s);
    else if ((t = window_find(s->id)) != NULL && t->generation <= s->generation)
        engine_cancelled(s->id);
}

/* ---------------------------------------------------------------------------- trouble */

/* A disk that is full fails again and again: the log has one line of it in ten
   seconds. */
void engine_trouble(void) {
    const uint64_t now = now_tick();

    if (!troubled && now >= quiet_until_ms) {
        say(LEVEL_WARNING, "%s; trying again", store->error());
        quiet_until_ms = now + QUIET_MS;
        said = true;
    }
    troubled = true;
}

static bool leaves(const struct shard *shard) {
    return shard->owned && (shard->leaving || troubled);
}

static void drop_leaving(void) {
    for (struct timer *t = window_each(NULL), *next; t; t = next) {
        next = window_each(t);
        if (leaves(&shards[t->shard])) {
            (void)timers_cancel(&set, &t->node);
            window_remove(t);
        }
    }
}

static void leave(struct shard *shard) {
    shard->owned = false;
    shard->check = false;
    (void)timers_cancel(&set, &shard->lease);
}

static void come(struct shard *shard) {
    if (shard->fresh)
        shard->taken_ms = store_ms();
    shard->fresh = false;
    shard->owned = true;
    shard->check = shard->stepped = true;
    memset(&shard->mark, 0, sizeof shard->mark);
    refilling = false;
    timers_add(&set, &refill_timer, now_tick());
}

/* Shards leave and come between two batches. A store that failed is read anew: all shards
   leave, and those that open() names come. */
static void settle(void) {
    bool any = false;

    for (unsigned i = 0; i < option.shards && !any; i++)
        any = leaves(&shards[i]);
    if (any)
        drop_leaving();
    for (unsigned i = 0; i < option.shards; i++) {
        struct shard *const shard = &shards[i];

        if (leaves(shard))
            leave(shard);
        if (shard->coming && !shard->owned && !troubled)
            come(shard);
        shard->leaving = shard->coming = false;
    }
    if (troubled)
        (void)timers_add_if_earlier(&set, &retry_timer, now_tick() + RETRY_MS);
}

/* ----------------------------------------------------------------------------- firing */

static void note_late(uint64_t late) {
    static const uint64_t bounds[] = {LATE_BOUNDS(LATE_BOUND)};
    size_t i = 0;

    while (i < LATE_BUCKETS && late > bounds[i])
        i++;
    if (i < LATE_BUCKETS)
        stats.late[i]++;
    stats.late_ms += late;
    latest_now_ms = late > latest_now_ms ? late : latest_now_ms;
}

static void fired(struct timer *t) {
    const uint64_t now = store_ms(), late = now > t->due ? now - t->due : 0;
    struct shard *const shard = &shards[t->shard];

    stats.missed += t->missed + (t->skip && t->next);
    if (t->skip) {
        stats.skipped += t->next == 0;
    } else {
        stats.fired++;
        note_late(late);
        (void)timers_add_if_earlier(&set, &shard->lease, now_tick() + option.lease_ms);
        engine_ready();
    }
    t->due = t->next;
    t->generation = t->next_generation;
    if (t->next && before_mark(t->next, timer_id(t), &shard->mark))
        (void)timers_add(&set, &t->node, tick_of(t->due));
    else
        window_remove(t);
}

static void fire(void) {
    for (size_t i = 0; i < batch_n; i++) {
        batch[i]->skip = option.skip && batch[i]->due < shards[batch[i]->shard].taken_ms;
        batch[i]->next = batch[i]->next_generation = batch[i]->missed = 0;
    }
    if (!store->fire(batch, batch_n)) {
        engine_trouble();
        for (size_t i = 0; i < batch_n; i++)
            window_remove(batch[i]);
        return;
    }
    for (size_t i = 0; i < batch_n; i++) {
        struct timer *const t = batch[i];

        if (t->fate == FATE_FIRED)
            fired(t);
        else if (t->fate == FATE_EARLY)
            stats.early++, (void)timers_add_in(&set, &t->node, now_tick(), 1);
        else
            window_remove(t);
    }
}

static void expired(const struct expiry *e) {
    stats.expired += e->expired;
    stats.buried += e->buried;
    if (e->expired + e->delayed > e->buried)
        engine_ready();
    if (e->next_ms >= 0)
        (void)timers_add_in(&set, &shards[e->shard].lease, now_tick(), (uint64_t)e->next_ms);
}

static void check_leases(void) {
    static const struct expiry nothing = {0, false, -1, 0, 0, 0};
    size_t n = 0;

    for (unsigned i = 0; i < option.shards && !troubled; i++) {
        if (shards[i].check && shards[i].owned) {
            expiries[n] = nothing;
            expiries[n].stepped = shards[i].stepped;
            expiries[n++].shard = i;
        }
        shards[i].check = shards[i].stepped = false;
    }
    if (n && !store->expire(expiries, n))
        engine_trouble();
    for (size_t i = 0; i < n; i++)
        expired(&expiries[i]);
}

/* ------------------------------------------------------------------------- the window */

/* Reads on from the marks. A mark moves when everything before it is in memory. True: there
   is more. */
static bool load(void) {
    bool more = false;
    size_t n = 0;

    for (unsigned i = 0; i < option.shards; i++)
        if (shards[i].owned && shards[i].mark.due < refill_until) {
            const struct part part = {i, &shards[i].mark, option.batch, 0};

            parts[n++] = part;
        }
    if (n && !store->load(parts, n, refill_until)) {
        engine_trouble();
        return false;
    }
    stats.refills += n;
    for (size_t i = 0; i < n; i++) {
        struct shard *const shard = &shards[parts[i].shard];

        shard->mark.due = refill_until;
        shard->mark.size = 0;
        if (parts[i].n == parts[i].most)
            shard->mark = shard->read;
        more = more || parts[i].n == parts[i].most;
    }
    return more;
}

/* A part a turn, and none while timers wait that are due: after a long silence memory
   holds one batch, not all. */
static void refill(void) {
    bool more = false;

    refill_due = false;
    if (!refilling)
        refill_until = store_ms() + option.window_ms;
    refilling = true;
    if (timers_any_due(&set))
        more = true;
    else if (!troubled)
        more = load();
    refilling = more;
    timers_add(&set, &refill_timer, now_tick() + (more ? 0 : (option.window_ms + 1) / 2));
}

/* The store's clock was set: what was armed by it is armed anew. Small steps are left to
   the store, which puts off what is early. */
static void follow_clock(void) {
    int64_t step;

    offset_us = store->offset_us();
    step = offset_us - armed_offset_us;
    if (step < STEP_US && step > -STEP_US)
        return;
    armed_offset_us = offset_us;
    for (unsigned i = 0; i < option.shards; i++)
        shards[i].check = shards[i].stepped = shards[i].owned;
    for (struct timer *t = window_each(NULL); t; t = window_each(t))
        (void)timers_add(&set, &t->node, tick_of(t->due));
    refilling = false;
    timers_add(&set, &refill_timer, now_tick());
}

/* A store that timerd has never had, and will not have, ends the start. */
static void retry(void) {
    const enum opened opened = store->open();

    retry_due = false;
    if (opened == OPEN_NEVER && !begun)
        exit(1);
    if (opened != OPEN_DONE)
        return;
    begun = true;
    troubled = false;
    follow_clock();
    engine_ready();
    if (said)
        say(LEVEL_WARNING, "the store is back");
    said = false;
}

/* ------------------------------------------------------------------------------ turns */

void engine_turn(void) {
    if (store->up())
        follow_clock();
    batch_n = 0;
    (void)timers_advance_some(&set, now_tick(), option.batch);
    if (batch_n)
        fire();
    if (retry_due)
        retry();
    if (keep_due && !troubled && !store->keep())
        engine_trouble();
    keep_due = false;
    settle();
    check_leases();
    if (refill_due)
        refill();
    settle();
}

enum opened engine_begin(void) {
    const tw_tick now = now_tick();
    enum opened opened;

    timers_init(&set, now, NULL, 0);
    started_ms = now;
    batch = (struct timer **)must(malloc(option.batch * sizeof *batch));
    shards = (struct shard *)must(calloc(option.shards, sizeof *shards));
    parts = (struct part *)must(calloc(option.shards, sizeof *parts));
    expiries = (struct expiry *)must(calloc(option.shards, sizeof *expiries));
    for (unsigned i = 0; i < option.shards; i++)
        tw_node_init(&shards[i].lease, on_lease);
    tw_node_init(&refill_timer, on_refill);
    tw_node_init(&keep_timer, on_keep);
    tw_node_init(&retry_timer, on_retry);
    tw_node_init(&second_timer, on_second);
    timers_add(&set, &keep_timer, now);
    timers_add(&set, &second_timer, now + SECOND_MS);

    opened = store->open();
    begun = opened == OPEN_DONE;
    if (opened == OPEN_LATER)
        engine_trouble();
    offset_us = armed_offset_us = store->up() ? store->offset_us() : 0;
    settle();
    return opened;
}

void engine_end(void) { store->close(); }

/* ------------------------------------------------------------------------------ STATS */

unsigned engine_owned(void) {
    unsigned n = 0;

    for (unsigned i = 0; i < option.shards; i++)
        n += shards[i].owned;
    return n;
}

uint64_t engine_loaded_until(void) {
    uint64_t least = UINT64_MAX;

    for (unsigned i = 0; i < option.shards; i++)
        if (shards[i].owned && shards[i].mark.due < least)
            least = shards[i].mark.due;
    return least == UINT64_MAX ? 0 : least;
}

uint64_t engine_latest_ms(void) { return latest_ms; }

uint64_t engine_rate(bool of_fired) { return of_fired ? fired_rate : requests_rate; }

uint64_t engine_uptime_ms(void) { return now_tick() - started_ms; }
