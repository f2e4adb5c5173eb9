#!/usr/bin/env python3
# SPDX-License-Identifier: MIT-0
"""replay_test.py REPLAY MODULE TRACE: replay as a module finds the same of a trace as replay does on this machine, tells
of its progress, and says the same of broken traces. Works in the directory of the trace."""
import json
import os
import re
import subprocess
import sys

REPLAY, MODULE, TRACE = map(os.path.abspath, sys.argv[1:])
WASI = os.path.join(os.path.dirname(os.path.abspath(__file__)), "wasi.mjs")
BROKEN = ["1 arm 1 5\n0 arm 1 6\n", "0 foo 1\n", "0 arm 1\n", "x arm 1 2\n", "", "0 arm 1 2 3\n",
          "0 arm 1 99999999999999999999\n", "0 arm 1 2\n0 cancel\n", "\x00\n"]
SAME = ("name", "hash", "firings", "wakeups") # bytes and times are those of another machine


def fail(*what):
    print("FAILED:", *what)
    sys.exit(1)


def run(*command):
    ran = subprocess.run(command, capture_output=True, check=False)
    return ran.returncode, ran.stdout, ran.stderr.decode()


def module(*arguments):
    return run("node", "--no-turbo-fast-api-calls", "--no-warnings", WASI, MODULE, *arguments)


os.chdir(os.path.dirname(TRACE))
name = os.path.basename(TRACE)
status, wanted, _ = run(REPLAY, "--json", "-", "--repeat", "1", name)
wanted = json.loads(wanted)["traces"][0]
status, out, err = module(name)
if status != 0:
    fail("ends with status", status, err)
got = json.loads(out)["traces"][0]
for row, other in zip(got["structures"], wanted["structures"], strict=True):
    if any(row[key] != other[key] for key in SAME):
        fail("finds", row, "not", other)
for key in wanted:
    if key not in ("structures", "advice") and got[key] != wanted[key]:
        fail("finds another", key)
steps = [re.fullmatch(r"\r(\w+): (\w+), (\d+) %", step) for step in err.split("\n")[:-1]]
if len(steps) < 24 or not all(steps) or sorted(int(step[3]) for step in steps) != [int(step[3]) for step in steps]:
    fail("tells of its progress otherwise:", err)
if {step[1] for step in steps} != {row["name"] for row in got["structures"]} or int(steps[-1][3]) < 90:
    fail("does not tell of all progress:", err)

for text in BROKEN:
    with open("broken.trace", "w", encoding="ascii") as file:
        file.write(text)
    status, out, err = run(REPLAY, "--repeat", "1", "broken.trace")
    if module("broken.trace") != (status, b"", err) or status != 2:
        fail("says", module("broken.trace"), "not", (status, out, err), "of", repr(text))
for arguments in ((), (name, "0"), (name, "1001"), (name, "x"), (name, "1", "2")):
    if module(*arguments) != (2, b"", "usage: replay TRACE [TURNS]\n"):
        fail("takes", arguments)
if module("absent.trace")[0] != 2:
    fail("replays what is not there")
print("replay_test: ok")
