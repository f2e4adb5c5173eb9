/* SPDX-License-Identifier: MIT-0 */
/* Priority queues: heap4 against the standard library's and, if Boost is there, Boost's. Objects are 128 bytes, in
   random order, and touched when they leave.

       queues [turns [N ...]]           workload.h says what is printed, bench/ratios makes the tables

   hold-*      the least is popped and pushed back with its key + U[1 .. 2N], Exp(N), N (constant), or U[1 .. 2N/32]
               (coarse: about 32 equal keys at the head); ns for both
   rearm       as hold-uniform, but the least is moved in place where the queue can
   push-random, push-ascending, pop-all     N keys one after the other; ns each
   later       a random object is moved later by U[1 .. N]
   new-key     a random object gets a random new key

   std::pq is std::priority_queue, d_ary is boost::heap::d_ary_heap with arity 4, intrusive is
   boost::intrusive::multiset. Not every queue can do everything: std::priority_queue and Boost's heaps without mutable_
   know no handle, and all the heaps keep no order among equals unless they are stable. heap4, the trees and the stable
   heap do, and their logs must be equal; without an order it is only known what a whole pop-all gives. */
#define TW_IMPLEMENTATION
#define TW_STATIC
#include "heap4.h"
#include "workload.h"

#include <map>
#include <queue>
#if defined(BENCH_BOOST)
#include <boost/heap/d_ary_heap.hpp>
#include <boost/intrusive/set.hpp>
#endif

using namespace bench;

namespace {

struct Heap4 {
    using Node = struct tw_node;
    static constexpr bool ordered = true, movable = true;
    static const char *name() { return "heap4"; }
    explicit Heap4(size_t n) : room(TW_HEAP4_BYTES(n)) {
        tw_heap4_init(&heap, 0, reinterpret_cast<struct tw_heap4_cell *>(room.get()), n);
    }
    static uint64_t key(const Object<Node> *x) { return x->node.due; }
    void push(Object<Node> *x, uint64_t key) { tw_heap4_add(&heap, &x->node, key); }
    void move(Object<Node> *x, uint64_t key) { tw_heap4_add(&heap, &x->node, key); }
    Object<Node> *least(uint64_t *key) {
        tw_heap4_next(&heap, key);
        return TW_OF(tw_heap4_peek(&heap), Object<Node>, node);
    }
    void pop() { tw_heap4_pop(&heap); }
    Array<char> room;
    struct tw_heap4 heap;
};

/* For the queues of values: a key and an object. The least comes first, so it is greater. */
struct Entry {
    uint64_t key;
    void *object;
    friend bool operator<(const Entry &a, const Entry &b) { return a.key > b.key; }
};

using Pair = std::pair<uint64_t, void *>;

inline void *open(const Entry &e, uint64_t *key) { return *key = e.key, e.object; }
inline void *open(const Pair &e, uint64_t *key) { return *key = e.first, e.second; }

/* Queues that only know push(), top() and pop(). */
template <class Queue> struct Plain {
    struct Node {};
    static constexpr bool movable = false;
    explicit Plain(size_t) {}
    void push(Object<Node> *x, uint64_t key) { queue.push({key, x}); }
    Object<Node> *least(uint64_t *key) { return static_cast<Object<Node> *>(open(queue.top(), key)); }
    void pop() { queue.pop(); }
    Queue queue;
};

struct StdQueue : Plain<std::priority_queue<Entry>> {
    using Plain::Plain;
    static constexpr bool ordered = false;
    static const char *name() { return "std::pq"; }
};

/* As it is mostly written; compares the addresses of equal keys. */
struct StdPairQueue : Plain<std::priority_queue<Pair, std::vector<Pair>, std::greater<Pair>>> {
    using Plain::Plain;
    static constexpr bool ordered = false;
    static const char *name() { return "std::pq of pairs"; }
};

struct StdMultimap {
    using Tree = std::multimap<uint64_t, void *>;
    struct Node {
        Tree::iterator where;
    };
    static constexpr bool ordered = true, movable = true;
    static const char *name() { return "multimap"; }
    explicit StdMultimap(size_t) {}
    static uint64_t key(const Object<Node> *x) { return x->node.where->first; }
    void push(Object<Node> *x, uint64_t key) { x->node.where = tree.emplace(key, x); }
    void move(Object<Node> *x, uint64_t key) {
        auto out = tree.extract(x->node.where);
        out.key() = key;
        x->node.where = tree.insert(std::move(out));
    }
    Object<Node> *least(uint64_t *key) {
        *key = tree.begin()->first;
        return static_cast<Object<Node> *>(tree.begin()->second);
    }
    void pop() { tree.erase(tree.begin()); }
    Tree tree;
};

#if defined(BENCH_BOOST)

using boost::heap::arity;
using boost::heap::d_ary_heap;
using boost::heap::mutable_;
using boost::heap::stable;

struct Dary : Plain<d_ary_heap<Entry, arity<4>>> {
    using Plain::Plain;
    static constexpr bool ordered = false;
    static const char *name() { return "d_ary"; }
};

struct StableDary : Plain<d_ary_heap<Entry, arity<4>, stable<true>>> {
    using Plain::Plain;
    static constexpr bool ordered = true;
    static const char *name() { return "d_ary stable"; }
};

struct MutableDary {
    using Heap = d_ary_heap<Entry, arity<4>, mutable_<true>>;
    struct Node {
        Heap::handle_type handle;
    };
    static constexpr bool ordered = false, movable = true;
    static const char *name() { return "d_ary mutable"; }
    explicit MutableDary(size_t) {}
    static uint64_t key(const Object<Node> *x) { return (*x->node.handle).key; }
    void push(Object<Node> *x, uint64_t key) { x->node.handle = heap.push(Entry{key, x}); }
    void move(Object<Node> *x, uint64_t key) { heap.update(x->node.handle, Entry{key, x}); }
    Object<Node> *least(uint64_t *key) { return static_cast<Object<Node> *>(open(heap.top(), key)); }
    void pop() { heap.pop(); }
    Heap heap;
};

struct Intrusive {
    struct Node : boost::intrusive::set_base_hook<boost::intrusive::link_mode<boost::intrusive::normal_link>> {
        uint64_t key;
        friend bool operator<(const Node &a, const Node &b) { return a.key < b.key; }
    };
    static constexpr bool ordered = true, movable = true;
    static const char *name() { return "intrusive"; }
    explicit Intrusive(size_t) {}
    static uint64_t key(const Object<Node> *x) { return x->node.key; }
    void push(Object<Node> *x, uint64_t key) {
        x->node.key = key;
        tree.insert(x->node);
    }
    void move(Object<Node> *x, uint64_t key) {
        tree.erase(tree.iterator_to(x->node));
        push(x, key);
    }
    Object<Node> *least(uint64_t *key) {
        *key = tree.begin()->key;
        return reinterpret_cast<Object<Node> *>(&*tree.begin()); /* the node comes first in the object */
    }
    void pop() { tree.erase(tree.begin()); }
    boost::intrusive::multiset<Node> tree;
};

#endif

enum Order { RANDOM, ASCENDING };

template <class Queue> class Run {
  public:
    using Node = typename Queue::Node;

    Run(size_t n, Kind kind, uint64_t mean)
        : object_(n), order_(shuffled(n)), draws_(kind, mean), fresh_(UNIFORM, n), queue_(n) {}

    void fill(Order order) {
        uint64_t key = 0;
        for (uint32_t i : order_) {
            Object<Node> *x = &object_[i];
            queue_.push(x, order == ASCENDING ? ++key : draw(draws_, x));
        }
    }

    void drain() {
        for (size_t i = 0; i < order_.size(); i++) {
            uint64_t key = 0;
            Object<Node> *x = queue_.least(&key);
            queue_.pop();
            touch(x, key);
        }
    }

    template <bool IN_PLACE> void hold(size_t operations) {
        for (size_t i = 0; i < operations; i++) {
            uint64_t key = 0;
            Object<Node> *x = queue_.least(&key);
            const uint64_t next = key + draw(draws_, x);
            touch(x, key);
            if constexpr (IN_PLACE && Queue::movable) {
                queue_.move(x, next);
            } else {
                queue_.pop();
                queue_.push(x, next);
            }
        }
    }

    template <bool FRESH> void modify(size_t operations) {
        for (size_t i = 0; i < operations; i++) {
            Object<Node> *x = &object_[static_cast<size_t>((mix(++operation_) >> 32) * order_.size() >> 32)];
            queue_.move(x, FRESH ? draw(fresh_, x) : Queue::key(x) + draw(draws_, x));
        }
    }

    /* What stands where, as far as anybody can see. */
    void look() {
        uint64_t key = 0;
        Object<Node> *x = queue_.least(&key);
        log.add(index(x), key);
    }

    Log log;

  private:
    uint64_t index(const Object<Node> *x) const { return static_cast<uint64_t>(x - object_.get()); }
    uint64_t draw(const Draws &draws, Object<Node> *x) { return draws(index(x) << 32 | x->draws++); }
    void touch(Object<Node> *x, uint64_t key) {
        x->hits++;
        x->sum += key;
        log.add(index(x), key);
    }

    Array<Object<Node>> object_;
    std::vector<uint32_t> order_;
    Draws draws_, fresh_;
    Queue queue_;
    uint64_t operation_ = 0;
};

template <class F> double timed(size_t operations, F f) {
    const double start = cpu_now();
    f();
    return (cpu_now() - start) / static_cast<double>(operations);
}

size_t operations_of(size_t n) { return std::max<size_t>(200000, n / 4); }

/* Runs body for each queue; MOVABLE: for those alone that can move what they hold. */
template <bool MOVABLE, class Queue, class Body> void with(size_t n, Kind kind, uint64_t mean, Body body) {
    if constexpr (!MOVABLE || Queue::movable)
        body(std::make_shared<Run<Queue>>(n, kind, mean), Queue::name(), Queue::ordered);
}

template <bool MOVABLE, class Body> void with_each(size_t n, Kind kind, uint64_t mean, Body body) {
    with<MOVABLE, Heap4>(n, kind, mean, body);
    with<MOVABLE, StdQueue>(n, kind, mean, body);
    with<MOVABLE, StdPairQueue>(n, kind, mean, body);
    with<MOVABLE, StdMultimap>(n, kind, mean, body);
#if defined(BENCH_BOOST)
    with<MOVABLE, Dary>(n, kind, mean, body);
    with<MOVABLE, StableDary>(n, kind, mean, body);
    with<MOVABLE, MutableDary>(n, kind, mean, body);
    with<MOVABLE, Intrusive>(n, kind, mean, body);
#endif
}

template <bool IN_PLACE> void hold(const char *workload, size_t n, size_t turns, Kind kind, uint64_t mean) {
    std::vector<Subject> subjects;
    with_each<IN_PLACE>(n, kind, mean, [&](auto run, const char *name, bool ordered) {
        const size_t operations = operations_of(n);
        run->fill(RANDOM);
        subjects.push_back({name, [=] { return timed(operations, [&] { run->template hold<IN_PLACE>(operations); }); },
                            ordered ? &run->log : nullptr, ordered});
    });
    compare(workload, n, turns, subjects);
}

void fill(const char *workload, size_t n, size_t turns, Order order) {
    std::vector<Subject> subjects;
    with_each<false>(n, UNIFORM, n, [&](auto run, const char *name, bool ordered) {
        const size_t times = n < 50000 ? 50000 / n : 1;
        subjects.push_back({name,
                            [=] {
                                double push = 0, pop = 0;
                                for (size_t i = 0; i < times; i++) {
                                    push += timed(n * times, [&] { run->fill(order); });
                                    pop += timed(n * times, [&] { run->drain(); });
                                }
                                if (order == RANDOM)
                                    report("pop-all", n, name, pop);
                                return push;
                            },
                            &run->log, ordered});
    });
    compare(workload, n, turns, subjects);
}

template <bool FRESH> void modify(const char *workload, size_t n, size_t turns) {
    std::vector<Subject> subjects;
    with_each<true>(n, UNIFORM, n / 2, [&](auto run, const char *name, bool ordered) {
        const size_t operations = operations_of(n);
        run->fill(RANDOM);
        subjects.push_back({name,
                            [=] {
                                const double ns = timed(operations, [&] { run->template modify<FRESH>(operations); });
                                run->look();
                                return ns;
                            },
                            ordered ? &run->log : nullptr, ordered});
    });
    compare(workload, n, turns, subjects);
}

} // namespace

int main(int argc, char **argv) {
    const Arguments arguments(argc, argv);
    const size_t turns = arguments.turns;

    for (size_t n : arguments.sizes) {
        hold<false>("hold-uniform", n, turns, UNIFORM, n);
        hold<false>("hold-exponential", n, turns, EXPONENTIAL, n);
        hold<false>("hold-constant", n, turns, CONSTANT, n);
        hold<false>("hold-coarse", n, turns, UNIFORM, n / 32 + 1);
        hold<true>("rearm", n, turns, UNIFORM, n);
        fill("push-random", n, turns, RANDOM);
        fill("push-ascending", n, turns, ASCENDING);
        modify<false>("later", n, turns);
        modify<true>("new-key", n, turns);
    }
}
