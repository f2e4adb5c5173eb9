/* SPDX-License-Identifier: MIT-0 */
/* A structure of the lab whose callbacks arm timers for ticks that have come: each advance ends,
   and fires only what was armed before it. It is compiled with the header of the structure,
   LAB_HEADER, and its name, LAB_NAME. */
#include LAB_HEADER
#include <stdio.h>
#include <stdlib.h>

#define PASTE_AGAIN(a, b) a##_##b
#define PASTE(a, b)       PASTE_AGAIN(a, b)
#define OF(verb)          PASTE(LAB_NAME, verb)

enum { TIMERS = 4, FIRST_CLOCK = 7, LAST_CLOCK = 12 };

static struct LAB_NAME set;
static struct timer timer[TIMERS];
static unsigned fired[TIMERS];
static uint64_t now, wanted; /* wanted: the tick for which each callback arms its timer */

/* Ends the program with a sentence. */
static void fail(const char *what) {
    printf("FAILED: %s, armed for tick %llu at clock %llu\n", what, (unsigned long long)wanted,
           (unsigned long long)now);
    exit(1);
}

uint64_t lab_due(const struct deadline *d) { return d->sealed; }

void lab_set_due(struct deadline *d, uint64_t tick) { d->sealed = tick; }

void lab_step(void) {}

void hole(const char *function) { fail(function); }

/* Arms t again, and moves the timer behind it, which fires or has fired in this advance. */
void fire(struct timer *t) {
    const ptrdiff_t id = t - timer;

    if (++fired[id] > 1)
        fail("a timer fires twice in one advance");
    set_due(t, wanted);
    OF(insert)(&set, t);
    if (id % 2 == 0)
        OF(move)(&set, &timer[id + 1], wanted);
}

/* Timers 0 and 2 fire in each advance. Timers 1 and 3 never do: they are moved before. */
static void play(uint64_t tick) {
    int i;

    wanted = tick;
    OF(init)(&set, 0);
    for (i = 0; i < TIMERS; i++) {
        set_due(&timer[i], (uint64_t)(3 + i));
        OF(insert)(&set, &timer[i]);
    }
    for (now = FIRST_CLOCK; now <= LAST_CLOCK; now++) {
        if (tick > FIRST_CLOCK)
            wanted = now;
        for (i = 0; i < TIMERS; i++)
            fired[i] = 0;
        OF(advance)(&set, now);
        for (i = 0; i < TIMERS; i++)
            if (fired[i] != (i % 2 == 0))
                fail(fired[i] ? "a moved timer fires too soon" : "a timer does not fire");
    }
}

int main(void) {
    play(0);               /* a tick that passed long ago */
    play(FIRST_CLOCK - 1); /* a tick that has just passed, then one that passed before */
    play(FIRST_CLOCK + 1); /* the clock's own tick, each time */
    return 0;
}
