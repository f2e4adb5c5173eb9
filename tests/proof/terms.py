"""Terms over bit vectors, and z3, which says whether some can be true together. A term of width 0 is a truth value. The
width (WIDTH,) is that of an array, which z3 never sees. Equal terms are one object."""
import subprocess

MADE = {}
NAMES = {}


class Term:
    __slots__ = ("op", "args", "width", "number")

    def __init__(self, op, args, width):
        self.op, self.args, self.width, self.number = op, args, width, len(MADE)


def make(op, args, width):
    key = (op, tuple(a.number if isinstance(a, Term) else ("n", a) for a in args), width)
    if key not in MADE:
        MADE[key] = Term(op, args, width)
    return MADE[key]


def number(value, width):
    return make("number", (value % (1 << width) if width else bool(value),), width)


TRUE, FALSE = number(1, 0), number(0, 0)


def fresh(name, width):
    """A variable; the same name twice gives two of them."""
    NAMES[name] = NAMES.get(name, 0) + 1
    return make("variable", (f"{name}.{NAMES[name]}",), width)


def known(*terms):
    return all(t.op == "number" for t in terms)


def value(t):
    return t.args[0]


def negated(a):
    if known(a):
        return number(not value(a), 0)
    return a.args[0] if a.op == "not" else make("not", (a,), 0)


def both(a, b):
    if a is FALSE or b is FALSE or a is negated(b):
        return FALSE
    if a is TRUE or a is b:
        return b
    if b is TRUE:
        return a
    if a.op == "and" and b in a.args:
        return a
    return make("and", (a, b), 0)


def either(a, b):
    """Of the two ways of a branch below one condition, that condition is left."""
    if a is TRUE or b is TRUE or a is negated(b):
        return TRUE
    if a is FALSE or a is b:
        return b
    if b is FALSE:
        return a
    if a.op == b.op == "and" and a.args[0] is b.args[0] and a.args[1] is negated(b.args[1]):
        return a.args[0]
    return make("or", (a, b), 0)


def choose(c, a, b):
    if a is b or c is TRUE:
        return a
    if c is FALSE:
        return b
    if a.width == 0 and known(a):
        return either(c, b) if a is TRUE else both(negated(c), b)
    if a.width == 0 and known(b):
        return both(c, a) if b is FALSE else either(negated(c), a)
    return make("ite", (c, a, b), a.width)


def equal(a, b):
    if a is b:
        return TRUE
    if known(a, b):
        return number(value(a) == value(b), 0)
    if known(a):
        a, b = b, a
    if a.op == "ite" and known(b, a.args[1]) or a.op == "ite" and known(b, a.args[2]):
        return choose(a.args[0], equal(a.args[1], b), equal(a.args[2], b))
    if a.width == 0:
        return a if b is TRUE else negated(a) if b is FALSE else make("=", (a, b), 0)
    return make("=", (a, b), 0)


def signed(t):
    return value(t) - (value(t) >> (t.width - 1) << t.width)


COUNTED = {"bvadd": lambda a, b, w: a + b, "bvsub": lambda a, b, w: a - b, "bvmul": lambda a, b, w: a * b,
           "bvand": lambda a, b, w: a & b, "bvor": lambda a, b, w: a | b, "bvxor": lambda a, b, w: a ^ b,
           "bvshl": lambda a, b, w: a << b if b < w else 0, "bvlshr": lambda a, b, w: a >> b if b < w else 0}
NEUTRAL = {"bvadd", "bvsub", "bvor", "bvxor", "bvshl", "bvlshr", "bvashr"}
LESS = {"bvult": lambda a, b: value(a) < value(b), "bvule": lambda a, b: value(a) <= value(b),
        "bvslt": lambda a, b: signed(a) < signed(b), "bvsle": lambda a, b: signed(a) <= signed(b)}
TRUTHS = {"bvand": both, "bvor": either, "bvxor": lambda a, b: negated(equal(a, b))}


def counted(op, a, b):
    if a.width == 0:
        return TRUTHS[op](a, b)
    if known(a, b) and op in COUNTED:
        return number(COUNTED[op](value(a), value(b), a.width), a.width)
    if known(b) and value(b) == 0 and op in NEUTRAL:
        return a
    if op == "bvadd" and known(a):
        a, b = b, a
    if op == "bvadd" and known(b) and a.op == "bvadd" and known(a.args[1]):
        return counted(op, a.args[0], number(value(a.args[1]) + value(b), a.width))
    return make(op, (a, b), a.width)


def less(op, a, b):
    return number(LESS[op](a, b), 0) if known(a, b) else make(op, (a, b), 0)


def resized(t, width, sign=False):
    if t.width == width:
        return t
    if t.width == 0:
        return choose(t, number(-1 if sign else 1, width), number(0, width))
    if width == 0:
        return equal(make("extract", (t, 0, 0), 1), number(1, 1))
    if known(t):
        return number(signed(t) if sign else value(t), width)
    if width < t.width:
        return make("extract", (t, width - 1, 0), width)
    return make("sign_extend" if sign else "zero_extend", (t, width - t.width), width)


def sort(width):
    return f"(_ BitVec {width})" if width else "Bool"


def written(t):
    if t.op == "number":
        return f"(_ bv{value(t)} {t.width})" if t.width else str(value(t)).lower()
    return f"t{t.number}"


def defined(t):
    """The line that defines t, after those of its arguments."""
    if t.op == "variable":
        return f"(declare-const t{t.number} {sort(t.width)})"
    numbers = [a for a in t.args if not isinstance(a, Term)]
    op = f"(_ {t.op} {' '.join(map(str, numbers))})" if numbers else t.op
    arguments = " ".join(written(a) for a in t.args if isinstance(a, Term))
    return f"(define-fun t{t.number} () {sort(t.width)} ({op} {arguments}))"


def script(terms):
    """Asserts all terms at once, for z3."""
    needed, todo = set(), list(terms)
    while todo:
        t = todo.pop()
        if t not in needed and t.op != "number":
            needed.add(t)
            todo += [a for a in t.args if isinstance(a, Term)]
    lines = ["(set-logic QF_BV)"] + [defined(t) for t in sorted(needed, key=lambda t: t.number)]
    return "\n".join(lines + [f"(assert {written(t)})" for t in terms] + ["(check-sat)"])


def together(terms, seconds):
    """`sat`, `unsat`, or another word: whether all terms can be true."""
    if any(t is FALSE for t in terms):
        return "unsat"
    done = subprocess.run(["z3", f"-T:{seconds}", "-in"], input=script(terms), stdout=subprocess.PIPE, text=True)
    return done.stdout.strip() or "no answer"
