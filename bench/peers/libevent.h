/* SPDX-License-Identifier: MIT-0 */
/* Timers of libevent through its public API, by a clock of ours: a tick is a
   millisecond. */
#ifndef PEER_LIBEVENT_H
#define PEER_LIBEVENT_H

#include "../subjects.h"
#include "../virtual_clock.h"

#include <event2/event.h>
#include <event2/event_struct.h>

namespace bench {

struct Libevent : Traits {
    using Node = struct event;
    static constexpr bool ordered = false, has_next = false;

    static const char *name() { return "libevent"; }

    explicit Libevent(size_t) {}

    ~Libevent() { end(); }

    void init(uint64_t now) {
        end();
        now_ = virtual_now(now);
        base = event_base_new();
        if (!base)
            std::abort();
    }

    template <class F> void bind(Node *node) {
        evtimer_assign(
            node, base, [](evutil_socket_t, short, void *n) { F::fired(static_cast<Node *>(n)); },
            node);
    }

    /* libevent reads the clock here, which another loop may have set since. */
    void add(Node *n, uint64_t due) {
        const uint64_t delay = due - virtual_now(now_);
        const struct timeval after = {static_cast<time_t>(delay / 1000),
                                      static_cast<suseconds_t>(delay % 1000 * 1000)};
        evtimer_add(n, &after);
    }

    void cancel(Node *n) { evtimer_del(n); }

    void advance(uint64_t now) {
        now_ = virtual_now(now);
        event_base_loop(base, EVLOOP_NONBLOCK);
    }

  private:
    void end() {
        if (base)
            event_base_free(base);
        base = nullptr;
    }
    struct event_base *base = nullptr;
    uint64_t now_ = 0;
};

} // namespace bench

#endif
