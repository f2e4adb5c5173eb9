# SPDX-License-Identifier: MIT-0
"""Reads a header: the sections of its manual, and what it declares, each with the comment above it."""
import re
from collections import namedtuple

Declaration = namedtuple("Declaration", "kind name text comment")  # kind: function, macro or type
ROOM = re.compile(r"/\* -{20,}")
TITLE = re.compile(r"   (\S.*?)( \(.*)?$")
NAMED = {"function": re.compile(r"(\w+)\("), "macro": re.compile(r"#define (\w+)"),
         "type": re.compile(r"(?:struct|union|enum) (\w+) \{|^typedef [^;]*?\b(\w+)(?:\(|;| TW__)", re.S)}


def public(name):
    return name[:3] in ("tw_", "TW_") and "__" not in name and not re.fullmatch(r"TW_[A-Z0-9_]+_H", name)


class Header:
    """x.h: sections {title: (note, lines)}, declared [Declaration], macros {name: (parameters, body)}."""

    def __init__(self, path):
        self.name, text = path.name, path.read_text(encoding="utf-8")
        end = text.index("*/", text.index("/* " + self.name))
        head = text[text.index("/* " + self.name):end].rstrip().split("\n")
        first = head.index("")
        self.purpose = " ".join(l.strip() for l in head[:first]).split(" - ", 1)[1].rstrip(".")
        self.sections = sections(head[first:])
        code = text[end + 2:text.index("/* MIT No Attribution")]
        self.macros = {name: (parameters, body) for name, parameters, body in defined(code)}
        self.notes = {}  # of macros that a comment by itself speaks of
        self.declared = list(declared(code.split("\n"), self.notes))

    def find(self, name):
        return next((d for d in self.declared if d.name == name), None)

    def groups(self):
        """The functions, each once, those that share a comment together."""
        groups, seen = [], set()
        for d in self.declared:
            if d.kind == "function" and d.name not in seen:
                if not groups or d.comment != groups[-1][0].comment:
                    groups.append([])
                groups[-1].append(d)
                seen.add(d.name)
        return groups


def joined(lines):
    """The lines, each title with the lines on which its note goes on."""
    title = ""
    for line in lines:
        title = title + " " + line.strip() if title else line
        if not TITLE.match(title) or title.count("(") == title.count(")"):
            yield title
            title = ""


def sections(lines):
    found, title = {}, None
    for line in joined(lines):
        head = TITLE.match(line)
        if head:
            title = head.group(1)
            found[title] = ((head.group(2) or "").strip(" ()"), [])
        elif title:
            found[title][1].append(line[7:])
    return found


def defined(code):
    """The function-like macros."""
    for m in re.finditer(r"^#define (\w+)\(([\w, .]*)\)((?:.*\\\n)*.*)$", code, re.M):
        yield m.group(1), [p.strip() for p in m.group(2).split(",")], m.group(3).replace("\\\n", "\n")


def take(lines, i, ends):
    """The lines from i on up to the first that ends, and the number of the one behind it."""
    begin = i
    while not ends(lines[i]):
        i += 1
    return lines[begin:i + 1], i + 1


def declared(lines, notes):
    """The declarations, in order; a blank line ends what a comment speaks of."""
    i, comment, room = 0, "", ""
    while i < len(lines):
        line = lines[i]
        if ROOM.match(line):
            room = line.strip("/*- ")
            i += 1
        elif line.startswith("/*"):
            part, i = take(lines, i, lambda l: l.endswith("*/"))
            text = "\n".join(l[3:] for l in part).removesuffix("*/").strip()
            comment = comment if text.startswith("clang-format") else text
            if re.match(r"TW_\w+\(", text):
                notes[text.split("(", 1)[0]] = text
        else:
            kind, ends = kind_of(line, room)
            part, i = take(lines, i, ends) if kind else ([line], i + 1)
            if kind:
                yield from entries(kind, part, comment)
            elif not line:
                comment = ""


def kind_of(line, room):
    """What begins in a line, and how its last line is told."""
    if re.match(r"#define tw_\w+ +tw_\w+$", line):  # gives a missing structure a name that says why
        return None, None
    if line.startswith("#define "):
        return "macro", lambda l: not l.endswith("\\")
    if re.match(r"(TW__DEBUG\()?(struct|union|enum)( \w+)? \{$", line):
        return "type", lambda l: l.startswith("}")
    if line.startswith("typedef "):
        return "type", lambda l: re.search(r";\s*(/\*.*)?$", l)
    if re.match(r"(TW__CHECKED\()?TW__(API|INLINE|YOURS) [^=]*\btw_[a-z]", line) and room != "IMPLEMENTATION":
        return "function", lambda l: re.search(r"[;{]\)?$|\}$", l)
    return None, None


def entries(kind, part, comment):
    if kind == "function":
        part = [re.sub(r"^(TW__CHECKED\()?TW__\w+ ", "", " ".join(l.strip() for l in part))]
        part = [re.sub(r"\).*$", ");", part[0])]
    if kind == "macro":
        comment = comment or "".join(re.findall(r"/\* (.*) \*/$", part[0]))
        part = [re.match(r"#define (\w+(?:\([^)]*\))?)", part[0]).group(0)]
    part = [l for l in part if not re.match(r"    TW__DEBUG\(|#(?!define )|#define TW__", l)]
    text = "\n".join(part).replace("TW__DEBUG(", "")
    text = re.sub(r" TW__\w+(\(.*?\)\))?(?=;)|(?<=\};)\)$", "", text)
    name = next((g for m in NAMED[kind].finditer(text) for g in m.groups() if g), "")
    if public(name):
        yield Declaration(kind, name, text, comment)
