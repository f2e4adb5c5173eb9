/* SPDX-License-Identifier: MIT-0 */
/* Coursework: the clock on the wall as a timing wheel. 60 slots for seconds, 60 for
   minutes and 12 for hours hold timers of 0 to 43199 s; when a hand comes round, the next
   one moves and gives the timers of its new slot down (the carry).

   What it teaches: a timer belongs to the coarsest hand that must still move before it is
   due. That hand is found by comparing the TIMES (is it due in this minute? in this
   hour?), never by the delay: a timer of 60 s or more and less than 120 s in "minute slot
   1" would be up to 59 s wrong. So every timer rings in its second, and those of the same
   second in the order they were set. hwheel.h is this clock with powers of two for hands,
   and a map of occupied slots.

       clock_face        sets eight alarms, and tells of each carry in the next twelve
                         hours */
#include <tw/node.h>
#include <stdio.h>

enum { MINUTE = 60, HOUR = 3600, ROUND = 12 * HOUR };

struct slot {
    struct tw_node *first, *last;
};

static struct {
    tw_tick now;
    struct slot second[60], minute[60], hour[12];
} face;

struct alarm {
    const char *name;
    struct tw_node node;
};

static bool tell = true;

static void print_time(tw_tick t) {
    printf("%02u:%02u:%02u", (unsigned)(t / HOUR % 12), (unsigned)(t / MINUTE % 60),
           (unsigned)(t % 60));
}

/* ---- The face. */

static void place(struct tw_node *n) {
    const bool seconds = n->due / MINUTE == face.now / MINUTE,
               minutes = n->due / HOUR == face.now / HOUR;
    const unsigned i = (unsigned)(seconds   ? n->due % 60
                                  : minutes ? n->due / MINUTE % 60
                                            : n->due / HOUR % 12);
    struct slot *s = seconds ? &face.second[i] : minutes ? &face.minute[i] : &face.hour[i];

    n->u.list.next = NULL;
    if (s->first)
        s->last->u.list.next = n;
    else
        s->first = n;
    s->last = n;
    if (tell)
        printf("  %s in %s slot %u\n", TW_OF(n, struct alarm, node)->name,
               seconds   ? "second"
               : minutes ? "minute"
                         : "hour",
               i);
}

/* Delay 0 means with the next tick, as it does in a tw set: the present second has been
   served. */
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

/* ---- The alarms. */

static void ring(struct tw_node *n, tw_tick now) {
    print_time(now);
    printf(" %s rings\n", TW_OF(n, struct alarm, node)->name);
}

int main(void) {
    static struct alarm alarm[] = {
        {"at once", TW_NODE(ring)}, {"tea", TW_NODE(ring)},
        {"bus", TW_NODE(ring)},     {"rice", TW_NODE(ring)},
        {"eggs", TW_NODE(ring)},    {"cake", TW_NODE(ring)},
        {"train", TW_NODE(ring)},   {"almost half a day", TW_NODE(ring)}};
    static const tw_tick delay[] = {0, 7, 60, 119, 120, 2110, 35175, ROUND - 1};

    enum { ALARMS = sizeof delay / sizeof delay[0] };

    face.now = 12290;
    print_time(face.now);
    printf(", %u alarms are set\n", (unsigned)ALARMS);
    for (unsigned i = 0; i < ALARMS; i++) {
        printf("%s, %u s:\n", alarm[i].name, (unsigned)delay[i]);
        face_add(&alarm[i].node, delay[i]);
    }
    for (unsigned i = 0; i < ROUND; i++)
        face_tick();
    return 0;
}
