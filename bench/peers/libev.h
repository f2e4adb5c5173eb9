/* SPDX-License-Identifier: MIT-0 */
/* Timers of libev through its public API, by a clock of ours: a tick is a millisecond. A
   loop fires what lies before its time, not what it has just reached, so that the clock
   is half a tick ahead and deadlines are a quarter. */
#ifndef PEER_LIBEV_H
#define PEER_LIBEV_H

#include "../subjects.h"
#include "../virtual_clock.h"

#include <ev.h>

namespace bench {

struct Libev : Traits {
    using Node = struct ev_timer;
    static constexpr bool ordered = false, has_next = false;

    static const char *name() { return "libev"; }

    explicit Libev(size_t) {}

    ~Libev() { end(); }

    void init(uint64_t now) {
        end();
        now_ = virtual_now(now);
        loop = ev_loop_new(EVFLAG_AUTO);
        if (!loop)
            std::abort();
    }

    template <class F> static void bind(Node *node) {
        ev_timer_init(
            node, [](struct ev_loop *, Node *n, int) { F::fired(n); }, 0., 0.);
    }

    /* As the manual advises for what is often moved: no stop and start, but a new
       `repeat`, which is then taken back.
 */
    void add(Node *n, uint64_t due) {
        const ev_tstamp after = (static_cast<ev_tstamp>(due - now_) - .25) * 1e-3;
        if (ev_is_active(n)) {
            n->repeat = after;
            ev_timer_again(loop, n);
            n->repeat = 0.;
        } else {
            ev_timer_set(n, after, 0.);
            ev_timer_start(loop, n);
        }
    }

    void cancel(Node *n) { ev_timer_stop(loop, n); }

    void advance(uint64_t now) {
        now_ = virtual_now(now);
        ev_run(loop, EVRUN_NOWAIT);
    }

  private:
    void end() {
        if (loop)
            ev_loop_destroy(loop);
        loop = nullptr;
    }
    struct ev_loop *loop = nullptr;
    uint64_t now_ = 0;
};

} // namespace bench

#endif
