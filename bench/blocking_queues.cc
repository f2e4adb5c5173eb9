/* SPDX-License-Identifier: MIT-0 */
/* Delay queues: delayqueue.h over heap4 and over hwheel against the textbook's queue that wakes everybody, and against
   a bare sleep.

       blocking_queues [turns [N ...]]  workload.h says what is printed, bench/ratios makes the tables

   N producers put 100,000 items, N consumers take them; 1 and 4 unless N is given, 8 at most. ns of an item from the
   start of all to the end of all, on the wall: with more threads than processors that has the scheduler's time in it.

   past        the items are due when they are put
   short       they are due U[1 .. 50] us later. Producers do not wait for consumers, so that the queue grows long
   paced       the same, but no producer puts more than 1000 ahead of the consumers, so that these sleep now and then
   late        one thread puts an item that is due U[50 .. 500] us later, and takes it; N is the timer slack of the
               thread in ns. The median of 200 figures, each the ns by which it came back late. nanosleep has no queue:
               it is clock_nanosleep() for the same times */
#include "delayqueue.h"
#include "heap4.h"
#include "hwheel.h"
#include "textbook/notify_all.h"
#include "threads.h"

#include <atomic>
#include <sys/prctl.h>

using namespace bench;

namespace {

TW_DELAYQUEUE_OF(heap_jobs, heap4)
TW_DELAYQUEUE_OF(wheel_jobs, hwheel)

using Item = Object<struct tw_node>;

enum {
    ITEMS = 100000,
    MOST = 8,
    SHORT = 50000,
    AHEAD = 1000,
    SLEEPS = 200,
    SLEEP_LEAST = 50000,
    SLEEP_SPREAD = 450000
};

uint64_t now() { return NotifyAll::now(); }

/* The queues in one dress. */
struct OnHeap4 {
    static const char *name() { return "on heap4"; }
    OnHeap4() : room(TW_HEAP4_BYTES(ITEMS + MOST)) {
        heap_jobs_init(&queue, reinterpret_cast<tw_heap4_array *>(room.get()), ITEMS + MOST);
    }
    ~OnHeap4() { heap_jobs_destroy(&queue); }
    void put(Item *x, uint64_t due) { heap_jobs_put(&queue, &x->node, due); }
    Item *take() { return TW_OF(heap_jobs_take(&queue, TW_FOREVER), Item, node); }
    Array<char> room;
    struct heap_jobs queue;
};

struct OnHwheel {
    static const char *name() { return "on hwheel"; }
    OnHwheel() { wheel_jobs_init(&queue, nullptr, 0); }
    ~OnHwheel() { wheel_jobs_destroy(&queue); }
    void put(Item *x, uint64_t due) { wheel_jobs_put(&queue, &x->node, due); }
    Item *take() { return TW_OF(wheel_jobs_take(&queue, TW_FOREVER), Item, node); }
    struct wheel_jobs queue;
};

struct Textbook {
    static const char *name() { return "notify_all"; }
    void put(Item *x, uint64_t due) { queue.put(x, due); }
    Item *take() { return static_cast<Item *>(queue.take()); }
    NotifyAll queue;
};

struct Nanosleep {
    static const char *name() { return "nanosleep"; }
    void put(Item *x, uint64_t due) {
        item = x;
        until.tv_sec = static_cast<time_t>(due / 1000000000);
        until.tv_nsec = static_cast<long>(due % 1000000000);
    }
    Item *take() {
        clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &until, nullptr);
        return item;
    }
    Item *item;
    struct timespec until;
};

enum Kind_of_run { PAST, GROWING, PACED };

/* Producers and consumers with their items and, behind these, a last one for each consumer. */
template <class Queue> class Run {
  public:
    explicit Run(size_t pairs) : pairs_(pairs), share_(ITEMS / pairs), item_(ITEMS + MOST) {}

    double pass(Kind_of_run kind) {
        turn_++;
        for (Counter &c : taken_)
            c.count.store(0, std::memory_order_relaxed);
        const double ns = together(2 * pairs_, [&](size_t i) {
            if (i < pairs_)
                produce(i, kind);
            else
                consume(&taken_[i - pairs_].count);
        });
        for (size_t k = 0; k < pairs_ * share_; k++)
            if (item_[k].hits != turn_) {
                std::fprintf(stderr, "%s: an item was lost, or came twice\n", Queue::name());
                std::abort();
            }
        return ns / static_cast<double>(pairs_ * share_);
    }

  private:
    struct alignas(64) Counter {
        std::atomic<size_t> count;
    };

    size_t taken() const {
        size_t sum = 0;
        for (size_t i = 0; i < pairs_; i++)
            sum += taken_[i].count.load(std::memory_order_relaxed);
        return sum;
    }

    /* The last item is due after all others of this producer. The consumer who gets it ends, and when all have, all
       items of all producers are out. */
    void produce(size_t i, Kind_of_run kind) {
        for (size_t k = 0; k < share_; k++) {
            while (kind == PACED && k % 16 == 0 && k > AHEAD + taken() / pairs_)
                std::this_thread::yield();
            Item *x = &item_[i * share_ + k];
            queue_.put(x, kind == PAST ? 1 : now() + 1 + mix(turn_ << 32 | (i * share_ + k)) % SHORT);
        }
        queue_.put(&item_[ITEMS + i], kind == PAST ? 2 : now() + 1 + SHORT);
    }

    void consume(std::atomic<size_t> *taken) {
        for (size_t count = 1;; count++) {
            Item *x = queue_.take();
            if (x >= &item_[ITEMS])
                return;
            x->hits++;
            taken->store(count, std::memory_order_relaxed);
        }
    }

    size_t pairs_, share_;
    Array<Item> item_;
    Counter taken_[MOST];
    uint64_t turn_ = 0;
    Queue queue_;
};

template <class Queue> void add_pass(std::vector<Subject> *subjects, size_t pairs, Kind_of_run kind) {
    auto run = std::make_shared<Run<Queue>>(pairs);
    subjects->push_back({Queue::name(), [=] { return run->pass(kind); }, nullptr, false});
}

void pass(const char *workload, size_t pairs, size_t turns, Kind_of_run kind) {
    std::vector<Subject> subjects;
    add_pass<OnHeap4>(&subjects, pairs, kind);
    add_pass<OnHwheel>(&subjects, pairs, kind);
    add_pass<Textbook>(&subjects, pairs, kind);
    compare(workload, pairs, turns, subjects);
}

template <class Queue> void add_late(std::vector<Subject> *subjects, unsigned long slack) {
    auto queue = std::make_shared<Queue>();
    auto item = std::make_shared<Array<Item>>(1);
    auto sleeps = std::make_shared<uint64_t>(0);
    subjects->push_back({Queue::name(),
                         [=] {
                             std::vector<double> late;
                             prctl(PR_SET_TIMERSLACK, slack);
                             while (late.size() < SLEEPS) {
                                 const uint64_t due = now() + SLEEP_LEAST + mix(++*sleeps) % SLEEP_SPREAD;
                                 queue->put(item->get(), due);
                                 queue->take();
                                 late.push_back(static_cast<double>(now() - due));
                             }
                             prctl(PR_SET_TIMERSLACK, 0ul); /* as it was */
                             std::nth_element(late.begin(), late.begin() + SLEEPS / 2, late.end());
                             return late[SLEEPS / 2];
                         },
                         nullptr, false});
}

void late(size_t turns, unsigned long slack) {
    std::vector<Subject> subjects;
    add_late<OnHeap4>(&subjects, slack);
    add_late<OnHwheel>(&subjects, slack);
    add_late<Textbook>(&subjects, slack);
    add_late<Nanosleep>(&subjects, slack);
    compare("late", slack, turns, subjects);
}

} // namespace

int main(int argc, char **argv) {
    const Arguments arguments(argc, argv, {1, 4}, MOST);

    for (size_t pairs : arguments.sizes) {
        pass("past", pairs, arguments.turns, PAST);
        pass("short", pairs, arguments.turns, GROWING);
        pass("paced", pairs, arguments.turns, PACED);
    }
    late(arguments.turns, 1);
    late(arguments.turns, 50000);
}
