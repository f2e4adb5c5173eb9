#!/usr/bin/env python3
# SPDX-License-Identifier: MIT-0
"""animate.py DRAW - prints the moving picture of README.md, an SVG file, from frames of tw_draw.

    tools/draw/animate.py build/test/tw_draw >docs/cascade.svg

The clock of a small wheel moves from tick 0x19 to 0x37. A timer moves, five fire, and a slot cascades. Which level and
slot a timer is in, what fires, what cascades and how many timers are compared is what the frames of `tw_draw --json`
say. The test `cascade` compares the file with this output."""
import json
import math
import subprocess
import sys

COMMANDS = (["advance 24", "arm 1 29", "arm 2 33", "arm 3 37", "arm 4 44", "arm 5 31"]
            + [f"advance {t}" for t in range(25, 28)] + ["arm 5 53"] + [f"advance {t}" for t in range(28, 56)])
WIDTH, HEIGHT = 712, 350
MIDDLES = {1: (180, 218), 0: (532, 218)}  # px: of the dials of the levels
INNER, OUTER, FIRST, STEP = 68, 100, 118, 32  # radii: of a dial, of the first timer at a slot, from each to the next
LEGEND = "Circles are timers with their deadlines. The hands are the clock's digits."
TICK, EVENT, MOVE = 0.4, 2.4, 6  # seconds that a frame stays: of a tick, of one with an event, and of a move


def frames(draw):
    """The frames of tw_draw from the first tick on, each with the seconds that it stays and its sentence."""
    text = subprocess.run([draw, "--json", "--structure", "smallwheel", "/dev/stdin"], input="\n".join(COMMANDS) + "\n",
                          stdout=subprocess.PIPE, text=True, check=True).stdout
    found = []
    for frame in map(json.loads, text.splitlines()[7:]):
        happened = sentence(frame) if found else [LEGEND]
        stays = (MOVE if len(happened) > 1 else EVENT) if happened else TICK
        found.append({"state": frame["state"], "says": happened, "stays": stays})
    return found


def reason(frame, move):
    """Why a move needs no search: the digits of the deadline name the place that the frame has."""
    due, now = int(move["due"]), int(frame["state"]["now"])
    level, slot = next((level["level"], slot["slot"]) for level in frame["state"]["levels"] for slot in level["slots"]
                       if move["id"] in slot["ids"])
    if due >> 4 * level & 15 != slot or (due ^ now) >> 4 * level >= 16:
        sys.exit("the digits do not name the place of the timer")
    old, compared = int(old_due(move["id"])), sum(event["event"] == "compare" for event in frame["events"])
    return [f"A request came: its timer moves from {old:x} to {due:x}. Timers compared: {compared}.",
            f"{due:x} differs from the clock {now:x} first in the digit {slot:x}: slot {slot:x} of level {level}."]


def old_due(number):
    """The deadline that a timer is armed for at first."""
    return next(words[2] for words in map(str.split, COMMANDS) if words[:2] == ["arm", str(number)])


def sentence(frame):
    """The lines that the reader is told of a frame: none for a tick in which nothing happens."""
    kinds = {event["event"]: event for event in frame["events"]}
    if "cascade" in kinds:
        start = next(e for e in frame["events"] if e["event"] == "cascade")["from"]["slot"]
        down = sum(e["event"] == "cascade" for e in frame["events"])
        return [f"Slot {start:x} of level 1 has come: one timer fires, {down} move down to level 0."]
    if "fire" in kinds:
        return [f"Tick {int(frame['state']['now']):x}: a timer fires."]
    if "move" in kinds:
        return reason(frame, kinds["move"])
    return []


def polar(level, slot, radius):
    """The point at the middle of a slot, so far from the middle of its dial."""
    angle, (x, y) = math.radians((slot + 0.5) * 22.5), MIDDLES[level]
    return round(x + radius * math.sin(angle), 1), round(y - radius * math.cos(angle), 1)


def places(state):
    """{id: (x, y)} of the middle of each timer that waits: the timers of a slot stand outward from it."""
    return {number: polar(level["level"], slot["slot"], FIRST + STEP * place) for level in state["levels"][:2]
            for slot in level["slots"] for place, number in enumerate(slot["ids"])}


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
    """CSS and elements of the two hands: the digits of the clock. They turn forward."""
    css, body = [], []
    for level, (x, y) in MIDDLES.items():
        turns = [((int(f["state"]["now"]) >> 4 * level) + 0.5) * 22.5 for f in shown]
        values = [f"{moved(x, y)} rotate({turn - turns[0] + turns[0] % 360:g}deg)" for turn in turns]
        css += [keyframes(f"h{level}", values, moments, 0.15), f"#h{level}{{animation-name:h{level};{values[0]}}}"]
        body.append(f'<path id="h{level}" class="hand" d="M0 8V{12 - INNER}m-6 9 6-9 6 9"/>')
    return css, body


def dials():
    body = []
    for level, (x, y) in MIDDLES.items():
        body += [f'<circle class="dial" cx="{x}" cy="{y}" r="{radius}"/>' for radius in (OUTER, INNER)]
        body.append(f'<text x="{x}" y="{y + OUTER + 24}">level {level}</text>')
        for slot in range(16):
            (x1, y1), (x2, y2), (tx, ty) = (polar(level, at, radius) for at, radius in
                                            ((slot - 0.5, INNER), (slot - 0.5, OUTER), (slot, (INNER + OUTER) / 2)))
            body.append(f'<path class="dial" d="M{x1} {y1}L{x2} {y2}"/><text x="{tx}" y="{ty + 6:g}">{slot:x}</text>')
    return body


def captions(shown, moments):
    css, body = [], []
    for i, frame in enumerate(shown):
        if frame["says"]:
            values = ["opacity:1" if j == i else "opacity:0" for j in range(len(shown))]
            css += [keyframes(f"c{i}", values, moments, 0.01), f"#c{i}{{animation-name:c{i};opacity:0}}"]
            lines = "".join(f'<tspan x="4" y="{24 + 26 * k}">{line}</tspan>' for k, line in enumerate(frame["says"]))
            body.append(f'<text id="c{i}" class="says">{lines}</text>')
    return css, body


def picture(shown):
    moments = [0.0]
    for frame in shown:
        moments.append(moments[-1] + frame["stays"])
    css, body = [], dials()
    for part in hands, timers, captions:
        more, elements = part(shown, moments)
        css += more
        body += elements
    style = f"""text{{font:18px system-ui,sans-serif;text-anchor:middle;fill:#57606a}}
.says{{text-anchor:start;font-size:19px;fill:#1f2328}}
.dial{{fill:none;stroke:#afb8c1}}.hand{{fill:none;stroke:#cf222e;stroke-width:3}}
g circle{{fill:#0969da}}g text{{fill:#fff;font-weight:600}}
@media (prefers-color-scheme:dark){{text{{fill:#9198a1}}.says{{fill:#f0f6fc}}.dial{{stroke:#3d444d}}
.hand{{stroke:#ff7b72}}g circle{{fill:#1f6feb}}}}
g,.hand,.says,.label{{animation:{moments[-1]:.1f}s linear infinite}}
@media (prefers-reduced-motion:reduce){{g,.hand,.says,.label{{animation-play-state:paused}}}}
"""
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-labelledby="title">'
    title = ('<title id="title">Two dials of a timing wheel. Timers wait at the slots that the digits of their deadlines '
             'name. A timer moves without a search. When the clock reaches a slot of level 1, its timers move down to '
             'level 0, where they fire at their tick.</title>')
    return "\n".join([head, title, f"<style>{style}", *css, "</style>", *body, "</svg>"])


def main():
    if len(sys.argv) != 2 or sys.argv[1].startswith("-"):
        print(__doc__.strip())
        sys.exit(0 if sys.argv[1:] == ["--help"] else 2)
    print(picture(frames(sys.argv[1])))


if __name__ == "__main__":
    main()
