// SPDX-License-Identifier: MIT-0
// Lambdas, std::chrono and RAII over a set of timers.
//
// What it teaches: a lambda takes the place of a callback and its argument. A timer that goes
// out of scope is cancelled. A function may arm its timer again, or destroy it.
//
//     lambdas  c++ -std=c++17 -Iinclude examples/cpp/lambdas.cc -o lambdas
#include "fake_clock.h"
#include <iostream>
#include <string>

int main() {
    using namespace std::chrono_literals;
    timers set;
    int beats = 0;
    timer beat{set, [&] {
                   std::cout << fake_clock::ms() << " ms  beat " << ++beats << "\n";
                   if (beats == 3)
                       beat.cancel();
               }};
    std::optional<timer> once;
    once.emplace(set, [&once, name = std::string("once")] {
        once.reset(); // destroys the timer whose function this is
        std::cout << fake_clock::ms() << " ms  " << name << "\n";
    });

    beat.every(20ms);
    once->after(24500us);
    {
        timer never{set, [] { std::cout << "never\n"; }};
        never.after(10ms);
    }
    for (; fake_clock::ms() < 100; fake_clock::pass(1ms))
        set.run();
    std::cout << set.count() << " armed\n";
    return set.count() == 0 ? 0 : 1;
}
