#!/usr/bin/env python3
"""annotate.py COMPANION SOURCE OUTPUT: copies each header that COMPANION names from SOURCE to OUTPUT, with its annotations.

COMPANION holds the annotations and where they belong:

    == heap4.h: tw__heap4_rise      the definition of this function, and what stands before its first line
    -- CODE                         what stands before the line of it where this code begins, whatever its layout

The text of the headers does not change: taken out again, the annotations leave the header as it was, byte by byte. A
function or code that is missing, or is there twice, ends the script with status 1. A function that #if writes in two
ways is annotated in both."""
import pathlib
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from ctokens import lexemes  # noqa: E402


def fail(text):
    sys.exit(f"annotate: {text}")


def companion(path):
    """The annotations in order: (header, function, anchor or None for the definition, lines)."""
    found, header, function = [], None, None
    for number, line in enumerate(path.read_text().splitlines(), 1):
        if match := re.fullmatch(r"== (\S+): (\w+)", line):
            header, function = match.groups()
            found.append((header, function, None, []))
        elif line.startswith("-- "):
            if not found:
                fail(f"{path.name}:{number}: a line before the first function")
            found.append((header, function, line[3:].strip(), []))
        elif found:
            found[-1][3].append(line)
    return found


def body(lines, start):
    """One past the last line of the function that starts here: the first line that has its closing brace."""
    for end in range(start, len(lines)):
        if lines[end] == "}" or (lines[end].endswith("}") and lines[end].count("{") == lines[end].count("}")):
            return end + 1
    fail(f"no end of {lines[start]}")


def definitions(lines, function):
    """Where the function is defined: a line with its name before a bracket, and no prototype."""
    starts = [i for i, line in enumerate(lines) if re.match(rf"TW__\w+ [\w *]*\b{function}\(", line)]
    return [i for i in starts if not lines[i].endswith(";")]


def begins(lines, start, end, anchor):
    """The lines from start to end where the tokens of the anchor begin."""
    text = "\n".join(lines[start:end])
    found, wanted = list(lexemes(text)), [word for word, _, _ in lexemes(anchor)]
    for i in range(len(found) - len(wanted) + 1):
        if [word for word, _, _ in found[i:i + len(wanted)]] == wanted:
            yield start + text.count("\n", 0, found[i][1])


def places(lines, header, function, anchor):
    spans = [(i, body(lines, i)) for i in definitions(lines, function)]
    if not spans:
        fail(f"{header} defines no {function}")
    if anchor is None:
        return [start for start, _ in spans]
    hits = [line for start, end in spans for line in begins(lines, start, end, anchor)]
    if len(hits) != 1:
        fail(f"{header}: {function} has `{anchor}` {len(hits)} times")
    return hits


def annotate(header, text, found):
    lines = text.splitlines()
    before = {}
    for function, anchor, added in found:
        for place in places(lines, header, function, anchor):
            before.setdefault(place, []).extend(added)
    out = []
    for place, line in enumerate(lines):
        out += [(added, True) for added in before.get(place, [])] + [(line, False)]
    if "".join(line + "\n" for line, ours in out if not ours) != text:
        fail(f"{header}: the text has changed")
    return "".join(line + "\n" for line, _ in out)


def main():
    if len(sys.argv) != 4:
        print(__doc__)
        sys.exit(2)
    path, source, output = map(pathlib.Path, sys.argv[1:])
    found = companion(path)
    output.mkdir(parents=True, exist_ok=True)
    for header in dict.fromkeys(entry[0] for entry in found):
        text = (source / header).read_text()
        annotated = annotate(header, text, [entry[1:] for entry in found if entry[0] == header])
        # subject.c folds calls of an order by a macro, which a call in parentheses, the same call, would not meet
        (output / header).write_text(annotated.replace("(before)(", "before("))


main()
