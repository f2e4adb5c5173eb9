"""vectors_test.py PART VECTORS ARGUMENT...: the vectors are in order, sound subjects hold them, and faulty ones do not.

    form FILE ANSWER           each line has the form of the page and the answers of the model, which sees that it
                               puts its promise to the test; and no runner is long
    ours FILE SETS TABLE BITS  each structure of ours holds all of its width, and a heap none with another answer
    silent FILE FOLDER         a subject that fires nothing holds none
    claims FILE FOLDER QUEUE LIST
                               sound programs of each claim hold what is played, and nothing with another answer
    faults FILE FOLDER LIBRARY each textbook fault and each historic bug is found, but for those of unseen.list; and a
                               vector that is long is the first to find one
    runner FILE COMMAND...     the runner fails none, and each vector once one of its answers is another one
With TW_DAY in the environment `faults` tries one fault of each program, claim and header,
and none of those that are slow."""
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "vectors"))
import make  # noqa: E402
import replay  # noqa: E402
import shrink  # noqa: E402

SETS = "heap4 rbtree skiplist sortedlist wheel smallwheel hwheel bigwheel".split()
LEVELS = set("bits16 bits32 order fifo passed move next callbacks deferred budget far wide top room pops sorted".split())
LEVELS |= make.MORE
LINE = re.compile(r'\{"vector":"[a-z]+-\d{3}","shows":"[a-z]+","needs":"[a-z0-9 ]*",'
                  r'"run":\["init \d+( \d+)?","ok"(,"[-a-z0-9 ]+")+\]\}')


def runners(page):
    """Each runner has 40 lines at most, of 100 columns, and the page says how many; of its timers, too."""
    files = {file.name: file.read_text(encoding="utf-8").splitlines() for file in (make.HERE / "runners").iterdir()}
    said = {name: int(lines) for lines, name in re.findall(r"\[(\d+)\]\(runners/([\w.]+)\)", page)}
    assert said == {name: len(lines) for name, lines in files.items()}, f"README.md counts {said}"
    short = {name for name, lines in files.items() if len(lines) <= 40 and max(map(len, lines)) <= 100}
    long = [name for name in files if name.lower().startswith("runner") and name not in short]
    assert len(files) > 7 and not long, f"more than 40 lines, or 100 columns: {long}"


def form(path, answer):
    text = pathlib.Path(path).read_text(encoding="ascii")
    vectors = replay.read(path)
    assert len(text) < 1 << 20 and len(vectors) > 450, (len(text), len(vectors))
    assert len({v["vector"] for v in vectors}) == len({json.dumps(v["run"]) for v in vectors}) == len(vectors)
    for line, v in zip(text.splitlines(), vectors):
        needs = set(v["needs"].split())
        assert LINE.fullmatch(line) and needs <= LEVELS and v["vector"].startswith(v["shows"] + "-"), line
        assert any(re.match(r"fired \d", said) for said in v["run"][1::2]), f"{v['vector']} fires nothing"
        made = make.made_of(answer, make.kind_of(v), v["run"][::2], v["shows"])
        assert made, f"{v['vector']} does not put {v['shows']} to the test"
        assert (made["needs"], made["run"]) == (v["needs"], v["run"]), (v, made)
    page = (make.HERE / "README.md").read_text(encoding="utf-8")
    runners(page)
    assert set(re.findall(r'^\{"vector".*$', page, re.M)) <= set(text.splitlines()), "README.md quotes another vector"
    print(len(vectors), "vectors,", len(text), "bytes")


def changed(vectors):
    """Each vector once for each of its answers, which is another one."""
    for v in vectors:
        for i in range(1, len(v["run"]), 2):
            said = v["run"][i]
            other = {"ok": "no", "no": "ok", "none": "next 1", "fired": "fired 1"}.get(said, said + "1")
            yield {**v, "vector": f"{v['vector']}-{i}", "run": [*v["run"][:i], other, *v["run"][i + 1:]]}


def ours(path, program, table, bits):
    foreign = {"16": {"pops", "bits32", "far", "wide"}, "32": {"pops", "bits16", "wide"}, "64": {"pops", "bits16", "bits32"}}
    vectors = [v for v in replay.read(path) if foreign[bits].isdisjoint(v["needs"].split())]
    for structure in [*SETS, "table"]:
        command, has = make.player("", [table if structure == "table" else program, structure])
        lacks = set() if structure == "heap4" else {"room", "clear"} if structure == "table" else {"room"}
        played = [v for v in vectors if lacks.isdisjoint(v["needs"].split())]
        assert len(replay.playable(command, played, has=has)) == len(played) > 300, structure
        failed = list(replay.wrong(command, played))
        assert not failed, (structure, failed)
    command, has = make.player("", [program, "heap4"])
    others = list(changed(replay.playable(command, vectors, has=has)))
    fails = set(replay.wrong(command, others))
    held = [v["vector"] for v in others if v["vector"] not in fails]
    assert len(others) > 2 * len(vectors) and not held, held
    print(len(vectors), "vectors hold on", len(SETS) + 1, "structures, and", len(others), "with another answer fail")


def silent(path, folder):
    command = [f"{folder}/judge_faulty_list", "fires_nothing", "--serve"]
    played = replay.playable(command, replay.read(path))
    assert played and len(list(replay.wrong(command, played))) == len(played)
    print(len(played), "vectors fail, and none holds")


# An adapter that answers one verb by words that the protocol does not have, and what is said of it.
ODD = """
import sys
for line in sys.stdin:
    said = "name x" if line.startswith("hello") else "ok"
    print(sys.argv[2] if line.split()[0] == sys.argv[1] else said, flush=True)
"""


def nonsense(path, sound):
    """An answer that is none, and misuse, end with status 2 and one line. A vector that fails before is the verdict."""
    good = tempfile.NamedTemporaryFile("w", suffix=".jsonl")  # ODD is right about them, but for one verb
    with open(path, encoding="utf-8") as vectors:
        good.writelines(line for line in vectors if '"no"' not in line)
    good.flush()
    for verb, words in [("advance", "fired 300"), ("advance", "fired x"), ("add", "yes"), ("init", "no"), ("hello", "fifo"),
                        ("advance", "")]:
        told = f"replay.py: `{verb}"
        tried([good.name, sys.executable, "-c", ODD, verb, words], 2, f"is answered by `{words}`", told)
    tried([path, "no-such-program"], 2, "No such file", "replay.py: ")
    tried(["no-such-file", *sound], 2, "No such file", "replay.py: ")
    tried([path], 2, "required: COMMAND", "usage: ")
    tried([good.name, sys.executable, "-c", ODD, "next", "none"], 2, "`ok`", "replay.py: `advance")  # ok is no answer to advance
    tried([path, sound[0], "budget_forgets_the_rest", "--serve"], 1, "", "")


def tried(arguments, status, words, first):
    got = subprocess.run([sys.executable, "-B", replay.__file__, *arguments], capture_output=True, text=True, check=False)
    assert (got.returncode, words in got.stderr, got.stderr.startswith(first)) == (status, True, True), (arguments, got)


def claims(path, folder, queue, simple):
    """The program `simple` tells a tick that has passed, as the claim `next` allows. `queue` is a heap without a clock."""
    sound = [[f"{folder}/judge_faulty_{program}", "none"] for program in ("heap", "ring", "list")]
    sound += [[f"{folder}/judge_faulty_claims", claim] for claim in ("unordered", "pops", "sleeps", "grain", "late")]
    for command in [*sound, [queue], [simple]]:
        subject = [*command, "--serve"]
        played = replay.playable(subject, replay.read(path))
        others = list(changed(played))
        failed, fails = list(replay.wrong(subject, played)), set(replay.wrong(subject, others))
        held = [v["vector"] for v in others if v["vector"] not in fails]
        assert len(played) > 40 and not failed and not held, (command, len(played), failed, held)
        print(len(played), "hold, and none with another answer:", " ".join(command[-1:]))
    for hello in ("sleeps late 9 name x", "top 1000 name x", "grain 1000 top 10000000 name x"):
        command = [sys.executable, "-B", replay.__file__, path, "echo", hello]
        said = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=False)
        assert said.returncode == 2 and "no vector is played: timers that claim" in said.stdout, said
    nonsense(path, [*sound[2], "--serve"])
    assert not replay.unsuited("top 1073741824 late 0 grain 1 name x late 5")


def unseen():
    lines = (make.HERE / "unseen.list").read_text(encoding="utf-8").splitlines()
    return {line.split()[0] for line in lines if not line.startswith("#")}


# Faults that are left to the night: some of their runs hang until the limit of the processor, or many vectors run alone.
SLOW = {"compared_before_it_is_in_reach", "one_of_a_slot_is_flushed", "jump_is_caught_up_tick_by_tick",
        "expired_one_is_counted_off_twice"}


def day(names, excused):
    """One fault of each faulty program, of each claim, and of each header that has one that is found and not SLOW."""
    by = {}
    for name in names:
        program, _, fault = name.partition(" ")
        if name.split()[-1] not in excused | SLOW:
            kind = fault.split("_")[0] if program == "claims" else program if fault else make.headers(name)[0] + ".h"
            by[kind] = name
    assert len(by) > 15, by
    return by.values()


def faults(path, folder, library):
    vectors, excused, found = replay.read(path), unseen(), {}
    with tempfile.TemporaryDirectory() as work:
        names = [*make.textbook_names(), *make.historic_names()]
        assert excused | SLOW <= {name.split()[-1] for name in names}, "unseen.list or SLOW names no fault"
        for name in day(names, excused) if "TW_DAY" in os.environ else names:
            sources = make.textbook(folder, name) if " " in name else make.historic(name, library, work)
            asked = (make.player(name, command) for _, command, _ in sources)
            by = (make.found_by(subject, has, vectors) for subject, has in asked)
            found[name] = next((vector for vector in by if vector), None)
            print("found by", found[name] or "none:", name, flush=True)
    wrong = [name for name, by in found.items() if (by is None) != (name.split()[-1] in excused)]
    assert not wrong, f"unseen.list says otherwise: {wrong}"
    if "TW_DAY" not in os.environ:
        long = {v["vector"] for v in vectors if len(v["run"]) // 2 > shrink.MOST} - set(found.values())
        assert not long, f"these find no fault alone: see shrink.py: {long}"


def counts(command, path):
    result = subprocess.run([*command, path], stdout=subprocess.PIPE, text=True, check=False)
    numbers = [int(n) for n in re.findall(r"\d+", result.stdout.splitlines()[-1])]
    assert len(numbers) == 3, result.stdout[-500:]
    return result.returncode, *numbers


def runner(path, *command):
    vectors = replay.read(path)
    status, holds, fails, declined = counts(command, path)
    assert (status, fails, holds + declined) == (0, 0, len(vectors)) and holds > 200, (status, holds, fails, declined)
    with tempfile.TemporaryDirectory() as work:
        file, none = pathlib.Path(work) / "changed.jsonl", pathlib.Path(work) / "none.jsonl"
        file.write_text("".join(json.dumps(v, separators=(",", ":")) + "\n" for v in changed(vectors)), encoding="ascii")
        status, held, fails, _ = counts(command, str(file))
        assert status == 1 and held == 0 and fails > holds, (status, held, fails)
        none.write_text("".join(json.dumps({**v, "needs": "more"}) + "\n" for v in vectors[:3]), encoding="ascii")
        assert counts(command, str(none)) == (1, 0, 0, 3)
    print(holds, "hold, and", fails, "with another answer fail")


if __name__ == "__main__":
    globals()[sys.argv[1]](*sys.argv[2:])
