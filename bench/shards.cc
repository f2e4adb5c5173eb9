/* SPDX-License-Identifier: MIT-0 */
/* The service of timers of service.h in threads, over hwheel and over heap4. */
#include "service.h"
#include "threads.h"
#include "turns.h"

#include <atomic>
#include <mutex>

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
    "Counters: [processors] ns of processor time for each request, of all threads together;\n"
    "[wakes] for each post, how often its sender was told to wake the owner; [drained] for each\n"
    "post, how many were drained: the others were replaced before by the next request for their\n"
    "timer.\n";

/* ns of the processors, of all threads of this program. */
double processors_now() {
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return static_cast<double>(t.tv_sec) * 1e9 + static_cast<double>(t.tv_nsec);
}

template <class Set, Design DESIGN> class Run {
  public:
    Run(const char *name, size_t threads, unsigned percent, size_t work)
        : name_(name), threads_(threads), rounds_(work / threads / LOOP + 1),
          service_(threads, percent) {}

    Result turn() {
        for (User &u : service_.user)
            u.posts = u.wakes = u.drained = 0;
        Barrier sent(threads_);
        std::atomic<size_t> running{threads_};
        const double before = processors_now();
        const double ns = together(threads_ + (DESIGN == ONE_THREAD), [&](size_t i) {
            if (i == threads_)
                own(running);
            else
                use(i, running, sent);
        });
        const double spent = processors_now() - before;
        service_.check(name_);
        Result result{ns, static_cast<double>(threads_ * rounds_ * LOOP)};
        result.counters = {{"processors", spent / result.operations}};
        if (DESIGN == LOOPS)
            add_posts(&result);
        return result;
    }

  private:
    /* A thread that asks, and comes to its own set after each LOOP requests. */
    void use(size_t who, std::atomic<size_t> &running, Barrier &sent) {
        for (size_t k = 0; k < rounds_; k++) {
            for (size_t j = 0; j < LOOP; j++)
                service_.request(who);
            service_.come(who);
        }
        if (service_.SETS_APART) {
            sent.wait();
            service_.come(who);
        }
        running--;
    }

    /* The owner of all timers: it polls, and gives way if it finds nothing. */
    void own(std::atomic<size_t> &running) {
        while (running.load() > 0)
            if (!service_.serve())
                std::this_thread::yield();
        service_.serve();
    }

    void add_posts(Result *result) const {
        User all;
        for (const User &u : service_.user) {
            all.posts += u.posts;
            all.wakes += u.wakes;
            all.drained += u.drained;
        }
        const double posts = static_cast<double>(all.posts);
        result->counters.push_back({"wakes", static_cast<double>(all.wakes) / posts});
        result->counters.push_back({"drained", static_cast<double>(all.drained) / posts});
    }

    const char *name_;
    size_t threads_, rounds_;
    Service<Set, DESIGN, std::mutex> service_;
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
