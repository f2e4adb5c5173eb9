"""replay_report_oracle.py UNIT SLACK TEXT JSON PAGE HELP TRACE...

TEXT, JSON and PAGE are what one run of replay wrote of these traces, with ticks of UNIT microseconds; HELP is its
--help. Everything that follows from the traces is found here by the rules in bench/traces/README.md and compared; the
figures that were measured are the same in all three. SLACK is a number of ticks, or '-'."""
import json
import re
import sys
import xml.etree.ElementTree as tree

from replay_facts import delay_name, delays, facts, over_time, sources

unit, slack = int(sys.argv[1]), sys.argv[2]
text, page, usage = (open(sys.argv[i], errors="replace").read() for i in (3, 5, 6))
found = json.load(open(sys.argv[4], encoding="utf-8"))
checked = 0


def same(what, got, wanted):
    global checked
    checked += 1
    if got != wanted:
        sys.exit(f"replay_report_oracle: {what}: {got!r}, and should be {wanted!r}")


def near(what, got, wanted, by):
    same(f"{what}: {got} is not near {wanted}", abs(float(got) - float(wanted)) <= by, True)


def check_table(rows, given, keys, count):  # word by word, against what the JSON says of the structures
    same("rows", len(rows), len(given))
    for row, x in zip(rows, given):
        same("columns", len(row), len(keys))
        for cell, key in zip(row, keys):
            if x[key] is None:
                same(key, cell, "-")
            elif isinstance(x[key], float):
                near(key, cell, x[key], 0.0006 if key == "worst_advance_us" else 0.051)
            else:
                same(key, cell, count(x[key]) if isinstance(x[key], int) else x[key])


def check_plots(svg, x):
    bars = [[(g.find("text").text, g.find("title").text, [(r.get("class"), float(r.get("width"))) for r in g.findall("rect")])
             for g in s.findall("g")] for s in svg]
    same("plots", [len(b) for b in bars], [len(x["structures"])] * 2 + [len(x["delays"]), 0])
    for plot, key, tip in (0, "ns_per_op", "ns"), (1, "worst_advance_us", "us"):
        most = max(s[key] for s in x["structures"])
        for (name, title, width), s in zip(bars[plot], x["structures"]):
            same("bar", [name, re.fullmatch(rf"(.*): ([0-9.]+) {tip}", title).group(1)], [s["name"]] * 2)
            near("bar", title.split()[1], s[key], 0.051)
            near("width", sum(part for _, part in width), 168 * s[key] / most if most else 0, 1)
    most = max([d["armings"] for d in x["delays"]], default=0)
    for (name, title, width), d in zip(bars[2], x["delays"]):
        same("bar", (name, title), (delay_name(d), f"{d['armings']:,} armings, {d['fired']:,} fired, "
                                            f"{d['still_armed']:,} still armed"))
        shares = {"a": d["fired"], "b": d["armings"] - d["fired"] - d["still_armed"], "c": d["still_armed"]}
        parts = [(colour, 168 * n / most) for colour, n in shares.items() if n]
        same("parts", len(width), len(parts))
        for (got_colour, got), (colour, wanted) in zip(width, parts):
            same("colour", got_colour, colour)
            near("width", got, wanted, 0.01)
    area = [p.get("d") for p in svg[3].findall("path") if p.get("class") == "area"][0]
    heights = re.findall(r"V([0-9.]+)H", area)
    scale = float(svg[3].findall("text")[-3].text.replace(",", ""))
    for y, n in zip(heights, x["armed"]):
        near("armed", y, 172 - 160 * n / scale, 0.06)
    same("columns", len(heights), len(x["armed"]))


def check_costs(x):
    """The last two sentences name the structures with the least and the most, if there is advice."""
    if x["advice"][0].startswith("No advice: "):
        return
    pauses, memory = x["advice"][-2:]
    worst = {s["name"]: s["worst_advance_us"] for s in x["structures"]}
    room = {s["name"]: s["set_bytes"] + x["peak_armed"] * s["bytes_per_timer"] for s in x["structures"]}
    said = re.findall(r"([0-9.]+) (us|ms) with (\w+)", pauses)
    same("pauses", [worst[name] for _, _, name in said], [min(worst.values()), max(worst.values())])
    for number, unit_of, name in said:
        near("pause", float(number) * {"us": 1, "ms": 1000}[unit_of], worst[name], 0.051 if unit_of == "us" else 51)
    said = re.fullmatch(r".* (\w+) takes least memory, .*, and (\w+) most, .*", memory).groups()
    for name, wanted in zip(said, (min(room.values()), max(room.values()))):
        near("memory", room[name], wanted, 0.11 * x["peak_armed"])


def check_alone(page):  # it wants no other file and runs nothing
    for outside in r"\bsrc *=", r"\bhref *=", r"url\(", "@import", "<script", "<link", "://", r"<[^>]* on[a-z]+ *=":
        same(outside, re.findall(outside, page), [])


def check_sources(x, name):
    """One sentence in the text and in the page, or none where the trace does not say it."""
    of = sources(name)
    same("sources", x["sources"], of)
    rest = x["operations"] - sum(s["operations"] for s in of)
    said = [f"{s['name']} {s['operations']:,}" for s in of] + [f"of another source {rest:,}"] * (rest > 0)
    line = "Recorded operations: " + ", ".join(said) + "."
    same(f"'{line}'", [line in text.splitlines(), line in [p.text for p in body.findall("p")]], [bool(of)] * 2)


def check_trace(x, name, line, about, text_table, page_table, plots):
    counts, after, ahead, fired, left = facts(name, unit)
    columns = ("name ns_per_op ns_per_arm ns_per_cancel ns_per_fire ns_per_next worst_advance_us set_bytes bytes_per_timer "
               "wakeups " + "wakeups_with_slack ticks_late " * (slack != "-") + "firings hash").split()
    same("file", x["file"], name.encode(errors="surrogateescape").decode(errors="replace"))
    same("counts", {k: x[k] for k in counts}, dict(counts))
    said = ("operations", "timers", "armings", "moves", "cancels", "idle_cancels", "peak_armed")
    same("about", re.findall("[0-9][0-9,]*", about), [f"{n:,}" for n in [x[k] for k in said] + [len(fired), len(left)]])
    said = ("operations", "armings", "moves", "cancels", "idle_cancels", "timers", "peak_armed", "still_armed")
    same("the text", re.findall("[0-9][0-9,]*[0-9]|[0-9]", line), [f"{x[k]:,}" for k in said])
    same("firings", {s["firings"] for s in x["structures"]}, {len(fired)})
    for key, n in ("arm", counts["armings"]), ("cancel", counts["cancels"] - counts["idle_cancels"]), ("fire", len(fired)):
        same(f"ns_per_{key}: none", [s[f"ns_per_{key}"] is None for s in x["structures"]], [n == 0] * len(x["structures"]))
    same("delays", x["delays"], list(delays(ahead, fired, left)))
    same("armed", (x["armed_step_us"], x["armed"]), over_time(after, unit))
    check_table(text_table, x["structures"], columns, str)
    check_table(page_table, x["structures"], columns, "{:,}".format)
    check_plots(plots, x)
    check_costs(x)
    check_sources(x, name)


same("unit_us, slack_ticks, traces", [found["unit_us"], found.get("slack_ticks"), len(found["traces"])],
     [unit, None if slack == "-" else int(slack), len(sys.argv) - 7])
check_alone(page)
body = tree.fromstring(page).find("body/main")
about = [p.text for p in body.findall("p") if p.get("class") == "soft" and " operations on " in p.text]
tables = [[[("".join(c.itertext())) for c in row] for row in t.find("tbody")] for t in body.iter("table")]
texts = [[line.split() for line in t.split("\n\n")[0].splitlines()]
         for t in re.split(r"^structure .*\n", text, flags=re.M)[1:]]
plots = list(body.iter("svg"))
lines = re.findall(r": ([0-9,]+ operations \(.*)", text)
for i, x in enumerate(found["traces"]):
    check_trace(x, sys.argv[7 + i], lines[i], about[i], texts[i], tables[i], plots[4 * i:4 * i + 4])
    same("advice", [p.text for p in [d for d in body.iter("div") if d.get("class") == "advice"][i]], x["advice"])
    for line in x["advice"] if x["advice"][0].startswith("No advice: ") else x["advice"][:-2]:
        same(f"the sentence '{line}' in the text", line in text.splitlines(), True)
for key in set(re.findall(r'"([a-z_]+)":', open(sys.argv[4], errors="replace").read())):
    same(f"{key} in --help", re.search(rf"\b{key}\b", usage) is not None, True)
print(f"ok: {checked} comparisons")
