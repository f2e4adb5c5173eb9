/* SPDX-License-Identifier: MIT-0 */
/* Threads that start together, for the benchmarks. */
#ifndef THREADS_H
#define THREADS_H

#include "workload.h"

#include <pthread.h>
#include <thread>

namespace bench {

class Barrier {
  public:
    explicit Barrier(size_t n) {
        pthread_barrier_init(&barrier_, nullptr, static_cast<unsigned>(n));
    }

    Barrier(const Barrier &) = delete;

    ~Barrier() { pthread_barrier_destroy(&barrier_); }

    void wait() { pthread_barrier_wait(&barrier_); }

  private:
    pthread_barrier_t barrier_;
};

/* Runs body(0) .. body(n - 1), each in a thread. ns from when the first of them begins to
   when the last one ends: time on the wall, in which other programs may have had the
   processors. */
template <class Body> double together(size_t n, Body body) {
    std::vector<Clock::time_point> begin(n), end(n);
    std::vector<std::thread> threads;
    Barrier ready(n);
    for (size_t i = 0; i < n; i++)
        threads.emplace_back([&, i] {
            ready.wait();
            begin[i] = Clock::now();
            body(i);
            end[i] = Clock::now();
        });
    for (std::thread &thread : threads)
        thread.join();
    return std::chrono::duration<double, std::nano>(*std::max_element(end.begin(), end.end()) -
                                                    *std::min_element(begin.begin(), begin.end()))
        .count();
}

} // namespace bench

#endif
