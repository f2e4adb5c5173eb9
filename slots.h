/* SPDX-License-Identifier: MIT-0 */
/* slots.h - lists of nodes in numbered slots, and a bit for each slot that is occupied.

   WHAT IT IS
       The wheels with levels (smallwheel.h, hwheel.h, bigwheel.h) keep nodes in numbered
       slots. Each slot is a list, known by its last node. This header has words of bits
       that tell which slots are occupied, and walks through all slots. It also has the
       state that hwheel.h and bigwheel.h share, the two large wheels. Where many nodes
       wait, each step along a list may be a cache miss. So the large wheels walk along
       several lists in turn, and the cache misses overlap. You need not include this
       header; the wheels do. */
#include "verbs.h" /* outside the guard: node.h sees two versions */

#ifndef TW_SLOTS_H
#define TW_SLOTS_H

TW__BEGIN_C

/* ------------------------------------------------------------------------------ TYPES */

/* The state that hwheel.h and bigwheel.h keep besides their slots. A slot stands for a
   range of ticks. Such a range is called a block, and the block of a node is that of its
   slot. */
struct tw_slots {
    tw_tick position;      /* a tick that follows the clock; nodes are placed by it */
    struct tw_node *first; /* the earliest node; NULL: not known, or there is none */
    size_t count;          /* the number of nodes */
    tw_tick wake;          /* no block of a node begins between the position and this tick */
    tw_tick read;          /* lists are read ahead again from this tick on */
    tw_tick first_due;     /* the deadline of `first`, if `first` is not NULL */
};

/* ----------------------------------------------------------------------------- ENGINE */

/* BITS. A word is as wide as an address, and has this number of bits. */
enum { TW__WORD_BITS = 8 * sizeof(uintptr_t) };

/* Returns the number of the digit that holds the highest one-bit of x, counted from 0 for
   the lowest digit. A digit has `bits` bits. x is not 0. Invariant of the loop: i digits
   were dropped. It ends because each turn drops a digit. */
#if TW__GNU && TW__SPEED && \
    (UINTPTR_MAX > 0xFFFFFFFFu || defined(__i386__) || defined(__ARM_FEATURE_CLZ))
TW__INLINE unsigned tw__high_digit(tw_tick x, unsigned bits) {
    return (63u - (unsigned)__builtin_clzll(x)) / bits;
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
   none, returns the number of the first bit of word `end`. The loop ends at a word that
   is not 0, or at `end`. */
TW__INLINE size_t tw__bits_first(const uintptr_t *word, size_t i, size_t end) {
    while (i < end && word[i] == 0)
        i++;
    return i * TW__WORD_BITS + (i < end ? tw__low_bit(word[i]) : 0);
}

/* Does the same from bit i on: looks at the rest of the word of bit i, then at the later
   words. */
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
   before the position, else the deadline itself. The position lags behind the clock. A
   timer that was left over may be late by nearly a quarter of the range, and the position
   by a block of the last level more. A block is a quarter at most, so the lag is below
   half the range. During a call that moves the clock it is below three quarters. Where
   ticks wrap, tw_before() cannot tell a tick that lies so far ahead of the position from
   a passed one. There a tick has passed if it lies in the quarter before the position. */
TW__INLINE tw_tick tw__slots_key(tw_tick position, tw_tick due) {
    const bool passed = TW_TICK_BITS == 64
                            ? due < position
                            : (tw_tick)(due - position) >= (tw_tick)(3 * TW__QUARTER);
    return passed ? position : due;
}

#if defined(TW_DEBUG)

/* Warns once a wheel if n, which was added after its tick had passed, stands behind a node
   with a later tick. In a set this cannot be: there such a node is due at once. */
TW__INLINE void tw__slots_passed(const struct tw_node *n, tw_tick key) {
    const struct tw_node *const before = n->u.list.prev;

    if (n->due != key && before && tw_before(n->due, before->due) &&
        tw__debug_first((struct tw_stamp *)(uintptr_t)n->mark.in, TW__WARNED_BEHIND))
        TW__WARN("tick %llu lies before the last take(), and leaves behind tick %llu. If "
                 "their order counts, use wheel, heap4, rbtree or skiplist.",
                 TW__ULL(n->due), TW__ULL(before->due));
}
#endif

/* LISTS. Returns the node after n, slot by slot. If n is NULL, returns the first of the
   walk.
   NULL: the walk is over. The loop ends at the next occupied slot, or behind the last
   slot. */
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

/* Takes all nodes out, as a chain, and clears the words of bits. Returns the first node
   of the chain. NULL: there was none. Each list is put in front of the chain. The nodes
   do not become idle here. */
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
    while (words > 0)
        /* volatile: else compilers turn this loop into a call of memset() */
        *(volatile uintptr_t *)&word[--words] = 0;
    return chain;
}

/* STATE. Says whether tick comes before `wake`: the wheel then has nothing to do at that
   tick. tick must not come before the position. */
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

/* Counts n out. Call this before n leaves the list that ends with `last`. If n is not the
   first node, the first node stays. If n is the first node, and its successor in the list
   has the same deadline, the successor becomes the first node. Otherwise the first node
   is not known from now on. The form for size never looks at the successor. The deadline
   of n is read from first_due, because a move has already written the new deadline to
   n->due. */
TW__INLINE void tw__slots_leave(struct tw_slots *s, struct tw_node *n, const struct tw_node *last) {
    if (s->first == n)
        s->first =
            TW__SPEED && n != last && n->u.list.next->due == s->first_due ? n->u.list.next : NULL;
    s->count--;
}

/* Counts n in. Call this after n was put into a slot; key is the tick by which it was
   placed. If the wheel was empty, or key comes before `wake`, `wake` becomes the
   position: the next call of take() searches. If the wheel was empty, or n comes before
   the known first node, n becomes the first node. */
TW__INLINE void tw__slots_enter(struct tw_slots *s, struct tw_node *n, tw_tick key) {
    if (s->count == 0 || tw__slots_asleep(s, key))
        s->wake = s->position;
    if (s->count++ == 0 || (s->first && tw_before(key, s->first_due)))
        tw__slots_set_first(s, n);
    TW__DEBUG(tw__slots_passed(n, key);)
}

/* Moves the position to now, a tick at which nothing fires. While nodes wait, the
   position does not go back. The caller guarantees that no block of a node begins between
   the position and now. Returns NULL, so that take() can return this call. */
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
    s->position = s->wake = s->read = s->first_due = now;
    s->first = NULL;
    s->count = 0;
}

/* Walks along the lists of the eight slots from i on, so that their nodes come into the
   cache. Slots from `end` on are left out. Each turn takes one step in every list, so
   that the cache misses overlap. There are `steps` turns. A list is a ring, so a short
   one is walked again. */
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
