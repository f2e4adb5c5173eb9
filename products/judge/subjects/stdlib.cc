/* SPDX-License-Identifier: MIT-0 */
/* Trees of the C++ library, as they are used for timers: `stdlib multimap|set [OPTION...]`.
   multimap: erased by its iterator. set: of (tick, number of the arming, id). */
#include "kinds.h"
#include <set>
#include <tuple>

namespace multimap {
static std::multimap<uint64_t, unsigned> map;
static std::map<unsigned, std::multimap<uint64_t, unsigned>::iterator> place;

static void init(uint64_t) {
    map.clear();
    place.clear();
}

static bool add(unsigned id, uint64_t due) {
    place[id] = map.emplace(due, id);
    return true;
}

static bool cancel(unsigned id) {
    return place.count(id) && (map.erase(place[id]), place.erase(id) == 1);
}

static bool next(uint64_t *due) { return !map.empty() && (*due = map.begin()->first, true); }

static void advance(uint64_t now, uint64_t) {
    while (!map.empty() && map.begin()->first <= now) {
        const unsigned id = map.begin()->second;

        cancel(id);
        judge_fired(id);
    }
}

static const judge_subject subject = {nullptr, "fifo next", init, add,
                                      cancel,  nullptr,     next, advance};
} // namespace multimap

namespace set {
typedef std::tuple<uint64_t, uint64_t, unsigned> entry; /* tick, number, id */
static std::set<entry> set;
static std::map<unsigned, entry> armed;
static uint64_t births;

static void init(uint64_t) {
    set.clear();
    armed.clear();
}

static bool add(unsigned id, uint64_t due) {
    return set.insert(armed[id] = entry(due, births++, id)).second;
}

static bool cancel(unsigned id) {
    return armed.count(id) && set.erase(armed[id]) == 1 && armed.erase(id) == 1;
}

static bool next(uint64_t *due) { return !set.empty() && (*due = std::get<0>(*set.begin()), true); }

static void advance(uint64_t now, uint64_t) {
    while (!set.empty() && std::get<0>(*set.begin()) <= now) {
        const unsigned id = std::get<2>(*set.begin());

        cancel(id);
        judge_fired(id);
    }
}

static const judge_subject subject = {nullptr, "fifo next", init, add,
                                      cancel,  nullptr,     next, advance};
} // namespace set

int main(int argc, char **argv) {
    const judge_kinds kinds = {{"multimap", multimap::subject}, {"set", set::subject}};

    return judge_one_of(argc, argv, kinds, "the C++ library of gcc " __VERSION__ ", ");
}
