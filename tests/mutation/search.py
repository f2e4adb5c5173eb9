#!/usr/bin/env python3
# SPDX-License-Identifier: MIT-0
"""Judges equivalent.list anew: for each entry it looks for an input to which the mutant answers otherwise. The drivers
in search/ share no code with the suite, and know no right answers: the same random runs are played against the sound
headers and against the mutant, and what they print is compared. Each entry belongs to a class:

    same    at -O2 and at -Os, in forms that have each structure at both levels, and in twelve that have each tick width
            and setting, the object code is the same
    room    the answers are the same; the mutant asks for other memory
    cost    the answers are the same; other numbers of compares, links, moves, prefetches, sleeps or steps were counted
    dead    none of these: the code that differs has no effect, by its types or since its condition cannot hold

An entry for which another answer is found is refuted: it leaves the list, and the suite must kill it. What was found for
an entry must fit the class that the list names; but a short search may miss what an entry costs, or the memory."""
import argparse
import collections
import concurrent.futures
import json
import os
import random
import subprocess
import sys
import tempfile
import threading
import time

sys.dont_write_bytecode = True
import forms  # noqa: E402
import mutants  # noqa: E402

HERE = os.path.dirname(os.path.abspath(__file__))
SOURCE = os.path.join(HERE, "..", "..")
DRIVERS = os.path.join(HERE, "search")
BLOCK = 0.6  # seconds that the sound program computes in a block of runs
ALIKE = 12   # forms whose object code is compared, beside one for each structure and level
CLASSES = ("same", "room", "cost", "dead")
Found = collections.namedtuple("Found", "name how seconds forms")


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=10, help="of search for an entry, compiling aside (10)")
    parser.add_argument("--only", metavar="TEXT", help="judge the entries whose name contains TEXT")
    parser.add_argument("--sample", type=int, metavar="N", help="judge N of them; all if not given")
    parser.add_argument("--seed", type=int, default=1, help="chooses the sample, the order of forms and the runs (1)")
    parser.add_argument("--jobs", type=int, default=2, metavar="N", help="how many at once (2)")
    parser.add_argument("--list", metavar="FILE", default=os.path.join(HERE, "equivalent.list"),
                        help="judge the names in FILE")
    parser.add_argument("--results", metavar="FILE", help="pass over what FILE knows, and add to it")
    return parser.parse_args()


def entries(path):
    """{name: the class that the list names, or ""}. The reason of an entry, which is indented, begins with the class."""
    classes, names = {}, []
    with open(path, encoding="utf-8") as file:
        for line in file:
            if line.startswith(" "):
                word = line.split(":")[0].strip()
                for name in names:
                    classes[name] = classes[name] or (word if word in CLASSES else "")
            elif line.strip() and not line.startswith("#"):
                if any(classes.get(n) for n in names):
                    names = []
                names.append(line.strip())
                classes[line.strip()] = ""
            else:
                names = []
    return classes


class Headers:
    """A directory with all headers and drivers, in which a form is compiled. Paths are the same in each."""
    def __init__(self, texts, path):
        self.path = path
        os.mkdir(path)
        for name, text in texts.items():
            self.write(name, text)
        for name in os.listdir(DRIVERS):
            with open(os.path.join(DRIVERS, name), encoding="utf-8") as file:
                self.write(name, file.read())

    def write(self, name, text):
        with open(os.path.join(self.path, name), "w", encoding="utf-8") as file:
            file.write(text)

    def compiled(self, form, output, *options):
        command = [*form.compiler, *form.options, "-I.", *options, "-c", form.driver + ".c", "-o", "driver.o"]
        if subprocess.run(command, cwd=self.path, check=False, stderr=subprocess.DEVNULL).returncode != 0:
            return False
        if output:
            link = [o for o in form.options if o == "-m32" or o.startswith("-fsanitize=address")]
            subprocess.run([form.compiler[0], *link, "driver.o", "-pthread", "-o", output], cwd=self.path, check=True)
        return True

    def object_code(self, form):
        if not self.compiled(form, None, "-DSEARCH_PLAIN"):
            return None
        with open(os.path.join(self.path, "driver.o"), "rb") as file:
            return file.read()

    def played(self, program, first, runs, limit):
        """What a program prints, and how it ends."""
        environment = dict(os.environ, ASAN_OPTIONS="exitcode=77:detect_leaks=0", UBSAN_OPTIONS="exitcode=77")
        try:
            done = subprocess.run([os.path.join(".", program), str(first), str(runs)], cwd=self.path, check=False,
                                  stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, timeout=limit, env=environment)
            return done.stdout.decode().split("\n"), done.returncode
        except subprocess.TimeoutExpired as stopped:
            return (stopped.stdout or b"").decode().split("\n"), "no end"


class Sound:
    """A form of the sound headers: its program, and what that prints for each block of runs."""
    def __init__(self, headers, form, number, seed):
        self.headers, self.form, self.program = headers, form, "sound%d" % number
        self.first, self.lock, self.runs, self.blocks, self.code = seed * 1000000, threading.Lock(), 0, {}, None

    def make(self):
        if not self.runs:
            with self.headers.lock:
                if not self.headers.compiled(self.form, self.program):
                    raise SystemExit("search.py: it does not compile: " + " ".join(self.form.options))
            runs, took = 8, 0
            while took < BLOCK / 4 and runs < 1 << 20:
                runs *= 2
                took = self.timed(runs)[1]
            self.runs = max(1, int(runs * BLOCK / took))

    def timed(self, runs, first=0):
        began = time.monotonic()
        lines, status = self.headers.played(self.program, self.first + first, runs, 600)
        if status != 0:
            raise SystemExit("search.py: the sound headers fail: %s" % " ".join(self.form.axes))
        return lines, time.monotonic() - began

    def block(self, number):
        with self.lock:
            self.make()
            if number not in self.blocks:
                self.blocks[number] = self.timed(self.runs, number * self.runs)
            return self.blocks[number]

    def object_code(self):
        with self.lock:
            if self.code is None:
                with self.headers.lock:
                    self.code = self.headers.object_code(self.form)
            return self.code


def differ(sound, lines, status):
    """("answers", "room" or "cost", the first line that tells) of two transcripts, or None."""
    cost = None
    for mine, other in zip(sound, lines + [""] * len(sound)):
        if mine == other or mine.startswith("wild"):
            continue
        if mine.startswith("room") and other.startswith("room"):
            cost = ("room", "%s, not %s" % (other, mine))
        elif mine.split()[:2] != other.split()[:2]:
            return ("answers", "run %s%s" % (mine.split()[0], "" if status == 0 else ", ends with %s" % status))
        else:
            cost = cost or ("cost", "run %s: %s, not %s" % (mine.split()[0], other.split()[2:], mine.split()[2:]))
    return ("answers", "ends with %s" % status) if status != 0 else cost


class Search:
    def __init__(self, args, texts, work):
        self.args, self.texts, self.lock = args, texts, threading.Lock()
        self.headers = Headers(texts, os.path.join(work, "sound"))
        self.headers.lock = threading.Lock()
        self.free = [Headers(texts, os.path.join(work, "mutant%d" % i)) for i in range(args.jobs)]
        self.sounds = {}

    def sound(self, form):
        with self.lock:
            if repr(form) not in self.sounds:
                self.sounds[repr(form)] = Sound(self.headers, form, len(self.sounds), self.args.seed)
            return self.sounds[repr(form)]

    def judge(self, mutant):
        with self.lock:
            place = self.free.pop()
        place.write(mutant.header, mutants.mutated(self.texts[mutant.header], mutant))
        order = forms.ordered(mutant.header, self.args.seed)
        found = Found("same", "", 0, 0) if self.same(place, order) else self.searched(place, order)
        place.write(mutant.header, self.texts[mutant.header])
        with self.lock:
            self.free.append(place)
        return found

    def same(self, place, order):
        """Each structure at each level stands among the forms: one of them may have no use for the code."""
        plain, one_each = [f for f in order if f.axes[4] in forms.PLAIN], {}
        for form in plain:
            one_each.setdefault((form.axes[0], form.axes[4]), form)
        return all(place.object_code(f) == self.sound(f).object_code() for f in [*one_each.values(), *plain[:ALIKE]])

    def searched(self, place, order):
        """Form after form, each with its next block of runs, until the time is up and each level had its turn."""
        spent, turn, seen = 0, 0, {}
        least = len({f.axes[4] for f in order})
        while spent < self.args.seconds or turn < least:
            form, block = order[turn % len(order)], turn // len(order)
            turn += 1
            lines, limit = self.sound(form).block(block)
            if not place.compiled(form, "program"):
                return Found("refuted", "does not compile: " + ", ".join(form.axes), spent, turn)
            sound, began = self.sound(form), time.monotonic()
            first = sound.first + block * sound.runs
            kind, how = differ(lines, *place.played("program", first, sound.runs, 8 * limit + 10)) or ("", "")
            spent += time.monotonic() - began
            where = "%s; %s" % (", ".join(a for a in form.axes if a), how)
            if kind == "answers":
                return Found("refuted", where, spent, turn)
            seen.setdefault(kind, where)
        name = next((n for n in ("room", "cost") if n in seen), "dead")
        return Found(name, seen.get(name, ""), spent, min(turn, len(order)))


def known(path):
    if not path or not os.path.exists(path):
        return {}
    with open(path, encoding="utf-8") as file:
        return {r["key"]: Found(*r["found"]) for r in map(json.loads, file)}


def note(path, key, found):
    if path:
        with open(path, "a", encoding="utf-8") as file:
            file.write(json.dumps({"key": key, "found": found}) + "\n")


def chosen(args, texts, listed):
    by_name = {m.key: m for h in forms.FORMS for m in mutants.mutants(h, texts[h])}
    names = [n for n in listed if not args.only or args.only in n]
    idle = sorted({n.split()[0] for n in names} - set(forms.FORMS))
    if idle:
        print("no driver plays against %s: not judged" % ", ".join(idle))
    names = [n for n in names if n.split()[0] in forms.FORMS]
    gone = [n for n in names if n not in by_name]
    for name in gone:
        print("GONE %s" % name)
    found = [by_name[n] for n in names if n in by_name]
    if args.sample:
        random.Random(args.seed).shuffle(found)
    return found[:args.sample], gone


def run(args, texts, todo):
    """{name: Found}, told as it is found."""
    results = known(args.results)
    with tempfile.TemporaryDirectory() as work, concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        search = Search(args, texts, work)
        futures = {pool.submit(search.judge, m): m for m in todo if m.key not in results}
        for future in concurrent.futures.as_completed(futures):
            key, found = futures[future].key, future.result()
            results[key] = found
            note(args.results, key, found)
            print("%-7s %5.1f s %3d forms  %s%s" % (found.name, found.seconds, found.forms, key,
                                                    found.how and "\n        " + found.how), flush=True)
    return {m.key: results[m.key] for m in todo}


def fits(listed, found):
    missed = found == "dead" and listed in ("cost", "room")
    return found != "refuted" and (found == listed or missed or not listed)


def main():
    args = arguments()
    texts = {}
    for name in os.listdir(SOURCE):
        if name.endswith(".h"):
            with open(os.path.join(SOURCE, name), encoding="utf-8") as file:
                texts[name] = file.read()
    listed = entries(args.list)
    todo, gone = chosen(args, texts, listed)
    results = run(args, texts, todo)
    wrong = [k for k, found in results.items() if not fits(listed[k], found.name)]
    print("%d entries: %s" % (len(results), ", ".join(
        "%s %d" % pair for pair in sorted(collections.Counter(f.name for f in results.values()).items()))))
    for key in wrong:
        print("WRONG: listed as %s, found %s: %s" % (listed[key] or "nothing", results[key].name, key))
    return 1 if wrong or gone else 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit("search.py: stopped")
