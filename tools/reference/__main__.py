# SPDX-License-Identifier: MIT-0
"""python3 tools/reference [FOLDER]: writes the reference, *.md and man/*.3, to FOLDER (docs/reference).

It is made from the comments of the headers; families.py says which page has what. Run it after a change of either."""
import sys
from pathlib import Path

sys.dont_write_bytecode = True  # before the modules beside this one
import index
import man
import markdown
from family import family
from families import Family, PAGES
from library import Library
from options import options
from overview import overview
from pages import Page, example, see_also
from declared import placed, types


def build(spec, library):
    page = Page(spec)
    page.add("source", spec.header, library.version())
    if not isinstance(spec, Family):
        overview(page, library)
    elif spec.kind == "options":
        options(page, library)
    else:
        family(page, library)
        types(page, placed(page, library))
    example(page, library)
    see_also(page)
    return page


def write(folder, library):
    pages = [build(spec, library) for spec in PAGES]
    contents = index.build(pages, library.version())
    (folder / "man").mkdir(parents=True, exist_ok=True)
    for page in pages + [contents]:
        (folder / "man" / (page.name + ".3")).write_text(man.page(page, library.version()), encoding="utf-8")
    index.names(contents, pages)
    for page in pages:
        (folder / (page.name + ".md")).write_text(markdown.page(page), encoding="utf-8")
    (folder / "README.md").write_text(markdown.page(contents), encoding="utf-8")
    return len(pages) + 1


def main(arguments):
    root = Path(__file__).resolve().parent.parent.parent
    if arguments[:1] in (["--help"], ["-h"]):
        print(__doc__)
        return 0
    if len(arguments) > 1 or arguments[:1] and arguments[0].startswith("-"):
        print("reference: takes one folder; try --help", file=sys.stderr)
        return 2
    folder = Path(arguments[0]) if arguments else root / "docs/reference"
    print("%d pages in %s" % (write(folder, Library(root)), folder))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
