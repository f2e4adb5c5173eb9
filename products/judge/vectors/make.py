"""make.py FOLDER ANSWER LIBRARY OLD [SEEDS]: prints the vectors of the file OLD, and new ones. FOLDER has the faulty programs
of the judge, ANSWER is the program of answer.c, and LIBRARY is the judge's core.

Each fault of ../tests/faulty.list and each historic bug of tests/faults/scenario.list is judged under some seeds. A broken
promise gives its shortest sequence, and the model's answers make it a vector. A vector that does not find its fault
is left out. Short sequences are drawn besides that put a promise to the test, and written.list has some more. Vectors of
OLD keep their names. The limits of shrinking are seconds, so that two runs may find other sequences. With 0 for SEEDS
only written.list is read."""
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
PER_FAULT = 9  # vectors at most
DRAWN = {"early": 20, "first": 20, "order": 30, "fifo": 30, "passed": 30, "cancel": 30, "move": 40, "next": 40,
         "callbacks": 45, "budget": 45, "far": 30, "wrap": 35}  # vectors of each promise, and as many of each width for wrap


def output(*command, **more):
    return subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, check=False, **more).stdout


def block(fault):
    """What scenario.list says of a historic bug."""
    text = (FAULTS / "scenario.list").read_text(encoding="utf-8")
    return re.search(rf"^fault {fault}\n(.*?)(?=^fault |\Z)", text, re.M | re.S)[1]


def historic_names():
    names = output(sys.executable, "-B", FAULTS / "seed.py", FAULTS / "scenario.list").split()
    return [name for name in names if not re.search(r"^    in watch[.]h ", block(name), re.M)]  # that one is in no set


def historic(fault, library, folder):
    """The name of a historic bug, a command of a program that has it, and the bits of a tick, for each structure that it
    may concern and each width."""
    copy = pathlib.Path(folder) / fault
    copy.mkdir()
    for header in TOP.glob("*.h"):
        (copy / header.name).write_bytes(header.read_bytes())
    output(sys.executable, "-B", FAULTS / "seed.py", FAULTS / "scenario.list", fault, copy)
    text = block(fault)
    structures = [of for header in re.findall(r"^    in (\w+)[.]h ", text, re.M) for of in STRUCTURES.get(header, [header])]
    source = "table.c" if "table" in structures else "verbs.c"
    for bits in (64, 32, 16):
        program = str(copy / f"t{bits}")
        command = ["cc", "-std=c99", "-O1", f"-DTW_TICK_BITS={bits}", *re.findall(r"-DTW_SMALL\S+", text), f"-I{copy}",
                   f"-I{HERE.parent}", HERE.parent / "tests" / source, library, "-o", program]
        if subprocess.run(command, stderr=subprocess.DEVNULL, check=False).returncode == 0:
            for of in dict.fromkeys(structures):
                yield fault, [program, of], bits


def textbook_names():
    for line in (HERE.parent / "tests/faulty.list").read_text(encoding="utf-8").splitlines():
        program, fault, promise = (line.split() + ["", ""])[:3]
        if promise not in ("", "-", "0") and not line.startswith("#"):
            yield f"{program} {fault}"


def textbook(folder, name):
    program, fault = name.split()
    command = [f"{folder}/judge_faulty_{program}", fault]
    bits = re.search(r"\bbits (\d+)", output(*command, "--serve", input="hello\n"))
    yield name, command, int(bits[1]) if bits else 64


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
    return ([*command, "--serve"], ()) if " " in name else ([*command, "--verbs"], more)


def found_by(subject, has, vectors):
    """The name of the first vector that fails; None if all hold that are played."""
    return next(replay.wrong(subject, replay.playable(subject, vectors, has=has)), None)


def vectors_of(source, answer, seeds, kept):
    """Vectors that find a fault; none for a historic bug that one of those kept finds already."""
    name, command, bits = source
    (subject, has), found = player(name, command), {}
    if " " not in name and found_by(subject, has, kept) is not None:
        seeds = 0
    for seed in range(1, seeds + 1):
        for promise, lines in broken(command, seed):
            made = output(answer, str(bits), input="\n".join(lines) + "\n")
            vector = {"vector": "", "shows": promise, **json.loads(made)} if made else None
            if vector and found_by(subject, has, [vector]) is not None:
                found.setdefault(json.dumps(vector["run"]), vector)
    print(name, *command[-1:], bits, len(found), file=sys.stderr, flush=True)
    return sorted(found.values(), key=lambda v: len(v["run"]))[:PER_FAULT]


def of_fault(name, places, seeds, known):
    folder, answer, library, work = places
    sources = textbook(folder, name) if " " in name else historic(name, library, work)
    return [vector for source in sources for vector in vectors_of(source, answer, seeds, known)]


def drawn(answer, promise, bits):
    """Short sequences that put a promise to the test; longer ones if there are not enough."""
    found, far = {}, promise in ("far", "wrap")
    for number in (n for n in range(8, 200) for _ in range(2) if n % 8 != 7):  # the others are long
        if len(found) >= DRAWN[promise]:
            break
        made = output(answer, str(bits), promise, str(bits + number + 1000 * len(found)), str(number))
        if made:
            vector = {"vector": "", "shows": promise, **json.loads(made)}
            needs = vector["needs"].split()
            if far == ("far" in needs or f"bits{bits}" in needs):
                found[json.dumps(vector["run"])] = vector
    return list(found.values())


def written(answer):
    for line in (HERE / "written.list").read_text(encoding="utf-8").splitlines():
        if not line.startswith("#"):
            promise, bits, run = (part.strip() for part in line.split("|"))
            made = output(answer, bits, input=run.replace("; ", "\n") + "\n")
            yield {"vector": "", "shows": promise, **json.loads(made)}


def named(vectors, old):
    names = {json.dumps(v["run"]): v["vector"] for v in old}
    taken = set(names.values())
    for vector in sorted(vectors, key=lambda v: (v["shows"], len(v["needs"].split()), len(v["run"]), v["run"])):
        key = json.dumps(vector["run"])
        number = 1
        while key not in names and f"{vector['shows']}-{number:03}" in taken:
            number += 1
        vector["vector"] = names.setdefault(key, f"{vector['shows']}-{number:03}")
        taken.add(names[key])
    return sorted(vectors, key=lambda v: v["vector"])


def main():
    folder, answer, library, old = sys.argv[1:5]
    seeds = int(sys.argv[5]) if len(sys.argv) > 5 else 6
    kept = replay.read(old) if pathlib.Path(old).exists() else []
    vectors = {json.dumps(v["run"]): v for v in kept}
    for promise in DRAWN if seeds else ():
        for bits in (16, 32) if promise == "wrap" else (64,):
            for vector in drawn(answer, promise, bits):
                vectors.setdefault(json.dumps(vector["run"]), vector)
    for vector in written(answer):
        vectors.setdefault(json.dumps(vector["run"]), vector)
    known = list(vectors.values())
    with tempfile.TemporaryDirectory() as work, concurrent.futures.ThreadPoolExecutor(2) as pool:
        tasks = [pool.submit(of_fault, name, (folder, answer, library, work), seeds, known)
                 for name in [*textbook_names(), *historic_names()] if seeds]
        for task in tasks:
            for vector in task.result():
                vectors.setdefault(json.dumps(vector["run"]), vector)
    for vector in named(list(vectors.values()), kept):
        print(json.dumps(vector, separators=(",", ":")))


if __name__ == "__main__":
    main()
