// SPDX-License-Identifier: MIT-0
// A clock that the program sets: timers on it need no sleep, in an example or in a test.
#ifndef EXAMPLES_CPP_FAKE_CLOCK_H
#define EXAMPLES_CPP_FAKE_CLOCK_H

#include <tw/tw.hpp>

struct fake_clock {
    using duration = std::chrono::milliseconds;
    using rep = duration::rep;
    using period = duration::period;
    using time_point = std::chrono::time_point<fake_clock>;
    static constexpr bool is_steady = true;

    static time_point now() { return now_; }

    static rep ms() { return now_.time_since_epoch().count(); }

    static void pass(duration d) { now_ += d; }

  private:
    static inline time_point now_;
};

using timers = tw::basic_timers<fake_clock>;
using timer = timers::timer;

#endif
