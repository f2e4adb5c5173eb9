/* SPDX-License-Identifier: MIT-0 */
/* The red-black tree of BSD's tree.h, which has no place for equal keys: an equal one is
   told apart by the number of its insertion. The least node is kept beside it, as a
   program would that often asks for it. */
#ifndef PEER_BSD_H
#define PEER_BSD_H

#include "../subjects.h"

#include <bsd/sys/tree.h>

namespace bench {

struct bsd_node {
    RB_ENTRY(bsd_node) link;
    uint64_t key, number;
};

inline int bsd_compare(const bsd_node *a, const bsd_node *b) {
    if (a->key != b->key)
        return a->key < b->key ? -1 : 1;
    return a->number < b->number ? -1 : a->number > b->number;
}

RB_HEAD(bsd_tree, bsd_node);
RB_PROTOTYPE_INTERNAL(bsd_tree, bsd_node, link, bsd_compare, static inline)
RB_GENERATE_INTERNAL(bsd_tree, bsd_node, link, bsd_compare, static inline)

struct Bsd : Traits {
    using Node = bsd_node;
    using Item = Object<Node>;

    static const char *name() { return "bsd_tree"; }

    explicit Bsd(size_t) { RB_INIT(&tree); }

    void push(Item *i, uint64_t key) {
        i->node.key = key;
        i->node.number = ++numbers;
        RB_INSERT(bsd_tree, &tree, &i->node);
        if (!first || key < first->key)
            first = &i->node;
    }

    void move(Item *i, uint64_t key) {
        remove(i);
        push(i, key);
    }

    void remove(Item *i) {
        if (first == &i->node)
            first = RB_NEXT(bsd_tree, &tree, first);
        RB_REMOVE(bsd_tree, &tree, &i->node);
    }

    Item *pop(uint64_t *key) {
        Item *i = least(key);
        remove(i);
        return i;
    }

    Item *least(uint64_t *key) {
        return first ? *key = first->key, reinterpret_cast<Item *>(first) : nullptr;
    }
    struct bsd_tree tree;
    Node *first = nullptr;
    uint64_t numbers = 0;
};

} // namespace bench

#endif
