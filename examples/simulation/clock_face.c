/* SPDX-License-Identifier: MIT-0 */
/* Coursework: the clock on the wall as a timing wheel. 60 slots for seconds, 60 for minutes and 12 for hours hold
   timers of 0 to 43199 s; when a hand comes round, the next one moves and gives the timers of its new slot down (the
   carry).

   What it teaches: a timer belongs to the coarsest hand that must still move before it is due. That hand is found by
   comparing the TIMES (is it due in this minute? in this hour?), never by the delay: a timer of 60 s or more and less
   than 120 s in "minute slot 1" would be up to 59 s wrong. So every timer rings in its second, and those of the same
   second in the order they were set. hwheel.h is this clock with powers of two for hands, and a map of occupied slots.

   The program tells what each carry does for a few alarms, then sets two for every delay there is, at five times of the
   day. Beside each stands a timer of a tw set, which must ring in the same second and in the same order. */
#include "hwheel.h"
#include "timers.h"
#include <stdio.h>

enum { MINUTE = 60, HOUR = 3600, ROUND = 12 * HOUR };

TW_TIMERS_OF(timers, hwheel)

struct slot {
    struct tw_node *first, *last;
};

static struct {
    tw_tick now;
    struct slot second[60], minute[60], hour[12];
} face;

struct alarm {
    const char *name;
    struct tw_node on_face, in_set;
    tw_tick due;
    unsigned turn; /* how many had rung when it had */
};

static struct alarm alarms[2 * ROUND];
static struct timers set;
static unsigned rang, rang_in_set, wrong;
static bool tell;

static void print_time(tw_tick t) {
    printf("%02u:%02u:%02u", (unsigned)(t / HOUR % 12), (unsigned)(t / MINUTE % 60), (unsigned)(t % 60));
}

/* ----------------------------------------------------------------------------------------------- the face */

static void place(struct tw_node *n) {
    const bool seconds = n->due / MINUTE == face.now / MINUTE, minutes = n->due / HOUR == face.now / HOUR;
    const unsigned i = (unsigned)(seconds ? n->due % 60 : minutes ? n->due / MINUTE % 60 : n->due / HOUR % 12);
    struct slot *s = seconds ? &face.second[i] : minutes ? &face.minute[i] : &face.hour[i];

    n->u.list.next = NULL;
    if (s->first)
        s->last->u.list.next = n;
    else
        s->first = n;
    s->last = n;
    if (tell)
        printf("  %s in %s slot %u\n", TW_OF(n, struct alarm, on_face)->name,
               seconds   ? "second"
               : minutes ? "minute"
                         : "hour",
               i);
}

/* Delay 0 means with the next tick, as it does in a tw set: the present second has been served. */
static void face_add(struct tw_node *n, tw_tick delay) {
    n->due = face.now + (delay ? delay : 1);
    place(n);
}

/* Empties a slot: its timers go down a hand, or ring. */
static void empty(struct slot *s, const char *hand) {
    struct tw_node *n = s->first, *next;

    s->first = NULL;
    if (tell && hand && n) {
        print_time(face.now);
        printf(" carry, the %s hand moves:\n", hand);
    }
    for (; n; n = next) {
        next = n->u.list.next;
        if (hand)
            place(n);
        else
            n->fn(n, face.now);
    }
}

static void face_tick(void) {
    face.now++;
    if (face.now % HOUR == 0)
        empty(&face.hour[face.now / HOUR % 12], "hour");
    if (face.now % MINUTE == 0)
        empty(&face.minute[face.now / MINUTE % 60], "minute");
    empty(&face.second[face.now % 60], NULL);
}

/* --------------------------------------------------------------------------------------------- the alarms */

static void ring_face(struct tw_node *n, tw_tick now) {
    struct alarm *a = TW_OF(n, struct alarm, on_face);

    a->turn = ++rang;
    wrong += now != a->due;
    if (tell) {
        print_time(now);
        printf(" %s rings\n", a->name);
    }
}

static void ring_set(struct tw_node *n, tw_tick now) {
    const struct alarm *a = TW_OF(n, struct alarm, in_set);

    wrong += now != a->due || a->turn != ++rang_in_set;
}

static void set_alarm(struct alarm *a, const char *name, tw_tick delay) {
    a->name = name;
    a->due = face.now + (delay ? delay : 1);
    tw_node_init(&a->on_face, ring_face);
    tw_node_init(&a->in_set, ring_set);
    if (tell)
        printf("%s, %u s:\n", name, (unsigned)delay);
    face_add(&a->on_face, delay);
    timers_add(&set, &a->in_set, face.now + delay);
}

int main(void) {
    static const char *const name[] = {"at once", "tea", "bus", "rice", "eggs", "cake", "train", "almost half a day"};
    static const tw_tick delay[] = {0, 7, 60, 119, 120, 2110, 35175, ROUND - 1};
    static const tw_tick start[] = {12290, 0, 59, 3599, 12290, ROUND - 1};
    unsigned i, k, n;

    for (k = 0; k < sizeof start / sizeof start[0]; k++) {
        tell = k == 0;
        n = tell ? sizeof delay / sizeof delay[0] : 2 * ROUND;
        face.now = start[k];
        timers_init(&set, face.now, NULL, 0);
        rang = rang_in_set = wrong = 0;

        print_time(face.now);
        printf(", %u alarms are set\n", n);
        for (i = 0; i < n; i++)
            set_alarm(&alarms[i], tell ? name[i] : "", tell ? delay[i] : i / 2);
        for (i = 0; i < ROUND; i++) {
            face_tick();
            timers_advance(&set, face.now);
        }
        printf("%u rang, %u in the tw set, %u wrong\n", rang, rang_in_set, wrong);
    }
    return 0;
}
