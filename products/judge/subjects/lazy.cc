/* SPDX-License-Identifier: MIT-0 */
/* std::priority_queue of (tick, id), as timers use it: entries that were cancelled stay until
   they come to the top. */
#include "judge.h"
#include <functional>
#include <map>
#include <queue>
#include <tuple>
#include <vector>

typedef std::tuple<uint64_t, unsigned, uint64_t> entry; /* tick, id, number of the arming */

static std::priority_queue<entry, std::vector<entry>, std::greater<entry>> heap;
static std::map<unsigned, uint64_t> armed; /* the number of the arming, by id */
static uint64_t births;

static void init(uint64_t) {
    heap = decltype(heap)();
    armed.clear();
}

static bool add(unsigned id, uint64_t due) {
    armed[id] = births;
    heap.push(entry(due, id, births++));
    return true;
}

static bool cancel(unsigned id) { return armed.erase(id) == 1; }

static bool is_armed(const entry &e) {
    const auto found = armed.find(std::get<1>(e));

    return found != armed.end() && found->second == std::get<2>(e);
}

static bool next(uint64_t *due) {
    while (!heap.empty() && !is_armed(heap.top()))
        heap.pop();
    if (heap.empty())
        return false;
    *due = std::get<0>(heap.top());
    return true;
}

static void advance(uint64_t now, uint64_t) {
    uint64_t due;

    while (next(&due) && due <= now) {
        const unsigned id = std::get<1>(heap.top());

        heap.pop();
        armed.erase(id);
        judge_fired(id);
    }
}

int main(int argc, char **argv) {
    static const judge_subject subject = {"the C++ library of gcc " __VERSION__ ", lazy",
                                          "next",
                                          init,
                                          add,
                                          cancel,
                                          nullptr,
                                          next,
                                          advance};

    return judge_main(argc, argv, &subject);
}
