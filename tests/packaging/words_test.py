#!/usr/bin/env python3
"""words_test.py SOURCE WORK: no macro of words/macros.txt that a program defines before it includes the headers breaks
them: each by itself, in C and C++, with and without TW_DEBUG, at -O0 and -O2. And a type of objects, or their
order, may be called as a parameter of ours is.

Guards against xxHash#932 and opencv#6047: a vendored header shares a name with its user, as `unused` or `check`.
A macro that the preprocessor never expands in the headers changes no token; so only the others are compiled."""
import itertools
import os
import re
import shutil
import string
import subprocess
import sys
from pathlib import Path

SOURCE, WORK = Path(sys.argv[1]), Path(sys.argv[2])
WORDS = SOURCE / "tests/packaging/words"
NAMES = [*string.ascii_lowercase, "count", "dues", "in", "key", "max", "name", "now", "objects", "type"]
LANGUAGES = (["gcc", "-x", "c", "-std=c99"], ["g++", "-x", "c++", "-std=c++11"])
BUILDS = [[*language, *debug, level] for language, debug, level in
          itertools.product(LANGUAGES, ([], ["-DTW_DEBUG"]), ("-O0", "-O2"))]


def run(build, stranger, *arguments, program=WORDS / "use.c"):
    """What the compiler answers to the program behind the file `stranger`."""
    return subprocess.run([*build, f'-DSTRANGER="{stranger}"', f"-I{SOURCE}", *arguments, str(program)],
                          capture_output=True, text=True, check=False)


def expanded(build, plain, number, macro):
    """Does the preprocessor change a token of the headers because of the macro?"""
    name = re.match(r"#define (\w+\(?)", macro).group(1)
    if not re.search(rf"\b{re.escape(name[:-1])}\s*\(" if name.endswith("(") else rf"\b{name}\b", plain):
        return False
    return run(build, WORK / f"{number}.h", "-E", "-P").stdout != plain


def names_that_break():
    """The names of NAMES by which use.c does not compile, each with the answer of the compiler."""
    text, broken = (WORDS / "use.c").read_text(), {}
    for name in NAMES:
        order = re.sub(r"\bown_order\b", name, text)
        objects = re.sub(r"(\bTW_\w+\(\w+, )struct own_job\b", rf"\1{name}", text)
        (WORK / "typedef.h").write_text(f"typedef struct own_job {name};\n")
        for what, program, stranger in ("an order", order, "none.h"), ("a type", objects, "typedef.h"):
            (WORK / "named.c").write_text(program)
            for build in BUILDS[2], BUILDS[6]: # with TW_DEBUG, which asks an order in one place more
                answer = run(build, WORK / stranger, "-fsyntax-only", program=WORK / "named.c")
                if answer.returncode:
                    broken[f"{what} called {name}"] = " ".join(build) + "\n" + answer.stderr[:600]
    return broken


def main():
    if not shutil.which("g++"):
        print("SKIP: no g++ here")
        return 1 if os.environ.get("TW_NO_SKIP") else 77
    macros = re.findall(r"^#define .*", (WORDS / "macros.txt").read_text(), re.M)
    WORK.mkdir(parents=True, exist_ok=True)
    (WORK / "none.h").write_text("")
    (WORK / "met.h").write_text("#define tw_before own_before\n")
    for number, macro in enumerate(macros):
        (WORK / f"{number}.h").write_text(macro + "\n")
    met, broken, failed = set(), {}, False
    for build in BUILDS:
        plain = run(build, WORK / "none.h", "-E", "-P").stdout
        strict = run(build, WORK / "none.h", "-fsyntax-only", "-Wall", "-Wextra", "-Werror")
        if strict.returncode or len(plain) < 100000:
            sys.exit("FAILED: use.c does not compile without a stranger's macro: " + " ".join(build))
        if not expanded(build, plain, "met", "#define tw_before own_before"):
            sys.exit("FAILED: a macro of a word that stands in the headers is not met")
        for number, macro in enumerate(macros):
            if expanded(build, plain, number, macro):
                met.add(macro)
                answer = run(build, WORK / f"{number}.h", "-fsyntax-only")
                if answer.returncode:
                    broken.setdefault(macro, " ".join(build) + "\n" + answer.stderr[:600])
    print(f"{len(macros)} macros, {len(met)} are expanded in the headers: " +
          " ".join(sorted(re.match(r"#define (\w+)", macro).group(1) for macro in met)))
    for macro, answer in {**broken, **names_that_break()}.items():
        print(f"FAILED: {macro}\n  {answer}")
        failed = True
    return failed


sys.exit(main())
