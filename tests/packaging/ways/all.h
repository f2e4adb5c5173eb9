/* SPDX-License-Identifier: MIT-0 */
/* Every header, as a project includes them in one header of its own; but for delayqueue.h,
   which wants threads, and watch.h, which must come first. */
#include "bigwheel.h"
#include "heap4.h"
#include "hwheel.h"
#include "post.h"
#include "rbtree.h"
#include "shards.h"
#include "skiplist.h"
#include "smallwheel.h"
#include "sortedlist.h"
#include "table.h"
#include "timers.h"
#include "wheel.h"
#include "window.h"
