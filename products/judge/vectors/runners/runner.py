"""runner.py FILE: plays vectors to timers in a dictionary. Put yours in place of Timers."""
import json
import sys

CAN = {"order", "fifo", "passed", "move", "next", "now", "far", "wide", "top"}


class Timers:
    def init(self, now):
        self.now, self.births, self.armed = now, 0, {}
        return "ok"

    def add(self, timer, due):
        self.births += 1
        self.armed[timer] = (max(due, self.now), self.births)
        return "ok"

    move = add

    def cancel(self, timer):
        return "ok" if self.armed.pop(timer, None) else "no"

    def next(self):
        return f"next {min(self.armed.values())[0]}" if self.armed else "none"

    def advance(self, now):
        self.now = now
        due = sorted((key, timer) for timer, key in self.armed.items() if key[0] <= now)
        return " ".join(["fired", *(str(timer) for _, timer in due if self.armed.pop(timer))])


timers, count = Timers(), {"holds": 0, "FAILED": 0, "declined": 0}
for vector in map(json.loads, open(sys.argv[1], encoding="utf-8")):
    verdict = "holds" if set(vector["needs"].split()) <= CAN else "declined"
    for line, wanted in zip(vector["run"][::2], vector["run"][1::2]) if verdict == "holds" else ():
        verb, *numbers = line.split()
        got = getattr(timers, verb)(*map(int, numbers))
        if got != wanted:
            print("FAILED", vector["vector"], "shows", vector["shows"] + ":", line, "->", got, "and not", wanted)
            verdict = "FAILED"
            break
    count[verdict] += 1
print(count["holds"], "hold,", count["FAILED"], "fail,", count["declined"], "declined")
sys.exit(1 if count["FAILED"] or not count["holds"] else 0)
