#!/usr/bin/env python3
# SPDX-License-Identifier: MIT-0
"""frames_test.py TW_DRAW STRUCTURE BITS SOURCE HEADERS: tw_draw --json gives valid JSON, tells what the text front
prints, and has the states that it draws; what FORMAT.md promises of events and of bad lines holds. SOURCE is the
collection, for its cases of tw_draw; HEADERS are the folders of the headers that the core was made of. Random commands
are those of TW_SEED."""
import json
import os
import pathlib
import subprocess
import sys

import commands
import events
import figures
import states
from events import fail

sys.path.append(str(pathlib.Path(sys.argv[4]) / "tests"))
import case

TOOL, STRUCTURE, BITS, SOURCE = sys.argv[1], sys.argv[2], int(sys.argv[3]), sys.argv[4]
events.read_headers(sys.argv[5:])


def run(text, *options):
    ran = subprocess.run([TOOL, "--structure", STRUCTURE, *options], input=text, capture_output=True, check=False)
    return ran.returncode, ran.stdout


def members(pairs):
    """An object, of which each member has a name of its own."""
    if len(dict(pairs)) != len(pairs):
        fail("has a name twice:", pairs)
    return dict(pairs)


def frames_of(text, status):
    code, out = run(text, "--json")
    if code not in status:
        fail("ends with status", code)
    frames = [json.loads(line, object_pairs_hook=members) for line in out.decode().splitlines()]
    lines = text.removesuffix(b"\n").split(b"\n")
    last = next((i + 1 for i, line in enumerate(lines) if line.split() == [b"quit"]), len(lines))
    if [frame["line"] for frame in frames] != list(range(last + 1)):
        fail("has not a frame for each line")
    return frames, lines


def same_words(text):
    """The text front prints the frames' words behind each line; drawings left out."""
    text = b"".join(line + b"\n" for line in text.split(b"\n")[:-1] if line.split()[:1] != [b"draw"])
    frames, lines = frames_of(text, [0])
    wanted = []
    for frame, line in zip(frames[1:], lines):
        line = line.decode().rstrip()
        wanted += [("> " if line.strip() and line.strip()[0] != "#" else "") + line] + frame["text"]
    code, out = run(text)
    if code != 0 or out.decode().splitlines() != wanted:
        fail("the text front says something else")


def drawn_in(out):
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
    for frame, lines in zip(frames, drawn_in(run(text)[1]), strict=True):
        if states.form(frame["state"]) != figures.form(lines):
            fail("line", frame["line"], "draws\n" + "\n".join(lines) + "\nof", json.dumps(frame["state"]))


def unharmed(text):
    """A bad line changes nothing, and says why."""
    frames, bad = frames_of(text, [2])[0], 0
    for before, frame in zip(frames, frames[1:]):
        if frame["ok"] != (frame["message"] is None) or frame["broken"]:
            fail("line", frame["line"], "is", frame["message"], frame["broken"])
        if not frame["ok"]:
            bad += 1
            if frame["state"] != before["state"] or frame["events"] or frame["text"]:
                fail("line", frame["line"], "is bad, and does something")
    if bad < 20:
        fail("only", bad, "lines are bad")


def random_lines(bad):
    seed = os.environ.get("TW_SEED", "1")
    return ("\n".join(commands.Commands(STRUCTURE, seed, BITS).lines(bad)) + "\n").encode()


def good_lines():
    """A tower may be refused as a bad line, which changes nothing: without it all is as before."""
    frames, lines = frames_of(random_lines(False), [0, 2])
    good = [line for frame, line in zip(frames[1:], lines) if frame["ok"]]
    if len(good) < 280:
        fail("only", len(good), "random lines are good")
    return b"".join(line + b"\n" for line in good)


def lines_of_cases():
    """What is typed in the cases of tw_draw."""
    cases = case.parsed(pathlib.Path(SOURCE, "tests/tools/tw_draw.cases"))[0].below
    return {case.stdin(one, run) for one in cases for run in one.below} - {b""}


for typed in lines_of_cases() if BITS == 64 else []:
    if all(frame["ok"] for frame in frames_of(typed, [0, 2])[0]):
        same_words(typed)
if STRUCTURE in ("skynet", "hasty", "backwards"): # which are wrong: the text front ends where that shows
    events.sound_events(frames_of(random_lines(False), [0, 1])[0])
else:
    good = good_lines()
    same_words(good)
    same_figures(good)
    events.sound_events(frames_of(good, [0])[0])
    unharmed(random_lines(True))
print("frames_test:", STRUCTURE, "ok")
