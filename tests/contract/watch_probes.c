/* SPDX-License-Identifier: MIT-0 */
/* The probes of watch.h, of sets with a watch and without: each event is one, with the
   arguments that the manual names. */
#define TW_WATCH_USDT
#define TW_IMPLEMENTATION
#define TW_STATIC
#undef NDEBUG
#include <assert.h>
#include <string.h>
#include "watch.h"
#include "heap4.h"
#include "rbtree.h"

TW_TIMERS_OF(tree, rbtree)
TW_TIMERS_OF(full, heap4)

static struct tree t;
static struct full none;
static struct tw_watch watch;

struct tw_watch *tw_watch_of(const struct tw_clock *set) {
    return set == &t.clock ? &watch : NULL;
}

enum { PROBES = 20 };

static struct probe {
    const char *name;
    uint64_t argument[4];
} seen[PROBES];

static size_t probes, looked;

static void probed(const char *name, uint64_t a, uint64_t b, uint64_t c, uint64_t d) {
    const struct probe p = {name, {a, b, c, d}};

    assert(probes < PROBES);
    seen[probes++] = p;
}

static void callback(struct tw_node *n, tw_tick now) { (void)n, (void)now; }

/* The next probe is this one. */
static void saw(const char *name, const void *set, const struct tw_node *n, uint64_t c,
                uint64_t d) {
    const struct probe *const p = &seen[looked++];

    assert(looked <= probes && strcmp(p->name, name) == 0);
    assert(p->argument[0] == (uintptr_t)set && p->argument[1] == (uintptr_t)n);
    assert(p->argument[2] == c && p->argument[3] == d);
}

int main(void) {
    struct tw_node n = TW_NODE(callback);

    tree_init(&t, 100, NULL, 0);
    full_init(&none, 100, NULL, 0);
    tw_watch_init(&watch, "tree", NULL);
    assert(tree_add(&t, &n, 110) && tree_add(&t, &n, 120) && tree_cancel(&t, &n));
    assert(tree_add(&t, &n, 130) && tree_advance(&t, 134) == 1);
    assert(!full_add(&none, &n, 140));
    saw("tw:arm", &t, &n, 110, 0);
    if (TW__SPEED) /* else a move is a cancel and an arm */
        saw("tw:move", &t, &n, 120, 0);
    else {
        saw("tw:cancel", &t, &n, 110, 0);
        saw("tw:arm", &t, &n, 120, 0);
    }
    saw("tw:cancel", &t, &n, 120, 0);
    saw("tw:arm", &t, &n, 130, 0);
    saw("tw:fire", &t, &n, (uintptr_t)callback, 4);
    saw("tw:return", &t, &n, 0, 0);
    saw("tw:refuse", &none, &n, 140, 0);
    assert(looked == probes && watch.fires == 1 && watch.refused == 0);
    return 0;
}
