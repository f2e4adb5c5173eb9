# SPDX-License-Identifier: MIT-0
"""Compiles and runs tests over a mutant until one fails."""
import collections
import filecmp
import os
import threading

import killers
import mutants
from programs import compiled, counts, run, write

# kind: killed or survived, which are counted; stillborn: it does not compile; unchanged: no program here differs from
# that of the sound headers. by: the test that killed it
Verdict = collections.namedtuple("Verdict", "kind by")
Verdict.counts = property(lambda self: self.kind in ("killed", "survived"))
CPU = 1  # seconds that a run may compute beyond three times what it needs on the sound headers


class Unsound(Exception):
    """A test fails without any mutant."""


class Sound:
    """The sound headers' program of a step, made when it is needed first. Each run must pass, and what it takes bounds
    the mutants' runs."""
    def __init__(self, step, place):
        self.step, self.place = step, place
        self.lock, self.made, self.limits = threading.Lock(), False, {}

    def make(self):
        with self.lock:
            if not self.made:
                if compiled(self.step, self.place).returncode != 0:
                    raise Unsound("fails: " + " ".join(self.step.command + self.step.sources))
                self.seen = self.source(self.place)
                self.made = True
        return self

    def limit(self, arguments):
        with self.lock:
            key = " ".join(arguments)
            if key not in self.limits:
                failed, seconds = run(self.place, arguments, 600)
                if failed:
                    raise Unsound("%s %s fails on the headers as they are" % (self.step.name, key))
                self.limits[key] = int(3 * seconds) + CPU
            return self.limits[key]

    def source(self, place):
        """What gcc, which compiles slowly, would compile."""
        return compiled(self.step, place, "-E", "-P").stdout if self.step.command[0] == "gcc" else None

    def same(self, place):
        return filecmp.cmp(os.path.join(place, "program"), os.path.join(self.place, "program"), shallow=False)


class Bench:
    def __init__(self, texts, work, jobs):
        self.texts, self.lock = texts, threading.Lock()
        self.free = [self.place(os.path.join(work, "mutant%d" % i)) for i in range(jobs)]
        steps = {repr(s): s for steps in killers.HEADERS.values() for s in steps}
        self.sound = {key: Sound(s, self.place(os.path.join(work, "sound%d" % i)))
                      for i, (key, s) in enumerate(steps.items())}
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
        changed = False
        for step in killers.HEADERS[mutant.header]:
            sound = self.sound[repr(step)].make()
            if sound.seen is not None and sound.source(place) == sound.seen:
                continue
            if compiled(step, place).returncode != 0:
                return Verdict("killed", "compiler") if changed else Verdict("stillborn", "")
            if sound.same(place):
                continue
            changed = True
            for arguments in step.runs:
                if run(place, arguments, sound.limit(arguments))[0]:
                    return Verdict("killed", os.path.basename(step.name))
        if changed and self.costs_more(killers.COUNTED.get(mutant.header), place):
            return Verdict("killed", "counts")
        return Verdict("survived" if changed else "unchanged", "")

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
