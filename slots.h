/* SPDX-License-Identifier: MIT-0 */
/* slots.h - lists of nodes in numbered slots, and a bit for each slot that is occupied.

   WHAT IT IS
       The wheels with levels (smallwheel.h, hwheel.h, bigwheel.h) keep nodes in numbered
       slots. Each slot is a list, known by its last node. This header has words of bits
       that tell which slots are occupied, and walks through all slots. It also has the
       state and the sorted lists that the two large wheels share, hwheel.h and bigwheel.h.
       Where many nodes wait, each step along a list may be a cache miss. So the large
       wheels walk along several lists in turn, and the cache misses overlap. You need not
       include this header; the wheels do. */
#include "verbs.h"

#ifndef TW_SLOTS_H
#define TW_SLOTS_H

TW__BEGIN_C

/* ------------------------------------------------------------------------------ TYPES */

/* The state that hwheel.h and bigwheel.h keep besides their slots. A slot stands for a
   range of ticks, its block. The block of a node is the block of its slot. */
struct tw_slots {
    tw_tick position;      /* a tick that follows the clock; nodes are placed by it */
    struct tw_node *first; /* the earliest node; NULL: not known, or there is none */
    size_t count;          /* the number of nodes */
    tw_tick wake;          /* no block of a node begins before this tick: no work until then */
    tw_tick next_read;     /* the tick of the next tw__slots_read(), which fetches lists */
    tw_tick first_due;     /* the deadline of `first`, if `first` is not NULL */
};

/* ----------------------------------------------------------------------------- ENGINE */

/* BITS. A word is as wide as an address, and has this number of bits. */
enum { TW__WORD_BITS = 8 * sizeof(uintptr_t) };

/* Returns the number of the digit that holds the highest one-bit of x. A digit has `bits`
   bits; the lowest digit has number 0. x is not 0. The form for speed divides the number of
   the one-bit by `bits`. If `bits` is no power of two, it multiplies and shifts instead:
   exact for numbers below 64. Invariant of the loop in the other form: i digits were
   dropped. Ends because each turn drops a digit. */
#if TW__GNU && TW__SPEED && \
    (UINTPTR_MAX > 0xFFFFFFFFu || defined(__i386__) || defined(__ARM_FEATURE_CLZ))
TW__INLINE unsigned tw__high_digit(tw_tick x, unsigned bits) {
    const unsigned bit = 63u - (unsigned)__builtin_clzll(x);

    return bits & (bits - 1) ? bit * (4096u / bits + 1u) >> 12 : bit / bits;
}
#else
TW__INLINE unsigned tw__high_digit(tw_tick x, unsigned bits) {
    unsigned i = 0;

    while ((x = (tw_tick)(x >> bits)) != 0)
        i++;
    return i;
}
#endif

/* Returns the number of the first one-bit from word i on, before word `end`. If there is
   none, returns the number of the first bit of word `end`. The loop ends at a word that is
   not 0, or at `end`. */
TW__INLINE size_t tw__bits_first(const uintptr_t *word, size_t i, size_t end) {
    while (i < end && word[i] == 0)
        i++;
    return i * TW__WORD_BITS + (i < end ? tw__low_bit(word[i]) : 0);
}

/* Does the same from bit i on: looks at the rest of the word that has bit i, then at the
   later words. */
TW__INLINE size_t tw__bits_from(const uintptr_t *word, size_t i, size_t end) {
    const uintptr_t bits = word[i / TW__WORD_BITS] >> i % TW__WORD_BITS;
    return bits ? i + tw__low_bit(bits) : tw__bits_first(word, i / TW__WORD_BITS + 1, end);
}

/* Returns bit i, as 0 or 1. */
TW__INLINE bool tw__bits_get(const uintptr_t *word, size_t i) {
    return word[i / TW__WORD_BITS] >> i % TW__WORD_BITS & 1;
}

/* Changes the bit of slot i, which was filled or emptied. The summary has a bit for each
   word: 1 if the word is not 0. So the bit of the summary changes if the word was 0 or
   becomes 0. */
TW__INLINE void tw__bits_toggle(uintptr_t *word, uintptr_t *summary, size_t i) {
    const size_t k = i / TW__WORD_BITS;
    const uintptr_t was = word[k];

    word[k] = was ^ (uintptr_t)1 << i % TW__WORD_BITS;
    if (was == 0 || word[k] == 0)
        summary[k / TW__WORD_BITS] ^= (uintptr_t)1 << k % TW__WORD_BITS;
}

/* KEYS. Returns the tick by which a deadline is placed: the position if the deadline lies
   before the position, else the deadline itself. Where ticks wrap, the distance from the
   position to the deadline decides. From three quarters of the range on, the deadline lies
   before the position. tw_before() would draw the line at half the range. But a deadline
   that lies ahead may be farther away than half. With 8-bit ticks, for example, the range
   is 256, a quarter is 64, and three distances add up to the fourth:

       position to a timer late by the clock  64 at most: both lie in one block, and a
                                              block has 64 ticks at most
       that timer to the clock                63 at most: less than a quarter late
       clock to a deadline, or the next now   64 at most: a quarter ahead
       position to that deadline, or now     191 at most, and below 192 */
TW__INLINE tw_tick tw__slots_key(tw_tick position, tw_tick due) {
    const bool passed = TW_TICK_BITS == 64
                            ? due < position
                            : (tw_tick)(due - position) >= (tw_tick)(3 * TW__QUARTER);
    return passed ? position : due;
}

#if defined(TW_DEBUG)

/* Warns, once for each wheel, if n was added after its tick had passed and the node before
   n has a later tick. In a set this cannot be: there such a node is due at once. */
TW__INLINE void tw__slots_passed(const struct tw_node *n, tw_tick key) {
    const struct tw_node *const before = n->u.list.prev;

    if (n->due != key && before && tw_before(n->due, before->due) &&
        tw__debug_first((struct tw_stamp *)(uintptr_t)n->mark.in, TW__WARNED_BEHIND))
        TW__WARN("tick %llu lies before the last take(), and leaves behind tick %llu. "
                 "If their order counts, use wheel, heap4, rbtree or skiplist.",
                 TW__ULL(n->due), TW__ULL(before->due));
}
#endif

/* STATE. Says whether tick comes before `wake`. If so, the wheel has nothing to do at tick,
   which must not come before the position. */
TW__INLINE bool tw__slots_asleep(const struct tw_slots *s, tw_tick tick) {
    return TW_TICK_BITS == 64 ? tick < s->wake : tw__nearer(s->position, tick, s->wake);
}

/* Makes n the first node, and keeps its deadline. If n is NULL, the first node is not
   known from now on. */
TW__INLINE void tw__slots_set_first(struct tw_slots *s, struct tw_node *n) {
    s->first = n;
    if (n)
        s->first_due = n->due;
}

/* Call this before n leaves the list that ends with `last`. If n is not the first node of
   the wheel, the first node stays. If n is, the next node of the list becomes the first, if
   its deadline is the same. Otherwise the first node is not known from now on. The form for
   size never looks at the next node. The deadline of n is read from first_due, because a
   move has already written the new deadline to n->due. */
TW__INLINE void tw__slots_forget(struct tw_slots *s, struct tw_node *n,
                                 const struct tw_node *last) {
    if (s->first == n)
        s->first =
            TW__SPEED && n != last && n->u.list.next->due == s->first_due ? n->u.list.next : NULL;
}

/* Call this after n was put into a slot. key is the tick by which n was placed. only: no
   other node waits. If only is true, or key comes before `wake`, `wake` becomes the
   position, so that the next take() searches. If only is true, or n comes before the known
   first node, n becomes the first node. */
TW__INLINE void tw__slots_note(struct tw_slots *s, struct tw_node *n, tw_tick key, bool only) {
    if (only || tw__slots_asleep(s, key))
        s->wake = s->position;
    if (only || (s->first && tw_before(key, s->first_due)))
        tw__slots_set_first(s, n);
    TW__DEBUG(tw__slots_passed(n, key);)
}

/* Does note(), and counts n in. */
TW__INLINE void tw__slots_enter(struct tw_slots *s, struct tw_node *n, tw_tick key) {
    tw__slots_note(s, n, key, s->count++ == 0);
}

/* Moves the position to now, a tick at which nothing fires. While nodes wait, the position
   does not go back. The caller guarantees that no block of a node begins between the
   position and now. Returns NULL, so that take() can return this call. */
TW__INLINE struct tw_node *tw__slots_follow(struct tw_slots *s, tw_tick now) {
    s->position = s->count == 0 ? now : tw__slots_key(s->position, now);
    return NULL;
}

/* Says whether nothing can be due: the wheel is empty, or now comes before `wake`. If so,
   the position follows now. */
TW__INLINE bool tw__slots_quiet(struct tw_slots *s, tw_tick now) {
    const bool quiet = s->count == 0 || tw__slots_asleep(s, now);

    if (quiet)
        (void)tw__slots_follow(s, now);
    return quiet;
}

/* Makes s empty at tick now. */
TW__INLINE void tw__slots_init(struct tw_slots *s, tw_tick now) {
    s->position = s->wake = s->next_read = s->first_due = now;
    s->first = NULL;
    s->count = 0;
}

/* RUNS. A slot of the lowest level, level 0, stands for one tick. A slot of a higher level
   stands for many ticks, and its list is in arming order. next() must find the earliest
   node of such a list. When next() first asks for a long list, it sorts the list, which
   then stays sorted. A sorted list consists of runs, each in the order of deadlines. A run
   is a ring like any list. But `prev` of its first node names the last node of the next
   older run. The pointer of the list names the last node of the newest run:

       oldest run   a -> b -> c -> d -> a       prev of a is NULL
                    e -> f -> e                 prev of e is d
       newest run   g -> g                      prev of g is f; the pointer names g

   A node that comes before the end of the newest run begins a run of rank 0. Two runs of a
   rank become one run of the next rank, as a carry runs through a binary number. So a list
   into which n nodes were armed has at most log2(n) + 1 runs. Each of its nodes was merged
   at most log2(n) + 1 times. Of equal deadlines the older stands in the older run, so
   equals keep their order. `home` of a node in a run is that of its slot, plus RUN times
   (1 + rank). RUN is greater than `home` of any slot. Where a word has 16 bits, 1024
   leaves room for ranks up to 62. A list is long if it has more than RUN_SHORT + 1 nodes.
   With ticks of 8 bits, which tests have, two nodes are a long list. A chain is a row of
   nodes through `next`, which NULL ends. */
enum { TW__RUN = UINTPTR_MAX > 0xFFFF ? 32768 : 1024, TW__RUN_SHORT = TW_TICK_BITS == 8 ? 0 : 8 };

/* Returns the slot in which n waits. */
TW__INLINE size_t tw__slots_place(const struct tw_node *n) {
    return n->home % TW__RUN - TW__WAITING;
}

/* Takes the newest run out of *list, as a chain. Returns the first node of the chain. A
   list that is not sorted counts as one run. */
TW__INLINE struct tw_node *tw__runs_pop(struct tw_node **list) {
    struct tw_node *const first = tw__list_next(*list);

    (*list)->u.list.next = NULL;
    *list = tw__list_prev(first);
    return first;
}

/* Puts the nodes of a chain into *list, as its newest run. home is the `home` that each
   node gets. The loop ends at the end of the chain. */
TW__INLINE void tw__runs_push(struct tw_node **list, struct tw_node *first, uintptr_t home) {
    struct tw_node *prev = *list, *n;

    for (n = first; n; n = n->u.list.next) {
        TW__MET(n)->home = home;
        n->u.list.prev = prev;
        prev = n;
    }
    prev->u.list.next = first;
    *list = prev;
}

/* Merges two chains in order, and returns the first node. Of equals, those of a come
   first. The loop ends because each turn takes a node from a or b. */
TW__INLINE struct tw_node *tw__runs_merge(struct tw_node *a, struct tw_node *b) {
    struct tw_node *first = NULL, **end = &first;

    while (a && b) {
        TW__COMPARED(b, b->due, a);
        if (tw_before(b->due, a->due)) {
            *end = b;
            end = &b->u.list.next;
            b = tw__list_next(b);
        } else {
            *end = a;
            end = &a->u.list.next;
            a = tw__list_next(a);
        }
    }
    *end = a ? a : b;
    return first;
}

/* Makes a sorted chain the newest run of *list, and merges runs of the same rank. `home` of
   `first`, the first node of the chain, is that of the slot. No run has a lower rank than
   the chain. The loop ends at a run of a higher rank, or when no run is left. */
TW__APART void tw__runs_carry(struct tw_node **list, struct tw_node *first) {
    uintptr_t home = first->home + TW__RUN;

    while (*list && (*list)->home <= home) {
        home = (*list)->home + TW__RUN;
        first = tw__runs_merge(tw__runs_pop(list), first);
    }
    tw__runs_push(list, first, home);
}

/* Puts n into a sorted list: at the end of the newest run, or as a run of its own. n->home
   is that of the slot. */
TW__INLINE void tw__runs_join(struct tw_node **list, struct tw_node *n) {
    TW__COMPARED(n, n->due, *list);
    if (!tw_before(n->due, (*list)->due)) {
        n->home = (*list)->home;
        tw__list_append(list, n);
    } else {
        n->u.list.next = NULL;
        tw__runs_carry(list, n);
    }
}

/* Sorts a list that was in arming order. Each turn takes a run off the front of the chain.
   The run ends before the first node that comes before its predecessor. The loops end
   because each takes nodes from the chain. */
TW__APART void tw__runs_sort(struct tw_node **list) {
    struct tw_node *first = tw__runs_pop(list), *n, *next;

    for (; first; first = next) {
        for (n = first; (next = tw__list_next(n)) != NULL; n = next) {
            TW__COMPARED(next, next->due, n);
            if (tw_before(TW__MET(next)->due, n->due))
                break;
        }
        n->u.list.next = NULL;
        tw__runs_carry(list, first);
    }
}

/* Returns the earliest node of *list, of equals the oldest. Sorts a long list first.
   The first loop goes along a list that is not sorted, by RUN_SHORT steps at most. If the
   loop comes to the last node, the list is short. The second loop compares the first nodes
   of the runs, newest to oldest. In the first node of a run, `prev` names the last node of
   the older run. `next` of that last node is the first node of the older run. */
TW__INLINE struct tw_node *tw__runs_first(struct tw_node **list) {
    struct tw_node *first = tw__list_next(*list), *n = first;
    size_t nodes = TW__RUN_SHORT;

    if (first->home < TW__RUN) {
        for (; n != *list && nodes; nodes--) {
            n = tw__list_next(n);
            TW__COMPARED(n, n->due, first);
            if (tw_before(n->due, first->due))
                first = n;
        }
        if (n == *list)
            return first;
        tw__runs_sort(list);
        first = n = tw__list_next(*list);
    }
    while ((n = tw__list_prev(n)) != NULL) {
        n = tw__list_next(n);
        TW__COMPARED(n, n->due, first);
        if (!tw_before(first->due, n->due))
            first = n;
    }
    return first;
}

/* Takes n, the first or the last node of its run, or both, out of a sorted list. The loop
   ends at the run of n. That run begins with n or, if n is only its last node, with the
   node after n. *list is then the pointer to the last node of the run. If n is the last,
   *list becomes `prev` of n: the node before n, or the last node of the older run. */
TW__INLINE void tw__runs_trim(struct tw_node **list, struct tw_node *n, bool first, bool last) {
    struct tw_node *const next = n->u.list.next, *const prev = n->u.list.prev;

    while (tw__list_next(*list) != (first ? n : next))
        list = &TW__MET((*list)->u.list.next)->u.list.prev;
    if (!first)
        prev->u.list.next = next;
    else if (!last)
        (*list)->u.list.next = next;
    if (!last)
        next->u.list.prev = prev;
    else
        *list = prev;
}

/* Takes n out of a sorted list; the count stays. n is the last node of its run if the next
   node does not name n as its prev. n is the first node of its run if its prev is NULL, or
   does not lead to n. The three cases are:

     1  n is the first node of the only run, and not the last: the next node becomes the
        first of the run, and of the wheel if n was the first node there
     2  n is another first or last node of a run
     3  n stands within a run */
TW__INLINE void tw__runs_leave(struct tw_slots *s, struct tw_node **list, struct tw_node *n) {
    struct tw_node *const next = n->u.list.next, *const prev = n->u.list.prev;
    const bool last = TW__MET(next)->u.list.prev != n;
    struct tw_node *first = NULL;

    TW__DEBUG(tw__debug_touch(n); tw__debug_touch(prev);)
    if (!prev && !last && (*list)->u.list.next == n) {
        (*list)->u.list.next = first = next;
        next->u.list.prev = NULL;
    } else if (last || !prev || prev->u.list.next != n) {
        tw__runs_trim(list, n, !prev || prev->u.list.next != n, last);
    } else {
        prev->u.list.next = next;
        next->u.list.prev = prev;
    }
    if (s->first == n)
        tw__slots_set_first(s, first);
}

/* Returns the address of the pointer that names the last node of the oldest run. The loop
   ends at the oldest run. */
TW__INLINE struct tw_node **tw__runs_oldest(struct tw_node **list) {
    while (tw__list_prev(tw__list_next(*list)))
        list = &(*list)->u.list.next->u.list.prev;
    return list;
}

/* Empties *list, and puts its nodes in front of a chain, older runs first. Returns the
   first node of the chain. The loop ends at the oldest run. */
TW__INLINE struct tw_node *tw__runs_chain(struct tw_node **list, struct tw_node *chain) {
    while (*list) {
        struct tw_node *const last = *list;
        struct tw_node *const first = tw__runs_pop(list);

        last->u.list.next = chain;
        chain = first;
    }
    return chain;
}

/* Takes the nodes of all slots out, as a chain. Returns its first node. */
TW__INLINE struct tw_node *tw__runs_take_all(struct tw_node **slot, size_t slots) {
    struct tw_node *chain = NULL;

    while (slots > 0)
        chain = tw__runs_chain(&slot[--slots], chain);
    return chain;
}

/* Returns the first node of the oldest run of the list that ends with `last`. A walk from
   there meets the older of two equals before the newer. The loop ends at the oldest run. */
TW__INLINE struct tw_node *tw__runs_begin(const struct tw_node *last) {
    while (last->u.list.next->u.list.prev)
        last = last->u.list.next->u.list.prev;
    return last->u.list.next;
}

/* Returns the node after n in the list that ends with `last`. NULL: n is the last one.
   Behind the last node of a run comes the first node of the next newer run. The loop
   searches that run from the newest on. It ends at the run whose first node names n as
   prev. */
TW__INLINE struct tw_node *tw__runs_after(const struct tw_node *last, const struct tw_node *n) {
    if (n->u.list.next->u.list.prev == n)
        return n->u.list.next;
    if (n == last)
        return NULL;
    while (last->u.list.next->u.list.prev != n)
        last = last->u.list.next->u.list.prev;
    return last->u.list.next;
}

/* Says whether the list that ends with `last` is linked both ways, and each of its runs is
   sorted. Each node must have the `home` of a run in `slot`, and an older run must have a
   higher rank. A link is followed only after `home` of its node was found right. The inner
   loop meets no node twice, because each node but the first names the node before it. The
   outer loop ends because the ranks rise. */
TW__INLINE bool tw__runs_sound(const struct tw_node *last, size_t slot) {
    uintptr_t least = 0;

    while (last) {
        const uintptr_t home = last->home;
        const struct tw_node *const first = last->u.list.next, *n = first, *next;

        if (home < least || home % TW__RUN != slot + TW__WAITING || !first || first->home != home)
            return false;
        for (; n != last; n = next) {
            next = tw__list_check(n, last, home);
            if (!next || next == first || (home >= TW__RUN && tw_before(next->due, n->due)))
                return false;
        }
        last = first->u.list.prev;
        if (last && home < TW__RUN)
            return false;
        least = home + 1;
    }
    return true;
}

/* Says whether the list that ends with `last` is sorted. An empty list, whose `last` is
   NULL, is not. */
TW__INLINE bool tw__runs_sorted(const struct tw_node *last) {
    return last && TW__MET(last)->home >= TW__RUN;
}

/* Says whether the list that ends with `last` has one node. */
TW__INLINE bool tw__runs_alone(const struct tw_node *last) {
    return last->u.list.next == last && !last->u.list.prev;
}

/* LISTS that are not sorted. Returns the node after n, slot by slot; if n is NULL, the
   first of the walk. NULL: the walk is over. The loop ends at the next occupied slot, or
   behind the last slot. */
TW__INLINE struct tw_node *tw__slots_each(struct tw_node *const *slot, size_t slots,
                                          const struct tw_node *n) {
    size_t i = n ? n->home - TW__WAITING : (size_t)-1;

    if (n && n != slot[i])
        return n->u.list.next;
    while (++i < slots)
        if (slot[i])
            return TW__MET(slot[i])->u.list.next;
    return NULL;
}

/* Clears words of bits. volatile: else compilers turn the loop into a call of memset(), which
   a program without a C library lacks. */
TW__INLINE void tw__bits_clear(volatile uintptr_t *word, size_t words) {
    while (words > 0)
        word[--words] = 0;
}

/* Takes all nodes out, as a chain, and clears the words of bits. No list is sorted. Returns
   the first node of the chain. NULL: there was none. Each turn puts a list in front of the
   chain. The nodes do not become idle here. */
TW__INLINE struct tw_node *tw__slots_take_all(struct tw_node **slot, size_t slots, uintptr_t *word,
                                              size_t words) {
    struct tw_node *chain = NULL, *first;

    for (; slots > 0; slots--, slot++)
        if (*slot) {
            first = TW__MET(*slot)->u.list.next;
            (*slot)->u.list.next = chain;
            chain = first;
            *slot = NULL;
        }
    tw__bits_clear(word, words);
    return chain;
}

/* Walks along the lists of the eight slots from i on, so that their nodes come into the
   cache. Slots from `end` on are left out. Each of the `steps` turns takes one step in
   every list, so that the cache misses overlap. A list is a ring, so a short list is walked
   again. A step is n[k] = n[k]->u.list.next, by a volatile read. */
TW__INLINE void tw__slots_read(struct tw_node *const *slot, size_t i, size_t end, size_t steps) {
    const struct tw_node *n[8];
    size_t lists = 0, k;

    for (end = i + 8 < end ? i + 8 : end; i < end; i++)
        if ((n[lists] = slot[i]) != NULL)
            lists++;
    for (; steps; steps--)
        for (k = 0; k < lists; k++)
            n[k] = *(struct tw_node *const volatile *)&n[k]
                        ->u.list.next; /* volatile: else compilers drop the read */
}

TW__END_C

#endif /* TW_SLOTS_H */

/* MIT No Attribution; the licence stands at the end of node.h and in the file LICENSE. */
