/* SPDX-License-Identifier: MIT-0 */
/* What a row that a consumer was given must be, and what it tells. */
#include "model_data.h"
#include "faults.h"
#include "history.h"
#include "report.h"
#include "thief.h"
#include <inttypes.h>
#include <stdlib.h>

static uint64_t lost_rows; /* rows that TAKEs asked for whose answers were lost, at most */

void rows_lost(unsigned count) { lost_rows += count; }

static uint32_t find(const struct row *row) {
    uint32_t i = timers[row->id].firings;

    while (i && firings[i].generation != row->generation)
        i = firings[i].older;
    return i;
}

/* It belongs to an ARM that was done, and is due when that said. */
static void check_arming(const struct row *row) {
    const struct arming *const a = &armings[row->arming];

    if (a->id != row->id)
        violated(row->id, "a row has the payload of its timer", "it has that of timer %" PRIu32,
                 a->id);
    if (!a->done && !a->possible && !a->under_way)
        violated(row->id, "a request that was refused changes nothing",
                 "arming #%" PRIu32 " was, and fired", row->arming);
    if (row->due < a->due ||
        (row->due != a->due && (!a->period || (row->due - a->due) % a->period)))
        violated(row->id, "a timer fires at the due that it was armed with",
                 "due %" PRIu64 " instead of %" PRIu64, row->due, a->due);
    if (row->due > now_us() / 1000)
        violated(row->id, "no timer fires early", "due %" PRIu64 ", given at %" PRIu64, row->due,
                 now_us() / 1000);
    if (theft_forbids(row->due, now_us()))
        violated(row->id, "what an owner sends with an old token is refused",
                 "arming #%" PRIu32 ", due %" PRIu64 ", fired while its shard was taken",
                 row->arming, row->due);
    if (a->gone_us && row->due > a->gone_us / 1000)
        violated(row->id, "a timer that was moved or stopped in time does not fire",
                 "arming #%" PRIu32 ", due %" PRIu64 ", had been replaced at %" PRIu64, row->arming,
                 row->due, a->gone_us / 1000);
}

static void check_cancelled(const struct request *r, const struct row *row) {
    const struct timer *const t = &timers[row->id];

    if (row->arming <= t->cancelled_upto && r->kind == TAKE && r->sent_us > t->cancelled_us)
        violated(row->id, "after the answer to CANCEL no TAKE gives the timer",
                 "arming #%" PRIu32 " generation %" PRIu64 " was given", row->arming,
                 row->generation);
}

/* A second firing of one ARM: one occurrence of a periodic timer each, or repeated after
   the first was done with. */
static void check_single(const struct row *row) {
    const struct arming *const a = &armings[row->arming];

    if (a->firings == 0)
        return;
    for (uint32_t i = timers[row->id].firings; i; i = firings[i].older) {
        const struct firing *const f = &firings[i];
        const bool over = f->ack_sent || f->dead || f->got_us[ATTEMPTS - 1];

        if (f->arming != row->arming || f->due != row->due)
            continue;
        if (a->period || a->sends < 2 || !over)
            violated(row->id, "a timer enters the ready queue once",
                     "arming #%" PRIu32 " due %" PRIu64 " has generations %" PRIu64 " and %" PRIu64,
                     row->arming, row->due, f->generation, row->generation);
    }
    if (!a->period && a->firings >= a->sends)
        violated(row->id, "a timer enters the ready queue once",
                 "arming #%" PRIu32 " was sent %u times and fired oftener", row->arming, a->sends);
    report.again_fired += !a->period;
}

static uint32_t fired(const struct row *row) {
    struct arming *const a = &armings[row->arming];
    struct timer *const t = &timers[row->id];
    const uint32_t i = firing_new();
    struct firing *const f = &firings[i];

    f->generation = row->generation;
    f->due = row->due;
    f->missed = row->missed;
    f->arming = row->arming;
    f->older = t->firings;
    t->firings = i;
    report.fired++;
    report.missed += row->missed;
    a->firings++;
    a->fired_us = now_us();
    if (row->arming > t->cancelled_upto)
        learn(row->arming, now_us());
    if (a->waits && !a->period) {
        a->waits = false;
        t->none = true;
    }
    settle(row->id);
    return i;
}

/* The earliest instant at which the k-th attempt could be given, by what is known of the
   others. */
static void check_lease(const struct row *row, const struct firing *f, unsigned k, uint64_t now) {
    for (unsigned j = 0; j < k; j++)
        if (j < ATTEMPTS && f->got_us[j] &&
            now < f->least_us[j] + (uint64_t)(k - j) * LEASE_MS * 1000u)
            violated(row->id, "a row is given again only after its lease ran out",
                     "generation %" PRIu64 ": attempt %u came %" PRIu64 " us after attempt %u",
                     row->generation, k + 1, now - f->least_us[j], j + 1);
}

static void delivered(const struct request *r, const struct row *row, uint32_t firing) {
    struct firing *const f = &firings[firing];
    const uint64_t now = now_us(), due_us = row->due * 1000u,
                   armed_us = armings[row->arming].sent_us;
    const unsigned k = (unsigned)row->attempt - 1;

    if (row->attempt < 1 || row->attempt > ATTEMPTS)
        violated(row->id, "a firing is given at most --attempts times", "attempt %" PRIu64,
                 row->attempt);
    if (f->got_us[k])
        violated(row->id, "a firing is in the ready queue once",
                 "generation %" PRIu64 " was given as attempt %u twice", row->generation, k + 1);
    if (f->acked_us && f->acked_us < r->sent_us)
        violated(row->id, "a firing that was acknowledged is never given again",
                 "generation %" PRIu64, row->generation);
    check_lease(row, f, k, now);
    report.duplicates += k > 0;
    f->got_us[k] = now;
    f->least_us[k] = r->sent_us > due_us ? r->sent_us : due_us;
    if (k == 0) {
        const uint64_t since_us = due_us > armed_us ? due_us : armed_us;

        report_late(now > since_us ? (now - since_us) / 1000 : 0, faults_calm_since(since_us));
    }
}

static void buried(const struct row *row, uint32_t firing) {
    struct firing *const f = &firings[firing];

    if (row->attempt != ATTEMPTS)
        violated(row->id, "a firing is buried after --attempts leases",
                 "generation %" PRIu64 " after %" PRIu64, row->generation, row->attempt);
    check_lease(row, f, ATTEMPTS, now_us());
    report.buried += !f->dead;
    f->dead = true;
}

uint32_t model_row(const struct request *r, const struct row *row) {
    uint32_t i = find(row);

    history_add(row->id,
                "%s gives #%" PRIu32 " due %" PRIu64 " generation %" PRIu64 " attempt %" PRIu64
                " missed %" PRIu64,
                r->kind == TAKE ? "TAKE" : "DEAD", row->arming, row->due, row->generation,
                row->attempt, row->missed);
    check_arming(row);
    check_cancelled(r, row);
    if (i && (firings[i].arming != row->arming || firings[i].due != row->due))
        violated(row->id, "a generation is never used again for an id",
                 "generation %" PRIu64 " was of arming #%" PRIu32, row->generation,
                 firings[i].arming);
    if (!i) {
        check_single(row);
        i = fired(row);
    }
    if (r->kind == TAKE)
        delivered(r, row, i);
    else
        buried(row, i);
    return i;
}

uint32_t model_firing_id(uint32_t firing) { return armings[firings[firing].arming].id; }

uint64_t model_firing_generation(uint32_t firing) { return firings[firing].generation; }

bool model_firing_busy(uint32_t firing) {
    return firings[firing].acked_us || firings[firing].ack_under_way;
}

/* ---------------------------------------------------------------------------- the end */

/* Attempts that nobody was given are those of TAKEs whose answers were lost. */
static void check_gaps(void) {
    for (uint32_t i = 1; i < firings_n; i++) {
        const struct firing *const f = &firings[i];
        unsigned k = f->dead ? ATTEMPTS : 0;

        for (unsigned j = ATTEMPTS; j-- > 0 && k == 0;)
            k = f->got_us[j] ? j : 0;
        for (unsigned j = 0; j < k; j++)
            if (!f->got_us[j] && report.gaps++ == lost_rows)
                violated(armings[f->arming].id,
                         "deliveries beyond the first are those of leases that ran out and of lost "
                         "answers",
                         "generation %" PRIu64 ": nobody was given attempt %u", f->generation,
                         j + 1);
    }
}

static int by_arming_and_due(const void *x, const void *y) {
    const struct firing *const a = &firings[*(const uint32_t *)x],
                               *const b = &firings[*(const uint32_t *)y];

    if (a->arming != b->arming)
        return a->arming < b->arming ? -1 : 1;
    return (a->due > b->due) - (a->due < b->due);
}

/* Every occurrence of a periodic timer has fired, or the one before counts it as missed.
   CANCEL takes firings out of the queue, so that only timers say it that were never told
   to stop. */
static void check_period(const struct firing *before, const struct firing *f) {
    const struct arming *const a = &armings[f->arming];
    const bool first = before == NULL || before->arming != f->arming;
    const uint64_t due = first ? a->due : before->due + (before->missed + 1) * a->period;

    if (a->period && f->arming > timers[a->id].cancel_sent_upto && f->due != due)
        violated(a->id, "no occurrence of a periodic timer is lost",
                 "arming #%" PRIu32 " of period %" PRIu64 " was due at %" PRIu64
                 ", and then fired for %" PRIu64,
                 f->arming, a->period, due, f->due);
}

void model_check_end(void) {
    uint32_t *const sorted = (uint32_t *)malloc(firings_n * sizeof *sorted);

    if (!sorted)
        give_up("out of memory");
    for (uint32_t i = 1; i < firings_n; i++)
        sorted[i - 1] = i;
    qsort(sorted, firings_n - 1, sizeof *sorted, by_arming_and_due);
    for (uint32_t i = 0; i + 1 < firings_n; i++)
        check_period(i ? &firings[sorted[i - 1]] : NULL, &firings[sorted[i]]);
    free(sorted);
    check_gaps();
}
