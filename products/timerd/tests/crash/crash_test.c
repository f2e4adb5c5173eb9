/* SPDX-License-Identifier: MIT-0 */
/* Kills timerd and its store while clients use them, and compares what comes out with
   what was acknowledged. */
#define _POSIX_C_SOURCE 200809L
#include "bystanders.h"
#include "common.h"
#include "conn.h"
#include "faults.h"
#include "history.h"
#include "load.h"
#include "report.h"
#include "servers.h"
#include <inttypes.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>

/* So many faults, and then all that is due must come; and how old counts of PostgreSQL may be. */
enum { ROUND = 10, PAUSE_S = 600 };

static volatile sig_atomic_t interrupted;

static void on_signal(int sig) { interrupted = sig; }

static void turn(bool faults) {
    if (interrupted) {
        fprintf(stderr, "crash_test: interrupted; all servers are ended\n");
        servers_end(true);
        exit(128 + interrupted);
    }
    faults_turn(faults);
    bystanders_turn();
    load_turn();
}

static void progress(void) {
    static uint64_t last_us;

    if (now_us() - last_us < 5000000)
        return;
    last_us = now_us();
    printf("%5" PRIu64 " kills, %" PRIu64 " of the store, %" PRIu64 " stops; %" PRIu64
           " acknowledged, %" PRIu64 " fired\n",
           report.kills, report.store_kills, report.stops, report.acknowledged, report.fired);
    fflush(stdout);
}

/* The least that was owed, the oldest timer of these, and since when. */
struct wait {
    unsigned least;
    int64_t oldest;
    uint64_t since_us;
};

static const struct wait nothing_yet = {UINT_MAX, NO_ID, 0};

/* Turns once without a fault, and answers how much is owed. Fails if for the patience no less was
   owed, and the oldest timer of these stayed. Patience begins anew when a fault is over. */
static unsigned turn_in_calm(struct wait *wait) {
    int64_t oldest = NO_ID;
    const unsigned n = model_owed(&oldest);

    if (n < wait->least || oldest != wait->oldest || !faults_calm())
        *wait = (struct wait){n < wait->least ? n : wait->least, oldest, now_us()};
    if (n > 0 && now_us() - wait->since_us > (uint64_t)settings.patience_s * 1000000u) {
        load_print_store();
        violated(oldest, "no acknowledged timer is lost",
                 "its due has passed, and for %u s it has not come out", settings.patience_s);
    }
    turn(false);
    progress();
    return n;
}

/* Waits until nothing is owed. Periodic timers go on. */
static void settle(void) {
    struct wait wait = nothing_yet;

    phase = SETTLE;
    while (turn_in_calm(&wait) > 0 || !faults_calm())
        continue;
}

static void run(void) {
    unsigned round;

    faults_begin();
    while (faults_left()) {
        phase = RUN;
        round = faults_left() > ROUND ? faults_left() - ROUND : 0;
        while (faults_left() > round)
            turn(true), progress();
        settle();
    }
}

static void drain(void) {
    const uint64_t limit = now_us() + (4 * (uint64_t)settings.patience_s + PAUSE_S) * 1000000u;
    struct wait wait = nothing_yet;
    int64_t id = NO_ID;

    phase = DRAIN;
    load_drain_begin();
    while (!load_drained() && now_us() < limit)
        turn_in_calm(&wait);
    load_print_store();
    if (model_owed(&id) > 0)
        violated(id, "no acknowledged timer is lost",
                 "it is due, and the store holds nothing of it");
    if (!load_drained())
        violated(NO_ID, "what is due fires, and what fired is given until it is acknowledged",
                 "the store still holds something of which nothing comes out");
    model_check_end();
    for (unsigned i = 0; i < settings.timerds; i++)
        timerd_shutdown(i);
}

int main(int argc, char **argv) {
    struct sigaction act;

    settings_read(argc, argv);
    act.sa_handler = on_signal;
    act.sa_flags = 0;
    sigemptyset(&act.sa_mask);
    sigaction(SIGINT, &act, NULL);
    sigaction(SIGTERM, &act, NULL);
    sigaction(SIGHUP, &act, NULL);
    signal(SIGPIPE, SIG_IGN);
    history_add(NO_ID, "seed %" PRIu64, settings.seed);
    printf("seed %" PRIu64 "\n", settings.seed);
    model_begin();
    if (settings.bystanders)
        bystanders_check();
    servers_begin();
    conns_begin();
    run();
    drain();
    report_print();
    printf("\nno promise was broken\n");
    servers_end(true);
    return 0;
}
