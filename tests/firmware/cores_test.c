/* SPDX-License-Identifier: MIT-0 */
/* cores_test.c - a second core of the Pico arms timers of the first one, as the head of
   pico-sdk/port.c says: by a post, and a word for the queue that interrupts the first core.
   The second core runs between any two counts, also while the first one masks its
   interrupts. With SILENT it sends no word: then a timer waits for some other interrupt. */
#include HEADER
#include "timers.h"
#include "post.h"
#include "check.h"
#include "host.h"
#include "port.h"
#include "pico/multicore.h"

enum { POSTS = 4, FIRINGS = 3000, SOON = 300, PAUSE = 4000, MOST_LATE = 100 };

TW_TIMERS_OF(timers, STRUCTURE)
TW_POSTS_OF(timers)

static struct timers set;
static struct tw_posts inbox;
static unsigned fired;

static struct asked {
    struct tw_post post;
    tw_tick due;
    bool under_way;
} asked[POSTS];

static uint64_t next_at;

void core_1(void);

/* The second core. It has its own view of the same clock. */
void core_1(void) {
    struct asked *a = &asked[host_random(POSTS)];

    if (host_counts < next_at)
        return;
    next_at = host_counts + 1 + host_random(PAUSE);
    if (a->under_way)
        return;
    a->under_way = true;
    a->due = (tw_tick)(host_counts + SOON + host_random(PAUSE));
    (void)tw_post_arm(&inbox, &a->post, a->due);
#if !defined(SILENT)
    (void)multicore_fifo_push_timeout_us(0, 0);
#endif
}

static void fire(struct tw_node *n, tw_tick now) {
    struct asked *a = TW_OF(n, struct asked, post.node);
    const tw_tick late = port_now() - a->due;

    (void)now;
    check(late < TW_TICK_MAX / 2, "a timer of the other core is early");
    check(late <= MOST_LATE, "a timer of the other core is late");
    a->under_way = false;
    if (++fired == FIRINGS)
        port_leave(0);
}

static void word_came(void) {
    multicore_fifo_drain();
    multicore_fifo_clear_irq();
}

int main(void) {
    tw_tick due;
    unsigned i;

    port_start();
    irq_set_exclusive_handler(SIO_IRQ_PROC0, word_came);
    irq_set_enabled(SIO_IRQ_PROC0, true);
    timers_init(&set, port_now(), NULL, 0);
    for (i = 0; i < POSTS; i++)
        tw_post_init(&asked[i].post, fire);
    next_at = host_counts + 1;
    for (;;) {
        (void)timers_drain(&set, &inbox, NULL);
        timers_advance(&set, port_now());
        port_mask();
        if (!tw_posts_any(&inbox)) {
            if (timers_next(&set, &due))
                port_sleep(due);
            else
                port_wait();
        }
        port_unmask();
    }
}
