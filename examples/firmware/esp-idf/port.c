/* SPDX-License-Identifier: MIT-0 */
/* port.h on ESP-IDF: esp_timer is the clock and the alarm, and the task that owns the timers
   blocks. Not run on a chip: tests/firmware/host compiles and runs it over stand-ins for
   ESP-IDF's headers, since no package of Debian has these.

   A tick is the low half of esp_timer's microseconds: it wraps each 71 minutes, and delays
   go up to 17. The task blocks until a notification, so all other tasks run. Nothing is
   masked: a notification that comes before the block ends it at once. An interrupt handler
   of yours that arms a timer by a post calls vTaskNotifyGiveFromISR(port_task, ...). A task
   calls xTaskNotifyGive(port_task).

   The port starts no sleep of the chip. If you switch on automatic light sleep, FreeRTOS's
   tickless idle chooses each sleep. Read at espressif/esp-idf:
       components/esp_pm/pm_impl.c, commit 01dce77f: vApplicationSleep() sleeps until the
       next esp_timer or the next tick of a task. Then it steps FreeRTOS's ticks.
       components/esp_hw_support/sleep_modes.c, commit 0631340e: esp_light_sleep_start()
       steps no ticks. A program that calls it makes each vTaskDelay() late by the sleep.
       components/esp_driver_gptimer/src/gptimer.c, commit 0999aeed: an enabled GPTimer holds
       a lock of the power management, so it can not be the alarm. */
#include "port.h"
#include "esp_err.h"
#include "esp_timer.h"
#include "freertos/FreeRTOS.h"
#include "freertos/task.h"
#include <stdio.h>
#include <stdlib.h>

const uint32_t port_hz = 1000000;

TaskHandle_t port_task; /* the one that owns the timers */

static esp_timer_handle_t timer;

int main(void);
void app_main(void);

void app_main(void) { (void)main(); }

/* Runs in the task of esp_timer. */
static void alarm_came(void *unused) {
    (void)unused;
    xTaskNotifyGive(port_task);
}

void port_start(void) {
    const esp_timer_create_args_t args = {.callback = alarm_came, .name = "port"};

    port_task = xTaskGetCurrentTaskHandle();
    ESP_ERROR_CHECK(esp_timer_create(&args, &timer));
}

tw_tick port_now(void) { return (tw_tick)esp_timer_get_time(); }

/* Stopping a timer that does not run is refused, and changes nothing. */
void port_alarm(tw_tick due) {
    const tw_tick now = port_now();

    (void)esp_timer_stop(timer);
    if (tw_before(now, due))
        ESP_ERROR_CHECK(esp_timer_start_once(timer, due - now));
}

void port_wait(void) { (void)ulTaskNotifyTake(pdTRUE, portMAX_DELAY); }

void port_mask(void) {}

void port_unmask(void) {}

void port_print(const char *text) { fputs(text, stdout); }

void port_leave(int status) {
    if (status != 0)
        abort();
    vTaskDelete(NULL);
}
