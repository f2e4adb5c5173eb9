#!/usr/bin/env python3
"""warnings_test.py SOURCE WORK day|COMPILER: no compiler warns inside a user's function that calls the headers.

Guards against gsl-lite#303 and gtirb#69: a project with -Werror stops at a header. Such warnings appear after
inlining alone, in programs of their user, and not in the tests of a library. Each program is one of a grid: a
structure, as a set (SET) or as a queue of objects (OF, BY); its memory static, on the stack or from calloc(); with
tw_node_init() or without. At night a test of each COMPILER compiles all of them at each level. By day one test has
some of them for every compiler."""
import itertools
import os
import shutil
import subprocess
import sys
from pathlib import Path

SOURCE, WORK, PART = Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3]
IN_ORDER = ("heap4", "rbtree", "skiplist", "sortedlist")
BY_TICK = ("wheel", "smallwheel", "hwheel", "bigwheel")
ARRAYS = ("heap4", "skiplist", "wheel")
KINDS = [(of, kind) for of in IN_ORDER + BY_TICK for kind in ("SET", "OF")] + [("heap4", "BY")]
PLACES = ("static", "stack", "heap")
LEVELS = ("-O0", "-O1", "-O2", "-O3", "-Os")
STRICT = ["-Wall", "-Wextra", "-Wconversion", "-Warray-bounds", "-Wuninitialized", "-Werror"]
GCC = ["-Wnull-dereference", "-Wmaybe-uninitialized"]
COMPILERS = {
    "gcc": ["gcc", "-std=c99", *GCC],
    "gxx": ["g++", "-x", "c++", "-std=c++11", *GCC],
    "clang": ["clang", "-std=c99", "-Wnull-dereference"],
    "arm": ["arm-none-eabi-gcc", "-std=c99", "-mcpu=cortex-m0", "-mthumb", "-DTW_TICK_BITS=32", *GCC],
    "avr": ["avr-gcc", "-std=c99", "-mmcu=atmega1284p", "-DTW_TICK_BITS=32"],
    "mingw": ["x86_64-w64-mingw32-gcc", "-std=c99", *GCC],
}

HEAD = """#include <stdlib.h>
#include <tw/{of}.h>
#include <tw/timers.h>
enum {{ N = 50 }};
struct job {{
    int key;
    struct tw_node node;
}};
static int done;
int run(void);
"""
CALLS = {
    "SET": """TW_TIMERS_OF(queue, {of})
static void fire(struct tw_node *n, tw_tick now) {{ done += now > n->due && TW_OF(n, struct job, node)->key != 0; }}
int run(void) {{
    int i;
    {memory}
    queue_init({q}, 0, {array}, N);
    for (i = 0; i < N; i++) {{
        {init}(void)queue_add({q}, &job[i].node, (tw_tick)rand() % 999);
    }}
    if (queue_cancel({q}, &job[3].node))
        (void)queue_add({q}, &job[3].node, 7);
    {asked}
    queue_clear({q});
    return done;
}}
""",
    "TICK": """TW_{OF}_OF(queue, struct job, node)
int run(void) {{
    struct job *got;
    int i;
    {memory}
    queue_init({q}, 0, {array}, N);
    for (i = 0; i < N; i++) {{
        {init}(void)queue_add({q}, &job[i], (tw_tick)rand() % 999);
    }}
    if (queue_cancel({q}, &job[3]))
        (void)queue_add({q}, &job[3], 7);
    while ((got = queue_take({q}, 999)) != NULL)
        done += got->key;
    return done;
}}
""",
    "ORDER": """{made}
int run(void) {{
    struct job *got;
    int i;
    {memory}
    queue_init({q}, 0, {array}, N);
    for (i = 0; i < N; i++) {{
        job[i].key = rand();
        {init}(void)queue_add({q}, &job[i]);
    }}
    if (queue_cancel({q}, &job[3]))
        (void)queue_add({q}, &job[3]);
    job[5].key = 5;
    (void)queue_update({q}, &job[5]);
    for (i = 0; i < N && (got = queue_pop({q})) != NULL; i++)
        done += got->key;
    return done;
}}
""",
}
# What a set is asked: alone in a program, next() is inlined, and gcc follows the tick that the program gives no value.
ASKED = {True: "(void)queue_advance({q}, 500);\n    done += queue_wait_ms({q}, 500, 1);",
         False: "tw_tick next;\n    "
                "if (queue_next({q}, &next) && next < 9 && queue_advance({q}, 500) > 0 && done > 9)\n        done++;"}
BEFORE = """static inline bool before(const struct job *a, const struct job *b) {{ return a->key < b->key; }}
TW_{OF}_OF(queue, struct job, node, before)"""


def memory(of, place):
    """The declarations of the jobs, the array and the queue, and what to call the last two."""
    array = f"TW_{of.upper()}_ARRAY(room, N);" if of in ARRAYS else ""
    if place == "heap":
        lines = "struct job *const job = (struct job *)calloc(N, sizeof *job);\n" \
                "    struct queue *const q = (struct queue *)calloc(1, sizeof *q);\n" \
                "    if (!job || !q)\n        return 1;"
        return (f"static {array}\n    " if array else "") + lines, "q", "room" if array else "NULL"
    static = "static " if place == "static" else ""
    zero = "" if static else " = {{0, TW_NODE(NULL)}}"
    lines = f"{static}struct job job[N]{zero};\n    {static + array if array else ''}\n    {static}struct queue q;"
    return lines, "&q", "room" if array else "NULL"


def program(of, kind, place, init):
    lines, q, array = memory(of, place)
    made = (BEFORE if kind == "OF" else "TW_{OF}_BY(queue, struct job, node, key)").format(OF=of.upper())
    calls = CALLS["SET" if kind == "SET" else "TICK" if of in BY_TICK else "ORDER"]
    fire = "fire" if kind == "SET" else "NULL"
    asked = ASKED[init].format(q=q)
    init = f"tw_node_init(&job[i].node, {fire});\n        " if init else f"job[i].node.fn = {fire};\n        "
    return (HEAD + calls).format(of=of, OF=of.upper(), made=made, memory=lines, q=q, array=array, init=init,
                                 asked=asked)


def chosen(builds, names):
    """(compiler, level, programs) of the part: by day each fortieth of all in turn."""
    for number, (compiler, level) in enumerate(builds):
        fit = [name for name in names if compiler != "avr" or "bigwheel" not in name]
        yield compiler, level, fit[number % 40::40] if PART == "day" else fit


def main():
    compilers = list(COMPILERS) if PART == "day" else [PART]
    missing = [COMPILERS[name][0] for name in compilers if not shutil.which(COMPILERS[name][0])]
    if missing:
        print("SKIP: no " + ", ".join(missing) + " here")
        return 1 if os.environ.get("TW_NO_SKIP") else 77
    shutil.rmtree(WORK, ignore_errors=True)
    WORK.mkdir(parents=True)
    names, failed, compiled = [], 0, 0
    for (of, kind), place, init in itertools.product(KINDS, PLACES, (True, False)):
        names.append(f"{of}.{kind}.{place}.{'init' if init else 'zero'}.c")
        (WORK / names[-1]).write_text(program(of, kind, place, init))
    for compiler, level, programs in chosen(list(itertools.product(compilers, LEVELS)), names):
        command = [*COMPILERS[compiler], level, *STRICT, f"-I{SOURCE}/include", "-S"]
        answer = subprocess.run([*command, *programs], cwd=WORK, capture_output=True, text=True, check=False)
        compiled += len(programs)
        if answer.returncode:
            failed += 1
            print(f"FAILED: {' '.join(command)}\n" + "\n".join(
                line for line in answer.stderr.split("\n") if "error:" in line or "warning:" in line)[:4000])
    print(f"{compiled} compilations")
    return failed > 0 or compiled < 60


sys.exit(main())
