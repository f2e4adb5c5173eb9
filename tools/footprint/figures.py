# SPDX-License-Identifier: MIT-0
"""The figures of a target, by the name of what was measured: a dictionary of dictionaries."""
from measure import HERE, TOP
from targets import STRUCTURES


def whole(header):
    """A source text with every compiled function of a header, and of none that it includes."""
    return f'#define TW_{header.upper()}_IMPLEMENTATION\n#include "{header}.h"\n'


def posts(target):
    """A source text with the masks that the manual of post.h proposes, and the functions of an inbox for one set."""
    lines = iter((TOP / "post.h").read_text().splitlines())
    for line in lines:
        if line.strip().startswith(target.masks):
            break
    masks = []
    for line in lines:
        if not line.startswith(" " * 11):
            break
        masks.append(line)
    return "\n".join(masks) + """
#define TW_POST_MASK() mask()
#define TW_POST_UNMASK(was) unmask(was)
#include "post.h"
struct set;
bool set_add(struct set *t, struct tw_node *n, tw_tick due);
bool set_cancel(struct set *t, struct tw_node *n);
TW_POSTS_OF(set)
bool arm(struct tw_posts *q, struct tw_post *p, tw_tick due);
bool arm(struct tw_posts *q, struct tw_post *p, tw_tick due) { return tw_post_arm(q, p, due); }
bool cancel(struct tw_posts *q, struct tw_post *p);
bool cancel(struct tw_posts *q, struct tw_post *p) { return tw_post_cancel(q, p); }
size_t drain(struct set *t, struct tw_posts *q, tw_post_fn *refused);
size_t drain(struct set *t, struct tw_posts *q, tw_post_fn *refused) { return set_drain(t, q, refused); }
"""


def linked(bench, structure, *options):
    """Bytes of the application."""
    return bench.linked(HERE / "application.c", *structure.options(), *options)


def objects(bench, text):
    """What the compiled functions of a source text take."""
    return {
        "whole": bench.size(bench.compiled(text, "-DTW_CHECK=0")),
        "checked": bench.size(bench.compiled(text, "-fstack-usage")),
        "frame": bench.frame(),
    }


def structure_figures(bench, structure, stub):
    header, of = structure.header + ".h", f"struct tw_{structure.name}"
    ram, table_ram, timer = bench.numbers([header, "timers.h"],
                                          f"sizeof(struct tw_clock) + sizeof({of})",
                                          f"sizeof(struct tw_timers) + sizeof({of})",
                                          f"sizeof(struct tw_node) + ({structure.share} + 63) / 64")
    found = {
        "set": linked(bench, structure, "-DTYPED") - stub,
        "table": linked(bench, structure, "-DRUNTIME") - stub,
        "bare": linked(bench, structure, "-DRUNTIME", "-DTW_CHECK=0") - stub,
        "ram": ram, "table_ram": table_ram, "timer": timer,
    }
    return {**found, **objects(bench, whole(structure.header))}


def figures(bench):
    stub = linked(bench, STRUCTURES[0])
    found = {structure.name: structure_figures(bench, structure, stub) for structure in STRUCTURES}
    found["table.h"] = objects(bench, whole("table"))
    found["table.h"]["ram"], found["table.h"]["timer"] = bench.numbers(["table.h"], "sizeof(struct tw_table)",
                                                                       "sizeof(struct tw_table_timer)")
    found["timers"] = objects(bench, whole("timers"))
    found["post"] = objects(bench, posts(bench.target))
    (bench.path / "posts.h").write_text(posts(bench.target))
    found["post"]["ram"], found["post"]["timer"] = bench.numbers(["posts.h"], "sizeof(struct tw_posts)",
                                                                 "sizeof(struct tw_post)")
    return found
