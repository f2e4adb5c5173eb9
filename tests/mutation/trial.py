# SPDX-License-Identifier: MIT-0
"""Compiles and runs tests over a mutant until one fails."""
import collections
import filecmp
import os
import threading
import time

import killers
import mutants
from order import Order
from programs import compiled, counts, run, write

# kind: killed or survived, which are counted; stillborn: it does not compile; unchanged: no program here differs from
# that of the sound headers. by: the test that killed it
Verdict = collections.namedtuple("Verdict", "kind by")
Verdict.counts = property(lambda self: self.kind in ("killed", "survived"))


class Unsound(Exception):
    """A test fails without any mutant."""


class Sound:
    """The sound headers' program of a step, made when it is needed first. Each run must pass, and what it takes bounds
    the mutants' runs."""
    def __init__(self, step, fill, place):
        self.step, self.fill, self.place = step, fill, place
        self.lock, self.made, self.compiles, self.taken = threading.Lock(), False, 0, {}

    def make(self):
        with self.lock:
            if not self.made:
                self.fill(self.place)
                start = time.monotonic()
                if compiled(self.step, self.place, "-o", "program").returncode != 0:
                    raise Unsound("fails: " + " ".join(self.step.command + self.step.sources))
                self.compiles = time.monotonic() - start
                self.seen = self.source(self.place)
                self.made = True
        return self

    def seconds(self, arguments):
        """What a run computes."""
        with self.lock:
            key = " ".join(arguments)
            if key not in self.taken:
                failed, self.taken[key] = run(self.place, "program", arguments, 600)
                if failed:
                    raise Unsound("%s %s fails on the headers as they are" % (self.step.name, key))
            return self.taken[key]

    def source(self, place):
        """What gcc, which compiles slowly, would compile."""
        return compiled(self.step, place, "-E", "-P").stdout if self.step.command[0] == "gcc" else None

    def differs(self, place, program):
        """Is the program of the headers in `place` another one? None: it does not compile."""
        if self.seen is not None and self.source(place) == self.seen:
            return False
        if compiled(self.step, place, "-o", program).returncode != 0:
            return None
        return not filecmp.cmp(os.path.join(place, program), os.path.join(self.place, "program"), shallow=False)


class Bench:
    def __init__(self, texts, work, jobs):
        self.texts, self.lock = texts, threading.Lock()
        self.free = [self.place(os.path.join(work, "mutant%d" % i)) for i in range(jobs)]
        steps = {repr(s): s for steps in killers.HEADERS.values() for s in steps}
        self.sound = {key: Sound(s, self.place, os.path.join(work, "sound%d" % i))
                      for i, (key, s) in enumerate(steps.items())}
        self.orders = {h: Order(self.sound[repr(s)] for s in steps) for h, steps in killers.HEADERS.items()}
        self.unchanged = self.place(os.path.join(work, "unchanged"))
        self.counted = {}  # what tests/counts says of the sound headers of these structures

    def place(self, path):
        """A directory with all headers in it."""
        os.mkdir(path)
        for name, text in self.texts.items():
            write(os.path.join(path, name), text)
        return path

    def judge(self, mutant):
        with self.lock:
            place = self.free.pop()
        path = os.path.join(place, mutant.header)
        write(path, mutants.mutated(self.texts[mutant.header], mutant))
        verdict = self.killed(mutant, place)
        write(path, self.texts[mutant.header])
        with self.lock:
            self.free.append(place)
        return verdict

    def killed(self, mutant, place):
        programs, done = {}, []  # a program's name behind its step; "": it is that of the sound headers
        sound, following = self.sound[repr(killers.HEADERS[mutant.header][0])].make(), None
        while sound:
            if sound not in programs:
                program = "program%d" % len(programs)
                differs = sound.differs(place, program)
                if differs is None:
                    return Verdict("killed", "compiler") if any(programs.values()) else Verdict("stillborn", "")
                programs[sound] = program if differs else ""
            if following and programs[sound] and run(place, programs[sound], following.arguments, following.limit)[0]:
                following.killed += 1
                return Verdict("killed", os.path.basename(sound.step.name))
            done.append(following)
            following = self.orders[mutant.header].next(programs, done)
            sound = following and following.sound
        if any(programs.values()) and self.costs_more(killers.COUNTED.get(mutant.header), place):
            return Verdict("killed", "counts")
        return Verdict("survived" if any(programs.values()) else "unchanged", "")

    def costs_more(self, structures, place):
        if not structures:
            return False
        with self.lock:
            key = " ".join(structures)
            if key not in self.counted:
                self.counted[key] = counts(structures, self.unchanged)
                if self.counted[key]:
                    raise Unsound("counts.sh %s fails on the headers as they are" % key)
        return self.counted[key] is False and counts(structures, place)
