#!/usr/bin/env python3
# SPDX-License-Identifier: MIT-0
"""mutation_test.py CASE: which changes are made of a header; that a mutant lives where no test looks, and dies where
one does; and that equivalent.list must fit the code."""
import os
import shutil
import sys
import tempfile

sys.dont_write_bytecode = True
import killers  # noqa: E402
import mutants  # noqa: E402
import mutation  # noqa: E402
import report  # noqa: E402

HEADER = r"""/* a < b, and it says: */
#if A < 1
#define ONE(a) ((a) < 1)
#define TWO(name)             \
    TW__INLINE void name(x) { \
        x++;                  \
    }
TW__INLINE int f(const char *s, int a, struct tw_node *n) {
    if (a < 10 && !*s) /* a > 10 */
        g("a + b", &n);
    return a ? ~a : n->home;
}
"""
CHANGES = [
    "x.h name: x++; => x--;",
    "x.h name: x++; => ;",
    "x.h f: if (a < 10 && !*s) /* a > 10 */ => if (a <= 10 && !*s) /* a > 10 */",
    "x.h f: if (a < 10 && !*s) /* a > 10 */ => if (a >= 10 && !*s) /* a > 10 */",
    "x.h f: if (a < 10 && !*s) /* a > 10 */ => if (a < 10 || !*s) /* a > 10 */",
    "x.h f: if (a < 10 && !*s) /* a > 10 */ => if (a < 11 && !*s) /* a > 10 */",
    "x.h f: if (a < 10 && !*s) /* a > 10 */ => if (a < 10 && *s) /* a > 10 */",
    "x.h f: if (a < 10 && !*s) /* a > 10 */ => if (0) /* a > 10 */",
    "x.h f: if (a < 10 && !*s) /* a > 10 */ => if (1) /* a > 10 */",
    'x.h f: g("a + b", &n); => ;',
    "x.h f: return a ? ~a : n->home; => return a ? a : n->home;",
]


def run(*arguments):
    """The exit status of a run."""
    sys.argv = ["mutation.py", *arguments]
    return mutation.main()


def changes():
    found = [m.key for m in mutants.mutants("x.h", HEADER)]
    for key in sorted(set(found) ^ set(CHANGES)):
        print("%s: %s" % ("missing" if key in CHANGES else "too many", key))
    assert found == CHANGES
    again = list(mutants.mutants("x.h", "TW__INLINE void f(void) {\n    g();\n    g();\n}\n"))
    assert [m.key for m in again] == ["x.h f: g(); => ;", "x.h f: g(); => ; #2"]
    assert mutants.mutated("a = b + c;\n", next(mutants.mutants("x.h", "a = b + c;\n"))) == "a = b - c;\n"


def kills(results):
    only = ["rbtree.h", "--only", "tw__rbtree_rotate", "--results", results]
    killers.HEADERS["rbtree.h"] = killers.HEADERS["rbtree.h"][:1]
    assert run(*only) == 0
    first = open(results, encoding="utf-8").read()
    assert '"killed"' in first and '"survived"' not in first
    assert run(*only) == 0 and open(results, encoding="utf-8").read() == first  # all is known


def blind(results):
    step = killers.HEADERS["rbtree.h"][0]
    killers.HEADERS["rbtree.h"], killers.COUNTED = [step._replace(runs=[])], {}
    assert run("rbtree.h", "--only", "tw__rbtree_rotate", "--sample", "3", "--results", results) == 1
    text = open(results, encoding="utf-8").read()
    assert text.count('"survived"') >= 3 and '"killed"' not in text


def equivalents(work):
    killers.HEADERS["rbtree.h"] = killers.HEADERS["rbtree.h"][:1]
    report.EQUIVALENT = os.path.join(work, "list")
    one = next(m.key for m in mutants.mutants("rbtree.h", open(os.path.join(killers.SOURCE, "rbtree.h")).read())
               if "tw__rbtree_rotate" in m.key)
    for entry, status in (("", 0), ("rbtree.h f: a => b\n    it is gone\n", 1), (one + "\n    but it is killed\n", 1)):
        with open(report.EQUIVALENT, "w", encoding="utf-8") as file:
            file.write(entry)
        assert run("rbtree.h", "--only", one) == status, entry


if __name__ == "__main__":
    if not shutil.which("tcc"):
        print("SKIP: no tcc here (Debian: %s)" % os.environ.get("TW_NEEDS", "tcc"))
        sys.exit(1 if os.environ.get("TW_NO_SKIP") else 77)
    case = sys.argv[1]
    with tempfile.TemporaryDirectory() as directory:
        if case == "changes":
            changes()
        else:
            {"kills": kills, "blind": blind, "equivalents": equivalents}[case](os.path.join(directory, "results")
                                                                            if case != "equivalents" else directory)
    print("ok: %s" % case)
