/* SPDX-License-Identifier: MIT-0 */
/* A rate limit for each user: a token bucket that a timer fills again.

   What it teaches: a request takes a token or is refused, and a timer inside the bucket
   puts one back each interval. It runs only while the bucket is not full, so that users
   who are away cost nothing. tw_forward() keeps it on the grid that began when the bucket
   left full and says how many fillings were missed: a loop that looks at its timers late,
   as this one does, which wakes for requests only, loses no token and gives none twice.

       rate_limit --burst 3 --every 100       a line a request: ms, user, passed or
                                              refused, tokens left

   Time is simulated, a tick is a millisecond. Three users send requests at random, by
   seed. */
#include <tw/rbtree.h>
#include <tw/timers.h>
#include <stdio.h>
#include <string.h>

enum { USERS = 3 };

TW_TIMERS_OF(timers, rbtree)

struct bucket {
    unsigned tokens;
    struct tw_node fill; /* armed unless the bucket is full */
};

static struct timers timers;
static struct bucket bucket[USERS];
static unsigned burst = 3, every = 100, requests = 30, seed = 1;
static uint32_t random_state;

static void on_fill(struct tw_node *n, tw_tick now) {
    struct bucket *b = TW_OF(n, struct bucket, fill);
    tw_tick missed;
    const tw_tick next = tw_forward(n->due, every, now, &missed);

    b->tokens += 1 + (unsigned)missed;
    if (b->tokens < burst)
        timers_add(&timers, n, next);
    else
        b->tokens = burst;
}

static bool take(struct bucket *b, tw_tick now) {
    if (b->tokens == 0)
        return false;
    b->tokens--;
    if (tw_idle(&b->fill))
        timers_add(&timers, &b->fill, now + every);
    return true;
}

static unsigned any(unsigned n) {
    random_state = random_state * 1664525u + 1013904223u;
    return (random_state >> 8) % n;
}

/* Reads the options. Returns the status to exit with, or -1: the program goes on. */
static int read_options(int argc, char **argv) {
    char rest;

    for (int i = 1; i < argc; i++) {
        unsigned *value = !strcmp(argv[i], "--burst")      ? &burst
                          : !strcmp(argv[i], "--every")    ? &every
                          : !strcmp(argv[i], "--requests") ? &requests
                          : !strcmp(argv[i], "--seed")     ? &seed
                                                           : NULL;
        if (strcmp(argv[i], "--help") == 0)
            return puts("usage: rate_limit [--burst TOKENS] [--every MS] [--requests N] "
                        "[--seed N]") < 0;
        if (!value || ++i == argc || sscanf(argv[i], "%9u%c", value, &rest) != 1 || *value < 1 ||
            *value > 999999999)
            return fprintf(stderr, "rate_limit: options take a number from 1 to 999999999; "
                                   "--help lists them\n"),
                   2;
    }
    return -1;
}

int main(int argc, char **argv) {
    const int status = read_options(argc, argv);
    unsigned passed = 0;
    tw_tick now = 0;

    if (status >= 0)
        return status;
    random_state = seed;
    for (int u = 0; u < USERS; u++) {
        tw_node_init(&bucket[u].fill, on_fill);
        bucket[u].tokens = burst;
    }
    for (unsigned i = 0; i < requests; i++) {
        const unsigned u = any(USERS);
        bool pass;

        now += any(8) ? any(40) : any(600);
        timers_advance(&timers, now);
        pass = take(&bucket[u], now);
        passed += pass;
        printf("%5lu user %u %s %u\n", (unsigned long)now, u, pass ? "passed" : "refused",
               bucket[u].tokens);
    }
    now += (tw_tick)burst * every;
    timers_advance(&timers, now);
    printf("%u passed, %u refused; once all buckets are full, %lu timers run\n", passed,
           requests - passed, (unsigned long)timers_count(&timers));
    return 0;
}
