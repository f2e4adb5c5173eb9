/* SPDX-License-Identifier: MIT-0 */
/* Abseil's B-tree. Its iterators do not outlive a change, so that what is moved or
   removed is searched for: by its key and the number of its insertion, which also keeps
   the order among equals. */
#ifndef PEER_ABSEIL_H
#define PEER_ABSEIL_H

#include "../subjects.h"

#include <absl/container/btree_set.h>

namespace bench {

struct Abseil : Traits {
    struct Node {
        uint64_t key, number;
    };

    using Item = Object<Node>;

    struct Entry {
        uint64_t key, number;
        Item *item;

        friend bool operator<(const Entry &a, const Entry &b) {
            return a.key < b.key || (a.key == b.key && a.number < b.number);
        }
    };

    static const char *name() { return "absl_btree"; }

    explicit Abseil(size_t) {}

    void push(Item *i, uint64_t key) {
        i->node = {key, ++numbers};
        tree.insert(Entry{key, numbers, i});
    }

    void move(Item *i, uint64_t key) {
        remove(i);
        push(i, key);
    }

    void remove(Item *i) { tree.erase(Entry{i->node.key, i->node.number, nullptr}); }

    Item *pop(uint64_t *key) {
        Item *i = least(key);
        tree.erase(tree.begin());
        return i;
    }

    Item *least(uint64_t *key) {
        return tree.empty() ? nullptr : (*key = tree.begin()->key, tree.begin()->item);
    }

    absl::btree_set<Entry> tree;
    uint64_t numbers = 0;
};

} // namespace bench

#endif
