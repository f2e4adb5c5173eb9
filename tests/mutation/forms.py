# SPDX-License-Identifier: MIT-0
"""The programs of search.py: which drivers play against a header, over which structures, and how they are compiled."""
import collections
import random

# driver: a file of search/; axes: what it differs in from other forms, such as its structure, ticks, level
Form = collections.namedtuple("Form", "driver compiler options axes")

GNU = ["gcc", "-std=gnu11", "-w"]
LEVELS = {
    "O0": (GNU, ["-O0"]),
    "O2": (GNU, ["-O2"]),
    "Os": (GNU, ["-Os"]),
    "san": (["clang", "-std=gnu11", "-w"], ["-O1", "-fsanitize=address,undefined", "-fno-sanitize-recover=all"]),
    "steps": (GNU, ["-O0", "-D__OPTIMIZE__=1", "-DSEARCH_STEPS", "-fsanitize-coverage=trace-pc", "-fsanitize=thread"]),
    "small": (GNU, ["-O0", "-DSEARCH_STEPS", "-fsanitize-coverage=trace-pc", "-fsanitize=thread"]),
}
LEVELS["crowds"] = (GNU, LEVELS["steps"][1] + ["-DSEARCH_CROWDS"])
STEPS = ("steps", "small", "crowds")  # these count steps, by counters of the driver's own
PLAIN = ("O2", "Os")        # these compile what a program has, to compare object code

KINDS = {
    "heap4": ["-DORDERED", "-DPASSED"],
    "rbtree": ["-DORDERED", "-DPASSED", "-DWALK", "-DTREE"],
    "skiplist": ["-DORDERED", "-DPASSED", "-DWALK", "-DLIST"],
    "wheel": ["-DPASSED"],
    "smallwheel": [],
    "hwheel": [],
    "bigwheel": [],
    "sortedlist": ["-DORDERED", "-DPASSED", "-DLIST"],
}
# first bits, upper bits, levels for each tick width; None: the default
SETTINGS = [
    None, {16: (4, 3, 5), 32: (4, 3, 5), 64: (4, 3, 5)}, {16: (3, 3, 5), 32: (3, 3, 5), 64: (3, 3, 5)},
    {16: (4, 4, 4), 32: (4, 4, 4), 64: (4, 4, 4)}, {32: (8, 6, 5), 64: (8, 6, 5)},
    {16: (8, 8, 2), 32: (8, 8, 4), 64: (8, 8, 8)}, {32: (5, 4, 8), 64: (5, 4, 8)}, {16: (6, 5, 3), 32: (6, 8, 3)},
    {16: (6, 5, 2), 32: (6, 5, 2), 64: (6, 5, 2)},
]
PLACES = [0, 900, 980, 1005, 1009, 1011, 1013, 1015, 1017, 1019, 1023, 1100]  # lengths of a file's name


def settings(structure, bits):
    """The options of each setting of smallwheel.h; nothing for another structure."""
    if structure != "smallwheel":
        return [("", [])]
    names = ("FIRST_BITS", "UPPER_BITS", "LEVELS")
    return [("", []) if s is None else
            ("%d,%d,%d" % s[bits], ["-DTW_SMALLWHEEL_%s=%d" % pair for pair in zip(names, s[bits])])
            for s in SETTINGS if s is None or bits in s]


def of(driver, structures, widths=(16, 32, 64), more=(("", []),), levels=tuple(LEVELS)):
    """All forms of a driver. `more` has options of its own, by name."""
    for structure in structures:
        what = ["-DSTRUCTURE=" + structure, '-DSEARCH_HEADER="%s.h"' % structure] + KINDS[structure] if structure else []
        for bits in widths:
            for setting, numbers in settings(structure, bits):
                for name, options in more:
                    for level in levels:
                        compiler, optimized = LEVELS[level]
                        yield Form(driver, compiler, optimized + ["-DTW_TICK_BITS=%d" % bits] + what + numbers + options,
                                   (driver + " " + structure, "%d ticks" % bits, setting, name, level))


def sets(*structures):
    return [f for driver in ("timers", "nodes") for s in structures for f in of(driver, [s])]


def objects(*structures):
    return list(of("objects", structures, (64,)))


def debug(*structures):
    places = [("place of %d" % n, ['-DSEARCH_PLACE="%s"' % ("d" * n)] if n else []) for n in PLACES]
    quiet = [("no libc", ["-DTW_DEBUG_NO_LIBC"])]
    levels = ("O0", "O2", "Os", "san")
    common = ["-DTW_DEBUG", "-D_POSIX_C_SOURCE=200809L"]
    for structure in structures:
        for form in [*of("debug", [structure], more=quiet + places[:1], levels=levels),
                     *of("debug", [structure], (64,), places[1:], levels)]:
            yield form._replace(options=form.options + common)


PORTS = [("pthreads", []), ("C11", ["-DTW_DQ_C11"]), ("Apple", ["-DAPPLE"])]
PORTS += [(name + " m32", options + ["-m32"]) for name, options in PORTS]
POSTS = [("masks", []), ("atomics", ["-DATOMICS"]), ("C11", ["-DATOMICS", "-DTW_POST_C11"])]
# 32-bit programs have neither clang's runtime nor the counters; atomics are not counted
FORMS = {
    "compiler.h": sets("hwheel", "wheel"),
    "node.h": [*sets("heap4", "rbtree", "hwheel"), *debug("heap4")],
    "verbs.h": [*sets("heap4", "rbtree"), *objects("heap4", "skiplist"), *debug("rbtree")],
    "timers.h": [*sets("heap4", "hwheel", "sortedlist"), *debug("heap4")],
    "heap4.h": [*sets("heap4"), *objects("heap4")],
    "rbtree.h": [*sets("rbtree"), *objects("rbtree")],
    "sortedlist.h": sets("sortedlist"),
    "skiplist.h": [*sets("skiplist"), *objects("skiplist")],
    "wheel.h": sets("wheel"),
    "slots.h": sets("smallwheel", "hwheel", "bigwheel"),
    "hwheel.h": sets("hwheel"),
    "smallwheel.h": sets("smallwheel"),
    "bigwheel.h": sets("bigwheel"),
    "table.h": list(of("table", [""])),
    "delayqueue.h": [*of("queue", ["heap4", "hwheel", "rbtree"], (64,)), *debug("heap4")],
    "delayqueue_port.h": [f for f in of("port", [""], (64,), PORTS)
                         if f.axes[4] in ("O0", "O2", "Os") or "m32" not in f.axes[3]],
    "post.h": [f for f in of("post", [""], more=POSTS) if f.axes[3] == "masks" or f.axes[4] not in STEPS],
    "debug.h": [*debug("heap4", "rbtree", "hwheel")],
}


def ordered(header, seed):
    """The forms of a header, in an order of the seed's own: each next one has what came least often so far."""
    chance = random.Random("%s %d" % (header, seed))
    left, seen, order = list(FORMS[header]), collections.Counter(), []
    chance.shuffle(left)
    while left:
        best = min(left, key=lambda form: sum(seen[axis] for axis in form.axes))
        seen.update(best.axes)
        left.remove(best)
        order.append(best)
    return order
