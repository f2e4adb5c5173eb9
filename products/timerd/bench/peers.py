# SPDX-License-Identifier: MIT-0
"""The peers of timerd."""
import math
import os
import time

from servers import LEASE_MS
from systems import System, TimerdEverySecond, TimerdLmdb, TimerdRedis


class Bull(System):
    name, script, needs, takes, slowest = 'BullMQ', 'bull.js', ['redis-server', 'node'], 50, 1500
    package, hand = 'bullmq', 10

    @classmethod
    def missing(cls, bench):
        there = os.path.isdir(os.path.join(bench.environment['NODE_PATH'], cls.package))
        return super().missing(bench) + ([] if there else [f'{cls.package} (npm)'])

    def node(self, verb, *rest):
        return 'node', os.path.join(os.path.dirname(__file__), self.script), verb, self.redis_port, *rest

    def arm(self, first, count, due_ms, rate):
        return self.bench.run(*self.node('arm', first, count, due_ms, rate))

    def consume(self, log, die_after=0):
        return self.bench.start(*self.node('consume', self.takes, die_after, LEASE_MS), output=log)


class Poller(Bull):
    name, script, takes, slowest, package, hand = 'sorted-set poller', 'poller.js', 100, 6000, 'ioredis', 100


class Beanstalkd(System):
    """Arming is paced: a delay is counted from the put, in seconds."""
    name, needs, takes, slowest, flush_ms = 'beanstalkd -f 50', ['beanstalkd'], 100, 5000, 50
    paced, hand = True, 10

    def start(self):
        self.server = self.bench.start('beanstalkd', '-l', '127.0.0.1', '-p', self.port, '-b', self.room, '-f',
                                       self.flush_ms)
        self.bench.await_port(self.port, self.server)

    def kill(self):
        self.bench.end(self.server)
        self.start()

    def arm(self, first, count, due_ms, rate):
        delay = max(1, math.ceil((due_ms - time.time() * 1000) / 1000)) if not rate else math.ceil(count / rate) + 2
        return self.bench.run(self.bench.load('tube'), 'arm', self.port, first, count, rate, delay, LEASE_MS // 1000,
                              512 if not rate else 64)

    def consume(self, log, die_after=0):
        return self.bench.start(self.bench.load('tube'), 'consume', self.port, self.takes, die_after, output=log)


class BeanstalkdSynced(Beanstalkd):
    name, flush_ms = 'beanstalkd -f 0', 0


OURS = [TimerdLmdb, TimerdRedis]
ALL = OURS + [Bull, Beanstalkd, Poller]
LATE = [TimerdLmdb, TimerdEverySecond, *ALL[1:]]
COST = [TimerdLmdb, TimerdEverySecond]
REDIS = [TimerdEverySecond]
KINDS = ALL + [BeanstalkdSynced, TimerdEverySecond]
