# SPDX-License-Identifier: MIT-0
"""What a long life and a long table cost: the window read again, memory and restart."""
import os
import socket
import statistics
import time

from servers import Failed, ask_on, stats, until
from systems import TimerdLmdb
from trials import FAR_MS, now_ms

WINDOW = 10000  # timers


def anonymous_bytes(process):
    with open(f'/proc/{process.pid}/status', encoding='ascii') as f:
        return next(int(line.split()[1]) * 1024 for line in f if line.startswith('RssAnon'))


def restart(system, window, loaded):
    """Seconds from SIGTERM until the next process has the window in memory; and of one NEXT. Both are medians."""
    starts, nexts = [], []
    for _ in range(15):
        since = time.monotonic()
        system.restart('--window', window)

        def read(s):
            return s['loaded'] >= loaded and s['loaded-until-ms'] > 1 and s['shards-owned'] == s['shards']
        until(lambda: read(stats(system.port)), 'reading a window')
        starts.append(time.monotonic() - since)
        with socket.create_connection(('127.0.0.1', system.port)) as s, s.makefile('rb') as f:
            for _ in range(50):
                since = time.monotonic()
                ask_on(s, f, 'NEXT')
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
    system = kind(bench)
    try:
        system.start()
        row = {'empty': anonymous_bytes(system.server), 'fired': sizes.fired, 'far': sizes.far}
        system.arm(0, WINDOW, now_ms() + 12 * 3600 * 1000, 0)
        row['window_before'], row['next_before'] = restart(system, '24h', WINDOW)
        row['window'] = anonymous_bytes(system.server)
        system.restart('--window', '5s')
        churn(bench, system, WINDOW, sizes.fired)
        row['window_after'], row['next_after'] = restart(system, '24h', WINDOW)
        first, due = WINDOW + sizes.fired, now_ms() + FAR_MS
        if isinstance(system, TimerdLmdb):
            system.stop()
            bench.run(bench.load('limit_lmdb'), 'fill', system.room, first, sizes.far, due, 1000, 1)
            system.serve()
        else:
            system.arm(first, sizes.far, due, 1000)
        row['restart'], row['next_far'] = restart(system, '5s', 0)
        row['waiting'], row['memory'] = stats(system.port)['waiting'], anonymous_bytes(system.server)
        if row['waiting'] != sizes.far + WINDOW:
            raise Failed(f"{row['waiting']} timers wait instead of {sizes.far + WINDOW}")
    finally:
        system.stop()
    return row
