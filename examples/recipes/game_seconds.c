/* SPDX-License-Identifier: MIT-0 */
/* A game that counts seconds as floating point: frames of any length, slow motion, a
   pause.

   What it teaches: keep the seconds of the game in one double, and make ticks of them in
   one place. A deadline is rounded up and the clock is rounded down, so that nothing
   comes early. A float would not do: after three days of play its steps are 1/32 s. Slow
   motion and pause change how fast the seconds grow; no timer is touched.

       game_seconds     a shield of 1.513 s, a poison that bites each 0.237 s, half speed
                        from 1 s on, and a pause */
#include <tw/heap4.h>
#include <tw/timers.h>
#include <stdio.h>

TW_TIMERS_OF(timers, heap4)

enum { A_SECOND = 1000000, ROOM = 16 }; /* ticks: microseconds */

struct effect {
    struct tw_node node;
    const char *name;
    double every; /* seconds; 0: it ends */
};

static TW_HEAP4_ARRAY(room, ROOM);
static struct timers timers;
static double seconds; /* of the game */

static tw_tick clock_tick(void) { return (tw_tick)(seconds * A_SECOND); }

static tw_tick ticks_of(double span) {
    const tw_tick ticks = (tw_tick)(span * A_SECOND);

    return ticks + ((double)ticks < span * A_SECOND);
}

static void happens(struct tw_node *n, tw_tick now) {
    struct effect *e = TW_OF(n, struct effect, node);

    printf("%.3f s  %s, %.3f s after its time\n", seconds, e->name,
           (double)(now - n->due) / A_SECOND);
    if (e->every > 0)
        /* in the grid, whatever the frames are */
        timers_add(&timers, n, n->due + ticks_of(e->every));
}

int main(void) {
    static struct effect shield = {TW_NODE(happens), "the shield ends", 0},
                         poison = {TW_NODE(happens), "poison bites", 0.237};
    double speed = 1;

    timers_init(&timers, 0, room, ROOM);
    timers_add_in(&timers, &shield.node, clock_tick(), ticks_of(1.513));
    timers_add_in(&timers, &poison.node, clock_tick(), ticks_of(poison.every));
    for (int frame = 0; frame < 180; frame++) {
        if (frame == 50 || frame == 140)
            speed = 0.5;
        if (frame == 80)
            speed = 0;
        seconds += speed / 50;
        timers_advance(&timers, clock_tick());
    }
    timers_cancel(&timers, &poison.node);
    printf("%.3f s  %lu armed\n", seconds, (unsigned long)timers_count(&timers));
    return 0;
}
