# SPDX-License-Identifier: MIT-0
"""tools/quick knows every header, tests/README.md has its table, its steps compile (by day every fourth), and it sees a
mistake in a header."""
import glob
import os
import shutil
import subprocess
import sys
import tempfile

SOURCE = os.path.abspath(os.path.join(os.path.dirname(__file__), "..", ".."))
MISTAKE = ("smallwheel.h", "met = w->first == NULL", "met = w->first != NULL")


def quick(source, *arguments):
    command = [sys.executable, "-B", os.path.join(source, "tools", "quick"), *arguments]
    return subprocess.run(command, check=False, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)


def failures():
    for path in glob.glob(os.path.join(SOURCE, "*.h")):
        if "\n| %s | " % os.path.basename(path) not in quick(SOURCE, "--table").stdout:
            yield "tests/mutation/killers.py has no tests of " + os.path.basename(path)
    with open(os.path.join(SOURCE, "tests", "README.md"), encoding="utf-8") as page:
        if quick(SOURCE, "--table").stdout not in page.read():
            yield "tests/README.md wants the table that tools/quick --table prints"
    for wrong in ([], ["nosuch.h"]):
        if quick(SOURCE, *wrong).returncode != 2:
            yield "%s is not refused" % wrong
    if not shutil.which("tcc"):
        return
    yield from uncompiled()
    yield from unseen()


def uncompiled():
    """Steps that tcc does not compile: neither quick nor mutation.py could run them."""
    sys.path.insert(0, os.path.join(SOURCE, "tests", "mutation"))
    import killers
    steps = {repr(s.command + s.sources): s for all_ in killers.HEADERS.values() for s in all_ if s.command[0] == "tcc"}
    with tempfile.TemporaryDirectory() as work:
        for s in list(steps.values())[:: 4 if sys.argv[1:] == ["day"] else 1]:
            sources = [os.path.join(SOURCE, "tests", name + ".c") for name in s.sources]
            command = [*s.command, "-I" + SOURCE, *sources, "-o", os.path.join(work, "program")]
            if subprocess.run(command, check=False).returncode != 0:
                yield "does not compile: " + " ".join(command)


def unseen():
    header, right, wrong = MISTAKE
    with tempfile.TemporaryDirectory() as work:
        for path in glob.glob(os.path.join(SOURCE, "*.h")):
            shutil.copy(path, work)
        for folder in ("tests/mutation", "tests/contract", "tests/structures", "tests/threads"):
            shutil.copytree(os.path.join(SOURCE, folder), os.path.join(work, folder))
        os.mkdir(os.path.join(work, "tools"))
        shutil.copy(os.path.join(SOURCE, "tools", "quick"), os.path.join(work, "tools"))
        with open(os.path.join(work, header), encoding="utf-8") as file:
            text = file.read()
        if right not in text:
            yield "%s has no %s" % (header, right)
        with open(os.path.join(work, header), "w", encoding="utf-8") as file:
            file.write(text.replace(right, wrong, 1))
        done = quick(work, header)
        if done.returncode != 1 or "\nFAILED: " not in done.stdout:
            yield "quick does not see a mistake: %s" % done.stdout


found = list(failures())
print("\n".join("FAILED: " + line for line in found) or "ok")
sys.exit(1 if found else 0 if shutil.which("tcc") else 77)
