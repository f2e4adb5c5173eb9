# SPDX-License-Identifier: MIT-0
"""Small lexical changes of a header: operators, constants, conditions and statements, one at a time. Comments, strings
and preprocessor lines stay as they are; the later lines of a macro are code. clang-format has laid the headers out, so
that a binary operator is one with a blank before it, and a blank or the end of the line behind it."""
import collections
import re

# line: its index; begin, end: the part of it that `new` replaces; key: the name of the mutant in lists and results
Mutant = collections.namedtuple("Mutant", "header line begin end new key")

BINARY = {
    "<": ["<=", ">="], "<=": ["<", ">"], ">": [">=", "<="], ">=": [">", "<"], "==": ["!="], "!=": ["=="],
    "+": ["-"], "-": ["+"], "*": ["/"], "/": ["*"], "%": ["/"], "<<": [">>"], ">>": ["<<"],
    "&": ["|"], "|": ["&"], "^": ["|"], "&&": ["||"], "||": ["&&"],
    "+=": ["-="], "-=": ["+="], "|=": ["&="], "&=": ["|="], "^=": ["|="], "<<=": [">>="], ">>=": ["<<="],
}
OPERATOR = re.compile(r"(?<= )(?:<<=|>>=|[<>=!+\-|&^]=|<<|>>|&&|\|\||[<>+\-*/%&|^])(?= |$)")
STEP = re.compile(r"\+\+|--")
NUMBER = re.compile(r"(?<![\w.])(?:(\d+)(?=[uUlL]*\b)|true\b|false\b)")
NEGATION = re.compile(r"(?<!\w)[!~](?=[\w(*!])")
CONDITION = re.compile(r"\b(if|while) (?=\()")
# a statement that ends on its line: an assignment, a step, a call, a jump; maybe behind `else`
STATEMENT = re.compile(
    r"^\s*(?:else )?((?:(?:\(\*|\*)*[a-z_]\w*(?:[.\w]|->|\[[^;]*?\]|\))*\s?(?:[-+*/|&^]|<<|>>)?=[^=;][^;]*"
    r"|(?:\+\+|--)[^;]*|[^;=(]*(?:\+\+|--)|(?:\(void\))?[A-Za-z_]\w*(?:(?:->|\.)\w+)?\([^;]*\)"
    r"|return [^;]*|break|continue);)\s*\\?$")
FUNCTION = re.compile(r"^ *(?:TW__(?!DEBUG)[A-Z]+|static|linkage) .*?([\w#]+)\(")


def blanked(text):
    """The text with a blank for each character of a comment or of a string."""
    return re.sub(r'/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])\'',
                  lambda match: re.sub(r"[^\n]", " ", match.group()), text, flags=re.S)


def code_lines(lines):
    """The indices of the lines that hold code, each with the name of the function or macro that it stands in."""
    name, macro, before = "", False, ""
    for i, line in enumerate(lines):
        directive = re.match(r"\s*#\s*(\w+)\s+(\w+)", line)
        if directive:
            macro = directive.group(1) == "define"
            name = directive.group(2) if macro and line.endswith("\\") else name
        elif line.lstrip().startswith("#"):
            macro = False
        elif macro or not before.endswith("\\"):
            function = FUNCTION.match(line)
            name = function.group(1) if function else name
            yield i, name
        before = line


def closing(line, at):
    """The index behind the bracket that closes the one at `at`; 0 if that stands on another line."""
    depth = 0
    for i in range(at, len(line)):
        depth += (line[i] == "(") - (line[i] == ")")
        if depth == 0:
            return i + 1
    return 0


def changes(line):
    """(begin, end, new) for each change of a line of code."""
    for m in OPERATOR.finditer(line):
        for new in BINARY.get(m.group(), []):
            yield m.start(), m.end(), new
    for m in STEP.finditer(line):
        yield m.start(), m.end(), "--" if m.group() == "++" else "++"
    for m in NUMBER.finditer(line):
        if m.group(1):
            yield m.start(), m.end(), str(int(m.group()) + 1)
        else:
            yield m.start(), m.end(), "false" if m.group() == "true" else "true"
    for m in NEGATION.finditer(line):
        yield m.start(), m.end(), ""
    for m in CONDITION.finditer(line):
        end = closing(line, m.end())
        for new in ["(0)", "(1)"] if m.group(1) == "if" else ["(0)"]:
            if end:
                yield m.end(), end, new
    m = STATEMENT.match(line)
    if m:
        yield m.start(1), m.end(1), ";"


def mutants(header, text):
    """All mutants of a header, in the order of its lines. A function's last return stays: without it the program would
    be none, and might do the same by chance."""
    lines, plain = text.split("\n"), blanked(text).split("\n")
    seen = collections.Counter()
    for i, name in code_lines(plain):
        ending = "    }" if plain[i].endswith("\\") else "}"
        last = plain[i].lstrip().startswith("return ") and plain[i + 1].startswith(ending)
        for begin, end, new in changes(plain[i]):
            if last and new == ";":
                continue
            changed = lines[i][:begin] + new + lines[i][end:]
            was, now = (" ".join(x.rstrip(" \\").split()) for x in (lines[i], changed))
            key = "%s %s: %s => %s" % (header, name, was, now)
            seen[key] += 1
            yield Mutant(header, i, begin, end, new, key + (" #%d" % seen[key] if seen[key] > 1 else ""))


def mutated(text, mutant):
    """The text of the header with the change in it."""
    lines = text.split("\n")
    line = lines[mutant.line]
    lines[mutant.line] = line[:mutant.begin] + mutant.new + line[mutant.end:]
    return "\n".join(lines)
