/* SPDX-License-Identifier: MIT-0 */
#include "report.h"
#include <inttypes.h>
#include <stdio.h>

enum { LATE_MOST = 60000 };

struct report report;
static uint64_t late_n[LATE_MOST + 1], late_all, late_max; /* the last counts all that are later */

void report_late(uint64_t ms) {
    late_n[ms < LATE_MOST ? ms : LATE_MOST]++;
    late_all++;
    late_max = ms > late_max ? ms : late_max;
}

static uint64_t late_at(unsigned percent) {
    uint64_t n = 0, ms = 0;

    while (ms < LATE_MOST && (n += late_n[ms]) * 100 < late_all * percent)
        ms++;
    return ms;
}

void report_print(void) {
    const struct {
        const char *name, *meaning;
        uint64_t n;
    } rows[] = {{"kills", "of a timerd by SIGKILL", report.kills},
                {"store kills", "of the store's server by SIGKILL", report.store_kills},
                {"stops", "of a timerd for twice its shard lease", report.stops},
                {"thefts", "of all shards, from timerds that run on", report.thefts},
                {"promotions", "of the standby of a store that was killed", report.promotions},
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
                {"fired twice", "of a request that was repeated after its firing's ACK",
                 report.again_fired},
                {"acked", "firings done with", report.acked},
                {"buried", "firings found in the dead-letter list", report.buried},
                {"fenced", "scripts refused because of an old token", report.fenced},
                {"late p50", "ms from due to the consumer, first delivery", late_at(50)},
                {"late p99", "ms", late_at(99)},
                {"late max", "ms", late_max}};

    printf("\n%-16s %10s\n",
           settings.postgres ? "postgres"
           : settings.served ? "redis"
                             : "lmdb",
           "");
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        printf("%-16s %10" PRIu64 "  %s\n", rows[i].name, rows[i].n, rows[i].meaning);
    fflush(stdout);
}
