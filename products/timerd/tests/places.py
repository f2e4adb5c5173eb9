#!/usr/bin/env python3
# SPDX-License-Identifier: MIT-0
"""places.py SOCKET STEP [DUE]: timers of one due whose ids are the beginnings of other ids, or have bytes of zero. `arm` arms
them for DUE, in ms, and reads them by LIST, one at a time: they come in the order of their ids. `fire` waits until they fire
and takes them, each once, behind firings that are so large that an answer holds few; these it gives back, so that they die,
and reads them by DEAD."""
import socket
import sys
import time

IDS = [b"a", b"a\0", b"a\0\0", b"a\0\1", b"a\0\1\0", b"a\0a", b"a\1", b"a0", b"a00", b"a" + b"0" * 40, b"a9", b"aa", b"\0",
       b"\0\0", b"\0\1", b"\1", b"\xff", b"\xff\0", b"\xff\xff", b"a" * 255, b"\0" * 255]
LARGE = 40
client = socket.socket(socket.AF_UNIX)
client.connect(sys.argv[1])
answers = client.makefile("rb")


def answer():
    head = answers.readline()[:-2]
    if head.startswith(b"-"):
        sys.exit("places: " + head.decode())
    if head.startswith(b"*"):
        return [answer() for _ in range(int(head[1:]))]
    if head.startswith(b"$"):
        return answers.read(int(head[1:]) + 2)[:-2] if head != b"$-1" else None
    return int(head[1:]) if head.startswith(b":") else head[1:]


def ask(*words):
    words = [w if isinstance(w, bytes) else str(w).encode() for w in words]
    client.sendall(b"*%d\r\n" % len(words) + b"".join(b"$%d\r\n%s\r\n" % (len(w), w) for w in words))
    return answer()


def stat(name):
    both = ask("STATS")
    return both[both.index(name.encode()) + 1]


def listed():
    """All that waits, one a page."""
    ids, where = [], []
    while True:
        after, rows = ask("LIST", 1, *where)
        ids += [row[0] for row in rows]
        if not after:
            return ids
        where = ["FROM", after[0], "AFTER", after[1]]


def arm(due):
    for i in IDS:
        ask("CANCEL", i)
        assert ask("ARM", i, due, b"x") == b"OK"
    assert listed() == sorted(IDS), f"LIST gives {listed()}"


def taken():
    """What TAKE gives until it gives nothing."""
    rows = []
    while more := ask("TAKE", 1000):
        rows += more
    return rows


def buried():
    """The dead letters, by pages of seven."""
    rows = []
    while more := ask("DEAD", 7, "SKIP", len(rows)):
        rows += more
    return rows


def fire():
    for i in range(LARGE):
        assert ask("ARM", f"large{i}", 1, b"x" * 60000) == b"OK"
    while stat("ready") < LARGE + len(IDS):
        time.sleep(0.05)
    rows = taken()
    wanted = sorted(IDS + [b"large%d" % i for i in range(LARGE)])
    assert sorted(row[0] for row in rows) == wanted, f"{len(rows)} of {len(wanted)} rows: {[r[0] for r in rows if len(r[3]) == 1]}"
    assert all(ask("NACK" if len(row[3]) > 1 else "ACK", row[0], row[1]) == 1 for row in rows), "an ACK or a NACK says 0"
    dead = buried()
    assert sorted(row[0] for row in dead) == sorted(b"large%d" % i for i in range(LARGE)), f"DEAD gives {[r[0] for r in dead]}"
    assert all(ask("ACK", row[0], row[1]) == 1 for row in dead), "an ACK of a dead one says 0"
    assert stat("leased") + stat("waiting") + stat("ready") + stat("dead") == 0


arm(sys.argv[3]) if sys.argv[2] == "arm" else fire()
