#!/usr/bin/env python3
# SPDX-License-Identifier: MIT-0
"""frames_test.py TW_DRAW STRUCTURE BITS SOURCE HEADERS: tw_draw --json gives valid JSON, tells what the text front
prints, and has the states that it draws; what FORMAT.md promises of events and of bad lines holds. SOURCE is the
collection, for its cases of tw_draw; HEADERS are the folders of the headers that the core was made of."""
import glob
import json
import os
import re
import subprocess
import sys

import commands
import drawing

TOOL, STRUCTURE, BITS, SOURCE = sys.argv[1], sys.argv[2], int(sys.argv[3]), sys.argv[4]
HEADERS = {os.path.basename(path): open(path).read().splitlines() for folder in sys.argv[5:]
           for path in glob.glob(folder + "/*.h")}


def fail(*what):
    print("FAILED:", STRUCTURE, *what)
    sys.exit(1)


def run(text, *options):
    ran = subprocess.run([TOOL, "--structure", STRUCTURE, *options], input=text, capture_output=True, check=False)
    return ran.returncode, ran.stdout


def frames_of(text, status):
    code, out = run(text, "--json")
    if code not in status:
        fail("ends with status", code)
    frames = [json.loads(line) for line in out.decode().splitlines()]
    lines = text.split(b"\n")[:-1] if text.endswith(b"\n") else text.split(b"\n")
    quits = [i for i, line in enumerate(lines) if line.split() == [b"quit"]]
    if [frame["line"] for frame in frames] != list(range((quits[0] + 2) if quits else len(lines) + 1)):
        fail("has not a frame for each line")
    return frames, lines


def same_words(text):
    """The text front prints the frames' words behind each line; drawings left out."""
    text = b"".join(line + b"\n" for line in text.split(b"\n")[:-1] if line.split()[:1] != [b"draw"])
    frames, lines = frames_of(text, [0])
    wanted = []
    for frame, line in zip(frames[1:], lines):
        line = line.decode().rstrip()
        wanted += [line if not line.strip() or line.strip().startswith("#") else "> " + line] + frame["text"]
    code, out = run(text)
    if code != 0 or out.decode().splitlines() != wanted:
        fail("the text front says something else")


def figures(out):
    found = None
    for line in out.decode().splitlines() + ["> "]:
        if line.startswith((">", "#")) or not line:
            if found:
                yield found
            found = [] if line == "> draw" else None
        elif found is not None:
            found.append(line)


def same_figures(text):
    """Each line is followed by `draw`."""
    text = b"".join(line + b"\ndraw\n" for line in text.split(b"\n")[:-1])
    frames = [frame for frame in frames_of(text, [0])[0] if frame["command"] == "draw"]
    drawn = list(figures(run(text)[1]))
    if len(frames) != len(drawn):
        fail(len(frames), "states, and", len(drawn), "figures")
    for frame, lines in zip(frames, drawn):
        if drawing.of_state(frame["state"]) != drawing.of_text(lines):
            fail("line", frame["line"], "draws\n" + "\n".join(lines) + "\nof", json.dumps(frame["state"]))


def standing(picture):
    """How often each timer stands in the structure."""
    if picture["kind"] == "heap":
        return [cell["id"] for cell in picture["cells"] if cell["id"] is not None]
    if picture["kind"] == "tree":
        return [node["id"] for node in picture["nodes"]]
    if picture["kind"] == "list":
        return list(picture["linked"])
    slots = picture.get("slots", []) + [slot for level in picture.get("levels", []) for slot in level["slots"]]
    return [timer for slot in slots for timer in slot["ids"]] + (picture.get("overflow") or [])


def place_of(picture, timer):
    """Where the picture has it, as an event says it."""
    for cell in picture.get("cells", []):
        if cell["id"] == timer:
            return {"cell": cell["cell"]}
    for slot in picture.get("slots", []):
        if timer in slot["ids"]:
            return {"slot": slot["slot"]}
    for level in picture.get("levels") or [] if picture["kind"] in ("rings", "halves") else []:
        for slot in level["slots"]:
            if timer in slot["ids"]:
                return {"level": level["level"], **{key: slot[key] for key in ("half", "slot", "sub") if key in slot}}
    return {"overflow": True} if timer in (picture.get("overflow") or []) else None


def sound_picture(picture, frame):
    ids = sorted(standing(picture) + picture["due"] + picture["hand"])
    if ids != [timer["id"] for timer in picture["timers"]] or len(set(ids)) != len(ids) or picture["count"] != len(ids):
        fail("line", frame["line"], "has timers twice or not at all:", json.dumps(picture))
    where = {"hand": picture["hand"], "due": picture["due"], "waiting": standing(picture)}
    if any(timer["id"] not in where[timer["where"]] for timer in picture["timers"]):
        fail("line", frame["line"], "has a timer elsewhere:", json.dumps(picture))


def body(name, function):
    """The numbers of the lines of a function."""
    lines = HEADERS[name]
    first = next(i for i, line in enumerate(lines) if line.startswith("TW__") and re.search(rf"\b{function}\(", line)
                 and not line.endswith(";"))
    last = first if lines[first].endswith("}") else next(i for i in range(first, len(lines)) if lines[i] == "}")
    return range(first + 1, last + 2)


def sound_calls(event, frame):
    for call in event["calls"]:
        if call["line"] not in body(call["file"], call["function"]):
            fail("line", frame["line"], "is in", call)
    for call, inner in zip(event["calls"], event["calls"][1:]):
        line = HEADERS[call["file"]][call["line"] - 1]
        if inner["function"] not in line and not re.search(r"ops->|before\(|sift\(", line):
            fail("line", frame["line"], "calls", inner, "from", call, "where stands", line)
    call = event["calls"][-1]
    if not re.search("TW_TRACE|TW__COMPARED", HEADERS[call["file"]][call["line"] - 1]):
        fail("line", frame["line"], "has an event where none is reported:", call)


def sound_events(frames):
    before = frames[0]["state"]
    if max(len(event["calls"]) for frame in frames for event in frame["events"]) < 4:
        fail("does not say which functions have been called")
    for frame in frames[1:]:
        picture, counted = before, dict.fromkeys(before["counts"], 0)
        for event in frame["events"]:
            picture = {**picture, **event["change"]}
            counted[event["event"]] += 1
            sound_picture(picture, frame)
            sound_calls(event, frame)
            if picture["kind"] not in ("tree", "list") and event["place"] != place_of(picture, event["id"]):
                fail("line", frame["line"], "has another place:", event)
        if frame["state"]["hand"]:
            fail("line", frame["line"], "leaves timers in the hand")
        sound_picture(frame["state"], frame)
        if frame["command"].split()[:1] not in (["undo"], ["count"], ["tower"]) and any(
                before["counts"][kind] + counted[kind] != n for kind, n in frame["state"]["counts"].items()):
            fail("line", frame["line"], "counts", frame["state"]["counts"])
        before = frame["state"]


def unharmed(text):
    """A bad line changes nothing, and says why."""
    frames, _ = frames_of(text, [2])
    bad = 0
    for before, frame in zip(frames, frames[1:]):
        if frame["ok"] != (frame["message"] is None) or frame["broken"]:
            fail("line", frame["line"], "is", frame["message"], frame["broken"])
        if not frame["ok"]:
            bad += 1
            if frame["state"] != before["state"] or frame["events"] or frame["text"]:
                fail("line", frame["line"], "is bad, and does something")
    if bad < 20:
        fail("only", bad, "lines are bad")


def random_lines(seed, bad):
    return ("\n".join(commands.Commands(STRUCTURE, seed, BITS).lines(bad)) + "\n").encode()


def good_lines(seed):
    """A tower may be refused as a bad line, which changes nothing: without it all is as before."""
    frames, lines = frames_of(random_lines(seed, False), [0, 2])
    good = [line for frame, line in zip(frames[1:], lines) if frame["ok"]]
    if len(good) < 280:
        fail("only", len(good), "random lines are good")
    return b"".join(line + b"\n" for line in good)


for case in sorted(glob.glob(SOURCE + "/tests/tools/draw/*.in")) if BITS == 64 else []:
    with open(case, "rb") as file:
        typed = file.read()
    known, _ = frames_of(typed, [0, 2])
    if all(frame["ok"] for frame in known):
        same_words(typed)
for turn in range(3):
    good = good_lines(turn)
    same_words(good)
    same_figures(good)
    sound_events(frames_of(good, [0])[0])
    unharmed(random_lines(turn, True))
print("frames_test:", STRUCTURE, "ok")
