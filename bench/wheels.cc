/* SPDX-License-Identifier: MIT-0 */
/* Timer sets: heap4, hwheel and bigwheel against the textbook cascading wheel and against the floor, which is what no
   set of linked timers can undercut. Built once more with BENCH_COUNT, which counts touched nodes instead of measuring
   time.

       wheels [turns [N ...]]           workload.h says what is printed, bench/ratios makes the tables

   Deadlines are U[1 .. 60000] ticks ahead unless the workload says otherwise.

   expire      one tick after the other; what fires is armed again; ns per fired timer
   tick        the same, ns per tick
   worst       the longest of 140,000 such ticks, each the least of five identical runs; counted: nodes touched in it
   churn-*     a random timer is cancelled and armed again; the clock moves a tick each N/3000 operations; uniform,
               exponential (mean 30000) or constant (30000); "+ next" asks for the next deadline each time. A
               turn at 1M is some 1500 ticks: it shows the operations, expire shows the cascades
   heartbeat   a random timer is moved to 30000 ticks ahead
   burst       N are armed, then the clock jumps over all; ns per timer of the jump
   sparse      10 timers over U[1 .. 10^9] ticks, the loop advance(next()); ns per timer; counted: wake-ups for each
               distinct tick
   jump        the same, in one jump; ns per jump; counted: nodes touched */
#if defined(BENCH_COUNT)
static unsigned long long touched;
static const void *touched_last;
/* A node that is touched several times in a row counts once. */
static inline void touch(const void *node) {
    touched += node != touched_last;
    touched_last = node;
}
#define TW_TRACE(event, node, tick) ((event) != TW_COMPARE ? touch(node) : (void)0)
#define CASCADE_TRACE(node)         touch(node)
#endif

#include "bigwheel.h"
#include "heap4.h"
#include "hwheel.h"
#include "timers.h"
#include "textbook/cascade.h"
#include "workload.h"

using namespace bench;

namespace {

TW_TIMERS_OF(heap_set, heap4)
TW_TIMERS_OF(wheel_set, hwheel)
TW_TIMERS_OF(big_set, bigwheel)

/* The four sets in one dress. */
struct Heap4 {
    using Node = struct tw_node;
    static constexpr bool ordered = true;
    static const char *name() { return "heap4"; }
    explicit Heap4(size_t n) : room(TW_HEAP4_BYTES(n)), capacity(n) {}
    void init(uint64_t now) { heap_set_init(&set, now, reinterpret_cast<tw_heap4_array *>(room.get()), capacity); }
    void add(Node *n, uint64_t due) { heap_set_add(&set, n, due); }
    void cancel(Node *n) { heap_set_cancel(&set, n); }
    bool next(uint64_t *due) { return heap_set_next(&set, due); }
    void advance(uint64_t now) { heap_set_advance(&set, now); }
    Array<char> room;
    size_t capacity;
    struct heap_set set;
};

struct Hwheel {
    using Node = struct tw_node;
    static constexpr bool ordered = true;
    static const char *name() { return "hwheel"; }
    explicit Hwheel(size_t) {}
    void init(uint64_t now) { wheel_set_init(&set, now, nullptr, 0); }
    void add(Node *n, uint64_t due) { wheel_set_add(&set, n, due); }
    void cancel(Node *n) { wheel_set_cancel(&set, n); }
    bool next(uint64_t *due) { return wheel_set_next(&set, due); }
    void advance(uint64_t now) { wheel_set_advance(&set, now); }
    struct wheel_set set;
};

struct Bigwheel {
    using Node = struct tw_node;
    static constexpr bool ordered = true;
    static const char *name() { return "bigwheel"; }
    explicit Bigwheel(size_t) {}
    void init(uint64_t now) { big_set_init(&set, now, nullptr, 0); }
    void add(Node *n, uint64_t due) { big_set_add(&set, n, due); }
    void cancel(Node *n) { big_set_cancel(&set, n); }
    bool next(uint64_t *due) { return big_set_next(&set, due); }
    void advance(uint64_t now) { big_set_advance(&set, now); }
    struct big_set set;
};

struct Cascade {
    using Node = struct cascade_node;
    static constexpr bool ordered = false;
    static const char *name() { return "cascade"; }
    explicit Cascade(size_t) {}
    void init(uint64_t now) { cascade_init(&wheel, now); }
    void add(Node *n, uint64_t due) { cascade_add(&wheel, n, due); }
    void cancel(Node *n) { cascade_cancel(n); }
    void advance(uint64_t now) {
        while (wheel.tick <= now)
            cascade_tick(&wheel);
    }
    struct cascade wheel;
};

enum { SPREAD = 60000, WORST_TICKS = 140000, WORST_RUNS = 5, SPARSE = 10, SPARSE_SPREAD = 1000000000 };

/* n objects, a set of their timers, and the clock. */
template <class Set> class Run {
  public:
    using Node = typename Set::Node;

    Run(size_t n, Kind kind, uint64_t mean) : object_(n), order_(shuffled(n)), draws_(kind, mean), set_(n) { reset(); }

    /* As new: nothing armed, at a tick that is round in no base. */
    void reset() {
        object_.clear();
        log = Log();
        now = 1234567;
        operation_ = debt_ = 0;
        set_.init(now);
    }

    void arm_all() {
        current = this;
        for (uint32_t i : order_) {
            object_[i].node.fn = fire;
            arm(&object_[i]);
        }
    }

    void advance(uint64_t to) {
        current = this;
        now = to;
        set_.advance(to);
    }

    double expire(uint64_t ticks, uint64_t *fired) {
        const uint64_t before = log.count;
        const double start = cpu_now();
        for (uint64_t i = 0; i < ticks; i++)
            advance(now + 1);
        const double ns = cpu_now() - start;
        *fired = log.count - before;
        return ns;
    }

    template <bool MOVE, bool NEXT> double churn(size_t operations) {
        const size_t n = order_.size();
        const double start = cpu_now();
        for (size_t i = 0; i < operations; i++) {
            Object<Node> *x = pick();
            if (!MOVE)
                set_.cancel(&x->node);
            arm(x);
            if constexpr (NEXT) {
                uint64_t due = 0;
                set_.next(&due);
                waits_ += due;
            }
            if ((debt_ += 3000) >= n) {
                advance(now + debt_ / n);
                debt_ %= n;
            }
        }
        return (cpu_now() - start) / static_cast<double>(operations);
    }

    /* Arms all for one firing each. */
    void arm_once() {
        rearm_ = false;
        arm_all();
    }

    /* One advance over everything. */
    double burst(uint64_t spread) {
        arm_once();
        const double start = cpu_now();
        advance(now + spread);
        return cpu_now() - start;
    }

    /* advance(next()) until all has fired; the number of advances. */
    uint64_t sparse(double *ns) {
        uint64_t due, wakes = 0;
        arm_once();
        const auto start = Clock::now();
        for (; set_.next(&due); wakes++)
            advance(due);
        *ns += since(start);
        return wakes;
    }

    uint64_t distinct() const {
        std::vector<uint64_t> due;
        for (uint32_t i : order_)
            due.push_back(object_[i].node.due);
        std::sort(due.begin(), due.end());
        return static_cast<uint64_t>(std::unique(due.begin(), due.end()) - due.begin());
    }

    Log log;
    uint64_t now;

  private:
    template <class Tick> static void fire(Node *node, Tick) {
        Object<Node> *x =
            reinterpret_cast<Object<Node> *>(reinterpret_cast<char *>(node) - offsetof(Object<Node>, node));
        x->hits++;
        x->sum += current->now;
        current->log.add(static_cast<uint64_t>(x - current->object_.get()), current->now);
        if (current->rearm_)
            current->arm(x);
    }

    Object<Node> *pick() { return &object_[static_cast<size_t>((mix(++operation_) >> 32) * order_.size() >> 32)]; }

    void arm(Object<Node> *x) {
        const uint64_t seed = static_cast<uint64_t>(x - object_.get()) << 32 | x->draws++;
        set_.add(&x->node, now + draws_(seed));
    }

    static Run *current;
    Array<Object<Node>> object_;
    std::vector<uint32_t> order_;
    Draws draws_;
    Set set_;
    bool rearm_ = true;
    uint64_t operation_, waits_ = 0;
    size_t debt_;
};

template <class Set> Run<Set> *Run<Set>::current;

/* Cancel and arm with nothing around it: a random node leaves its list and joins the end of a random one. */
class Floor {
  public:
    explicit Floor(size_t n) : object_(n), list_(LISTS) {
        for (size_t i = 0; i < LISTS; i++)
            cascade__empty(&list_[i]);
        for (uint32_t i : shuffled(n))
            cascade__append(&list_[list(i)], &object_[i].node.links);
    }
    double churn(size_t operations, size_t n) {
        const double start = cpu_now();
        for (size_t i = 0; i < operations; i++) {
            Object<struct cascade_node> *x = &object_[static_cast<size_t>((mix(++operation_) >> 32) * n >> 32)];
            cascade__remove(&x->node.links);
            cascade__append(&list_[list(static_cast<uint64_t>(x - object_.get()) << 32 | x->draws++)], &x->node.links);
        }
        return (cpu_now() - start) / static_cast<double>(operations);
    }

  private:
    enum { LISTS = 512 };
    static size_t list(uint64_t seed) { return static_cast<size_t>(mix(seed) % LISTS); }
    Array<Object<struct cascade_node>> object_;
    Array<struct cascade_links> list_;
    uint64_t operation_ = 0;
};

template <class Set> std::shared_ptr<Run<Set>> armed(size_t n, Kind kind) {
    auto run = std::make_shared<Run<Set>>(n, kind, SPREAD / 2);
    run->arm_all();
    return run;
}

#if !defined(BENCH_COUNT)

/* How often a small workload is repeated in a turn, so that a turn has about `work` operations. */
size_t rounds(size_t work, size_t n) { return n < work ? work / n : 1; }

/* A turn is a multiple of 2^16 ticks, a whole round of two levels, so that each has the same share of the cascades. */
template <class Set> void add_expire(std::vector<Subject> *subjects, size_t n) {
    auto run = armed<Set>(n, UNIFORM);
    subjects->push_back({Set::name(),
                         [run, n] {
                             const uint64_t ticks = 65536 * std::min<size_t>(rounds(100000, n), 16);
                             uint64_t fired;
                             const double ns = run->expire(ticks, &fired);
                             report("tick", n, Set::name(), ns / static_cast<double>(ticks));
                             return ns / static_cast<double>(fired);
                         },
                         &run->log, Set::ordered});
}

void expire(size_t n, size_t turns) {
    std::vector<Subject> subjects;
    add_expire<Cascade>(&subjects, n);
    add_expire<Heap4>(&subjects, n);
    add_expire<Hwheel>(&subjects, n);
    add_expire<Bigwheel>(&subjects, n);
    compare("expire", n, turns, subjects);
}

template <class Set> struct Worst {
    explicit Worst(size_t n) : run(n, UNIFORM, SPREAD / 2), least(WORST_TICKS, 1e18) {}
    void once() {
        run.reset();
        run.arm_all();
        for (double &tick : least) {
            const auto start = Clock::now();
            run.advance(run.now + 1);
            tick = std::min(tick, since(start));
        }
    }
    void print(size_t n) { report("worst", n, Set::name(), *std::max_element(least.begin(), least.end())); }
    Run<Set> run;
    std::vector<double> least;
};

void worst(size_t n) {
    Worst<Cascade> cascade(n);
    Worst<Heap4> heap4(n);
    Worst<Hwheel> hwheel(n);
    Worst<Bigwheel> bigwheel(n);
    for (int i = 0; i < WORST_RUNS; i++) {
        cascade.once();
        heap4.once();
        hwheel.once();
        bigwheel.once();
    }
    cascade.print(n);
    heap4.print(n);
    hwheel.print(n);
    bigwheel.print(n);
}

template <class Set, bool MOVE, bool NEXT>
void add_churn(std::vector<Subject> *subjects, size_t n, Kind kind, const char *suffix) {
    auto run = armed<Set>(n, kind);
    const size_t operations = std::max<size_t>(200000, n / 2);
    subjects->push_back({std::string(Set::name()) + suffix,
                         [run, operations] { return run->template churn<MOVE, NEXT>(operations); }, &run->log,
                         Set::ordered});
}

template <bool MOVE> void churn(const char *workload, size_t n, size_t turns, Kind kind) {
    std::vector<Subject> subjects;
    auto floor = std::make_shared<Floor>(n);
    const size_t operations = std::max<size_t>(200000, n / 2);
    subjects.push_back({"floor", [floor, operations, n] { return floor->churn(operations, n); }, nullptr, false});
    add_churn<Cascade, MOVE, false>(&subjects, n, kind, "");
    add_churn<Heap4, MOVE, false>(&subjects, n, kind, "");
    add_churn<Hwheel, MOVE, false>(&subjects, n, kind, "");
    add_churn<Bigwheel, MOVE, false>(&subjects, n, kind, "");
    add_churn<Heap4, MOVE, true>(&subjects, n, kind, " + next");
    add_churn<Hwheel, MOVE, true>(&subjects, n, kind, " + next");
    add_churn<Bigwheel, MOVE, true>(&subjects, n, kind, " + next");
    compare(workload, n, turns, subjects);
}

template <class Set> void add_burst(std::vector<Subject> *subjects, size_t n) {
    auto run = std::make_shared<Run<Set>>(n, UNIFORM, SPREAD / 2);
    subjects->push_back({Set::name(),
                         [run, n] {
                             const size_t bursts = std::min<size_t>(rounds(100000, n), 20);
                             double ns = 0;
                             for (size_t i = 0; i < bursts; i++)
                                 ns += run->burst(SPREAD);
                             return ns / static_cast<double>(n * bursts);
                         },
                         &run->log, Set::ordered});
}

void burst(size_t n, size_t turns) {
    std::vector<Subject> subjects;
    add_burst<Cascade>(&subjects, n);
    add_burst<Heap4>(&subjects, n);
    add_burst<Hwheel>(&subjects, n);
    add_burst<Bigwheel>(&subjects, n);
    compare("burst", n, turns, subjects);
}

template <class Set> void add_sparse(std::vector<Subject> *subjects, bool jump) {
    auto run = std::make_shared<Run<Set>>(SPARSE, UNIFORM, SPARSE_SPREAD / 2);
    subjects->push_back({Set::name(),
                         [run, jump] {
                             const int times = 20000;
                             double ns = 0;
                             for (int i = 0; i < times; i++)
                                 if (jump)
                                     ns += run->burst(SPARSE_SPREAD);
                                 else
                                     run->sparse(&ns);
                             return ns / times / (jump ? 1 : SPARSE);
                         },
                         &run->log, true});
}

void sparse(size_t turns, bool jump) {
    std::vector<Subject> subjects;
    add_sparse<Heap4>(&subjects, jump);
    add_sparse<Hwheel>(&subjects, jump);
    add_sparse<Bigwheel>(&subjects, jump);
    compare(jump ? "jump" : "sparse", SPARSE, turns, subjects);
}

void all(const Arguments &arguments) {
    sparse(arguments.turns, false);
    sparse(arguments.turns, true);
    for (size_t n : arguments.sizes) {
        expire(n, arguments.turns);
        churn<false>("churn-uniform", n, arguments.turns, UNIFORM);
        churn<false>("churn-exponential", n, arguments.turns, EXPONENTIAL);
        churn<false>("churn-constant", n, arguments.turns, CONSTANT);
        churn<true>("heartbeat", n, arguments.turns, CONSTANT);
        burst(n, arguments.turns);
        worst(n);
    }
}

#else

template <class Set> void worst(size_t n) {
    auto run = armed<Set>(n, UNIFORM);
    unsigned long long most = 0;
    for (int i = 0; i < WORST_TICKS; i++) {
        touched = 0;
        run->advance(run->now + 1);
        most = std::max(most, touched);
    }
    report("worst-touched", n, Set::name(), static_cast<double>(most));
}

template <class Set> void sparse() {
    Run<Set> run(SPARSE, UNIFORM, SPARSE_SPREAD / 2);
    const int times = 2000;
    uint64_t wakes = 0, distinct = 0;
    unsigned long long most = 0;
    double ns = 0;
    for (int i = 0; i < times; i++) {
        wakes += run.sparse(&ns);
        distinct += run.distinct();
    }
    report("sparse-wakes", SPARSE, Set::name(), static_cast<double>(wakes) / static_cast<double>(distinct));
    for (int i = 0; i < times; i++) {
        run.arm_once();
        touched = 0;
        run.advance(run.now + SPARSE_SPREAD);
        most = std::max(most, touched);
    }
    report("jump-touched", SPARSE, Set::name(), static_cast<double>(most));
}

void all(const Arguments &arguments) {
    sparse<Heap4>();
    sparse<Hwheel>();
    sparse<Bigwheel>();
    for (size_t n : arguments.sizes) {
        worst<Cascade>(n);
        worst<Heap4>(n);
        worst<Hwheel>(n);
        worst<Bigwheel>(n);
    }
}

#endif

} // namespace

int main(int argc, char **argv) { all(Arguments(argc, argv)); }
