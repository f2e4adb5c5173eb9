/* SPDX-License-Identifier: MIT-0 */
/* pugh.h - the skip list of the textbook, to be measured against: W. Pugh, Skip Lists: A
   Probabilistic Alternative to Balanced Trees, CACM 33(6), 1990, figures 2 to 4. A node
   of its own for each key, with as many forward pointers as the dice say (p = 1/4); links
   lead forward only, so that removal searches for the key and notes, level by level, what
   must be changed. Memory comes from malloc, as there. One thing is added: equal keys are
   told apart by the number of their insertion, so that they keep their order and removal
   finds its node without walking along its equals. */
#ifndef PUGH_H
#define PUGH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

enum { PUGH_MOST = 16 };

struct pugh_node {
    uint64_t key, number;
    void *value;
    struct pugh_node *forward[1]; /* really: one a level */
};

struct pugh {
    struct pugh_node *header;
    unsigned level; /* levels in use */
    uint32_t random;
    uint64_t insertions;
};

static inline struct pugh_node *pugh_make(unsigned levels) {
    struct pugh_node *x = (struct pugh_node *)malloc(offsetof(struct pugh_node, forward) +
                                                     levels * sizeof(struct pugh_node *));
    if (!x)
        abort();
    return x;
}

static inline void pugh_init(struct pugh *p) {
    unsigned i;

    p->header = pugh_make(PUGH_MOST);
    p->level = 1;
    p->random = 1;
    p->insertions = 0;
    for (i = 0; i < PUGH_MOST; i++)
        p->header->forward[i] = NULL;
}

static inline unsigned pugh_random_level(struct pugh *p) {
    unsigned level = 1;
    uint32_t dice;

    p->random = p->random * 1664525u + 1013904223u;
    for (dice = p->random; dice < 0x40000000u && level < PUGH_MOST; dice <<= 2)
        level++;
    return level;
}

static inline struct pugh_node *pugh_insert(struct pugh *p, uint64_t key, void *value) {
    struct pugh_node *update[PUGH_MOST], *x = p->header;
    const unsigned levels = pugh_random_level(p);
    unsigned i;

    for (i = p->level; i-- > 0; update[i] = x)
        while (x->forward[i] && x->forward[i]->key <= key)
            x = x->forward[i];
    for (; p->level < levels; p->level++)
        update[p->level] = p->header;

    x = pugh_make(levels);
    x->key = key;
    x->number = p->insertions++;
    x->value = value;
    for (i = 0; i < levels; i++) {
        x->forward[i] = update[i]->forward[i];
        update[i]->forward[i] = x;
    }
    return x;
}

static inline bool pugh_before(const struct pugh_node *a, const struct pugh_node *b) {
    return a->key < b->key || (a->key == b->key && a->number < b->number);
}

static inline void pugh_delete(struct pugh *p, struct pugh_node *node) {
    struct pugh_node *update[PUGH_MOST], *x = p->header;
    unsigned i;

    for (i = p->level; i-- > 0; update[i] = x)
        while (x->forward[i] && pugh_before(x->forward[i], node))
            x = x->forward[i];

    for (i = 0; i < p->level && update[i]->forward[i] == node; i++)
        update[i]->forward[i] = node->forward[i];
    free(node);
    while (p->level > 1 && !p->header->forward[p->level - 1])
        p->level--;
}

/* The node of the least key; NULL: none. */
static inline struct pugh_node *pugh_first(const struct pugh *p) { return p->header->forward[0]; }

static inline void pugh_end(struct pugh *p) {
    struct pugh_node *x, *next;

    for (x = p->header; x; x = next) {
        next = x->forward[0];
        free(x);
    }
}

#endif
