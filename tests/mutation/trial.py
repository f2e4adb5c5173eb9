# SPDX-License-Identifier: MIT-0
"""Compiles and runs tests over a mutant until one fails."""
import collections
import filecmp
import os
import resource
import subprocess
import threading

import killers
import mutants

# kind: killed or survived, which are counted; stillborn: it does not compile; unchanged: no program here differs from
# that of the sound headers. by: the test that killed it
Verdict = collections.namedtuple("Verdict", "kind by")
Verdict.counts = property(lambda self: self.kind in ("killed", "survived"))
CPU = 1  # seconds that a run may compute beyond three times what it needs on the sound headers


class Unsound(Exception):
    """A test fails without any mutant."""


def compiled(step, place, *options):
    """Paths are the same in each directory, so that equal code makes equal programs."""
    sources = [os.path.join(killers.SOURCE, "tests", s + ".c") for s in step.sources]
    return subprocess.run([*step.command, "-I.", *(options or ["-o", "program"]), *sources], cwd=place, check=False,
                          stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)


def run(place, arguments, limit):
    """Does the program fail, and after how many seconds of computing? The limit is one of computing too, so that a busy
    machine kills nobody; it ends what hangs."""
    def limited():
        resource.setrlimit(resource.RLIMIT_CPU, (limit, limit))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    with subprocess.Popen(["./program", *arguments], cwd=place, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                          preexec_fn=limited) as program:
        asleep = threading.Timer(600, program.kill)
        asleep.start()
        _, status, used = os.wait4(program.pid, 0)
        asleep.cancel()
        program.returncode = os.waitstatus_to_exitcode(status)
    return program.returncode != 0, used.ru_utime


class Sound:
    """The sound headers' program of a step, made when the step is needed first: it must pass, and what it needs bounds
    the mutants' programs."""
    def __init__(self, step, place):
        self.step, self.place = step, place
        self.lock, self.limits = threading.Lock(), None

    def prove(self):
        with self.lock:
            if self.limits is None:
                if compiled(self.step, self.place).returncode != 0:
                    raise Unsound("fails: " + " ".join(self.step.command + self.step.sources))
                self.seen = self.source(self.place)
                self.limits = [self.limit(arguments) for arguments in self.step.runs]
        return self

    def limit(self, arguments):
        failed, seconds = run(self.place, arguments, 600)
        if failed:
            raise Unsound("%s fails on the headers as they are" % " ".join([self.step.name, *arguments]))
        return int(3 * seconds) + CPU

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

    def place(self, path):
        """A directory with all headers in it."""
        os.mkdir(path)
        for name, text in self.texts.items():
            with open(os.path.join(path, name), "w", encoding="utf-8") as file:
                file.write(text)
        return path

    def judge(self, mutant):
        with self.lock:
            place = self.free.pop()
        path = os.path.join(place, mutant.header)
        with open(path, "w", encoding="utf-8") as file:
            file.write(mutants.mutated(self.texts[mutant.header], mutant))
        verdict = self.killed(mutant, place)
        with open(path, "w", encoding="utf-8") as file:
            file.write(self.texts[mutant.header])
        with self.lock:
            self.free.append(place)
        return verdict

    def killed(self, mutant, place):
        changed = False
        for step in killers.HEADERS[mutant.header]:
            sound = self.sound[repr(step)].prove()
            if sound.seen is not None and sound.source(place) == sound.seen:
                continue
            if compiled(step, place).returncode != 0:
                return Verdict("killed", "compiler") if changed else Verdict("stillborn", "")
            if sound.same(place):
                continue
            changed = True
            for arguments, limit in zip(step.runs, sound.limits):
                if run(place, arguments, limit)[0]:
                    return Verdict("killed", os.path.basename(step.name))
        return Verdict("survived" if changed else "unchanged", "")
