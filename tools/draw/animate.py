#!/usr/bin/env python3
# SPDX-License-Identifier: MIT-0
"""animate.py DRAW - prints the moving picture of README.md, an SVG file, from frames of tw_draw.

    tools/draw/animate.py build/test/tw_draw >docs/cascade.svg

The clock of a small wheel moves from tick 0x19 to 0x37. A timer moves, five fire, and a slot cascades. Which ring and
slot a timer is in, what fires and what cascades is what the frames of `tw_draw --json` say. The test `cascade` compares
the file with this output."""
import json
import subprocess
import sys

COMMANDS = (["advance 24", "arm 1 29", "arm 2 33", "arm 3 37", "arm 4 44", "arm 5 31"]
            + [f"advance {t}" for t in range(25, 28)] + ["arm 5 53"] + [f"advance {t}" for t in range(28, 56)])
SLOT, LEFT, ROWS = 40, 62, {1: 140, 0: 232}  # px: the width of a slot, and where the rows of the rings begin
WIDTH, HEIGHT = LEFT + 16 * SLOT + 10, 268
TICK, EVENT = 0.4, 2.4  # seconds that a frame stays: of a tick, and of a tick in which something happens


def frames(draw):
    """The frames of tw_draw from the first tick on, each with the seconds that it stays and its sentence."""
    text = subprocess.run([draw, "--json", "--structure", "smallwheel", "/dev/stdin"], input="\n".join(COMMANDS) + "\n",
                          stdout=subprocess.PIPE, text=True, check=True).stdout
    found = []
    for frame in map(json.loads, text.splitlines()[7:]):
        happened = sentence(frame) if found else "Circles are timers with their ticks. Red are the digits of the clock"
        found.append({"state": frame["state"], "says": happened, "stays": EVENT if happened else TICK})
    return found


def sentence(frame):
    """What the reader is told of a frame: '' for a tick in which nothing happens."""
    kinds = {event["event"]: event for event in frame["events"]}
    if "cascade" in kinds:
        start = next(e for e in frame["events"] if e["event"] == "cascade")["from"]["slot"]
        down = sum(e["event"] == "cascade" for e in frame["events"])
        return f"Slot {start:x} of ring 1 has come: one timer fires, {down} cascade into ring 0"
    if "fire" in kinds:
        return f"Tick {int(frame['state']['now']):x}: a timer fires"
    if "move" in kinds:
        return f"A request came: its timer moves to tick {int(kinds['move']['due']):x}"
    return ""


def places(state):
    """{id: (x, y)} of the middle of each timer that waits."""
    at = {}
    for ring in state["levels"][:2]:
        for slot in ring["slots"]:
            for height, number in enumerate(slot["ids"]):
                at[number] = (LEFT + SLOT * slot["slot"] + SLOT // 2, ROWS[ring["level"]] - 18 - 32 * height)
    return at


def keyframes(name, values, moments, glide):
    """CSS that shows values[i] from moments[i] on. values are declarations; glide is the seconds of a change."""
    end, rows = moments[-1], [f"0%{{{values[0]}}}"]
    for i in range(1, len(values)):
        if values[i] != values[i - 1]:
            rows.append(f"{100 * moments[i] / end:.2f}%{{{values[i - 1]}}}")
            rows.append(f"{100 * min(moments[i] + glide, end) / end:.2f}%{{{values[i]}}}")
    return f"@keyframes {name}{{{''.join(rows)}100%{{{values[-1]}}}}}"


def moved(x, y=0):
    return f"transform:translate({x}px,{y}px)"


def labels(number, shown, moments):
    """CSS and elements of the deadlines that a timer has, one after the other."""
    due = [next((int(t["due"]) for t in f["state"]["timers"] if t["id"] == number), None) for f in shown]
    had = sorted({d for d in due if d is not None}, key=due.index)
    if len(had) == 1:
        return [], [f'<text y="6">{had[0]:x}</text>']
    css, body = [], []
    for i, tick in enumerate(had):
        values = [f"opacity:{int(d == tick or d is None and tick == had[-1])}" for d in due]
        name = f"l{number}{i}"
        css += [keyframes(name, values, moments, 0.1), f"#{name}{{animation-name:{name};{values[0]}}}"]
        body.append(f'<text id="{name}" class="label" y="6">{tick:x}</text>')
    return css, body


def timers(shown, moments):
    """CSS and elements of the timers. One that fires grows and fades."""
    css, body = [], []
    for number in range(1, 6):
        values, last = [], None
        for frame in shown:
            here = places(frame["state"]).get(number)
            last = here or last
            values.append(moved(*last) + (";opacity:1" if here else " scale(2.2);opacity:0"))
        css += [keyframes(f"t{number}", values, moments, 0.7), f"#t{number}{{animation-name:t{number};{values[0]}}}"]
        more, texts = labels(number, shown, moments)
        css += more
        body.append(f'<g id="t{number}"><circle r="15"/>{"".join(texts)}</g>')
    return css, body


def hands(shown, moments):
    """CSS and elements of the two hands: the digits of the clock."""
    css, body = [], []
    for level, y in ROWS.items():
        values = [moved(SLOT * (int(f["state"]["now"]) >> 4 * level & 15)) for f in shown]
        css += [keyframes(f"h{level}", values, moments, 0.15), f"#h{level}{{animation-name:h{level};{values[0]}}}"]
        body.append(f'<rect id="h{level}" class="hand" x="{LEFT}" y="{y}" width="{SLOT}" height="28" rx="4"/>')
    return css, body


def rings():
    body = []
    for level, y in ROWS.items():
        body.append(f'<text class="name" x="4" y="{y + 20}">ring {level}</text>')
        for slot in range(16):
            x = LEFT + SLOT * slot
            body.append(f'<rect class="slot" x="{x}" y="{y}" width="{SLOT}" height="28"/>'
                        f'<text x="{x + SLOT // 2}" y="{y + 20}">{slot:x}</text>')
    return body


def captions(shown, moments):
    css, body = [], []
    for i, frame in enumerate(shown):
        if frame["says"]:
            values = ["opacity:1" if j == i else "opacity:0" for j in range(len(shown))]
            css += [keyframes(f"c{i}", values, moments, 0.01), f"#c{i}{{animation-name:c{i};opacity:0}}"]
            body.append(f'<text id="c{i}" class="says" x="4" y="28">{frame["says"]}</text>')
    return css, body


def picture(shown):
    moments = [0.0]
    for frame in shown:
        moments.append(moments[-1] + frame["stays"])
    css, body = [], rings()
    for part in hands, timers, captions:
        more, elements = part(shown, moments)
        css += more
        body += elements
    style = f"""text{{font:18px system-ui,sans-serif;text-anchor:middle;fill:#57606a}}
.name,.says{{text-anchor:start}}.says{{font-size:20px;fill:#1f2328}}
.slot{{fill:none;stroke:#afb8c1}}.hand{{fill:none;stroke:#cf222e;stroke-width:3}}
circle{{fill:#0969da}}g text{{fill:#fff;font-weight:600}}
@media (prefers-color-scheme:dark){{text{{fill:#9198a1}}.says{{fill:#f0f6fc}}.slot{{stroke:#3d444d}}
.hand{{stroke:#ff7b72}}circle{{fill:#1f6feb}}}}
g,.hand,.says,.label{{animation:{moments[-1]:.1f}s linear infinite}}
@media (prefers-reduced-motion:reduce){{g,.hand,.says,.label{{animation-play-state:paused}}}}
"""
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-labelledby="title">'
    title = ('<title id="title">Two rings of a timing wheel. Timers wait in slots. When the clock reaches a slot of ring 1, '
             'its timers come down into ring 0, where they fire at their tick.</title>')
    return "\n".join([head, title, f"<style>{style}", *css, "</style>", *body, "</svg>"])


def main():
    if len(sys.argv) != 2 or sys.argv[1].startswith("-"):
        print(__doc__.strip())
        sys.exit(0 if sys.argv[1:] == ["--help"] else 2)
    print(picture(frames(sys.argv[1])))


if __name__ == "__main__":
    main()
