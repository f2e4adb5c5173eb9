/* SPDX-License-Identifier: MIT-0 */
/* W. Ahern's timeout.c, from a directory of yours. It says nothing of the order in which timers
   come that are due, and timeouts_timeout() is a tick up to which nothing is. */
#include "judge.h"
#include <timeout.c>

static struct timeouts *wheels;
static struct timeout timer[JUDGE_IDS];

static void init(uint64_t now) {
    int error = 0;

    if (wheels)
        timeouts_close(wheels);
    wheels = timeouts_open(0, &error);
    if (!wheels)
        abort();
    timeouts_update(wheels, now);
    for (unsigned i = 0; i < JUDGE_IDS; i++)
        timeout_init(&timer[i], TIMEOUT_ABS);
}

static bool add(unsigned id, uint64_t due) {
    timeouts_add(wheels, &timer[id], due);
    return true;
}

static bool cancel(unsigned id) {
    const bool armed = timer[id].pending != NULL;

    timeouts_del(wheels, &timer[id]);
    return armed;
}

static void advance(uint64_t now, uint64_t max) {
    struct timeout *t;

    (void)max;
    timeouts_update(wheels, now);
    while ((t = timeouts_get(wheels)) != NULL)
        judge_fired((unsigned)(t - timer));
}

int main(int argc, char **argv) {
    static const struct judge_subject subject = {
        "timeout.c", "unordered move callbacks", init, add, cancel, add, NULL, advance};

    return judge_main(argc, argv, &subject);
}
