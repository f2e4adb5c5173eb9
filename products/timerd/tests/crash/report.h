/* SPDX-License-Identifier: MIT-0 */
/* report.h - counts, lateness, and the table of both. */
#ifndef REPORT_H
#define REPORT_H

#include "common.h"

struct report {
    /* lost: the connection broke before the answer */
    uint64_t requests, acknowledged, refused, unsure, lost;
    /* acknowledged: ARM, CANCEL with 1, ARM with PERIOD */
    uint64_t armed, cancelled, periodic;
    uint64_t fired, duplicates, gaps, again_fired; /* see report_print() */
    uint64_t acked, buried, missed, fenced;
    uint64_t kills, store_kills, stops, thefts, promotions, bystanders;
};

extern struct report report;

void report_late(uint64_t ms, bool calm); /* calm: no fault was under way */
void report_print(void);

#endif
