/* SPDX-License-Identifier: MIT-0 */
/* systemd's sd-event, on a clock of ours, with an accuracy of a microsecond. Its documentation
   names no order of pending sources of one priority. */
#include "judge.h"
#include "clock.h"
#include <stdio.h>
#include <systemd/sd-event.h>

static sd_event *loop;
static sd_event_source *timer[JUDGE_IDS];

static int fire(sd_event_source *s, uint64_t time, void *data) {
    (void)s;
    (void)time;
    judge_fired((unsigned)((sd_event_source **)data - timer));
    return 0;
}

static void init(uint64_t now) {
    clock_ms = CLOCK_BASE + now;
    if (loop)
        for (unsigned i = 0; i < JUDGE_IDS; i++)
            sd_event_source_disable_unref(timer[i]);
    sd_event_unref(loop);
    sd_event_new(&loop);
    for (unsigned i = 0; i < JUDGE_IDS; i++) {
        sd_event_add_time(loop, &timer[i], CLOCK_MONOTONIC, 0, 1, fire, &timer[i]);
        sd_event_source_set_enabled(timer[i], SD_EVENT_OFF);
    }
}

static bool add(unsigned id, uint64_t due) {
    return sd_event_source_set_time(timer[id], (CLOCK_BASE + due) * 1000) >= 0 &&
           sd_event_source_set_enabled(timer[id], SD_EVENT_ONESHOT) >= 0;
}

static bool cancel(unsigned id) {
    const bool armed = sd_event_source_get_enabled(timer[id], NULL) > 0;

    sd_event_source_set_enabled(timer[id], SD_EVENT_OFF);
    return armed;
}

static void advance(uint64_t now, uint64_t max) {
    (void)max;
    clock_ms = CLOCK_BASE + now;
    while (sd_event_run(loop, 0) > 0) { /* one source a turn, until none is pending */
    }
}

int main(int argc, char **argv) {
    static const struct judge_subject subject = {"sd-event " SYSTEMD_VERSION,
                                                 "unordered move callbacks top 9000000000000000",
                                                 init,
                                                 add,
                                                 cancel,
                                                 add,
                                                 NULL,
                                                 advance};

    return judge_main(argc, argv, &subject);
}
