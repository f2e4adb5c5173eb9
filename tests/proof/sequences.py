"""Follows every sequence of verbs over a few timers, for all ticks that the contract allows, beside a model of numbers
alone. README.md tells it."""
import collections
import pathlib
import resource
import sys

import llvm
import paths
from solver import evaluated
from terms import FALSE, TRUE, both, either, equal, make, negated, number, smaller, summed

ALL = (1 << 64) - 1

# In the order in which a batch fires them: timers that a budget left, that were armed for a passed tick, all others.
LEFT, PASSED, AHEAD = range(3)

# A timer that waits: its deadline, a term; one of the three; its arming number.
Waiting = collections.namedtuple("Waiting", "due kind order")

# What a set should hold: its clock, {number of a timer: Waiting}, and the armings so far.
Model = collections.namedtuple("Model", "now waiting armings")

Verb = collections.namedtuple("Verb", "name timer ticks")


class Wrong(Exception):
    """A goal that does not hold, and the values of an example."""


class Contract:
    """docs/design.md in terms, for ticks of this width."""

    def __init__(self, width):
        self.width, self.quarter = width, number(1 << width - 2, width)

    def tick(self, name):
        return make("variable", (name,), self.width)

    def before(self, a, b):
        if self.width == 64:
            return smaller("bvult", a, b)
        return smaller("bvult", number((1 << self.width - 1) - 1, self.width), summed("bvsub", a, b))

    def in_reach(self, now, due):
        """add() accepts a tick less than a quarter of the range ahead, or passed by a quarter at most."""
        if self.width == 64:
            return TRUE
        away = summed("bvsub", due, now)
        three = number(3 << self.width - 2, self.width)
        return either(smaller("bvult", away, self.quarter), negated(smaller("bvult", away, three)))

    def keeps(self, m, now):
        """What a caller of advance() owes: while timers wait, less than a quarter of the range passes."""
        if self.width == 64 or not m.waiting:
            return TRUE
        return either(smaller("bvult", summed("bvsub", now, m.now), self.quarter), self.before(now, m.now))

    def goes_back(self, m, now):
        if self.width != 64 and not m.waiting:
            return number(0, 0)
        return self.before(now, m.now)

    def armed(self, m, i, due, kind):
        waiting = dict(m.waiting)
        waiting[i] = Waiting(due, kind, m.armings)
        return Model(m.now, waiting, m.armings + 1)

    def next_is(self, m, at):
        """Whether `at` is the earliest tick of a set that is not empty."""
        if any(w.kind != AHEAD for w in m.waiting.values()):
            return equal(at, m.now)
        one, least = FALSE, TRUE
        for w in m.waiting.values():
            one = either(one, equal(at, w.due))
            least = both(least, negated(self.before(w.due, at)))
        return both(one, least)

    def is_due(self, w, now):
        return TRUE if w.kind != AHEAD else negated(self.before(now, w.due))

    def first(self, m, a, b):
        """Whether a fires before b in a batch."""
        a, b = m.waiting[a], m.waiting[b]
        older = number(a.order < b.order, 0)
        if a.kind != b.kind or a.kind == PASSED:
            return older if a.kind == b.kind else number(a.kind < b.kind, 0)
        return either(self.before(a.due, b.due), both(equal(a.due, b.due), older))

    def fires(self, m, now, most, fired):
        """What must hold if this row of timers fires."""
        found = []
        for i, w in m.waiting.items():
            if i in fired:
                found.append((f"timer {i} is due", self.is_due(w, now)))
            else:
                rest = negated(self.is_due(w, now))
                if len(fired) == most:
                    rest = either(rest, self.first(m, fired[-1], i) if fired else TRUE)
                found.append((f"timer {i} does not fire yet", rest))
        for a, b in zip(fired, fired[1:]):
            found.append((f"timer {a} fires before timer {b}", self.first(m, a, b)))
        return found


class Sequences:
    """All sequences of so many verbs over so many timers."""

    def __init__(self, module, width, timers, verbs, seconds):
        self.machine = paths.Machine(module, seconds)
        self.contract, self.width, self.timers, self.verbs = Contract(width), width, timers, verbs
        self.counts, self.sequences = collections.Counter(), set()

    def tick(self, depth, which):
        return self.contract.tick(f"{which}{depth}")

    def from_now(self, m, depth, which):
        """A tick about which nothing is known: where ticks wrap, by its distance from the clock."""
        t = self.tick(depth, which)
        return t if self.width == 64 else summed("bvadd", m.now, t)

    def follow(self):
        state, now = paths.State(), self.tick(0, "now")
        for s, _ in self.machine.run(state, "@start", [now]):
            self.branch(s, Model(now, {}, 0), (Verb("start", None, (now,)),), 0)

    def branch(self, s, m, done, used):
        """Follows all verbs behind those that are done. `used` timers were named so far."""
        verbs = tuple((v.name, v.timer) for v in done[1:] if v.name != "next")
        depth = 1 + len(verbs)
        self.sequences.add(verbs)
        if depth > self.verbs:
            return
        due, now = self.from_now(m, depth, "due"), self.from_now(m, depth, "now")
        some = range(min(used + 1, self.timers))
        for i in some:
            self.arm(s, m, done, max(used, i + 1), i, due)
        if self.width < 64 and not m.waiting:
            for i in some:
                self.arm_in(s, m, done, max(used, i + 1), i, now, self.tick(depth, "delay"))
        for i in m.waiting:
            self.cancel(s, m, done, used, i)
        if m.waiting or self.width == 64 or depth == 1:
            for most in (ALL, 1) if len(m.waiting) > 1 else (ALL,):
                self.advance(s, m, done, used, now, most)

    def arm(self, s, m, done, used, i, due):
        done += (Verb("arm", i, (due,)),)
        accepts = self.contract.in_reach(m.now, due)
        for end, v in self.run(s, done, "@arm", [i, due]):
            self.goals(end, done, [("arm answers whether the tick is in reach", equal(accepts, number(v, 0)))])
            self.place(end, s, m, m, done, used, i, due, v)

    def place(self, end, s, m, was, done, used, i, due, accepted):
        """What the model has of timer i, which was armed, or refused."""
        if not accepted:
            self.go_on(end, s, m, was, done, used)
            return
        for way, ahead in self.ways(end, self.contract.before(m.now, due)):
            self.go_on(way, s, self.contract.armed(m, i, due, AHEAD if ahead else PASSED), was, done, used)

    def arm_in(self, s, m, done, used, i, now, delay):
        """Of an empty set whose ticks wrap: it takes over the clock."""
        done += (Verb("arm_in", i, (now, delay)),)
        accepts = smaller("bvult", delay, self.contract.quarter)
        for end, v in self.run(s, done, "@arm_in", [i, now, delay]):
            self.goals(end, done, [("arm_in answers whether the delay is in reach", equal(accepts, number(v, 0)))])
            self.place(end, s, m._replace(now=now) if v else m, m, done, used, i, summed("bvadd", now, delay), v)

    def cancel(self, s, m, done, used, i):
        done += (Verb("cancel", i, ()),)
        for end, v in self.run(s, done, "@cancel", [i]):
            self.goals(end, done, [("cancel answers true", number(v, 0))])
            left = {k: w for k, w in m.waiting.items() if k != i}
            self.go_on(end, s, m._replace(waiting=left), m, done, used)

    def advance(self, s, m, done, used, now, most):
        name = "advance" if most == ALL else f"advance_some({most})"
        done += (Verb(name, None, (now,)),)
        c = self.contract
        for start in self.assumed(s, c.keeps(m, now)):
            for end, v in self.run(start, done, "@advance", [now, most]):
                fired = [t[1] for t in end.told if t[0] == "fired"]
                goals = [("advance returns the number of timers that fire", number(v == len(fired), 0))]
                goals.append(("a timer fires once, and only if it waits",
                              number(len(set(fired)) == len(fired) and set(fired) <= set(m.waiting), 0)))
                self.goals(end, done, goals)
                for way, back in self.ways(end, c.goes_back(m, now)):
                    way.told = ()
                    if back:
                        self.goals(way, done, [("nothing fires if the clock goes back", number(not fired, 0))])
                        self.go_on(way, s, m, m, done, used)
                    else:
                        self.goals(way, done, c.fires(m, now, most, fired))
                        left = {k: w for k, w in m.waiting.items() if k not in fired}
                        rest = list(left) if len(fired) == most else []
                        self.leave(way, s, m._replace(now=now, waiting=left), m, done, used, rest)

    def leave(self, s, before, m, was, done, used, rest):
        """Finds which timers a budget has left; each answer is a way of its own."""
        rest = [i for i in rest if m.waiting[i].kind == AHEAD]
        if not rest:
            self.go_on(s, before, m, was, done, used)
            return
        i, w = rest[0], m.waiting[rest[0]]
        for way, due in self.ways(s, self.contract.is_due(w, m.now)):
            kept = {**m.waiting, i: w._replace(kind=LEFT if due else AHEAD)}
            self.leave(way, before, m._replace(waiting=kept), was, done, used, rest[1:])

    # ---- ways

    def ways(self, s, c):
        """The states in which c holds, and in which it does not."""
        other = self.machine.split(s, c) if s.told_of(c) is None else []
        return [(x, x.told_of(c)) for x in [s] + other]

    def assumed(self, s, c):
        s = s.copy()
        return [x for x, holds in self.ways(s, c) if holds]

    def run(self, s, done, name, arguments):
        """The states behind a call, and whether it is true, or its value."""
        try:
            ended = self.machine.run(s, name, arguments)
        except paths.Fault as fault:
            raise Wrong(done, *fault.args) from fault
        for end, v in ended:
            for a in [a for a in end.cells if a >= paths.STACK]:
                del end.cells[a]
            end.stack = paths.STACK
            if isinstance(v, int) or v is None:
                yield end, v
            else:
                yield from self.ways(end, v)

    def goals(self, s, done, goals):
        """Asks whether all goals hold for all values."""
        self.counts["goals"] += len(goals)
        whole = TRUE
        for _, c in goals:
            whole = both(whole, c)
        values = self.machine.holds(s, whole)
        if values is not None:
            raise Wrong(done, next(what for what, c in goals if not evaluated(c, values)), values)

    def go_on(self, s, before, m, was, done, used):
        """Asks what can be asked of the set, and follows the next verbs; of a verb that changed nothing, none."""
        if s.same_as(before) and m == was:
            self.counts["ways"] += 1
            return
        goals = []
        for i in range(self.timers):
            for s, v in self.run(s, done, "@pending", [i]):
                goals.append((f"pending({i}) is right", number(v == (i in m.waiting), 0)))
            if i in m.waiting:
                v = self.machine.run(s, "@due_of", [i])[0][1]
                goals.append((f"due({i}) is right", equal(paths.lifted(v, self.width), m.waiting[i].due)))
        v = self.machine.run(s, "@count", [])[0][1]
        goals.append(("the count is right", number(v == len(m.waiting), 0)))
        self.goals(s, done, goals)
        self.legal(s, done)
        for end, v in self.run(s, done, "@next", []):
            told, end.told = end.told, ()
            if not m.waiting:
                self.goals(end, done, [("next of an empty set answers false", number(not v, 0))])
            else:
                at = paths.lifted(told[0][1], self.width) if v else None
                right = self.contract.next_is(m, at) if v else number(0, 0)
                self.goals(end, done, [("next answers the earliest tick", right)])
            self.counts["ways"] += 1
            asked = done + (Verb("next", None, ()),)
            if not end.same_as(s):
                self.legal(end, asked)
                self.branch(end, m, asked, used)
        self.branch(s, m, done, used)

    def legal(self, s, done):
        """Asks whether the structure is as its manual says."""
        for i in range(self.timers):
            for way, v in self.run(s, done, "@legal", [i]):
                self.goals(way, done, [("the state is as the manual says", number(v, 0))])


def told(done, values):
    """The verbs, with the values of an example."""
    timer = [[] if v.timer is None else [str(v.timer)] for v in done]
    return [f"{v.name}({', '.join(i + [hex(evaluated(t, values)) for t in v.ticks])})" for v, i in zip(done, timer)]


def main(compiled, structure, width, timers, verbs, seconds):
    """Follows one row of the plan. Prints a line of the table, and what is wrong: the goal, and a program to show it."""
    module = llvm.Module(pathlib.Path(compiled).read_text())
    run, wrong = Sequences(module, int(width), int(timers), int(verbs), int(seconds)), []
    try:
        run.follow()
    except Wrong as found:
        done, what, values = found.args
        wrong = [f"not proved: {structure}: {what}"] + [f"    {line}" for line in told(done, values)]
    run.machine.solver.end()
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    spent = round(sum(u.ru_utime + u.ru_stime for u in used))
    print(structure, width, timers, verbs, len(run.sequences) - 1, run.counts["ways"], run.counts["goals"], spent)
    print("\n".join(wrong))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
