// SPDX-License-Identifier: MIT-0
// Objects with timers in containers of the standard library.
//
// What it teaches: an armed object must stay where it is. list, map, unordered_map and deque
// do not move an element when others come or go. A vector moves its elements when it grows.
// As timer has no copy and no move, the compiler refuses what would move an armed timer. A
// unique_ptr may be moved: the object that it points to stays.
//
//     containers  c++ -std=c++17 -Iinclude examples/cpp/containers.cc -o containers
#include "fake_clock.h"
#include "timer.h"
#include <algorithm>
#include <deque>
#include <iostream>
#include <list>
#include <memory>
#include <string>
#include <type_traits>
#include <unordered_map>
#include <vector>

using namespace std::chrono_literals;

// A session ends after 30 ms, by a function of its owner.
struct session {
    session(timers &set, std::string called, std::function<void(session &)> over)
        : name(std::move(called)), idle(set, [this, over = std::move(over)] { over(*this); }) {
        idle.after(30ms);
    }

    std::string name;
    timer idle;
};

static_assert(!std::is_copy_constructible_v<session> && !std::is_move_constructible_v<session>,
              "a vector<session> cannot grow: the compiler says so");

int main() {
    timers set(fake_clock{});
    std::unordered_map<std::string, session> by_name; // elements stay, even when it rehashes
    std::list<session> in_order;                      // elements stay
    std::deque<session> queue;                        // elements stay while both ends grow
    std::vector<std::unique_ptr<session>> table;      // pointers move, sessions stay
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
        table.push_back(std::make_unique<session>(set, "in the vector", [](session &) {}));
    }
    std::reverse(table.begin(), table.end());

    const auto pass = [&] {
        fake_clock::pass(10ms);
        return set.advance();
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
