#!/usr/bin/env python3
"""user_time.py TURNS STOCK OURS ARGUMENT...: runs two programs in turn with the same arguments. Prints the user time of each
run in seconds, their medians, and the median of the ratios of neighbouring runs."""
import os
import statistics
import subprocess
import sys


def run(command):
    before = os.times().children_user
    subprocess.run(command, check=True, capture_output=True)
    return os.times().children_user - before


def main():
    if "--help" in sys.argv or len(sys.argv) < 4 or not sys.argv[1].isdigit() or int(sys.argv[1]) < 1:
        print(__doc__, file=sys.stdout if "--help" in sys.argv else sys.stderr)
        sys.exit(0 if "--help" in sys.argv else 2)
    times = []
    turns, programs, arguments = int(sys.argv[1]), sys.argv[2:4], sys.argv[4:]
    for _ in range(turns):
        times.append([run([program, *arguments]) for program in programs])
        print("user time: stock %.2f s, ours %.2f s" % tuple(times[-1]), flush=True)
    stock, ours = (statistics.median(column) for column in zip(*times))
    ratio = statistics.median(s / o for s, o in times)
    print(f"medians of {turns} runs each: stock {stock:.2f} s, ours {ours:.2f} s, stock / ours {ratio:.2f}")


main()
