# SPDX-License-Identifier: MIT-0
"""The page of a header: its manual, and what it declares beside the verbs that have pages of their own."""
import re
import manual
from declared import macros, placed, types
from families import Family, MANUAL_ONLY, PAGES, PLACED, STRUCTURES
from macros import wrapped
from pages import HEADS
from sentences import sentence


def section(page, title, note, lines, level=2):
    """A section of a manual."""
    page.add("h", level, title.capitalize().replace("X gives", "x gives"))
    if note:
        page.add("p", sentence("Letters: " + note if title == "COST" else note))
    if title in ("MISTAKES", "WARNINGS"):
        page.add("list", messages(lines), False)
        return
    for b in manual.blocks(manual.columns(lines) if title == "COST" else lines):
        if b[0] == "table":
            heads, rows = HEADS.get(title, ()), b[2]
            if title == "AND GETS":
                heads, rows = rows[0], rows[1:]
            elif b[1]:
                heads = b[1]
            elif title == "OPTIONS" and max(len(r) for r in rows) > 2:
                heads, rows = ("option", "default", "meaning"), [r if len(r) > 2 else [r[0], "", r[1]] for r in rows]
            page.add("table", heads, rows)
        elif b[0] == "code":
            page.add("text", b[1])
        elif b[0] == "p":
            page.add("p", sentence(b[1]))
        else:
            page.add(*b)


def messages(lines):
    """Each begins at the left, and goes on further in; what stands apart to the right explains it."""
    found = []
    for line in filter(None, lines):
        text = re.sub(r"\s{2,}(.*)", r" (\1)", line.strip())
        if line[0] == " ":
            found[-1] += " " + text
        else:
            found.append(text)
    return found


def manual_of(page, header, level=2):
    for title, (note, lines) in header.sections.items():
        if title not in MANUAL_ONLY:
            section(page, title, note, lines, level)


def functions(page, header):
    """The functions, with the header's own words; each has its entry on the page of its family."""
    page.add("h", 2, "Functions")
    for group in header.groups():
        page.add("code", "\n".join(wrapped(d.text) for d in group))
        page.add("p", " ".join(group[0].comment.split()))


def overview(page, library):
    header = library.headers[page.spec.header]
    page.add("h", 2, "Synopsis")
    page.add("code", '#include <tw/%s>' % header.name)
    page.add("p", sentence(header.purpose))
    manual_of(page, header)
    parts = [h for h in library.headers.values() if h.name.startswith(header.name[:-2] + "_")]
    for part in parts:  # x_y.h is a part of x.h
        page.add("h", 2, part.name)
        manual_of(page, part, 3)
    if page.name.removeprefix("tw_") in STRUCTURES:
        functions(page, header)
    families = [p for p in PAGES if isinstance(p, Family) and p.header == header.name]
    if families:
        page.add("h", 2, "Verbs")
        page.add("linked", ("page", "verbs"), [[[("%s(3)" % p.name, p.name + ".md")], [(v, "") for v in p.verbs]]
                                               for p in families])
    types(page, [d for d in header.declared if d.kind == "type" and d.name not in PLACED] + placed(page, library))
    macros(page, library, [header] + parts)
    if page.name == "tw_ops":
        page.add("h", 2, "Tables")
        page.add("code", "\n".join("const struct tw_ops %s;" % t for t in library.tables()))
        page.enter(library.tables(), "tables")
