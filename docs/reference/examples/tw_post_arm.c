/* SPDX-License-Identifier: MIT-0 */
/* The example of tw_post_arm(3): posts, and a set that refuses one. */
#include <tw/heap4.h>
#include <tw/post.h>
#include <assert.h>

static int fired, turned_away;

/* example */
TW_TIMERS_OF(timers, heap4)
TW_POSTS_OF(timers)

struct conn {
    int fd;
    struct tw_post idle;
};

static void hang_up(struct tw_node *n, tw_tick now) {
    struct conn *c = TW_OF(n, struct conn, idle.node); /* and the post is TW_POST_OF(n) */

    (void)now;
    fired = TW_POST_OF(n) == &c->idle ? c->fd : -1;
}

static void refused(struct tw_post *p, tw_tick due) { /* the set is full, and p is idle again */
    (void)due;
    turned_away = TW_OF(&p->node, struct conn, idle.node)->fd;
}

static void owner(struct timers *t, struct tw_posts *inbox, tw_tick now) {
    if (tw_posts_any(inbox))
        timers_drain(t, inbox, refused);
    timers_advance(t, now);
}

/* end */

int main(void) {
    static TW_HEAP4_ARRAY(room, 1);
    struct conn a = {3, TW_POST(hang_up)}, b;
    struct tw_posts inbox = {NULL};
    struct timers t;

    b.fd = 4;
    tw_post_init(&b.idle, hang_up);
    timers_init(&t, 0, room, 1);
    assert(tw_post_arm(&inbox, &a.idle, 10) && !tw_post_arm(&inbox, &b.idle, 20));
    owner(&t, &inbox, 5);
    assert(turned_away == 4 && fired == 0);
    owner(&t, &inbox, 10);
    assert(fired == 3);
    assert(tw_post_arm(&inbox, &b.idle, 20) && !tw_post_cancel(&inbox, &b.idle));
    owner(&t, &inbox, 30);
    assert(fired == 3 && timers_count(&t) == 0);
    return 0;
}
