/* SPDX-License-Identifier: MIT-0 */
/* What each kernel timeout of Zephyr holds: a node of a set of tw. Zephyr's kernel_structs.h
   includes this file for CONFIG_TIMEOUT_BACKEND_CUSTOM. */
#ifndef TIMEOUT_CUSTOM_H
#define TIMEOUT_CUSTOM_H

#include <tw/node.h>

struct timeout_custom {
    struct tw_node tw;
};

/* Makes a timeout that waits for nothing. */
static inline void timeout_custom_init(struct timeout_custom *c) { tw_node_init(&c->tw, NULL); }

/* Returns true if the timeout waits for nothing. */
static inline bool timeout_custom_is_inactive(const struct timeout_custom *c) {
    return tw_idle(&c->tw);
}

#endif
