/* SPDX-License-Identifier: MIT-0 */
/* example.c FILE [SECONDS TEXT]: keeps reminders in FILE, prints each when it is due, and
   ends with the last one. Kill it by -9 and start it again: none is lost.

   cc -Iinclude products/timerd/durable/example.c products/timerd/durable/tw_durable.c -llmdb */
#define _POSIX_C_SOURCE 200809L
#include "tw_durable.h"
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static uint64_t now_ms(void) {
    struct timespec t;

    clock_gettime(CLOCK_REALTIME, &t);
    return (uint64_t)t.tv_sec * 1000 + (uint64_t)t.tv_nsec / 1000000;
}

/* Each turn ends with one commit of all that it has changed. */
static bool run(struct tw_durable *d) {
    const struct tw_durable_timer *t;

    while (tw_durable_count(d)) {
        poll(NULL, 0, tw_durable_wait_ms(d, now_ms()));
        while ((t = tw_durable_expire(d, now_ms())) != NULL) {
            printf("%.*s\n", (int)t->bytes, (const char *)t->payload);
            fflush(stdout);
            tw_durable_done(d, t->id);
        }
        if (!tw_durable_commit(d))
            return false;
    }
    return true;
}

int main(int argc, char **argv) {
    const char *error;
    struct tw_durable *d;

    if (argc != 2 && argc != 4) {
        fprintf(stderr, "usage: example FILE [SECONDS TEXT]\n");
        return 2;
    }
    d = tw_durable_open(argv[1], now_ms(), &error);
    if (!d) {
        fprintf(stderr, "example: %s: %s\n", argv[1], error);
        return 1;
    }
    if (argc == 4) {
        const uint64_t due = now_ms() + strtoul(argv[2], NULL, 10) * 1000;

        if (!tw_durable_arm(d, due, argv[3], strlen(argv[3])) || !tw_durable_commit(d))
            fprintf(stderr, "example: %s: %s\n", argv[1], tw_durable_error(d));
        else
            printf("it is on the disk\n"), fflush(stdout);
    }
    run(d);
    return tw_durable_close(d) ? 0 : 1;
}
