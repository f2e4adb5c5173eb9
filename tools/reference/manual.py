# SPDX-License-Identifier: MIT-0
"""Turns the lines of a manual's section into blocks: paragraphs, lists and tables.

A block is ("p", text), ("list", [text], numbered), ("code", text) or ("table", heads, [[cell]])."""
import re
import textwrap

GAP = re.compile(r"\S+(?: \S+)*")  # a cell: words with single spaces between
ITEM = re.compile(r"- |\d  ")


def cells(line):
    return [(m.start(), m.group(0)) for m in GAP.finditer(line)]


def columns(lines):
    """Two pairs of columns side by side are put below each other."""
    four = [cells(line)[2][0] for line in lines if len(cells(line)) == 4]
    if not four:
        return list(lines)
    left, right = [], []
    for line in lines:
        cut = line[four[0] - 2:four[0]] == "  " and line[four[0]:four[0] + 1].strip()
        left.append(line[:four[0]].rstrip() if cut else line)
        right += [line[four[0]:]] if cut else []
    table = sum(len(cells(line)) > 1 or line[:1] == " " for line in left)
    return left[:table] + right + left[table:]


def add_row(row, line):
    """A line below a row of a table goes on with the cell that it stands under."""
    for offset, text in cells(line):
        column = max((k for k in range(len(row)) if row[k][0] <= offset), default=0)
        row[column][1] += " " + text


def blocks(lines):
    """The blocks of a section."""
    made, last = [], None
    for line in lines:
        found = cells(line)
        if not found:
            last = None
        elif line[0] == " " and last in ("item", "p"):
            made[-1][-1] += " " + line.strip()
        elif line[0] == " " and last == "row" and (len(found) > 1 or found[0][0] >= made[-1][-1][-1][0]):
            add_row(made[-1][-1], line)
        elif last == "row" and made[-1][-1][0][1][-1] == ",":
            add_row(made[-1][-1], line)
        elif line[0] == " ":
            if last != "code":
                made.append(["code", []])
            made[-1][1].append(line)
            last = "code"
        elif ITEM.match(line) and not numbered_row(found):
            if last != "item":
                made.append(["list"])
            made[-1].append(line)
            last = "item"
        elif len(found) > 1:
            if last != "row":
                heads = made.pop()[1] if last == "code" and len(made[-1][1]) == 1 else []
                made.append(["table", [""] * bool(heads) + [t for _, t in cells("".join(heads))]])
            made[-1].append([[o, t] for o, t in found])
            last = "row"
        elif last == "p":
            made[-1][-1] += " " + line
        else:
            made.append(["p", line])
            last = "p"
    return [finished(b) for b in made]


def numbered_row(found):
    return len(found) > 2 and found[0][1].isdigit()


def finished(block):
    kind, rest = block[0], block[1:]
    if kind == "p":
        return "p", rest[0]
    if kind == "code":
        return "code", textwrap.dedent("\n".join(rest[0]))
    if kind == "list":
        return "list", [ITEM.sub("", item, count=1) for item in rest], rest[0][0].isdigit()
    heads, rest = rest[0], rest[1:]
    if all(row[0][1].isdigit() for row in rest):
        return "list", [step([t for _, t in row[1:]]) for row in rest], True
    return "table", heads, [[t for _, t in row] for row in rest]


def step(texts):
    """A step of DO THIS: a sentence, and the code for it, and perhaps more of either."""
    return texts[0] + "".join(" `%s`" % t if re.fullmatch(r"\w[^:]*[;)]", t) and "then" not in t else " " + t
                              for t in texts[1:])


def rows(lines):
    """The rows of all tables of a section."""
    return [row for block in blocks(columns(lines)) if block[0] == "table" for row in block[2]]
