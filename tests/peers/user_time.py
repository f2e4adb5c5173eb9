#!/usr/bin/env python3
"""user_time.py STOCK OURS: libuv's benchmark million_timers, ten million timers in fact, from two programs in turn: the
user time of each run in seconds, and the median of the ratios of neighbouring runs."""
import os
import statistics
import subprocess
import sys

TURNS = 7


def run(program):
    before = os.times().children_user
    subprocess.run([program, "million_timers", "million_timers"], check=True, capture_output=True)
    return os.times().children_user - before


def main():
    times = []
    for _ in range(TURNS):
        times.append([run(program) for program in sys.argv[1:3]])
        print("million_timers: stock %.2f s, ours %.2f s of user time" % tuple(times[-1]), flush=True)
    stock, ours = (statistics.median(column) for column in zip(*times))
    ratio = statistics.median(s / o for s, o in times)
    print(f"medians of {TURNS} turns: stock {stock:.2f} s, ours {ours:.2f} s, stock / ours {ratio:.1f}")


main()
