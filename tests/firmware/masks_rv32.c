/* SPDX-License-Identifier: MIT-0 */
/* Posts on RV32 in machine mode, with the masks that the manual of post.h proposes: sent,
   sent again, cancelled, drained, with interrupts enabled and disabled, which they must
   be afterwards as before. */
#include "manual.h"
#define TW_POST_MASK()      mask()
#define TW_POST_UNMASK(was) unmask(was)
#include "smallwheel.h"
#include "post.h"

TW_TIMERS_OF(timers, smallwheel)
TW_POSTS_OF(timers)

static struct timers set;
static struct tw_posts inbox;
static unsigned fired;

static void fire(struct tw_node *n, tw_tick now) { fired += n->due == 7 && now == 9; }

static unsigned enabled(void) {
    unsigned mstatus;
    __asm__ volatile("csrr %0, mstatus" : "=r"(mstatus)::"memory");
    return mstatus & 8;
}

/* Every way through a send and drain(), but for a push that another sender disturbs. */
static bool round_trip(void) {
    struct tw_post one = TW_POST(fire), two = TW_POST(fire);

    fired = 0;
    timers_init(&set, 0, NULL, 0);
    return tw_post_arm(&inbox, &one, 5) && !tw_post_arm(&inbox, &two, 6) &&
           !tw_post_arm(&inbox, &one, 7) && !tw_post_cancel(&inbox, &two) &&
           timers_drain(&set, &inbox, NULL) == 2 && timers_count(&set) == 1 &&
           timers_advance(&set, 9) == 1 && fired == 1;
}

int main(void) {
    if (enabled() || !round_trip() || enabled())
        return 1;
    __asm__ volatile("csrsi mstatus, 8" ::: "memory");
    return enabled() && round_trip() && enabled() ? 0 : 1;
}
