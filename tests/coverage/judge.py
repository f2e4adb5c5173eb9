# SPDX-License-Identifier: MIT-0
"""What is not covered, with its line, and the list of what need not be."""
import collections
import re

from unite import independent

Gap = collections.namedtuple("Gap", "header line function what text")


class Header:
    """A header's lines, without comments, which keep their places."""

    def __init__(self, path):
        self.name = path.name
        source = re.sub(r"/\*.*?\*/", lambda c: re.sub(r"[^\n]", " ", c[0]), path.read_text(), flags=re.S)
        self.lines = source.split("\n")

    def function(self, line):
        """The name of the function around a line: the nearest above that begins like a definition."""
        for text in reversed(self.lines[:line]):
            name = re.match(r" {0,4}(?:TW__[A-Z]+|linkage|static) .*?([\w#]+)\(", text)
            if name and not text.rstrip(" \\").endswith(";"):
                return name[1]
        return "-"

    def gap(self, line, what, span=()):
        text = self.lines[line - 1].strip(" \\")
        if span:
            _, first, begin, last, end = span
            part = self.lines[first - 1][begin - 1:end - 1 if first == last else None].strip(" \\")
            what += ": " + part
        return Gap(self.name, line, self.function(line), what, text)

    def never_compiled(self, regions):
        """Bodies that stand in the source and in no program: each begins with a brace behind a parenthesis. One within
        the argument of a macro is counted where the macro names that."""
        begun = {place[1:3] for place in regions}
        for number, text in enumerate(self.lines, 1):
            for brace in re.finditer(r"\) \{", text):
                within = "TW__CHECKED(" in (self.lines[number - 2] if number > 1 else "").rstrip(" \\")[-12:] + text
                if (number, brace.end()) not in begun and not within:
                    yield self.gap(number, "never compiled")

    def ran(self, regions):
        """Line -> did it run? Inner regions decide over outer ones; a line where one begins ran if either did."""
        ran = {}
        for place in sorted(regions, key=lambda p: (p[1], p[2], -p[3], -p[4])):
            for line in range(place[1], place[3] + 1):
                before = line == place[1] and ran.get(line, False)
                ran[line] = before or regions[place]
        return {line: r for line, r in ran.items() if self.lines[line - 1].strip(" \\}")}


def counted(header, coverage):
    """The rows of the table, kind -> (covered, total), and the gaps of one header."""
    regions = coverage.regions(header.name)
    branches = {p: a for p, a in coverage.branches.items() if p[0] == header.name}
    gaps = list(header.never_compiled(regions))
    gaps += [header.gap(p[1], "never run", p) for p, entered in regions.items() if not entered]
    gaps += [header.gap(p[1], "never " + str(a).lower(), p) for p, seen in branches.items()
             for a in (True, False) if a not in seen]
    conditions = 0
    useless = []
    for (place, size), (seen, constant) in coverage.decisions.items():
        if place[0] != header.name:
            continue
        for k in set(range(size)) - constant:
            conditions += 1
            if not independent(seen, k):
                useless.append(header.gap(place[1], "condition %d decides nothing" % (k + 1), place))
    ran = header.ran(regions)
    rows = {"lines": (sum(ran.values()), len(ran)),
            "regions": (sum(regions.values()), len(regions)),
            "branches": (sum(map(len, branches.values())), 2 * len(branches)),
            "MC/DC": (conditions - len(useless), conditions)}
    return rows, sorted(gaps + useless, key=lambda g: (g.header, g.line, g.what))


def entries(path):
    """The list of what need not be covered: (header, function, what, text) -> the line of the entry."""
    found, entry = {}, []
    for number, line in enumerate([*path.read_text().splitlines(), ""], 1):
        if line.startswith("#"):
            continue
        if line.strip():
            entry.append(line.strip())
        elif entry:
            if len(entry) < 3 or entry[0].count(": ") < 2:
                raise RuntimeError(f"{path.name}: {entry[0]}: an entry has the text of the line, and a reason")
            found[(*entry[0].split(": ", 2), entry[1])] = number - len(entry)
            entry = []
    return found


def report(headers, coverage, justified, partial):
    """Prints the table and the gaps. 1 if a gap is not justified, or an entry not needed; of a part of the builds 0."""
    kinds = ("lines", "regions", "branches", "MC/DC")
    total = collections.Counter()
    gaps = []
    print("%-20s" % "header" + "".join("%12s" % kind for kind in kinds))
    for path in headers:
        rows, missing = counted(Header(path), coverage)
        gaps += missing
        print("%-20s" % path.name + "".join("%12s" % ("%d/%d" % rows[kind]) for kind in kinds))
        for kind in kinds:
            total[kind] += rows[kind][0]
            total[kind, "all"] += rows[kind][1]
    print("%-20s" % "all" + "".join("%12s" % ("%d/%d" % (total[kind], total[kind, "all"])) for kind in kinds))
    listed = entries(justified)
    keys = {(gap.header, gap.function, gap.what, gap.text) for gap in gaps}
    missing = [gap for gap in gaps if (gap.header, gap.function, gap.what, gap.text) not in listed]
    needless = [] if partial else [key for key in listed if key not in keys]
    for gap in missing:
        print(f"{gap.header}:{gap.line}: {gap.function}: {gap.what}\n    {gap.text}")
    for key in needless:
        print(f"{justified.name}:{listed[key]}: covered after all, or no such line: {': '.join(key[:3])}\n    {key[3]}")
    print(f"{len(gaps)} parts not covered, {len(gaps) - len(missing)} of them justified")
    return 0 if partial else int(bool(missing or needless))
