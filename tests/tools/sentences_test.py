#!/usr/bin/env python3
# SPDX-License-Identifier: MIT-0
"""sentences_test.py PART SOURCE WORK: figures and marks that stand in sentences and tables of docs/ are those of their
source. Without a compiler for 32 bits, sizes ends with status 77.

    pages    counts of tests, lessons and subjects, tables of figures and of costs, and the sentences about them
    marks    the tables of verbs (README) and guarantees (choosing.md); compiles with cc
    sizes    bytes in choosing.md, for 64 bits and for 32; compiles with cc and cc -m32, or arm-none-eabi-gcc"""
import re
import shutil
import subprocess
import sys
from pathlib import Path

PART, SOURCE, WORK = sys.argv[1], Path(sys.argv[2]), Path(sys.argv[3])
STRUCTURES = ("heap4", "rbtree", "skiplist", "sortedlist", "wheel", "smallwheel", "hwheel", "bigwheel")
WORDS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
failed = []


def text(path):
    return (SOURCE / path).read_text()


def count(path, pattern):
    found = len(re.findall(pattern, text(path), re.M))
    assert found, f"{path} has no {pattern}"
    return found


def says(page, sentence, *wanted, times=1):
    """The page has the sentence so many times, with these figures where it has (N)."""
    pattern = re.escape(sentence).replace(r"\(N\)", r"(\d[\d,]*)").replace(r"\ ", r"\s+")
    found = re.findall(pattern, text(page))
    if len(found) != times:
        failed.append(f"{page}: '{sentence}' is there {len(found)} times, not {times}")
    for figures in found:
        got = [int(f.replace(",", "")) for f in ([figures] if isinstance(figures, str) else figures) if f[0].isdigit()]
        if got != list(wanted):
            failed.append(f"{page}: '{sentence}' says {got}, and its source {list(wanted)}")


def mutants_by_class():
    """How many names of equivalent.list stand above a reason of each class."""
    listed, names = {}, 0
    for line in text("tests/mutation/equivalent.list").splitlines():
        if line.startswith("    "):
            kind = line.split(":")[0].strip()
            listed[kind] = listed.get(kind, 0) + names
            names = 0
        elif line and line[0] != "#":
            names += 1
    return listed


def table(page, first):
    """The rows of the table whose head begins with these cells, as lists of cells; the head is the first."""
    lines = text(page).splitlines()
    starts = [i for i, line in enumerate(lines) if line.startswith(first)]
    assert len(starts) == 1, f"{page} has {len(starts)} tables {first}"
    rows = []
    for line in lines[starts[0]:]:
        if not line.startswith("|"):
            break
        rows.append([cell.strip(" *`") for cell in re.split(r"(?<!\\)\|", line)[1:-1]])
    return [rows[0]] + rows[2:]


def compiled(name, code, *flags, compiler=("cc",)):
    """An object file of this code; None: the compiler refuses it."""
    (WORK / f"{name}.c").write_text(code)
    made = WORK / f"{name}.o"
    done = subprocess.run([*compiler, "-std=c99", f"-I{SOURCE}", *flags, "-c", WORK / f"{name}.c", "-o", made],
                          stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return made if done.returncode == 0 else None


def symbols(path, *flags):
    return subprocess.run(["nm", *flags, path], stdout=subprocess.PIPE, text=True, check=True).stdout


# ------------------------------------------------------------------------------------------------------- pages

def trust():
    page = "docs/trust.md"
    queue, post, shards = (count(f"tests/threads/{name}_test.c", r'^    \{"') for name in ("delayqueue", "post", "shards"))
    says(page, "(N) scenarios S1 to S35", count("tests/contract/scenarios.c", r"^(?:SCENARIO|MISTAKE)\("))
    says(page, "(N) historic bugs", count("tests/seeded/README.md", r"^\|.*\| `[^`]*` \| `[^`]*` \|$"))
    says(page, "every interleaving of (N) small programs; real threads", queue)
    says(page, "every interleaving of (N) small programs; storms", post)
    says(page, "every interleaving of (N) small programs over the real headers", queue + post + shards)
    says(page, "(N) seeded faults, each with the order", count("tests/faults/schedule.list", r"^fault "))
    says(page, "(N) faults, each by a named goal",
         sum(count(f"tests/faults/{name}.list", r"^fault ") for name in ("proof", "wheels", "lists", "cards", "heaps", "sequences")))
    weak = [count(f"tests/weak/{name}_weak.cc", r"model_run<\w+>, (?:true|false)\}") for name in ("delayqueue", "post", "shards")]
    says(page, "(N) programs under Relacy", sum(weak))
    line = r"^(\d+) of \d+ mutants tried, (\d+) of them compile here: (\d+) killed, (\d+) the"
    tried, kept, killed, same = map(int, re.search(line, text("tests/mutation/summary.md"), re.M).groups())
    says(page, "(N) small changes of the headers in the last whole run, (N) of which compiled: (N) were seen by a test. "
         "The other (N) had each a reason", tried, kept, killed, same)
    listed = mutants_by_class()
    says(page, "(N) are left: (N) where the search found no difference, (N) that cost other steps, (N) with the same object "
         "code, (N) that take other memory", sum(listed.values()), *(listed[kind] for kind in ("dead", "cost", "same", "room")))
    says(page, "Of the (N) mutants a night", tried)
    says(page, "The reasons why (N) mutants", sum(listed.values()))
    slow = WORDS[count("tests/faults/cost.list", r"^fault ")]
    says(page, f"| {slow} seeded pessimisations |")


def performance():
    page, rows = "docs/performance.md", {}
    for line in text("tests/counts/counts.txt").splitlines():
        if line[:1] not in ("#", "") and not line.startswith("structure "):
            structure, use, workload, instructions, _ = line.split()
            rows[structure, use, workload] = round(float(instructions))
    idle = [n for (of, _, workload), n in rows.items() if workload == "idle" and of not in ("smallwheel", "table")]
    churn = [rows["hwheel", "timers", "churn-" + kind] for kind in ("uniform", "constant")]
    says(page, "An idle tick takes (N) to (N) instructions", min(idle), max(idle))
    says(page, "In smallwheel, which is made for size, it takes (N)", rows["smallwheel", "timers", "idle"])
    of_table = [rows[of, "timers", workload] for workload in ("idle", "sparse") for of in ("table", "hwheel")]
    says(page, "an idle tick takes (N) instructions, and hwheel's (N). A timer of ten that lie far apart takes (N), and "
         "hwheel's (N)", *of_table)
    says(page, "Popping takes (N) instructions", rows["rbtree", "ticks", "pop-all-random"])
    says(page, "takes (N) to (N) instructions in hwheel", min(churn), max(churn))


def cost():
    """What is said of the bounds is said of tens: 825 is no more than 830."""
    page = "docs/cost.md"
    most = {(row[0], row[1]): [int(cell.split()[2]) for cell in row[2:]]
            for row in table(page, "| structure | timers | add ")[1:]}
    tens = lambda figures: -(-max(figures) // 10) * 10
    verbs = lambda name: [n for (row, _), figures in most.items() for n in figures[:3] if row == name]
    says(page, "where any call must be bounded: none takes more than (N) instructions with 512 timers",
         tens(most["heap4", "512"]))
    says(page, "that you can name: none takes more than (N) instructions with 512 timers", tens(most["rbtree", "512"]))
    says(page, "levels takes at most (N) instructions to arm, move or cancel", tens(verbs("smallwheel")))
    # no list of eight timers is sorted
    says(page, "**hwheel** takes at most (N) instructions to arm or move", tens(most["hwheel", "8"][:2]))
    says(page, "as with 8 timers, and at most (N) to cancel", tens([most["hwheel", "512"][2]]))

    runs = text("tools/cost/runs.h")
    first, last, by = map(int, re.search(r"for \(i = (\d+); i <= (\d+); i \+= (\d+)\)\s+churn", runs).groups())
    each = int(re.search(r"OPERATIONS = (\d+)", runs)[1])
    shapes, ways = (1 + re.search(rf"enum {{\s*([\w,\s]+),\s*{most}\s*}}", runs)[1].count(",")
                    for most in ("SHAPES", "WAYS"))
    says(page, "allow: (N) random operations", each * len(range(first, last + 1, by)))
    says(page, "and (N) attacks", shapes * ways * 2)
    adversaries = re.search(r"adversaries\[\] = {([^}]*)}", text("tools/cost/adversaries.h"))[1]
    says(page, "(N) [adversaries]", 1 + adversaries.count(","))
    loose = dict(re.findall(r'"(\w+)": (\d+)', re.search("LOOSE = {(.*)}", text("tools/cost/cost.py"))[1]))
    says(page, "hwheel up to (N) times, wheel up to (N), bigwheel up to (N)",
         *(int(loose[name]) for name in ("hwheel", "wheel", "bigwheel")))


def orders(sentence):
    """The orders that it names: O(1), O(m log m)."""
    return set(re.findall(r"O\((?:[^()]|\([^()]*\))*\)", re.sub(r"\s+", " ", sentence)))


def heads():
    """The tables of costs name the same orders as the heads of the wheels that sort."""
    cost, which = table("docs/choosing.md", "| | heap4 |"), table("README.md", "| | pick it for |")
    costs = {row[0]: dict(zip(cost[0], row)) for row in cost if row[0] in ("add, move", "cancel", "next")}
    sheet = {row[0]: row[2] for row in table("docs/cheatsheet.md", "| | take it for |")}
    for name in ("hwheel", "bigwheel"):
        block = re.search(r"COST.*?\n(.*?)       count ", text(f"{name}.h"), re.S)[1]
        head = {}
        for verbs, said in re.findall(r"^ {7}(\w[\w, ]*?)  +(.*(?:\n {20,}.*)*)", block, re.M):
            head.update((verb, orders(said)) for verb in verbs.split(", "))
        head["next"] = orders(re.search(r"^ {7}next  +(.*(?:\n {20,}.*)*)", text(f"{name}.h"), re.M)[1])
        row = next(row for row in which if row[0].startswith(f"[{name}.h]"))
        said = [("choosing.md", "add", costs["add, move"][name]), ("choosing.md", "cancel", costs["cancel"][name]),
                ("choosing.md", "next", costs["next"][name]), ("README.md", "add", row[2]), ("README.md", "next", row[3]),
                ("cheatsheet.md", "add", sheet[name])]
        for page, verb, cell in said:
            if orders(cell) != head[verb]:
                failed.append(f"{page}: {name}, {verb}: '{cell}', and its head says {sorted(head[verb])}")


def readme():
    lessons = len(text("products/playground/lessons/index.txt").split())
    says("README.md", "two structures side by side, with (N) lessons", lessons)
    subjects = [row[0] for row in table("docs/judged.md", "| subject |")[1:]]
    says("README.md", "has (N) subjects of others", sum(not name.startswith("tw ") for name in subjects))


# ------------------------------------------------------------------------------------------------------- marks

def marked(page, first, wanted):
    """Each mark of the table is the one of wanted(row, structure)."""
    head, *rows = table(page, first)
    for what, *marks in rows:
        for structure, mark in zip(head[1:], marks):
            right = "+" if wanted(what, structure) else "-"
            if mark != right:
                failed.append(f"{page}: {what}: {structure} has {mark}, and its source says {right}")
    return {row[0] for row in rows}


def verbs():
    have = {}
    for structure in STRUCTURES:
        made = compiled(structure, f'#define TW_IMPLEMENTATION\n#include "{structure}.h"\n', "-DTW_CHECK=1")
        have[structure] = set(re.findall(rf" T tw_{structure}_(\w+?)(?:(?:_v\d+)?_ticks\d+\w*)?$", symbols(made), re.M))
        # prefetch() is inline
        have[structure] |= set(re.findall(rf"^TW__INLINE void tw_{structure}_(\w+)\(", text(f"{structure}.h"), re.M))

    def wanted(what, structure):
        names = set(what.split())
        if names & have[structure] not in (names, set()):
            failed.append(f"{structure} has only some of {what}")
        return names <= have[structure]

    marked("README.md", "| verb | heap4 ", wanted)


def answers(structure):
    """What sentences_marks.c says of this structure; what it did not come to is -."""
    program = WORK / f"marks_{structure}"
    subprocess.run(["cc", "-std=c99", "-O1", f"-I{SOURCE}", f"-DOF={structure}",
                    Path(__file__).parent / "sentences_marks.c", "-o", program], check=True)
    done = subprocess.run(["timeout", "10", program], stdout=subprocess.PIPE, text=True)
    found = dict(line.split() for line in done.stdout.splitlines())
    assert len(found) >= 2, f"{structure}: {found}"
    return {"sees_other_set": "-", **found}


def guarantees():
    counts = {}
    for structure, verb, counted, most, *_ in table("docs/cost.md", "| structure | verb | counted ")[1:]:
        counts[structure, verb, counted] = most
    asked = {structure: answers(structure) for structure in STRUCTURES}
    header = {s: text(f"{s}.h") for s in STRUCTURES}
    # in a formula L, the levels, is a number; n, s and what is a function of them are not
    bounded = lambda most: not re.search(r"\b[ns]\b", re.sub(r"(depth|height|lanes)\([^)]*\)", "", most))
    rules = {
        "add is never refused": lambda s: asked[s]["never_refused"] == "+",
        "works without an array": lambda s: asked[s]["no_array"] == "+",
        "the array may move": lambda s: f"bool tw_{s}_storage(" in header[s],
        "arming is O(1)": lambda s: (s, "add", "compares") not in counts and
                                    not re.search("[a-z]", counts[s, "add", "links"]),
        "cancel compares no keys": lambda s: (s, "cancel", "compares") not in counts,
        "no call but clear": lambda s: all(bounded(most) for key, most in counts.items() if key[0] == s),
        "keys may be other": lambda s: f"TW_{s.upper()}_OF(name, type, member, before)" in header[s],
        "a node of another set": lambda s: asked[s]["sees_other_set"] == "+",
    }

    def wanted(what, structure):
        return next(rule for begin, rule in rules.items() if what.startswith(begin))(structure)

    rows = marked("docs/choosing.md", "| guarantee | heap4 ", wanted)
    assert len(rows) == len(rules), rows


# ------------------------------------------------------------------------------------------------------- sizes

def sizes_of(compiler, flags):
    """The bytes of a node, of a heap's cell, and of the wheels."""
    code = ('#include "heap4.h"\n#include "hwheel.h"\n#include "smallwheel.h"\nchar node[sizeof(struct tw_node)];\n'
            "char cell[sizeof(struct tw_heap4_cell)];\nchar wheel[sizeof(struct tw_hwheel)];\n"
            "char rings[sizeof(struct tw_smallwheel)];\n")
    made = compiled("sizes", code, *flags, compiler=compiler)
    found = re.findall(r"^\w+ (\w+) [BCD] (\w+)$", symbols(made, "-S"), re.M) if made else []
    return {name: int(size, 16) for size, name in found}


def sizes():
    page = "docs/choosing.md"
    small = ["-DTW_SMALLWHEEL_LEVELS=4", "-DTW_TICK_BITS=32"]
    compilers = [c for c in (("cc", "-m32"), ("arm-none-eabi-gcc",)) if shutil.which(c[0])]
    found = next(filter(None, (sizes_of(c, small) for c in compilers)), None)
    if not found:
        sys.exit(77)
    every = next(filter(None, (sizes_of(c, ["-DTW_TICK_BITS=32"]) for c in compilers)))
    says(page, "(N) bytes for the wheel on a 32-bit machine, and (N) with four levels", every["rings"], found["rings"])
    says(page, "(N) bytes, with four levels of 4 bits (N), on a 32-bit machine", every["rings"], found["rings"])
    says(page, "50 KB on a 64-bit machine, (N) bytes on a 32-bit one", every["wheel"])
    rows = {row[0]: row[1:] for row in table(page, "| | heap4 | rbtree ")}
    for bits, have in (("32-bit", found), ("64-bit", sizes_of(("cc",), ["-DTW_TICK_BITS=64"]))):
        heap, tree, _, *others = map(int, rows[f"bytes per timer, {bits}"])
        if heap != have["node"] + have["cell"] or {tree, *others} != {have["node"]}:
            failed.append(f"{page}: bytes per timer, {bits}: a node has {have['node']}, a cell {have['cell']}")


WORK.mkdir(parents=True, exist_ok=True)
for part in {"pages": (trust, performance, cost, heads, readme), "marks": (verbs, guarantees), "sizes": (sizes,)}[PART]:
    part()
print("\n".join(f"FAILED: {line}" for line in failed) or f"{PART}: all figures and marks are those of their source")
sys.exit(bool(failed))
