/* SPDX-License-Identifier: MIT-0 */
/* A sensor node that sleeps: three jobs, each of which may be a little late, share
   wake-ups.

   What it teaches: with window.h the node sleeps until the first `latest`, and then does
   every job whose window has opened. The next window of a job begins on its own grid, so
   that no job drifts. The clock is simulated, in milliseconds.

       battery       prints ten seconds of the node's life */
#include <tw/sortedlist.h>
#include <tw/window.h>
#include <stdio.h>

enum { END = 10000 };

struct job {
    const char *name;
    unsigned period, slack;
    tw_tick earliest; /* on a grid of period */
    struct tw_window window;
};

TW_WINDOWS_OF(jobs, sortedlist)

static struct jobs jobs;

static void arm(struct job *j) { jobs_add(&jobs, &j->window, j->earliest, j->earliest + j->slack); }

static void work(struct tw_node *n, tw_tick now) {
    struct job *j = TW_OF(n, struct job, window.node);

    printf("  %s, %d ms after the earliest time\n", j->name, (int)(now - j->earliest));
    j->earliest += j->period;
    arm(j);
}

int main(void) {
    static struct job job[] = {{"blink", 2000, 500, 2000, TW_WINDOW(work)},
                               {"measure", 3000, 300, 2900, TW_WINDOW(work)},
                               {"report", 5000, 2000, 4600, TW_WINDOW(work)}};
    unsigned wakes = 0;
    tw_tick now;
    size_t i;

    for (i = 0; i < sizeof job / sizeof job[0]; i++)
        arm(&job[i]);
    for (; jobs_next(&jobs, &now) && now <= END; wakes++) { /* the processor sleeps until now */
        printf("%d ms\n", (int)now);
        jobs_advance(&jobs, now);
    }
    printf("%u wake-ups\n", wakes);
    return 0;
}
