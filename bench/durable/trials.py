# SPDX-License-Identifier: MIT-0
"""The measurements. Each answers what the page prints: rows of a table, or a reason why there is none."""
import os
import socket
import statistics
import time

import servers
from servers import Failed, stats
from systems import BeanstalkdSynced, TimerdLmdb

FAR_MS = 10 * 24 * 3600 * 1000
BURST = 400000  # timers that become due a second when the rate of firing is asked: more than anybody fires


def now_ms():
    return int(time.time() * 1000)


def until(condition, what, seconds=1200, every=0.002):
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            raise Failed(f'{what}: not within {seconds} s')
        time.sleep(every)


def limit(bench, system, verb, *load):
    """The engine's own limit: the seconds for the same rows."""
    if isinstance(system, TimerdLmdb):
        return bench.run(bench.load('limit_lmdb'), verb, system.bare, *load, 1000)
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
                raise Failed('arming was not over before the timers were due')
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


def anonymous_bytes(process):
    with open(f'/proc/{process.pid}/status', encoding='ascii') as f:
        return next(int(line.split()[1]) * 1024 for line in f if line.startswith('RssAnon'))


def restart(system, window, loaded):
    """Seconds from the start of the process until the window is in memory; and of one NEXT, both medians."""
    starts, nexts = [], []
    for _ in range(5):
        since = time.monotonic()
        system.restart('--window', window)

        def read(s):
            return s['loaded'] >= loaded and s['loaded-until-ms'] > 1 and s['shards-owned'] == s['shards']
        until(lambda: read(stats(system.port)), 'reading a window')
        starts.append(time.monotonic() - since)
        with socket.create_connection(('127.0.0.1', system.port)) as s, s.makefile('rb') as f:
            for _ in range(50):
                since = time.monotonic()
                servers.ask_on(s, f, 'NEXT')
                nexts.append(time.monotonic() - since)
    return statistics.median(starts), statistics.median(nexts)


def churn(bench, system, first, count):
    """Arms, fires, takes and acknowledges so many."""
    log = os.path.join(bench.directory, 'churn')
    consumer = system.consume(log)
    for i in range(0, count, 100000):
        system.arm(first + i, min(100000, count - i), now_ms(), 0)
        until(lambda: stats(system.port)['ready'] < 100000, 'consuming', every=0.05)
    until(lambda: stats(system.port)['acked'] >= count, 'consuming', every=0.05)
    bench.end(consumer)
    os.remove(log)


def far(bench, kind, sizes):
    """A window of 10000 timers read before and after many firings; then memory and restart with many far timers."""
    system, window = kind(bench), 10000
    try:
        system.start()
        row = {'empty': anonymous_bytes(system.server), 'fired': sizes.fired, 'far': sizes.far}
        system.arm(0, window, now_ms() + 12 * 3600 * 1000, 0)
        row['window_before'], row['next_before'] = restart(system, '24h', window)
        row['window'] = anonymous_bytes(system.server)
        system.restart('--window', '5s')
        churn(bench, system, window, sizes.fired)
        row['window_after'], row['next_after'] = restart(system, '24h', window)
        first, due = window + sizes.fired, now_ms() + FAR_MS
        if isinstance(system, TimerdLmdb):
            system.stop()
            bench.run(bench.load('limit_lmdb'), 'fill', system.room, first, sizes.far, due, 1000, 1)
            system.serve()
        else:
            system.arm(first, sizes.far, due, 1000)
        row['restart'], row['next_far'] = restart(system, '5s', 0)
        row['waiting'], row['memory'] = stats(system.port)['waiting'], anonymous_bytes(system.server)
        if row['waiting'] != sizes.far + window:
            raise Failed(f"{row['waiting']} timers wait instead of {sizes.far + window}")
    finally:
        system.stop()
    return row
