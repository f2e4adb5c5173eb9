/* SPDX-License-Identifier: MIT-0 */
/* The timer queues of ACE, on a clock of ours: a tick is a millisecond. The wheel has spokes of a
   millisecond, and comes to the same spoke again after 1024. The lists of the hash table are gone
   through one by one. */
#include "kinds.h"
#include <ace/Event_Handler.h>
#include <ace/Recursive_Thread_Mutex.h>
#include <ace/Timer_Hash.h>
#include <ace/Timer_Heap.h>
#include <ace/Timer_List.h>
#include <ace/Timer_Wheel.h>
#include <ace/Version.h>
#include <memory>

struct handler : ACE_Event_Handler {
    long number = -1;
    int handle_timeout(const ACE_Time_Value &, const void *) override;
};

static std::unique_ptr<ACE_Timer_Queue> queue;
static handler handlers[JUDGE_IDS];

int handler::handle_timeout(const ACE_Time_Value &, const void *) {
    number = -1;
    judge_fired((unsigned)(this - handlers));
    return 0;
}

static ACE_Time_Value at(uint64_t tick) {
    return ACE_Time_Value((time_t)(tick / 1000), (suseconds_t)(tick % 1000 * 1000));
}

template <class Queue> static Queue *made() { return new Queue; }

template <> ACE_Timer_Wheel *made() { return new ACE_Timer_Wheel(1024, 1000); }

template <class Queue> static void init(uint64_t) {
    queue.reset(made<Queue>());
    for (auto &h : handlers)
        h.number = -1;
}

static bool add(unsigned id, uint64_t due) {
    handlers[id].number = queue->schedule(&handlers[id], nullptr, at(due));
    return handlers[id].number >= 0;
}

static bool cancel(unsigned id) {
    const bool done = handlers[id].number >= 0 && queue->cancel(handlers[id].number) == 1;

    handlers[id].number = -1;
    return done;
}

static bool next(uint64_t *due) {
    if (queue->is_empty())
        return false;
    const ACE_Time_Value &first = queue->earliest_time();

    *due = (uint64_t)first.sec() * 1000 + (uint64_t)first.usec() / 1000;
    return true;
}

static void advance(uint64_t now, uint64_t) { queue->expire(at(now)); }

template <class Queue> static judge_subject subject(const char *claims = "next callbacks") {
    return {"", claims, init<Queue>, add, cancel, nullptr, next, advance};
}

int main(int argc, char **argv) {
    return judge_one_of(argc, argv,
                        {{"Timer_Wheel", subject<ACE_Timer_Wheel>()},
                         {"Timer_Hash", subject<ACE_Timer_Hash>("unordered next callbacks")},
                         {"Timer_Heap", subject<ACE_Timer_Heap>()},
                         {"Timer_List", subject<ACE_Timer_List>()}},
                        "ACE " ACE_VERSION ", ");
}
