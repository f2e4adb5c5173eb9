"""asyncio's call_at(), on a clock of ours: the loop reads loop.time(), and its selector does not wait."""
import asyncio
import platform
import selectors

import judge


class NoWait(selectors.DefaultSelector):
    def select(self, timeout=None):
        return super().select(0)


class Loop(asyncio.SelectorEventLoop):
    def __init__(self, now):
        self.now, self.handles, self.fired = now, {}, []
        super().__init__(NoWait())

    def time(self):
        return self.now

    def add(self, timer, due):
        self.handles[timer] = self.call_at(due, self.fire, timer)
        return True

    def fire(self, timer):
        del self.handles[timer]
        self.fired.append(timer)

    def cancel(self, timer):
        handle = self.handles.pop(timer, None)
        if handle:
            handle.cancel()
        return handle is not None

    def advance(self, now):
        self.now, self.fired = now, []
        self.call_soon(self.stop)
        self.run_forever()
        return self.fired


def make(now, last=[None]):
    if last[0]:
        last[0].close()
    last[0] = Loop(now)
    return last[0]


# A time is a floating-point number of seconds; whole numbers are exact up to 2^53.
judge.serve(f"Python {platform.python_version()}, asyncio", "top 4000000000000000", make)
