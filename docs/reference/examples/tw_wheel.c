/* SPDX-License-Identifier: MIT-0 */
/* The example of tw_wheel(3): connections that are dropped when they are silent for 600
   ticks. */
#include <tw/wheel.h>
#include <assert.h>

/* example */
struct conn {
    int fd;
    struct tw_node idle;
};

TW_WHEEL_OF(idlers, struct conn, idle)

static struct idlers w;
static TW_WHEEL_ARRAY(slots, 1024); /* for 600 ticks ahead: the next power of two */
static int dropped;

static void begin(void) { idlers_init(&w, 0, slots, 1024); }

static void heard_of(struct conn *c, tw_tick now) { idlers_add(&w, c, now + 600); }

static void drop_the_silent(tw_tick now) {
    struct conn *late;

    while ((late = idlers_take(&w, now)) != NULL)
        dropped = late->fd; /* close it */
}

/* end */

int main(void) {
    struct conn a = {3, TW_NODE(NULL)}, b = {4, TW_NODE(NULL)};

    begin();
    heard_of(&a, 0);
    heard_of(&b, 0);
    heard_of(&a, 500);
    drop_the_silent(600);
    assert(dropped == 4);
    drop_the_silent(1099);
    assert(dropped == 4);
    drop_the_silent(1100);
    assert(dropped == 3);
    return 0;
}
