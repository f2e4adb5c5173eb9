# SPDX-License-Identifier: MIT-0
"""Armings and firings beside the bare engine. Each answers what a row of the page prints."""
import statistics
import time

from peers import BeanstalkdSynced
from servers import TooLate, stats, until
from systems import TimerdLmdb

FAR_MS = 10 * 24 * 3600 * 1000
BURST = 400000  # timers that become due a second when the rate of firing is asked: more than anybody fires


def now_ms():
    return int(time.time() * 1000)


def limit(bench, system, verb, *load, figure=0):
    """The engine's own limit: the seconds for the same rows; of LMDB, figure 1: those on a processor."""
    if isinstance(system, TimerdLmdb):
        return bench.run(bench.load('limit_lmdb'), verb, system.bare, *load, 1000, figure=figure)
    return bench.run(bench.load('limit_redis'), verb, system.redis_port, *load, 1000)


def armings(bench, kind, sizes):
    """Acknowledged armings a second, due in ten days, beside the bare engine. One that syncs each is given fewer."""
    rates, limits = [], []
    count = max(1, sizes.armed // 20) if kind is BeanstalkdSynced else sizes.armed
    for turn in range(sizes.turns):
        system, due = kind(bench), now_ms() + FAR_MS
        try:
            system.start()
            rates.append(count / system.arm(0, count, due, 0))
            if hasattr(system, 'engine'):
                system.bare = bench.room('bare')
                commits = stats(system.port)['commits']
                limits.append(sizes.armed / limit(bench, system, 'write', 0, sizes.armed, due, 0))
        finally:
            system.stop()
    row = {'rate': statistics.median(rates), 'least': min(rates), 'most': max(rates)}
    if limits:
        row.update(limit=statistics.median(limits), commit=sizes.armed / commits,
                   ratio=statistics.median(r / m for r, m in zip(rates, limits)))
    return row


def firings(bench, kind, sizes):
    """Timers that become due in one burst: how fast they enter the ready queue, beside the bare moves."""
    rates, limits = [], []
    for turn in range(sizes.turns):
        system = kind(bench)
        try:
            system.start()
            due = now_ms() + system.due_after(sizes.armed)
            system.arm(0, sizes.armed, due, BURST)
            if now_ms() >= due:
                raise TooLate('arming was not over before the timers were due')
            time.sleep((due - now_ms()) / 1000)
            until(lambda: stats(system.port)['fired'] >= sizes.armed, 'firing', every=0.05)
            rates.append(sizes.armed / (now_ms() - due) * 1000)
            system.bare = bench.room('bare')
            limit(bench, system, 'write', 0, sizes.armed, due, BURST)
            limits.append(sizes.armed / limit(bench, system, 'move', 0, sizes.armed, due, BURST))
        finally:
            system.stop()
    return {'rate': statistics.median(rates), 'limit': statistics.median(limits),
            'ratio': statistics.median(r / m for r, m in zip(rates, limits))}
