// Arms a timer for tick 5, and fires it.
#include <tw/heap4.h>
#include <tw/timers.h>
#include <iostream>

TW_TIMERS_OF(timers, heap4)

struct connection {
    int number;
    tw_node idle;
};

static void fire(tw_node *n, tw_tick now) {
    const connection *c = TW_OF(n, connection, idle);

    std::cout << (c->number == 7 ? "fired at tick " : "another connection's at tick ") << now
              << "\n";
}

int main() {
    static TW_HEAP4_ARRAY(room, 10);
    connection c = {7, TW_NODE(fire)};
    timers set;

    timers_init(&set, 0, room, 10);
    timers_add(&set, &c.idle, 5);
    return timers_advance(&set, 4) == 0 && timers_advance(&set, 5) == 1 ? 0 : 1;
}
