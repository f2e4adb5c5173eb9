# SPDX-License-Identifier: MIT-0
"""The goals, in one table, and whether a set of results reaches them.

A goal compares a peer with ours in one cell, a workload and an N: peer / ours must be at least the ratio; above 1 ours
is faster, and 1.0 is met at 0.95. "Within 2.0x of the floor" is a ratio of 1/2 to the peer `floor`. Where `peer` is
None the value of ours itself must be at most the limit: ns, a count, or a ratio of counts. `ours` may be a tuple: the best of them counts,
and `peer` EVERY: each subject of the cell that is not of this project."""
from collections import namedtuple

EVERY = "*"
OURS = {
    "heap4", "rbtree", "skiplist", "sortedlist", "wheel", "smallwheel", "hwheel", "bigwheel", "heap4_typed", "rbtree_typed",
    "skiplist_typed", "heap4_by_tick", "heap4_by_key", "heap4_of_objects", "on_heap4", "on_hwheel", "loops_10%", "loops_100%",
    "shards_10%", "shards_100%",
}
SETS = ("heap4", "rbtree", "skiplist", "sortedlist", "wheel", "smallwheel", "hwheel", "bigwheel")

SMALL, MANY, ALL = (100, 10000), (1000000, 10000000), (100, 10000, 1000000, 10000000)
CHURN = ("churn-uniform", "churn-exponential", "churn-constant", "heartbeat")
HOLD = ("hold-uniform", "hold-exponential")
HELD = HOLD + ("hold-constant", "hold-coarse")
ORDERED = HELD + ("rearm", "push-random", "pop-random", "push-ascending",
                  "pop-ascending", "later", "new-key")
IN_TURN = ("beats-in-turn-ms", "beats-in-turn-us")
LOOPS = ("loop-rearm", "loop-churn")
ITEMS = ("past", "short", "paced")

Goal = namedtuple("Goal", "title program workloads sizes peer ours limit")
Verdict = namedtuple("Verdict", "goal workload n peer ours value met")

GOALS = [
    Goal("the default wheel's expiry", "sets", ("expire",), SMALL, "cascade", "hwheel", 1.0),
    Goal("the default wheel's expiry", "sets", ("expire",), SMALL, "ratas", "hwheel", 1.0),
    Goal("the default wheel's expiry, the peer being late", "sets", ("expire",), SMALL, "linux_4.8", "hwheel", 0.8),
    Goal("expiry at scale", "sets", ("expire",), MANY, EVERY, "hwheel", 2.0),
    Goal("expiry at scale, within 1.8x of the floor", "sets", ("expire",), (1000000,), "floor", "hwheel", 1 / 1.8),
    Goal("expiry at scale, within 2x of the floor", "sets", ("expire",), (10000000,), "floor", "hwheel", 1 / 2.0),
    Goal("churn within 1.5x of the floor", "sets", CHURN, MANY, "floor", "hwheel", 1 / 1.5),
    Goal("churn, the peer keeping no order", "sets", CHURN, (100, 10000000), "cascade", "hwheel", 0.9),
    Goal("churn, the peer keeping no order", "sets", CHURN, (10000, 1000000), "cascade", "hwheel", 0.95),
    Goal("next() after each operation costs a tenth at most", "sets", CHURN, ALL, "hwheel", "hwheel+next", 1 / 1.1),
    Goal("clients that beat in turn", "sets", IN_TURN, ALL, "heap4", "hwheel", 1.0),
    *(Goal("instructions of a beat in turn, in times of a random one", "beats", IN_TURN,
           (1000, 10000, 100000, 1000000), None, x, 1.3) for x in ("hwheel", "bigwheel", "smallwheel")),
    *(Goal("prefetch, of the time without", "sets", ("churn-uniform", "heartbeat"), (n,), x, x + "+prefetch", 1 / most)
      for x in ("hwheel", "heap4", "rbtree", "skiplist") for n, most in ((1000000, 0.45), (10000000, 0.4))),
    Goal("worst tick, ns", "sets", ("worst",), (1000000,), None, "bigwheel", 50000),
    Goal("expiry of the wheel with the best worst tick", "sets", ("expire",), MANY, "hwheel", "bigwheel", 0.9),
    Goal("a jump over all within 2x of the floor", "sets", ("burst",), MANY, "floor", "hwheel", 1 / 2.0),
    Goal("heap", "queues", HOLD, (100, 10000, 10000000), "std_pq_pairs", "heap4", 1.2),
    Goal("heap", "queues", HOLD, (10, 1000, 100000, 1000000), "std_pq_pairs", "heap4", 1.0),
    Goal("heap", "queues", HOLD, ALL, "boost_d_ary_mutable", "heap4", 1.6),
    Goal("heap", "queues", HOLD, ALL, "libev_heap", "heap4", 1.4),
    Goal("heap, constant keys", "queues", ("hold-constant",), ALL, "std_pq_pairs", "heap4", 0.9),
    Goal("heap of objects in their order", "queues", HELD, ALL, "std_pq_pointers", "heap4_typed", 1.0),
    Goal("heap", "queues", HELD, None, "go_heap", "heap4", 1.0),
    Goal("heap, coarse keys", "queues", ("hold-coarse",), ALL, "std_pq_pairs", "heap4", 1.0),
    Goal("a simulator's events, its default being a map", "queues", ("hold-ns3",), ALL, "std_multimap", "hwheel", 1.0),
    Goal("a simulator's events", "queues", ("hold-ns3",), ALL, "std_pq_pairs", "hwheel", 1.0),
    Goal("heap of objects by a key", "queues", HELD, ALL, "std_pq_pairs", "heap4_by_key", 1.0),
    Goal("heap of objects by a key", "queues", HELD, ALL, "std_pq_pointers", "heap4_by_key", 1.0),
    Goal("tree", "queues", ORDERED, ALL, "linux_rbtree", "rbtree", 1.0),
    Goal("tree", "queues", ORDERED, ALL, "boost_intrusive", "rbtree", 1.0),
    Goal("tree", "queues", ORDERED, ALL, "std_multimap", "rbtree", 1.0),
    Goal("tree as a timer set", "sets", CHURN, ALL, "linux_rbtree", "rbtree", 1.0),
    Goal("tree as a timer set", "sets", CHURN, ALL, "boost_intrusive", "rbtree", 1.0),
    Goal("tree as a timer set", "sets", CHURN, ALL, "std_multimap", "rbtree", 1.0),
    Goal("a sparse loop, the peer being late", "sets", ("sparse",), None, "linux_4.8", "hwheel", 1.0),
    Goal("a sparse loop", "sets", ("sparse",), None, "libev_heap", "hwheel", 0.9),
    Goal("the recorded proxy, best of ours", "sets", ("http-proxy-1us",), None, "libev_heap", SETS, 1.0),
    Goal("T1 expiry of the big wheel", "sets", ("expire",), MANY, "cascade", "bigwheel", 3.0),
    Goal("T2 nodes touched in the worst tick", "counts", ("worst-touched",), MANY, "cascade", "bigwheel", 5.0),
    Goal("T4 one wake-up for each deadline", "counts", ("sparse-wakes",), None, None, "hwheel", 1),
    Goal("T4 one wake-up for each deadline", "counts", ("sparse-wakes",), None, None, "bigwheel", 1),
    # each of 10 timers moves down at most once a level, of which there are 8, and fires
    Goal("T4 nodes touched in a jump", "counts", ("jump-touched",), None, None, "hwheel", 90),
    Goal("T4 nodes touched in a jump", "counts", ("jump-touched",), None, None, "bigwheel", 90),
    Goal("T5 a wheel of 65,536 slots", "sets", ("expire",), MANY, "rounds", "wheel", 2.5),
    Goal("T7 heap, equal keys", "queues", ("hold-coarse",), ALL, "std_pq_keys", "heap4", 1.0),
    Goal("T7 heap, equal keys", "queues", ("hold-coarse",), ALL, "boost_d_ary_stable", "heap4", 1.5),
    Goal("T8 tree, constant timeouts", "sets", ("churn-constant",), ALL, "boost_intrusive", "rbtree", 1.4),
    Goal("T8 tree, ascending keys", "queues", ("push-ascending",), ALL, "boost_intrusive", "rbtree", 2.0),
    Goal("T9 skip list", "queues", ("hold-uniform", "new-key"), ALL, "pugh", "skiplist", 1.3),
    Goal("T9 skip list, constant keys", "queues", ("hold-constant",), ALL, "pugh", "skiplist", 5.0),
    Goal("T9 skip list, constant timeouts", "sets", ("churn-constant",), ALL, "boost_intrusive", "skiplist", 3.0),
    Goal("T10 a set against an event loop", "loops", LOOPS, ALL, "libev", "hwheel", 1.0),
    Goal("T10 a set against an event loop", "loops", LOOPS, ALL, "libevent", "hwheel", 3.0),
    Goal("T10 a set against an event loop", "loops", LOOPS, ALL, "libuv", "hwheel", 3.0),
    Goal("T11 delay queue, one to one", "blocking_queues", ITEMS, (1,), "notify_all", "on_heap4", 1.3),
    Goal("T11 delay queue, one to one", "blocking_queues", ITEMS, (1,), "notify_all", "on_hwheel", 1.3),
    Goal("T11 delay queue, four to four", "blocking_queues", ITEMS, (4,), "notify_all", "on_heap4", 1.2),
    Goal("T11 delay queue, four to four", "blocking_queues", ITEMS, (4,), "notify_all", "on_hwheel", 1.2),
    Goal("T11 lateness of a wake-up", "blocking_queues", ("late",), None, "nanosleep", "on_heap4", 1 / 1.2),
    Goal("T11 lateness of a wake-up", "blocking_queues", ("late",), None, "nanosleep", "on_hwheel", 1 / 1.2),
]


def names(ours):
    return (ours,) if isinstance(ours, str) else ours


def wanted(goal, program, workload, n):
    return goal.program == program and workload in goal.workloads and (goal.sizes is None or n in goal.sizes)


def peers_in(goal, row):
    return [s for s in row if s == goal.peer or
            goal.peer == EVERY and s not in OURS and s != "floor" and "+" not in s]


def needed(program, workload, n, row):
    """The subjects, of those of this cell, that the goals name."""
    found = set()
    for goal in GOALS:
        if wanted(goal, program, workload, n):
            found |= set(names(goal.ours)) | set(peers_in(goal, row))
    return [s for s in row if s in found]


def verdicts(results):
    """results: {(program, workload, n): {subject: value}}. A verdict of each goal in each of its cells that was run."""
    found = []
    for goal in GOALS:
        for (program, workload, n), row in results.items():
            have = [s for s in names(goal.ours) if s in row]
            if not wanted(goal, program, workload, n) or not have:
                continue
            ours = min(have, key=row.get)
            if goal.peer is None:
                found.append(Verdict(goal, workload, n, "", ours, row[ours], row[ours] <= goal.limit))
                continue
            for peer in peers_in(goal, row):
                ratio = row[peer] / row[ours]
                found.append(Verdict(goal, workload, n, peer, ours, ratio,
                                     ratio >= (0.95 if goal.limit == 1 else goal.limit)))
    return found


if __name__ == "__main__":  # the goals that tests/counts/counts.txt decides
    import page
    import results

    print(page.text_table(page.goal_rows(verdicts(results.beats(results.COUNTS)))))
