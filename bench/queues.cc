/* SPDX-License-Identifier: MIT-0 */
/* Priority queues: ours by tick and of objects in their order (typed), against the
   standard library's, Boost's, those of other packages, and textbook schemes. */
#include "floors.h"
#include "peers.h"
#include "turns.h"

using namespace bench;

namespace {

enum { NS3_MEAN = 100 };

const char help[] = "Priority queues, ns of one operation; an item is touched when it leaves.\n\n"
                    "  hold-*        pop the least, push it back with its key + U[1 .. 2N], "
                    "Exp(N), N (constant), or U[1 .. 2N/32]\n"
                    "                (coarse: about 32 equal keys at the head); ns of both\n"
                    "  hold-ns3      the same with Exp(100) for every N, as ns-3 measures its "
                    "schedulers: N/100 equal\n"
                    "                keys at the head\n"
                    "  rearm         as hold-uniform, but the least is moved in place\n"
                    "  push-random, push-ascending    N keys one after the other [pop: ns of each "
                    "pop, when all are popped]\n"
                    "  later         move a random item later by U[1 .. N]\n"
                    "  new-key       give a random item a random new key\n";

enum Order { RANDOM, ASCENDING };

struct Workload {
    const char *name;
    size_t n, work;
    Kind kind;
    uint64_t mean;
};

template <class Queue> class Run {
  public:
    using Item = typename Queue::Item;

    explicit Run(const Workload &w)
        : object_(w.n), order_(shuffled(w.n)), draws_(w.kind, w.mean), fresh_(UNIFORM, w.n),
          queue_(w.n) {}

    void fill(Order order) {
        uint64_t key = base_;
        for (uint32_t i : order_)
            push(&object_[i], order == ASCENDING ? ++key : base_ + draw(draws_, &object_[i]));
    }

    /* The next keys are later than all that were popped, as a queue of deadlines wants
       it. */
    void drain() {
        for (size_t i = 0; i < order_.size(); i++) {
            Item *x = queue_.pop(&base_);
            touch(x, base_);
        }
    }

    template <bool IN_PLACE> void hold(size_t operations) {
        for (size_t i = 0; i < operations; i++) {
            uint64_t key = 0;
            Item *x;
            if constexpr (IN_PLACE)
                x = queue_.least(&key);
            else
                x = queue_.pop(&key);
            const uint64_t next = key + draw(draws_, x);
            touch(x, key);
            if constexpr (IN_PLACE)
                move(x, next);
            else
                push(x, next);
        }
    }

    template <bool FRESH> void modify(size_t operations) {
        for (size_t i = 0; i < operations; i++) {
            Item *x = &object_[below(order_.size(), ++operation_)];
            move(x, FRESH ? draw(fresh_, x) : x->key + draw(draws_, x));
        }
        log.add(operation_, 0);
    }

    /* What stands where, as far as anybody can see. */
    void look() {
        if constexpr (Queue::has_least) {
            uint64_t key = 0;
            Item *x = queue_.least(&key);
            log.add(index(x), key);
        }
    }

    Log log;

  private:
    void push(Item *x, uint64_t key) {
        x->key = key;
        queue_.push(x, key);
    }

    /* The queue sets the key where it must first know the old one. */
    void move(Item *x, uint64_t key) {
        queue_.move(x, key);
        x->key = key;
    }

    uint64_t index(const Item *x) const { return static_cast<uint64_t>(x - object_.get()); }

    uint64_t draw(const Draws &draws, Item *x) { return draws(index(x) << 32 | x->draws++); }

    void touch(Item *x, uint64_t key) {
        x->hits++;
        x->sum += key;
        log.add(index(x), key);
    }

    Array<Item> object_;
    std::vector<uint32_t> order_;
    Draws draws_, fresh_;
    Queue queue_;
    uint64_t operation_ = 0, base_ = 0;
};

/* Without an order among equals the next keys of these differ, and there is nothing to
   compare. */
template <class Queue> Promise promise() { return Queue::ordered ? ORDER : NONE; }

template <bool IN_PLACE> struct Hold {
    Workload w;

    template <class Queue> Turn turn() const {
        auto run = std::make_shared<Run<Queue>>(w);
        const size_t operations = w.work;
        run->fill(RANDOM);
        return [=] {
            return Result{measured([&] { run->template hold<IN_PLACE>(operations); }),
                          static_cast<double>(operations), &run->log};
        };
    }

    template <class Queue> void of() const {
        if constexpr (!IN_PLACE || (Queue::movable && Queue::has_least))
            subject(w.name, w.n, Queue::name(), promise<Queue>(),
                    [*this] { return turn<Queue>(); });
    }
};

struct Fill {
    Workload w;
    Order order;

    template <class Queue> Turn turn() const {
        auto run = std::make_shared<Run<Queue>>(w);
        const size_t times = w.work / 4 / w.n + 1;
        const bool brief = w.n <= FEW;
        const Order keys = order;
        const double all = static_cast<double>(w.n * times);
        return [=] {
            double push = 0, pop = 0;
            for (size_t i = 0; i < times; i++) {
                push += measured([&] { run->fill(keys); }, brief);
                pop += measured([&] { run->drain(); }, brief);
            }
            return Result{push, all, &run->log, {{"pop", pop / all}}};
        };
    }

    template <class Queue> void of() const {
        subject(w.name, w.n, Queue::name(), Queue::ordered ? ORDER : ANY_ORDER,
                [*this] { return turn<Queue>(); });
    }
};

template <bool FRESH> struct Modify {
    Workload w;

    template <class Queue> Turn turn() const {
        auto run = std::make_shared<Run<Queue>>(w);
        const size_t operations = w.work;
        run->fill(RANDOM);
        return [=] {
            const double ns = measured([&] { run->template modify<FRESH>(operations); });
            run->look();
            return Result{ns, static_cast<double>(operations), &run->log};
        };
    }

    template <class Queue> void of() const {
        if constexpr (Queue::movable)
            subject(w.name, w.n, Queue::name(), Queue::has_least ? promise<Queue>() : NONE,
                    [*this] { return turn<Queue>(); });
    }
};

void floor(const Workload &w) {
    subject(w.name, w.n, "floor", NONE, [w]() -> Turn {
        auto chase = std::make_shared<FloorChase>(w.n);
        return [=] {
            return Result{measured([&] { chase->touch(w.work); }), static_cast<double>(w.work)};
        };
    });
}

void hold(const char *name, size_t n, size_t work, Kind kind, uint64_t mean) {
    floor({name, n, work, kind, mean});
    each_queue(Hold<false>{{name, n, work, kind, mean}});
}

void all_of(size_t n, size_t work) {
    hold("hold-uniform", n, work, UNIFORM, n);
    hold("hold-exponential", n, work, EXPONENTIAL, n);
    hold("hold-constant", n, work, CONSTANT, n);
    hold("hold-coarse", n, work, UNIFORM, n / 32 + 1);
    hold("hold-ns3", n, work, EXPONENTIAL, NS3_MEAN);
    each_queue(Hold<true>{{"rearm", n, work, UNIFORM, n}});
    each_queue(Fill{{"push-random", n, work, UNIFORM, n}, RANDOM});
    each_queue(Fill{{"push-ascending", n, work, UNIFORM, n}, ASCENDING});
    each_queue(Modify<false>{{"later", n, work, UNIFORM, n / 2 + 1}});
    each_queue(Modify<true>{{"new-key", n, work, UNIFORM, n}});
}

} // namespace

int main(int argc, char **argv) {
    const Program program(argc, argv, help);

    for (size_t n : program.sizes)
        all_of(n, program.work);
    return program.run();
}
