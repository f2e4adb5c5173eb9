# SPDX-License-Identifier: MIT-0
"""gdb -batch -x lines_gdb.py --args TW_DRAW --json --structure STRUCTURE FILE: what a debugger sees at each event. Prints
`at FILE LINE`: the innermost line in the structure's own header, else the innermost line in any. TW_DRAW was built with
the headers as they are, so it knows no calls itself. TW_HEADERS are the folders of the headers."""
import os
import re

import gdb

FOLDERS = os.environ["TW_HEADERS"].split(":")
OWN = os.environ["TW_OWN"]
TEXTS = {}


def text_of(name):
    if name not in TEXTS:
        path = next((f for folder in FOLDERS if os.path.exists(f := f"{folder}/{name}")), None)
        with open(path or os.devnull, encoding="ascii") as file:
            TEXTS[name] = file.read()
    return TEXTS[name]


def frames():
    """File and line of each frame in a function that stands in the text of a header; the innermost first."""
    frame = gdb.newest_frame().older()
    while frame:
        sal = frame.find_sal()
        name = os.path.basename(sal.symtab.filename) if sal.symtab else ""
        if name.endswith(".h") and re.search(rf"^TW__[A-Z_]+ .*\b{frame.name()}\(", text_of(name), re.M):
            yield name, sal.line
        frame = frame.older()


class Event(gdb.Breakpoint):
    def stop(self):
        if not gdb.parse_and_eval("muted") and gdb.parse_and_eval("what") < gdb.parse_and_eval("(int)EVENTS"):
            seen = list(frames())
            name, line = next((place for place in seen if place[0] == OWN), seen[0])
            gdb.write(f"at {name} {line}\n", gdb.STDERR)
        return False


gdb.execute("set pagination off")
Event("traced")
gdb.execute("set startup-with-shell off") # which gdb would have to follow
gdb.execute("run")
