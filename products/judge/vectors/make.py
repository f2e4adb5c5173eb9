"""make.py FOLDER ANSWER LIBRARY OLD [SEEDS [ONLY]]: prints the vectors of the file OLD, and new ones. FOLDER has the faulty
programs of the judge, ANSWER is the program of answer.c, and LIBRARY is the judge's core.

Each fault of ../tests/faulty.list and each historic bug of tests/faults/scenario.list is judged under some seeds. A broken
promise gives its shortest sequence, and the model's answers make it a vector. A vector that does not find its fault
is left out. Short sequences are drawn besides that put a promise to the test, and written.list has some more. Vectors of
OLD keep their names. The limits of shrinking are seconds, so that two runs may find other sequences. With 0 for SEEDS
only written.list is read. ONLY is a regular expression: faults and draws are left out that it does not match."""
import concurrent.futures
import json
import pathlib
import re
import subprocess
import sys
import tempfile

import replay

HERE = pathlib.Path(__file__).resolve().parent
TOP = HERE.parents[2]
FAULTS = TOP / "tests/faults"
WHEELS = ["smallwheel", "hwheel", "bigwheel"]
STRUCTURES = {"slots": WHEELS, "timers": ["heap4", "hwheel"], "verbs": ["heap4", "hwheel"], "node": ["heap4", "hwheel"]}
MORE = {"now", "in", "left", "sooner", "sleep", "again", "nested", "back", "clear"}  # what no claim names
PARTICULAR = "wrap callbacks budget next move cancel passed fifo early order first".split()
PER_FAULT = 9  # vectors at most
# How many vectors are drawn: of each promise, and of each kind of ticks or timers.
DRAWN = {"64": {"early": 20, "first": 20, "order": 30, "fifo": 30, "passed": 30, "cancel": 30, "move": 40, "next": 40,
                "callbacks": 45, "budget": 45, "far": 30},
         "16": {"wrap": 35}, "32": {"wrap": 35},
         "pops": {"first": 4, "order": 6, "fifo": 6, "cancel": 6, "move": 6, "next": 6},
         "sorted": {"first": 4, "cancel": 6, "move": 6, "far": 4}}


def output(*command, **more):
    return subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, check=False, **more).stdout


def block(fault):
    """What scenario.list says of a historic bug."""
    text = (FAULTS / "scenario.list").read_text(encoding="utf-8")
    return re.search(rf"^fault {fault}\n(.*?)(?=^fault |\Z)", text, re.M | re.S)[1]


def headers(fault):
    """The headers that a historic bug changes, without their ".h"."""
    return re.findall(r"^    in (\w+)[.]h ", block(fault), re.M)


def historic_names():
    names = output(sys.executable, "-B", FAULTS / "seed.py", FAULTS / "scenario.list").split()
    return [name for name in names if "watch" not in headers(name)]  # that one is in no set


def compiled(source, folder, bits, library, *flags):
    """The path of this program with the headers of a folder; None if it does not compile."""
    program = str(folder / f"{pathlib.Path(source).stem}{bits}")
    command = ["cc", "-std=c99", f"-DTW_TICK_BITS={bits}", *flags, f"-I{folder}", f"-I{HERE.parent}",
               HERE.parent / "tests" / source, library, "-o", program]
    return program if subprocess.run(command, stderr=subprocess.DEVNULL, check=False).returncode == 0 else None


def historic(fault, library, folder):
    """The name of a historic bug, a command of a program that has it, and the bits of its ticks, for each structure that it
    may concern and each width; heap4 is a queue, too."""
    copy = pathlib.Path(folder) / fault
    copy.mkdir()
    for header in TOP.glob("*.h"):
        (copy / header.name).write_bytes(header.read_bytes())
    output(sys.executable, "-B", FAULTS / "seed.py", FAULTS / "scenario.list", fault, copy)
    structures = dict.fromkeys(of for header in headers(fault) for of in STRUCTURES.get(header, [header]))
    source, flags = "table.c" if "table" in structures else "verbs.c", re.findall(r"-O\d|-DTW_SMALL\S+", block(fault))
    for bits in (64, 32, 16):
        program = compiled(source, copy, bits, library, *flags)
        for of in structures if program else ():
            yield fault, [program, of], bits
    program = compiled("queue.c", copy, 64, library, *flags) if "heap4" in headers(fault) else None
    if program:
        yield fault, [program], "pops"


def textbook_names():
    for line in (HERE.parent / "tests/faulty.list").read_text(encoding="utf-8").splitlines():
        program, fault, promise = (line.split() + ["", ""])[:3]
        if promise not in ("", "-", "0") and not line.startswith("#"):
            yield f"{program} {fault}"


def textbook(folder, name):
    program, fault = name.split()
    command = [f"{folder}/judge_faulty_{program}", fault]
    claims, numbers = replay.claims_of(replay.greeting([*command, "--serve"]))
    yield name, command, next((kind for kind in ("pops", "unordered") if kind in claims), numbers.get("bits", 64))


def kind_of(vector):
    """What answer.c is asked for, to make this vector: the bits of a tick, or `pops`."""
    return next((bits for bits in ("16", "32") if f"bits{bits}" in vector["needs"].split()),
                "pops" if "pops" in vector["needs"].split() else "64")


def made_of(answer, kind, lines, *promise):
    """The vector of these operations; None if they do not serve. Timers without an order are asked for numbers alone."""
    if kind in ("unordered", "sorted"):
        kind, lines = "64", [re.sub("^advance", "sorted", line) for line in lines]
    made = output(answer, str(kind), *promise, input="\n".join(lines) + "\n")
    return {"vector": "", "shows": "", **json.loads(made)} if made else None


def tagged(answer, kind, lines, promise):
    """The vector of these operations, and what it shows: this promise if they put it to the test, or do so once an advance
    ends them; else the most particular one. None if they do not serve."""
    plain, vector = made_of(answer, kind, lines), made_of(answer, kind, lines, promise)
    if vector:
        return {**vector, "shows": promise}
    shows = (other for other in PARTICULAR if made_of(answer, kind, lines, other) == plain)
    return {**plain, "shows": next(shows)} if plain else None


def broken(command, seed):
    card = output(*command, "--json", "--ops", "1000", "--cancels", "1000", "--seed", str(seed), "--limit", "2")
    try:
        rows = json.loads(card)["promises"]
    except ValueError:
        return []
    return [(row["promise"], row["lines"]) for row in rows if row["state"] == "broken" and row.get("lines")]


def player(name, command):
    """How a faulty program is asked, and the levels that no claim names."""
    more = {"heap4": MORE | {"room"}, "table": MORE - {"clear"}}.get(command[-1], MORE)
    return ([*command, "--serve"], ()) if " " in name or len(command) == 1 else ([*command, "--verbs"], more)


def found_by(subject, has, vectors):
    """The name of the first vector that fails; None if all hold that are played."""
    return next(replay.wrong(subject, replay.playable(subject, vectors, has=has)), None)


def vectors_of(source, answer, seeds, kept):
    """Vectors that find a fault, and put the promise that it breaks to the test if some do; none for a historic bug that one
    of those kept finds already."""
    name, command, kind = source
    (subject, has), found, shown = player(name, command), {}, {}
    if " " not in name and found_by(subject, has, kept) is not None:
        seeds = 0
    for seed in range(1, seeds + 1):
        for promise, lines in broken(command, seed):
            vector = tagged(answer, kind, lines, promise)
            if vector and found_by(subject, has, [vector]) is not None:
                (shown if vector["shows"] == promise else found).setdefault(json.dumps(vector["run"]), vector)
    print(name, *command[-1:], kind, len(shown), len(found), file=sys.stderr, flush=True)
    return sorted((shown or found).values(), key=lambda v: len(v["run"]))[:PER_FAULT]


def of_fault(name, places, seeds, known):
    folder, answer, library, work = places
    sources = textbook(folder, name) if " " in name else historic(name, library, work)
    return [vector for source in sources for vector in vectors_of(source, answer, seeds, known)]


def is_of_kind(vector, promise, kind):
    """Does a drawn vector need what it is drawn for, and no more?"""
    needs = vector["needs"].split()
    if kind == "sorted":
        return any(said.startswith("fired") and said.count(" ") > 1 for said in vector["run"]) and "order" not in needs
    return (promise in ("far", "wrap")) == ("far" in needs or f"bits{kind}" in needs)


def drawn(answer, kind, promise):
    """Short sequences that put a promise to the test; longer ones if there are not enough."""
    found, bits = {}, 64 if kind in ("pops", "sorted") else int(kind)
    for number in (n for n in range(8, 200) for _ in range(2) if n % 8 != 7):  # the others are long
        if len(found) >= DRAWN[kind][promise]:
            break
        seed = str(bits + number + 1000 * len(found))
        made = output(answer, "64" if kind == "sorted" else kind, promise, seed, str(number))
        vector = made_of(answer, kind, json.loads(made)["run"][::2], promise) if made else None
        if vector and is_of_kind(vector, promise, kind):
            found[json.dumps(vector["run"])] = {**vector, "shows": promise}
    return list(found.values())


def written(answer, only):
    for line in (HERE / "written.list").read_text(encoding="utf-8").splitlines():
        if not line.startswith("#"):
            promise, bits, run = (part.strip() for part in line.split("|"))
            if only.search(f"written {promise}"):
                vector = made_of(answer, bits, run.split("; "), promise)
                assert vector, f"written.list: this does not put {promise} to the test: {run}"
                yield {**vector, "shows": promise}


def mended(answer, vector):
    """A vector of OLD shows what it puts to the test, as all others do."""
    return {**tagged(answer, kind_of(vector), vector["run"][::2], vector["shows"]), "vector": vector["vector"]}


def named(vectors, old):
    """The vectors by their names. One of OLD keeps its own if that is of the promise that it shows; no other gets it."""
    names = {json.dumps(v["run"]): v["vector"] for v in old if v["vector"].startswith(v["shows"] + "-")}
    taken = {v["vector"] for v in old}
    for vector in sorted(vectors, key=lambda v: (v["shows"], len(v["needs"].split()), len(v["run"]), v["run"])):
        numbers = [int(name.split("-")[1]) for name in taken if name.startswith(vector["shows"] + "-")]
        vector["vector"] = names.get(json.dumps(vector["run"]), f"{vector['shows']}-{max(numbers, default=0) + 1:03}")
        taken.add(vector["vector"])
    return sorted(vectors, key=lambda v: v["vector"])


def main():
    folder, answer, library, old = sys.argv[1:5]
    seeds = int(sys.argv[5]) if len(sys.argv) > 5 else 6
    only = re.compile(sys.argv[6] if len(sys.argv) > 6 else "")
    kept = [mended(answer, vector) for vector in replay.read(old)] if pathlib.Path(old).exists() else []
    vectors = {json.dumps(v["run"]): v for v in kept}
    for kind, promise in ((kind, promise) for kind in DRAWN for promise in DRAWN[kind] if seeds):
        for vector in drawn(answer, kind, promise) if only.search(f"{kind} {promise}") else ():
            vectors.setdefault(json.dumps(vector["run"]), vector)
    for vector in written(answer, only):
        vectors.setdefault(json.dumps(vector["run"]), vector)
    known = list(vectors.values())
    with tempfile.TemporaryDirectory() as work, concurrent.futures.ThreadPoolExecutor(2) as pool:
        tasks = [pool.submit(of_fault, name, (folder, answer, library, work), seeds, known)
                 for name in [*textbook_names(), *historic_names()] if seeds and only.search(name)]
        for task in tasks:
            for vector in task.result():
                vectors.setdefault(json.dumps(vector["run"]), vector)
    for vector in named(list(vectors.values()), kept):
        print(json.dumps(vector, separators=(",", ":")))


if __name__ == "__main__":
    main()
