# SPDX-License-Identifier: MIT-0
"""What a timer costs in processor time, which other programs on the machine change less than they change a rate."""
import os
import statistics
import time

from servers import TooLate, stats, until
from systems import TimerdLmdb
from trials import BURST, FAR_MS, limit, now_ms

STEPS = ['arm', 'fire', 'take and acknowledge']


def spent(process):
    """Microseconds on a processor, of all threads of a process that runs."""
    if not process:
        return 0.0
    tasks = f'/proc/{process.pid}/task'
    total = 0
    for task in os.listdir(tasks):
        with open(f'{tasks}/{task}/schedstat', encoding='ascii') as f:
            total += int(f.read().split()[0])
    return total / 1000


class Meter:
    """Microseconds a timer, of timerd and of redis-server, by step."""

    def __init__(self, system, count):
        self.system, self.count = system, count
        self.ours, self.redis = {}, {}

    def run(self, step, what):
        before = spent(self.system.server), spent(self.system.redis)
        what()
        self.ours[step] = (spent(self.system.server) - before[0]) / self.count
        self.redis[step] = (spent(self.system.redis) - before[1]) / self.count


def bare(bench, system, count, due):
    """LMDB's own rows, written and moved, in a store that has as many other ones."""
    costs, system.bare = {}, bench.room('bare')
    limit(bench, system, 'write', count, count, now_ms() + FAR_MS, 0)
    for step, verb in ('arm', 'write'), ('fire', 'move'):
        costs[step] = limit(bench, system, verb, 0, count, due, BURST, figure=1) / count * 1e6
    return costs


def steps_of(system, count, consumers=1):
    """Starts, and has so many timers armed, fired, taken and acknowledged, beside as many that wait: a name and a function
    for each step, to be called before the next is asked for. A step begins when the one before is over."""
    def begin():
        system.start()
        until(lambda: stats(system.port)['shards-owned'] == stats(system.port)['shards'], 'owning all shards')
        system.arm(count, count, now_ms() + FAR_MS, 0)

    def consume():
        processes = [system.consume(os.devnull) for _ in range(consumers)]
        until(lambda: stats(system.port)['acked'] >= count, 'consuming', every=0.02)
        for process in processes:
            system.bench.end(process)
    yield 'begin', begin
    due = now_ms() + system.due_after(count)
    yield 'arm', lambda: system.arm(0, count, due, BURST)
    if now_ms() >= due - 100:
        raise TooLate('arming was not over before the timers were due')
    time.sleep((due - now_ms()) / 1000 - 0.05)
    yield 'fire', lambda: until(lambda: stats(system.port)['fired'] >= count, 'firing', every=0.02)
    yield 'take and acknowledge', consume


def life(bench, system, count):
    """What each step costs, and the bare engine if there is one; the due of the timers is of no matter to that."""
    meter = Meter(system, count)
    for step, what in steps_of(system, count):
        meter.run(step, what)
    return meter, bare(bench, system, count, now_ms()) if isinstance(system, TimerdLmdb) else {}


def cost(bench, kind, sizes):
    """Medians over the turns."""
    turns = []
    for _ in range(sizes.turns):
        system = kind(bench)
        try:
            turns.append(life(bench, system, sizes.armed))
        finally:
            system.stop()
    row = {step: {'timerd': statistics.median(m.ours[step] for m, _ in turns),
                  'redis': statistics.median(m.redis[step] for m, _ in turns)} for step in STEPS}
    for step in 'arm', 'fire':
        if turns[0][1]:
            row[step]['bare'] = statistics.median(b[step] for _, b in turns)
            row[step]['part'] = statistics.median(b[step] / m.ours[step] for m, b in turns)
    return row
