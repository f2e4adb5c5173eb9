/* SPDX-License-Identifier: MIT-0 */
#include "report.h"
#include <inttypes.h>
#include <stdio.h>

enum { LATE_MOST = 60000 };

struct report report;

/* n: of each number of ms; the last counts all that are later. */
static struct late { uint64_t n[LATE_MOST + 1], all, max; } late, late_calm;

static void count(struct late *l, uint64_t ms) {
    l->n[ms < LATE_MOST ? ms : LATE_MOST]++;
    l->all++;
    l->max = ms > l->max ? ms : l->max;
}

void report_late(uint64_t ms, bool calm) {
    count(&late, ms);
    if (calm)
        count(&late_calm, ms);
}

static uint64_t late_at(const struct late *l, unsigned percent) {
    uint64_t n = 0, ms = 0;

    while (ms < LATE_MOST && (n += l->n[ms]) * 100 < l->all * percent)
        ms++;
    return ms;
}

static const char *store_name(void) {
    return settings.postgres ? "postgres" : settings.served ? "redis" : "lmdb";
}

void report_print(void) {
    const struct {
        const char *name, *meaning;
        uint64_t n;
    } rows[] = {
        {"kills", "of a timerd by SIGKILL", report.kills},
        {"store kills", "of the store's server by SIGKILL", report.store_kills},
        {"stops", "of a timerd for twice its shard lease", report.stops},
        {"thefts", "of all shards, from timerds that run on", report.thefts},
        {"promotions", "of the standby of a store that was killed", report.promotions},
        {"bystanders", "copies, snapshots, scrapes, slow peers, full stores", report.bystanders},
        {"requests", "sent", report.requests},
        {"acknowledged", "answered, and not by an error", report.acknowledged},
        {"refused", "answered -STORE", report.refused},
        {"unsure", "answered -UNSURE", report.unsure},
        {"lost", "the connection broke before the answer", report.lost},
        {"armed", "ARM that was acknowledged", report.armed},
        {"periodic", "of these with a period", report.periodic},
        {"cancelled", "CANCEL answered by 1", report.cancelled},
        {"fired", "firings that consumers were given", report.fired},
        {"missed", "occurrences without a firing of their own", report.missed},
        {"duplicates", "given again, after a lease ran out", report.duplicates},
        {"lost deliveries", "committed by a TAKE whose answer was lost", report.gaps},
        {"fired twice", "a request was repeated after its firing's ACK", report.again_fired},
        {"acked", "firings done with", report.acked},
        {"buried", "firings found in the dead-letter list", report.buried},
        {"fenced", "scripts refused because of an old token", report.fenced},
        {"late p50", "ms from due to the consumer, first delivery", late_at(&late, 50)},
        {"late p99", "ms", late_at(&late, 99)},
        {"late max", "ms", late.max},
        {"calm", "of these due and given while no fault was under way", late_calm.all},
        {"calm p50", "ms", late_at(&late_calm, 50)},
        {"calm p99", "ms", late_at(&late_calm, 99)},
        {"calm max", "ms", late_calm.max}};

    printf("\n%-16s %10s\n", store_name(), "");
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        printf("%-16s %10" PRIu64 "  %s\n", rows[i].name, rows[i].n, rows[i].meaning);
    fflush(stdout);
}
