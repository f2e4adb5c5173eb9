# SPDX-License-Identifier: MIT-0
"""Writes a page in the language of man(7)."""
import re
from inline import spans


def escaped(text):
    return re.sub(r"[\\]", r"\\e", text).replace("-", r"\-").replace("'", r"\(aq").replace("`", r"\(ga") \
        .replace("^", r"\(ha").replace("~", r"\(ti").replace('"', r"\(dq")


def inline(text):
    return "".join(r"\fB%s\fP" % escaped(t) if code else re.sub(r"\\e", r"\\e", plain(t)) for code, t in spans(text))


def plain(text):
    return text.replace("\\", r"\e").replace("^", r"\(ha").replace("~", r"\(ti").replace("`", r"\(ga")


def line(text):
    """One line of text, which is no request."""
    text = inline(text)
    return r"\&" + text if text[:1] in ".'" else text


def code(text):
    lines = [escaped(l) for l in text.split("\n")]
    return "\n".join([".PP", ".EX", ".in +4n"] + [r"\&" + l if l[:1] in ".'" else l for l in lines] + [".in", ".EE"])


def tagged(tag, text):
    return ".TP\n" + line(tag) + "\n" + (line(text) or r"\&")


def table(heads, rows):
    made = []
    for row in rows:
        rest = row[1:]
        if len(heads) > 2:
            same = {}
            for head, text in zip(heads[1:], rest):
                same.setdefault(text.rstrip("."), []).append(head)
            rest = ["%s: %s" % (", ".join(h), text) for text, h in same.items()]
        made.append(tagged(row[0], "; ".join(text for text in rest if text and not text.endswith(": "))))
    return "\n".join(made)


def linked(rows):
    """A table whose cells hold [(name, address)]."""
    return table(["", ""], [[" ".join(n for n, a in row[0]), ", ".join(n for c in row[1:] for n, a in c if n)]
                            for row in rows])


def block(b):
    kind = b[0]
    if kind == "h":
        return (".SH " if b[1] == 2 else ".SS ") + ('"%s"' % (b[2].upper() if b[1] == 2 else b[2]))
    if kind == "p":
        return ".PP\n" + line(b[1])
    if kind in ("code", "text"):
        return code(b[1])
    if kind == "list":
        return "\n".join(".IP %s 4\n%s" % ("%d." % (i + 1) if b[2] else r"\(bu", line(t)) for i, t in enumerate(b[1]))
    if kind == "source":
        return '.\\" From %s.' % b[1]
    if kind == "links":
        names = [n for n, _, _ in b[1]]
        return ".PP\n" + ", ".join(r"\fB%s\fP(3)" % escaped(n[:-3]) if n.endswith("(3)") else inline(n) for n in names)
    if kind == "linked":
        return linked(b[2])
    return table(b[1], b[2])


def page(doc, version):
    """doc: name, title, names, blocks."""
    names = ", ".join([doc.name] + [n for n in doc.names if n != doc.name])
    made = [r".\" Made by tools/reference from the headers' comments: change those, not this file.",
            '.TH "%s" 3 "" "tw %s" "tw manual"\n.nh\n.ad l' % (doc.name.upper(), version),
            ".SH NAME\n%s \\- %s" % (names, plain(doc.title))]
    return "\n".join(made + [block(b) for b in doc.blocks]) + "\n"
