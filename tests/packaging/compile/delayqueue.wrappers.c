/* SPDX-License-Identifier: MIT-0 */
/* The same of delayqueue.h, which wants 64-bit ticks and threads. */
#include "heap4.h"
#include "delayqueue.h"
TW_DELAYQUEUE_OF(delayed, heap4)
static struct delayed queue;
int tw_test_wrappers(struct tw_node *n);

int tw_test_wrappers(struct tw_node *n) {
    return delayed_put(&queue, n, 5) && delayed_take(&queue, TW_FOREVER) == n;
}
