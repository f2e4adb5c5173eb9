# SPDX-License-Identifier: MIT-0
"""Reads what tw_draw draws as text, and brings the state that --json gives into the same form. A form has all that the
figure shows; places of a tree are its depths in the order of the tree, which leave only one tree."""
import re

LABEL = re.compile(r"(\d+)@(0x[0-9a-f]+|\d+)")


def labels(text):
    return [(int(timer), int(due, 0)) for timer, due in LABEL.findall(text)]


def of_text(lines):
    """The lines of one figure."""
    head = re.fullmatch(r"  (\w+) at (\w+), (\d+) armed", lines[0])
    form = {"structure": head[1], "now": int(head[2], 0), "count": int(head[3]), "due list": []}
    if lines[-1].startswith("  due list"):
        form["due list"] = labels(lines.pop())
    form.update(READERS[form["structure"]](lines[1:]))
    return form


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
    form = {"lanes": {}}
    for line in lines:
        if line.startswith("  lane"):
            form["lanes"][int(line.split()[1])] = labels(line)
        elif line.startswith("  base"):
            form["base"] = labels(line)
        else:
            form["levels"] = list(map(int, re.findall(r"\d+", line)))
    return form


def ring_text(lines):
    form = {"slots": {}}
    for line in lines:
        slot = re.fullmatch(r"  slot (\w)   least (\d+):(.*)", line)
        if slot:
            timers = re.findall(r"(\d+)@(\d+)(?: \+(\d+))?", slot[3])
            form["slots"][int(slot[1], 16)] = (int(slot[2]), [tuple(int(x or 0) for x in timer) for timer in timers])
        elif line.startswith("  position"):
            form["position"] = int(line.split()[1])
    return form


def wheels_text(lines):
    form = {"slots": {}}
    for line in lines:
        words = line.split()
        block = re.search(r"(0x\w+) \.\. (0x\w+)", line)
        block = block and (int(block[1], 16), int(block[2], 16))
        if words[0] == "position":
            form["position"] = int(words[1], 16)
        elif words[0] == "earliest":
            form["first"] = labels(line)
        elif words[0] == "overflow":
            form["slots"]["overflow"] = (None, labels(line))
        elif words[0] == "level" and "@" in line:
            key = [int(words[1])] + [int(words[words.index(w) + 1].split(".")[0], 16) for w in ("half", "slot") if w in words]
            sub = words[words.index("slot") + 1].split(".")[1:]
            form["slots"][tuple(key + list(map(int, sub)))] = (block, labels(line))
    return form


READERS = {"heap4": heap_text, "rbtree": tree_text, "skiplist": list_text, "sortedlist": list_text, "wheel": ring_text,
           "early": ring_text, "hwheel": wheels_text, "skynet": wheels_text, "bigwheel": wheels_text}


def of_state(state):
    due = {timer["id"]: int(timer["due"]) for timer in state["timers"]}
    named = lambda ids: [(timer, due[timer]) for timer in ids]
    form = {"structure": state["structure"], "now": int(state["now"]), "count": state["count"],
            "due list": named(state["due"])}
    form.update(SHAPES[state["kind"]](state, named))
    return form


def heap_state(state, named):
    return {"cells": [(cell["id"], int(cell["due"]), cell["number"]) for cell in state["cells"]]}


def tree_state(state, named):
    nodes = {node["id"]: node for node in state["nodes"]}

    def depth(node):
        return 0 if node["up"] is None else 1 + depth(nodes[node["up"]])
    return {"nodes": [(depth(node), node["red"]) + named([node["id"]])[0] for node in state["nodes"]]}


def list_state(state, named):
    assert state["columns"] == state["linked"]
    form = {"lanes": {i: named(lane) for i, lane in enumerate(state["lanes"])}, "base": named(state["linked"])}
    if state["levels"]:
        form["levels"] = [state["levels"][key] for key in ("all", "heads", "towers", "free")]
    return form


def ring_state(state, named):
    assert state["hand_at"] == int(state["position"]) % state["size"]
    return {"position": int(state["position"]),
            "slots": {slot["slot"]: (int(slot["least"]), [timer + (int(rounds),) for timer, rounds in
                                                          zip(named(slot["ids"]), slot["rounds"])])
                      for slot in state["slots"]}}


def block_of(slot):
    return None if slot["begin"] == slot["end"] else (int(slot["begin"]), int(slot["end"]))


def wheels_state(state, named):
    form = {"position": int(state["position"]), "slots": {}, "first": named([state["first"]] if state["first"] is not None else [])}
    for level in state["levels"]:
        for slot in level["slots"]:
            key = (level["level"],) + ((slot["half"],) if "half" in slot else ()) + (slot["slot"],)
            key += (slot["sub"],) if level.get("subs", 1) > 1 else ()
            form["slots"][key] = (block_of(slot), named(slot["ids"]))
    if state.get("overflow"):
        form["slots"]["overflow"] = (None, named(state["overflow"]))
    return form


SHAPES = {"heap": heap_state, "tree": tree_state, "list": list_state, "ring": ring_state, "rings": wheels_state,
          "halves": wheels_state}
