/* SPDX-License-Identifier: MIT-0 */
/* A heap's remove that never sifts up, and a pool that trusts its caller: libevent,
   libuv, node, Go and goim shipped the first, goim the second. Each stands beside the
   same thing done right and beside heap4.

   REMOVE   The last entry takes the victim's place. It comes from another branch, so it
            may be earlier than its new parent; a remove that only sifts down leaves it
            there, and a timer waits behind a later one:

                    10                       10
               60        20      ->     60        20         70 is cancelled, 30 takes its place,
             70  80    90  30         30  80    90           and what is due at 30 fires at 60

            All heaps of up to 11 nodes with keys in 0..2, and every victim: which break
            an edge, and which give a later key before an earlier one when they are
            emptied.

   POOL     A free list in front of a heap. Its delete removes the node if it is in the
            heap and puts it into the free list in any case, so a second delete makes the
            list a ring and one node serves two timers. Expiry does not put back at all:
            what fires and is not deleted by its owner is lost to the pool. */
#undef NDEBUG
#include <assert.h>
#include <stdio.h>

#define TW_ASSERT(condition) assert(condition)
#define TW_STATIC
#define TW_IMPLEMENTATION
#include "heap4.h"
#include "timers.h"

TW_TIMERS_OF(timers, heap4)

enum { MOST = 11 };

struct timer {
    struct tw_node node; /* for our heap */
    unsigned due;
    size_t place; /* in theirs; at its count or behind: nowhere */
    struct timer *free;
};

static struct timer pool[MOST];

/* --------------------------------------------------------------------------- THE HEAP */

static struct heap {
    struct timer *at[MOST];
    size_t count, children;
    bool sifts_up; /* in remove */
} heap;

static void put(struct heap *h, size_t i, struct timer *x) {
    h->at[i] = x;
    x->place = i;
}

static void sift_up(struct heap *h, size_t i) {
    struct timer *x = h->at[i];

    for (; i > 0 && x->due < h->at[(i - 1) / h->children]->due; i = (i - 1) / h->children)
        put(h, i, h->at[(i - 1) / h->children]);
    put(h, i, x);
}

static void sift_down(struct heap *h, size_t i) {
    struct timer *x = h->at[i];

    for (;;) {
        size_t c = i * h->children + 1, best = c;
        const size_t end = c + h->children < h->count ? c + h->children : h->count;

        for (; c < end; c++)
            if (h->at[c]->due < h->at[best]->due)
                best = c;
        if (best >= end || x->due <= h->at[best]->due)
            break;
        put(h, i, h->at[best]);
        i = best;
    }
    put(h, i, x);
}

static void insert(struct heap *h, struct timer *x) {
    h->at[h->count] = x;
    sift_up(h, h->count++);
}

static bool holds(const struct heap *h, const struct timer *x) {
    return x->place < h->count && h->at[x->place] == x;
}

static bool heap_remove(struct heap *h, struct timer *x) {
    const size_t i = x->place;

    if (!holds(h, x))
        return false;
    if (i != --h->count) {
        put(h, i, h->at[h->count]);
        sift_down(h, i);
        if (h->sifts_up)
            sift_up(h, h->at[i]->place);
    }
    return true;
}

static bool edges_hold(const struct heap *h) {
    size_t i;

    for (i = 1; i < h->count; i++)
        if (h->at[i]->due < h->at[(i - 1) / h->children]->due)
            return false;
    return true;
}

/* -------------------------------------------------------------- ALL HEAPS AND VICTIMS */

struct seen {
    size_t cases, edges, orders;    /* with a broken edge; with a wrong order */
    size_t least_edge, least_order; /* the fewest nodes that show it; 0: none do */
};

static void see(struct seen *s, size_t n, bool edge, bool order) {
    s->cases++;
    s->edges += edge;
    s->orders += order;
    if (edge && s->least_edge == 0)
        s->least_edge = n;
    if (order && s->least_order == 0)
        s->least_order = n;
}

static void theirs(struct seen *s, size_t n, struct timer *victim) {
    bool edge, order = false;
    unsigned last = 0;
    size_t i;

    heap.count = 0;
    for (i = 0; i < n; i++)
        insert(&heap, &pool[i]);
    assert(heap_remove(&heap, victim) && heap.count == n - 1);
    edge = !edges_hold(&heap);
    while (heap.count > 0) {
        struct timer *x = heap.at[0];
        assert(heap_remove(&heap, x));
        order |= x->due < last;
        last = x->due;
    }
    see(s, n, edge, order);
}

static void ours(struct seen *s, size_t n, struct timer *victim) {
    static TW_HEAP4_ARRAY(room, MOST);
    const struct timer *last = NULL;
    bool edge, order = false;
    struct tw_heap4 h;
    struct tw_node *x;
    size_t i;

    tw_heap4_init(&h, 0, room, MOST);
    for (i = 0; i < n; i++)
        assert(tw_heap4_add(&h, &pool[i].node, pool[i].due));
    assert(tw_heap4_cancel(&h, &victim->node) && tw_heap4_count(&h) == n - 1);
    edge = tw_heap4_check(&h);
    while ((x = tw_heap4_pop(&h)) != NULL) {
        const struct timer *t = TW_OF(x, struct timer, node);
        order |= last && (t->due < last->due || (t->due == last->due && t < last));
        last = t;
    }
    see(s, n, edge, order);
}

static struct seen all(void (*scheme)(struct seen *s, size_t n, struct timer *victim)) {
    struct seen s = {0, 0, 0, 0, 0};
    size_t n, keys, most = 3, i, k;

    for (n = 1; n <= MOST; n++, most *= 3)
        for (keys = 0; keys < most; keys++) {
            for (i = 0, k = keys; i < n; i++, k /= 3)
                pool[i].due = (unsigned)(k % 3);
            for (i = 0; i < n; i++)
                scheme(&s, n, &pool[i]);
        }
    return s;
}

/* The drawing above: the tick at which the timer of tick 30 fires in a loop that sleeps
   until the heap's first. */
static unsigned the_drawing(bool sifts_up) {
    static const unsigned due[] = {10, 60, 20, 70, 80, 90, 30};
    unsigned now = 0;
    size_t i;

    heap.count = 0;
    heap.children = 2;
    heap.sifts_up = sifts_up;
    for (i = 0; i < 7; i++) {
        pool[i].due = due[i];
        insert(&heap, &pool[i]);
    }
    assert(heap_remove(&heap, &pool[3]));
    for (;;) {
        struct timer *x = heap.at[0];
        now = x->due > now ? x->due : now;
        assert(heap_remove(&heap, x));
        if (x == &pool[6])
            return now;
    }
}

/* --------------------------------------------------------------------------- THE POOL */

enum { POOL = 4, ROUNDS = 1000 };

static struct timer *spare; /* the free list */

static void give_back(struct timer *x) {
    x->free = spare;
    spare = x;
}

static struct timer *get(void) {
    struct timer *x = spare;

    if (x)
        spare = x->free;
    return x;
}

static void fill(void) {
    size_t i;

    for (spare = NULL, i = 0; i < POOL; i++) {
        tw_node_init(&pool[i].node, NULL);
        pool[i].place = MOST;
        give_back(&pool[i]);
    }
    heap.count = 0;
}

static struct timer *their_add(unsigned due) {
    struct timer *x = get();

    if (x) {
        x->due = due;
        insert(&heap, x);
    }
    return x;
}

static void their_delete(struct timer *x) {
    heap_remove(&heap, x);
    give_back(x); /* in any case */
}

static void their_pool(void) {
    struct timer *x, *y;
    size_t rounds;

    fill();
    x = their_add(10);
    their_delete(x);
    their_delete(x);
    x = their_add(20);
    y = their_add(30);
    assert(x == y && heap.at[0] == heap.at[1] && x->due == 30); /* nothing is due at 20 */

    fill();
    for (rounds = 0; their_add(10); rounds++)
        assert(heap_remove(&heap, heap.at[0])); /* fires */
    assert(rounds == POOL && heap.count == 0);
}

/* A node is idle before its callback starts, and cancel says whether it took a node out:
   both know when to give back.
 */
static void our_fire(struct tw_node *n, tw_tick now) {
    (void)now;
    give_back(TW_OF(n, struct timer, node));
}

static struct timer *our_add(struct timers *t, tw_tick due) {
    struct timer *x = get();

    if (x) {
        x->node.fn = our_fire;
        assert(timers_add(t, &x->node, due));
    }
    return x;
}

static void our_delete(struct timers *t, struct timer *x) {
    if (timers_cancel(t, &x->node))
        give_back(x);
}

static void our_pool(void) {
    static TW_HEAP4_ARRAY(room, POOL);
    struct timers t;
    struct timer *x, *y;
    tw_tick now;

    fill();
    timers_init(&t, 0, room, POOL);
    x = our_add(&t, 10);
    our_delete(&t, x);
    our_delete(&t, x);
    x = our_add(&t, 20);
    y = our_add(&t, 30);
    assert(x != y && timers_advance(&t, 20) == 1 && timers_advance(&t, 30) == 1);

    for (now = 31; now < 31 + ROUNDS; now++) {
        x = our_add(&t, now);
        assert(x && timers_advance(&t, now) == 1);
        our_delete(&t, x); /* too late, and harmless */
    }
}

static void expect(const struct seen *s, size_t edges, size_t orders, size_t least_edge,
                   size_t least_order) {
    assert(s->cases == 2790066 && s->edges == edges && s->orders == orders);
    assert(s->least_edge == least_edge && s->least_order == least_order);
}

static struct seen theirs_with(size_t children, bool sifts_up) {
    heap.children = children;
    heap.sifts_up = sifts_up;
    return all(theirs);
}

int main(void) {
    struct seen binary, four, s;

    assert(the_drawing(false) == 60 && the_drawing(true) == 30);

    binary = theirs_with(2, false);
    expect(&binary, 66628, 15798, 6, 7);
    four = theirs_with(4, false);
    expect(&four, 25532, 14000, 10, 10);
    s = theirs_with(2, true);
    expect(&s, 0, 0, 0, 0);
    s = theirs_with(4, true);
    expect(&s, 0, 0, 0, 0);
    s = all(ours);
    expect(&s, 0, 0, 0, 0);

    their_pool();
    our_pool();
    printf("%zu removals: %zu wrong orders in a binary heap, %zu in a 4-ary one, none with sifting "
           "up, none in ours\n",
           s.cases, binary.orders, four.orders);
    return 0;
}
