# SPDX-License-Identifier: MIT-0
"""Timers that become due at a rate, and consumers whose work is a line in a log; with kills, if wanted."""
import math
import os
import threading
import time

from servers import LEASE_MS, Failed, TooLate
from trials import now_ms

LATE_US = 1000000


class Consumers:
    """Consumers of one log. If deaths are wanted, the first ends itself between taking and doing, again and again."""

    def __init__(self, system, log, n, die_after, deaths):
        self.system, self.log, self.die_after, self.deaths = system, log, die_after, deaths
        self.died = 0
        self.processes = [system.consume(log, die_after if i == 0 and deaths else 0) for i in range(n)]

    def look_after(self):
        if self.processes[0].poll() is None:
            return
        if self.died == self.deaths:
            raise Failed(f'the consumer ended with status {self.processes[0].returncode}')
        self.died += 1
        self.system.bench.end(self.processes[0])
        self.processes[0] = self.system.consume(self.log, self.die_after if self.died < self.deaths else 0)

    def stop(self):
        for process in self.processes:
            self.system.bench.end(process)


def read_log(log):
    """What was done: the latenesses (us) of first times by number, how many were done again, when the last was."""
    first, again, last, begun = {}, 0, 0, 1 << 62
    with open(log, encoding='ascii') as f:
        for line in f:
            if not line.endswith('\n'):
                continue
            i, due, now = (int(w) for w in line.split())
            again += i in first
            first.setdefault(i, now - due)
            last, begun = max(last, now), min(begun, due)
    return first, again, last, begun


def percentile(ordered, p):
    return ordered[min(len(ordered) - 1, math.ceil(len(ordered) * p) - 1)]


def watch(consumers, log, count, due, span, kills, settle):
    """Kills the server `kills` times while timers become due; ends when all are done, or nothing more comes."""
    instants = [due / 1000 + (k + 0.5) * span / kills for k in range(kills)]
    size, lines, changed = 0, 0, time.time()
    while time.time() - max(changed, due / 1000 + span) < (settle if lines < count or instants else settle / 3):
        consumers.look_after()
        if instants and time.time() >= instants[0]:
            instants.pop(0)
            consumers.system.kill()
        if os.path.getsize(log) != size:
            with open(log, 'rb') as f:
                f.seek(size)
                more = f.read()
            size, lines, changed = size + len(more), lines + more.count(b'\n'), time.time()
        time.sleep(0.02)


def run(bench, kind, count, rate, consumers=2, deaths=0, kills=0):
    """Arms `count` timers of which `rate` become due a second, and has them done."""
    system, log = kind(bench), os.path.join(bench.directory, 'log')
    open(log, 'w', encoding='ascii').close()
    if deaths or kills:
        system.takes = system.hand
    failed, paced = [], system.paced

    def arm():
        try:
            system.arm(0, count, due, rate)
            if now_ms() > due and not paced:
                failed.append(TooLate('arming was not over before the first timer was due'))
        except (Failed, OSError) as error:
            failed.append(error)
    try:
        system.start()
        due = now_ms() + (math.ceil(count / rate) * 1000 + 2000 if paced else system.due_after(count))
        arming = threading.Thread(target=arm)
        arming.start()
        arming.join(max(0.0, due / 1000 - time.time() - 1) if paced else None)
        who = Consumers(system, log, consumers, count // (deaths + 1), deaths)
        try:
            if not failed:
                watch(who, log, count, due, count / rate, kills, 3 * LEASE_MS / 1000 + 1)
        finally:
            who.stop()
            arming.join()
    finally:
        system.stop()
    if failed:
        raise failed[0]
    return summary(log, count, deaths=who.died, kills=kills, wanted=rate, hand=system.takes)


def summary(log, count, **row):
    first, again, last, begun = read_log(log)
    if not first:
        raise Failed('nothing was done')
    late = sorted(first.values())
    row.update(count=count, lost=count - len(first), twice=again, early=sum(x < 0 for x in late),
               late=sum(x > LATE_US for x in late), p50=percentile(late, 0.5), p99=percentile(late, 0.99),
               worst=late[-1], rate=len(first) / max(1, last - begun) * 1e6)
    return row
