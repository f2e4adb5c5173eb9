/* SPDX-License-Identifier: MIT-0 */
#include "model.h"
#include <string.h>

void model_init(struct model *m, const struct claims *c, uint64_t now) {
    memset(m, 0, sizeof *m);
    m->claims = c;
    m->now = m->before = m->start = now;
    m->gone = UINT64_MAX;
}

/* The sum, or the largest number. */
static uint64_t sum(uint64_t a, uint64_t b) { return a + b < a ? UINT64_MAX : a + b; }

/* The tick in whose advance a timer has fired at the latest. */
static uint64_t latest(const struct claims *c, uint64_t from) {
    const uint64_t over = c->grain ? from % c->grain : 0;

    return sum(over ? sum(from, c->grain - over) : from, c->late);
}

void model_add(struct model *m, unsigned id, uint64_t due) {
    struct item *const x = &m->item[id];

    m->armed += !x->armed;
    x->armed = true;
    x->due = due;
    x->passed = !m->claims->pops && due <= m->now;
    x->by = latest(m->claims, x->passed ? m->now : due);
    x->at = m->now;
    x->moved = x->by_callback = x->waited = false;
    x->born = m->births++;
    if (m->ids <= id)
        m->ids = id + 1;
}

bool model_cancel(struct model *m, unsigned id) {
    const bool armed = m->item[id].armed;

    m->item[id].armed = false;
    m->armed -= armed;
    return armed;
}

bool model_next(const struct model *m, uint64_t *due, uint64_t *by) {
    bool any = false;
    unsigned i;

    for (i = 0; i < m->ids; i++) {
        const struct item *const x = &m->item[i];

        if (x->armed && (!any || x->due < *due || (x->due == *due && x->by < *by))) {
            *due = x->due;
            *by = x->by;
            any = true;
        }
    }
    return any;
}

void model_begin(struct model *m, uint64_t now) {
    unsigned i;

    for (i = 0; i < m->ids; i++)
        m->item[i].waited = m->item[i].waited || m->item[i].due > now;
    m->before = m->now;
    m->now = now;
    m->batch = m->births;
}

/* Is this a timer that the present advance may fire, whatever else is armed? */
static bool is_due(const struct model *m, const struct item *x) {
    return x->armed && x->born < m->batch && (m->claims->pops || x->due <= m->now);
}

/* Timers fire in this order: those that a budget left over, the passed ones, the others.
 */
static int part(const struct model *m, const struct item *x) {
    if (m->claims->pops)
        return 0;
    return x->passed ? 1 : x->due <= m->before ? 0 : 2;
}

static bool comes_before(const struct model *m, const struct item *a, const struct item *b) {
    const int pa = part(m, a), pb = part(m, b);

    if (pa != pb)
        return pa < pb;
    if (pa != 1 && a->due != b->due)
        return a->due < b->due;
    return a->born < b->born;
}

bool model_first(const struct model *m, unsigned *id) {
    const struct item *first = NULL;
    unsigned i;

    for (i = 0; i < m->ids; i++)
        if (is_due(m, &m->item[i]) && (!first || comes_before(m, &m->item[i], first))) {
            first = &m->item[i];
            *id = i;
        }
    return first != NULL;
}

/* May x fire while r waits? A passed tick and another have an order only for a subject that
   claims it; two passed ticks are equals. Late or rounded ticks must differ by more than that. */
static enum breach against(const struct model *m, const struct item *x, const struct item *r) {
    const struct claims *const c = m->claims;
    const bool exact = c->late == 0 && c->grain < 2;

    if (c->unordered)
        return FINE;
    if (x->passed || r->passed)
        return c->passed && (c->fifo || !x->passed || !r->passed) && comes_before(m, r, x) ? PASSED
                                                                                           : FINE;
    if (r->by < x->due)
        return OUT_OF_ORDER;
    return c->fifo && exact && r->due == x->due && r->born < x->born ? NOT_FIFO : FINE;
}

static void act(struct model *m, struct item *x) {
    const struct item was = *x;

    x->plan = PLAN_NONE;
    if (was.plan != PLAN_NONE)
        model_cancel(m, was.other);
    if (was.plan != PLAN_ADD)
        return;
    model_add(m, was.other, m->now + was.delay);
    m->item[was.other].by_callback = true;
}

/* What the firing of x shows beside r, which is due, too, and waits. */
static unsigned shown_beside(const struct model *m, const struct item *x, const struct item *r) {
    if (x->passed || r->passed || m->claims->unordered)
        return 0;
    if (r->due == x->due)
        return r->born > x->born ? SEEN_EQUALS : 0;
    return x->by < r->due ? SEEN_ORDER : 0;
}

/* What the firing of x, which is right, shows. */
static unsigned shown(const struct model *m, const struct item *x) {
    const uint64_t bits = m->claims->bits;
    unsigned seen = x->by_callback ? SEEN_CALLBACK : 0, i;

    if (x->passed)
        return seen | SEEN_PASSED;
    seen |= SEEN_FIRING | (x->waited ? SEEN_WAITING : 0) | (x->moved ? SEEN_MOVE : 0);
    if (m->claims->pops ? m->gone != UINT64_MAX : m->gone <= m->now)
        seen |= SEEN_CANCEL;
    if (bits && x->due >> bits != m->start >> bits)
        seen |= SEEN_WRAP;
    if (x->due - x->at >= LEAST_TOP / 2)
        seen |= SEEN_FAR;
    for (i = 0; i < m->ids; i++)
        if (&m->item[i] != x && is_due(m, &m->item[i]))
            seen |= shown_beside(m, x, &m->item[i]);
    return seen;
}

enum breach model_fire(struct model *m, unsigned id, unsigned *rival) {
    struct item *const x = &m->item[id];
    enum breach found = FINE;
    unsigned i;

    if (id >= m->ids || !x->armed)
        return GHOST;
    if (!m->claims->pops && x->due > m->now)
        return EARLY;
    if (x->born >= m->batch && m->claims->deferred)
        return TOO_SOON;
    for (i = 0; i < m->ids; i++)
        if (i != id && x->born < m->batch && is_due(m, &m->item[i])) {
            const enum breach b = against(m, x, &m->item[i]);

            if (b != FINE && (found == FINE || comes_before(m, &m->item[i], &m->item[*rival]))) {
                found = b;
                *rival = i;
            }
        }
    m->seen |= found == FINE ? shown(m, x) : 0;
    model_cancel(m, id);
    act(m, x);
    return found;
}

bool model_missed(const struct model *m, unsigned *id) {
    unsigned i;

    for (i = 0; i < m->ids; i++) {
        const struct item *const x = &m->item[i];

        if (is_due(m, x) && (m->claims->pops || x->by <= m->now)) {
            *id = i;
            return true;
        }
    }
    return false;
}
