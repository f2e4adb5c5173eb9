/* SPDX-License-Identifier: MIT-0 */
/* timers.h - the clocked timer set: deadlines, callbacks and one exact contract, over any
   structure.

   WHAT IT IS
       You have a clock, a main loop, and things that must happen later. This header makes
       a set of timers out of any of the structures (heap4.h, ...): you arm a timer for a
       tick, and you move or cancel it as often as you like. You ask the set how long you
       may sleep. When you wake, you tell it the time, and it calls back every timer that
       is due. The set starts no thread, allocates nothing and reads no clock. Include
       this header and the header of a structure, in any order.

   DO THIS
       1  Put a node into your object:      struct conn { int fd; struct tw_node late; };
       2  Make a kind of set:               TW_TIMERS_OF(timers, heap4)
                                            below #include <tw/heap4.h> and <tw/timers.h>
       3  Arm, move and cancel:             timers_add_in(&t, &c->late, now, 5000);
                                            timers_cancel(&t, &c->late);
          With 50,000 timers and more, name the timers of the next operations before you do
          them: timers_prefetch(&t, nodes, dues, count).
       4  Sleep, then let timers fire:      poll(fds, n, timers_wait_ms(&t, now, 1));
                                            timers_advance(&t, now);
       5  Get your object in the callback:  struct conn *c = TW_OF(n, struct conn, late);
       The sets of step 2 need no TW_IMPLEMENTATION. If you use functions that start with
       tw_timers_ or tw_heap4_, one file of the program must #define it before the
       includes, in C or C++. A program: examples/basics/hello.c.

   TIME
       You choose the tick: a millisecond, a microsecond, a frame. Deadlines are absolute.
       advance() and expire() move the clock. 64-bit ticks never go back. Ticks that wrap
       may, but only while nothing is armed. With ticks that wrap, add_in() also moves the
       clock of an empty set, to the now that it is told. If a 32-bit counter feeds 64-bit
       ticks and wraps, the clock stands until the counter has caught up. If your clock
       rounds down, a timer for now + 5 may fire after little more than 4 ticks. Add one
       tick where that matters.

   GUARANTEES (each is tested on every structure)
       - A timer never fires before its tick. It fires in the first advance(now) with now
         >= due.
       - Timers fire in the order (due, arming order): first in, first out among equals. A
         move counts as arming anew. Let A be a timer that is armed for a passed tick. A
         fires in the next advance(). Timers of the structure that advance_some() left over
         fire before A. Timers that become due in the call fire after A. If advance_some()
         reaches its max before A, the next call fires first what is left over, then A.
       - advance(now) fires each timer that was armed before the call and is due by now.
         If an earlier callback of the call cancels or moves the timer, the timer does not
         fire. advance() fires no other timer. A timer that a callback arms for now or
         earlier waits for the next call, so advance() always returns. A batch is all that
         one advance() fires, or that expire() returns from one NULL to the next.
       - A callback may add, move, cancel or clear any node, and free any idle one, its
         own included: nothing of a node is read once its callback has started. A due node
         that has not fired yet can still be cancelled. Inside a callback advance() and
         expire() are refused and return 0 and NULL. init() inside a callback makes the
         set new and forgets the rest of the batch. From then on advance() in the same
         callback is not refused, and the outer call fires no more.
         If an exception or longjmp() leaves a callback of advance(), the set refuses
         advance() and expire() until init(). An exception that leaves the body of a loop
         over expire() refuses nothing.
       - A refused call changes nothing. add(), cancel(), next() and expire() cost O(1)
         beside what their structure says. advance() costs one take of the structure for
         each timer that fires. No function is recursive. No compiled function takes more
         than 160 bytes of stack (x86-64, -O2 and -Os).
       - next() is exact after every operation: sleep until then.

   PROPERTIES (check() names one that does not hold, "timers 1", or gives the answer of
       the structure)
       1  Each node on the due list is marked due. `prev` of each node names the node
          before it; `prev` of the first node is NULL.
       2  `until` (struct tw_clock) is NULL or a node on the due list: the last node of
          the batch there.

   WHAT GOES WRONG, AND THE ANSWER
       NULL for a node                          TW_ASSERT
       add to a full structure                  false
       add too far ahead (16/32-bit ticks)      false; true from add_if_earlier() if the
                                                timer is on the due list
       add or cancel of another set's node      your error. If the node waits, heap4 sees
                                                it: TW_ASSERT, else false. If the node is
                                                due, TW_ASSERT is sure to see it only if
                                                it is the first on its due list
       cancel of an idle node                   false
       advance or expire back in time           nothing fires, the clock stands
       period 0, ticks_per_ms 0                 TW_ASSERT, else counted as 1
       n->due written while n is armed          your error: it may fire late or never, and
                                                advance() may not return
       a set moved while timers are armed       your error
       With -DTW_DEBUG most errors end with a line on stderr; debug.h says which do not.

   OPTIONS (the same in every file of a program, beside those of node.h)
       TW_TICK_BITS   64   64-bit ticks are plain numbers. Ticks of 16 and 32 bits wrap: a
                           deadline must lie less than a quarter of the range ahead. Call
                           advance() at least once in a quarter of the range while timers
                           wait. No deadline may fall a quarter of the range behind, not
                           even of a timer that advance_some() left over. An empty set
                           takes any now from advance(), expire() and add_in(). add() is
                           told no now: call advance_some(&t, now, 0) before it if the set
                           was empty. While you sleep, the clock of the set stands. If a
                           sleep and a delay together reach a quarter, call
                           advance_some(&t, now, 0) after the sleep, before you arm.
       TW_TIES        -    for tests: your seed, a number or an expression of integers,
                           such as a variable. Equal ticks fire in an order that the seed
                           draws, and no longer first in, first out. Equal are timers with
                           the same deadline, and the timers of a batch that were armed for
                           a passed tick. Deadlines and answers stay as they are. But a
                           firing costs O(its equals), equals that are due take no room in
                           heap4, and TW_FIRE finds `home` 1. Delay queues and sets of
                           windows draw nothing. A program: docs/testing-your-timeouts.md
       TW_TIMERS_IMPLEMENTATION instead of TW_IMPLEMENTATION compiles the functions of
       this header only.

   SOURCE
       Start, stop, tick and expiry: G. Varghese and A. Lauck, Hashed and Hierarchical
       Timing Wheels, SOSP 1987. */
#include "verbs.h"

#ifndef TW_TIMERS_H
#define TW_TIMERS_H

TW__BEGIN_C

/* Compiles code for sets with TW_TIES alone. */
#if defined(TW_TIES)
#define TW__TIES(...) __VA_ARGS__
#else
#define TW__TIES(...)
#endif

/* ------------------------------------------------------------------------------ TYPES */

/* The clock and the due list of a set. The due list holds the timers that were armed for
   the now of the set or an earlier tick. They fire in the next batch. All zero is valid:
   tick 0, nothing armed. */
struct tw_clock {
    TW__DEBUG(struct tw_stamp stamp;)
    tw_tick now; /* the tick to which a call last moved the clock */
    /* the now before this batch: nodes of the structure that are due by `previous` fire
       before the due list */
    tw_tick previous;
    struct tw_node *due_list; /* its last node, in arming order; NULL: the list is empty */
    /* the last node of the due list that belongs to this batch; NULL: none is left */
    struct tw_node *until;
    uint8_t batch; /* one of the TW__BATCH_ values */
    /* the nodes to be drawn stand at the front of the due list, up to `equals`; NULL: there
       are none */
    TW__TIES(struct tw_node *equals; uint32_t draws;)
};

/* NONE: no batch is under way. PUSH: advance() or clear() is under way. PULL: expire()
   has begun a batch, and has not returned NULL yet. */
enum { TW__BATCH_NONE = 0, TW__BATCH_PUSH = 1, TW__BATCH_PULL = 2 };

/* A set over a structure that is chosen at run time. TW_TIMERS_OF makes sets over a
   structure that is known at compile time. */
struct tw_timers {
    struct tw_clock clock;
    const struct tw_ops *ops;
    void *in;
};

/* -------------------------------------------------------------------------------- API */

/* TW_TIMERS_OF(timers, heap4) makes `struct timers` and the verbs below as
   timers_init(&t, now, array, n), timers_add(&t, n, due) and so on. Such a set is valid
   and empty if it is all zero. The compiled verbs below work over any structure through
   its table of functions, such as &tw_heap4_ops. node.h has tw_forward() for periodic
   timers, and tw_coalesce() for timers with slack. */

/* Makes t empty at tick now. `in` is the address of its structure, `ops` the table of that
   structure. Initialises the structure, too, with array and n as its header says. If
   timers are armed in t, call clear() first: init() forgets them. */
#define tw_timers_init TW__LINK_NAME(tw_timers_init)
TW__API void tw_timers_init(struct tw_timers *t, tw_tick now, const struct tw_ops *ops, void *in,
                            void *array, size_t n);

/* Arms n for tick due. If n is armed in t already, moves it there, as if it had been
   cancelled and armed anew. If due is the now of the set or earlier, n fires in the next
   batch. n must be idle or armed in t. False: t is full, due lies too far ahead, or a heap
   sees that n waits elsewhere; nothing changed. Costs what add() of the structure costs. */
TW__API bool tw_timers_add(struct tw_timers *t, struct tw_node *n, tw_tick due);

/* If n is on the due list, or armed for `due` or an earlier tick, changes nothing and
   returns true. Else does what add() does. */
TW__API bool tw_timers_add_if_earlier(struct tw_timers *t, struct tw_node *n, tw_tick due);

/* Arms n for now + delay, as add() does. With 64-bit ticks the sum stops at TW_TICK_MAX.
   If ticks wrap, and t is empty and in no batch, the clock of t moves to now first. False:
   add() refuses n, or ticks wrap and delay is a quarter of their range or more; nothing
   changed. */
TW__API bool tw_timers_add_in(struct tw_timers *t, struct tw_node *n, tw_tick now, tw_tick delay);

/* Takes n out, unfired. If n is armed, it must be armed in t. False: n is idle, or a heap
   sees that n waits elsewhere; nothing changed. Costs what cancel() of the structure
   costs. */
TW__API bool tw_timers_cancel(struct tw_timers *t, struct tw_node *n);

/* Fetches into the cache the memory that arming, moving and cancelling the nodes will
   touch; changes nothing. nodes[i] is idle or in t. dues[i] is the tick for which you will
   arm it; dues may be NULL if you will cancel only. See prefetch in verbs.h. */
TW__INLINE void tw_timers_prefetch(const struct tw_timers *t, struct tw_node *const *nodes,
                                   const tw_tick *dues, size_t count);

/* Writes the earliest deadline to *due, exactly. While a timer is due, writes the now of
   the set. False: nothing is armed; *due is unchanged. Costs what next() of the structure
   costs. */
TW__API bool tw_timers_next(struct tw_timers *t, tw_tick *due);

/* Says whether a timer is due by the now of the set: advance_some() left it over, or it
   was armed for a tick that had passed. */
TW__API bool tw_timers_any_due(struct tw_timers *t);

/* Moves the clock to now and calls fn of each timer that is due, in order. Returns how
   many fired; 0 if the call is refused: in a callback, or while now lies before the now
   of the set. */
TW__API size_t tw_timers_advance(struct tw_timers *t, tw_tick now);

/* Does what advance() does, but calls at most max functions. The other timers stay due,
   and come first next time. If max is 0, only the clock moves. Returns how many fired; 0
   if the call is refused. */
TW__API size_t tw_timers_advance_some(struct tw_timers *t, tw_tick now, size_t max);

/* Takes out one timer that is due by now, and returns its node, which is idle. Calls no
   function. Call it until it returns NULL, which ends the batch. Until then the batch
   keeps the now that it began with. A node that is armed meanwhile for a passed tick
   waits for the next batch. NULL: the batch is over, or the call is refused. */
TW__API struct tw_node *tw_timers_expire(struct tw_timers *t, tw_tick now);

/* Returns how many milliseconds epoll_wait() or poll() shall wait at clock time now,
   rounded up; at most INT_MAX. ticks_per_ms must be 1 or more; if a tick is longer than a
   millisecond, use next(). 0: a timer is due, also inside a callback, where advance() is
   refused. -1: nothing is armed. */
TW__API int tw_timers_wait_ms(struct tw_timers *t, tw_tick now, tw_tick ticks_per_ms);

/* Returns the now of the set: the tick to which init(), advance(), advance_some(),
   expire() or add_in() last moved the clock. Within a batch expire() does not move it. */
TW__API tw_tick tw_timers_now(const struct tw_timers *t);

/* Returns the ticks from the now of the set to the deadline of n. n must be a node of t,
   or idle. 0: n is due or idle. O(1). */
TW__API tw_tick tw_timers_remaining(const struct tw_timers *t, const struct tw_node *n);

/* Says whether n is armed, due or not. n must be a node of t, or idle. O(1). */
TW__API bool tw_timers_pending(const struct tw_timers *t, const struct tw_node *n);

/* Returns how many timers are armed, due ones included. O(1 + timers on the due list). */
TW__API size_t tw_timers_count(const struct tw_timers *t);

/* Returns how many timers t has room for. (size_t)-1: there is no bound. O(1). */
TW__API size_t tw_timers_capacity(const struct tw_timers *t);

/* Gives a set over heap4 another array, as heap4.h says. False: more than n timers wait,
   or the structure is not heap4; nothing changed. */
TW__API bool tw_timers_storage(struct tw_timers *t, void *array, size_t n);

/* Returns the armed node after n in a walk, in no promised order; if n is NULL, the
   first. Any other n must be armed in t. NULL: the walk is over. Change nothing during
   the walk. */
TW__API struct tw_node *tw_timers_each(const struct tw_timers *t, const struct tw_node *n);

/* Takes out every timer, unfired. Afterwards all nodes are idle, and can be armed again.
   Costs what clear() of the structure costs, and O(1) per timer. */
TW__API void tw_timers_clear(struct tw_timers *t);

/* Does what clear() does, and calls fn with each node, which is idle already. fn may free
   the node, cancel others, and arm timers: these stay in the set. During the call the
   nodes still to come count as due: pending() is true for them, remaining() is 0, and
   add_if_earlier() leaves them to be cleared. If add() arms such a node anew, the node
   stays in the set. */
TW__API void tw_timers_clear_with(struct tw_timers *t, tw_fn *fn);

/* Returns the name of a property that does not hold in the set or in its structure. NULL:
   all hold. For tests. */
TW__CHECKED(TW__API const char *tw_timers_check(const struct tw_timers *t);)

/* ----------------------------------------------------------------------------- ENGINE */

/* Removes n from the due list. Nodes up to `until` belong to this batch. Nodes behind
   `until` wait for the next batch. If n is `until`, the node before n becomes `until`.
   Asserts that the node before n in the ring leads to n: `prev`, or the last node if n is
   the first. The assertion fails for the first node of another set's due list. */
TW__ONCE void tw__due_remove(struct tw_clock *c, struct tw_node *n) {
    TW__DEBUG(tw__debug_given(c, n);)
    TW_ASSERT(c->due_list && (n->u.list.prev ? n->u.list.prev : c->due_list)->u.list.next == n);
    if (c->until == n)
        c->until = n->u.list.prev;
    TW__TIES(if (c->equals == n) c->equals = n->u.list.prev;)
    tw__list_remove(&c->due_list, n);
}

/* Takes out the first node of the due list. NULL: no node of the list is in this batch. */
TW__INLINE struct tw_node *tw__due_take(struct tw_clock *c) {
    struct tw_node *n = NULL;

    if (c->until) {
        TW__DEBUG(tw__debug_listed(c, c->due_list);)
        n = c->due_list->u.list.next;
        tw__due_remove(c, n);
    }
    return n;
}

/* Appends n, which is in no list and in no structure, to the due list. */
TW__INLINE void tw__due_append(struct tw_clock *c, struct tw_node *n) {
    TW__DEBUG(tw__debug_arm(c, n, n->due);)
    n->home = TW__DUE;
    tw__list_append(&c->due_list, n);
}

/* Arms n, which is idle, for tick due, which has passed. */
TW__INLINE void tw__due_insert(struct tw_clock *c, struct tw_node *n, tw_tick due) {
    TW_TRACE(TW_ARM, c, n, due);
    n->due = due;
    tw__due_append(c, n);
}

/* Sets the clock to now. The due list is empty, and no batch is under way. */
TW__INLINE void tw__clock_init(struct tw_clock *c, tw_tick now) {
    c->now = c->previous = now;
    c->due_list = c->until = NULL;
    c->batch = TW__BATCH_NONE;
    TW__TIES(c->equals = NULL; c->draws = 0;)
}

/* Takes n out of its structure or off the due list, and makes it idle. False: n is idle,
   or the structure sees that n waits elsewhere. */
TW__ONCE bool tw__timers_cancel(struct tw_clock *c, void *in, const struct tw_ops *ops,
                                struct tw_node *n) {
    TW__NEEDS(n, TW__NULL("node"));
    if (n->home > TW__DUE)
        return tw__cancel_in(c, in, ops, n);
    if (n->home == TW__IDLE)
        return false;
    tw__due_remove(c, n);
    n->home = TW__IDLE;
    TW_TRACE(TW_CANCEL, c, n, n->due);
    return true;
}

/* Says whether due is near enough to the clock to be compared with it: less than a quarter
   of the range ahead, and at most a quarter behind. With 64-bit ticks it always is. One
   comparison tells both. A quarter of the range is subtracted from the distance. Then near
   distances lie in the upper half of the range, and all others in the lower half. */
TW__INLINE bool tw__timers_reach(const struct tw_clock *c, tw_tick due) {
    return TW_TICK_BITS == 64 ||
           (tw_tick)((tw_tick)(due - c->now) - TW__QUARTER) >= 2 * TW__QUARTER;
}

/* Says whether due lies ahead of the clock. It must be near enough, as above. */
TW__INLINE bool tw__timers_ahead(const struct tw_clock *c, tw_tick due) {
    return tw_before(c->now, due);
}

/* Says whether the clock lets the set arm n for tick due. With TW_DEBUG, checks what you
   gave to add(): debug_due() of debug.h explains its arguments. */
TW__INLINE bool tw__timers_accept(struct tw_clock *c, const void *in, const struct tw_ops *ops,
                                  const struct tw_node *n, tw_tick due) {
    (void)in, (void)ops, (void)n;
    TW__NEEDS(n, TW__NULL("node"));
    TW__DEBUG(tw__debug_due(c, c->now, due, tw__timers_ahead(c, due) || tw__debug_goes_on(n, due),
                            !tw__timers_reach(c, due),
                            c->batch == TW__BATCH_NONE && !c->due_list && (ops->count)(in) == 0);
              tw__debug_mine(c, in, n); tw__debug_idle(c, n); tw__debug_idle(in, n);)
    return tw__timers_reach(c, due);
}

/* Does add(). Refuses before anything changes. Takes n out, and arms it anew. In the form
   for speed, a waiting node with a tick ahead moves within the structure. n waits in the
   structure if its home is greater than DUE. Only a node that enters the structure needs
   room there. */
TW__FOLD bool tw__timers_add(struct tw_clock *c, void *in, const struct tw_ops *ops,
                             struct tw_node *n, tw_tick due) {
    bool ahead;

    if (!tw__timers_accept(c, in, ops, n, due))
        return false;
    ahead = tw__timers_ahead(c, due);
    if (TW__SPEED && ahead && n->home > TW__DUE)
        return tw__update(c, in, ops, n, due);
    if (ahead && n->home <= TW__DUE && tw__full(c, in, ops))
        return false;
    if (!TW__SPEED || n->home != TW__IDLE) /* spares an idle node the call */
        (void)tw__timers_cancel(c, in, ops, n);
    if (n->home != TW__IDLE)
        return false; /* cancel() was refused: n waits elsewhere */
    if (ahead)
        tw__insert(c, in, ops, n, due);
    else
        tw__due_insert(c, n, due);
    return true;
}

/* Refuses an add_in() whose delay is so long that a tick cannot express the deadline.
   With TW_DEBUG it warns, as add() does if a deadline lies too far ahead. */
TW__INLINE bool tw__timers_beyond(struct tw_clock *c, const void *in, const struct tw_node *n,
                                  tw_tick due) {
    TW__NEEDS(n, TW__NULL("node"));
    TW__DEBUG(tw__debug_due(c, c->now, due, true, true, false);)
    (void)c, (void)in, (void)n, (void)due;
    return false;
}

/* Says whether add_in() first moves the clock to the tick that it is told: ticks wrap, and
   the set is empty and in no batch. A call that will be refused moves no clock: delay is
   too long, n is armed elsewhere, or the structure is full. With delay 0 the structure
   needs no room. */
TW__FOLD bool tw__timers_adopts(const struct tw_clock *c, const void *in, const struct tw_ops *ops,
                                const struct tw_node *n, tw_tick delay) {
    return TW_TICK_BITS != 64 && delay < TW__QUARTER && c->batch == TW__BATCH_NONE &&
           !c->due_list && n && n->home == TW__IDLE && (ops->count)(in) == 0 &&
           (delay == 0 || !(ops->full)(in));
}

/* Says whether n is due already, or armed for no later tick than `due`. If `due` is too far
   from the clock to be compared, the answer for a node that waits is false. */
TW__INLINE bool tw__early_enough(const struct tw_clock *c, const struct tw_node *n, tw_tick due) {
    TW__NEEDS(n, TW__NULL("node"));
    return n->home == TW__DUE ||
           (n->home != TW__IDLE && tw__timers_reach(c, due) && !tw_before(due, n->due));
}

/* Writes the earliest deadline to *due. If a timer is due already, writes the now of the
   set. False: nothing is armed. The form for size reads c->due_list once. If it
   read it twice, gcc would warn the user that *due may be unwritten. The form for speed
   reads it twice: to keep it would cost hwheel up to 1.5 % more instructions. */
TW__FOLD bool tw__timers_next(struct tw_clock *c, void *in, const struct tw_ops *ops,
                              tw_tick *due) {
    const struct tw_node *const first = c->due_list;

    if (!first && !TW__ASKED(c, (ops->next)(in, due)))
        return false;
    if ((TW__SPEED ? c->due_list : first) || tw_before(*due, c->now))
        *due = c->now;
    return true;
}

/* Says whether the clock would go back. If the set is empty and ticks wrap, any now is
   allowed: the answer is false. */
TW__FOLD bool tw__timers_back(const struct tw_clock *c, const void *in, const struct tw_ops *ops,
                              tw_tick now) {
    TW__DEBUG(tw__debug_back(c->now, now, c->due_list || (ops->count)(in) != 0);)
    return tw_before(now, c->now) && (TW_TICK_BITS == 64 || c->due_list || (ops->count)(in) != 0);
}

/* Says whether a callback or clear() runs, so that a new batch is refused. With TW_DEBUG,
   warns of a callback that does not return. */
TW__INLINE bool tw__timers_busy(struct tw_clock *c) {
    TW__DEBUG(if (c->batch == TW__BATCH_PUSH) tw__debug_refused(c);)
    return c->batch == TW__BATCH_PUSH;
}

/* Begins a batch. Nodes that are armed already may belong to it, nodes that are armed
   later do not. The clock moves first. So a node that a callback arms for a tick up to
   now goes onto the due list, behind `until`. */
TW__INLINE void tw__timers_begin(struct tw_clock *c, tw_tick now) {
    c->previous = c->now;
    c->now = now;
    c->until = c->due_list;
}

/* Lets a structure that keeps time follow the clock, while nothing shall fire. It calls
   take() with a tick by which no node is due: now, or if a node is due by now, the tick
   before the first deadline. */
TW__FOLD void tw__timers_follow(struct tw_clock *c, void *in, const struct tw_ops *ops) {
    tw_tick due = c->now;

    if (!(ops->next)(in, &due) || tw_before(c->now, due))
        due = (tw_tick)(c->now + 1u);
    (ops->take)(in, (tw_tick)(due - 1u));
}

/* Takes out the next node of the batch, and makes it idle. NULL: the batch is over. A
   batch has three parts, in this order:

     - nodes of the structure that are due by `previous`, the now of the last batch
     - nodes of the due list, up to `until`
     - nodes of the structure that are due by now

   If no node of the due list is in the batch, the first part and the last part are one. A
   node that is armed during the batch stands behind `until`, or is due after now. */
TW__FOLD struct tw_node *tw__timers_step(struct tw_clock *c, void *in, const struct tw_ops *ops) {
    tw_tick by = c->now;
    struct tw_node *n;

    if (c->until)
        by = c->previous;
    if ((n = (ops->take)(in, by)) == NULL && (n = tw__due_take(c)) == NULL)
        return NULL;
    TW_TRACE(TW_FIRE, c, n, c->now);
    n->home = TW__IDLE;
    return n;
}

#if defined(TW_TIES)
/* Takes the nodes of the earliest tick out of the structure, and puts them before the due
   list. Does nothing if that tick is after `by`. `rest` is the due list as it was. Each of
   the two lists is a ring. The last `if` joins the two rings, the new nodes first. */
TW__FOLD void tw__ties_collect(struct tw_clock *c, void *in, const struct tw_ops *ops, tw_tick by) {
    struct tw_node *const rest = c->due_list, *first, *n = (ops->take)(in, by);

    if (!n)
        return;
    by = n->due;
    c->due_list = NULL;
    for (; n; n = (ops->take)(in, by))
        tw__due_append(c, n);
    c->equals = c->due_list;
    if (rest) {
        first = c->due_list->u.list.next;
        rest->u.list.next->u.list.prev = c->due_list;
        c->due_list->u.list.next = rest->u.list.next;
        rest->u.list.next = first;
        c->due_list = rest;
    }
}

/* Draws one of the nodes from the first of the due list to `last`. The k-th node replaces
   the drawn one with a chance of 1 in k, so that all are equally likely. x is the seed plus
   a multiple of the count of draws, mixed by the finalizer of MurmurHash3. */
TW__FOLD struct tw_node *tw__ties_draw(struct tw_clock *c, const struct tw_node *last) {
    struct tw_node *n = c->due_list->u.list.next, *drawn = n;
    uint32_t k, x;

    for (k = 2; n != last; k++) {
        n = n->u.list.next;
        x = (uint32_t)(TW_TIES) + 0x9E3779B9u * ++c->draws;
        x = (x ^ x >> 16) * 0x85EBCA6Bu;
        x = (x ^ x >> 13) * 0xC2B2AE35u;
        if ((x ^ x >> 16) % k == 0)
            drawn = n;
    }
    return drawn;
}

/* Does what tw__timers_step() does, but draws the node among its equals: the nodes of the
   structure that have its tick, or the nodes of the due list that are in the batch. */
TW__FOLD struct tw_node *tw__ties_step(struct tw_clock *c, void *in, const struct tw_ops *ops) {
    struct tw_node *n;

    if (!c->equals)
        tw__ties_collect(c, in, ops, c->until ? c->previous : c->now);
    if (!c->equals && !c->until)
        return NULL;
    n = tw__ties_draw(c, c->equals ? c->equals : c->until);
    tw__due_remove(c, n);
    TW_TRACE(TW_FIRE, c, n, c->now);
    n->home = TW__IDLE;
    return n;
}

#define TW__STEP tw__ties_step
#else
#define TW__STEP tw__timers_step
#endif

/* SHORT_WAY is 1 if a call that finds nothing due may end after one look. TW_DEBUG looks
   at every call. */
#if defined(TW_DEBUG)
#define TW__SHORT_WAY 0
#else
#define TW__SHORT_WAY TW__SPEED
#endif

/* Moves the clock to now if one look shows that nothing is due by now; the structure
   follows. False: nothing has changed; take the long way. In the form for size and with
   TW_DEBUG the answer is always false. */
TW__FOLD bool tw__timers_quiet(struct tw_clock *c, void *in, const struct tw_ops *ops,
                               tw_tick now) {
    if (!TW__SHORT_WAY || c->batch != TW__BATCH_NONE || c->due_list || tw_before(now, c->now) ||
        !(ops->quiet)(in, now))
        return false;
    c->now = now;
    return true;
}

/* Calls the function of n, which fires. */
TW__FOLD void tw__timers_call(struct tw_clock *c, struct tw_node *n, tw_tick now) {
    (void)c;
    TW__NEEDS(n->fn, "a timer is due, and its node has no function. "
                     "Give it one by tw_node_init(), or take timers by expire().");
    TW__CALLBACK(c, (n->fn)(n, now));
}

/* Takes out the next node that fires, and makes it idle. NULL: none fires any more. */
typedef struct tw_node *tw__step(struct tw_clock *c, void *in, const struct tw_ops *ops);

/* Does advance_some(), and advance() with max TW__ALL. The loop ends: a node that is
   armed meanwhile is not in the batch, so each step leaves one node fewer in it. The loop
   could do without max == TW__ALL, but gcc then makes up to 2.6 % more instructions of
   hwheel. */
TW__FOLD size_t tw__timers_advance(struct tw_clock *c, void *in, const struct tw_ops *ops,
                                   tw_tick now, size_t max, tw__step *stepper) {
    struct tw_node *n;
    size_t fired = 0;

    if (tw__timers_busy(c) || tw__timers_back(c, in, ops, now))
        return 0;
    tw__timers_begin(c, now);
    if (max == 0)
        tw__timers_follow(c, in, ops);
    c->batch = TW__BATCH_PUSH;
    while ((max == TW__ALL || fired < max) && (n = (stepper)(c, in, ops)) != NULL) {
        tw__timers_call(c, n, now);
        TW_TRACE(TW_RETURN, c, n, now);
        fired++;
        if (c->batch != TW__BATCH_PUSH) /* fn has called init(): the set is another one */
            return fired;
    }
    c->batch = TW__BATCH_NONE;
    return fired;
}

/* Does expire(): begins a batch, unless a batch of expire() is under way. Ends the batch
   when no node is left. */
TW__FOLD struct tw_node *tw__timers_expire(struct tw_clock *c, void *in, const struct tw_ops *ops,
                                           tw_tick now) {
    struct tw_node *n;

    if (tw__timers_busy(c) || tw__timers_back(c, in, ops, now))
        return NULL;
    if (c->batch != TW__BATCH_PULL)
        tw__timers_begin(c, now);
    n = TW__STEP(c, in, ops);
    c->batch = n ? TW__BATCH_PULL : TW__BATCH_NONE;
    return n;
}

TW__FOLD tw_tick tw__timers_remaining(const struct tw_clock *c, const struct tw_node *n) {
    TW__NEEDS(n, TW__NULL("node"));
    return n->home > TW__DUE && tw_before(c->now, n->due) ? (tw_tick)(n->due - c->now) : 0;
}

/* Says whether n is armed. */
TW__INLINE bool tw__timers_pending(const struct tw_node *n) {
    TW__NEEDS(n, TW__NULL("node"));
    return n->home != TW__IDLE;
}

/* Returns the armed node after n: first the due list is walked, then the structure. */
TW__FOLD struct tw_node *tw__timers_each(const struct tw_clock *c, const void *in,
                                         const struct tw_ops *ops, const struct tw_node *n) {
    if (!n && c->due_list)
        return c->due_list->u.list.next;
    if (n && n->home == TW__DUE) {
        if (n != c->due_list)
            return n->u.list.next;
        n = NULL;
    }
    return (ops->each)(in, n);
}

/* Counts the nodes of the structure and of the due list. The due list is a ring: the loop
   ends where it began. */
TW__FOLD size_t tw__timers_count(const struct tw_clock *c, const void *in,
                                 const struct tw_ops *ops) {
    const struct tw_node *n = c->due_list;
    size_t count = (ops->count)(in);

    if (n)
        do
            count++;
        while ((n = n->u.list.next) != c->due_list);
    return count;
}

/* Moves every node onto the due list, and takes them off one by one. So fn may cancel
   nodes still to come. The second loop ends at `until`. Nodes that fn arms stay, because
   they stand behind `until`, or in the structure, which was emptied before. */
TW__FOLD void tw__timers_clear(struct tw_clock *c, void *in, const struct tw_ops *ops, tw_fn *fn) {
    const uint8_t batch = c->batch;
    struct tw_node *n = (ops->take_all)(in), *next;

    for (; n; n = next) {
        next = tw__list_next(n);
        tw__due_append(c, n);
    }

    c->until = c->due_list;
    c->batch = TW__BATCH_PUSH;
    while ((n = tw__due_take(c)) != NULL) {
        n->home = TW__IDLE;
        TW_TRACE(TW_CANCEL, c, n, n->due);
        if (fn)
            TW__CALLBACK(c, (fn)(n, c->now));
        if (c->batch != TW__BATCH_PUSH) /* fn has called init(): the set is another one */
            return;
    }
    c->batch = batch;
}

/* Does prefetch(). */
TW__FOLD void tw__timers_prefetch(const struct tw_clock *c, const void *in,
                                  const struct tw_ops *ops, struct tw_node *const *nodes,
                                  const tw_tick *dues, size_t count) {
    (void)c;
    TW__DEBUG(tw__debug_hinted(c, in, nodes, count);)
    tw__prefetch(in, ops, nodes, dues, count);
}

/* Returns the name of a property that does not hold in the set or in its structure. NULL:
   all hold. The loop ends at the last node of the due list, or at the first wrong node. */
TW__FOLD const char *tw__timers_check(const struct tw_clock *c, const void *in,
                                      const struct tw_ops *ops) {
    const struct tw_node *n = NULL;
    bool until = c->until == NULL;

    while (n != c->due_list) {
        if ((n = tw__list_check(n, c->due_list, TW__DUE)) == NULL)
            return "timers 1";
        until = until || n == c->until;
    }
    if (!until)
        return "timers 2";
    return ops->check ? (ops->check)(in) : NULL;
}

/* --------------------------------------------------------------------------- WRAPPERS */

/* Defines the verbs that take no node. `in` is the structure of struct name, and `ops` its
   table: both are expressions in t, the set that each verb is given. A body evaluates `in`
   first: TW_DEBUG then looks at the set. name__fire() is the long way of advance_some().
   quiet() says whether the long way would find nothing. step() takes out the next node
   that fires. */
#define TW__TIMERS_CLOCK(linkage, name, in, ops, quiet, step)                           \
    linkage bool name##_next(struct name *t, tw_tick *due) {                            \
        void *s = in;                                                                   \
        return tw__timers_next(&t->clock, s, ops, due);                                 \
    }                                                                                   \
    TW__REST size_t name##__fire(struct name *t, void *s, tw_tick now, size_t max) {    \
        return tw__timers_advance(&t->clock, s, ops, now, max, step);                   \
    }                                                                                   \
    linkage size_t name##_advance_some(struct name *t, tw_tick now, size_t max) {       \
        void *s = in;                                                                   \
        return quiet(&t->clock, s, ops, now) ? 0 : name##__fire(t, s, now, max);        \
    }                                                                                   \
    linkage size_t name##_advance(struct name *t, tw_tick now) {                        \
        return TW__VIA(name##_advance_some(t, now, TW__ALL));                           \
    }                                                                                   \
    linkage int name##_wait_ms(struct name *t, tw_tick now, tw_tick ticks_per_ms) {     \
        tw_tick due = now;                                                              \
        return TW__VIA(name##_next(t, &due)) ? tw__wait_ms(due, now, ticks_per_ms)      \
                                             : tw__wait_for_ever(ticks_per_ms);         \
    }                                                                                   \
    linkage bool name##_any_due(struct name *t) {                                       \
        tw_tick due = 0;                                                                \
        return TW__VIA(name##_next(t, &due)) && due == t->clock.now;                    \
    }                                                                                   \
    linkage tw_tick name##_now(const struct name *t) { return (void)in, t->clock.now; } \
    linkage size_t name##_count(const struct name *t) {                                 \
        const void *s = in;                                                             \
        return tw__timers_count(&t->clock, s, ops);                                     \
    }                                                                                   \
    linkage void name##_clear_with(struct name *t, tw_fn *fn) {                         \
        void *s = in;                                                                   \
        tw__timers_clear(&t->clock, s, ops, fn);                                        \
    }                                                                                   \
    linkage void name##_clear(struct name *t) { TW__VIA(name##_clear_with(t, NULL)); }  \
    TW__CHECKED(linkage const char *name##_check(const struct name *t) {                \
        const void *s = in;                                                             \
        return tw__timers_check(&t->clock, s, ops);                                     \
    })                                                                                  \
    linkage size_t name##_capacity(const struct name *t) {                              \
        const void *s = in;                                                             \
        return (ops->capacity)(s);                                                      \
    }                                                                                   \
    linkage bool name##_storage(struct name *t, void *array, size_t n) {                \
        void *s = in;                                                                   \
        return TW__STORED(t, n, (ops->storage)(s, array, n));                           \
    }

/* Defines the verbs that take or return a node. name__hand_out() is the long way of
   expire(). */
#define TW__TIMERS_NODES(linkage, name, in, ops)                                                \
    linkage bool name##_add(struct name *t, struct tw_node *n, tw_tick due) {                   \
        void *s = in;                                                                           \
        return TW__ACCEPTED(tw__timers_add(&t->clock, s, ops, n, due), &t->clock, n, due);      \
    }                                                                                           \
    linkage bool name##_add_if_earlier(struct name *t, struct tw_node *n, tw_tick due) {        \
        return tw__early_enough(&t->clock, TW__GIVEN(n, t, in), due) ||                         \
               TW__VIA(name##_add(t, n, due));                                                  \
    }                                                                                           \
    linkage bool name##_cancel(struct name *t, struct tw_node *n) {                             \
        void *s = in;                                                                           \
        return tw__timers_cancel(&t->clock, s, ops, n);                                         \
    }                                                                                           \
    linkage bool name##_add_in(struct name *t, struct tw_node *n, tw_tick now, tw_tick delay) { \
        tw_tick due = now;                                                                      \
        void *s = in;                                                                           \
        TW__DEBUG(tw__debug_delay(&t->clock, delay);)                                           \
        if (tw__timers_adopts(&t->clock, s, ops, n, delay))                                     \
            (void)TW__VIA(name##_advance_some(t, now, 0));                                      \
        return tw__later(&due, delay)                                                           \
                   ? TW__VIA(name##_add(t, n, due))                                             \
                   : TW__ACCEPTED(tw__timers_beyond(&t->clock, s, n, due), &t->clock, n, due);  \
    }                                                                                           \
    TW__REST struct tw_node *name##__hand_out(struct name *t, void *s, tw_tick now) {           \
        return tw__timers_expire(&t->clock, s, ops, now);                                       \
    }                                                                                           \
    linkage struct tw_node *name##_expire(struct name *t, tw_tick now) {                        \
        void *s = in;                                                                           \
        return tw__timers_quiet(&t->clock, s, ops, now) ? NULL : name##__hand_out(t, s, now);   \
    }                                                                                           \
    linkage tw_tick name##_remaining(const struct name *t, const struct tw_node *n) {           \
        return tw__timers_remaining(&t->clock, TW__GIVEN(n, t, in));                            \
    }                                                                                           \
    linkage bool name##_pending(const struct name *t, const struct tw_node *n) {                \
        return tw__timers_pending(TW__GIVEN(n, t, in));                                         \
    }                                                                                           \
    linkage struct tw_node *name##_each(const struct name *t, const struct tw_node *n) {        \
        const void *s = in;                                                                     \
        TW__DEBUG(tw__debug_walk(&t->clock, s, n);)                                             \
        return tw__timers_each(&t->clock, s, ops, n);                                           \
    }

/* Defines struct name, a clock beside a structure, and how it begins. Each name of the
   structure stands once, so that a forgotten header gives few errors. */
#define TW__TIMERS_SET(name, of)                                                                 \
    TW__FOLD const struct tw_ops *name##__ops(void) { return &tw_##of##_ops; }                   \
    struct name {                                                                                \
        struct tw_clock clock;                                                                   \
        struct tw_##of in;                                                                       \
    };                                                                                           \
    TW__KIND(name, TW__HERE, of, 0,                                                              \
             TW__CONST_IN(name, s)->clock.due_list ||                                            \
                 tw__##of##_count(&TW__CONST_IN(name, s)->in))                                   \
    TW__INLINE void name##_init(struct name *t, tw_tick now, tw_##of##_array *array, size_t n) { \
        TW__STAMP(t, &name##__kind, n);                                                          \
        tw__clock_init(&t->clock, now), (name##__ops()->init)(&t->in, now, array, n);            \
    }                                                                                            \
    TW__INLINE size_t name##_bytes(size_t n) { return (name##__ops()->bytes)(n); }

/* Makes a set of timers over structure `of`. A second macro does the work, so that `of`
   may be a macro itself. bytes(): returns the size in bytes of the array for n timers. For
   a set over a structure that is chosen at run time, call bytes() in the table of that
   structure. */
#define TW_TIMERS_OF(name, of) TW__TIMERS_OF(name, of)
#define TW__TIMERS_OF(name, of)                                                                    \
    TW__TIMERS_SET(name, of)                                                                       \
    TW__TIMERS_CLOCK(TW__INLINE, name, TW__SEEN(name, t, &t->in), name##__ops(), tw__timers_quiet, \
                     TW__STEP)                                                                     \
    TW__TIMERS_NODES(TW__INLINE, name, TW__SEEN(name, t, &t->in), name##__ops())                   \
    TW__INLINE void name##_prefetch(const struct name *t, struct tw_node *const *nodes,            \
                                    const tw_tick *dues, size_t count) {                           \
        tw__timers_prefetch(&t->clock, TW__SEEN(name, t, &t->in), name##__ops(), nodes, dues,      \
                            count);                                                                \
    }

TW__INLINE void tw_timers_prefetch(const struct tw_timers *t, struct tw_node *const *nodes,
                                   const tw_tick *dues, size_t count) {
    TW__DEBUG(tw__debug_hint(&t->clock, __func__);)
    tw__timers_prefetch(&t->clock, t->in, t->ops, nodes, dues, count);
}

TW__END_C

#endif /* TW_TIMERS_H */

/* --------------------------------------------------------------------- IMPLEMENTATION */

#if (defined(TW_IMPLEMENTATION) || defined(TW_TIMERS_IMPLEMENTATION)) && \
    !defined(TW__TIMERS_IMPLEMENTED)
#define TW__TIMERS_IMPLEMENTED

TW__BEGIN_C

/* `runtime` stands for the name of a structure. The structure lies outside of the set, and
   does not move with it: so only nodes on the due list forbid a move. */
TW__KIND(tw_timers, "tw_timers", runtime, 0, TW__CONST_IN(tw_timers, s)->clock.due_list != NULL)

TW__API void tw_timers_init(struct tw_timers *t, tw_tick now, const struct tw_ops *ops, void *in,
                            void *array, size_t n) {
    TW__STAMP(t, &tw_timers__kind, n);
    tw__clock_init(&t->clock, now);
    t->ops = ops;
    t->in = in;
    (ops->init)(in, now, array, n);
}

TW__TIMERS_NODES(TW__API, tw_timers, TW__SEEN(tw_timers, t, t->in), t->ops)
TW__TIMERS_CLOCK(TW__API, tw_timers, TW__SEEN(tw_timers, t, t->in), t->ops, tw__timers_quiet,
                 TW__STEP)

TW__END_C

#endif

/* MIT No Attribution; the licence stands at the end of node.h and in the file LICENSE. */
