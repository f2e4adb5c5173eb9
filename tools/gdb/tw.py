# SPDX-License-Identifier: MIT-0
"""A command for gdb: tw-timers SET lists the armed timers of a set, over any structure, the earliest first.
    (gdb) source tools/gdb/tw.py
    (gdb) tw-timers server.timers
    0x7fffffffe0c8  due 30013  in 29493  <idle_timeout>
    1 armed, now 520
SET is a set or a pointer to one, of a program built with -g. Nothing in it is called, so that a core dump will do.
Amid a verb of the set, the list may lack nodes."""
import gdb


def names(value):
    return [field.name for field in value.type.fields()]


def listed(last):
    seen = set()
    while int(last) != 0:
        if int(last) in seen:
            raise gdb.GdbError(f"the list of node {int(last):#x} is a circle")
        seen.add(int(last))
        yield last
        last = last["u"]["list"]["prev"]


def of_tree(node):
    waiting, seen = [node], set()
    while waiting:
        node = waiting.pop()
        if int(node) in seen:
            raise gdb.GdbError(f"the tree meets node {int(node):#x} twice")
        if int(node) != 0:
            seen.add(int(node))
            waiting += [node["u"]["child"][side] for side in (0, 1)]
            yield node


def of_structure(s):
    members = names(s)
    if "head" in members:  # rbtree
        yield from of_tree(s["head"]["u"]["child"][0])
    elif "slots" in members:  # wheel
        for i in range(int(s["slots"])):
            yield from listed(s["cell"][i]["slot"]["last"])
    elif "slot" in members:  # smallwheel, hwheel and bigwheel
        for i in range(s["slot"].type.range()[1] + 1):
            yield from listed(s["slot"][i])
    elif "cell" in members:  # heap4, whose cells with an arming number begin at the fourth
        for i in range(int(s["count"])):
            yield s["cell"][i + (3 if "number" in names(s["cell"][0]) else 0)]["node"]
    else:  # skiplist and sortedlist
        yield from listed((s["base"] if "base" in members else s)["last"])


class TwTimers(gdb.Command):
    """tw-timers SET: the armed timers of a set of tw, with address, deadline, ticks from now, and callback."""
    def __init__(self):
        super().__init__("tw-timers", gdb.COMMAND_DATA, gdb.COMPLETE_EXPRESSION)

    def invoke(self, argument, _):
        timers = gdb.parse_and_eval(argument)
        timers = timers.dereference() if timers.type.strip_typedefs().code == gdb.TYPE_CODE_PTR else timers
        structure = timers["in"]
        if "ops" in names(timers):  # struct tw_timers
            kind = gdb.lookup_type("struct tw_" + timers["ops"]["name"].string())
            structure = structure.cast(kind.pointer()).dereference()
        now, bits = int(timers["clock"]["now"]), timers["clock"]["now"].type.sizeof * 8
        rows = []
        for n in [*listed(timers["clock"]["due"]), *of_structure(structure)]:
            ahead = int(n["due"]) - now
            if bits < 64:  # ticks that wrap: the nearer way around
                ahead = (ahead + 2 ** (bits - 1)) % 2**bits - 2 ** (bits - 1)
            name = n["fn"].format_string(symbols=True).partition(" ")[2]
            rows.append((ahead, int(n), int(n["due"]), name or "no function"))
        for ahead, address, due, name in sorted(rows):
            print(f"{address:#x}  due {due}  in {ahead}  {name}")
        print(f"{len(rows)} armed, now {now}")


TwTimers()
