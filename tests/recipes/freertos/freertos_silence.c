/* SPDX-License-Identifier: MIT-0 */
/* examples/recipes/freertos_task.c without its heartbeat: an empty set sleeps for ever,
   while the kernel's counter goes on by more than half its range. Then a task arms two
   timers, and interrupts cancel one, at its tick, and arm a third: each but the cancelled
   one must fire at its tick, though nothing else wakes the owner. */
#define main example_main
#include "freertos_task.c"
#undef main
#include "kernel.h"

enum { DELAY = 500 };

#define SILENCE ((TickType_t)0xC0000000u)

static struct tw_post by_task, by_interrupt, cancelled;
static unsigned fired, failed;

/* At the very tick of that timer. */
static void cancel(void) {
    BaseType_t woken;

    if (tw_post_cancel(&inbox, &cancelled))
        vTaskNotifyGiveFromISR(owner, &woken);
}

static void arm(void) { arm_in_from_isr(&by_interrupt, DELAY); }

const struct kernel_interrupt kernel_interrupt[] = {
    {SILENCE + 2 * DELAY, cancel}, {SILENCE + 3 * DELAY, arm}, {0, NULL}};

TickType_t kernel_first_tick(void) { return 5; }

/* At the tick for which it was armed, and when that comes. */
static void note(struct tw_node *n, tw_tick now) {
    const tw_tick expected = start + SILENCE + (n == &by_task.node ? 1u : 4u) * DELAY;

    fired++;
    if (n == &cancelled.node || now != expected) {
        failed++;
        fprintf(stderr, "FAILED: fired at tick %lx, not at %lx\n", (unsigned long)now,
                (unsigned long)expected);
    }
}

static void arm_after_silence(void *unused) {
    (void)unused;
    vTaskDelay(SILENCE);
    arm_in(&by_task, DELAY);
    arm_in(&cancelled, 2 * DELAY);
    vTaskDelay(5 * DELAY);
    vTaskEndScheduler();
}

int main(void) {
    start = xTaskGetTickCount();
    tw_post_init(&by_task, note);
    tw_post_init(&by_interrupt, note);
    tw_post_init(&cancelled, note);
    soft_init(&set, start, NULL, 0);
    if (xTaskCreate(own_timers, "timers", STACK, NULL, 2, &owner) != pdPASS ||
        xTaskCreate(arm_after_silence, "silent", STACK, NULL, 1, NULL) != pdPASS)
        return 1;
    vTaskStartScheduler();
    return fired == 2 && !failed ? 0 : 1;
}
