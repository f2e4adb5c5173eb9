/* SPDX-License-Identifier: MIT-0 */
/* Boost.Asio's basic_waitable_timer, with a clock of ours. Its wait traits say that no waiting is
   needed, so that poll() looks at the timers in each turn. A handler that was due already is
   called in spite of a cancel, by its documentation: callbacks that cancel are not claimed. */
#include "judge.h"
#include <boost/asio.hpp>
#include <boost/version.hpp>
#include <chrono>
#include <memory>

struct our_clock {
    typedef std::chrono::duration<int64_t> duration;
    typedef duration::rep rep;
    typedef duration::period period;
    typedef std::chrono::time_point<our_clock> time_point;

    static const bool is_steady = true;
    static int64_t tick;

    static time_point now() { return time_point(duration(tick)); }
};

struct no_waiting {
    static our_clock::duration to_wait_duration(const our_clock::duration &) {
        return our_clock::duration(0);
    }

    static our_clock::duration to_wait_duration(const our_clock::time_point &) {
        return our_clock::duration(0);
    }
};

typedef boost::asio::basic_waitable_timer<our_clock, no_waiting> timer;

int64_t our_clock::tick;
static std::unique_ptr<boost::asio::io_context> context;
static std::unique_ptr<timer> timers[JUDGE_IDS];

static void init(uint64_t now) {
    our_clock::tick = (int64_t)now;
    for (unsigned i = 0; i < JUDGE_IDS; i++) {
        timers[i].reset();
    }
    context.reset(new boost::asio::io_context(1));
    for (auto &t : timers)
        t.reset(new timer(*context));
}

static bool add(unsigned id, uint64_t due) {
    timers[id]->expires_at(our_clock::time_point(our_clock::duration((int64_t)due)));
    timers[id]->async_wait([id](const boost::system::error_code &e) {
        if (e)
            return;
        judge_fired(id);
    });
    return true;
}

static bool cancel(unsigned id) { return timers[id]->cancel() == 1; }

static void advance(uint64_t now, uint64_t) {
    our_clock::tick = (int64_t)now;
    context->restart();
    context->poll();
}

int main(int argc, char **argv) {
    static const judge_subject subject = {
        "Boost.Asio " BOOST_LIB_VERSION, "move", init, add, cancel, add, nullptr, advance};

    return judge_main(argc, argv, &subject);
}
