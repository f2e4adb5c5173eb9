/* SPDX-License-Identifier: MIT-0 */
/* far.h - what the stores of other processes share: how an attempt to open one ends, and
   their clock. There is one such store in a timerd. */
#ifndef FAR_H
#define FAR_H

#include "store.h"

/* How an attempt ended. If the store refused it, and waiting mends nothing, its error is
   told: once, until an attempt succeeds. */
enum opened far_opened(enum opened opened, bool refused, const char *error);

/* The store's clock less the monotonic one, in us. */
int64_t far_offset_us(void);
void far_forget_time(void);      /* it may be another server */
void far_time(int64_t store_us); /* the answer of the store, which was read just now */

#endif
