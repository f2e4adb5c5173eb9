/* SPDX-License-Identifier: MIT-0 */
/* stand_in.h - stands in for the headers of ThreadX that common/src/tx_timer_*.c include,
   beside tx_timer.h: what those files use of them, with TX_TIMER_PROCESS_IN_ISR and
   without other options. Interrupts are not masked, as nowhere in the small application. */
#ifndef STAND_IN_H
#define STAND_IN_H

#include <stddef.h>

#define TX_TIMER_PROCESS_IN_ISR

#define VOID void
typedef char CHAR;
typedef unsigned UINT;
typedef unsigned long ULONG;

#define TX_NULL           ((void *)0)
#define TX_FALSE          0U
#define TX_TRUE           1U
#define TX_EMPTY          0UL
#define TX_SUCCESS        0U
#define TX_ACTIVATE_ERROR 0x17U
#define TX_NO_ACTIVATE    0U
#define TX_AUTO_ACTIVATE  1U
#define TX_WAIT_FOREVER   0xFFFFFFFFUL

typedef struct timer_internal {
    ULONG tx_timer_internal_remaining_ticks, tx_timer_internal_re_initialize_ticks;
    void (*tx_timer_internal_timeout_function)(ULONG parameter);
    ULONG tx_timer_internal_timeout_param;
    struct timer_internal *tx_timer_internal_active_next, *tx_timer_internal_active_previous;
    struct timer_internal **tx_timer_internal_list_head;
} TX_TIMER_INTERNAL;

typedef struct timer {
    ULONG tx_timer_id;
    CHAR *tx_timer_name;
    TX_TIMER_INTERNAL tx_timer_internal;
    struct timer *tx_timer_created_next, *tx_timer_created_previous;
} TX_TIMER;

UINT _tx_timer_create(TX_TIMER *timer, CHAR *name, void (*fn)(ULONG parameter), ULONG parameter,
                      ULONG delay, ULONG period, UINT activate);
UINT _tx_timer_change(TX_TIMER *timer, ULONG delay, ULONG period);
UINT _tx_timer_activate(TX_TIMER *timer);
UINT _tx_timer_deactivate(TX_TIMER *timer);

/* Of utility/low_power/tx_low_power.c. */
ULONG tx_timer_get_next(ULONG *before);
void tx_time_increment(ULONG ticks);

/* The port for a Cortex-M0 has a loop, too, in place of memset(). */
#define TX_MEMSET(start, value, size)                         \
    {                                                         \
        char *at = (char *)(start), *const end = at + (size); \
        while (at < end)                                      \
            *at++ = (value);                                  \
    }

#define TX_TIMER_POINTER_ADD(list, n)                   ((list) + (n))
#define TX_TIMER_POINTER_DIF(a, b)                      ((ULONG)((a) - (b)))
#define TX_TIMER_INDIRECT_TO_VOID_POINTER_CONVERT(list) ((void *)(list))

#define TX_INTERRUPT_SAVE_AREA
#define TX_DISABLE
#define TX_RESTORE
#define TX_TIMER_CREATE_EXTENSION(timer)
#define TX_TRACE_OBJECT_REGISTER(...)
#define TX_TRACE_IN_LINE_INSERT(...)
#define TX_EL_TIMER_CREATE_INSERT
#define TX_EL_TIMER_CHANGE_INSERT
#define TX_EL_TIMER_DEACTIVATE_INSERT

#endif
