/* SPDX-License-Identifier: MIT-0 */
/* Callbacks that do not return: one is left by longjmp(), one runs a loop of its own.

   What it teaches: advance() waits for its callback. If the callback is left, or runs the
   loop itself, advance() refuses every call, and no timer fires any more. expire() hands
   the timer out before its function is called, so the loop may call what it likes. The
   loop reads the clock for each call: a loop in a function has moved it.

       no_return     an error in a callback, and a question that waits for its answer */
#include <tw/hwheel.h>
#include <tw/timers.h>
#include <setjmp.h>
#include <stdio.h>

TW_TIMERS_OF(timers, hwheel)

static struct timers timers;
static struct tw_node parser, beat, question, answer;
static tw_tick clock_ms;
static bool answered;
static jmp_buf failed;

static void say(const char *text) { printf("%3lu  %s\n", (unsigned long)clock_ms, text); }

/* One turn of the loop. A program would sleep in poll(). */
static void turn(void) {
    struct tw_node *n;
    const int ms = timers_wait_ms(&timers, clock_ms, 1);

    clock_ms += (tw_tick)ms;
    while ((n = timers_expire(&timers, clock_ms)) != NULL)
        n->fn(n, timers_now(&timers));
}

static void on_parser(struct tw_node *n, tw_tick now) {
    (void)n, (void)now;
    longjmp(failed, 1);
}

static void on_beat(struct tw_node *n, tw_tick now) {
    say("beat");
    if (now < 80)
        timers_add(&timers, n, tw_forward(n->due, 20, now, NULL));
}

static void on_answer(struct tw_node *n, tw_tick now) {
    (void)n, (void)now;
    say("the answer comes");
    answered = true;
}

static void on_question(struct tw_node *n, tw_tick now) {
    (void)n;
    say("the question waits");
    timers_add_in(&timers, &answer, now, 30);
    while (!answered)
        turn();
    say("the question ends");
}

int main(void) {
    tw_node_init(&parser, on_parser);
    tw_node_init(&beat, on_beat);
    tw_node_init(&question, on_question);
    tw_node_init(&answer, on_answer);
    timers_add(&timers, &parser, 20);
    timers_add(&timers, &beat, 20); /* the error comes first */
    timers_add(&timers, &question, 40);
    if (setjmp(failed))
        say("an error is logged");
    while (timers_count(&timers) > 0)
        turn();
    return 0;
}
