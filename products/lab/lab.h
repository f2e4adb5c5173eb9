/* SPDX-License-Identifier: MIT-0 */
/* lab.h - what every assignment uses. Given: change nothing here.

   Each header of an assignment has its own struct timer. Its first member is a deadline:

       struct timer {
           struct deadline deadline;
           ...
       };

   Read the deadline of a timer t by due(t), and write it by set_due(t, tick). Each due(t)
   is a LOOK, and the grader counts the looks. */
#ifndef LAB_H
#define LAB_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* There are never more timers than these. */
enum { CAPACITY = 8192 };

struct timer;

/* Its tick is sealed: only due() reads it. */
struct deadline {
    uint64_t sealed;
};

/* Tells the program that timer t fires. It acts as the callback of t: before it returns, it
   may arm t again, and arm or cancel any other timer. A timer that it arms for a tick that has
   come waits for the next advance. */
void fire(struct timer *t);

/* Stands in a function that you have not written yet. The program ends there. */
void hole(const char *function);

#define due(t)           lab_due(&(t)->deadline)
#define set_due(t, when) lab_set_due(&(t)->deadline, when)

/* Counts the looks. Use due() and set_due(). */
uint64_t lab_due(const struct deadline *d);
void lab_set_due(struct deadline *d, uint64_t tick);

/* Counts what chain.h does, so that an endless loop is seen soon. */
void lab_step(void);

#endif
