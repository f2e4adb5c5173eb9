/* SPDX-License-Identifier: MIT-0 */
/* event_queue.h - events in the order of (timestamp, number), over a structure of tw.

   Two sets hold the events. `far` is a structure of tw, by timestamp. `near` is a tree in the
   order of (timestamp, number). It has all events up to the tick `reached`, and `far` has all
   later ones. Before the first event is asked for, and `near` is empty, all events of the
   earliest timestamp move from `far` to `near`. So a look at the first event moves no clock,
   an event may be inserted before the first one, and numbers may come in any order.

   A table finds events by their number, so that a removal searches nothing. Knows nothing of
   ns-3; tw_scheduler.cc does. Timestamps are below 2^63. */
#ifndef TW_NS3_EVENT_QUEUE_H
#define TW_NS3_EVENT_QUEUE_H

#define TW_TICK_BITS 64
#define TW_STATIC
#define TW_IMPLEMENTATION
#include "bigwheel.h"
#include "heap4.h"
#include "hwheel.h"
#include "rbtree.h"
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <new>
#include <vector>

namespace tw_ns3 {

struct event {
    void *impl;
    uint64_t ts;
    uint32_t uid, context;
};

struct record {
    struct tw_node node;
    event e;
    record *chain; /* the next free record, or the next one of a place of the table */
};

inline bool record_before(const record *a, const record *b) {
    return a->e.ts != b->e.ts ? a->e.ts < b->e.ts : a->e.uid < b->e.uid;
}

TW_RBTREE_OF(near_set, record, node, record_before)

/* The verbs of one structure by one name; room(n) makes room for n nodes. */
#define TW_NS3_SET(x)                                                    \
    struct x##_verbs {                                                   \
        tw_##x set;                                                      \
        void init() { tw_##x##_init(&set, 0, NULL, 0); }                 \
        void add(tw_node *n, uint64_t ts) { tw_##x##_add(&set, n, ts); } \
        void cancel(tw_node *n) { tw_##x##_cancel(&set, n); }            \
        bool next(uint64_t *ts) { return tw_##x##_next(&set, ts); }      \
        tw_node *take(uint64_t ts) { return tw_##x##_take(&set, ts); }   \
    };

TW_NS3_SET(heap4)
TW_NS3_SET(rbtree)
TW_NS3_SET(hwheel)
TW_NS3_SET(bigwheel)

/* A structure that has room for any number of nodes. */
template <class Verbs> struct unbounded : Verbs {
    unbounded() { this->init(); }

    void room(size_t) {}
};

struct growing_heap : heap4_verbs {
    tw_heap4_cell *cells = nullptr;
    size_t capacity = 0;

    growing_heap() { init(); }

    ~growing_heap() { std::free(cells); }

    void room(size_t n) {
        if (n <= capacity)
            return;
        const size_t twice = n < 512 ? 1024 : 2 * n;
        void *const grown = std::realloc(cells, TW_HEAP4_BYTES(twice));

        if (!grown)
            throw std::bad_alloc();
        cells = static_cast<tw_heap4_cell *>(grown);
        capacity = twice;
        tw_heap4_storage(&set, cells, capacity);
    }
};

template <class Far> class event_queue {
  public:
    event_queue() : table(1024) { near_set_init(&near, 0, NULL, 0); }

    event_queue(const event_queue &) = delete;
    event_queue &operator=(const event_queue &) = delete;

    size_t count() const { return events; }

    void insert(const event &e) {
        far.room(events + 1);
        record *const r = make(e);

        if (e.ts <= reached)
            near_set_add(&near, r);
        else
            far.add(&r->node, e.ts);
    }

    /* The first event. There must be one. */
    const event &first() {
        if (!near_set_peek(&near))
            refill();
        return near_set_peek(&near)->e;
    }

    /* Takes the first event out. There must be one. */
    event pop() {
        const event e = first();
        record *const r = near_set_pop(&near);

        forget(r);
        return e;
    }

    /* Takes an event out. False: it is not here. */
    bool remove(uint64_t ts, uint32_t uid) {
        record *r = *place(uid);

        /* A chain is short: it has the events whose numbers end alike. */
        while (r && (r->e.uid != uid || r->e.ts != ts))
            r = r->chain;
        if (!r)
            return false;
        if (ts <= reached)
            near_set_cancel(&near, r);
        else
            far.cancel(&r->node);
        forget(r);
        return true;
    }

  private:
    /* Moves all events of the earliest timestamp from far to near. */
    void refill() {
        tw_node *n;

        far.next(&reached);
        while ((n = far.take(reached)) != NULL)
            near_set_add(&near, reinterpret_cast<record *>(n)); /* node is the first member */
    }

    record **place(uint32_t uid) { return &table[uid & (table.size() - 1)]; }

    record *make(const event &e) {
        if (!spare)
            more_records();
        if (events == table.size())
            more_places();
        record *const r = spare;

        spare = r->chain;
        r->e = e;
        r->chain = *place(e.uid);
        *place(e.uid) = r;
        events++;
        return r;
    }

    void forget(record *r) {
        record **at = place(r->e.uid);

        /* Ends at r, which is in this chain. */
        while (*at != r)
            at = &(*at)->chain;
        *at = r->chain;
        r->chain = spare;
        spare = r;
        events--;
    }

    void more_records() {
        slabs.emplace_back(new record[512]());
        for (size_t i = 512; i-- > 0;) {
            slabs.back()[i].chain = spare;
            spare = &slabs.back()[i];
        }
    }

    /* Twice as many, so that chains stay short. */
    void more_places() {
        const std::vector<record *> old = table;

        table.assign(2 * old.size(), nullptr);
        for (record *r : old)
            while (r) {
                record *const next = r->chain;

                r->chain = *place(r->e.uid);
                *place(r->e.uid) = r;
                r = next;
            }
    }

    Far far;
    near_set near;
    uint64_t reached = 0; /* near has the events up to this tick */
    size_t events = 0;
    std::vector<record *> table; /* a power of two of chains, by the number of the event */
    record *spare = nullptr;
    std::vector<std::unique_ptr<record[]>> slabs;
};

typedef event_queue<growing_heap> heap4_events;
typedef event_queue<unbounded<rbtree_verbs>> rbtree_events;
typedef event_queue<unbounded<hwheel_verbs>> hwheel_events;
typedef event_queue<unbounded<bigwheel_verbs>> bigwheel_events;

} // namespace tw_ns3

#endif
