// SPDX-License-Identifier: MIT-0
// Coroutines of C++20 that sleep: co_await sleep_for(set, 20ms).
//
// What it teaches: the awaited object lies in the frame of the coroutine, which does not move
// while the coroutine sleeps. So the node may lie in it, and nothing is allocated for the
// timer. A task owns its coroutine. A task that is destroyed destroys the frame, and the
// destructor of sleep_for cancels the timer.
//
//     coroutine   c++ -std=c++20 -Iinclude examples/cpp/coroutine.cc -o coroutine
#include "fake_clock.h"
#include "timer.h"
#include <coroutine>
#include <exception>
#include <iostream>
#include <optional>
#include <stdexcept>

using namespace std::chrono_literals;
using std::chrono::milliseconds;

struct task {
    struct promise_type {
        task get_return_object() { return {handle::from_promise(*this)}; }

        std::suspend_never initial_suspend() noexcept { return {}; }

        std::suspend_always final_suspend() noexcept { return {}; }

        void return_void() {}

        void unhandled_exception() { std::terminate(); }
    };

    using handle = std::coroutine_handle<promise_type>;

    task(handle h) : coroutine(h) {}

    task(task &&other) noexcept : coroutine(std::exchange(other.coroutine, nullptr)) {}

    ~task() {
        if (coroutine)
            coroutine.destroy();
    }

    handle coroutine;
};

template <class Delay> class sleep_for : tw_node {
  public:
    sleep_for(timers &set, Delay delay) : tw_node(), set_(set), delay_(delay) {
        tw_node_init(this,
                     [](tw_node *n, tw_tick) { static_cast<sleep_for *>(n)->sleeper_.resume(); });
    }

    sleep_for(const sleep_for &) = delete;

    ~sleep_for() { set_.cancel(this); }

    bool await_ready() const { return false; }

    void await_suspend(std::coroutine_handle<> sleeper) {
        sleeper_ = sleeper;
        if (!set_.add(this, delay_))
            throw std::length_error("sleep_for: the delay is too long for the ticks");
    }

    void await_resume() {}

  private:
    timers &set_;
    Delay delay_;
    std::coroutine_handle<> sleeper_;
};

static task blink(timers &set, const char *name, milliseconds period, int times) {
    for (int i = 1; i <= times; i++) {
        co_await sleep_for(set, period);
        std::cout << fake_clock::ms() << " ms  " << name << " " << i << "\n";
    }
}

int main() {
    timers set(fake_clock{});
    const task red = blink(set, "red", 20ms, 3);
    std::optional<task> green = blink(set, "green", 30ms, 100);

    for (; fake_clock::ms() < 100; fake_clock::pass(1ms)) {
        if (fake_clock::ms() == 70)
            green.reset(); // destroys a coroutine that sleeps, and cancels its timer
        set.advance();
    }
    std::cout << set.count() << " armed\n";
    return set.count() == 0 ? 0 : 1;
}
