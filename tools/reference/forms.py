# SPDX-License-Identifier: MIT-0
"""The headers, and the prototypes of their verbs in each form."""
import re
from families import STRUCTURES
from header import Header
from macros import functions

OBJECTS = ["name", "type", "member", "before"]


class Forms:
    def __init__(self, folder):
        self.folder = folder
        self.headers = {p.name: Header(p) for p in sorted(folder.glob("*.h"))}
        self.macros = {}
        for h in self.headers.values():
            self.macros.update(h.macros)

    def made(self, macro, values):
        """{verb: prototype} of what a macro makes; the verb is the name without its first part."""
        found = functions(self.macros, macro, values)
        return {re.sub(r"^(name|tw_x|tw_timers)_", "", n): p for n, p in found.items()}

    def compiled(self, header, prefix):
        return {d.name[len(prefix):]: d.text for g in self.headers[header].groups() for d in g
                if d.name.startswith(prefix)}

    def forms(self, kind):
        """[{verb: prototype}], one for each form that the verbs of this kind have."""
        if kind == "set":
            return [self.compiled("timers.h", "tw_timers_"), self.made("TW_TIMERS_OF", ["name", "x"])]
        if kind == "delayqueue":
            return [self.compiled("delayqueue.h", "tw_delayqueue_"), self.made("TW_DELAYQUEUE_OF", ["name", "x"])]
        if kind == "queue":
            nodes = {**self.compiled("rbtree.h", "tw_rbtree_"), **self.compiled("heap4.h", "tw_heap4_")}
            nodes = {verb: re.sub("rbtree|heap4(?!_cell)", "x", text) for verb, text in nodes.items()}
            order = {**self.made("TW_RBTREE_OF", OBJECTS), **self.made("TW_HEAP4_OF", OBJECTS)}
            return [nodes] + [{v: re.sub("tw_(wheel|heap4)_array", "tw_x_array", p) for v, p in form.items()}
                              for form in (self.made("TW_WHEEL_OF", OBJECTS[:3]), order)]
        return [{d.name.removeprefix("tw_"): d.text for h in self.headers.values() for d in h.declared
                 if d.kind != "type"}]

    def structures_with(self, verb):
        return [s for s in STRUCTURES if self.headers[s + ".h"].find("tw_%s_%s" % (s, verb))]

    def tables(self):
        """The tables of operations."""
        text = "\n".join((self.folder / n).read_text(encoding="utf-8") for n in self.headers)
        return sorted(n + "_ops" for n in re.findall(r"^TW__\w*OPS\((tw_[a-z]\w+),", text, re.M))
