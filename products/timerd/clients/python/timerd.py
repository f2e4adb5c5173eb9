# SPDX-License-Identifier: MIT-0
"""Timers that survive, by timerd, over redis-py 4 or newer (Debian: python3-redis).

    from timerd import Timers

    timers = Timers(port=7379)                      # what redis.Redis() takes
    timers.arm_in('order:17', 15 * 60, b'remind')   # seconds from now, by the store's clock
    timers.cancel('order:17')

    def remind(firing):
        print(firing.id, firing.payload, firing.attempt)

    timers.consume(remind)                          # for ever; another thread ends it by timers.stop()

A firing is acknowledged when the handler returns. When the handler raises an exception, the firing comes again later:
after a delay that doubles with each attempt, or after that of Retry(seconds). A handler may take longer than the lease:
consume() renews it. While timerd or its store is away, consume() waits. A consumer that dies between its work and the
acknowledgement has done the work, and it comes again: make the work idempotent, or remember (id, generation).
"""
import functools
import logging
import threading

import redis

log = logging.getLogger('timerd')
LEASE_MS = 30000  # of a timerd that does not tell its lease
PAUSE_S = 0.2  # between two requests while timerd or its store is away


class Retry(Exception):
    """Raised by a handler: the firing comes again after so many seconds."""

    def __init__(self, seconds):
        super().__init__(f'again in {seconds} s')
        self.seconds = seconds


class Firing:
    """A timer that was due: id and payload (bytes), generation, due_ms, attempt (1: the first), missed."""

    def __init__(self, timers, row):
        self.timers = timers
        self.id, self.generation, self.due_ms, self.payload, self.attempt, self.missed = row

    def ack(self):
        """Done with. False: the firing was not there any more."""
        return self.timers.ask('ACK', self.id, self.generation) == 1

    def nack(self, seconds=None):
        """Gives the firing back: it comes again after so many seconds, or after timerd's own delay."""
        delay = [] if seconds is None else ['DELAY', round(seconds * 1000)]
        return self.timers.ask('NACK', self.id, self.generation, *delay) == 1

    def touch(self):
        """The lease begins anew. False: this consumer has the firing no longer."""
        return self.timers.ask('TOUCH', self.id, self.generation) == 1


class Timers:
    """A connection to timerd. Several threads may use it."""

    def __init__(self, **options):
        self.redis = redis.Redis(**{'port': 7379, **options})
        self._stopped = threading.Event()

    def ask(self, *words):
        """Any request of PROTOCOL.md, and its answer."""
        return self.redis.execute_command(*words)

    def now_ms(self):
        """The store's clock."""
        seconds, microseconds = map(int, self.ask('TIME'))
        return seconds * 1000 + microseconds // 1000

    def arm(self, name, due_ms, payload=b'', period_ms=None):
        """Arms the timer, or moves it: due_ms counts from 1970. Repeat the call until it returns."""
        period = [] if period_ms is None else ['PERIOD', period_ms]
        self.ask('ARM', name, due_ms, payload, *period)

    def arm_in(self, name, seconds, payload=b'', period_ms=None):
        """As arm(), so many seconds from now. Repeated, it moves the timer."""
        self.arm(name, self.now_ms() + round(seconds * 1000), payload, period_ms)

    def cancel(self, name):
        """True: the timer was stopped before a consumer was given it."""
        return self.ask('CANCEL', name) == 1

    def take(self, count=1, block_ms=None):
        """At most count firings; waits so long for the first one."""
        block = [] if block_ms is None else ['BLOCK', block_ms]
        return [Firing(self, row) for row in self.ask('TAKE', count, *block)]

    def list(self, count=100, **options):
        """Yields (id, generation, due_ms, period_ms) of waiting timers in order; count a request. Options: prefix,
        from_ms, to_ms."""
        names = {'prefix': 'PREFIX', 'from_ms': 'FROM', 'to_ms': 'TO'}
        words = {names[name]: value for name, value in options.items()}
        while True:
            after, rows = self.ask('LIST', count, *(word for pair in words.items() for word in pair))
            yield from map(tuple, rows)
            if after is None:
                return
            words['FROM'], words['AFTER'] = after

    def consume(self, handler, count=1, block_ms=5000):
        """Calls the handler with one firing after the other, until stop(). Takes at most count at once: other consumers
        do not get those that wait here. A request that timerd refuses, for want of a right or a password, ends consume()
        by the exception of redis-py."""
        held, ended = [], threading.Event()
        threading.Thread(target=self._renew, args=(held, ended), daemon=True).start()
        try:
            while not self._stopped.is_set():
                held += self._repeat(lambda: self.take(count, block_ms)) or []
                while held:
                    self._handle(handler, held)
        finally:
            ended.set()

    def stop(self):
        """consume() returns when it has handled what it has taken, within block_ms."""
        self._stopped.set()

    def _repeat(self, request):
        """The answer of request(), which is repeated while timerd or its store is away. None: stop() ended that."""
        told = False
        while True:
            try:
                return request()
            except redis.AuthenticationError:  # redis-py counts it among the errors of a connection
                raise
            except (redis.ConnectionError, redis.TimeoutError, redis.ResponseError) as error:
                if isinstance(error, redis.ResponseError) and not str(error).startswith(('STORE', 'UNSURE')):
                    raise
                if not told:
                    log.warning('%s; trying again', error)
                told = True
            if self._stopped.wait(PAUSE_S):
                return None

    def _renew(self, held, ended):
        """Begins the leases of those in `held` anew at each third of them, until `ended` is set."""
        pause = 0
        while not ended.wait(pause):
            pause = PAUSE_S
            try:
                pause = self.ask('INFO').get('lease_ms', LEASE_MS) / 3000
                for firing in tuple(held):
                    if not firing.touch() and firing in held:
                        log.warning('%r: the lease has run out while its handler runs', firing.id)
            except redis.RedisError:
                pass  # consume() tells what lasts

    def _handle(self, handler, held):
        """Calls the handler with the first one of `held`, and tells timerd."""
        firing = held[0]
        try:
            handler(firing)
            answer = firing.ack
        except Retry as retry:
            answer = functools.partial(firing.nack, retry.seconds)
        except Exception:  # whatever a handler raises
            log.exception('the handler of %r failed', firing.id)
            answer = firing.nack
        held.remove(firing)
        if self._repeat(answer) is False:
            log.warning('%r was done with already: its lease had run out, or an answer was lost', firing.id)
