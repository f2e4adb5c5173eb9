# SPDX-License-Identifier: MIT-0
"""Expands the macros that make verbs, as far as it takes to read the prototypes of these."""
import re

FUNCTION = re.compile(r"\b(?:TW__INLINE|TW__API) ((?:const )?(?:struct )?\w+ \*?)(\w+)\(([^(){}]*)\) \{")
OBJECT = re.compile(r"typedef (\w+) (\w+__object);")  # a type of the user, under a name of ours
CALL = re.compile(r"\b(TW_\w+)\(")


def arguments(text, begin):
    """The arguments of the call whose parenthesis is open at begin, split at its own commas."""
    depth, part, parts = 0, "", []
    for c in text[begin:]:
        depth += (c == "(") - (c == ")")
        if depth < 0:
            break
        if c == "," and depth == 0:
            parts.append(part.strip())
            part = ""
        else:
            part += c
    return parts + [part.strip()]


def substituted(body, parameters, values):
    given = dict(zip(parameters, values))
    body = re.sub(r"\w+", lambda m: given.get(m.group(0), m.group(0)), body)
    return re.sub(r"\s*##\s*", "", body)


def functions(macros, name, values):
    """{name: prototype} of the functions that the macro makes, those of the macros in it included."""
    parameters, body = macros[name]
    body = substituted(body, parameters, values)
    for m in OBJECT.finditer(body):
        body = body.replace(m.group(2), m.group(1))
    made = {}
    for m in FUNCTION.finditer(body):
        if "__" not in m.group(2):
            made[m.group(2)] = "%s%s(%s);" % (m.group(1), m.group(2), " ".join(m.group(3).split()))
    for m in CALL.finditer(body):
        if m.group(1) in macros and m.group(1) != name:
            made.update(functions(macros, m.group(1), arguments(body, m.end())))
    return made


def wrapped(prototype, width=78):
    """The prototype, broken at commas where it is too wide."""
    if len(prototype) <= width:
        return prototype
    lines, line = [], ""
    for part in re.split(r"(?<=,) ", prototype):
        if line and len(line) + 1 + len(part) > width:
            lines.append(line)
            line = "    " + part
        else:
            line = line + " " + part if line else part
    return "\n".join(lines + [line])
