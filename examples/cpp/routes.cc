// SPDX-License-Identifier: MIT-0
// Shortest ways by Dijkstra's algorithm, over tw::priority_queue.
//
// What it teaches: objects of yours wait in a queue by a hook and a key. If a shorter way to
// a place is found while it waits, update() moves the place. So each place is taken once.
//
//     routes  c++ -std=c++17 -Iinclude examples/cpp/routes.cc -o routes
//             routes <examples/basics/roads.txt    the distance of each place from place 0
#include <algorithm>
#include <cstdint>
#include <iostream>
#include <limits>
#include <tw/tw.hpp>
#include <vector>

struct road {
    std::size_t to;
    std::uint64_t length;
};

struct place {
    std::uint64_t distance = std::numeric_limits<std::uint64_t>::max();
    std::vector<road> roads;
    tw::hook hook;
};

static void search(place &start, std::vector<place> &places) {
    tw::priority_queue<place, &place::hook, &place::distance> waiting;

    start.distance = 0;
    waiting.push(start);
    while (const place *p = waiting.pop())
        for (const road &r : p->roads) {
            place &next = places[r.to];
            if (p->distance + r.length < next.distance) {
                next.distance = p->distance + r.length;
                waiting.push(next); // moves it, if it waits
            }
        }
}

int main() {
    std::vector<place> places;
    std::size_t from, to;
    std::uint64_t length;

    while (std::cin.peek() == '#')
        std::cin.ignore(1000, '\n');
    while (std::cin >> from >> to >> length) {
        places.resize(std::max({places.size(), from + 1, to + 1}));
        places[from].roads.push_back({to, length});
    }
    if (places.empty())
        return 1;
    search(places[0], places);
    for (const place &p : places)
        std::cout << &p - places.data() << " "
                  << (p.distance < places[0].distance - 1 ? std::to_string(p.distance) : "-")
                  << "\n";
}
