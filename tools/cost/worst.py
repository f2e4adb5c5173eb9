# SPDX-License-Identifier: MIT-0
"""The most instructions that a function of a linked Thumb-1 program can take, by implicit path enumeration: each way
through the function and all that it calls is a flow through a graph of straight pieces of code. steps.list says how
often a loop turns and a piece is entered at most, and glpsol finds the flow with the most instructions. What the solver
answers is not below the worst case, if the facts of steps.list hold: it may take ways that no data can take."""
import pathlib
import re
import shutil
import subprocess

RETURNS = re.compile(r"(bx\s+lr|pop\s+\{.*pc\})$")
BRANCH = re.compile(r"(b\w*?)(?:\.n)?\s+([0-9a-f]+) <")
CALL = re.compile(r"bl\s+([0-9a-f]+) <[^>+]+>")
INDIRECT = re.compile(r"blx\s+r\d+")
FIRE = "fire"  # the function whose address a node has


def run(*command):
    if not shutil.which(command[0]):
        raise SystemExit(f"FAILED: there is no {command[0]} here")
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=1400)
    if done.returncode:
        raise SystemExit(f"{done.stdout}FAILED: {' '.join(map(str, command))}")
    return done.stdout


class Function:
    """The pieces of a function, by address: of each instruction the functions that were compiled into each other, the
    outermost first. A piece ends at a branch, at a call, or before an instruction to which a branch leads. `follow`
    has the pieces that may come next, `call` the address of the function that a piece calls at its end, or FIRE."""

    def __init__(self, name, code, inlined):
        self.name, self.pieces, self.follow, self.call, self.entry = name, {}, {}, {}, code[0][0]
        begins, following = {self.entry}, {}
        for (address, text), (after, _) in zip(code, code[1:] + [(None, "")]):
            following[address] = after
            branch = BRANCH.match(text)
            begins |= {int(branch[2], 16)} if branch else set()
            begins |= {after} if branch or any(way.match(text) for way in (CALL, INDIRECT, RETURNS)) else set()
        for address, text in code:
            if address in begins:
                piece = address
                self.pieces[piece] = []
            self.pieces[piece].append(inlined[address])
            if following[address] in begins | {None}:
                self.end(piece, text, following[address])
        self.loops = self.natural_loops()

    def end(self, piece, text, following):
        call, branch = CALL.match(text), BRANCH.match(text)
        if call:
            self.call[piece], self.follow[piece] = int(call[1], 16), [following]
        elif INDIRECT.match(text):
            self.call[piece], self.follow[piece] = FIRE, [following]
        elif RETURNS.match(text):
            self.follow[piece] = []
        elif branch:
            self.follow[piece] = [int(branch[2], 16)] + ([following] if branch[1] != "b" else [])
        elif re.match(r"bx|(mov|add)\s+pc", text):
            raise SystemExit(f"FAILED: {self.name} goes on at a place that is not known: {text}")
        else:
            self.follow[piece] = [following]
        self.follow[piece] = list(dict.fromkeys(self.follow[piece]))

    def dominators(self, before):
        """Of each piece those that every way to it comes through."""
        above = {piece: set(self.pieces) for piece in self.pieces}
        above[self.entry] = {self.entry}
        changed = True
        while changed:
            changed = False
            for piece in self.pieces.keys() - {self.entry}:
                new = {piece} | set.intersection(*(above[p] for p in before[piece]))
                changed, above[piece] = changed or new != above[piece], new
        return above

    def natural_loops(self):
        """The loops: name, back edges and pieces. The name is that of the innermost function whose code the whole loop
        is, behind that of its caller where that is known: CALLER/NAME. Where a loop of the source has several ways
        back, also to several places, it is one loop here."""
        before = {piece: [p for p in self.pieces if piece in self.follow[p]] for piece in self.pieces}
        above, loops = self.dominators(before), []
        for tail in self.pieces:
            for head in self.follow[tail]:
                if head in above[tail]:
                    body, new = {head}, [tail]
                    while new:
                        piece = new.pop()
                        if piece not in body:
                            body.add(piece)
                            new += before[piece]
                    loops.append((self.innermost(body), {(tail, head)}, body))
        for i, (name, backs, body) in enumerate(loops):
            for other in loops[i + 1:]:
                if other[0] == name and other[2] & body:
                    other[1].update(backs)
                    other[2].update(body)
                    loops[i] = None
                    break
        return [loop for loop in loops if loop]

    def innermost(self, body):
        chains = [chain for piece in body for chain in self.pieces[piece]]
        common = chains[0]
        for chain in chains:
            while chain[:len(common)] != common:
                common = common[:-1]
        return "/".join(common[-2:]) if common and common[-1] != "??" else self.name


class Program:
    """The functions of a linked program, which was compiled with -g, by address: two files may each have one of the same
    name. `named` has the addresses of each name."""

    def __init__(self, elf):
        self.elf, self.code, self.names, self.named, self.functions, entry = elf, {}, {}, {}, {}, None
        for line in run("arm-none-eabi-objdump", "-d", "--no-show-raw-insn", "-j", ".text", elf).splitlines():
            head = re.match(r"([0-9a-f]+) <(.*)>:$", line)
            code = re.match(r"\s+([0-9a-f]+):\s+(.*?)\s*(?:[@;].*)?$", line)
            if head:
                entry = int(head[1], 16)
                self.code[entry], self.names[entry] = [], head[2]
                self.named.setdefault(head[2], []).append(entry)
            elif code and not re.match(r"\.(word|short)|nop$", code[2]):
                self.code[entry].append((int(code[1], 16), code[2]))

    def entry(self, name):
        """The address of a function of which there is one."""
        if len(self.named.get(name, ())) != 1:
            raise SystemExit(f"FAILED: {self.elf} has {len(self.named.get(name, ()))} functions {name}")
        return self.named[name][0]

    def function(self, entry):
        if entry not in self.functions:
            code, inlined, names = self.code[entry], {}, []
            lines = run("arm-none-eabi-addr2line", "-e", self.elf, "-i", "-f", "-a", *(hex(at) for at, _ in code))
            for line in lines.splitlines():
                if line.startswith("0x"):
                    names = inlined[int(line, 16)] = []
                else:
                    names.append(line)
            # After each name stands its file.
            inlined = {address: tuple(reversed(names[::2])) for address, names in inlined.items()}
            self.functions[entry] = Function(self.names[entry], code, inlined)
        return self.functions[entry]


class Flow:
    """The graph of a verb, with a copy of each function for each place that calls it. A node stands for a piece, and
    weighs as many instructions; an edge stands for one way on from a piece."""

    def __init__(self, program, verb, facts):
        self.costs = {name: most for kind, names, most in facts if kind == "costs" for name in names}
        self.facts, self.program, self.weight, self.edges, self.ins = facts, program, [], [], {}
        self.entries = {}  # of a function, the nodes where its copies begin
        self.inlined = {}  # of a function, the nodes of code that came of it alone, by being compiled into others
        self.loops = []    # name, back edges, edges into the loop, node where the copy of the function begins
        entry, exits = self.copy(program.entry(verb), ())
        self.source = self.edge(None, entry)
        self.sinks = [self.edge(node, None) for node in exits]

    def node(self, instructions):
        self.weight.append(instructions)
        return len(self.weight) - 1

    def edge(self, tail, head):
        self.edges.append((tail, head))
        self.ins.setdefault(head, []).append(len(self.edges) - 1)
        return len(self.edges) - 1

    def copy(self, at, above):
        at = self.program.entry(at) if at == FIRE else at
        name = self.program.names[at]
        if at in above:
            raise SystemExit(f"FAILED: {name} calls itself")
        if name in self.costs:
            node = self.node(self.costs[name])
            return node, [node]
        function = self.program.function(at)
        nodes = {piece: self.node(len(function.pieces[piece])) for piece in function.pieces}
        outs, begin = dict(nodes), nodes[function.entry]
        self.entries.setdefault(re.sub(r"\..*", "", name), []).append(begin)
        for piece, callee in function.call.items():
            entry, exits = self.copy(callee, above + (at,))
            outs[piece] = self.node(0)
            self.edge(nodes[piece], entry)
            for node in exits:
                self.edge(node, outs[piece])
        ways = {(piece, head): self.edge(outs[piece], nodes[head])
                for piece, heads in function.follow.items() for head in heads}
        for loop, backs, body in function.loops:
            into = [edge for (piece, head), edge in ways.items() if head in body and piece not in body]
            self.loops.append((loop, [ways[back] for back in backs], into, begin))
        for piece, chains in function.pieces.items():
            for inner in set.intersection(*(set(chain[1:]) for chain in chains)):
                self.inlined.setdefault(inner, []).append((nodes[piece], self.once(function, piece, inner)))
        return begin, [outs[piece] for piece, heads in function.follow.items() if not heads]

    @staticmethod
    def once(function, piece, inner):
        """Is a piece of a function that was compiled into this one run at most once each time that function is? It
        is, unless it is in a loop of that function, or of one that was compiled into that."""
        return not any(piece in body and all(inner in chain for p in body for chain in function.pieces[p])
                       for _, _, body in function.loops)

    def entered(self, names, most):
        whole = [edge for name in names for node in self.entries.get(name, ()) for edge in self.ins[node]]
        if whole:
            yield [(edge, 1) for edge in whole], most
        for name in names:
            for node, once in self.inlined.get(name, ()):
                if once or most == 0:
                    yield [(edge, 1) for edge in self.ins[node]], most

    def constraints(self, kind, names, most):
        """What a fact of this kind says of edges: sums of counts, each times a factor, and what they are at most."""
        named = [loop for loop in self.loops if {loop[0], loop[0].split("/")[-1]} & set(names)]
        if kind == "entered":
            yield from self.entered(names, most)
        elif kind == "sum":
            calls = [edge for name in names for node in self.entries.get(name, ()) for edge in self.ins[node]]
            yield [(edge, 1) for edge in sum((backs for _, backs, _, _ in named), calls)], most
        elif kind == "verb":
            yield [(edge, 1) for _, backs, _, _ in named for edge in backs], most
        elif kind == "turns":
            for _, backs, into, _ in named:
                yield [(edge, 1) for edge in backs] + [(edge, -most) for edge in into], 0
        elif kind == "call":
            for begin in {loop[3] for loop in named}:
                yield ([(edge, 1) for _, backs, _, b in named if b == begin for edge in backs] +
                       [(edge, -most) for edge in self.ins[begin]]), 0

    def worst(self):
        """The most instructions under these facts."""
        bounded = {name for kind, names, _ in self.facts if kind == "turns" for name in names}
        for loop, _, _, _ in self.loops:
            if not {loop, loop.split("/")[-1]} & bounded:
                raise SystemExit(f"FAILED: nothing in steps.list bounds the loop of {loop}")
        lines = ["Maximize", "most:" + terms((edge, weight) for node, weight in enumerate(self.weight) if weight
                                             for edge in self.ins[node]), "Subject To", f"x{self.source} = 1"]
        outs = {}
        for edge, (tail, _) in enumerate(self.edges):
            outs.setdefault(tail, []).append(edge)
        lines += [terms([(edge, 1) for edge in self.ins[node]] + [(edge, -1) for edge in outs[node]]) + " = 0"
                  for node in range(len(self.weight))]
        # Where gcc has merged equal code of two functions, a piece may bear the name of one that is not entered. If no way
        # is left then, what is said of code that was compiled into others is left out: the bound can only grow.
        for self.inlined in (self.inlined, {}):
            found = self.solved(lines)
            if found is not None:
                return found
        raise SystemExit("FAILED: the facts of steps.list fit no way through the code")

    def solved(self, lines):
        """The most instructions under these lines and all facts. None: no flow fits them."""
        limits = [f"{terms(sums)} <= {most}" for fact in self.facts for sums, most in self.constraints(*fact) if sums]
        program = pathlib.Path(self.program.elf).with_suffix(".lp")
        program.write_text("\n".join(lines + limits + ["End", ""]))
        answer = program.with_suffix(".out")
        run("glpsol", "--lp", program, "-o", answer)
        found = re.search(r"Status: +OPTIMAL\nObjective: +most = (\S+)", answer.read_text())
        return int(float(found[1]) + 1e-6) if found else None


def terms(sums):
    factors = {}
    for edge, factor in sums:
        factors[edge] = factors.get(edge, 0) + factor
    return "".join(f" {factor:+d} x{edge}" for edge, factor in factors.items() if factor)
