/* SPDX-License-Identifier: MIT-0 */
/* J. Snellman's ratas, timer-wheel.h: a wheel with levels of 256 slots. It goes from tick
   to tick and keeps no order among equals; its next() walks through slots. */
#ifndef PEER_RATAS_H
#define PEER_RATAS_H

#include "../subjects.h"

#include <algorithm>
#include <new>
#include <timer-wheel.h>

namespace bench {

struct Ratas : Traits {
    struct Node : TimerEventInterface {
        void (*fn)(Node *);

        void execute() override { fn(this); }
    };

    static constexpr bool ordered = false, any_time = false;
    static constexpr size_t most_next = 10000; /* it looks through a slot */

    static const char *name() { return "ratas"; }

    explicit Ratas(size_t) {}

    void init(uint64_t now) { wheel = std::make_unique<TimerWheel>(now); }

    template <class F> static void bind(Node *node) { (new (node) Node)->fn = F::fired; }

    void add(Node *n, uint64_t due) {
        wheel->schedule(n, due > wheel->now() ? due - wheel->now() : 1);
    }

    void cancel(Node *n) { n->cancel(); }

    bool next(uint64_t *due) {
        const uint64_t ahead = wheel->ticks_to_next_event();
        *due = wheel->now() + ahead;
        return ahead != UINT64_MAX;
    }

    void advance(uint64_t now) {
        if (now > wheel->now())
            wheel->advance(now - wheel->now());
    }

    std::unique_ptr<TimerWheel> wheel;
};

} // namespace bench

#endif
