#!/usr/bin/env python3
# SPDX-License-Identifier: MIT-0
"""The verdicts of bench/goals.py, and the figures that bench/results.py reads, on results that are made up here; and
that docs/comparison.md, which a run wrote, says of the figures of docs/comparison.csv what bench/goals.py wants."""
import json
import re
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(sys.argv[1]) / "bench"))
sys.dont_write_bytecode = True
import goals  # noqa: E402
import page  # noqa: E402
import results  # noqa: E402


def verdict(row, cell, peer, ours):
    """Reached or not, and the value, of the one verdict of this cell on peer and ours."""
    found = [(v.met, round(v.value, 3)) for v in goals.verdicts({cell: row}) if (v.peer, v.ours) == (peer, ours)]
    assert len(found) == 1, found
    return found[0]


expire, hold = ("sets", "expire", 100), ("queues", "hold-uniform", 10000)
# peer / ours; 1.0 is reached at 0.95, no other goal below its ratio
assert verdict({"hwheel": 100, "cascade": 96}, expire, "cascade", "hwheel") == (True, 0.96)
assert verdict({"hwheel": 100, "cascade": 94}, expire, "cascade", "hwheel") == (False, 0.94)
assert verdict({"heap4": 100, "boost_d_ary_mutable": 159}, hold, "boost_d_ary_mutable", "heap4") == (False, 1.59)
assert verdict({"heap4": 100, "boost_d_ary_mutable": 160}, hold, "boost_d_ary_mutable", "heap4") == (True, 1.6)
# every peer: neither ours nor the floor
many = {"hwheel": 100, "floor": 60, "heap4": 500, "cascade": 300, "rounds": 150}
assert {v.peer for v in goals.verdicts({("sets", "expire", 1000000): many}) if v.goal.peer == goals.EVERY} == \
    {"cascade", "rounds"}
# a limit of the figure itself; the best of several
assert verdict({"bigwheel": 50000}, ("sets", "worst", 1000000), "", "bigwheel") == (True, 50000)
assert verdict({"bigwheel": 50001}, ("sets", "worst", 1000000), "", "bigwheel") == (False, 50001)
proxy = {"heap4": 9, "hwheel": 6, "libev_heap": 5.4}
assert verdict(proxy, ("sets", "http-proxy-1us", 1521), "libev_heap", "hwheel") == (False, 0.9)
# a cell in which ours is missing has no verdict, and a size that the goal does not name has none
assert not goals.verdicts({expire: {"cascade": 5}})
assert not [v for v in goals.verdicts({("sets", "worst", 100): {"bigwheel": 1e9}})]
# what a short run needs of a cell
assert goals.needed("queues", "hold-constant", 100, ["floor", "heap4", "pugh", "std_pq_pairs", "absl_btree"]) == \
    ["heap4", "pugh", "std_pq_pairs"]


def entry(name, time, kind="iteration", **more):
    return {"run_name": name + "/iterations:1/manual_time", "run_type": kind, "real_time": time, **more}


with tempfile.TemporaryDirectory() as name:
    saved = Path(name)
    (saved / "machine.json").write_text(json.dumps({"processor": "none", "turns": 3}))
    (saved / "sets.001.worst.100.json").write_text(json.dumps({
        "context": {"compiler": "cc 1", "options": "-O2"},
        "benchmarks": [entry("worst/100/hwheel", t) for t in (900, 500, 400)] +
                      [entry("worst/100/hwheel", 600, "aggregate")]}))
    (saved / "queues.001.push-random.100.json").write_text(json.dumps({
        "context": {"compiler": "cc 1", "options": "-O2"},
        "benchmarks": [entry("push-random/100/heap4", t, pop=2 * t, operations=5) for t in (10, 90, 20)]}))
    context, figures, instructions = results.load(saved)
    assert figures == {("sets", "worst", 100): {"hwheel": 400}, ("queues", "push-random", 100): {"heap4": 20},
                       ("queues", "pop-random", 100): {"heap4": 40}}, figures
    assert context["compiler"] == "cc 1" and instructions == {}

# what a beat in turn takes beside a random one, and the median of several runs
with tempfile.TemporaryDirectory() as name:
    table = Path(name) / "counts.txt"
    table.write_text("heap4 ticks in-turn.9.us 7 1\n" +
                     "".join(f"hwheel beats {w}.1000.us {n}.00 1\n" for w, n in (("random", 100), ("in-turn", 131))))
    cells = results.beats(table)
assert cells == {("beats", "beats-in-turn-us", 1000): {"hwheel": 1.31}}, cells
assert [(v.met, v.ours) for v in goals.verdicts(cells)] == [(False, "hwheel")]
cells["beats", "beats-in-turn-us", 1000]["hwheel"] = 1.3
assert [v.met for v in goals.verdicts(cells)] == [True]
assert results.medians([{expire: {"a": 9}}, {expire: {"a": 1, "b": 2}}, {expire: {"a": 5}}]) == {expire: {"a": 5, "b": 2}}

# what is written as CSV is read as it was, to the figures that are shown
with tempfile.TemporaryDirectory() as name:
    table = Path(name) / "all.csv"
    page.save({expire: {"cascade": 1234.5, "hwheel": 0.126}}, {"expire": {"heap4": 77.77}}, table)
    assert page.figures(table) == ({expire: {"hwheel": 0.13, "cascade": 1234}}, {"expire": {"heap4": 77.8}})

# the page: each of its goals is one of today's and wants as much, each goal has a row, and each row says of the
# figures of the CSV file what is so
docs = Path(sys.argv[1]) / "docs"
text, (measured, _) = (docs / "comparison.md").read_text(), page.figures(docs / "comparison.csv")
lines = re.findall(r"^\| .* \| [<>]= .*", text, re.M)
have, reached, all_figures = set(), 0, 0
for title, wanted, met, worst, value in ([c.strip(" *") for c in line.split("|")[1:-1]] for line in lines):
    sign, limit = wanted.split()
    limit, value = float(limit.replace(",", "")), float(value.replace(",", ""))
    found = [g for g in goals.GOALS if g.title == title and abs(g.limit - limit) < 0.00501 and
             (g.peer is None) == (sign == "<=")]
    assert found, (title, wanted)
    have |= set(found)
    met, of = map(int, met.split(" of "))
    reached, all_figures = reached + met, all_figures + of
    those = [v for v in goals.verdicts(measured) if v.goal in found]
    assert (met, of) == (sum(v.met for v in those), len(those)), (title, met, of)
    far = (max if sign == "<=" else min)(v.value for v in those)
    assert abs(far - value) < 0.00501 + 0.006 * value, (title, far, value)
    workload, n, peer, ours = re.fullmatch(r"(.+), N = ([0-9,]+): (?:(\S+) / )?(\S+)", worst).groups()
    assert any((v.workload, f"{v.n:,}", v.peer, v.ours) == (workload, n, peer or "", ours) and v.value == far
               for v in those), (title, worst)
    least = 0.95 if limit == 1 else limit
    assert (value <= limit if sign == "<=" else value >= least) == (met == of) or abs(value - least) < 0.00501, title
# a goal whose workload was not run is newer than the page;
# 10,000,000 alone is what a run with --big measures; and the page names a peer that did not run
usual = {g for g in goals.GOALS if g.sizes != (10000000,) and f"* `{g.peer}` did not run: " not in text and
         any(w in g.workloads for _, w, _ in measured)}
assert usual <= have <= set(goals.GOALS), usual - have
assert f" {reached} of {all_figures} figures reach their goal." in text, (reached, all_figures)

assert results.literal("a+b.c|d") == r"a\+b\.c\|d"
print("goals and results are judged as they should")
