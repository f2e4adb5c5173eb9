/* SPDX-License-Identifier: MIT-0 */
/* port.h on ESP-IDF: esp_timer's clock of microseconds, a GPTimer as the alarm, and light
   sleep. Not run on a chip: tests/firmware/host compiles and runs it over stand-ins for
   ESP-IDF's headers, since no package of Debian has these.

   A GPTimer stands still in light sleep, and so cannot be the clock. ESP-IDF sets
   esp_timer's right after each light sleep. The GPTimer only measures what is left until
   a deadline: it starts from 0 for each alarm, and loses nothing by standing still. A
   tick is the low half of the clock: it wraps each 71 minutes, and delays go up to 17.

   A sleep of DEEP microseconds or more is light sleep, with the critical section held.
   Only a wake-up source that you enable by esp_sleep_enable_...() ends it early; another
   interrupt waits until its end. A shorter sleep blocks the task: an interrupt handler of
   yours that arms a timer by a post wakes the task by vTaskNotifyGiveFromISR(port_task).
   FreeRTOS's own ticks are stepped by ESP-IDF after light sleep. With the Bluetooth or
   Wi-Fi stack on, leave light sleep to the power management: set DEEP to 0xFFFFFFFF. */
#include "port.h"
#include "driver/gptimer.h"
#include "esp_attr.h"
#include "esp_sleep.h"
#include "esp_timer.h"
#include "freertos/FreeRTOS.h"
#include "freertos/task.h"
#include <stdio.h>
#include <stdlib.h>

#define DEEP 5000u /* microseconds: several times the start of the flash and the crystal */

const uint32_t port_hz = 1000000;

TaskHandle_t port_task; /* the one that owns the timers */

static gptimer_handle_t timer;
static portMUX_TYPE lock = portMUX_INITIALIZER_UNLOCKED;
static uint32_t ahead; /* microseconds until the deadline */

int main(void);
void app_main(void);

void app_main(void) { (void)main(); }

static bool IRAM_ATTR alarm_came(gptimer_handle_t of, const gptimer_alarm_event_data_t *event,
                                 void *unused) {
    BaseType_t woken = pdFALSE;

    (void)of, (void)event, (void)unused;
    vTaskNotifyGiveFromISR(port_task, &woken);
    return woken == pdTRUE;
}

void port_start(void) {
    const gptimer_config_t config = {.clk_src = GPTIMER_CLK_SRC_DEFAULT,
                                     .direction = GPTIMER_COUNT_UP,
                                     .resolution_hz = 1000000};
    const gptimer_event_callbacks_t callbacks = {.on_alarm = alarm_came};

    port_task = xTaskGetCurrentTaskHandle();
    ESP_ERROR_CHECK(gptimer_new_timer(&config, &timer));
    ESP_ERROR_CHECK(gptimer_register_event_callbacks(timer, &callbacks, NULL));
    ESP_ERROR_CHECK(gptimer_enable(timer));
    ESP_ERROR_CHECK(gptimer_start(timer));
}

tw_tick port_now(void) { return (tw_tick)esp_timer_get_time(); }

/* An alarm that is set a count too late is at a deadline that has passed: port_sleep()
   sees it. */
void port_alarm(tw_tick due) {
    gptimer_alarm_config_t alarm = {.alarm_count = 0};
    const tw_tick now = port_now();

    ESP_ERROR_CHECK(gptimer_set_alarm_action(timer, NULL));
    if (!tw_before(now, due))
        return;
    ahead = due - now;
    alarm.alarm_count = ahead;
    ESP_ERROR_CHECK(gptimer_set_raw_count(timer, 0));
    ESP_ERROR_CHECK(gptimer_set_alarm_action(timer, &alarm));
}

/* If ESP-IDF refuses the light sleep, the GPTimer ends the block: its alarm is set. A
   notification that came before the block ends it at once. */
void port_wait(void) {
    if (ahead >= DEEP && esp_sleep_enable_timer_wakeup(ahead) == ESP_OK &&
        esp_light_sleep_start() == ESP_OK)
        return;
    port_unmask();
    (void)ulTaskNotifyTake(pdTRUE, portMAX_DELAY);
    port_mask();
}

void port_mask(void) { portENTER_CRITICAL(&lock); }

void port_unmask(void) { portEXIT_CRITICAL(&lock); }

void port_print(const char *text) { fputs(text, stdout); }

void port_leave(int status) {
    if (status != 0)
        abort();
    vTaskDelete(NULL);
}
