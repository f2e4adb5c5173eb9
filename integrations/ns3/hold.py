#!/usr/bin/env python3
"""Measures schedulers of ns-3 by the hold model, as ns-3's utils/bench-scheduler does: a number of events wait, and each
that runs schedules one after a delay from an exponential distribution. Prints nanoseconds per event, the medians of
rounds in which the schedulers take turns. The schedulers of tw share the program with ns-3's own five."""
import argparse
import pathlib
import statistics
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
THEIRS = ["Map", "Heap", "PriorityQueue", "Calendar", "List"]
OURS = ["TwHeap4", "TwRbtree", "TwHwheel", "TwBigwheel"]


def options():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--populations", type=int, nargs="+", default=[1000, 10000, 100000, 1000000], metavar="N",
                        help="how many events wait (10^3 to 10^6)")
    parser.add_argument("--events", type=int, default=300000, help="events of a round (300000)")
    parser.add_argument("--mean", type=float, default=100, help="the mean delay in ns (100, as ns-3's program has it)")
    parser.add_argument("--rounds", type=int, default=5, help="rounds of which the median counts (5)")
    parser.add_argument("--list-up-to", type=int, default=10000, metavar="N",
                        help="leaves ListScheduler out for more events than N: each insert walks half of them (10000)")
    parser.add_argument("--calendar-up-to", type=int, default=100000, metavar="N",
                        help="leaves CalendarScheduler out for more events than N: it took 36 us an event for 10^5 (100000)")
    return parser.parse_args()


def build(folder):
    program = f"{folder}/hold"
    command = ["c++", "-std=c++17", "-O2", f"-I{HERE.parents[1]}", str(HERE / "hold.cc"), str(HERE / "tw_scheduler.cc"),
               "-lns3-core", "-o", program]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    if result.returncode:
        sys.exit(f"hold.py: it does not build; is libns3-dev installed?\n{result.stderr[-1000:]}")
    return program


def hold(program, population, o):
    most = {"List": o.list_up_to, "Calendar": o.calendar_up_to}
    names = [name for name in THEIRS + OURS if population <= most.get(name, population)]
    command = [program, str(population), str(o.events), str(o.mean), str(o.rounds)]
    output = subprocess.run(command + [f"ns3::{name}Scheduler" for name in names], capture_output=True, text=True, check=True)
    times = {}
    for line in output.stdout.splitlines():
        name, time = line.split()
        times.setdefault(name, []).append(float(time))
    return {name: statistics.median(times[f"ns3::{name}Scheduler"]) for name in names}


def cpu():
    for line in pathlib.Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines():
        if line.startswith("model name"):
            return line.split(":")[1].strip()
    return "an unnamed CPU"


def main():
    o = options()
    with tempfile.TemporaryDirectory() as folder:
        program = build(folder)
        columns = [hold(program, population, o) for population in o.populations]
    print(f"Mean delay {o.mean:g} ns, {o.events} events a round, medians of {o.rounds}, on {cpu()}.\n")
    print("| scheduler | " + " | ".join(f"{population} wait" for population in o.populations) + " |")
    print("|---" + "|---:" * len(columns) + "|")
    for name in THEIRS + OURS:
        cells = [f"{column[name]:.0f}" if name in column else "" for column in columns]
        print(f"| {name}Scheduler | " + " | ".join(cells) + " |")
    print("\nOf MapScheduler's time, the default:\n")
    for name in OURS:
        print(f"* {name}Scheduler: " + ", ".join(f"{column[name] / column['Map']:.2f}" for column in columns))
    for population, column in zip(o.populations, columns):
        best = min(THEIRS, key=lambda name: column.get(name, 1e99))
        first = min(OURS, key=lambda name: column[name])
        ratio = column[first] / column[best]
        print(f"* {population} wait: {first} {'wins over' if ratio < 1 else 'loses to'} {best}, {ratio:.2f} of its time")


main()
