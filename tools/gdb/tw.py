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
import gdb
import gdb.printing

STRUCTURES = ("heap4", "rbtree", "skiplist", "sortedlist", "wheel", "smallwheel", "hwheel", "bigwheel")


def names(value):
    return [field.name for field in value.type.strip_typedefs().fields()]


def listed(last):
    """The nodes of a list, the first one first."""
    seen, nodes = set(), []
    while int(last) != 0:
        if int(last) in seen:
            raise gdb.GdbError(f"the list of node {int(last):#x} is a circle")
        seen.add(int(last))
        nodes.append(last)
        last = last["u"]["list"]["prev"]
    return reversed(nodes)


def of_tree(node):
    """The nodes of a tree, the first one first."""
    above, seen = [], set()
    while above or int(node) != 0:
        while int(node) != 0:
            if int(node) in seen:
                raise gdb.GdbError(f"the tree meets node {int(node):#x} twice")
            seen.add(int(node))
            above.append(node)
            node = node["u"]["child"][0]
        node = above.pop()
        yield node
        node = node["u"]["child"][1]


def arming(cell):
    """The arming number of a cell of a heap: beside the key, or in the two words of the node."""
    if "number" in names(cell):
        return int(cell["number"])
    word = cell["node"]["u"]["word"]
    return int(word[1]) << 8 * word[0].type.sizeof | int(word[0])


def of_structure(s):
    """Pairs (node, order): of nodes with one deadline the least order fires first."""
    members = names(s)
    if "head" in members:  # rbtree
        nodes = of_tree(s["head"]["u"]["child"][0])
    elif "slots" in members:  # wheel
        nodes = (n for i in range(int(s["slots"])) for n in listed(s["cell"][i]["slot"]["last"]))
    elif "slot" in members:  # smallwheel, hwheel and bigwheel
        nodes = (n for i in range(s["slot"].type.range()[1] + 1) for n in listed(s["slot"][i]))
    elif "cell" in members:  # heap4, whose cells with an arming number begin at the fourth
        root = 3 if int(s["count"]) and "number" in names(s["cell"][0]) else 0
        cells = [s["cell"][i + root] for i in range(int(s["count"]))]
        return [(cell["node"], arming(cell)) for cell in cells]
    else:  # skiplist and sortedlist
        nodes = listed((s["base"] if "base" in members else s)["last"])
    return [(n, i) for i, n in enumerate(nodes)]


def structure_of(timers):
    """The structure of a set, and its name."""
    structure = timers["in"]
    if "ops" in names(timers):  # struct tw_timers
        name = timers["ops"]["name"].string()
        return structure.cast(gdb.lookup_type("struct tw_" + name).pointer()).dereference(), name
    return structure, str(structure.type.strip_typedefs()).rpartition("tw_")[2]


def ahead(due, now, bits):
    """Ticks from now to due; of ticks that wrap, the nearer way around."""
    distance = due - now
    if bits < 64:
        distance = (distance + 2 ** (bits - 1)) % 2**bits - 2 ** (bits - 1)
    return distance


def in_order(timers):
    """Rows (part of the next batch, ticks from now, order, node) of all armed timers, in the order of their firing. The
    batch begins with the nodes of the structure that are due by now; then comes the due list."""
    now, bits = int(timers["clock"]["now"]), timers["clock"]["now"].type.sizeof * 8
    rows = []
    for i, n in enumerate(listed(timers["clock"]["due"])):
        rows.append((1, 0, i, n))
    for n, order in of_structure(structure_of(timers)[0]):
        left = ahead(int(n["due"]), now, bits)
        rows.append((2 if left > 0 else 0, left, order, n))
    return sorted(rows, key=lambda row: row[:3])


def name_of(node):
    return node["fn"].format_string(symbols=True).partition(" ")[2] or "no function"


class TwTimers(gdb.Command):
    """tw-timers SET: the armed timers of a set of tw, with address, deadline, ticks from now, and callback."""
    def __init__(self):
        super().__init__("tw-timers", gdb.COMMAND_DATA, gdb.COMPLETE_EXPRESSION)

    def invoke(self, argument, _):
        timers = gdb.parse_and_eval(argument)
        timers = timers.dereference() if timers.type.strip_typedefs().code == gdb.TYPE_CODE_PTR else timers
        now, bits = int(timers["clock"]["now"]), timers["clock"]["now"].type.sizeof * 8
        rows = in_order(timers)
        for _, _, _, n in rows:
            left = ahead(int(n["due"]), now, bits)
            print(f"{int(n):#x}  due {int(n['due'])}  in {left}  {name_of(n)}")
        print(f"{len(rows)} armed, now {now}")


class Nodes:
    """Prints a sentence, and the addresses of nodes."""
    def __init__(self, sentence, nodes):
        self.sentence, self.nodes = sentence, nodes

    def to_string(self):
        return self.sentence

    def children(self):
        return ((str(i), f"{int(n):#x}") for i, n in enumerate(self.nodes))

    @staticmethod
    def display_hint():
        return "array"


class Node:
    """Prints the state of a node."""
    def __init__(self, node):
        self.node = node

    def to_string(self):
        home = int(self.node["home"])
        if home == 0:
            return f"idle, {name_of(self.node)}"
        return f"{'waits' if home > 1 else 'is due'} for {int(self.node['due'])}, {name_of(self.node)}"


def of_set(timers):
    rows = in_order(timers)
    name = structure_of(timers)[1]
    return Nodes(f"set over {name}, {len(rows)} armed, now {int(timers['clock']['now'])}", [row[3] for row in rows])


def of_alone(s, name):
    """A structure by itself: its nodes by deadline, as far as ticks of 64 bits tell, else as the walk meets them."""
    rows = of_structure(s)
    if rows and rows[0][0]["due"].type.sizeof == 8:
        rows.sort(key=lambda row: (int(row[0]["due"]), row[1]))
    return Nodes(f"{name} of {len(rows)}", [n for n, _ in rows])


def printer(value):
    kind = value.type.strip_typedefs()
    if kind.code != gdb.TYPE_CODE_STRUCT:
        return None
    name = (kind.tag or "").removeprefix("tw_")
    if kind.tag == "tw_node":
        return Node(value)
    if kind.tag == "tw_" + name and name in STRUCTURES:
        return of_alone(value, name)
    members = names(value)
    if members[:1] == ["clock"] and "in" in members and str(value["clock"].type) == "struct tw_clock":
        return of_set(value)
    return None


TwTimers()
gdb.execute("set max-value-size 1048576")  # a bigwheel has more than the 64 KB that gdb prints by itself
gdb.pretty_printers.insert(0, printer)
