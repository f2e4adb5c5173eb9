/* SPDX-License-Identifier: MIT-0 */
/* What the workloads are made of: objects, seeded draws, the log of firings, and
   clocks. */
#ifndef WORKLOAD_H
#define WORKLOAD_H

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <memory>
#include <random>
#include <string>
#include <vector>

namespace bench {

/* The node lies inside an object of two cache lines, as it does in a program; what is
   beside it shares its line. */
template <class Node> struct alignas(64) Object {
    Node node;
    uint64_t key, sum;
    uint16_t hits, armed; /* armed, key: for subjects whose node has neither */
    uint32_t draws;
    char rest[sizeof(Node) <= 96 ? 104 - (sizeof(Node) + 7) / 8 * 8 : 8];
};

static_assert(sizeof(Object<char>) == 128 && sizeof(Object<void *[12]>) == 128,
              "two lines, whatever the node");

struct FreeDeleter {
    void operator()(void *p) const { std::free(p); }
};

/* n zeroed things in one piece of memory that begins with a cache line. */
template <class T> class Array {
  public:
    explicit Array(size_t n)
        : size_((n * sizeof(T) + 63) / 64 * 64), data_(std::aligned_alloc(64, size_)) {
        if (!data_ && size_) {
            std::fprintf(stderr, "out of memory\n");
            std::exit(1);
        }
        clear();
    }

    void clear() {
        if (size_)
            std::memset(data_.get(), 0, size_);
    }

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

/* A random number below n. */
inline size_t below(size_t n, uint64_t seed) {
    return static_cast<size_t>((mix(seed) >> 32) * n >> 32);
}

enum Kind { UNIFORM, EXPONENTIAL, CONSTANT };

/* Draws of mean `mean`: 1 .. 2 mean, exponential and at least 1, or the mean itself. */
class Draws {
  public:
    Draws(Kind kind, uint64_t mean)
        : kind_(kind), mean_(mean), table_(kind == EXPONENTIAL ? 65536 : 0) {
        for (size_t i = 0; i < table_.size(); i++)
            table_[i] =
                1 + static_cast<uint64_t>(-std::log((static_cast<double>(i) + 0.5) / 65536) *
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

/* ns of this thread's processor time: other programs only disturb the caches. Reading it
   takes some 200 ns. */
inline double cpu_now() {
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return static_cast<double>(t.tv_sec) * 1e9 + static_cast<double>(t.tv_nsec);
}

} // namespace bench

#endif
