/* SPDX-License-Identifier: MIT-0 */
/* threadx.c - the timers of ThreadX, which expire in the tick interrupt, without a thread
   and without checks of errors. Its port has the interrupt in assembly; here a poll does
   the same for each tick. A timer has a first delay and a period of its own. */
#include "stand_in.h"
#include "tx_timer.h"
#include "subject.h"

static TX_TIMER timers[TIMERS];

static void fire(ULONG timer) { fired((void *)timer); }

void subject_init(uint32_t now) {
    unsigned i;

    _tx_timer_initialize();
    _tx_timer_system_clock = now;
    for (i = 0; i < TIMERS; i++)
        _tx_timer_create(&timers[i], NULL, fire, (ULONG)&timers[i], 0, 0, TX_NO_ACTIVATE);
}

/* A delay of 0, which the kernel refuses, is 1. */
void subject_start(unsigned i, uint32_t now, uint32_t delay, uint32_t period) {
    (void)now;
    _tx_timer_deactivate(&timers[i]);
    _tx_timer_change(&timers[i], delay ? delay : 1, period);
    _tx_timer_activate(&timers[i]);
}

void subject_stop(unsigned i) { _tx_timer_deactivate(&timers[i]); }

/* The kernel counts the ticks before that of the timer. */
bool subject_next(uint32_t now, uint32_t *ticks) {
    ULONG before;
    const bool any = tx_timer_get_next(&before) == TX_TRUE;

    (void)now;
    *ticks = (uint32_t)before + 1;
    return any;
}

static void tick(void) {
    _tx_timer_system_clock++;
    if (*_tx_timer_current_ptr) {
        _tx_timer_expired = TX_TRUE;
        _tx_timer_expiration_process();
    } else if (++_tx_timer_current_ptr == _tx_timer_list_end) {
        _tx_timer_current_ptr = _tx_timer_list_start;
    }
}

void subject_poll(uint32_t now) {
    while ((uint32_t)_tx_timer_system_clock != now)
        tick();
}
