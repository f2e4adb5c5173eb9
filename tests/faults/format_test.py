# SPDX-License-Identifier: MIT-0
"""format_test.py PART SOURCE WORK: whether the lists are as README.md says.

    fits      each list is used; each fault fits the sources and changes them
    layout    the same faults come of sources without comments, in lines of 70 columns, and of 40
    refused   a list or a fault that is wrong is refused, with a message that says what and where"""
import pathlib
import re
import subprocess
import sys

import seed
from ctokens import LEXEME, tokens

PART, SOURCE, WORK = sys.argv[1], pathlib.Path(sys.argv[2]), pathlib.Path(sys.argv[3])
FOLDERS = [SOURCE / "tests/faults", *SOURCE.glob("*/tests/faults")]  # those of the products, too
LISTS = sorted(path for folder in FOLDERS for path in folder.glob("*.list"))
KEPT = "SortIncludes: false, BreakStringLiterals: false"
STYLES = (f"{{BasedOnStyle: LLVM, ColumnLimit: 70, {KEPT}}}",
          f"{{BasedOnStyle: GNU, ColumnLimit: 40, {KEPT}}}")
failed = []


def source(file):
    return (SOURCE / file).read_text()


def words(text):
    return [token.text for token in tokens(text)]


def faults():
    """(LIST/NAME, fault) of all lists."""
    return [(f"{path.stem}/{name}", fault)
            for path in LISTS for name, fault in seed.read(path).items()]


def used(kind):
    """Is there a test that names the list?"""
    names = re.compile(rf"tw_seeded\(\S+\s+(?:\S+/)?{kind}\b|(?:seed|names_of) {kind}\b")
    scripts = [path for folder in FOLDERS for path in folder.parent.rglob("*")
               if path.suffix in (".sh", ".txt")]
    return any(names.search(path.read_text()) for path in scripts)


def fits():
    for path in LISTS:
        if not used(path.stem):
            failed.append(f"no test uses {path.name}")
    for path in (path for folder in FOLDERS for path in folder.glob("kinds/*.sh")):
        if path.stem not in [list.stem for list in LISTS]:
            failed.append(f"there is no list for kinds/{path.name}")
    for name, fault in faults():
        try:
            files = seed.seeded(fault, source)
        except seed.Wrong as error:
            failed.append(str(error))
            continue
        if not files and not fault.values.get("flags"):
            failed.append(f"{name} has neither edits nor flags")
        failed.extend(f"{name} leaves {file} as it is"
                      for file, text in files.items() if text == source(file))


def laid_out(file, style):
    """The text of a C file without comments, as clang-format lays it out."""
    def bare(match):
        return " " if match.group().startswith(("/*", "//")) else match.group()

    text = LEXEME.sub(bare, source(file))
    command = ["clang-format", f"--style={style}", f"--assume-filename={file}"]
    done = subprocess.run(command, input=text, stdout=subprocess.PIPE, text=True, check=True).stdout
    if words(done) != words(source(file)):
        failed.append(f"{file}: another layout has other tokens")
    if done == source(file):
        failed.append(f"{file}: the layout is the same")
    return done


def layout():
    """Edits of plain text are not for other layouts."""
    code = [(name, fault) for name, fault in faults()
            if fault.edits and not any(edit.text for edit in fault.edits)]
    files = {edit.file for _, fault in code for edit in fault.edits}
    wanted = {name: seed.seeded(fault, source) for name, fault in code}
    for style in STYLES:
        other = {file: laid_out(file, style) for file in files}
        for name, fault in code:
            try:
                got = seed.seeded(fault, other.get)
            except seed.Wrong as error:
                failed.append(f"in another layout: {error}")
                continue
            failed.extend(f"{name}: {file} has other tokens in another layout" for file in got
                          if words(got[file]) != words(wanted[name][file]))
    print(f"{len(code)} faults in {len(files)} files")


C = """
#define TWICE(x) \\
    (f(x), f(x))
static int f(int x) {
    x++; /* x--; */
    return x + x + x;
}
int g(void) { return f(1); }
"""
FAULT = "keys: program flags=\nfault one\n    program: p\n"
# what a list says, and the message; without one, the C that comes of it is looked for
BAD = (
    (FAULT + "    in a.c f:\n    - x--;\n    + x;\n", "one: a.c, f: does not fit any more: x--;"),
    (FAULT + "    in a.c g:\n    - x++;\n    + x;\n", "one: a.c, g: does not fit any more: x++;"),
    (FAULT + "    in a.c f:\n    - x\n    + y\n", "one: a.c, f: fits 5 times: x"),
    (FAULT + "    in a.c file level:\n    - x\n", "one: a.c, file level: does not fit any more: x"),
    (FAULT + "    in a.c text:\n    - x+x\n    + y\n",
     "one: a.c, text: does not fit any more: x+x"),
    (FAULT + "    in a.c text:\n    - x++\n    + x\n    - return\n",
     "one: a.c, text: fits 2 times: return"),
    (FAULT + "    speed: 1\n", "LIST:4: unknown key: speed: 1"),
    (FAULT + "    program: q\n", "LIST:4: this key is there already: program: q"),
    (FAULT + "fault one\n    program: p\n",
     "LIST:4: this name is there already, or is no name: one"),
    (FAULT + "fault Two\n", "LIST:4: this name is there already, or is no name: Two"),
    ("keys: program\nfault one\n", "LIST:2: one has no program"),
    (FAULT + "    - x\n", "LIST:4: code without a place, or without code that goes"),
    (FAULT + "    in a.c f:\n    + x\n", "LIST:5: code without a place, or without code that goes"),
    (FAULT + "nonsense\n", "LIST:4: no fault, key, place or code: nonsense"),
    ("fault one\n", "LIST:1: the first line has to declare the keys"),
    (FAULT + "    in a.c f each:\n    - x\n    + y\n", None,
     "static int f(int y ) { y ++; return y + y + y ; }"),
    (FAULT + "    in a.c f each:\n    - x + x\n    + y\n", None, "return y + x; }"),
    (FAULT + "    in a.c TWICE each:\n    - f(x)\n    + f(x,\n    +   1)\n",
     None, "(f(x, 1) , f(x, 1) )"),
    (FAULT + "    in a.c text:\n    - /* x--; */\n    + x--;\n", None, "x++; x--;"),
    (FAULT + "    in a.c f:\n    - x+x+x;\n    + 3 *\n    +     x;\n", None, "return 3 * x; }"),
)


def scope_words(text, scope):
    return " ".join(token.text for token in tokens(text) if scope in ("text", token.scope))


def refused():
    path = WORK / "LIST"
    for text, message, *comes in BAD:
        path.write_text(text)
        try:
            fault = seed.read(path)["one"]
            got = seed.seeded(fault, {"a.c": C}.get).get("a.c")
            wanted = " ".join(words(*comes))
            if message or wanted not in scope_words(got, fault.edits[0].scope):
                failed.append(f"{text}\ngives\n{got}")
        except seed.Wrong as error:
            if str(error) != message:
                failed.append(f"{text}\nis refused with '{error}', not with '{message}'")


WORK.mkdir(parents=True, exist_ok=True)
{"fits": fits, "layout": layout, "refused": refused}[PART]()
ok = f"ok: {len(faults())} faults in {len(LISTS)} lists"
print("\n".join(f"FAILED: {line}" for line in failed) or ok)
sys.exit(bool(failed))
