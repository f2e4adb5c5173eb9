#!/usr/bin/env python3
# SPDX-License-Identifier: MIT-0
"""Measures what calls cost at most, and prints the tables of docs/cost.md: instructions and stack on a Cortex-M0, by
cost.c on qemu, and the counts of tests/cost/certificate.c. Fails if a figure is above its bound in bounds.txt. Takes
arm-none-eabi-gcc, qemu-system-arm and cc; half a minute."""
import argparse
import pathlib
import re
import sys
import tempfile

sys.dont_write_bytecode = True
from measure import FUNCTIONS, HERE, ROWS, TIMERS, TOP, VERBS, measure, run, structure, version

PAGE = TOP / "docs/cost.md"
HOSTED = {**ROWS, "bigwheel": []}


def bounded(bounds, row, kind, figures, names, broken):
    limits = bounds[row, kind]
    for name, figure, limit in zip(names, figures, limits):
        if figure > limit:
            broken.append(f"FAILED: {row}, {kind}: {name} takes {figure}, and at most {limit} are allowed")
    return f"| {row} | {kind} | " + " | ".join(f"{f} of {l}" for f, l in zip(figures, limits)) + " |"


def tables(rows, headers, broken):
    bounds = {}
    for line in (HERE / "bounds.txt").read_text().splitlines():
        if line and line[0] != "#":
            row, kind, *limits = [word.strip() for word in line.split("|")]
            bounds[row, kind] = [int(limit) for limit in " ".join(limits).split()]
    calls, deep, counts = [], [], []
    with tempfile.TemporaryDirectory() as work:
        work = pathlib.Path(work)
        for row in rows:
            print(f"measuring {row}", file=sys.stderr)
            if row in ROWS:
                instructions, used = measure(row, headers, work)
                calls += [bounded(bounds, row, str(n), instructions[n], VERBS, broken) for n in TIMERS]
                deep.append(bounded(bounds, row, "stack", used, FUNCTIONS + ("a callback",), broken))
            program = work / "certificate"
            run("cc", "-std=c99", "-O2", f"-I{headers}", *structure(row), TOP / "tests/cost/certificate.c", "-o",
                program)
            counts.append(run(program).replace(f"| {row.split()[0]} |", f"| {row} |").rstrip())
    return {"instructions": calls, "stack": [line.replace(" | stack", "") for line in deep], "counts": counts}


def page(found):
    """docs/cost.md with these tables, and with the names of the compiler and the emulator."""
    text = PAGE.read_text()
    found = {**found, "compiler": [version("arm-none-eabi-gcc") + " and", version("qemu-system-arm") + "."]}
    for name, lines in found.items():
        head = f"<!-- cost.py: {name} -->\n"
        before, rest = text.split(head)
        table = re.match(r"(\|.*\n\|[-|]*\n)?(?:.+\n)*", rest)
        text = before + head + (table[1] or "") + "\n".join(lines) + "\n" + rest[table.end():]
    return text


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--headers", type=pathlib.Path, default=TOP, help="where the headers are")
    parser.add_argument("--only", choices=HOSTED, metavar="ROW", help="one row: " + ", ".join(HOSTED))
    parser.add_argument("--update", action="store_true", help="write the tables into docs/cost.md")
    parser.add_argument("--check", action="store_true",
                        help="fail if docs/cost.md names these programs and has other figures")
    options = parser.parse_args()
    if options.only and (options.update or options.check):
        parser.error("docs/cost.md has all rows: not with --only")
    broken = []
    found = tables([options.only] if options.only else HOSTED, options.headers, broken)
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
