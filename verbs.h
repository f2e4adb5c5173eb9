/* SPDX-License-Identifier: MIT-0 */
/* verbs.h - the functions that every structure gives, and the verbs that are made of them.

   WHAT IT IS
       A verb is a function that you call. This header makes the verbs, so that a verb means
       the same in each structure that has it. A structure provides functions that place,
       find and remove nodes. From these functions the header makes add, update, cancel,
       take, pop and clear, once for all structures. It also makes the names under which you
       call the verbs: for nodes or for your own objects, by tick or in an order of yours.
       You need not include it; the header of each structure does.

   HOW A VERB IS MADE
       tw_heap4_add()          made by TW__NODES(heap4) below; calls tw__add()
       tw__add()               the verb for all structures; asks full(), and calls
                               tw_heap4_ops.insert
       tw_heap4_ops.insert     an entry of the table of heap4; leads to tw__heap4_insert()
       tw__heap4_insert()      the function of heap4 that places the node

   A STRUCTURE x GIVES
       struct tw_x, the structure itself; tw_x_array, the type of an element of its array,
       or void if it takes none; and the functions that struct tw_ops explains: tw__x_init,
       _full, _has, _insert, _update, _remove, _next, _take, _quiet, _count, _each,
       _take_all, _check, _capacity, _storage, _bytes and _prefetch_group. The entry of
       struct tw_ops for _prefetch_group is named prefetch. A structure that keeps an order (no
       wheel does) gives tw__x_peek, too, and for walks in order tw__x_before. These
       functions may write any number of 2 or more to the `home` of a node that waits. The
       verbs alone set a node idle.

   AND GETS (x is the structure, q a queue of objects, o an object, t a set)
       verb         node by tick       objects by tick   in order           set (timers.h)
       add          tw_x_add           q_add(o, due)     q_add(o)           t_add
       cancel       tw_x_cancel        q_cancel          q_cancel           t_cancel
       update       tw_x_update *      -                 q_update           -
       prefetch     tw_x_prefetch      q_prefetch        q_prefetch         t_prefetch
       next, take   tw_x_next, _take   q_next, q_take    -                  t_next, t_expire
       peek, pop    tw_x_peek, _pop *  -                 q_peek, q_pop      -
       the others   tw_x_...           q_...             q_...              t_...
       * if it keeps an order

   WHO HAS WHAT (a set of timers over any structure has all verbs of timers.h)
                        heap4 rbtree skiplist sortedlist wheel smallwheel hwheel bigwheel
       init add           +     +       +         +        +       +        +       +
       cancel take        +     +       +         +        +       +        +       +
       count each         +     +       +         +        +       +        +       +
       clear check        +     +       +         +        +       +        +       +
       next prefetch      +     +       +         +        +       +        +       +
       peek pop update    +     +       +         +        -       -        -       -
       first last         -     +       +         +        -       -        -       -
       after before       -     +       +         +        -       -        -       -
       lower_bound        -     +       +         -        -       -        -       -
       storage capacity   +     -       -         -        -       -        -       -

   WHAT THEY DO (s is the structure, or the queue; n a node, or an object of yours; sets:
       timers.h)
       init              Makes s empty, with room for n nodes in array; in wheel.h, with n
                         slots. If s takes no array, or shall have no room, give NULL and
                         0. If nodes wait in s, call clear() before: init() forgets them.
       storage           Tells s where its array is now, with room for n nodes. If array
                         is NULL, there is room for none. False: s has more than n nodes;
                         nothing changed.
       capacity          Returns how many nodes s has room for.
       add               Inserts n behind the nodes with the same key. The key is due; in
                         a queue in order your object holds it. If n is in s already, it
                         moves as if it had been cancelled and added. False: s is full, or
                         heap4 sees that n waits elsewhere; nothing changed.
                         Let t be the now of the last take() or init(). In smallwheel,
                         hwheel and bigwheel, a key earlier than t may count as any tick up
                         to t. Nodes that you added earlier, with keys up to t, may then
                         leave ahead of n. Nodes with keys after t leave after n.
       cancel            Takes n out. False: n is idle, or heap4 sees that n waits
                         elsewhere; nothing changed.
       prefetch          Fetches into the cache the memory that arming, moving and
                         cancelling the nodes will touch: nodes, neighbours, slots, cells
                         and paths. It takes sixteen nodes at a time, and changes nothing.
                         Each node is idle or in s. dues[i] is the tick for which you will
                         arm nodes[i]; any tick is allowed. If you will only cancel, dues
                         may be NULL. A queue in order takes no dues, and fetches no path.
                         Call prefetch for the next 16 to 32 operations. With 50,000 nodes
                         or more it saves time; with fewer it costs time
                         (docs/performance.md). It reads the nodes that you give, nodes
                         that wait in s, and the memory of s. So call it only where you
                         might call add(). It fetches only if addresses have 64 bits and
                         gcc or clang optimise for speed.
       update            Restores order after you changed the key of n; call it at once. n
                         moves as if it had been cancelled and added. False: n does not
                         wait, or heap4 sees that n waits elsewhere; nothing changed.
       next              Writes the key of the first node to *due, exactly. It is the
                         least key, but for one exception in smallwheel, hwheel and
                         bigwheel: see add. False: s is empty.
       take              Takes out the first node if it is due by now, and returns it,
                         idle. NULL: the first node is not due, or s is empty.
       peek, first       Returns the first node, which stays. NULL: s is empty.
       pop               Takes out the first node, due or not, and returns it, idle. NULL:
                         s is empty.
       last              Returns the last node, which stays. NULL: s is empty.
       after             Returns the node after n in order; if n is NULL, the first. NULL:
                         there is none.
       before            Returns the node before n in order; if n is NULL, the last. NULL:
                         there is none.
       lower_bound       By tick: returns the first node whose key is not before `due`. In
                         order: returns the first object that does not come before the
                         object `key`. NULL: there is none.
       each              Returns the node after n in a walk over s, in no promised order;
                         if n is NULL, the first of the walk. NULL: the walk is over.
                         Change nothing during the walk. To take out all nodes for which a
                         condition holds, see docs/recipes.md.
       count             Returns the number of nodes.
       clear             Removes every node. Each is idle then, and can be added again.
       check             Returns the name of a property that does not hold, such as "heap4
                         1". The head of x.h lists the PROPERTIES of x. NULL: all hold. If
                         a node was zeroed, or passed to tw_node_init(), while it waited,
                         check() always names a property. It follows a link of a node only
                         after it has seen that the node belongs to s. So it returns after
                         every mistake that WHAT GOES WRONG lists, as long as the memory
                         of the nodes can be read. One exception: where addresses have 32
                         bits or fewer, heap4 keeps numbers in the links of its nodes.
                         check() of another structure may crash on such a node. Once
                         check() names a property, other verbs may crash or not return.
                         For tests: it takes O(n) or more, and TW_CHECK 0 leaves it out.
       bytes             Returns the size in bytes of an array for n timers; for wheel, of
                         an array for n slots. Only sets and delay queues have it.

   ARGUMENTS (of all headers; a tick is an absolute time in the unit that you chose, see
       timers.h)
       tw_tick due             the deadline, or the key: a tick
       tw_tick now             the tick that your clock shows
       tw_tick delay           ticks from now to the deadline
       struct tw_node *const *nodes  an array of the nodes that you will arm, move or
                               cancel
       type *const *objects    an array of your objects, for the same purpose
       const tw_tick *dues     an array of the ticks for which you will arm the nodes;
                               NULL: none is known
       size_t count            the number of elements in these arrays
       tw_tick *due            gets a tick; stays as it was if the verb returns false
       tw_tick ticks_per_ms    how many ticks make a millisecond, 1 or more
       tw_tick deadline        the tick up to which a thread sleeps at most; TW_FOREVER:
                               no end
       size_t max              the largest number of nodes that one call may handle
       size_t n                the number of timers that array has room for; for wheel,
                               the number of its slots
       struct tw_node *n       a node; only each(), after() and before() take NULL
       type *o                 your object; its node is the member that the macro names
       type *key               an object that holds the key to look for; your order reads
                               only its key
       tw_x_array *array       an array of yours, declared by TW_HEAP4_ARRAY() or the
                               like; keep it as long as s is used
       void *in                the structure, such as a struct tw_heap4; keep it as long
                               as the set is used
       struct tw_ops *ops      the table of the structure, such as &tw_heap4_ops
       tw_fn *fn               the function to call with each node and the now of the set;
                               the node is idle already. NULL: nothing is called
       struct tw_node **out    the array that gets the nodes: room for max pointers
       bool *earliest          gets true if n comes first now, else false

   WHAT GOES WRONG, AND THE ANSWER
       NULL for a node                             TW_ASSERT
       add to a full structure                     false; heap4 and wheel alone can be
                                                   full
       cancel or update of an idle node            false
       add, cancel or update of a node that is     your error. heap4 answers TW_ASSERT,
           in another structure                    else false, but does not see a node on
                                                   a due list. Any other structure takes
                                                   the node for its own, and is corrupt
       prefetch of a node of another structure     your error: the node's neighbours are
                                                   read as if they were in s
       an order of yours, `before` of TW_X_OF,     your error: rbtree and skiplist are
           that changes its answer for two         corrupt then; it must answer the same
           objects while their keys stay           within one add(), too
       update forgotten after a key was changed    your error: order is lost, as check()
                                                   tells; a queue by a key (TW_HEAP4_BY)
                                                   goes by the old key
       n->due written while n waits                your error, except right before update;
                                                   take may never return
       a node freed or copied while it waits       your error
       tw_node_init() of a node that waits         your error
       a structure moved while nodes wait in it    your error
       init of a structure in use                  your error: the old nodes still say
                                                   that they wait
       With -DTW_DEBUG most errors end with a line on stderr; debug.h says which do
       not. */
#include "node.h" /* outside the guard: node.h refuses a header of another version */

#ifndef TW_VERBS_H
#define TW_VERBS_H

TW__BEGIN_C

/* ------------------------------------------------------------------------------ TYPES */

/* The nodes of one step of prefetch(), at most TW__GROUP of them: their cache lines then
   fit into a first-level cache. due[i] is the tick for which node[i] will be armed; due
   is NULL if no tick is known. */
struct tw__group {
    struct tw_node *const *node;
    const tw_tick *due;
    size_t count;
};

enum { TW__GROUP = 16 };

/* The functions that a structure provides. `s` is the structure. */
struct tw_ops {
    /* Makes s empty at tick now, with room for n nodes in array. */
    void (*init)(void *s, tw_tick now, void *array, size_t n);

    /* Says whether s has no room for one more node. */
    bool (*full)(const void *s);

    /* Says whether n, which waits, is in s. If s cannot tell, the answer is true. */
    bool (*has)(const void *s, const struct tw_node *n);

    /* Inserts n, which is in no structure, with key due. n->due holds `due` already. s is
       not full. */
    void (*insert)(void *s, struct tw_node *n, tw_tick due);

    /* Moves n, which waits in s, to its new key due. n->due holds `due` already. Returns
       true always, so that a verb that returns true can end with a tail call. */
    bool (*update)(void *s, struct tw_node *n, tw_tick due);

    /* Removes n, which waits in s. */
    void (*remove)(void *s, struct tw_node *n);

    /* Writes the key of the first node to *due. False: s is empty. */
    bool (*next)(void *s, tw_tick *due);

    /* Removes and returns the first node with due <= now. NULL: there is none. */
    struct tw_node *(*take)(void *s, tw_tick now);

    /* Spares a set most calls of take(). True: take(now) would find no node. (hwheel and
       bigwheel have then moved their position to now, as take() would.) False: call
       take(now), which may find a node. */
    bool (*quiet)(void *s, tw_tick now);

    /* Returns the number of nodes. */
    size_t (*count)(const void *s);

    /* Returns the node after n in a walk; if n is NULL, the first. NULL: the walk is
       over. Of the nodes with the least key, the walk meets the first in order before the
       others. */
    struct tw_node *(*each)(const void *s, const struct tw_node *n);

    /* Removes all nodes, and returns the first of a chain of them through u.list.next,
       which NULL ends. It does not make them idle. */
    struct tw_node *(*take_all)(void *s);

    /* Returns "x 2" if property 2 at the head of x.h does not hold. NULL: all hold. */
    const char *(*check)(const void *s);

    /* Returns the number of nodes that s has room for. (size_t)-1: there is no bound. */
    size_t (*capacity)(const void *s);

    /* Gives s another array, with room for n nodes. False: s takes no other array, or has
       more than n nodes. */
    bool (*storage)(void *s, void *array, size_t n);

    /* Returns the size in bytes of the array for n nodes. */
    size_t (*bytes)(size_t n);

    /* Prefetches the memory that add(), update() and cancel() of a group will touch. Reads
       the nodes of the group and of s, and changes nothing. Tables have this entry where
       addresses have 64 bits. */
    TW__CACHED(void (*prefetch)(const void *s, const struct tw__group *g);)

    size_t size;      /* the size of the structure itself, in bytes */
    const char *name; /* the name of the structure, such as "heap4" */
};

/* ----------------------------------------------------------------------------- ENGINE

   INLINE, FOLD, ONCE, APART and REST before a function say how to compile it: compiler.h. */

/* Makes every node of a chain idle, and reports it as cancelled in this set. NULL ends the
   chain. */
TW__INLINE void tw__idle_all(const struct tw_clock *set, struct tw_node *chain) {
    (void)set;
    for (; chain; chain = chain->u.list.next) {
        chain->home = TW__IDLE;
        TW_TRACE(TW_CANCEL, set, chain, chain->due);
    }
}

/* THE VERBS. ops is the table of s. If the structure is known at compile time, the table
   is a constant, and its functions are called directly. A structure never sets a node
   idle: the verbs do. due is passed as an argument, so that no function must read n->due
   again. `set` is the clock of the set around s, for TW_TRACE; NULL if s stands alone. A
   call through a member or a parameter stands in parentheses, so that no macro of yours,
   such as next(x), matches it. */

/* Says whether n waits in a structure: it is neither idle nor on a due list. */
TW__INLINE bool tw__waits(const struct tw_node *n) {
    TW__NEEDS(n, TW__NULL("node"));
    return n->home >= TW__WAITING;
}

/* Says whether n waits in a structure. The structure must be s: TW_DEBUG checks this. */
TW__INLINE bool tw__waits_in(const void *s, const struct tw_node *n) {
    const bool waits = tw__waits(n);

    (void)s;
    TW__DEBUG(if (waits) tw__debug_given(s, n);)
    return waits;
}

/* Says whether s has no room for one more node. `set` is s, or the set around it. */
TW__FOLD bool tw__full(void *set, const void *s, const struct tw_ops *ops) {
    const bool full = (ops->full)(s);

    (void)set;
    TW__DEBUG(if (full) tw__debug_full(set, (ops->count)(s));)
    return full;
}

/* Writes the key due into n, which is about to enter s or to move within s. */
TW__INLINE void tw__set_key(void *s, struct tw_node *n, tw_tick due) {
    (void)s;
    TW__DEBUG(tw__debug_comes(s, n, due);)
    n->due = due;
}

/* Inserts n with key due. n is in no structure, and s is not full. If `home` of n is not
   idle, n has just been removed from s: the form for size moves a node so. */
TW__FOLD void tw__insert(const struct tw_clock *set, void *s, const struct tw_ops *ops,
                         struct tw_node *n, tw_tick due) {
    (void)set;
    TW_TRACE(n->home == TW__IDLE ? TW_ARM : TW_MOVE, set, n, due);
    tw__set_key(s, n, due);
    (ops->insert)(s, n, due);
}

/* Moves n, which waits, to key due. False: s sees that n waits elsewhere. */
TW__FOLD bool tw__update(const struct tw_clock *set, void *s, const struct tw_ops *ops,
                         struct tw_node *n, tw_tick due) {
    (void)set;
    if (!(ops->has)(s, n))
        return false;
    TW_TRACE(TW_MOVE, set, n, due);
    tw__set_key(s, n, due);
    return (ops->update)(s, n, due);
}

/* Inserts n with key due, or moves n there if it waits in s. False: s is full, or s sees
   that n waits elsewhere. The form for speed moves n by update(). The form for size, which
   follows, removes and inserts n. */
#if TW__SPEED
TW__FOLD bool tw__add(void *s, const struct tw_ops *ops, struct tw_node *n, tw_tick due) {
    if (tw__waits_in(s, n))
        return tw__update(NULL, s, ops, n, due);
    if (tw__full(s, s, ops))
        return false;
    tw__insert(NULL, s, ops, n, due);
    return true;
}
#else
TW__FOLD bool tw__add(void *s, const struct tw_ops *ops, struct tw_node *n, tw_tick due) {
    const bool waits = tw__waits_in(s, n);

    if (waits ? !(ops->has)(s, n) : tw__full(s, s, ops))
        return false;
    if (waits)
        (ops->remove)(s, n);
    tw__insert(NULL, s, ops, n, due);
    return true;
}
#endif

/* Removes n and makes it idle. False: n does not wait, or s sees that it waits
   elsewhere. */
TW__FOLD bool tw__cancel_in(const struct tw_clock *set, void *s, const struct tw_ops *ops,
                            struct tw_node *n) {
    (void)set;
    if (!tw__waits_in(s, n) || !(ops->has)(s, n))
        return false;
    TW_TRACE(TW_CANCEL, set, n, n->due);
    (ops->remove)(s, n);
    n->home = TW__IDLE;
    return true;
}

/* Does cancel() of a structure without a set. */
TW__FOLD bool tw__cancel(void *s, const struct tw_ops *ops, struct tw_node *n) {
    return tw__cancel_in(NULL, s, ops, n);
}

/* Takes out the first node if it is due by now, and makes it idle. NULL: there is none. */
TW__FOLD struct tw_node *tw__take(void *s, const struct tw_ops *ops, tw_tick now) {
    struct tw_node *n = (ops->take)(s, now);

    TW__DEBUG(tw__debug_out(n);)
    if (n)
        n->home = TW__IDLE;
    return n;
}

/* Takes out the first node, due or not: calls take() as if now were the key of the node.
   cancel() would read the node's place in s from the node, which may be a cache miss.
   next() and take() do without the place. */
TW__FOLD struct tw_node *tw__pop(void *s, const struct tw_ops *ops) {
    tw_tick due = 0;
    return (ops->next)(s, &due) ? tw__take(s, ops, due) : NULL;
}

/* Returns the first node, which stays. NULL: s is empty. The walk ends, because some node
   has the key that next() wrote. Among the nodes with this key, each() meets the first in
   order before the others. */
TW__FOLD struct tw_node *tw__first(void *s, const struct tw_ops *ops) {
    struct tw_node *n = NULL;
    tw_tick due = 0;

    if ((ops->next)(s, &due))
        for (n = (ops->each)(s, NULL); n->due != due;)
            n = (ops->each)(s, n);
    return n;
}

/* PREFETCHING. A prefetch changes nothing. It reads only the nodes that you give, and nodes
   that wait in s. */

/* Fetches the link words of n, without reading n. n may be NULL. */
TW__INLINE void tw__prefetch_links(const struct tw_node *n) {
    TW__HINT((const void *)((uintptr_t)n + offsetof(struct tw_node, u)));
}

/* Fetches the nodes of a group. A node may begin in one cache line and end in the next,
   so both its ends are fetched. */
TW__INLINE void tw__prefetch_nodes(const struct tw__group *g) {
    size_t i;

    for (i = 0; i < g->count; i++) {
        TW__NEEDS(g->node[i], TW__NULL("node"));
        TW__HINT(g->node[i]);
        TW__HINT(&g->node[i]->u.word[1]);
    }
}

/* Fetches the neighbours of those nodes of a group that are in a list. */
TW__INLINE void tw__prefetch_neighbours(const struct tw__group *g) {
    size_t i;

    for (i = 0; i < g->count; i++)
        if (g->node[i]->home != TW__IDLE) {
            tw__prefetch_links(g->node[i]->u.list.next);
            tw__prefetch_links(g->node[i]->u.list.prev);
        }
}

/* Does prefetch() for any number of nodes, group by group. The loop ends, because each turn
   takes a group off the rest. If TW__AHEAD is 0, nothing is fetched: the function is
   empty. */
#if TW__AHEAD
TW__FOLD void tw__prefetch(const void *s, const struct tw_ops *ops, struct tw_node *const *nodes,
                           const tw_tick *dues, size_t count) {
    while (count) {
        struct tw__group g;

        g.node = nodes;
        g.due = dues;
        g.count = count;
        if (g.count > TW__GROUP)
            g.count = TW__GROUP;
        (ops->prefetch)(s, &g);
        nodes += g.count;
        dues = dues ? dues + g.count : NULL;
        count -= g.count;
    }
}
#else
TW__INLINE void tw__prefetch(const void *s, const struct tw_ops *ops, struct tw_node *const *nodes,
                             const tw_tick *dues, size_t count) {
    (void)s, (void)ops, (void)nodes, (void)dues, (void)count;
}
#endif

/* The last verb, clear(): removes every node and makes it idle. */
TW__FOLD void tw__clear(void *s, const struct tw_ops *ops) {
    tw__idle_all(NULL, (ops->take_all)(s));
}

/* --------------------------------------------------------------------------- WRAPPERS

   A wrapper is a group of verbs whose names begin alike: with tw_heap4_, or with a name that
   you choose. Macros make the wrappers. x is the name of a structure, without tw_. */

/* Returns the structure in q. q is the queue of objects whose verb you called, and name is
   the type of q. */
#define TW__Q(name, q) TW__SEEN(name, q, &(q)->in)

/* CHECKED compiles check(), and CHECK_IN names it in the table. If TW_CHECK is 0, both
   leave check() out. */
#if TW_CHECK
#define TW__CHECKED(verb)  verb
#define TW__CHECK_IN(name) name
#else
#define TW__CHECKED(verb)
#define TW__CHECK_IN(name) NULL
#endif

/* Defines full(), has(), capacity() and storage() of a structure that has room for any
   number of nodes. Such a structure cannot tell its own nodes from others. */
#define TW__UNBOUNDED(x)                                                                      \
    TW__INLINE bool tw__##x##_full(const struct tw_##x *s) { return (void)s, false; }         \
    TW__INLINE bool tw__##x##_has(const struct tw_##x *s, const struct tw_node *n) {          \
        return (void)s, (void)n, true;                                                        \
    }                                                                                         \
    TW__INLINE size_t tw__##x##_capacity(const struct tw_##x *s) { return (void)s, TW__ALL; } \
    TW__INLINE bool tw__##x##_storage(struct tw_##x *s, void *array, size_t n) {              \
        return (void)s, (void)array, (void)n, false;                                          \
    }

/* Defines quiet() of a structure whose next() is one look at its first node. */
#define TW__QUIET_BY_NEXT(x)                                               \
    TW__INLINE bool tw__##x##_quiet(const struct tw_##x *s, tw_tick now) { \
        tw_tick due = 0;                                                   \
        return !tw__##x##_next(s, &due) || tw_before(now, due);            \
    }

/* Defines prefetch() of a structure whose nodes are in lists. The structure finds the
   place of a node without a search, or looks at a few nodes only. */
#define TW__PREFETCH_LISTED(x)                                                                    \
    TW__INLINE void tw__##x##_prefetch_group(const struct tw_##x *s, const struct tw__group *g) { \
        (void)s, tw__prefetch_nodes(g), tw__prefetch_neighbours(g);                               \
    }

/* Defines tw_x_prefetch(). It is inline, so that a program that does not call it has no
   byte of it. */
#define TW__PREFETCH_BY_NODE(x)                                                             \
    TW__INLINE void tw_##x##_prefetch(const struct tw_##x *s, struct tw_node *const *nodes, \
                                      const tw_tick *dues, size_t count) {                  \
        TW__DEBUG(tw__debug_hint(s, __func__); tw__debug_hinted(s, s, nodes, count);)       \
        tw__prefetch(s, &tw_##x##_ops, nodes, dues, count);                                 \
    }

/* Returns s, a void pointer, as a pointer to struct type. */
#define TW__IN(type, s)       TW__CAST(struct type *, s)
#define TW__CONST_IN(type, s) TW__CAST(const struct type *, s)

/* Defines name_ops, the table of structure x, and its functions, name__op_.... Each
   function only casts s and calls the function of x: read one and skip the rest. `ordered`
   is the prefix of insert, update and check, because these depend on the order. `taken` is
   the prefix of remove and take, which depend on the order only in a heap. If a structure
   has only one order, both prefixes are tw__x. TW__CACHED of compiler.h may leave the entry
   for prefetch out, with its comma. */
#define TW__OPS(name, x, ordered, taken)                                                 \
    TW__INLINE void name##__op_init(void *s, tw_tick now, void *array, size_t n) {       \
        TW__STAMP(&TW__IN(tw_##x, s)->stamp, NULL, n);                                   \
        tw__##x##_init(TW__IN(tw_##x, s), now, array, n);                                \
    }                                                                                    \
    TW__INLINE bool name##__op_full(const void *s) {                                     \
        return tw__##x##_full(TW__CONST_IN(tw_##x, s));                                  \
    }                                                                                    \
    TW__INLINE bool name##__op_has(const void *s, const struct tw_node *n) {             \
        return tw__##x##_has(TW__CONST_IN(tw_##x, s), n);                                \
    }                                                                                    \
    TW__INLINE void name##__op_insert(void *s, struct tw_node *n, tw_tick due) {         \
        ordered##_insert(TW__IN(tw_##x, s), n, due);                                     \
    }                                                                                    \
    TW__INLINE bool name##__op_update(void *s, struct tw_node *n, tw_tick due) {         \
        return ordered##_update(TW__IN(tw_##x, s), n, due), true;                        \
    }                                                                                    \
    TW__INLINE void name##__op_remove(void *s, struct tw_node *n) {                      \
        taken##_remove(TW__IN(tw_##x, s), n);                                            \
    }                                                                                    \
    TW__INLINE bool name##__op_next(void *s, tw_tick *due) {                             \
        return tw__##x##_next(TW__IN(tw_##x, s), due);                                   \
    }                                                                                    \
    TW__INLINE struct tw_node *name##__op_take(void *s, tw_tick now) {                   \
        return taken##_take(TW__IN(tw_##x, s), now);                                     \
    }                                                                                    \
    TW__INLINE bool name##__op_quiet(void *s, tw_tick now) {                             \
        return tw__##x##_quiet(TW__IN(tw_##x, s), now);                                  \
    }                                                                                    \
    TW__INLINE size_t name##__op_count(const void *s) {                                  \
        return tw__##x##_count(TW__CONST_IN(tw_##x, s));                                 \
    }                                                                                    \
    TW__INLINE struct tw_node *name##__op_each(const void *s, const struct tw_node *n) { \
        return tw__##x##_each(TW__CONST_IN(tw_##x, s), n);                               \
    }                                                                                    \
    TW__INLINE struct tw_node *name##__op_take_all(void *s) {                            \
        return tw__##x##_take_all(TW__IN(tw_##x, s));                                    \
    }                                                                                    \
    TW__CHECKED(TW__INLINE const char *name##__op_check(const void *s) {                 \
        return ordered##_check(TW__CONST_IN(tw_##x, s));                                 \
    })                                                                                   \
    TW__INLINE size_t name##__op_capacity(const void *s) {                               \
        return tw__##x##_capacity(TW__CONST_IN(tw_##x, s));                              \
    }                                                                                    \
    TW__INLINE bool name##__op_storage(void *s, void *array, size_t n) {                 \
        return tw__##x##_storage(TW__IN(tw_##x, s), array, n);                           \
    }                                                                                    \
    TW__INLINE void name##__op_prefetch(const void *s, const struct tw__group *g) {      \
        if (TW__AHEAD)                                                                   \
            tw__##x##_prefetch_group(TW__CONST_IN(tw_##x, s), g);                        \
    }                                                                                    \
    TW__TABLE const struct tw_ops name##_ops = {                                         \
        name##__op_init,                                                                 \
        name##__op_full,                                                                 \
        name##__op_has,                                                                  \
        name##__op_insert,                                                               \
        name##__op_update,                                                               \
        name##__op_remove,                                                               \
        name##__op_next,                                                                 \
        name##__op_take,                                                                 \
        name##__op_quiet,                                                                \
        name##__op_count,                                                                \
        name##__op_each,                                                                 \
        name##__op_take_all,                                                             \
        TW__CHECK_IN(name##__op_check),                                                  \
        name##__op_capacity,                                                             \
        name##__op_storage,                                                              \
        tw__##x##_bytes,                                                                 \
        TW__CACHED(name##__op_prefetch, ) sizeof(struct tw_##x),                         \
        #x};

/* Asserts that you gave an object. */
TW__INLINE void tw__object_given(const void *o) {
    (void)o;
    TW__NEEDS(o, TW__NULL("object"));
}

/* HINTS is 1 if prefetch() does anything: it fetches, or TW_DEBUG looks at the nodes. */
#if defined(TW_DEBUG)
#define TW__HINTS 1
#else
#define TW__HINTS TW__AHEAD
#endif

/* Defines struct name, a queue of objects, and the verbs that all such queues have. They
   take and return pointers to type. TW_X_OF gives your type another name, name__object,
   because a parameter of ours, such as q, would hide a type q. `table` is name_ops or
   tw_x_ops; `flags` are TW__KIND_ values of debug.h. name__of() returns the object of a
   node. name__prefetch() does prefetch() group by group. Its loop ends, because each turn
   takes a group off the rest. If HINTS, a constant, is 0, the compiler drops the loop. */
#define TW__OBJECTS(name, type, member, x, table, flags)                                        \
    struct name {                                                                               \
        struct tw_##x in;                                                                       \
    };                                                                                          \
    TW__KIND(name, TW__HERE, x, flags, tw__##x##_count(&TW__CONST_IN(name, s)->in) != 0)        \
    TW__FOLD type *name##__of(struct tw_node *n) { return n ? TW_OF(n, type, member) : NULL; }  \
    TW__INLINE void name##_init(struct name *q, tw_tick now, tw_##x##_array *array, size_t n) { \
        TW__STAMP(q, &name##__kind, n);                                                         \
        tw__##x##_init(&q->in, now, array, n);                                                  \
    }                                                                                           \
    TW__INLINE bool name##_cancel(struct name *q, type *o) {                                    \
        struct tw_##x *const in = TW__Q(name, q);                                               \
        tw__object_given(o);                                                                    \
        return tw__cancel(in, &table, &o->member);                                              \
    }                                                                                           \
    TW__INLINE size_t name##_count(const struct name *q) {                                      \
        return tw__##x##_count(TW__Q(name, q));                                                 \
    }                                                                                           \
    TW__INLINE type *name##_each(const struct name *q, const type *o) {                         \
        const struct tw_##x *const in = TW__Q(name, q);                                         \
        const struct tw_node *const n = o ? &o->member : NULL;                                  \
        TW__DEBUG(tw__debug_walk(in, in, n);)                                                   \
        return name##__of(tw__##x##_each(in, n));                                               \
    }                                                                                           \
    TW__INLINE void name##_clear(struct name *q) { tw__clear(TW__Q(name, q), &table); }         \
    TW__CHECKED(TW__INLINE const char *name##_check(const struct name *q) {                     \
        return (table.check)(TW__Q(name, q));                                                   \
    })                                                                                          \
    TW__INLINE void name##__prefetch(const void *s, type *const *o, const tw_tick *due,         \
                                     size_t count) {                                            \
        struct tw_node *n[TW__GROUP];                                                           \
        size_t k;                                                                               \
        while (TW__HINTS && count) {                                                            \
            for (k = 0; k < TW__GROUP && k < count; k++) {                                      \
                tw__object_given(o[k]);                                                         \
                n[k] = &o[k]->member;                                                           \
            }                                                                                   \
            TW__DEBUG(tw__debug_hinted(s, s, n, k);)                                            \
            tw__prefetch(s, &table, n, due, k);                                                 \
            o += k;                                                                             \
            count -= k;                                                                         \
            due = due ? due + k : NULL;                                                         \
        }                                                                                       \
    }

/* Adds the verbs of queues by tick. */
#define TW__OBJECTS_BY_TICK(name, type, member, x)                              \
    TW__INLINE void name##_prefetch(const struct name *q, type *const *objects, \
                                    const tw_tick *dues, size_t count) {        \
        name##__prefetch(TW__Q(name, q), objects, dues, count);                 \
    }                                                                           \
    TW__INLINE bool name##_add(struct name *q, type *o, tw_tick due) {          \
        struct tw_##x *const in = TW__Q(name, q);                               \
        tw__object_given(o);                                                    \
        return tw__add(in, &tw_##x##_ops, &o->member, due);                     \
    }                                                                           \
    TW__INLINE bool name##_next(struct name *q, tw_tick *due) {                 \
        return tw__##x##_next(TW__Q(name, q), due);                             \
    }                                                                           \
    TW__INLINE type *name##_take(struct name *q, tw_tick now) {                 \
        return name##__of(tw__take(TW__Q(name, q), &tw_##x##_ops, now));        \
    }

/* Returns `key`, which add() writes to a node. Only orders by before() use this macro.
   With TW_DEBUG an object that comes before itself ends the program. */
#if defined(TW_DEBUG)
#define TW__STRICT(before_itself, key) (tw__order_given(before_itself), (key))

TW__INLINE void tw__order_given(bool before_itself) {
    (void)before_itself;
    TW__WANT(!before_itself,
             "before(a, a) is true. Compare by <, not by <=: equals leave in the order in which "
             "they were added.");
}
#else
#define TW__STRICT(before_itself, key) (key)
#endif

/* Makes name##__precedes(a, b), which says whether object a comes before object b. It
   alone calls `before`, the user's order. The parameters have names of ours, so that
   neither hides the user's function. name_before(), with one underscore, is a verb: it
   returns the object before another. */
#define TW__ORDER(name, type, before) \
    TW__FOLD bool name##__precedes(type *tw__a, type *tw__b) { return before(tw__a, tw__b); }

/* Adds the verbs of queues whose objects hold their own key. `key` is an expression: the
   tick that add() writes to the node of object o. In an order by before() the node keeps
   its due, which such an order never reads. */
#define TW__OBJECTS_IN_ORDER(name, type, member, x, table, key)                                 \
    TW__INLINE bool name##_add(struct name *q, type *o) {                                       \
        struct tw_##x *const in = TW__Q(name, q);                                               \
        tw__object_given(o);                                                                    \
        return tw__add(in, &table, &o->member, key);                                            \
    }                                                                                           \
    TW__INLINE void name##_prefetch(const struct name *q, type *const *objects, size_t count) { \
        name##__prefetch(TW__Q(name, q), objects, NULL, count);                                 \
    }                                                                                           \
    TW__INLINE bool name##_update(struct name *q, type *o) {                                    \
        (void)TW__Q(name, q);                                                                   \
        tw__object_given(o);                                                                    \
        return tw__waits(&o->member) && TW__VIA(name##_add(q, o));                              \
    }                                                                                           \
    TW__INLINE type *name##_peek(const struct name *q) {                                        \
        return name##__of(tw__##x##_peek(TW__Q(name, q)));                                      \
    }                                                                                           \
    TW__INLINE type *name##_pop(struct name *q) {                                               \
        return name##__of(tw__pop(TW__Q(name, q), &table));                                     \
    }

/* Adds the verbs that walk in order. Structure x must give tw__x_each(s, n) in order, and
   tw__x_before(s, n). If n is NULL, tw__x_each() returns the first node, and
   tw__x_before() the last. */
#define TW__OBJECTS_WALK(name, type, member, x)                                             \
    TW__INLINE type *name##_before(const struct name *q, const type *o) {                   \
        return name##__of(tw__##x##_before(TW__Q(name, q), o ? &o->member : NULL));         \
    }                                                                                       \
    TW__INLINE type *name##_after(const struct name *q, const type *o) {                    \
        return name##__of(tw__##x##_each(TW__Q(name, q), o ? &o->member : NULL));           \
    }                                                                                       \
    TW__INLINE type *name##_first(const struct name *q) { return TW__VIA(name##_peek(q)); } \
    TW__INLINE type *name##_last(const struct name *q) { return TW__VIA(name##_before(q, NULL)); }

/* Returns s, the structure x that the verb was given. TW_DEBUG looks at it first. */
#define TW__S(x) TW__SEEN(tw_##x, s, s)

/* The compiled verbs of structure x, for nodes by tick. The API of x declares and explains
   these verbs. NODES makes the verbs that every structure has. NODES_FIRST makes the verbs
   of a structure that keeps an order, and NODES_WALK the verbs that walk in order. */
#define TW__NODES(x)                                                                             \
    TW__KIND(tw_##x, #x, x, 0, tw__##x##_count(TW__CONST_IN(tw_##x, s)) != 0)                    \
    TW__API void tw_##x##_init(struct tw_##x *s, tw_tick now, tw_##x##_array *array, size_t n) { \
        TW__STAMP(s, &tw_##x##__kind, n);                                                        \
        tw__##x##_init(s, now, array, n);                                                        \
    }                                                                                            \
    TW__API bool tw_##x##_add(struct tw_##x *s, struct tw_node *n, tw_tick due) {                \
        return tw__add(TW__S(x), &tw_##x##_ops, n, due);                                         \
    }                                                                                            \
    TW__API bool tw_##x##_cancel(struct tw_##x *s, struct tw_node *n) {                          \
        return tw__cancel(TW__S(x), &tw_##x##_ops, n);                                           \
    }                                                                                            \
    TW__API bool tw_##x##_next(struct tw_##x *s, tw_tick *due) {                                 \
        return tw__##x##_next(TW__S(x), due);                                                    \
    }                                                                                            \
    TW__API struct tw_node *tw_##x##_take(struct tw_##x *s, tw_tick now) {                       \
        return tw__take(TW__S(x), &tw_##x##_ops, now);                                           \
    }                                                                                            \
    TW__API struct tw_node *tw_##x##_each(const struct tw_##x *s, const struct tw_node *n) {     \
        (void)TW__S(x);                                                                          \
        TW__DEBUG(tw__debug_walk(s, s, n);)                                                      \
        return tw__##x##_each(s, n);                                                             \
    }                                                                                            \
    TW__API size_t tw_##x##_count(const struct tw_##x *s) { return tw__##x##_count(TW__S(x)); }  \
    TW__API void tw_##x##_clear(struct tw_##x *s) { tw__clear(TW__S(x), &tw_##x##_ops); }        \
    TW__CHECKED(TW__API const char *tw_##x##_check(const struct tw_##x *s) {                     \
        return (tw_##x##_ops.check)(TW__S(x));                                                   \
    })
#define TW__NODES_FIRST(x)                                              \
    TW__API bool tw_##x##_update(struct tw_##x *s, struct tw_node *n) { \
        (void)TW__S(x);                                                 \
        if (!tw__waits(n))                                              \
            return false;                                               \
        TW__DEBUG(tw__debug_keyed(n, n->due);)                          \
        return TW__VIA(tw_##x##_add(s, n, n->due));                     \
    }                                                                   \
    TW__API struct tw_node *tw_##x##_peek(const struct tw_##x *s) {     \
        return tw__##x##_peek(TW__S(x));                                \
    }                                                                   \
    TW__API struct tw_node *tw_##x##_pop(struct tw_##x *s) {            \
        return tw__pop(TW__S(x), &tw_##x##_ops);                        \
    }
#define TW__NODES_WALK(x)                                                                      \
    TW__API struct tw_node *tw_##x##_first(const struct tw_##x *s) {                           \
        return tw__##x##_peek(TW__S(x));                                                       \
    }                                                                                          \
    TW__API struct tw_node *tw_##x##_last(const struct tw_##x *s) {                            \
        return tw__##x##_before(TW__S(x), NULL);                                               \
    }                                                                                          \
    TW__API struct tw_node *tw_##x##_after(const struct tw_##x *s, const struct tw_node *n) {  \
        return tw__##x##_each(TW__S(x), n);                                                    \
    }                                                                                          \
    TW__API struct tw_node *tw_##x##_before(const struct tw_##x *s, const struct tw_node *n) { \
        return tw__##x##_before(TW__S(x), n);                                                  \
    }

TW__END_C

#endif /* TW_VERBS_H */

/* MIT No Attribution; the licence stands at the end of node.h and in the file LICENSE. */
