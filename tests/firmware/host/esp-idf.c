/* SPDX-License-Identifier: MIT-0 */
/* What the stand-ins for ESP-IDF's headers do. Each call takes up to two microseconds.
   FreeRTOS has a tick a millisecond, and a second task of a lower priority: it delays itself
   by ten ticks again and again, and may run only while the owner of the timers blocks. It
   must run after ten milliseconds.

   If no task is ready for three ticks, the system chooses light sleep, and steps the ticks
   behind it. Light sleep ends up to a tenth of a millisecond early or four tenths late, and
   is refused now and then. A light sleep that the program starts steps no ticks. A wake-up
   source that the program switches on would end each later sleep of the chip: it must be off
   when the task blocks. The other interrupt is a wake-up source, and its handler notifies
   the owner. */
#include PORT
#include "esp_sleep.h"
#include "host.h"

enum {
    CALL = 3,
    LATE = 500,
    EARLY = 100,
    REFUSED = 10,
    A_TICK = 1000, /* counts */
    DELAY = 10,    /* ticks */
    IDLE = 3,      /* ticks: from there on the system sleeps */
    TASK_LATE = 3 * A_TICK
};

static uint64_t alarm_at, wake_after, wake_at, sleeps_from, task_at;
static bool armed, alarm_pending, asleep, steps, blocked, source_on;
static uint64_t tick, task_wake;
static uint32_t notified;
static esp_timer_create_args_t made_by;

static void call(void) {
    host_pass(host_random(CALL));
    host_take_interrupts();
}

static void delay_task(void) {
    task_at = host_counts + (uint64_t)DELAY * A_TICK;
    task_wake = tick + DELAY;
}

/* The low half of the clock wraps after half a minute. */
void model_start(void) {
    host_counts = ((uint64_t)1 << 32) - 30000000;
    delay_task();
}

void model_count(void) {
    if (armed && host_counts >= alarm_at) {
        armed = false;
        alarm_pending = true;
    }
    if (!asleep && host_counts % A_TICK == 0)
        tick++;
    if (host_counts > task_at + TASK_LATE)
        host_fail("another task is late: it starves, or the kernel's ticks stand still");
}

static bool task_is_ready(void) { return blocked && tick >= task_wake; }

bool model_pending(void) {
    return asleep ? host_counts >= wake_at : alarm_pending || task_is_ready();
}

void model_interrupt(void) {
    if (task_is_ready()) {
        delay_task();
        return;
    }
    alarm_pending = false;
    made_by.callback(made_by.arg);
}

static void start_sleep(uint64_t counts, bool by_the_system) {
    wake_at = host_counts + counts + host_random(LATE);
    sleeps_from = host_counts;
    steps = by_the_system;
    asleep = true;
}

/* What esp_pm does if all tasks are blocked. */
void model_sleep(void) {
    const uint64_t to_task = (task_wake - tick) * A_TICK;
    const uint64_t idle =
        armed && alarm_at - host_counts < to_task ? alarm_at - host_counts : to_task;

    if (!asleep && !alarm_pending && tick < task_wake && idle >= IDLE * A_TICK &&
        host_random(REFUSED) != 0)
        start_sleep(idle - EARLY, true);
}

void model_wake(void) {
    notified += !model_pending();
    if (asleep && steps)
        tick += host_counts / A_TICK - sleeps_from / A_TICK;
    host_deep += asleep;
    asleep = false;
}

void model_awake(void) {
    if (asleep)
        host_fail("a program that runs while it sleeps");
}

int64_t esp_timer_get_time(void) {
    call();
    return (int64_t)host_counts;
}

esp_err_t esp_timer_create(const esp_timer_create_args_t *args, esp_timer_handle_t *made) {
    made_by = *args;
    *made = NULL;
    return ESP_OK;
}

esp_err_t esp_timer_start_once(esp_timer_handle_t of, uint64_t timeout_us) {
    (void)of;
    call();
    if (armed)
        return ESP_ERR_INVALID_STATE;
    alarm_at = host_counts + timeout_us;
    armed = true;
    return ESP_OK;
}

esp_err_t esp_timer_stop(esp_timer_handle_t of) {
    (void)of;
    call();
    if (!armed)
        return ESP_ERR_INVALID_STATE;
    armed = false;
    return ESP_OK;
}

esp_err_t esp_sleep_enable_timer_wakeup(uint64_t time) {
    wake_after = time;
    source_on = true;
    return ESP_OK;
}

esp_err_t esp_light_sleep_start(void) {
    call();
    start_sleep(wake_after, false);
    host_wait();
    return ESP_OK;
}

TaskHandle_t xTaskGetCurrentTaskHandle(void) { return NULL; }

void vTaskDelete(TaskHandle_t task) {
    (void)task;
    exit(0);
}

uint32_t ulTaskNotifyTake(BaseType_t clear, TickType_t ticks) {
    uint32_t was;

    (void)clear, (void)ticks;
    if (source_on)
        host_fail("the task blocks with a wake-up source on");
    blocked = true;
    while (!notified)
        host_wait();
    blocked = false;
    was = notified;
    notified = 0;
    return was;
}

BaseType_t xTaskNotifyGive(TaskHandle_t task) {
    (void)task;
    notified++;
    return pdPASS;
}
