"""Python's sched.scheduler, on a clock of ours. Events of one time and priority have no promised order beyond that of their
number; the documentation says that they run in the order of their priority."""
import platform
import sched

import judge


class Queue:
    def __init__(self, now):
        self.now = now
        self.events = {}
        self.fired = []
        self.queue = sched.scheduler(lambda: self.now, lambda delay: None)

    def add(self, timer, due):
        self.events[timer] = self.queue.enterabs(due, 0, self.fire, (timer,))
        return True

    def fire(self, timer):
        del self.events[timer]
        self.fired.append(timer)

    def cancel(self, timer):
        event = self.events.pop(timer, None)
        if event:
            self.queue.cancel(event)
        return event is not None

    def next(self):
        return self.queue.queue[0].time if not self.queue.empty() else None

    def advance(self, now):
        self.now, self.fired = now, []
        self.queue.run(blocking=False)
        return self.fired


judge.serve(f"Python {platform.python_version()}, sched", "fifo next", Queue)
