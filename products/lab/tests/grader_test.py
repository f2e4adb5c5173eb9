"""grader_test.py JUDGE [CASE...]: what the grader says of submissions that are empty, slow, wrong in memory or forged, and what the
student's archive has. JUDGE is the judge's library."""
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

LAB = Path(__file__).resolve().parent.parent
HEADERS = {"1": "1-list/list.h", "2": "2-ring/ring.h", "3": "3-heap/heap.h", "4": "4-wheel/wheel.h",
           "5": "5-order/skiplist.h"}


def grade(folder, *words):
    result = subprocess.run([sys.executable, "-B", str(LAB / "grade.py"), "--json", "--judge", sys.argv[1], "--from",
                             str(folder), *words], capture_output=True, text=True, check=False)
    assert result.returncode in (0, 1), result.stderr
    return json.loads(result.stdout)


def edited(work, assignment, *edits, of="key"):
    """The marks of a header with some edits, and its tests by promise."""
    header = HEADERS[assignment]
    text = (LAB / of / header).read_text(encoding="utf-8")
    for old, new in edits:
        assert text.count(old) == 1, (header, old, text.count(old))
        text = text.replace(old, new)
    file = work / header
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")
    marks = grade(work, assignment)
    part = marks["assignments"][0]["parts"][0]
    return marks, {test["name"]: test for test in part["tests"]}


def lost(tests):
    return {name for name, test in tests.items() if test["score"] < test["max_score"]}


def empty(work):
    """Functions without a body, in place of their holes, have no marks."""
    for folder in LAB.glob("[1-5]-*"):
        (work / folder.name).mkdir()
        for header in folder.glob("*.h"):
            lines = header.read_text(encoding="utf-8").splitlines(True)
            (work / folder.name / header.name).write_text("".join(x for x in lines if "hole(" not in x), encoding="utf-8")
    marks = grade(work, "1", "2", "3", "4", "5")
    assert (marks["score"], marks["max_score"]) == (0, 100), [t for t in marks["tests"] if t["score"]]
    assert all(re.search("\n> .", test["output"]) for test in marks["tests"]), "a test without a reason"


def never_fires(work):
    """A ring in whose slots nothing is ever found earns what it does without them: passed ticks, and next."""
    marks, tests = edited(work, "2", ("&r->slot[tick % SLOTS] : &r->passed", "&r->slot[(tick - 1) % SLOTS] : &r->passed"))
    assert tests["first"]["state"] == "broken" and tests["passed"]["score"] == 2 and tests["next"]["score"] == 2
    for name in ("early", "order", "fifo", "cancel", "move", "cost", "memory"):
        assert tests[name]["state"] == "not seen", tests[name]
        assert tests[name]["reason"] == "a breach of `first` ends each run before", tests[name]
    assert marks["score"] < 10, marks


def slow(work):
    """A ring that asks for its first timer at each tick loses the marks for cost alone, and no word of an endless loop."""
    _, tests = edited(work, "2", ("        ring_visit(r);\n", "        if (ring_first(r)) ring_visit(r); else r->hand = now;\n"))
    assert lost(tests) == {"cost"}, tests
    assert re.fullmatch(r"too many looks in one call: \d+; at most \d+ are allowed", tests["cost"]["reason"]), tests["cost"]
    assert tests["cost"]["sequence"][-1] == "ask how many looks one call took at most"


# Notes each start of the program in a file.
NOTED = """
#include <fcntl.h>
#include <unistd.h>
__attribute__((constructor)) static void note(void) {
    const int file = open("%s", O_WRONLY | O_APPEND | O_CREAT, 0600);
    if (write(file, "x", 1) < 0)
        _exit(9);
    close(file);
}
#endif
"""
STARTS = 200  # each ends after a tenth of a second of its own: so the marks are there within half a minute


def hung(work):
    """An endless loop is named, costs the promises at which it shows, and ends after few starts."""
    starts = work / "starts"
    _, tests = edited(work, "1", ("{ return l->first; }", "{ while (l) continue; return NULL; }"),
                      ("\n#endif\n", NOTED % starts))
    assert 2 < starts.stat().st_size < STARTS, starts.stat().st_size
    assert {"next"} <= lost(tests) and "fifo" not in lost(tests), tests
    assert tests["next"]["reason"] == "list_first() does not come back: an endless loop?", tests["next"]


# The clock of the process ticks while subject.c sets up, as it may on a busy machine.
TICKS = """
#include <signal.h>
#include <string.h>
#define memset(to, byte, n) (judged ? raise(SIGVTALRM) : 0, memset(to, byte, n))
#endif
"""


def ticked(work):
    """A tick of the process's clock before the first call of the student's is no endless loop."""
    marks, _ = edited(work, "1", ("\n#endif\n", TICKS))
    assert (marks["score"], marks["max_score"]) == (20, 20), [t for t in marks["tests"] if "\n>" in t["output"]]


def digits(work):
    """A wheel that chooses the ring by the distance: the sheet teaches digits, and the sequence begins near 0x10."""
    _, tests = edited(work, "4", ("(tick ^ w->position) >> 4", "(tick - w->position) >> 4"))
    row = tests["next"]
    assert int(row["begin"], 16) <= 16 and re.fullmatch(r"arm timer 1 for tick 0x100?", row["sequence"][-2]), row
    assert re.fullmatch(r"next 0x100?", row["expected"]) and "&on=smallwheel&do=advance+" in row["play"], row


def overflow(work):
    """An array that is too short: the line is named, by no more operations than fill the array."""
    _, tests = edited(work, "3", ("*at[CAPACITY]", "*at[64]"))
    row = next(test for test in tests.values() if test["state"] == "broken" and test["sequence"])
    assert len(row["sequence"]) <= 70, len(row["sequence"])
    assert re.search(r"out of bounds.*: heap[.]h:\d+$", row["reason"]), row


# A timer that has a node of its own, which list_insert makes.
NODES = [("struct timer *next, *previous;", "void *node; struct timer *next, *previous;"),
         ('#include "lab.h"', '#include "lab.h"\n#include <stdlib.h>'),
         ("    list_stamp(l, t);\n", "    list_stamp(l, t);\n    t->node = calloc(1, 24);\n")]


# The end of the program takes a fifth of a second, as a search for leaks may.
SLOW_END = """
#include <time.h>
__attribute__((destructor)) static void end(void) {
    clock_t from = clock();
    while (clock() - from < CLOCKS_PER_SEC / 5)
        continue;
}
#endif
"""


def finds_leaks(work):
    """Does this compiler find a leak on this machine?"""
    (work / "lost.c").write_text("#include <stdlib.h>\nvoid *volatile p;\n"
                                 "int main(void) { p = malloc(9); p = NULL; return 0; }\n", encoding="utf-8")
    built = subprocess.run(["cc", "-fsanitize=address", "lost.c", "-o", "lost"], cwd=work, capture_output=True, check=False)
    return built.returncode == 0 and b"leak of 9 byte" in subprocess.run("./lost", cwd=work, capture_output=True, check=False).stderr


def leak(work):
    """What is never freed is found, with the function that takes it."""
    place = r"left that nothing leads to, from list_insert\(\), list[.]h:\d+$"
    _, tests = edited(work, "1", *NODES, ("\n#endif\n", SLOW_END))
    assert lost(tests) == {"memory"}, tests
    assert re.search(place if finds_leaks(work) else "memory has grown", tests["memory"]["reason"]), tests["memory"]


def freed(work):
    """What is read after it was freed is found where it is read."""
    _, tests = edited(work, "1", *NODES, ("static void list_remove(struct list *l, struct timer *t) {\n",
                                          "static void list_remove(struct list *l, struct timer *t) {\n"
                                          "    free(t->node);\n    if (*(char *)t->node) l->now = 0;\n"))
    assert re.fullmatch(r"heap-use-after-free in list_remove\(\), list[.]h:\d+", tests["first"]["reason"]), tests["first"]


def warned(work):
    """The compiler's warnings are shown."""
    marks, _ = edited(work, "1", ("    list_stamp(l, t);\n", "    int never_used;\n    list_stamp(l, t);\n"))
    warnings = marks["assignments"][0]["parts"][0]["warnings"]
    assert len(warnings) == 1 and re.match(r"list[.]h:\d+:\d+: warning: .*never_used", warnings[0]), warnings


# Mistakes of beginners: the assignment, the edits, a promise, and what the student reads there.
SEEN = [
    # Only the lowest of the lanes is left.
    ("5", [("    for (lane = 0; lane < t->height; lane++)\n        *link[lane] = t->next[lane];",
            "    (void)lane;\n    *link[0] = t->next[0];")],
     "first", r"skiplist_advance\(\) fires without an end: an endless loop\?"),
    # The children are counted one too far.
    ("3", [("child < begin + ARITY && child < h->count", "child < begin + ARITY && child <= h->count")],
     "cost", r"it follows a pointer that was never written: heap[.]h:\d+"),
    # The left child goes up, whichever is the earliest. The structure knows all ticks, and small ones show it.
    ("3", [("            if (heap_before(h->at[child], h->at[best]))\n                best = child;", "            continue;")],
     "first", r"timer \d, which is due at tick \d, does not fire"),
    ("1", [('#include "lab.h"', '#include "lab.h"\n#include <stdio.h>'),
           ("    list_stamp(l, t);\n", '    list_stamp(l, t);\n    printf("here %d\\n", l->first != NULL);\n')],
     "first", r"the program prints `here 0` where its answer should stand: print to stderr what you want to see"),
    ("1", [('#include "lab.h"', '#include "lab.h"\n#include <assert.h>'),
           ("    const uint64_t batch", "    assert(now > l->now);\n    const uint64_t batch")],
     "first", r"the assertion now > l->now fails in list_advance\(\), list[.]h:\d+"),
    ("1", [("\n#endif\n", "\nint main(void) { return 0; }\n#endif\n")],
     "first", r"it does not compile: subject[.]c:\d+:\d+: error: .*main.*; list[.]h:\d+:\d+: note: .*"),
    # Half of the ticks are ahead of the other half.
    ("1", [("due(before) > due(t)", "(int)(due(before) - due(t)) > 0")],
     "far", r"timer 1, which is due at tick \d, does not fire"),
]


def beginners(work):
    """A student reads what to mend."""
    for number, (assignment, edits, promise, words) in enumerate(SEEN):
        _, tests = edited(work / str(number), assignment, *edits)
        assert re.fullmatch(words, tests[promise]["reason"]), (tests[promise]["reason"], words)
        assert len(tests[promise]["sequence"]) <= 5, tests[promise]


FORGERY = """
#include <stdio.h>
#include <unistd.h>
__attribute__((constructor)) static void forge(void) { printf(%s); fflush(stdout); _exit(0); }
#endif
"""


def forged(work):
    """A header that prints a card or a cost, and one that reads deadlines without a look."""
    card = {"promises": [{"promise": name, "state": "kept", "sentence": ""} for name in ("first", "order", "cost", "memory")]}
    for text in (json.dumps(json.dumps(card)), '"1.00\\n"', '"fifo next name list\\n"'):
        marks, _ = edited(work, "1", ("\n#endif\n", FORGERY % text))
        assert marks["score"] == 0, marks
    marks, tests = edited(work, "1", ('#include "lab.h"', '#include "lab.h"\n#undef due\n#define due(t) ((t)->deadline.sealed)'))
    assert marks["score"] == 0 and "due() is not that of lab.h" in tests["first"]["reason"], tests
    marks, _ = edited(work, "1", ("due(before) > due(t)", "before->deadline.sealed > t->deadline.sealed"))
    assert marks["score"] < 20, marks


def archive(work):
    """The student's archive has the drawings, and each link of its pages leads somewhere."""
    subprocess.run([sys.executable, "-B", str(LAB / "pack.py"), str(work / "student.zip")], check=True, stdout=subprocess.DEVNULL)
    with zipfile.ZipFile(work / "student.zip") as found:
        names = set(found.namelist())
        links = [(name, target) for name in names if name.endswith(".md")
                 for target in re.findall(r"\]\(([^)#\s]+)", found.read(name).decode()) if not target.startswith("http")]
    assert sum(target.endswith(".svg") for _, target in links) >= 8 and len(links) > 40, links
    dead = [(name, target) for name, target in links
            if os.path.normpath(os.path.join(os.path.dirname(name), target)) not in names]
    assert not dead, dead


CASES = (empty, never_fires, slow, hung, ticked, digits, overflow, leak, freed, warned, beginners, forged, archive)


def main():
    failed = 0
    for case in [c for c in CASES if not sys.argv[2:] or c.__name__ in sys.argv[2:]]:
        work = Path(tempfile.mkdtemp())
        try:
            case(work)
            print("ok:", case.__name__, flush=True)
        except AssertionError as error:
            failed += 1
            print(f"FAILED: {case.__name__}: {case.__doc__}\n{str(error)[:2000]}", flush=True)
        finally:
            shutil.rmtree(work)
    sys.exit(1 if failed else 0)


main()
