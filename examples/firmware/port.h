/* SPDX-License-Identifier: MIT-0 */
/* port.h - what timers want of a board: a counter that is never stopped, and a register
   to compare it with.

   Nothing ticks. The main loop sleeps until the next deadline, and any interrupt ends the
   sleep. If nothing is armed, it sleeps until an interrupt:

       for (;;) {
           timers_advance(&set, port_now());
           port_mask();
           if (timers_next(&set, &due))
               port_sleep(due);
           else
               port_wait();
           port_unmask();
       }

   The interrupt that woke the processor is taken in port_unmask(). A loop with posts asks
   for them behind port_mask(), and does not sleep if one waits.

   FOUR RACES, and where each one is closed
       The deadline passes while the compare register is written: the counter is beyond
       it, and no match comes until it has been once around. port_sleep() looks at the
       clock again after the write.
       The compare register is written when the counter has just its value: that is no
       match either. At the deadline itself the second look does not sleep: it asks for
       "before", not for "not after".
       An interrupt comes between the last look and the sleep: its work would wait for the
       next one. Interrupts are masked from the look on, and port_wait() ends for an
       interrupt that is pending, masked or not.
       The counter is narrower than a tick and has just wrapped, and the interrupt that
       counts its wraps is still pending: the clock would be a revolution behind.
       port_widen() looks at the pending flag, and at the count. */
#ifndef PORT_H
#define PORT_H

#include "node.h"

/* The counter's rate; a tick of the timers is one count. */
extern const uint32_t port_hz;

/* Starts the counter and lets its compare interrupt come. Interrupts are unmasked
   afterwards. */
void port_start(void);

/* The counter, as a tick. For the main loop and for callbacks; on some boards for
   interrupts too. While timers wait, the program must give it to advance() once in a quarter
   of the range of a tick: 43 s at 25 MHz, 18 minutes at 1 MHz. The loop above does so if no
   callback or other work takes as long. Otherwise a timer may fire a whole range late. An
   empty set needs no look. */
tw_tick port_now(void);

/* The compare interrupt shall come at `due`, which is not more than half the range of
   ticks away. Interrupts are masked. It may come sooner, if `due` is farther away than
   the counter can tell; and need not come if `due` is not ahead any more when this
   returns. */
void port_alarm(tw_tick due);

/* Sleeps until an interrupt is pending. Called with interrupts masked, and returns with
   them masked. Without a port_alarm() since the last sleep, the port sleeps as deep as it
   can. */
void port_wait(void);

void port_mask(void);
void port_unmask(void);

/* Sleeps until `due` or until another interrupt comes; interrupts are masked. False: it
   was not worth a sleep. */
static inline bool port_sleep(tw_tick due) {
    port_alarm(due);
    if (!tw_before(port_now(), due))
        return false;
    port_wait();
    return true;
}

/* The tick for a counter of `bits` bits: it showed `low`, after it had wrapped `high`
   times, as its interrupt counted. `pending`, read after `low`, says that one more wrap
   waits to be counted. If `low` is small, that wrap came before it was read, and counts;
   else it came after. Interrupts are masked. If the flag can lag behind the counter, the
   port reads both again while `low` is 0 and the flag is not there.

   The wrap's interrupt must run within half a turn of the counter: 131 ms on the AVR (2 ms
   with DIVIDER=1), 1 s on LPTIM, 256 s on the RTC. If all interrupts are masked for longer,
   the tick is a turn behind until they are unmasked. Each whole turn with interrupts masked
   is lost for ever. Nobody has to call port_now() in time. */
static inline tw_tick port_widen(uint32_t high, uint32_t low, unsigned bits, bool pending) {
    return (tw_tick)((high + (pending && low >> (bits - 1) == 0)) << bits | low);
}

/* For beats.c, not for the timers: a line of text, and the end of the program, 0 for
   success. */
void port_print(const char *text);
void port_leave(int status);

#endif
