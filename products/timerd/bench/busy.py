# SPDX-License-Identifier: MIT-0
"""How much of the time redis-server has work while timerd is loaded to the full: more requests on their way could fill the
rest of it, and no more."""
import os
import statistics
import time

from cost import STEPS, steps_of

CONSUMERS, TIMES = 4, 3  # so many times the timers of the other parts: the ends of a step shall not count


def main_thread(process):
    """Microseconds that the first thread of a process has run, and has waited for a processor."""
    with open(f'/proc/{process.pid}/task/{process.pid}/schedstat', encoding='ascii') as f:
        return sum(int(n) for n in f.read().split()[:2]) / 1000


def life(bench, kind, count):
    """Of each step the timers a second, and what part of the time redis-server and timerd had work."""
    system, row = kind(bench), {}
    try:
        for step, what in steps_of(system, count, CONSUMERS):
            processes = [p for p in (system.redis, system.server) if p]
            before, since = [main_thread(p) for p in processes], time.monotonic()
            what()
            span = time.monotonic() - since
            if step in STEPS:
                redis, ours = ((main_thread(p) - b) / span / 1e6 for p, b in zip(processes, before))
                row[step] = {'rate': count / span, 'redis': redis, 'timerd': ours}
    finally:
        system.stop()
    return row


def busy(bench, kind, sizes):
    """Medians over the turns."""
    turns = [life(bench, kind, TIMES * sizes.armed) for _ in range(sizes.turns)]
    return {step: {name: statistics.median(turn[step][name] for turn in turns) for name in turns[0][step]}
            for step in STEPS}
