/* SPDX-License-Identifier: MIT-0 */
/* Timer sets: ours against textbook schemes, peers, and the floor. Deadlines are U[1 ..
   60000] ticks ahead unless the workload says otherwise. */
#include "beats.h"
#include "clocked.h"
#include "floors.h"
#include "peers.h"
#include "turns.h"

#include <array>

using namespace bench;

namespace {

const char help[] =
    "Timer sets, ns of one operation; counters: operations of a turn, and what stands in "
    "brackets.\n\n"
    "  expire        one tick after the other; what fires is armed again; per fired timer [tick: "
    "ns of one tick]\n"
    "  worst         the longest of 140,000 such ticks: each the least of five identical runs, of "
    "which each turn is "
    "one\n"
    "  churn-*       cancel a random timer and arm it again; N/3000 operations a tick; uniform, "
    "exponential (mean "
    "30000)\n"
    "                or constant (30000); SUBJECT+next asks for the next deadline after each "
    "operation;\n"
    "                SUBJECT+prefetch tells prefetch() of 32 operations, then does them\n"
    "  heartbeat     move a random timer to 30000 ticks ahead\n"
    "  beats-*-UNIT  a client beats: it moves its timer to 60 s ahead, the clock advances, and "
    "next() "
    "is asked; a beat of\n"
    "                each client in 10 s, ticks of UNIT; any client, the earliest in turn, in turn "
    "with a tenth late,\n"
    "                in turn with two idle times; requests: in turn, after a timer of 5 ms that "
    "is cancelled\n"
    "  near-*-UNIT   all are due at one tick, or within 10 ms; the loop advance(next()); per "
    "timer\n"
    "  burst         arm N, then one jump over all; per timer of the jump\n"
    "  sparse        10 timers over U[1 .. 10^9] ticks, the loop advance(next()); per timer\n"
    "  jump          the same in one jump; per jump\n"
    "  TRACE-1us, -1ms   a recorded trace (--trace), replayed in ticks of 1 us and of 1 ms; per "
    "operation\n";

enum {
    SPREAD = 60000,
    WORST_TICKS = 140000,
    WORST_RUNS = 5,
    SPARSE = 10,
    SPARSE_SPREAD = 1000000000,
    LARGE = 100000
};

struct Workload {
    const char *name;
    size_t n, work;
    Kind kind = UNIFORM;
};

template <class Set> Promise promise() {
    return Set::late ? NONE : Set::ordered ? ORDER : ANY_ORDER;
}

/* Ours have prefetch(). */
template <class Set> constexpr bool is_ours() {
    return std::is_same<typename Set::Node, struct tw_node>::value;
}

template <class Set> bool fits(const Workload &w) {
    return w.n <= (w.kind == CONSTANT ? Set::most_constant : Set::most);
}

template <class Set> std::shared_ptr<Clocked<Set>> armed(const Workload &w) {
    auto run = std::make_shared<Clocked<Set>>(w.n, w.kind, SPREAD / 2);
    run->arm_all();
    return run;
}

/* A turn is a multiple of 2^16 ticks, a whole round of two levels, so that each has the
   same share of the cascades. At scale a part of that will do for structures without
   any. */
struct Expire {
    Workload w;

    template <class Set> Turn turn() const {
        auto run = armed<Set>(w);
        const uint64_t round = Set::in_rounds || w.n < LARGE ? 65536 : 8192;
        const uint64_t ticks = round * std::min<size_t>(w.work / 2 / w.n + 1, 16);
        return [=] {
            const uint64_t before = run->log.count;
            const double ns = measured([&] { run->expire(ticks); });
            return Result{ns,
                          static_cast<double>(run->log.count - before),
                          &run->log,
                          {{"tick", ns / static_cast<double>(ticks)}},
                          run->now};
        };
    }

    template <class Set> void of() const {
        if (fits<Set>(w))
            subject(w.name, w.n, Set::name(), promise<Set>(), [*this] { return turn<Set>(); });
    }
};

/* Of each tick the least of the runs so far counts; what a turn gives is the greatest of
   these. */
struct Worst {
    Workload w;

    template <class Set> Turn turn() const {
        auto run = std::make_shared<Clocked<Set>>(w.n, UNIFORM, SPREAD / 2);
        auto least = std::make_shared<std::vector<double>>(WORST_TICKS, 1e18);
        return [=] {
            run->reset();
            run->arm_all();
            for (double &tick : *least) {
                const auto start = Clock::now();
                run->advance(run->now + 1);
                tick = std::min(tick, since(start));
            }
            return Result{*std::max_element(least->begin(), least->end()), 1, &run->log};
        };
    }

    template <class Set> void of() const {
        if (fits<Set>(w))
            subject(w.name, w.n, Set::name(), promise<Set>(), [*this] {
                return turn<Set>();
            })->Repetitions(WORST_RUNS - 1); /* and the turn that goes before */
    }
};

template <bool MOVE> struct Churn {
    Workload w;

    enum Form { PLAIN, NEXT, AHEAD };

    template <class Set, Form FORM> void add(const char *suffix) const {
        const Workload workload = w;
        subject(w.name, w.n, std::string(Set::name()) + suffix, promise<Set>(),
                [workload]() -> Turn {
                    auto run = armed<Set>(workload);
                    const size_t operations = workload.work;
                    return [=] {
                        const double ns = measured([&] {
                            if constexpr (FORM == AHEAD)
                                run->template churn_ahead<MOVE>(operations);
                            else
                                run->template churn<MOVE, FORM == NEXT>(operations);
                        });
                        return Result{ns, static_cast<double>(operations), &run->log};
                    };
                });
    }

    template <class Set> void of() const {
        if (!fits<Set>(w))
            return;
        add<Set, PLAIN>("");
        if constexpr (Set::has_next)
            if (w.n <= Set::most_next)
                add<Set, NEXT>("+next");
        if constexpr (is_ours<Set>())
            add<Set, AHEAD>("+prefetch");
    }
};

size_t bursts(const Workload &w) { return std::min<size_t>(w.work / 2 / w.n + 1, 20); }

struct Burst {
    Workload w;

    template <class Set> Turn turn() const {
        auto run = std::make_shared<Clocked<Set>>(w.n, UNIFORM, SPREAD / 2);
        const size_t times = bursts(w), n = w.n;
        return [=] {
            double ns = 0;
            for (size_t i = 0; i < times; i++) {
                run->arm_once();
                ns += measured([&] { run->advance(run->now + SPREAD); }, n <= FEW);
            }
            return Result{ns, static_cast<double>(n * times), &run->log};
        };
    }

    template <class Set> void of() const {
        if (fits<Set>(w))
            subject(w.name, w.n, Set::name(), promise<Set>(), [*this] { return turn<Set>(); });
    }
};

struct Sparse {
    Workload w;
    bool jump;

    template <class Set> Turn turn() const {
        auto run = std::make_shared<Clocked<Set>>(w.n, UNIFORM, SPARSE_SPREAD / 2);
        const bool jumps = jump;
        const size_t times = std::max<size_t>(w.work / 20, 1);
        const double each = static_cast<double>(jumps ? times : times * w.n);
        return [=] {
            double ns = 0;
            for (size_t i = 0; i < times; i++) {
                run->arm_once();
                ns += jumps ? measured([&] { run->advance(run->now + SPARSE_SPREAD); }, true)
                            : measured([&] { run->sparse(); }, true);
            }
            return Result{ns, each, &run->log};
        };
    }

    template <class Set> void of() const {
        if constexpr (Set::any_time && Set::has_next)
            subject(w.name, w.n, Set::name(), promise<Set>(), [*this] { return turn<Set>(); });
    }
};

/* A subject that walks would take minutes: it does fewer beats. The answers of next() are
   in the log. */
template <Beat BEAT> struct Beaten {
    Workload w;
    uint64_t unit;

    template <class Set> Turn turn() const {
        auto run = std::make_shared<Beats<Set>>(w.n, unit);
        const size_t operations = w.work;
        run->template arm<BEAT>();
        return [=] {
            size_t done = 0;
            double ns = 0;
            for (size_t k = 1; done < operations && ns < 2e8; done += k, k *= 2)
                ns += measured([&] { run->template run<BEAT>(k); });
            return Result{ns, static_cast<double>(done), &run->log, {}, run->now};
        };
    }

    template <class Set> void of() const {
        if constexpr (Set::has_next && Set::any_time)
            if (fits<Set>(w) && w.n <= Set::most_next)
                subject(w.name, w.n, Set::name(), is_ours<Set>() ? ORDER : NONE,
                        [*this] { return turn<Set>(); });
    }
};

struct Near {
    Workload w;
    uint64_t unit, spread;

    template <class Set> Turn turn() const {
        auto run = std::make_shared<Beats<Set>>(w.n, unit);
        const size_t times = bursts(w), n = w.n;
        const uint64_t ticks = spread;
        return [=] {
            double ns = 0;
            for (size_t i = 0; i < times; i++) {
                run->arm_near(ticks);
                ns += measured([&] { run->wake(); }, n <= FEW);
            }
            return Result{ns, static_cast<double>(n * times), &run->log};
        };
    }

    template <class Set> void of() const {
        if constexpr (Set::has_next && Set::any_time)
            if (fits<Set>(w) && w.n <= Set::most_next)
                subject(w.name, w.n, Set::name(), promise<Set>(), [*this] { return turn<Set>(); });
    }
};

/* What has passed when it is armed fires with the next operation here and with the next
   tick there, so that only ours promise the order, and those that go from tick to tick
   nothing. */
struct Replay {
    std::shared_ptr<Trace> trace;
    uint64_t unit;

    template <class Set, bool AHEAD> void add(const char *suffix) const {
        const auto traced = trace;
        const uint64_t tick = unit;
        subject(trace->name + (unit == 1 ? "-1us" : "-1ms"), trace->timers,
                std::string(Set::name()) + suffix,
                is_ours<Set>()                ? ORDER
                : Set::any_time && !Set::late ? ANY_ORDER
                                              : NONE,
                [=]() -> Turn {
                    auto run = std::make_shared<Clocked<Set>>(traced->timers, CONSTANT, 1);
                    return [=] {
                        run->reset(traced->operation[0].time / tick);
                        const double ns = measured([&] {
                            if constexpr (AHEAD)
                                run->replay_ahead(*traced, tick);
                            else
                                run->replay(*traced, tick);
                        });
                        return Result{ns, static_cast<double>(traced->operation.size()), &run->log};
                    };
                });
    }

    template <class Set> void of() const {
        add<Set, false>("");
        if constexpr (is_ours<Set>())
            add<Set, true>("+prefetch");
    }
};

void floors(const Workload &w, bool expire) {
    subject(w.name, w.n, "floor", NONE, [w, expire]() -> Turn {
        auto lists = std::make_shared<FloorLists>(w.n);
        const size_t times = expire ? FloorLists::SLOTS * (w.work / w.n + 1) : bursts(w);
        return [=] {
            size_t count = 0;
            const double ns = measured([&] {
                if (expire)
                    count = lists->expire(times);
                else
                    for (size_t i = 0; i < times; i++)
                        count += lists->burst();
            });
            return Result{ns, static_cast<double>(count)};
        };
    });
}

void churn_floor(const Workload &w) {
    subject(w.name, w.n, "floor", NONE, [w]() -> Turn {
        auto lists = std::make_shared<FloorLists>(w.n);
        return [=] {
            return Result{measured([&] { lists->churn(w.work, w.n); }),
                          static_cast<double>(w.work)};
        };
    });
}

template <bool MOVE> void churn(const Workload &w) {
    churn_floor(w);
    each_set(Churn<MOVE>{w});
}

void beats(size_t n, size_t work, uint64_t unit, const std::array<const char *, 7> &name) {
    each_set(Beaten<RANDOM_BEAT>{{name[0], n, work}, unit});
    each_set(Beaten<IN_TURN>{{name[1], n, work}, unit});
    each_set(Beaten<LATE>{{name[2], n, work}, unit});
    each_set(Beaten<MIXED>{{name[3], n, work}, unit});
    each_set(Beaten<REQUESTS>{{name[4], n, work}, unit});
    each_set(Near{{name[5], n, work, CONSTANT}, unit, 0});
    each_set(Near{{name[6], n, work}, unit, 10 * unit});
}

void all_of(size_t n, size_t work) {
    const Workload expire{"expire", n, work}, burst{"burst", n, work};
    floors(expire, true);
    each_set(Expire{expire});
    each_set(Worst{{"worst", n, work}});
    churn<false>({"churn-uniform", n, work});
    churn<false>({"churn-exponential", n, work, EXPONENTIAL});
    churn<false>({"churn-constant", n, work, CONSTANT});
    churn<true>({"heartbeat", n, work, CONSTANT});
    floors(burst, false);
    each_set(Burst{burst});
    beats(n, work, 1,
          {"beats-random-ms", "beats-in-turn-ms", "beats-late-ms", "beats-mixed-ms",
           "beats-requests-ms", "near-tick-ms", "near-10ms-ms"});
    beats(n, work, 1000,
          {"beats-random-us", "beats-in-turn-us", "beats-late-us", "beats-mixed-us",
           "beats-requests-us", "near-tick-us", "near-10ms-us"});
}

} // namespace

int main(int argc, char **argv) {
    const Program program(argc, argv, help);

    for (size_t n : program.sizes)
        all_of(n, program.work);
    each_set(Sparse{{"sparse", SPARSE, program.work}, false});
    each_set(Sparse{{"jump", SPARSE, program.work}, true});
    if (!program.trace.empty()) {
        const auto trace = std::make_shared<Trace>(program.trace);
        each_set(Replay{trace, 1});
        each_set(Replay{trace, 1000});
    }
    return program.run();
}
