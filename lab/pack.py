# SPDX-License-Identifier: MIT-0
"""pack.py ARCHIVE: writes the student's archive. It names each thing that goes in, so that nothing else can."""
import sys
import zipfile
from pathlib import Path

TOP = Path(__file__).resolve().parent.parent
CONTENTS = ["LICENSE", "judge/judge.h", "judge/main.c", "judge/PROTOCOL.md", "judge/core/*.[ch]", "docs/algorithms/*.md",
            "lab/START.md", "lab/Makefile", "lab/grade.py", "lab/lab.h", "lab/chain.h", "lab/subject.c", "lab/page.c",
            "lab/[1-6]-*/*.md", "lab/[1-5]-*/*.h", "lab/6-measure/answers.txt"]


def main():
    if len(sys.argv) != 2:
        sys.exit("pack.py: wants the name of the archive")
    files = []
    for pattern in CONTENTS:
        found = sorted(TOP.glob(pattern))
        if not found:
            sys.exit(f"pack.py: there is no {pattern}")
        files += found
    with zipfile.ZipFile(sys.argv[1], "w", zipfile.ZIP_DEFLATED) as archive:
        for file in files:
            archive.write(file, Path("tw-lab") / file.relative_to(TOP))
    print(f"{sys.argv[1]}: {len(files)} files")


main()
