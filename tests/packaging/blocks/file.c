/* What stands around a block of a page that is marked `in file`: the includes of a
   program. It is compiled only. */
#define _POSIX_C_SOURCE 200809L
#include <tw/bigwheel.h>
#include <tw/heap4.h>
#include <tw/hwheel.h>
#include <tw/rbtree.h>
#include <tw/skiplist.h>
#include <tw/wheel.h>
#include <tw/timers.h>
#include <tw/delayqueue.h>
#include <tw/post.h>
#include "block.c"
