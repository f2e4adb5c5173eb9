# SPDX-License-Identifier: MIT-0
"""Runs the benchmark programs, a process for each workload and N, and reads what they have saved."""
import json
import os
import platform
import re
import shutil
import statistics
import subprocess
import sys
import time
from pathlib import Path

import goals

PROGRAMS = ("sets", "queues", "dijkstra", "loops", "counts", "shards", "blocking_queues")
DECISIVE = ("expire", "worst", "burst", "churn-uniform", "heartbeat", "hold-uniform", "loop-rearm", "worst-touched",
            "beats-random-us", "beats-in-turn-us")
COUNTS = Path(__file__).resolve().parent.parent / "tests/counts/counts.txt"
MANY = 5000000  # from here on subjects live one after the other: workload.h
INSTRUCTIONS = {
    "sets": ("expire", "churn-uniform", "churn-constant", "heartbeat", "burst"),
    "queues": ("hold-uniform", "hold-constant", "hold-coarse", "push-random", "new-key"),
}
COUNTED_PEERS = {"cascade", "linux_4.8", "ratas", "timeout.c", "libev_heap", "linux_rbtree", "std_pq_pairs"}


def processor():
    try:
        for line in Path("/proc/cpuinfo").read_text().splitlines():
            if line.startswith("model name"):
                return line.split(":", 1)[1].strip()
    except OSError:
        pass
    return platform.processor() or platform.machine()


def call(command, **more):
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False, **more)
    if done.returncode != 0:
        sys.exit(f"compare: {' '.join(map(str, command))} ended with status {done.returncode}\n{done.stderr}")
    return done


def literal(text):
    """The text as a regular expression, in the words of POSIX."""
    return re.sub(r"[].+*?()|{}^$\\[]", r"\\\g<0>", text)


def whole(file):
    """Whether the file is there, and was written to its end."""
    try:
        return bool(json.loads(file.read_text()))
    except (OSError, ValueError):
        return False


def split(name):
    """Workload, N and subject of a benchmark's name."""
    workload, n, subject = name.split("/")[:3]
    return workload, int(n), subject


class Runner:
    def __init__(self, build, turns, sizes, short, resume):
        self.build, self.turns, self.sizes, self.short, self.resume = build, turns, sizes, short, resume
        self.start = time.monotonic()

    def flags(self, program):
        flags = []
        if program in ("sets", "queues", "dijkstra", "loops", "counts"):
            flags.append("--sizes=" + ",".join(map(str, self.sizes)))
        if program == "sets":
            flags += [f"--trace={trace}" for trace in sorted(self.build.glob("http-proxy*.trace"))[:1]]
        return [str(self.build / program)] + flags

    def groups(self, program):
        """{(workload, N): [subject, ...]}, without what a short run leaves out, and a long one of MANY objects: there
        are the decisive workloads, but for the longest tick, and the subjects that goals name."""
        found = {}
        for line in call(self.flags(program) + ["--benchmark_list_tests=true"]).stdout.splitlines():
            workload, n, subject = split(line)
            found.setdefault((workload, n), []).append(subject)
        short = {}
        for (workload, n), subjects in found.items():
            if not self.short and n < MANY:
                short[workload, n] = subjects
                continue
            if n >= MANY and workload == "worst" or n >= 1000000 and workload not in DECISIVE:
                continue
            keep = goals.needed(program, workload, n, subjects)
            keep += [s for s in goals.needed(program, derived(workload, "pop"), n, subjects) if s not in keep]
            if keep:
                short[workload, n] = keep
        return short

    def run(self, program, directory):
        """Runs all groups of a program, each into a file of its own."""
        groups = self.groups(program)
        for number, ((workload, n), subjects) in enumerate(groups.items(), 1):
            out = directory / f"{program}.{number:03}.{workload}.{n}.json"
            if self.resume and whole(out):
                continue
            minutes, seconds = divmod(int(time.monotonic() - self.start), 60)
            print(f"{minutes:3}:{seconds:02}  {program} {number}/{len(groups)}  {workload}, N = {n:,}: "
                  f"{len(subjects)} subjects", file=sys.stderr, flush=True)
            names = "|".join(literal(s) for s in subjects)
            turns = 1 if program == "counts" else min(self.turns, 3) if n >= MANY else self.turns
            call(self.flags(program) + [
                f"--benchmark_filter=^{literal(workload)}/{n}/({names})(/|$)",
                f"--benchmark_repetitions={turns}",
                f"--benchmark_enable_random_interleaving={'false' if n >= MANY else 'true'}",
                f"--benchmark_out={out}",
                "--benchmark_out_format=json"])

    def instructions(self, directory):
        """Instructions of an operation at N = 1000, counted by callgrind: {workload: {subject: count}}."""
        if not shutil.which("valgrind"):
            print("compare: no valgrind, so instructions are not counted", file=sys.stderr)
            return
        counts = {}
        for program, workloads in INSTRUCTIONS.items():
            base = [str(self.build / program), "--sizes=1000", "--work=2000"]
            listed = [split(l) for l in call(base + ["--benchmark_list_tests=true"]).stdout.splitlines()]
            for workload, n, subject in listed:
                if workload in workloads and n == 1000 and subject in goals.OURS | COUNTED_PEERS:
                    counts.setdefault(workload, {})[subject] = self.count(base, f"{workload}/1000/{subject}")
            print(f"       instructions of {program}: done", file=sys.stderr, flush=True)
        (directory / "instructions.json").write_text(json.dumps(counts, indent=1))

    @staticmethod
    def count(base, name):
        out = call(["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null",
                    "--toggle-collect=bench_measured"] + base +
                   [f"--benchmark_filter=^{literal(name)}/", "--benchmark_format=json"])
        collected = int(re.search(r"Collected : (\d+)", out.stderr).group(1))
        return collected / json.loads(out.stdout[out.stdout.index("{"):])["benchmarks"][0]["operations"]


def run_all(build, directory, turns, sizes, short, only, resume):
    programs = PROGRAMS if only is None else [only]
    missing = [p for p in programs if not (build / p).is_file()]
    if missing:
        print(f"compare: {build / missing[0]} is not there: build it first, or name its place by --build",
              file=sys.stderr)
        sys.exit(2)
    directory.mkdir(parents=True, exist_ok=True)
    runner = Runner(build, turns, sizes, short, resume)
    for program in programs:
        for old in directory.glob(f"{program}.*.json") if not resume else ():
            old.unlink()
        runner.run(program, directory)
    if not short and only is None:
        runner.instructions(directory)
    shutil.copy(COUNTS, directory)
    (directory / "machine.json").write_text(json.dumps({
        "processor": processor(), "processors": os.cpu_count(), "system": platform.system(), "turns": turns,
        "date": time.strftime("%Y-%m-%d"), "short": short}, indent=1))


def derived(workload, key):
    """The workload under which a counter beside the time is shown."""
    if key == "pop":
        return workload.replace("push", "pop")
    if key == "tick":
        return "tick"
    return f"{workload} {key}" if key in ("processors", "wakes", "drained") else None


def beats(table):
    """{(program, workload, N): {structure: ratio}}: what a beat in turn takes, in times of a random beat, by the table
    of counted instructions."""
    counted, cells = {}, {}
    for line in table.read_text().splitlines() if table.is_file() else ():
        if line.split()[1:2] == ["beats"]:
            structure, _, workload, instructions, _ = line.split()
            counted[structure, workload] = float(instructions)
    for (structure, workload), instructions in counted.items():
        name, n, unit = workload.split(".")
        if name == "in-turn":
            cell = cells.setdefault(("beats", f"beats-in-turn-{unit}", int(n)), {})
            cell[structure] = instructions / counted[structure, f"random.{n}.{unit}"]
    return cells


def medians(runs):
    """The figures of several runs as one: each is the median of the runs that have it."""
    found = {}
    for results in runs:
        for cell, row in results.items():
            for subject, value in row.items():
                found.setdefault(cell, {}).setdefault(subject, []).append(value)
    return {cell: {s: statistics.median(values) for s, values in row.items()} for cell, row in found.items()}


def load(directory):
    """The context, {(program, workload, N): {subject: ns or count}}, and the instructions. A worst tick is the least of
    its turns, since each turn can only lower it; all others are medians."""
    turns, context = {}, json.loads((directory / "machine.json").read_text())
    for file in sorted(directory.glob("*.*.json")):
        program = file.name.split(".")[0]
        try:
            text = json.loads(file.read_text())
        except ValueError:
            print(f"compare: {file} is cut off, or no JSON", file=sys.stderr)
            sys.exit(2)
        context.update({k: text["context"][k] for k in ("compiler", "options")})
        for entry in text["benchmarks"]:
            if entry["run_type"] != "iteration":
                continue
            workload, n, subject = split(entry["run_name"])
            figures = [(workload, entry["real_time"])]
            figures += [(derived(workload, k), v) for k, v in entry.items() if derived(workload, k)]
            for name, value in figures:
                turns.setdefault((program, name, n), {}).setdefault(subject, []).append(value)
    results = {}
    for cell, row in turns.items():
        one = min if cell[1] == "worst" else statistics.median
        results[cell] = {subject: one(values) for subject, values in row.items()}
    results.update(beats(directory / "counts.txt"))
    counted = directory / "instructions.json"
    return context, results, json.loads(counted.read_text()) if counted.is_file() else {}
