/* SPDX-License-Identifier: MIT-0 */
/* Posts to a set, whose senders mask interrupts: wherever a mask begins or ends, other
   contexts may send, too. With ATOMICS nobody interrupts. */
#define TW_STATIC
#define TW_IMPLEMENTATION
#if !defined(ATOMICS)
static unsigned masked(void);
static void unmasked(unsigned was);
#define TW_POST_MASK()      masked()
#define TW_POST_UNMASK(was) unmasked(was)
#endif
#include "search.h"

#include "heap4.h"
#include "post.h"
#include "timers.h"

TW_TIMERS_OF(set, heap4)
TW_POSTS_OF(set)

enum { POSTS = 12, ROOM = 9 };
static struct set set;
static struct tw_posts inbox;
static struct tw_post post[POSTS];
static tw_tick now;
static TW_HEAP4_ARRAY(room, ROOM);
static unsigned depth;

static size_t at(const struct tw_node *n) {
    return (size_t)(TW_POST_OF((struct tw_node *)(uintptr_t)n) - post) + 1;
}

static void fire(struct tw_node *n, tw_tick when) { answer(at(n)), answer(when); }

static void refused(struct tw_post *p, tw_tick due) { answer(at(&p->node)), answer(due); }

static tw_tick a_due(void) {
    if (one_in(8))
        return (tw_tick)(TW_TICK_MAX - below(5));
    return (tw_tick)(now + span((uint64_t)1 << (TW_TICK_BITS - 3)));
}

static void send(void) {
    struct tw_post *p = &post[below(POSTS)];

    answer(one_in(4) ? tw_post_cancel(&inbox, p) : tw_post_arm(&inbox, p, a_due()));
}

#if !defined(ATOMICS)
static void interrupt(void) {
    if (depth < 3 && one_in(6)) {
        depth++;
        send();
        depth--;
    }
}

static unsigned masked(void) {
    interrupt();
    depth += 100;
    return depth;
}

static void unmasked(unsigned was) {
    depth = was - 100;
    interrupt();
}
#endif

static void play(void) {
    const bool alive = one_in(2);
    size_t i, acts = 20 + below(300);

    now = a_beginning();
    depth = 100; /* nobody sends a post before it is there */
    memset(&inbox, 0, sizeof inbox);
    memset(post, one_in(2) ? 0xA5 : 0, sizeof post);
    set_init(&set, now, room, alive ? ROOM : 4);
    for (i = 0; i < POSTS; i++)
        tw_post_init(&post[i], fire);
    depth = 0;
    for (i = 0; i < acts; i++) {
        if (one_in(4))
            answer(set_drain(&set, &inbox, refused));
        else if (one_in(4))
            answer(set_advance(
                &set, now = (tw_tick)(now + below((uint64_t)1 << (TW_TICK_BITS / 2 - 1)))));
        else
            send();
        answer(tw_posts_any(&inbox));
        answer_text(set_check(&set));
    }
    answer(set_drain(&set, &inbox, refused)), answer(set_count(&set));
}

int main(int argc, char **argv) {
    printf("room %lu %lu\n", (unsigned long)sizeof inbox, (unsigned long)sizeof *post);
    return search(argc, argv);
}
