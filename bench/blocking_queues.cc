/* SPDX-License-Identifier: MIT-0 */
/* Delay queues: delayqueue.h over heap4 and over hwheel against the textbook's queue that
   wakes everybody, and against a bare sleep. */
#include "delayqueue.h"
#include "heap4.h"
#include "hwheel.h"
#include "textbook/notify_all.h"
#include "threads.h"
#include "turns.h"

#include <atomic>
#include <sys/prctl.h>

using namespace bench;

namespace {

const char help[] = "Delay queues with N producers and N consumers, ns of one item, on the wall; N "
                    "is 1 and 4 unless --sizes says\n"
                    "otherwise, 8 at most. --work items are put and taken.\n\n"
                    "  past          the items are due when they are put\n"
                    "  short         they are due U[1 .. 50] us later. Producers do not wait for "
                    "consumers, so that the queue grows "
                    "long\n"
                    "  paced         the same, but no producer puts more than 1000 ahead of the "
                    "consumers, so that these sleep now "
                    "and\n"
                    "                then\n"
                    "  late          one thread puts an item that is due U[50 .. 500] us later, "
                    "and takes it; N is the timer slack of "
                    "the\n"
                    "                thread in ns. The median of 200 figures, each the ns by which "
                    "it came back late. nanosleep has "
                    "no\n"
                    "                queue: it is clock_nanosleep() for the same times\n";

TW_DELAYQUEUE_OF(heap_jobs, heap4)
TW_DELAYQUEUE_OF(wheel_jobs, hwheel)

using Item = Object<struct tw_node>;

enum {
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
    static const char *name() { return "on_heap4"; }

    explicit OnHeap4(size_t items) : room(TW_HEAP4_BYTES(items + MOST)) {
        heap_jobs_init(&queue, reinterpret_cast<tw_heap4_array *>(room.get()), items + MOST);
    }

    ~OnHeap4() { heap_jobs_destroy(&queue); }

    void put(Item *x, uint64_t due) { heap_jobs_put(&queue, &x->node, due); }

    Item *take() { return TW_OF(heap_jobs_take(&queue, TW_FOREVER), Item, node); }

    Array<char> room;
    struct heap_jobs queue;
};

struct OnHwheel {
    static const char *name() { return "on_hwheel"; }

    explicit OnHwheel(size_t) { wheel_jobs_init(&queue, nullptr, 0); }

    ~OnHwheel() { wheel_jobs_destroy(&queue); }

    void put(Item *x, uint64_t due) { wheel_jobs_put(&queue, &x->node, due); }

    Item *take() { return TW_OF(wheel_jobs_take(&queue, TW_FOREVER), Item, node); }
    struct wheel_jobs queue;
};

struct Textbook {
    explicit Textbook(size_t) {}

    static const char *name() { return "notify_all"; }

    void put(Item *x, uint64_t due) { queue.put(x, due); }

    Item *take() { return static_cast<Item *>(queue.take()); }

    NotifyAll queue;
};

struct Nanosleep {
    explicit Nanosleep(size_t) {}

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

/* Producers and consumers with their items and, behind these, a last one for each
   consumer. */
template <class Queue> class Run {
  public:
    Run(size_t pairs, size_t items)
        : pairs_(pairs), share_(items / pairs + 1), item_(pairs * share_ + MOST),
          queue_(pairs * share_) {}

    Result pass(Kind_of_run kind) {
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
        return {ns, static_cast<double>(pairs_ * share_)};
    }

  private:
    struct alignas(64) Counter {
        std::atomic<size_t> count;
    };

    Item *last() const { return &item_[pairs_ * share_]; }

    size_t taken() const {
        size_t sum = 0;
        for (size_t i = 0; i < pairs_; i++)
            sum += taken_[i].count.load(std::memory_order_relaxed);
        return sum;
    }

    /* The last item is due after all others of this producer. The consumer who gets it
       ends, and when all have, all items of all producers are out. */
    void produce(size_t i, Kind_of_run kind) {
        for (size_t k = 0; k < share_; k++) {
            while (kind == PACED && k % 16 == 0 && k > AHEAD + taken() / pairs_)
                std::this_thread::yield();
            Item *x = &item_[i * share_ + k];
            queue_.put(x,
                       kind == PAST ? 1 : now() + 1 + mix(turn_ << 32 | (i * share_ + k)) % SHORT);
        }
        queue_.put(last() + i, kind == PAST ? 2 : now() + 1 + SHORT);
    }

    void consume(std::atomic<size_t> *taken) {
        for (size_t count = 1;; count++) {
            Item *x = queue_.take();
            if (x >= last())
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

template <class Queue>
void add_pass(const char *workload, const Program &program, size_t pairs, Kind_of_run kind) {
    const size_t items = program.work / 2;
    subject(workload, pairs, Queue::name(), NONE, [=]() -> Turn {
        auto run = std::make_shared<Run<Queue>>(pairs, items);
        return [=] { return run->pass(kind); };
    });
}

void pass(const char *workload, const Program &program, size_t pairs, Kind_of_run kind) {
    add_pass<OnHeap4>(workload, program, pairs, kind);
    add_pass<OnHwheel>(workload, program, pairs, kind);
    add_pass<Textbook>(workload, program, pairs, kind);
}

template <class Queue>
Result late_by(Queue *queue, Item *item, unsigned long slack, uint64_t *sleeps) {
    std::vector<double> late;
    prctl(PR_SET_TIMERSLACK, slack);
    while (late.size() < SLEEPS) {
        const uint64_t due = now() + SLEEP_LEAST + mix(++*sleeps) % SLEEP_SPREAD;
        queue->put(item, due);
        queue->take();
        late.push_back(static_cast<double>(now() - due));
    }
    prctl(PR_SET_TIMERSLACK, 0ul); /* as it was */
    std::nth_element(late.begin(), late.begin() + SLEEPS / 2, late.end());
    return {late[SLEEPS / 2]};
}

template <class Queue> void add_late(unsigned long slack) {
    subject("late", slack, Queue::name(), NONE, [=]() -> Turn {
        auto queue = std::make_shared<Queue>(1);
        auto item = std::make_shared<Array<Item>>(1);
        auto sleeps = std::make_shared<uint64_t>(0);
        return [=] { return late_by(queue.get(), item->get(), slack, sleeps.get()); };
    });
}

void late(unsigned long slack) {
    add_late<OnHeap4>(slack);
    add_late<OnHwheel>(slack);
    add_late<Textbook>(slack);
    add_late<Nanosleep>(slack);
}

} // namespace

int main(int argc, char **argv) {
    const Program program(argc, argv, help, {1, 4}, 200000, MOST);

    for (size_t pairs : program.sizes) {
        pass("past", program, pairs, PAST);
        pass("short", program, pairs, GROWING);
        pass("paced", program, pairs, PACED);
    }
    late(1);
    late(50000);
    return program.run();
}
