/* SPDX-License-Identifier: MIT-0 */
/* The example of tw_post(3): another thread arms a timer of this one. */
#define _POSIX_C_SOURCE 200809L
#include <tw/hwheel.h>
#include <tw/post.h>
#include <assert.h>
#include <poll.h>
#include <pthread.h>
#include <unistd.h>

TW_TIMERS_OF(timers, hwheel)
TW_POSTS_OF(timers)

static int pipe_ends[2], fired;

static void fire(struct tw_node *n, tw_tick now) {
    assert(n->due <= now);
    fired++;
}

/* example */
static struct tw_posts inbox; /* all zero: empty */
static struct tw_post timeout = TW_POST(fire);

/* In any thread, signal handler or interrupt: */
static void ask_for_timeout(tw_tick due) {
    if (tw_post_arm(&inbox, &timeout, due))
        (void)!write(pipe_ends[1], "", 1); /* true: the inbox was empty, the owner may be asleep */
}

/* In the owner of the set, once awake: */
static void turn(struct timers *t, tw_tick now) {
    char call[64];

    (void)!read(pipe_ends[0], call, sizeof call); /* take the call away, before the posts */
    timers_drain(t, &inbox, NULL);
    timers_advance(t, now);
}

/* end */

static void *other_thread(void *unused) {
    ask_for_timeout(100);
    ask_for_timeout(200); /* the same post: one request, the last */
    return unused;
}

int main(void) {
    static struct timers t;
    struct pollfd p;
    pthread_t thread;

    assert(pipe(pipe_ends) == 0 && pthread_create(&thread, NULL, other_thread, NULL) == 0);
    p.fd = pipe_ends[0];
    p.events = POLLIN;
    assert(poll(&p, 1, -1) == 1);
    pthread_join(thread, NULL);
    turn(&t, 50);
    assert(timers_count(&t) == 1 && timeout.node.due == 200 && timers_advance(&t, 200) == 1 &&
           fired == 1);
    return 0;
}
