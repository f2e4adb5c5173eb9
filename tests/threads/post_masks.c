/* SPDX-License-Identifier: MIT-0 */
/* post.h where interrupts are masked. Between any two masks an interrupt may come, and
   send: here one comes at each of these moments of a send and of a drain in turn. Nothing
   that was sent is lost, and one sender is told to wake. */
#undef NDEBUG
#include <assert.h>
#include <stdbool.h>
#include <stdio.h>

static unsigned mask(void);
static void unmask(unsigned was);
#define TW_POST_MASK()      mask()
#define TW_POST_UNMASK(was) unmask(was)
#define TW_STATIC
#define TW_IMPLEMENTATION
#include "rbtree.h"
#include "post.h"
#include "timers.h"

TW_TIMERS_OF(timers, rbtree)
TW_POSTS_OF(timers)

enum { MOST = 64 };
static struct timers t;
static struct tw_posts inbox;
static struct tw_post post[3];
static unsigned moments, at, woken; /* an interrupt comes at the moment of this number, from 1 */
static bool masked;

static void interrupt(void) {
    if (++moments == at) {
        woken += tw_post_arm(&inbox, &post[1], 20);
        woken += tw_post_arm(&inbox, &post[2], 30);
    }
}

static unsigned mask(void) {
    const unsigned was = masked;

    interrupt();
    assert(!masked && moments < 1000); /* a list that has become a circle never ends */
    masked = true;
    return was;
}

static void unmask(unsigned was) {
    assert(masked);
    masked = was != 0;
    interrupt();
}

/* At the moment of this number: false, if the calls have none. */
static bool sends_at(unsigned moment) {
    size_t i, drained;

    timers_init(&t, 0, NULL, 0);
    at = 0;
    for (i = 0; i < 3; i++)
        tw_post_init(&post[i], NULL);
    moments = woken = 0;
    at = moment;
    woken += tw_post_arm(&inbox, &post[0], 10);
    drained = timers_drain(&t, &inbox, NULL);
    at = 0;
    if (moments < moment)
        return false;

    drained += timers_drain(&t, &inbox, NULL);
    assert(drained == 3 && !tw_posts_any(&inbox) && (woken == 1 || woken == 2));
    for (i = 0; i < 3; i++)
        assert(timers_pending(&t, &post[i].node) && post[i].node.due == 10 * (i + 1));
    timers_clear(&t);
    return true;
}

int main(void) {
    unsigned moment = 1;

    while (moment < MOST && sends_at(moment))
        moment++;
    printf("%u moments\n", moment - 1);
    /* two exchanges to send, two to drain, each with a moment before and behind */
    assert(moment > 8 && moment < MOST);
    return 0;
}
