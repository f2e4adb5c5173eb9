"""Writes functions that clang compiled, in LLVM's form, as functions of SMT-LIB over bit vectors.

A function must have no branch, no loop, no call but of a minimum or maximum, and write no memory; pointers and what is
read have 64 bits. A line that is none of these ends the script, so that nothing is left out."""
import re
import sys

PRELUDE = "(define-sort Word () (_ BitVec 64))\n(define-sort Memory () (Array Word Word))\n"
PLAIN = {"add": "bvadd", "sub": "bvsub", "mul": "bvmul", "and": "bvand", "or": "bvor", "xor": "bvxor", "shl": "bvshl",
         "lshr": "bvlshr", "ashr": "bvashr"}
FLAGS = r"(?: (?:nuw|nsw|disjoint|exact|nneg|samesign))*"
TYPE = r"((?:i\d+|ptr|%[\w.]+)\**)"
VALUE = r"(%[\w.]+|-?\d+|true|false)"


def bits(kind):
    return int(kind[1:]) if re.fullmatch(r"i\d+", kind) else 64


def term(value, width):
    if value[0] == "%":
        return "v" + value[1:]
    number = {"true": 1, "false": 0}.get(value)
    number = int(value) if number is None else number
    return f"(_ bv{number % (1 << width)} {width})"


def compared(how, a, b):
    return f"(= {a} {b})" if how == "eq" else f"(not (= {a} {b}))" if how == "ne" else f"(bv{how} {a} {b})"


def address(kind, base, indices, sizes):
    """Of element indices[0] of an array of this kind at base, and there of member indices[1]; each member is a word."""
    size = 1 if kind == "i8" else 8 if kind not in sizes else sizes[kind]
    found = f"(bvadd {term(base, 64)} (bvmul {term(indices[0], 64)} (_ bv{size} 64)))"
    return f"(bvadd {found} (_ bv{8 * int(indices[1])} 64))" if len(indices) > 1 else found


def translated(text, sizes):
    """The term of what stands right of `=`."""
    if m := re.fullmatch(rf"(\w+){FLAGS} {TYPE} {VALUE}, {VALUE}", text):
        if m[1] in PLAIN:
            return f"({PLAIN[m[1]]} {term(m[3], bits(m[2]))} {term(m[4], bits(m[2]))})"
    if m := re.fullmatch(rf"icmp{FLAGS} (\w+) {TYPE} {VALUE}, {VALUE}", text):
        return f"(ite {compared(m[1], term(m[3], bits(m[2])), term(m[4], bits(m[2])))} #b1 #b0)"
    if m := re.fullmatch(rf"select i1 {VALUE}, {TYPE} {VALUE}, {TYPE} {VALUE}", text):
        return f"(ite (= {term(m[1], 1)} #b1) {term(m[3], bits(m[2]))} {term(m[5], bits(m[4]))})"
    if m := re.fullmatch(rf"(zext|sext){FLAGS} {TYPE} {VALUE} to {TYPE}", text):
        how = "zero_extend" if m[1] == "zext" else "sign_extend"
        return f"((_ {how} {bits(m[4]) - bits(m[2])}) {term(m[3], bits(m[2]))})"
    if m := re.fullmatch(rf"trunc{FLAGS} {TYPE} {VALUE} to {TYPE}", text):
        return f"((_ extract {bits(m[3]) - 1} 0) {term(m[2], bits(m[1]))})"
    if m := re.fullmatch(rf"tail call {TYPE} @llvm\.([us])(min|max)\.i\d+\({TYPE} {VALUE}, {TYPE} {VALUE}\)", text):
        a, b = term(m[5], bits(m[1])), term(m[7], bits(m[1]))
        return f"(ite (bv{m[2]}{'lt' if m[3] == 'min' else 'gt'} {a} {b}) {a} {b})"
    if m := re.fullmatch(rf"load {TYPE}, {TYPE} {VALUE}, align 8(?:, !.*)?", text):
        if bits(m[1]) == 64:
            return f"(select m {term(m[3], 64)})"
    if m := re.fullmatch(rf"getelementptr inbounds{FLAGS} ([\w.%]+), {TYPE} {VALUE}((?:, i\d+ {VALUE}){{1,2}})", text):
        return address(m[1], m[3], re.findall(rf"i\d+ {VALUE}", m[4]), sizes)
    sys.exit(f"smt: not known: {text}")


def function(head, lines, sizes):
    """(define-fun NAME (MEMORY PARAMETERS) RESULT TERM) of a function with this head and these lines."""
    returned, name, parameters = re.search(rf"{TYPE} @(\w+)\((.*?)\)", head).groups()
    words = [p.split() for p in parameters.split(", ")]
    declared = "".join(f" ({term(p[-1], 0)} (_ BitVec {bits(p[0])}))" for p in words)
    open_lets, last = [], None
    for line in lines:
        if last:
            sys.exit(f"smt: a line after the end of {name}: {line}")
        if match := re.fullmatch(rf"ret {TYPE} {VALUE}", line):
            last = term(match[2], bits(match[1]))
        elif match := re.fullmatch(r"(%[\w.]+) = (.*)", line):
            open_lets.append(f"(let (({term(match[1], 0)} {translated(match[2], sizes)}))")
        else:
            sys.exit(f"smt: not known: {line}")
    body = "\n  ".join(open_lets + [last + ")" * len(open_lets)])
    return f"(define-fun {name} ((m Memory){declared}) (_ BitVec {bits(returned)})\n  {body})\n"


def functions(text):
    """All functions of this text in LLVM's form."""
    sizes = {name: 8 * len(members.split(",")) for name, members in
             re.findall(r"^(%[\w.]+) = type \{ ((?:(?:i64|ptr|%[\w.]+\*)(?:, )?)+) \}$", text, re.M)}
    found = PRELUDE
    for head, body in re.findall(r"^(define [^\n]*) \{\n(.*?)^\}$", text, re.M | re.S):
        found += function(head, [line.strip() for line in body.splitlines() if line.strip()], sizes)
    return found
