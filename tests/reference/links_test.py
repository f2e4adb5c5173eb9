# SPDX-License-Identifier: MIT-0
"""links_test.py FOLDER: each relative link in each Markdown file below FOLDER leads to a file or folder that is there,
and each anchor to a heading."""
import os
import re
import sys
from functools import lru_cache
from pathlib import Path
from urllib.parse import unquote

SKIPPED = {".git", "build", "node_modules"}
LINK = re.compile(r"\]\(\s*<?([^)<>\s]+)>?(?:\s+\"[^\"]*\")?\s*\)|^\[[^\]]+\]:\s*(\S+)|(?:href|src)=\"([^\"]+)\"", re.M)


def files(folder):
    for at, folders, names in os.walk(folder):
        folders[:] = sorted(f for f in folders if f not in SKIPPED and not (Path(at) / f / "CMakeCache.txt").exists())
        yield from (Path(at) / n for n in sorted(names) if n.endswith(".md"))


def prose(path):
    """The text without code: fences, what is indented below a blank line, and spans."""
    text = path.read_text(encoding="utf-8")
    text = re.sub(r"^( *)(```+|~~~+).*?^ *\2 *$", "", text, flags=re.M | re.S)
    text = re.sub(r"(?:(?<=\n\n)|\A)(?: {4}|\t).*(?:\n(?: {4}|\t).*)*", "", text)
    return text


@lru_cache(maxsize=None)
def anchors(path):
    """As the usual hosts name headings: a second one of a name gets -1, and so on."""
    found, seen = set(), {}
    for title in re.findall(r"^#{1,6} +(.+?) *#*$", prose(path), re.M):
        title = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", title).lower()
        slug = re.sub(r"[^\w\- ]", "", title).replace(" ", "-")
        found.add(slug + ("-%d" % seen[slug] if slug in seen else ""))
        seen[slug] = seen.get(slug, 0) + 1
    return found | set(re.findall(r"(?:id|name)=\"([^\"]+)\"", path.read_text(encoding="utf-8")))


def broken(path, folder):
    """(links, those that lead nowhere)"""
    wrong, count = [], 0
    for groups in LINK.findall(re.sub(r"(`+).+?\1", "``", prose(path))):
        target = next(g for g in groups if g)
        if re.match(r"[a-z][a-z0-9+.-]*:", target):
            continue
        count += 1
        address, _, anchor = unquote(target).partition("#")
        leads = (path.parent / address).resolve() if address else path
        if not leads.exists():
            wrong.append("%s: %s is not there" % (path.relative_to(folder), target))
        elif anchor and leads.suffix == ".md" and anchor not in anchors(leads):
            wrong.append("%s: %s has no such heading" % (path.relative_to(folder), target))
    return count, wrong


def main(folder):
    read, count, wrong = 0, 0, []
    for path in files(folder):
        links, nowhere = broken(path, folder)
        read, count, wrong = read + 1, count + links, wrong + nowhere
    print("\n".join(wrong + ["%d links in %d files, %d of them broken" % (count, read, len(wrong))]))
    return 1 if wrong or count == 0 else 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]).resolve()))
