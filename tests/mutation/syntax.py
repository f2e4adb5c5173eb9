# SPDX-License-Identifier: MIT-0
"""Reads the tokens of a piece of code, such as a macro's body: which operators are binary, where
operands and statements begin and end, and how these are spelled. It sees no layout, no comments."""
import re

ASSIGNMENTS = {"=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>="}
LEVELS = (ASSIGNMENTS, {"?", ":"}, {"||"}, {"&&"}, {"|"}, {"^"}, {"&"}, {"==", "!="},
          {"<", ">", "<=", ">="}, {"<<", ">>"}, {"+", "-"}, {"*", "/", "%"})
LEVEL = {operator: level for level, operators in enumerate(LEVELS) for operator in operators}
FROM_RIGHT = 1  # up to this level operators of a level bind from the right: a = b = c, a ? b : c
TIGHT = len(LEVELS)  # the level of an operand without binary operators
CLOSERS = {")": "(", "]": "[", "}": "{"}
OPENERS = set(CLOSERS.values())
CONTROLS = {"if", "for", "while", "switch"}
JUMPS = {"return", "break", "continue", "goto"}
BREAKS = CONTROLS | JUMPS | {"else", "do", "case", "default"}
KINDS = {"struct", "union", "enum"}
QUALIFIERS = KINDS | {"const", "volatile", "static", "extern", "typedef", "__extension__"}
BASIC = KINDS | {"const", "volatile", "signed", "unsigned", "char", "short", "int", "long", "void",
                 "bool", "float", "double", "tw_tick"}
BEFORE_OPERAND = OPENERS | BREAKS | {"", "}", ",", ";"}
BEHIND_OPERAND = set(CLOSERS) | {"", "{", ",", ";"}
UNSPACED = {"(", "[", "{", ".", "->", "!", "~", "#", "*", "&", "+", "-"}
LONG = re.compile(r'"((?:\\.|[^"\\]){20}\w*)(?:\\.|[^"\\]){4,}"')
NAME = re.compile(r"(?:##)?[A-Za-z_][\w#]*$")


class Syntax:
    """`types` are names that casts may have. An index may lie outside: the word there is empty."""
    def __init__(self, tokens, types):
        self.tokens, self.types = tokens, types | BASIC
        self.words = [token.text for token in tokens]
        self.pair, self.around, open_ = {}, [], []
        for i, word in enumerate(self.words):
            if word in CLOSERS and open_:
                self.pair[i] = open_.pop()
                self.pair[self.pair[i]] = i
            self.around.append(open_[-1] if open_ else -1)
            if word in OPENERS:
                open_.append(i)
        self.binary = {i for i, word in enumerate(self.words) if word in LEVEL and self.joins(i)}

    def word(self, i):
        return self.words[i] if 0 <= i < len(self.words) else ""

    def is_name(self, i):
        return bool(NAME.match(self.word(i))) and self.word(i) not in BREAKS

    def is_type(self, i):
        word = self.word(i)
        return word in self.types or word.endswith("_t") or self.word(i - 1) in KINDS

    def is_call(self, i):
        """Is it the bracket behind the name of a function or a macro, or behind sizeof?"""
        return self.word(i) == "(" and self.is_name(i - 1)

    def is_block(self, i):
        """Is it the brace before statements?"""
        inside = range(i, self.pair.get(i, i))
        return any(self.words[k] == ";" and self.around[k] == i for k in inside)

    def ends_control(self, i):
        """Is it the bracket behind the condition of an if, a for, a while or a switch?"""
        return self.word(i) == ")" and self.word(self.pair.get(i, 0) - 1) in CONTROLS

    def ends_cast(self, i):
        begin = self.pair.get(i, i)
        inside = range(begin + 1, i)
        return (self.word(i) == ")" and not self.is_call(begin) and
                any(self.is_type(k) for k in inside) and
                all(self.is_type(k) or self.word(k) == "*" for k in inside))

    def ends_operand(self, i):
        word = self.word(i)
        if word in ("++", "--"):
            return self.ends_operand(i - 1)
        if word == ")":
            return not self.ends_cast(i) and not self.ends_control(i)
        return (word == "]" or word[:1].isdigit() or word[:1] in ('"', "'") or
                (self.is_name(i) and word != "sizeof"))

    def is_pointer(self, i):
        """Is it a * behind a name, and part of a type?"""
        before = self.word(i - 2)
        if self.word(i) != "*" or not self.is_name(i - 1):
            return False
        if self.is_type(i - 1) or self.word(i + 1) in (")", ",", "*", "const"):
            return True
        if before == ")":
            return not self.ends_cast(i - 2)
        return before in ("", ";", "{", "}") or self.is_name(i - 2) or (
            before in ("(", ",") and self.tokens[i].depth == 0)

    def joins(self, i):
        """Does the operator stand between two operands?"""
        if self.words[i] not in ("*", "&", "+", "-"):
            return True
        return self.ends_operand(i - 1) and not self.is_pointer(i)

    def level(self, i):
        return LEVEL[self.words[i]] if i in self.binary else TIGHT

    def declares(self, i):
        """Does this token belong to the type of the name behind it?"""
        if self.words[i] == "*" and i not in self.binary:
            return self.is_pointer(i) or self.declares(i - 1)
        return self.ends_operand(i) or self.words[i] in QUALIFIERS

    def left(self, at, level):
        """The first token of the left operand of an operator of this level that stands at `at`."""
        i = at - 1
        while True:
            i = self.pair.get(i, i) if self.words[i] in CLOSERS else i
            if (self.word(i - 1) in BEFORE_OPERAND or self.ends_control(i - 1) or
                    self.level(i - 1) < level or (self.is_name(i) and self.declares(i - 1))):
                return i
            i -= 1

    def right(self, at, level):
        """The last token of its right operand."""
        i, level = at + 1, level if level <= FROM_RIGHT else min(level + 1, TIGHT)
        while True:
            i = self.pair.get(i, i) if self.words[i] in OPENERS else i
            if (self.word(i + 1) in BEHIND_OPERAND or self.level(i + 1) < level or
                    (self.ends_operand(i) and self.is_name(i + 1))):
                return i
            i += 1

    def statements(self):
        """(first, last) of each statement that assigns, steps, calls or jumps; the last token is
        its semicolon."""
        for i in filter(self.begins, range(len(self.words))):
            last = next((k for k in range(i, len(self.words)) if self.words[k] in (";", "}")), i)
            if self.words[last] == ";" and self.around[last] == self.around[i]:
                if self.acts(i, last):
                    yield i, last

    def begins(self, i):
        """Does a statement begin here?"""
        before = self.words[i - 1]
        if self.words[i] in CLOSERS or self.word(self.around[i]) != "{":
            return False
        if self.tokens[i].scope.split(" ")[0] in KINDS:
            return False
        begin = self.pair.get(i - 1, i)
        if before == ")" and self.is_call(begin):
            return ";" in self.words[begin:i]
        return before in ("{", "}", ";", "else", "do") or self.ends_control(i - 1)

    def acts(self, first, last):
        """Is it no declaration, and does it change anything?"""
        word = self.words[first]
        if word in BREAKS or word in QUALIFIERS:
            return word in JUMPS
        if self.is_name(first) and (self.is_name(first + 1) or self.is_pointer(first + 1)):
            return False
        return any(self.words[k] in ASSIGNMENTS or self.words[k] in ("++", "--") or
                   (self.is_call(k) and self.words[k - 1] != "sizeof") for k in range(first, last))

    def spaced(self, i):
        """Does a blank stand behind this token?"""
        a, b = self.words[i], self.words[i + 1]
        if i in self.binary or i + 1 in self.binary or a in (",", ";"):
            return True
        if a in UNSPACED or b in (",", ";", ")", "]", "}", ".", "->"):
            return False
        if a in ("++", "--"):
            return self.ends_operand(i)
        if b in ("(", "[", "++", "--"):
            return a in BREAKS or self.ends_control(i)
        return a != ")" or b in BREAKS or self.ends_control(i)

    def spelled(self, first, last, at=-1, new=""):
        """The tokens from first to last; the one at `at` changed to `new`. Of a long string its
        beginning."""
        text = ""
        for i in range(first, last + 1):
            text += new if i == at else self.words[i]
            text += " " if i < last and self.spaced(i) else ""
        return LONG.sub(r'"\1..."', text.replace('" "', ""))
