"""replay.py [--has LEVEL]... [--lacks LEVEL]... VECTORS COMMAND [ARGUMENT...]: plays vectors to a program that speaks the
protocol of the judge, and prints the names of those that fail. VECTORS is a file, and COMMAND answers lines. Vectors are
declined that need what the subject does not claim, or lacks; it may have levels that no claim names. Exit status: 0 all
that were played hold, 1 one fails or none was played, 2 no vector is for timers with such a claim."""
import json
import subprocess
import sys


def read(path):
    with open(path, encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def answers(command, lines, limit=20):
    """What the program answers to these lines; fewer lines if it ends or hangs."""
    try:
        process = subprocess.run(command, input="\n".join(lines) + "\n", stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                                 text=True, check=False, timeout=limit)
    except (subprocess.TimeoutExpired, UnicodeDecodeError):
        return []
    return process.stdout.splitlines()


def holds(command, vector):
    run = vector["run"]
    return answers(command, run[::2], 5) == run[1::2]


def wrong(command, vectors):
    """The names of the vectors that fail, one by one. All are played in one process, unless it ends early or hangs."""
    got = answers(command, [line for v in vectors for line in v["run"][::2]])
    whole, at = len(got) == sum(len(v["run"]) for v in vectors) // 2, 0
    for vector in vectors:
        wanted = vector["run"][1::2]
        if got[at:at + len(wanted)] != wanted and (whole or not holds(command, vector)):
            yield vector["vector"]
        at += len(wanted)


def claims_of(hello):
    """The words of a subject's claims, and the numbers behind them."""
    claims = hello.split(" name ")[0].split()
    return claims, {word: int(n) for word, n in zip(claims, claims[1:]) if n.isdigit()}


def unsuited(hello):
    """The claims by which sound timers may give another answer than a vector's: none is for them."""
    claims, numbers = claims_of(hello)
    few = {"top"} if numbers.get("top", 1 << 14) < 1 << 14 else set()
    loose = {word for word, exact in (("late", 0), ("grain", 1)) if numbers.get(word, exact) > exact}
    return few | loose | ({"pops", "sleeps"} & set(claims))


def levels(hello):
    """What a subject can do, by the words of the vectors."""
    claims, numbers = claims_of(hello)
    can = {word for word in claims if word in ("fifo", "next", "move", "passed", "callbacks", "deferred", "budget")}
    bits, top = numbers.get("bits", 64), numbers.get("top", 1 << 62)
    can |= {f"bits{bits}"} if bits < 64 else set()
    can |= {"far"} if bits > 16 and top >= 1 << 30 else set()
    can |= {"wide"} if bits > 32 and top >= 1 << 62 else set()
    can |= {"top"} if top == (1 << 64) - 1 else set()
    can -= {"passed"} if "ahead" in claims else set()
    return can | (set() if "unordered" in claims else {"order"})


def greeting(command):
    return (answers(command, ["hello"]) or [""])[0]


def playable(command, vectors, lacks=(), has=()):
    """Those of the vectors whose levels the subject has."""
    hello = greeting(command)
    can = (levels(hello) | set(has)) - set(lacks)
    return [v for v in vectors if hello and not unsuited(hello) and set(v["needs"].split()) <= can]


def main():
    words, said = sys.argv[1:], {"--has": [], "--lacks": []}
    while words[0] in said:
        said[words[0]].append(words[1])
        words = words[2:]
    vectors, command = read(words[0]), words[1:]
    played = playable(command, vectors, said["--lacks"], said["--has"])
    for claim in sorted(unsuited(greeting(command))):
        print(f"no vector is played: timers that claim `{claim}` may rightly give other answers")
        sys.exit(2)
    failed = 0
    for failed, name in enumerate(wrong(command, played), 1):
        print("FAILED", name)
    print(len(played) - failed, "hold,", failed, "fail,", len(vectors) - len(played), "declined")
    sys.exit(1 if failed or not played else 0)


if __name__ == "__main__":
    main()
