# SPDX-License-Identifier: MIT-0
"""Finds the timers of a set, a structure or a node, and says what a debugger prints of them. tw.py uses it in gdb, and
tw_lldb.py in LLDB. Each hands in values of its own class Value, which has:
    value["member"], value[i]   a member, also through a pointer; an element
    int(value)                  a number or an address
    value.names()               the members of a struct
    value.kind()                the name of its type, or of the type that it points to, without "struct "
    value.is_struct()           whether it is a struct
    value.size()                its bytes
    value.length()              the elements of an array
    value.text()                the string that it points to
    value.function()            <name> of the function that it points to, or ""
    value.address()             where it stands
    value.to(kind)              the struct of this name that it points to"""

STRUCTURES = ("heap4", "rbtree", "skiplist", "sortedlist", "wheel", "smallwheel", "hwheel", "bigwheel")
DUE, WAITING = 1, 2  # `home` of a node on the due list, and the least one in a structure


class Broken(Exception):
    """A structure that cannot be walked."""


def armed(node, *places):
    """The node, if its `home` is in one of the places: that of a foreign node, or of one that is idle, is not."""
    try:
        home = int(node["home"])
    except Broken as broken:
        raise Broken(f"the walk breaks off at node {int(node):#x}: {broken}") from None
    if not any(home in place for place in places):
        wrong = f"its home {home:#x} names another place" if home else "it is idle"
        raise Broken(f"the walk breaks off at node {int(node):#x}: the structure holds it, but {wrong}")
    return node


def listed(last, *places, before=0):
    """The nodes of a list, the first one first, whose `prev` is `before`. Ends: a node that is met again has not the `prev`
    of both ways."""
    if int(last) == 0:
        return
    node = armed(last, *places)["u"]["list"]["next"]
    while True:
        if int(armed(node, *places)["u"]["list"]["prev"]) != before:
            raise Broken(f"the walk breaks off at node {int(node):#x}: it should follow node {before:#x}")
        yield node
        if int(node) == int(last):
            return
        node, before = node["u"]["list"]["next"], int(node)


def sorted_or_not(last, place):
    """The nodes of a list of a slot, which may be sorted: then it consists of runs, the oldest of which comes first here.
    `prev` of the first node of a run is the last node of the older run, and `home` is place + RUN * (1 + rank)."""
    runs, least = [], place
    while int(last) != 0:
        run = 1024 if last["home"].size() == 2 else 32768
        home = int(armed(last, range(least, 256 ** last["home"].size(), run))["home"])
        first = armed(last["u"]["list"]["next"], [home])
        older = first["u"]["list"]["prev"]
        runs.insert(0, listed(last, [home], before=int(older) if home >= run else 0))
        if home < run:
            break
        last, least = older, home + run
    for run in runs:
        yield from run


def of_tree(node, head):
    """The nodes of a tree below its head, the first one first. A `home` is the parent's address, plus 1 if red."""
    above, seen, parent = [], set(), head
    while above or int(node) != 0:
        while int(node) != 0:
            if int(node) in seen:
                raise Broken(f"the tree meets node {int(node):#x} twice")
            seen.add(int(node))
            above.append(armed(node, (parent, parent + 1)))
            node, parent = node["u"]["child"][0], int(node)
        node = above.pop()
        yield node
        node, parent = node["u"]["child"][1], int(node)


def arming(cell):
    """The arming number of a cell of a heap: beside the key, or in the two words of the node."""
    if "number" in cell.names():
        return int(cell["number"])
    word = cell["node"]["u"]["word"]
    return int(word[1]) << 8 * word[0].size() | int(word[0])


def of_structure(s):
    """Pairs (node, order): of nodes with one deadline the least order fires first."""
    members = s.names()
    if "head" in members:  # rbtree
        nodes = of_tree(s["head"]["u"]["child"][0], s["head"].address())
    elif "slots" in members:  # wheel
        nodes = (n for i in range(int(s["slots"])) for n in listed(s["cell"][i]["slot"]["last"], [i + WAITING]))
    elif "slot" in members:  # smallwheel, hwheel and bigwheel
        nodes = (n for i in range(s["slot"].length()) for n in sorted_or_not(s["slot"][i], i + WAITING))
    elif "cell" in members:  # heap4, whose cells with an arming number begin at the fourth
        root = 3 if int(s["count"]) and "number" in s["cell"][0].names() else 0
        cells = ((i, s["cell"][i]) for i in range(root, root + int(s["count"])))
        return [(armed(cell["node"], [i + WAITING]), arming(cell)) for i, cell in cells]
    elif "lane" in members:  # skiplist, in whose array stand towers
        nodes = listed(s["base"]["last"], [WAITING], range(int(s["lane"]), int(s["spare"])))
    else:  # sortedlist
        nodes = listed(s["last"], [WAITING])
    return [(n, i) for i, n in enumerate(nodes)]


def structure_of(timers):
    """The structure of a set, and its name."""
    structure = timers["in"]
    if "ops" in timers.names():  # struct tw_timers
        name = timers["ops"]["name"].text()
        return structure.to("tw_" + name), name
    return structure, structure.kind().removeprefix("tw_")


def ahead(due, now, bits):
    """Ticks from now to due; of ticks that wrap, the nearer way around."""
    distance = due - now
    if bits < 64:
        distance = (distance + 2 ** (bits - 1)) % 2**bits - 2 ** (bits - 1)
    return distance


def in_order(timers):
    """Rows (part of the next batch, ticks from now, order, node) of all armed timers, in the order of their firing. The
    batch begins with the nodes of the structure that are due by now; then comes the due list."""
    now, bits = int(timers["clock"]["now"]), timers["clock"]["now"].size() * 8
    rows = []
    for i, n in enumerate(listed(timers["clock"]["due_list"], [DUE])):
        rows.append((1, ahead(int(n["due"]), now, bits), i, n))
    for n, order in of_structure(structure_of(timers)[0]):
        left = ahead(int(n["due"]), now, bits)
        rows.append((2 if left > 0 else 0, left, order, n))
    return sorted(rows, key=lambda row: (row[0], 0 if row[0] == 1 else row[1], row[2]))


def name_of(node):
    return node["fn"].function() or "no function"


def lines(timers):
    """The lines of tw-timers."""
    rows = in_order(timers)
    for _, left, _, n in rows:
        yield f"{int(n):#x}  due {int(n['due'])}  in {left}  {name_of(n)}"
    yield f"{len(rows)} armed, now {int(timers['clock']['now'])}"


def of_set(timers):
    rows = in_order(timers)
    name = structure_of(timers)[1]
    return f"set over {name}, {len(rows)} armed, now {int(timers['clock']['now'])}", [row[3] for row in rows]


def of_alone(s):
    """A structure by itself: its nodes by deadline, as far as ticks of 64 bits tell, else as the walk meets them."""
    rows = of_structure(s)
    if rows and rows[0][0]["due"].size() == 8:
        rows.sort(key=lambda row: (int(row[0]["due"]), row[1]))
    return f"{s.kind().removeprefix('tw_')} of {len(rows)}", [n for n, _ in rows]


def of_node(node):
    home = int(node["home"])
    if home == 0:
        return f"idle, {name_of(node)}", None
    return f"{'waits' if home > DUE else 'is due'} for {int(node['due'])}, {name_of(node)}", None


def describe(value):
    """A function that returns a sentence about the value and its nodes, None for a node; or None: not of tw."""
    if not value.is_struct():
        return None
    if value.kind() == "tw_node":
        return of_node
    if value.kind() in ["tw_" + name for name in STRUCTURES]:
        return of_alone
    members = value.names()
    if members[:1] == ["clock"] and "in" in members and value["clock"].kind() == "tw_clock":
        return of_set
    return None
