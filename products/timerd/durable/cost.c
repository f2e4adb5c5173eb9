/* SPDX-License-Identifier: MIT-0 */
/* cost.c FOLDER: times tw_durable.h on the disk of FOLDER, and prints the figures of README.md.
   A payload has 32 bytes. Arms and moves are timed by their number in a commit, in rounds
   of a second or more. */
#define _POSIX_C_SOURCE 200809L
#include "tw_durable.h"
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { MOST = 1000000 };

static uint64_t ids[MOST];
static char file[4096];

static double seconds(void) {
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static void must(bool done) {
    if (done)
        return;
    fprintf(stderr, "cost: %s cannot be used\n", file);
    exit(1);
}

static struct tw_durable *open_set(void) {
    const char *error;
    struct tw_durable *const d = tw_durable_open(file, 1, &error);

    must(d != NULL);
    return d;
}

/* Arms, or moves, `batch` timers in each commit, for a second. Returns how many a second. */
static double rate(struct tw_durable *d, size_t batch, size_t *armed, bool move) {
    static const char payload[32] = {0};
    const double begin = seconds();
    double now = begin;
    size_t done = 0;

    while (now < begin + 1) {
        for (size_t i = 0; i < batch; i++, done++)
            if (move)
                must(tw_durable_move(d, ids[(size_t)rand() % *armed], 1000));
            else if (*armed < MOST)
                must((ids[(*armed)++] = tw_durable_arm(d, 1000, payload, sizeof payload)) != 0);
            else
                must(tw_durable_arm(d, 1000, payload, sizeof payload) != 0);
        must(tw_durable_commit(d));
        now = seconds();
    }
    return (double)done / (now - begin);
}

/* What the disk takes for a page, without LMDB. */
static double pages(void) {
    static const char page[4096] = {0};
    const int fd = open(file, O_WRONLY | O_CREAT, 0600);
    const double begin = seconds();
    double now = begin;
    size_t done = 0;

    must(fd >= 0);
    for (; now < begin + 1; now = seconds(), done++)
        must(pwrite(fd, page, sizeof page, 0) == sizeof page && fdatasync(fd) == 0);
    close(fd);
    return (double)done / (now - begin);
}

static void reset(void) {
    char lock[4200];

    snprintf(lock, sizeof lock, "%s-lock", file);
    unlink(file);
    unlink(lock);
}

int main(int argc, char **argv) {
    static const size_t batches[] = {1, 10, 100, 1000, 10000};
    struct tw_durable *d;
    clock_t begin;
    size_t n = 0;

    if (argc != 2 || strlen(argv[1]) > 4000) {
        fprintf(stderr, "cost: usage: durable_cost FOLDER\n");
        return 2;
    }
    snprintf(file, sizeof file, "%s/cost.db", argv[1]);
    reset();
    printf("pages a second, each with fdatasync(): %.0f\n\n", pages());
    reset();
    d = open_set();
    printf("| in a commit | arms a second | moves a second |\n|---:|---:|---:|\n");
    for (size_t i = 0; i < sizeof batches / sizeof *batches; i++) {
        const double arms = rate(d, batches[i], &n, false), moves = rate(d, batches[i], &n, true);

        printf("| %zu | %.0f | %.0f |\n", batches[i], arms, moves);
    }
    must(tw_durable_close(d));
    reset();
    d = open_set();
    for (n = 0; n < MOST; n++)
        must(tw_durable_arm(d, n, "payload of thirty-two bytes.....", 32) != 0);
    must(tw_durable_close(d));
    begin = clock();
    d = open_set();
    printf("\nopen() of %d timers: %.2f s of processor time\n", MOST,
           (double)(clock() - begin) / CLOCKS_PER_SEC);
    must(tw_durable_close(d));
    reset();
    return 0;
}
