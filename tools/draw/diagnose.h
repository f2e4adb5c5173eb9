/* SPDX-License-Identifier: MIT-0 */
/* diagnose.h - says which invariant is broken, and where, in a sentence. NULL: all
   hold. */
#ifndef DIAGNOSE_H
#define DIAGNOSE_H

#include "sets.h"

/* Of the chosen structure. */
const char *diagnose_structure(void);

/* Of the set around a structure that was found good: its clock, its due list, and what
   the timers say of themselves. Amid an advance the clock may have passed timers that
   wait. */
const char *diagnose_clock(bool amid_an_advance);

/* A property that check() names. */
const char *diagnose_unknown(const char *property);

#endif
