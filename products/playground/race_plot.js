/* SPDX-License-Identifier: MIT-0 */
/* Draws the measurements of the race of costs, as lines and as a table. The page loads this when
   the race starts. */
import {make} from "./question.js";
import {element} from "./stage.js";

const HEIGHT = 360, LEFT = 56, RIGHT = 122, TOP = 14, BOTTOM = 40;
const LARGEST = 6; /* 10^this timers */
const DECADES = ["1 ns", "10 ns", "100 ns", "1 µs", "10 µs", "100 µs", "1 ms", "10 ms",
    "100 ms"];

export const counted = n => n.toLocaleString("en");
const power = "⁰¹²³⁴⁵⁶";

/* A time with two digits, in a unit that suits it. */
function time(ns) {
    const [by, unit] = ns < 1e3 ? [1, "ns"] : ns < 1e6 ? [1e3, "µs"] : [1e6, "ms"];

    return `${Number((ns / by).toPrecision(2))} ${unit}`;
}

/* Heights of names at the right end, apart from each other. */
function apart(ends) {
    let before = -Infinity;

    return [...ends].sort((a, b) => a.y - b.y).map(end => {
        before = Math.max(end.y, before + 14);
        return {...end, y: before};
    });
}

function grid(x, y, most, width) {
    const parts = [];

    for (let i = 0; i <= most; i++)
        parts.push(element("path", {class: "rule", d: `M${LEFT} ${y(10 ** i)}H${width - RIGHT}`}),
            element("text", {class: "name end", x: LEFT - 8, y: y(10 ** i) + 4}, DECADES[i]));
    for (let i = 1; i <= LARGEST; i++)
        parts.push(element("text", {class: "name", x: x(10 ** i), y: HEIGHT - 18},
            width < 500 ? `10${power[i]}` : counted(10 ** i)));
    parts.push(element("text", {class: "name", x: (LEFT + width - RIGHT) / 2, y: HEIGHT - 2},
        "timers that are armed"));
    return parts;
}

/* results: by name, {timers, ns} in rising order; both axes are logarithms. */
export function plot(results, width) {
    const x = timers => LEFT + (Math.log10(timers) - 1) / (LARGEST - 1) * (width - LEFT - RIGHT);
    const svg = element("svg", {
        class: "drawing race",
        viewBox: `0 0 ${width} ${HEIGHT}`,
        role: "img",
        "aria-label": "Time of a move against the number of timers; the table below has the figures"
    });
    const all = [...results.values()].flat();
    const most = Math.ceil(Math.log10(Math.max(10, ...all.map(({ns}) => ns))));
    const y = ns => HEIGHT - BOTTOM - Math.log10(Math.max(1, ns)) / most * (HEIGHT - TOP - BOTTOM);
    const ends = [];

    svg.append(...grid(x, y, most, width));
    [...results].forEach(([name, points], i) => {
        const at = points.map(({timers, ns}) => [x(timers), y(ns)]);

        svg.append(element("path", {
            class: `line line-${i}`,
            d: `M${at.map(([a, b]) => `${a.toFixed(1)} ${b.toFixed(1)}`).join("L")}`
        }),
            ...at.map(([cx, cy]) => element("circle", {class: `point line-${i}`, cx, cy, r: 3})));
        ends.push({name, i, x: at.at(-1)[0], y: at.at(-1)[1]});
    });
    for (const {name, i, x: right, y: high} of apart(ends))
        svg.append(
            element("text", {class: `name begin line-${i}`, x: right + 8, y: high + 4}, name));
    return svg;
}

export function table(results) {
    const sizes = [...new Set([...results.values()].flat().map(({timers}) => timers))];
    const cell = (points, size) => points.find(({timers}) => timers === size);

    return make("div",
        {className: "scroll", tabIndex: 0, role: "region", ariaLabel: "The race in figures"},
        make("table", {},
            make("thead", {},
                make("tr", {}, make("th", {scope: "col"}, "timers"),
                    ...sizes.map(size => make("th", {scope: "col"}, counted(size))))),
            make("tbody", {}, ...[...results].map(([name, points]) => make("tr", {},
                make("th", {scope: "row"}, name), ...sizes.map(size => {
                    const found = cell(points, size);

                    return make("td", {}, found ? time(found.ns) : "too slow");
                }))))));
}

/* What was guessed, and who won, by the figures of the largest size. */
export function outcome(results, guess) {
    const ends = [...results].map(([name, points]) => [name, points.at(-1)])
        .filter(([, {timers}]) => timers === 10 ** LARGEST).sort(([, a], [, b]) => a.ns - b.ns);
    const [[winner, {ns}]] = ends, own = ends.find(([name]) => name === guess);
    const said = own ? `You named ${guess}: ${time(own[1].ns)} a move. ` :
        guess ? `You named ${guess}, which was too slow to go on. ` : "";

    return `${said}With a million timers, ${winner} is the fastest in this browser: ` +
        `${time(ns)} a move.`;
}
