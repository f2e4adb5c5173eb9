/* SPDX-License-Identifier: MIT-0 */
/* What the benchmark programs share: objects, seeded draws, the log of firings, and the comparison itself.

   A workload is run by several subjects (implementations) in one process, by Google Benchmark. After a turn that is not
   counted, each subject takes the same number of turns, in random order, and each turn prints one line, after a first
   line that begins with # and tells the compiler and its options:

       workload <tab> N <tab> subject <tab> ns of one operation

   bench/ratios takes the medians. All subjects draw the same numbers for the same objects, so what fires at which tick
   must be the same for all, and the order of firing for all that keep one: otherwise the program says so and aborts. */
#ifndef WORKLOAD_H
#define WORKLOAD_H

#if !defined(BENCH_OPTIONS)
#define BENCH_OPTIONS "options unknown"
#endif
#if defined(__clang__)
#define BENCH_COMPILER ""
#else
#define BENCH_COMPILER "gcc "
#endif

#include <benchmark/benchmark.h>
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <functional>
#include <memory>
#include <random>
#include <string>
#include <type_traits>
#include <vector>

namespace bench {

/* The node lies inside an object of two cache lines, as it does in a program. */
template <class Node> struct alignas(64) Object {
    Node node;
    uint64_t hits, sum, draws;
    char rest[128 - sizeof(Node) - 3 * sizeof(uint64_t)];
};

struct FreeDeleter {
    void operator()(void *p) const { std::free(p); }
};

/* n zeroed things in one piece of memory that begins with a cache line. */
template <class T> class Array {
  public:
    explicit Array(size_t n) : size_((n * sizeof(T) + 63) / 64 * 64), data_(std::aligned_alloc(64, size_)) {
        if (!data_) {
            std::fprintf(stderr, "out of memory\n");
            std::exit(1);
        }
        clear();
    }
    void clear() { std::memset(data_.get(), 0, size_); }
    T *get() const { return static_cast<T *>(data_.get()); }
    T &operator[](size_t i) const { return get()[i]; }

  private:
    size_t size_;
    std::unique_ptr<void, FreeDeleter> data_;
};

/* The finalizer of splitmix64: the i-th random number without a state. */
inline uint64_t mix(uint64_t x) {
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
    x = (x ^ x >> 27) * 0x94d049bb133111ebu;
    return x ^ x >> 31;
}

enum Kind { UNIFORM, EXPONENTIAL, CONSTANT };

/* Draws of mean `mean`: 1 .. 2 mean, exponential and at least 1, or the mean itself. */
class Draws {
  public:
    Draws(Kind kind, uint64_t mean) : kind_(kind), mean_(mean), table_(kind == EXPONENTIAL ? 65536 : 0) {
        for (size_t i = 0; i < table_.size(); i++)
            table_[i] = 1 + static_cast<uint64_t>(-std::log((static_cast<double>(i) + 0.5) / 65536) *
                                                  static_cast<double>(mean));
    }
    uint64_t operator()(uint64_t seed) const {
        if (kind_ == CONSTANT)
            return mean_;
        const uint64_t r = mix(seed);
        return kind_ == UNIFORM ? 1 + ((r >> 32) * (2 * mean_) >> 32) : table_[r >> 48];
    }

  private:
    Kind kind_;
    uint64_t mean_;
    std::vector<uint64_t> table_;
};

/* What fired when: `set` does not depend on the order within a tick, `order` does. */
struct Log {
    uint64_t count = 0, set = 0, order = 0;
    void add(uint64_t object, uint64_t now) {
        const uint64_t x = (now << 24 ^ object) * 0x9e3779b97f4a7c15u;
        count++;
        set += x ^ x >> 29;
        order = (order ^ x) * 0xff51afd7ed558ccdu;
    }
};

/* The numbers 0 .. n-1 in random order. */
inline std::vector<uint32_t> shuffled(size_t n) {
    std::vector<uint32_t> order(n);
    std::mt19937_64 random(42);
    for (size_t i = 0; i < n; i++)
        order[i] = static_cast<uint32_t>(i);
    std::shuffle(order.begin(), order.end(), random);
    return order;
}

using Clock = std::chrono::steady_clock;

inline double since(Clock::time_point start) {
    return std::chrono::duration<double, std::nano>(Clock::now() - start).count();
}

/* ns of this thread's processor time: other programs only disturb the caches. Reading it takes some 200 ns. */
inline double cpu_now() {
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return static_cast<double>(t.tv_sec) * 1e9 + static_cast<double>(t.tv_nsec);
}

struct Subject {
    std::string name;
    std::function<double()> turn; /* ns of one operation */
    const Log *log;               /* NULL: none */
    bool ordered;
};

inline void agree(const char *workload, const std::vector<Subject> &subjects) {
    const Subject *any = nullptr, *ordered = nullptr;
    for (const Subject &s : subjects) {
        if (!s.log)
            continue;
        any = any ? any : &s;
        if (s.ordered)
            ordered = ordered ? ordered : &s;
        if (s.log->count != any->log->count || s.log->set != any->log->set ||
            (s.ordered && s.log->order != ordered->log->order)) {
            std::fprintf(stderr, "%s: %s and %s do not fire alike\n", workload, any->name.c_str(), s.name.c_str());
            std::abort();
        }
    }
}

inline bool warming_up = false;

inline void report(const char *workload, size_t n, const std::string &name, double value) {
    if (warming_up)
        return;
    std::printf("%s\t%zu\t%s\t%.3f\n", workload, n, name.c_str(), value);
    std::fflush(stdout);
}

/* Prints each repetition as a line; Google Benchmark gives them when all are done. */
class Lines : public benchmark::BenchmarkReporter {
  public:
    Lines(const char *workload, size_t n) : workload_(workload), n_(n) {}
    bool ReportContext(const Context &) override { return true; }
    void ReportRuns(const std::vector<Run> &runs) override {
        for (const Run &run : runs)
            if (run.run_type == Run::RT_Iteration)
                report(workload_, n_, run.run_name.function_name, run.GetAdjustedRealTime());
    }

  private:
    const char *workload_;
    size_t n_;
};

/* Each subject is a benchmark with one turn a repetition, whose time it says itself; the repetitions of all are taken
   in random order. One turn each goes before, uncounted. */
inline void compare(const char *workload, size_t n, size_t turns, std::vector<Subject> subjects) {
    warming_up = true;
    for (Subject &s : subjects)
        s.turn();
    warming_up = false;
    for (Subject &s : subjects)
        benchmark::RegisterBenchmark(s.name.c_str(),
                                     [&s](benchmark::State &state) {
                                         for (auto _ : state)
                                             state.SetIterationTime(s.turn() * 1e-9);
                                     })
            ->UseManualTime()
            ->Iterations(1)
            ->Repetitions(static_cast<int>(turns));
    Lines lines(workload, n);
    benchmark::RunSpecifiedBenchmarks(&lines);
    benchmark::ClearRegisteredBenchmarks();
    agree(workload, subjects);
}

/* The command line: [turns [N ...]], with the N that are taken if none is given, and the greatest. */
struct Arguments {
    Arguments(int argc, char **argv, std::vector<size_t> usual = {100, 10000, 1000000}, size_t most = 100000000)
        : sizes(usual) {
        if (argc > 2)
            sizes.clear();
        for (int i = 1; i < argc; i++) {
            char *end;
            const unsigned long long x = std::strtoull(argv[i], &end, 10);
            if (*end || end == argv[i] || x == 0 || x > (i == 1 ? 1000 : most) || argv[i][0] == '-') {
                std::fprintf(stderr, "usage: %s [turns [N ...]]\n", argv[0]);
                std::exit(2);
            }
            if (i == 1)
                turns = static_cast<size_t>(x);
            else
                sizes.push_back(static_cast<size_t>(x));
        }
        std::printf("#\t" BENCH_COMPILER __VERSION__ ", " BENCH_OPTIONS "\n");
        char random_order[] = "--benchmark_enable_random_interleaving=true",
             *flags[] = {argv[0], random_order, nullptr};
        int count = 2;
        benchmark::Initialize(&count, flags);
    }
    size_t turns = 7;
    std::vector<size_t> sizes;
};

} // namespace bench

#endif
