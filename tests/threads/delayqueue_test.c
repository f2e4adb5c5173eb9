/* SPDX-License-Identifier: MIT-0 */
/* delayqueue.h under every schedule of small programs: nothing early, nothing lost,
   nothing twice, nothing due while a taker sleeps, no deadlock, and close() wakes all.
   Names as in the list of scenarios; each run is checked whenever no thread can run and
   at its end, and how many runs there are is asserted, so that a scheduler that tries
   nothing fails.

       delayqueue_test [PROGRAM]             all, or one
       delayqueue_test PROGRAM CHOICES       the one run that a failure printed, step by
                                             step */
#define _XOPEN_SOURCE 700
#undef NDEBUG
#include "schedule.h"

/* If set, others may come between an unlock and what follows it. */
static bool pauses_unlocked;

static void pause_unlocked(void) {
    if (pauses_unlocked)
        schedule_pause();
}

/* By how much the queue's clock has been set back, and how often it was looked at. */
static uint64_t behind;
static unsigned long looks;

/* Locks and conditions that the system has given and not got back; the one of that
   number, from 1, it refuses. */
static int locks, conditions, asked, refused;

static bool is_given(int *kind) {
    const bool given = ++asked != refused;

    *kind += given;
    return given;
}

/* The thread that is put aside until tick 9 when it has unlocked and is about to
   signal. */
static const struct schedule_thread *slow;

static void put_aside(void) {
    if (slow && sched.running == slow)
        schedule_sleep_until(9);
}

#define TW_DQ_MUTEX            struct schedule_mutex
#define TW_DQ_MUTEX_INIT(m)    ((m)->owner = NULL, is_given(&locks))
#define TW_DQ_MUTEX_DESTROY(m) ((void)(m), locks--)
#define TW_DQ_LOCK(m)          schedule_lock(m)
#define TW_DQ_UNLOCK(m)        (schedule_unlock(m), pause_unlocked())
#define TW_DQ_COND             struct schedule_cond
#define TW_DQ_COND_INIT(c)     ((c)->unused = 0, is_given(&conditions))
#define TW_DQ_COND_DESTROY(c)  ((void)(c), conditions--)
#define TW_DQ_WAIT(c, m, until) \
    schedule_sleep(m, c, (until) == TW_FOREVER ? SCHEDULE_NEVER : (until) + behind)
#define TW_DQ_SIGNAL(c)    (put_aside(), schedule_signal(c, false))
#define TW_DQ_BROADCAST(c) schedule_signal(c, true)
#define TW_DQ_CLOCK()      (looks++, sched.now - behind)
#define TW_ASSERT(c)       EXPECT(c)
#define TW_STATIC
#define TW_IMPLEMENTATION
#include "bigwheel.h"
#include "heap4.h"
#include "hwheel.h"
#include "rbtree.h"
#include "skiplist.h"
#include "wheel.h"
#include "delayqueue.h"

static const struct tw_ops *const structures[] = {&tw_heap4_ops, &tw_rbtree_ops, &tw_skiplist_ops,
                                                  &tw_wheel_ops, &tw_hwheel_ops};

enum { STRUCTURES = sizeof structures / sizeof structures[0], THINGS = 3 };

/* ---------------------------------------------------------------------- the one queue */

struct thing {
    struct tw_node node;
    int put, got, cancelled, cleared; /* how often */
    int calling;                      /* puts and moves that have not returned */
    bool freed;
};

static const struct tw_ops *ops;
static struct tw_delayqueue q;

static union {
    struct tw_heap4 heap4;
    struct tw_rbtree rbtree;
    struct tw_skiplist skiplist;
    struct tw_wheel wheel;
    struct tw_hwheel hwheel;
} in;

static uint64_t room[64];
static struct thing thing[THINGS];
static int taken; /* by all */
static struct thing *order[8];
static int deadlines; /* takers in a take() with a deadline */

/* What an event loop sleeps on that takes without sleeping in the queue: an eventfd, and
   until the deadline a timerfd.
 */
static struct {
    struct schedule_mutex lock;
    struct schedule_cond rings;
    bool rung;
} bell;

static struct thing *thing_of(struct tw_node *n) { return TW_OF(n, struct thing, node); }

/* Freed memory: whoever touches it changes it, or reads nonsense. */
static void poison(struct thing *x) {
    memset(&x->node, 0xA5, sizeof x->node);
    x->freed = true;
}

static void put(int i, tw_tick due) {
    thing[i].calling++;
    if (tw_delayqueue_put(&q, &thing[i].node, due))
        thing[i].put++;
    else
        EXPECT(tw_delayqueue_closed(&q));
    thing[i].calling--;
}

static void ring(void) {
    schedule_lock(&bell.lock);
    bell.rung = true;
    schedule_unlock(&bell.lock);
    schedule_signal(&bell.rings, false);
}

/* The same for an event loop: who has put what comes first now rings. */
static void put_and_tell(int i, tw_tick due) {
    bool earliest;

    thing[i].calling++;
    if (tw_delayqueue_put_earliest(&q, &thing[i].node, due, &earliest))
        thing[i].put++;
    else
        EXPECT(!earliest);
    if (earliest)
        ring();
    thing[i].calling--;
}

/* A put that counts a moved node once: it was there, and nobody had it. */
static bool move(int i, tw_tick due) {
    bool done;

    thing[i].calling++;
    done = tw_delayqueue_move(&q, &thing[i].node, due);
    thing[i].calling--;
    return done;
}

static bool cancel(int i) {
    const bool done = tw_delayqueue_cancel(&q, &thing[i].node);

    thing[i].cancelled += done;
    return done;
}

static void check_got(struct tw_node *n) {
    struct thing *x = thing_of(n);

    EXPECT(x >= thing && x < thing + THINGS && !x->freed);
    EXPECT(tw_idle(n));
    EXPECT(n->due <= sched.now); /* nothing early */
    order[taken++] = x;
    x->got++;
    /* nothing twice; its put may still be returning */
    EXPECT(x->got + x->cancelled + x->cleared <= x->put + 1);
}

static struct thing *take(tw_tick deadline) {
    struct tw_node *n;

    deadlines += deadline != TW_FOREVER;
    n = tw_delayqueue_take(&q, deadline);
    deadlines -= deadline != TW_FOREVER;
    if (n)
        check_got(n);
    else
        EXPECT(deadline <= sched.now || q.dq.closed);
    return n ? thing_of(n) : NULL;
}

static void cleared(struct tw_node *n, tw_tick now) {
    EXPECT(tw_idle(n) && now <= sched.now);
    thing_of(n)->cleared++;
    poison(thing_of(n));
}

static void clear(void) { (void)tw_delayqueue_clear_with(&q, cleared); }

/* Nobody can run. What must hold then, whatever came before. A node whose put was put
   aside before its signal may wait for it, others may not. */
static void rest(void) {
    int asleep = 0, timed = 0, i;
    uint64_t first = SCHEDULE_NEVER;
    tw_tick due = SCHEDULE_NEVER;
    bool any = false;

    EXPECT(!tw_delayqueue_check(&q));
    for (i = 0; i < THINGS; i++)
        if (!thing[i].freed && !thing[i].calling && !tw_idle(&thing[i].node)) {
            due = thing[i].node.due < due ? thing[i].node.due : due;
            any = true;
        }
    for (i = 0; i < sched.threads; i++) {
        const struct schedule_thread *t = &sched.thread[i];
        if (!t->asleep || !t->wait)
            continue;
        if (t->wait == &bell.rings) /* the loop sleeps as the leader would */
            EXPECT((!any || (due > sched.now && t->until <= due)) && !q.dq.closed);
        if (t->wait != &q.dq.lead && t->wait != &q.dq.follow)
            continue;
        asleep++;
        timed += t->until != SCHEDULE_NEVER;
        first = t->until < first ? t->until : first;
    }
    EXPECT(asleep == 0 || !any || due > sched.now); /* nothing is due while a taker sleeps */
    EXPECT(asleep == 0 || !any || first <= due);    /* and somebody wakes in time */
    EXPECT(asleep == 0 || !q.dq.closed);
    EXPECT(timed <= 1 + deadlines); /* one sleeps with a deadline that is not his own */
    EXPECT(asleep == (int)q.dq.followers + q.dq.leads);
}

/* A structure that remembers when it was made, and in which others may come between while
   a node goes in or out. */
static tw_tick made;

static void is_made(void *s, tw_tick now, void *array, size_t n) {
    made = now;
    ops->init(s, now, array, n);
}

static void inserts_slowly(void *s, struct tw_node *n, tw_tick due) {
    schedule_pause();
    ops->insert(s, n, due);
}

static void removes_slowly(void *s, struct tw_node *n) {
    ops->remove(s, n);
    schedule_pause();
}

static const struct tw_ops *slowly(void) {
    static struct tw_ops slow_ops;

    slow_ops = *ops;
    slow_ops.init = is_made;
    slow_ops.insert = inserts_slowly;
    slow_ops.remove = removes_slowly;
    return &slow_ops;
}

static void begin_over(const struct tw_ops *structure, size_t n) {
    memset(thing, 0, sizeof thing);
    taken = deadlines = 0;
    slow = NULL;
    bell.lock.owner = NULL;
    bell.rung = false;
    behind = 0;
    pauses_unlocked = false;
    locks = conditions = asked = refused = 0;
    memset(&q, 0xA5, sizeof q); /* init reads nothing of what was there */
    memset(&in, 0xA5, sizeof in);
    memset(room, 0xA5, sizeof room);
    EXPECT(ops->bytes(n) <= sizeof room && ops->size <= sizeof in);
    EXPECT(tw_delayqueue_init(&q, structure, &in, room, n));
}

static void begin_of(size_t n) { begin_over(ops, n); }

static void begin(void) { begin_of(8); }

static void begin_of_many(void) { begin_of(16); }

static const tw_tick beginning = 14000000007; /* more than 32 bits */

static void begin_late(void) {
    sched.now = beginning;
    begin_over(slowly(), 8);
}

/* After a run: each thing that was put has gone one way, or is still there. */
static void finish(void) {
    int left = 0, i;

    for (i = 0; i < THINGS; i++) {
        const int gone = thing[i].got + thing[i].cancelled + thing[i].cleared,
                  waits = thing[i].put - gone;
        const unsigned char *byte = (const unsigned char *)&thing[i].node;
        size_t k;

        EXPECT(waits == 0 || waits == 1);
        left += waits;
        for (k = 0; thing[i].freed && k < sizeof thing[i].node; k++)
            EXPECT(byte[k] == 0xA5); /* nothing of a freed node was written */
    }
    EXPECT(tw_delayqueue_count(&q) == (size_t)left);
    clear();
    EXPECT(tw_delayqueue_count(&q) == 0);
    EXPECT(locks == 1 && conditions == 2);
    EXPECT(tw_delayqueue_destroy(&q));
    EXPECT(locks == 0 && conditions == 0);
}

/* -------------------------------------------------------------------- what threads do */

static void takes_one(void) { EXPECT(take(TW_FOREVER) || q.dq.closed); }

static void takes_two(void) {
    takes_one();
    takes_one();
}

static void takes_all(void) {
    while (take(TW_FOREVER))
        ;
    EXPECT(q.dq.closed);
}

static void takes_until_3(void) {
    struct thing *x = take(3);

    EXPECT(x == NULL || x->node.due <= 3);
}

static void takes_until_5(void) {
    struct thing *x = take(5);

    EXPECT(x == NULL || x->node.due <= 5);
}

static void takes_until_5_then_one(void) {
    if (!take(5))
        takes_one();
}

static void takes_batches(void) {
    struct tw_node *out[2];
    size_t n, i;

    while ((n = tw_delayqueue_take_batch(&q, out, 2, TW_FOREVER)) != 0) {
        EXPECT(n <= 2);
        for (i = 0; i < n; i++)
            check_got(out[i]);
        EXPECT(n < 2 || out[0]->due <= out[1]->due);
    }
    EXPECT(q.dq.closed);
}

static void tries(void) {
    struct tw_node *n = tw_delayqueue_try_take(&q);

    if (n)
        check_got(n);
}

static void tries_at_5(void) {
    schedule_sleep_until(5);
    tries();
    tries();
}

static void closes(void) { tw_delayqueue_close(&q); }

static void closes_at_5(void) {
    schedule_sleep_until(5);
    closes();
}

static void closes_at_99(void) {
    schedule_sleep_until(99);
    closes();
}

/* S25: takers asleep until something, and then the head changes. */
static void begin_10(void) {
    begin();
    put(0, 10);
}

static void begin_10_20(void) {
    begin_10();
    put(1, 20);
}

static void begin_full(void) {
    begin_of(2);
    put(0, 10);
    put(1, 20);
}

static void begin_5_8(void) {
    begin();
    put(0, 5);
    put(1, 8);
}

static void begin_10_slowly(void) {
    begin_over(slowly(), 8);
    put(0, 10);
}

static void begin_10_and_passed_that_pause(void) {
    begin_10();
    put(1, 0);
    pauses_unlocked = true;
}

static void puts_5(void) { put(1, 5); }

static void puts_5_and_asks(void) {
    bool earliest;

    thing[1].calling++;
    EXPECT(tw_delayqueue_put_earliest(&q, &thing[1].node, 5, &earliest) && earliest);
    thing[1].put++;
    thing[1].calling--;
}

static void puts_10_then_5(void) {
    put(0, 10);
    put(1, 5);
}

static void puts_5_then_5(void) {
    put(0, 5);
    put(1, 5);
}

static void puts_passed(void) {
    schedule_sleep_until(1);
    put(1, 0);
    put(2, 0);
}

static void cancels_head_puts_15(void) {
    schedule_sleep_until(5);
    if (cancel(0))
        put(2, 15);
    else
        put(2, 16);
}

static void cancels_head_at_10_puts_15(void) {
    schedule_sleep_until(10);
    cancel(0);
    put(2, 15);
}

static void moves_head_to_5(void) { move(0, 5); }

static void moves_head_to_30(void) {
    schedule_sleep_until(5);
    EXPECT(move(0, 30) || thing[0].got);
}

static void moves_head_to_0(void) {
    schedule_sleep_until(5);
    EXPECT(move(0, 0));
}

static void moves_second_to_5_and_asks(void) {
    bool earliest;

    thing[1].calling++;
    EXPECT(tw_delayqueue_move_earliest(&q, &thing[1].node, 5, &earliest) && earliest);
    thing[1].calling--;
}

static void moves_second_to_5(void) { EXPECT(move(1, 5)); }

static void clears_then_puts(void) {
    schedule_sleep_until(5);
    clear();
    put(2, 7);
    closes_at_99();
}

/* S26 */
static void takes_and_uses(void) {
    struct thing *x = take(11);

    schedule_pause(); /* others come between take and use */
    EXPECT(!x || (x->got == 1 && x->cancelled == 0 && tw_idle(&x->node)));
}

static void cancels_at_10(void) {
    schedule_sleep_until(10);
    if (cancel(0))
        EXPECT(thing[0].got == 0);
}

static void moves_at_10_to_11(void) {
    schedule_sleep_until(10);
    move(0, 11);
}

/* S27 */
static void cancels_and_frees(void) {
    schedule_sleep_until(10);
    if (cancel(0))
        poison(&thing[0]);
}

static void destroys_in_vain(void) {
    schedule_sleep_until(1); /* all takers sleep by then */
    EXPECT(!tw_delayqueue_destroy(&q));
    put(0, 5);
    schedule_sleep_until(3);
    EXPECT(!tw_delayqueue_destroy(&q));
    put(1, 6);
}

/* One thread that puts and takes (the one that hangs where a put waits for a taker). */
static void puts_5_and_takes(void) {
    put(0, 5);
    takes_one();
}

static void puts_3_and_takes(void) {
    put(1, 3);
    takes_one();
}

static void takes_and_puts_again(void) {
    struct thing *x = take(TW_FOREVER);

    x->got--, x->put--;
    put((int)(x - thing), sched.now + 2);
    takes_one();
}

static void puts_three(void) {
    put(0, 5);
    put(1, 3);
    put(2, 5);
}

static void puts_three_equal(void) {
    put(2, 5);
    put(0, 5);
    put(1, 5);
}

static void takes_three_in_order(void) {
    EXPECT(take(TW_FOREVER) == &thing[2]);
    EXPECT(take(TW_FOREVER) == &thing[0]);
    EXPECT(take(TW_FOREVER) == &thing[1]);
}

/* Between unlock and signal a producer is put aside; another's node comes in time all the
   same. */
static void puts_5_and_is_put_aside(void) {
    slow = sched.running;
    put(1, 5);
}

static void moves_to_5_and_is_put_aside(void) {
    slow = sched.running;
    EXPECT(move(1, 5) || thing[1].got);
}

static void puts_6(void) { put(2, 6); }

/* But not what comes into the queue that the first put found empty: the call on its way
   is that of both. */
static void puts_5_at_1_and_is_put_aside(void) {
    schedule_sleep_until(1);
    puts_5_and_is_put_aside();
}

static void puts_6_at_2(void) {
    schedule_sleep_until(2);
    thing[2].calling++; /* to the end */
    EXPECT(tw_delayqueue_put(&q, &thing[2].node, 6));
    thing[2].put++;
}

static void takes_two_at_9(void) {
    takes_two();
    EXPECT(order[0] == &thing[1] && order[1] == &thing[2] && sched.now == 9);
}

/* A node may be taken while its put has not returned yet: who has taken the last one must
   not destroy the queue. */
static void takes_at_once(void) {
    EXPECT(take(TW_FOREVER) == &thing[1] && sched.now == 5 && thing[1].calling == 1);
    schedule_sleep_until(9);
    EXPECT(take(TW_FOREVER) == &thing[2] && take(TW_FOREVER) == &thing[0]);
    EXPECT(thing[1].calling == 0 && sched.now == 10);
}

static void puts_6_later(void) {
    schedule_sleep_until(2);
    put(2, 6);
}

/* How many signals each call sends when all sleep. */
static void counts_signals(void) {
    schedule_sleep_until(1);
    EXPECT(sched.signals == 0);
    put(0, 50); /* into the empty queue: one of the followers leads now */
    schedule_sleep_until(2);
    EXPECT(sched.signals == 1);
    put(1, 60); /* behind the head: nobody */
    EXPECT(sched.signals == 1);
    put(2, 40); /* before it: the leader, who sleeps again */
    schedule_sleep_until(3);
    move(1, 45);
    EXPECT(sched.signals == 2);
    EXPECT(move(1, 70) && cancel(2)); /* nobody; the leader wakes once for nothing */
    schedule_sleep_until(45);
    EXPECT(sched.signals == 2 && taken == 0);
    schedule_sleep_until(55);
    EXPECT(sched.signals == 3 && taken == 1); /* the leader took one and called one follower */
    schedule_sleep_until(75);
    EXPECT(sched.signals == 3 && taken == 2);
    closes();
}

/* An event loop: takes the call away, takes what is due, asks how long it may sleep, and
   sleeps if nobody calls. */
static void loops(void) {
    tw_tick due;

    do {
        schedule_lock(&bell.lock);
        bell.rung = false;
        schedule_unlock(&bell.lock);
        while (take(0)) {
        }
        due = SCHEDULE_NEVER;
        (void)tw_delayqueue_next(&q, &due);
        schedule_lock(&bell.lock);
        if (!bell.rung && !q.dq.closed)
            schedule_sleep(&bell.lock, &bell.rings, due);
        schedule_unlock(&bell.lock);
    } while (!q.dq.closed);
}

static void tells_of_5(void) { put_and_tell(1, 5); }

static void tells_of_5_too(void) { put_and_tell(2, 5); }

static void tells_of_3(void) { put_and_tell(2, 3); }

static void tells_of_a_move_to_5(void) {
    bool earliest;

    thing[1].calling++;
    EXPECT(tw_delayqueue_move_earliest(&q, &thing[1].node, 5, &earliest) ||
           (thing[1].got && !earliest));
    if (earliest)
        ring();
    thing[1].calling--;
}

/* The head becomes later than the second, and the second the head; nobody need be
   told. */
static void tells_of_the_head_at_30(void) {
    bool earliest = true;

    schedule_sleep_until(5);
    EXPECT(tw_delayqueue_move_earliest(&q, &thing[0].node, 30, &earliest) && !earliest);
}

static void closes_and_rings_at_99(void) {
    closes_at_99();
    ring();
}

/* Is it the head now, and does the queue say so to who puts it? */
static void tells(int i, tw_tick due, bool expected) {
    const bool idle = tw_idle(&thing[i].node);
    bool earliest = !expected;

    EXPECT(tw_delayqueue_put_earliest(&q, &thing[i].node, due, &earliest) && earliest == expected);
    EXPECT((tw_delayqueue_peek(&q) == &thing[i].node) == expected && !tw_delayqueue_check(&q));
    thing[i].put += idle;
}

static void asks_who_is_earliest(void) {
    bool earliest = true;

    EXPECT(!tw_delayqueue_peek(&q));
    EXPECT(!tw_delayqueue_move_earliest(&q, &thing[0].node, 5, &earliest) && !earliest &&
           tw_idle(&thing[0].node));
    tells(0, 10, true);  /* into the empty queue */
    tells(0, 20, true);  /* moved, alone */
    tells(0, 10, true);  /* and back */
    tells(1, 10, false); /* an equal one comes behind */
    tells(0, 10, false); /* put again it is behind its equal */
    tells(1, 20, false); /* the head goes behind another */
    tells(1, 5, true);
    tells(2, 6, false);
    tells(2, 5, false);
    tells(2, 4, true);
    EXPECT(cancel(2) && tw_delayqueue_peek(&q) == &thing[1].node);

    schedule_sleep_until(7); /* which the queue has not seen */
    tells(2, 6, false);
    /* due, and not taken */
    EXPECT(take(TW_FOREVER) == &thing[1] && tw_delayqueue_peek(&q) == &thing[2].node);
    /* counts as 7, behind it */
    tells(1, 3, false);
    /* and that as 7 anew */
    tells(2, 3, false);
    tells(1, 8, false);
    EXPECT(tw_delayqueue_peek(&q) == &thing[2].node && take(0) == &thing[2]);
    tells(2, 0, true); /* passed, and alone in that */
    EXPECT(take(0) == &thing[2]);
    tells(2, 9, false);
    closes();
    earliest = true;
    EXPECT(!tw_delayqueue_put_earliest(&q, &thing[2].node, 0, &earliest) && !earliest);
    earliest = true;
    EXPECT(!tw_delayqueue_move_earliest(&q, &thing[2].node, 0, &earliest) && !earliest);
    EXPECT(tw_delayqueue_peek(&q) == &thing[1].node && thing[2].node.due == 9);
}

/* A delay from now, which ends at the last tick. */
static void puts_by_delays(void) {
    schedule_sleep_until(7);
    EXPECT(tw_delayqueue_now(&q) == 7 && tw_delayqueue_put_in(&q, &thing[0].node, 5) &&
           thing[0].node.due == 12);
    EXPECT(tw_delayqueue_put_in(&q, &thing[1].node, TW_TICK_MAX - 7) &&
           thing[1].node.due == TW_TICK_MAX);
    EXPECT(tw_delayqueue_put_in(&q, &thing[1].node, TW_TICK_MAX - 6) &&
           thing[1].node.due == TW_TICK_MAX);
    EXPECT(tw_delayqueue_put_in(&q, &thing[1].node, TW_TICK_MAX - 8) &&
           thing[1].node.due == TW_TICK_MAX - 1);
    EXPECT(tw_delayqueue_put_in(&q, &thing[2].node, 0) && thing[2].node.due == 7 &&
           take(0) == &thing[2]);
    thing[0].put = thing[1].put = thing[2].put = 1;
    closes();
    EXPECT(!tw_delayqueue_put_in(&q, &thing[2].node, 0));
}

/* One thread alone: the answers of each call. */
static void asks_everything(void) {
    tw_tick due = 0;

    EXPECT(!tw_delayqueue_next(&q, &due) && tw_delayqueue_count(&q) == 0);
    EXPECT(!cancel(0) && !move(0, 5) && !tw_delayqueue_try_take(&q));
    put(0, 10);
    put(1, 7);
    EXPECT(tw_delayqueue_next(&q, &due) && due == 7 && tw_delayqueue_count(&q) == 2);
    EXPECT(!take(3) && sched.now == 3); /* at the deadline, not before */
    EXPECT(!take(2) && sched.now == 3);
    EXPECT(take(7) == &thing[1] && sched.now == 7); /* due and deadline at once: the node */
    put(1, 3);                                      /* counts as 7, the last look */
    EXPECT(tw_delayqueue_next(&q, &due) && due == 7 && tw_delayqueue_count(&q) == 2);
    EXPECT(move(0, 9) && cancel(1) && tw_idle(&thing[1].node) && thing[0].node.due == 9);
    EXPECT(take(TW_FOREVER) == &thing[0] && sched.now == 9);
    EXPECT(!tw_delayqueue_closed(&q));
    put(2, 11);
    EXPECT(tw_delayqueue_move(&q, &thing[2].node, 12) && tw_delayqueue_take(&q, 10) == NULL &&
           sched.now == 10);
    closes();
    EXPECT(tw_delayqueue_closed(&q) && !take(TW_FOREVER) && sched.now == 10);
    EXPECT(tw_delayqueue_clear_with(&q, cleared) == 1 && thing[2].cleared == 1);
}

/* For ticks that had passed at the last look: in the order of the puts, not of the
   ticks. */
static void puts_for_passed_ticks(void) {
    schedule_sleep_until(7);
    put(0, 5);
    put(1, 3); /* the queue has last looked at 0 */
    EXPECT(take(TW_FOREVER) == &thing[1] && take(TW_FOREVER) == &thing[0] && sched.now == 7);
    put(0, 6);
    put(1, 2);
    EXPECT(take(TW_FOREVER) == &thing[0] && take(TW_FOREVER) == &thing[1] && sched.now == 7);
}

static void takes_batches_alone(void) {
    struct tw_node *out[3];

    puts_three();
    schedule_sleep_until(5);
    EXPECT(tw_delayqueue_take_batch(&q, out, 2, 0) == 2 && out[0] == &thing[1].node &&
           out[1] == &thing[0].node);
    check_got(out[0]);
    check_got(out[1]);
    EXPECT(tw_delayqueue_take_batch(&q, out, 3, TW_FOREVER) == 1 && out[0] == &thing[2].node);
    check_got(out[0]);
    EXPECT(tw_delayqueue_take_batch(&q, out, 3, 8) == 0 && sched.now == 8);

    put(0, 9);
    put(1, 9);
    put(2, 11);
    schedule_sleep_until(10);
    EXPECT(tw_delayqueue_take_batch(&q, out, 1, 0) == 1 && out[0] == &thing[0].node);
    check_got(out[0]);
    schedule_sleep_until(12); /* at which more is due than that call has left */
    EXPECT(tw_delayqueue_take_batch(&q, out, 3, 0) == 2 && out[0] == &thing[1].node &&
           out[1] == &thing[2].node);
    check_got(out[0]);
    check_got(out[1]);
}

static void clears_all(void) {
    schedule_sleep_until(5);
    tries();
    put(1, 3); /* on the due list, the others in the structure */
    put(2, 6);
    clear();
    EXPECT(thing[0].cleared == 1 && thing[1].cleared == 1 && thing[2].cleared == 1);
}

static void finds_it_full(void) {
    const bool bounded = ops == &tw_heap4_ops;
    bool earliest;

    EXPECT(tw_delayqueue_put_earliest(&q, &thing[2].node, 5, &earliest) == !bounded &&
           earliest == !bounded);
    thing[2].put = !bounded;
    EXPECT(tw_delayqueue_count(&q) == (bounded ? 2u : 3u) && tw_idle(&thing[2].node) == bounded);
    EXPECT(tw_delayqueue_put(&q, &thing[1].node, 5)); /* moving needs no room, */
    if (bounded) {
        EXPECT(tw_delayqueue_put(&q, &thing[2].node, 0)); /* nor does a tick that has passed */
        thing[2].put++;
        /* it stays due */
        EXPECT(!tw_delayqueue_move_earliest(&q, &thing[2].node, 5, &earliest) && !earliest);
        EXPECT(!tw_delayqueue_put_earliest(&q, &thing[2].node, 5, &earliest) && !earliest);
        EXPECT(tw_delayqueue_peek(&q) == &thing[2].node && !tw_idle(&thing[2].node));
        EXPECT(tw_delayqueue_count(&q) == 3 && take(TW_FOREVER) == &thing[2] && sched.now == 0);
    }
}

/* A put that is refused calls nobody, although it would have been the earliest. */
static void is_refused_beside_a_leader(void) {
    const bool bounded = ops == &tw_heap4_ops;

    schedule_sleep_until(1);
    if (bounded)
        EXPECT(!tw_delayqueue_put(&q, &thing[2].node, 5));
    else
        put(2, 15);
    EXPECT(sched.signals == 0);
}

/* The system has no lock, or no condition: init gives back what it was given, and changes
   nothing else. */
static void is_given_too_little(void) {
    static struct tw_delayqueue other;
    int k;

    for (k = 1; k <= 3; k++) {
        asked = 0;
        refused = k;
        EXPECT(!tw_delayqueue_init(&other, ops, &in, room, 8));
        EXPECT(asked == k && locks == 1 && conditions == 2); /* those of q */
        EXPECT(tw_delayqueue_count(&q) == 2);
    }
}

/* Closed, it still gives what is due: what waits for its own tick, and what was put for
   one that had passed. */
static void closes_with_due_ones(void) {
    put(0, 5);
    schedule_sleep_until(7);
    tries(); /* which looks at 7 */
    EXPECT(thing[0].got == 1);
    put(1, 0);
    put(2, 7);
    closes();
    EXPECT(take(TW_FOREVER) == &thing[1] && take(TW_FOREVER) == &thing[2] && !take(TW_FOREVER) &&
           sched.now == 7);
}

/* A batch is open when all is cleared: nothing of it comes back. */
static void clears_amid_a_batch(void) {
    put(0, 0);
    put(1, 0);
    put(2, 5);
    EXPECT(take(0) == &thing[0] && !tw_delayqueue_check(&q));
    clear();
    EXPECT(thing[1].cleared == 1 && thing[2].cleared == 1 && !take(5) && sched.now == 5);
}

/* One look at the clock finds all that is due by then, in one take or in several; and one
   more, that nothing is left.
 */
static void counts_looks(void) {
    puts_three_equal();
    schedule_sleep_until(5);
    looks = 0;
    EXPECT(take(TW_FOREVER) && looks == 1 && take(TW_FOREVER) && take(TW_FOREVER) && looks == 1);
    EXPECT(!take(0) && looks == 2);
    EXPECT(!take(9) && sched.now == 9 && looks == 4); /* before and behind one sleep */
    put(0, 12);
    EXPECT(looks == 4);
    EXPECT(take(TW_FOREVER) == &thing[0] && sched.now == 12 && looks == 6);
}

static void puts_three_passed(void) {
    schedule_sleep_until(1);
    put(0, 0);
    put(1, 0);
    put(2, 0);
}

/* Amid each of these moves the node is in no list. Who asks then waits for the lock, and
   finds it. */
static void moves_to_and_fro(void) {
    bool earliest;

    EXPECT(tw_delayqueue_move_earliest(&q, &thing[0].node, 20, &earliest) && earliest);
    EXPECT(tw_delayqueue_move_earliest(&q, &thing[0].node, 0, &earliest) && earliest);
    EXPECT(tw_delayqueue_move_earliest(&q, &thing[0].node, 30, &earliest) && earliest);
}

static void asks_amid_moves(void) {
    tw_tick due = 0;

    EXPECT(tw_delayqueue_peek(&q) == &thing[0].node);
    schedule_pause();
    EXPECT(tw_delayqueue_count(&q) == 1);
    schedule_pause();
    EXPECT(tw_delayqueue_next(&q, &due) && due % 10 == 0);
}

/* Whoever comes when clear_with() has unlocked finds all nodes idle, also those whose function
   was not called yet. */
static void is_cleared_and_kept(struct tw_node *n, tw_tick now) {
    EXPECT(tw_idle(n) && now == 0);
    thing_of(n)->cleared++;
}

static void clears_and_keeps(void) { (void)tw_delayqueue_clear_with(&q, is_cleared_and_kept); }

static void cancels_both(void) {
    cancel(0);
    cancel(1);
}

static void moves_both(void) {
    move(0, 7);
    move(1, 7);
}

/* Its clock begins when it is made: what had passed by then leaves in the order of the
   puts. */
static void puts_what_had_passed(void) {
    tw_tick due = 0;

    EXPECT(made == sched.now && tw_delayqueue_now(&q) == sched.now);
    put(0, 2000);
    put(1, 1000);
    EXPECT(tw_delayqueue_next(&q, &due) && due == sched.now &&
           tw_delayqueue_peek(&q) == &thing[0].node);
    EXPECT(take(0) == &thing[0] && take(0) == &thing[1] && sched.now == beginning);
}

static void cancels(void) { cancel(0); }

static void moves_to_7(void) { move(0, 7); }

static void refused_after_close(void) {
    closes();
    EXPECT(!tw_delayqueue_put(&q, &thing[2].node, 0));
    EXPECT(!move(0, 0));
}

/* A clock that steps back now and then, beside a plain list of what waits. The queue goes
   by the latest tick that it has seen: a put for a tick up to that one counts as that
   one, and what it has found due stays due. */
enum { WAITING = 12 };

static struct waiting {
    struct tw_node node;
    bool waits;
    tw_tick counts_as;
    unsigned number; /* of the put */
} waiting[WAITING];

static unsigned puts_so_far, puts_at_look;
static tw_tick looked; /* the latest tick that was seen */
static uint32_t dice;

static unsigned roll(unsigned below) {
    dice = dice * 1664525u + 1013904223u;
    return (dice >> 8) % below;
}

static tw_tick clock_now(void) { return sched.now - behind; }

/* The first of those that wait, by (tick, put); of those that were due when the queue
   looked last, if only_due. */
static struct waiting *first_waiting(bool only_due) {
    struct waiting *best = NULL, *x;

    for (x = waiting; x < waiting + WAITING; x++)
        if (x->waits && !(only_due && (x->counts_as > looked || x->number > puts_at_look)) &&
            (!best || x->counts_as < best->counts_as ||
             (x->counts_as == best->counts_as && x->number < best->number)))
            best = x;
    return best;
}

static void look(void) {
    looked = looked > clock_now() ? looked : clock_now();
    puts_at_look = puts_so_far;
}

/* What comes first, whenever it is due. */
static struct tw_node *first_of_all(void) {
    struct waiting *x = first_waiting(true);

    x = x ? x : first_waiting(false);
    return x ? &x->node : NULL;
}

/* A tick that has passed, or one of a few that many share, or any of the next ones, or
   one that is far ahead. */
static tw_tick some_tick(void) {
    switch (roll(16)) {
    case 0:
        return clock_now() + roll(1 << 20);
    case 1:
    case 2:
    case 3:
        return looked - roll(9);
    case 4:
    case 5:
    case 6:
    case 7:
        return clock_now() + roll(20) * 16;
    default:
        return clock_now() + roll(300);
    }
}

static void puts_anywhere(struct tw_delayqueue *p) {
    struct waiting *x = &waiting[roll(WAITING)];
    bool earliest;

    x->counts_as = some_tick();
    EXPECT(tw_delayqueue_put_earliest(p, &x->node, x->counts_as, &earliest));
    x->counts_as = x->counts_as > looked ? x->counts_as : looked;
    x->number = ++puts_so_far;
    x->waits = true;
    EXPECT(earliest == (first_of_all() == &x->node));
}

/* Takes a node, and sleeps for one now and then: it is the first that is due. */
static void takes_the_first(struct tw_delayqueue *p, bool waits_for_one) {
    struct waiting *due;
    struct tw_node *n;

    due = first_waiting(true);
    if (!due) {
        look();
        due = first_waiting(true);
    }
    if (!due && waits_for_one) {
        const tw_tick head = first_waiting(false)->counts_as;
        n = tw_delayqueue_take(p, TW_FOREVER);
        EXPECT(clock_now() == head); /* neither late nor early */
        look();
        due = first_waiting(true);
    } else {
        n = tw_delayqueue_try_take(p);
    }
    EXPECT(n == (due ? &due->node : NULL));
    EXPECT(p->dq.clock.now == looked && !tw_delayqueue_check(p));
    if (due)
        due->waits = false;
}

static void goes_back_now_and_then(struct tw_delayqueue *p) {
    int round;

    dice = 1;
    memset(waiting, 0, sizeof waiting);
    puts_so_far = puts_at_look = 0;
    behind = 0;
    schedule_sleep_until(1000);
    looked = p->dq.clock.now;
    for (round = 0; round < 3000; round++) {
        const bool waits_for_one = roll(4) == 0;

        sched.steps = 0; /* a long program, not one without an end */
        do
            puts_anywhere(p);
        while (roll(3));
        EXPECT(tw_delayqueue_peek(p) == first_of_all());
        schedule_sleep_until(sched.now + roll(50));
        behind += roll(4) == 0 ? roll(40) : 0;
        takes_the_first(p, waits_for_one);
        EXPECT(tw_delayqueue_peek(p) == first_of_all());
    }
    EXPECT(behind > 1000);
    for (round = 0; round < WAITING; round++)
        EXPECT(tw_delayqueue_cancel(p, &waiting[round].node) == waiting[round].waits);
}

static void has_a_clock_that_steps_back(void) { goes_back_now_and_then(&q); }

/* Also over the structures that the other programs leave out, since peek() wants them to
   walk in order. */
static void peeks_into_the_others(void) {
    static const struct tw_ops *const others[] = {&tw_sortedlist_ops, &tw_bigwheel_ops};

    static union {
        struct tw_sortedlist list;
        struct tw_bigwheel wheel;
    } structure;
    static struct tw_delayqueue other;
    size_t k;

    for (k = 0; k < sizeof others / sizeof others[0]; k++) {
        EXPECT(others[k]->size <= sizeof structure);
        EXPECT(tw_delayqueue_init(&other, others[k], &structure, NULL, 0));
        goes_back_now_and_then(&other);
        EXPECT(!tw_delayqueue_peek(&other) && tw_delayqueue_destroy(&other));
    }
    behind = 0;
}

/* ----------------------------------------------------------------------- the programs */

/* Puts for a tick that has passed, again and again: what is due meanwhile comes all the
   same. */
static void puts_passed_ones_alone(void) {
    int takes = 0;

    put(0, 5);
    schedule_sleep_until(6);
    do {
        put(1, 0);
        EXPECT(++takes < 4);
    } while (take(TW_FOREVER) != &thing[0]);
    clear();
}

/* What is put for a tick that has passed, before the queue has looked at 10, leaves
   before what is due at 10, also if another thread has taken the first of a batch and
   left the rest. */
static bool passed_first;

static void puts_two_passed_and_takes_one(void) {
    passed_first = false;
    schedule_sleep_until(10);
    put(1, 0);
    put(2, 0);
    passed_first = q.dq.clock.now < 10;
    takes_one();
}

static void takes_one_in_order(void) {
    if (take(TW_FOREVER) == &thing[0])
        EXPECT(!passed_first || (tw_idle(&thing[1].node) && tw_idle(&thing[2].node)));
}

/* clang-format off */
static const struct program programs[] = {
    /* two takers, two items, a spurious wake-up (S33) */
    {"s25_put_earlier", 3624, begin_10, {puts_5, takes_one, takes_one}, -1, 1, 0},
    {"s25_put_into_empty", 25268, begin, {puts_10_then_5, takes_one, takes_one}, -1, 1, 0},
    {"s25_put_equal", 12028, begin, {puts_5_then_5, takes_one, takes_one}, -1, 1, 0},
    {"s25_put_passed", 26640, begin_10, {puts_passed, takes_two, takes_one}, -1, 1, 0},
    {"s25_cancel_head", 1140, begin_10_20, {cancels_head_puts_15, takes_one, takes_one}, -1, 1, 0},
    {"s25_cancel_head_when_due", 12840, begin_10_20,
     {cancels_head_at_10_puts_15, takes_one, takes_one}, -1, 1, 0},
    {"s25_move_head_earlier", 3624, begin_10_20, {moves_head_to_5, takes_one, takes_one}, -1, 1, 0},
    {"s25_move_head_later", 900, begin_10_20, {moves_head_to_30, takes_one, takes_one}, -1, 1, 0},
    {"s25_move_head_to_the_past", 1320, begin_10_20,
     {moves_head_to_0, takes_one, takes_one}, -1, 1, 0},
    {"s25_move_second_before_head", 3624, begin_10_20,
     {moves_second_to_5, takes_one, takes_one}, -1, 1, 0},
    {"put_earliest_before_the_head", 3624, begin_10,
     {puts_5_and_asks, takes_one, takes_one}, -1, 1, 0},
    {"put_earliest_into_empty", 99, begin, {puts_5_and_asks, takes_one}, -1, 2, 0},
    {"move_earliest_before_the_head", 3624, begin_10_20,
     {moves_second_to_5_and_asks, takes_one, takes_one}, -1, 1, 0},
    {"s25_clear", 4560, begin_10_20, {clears_then_puts, takes_all, takes_all}, -1, 1, 0},
    {"s25_close", 5880, begin_10_20, {closes_at_5, takes_all, takes_all}, -1, 1, 0},
    {"s25_close_when_due", 53784, begin_10, {puts_5, closes_at_5, takes_all, takes_all}, 3, 0, 0},

    {"s26_cancel_between_take_and_use", 6780, begin_10,
     {cancels_at_10, takes_and_uses, takes_and_uses}, -1, 1, 0},
    {"s26_move_between_take_and_use", 6780, begin_10,
     {moves_at_10_to_11, takes_and_uses, takes_and_uses}, -1, 1, 0},
    {"s26_both_between_take_and_use", 3792, begin_10,
     {cancels_at_10, moves_at_10_to_11, takes_and_uses}, -1, 1, 0},

    {"s27_free_after_cancel", 1512, begin_10_20,
     {cancels_and_frees, takes_all, closes_at_99}, -1, 1, 0},
    {"s27_close_wakes_all", 32670, begin, {closes, takes_all, takes_all, takes_all}, -1, 0, 0},
    {"s27_destroy_with_waiters_is_refused", 3720, begin,
     {destroys_in_vain, takes_one, takes_one}, -1, 1, 0},
    {"s27_destroy_with_a_leader_is_refused", 1066, begin, {destroys_in_vain, takes_two}, -1, 2, 0},

    {"s32_one_shot_takers", 13848, begin, {puts_three, takes_one, takes_one, takes_one}, 2, 0, 0},
    {"s32_one_shot_takers_equal", 9768, begin,
     {puts_three_equal, takes_one, takes_one, takes_one}, 2, 0, 0},
    {"s32_one_shot_takers_spurious", 99492, begin,
     {puts_three, takes_one, takes_one, takes_one}, 1, 1, 0},

    {"s33_two_spurious_wakeups", 407468, begin, {puts_10_then_5, takes_one, takes_one}, -1, 2, 0},

    /* three takers, two items, two pre-emptions: the third stays until the end */
    {"three_takers_two_items", 293276, begin,
     {puts_10_then_5, takes_one, takes_one, takes_until_3}, 2, 1, 0},
    {"three_takers_close", 196728, begin_10_20,
     {closes_at_5, takes_all, takes_all, takes_all}, 2, 1, 0},

    {"one_thread_puts_and_takes", 2294, begin, {puts_5_and_takes, puts_3_and_takes}, -1, 2, 0},
    {"one_thread_puts_and_takes_beside_a_taker", 12145, begin_10,
     {puts_3_and_takes, takes_and_puts_again}, -1, 2, 0},

    {"deadline_of_a_leader", 2424, begin_10, {puts_5, takes_until_3, takes_two}, -1, 1, 0},
    {"deadline_meets_due", 27894, begin,
     {puts_5_then_5, takes_until_5_then_one, takes_until_5_then_one}, -1, 1, 0},
    {"deadline_meets_call", 58209, begin_10, {puts_5, takes_until_5_then_one, takes_one}, -1, 1, 1},
    {"deadline_meets_hand_over", 5642, begin_5_8,
     {takes_one, takes_until_5, takes_all, closes_at_99}, 3, 0, 0},
    {"try_take_steals_the_head", 1658, begin_10,
     {puts_5, tries_at_5, takes_all, closes_at_99}, 3, 0, 0},
    {"batches", 7160, begin, {puts_three, takes_batches, takes_batches, closes_at_99}, 2, 0, 0},

    /* the clock also moves while somebody could run */
    {"late_put_into_empty", 8490, begin, {puts_10_then_5, takes_one, takes_one}, -1, 0, 2},
    {"late_cancel_head", 20364, begin_10_20,
     {cancels_head_puts_15, takes_one, takes_one}, -1, 0, 2},

    /* cancel, move and close against each other, and against a taker */
    {"cancel_against_cancel", 630, begin_10, {cancels, cancels, takes_all, closes_at_99}, 3, 0, 0},
    {"cancel_against_move", 929, begin_10, {cancels, moves_to_7, takes_all, closes_at_99}, 3, 0, 0},
    {"move_against_move", 1870, begin_10,
     {moves_to_7, moves_head_to_5, takes_all, closes_at_99}, 3, 0, 0},
    {"clear_against_cancel", 56, begin_10_and_passed_that_pause,
     {clears_and_keeps, cancels_both}, -1, 0, 0},
    {"clear_against_move", 56, begin_10_and_passed_that_pause,
     {clears_and_keeps, moves_both}, -1, 0, 0},
    {"move_against_questions", 506, begin_10_slowly, {moves_to_and_fro, asks_amid_moves}, -1, 0, 0},
    {"close_against_cancel", 5655, begin_10_20,
     {refused_after_close, cancels, takes_all}, -1, 1, 0},
    {"close_against_move", 11047, begin_10_20,
     {refused_after_close, moves_to_7, takes_all}, -1, 1, 0},
    {"close_against_close", 30544, begin_10, {closes, closes, takes_all, takes_all}, 3, 0, 0},
    {"close_against_put", 21257, begin_10, {refused_after_close, puts_5, takes_all}, -1, 1, 0},

    /* an event loop is told when to wake by who puts */
    {"loop_told_of_an_earlier_one", 56210, begin_10,
     {tells_of_5, loops, closes_and_rings_at_99}, 4, 1, 0},
    {"loop_told_of_the_first_one", 34956, begin,
     {tells_of_5, tells_of_3, loops, closes_and_rings_at_99}, 3, 0, 0},
    {"loop_told_of_one_equal", 22210, begin_10,
     {tells_of_5, tells_of_5_too, loops, closes_and_rings_at_99}, 3, 0, 0},
    {"loop_told_of_a_move", 56210, begin_10_20,
     {tells_of_a_move_to_5, loops, closes_and_rings_at_99}, 4, 1, 0},
    {"loop_beside_a_later_head", 42, begin_10_20,
     {tells_of_the_head_at_30, loops, closes_and_rings_at_99}, 4, 0, 0},

    {"one_alone", 1, begin, {asks_everything}, 0, 0, 0},
    {"one_alone_puts_for_passed_ticks", 1, begin, {puts_for_passed_ticks}, 0, 0, 0},
    {"one_alone_takes_batches", 1, begin, {takes_batches_alone}, 0, 0, 0},
    {"one_alone_puts_passed_ones", 1, begin, {puts_passed_ones_alone}, 0, 0, 0},
    {"one_alone_begins_late", 1, begin_late, {puts_what_had_passed}, 0, 0, 0},
    {"one_alone_clears", 1, begin_10, {clears_all}, 0, 0, 0},
    {"one_alone_whose_clock_steps_back", 1, begin_of_many, {has_a_clock_that_steps_back}, 0, 0, 0},
    {"one_alone_over_other_structures", 1, begin, {peeks_into_the_others}, 0, 0, 0},
    {"one_alone_asks_who_is_earliest", 1, begin, {asks_who_is_earliest}, 0, 0, 0},
    {"one_alone_puts_by_delays", 1, begin, {puts_by_delays}, 0, 0, 0},
    {"s30_full_is_refused", 1, begin_full, {finds_it_full}, 0, 0, 0},
    {"refused_beside_a_leader", 29, begin_full, {is_refused_beside_a_leader, takes_two}, -1, 1, 0},
    {"one_alone_is_given_too_little", 1, begin_10_20, {is_given_too_little}, 0, 0, 0},
    {"one_alone_closes_with_due_ones", 1, begin, {closes_with_due_ones}, 0, 0, 0},
    {"one_alone_clears_amid_a_batch", 1, begin, {clears_amid_a_batch}, 0, 0, 0},
    {"one_alone_counts_looks", 1, begin, {counts_looks}, 0, 0, 0},
    {"three_passed_ones_for_three_takers", 4968, begin,
     {puts_three_passed, takes_one, takes_one, takes_one}, 2, 0, 0},
    {"passed_ones_leave_first", 56, begin_10,
     {puts_two_passed_and_takes_one, takes_one_in_order}, -1, 1, 0},
    {"equal_ones_leave_in_order", 6014, begin, {puts_three_equal, takes_three_in_order}, -1, 2, 1},

    /* who has put may be put aside before the signal */
    {"put_aside_at_the_signal", 1041, begin_10,
     {puts_5_and_is_put_aside, puts_6, takes_all, closes_at_99}, -1, 0, 0},
    {"put_aside_beside_two_takers", 4174, begin_10,
     {puts_5_and_is_put_aside, puts_6, takes_two, takes_one}, 3, 0, 0},
    {"put_aside_after_a_move", 4174, begin_10_20,
     {moves_to_5_and_is_put_aside, puts_6, takes_two, takes_one}, 3, 0, 0},
    {"put_aside_before_the_first_call", 6, begin,
     {takes_two_at_9, puts_5_at_1_and_is_put_aside, puts_6_at_2}, 0, 0, 0},
    {"taken_while_it_is_put", 12, begin_10,
     {takes_at_once, puts_5_at_1_and_is_put_aside, puts_6_later}, 0, 0, 0},

    {"a_put_signals_once_or_never", 5616, begin,
     {counts_signals, takes_all, takes_all, takes_all}, 1, 0, 0},
};

/* clang-format on */

static const char *use(int structure) {
    ops = structures[structure];
    return ops->name;
}

int main(int argc, char **argv) {
    sched.rest = rest;
    sched.end = finish;
    return schedule_main_of(argc, argv, programs, sizeof programs / sizeof programs[0], use,
                            STRUCTURES);
}
