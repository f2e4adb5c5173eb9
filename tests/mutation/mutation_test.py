#!/usr/bin/env python3
# SPDX-License-Identifier: MIT-0
"""mutation_test.py CASE: which changes are made of a header; that their names outlive a new layout;
that a mutant lives where no test looks, and dies where one does; which run of a test comes first;
that equivalent.list must fit the code; and that search.py refutes an entry that is no equivalent."""
import os
import re
import shutil
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
import killers  # noqa: E402
import mutants  # noqa: E402
import mutation  # noqa: E402
import order  # noqa: E402
import programs  # noqa: E402
import report  # noqa: E402
import trial  # noqa: E402

HEADER = r"""/* a < b, and it says: */
#if A < 1
#define LIMIT (A + 1)
#define ONE(a) ((a) < 1)
#define TWO(name)             \
    TW__INLINE void name(x) { \
        x++;                  \
    }
typedef char t__five[sizeof(char *) == 5 ? 1 : -1];
struct s { unsigned (*f)(unsigned *); };
TW__INLINE int f(const char *s, int a, struct tw_node *n) {
    t__five *p = (t__five *)&s, m[2] = {0};

    t__five *q = h(); /* a declaration */
    TW__DEBUG(int b = a;)
    if (a - 1 - p[0]->i * 2 < 10u && !*s && /* a > 10 */
        s)
        g("a + b", &n,
          *p, true);
    else
        (void)a;
    for (m[1] = 0; a; --a)
        g("a string of some length, in "
          "two");
    if (s)
        return;
    return a ? ~a : n->home;
}
TW__INLINE void h(void) { g(h(), (long)-3); }
"""
CHANGES = """x.h ONE: (a) < 1 => <=
x.h ONE: (a) < 1 => >=
x.h ONE: (a) < 1 => < 2
x.h name: x++; => ;
x.h name: x++ => --
x.h: sizeof(char *) == 5 => !=
x.h: sizeof(char *) == 5 => == 6
x.h: sizeof(char *) == 5 ? 1 : -1 => ? 2
x.h: sizeof(char *) == 5 ? 1 : -1 => : -2
x.h f: m[2] => [3]
x.h f: {0} => {1}
x.h f: if (a - 1 - p[0]->i * 2 < 10u && !*s && s) => if (0)
x.h f: if (a - 1 - p[0]->i * 2 < 10u && !*s && s) => if (1)
x.h f: a - 1 => +
x.h f: a - 1 => - 2
x.h f: a - 1 - p[0]->i * 2 => +
x.h f: p[0] => [1]
x.h f: p[0]->i * 2 => /
x.h f: p[0]->i * 2 => * 3
x.h f: a - 1 - p[0]->i * 2 < 10u => <=
x.h f: a - 1 - p[0]->i * 2 < 10u => >=
x.h f: a - 1 - p[0]->i * 2 < 10u => < 11u
x.h f: a - 1 - p[0]->i * 2 < 10u && !*s => ||
x.h f: !*s => *s
x.h f: a - 1 - p[0]->i * 2 < 10u && !*s && s => ||
x.h f: g("a + b", &n, *p, true); => ;
x.h f: g("a + b", &n, *p, true) => , false)
x.h f: m[1] => [2]
x.h f: m[1] = 0 => = 1
x.h f: --a => ++
x.h f: g("a string of some length..."); => ;
x.h f: if (s) => if (0)
x.h f: if (s) => if (1)
x.h f: return; => ;
x.h f: ~a => a
x.h h: g(h(), (long)-3); => ;
x.h h: g(h(), (long)-3) => , (long)-4)
""".splitlines()


def run(*arguments):
    """The exit status of a run."""
    sys.argv = ["mutation.py", *arguments]
    return mutation.main()


def changes():
    found = [m.key for m in mutants.mutants("x.h", HEADER)]
    for key in sorted(set(found) ^ set(CHANGES)):
        print("%s: %s" % ("missing" if key in CHANGES else "too many", key))
    assert found == CHANGES
    elsewhere = HEADER.replace("    TW__DEBUG(int b = a;)\n", "    g(a);\n")
    assert set(found) < {m.key for m in mutants.mutants("x.h", elsewhere)}
    again = list(mutants.mutants("x.h", "TW__INLINE void f(void) {\n    g();\n    g();\n}\n"))
    assert [m.key for m in again] == ["x.h f: g(); => ;", "x.h f: g(); => ; #2"]
    text = "a = b + /* and */\n    c;\n"
    found = list(mutants.mutants("x.h", text))
    assert [mutants.mutated(text, m) for m in found] == [text.replace("+", "-")]
    lines = "x.h:1: x.h: b + c => -\n- a = b + /* and */\n+ a = b - /* and */"
    assert mutation.shown(text, found[0]) == lines
    condition = " && ".join(["a_long_name"] * 20)
    names = [m.key for m in mutants.mutants("x.h", "void f(void) { if (%s) g(); }" % condition)]
    assert max(map(len, names)) <= mutants.LENGTH + len(" #2") and len(set(names)) == len(names)


def bare(text):
    """The text without comments."""
    return re.sub(r'/\*.*?\*/|"(?:\\.|[^"\\\n])*"',
                  lambda m: m[0] if m[0][0] == '"' else " ", text, flags=re.S)


def same(header, text, other):
    """Do two layouts have the same mutants, and does each make the same tokens of both?"""
    one, two = (list(mutants.mutants(header, t)) for t in (text, other))
    names = {m.key for m in one}
    assert [m.key for m in one] == [m.key for m in two], names ^ {m.key for m in two}
    assert len(names) == len(one), header
    for a, b in zip(one, two):
        made = [mutants.mutated(*pair) for pair in ((text, a), (other, b))]
        assert made[0].count("\n") == text.count("\n"), a.key
        words = [[word for word, _, _ in mutants.ctokens.lexemes(bare(t))] for t in made]
        assert words[0] == words[1], a.key


def layout(results):
    """The mutants of each header outlive a layout of 70 columns without comments. So does what is
    known of them, until a token changes."""
    style = ("{BasedOnStyle: LLVM, ColumnLimit: 70, SortIncludes: false, "
             "BreakStringLiterals: false}")
    others = {}
    for header in killers.HEADERS:
        with open(os.path.join(killers.SOURCE, header), encoding="utf-8") as file:
            text = file.read()
        done = subprocess.run(["clang-format", "--style", style], input=bare(text), check=True,
                              stdout=subprocess.PIPE, encoding="utf-8")
        same(header, text, done.stdout)
        first, again = (next(mutants.mutants(header, t)) for t in (text, done.stdout))
        report.note(results, text, first, trial.Verdict("killed", "random"))
        others[header] = done.stdout
        assert first.key in report.read_results(results, others), header
        others[header] = mutants.mutated(done.stdout, again)
        assert first.key not in report.read_results(results, others), header


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


class Timed:
    """A program that was not compiled, whose scenarios take these seconds."""
    def __init__(self, compiles, **taken):
        self.compiles, self.taken = compiles, taken
        self.step = killers.Step("timed", [], [], [list(taken)])

    def make(self):
        return self

    def seconds(self, arguments):
        return sum(self.taken[name] for name in arguments)


def first():
    """A long scenario runs alone. A step is measured when the steps before it have let a mutant pass. What killed most
    in its time comes first, and what no compiler was asked for yet is that much later."""
    tcc, gcc = Timed(0, slow=5, quick=0.01, short=0.02), Timed(3, other=0.02)
    runs = order.Order([tcc, gcc])
    done = [runs.next({}, [])]
    assert done[0].arguments == ["quick", "short"] and runs.waiting == [gcc]
    done.append(runs.next({tcc: "program"}, done))
    assert done[1].arguments == ["slow"] and runs.waiting == [gcc]
    done.append(runs.next({tcc: "program"}, done))
    assert done[2].arguments == ["other"] and runs.next({tcc: "program", gcc: "program"}, done) is None
    for killer in done:
        for each in done:
            each.begun, each.killed = 300, 300 * (each is killer)
        assert runs.next({tcc: "program"}, []) is killer
    killer.killed = 10
    assert runs.next({tcc: "program"}, []) is done[0]
    assert runs.next({tcc: "program", gcc: "program"}, []) is killer
    assert runs.next({tcc: "", gcc: "program"}, []) is done[2]  # tcc's program is the sound one


def hangs(work):
    """What sleeps is ended, and what computes has its limit, however long a busy machine lets it wait."""
    for name, command in ("sleeps", "exec sleep 1000"), ("computes", "while :; do :; done"), ("ends", "exit 0"):
        programs.write(os.path.join(work, name), "#!/bin/sh\n%s\n" % command)
        os.chmod(os.path.join(work, name), 0o700)
    assert programs.run(work, "sleeps", [], 1, 0.5)[0]
    assert programs.run(work, "computes", [], 1)[0]
    assert not programs.run(work, "ends", [], 1)[0]


def equivalents(work):
    lost = report.stale(mutation.headers(), report.read_equivalent())
    assert not lost, lost
    killers.HEADERS["rbtree.h"] = killers.HEADERS["rbtree.h"][:1]
    report.EQUIVALENT = os.path.join(work, "list")
    one = next(m.key for m in mutants.mutants("rbtree.h", open(os.path.join(killers.SOURCE, "rbtree.h")).read())
               if "tw__rbtree_rotate" in m.key)
    for entry, status in (("", 0), ("rbtree.h f: a < b => <=\n    dead: it is gone\n", 1),
                          (one + "\n    cost: but it is killed\n", 1), (one + "\n    it has no class\n", None),
                          (one + "\n    dead, not in time:\n    it has no class\n", None)):
        with open(report.EQUIVALENT, "w", encoding="utf-8") as file:
            file.write(entry)
        try:
            assert run("rbtree.h", "--only", one) == status, entry
        except SystemExit as wrong:
            assert status is None and "no class" in str(wrong), entry


def refutes(work):
    entry = os.path.join(work, "list")
    one = next(m.key for m in mutants.mutants("rbtree.h", open(os.path.join(killers.SOURCE, "rbtree.h")).read())
               if "tw__rbtree_rotate" in m.key)
    with open(entry, "w", encoding="utf-8") as file:
        file.write(one + "\n    dead: but it turns the tree wrongly\n")
    search = os.path.join(os.path.dirname(os.path.abspath(__file__)), "search.py")
    done = subprocess.run([sys.executable, search, "--list", entry, "--seconds", "1", "--jobs", "1"], check=False,
                          stdout=subprocess.PIPE)
    assert done.returncode == 1 and b"listed as dead, found refuted" in done.stdout


if __name__ == "__main__":
    case = sys.argv[1]
    needed = ["tcc", "clang"] + ["clang-format"] * (case == "layout")
    missing = [program for program in needed if not shutil.which(program)]
    if missing:
        print("SKIP: no %s here (Debian: %s)" % (missing[0], os.environ.get("TW_NEEDS", "tcc")))
        sys.exit(1 if os.environ.get("TW_NO_SKIP") else 77)
    with tempfile.TemporaryDirectory() as directory:
        if case in ("changes", "first"):
            {"changes": changes, "first": first}[case]()
        elif case in ("equivalents", "refutes", "hangs"):
            {"equivalents": equivalents, "refutes": refutes, "hangs": hangs}[case](directory)
        else:
            file = os.path.join(directory, "results")
            {"layout": layout, "kills": kills, "blind": blind}[case](file)
    print("ok: %s" % case)
