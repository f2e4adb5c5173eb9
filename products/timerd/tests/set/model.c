/* SPDX-License-Identifier: MIT-0 */
#include "model.h"
#include <limits.h>
#include <string.h>

static uint64_t later(uint64_t a, uint64_t b) { return a > b ? a : b; }

void model_arm(struct model *m, uint64_t id, uint64_t due, const void *payload, size_t size) {
    struct model_timer *const t = &m->timer[m->n++];

    memset(t, 0, sizeof *t);
    t->id = id;
    t->due = later(due, m->now);
    t->turn = ++m->turn;
    t->size = size;
    if (size)
        memcpy(t->payload, payload, size);
}

struct model_timer *model_find(struct model *m, uint64_t id) {
    for (size_t i = 0; i < m->n; i++)
        if (m->timer[i].id == id)
            return &m->timer[i];
    return NULL;
}

void model_move(struct model *m, struct model_timer *t, uint64_t due) {
    t->due = later(due, m->now);
    t->turn = ++m->turn;
    t->in_hand = false;
}

void model_remove(struct model *m, struct model_timer *t) { *t = m->timer[--m->n]; }

static struct model_timer *first(struct model *m) {
    struct model_timer *least = NULL;

    for (size_t i = 0; i < m->n; i++) {
        struct model_timer *const t = &m->timer[i];

        if (!t->in_hand &&
            (!least || t->due < least->due || (t->due == least->due && t->turn < least->turn)))
            least = t;
    }
    return least;
}

struct model_timer *model_expire(struct model *m, uint64_t now) {
    struct model_timer *t;

    if (!m->batch) {
        m->batch = true;
        m->now = now;
        m->batch_turn = m->turn;
    }
    t = first(m);
    if (!t || t->due > m->now || t->turn > m->batch_turn) {
        m->batch = false;
        return NULL;
    }
    t->in_hand = true;
    return t;
}

int model_wait_ms(const struct model *m, uint64_t now) {
    uint64_t least = UINT64_MAX;
    bool any = false;

    for (size_t i = 0; i < m->n; i++)
        if (!m->timer[i].in_hand) {
            any = true;
            least = m->timer[i].due < least ? m->timer[i].due : least;
        }
    if (!any || least <= now)
        return any ? 0 : -1;
    return least - now > INT_MAX ? INT_MAX : (int)(least - now);
}

void model_restart(struct model *m, uint64_t now) {
    m->now = now;
    m->batch = false;
    for (size_t i = 0; i < m->n; i++)
        m->timer[i].in_hand = false;
}
