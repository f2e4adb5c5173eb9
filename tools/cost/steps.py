#!/usr/bin/env python3
# SPDX-License-Identifier: MIT-0
"""Counts by steps.c what the facts of steps.list say, for each row of docs/cost.md. Ends at a row of which facts are
false, and names them. Takes gcc -m32; a minute."""
import argparse
import pathlib
import sys
import tempfile

sys.dont_write_bytecode = True
from facts import facts
from measure import HERE, ROWS, TOP, structure, verbs
from worst import run

SIZES = (8, 64)
KINDS = {"turns": "TURNS", "call": "CALL", "verb": "PER_VERB", "entered": "ENTERED", "sum": "SUM"}


def written(row):
    """The facts of a row, as steps.c includes them."""
    yield f'#define ROW "{row}"'
    yield "static struct fact facts[] = {"
    for verb in verbs(row):
        for few, many in zip(*(facts(row, verb, n, ROWS[row][1]) for n in SIZES)):
            kind, names, _ = few
            if kind in KINDS:
                parts = [name.rpartition("/") for name in names]  # CALLER/NAME, or NAME
                of = ", ".join(f"{{(void *){name}, (void *){caller or 0}}}" for caller, _, name in parts)
                yield (f'{{"{row} | {verb} | {kind}: {" ".join(names)}", {verb.upper()}, {KINDS[kind]}, {{{of}}}, '
                       f"{{{few[2]}, {many[2]}}}, {{0, 0}}}},")
    yield "};"


def count(row, headers, seed, work):
    (work / "facts.h").write_text("\n".join(written(row)) + "\n")
    # A small core has a loop for the lowest bit of a word, and the form for size.
    compiler = ["gcc", "-m32", "-U__i386__", "-std=c99", "-Wall", "-Wextra", "-Wno-dangling-else", "-Werror",
                "-DTW_OPTIMIZE_SIZE", f"-DTW_TICK_BITS={16 if 't16' in row else 32}", f"-I{headers}", f"-I{work}",
                *structure(row), "-c"]
    run(*compiler, "-finstrument-functions", HERE / "steps.c", "-o", work / "steps.o")
    run(*compiler, HERE / "others.c", "-o", work / "others.o")
    run("gcc", "-m32", work / "steps.o", work / "others.o", "-o", work / "steps")
    return run(work / "steps", str(seed))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--headers", type=pathlib.Path, default=TOP, help="where the headers are")
    parser.add_argument("--seed", type=int, default=2463534242, help="of the random runs")
    parser.add_argument("--only", choices=ROWS, metavar="ROW", help="one row: " + ", ".join(ROWS))
    options = parser.parse_args()
    for row in [options.only] if options.only else ROWS:
        with tempfile.TemporaryDirectory() as work:
            print(count(row, options.headers, options.seed, pathlib.Path(work)), end="", flush=True)


if __name__ == "__main__":
    main()
