// SPDX-License-Identifier: MIT-0
// Objects with timers in containers of the standard library.
//
// What it teaches: a timer may move while it is armed. But a function that has captured the
// address of its object follows no move, so such an object must stay. list, map,
// unordered_map and deque do not move an element when others come or go. A vector moves its
// elements when it grows: there the function takes the timer as its argument.
//
//     containers  c++ -std=c++17 -Iinclude examples/cpp/containers.cc -o containers
#include "fake_clock.h"
#include <deque>
#include <functional>
#include <iostream>
#include <list>
#include <string>
#include <unordered_map>
#include <vector>

using namespace std::chrono_literals;

// A session ends after 30 ms, by a function of its owner. It captures its own address.
struct session {
    session(timers &set, std::string called, std::function<void(session &)> over)
        : name(std::move(called)), idle{set, [this, over = std::move(over)] { over(*this); }} {
        idle.after(30ms);
    }

    session(const session &) = delete; // a vector<session> cannot grow: the compiler says so
    session &operator=(const session &) = delete;

    std::string name;
    timer idle;
};

int main() {
    timers set;
    std::unordered_map<std::string, session> by_name; // elements stay, even when it rehashes
    std::list<session> in_order;                      // elements stay
    std::deque<session> queue;                        // elements stay while both ends grow
    std::vector<timer> table;                         // elements move, armed as they are
    int retries = 0;
    const auto say = [](const session &s) {
        std::cout << fake_clock::ms() << " ms  " << s.name << " is over\n";
    };

    for (const auto *name : {"ann", "bob", "cay"})
        by_name.try_emplace(name, set, name, [&](session &s) {
            say(s);
            by_name.erase(std::string(s.name)); // destroys the session whose timer fires
        });
    in_order.emplace_back(set, "in the list", say);
    for (int i = 0; i < 1000; i++) {
        queue.emplace_back(set, "in the deque", [](session &) {});
        table.emplace_back(set, [&](timer &self) {
            if (++retries <= 500)
                self.after(10ms);
        });
        table.back().after(30ms);
    }

    const auto pass = [&] {
        fake_clock::pass(10ms);
        return set.run();
    };
    pass();
    by_name.at("bob").idle.after(30ms); // moves its deadline to 40 ms
    by_name.erase("cay");
    pass();
    std::cout << pass() << " fired\n";
    std::cout << pass() << " fired, " << by_name.size() << " left by name, " << set.count()
              << " armed\n";
    return set.count() == 0 ? 0 : 1;
}
