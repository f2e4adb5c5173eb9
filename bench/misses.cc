/* SPDX-License-Identifier: MIT-0 */
/* What prefetch() leaves to fetch. This file is compiled with -fsanitize=thread: each
   access goes to a cache that is simulated, and so does each prefetch. No time is measured.
   docs/performance.md has what it prints. */
#include <cstdint>

namespace {

/* 512 KB, eight lines of 64 bytes a set; the line that was not used for the longest time
   leaves. */
enum { SETS = 1024, WAYS = 8, LINE = 64 };

uint64_t line[SETS][WAYS], used[SETS][WAYS], uses, missed;

__attribute__((no_sanitize("thread"))) bool cached(uint64_t address) {
    const uint64_t wanted = address / LINE;
    const uint64_t set = (wanted ^ wanted / SETS) % SETS;
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
#include "subjects.h"

using namespace bench;

namespace {

enum { OPERATIONS = 100000, MOST = 10000000, DELAY = 30000 };

const char usage[] = "usage: misses [N]\n";
const char help[] =
    "\nPrints how many lines an operation of bench/sets, churn-uniform or heartbeat, with N "
    "timers\n"
    "(100000) does not find in a cache of 512 KB, without prefetch() and with it in batches of "
    "32.\n"
    "Timers that fire meanwhile, one for each twenty operations of churn, are armed without it.\n";

template <class Set, bool MOVE> void print(size_t n) {
    auto run = std::make_unique<Clocked<Set>>(n, MOVE ? CONSTANT : UNIFORM, DELAY);
    run->arm_all();
    run->template churn<MOVE, false>(OPERATIONS / 4);
    missed = 0;
    run->template churn<MOVE, false>(OPERATIONS);
    const uint64_t plain = missed;
    missed = 0;
    run->template churn_ahead<MOVE>(OPERATIONS);
    std::printf(" %.2f, %.2f |", static_cast<double>(plain) / OPERATIONS,
                static_cast<double>(missed) / OPERATIONS);
}

template <class Set> void row(size_t n) {
    std::printf("| %s |", Set::name());
    print<Set, false>(n);
    print<Set, true>(n);
    std::printf("\n");
}

} // namespace

int main(int argc, char **argv) {
    size_t n = 100000;

    if (argc == 2 && std::string(argv[1]) == "--help")
        return std::printf("%s%s", usage, help) < 0;
    if (argc > 1) {
        char *end;
        n = std::strtoul(argv[1], &end, 10);
        if (argc > 2 || *end || n < 64 || n > MOST)
            return std::fprintf(stderr, "%s", usage), 2;
    }
    std::printf("| %zu timers | churn: without, with | heartbeat: without, with |\n|---|---|---|\n",
                n);
    row<hwheel_timers>(n);
    row<heap4_timers>(n);
    row<rbtree_timers>(n);
    row<skiplist_timers>(n);
    return 0;
}
