"""z3, which keeps what it was told, and values of terms that it or a caller found."""
import subprocess
import sys

import terms
from terms import (Term, alike, bits, both, choose, defined, either, expanded, flipped, make, negated, number, resized,
                   smaller, summed, written, zeros)

sys.setrecursionlimit(1000000)


class Solver:
    def __init__(self, seconds):
        self.seconds, self.z3 = seconds, None

    def end(self):
        if self.z3:
            self.z3.stdin.close()
            self.z3.stdout.close()
            self.z3.wait()

    def begin(self):
        self.z3 = subprocess.Popen(["z3", "-in"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.kept, self.known, self.variables = [], set(), []
        self.write("(set-option :global-declarations true)(set-logic QF_BV)")
        self.write(f"(set-option :timeout {1000 * self.seconds})")

    def write(self, line):
        self.z3.stdin.write(line + "\n")

    def define(self, term):
        """Defines a term, after its arguments."""
        todo = [term]
        while todo:
            t = todo[-1]
            if t.op == "number" or t.number in self.known:
                todo.pop()
                continue
            means = expanded(t) if t.op in ("bits", "ctz", "clz") else None
            parts = [a for a in ((means,) if means else t.args) if isinstance(a, Term)]
            more = [a for a in parts if a.op != "number" and a.number not in self.known]
            if more:
                todo += more
                continue
            todo.pop()
            self.known.add(t.number)
            if t.op == "variable":
                self.variables.append(t)
            meant = f"(define-fun t{t.number} () (_ BitVec {t.width}) {written(means)})" if means else defined(t)
            self.write(meant)

    def models(self, pc, c):
        """[values by number of a variable] with which all of pc and c are true; [] if there are none."""
        if c is terms.FALSE:
            return []
        if self.z3 is None:
            self.begin()
        same = 0
        while same < min(len(pc), len(self.kept)) and pc[same] is self.kept[same]:
            same += 1
        if same < len(self.kept):
            self.write(f"(pop {len(self.kept) - same})")
        for t in pc[same:]:
            self.define(t)
            self.write(f"(push 1)(assert {written(t)})")
        self.kept = list(pc)
        self.define(c)
        self.write(f"(push 1)(assert {written(c)})(check-sat)")
        self.z3.stdin.flush()
        answer = self.z3.stdout.readline().strip()
        found = []
        if answer == "sat":
            found = [self.values()]
        elif answer != "unsat":
            sys.exit(f"solver: z3 says {answer}")
        self.write("(pop 1)")
        return found

    def values(self):
        if not self.variables:
            return {}
        self.write(f"(get-value ({' '.join(written(t) for t in self.variables)}))")
        self.write("(echo \"end\")")
        self.z3.stdin.flush()
        text = ""
        while not text.endswith("end\n"):
            text += self.z3.stdout.readline()
        found = {}
        for part in text[:-4].replace("(", " ").replace(")", " ").split("\n"):
            words = part.split()
            if words:
                number_of = {"true": "1", "false": "0"}.get(words[1], words[1].replace("#", "0"))
                found[int(words[0][1:])] = int(number_of, 0)
        return found


def sign(v, w):
    return v - (v >> (w - 1) << w)


EVALUATE = {
    "not": lambda t, a: not a, "and": lambda t, a, b: a and b, "or": lambda t, a, b: a or b,
    "=": lambda t, a, b: a == b, "bvult": lambda t, a, b: a < b, "bvule": lambda t, a, b: a <= b,
    "bvslt": lambda t, a, b: sign(a, t.args[0].width) < sign(b, t.args[0].width),
    "bvsle": lambda t, a, b: sign(a, t.args[0].width) <= sign(b, t.args[0].width),
    "bvadd": lambda t, a, b: (a + b) % (1 << t.width), "bvsub": lambda t, a, b: (a - b) % (1 << t.width),
    "bvmul": lambda t, a, b: a * b % (1 << t.width), "bvand": lambda t, a, b: a & b, "bvor": lambda t, a, b: a | b,
    "bvxor": lambda t, a, b: a ^ b, "bvshl": lambda t, a, b: a << b & (1 << t.width) - 1 if b < t.width else 0,
    "bvlshr": lambda t, a, b: a >> b if b < t.width else 0,
    "bvashr": lambda t, a, b: (sign(a, t.width) >> min(b, t.width)) % (1 << t.width),
    "bvudiv": lambda t, a, b: a // b if b else (1 << t.width) - 1, "bvurem": lambda t, a, b: a % b if b else a,
    "extract": lambda t, a, high, low: a >> low & (1 << high - low + 1) - 1,
    "zero_extend": lambda t, a, n: a, "sign_extend": lambda t, a, n: sign(a, t.args[0].width) % (1 << t.width),
}


def evaluated(t, model):
    """The value of a term where the variables have these values. They keep the values of terms, too."""
    if t.op == "number":
        return t.args[0]
    found = model.get(t.number)
    if found is not None:
        return found
    if t.op == "variable":
        found = 0
    elif t.op == "ite":
        found = evaluated(t.args[1] if evaluated(t.args[0], model) else t.args[2], model)
    elif t.op == "bits":
        found = 0
        for c, i in flipped(t):
            found ^= 1 << evaluated(i, model) if evaluated(c, model) else 0
    elif t.op in ("ctz", "clz"):
        x = evaluated(t.args[0], model)
        found = (t.width - x.bit_length() if t.op == "clz" else (x & -x).bit_length() - 1 if x else t.width)
        found = found if x else t.width - 1
    else:
        found = EVALUATE[t.op](t, *(evaluated(a, model) if isinstance(a, Term) else a for a in t.args))
    model[t.number] = found
    return found


def rebuilt(t, given, made=None):
    """The term with other terms for some of its variables."""
    made = {} if made is None else made
    if t in given:
        return given[t]
    if t.op in ("number", "variable"):
        return t
    if t.number not in made:
        made[t.number] = of(t, [rebuilt(a, given, made) if isinstance(a, Term) else a for a in t.args])
    return made[t.number]


def of(t, a):
    """What t is with these arguments."""
    if t.op in ("not", "and", "or", "ite", "="):
        return {"not": negated, "and": both, "or": either, "ite": choose, "=": alike}[t.op](*a)
    if t.op == "bits":
        return bits(list(zip(a[::2], a[1::2])), t.width)
    if t.op in ("ctz", "clz"):
        return zeros(t.op, a[0])
    if t.op in ("bvult", "bvule", "bvslt", "bvsle"):
        return smaller(t.op, *a)
    if t.op == "extract" and a[2] == 0 and a[0].width != 1 and t.width > 1:
        return resized(a[0], t.width)
    if t.op == "extract":
        return number(terms.value(a[0]) >> a[2], t.width) if terms.known(a[0]) else make(t.op, tuple(a), t.width)
    if t.op in ("zero_extend", "sign_extend"):
        return resized(a[0], t.width, t.op == "sign_extend")
    return summed(t.op, *a)
