/* SPDX-License-Identifier: MIT-0 */
/* One operation at a time: the median, the 99 and the 99.9 of 100 among single operations.
   A mean hides an operation that takes a thousand times as long as the others. */
#include "beats.h"
#include "peers.h"
#include "workload.h"

#if defined(__x86_64__)
#include <x86intrin.h>
#endif

using namespace bench;

namespace {

enum : size_t { OPERATIONS = 100000, BEATS = 2000, MOST = 10000000 };

enum : uint64_t { DELAY = 30000, START = 1234567 };

const char usage[] = "usage: percentiles [N]\n";
const char help[] =
    "\nPrints, for each timer set with N timers (10000), how long single operations take: p50, "
    "p99 and p99.9\n"
    "of moving a random timer, of cancelling one, of arming it again, of one tick, and of a beat "
    "in "
    "turn: moving\n"
    "the earliest timer, advancing, and asking for the next, in ticks of 1 us. On x86 the unit is\n"
    "the cycle of the time stamp counter, elsewhere the ns. The row `nothing` is the clock "
    "itself.\n";

uint64_t stamp() {
#if defined(__x86_64__)
    unsigned processor;
    return __rdtscp(&processor);
#else
    return static_cast<uint64_t>(Clock::now().time_since_epoch().count());
#endif
}

class Times {
  public:
    template <class Operation> void of(Operation operation) {
        const uint64_t start = stamp();
        operation();
        time_.push_back(static_cast<uint32_t>(std::min<uint64_t>(stamp() - start, UINT32_MAX)));
    }

    void print() {
        std::sort(time_.begin(), time_.end());
        std::printf(" %u, %u, %u |", at(500), at(990), at(999));
    }

  private:
    uint32_t at(size_t thousandth) const { return time_[time_.size() * thousandth / 1000]; }

    std::vector<uint32_t> time_;
};

template <class Set> class Run {
  public:
    explicit Run(size_t n) : object_(n), n_(n), draws_(UNIFORM, DELAY), set_(n) {
        current = this;
        set_.init(now_);
        for (uint32_t i : shuffled(n)) {
            set_.template bind<Run>(&object_[i].node);
            set_.add(&object_[i].node, now_ + draw());
        }
    }

    /* As many timers fire in all ticks as there are, once or twice. */
    void print() {
        Times move, cancel, arm, tick;
        for (size_t i = 0; i < OPERATIONS; i++) {
            Node *moved = any(), *other = any();
            const uint64_t later = now_ + draw(), again = now_ + draw();
            move.of([&] { set_.add(moved, later); });
            cancel.of([&] { set_.cancel(other); });
            arm.of([&] { set_.add(other, again); });
            tick.of([&] { set_.advance(++now_); });
        }
        std::printf("| %s |", Set::name());
        for (Times *times : {&move, &cancel, &arm, &tick})
            times->print();
        if constexpr (Set::has_next && Set::any_time)
            print_beats();
        else
            std::printf(" |");
        std::printf("\n");
    }

    static void fired(typename Set::Node *node) {
        current->set_.add(node, current->now_ + current->draw());
    }

  private:
    using Node = typename Set::Node;

    void print_beats() const {
        Beats<Set> run(n_, 1000);
        Times beat;
        run.template arm<IN_TURN>();
        for (size_t i = 0; i < BEATS; i++)
            beat.of([&] { run.template run<IN_TURN>(1); });
        beat.print();
    }

    uint64_t draw() { return draws_(++drawn_); }

    Node *any() { return &object_[below(n_, ++drawn_)].node; }

    static Run *current;

    Array<Object<Node>> object_;
    size_t n_;
    Draws draws_;
    Set set_;
    uint64_t now_ = START, drawn_ = 0;
};

template <class Set> Run<Set> *Run<Set>::current;

struct Print {
    size_t n;

    template <class Set> void of() const {
        if (n <= Set::most)
            Run<Set>(n).print();
    }
};

void print_nothing() {
    Times nothing;
    for (size_t i = 0; i < OPERATIONS; i++)
        nothing.of([] {});
    std::printf("| nothing |");
    nothing.print();
    std::printf(" | | | |\n");
}

} // namespace

int main(int argc, char **argv) {
    char *end = nullptr;
    unsigned long n = 10000;

    if (argc == 2 && std::strcmp(argv[1], "--help") == 0) {
        std::printf("%s%s", usage, help);
        return 0;
    }
    if (argc > 1)
        n = std::strtoul(argv[1], &end, 10);
    if (argc > 2 || (end && *end) || n < 1 || n > MOST) {
        std::fprintf(stderr, "%sN is a number from 1 to %zu.\n", usage, static_cast<size_t>(MOST));
        return 2;
    }
    std::printf("| %lu timers | move: p50, p99, p99.9 | cancel | arm | tick | beat in turn |\n"
                "|---|---|---|---|---|---|\n",
                n);
    print_nothing();
    each_set(Print{n});
    return 0;
}
