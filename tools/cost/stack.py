# SPDX-License-Identifier: MIT-0
"""The stack that a function takes with all that it calls, from what gcc's -fcallgraph-info=su writes: the functions
with their frames, as -fstack-usage gives them, and who calls whom."""
import re

INDIRECT = "__indirect_call"
LIBRARY = {"__aeabi_uidiv": 8}  # it pushes two registers before it calls __aeabi_idiv0, which takes no stack


class Graph:
    def __init__(self, text):
        self.frame, self.calls = {}, {}
        for title, label in re.findall(r'^node: { title: "([^"]*)" label: "([^"]*)"', text, re.M):
            size = re.search(r"\\n(\d+) bytes \((\w+)", label)
            if size and size[2] != "static":
                raise SystemExit(f"FAILED: the frame of {title} is {size[2]}")
            self.frame[title] = int(size[1]) if size else LIBRARY.get(title)
        for caller, callee in re.findall(r'^edge: { sourcename: "([^"]*)" targetname: "([^"]*)"', text, re.M):
            self.calls.setdefault(caller, set()).add(callee)

    def deepest(self, function, above=()):
        """Bytes of the deepest way down from a function, and bytes above the deepest indirect call; None: there is
        none. What an indirect call leads to is not counted: in a set of timers that is the callback alone."""
        if function in above:
            raise SystemExit(f"FAILED: {function} calls itself")
        if self.frame.get(function) is None:
            raise SystemExit(f"FAILED: nothing tells the frame of {function}")
        below, at_callback = 0, None
        for callee in self.calls.get(function, ()):
            if callee == INDIRECT:
                at_callback = max(at_callback or 0, self.frame[function])
                continue
            depth, inner = self.deepest(callee, above + (function,))
            below = max(below, depth)
            if inner is not None:
                at_callback = max(at_callback or 0, self.frame[function] + inner)
        return self.frame[function] + below, at_callback
