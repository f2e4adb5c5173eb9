/* SPDX-License-Identifier: MIT-0 */
/* Timer sets of ours against the timers of event loops, which are called through their
   public API. */
#include "clocked.h"
#if defined(BENCH_LIBEV)
#include "peers/libev.h"
#endif
#if defined(BENCH_LIBEVENT)
#include "peers/libevent.h"
#endif
#if defined(BENCH_LIBUV)
#include "peers/libuv.h"
#endif
#include "subjects.h"
#include "turns.h"

using namespace bench;

namespace {

const char help[] =
    "Timers of event loops, ns of one operation. The clock is the benchmark's: it moves a tick "
    "every N "
    "operations, and\n"
    "the loop is entered then, without waiting. Deadlines are so far ahead that little fires.\n\n"
    "  loop-rearm    move a random timer to 30000 ticks ahead\n"
    "  loop-churn    cancel a random timer and arm it again for U[1 .. 60000] ticks\n";

enum { SPREAD = 60000 };

template <class Set, bool MOVE> void add(const char *workload, size_t n, size_t work) {
    subject(workload, n, Set::name(), Set::ordered ? ORDER : ANY_ORDER, [=]() -> Turn {
        auto run = std::make_shared<Clocked<Set>>(n, MOVE ? CONSTANT : UNIFORM, SPREAD / 2, 1);
        run->arm_all();
        return [=] {
            const double ns = measured([&] { run->template churn<MOVE, false>(work); });
            return Result{ns, static_cast<double>(work), &run->log};
        };
    });
}

template <class Set> void both(size_t n, size_t work) {
    add<Set, true>("loop-rearm", n, work);
    add<Set, false>("loop-churn", n, work);
}

} // namespace

int main(int argc, char **argv) {
    const Program program(argc, argv, help);

    for (size_t n : program.sizes) {
        both<heap4_timers>(n, program.work);
        both<rbtree_timers>(n, program.work);
        both<hwheel_timers>(n, program.work);
#if defined(BENCH_LIBEV)
        both<Libev>(n, program.work);
#endif
#if defined(BENCH_LIBEVENT)
        both<Libevent>(n, program.work);
#endif
#if defined(BENCH_LIBUV)
        both<Libuv>(n, program.work);
#endif
    }
    return program.run();
}
