# SPDX-License-Identifier: MIT-0
"""Which page has what. What the pages say is in the headers."""
from collections import namedtuple

# An overview is a header's manual with its types and macros. A family has verbs of a header: of a timer set, of a
# queue, of a delay queue, or plain functions; costs are the rows of the structures' tables that tell what they cost.
Overview = namedtuple("Overview", "name title header see", defaults=((),))
Family = namedtuple("Family", "name title header kind verbs costs see", defaults=((), ()))

STRUCTURES = ("sortedlist", "heap4", "rbtree", "skiplist", "wheel", "smallwheel", "hwheel", "bigwheel")
MANUAL_ONLY = ("EXAMPLE", "ARGUMENTS", "WHAT THEY DO")  # sections that stand on other pages, or as compiled examples

PAGES = (
    Family("tw_node", "the node in your object", "node.h", "plain", ("TW_NODE", "node_init", "idle", "TW_OF"), (),
           ("tw_tick", "tw_timers", "tw_options")),
    Family("tw_tick", "compare ticks, go on with a period, share wake-ups", "node.h", "plain",
           ("TW_TICK_MAX", "before", "forward", "coalesce"), (), ("tw_node", "tw_timers_add", "tw_options")),
    Family("tw_options", "what is defined before the headers are included", "node.h", "options", (), (),
           ("tw_debug", "tw_hwheel", "tw_smallwheel", "tw_delayqueue", "tw_post")),
    Overview("tw_timers", "a set of timers, over any structure", "timers.h",
             ("tw_timers_init", "tw_timers_add", "tw_timers_advance", "tw_timers_next", "tw_timers_count", "tw_tick")),
    Family("tw_timers_init", "begin with a set, and empty it", "timers.h", "set",
           ("init", "capacity", "storage", "bytes", "clear", "clear_with"), ("init", "clear"),
           ("tw_timers", "tw_timers_add", "tw_heap4")),
    Family("tw_timers_add", "arm, move and cancel a timer", "timers.h", "set",
           ("add", "add_if_earlier", "add_in", "cancel", "prefetch"), ("add", "move", "cancel"),
           ("tw_timers_advance", "tw_timers_next", "tw_tick", "tw_node", "tw_post_arm")),
    Family("tw_timers_advance", "let timers fire", "timers.h", "set", ("advance", "advance_some", "expire"), ("take",),
           ("tw_timers_next", "tw_timers_add", "tw_tick")),
    Family("tw_timers_next", "how long to sleep", "timers.h", "set",
           ("next", "any_due", "wait_ms", "now", "remaining"), ("next",),
           ("tw_timers_advance", "tw_timers_count")),
    Family("tw_timers_count", "what is armed in a set", "timers.h", "set", ("pending", "count", "each", "check"),
           ("count", "each"), ("tw_timers_next", "tw_timers_init")),
    Family("tw_queue_init", "begin with a queue, and empty it", "verbs.h", "queue",
           ("init", "storage", "capacity", "clear"), ("init", "clear"), ("tw_queue_add", "tw_ops") + tuple(
               "tw_" + s for s in STRUCTURES)),
    Family("tw_queue_add", "put into a queue, move and take out by node", "verbs.h", "queue",
           ("add", "update", "cancel", "prefetch"), ("add", "update", "move", "cancel"), ("tw_queue_take", "tw_queue_walk")),
    Family("tw_queue_take", "the first of a queue", "verbs.h", "queue", ("next", "peek", "take", "pop"),
           ("next", "peek", "take", "pop"), ("tw_queue_add", "tw_queue_walk")),
    Family("tw_queue_walk", "walk over a queue, in order and from a key on", "verbs.h", "queue",
           ("first", "last", "after", "before", "lower_bound", "each", "count", "check"),
           ("first", "last", "after", "before", "lower_bound", "each", "count"),
           ("tw_queue_take", "tw_rbtree", "tw_skiplist")),
    Overview("tw_ops", "the table of a structure, and the verbs made of it", "verbs.h",
             ("tw_queue_add", "tw_timers_init", "tw_delayqueue_init")),
    Overview("tw_sortedlist", "a sorted list", "sortedlist.h",
             ("tw_timers", "tw_queue_add", "tw_queue_walk", "tw_skiplist")),
    Overview("tw_heap4", "a 4-ary heap", "heap4.h", ("tw_timers", "tw_queue_add", "tw_queue_take", "tw_rbtree")),
    Overview("tw_rbtree", "a red-black tree", "rbtree.h",
             ("tw_timers", "tw_queue_add", "tw_queue_walk", "tw_skiplist")),
    Overview("tw_skiplist", "a skip list", "skiplist.h",
             ("tw_timers", "tw_queue_add", "tw_queue_walk", "tw_sortedlist")),
    Overview("tw_wheel", "a timing wheel of one ring", "wheel.h", ("tw_timers", "tw_queue_add", "tw_hwheel")),
    Overview("tw_smallwheel", "a small hierarchical timing wheel", "smallwheel.h",
             ("tw_timers", "tw_queue_add", "tw_hwheel")),
    Overview("tw_hwheel", "a hierarchical timing wheel", "hwheel.h", ("tw_timers", "tw_queue_add", "tw_bigwheel")),
    Overview("tw_bigwheel", "a timing wheel for very many timers", "bigwheel.h",
             ("tw_timers", "tw_queue_add", "tw_hwheel")),
    Overview("tw_delayqueue", "a queue on which threads sleep until something is due", "delayqueue.h",
             ("tw_delayqueue_put", "tw_delayqueue_take", "tw_delayqueue_init", "tw_post")),
    Family("tw_delayqueue_init", "begin and end a delay queue, and look at it", "delayqueue.h", "delayqueue",
           ("init", "destroy", "capacity", "bytes", "count", "next", "peek", "now", "check"),
           ("init", "count", "next"), ("tw_delayqueue", "tw_delayqueue_put", "tw_delayqueue_take")),
    Family("tw_delayqueue_put", "put, move and cancel", "delayqueue.h", "delayqueue",
           ("put", "put_in", "move", "put_earliest", "move_earliest", "cancel"), ("add", "move", "cancel"),
           ("tw_delayqueue_take", "tw_delayqueue_init")),
    Family("tw_delayqueue_take", "sleep until something is due, and take it", "delayqueue.h", "delayqueue",
           ("take", "try_take", "take_batch", "close", "closed", "clear_with"), ("take", "clear"),
           ("tw_delayqueue_put", "tw_delayqueue_init")),
    Overview("tw_post", "arm timers from other threads, signal handlers and interrupts", "post.h",
             ("tw_post_arm", "tw_timers", "tw_delayqueue")),
    Family("tw_post_arm", "send a post, and drain the inbox", "post.h", "plain",
           ("TW_POST", "post_init", "TW_POST_OF", "post_arm", "post_cancel", "posts_any", "TW_POSTS_OF"), (),
           ("tw_post", "tw_timers_add", "tw_timers_advance")),
    Overview("tw_shards", "one timer set a core", "shards.h",
             ("tw_post", "tw_timers", "tw_timers_advance")),
    Overview("tw_window", "timers that may fire at any tick of a window", "window.h",
             ("tw_timers", "tw_tick", "tw_timers_next")),
    Overview("tw_watch", "what a set of timers does while it runs", "watch.h",
             ("tw_watch_text", "tw_timers", "tw_debug")),
    Family("tw_watch_text", "count, print, dump and record what sets do", "watch.h", "plain",
           ("watch_of", "watch_init", "watch_merge", "histogram_at", "watch_slowest", "watch_text", "watch_prometheus",
            "TW_SET", "set_of", "dump", "watch_record", "watch_stop", "watch_trace"), (), ("tw_watch", "tw_timers")),
    Overview("tw_debug", "mistakes are told at the call", "debug.h", ("tw_options", "tw_timers")),
)

# Types and macros that stand on another page than their header's overview; slots.h is a part of the wheels.
PLACED = {"tw_tick": "tw_tick", "tw_event": "tw_options", "tw_fn": "tw_node", "tw_links": "tw_node",
          "tw_sides": "tw_node", "tw_node": "tw_node", "tw_mark": "tw_debug", "tw_hand_over": "tw_debug",
          "TW_DQ_MUTEX": "tw_delayqueue", "tw_slots": "tw_hwheel"}

IN_FAMILY = {v for p in PAGES if isinstance(p, Family) for v in p.verbs}
