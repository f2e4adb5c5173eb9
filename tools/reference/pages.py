# SPDX-License-Identifier: MIT-0
"""A page: its name, title, blocks (see manual.py), and the names that have an entry on it, {name: anchor}."""
import re
from families import PAGES
from library import WRONG

HEADS = {"COST": ("verb", "cost"), "OPTIONS": ("option", "meaning"), WRONG: ("what", "answer"),
         "DO THIS": ("for", "use")}


class Page:
    def __init__(self, spec):
        self.spec, self.name, self.title, self.blocks, self.entries = spec, spec.name, spec.title, [], {}

    @property
    def names(self):
        return list(self.entries)

    def add(self, *block):
        self.blocks.append(block)

    def enter(self, names, anchor):
        self.entries.update((n, anchor) for n in names)


def example(page, library):
    """The part between the marks of the program that a test builds and runs."""
    name = page.name + ".c"
    text = (library.folder / "docs/reference/examples" / name).read_text(encoding="utf-8")
    part = re.search(r"/\* example \*/\n(.*?)\n\s*/\* end \*/", text, re.S).group(1)
    indent = min(len(l) - len(l.lstrip()) for l in part.split("\n") if l)
    page.add("h", 2, "Example")
    page.add("code", "\n".join(l[indent:] for l in part.split("\n")))
    page.add("p", "A part of docs/reference/examples/%s, which a test compiles and runs." % name)


def see_also(page):
    titles = {p.name: p.title for p in PAGES}
    page.add("h", 2, "See also")
    page.add("links", [("%s(3)" % n, n + ".md", titles[n]) for n in page.spec.see])
