/* SPDX-License-Identifier: MIT-0 */
/* Boost: the heap of arity four, plain, stable (in the order of pushing among equals) and
   mutable (it can move and remove), and the intrusive red-black tree. */
#ifndef PEER_BOOST_H
#define PEER_BOOST_H

#include "standard.h"

#include <boost/heap/d_ary_heap.hpp>
#include <boost/intrusive/set.hpp>

namespace bench {

template <class... Options>
using Dary = boost::heap::d_ary_heap<Pair, boost::heap::arity<4>, boost::heap::compare<LaterPair>,
                                     Options...>;

struct PlainDary : Traits {
    using Node = Empty;
    using Item = Object<Node>;
    static constexpr bool ordered = false, movable = false, has_least = false;

    static const char *name() { return "boost_d_ary"; }

    explicit PlainDary(size_t) {}

    void push(Item *i, uint64_t key) { heap.push(Pair(key, i)); }

    Item *pop(uint64_t *key) {
        const Pair least = heap.top();
        heap.pop();
        return *key = least.first, static_cast<Item *>(least.second);
    }

    Dary<> heap;
};

struct StableDary : Traits {
    using Node = Empty;
    using Item = Object<Node>;
    static constexpr bool movable = false, has_least = false;

    static const char *name() { return "boost_d_ary_stable"; }

    explicit StableDary(size_t) {}

    void push(Item *i, uint64_t key) { heap.push(Pair(key, i)); }

    Item *pop(uint64_t *key) {
        const Pair least = heap.top();
        heap.pop();
        return *key = least.first, static_cast<Item *>(least.second);
    }

    Dary<boost::heap::stable<true>> heap;
};

struct MutableDary : Traits {
    using Heap = Dary<boost::heap::mutable_<true>>;

    struct Node {
        Heap::handle_type handle;
    };

    using Item = Object<Node>;
    static constexpr bool ordered = false;

    static const char *name() { return "boost_d_ary_mutable"; }

    explicit MutableDary(size_t) {}

    void push(Item *i, uint64_t key) { i->node.handle = heap.push(Pair(key, i)); }

    void move(Item *i, uint64_t key) { heap.update(i->node.handle, Pair(key, i)); }

    void remove(Item *i) { heap.erase(i->node.handle); }

    Item *pop(uint64_t *key) {
        const Pair least = heap.top();
        heap.pop();
        return *key = least.first, static_cast<Item *>(least.second);
    }

    Item *least(uint64_t *key) {
        return heap.empty() ? nullptr
                            : (*key = heap.top().first, static_cast<Item *>(heap.top().second));
    }

    Heap heap;
};

struct Intrusive : Traits {
    struct Node : boost::intrusive::set_base_hook<
                      boost::intrusive::link_mode<boost::intrusive::normal_link>> {
        uint64_t key;

        friend bool operator<(const Node &a, const Node &b) { return a.key < b.key; }
    };

    using Item = Object<Node>;

    static const char *name() { return "boost_intrusive"; }

    explicit Intrusive(size_t) {}

    void push(Item *i, uint64_t key) {
        i->node.key = key;
        tree.insert(i->node);
    }

    void move(Item *i, uint64_t key) {
        remove(i);
        push(i, key);
    }

    void remove(Item *i) { tree.erase(tree.iterator_to(i->node)); }

    Item *pop(uint64_t *key) {
        Item *i = least(key);
        tree.erase(tree.begin());
        return i;
    }

    Item *least(uint64_t *key) { /* the node comes first in the object */
        return tree.empty() ? nullptr
                            : (*key = tree.begin()->key, reinterpret_cast<Item *>(&*tree.begin()));
    }

    boost::intrusive::multiset<Node> tree;
};

} // namespace bench

#endif
