#!/usr/bin/env python3
# SPDX-License-Identifier: MIT-0
"""debug_off.py HEADER: prints a header without the hooks for debug.h and for TW_TRACE. DEBUG(...), KIND and STAMP go
with what is in them, and TW_TRACE, too. Of VIA, MET and ACCEPTED the first argument stays, of CALLBACK, SEEN and STORED
the last one, of GIVEN the first. Of #if defined(TW_DEBUG) the #else stays; what stands behind #if !defined(TW_DEBUG)
stays."""
import pathlib
import re
import sys

KEPT = {"DEBUG": None, "KIND": None, "STAMP": None, "STORED": -1, "CALLBACK": -1, "SEEN": -1, "VIA": 0, "MET": 0,
        "GIVEN": 0, "ACCEPTED": 0, "TRACE": None}
HOOK = re.compile(r"\bTW__?(%s)\(" % "|".join(KEPT))
BRANCH = re.compile(r"^#if defined\(TW_DEBUG\)\n(.*?)(?:^#else\n(.*?))?^#endif[^\n]*\n", re.M | re.S)
ABSENT = re.compile(r"^#if !defined\(TW_DEBUG\)\n(.*?)^#endif[^\n]*\n", re.M | re.S)
DEFINITION = re.compile(r"^#define (?:TW__?(?:%s)|tw_hand_over)\((?:.*\\\n)*.*\n" % "|".join(KEPT), re.M)


def closing(text, at):
    """Where the bracket closes that opens at `at`, and the commas that part its arguments."""
    depth, commas = 0, []
    for i in range(at, len(text)):
        depth += (text[i] == "(") - (text[i] == ")")
        if text[i] == "," and depth == 1:
            commas.append(i)
        if depth == 0:
            return i, commas
    sys.exit("debug_off: a hook does not end")


def blank(text):
    """As many line ends as the text has; behind a line of a macro they go on."""
    return "".join("\\\n" if text[:i].endswith("\\") else "\n" for i, c in enumerate(text) if c == "\n")


def without(text):
    """The text without hooks; an argument that stays may hold other hooks."""
    out, at = "", 0
    while match := HOOK.search(text, at):
        end, commas = closing(text, match.end() - 1)
        bounds = [match.end() - 1, *commas, end]
        kept = KEPT[match[1]]
        out += text[at:match.start()]
        if kept is None:
            out += ("((void)0)" if match[1] == "TRACE" else "") + blank(text[match.start():end])
        else:
            first = kept % (len(bounds) - 1)
            out += "(" + without(text[bounds[first] + 1:bounds[first + 1]]) + ")"
        at = end + 1
    return out + text[at:]


def main():
    text = pathlib.Path(sys.argv[1]).read_text()
    text = ABSENT.sub(r"\1", BRANCH.sub(lambda branch: branch[2] or "", text))
    sys.stdout.write(without(DEFINITION.sub("", text)))


main()
