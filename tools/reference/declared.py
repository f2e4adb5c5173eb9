# SPDX-License-Identifier: MIT-0
"""The types and macros of a page."""
import re
from families import IN_FAMILY, PLACED
from library import beside_note, blocks
from sentences import sentence


def placed(page, library):
    """The types, of whatever header, that stand on this page by choice."""
    return [d for h in library.headers.values() for d in h.declared if d.kind == "type" and
            PLACED.get(d.name) == page.name]


def types(page, declared):
    """Type by type; those that share a comment, or are one type told in several ways, together."""
    if declared:
        page.add("h", 2, "Types")
    last = None
    for d in declared:
        if last and d.text in page.blocks[-1][1].split("\n"):
            continue
        if last and d.comment == last.comment and page.blocks[-1][0] == "code":
            page.blocks[-1] = ("code", page.blocks[-1][1] + ("\n\n" if "{" in d.text else "\n") + d.text)
        else:
            if d.comment:
                page.add("p", sentence(" ".join(d.comment.split())))
            page.add("code", d.text)
        page.enter([d.name] + re.findall(r"\b(?:struct|union|enum) (\w+) \{", d.text), "types")
        if d.text.startswith("enum"):
            page.enter(re.findall(r"^    (TW_\w+)", d.text, re.M), "types")
        last = d


def macros(page, library, headers):
    """The macros that are no options; those that share a comment together."""
    elsewhere = {n for _, names in library.options() for n in names} | IN_FAMILY
    elsewhere |= {d.name for h in headers for d in h.declared if d.kind == "function"}
    found, groups = {}, {}
    for header, d in [(h, d) for h in headers for d in h.declared]:
        here = PLACED[d.name] == page.name if d.name in PLACED else d.name not in elsewhere
        comment = header.notes.get(d.name, d.comment)
        if d.kind == "macro" and here and (comment or d.name not in found):
            found[d.name] = comment, d.text
    for name, (comment, text) in found.items():
        groups.setdefault(comment, {})[name] = text
    if groups:
        page.add("h", 2, "Macros")
    for comment, texts in groups.items():
        page.add("code", "\n".join(t.removeprefix("#define ") for t in texts.values()))
        if comment:
            page.blocks += blocks(beside_note(comment, "TW_").replace("##", ""))
        page.enter(texts, "macros")
