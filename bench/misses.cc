/* SPDX-License-Identifier: MIT-0 */
/* What prefetch() leaves to fetch. This file is compiled with -fsanitize=thread: each
   access goes to a cache that is simulated, and so does each prefetch. No time is measured.
   docs/performance.md has what it prints. */
#include <cstdint>

namespace {

/* Eight lines of 64 bytes a set; the line that was not used for the longest time leaves. */
enum { WAYS = 8, LINE = 64, LEAST_KB = 64, MOST_KB = 65536 };

const uint64_t MOST_SETS = MOST_KB * UINT64_C(1024) / (WAYS * LINE);

uint64_t line[MOST_SETS][WAYS], used[MOST_SETS][WAYS], sets = 1024, uses, missed;

__attribute__((no_sanitize("thread"))) bool cached(uint64_t address) {
    const uint64_t wanted = address / LINE;
    const uint64_t set = (wanted ^ wanted / sets) % sets;
    int way = 0, oldest = 0;

    while (way < WAYS && line[set][way] != wanted) {
        oldest = used[set][way] < used[set][oldest] ? way : oldest;
        way++;
    }
    if (way < WAYS)
        oldest = way;
    line[set][oldest] = wanted;
    used[set][oldest] = ++uses;
    return way < WAYS;
}

/* On Linux the stack of the first thread lies above all other memory. */
__attribute__((no_sanitize("thread"))) void access(const volatile void *memory, bool, bool) {
    const uintptr_t at = reinterpret_cast<uintptr_t>(memory);
    if (at < reinterpret_cast<uintptr_t>(__builtin_frame_address(0)))
        missed += !cached(at);
}

/* Fetches nothing from an address that the program cannot have. */
__attribute__((no_sanitize("thread"))) void fetch(const void *memory) {
    const uintptr_t at = reinterpret_cast<uintptr_t>(memory);
    if (at >= 4096)
        (void)cached(at);
}

} // namespace

#include "accesses.h"

#define __builtin_prefetch(p) fetch(p)
#include "clocked.h"
#include "peers/textbook.h"
#include "subjects.h"

using namespace bench;

namespace {

enum { OPERATIONS = 100000, MOST = 10000000, DELAY = 30000 };

const char usage[] = "usage: misses [N [KB]]\n";
const char help[] =
    "\nPrints how many lines an operation of bench/sets, churn-uniform or heartbeat, with N "
    "timers\n"
    "(100000) does not find in a cache of so many KB (512; a power of two from 64 to 65536), "
    "without\n"
    "prefetch() and with it in batches of 32. Textbook schemes have no prefetch(). Timers that "
    "fire\n"
    "meanwhile, one for each twenty operations of churn, are armed without it.\n";

enum Ahead { WITHOUT, WITH };

template <class Set, bool MOVE, Ahead AHEAD> void print(size_t n) {
    auto run = std::make_unique<Clocked<Set>>(n, MOVE ? CONSTANT : UNIFORM, DELAY);
    run->arm_all();
    run->template churn<MOVE, false>(OPERATIONS / 4);
    missed = 0;
    run->template churn<MOVE, false>(OPERATIONS);
    std::printf(" %.2f, ", static_cast<double>(missed) / OPERATIONS);
    missed = 0;
    if constexpr (AHEAD == WITH) {
        run->template churn_ahead<MOVE>(OPERATIONS);
        std::printf("%.2f |", static_cast<double>(missed) / OPERATIONS);
    } else {
        std::printf("- |");
    }
}

template <class Set, Ahead AHEAD> void row(size_t n) {
    std::printf("| %s |", Set::name());
    print<Set, false, AHEAD>(n);
    print<Set, true, AHEAD>(n);
    std::printf("\n");
}

/* Reads a number in a range. */
bool number(const char *text, uint64_t least, uint64_t most, uint64_t *to) {
    char *end;
    *to = std::strtoull(text, &end, 10);
    return end != text && !*end && *to >= least && *to <= most;
}

} // namespace

int main(int argc, char **argv) {
    uint64_t n = 100000, kb = 512;

    if (argc == 2 && std::string(argv[1]) == "--help")
        return std::printf("%s%s", usage, help) < 0;
    if (argc > 3 || (argc > 1 && !number(argv[1], 64, MOST, &n)) ||
        (argc > 2 && (!number(argv[2], LEAST_KB, MOST_KB, &kb) || (kb & (kb - 1)))))
        return std::fprintf(stderr, "%s", usage), 2;
    sets = kb * 1024 / (WAYS * LINE);
    std::printf("| %zu timers | churn: without, with | heartbeat: without, with |\n|---|---|---|\n",
                static_cast<size_t>(n));
    row<hwheel_timers, WITH>(n);
    row<heap4_timers, WITH>(n);
    row<rbtree_timers, WITH>(n);
    row<skiplist_timers, WITH>(n);
    row<Cascade, WITHOUT>(n);
    row<FromQueue<ParentTree>, WITHOUT>(n);
    return 0;
}
