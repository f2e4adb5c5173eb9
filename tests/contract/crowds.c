/* SPDX-License-Identifier: MIT-0 */
/* Crowds: 2 to 400 timers whose deadlines lie in one block of time, in any order, with
   equals among them. next() is asked after each operation, or after some. A wheel with
   levels then keeps the crowd in one list of an upper slot, and hwheel.h sorts that list
   in runs (slots.h). random.c spreads its timers, so that few of its lists are ever
   sorted. Blocks of all sizes stand right behind the clock, or behind the end of a larger
   block. Operations come in phases. A phase repeats the same kind of operation, deadline
   and timer, such as arms that descend, or moves of the first timer to the end.

       crowds [--ops N] [--seed N] [--on STRUCTURE]
                               prints which edges of sorted lists it reached, and fails if
                               it missed one */
#include "rounds.h"
#include "edges.h"

enum { MOST = 400, ROUND = 400 };

static size_t many;            /* timers of this round */
static struct timer *newest;   /* the timer that was armed last */
static uint64_t begin, width;  /* the block */
static uint64_t range;         /* deadlines that are drawn anywhere lie in as many ticks */
static uint64_t later, before; /* the last deadline, and the tick before it in a descent */

/* ------------------------------------------------------------------------------ EDGES */

enum {
    RUNS,
    RANK,
    LEVELS,
    EQUALS,
    JOINED,            /* at the end of a run, behind an equal, as a run, in a merge */
    LEFT = JOINED + 4, /* only, first, in the middle, last: of the newest run, of an older one */
    ONE_RUN = LEFT + 8,
    ENDED,
    CAME,
    WENT,
    STAYED,
    CASCADED,
    FIRED,
    CLEARED,
    EDGES
};

#define EVENT(what) \
    { what, 1, 0, false, true, false }

static struct edge edges[EDGES] = {
    {"runs in a sorted list", 6, 0, false, true, false},
    {"rank of a run", 7, 0, false, true, false},
    {"levels with a sorted list", TW__HWHEEL_LEVELS - 1, 0, false, true, false},
    EVENT("runs that begin with equal deadlines"),
    EVENT("joined at the end of a run"),
    EVENT("joined at the end of a run, behind an equal"),
    EVENT("joined as a run of its own"),
    EVENT("joined in a merge of runs"),
    EVENT("left the newest run: its only node"),
    EVENT("left the newest run: its first node"),
    EVENT("left the newest run: a node in the middle"),
    EVENT("left the newest run: its last node"),
    EVENT("left an older run: its only node"),
    EVENT("left an older run: its first node"),
    EVENT("left an older run: a node in the middle"),
    EVENT("left an older run: its last node"),
    EVENT("left a list of one run: its first node"),
    EVENT("left a sorted list: its only node"),
    EVENT("moved from a list that is not sorted to one that is"),
    EVENT("moved from a sorted list to one that is not"),
    EVENT("moved within a sorted list"),
    EVENT("moved down from a sorted list"),
    EVENT("fired out of a sorted list with others"),
    EVENT("cleared with a sorted list"),
};

static void meet(size_t row) { edge_meets(&edges[row], 1); }

/* Returns the last node of the sorted list of hwheel in which n waits. NULL: there is no
   such list. */
static const struct tw_node *list_of(const struct tw_node *n) {
    const struct tw_hwheel *const w = (const struct tw_hwheel *)rig.in;

    if (rig.ops != &tw_hwheel_ops || n->home < TW__RUN)
        return NULL;
    return w->slot[n->home % TW__RUN - TW__WAITING];
}

/* Returns the place of n in its run: 0 only, 1 first, 2 in the middle, 3 last. */
static size_t place_of(const struct tw_node *n) {
    const struct tw_links *const l = &n->u.list;
    const bool first = !l->prev || l->prev->u.list.next != n, last = l->next->u.list.prev != n;

    return first ? (l->next == n ? 0 : 1) : last ? 3 : 2;
}

/* Notes the runs of the list in which n waits. */
static void meet_list(const struct tw_node *n) {
    static uint64_t levels;
    const struct tw_node *last = list_of(n), *older;
    uint64_t runs = 0, level, sum = 0;

    if (!last)
        return;
    level = (last->home % TW__RUN - TW__WAITING - TW__HWHEEL_FIRST) / TW__HWHEEL_UPPER;
    for (levels |= (uint64_t)1 << level, level = 0; level < TW__HWHEEL_LEVELS; level++)
        sum += levels >> level & 1;
    edge_meets(&edges[LEVELS], sum);
    for (; last; last = older, runs++) {
        edge_meets(&edges[RANK], last->home / TW__RUN - 1);
        older = last->u.list.next->u.list.prev;
        if (older && older->u.list.next->due == last->u.list.next->due)
            meet(EQUALS);
    }
    edge_meets(&edges[RUNS], runs);
}

/* Notes how n came into a sorted list. */
static void meet_join(const struct tw_node *n) {
    if (!list_of(n))
        return;
    meet_list(n);
    if (place_of(n) == 3)
        meet(n->u.list.prev->due == n->due ? JOINED + 1 : JOINED);
    else
        meet(place_of(n) == 0 ? JOINED + 2 : JOINED + 3);
}

/* Notes from where n leaves a sorted list. */
static void meet_leave(const struct tw_node *n) {
    const struct tw_node *const last = list_of(n);
    size_t place;

    if (!last)
        return;
    place = place_of(n);
    meet(LEFT + place + (n->home == last->home ? 0 : 4));
    if (place == 1 && n->home == last->home && !n->u.list.prev)
        meet(ONE_RUN);
    if (last->u.list.next == n && place == 0 && !n->u.list.prev)
        meet(ENDED);
}

/* ------------------------------------------------------------------------------ DRAWS */

/* Chooses a block ahead of the clock: of 2^5 ticks or more, an eighth of a quarter at
   most. It stands behind the end of a larger block, or among the next blocks of its
   size. */
static void choose_block(void) {
    const unsigned above = 9 + (unsigned)rig_below(TW_TICK_BITS - 10);
    const unsigned most = above < TW_TICK_BITS - 5 ? above : TW_TICK_BITS - 5;

    width = (uint64_t)1 << (5 + rig_below(most - 4));
    begin = (rig.now | (((uint64_t)1 << above) - 1)) + 1;
    if (rig_below(4) == 0 || begin + width >= rig.now + REACH)
        begin = rig.now - rig.now % width + (1 + rig_below(4)) * width;
    range = rig_below(4) ? width : 1 + rig_below(rig_below(2) ? 4 : 32);
    before = begin + width - 1;
    later = begin;
}

static struct timer *nth(size_t i) {
    struct tw_node *const n = (struct tw_node *)(uintptr_t)rig.m.item[i].node;

    return TW_OF(n, struct timer, node);
}

enum { ANYWHERE, EQUAL, DESCENT, ASCENT, BEFORE, BEHIND, AMONG, WHERE };

/* Returns a deadline of the block. */
static uint64_t draw_due(unsigned where) {
    const uint64_t step = 1 + rig_below(width > 4096 ? width / 4096 : 1);
    const bool none = rig.m.count == 0;
    uint64_t due = begin + rig_below(range);

    switch (where) {
    case EQUAL:
        due = none ? due : nth(rig_index(rig.m.count))->due;
        break;
    case DESCENT: /* before the one that was armed last */
        due = before - step;
        break;
    case ASCENT:
        due = later + step;
        break;
    case BEFORE: /* before all */
        due = none ? due : nth(0)->due - step;
        break;
    case BEHIND: /* behind all */
        due = none ? due : nth(rig.m.count - 1)->due + step;
        break;
    case AMONG: /* right before another */
        due = none ? due : nth(rig_index(rig.m.count))->due - 1;
        break;
    default:
        break;
    }
    due = due < begin ? begin : due < begin + width ? due : begin + width - 1;
    before = due == begin ? begin + width - 1 : due;
    return later = due;
}

enum { ANY, FIRST, LAST, NEWEST, IDLE, WHICH };

/* Returns a timer. */
static struct timer *draw_timer(unsigned which) {
    size_t i = rig_index(many), k;

    if (which == FIRST && rig.m.count)
        return nth(0);
    if (which == LAST && rig.m.count)
        return nth(rig.m.count - 1);
    if (which == NEWEST && newest)
        return newest;
    for (k = 0; which == IDLE && !tw_idle(&pool[i].node) && k < many; k++)
        i = (i + 1) % many;
    return &pool[i];
}

/* Returns a tick for the clock to go to: around the first timer, around the begin of its
   block, or over its block. No timer is left behind by a quarter of the range. */
static uint64_t draw_now(void) {
    const uint64_t first = rig.m.count ? rig.m.item[0].when : rig.now;
    uint64_t now = first;

    switch (rig_below(8)) {
    case 0:
        now = (first | (width - 1)) + 1 + rig_below(width);
        break;
    case 1:
        now = first - first % width + rig_below(3);
        now -= now ? 1 : 0;
        break;
    case 2:
        now = first + rig_below(width / 8);
        break;
    case 3:
        now = rig.now + rig_below(3);
        break;
    case 4:
    case 5:
        now -= now ? 1 : 0;
        break;
    default:
        break;
    }
    now = now < rig.now + REACH ? now : rig.now + REACH - 1;
    now = now <= first + 2 * width ? now : first + 2 * width;
    return now < rig.now ? rig.now : now;
}

/* ------------------------------------------------------------------------- OPERATIONS */

/* Arms x, and notes its ways between lists. */
static void arm(struct timer *x, uint64_t due, bool if_earlier) {
    const bool waited = rig_in_structure(&x->node), sorted = list_of(&x->node) != NULL;
    const uintptr_t slot = x->node.home % TW__RUN;
    const uint64_t was = x->due;

    if (waited && !(if_earlier && due >= was))
        meet_leave(&x->node);
    if (if_earlier)
        rig_arm_if_earlier(x, due);
    else
        rig_arm(x, due);
    newest = x;
    if (!rig_in_structure(&x->node) || (if_earlier && due >= was))
        return;
    meet_join(&x->node);
    if (waited && sorted != (list_of(&x->node) != NULL))
        meet(sorted ? WENT : CAME);
    if (waited && sorted && list_of(&x->node) && x->node.home % TW__RUN == slot)
        meet(STAYED);
}

static void cancel(struct timer *x) {
    if (rig_in_structure(&x->node))
        meet_leave(&x->node);
    rig_cancel(x);
}

/* Lets time pass, by one of both ways to fire. Notes what becomes of a sorted list with
   the first timer and the last one. */
static void advance(uint64_t now, size_t max, bool pulls) {
    const struct tw_node *const first = rig.m.count ? &nth(0)->node : NULL;
    const struct tw_node *const last = rig.m.count ? &nth(rig.m.count - 1)->node : NULL;
    const bool sorted = first != last && list_of(first) && list_of(first) == list_of(last);
    const uintptr_t home = sorted ? last->home : 0;
    const uint64_t due = sorted ? nth(0)->due : 0;
    const tw_tick at = sorted ? last->due : 0;

    if (pulls)
        rig_pull(rig.pulling ? rig.now : now, max);
    else
        rig_advance_some(now, max);
    if (!sorted)
        return;
    if (due <= now && max)
        meet(FIRED);
    if (rig_in_structure(last) && last->due == at && last->home % TW__RUN != home % TW__RUN)
        meet(CASCADED);
}

static void clear(void) {
    if (rig.m.count && list_of(&nth(0)->node))
        meet(CLEARED);
    rig_clear();
    newest = NULL;
}

/* What a callback does: some timers come back to the block, others are moved. */
static void act(struct timer *x) {
    switch (rig_below(6)) {
    case 0:
    case 1:
        arm(x, draw_due((unsigned)rig_below(WHERE)), false);
        break;
    case 2:
        arm(draw_timer((unsigned)rig_below(WHICH)), draw_due((unsigned)rig_below(WHERE)), false);
        break;
    case 3:
        cancel(draw_timer((unsigned)rig_below(WHICH)));
        break;
    default:
        break;
    }
}

enum { ARMS, ARMS_TOO, ARMS_MORE, CANCELS, EARLIER, TIME, WALKS, WHAT };

/* One operation of the owner. */
static void operate(unsigned what, unsigned which, unsigned where) {
    static const size_t budget[] = {0, 1, 3, (size_t)-1};
    struct timer *const x = draw_timer(which);

    if (begin + width <= rig.now || (rig_below(100) == 0 && !rig.pulling))
        choose_block();
    switch (what) {
    case CANCELS:
        cancel(x);
        break;
    case EARLIER:
        arm(x, draw_due(where), true);
        break;
    case TIME: {
        const size_t max = budget[rig_below(4)];

        advance(draw_now(), max, rig_below(4) == 0);
        break;
    }
    case WALKS:
        if (rig_below(16) == 0)
            clear();
        else
            rig_verify_all();
        break;
    default:
        arm(x, draw_due(where), false);
    }
}

/* Plays a phase of n operations: three draws of four are as in the operation before. In
   some phases next() is not asked, so that lists are in arming order until the phase has
   ended. */
static void phase_of(size_t n) {
    unsigned what = (unsigned)rig_below(WHAT), which = (unsigned)rig_below(WHICH);
    unsigned where = (unsigned)rig_below(WHERE);

    if (what == TIME || what == WALKS)
        n = n / 16 + 1;
    rig.quiet = rig_below(4) == 0;
    for (; n > 0; n--) {
        const bool other = rig_below(8) == 0;
        const unsigned now_what = other ? (unsigned)rig_below(WHAT) : what;
        const unsigned now_which = rig_below(8) ? which : (unsigned)rig_below(WHICH);

        operate(now_what, now_which, rig_below(8) ? where : (unsigned)rig_below(WHERE));
    }
    rig.quiet = false;
    rig_verify();
    if (rig.m.count)
        meet_list(&nth(0)->node);
}

static uint64_t first_tick(void) {
    const uint64_t at = rig_below(2) ? edge_of_block(0, rig_below) : rig_below(REACH);

    return TW_TICK_BITS == 64 ? at : 4 * QUARTER + rig_below(4) * QUARTER + at;
}

/* Arms all timers for the block, in one order. In half of the rounds next() is asked each
   time. */
static void fill(void) {
    const unsigned where = (unsigned)(rig_below(3) ? rig_below(WHERE) : DESCENT);
    size_t i;

    choose_block();
    rig.quiet = rig_below(2);
    for (i = 0; i < many; i++)
        arm(&pool[i], draw_due(where), false);
    rig.quiet = false;
    rig_verify();
}

/* A round on one structure: the block is filled, and phases follow. check() looks after
   each operation if the crowd is small. */
static void round_of(const struct tw_ops *ops) {
    static const size_t most[] = {8, 40, MOST};
    size_t done, n, i;

    many = rig_below(4) ? 2 + rig_index(most[rig_below(3)] - 1) : MOST - rig_index(MOST / 4);
    rig_begin(ops, first_tick(), MOST);
    rig.verified = 0;
    rig_fully = many <= 40 ? (size_t)-1 : 10;
    pool_init(many);
    for (i = 0; i < many; i++)
        pool[i].act = act;
    newest = NULL;
    fill();
    for (done = 0; done < ROUND; done += n) {
        n = 1 + rig_index(rig_below(2) ? 2 * many : 20);
        phase_of(n);
    }
    rig_verify_all();
    clear();
}

/* ------------------------------------------------------------------------------- MAIN */

static const struct rounds rounds = {
    "crowds", "crowds in one block",
    "However many timers share a block, a structure does what the model does.", round_of, ROUND};

static int run(int argc, char **argv) {
    size_t i;

    if (!rounds_play(&rounds, argc, argv))
        return 2;
    for (i = 0; i < EDGES; i++)
        edges[i].asked = !rounds_on || strcmp(rounds_on, "hwheel") == 0;
    printf("the edges of sorted lists:\n");
    if (edges_are_near(edges, EDGES))
        return 0;
    fprintf(stderr, "crowds: an edge was not reached\n");
    return 1;
}

int main(int argc, char **argv) { return rig_supervised(run, argc, argv); }
