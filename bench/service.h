/* SPDX-License-Identifier: MIT-0 */
/* A service of timers for several threads, in the three designs that Go's runtime had one
   after the other, as one thread that owns all timers, as loops that post to each other,
   and as the shards of shards.h. shards.cc runs it in threads, transfers.cc on cores that
   it simulates. */
#ifndef SERVICE_H
#define SERVICE_H

#include "heap4.h"
#include "hwheel.h"
#include "shards.h"
#include "workload.h"

namespace bench {

enum { EACH = 8000, SHARDS = 64, LOOP = 64, NOW = 1234567, SPREAD = 60000 };

enum Design { ONE_LOCK, BY_HASH, BY_USER, LOOPS, OWN, ONE_THREAD };

using Timer = Object<struct tw_shard_timer>;

/* The sets in one dress. ask() is called by the thread whose set `me` is; by one that has
   none, `me` is NULL. */
#define BENCH_DRESS(Dress, kind, of)                                                             \
    TW_SHARDS_OF(kind, of)                                                                       \
    struct Dress {                                                                               \
        static const char *name() { return #of; }                                                \
                                                                                                 \
        void init(size_t n) {                                                                    \
            room = std::make_unique<Array<char>>(kind##_set_bytes(n));                           \
            kind##_init(&shard, NOW, reinterpret_cast<tw_##of##_array *>(room->get()), n);       \
        }                                                                                        \
                                                                                                 \
        void place(Timer *x) { kind##_timer_init(&shard, &x->node, nullptr); }                   \
                                                                                                 \
        void set(struct tw_node *n, bool arm, uint64_t due) {                                    \
            (void)(arm ? kind##_set_add(&shard.set, n, due) : kind##_set_cancel(&shard.set, n)); \
        }                                                                                        \
                                                                                                 \
        static void ask(Dress *me, Timer *x, bool arm, uint64_t due) {                           \
            struct kind##_shard *const own = me ? &me->shard : nullptr;                          \
            (void)(arm ? kind##_arm(own, &x->node, due) : kind##_cancel(own, &x->node));         \
        }                                                                                        \
                                                                                                 \
        void turn() { kind##_turn(&shard, NOW); }                                                \
                                                                                                 \
        size_t drain(struct tw_posts *q) { return kind##_set_drain(&shard.set, q, nullptr); }    \
                                                                                                 \
        size_t count() const { return kind##_set_count(&shard.set); }                            \
                                                                                                 \
        std::unique_ptr<Array<char>> room;                                                       \
        struct kind##_shard shard;                                                               \
    };

BENCH_DRESS(Heap4, heap, heap4)
BENCH_DRESS(Hwheel, wheel, hwheel)

/* Where timers live: a set, and its lock or its inbox. What threads other than the owner
   write has its own lines. */
template <class Set, class Lock> struct alignas(64) Home {
    Lock lock;
    alignas(64) struct tw_posts inbox = {};
    alignas(64) Set set;
};

/* What a thread counts. */
struct alignas(64) User {
    uint64_t requests = 0, posts = 0, wakes = 0, drained = 0;
};

/* Lock has lock() and unlock(). `percent` of the timers live in the set of the next
   thread; DESIGNs that have one set, or find it by hash, leave that out. */
template <class Set, Design DESIGN, class Lock> class Service {
  public:
    static constexpr bool SETS_APART = DESIGN == LOOPS || DESIGN == OWN;

    Service(size_t threads, unsigned percent)
        : user(threads), threads_(threads), timer_(threads * EACH), draws_(UNIFORM, SPREAD / 2),
          home_(SETS_APART                                   ? threads
                : DESIGN == ONE_LOCK || DESIGN == ONE_THREAD ? 1
                                                             : SHARDS) {
        std::vector<size_t> room(home_.size());
        for (size_t i = 0; i < threads_ * EACH; i++) {
            Timer *x = &timer_[i];
            abroad(x) = DESIGN > BY_HASH && mix(i) % 100 < percent;
            where(x) = DESIGN == BY_HASH ? mix(~i) % SHARDS : (i / EACH + abroad(x)) % threads_;
            if (home_.size() == 1)
                where(x) = 0;
            home_[where(x)].set.place(x);
            room[where(x)]++;
        }
        for (size_t i = 0; i < home_.size(); i++)
            home_[i].set.init(room[i]);
    }

    /* A thread arms or cancels one of its timers. */
    void request(size_t who) {
        const uint64_t r = mix(static_cast<uint64_t>(who) << 40 | user[who].requests++);
        Timer *x = &timer_[who * EACH + ((r >> 32) * EACH >> 32)];
        const uint64_t due = NOW + draws_(r);
        const bool arm = asked(x)++ % 2 == 0;
        Home<Set, Lock> &home = home_[where(x)];

        if (DESIGN >= OWN) {
            Set::ask(DESIGN == OWN ? &home_[who].set : nullptr, x, arm, due);
        } else if (DESIGN == LOOPS && abroad(x)) {
            const bool wake = arm ? tw_post_arm(&home.inbox, &x->node.post, due)
                                  : tw_post_cancel(&home.inbox, &x->node.post);
            user[who].posts++;
            user[who].wakes += wake;
        } else {
            if (DESIGN != LOOPS)
                home.lock.lock();
            home.set.set(&x->node.post.node, arm, due);
            if (DESIGN != LOOPS)
                home.lock.unlock();
        }
    }

    /* Applies what others have asked of the set of this thread. */
    void come(size_t who) {
        if (DESIGN == LOOPS)
            user[who].drained += home_[who].set.drain(&home_[who].inbox);
        if (DESIGN == OWN)
            home_[who].set.turn();
    }

    /* The turn of the thread that owns all timers. False: nothing was asked. */
    bool serve() {
        const bool any = tw_posts_any(&home_[0].set.shard.at.inbox);
        if (any)
            home_[0].set.turn();
        return any;
    }

    /* Armed is what was asked for an odd number of times. */
    void check(const char *name) {
        size_t wanted = 0, armed = 0;
        for (size_t i = 0; i < threads_ * EACH; i++)
            wanted += asked(&timer_[i]) % 2;
        for (Home<Set, Lock> &home : home_)
            armed += home.set.count();
        if (armed != wanted) {
            std::fprintf(stderr, "%s, %s: %zu timers are armed instead of %zu\n", Set::name(), name,
                         armed, wanted);
            std::abort();
        }
    }

    std::vector<User> user;

  private:
    /* How often the timer was asked for, where it lives, and whether that is another
       thread's set. */
    static uint16_t &asked(Timer *x) { return x->hits; }

    static uint64_t &where(Timer *x) { return x->sum; }

    static uint32_t &abroad(Timer *x) { return x->draws; }

    size_t threads_;
    Array<Timer> timer_;
    Draws draws_;
    std::vector<Home<Set, Lock>> home_;
};

} // namespace bench

#endif
