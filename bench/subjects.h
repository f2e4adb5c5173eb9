/* SPDX-License-Identifier: MIT-0 */
/* Subjects: what a benchmark program asks of an implementation, and ours in that dress.
   Peers stand in peers/.

   A TIMER SET has Node, which lies first in an Object, and
       init(now)             as new, with room for the n timers that it was constructed
                             for
       bind<F>(node)         what fires calls F::fired(node)
       add(node, due)        arms, or moves what is armed        cancel(node)
       next(&due)            the earliest deadline or, if it is not known, a tick up to
                             which nothing is due
       advance(now)

   A QUEUE has Node and Item, which is Object<Node>, and
       push(item, key)       move(item, key)       remove(item)
       pop(&key)             the first item; the queue is not empty
       least(&key)           the same, which stays; NULL: empty

   Traits say how much of that a subject can do. */
#ifndef SUBJECTS_H
#define SUBJECTS_H

#define TW_IMPLEMENTATION
#define TW_STATIC
#include "bigwheel.h"
#include "heap4.h"
#include "hwheel.h"
#include "rbtree.h"
#include "skiplist.h"
#include "smallwheel.h"
#include "timers.h"
#include "wheel.h"
#include "workload.h"

namespace bench {

/* What most can do. */
struct Traits {
    static constexpr bool ordered = true;  /* equals leave in the order of arming */
    static constexpr bool late = false;    /* what fires may fire after its deadline */
    static constexpr bool has_next = true; /* a timer set has next() */
    static constexpr bool any_time = true; /* time passes without a step for each tick */
    /* a timer set's ticks differ, in rounds of 2^16 */
    static constexpr bool in_rounds = true;
    static constexpr bool movable = true;   /* a queue has move() and remove() */
    static constexpr bool has_least = true; /* a queue has least() */
    /* for more objects the subject is left out, */
    static constexpr size_t most = SIZE_MAX;
    /* and here if all are armed for the same distance */
    static constexpr size_t most_constant = SIZE_MAX;
    /* for more objects next() would take minutes */
    static constexpr size_t most_next = SIZE_MAX;
};

enum : size_t { WHEEL_SLOTS = 65536, FEW = 1000, SOME = 10000 };

inline size_t as_many(size_t n) { return n; }

inline size_t as_slots(size_t) { return WHEEL_SLOTS; }

inline size_t no_room(size_t) { return 0; }

/* The timer set x_set over the structure x in this dress. rounds: in_rounds; elements: of
   the array for n timers. */
#define BENCH_SET(x, rounds, elements)                                                          \
    TW_TIMERS_OF(x##_set, x)                                                                    \
    struct x##_timers : Traits {                                                                \
        using Node = struct tw_node;                                                            \
        static constexpr bool in_rounds = rounds;                                               \
        static const char *name() { return #x; }                                                \
        explicit x##_timers(size_t n) : capacity(elements(n)), room(x##_set_bytes(capacity)) {} \
        void init(uint64_t now) {                                                               \
            x##_set_init(&set, now,                                                             \
                         static_cast<tw_##x##_array *>(static_cast<void *>(room.get())),        \
                         capacity);                                                             \
        }                                                                                       \
        template <class F> static void bind(Node *node) {                                       \
            tw_node_init(node, [](Node *n, uint64_t) { F::fired(n); });                         \
        }                                                                                       \
        void add(Node *n, uint64_t due) { x##_set_add(&set, n, due); }                          \
        void cancel(Node *n) { x##_set_cancel(&set, n); }                                       \
        void prefetch(Node *const *n, const uint64_t *due, size_t count) {                      \
            x##_set_prefetch(&set, n, due, count);                                              \
        }                                                                                       \
        bool next(uint64_t *due) { return x##_set_next(&set, due); }                            \
        void advance(uint64_t now) { x##_set_advance(&set, now); }                              \
        size_t capacity;                                                                        \
        Array<char> room;                                                                       \
        struct x##_set set;                                                                     \
    };

BENCH_SET(heap4, false, as_many)
BENCH_SET(rbtree, false, no_room)
BENCH_SET(skiplist, false, as_many)
BENCH_SET(sortedlist, false, no_room)
BENCH_SET(wheel, true, as_slots)
BENCH_SET(smallwheel, true, no_room)
BENCH_SET(hwheel, true, no_room)
BENCH_SET(bigwheel, true, no_room)

struct sorted_timers : sortedlist_timers {
    using sortedlist_timers::sortedlist_timers;
    static constexpr size_t most = FEW;
};

struct small_timers : smallwheel_timers {
    using smallwheel_timers::smallwheel_timers;
    static constexpr size_t most = SOME;
};

using Item = Object<struct tw_node>;

inline Item *item(struct tw_node *n) { return n ? TW_OF(n, Item, node) : nullptr; }

/* The queue by tick over x. Its array is that of the timer set. */
#define BENCH_QUEUE(x, elements)                                                                 \
    struct x##_queue : Traits {                                                                  \
        using Node = struct tw_node;                                                             \
        using Item = Object<Node>;                                                               \
        static constexpr bool has_least = false;                                                 \
        static const char *name() { return #x; }                                                 \
        explicit x##_queue(size_t n) : room(x##_set_bytes(elements(n))) {                        \
            tw_##x##_init(&q, 0, static_cast<tw_##x##_array *>(static_cast<void *>(room.get())), \
                          elements(n));                                                          \
        }                                                                                        \
        void push(Item *i, uint64_t key) { tw_##x##_add(&q, &i->node, key); }                    \
        void move(Item *i, uint64_t key) { tw_##x##_add(&q, &i->node, key); }                    \
        void remove(Item *i) { tw_##x##_cancel(&q, &i->node); }                                  \
        Item *pop(uint64_t *key) {                                                               \
            return tw_##x##_next(&q, key) ? item(tw_##x##_take(&q, *key)) : nullptr;             \
        }                                                                                        \
        Array<char> room;                                                                        \
        struct tw_##x q;                                                                         \
    };

/* The same of a structure in order, which can tell its first. */
#define BENCH_QUEUE_IN_ORDER(x, elements)                                                  \
    BENCH_QUEUE(x, elements)                                                               \
    struct x##_ordered_queue : x##_queue {                                                 \
        using x##_queue::x##_queue;                                                        \
        static constexpr bool has_least = true;                                            \
        Item *least(uint64_t *key) {                                                       \
            return tw_##x##_next(&this->q, key) ? item(tw_##x##_peek(&this->q)) : nullptr; \
        }                                                                                  \
    };

BENCH_QUEUE_IN_ORDER(heap4, as_many)
BENCH_QUEUE_IN_ORDER(rbtree, no_room)
BENCH_QUEUE_IN_ORDER(skiplist, as_many)
BENCH_QUEUE(wheel, as_slots)
BENCH_QUEUE(hwheel, no_room)
BENCH_QUEUE(bigwheel, no_room)

/* The queues of objects: in an order of theirs, which reads the key beside the node; and
   by that key. */
inline bool item_before(const Item *a, const Item *b) { return a->key < b->key; }
TW_HEAP4_OF(heap4_items, Item, node, item_before)
TW_HEAP4_BY(heap4_key_items, Item, node, key)
TW_RBTREE_OF(rbtree_items, Item, node, item_before)
TW_SKIPLIST_OF(skiplist_items, Item, node, item_before)

#define BENCH_TYPED(x, subject, items, elements)                                                \
    struct subject : Traits {                                                                   \
        using Node = struct tw_node;                                                            \
        using Item = Object<Node>;                                                              \
        static const char *name() { return #subject; }                                          \
        explicit subject(size_t n) : room(x##_set_bytes(elements(n))) {                         \
            items##_init(&q, 0, static_cast<tw_##x##_array *>(static_cast<void *>(room.get())), \
                         elements(n));                                                          \
        }                                                                                       \
        void push(Item *i, uint64_t key) { i->key = key, items##_add(&q, i); }                  \
        void move(Item *i, uint64_t key) { i->key = key, items##_update(&q, i); }               \
        void remove(Item *i) { items##_cancel(&q, i); }                                         \
        Item *pop(uint64_t *key) {                                                              \
            Item *i = items##_pop(&q);                                                          \
            return *key = i->key, i;                                                            \
        }                                                                                       \
        Item *least(uint64_t *key) {                                                            \
            Item *i = items##_peek(&q);                                                         \
            return i ? *key = i->key, i : nullptr;                                              \
        }                                                                                       \
        Array<char> room;                                                                       \
        struct items q;                                                                         \
    };

BENCH_TYPED(heap4, heap4_typed, heap4_items, as_many)
BENCH_TYPED(heap4, heap4_by_key, heap4_key_items, as_many)
BENCH_TYPED(rbtree, rbtree_typed, rbtree_items, no_room)
BENCH_TYPED(skiplist, skiplist_typed, skiplist_items, as_many)

/* A timer set made of a queue, as programs make one: the clock is theirs. */
template <class Queue> struct FromQueue : Traits {
    using Node = typename Queue::Node;
    using Item = typename Queue::Item;
    static constexpr bool ordered = Queue::ordered, in_rounds = false;

    static const char *name() { return Queue::name(); }

    explicit FromQueue(size_t n) : room(n) {}

    void init(uint64_t) { queue = std::make_unique<Queue>(room); }

    template <class F> void bind(Node *) { fired = F::fired; }

    void add(Node *n, uint64_t due) {
        Item *i = reinterpret_cast<Item *>(n);
        if (i->armed)
            queue->move(i, due);
        else
            queue->push(i, due);
        i->armed = 1;
    }

    void cancel(Node *n) {
        Item *i = reinterpret_cast<Item *>(n);
        if (i->armed)
            queue->remove(i);
        i->armed = 0;
    }

    bool next(uint64_t *due) { return queue->least(due) != nullptr; }

    void advance(uint64_t now) {
        uint64_t due;
        for (Item *i; (i = queue->least(&due)) != nullptr && due <= now;) {
            queue->pop(&due);
            i->armed = 0;
            fired(&i->node);
        }
    }

    size_t room;
    std::unique_ptr<Queue> queue;
    void (*fired)(Node *) = nullptr;
};

} // namespace bench

#endif
