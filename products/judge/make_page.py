#!/usr/bin/env python3
"""make_page.py TW_JUDGE CORE_LIBRARY WORK [--check PAGE]: builds and judges the subjects of subjects/subjects.list, and
prints docs/judged.md. A subject whose compiler, library or program is missing is named with that reason. With --check,
compares the verdicts with those of PAGE instead, and ends with 1 if one differs. In the environment, the
names in capitals of subjects.list may name directories of sources, and NPM one of node_modules."""
import datetime
import json
import os
import pathlib
import re
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
PROMISES = ["early", "first", "order", "fifo", "passed", "cancel", "move", "next", "callbacks", "budget", "wrap", "jump",
            "far", "memory"]
OPTIONS = ["--json", "--ops", "5000", "--cancels", "500000"]
MARKS = {"kept": "+", "broken": "**no**", "not seen": "-", "not claimed": ".", "not judged": "?"}

PLAYGROUND = "../products/playground/index.html#tab=explore&on=heap4&do="

HEAD = """# Who keeps which promise

`tw_judge` ([judge/README.md](../products/judge/README.md)) put these timers and queues before the promises of its card, each with
5000 operations a promise and 500,000 cancels. The table says `+` where a promise is kept as far as was seen, **no**
where it is broken, and `-` where no run could try it, since an earlier breach ended each. It says `?` where it could not
be judged, and `.` where the subject does not claim it: by its documentation, or because the queue has no such thing. The
list below the table has the shortest sequence found for each breach, and says whether the documentation claims the promise.

A subject is the library behind a short adapter ([judge/subjects](../products/judge/subjects)): another use of the same library
may keep more, or less. What a documentation leaves open is no fault. The judge ran on Debian 12, on an AMD
EPYC; Python, Node.js and Rust's compiler were newer there than Debian's. A subject of npm is its newest version of
November 2026. One from a directory of the user's is a stored copy of the files in its public repository, without
comments and without members that the adapter does not call, and with stand-ins for the headers and classes that they
want. Its row names the commit that has the same text. There is no row for sozu, bitwheel, glommio, theine-go,
managarm, ESP-IDF, Zephyr and connectedhomeip, whose timers were reported broken since 2023: Debian has no package of
them, and no copy was judged.

A row that names a day was judged on that day, and its copy was not there later. All other rows were judged on {day}.

`python3 products/judge/make_page.py build/test/judge/tw_judge build/test/judge/libjudge_core.a build/judged` prints this page
anew; [subjects.list](../products/judge/subjects/subjects.list) says how each is built. A subject that sleeps in real time is judged
by a tenth of the operations, and its memory is not. A busy machine changes no verdict on it: a call counts for the tick of its
coming, and where one is later than the subject claims, the adapter waits on for it, up to five seconds.
"""


def rows():
    for line in (HERE / "subjects/subjects.list").read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            yield [part.strip() for part in line.split("|")]


def run(command):
    try:
        return subprocess.run(command, capture_output=True, text=True, check=False)
    except OSError as error:
        return subprocess.CompletedProcess(command, 127, "", str(error))


def judge(row, words):
    """The card of a subject, or the reason why there is none."""
    name, packages, build, command, said = row
    if build:
        built = run(build.format(**words).split())
        if built.returncode:
            return f"{name} is not judged here: it wants {packages}"
    parts = command.format(**words).split()
    at = 1 if parts[0] == words["tw"] else len(parts)
    options = [*OPTIONS, "--limit", "60"] if "sleeps in real time" in said else OPTIONS
    got = run(parts[:at] + options + parts[at:])
    try:
        return json.loads(got.stdout)
    except ValueError:
        if " is answered by " in got.stderr:  # an adapter of ours is wrong, and nothing is missing
            sys.exit(f"{name}: {got.stderr.strip()}")
        return f"{name} is not judged here: it wants {packages}"


def flags(package):
    return run(["pkg-config", "--cflags", "--libs", package]).stdout.strip()


def javas():
    """Debian's jars, and their versions by the names of their files."""
    words, folder = {}, pathlib.Path("/usr/share/java")
    for name, jar in [("netty", "netty-common"), ("zookeeper", "zookeeper"), ("caffeine", "caffeine"),
                      ("jgroups", "jgroups")]:
        words[name] = str(folder / f"{jar}.jar")
        words[f"{name}_version"] = next((path.stem[len(jar) + 1:] for path in folder.glob(f"{jar}-[0-9]*.jar")), "?")
    words["zookeeper"] += f":{folder}/slf4j-api.jar"
    return words


def directories():
    words = {name.lower(): os.environ.get(name, "/none")
             for name in ("TIMEOUT", "RATAS", "SEASTAR", "FASTCOMMON", "BIGCODE", "ATOMVM", "DECK", "AGRONA", "GLUSTERFS",
                          "KAMAILIO", "LINUX")}
    modules = os.environ.get("NPM", "/none")
    words["npm"] = f"env NODE_PATH={modules} node --max-semi-space-size=1 {HERE}/subjects/npm.js"
    return {**words, "osmo_version": run(["pkg-config", "--modversion", "libosmocore"]).stdout.strip() or "?"}


def states(card):
    found = {row["promise"]: row["state"] for row in card["promises"]}
    return [MARKS[found[promise]] for promise in PROMISES]


def claims():
    """What the documentation says, by the row and the promise."""
    lines = (HERE / "breaches/claims.list").read_text(encoding="utf-8").splitlines()
    return {tuple(part.strip() for part in line.split("|")[:2]): line.split("|")[2].strip()
            for line in lines if not line.startswith("#")}


def breach(name, row, said):
    lines = [f"### {name}: {row['promise']}", ""]
    if "words" in row:
        lines += [f"Begin at tick {row['begin']}."]
        lines += [f"{i}. {word[0].upper()}{word[1:]}." for i, word in enumerate(row["words"], 1)]
        lines += ["", f"Answer: `{row['answer'] or 'nothing'}`. Expected: `{row['expected'] or 'nothing'}`."]
    lines += [f"{row['reason'][0].upper()}{row['reason'][1:]}.", "", f"Documentation: {said}", ""]
    if row["play"]:
        lines += [f"[Play it rightly]({PLAYGROUND}{row['play']}), by a heap.", ""]
    return lines


def page(cards):
    day = f"{datetime.date.today():%-d %B %Y}"
    lines = [HEAD.format(day=day), "| subject | " + " | ".join(PROMISES) + " | |", "|---" * (len(PROMISES) + 2) + "|"]
    missing, breaches = [], []
    for row, card in cards:
        if isinstance(card, str):
            missing.append(f"* {card}.")
            continue
        lines.append(f"| {card['subject']} | " + " | ".join(states(card)) + f" | {row[4]} |")
        for promise in card["promises"]:
            if promise["state"] == "broken":
                said = claims().get((row[0], promise["promise"]), "not looked up.")
                breaches += breach(card["subject"], promise, said)
    return "\n".join(lines + [""] + missing + [""] * bool(missing) + ["## Breaches", ""] + breaches).rstrip() + "\n"


def verdicts(text):
    """Of each subject, by its name without a version."""
    table = [line.split(" | ") for line in text.splitlines() if line.startswith("| ") and not line.startswith("| subject")]
    return {re.sub(r"[\d.]+", "", cells[0]): cells[1:1 + len(PROMISES)] for cells in table}


def main():
    tw, core, work = (str(pathlib.Path(argument).resolve()) for argument in sys.argv[1:4])
    pathlib.Path(work).mkdir(parents=True, exist_ok=True)
    ns3 = run(["dpkg-query", "-W", "-f", "${Version}", "libns3-dev"]).stdout.split("-")[0] or "?"
    systemd = run(["pkg-config", "--modversion", "libsystemd"]).stdout.split()[0:1] or ["?"]
    words = {"s": str(HERE / "subjects"), "w": work, "tw": tw, "root": str(HERE.parent.parent),
             "c": f"cc -std=gnu99 -O2 -I{HERE} -Wl,--no-as-needed -DSYSTEMD_VERSION=\"{systemd[0]}\"",
             "glib": flags("glib-2.0"), "qt": flags("Qt5Core"), **javas(), **directories(),
             "rustc_version": (run(["rustc", "--version"]).stdout.split() + ["?", "?"])[1],
             "cc": f"c++ -O1 -I{HERE} -DNS3_VERSION=\"{ns3}\""}
    cards = []
    for row in rows():
        # The library of the judge stands behind the source that wants it.
        row[2] = row[2].replace(" -o ", f" {core} -o ") if re.search("{cc?}", row[2]) else row[2]
        row[4] = row[4].format(**words)
        cards.append((row, judge(row, words)))
        print(row[0], "" if isinstance(cards[-1][1], str) else cards[-1][1]["broken"], file=sys.stderr)
    text = page(cards)
    if len(sys.argv) > 5 and sys.argv[4] == "--check":
        old, new = verdicts(pathlib.Path(sys.argv[5]).read_text(encoding="utf-8")), verdicts(text)
        wrong = [f"{name}: {new[name]}, and the page says {old.get(name)}" for name in new if new[name] != old.get(name)]
        print("\n".join(wrong) or f"{len(new)} subjects as the page says")
        sys.exit(1 if wrong else 0)
    print(text, end="")


main()
