// SPDX-License-Identifier: MIT-0
// Priority queues of C++ on one workload, for callgrind: 20,000 pushes, 60,000 decreases of keys,
// and pops until the queue is empty. docs/cpp.md has the table of the instructions.
//
//     for q in none tw_key tw_order tw_c boost_heap std_lazy std_set; do
//         g++ -O2 -std=c++17 -Iinclude -DQUEUE=$q bench/heaps.cc -o heaps
//         valgrind --tool=callgrind --callgrind-out-file=/dev/null ./heaps 2>&1 | grep Collected
//     done
//
// Each queue prints the same sum. `none` does what all have in common, and is subtracted.
#include <cstdint>
#include <iostream>
#include <queue>
#include <set>
#include <tw/tw.hpp>
#include <vector>
#if __has_include(<boost/heap/d_ary_heap.hpp>)
#include <boost/heap/d_ary_heap.hpp>
#endif

namespace {

constexpr std::uint32_t objects = 20000;

struct item {
    std::uint64_t key = 0;
    std::uint32_t id = 0;
    tw::hook hook{};
    tw_node node{};
};

std::vector<item> all(objects);
std::uint64_t seed = 1, sum;

std::uint32_t random_number() {
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return static_cast<std::uint32_t>(seed >> 33);
}

// Every key is another one, so that all queues pop in one order.
std::uint64_t lower(std::uint64_t key) { return (key - key / 4) / objects * objects; }

void popped(std::uint64_t key) { sum = sum * 31 + key; }

bool sooner(const item &a, const item &b) { return a.key < b.key; }

using tw_key_queue = tw::priority_queue<item, &item::hook, &item::key>;
using tw_order_queue = tw::priority_queue<item, &item::hook, sooner>;

template <class Queue> struct over_tw {
    void push(item &i) { q.push(i); }

    void decrease(item &i, std::uint64_t key) {
        i.key = key;
        q.update(i);
    }

    bool pop() {
        const item *const i = q.pop();
        if (i)
            popped(i->key);
        return i != nullptr;
    }

    Queue q;
};

using tw_key = over_tw<tw_key_queue>;
using tw_order = over_tw<tw_order_queue>;

struct none {
    void push(item &) {}

    void decrease(item &i, std::uint64_t key) { i.key = key; }

    bool pop() { return false; }
};

TW_HEAP4_BY(c_queue, item, node, key)
TW_HEAP4_ARRAY(room, objects);

struct tw_c {
    tw_c() { c_queue_init(&q, 0, room, objects); }

    void push(item &i) { c_queue_add(&q, &i); }

    void decrease(item &i, std::uint64_t key) {
        i.key = key;
        c_queue_update(&q, &i);
    }

    bool pop() {
        const item *const i = c_queue_pop(&q);
        if (i)
            popped(i->key);
        return i != nullptr;
    }

    c_queue q;
};

using entry = std::pair<std::uint64_t, std::uint32_t>;

// An old entry stays in the queue, and is left out when it is popped.
struct std_lazy {
    void push(item &i) { q.push({i.key, i.id}); }

    void decrease(item &i, std::uint64_t key) {
        i.key = key;
        push(i);
    }

    bool pop() {
        while (!q.empty()) {
            const entry e = q.top();
            q.pop();
            if (all[e.second].key == e.first) {
                popped(e.first);
                all[e.second].key = 0;
                return true;
            }
        }
        return false;
    }

    std::priority_queue<entry, std::vector<entry>, std::greater<entry>> q;
};

struct std_set {
    void push(item &i) { q.insert({i.key, i.id}); }

    void decrease(item &i, std::uint64_t key) {
        q.erase({i.key, i.id});
        i.key = key;
        push(i);
    }

    bool pop() {
        if (q.empty())
            return false;
        popped(q.begin()->first);
        q.erase(q.begin());
        return true;
    }

    std::set<entry> q;
};

#if __has_include(<boost/heap/d_ary_heap.hpp>)
struct later {
    bool operator()(const item *a, const item *b) const { return a->key > b->key; }
};

struct boost_heap {
    void push(item &i) { handles.push_back(q.push(&i)); }

    void decrease(item &i, std::uint64_t key) {
        i.key = key;
        q.increase(handles[i.id]);
    }

    bool pop() {
        if (q.empty())
            return false;
        popped(q.top()->key);
        q.pop();
        return true;
    }

    using heap =
        ::boost::heap::d_ary_heap<item *, ::boost::heap::arity<4>, ::boost::heap::mutable_<true>,
                                  ::boost::heap::compare<later>>;
    heap q;
    std::vector<heap::handle_type> handles;
};
#endif

} // namespace

int main() {
    QUEUE queue;

    for (std::uint32_t i = 0; i < objects; i++) {
        all[i].id = i;
        all[i].key = (1000000 + std::uint64_t{random_number()}) * objects + i;
        queue.push(all[i]);
    }
    for (std::uint32_t k = 0; k < 3 * objects; k++) {
        item &i = all[random_number() % objects];
        queue.decrease(i, lower(i.key) + i.id);
    }
    while (queue.pop()) {
    }
    std::cout << sum << "\n";
}
