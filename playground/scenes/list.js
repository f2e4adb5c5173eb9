/* SPDX-License-Identifier: MIT-0 */
/* A list with lanes above it: towers of levels, a column for each timer. */
import {Scene, timersOf} from "../scene.js";
import {tick} from "../ticks.js";

const COLUMN = 66, LANE = 40, HEAD = 84, MARGIN = 40;
const MANY = 60, NARROW = 26; /* so many timers stand closer, without their deadlines */

const level = half => [["rect", {x: -half, y: -11, width: 2 * half, height: 22, rx: 5}],
    ["circle", {class: "dot", r: 2.5}]];

/* An arrow from each of a row to the next one; `from` is where the row begins. */
function row(scene, name, ids, from, half, at) {
    let previous = from;

    for (const id of ids) {
        const to = at(id);

        scene.edge(`${name}-${id}`, "edge", "edge", {x: previous.x + half, y: previous.y},
            {x: to.x - half - 2, y: to.y}, {head: true});
        previous = to;
    }
}

function lanes(scene, picture, y, column, half) {
    picture.lanes.forEach((ids, lane) => {
        const head = {x: HEAD, y: y(lane)};

        scene.text(`lane-${lane}`, "caption left", 12, head.y + 4, `lane ${lane}`);
        scene.group(`head-${lane}`, "node", "level head", head, level(17));
        for (const id of ids)
            scene.group(`level-${lane}-${id}`, "node", "level", {x: column.get(id), y: head.y},
                level(half));
        row(scene, `lane-${lane}`, ids, head, half, id => ({x: column.get(id), y: head.y}));
    });
}

export function list(picture, width) {
    const scene = new Scene(), timers = timersOf(picture), {base, columns, levels} = picture;
    const many = columns.length >= MANY, apart = many ? NARROW : COLUMN;
    const column = new Map(columns.map((id, i) => [id, HEAD + (i + 1) * apart]));
    const bottom = 40 + picture.lanes.length * LANE;
    const linked = new Set(picture.linked);

    scene.width = Math.max(Math.min(width, 900), HEAD + (columns.length + 0.5) * apart + MARGIN);
    scene.below(bottom + 46);
    scene.text("base", "caption left", 12, bottom + 4, "base");
    scene.group("base-head", "node", "level head", {x: HEAD, y: bottom}, level(17));
    lanes(scene, picture, lane => bottom - 6 - (lane + 1) * LANE, column, many ? 9 : 17);
    row(scene, "base", columns.filter(id => linked.has(id)), {x: HEAD, y: bottom}, many ? 10 : 23,
        id => ({x: column.get(id), y: bottom}));
    for (const id of columns) {
        const cls = linked.has(id) ? "" : "loose";

        if (many)
            scene.chip(`list-${id}`, timers.get(id), base, column.get(id), bottom, 10, cls);
        else
            scene.pill(`list-${id}`, timers.get(id), base, column.get(id), bottom, {cls});
    }
    if (levels)
        scene.text("levels", "caption left", 12, scene.below(22) + 8,
            `array of ${levels.all} levels: ${levels.heads} heads, ${levels.towers} in towers, ` +
                `${levels.free} free`);
    scene.desc = columns.map(id => `timer ${id} due ${tick(timers.get(id).due, base)}, in ` +
        `${picture.lanes.filter(ids => ids.includes(id)).length} lanes`).join("; ");
    return scene;
}
