/* SPDX-License-Identifier: MIT-0 */
/* Searches the states of a set whose ticks have 8 bits. Legal operations lead from state to
   state, and each state is left once. The range of a tick is 256 ticks, so that the edges
   of the rules are among the distances: a quarter, half the range, the wrap. In a new
   state all that can be seen must agree with the model, and in each operation what fires.
   States come in the order of the operations that lead to them. So the first sequence
   that fails is the shortest.

   The operations: arm at each distance of -65 to 64 ticks, of which two are refused;
   cancel, clear, next; advance by each step of 0 to 63, or to 255 if the set is empty,
   with a budget of all, of none and, with several timers, of one; expire. In advance()
   callbacks do nothing, or arm their timer again at one of four distances. next() sorts a
   list of two nodes: with ticks of 8 bits hwheel and bigwheel call such a list long.

       states [--wide] [STRUCTURE]     --wide: more states, for minutes a structure */
#define MODEL_CAPACITY 4
#include "operations.h"

#if TW_TICK_BITS != 8
#error "states.c wants -DTW_TICK_BITS=8 and -DTW__TICKS_OF_8_BITS"
#endif

enum {
    TIMERS = 4,
    RANGE = 256,
    QUARTER = RANGE / 4,
    START = 2 * RANGE,
    OPERATIONS = 2048,
    LONGEST = 256
};

/* The length of sequences that lead to every state; and the ticks in a block. */
enum { ALL = LONGEST - 1, BLOCK = 16 };

/* What is tried on a structure. */
struct plan {
    const char *name;
    const struct tw_ops *ops;
    size_t room;   /* what init() gets */
    size_t timers; /* how many there are */
    /* Distances lie at the ends of blocks of so many ticks: the last tick of a block and the
       first two. With 1 every distance is tried. */
    int block;
    size_t length; /* of the longest sequences */
    bool sorts;    /* the search must reach a sorted list of all timers */
};

/* What a callback does in an operation that calls some: nothing, or it arms its own timer
   again, at this distance. `id` of the operation says which. */
enum { CHOICES = 5 };

static const int rearm[CHOICES] = {0, 1, QUARTER - 1, 0, -QUARTER};

/* How a state was reached: from which one, and by what. The tick is a distance from the
   clock. */
struct reached {
    uint32_t from;
    int16_t distance;
    uint8_t kind, id;
};

/* All that an operation can change. */
struct memory {
    struct rig rig;
    struct timer timer[TIMERS];
    void *in, *room;
};

static struct search {
    const struct plan *plan;
    struct memory first, here; /* the first state, and the one that operations are tried in */
    struct reached *reached;   /* every state, the first one at 0 */
    size_t states, room;
    uint64_t *seen; /* their digests: a table of a power of two, 0: free */
    size_t slots;
    size_t at;                  /* the state that operations are tried in */
    struct operation operation; /* the one that is tried */
    bool looks;
    unsigned long long operations;
    tw_tick lag;   /* the greatest lag of a position */
    size_t sorted; /* the most nodes in sorted lists */
} search;

/* ------------------------------------------------------------------------------ STATES */

static void memory_make(struct memory *m) {
    m->in = malloc(rig.ops->size);
    m->room = malloc(rig.ops->bytes(rig.capacity) + 1);
    assert(m->in && m->room);
}

static void memory_free(struct memory *m) {
    free(m->in);
    free(m->room);
}

static void save(struct memory *m) {
    m->rig = rig;
    memcpy(m->timer, pool, sizeof m->timer);
    memcpy(m->in, rig.in, rig.ops->size);
    memcpy(m->room, rig.room, rig.ops->bytes(rig.capacity));
}

static void restore(const struct memory *m) {
    rig = m->rig;
    memcpy(pool, m->timer, sizeof m->timer);
    memcpy(rig.in, m->in, rig.ops->size);
    memcpy(rig.room, m->room, rig.ops->bytes(rig.capacity));
}

/* Puts a word into a digest. */
static uint64_t mixed(uint64_t hash, uint64_t word) {
    hash = (hash ^ word) * 0x9E3779B97F4A7C15u;
    return hash ^ hash >> 29;
}

/* Adds up the words that are not 0, each mixed with its place: most are 0, and none waits
   for another. */
static uint64_t mixed_bytes(uint64_t hash, const void *bytes, size_t n) {
    const unsigned char *const p = (const unsigned char *)bytes;
    uint64_t word;
    size_t i;

    for (i = 0; i + sizeof word <= n; i += sizeof word) {
        memcpy(&word, p + i, sizeof word);
        if (word)
            hash += mixed(mixed(i, word), n);
    }
    for (; i < n; i++)
        hash += mixed(mixed(i, p[i]), n);
    return mixed(hash, n);
}

/* WORDS WITHOUT MEANING. Each of these sets words of a structure to 0 that the structure
   writes before it reads them again, or whose value only tells arming order, as the model
   does. Else one state would count as many. */
static void blank_slots(struct tw_slots *s) {
    if (!s->first)
        s->first_due = 0;
    if (s->count == 0)
        s->wake = 0;
}

static void blank_bigwheel(struct tw_bigwheel *w) {
    blank_slots(&w->base);
    if (w->base.count == 0) {
        memset(w->next, 0, sizeof w->next);
        w->shared = 0;
    }
}

/* Those of a node in which its structure keeps no links. */
static void blank_links(struct tw_node *n) { n->u.word[0] = n->u.word[1] = 0; }

static void blank_heap4(struct tw_heap4 *h) {
    size_t i;

    h->armings = 0;
    for (i = 0; i < h->capacity; i++) {
        struct tw_heap4_cell *const x = &h->cell[TW__HEAP4_ROOT + i], was = *x;

        memset(x, 0, sizeof *x);
        if (i >= h->count)
            continue;
        x->due = was.due;
        x->node = was.node;
        blank_links(x->node);
    }
}

static void blank_skiplist(struct tw_skiplist *s) {
    struct tw_skiplist_level *x = s->lane;

    s->seed = 0;
    for (; x < s->spare; x++)
        if (!x->next || !x->next->node)
            x->next_due = 0;
}

static void blank_wheel(struct tw_wheel *w) {
    size_t i;

    if (w->count == 0) {
        w->position = w->nearest = 0;
        w->passed = NULL;
    }
    for (i = 0; i < w->slots; i++)
        if (!w->cell[i].slot.last)
            w->cell[i].slot.least = 0;
}

static void blank_toyarray(struct tw_toyarray *a) {
    size_t i;

    for (i = 0; i < a->count; i++)
        blank_links(a->place[i]);
    memset(a->place + a->count, 0, (a->room - a->count) * sizeof *a->place);
}

/* Arming numbers become ranks: their order is all that is read of them. */
static void blank_ranks(struct tw_table *t) {
    uint64_t rank = 0, last = 0, least = UINT64_MAX;
    uint32_t i, first = 0;

    for (; rank < t->count; rank++, last = least, least = UINT64_MAX) {
        for (i = 1; i <= t->capacity; i++) {
            const uint64_t number = tw__table_arming(tw__table_see(t, i));

            if (number > last && number < least) {
                least = number;
                first = i;
            }
        }
        tw__table_stamp(tw__table_timer(t, first), rank + 1,
                        tw__table_place(tw__table_see(t, first)));
    }
    t->armings = rank;
}

/* The clock and the due list of a table are not used: the set has its own. */
static void blank_numbers(struct tw_numbers *s) {
    uint32_t i;

    s->t->now = s->t->previous = 0;
    blank_ranks(s->t);
    for (i = 1; i <= s->t->capacity; i++) {
        struct tw_table_timer *const e = tw__table_timer(s->t, i);

        if (tw__table_arming(e) == 0)
            s->node[i - 1] = NULL;
        if (tw__table_place(e) == 0)
            memset(e, 0, sizeof *e);
    }
    for (i = 0; i < s->t->count; i++)
        s->free[i] = 0;
}

static void blank(void) {
    const struct tw_ops *const ops = rig.ops;

    if (ops == &tw_hwheel_ops)
        blank_slots(&((struct tw_hwheel *)rig.in)->base);
    else if (ops == &tw_bigwheel_ops)
        blank_bigwheel((struct tw_bigwheel *)rig.in);
    else if (ops == &tw_heap4_ops)
        blank_heap4((struct tw_heap4 *)rig.in);
    else if (ops->next == tw_skiplist_ops.next)
        blank_skiplist((struct tw_skiplist *)rig.in);
    else if (ops == &tw_wheel_ops)
        blank_wheel((struct tw_wheel *)rig.in);
    else if (ops == &tw_toyarray_ops)
        blank_toyarray((struct tw_toyarray *)rig.in);
    else if (ops == &tw_numbers_ops)
        blank_numbers((struct tw_numbers *)rig.in);
}

/* A digest of what decides the future: the clock, all that is armed, the order of it, and
   the words of the set and of its structure. */
static uint64_t digest(void) {
    const struct tw_clock *const c = &rig.t.clock;
    uint64_t hash = mixed(c->now, (uint64_t)c->batch << 1 | rig.pulling);
    size_t i;

    blank();
    hash = mixed(mixed(hash, (uintptr_t)c->due_list), (uintptr_t)c->until);
    if (c->until) /* else it is not read in this batch */
        hash = mixed(hash, c->previous);
    for (i = 0; i < rig.m.count; i++)
        hash = mixed(hash, (uintptr_t)rig.m.item[i].node +
                               (rig.pulling && rig.m.item[i].born < rig.m.batch));
    for (i = 0; i < search.plan->timers; i++) {
        const struct tw_node *const n = &pool[i].node;

        hash = mixed(hash, n->home);
        if (n->home != TW__IDLE)
            hash = mixed(mixed(hash, n->u.word[0]), n->u.word[1]);
        if (n->home > TW__DUE)
            hash = mixed(hash, n->due);
    }
    hash = mixed_bytes(hash, rig.in, rig.ops->size);
    return mixed_bytes(hash, rig.room, rig.ops->bytes(rig.capacity)) | 1;
}

/* Notes a digest. False: it was there. */
static bool is_new(uint64_t hash) {
    size_t i = (size_t)(hash >> 20) & (search.slots - 1);

    while (search.seen[i] && search.seen[i] != hash)
        i = (i + 1) & (search.slots - 1);
    if (search.seen[i])
        return false;
    search.seen[i] = hash;
    return true;
}

/* Makes room for twice as many states. */
static void grow(void) {
    uint64_t *const old = search.seen;
    const size_t slots = search.slots;
    size_t i;

    search.room = search.room ? 2 * search.room : 1024;
    search.slots = 2 * search.room;
    search.reached =
        (struct reached *)realloc(search.reached, search.room * sizeof *search.reached);
    search.seen = (uint64_t *)calloc(search.slots, sizeof *search.seen);
    assert(search.reached && search.seen);
    for (i = 0; i < slots; i++)
        if (old[i])
            is_new(old[i]);
    free(old);
}

/* --------------------------------------------------------------------------- SEQUENCES */

/* Does an operation, callbacks included. */
static void step_on(const struct operation *o) {
    search.operation = *o;
    perform(o);
}

/* A callback. */
static void act(struct timer *x) {
    if (search.operation.kind == ADVANCE && search.operation.id > 0)
        rig_arm(x, rig.now + (uint64_t)(int64_t)rearm[search.operation.id]);
}

/* Stores the operations that lead from the first state to state i. Returns how many. */
static size_t way_to(size_t i, struct operation way[LONGEST]) {
    uint64_t now = START;
    size_t n = 0, k;

    for (k = i; k != 0; k = search.reached[k].from)
        n++;
    assert(n < LONGEST);
    for (k = n; k > 0; k--, i = search.reached[i].from) {
        const struct reached *const r = &search.reached[i];

        way[k - 1].kind = (enum kind)r->kind;
        way[k - 1].id = r->id;
        way[k - 1].tick = (uint64_t)(int64_t)r->distance;
    }
    for (k = 0; k < n; k++) {
        way[k].tick += now;
        if (way[k].kind >= ADVANCE)
            now = way[k].tick;
    }
    return n;
}

/* Does n operations from the first state on. */
static void go(const struct operation *way, size_t n) {
    size_t k;

    restore(&search.first);
    for (k = 0; k < n; k++)
        step_on(&way[k]);
}

/* The sequence has failed once more, while it was logged. */
static void ended(int number) {
    (void)number;
    _Exit(1);
}

/* Ends the search at the sequence that fails. */
static void failed(int number) {
    struct operation way[LONGEST];
    size_t n = way_to(search.at, way), k;

    way[n++] = search.operation;
    print_failure(search.plan->name, START, number, n);
    for (k = 0; k < n; k++) {
        fprintf(stderr, "  ");
        print_operation(&way[k]);
        if (way[k].kind == ADVANCE && way[k].id > 0)
            fprintf(stderr, ", and callbacks arm their timer %d ticks on", rearm[way[k].id]);
        fprintf(stderr, "\n");
    }
    if (search.looks)
        fprintf(stderr, "  when all is looked at\n");
    catch_failures(ended);
    watch();
    if (log_failure(START, 0)) {
        go(way, n);
        log_op(OP_NEXT, NULL, 0, 0);
        log_op(OP_CHECK, NULL, 0, 0);
    }
    ended(number);
}

/* ----------------------------------------------------------------------------- SEARCH */

/* Is a deadline or a step of this distance tried? */
static bool is_tried(int distance) { return (distance + RANGE + 1) % search.plan->block <= 2; }

/* The last tick to which the clock may go: if anything waits, a quarter less one on, and
   a quarter less one behind what is overdue. */
static uint64_t last_now(void) {
    uint64_t last = rig.now + (rig.m.count ? QUARTER : RANGE) - 1;
    size_t i;

    for (i = 0; i < rig.m.count; i++)
        if (!rig.m.item[i].passed && rig.m.item[i].when + QUARTER - 1 < last)
            last = rig.m.item[i].when + QUARTER - 1;
    return last;
}

/* Arms each timer, idle ones only the first of them, also a tick too far ahead and a tick
   too far behind; and cancels. */
static struct operation *list_changes(struct operation *list) {
    bool any_idle = false;
    size_t id;
    int d;

    for (id = 0; id < search.plan->timers; id++) {
        const bool idle = tw_idle(&pool[id].node);

        for (d = -QUARTER - 1; d <= QUARTER && !(idle && any_idle); d++)
            if (is_tried(d))
                list = put(list, ARM, id, rig.now + (uint64_t)(int64_t)d);
        if (!idle)
            list = put(list, CANCEL, id, rig.now);
        any_idle = any_idle || idle;
    }
    if (rig.m.count == 0)
        return list;
    list = put(list, CLEAR, 0, rig.now);
    return put(list, NEXT, 0, rig.now);
}

/* Calls that move the clock to now, or leave it there. While a batch is pulled, its now
   stays. */
static struct operation *list_calls(struct operation *list, uint64_t now) {
    uint64_t due;
    size_t id;

    list = put(list, ADVANCE, 0, now);
    for (id = 1; id < CHOICES && model_next(&rig.m, &due) && due <= now; id++)
        list = put(list, ADVANCE, id, now);
    list = put(list, ADVANCE_NONE, 0, now);
    if (search.plan->timers > 1)
        list = put(list, ADVANCE_ONE, 0, now);
    return rig.pulling && now > rig.now ? list : put(list, EXPIRE, 0, now);
}

static size_t list_all(struct operation *list) {
    struct operation *end = list_changes(list);
    const uint64_t last = last_now();
    uint64_t now;

    for (now = rig.now; now <= last; now++)
        if (is_tried((int)(now - rig.now)))
            end = list_calls(end, now);
    return (size_t)(end - list);
}

/* Returns how many timers stand in sorted lists. */
static size_t count_sorted(void) {
    const bool sorts = rig.ops == &tw_hwheel_ops || rig.ops == &tw_bigwheel_ops;
    size_t sorted = 0, i;

    for (i = 0; sorts && i < search.plan->timers; i++)
        sorted += pool[i].node.home >= TW__RUN;
    return sorted;
}

/* In a new state: all that can be seen agrees with the model. */
static void judge(void) {
    const tw_tick *const at = rig_position();
    const size_t sorted = count_sorted();
    size_t i;

    if (sorted > search.sorted)
        search.sorted = sorted;

    if (at && (tw_tick)((tw_tick)rig.now - *at) > search.lag)
        search.lag = (tw_tick)((tw_tick)rig.now - *at);
    search.looks = true;
    rig.quiet = false;
    rig_verify();
    for (i = 0; i < search.plan->timers; i++)
        assert(tw_timers_pending(&rig.t, &pool[i].node) == !tw_idle(&pool[i].node));
    search.looks = false;
}

/* Notes the state that the operation led to. False: it is known. */
static bool note(uint64_t now) {
    struct reached *r;

    if (search.states == search.room)
        grow();
    if (!is_new(digest()))
        return false;
    r = &search.reached[search.states++];
    r->from = (uint32_t)search.at;
    r->distance = (int16_t)(int64_t)(search.operation.tick - now);
    r->kind = (uint8_t)search.operation.kind;
    r->id = (uint8_t)search.operation.id;
    return true;
}

/* Tries every operation in state i. */
static void leave(size_t i) {
    struct operation list[OPERATIONS], way[LONGEST];
    size_t n = way_to(i, way), k;

    search.at = i;
    go(way, n);
    save(&search.here);
    n = list_all(list);
    assert(n <= OPERATIONS);
    search.operations += n;
    for (k = 0; k < n; k++) {
        restore(&search.here);
        step_on(&list[k]);
        if (!note(search.here.rig.now))
            continue;
        restore(&search.here); /* digest() has blanked words of the new state */
        step_on(&list[k]);
        judge();
    }
}

/* Begins with an empty set. */
static void begin(const struct plan *p) {
    size_t i;

    search.plan = p;
    search.states = search.at = 0;
    search.operations = 0;
    search.lag = 0;
    search.sorted = 0;
    rig_begin(p->ops, START, p->room);
    rig_blank();
    rig.quiet = true;
    for (i = 0; i < TIMERS; i++) {
        timer_init(&pool[i], (int)i);
        pool[i].act = act;
    }
    memory_make(&search.first);
    memory_make(&search.here);
    save(&search.first);
    memset(search.seen, 0, search.slots * sizeof *search.seen);
    put(&search.operation, NOTHING, 0, START);
    note(START);
}

/* Visits the states to which sequences lead, up to the length of the plan. *length gets
   the length that the last state took. True: these are all states. */
static bool visit(const struct plan *p, size_t *length) {
    size_t next = 0, end;

    begin(p);
    for (*length = 0; next < search.states && *length < p->length; ++*length)
        for (end = search.states; next < end; next++) {
            if (next % 1024 == 0)
                watch();
            leave(next);
        }
    memory_free(&search.first);
    memory_free(&search.here);
    return next == search.states;
}

/* ------------------------------------------------------------------------------- MAIN */

/* clang-format off */
/* One timer, and the ends of blocks; or one timer, and every distance; or two timers; or
   few distances, and several timers in sorted lists. */
#define ENDS(name, room, length)  {#name, &tw_##name##_ops, room, 1, BLOCK, length, false}
#define EVERY(name, room, length) {#name, &tw_##name##_ops, room, 1, 1, length, false}
#define TWO(name, room, length)   {#name, &tw_##name##_ops, room, 2, BLOCK, length, false}
#define FEW(name, timers, block, length)                                                           \
    {#name, &tw_##name##_ops, 0, timers, block, length, timers > 1}
#define MORE(name, timers, block, length)                                                          \
    {#name, &tw_##name##_ops, timers, timers, block, length, false}

static const struct plan quick[] = {
    ENDS(smallwheel, 0, 6), EVERY(smallwheel, 0, 2),
#ifndef RIG_SETTING
    ENDS(heap4, 1, ALL),      EVERY(heap4, 1, 2),
    ENDS(rbtree, 0, ALL),     EVERY(rbtree, 0, 2),
    ENDS(skiplist, 8, 8),   EVERY(skiplist, 8, 2),
    ENDS(sortedlist, 0, ALL), EVERY(sortedlist, 0, 2),
    ENDS(toylist, 0, ALL),    EVERY(toylist, 0, 2),
    ENDS(toyarray, 1, ALL),   EVERY(toyarray, 1, 2),
    ENDS(wheel, 4, ALL),      EVERY(wheel, 4, 2),     ENDS(wheel, 64, 4),
    ENDS(hwheel, 0, 5),       EVERY(hwheel, 0, 2),    FEW(hwheel, 3, 32, 5),
    ENDS(bigwheel, 0, 4),     EVERY(bigwheel, 0, 2),  FEW(bigwheel, 3, 32, 5),
    FEW(bigwheel, 1, 32, 6),
    ENDS(numbers, 1, 5),      EVERY(numbers, 1, 2),   MORE(numbers, 3, 32, 4),
#endif
};

static const struct plan wide[] = {
    TWO(smallwheel, 0, 5), EVERY(smallwheel, 0, ALL),
#ifndef RIG_SETTING
    TWO(heap4, 2, 5),      EVERY(heap4, 1, ALL),
    TWO(rbtree, 0, 5),     EVERY(rbtree, 0, ALL),
    TWO(skiplist, 8, 5),   EVERY(skiplist, 8, ALL),
    TWO(sortedlist, 0, 5), EVERY(sortedlist, 0, ALL),
    TWO(toylist, 0, 5),    EVERY(toylist, 0, ALL),
    TWO(toyarray, 2, 5),   EVERY(toyarray, 1, ALL),
    TWO(wheel, 4, 5),      EVERY(wheel, 4, ALL),     EVERY(wheel, 64, ALL),
    TWO(hwheel, 0, 4),     EVERY(hwheel, 0, 4),      FEW(hwheel, 3, 32, 6),   FEW(hwheel, 4, 64, 8),
    TWO(bigwheel, 0, 4),   EVERY(bigwheel, 0, 3),    FEW(bigwheel, 3, 32, 6),
    FEW(bigwheel, 4, 64, 7),
    TWO(numbers, 2, 4),    EVERY(numbers, 1, 3),     MORE(numbers, 3, 32, 5),
#endif
};

/* clang-format on */
static void report(const struct plan *p, size_t length, bool all) {
    printf("states: %s, %lu timer%s, ", p->name, (unsigned long)p->timers,
           p->timers == 1 ? "" : "s");
    if (p->block == 1)
        printf("every distance");
    else
        printf("distances at the ends of blocks of %d ticks", p->block);
    printf(", up to %lu operations%s: %lu states, %llu operations", (unsigned long)length,
           all ? ", which reach all" : "", (unsigned long)search.states, search.operations);
    if (rig_position())
        printf(", the position lags by up to %u ticks", (unsigned)search.lag);
    if (search.sorted)
        printf(", up to %lu timers in sorted lists", (unsigned long)search.sorted);
    printf("\n");
    fflush(stdout);
}

static int run(int argc, char **argv) {
    const bool all = argc > 1 && strcmp(argv[1], "--wide") == 0;
    const char *const name = argc > 1 + all ? argv[1 + all] : NULL;
    const struct plan *p = all ? wide : quick, *const end = p + (all ? sizeof wide : sizeof quick) /
                                                                    sizeof *p;
    bool any = false, complete, all_sorted = true;
    size_t length;

    rig_says("every state", "Whatever is done, a structure does what the model does.");
    catch_failures(failed);
    grow();
    for (; p < end; p++) {
        if (name && strcmp(p->name, name) != 0)
            continue;
        complete = visit(p, &length);
        report(p, length, complete);
        all_sorted = all_sorted && (!p->sorts || search.sorted == p->timers);
        any = true;
    }
    rig_end();
    free(search.reached);
    free(search.seen);
    if (!any)
        fprintf(stderr, "usage: states [--wide] [STRUCTURE]\n");
    if (!all_sorted)
        fprintf(stderr, "a search that must reach a sorted list of all timers reaches none\n");
    return !any ? 2 : all_sorted ? 0 : 1;
}

int main(int argc, char **argv) { return rig_supervised(run, argc, argv); }
