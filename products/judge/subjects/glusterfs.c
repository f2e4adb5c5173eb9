/* SPDX-License-Identifier: MIT-0 */
/* The timer wheel of GlusterFS, from a directory of yours: that of Linux 2.6, with seconds for
   ticks. It begins at a time of day, as its owner does, and its runner's turn is called here. Its
   slack lets a timer come later, by at most a part in 256 of its delay. */
#include "judge.h"
#include <stdlib.h>
#include <string.h>

#include <timer-wheel.c>

#define TODAY 1700000000u

static struct tvec_base wheel;
static struct gf_tw_timer_list timer[JUDGE_IDS];

static void fire(struct gf_tw_timer_list *t, void *data, unsigned long now) {
    (void)data, (void)now;
    judge_fired((unsigned)(t - timer));
}

static void empty(struct list_head *list, int n) {
    while (n-- > 0)
        INIT_LIST_HEAD(list + n);
}

static void init(uint64_t now) {
    pthread_spin_init(&wheel.lock, 0);
    empty(wheel.tv1.vec, TVR_SIZE);
    empty(wheel.tv2.vec, TVN_SIZE);
    empty(wheel.tv3.vec, TVN_SIZE);
    empty(wheel.tv4.vec, TVN_SIZE);
    empty(wheel.tv5.vec, TVN_SIZE);
    memset(timer, 0, sizeof timer);
    wheel.timer_sec = TODAY + now + 1; /* the tick that its runner looks at next */
}

static bool add(unsigned id, uint64_t due) {
    timer[id].function = fire;
    timer[id].expires = TODAY + due - wheel.timer_sec;
    gf_tw_add_timer(&wheel, &timer[id]);
    return true;
}

static bool cancel(unsigned id) { return gf_tw_del_timer(&wheel, &timer[id]); }

static bool move(unsigned id, uint64_t due) {
    return gf_tw_mod_timer(&wheel, &timer[id], TODAY + due - wheel.timer_sec) == 1;
}

static void advance(uint64_t now, uint64_t max) {
    (void)max;
    while (wheel.timer_sec <= TODAY + now)
        run_timers(&wheel);
}

int main(int argc, char **argv) {
    static const struct judge_subject subject = {
        "GlusterFS, timer-wheel",
        "ahead unordered move callbacks late 39063 top 10000000",
        init,
        add,
        cancel,
        move,
        NULL,
        advance};

    return judge_main(argc, argv, &subject);
}
