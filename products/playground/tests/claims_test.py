#!/usr/bin/env python3
# SPDX-License-Identifier: MIT-0
"""usage: claims_test.py FOLDER TW_DRAW TW_DRAW16 STEPS

Runs each lesson of FOLDER, which has at least so many STEPS, under tw_draw --json, and compares its claims with what the code does. A claim is a line of a
lesson, `# claim: QUERY = VALUE`, or with a structure before the query. It speaks of the commands of its step. Each
question must be claimed: its answer stands there, which the page does not read. The queries are found here anew, since
those of the page are what the browser test checks by these claims. What sentences say of times of firing, told.py judges."""
import json
import pathlib
import re
import subprocess
import sys

from queries import value
from told import untrue


WRONG = ["skynet", "hasty", "backwards"]


def frames_of(program, structure, lines):
    told = subprocess.run([program, "--json", "--structure", structure], input="\n".join(lines) + "\n",
                          capture_output=True, text=True, timeout=60)
    return [json.loads(line) for line in told.stdout.splitlines()]


def steps_of(path):
    """Head, and steps of text, commands, claims and the query of the question."""
    head, steps, fresh = {"module": "draw"}, [], False
    for line in path.read_text().splitlines():
        if line.startswith("#= "):
            key, head[key] = line[3:].split(" ", 1)
        elif line.startswith("#:"):
            if not fresh:
                steps.append({"text": "", "lines": [], "claims": [], "query": None})
            fresh = True
            steps[-1]["text"] += line[2:]
        elif line.startswith("#? "):
            question, steps[-1]["query"] = line[2:].rsplit(" | ", 1)
            steps[-1]["text"] += question
        elif line.startswith("#! "):
            steps[-1]["text"] += line[2:]
        elif line.startswith("# claim: "):
            steps[-1]["claims"].append(line[9:].split(" = "))
        elif not line.startswith("#"):
            steps[-1]["lines"].append(line)
            fresh = False
    return head, steps


def lesson_test(path, programs, least):
    head, steps = steps_of(path)
    names = head["structures"].split()
    lines = [line for step in steps for line in step["lines"]]
    runs = {name: frames_of(programs[head["module"]], name, lines) for name in names}
    wrong, end, claims = [], 0, 0
    for step in steps:
        begin, end = end, end + len(step["lines"])
        for query, told in step["claims"]:
            claims += 1
            real = value(runs, query, begin, end)
            if real != told:
                wrong.append(f"{query} is {real}, not {told}: {step['lines']}")
        claimed = [re.sub(f"^{names[0]}: ", "", query) for query, _ in step["claims"]]
        if step["query"] and re.sub(f"^{names[0]}: ", "", step["query"]) not in claimed:
            wrong.append(f"{step['query']} is asked, and not claimed: {step['lines']}")
        wrong += [f"it is not so: {sentence}" for sentence in untrue(step, runs.values(), begin, end)]
    for name, frames in runs.items():
        bad = [f for f in frames if not (f["ok"] or name != names[0]) or (f["broken"] and name not in WRONG)]
        wrong += [f"{name}: {f['command']}: {f['message'] or f['broken']}" for f in bad]
    print(path.stem, f"{len(steps)} steps, {claims} claims", *wrong, sep="\n  ")
    return not wrong and claims >= len(steps) // 2 and len(steps) >= least


def main():
    folder, draw, draw16 = pathlib.Path(sys.argv[1]), sys.argv[2], sys.argv[3]
    names = (folder / "index.txt").read_text().split()
    good = [lesson_test(folder / f"{name}.txt", {"draw": draw, "draw16": draw16}, int(sys.argv[4])) for name in names]
    if {p.stem for p in folder.glob("*.txt")} != {*names, "index"}:
        sys.exit("FAILED: index.txt does not name just the files that are there")
    sys.exit(0 if len(good) >= 10 and all(good) else "FAILED")


main()
