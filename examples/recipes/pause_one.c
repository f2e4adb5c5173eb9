/* SPDX-License-Identifier: MIT-0 */
/* Pausing one timer, and going on with what was left of it.

   What it teaches: a set has no pause, because a timer that is paused is simply not in
   it. Keep the ticks that are left in your object, cancel the node, and arm it for them
   when it goes on. The three rules: take what is left from the clock you have just read,
   not from the set's, which may be older; a timer whose tick has passed has nothing left
   and fires as soon as it goes on; and arming may be refused, by a structure that is
   full, so that who resumes looks at the answer. To pause all timers at once, stop
   calling advance(), and count the set's ticks from a clock that you stop.

       pause_one     a kitchen: three timers, one of which stands still while the pan is
                     off the fire */
#include <tw/heap4.h>
#include <tw/timers.h>
#include <stdio.h>

TW_TIMERS_OF(timers, heap4)

struct dish {
    struct tw_node node;
    const char *name;
    tw_tick left; /* of a paused one */
    bool paused;
};

static TW_HEAP4_ARRAY(room, 3);
static struct timers timers;

/* False: it is not armed. */
static bool pause_timer(struct dish *d, tw_tick now) {
    const tw_tick due = d->node.due;

    if (!timers_cancel(&timers, &d->node))
        return false;
    d->left = tw_before(now, due) ? due - now : 0;
    d->paused = true;
    return true;
}

/* False: it is not paused, or there is no room for it; then it stays paused. */
static bool resume_timer(struct dish *d, tw_tick now) {
    if (!d->paused || !timers_add_in(&timers, &d->node, now, d->left))
        return false;
    d->paused = false;
    return true;
}

static void ready(struct tw_node *n, tw_tick now) {
    printf("%5lu  %s is ready\n", (unsigned long)now, TW_OF(n, struct dish, node)->name);
}

/* A virtual clock: time passes up to that tick, and whatever is due by then is ready. */
static void wait_until(tw_tick tick) {
    tw_tick due;

    while (timers_next(&timers, &due) && due <= tick)
        timers_advance(&timers, due);
    timers_advance(&timers, tick);
}

static void off_the_fire(struct dish *d, tw_tick now) {
    if (pause_timer(d, now))
        printf("%5lu  %s is paused, with %lu left\n", (unsigned long)now, d->name,
               (unsigned long)d->left);
    else
        printf("%5lu  %s is not running\n", (unsigned long)now, d->name);
}

static void back_on(struct dish *d, tw_tick now) {
    printf("%5lu  %s %s\n", (unsigned long)now, d->name,
           resume_timer(d, now) ? "goes on" : "is not paused");
}

int main(void) {
    struct dish tea = {TW_NODE(ready), "tea", 0, false}, soup = {TW_NODE(ready), "soup", 0, false},
                bread = {TW_NODE(ready), "bread", 0, false};

    timers_init(&timers, 0, room, 3);
    timers_add(&timers, &tea.node, 180);
    timers_add(&timers, &soup.node, 280);
    timers_add(&timers, &bread.node, 600);
    wait_until(100);
    off_the_fire(&soup, 100);
    off_the_fire(&soup, 100);
    wait_until(400);
    back_on(&soup, 400);
    back_on(&tea, 400);
    wait_until(590);
    /* the loop was busy: the clock has passed its tick, and the set does not know yet */
    off_the_fire(&bread, 610);
    wait_until(700);
    back_on(&bread, 700);
    wait_until(700);
    return 0;
}
