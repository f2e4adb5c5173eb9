/* SPDX-License-Identifier: MIT-0 */
#include "bigwheel.h"
#include "heap4.h"
#include "hwheel.h"
#include "rbtree.h"
#include "skiplist.h"
#include "wheel.h"
#include "sets.h"

const struct tw_ops *const structures[STRUCTURES] = {
    &tw_heap4_ops, &tw_rbtree_ops, &tw_skiplist_ops,
    &tw_wheel_ops, &tw_hwheel_ops, &tw_bigwheel_ops,
};
