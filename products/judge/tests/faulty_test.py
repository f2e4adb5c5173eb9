"""faulty_test.py LIST FOLDER: each textbook fault of LIST breaks the promise named for it, and none that stands before it
on the card, by a sequence that is no longer than LIST says, and whose ticks are small. A program without a fault keeps
all. With TW_DAY in the environment those are tried that are sound or leak memory, and one of three others: none that goes
from tick to tick or hangs."""
import json
import os
import re
import subprocess
import sys


TICK = r"(?:init|add \d+|move \d+|advance) (\d+)"
FAR = ("wrap", "jump")  # their ticks must be far


def card(folder, program, fault, promise):
    command = [f"{folder}/judge_faulty_{program}", fault, "--json", "--ops", "2000", "--cancels", "200000", "--first", "--nonsense"]
    if promise == "jump":  # it may take the time of a walk over 10^12 ticks, but no other may
        command += ["--only", "jump", "--limit", "5"]
    if fault.startswith("hangs"):
        command += ["--limit", "1"]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    found = json.loads(result.stdout)
    broken = [row for row in found["promises"] if row["state"] == "broken"]
    assert result.returncode == (1 if broken else 0), result
    return broken


def main():
    failed = 0
    with open(sys.argv[1], encoding="utf-8") as lines:
        rows = [line.split() for line in lines if not line.startswith("#")]
    if "TW_DAY" in os.environ:
        rows = [row for number, row in enumerate(rows) if row[2] in ("-", "memory") or number % 3 == 2]
    for program, fault, promise, longest in rows:
        broken = card(sys.argv[2], program, fault, promise)
        first = broken[0]["promise"] if broken else "-"
        length = broken[0].get("operations", 0) if broken else 0
        lines = broken[0].get("lines", []) if broken and promise not in FAR and not fault.startswith("hangs") else []
        farthest = max([int(tick) for line in lines for tick in re.findall(TICK, line)], default=0)
        right = first == promise and length <= int(longest) and farthest <= 256
        failed += not right
        print("ok" if right else "FAILED", program, fault, first, length, f"up to {farthest}",
              "" if right else f"wanted: {promise}, {longest} at most; {broken and broken[0].get('lines')}", flush=True)
    sys.exit(1 if failed else 0)


main()
