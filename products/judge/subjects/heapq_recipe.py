"""Python's heapq, with the recipe of its documentation for entries that are removed: these are marked, and stay in the heap
until they come to its top. A counter keeps the order of equals."""
import heapq
import itertools
import platform

import judge


class Queue:
    def __init__(self, _now):
        self.heap, self.entries, self.counter = [], {}, itertools.count()

    def add(self, timer, due):
        entry = [due, next(self.counter), timer]
        self.entries[timer] = entry
        heapq.heappush(self.heap, entry)
        return True

    def cancel(self, timer):
        entry = self.entries.pop(timer, None)
        if entry:
            entry[2] = None
        return entry is not None

    def next(self):
        while self.heap and self.heap[0][2] is None:
            heapq.heappop(self.heap)
        return self.heap[0][0] if self.heap else None

    def advance(self, now):
        fired = []
        while self.entries and self.next() <= now:
            timer = heapq.heappop(self.heap)[2]
            del self.entries[timer]
            fired.append(timer)
        return fired


judge.serve(f"Python {platform.python_version()}, heapq with its recipe for removal", "fifo next", Queue)
