/* SPDX-License-Identifier: MIT-0 */
/* Each queue of event_queue.h beside a std::set: random inserts, looks, pops and removals.
   Numbers of equal timestamps come in any order, and events before the first one, too. */
#include "../event_queue.h"
#undef NDEBUG
#include <cassert>
#include <cstdio>
#include <set>
#include <tuple>

typedef std::tuple<uint64_t, uint32_t> key; /* timestamp, number */

static uint64_t seed;

static uint64_t below(uint64_t n) {
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return (seed >> 33) % n;
}

/* How far ahead an event is: equals, near, over many levels of a wheel. */
static uint64_t draw_delay() {
    switch (below(4)) {
    case 0:
        return below(2);
    case 1:
        return below(1000);
    default:
        return below((uint64_t)1 << below(31)) << below(20);
    }
}

template <class Queue> static void insert(Queue &queue, std::set<key> &model, uint64_t ts) {
    static char impl[16];
    const uint32_t uid = (uint32_t)below(1u << 20);

    for (const key &k : model) /* numbers are given once; a few events wait */
        if (std::get<1>(k) == uid)
            return;
    queue.insert({impl + uid % 16, ts, uid, uid + 7});
    model.insert(key(ts, uid));
}

template <class Queue> static void play(unsigned operations, unsigned most) {
    Queue queue;
    std::set<key> model;
    uint64_t now = 0;

    for (unsigned i = 0; i < operations; i++) {
        const unsigned what = (unsigned)below(8);

        assert(queue.count() == model.size());
        if (what < 4 && model.size() < most) {
            insert(queue, model, now + draw_delay());
        } else if (what == 4 && !model.empty()) {
            assert(queue.first().ts == std::get<0>(*model.begin()));
            assert(queue.first().uid == std::get<1>(*model.begin()));
        } else if (what == 5 && !model.empty()) {
            std::set<key>::iterator k = model.lower_bound(key(now + draw_delay(), 0));

            if (k == model.end())
                k = model.begin();
            assert(queue.remove(std::get<0>(*k), std::get<1>(*k)));
            assert(!queue.remove(std::get<0>(*k), std::get<1>(*k)));
            model.erase(k);
        } else if (!model.empty()) {
            const tw_ns3::event e = queue.pop();

            assert(e.ts == std::get<0>(*model.begin()) && e.uid == std::get<1>(*model.begin()));
            assert(e.context == e.uid + 7 && e.impl != nullptr);
            now = e.ts;
            model.erase(model.begin());
        }
    }
    while (!model.empty()) {
        assert(key(queue.first().ts, queue.first().uid) == *model.begin());
        assert(queue.pop().uid == std::get<1>(*model.begin()));
        model.erase(model.begin());
    }
    assert(queue.count() == 0);
}

/* More events than a table and a slab have: removed from anywhere, and in order. */
template <class Queue> static void grow() {
    enum { N = 5000 };

    Queue queue;

    for (uint32_t i = 0; i < N; i++)
        queue.insert({nullptr, below(N), i, 0});
    for (uint32_t i = 0; i < N; i++)
        assert(!queue.remove(N, i));
    uint64_t last = 0;
    for (uint32_t i = 0; i < N; i++) {
        const uint64_t ts = queue.pop().ts;

        assert(ts >= last);
        last = ts;
    }
}

template <class Queue> static void all(const char *name) {
    for (seed = 1; seed < 20 * 7919; seed += 7919) {
        const uint64_t began = seed;

        play<Queue>(2000, 8);
        play<Queue>(2000, 100);
        seed = began;
    }
    grow<Queue>();
    std::printf("%s: as a set of (timestamp, number)\n", name);
}

int main() {
    all<tw_ns3::heap4_events>("heap4");
    all<tw_ns3::rbtree_events>("rbtree");
    all<tw_ns3::hwheel_events>("hwheel");
    all<tw_ns3::bigwheel_events>("bigwheel");
    return 0;
}
