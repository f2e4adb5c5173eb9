"""runner.py FILE: plays vectors to timers in a dictionary. Put yours in place of Timers."""
import json
import sys

CAN = {"order", "fifo", "passed", "move", "next", "now", "far", "wide", "top"}


class Timers:  # a method without a value answers ok
    def init(self, now):
        self.now, self.armed = now, {}  # the tick of each, in the order of their arming

    def add(self, timer, due):
        self.armed.pop(timer, None)
        self.armed[timer] = max(due, self.now)

    move = add

    def cancel(self, timer):
        return "no" if self.armed.pop(timer, None) is None else "ok"

    def next(self):
        return f"next {min(self.armed.values())}" if self.armed else "none"

    def advance(self, now):
        self.now = now
        fired = sorted((t for t in self.armed if self.armed[t] <= now), key=self.armed.get)
        return " ".join(["fired", *(str(t) for t in fired if self.armed.pop(t) <= now)])


timers, count = Timers(), [0, 0, 0]  # holds, fails, is declined
for v in map(json.loads, open(sys.argv[1], encoding="utf-8")):
    verdict = 0 if set(v["needs"].split()) <= CAN else 2
    for line, wanted in zip(v["run"][::2], v["run"][1::2]):
        verb, *numbers = line.split()
        if verdict == 0 and (got := getattr(timers, verb)(*map(int, numbers)) or "ok") != wanted:
            print(f"FAILED {v['vector']} shows {v['shows']}: {line} -> {got} and not {wanted}")
            verdict = 1
    count[verdict] += 1
print(count[0], "hold,", count[1], "fail,", count[2], "declined")
sys.exit(count[1] > 0 or count[0] == 0)
