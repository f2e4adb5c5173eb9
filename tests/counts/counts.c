/* SPDX-License-Identifier: MIT-0 */
/* Runs all workloads, each on a structure made anew. Under callgrind with
   --collect-atstart=no each leaves a dump, labelled with its name and its number of
   operations; what prepares it is not counted. */
#include "counts.h"
#include <stdio.h>
#include <string.h>
#include <valgrind/callgrind.h>

#ifndef MOST
#define MOST 1000 /* workloads: the others are left out */
#endif

struct item items[ITEMS];
struct draw draws[DRAWS];

/* 0 .. range-1, by the upper half of Knuth's generator for MMIX. */
static uint32_t below(uint64_t *seed, uint32_t range) {
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)((*seed >> 32) * range >> 32);
}

int main(void) {
    const struct workload *w;

    for (w = workloads; w->name && w < workloads + MOST; w++) {
        char label[100];
        uint64_t seed = 1;
        size_t i, operations;

        for (i = 0; i < DRAWS; i++) {
            draws[i].delay = w->least + below(&seed, w->range);
            draws[i].item = &items[below(&seed, ITEMS)];
        }
        memset(items, 0, sizeof items);
        subject_init();
        w->prepare();
        CALLGRIND_TOGGLE_COLLECT;
        operations = w->run();
        CALLGRIND_TOGGLE_COLLECT;
        snprintf(label, sizeof label, "%s %zu", w->name, operations);
        CALLGRIND_DUMP_STATS_AT(label);
        printf("%s\n", label);
        if (subject_count() != w->left) {
            fprintf(stderr, "%s: %zu nodes wait in the end, not %zu\n", w->name, subject_count(),
                    w->left);
            return 1;
        }
    }
    return 0;
}
