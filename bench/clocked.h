/* SPDX-License-Identifier: MIT-0 */
/* Clocked<Set>: n objects, a timer set of them, and the clock that drives both through a
   workload. */
#ifndef CLOCKED_H
#define CLOCKED_H

#include "trace.h"
#include "workload.h"

namespace bench {

template <class Set> class Clocked {
  public:
    using Node = typename Set::Node;
    using Item = Object<Node>;

    /* rate: the ticks that pass in n operations of churn(). */
    Clocked(size_t n, Kind kind, uint64_t mean, size_t rate = 3000)
        : object_(n), order_(shuffled(n)), draws_(kind, mean), set_(n), rate_(rate) {
        reset();
    }

    /* As new: nothing armed, at a tick that is round in no base. */
    void reset(uint64_t start = 1234567) {
        log = Log();
        now = start;
        operation_ = debt_ = 0;
        set_.init(now);
        object_.clear();
        for (uint32_t i : order_)
            set_.template bind<Clocked>(&object_[i].node);
    }

    void arm_all() {
        current = this;
        for (uint32_t i : order_)
            arm(&object_[i]);
    }

    /* Arms all for one firing each. */
    void arm_once() {
        rearm_ = false;
        arm_all();
    }

    void advance(uint64_t to) {
        current = this;
        now = to;
        set_.advance(to);
    }

    void expire(uint64_t ticks) {
        for (uint64_t i = 0; i < ticks; i++)
            advance(now + 1);
    }

    template <bool MOVE, bool NEXT> void churn(size_t operations) {
        const size_t n = order_.size();
        for (size_t i = 0; i < operations; i++) {
            Item *x = &object_[below(n, ++operation_)];
            if (!MOVE)
                set_.cancel(&x->node);
            arm(x);
            if constexpr (NEXT) {
                uint64_t due = 0;
                set_.next(&due);
                waits_ += due;
            }
            if ((debt_ += rate_) >= n) {
                advance(now + debt_ / n);
                debt_ %= n;
            }
        }
    }

    /* Does what churn() does, in batches: a batch of operations is drawn, told to
       prefetch(), and then done. The object of an operation is fetched before its next
       deadline is drawn, since the draws of an object stand in the object. */
    template <bool MOVE> void churn_ahead(size_t operations) {
        Item *x[BATCH];
        Node *node[BATCH];
        uint64_t due[BATCH];
        for (size_t done = 0, k; done < operations; done += k) {
            k = std::min<size_t>(BATCH, operations - done);
            for (size_t i = 0; i < k; i++) {
                x[i] = &object_[below(order_.size(), operation_ + i + 1)];
                __builtin_prefetch(x[i]);
                node[i] = &x[i]->node;
            }
            for (size_t i = 0; i < k; i++)
                due[i] = now + draws_(next_seed(x[i]));
            set_.prefetch(node, due, k);
            churn<MOVE, false>(k);
        }
    }

    /* advance(next()) until all has fired; the number of advances. */
    uint64_t sparse() {
        uint64_t due, wakes = 0;
        for (; set_.next(&due); wakes++)
            advance(due);
        return wakes;
    }

    /* How many different deadlines were drawn last. */
    uint64_t distinct() const {
        std::vector<uint64_t> due;
        for (uint32_t i : order_)
            due.push_back(draws_(static_cast<uint64_t>(i) << 32 | (object_[i].draws - 1)));
        std::sort(due.begin(), due.end());
        return static_cast<uint64_t>(std::unique(due.begin(), due.end()) - due.begin());
    }

    /* The whole trace, in ticks of `unit` us; object i is timer order[i]. */
    void replay(const Trace &trace, uint64_t unit) {
        rearm_ = false;
        for (const Trace::Operation &o : trace.operation)
            operate(o, unit);
        advance(trace.end / unit + 1);
    }

    /* The same in batches, each told to prefetch() first. */
    void replay_ahead(const Trace &trace, uint64_t unit) {
        const size_t all = trace.operation.size();
        Node *node[BATCH];
        uint64_t due[BATCH];
        rearm_ = false;
        for (size_t done = 0, k; done < all; done += k) {
            k = std::min<size_t>(BATCH, all - done);
            for (size_t i = 0; i < k; i++) {
                const Trace::Operation &o = trace.operation[done + i];
                node[i] = &object_[order_[o.timer]].node;
                due[i] = ceiling(o.due, unit);
            }
            set_.prefetch(node, due, k);
            for (size_t i = 0; i < k; i++)
                operate(trace.operation[done + i], unit);
        }
        advance(trace.end / unit + 1);
    }

    /* What a node calls. It stands first in its object. */
    static void fired(Node *node) {
        Item *x = reinterpret_cast<Item *>(node);
        x->hits++;
        x->sum += current->now;
        current->log.add(static_cast<uint64_t>(x - current->object_.get()), current->now);
        if (current->rearm_)
            current->arm(x);
    }

    Log log;
    uint64_t now;

  private:
    enum : size_t { BATCH = 32 }; /* more paths of a tree do not fit into every L2 cache */

    static uint64_t ceiling(uint64_t time, uint64_t unit) {
        return time / unit + (time % unit != 0);
    }

    void operate(const Trace::Operation &o, uint64_t unit) {
        Item *x = &object_[order_[o.timer]];
        advance(o.time / unit);
        if (o.due)
            set_.add(&x->node, ceiling(o.due, unit));
        else
            set_.cancel(&x->node);
    }

    uint64_t next_seed(const Item *x) const {
        return static_cast<uint64_t>(x - object_.get()) << 32 | x->draws;
    }

    void arm(Item *x) {
        const uint64_t seed = next_seed(x);
        x->draws++;
        set_.add(&x->node, now + draws_(seed));
    }

    inline static Clocked *current;
    Array<Item> object_;
    std::vector<uint32_t> order_;
    Draws draws_;
    Set set_;
    const size_t rate_;
    bool rearm_ = true;
    uint64_t operation_, waits_ = 0;
    size_t debt_;
};

} // namespace bench

#endif
