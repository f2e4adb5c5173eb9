/* SPDX-License-Identifier: MIT-0 */
/* Implements all structures, and runs user.c. */
#define TW_IMPLEMENTATION
#include "heap4.h"
#include "hwheel.h"
#include "rbtree.h"
#include "skiplist.h"
#include "smallwheel.h"
#include "wheel.h"
#include "timers.h"
#ifdef __cplusplus
extern "C"
#endif
    int
    use(void);
int main(void) {
    struct tw_heap4 heap;
    struct tw_hwheel wheel;
    struct tw_smallwheel rings;
    tw_heap4_init(&heap, 0, NULL, 0);
    tw_hwheel_init(&wheel, 0, NULL, 0);
    tw_smallwheel_init(&rings, 0, NULL, 0);
    return (int)(tw_heap4_count(&heap) + tw_hwheel_count(&wheel) + tw_smallwheel_count(&rings)) +
           use();
}
