# SPDX-License-Identifier: MIT-0
"""Reads a figure that tw_draw draws as text into a form, which has all that the figure shows. Of a tree it has the depths
of the nodes in their order, which leave only one tree."""
import re

LABEL = re.compile(r"(\d+)@(0x[0-9a-f]+|\d+)")


def labels(text):
    return [(int(timer), int(due, 0)) for timer, due in LABEL.findall(text)]


def form(lines):
    """Of the lines of one figure."""
    head = re.fullmatch(r"  (\w+) at (\w+), (\d+) armed", lines[0])
    found = {"structure": head[1], "now": int(head[2], 0), "count": int(head[3]), "due list": []}
    if lines[-1].startswith("  due list"):
        found["due list"] = labels(lines.pop())
    found.update(READERS[found["structure"]](lines[1:]))
    return found


def heap_text(lines):
    cells = []
    for line in lines:
        if line.startswith("  cell"):
            cells += re.findall(r"(\d+)@(\d+) #(\d+)", line)
    return {"cells": [tuple(map(int, cell)) for cell in cells]}


def tree_text(lines):
    nodes = []
    for depth, line in enumerate(lines[::2]): # between two rows of nodes stand the lines that join them
        for node in re.finditer(r"([rB]) (\d+)@(\d+)", line):
            nodes.append((node.start() + node.end(), depth, node[1] == "r", int(node[2]), int(node[3])))
    return {"nodes": [node[1:] for node in sorted(nodes)]}


def list_text(lines):
    found = {"lanes": {}}
    for line in lines:
        if line.startswith("  lane"):
            found["lanes"][int(line.split()[1])] = labels(line)
        elif line.startswith("  base"):
            found["base"] = labels(line)
        else:
            found["levels"] = list(map(int, re.findall(r"\d+", line)))
    return found


def ring_text(lines):
    found = {"slots": {}}
    for line in lines:
        slot = re.fullmatch(r"  slot (\w)   least (\d+):(.*)", line)
        if slot:
            timers = re.findall(r"(\d+)@(\d+)(?: \+(\d+))?", slot[3])
            found["slots"][int(slot[1], 16)] = (int(slot[2]), [tuple(int(x or 0) for x in timer) for timer in timers])
        elif line.startswith("  position"):
            found["position"] = int(line.split()[1])
    return found


def wheels_text(lines):
    found = {"slots": {}}
    for line in lines:
        words = line.split()
        block = re.search(r"(0x\w+) \.\. (0x\w+)", line)
        block = block and (int(block[1], 16), int(block[2], 16))
        if words[0] == "position":
            found["position"] = int(words[1], 16)
        elif words[0] == "earliest":
            found["first"] = labels(line)
        elif words[0] == "overflow":
            found["slots"]["overflow"] = (None, labels(line))
        elif words[0] == "level" and "@" in line:
            key = [int(words[1])] + [int(words[words.index(w) + 1].split(".")[0], 16) for w in ("half", "slot") if w in words]
            sub = words[words.index("slot") + 1].split(".")[1:]
            found["slots"][tuple(key + list(map(int, sub)))] = (block, labels(line))
    return found


READERS = {"heap4": heap_text, "rbtree": tree_text, "skiplist": list_text, "sortedlist": list_text, "wheel": ring_text,
           "early": ring_text, "smallwheel": wheels_text, "skynet": wheels_text, "hasty": wheels_text,
           "backwards": wheels_text, "eager": wheels_text, "bigwheel": wheels_text}
