#!/usr/bin/env python3
"""user_time.py TURNS STOCK OURS: libuv's benchmark million_timers, of ten million timers in fact, by two programs in
turn: the user time of each run in seconds, and the median of the ratios of neighbouring runs."""
import os
import statistics
import subprocess
import sys


def run(program):
    before = os.times().children_user
    subprocess.run([program, "million_timers", "million_timers"], check=True, capture_output=True)
    return os.times().children_user - before


def main():
    times = []
    turns = int(sys.argv[1])
    for _ in range(turns):
        times.append([run(program) for program in sys.argv[2:4]])
        print("million_timers: stock %.2f s, ours %.2f s of user time" % tuple(times[-1]), flush=True)
    stock, ours = (statistics.median(column) for column in zip(*times))
    ratio = statistics.median(s / o for s, o in times)
    print(f"medians of {turns} runs each: stock {stock:.2f} s, ours {ours:.2f} s, stock / ours {ratio:.1f}")


main()
