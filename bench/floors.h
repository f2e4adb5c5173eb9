/* SPDX-License-Identifier: MIT-0 */
/* Floors: what no structure of linked objects can undercut. They keep no time and no
   order; they touch the memory that every structure must touch, in the best order there
   is. */
#ifndef FLOORS_H
#define FLOORS_H

#include "textbook/cascade.h"
#include "workload.h"

namespace bench {

/* Lists of objects in random order. */
class FloorLists {
  public:
    using Item = Object<struct cascade_node>;

    enum : size_t { CHAINS = 8, SLOTS = 64, LISTS = CHAINS * SLOTS };

    explicit FloorLists(size_t n) : object_(n), list_(LISTS) {
        for (size_t i = 0; i < LISTS; i++)
            cascade__empty(&list_[i]);
        for (uint32_t i : shuffled(n))
            append(&object_[i], i);
    }

    /* Cancel and arm: a random object leaves its list and joins the end of a random
       one. */
    void churn(size_t operations, size_t n) {
        for (size_t i = 0; i < operations; i++) {
            Item *x = &object_[below(n, ++operation_)];
            cascade__remove(&x->node.links);
            append(x, static_cast<uint64_t>(x - object_.get()) << 32 | x->draws++);
        }
    }

    /* Expire: what stands in a slot, as eight chains, is touched, one object of each
       chain in turn so that their cache misses overlap, and joins random lists. The
       number of objects. */
    size_t expire(size_t slots) {
        size_t fired = 0;
        for (size_t i = 0; i < slots; i++)
            fired += walk<true>(&list_[slot_++ % SLOTS * CHAINS]);
        return fired;
    }

    /* Burst: the same over all, and nothing joins a list. */
    size_t burst() {
        size_t fired = 0;
        for (size_t i = 0; i < SLOTS; i++)
            fired += walk<false>(&list_[i * CHAINS]);
        return fired;
    }

  private:
    void append(Item *x, uint64_t seed) {
        cascade__append(&list_[mix(seed) % LISTS], &x->node.links);
    }

    template <bool APPEND> size_t walk(struct cascade_links *head) {
        struct cascade_links *at[CHAINS], *end[CHAINS];
        size_t fired = 0;
        bool more = true;
        for (size_t k = 0; k < CHAINS; k++) {
            at[k] = head[k].next;
            end[k] = APPEND ? head[k].prev->next : &head[k];
            if (APPEND && at[k] != &head[k]) {
                head[k].prev->next = nullptr;
                cascade__empty(&head[k]);
                end[k] = nullptr;
            }
        }
        while (more) {
            more = false;
            for (size_t k = 0; k < CHAINS; k++)
                if (at[k] != end[k]) {
                    Item *x = reinterpret_cast<Item *>(at[k]);
                    at[k] = at[k]->next;
                    /* more is to be done than the processor looks ahead */
                    __builtin_prefetch(at[k], 1);
                    x->hits++;
                    x->sum += slot_;
                    if (APPEND)
                        append(x, static_cast<uint64_t>(x - object_.get()) << 32 | x->draws++);
                    more = true;
                    fired++;
                }
        }
        return fired;
    }

    Array<Item> object_;
    Array<struct cascade_links> list_;
    uint64_t operation_ = 0, slot_ = 0;
};

/* Hold: random objects are touched one after the other, each known only when the one
   before it has come from memory. */
class FloorChase {
  public:
    struct Node {
        Object<Node> *next;
    };

    explicit FloorChase(size_t n) : object_(n), at_(object_.get()) {
        const std::vector<uint32_t> order = shuffled(n);
        for (size_t i = 0; i < n; i++)
            object_[order[i]].node.next = &object_[order[(i + 1) % n]];
    }

    void touch(size_t operations) {
        for (size_t i = 0; i < operations; i++) {
            at_->hits++;
            at_->sum += i;
            at_ = at_->node.next;
        }
    }

  private:
    Array<Object<Node>> object_;
    Object<Node> *at_;
};

} // namespace bench

#endif
