// SPDX-License-Identifier: MIT-0
// Timers in C++17: a set on a clock of the caller's, and a timer that calls a lambda.
//
// The node is a private base, so that static_cast leads back to the object, whatever else it
// holds. The set knows the address of an armed node: a timer can be neither copied nor moved.
// The destructor cancels. The function is copied before it is called, so that it may destroy
// its own timer. Delays are rounded up to ticks of a millisecond.
#ifndef EXAMPLES_CPP_TIMER_H
#define EXAMPLES_CPP_TIMER_H

#include <chrono>
#include <functional>
#include <tw/hwheel.h>
#include <tw/timers.h>
#include <utility>

TW_TIMERS_OF(wheel, hwheel)

using std::chrono::milliseconds;

// A set. It outlives its timers.
class timers {
  public:
    explicit timers(milliseconds now) { wheel_init(&set_, tick(now), nullptr, 0); }

    timers(const timers &) = delete;
    timers &operator=(const timers &) = delete;

    std::size_t advance(milliseconds now) { return wheel_advance(&set_, tick(now)); }

    std::size_t count() const { return wheel_count(&set_); }

    milliseconds now() const { return milliseconds(wheel_now(&set_)); }

    // Arms a node of the caller's, or moves it.
    template <class Rep, class Period>
    void add(tw_node *n, std::chrono::duration<Rep, Period> delay) {
        wheel_add(&set_, n, tick(now() + std::chrono::ceil<milliseconds>(delay)));
    }

    bool cancel(tw_node *n) { return wheel_cancel(&set_, n); }

  private:
    static tw_tick tick(milliseconds t) { return static_cast<tw_tick>(t.count()); }

    wheel set_;
};

// A timer that calls a function.
class timer : tw_node {
  public:
    timer(timers &set, std::function<void()> function)
        : tw_node(), set_(set), function_(std::move(function)) {
        tw_node_init(this, [](tw_node *n, tw_tick) {
            const auto call = static_cast<timer *>(n)->function_;
            call();
        });
    }

    ~timer() { cancel(); }

    timer(const timer &) = delete;
    timer &operator=(const timer &) = delete;

    template <class Rep, class Period> void after(std::chrono::duration<Rep, Period> delay) {
        set_.add(this, delay);
    }

    bool cancel() { return set_.cancel(this); }

  private:
    timers &set_;
    std::function<void()> function_;
};

#endif
