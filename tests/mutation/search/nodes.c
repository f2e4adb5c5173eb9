/* SPDX-License-Identifier: MIT-0 */
/* A structure by itself, its nodes by tick. Time goes on by jumps, after which all that
   is due is taken; or from one deadline to the next, of which one node is taken alone.
   ORDERED structures are also asked for the first node, and those that can WALK for the
   neighbours of each. A wheel with levels stores a passed deadline as its position, of
   which it promises little: PASSED says that such deadlines are armed, too. */
#define TW_STATIC
#define TW_IMPLEMENTATION
#include "search.h"

#include "structure.h"

enum { MOST = 5000 };
static struct OF_STRUCTURE() * in;
static struct tw_node *node;
static size_t nodes;
static tw_tick now, reach, past, period[4];
static bool steady;

static size_t at(const struct tw_node *n) { return n ? (size_t)(n - node) + 1 : 0; }

static struct tw_node *any(void) { return &node[below(nodes)]; }

static tw_tick a_due(void) {
    const tw_tick wanted = steady && !one_in(8) ? period[draw() % 4] : (tw_tick)span(reach);
    const tw_tick ahead =
        TW_TICK_BITS == 64 && wanted > TW_TICK_MAX - now ? (tw_tick)(TW_TICK_MAX - now) : wanted;
    tw_tick behind = (tw_tick)span(past);

    switch (draw() % 8) {
#if defined(PASSED)
    case 0:
        behind = TW_TICK_BITS == 64 && behind > now ? 0 : behind;
        return (tw_tick)(now - behind);
#endif
    case 1:
        return (tw_tick)(now + (ahead < 4 ? ahead : below(4)));
    case 2:
        return (tw_tick)(now + (ahead >> 6 << 6));
    default:
        (void)behind;
        return (tw_tick)(now + ahead);
    }
}

static void look(void) {
    tw_tick due = 0;

    if (one_in(2)) {
        answer(OF_STRUCTURE(_next)(in, &due));
        answer(due);
    }
    if (one_in(16))
        answer(OF_STRUCTURE(_count)(in));
    if (one_in(nodes > 64 ? 200 : 2))
        answer_text(OF_STRUCTURE(_check)(in));
}

static void walk(void) {
    const struct tw_node *n = NULL;
    uint64_t sum = 0;

    while ((n = OF_STRUCTURE(_each)(in, n)) != NULL)
        sum += at(n) * 0x9E3779B97F4A7C15u;
    answer(sum);
}

static void jump(void) {
    const tw_tick was = now;
    struct tw_node *n;

    now = (tw_tick)(now + (steady ? period[0] / 7 : (tw_tick)span(reach / 2)));
    if (TW_TICK_BITS == 64 && (now < was || now > TW_TICK_MAX - TW__QUARTER)) /* never back */
        now = was > TW_TICK_MAX - TW__QUARTER ? was : TW_TICK_MAX - TW__QUARTER;
    while ((n = OF_STRUCTURE(_take)(in, now)) != NULL)
        answer(at(n)), answer(n->due);
    answer(now);
}

/* Takes one node as its time comes; mostly it is armed again. */
static void next(void) {
    struct tw_node *n;
    tw_tick due = 0;

    if (!OF_STRUCTURE(_next)(in, &due))
        return;
    now = tw_before(due, now) ? now : due;
    n = OF_STRUCTURE(_take)(in, now);
    answer(at(n)), answer(due);
    if (n && !one_in(4))
        answer(OF_STRUCTURE(_add)(in, n, a_due()));
}

#if defined(ORDERED)
static void order(void) {
    struct tw_node *n = any();

    switch (draw() % 4) {
    case 0:
        if (n->home)
            n->due = a_due();
        answer(OF_STRUCTURE(_update)(in, n));
        break;
    case 1:
        answer(at(OF_STRUCTURE(_peek)(in)));
        break;
    default:
        answer(at(OF_STRUCTURE(_pop)(in)));
    }
}
#else
static void order(void) {}
#endif

#if defined(WALK)
static void neighbours(void) {
    const struct tw_node *n = any();

    if (n->home)
        answer(at(OF_STRUCTURE(_before)(in, n))), answer(at(OF_STRUCTURE(_after)(in, n)));
    answer(at(OF_STRUCTURE(_first)(in))), answer(at(OF_STRUCTURE(_last)(in)));
    answer(at(OF_STRUCTURE(_lower_bound)(in, a_due())));
}
#else
static void neighbours(void) {}
#endif

static void act(void) {
    switch (draw() % 16) {
    case 0:
    case 1:
    case 2:
        answer(OF_STRUCTURE(_cancel)(in, any()));
        break;
    case 3:
        order();
        break;
    case 4:
        neighbours();
        break;
    case 5:
    case 6:
        jump();
        break;
    case 7:
    case 8:
    case 9:
        next();
        break;
    case 10:
        if (one_in(20))
            OF_STRUCTURE(_clear)(in);
        else if (one_in(10))
            walk();
        break;
    default:
        answer(OF_STRUCTURE(_add)(in, any(), a_due()));
    }
}

/* All deadlines lie within less than half the range of each other and of now. */
static void begin(int fill, void **room) {
    static const size_t most[] = {2, 4, 12, 45, 60, 400, 400, MOST};
    const struct tw_ops *ops = &OF_STRUCTURE(_ops);
    size_t capacity, i;

    nodes = 1 + below(most[draw() % 8]);
    capacity = one_in(4) ? 1 + below(nodes) : nodes;
    now = a_beginning();
    reach = (tw_tick)(TW_TICK_BITS == 64 ? (uint64_t)1 << (4 + draw() % 57)
                                         : (uint64_t)TW__QUARTER >> below(4) * 3);
    past = (tw_tick)(reach / 2);
    if (TW_TICK_BITS != 64 && one_in(3)) {
        reach = (tw_tick)(2 * TW__QUARTER - 2000);
        past = 900;
    }
    steady = one_in(3);
    for (i = 0; i < 4; i++)
        period[i] = (tw_tick)(1 + span(reach));
    in = (struct OF_STRUCTURE() *)filled(sizeof *in, fill);
    node = (struct tw_node *)filled(nodes * sizeof *node, fill);
    *room = filled(ops->bytes(capacity), fill);
    OF_STRUCTURE(_init)(in, now, ops->bytes(9) ? *room : NULL, capacity);
}

static void play(void) {
    void *room;
    size_t i, acts;

    begin(one_in(2) ? 0xA5 : 0, &room);
    for (i = 0; i < nodes; i++) {
        tw_node_init(&node[i], NULL);
        if (one_in(3) || nodes > 40)
            answer(OF_STRUCTURE(_add)(in, &node[i], a_due()));
    }
    acts = 20 + below(nodes < 100 ? 600 : nodes);
    for (i = 0; i < acts; i++) {
        act();
        look();
    }
    while (OF_STRUCTURE(_count)(in) && i-- > 0)
        next();
    free(room), free(node), free(in);
}

int main(int argc, char **argv) {
    const struct tw_ops *ops = &OF_STRUCTURE(_ops);

    printf("room %lu %lu %lu\n", (unsigned long)ops->size, (unsigned long)ops->bytes(7),
           (unsigned long)ops->bytes(5000));
    return search(argc, argv);
}
