/* SPDX-License-Identifier: MIT-0 */
/* The service of timers of service.h on 1 to 64 simulated cores. The cache lines that go
   from core to core are counted, and a clock for each core says how many requests a second
   these counts allow. No time is measured. docs/threads.md has what this prints. */
#include "lines.h"
#include "service.h"

using namespace bench;

namespace {

enum { REQUESTS = 4096, MOST = 64 };

/* A line from another core: 23 and 107 ns, the median of an AMD EPYC 7R13 (8 cores share a
   cache), by github.com/nviennot/core-to-core-latency. What the core does itself is 1 ns
   an access, the instructions between included; a locked exchange takes 5. */
const lines::Times times = {1, 5, 23, 107};

const char usage[] = "usage: transfers [CORES...]\n";
const char help[] =
    "\nPrints two tables, for so many cores (1 2 4 8 16 32 64): how many cache lines go from core\n"
    "to core for a request, and how many million requests a second all cores make together, by\n"
    "a simulation. bench/shards --help tells what the designs are. The requests are those of\n"
    "that program, 4,096 for each core. bench/lines.h tells how lines are counted.\n";

struct Figures {
    double transfers, millions;
};

/* Cores 0 .. n-1 make requests. Core n owns all timers, where one thread does. */
template <class Set, Design DESIGN> class Simulation {
  public:
    Simulation(size_t n, unsigned percent)
        : cores_(n + (DESIGN == ONE_THREAD)), n_(n), service_(n, percent) {
        lines::begin(times);
    }

    /* The core whose clock is behind makes its next request as a whole. */
    Figures run(const char *name) {
        for (size_t done = 0; done < n_ * REQUESTS;) {
            const unsigned core = behind();
            if (core < n_)
                done += request(core);
            else if (!served())
                lines::wait(core, lines::now(behind(core)) + times.access);
        }
        const double end = finish();
        service_.check(name);
        return {static_cast<double>(lines::transfers()) / (n_ * REQUESTS),
                n_ * REQUESTS / end * 1e3};
    }

  private:
    /* The core that has something to do and whose clock is behind, of all but one. */
    unsigned behind(size_t but = MOST + 1) const {
        unsigned least = static_cast<unsigned>(cores_);
        for (unsigned i = 0; i < cores_; i++)
            if (i != but && (i == n_ || service_.user[i].requests < REQUESTS) &&
                (least == cores_ || lines::now(i) < lines::now(least)))
                least = i;
        return least;
    }

    size_t request(unsigned core) {
        lines::run(core);
        service_.request(core);
        if (service_.user[core].requests % LOOP == 0)
            service_.come(core);
        lines::pause();
        return 1;
    }

    bool served() {
        lines::run(static_cast<unsigned>(n_));
        const bool any = service_.serve();
        lines::pause();
        return any;
    }

    /* Applies what is left when all have asked. Returns the time when that is done. */
    double finish() {
        double asked = 0, end = 0;
        for (unsigned i = 0; i < n_; i++)
            asked = std::max(asked, lines::now(i));
        for (unsigned i = 0; i < cores_; i++) {
            lines::wait(i, asked);
            if (i == n_)
                (void)served();
            else {
                lines::run(i);
                service_.come(i);
                lines::pause();
            }
            end = std::max(end, lines::now(i));
        }
        return end;
    }

    size_t cores_, n_;
    Service<Set, DESIGN, lines::Lock> service_;
};

struct Row {
    const char *name;
    Figures (*run)(const char *name, size_t n);
};

template <Design DESIGN, unsigned PERCENT> Figures run(const char *name, size_t n) {
    return std::make_unique<Simulation<Hwheel, DESIGN>>(n, PERCENT)->run(name);
}

const Row rows[] = {
    {"one_lock", run<ONE_LOCK, 0>},   {"64_by_hash", run<BY_HASH, 0>},
    {"64_by_user", run<BY_USER, 10>}, {"one_thread", run<ONE_THREAD, 0>},
    {"shards_10%", run<OWN, 10>},     {"shards_100%", run<OWN, 100>},
};

void print(const char *title, const std::vector<size_t> &cores,
           const std::vector<std::vector<Figures>> &found, double Figures::*figure) {
    std::printf("| %s |", title);
    for (size_t n : cores)
        std::printf(" %zu |", n);
    std::printf("\n|---|");
    for (size_t i = 0; i < cores.size(); i++)
        std::printf("---:|");
    std::printf("\n");
    for (size_t i = 0; i < found.size(); i++) {
        std::printf("| `%s` |", rows[i].name);
        for (const Figures &f : found[i])
            std::printf(" %.*f |", f.*figure < 9.95 ? 1 : 0, f.*figure);
        std::printf("\n");
    }
}

} // namespace

int main(int argc, char **argv) {
    std::vector<size_t> cores;

    if (argc == 2 && std::string(argv[1]) == "--help")
        return std::printf("%s%s", usage, help) < 0;
    for (int i = 1; i < argc; i++) {
        char *end;
        const unsigned long n = std::strtoul(argv[i], &end, 10);
        if (*end || n < 1 || n > MOST)
            return std::fprintf(stderr, "%s", usage), 2;
        cores.push_back(n);
    }
    if (cores.empty())
        cores = {1, 2, 4, 8, 16, 32, 64};

    std::vector<std::vector<Figures>> found;
    for (const Row &row : rows) {
        found.emplace_back();
        for (size_t n : cores)
            found.back().push_back(row.run(row.name, n));
    }
    print("lines for a request; cores:", cores, found, &Figures::transfers);
    std::printf("\n");
    print("million requests a second; cores:", cores, found, &Figures::millions);
    return 0;
}
