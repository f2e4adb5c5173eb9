/* SPDX-License-Identifier: MIT-0 */
/* All software timers of a firmware in one FreeRTOS task.

   What it teaches: one task owns a set, and sleeps in ulTaskNotifyTake() until the
   earliest deadline. Other tasks and interrupts send posts, and the one that finds the
   inbox empty notifies the owner. Nothing is allocated and no queue can be full, as that
   of FreeRTOS's own timer task can. A tick is a tick of the kernel, whose counter has 32
   bits and wraps (TW_TICK_BITS is 32, in all files); a deadline lies up to 2^30 ticks
   ahead.

   FreeRTOS has a <timers.h>, too: call the folder of our headers tw, and put the one
   above it on the include path.

       A lamp that goes out 500 ticks after the button was pressed last, and a heartbeat
       each 400. The button's interrupt is yours; and another task presses it once. */
#include <FreeRTOS.h>
#include <task.h>
#include <timers.h> /* FreeRTOS's, as in a file that has timers of both kinds */

/* From tasks and from interrupts that may call FreeRTOS. */
#define TW_POST_MASK()      ((unsigned)portSET_INTERRUPT_MASK_FROM_ISR())
#define TW_POST_UNMASK(was) portCLEAR_INTERRUPT_MASK_FROM_ISR(was)
#include <tw/skiplist.h>
#include <tw/timers.h>
#include <tw/post.h>
#include <stdio.h>

TW_TIMERS_OF(soft, sortedlist) /* for more than a handful: hwheel */
TW_POSTS_OF(soft)

enum { BEAT = 400, LIT = 500, PRESS = 700, END = 2500, STACK = 256 };

static struct soft set;
static struct tw_posts inbox;
static TaskHandle_t owner;

/* The owner's loop. The clock first, without a timer that fires: a set in which nothing
   waited for long cannot tell how often its ticks have wrapped. Then the posts, so that a
   cancel is in time; then what is due. A post that comes while the task is awake has
   notified it, and it does not sleep. */
static void own_timers(void *unused) {
    tw_tick now, due;

    (void)unused;
    for (;;) {
        now = xTaskGetTickCount();
        soft_advance_some(&set, now, 0);
        soft_drain(&set, &inbox, NULL);
        soft_advance(&set, now);
        if (!soft_next(&set, &due)) {
            (void)ulTaskNotifyTake(pdTRUE, portMAX_DELAY);
            continue;
        }
        now = xTaskGetTickCount();
        (void)ulTaskNotifyTake(pdTRUE, tw_before(now, due) ? due - now : 0);
    }
}

/* From a task. */
static void arm_in(struct tw_post *p, TickType_t delay) {
    if (tw_post_arm(&inbox, p, xTaskGetTickCount() + delay))
        xTaskNotifyGive(owner);
}

/* From an interrupt: the owner runs as soon as that returns, if no task of a higher
   priority wants to. */
static void arm_in_from_isr(struct tw_post *p, TickType_t delay) {
    BaseType_t woken = pdFALSE;

    if (tw_post_arm(&inbox, p, xTaskGetTickCountFromISR() + delay))
        vTaskNotifyGiveFromISR(owner, &woken);
    portYIELD_FROM_ISR(woken);
}

static TickType_t start;

static void say(const char *what, tw_tick now) {
    printf("%5lu  %s\n", (unsigned long)(TickType_t)(now - start), what);
}

/* Callbacks run in the owner's task: they call the set directly. */
static void beat(struct tw_node *n, tw_tick now) {
    say("beat", now);
    soft_add(&set, n, tw_forward(n->due, BEAT, now, NULL));
}

static void go_out(struct tw_node *n, tw_tick now) {
    (void)n;
    say("the lamp goes out", now);
}

static struct tw_node heart = TW_NODE(beat);
static struct tw_post lamp;

/* The vector of the button's interrupt calls this. */
void button_isr(void);

void button_isr(void) { arm_in_from_isr(&lamp, LIT); }

static void press_once(void *unused) {
    (void)unused;
    vTaskDelay(PRESS);
    say("pressed by a task", xTaskGetTickCount());
    arm_in(&lamp, LIT);
    vTaskDelay(END - PRESS);
    vTaskEndScheduler(); /* where a program can end: in a simulator */
    for (;;)
        vTaskDelay(portMAX_DELAY);
}

int main(void) {
    start = xTaskGetTickCount();
    tw_post_init(&lamp, go_out);
    soft_init(&set, start, NULL, 0);
    soft_add(&set, &heart, start + BEAT);
    if (xTaskCreate(own_timers, "timers", STACK, NULL, 2, &owner) != pdPASS ||
        xTaskCreate(press_once, "press", STACK, NULL, 1, NULL) != pdPASS)
        return 1;
    vTaskStartScheduler(); /* on a board it does not return */
    return 0;
}
