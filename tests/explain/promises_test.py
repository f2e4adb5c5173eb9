# SPDX-License-Identifier: MIT-0
"""promises_test.py TESTS: the sentence of each scenario is one of at most 20 words, which no other scenario has and which
does not repeat the name."""
import pathlib
import re
import sys

HEAD = re.compile(r'^(?:SCENARIO|MISTAKE)\((\w+),\s*((?:"[^"]*"\s*)+)\) \{', re.M)


def wrong(name, sentence, seen):
    """What is wrong with the sentence, or None."""
    words = sentence.split()
    if not sentence.endswith(".") or sentence[:1].islower() and "(" not in words[0]:
        return "it is no sentence"
    if not 4 <= len(words) <= 20:
        return f"it has {len(words)} words"
    if "_".join(re.findall("[a-z0-9]+", sentence.lower())) in name:
        return "it repeats the name"
    return f"it is that of {seen[sentence]}, too" if sentence in seen else None


def main():
    seen, failed = {}, 0
    for path in sorted(pathlib.Path(sys.argv[1]).glob("*/*.c")):
        text = path.read_text(encoding="utf-8")
        found = HEAD.findall(text)
        if len(found) != len(re.findall(r"^(?:SCENARIO|MISTAKE)\(", text, re.M)):
            failed += 1
            print(f"FAILED: {path}: a scenario is not written as the others are")
        for name, strings in found:
            sentence = "".join(re.findall('"([^"]*)"', strings))
            why = wrong(name, sentence, seen)
            if why:
                failed += 1
                print(f"FAILED: {path}: {name}: {sentence}: {why}")
            seen[sentence] = name
    assert len(seen) > 200
    print(f"{len(seen)} sentences")
    return 1 if failed else 0


sys.exit(main())
