"""Follows functions that clang compiled, way by way: at a branch that z3 lets go both ways, both are followed. What is
known of a way is a row of terms. A pointer is a number, since each object stands at a fixed address; an index of an
array of numbers or pointers may stay a term. What is read of such an array is looked up in what was stored.

The functions of JOINED fork no way: the ways through them join to one term."""
import collections
import sys

from solver import Solver, evaluated, rebuilt
from symbolic import OPERATIONS
from terms import (FALSE, TRUE, Term, alike, bits, both, choose, either, equal, flipped, fresh, known, narrowed,
                   negated, number, ones, resized, smaller, summed, value, zeros)

ORDERS = {"ult": ("bvult", 0, 0), "ule": ("bvult", 1, 1), "ugt": ("bvult", 1, 0), "uge": ("bvult", 0, 1),
          "slt": ("bvslt", 0, 0), "sle": ("bvslt", 1, 1), "sgt": ("bvslt", 1, 0), "sge": ("bvslt", 0, 1)}
JOINED = ("@tw__low_bit", "@tw__high_digit")  # so that one answer of z3 tells several ways apart
LEVEL = "@tw__high_digit"  # each answer is a way of its own
QUIET = ("prefetch", "lifetime", "assume", "dbg")
STACK = 1 << 40

# An element of an array: the array's (address, bytes of an element, elements), and the index, a term.
Place = collections.namedtuple("Place", "array index")


class Fork(Exception):
    """A condition that decides how the way goes on."""


class Fault(Exception):
    """What the way does wrong, whatever the values are."""


class Frame:
    __slots__ = ("function", "label", "at", "names", "result")

    def __init__(self, function, names, result):
        self.function, self.label, self.at, self.names, self.result = function, function.entry, 0, names, result

    def copy(self):
        other = Frame(self.function, dict(self.names), self.result)
        other.label, other.at = self.label, self.at
        return other


class State:
    """A way so far: the calls that it is in, the cells by address, what was stored in arrays, and what is known."""

    def __init__(self):
        self.frames, self.cells, self.stored, self.told = [], {}, {}, ()
        self.pc, self.decided, self.models, self.stack = (), {}, [{}], STACK

    def copy(self):
        other = State()
        other.frames = [f.copy() for f in self.frames]
        other.cells, other.stored, other.told = dict(self.cells), dict(self.stored), self.told
        other.pc, other.decided, other.models, other.stack = self.pc, dict(self.decided), self.models, self.stack
        return other

    def learn(self, c, holds):
        """Keeps that c follows from what is assumed, or does not hold."""
        todo = [(c, holds)]
        while todo:
            c, holds = todo.pop()
            while c.op == "not":
                c, holds = c.args[0], not holds
            self.decided[c.number] = holds
            if c.op == ("and" if holds else "or"):
                todo += [(a, holds) for a in c.args]

    def assume(self, c, models):
        self.pc += (c,)
        self.models = models
        self.learn(c, True)

    def told_of(self, c):
        """Whether c holds; None if that is not known yet."""
        holds = True
        while c.op == "not":
            c, holds = c.args[0], not holds
        if c.op == "number":
            return bool(value(c)) == holds
        found = self.decided.get(c.number)
        return None if found is None else found == holds

    def decide(self, c):
        if isinstance(c, int):
            return bool(c)
        found = self.told_of(c)
        if found is None:
            simple = self.simple(c)
            found = self.told_of(simple)
            if found is None:
                raise Fork(simple)
        return found

    def simple(self, c, made=None):
        """A condition without the parts that are known."""
        made = {} if made is None else made
        told = self.told_of(c)
        if told is not None:
            return TRUE if told else FALSE
        if c.number not in made:
            made[c.number] = c
            if c.op == "not":
                made[c.number] = negated(self.simple(c.args[0], made))
            elif c.op in ("and", "or"):
                a, b = (self.simple(x, made) for x in c.args)
                made[c.number] = both(a, b) if c.op == "and" else either(a, b)
            elif c.op == "=" and c.args[0].width == 0:
                made[c.number] = equal(*(self.simple(x, made) for x in c.args))
        return made[c.number]

    def same_as(self, other):
        return self.cells == other.cells and self.stored == other.stored


def lifted(v, width):
    """A value as a term; i1 is a truth value."""
    return v if isinstance(v, Term) else number(v, 0 if width == 1 else width)


def plain(t):
    """A value of a term: a number if it is known."""
    return int(value(t)) if isinstance(t, Term) and t.op == "number" else t


def signed(v, width):
    return v - (v >> (width - 1) << width)


class Machine:
    def __init__(self, module, seconds):
        self.module, self.solver = module, Solver(seconds)
        self.address, self.arrays, self.element = {"null": 0, "undef": 0}, [], {}
        self.functions, self.summaries = {}, {}
        at = 0x10000
        for name, (kind, _) in module.objects.items():
            self.address[name] = at
            self.find_arrays(kind, at)
            at = (at + module.size(kind)[0] + 0xFFF) & ~0xFFF
        self.end = at
        for i, name in enumerate(module.functions):
            self.address[name] = 0x100 + 16 * i
            self.functions[0x100 + 16 * i] = name
        self.readers = self.pure()

    def find_arrays(self, kind, at):
        """Lists the arrays of numbers or pointers that stand in no array."""
        m = self.module
        if kind[0] == "name":
            kind = m.types[kind[1]]
        if kind[0] == "struct":
            for i, member in enumerate(kind[1]):
                self.find_arrays(member, at + m.place(kind, i)[0])
        elif kind[0] == "array" and kind[2][0] in ("i", "ptr") and kind[1] >= 1:
            array = (at, m.size(kind[2])[0], kind[1])
            self.arrays.append(array)
            for i in range(kind[1]):
                self.element[at + i * array[1]] = array, i

    def pure(self):
        """Those of JOINED that return a number and only read: {name: whether they read memory}."""
        found = {}
        calls = lambda f: [p[1] for b in f.blocks.values() for _, op, p in b if op == "call" and "llvm" not in p[1]]
        while True:
            more = {name: any(op == "load" for b in f.blocks.values() for _, op, _ in b) or
                    any(found[c] for c in calls(f))
                    for name, f in self.module.functions.items()
                    if name not in found and f.returns[0] == "i" and set(calls(f)) <= set(found) and
                    not any(op in ("store", "alloca") or op == "call" and "llvm.mem" in p[1]
                            for b in f.blocks.values() for _, op, p in b)}
            if not more:
                return {name: reads for name, reads in found.items() if name in JOINED}
            found.update(more)

    # ---- ways

    def run(self, state, name, arguments):
        """Calls a function. Returns what it leads to: [(state, its value)]."""
        state = state.copy()
        self.enter(state, name, arguments, None)
        return self.ends(state, len(state.frames))

    def ends(self, state, depth):
        todo, ended = [state], []
        while todo:
            s = todo.pop()
            v = self.follow(s, todo, depth)
            if v is not Ellipsis:
                ended.append((s, v))
        return ended

    def follow(self, s, todo, depth):
        """Follows a way until the call at this depth returns. Puts the other side of a fork into todo."""
        while True:
            frame = s.frames[-1]
            try:
                result, op, p = frame.function.blocks[frame.label][frame.at]
                if op == "ret":
                    v = self.at(s, *p) if p else None
                    s.frames.pop()
                    if len(s.frames) < depth:
                        return v
                    if frame.result:
                        s.frames[-1].names[frame.result] = v
                    continue
                self.instruction(s, frame, result, op, p)
            except Fork as fork:
                todo += self.split(s, fork.args[0])

    def split(self, s, c):
        """Decides c for s; returns the state of the other side, if both are possible."""
        yes = [m for m in s.models if evaluated(c, m)]
        no = [m for m in s.models if not evaluated(c, m)]
        if not yes:
            yes = self.solver.models(s.pc, c)
        if not no:
            no = self.solver.models(s.pc, negated(c))
        if yes and no:
            other = s.copy()
            other.assume(negated(c), no)
            s.assume(c, yes)
            return [other]
        s.learn(c, bool(yes))
        return []

    def holds(self, s, c):
        """None if c holds for all values, or else values for which it does not."""
        c = s.simple(c)
        if c is TRUE:
            return None
        for m in s.models:
            if not evaluated(c, m):
                return m
        wrong = self.solver.models(s.pc, negated(c))
        if not wrong:
            s.learn(c, True)
        return wrong[0] if wrong else None

    def must(self, s, c, what):
        if isinstance(c, Term):
            wrong = self.holds(s, c)
            if wrong is not None:
                raise Fault(what, wrong)
        elif not c:
            raise Fault(what, s.models[0])

    # ---- calls

    def enter(self, s, name, arguments, result):
        f = self.module.functions[name]
        s.frames.append(Frame(f, dict(zip(f.parameters, arguments)), result))

    def call(self, s, frame, result, kind, name, arguments):
        if name[0] == "%":
            name = self.functions[frame.names[name]]
        if name.startswith("@llvm."):
            if name.split(".")[1] not in QUIET:
                v = self.intrinsic(s, name.split(".")[1], kind, [(a[0], self.at(s, *a)) for a in arguments])
                if result:
                    frame.names[result] = v
            frame.at += 1
            return
        values = [self.at(s, *a) for a in arguments]
        if name in self.readers and any(not isinstance(v, int) for v in values) or self.readers.get(name):
            v = self.joined(s, name, values)
            frame.names[result] = self.concrete(s, v) if name == LEVEL else v
        elif name in self.module.functions:
            frame.at += 1
            self.enter(s, name, values, result)
            return
        elif name.startswith("@any_"):
            frame.names[result] = fresh(name[5:], kind[1])
        else:
            s.told += ((name[1:], *values),)
        frame.at += 1

    def joined(self, s, name, values):
        """The value of a function that only reads, over all its ways."""
        if not self.readers[name] and all(k[0] == "i" for k in self.module.functions[name].kinds):
            return self.summary(name, values)
        start = s.copy()
        start.frames = []
        self.enter(start, name, values, None)
        found = self.ends(start, 1)
        v = None
        for end, x in found:
            c = TRUE
            for t in end.pc[len(s.pc):]:
                c = both(c, t)
            x = lifted(x, self.module.functions[name].returns[1])
            v = x if v is None else choose(c, x, v)
        if len(found) == 1:
            s.decided = found[0][0].decided
        return plain(v)

    def summary(self, name, values):
        """A function that reads no memory is followed once, and its term kept."""
        kinds = [k[1] for k in self.module.functions[name].kinds]
        if name not in self.summaries:
            given = [fresh("given", 0 if w == 1 else w) for w in kinds]
            start = State()
            start.models = [{t.number: 0 for t in given}]
            self.enter(start, name, given, None)
            ended, v = self.ends(start, 1), None
            for end, x in ended:
                c = TRUE
                for t in end.pc:
                    c = both(c, t)
                x = lifted(x, self.module.functions[name].returns[1])
                v = x if v is None else choose(c, x, v)
            self.summaries[name] = given, pieces(v)
        given, v = self.summaries[name]
        return plain(rebuilt(v, {g: lifted(x, w) for g, x, w in zip(given, values, kinds)}))

    def intrinsic(self, s, name, kind, arguments):
        values = [v for _, v in arguments]
        if name in ("memset", "memcpy"):
            return self.memset(s, *values) if name == "memset" else self.memcpy(s, *values)
        w = kind[1]
        a = lifted(values[0], w)
        if name in ("cttz", "ctlz"):
            return plain(zeros(name.replace("tt", "t").replace("tl", "l"), a))
        if name == "ctpop":
            found = number(0, w)
            for c in ones(a) if a.op == "bits" else ():
                found = summed("bvadd", found, choose(c, number(1, w), number(0, w)))
            if a.op == "bits":
                return found
            for i in range(w):
                found = summed("bvadd", found, resized(resized(summed("bvlshr", a, number(i, w)), 1), w))
            return plain(found)
        b = lifted(values[1], w)
        if name in ("umin", "umax", "smin", "smax"):
            c = smaller("bvult" if name[0] == "u" else "bvslt", a, b)
            return plain(choose(c, a, b) if name.endswith("min") else choose(c, b, a))
        if name == "usub":
            return plain(choose(smaller("bvult", a, b), number(0, w), summed("bvsub", a, b)))
        if name == "uadd":
            total = summed("bvadd", a, b)
            return plain(choose(smaller("bvult", total, a), number(-1, w), total))
        return sys.exit(f"paths: llvm.{name}")

    # ---- values

    def at(self, s, kind, v):
        """The value of a name or constant of this type."""
        if isinstance(v, int):
            return v % (1 << (64 if kind[0] == "ptr" else kind[1])) if kind[0] in ("i", "ptr") else v
        if isinstance(v, tuple):
            return self.pointed(s, *v[1:])
        return s.frames[-1].names[v] if v[0] == "%" else self.address[v]

    def concrete(self, s, v):
        """A number that v is, on this way."""
        while isinstance(v, Term):
            if v.op == "ite":
                v = plain(v.args[1 if s.decide(v.args[0]) else 2])
                continue
            guess = evaluated(v, s.models[0])
            if s.decide(equal(v, number(guess, v.width))):
                return guess
        return v

    def pointed(self, s, kind, base, indices):
        """What getelementptr points to."""
        at = self.at(s, ("ptr",), base)
        for k, (index_kind, index) in enumerate(indices):
            i = self.at(s, index_kind, index)
            if kind[0] == "name" and k:
                kind = self.module.types[kind[1]]
            if k and kind[0] == "struct":
                at, kind = at + self.module.place(kind, i)[0], kind[1][i]
                continue
            kind = kind[2] if k else kind
            at = self.moved(s, at, self.module.size(kind)[0], i, index_kind[1])
        return at

    def moved(self, s, at, size, i, width):
        """The address of element i behind `at`."""
        if isinstance(at, Place):
            if i == 0:
                return at
            i = resized(i, 64, True) if isinstance(i, Term) else number(signed(i, width), 64)
            return Place(at.array, summed("bvadd", at.index, i))
        if isinstance(at, Term):
            at = self.concrete(s, at)
        if isinstance(i, int):
            return at + size * signed(i, width)
        array, first = self.element.get(at, (None, 0))
        if array and array[1] == size:
            return Place(array, summed("bvadd", resized(i, 64, True), number(first, 64)))
        return at + size * signed(self.concrete(s, i), width)

    # ---- memory

    def place(self, s, at, size):
        """(array or None, index or address) of a cell."""
        if isinstance(at, Term):
            at = self.concrete(s, at)
        if isinstance(at, Place):
            self.must(s, smaller("bvult", at.index, number(at.array[2], 64)), "memory: an index outside of its array")
            return at
        if not (0x10000 <= at and at + size <= self.end or STACK <= at < s.stack):
            raise Fault("memory: no object is there", s.models[0])
        array, i = self.element.get(at, (None, 0))
        return Place(array, number(i, 64)) if array else Place(None, at)

    def load(self, s, kind, at):
        size = 8 if kind[0] == "ptr" else max(1, kind[1] // 8)
        array, at = self.place(s, at, size)
        if array is None:
            return s.cells.get(at, 0)
        return self.selected(s, s.stored.get(array, ()), at, kind)

    def selected(self, s, stored, index, kind):
        """What was stored last at the index. Of pointers one is chosen on this way, of numbers they are a term."""
        pieces, rest = {}, TRUE
        for at, v in reversed(stored):
            c = alike(at, index)
            sure = s.told_of(c)
            if sure is False:
                continue
            here = rest if sure else both(rest, c)
            pieces[v] = either(pieces[v], here) if v in pieces else here
            if sure:
                rest = FALSE
                break
            rest = both(rest, negated(c))
        if rest is not FALSE:
            pieces[0] = either(pieces[0], rest) if 0 in pieces else rest
        *some, last = pieces.items()
        if kind[0] == "ptr" or kind[1] == 32 and all(isinstance(v, int) and v < 64 for v in pieces):
            for v, c in some:
                if s.decide(c):
                    return v
            return last[0]
        found = lifted(last[0], kind[1])
        for v, c in reversed(some):
            found = choose(c, lifted(v, kind[1]), found)
        if found.op == "bits":
            found = bits([(s.simple(c), i) for c, i in flipped(found)], found.width)
        return plain(found)

    def store(self, s, kind, v, at):
        size = 8 if kind[0] == "ptr" else max(1, kind[1] // 8)
        array, at = self.place(s, at, size)
        if array is None:
            s.cells[at] = v
            return
        stored = tuple(e for e in s.stored.get(array, ()) if s.told_of(alike(e[0], at)) is not True)
        if v != 0 or any(s.told_of(alike(e[0], at)) is None for e in stored):
            stored += ((at, v),)
        s.stored[array] = stored

    def memset(self, s, at, v, size, _):
        assert v == 0 and isinstance(at, int)
        for a in [a for a in s.cells if at <= a < at + size]:
            del s.cells[a]
        for array in [x for x in s.stored if at <= x[0] < at + size]:
            assert array[0] + array[1] * array[2] <= at + size
            del s.stored[array]

    def memcpy(self, s, to, at, size, _):
        to, at = self.concrete(s, to), self.concrete(s, at)
        for a in range(0, size, 8):
            self.store(s, ("i", 64), self.load(s, ("i", 64), at + a), to + a)

    # ---- instructions

    def instruction(self, s, frame, result, op, p):
        if op == "call":
            self.call(s, frame, result, *p)
            return
        if op == "br":
            self.jump(s, frame, p[1] if p[0] is None or s.decide(self.at(s, ("i", 1), p[0])) else p[2])
            return
        if op == "switch":
            v, to = lifted(self.at(s, p[0], p[1]), p[0][1]), p[2]
            for n, label in p[3]:
                if s.decide(equal(v, number(n, v.width))):
                    to = label
                    break
            self.jump(s, frame, to)
            return
        if op == "unreachable":
            raise Fault("a place that is never reached", s.models[0])
        v = self.value(s, op, p)
        if result:
            frame.names[result] = v
        frame.at += 1

    def jump(self, s, frame, to):
        values = {}
        at = 0
        for result, op, p in frame.function.blocks[to]:
            if op != "phi":
                break
            values[result] = self.at(s, p[0], next(v for label, v in p[1] if label == frame.label))
            at += 1
        frame.names.update(values)
        frame.label, frame.at = to, at

    def value(self, s, op, p):
        """The value of an instruction that ends no block."""
        if op == "load":
            return self.load(s, p[0], self.at(s, ("ptr",), p[1]))
        if op == "store":
            return self.store(s, p[0], self.at(s, p[0], p[1]), self.at(s, ("ptr",), p[2]))
        if op == "getelementptr":
            return self.pointed(s, *p[1:])
        if op == "icmp":
            return self.compared(s, *p)
        if op in OPERATIONS:
            w = p[0][1]
            a, b = lifted(self.at(s, p[0], p[1]), w), lifted(self.at(s, p[0], p[2]), w)
            if op == "sdiv" and known(a, b):
                return signed(value(a), w) // signed(value(b), w) % (1 << w)
            if op == "shl" and known(a) and value(a) == 1 and not known(b):
                return plain(bits([(TRUE, b)], w))
            mask = known(a) and value(a) & value(a) + 1 == 0 and value(a) >> w - 1 == 0
            if op in ("shl", "lshr") and not known(b) and a.op != "bits" and not mask:
                b = number(self.concrete(s, b), w)
            return plain(summed(OPERATIONS[op], a, b))
        if op in ("zext", "sext", "trunc"):
            a = lifted(self.at(s, *p[:2]), p[0][1])
            if op == "trunc" and p[2][1] > 1:
                return plain(narrowed(a, p[2][1]))
            return plain(resized(a, 0 if p[2][1] == 1 else p[2][1], op == "sext"))
        if op in ("bitcast", "freeze", "ptrtoint", "inttoptr"):
            return self.at(s, *p[:2])
        if op == "select":
            return self.chosen(s, *p)
        if op == "extractvalue":
            return self.at(s, *p[:2])[p[2]]
        if op == "insertvalue":
            base = self.at(s, *p[:2])
            base = base if isinstance(base, tuple) else (0,) * len(p[0][1])
            return base[:p[3]] + (self.at(s, *p[2]),) + base[p[3] + 1:]
        if op == "alloca":
            s.stack += 64 + self.module.size(p)[0]
            return s.stack - 64 - self.module.size(p)[0]
        return sys.exit(f"paths: {op}")

    def chosen(self, s, condition, a, b):
        c = self.at(s, *condition)
        if isinstance(c, int):
            return self.at(s, *(a if c else b))
        if a[0][0] != "i" or s.told_of(c) is not None:
            return self.at(s, *(a if s.decide(c) else b))
        x, y, w = self.at(s, *a), self.at(s, *b), a[0][1]
        if w > 1 and not (isinstance(x, int) and isinstance(y, int)):
            return x if s.decide(c) else y
        return plain(choose(c, lifted(x, w), lifted(y, w)))

    def compared(self, s, how, kind, a, b):
        a, b = self.at(s, kind, a), self.at(s, kind, b)
        if isinstance(a, Place) or isinstance(b, Place):
            return self.placed(how, a, b)
        w = 64 if kind[0] == "ptr" else kind[1]
        a, b = lifted(a, w), lifted(b, w)
        if how in ("eq", "ne"):
            c = alike(a, b)
            return plain(c if how == "eq" else negated(c))
        order, swapped, not_so = ORDERS[how]
        c = smaller(order, b, a) if swapped else smaller(order, a, b)
        return plain(negated(c) if not_so else c)

    def placed(self, how, a, b):
        """Whether two places of arrays are equal."""
        if not isinstance(a, Place):
            a, b = b, a
        if not isinstance(b, Place):
            array, i = self.element.get(b, (None, 0))
            b = Place(array, number(i, 64))
        c = equal(a.index, b.index) if a.array == b.array else FALSE
        assert how in ("eq", "ne")
        return plain(c if how == "eq" else negated(c))


def pieces(v):
    """A term that asks for one `clz` of x alone, as a choice by the size of x."""
    found, todo, seen = set(), [v], set()
    while todo:
        t = todo.pop()
        if t.op in ("clz", "variable"):
            found.add(t)
        elif t not in seen:
            seen.add(t)
            todo += [a for a in t.args if isinstance(a, Term)]
    if len(found) != 1 or (z := found.pop()).op != "clz":
        return v
    x, w, row = z.args[0], z.width, None
    for n in range(w):
        here = rebuilt(v, {z: number(n, w)})
        if row is None or here is not row[-1][1]:
            row = (row or []) + [(n, here)]
    whole = row[-1][1]
    for (_, here), (n, _) in reversed(list(zip(row, row[1:]))):
        whole = choose(smaller("bvult", x, number(1 << w - n, w)), whole, here)
    return whole
