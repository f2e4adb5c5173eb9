/* SPDX-License-Identifier: MIT-0 */
/* post.h - arms, moves and cancels timers from other threads, signal handlers and
   interrupts.

   WHAT IT IS
       A timer set belongs to one thread, its owner, and holds no lock. Another thread, a
       signal handler or an interrupt drops a card into the owner's inbox. The owner reads
       the cards before it lets timers fire. The card is a post: a node with a link and
       the wanted tick beside it. Sending takes a few atomic steps and never waits. Nothing
       is allocated, and no inbox gets full: the post is its own place in the inbox. If a
       post is sent again before it was drained, it stays one post, with the last request.

   PICK IT
       to arm timers of an event loop from other threads; to start a timeout in an
       interrupt or a signal handler.
   PICK ANOTHER
       if the owner itself arms: a plain node and timers_add() cost less. To hand timed
       work to several threads: delayqueue.h. If you must know at once whether a cancel
       came in time: delayqueue.h, which has a lock, or a cancel by the owner.

   DO THIS
       1  Put a post into your object:      struct conn { int fd; struct tw_post idle; };
       2  Make the set, and its drain:      TW_TIMERS_OF(timers, hwheel)   TW_POSTS_OF(timers)
       3  One inbox per set:                struct tw_posts inbox;   (all zero)
       4  Send, from anywhere:              if (tw_post_arm(&inbox, &c->idle, due))
                                            wake_the_owner();
       5  In the owner, once awake:         clear the wake-up, then
                                            timers_advance_some(&t, now, 0);
                                            timers_drain(&t, &inbox, NULL);
                                            timers_advance(&t, now);
       The first call of step 5 moves the clock of the set, and fires nothing. So drain()
       compares each request with the time as it is, however long the set was empty.
       wake_the_owner() writes to an eventfd that the owner polls, or sets a flag under a
       condition's lock. The owner reads the eventfd, or clears the flag, BEFORE it
       drains. If a post comes after the drain, its sender finds the inbox empty, and
       wakes the owner again. A sender in an interrupt handler need not call
       wake_the_owner(): the interrupt has woken the owner already. An owner that sleeps
       by an instruction of the processor first masks interrupts and looks into the inbox.
       It sleeps only if the inbox is empty: if (!tw_posts_any(&inbox))
       wait_for_interrupt(). A whole program: examples/threads/timer_thread_posts.c.

   ARGUMENTS
       struct tw_posts *q       the inbox of the set
       struct tw_post *p        the post, in an object of yours; not NULL
       tw_tick due              the deadline: a tick of the set, see timers.h. With 16 or
                                32-bit ticks it must be in reach when the owner drains,
                                too: less than a quarter of the range ahead or behind
       tw_post_fn *refused      is called with each post that the set refuses, and with
                                its tick

   COST
       Send: one exchange. If the post was idle, also one compare-and-swap, which is
       repeated while other senders come between. Drain: O(posts), for each an exchange
       and the add or cancel of the structure. With TW_POST_MASK() each of these steps
       masks interrupts. The mask holds for 3 to 7 instructions of a Cortex-M, 4 to 8 of
       RV32 (both gcc 12, -Os). It holds for at most 17 cycles of an AVR with 16-bit
       ticks, 33 with 32-bit ticks (gcc 5.4, -Os). Tests in tests/firmware count them. A
       post has 56 bytes on a 64-bit machine. With 32-bit ticks it has 32 on a 32-bit
       machine; with 16-bit ticks 16 on AVR. An inbox is a pointer.

   GUARANTEES (tried on every interleaving of small programs: tests/threads/post_test.c)
       - The next drain that begins after the call returned applies the request, unless
         another request for the same post has replaced it. But if two contexts send one
         post at once, the drain must begin after both calls returned: it applies the last
         request. No request is applied twice.
       - Posts are drained in arrival order. A post that was sent again keeps the place of
         its first request.
       - A sender that finds the inbox empty gets true: wake the owner. The other senders
         get false: one sender is told to wake the owner, for all of them.
       - A drain ends: it takes the posts that were in the inbox when it began.
       - Several contexts may send one post, even if one interrupts the send of another:
         the last exchange counts.
       - Only the owner touches the node. When the owner has drained a post, it sees all
         that its senders wrote before they sent. A sender that finds the inbox empty sees
         all that the owner wrote before the drain that emptied it.

   OWNERSHIP
       The node inside belongs to the owner, who may add and cancel it directly. Until a
       post has been drained, it may be sent to one inbox only. Before you free the
       object, make sure that nobody sends the post any more. Then drain, cancel its node,
       and free.
       The inbox, and the eventfd or flag that wakes the owner, must outlive every sender:
       a sender that was told true may wake the owner after the drain. Until the owner has
       drained the request to cancel a timer, the timer may fire. If you need an answer to
       a cancel, and ticks have 64 bits, arm the post for tick 0 instead. The timer then
       fires once more: n->due == 0 tells its callback that this is the cancel.

   WHAT GOES WRONG, AND THE ANSWER
       NULL for a post or an inbox              TW_ASSERT
       the set refuses (full, too far)          the post is idle by then; refused() gets
                                                it, or TW_ASSERT if refused is NULL
       a due that has passed                    due at once, as in timers.h
       one of the last three 64-bit ticks       counts as the very last

   HOW THE WANTED TICK TRAVELS
       The tick travels in one word together with the request. 0 stands for no request, 1
       for cancel. A higher word w asks to arm for tick w - 2. The word is only exchanged
       as a whole: nobody sees half of one tick with half of another, or an old tick with
       a new request. The word has 32 bits for 16-bit ticks, else 64 bits. No word is left
       for the last two 64-bit ticks: the last three count as the very last. A 32-bit
       processor needs 64-bit atomics for 32-bit ticks: x86 and ARMv7-A have them.
       Cortex-M, AVR and RV32 have none, and mask interrupts for the few instructions of
       the exchange. Cortex-M3 and above need no mask with 16-bit ticks.

   OPTIONS (the same in every file of a program)
       TW_POST_MASK()           if you define it, no atomics are used. It masks
                                interrupts, or takes a lock on several cores. It returns
                                the mask that there was before, an unsigned.
                                docs/threads.md has BASEPRI, NVIC priorities, a SoftDevice
                                and latencies
       TW_POST_UNMASK(was)      sets the mask `was` again. Both must keep the compiler
                                from moving memory accesses over them
         You may define the two by functions mask() and unmask(was).
         On a Cortex-M:
           static inline unsigned mask(void) {
               unsigned was;
               __asm volatile("mrs %0, primask\n cpsid i" : "=r"(was)::"memory");
               return was;
           }
           static inline void unmask(unsigned was) {
               __asm volatile("msr primask, %0" ::"r"(was) : "memory");
           }
         On an AVR, where 0x3f is SREG:
           static inline unsigned mask(void) {
               unsigned char was;
               __asm volatile("in %0, 0x3f\n cli" : "=r"(was)::"memory");
               return was;
           }
           static inline void unmask(unsigned was) {
               __asm volatile("out 0x3f, %0" ::"r"((unsigned char)was) : "memory");
           }
         On RISC-V in machine mode:
           static inline unsigned mask(void) {
               unsigned was;
               __asm volatile("csrrci %0, mstatus, 8" : "=r"(was)::"memory");
               return was & 8;
           }
           static inline void unmask(unsigned was) {
               __asm volatile("csrs mstatus, %0" ::"r"(was) : "memory");
           }
       TW_POST_C11              <stdatomic.h>, even if the compiler has builtins; where it
                                has none, <stdatomic.h> is taken anyway

   SOURCE
       R. K. Treiber, Systems Programming: Coping with Parallelism, IBM RJ 5118, 1986: the
       stack. Its reader takes the whole stack at once, which keeps it free of the ABA
       problem. The drain reverses it for order, as the Linux kernel's
       llist_reverse_order() does. */
#include "timers.h"

#ifndef TW_POST_H
#define TW_POST_H

TW__BEGIN_C

/* ---------------------------------------------------------------------------- ATOMICS

   Two variables are exchanged: the wanted word of a post, and the head of an inbox.

       swap_wanted, swap_head    store a value and return the old one
       push_head                 if the head is still `*next`, stores p and returns true;
                                 else sets `*next` to the head and returns false. It may
                                 fail without cause: call it again
       peek_head                 returns the head

   A function that stores is a release and an acquire. */

/* A word that holds a request and its tick. */
#if TW_TICK_BITS == 16
typedef uint32_t tw_post_word;
#else
typedef uint64_t tw_post_word;
#endif

struct tw_post;

#if defined(TW_POST_MASK)
typedef tw_post_word tw_post_wanted;
typedef struct tw_post *tw_post_head;

TW__INLINE tw_post_word tw__post_swap_wanted(tw_post_wanted *at, tw_post_word value) {
    const unsigned was = TW_POST_MASK();
    const tw_post_word old = *at;

    *at = value;
    TW_POST_UNMASK(was);
    return old;
}

TW__INLINE struct tw_post *tw__post_swap_head(tw_post_head *at, struct tw_post *p) {
    const unsigned was = TW_POST_MASK();
    struct tw_post *const old = *at;

    *at = p;
    TW_POST_UNMASK(was);
    return old;
}

TW__INLINE bool tw__post_push_head(tw_post_head *at, struct tw_post **next, struct tw_post *p) {
    const unsigned was = TW_POST_MASK();
    struct tw_post *const old = *at;
    const bool same = old == *next;

    if (same)
        *at = p;
    TW_POST_UNMASK(was);
    *next = old;
    return same;
}

TW__INLINE struct tw_post *tw__post_peek_head(const tw_post_head *at) {
    return *(struct tw_post *const volatile *)at;
}

#elif TW__GNU && !defined(TW_POST_C11)
#if !defined(__GCC_HAVE_SYNC_COMPARE_AND_SWAP_8) && \
    !(TW_TICK_BITS == 16 && defined(__GCC_HAVE_SYNC_COMPARE_AND_SWAP_4))
#error "post.h: cannot exchange so wide a word: define TW_POST_MASK() and TW_POST_UNMASK(was)"
#endif
/* aligned: on i386 a word of 64 bits may else lie in two cache lines */
typedef tw_post_word tw_post_wanted TW__ALIGNED(sizeof(tw_post_word));
typedef struct tw_post *tw_post_head;

TW__INLINE tw_post_word tw__post_swap_wanted(tw_post_wanted *at, tw_post_word value) {
    return __atomic_exchange_n(at, value, __ATOMIC_ACQ_REL);
}

TW__INLINE struct tw_post *tw__post_swap_head(tw_post_head *at, struct tw_post *p) {
    return __atomic_exchange_n(at, p, __ATOMIC_ACQ_REL);
}

TW__INLINE bool tw__post_push_head(tw_post_head *at, struct tw_post **next, struct tw_post *p) {
    return __atomic_compare_exchange_n(at, next, p, true, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED);
}

TW__INLINE struct tw_post *tw__post_peek_head(const tw_post_head *at) {
    return __atomic_load_n(at, __ATOMIC_RELAXED);
}

#elif defined(__STDC_VERSION__) && __STDC_VERSION__ >= 201112L && !defined(__STDC_NO_ATOMICS__)
#include <stdatomic.h>
#if ATOMIC_LLONG_LOCK_FREE != 2 && !(TW_TICK_BITS == 16 && ATOMIC_INT_LOCK_FREE == 2)
#error "post.h: cannot exchange so wide a word: define TW_POST_MASK() and TW_POST_UNMASK(was)"
#endif
typedef _Atomic(tw_post_word) tw_post_wanted;
typedef _Atomic(struct tw_post *) tw_post_head;

TW__INLINE tw_post_word tw__post_swap_wanted(tw_post_wanted *at, tw_post_word value) {
    return atomic_exchange_explicit(at, value, memory_order_acq_rel);
}

TW__INLINE struct tw_post *tw__post_swap_head(tw_post_head *at, struct tw_post *p) {
    return atomic_exchange_explicit(at, p, memory_order_acq_rel);
}

TW__INLINE bool tw__post_push_head(tw_post_head *at, struct tw_post **next, struct tw_post *p) {
    return atomic_compare_exchange_weak_explicit(at, next, p, memory_order_acq_rel,
                                                 memory_order_relaxed);
}

TW__INLINE struct tw_post *tw__post_peek_head(const tw_post_head *at) {
    return atomic_load_explicit(at, memory_order_relaxed);
}

#else
#error "post.h: this compiler has no atomics: define TW_POST_MASK() and TW_POST_UNMASK(was)"
#endif

/* ------------------------------------------------------------------------------ TYPES */

/* A timer that other contexts may arm, inside your object; you own the memory. All zero
   is valid and idle. */
struct tw_post {
    struct tw_node node;  /* only the owner touches it */
    struct tw_post *next; /* in the inbox: the post that was sent before */
    /* the last request, until it is drained; 0: none, and the post is in no inbox */
    tw_post_wanted wanted;
};

/* The posts for one set, the last one first. All zero is valid and empty. */
struct tw_posts {
    tw_post_head head;
};

/* The requests in a word: none, cancel, and arm for tick 0. Arming for tick t is
   TW__POST_ARM + t. */
enum { TW__POST_NONE = 0, TW__POST_CANCEL = 1, TW__POST_ARM = 2 };

/* The type of the function that drain() calls with a post that the set refuses, and with
   the tick of its request. */
typedef void tw_post_fn(struct tw_post *p, tw_tick due);

/* -------------------------------------------------------------------------------- API */

/* Initialises an idle post whose timer will call fn: the macro in a declaration, the
   function by a call. */
/* clang-format off */
#define TW_POST(fn) {TW_NODE(fn), NULL, 0}
/* clang-format on */
TW__INLINE void tw_post_init(struct tw_post *p, tw_fn *fn);

/* Returns the post around node n, such as a node that fired. TW_OF(n, struct conn,
   idle.node) returns your object in one step. */
#define TW_POST_OF(n) TW_OF(n, struct tw_post, node)

/* Asks the owner of q to arm p for tick due, or to move it there. Any context may call
   it. True: wake the owner. False: another call is told to wake the owner. */
TW__INLINE bool tw_post_arm(struct tw_posts *q, struct tw_post *p, tw_tick due);

/* Asks the owner of q to cancel p, if p is armed when the owner drains. Any context may
   call it. True: wake the owner. False: another call is told to wake the owner. */
TW__INLINE bool tw_post_cancel(struct tw_posts *q, struct tw_post *p);

/* Says whether a post is in q. Any context may call it. It is a relaxed load, which
   orders nothing. On one core with interrupts masked the answer is right; elsewhere it is
   a hint. If an owner on another core tells senders when it sleeps, both sides need a
   fence: docs/threads.md. */
TW__INLINE bool tw_posts_any(const struct tw_posts *q);

/* TW_POSTS_OF(timers), behind TW_TIMERS_OF(timers, ...), gives one verb:
       size_t timers_drain(struct timers *t, struct tw_posts *q, tw_post_fn *refused)
   It applies the posts of q to t, in arrival order, and returns how many there were. Only
   the owner of t may call it, in callbacks too. If t refuses to arm p, it calls
   refused(p, due). If refused is NULL in that case, TW_ASSERT fails. refused() may send p
   again, free p, arm and cancel in t, and drain. It must not free another post that was
   sent and is not drained yet. That may be a post which comes later in this drain. Sets
   over a structure chosen at run time have tw_timers_drain() already. The macro makes a
   second function for the verb, timers_post_apply(). */

/* ----------------------------------------------------------------------------- ENGINE

   A post is in one of three states. Its wanted word is 0 in the first, and not 0 in the
   others:

       idle         The post is in no list. The sender whose exchange finds 0 holds the
                    link of the post from then on.
       on its way   The holder of the link puts the post on the inbox, by
                    compare-and-swap. Other senders exchange the word only.
       sent         The post is on the inbox, or in the list that the owner of the set has
                    taken. The owner reads the link, then exchanges the word for 0. */

/* Writes the request into p, and puts p on the inbox if it was idle. True: the inbox was
   empty. Invariant: p->next is the head as last seen. The loop ends in a turn in which no
   other context changes the head. */
TW__ONCE bool tw__post_send(struct tw_posts *q, struct tw_post *p, tw_post_word wanted) {
    struct tw_post *next;

    if (tw__post_swap_wanted(&p->wanted, wanted) != TW__POST_NONE)
        return false;
    next = tw__post_peek_head(&q->head);
    do
        p->next = next;
    while (!tw__post_push_head(&q->head, &next, p));
    return next == NULL; /* not p->next, which another sender may have written by now */
}

/* `last` is the greatest tick whose word, last + ARM, does not wrap. */
TW__INLINE bool tw_post_arm(struct tw_posts *q, struct tw_post *p, tw_tick due) {
    const tw_post_word wanted = due, last = (tw_post_word) ~(tw_post_word)TW__POST_ARM;

    TW__NEEDS(q, TW__NULL("inbox"));
    TW__NEEDS(p, TW__NULL("post"));
    return tw__post_send(q, p, (wanted < last ? wanted : last) + TW__POST_ARM);
}

TW__INLINE bool tw_post_cancel(struct tw_posts *q, struct tw_post *p) {
    TW__NEEDS(q, TW__NULL("inbox"));
    TW__NEEDS(p, TW__NULL("post"));
    return tw__post_send(q, p, TW__POST_CANCEL);
}

TW__INLINE void tw_post_init(struct tw_post *p, tw_fn *fn) {
    TW__NEEDS(p, TW__NULL("post"));
    tw_node_init(&p->node, fn);
    p->next = NULL;
    (void)tw__post_swap_wanted(&p->wanted, TW__POST_NONE);
}

TW__INLINE bool tw_posts_any(const struct tw_posts *q) {
    TW__NEEDS(q, TW__NULL("inbox"));
    return tw__post_peek_head(&q->head) != NULL;
}

/* Arms n in set t for *due; if due is NULL, cancels n. False: t refuses n. */
typedef bool tw__post_apply_fn(void *t, struct tw_node *n, const tw_tick *due);

/* Takes all posts of the inbox at once, and returns the post that arrived first. Afterwards
   each link leads to the post that arrived next. Invariant of the loop, which turns links:
   the posts from `first` on are in arrival order, and the posts from p on are not yet. */
TW__INLINE struct tw_post *tw__posts_take_all(struct tw_posts *q) {
    struct tw_post *p, *next, *first = NULL;

    for (p = tw__post_swap_head(&q->head, NULL); p; p = next) {
        next = p->next;
        p->next = first;
        first = p;
    }
    return first;
}

/* Takes the request out of p, and applies it to set t. Once the word of p is 0, a new
   request puts p on the inbox again. */
TW__FOLD void tw__post_apply(struct tw_post *p, void *t, tw__post_apply_fn *apply,
                             tw_post_fn *refused) {
    const tw_post_word wanted = tw__post_swap_wanted(&p->wanted, TW__POST_NONE);
    const bool last = (tw_post_word)(wanted + 1) == 0; /* all ones: see tw_post_arm() */
    const tw_tick due = last ? TW_TICK_MAX : (tw_tick)(wanted - TW__POST_ARM);

    if (!(apply)(t, &p->node, wanted == TW__POST_CANCEL ? NULL : &due)) {
        TW__NEEDS(refused, "the set refused a post, and nobody hears of it. "
                           "Give drain() a function for refused posts.");
        if (refused)
            (refused)(p, due);
    }
}

/* Applies the posts of the inbox to set t in arrival order, and returns their number. */
TW__FOLD size_t tw__posts_drain(struct tw_posts *q, void *t, tw__post_apply_fn *apply,
                                tw_post_fn *refused) {
    struct tw_post *p, *next;
    size_t count = 0;

    for (p = tw__posts_take_all(q); p; p = next, count++) {
        next = p->next; /* read first: once the word is 0, a sender may write the link */
        tw__post_apply(p, t, apply, refused);
    }
    return count;
}

/* ---------------------------------------------------------------------------- WRAPPER */

/* See API. */
#define TW_POSTS_OF(name)                                                                     \
    TW__INLINE bool name##_post_apply(void *t, struct tw_node *n, const tw_tick *due) {       \
        TW__DEBUG(tw__debug_via(#name "_drain");)                                             \
        return due ? name##_add(TW__CAST(struct name *, t), n, *due)                          \
                   : (name##_cancel(TW__CAST(struct name *, t), n), true);                    \
    }                                                                                         \
    TW__INLINE size_t name##_drain(struct name *t, struct tw_posts *q, tw_post_fn *refused) { \
        TW__NEEDS(t, TW__NULL("set"));                                                        \
        TW__NEEDS(q, TW__NULL("inbox"));                                                      \
        return tw__posts_drain(q, t, name##_post_apply, refused);                             \
    }

TW_POSTS_OF(tw_timers)

TW__END_C

#endif /* TW_POST_H */

/* MIT No Attribution; the licence stands at the end of node.h and in the file LICENSE. */
