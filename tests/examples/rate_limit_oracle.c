/* SPDX-License-Identifier: MIT-0 */
/* The tokens by arithmetic, without timers; and no stretch of time sees more than a
   bucket full and one for each interval that it meets. */
#include "oracle.h"

enum { USERS = 100, REQUESTS = 2000 };

static struct user {
    bool known;
    long tokens, since; /* since: the last point of its grid */
    long passed_at[REQUESTS];
    int passed;
} user[USERS];

/* How many of the last requests that passed lie in a stretch that ends with the last of
   all. */
static void check_stretches(const struct user *u, long burst, long every) {
    int k;

    for (k = u->passed - 1; k >= 0 && k > u->passed - 50; k--) {
        const long stretch = u->passed_at[u->passed - 1] - u->passed_at[k];
        check(u->passed - k <= burst + stretch / every + 1, "too many passed in a stretch of time");
    }
}

static bool request(long burst, long every) {
    struct user *u;
    char how[16];
    long t, left, fills;
    int id;

    check(sscanf(line, " %ld user %d %15s %ld", &t, &id, how, &left) == 4 && id >= 0 && id < USERS,
          "a request");
    u = &user[id];
    if (!u->known)
        u->tokens = burst;
    u->known = true;
    if (u->tokens < burst) {
        fills = (t - u->since) / every;
        u->since += fills * every;
        u->tokens = u->tokens + fills < burst ? u->tokens + fills : burst;
    }
    if (u->tokens == burst)
        u->since = t;
    check((u->tokens > 0) == (strcmp(how, "passed") == 0), "what becomes of the request");
    if (u->tokens > 0) {
        u->tokens--;
        u->passed_at[u->passed++] = t;
        check_stretches(u, burst, every);
    }
    check(u->tokens == left, "how many tokens are left");
    return how[0] == 'p';
}

static void find(void) {
    static const long limit[][2] = {{1, 100}, {3, 100}, {5, 37}, {2, 1}, {4, 1000}};
    size_t k;
    long a, b, c;
    int i;

    for (k = 0; k < sizeof limit / sizeof limit[0]; k++) {
        long passed = 0;

        memset(user, 0, sizeof user);
        run("--burst %ld --every %ld --requests %d --seed %ld%ld", limit[k][0], limit[k][1],
            REQUESTS, limit[k][0], limit[k][1]);
        for (i = 0; i < REQUESTS && next_line(); i++)
            passed += request(limit[k][0], limit[k][1]);
        check(next_line() &&
                  sscanf(line, "%ld passed, %ld refused; once all buckets are full, %ld timers", &a,
                         &b, &c) == 3,
              "the summary");
        check(a == passed && b == REQUESTS - passed && c == 0, "what the summary counts");
        ended();
    }
}
