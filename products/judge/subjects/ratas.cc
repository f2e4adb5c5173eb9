/* SPDX-License-Identifier: MIT-0 */
/* J. Snellman's ratas, from a directory of yours. A timer is armed for a tick ahead of the clock,
   which is moved on from tick to tick. */
#include "judge.h"
#include <memory>
#include <timer-wheel.h>

struct timer : TimerEventInterface {
    void execute() override;
};

static std::unique_ptr<TimerWheel> wheel;
static timer timers[JUDGE_IDS];

void timer::execute() { judge_fired((unsigned)(this - timers)); }

static void init(uint64_t now) {
    for (auto &t : timers)
        t.cancel();
    wheel.reset(new TimerWheel(now));
}

static bool add(unsigned id, uint64_t due) {
    wheel->schedule(&timers[id], due - wheel->now());
    return true;
}

static bool cancel(unsigned id) {
    const bool armed = timers[id].active();

    timers[id].cancel();
    return armed;
}

static void advance(uint64_t now, uint64_t) {
    if (now > wheel->now())
        wheel->advance(now - wheel->now());
}

int main(int argc, char **argv) {
    static const judge_subject subject = {
        "ratas", "move ahead top 16777216", init, add, cancel, add, nullptr, advance};

    return judge_main(argc, argv, &subject);
}
