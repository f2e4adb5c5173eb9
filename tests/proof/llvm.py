"""Reads the functions that clang writes in LLVM's form: their types, blocks and instructions."""
import re
import sys

TOKEN = re.compile(r'[%@][\w.$]+|[%@]"[^"]*"|-?\d+|[A-Za-z_][\w.]*|\.\.\.|[][(){}<>,*=]')
PARAMETER = ("noundef", "zeroext", "signext", "nonnull", "nocapture", "readonly", "writeonly", "inrange", "returned")
BINARY = ("add", "sub", "mul", "udiv", "sdiv", "urem", "srem", "and", "or", "xor", "shl", "lshr", "ashr")
CASTS = ("zext", "sext", "trunc", "bitcast", "ptrtoint", "inttoptr")


class Reader:
    """The tokens of one line, from left to right."""

    def __init__(self, line):
        self.tokens, self.at = TOKEN.findall(line), 0

    def peek(self):
        return self.tokens[self.at] if self.at < len(self.tokens) else ""

    def next(self):
        self.at += 1
        return self.tokens[self.at - 1]

    def take(self, *words):
        if self.peek() not in words:
            return False
        self.at += 1
        return True

    def kind(self):
        """A type: ("i", bits), ("ptr",), ("array", n, type), ("struct", types), ("name", name), ("void",)."""
        token = self.next()
        if token == "{":
            found = ("struct", self.kinds("}"))
        elif token == "[":
            count = int(self.next())
            self.take("x")
            found = ("array", count, self.kind())
            self.take("]")
        elif token[0] == "%":
            found = ("name", token)
        else:
            found = ("i", int(token[1:])) if re.fullmatch(r"i\d+", token) else (token,)
        if self.take("("):
            self.kinds(")")
        while self.take("*"):
            found = ("ptr",)
            if self.take("("):
                self.kinds(")")
        return found

    def kinds(self, end):
        found = []
        while not self.take(end):
            if not self.take(",", "..."):
                found.append(self.kind())
        return tuple(found)

    def typed(self):
        """A type and a value."""
        kind = self.kind()
        while self.take("align", "dereferenceable", *PARAMETER):
            if self.tokens[self.at - 1] not in PARAMETER:
                self.take("(")
                self.next()
                self.take(")")
        return kind, self.value()

    def value(self):
        """A value: a number, a name, or ("getelementptr", ...) and ("bitcast", ...) of constants."""
        token = self.next()
        if token == "getelementptr":
            return self.element()
        if token in CASTS:
            self.take("(")
            found = self.typed()
            self.take("to")
            self.kind()
            self.take(")")
            return found[1]
        words = {"true": 1, "false": 0, "null": "null", "undef": "undef", "poison": "undef", "zeroinitializer": 0}
        return words[token] if token in words else token if token[0] in "%@" else int(token)

    def element(self):
        """What stands behind getelementptr: ("element", type, base, indices)."""
        self.take("inbounds")
        inside = self.take("(")
        kind = self.kind()
        self.take(",")
        base, indices = self.typed()[1], []
        while self.take(","):
            indices.append(self.typed())
        if inside:
            self.take(")")
        return ("element", kind, base, tuple(indices))


def plain(text):
    """Without notes: a comment, metadata, numbers of attributes."""
    return re.sub(r"(, !.*|;.*| #\d+)$", "", text.strip()).strip()


def instruction(text):
    """(result or None, operation, its parts) of a line."""
    result, _, rest = text.rpartition(" = ") if re.match(r"%\S+ = ", text) else (None, "", text)
    r = Reader(rest.replace("tail call", "call").replace("musttail", ""))
    op = r.next()
    while r.take("nuw", "nsw", "exact", "disjoint", "nneg", "samesign", "volatile", "inbounds"):
        pass
    return result, op, parts(op, r)


def parts(op, r):
    if op in BINARY:
        kind, a = r.typed()
        r.take(",")
        return kind, a, r.value()
    if op == "icmp":
        how = r.next()
        kind, a = r.typed()
        r.take(",")
        return how, kind, a, r.value()
    if op == "extractvalue":
        return r.typed() + (r.take(",") and int(r.next()),)
    if op == "insertvalue":
        a = r.typed()
        r.take(",")
        return a + (r.typed(), r.take(",") and int(r.next()))
    if op in CASTS or op == "freeze":
        found = r.typed()
        return found + ((r.kind(),) if r.take("to") else (found[0],))
    if op == "select":
        found = []
        while r.peek():
            found.append(r.typed())
            r.take(",")
        return tuple(found)
    if op == "phi":
        kind, ways = r.kind(), []
        while r.take("[") or r.take(",") and r.take("["):
            a = r.value()
            r.take(",")
            ways.append((r.next(), a))
            r.take("]")
        return kind, ways
    return {"load": load, "store": store, "getelementptr": Reader.element, "call": call, "br": branch, "switch": switch,
            "ret": lambda r: r.typed() if r.peek() != "void" else None, "alloca": Reader.kind,
            "unreachable": lambda r: None}.get(op, lambda r: sys.exit(f"llvm: not known: {op} {r.tokens}"))(r)


def load(r):
    kind = r.kind()
    r.take(",")
    return kind, r.typed()[1]


def store(r):
    kind, a = r.typed()
    r.take(",")
    return kind, a, r.typed()[1]


def call(r):
    while r.take(*PARAMETER, "fastcc"):
        pass
    kind = r.kind()
    name, arguments = r.next(), []
    r.take("(")
    while not r.take(")"):
        if not r.take(","):
            arguments.append(r.typed() if r.peek() != "metadata" else None)
    return kind, name, arguments


def branch(r):
    if r.take("label"):
        return None, r.next(), None
    condition = r.typed()[1]
    r.take(",")
    r.take("label")
    there = r.next()
    r.take(",")
    r.take("label")
    return condition, there, r.next()


def switch(r):
    kind, a = r.typed()
    r.take(",")
    r.take("label")
    other, ways = r.next(), []
    r.take("[")
    while not r.take("]"):
        number = r.typed()[1]
        r.take(",")
        r.take("label")
        ways.append((number, r.next()))
    return kind, a, other, ways


class Function:
    """Its parameters and their types, what it returns, its blocks by name in the order of their text, and where the
    loops are."""

    def __init__(self, head, body):
        self.name, listed = re.search(r"@([\w.]+)\((.*)\)", head).groups()
        self.parameters = re.findall(r"(%[\w.]+)(?=, |$)", listed)
        self.kinds = [Reader(x).kind() for x in re.findall(r"(?:^|, )([\w%.]+\**)", listed)]
        self.returns = Reader(re.search(r"(void|i\d+\**|\{[^}]*\}|%[\w.]+\*+) @", head)[1]).kind()
        self.blocks, label = {}, f"%{len(self.parameters)}"
        joined = re.sub(r"\[\n(.*?)\n\s*\]", lambda m: "[" + m[1].replace("\n", " ") + "]", body, flags=re.S)
        for line in joined.splitlines():
            if m := re.match(r"([\w.]+):", line):
                label = "%" + m[1]
            elif plain(line):
                self.blocks.setdefault(label, []).append(instruction(plain(line)))
        self.entry = next(iter(self.blocks))
        self.order()

    def after(self, label):
        op, p = self.blocks[label][-1][1:]
        return {"br": lambda: [x for x in p[1:] if x], "switch": lambda: [p[2]] + [x for _, x in p[3]]}.get(op, list)()

    def order(self):
        """self.rank: a block's number, below those of its successors but for loops; self.loops: the headers around."""
        seen, done = set(), []

        def visit(label):
            seen.add(label)
            for x in reversed(self.after(label)):
                if x not in seen:
                    visit(x)
            done.append(label)

        sys.setrecursionlimit(10000)
        visit(self.entry)
        self.rank = {label: i for i, label in enumerate(reversed(done))}
        before = {label: [x for x in self.rank if label in self.after(x)] for label in self.rank}
        self.loops = {label: [] for label in self.rank}
        for header in sorted(self.rank, key=self.rank.get):
            todo = [x for x in before[header] if self.rank[x] >= self.rank[header]]
            inside = {header} if todo else set()
            while todo:
                label = todo.pop()
                if label not in inside:
                    inside.add(label)
                    todo += before[label]
            for label in inside:
                self.loops[label].append(header)


class Module:
    def __init__(self, text):
        self.pointer = int(m[1]) if (m := re.search(r'datalayout = "[^"]*-p:(\d+)', text)) else 64
        self.types = {m[0]: Reader(m[1]).kind() for m in re.findall(r"^(%[\w.]+) = type (\{.*\})$", text, re.M)}
        self.objects = {}
        for name, rest in re.findall(r"^@([\w.]+) = (.*)$", text, re.M):
            m = re.search(r"\b(global|constant) (.*)", rest)
            r = Reader(m[2])
            self.objects["@" + name] = (r.kind(), "zeroinitializer" in rest)
        self.functions = {}
        for head, body in re.findall(r"^(define [^\n]*) \{\n(.*?)^\}$", text, re.M | re.S):
            f = Function(re.sub(r" (local_unnamed_addr|unnamed_addr).*", "", head), body)
            self.functions["@" + f.name] = f

    def size(self, kind):
        """(bytes, alignment)"""
        if kind[0] == "i":
            n = max(1, kind[1] // 8)
            return n, min(n, self.widest())
        if kind[0] == "ptr":
            return self.pointer // 8, min(self.pointer // 8, self.widest())
        if kind[0] == "array":
            n, align = self.size(kind[2])
            return n * kind[1], align
        if kind[0] == "name":
            return self.size(self.types[kind[1]])
        return self.place(kind, len(kind[1]))[1:]

    def widest(self):
        return {64: 8, 32: 4, 16: 2}[self.pointer]

    def place(self, kind, i):
        """(offset of member i, size and alignment of the struct)"""
        at, most, found = 0, 1, 0
        for k, member in enumerate(kind[1]):
            n, align = self.size(member)
            at = (at + align - 1) // align * align
            found = at if k == i else found
            at, most = at + n, max(most, align)
        return found, (at + most - 1) // most * most, most
