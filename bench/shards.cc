/* SPDX-License-Identifier: MIT-0 */
/* One timer service for several threads, in the three designs that Go's runtime had one
   after the other, as one thread that owns all timers, as loops that post to each other,
   and as the shards of shards.h, each over hwheel and over heap4. */
#include "heap4.h"
#include "hwheel.h"
#include "shards.h"
#include "threads.h"
#include "turns.h"

#include <atomic>

using namespace bench;

namespace {

const char help[] =
    "Timers of N threads, ns of one request; N is 1, 2, 4 and 8 unless --sizes says otherwise.\n\n"
    "  shards-hwheel, shards-heap4, by:\n"
    "    one_lock      one set and one lock\n"
    "    64_by_hash    64 sets with a lock each; a timer lives in the one that its number is "
    "hashed to\n"
    "    64_by_user    the same, but a timer lives in the set of the thread that uses it, one in "
    "ten in the next "
    "one's\n"
    "    loops_10%     a set for each thread, without a lock. One timer in ten lives in the set of "
    "the next thread, "
    "which\n"
    "                  is asked by a post (post.h) and drains its inbox after each 64 requests of "
    "its own\n"
    "    loops_100%    the same with all timers in the set of the next thread\n"
    "    shards_10%    as loops_10%, over shards.h: a turn after each 64 requests\n"
    "    shards_100%   as loops_100%, over shards.h\n"
    "    one_thread    one more thread owns all timers, and the others send to its inbox, "
    "without a lock\n\n"
    "Each thread has 8,000 timers; together they make --work requests a turn, each for a random "
    "timer of the thread's\n"
    "own: arm it for U[1 .. 60000] ticks if it is idle, else cancel it. Nothing fires: the clock "
    "stands. The time is "
    "the\n"
    "wall's, from the start of all threads until the last one has ended and all posts are drained; "
    "wake-ups are not "
    "sent.\n"
    "Counters: [wakes] for each post, how often its sender was told to wake the owner; [drained] "
    "for each post, how "
    "many\n"
    "were drained: the others were replaced before by the next request for their timer.\n";

TW_SHARDS_OF(heap, heap4) /* heap_set, and shards over it */
TW_SHARDS_OF(wheel, hwheel)

using Timer = Object<struct tw_shard_timer>;

enum { EACH = 8000, SHARDS = 64, LOOP = 64, NOW = 1234567, SPREAD = 60000 };

enum Design { ONE_LOCK, BY_HASH, BY_USER, LOOPS, OWN, ONE_THREAD };

/* The two sets in one dress. */
struct Heap4 {
    static const char *name() { return "heap4"; }

    void init(size_t n) {
        room = std::make_unique<Array<char>>(TW_HEAP4_BYTES(n));
        heap_init(&shard, NOW, reinterpret_cast<tw_heap4_array *>(room->get()), n);
    }

    void place(Timer *x) { heap_timer_init(&shard, &x->node, nullptr); }

    void add(struct tw_node *n, uint64_t due) { heap_set_add(&shard.set, n, due); }

    void cancel(struct tw_node *n) { heap_set_cancel(&shard.set, n); }

    /* By the thread whose set *this is; NULL: by one that has none. */
    static void ask(Heap4 *me, Timer *x, bool arm, uint64_t due) {
        struct heap_shard *const own = me ? &me->shard : nullptr;
        if (arm)
            heap_arm(own, &x->node, due);
        else
            heap_cancel(own, &x->node);
    }

    void turn() { heap_turn(&shard, NOW); }

    size_t drain(struct tw_posts *inbox) { return heap_set_drain(&shard.set, inbox, nullptr); }

    size_t count() const { return heap_set_count(&shard.set); }

    std::unique_ptr<Array<char>> room;
    struct heap_shard shard;
};

struct Hwheel {
    static const char *name() { return "hwheel"; }

    void init(size_t) { wheel_init(&shard, NOW, nullptr, 0); }

    void place(Timer *x) { wheel_timer_init(&shard, &x->node, nullptr); }

    void add(struct tw_node *n, uint64_t due) { wheel_set_add(&shard.set, n, due); }

    void cancel(struct tw_node *n) { wheel_set_cancel(&shard.set, n); }

    /* By the thread whose set *this is; NULL: by one that has none. */
    static void ask(Hwheel *me, Timer *x, bool arm, uint64_t due) {
        struct wheel_shard *const own = me ? &me->shard : nullptr;
        if (arm)
            wheel_arm(own, &x->node, due);
        else
            wheel_cancel(own, &x->node);
    }

    void turn() { wheel_turn(&shard, NOW); }

    size_t drain(struct tw_posts *inbox) { return wheel_set_drain(&shard.set, inbox, nullptr); }

    size_t count() const { return wheel_set_count(&shard.set); }

    struct wheel_shard shard;
};

/* Where timers live: a set, and its lock or its inbox. What threads other than the owner
   write has its own lines. */
template <class Set> struct alignas(64) Home {
    pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    alignas(64) struct tw_posts inbox = {};
    alignas(64) Set set;
};

/* What a thread counts. */
struct alignas(64) User {
    uint64_t requests = 0, posts = 0, wakes = 0, drained = 0;
};

template <class Set, Design DESIGN> class Run {
  public:
    Run(const char *name, size_t threads, unsigned percent, size_t work)
        : name_(name), threads_(threads), work_(work), timer_(threads * EACH),
          draws_(UNIFORM, SPREAD / 2), home_(SETS_APART                                   ? threads
                                             : DESIGN == ONE_LOCK || DESIGN == ONE_THREAD ? 1
                                                                                          : SHARDS),
          user_(threads) {
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

    Result turn() {
        for (User &u : user_)
            u.posts = u.wakes = u.drained = 0;
        const size_t rounds = work_ / threads_ / LOOP + 1;
        Barrier sent(threads_);
        std::atomic<size_t> running{threads_};
        const double ns = together(threads_ + (DESIGN == ONE_THREAD), [&](size_t i) {
            if (i == threads_) { /* the owner: it polls, and gives way if it finds nothing */
                while (running.load() > 0) {
                    if (!tw_posts_any(&home_[0].set.shard.at.inbox))
                        std::this_thread::yield();
                    home_[0].set.turn();
                }
                home_[0].set.turn();
                return;
            }
            for (size_t k = 0; k < rounds; k++) {
                for (size_t j = 0; j < LOOP; j++)
                    request(i);
                come(i);
            }
            if (SETS_APART) {
                sent.wait();
                come(i);
            }
            running--;
        });
        check();
        Result result{ns, static_cast<double>(threads_ * rounds * LOOP)};
        if (DESIGN == LOOPS)
            result.counters = posts();
        return result;
    }

  private:
    static constexpr bool SETS_APART = DESIGN == LOOPS || DESIGN == OWN;

    /* Applies what others have asked of this user's set. */
    void come(size_t user) {
        if (DESIGN == LOOPS)
            user_[user].drained += home_[user].set.drain(&home_[user].inbox);
        if (DESIGN == OWN)
            home_[user].set.turn();
    }

    /* How often the timer was asked for, where it lives, and whether that is another
       thread's set. */
    static uint16_t &asked(Timer *x) { return x->hits; }

    static uint64_t &where(Timer *x) { return x->sum; }

    static uint32_t &abroad(Timer *x) { return x->draws; }

    void request(size_t user) {
        const uint64_t r = mix(static_cast<uint64_t>(user) << 40 | user_[user].requests++);
        Timer *x = &timer_[user * EACH + ((r >> 32) * EACH >> 32)];
        const uint64_t due = NOW + draws_(r);
        const bool arm = asked(x)++ % 2 == 0;
        Home<Set> &home = home_[where(x)];

        if (DESIGN >= OWN) {
            Set::ask(DESIGN == OWN ? &home_[user].set : nullptr, x, arm, due);
            return;
        }
        if (DESIGN == LOOPS && abroad(x)) {
            const bool wake = arm ? tw_post_arm(&home.inbox, &x->node.post, due)
                                  : tw_post_cancel(&home.inbox, &x->node.post);
            user_[user].posts++;
            user_[user].wakes += wake;
            return;
        }
        if (DESIGN != LOOPS)
            pthread_mutex_lock(&home.lock);
        if (arm)
            home.set.add(&x->node.post.node, due);
        else
            home.set.cancel(&x->node.post.node);
        if (DESIGN != LOOPS)
            pthread_mutex_unlock(&home.lock);
    }

    /* Armed is what was asked for an odd number of times. */
    void check() {
        size_t wanted = 0, armed = 0;
        for (size_t i = 0; i < threads_ * EACH; i++)
            wanted += asked(&timer_[i]) % 2;
        for (Home<Set> &home : home_)
            armed += home.set.count();
        if (armed != wanted) {
            std::fprintf(stderr, "%s, %s: %zu timers are armed instead of %zu\n", Set::name(),
                         name_, armed, wanted);
            std::abort();
        }
    }

    std::vector<std::pair<const char *, double>> posts() const {
        User all;
        for (const User &u : user_) {
            all.posts += u.posts;
            all.wakes += u.wakes;
            all.drained += u.drained;
        }
        const double posts = static_cast<double>(all.posts);
        return {{"wakes", static_cast<double>(all.wakes) / posts},
                {"drained", static_cast<double>(all.drained) / posts}};
    }

    const char *name_;
    size_t threads_, work_;
    Array<Timer> timer_;
    Draws draws_;
    std::vector<Home<Set>> home_;
    std::vector<User> user_;
};

template <class Set, Design DESIGN>
void add(const char *name, const Program &program, size_t threads, unsigned percent) {
    const size_t work = program.work;
    subject(std::string("shards-") + Set::name(), threads, name, NONE, [=]() -> Turn {
        auto run = std::make_shared<Run<Set, DESIGN>>(name, threads, percent, work);
        return [run] { return run->turn(); };
    });
}

template <class Set> void shards(const Program &program, size_t threads) {
    add<Set, ONE_LOCK>("one_lock", program, threads, 0);
    add<Set, BY_HASH>("64_by_hash", program, threads, 0);
    add<Set, BY_USER>("64_by_user", program, threads, 10);
    add<Set, LOOPS>("loops_10%", program, threads, 10);
    add<Set, LOOPS>("loops_100%", program, threads, 100);
    add<Set, OWN>("shards_10%", program, threads, 10);
    add<Set, OWN>("shards_100%", program, threads, 100);
    add<Set, ONE_THREAD>("one_thread", program, threads, 0);
}

} // namespace

int main(int argc, char **argv) {
    const Program program(argc, argv, help, {1, 2, 4, 8}, 1000000, SHARDS);

    for (size_t threads : program.sizes) {
        shards<Hwheel>(program, threads);
        shards<Heap4>(program, threads);
    }
    return program.run();
}
