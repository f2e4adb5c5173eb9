# SPDX-License-Identifier: MIT-0
"""What instrumented programs ran of the headers, united by place in the source. A function that macros make, or that
stands in several programs, is one function here: a line, branch or condition counts as covered if any of them covers
it. A condition of a decision counts (MC/DC) if two evaluations, of one program or of two, differ in it and in the
result and in no other condition that was evaluated."""
import collections
import json
import re
import subprocess

CODE, BRANCH, CONDITION = 0, 4, 6


class Coverage:
    """programs: for each, place -> was the region there entered? branches: place -> the answers seen. decisions:
    (place, number of conditions) -> [the evaluations seen, the conditions that are constant in every program]. A place
    begins with the header."""

    def __init__(self, headers=()):
        self.headers = headers
        self.programs, self.branches, self.decisions = [{}], collections.defaultdict(set), {}

    def add(self, other):
        self.programs += other.programs
        for place, answers in other.branches.items():
            self.branches[place] |= answers
        for key, (seen, constant) in other.decisions.items():
            mine = self.decisions.setdefault(key, [set(), set(constant)])
            mine[0] |= seen
            mine[1] &= constant

    def regions(self, header):
        """Place -> was it entered? A region that a program has not got, because no call before it may end the program
        there, was entered if the innermost one around its beginning was."""
        programs = [{p: e for p, e in program.items() if p[0] == header} for program in self.programs]
        return {place: any(innermost(program, place) for program in programs) for place in set().union(*programs)}

    def read_regions(self, functions):
        """From the functions of llvm-cov's export."""
        for function in functions:
            names = [name.rsplit("/", 1)[-1] for name in function["filenames"]]
            for *span, count, file, _, kind in function["regions"]:
                if kind == CODE and span[:2] != span[2:] and names[file] in self.headers:
                    place = (names[file], *span)
                    self.programs[0][place] = self.programs[0].get(place, False) or count > 0
            for *span, yes, no, file, _, kind in function["branches"]:
                if kind in (BRANCH, CONDITION) and names[file] in self.headers:
                    self.branches[(names[file], *span)] |= {a for a, n in ((True, yes), (False, no)) if n}

    def read_decisions(self, text):
        """From llvm-cov's show, which alone tells the evaluations: a line "1 { T,  F  = F }" for each."""
        header, place = "", ()
        conditions, seen, constant = 0, set(), set()
        for line in text.splitlines():
            if re.match(r"/.*:$", line):
                header = line[:-1].rsplit("/", 1)[-1]
                continue
            line = line.lstrip(" |")
            if line.startswith("---> MC/DC Decision Region"):
                place, conditions, seen, constant = (header, *map(int, re.findall(r"\d+", line))), 0, set(), set()
            elif line.startswith("Condition C"):
                conditions += 1
            elif re.match(r"\d+ {.*}", line):
                seen.add(tuple(re.findall(r"[TFC-]", line)))
            elif line.endswith("-Pair: constant folded"):
                constant.add(int(re.findall(r"\d+", line)[0]) - 1)
            elif line.startswith("MC/DC Coverage for Decision") and header in self.headers:
                mine = self.decisions.setdefault((place, conditions), [set(), set(constant)])
                mine[0] |= seen
                mine[1] &= constant


def innermost(program, place):
    """Was the innermost region of a program that has the beginning of a place entered?"""
    if place in program:
        return program[place]
    around = [p for p in program if p[1:3] <= place[1:3] < p[3:5]]
    return bool(around) and program[max(around, key=lambda p: (p[1:3], [-end for end in p[3:5]]))]


def independent(evaluations, k):
    """Do two evaluations differ in condition k and in the result, and agree in the others where both evaluated them?"""
    yes = [e for e in evaluations if e[k] == "T"]
    no = [e for e in evaluations if e[k] == "F"]
    others = [j for j in range(len(next(iter(evaluations), ())) - 1) if j != k]
    return any(a[-1] != b[-1] and all(a[j] == b[j] or a[j] in "-C" or b[j] in "-C" for j in others)
               for a in yes for b in no)


def measured(program, profile, headers, counts):
    """The coverage of one program, of those headers for which it counts."""
    coverage = Coverage({path.name for path in counts})
    common = [program, "-instr-profile", profile, *headers] # of one header alone, `show` would not print the name
    exported = subprocess.run(["llvm-cov-19", "export", *common], check=True, capture_output=True, text=True).stdout
    coverage.read_regions(json.loads(exported)["data"][0]["functions"])
    shown = subprocess.run(["llvm-cov-19", "show", "-show-mcdc", *common], check=True, capture_output=True, text=True)
    coverage.read_decisions(shown.stdout)
    return coverage
