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


def applied(name, width, *arguments):
    """A function about which nothing is known, but that equal arguments have equal values."""
    return make("apply", (name, *arguments), width)


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
    if "bits" in (a.op, b.op) and flipped(a) is not None and flipped(b) is not None:
        return bits([(both(c, d), i) for d, i in flipped(a)] + [(both(negated(c), d), i) for d, i in flipped(b)], a.width)
    return make("ite", (c, a, b), a.width)


def equal(a, b):
    if a is b:
        return TRUE
    if known(a, b):
        return number(value(a) == value(b), 0)
    if known(a):
        a, b = b, a
    if a.op == "bits" and known(b) and value(b) == 0:
        return none_of(a)
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
    if a.op == "bits" or b.op == "bits":
        found = of_bits(op, a, b)
        if found is not None:
            return found
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
    if width == 0 and t.op == "bits":
        return bit(t, number(0, t.width))
    if width == 0:
        return equal(make("extract", (t, 0, 0), 1), number(1, 1))
    if known(t):
        return number(signed(t) if sign else value(t), width)
    if width < t.width:
        return make("extract", (t, width - 1, 0), width)
    return make("sign_extend" if sign else "zero_extend", (t, width - t.width), width)


# SUMS. Terms that are equal as sums are one term: so a difference of two ticks has no term that is in both.
def summed(op, a, b):
    """counted(), with sums in one form: constant last, terms in the order of their numbers, added before subtracted."""
    if op == "bvand" and a.width and masked(a, b):
        return masked(a, b)
    if op not in ("bvadd", "bvsub") or a.width == 0 or known(a, b):
        return counted(op, a, b)
    found = {}
    constant = collect(a, 1, found) + collect(b, 1 if op == "bvadd" else -1, found)
    w, total = a.width, None
    parts = sorted(((t, n) for t, n in found.items() if n), key=lambda x: (x[1] < 0, x[0].number))
    for t, n in parts:
        for _ in range(abs(n)):
            total = (t if n > 0 else make("bvsub", (number(0, w), t), w)) if total is None else \
                make("bvadd" if n > 0 else "bvsub", (total, t), w)
    if total is None:
        return number(constant, w)
    return make("bvadd", (total, number(constant, w)), w) if constant % (1 << w) else total


RANGES = {}


def between(t):
    """(least, greatest): values that t cannot pass. What is asked of a term may be known by them alone."""
    if t.op == "number":
        return value(t), value(t)
    if t.number not in RANGES:
        top = (1 << t.width) - 1
        RANGES[t.number] = RANGE[t.op](t, *t.args) if t.op in RANGE else (0, top)
        if RANGES[t.number][1] > top:
            RANGES[t.number] = 0, top
    return RANGES[t.number]


def range_of_or(a, b):
    (low, high), (least, most) = between(a), between(b)
    return max(low, least), (1 << max(high.bit_length(), most.bit_length())) - 1


RANGE = {
    "bvadd": lambda t, a, b: tuple(x + y for x, y in zip(between(a), between(b))),
    "bvand": lambda t, a, b: (0, min(between(a)[1], between(b)[1])),
    "bvor": lambda t, a, b: range_of_or(a, b),
    "bvlshr": lambda t, a, b: tuple(x >> value(b) for x in between(a)) if known(b) else (0, between(a)[1]),
    "bvmul": lambda t, a, b: tuple(x * y for x, y in zip(between(a), between(b))),
    "zero_extend": lambda t, a, n: between(a),
    "extract": lambda t, a, high, low: between(a) if low == 0 and between(a)[1] >> high + 1 == 0 else (0, (1 << t.width) - 1),
    "ite": lambda t, c, a, b: (min(between(a)[0], between(b)[0]), max(between(a)[1], between(b)[1])),
    "ctz": lambda t, a: (0, t.width - 1), "clz": lambda t, a: (0, t.width - 1),
}


def masked(a, b):
    """a & b, if one of them is a mask that takes nothing away; None if it is no such."""
    for x, m in ((a, b), (b, a)):
        if known(m) and value(m) & value(m) + 1 == 0 and between(x)[1] <= value(m):
            return x
    return None


def narrowed(t, width):
    """The lowest bits of a term; those of a sum are a sum of lowest bits."""
    if t.op in ("bvadd", "bvsub", "bvand", "bvor", "bvxor"):
        return summed(t.op, *(narrowed(a, width) for a in t.args))
    if t.op == "zero_extend" and t.args[0].width >= width or t.op == "extract" and t.args[2] == 0:
        return narrowed(t.args[0], width)
    if t.op == "zero_extend":
        return resized(t.args[0], width)
    if t.op == "bvshl" and known(t.args[1]) and value(t.args[1]) < width:
        return summed("bvshl", narrowed(t.args[0], width), number(value(t.args[1]), width))
    if t.op == "ite":
        return choose(t.args[0], narrowed(t.args[1], width), narrowed(t.args[2], width))
    return resized(t, width)


def collect(t, sign, found):
    """Adds the terms of a sum to found, and returns its constant."""
    if t.op == "number":
        return sign * value(t)
    if t.op in ("bvadd", "bvsub"):
        return collect(t.args[0], sign, found) + collect(t.args[1], sign if t.op == "bvadd" else -sign, found)
    found[t] = found.get(t, 0) + sign
    return 0


def smaller(op, a, b):
    """less(), where the question for the highest bit has one form, and `<=` is the contrary of `<`."""
    half = 1 << a.width - 1
    if op in ("bvule", "bvsle"):
        return negated(smaller("bvult" if op == "bvule" else "bvslt", b, a))
    if op == "bvult" and known(a) and value(a) == half - 1:
        return smaller("bvslt", b, number(0, b.width))
    if op == "bvult" and known(b) and value(b) == half:
        return negated(smaller("bvslt", a, number(0, a.width)))
    if op == "bvslt" and known(a) and value(a) == (1 << a.width) - 1:
        return negated(smaller("bvslt", b, number(0, b.width)))
    if op == "bvult" and known(b) and value(b) == 1:
        return equal(a, number(0, a.width))
    if op == "bvult" and known(a) and value(a) == 0:
        return negated(equal(b, a))
    if op == "bvult" and (a is b or between(a)[0] >= between(b)[1]):
        return FALSE
    if op == "bvult" and between(a)[1] < between(b)[0]:
        return TRUE
    return less(op, a, b)


def alike(a, b):
    """equal(), which knows the ranges of both."""
    if a.width and (between(a)[1] < between(b)[0] or between(b)[1] < between(a)[0]):
        return FALSE
    return equal(*sorted((a, b), key=lambda t: t.number)) if a.width else equal(a, b)


# WORDS OF BITS. bits(c, i, d, k, ...) is the word in which bit i is flipped if c holds, bit k if d holds, and so on. So
# where code asks for single bits, z3 compares their numbers, and meets no shift.
def flipped(t):
    """[(condition, number of a bit)] of a word of bits; None of another term."""
    if t.op == "bits":
        return list(zip(t.args[::2], t.args[1::2]))
    return [] if known(t) and value(t) == 0 else None


def bits(flips, width):
    """The word; bits beyond its width are none."""
    found = {}
    for c, i in flips:
        c = both(c, smaller("bvult", i, number(width, i.width)))
        found[i] = negated(equal(found[i], c)) if i in found else c
    found = [x for i, c in found.items() if c is not FALSE for x in (c, i)]
    return make("bits", tuple(found), width) if found else number(0, width)


def bit(t, i):
    """Whether bit i of the word is set."""
    found = FALSE
    for c, k in flipped(t):
        found = negated(equal(found, both(c, alike(k, i))))
    return found


def set_bits(t):
    """[(whether the flip leaves a bit that is set, its number)]"""
    flips = flipped(t)
    return flips if len(flips) == 1 else [(both(c, bit(t, i)), i) for c, i in flips]


def ones(t):
    """A condition for each bit that is set: their number is that of the bits."""
    some = set_bits(t)
    for k, (c, i) in enumerate(some):
        for d, j in some[:k]:
            c = both(c, negated(both(d, equal(i, j))))
        yield c


def none_of(t):
    found = TRUE
    for c, _ in set_bits(t):
        found = both(found, negated(c))
    return found


def range_of(mask):
    """(lowest bit, number of bits) of a mask: both are terms. None: not known."""
    w = mask.width
    if known(mask) and value(mask) == 0:
        return mask, mask
    if known(mask):
        low = (value(mask) & -value(mask)).bit_length() - 1
        many = value(mask).bit_length() - low
        return (number(low, w), number(many, w)) if value(mask) >> low == (1 << many) - 1 else None
    if mask.op == "bvshl" and known(mask.args[0]) and value(mask.args[0]) & 1:
        inner = range_of(mask.args[0])
        return inner and (mask.args[1], inner[1])
    return None


def of_bits(op, a, b):
    """What an operation makes of a word of bits, as a word of bits; None if it is none."""
    w = a.width
    if op == "bvxor" and flipped(a) is not None and flipped(b) is not None:
        return bits(flipped(a) + flipped(b), w)
    if op == "bvlshr" and a.op == "bits":
        return bits([(both(c, negated(smaller("bvult", i, b))), summed("bvsub", i, b)) for c, i in flipped(a)], w)
    if op == "bvand":
        a, b = (a, b) if a.op == "bits" else (b, a)
        if b.op == "bits" and len(b.args) > 2:
            a, b = b, a
        if b.op == "bits":
            return bits([(both(b.args[0], bit(a, b.args[1])), b.args[1])], w) if len(b.args) == 2 else None
        found = range_of(b)
        if found:
            return bits([(both(c, smaller("bvult", summed("bvsub", i, found[0]), found[1])), i) for c, i in flipped(a)], w)
    return None


def zeros(op, x):
    """Of `ctz` and `clz`: the number of zeros below the lowest one-bit of x, or above the highest. Of 0 it is not known."""
    w = x.width
    if known(x):
        v = value(x)
        return number((v & -v).bit_length() - 1 if op == "ctz" else w - v.bit_length(), w)
    if x.op != "bits":
        return make(op, (x,), w)
    found, some = None, FALSE
    for c, i in set_bits(x):
        nearer = found and (smaller("bvult", i, found) if op == "ctz" else smaller("bvult", found, i))
        found = i if found is None else choose(both(c, either(negated(some), nearer)), i, found)
        some = either(some, c)
    return found if op == "ctz" else counted("bvsub", number(w - 1, w), found)


def expanded(t):
    """A term of bits, ctz or clz in operations of z3."""
    w = t.width
    if t.op == "bits":
        found = number(0, w)
        for c, i in flipped(t):
            one = make("ite", (c, make("bvshl", (number(1, w), i), w), number(0, w)), w)
            found = make("bvxor", (found, one), w)
        return found
    x, found, step = t.args[0], number(0, w), w // 2
    while step:
        half = counted("bvand", x, number((1 << step) - 1, w)) if t.op == "ctz" else counted("bvlshr", x, number(w - step, w))
        none = equal(half, number(0, w))
        x = choose(none, counted("bvlshr" if t.op == "ctz" else "bvshl", x, number(step, w)), x)
        found = counted("bvadd", found, choose(none, number(step, w), number(0, w)))
        step //= 2
    return found


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
    if t.op == "apply":
        return f"(define-fun t{t.number} () {sort(t.width)} (|of {t.args[0]}| {' '.join(map(written, t.args[1:]))}))"
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
    functions = {f"(declare-fun |of {t.args[0]}| ({' '.join(sort(a.width) for a in t.args[1:])}) {sort(t.width)})"
                 for t in needed if t.op == "apply"}
    lines = [f"(set-logic QF_{'UF' if functions else ''}BV)", *sorted(functions)]
    lines += [defined(t) for t in sorted(needed, key=lambda t: t.number)]
    return "\n".join(lines + [f"(assert {written(t)})" for t in terms] + ["(check-sat)"])


PROVERS = {"z3": lambda seconds: ["z3", f"-T:{seconds}", "-in"],
           "cvc5": lambda seconds: ["cvc5", "--lang=smt2", f"--tlimit={1000 * seconds}"]}


def together(terms, seconds, prover="z3"):
    """`sat`, `unsat`, or another word: whether all terms can be true."""
    if any(t is FALSE for t in terms):
        return "unsat"
    done = subprocess.run(PROVERS[prover](seconds), input=script(terms), stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          text=True)
    return done.stdout.strip() or "no answer"
