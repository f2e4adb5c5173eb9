# SPDX-License-Identifier: MIT-0
"""Which tests look at the mutants of a header, the likeliest killer first. A step compiles a program once, and runs it
once for each list of arguments. tcc comes first, since it compiles fifty times faster; gcc with UBSan sees what tcc's
programs let pass, and code that tcc has no use for. __OPTIMIZE__ chooses the code of an optimized build; without it
stands the code for size."""
import collections
import os
import re

SOURCE = os.path.abspath(os.path.join(os.path.dirname(__file__), "..", ".."))
Step = collections.namedtuple("Step", "name command sources runs")

# tcc has no atomics: there an interrupt lock stands in post.h
TCC = ["tcc", "-std=c99", "-w", "-D_FORTIFY_SOURCE=0", "-DTW_POST_MASK()=0", "-DTW_POST_UNMASK(was)=((void)(was))"]
GCC = ["gcc", "-std=c99", "-w", "-O0", "-pthread"]
C11 = GCC + ["-std=c11", "-DTW_DQ_C11"]
UBSAN = GCC + ["-fsanitize=undefined", "-fno-sanitize-recover=all", "-fno-sanitize=alignment"]
FAST = ["-D__OPTIMIZE__=1"]
ALONE = ["-DTW_DEBUG_NO_LIBC"]  # as tcc has no variables of a thread's own
# scenarios that come last; tools/quick leaves them out
LONG = ("s01_", "s14_", "s15_", "s16_", "s20_", "s31_", "s34_", "one_alone_over", "every_short_sequence")
MANY_OPS = 100000
MANY, MORE = 1200, 12000  # programs of more interleavings than these are left out, and looked at last
SMALL, BYTES, SKYNET, WORDS, FIVE, ODD, HALVES = (["-DRIG_SETTING"] + ["-DTW_SMALLWHEEL_%s=%d" % pair for pair in
                zip(("FIRST_BITS", "UPPER_BITS", "LEVELS"), numbers)] for numbers in
                ((4, 4, 4), (8, 8, 2), (8, 6, 5), (8, 8, 4), (5, 4, 8), (4, 3, 5), (3, 3, 5)))


def found(source, pattern):
    """The groups of `pattern` where it fits from the beginning of a line of a test program."""
    with open(os.path.join(SOURCE, "tests", source + ".c"), encoding="utf-8") as file:
        return [m.groups() for m in re.finditer("^" + pattern, file.read(), re.M)]


def ticks(bits):
    return ["-DTW_TICK_BITS=%d" % bits]


def random(command, ops=3000):
    return Step("random", command, ["contract/random"], [["--ops", str(ops), "--seed", "7"]])


def crowds(command, rows="&tw_hwheel_ops,", ops=20000, name="crowds.more"):
    """The rows have hwheel: the program fails if the runs of its lists are not seen."""
    command = command + ["-DRIG_ROWS=" + rows]
    return Step(name, command, ["contract/crowds"], [["--ops", str(ops), "--seed", "7"]])


def states(*structures):
    """The states of sets whose ticks have 8 bits, where a list of two nodes is long enough to be sorted."""
    command = TCC + FAST + ticks(8) + ["-DTW__TICKS_OF_8_BITS", "-DTW_SMALLWHEEL_LEVELS=2"]
    return Step("states.more", command, ["exhaustive/states"], [[name] for name in structures])


def sorted_lists(rows, *structures):
    """Crowds first, and the states and the other crowds last."""
    last = [states(*structures)] + [crowds(TCC + more, rows) for more in (ticks(32), FAST + ticks(16))]
    return [crowds(TCC + FAST, rows, name="crowds")], last + [crowds(UBSAN + FAST, rows, 60000)]


def scenarios(source, command, long=False):
    names = [name for (name,) in found(source, r"(?:SCENARIO|MISTAKE)\((\w+),")]
    return Step(source, command, [source], [[n for n in names if n.startswith(LONG) == long]])


def is_long(step):
    """Does it wait for the others, and for --all of tools/quick?"""
    first = " ".join(step.runs[0])
    return step.name.endswith(".more") or str(MANY_OPS) in first or first.startswith(LONG)


def schedules(source, command, above=0, most=MANY):
    programs = [(int(runs), name) for name, runs in found(source, r' {4}\{"(\w+)",\s+(\d+),')]
    names = [name for runs, name in sorted(programs) if above < runs <= most]
    names.sort(key=lambda name: name.startswith(LONG))
    return Step(source + ".more" * (above > 0), command + ["-U_FORTIFY_SOURCE"], [source], [[name] for name in names])


def debug(command):
    return Step("debug", command + ["-DTW_DEBUG"], ["contract/debug", "contract/debug_ticks", "contract/debug_layout",
                                                  "contract/debug_same", "contract/debug_plain"], [[]])


def whole(source, command):
    return Step(source, command, [source], [[]])


def narrow(source, command):
    """gcc for 16-bit ticks and heap4's queues by narrow keys, whose types tcc does not tell."""
    return GCC + command[len(TCC):] if source == "structures/heap4" else command


def contract(own, rows, settings=()):
    """Random operations and a structure's own scenarios come first, then those of the contract, the longest last."""
    rows = ["-DRIG_ROWS=" + "".join("&%s_ops," % row for row in rows)]
    own, all_ = ["structures/" + name for name in own], "contract/scenarios"
    fast, fast16, small32, small16 = (TCC + rows + f for f in (FAST, FAST + ticks(16), ticks(32), ticks(16)))
    quick = ([random(fast)] + [scenarios(name, fast) for name in own + ["structures/edges"]] + [scenarios(all_, fast)]
             + [random(small32), random(fast16)] + [random(TCC + rows + s) for s in settings]
             + [scenarios(name, narrow(name, c)) for name in own + ["structures/edges"] for c in (small16, fast16)]
             + [scenarios(name, TCC + FAST + s) for name in own for s in settings] + [scenarios("structures/rare", fast)]
             + [scenarios(all_, small16), scenarios("contract/corners", fast), scenarios("contract/bad_input", fast),
                scenarios("contract/bad_input", fast16), scenarios("contract/prefetch", GCC + FAST + rows)]
             + [debug(TCC + FAST + ALONE), debug(TCC + FAST + ALONE + ticks(16))]
             + [scenarios("structures/edges", fast + ALONE + ["-DTW_DEBUG"])]
             + [scenarios(all_, fast, long=True), random(fast, MANY_OPS)])
    return quick + ([random(UBSAN + FAST + rows, 9000)] + [scenarios(name, UBSAN + FAST + rows) for name in own]
                    + [scenarios(name, GCC + ["-m32"] + rows + ticks(32)) for name in own]
                    + [scenarios(all_, UBSAN + FAST + rows), debug(GCC + FAST)])


POSTS = [scenarios("threads/post", TCC + FAST), schedules("threads/post_test", TCC + FAST)]
WINDOWS = [scenarios("contract/window", command + ["-DRIG_SLOW"]) for command in
           (TCC + FAST, TCC + FAST + ticks(32), TCC + FAST + ticks(16), TCC, UBSAN + FAST)]
NUMBERS = ["-DRIG_ROWS=&tw_numbers_ops,"]
TABLES = ([random(TCC + FAST + NUMBERS)]
          + [scenarios("structures/table", command + NUMBERS + ["-DRIG_SLOW"])
             for command in (TCC + FAST, TCC + FAST + ticks(16), TCC + FAST + ticks(32))]
          + [random(TCC + FAST + ticks(16) + NUMBERS)]
          + [scenarios("structures/table", command + NUMBERS + ["-DRIG_SLOW"], long)
             for command, long in ((TCC + FAST, True), (UBSAN + FAST, False), (UBSAN + FAST, True))]
          + [debug(TCC + FAST + ALONE), debug(GCC + FAST), states("numbers")])
PROBES = [whole("contract/watch_probes", TCC + more + ["-I" + os.path.join(SOURCE, "tests", "contract", "probes")])
          for more in (FAST, [])]
WATCHES = [scenarios("contract/watch", command + ["-DRIG_SLOW"]) for command in
           (TCC + FAST, TCC, TCC + FAST + ticks(16), TCC + FAST + ticks(32),
            UBSAN + FAST + ["-fsanitize=address"])]
CROWDS, MORE_CROWDS = sorted_lists("&tw_hwheel_ops,", "hwheel")
BOTH, MORE_OF_BOTH = sorted_lists("&tw_hwheel_ops,&tw_bigwheel_ops,", "hwheel", "bigwheel")
ALL = ["heap4", "rbtree", "skiplist", "hwheel"]
HEADERS = {
    "compiler.h": contract(["hwheel", "wheel"], ["tw_hwheel", "tw_wheel"]),
    "node.h": contract(ALL, ["tw_rbtree", "tw_hwheel"]),
    "verbs.h": contract(ALL, ["tw_heap4", "tw_rbtree"]) + WINDOWS[:1] + [scenarios("contract/bad_input", GCC + FAST)],
    "timers.h": contract(ALL, ["tw_heap4", "tw_hwheel"]) + [whole("contract/ties", TCC + FAST + ["-DTW_TIES"])],
    "heap4.h": contract(["heap4"], ["tw_heap4"]),
    "rbtree.h": contract(["rbtree"], ["tw_rbtree"]),
    "sortedlist.h": contract(["sortedlist"], ["tw_sortedlist"]),
    "skiplist.h": contract(["skiplist"], ["tw_skiplist", "few_lanes"]),
    "wheel.h": contract(["wheel"], ["tw_wheel"]),
    "slots.h": BOTH + contract(["smallwheel", "hwheel", "bigwheel", "wheels", "wheels_check"],
                               ["tw_smallwheel", "tw_hwheel", "tw_bigwheel"]) + MORE_OF_BOTH,
    "hwheel.h": CROWDS + contract(["hwheel", "wheels", "wheels_check"], ["tw_hwheel"]) + MORE_CROWDS,
    "smallwheel.h": contract(["smallwheel", "wheels", "wheels_check"], ["tw_smallwheel"],
                             [SMALL, BYTES + ticks(16), SKYNET, WORDS + ticks(32), FIVE + ticks(32), ODD + ticks(16)])
                    + [scenarios("contract/scenarios", TCC + FAST + HALVES + ticks(16))],
    "bigwheel.h": BOTH + contract(["bigwheel", "wheels", "wheels_check"], ["tw_bigwheel"]) + MORE_OF_BOTH,
    "table.h": TABLES,
    "window.h": WINDOWS + WATCHES[:1] + [scenarios("contract/bad_input", TCC + FAST), debug(GCC + FAST)],
    "watch.h": PROBES + WATCHES,
    "delayqueue.h": [schedules("threads/delayqueue_test", TCC + FAST), debug(GCC + FAST),
                     schedules("threads/delayqueue_test", UBSAN), whole("threads/delayqueue_waits", GCC),
                     schedules("threads/delayqueue_test", TCC + FAST, MANY, MORE)],
    "delayqueue_port.h": [whole("threads/delayqueue_waits", GCC), whole("threads/delayqueue_waits", C11),
                          whole("threads/delayqueue_port", GCC), whole("threads/delayqueue_port", C11)],
    "post.h": POSTS + [whole("threads/post_masks", ["tcc", "-std=c99", "-w"] + FAST),
                       scenarios("contract/bad_input", TCC + FAST), debug(GCC + FAST),
                       scenarios("threads/post", UBSAN + FAST), schedules("threads/post_test", UBSAN + FAST)],
    "shards.h": [scenarios("threads/shards", TCC + FAST), schedules("threads/shards_test", TCC + FAST),
                 scenarios("threads/shards", TCC + FAST + ticks(16)), scenarios("threads/shards", UBSAN + FAST),
                 whole("threads/shards_threads", GCC + FAST + ["-DTW_DEBUG"]),
                 schedules("threads/shards_test", TCC + FAST, MANY, MORE + MANY),
                 schedules("threads/shards_test", UBSAN + FAST)],
    "debug.h": [debug(TCC + FAST + ALONE), debug(TCC + FAST + ALONE + ticks(16)), debug(GCC + FAST),
                debug(GCC + FAST + ticks(16)), whole("contract/debug_line", GCC + FAST + ["-DTW_DEBUG"]),
                scenarios("structures/edges", TCC + FAST + ALONE + ["-DTW_DEBUG"]),
                random(TCC + FAST + ALONE + ["-DTW_DEBUG"])],
}
# The structures whose instructions tests/counts counts, last of all: what changes costs alone is seen there.
COUNTED = {
    "node.h": ["heap4", "hwheel"],
    "verbs.h": ["heap4", "rbtree"],
    "timers.h": ["heap4", "hwheel"],
    "heap4.h": ["heap4"],
    "rbtree.h": ["rbtree"],
    "sortedlist.h": ["sortedlist"],
    "skiplist.h": ["skiplist"],
    "wheel.h": ["wheel"],
    "slots.h": ["smallwheel", "hwheel", "bigwheel"],
    "hwheel.h": ["hwheel"],
    "smallwheel.h": ["smallwheel"],
    "bigwheel.h": ["bigwheel"],
    "table.h": ["table"],
}
