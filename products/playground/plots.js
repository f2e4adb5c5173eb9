/* SPDX-License-Identifier: MIT-0 */
/* Plots of what replay found, by uPlot. A plot is a figure with a title, a picture that has a text,
   and a caption. */
import uPlot from "./vendor/uplot/uPlot.esm.js";

const HEIGHT = 240;
const CHARACTER = 6.8; /* the width of one of an axis, about */
const SIDE = 68; /* least room for the labels beside a plot; beyond its width, MARKS */
const MARKS = 20;
const TURN = 50; /* degrees of names that have no room beside each other */
const NAME = 17; /* how far apart turned names stand at least, so that their lines do not touch */
const UNITS = [["h", 3600e6], ["min", 60e6], ["s", 1e6], ["ms", 1e3], ["us", 1]];

const colour = name =>
    getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();

/* Microseconds as people write them: 20 ms. */
export function span(us) {
    const [unit, size] = UNITS.find(([, least]) => us >= least) ?? UNITS.at(-1);

    return `${Math.round(us / size * 100) / 100} ${unit}`;
}

const axis = more => ({
    stroke: colour("faint"),
    grid: {stroke: colour("rule"), width: 1},
    ticks: {stroke: colour("rule")},
    font: "12px system-ui, sans-serif",
    ...more
});

/* An axis at the left, as wide as its longest label wants. */
const side = more => axis({
    size: (u, labels) => Math.max(SIDE, ...(labels ?? []).map(label =>
        Math.ceil(CHARACTER * String(label ?? "").length) + MARKS)),
    ...more
});

function figure(title, text, caption) {
    const [all, head, frame, picture, foot] =
        ["figure", "h3", "div", "div", "figcaption"].map(tag => document.createElement(tag));

    head.textContent = title;
    foot.textContent = caption;
    picture.className = "plot";
    picture.setAttribute("role", "img");
    picture.setAttribute("aria-label", `${title}: ${text}`);
    frame.className = "scroll";
    frame.setAttribute("role", "region");
    frame.setAttribute("aria-label", `${title}, as a plot`);
    frame.append(picture);
    all.append(head, frame, foot);
    return {all, frame, picture};
}

/* A plot that is as wide as its figure, or as its names want, and then it scrolls; drawn anew by
   draw(). */
class Plot {
    constructor(title, text, caption, options, data, least = 200) {
        Object.assign(this, figure(title, text, caption), {options, data, least});
    }

    draw() {
        const width = Math.max(this.least, this.picture.clientWidth);

        this.plot?.destroy();
        this.plot = new uPlot({
            width,
            height: HEIGHT,
            legend: {show: false},
            cursor: {show: false},
            ...this.options(width)
        },
            this.data, this.picture);
        if (width > this.picture.clientWidth)
            this.frame.tabIndex = 0;
        else
            this.frame.removeAttribute("tabindex");
    }
}

/* A bar for each name; of several rows of values the later ones stand in front. */
function bars(title, caption, names, rows, text, format) {
    const longest = Math.max(0, ...names.map(name => CHARACTER * name.length));
    const apart = width => (width - SIDE) / Math.max(1, names.length);
    const turned = width => apart(width) < longest + 8;
    /* Turned names go down to the right: how far the last ones stand out there. */
    const out = step => Math.max(0, ...names.map((name, i) => Math.ceil(
        CHARACTER * name.length * Math.cos(TURN * Math.PI / 180) + 12 -
            (names.length - 0.4 - i) * step * 0.8)));
    const options = width => ({
        padding: [null, turned(width) ? out(apart(width)) : null, null, null],
        scales: {
            x: {time: false, range: [-0.6, names.length - 0.4]},
            y: {range: (u, low, high) => [0, high * 1.08 || 1]}
        },
        axes: [
            axis({
                values: (u, at) => at.map(i => names[i] ?? ""),
                splits: () => names.map((name, i) => i),
                rotate: turned(width) ? -TURN : 0,
                size: turned(width) ? Math.ceil(longest * Math.sin(TURN * Math.PI / 180)) + 22 : 34,
                grid: {show: false}
            }),
            side({values: (u, at) => at.map(format)})
        ],
        series: [
            {}, ...rows.map(({paint}) => ({
                fill: colour(paint),
                width: 0,
                points: {show: false},
                paths: uPlot.paths.bars({size: [0.7, 60]})
            }))
        ],
    });

    return new Plot(title, text, caption, options,
        [names.map((name, i) => i), ...rows.map(({values}) => values)],
        Math.max(200, SIDE + NAME * names.length + out(NAME)));
}

function structures(rows, key, unit, title, caption) {
    const names = rows.map(({name}) => name), values = rows.map(row => row[key]);

    return bars(title, caption, names, [{values, paint: "accent"}],
        rows.map(row => `${row.name} ${row[key].toFixed(1)} ${unit}`).join(", "),
        value => `${value} ${unit}`);
}

/* "at once", "2 to 5 s", "500 us to 1 ms". */
export function delayName({from_us: from, below_us: below}) {
    const [low, high] = [span(from), span(below)], [number, unit] = low.split(" ");

    return from === 0 ? "at once" : `${high.endsWith(` ${unit}`) ? number : low} to ${high}`;
}

function delays({delays: all, armings}) {
    const share = value => 100 * value / Math.max(1, armings);

    return bars("How far ahead timers are armed",
        "The share of all armings whose delay lies between the two below a bar. No bar: no " +
            "timer was armed so far ahead. The darker part fired; the lighter part was moved or " +
            "cancelled before, or was still armed at the end.",
        all.map(delayName),
        [
            {values: all.map(d => share(d.armings)), paint: "bar"},
            {values: all.map(d => share(d.fired)), paint: "fire"}
        ],
        all.map(d => `${delayName(d)} ${share(d.armings).toFixed(1)} %`).join(", "),
        value => `${value} %`);
}

function armed({armed: counts, armed_step_us: step, peak_armed: peak}) {
    const options = () => ({
        scales: {x: {time: false}, y: {range: (u, low, high) => [0, high * 1.08 || 1]}},
        axes: [axis({values: (u, at) => at.map(span)}), side()],
        series: [
            {}, {
                stroke: colour("accent"),
                fill: colour("soft"),
                width: 2,
                points: {show: false},
                paths: uPlot.paths.stepped({align: 1})
            }
        ],
    });

    return new Plot("Timers armed over time",
        `at most ${peak} at once, over ${span(step * counts.length)}`,
        "The most timers that were armed at once, from the first operation to the last.", options,
        [counts.map((count, i) => i * step), counts]);
}

/* The longest advances, if the clock sees any; else a sentence. */
function advances(rows, step) {
    const title = "Longest advance";
    const caption = "The longest time for which one movement of the clock held the program up.";

    if (rows.some(row => row.worst_advance_us >= step))
        return structures(rows, "worst_advance_us", "us", title,
            `${caption} Less than ${span(step)} shows as 0.`);

    const {all, frame} = figure(title, "",
        `${caption} It takes less than a step of this clock, ${span(step)}, with each structure.`);

    frame.remove();
    return {all, draw() {}};
}

/* The four figures of a trace, measured by a clock with this step; draw() each when it is in the
   page. */
export function plotsOf(trace, step) {
    return [
        structures(trace.structures, "ns_per_op", "ns", "Nanoseconds per operation",
            "The whole trace with each structure: the shorter the bar, the better."),
        advances(trace.structures, step),
        delays(trace),
        armed(trace),
    ];
}
