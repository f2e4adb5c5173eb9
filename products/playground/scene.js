/* SPDX-License-Identifier: MIT-0 */
/* A scene: shapes by key, each with numbers that move when the next scene has other ones for the
   same key, and with parts that do not move by themselves. Numbers are pixels of a drawing of width
   x height, angles are degrees. */
import {label, shortTick, tick} from "./ticks.js";
import {place} from "./words.js";

export const LAYERS = ["ground", "edge", "node", "mark"];

/* The point at an angle, 0 above and clockwise from there. */
export function polar(x, y, radius, degrees) {
    const a = (degrees - 90) * Math.PI / 180;

    return {x: x + radius * Math.cos(a), y: y + radius * Math.sin(a)};
}

/* Half the width of a pill: as much as the longest deadline of a picture takes, also of what leaves
   it. */
function halfOf({timers, leaves = [], base}) {
    const longest =
        Math.max(0, ...[...timers, ...leaves].map(({due}) => shortTick(due, base).length));

    return Math.min(28, Math.max(16, Math.ceil(3.62 * longest) + 5));
}

/* About the width of a pill's note, with room around it. */
export const noteWidth = note => 8 * note.length + 7;

export class Scene {
    constructor(picture) {
        this.half = halfOf(picture);
        this.width = 0;
        this.height = 0;
        this.elastic = false; /* are its parts larger where there is more room? */
        this.shapes = new Map();
        this.spots = new Map(); /* of a timer: where it is drawn, the main place first */
        this.places = new Map(); /* of a place in words: where that is drawn */
    }

    /* A group of parts, [tag, attributes, text], around (x, y). `more` may have: title, a text for
       the pointer; click, a line that a click offers; turn. */
    group(key, layer, cls, {x, y}, parts, {title, click, turn = 0} = {}) {
        this.shapes.set(key, {layer, cls, parts, title, click, at: {x, y, turn}});
    }

    /* A line, bent to one side by `bend` pixels, perhaps with an arrow's head. */
    edge(key, layer, cls, from, to, {bend = 0, head = false} = {}) {
        this.shapes.set(key,
            {layer, cls, edge: true, head, at: {x1: from.x, y1: from.y, x2: to.x, y2: to.y, bend}});
    }

    text(key, cls, x, y, text, layer = "ground") {
        this.group(key, layer, cls, {x, y}, [["text", {}, text]]);
    }

    /* Remembers where a timer is drawn; marks surround it at this distance from its middle, and
       what stands so far above it. `round`: on a dial, with round ends. */
    spot(id, x, y, halfWidth, halfHeight, {above = 0, round = false} = {}) {
        if (!this.spots.has(id))
            this.spots.set(id, []);
        this.spots.get(id).push({x, y, halfWidth, halfHeight, above, round});
    }

    /* A timer with its deadline, 2 * half x 34. `note` stands on its upper edge, at the left or
       at the right, and only a long one is wider than the timer. */
    pill(key, timer, base, x, y, {cls = "", note = "", left = false} = {}) {
        const {half} = this, parts = [
            ["rect", {x: -half, y: -17, width: 2 * half, height: 34, rx: 8}],
            ["text", {class: "id", y: -2}, String(timer.id)],
            ["text", {class: "due", y: 12}, shortTick(timer.due, base)],
        ];

        if (note) {
            const width = noteWidth(note), side = Math.max(0, half - width / 2);
            const middle = left ? -side : side;

            parts.push(
                [
                    "rect",
                    {class: "badge", x: middle - width / 2, y: -27, width, height: 15, rx: 7.5}
                ],
                ["text", {class: "note", x: middle, y: -15.5}, note]);
        }
        this.group(key, "node", `timer ${cls}`, {x, y}, parts, timerMore(timer, base, note));
        this.spot(timer.id, x, y, note ? Math.max(half, noteWidth(note) / 2) : half, 17,
            {above: note ? 10 : 0});
    }

    /* A timer where there is room for its number only; behind a count, which has this half width,
       it does not look out. */
    chip(key, timer, base, x, y, radius, {cls = "", behind = 0} = {}) {
        this.group(key, "node", `timer chip ${cls}${behind ? " behind" : ""}`, {x, y},
            [["circle", {r: behind ? radius - 1 : radius}],
                ["text", {class: "id", y: 4}, String(timer.id)]],
            timerMore(timer, base));
        this.spot(timer.id, x, y, behind || radius, radius, {round: true});
    }

    /* Where a place of an event is drawn. */
    locate(at) {
        return this.places.get(place(at));
    }

    /* Adds room below, and says where it begins. */
    below(height) {
        this.height += height;
        return this.height - height;
    }
}

function timerMore({id, due}, base, note = "") {
    return {
        title: `timer ${id}, due at ${tick(due, base)}${note ? ` (${note})` : ""}: ` +
            label(id, due, base),
        click: `cancel ${id}`,
    };
}

/* The timers of a picture by id. */
export function timersOf(picture) {
    return new Map(picture.timers.map(timer => [timer.id, timer]));
}
