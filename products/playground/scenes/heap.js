/* SPDX-License-Identifier: MIT-0 */
/* A heap as a tree, and below it the array that it is. */
import {Scene, timersOf} from "../scene.js";
import {label, shortTick, tick} from "../ticks.js";
import {packed, spread} from "./spread.js";

const ROW = 66, HALF = 17, CELL_HEIGHT = 52, MARGIN = 14;
const LETTER = 6.8, CAPTION = 14; /* how wide one of a caption is, about; how high a line of it */
const DRAWN = 21; /* cells of the tree: three full levels; the array has all */

/* A hole is a cell that the operation will fill. */
const hole = half => [["rect", {x: -half, y: -17, width: 2 * half, height: 34, rx: 8}]];

function tree(scene, picture, cells, gap, place) {
    const timers = timersOf(picture), below = foldedBelow(picture.cells);

    for (const {cell, up, id} of cells) {
        const at = place(cell);

        if (below.get(cell))
            scene.text(`folded-${cell}`, "caption more", at.x, at.y + 31, `+${below.get(cell)}`);

        scene.places.set(`cell ${cell}`, at);
        if (up !== null)
            scene.edge(`edge-${cell}`, "edge", "edge", {x: place(up).x, y: place(up).y + HALF},
                {x: at.x, y: at.y - HALF}); /* so it passes behind no timer of a row */
        if (id === null)
            scene.group(`hole-${cell}`, "ground", "hole", at, hole(scene.half));
        else
            scene.pill(`tree-${id}`, timers.get(id), picture.base, at.x, at.y);
    }
}

/* How many timers stand below each cell of the tree's last level that are not drawn there. */
function foldedBelow(cells) {
    const below = new Map(), up = new Map(cells.map(cell => [cell.cell, cell.up]));

    for (let {cell} of cells.slice(DRAWN)) {
        while (cell >= DRAWN)
            cell = up.get(cell);
        below.set(cell, (below.get(cell) ?? 0) + 1);
    }
    return below;
}

function entryTitle(index, {id, due, number}, base) {
    return `cell ${index}: ${label(id, due, base)}${number === null ? "" : `, arming ${number}`}`;
}

function arrayCell(scene, picture, entry, index, at, cell) {
    const {base} = picture, taken = entry && entry.id !== null;

    scene.group(`cell-${index}`, "ground",
        `cell${entry ? "" : " free"}${entry && !taken ? " hole" : ""}`, at, [
            ["rect", {x: -cell / 2, y: -CELL_HEIGHT / 2, width: cell, height: CELL_HEIGHT}],
        ]);
    scene.text(`index-${index}`, "index caption over", at.x, at.y + CELL_HEIGHT / 2 + 16,
        String(index), "node");
    if (!taken)
        return;
    scene.group(`array-${entry.id}`, "node", "timer flat", at,
        [
            [
                "rect", {
                    x: -cell / 2 + 2,
                    y: -CELL_HEIGHT / 2 + 2,
                    width: cell - 4,
                    height: CELL_HEIGHT - 4,
                    rx: 4
                }
            ],
            ["text", {class: "id", y: -9}, String(entry.id)],
            ["text", {class: "due", y: 5}, shortTick(entry.due, base).slice(-6)],
            ["text", {class: "number", y: 20}, entry.number === null ? "" : `#${entry.number}`],
        ],
        {title: entryTitle(index, entry, base)});
    scene.spot(entry.id, at.x, at.y, cell / 2, CELL_HEIGHT / 2);
}

/* The array below the tree: in one row, if there is room for it. A quiet one ends with the row of
   the last timer. */
function array(scene, picture, width, quiet) {
    const room = Math.min(width, 900) - 2 * MARGIN, taken = picture.cells.length;
    const least = 2 * scene.half + 4, whole = room / Math.max(DRAWN, taken);
    const cell = Math.max(least, Math.min(44, whole));
    const inRow = Math.max(5, Math.floor(room / cell));
    const shown = quiet ? Math.ceil(Math.max(1, taken) / inRow) * inRow : Math.max(DRAWN, taken);
    const rows = Math.ceil(shown / inRow);
    const numbered = picture.cells.some(({number}) => number !== null && number !== undefined);
    const all = `array: cells 0 to ${shown - 1} of ${picture.room}`, sign = "# counts armings";
    const line = numbered ? `${all}; ${sign}` : all;

    scene.width = Math.max(scene.width, Math.floor(inRow * cell + 2 * MARGIN));

    const folded = LETTER * line.length > scene.width - MARGIN;
    const top = scene.below(rows * (CELL_HEIGHT + 22) + 26 + (folded ? CAPTION : 0)) +
        (folded ? CAPTION : 0);

    scene.text("array", "caption left over", MARGIN, folded ? top - 4 : top + 10,
        folded ? all : line, "node");
    if (folded)
        scene.text("array-sign", "caption left over", MARGIN, top + 10, sign, "node");
    for (let i = 0; i < shown; i++)
        arrayCell(scene, picture, picture.cells[i], i, {
            x: MARGIN + cell / 2 + (i % inRow) * cell,
            y: top + 20 + CELL_HEIGHT / 2 + Math.floor(i / inRow) * (CELL_HEIGHT + 22),
        }, cell);
}

export function heap(picture, width, quiet) {
    const scene = new Scene(picture), cells = picture.cells.slice(0, DRAWN);
    const gap = 2 * scene.half + (width < 600 ? 4 : 10);
    const below = new Map(cells.map(({cell}) => [cell, []]));

    for (const {cell, up} of cells)
        if (up !== null)
            below.get(up).push(cell);

    const acrossOf = all => Math.max(gap, ...[...all.values()].map(({right}) => right));
    const wide = cells.length ? spread(0, cell => below.get(cell), gap) : new Map();
    const spots = acrossOf(wide) + 2 * MARGIN > width ? packed(wide, gap) : wide;
    const across = acrossOf(spots), depth = Math.max(0, ...[...spots.values()].map(at => at.depth));

    scene.width = Math.max(Math.min(width, 900), across + 2 * MARGIN);
    scene.below(30 + (depth + 1) * ROW);
    tree(scene, picture, cells, gap, cell => {
        const {x, depth: row} = spots.get(cell);

        return {x: (scene.width - across) / 2 + x, y: 34 + row * ROW};
    });
    array(scene, picture, width, quiet);
    scene.desc = picture.cells
                     .map(({cell, id, due}) => id === null
                             ? `cell ${cell}: a hole`
                             : `cell ${cell}: timer ${id} due ${tick(due, picture.base)}`)
                     .join("; ");
    return scene;
}
