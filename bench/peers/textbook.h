/* SPDX-License-Identifier: MIT-0 */
/* The textbook schemes of textbook/ as timer sets and queues. */
#ifndef PEER_TEXTBOOK_H
#define PEER_TEXTBOOK_H

#include "../subjects.h"
#include "../textbook/cascade.h"
#include "../textbook/coarse.h"
#include "../textbook/four_heap.h"
#include "../textbook/go_heap.h"
#include "../textbook/lists.h"
#include "../textbook/parent_tree.h"
#include "../textbook/pugh.h"
#include "../textbook/radix_tree.h"
#include "../textbook/rounds.h"
#include "../textbook/task_heap.h"

namespace bench {

struct Cascade : Traits {
    using Node = struct cascade_node;
    static constexpr bool ordered = false, has_next = false, any_time = false;

    static const char *name() { return "cascade"; }

    explicit Cascade(size_t) {}

    void init(uint64_t now) { cascade_init(&wheel, now); }

    template <class F> static void bind(Node *node) {
        node->fn = [](Node *n, uint64_t) { F::fired(n); };
    }

    void add(Node *n, uint64_t due) { cascade_add(&wheel, n, due); }

    void cancel(Node *n) { cascade_cancel(n); }

    void advance(uint64_t now) {
        while (wheel.tick <= now)
            cascade_tick(&wheel);
    }
    struct cascade wheel;
};

struct Coarse : Traits {
    using Node = struct coarse_node;
    static constexpr bool ordered = false, late = true;

    static const char *name() { return "linux_4.8"; }

    explicit Coarse(size_t) {}

    void init(uint64_t now) { coarse_init(&wheel, now); }

    template <class F> static void bind(Node *node) {
        node->fn = [](Node *n, uint64_t) { F::fired(n); };
    }

    void add(Node *n, uint64_t due) { coarse_add(&wheel, n, due); }

    void cancel(Node *n) { coarse_cancel(&wheel, n); }

    bool next(uint64_t *due) { return coarse_next(&wheel, due); }

    void advance(uint64_t now) { coarse_advance(&wheel, now); }
    struct coarse wheel;
};

/* As many slots as wheel.h has here. */
struct Rounds : Traits {
    using Node = struct rounds_timer;
    static constexpr bool ordered = false, has_next = false, any_time = false;

    static const char *name() { return "rounds"; }

    explicit Rounds(size_t) : slot(WHEEL_SLOTS) {}

    void init(uint64_t now) {
        slot.clear();
        rounds_init(&wheel, now, slot.get(), WHEEL_SLOTS);
    }

    template <class F> static void bind(Node *node) {
        node->fn = [](Node *n, uint64_t) { F::fired(n); };
    }

    void add(Node *n, uint64_t due) {
        rounds_add(&wheel, n, due > wheel.now ? due : wheel.now + 1);
    }

    void cancel(Node *n) { rounds_cancel(&wheel, n); }

    void advance(uint64_t now) { rounds_advance(&wheel, now); }
    Array<struct rounds_slot> slot;
    struct rounds wheel;
};

struct Unsorted : Traits {
    using Node = struct lists_node;
    static constexpr bool ordered = false;
    static constexpr size_t most = FEW, most_constant = FEW;

    static const char *name() { return "unsorted_list"; }

    explicit Unsorted(size_t) {}

    void init(uint64_t) { lists_init(&head); }

    template <class F> static void bind(Node *node) {
        node->fn = [](Node *n, uint64_t) { F::fired(n); };
    }

    void add(Node *n, uint64_t due) { lists_add_unsorted(&head, n, due); }

    void cancel(Node *n) { lists_cancel(n); }

    bool next(uint64_t *due) { return lists_next_unsorted(&head, due); }

    void advance(uint64_t now) { lists_advance_unsorted(&head, now); }

    Node head;
};

struct Sorted : Traits {
    using Node = struct lists_node;
    static constexpr size_t most = FEW;

    static const char *name() { return "sorted_list"; }

    explicit Sorted(size_t) {}

    void init(uint64_t) { lists_init(&head); }

    template <class F> static void bind(Node *node) {
        node->fn = [](Node *n, uint64_t) { F::fired(n); };
    }

    void add(Node *n, uint64_t due) { lists_add_sorted(&head, n, due); }

    void cancel(Node *n) { lists_cancel(n); }

    bool next(uint64_t *due) { return lists_next_sorted(&head, due); }

    void advance(uint64_t now) { lists_advance_sorted(&head, now); }

    Node head;
};

struct FourHeap : Traits {
    using Node = struct four_heap_node;
    using Item = Object<Node>;
    static constexpr bool ordered = false;

    static const char *name() { return "libev_heap"; }

    explicit FourHeap(size_t n) : cell(n + FOUR_HEAP_ROOT) { four_heap_init(&heap, cell.get()); }

    void push(Item *i, uint64_t key) { four_heap_add(&heap, &i->node, key); }

    void move(Item *i, uint64_t key) { four_heap_add(&heap, &i->node, key); }

    void remove(Item *i) { four_heap_remove(&heap, &i->node); }

    Item *pop(uint64_t *key) {
        Item *i = least(key);
        four_heap_remove(&heap, &i->node);
        return i;
    }

    Item *least(uint64_t *key) {
        Node *first = four_heap_first(&heap);
        return first                                   ? *key = static_cast<uint64_t>(first->at),
                       reinterpret_cast<Item *>(first) : nullptr;
    }
    Array<struct four_heap_cell> cell;
    struct four_heap heap;
};

/* Go's timers move and leave by a sweep over all of them, which a queue has no use for. */
struct GoHeap : Traits {
    struct Node {};

    using Item = Object<Node>;
    static constexpr bool ordered = false, movable = false, has_least = false;

    static const char *name() { return "go_heap"; }

    explicit GoHeap(size_t n) : entry(n) { go_heap_init(&heap, entry.get()); }

    void push(Item *i, uint64_t key) { go_heap_push(&heap, key, i); }

    Item *pop(uint64_t *key) {
        const struct go_heap_entry first = go_heap_pop(&heap);
        return *key = first.when, static_cast<Item *>(first.timer);
    }
    Array<struct go_heap_entry> entry;
    struct go_heap heap;
};

struct ParentTree : Traits {
    using Node = struct parent_tree_entry;
    using Item = Object<Node>;

    static const char *name() { return "linux_rbtree"; }

    explicit ParentTree(size_t) {}

    void push(Item *i, uint64_t key) { parent_tree_add(&tree, &i->node, key); }

    void move(Item *i, uint64_t key) {
        remove(i);
        push(i, key);
    }

    void remove(Item *i) { parent_tree_erase(&tree, &i->node.node); }

    Item *pop(uint64_t *key) {
        Item *i = least(key);
        remove(i);
        return i;
    }

    Item *least(uint64_t *key) {
        Item *i = reinterpret_cast<Item *>(tree.first);
        return i ? *key = i->node.key, i : nullptr;
    }
    struct parent_tree tree = {};
};

struct RadixTree : Traits {
    using Node = struct radix_node;
    using Item = Object<Node>;

    static const char *name() { return "radix_tree"; }

    explicit RadixTree(size_t) {}

    void push(Item *i, uint64_t key) { radix_tree_add(&tree, &i->node, key); }

    void move(Item *i, uint64_t key) {
        remove(i);
        push(i, key);
    }

    void remove(Item *i) { radix_tree_remove(&tree, &i->node); }

    Item *pop(uint64_t *key) {
        Item *i = least(key);
        remove(i);
        return i;
    }

    Item *least(uint64_t *key) {
        Item *i = reinterpret_cast<Item *>(radix_tree_first(&tree));
        return i ? *key = i->node.key, i : nullptr;
    }
    struct radix_tree tree = {};
};

struct TaskHeap : Traits {
    using Node = struct task_heap_task;
    using Item = Object<Node>;
    static constexpr bool ordered = false;

    static const char *name() { return "jdk_heap"; }

    explicit TaskHeap(size_t n) : task(n) { task_heap_init(&heap, task.get()); }

    void push(Item *i, uint64_t key) { task_heap_add(&heap, &i->node, key); }

    void move(Item *i, uint64_t key) {
        remove(i);
        push(i, key);
    }

    void remove(Item *i) { task_heap_remove(&heap, &i->node); }

    Item *pop(uint64_t *key) {
        Item *i = least(key);
        remove(i);
        return i;
    }

    Item *least(uint64_t *key) {
        Node *first = heap.count ? heap.task[0] : nullptr;
        return first ? *key = first->when, reinterpret_cast<Item *>(first) : nullptr;
    }
    Array<struct task_heap_task *> task;
    struct task_heap heap;
};

struct Pugh : Traits {
    struct Node {
        struct pugh_node *where;
    };

    using Item = Object<Node>;

    static const char *name() { return "pugh"; }

    explicit Pugh(size_t) { pugh_init(&list); }

    ~Pugh() { pugh_end(&list); }

    void push(Item *i, uint64_t key) { i->node.where = pugh_insert(&list, key, i); }

    void move(Item *i, uint64_t key) {
        remove(i);
        push(i, key);
    }

    void remove(Item *i) { pugh_delete(&list, i->node.where); }

    Item *pop(uint64_t *key) {
        Item *i = least(key);
        remove(i);
        return i;
    }

    Item *least(uint64_t *key) {
        struct pugh_node *first = pugh_first(&list);
        return first ? *key = first->key, static_cast<Item *>(first->value) : nullptr;
    }
    struct pugh list;
};

} // namespace bench

#endif
