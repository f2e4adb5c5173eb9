#!/usr/bin/env python3
# SPDX-License-Identifier: MIT-0
"""Climbs to programs that cost more, by climb.h on qemu, for each row of docs/cost.md, round after round, each round
with the next seed. Prints what was reached, and the bound. Fails if a call takes more than its bound. Takes what
cost.py takes. With --results it goes on where it was stopped."""
import argparse
import json
import pathlib
import resource
import sys
import tempfile

sys.dont_write_bytecode = True
from measure import ROWS, TIMERS, TOP, VERBS, filled, measure, verbs

PAGE = TOP / "docs/cost.md"
SHARES = {8: 1, 64: 2, 512: 4}  # of the tries, as climb_all() has them


def climb(row, seed, tries, known):
    """A record of one row: the seconds of processor, and for each number of timers of each verb what was reached, and
    its bound. Keeps the bounds in `known`, since the code is the same in each round."""
    began = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    with tempfile.TemporaryDirectory() as work:
        found, _, _ = measure(row, TOP, pathlib.Path(work), [seed], [f"-DCOST_CLIMB={tries}", "-Wno-unused"],
                           known.get(row))
    known[row] = {timers: bounds for timers, (_, _, bounds) in found.items()}
    took = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - began
    programs = len(verbs(row)) * sum(tries // SHARES[timers] for timers in TIMERS)
    return {"row": row, "seed": seed, "programs": programs, "seconds": took,
            "cells": [[timers, verb, reached, allowed] for timers, (figures, _, bounds) in found.items()
                      for verb, reached, allowed in zip(verbs(row), figures, bounds)]}


def told(record):
    """Prints a record. Says whether a bound was exceeded."""
    for timers in TIMERS:
        print(f"{record['row']}; {timers}; " + ", ".join(f"{verb} {reached} of {allowed}" for n, verb, reached, allowed
                                                         in record["cells"] if n == timers), flush=True)
    over = [cell for cell in record["cells"] if cell[2] > cell[3]]
    for timers, verb, _, _ in over:
        print(f"FAILED: {record['row']}, {timers}, seed {record['seed']}: {verb} over the bound", flush=True)
    return bool(over)


def table(records):
    """The table of docs/cost.md: the largest part of a bound that was reached, in per cent, for each number of timers."""
    for row in ROWS:
        of_row = [record for record in records if record["row"] == row]
        if of_row:
            cells = [cell for record in of_row for cell in record["cells"]]
            most = [", ".join(str(max(100 * reached // allowed for number, of, reached, allowed in cells
                                      if (number, of) == (timers, verb))) for timers in TIMERS)
                    if verb in verbs(row) else "" for verb in VERBS]
            yield (f"| {row} | {sum(record['programs'] for record in of_row):,} | "
                   f"{sum(record['seconds'] for record in of_row):,.0f} | " + " | ".join(most) + " |")
    programs, seconds = (sum(record[key] for record in records) for key in ("programs", "seconds"))
    yield f"| all | {programs:,} | {seconds:,.0f} |" + " |" * len(VERBS)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("rows", nargs="*", metavar="ROW", help="all, if none is named: " + "; ".join(ROWS))
    parser.add_argument("--seed", type=int, default=1, help="of the random numbers of the first round")
    parser.add_argument("--tries", type=int, default=1000, help="programs for each verb, with eight timers")
    parser.add_argument("--rounds", type=int, default=1, help="how many rounds")
    parser.add_argument("--results", type=pathlib.Path, metavar="FILE", help="where records are kept, a line each")
    parser.add_argument("--update", action="store_true", help="write the table of all records into docs/cost.md")
    options = parser.parse_args()
    kept = options.results and options.results.exists() and options.results.read_text().splitlines() or []
    records, known, broken = [json.loads(line) for line in kept], {}, False
    done = {(record["row"], record["seed"]) for record in records}
    for seed in range(options.seed, options.seed + options.rounds):
        for row in options.rows or ROWS:
            if (row, seed) in done:
                continue
            records.append(climb(row, seed, options.tries, known))
            broken |= told(records[-1])
            if options.results:
                with options.results.open("a") as file:
                    print(json.dumps(records[-1]), file=file)
    if options.update:
        PAGE.write_text(filled(PAGE, "climb.py", {"climbed": list(table(records))}))
    sys.exit(broken)


if __name__ == "__main__":
    main()
