# SPDX-License-Identifier: MIT-0
"""Grades the lab: compiles each header with the judge, and prints the judge's card with marks.

The points of each promise stand in the table of the assignment's sheet.md."""
import argparse
import functools
import json
import os
import re
import resource
import secrets
import signal
import subprocess
import sys
import tempfile
from collections import namedtuple
from pathlib import Path

HERE = Path(__file__).resolve().parent
JUDGE = HERE.parent / "judge"

# label: a column of the sheet; header: a file of the folder; name: of its functions; flags: of the compiler; ours: the
# structure that the playground plays; words: options of the judge
Part = namedtuple("Part", "label header name flags ours words", defaults=[[]])
# best: the better part counts, not the sum
Assignment = namedtuple("Assignment", "number title folder parts best")

ASSIGNMENTS = [
    Assignment("1", "a sorted list", "1-list", [Part("list", "list.h", "list", [], "sortedlist")], False),
    Assignment("2", "a ring with rounds", "2-ring", [Part("ring", "ring.h", "ring", [], "wheel")], False),
    Assignment("3", "a heap", "3-heap", [Part("binary", "heap.h", "heap", ["-DARITY=2"], "heap4"),
                                         Part("4-ary", "heap.h", "heap", ["-DARITY=4"], "heap4")], False),
    Assignment("4", "a hierarchical wheel", "4-wheel", [Part("wheel", "wheel.h", "wheel", [], "smallwheel", ["--hex"])], False),
    Assignment("5", "a skip list or a tree", "5-order", [Part("skiplist", "skiplist.h", "skiplist", [], "skiplist"),
                                                         Part("tree", "tree.h", "tree", [], "rbtree")], True),
    Assignment("6", "measure and choose", "6-measure", [], False),
]
LOADS = ("same", "mixed", "firing", "idle")


class Misuse(Exception):
    """The text is for the one who called."""


def table(sheet):
    """The rows of all tables of a sheet whose first cell is `code`: by that word, the cells by column."""
    found, header = {}, None
    for line in sheet.read_text(encoding="utf-8").splitlines():
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
        if not line.startswith("|"):
            header = None
        elif header is None:
            header = cells
        elif re.fullmatch(r"`\w+`", cells[0]):
            found[cells[0].strip("`")] = dict(zip(header, cells))
    return found


# ------------------------------------------------------------------------------ the programs

SANITIZERS = ["-fsanitize=address,undefined", "-fno-sanitize-recover=undefined", "-DSANITIZED"]
FEW = 10  # warnings that are shown
TOLERATED = 5  # seconds of the processor for a load
UNCOUNTED = 4  # how a program ends after a load whose timers do not fire as they must


@functools.lru_cache(maxsize=None)
def sanitizers(cc):
    """The options for memory errors and undefined behaviour, if the compiler has them."""
    with tempfile.TemporaryDirectory() as work:
        source, program = Path(work) / "empty.c", Path(work) / "empty"
        source.write_text("int main(void) { return 0; }\n", encoding="utf-8")
        built = run([cc, *SANITIZERS, str(source), "-o", str(program)])
        return SANITIZERS if built.returncode == 0 and run([str(program)]).returncode == 0 else []


def run(command, text="", seconds=None):
    """Runs a command, for so many seconds of the processor at most. One that waits for a minute is ended likewise."""
    def limit():
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))

    try:
        return subprocess.run(command, input=text, capture_output=True, text=True, errors="replace", check=False,
                              preexec_fn=limit if seconds else None, timeout=60 if seconds else None)
    except subprocess.TimeoutExpired:
        return subprocess.CompletedProcess(command, -signal.SIGXCPU, "", "")


def compiled(part, folder, options, work):
    """(the program, None, the compiler's warnings), or (None, the sentence that says why there is none, [])."""
    header = folder / part.header
    if not header.is_file():
        return None, f"there is no {part.header}", []
    program = work / part.label
    result = run([options.cc, "-std=c99", "-D_GNU_SOURCE", "-O1", "-g", "-Wall", "-Wno-unused-function",
                  *sanitizers(options.cc), f"-I{HERE}", f"-I{JUDGE}", f'-DLAB_HEADER="{header.resolve()}"',
                  f"-DLAB_NAME={part.name}", *part.flags, str(HERE / "subject.c"), str(options.judge), "-o", str(program)])
    lines = result.stderr.replace(f"{header.resolve()}:", f"{part.header}:").splitlines()
    if result.returncode:
        errors = [line for line in lines if "error" in line or "undefined" in line] or ["the compiler fails"]
        theirs = [line for line in lines if line.startswith(part.header) and re.search(": (error|note): ", line)]
        told = errors[:1] if errors[0].startswith(part.header) else errors[:1] + theirs[:1]
        return None, f"it does not compile: {'; '.join(told)}".replace(f"{HERE}/", ""), []
    return program, None, [line for line in lines if line.startswith(part.header) and "warning: " in line]


def judged(program, part, options):
    """The rows of the judge's card by promise, and the sentence that says why there are none. The judge is another
    program than the student's, and repeats a word that only the two of us know."""
    word = secrets.token_hex(16)
    result = run([str(options.by), "--json", "--nonce", "--nonsense", *part.words, "--cancels", "200000", "--limit", "10", str(program),
                  "--serve"], word + "\n")
    try:
        card = json.loads(result.stdout)
    except ValueError:
        card = {}
    if result.returncode not in (0, 1) or card.get("nonce") != word:
        return {}, (result.stderr.strip().splitlines() or ["the judge gives no card"])[-1].replace(f"{options.by}: ", "")
    return {row["promise"]: row for row in card["promises"]}, None


class Uncounted(str):
    """Why the looks of a load are worth nothing: its timers do not fire as they must."""


def looks(program, load, timers):
    """The looks of an operation, or the sentence that says why there is no number."""
    word = secrets.token_hex(16)
    result = run([str(program), "--cost", load, timers, "-"], word + "\n", TOLERATED)
    if result.returncode == -signal.SIGXCPU:
        return f"load `{load}`: it does not end within {TOLERATED} s"
    given, _, number = result.stdout.strip().partition(" ")
    if given == word and re.fullmatch(r"\d+[.]\d\d", number):
        return float(number)
    lines = result.stderr.strip().splitlines() or [f"the program ends with status {result.returncode}"]
    if result.returncode == UNCOUNTED:
        return Uncounted(f"load `{load}` was not counted: {lines[-1]}")
    return f"load `{load}`: {last_words(([line for line in lines if 'SUMMARY: ' in line] or lines)[-1])}"


def leaked(program, options):
    """The sentence of the leak sanitizer about a run in which all timers fire, are cancelled or moved; or None."""
    lines = ["init 0"]
    for round_ in range(20):
        lines += [f"add {i} {round_ * 100 + i + 1}" for i in range(1, 9)]
        lines += ["cancel 3", "cancel 5", f"move 4 {round_ * 100 + 20}", f"advance {round_ * 100 + 99}"]
    result = run([str(program), "--serve"], "\n".join(lines) + "\n", TOLERATED) if sanitizers(options.cc) else None
    found = re.search(r"leak of (\d+) byte.*?(?=\n\n|\Z)", result.stderr, re.S) if result else None
    if not found:
        return None
    place = re.search(r" in (\w+) \S*?([^/\s]+[.]h:\d+)", found[0])
    return (f"when no timer waits any more, {found[1]} bytes are left that nothing leads to" +
            (f", from {place[1]}(), {place[2]}" if place else ""))


# --------------------------------------------------------------------------------- the marks

def last_words(said):
    """The last words of a program; of a sanitizer without the path: what is wrong, and where."""
    report = re.match(r"SUMMARY: \w+: (\S+) \S*?([^/\s]+:\d+)\S* in (\w+)", said)
    if report:
        return f"{report[1]} in {report[3]}(), {report[2]}"
    report = re.match(r"\S*?([^/\s]+:\d+):\d+: runtime error: (.*)", said)
    if report:
        never = f"0x{'a5' * 8}" in report[2]  # what subject.c leaves where nobody writes
        return f"{'it follows a pointer that was never written' if never else report[2]}: {report[1]}"
    report = re.match(r"\S+: \S*?([^/\s]+:\d+): (\w+): Assertion `(.*)' failed", said)
    return f"the assertion {report[3]} fails in {report[2]}(), {report[1]}" if report else said


def reason(row):
    """One sentence: what the judge says, or the last words of the program, which know more."""
    if row["reason"] == "this is no answer of the protocol":
        return f"the program prints `{row['answer']}` where its answer should stand: print to stderr what you want to see"
    raw = row.get("last_word", "")
    said = last_words(raw)
    knows = said != raw or said.endswith(("is not written yet", "an endless loop?")) or "pointer that leads" in said
    return said if knows else row["reason"] + (f": {said}" if said else "")


def played(row, part, options):
    """The address at which the playground plays a sequence as it should go; "" if a line has no command there."""
    return f"{options.playground}#tab=explore&on={part.ours}&do={row['play']}" if row.get("play") else ""


def of_promise(promise, points, card, why, part, options):
    """A test: name, score, max_score, sentence, and the sequence that breaks the promise."""
    row = card.get(promise, {"state": "not judged", "sentence": ""})
    test = {"name": promise, "score": points if row["state"] == "kept" else 0, "max_score": points,
            "state": row["state"], "promise": row["sentence"], "reason": why or row.get("reason", ""), "begin": None,
            "sequence": [], "play": ""}
    if row["state"] == "broken":
        begin = row.get("begin")
        test.update(reason=reason(row), begin=hex(begin) if part.words and begin is not None else begin,
                    sequence=row.get("words", []), answer=row["answer"], expected=row["expected"], play=played(row, part, options))
    elif row["state"] == "not judged" and not why:
        test["reason"] = "not judged: two promises before it already end in an endless loop"
    return test


def of_cost(part, rows, program, test):
    """Completes the test of the cost: kept if no call is too dear, and all loads are within their bounds."""
    for load in LOADS if test["state"] == "kept" else ():
        bound = rows.get(load, {}).get(part.label, "")
        if not bound:
            continue
        got = looks(program, load, rows[load]["timers"])
        if isinstance(got, str):
            test["reason"] = got
        elif got > float(bound):
            test["reason"] = (f"load `{load}`: {got:.1f} looks an operation with {rows[load]['timers']} timers; "
                              f"at most {bound} are allowed")
        if test["reason"]:
            test.update(score=0, state="not seen" if isinstance(got, Uncounted) else "broken")
            return


def of_memory(program, options, test):
    """Completes the test of the memory: kept if nothing leaks."""
    if test["state"] == "kept" or "memory has grown" in test["reason"]:
        test["reason"] = leaked(program, options) or test["reason"]
        if test["reason"]:
            test.update(score=0, state="broken")


def graded_part(part, assignment, folder, options):
    rows = table(HERE / assignment.folder / "sheet.md")
    with tempfile.TemporaryDirectory() as work:
        program, why, warnings = compiled(part, folder / assignment.folder, options, Path(work))
        card, no_card = judged(program, part, options) if program else ({}, None)
        tests = {name: of_promise(name, int(row[part.label]), card, why or no_card, part, options) for name, row in rows.items()
                 if name not in LOADS}
        of_cost(part, rows, program, tests["cost"])
        of_memory(program, options, tests["memory"])
    return {"part": part.label, "score": sum(t["score"] for t in tests.values()),
            "max_score": sum(t["max_score"] for t in tests.values()), "warnings": warnings, "tests": list(tests.values())}


# ------------------------------------------------------------------------------- assignment 6

def measured(folder, options):
    """What every structure takes under every load: looks[structure][load], or a sentence."""
    found = {}
    with tempfile.TemporaryDirectory() as work:
        for assignment in ASSIGNMENTS:
            for part in assignment.parts:
                program, why, _ = compiled(part, folder / assignment.folder, options, Path(work))
                found[part.label] = {load: why or looks(program, load, "1000") for load in LOADS}
    return found


def print_measured(found):
    print("Looks an operation, 1000 timers. same, mixed: of an arming or a move; firing: of a timer that fires;")
    print("idle: of a tick at which nothing is due. A look is a call of due().\n")
    print("  " + "structure".ljust(12) + "".join(load.rjust(10) for load in LOADS))
    for name, row in found.items():
        print("  " + name.ljust(12) + "".join(
            (f"{row[load]:.2f}" if isinstance(row[load], float) else "-").rjust(10) for load in LOADS))
    for name, row in found.items():
        for sentence in {value.partition(": ")[2] or value for value in row.values() if isinstance(value, str)}:
            print(f"  {name}: {sentence}")


def answers(path):
    """The lines `QUESTION = ANSWER` of answers.txt."""
    text = path.read_text(encoding="utf-8", errors="replace") if path.is_file() else ""
    return dict(re.findall(r"^(\w+) *= *(\S+) *$", text, re.M))


def right(answer, load, which, found):
    """None if the answer is what the student's structures measure, else a sentence."""
    numbers = {name: row[load] for name, row in found.items() if isinstance(row[load], float)}
    if answer in (None, "?"):
        return "it is not answered in 6-measure/answers.txt"
    if which in ("least", "most"):
        if answer not in numbers:
            return f"{answer} is no structure that was measured"
        best = (min if which == "least" else max)(numbers.values())
        return None if numbers[answer] == best else \
            f"{answer} takes {numbers[answer]:.2f} looks; another one takes {best:.2f}"
    if which not in numbers:
        return f"{which} cannot be measured yet"
    try:
        given = float(answer)
    except ValueError:
        return f"{answer} is no number"
    return None if abs(given - numbers[which]) <= 0.02 * numbers[which] + 0.01 else \
        f"{answer} is not what `make measure` prints"


def graded_measure(assignment, folder, options):
    rows = table(HERE / assignment.folder / "sheet.md")
    given, found, tests = answers(folder / assignment.folder / "answers.txt"), measured(folder, options), []
    for name, row in rows.items():
        why = right(given.get(name), row["load"].strip("`"), row["structure"].strip("`"), found)
        tests.append({"name": name, "score": 0 if why else int(row["points"]), "max_score": int(row["points"]),
                      "state": "broken" if why else "kept", "promise": row["question"], "reason": why or "",
                      "begin": None, "sequence": [], "play": ""})
    return {"part": "answers", "warnings": [], "score": sum(t["score"] for t in tests), "max_score": sum(t["max_score"] for t in tests),
            "tests": tests}


# ------------------------------------------------------------------------------------ output

def graded(assignment, folder, options):
    parts = [graded_part(part, assignment, folder, options) for part in assignment.parts] or \
        [graded_measure(assignment, folder, options)]
    if assignment.best:  # the first one, if both are as good
        parts = [max(parts, key=lambda part: part["score"])]
    return {"assignment": assignment.number, "title": assignment.title, "score": sum(p["score"] for p in parts),
            "max_score": sum(p["max_score"] for p in parts), "parts": parts}


def details(test):
    """The lines below a promise that is broken."""
    if test["begin"] is not None:
        yield f"begin at tick {test['begin']}"
    for number, words in enumerate(test["sequence"], 1):
        yield f"{number:>2}  {words}"
    if test.get("expected") is not None and not test["answer"].startswith(("it ends", "it is ended", "it gives", "its answer")):
        yield f"    it answers  {test['answer'] or 'nothing'}"
        yield f"    expected    {test['expected'] or 'nothing'}"
    if test["reason"]:
        yield f"> {test['reason']}"
    if test["play"]:
        where = ", by adding this to the playground's address" * test["play"].startswith("#")
        yield f"see it done right{where}: {test['play']}"


def print_part(part, alone):
    said = {}
    if not alone:
        print(f"  {part['part']}: {part['score']} of {part['max_score']}")
    for line in part["warnings"][:FEW]:
        print(f"  {line}")
    for test in part["tests"]:
        kept = test["state"] if test["state"] != "broken" else "BROKEN"
        print(f"  {test['name']:<10} {kept:<11} {test['score']:>2} of {test['max_score']:<2}  {test['promise']}".rstrip())
        if test["state"] == "kept":
            continue
        if test["state"] != "not seen" and said.setdefault(test["reason"], test["name"]) != test["name"]:
            print(f"                > as at `{said[test['reason']]}`")
            continue
        for line in details(test):
            print("                " + line)


def print_text(results):
    for result in results:
        print(f"{result['assignment']}  {result['title']}: {result['score']} of {result['max_score']}")
        for part in result["parts"]:
            print_part(part, len(result["parts"]) == 1 and part["part"] not in ("skiplist", "tree"))
        print()
    print(f"marks: {sum(r['score'] for r in results)} of {sum(r['max_score'] for r in results)}")


def as_json(results):
    """For course systems: the sum, and a flat list of tests with a text for the student."""
    tests = []
    for result in results:
        for part in result["parts"]:
            for test in part["tests"]:
                tests.append({"name": f"{result['assignment']} {part['part']}: {test['name']}", "score": test["score"],
                              "max_score": test["max_score"],
                              "output": "\n".join([test["promise"], *(details(test) if test["reason"] else []),
                                                  *(part["warnings"][:FEW] if test["reason"] else [])])})
    return {"score": sum(r["score"] for r in results), "max_score": sum(r["max_score"] for r in results),
            "tests": tests, "assignments": results}


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter, epilog=(
        "Exit status: 0 full marks, 1 some marks are missing, 2 misuse."))
    parser.add_argument("assignment", nargs="*", help="1 to 6; all without it")
    parser.add_argument("--from", dest="folder", default=str(HERE), help="the folder with the student's 1-list, 2-ring, ...")
    parser.add_argument("--judge", default=str(HERE / "build" / "judge.a"), help="the library that `make` builds of products/judge/core")
    parser.add_argument("--by", help="the program tw_judge (that beside the library)")
    parser.add_argument("--playground", default="", help="the address of a playground, for links that open it")
    parser.add_argument("--cc", default=os.environ.get("CC", "cc"), help="the C compiler (cc)")
    parser.add_argument("--json", action="store_true", help="print the marks for a course system")
    parser.add_argument("--measure", action="store_true", help="print the looks of every structure, no marks")
    return parser.parse_args()


def main():
    options = arguments()
    folder = Path(options.folder)
    known = [a.number for a in ASSIGNMENTS]
    if not folder.is_dir():
        raise Misuse(f"there is no folder {folder}")
    if not Path(options.judge).is_file():
        raise Misuse(f"there is no {options.judge}: `make grade` builds it")
    options.by = Path(options.by) if options.by else Path(options.judge).parent / "tw_judge"
    if not options.by.is_file():
        raise Misuse(f"there is no {options.by}: `make grade` builds it")
    for number in options.assignment:
        if number not in known:
            raise Misuse(f"there is no assignment {number}: they are {', '.join(known)}")
    if options.measure:
        print_measured(measured(folder, options))
        return 0
    results = [graded(a, folder, options) for a in ASSIGNMENTS if not options.assignment or a.number in options.assignment]
    if options.json:
        json.dump(as_json(results), sys.stdout, indent=1)
        print()
    else:
        print_text(results)
    return 0 if all(r["score"] == r["max_score"] for r in results) else 1


try:
    sys.exit(main())
except Misuse as error:
    print(f"grade.py: {error}", file=sys.stderr)
    sys.exit(2)
except FileNotFoundError as error:
    print(f"grade.py: {error.filename} is not there", file=sys.stderr)
    sys.exit(2)
