/* SPDX-License-Identifier: MIT-0 */
/* What the stand-ins for ESP-IDF's headers do. The GPTimer stands still in light sleep,
   and its alarm comes when the count becomes equal to it, not later. Light sleep ends up
   to half a millisecond late, and is refused now and then. Each call takes up to two
   microseconds. The other interrupt is a wake-up source, and notifies the task. */
#include PORT
#include "host.h"

enum { LATE = 500, REFUSED = 10, CALL = 3 };

static uint64_t started, still, alarm_count, wake_after, wake_at;
static bool runs, armed, alarm_pending, asleep;
static uint32_t notified;
static gptimer_alarm_cb_t on_alarm;

static void call(void) {
    host_pass(host_random(CALL));
    host_take_interrupts();
}

/* The low half of the clock wraps after half a minute. */
void model_start(void) { host_counts = ((uint64_t)1 << 32) - 30000000; }

void model_count(void) {
    if (asleep)
        still++;
    else if (armed && runs && host_counts - started - still == alarm_count) {
        armed = false;
        alarm_pending = true;
    }
}

bool model_pending(void) { return asleep ? host_counts >= wake_at : alarm_pending; }

void model_interrupt(void) {
    const gptimer_alarm_event_data_t event = {alarm_count, alarm_count};

    alarm_pending = false;
    (void)on_alarm(NULL, &event, NULL);
}

void model_sleep(void) {}

void model_wake(void) {
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

esp_err_t esp_sleep_enable_timer_wakeup(uint64_t time) {
    wake_after = time;
    return ESP_OK;
}

esp_err_t esp_light_sleep_start(void) {
    call();
    if (host_mask(1) == 0)
        host_fail("light sleep outside of the critical section");
    if (host_random(REFUSED) == 0)
        return ESP_ERR_SLEEP_REJECT;
    wake_at = host_counts + wake_after + host_random(LATE);
    asleep = true;
    host_wait();
    return ESP_OK;
}

esp_err_t gptimer_new_timer(const gptimer_config_t *config, gptimer_handle_t *made) {
    if (config->resolution_hz != port_hz || config->direction != GPTIMER_COUNT_UP)
        host_fail("a GPTimer that the model does not know");
    *made = NULL;
    return ESP_OK;
}

esp_err_t gptimer_register_event_callbacks(gptimer_handle_t of,
                                           const gptimer_event_callbacks_t *callbacks, void *user) {
    (void)of, (void)user;
    on_alarm = callbacks->on_alarm;
    return ESP_OK;
}

esp_err_t gptimer_enable(gptimer_handle_t of) {
    (void)of;
    return ESP_OK;
}

esp_err_t gptimer_start(gptimer_handle_t of) {
    (void)of;
    runs = true;
    return ESP_OK;
}

esp_err_t gptimer_set_raw_count(gptimer_handle_t of, uint64_t value) {
    (void)of;
    call();
    started = host_counts - value;
    still = 0;
    return ESP_OK;
}

esp_err_t gptimer_set_alarm_action(gptimer_handle_t of, const gptimer_alarm_config_t *config) {
    (void)of;
    call();
    armed = config != NULL;
    if (config)
        alarm_count = config->alarm_count;
    return ESP_OK;
}

void portENTER_CRITICAL(portMUX_TYPE *of) {
    (void)of;
    (void)host_mask(1);
}

void portEXIT_CRITICAL(portMUX_TYPE *of) {
    (void)of;
    (void)host_mask(0);
}

TaskHandle_t xTaskGetCurrentTaskHandle(void) { return NULL; }

void vTaskDelete(TaskHandle_t task) {
    (void)task;
    exit(0);
}

uint32_t ulTaskNotifyTake(BaseType_t clear, TickType_t ticks) {
    const uint32_t was = notified;

    (void)clear, (void)ticks;
    if (host_mask(0) != 0)
        host_fail("a task that blocks in a critical section");
    if (!was)
        host_wait();
    notified = 0;
    return was;
}

void vTaskNotifyGiveFromISR(TaskHandle_t task, BaseType_t *woken) {
    (void)task;
    notified++;
    *woken = pdTRUE;
}
