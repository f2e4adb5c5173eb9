/* Arms a timer for a tick that the project's own timers.h says, and fires it. */
#include "timers.h"
#ifndef RTOS_TIMERS_H
#error "timers.h in quotes is not the project's own"
#endif
#undef RTOS_TIMERS_H
#include <timers.h>
#ifndef RTOS_TIMERS_H
#error "timers.h in angle brackets is not the project's own"
#endif

#include <tw/heap4.h>
#include <tw/timers.h>
#include <stdio.h>

TW_TIMERS_OF(timers, heap4)

static void fire(struct tw_node *n, tw_tick now) {
    (void)n;
    printf("fired at tick %u\n", (unsigned)now);
}

int main(void) {
    static TW_HEAP4_ARRAY(room, 10);
    struct tw_node timer = TW_NODE(fire);
    struct timers set;

    timers_init(&set, 0, room, 10);
    timers_add(&set, &timer, RTOS_TICK);
    return timers_advance(&set, RTOS_TICK - 1) == 0 && timers_advance(&set, RTOS_TICK) == 1 ? 0 : 1;
}
