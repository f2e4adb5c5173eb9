/* SPDX-License-Identifier: MIT-0 */
/* A delay queue with a clock, a lock and conditions of its own, in one thread: whoever
   waits lets other threads' calls happen before it goes on. Signals and waits are
   answers. */
#define TW_STATIC
#define TW_IMPLEMENTATION
#include "search.h"

static uint64_t clock_now;
static int conditions; /* how many there are: the leader's is the first */

static void reply(uint64_t value) { answer(value); }

static void wait_until(int condition, uint64_t until);

#define TW_DQ_MUTEX             int
#define TW_DQ_MUTEX_INIT(m)     (*(m) = 0, true)
#define TW_DQ_MUTEX_DESTROY(m)  reply(0xDE57 + (unsigned)*(m))
#define TW_DQ_LOCK(m)           reply((uint64_t)++ *(m))
#define TW_DQ_UNLOCK(m)         reply((uint64_t)-- *(m))
#define TW_DQ_COND              int
#define TW_DQ_COND_INIT(c)      (*(c) = ++conditions, !one_in(50))
#define TW_DQ_COND_DESTROY(c)   reply(0xDEAD + (unsigned)*(c))
#define TW_DQ_SIGNAL(c)         reply(0x510 + (unsigned)*(c))
#define TW_DQ_BROADCAST(c)      reply(0xB10 + (unsigned)*(c))
#define TW_DQ_WAIT(c, m, until) (reply((uint64_t)-- * (m)), wait_until(*(c), until), (void)++*(m))
#define TW_DQ_CLOCK()           clock_now

#include "delayqueue.h"
#include "structure.h"

TW_DELAYQUEUE_OF(jobs, STRUCTURE)

enum { MOST = 300 };
static struct jobs *queue;
static struct tw_node *node;
static size_t nodes;
static unsigned waits;

static size_t at(const struct tw_node *n) { return n ? (size_t)(n - node) + 1 : 0; }

static struct tw_node *any(void) { return one_in(200) ? NULL : &node[below(nodes)]; }

static tw_tick a_due(void) {
    if (one_in(6))
        return clock_now - (clock_now < 9 ? 0 : below(9));
    return one_in(40) ? TW_TICK_MAX - below(2) : clock_now + span((uint64_t)1 << (2 + draw() % 40));
}

static void put(void) {
    bool first = false;

    switch (draw() % 8) {
    case 0:
    case 1:
        answer(jobs_put_earliest(queue, any(), a_due(), &first)), answer(first);
        break;
    case 2:
        answer(jobs_move_earliest(queue, any(), a_due(), &first)), answer(first);
        break;
    case 3:
        answer(jobs_put_in(queue, any(), one_in(30) ? TW_TICK_MAX : span((uint64_t)1 << 40)));
        break;
    case 4:
        answer(jobs_move(queue, any(), a_due()));
        break;
    default:
        answer(jobs_put(queue, any(), a_due()));
    }
}

static void ask(void) {
    tw_tick due = 0;

    switch (draw() % 6) {
    case 0:
        answer(jobs_cancel(queue, any()));
        break;
    case 1:
        answer(at(jobs_peek(queue)));
        break;
    case 2:
        answer(jobs_next(queue, &due)), answer(due);
        break;
    case 3:
        answer_text(jobs_check(queue));
        break;
    case 4:
        answer(jobs_closed(queue)), answer(jobs_count(queue));
        break;
    default:
        if (one_in(60))
            jobs_close(queue);
        answer(queue->dq.lock == 0 && queue->dq.followers ? jobs_destroy(queue) : 0);
    }
}

/* A call that asserts ends there, before it has locked. */
static void safely(void (*call)(void)) {
    run.trips = true;
    if (!setjmp(run.back))
        call();
    run.trips = false;
}

static void take(void) {
    const tw_tick deadline = one_in(3)   ? TW_FOREVER
                             : one_in(3) ? below(2)
                                         : clock_now + span(1000000);
    struct tw_node *out[5] = {NULL, NULL, NULL, NULL, NULL};
    size_t i, got;

    if (one_in(3)) {
        answer(at(one_in(2) ? jobs_take(queue, deadline) : jobs_try_take(queue)));
        return;
    }
    got = jobs_take_batch(queue, out, below(6), deadline);
    answer(got);
    for (i = 0; i < got && i < 5; i++)
        answer(at(out[i]));
}

/* Others call meanwhile; then the clock comes to `until`, or the wait ends too early.
   Nobody waits for ever. */
static void wait_until(int condition, uint64_t until) {
    answer(until), answer((uint64_t)condition);
    run.calls++;
    if (++waits > 40)
        jobs_close(queue);
    for (; one_in(2);) {
        clock_now += one_in(2) ? span(1000) : 0;
        if (waits < 20 && one_in(6))
            take();
        else if (one_in(2))
            put();
        else
            ask();
    }
    if (until == TW_FOREVER)
        clock_now += span(1000);
    else if (until > clock_now && !one_in(4))
        clock_now = until;
}

static uint64_t cleared;

static void clears(struct tw_node *n, tw_tick now) {
    cleared += at(n) * 0x9E3779B97F4A7C15u + n->home + now;
}

static void chain(void) {
    cleared = 0;
    answer(jobs_clear_with(queue, clears)), answer(cleared), answer(jobs_count(queue));
}

static void play(void) {
    const int fill = one_in(2) ? 0xA5 : 0;
    const size_t capacity = 1 + below(MOST);
    void *room = filled(OF_STRUCTURE(_ops).bytes(capacity), fill);
    size_t i, acts = 20 + below(300);

    nodes = 1 + below(one_in(2) ? 6 : MOST);
    waits = 0, conditions = 0;
    clock_now = one_in(4) ? 0 : one_in(2) ? below(9) : draw64() >> 4;
    queue = (struct jobs *)filled(sizeof *queue, fill);
    node = (struct tw_node *)filled(nodes * sizeof *node, 0);
    if (jobs_init(queue, OF_STRUCTURE(_ops).bytes(9) ? room : NULL, capacity)) {
        for (i = 0; i < acts; i++) {
            clock_now += one_in(3) ? span(100000) : 0;
            clock_now -= one_in(30) && clock_now > 9 ? below(9) : 0;
            safely(one_in(4) ? take : one_in(3) ? ask : put);
            if (one_in(200))
                chain();
        }
        chain();
        answer(jobs_destroy(queue));
    }
    free(room), free(node), free(queue);
}

int main(int argc, char **argv) {
    printf("room %lu\n", (unsigned long)sizeof(struct jobs));
    return search(argc, argv);
}
