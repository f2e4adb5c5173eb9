/* SPDX-License-Identifier: MIT-0 */
#include "model_data.h"
#include "history.h"
#include "report.h"
#include <inttypes.h>
#include <stdlib.h>

struct timer *timers;
struct arming *armings;
struct firing *firings;
uint32_t firings_n = 1; /* 0 is none */
static uint32_t armings_n = 1, armings_room, firings_room;

static void *grown(void *of, uint32_t n, uint32_t *room, size_t size) {
    if (n < *room)
        return of;
    *room = *room ? 2 * *room : 4096;
    of = realloc(of, *room * size);
    if (!of)
        give_up("out of memory");
    return of;
}

void model_begin(void) {
    timers = (struct timer *)calloc(settings.ids, sizeof *timers);
    if (!timers)
        give_up("out of memory");
    for (unsigned i = 0; i < settings.ids; i++)
        timers[i].none = true;
}

uint32_t model_arming(uint32_t id, uint64_t due, uint64_t period) {
    const struct arming a = {due, period, 0,     now_us(), 0,     id,   timers[id].armings,
                             0,   0,      false, false,    false, false};

    armings = (struct arming *)grown(armings, armings_n, &armings_room, sizeof *armings);
    armings[armings_n] = a;
    timers[id].armings = timers[id].newest = armings_n;
    return armings_n++;
}

uint32_t firing_new(void) {
    static const struct firing none;

    firings = (struct firing *)grown(firings, firings_n, &firings_room, sizeof *firings);
    firings[firings_n] = none;
    return firings_n++;
}

/* ---------------------------------------------------------------------- possibilities */

static void gone(struct arming *a, uint64_t now) {
    a->waits = false;
    if (!a->gone_us)
        a->gone_us = now;
}

/* Not known to have waited no more when its due came. */
static bool may_have_fired(const struct arming *a, uint64_t now) {
    const uint64_t until = a->gone_us && a->gone_us < now ? a->gone_us : now;

    return (a->done || a->possible || a->under_way) && a->due <= until / 1000;
}

bool may_be_queued(const struct arming *a, uint64_t now) {
    const bool given = a->firings > 0 && a->period == 0 && !a->waits;

    return may_have_fired(a, now) && !given;
}

void settle(uint32_t id) {
    struct timer *const t = &timers[id];
    const uint64_t now = now_us();
    uint32_t *link = &t->armings;
    bool waits = false;

    while (*link) {
        struct arming *const a = &armings[*link];

        waits = waits || a->waits;
        if (!a->waits && !a->under_way && !may_be_queued(a, now) &&
            (!a->done || a->gone_us || a->firings))
            *link = a->older;
        else
            link = &a->older;
    }
    if (!waits)
        t->none = true;
}

void learn(uint32_t arming, uint64_t now) {
    armings[arming].done = true;
    for (uint32_t i = armings[arming].older; i; i = armings[i].older)
        gone(&armings[i], now);
}

/* Must one of its armings wait, and none can have fired? */
static bool waits_surely(const struct timer *t, uint64_t now) {
    if (t->none)
        return false;
    for (uint32_t i = t->armings; i; i = armings[i].older)
        if (armings[i].waits && armings[i].period == 0 && armings[i].due <= now / 1000)
            return false;
    return true;
}

/* --------------------------------------------------------------------------- requests */

void model_sent(const struct request *r) {
    struct timer *const t = &timers[r->id];

    if (r->kind == ARM) {
        if (t->armings != r->arming) { /* it had no part any more, and is sent again */
            armings[r->arming].older = t->armings;
            t->armings = r->arming;
        }
        armings[r->arming].sends++;
        armings[r->arming].under_way = true;
        armings[r->arming].gone_us = 0;
        history_add(r->id, "ARM #%" PRIu32 " due %" PRIu64 " period %" PRIu64 "%s", r->arming,
                    armings[r->arming].due, armings[r->arming].period,
                    armings[r->arming].sends > 1 ? " again" : "");
    } else if (r->kind == CANCEL) {
        t->cancel_sent_upto = t->newest;
        history_add(r->id, "CANCEL");
    } else if (r->kind == GET) {
        history_add(r->id, "GET");
    } else if (r->kind == ACK) {
        firings[r->firing].ack_sent = firings[r->firing].ack_under_way = true;
        history_add(r->id, "ACK of generation %" PRIu64, firings[r->firing].generation);
    }
    t->busy = t->busy || r->kind == ARM || r->kind == CANCEL || r->kind == GET;
}

static void over(const struct request *r) {
    struct timer *const t = &timers[r->id];

    if (r->kind == ARM)
        armings[r->arming].under_way = false;
    if (r->kind == ACK)
        firings[r->firing].ack_under_way = false;
    if (r->kind == ARM || r->kind == CANCEL || r->kind == GET) {
        t->busy = false;
        settle(r->id);
    }
}

static const char *const names[] = {"ARM", "CANCEL", "GET", "TAKE", "ACK", "DEAD", "STATS"};

void model_refused(const struct request *r) {
    report.refused++;
    if (r->kind <= GET || r->kind == ACK)
        history_add(r->id, "  %s refused", names[r->kind]);
    over(r);
}

/* Could a repetition have armed it once more? Only if a firing of it was done with, or
   buried. */
static bool may_be_rearmed(uint32_t arming) {
    const struct arming *const a = &armings[arming];

    for (uint32_t i = timers[a->id].firings; i; i = firings[i].older)
        if (firings[i].arming == arming &&
            (firings[i].ack_sent || firings[i].dead || firings[i].got_us[ATTEMPTS - 1]))
            return a->sends > 1;
    return false;
}

static bool surely_rearmed(const struct request *r) {
    bool all = armings[r->arming].sends > 1;

    for (uint32_t i = timers[r->id].firings; i; i = firings[i].older)
        if (firings[i].arming == r->arming)
            all = all && firings[i].acked_us && firings[i].acked_us < r->sent_us;
    return all;
}

void model_lost(const struct request *r) {
    struct arming *const a = &armings[r->arming];

    if (r->kind <= GET || r->kind == ACK)
        history_add(r->id, "  %s lost", names[r->kind]);
    if (r->kind == ARM) {
        a->possible = true;
        a->waits = a->waits || a->firings == 0 || a->period || may_be_rearmed(r->arming);
    } else if (r->kind == CANCEL) {
        timers[r->id].none = true;
    } else if (r->kind == ACK) {
        firings[r->firing].ack_maybe = true;
    } else if (r->kind == TAKE) {
        rows_lost(r->count);
    }
    over(r);
}

void model_armed(const struct request *r) {
    struct arming *const a = &armings[r->arming];
    struct timer *const t = &timers[r->id];

    report.armed++;
    report.periodic += a->period > 0;
    history_add(r->id, "  ARM #%" PRIu32 " OK", r->arming);
    learn(r->arming, now_us());
    if (a->period || a->firings == 0 || surely_rearmed(r)) {
        a->waits = true;
        t->none = false;
    } else {
        a->waits = may_be_rearmed(r->arming);
        t->none = true;
    }
    over(r);
}

void model_cancelled(const struct request *r, bool stopped) {
    struct timer *const t = &timers[r->id];
    const uint64_t now = now_us();
    bool could = false;

    history_add(r->id, "  CANCEL %d", stopped);
    for (uint32_t i = t->armings; i; i = armings[i].older)
        could = could || armings[i].waits || may_be_queued(&armings[i], now);
    if (stopped && !could)
        violated(r->id, "a timer is in one place: waiting or fired",
                 "CANCEL stopped one that was fired, moved or stopped before");
    if (!stopped && waits_surely(t, now))
        violated(r->id, "no acknowledged timer is lost",
                 "CANCEL found none to stop, although one must wait");
    report.cancelled += stopped;
    for (uint32_t i = t->armings; i; i = armings[i].older)
        gone(&armings[i], now);
    t->cancelled_upto = t->cancel_sent_upto;
    t->cancelled_us = now;
    t->armings = 0;
    over(r);
}

static void got_none(const struct request *r) {
    struct timer *const t = &timers[r->id];
    const uint64_t now = now_us();

    history_add(r->id, "  GET none");
    if (waits_surely(t, now))
        violated(r->id, "no acknowledged timer is lost", "GET found none, although one must wait");
    for (uint32_t i = t->armings; i; i = armings[i].older) {
        struct arming *const a = &armings[i];

        if (a->waits && (a->period || a->due > now / 1000))
            gone(a, now);
    }
}

static void got_row(const struct request *r, const struct row *row) {
    struct timer *const t = &timers[r->id];
    struct arming *const a = &armings[row->arming];

    history_add(r->id, "  GET #%" PRIu32 " due %" PRIu64 " generation %" PRIu64, row->arming,
                row->due, row->generation);
    /* it fired since, and a consumer was told earlier than this one */
    if (!a->waits && a->fired_us > r->sent_us)
        return;
    if (!a->waits || a->id != r->id)
        violated(r->id, "a timer is in one place: waiting or fired",
                 "GET tells that arming #%" PRIu32
                 " waits, which was fired, moved, stopped or refused",
                 row->arming);
    if (row->period != a->period || row->due < a->due ||
        (row->due != a->due && (!a->period || (row->due - a->due) % a->period)))
        violated(r->id, "a timer has the due and period that it was armed with",
                 "GET tells due %" PRIu64 " period %" PRIu64, row->due, row->period);
    learn(row->arming, now_us());
    for (uint32_t i = t->armings; i && i != row->arming; i = armings[i].older)
        armings[i].waits = armings[i].possible = false;
    t->none = false;
}

void model_got(const struct request *r, const struct row *row) {
    if (row)
        got_row(r, row);
    else
        got_none(r);
    over(r);
}

void model_acked(const struct request *r, bool was) {
    struct firing *const f = &firings[r->firing];

    history_add(r->id, "  ACK of generation %" PRIu64 ": %d", f->generation, was);
    if (was && f->acked_us)
        violated(r->id, "ACK ends a firing once", "generation %" PRIu64 " was acknowledged twice",
                 f->generation);
    if (!was && !f->acked_us && !f->ack_maybe && f->arming > timers[r->id].cancel_sent_upto)
        violated(r->id, "no acknowledged timer is lost",
                 "ACK found no firing of generation %" PRIu64 ", which a consumer was given",
                 f->generation);
    report.acked += was;
    f->acked_us = now_us();
    over(r);
}

/* -------------------------------------------------------------------------- questions */

bool model_busy(uint32_t id) { return timers[id].busy; }

bool model_may_wait(uint32_t id) {
    for (uint32_t i = timers[id].armings; i; i = armings[i].older)
        if (armings[i].waits)
            return true;
    return false;
}

bool model_unsure(uint32_t id) {
    unsigned n = timers[id].none;

    for (uint32_t i = timers[id].armings; i; i = armings[i].older)
        n += armings[i].waits;
    return n != 1;
}

bool model_ripe(uint32_t id) {
    const uint64_t now = now_us();

    for (uint32_t i = timers[id].armings; i; i = armings[i].older)
        if (armings[i].waits && !armings[i].period && armings[i].due <= now / 1000)
            return true;
    return false;
}

bool model_waits_periodically(uint32_t id) {
    for (uint32_t i = timers[id].armings; i; i = armings[i].older)
        if (armings[i].waits && armings[i].period)
            return true;
    return false;
}

bool model_waits_for_long(uint32_t id, uint64_t now_ms) {
    for (uint32_t i = timers[id].armings; i; i = armings[i].older)
        if (armings[i].waits && armings[i].due > now_ms + 2 * WINDOW_MS)
            return true;
    return model_waits_periodically(id);
}

uint32_t model_armings(void) { return armings_n - 1; }

bool model_last(uint32_t arming) {
    const struct timer *const t = &timers[armings[arming].id];

    return t->newest == arming && t->cancel_sent_upto < arming;
}

uint64_t model_due(uint32_t arming) { return armings[arming].due; }

uint64_t model_period(uint32_t arming) { return armings[arming].period; }

static uint64_t owed_since(const struct timer *t, uint64_t now) {
    uint64_t since = 0;

    if (t->none || t->busy)
        return 0;
    for (uint32_t i = t->armings; i; i = armings[i].older) {
        if (!armings[i].waits)
            continue;
        if (armings[i].period || armings[i].due > now / 1000)
            return 0;
        if (!since || armings[i].due < since)
            since = armings[i].due;
    }
    return since;
}

unsigned model_owed(int64_t *oldest) {
    const uint64_t now = now_us();
    uint64_t least = UINT64_MAX, since;
    unsigned n = 0;

    for (unsigned i = 0; i < settings.ids; i++)
        if ((since = owed_since(&timers[i], now)) != 0) {
            n++;
            *oldest = since < least ? (int64_t)i : *oldest;
            least = since < least ? since : least;
        }
    return n;
}
