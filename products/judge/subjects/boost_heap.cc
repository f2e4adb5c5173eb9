/* SPDX-License-Identifier: MIT-0 */
/* Boost.Heap's queues with handles: d_ary, fibonacci, binomial, pairing or skew, as the first
   argument says. */
#include "kinds.h"
#include <boost/heap/binomial_heap.hpp>
#include <boost/heap/d_ary_heap.hpp>
#include <boost/heap/fibonacci_heap.hpp>
#include <boost/heap/pairing_heap.hpp>
#include <boost/heap/skew_heap.hpp>
#include <boost/version.hpp>

namespace h = boost::heap;

struct entry {
    uint64_t due;
    unsigned id;

    bool operator<(const entry &b) const { return due > b.due; } /* the first is the top */
};

/* One of these for each heap. */
template <class Heap> struct subject_of {
    static Heap heap;
    static std::map<unsigned, typename Heap::handle_type> place;

    static void init(uint64_t) {
        heap.clear();
        place.clear();
    }

    static bool add(unsigned id, uint64_t due) {
        place[id] = heap.push(entry{due, id});
        return true;
    }

    static bool cancel(unsigned id) {
        if (!place.count(id))
            return false;
        heap.erase(place[id]);
        place.erase(id);
        return true;
    }

    static bool move(unsigned id, uint64_t due) {
        heap.update(place[id], entry{due, id});
        return true;
    }

    static bool next(uint64_t *due) { return !heap.empty() && (*due = heap.top().due, true); }

    static void advance(uint64_t now, uint64_t) {
        while (!heap.empty() && heap.top().due <= now) {
            const unsigned id = heap.top().id;

            heap.pop();
            place.erase(id);
            judge_fired(id);
        }
    }

    static judge_subject subject() {
        return {nullptr, "next move", init, add, cancel, move, next, advance};
    }
};

template <class Heap> Heap subject_of<Heap>::heap;
template <class Heap> std::map<unsigned, typename Heap::handle_type> subject_of<Heap>::place;

int main(int argc, char **argv) {
    const judge_kinds kinds = {
        {"d_ary", subject_of<h::d_ary_heap<entry, h::arity<4>, h::mutable_<true>>>::subject()},
        {"fibonacci", subject_of<h::fibonacci_heap<entry>>::subject()},
        {"binomial", subject_of<h::binomial_heap<entry>>::subject()},
        {"pairing", subject_of<h::pairing_heap<entry>>::subject()},
        {"skew", subject_of<h::skew_heap<entry, h::mutable_<true>>>::subject()}};

    return judge_one_of(argc, argv, kinds, "Boost " BOOST_LIB_VERSION ", heap ");
}
