// SPDX-License-Identifier: MIT-0
// Coroutines of C++20 that sleep: co_await set.sleep(20ms).
//
// What it teaches: the awaited object lies in the frame of the coroutine, so that nothing is
// allocated for the timer. A task owns its coroutine. A task that is destroyed destroys the
// frame, which cancels the timer.
//
//     coroutine   c++ -std=c++20 -Iinclude examples/cpp/coroutine.cc -o coroutine
#include "fake_clock.h"
#include <coroutine>
#include <exception>
#include <iostream>

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

static task blink(timers &set, const char *name, milliseconds period, int times) {
    for (int i = 1; i <= times; i++) {
        co_await set.sleep(period);
        std::cout << fake_clock::ms() << " ms  " << name << " " << i << "\n";
    }
}

int main() {
    timers set;
    const task red = blink(set, "red", 20ms, 3);
    std::optional<task> green = blink(set, "green", 30ms, 100);

    for (; fake_clock::ms() < 100; fake_clock::pass(1ms)) {
        if (fake_clock::ms() == 70)
            green.reset(); // destroys a coroutine that sleeps, and cancels its timer
        set.run();
    }
    std::cout << set.count() << " armed\n";
    return set.count() == 0 ? 0 : 1;
}
