// SPDX-License-Identifier: MIT-0
// Coroutines of C++20 that sleep: co_await sleep(set, 20ms).
//
// What it teaches: the awaited object lies in the frame of the coroutine, which does not move
// while the coroutine sleeps. So the node may lie in it, and nothing is allocated for the
// timer. A task owns its coroutine. A task that is destroyed destroys the frame, and the
// destructor of sleep cancels the timer.
//
//     coroutine   c++ -std=c++20 -Iinclude examples/cpp/coroutine.cc -o coroutine
#include "timer.h"
#include <coroutine>
#include <exception>
#include <iostream>
#include <memory>

using namespace std::chrono_literals;

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

    task(const task &) = delete;

    ~task() { coroutine.destroy(); }

    handle coroutine;
};

class sleep : tw_node {
  public:
    sleep(timers &set, milliseconds delay) : tw_node(), set_(set), delay_(delay) {
        tw_node_init(this, [](tw_node *n, tw_tick) { static_cast<sleep *>(n)->sleeper_.resume(); });
    }

    sleep(const sleep &) = delete;

    ~sleep() { set_.cancel(this); }

    bool await_ready() const { return false; }

    void await_suspend(std::coroutine_handle<> sleeper) {
        sleeper_ = sleeper;
        set_.add(this, delay_);
    }

    void await_resume() {}

  private:
    timers &set_;
    milliseconds delay_;
    std::coroutine_handle<> sleeper_;
};

static task blink(timers &set, const char *name, milliseconds period, int times) {
    for (int i = 1; i <= times; i++) {
        co_await sleep(set, period);
        std::cout << set.now().count() << " ms  " << name << " " << i << "\n";
    }
}

int main() {
    timers set(0ms);
    const task red = blink(set, "red", 20ms, 3);
    std::unique_ptr<task> green(new task(blink(set, "green", 30ms, 100)));

    for (auto now = 0ms; now < 100ms; now += 1ms) {
        if (now == 70ms)
            green.reset(); // destroys a coroutine that sleeps, and cancels its timer
        set.advance(now);
    }
    std::cout << set.count() << " armed\n";
    return set.count() == 0 ? 0 : 1;
}
