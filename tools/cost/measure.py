# SPDX-License-Identifier: MIT-0
"""Builds cost.c for a structure in each form, runs it on qemu, and finds the bounds of the machine code that ran."""
import pathlib
import re

import stack
from facts import facts
from worst import Flow, Program, run

HERE = pathlib.Path(__file__).resolve().parent
TOP = HERE.parent.parent
BOARD = TOP / "examples/firmware/cortex-m"
# The rows: the structure; its options beside 32-bit ticks, and what steps.list calls L or T.
ROWS = {"heap4": ([], {}), "rbtree": ([], {}), "sortedlist": ([], {}), "skiplist": ([], {}), "wheel": ([], {}),
        "smallwheel": ([], {"T": 7}), "smallwheel 4": (["-DTW_SMALLWHEEL_LEVELS=4"], {"T": 7}),
        "hwheel": ([], {"L": 6}), "bigwheel": ([], {"L": 4}), "wheel t16": ([], {}), "smallwheel t16": ([], {"T": 3}),
        "hwheel t16": ([], {"L": 3}), "bigwheel t16": ([], {"L": 2})}
TIMERS = (8, 64, 512)
# The same with a budget, where advance_some() stands in place of advance(). Other tables have them.
BUDGET = ", budget"
ROWS.update({row + BUDGET: (options + ["-DCOST_BUDGET"], setting) for row, (options, setting) in ROWS.items()})
VERBS = ("add", "move", "cancel", "next", "none", "one", "zero")
CALLED = {"move": "add", "none": "advance", "one": "advance", "zero": "advance"}  # the function of a verb with another name
FUNCTIONS = ("add", "cancel", "next", "advance")
# The programs, and the forms of each function in them: runs.h.
# Calls of which the tables have the most instructions once more: while a timer is left over, and those that are refused.
ASIDE = ["left_over_" + verb for verb in VERBS] + ["refused_add", "refused_move", "refused_cancel"]
PROGRAMS = {"BOTH": ("known", "told"), "KNOWN_ALONE": ("known",), "TOLD_ALONE": ("told",)}


def version(program):
    return run(program, "--version").splitlines()[0]


def qemu(program):
    """What a program prints on a board where an instruction takes 256 ns."""
    return run("qemu-system-arm", "-M", "mps2-an385", "-icount", "shift=8,sleep=off", "-display", "none", "-monitor",
               "none", "-serial", "none", "-semihosting-config", "enable=on,target=native", "-kernel", program)


def verbs(row):
    """The verbs that are measured in a row: only a budget can be 0."""
    return VERBS if row.endswith(BUDGET) else VERBS[:-1]


def structure(row):
    of = re.split("[ ,]", row)[0]
    return [f"-DOF={of}", f"-DCOST_{of}", *ROWS[row][0]]


def bounds(row, elf, forms):
    """Of each number of timers the bounds of all verbs: that of the longest of these forms. The code is the same for
    all numbers."""
    program, found = Program(elf), {timers: [] for timers in TIMERS}
    for verb in verbs(row):
        for timers in TIMERS:
            known = facts(row, verb, timers, ROWS[row][1])
            found[timers].append(max(Flow(program, f"cost_{CALLED.get(verb, verb)}_{form}", known).worst()
                                     for form in forms))
    return found


def emulated(row, compiler, seeds, work):
    """For each number of timers, of each verb: name, the most instructions that a call took, the most bytes of stack;
    and the same for the number that a second seed chooses. Then the most instructions, by the first seed, of each kind
    of call in ASIDE, by number and kind."""
    run(*compiler, "-c", HERE / "others.c", "-o", work / "others.o")
    run(*compiler, work / "cost.o", work / "others.o", BOARD / "startup.c", "-nostdlib", "-T", work / "link.ld", "-lgcc",
        f"-Wl,--defsym=cost_seed={seeds[0]},--defsym=cost_also={seeds[1] if seeds[1:] else 0}", "-o", work / "cost.elf")
    said = qemu(work / "cost.elf")
    found = re.findall(r"(\w+) (\d+) instructions, (\d+) bytes of stack, [1-9]", said)
    names, aside, turn = verbs(row), {}, -1
    for name, instructions, _ in found:
        turn += name == names[0]
        if turn < len(TIMERS) and name in ASIDE:
            aside[TIMERS[turn], name] = int(instructions)
    found = [figures for figures in found if figures[0] not in ASIDE]
    runs = {timers: [found[len(names) * i:len(names) * (i + 1)]] for i, timers in enumerate(TIMERS)}
    if seeds[1:]:
        runs[TIMERS[seeds[1] % len(TIMERS)]].append(found[len(names) * len(TIMERS):])
    if any(tuple(name for name, _, _ in figures) != names for figures in sum(runs.values(), [])):
        raise SystemExit(f"{said}FAILED: cost.elf measured nothing")
    return runs, aside


def deepest(graph, forms):
    """The most bytes of stack that these forms of each function take, and the most above the callback."""
    ways = {name: [graph.deepest(f"cost_{name}_{form}") for form in forms] for name in FUNCTIONS}
    return [max(way for way, _ in ways[name]) for name in FUNCTIONS] + [max(above for _, above in ways["advance"])]


def measure_program(row, compiler, seeds, forms, work, known):
    """For each number of timers three lists, by verb: the most instructions by the first seed, by all, and the bounds,
    which may be known; the bytes of stack; and the most of each kind of call in ASIDE."""
    run(*compiler, "-fcallgraph-info=su", "-c", HERE / "cost.c", "-o", work / "cost.o")
    deep, found = deepest(stack.Graph((work / "cost.ci").read_text()), forms), {}
    emulations, aside = emulated(row, compiler, seeds, work)
    for timers, runs in emulations.items():
        for verb, _, used in sum(runs, []):
            function = FUNCTIONS.index(CALLED.get(verb, verb))
            if int(used) > deep[function]:
                raise SystemExit(f"FAILED: {verb} of {row} used {used} bytes of stack, more than {deep[function]}")
        taken = [[int(instructions) for _, instructions, _ in figures] for figures in runs]
        found[timers] = [taken[0], largest(taken)]
    for timers, allowed in (known or bounds(row, work / "cost.elf", forms)).items():
        found[timers].append(allowed)
    return found, deep, aside


def largest(lists):
    return [max(figures) for figures in zip(*lists)]


def measure(row, headers, work, seeds, options=(), known=None):
    """For each number of timers, the most instructions of each verb by the first seed and by all, and their bounds;
    bytes of stack for each function, and above the callback; the most of each kind of call in ASIDE: of all programs."""
    compiler = ["arm-none-eabi-gcc", "-mcpu=cortex-m0", "-mthumb", "-Os", "-g", "-std=c99", "-ffreestanding", "-Wall",
                "-Wextra", "-Werror", "-fno-tree-loop-distribute-patterns",
                f"-DTW_TICK_BITS={16 if 't16' in row else 32}", f"-I{headers}", f"-I{BOARD}", *structure(row), *options]
    # The board has memory where the linker script says, and more of it.
    script = (BOARD / "link.ld").read_text().replace("LENGTH = 16K", "LENGTH = 256K")
    (work / "link.ld").write_text(script)
    measured = [measure_program(row, compiler + [f"-DCOST_{name}"], seeds, forms, work, known)
                for name, forms in PROGRAMS.items()]
    found = {timers: [largest(lists) for lists in zip(*(program[timers] for program, _, _ in measured))]
             for timers in TIMERS}
    aside = {key: max(kinds.get(key, 0) for _, _, kinds in measured) for key in set().union(*(m[2] for m in measured))}
    return found, largest([deep for _, deep, _ in measured]), aside


def filled(page, program, found):
    """The text of a page with these tables, each behind the comment that names the program and the table."""
    text = page.read_text()
    for name, lines in found.items():
        head = f"<!-- {program}: {name} -->\n"
        before, rest = text.split(head)
        old = re.match(r"(\|.*\n\|[-|: ]*\n)?(?:.+\n)*", rest)
        text = before + head + (old[1] or "") + "\n".join(lines) + "\n" + rest[old.end():]
    return text
