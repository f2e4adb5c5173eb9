/* SPDX-License-Identifier: MIT-0 */
/* The example of tw_debug(3): a set that goes from one thread to another. With the node
   NULL it would end with a line.
 */
#define _POSIX_C_SOURCE 200809L
/* example */
#define TW_DEBUG /* for all files: cc -DTW_DEBUG */
#include <tw/heap4.h>
#include <tw/timers.h>
#include <pthread.h>

TW_TIMERS_OF(timers, heap4)

static struct timers t;
static TW_HEAP4_ARRAY(room, 10);

static void *other_thread(void *unused) {
    timers_advance(&t, 100); /* without tw_hand_over(): "a second thread uses the set. ..." */
    tw_hand_over(&t);
    return unused;
}

/* end */

int main(void) {
    pthread_t thread;

    timers_init(&t, 0, room, 10);
    timers_advance(&t, 50);
    tw_hand_over(&t);
    if (pthread_create(&thread, NULL, other_thread, NULL) != 0)
        return 1;
    pthread_join(thread, NULL);
    return timers_now(&t) != 100;
}
