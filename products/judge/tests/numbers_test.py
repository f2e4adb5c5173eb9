"""numbers_test.py TW_JUDGE LIST: each number that a claim, an option, an answer or a line carries has a range, and each word
must be known. LIST is a subject in C."""
import subprocess
import sys

JUDGE, LIST = sys.argv[1:]

# What a subject answers to hello, and what the judge says of it: a part of one line, with status 2.
CLAIMS = [
    ("fifoo name x", "`fifoo` is no claim"),
    ("fifo nexxt name x", "`nexxt` is no claim"),
    ("fifo 5 name x", "`5` is no claim"),
    ("fifo rename x", "`rename` is no claim"),
    ("fifo", "has no `name TEXT`"),
    ("fifo name", "has no `name TEXT`"),
    ("late name x", "`late` wants a number from 0 to 1000000000, not `name`"),
    ("late", "`late` wants a number from 0 to 1000000000, not ``"),
    ("late -1 name x", "not `-1`"),
    ("late +1 name x", "not `+1`"),
    ("late 1000000001 name x", "not `1000000001`"),
    ("late 5x name x", "not `5x`"),
    ("grain 0 name x", "`grain` wants a number from 1 to 1000000000, not `0`"),
    ("grain 0x10 name x", "not `0x10`"),
    ("top 0 name x", "`top` wants a number from 1000 to 18446744073709551615, not `0`"),
    ("top 1 name x", "not `1`"),
    ("top 999 name x", "not `999`"),
    ("top 18446744073709551616 name x", "not `18446744073709551616`"),
    ("bits 8 name x", "`bits` wants a number from 16 to 32"),
    ("bits 24 name x", "`bits` wants 16 or 32"),
    ("bits 64 name x", "`bits` wants a number from 16 to 32"),
]
# Claims at the ends of their ranges, which are judged.
GOOD = ["late 0 name x", "late 1000000000 name x", "grain 1 name x", "grain 1000000000 name x", "top 1000 name x",
        "top 18446744073709551615 name x", "bits 16 name x", "bits 32 name x", "late 9 grain 3 top 1000 name x"]
# Claims, and answers that have a number outside its range, or none.
ANSWERS = [("", "fired 256"), ("", "fired 300"), ("", "fired -1"), ("", "fired +1"), ("", "fired 1x"), ("", "fired x"),
           ("", "fired 4294967297"), ("", "fired 18446744073709551617"), ("next", "next"), ("next", "next -5"),
           ("next", "next 0x5"), ("next", "next 5 6"), ("next", "next 18446744073709551616"), ("next bits 16", "next 65536")]
# Lines that a subject in C refuses.
LINES = ["add 256 5", "add -1 5", "add 1", "add 1 -5", "add 1 18446744073709551616", "add 1 5 6", "add x 5", "cancel 256",
         "cancel 1 2", "move 256 5", "plan 256 cancel 1", "plan 1 cancel 256", "plan 1 add 256 5", "plan 1 add 2",
         "plan 1 add 2 x", "plan 1", "advance", "advance x", "advance 5 x", "advance 5 6 7", "init", "init 1 2", "adds 1 5", ""]
# Options and values that are refused.
OPTIONS = [("--seed", "-1"), ("--seed", "+1"), ("--seed", " 1"), ("--seed", ""), ("--seed", "18446744073709551616"),
           ("--ops", "0"), ("--ops", "1000000001"), ("--ops", "1e3"), ("--cancels", "999"), ("--limit", "0"),
           ("--limit", "3601"), ("--only", "firsts")]
SUBJECT = """
import sys
for line in sys.stdin:
    verb = line.split()[0]
    print({"hello": sys.argv[1], "next": sys.argv[2], "advance": sys.argv[2]}.get(verb, "ok"), flush=True)
"""


def run(*command, text=""):
    result = subprocess.run(command, input=text, capture_output=True, text=True, check=False)
    return result.returncode, result.stdout, result.stderr


def judged(claims, answer, promise):
    return run(JUDGE, "--only", promise, "--ops", "30", sys.executable, "-c", SUBJECT, claims, answer)


def main():
    failed = []
    for claims, words in CLAIMS:
        status, out, error = judged(claims, "fired", "early")
        if status != 2 or words not in error or error.count("\n") != 1 or out:
            failed.append((claims, status, out, error))
    for claims in GOOD:
        status, out, error = run(JUDGE, "--ops", "300", "--cancels", "1000", sys.executable, "-c", SUBJECT, claims, "fired")
        if status != 1 or error:
            failed.append((claims, status, out, error))
    for claims, answer in ANSWERS:
        status, out, error = judged(f"{claims} name x".strip(), answer, answer.split()[0].replace("fired", "first"))
        if status != 1 or "this is no answer of the protocol" not in out:
            failed.append((answer, status, out, error))
    for line in LINES:
        got = run(LIST, "--serve", text=f"init 0\n{line}\nnext\n")
        if got != (0, "ok\nwhat?\nnone\n", ""):
            failed.append((line, *got))
    for option, value in OPTIONS:
        status, out, error = run(LIST, option, value)
        if status != 2 or f"{option} {value}: no such option or value" not in error or out:
            failed.append((option, value, status, out, error))
    for row in failed:
        print("FAILED:", *map(repr, row))
    print(len(CLAIMS + GOOD + ANSWERS + LINES + OPTIONS), "rows")
    sys.exit(1 if failed else 0)


main()
