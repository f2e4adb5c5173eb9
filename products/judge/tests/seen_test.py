"""seen_test.py FOLDER: a promise that no run has put to the test is not kept, and each verdict is the same if the promise is
tried alone. FOLDER has the faulty programs."""
import json
import subprocess
import sys

# The program, its fault, and the promises that are kept, broken and not seen; the rest is not claimed.
ROWS = [
    ("list", "none", "early first order fifo passed cancel move next callbacks budget wrap memory", "", ""),
    ("list", "fires_nothing", "next", "first",
     "early order fifo passed cancel move callbacks budget wrap memory"),
    ("list", "fires_passed_ticks_alone", "passed next callbacks budget", "first",
     "early order fifo cancel move wrap memory"),
    ("claims", "pops", "first order fifo cancel move next memory", "", ""),
    ("claims", "unordered", "early first passed cancel move far jump memory", "", ""),
    ("heap", "fires_a_tick_late", "early order fifo passed cancel move next callbacks budget jump far memory", "first", ""),
]


def judged(program, fault, *options):
    command = [f"{sys.argv[1]}/judge_faulty_{program}", fault, "--json", "--ops", "1500", "--cancels", "1000", *options]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    card = json.loads(result.stdout)
    good = card["broken"] == 0 and card["not_seen"] == 0
    assert result.returncode == (0 if good else 1), (result.returncode, card)
    return {row["promise"]: row for row in card["promises"]}


def main():
    failed = []
    for program, fault, *wanted in ROWS:
        card = judged(program, fault)
        for state, names in zip(("kept", "broken", "not seen"), wanted):
            found = {name for name, row in card.items() if row["state"] == state}
            if found != set(names.split()):
                failed.append(f"{program} {fault}: {state}: {sorted(found)}, not {sorted(names.split())}")
        for name, row in card.items():
            alone = judged(program, fault, "--only", name)
            if [(n, r["state"]) for n, r in alone.items()] != [(name, row["state"])]:
                failed.append(f"{program} {fault}: --only {name} says {alone}")
            if row["state"] == "not seen" and row["reason"] != "a breach of `first` ends each run before":
                failed.append(f"{program} {fault}: {name}: {row['reason']}")
    print("\n".join(failed) or "ok")
    sys.exit(1 if failed else 0)


main()
