# SPDX-License-Identifier: MIT-0
"""Tables and plots of results: on the terminal, and docs/comparison.md with its SVG files and its CSV file."""
import csv
import re
import shutil
import subprocess
import sys
import textwrap

import goals

TITLES = {
    "sets": "Timer sets", "queues": "Priority queues", "dijkstra": "Shortest ways by Dijkstra's algorithm",
    "loops": "Timers of event loops", "counts": "Counts",
    "shards": "Threads: N of them, ns of one request", "blocking_queues": "Delay queues: N producers, N consumers",
}
REFERENCE = {"sets": "hwheel", "queues": "heap4", "dijkstra": "heap4_by_tick", "loops": "hwheel", "counts": "hwheel",
             "shards": "loops_10%", "blocking_queues": "on_heap4"}
# What each workload does: a name in words, and what is measured, where that is not ns of one operation.
WORDS = {
    "expire": ("timers fire tick by tick, and are armed again", "ns of one timer that fires"),
    "tick": ("the same: one tick, whatever fires in it", "ns of one tick of `expire`"),
    "worst": ("the longest single tick", "ns of the longest of 140,000 ticks, each the least of identical turns"),
    "churn-uniform": ("cancel a random timer and arm it for 1 to 60,000 ticks, all alike", None),
    "churn-exponential": ("the same, with many short and few long delays", None),
    "churn-constant": ("the same, with one constant delay", None),
    "heartbeat": ("move a random timer to 30,000 ticks from now, as a request does with an idle timeout", None),
    **{f"beats-{name}-{unit}": (f"{text}, and ask for the next deadline, in ticks of 1 {unit}", "ns of one beat")
       for unit in ("ms", "us") for name, text in (
           ("random", "move the idle timer of any client, 60 s ahead"),
           ("in-turn", "move that of the client that has been idle longest"),
           ("late", "the same, with a tenth of the clients late"),
           ("mixed", "move them in turn, with two idle times"),
           ("requests", "arm and cancel a timer of 5 ms, then move an idle timer in turn"))},
    **{f"near-{name}-{unit}": (f"all timers are due {text}, in ticks of 1 {unit}: sleep from one to the next",
                               "ns of one timer")
       for unit in ("ms", "us") for name, text in (("tick", "at one tick"), ("10ms", "within 10 ms"))},
    "burst": ("arm N, then one jump over all", "ns of one timer of the jump"),
    "sparse": ("ten timers in 10^9 ticks: sleep from one to the next", "ns of one timer"),
    "jump": ("ten timers in 10^9 ticks, and one jump over all", "ns of one jump"),
    "http-proxy-1us": ("a recorded HTTP proxy, in ticks of a microsecond", None),
    "http-proxy-1ms": ("the same proxy, in ticks of a millisecond", None),
    "hold-uniform": ("pop the least key, and push it back with a random one", "ns of both"),
    "hold-exponential": ("the same, with many small and few large steps", "ns of both"),
    "hold-constant": ("the same, with one constant step", "ns of both"),
    "hold-coarse": ("the same, with about 32 equal keys at the head", "ns of both"),
    "hold-ns3": ("the same, as ns-3 measures its schedulers: exponential steps of 100 ticks for every N", "ns of both"),
    "rearm": ("give the least object a later key in place", None),
    "push-random": ("fill an empty queue with random keys", "ns of one push"),
    "pop-random": ("empty that queue", "ns of one pop"),
    "push-ascending": ("fill an empty queue with rising keys", "ns of one push"),
    "pop-ascending": ("empty that queue", "ns of one pop"),
    "later": ("give a random object a later key", None),
    "new-key": ("give a random object a random key", None),
    "ways-grid": ("N places in rows, with roads to their neighbours", "ns of one place reached"),
    "ways-sparse": ("N places, four roads from each to any others", "ns of one place reached"),
    "ways-dense": ("N places, 32 roads from each to any others", "ns of one place reached"),
    "loop-rearm": ("move a random timer of an event loop", None),
    "loop-churn": ("cancel a random timer of an event loop, and arm it again", None),
    "worst-touched": ("the longest tick, in nodes", "nodes touched in the worst of 140,000 ticks"),
    "jump-touched": ("a jump over ten timers, in nodes", "nodes touched in a jump of 10^9 ticks over 10 timers"),
    "sparse-wakes": ("how often a sleeping loop wakes", "wake-ups for each distinct deadline"),
    "shards-hwheel": ("N threads arm timers of each other, over hwheel", "ns of one request"),
    "shards-heap4": ("N threads arm timers of each other, over heap4", "ns of one request"),
    "past": ("items that are due at once, through a delay queue", "ns of one item"),
    "short": ("items with short delays, through a delay queue", "ns of one item"),
    "paced": ("items at a given pace, through a delay queue", "ns of one item"),
    "late": ("how late a sleeper comes back", "ns by which it is late; N is the timer slack in ns"),
}
# What a reader asks first, and the workload that answers it.
QUESTIONS = (
    ("move timeouts that all have one delay", "sets", "heartbeat"),
    ("move the timeout that is due next, and ask when to wake up", "sets", "beats-in-turn-us"),
    ("cancel timeouts and arm them with mixed delays", "sets", "churn-uniform"),
    ("let timers fire", "sets", "expire"),
    ("never spend long in one tick", "sets", "worst"),
    ("replace the timers of an event loop", "loops", "loop-rearm"),
    ("pop the least key, and push it back", "queues", "hold-uniform"),
    ("empty a queue that was filled in random order", "queues", "pop-random"),
    ("change keys of objects in the queue", "queues", "new-key"),
)
ASKED = (100, 10000, 1000000)
TITLE = 90  # letters of a line above a plot, which has room for so many
# One colour a structure, of middle brightness.
COLOURS = {"hwheel": "#2f7fd6", "bigwheel": "#7a5fd0", "wheel": "#1f9e89", "heap4": "#d9622b", "rbtree": "#c83f6d",
           "skiplist": "#b08a1e", "smallwheel": "#3f9fb0", "heap4_typed": "#d9622b", "floor": "#808080"}
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


def words(workload):
    """What a workload does, and its unit. A counter beside the time is named after its workload."""
    name, unit = WORDS.get(workload, (None, None))
    if name is None and " " in workload:
        of, counter = workload.split(" ")
        return f"{counter} of `{of}`", f"{counter} for each request"
    return name or workload, unit or "ns of one operation"


def fastest(row, ours):
    """The best of ours, or of the others, in a row of results: text."""
    found = [(value, s) for s, value in row.items() if s != "floor" and "+" not in s and (s in goals.OURS) == ours]
    if not found:
        return "-"
    value, subject = min(found)
    return f"{subject} {number(value)}"


def both(row):
    """A cell of the page: the fastest of ours, and below it that of the others."""
    return f"**{fastest(row, True)}**<br>{fastest(row, False)}" if row else "-"


def answers(results):
    """A table of the fastest of ours and of others, for what readers ask."""
    rows = [["you want to", "workload"] + [f"N = {n:,}" for n in ASKED]]
    for question, program, workload in QUESTIONS:
        cells = [both(results.get((program, workload, n))) for n in ASKED]
        if any(cell != "-" for cell in cells):
            rows.append([question, workload] + cells)
    return rows


def shown_sizes(sizes):
    """The sizes of a workload that the page shows; the CSV file has all."""
    return tuple(n for n in ASKED if n in sizes) if len(sizes) > 4 else tuple(sizes)


def fastest_tables(results, program):
    """A table for each choice of sizes that the workloads of a program have: the fastest of ours and of others."""
    tables = {}
    for workload, sizes in workloads(results, program).items():
        shown, (name, unit) = shown_sizes(sizes), words(workload)
        rows = tables.setdefault(shown, [["workload", "does", "figure"] + [f"N = {n:,}" for n in shown]])
        rows.append([workload, name, unit] + [both(results[program, workload, n]) for n in shown])
    return [markdown_table(rows, 3) + "\n" for rows in tables.values()]


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
        rows.append(["reached" if v.met else "short", v.goal.title, v.workload, f"{v.n:,}", v.peer, v.ours,
                     number(v.value), limit_of(v.goal)])
    return rows


def limit_of(goal):
    return f"{'<=' if goal.peer is None else '>='} {number(goal.limit)}"


def goals_table(verdicts):
    """For each goal how many of its figures reach it, and which is farthest from it."""
    found, rows = {}, [["goal", "wanted", "reached", "the worst figure", "value"]]
    for v in verdicts:
        found.setdefault((v.goal.title, limit_of(v.goal)), []).append(v)
    for (title, limit), those in found.items():
        worst = (max if those[0].goal.peer is None else min)(those, key=lambda v: v.value)
        against = f"{worst.peer} / {worst.ours}" if worst.peer else worst.ours
        met = sum(v.met for v in those)
        rows.append([title, limit, f"{met} of {len(those)}" if met == len(those) else f"**{met} of {len(those)}**",
                     f"{worst.workload}, N = {worst.n:,}: {against}", number(worst.value)])
    return markdown_table(rows, 4)


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
            print(f"{title}, {workload}: {words(workload)[1]} (times {REFERENCE[program]})")
            print(text_table(table(results, program, workload, sizes)) + "\n")
    verdicts = goals.verdicts(results)
    print("Goals: peer / ours, above 1 ours is faster; or the figure itself\n" + text_table(goal_rows(verdicts)) + "\n")
    print(summary(verdicts))


def style(subject):
    """The style of a line of gnuplot: ours thick and plain, the others' thin and dashed, the floor dotted."""
    if subject == "floor":
        return f"lc rgb '{COLOURS[subject]}' lw 2 dt 3"
    if subject in goals.OURS:
        return f"lc rgb '{COLOURS.get(subject, '#808080')}' lw 2.5 dt 1"
    return "lc rgb '#808080' lw 1.5 dt 2"


def plotted(row):
    """What a plot shows of a cell: the floor, ours, and of all others the fastest."""
    shown = {s: value for s, value in row.items() if s not in UNPLOTTED and "+" not in s}
    others = [value for s, value in shown.items() if s != "floor" and s not in goals.OURS]
    found = {s: value for s, value in shown.items() if s == "floor" or s in goals.OURS}
    return {**found, "fastest other": min(others)} if others else found


def plot(results, program, workload, sizes, file):
    rows = {n: plotted(results[program, workload, n]) for n in sizes}
    data, lines = [], []
    for subject in in_order({s for row in rows.values() for s in row}):
        data.append(f"${'d' + str(len(data))} << EOD\n" +
                    "".join(f"{n} {row[subject]}\n" for n, row in rows.items() if subject in row) + "EOD\n")
        lines.append(f"$d{len(data) - 1} using 1:2 with lines {style(subject)} title '{subject}'")
    grey = "textcolor rgb '#808080'"
    title = "\\n".join(textwrap.wrap(f"{workload}: {words(workload)[0]}", TITLE))
    script = f"""set terminal svg size 760,430 dynamic font 'sans-serif,12' name '{file.stem.replace("-", "_")}'
set output '{file}'
set logscale xy
set border 3 lc rgb '#808080'
set grid ytics lc rgb '#a0a0a0' lw 0.4 dt 3
set tics nomirror {grey}
set format x '10^{{%L}}'
set xlabel 'N' {grey}
set ylabel 'ns' {grey}
set title "{title}" {grey}
set key outside right noenhanced {grey}
set title noenhanced
""" + "".join(data) + "plot " + ", ".join(lines) + "\n"
    subprocess.run(["gnuplot"], input=script, text=True, check=True)


def slim(picture):
    """The picture without marks that no line has, groups without content, and empty lines."""
    picture = re.sub(r"<defs>.*?</defs>\n", "", picture, flags=re.S)
    return re.sub(r"\n+", "\n", re.sub(r"<g [^>]*>\n</g>\n", "", picture))


# gnuplot writes one grey for both schemes, and none can be read on white and on black. A rule goes before an attribute.
READABLE = """<style>
[fill="rgb(128,128,128)"] { fill: #59636e; }
@media (prefers-color-scheme: dark) { [fill="rgb(128,128,128)"] { fill: #9198a1; } }
</style>
"""


def stacked(pictures):
    """One picture of pictures, one below the other."""
    bodies = [re.sub(r"^.*?<svg *", "", slim(picture), flags=re.S) for picture in pictures]
    return (f'<svg viewBox="0 0 760 {430 * len(bodies)}" xmlns="http://www.w3.org/2000/svg">\n{READABLE}' +
            "".join(f'<svg y="{430 * i}" width="760" height="430" {body}' for i, body in enumerate(bodies)) +
            "</svg>\n")


def plots(results, directory):
    """An SVG file for each program, with a plot for each workload that readers ask for: {program: its name}."""
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
            if len(sizes) > 1 and (program, workload) in [asked[1:] for asked in QUESTIONS]:
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

## Which is fastest for me?

The fastest structure of ours is bold, and the fastest of all others stands below it. Figures are ns of one operation
with N timers or objects. [{csv}]({csv}) has the figures of all subjects, for each N that was run.

{answers}

* **Between two of ours** take the one with the [guarantees](choosing.md#guarantees) and the memory that you want.
* **Some of the others keep no order** among equal deadlines, or fire late: the list below names them.
* **A list is fast where every deadline is the latest**, and slow elsewhere.
* **Your machine and your timers decide.** Record a trace, and let `replay` choose:
  [traces/README.md](../bench/traces/README.md).

## How it was measured

`bench/compare` measured all and wrote this page. `cmake --workflow --preset bench` measures a part of it on your
machine in a few minutes.

* {processor}, {processors} processors, {system}; {compiler}, options {options}; {date}.
* Figures are medians of {turns} turns; all subjects of a cell ran in one process, their turns in random order. With
  10,000,000 the subjects lived one after the other, for three turns.
{again}* Objects are 128 bytes in random order, and are touched when they fire or leave. What fires at which tick is the same
  for all, and in which order, for all that keep one: the programs abort otherwise.
* `floor` touches the memory that every structure must touch, in the best order there is, and does nothing else.
* A plot has a line for each structure of ours, one for the floor, and one for the fastest of all others, lists apart.
* `linux_4.8`, `linux_rbtree`, `libev_heap`, `go_heap`, `jdk_heap` (of Java's DelayScheduler), `radix_tree` (as HAProxy's
  ebtree), `cascade`, `rounds`, `pugh` and the lists are textbook schemes in the style of those programs, written for
  this comparison: bench/textbook/. `linux_4.8` fires up to an eighth late. Neither it nor `cascade`, `rounds`, `ratas`,
  `timeout.c`, `libev`, `libevent`, `std_pq`, `boost_d_ary` and the heaps of libev, Go and Java keeps the order of
  arming among equal deadlines; ours and the trees do.
{missing}* The [goals](#goals) that the project set itself stand at the end: {summary}
"""


def again(context, results, others):
    """Says how far the figures of another run, `others`, differ from these. `context` is that of the other run."""
    figures, brackets = [], []
    for (program, workload, n), row in results.items():
        other = others.get((program, workload, n), {})
        times = {s: row[s] / other[s] for s in row if program != "counts" and row[s] and other.get(s)}
        figures += times.values()
        reference = times.pop(REFERENCE.get(program), None)
        brackets += [x / reference for x in times.values() if reference]
    if not brackets:
        return ""
    shares = []
    for ratios in (figures, brackets):
        apart = sorted(max(x, 1 / x) - 1 for x in ratios)
        shares += [f"{100 * apart[int(part * (len(apart) - 1))]:.0f} %" for part in (0.5, 0.9)]
    verdicts = [{v[:-2]: v.met for v in goals.verdicts(run)} for run in (results, others)]
    both = verdicts[0].keys() & verdicts[1].keys()
    return ("* Another run of this machine, of {}, tells how far to trust these figures. Half of its figures differ\n"
            "  from those here by at most {}, nine of ten by at most {}. Of those in brackets half differ by at most\n"
            "  {}, nine of ten by at most {}. {} of {} goals are reached in one of the runs alone.\n"
            ).format(context["date"], *shares, sum(verdicts[0][v] != verdicts[1][v] for v in both), len(both))


def missing(results):
    """A line for each fetched peer that did not run."""
    ran = {subject.split("+")[0] for row in results.values() for subject in row}
    return "".join(f"* `{peer}` did not run: its source was not there (`-D{option}=DIR`).\n"
                   for peer, option in FETCHED.items() if peer not in ran)


def save(results, instructions, file):
    """Writes all figures as a CSV file. `figures` reads it."""
    with file.open("w", newline="") as out:
        lines = csv.writer(out, lineterminator="\n")
        lines.writerow(["program", "workload", "N", "subject", "value"])
        for (program, workload, n), row in results.items():
            for subject in in_order(row):
                lines.writerow([program, workload, n, subject, number(row[subject]).replace(",", "")])
        for workload, row in instructions.items():
            for subject in in_order(row):
                lines.writerow(["instructions", workload, 1000, subject, number(row[subject]).replace(",", "")])


def figures(file):
    """What a CSV file of `save` has: {(program, workload, N): {subject: value}}, and the instructions."""
    results, instructions = {}, {}
    with file.open(newline="") as text:
        for line in csv.DictReader(text):
            counted = line["program"] == "instructions"
            row = instructions.setdefault(line["workload"], {}) if counted else results.setdefault(
                (line["program"], line["workload"], int(line["N"])), {})
            row[line["subject"]] = float(line["value"])
    return results, instructions


HEAD_OF_PAGE = re.compile(
    r"^\* (?P<processor>.+), (?P<processors>\d+) processors, (?P<system>.+); (?P<compiler>.+), options (?P<options>.+); "
    r"(?P<date>[-\d]{10})[.]\n\* Figures are medians of (?P<turns>\d+) turns;.*\n.*\n(?P<again>(?:.*\n)*?)\* Objects are ", re.M)
OTHERS = "* Figures of N = "


def others(context, sizes):
    """The sentence about figures of these sizes, which come from the runs of another context."""
    which = " and ".join(f"{n:,}" for n in sorted(sizes))
    made = f", of {context['date']} on {context['processor']}" if context else ""
    runs = f": each is the median of {context['runs']}" if context.get("runs", 1) > 1 else ""
    return f"{OTHERS}{which} are of other runs{made}{runs}.\n"


def keep(file, context, results):
    """The context, the figures and the instructions of a page: those of the runs and, of each N that a program lacks in the
    runs, those of the page's CSV file. The context is that of the part with more figures, and tells of the other part."""
    old, instructions = figures(file)
    taken = {(program, n) for program, _, n in results}
    kept = {cell: row for cell, row in old.items() if (cell[0], cell[2]) not in taken}
    both = {cell: row for cell, row in {**old, **results}.items() if cell in kept or cell in results}
    if not kept:
        return context, both, instructions
    head = HEAD_OF_PAGE.search(file.with_suffix(".md").read_text()) if file.with_suffix(".md").is_file() else None
    page, sizes = head.groupdict() if head else {}, {n for _, _, n in kept}
    new = [cell for cell in results if cell[0] != "beats"]  # which are counted, not run
    if page and len(kept) > len(new):
        context, page, sizes = page, context, {n for _, _, n in new}
        context["again"] = "".join(re.findall(rf"^(?!{re.escape(OTHERS)})\* .*\n(?:  .*\n)*", context["again"], re.M))
    context["again"] = context.get("again", "") + others(page, sizes)
    return context, both, instructions


def document(context, results, instructions, file):
    """Writes the page, its plots, and the CSV file from which its figures are."""
    table = file.with_suffix(".csv")
    save(results, instructions, table)
    results, instructions = figures(table)
    made = plots(results, file.parent / file.stem)
    verdicts = goals.verdicts(results)
    parts = [HEAD.format(**{"again": "", **context}, answers=markdown_table(answers(results), 2), csv=table.name,
                         missing=missing(results), summary=summary(verdicts))]
    for program, title in TITLES.items():
        tables = fastest_tables(results, program)
        if tables:
            parts.append(f"## {title}\n")
        if program in made:
            parts.append(f"![{title}: ns against N]({file.stem}/{made[program]})\n")
        parts += tables
    if instructions:
        subjects = in_order({s for row in instructions.values() for s in row})
        rows = [["subject", *instructions]] + [
            [s] + [number(row[s]) if s in row else "-" for row in instructions.values()] for s in subjects]
        parts += ["## Instructions\n",
                  "Of one operation at N = 1000, the benchmark's own included, counted by callgrind.\n",
                  markdown_table(rows) + "\n"]
    parts += ["## Goals\n",
              "A value is peer / ours: above 1 ours is faster, and 1.0 counts as reached at 0.95. Where there is no\n"
              "peer the value is the figure itself. Bold are goals that some figures miss. " + summary(verdicts) + "\n",
              goals_table(verdicts) + "\n"]
    file.write_text("\n".join(parts))
    print(f"{file}: {summary(verdicts)}")
