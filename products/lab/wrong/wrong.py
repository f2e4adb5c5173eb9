# SPDX-License-Identifier: MIT-0
"""wrong.py [--update] JUDGE: grades the wrong submissions of wrong.list, with the library JUDGE. The first promise that
each breaks must be the one that the list names, and README.md must show the message that its author reads. --update
writes these messages anew. How short a sequence gets depends on the time that the judge has for it. So the test leaves
out sequences and numbers."""
import difflib
import json
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
LAB = HERE.parent
HIDDEN = "ends each run before"  # a promise that was not put to the test
sys.path.insert(0, str(LAB.parents[1] / "tests" / "faults"))
import seed  # noqa: E402


def submission(name, work):
    """A copy of the key with the fault, and of assignment 5 only the tree, which has it."""
    folder = work / name
    shutil.copytree(LAB / "key", folder)
    subprocess.run([sys.executable, "-B", str(LAB.parents[1] / "tests/faults/seed.py"), str(HERE / "wrong.list"), name,
                    str(folder)], check=True, stdout=subprocess.DEVNULL)
    if name.startswith("tree"):
        shutil.copy(LAB / "5-order" / "skiplist.h", folder / "5-order" / "skiplist.h")
    return folder


def lost(folder, assignment, judge):
    """The marks of the assignment, and its tests that have lost marks."""
    result = subprocess.run([sys.executable, str(LAB / "grade.py"), "--json", "--judge", judge, "--from", str(folder),
                             assignment], capture_output=True, text=True, check=False)
    if result.returncode != 1:
        sys.exit(f"FAILED: {folder.name}: status {result.returncode}, {result.stderr}")
    marks = json.loads(result.stdout)
    return marks, [test for test in marks["tests"] if "\n>" in test["output"] and HIDDEN not in test["output"]]


def section(name, fault, work, judge):
    marks, tests = lost(submission(name, work), fault.values["assignment"], judge)
    first = tests[0]["name"].split(": ")[1]
    if first != fault.values["promise"]:
        sys.exit(f"FAILED: {name} breaks {first} first, not {fault.values['promise']}: {tests[0]['output']}")
    also = ", ".join(f"`{test['name'].split(' ', 1)[1]}`" for test in tests[1:])
    return (f"## {name}\n\n{fault.values['mistake']} Assignment {fault.values['assignment']}, {marks['score']} of "
            f"{marks['max_score']} marks.\n\n```text\n{tests[0]['name']}\n{tests[0]['output']}\n```\n"
            + (f"\nIt also breaks {also}.\n" if also else ""))


def lasting(page):
    """The page without sequences, and with no number in a sentence of the judge."""
    lines = [line for line in page.splitlines(True) if not re.match(r" ?\d+  |begin at|    (it answers|expected) ", line)]
    lines = [line for line in lines if not line.startswith("see it done right")]
    return [re.sub(r"\d+([.]\d+)?", "N", line) if line.startswith(">") else line for line in lines]


def main():
    update, judge = "--update" in sys.argv, sys.argv[-1]
    faults = seed.read(HERE / "wrong.list")
    page = (HERE / "README.md").read_text(encoding="utf-8")
    with tempfile.TemporaryDirectory() as work:
        sections = [section(name, fault, Path(work), judge) for name, fault in faults.items()]
    new = re.split(r"^## ", page, maxsplit=1, flags=re.M)[0].rstrip() + "\n\n" + "\n".join(sections)
    if update:
        (HERE / "README.md").write_text(new, encoding="utf-8")
    elif lasting(new) != lasting(page):
        sys.stdout.writelines(difflib.unified_diff(lasting(page), lasting(new), "README.md", "as graded"))
        sys.exit("FAILED: read the messages, and run products/lab/wrong/wrong.py --update")
    print(f"ok: {len(faults)} wrong submissions, each found at the promise named for it")


main()
