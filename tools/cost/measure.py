# SPDX-License-Identifier: MIT-0
"""Builds cost.c for a structure and runs it on qemu."""
import pathlib
import re
import shutil
import subprocess

import stack

HERE = pathlib.Path(__file__).resolve().parent
TOP = HERE.parent.parent
BOARD = TOP / "examples/firmware/cortex-m"
# The rows: the structure, and its settings.
ROWS = {"heap4": [], "rbtree": [], "sortedlist": [], "skiplist": [], "wheel": [],
        "smallwheel": [], "smallwheel 4": ["-DTW_SMALLWHEEL_LEVELS=4"], "hwheel": []}
TIMERS = (8, 64, 512)
VERBS = ("add", "move", "cancel", "next", "none", "one")
FUNCTIONS = ("add", "cancel", "next", "advance")


def run(*command):
    if not shutil.which(command[0]):
        raise SystemExit(f"FAILED: there is no {command[0]} here")
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=300)
    if done.returncode:
        raise SystemExit(f"{done.stdout}FAILED: {' '.join(map(str, command))}")
    return done.stdout


def version(program):
    return run(program, "--version").splitlines()[0]


def structure(row):
    of = row.split()[0]
    return [f"-DOF={of}", f"-DCOST_{of}", *ROWS.get(row, [])]


def measure(row, headers, work):
    """Instructions for each number of timers and verb; bytes of stack for each function, and above the callback."""
    compiler = ["arm-none-eabi-gcc", "-mcpu=cortex-m0", "-mthumb", "-Os", "-std=c99", "-ffreestanding", "-Wall",
                "-Wextra", "-Werror", "-fno-tree-loop-distribute-patterns", "-DTW_TICK_BITS=32", f"-I{headers}",
                f"-I{BOARD}", *structure(row)]
    run(*compiler, "-fcallgraph-info=su", "-c", HERE / "cost.c", "-o", work / "cost.o")
    graph = stack.Graph((work / "cost.ci").read_text())
    ways = {name: graph.deepest(f"cost_{name}") for name in FUNCTIONS}
    deep = [ways[name][0] for name in FUNCTIONS] + [ways["advance"][1]]
    # The board has memory where the linker script says, and more of it.
    script = (BOARD / "link.ld").read_text().replace("LENGTH = 16K", "LENGTH = 256K")
    (work / "link.ld").write_text(script)
    instructions = {}
    for timers in TIMERS:
        run(*compiler, work / "cost.o", BOARD / "startup.c", "-nostdlib", "-T", work / "link.ld", "-lgcc",
            f"-Wl,--defsym=cost_n={timers}", "-o", work / "cost.elf")
        said = run("qemu-system-arm", "-M", "mps2-an385", "-icount", "shift=8,sleep=off", "-display", "none", "-monitor",
                   "none", "-serial", "none", "-semihosting-config", "enable=on,target=native", "-kernel",
                   work / "cost.elf")
        found = re.findall(r"(\w+) (\d+) instructions, (\d+) bytes of stack, [1-9]", said)
        if tuple(f[0] for f in found) != VERBS:
            raise SystemExit(f"{said}FAILED: {row} was not measured")
        instructions[timers] = [int(f[1]) for f in found]
        for verb, _, used in found:
            function = FUNCTIONS.index({"move": "add", "none": "advance", "one": "advance"}.get(verb, verb))
            if int(used) > deep[function]:
                raise SystemExit(f"FAILED: {verb} of {row} used {used} bytes of stack, more than {deep[function]}")
    return instructions, deep
