/* SPDX-License-Identifier: MIT-0 */
#include "lines.h"

#include <array>
#include <bitset>
#include <unordered_map>

namespace lines {
namespace {

enum { LINE = 64, PAGE = 4096 };

struct Line {
    std::bitset<CORES> at; /* the cores that have it */
    unsigned last = 0;     /* the core that got it last */
    bool alone = false;    /* one core has it, and may write */
    double free = 0;       /* when its last transfer ends */
};

struct {
    Times times;
    std::unordered_map<uintptr_t, std::array<Line, PAGE / LINE>> pages;
    std::array<double, CORES> clock;
    uint64_t accesses, transfers;
    unsigned core;
    bool runs;
} all;

/* On Linux the stack of the first thread lies above all other memory. */
bool on_stack(uintptr_t at) {
    return at >= reinterpret_cast<uintptr_t>(__builtin_frame_address(0));
}

void transfer(Line *line) {
    double &clock = all.clock[all.core];
    const bool near = line->last / GROUP == all.core / GROUP;

    line->free = std::max(clock, line->free) + (near ? all.times.near : all.times.far);
    clock = line->free;
    all.transfers++;
}

/* Invariant: at most one core has a line that is alone. */
void touch(Line *line, bool writes) {
    const bool have = line->at[all.core];

    if (line->at.any() && (!have || (writes && !line->alone)))
        transfer(line);
    if (writes)
        line->at.reset();
    line->at.set(all.core);
    line->alone = writes || line->at.count() == 1;
    if (!have || writes)
        line->last = all.core;
}

/* An access that lies in two lines counts as one to the first: none of the structures
   has such a field. */
void access(const volatile void *memory, bool writes, bool atomic) {
    const uintptr_t at = reinterpret_cast<uintptr_t>(memory);

    if (!all.runs || on_stack(at))
        return;
    all.accesses++;
    all.clock[all.core] += atomic ? all.times.atomic : all.times.access;
    touch(&all.pages[at / PAGE][at % PAGE / LINE], writes);
}

} // namespace

void begin(const Times &times) {
    all.times = times;
    all.pages.clear();
    all.clock.fill(0);
    all.accesses = all.transfers = 0;
    all.runs = false;
}

void run(unsigned core) {
    all.core = core;
    all.runs = true;
}

void pause() { all.runs = false; }

double now(unsigned core) { return all.clock[core]; }

void wait(unsigned core, double until) { all.clock[core] = std::max(all.clock[core], until); }

uint64_t accesses() { return all.accesses; }

uint64_t transfers() { return all.transfers; }

void Lock::lock() {
    wait(all.core, free_);
    access(&held_, true, true);
}

void Lock::unlock() {
    access(&held_, true, false);
    free_ = now(all.core);
}

} // namespace lines

using lines::access;

#include "accesses.h"
