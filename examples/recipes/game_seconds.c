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

/* Rounds up. A moment or a span below 0 is 0. One beyond the range is its end, which is never. */
static tw_tick ticks_of(double s) {
    const double exact = s * A_SECOND;

    if (!(exact > 0))
        return 0;
    if (exact >= (double)TW_TICK_MAX)
        return TW_TICK_MAX;
    return (tw_tick)exact + ((double)(tw_tick)exact < exact);
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
                         poison = {TW_NODE(happens), "poison bites", 0.237},
                         door = {TW_NODE(happens), "the door opens", 0},
                         curse = {TW_NODE(happens), "the curse ends", 0};
    double speed = 1;

    timers_init(&timers, 0, room, ROOM);
    /* rounded up once: clock_tick() plus a delay would come early by the part that it cuts */
    timers_add(&timers, &shield.node, ticks_of(seconds + 1.513));
    timers_add(&timers, &poison.node, ticks_of(seconds + poison.every));
    timers_add(&timers, &door.node, ticks_of(seconds - 0.5)); /* was to open before */
    timers_add(&timers, &curse.node, ticks_of(seconds + 1e300));
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
