/* SPDX-License-Identifier: MIT-0 */
/* All headers at once, where the Arduino tools look for them. */
#if defined(TW_WITH_WATCH)
#include "../watch.h"
#endif
#include "../bigwheel.h"
#include "../heap4.h"
#include "../hwheel.h"
#include "../rbtree.h"
#include "../skiplist.h"
#include "../smallwheel.h"
#include "../sortedlist.h"
#include "../table.h"
#include "../timers.h"
#include "../wheel.h"
#include "../window.h"
#if defined(TW_WITH_DELAYQUEUE)
#include "../delayqueue.h"
#endif
#if defined(TW_WITH_POST)
#include "../post.h"
#include "../shards.h"
#endif
