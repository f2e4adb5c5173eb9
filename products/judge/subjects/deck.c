/* SPDX-License-Identifier: MIT-0 */
/* A wheel of numbered timers, deckwheel2.h, from a directory of yours. It goes from tick to tick,
   to ticks of 32 bits. */
#include "judge.h"
#include <deckwheel2.h>

static struct dw w;

static void init(uint64_t now) {
    free(w.t);
    free(w.c);
    free(w.tmp);
    dw_init(&w, JUDGE_IDS, 1024);
    w.now = (uint32_t)now;
}

static bool add(unsigned id, uint64_t due) {
    dw_arm(&w, id, (uint32_t)due);
    return true;
}

static bool cancel(unsigned id) {
    const bool armed = w.t[id].armed != 0;

    dw_cancel(&w, id);
    return armed;
}

static void fire(uint32_t id, uint32_t now) {
    (void)now;
    judge_fired(id);
}

static void advance(uint64_t now, uint64_t max) {
    (void)max;
    while (w.now < now)
        dw_tick(&w, fire);
}

int main(int argc, char **argv) {
    static const struct judge_subject subject = {
        "deckwheel2.h", "ahead fifo move top 16777216", init, add, cancel, add, NULL, advance};

    return judge_main(argc, argv, &subject);
}
