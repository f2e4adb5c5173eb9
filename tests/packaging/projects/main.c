/* Arms a timer for tick 5, and fires it. */
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
    timers_add(&set, &timer, 5);
    return timers_advance(&set, 4) == 0 && timers_advance(&set, 5) == 1 ? 0 : 1;
}
