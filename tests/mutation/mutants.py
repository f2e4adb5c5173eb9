# SPDX-License-Identifier: MIT-0
"""Small changes of a header's tokens: operators, constants, conditions and statements, one at a
time. Lines of the preprocessor stay as they are. The bodies of macros with parameters are code. A
name tells the scope and the tokens around the change; a new layout leaves it as it is."""
import collections
import functools
import hashlib
import os
import re
import sys

from syntax import NAME, TIGHT, Syntax
sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import ctokens  # noqa: E402

# begin, end: the part of the header's text that `new` replaces; key: its name in lists and results
Mutant = collections.namedtuple("Mutant", "header begin end new key")

BINARY = {
    "<": ["<=", ">="], "<=": ["<", ">"], ">": [">=", "<="], ">=": [">", "<"],
    "==": ["!="], "!=": ["=="], "+": ["-"], "-": ["+"], "*": ["/"], "/": ["*"], "%": ["/"],
    "<<": [">>"], ">>": ["<<"], "&": ["|"], "|": ["&"], "^": ["|"], "&&": ["||"], "||": ["&&"],
    "+=": ["-="], "-=": ["+="], "|=": ["&="], "&=": ["|="], "^=": ["|="],
    "<<=": [">>="], ">>=": ["<<="],
}
STEPS = {"++": "--", "--": "++"}
NUMBER = re.compile(r"(\d+)([uUlL]*)$")
TRUTHS = {"true": "false", "false": "true"}
UNARY = ("-", "+", "~", "!")
LENGTH = 100  # of a name without its ordinal
# They choose the cache lines of a hint, which changes no result. tests/contract/prefetch.c counts
# how many of the lines that an operation writes to were fetched.
HINTS = re.compile(r"tw__\w+_prefetch_\w+$")
FUNCTION_LIKE = re.compile(r"[ \t]*#[ \t]*define[ \t]+\w+\(")


def pieces(text):
    """The tokens of the header's code: those outside of directives, and each macro's body."""
    found = ctokens.tokens(text)
    yield [token for token in found if not token.directive]
    for begin, end, name in ctokens.directives(text):
        if name and FUNCTION_LIKE.match(text, begin):
            run = [token for token in found if begin <= token.begin < end]
            yield run[ctokens.body([token[:3] for token in run]):]


def types(text):
    """The names that the header's typedefs make: of each the last one that is in no brackets."""
    made, name, depth, inside = set(), "", 0, False
    for token in ctokens.tokens(text):
        inside = inside or token.text == "typedef"
        depth += (token.text in "([{") - (token.text in ")]}")
        name = token.text if depth == 0 and NAME.match(token.text) else name
        if inside and depth == 0 and token.text == ";":
            made.add(name)
            inside = False
    return made


def number(syntax, i, new):
    """What a number is an operand of: an operation, a list in brackets or a return. Behind that the
    number's new neighbours."""
    first, around = i, syntax.around[i]
    while syntax.ends_cast(first - 1) or (
            syntax.word(first - 1) in UNARY and first - 1 not in syntax.binary):
        first = syntax.pair[first - 1] if syntax.ends_cast(first - 1) else first - 1
    before, behind = first - 1, i + 1
    at = max((k for k in (before, behind) if k in syntax.binary), key=syntax.level, default=-1)
    if at >= 0:
        begin, end = syntax.left(at, syntax.level(at)), syntax.right(at, syntax.level(at))
        before, behind = min(at, first), max(at, i)
    elif around < 0 or syntax.is_block(around):
        before = before if syntax.word(before) in ("return", ",") else first
        begin, behind, end = before, i, i
    else:
        called = syntax.is_call(around) or syntax.words[around] == "["
        begin, end = syntax.left(around, TIGHT) if called else around, syntax.pair[around]
    return "%s => %s" % (syntax.spelled(begin, end), syntax.spelled(before, behind, i, new))


def operators(syntax, i):
    """(first, last, new, what) for each change of the token at i."""
    word, digits = syntax.words[i], NUMBER.match(syntax.words[i])
    if i in syntax.binary and word in BINARY:
        level = syntax.level(i)
        what = syntax.spelled(syntax.left(i, level), syntax.right(i, level))
        for new in BINARY[word]:
            yield i, i, new, "%s => %s" % (what, new)
    elif word in STEPS:
        behind = syntax.ends_operand(i)
        first, last = (syntax.left(i, TIGHT), i) if behind else (i, syntax.right(i, TIGHT))
        yield i, i, STEPS[word], "%s => %s" % (syntax.spelled(first, last), STEPS[word])
    elif digits or word in TRUTHS:
        new = str(int(digits.group(1)) + 1) + digits.group(2) if digits else TRUTHS[word]
        yield i, i, new, number(syntax, i, new)
    elif word in ("!", "~"):
        last = syntax.right(i, TIGHT)
        yield i, i, "", "%s => %s" % (syntax.spelled(i, last), syntax.spelled(i + 1, last))
    elif word in ("if", "while") and syntax.word(i + 1) == "(":
        last = syntax.pair[i + 1]
        for new in ["(0)", "(1)"] if word == "if" else ["(0)"]:
            yield i + 1, last, new, "%s => %s %s" % (syntax.spelled(i, last), word, new)


def changes(syntax):
    """(first, last, new, what) for each change. A function's last return stays: without it the
    program would be none, and might do the same by chance."""
    for i in range(len(syntax.words)):
        yield from operators(syntax, i)
    for first, last in syntax.statements():
        end = last + 1
        is_last = syntax.word(end) == "}" and syntax.tokens[end].depth == 0
        if not (is_last and syntax.words[first] == "return"):
            yield first, last, ";", syntax.spelled(first, last) + " => ;"


def named(header, scope, what):
    """The name of a change. A long one is cut before a word; a few digits stand for all of it."""
    name = "%s %s: %s" % (header, scope, what) if scope else "%s: %s" % (header, what)
    if len(name) <= LENGTH:
        return name
    change = " => " + what.split(" => ", 1)[1]
    change = change if len(change) < LENGTH / 4 else ""
    mark = "... " + hashlib.sha1(what.encode()).hexdigest()[:4]
    return re.sub(r"\w+$", "", name[:LENGTH - len(mark) - len(change)]) + mark + change


def mutants(header, text):
    """All mutants of a header, in the order of its text."""
    found, seen, known = [], collections.Counter(), types(text)
    for piece in pieces(text):
        for first, last, new, what in changes(Syntax(piece, known)):
            scope = piece[first].scope
            if not HINTS.match(scope or ""):
                key = named(header, scope, what)
                found.append((piece[first].begin, piece[last].end, new, key))
    for begin, end, new, key in sorted(found, key=lambda change: change[0]):
        seen[key] += 1
        ordinal = " #%d" % seen[key] if seen[key] > 1 else ""
        yield Mutant(header, begin, end, new, key + ordinal)


def mutated(text, mutant):
    """The text of the header with the change in it, in as many lines."""
    lines = "".join(re.findall(r"\\?\n", text[mutant.begin:mutant.end]))
    return text[:mutant.begin] + mutant.new + lines + text[mutant.end:]


@functools.lru_cache(None)
def digest(text):
    """A digest of the header's tokens: comments, layout and where a long string is broken do not
    count."""
    words = "\n".join("%d %s" % (token.directive, token.text) for token in ctokens.tokens(text))
    return hashlib.sha1(words.replace('"\n0 "', "").encode()).hexdigest()
