# SPDX-License-Identifier: MIT-0
"""docs/footprint.md, made of figures."""
from parts import SHOWN
from peers import DEBIAN, NOTED, rows

HEAD = """\
# Footprint

This page has the bytes of code and RAM that the headers take on small machines. All code is compiled at -Os, and
functions that nobody calls are left out. `python3 tools/footprint` prints the page. A test compares each figure, if it
finds the compilers that are named here. With other compilers it compares the figures with the bounds in
[bounds.list](../tools/footprint/bounds.list). smallwheel has all of its levels. hwheel and bigwheel are for servers, and
are not measured. table.h is a set of its own, without nodes: its timers take what stands under "per timer", and no more.

- **set**: the code of [a program](../tools/footprint/application.c) that calls init, add, cancel, next and advance of a
  set of TW_TIMERS_OF. The code of the same program over functions that do nothing is subtracted.
- **table**: the same over a set that is chosen at run time, by tw_timers_init() with tw_heap4_ops and the like. The
  table refers to all functions of its structure, so that all of them are linked.
- **table, no check()**: the same with TW_CHECK 0. If the program does not call check(), TW_CHECK changes nothing in a
  set of TW_TIMERS_OF.
- **whole**: all compiled functions of the header as one object, with TW_CHECK 0. **with check()** adds check().
- **frame**: the largest stack frame of one compiled function. No frame depends on data. A call takes the sum of the
  frames along its path.
- **RAM**: the set with its clock, without an array. **RAM, table**: the set and the structure beside it.
- **per timer**: the node and its share of an array for 64 timers.

The headers have no variables, so none of this is initialised data. But on an AVR the linker puts constants into RAM:
there the table of a structure takes RAM, too. Its bytes count as code here. A 64-bit machine has nodes of 40 bytes.
heap4 adds a cell of 24, skiplist about 12, and the others nothing.
"""
SETS = ["set", "table", "bare", "whole", "checked", "frame", "ram", "table_ram", "timer"]
TITLES = ["set", "table", "table, no check()", "whole", "with check()", "frame", "RAM", "RAM, table", "per timer"]
PARTS = """\
## What parts of the contract take

The contract of timers.h promises more than a list that is polled. Below are the bytes that its parts take of a set, for
{structures}: the program over timers.h, less the same over a copy without the part
([parts.py](../tools/footprint/parts.py)). Lists keep arming order as they are; heap4 compares arming numbers. With less
code around it, a compiler may choose another form for the rest. So some figures are below 0.
"""
PEERS = """\
## Beside others

[A small application](../tools/footprint/peers/small.c) for a Cortex-M0 has eight timers: it starts and stops them,
has periods and a tick interrupt, and asks for the next deadline. The bytes are those of its code. The code of the
same program with timers that do nothing is subtracted. `python3 tools/footprint --peers` fetches and builds the peers
that are in Debian's sources. `python3 tools/footprint --from DIR` builds the timers of RIOT, Zephyr, ThreadX,
FreeRTOS or Mynewt from your copy of the source. There a header such as
[Zephyr's](../tools/footprint/peers/zephyr/stand_in.h) stands in for the rest of the kernel, and masks no interrupts.
The rows of these five are the code of the commits that are named, typed off without comments and without options that
are off ([given.list](../tools/footprint/peers/given.list)). ThreadX's timers expire in its tick interrupt, and
Mynewt's callouts call their functions in the tick. The poll takes the steps of FreeRTOS's timer task. The task's
queue has room for one command. The thread, task or queue that the kernel has for its timers takes more. Functions of
libgcc and of a C library count, if the program calls them. The RAM is that of the same program with sixteen timers,
less that of the one whose timers do nothing: set, nodes, arrays and pools, and four bytes for the period of each
timer.

{built}
sortedlist takes {more} bytes of code more than lwIP's list. The table of parts says what they buy. On this processor
{passed} bytes keep timers in order that are armed for a passed tick, {back} keep the clock from going back, and {inside}
refuse an advance() in a callback. lwIP's node has no link back. So it takes less RAM, and it searches the list to
cancel. {fifo} bytes of heap4 are the arming numbers by which equal deadlines keep their order.
"""


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
    small = own + rows(DEBIAN) + rows(NOTED)
    code = {row[0]: row[1] for row in small}
    return text + "\n" + PEERS.format(more=code["**sortedlist**"] - code["lwIP, sys_timeout"], passed=passed, back=back,
                                      inside=inside, fifo=fifo, built=peers_table(small))
