/* SPDX-License-Identifier: MIT-0 */
/* Common to the benchmark programs: subjects, their turns, and the command line.

   A workload of N objects is run by several subjects: implementations, and floors that no
   implementation can undercut. Each is a benchmark `WORKLOAD/N/SUBJECT` of Google
   Benchmark, whose flags all programs take: --benchmark_filter, --benchmark_repetitions,
   --benchmark_format=json, --benchmark_out. One repetition is one turn, and what is
   reported are the ns of one operation. The subjects of one workload and N live side by
   side, each with a first turn that is not counted, so that
   --benchmark_enable_random_interleaving makes a fair comparison of them; bench/compare
   runs one process for each workload and N. From MANY objects on they live one after the
   other, since memory has an end.

   All subjects draw the same numbers for the same objects. After each turn the log of a
   subject must be that of the others after as many turns: which objects fired at which
   tick, and, among all that keep an order, in which order. Otherwise the program says so
   and aborts. */
#ifndef TURNS_H
#define TURNS_H

#if !defined(BENCH_OPTIONS)
#define BENCH_OPTIONS "unknown"
#endif
#if defined(__clang__)
#define BENCH_COMPILER __VERSION__
#else
#define BENCH_COMPILER "gcc " __VERSION__
#endif

#include "workload.h"

#include <benchmark/benchmark.h>
#include <functional>
#include <map>

/* All that is measured runs inside of this function, so that callgrind can count the
   instructions of just that. A section of less than some 50 us is measured by the wall's
   clock, which is read in 25 ns. */
extern "C" __attribute__((noinline, weak)) double bench_measured(void (*section)(void *),
                                                                 void *closure, bool brief) {
    const bench::Clock::time_point start = bench::Clock::now();
    const double cpu = brief ? 0 : bench::cpu_now();
    section(closure);
    return brief ? bench::since(start) : bench::cpu_now() - cpu;
}

namespace bench {

template <class Section> double measured(Section section, bool brief = false) {
    return bench_measured([](void *closure) { (*static_cast<Section *>(closure))(); }, &section,
                          brief);
}

/* What a turn gives. */
struct Result {
    double ns = 0, operations = 1;
    const Log *log = nullptr;
    std::vector<std::pair<const char *, double>> counters = {};
    uint64_t now = 0; /* the tick that the log has come to, if turns differ in length */
};

using Turn = std::function<Result()>;

/* What the log of a subject must agree with: no other, or as far as it does not depend on
   the order within a tick. */
enum Promise { NONE, ANY_ORDER, ORDER };

enum : size_t { MANY = 5000000 };

/* The command line, and the way in and out of Google Benchmark. */
class Program {
  public:
    /* help: what follows the first line of --help; then the values if none are given, and
       the greatest size. */
    Program(int argc, char **argv, const char *help,
            std::vector<size_t> usual_sizes = {100, 10000, 1000000}, size_t usual_work = 200000,
            size_t most = 100000000)
        : sizes(usual_sizes), work(usual_work) {
        for (int i = 1; i < argc; i++)
            if (std::string(argv[i]) == "--help") {
                std::printf("usage: %s [--sizes=N,...] [--work=OPERATIONS] [--trace=FILE] [flags "
                            "of Google Benchmark]"
                            "\n\n%s\n",
                            argv[0], help);
                std::fflush(stdout);
            }
        benchmark::Initialize(&argc, argv);
        for (int i = 1; i < argc; i++)
            parse(argv[0], argv[i], most);
        benchmark::AddCustomContext("compiler", BENCH_COMPILER);
        benchmark::AddCustomContext("options", BENCH_OPTIONS);
    }

    /* The status of main(). */
    int run() const {
        const size_t found = benchmark::RunSpecifiedBenchmarks();
        benchmark::Shutdown();
        return found ? 0 : 2;
    }

    std::vector<size_t> sizes;
    size_t work; /* operations of a turn, where N does not say more */
    std::string trace;

  private:
    void parse(const char *program, const std::string &flag, size_t most) {
        if (flag.rfind("--trace=", 0) == 0) {
            trace = flag.substr(8);
            return;
        }
        const bool of_sizes = flag.rfind("--sizes=", 0) == 0;
        const char *rest = flag.c_str() + (of_sizes ? 8 : 7);
        std::vector<size_t> numbers;
        bool good = of_sizes || flag.rfind("--work=", 0) == 0;
        for (char *end; good; rest = end + 1) {
            const unsigned long long x = std::strtoull(rest, &end, 10);
            good = end != rest && *rest >= '0' && *rest <= '9' && x > 0 &&
                   x <= (of_sizes ? most : 100000000) && (!*end || *end == ',');
            numbers.push_back(static_cast<size_t>(x));
            if (good && !*end)
                break;
        }
        if (!good || (!of_sizes && numbers.size() != 1)) {
            std::fprintf(stderr, "%s: cannot use %s; --help tells more\n", program, flag.c_str());
            std::exit(2);
        }
        if (of_sizes)
            sizes = numbers;
        else
            work = numbers[0];
    }
};

/* The logs at the end of each turn, or tick, and whose they are: of the first subject
   that promised that much. */
struct Agreement {
    struct Known {
        Log log;
        std::string name;
    };

    std::map<uint64_t, Known> known[2];

    void check(const std::string &subject, Promise promise, uint64_t turn, const Log &mine) {
        for (int order = 0; order < (promise == ORDER ? 2 : 1); order++) {
            const Known &first = known[order].emplace(turn, Known{mine, subject}).first->second;
            const Log &log = first.log;
            if (mine.count != log.count || mine.set != log.set ||
                (order && mine.order != log.order)) {
                std::fprintf(stderr, "%s and %s do not fire alike\n", first.name.c_str(),
                             subject.c_str());
                std::abort();
            }
        }
    }
};

/* The subjects that live, each with the number of its turns. */
class Living {
  public:
    struct Subject {
        Turn turn;
        size_t turns;
        double operations; /* of all turns */
    };

    Subject &of(const std::string &group, const std::string &name, bool alone,
                const std::function<Turn()> &make) {
        if (group != group_ || (alone && !subjects_.count(name)))
            subjects_.clear();
        group_ = group;
        Subject &s = subjects_[name];
        if (!s.turn)
            s.turn = make();
        return s;
    }

  private:
    std::string group_;
    std::map<std::string, Subject> subjects_;
};

inline void take_turns(benchmark::State &state, const std::string &group, size_t n,
                       const std::string &name, Promise promise,
                       const std::function<Turn()> &make) {
    static Living living;
    static std::map<std::string, Agreement> agreements;
    Living::Subject &s = living.of(group, name, n >= MANY, make);
    Result r;
    for (bool counted = s.turns > 0; state.KeepRunning();) {
        do {
            r = s.turn();
            if (promise != NONE && r.log)
                agreements[group].check(name, promise, r.now ? r.now : s.turns, *r.log);
            s.turns++;
            s.operations += r.operations;
        } while (!counted && (counted = true));
        state.SetIterationTime(r.ns / r.operations * 1e-9);
    }
    state.counters["operations"] = s.operations;
    for (const auto &c : r.counters)
        state.counters[c.first] = c.second;
}

/* Registers a subject; make() gives its turn, when the first one comes. */
inline benchmark::internal::Benchmark *subject(const std::string &workload, size_t n,
                                               const std::string &name, Promise promise,
                                               std::function<Turn()> make) {
    const std::string group = workload + "/" + std::to_string(n), full = group + "/" + name;
    return benchmark::RegisterBenchmark(
               full.c_str(),
               [=](benchmark::State &state) { take_turns(state, group, n, full, promise, make); })
        ->UseManualTime()
        ->Iterations(1);
}

} // namespace bench

#endif
