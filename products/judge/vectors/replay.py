"""replay.py [--has LEVEL]... [--lacks LEVEL]... VECTORS COMMAND [ARGUMENT...]: plays vectors to a program that speaks the
protocol of the judge, and prints the names of those that fail. VECTORS is a file, and COMMAND answers lines. Vectors are
declined that need what the subject does not claim, or lacks; it may have levels that no claim names. Timers that claim
`late` or `grain` are asked for larger ticks, so that one answer is right. Exit status: 0 all that were played hold, 1 one
fails or none was played, 2 misuse, no vector is for timers with such a claim, or the first answer that is wrong is none of
the protocol."""
import argparse
import json
import re
import subprocess
import sys

try:
    import resource
except ImportError:  # where the system has no such limits, the clock decides
    resource = None

TOGETHER = 100  # so many vectors are played in one process
# What the protocol has as an answer, by the verb. Levels that no claim names have other verbs, too.
WORD = r"ok|no"
FORMS = {"init": "ok", "add": WORD, "cancel": WORD, "move": WORD, "plan": "ok", "next": r"next \d+|none"}
FIRES = ("advance", "sorted", "pop")


def read(path):
    with open(path, encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def told(line, answer):
    """The answer to a line of a vector: `sorted` tells the timers by their numbers, in whatever order they fired."""
    if line.startswith("sorted ") and re.fullmatch(r"fired( \d+)+", answer):
        return " ".join(["fired", *sorted(answer.split()[1:], key=int)])
    return answer


def answers(command, lines, limit=5):
    """What the program answers to these lines; fewer lines if it ends or hangs: it has so many seconds of processor, and
    twelve times as many by the clock, since the machine may be busy. To it `sorted` is an advance."""
    asked = "".join(re.sub("^sorted ", "advance ", line) + "\n" for line in lines)
    try:
        process = subprocess.run(command, input=asked, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                                 text=True, check=False, timeout=12 * limit,
                                 preexec_fn=resource and (lambda: resource.setrlimit(resource.RLIMIT_CPU, (limit, limit))))
    except (subprocess.TimeoutExpired, UnicodeDecodeError):
        return []
    said = process.stdout.splitlines()
    return [told(line, answer) for line, answer in zip(lines, said)] + said[len(lines):]


def is_answer(line, answer):
    """Does the protocol have such an answer to this line?"""
    verb = line.split()[0]
    if verb in FIRES:
        return re.fullmatch(r"fired( \d+)*", answer) and all(int(n) < 256 for n in answer.split()[1:])
    return verb not in FORMS or re.fullmatch(FORMS[verb], answer)


def nonsense(command, vector):
    """The first wrong answer to a vector with its line, if it is none of the protocol; or None."""
    lines = vector["run"][::2]
    for line, wanted, answer in zip(lines, vector["run"][1::2], answers(command, lines)):
        if answer != wanted:
            return None if is_answer(line, answer) else f"`{line}` is answered by `{answer[:60]}`, and not by `{wanted}`"
    return None


def holds(command, vector):
    run = vector["run"]
    return answers(command, run[::2]) == run[1::2]


def wrong(command, vectors):
    """The names of the vectors that fail, one by one. Many are played in one process, unless it ends early or hangs."""
    for first in range(0, len(vectors), TOGETHER):
        some = vectors[first:first + TOGETHER]
        got = answers(command, [line for v in some for line in v["run"][::2]])
        whole, at = len(got) == sum(len(v["run"]) for v in some) // 2, 0
        for vector in some:
            wanted = vector["run"][1::2]
            if got[at:at + len(wanted)] != wanted and (whole or not holds(command, vector)):
                yield vector["vector"]
            at += len(wanted)


def claims_of(hello):
    """The words of a subject's claims, and the numbers behind them."""
    claims = hello.split(" name ")[0].split()
    return claims, {word: int(n) for word, n in zip(claims, claims[1:]) if n.isdigit()}


def looseness(hello):
    """How timers that may fire late or by a grain are asked, so that one answer is right: each tick is so many times as
    large, and a deadline so many ticks earlier. The third number may be taken off besides, and rounding makes it good."""
    _, numbers = claims_of(hello)
    grain = max(numbers.get("grain", 1), 1)
    steps = -(-numbers.get("late", 0) // grain)
    return grain * (1 + steps), grain * steps, grain - 1


def unsuited(hello):
    """The claims by which sound timers may give another answer than a vector's: none is for them."""
    claims, numbers = claims_of(hello)
    few = {"top"} if numbers.get("top", 1 << 14) // looseness(hello)[0] < 1 << 14 else set()
    return few | ({"sleeps"} if "sleeps" in claims and looseness(hello)[0] > 1 else set())


def levels(hello):
    """What a subject can do, by the words of the vectors."""
    claims, numbers = claims_of(hello)
    times, early, _ = looseness(hello)
    known = {"fifo", "next", "move", "passed", "callbacks", "deferred", "budget", "pops"}
    can = set(claims) & (known if times == 1 else {"move", "budget"} if early else {"move", "budget", "next", "passed"})
    bits, top = numbers.get("bits", 64), numbers.get("top", 1 << 62) // times
    can |= {f"bits{bits}"} if bits < 64 and times == 1 else set()
    can |= {"far"} if bits > 16 and top >= 1 << 30 else set()
    can |= {"wide"} if bits > 32 and top >= 1 << 62 else set()
    can |= {"top"} if top == (1 << 64) - 1 else set()
    can -= {"passed"} if "ahead" in claims else set()
    return can | {"sorted"} | (set() if "unordered" in claims else {"order"})


def stretched(vector, hello):
    """The vector as such timers are asked."""
    times, early, more = looseness(hello)
    early += 0 if "next" in vector["needs"].split() else more

    def larger(match):
        is_deadline = match[1][:3] in ("add", "mov", "nex")
        return f"{match[1]} {max(int(match[2]) * times - is_deadline * early, 0)}{match[3]}"
    pattern = r"(init|advance|sorted|next|add \d+|move \d+) (\d+)((?: \d+)?)"
    return {**vector, "run": [re.sub(f"^{pattern}$", larger, text) for text in vector["run"]]}


def is_short(vector):
    """May timers that sleep be asked for this? They begin at 0, and no tick is above 20."""
    ticks = [int(line.split()[-1]) for line in vector["run"][::2] if line[:3] in ("add", "mov", "adv", "sor")]
    return vector["run"][0] == "init 0" and max(ticks) <= 20


def greeting(command):
    return (answers(command, ["hello"]) or [""])[0]


def playable(command, vectors, lacks=(), has=()):
    """Those of the vectors whose levels the subject has, as it is asked for them."""
    hello = greeting(command)
    claims, can = claims_of(hello)[0], (levels(hello) | set(has)) - set(lacks)
    played = [v for v in vectors if hello and not unsuited(hello) and set(v["needs"].split()) <= can]
    if "pops" in claims:
        played = [v for v in played if "pops" in v["needs"].split()]
    if "sleeps" in claims:
        played = [v for v in played if is_short(v)]
    return [stretched(v, hello) for v in played] if looseness(hello)[0] > 1 else played


def arguments():
    parser = argparse.ArgumentParser(description="Plays vectors to a program that speaks the protocol of the judge.")
    parser.add_argument("--has", metavar="LEVEL", action="append", default=[], help="plays what needs this level, too")
    parser.add_argument("--lacks", metavar="LEVEL", action="append", default=[], help="declines what needs this level")
    parser.add_argument("vectors", metavar="VECTORS", help="a file such as timers.v1.jsonl")
    parser.add_argument("command", metavar="COMMAND", help="the program, with its arguments behind it")
    parser.add_argument("rest", metavar="ARGUMENT", nargs=argparse.REMAINDER)
    return parser.parse_args()


def played_all(options, command):
    """Prints the names of the vectors that fail, and returns the exit status."""
    vectors, hello = read(options.vectors), greeting(command)
    if " name " not in f" {hello}":
        raise ValueError(f"`hello` is answered by `{hello[:60]}`, which has no `name TEXT`")
    for claim in sorted(unsuited(hello)):
        print(f"no vector is played: timers that claim `{claim}` may rightly give other answers")
        return 2
    played, failed = playable(command, vectors, options.lacks, options.has), 0
    for failed, name in enumerate(wrong(command, played), 1):
        said = nonsense(command, next(v for v in played if v["vector"] == name)) if failed == 1 else None
        if said:
            raise ValueError(said)
        print("FAILED", name)
    print(len(played) - failed, "hold,", failed, "fail,", len(vectors) - len(played), "declined")
    return 1 if failed or not played else 0


def main():
    options = arguments()
    try:
        sys.exit(played_all(options, [options.command, *options.rest]))
    except (OSError, ValueError) as error:
        print(f"replay.py: {error}", file=sys.stderr)
        sys.exit(2)


if __name__ == "__main__":
    main()
