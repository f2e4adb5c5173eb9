"""Timers of Python's packages on a clock of ours: `clocks.py twisted`, or kombu."""
import sys

from judge import serve


class Twisted:
    """The clock of Twisted for tests; a tick is a second."""

    def __init__(self, now):
        from twisted.internet.task import Clock
        self.clock, self.armed, self.fired = Clock(), {}, []
        self.clock.rightNow = now

    def fire(self, timer):
        del self.armed[timer]
        self.fired.append(timer)

    def add(self, timer, due):
        self.armed[timer] = self.clock.callLater(max(due - self.clock.rightNow, 0), self.fire, timer)
        return True

    def cancel(self, timer):
        call = self.armed.pop(timer, None)
        if call:
            call.cancel()
        return bool(call)

    def advance(self, now):
        self.clock.advance(now - self.clock.rightNow)
        fired, self.fired = self.fired, []
        return fired


class Kombu:
    """The timer of Kombu and Celery, a heap; its iterator takes the time as an argument."""

    def __init__(self, now):
        from kombu.asynchronous.timer import Timer
        self.now, self.armed, self.timer = now, {}, Timer()

    def add(self, timer, due):
        self.armed[timer] = self.timer.call_at(due, lambda: timer)
        return True

    def cancel(self, timer):
        entry = self.armed.pop(timer, None)
        if entry:
            self.timer.cancel(entry)
        return bool(entry)

    def advance(self, now):
        from kombu.asynchronous.timer import Timer
        self.now, fired = now, []
        turns = Timer.__iter__(self.timer, nowfun=lambda: self.now)
        while self.timer.queue:
            wait, entry = next(turns)
            if entry is None and wait:
                break
            if entry is not None:
                fired.append(entry.fun())
                del self.armed[fired[-1]]
        return fired


def main():
    kind = sys.argv[1]
    if kind == "twisted":
        from twisted import __version__ as version
        serve(f"Twisted {version}, Clock", "fifo top 4000000000000000", Twisted)
    else:
        from kombu import __version__ as version
        serve(f"Kombu {version}, Timer", "top 4000000000000000", Kombu)


main()
