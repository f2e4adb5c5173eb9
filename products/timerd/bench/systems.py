# SPDX-License-Identifier: MIT-0
"""What is measured, and timerd over each engine; all are started, armed, consumed and killed alike."""
import os
import shutil
import signal

from servers import LEASE_MS, free_port, stats, until


class System:
    needs, takes, hand = [], 1, 1  # programs on the PATH; rows taken at a time, under load and under kills
    patience = 1                   # grows when arming was too slow
    sync = 'always'                # redis-server's appendfsync
    ready_ms, paced = 2000, False  # from arming to the first due; armed at the rate at which the timers become due

    def __init__(self, bench):
        self.bench, self.port, self.redis_port = bench, free_port(), free_port()
        self.room, self.server, self.redis = bench.room(self.name.replace(' ', '-')), None, None
        self.kills = 0

    @classmethod
    def missing(cls, bench):
        return [p for p in cls.needs if not shutil.which(p)]

    def start(self):
        self.redis = self.bench.redis(self.room, self.redis_port, self.sync)

    def kill(self):
        """Ends the server as a crash does, and starts it again."""
        self.bench.end(self.redis)
        self.start()

    def stop(self):
        for process in filter(None, (self.server, self.redis)):
            self.bench.end(process)

    def due_after(self, count):
        """When arming so many is over for certain: ms from now."""
        return self.patience * (self.ready_ms + count * 1000 // self.slowest)


class Timerd(System):
    takes, hand, slowest, options = 1000, 100, 8000, ()

    def serve(self):
        store = f'lmdb:{self.room}' if self.engine == 'lmdb' else f'redis:127.0.0.1:{self.redis_port}'
        program = os.path.join(self.bench.programs, 'timerd', 'timerd')
        self.server = self.bench.start(program, '--store', store, '--listen', self.port, '--lease', f'{LEASE_MS}ms',
                                       '--attempts', 100, *self.options)
        self.bench.await_port(self.port, self.server)
        until(lambda: stats(self.port)['store-up'], 'reaching the store')

    def start(self):
        if self.engine == 'redis' and not self.redis:
            self.redis = self.bench.redis(self.room, self.redis_port, self.sync)
        self.serve()

    def kill(self):
        self.kills += 1
        if self.engine == 'redis' and self.kills % 2 == 0:
            self.bench.end(self.redis)
            self.redis = self.bench.redis(self.room, self.redis_port, self.sync)
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


class TimerdEverySecond(TimerdRedis):
    name, sync = 'timerd, Redis everysec', 'everysec'
