# SPDX-License-Identifier: MIT-0
"""What a claim of a lesson says, looked up in frames of tw_draw --json."""
import re


def ids(some):
    return " ".join(str(i) for i in some) or "none"


def events(frames, *names):
    return [e for f in frames for e in f["events"] if e["event"] in names]


def slots(state):
    """Every slot that has timers, of any wheel; the slots of a ring are at no level."""
    return state.get("slots", []) + [dict(s, level=level["level"]) for level in state.get("levels") or [] if
                                     isinstance(level, dict) for s in level["slots"]]


def slot_of(state, timer):
    return next(s for s in slots(state) if timer in s["ids"])


def digit(state, n):
    return "%x" % n if state["base"] == 16 else str(n)


def node(state, timer):
    return next(n for n in state["nodes"] if n["id"] == timer)


def cell(state, timer):
    return next(c for c in state["cells"] if c["id"] == timer)


def parent(state, timer):
    if "nodes" in state:
        return node(state, timer)["up"]
    return state["cells"][(cell(state, timer)["cell"] - 1) // 4]["id"]


def said(frames, form):
    return [m.group(1) for f in frames for line in f["text"] if (m := re.search(form, line))]


def yes(is_so):
    return "yes" if is_so else "no"


QUERIES = {
    "fires": lambda f, s: ids(e["id"] for e in events(f, "fire")),
    "first": lambda f, s: ids(e["id"] for e in events(f, "fire")[:1]),
    "compares": lambda f, s: len(events(f, "compare")),
    "links": lambda f, s: len(events(f, "link", "unlink")),
    "cascades": lambda f, s: len(events(f, "cascade")),
    "moves": lambda f, s: len(events(f, "move")),
    "now": lambda f, s: s["now"],
    "armed": lambda f, s: s["count"],
    "due": lambda f, s: ids(s["due"]),
    "next": lambda f, s: int(said(f, r"next is (\S+)")[-1], 0),
    "refused": lambda f, s: yes(said(f, "(refused)")),
    "broken": lambda f, s: yes(any(frame["broken"] for frame in f)),
    "root": lambda f, s: s["cells"][0]["id"] if "cells" in s else s["root"],
    "free": lambda f, s: s["levels"]["free"],
    "position": lambda f, s: int(s["position"]),
    "overflow": lambda f, s: ids(s["overflow"]),
    "waits": lambda f, s, t: yes(t in [x["id"] for x in s["timers"]]),
    "level": lambda f, s, t: slot_of(s, t)["level"],
    "slot": lambda f, s, t: digit(s, slot_of(s, t)["slot"]),
    "list": lambda f, s, t: ids(slot_of(s, t)["ids"]),
    "rounds": lambda f, s, t: slot_of(s, t)["rounds"][slot_of(s, t)["ids"].index(t)],
    "cell": lambda f, s, t: cell(s, t)["cell"],
    "number": lambda f, s, t: cell(s, t)["number"],
    "parent": lambda f, s, t: parent(s, t),
    "red": lambda f, s, t: yes(node(s, t)["red"]),
    "lane": lambda f, s, t: ids(s["lanes"][t]),
    "height": lambda f, s, t: sum(t in lane for lane in s["lanes"]),
}


def value(runs, query, begin, end):
    match = re.fullmatch(r"(?:(\w+): )?(\w+)(?: (\d+))?", query)
    frames = runs[match.group(1) or next(iter(runs))][begin + 1:end + 1]
    return str(QUERIES[match.group(2)](frames, frames[-1]["state"], *([int(match.group(3))] if match.group(3) else [])))
