# SPDX-License-Identifier: MIT-0
"""Which run comes next. Most mutants die soon if what killed most in its time comes first."""
import threading

CPU = 1  # seconds that a run may compute beyond three times what it needs on the sound headers
LONG = 0.1  # seconds of computing: a scenario that takes them runs alone, and the others of its program together


class Run:
    """One call of the program of a step."""
    def __init__(self, sound, arguments):
        self.sound, self.arguments, self.seconds = sound, arguments, sound.seconds(arguments)
        self.limit = int(3 * self.seconds) + CPU
        self.begun, self.killed = 0, 0

    def worth(self, compiles):
        """Kills a second that may be expected. Nothing is known of a new run: it may kill every second mutant."""
        return (self.killed + 1) / (self.begun + 2) / (self.seconds + 0.01 + compiles)


def runs(sound):
    """The runs of a step, from what they take on the sound headers."""
    found = []
    for arguments in sound.make().step.runs:
        if len(arguments) < 2 or arguments[0].startswith("-"):
            found.append(Run(sound, arguments))
            continue
        short = [name for name in arguments if sound.seconds([name]) < LONG]
        found += [Run(sound, [name]) for name in arguments if name not in short]
        found += [Run(sound, short)] * bool(short)
    return found


class Order:
    """The runs of a header's steps. A step is measured when all runs of those before it have let a mutant pass."""
    def __init__(self, sounds):
        self.lock, self.waiting, self.runs = threading.Lock(), list(sounds), []

    def next(self, programs, done):
        """The next run for a mutant that survived those in `done`; None: it survived all. `programs` has the steps that
        were compiled for the mutant."""
        with self.lock:
            left = [r for r in self.runs if r not in done and programs.get(r.sound, True)]
            while not left and self.waiting:
                left = runs(self.waiting.pop(0))
                self.runs += left
            found = max(left, key=lambda r: r.worth(r.sound.compiles * (r.sound not in programs)), default=None)
            if found:
                found.begun += 1
            return found
