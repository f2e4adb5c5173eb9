# SPDX-License-Identifier: MIT-0
"""Compiles the program of a step in a directory of headers, and runs it; or has its instructions counted."""
import os
import resource
import subprocess
import threading

import killers


def write(path, text):
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


def compiled(step, place, *options):
    """Paths are the same in each directory, so that equal code makes equal programs."""
    sources = [os.path.join(killers.SOURCE, "tests", s + ".c") for s in step.sources]
    return subprocess.run([*step.command, "-I.", *options, *sources], cwd=place, check=False,
                          stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)


def computed(pid):
    """The ticks of the processor that a process has had."""
    with open("/proc/%d/stat" % pid, encoding="utf-8") as file:
        return sum(map(int, file.read().rpartition(")")[2].split()[11:13]))


def end_if_asleep(child, over, pause):
    """Kills a program that computes nothing for so many seconds: a busy machine only makes it slow."""
    seen = None
    while not over.wait(pause):
        last, seen = seen, computed(child.pid)
        if seen == last:
            child.kill()


def run(place, program, arguments, limit, pause=60):
    """Does the program fail, and after how many seconds of computing? The limit is one of computing too, so that a busy
    machine kills nobody; it ends what hangs."""
    def limited():
        resource.setrlimit(resource.RLIMIT_CPU, (limit, limit))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    over = threading.Event()
    with subprocess.Popen(["./" + program, *arguments], cwd=place, stdout=subprocess.DEVNULL, preexec_fn=limited,
                          stderr=subprocess.DEVNULL, env=dict(os.environ, TW_NO_EXPLAIN="1")) as child:
        watch = threading.Thread(target=end_if_asleep, args=(child, over, pause))
        watch.start()
        os.waitid(os.P_PID, child.pid, os.WEXITED | os.WNOWAIT)
        over.set()
        watch.join()
        _, status, used = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
    return child.returncode != 0, used.ru_utime


def counts(structures, place):
    """Is an operation of these structures seen to take more instructions than it may? None: they cannot be counted here."""
    where = os.path.join(place, "counts")
    environment = dict(os.environ, TW_SOURCE=place, TW_WORK=where)
    environment.pop("TW_NO_SKIP", None)
    script = os.path.join(killers.SOURCE, "tests", "counts", "counts.sh")
    try:
        done = subprocess.run(["sh", script, *structures], env=environment, check=False, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, timeout=600)
    except subprocess.TimeoutExpired:
        return True
    return None if done.returncode == 77 else done.returncode != 0
