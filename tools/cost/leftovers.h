/* SPDX-License-Identifier: MIT-0 */
/* leftovers.h - adversaries that leave timers over: by a budget, or by a batch of expire()
   that is not ended. Part of runs.h. */

/* The wheels with levels: a timer is left over until it is almost a quarter of the range
   late, and the position stays before its block. All others lie almost a quarter ahead.
   Then the late one leaves, and the first of the others is looked for from there. */
static void left_behind(unsigned turn, unsigned way) {
    const tw_tick block = (tw_tick)(TW__QUARTER / 4); /* of the last ring of smallwheel */
    const tw_tick late = (tw_tick)(block * turn + block);
    size_t i;

    begin((tw_tick)(block * turn));
    arm(&node[0], late);
    go_some(late, 0);
    go_some((tw_tick)(late + TW__QUARTER - 1u), 0);
    for (i = 1; i < N; i++) /* in the last slot that can be reached */
        arm(&node[i], (tw_tick)(now + TW__QUARTER - 1u - (way & 4 ? i : i % 2)));
    switch (way % 4) {
    case 0:
        arm(&node[0], (tw_tick)(now + TW__QUARTER - 1u));
        break;
    case 1:
        cancel(&node[0]);
        break;
    case 2:
        go_some(now, 1);
        break;
    default:
        cost_expire(&set, now);
    }
    if (way & 8)
        ask();
    go_some((tw_tick)(now + 1), 0);
    follow(way & 8);
}

/* From block 7 of the last ring the way to the slot of the others is longest. */
static void leave_behind(void) {
    unsigned way;

    for (way = 0; way < 16; way++) {
        left_behind(7, way);
        left_behind(way, way);
    }
}

/* Only one of the due timers fires, so the structure stays there, and does not follow the
   clock. Then a timer that is armed for a passed tick fires: the structure goes to the
   clock of the call before, and then to that of this call. */
static void fall_behind(void) {
    unsigned round;
    size_t i;

    for (round = 0; round < 32; round++) {
        const tw_tick far = (tw_tick)(TW__QUARTER >> round % 8), step = (tw_tick)(far / 2);

        begin((tw_tick)(0u - step * (round / 16)));
        arm(&node[0], (tw_tick)(now + 1));
        for (i = 2; i < N; i++)
            arm(&node[i], (tw_tick)(now + far - 1u - (round & 8 ? i % 7 : i * (far / MOST) % far)));
        arm(&node[1], (tw_tick)(now + step - 1u));
        cancel(&node[1]);
        go_some((tw_tick)(now + step - 1u), 1);
        if (round % 3 == 0)
            ask();
        arm(&node[1], now);
        go_before_second();
        arm(&node[1], now);
        follow(round & 1);
    }
}

/* All timers are due, and leave one by one. Between them some are moved, armed for passed
   ticks, cancelled and handed out. */
static void one_by_one(void) {
    unsigned shape;
    size_t i;

    for (shape = 0; shape < SHAPES; shape++) {
        begin(0);
        for (i = 0; i < N; i++)
            arm(&node[i], ahead(shape, i));
        go_some((tw_tick)(FAR + (shape == BLOCK ? 0u : MOST)), 0);
        for (i = 0; i < ROUNDS && i < N; i++) {
            go_some((tw_tick)(now + i % 2), i % 3);
            arm(&node[i % N], (tw_tick)(now + FAR - i));
            if (i % 4 == 1)
                cost_expire(&set, now);
            if (i % 4 == 2)
                arm(&node[(i + 5) % N], (tw_tick)(now - i));
            if (i % 4 == 3)
                cancel(first_or(&node[i % N]));
            ask();
        }
    }
}
