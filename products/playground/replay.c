/* SPDX-License-Identifier: MIT-0 */
/* replay for the page, a program of WASI: `replay TRACE [TURNS]` prints what replay
   --json prints, after so many turns of each measurement (1 if it is not said). Stderr
   has the messages, and progress: lines that begin with a carriage return. Exit status:
   0; 1 if a structure is wrong; 2 for a broken trace or a wrong use. */
#include "../../tools/replay/replay.h"
#include "../../tools/replay/report.h"

#include <string.h>

/* of the work: a structure in a pass, and in each turn of a measurement */
static size_t parts, begun;

/* Only the check tells how far it is within its part. */
static void progress(const char *name, const char *pass, size_t i, size_t n) {
    const bool within = strcmp(pass, "check") == 0;

    if (n == 0)
        return;
    begun += !within || i == 0;
    fprintf(
        stderr, "\r%s: %s, %d %%\n", name, pass,
        (int)(100 * ((double)(begun - 1) + (within ? (double)i / (double)n : 0)) / (double)parts));
}

/* The exit status. */
static int run(const char *file, size_t turns) {
    FILE *f = fopen(file, "rb");
    struct plan p = {.turns = turns, .progress = progress, .coarse = true};
    struct trace t;
    struct result r;
    bool good;

    for (; p.structures < STRUCTURES; p.structures++)
        p.structure[p.structures] = p.structures;
    parts = STRUCTURES * (2 + 2 * turns);
    if (!f) {
        fprintf(stderr, "%s:1: cannot be read\n", file);
        return 2;
    }
    if (!trace_read(&t, f, file, 1))
        return 2;
    fclose(f);

    memset(&r, 0, sizeof r);
    good = replay(&t, &p, &r);
    if (good)
        report_json(stdout, &r, 1);
    return good ? 0 : 1;
}

int main(int argc, char **argv) {
    size_t turns = 0;

    for (const char *c = argc == 3 ? argv[2] : "1"; *c >= '0' && *c <= '9' && turns <= 1000; c++)
        turns = 10 * turns + (size_t)(*c - '0');
    if (argc < 2 || argc > 3 || turns < 1 || turns > 1000) {
        fprintf(stderr, "usage: replay TRACE [TURNS]\n");
        return 2;
    }
    return run(argv[1], turns);
}
