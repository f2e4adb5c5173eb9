# SPDX-License-Identifier: MIT-0
"""heads.py SOURCE FOLDER: takes the code out of the blocks DO THIS and EXAMPLE in the heads of the headers. Of a block it
writes FOLDER/HEADER.WORD.file, what stands outside of functions, and FOLDER/HEADER.WORD.body, what stands inside of one;
WORD is `do` or `example`. It prints HEADER.WORD for each. heads/words.txt has the words of a block that are prose beside
the code, and what a compiler reads instead: NAME|WORDS|CODE."""
import re
import sys
from pathlib import Path

KEYWORDS = {"if", "while", "for", "return", "sizeof"}


def blocks(text):
    """(title, lines without the margin) of each block in the head."""
    head = text[:text.index("\n#")]
    for title, body in re.findall(r"^   (DO THIS|EXAMPLE)\b.*\n((?:(?: {7}.*)?\n)+)", head, re.M):
        yield title, [line[7:].rstrip().replace("*/", "") for line in body.rstrip().split("\n")]


def calls(prose):
    """Each whole call with arguments."""
    found, at = [], 0
    for start in re.finditer(r"\b(\w+)\((?!\))", prose):
        if start.start() < at or start.group(1) in KEYWORDS:
            continue
        depth, at = 1, start.end()
        while depth and at < len(prose):
            depth += {"(": 1, ")": -1}.get(prose[at], 0)
            at += 1
        found.append(prose[start.start():at] + ";")
    return found


def outside(line):
    """Whether this line of a step stands outside of functions."""
    return re.match(r"TW_\w+_OF\(|static |struct \w+ \{|struct .*\) \{.*\}$", line)


def steps(lines):
    """(outside, inside, prose) of numbered steps: code has a column of its own, or is indented below its step."""
    file, body, prose, column = [], [], [], None
    for line in lines:
        first = re.match(r"\d  [^:]*(:  +(?=\S))?", line)
        if first:
            column = first.end() if first.group(1) else 7
            body.append("} {")
        if column and (first.group(1) if first else not line[:column].strip()):
            (file if outside(line[column:]) else body).append(line[column:])
        elif not first:
            prose.append(line)
    return file, ["{", *body, ";}"], " ".join(prose)


def rows(lines):
    """(outside, inside) of a table: each macro that `makes` something, and each name that it is said to make."""
    file, body = [], []
    for row in re.split(r"\n(?=\S)", "\n".join(lines)):
        text = " ".join(row.split())
        body += ["(void)sizeof(struct %s);" % name for name in re.findall(r"struct (\w+)", text)]
        for macro, made in re.findall(r"(TW_\w+\([^)]*\)) makes (.*)", text):
            kind = re.search(r"\((\w+)", macro).group(1)
            file.append(macro)
            names = re.findall(r"\b(%s_[a-z]+)\b" % kind, made) + [kind + n for n in re.findall(r" (_[a-z]+)\b", made)]
            body += ["#ifndef %s\n(void)%s;\n#endif" % (n, n) for n in names]
    return file, body


def example(lines):
    """(outside, inside): the blank line parts them; what stands at the right of code says what it does."""
    code = [re.sub(r"(?<=[;{}])  .*", "", line).replace("...", ";") for line in lines]
    part = code.index("") if "" in code else 0
    return code[:part], code[part:]


def code_of(title, lines):
    if title == "EXAMPLE":
        return example(lines)
    if not re.match(r"\d  |[A-Z]", lines[0]):
        return rows(lines)
    file, body, prose = steps(lines)
    return file, body + calls(prose)


def main(source, folder):
    words = [line.split("|") for line in
             (Path(__file__).parent / "heads" / "words.txt").read_text(encoding="utf-8").splitlines()]
    for header in sorted(source.glob("*.h")):
        for title, lines in blocks(header.read_text(encoding="utf-8")):
            name = "%s.%s" % (header.stem, "do" if title == "DO THIS" else "example")
            text = "\n".join(lines)
            for _, old, new in (w for w in words if w[0] == name):
                if old not in text:
                    sys.exit("%s: the block does not say '%s'; take it out of words.txt" % (name, old))
                text = text.replace(old, new)
            file, body = code_of(title, text.split("\n"))
            if not file + body:
                sys.exit("%s: no code was found" % name)
            (folder / (name + ".file")).write_text("\n".join(file) + "\n", encoding="utf-8")
            (folder / (name + ".body")).write_text("\n".join(body) + "\n", encoding="utf-8")
            print(name)


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
