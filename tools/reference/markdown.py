# SPDX-License-Identifier: MIT-0
"""Writes a page as Markdown."""
import re
import textwrap
from inline import spans

WIDTH = 118


def inline(text):
    return "".join("`%s`" % t if code else re.sub(r"([*_<>\[\]])", r"\\\1", t) for code, t in spans(text))


def anchor(title):
    """As the usual hosts make it of a heading."""
    return re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-")


def paragraph(text, first="", rest=""):
    """Lines break at blanks outside code."""
    keep = re.sub(r"`[^`]*`", lambda m: m.group(0).replace(" ", "\0"), inline(text))
    lines = textwrap.wrap(keep, WIDTH, initial_indent=first, subsequent_indent=rest, break_long_words=False,
                          break_on_hyphens=False)
    lines = [re.sub(r"^(\s*)([+-]|\d+[.)])(?= )", r"\1\\\2", l) if l is not lines[0] else l for l in lines]
    return "\n".join(lines).replace("\0", " ")


def cell(text):
    return inline(text).replace("|", "\\|")


def table(heads, rows):
    count = max(len(r) for r in rows)
    heads = list(heads) + [""] * (count - len(heads))
    lines = [heads, ["---"] * count] + [[cell(c) for c in r] + [""] * (count - len(r)) for r in rows]
    return "\n".join("| " + " | ".join(l) + " |" for l in lines)


def links(rows):
    """[(name, address, text)]"""
    return "\n".join("* [%s](%s): %s" % (name, address, inline(text)) for name, address, text in rows)


def block(b):
    kind = b[0]
    if kind == "h":
        return "#" * b[1] + " " + b[2]
    if kind == "p":
        return paragraph(b[1])
    if kind == "code":
        return "```c\n" + b[1] + "\n```"
    if kind == "text":
        return "\n".join("    " + l for l in b[1].split("\n"))
    if kind == "list":
        marks = ["%d. " % (i + 1) if b[2] else "* " for i in range(len(b[1]))]
        return "\n".join(paragraph(t, m, " " * len(m)) for m, t in zip(marks, b[1]))
    if kind == "source":
        return "From the comments of [%s](../../%s), version %s. [All pages and names](README.md)." % (b[1], b[1], b[2])
    if kind == "links":
        return links(b[1])
    if kind == "linked":
        heads, rows = b[1:]
        lines = [heads, ["---"] * len(heads)]
        lines += [[" ".join("[%s](%s)" % (n, a) if a else cell(n) for n, a in c) for c in row] for row in rows]
        return "\n".join("| " + " | ".join(l) + " |" for l in lines)
    return table(b[1], b[2])


def page(doc):
    """doc: name, title, names, blocks."""
    made = ["<!-- Made by tools/reference from the headers' comments: change those, not this file. -->",
            "# %s(3): %s" % (doc.name, doc.title)]
    return "\n\n".join(made + [block(b) for b in doc.blocks]) + "\n"
