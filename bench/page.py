# SPDX-License-Identifier: MIT-0
"""Tables and plots of results: on the terminal, and docs/comparison.md with its SVG files."""
import re
import shutil
import subprocess
import sys

import goals

TITLES = {
    "sets": "Timer sets", "queues": "Priority queues", "dijkstra": "Shortest ways by Dijkstra's algorithm",
    "loops": "Timers of event loops", "counts": "Counts",
    "shards": "Threads: N of them, ns of one request", "blocking_queues": "Delay queues: N producers, N consumers",
}
REFERENCE = {"sets": "hwheel", "queues": "heap4", "dijkstra": "heap4_by_tick", "loops": "hwheel", "counts": "hwheel",
             "shards": "loops_10%", "blocking_queues": "on_heap4"}
NOTES = {
    "worst": "ns of the longest of 140,000 ticks, each the least of five identical runs",
    "tick": "ns of one tick of `expire`, whatever fires in it",
    "sparse": "ns of one of 10 timers, the loop sleeping from one to the next over 10^9 ticks",
    "jump": "ns of one jump of 10^9 ticks over 10 timers",
    "worst-touched": "nodes touched in the worst of 140,000 ticks",
    "jump-touched": "nodes touched in a jump of 10^9 ticks over 10 timers",
    "sparse-wakes": "wake-ups for each distinct deadline",
    "ways-grid": "ns of one place reached; N places in rows, with roads to their neighbours",
    "ways-sparse": "ns of one place reached; N places, four roads from each to any others",
    "ways-dense": "ns of one place reached; N places, 32 roads from each to any others",
    "late": "ns by which a sleeper comes back late; N is the timer slack in ns",
}
# One colour a structure, of middle brightness; peers share four, told apart by dashes and points.
COLOURS = {"hwheel": "#2f7fd6", "bigwheel": "#7a5fd0", "wheel": "#1f9e89", "heap4": "#d9622b", "rbtree": "#c83f6d",
           "skiplist": "#b08a1e", "smallwheel": "#3f9fb0", "heap4_typed": "#d9622b", "floor": "#808080"}
PEER_COLOURS = ("#8a8f98", "#5f9e6e", "#a9745b", "#6f86b0")
# Peers that Debian does not have, and the options that name their directories.
FETCHED = {"ratas": "BENCH_RATAS", "timeout.c": "BENCH_TIMEOUT"}
UNPLOTTED = {"std_multiset", "std_pq_keys", "boost_d_ary", "boost_d_ary_stable", "bsd_tree", "rbtree_typed",
             "skiplist_typed", "sortedlist", "sorted_list", "unsorted_list", "heap4_typed"}


def number(value):
    return f"{value:,.0f}" if value >= 1000 else f"{value:.1f}" if value >= 10 else f"{value:.2f}"


def in_order(subjects):
    """The floor first, ours next, then peers."""
    return sorted(subjects, key=lambda s: (s != "floor", s.split("+")[0] not in goals.OURS, s))


def workloads(results, program):
    seen = {}
    for (of, workload, n) in results:
        if of == program:
            seen.setdefault(workload, []).append(n)
    return {workload: sorted(sizes) for workload, sizes in seen.items()}


def table(results, program, workload, sizes):
    """Rows of text: a subject, and for each N its ns and, in brackets, by how much it is slower than the reference."""
    reference = REFERENCE[program]
    rows = [["subject"] + [f"N = {n:,}" for n in sizes]]
    for subject in in_order({s for n in sizes for s in results[program, workload, n]}):
        row = [subject]
        for n in sizes:
            cell = results[program, workload, n]
            base = cell.get(reference)
            row.append("-" if subject not in cell else number(cell[subject]) +
                       (f" ({cell[subject] / base:.2f})" if base and subject != reference else ""))
        rows.append(row)
    return rows


def goal_rows(verdicts):
    rows = [["", "goal", "workload", "N", "peer", "ours", "value", "wanted"]]
    for v in verdicts:
        sign = "<=" if v.goal.peer is None else ">="
        rows.append(["reached" if v.met else "**short**", v.goal.title, v.workload, f"{v.n:,}", v.peer, v.ours,
                     number(v.value), f"{sign} {number(v.goal.limit)}"])
    return rows


def text_table(rows):
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    return "\n".join("  ".join(c.ljust(w) if i == 0 or not c[:1].isdigit() else c.rjust(w)
                               for i, (c, w) in enumerate(zip(row, widths))).rstrip() for row in rows)


def markdown_table(rows, left=1):
    line = lambda cells: "| " + " | ".join(cells) + " |"
    align = ["---" if i < left else "---:" for i in range(len(rows[0]))]
    return "\n".join([line(rows[0]), line(align)] + [line(row) for row in rows[1:]])


def summary(verdicts):
    met = sum(v.met for v in verdicts)
    return f"{met} of {len(verdicts)} figures reach their goal."


def terminal(context, results):
    print(f"{context['processor']}; {context['compiler']} {context['options']}; medians of {context['turns']} turns\n")
    for program, title in TITLES.items():
        for workload, sizes in workloads(results, program).items():
            note = NOTES.get(workload, "ns of one operation")
            print(f"{title}, {workload}: {note} (times {REFERENCE[program]})")
            print(text_table(table(results, program, workload, sizes)) + "\n")
    verdicts = goals.verdicts(results)
    rows = [[c.strip("*") for c in row] for row in goal_rows(verdicts)]
    print("Goals: peer / ours, above 1 ours is faster; or the figure itself\n" + text_table(rows) + "\n")
    print(summary(verdicts))


def style(subject, peers):
    """The style of a line of gnuplot: ours thick and plain, peers thin and dashed, the floor dotted."""
    if subject == "floor":
        return f"lc rgb '{COLOURS[subject]}' lw 2 dt 3 pt 0"
    if subject in goals.OURS:
        return f"lc rgb '{COLOURS.get(subject, '#808080')}' lw 2.5 dt 1 pt 7 ps 0.6"
    i = peers.index(subject)
    return f"lc rgb '{PEER_COLOURS[i % 4]}' lw 1.2 dt {2 + i % 3} pt {4 + i % 10} ps 0.6"


def plot(results, program, workload, sizes, file):
    shown = [s for s in in_order({s for n in sizes for s in results[program, workload, n]})
             if s not in UNPLOTTED and "+" not in s]
    peers = [s for s in shown if s != "floor" and s not in goals.OURS]
    data, lines = [], []
    for subject in shown:
        points = [(n, results[program, workload, n].get(subject)) for n in sizes]
        data.append(f"${'d' + str(len(data))} << EOD\n" +
                    "".join(f"{n} {v}\n" for n, v in points if v is not None) + "EOD\n")
        lines.append(f"$d{len(data) - 1} using 1:2 with linespoints {style(subject, peers)} title '{subject}'")
    grey = "textcolor rgb '#808080'"
    script = f"""set terminal svg size 760,430 dynamic font 'sans-serif,12' name '{file.stem.replace("-", "_")}'
set output '{file}'
set logscale xy
set border 3 lc rgb '#808080'
set grid ytics lc rgb '#a0a0a0' lw 0.4 dt 3
set tics nomirror {grey}
set format x '10^{{%L}}'
set xlabel 'N' {grey}
set ylabel 'ns' {grey}
set title '{workload}' {grey}
set key outside right noenhanced {grey}
set title noenhanced
""" + "".join(data) + "plot " + ", ".join(lines) + "\n"
    subprocess.run(["gnuplot"], input=script, text=True, check=True)


def stacked(pictures):
    """One picture of pictures, one below the other."""
    bodies = [re.sub(r"^.*?<svg *", "", svg, flags=re.S) for svg in pictures]
    return (f'<svg viewBox="0 0 760 {430 * len(bodies)}" xmlns="http://www.w3.org/2000/svg">\n' +
            "".join(f'<svg y="{430 * i}" width="760" height="430" {body}' for i, body in enumerate(bodies)) +
            "</svg>\n")


def plots(results, directory):
    """An SVG file for each program, with a plot for each workload that was run for several N: {program: its name}."""
    if not shutil.which("gnuplot"):
        print("compare: no gnuplot (gnuplot-nox), so there are tables and no plots", file=sys.stderr)
        return {}
    directory.mkdir(parents=True, exist_ok=True)
    for old in directory.glob("*.svg"):
        old.unlink()
    made = {}
    for program in ("sets", "queues", "loops"):
        files = []
        for workload, sizes in workloads(results, program).items():
            if len(sizes) > 1:
                files.append(directory / f"{workload}.svg")
                plot(results, program, workload, sizes, files[-1])
        if files:
            picture = stacked([file.read_text() for file in files])
            for file in files:
                file.unlink()
            made[program] = f"{program}.svg"
            (directory / made[program]).write_text(picture)
    return made


HEAD = """# Comparison

What the structures of this collection cost beside those that others use, measured by `bench/compare`, which wrote this
page. `cmake --workflow --preset bench` measures a part of it on your machine in a few minutes.

* {processor}, {processors} processors, {system}; {compiler}, options {options}; {date}.
* Figures are ns of one operation, medians of {turns} turns; all subjects of a cell ran in one process, their turns in
  random order. They vary by some 5 % from run to run; small N vary least. In brackets: times the first of ours named.
* Objects are 128 bytes in random order, and are touched when they fire or leave. What fires at which tick is the same
  for all, and in which order, for all that keep one: the programs abort otherwise.
* `floor` touches the memory that every structure must touch, in the best order there is, and does nothing else.
* `linux_4.8`, `linux_rbtree`, `libev_heap`, `cascade`, `rounds`, `pugh` and the lists are textbook schemes in the style
  of those programs, written for this comparison: bench/textbook/. `linux_4.8` fires up to an eighth late. Neither it
  nor `cascade`, `rounds`, `ratas`, `timeout.c`, `libev`, `libevent`, `std_pq` and `boost_d_ary` keeps the order of
  arming among equal deadlines; ours and the trees do.
"""


def missing(results):
    """A line for each fetched peer that did not run."""
    ran = {subject.split("+")[0] for row in results.values() for subject in row}
    return "".join(f"* `{peer}` did not run: its source was not there (`-D{option}=DIR`).\n"
                   for peer, option in FETCHED.items() if peer not in ran)


def document(context, results, instructions, file):
    """Writes the page and its plots."""
    made = plots(results, file.parent / file.stem)
    verdicts = goals.verdicts(results)
    parts = [HEAD.format(**context) + missing(results), "## Goals\n",
             "A value is peer / ours: above 1 ours is faster, and 1.0 counts as reached at 0.95. Where there is no\n"
             "peer the value is the figure itself. " + summary(verdicts) + "\n",
             markdown_table(goal_rows(verdicts), 6) + "\n"]
    for program, title in TITLES.items():
        found = workloads(results, program)
        if found:
            parts.append(f"## {title}\n\nTimes `{REFERENCE[program]}` in brackets.\n")
        if program in made:
            parts.append(f"![{title}: ns against N]({file.stem}/{made[program]})\n")
        for workload, sizes in found.items():
            parts.append(f"### {workload}\n\n{NOTES.get(workload, 'ns of one operation')}\n")
            parts.append(markdown_table(table(results, program, workload, sizes)) + "\n")
    if instructions:
        subjects = in_order({s for row in instructions.values() for s in row})
        rows = [["subject", *instructions]] + [
            [s] + [number(row[s]) if s in row else "-" for row in instructions.values()] for s in subjects]
        parts += ["## Instructions\n",
                  "Of one operation at N = 1000, the benchmark's own included, counted by callgrind.\n",
                  markdown_table(rows) + "\n"]
    file.write_text("\n".join(parts))
    print(f"{file}: {summary(verdicts)}")
