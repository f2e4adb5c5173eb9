/* SPDX-License-Identifier: MIT-0 */
/* All peers that CMake has found, in lists for the programs. */
#ifndef PEERS_H
#define PEERS_H

#include "peers/standard.h"
#include "peers/textbook.h"
#if defined(BENCH_BOOST)
#include "peers/boost.h"
#endif
#if defined(BENCH_BSD)
#include "peers/bsd.h"
#endif
#if defined(BENCH_ABSEIL)
#include "peers/abseil.h"
#endif
#if defined(BENCH_RATAS)
#include "peers/ratas.h"
#endif
#if defined(BENCH_TIMEOUT)
#include "peers/timeout.h"
#endif

namespace bench {

template <class... Types> struct List {};

template <class Body> void each(List<>, Body &) {}

/* body.template of<T>() for each T of the list. */
template <class First, class... Rest, class Body> void each(List<First, Rest...>, Body &body) {
    body.template of<First>();
    each(List<Rest...>(), body);
}

using OurSets = List<heap4_timers, rbtree_timers, skiplist_timers, sorted_timers, wheel_timers,
                     small_timers, hwheel_timers, bigwheel_timers>;
using OurQueues =
    List<heap4_ordered_queue, rbtree_ordered_queue, skiplist_ordered_queue, wheel_queue,
         hwheel_queue, bigwheel_queue, heap4_by_key, heap4_typed, rbtree_typed, skiplist_typed>;

using TextbookSets = List<Cascade, Coarse, Rounds, Unsorted, Sorted>;
using TextbookQueues = List<FourHeap, GoHeap, TaskHeap, ParentTree, RadixTree, Pugh>;
using StandardQueues = List<PairQueue, EntryQueue, PointerQueue, Multimap, Multiset>;

/* Queues of peers out of which a program would make a timer set. */
using PeerQueueSets =
    List<FromQueue<FourHeap>, FromQueue<ParentTree>, FromQueue<RadixTree>, FromQueue<Multimap>>;

#if defined(BENCH_BOOST)
using BoostQueues = List<PlainDary, StableDary, MutableDary, Intrusive>;
using BoostSets = List<FromQueue<Intrusive>>;
#else
using BoostQueues = List<>;
using BoostSets = List<>;
#endif
#if defined(BENCH_BSD)
using BsdQueues = List<Bsd>;
#else
using BsdQueues = List<>;
#endif
#if defined(BENCH_ABSEIL)
using AbseilQueues = List<Abseil>;
#else
using AbseilQueues = List<>;
#endif
#if defined(BENCH_RATAS)
using RatasSets = List<Ratas>;
#else
using RatasSets = List<>;
#endif
#if defined(BENCH_TIMEOUT)
using TimeoutSets = List<Timeout>;
#else
using TimeoutSets = List<>;
#endif

template <class Body> void each_set(Body body) {
    each(OurSets(), body);
    each(TextbookSets(), body);
    each(PeerQueueSets(), body);
    each(BoostSets(), body);
    each(RatasSets(), body);
    each(TimeoutSets(), body);
}

template <class Body> void each_queue(Body body) {
    each(OurQueues(), body);
    each(TextbookQueues(), body);
    each(StandardQueues(), body);
    each(BoostQueues(), body);
    each(BsdQueues(), body);
    each(AbseilQueues(), body);
}

} // namespace bench

#endif
