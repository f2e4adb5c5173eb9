/* SPDX-License-Identifier: MIT-0 */
/* W. Ahern's timeout.c: a wheel with four levels of 64 slots and a bit for each. It keeps
   no order among equals; its next() is a tick up to which nothing is due, at times before
   the earliest deadline. */
#ifndef PEER_TIMEOUT_H
#define PEER_TIMEOUT_H

#include "../subjects.h"

extern "C" {
#define TIMEOUT_CB_OVERRIDE
#define timeout_cb_t timeout_cb /* its name in tor's copy */

struct timeout_cb {
    void (*fn)(void *);
    void *arg;
};

#include <timeout.h>
}

namespace bench {

struct Timeout : Traits {
    using Node = struct timeout;
    static constexpr bool ordered = false;

    static const char *name() { return "timeout.c"; }

    explicit Timeout(size_t) {}

    ~Timeout() { close(); }

    void init(uint64_t now) {
        int error = 0;
        close();
        timers = timeouts_open(0, &error);
        if (!timers)
            std::abort();
        timeouts_update(timers, now_ = now);
    }

    template <class F> static void bind(Node *node) {
        timeout_init(node, TIMEOUT_ABS);
        node->callback = {[](void *n) { F::fired(static_cast<Node *>(n)); }, node};
    }

    void add(Node *n, uint64_t due) { timeouts_add(timers, n, due); }

    void cancel(Node *n) { timeouts_del(timers, n); }

    bool next(uint64_t *due) {
        const timeout_t ahead = timeouts_timeout(timers);
        *due = now_ + ahead;
        return ahead != ~TIMEOUT_C(0);
    }

    void advance(uint64_t now) {
        timeouts_update(timers, now_ = now);
        while (Node *n = timeouts_get(timers))
            n->callback.fn(n->callback.arg);
    }

  private:
    void close() {
        if (timers)
            timeouts_close(timers);
        timers = nullptr;
    }
    struct timeouts *timers = nullptr;
    uint64_t now_ = 0;
};

} // namespace bench

#endif
