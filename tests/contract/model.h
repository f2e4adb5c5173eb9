/* SPDX-License-Identifier: MIT-0 */
/* What a timer set must do, as a sorted array: one item per armed timer, in firing order.
   It shares nothing with what it checks but the node's type, counts in 64 bits whatever
   the width of a tick, and costs O(n) wherever it can. */
#ifndef MODEL_H
#define MODEL_H

#include "timers.h"
#include <assert.h>
#include <string.h>

/* How many timers may be armed at once; small boards set less. */
#ifndef MODEL_CAPACITY
#define MODEL_CAPACITY (1 << 14)
#endif

struct model_item {
    const struct tw_node *node;
    uint64_t due, when; /* when: the tick that counts, due or for a passed due the set's now */
    uint64_t born;      /* the number of its arming */
    bool passed;        /* due was not ahead when it was armed */
};

struct model {
    struct model_item item[MODEL_CAPACITY], passed[MODEL_CAPACITY];
    size_t count;
    uint64_t now, births, batch; /* batch: births before the present call */
};

static inline void model_insert(struct model *m, struct model_item x) {
    size_t i = m->count++;

    assert(m->count <= MODEL_CAPACITY);
    for (; i > 0 && m->item[i - 1].when > x.when; i--)
        m->item[i] = m->item[i - 1];
    m->item[i] = x;
}

static inline void model_remove_at(struct model *m, size_t i) {
    m->count--;
    memmove(&m->item[i], &m->item[i + 1], (m->count - i) * sizeof m->item[0]);
}

static inline bool model_cancel(struct model *m, const struct tw_node *n) {
    for (size_t i = 0; i < m->count; i++)
        if (m->item[i].node == n) {
            model_remove_at(m, i);
            return true;
        }
    return false;
}

static inline void model_add(struct model *m, const struct tw_node *n, uint64_t due) {
    bool passed = due <= m->now;
    struct model_item x = {n, due, passed ? m->now : due, m->births++, passed};

    model_cancel(m, n);
    model_insert(m, x);
}

/* A call of advance or expire begins: what was passed counts as the old now, behind all
   else that is due by it. */
static inline void model_begin(struct model *m, uint64_t now) {
    size_t kept = 0, passed = 0;

    for (size_t i = 0; i < m->count; i++)
        if (m->item[i].passed)
            m->passed[passed++] = m->item[i];
        else
            m->item[kept++] = m->item[i];

    m->count = kept;
    for (size_t i = 0; i < passed; i++) {
        m->passed[i].when = m->now;
        model_insert(m, m->passed[i]);
    }
    m->now = now;
    m->batch = m->births;
}

/* The next timer that the call must fire, NULL if there is none. */
static inline const struct tw_node *model_fire(struct model *m) {
    for (size_t i = 0; i < m->count && m->item[i].when <= m->now; i++)
        if (m->item[i].born < m->batch) {
            const struct tw_node *n = m->item[i].node;
            model_remove_at(m, i);
            return n;
        }
    return NULL;
}

static inline bool model_next(const struct model *m, uint64_t *due) {
    if (m->count > 0)
        *due = m->item[0].when > m->now ? m->item[0].when : m->now;
    return m->count > 0;
}

#endif
