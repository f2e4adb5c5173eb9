/* SPDX-License-Identifier: MIT-0 */
/* The heaps of libstdc++'s policy-based data structures, by (tick, number of the arming). A timer
   keeps its iterator. */
#include "kinds.h"
#include <ext/pb_ds/priority_queue.hpp>
#include <functional>
#include <tuple>

typedef std::tuple<uint64_t, uint64_t, unsigned> item;

template <class Tag> struct timers {
    typedef __gnu_pbds::priority_queue<item, std::greater<item>, Tag> heap;

    static heap queue;
    static typename heap::point_iterator where[JUDGE_IDS];
    static bool armed[JUDGE_IDS];
    static uint64_t births;

    static void init(uint64_t) {
        queue.clear();
        for (bool &one : armed)
            one = false;
    }

    static bool add(unsigned id, uint64_t due) {
        where[id] = queue.push(item(due, births++, id));
        armed[id] = true;
        return true;
    }

    static bool cancel(unsigned id) {
        const bool was = armed[id];

        if (was)
            queue.erase(where[id]);
        armed[id] = false;
        return was;
    }

    static bool move(unsigned id, uint64_t due) {
        queue.modify(where[id], item(due, births++, id));
        return true;
    }

    static bool next(uint64_t *due) {
        if (queue.empty())
            return false;
        *due = std::get<0>(queue.top());
        return true;
    }

    static void advance(uint64_t now, uint64_t) {
        while (!queue.empty() && std::get<0>(queue.top()) <= now) {
            const unsigned id = std::get<2>(queue.top());

            queue.pop();
            armed[id] = false;
            judge_fired(id);
        }
    }

    static judge_subject subject() {
        return {"", "fifo next move", init, add, cancel, move, next, advance};
    }
};

template <class Tag> typename timers<Tag>::heap timers<Tag>::queue;
template <class Tag> typename timers<Tag>::heap::point_iterator timers<Tag>::where[JUDGE_IDS];
template <class Tag> bool timers<Tag>::armed[JUDGE_IDS];
template <class Tag> uint64_t timers<Tag>::births;

int main(int argc, char **argv) {
    return judge_one_of(argc, argv,
                        {{"pairing", timers<__gnu_pbds::pairing_heap_tag>::subject()},
                         {"binomial", timers<__gnu_pbds::binomial_heap_tag>::subject()},
                         {"rc_binomial", timers<__gnu_pbds::rc_binomial_heap_tag>::subject()},
                         {"thin", timers<__gnu_pbds::thin_heap_tag>::subject()}},
                        "gcc " __VERSION__ ", pb_ds heap ");
}
