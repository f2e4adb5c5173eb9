# SPDX-License-Identifier: MIT-0
"""For gdb: a command that lists the armed timers of a set, and printers for sets, structures and nodes.
    (gdb) source tools/gdb/tw.py
    (gdb) tw-timers server.timers
    0x7fffffffe0c8  due 30013  in 29493  <idle_timeout>
    1 armed, now 520
    (gdb) print server.timers
    $1 = set over hwheel, 1 armed, now 520 = {0x7fffffffe0c8}
    (gdb) print conn->idle
    $2 = waits for 30013, <idle_timeout>
The timers stand in the order in which they fire, if advance() comes next. SET is a set or a pointer to one, of a
program built with -g. Nothing in it is called, so that a core dump will do. Amid a verb of the set, the list may lack
nodes. print/r shows the members."""
import os
import sys

import gdb

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import tw_walk  # noqa: E402


class Value:
    """What tw_walk wants of a value."""
    def __init__(self, value):
        self.value = value

    def __getitem__(self, key):
        return Value(self.value[key])

    def __int__(self):
        try:
            return int(self.value)
        except gdb.MemoryError as error:
            raise tw_walk.Broken(str(error)) from None

    def names(self):
        return [field.name for field in self.value.type.strip_typedefs().fields()]

    def kind(self):
        kind = self.value.type.strip_typedefs()
        return (kind.target().strip_typedefs() if kind.code == gdb.TYPE_CODE_PTR else kind).tag or ""

    def is_struct(self):
        return self.value.type.strip_typedefs().code == gdb.TYPE_CODE_STRUCT

    def size(self):
        return self.value.type.sizeof

    def length(self):
        return self.value.type.range()[1] + 1

    def text(self):
        try:
            return self.value.string()
        except (gdb.MemoryError, UnicodeDecodeError) as error:
            raise tw_walk.Broken(f"the name of the structure cannot be read: {error}") from None

    def function(self):
        return self.value.format_string(symbols=True).partition(" ")[2]

    def address(self):
        return int(self.value.address)

    def to(self, kind):
        return Value(self.value.cast(gdb.lookup_type("struct " + kind).pointer()).dereference())


class TwTimers(gdb.Command):
    """tw-timers SET: the armed timers of a set of tw, with address, deadline, ticks from now, and callback."""
    def __init__(self):
        super().__init__("tw-timers", gdb.COMMAND_DATA, gdb.COMPLETE_EXPRESSION)

    def invoke(self, argument, _):
        timers = gdb.parse_and_eval(argument)
        timers = timers.dereference() if timers.type.strip_typedefs().code == gdb.TYPE_CODE_PTR else timers
        try:
            for line in tw_walk.lines(Value(timers)):
                print(line)
        except tw_walk.Broken as broken:
            raise gdb.GdbError(str(broken)) from None


class Node:
    """Prints a sentence."""
    def __init__(self, sentence):
        self.sentence = sentence

    def to_string(self):
        return self.sentence


class Nodes(Node):
    """Prints a sentence, and the addresses of nodes."""
    def __init__(self, sentence, nodes):
        super().__init__(sentence)
        self.nodes = nodes

    def children(self):
        return ((str(i), f"{int(n):#x}") for i, n in enumerate(self.nodes))

    @staticmethod
    def display_hint():
        return "array"


def printer(value):
    describe = tw_walk.describe(Value(value))
    if not describe:
        return None
    try:
        sentence, nodes = describe(Value(value))
    except tw_walk.Broken as broken:
        return Node(str(broken))
    return Node(sentence) if nodes is None else Nodes(sentence, nodes)


TwTimers()
gdb.execute("set max-value-size 1048576")  # a bigwheel has more than the 64 KB that gdb prints by itself
gdb.pretty_printers.insert(0, printer)
