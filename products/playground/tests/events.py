# SPDX-License-Identifier: MIT-0
"""Looks at the events of frames: each picture is sound, and what is said of the place in the headers is so."""
import glob
import json
import os
import re
import sys

import states

HEADERS = {} # the lines of each, by its name


def read_headers(folders):
    for folder in folders:
        for path in glob.glob(folder + "/*.h"):
            with open(path, encoding="ascii") as file:
                HEADERS[os.path.basename(path)] = file.read().splitlines()


def fail(*what):
    print("FAILED:", *what)
    sys.exit(1)


def sound_tree(picture, frame):
    """Each node hangs below the one that it names, and at most one timer is off the tree."""
    up = {child: node["id"] for node in picture["nodes"] for child in (node["left"], node["right"]) if child is not None}
    up.update({picture["root"]: None} if picture["root"] is not None else {})
    if up != {node["id"]: node["up"] for node in picture["nodes"]} or len(picture["hand"]) > 1:
        fail("line", frame["line"], "has a tree that is not whole:", json.dumps(picture))


def sound_picture(picture, frame):
    if picture["kind"] == "tree":
        sound_tree(picture, frame)
    ids = sorted(states.standing(picture) + picture["due"] + picture["hand"])
    if ids != [timer["id"] for timer in picture["timers"]] or len(set(ids)) != len(ids) or picture["count"] != len(ids):
        fail("line", frame["line"], "has timers twice or not at all:", json.dumps(picture))
    where = {"hand": picture["hand"], "due": picture["due"], "waiting": states.standing(picture)}
    if any(timer["id"] not in where[timer["where"]] for timer in picture["timers"]):
        fail("line", frame["line"], "has a timer elsewhere:", json.dumps(picture))


def body(name, function):
    """The numbers of the lines of a function, in each of its versions."""
    lines, numbers = HEADERS[name], set()
    for first, line in enumerate(lines):
        if line.startswith("TW__") and re.search(rf"\b{function}\(", line) and not line.endswith(";"):
            last = first if line.endswith("}") else lines.index("}", first)
            numbers.update(range(first + 1, last + 2))
    return numbers


def sound_calls(event, frame):
    for call in event["calls"]:
        if call["line"] not in body(call["file"], call["function"]):
            fail("line", frame["line"], "is in", call)
    for call, inner in zip(event["calls"], event["calls"][1:]):
        line = HEADERS[call["file"]][call["line"] - 1]
        if inner["function"] not in line and not re.search(r"\((ops->\w+|before|sooner|sift|stepper)\)\(", line):
            fail("line", frame["line"], "calls", inner, "from", call, "where stands", line)
    call = event["calls"][-1]
    if not re.search("TW_TRACE|TW__COMPARED", HEADERS[call["file"]][call["line"] - 1]):
        fail("line", frame["line"], "has an event where none is reported:", call)


def told_apart(before, frame):
    """A timer is linked if no list has it, and unlinked or moved down if a slot or the due list has it."""
    inside = set(states.standing(before) + before["due"])
    for event in frame["events"]:
        if event["event"] == "fire":
            inside.discard(event["id"]) # a whole slot may have left at once
        if event["event"] not in ("link", "unlink", "cascade") or event["event"] == "cascade" and event["to"] is None:
            continue
        if (event["event"] == "link") == (event["id"] in inside):
            fail("line", frame["line"], "has the wrong word:", event)
        inside ^= {event["id"]}
    if inside != set(states.standing(frame["state"]) + frame["state"]["due"]):
        fail("line", frame["line"], "links or unlinks a timer without a word")


def left(frame):
    """A timer that a cancel or a firing takes out is unlinked last."""
    words, cancelled = {}, set()
    for event in frame["events"]:
        if event["event"] == "cancel":
            words.pop(event["id"], None) # what others did to it before
            cancelled.add(event["id"])
        if event["event"] == "arm":
            cancelled.discard(event["id"])
        if event["event"] in ("link", "unlink"):
            words[event["id"]] = event["event"]
        if event["event"] == "fire" and words.pop(event["id"], "unlink") != "unlink":
            fail("line", frame["line"], "links what fires:", event)
    for timer in cancelled:
        if words.get(timer, "unlink") != "unlink":
            fail("line", frame["line"], "links what is cancelled:", timer)


def sound_events(frames):
    before = frames[0]["state"]
    if max(len(event["calls"]) for frame in frames for event in frame["events"]) < 4:
        fail("does not say which functions have been called")
    for frame in frames[1:]:
        picture, counted = before, dict.fromkeys(before["counts"], 0)
        for event in frame["events"]:
            picture = {**picture, **event["change"]}
            counted["link" if event["event"] == "unlink" else event["event"]] += 1
            sound_picture(picture, frame)
            sound_calls(event, frame)
            armed = {timer["id"]: timer["due"] for timer in picture["timers"]}
            if event["event"] == "arm" and armed.get(event["id"]) != event["due"]:
                fail("line", frame["line"], "arms what is nowhere:", event)
            if event["event"] == "fire" and event["id"] in armed or event["event"] == "move" and event["id"] not in armed:
                fail("line", frame["line"], "fires what stays, or moves what is nowhere:", event)
            if picture["kind"] not in ("tree", "list") and event["place"] != states.place_of(picture, event["id"]):
                fail("line", frame["line"], "has another place:", event)
        if frame["state"]["hand"]:
            fail("line", frame["line"], "leaves timers in the hand")
        sound_picture(frame["state"], frame)
        if frame["command"].split()[:1] not in (["undo"], ["count"], ["tower"]) and any(
                before["counts"][kind] + counted[kind] != n for kind, n in frame["state"]["counts"].items()):
            fail("line", frame["line"], "counts", frame["state"]["counts"])
        if before["kind"] in ("ring", "rings", "halves") and frame["command"] != "undo":
            told_apart(before, frame)
        if before["kind"] in ("tree", "list") and frame["command"] != "undo":
            left(frame)
        before = frame["state"]
