/* SPDX-License-Identifier: MIT-0 */
/* random SCHEDULER...: each has the answers of ns3::MapScheduler under random inserts, looks and
   removals; numbers of equal times come in any order. Names those that differ: status 1. */
#include <ns3/core-module.h>
#include <algorithm>
#include <cstdio>
#include <vector>

using namespace ns3;

static Ptr<Scheduler> make(const char *name) {
    ObjectFactory factory(name);

    return factory.Create<Scheduler>();
}

static uint64_t seed;

static uint64_t below(uint64_t n) {
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return (seed >> 33) % n;
}

static bool same(const Scheduler::Event &a, const Scheduler::Event &b) {
    return a.impl == b.impl && a.key.m_ts == b.key.m_ts && a.key.m_uid == b.key.m_uid &&
           a.key.m_context == b.key.m_context;
}

/* Does it answer as the map does? */
static bool play(const char *name) {
    const Ptr<Scheduler> map = make("ns3::MapScheduler"), other = make(name);
    std::vector<Scheduler::Event> waiting;
    uint64_t now = 0;
    uint32_t births = 4;

    for (unsigned i = 0; i < 3000 || !waiting.empty(); i++) {
        const uint64_t what = i < 3000 ? below(8) : 7;

        if (other->IsEmpty() != waiting.empty())
            return false;
        if (what < 4) {
            Scheduler::Event e;

            e.impl = reinterpret_cast<EventImpl *>(&waiting) + births;
            e.key.m_ts = now + (below(3) ? below(5) : below(1u << 30));
            e.key.m_uid = births++ ^ 3;
            e.key.m_context = (uint32_t)below(9);
            map->Insert(e);
            other->Insert(e);
            waiting.push_back(e);
        } else if (what == 4 && !waiting.empty()) {
            if (!same(map->PeekNext(), other->PeekNext()))
                return false;
        } else if (what == 5 && !waiting.empty()) {
            std::swap(waiting[below(waiting.size())], waiting.back());
            map->Remove(waiting.back());
            other->Remove(waiting.back());
            waiting.pop_back();
        } else if (!waiting.empty()) {
            const Scheduler::Event e = map->RemoveNext();

            if (!same(e, other->RemoveNext()))
                return false;
            now = e.key.m_ts;
            waiting.erase(std::find(waiting.begin(), waiting.end(), e));
        }
    }
    return other->IsEmpty();
}

int main(int argc, char **argv) {
    bool all = true;

    for (int i = 1; i < argc; i++) {
        bool equal = true;

        for (uint64_t run = 1; run <= 20 && equal; run++) {
            seed = run;
            equal = play(argv[i]);
        }
        std::printf("%s: %s\n", argv[i], equal ? "as MapScheduler" : "DIFFERS");
        all = all && equal;
    }
    return all ? 0 : 1;
}
