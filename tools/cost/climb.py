#!/usr/bin/env python3
# SPDX-License-Identifier: MIT-0
"""Climbs to programs that cost more, by climb.h on qemu, for each row of docs/cost.md. Prints what was reached, and the
bound. Fails if a call takes more than its bound. Takes what cost.py takes."""
import argparse
import pathlib
import sys
import tempfile

sys.dont_write_bytecode = True
from measure import ROWS, TOP, measure, verbs


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("rows", nargs="*", metavar="ROW", help="all, if none is named: " + "; ".join(ROWS))
    parser.add_argument("--seed", type=int, default=1, help="of the random numbers")
    parser.add_argument("--tries", type=int, default=1000, help="programs for each verb, with eight timers")
    options = parser.parse_args()
    broken = 0
    for row in options.rows or ROWS:
        with tempfile.TemporaryDirectory() as work:
            found, _ = measure(row, TOP, pathlib.Path(work), [options.seed],
                               [f"-DCOST_CLIMB={options.tries}", "-Wno-unused"])
        for timers, (reached, _, allowed) in found.items():
            over = [verb for verb, most, limit in zip(verbs(row), reached, allowed) if most > limit]
            broken += len(over)
            print(f"{row}; {timers}; " + ", ".join(f"{verb} {most} of {limit}" for verb, most, limit in
                                                   zip(verbs(row), reached, allowed)), flush=True)
            if over:
                print(f"FAILED: {row}, {timers}, seed {options.seed}: {' '.join(over)} over the bound", flush=True)
    sys.exit(broken > 0)


if __name__ == "__main__":
    main()
