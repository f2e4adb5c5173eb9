/* SPDX-License-Identifier: MIT-0 */
/* A time axis from the set's now on: deadlines stand on it, and a click on it arms, or moves the
   clock. */
import {element} from "./stage.js";
import {ahead, tick} from "./ticks.js";

const HEIGHT = 94, LINE = 64, LEFT = 30, RIGHT = 76;
const ROWS = 3, DOT = 7.5, APART = 16; /* of the timers above each other */
const DIGIT = 8.4; /* the width of one in a bold number of 12 px, at most */
const COUNT = 34; /* the width that a count may take */
const SPANS = {
    10: [
        20, 50, 100, 200, 500, 1000, 2000, 5000, 10000, 100000, 1000000, 10000000, 100000000,
        1000000000, 10000000000
    ],
    16: [
        16, 32, 64, 128, 256, 512, 1024, 4096, 16384, 65536, 262144, 1048576, 16777216, 268435456,
        4294967296
    ]
};

/* Half the width of a timer: a circle, or as wide as its number. */
const halfOf = id => Math.max(DOT, DIGIT / 2 * String(id).length + 1);

function button(text, title, f) {
    const b = document.createElement("button");

    b.type = "button";
    b.textContent = text;
    b.title = title;
    b.setAttribute("aria-label", title);
    b.addEventListener("click", f);
    return b;
}

export class Axis extends EventTarget {
    constructor(root) {
        super();
        this.svg = element("svg", {class: "drawing axis", role: "img", "aria-label": "Time axis"});
        this.zoomed = null; /* the index of the span that the user chose */
        this.mode = document.createElement("select");
        this.mode.append(new Option("arms the next free timer", "arm"),
            new Option("moves the clock there", "advance"));

        const bar = document.createElement("div"), mode = document.createElement("label");

        bar.className = "bar";
        mode.append("A click on the time axis ", this.mode);
        bar.append(mode, button("+", "shorter time axis", () => this.zoom(-1)),
            button("−", "longer time axis", () => this.zoom(1)));
        root.append(this.svg, bar);
        this.svg.addEventListener("click", event => this.clicked(event));
        this.svg.addEventListener("pointermove", event => this.point(this.tickAt(event)));
        this.svg.addEventListener("pointerleave", () => this.point(null));
    }

    /* Far enough for the nearer half of the deadlines. */
    fitting(picture) {
        const {timers, now, bits} = picture;
        const away = timers.map(({due}) => Number(ahead(due, now, bits))).sort((a, b) => a - b);
        const wanted = Math.max(16, 1.15 * (away[Math.floor(away.length * 0.6)] ?? 0));
        const i = this.spans.findIndex(span => span >= wanted);

        return i < 0 ? this.spans.length - 1 : i;
    }

    get spans() {
        return SPANS[this.picture.base === 16 ? 16 : 10];
    }

    zoom(by) {
        const now = this.zoomed ?? this.fitting(this.picture);

        this.zoomed = Math.max(0, Math.min(this.spans.length - 1, now + by));
        this.show(this.picture);
    }

    /* Where a tick that lies so far ahead stands. */
    x(distance) {
        return LEFT + distance / this.span * (this.width - LEFT - RIGHT);
    }

    show(picture) {
        this.picture = picture;
        this.width = Math.max(300, Math.min(900, this.svg.parentElement.clientWidth || 820));
        this.span =
            this.spans[Math.min(this.spans.length - 1, this.zoomed ?? this.fitting(picture))];
        this.svg.setAttribute("viewBox", `0 0 ${this.width} ${HEIGHT}`);
        this.svg.replaceChildren(
            element("path", {class: "axis-line", d: `M${LEFT} ${LINE}H${this.width - RIGHT + 12}`}),
            element("path", {class: "axis-now", d: `M${LEFT} ${LINE - 26}V${LINE + 1}`}),
            element("path", {class: "axis-now tip", d: `M${LEFT} ${LINE + 1}l-5 8h10z`}),
            ...this.labels(), ...this.deadlines());
        this.pointer = element("g", {class: "axis-pointer"});
        this.svg.append(this.pointer);
    }

    /* At round ticks, as far as numbers have room. */
    labels() {
        const {now, base} = this.picture, most = this.width < 500 ? 4 : 8, parts = [];
        const step = Math.round(this.span / (base === 16 ? most : most === 8 ? 10 : 5));
        const begin = (step - Number(BigInt(now) % BigInt(step))) % step;

        for (let distance = begin; distance <= this.span; distance += step) {
            const x = this.x(distance);

            parts.push(element("path", {class: "axis-line", d: `M${x} ${LINE}v5`}),
                element("text", {class: "axis-label", x, y: LINE + 20}, this.tickIn(distance)));
        }
        return parts;
    }

    /* The tick so far ahead of now, as it is typed. */
    tickIn(distance) {
        const {now, bits, base} = this.picture;

        return tick(BigInt.asUintN(bits, BigInt(now) + BigInt(distance)).toString(), base);
    }

    /* Timers on the axis, each in the lowest row where it covers no other one. Those without a
       place are counted above them, and those beyond the axis at its end. */
    deadlines() {
        const {timers, now, bits} = this.picture, free = Array(ROWS).fill(-Infinity), parts = [];
        const all = timers
            .map(({id, due}) => ({id, distance: Math.max(0, Number(ahead(due, now, bits)))}))
            .sort((a, b) => a.distance - b.distance);
        const near = all.filter(({distance}) => distance <= this.span), counts = [];

        for (const {id, distance} of near) {
            const x = this.x(distance), half = halfOf(id);
            const row = free.findIndex(from => from <= x - half);

            if (row >= 0) {
                free[row] = x + half + APART - 2 * DOT;
                parts.push(this.dot(id, x, LINE - 10 - APART * row));
            } else if (x < (counts.at(-1)?.from ?? -Infinity) + COUNT) {
                counts.at(-1).more++;
            } else {
                counts.push({from: x, more: 1});
            }
        }
        for (const {from, more} of counts)
            parts.push(element("text", {class: "axis-count", x: from, y: 10}, `+${more}`));
        if (all.length > near.length)
            parts.push(element("text", {class: "axis-label end", x: this.width - 2, y: LINE - 6},
                `${all.length - near.length} later`));
        return parts;
    }

    dot(id, x, y) {
        const g = element("g", {class: "timer chip", transform: `translate(${x.toFixed(1)} ${y})`});

        g.append(element("rect",
                     {x: -halfOf(id), y: -DOT, width: 2 * halfOf(id), height: 2 * DOT, rx: DOT}),
            element("text", {class: "id small", y: 4}, String(id)));
        return g;
    }

    tickAt(event) {
        const box = this.svg.getBoundingClientRect();
        const x = (event.clientX - box.left) / box.width * this.width;
        const distance = Math.round((x - LEFT) / (this.width - LEFT - RIGHT) * this.span);

        return distance >= 0 && distance <= this.span ? distance : null;
    }

    point(distance) {
        this.pointer.replaceChildren();
        if (distance === null)
            return;

        const x = this.x(distance);

        this.pointer.append(element("path", {d: `M${x} 14V${LINE}`}),
            element("text", {x, y: 10}, this.tickIn(distance)));
    }

    clicked(event) {
        const distance = this.tickAt(event), verb = this.mode.value;

        if (distance !== null)
            this.dispatchEvent(
                new CustomEvent("pick", {detail: {verb, tick: this.tickIn(distance)}}));
    }
}
