/* SPDX-License-Identifier: MIT-0 */
/* Counts instead of times: nodes that a worst tick and a jump touch, and wake-ups of a
   sleeping loop. */
static unsigned long long touched;
static const void *touched_last;

/* A node that is touched several times in a row counts once. */
static inline void touch(const void *node) {
    touched += node != touched_last;
    touched_last = node;
}

#define TW_TRACE(event, set, node, tick) \
    ((event) != TW_COMPARE && (event) <= TW_LINK ? touch(node) : (void)0)
#define CASCADE_TRACE(node) touch(node)

#include "clocked.h"
#include "peers/textbook.h"
#include "turns.h"

using namespace bench;

namespace {

const char help[] =
    "Counts, which stand where Google Benchmark says ns. A node that is touched several times in a "
    "row counts once.\n\n"
    "  worst-touched nodes that are touched in the worst of 140,000 ticks, in each of which all "
    "that fires is armed "
    "again\n"
    "  jump-touched  nodes that are touched at most in a jump over 10 timers, U[1 .. 10^9] ticks "
    "ahead\n"
    "  sparse-wakes  wake-ups of the loop advance(next()) over these, for each distinct deadline\n";

enum {
    SPREAD = 60000,
    WORST_TICKS = 140000,
    SPARSE = 10,
    SPARSE_SPREAD = 1000000000,
    TIMES = 2000
};

template <class Set, class Body>
void counted(const char *workload, size_t n, uint64_t spread, Body body) {
    subject(workload, n, Set::name(), NONE, [=]() -> Turn {
        return [=] {
            Clocked<Set> run(n, UNIFORM, spread / 2);
            return Result{body(&run)};
        };
    });
}

template <class Set> double worst_tick(Clocked<Set> *run) {
    unsigned long long most = 0;
    run->arm_all();
    for (int i = 0; i < WORST_TICKS; i++) {
        touched = 0;
        run->advance(run->now + 1);
        most = std::max(most, touched);
    }
    return static_cast<double>(most);
}

template <class Set> double worst_jump(Clocked<Set> *run) {
    unsigned long long most = 0;
    for (int i = 0; i < TIMES; i++) {
        run->arm_once();
        touched = 0;
        run->advance(run->now + SPARSE_SPREAD);
        most = std::max(most, touched);
    }
    return static_cast<double>(most);
}

template <class Set> double wakes(Clocked<Set> *run) {
    uint64_t wakes = 0, distinct = 0;
    for (int i = 0; i < TIMES; i++) {
        run->arm_once();
        distinct += run->distinct();
        wakes += run->sparse();
    }
    return static_cast<double>(wakes) / static_cast<double>(distinct);
}

template <class Set> void worst(size_t n) {
    counted<Set>("worst-touched", n, SPREAD, worst_tick<Set>);
}

template <class Set> void sparse() {
    counted<Set>("jump-touched", SPARSE, SPARSE_SPREAD, worst_jump<Set>);
    counted<Set>("sparse-wakes", SPARSE, SPARSE_SPREAD, wakes<Set>);
}

} // namespace

int main(int argc, char **argv) {
    const Program program(argc, argv, help);

    for (size_t n : program.sizes) {
        worst<heap4_timers>(n);
        worst<rbtree_timers>(n);
        worst<skiplist_timers>(n);
        worst<wheel_timers>(n);
        worst<hwheel_timers>(n);
        worst<bigwheel_timers>(n);
        worst<Cascade>(n);
    }
    sparse<heap4_timers>();
    sparse<rbtree_timers>();
    sparse<skiplist_timers>();
    sparse<wheel_timers>();
    sparse<hwheel_timers>();
    sparse<bigwheel_timers>();
    return program.run();
}
