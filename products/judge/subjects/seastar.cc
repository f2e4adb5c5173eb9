/* SPDX-License-Identifier: MIT-0 */
/* The timer set of Seastar, buckets by the highest bit in which a deadline differs from the clock,
   from a directory of yours. It says nothing of an order. get_next_timeout() may lag behind a
   removal, so that next is not claimed. */
#include "judge.h"
#include <cassert>
#include <chrono>
#include <exception>
#include <memory>
#include <seastar/core/timer-set.hh>

struct timer {
    typedef std::chrono::nanoseconds duration;
    typedef std::chrono::time_point<std::chrono::steady_clock, duration> time_point;
    boost::intrusive::list_member_hook<> link;
    time_point due;
    bool armed = false;

    time_point get_timeout() const { return due; }

    void cancel();
};

typedef seastar::timer_set<timer, &timer::link> timer_set;

static timer timers[JUDGE_IDS];
static std::unique_ptr<timer_set> set;

static timer::time_point at(uint64_t tick) {
    return timer::time_point(timer::duration((int64_t)tick));
}

void timer::cancel() {
    set->remove(*this);
    armed = false;
}

static bool cancel(unsigned id) {
    const bool was = timers[id].armed;

    if (was)
        timers[id].cancel();
    return was;
}

static void init(uint64_t now) {
    for (unsigned id = 0; id < JUDGE_IDS; id++)
        cancel(id);
    set.reset(new timer_set);
    set->expire(at(now));
}

static bool add(unsigned id, uint64_t due) {
    timers[id].due = at(due);
    set->insert(timers[id]);
    return timers[id].armed = true;
}

static bool move(unsigned id, uint64_t due) { return cancel(id) && add(id, due); }

static void advance(uint64_t now, uint64_t) {
    timer_set::timer_list_t gone = set->expire(at(now));

    while (!gone.empty()) {
        timer &t = gone.front();

        gone.pop_front();
        t.armed = false;
        judge_fired((unsigned)(&t - timers));
    }
}

int main(int argc, char **argv) {
    static const judge_subject subject = {
        "Seastar, timer_set", "unordered move", init, add, cancel, move, nullptr, advance};

    return judge_main(argc, argv, &subject);
}
