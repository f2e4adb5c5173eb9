"""shrink.py VECTORS ANSWER FOUND FOLDER LIBRARY: prints the vectors anew, with as few operations as they need. ANSWER, FOLDER and
LIBRARY are those of make.py, and FOUND is what `vectors_test.py faults` printed of all faults.

A vector that FOUND names for a fault loses each operation without which the vector still finds all of its faults. Of the others
those lose some that have more than MOST, in an order that is drawn. All put their promise to the test as before, and need
the same levels. So each fault is found as before."""
import json
import random
import re
import sys
import tempfile

import make
import replay

MOST = 15  # operations of a vector that finds no fault alone


def made(answer, vector, lines):
    """The vector with these operations; None if they do not serve."""
    said = make.made_of(answer, make.kind_of(vector), lines, vector["shows"])
    new = {**vector, "needs": said["needs"], "run": said["run"]} if said else None
    return new if new and new["needs"] == vector["needs"] and len(new["run"]) < len(vector["run"]) else None


def without(vector, first, count):
    lines = vector["run"][::2]
    return lines[:first] + lines[first + count:]


def smallest(vector, answer, programs):
    """Takes out runs of operations, shorter and shorter ones, while each fault fails the vector on one of its programs."""
    size = len(vector["run"]) // 4
    while size:
        first = 1
        while first < len(vector["run"]) // 2:
            new = made(answer, vector, without(vector, first, size))
            if new and all(any(make.found_by(subject, has, [new]) for subject, has in of) for of in programs):
                vector = new
            else:
                first += size
        size //= 2
    return vector


def shorter(vector, answer, draw):
    tries = 200
    while len(vector["run"]) // 2 > MOST and tries:
        new = made(answer, vector, without(vector, draw.randrange(1, len(vector["run"]) // 2), 1))
        vector, tries = new or vector, tries - 1
    return vector


def programs_of(name, folder, library, work):
    sources = make.textbook(folder, name) if " " in name else make.historic(name, library, work)
    return [make.player(name, command) for _, command, _ in sources]


def main():
    path, answer, found, folder, library = sys.argv[1:]
    with open(found, encoding="utf-8") as lines:
        by = [re.fullmatch(r"(?:\d+: )?found by (\S+) (.+)", line.strip()) for line in lines]
    faults, seen, draw = {}, set(), random.Random(1)
    for match in filter(None, by):
        faults.setdefault(match[1], []).append(match[2])
    with tempfile.TemporaryDirectory() as work:
        for vector in replay.read(path):
            if vector["vector"] not in faults:
                vector = shorter(vector, answer, draw)
            elif len(vector["run"]) // 2 > MOST:
                vector = smallest(vector, answer, [programs_of(name, folder, library, work)
                                                   for name in faults[vector["vector"]]])
            if json.dumps(vector["run"]) not in seen:
                print(json.dumps(vector, separators=(",", ":")), flush=True)
            seen.add(json.dumps(vector["run"]))


if __name__ == "__main__":
    main()
