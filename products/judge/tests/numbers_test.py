"""numbers_test.py TW_JUDGE LIST: each number that a claim, an option, an answer or a line carries has a range, and each word
must be known. LIST is a subject in C."""
import re
import subprocess
import sys

JUDGE, LIST = sys.argv[1:]

# What a subject answers to hello, and what the judge says of it: a part of one line, with status 2.
CLAIMS = [
    ("fifoo name x", "`fifoo` is no claim"),
    ("fifo nexxt name x", "`nexxt` is no claim"),
    ("fifo 5 name x", "`5` is no claim"),
    ("fifo rename x", "`rename` is no claim"),
    ("fifo next fifo name x", "`fifo` stands there twice"),
    ("late 5 late 9 name x", "`late` stands there twice"),
    ("costs 5 top 1000 costs 5 name x", "`costs` stands there twice"),
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
# A verb, its answer that is none, the claims, and what the judge wants instead: a part of one line, with status 2.
FIRED, NEXT, COST = "`fired ID...`, with ID from 0 to 255", "`next DUE` or `none`, with DUE from 0 to ", "`cost N`"
NONSENSE = [("advance", words, "", FIRED) for words in (
    "fired 256", "fired 300", "fired -1", "fired +1", "fired 1x", "fired x", "fired 4294967297", "fired 18446744073709551617",
    "fired fired", "fired,1", "firedd", "Fired", "ok", "", " ", "what?", r"\t\x1b[1m\0", "x" * 5000)]
NONSENSE += [("next", words, "next", NEXT + "18446744073709551615") for words in (
    "next", "next -5", "next 0x5", "next 5 6", "next next 5", "next 18446744073709551616", "none none", "ok", "")]
NONSENSE += [("next", "next 65536", "next bits 16", NEXT + "65535")]
NONSENSE += [("cost", words, "costs 9", COST) for words in ("cost", "cost -1", "cost 5 6", "5", "")]
NONSENSE += [(verb, words, "move", "`ok` or `no`") for verb in ("add", "cancel", "move") for words in ("ok ok", "OK", "yes", "")]
NONSENSE += [("init", words, claims, "`ok`") for words in ("no", "ok 5", "") for claims in ("", "sleeps late 5")]
NONSENSE += [("plan", words, "callbacks", "`ok`") for words in ("no", "ok ok", "")]
# Lines that a subject in C refuses.
LINES = ["add 256 5", "add -1 5", "add 1", "add 1 -5", "add 1 18446744073709551616", "add 1 5 6", "add x 5", "cancel 256",
         "cancel 1 2", "move 256 5", "plan 256 cancel 1", "plan 1 cancel 256", "plan 1 add 256 5", "plan 1 add 2",
         "plan 1 add 2 x", "plan 1", "advance", "advance x", "advance 5 x", "advance 5 6 7", "init", "init 1 2", "adds 1 5", ""]
# Options and values that are refused.
OPTIONS = [("--seed", "-1"), ("--seed", "+1"), ("--seed", " 1"), ("--seed", ""), ("--seed", "18446744073709551616"),
           ("--ops", "0"), ("--ops", "1000000001"), ("--ops", "1e3"), ("--cancels", "999"), ("--limit", "0"),
           ("--limit", "3601"), ("--only", "firsts")]
# Sound timers in few lines, whose claims are the first argument. To a line with the verb of the second they answer the third.
# If the second is `early`, they fire a tick early, and answer `add` by the third once they have begun SOUND times more: in
# fewer runs the judge finds the shortest sequence, for which it would else look a thousand times.
SUBJECT = """
import sys
claims, odd, words = sys.argv[1:4]
early, spoilt, SOUND = odd == "early", 0, 200
due, plans, now, births = {}, {}, 0, 0
def cancel(i):
    return "ok" if due.pop(i, None) else "no"
def add(i, tick):
    global births
    births += 1
    due[i] = (tick > now, tick if tick > now else 0, births)
    return "ok"
def advance(to):
    global now, spoilt
    now, out, last = to, "fired", births
    for key, i in sorted((key, i) for i, key in due.items() if key[1] <= now + early):
        if due.get(i) != key:
            continue
        spoilt = spoilt or key[1] > now and 1
        del due[i]
        out += f" {i}"
        other, delay = plans.pop(i, (None, None))
        if other is not None:
            cancel(other)
            if delay is not None:
                add(other, now + delay)
    return out
for line in sys.stdin:
    verb, *rest = line.split()
    n = [int(word) for word in rest if word.isdigit()]
    said = "ok"
    if verb == "hello":
        said = claims
    elif verb == "init":
        due, plans, now, spoilt = {}, {}, n[0], spoilt and spoilt + 1
    elif verb == "plan":
        plans[n[0]] = (n[1], n[2] if len(n) > 2 else None)
    elif verb == "cost":
        said = "cost 1"
    elif verb == "next":
        said = f"next {max(now, min(key[1] for key in due.values()))}" if due else "none"
    else:
        said = {"add": add, "move": add, "cancel": cancel, "advance": advance}[verb](*n)
    strange = verb == odd or spoilt > SOUND and verb == "add"
    print(words.encode().decode("unicode_escape") if strange else said, flush=True)
"""


def run(*command, text=""):
    result = subprocess.run(command, input=text, capture_output=True, text=True, check=False)
    return result.returncode, result.stdout, result.stderr


def judged(claims, verb, answer, *options):
    return run(JUDGE, *options, "--ops", "300", "--cancels", "1000", sys.executable, "-c", SUBJECT, claims, verb, answer)


def shown(answer):
    """How the judge quotes an answer."""
    plain = "".join(c if " " <= c <= "~" else "?" for c in answer.encode().decode("unicode_escape"))
    return plain[:60] + "..." * (len(plain) > 60)


def nonsense(verb, answer, claims, wanted):
    """The results that are wrong. With --nonsense there is a card, and the answer on it."""
    status, out, error = judged(f"{claims} name x".strip(), verb, answer)
    words = f" is answered by `{shown(answer)}`; the protocol wants {wanted}\n"
    if status != 2 or not error.startswith(f"{JUDGE}: `{verb}") or not error.endswith(words) or error.count("\n") != 1 or out:
        yield verb, answer, claims, status, out, error
    if not answer:
        status, out, error = judged(f"{claims} name x".strip(), verb, answer, "--nonsense", "--first")
        if status != 1 or error or "this is no answer of the protocol" not in out and "not seen" not in out:
            yield "--nonsense", verb, answer, claims, status, out, error


def behind_a_breach():
    """A breach that was seen before is the verdict."""
    status, out, error = judged("name x", "early", "rubbish")
    breach = re.search(r" early +BROKEN.*?> timer \d+ fires, although its tick", out, re.S)
    if status != 1 or error or not breach or "this is no answer of the protocol" not in out[breach.end():]:
        yield "behind a breach", status, out, error


def main():
    failed = []
    for claims, words in CLAIMS:
        status, out, error = judged(claims, "", "")
        if status != 2 or words not in error or error.count("\n") != 1 or out:
            failed.append((claims, status, out, error))
    for claims in GOOD:
        status, out, error = judged(claims, "", "", "--first")
        if status == 2 or error:
            failed.append((claims, status, out, error))
    for row in NONSENSE:
        failed += nonsense(*row)
    failed += behind_a_breach()
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
    print(len(CLAIMS + GOOD + NONSENSE + LINES + OPTIONS), "rows")
    sys.exit(1 if failed else 0)


main()
