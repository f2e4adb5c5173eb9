/* SPDX-License-Identifier: MIT-0 */
/* figures.h - what STATS and the page for Prometheus say. */
#ifndef FIGURES_H
#define FIGURES_H

#include "store.h"

/* What commands.c and the store know. */
struct known {
    const struct counts *counts;
    bool up;
    size_t blocked; /* TAKEs that wait */
};

void figures_stats(struct buffer *to, const struct known *known);   /* the answer to STATS */
void figures_metrics(struct buffer *to, const struct known *known); /* as Prometheus reads them */

#endif
