/* SPDX-License-Identifier: MIT-0 */
/* The example of tw_hwheel(3): idle timeouts of connections, each moved whenever its
   connection is heard of. */
/* example */
#include <tw/hwheel.h>
#include <tw/timers.h>

TW_TIMERS_OF(timers, hwheel)

struct conn {
    bool open;
    struct tw_node idle;
};

static struct timers t; /* all zero is valid: tick 0, empty */

static void hang_up(struct tw_node *n, tw_tick now) {
    (void)now;
    TW_OF(n, struct conn, idle)->open = false;
}

static void accept_conn(struct conn *c, tw_tick now) {
    c->open = true;
    tw_node_init(&c->idle, hang_up);
    timers_add(&t, &c->idle, now + 5000); /* never full */
}

/* The node is armed already: so it moves. */
static void heard_of(struct conn *c, tw_tick now) { timers_add(&t, &c->idle, now + 5000); }

/* end */

int main(void) {
    static struct conn talks, is_silent;

    accept_conn(&talks, 0);
    accept_conn(&is_silent, 0);
    heard_of(&talks, 4000);
    timers_advance(&t, 5000);
    if (!talks.open || is_silent.open)
        return 1;
    timers_advance(&t, 9000);
    return talks.open;
}
