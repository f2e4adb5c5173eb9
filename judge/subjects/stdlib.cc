/* SPDX-License-Identifier: MIT-0 */
/* Queues of the C++ library, as they are used for timers: `stdlib multimap|set|lazy|lazy_numbered
   [OPTION...]`. multimap: erased by its iterator. set: of (tick, number of the arming).
   lazy: std::priority_queue of (tick, id), whose cancelled entries stay until they come to
   the top; lazy_numbered: with the number of the arming. */
#include "judge.h"
#include <cstdio>
#include <cstring>
#include <functional>
#include <map>
#include <queue>
#include <set>
#include <string>
#include <tuple>
#include <vector>

typedef std::tuple<uint64_t, uint64_t, unsigned> entry; /* tick, number, id */

static std::string kind;
static std::multimap<uint64_t, unsigned> map;
static std::map<unsigned, std::multimap<uint64_t, unsigned>::iterator> place;
static std::set<entry> set;
static std::priority_queue<entry, std::vector<entry>, std::greater<entry>> heap;
static std::map<unsigned, entry> armed;
static uint64_t births;

static bool lazy() { return kind == "lazy" || kind == "lazy_numbered"; }

static void init(uint64_t) {
    map.clear();
    place.clear();
    set.clear();
    heap = decltype(heap)();
    armed.clear();
    births = 0;
}

static bool add(unsigned id, uint64_t due) {
    armed[id] = entry(due, kind == "lazy" ? 0 : births, id);
    births++;
    if (kind == "multimap")
        place[id] = map.emplace(due, id);
    else if (kind == "set")
        set.insert(armed[id]);
    else
        heap.push(armed[id]);
    return true;
}

static bool cancel(unsigned id) {
    if (!armed.count(id))
        return false;
    if (kind == "multimap")
        map.erase(place[id]);
    set.erase(armed[id]);
    armed.erase(id);
    return true;
}

static bool next(uint64_t *due) {
    while (lazy() && !heap.empty() &&
           (!armed.count(std::get<2>(heap.top())) || armed[std::get<2>(heap.top())] != heap.top()))
        heap.pop();
    if (armed.empty())
        return false;
    *due = lazy()               ? std::get<0>(heap.top())
           : kind == "multimap" ? map.begin()->first
                                : std::get<0>(*set.begin());
    return true;
}

static void advance(uint64_t now, uint64_t) {
    uint64_t due;

    while (next(&due) && due <= now) {
        const unsigned id = lazy()               ? std::get<2>(heap.top())
                            : kind == "multimap" ? map.begin()->second
                                                 : std::get<2>(*set.begin());

        cancel(id);
        judge_fired(id);
    }
}

int main(int argc, char **argv) {
    static const std::map<std::string, std::string> claims = {{"multimap", "fifo next"},
                                                              {"set", "fifo next"},
                                                              {"lazy", "next"},
                                                              {"lazy_numbered", "fifo next"}};
    static std::string name;
    static judge_subject subject = {nullptr, nullptr, init, add, cancel, nullptr, next, advance};

    kind = argc > 1 ? argv[1] : "";
    if (!claims.count(kind)) {
        std::fprintf(stderr, "Usage: %s multimap|set|lazy|lazy_numbered [OPTION...]\n", argv[0]);
        return 2;
    }
    name = "the C++ library of gcc " __VERSION__ ", " + kind;
    subject.name = name.c_str();
    subject.claims = claims.at(kind).c_str();
    argv[1] = argv[0];
    return judge_main(argc - 1, argv + 1, &subject);
}
