/* SPDX-License-Identifier: MIT-0 */
/* notify_all.h - the textbook delay queue, to be measured against: std::priority_queue,
   one mutex and one condition for everybody. Each put wakes all who wait, and all who
   wait do so until the deadline of the head. Nothing is lost that way and nothing is
   early; what is lost is time, when many wait or much is put behind the head. Equal
   deadlines keep no order, and nothing can be cancelled. The put wakes after unlocking,
   which is the better of the two usual ways. */
#ifndef NOTIFY_ALL_H
#define NOTIFY_ALL_H

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <queue>

class NotifyAll {
  public:
    static uint64_t now() { return static_cast<uint64_t>(Clock::now().time_since_epoch().count()); }

    void put(void *item, uint64_t due) {
        {
            std::lock_guard<std::mutex> hold(lock_);
            queue_.push({due, item});
        }
        changed_.notify_all();
    }

    /* The first item that is due; waits until there is one. */
    void *take() {
        std::unique_lock<std::mutex> hold(lock_);
        for (;;) {
            if (queue_.empty()) {
                changed_.wait(hold);
            } else if (now() < queue_.top().due) {
                changed_.wait_until(hold,
                                    Clock::time_point(std::chrono::nanoseconds(queue_.top().due)));
            } else {
                void *item = queue_.top().item;
                queue_.pop();
                return item;
            }
        }
    }

  private:
    using Clock = std::chrono::steady_clock;

    struct Entry {
        uint64_t due;
        void *item;

        friend bool operator<(const Entry &a, const Entry &b) { return a.due > b.due; }
    };

    std::mutex lock_;
    std::condition_variable changed_;
    std::priority_queue<Entry> queue_;
};

#endif
