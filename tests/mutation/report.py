# SPDX-License-Identifier: MIT-0
"""What was found: progress, results to go on from, the list of equivalent mutants, and the table at the end."""
import collections
import functools
import json
import os
import sys

import killers
import mutants
import trial

CLASSES = ("same", "dead", "cost", "room")
EQUIVALENT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "equivalent.list")


def read_results(path, texts):
    """Verdicts of an earlier run over the same tokens. What survived is tried again: tests may have come."""
    known = {}
    if path and os.path.exists(path):
        with open(path, encoding="utf-8") as file:
            for line in file:
                r = json.loads(line)
                header = r["key"].split()[0].rstrip(":")
                if r["kind"] != "survived" and r["text"] == mutants.digest(texts[header]):
                    known[r["key"]] = trial.Verdict(r["kind"], r["by"])
    return known


def note(path, text, mutant, verdict):
    """Appends one line at once, so that a run that is stopped loses none."""
    if path:
        with open(path, "a", encoding="utf-8") as file:
            line = {"key": mutant.key, "kind": verdict.kind, "by": verdict.by, "text": mutants.digest(text)}
            file.write(json.dumps(line) + "\n")


def progress(args, mutant, verdict, counted, tried, of):
    goal = "%d of %d" % (counted, args.sample) if args.sample else "%d of %d" % (tried, of)
    if verdict.kind == "survived":
        print("\r%s SURVIVED %s" % (goal, mutant.key), flush=True)
    elif sys.stdout.isatty():
        print("\r%s " % goal, end="", flush=True)
    elif tried % 50 == 0:
        print(goal, flush=True)


def read_equivalent():
    """{name of a mutant: why no test can see it}: lines that are not indented are names, those below them the class and
    the reason of all of these."""
    reasons, keys, why = {}, [], ""
    with open(EQUIVALENT, encoding="utf-8") as file:
        for number, line in enumerate(file, 1):
            if not line.strip() or line.startswith("#"):
                continue
            if line.startswith(" "):
                if not keys:
                    sys.exit("%s:%d: a reason without a mutant" % (EQUIVALENT, number))
                why = (why + " " + line.strip()).strip()
            else:
                if why:
                    keys, why = [], ""
                keys.append(line.strip())
            for key in keys:
                reasons[key] = why
    bare = [key for key, reason in reasons.items() if reason.split(":")[0] not in CLASSES]
    if bare:
        sys.exit("%s: no class, or no reason, for %s" % (EQUIVALENT, bare[0]))
    return reasons


@functools.lru_cache(None)
def names(header, text):
    return {m.key for m in mutants.mutants(header, text)}


def stale(texts, reasons):
    """Names in the list that no mutant has: the code has changed, and the reason may not hold any more."""
    return [key for key in reasons if not any(key in names(*each) for each in texts.items())]


def table(tried, reasons):
    rows = ["| header | mutants | killed | by | same program | survived | not counted |", "|---|--:|--:|---|--:|--:|--:|"]
    sums = [0] * 5
    for header in list(killers.HEADERS) + [None]:
        mine = [(m, v) for m, v in tried if m.header == header]
        if not mine and header:
            continue
        by = collections.Counter(v.by.split()[0] for _, v in mine if v.kind == "killed")
        lived = [m.key in reasons for m, v in mine if v.kind == "survived"]
        numbers = [sum(v.counts for _, v in mine), sum(by.values()), sum(lived), len(lived) - sum(lived),
                   sum(not v.counts for _, v in mine)]
        sums = [a + b for a, b in zip(sums, numbers)]
        numbers = numbers if header else sums
        rows.append("| %s | %d | %d | %s | %d | %d | %d |" % (
            header or "all", *numbers[:2], ", ".join("%s %d" % (os.path.basename(t), n) for t, n in by.most_common(4)),
            *numbers[2:]))
    return rows, sums


def finish(args, texts, tried, of):
    reasons = read_equivalent()
    rows, (counted, killed, same, survived, _) = table(tried, reasons)
    alive = [m.key for m, v in tried if v.kind == "survived" and m.key not in reasons]
    wrong = ["%s is in equivalent.list, and no mutant has this name" % key for key in stale(texts, reasons)]
    wrong += ["%s is killed by %s, and in equivalent.list" % (m.key, v.by) for m, v in tried
              if v.kind == "killed" and m.key in reasons]
    score = 100 * killed / max(1, counted - same)
    line = "%d of %d mutants tried, %d of them compile here: %d killed, %d the same program, %d survived: %.1f %%" % (
        len(tried), of, counted, killed, same, survived, score)
    if args.unlisted:
        line += "; those that equivalent.list names were left out"
    text = rows + ["", line] + [""] * bool(alive) + ["* `%s`" % key for key in alive]
    print("\n" + "\n".join(text + wrong))
    if args.summary:
        with open(args.summary, "w", encoding="utf-8") as file:
            file.write("# Mutants of the headers, and the tests that saw them\n\n" + "\n".join(text) + "\n")
    return 1 if wrong or score < args.goal else 0
