/* SPDX-License-Identifier: MIT-0 */
/* slots.h - lists of nodes in numbered slots, and a bit for each slot that is occupied.

   WHAT IT IS
       The wheels with levels (smallwheel.h, hwheel.h, bigwheel.h) put nodes into slots,
       each a list known by its last node. They ask which slot is the first one occupied,
       and move the nodes of some slots to others. The large ones read lists before they
       are needed. A list can only be followed one node after the other, so that of many
       nodes each step is a cache miss. Here lists take turns instead: the processor waits
       for several nodes at once. You need not include this header; those of the wheels
       do. */
#ifndef TW_SLOTS_H
#define TW_SLOTS_H

#include "verbs.h"

TW__BEGIN_C

/* ------------------------------------------------------------------------------ TYPES */

/* What each wheel has. */
struct tw_slots {
    tw_tick position;      /* what the nodes are placed by */
    struct tw_node *first; /* the earliest node; NULL: not known, or there is none */
    size_t count;
};

/* What small ones save: below, `k` is NULL for them. */
struct tw_slots_kept {
    tw_tick wake;      /* no occupied block begins between the position and this tick */
    tw_tick read;      /* before this tick no list is to be read ahead */
    tw_tick first_due; /* the deadline of `first`, if that is known */
};

/* ----------------------------------------------------------------------------- ENGINE */

/* BITS, in words as wide as an address. */
enum { TW__WORD_BITS = 8 * sizeof(uintptr_t) };

/* Which digit of `bits` bits has the highest one-bit of x, which is not 0? The lowest
   digit is 0. */
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

/* The number of the first one-bit from word i on, before word end; if there is none, that
   of end's first bit. */
TW__INLINE size_t tw__bits_first(const uintptr_t *word, size_t i, size_t end) {
    while (i < end && word[i] == 0)
        i++;
    return i * TW__WORD_BITS + (i < end ? tw__low_bit(word[i]) : 0);
}

/* The same from bit i on. */
TW__INLINE size_t tw__bits_from(const uintptr_t *word, size_t i, size_t end) {
    const uintptr_t bits = word[i / TW__WORD_BITS] >> i % TW__WORD_BITS;
    return bits ? i + tw__low_bit(bits) : tw__bits_first(word, i / TW__WORD_BITS + 1, end);
}

/* Slot i was filled or emptied. A summary, if there is one, has a bit for each word that
   is not 0. */
TW__INLINE void tw__bits_toggle(uintptr_t *word, uintptr_t *summary, size_t i) {
    const size_t k = i / TW__WORD_BITS;
    const uintptr_t was = word[k];

    word[k] = was ^ (uintptr_t)1 << i % TW__WORD_BITS;
    if (summary && (was == 0 || word[k] == 0))
        summary[k / TW__WORD_BITS] ^= (uintptr_t)1 << k % TW__WORD_BITS;
}

/* KEYS. The tick by which a deadline is placed: one that has passed counts as the
   position. tw_before() cannot tell it: with ticks that wrap, the position may lag behind
   a deadline by one block more than half the range. */
TW__INLINE tw_tick tw__slots_key(const struct tw_slots *s, tw_tick due) {
    const bool passed = TW_TICK_BITS == 64
                            ? due < s->position
                            : (tw_tick)(due - s->position) >= (tw_tick)(3 * TW__QUARTER);
    return passed ? s->position : due;
}

/* A small wheel leaves a block where it is until one of its nodes is due. tools/draw
   makes this 0, to show at a size that can be drawn what large wheels do. */
#ifndef TW__SLOTS_PATIENT
#define TW__SLOTS_PATIENT 1
#endif

/* Does a tick from the position on come before `wake`? */
TW__INLINE bool tw__slots_asleep(const struct tw_slots *s, const struct tw_slots_kept *k,
                                 tw_tick tick) {
    if (TW_TICK_BITS == 64)
        return tick < k->wake;
    return (tw_tick)(tick - s->position) < (tw_tick)(k->wake - s->position);
}

TW__INLINE void tw__slots_set_wake(struct tw_slots_kept *k, tw_tick tick) {
    if (k)
        k->wake = tick;
}

/* FIRST. Keeps the first node, or NULL, in mind. Does a key come before it, which is
   known? */
TW__INLINE void tw__slots_set_first(struct tw_slots *s, struct tw_slots_kept *k,
                                    struct tw_node *n) {
    s->first = n;
    if (k && n)
        k->first_due = n->due;
}

TW__INLINE bool tw__slots_earlier(const struct tw_slots *s, const struct tw_slots_kept *k,
                                  tw_tick key) {
    return tw_before(key, k ? k->first_due : s->first->due);
}

/* n, in the list whose last node is this, goes. If it is the first, the next of its list
   is if that is due then, too.
 */
TW__INLINE void tw__slots_leave(struct tw_slots *s, struct tw_slots_kept *k, struct tw_node *n,
                                const struct tw_node *last) {
    if (s->first == n)
        s->first = TW__SPEED && k && n != last && n->u.list.next->due == k->first_due
                       ? n->u.list.next
                       : NULL;
    s->count--;
}

/* n, which has this key, has come. */
TW__INLINE void tw__slots_enter(struct tw_slots *s, struct tw_slots_kept *k, struct tw_node *n,
                                tw_tick key) {
    if (k && (s->count == 0 || tw__slots_asleep(s, k, key)))
        k->wake = s->position;
    if (s->count++ == 0 || (s->first && tw__slots_earlier(s, k, key)))
        tw__slots_set_first(s, k, n);
}

/* TIME. Nothing fires: the position follows now, and enters no occupied block. */
TW__INLINE struct tw_node *tw__slots_follow(struct tw_slots *s, tw_tick now) {
    s->position = s->count == 0 ? now : tw__slots_key(s, now);
    return NULL;
}

TW__INLINE bool tw__slots_quiet(struct tw_slots *s, const struct tw_slots_kept *k, tw_tick now) {
    const bool quiet = k && (s->count == 0 || tw__slots_asleep(s, k, now));

    if (quiet)
        (void)tw__slots_follow(s, now);
    return quiet;
}

TW__INLINE void tw__slots_init(struct tw_slots *s, struct tw_slots_kept *k, tw_tick now) {
    s->position = now;
    s->first = NULL;
    s->count = 0;
    if (k)
        k->wake = k->read = k->first_due = now;
}

/* LISTS. When many nodes wait, reads in the lists of eight slots from i on, as far as
   they come before `end`, side by side. Short lists, being rings, are read again. */
TW__INLINE void tw__slots_read(struct tw_node *const *slot, size_t i, size_t end, size_t steps) {
    const struct tw_node *n[8];
    size_t lists = 0, k;

    for (end = i + 8 < end ? i + 8 : end; i < end; i++)
        if ((n[lists] = slot[i]) != NULL)
            lists++;
    for (; steps; steps--)
        for (k = 0; k < lists; k++)
            n[k] = *(struct tw_node *const volatile *)&n[k]
                        ->u.list.next; /* volatile: nobody uses it */
}

/* The node after n, slot by slot; NULL: begin, end. */
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

/* Takes all nodes out, as a chain, and clears the words of bits. */
TW__INLINE struct tw_node *tw__slots_drain(struct tw_slots *s, struct tw_node **slot, size_t slots,
                                           uintptr_t *word, size_t words) {
    struct tw_node *chain = NULL, *first;

    for (; slots > 0; slots--, slot++)
        if (*slot) {
            first = TW__MET(*slot)->u.list.next;
            (*slot)->u.list.next = chain;
            chain = first;
            *slot = NULL;
        }
    while (words > 0)
        /* volatile: else compilers make it a call of memset() */
        *(volatile uintptr_t *)&word[--words] = 0;
    s->first = NULL;
    s->count = 0;
    return chain;
}

TW__END_C

#endif /* TW_SLOTS_H */

/* MIT No Attribution; the licence stands at the end of node.h and in the file LICENSE. */
