/* SPDX-License-Identifier: MIT-0 */
/* The example of tw_tick(3): a timer every 100 ticks that was held up, and a tick that
   timers with slack share. */
#include <tw/heap4.h>
#include <assert.h>

int main(void) {
    /* example */
    tw_tick missed, due;

    assert(tw_before(99, 100) && !tw_before(100, 100));
    /* narrower ticks wrap: TW_TICK_MAX is just before 0 */
    assert(tw_before(100, TW_TICK_MAX) || TW_TICK_BITS != 64);

    /* due 1000, fired at 1030: on the grid, the next is 1100 */
    due = tw_forward(1000, 100, 1030, &missed);
    assert(due == 1100 && missed == 0);
    /* fired at 1350: 1100, 1200 and 1300 are left out */
    due = tw_forward(1000, 100, 1350, &missed);
    assert(due == 1400 && missed == 3);

    /* whoever may fire from 1000 to 1100 fires at 1024, all in one go */
    assert(tw_coalesce(1000, 1100) == 1024);
    assert(tw_coalesce(1020, 1060) == 1024);
    /* end */
    return 0;
}
