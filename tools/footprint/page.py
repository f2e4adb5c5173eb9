# SPDX-License-Identifier: MIT-0
"""docs/footprint.md, made of figures."""
from parts import SHOWN
from peers import DEBIAN, QUOTED, rows

HEAD = """\
# Footprint

What the headers take of small machines: code and RAM, at -Os, without what nobody calls. `python3 tools/footprint`
prints this page, and a test compares it, figure by figure, with the compilers named here; with other ones it holds
the figures to the bounds in [bounds.list](../tools/footprint/bounds.list). smallwheel has all of its rings. hwheel
and bigwheel are for servers: they are not measured.

- **set**: the code of [a program](../tools/footprint/application.c) that inits, adds, cancels, asks next and advances
  over a set of TW_TIMERS_OF, less that of the same program over functions of these names that do nothing.
- **table**: the same over a set that is chosen at run time, tw_timers_init() with tw_heap4_ops and the like. The
  table refers to all functions of its structure, so that all of them are linked.
- **table, no check()**: the same with TW_CHECK 0. A set of TW_TIMERS_OF takes as much with as without, unless the
  program calls check().
- **whole**: all compiled functions of the header as one object, with TW_CHECK 0; and with check().
- **frame**: the most stack that one compiled function takes for itself, in bytes; none takes an amount that depends
  on data. What a call takes with all that it calls is the sum along the path.
- **RAM**: the set, clock included, without an array; with a table, the structure is beside the set.
- **per timer**: the node and its share of an array for 64 timers.

Nothing here is initialised data: the headers have no variable. On an AVR, where the linker puts constants into RAM,
the table of a structure takes RAM as well: its bytes count as code here. A 64-bit machine has nodes of 40 bytes;
heap4 adds a cell of 24, skiplist about 12, and the others nothing.
"""
SETS = ["set", "table", "bare", "whole", "checked", "frame", "ram", "table_ram", "timer"]
TITLES = ["set", "table", "table, no check()", "whole", "with check()", "frame", "RAM", "RAM, table", "per timer"]
PARTS = """\
## What parts of the contract take

The contract of timers.h is more than a list that is polled. These are bytes of the set above that its parts take, for
{structures}: the program over the headers, less the same over a copy without the part
([parts.py](../tools/footprint/parts.py)). Lists keep arming order as they are; heap4 compares arming numbers.
A compiler that has less to keep in mind may find another form for what is left, so some are below 0.
"""
PEERS = """\
## Beside others

[A small application](../tools/footprint/peers/small.c) for a Cortex-M0 with eight timers: start, stop, periods, next,
and a tick interrupt. The bytes are those of code over the same program with timers that do nothing. Peers in Debian's
sources are fetched and built by `python3 tools/footprint --peers`. Functions of libgcc and of a C library that a
program calls are counted. The RAM is that of the same program with sixteen timers, over the one whose timers do
nothing: set, nodes, arrays and pools, and four bytes for the period of each timer.

{built}
sortedlist takes {more} bytes of code more than lwIP's list. The table of parts says what they buy. On this processor
{passed} bytes keep timers in order that are armed for a passed tick, {back} keep the clock from going back, and {inside}
refuse an advance() in a callback. lwIP's node has no link back. So it takes less RAM, and it searches the list to
cancel. {fifo} bytes of heap4 are the arming numbers by which equal deadlines keep their order.

In another program of this kind more peers were measured once, on 2026-11-21, against the headers of that day. The
sources of the peers are not in this repository, and their versions were not noted. Compare within a table: the two
programs differ.

{quoted}"""


def table(titles, lines):
    parts = [titles, ["---"] * len(titles), *lines]
    return "".join("| " + " | ".join("-" if cell is None else str(cell) for cell in line) + " |\n" for line in parts)


def target_table(figures):
    return table(["", *TITLES], [[name, *map(found.get, SETS)] for name, found in figures.items()])


def parts_table(costs):
    """One row a part, one column a target."""
    parts = list(next(iter(costs.values())))
    return table(["", *(target.title for target in costs)],
                 [[part, *(", ".join(map(str, found[part])) for found in costs.values())] for part in parts])


def peers_table(lines, titles=("timers", "bytes", "RAM, 16 timers", "")):
    return table(titles, sorted(lines, key=lambda row: row[1]))


def page(figures, versions, costs, own):
    """The page: figures, compilers and costs by target; rows of the small application."""
    text = HEAD
    for target, found in figures.items():
        text += f"\n## {target.title}\n\nWith {versions[target]}, {target.flags}.\n\n{target_table(found)}"
    names = ", ".join(structure.name for structure in SHOWN[:-1]) + f" and {SHOWN[-1].name}"
    text += "\n" + PARTS.format(structures=names) + "\n" + parts_table(costs)
    shown = [structure.name for structure in SHOWN].index("sortedlist")
    taken = list(next(iter(costs.values())).values())
    passed, back, inside, *_ = (part[shown] for part in taken)
    fifo = max(taken[3])
    code = {row[0]: row[1] for row in own + rows(DEBIAN)}
    built, quoted = peers_table(own + rows(DEBIAN)), peers_table(rows(QUOTED), ["timers", "bytes", ""])
    return text + "\n" + PEERS.format(more=code["**sortedlist**"] - code["lwIP, sys_timeout"], passed=passed, back=back,
                                      inside=inside, fifo=fifo, built=built, quoted=quoted)
