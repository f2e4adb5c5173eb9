/* SPDX-License-Identifier: MIT-0 */
/* What Frama-C proves: functions of node.h, or of heap4.h with the order that nodes by
   tick have. heap4.h passes an order as a constant argument, `before`, and calls of it
   are folded here as compilers fold them. */
#ifdef HEAP
#define before(a, b) tw__heap4_by_due(a, b)
#include "heap4.h"
#else
#include "node.h"
#endif
