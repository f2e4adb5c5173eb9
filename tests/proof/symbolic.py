"""Follows functions that clang compiled, for all values at once. Where ways meet, each value becomes a choice between
those of the ways; so one term says what a whole function does. A loop is followed until z3 says that no value goes on.

A memory has cells: each number or pointer that the program keeps lies in one. A pointer is a set of places, each with
the condition under which it is meant. An array of more than MANY cells is one term; what is read of it is looked up in
what was stored. If the program has an array NODES of structures, each pointer about which nothing is known is NULL or
leads to one of these.

A loop is cut if the program says of it what holds in each turn: see cut()."""
import heapq
import re
import sys

from terms import (FALSE, TRUE, Term, applied, both, choose, counted, either, equal, fresh, known, less, make, negated, number,
                   resized, together, value)

MANY = 16
LONGEST = 400  # turns of a loop, before it is taken for endless
NODES = "@node"
NULL = ("null", 0, None)
WILD = ("wild", 0, None)  # a pointer about which nothing is known
OPERATIONS = {"add": "bvadd", "sub": "bvsub", "mul": "bvmul", "and": "bvand", "or": "bvor", "xor": "bvxor", "shl": "bvshl",
              "lshr": "bvlshr", "ashr": "bvashr", "udiv": "bvudiv", "urem": "bvurem", "sdiv": "bvsdiv", "srem": "bvsrem"}
ORDERS = {"ult": ("bvult", 0), "ule": ("bvule", 0), "ugt": ("bvult", 1), "uge": ("bvule", 1), "slt": ("bvslt", 0),
          "sle": ("bvsle", 0), "sgt": ("bvslt", 1), "sge": ("bvsle", 1)}


class Pointer(dict):
    """{place: condition}. A place is (object, bytes, None), or (object, bytes, (stride, count, index))."""


def pointed(place):
    return Pointer({place: TRUE})


def moved(pointer, n):
    """The pointer to n bytes behind."""
    return Pointer({(name, at + n, many): c for (name, at, many), c in pointer.items()})


def chosen(c, a, b):
    """a where c holds, else b."""
    if a is b or c is TRUE:
        return a
    if c is FALSE:
        return b
    if isinstance(a, Term):
        return choose(c, a, b)
    found = Pointer()
    for place in list(a) + [p for p in b if p not in a]:
        condition = choose(c, a.get(place, FALSE), b.get(place, FALSE))
        if condition is not FALSE:
            found[place] = condition
    return found


def enclosing_nodes(pointer):
    """The elements of NODES into which a pointer leads; NULL for what it means elsewhere."""
    found = Pointer()
    for (name, _, many), condition in pointer.items():
        node = (name, 0, many) if name == NODES and many else WILD if name == "wild" else NULL
        found[node] = either(found.get(node, FALSE), condition)
    return found


def shapes(v):
    """The places of a pointer, whatever their indices are; none of another value."""
    return {(obj, at, many and many[:2]) for obj, at, many in v} if isinstance(v, Pointer) else set()


def same(a, b):
    """The condition under which two pointers are equal. Two places of one array are the same if their indices are."""
    found = FALSE
    for p, c in a.items():
        for q, d in b.items():
            if p[0] == q[0] == "wild":
                found = either(found, both(both(c, d), fresh("wild", 0)))
            elif p == q:
                found = either(found, both(c, d))
            elif p[0] == q[0] and (p[2] or q[2]):
                found = either(found, both(both(c, d), at_once(p, q)))
    return found


def at_once(p, q):
    if p[2] is None:
        p, q = q, p
    stride, count, index = p[2]
    if q[2] is None:
        i, rest = divmod(q[1] - p[1], stride)
        return equal(index, number(i, index.width)) if rest == 0 and 0 <= i < count else FALSE
    if p[1] == q[1] and q[2][:2] == (stride, count):
        return equal(index, q[2][2])
    sys.exit(f"symbolic: two places of one object: {p} {q}")


class State:
    """A condition under which the way is taken, the values of names, and the cells."""

    def __init__(self, condition, names, cells):
        self.condition, self.names, self.cells = condition, names, cells


def joined(ways, first):
    """One state of several that meet. Each way is under its condition; the last one is the rest."""
    state = ways[-1]
    for way in reversed(ways[:-1]):
        c = way.condition
        if c.op == "and" and state.condition.op == "and" and c.args[0] is state.condition.args[0]:
            if c.args[1] is negated(state.condition.args[1]):
                c = c.args[1]
        names = {n: chosen(c, v, state.names[n]) for n, v in way.names.items() if n in state.names}
        cells = dict(state.cells)
        for place in set(way.cells) | set(cells):
            a = way.cells[place] if place in way.cells else first(place)
            b = cells[place] if place in cells else first(place)
            cells[place] = chosen(c, a, b)
        state = State(either(way.condition, state.condition), names, cells)
    return state


class Way:
    """A call of a function that is being followed: the blocks that wait, and the states at its end. If `header` is
    given, one turn of that loop: `backs` are the states behind the turn, `exits` those that leave the loop."""

    def __init__(self, function, header=None):
        self.function, self.header = function, header
        self.waiting, self.queue, self.ends, self.backs, self.exits = {}, [], [], [], []


class Run:
    """Follows one function of a module. `assumed` and `goals` grow meanwhile."""

    def __init__(self, module, seconds):
        self.module, self.seconds = module, seconds
        self.assumed, self.goals, self.faults = [], [], FALSE
        self.firsts, self.instances, self.locals, self.cuts = {}, {}, 0, 0
        self.reads, self.facts = {}, []
        self.objects = dict(module.objects)

    # ---- memory

    def first(self, place):
        """What a cell has at the begin: unknown, or 0 in an object that C sets to 0."""
        if place not in self.firsts:
            zero = self.objects[place[0]][1]
            width = place[2]
            if width == "ptr" and NODES in self.objects and not zero:
                self.firsts[place] = self.unnumbered(fresh(f"{place[0]}+{place[1]}", 64))
            elif width == "ptr":
                self.firsts[place] = pointed(NULL if zero else WILD)
            elif zero:
                self.firsts[place] = make("zeros", (), width) if isinstance(width, tuple) else number(0, width)
            else:
                self.firsts[place] = fresh(f"{place[0]}+{place[1]}", width)
        return self.firsts[place]

    def object_number(self, name):
        """Of an object to which an array of z3's points; NULL is 0."""
        return number(0 if name == "null" else 1 + list(self.objects).index(name), 64)

    def numbered(self, pointer):
        """A pointer to whole objects, as the number of the object; of an element of NODES, 1 + its index."""
        found = number(0, 64)
        for (name, at, many), condition in pointer.items():
            if name == NODES and at == 0 and many:
                found = choose(condition, counted("bvadd", resized(many[2], 64), number(1, 64)), found)
                continue
            if at or many or name == "wild" or NODES in self.objects and name != "null":
                sys.exit(f"symbolic: a pointer into {name} in an array of many")
            found = choose(condition, self.object_number(name), found)
        return found

    def unnumbered(self, n):
        if NODES in self.objects:
            _, count, kind = self.objects[NODES][0]
            null, index = equal(n, number(0, 64)), counted("bvadd", n, number(-1, 64))
            both_ways = {NULL: null, (NODES, 0, (self.module.size(kind)[0], count, index)): negated(null)}
            return Pointer({place: c for place, c in both_ways.items() if c is not FALSE})
        found, rest = Pointer(), TRUE
        for name in ["null"] + [x for x in self.objects if x[0] == "@"]:
            c = equal(n, self.object_number(name))
            if c is not FALSE:
                found[name, 0, None] = c
            rest = both(rest, negated(c))
        if rest is not FALSE:
            found[WILD] = rest
        return found

    def read(self, state, place):
        return state.cells[place] if place in state.cells else self.first(place)

    def enclosing(self, kind, at, size):
        """(bytes, count) of the innermost array in an object of this kind that has elements of this size at `at`."""
        m, found, base = self.module, None, 0
        while True:
            if kind[0] == "name":
                kind = m.types[kind[1]]
            elif kind[0] == "struct":
                i = max(k for k in range(len(kind[1])) if m.place(kind, k)[0] <= at - base)
                base, kind = base + m.place(kind, i)[0], kind[1][i]
            elif kind[0] == "array":
                stride = m.size(kind[2])[0]
                if stride == size and (at - base) % size == 0:
                    found = base, kind[1]
                base, kind = base + (at - base) // stride * stride, kind[2]
            else:
                return found

    def structure(self, kind, at):
        """(stride, count, index) of the element that has these bytes, if an object is an array of many structures."""
        if kind[0] == "array" and kind[1] > MANY and kind[2][0] in ("name", "struct"):
            stride = self.module.size(kind[2])[0]
            return stride, kind[1], number(at // stride, 64)
        return None

    def cell(self, place, width):
        """The cells of a place: ([(index or None, cell)], index term, wrong index)."""
        obj, at, many = place
        size = {"ptr": self.module.pointer // 8}.get(width) or max(1, width // 8)
        array = self.enclosing(self.objects[obj][0], at, size)
        if array and array[1] > MANY:
            base, count = array
            index = many[2] if many else number((at - base) // size, 64)
            bits = 64 if width == "ptr" else width
            wrong = negated(less("bvult", index, number(count, index.width)))
            return [(None, (obj, base, (bits,)))], resized(index, 64), wrong
        many = many or self.structure(self.objects[obj][0], at)
        if many and many[1] > MANY:
            at = at if place[2] else at % many[0]
            if self.objects[obj][0][0] == "array" and not 0 <= at < many[0]:
                sys.exit(f"symbolic: {at} bytes in an element of {obj}")
            wrong = negated(less("bvult", many[2], number(many[1], many[2].width)))
            return [(None, (obj, at, (64 if width == "ptr" else width,)))], resized(many[2], 64), wrong
        if not many:
            return [(None, (obj, at, width))], None, FALSE
        stride, count, index = many
        found = [(i, (obj, at + i * stride, width)) for i in range(count)]
        return found, index, negated(less("bvult", index, number(count, index.width)))

    def fault(self, state, condition):
        self.faults = either(self.faults, both(state.condition, condition))

    def load(self, state, pointer, width):
        found = None
        for place, condition in pointer.items():
            if place[0] in ("null", "wild"):
                self.fault(state, condition)
                continue
            cells, index, wrong = self.cell(place, width)
            self.fault(state, both(condition, wrong))
            if isinstance(cells[0][1][2], tuple):
                v = self.selected(self.read(state, cells[0][1]), index)
                v = self.unnumbered(v) if width == "ptr" else v
            else:
                values = [self.read(state, c) for _, c in cells]
                v = max(values, key=lambda x: sum(x is y for y in values)) if len(values) > 1 else values[0]
                for (i, _), x in zip(cells, values):
                    if x is not v and i is not None:
                        v = chosen(equal(index, number(i, index.width)), x, v)
            found = v if found is None else chosen(condition, v, found)
        if found is None:
            return pointed(WILD) if width == "ptr" else fresh("nowhere", width)
        return found

    def selected(self, array, index):
        """What an array has at an index: what was stored there last, or else what it had at the begin."""
        if array.op == "store":
            before, at, v = array.args
            c = equal(at, index)
            return choose(c, v, self.selected(before, index) if c is not TRUE else v)
        if array.op == "ite":
            c, a, b = array.args
            return choose(c, self.selected(a, index), self.selected(b, index))
        if array.op == "zeros":
            return number(0, array.width[0])
        self.reads.setdefault(array, {})[index] = True
        return applied(array.args[0], array.width[0], index)

    def always(self):
        """What the function `always` says of each index at which an unknown array was read, beside the facts of bits."""
        for index in [i for reads in list(self.reads.values()) for i in list(reads)]:
            if "@always" in self.module.functions and index not in self.instances:
                self.instances[index] = self.function(State(TRUE, {}, {}), "@always", [index])
        return self.facts + list(self.instances.values())

    def store(self, state, pointer, width, v):
        for place, condition in pointer.items():
            if place[0] in ("null", "wild"):
                self.fault(state, condition)
                continue
            cells, index, wrong = self.cell(place, width)
            self.fault(state, both(condition, wrong))
            for i, c in cells:
                old = self.read(state, c)
                if isinstance(c[2], tuple):
                    n = self.numbered(v) if width == "ptr" else v
                    state.cells[c] = choose(condition, make("store", (old, index, n), c[2]), old)
                else:
                    here = condition if i is None else both(condition, equal(index, number(i, index.width)))
                    state.cells[c] = chosen(here, v, old)

    def members(self, kind, at, size):
        """[(bytes from `at` on, width)] of what lies in so many bytes of an object of this kind."""
        if kind[0] == "name":
            return self.members(self.module.types[kind[1]], at, size)
        if kind[0] == "array":
            stride = self.module.size(kind[2])[0]
            if at % stride + size <= stride:
                return self.members(kind[2], at % stride, size)
        if kind[0] == "struct":
            found = []
            for i, member in enumerate(kind[1]):
                begin, end = self.module.place(kind, i)[0], self.module.place(kind, i)[0] + self.module.size(member)[0]
                low, high = max(begin, at), min(end, at + size)
                if low < high:
                    found += [(low - at + k, w) for k, w in self.members(member, low - begin, high - low)]
            return found
        if kind[0] in ("i", "ptr") and at == 0 and size == self.module.size(kind)[0]:
            return [(0, self.width(kind))]
        return sys.exit(f"symbolic: a copy of {size} bytes of {kind}")

    def copy(self, state, to, source, size):
        """Copies a structure, member by member."""
        name, at, _ = next(place for place in source if place[0] not in ("null", "wild"))
        members = self.members(self.objects[name][0], at, value(size))
        values = [(k, width, self.load(state, moved(source, k), width)) for k, width in members]
        for k, width, v in values:
            self.store(state, moved(to, k), width, v)

    # ---- values

    def width(self, kind):
        return "ptr" if kind[0] == "ptr" else 0 if kind == ("i", 1) else kind[1]

    def at(self, state, kind, v):
        """The value of a name or constant of this type."""
        if isinstance(v, tuple):
            return self.element(state, v)
        if v == "undef":
            return pointed(WILD) if kind[0] == "ptr" else fresh("undef", self.width(kind))
        if v == "null":
            return pointed(NULL)
        if isinstance(v, int):
            return pointed(NULL) if kind[0] == "ptr" else number(v, self.width(kind))
        return pointed((v, 0, None)) if v[0] == "@" else state.names[v]

    def element(self, state, parts):
        _, kind, base, indices = parts
        found = Pointer()
        for place, condition in self.at(state, ("ptr",), base).items():
            to = self.stepped(state, place, kind, indices)
            found[to] = either(found.get(to, FALSE), condition)
        return found

    def stepped(self, state, place, kind, indices):
        obj, at, many = place
        if obj in ("null", "wild"):
            return place
        for k, (index_kind, index) in enumerate(indices):
            i = self.at(state, index_kind, index)
            if kind[0] == "name" and k:
                kind = self.module.types[kind[1]]
            if k and kind[0] == "struct":
                at, kind = at + self.module.place(kind, value(i))[0], kind[1][value(i)]
                continue
            kind, count = (kind[2], kind[1]) if k else (kind, None)
            size = self.module.size(kind)[0]
            if many and many[0] == size:
                many = (size, many[1], counted("bvadd", many[2], resized(i, many[2].width, True)))
            elif known(i):
                at += size * (value(i) - (value(i) >> (i.width - 1) << i.width))
            elif many:
                sys.exit(f"symbolic: an index of an array in an array: {obj}")
            else:
                if count is None:
                    base, count = self.enclosing(self.objects[obj][0], at, size)
                    i, at = counted("bvadd", i, number((at - base) // size, i.width)), base
                many = (size, count, i)
        return obj, at, many

    # ---- calls

    def call(self, state, kind, name, arguments):
        if name[0] == "%":
            name = self.meant(state.names[name])
        if name in self.module.functions:
            return self.function(state, name, [self.at(state, *a) for a in arguments])
        values = [self.at(state, *a) for a in arguments if a] if not name.startswith("@llvm.dbg") else []
        if name == "@assume":
            self.assumed.append(either(negated(state.condition), values[0]))
        elif name.startswith("@goal_"):
            self.goals.append((name[6:], len(self.assumed), state.condition, values[0]))
        elif name.startswith("@any_"):
            return self.anything(name[5:], self.width(kind))
        elif name.startswith("@some_"):
            return applied(name[6:], self.width(kind), *values)
        elif name == "@index_of":
            return counted("bvadd", self.numbered(enclosing_nodes(values[0])), number(-1, 64))
        elif name.startswith("@llvm."):
            name = name.replace("usub.with", "")  # usub.sat alone is known
            if name.startswith(("@llvm.memcpy.", "@llvm.memmove.")):
                return self.copy(state, *values[:3])
            return self.intrinsic(name.split(".")[1], values)
        else:
            sys.exit(f"symbolic: a call of {name}")
        return None

    def meant(self, pointer):
        """The function to which a pointer leads, if it is one alone."""
        (name, *_), *others = pointer
        return sys.exit(f"symbolic: a call through a pointer to {set(pointer)}") if others else name

    def intrinsic(self, name, values):
        if name in ("umin", "umax", "smin", "smax"):
            a, b = values if name.endswith("min") else reversed(values)
            return chosen(less("bvult" if name[0] == "u" else "bvslt", a, b), *values)
        if name == "usub":
            return chosen(less("bvult", *values), number(0, values[0].width), counted("bvsub", *values))
        if name in ("cttz", "ctlz"):
            return self.found_bit(values[0], name == "cttz", values[1] is TRUE)
        if name == "ctpop":
            x, found = values[0], number(0, values[0].width)
            for i in range(x.width):
                bit = counted("bvand", counted("bvlshr", x, number(i, x.width)), number(1, x.width))
                found = counted("bvadd", found, bit)
            return found
        if name in ("fshl", "fshr"):
            a, b, n = values
            n = counted("bvand", n, number(a.width - 1, a.width))
            back = counted("bvsub", number(a.width, a.width), n)
            left, right = (n, back) if name == "fshl" else (back, n)
            return counted("bvor", counted("bvshl", a, left), counted("bvlshr", b, right))
        if name in ("prefetch", "lifetime", "assume", "dbg"):
            return None
        sys.exit(f"symbolic: llvm.{name}")

    def found_bit(self, x, lowest, wild):
        """The number of zeros below the lowest one-bit of x, or above the highest. Of 0 it is the width; or not known, if
        `wild`."""
        w, one = x.width, number(1, x.width)
        n = fresh("bit", w)
        at = n if lowest else counted("bvsub", number(w - 1, w), n)
        below = counted("bvsub", counted("bvshl", one, at), one)
        beyond = counted("bvlshr", counted("bvlshr", x, at), one)
        rest = equal(counted("bvand", x, below), number(0, w)) if lowest else equal(beyond, number(0, w))
        bit = equal(counted("bvand", counted("bvlshr", x, at), one), one)
        fits = less("bvult", n, number(w, w))
        self.facts.append(either(equal(x, number(0, w)), both(fits, both(bit, rest))))
        if not wild:
            self.facts.append(either(negated(equal(x, number(0, w))), equal(n, number(w, w))))
        return n

    # ---- instructions

    def step(self, state, op, p):
        """The value of an instruction that ends no block."""
        if op in OPERATIONS:
            return counted(OPERATIONS[op], self.at(state, p[0], p[1]), self.at(state, p[0], p[2]))
        if op == "icmp":
            return self.compared(state, *p)
        if op in ("zext", "sext", "trunc"):
            return resized(self.at(state, *p[:2]), self.width(p[2]), op == "sext")
        if op in ("bitcast", "freeze"):
            return self.at(state, *p[:2])
        if op == "select":
            return chosen(*(self.at(state, *x) for x in p))
        if op == "getelementptr":
            return self.element(state, p)
        if op == "load":
            return self.load(state, self.at(state, ("ptr",), p[1]), self.width(p[0]))
        if op == "store":
            return self.store(state, self.at(state, ("ptr",), p[2]), self.width(p[0]), self.at(state, p[0], p[1]))
        if op == "call":
            return self.call(state, *p)
        if op == "alloca":
            self.locals += 1
            self.objects[f"%{self.locals}"] = (p, False)
            return pointed((f"%{self.locals}", 0, None))
        sys.exit(f"symbolic: {op}")

    def compared(self, state, how, kind, a, b):
        a, b = self.at(state, kind, a), self.at(state, kind, b)
        if how in ("eq", "ne"):
            found = same(a, b) if kind[0] == "ptr" else equal(a, b)
            return found if how == "eq" else negated(found)
        order, swapped = ORDERS[how]
        return less(order, b, a) if swapped else less(order, a, b)

    # ---- functions

    def function(self, state, name, arguments):
        """Follows a call; the state becomes that behind it. Returns the value."""
        f = self.module.functions[name]
        start = State(state.condition, dict(zip(f.parameters, arguments)), state.cells)
        way, cuts = Way(f), self.cuts
        self.go(way, start, None, (), f.entry)
        self.follow(way)
        for here, v in way.ends:
            here.names = {"": v} if v is not None else {}
        end = joined([here for here, _ in way.ends], self.first)
        state.cells = end.cells
        if self.cuts > cuts:
            state.condition = end.condition  # of a loop that is cut, the last turn alone leads here
        return end.names.get("")

    def follow(self, way):
        """Goes from block to block until none waits."""
        f = way.function
        while way.queue:
            key = heapq.heappop(way.queue)
            turns, label, ways = way.waiting.pop(key)
            here = joined(ways, self.first)
            name = label != way.header and f.loops[label][-1:] == [label] and self.described(f, label)
            if name:
                self.cut(way, here, label, turns, name)
            else:
                self.block(way, here, label, turns)

    def block(self, way, here, label, turns):
        here.names = dict(here.names)
        here.cells = dict(here.cells)
        for result, op, p in way.function.blocks[label]:
            if op == "phi":
                continue
            if op in ("br", "switch"):
                self.branch(way, here, label, turns, op, p)
            elif op == "ret":
                way.ends.append((here, self.at(here, *p) if p else None))
            elif op != "unreachable":
                v = self.step(here, op, p)
                if result:
                    here.names[result] = v

    # ---- loops that are cut

    def described(self, f, label):
        """The name by which the program describes this loop: F_LABEL, or F_loop3 of the third loop of F, or F of all."""
        heads = [x for x in f.blocks if f.loops.get(x, ())[-1:] == [x]]
        for name in (f.name + "_" + re.sub(r"\W", "_", label[1:]), f"{f.name}_loop{heads.index(label) + 1}", f.name):
            if "@assumes_" + name in self.module.functions:
                return name
        return None

    def cut(self, way, here, label, turns, name):
        """Follows one turn of a loop of function F, for all turns. The program has shows_F(), whose goals say what holds
        when a turn begins, and assumes_F(), which assumes the same; or shows_F_LABEL() of one loop, which begins with that
        block, or shows_F_loop3() of the third loop. Their parameters have names of F's. Before the first
        turn and behind the one that is followed the goals must hold. Between, what the turn writes is unknown."""
        f, changed, objects = way.function, set(), set(self.objects)
        self.cuts += 1
        turning = [result for result, op, _ in f.blocks[label] if op == "phi"]
        places = {result: shapes(here.names[result]) for result in turning}
        self.told(here, "@shows_" + name, turning)
        while True:
            at = State(here.condition, dict(here.names), dict(here.cells))
            for result, op, p in f.blocks[label]:
                if op == "phi":
                    at.names[result] = self.anywhere(result, places[result]) or self.anything(result, self.width(p[0]))
            for place in changed:
                at.cells[place] = self.anything(f"{place[0]}+{place[1]}", place[2])
            mark = len(self.assumed), len(self.goals), self.faults
            self.told(at, "@assumes_" + name, turning)
            turn = Way(f, label)
            self.block(turn, State(at.condition, at.names, at.cells), label, turns)
            self.follow(turn)
            more = {place for back in turn.backs for place, v in back.cells.items()
                    if v is not at.cells.get(place, self.firsts.get(place)) and place[0] in objects} - changed
            seen = {result: places[result].union(*(shapes(back.names[result]) for back in turn.backs)) for result in turning}
            if not more and seen == places:
                break
            changed, places = changed | more, seen
            del self.assumed[mark[0]:], self.goals[mark[1]:]
            self.faults = mark[2]
        for back in turn.backs:
            self.told(back, "@shows_" + name, turning)
        for state, source, to in turn.exits:
            self.go(way, state, source, turns, to)
        way.ends += turn.ends

    def anywhere(self, name, those):
        """A pointer to any of these places; None if those are whole nodes, or there are none."""
        if all(obj == "null" or obj == NODES and at == 0 and many for obj, at, many in those):
            return None
        found, rest, which = Pointer(), TRUE, fresh(name, 64)
        for i, (obj, at, many) in enumerate(sorted(those, key=str)):
            c = equal(which, number(i, 64)) if i + 1 < len(those) else rest
            found[obj, at, (*many, fresh(name, 64)) if many else None] = c
            rest = both(rest, negated(c))
        return found

    def anything(self, name, width):
        return self.unnumbered(fresh(name, 64)) if width == "ptr" else fresh(name, width)

    def told(self, state, name, turning):
        """Calls a function of the program whose parameters have names of the function that is followed; `a_addr` is the
        name a.addr, the place of a parameter. What the loop changes is meant before a name that it does not change."""
        found = []
        for parameter in self.module.functions[name].parameters:
            those = [n for n in state.names if n == parameter or n.startswith(parameter + ".")]
            those = [n for n in those if n in turning] or [n for n in those if n == parameter] or those
            those = those or [n for n in state.names if n.replace(".", "_") == parameter]
            if len(those) != 1:
                sys.exit(f"symbolic: {name}: {parameter} is one of {those}")
            found.append(state.names[those[0]])
        self.function(state, name, found)

    def branch(self, way, here, label, turns, op, p):
        if op == "switch":
            v, rest = self.at(here, p[0], p[1]), TRUE
            for n, to in p[3]:
                c = equal(v, number(n, v.width))
                self.go(way, self.part(here, both(rest, c)), label, turns, to)
                rest = both(rest, negated(c))
            self.go(way, self.part(here, rest), label, turns, p[2])
            return
        c = TRUE if p[0] is None else self.at(here, ("i", 1), p[0])
        self.go(way, self.part(here, c), label, turns, p[1], c is TRUE)
        if p[2]:
            self.go(way, self.part(here, negated(c)), label, turns, p[2], c is FALSE)

    def part(self, here, c):
        return State(both(here.condition, c), here.names, here.cells)

    def go(self, way, state, label, turns, to, sure=False):
        """Lets the state come to a block, if it can: the question is asked where a loop turns, at turns 1, 2, 4, ..."""
        f = way.function
        if state.condition is FALSE:
            return
        if way.header and way.header not in f.loops[to]:
            way.exits.append((state, label, to))
            return
        old = dict(zip(f.loops.get(label, ()), turns))
        new = tuple(old.get(h, 0) + (h == to and label in f.rank and h in old) for h in f.loops[to])
        names = dict(state.names)
        for result, op, p in f.blocks[to]:
            if op == "phi":
                names[result] = self.at(state, p[0], dict(p[1])[label])
        if to == way.header:
            way.backs.append(State(state.condition, names, state.cells))
            return
        if to in old and not sure and old[to] & (old[to] - 1) == 0:
            if together(self.always() + self.assumed + [state.condition], self.seconds) == "unsat":
                return
            if old[to] > LONGEST:
                sys.exit(f"symbolic: a loop of {f.name} does not end")
        state = State(state.condition, names, state.cells)
        key = tuple(x for h, n in zip(f.loops[to], new) for x in (f.rank[h], n)) + (f.rank[to],)
        if key not in way.waiting:
            way.waiting[key] = (new, to, [])
            heapq.heappush(way.queue, key)
        way.waiting[key][2].append(state)
