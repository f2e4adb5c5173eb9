# SPDX-License-Identifier: MIT-0
"""The facts of steps.list, for a row of docs/cost.md, a verb and a number of timers."""
import math
import pathlib

LIST = pathlib.Path(__file__).resolve().parent / "steps.list"


def depth(n):
    """Steps up from the last of n cells of a 4-ary heap to its root."""
    steps, i = 0, n - 1
    while i > 0:
        steps, i = steps + 1, (i - 1) // 4
    return steps


def siblings(n):
    """The most siblings, less one in each level, on a way down a 4-ary heap of n cells."""
    most = [0] * max(n, 1)
    for i in reversed(range(n)):
        children = range(4 * i + 1, min(4 * i + 5, n))
        if children:
            most[i] = len(children) - 1 + max(most[child] for child in children)
    return most[0]


def height(n):
    """The most levels of a red-black tree of n nodes: one of h levels has at least so many nodes."""
    h = 0
    while (2 * 2 ** ((h + 1) // 2) if h % 2 else 3 * 2 ** (h // 2)) - 2 <= n:
        h += 1
    return h


def lanes(n):
    """The lanes of a skip list with room for n nodes."""
    count = 0
    while n >= 8:
        count, n = count + 1, n // 4
    return count


def runs(n):
    """The most runs of a sorted list of n nodes, into which fewer than 2^32 were armed. Nine are not sorted."""
    return min(n, 32) if n > 9 else 1


def passed(n):
    """The most runs that n nodes of a sorted list pass as they leave, the oldest run first."""
    return n * (runs(n) - 1) - sum(range(runs(n)))


def facts(row, verb, n, setting):
    row = row.split(", ")[0]  # a budget changes no invariant
    known = {"depth": depth, "siblings": siblings, "height": height, "lanes": lanes, "runs": runs, "passed": passed, "log2": math.log2,
             "floor": math.floor, "min": min, "max": max, "n": n, "s": min(n, 64), **setting}
    found = []
    for line in LIST.read_text().splitlines():
        if line and line[0] != "#":
            of, verbs, counted, most = (part.strip() for part in line.split("|"))
            if {"*", row.split()[0], row} & set(of.split(", ")) and (verbs == "all" or verb in verbs.split()):
                kind, names = counted.split(":")
                found.append((kind, names.split(), int(eval(most, {"__builtins__": {}}, known))))
    return found
