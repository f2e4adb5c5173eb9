/* SPDX-License-Identifier: MIT-0 */
/* The queues of the standard library. std::priority_queue knows no handle, so it can
   neither move nor remove, and keeps no order among equals; multimap and multiset can and
   do, with memory of their own for each item. */
#ifndef PEER_STANDARD_H
#define PEER_STANDARD_H

#include "../subjects.h"

#include <map>
#include <queue>
#include <set>

namespace bench {

struct Empty {};

template <class Entry, class Before> struct Priority : Traits {
    using Node = Empty;
    using Item = Object<Node>;
    static constexpr bool ordered = false, movable = false, has_least = false;

    explicit Priority(size_t) {}

    std::priority_queue<Entry, std::vector<Entry>, Before> queue;
};

using Pair = std::pair<uint64_t, void *>;

/* As it is mostly written; compares the addresses of equal keys. */
struct PairQueue : Priority<Pair, std::greater<Pair>> {
    using Priority::Priority;

    static const char *name() { return "std_pq_pairs"; }

    void push(Item *i, uint64_t key) { queue.emplace(key, i); }

    Item *pop(uint64_t *key) {
        const Pair least = queue.top();
        queue.pop();
        return *key = least.first, static_cast<Item *>(least.second);
    }
};

/* A key and a pointer, compared by key alone. */
struct LaterPair {
    bool operator()(const Pair &a, const Pair &b) const { return a.first > b.first; }
};

struct EntryQueue : Priority<Pair, LaterPair> {
    using Priority::Priority;

    static const char *name() { return "std_pq_keys"; }

    void push(Item *i, uint64_t key) { queue.emplace(key, i); }

    Item *pop(uint64_t *key) {
        const Pair least = queue.top();
        queue.pop();
        return *key = least.first, static_cast<Item *>(least.second);
    }
};

struct LaterItem {
    bool operator()(const Object<Empty> *a, const Object<Empty> *b) const {
        return a->key > b->key;
    }
};

/* Pointers to objects, compared by what they point to. */
struct PointerQueue : Priority<Object<Empty> *, LaterItem> {
    using Priority::Priority;

    static const char *name() { return "std_pq_pointers"; }

    void push(Item *i, uint64_t key) {
        i->key = key;
        queue.push(i);
    }

    Item *pop(uint64_t *key) {
        Item *i = queue.top();
        queue.pop();
        return *key = i->key, i;
    }
};

struct Multimap : Traits {
    using Tree = std::multimap<uint64_t, void *>;

    struct Node {
        Tree::iterator where;
    };

    using Item = Object<Node>;

    static const char *name() { return "std_multimap"; }

    explicit Multimap(size_t) {}

    void push(Item *i, uint64_t key) { i->node.where = tree.emplace(key, i); }

    void move(Item *i, uint64_t key) {
        auto out = tree.extract(i->node.where);
        out.key() = key;
        i->node.where = tree.insert(std::move(out));
    }

    void remove(Item *i) { tree.erase(i->node.where); }

    Item *pop(uint64_t *key) {
        Item *i = least(key);
        tree.erase(tree.begin());
        return i;
    }

    Item *least(uint64_t *key) {
        return tree.empty()
                   ? nullptr
                   : (*key = tree.begin()->first, static_cast<Item *>(tree.begin()->second));
    }

    Tree tree;
};

/* Pointers to objects in a set that allows equals. */
struct SoonerItem {
    template <class I> bool operator()(const I *a, const I *b) const { return a->key < b->key; }
};

struct Multiset : Traits {
    struct Node;
    using Item = Object<Node>;
    using Tree = std::multiset<Item *, SoonerItem>;

    struct Node {
        Tree::iterator where;
    };

    static const char *name() { return "std_multiset"; }

    explicit Multiset(size_t) {}

    void push(Item *i, uint64_t key) {
        i->key = key;
        i->node.where = tree.insert(i);
    }

    void move(Item *i, uint64_t key) {
        auto out = tree.extract(i->node.where);
        i->key = key;
        i->node.where = tree.insert(std::move(out));
    }

    void remove(Item *i) { tree.erase(i->node.where); }

    Item *pop(uint64_t *key) {
        Item *i = least(key);
        tree.erase(tree.begin());
        return i;
    }

    Item *least(uint64_t *key) {
        return tree.empty() ? nullptr : (*key = (*tree.begin())->key, *tree.begin());
    }

    Tree tree;
};

} // namespace bench

#endif
