# SPDX-License-Identifier: MIT-0
"""python3 tools/misra.py [--update]: compares the headers with docs/misra.md.

The page has a row for each rule of MISRA C:2012 that the headers break, with the times that cppcheck's addon counts it.
Says which rule has no row and, with the cppcheck that the page names, which count differs: then the exit status is 1.
--update writes the counts and the cppcheck of the page anew. Takes cppcheck, which is Debian's package, too.
"""
import re
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

TOP = Path(__file__).resolve().parent.parent
PAGE = TOP / "docs" / "misra.md"
ROW = re.compile(r"^(\| (\d+\.\d+) \| [^|]* \| )(\d+)( \| .*)$", re.MULTILINE)
NAMED = re.compile(r"Cppcheck [0-9.]+")
# Of these, firmware has nothing: threads, and what finds mistakes in tests.
LEFT_OUT = {"delayqueue.h", "delayqueue_port.h", "debug.h"}
ALONE = {"watch.h"}  # changes what the others do, and comes before them: a program of its own


def cppcheck(*arguments):
    done = subprocess.run(["cppcheck", *arguments], capture_output=True, text=True)
    if done.returncode:
        raise SystemExit(f"misra: cppcheck ends with status {done.returncode}\n{done.stderr}")
    return done.stdout + done.stderr


def counted():
    """How often each rule is broken: once a line and rule."""
    headers = {header.name for header in TOP.glob("*.h")} - LEFT_OUT - ALONE
    places = broken(headers, ['#include "%s"' % (TOP / "tests" / "packaging" / "compile" / "masks.h"),
                              "#define TW_IMPLEMENTATION"])
    places |= broken(ALONE, [])
    return Counter(rule for _, _, rule in places)


def broken(headers, before):
    """Triples (header, line, rule) of a program that includes these headers behind the lines `before`."""
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "whole.c"
        source.write_text("".join(f"{line}\n" for line in [*before, *(f'#include "{h}"' for h in sorted(headers))]))
        seen = cppcheck("--quiet", "--std=c99", "--language=c", "--platform=unix32", "--addon=misra", f"-I{TOP}",
                        "-DTW_TICK_BITS=32", f"--cppcheck-build-dir={folder}",
                        "--template={file}|{line}|{id}|{message}", str(source))
    places = set()
    for line in seen.splitlines():
        parts = line.split("|")
        if len(parts) != 4 or (Path(parts[0]).name in headers and not parts[2].startswith("misra-c2012-")):
            raise SystemExit(f"misra: cppcheck says\n{line}")
        if Path(parts[0]).name in headers:
            places.add((parts[0], parts[1], parts[2][len("misra-c2012-"):]))
    return places


def compare(page, found, version):
    """What the page does not say: a list of sentences."""
    rows = {row[1]: int(row[2]) for row in ROW.findall(page)}
    bad = [f"rule {rule} is broken {found[rule]} times, and is not on the page" for rule in found if rule not in rows]
    if version in page:
        bad += [f"rule {rule}: {count} on the page, {found[rule]} now; python3 tools/misra.py --update"
                for rule, count in rows.items() if found[rule] != count]
    return bad


def main(arguments):
    if arguments in (["-h"], ["--help"]):
        print(__doc__, end="")
        return 0
    if arguments not in ([], ["--update"]) or not shutil.which("cppcheck"):
        print("misra: there is the option --update, and --help tells more" if arguments not in ([], ["--update"])
              else "misra: no cppcheck here", file=sys.stderr)
        return 2
    found, version, page = counted(), cppcheck("--version").strip(), PAGE.read_text()
    if arguments:
        page = NAMED.sub(version, ROW.sub(lambda row: f"{row[1]}{found[row[2]]}{row[4]}", page))
        PAGE.write_text(page)
    bad = compare(page, found, version)
    print("\n".join(bad) or f"ok: {len(found)} rules, {sum(found.values())} places")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
