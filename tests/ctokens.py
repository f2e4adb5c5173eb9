# SPDX-License-Identifier: MIT-0
"""The tokens of a C header, each with the function, macro or type that it stands in. Evidence that is keyed to them
outlives a new layout and new comments."""
import bisect
import collections
import re

# text: as it stands; begin, end: its place in the file; scope: the function, macro, struct or enum around it, or "";
# depth: how many braces are open; directive: whether it belongs to a line of the preprocessor
Token = collections.namedtuple("Token", "text begin end scope depth directive")

LEXEME = re.compile(r"""
    (?P<skip> \s+ | \\\n | /\*.*?\*/ | //[^\n]*)
  | (?P<token>
        "(?:\\.|[^"\\\n])*" | '(?:\\.|[^'\\\n])*'
      | [A-Za-z_]\w*(?:\#\#\w+)* | \#\#[A-Za-z_]\w*
      | \.?\d(?:[eEpP][+-]|[\w.])*
      | <<= | >>= | \.\.\. | -> | \+\+ | -- | << | >> | [<>=!+\-*/%&|^]= | && | \|\| | \#\#
      | .)""", re.X | re.S)
NAME = re.compile(r"[A-Za-z_]\w*(?:##\w+)*$|##[A-Za-z_]\w*(?:##\w+)*$")
TYPES = ("struct", "union", "enum")
NOT_FUNCTIONS = {"if", "for", "while", "switch", "return", "sizeof", "defined"}


def lexemes(text):
    """(text, begin, end) of each token. Names that ## pastes are one."""
    for match in LEXEME.finditer(text):
        if match.lastgroup == "token":
            yield match.group(), match.start(), match.end()


def directives(text):
    """(begin, end, name) for each line of the preprocessor with the lines that continue it; of a #define, its name."""
    for match in re.finditer(r"^[ \t]*#(?:[^\n\\]|\\.)*", text, re.M | re.S):
        define = re.match(r"\s*#\s*define\s+(\w+)", match.group())
        yield match.start(), match.end(), define.group(1) if define else ""


def opener(words, at):
    """What the brace at `at` opens: the name of a function, a type's with its word, or ""."""
    i = at - 1
    if i >= 0 and words[i] == ")":
        depth = 0
        while i >= 0:
            depth += (words[i] == ")") - (words[i] == "(")
            if depth == 0:
                break
            i -= 1
        name = words[i - 1] if i > 0 else ""
        return name if NAME.match(name) and name not in NOT_FUNCTIONS else ""
    if i >= 1 and NAME.match(words[i]) and words[i - 1] in TYPES:
        return words[i - 1] + " " + words[i]
    if i >= 0 and words[i] in TYPES:
        return words[i]
    return ""


def body(run):
    """The index of the first token behind `#define NAME(parameters)`."""
    if len(run) > 3 and run[3][0] == "(" and run[3][1] == run[2][2]:
        return next((i + 1 for i, (text, _, _) in enumerate(run) if text == ")"), len(run))
    return min(3, len(run))


def scoped(run, outer):
    """The scope and depth of each token of a run, such as a macro's body, whose braces stand by themselves."""
    words, stack, scope, head = [text for text, _, _ in run], [], outer, body(run) if outer else 0
    scopes, depths = [], []
    for i, word in enumerate(words):
        if word == "{":
            stack.append(scope)
            opened = opener(words, i) if scope == outer else ""
            if opened:
                scope = opened
                scopes[head:] = [scope] * (i - head)
        scopes.append(scope)
        if word == "}" and stack:
            scope = stack.pop()
        depths.append(len(stack))
        if not stack and word in ";}":
            head = i + 1
    return list(zip(scopes, depths))


def tokens(text):
    """All tokens of a header, in their order. A function's name, type and parameters stand in its scope, too."""
    lines = list(directives(text))
    begins = [begin for begin, _, _ in lines]
    runs = collections.OrderedDict()
    for lexeme in lexemes(text):
        at = bisect.bisect_right(begins, lexeme[1]) - 1
        inside = at >= 0 and lexeme[1] < lines[at][1]
        runs.setdefault(at if inside else -1, []).append(lexeme)
    found = []
    for key, run in runs.items():
        outer = lines[key][2] if key >= 0 else ""
        for (word, begin, end), (scope, depth) in zip(run, scoped(run, outer)):
            found.append(Token(word, begin, end, scope, depth, key >= 0))
    return sorted(found, key=lambda token: token.begin)
