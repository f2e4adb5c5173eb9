/* SPDX-License-Identifier: MIT-0 */
/* shards.h - one timer set per core: each loop arms its own timers without a lock, and
   asks other loops to arm theirs.

   WHAT IT IS
       A shard is a set of timers.h, an inbox of post.h, and a word. The word says whether
       the thread of the shard sleeps. Each timer has a home: the shard for which it was
       made. (The field `home` of a tw_node is no shard: it tells where the node waits.)
       The thread of the home arms and cancels the timer in the set, without an atomic
       exchange. Every other thread sends a request to the home. If the home sleeps, the
       sender wakes it. While a shard sleeps, a thread that is awake may fire the timers of
       that shard.

   PICK IT
       for a program with one event loop per core.
   PICK ANOTHER
       for one loop with timers that others arm: post.h. To hand timed work to any of
       several threads: delayqueue.h.

   DO THIS
       1  Make a kind of shard:             TW_SHARDS_OF(loops, hwheel)
       2  One shard per loop, and a bell:   loops_init(&s, now(), NULL, 0);  s.at.wake = ring;
          ring() writes to an eventfd of the loop, or sets a flag under a condition's lock.
          Put the shard first into a struct of yours, and the eventfd behind it: ring() casts
          its argument, a struct tw_shard *, to a pointer to this struct.
       3  A timer into your object:         struct conn { int fd; struct tw_shard_timer idle; };
                                            loops_timer_init(&s, &c->idle, on_idle);
       4  The loop:                         me = &s;
                                            for (;;) {
                                                poll(fds, n, loops_sleep_ms(me, now(), 1));
                                                clear the bell;
                                                me = loops_woken(&s);
                                                loops_turn(me, now());
                                                serve the descriptors, and arm;
                                            }
       5  Arm and cancel, from anywhere:    loops_arm(me, &c->idle, now() + 5000);
                                            loops_cancel(me, &c->idle);
       `me` is the shard that the calling thread runs. It is NULL in a thread that runs no
       shard, in a signal handler, and after woken() has answered NULL. In a callback `me`
       is the home of the timer that fires: loops_home(TW_SHARD_TIMER_OF(n)).
       turn() moves the clock of the set. arm() at home judges its tick by this clock. So
       does cancel_and_wait() with the requests that it drains. To serve the descriptors
       before turn() with 16 or 32-bit ticks, first move the clock:
       if (me) loops_set_advance_some(&me->set, now(), 0).
       A whole program: examples/threads/loops.c.

   COST
       arm, cancel at home   a load, and what the set takes
       elsewhere             a send of post.h; a call of wake() if the home sleeps
       turn                  a load and advance(); with requests, also an advance() that
                             fires nothing, a drain and two exchanges
       sleep, woken          an exchange each; sleep also swaps the inbox, NULL for NULL
       A timer has 64 bytes on a 64-bit machine: a post and a pointer. A shard has two
       cache lines beside its set.

   GUARANTEES (tried on every interleaving of small programs: tests/threads/shards_test.c)
       - A turn of the home applies each request, and judges it by the now of that turn,
         however long the home slept. If the home drains within cancel_and_wait(), the now
         of its set counts. No home goes on sleeping while a request waits: wake() is
         called, or sleep() answers that something is due.
       - A cancel at home holds at once: the timer does not fire, even if an earlier request
         to arm it still waits.
       - Only one thread at a time arms, fires and cancels a timer: the thread of its home,
         or a thread within pull(). Each thread sees what the other wrote.
       - wake() is called while the home sleeps or just wakes. pull() calls it, too, if the
         home waits for the set.
       - All else is as in timers.h and post.h: never early, first in, first out.

   OWNERSHIP
       Shards must outlive every thread that sends to them or pulls. To free the object of
       a timer, call cancel() at home, or cancel_and_wait(). Free the object once no other
       thread sends the timer any more, and settled() is true. A request that waits keeps
       the timer in the inbox until the next turn. s.set is a set of timers.h, struct
       name_set: its owner may call the verbs that arm nothing, such as name_set_count().

   WHAT GOES WRONG, AND THE ANSWER
       NULL for a timer                         TW_ASSERT
       `me` is a shard of another thread        your error; TW_DEBUG ends the program
       woken() without a sleep() before         your error: it returns NULL for ever
       the home refuses what was asked          s.at.refused(p, due), as in post.h
       arm() at home after a sleep, before      your error with 16/32-bit ticks: the timer
       the clock was moved                      is refused, or is late
       cancel_and_wait() in a callback          TW_ASSERT, if `me` is given: two callbacks
                                                could wait for each other
       cancel_and_wait() while the home's       waits for ever: your error
       thread has ended, waits for the
       caller, or wants a lock of the caller

   OPTIONS (the same in every file of a program, beside those of post.h)
       TW_SHARD_LINE   64       bytes of a cache line: the parts of a shard are aligned to
                                it (gcc, clang). malloc() aligns less: allocate
                                by aligned_alloc(), or define TW_SHARD_LINE as 16

   SOURCE
       Sleeping beside an inbox: E. W. Dijkstra, Cooperating Sequential Processes, 1965
       (Dekker's algorithm). Pulling the timers of a sleeping core: timer_migration.c of
       Linux 6.9. */
#include "post.h"

#ifndef TW_SHARDS_H
#define TW_SHARDS_H

TW__BEGIN_C

#if !defined(TW_SHARD_LINE)
#define TW_SHARD_LINE 64
#endif

/* ---------------------------------------------------------------------------- ATOMICS

   Adds two steps to those of post.h, on words of type tw_post_wanted:

       peek_word    returns the word, and acquires what its writer has released
       take_word    if the word is still the one given, stores HELD (struct tw_shard) and
                    returns true */

/* The states of a shard; struct tw_shard explains them. */
enum { TW__SHARD_AWAKE = 0, TW__SHARD_HELD = 1, TW__SHARD_FOREVER = 2, TW__SHARD_UNTIL = 3 };

#if defined(TW_POST_MASK)
TW__INLINE tw_post_word tw__shard_peek_word(const tw_post_wanted *at) {
    const unsigned was = TW_POST_MASK();
    const tw_post_word word = *at;

    TW_POST_UNMASK(was);
    return word;
}

TW__INLINE bool tw__shard_take_word(tw_post_wanted *at, tw_post_word word) {
    const unsigned was = TW_POST_MASK();
    const bool same = *at == word;

    if (same)
        *at = TW__SHARD_HELD;
    TW_POST_UNMASK(was);
    return same;
}

#elif TW__GNU && !defined(TW_POST_C11)
TW__INLINE tw_post_word tw__shard_peek_word(const tw_post_wanted *at) {
    return __atomic_load_n(at, __ATOMIC_ACQUIRE);
}

TW__INLINE bool tw__shard_take_word(tw_post_wanted *at, tw_post_word was) {
    return __atomic_compare_exchange_n(at, &was, (tw_post_word)TW__SHARD_HELD, false,
                                       __ATOMIC_ACQUIRE, __ATOMIC_RELAXED);
}

#else
TW__INLINE tw_post_word tw__shard_peek_word(const tw_post_wanted *at) {
    return atomic_load_explicit(at, memory_order_acquire);
}

TW__INLINE bool tw__shard_take_word(tw_post_wanted *at, tw_post_word was) {
    return atomic_compare_exchange_strong_explicit(at, &was, (tw_post_word)TW__SHARD_HELD,
                                                   memory_order_acquire, memory_order_relaxed);
}
#endif

/* ------------------------------------------------------------------------------ TYPES */

struct tw_shard;

/* The type of the function that wakes the thread of shard s. Any context may call it. */
typedef void tw_shard_fn(struct tw_shard *s);

/* What other threads see of a shard. All zero is valid: the shard is awake, and has no
   wake(). */
struct tw_shard {
    struct tw_posts inbox TW__ALIGNED(TW_SHARD_LINE);
    /* AWAKE: the thread of the shard has the set, or waits for the set. HELD: a thread
       within pull() has the set. FOREVER: the thread of the shard sleeps, and nothing is
       armed. UNTIL + t: this thread sleeps, and t is the first deadline. */
    tw_post_wanted state TW__ALIGNED(TW_SHARD_LINE);
    tw_post_wanted draining; /* 1 while requests are applied */
    tw_shard_fn *wake;       /* yours; NULL: senders need not wake the thread */
    tw_post_fn *refused;     /* yours, for requests that the set refuses; NULL: TW_ASSERT */
};

/* A timer, inside your object. Only name_timer_init() makes one. */
struct tw_shard_timer {
    struct tw_post post;
    struct tw_shard *home;
};

/* The answers of arm() and cancel(). */
enum tw_shard_answer {
    TW_SHARD_NO,   /* the set refuses, or the timer was idle; nothing changed */
    TW_SHARD_DONE, /* done, at home */
    TW_SHARD_ASKED /* a later turn of the home does it */
};

/* -------------------------------------------------------------------------------- API */

/* Returns the timer around node n, such as a node that fired. */
#define TW_SHARD_TIMER_OF(n) TW_OF(n, struct tw_shard_timer, post.node)

/* TW_SHARDS_OF(name, of) defines struct name_set, a set of timers.h over structure `of`.
   It also defines this struct and these functions:

       struct name_shard { struct tw_shard at; struct name_set set; };
       void name_init(s, now, array, n)   as in timers.h; the calling thread is the owner
       void name_timer_init(s, x, fn)     makes x an idle timer whose home is s; no other
                                          thread may reach x yet
       struct name_shard *name_home(x)
       enum tw_shard_answer name_arm(me, x, due)
                                          arms x, or moves it. If a request for x waits,
                                          replaces that request: ASKED even at home
       enum tw_shard_answer name_cancel(me, x)
       enum tw_shard_answer name_cancel_and_wait(me, x, pause)
                                          cancels. If x lives elsewhere, calls pause() until
                                          the home has done it and runs no callback of x.
                                          Drains the inbox of `me` meanwhile, so that two
                                          shards may wait for each other. Not in a callback
       bool name_settled(x)               says whether no request for x waits or is under way
       size_t name_turn(me, now)          moves the clock, drains, fires, and returns how many
                                          fired; 0 if `me` is NULL. Not in a callback
       bool name_sleep(me, &until)        gives the set away. True: sleep until tick
                                          `until`, which has passed if a request waits.
                                          False, or `me` is NULL: sleep until wake(). Call
                                          woken() after either sleep
       int name_sleep_ms(me, now, ticks_per_ms)
                                          the same, for poll(): -1 is for ever
       struct name_shard *name_woken(s)   takes the set back, and returns s. NULL: a thread
                                          within pull() has it, and calls wake() at its end
       size_t name_pull(s, now)           any thread: if s sleeps and its first deadline has
                                          passed, does the turn of s. Returns how many fired
       bool name_parked(s, &due)          any thread: true if s sleeps and a timer is armed;
                                          `due` gets the first deadline. Both are hints */

/* ----------------------------------------------------------------------------- ENGINE */

/* Makes s awake, with an empty inbox. */
TW__INLINE void tw__shard_init(struct tw_shard *s) {
    (void)tw__post_swap_head(&s->inbox.head, NULL);
    (void)tw__post_swap_wanted(&s->state, TW__SHARD_AWAKE);
    (void)tw__post_swap_wanted(&s->draining, 0);
    s->wake = NULL;
    s->refused = NULL;
}

/* Ends a send to s. `told` is the answer of the send: true if the inbox was empty, so that
   the sender is told to wake the owner. A sender that is told sees what the owner wrote
   before the owner last found the inbox empty. So the sender sees the state of an owner
   that sleeps, and wakes the owner. */
TW__INLINE enum tw_shard_answer tw__shard_asked(struct tw_shard *s, bool told) {
    if (told && tw__shard_peek_word(&s->state) >= TW__SHARD_FOREVER && s->wake)
        (s->wake)(s);
    return TW_SHARD_ASKED;
}

/* Gives the set away: stores the state, then looks into the inbox by an exchange of NULL
   for NULL. Either a sender sees this exchange, or the exchange sees the post of the
   sender. True: a post may be in the inbox. `*was` gets the state before. */
TW__INLINE bool tw__shard_park(struct tw_shard *s, tw_post_word state, tw_post_word *was) {
    struct tw_post *none = NULL;

    *was = tw__post_swap_wanted(&s->state, state);
    return !tw__post_push_head(&s->inbox.head, &none, NULL);
}

/* Returns the state of a shard that sleeps until *due; NULL: for ever. The last four
   ticks of 64 bits count as one, because UNTIL is added. */
TW__INLINE tw_post_word tw__shard_until(const tw_tick *due) {
    const tw_post_word last = (tw_post_word) ~(tw_post_word)TW__SHARD_UNTIL;
    const tw_post_word until = due ? *due : 0;

    if (!due)
        return TW__SHARD_FOREVER;
    return (until < last ? until : last) + TW__SHARD_UNTIL;
}

/* Says whether s sleeps and has an armed timer. If so, writes the earliest deadline to
   *due. Writes the state to *state in any case. */
TW__INLINE bool tw__shard_parked(const struct tw_shard *s, tw_tick *due, tw_post_word *state) {
    *state = tw__shard_peek_word(&s->state);
    if (*state < TW__SHARD_UNTIL)
        return false;
    *due = (tw_tick)(*state - TW__SHARD_UNTIL);
    return true;
}

/* Takes the set of s, if s sleeps although its earliest deadline has passed. False: s is
   awake, no timer of s is due, or another thread was faster. */
TW__INLINE bool tw__shard_take(struct tw_shard *s, tw_tick now) {
    tw_tick due = 0;
    tw_post_word state;

    return tw__shard_parked(s, &due, &state) && !tw_before(now, due) &&
           tw__shard_take_word(&s->state, state);
}

/* Says whether no request for x waits. */
TW__INLINE bool tw__shard_unasked(const struct tw_shard_timer *x) {
    return tw__shard_peek_word(&x->post.wanted) == TW__POST_NONE;
}

/* The verbs of the set of a shard. t is the clock of the set, its first member. */
struct tw__shard_verbs {
    bool (*add)(void *t, struct tw_node *n, tw_tick due);
    bool (*cancel)(void *t, struct tw_node *n);
    bool (*next)(void *t, tw_tick *due);
    size_t (*advance_some)(void *t, tw_tick now, size_t max);
    size_t (*drain)(void *t, struct tw_posts *q, tw_post_fn *refused);
};

/* A shard that was given to a verb, its set, and the verbs of the set. name__of(s) makes
   this struct for s. If no shard was given, `at` is NULL, and the rest is not used. */
struct tw__shard_of {
    struct tw_shard *at;
    struct tw_clock *set;
    const struct tw__shard_verbs *verbs;
};

/* Says whether `me` is the home of x. */
TW__INLINE bool tw__shard_home(struct tw__shard_of me, const struct tw_shard_timer *x) {
    return me.at && me.at == x->home;
}

/* Does arm(). own: the caller runs the home of x. calm: no request for x waits. If own and
   calm, arms at home. Else sends a request. If own but not calm, first cancels at home: the
   old deadline must not fire while the request waits. */
TW__FOLD enum tw_shard_answer tw__shard_arm(struct tw__shard_of me, struct tw_shard_timer *x,
                                            tw_tick due) {
    const bool own = tw__shard_home(me, x), calm = tw__shard_unasked(x);
    struct tw_node *const n = &x->post.node;

    if (own && calm)
        return (me.verbs->add)(me.set, n, due) ? TW_SHARD_DONE : TW_SHARD_NO;
    if (own)
        (void)(me.verbs->cancel)(me.set, n);
    return tw__shard_asked(x->home, tw_post_arm(&x->home->inbox, &x->post, due));
}

/* Does cancel(). own and calm are as in arm(). Unless both are true, sends a request, which
   replaces a request that waits. If own, also cancels at home: the answer is NO if x was
   idle there and no request waited. */
TW__FOLD enum tw_shard_answer tw__shard_cancel(struct tw__shard_of me, struct tw_shard_timer *x) {
    const bool own = tw__shard_home(me, x), calm = tw__shard_unasked(x);
    const bool told = (!own || !calm) && tw_post_cancel(&x->home->inbox, &x->post);

    if (!own)
        return tw__shard_asked(x->home, told);
    return (me.verbs->cancel)(me.set, &x->post.node) || !calm ? TW_SHARD_DONE : TW_SHARD_NO;
}

/* Does settled(). */
TW__INLINE bool tw__shard_settled(const struct tw_shard_timer *x) {
    return tw__shard_unasked(x) && tw__shard_peek_word(&x->home->draining) == 0;
}

/* Asserts that no callback of the set runs. */
TW__INLINE void tw__shard_no_callback(struct tw__shard_of me) {
    (void)me;
    TW__WANT(!me.at || me.set->batch == TW__BATCH_NONE,
             "a callback waits for a cancel: two callbacks could wait for each other. "
             "Call cancel() there.");
}

/* Applies the requests in the inbox. */
TW__FOLD void tw__shard_drain(struct tw__shard_of me) {
    (void)tw__post_swap_wanted(&me.at->draining, 1);
    (void)(me.verbs->drain)(me.set, &me.at->inbox, me.at->refused);
    (void)tw__post_swap_wanted(&me.at->draining, 0);
}

/* Waits until x is settled, if cancel() has answered ASKED. The loop ends when the home has
   drained. */
TW__FOLD enum tw_shard_answer tw__shard_wait(struct tw__shard_of me, struct tw_shard_timer *x,
                                             enum tw_shard_answer answer, void (*pause)(void)) {
    while (answer == TW_SHARD_ASKED && !tw__shard_settled(x)) {
        if (me.at && tw_posts_any(&me.at->inbox))
            tw__shard_drain(me);
        (pause)();
    }
    return answer;
}

/* Does turn(). The clock moves first, so that requests are judged by `now`. */
TW__FOLD size_t tw__shard_turn(struct tw__shard_of me, tw_tick now) {
    if (!me.at)
        return 0;
    if (tw_posts_any(&me.at->inbox)) {
        (void)(me.verbs->advance_some)(me.set, now, 0);
        tw__shard_drain(me);
    }
    return (me.verbs->advance_some)(me.set, now, TW__ALL);
}

/* Gives the set away until *due, the first deadline, or for ever. True: something is
   armed. `*posts` gets true if a post may be in the inbox, `*was` the state before. */
TW__FOLD bool tw__shard_leave(struct tw__shard_of me, tw_tick *due, bool *posts,
                              tw_post_word *was) {
    const bool any = (me.verbs->next)(me.set, due);

    tw_hand_over(me.set);
    *posts = tw__shard_park(me.at, tw__shard_until(any ? due : NULL), was);
    return any;
}

/* Does sleep(). If a post may be in the inbox, *until is the now of the set: it has passed,
   and the caller does not sleep. */
TW__FOLD bool tw__shard_sleep(struct tw__shard_of me, tw_tick *until) {
    tw_post_word was;
    tw_tick due, now;
    bool any, posts;

    if (!me.at)
        return false;
    due = now = me.set->now; /* read here: afterwards the set is another thread's */
    any = tw__shard_leave(me, &due, &posts, &was);
    if (posts)
        due = now;
    if (any || posts)
        *until = due;
    return any || posts;
}

/* Takes the set back. False: a thread within pull() has it. */
TW__INLINE bool tw__shard_woken(struct tw_shard *s) {
    return tw__post_swap_wanted(&s->state, TW__SHARD_AWAKE) >= TW__SHARD_FOREVER;
}

/* Ends pull(). Wakes the home if the home waits for the set, or if a post may be in the
   inbox. If the state before is AWAKE, the home has called woken() meanwhile. leave()
   overwrites `now`, which is not used any more, by the first deadline. */
TW__FOLD void tw__shard_pulled(struct tw__shard_of s, tw_tick now) {
    tw_post_word was;
    bool posts;

    (void)tw__shard_leave(s, &now, &posts, &was);
    if ((posts || was == TW__SHARD_AWAKE) && s.at->wake)
        (s.at->wake)(s.at);
}

/* --------------------------------------------------------------------------- WRAPPERS */

/* Makes a kind of shard: the set and its drain, struct name_shard, and its verbs. Also
   makes the table of the verbs of the set, which cast t. A second macro does the work, so
   that `of` may be a macro itself. */
#define TW_SHARDS_OF(name, of) TW__SHARDS_OF(name, of)
#define TW__SHARDS_OF(name, of)                                                                   \
    TW__TIMERS_OF(name##_set, of)                                                                 \
    TW_POSTS_OF(name##_set)                                                                       \
    struct name##_shard {                                                                         \
        struct tw_shard at;                                                                       \
        struct name##_set set TW__ALIGNED(TW_SHARD_LINE);                                         \
    };                                                                                            \
    TW__INLINE bool name##__add(void *t, struct tw_node *n, tw_tick due) {                        \
        return name##_set_add(TW__IN(name##_set, t), n, due);                                     \
    }                                                                                             \
    TW__INLINE bool name##__cancel(void *t, struct tw_node *n) {                                  \
        return name##_set_cancel(TW__IN(name##_set, t), n);                                       \
    }                                                                                             \
    TW__INLINE bool name##__next(void *t, tw_tick *due) {                                         \
        return name##_set_next(TW__IN(name##_set, t), due);                                       \
    }                                                                                             \
    TW__INLINE size_t name##__advance_some(void *t, tw_tick now, size_t max) {                    \
        return name##_set_advance_some(TW__IN(name##_set, t), now, max);                          \
    }                                                                                             \
    TW__INLINE size_t name##__drain(void *t, struct tw_posts *q, tw_post_fn *refused) {           \
        return name##_set_drain(TW__IN(name##_set, t), q, refused);                               \
    }                                                                                             \
    TW__TABLE const struct tw__shard_verbs name##__verbs = {                                      \
        name##__add, name##__cancel, name##__next, name##__advance_some, name##__drain};          \
    TW__FOLD struct tw__shard_of name##__of(struct name##_shard *s) {                             \
        const struct tw__shard_of me = {s ? &s->at : NULL, s ? &s->set.clock : NULL,              \
                                        &name##__verbs};                                          \
        return me;                                                                                \
    }                                                                                             \
    TW__INLINE void name##_init(struct name##_shard *s, tw_tick now, tw_##of##_array *array,      \
                                size_t n) {                                                       \
        TW__NEEDS(s, TW__NULL("shard"));                                                          \
        tw__shard_init(&s->at);                                                                   \
        name##_set_init(&s->set, now, array, n);                                                  \
    }                                                                                             \
    TW__INLINE void name##_timer_init(struct name##_shard *s, struct tw_shard_timer *x,           \
                                      tw_fn *fn) {                                                \
        TW__NEEDS(s, TW__NULL("shard"));                                                          \
        TW__NEEDS(x, TW__NULL("timer"));                                                          \
        tw_post_init(&x->post, fn);                                                               \
        x->home = &s->at;                                                                         \
    }                                                                                             \
    TW__INLINE struct name##_shard *name##_home(const struct tw_shard_timer *x) {                 \
        TW__NEEDS(x, TW__NULL("timer"));                                                          \
        return TW__CAST(struct name##_shard *, TW__CAST(void *, x->home)); /* first member */     \
    }                                                                                             \
    TW__INLINE enum tw_shard_answer name##_arm(struct name##_shard *me, struct tw_shard_timer *x, \
                                               tw_tick due) {                                     \
        TW__NEEDS(x, TW__NULL("timer"));                                                          \
        return tw__shard_arm(name##__of(me), x, due);                                             \
    }                                                                                             \
    TW__INLINE enum tw_shard_answer name##_cancel(struct name##_shard *me,                        \
                                                  struct tw_shard_timer *x) {                     \
        TW__NEEDS(x, TW__NULL("timer"));                                                          \
        return tw__shard_cancel(name##__of(me), x);                                               \
    }                                                                                             \
    TW__INLINE bool name##_settled(const struct tw_shard_timer *x) {                              \
        TW__NEEDS(x, TW__NULL("timer"));                                                          \
        return tw__shard_settled(x);                                                              \
    }                                                                                             \
    TW__INLINE enum tw_shard_answer name##_cancel_and_wait(                                       \
        struct name##_shard *me, struct tw_shard_timer *x, void (*pause)(void)) {                 \
        TW__NEEDS(x, TW__NULL("timer"));                                                          \
        tw__shard_no_callback(name##__of(me));                                                    \
        return tw__shard_wait(name##__of(me), x, name##_cancel(me, x), pause);                    \
    }                                                                                             \
    TW__INLINE size_t name##_turn(struct name##_shard *me, tw_tick now) {                         \
        return tw__shard_turn(name##__of(me), now);                                               \
    }                                                                                             \
    TW__INLINE bool name##_sleep(struct name##_shard *me, tw_tick *until) {                       \
        return tw__shard_sleep(name##__of(me), until);                                            \
    }                                                                                             \
    TW__INLINE int name##_sleep_ms(struct name##_shard *me, tw_tick now, tw_tick ticks_per_ms) {  \
        tw_tick until = now;                                                                      \
        TW__WANT(ticks_per_ms != 0, "ticks_per_ms is 0. Give at least 1.");                       \
        return name##_sleep(me, &until) ? tw__wait_ms(until, now, ticks_per_ms) : -1;             \
    }                                                                                             \
    TW__INLINE struct name##_shard *name##_woken(struct name##_shard *s) {                        \
        TW__NEEDS(s, TW__NULL("shard"));                                                          \
        return tw__shard_woken(&s->at) ? s : NULL;                                                \
    }                                                                                             \
    TW__INLINE size_t name##_pull(struct name##_shard *s, tw_tick now) {                          \
        size_t n;                                                                                 \
        TW__NEEDS(s, TW__NULL("shard"));                                                          \
        if (!tw__shard_take(&s->at, now))                                                         \
            return 0;                                                                             \
        n = name##_turn(s, now);                                                                  \
        tw__shard_pulled(name##__of(s), now);                                                     \
        return n;                                                                                 \
    }                                                                                             \
    TW__INLINE bool name##_parked(const struct name##_shard *s, tw_tick *due) {                   \
        tw_post_word state;                                                                       \
        TW__NEEDS(s, TW__NULL("shard"));                                                          \
        return tw__shard_parked(&s->at, due, &state);                                             \
    }

TW__END_C

#endif /* TW_SHARDS_H */

/* MIT No Attribution; the licence stands at the end of node.h and in the file LICENSE. */
