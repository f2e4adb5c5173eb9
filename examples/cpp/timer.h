// SPDX-License-Identifier: MIT-0
// Timers in C++17: a set on a clock of std::chrono, and a timer that calls a lambda.
//
// The node is a private base, so that static_cast leads back to the object, whatever else it
// holds. The set knows the address of an armed node: a timer can be neither copied nor moved.
// The destructor cancels. The function is copied before it is called, so that it may destroy
// its own timer. A tick is a millisecond since the set was made. A delay counts from the moment
// of the call, whenever the last advance() was. It is rounded up.
#ifndef EXAMPLES_CPP_TIMER_H
#define EXAMPLES_CPP_TIMER_H

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <functional>
#include <tw/hwheel.h>
#include <tw/timers.h>
#include <utility>

TW_TIMERS_OF(wheel, hwheel)

// A set. It outlives its timers.
class timers {
  public:
    // A set on steady_clock, or on another clock: timers set(fake_clock{}).
    timers() : timers(std::chrono::steady_clock()) {}

    template <class Clock> explicit timers(Clock) : now_(&now_of<Clock>), begun_(now_()) {
        static_assert(Clock::is_steady, "a clock that is set back stops timers");
        wheel_init(&set_, 0, nullptr, 0);
    }

    timers(const timers &) = delete;
    timers &operator=(const timers &) = delete;

    // Calls what is due, in order, and returns how many it called. An exception of a function
    // passes through. The next call then goes on behind that timer. A function may call
    // advance(), too, such as in a loop that waits for another timer. The outer call then ends
    // when the function returns.
    std::size_t advance() {
        std::size_t called = 0;
        bool left = in_batch_; // by an exception, or for a loop in a function

        do {
            while (tw_node *n = wheel_expire(&set_, tick())) {
                in_batch_ = true;
                called++;
                n->fn(n, wheel_now(&set_));
                if (!in_batch_) // the function has called advance(), which ended the batch
                    return called;
            }
            in_batch_ = false;
        } while (std::exchange(left, false));
        return called;
    }

    // Returns for how many milliseconds poll() may wait, rounded up. -1: nothing is armed.
    int wait_ms() { return wheel_wait_ms(&set_, tick(), 1); }

    std::size_t count() const { return wheel_count(&set_); }

    // Arms a node of the caller's, or moves it. A delay of 0 or less is due at once. A delay over
    // a thousand years counts as a thousand years. False: ticks have 16 or 32 bits, and the
    // delay is a quarter of their range or more.
    template <class Rep, class Period>
    bool add(tw_node *n, std::chrono::duration<Rep, Period> delay) {
        const auto now = now_() - begun_;
        const auto whole = std::chrono::floor<milliseconds>(now);

        return wheel_add_in(&set_, n, static_cast<tw_tick>(whole.count()),
                            ticks(delay, whole < now));
    }

    bool cancel(tw_node *n) { return wheel_cancel(&set_, n); }

  private:
    using milliseconds = std::chrono::milliseconds;
    using nanoseconds = std::chrono::nanoseconds;

    template <class Clock> static nanoseconds now_of() {
        return std::chrono::floor<nanoseconds>(Clock::now().time_since_epoch());
    }

    tw_tick tick() const {
        return static_cast<tw_tick>(std::chrono::floor<milliseconds>(now_() - begun_).count());
    }

    // A tick more, if a part of this one has passed. Doubles compare without overflow.
    template <class Duration> static tw_tick ticks(Duration delay, bool part) {
        constexpr milliseconds longest = std::chrono::hours(24 * 365 * 1000);
        milliseconds ms = longest;

        if (!(delay > Duration::zero()))
            return 0;
        if (std::chrono::duration<double, std::milli>(delay) < longest)
            ms = std::chrono::ceil<milliseconds>(delay) + milliseconds(part);
        return static_cast<tw_tick>(
            std::min(static_cast<std::uint64_t>(ms.count()), std::uint64_t{TW_TICK_MAX}));
    }

    wheel set_;
    nanoseconds (*now_)();
    nanoseconds begun_;
    bool in_batch_ = false;
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

    // Arms the timer, or moves it, as timers::add() says.
    template <class Rep, class Period> bool after(std::chrono::duration<Rep, Period> delay) {
        return set_.add(this, delay);
    }

    bool cancel() { return set_.cancel(this); }

  private:
    timers &set_;
    std::function<void()> function_;
};

#endif
