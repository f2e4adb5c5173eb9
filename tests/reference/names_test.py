# SPDX-License-Identifier: MIT-0
"""names_test.py SOURCE REFERENCE: every public name of the headers has an entry in the reference, and no entry is of a
name that is gone. Compilers find the names, which shares no code with what makes the pages: macros, and words whose
definition the preprocessor asks for, by gcc; functions, types, constants and tables by clang's syntax tree; with
TW_DEBUG and without."""
import json
import re
import subprocess
import sys
from pathlib import Path

HEADERS = "watch heap4 rbtree sortedlist skiplist wheel smallwheel hwheel bigwheel delayqueue post shards table window".split()
PROGRAM = "#define TW_IMPLEMENTATION\n" + "".join('#include "%s.h"\n' % h for h in HEADERS)
DECLARED = ("FunctionDecl", "RecordDecl", "TypedefDecl", "EnumDecl", "EnumConstantDecl", "VarDecl")


def output(source, *command):
    return subprocess.run([*command, "-std=c99", "-D_POSIX_C_SOURCE=200809L", "-I", source, "-xc", "-"], input=PROGRAM,
                          stdout=subprocess.PIPE, check=True, text=True).stdout


def public(name):
    guard = re.fullmatch(r"TW_[A-Z0-9_]+_H", name)
    return name[:3].lower() == "tw_" and "__" not in name and not guard


def macros(source, *flags):
    defined = output(source, "gcc", *flags, "-E", "-dM")
    asked = output(source, "gcc", *flags, "-E", "-dU")
    return {m for text in (defined, asked) for m in re.findall(r"^#(?:define|undef) (\w+)", text, re.M)}


def declared(node, found):
    """All names that are declared outside functions."""
    for child in node.get("inner", ()):
        if child.get("kind") in DECLARED and "name" in child:
            found.add(child["name"])
        if child.get("kind") in ("RecordDecl", "EnumDecl", "LinkageSpecDecl"):
            declared(child, found)
    return found


def refused(source):
    """The names of options that a header had once, and answers with an #error now."""
    texts = (path.read_text(encoding="utf-8") for path in Path(source).glob("*.h"))
    conditions = (c for text in texts for c in re.findall(r"^#if ((?:defined\(\w+\)(?: \|\| )?)+)\n#error", text, re.M))
    return {name for condition in conditions for name in re.findall(r"defined\((\w+)\)", condition)}


def names_of(source):
    found = set()
    for flags in ((), ("-DTW_DEBUG",)):
        tree = json.loads(output(source, "clang", *flags, "-fsyntax-only", "-Xclang", "-ast-dump=json"))
        found |= macros(source, *flags) | declared(tree, set())
    # tw_heap4_init is a macro for a name that tells the options; that name is nobody's to call.
    return {n for n in found - refused(source) if public(n) and not re.match(r"tw_\w+_init_\w*ticks\d", n)}


def entries(folder):
    """{name: (page, anchor)} as the index has it."""
    rows = re.findall(r"^\| `(\w+)` \| \[\w+\(3\)\]\((\w+\.md)#([\w-]+)\) \|$",
                      (folder / "README.md").read_text(encoding="utf-8"), re.M)
    return {name: (page, anchor) for name, page, anchor in rows}


def described(folder, name, page, anchor):
    """The page's part at the anchor has the name, or that of any structure, tw_x_add; and man finds the page by it."""
    parts = re.split(r"^#+ (.+)$", (folder / page).read_text(encoding="utf-8"), flags=re.M)
    slugs = [re.sub(r"[^\w-]", "", title.lower().replace(" ", "-")) for title in parts[1::2]]
    part = parts[2 * slugs.index(anchor) + 2] if anchor in slugs else ""
    any_structure = re.sub(r"^tw_(%s)_" % "|".join(HEADERS), "tw_x_", name)
    manual = (folder / "man" / page.replace(".md", ".3")).read_text(encoding="utf-8")
    told = re.search(r"^\.SH NAME\n(.*) \\- ", manual, re.M).group(1).split(", ")
    return re.search(r"\b(%s|%s)\b" % (name, any_structure), part) and name in told


def main(source, folder):
    names, told = names_of(source), entries(folder)
    wrong = ["%s has no entry in the reference" % n for n in sorted(names - set(told))]
    wrong += ["%s has an entry, but the headers have no such name" % n for n in sorted(set(told) - names - {
        "TW_POST_UNMASK"})]  # nothing asks for it: with TW_POST_MASK it must be there
    wrong += ["%s: its page does not tell of it" % n for n in sorted(told) if not described(folder, n, *told[n])]
    if len(names) < 200:
        wrong.append("only %d names were found: the headers were not read" % len(names))
    print("\n".join(wrong) or "ok: %d names" % len(names))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], Path(sys.argv[2])))
