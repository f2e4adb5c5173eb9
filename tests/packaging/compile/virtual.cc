/* SPDX-License-Identifier: MIT-0 */
/* A class with virtual functions inherits from tw_node; TW_OF would warn. */
#include "heap4.h"
#include "timers.h"
TW_TIMERS_OF(timers, heap4)

struct animal {
    virtual ~animal() {}

    int legs = 4;
};

struct dog : animal, tw_node {
    int barks = 0;

    dog() { tw_node_init(this, bark); }

    static void bark(struct tw_node *n, tw_tick) { static_cast<dog *>(n)->barks++; }
};

int main() {
    static TW_HEAP4_ARRAY(room, 4);
    struct timers set;
    dog d;
    timers_init(&set, 0, room, 4);
    return timers_add(&set, &d, 5) && timers_advance(&set, 5) == 1 && d.barks == 1 && d.legs == 4
               ? 0
               : 1;
}
