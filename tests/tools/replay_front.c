/* SPDX-License-Identifier: MIT-0 */
/* Another program around replay's core: it replays the trace that it is given, and prints
   what was found as JSON. It stands in for clock.c too, which is all that the core wants
   of a system beyond standard C. Its clock tells the same between any two readings, and
   so nothing is left of a part when what the clock takes is off. */
#include "clock.h"
#include "replay.h"
#include "report.h"

#include <string.h>

uint64_t clock_ns(void) {
    static uint64_t ns;

    return ns += 1000;
}

uint64_t clock_cpu_ns(void) { return clock_ns(); }

static void no_progress(const char *name, const char *pass, size_t i, size_t n) {
    (void)name;
    (void)pass;
    (void)i;
    (void)n;
}

int main(int argc, char **argv) {
    FILE *f = argc == 2 ? fopen(argv[1], "rb") : NULL;
    struct result r;
    struct trace t;
    struct plan p;
    bool good;

    memset(&p, 0, sizeof p);
    p.turns = 1;
    p.progress = no_progress;
    for (; p.structures < STRUCTURES; p.structures++)
        p.structure[p.structures] = p.structures;

    if (!f || !trace_read(&t, f, argv[1], 1))
        return 2;
    good = replay(&t, &p, &r);
    if (good)
        report_json(stdout, &r, 1);
    result_free(&r);
    trace_free(&t);
    fclose(f);
    return good ? 0 : 1;
}
