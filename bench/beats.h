/* SPDX-License-Identifier: MIT-0 */
/* Beats<Set>: the clients of a server, an idle timer each, and its loop: a client moves
   its timer, the clock advances, and the loop asks when it must wake up. Each period of
   ten seconds has a beat of each client. */
#ifndef BEATS_H
#define BEATS_H

#include "workload.h"

namespace bench {

/* Which client beats, and for how long it may be idle. */
enum Beat {
    RANDOM_BEAT, /* any client */
    IN_TURN,     /* the client that has been idle longest: its timer is the earliest */
    LATE,        /* the same, but one beat in ten comes a quarter of a period late */
    MIXED,       /* in turn; each second client has a third of the idle time */
    REQUESTS     /* in turn; before, the client arms and cancels a timer of 5 ms */
};

template <class Set> class Beats {
  public:
    using Node = typename Set::Node;
    using Item = Object<Node>;

    /* unit: ticks in a millisecond. */
    Beats(size_t n, uint64_t unit)
        : n_(n), unit_(unit), object_(n + 1), order_(shuffled(n)), set_(n + 1) {
        now = start_ = 1234567 * unit;
        set_.init(now);
        object_.clear();
        for (size_t i = 0; i <= n; i++)
            set_.template bind<Beats>(&object_[i].node);
    }

    /* As the beats of a period have left the timers. */
    template <Beat BEAT> void arm() {
        current = this;
        for (size_t i = 0; i < n_; i++)
            set_.add(client(i), at(i) - period() + idle<BEAT>(i));
    }

    /* All timers for the same time, `spread` ticks after the earliest at most. */
    void arm_near(uint64_t spread) {
        current = this;
        for (size_t i = 0; i < n_; i++)
            set_.add(client(i), now + 60000 * unit_ + below(spread + 1, beats_ + i));
        beats_ += n_;
    }

    template <Beat BEAT> void run(size_t operations) {
        current = this;
        for (size_t i = 0; i < operations; i++, beats_++)
            step<BEAT>();
    }

    /* Sleeps from deadline to deadline until all timers have fired. */
    void wake() {
        for (uint64_t due; set_.next(&due);)
            set_.advance(now = due);
    }

    /* What a node calls. It stands first in its object. */
    static void fired(Node *node) {
        Item *x = reinterpret_cast<Item *>(node);
        x->hits++;
        current->log.add(static_cast<uint64_t>(x - current->object_.get()), current->now);
    }

    Log log;
    uint64_t now;

  private:
    uint64_t period() const { return 10000 * unit_; }

    uint64_t at(size_t beat) const { return start_ + beat * period() / n_; }

    Node *client(size_t i) { return &object_[order_[i % n_]].node; }

    template <Beat BEAT> uint64_t idle(size_t i) const {
        return BEAT == REQUESTS              ? 30000 * unit_
               : BEAT == MIXED && i % n_ % 2 ? 20000 * unit_
                                             : 60000 * unit_;
    }

    /* The loop's turn before beat number `beats_`. */
    template <Beat BEAT> void step() {
        const uint64_t due = (now = at(beats_)) + idle<BEAT>(beats_);
        const bool late = BEAT == LATE && below(10, beats_) == 0;
        if (BEAT == REQUESTS) {
            set_.add(&object_[n_].node, now + 5 * unit_);
            ask();
            set_.cancel(&object_[n_].node);
        }
        if (!late)
            set_.add(client(BEAT == RANDOM_BEAT ? below(n_, beats_) : beats_), due);
        if (BEAT == LATE && beats_ >= n_ / 4 && below(10, beats_ - n_ / 4) == 0)
            set_.add(client(beats_ - n_ / 4), due);
        set_.advance(now);
        ask();
    }

    void ask() {
        uint64_t due = 0;
        if (set_.next(&due))
            log.add(n_, due);
    }

    inline static Beats *current;
    const size_t n_;
    const uint64_t unit_;
    Array<Item> object_;
    std::vector<uint32_t> order_;
    Set set_;
    uint64_t start_;
    size_t beats_ = 0;
};

} // namespace bench

#endif
