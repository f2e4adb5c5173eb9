# SPDX-License-Identifier: MIT-0
"""What is measured: timerd over each engine, and its peers. Each starts, is armed, consumed and killed the same way."""
import math
import os
import shutil
import signal
import time

from servers import LEASE_MS, Failed, free_port


class System:
    needs, takes = [], 1           # programs on the PATH; rows taken at a time
    ready_ms, paced = 2000, False  # from arming to the first due; armed at the rate at which the timers become due

    def __init__(self, bench):
        self.bench, self.port, self.redis_port = bench, free_port(), free_port()
        self.room, self.server, self.redis = bench.room(self.name.replace(' ', '-')), None, None
        self.kills = 0

    @classmethod
    def missing(cls, bench):
        return [p for p in cls.needs if not shutil.which(p)]

    def start(self):
        self.redis = self.bench.redis(self.room, self.redis_port)

    def kill(self):
        """Ends the server as a crash does, and starts it again."""
        self.bench.end(self.redis)
        self.start()

    def stop(self):
        for process in filter(None, (self.server, self.redis)):
            self.bench.end(process)

    def due_after(self, count):
        """When arming so many is over for certain: ms from now."""
        return self.ready_ms + count * 1000 // self.slowest


class Timerd(System):
    takes, slowest, options = 1000, 8000, ()

    def serve(self):
        store = f'lmdb:{self.room}' if self.engine == 'lmdb' else f'redis:127.0.0.1:{self.redis_port}'
        program = os.path.join(self.bench.programs, 'examples', 'durable', 'timerd')
        self.server = self.bench.start(program, '--store', store, '--listen', self.port, '--lease', f'{LEASE_MS}ms',
                                       '--attempts', 100, *self.options)
        self.bench.await_port(self.port, self.server)

    def start(self):
        if self.engine == 'redis' and not self.redis:
            self.redis = self.bench.redis(self.room, self.redis_port)
        self.serve()

    def kill(self):
        self.kills += 1
        if self.engine == 'redis' and self.kills % 2 == 0:
            self.bench.end(self.redis)
            self.redis = self.bench.redis(self.room, self.redis_port)
        else:
            self.bench.end(self.server)
            self.serve()

    def restart(self, *options):
        self.bench.end(self.server, signal.SIGTERM)
        self.options = options
        self.serve()

    def arm(self, first, count, due_ms, rate):
        return self.bench.run(self.bench.load('client'), 'arm', self.port, first, count, due_ms, rate, 8, 512)

    def consume(self, log, die_after=0):
        return self.bench.start(self.bench.load('client'), 'consume', self.port, self.takes, die_after, output=log)


class TimerdLmdb(Timerd):
    name, engine = 'timerd, LMDB', 'lmdb'

    @classmethod
    def missing(cls, bench):
        return [] if os.path.exists(bench.load('limit_lmdb')) else ['liblmdb-dev']


class TimerdRedis(Timerd):
    name, engine, needs = 'timerd, Redis', 'redis', ['redis-server']


class Bull(System):
    name, script, needs, takes, slowest = 'BullMQ', 'bull.js', ['redis-server', 'node'], 50, 1500
    package = 'bullmq'

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
    name, script, takes, slowest, package = 'sorted-set poller', 'poller.js', 100, 6000, 'ioredis'


class Beanstalkd(System):
    """Arming is paced: a delay is counted from the put, in seconds."""
    name, needs, takes, slowest, flush_ms = 'beanstalkd -f 50', ['beanstalkd'], 100, 5000, 50
    paced = True

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
