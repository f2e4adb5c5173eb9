# SPDX-License-Identifier: MIT-0
"""paths_test.py FOLDER: each path of the repository in a span of code or a ```sh block of its pages, and in a comment of
its headers, is there. A path begins with a folder at the top. `bench/misses` may be the program of bench/misses.cc.
CHANGELOG.md is not read, because it also names what is gone, nor are pages outside of docs/ that tell of other projects."""
import re
import sys
from pathlib import Path

SPAN = re.compile(r"^```sh\n(.*?)^```$|`([^`\n]+)`", re.M | re.S)
COMMENT = re.compile(r"/\*(.*?)\*/", re.S)


def texts(folder):
    """(file, text) of each place that may name paths."""
    pages = [folder / p for p in ("README.md", "CONTRIBUTING.md", "SECURITY.md")] + sorted(folder.glob("docs/**/*.md"))
    for page in pages:
        for groups in SPAN.findall(page.read_text(encoding="utf-8")) if page.exists() else ():
            yield page, "".join(groups)
    for header in sorted(folder.glob("*.h")):
        for comment in COMMENT.findall(header.read_text(encoding="utf-8")):
            yield header, comment


def is_there(folder, path):
    """A * stands for any characters."""
    return any(next(folder.glob(p), None) for p in (path.rstrip("/"), path + ".c", path + ".cc"))


def main(folder):
    tops = [p.name for p in folder.iterdir() if p.is_dir() and p.name != "build"]
    begin = "|".join(re.escape(name) for name in sorted(tops))
    path = re.compile(r"(?<![\w/.<*>-])(?:%s)/[\w./*-]*[\w*]" % begin)
    found = [(file, p) for file, text in texts(folder) for p in path.findall(text)]
    wrong = ["%s: %s is not there" % (f.relative_to(folder), p) for f, p in found if not is_there(folder, p)]
    print("\n".join(wrong + ["%d paths, %d of them broken" % (len(found), len(wrong))]))
    return 1 if wrong or not found else 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]).resolve()))
