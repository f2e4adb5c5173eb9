/* SPDX-License-Identifier: MIT-0 */
/* A delay queue over channels, as languages that have them invite one to write it, under
   every schedule.

   The scheme: Offer() puts an item into a heap under a lock, and if it is the first one
   now, sends a word on an unbuffered channel to whoever polls. Poll() looks at the first
   item, waits for its time or for that word, and sends the item on another unbuffered
   channel, from which the clients receive. Both sends wait for their receiver.

   Its faults: a client that offers while the poller is about to hand it an item waits for
   the poller, who waits for the client, for ever. And of two pollers that have looked at
   the same item, both hand it out. How many schedules end so is asserted here. The same
   two programs over delayqueue.h are one_thread_puts_and_takes_beside_a_taker and
   three_takers_two_items of delayqueue_test.c: in no schedule. */
#define _XOPEN_SOURCE 700
#undef NDEBUG
#include "../threads/schedule_threads.h"

#include <assert.h>

enum { ITEMS = 2 };

static struct channel wakeup, out;
static struct schedule_mutex lock;
static uint64_t due[ITEMS];
static bool queued[ITEMS];
static int received[ITEMS];
static unsigned long dead, twice;

static int first(void) {
    int i, best = NOTHING;

    for (i = 0; i < ITEMS; i++)
        if (queued[i] && (best == NOTHING || due[i] < due[best]))
            best = i;
    return best;
}

static void offer(int i, uint64_t at) {
    bool is_first;

    schedule_lock(&lock);
    due[i] = at;
    queued[i] = true;
    is_first = first() == i;
    schedule_unlock(&lock);
    if (is_first)
        channel_send(&wakeup, 0);
}

static void poll_for(int items) {
    while (items > 0) {
        int i;

        schedule_lock(&lock);
        i = first();
        schedule_unlock(&lock);
        if (channel_receive(&wakeup, i == NOTHING ? SCHEDULE_NEVER : due[i]) != NOTHING)
            continue;
        schedule_lock(&lock);
        queued[i] = false;
        schedule_unlock(&lock);
        channel_send(&out, i);
        items--;
    }
}

static void polls_two(void) { poll_for(2); }

static void polls_one(void) { poll_for(1); }

static void takes(void) { received[channel_receive(&out, SCHEDULE_NEVER)]++; }

static void offers_and_takes(void) {
    offer(0, 1);
    schedule_sleep_until(1);
    offer(1, 9);
    takes();
    takes();
}

static void takes_two(void) {
    takes();
    takes();
}

static void begin(void) {
    static const struct channel unbuffered;

    wakeup = out = unbuffered;
    lock.owner = NULL;
    memset(queued, 0, sizeof queued);
    memset(received, 0, sizeof received);
}

static void begin_with_one(void) {
    begin();
    due[0] = 5;
    queued[0] = true;
}

static void rest(void) {}

static void end(void) { twice += received[0] > 1 || received[1] > 1; }

static bool deadlock(void) {
    dead++;
    return true;
}

static void expect(const struct program *p, unsigned long dead_runs, unsigned long twice_runs) {
    unsigned long runs;

    dead = twice = 0;
    runs = schedule_all(p);
    printf("%s: %lu schedules, %lu end in a deadlock, %lu hand an item out twice\n", p->name, runs,
           dead, twice);
    fflush(stdout);
    assert(runs == p->runs && dead == dead_runs && twice == twice_runs);
}

int main(void) {
    static const struct program
        one = {"one thread offers and takes", 299, begin, {offers_and_takes, polls_two}, -1, 0, 0},
        two = {"two pollers", 12540, begin_with_one, {polls_one, polls_one, takes_two}, -1, 0, 0};

    sched.rest = rest;
    sched.end = end;
    sched.deadlock = deadlock;
    expect(&one, 230, 0);
    expect(&two, 0, 12540);
    return 0;
}
