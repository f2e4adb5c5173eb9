/* SPDX-License-Identifier: MIT-0 */
/* The hold model: pop the least, push its key + U[1, 2N]. heap4 against std::priority_queue, which knows no cancel and
   keeps no order among equals. Objects are 128 bytes, taken in random order.

       hold --benchmark_enable_random_interleaving=true --benchmark_repetitions=7
   --benchmark_report_aggregates_only=true */
#define TW_IMPLEMENTATION
#include "heap4.h"
#include <benchmark/benchmark.h>
#include <algorithm>
#include <cstdlib>
#include <functional>
#include <queue>
#include <random>
#include <utility>
#include <vector>

namespace {

struct alignas(64) Object {
    struct tw_node node;
    unsigned hits;
};

struct Work {
    explicit Work(size_t n) : object(n), order(n), random(42), step(1, 2 * n) {
        for (size_t i = 0; i < n; i++)
            order[i] = &object[i];
        std::shuffle(order.begin(), order.end(), random);
    }
    std::vector<Object> object;
    std::vector<Object *> order;
    std::mt19937_64 random;
    std::uniform_int_distribution<uint64_t> step;
};

void Heap4(benchmark::State &state) {
    const size_t n = static_cast<size_t>(state.range(0));
    Work work(n);
    void *room = std::aligned_alloc(64, (TW_HEAP4_BYTES(n) + 63) / 64 * 64);
    struct tw_heap4 heap;

    tw_heap4_init(&heap, 0, static_cast<struct tw_heap4_cell *>(room), n);
    for (Object *x : work.order)
        tw_heap4_add(&heap, &x->node, work.step(work.random));
    for (auto _ : state) {
        struct tw_node *least = tw_heap4_pop(&heap);
        TW_OF(least, Object, node)->hits++;
        tw_heap4_add(&heap, least, least->due + work.step(work.random));
    }
    std::free(room);
}

void StdPriorityQueue(benchmark::State &state) {
    using Entry = std::pair<uint64_t, Object *>;
    Work work(static_cast<size_t>(state.range(0)));
    std::priority_queue<Entry, std::vector<Entry>, std::greater<Entry>> heap;

    for (Object *x : work.order)
        heap.push({work.step(work.random), x});
    for (auto _ : state) {
        Entry least = heap.top();
        heap.pop();
        least.second->hits++;
        heap.push({least.first + work.step(work.random), least.second});
    }
}

BENCHMARK(Heap4)->Arg(100)->Arg(10000)->Arg(1000000);
BENCHMARK(StdPriorityQueue)->Arg(100)->Arg(10000)->Arg(1000000);

} // namespace

BENCHMARK_MAIN();
