/* What Frama-C is given: node.h and heap4.h, and the order that TW__HEAP4_OPS compiles into the heap of nodes by tick. A
   function that gets an order as an argument has no caller here that gives it another one. */
#define before(a, b) tw__heap4_by_due(a, b)
#include "heap4.h"
