/* SPDX-License-Identifier: MIT-0 */
/* A kernel for the names in FreeRTOS.h: each task is a thread, one of which runs at a
   time, the ready one of the highest priority. The tick stands still while a task runs.
   When all sleep it jumps to the next deadline of a task, or to the next interrupt of
   freertos_test.c, so that each run is the same. It ends the program when all sleep for
   ever, when a task calls it again and again and no time passes, or when it is called
   with interrupts masked. */
#include "kernel.h"
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

struct kernel_task {
    pthread_cond_t go;
    TaskFunction_t run;
    void *argument;
    UBaseType_t priority;
    bool ready, takes, forever; /* takes: it sleeps until it is notified */
    TickType_t wake;
    uint32_t notified;
};

enum { MOST = 8, CALLS = 1000 };
static struct kernel_task task[MOST], *running;
static size_t tasks, raised;
static TickType_t tick;
static unsigned long calls; /* at this tick */
static bool ended, in_isr;
static UBaseType_t masked;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* held by whoever runs */
static pthread_cond_t end = PTHREAD_COND_INITIALIZER;

static void fail(const char *why) {
    fprintf(stderr, "kernel: %s, at tick %lu\n", why,
            (unsigned long)(TickType_t)(tick - kernel_first_tick()));
    exit(3);
}

static void called(bool by_isr) {
    if (masked)
        fail("a call with interrupts masked");
    if (by_isr != in_isr)
        fail(by_isr ? "a task's call of what is for interrupts"
                    : "an interrupt's call of what is for tasks");
    if (++calls > CALLS)
        fail("calls without end");
}

static struct kernel_task *first_ready(void) {
    struct kernel_task *best = NULL;
    size_t i;

    for (i = 0; i < tasks; i++)
        if (task[i].ready && (!best || task[i].priority > best->priority))
            best = &task[i];
    return best;
}

/* The next deadline of a task; false: none. */
static bool next_wake(TickType_t *ahead) {
    bool any = false;
    size_t i;

    for (i = 0; i < tasks; i++)
        if (!task[i].ready && !task[i].forever &&
            (!any || (TickType_t)(task[i].wake - tick) < *ahead)) {
            *ahead = task[i].wake - tick;
            any = true;
        }
    return any;
}

/* On to the next deadline or interrupt. */
static void pass_time(void) {
    TickType_t ahead = 0;
    const bool sleeper = next_wake(&ahead), interrupt = kernel_interrupt[raised].isr != NULL;
    const TickType_t to_interrupt =
        (TickType_t)(kernel_first_tick() + kernel_interrupt[raised].at - tick);
    size_t i;

    if (!sleeper && !interrupt)
        fail("all tasks sleep for ever");
    calls = 0;
    if (interrupt && (!sleeper || to_interrupt <= ahead)) {
        tick += to_interrupt;
        in_isr = true;
        kernel_interrupt[raised++].isr();
        in_isr = false;
        return;
    }
    tick += ahead;
    for (i = 0; i < tasks; i++)
        if (!task[i].ready && !task[i].forever && task[i].wake == tick)
            task[i].ready = true;
}

/* Lets another task run, if the caller sleeps or has a lower priority; NULL: main() is
   the caller. */
static void reschedule(struct kernel_task *me) {
    struct kernel_task *next;

    while ((next = first_ready()) == NULL)
        pass_time();
    running = next;
    if (next != me)
        pthread_cond_signal(&next->go);
    while (me && running != me)
        pthread_cond_wait(&me->go, &lock);
}

static void sleep_for(TickType_t ticks, bool takes) {
    struct kernel_task *const me = running;

    me->ready = false;
    me->takes = takes;
    me->forever = ticks == portMAX_DELAY;
    me->wake = tick + ticks;
    reschedule(me);
    me->takes = false;
}

static void *thread(void *p) {
    struct kernel_task *const me = p;

    pthread_mutex_lock(&lock);
    while (running != me)
        pthread_cond_wait(&me->go, &lock);
    me->run(me->argument);
    fail("a task has returned");
    return NULL;
}

BaseType_t xTaskCreate(TaskFunction_t run, const char *name, uint32_t stack, void *argument,
                       UBaseType_t priority, TaskHandle_t *made) {
    struct kernel_task *const t = &task[tasks];
    pthread_t id;

    (void)name, (void)stack;
    if (tasks == MOST || pthread_cond_init(&t->go, NULL) != 0)
        return pdFALSE;
    t->run = run;
    t->argument = argument;
    t->priority = priority;
    t->ready = true;
    tasks++;
    if (made)
        *made = t;
    return pthread_create(&id, NULL, thread, t) == 0 && pthread_detach(id) == 0 ? pdPASS : pdFALSE;
}

void vTaskStartScheduler(void) {
    pthread_mutex_lock(&lock);
    reschedule(NULL);
    while (!ended)
        pthread_cond_wait(&end, &lock);
    pthread_mutex_unlock(&lock);
}

/* The caller's thread stays where it is until main() returns. */
void vTaskEndScheduler(void) {
    struct kernel_task *const me = running;

    called(false);
    ended = true;
    running = NULL;
    pthread_cond_signal(&end);
    for (;;)
        pthread_cond_wait(&me->go, &lock);
}

void vTaskDelay(TickType_t ticks) {
    called(false);
    sleep_for(ticks, false);
}

TickType_t xTaskGetTickCount(void) {
    if (running)
        called(false);
    return running ? tick : (tick = kernel_first_tick());
}

TickType_t xTaskGetTickCountFromISR(void) {
    called(true);
    return tick;
}

uint32_t ulTaskNotifyTake(BaseType_t clear, TickType_t ticks) {
    struct kernel_task *const me = running;
    uint32_t notified;

    called(false);
    if (me->notified == 0 && ticks != 0)
        sleep_for(ticks, true);
    notified = me->notified;
    if (notified)
        me->notified = clear ? 0 : notified - 1;
    return notified;
}

static void notify(struct kernel_task *t) {
    t->notified++;
    t->ready = t->ready || t->takes;
}

BaseType_t xTaskNotifyGive(TaskHandle_t t) {
    called(false);
    notify(t);
    reschedule(running);
    return pdPASS;
}

void vTaskNotifyGiveFromISR(TaskHandle_t t, BaseType_t *woken) {
    called(true);
    notify(t);
    *woken = pdTRUE;
}

void portYIELD_FROM_ISR(BaseType_t woken) { (void)woken; }

UBaseType_t portSET_INTERRUPT_MASK_FROM_ISR(void) {
    const UBaseType_t was = masked;

    masked = 1;
    return was;
}

void portCLEAR_INTERRUPT_MASK_FROM_ISR(UBaseType_t was) { masked = was; }
