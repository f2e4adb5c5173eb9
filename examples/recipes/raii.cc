// SPDX-License-Identifier: MIT-0
// Timers in C++: a class that cancels when it goes, with a lambda and std::chrono.
//
// What it teaches: the node is a private base, so that static_cast leads back to the object,
// whatever else it holds. An armed node has a fixed address: the class can be neither copied
// nor moved. The destructor cancels. The function is copied before it is called, so that it
// may destroy its own timer. Deadlines are rounded up to ticks of a millisecond.
//
//     raii     c++ -std=c++17 -I. examples/recipes/raii.cc -o raii
#include "hwheel.h"
#include "timers.h"
#include <chrono>
#include <functional>
#include <iostream>
#include <memory>
#include <utility>

TW_TIMERS_OF(wheel, hwheel)

using std::chrono::milliseconds;

// A set on a clock of the caller's. It outlives its timers.
class timers {
  public:
    explicit timers(milliseconds now) { wheel_init(&set_, tick(now), nullptr, 0); }

    timers(const timers &) = delete;
    timers &operator=(const timers &) = delete;

    std::size_t advance(milliseconds now) { return wheel_advance(&set_, tick(now)); }

    std::size_t count() const { return wheel_count(&set_); }

    milliseconds now() const { return milliseconds(wheel_now(&set_)); }

  private:
    friend class timer;

    static tw_tick tick(milliseconds t) { return static_cast<tw_tick>(t.count()); }

    wheel set_;
};

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
        wheel_add(&set_.set_, this,
                  timers::tick(set_.now() + std::chrono::ceil<milliseconds>(delay)));
    }

    bool cancel() { return wheel_cancel(&set_.set_, this); }

  private:
    timers &set_;
    std::function<void()> function_;
};

int main() {
    using namespace std::chrono_literals;
    timers set(0ms);
    int beats = 0;
    timer beat(set, [&] {
        std::cout << set.now().count() << " ms  beat " << ++beats << "\n";
        if (beats < 3)
            beat.after(20ms);
    });
    std::unique_ptr<timer> once;
    once = std::make_unique<timer>(set, [&set, &once] {
        once.reset(); // destroys the timer whose function this is
        std::cout << set.now().count() << " ms  once\n";
    });

    beat.after(20ms);
    once->after(24500us);
    {
        timer never(set, [] { std::cout << "never\n"; });
        never.after(10ms);
    }
    for (auto now = 0ms; now < 100ms; now += 1ms)
        set.advance(now);
    std::cout << set.count() << " armed\n";
    return set.count() == 0 ? 0 : 1;
}
