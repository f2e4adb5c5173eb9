#!/usr/bin/env python3
# SPDX-License-Identifier: MIT-0
"""Prints the tables of docs/two-kilobytes.md: a sorted list on parts with 1 or 2 KB of RAM, and the same verbs by hand.
Takes arm-none-eabi-gcc, avr-gcc, qemu-system-avr, clang, ld.lld, llvm-size and mspdebug; half a minute."""
import re
import subprocess
import sys

sys.dont_write_bytecode = True
import parts
from figures import linked
from measure import HERE, TOP, Bench, run
from targets import STRUCTURES, TARGETS, Target

LIST = next(structure for structure in STRUCTURES if structure.name == "sortedlist")
TIMERS = (4, 8, 16)
HOURS = 24 * 365.25
CYCLES = 2000  # of a wake-up
RETURNS = 2    # of what lies between two calls of mark(): its own return, and the call
TARGET_TESTS = TOP / "tests/targets"
# Of the data sheets: MHz, uA asleep with a crystal of 32 kHz, and uA awake.
CURRENTS = {"ATmega328PB": (4, 1.5, 1400), "STM32L021": (4, 0.54, 4 * 76), "MSP430G2744": (1, 1, 270)}


class Msp430(Bench):
    """No Debian has gcc for an MSP430: clang stands for it. `size` counts as that of Bench does."""

    def tool(self, name, *arguments):
        if name == "gcc":
            arguments = [word for word in arguments if word not in ("-Wl,--gc-sections", "-Wl,-e,_start", "-lgcc")]
            name, arguments = "clang", ["--target=msp430", *arguments]
        if name == "clang" and "-c" not in arguments:
            *sources, _, program = arguments
            run("clang", *sources, "-c", "-o", self.path / "linked.o", cwd=self.path)
            return run("ld.lld", "--gc-sections", "-e", "_start", "--image-base=0x4000", "-zmax-page-size=2",
                       self.path / "linked.o", "-o", program)
        return run({"nm": "llvm-nm", "size": "llvm-size"}.get(name, name), *arguments)


AVR = next(target for target in TARGETS if target.name == "avr16")
M0 = next(target for target in TARGETS if target.name == "m0")
MSP430 = Target("msp430", "", 16, "", "", "")
ROWS = [("ATmega328P, 16-bit ticks", Bench(AVR)),
        ("STM32L0 with 2 KB, 32-bit ticks", Bench(M0._replace(flags="-mcpu=cortex-m0plus -mthumb"))),
        ("MSP430 with 1 KB, 16-bit ticks", Msp430(MSP430))]


def taken(bench):
    """The code of the set and of the one by hand, and the RAM for so many timers."""
    stub = linked(bench, LIST)
    sizes = bench.numbers(["sortedlist.h", "timers.h"], "sizeof(struct tw_clock) + sizeof(struct tw_sortedlist)",
                          "sizeof(struct tw_node)")
    return linked(bench, LIST, "-DTYPED") - stub, linked(bench, LIST, "-DBY_HAND") - stub, \
        [sizes[0] + timers * sizes[1] for timers in TIMERS]


def counted(timers):
    """Instructions of an AVR: arming before all others, a move there, and advance() that fires one, without the call of
    mark()."""
    bench = Bench(AVR)
    program = bench.path / "worst.elf"
    bench.tool("gcc", *bench.flags, f"-DTIMERS={timers}", HERE / "worst.c", "-o", program)
    mark = re.search(r"^(\w+) T mark$", bench.tool("nm", program), re.MULTILINE)[1]
    machine = subprocess.Popen(["qemu-system-avr", "-M", "uno", "-bios", program, "-display", "none", "-serial", "none",
                                "-monitor", "none", "-singlestep", "-d", "exec,nochain"], stderr=subprocess.PIPE, text=True)
    at, steps = [], (line for line in machine.stderr if line.startswith("Trace"))
    for step, line in enumerate(steps):
        at += [step] if f"/{mark}/" in line else []
        if len(at) == 4:  # the program itself never ends
            break
    machine.kill()
    machine.communicate()
    return [later - earlier - RETURNS for earlier, later in zip(at, at[1:])]


def simulated(timers):
    """The same of an MSP430."""
    bench = Bench(MSP430)
    worst, program = bench.path / "worst.o", bench.path / "worst.elf"
    run("clang", "--target=msp430", *bench.flags, f"-DTIMERS={timers}", "-include", TARGET_TESTS / "msp430.h", "-c",
        HERE / "worst.c", "-o", worst)
    run("ld.lld", "-T", TARGET_TESTS / "msp430.ld", worst, "-o", program)
    mark = re.search(r"^(\w+) T mark$", run("llvm-nm", program), re.MULTILINE)[1]
    said = run("mspdebug", "sim", "simio add tracer steps", f"prog {program}", f"setbreak 0x{mark}", "run",
               *3 * ("simio config steps clear", "run", "simio info steps"))
    return [int(steps) - RETURNS for steps in re.findall(r"^Instruction count: (\d+)", said, re.MULTILINE)]


def bounded(timers):
    """The bounds of docs/cost.md of a Cortex-M0, for the same. Its rows have 8 and 64 timers: others are on a line."""
    rows = re.findall(r"^\| sortedlist \| (\d+) \| \d+ of (\d+) \| \d+ of (\d+) .* of (\d+) \|$",
                      (TOP / "docs/cost.md").read_text(), re.MULTILINE)
    (n, *bounds), (more, *later) = [[int(cell) for cell in row] for row in rows[:2]]
    return [few + (many - few) * (timers - n) // (more - n) for few, many in zip(bounds, later)]


LONGEST = {"ATmega328P": counted, "MSP430": simulated, "Cortex-M0": bounded}


def charge(wakes, mhz, asleep, awake):
    """mAh in a year with so many wake-ups a second."""
    return HOURS * (asleep + wakes * CYCLES / mhz / 1e6 * (awake - asleep)) / 1000


def main():
    print("| part | code | RAM, 4 timers | 8 | 16 | by hand: code |")
    print("|---|---:|---:|---:|---:|---:|")
    for name, bench in ROWS:
        code, by_hand, ram = taken(bench)
        print(f"| {name} | {code} | " + " | ".join(map(str, ram)) + f" | {by_hand} |")
    print("| part | timers | add() | add() of one that waits | advance() that fires one |")
    print("|---|---:|---:|---:|---:|")
    for part, calls in LONGEST.items():
        for timers in TIMERS:
            print(f"| {part} | {timers} | " + " | ".join(map(str, calls(timers))) + " |")
    print("| wake-ups a second | " + " | ".join(CURRENTS) + " |")
    print("|---" + "|---:" * len(CURRENTS) + "|")
    for wakes in (0, 1, 10):
        print(f"| {wakes} | " + " | ".join(f"{charge(wakes, *part):.0f} mAh" for part in CURRENTS.values()) + " |")
    bench = Bench(M0)
    code, by_hand, _ = taken(bench)
    print("| what add(), cancel(), next(), advance() and init() do | bytes |")
    print("|---|---:|")
    print(f"| the list by hand | {by_hand} |")
    for part, edits in parts.PARTS.items():
        other = Bench(M0, headers=None)
        parts.without(edits, other.path)
        less = linked(bench, LIST, "-DTYPED") - linked(other, LIST, "-DTYPED")
        code -= less
        if less:
            print(f"| {part} | {less} |")
    print(f"| cancel() in O(1), by links both ways; a node knows whether it waits; count() in O(1) | {code - by_hand} |")


if __name__ == "__main__":
    main()
