# SPDX-License-Identifier: MIT-0
"""Tells code from words in a sentence of the headers."""
import re

CODE = re.compile(r"""
    `([^`]+)`
  | (\#(?:define|include|if|error)\b(?:\ TW_\w+|\ "[\w.]+")?
  | \w+<[^>]*>\([^)]*\)
  | static\ TW_\w+\([^)]*\);
  | \b_*[A-Z][A-Z0-9]*_[A-Z0-9_]+\b(?!\()
  | -[DI][\w=]+
  | \(size_t\)-1
  | &?\b[A-Za-z]\w*(?:_\w*)\((?:[^()]|\([^()]*\))*\)
  | \b[a-z]\w*\(\)
  | &?\b\w+(?:->\w+(?:\.\w+)*)
  | \b(?:struct|enum)\ (?:tw_)?[a-z]\w*(?=[ ,.:;)]|$)
  | &?\b\w*[a-z0-9]_\w+(?:\.\w+)*\b|\bTW_\w+
  | (?<![\w])_[a-z]\w*
  | <\w+(?:/\w+)*\.h>
  | \b[\w/]+\.(?:h|c|md)\b
  | (?<![\w*])\*\w+\b
  | \bu\.list\.next\b
  )""", re.X)


def spans(text):
    """[(is code, text)]"""
    made, at = [], 0
    for m in CODE.finditer(text):
        made += [(False, text[at:m.start()]), (True, m.group(1) or m.group(2))]
        at = m.end()
    return [s for s in made + [(False, text[at:])] if s[1]]
