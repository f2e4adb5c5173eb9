/* SPDX-License-Identifier: MIT-0 */
/* A list with lanes above it: towers of levels, a column for each timer. */
import {Scene, timersOf} from "../scene.js";
import {SMALLEST} from "../stage.js";
import {tick} from "../ticks.js";

const COLUMN = 66, LANE = 40, HEAD = 84, MARGIN = 40;
/* So many timers stand closer, without long deadlines. */
const MANY = 60, NARROW = 22, CHIP = 9, NEAR = 66;
const FOLDED = 60, LINE = 62, EDGE = 34; /* a list in lines, below each other */

const level = half => [["rect", {x: -half, y: -11, width: 2 * half, height: 22, rx: 5}],
    ["circle", {class: "dot", r: 2.5}]];

/* An arrow from each of a row to the next one, which may begin a line below; `from` is where the
   row begins. */
function row(scene, name, ids, from, half, at) {
    let previous = from;

    for (const id of ids) {
        const to = at(id), same = to.y === previous.y;

        scene.edge(`${name}-${id}`, "edge", "edge",
            same ? {x: previous.x + half, y: previous.y} : {x: previous.x, y: previous.y + 16},
            same ? {x: to.x - half - 2, y: to.y} : {x: to.x, y: to.y - 18}, {head: true});
        previous = to;
    }
}

function lanes(scene, picture, y, {many, head: {x}}, column) {
    const half = many ? CHIP : 17;

    picture.lanes.forEach((ids, lane) => {
        const head = {x, y: y(lane)};

        scene.text(`lane-${lane}`, "caption left", 12, head.y + 4, `lane ${lane}`);
        scene.group(`head-${lane}`, "node", "level head", head, level(17));
        for (const id of ids)
            scene.group(`level-${lane}-${id}`, "node", "level", {x: column.get(id), y: head.y},
                level(half));
        row(scene, `lane-${lane}`, ids, head, half, id => ({x: column.get(id), y: head.y}));
    });
}

/* Where timers stand: in one line, closer if it is too long, or, without lanes, in lines. */
function placesOf({columns, lanes: above}, width, bottom) {
    const whole = HEAD + (columns.length + 0.5) * COLUMN + MARGIN;
    const many = columns.length >= MANY || above.length > 0 && whole * SMALLEST > width;

    if (many)
        return {many, width: NEAR + (columns.length + 1.5) * NARROW, head: {x: NEAR, y: bottom},
            lines: 1, at: i => ({x: NEAR + (i + 1.4) * NARROW, y: bottom})};
    if (above.length || whole <= width)
        return {many, width: whole, head: {x: HEAD, y: bottom}, lines: 1,
            at: i => ({x: HEAD + (i + 1) * COLUMN, y: bottom})};

    const inLine = Math.floor((Math.max(width, 400) - 2 * EDGE) / FOLDED) + 1;

    return {many, width: 2 * EDGE + (inLine - 1) * FOLDED, head: {x: EDGE, y: bottom},
        lines: Math.ceil((columns.length + 1) / inLine), at: i => ({
            x: EDGE + (i + 1) % inLine * FOLDED,
            y: bottom + Math.floor((i + 1) / inLine) * LINE
        })};
}

function captions(scene, {lanes: above, levels}, {head}) {
    scene.text("base", "caption left", 12, head.x === EDGE ? head.y - 20 : head.y + 4,
        above.length ? "base" : "list");
    scene.group("base-head", "node", "level head", head, level(17));
    if (levels)
        scene.text("levels", "caption left", 12, scene.below(22) + 8,
            `array of ${levels.all} levels: ${levels.heads} heads, ${levels.towers} in towers, ` +
                `${levels.free} free`);
}

const pill = (scene, timer, base, {x, y, cls}) =>
    scene.pill(`list-${timer.id}`, timer, base, x, y, {cls});

function chip(scene, timer, base, {x, y, cls}) {
    const due = tick(timer.due, base);

    scene.chip(`list-${timer.id}`, timer, base, x, y, CHIP, cls);
    if (due.length < 4)
        scene.text(`due-${timer.id}`, "index", x, y + 22, due);
}

export function list(picture, width) {
    const scene = new Scene(), timers = timersOf(picture), {base, columns} = picture;
    const bottom = 40 + picture.lanes.length * LANE;
    const places = placesOf(picture, width, bottom), {many} = places;
    const linked = new Set(picture.linked);
    const place = new Map(columns.map((id, i) => [id, places.at(i)]));
    const column = new Map(columns.map(id => [id, place.get(id).x]));

    scene.width = Math.max(Math.min(width, 900), places.width);
    scene.below(bottom + 46 + (places.lines - 1) * LINE);
    captions(scene, picture, places);
    lanes(scene, picture, lane => bottom - 6 - (lane + 1) * LANE, places, column);
    row(scene, "base", columns.filter(id => linked.has(id)), places.head, many ? CHIP : 23,
        id => place.get(id));
    for (const id of columns)
        (many ? chip : pill)(scene, timers.get(id), base,
            {...place.get(id), cls: linked.has(id) ? "" : "loose"});
    scene.desc = columns.map(id => `timer ${id} due ${tick(timers.get(id).due, base)}, in ` +
        `${picture.lanes.filter(ids => ids.includes(id)).length} lanes`).join("; ");
    return scene;
}
