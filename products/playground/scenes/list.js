/* SPDX-License-Identifier: MIT-0 */
/* A list with lanes above it: towers of levels, a column for each timer. */
import {Scene, timersOf} from "../scene.js";
import {tick} from "../ticks.js";

const LANE = 40, CLOSE = 26, HEAD = 84, MARGIN = 40;
/* So many timers stand closer, without long deadlines. Fewer have room for all but the longest. */
const MANY = 60, NARROW = 27, CHIP = 11, NEAR = 66;
const DIGIT = 7.3, LONG = 8;
const LINE = 64, EDGE = 34; /* a list in lines, below each other */

const level = half => [["rect", {x: -half, y: -11, width: 2 * half, height: 22, rx: 5}],
    ["circle", {class: "dot", r: 2.5}]];

/* An arrow from each of a row to the next one; `from` is where the row begins. Where a line ends,
   the arrow goes on at the beginning of the next one. */
function row(scene, name, ids, from, half, {at, left, right, line}) {
    let previous = from;

    for (const id of ids) {
        const to = at(id);
        let {x, y} = previous;

        for (x += half; y < to.y; y += line, x = left)
            scene.edge(`${name}-${id}-${y}`, "edge", "edge", {x, y}, {x: right, y}, {head: true});
        scene.edge(`${name}-${id}`, "edge", "edge", {x, y}, {x: to.x - half - 2, y}, {head: true});
        previous = to;
    }
}

function lanes(scene, picture, y, places, place) {
    const half = places.many ? CHIP : 17;

    picture.lanes.forEach((ids, lane) => {
        const head = {x: places.head.x, y: y(places.head, lane)};
        const at = id => ({x: place.get(id).x, y: y(place.get(id), lane)});

        scene.text(`lane-${lane}`, "caption left over", 12, head.y + 4, `lane ${lane}`, "node");
        scene.group(`head-${lane}`, "node", "level head", head, level(half));
        for (const id of ids)
            scene.group(`level-${lane}-${id}`, "node", "level", at(id), level(half));
        row(scene, `lane-${lane}`, ids, head, half, {...places, at});
    });
}

/* How far apart timers stand that are close. */
function closeness({columns, timers, base}) {
    const lengths = timers.map(({due}) => tick(due, base).length).filter(n => n <= LONG);

    return columns.length >= MANY ? NARROW
                                  : Math.max(NARROW, ...lengths.map(n => Math.ceil(DIGIT * n + 4)));
}

/* Where timers stand: in one line, or closer, or in lines below each other. */
function placesOf(picture, width, half) {
    const {columns, lanes: above} = picture;
    const step = 2 * half + 20, whole = HEAD + (columns.length + 0.5) * step + MARGIN;
    const many = columns.length >= MANY || above.length > 0 && whole > width;
    const lane = many ? CLOSE : LANE, bottom = 40 + above.length * lane;
    const lined = (from, apart, line) => {
        const inLine = Math.floor((Math.max(width, 300) - from - EDGE) / apart) + 1;

        return {many, lane, bottom, line, apart, lines: Math.ceil((columns.length + 1) / inLine),
            left: from - half - 10, right: from + (inLine - 1) * apart + half + 8,
            width: from + EDGE + (Math.min(inLine, columns.length + 1) - 1) * apart,
            head: {x: from, y: bottom}, at: i => ({x: from + (i + 1) % inLine * apart,
                y: bottom + Math.floor((i + 1) / inLine) * line})};
    };

    if (many)
        return lined(NEAR, closeness(picture), above.length * lane + 54);
    if (!above.length && whole > width)
        return lined(EDGE, 2 * half + 14, LINE);
    return {many, lane, bottom, width: whole, head: {x: HEAD, y: bottom}, lines: 1, line: 0,
        at: i => ({x: HEAD + (i + 1) * step, y: bottom})};
}

function captions(scene, {lanes: above, levels}, {head, many}) {
    scene.text("base", "caption left over", 12, head.x === EDGE ? head.y - 20 : head.y + 4,
        above.length ? "base" : "list", "node");
    scene.group("base-head", "node", "level head", head, level(many ? CHIP : 17));
    if (levels)
        scene.text("levels", "caption left over", 12, scene.below(22) + 8,
            `array of ${levels.all} levels: ${levels.heads} heads, ${levels.towers} in towers, ` +
                `${levels.free} free`, "node");
}

const pill = (scene, timer, base, {x, y, cls}) =>
    scene.pill(`list-${timer.id}`, timer, base, x, y, {cls});

function chip(scene, timer, base, {x, y, cls, apart}) {
    const due = tick(timer.due, base);

    scene.chip(`list-${timer.id}`, timer, base, x, y, CHIP, {cls});
    if (DIGIT * due.length < apart)
        scene.text(`due-${timer.id}`, "index over", x, y + 25, due, "node");
}

export function list(picture, width) {
    const scene = new Scene(picture), timers = timersOf(picture), {base, columns} = picture;
    const places = placesOf(picture, width, scene.half), {many} = places;
    const linked = new Set(picture.linked);
    const place = new Map(columns.map((id, i) => [id, places.at(i)]));

    scene.width = Math.max(Math.min(width, 900), places.width);
    scene.below(places.bottom + 46 + (places.lines - 1) * places.line);
    captions(scene, picture, places);
    lanes(scene, picture, ({y}, lane) => y - 6 - (lane + 1) * places.lane, places, place);
    row(scene, "base", columns.filter(id => linked.has(id)), places.head, many ? CHIP : scene.half,
        {...places, at: id => place.get(id)});
    for (const id of columns)
        (many ? chip : pill)(scene, timers.get(id), base,
            {...place.get(id), cls: linked.has(id) ? "" : "loose", apart: places.apart});
    scene.desc = columns.map(id => `timer ${id} due ${tick(timers.get(id).due, base)}, in ` +
        `${picture.lanes.filter(ids => ids.includes(id)).length} lanes`).join("; ");
    return scene;
}
