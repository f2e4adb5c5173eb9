/* SPDX-License-Identifier: MIT-0 */
/* The example of tw_node(3): a node in an object, and back. */
#include <tw/heap4.h>
#include <tw/timers.h>
#include <assert.h>

TW_TIMERS_OF(timers, heap4)

/* example */
struct conn {
    int fd;
    struct tw_node idle; /* all zero is fine, too, but calls nothing */
};

static int closed;

static void hang_up(struct tw_node *n, tw_tick now) {
    struct conn *c = TW_OF(n, struct conn, idle);

    (void)now;
    closed = c->fd; /* close(c->fd), free(c): nothing of a node is read once its callback runs */
}

static struct conn one = {7, TW_NODE(hang_up)}, two;

static void set_up(void) {
    two.fd = 8;
    tw_node_init(&two.idle, hang_up);
    assert(tw_idle(&one.idle) && tw_idle(&two.idle));
}

/* end */

int main(void) {
    static TW_HEAP4_ARRAY(room, 2);
    struct timers t;

    set_up();
    timers_init(&t, 0, room, 2);
    timers_add(&t, &one.idle, 10);
    timers_add(&t, &two.idle, 20);
    assert(!tw_idle(&one.idle));
    assert(timers_advance(&t, 10) == 1 && closed == 7);
    assert(timers_advance(&t, 20) == 1 && closed == 8 && tw_idle(&one.idle));
    return 0;
}
