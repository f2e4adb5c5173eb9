/* SPDX-License-Identifier: MIT-0 */
/* beats.c - the program to run first on a new board: it tells whether the port is right.

       make BOARD=nrf51 STRUCTURE=smallwheel run

   WHAT IT TEACHES
       - Timers over a free-running counter and a compare register: no tick interrupt, and
         no drift, because nothing stops or reloads the counter. The loop in main() is all
         there is to it; port.h tells which races it survives.
       - Periodic timers on a grid; a request with a timeout that the answer cancels;
         chains of one-shots that are due a few counts later.
       - How to end after a time: by what is due, not by what the clock shows. A loop of
         the form `while (port_now() - start < length)` leaves out what is due at its very
         end when the batch before was slow.

   For an hour, across the wraps of the counter and of the tick, it compares every firing
   with arithmetic of its own. It prints how late the worst callback began, in counts, and
   how often the processor slept, beside the number of ticks at which something was due:
   no port can do with fewer sleeps, but for deadlines that come while it is awake. */
#include HEADER
#include "timers.h"
#include "port.h"

#ifndef SECONDS
#define SECONDS 3600
#endif
#ifndef CHAIN
#define CHAIN 4
#endif

struct beat {
    struct tw_node node;
    tw_tick due; /* what arithmetic says */
    tw_tick period;
    uint32_t ms, fired;
};

TW_TIMERS_OF(timers, STRUCTURE)

static void again(struct tw_node *n, tw_tick now);
static void ask(struct tw_node *n, tw_tick now);
static void answer(struct tw_node *n, tw_tick now);
static void once(struct tw_node *n, tw_tick now);
static void chain(struct tw_node *n, tw_tick now);

/* Half a minute is more than 16-bit ticks can look ahead. */
enum { ASK = 0, GRID = TW_TICK_BITS == 16 ? 4 : 5, TIMEOUT = GRID, NEAR, TIMERS, LOST = 8 };

/* clang-format off */
#define BEAT(fn, ms) {TW_NODE(fn), 0, 0, ms, 0}
static struct beat beats[TIMERS] = {
    BEAT(ask, 250), BEAT(answer, 70), BEAT(again, 50), BEAT(again, 1000),
#if TW_TICK_BITS != 16
    BEAT(again, 30000),
#endif
    BEAT(once, 90), BEAT(chain, 0),
};
/* clang-format on */

static struct timers set;
#if defined(TW_HEAP4_H)
static TW_HEAP4_ARRAY(room, TIMERS);
#define ROOM room, TIMERS
#else
#define ROOM NULL, 0
#endif

static tw_tick last;              /* the last due tick that fired */
static uint64_t elapsed;          /* and how long after the start it was, see once() */
static tw_tick worst;             /* counts from a due tick to the first line of its callback */
static uint32_t answered, nears;  /* answers in time; one-shots armed */
static uint32_t due_ticks, slept; /* ticks with something due; sleeps */

static void print_number(uint32_t n, const char *then) {
    char digits[11], *d = &digits[10];

    for (*d = 0; d == &digits[10] || n > 0; n /= 10)
        *--d = (char)('0' + n % 10);
    port_print(d);
    port_print(then);
}

static void check(bool holds, const char *otherwise) {
    if (!holds) {
        port_print("beats: ");
        port_print(otherwise);
        port_print("\n");
        port_leave(1);
    }
}

/* Every timer comes through here. A beat is due each 50 ms, so `last` is never a range of ticks
   behind, and `elapsed` lacks no range. If the loop is away for longer than a period, again()
   fails. A whole range of ticks that is missed does not show: 4.2 s on the AVR with 16 bits. */
static void once(struct tw_node *n, tw_tick now) {
    const tw_tick clock = port_now();
    struct beat *b = TW_OF(n, struct beat, node);

    check(n->due == b->due, "a timer fired off its grid");
    check(!tw_before(now, b->due) && !tw_before(clock, now), "a timer fired early");
    check(!tw_before(b->due, last), "a timer fired after a later one");
    b->fired++;
    if ((tw_tick)(clock - b->due) > worst)
        worst = (tw_tick)(clock - b->due);
    if (b->due != last) {
        due_ticks++;
        elapsed += (tw_tick)(b->due - last);
        last = b->due;
    }
}

static void arm(struct beat *b, tw_tick due) {
    b->due = due;
    check(timers_add(&set, &b->node, due), "a timer was refused");
}

static void again(struct tw_node *n, tw_tick now) {
    struct beat *b = TW_OF(n, struct beat, node);
    tw_tick missed = 0;

    once(n, now);
    b->due = (tw_tick)(b->due + b->period);
    check(timers_add(&set, n, tw_forward(n->due, b->period, now, &missed)),
          "a periodic timer was refused");
    check(missed == 0, "a period was missed");
}

/* The next one-shot of a chain: 0 to half a millisecond ahead, each count in turn (37 has
   no factor in common with `sweep`), and each time round some instructions later. So
   deadlines pass anywhere between here and the sleep. */
static void arm_near(void) {
    const uint32_t sweep = port_hz / 2000;
    volatile uint32_t spin = nears / sweep % 32;

    while (spin > 0)
        spin--;
    arm(&beats[NEAR], (tw_tick)(port_now() + nears++ * 37 % sweep));
}

static void chain(struct tw_node *n, tw_tick now) {
    once(n, now);
    if (nears % CHAIN != 0)
        arm_near();
}

/* Sends a request, which a timeout guards; and begins a chain. */
static void ask(struct tw_node *n, tw_tick now) {
    again(n, now);
    arm(&beats[TIMEOUT], (tw_tick)(last + beats[TIMEOUT].period));
    arm_near();
}

/* The answer comes, but for each LOST-th request. */
static void answer(struct tw_node *n, tw_tick now) {
    again(n, now);
    if (beats[ASK].fired % LOST != 0)
        answered += timers_cancel(&set, &beats[TIMEOUT].node);
}

static void compare(uint64_t length) {
    const uint32_t asked = beats[ASK].fired;
    const uint64_t lost = (length - beats[TIMEOUT].period) / ((uint64_t)LOST * beats[ASK].period);
    unsigned i;

    for (i = 0; i < GRID; i++) {
        print_number(beats[i].fired, " of ");
        print_number((uint32_t)(length / beats[i].period), i + 1 < GRID ? ", " : " beats; ");
        check(beats[i].fired == length / beats[i].period, "a timer fired too often or not enough");
    }
    print_number(answered, " answers, ");
    print_number(beats[TIMEOUT].fired, " timeouts\n");
    check(answered + beats[TIMEOUT].fired + timers_pending(&set, &beats[TIMEOUT].node) == asked,
          "a timeout is gone");
    check(beats[TIMEOUT].fired == lost, "more or fewer timeouts than lost answers");
    check(beats[NEAR].fired + timers_pending(&set, &beats[NEAR].node) == nears,
          "a one-shot is gone");
    print_number(due_ticks, " due ticks, ");
    print_number(slept, " sleeps, worst lateness ");
    print_number(worst, " counts of ");
    print_number(port_hz, " a second\n");
}

int main(void) {
    const uint64_t length = (uint64_t)SECONDS * port_hz;
    tw_tick due = 0;
    unsigned i;

    port_start();
    last = port_now();
    timers_init(&set, last, ROOM);
    for (i = 0; i < TIMERS; i++)
        beats[i].period = (tw_tick)((uint64_t)port_hz * beats[i].ms / 1000);
    for (i = 0; i < GRID; i++)
        arm(&beats[i], (tw_tick)(last + beats[i].period));

    while (timers_next(&set, &due) && elapsed + (tw_tick)(due - last) <= length) {
        port_mask();
        slept += port_sleep(due);
        port_unmask();
        timers_advance(&set, port_now());
    }

    compare(length);
    port_leave(0);
    return 0;
}
