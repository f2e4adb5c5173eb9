/* What stands around a block of a page that is marked `in file`: the includes of a
   program. It is compiled only. */
#define _POSIX_C_SOURCE 200809L
#include "bigwheel.h"
#include "heap4.h"
#include "hwheel.h"
#include "rbtree.h"
#include "skiplist.h"
#include "wheel.h"
#include "timers.h"
#include "delayqueue.h"
#include "post.h"
#include "block.c"
