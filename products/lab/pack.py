# SPDX-License-Identifier: MIT-0
"""pack.py ARCHIVE: writes the student's archive. It names each thing that goes in, so that nothing else can. A link that
leaves the archive becomes plain text."""
import os.path
import re
import sys
import zipfile
from pathlib import Path

TOP = Path(__file__).resolve().parents[2]
CONTENTS = ["LICENSE", "docs/algorithms/*.md", "docs/algorithms/*.svg", "products/judge/judge.h", "products/judge/main.c",
            "products/judge/PROTOCOL.md", "products/judge/core/*.[ch]",
            *("products/lab/" + part for part in ("START.md", "Makefile", "grade.py", "lab.h", "chain.h", "subject.c",
                                                  "page.c", "[1-6]-*/*.md", "[1-5]-*/*.h", "6-measure/answers.txt"))]


def inside(page, files):
    """The text of a page, with those links alone that lead to one of the files, to a place in it or to the web."""
    def link(found):
        target = found[2].partition("#")[0]
        path = Path(os.path.normpath(page.parent / target))
        return found[0] if not target or target.startswith(("http:", "https:")) or path in files else found[1]

    return re.sub(r"(?<!!)\[([^\]]*)\]\(([^)\s]+)\)", link, page.read_text(encoding="utf-8"))


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
            name = str(Path("tw-lab") / file.relative_to(TOP))
            if file.suffix == ".md":
                archive.writestr(name, inside(file, set(files)))
            else:
                archive.write(file, name)
    print(f"{sys.argv[1]}: {len(files)} files")


main()
