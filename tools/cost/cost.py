#!/usr/bin/env python3
# SPDX-License-Identifier: MIT-0
"""Prints the tables of docs/cost.md: of each call the most instructions that were found on a Cortex-M0, by cost.c on
qemu, and its bound, by worst.py; the bytes of stack; and the counts of tests/cost/certificate.c. Fails if a call takes
more than its bound, if a bound is looser than LOOSE says, or if more stack is taken than bounds.txt says. Takes
arm-none-eabi-gcc, qemu-system-arm, glpsol and cc; some minutes."""
import argparse
import pathlib
import sys
import tempfile

sys.dont_write_bytecode = True
from measure import ASIDE, BUDGET, FUNCTIONS, HERE, ROWS, TIMERS, TOP, filled, measure, run, structure, verbs, version

PAGE = TOP / "docs/cost.md"
HOSTED = [row for row in ROWS if "t16" not in row and BUDGET not in row]
SEED = 2463534242
# How many times the most that was found a bound is, at most: docs/cost.md says so.
LOOSE = {"wheel": 3, "hwheel": 4, "bigwheel": 6}


def limits():
    """The bytes of stack that bounds.txt allows, by row."""
    lines = [line.split("|") for line in (HERE / "bounds.txt").read_text().splitlines() if line and line[0] != "#"]
    return {row.strip(): [int(limit) for limit in allowed.split()] for row, allowed in lines}


def cells(row, kind, names, figures, allowed, broken):
    for name, figure, limit in zip(names, figures, allowed):
        if figure > limit:
            broken.append(f"FAILED: {row}, {kind}: {name} takes {figure}, and at most {limit} are allowed")
    return f"| {row} | {kind} | " + " | ".join(f"{f} of {l}" for f, l in zip(figures, allowed)) + " |"


def calls(row, instructions, tight, broken):
    """The rows of the table of instructions; tight: bounds that are far above what was found are broken, too."""
    for timers, (figures, most, allowed) in instructions.items():
        loose = LOOSE.get(row.split()[0].strip(","), 2)
        for verb, figure, limit in zip(verbs(row), figures, allowed):
            if tight and limit > loose * figure:
                broken.append(f"FAILED: {row}, {timers}: {verb} is bound by {limit}, over {loose} times {figure}")
        cells(row, str(timers), verbs(row), most, allowed, broken)
        yield cells(row.replace(BUDGET, ""), str(timers), verbs(row), figures, allowed, [])


def tables(rows, headers, seeds, broken):
    stack, found = limits(), {"instructions": [], "budget": [], "aside": [], "stack": [],
                              "counts": []}
    with tempfile.TemporaryDirectory() as work:
        work = pathlib.Path(work)
        for row in rows:
            print(f"measuring {row}", file=sys.stderr)
            if row in HOSTED:
                program = work / "certificate"
                run("cc", "-std=c99", "-O1", f"-I{headers}", *structure(row), TOP / "tests/cost/certificate.c",
                    HERE / "others.c", "-o", program)
                counted = run(program, str(seeds[0])).rstrip()
                found["counts"].append(counted.replace(f"| {row.split()[0]} |", f"| {row} |"))
            instructions, used, kinds = measure(row, headers, work, seeds)
            found["budget" if BUDGET in row else "instructions"] += calls(row, instructions, seeds[0] == SEED, broken)
            if BUDGET in row:
                found["aside"] += [f"| {row.replace(BUDGET, '')} | {timers} | " + " | ".join(
                    str(kinds.get((timers, kind), "-")) for kind in ASIDE if kind != "left_over_none") + " |"
                    for timers in TIMERS]
            line = cells(row, "stack", FUNCTIONS + ("a callback",), used, stack[row], broken)
            found["stack"].append(line.replace(" | stack", ""))
    return found


def page(found):
    """docs/cost.md with these tables, and with the names of the compiler and the emulator."""
    found = {**found, "compiler": [version("arm-none-eabi-gcc") + " and", version("qemu-system-arm") + "."]}
    return filled(PAGE, "cost.py", found)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--headers", type=pathlib.Path, default=TOP, help="where the headers are")
    parser.add_argument("--seed", type=int, default=SEED, help=f"of the random runs; the page has those of {SEED}")
    parser.add_argument("--also", type=int, metavar="SEED", 
                        help="runs with this seed, too, hold to the bounds: it chooses the number of timers")
    parser.add_argument("--only", choices=ROWS, metavar="ROW", help="one row: " + ", ".join(ROWS))
    parser.add_argument("--update", action="store_true", help="write the tables into docs/cost.md")
    parser.add_argument("--check", action="store_true",
                        help="fail if docs/cost.md names these programs and has other figures")
    options = parser.parse_args()
    if (options.only or options.seed != SEED) and (options.update or options.check):
        parser.error("docs/cost.md has all rows and its own seed: not with --only or --seed")
    seeds = [options.seed] + ([] if options.also is None else [options.also])
    if not all(0 < seed < 2 ** 32 for seed in seeds):
        parser.error("a seed has 32 bits, and is not 0")
    broken = []
    found = tables([options.only] if options.only else ROWS, options.headers, seeds, broken)
    for lines in found.values():
        print("\n".join(lines), end="\n\n")
    if options.update:
        PAGE.write_text(page(found))
    named = version("arm-none-eabi-gcc") in PAGE.read_text() and version("qemu-system-arm") in PAGE.read_text()
    if options.check and named and PAGE.read_text() != page(found):
        broken.append("FAILED: docs/cost.md is out of date: python3 tools/cost/cost.py --update")
    print("\n".join(broken), file=sys.stderr)
    sys.exit(1 if broken else 0)


if __name__ == "__main__":
    main()
