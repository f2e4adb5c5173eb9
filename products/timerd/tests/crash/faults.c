/* SPDX-License-Identifier: MIT-0 */
#include "faults.h"
#include "bystanders.h"
#include "load.h"
#include "report.h"
#include "servers.h"
#include "thief.h"
#include <inttypes.h>

/* What has to be seen before the next fault: firings, so that the servers have come to
   work again, and then a number of answers, or a while, or the instant at which many
   timers are due. */
static struct {
    uint64_t fired, answers, at_us;
    bool salvo;
} next;

static unsigned kills, store_kills, stops, thefts, promotions, bystanders; /* still to come */
static uint64_t start_us[TIMERDS_MOST], continue_us[TIMERDS_MOST], store_start_us;
static uint64_t since_us;   /* when the last fault began, or was over */
static uint64_t trouble_us; /* when a server was last seen to be down */

unsigned faults_left(void) {
    return kills + store_kills + stops + thefts + promotions + bystanders;
}

/* Some kills come right after an answer: a server that answers before it commits is
   caught then. Some come while many timers fire: one that does it in more than one
   transaction is caught then. */
static void choose_next(void) {
    const uint64_t now = now_us(), how = random_below(3);

    since_us = now;
    next.fired = report.fired + (random_chance(85) ? 1 + random_below(40) : 0);
    next.answers = how == 0 ? load_answers() + 1 + random_below(60) : 0;
    next.at_us = now + random_below(60000);
    next.salvo = how == 1;
}

static bool time_has_come(uint64_t now) {
    if (report.fired < next.fired)
        return false;
    if (next.salvo) {
        next.salvo = false;
        next.at_us = load_salvo() + random_below(10000);
    }
    return next.answers ? load_answers() >= next.answers : now >= next.at_us;
}

void faults_begin(void) {
    kills = settings.kills;
    store_kills = settings.store_kills;
    stops = settings.stops;
    thefts = settings.thefts;
    promotions = settings.promotions;
    bystanders = settings.bystanders;
    choose_next();
}

bool faults_calm(void) {
    bool calm = !settings.served || (store.ready && !theft_lasts());

    calm = calm && (!settings.promotions || standby.ready);
    for (unsigned i = 0; i < settings.timerds; i++)
        calm = calm && timerd[i].ready && !timerd[i].stopped;
    return calm;
}

bool faults_calm_since(uint64_t us) {
    return faults_calm() &&
           us >= trouble_us + (settings.served ? 2 * SHARD_LEASE_MS * UINT64_C(1000) : 0);
}

static void restart(uint64_t now) {
    if (settings.served && store.pid == 0 && now >= store_start_us)
        store_start();
    else if (settings.served && store.pid && !store.ready)
        store_look();
    if (settings.promotions && standby.pid == 0)
        standby_start();
    else if (settings.promotions && store.ready && !standby.ready)
        standby_look();
    for (unsigned i = 0; i < settings.timerds; i++)
        if (timerd[i].pid == 0 && now >= start_us[i])
            timerd_start(i);
        else if (timerd[i].stopped && now >= continue_us[i])
            timerd_continue(i);
}

static void kill_timerd(unsigned i, uint64_t now) {
    kills--;
    timerd_kill(i);
    start_us[i] = now + random_below(50000);
}

static void begin_fault(uint64_t now) {
    const unsigned i = (unsigned)random_below(settings.timerds);
    const uint64_t choice = random_below(faults_left());

    if (choice < kills) {
        kill_timerd(i, now);
    } else if (choice < kills + store_kills) {
        store_kills--;
        store_kill();
        store_start_us = now + random_below(200000);
    } else if (choice < kills + store_kills + thefts) {
        thefts--;
        bystanders_make_room(); /* a theft writes */
        theft_begin(redis_port());
    } else if (choice < kills + store_kills + thefts + promotions) {
        promotions--;
        store_promote();
    } else if (choice < kills + store_kills + thefts + promotions + bystanders) {
        bystanders--;
        bystander_begin();
    } else {
        stops--;
        timerd_stop(i);
        continue_us[i] = now + 2 * SHARD_LEASE_MS * 1000u;
    }
    choose_next();
}

/* Kills one that is starting, or another beside one that is stopped, or that has lost its
   store. */
static void begin_second_fault(uint64_t now) {
    const unsigned i = (unsigned)random_below(settings.timerds);

    if (kills && timerd[i].pid && !timerd[i].stopped && random_below(3000) == 0)
        kill_timerd(i, now);
}

static void check_hang(uint64_t now) {
    if (now - since_us < (uint64_t)settings.patience_s * 1000000u)
        return;
    load_print_store();
    violated(NO_ID, "timerd works again after a crash",
             "nothing has fired for %u s, or a timerd is not ready", settings.patience_s);
}

void faults_turn(bool more) {
    const uint64_t now = now_us();

    restart(now);
    if (!faults_calm())
        trouble_us = now;
    if (!more) {
        since_us = now;
        return;
    }
    check_hang(now);
    if (!faults_left())
        return;
    if (!faults_calm())
        begin_second_fault(now);
    else if (time_has_come(now))
        begin_fault(now);
}
