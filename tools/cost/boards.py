#!/usr/bin/env python3
# SPDX-License-Identifier: MIT-0
"""Prints the tables of docs/boards.md: instructions of a firing and of a move on a Cortex-M0, by boards.c on qemu, for
each tick rate and number of timers; and the bytes of code and RAM of each structure. Takes arm-none-eabi-gcc and
qemu-system-arm; a minute."""
import argparse
import pathlib
import re
import sys
import tempfile

sys.dont_write_bytecode = True
from measure import BOARD, HERE, TOP, filled, qemu, run, version

PAGE = TOP / "docs/boards.md"
RATES, TIMERS = (1000, 32768, 1000000, 4000000), (4, 16, 64, 512)
NODE = 20  # bytes of a node with 32-bit ticks and addresses
# The columns: structure, its option, and its array for n timers.
COLUMNS = {"sortedlist": ("sortedlist", [], None), "rbtree": ("rbtree", [], None),
           "heap4": ("heap4", [], "static TW_HEAP4_ARRAY(room, {});"), "smallwheel": ("smallwheel", [], None),
           "smallwheel 4": ("smallwheel", ["-DTW_SMALLWHEEL_LEVELS=4"], None)}
COMPILER = ["arm-none-eabi-gcc", "-mcpu=cortex-m0", "-mthumb", "-Os", "-std=c99", "-ffreestanding", "-Wall", "-Wextra",
            "-DTW_TICK_BITS=32", f"-I{TOP}", f"-I{BOARD}", "-nostdlib"]


def instructions(column, work):
    """For each rate and number of timers: mean and worst of a firing, mean of a move."""
    of, options, _ = COLUMNS[column]
    run(*COMPILER, "-Werror", "-fno-tree-loop-distribute-patterns", f"-DOF={of}", f"-DBOARD_{of}", *options, "-c",
        HERE / "boards.c", "-o", work / "boards.o")
    (work / "link.ld").write_text((BOARD / "link.ld").read_text().replace("LENGTH = 16K", "LENGTH = 256K"))
    run(*COMPILER, work / "boards.o", BOARD / "startup.c", "-T", work / "link.ld", "-lgcc", "-o", work / "boards.elf")
    found = re.findall(r"(\d+) mean, (\d+) worst, (\d+) a move\n", qemu(work / "boards.elf"))
    asked = [(rate, timers) for rate in RATES for timers in TIMERS]
    if len(found) != len(asked):
        raise SystemExit("FAILED: boards.elf measured something else")
    return dict(zip(asked, map(", ".join, found)))


def linked(column, timers, work, *options):
    """Footprint's application with an array for so many timers: its bytes of code, and of the set with its array."""
    of, setting, array = COLUMNS[column]
    program = work / "application.elf"
    run(*COMPILER, *setting, "-ffunction-sections", "-fdata-sections", "-Wl,--gc-sections,-e,_start",
        f'-DHEADER="{of}.h"', f"-DOF={of}", f"-DARRAY={array.format(timers) if array else ''}",
        f"-DROOM={'room' if array else 'NULL'}", f"-DN={timers if array else 0}", *options,
        TOP / "tools/footprint/application.c", "-lgcc", "-o", program)
    text, data = run("arm-none-eabi-size", program).splitlines()[1].split()[:2]
    objects = re.findall(r"^\w+ (\w+) \w (?:set|room)$", run("arm-none-eabi-nm", "-S", program), re.M)
    return int(text) + int(data), sum(int(size, 16) for size in objects)


def sizes(column, work):
    """Bytes of code, and of RAM for each number of timers, nodes included."""
    code = linked(column, 8, work, "-DTYPED")[0] - linked(column, 8, work)[0]
    return code, [linked(column, timers, work, "-DTYPED")[1] + NODE * timers for timers in TIMERS]


def tables():
    figures, memory = {}, []
    with tempfile.TemporaryDirectory() as work:
        work = pathlib.Path(work)
        for column in COLUMNS:
            print(f"measuring {column}", file=sys.stderr)
            figures[column] = instructions(column, work)
            code, ram = sizes(column, work)
            memory.append(f"| {column} | {code} | " + " | ".join(map(str, ram)) + " |")
    lines = [f"| {rate:,} Hz | {timers} | " + " | ".join(figures[column][rate, timers] for column in COLUMNS) + " |"
             for rate in RATES for timers in TIMERS]
    return {"instructions": lines, "memory": memory,
            "compiler": [version("arm-none-eabi-gcc") + " and", version("qemu-system-arm") + "."]}


def page(found):
    """docs/boards.md with these tables."""
    return filled(PAGE, "boards.py", found)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--update", action="store_true", help="write the tables into docs/boards.md")
    parser.add_argument("--check", action="store_true",
                        help="fail if docs/boards.md names these programs and has other figures")
    options = parser.parse_args()
    found = tables()
    for lines in found.values():
        print("\n".join(lines), end="\n\n")
    if options.update:
        PAGE.write_text(page(found))
    named = all(program.rstrip(" and.") in PAGE.read_text() for program in found["compiler"])
    if options.check and named and PAGE.read_text() != page(found):
        raise SystemExit("FAILED: docs/boards.md is out of date: python3 tools/cost/boards.py --update")


if __name__ == "__main__":
    main()
