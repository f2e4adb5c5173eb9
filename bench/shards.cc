/* SPDX-License-Identifier: MIT-0 */
/* One timer service for several threads, in the three designs that Go's runtime had one
   after the other, and as loops that post to each other, each over hwheel and over
   heap4. */
#include "heap4.h"
#include "hwheel.h"
#include "post.h"
#include "threads.h"
#include "turns.h"

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
    "    loops_100%    the same with all timers in the set of the next thread\n\n"
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

TW_TIMERS_OF(heap_set, heap4)
TW_POSTS_OF(heap_set)
TW_TIMERS_OF(wheel_set, hwheel)
TW_POSTS_OF(wheel_set)

using Timer = Object<struct tw_post>;

enum { EACH = 8000, SHARDS = 64, LOOP = 64, NOW = 1234567, SPREAD = 60000 };

enum Design { ONE_LOCK, BY_HASH, BY_USER, LOOPS };

/* The two sets in one dress. */
struct Heap4 {
    static const char *name() { return "heap4"; }

    void init(size_t n) {
        room = std::make_unique<Array<char>>(TW_HEAP4_BYTES(n));
        heap_set_init(&set, NOW, reinterpret_cast<tw_heap4_array *>(room->get()), n);
    }

    void add(struct tw_node *n, uint64_t due) { heap_set_add(&set, n, due); }

    void cancel(struct tw_node *n) { heap_set_cancel(&set, n); }

    size_t drain(struct tw_posts *inbox) { return heap_set_drain(&set, inbox, nullptr); }

    size_t count() const { return heap_set_count(&set); }

    std::unique_ptr<Array<char>> room;
    struct heap_set set;
};

struct Hwheel {
    static const char *name() { return "hwheel"; }

    void init(size_t) { wheel_set_init(&set, NOW, nullptr, 0); }

    void add(struct tw_node *n, uint64_t due) { wheel_set_add(&set, n, due); }

    void cancel(struct tw_node *n) { wheel_set_cancel(&set, n); }

    size_t drain(struct tw_posts *inbox) { return wheel_set_drain(&set, inbox, nullptr); }

    size_t count() const { return wheel_set_count(&set); }
    struct wheel_set set;
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
          draws_(UNIFORM, SPREAD / 2), home_(DESIGN == LOOPS      ? threads
                                             : DESIGN == ONE_LOCK ? 1
                                                                  : SHARDS),
          user_(threads) {
        std::vector<size_t> room(home_.size());
        for (size_t i = 0; i < threads_ * EACH; i++) {
            Timer *x = &timer_[i];
            tw_post_init(&x->node, nullptr);
            abroad(x) = DESIGN > BY_HASH && mix(i) % 100 < percent;
            where(x) = DESIGN == BY_HASH ? mix(~i) % SHARDS : (i / EACH + abroad(x)) % threads_;
            if (DESIGN == ONE_LOCK)
                where(x) = 0;
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
        const double ns = together(threads_, [&](size_t i) {
            for (size_t k = 0; k < rounds; k++) {
                for (size_t j = 0; j < LOOP; j++)
                    request(i);
                if (DESIGN == LOOPS)
                    user_[i].drained += home_[i].set.drain(&home_[i].inbox);
            }
            if (DESIGN == LOOPS) {
                sent.wait();
                user_[i].drained += home_[i].set.drain(&home_[i].inbox);
            }
        });
        check();
        Result result{ns, static_cast<double>(threads_ * rounds * LOOP)};
        if (DESIGN == LOOPS)
            result.counters = posts();
        return result;
    }

  private:
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

        if (DESIGN == LOOPS && abroad(x)) {
            const bool wake = arm ? tw_post_arm(&home.inbox, &x->node, due)
                                  : tw_post_cancel(&home.inbox, &x->node);
            user_[user].posts++;
            user_[user].wakes += wake;
            return;
        }
        if (DESIGN != LOOPS)
            pthread_mutex_lock(&home.lock);
        if (arm)
            home.set.add(&x->node.node, due);
        else
            home.set.cancel(&x->node.node);
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
