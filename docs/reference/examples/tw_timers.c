/* SPDX-License-Identifier: MIT-0 */
/* The example of tw_timers(3): a timer in an object, armed, moved and fired. */
/* example */
#include <tw/heap4.h>
#include <tw/timers.h>
#include <stdio.h>

struct conn {
    const char *name;
    struct tw_node idle;
};

TW_TIMERS_OF(timers, heap4)

static void hang_up(struct tw_node *n, tw_tick now) {
    printf("%llu: %s is idle\n", (unsigned long long)now, TW_OF(n, struct conn, idle)->name);
}

int main(void) {
    static TW_HEAP4_ARRAY(room, 100); /* for up to 100 timers */
    static struct timers t;
    struct conn a = {"a", TW_NODE(hang_up)}, b = {"b", TW_NODE(hang_up)};

    timers_init(&t, 0, room, 100);
    timers_add(&t, &a.idle, 5000);
    timers_add(&t, &b.idle, 5000);
    timers_add(&t, &a.idle, 7000); /* a has said something: moved */
    timers_advance(&t, 6000);      /* 6000: b is idle */
    timers_advance(&t, 9000);      /* 9000: a is idle */
    return timers_count(&t) != 0;
}

/* end */
