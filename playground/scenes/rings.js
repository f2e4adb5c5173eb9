/* SPDX-License-Identifier: MIT-0 */
/* Rings of levels: a dial for each digit of a tick, the highest one at the left as in a number. */
import {Scene, timersOf} from "../scene.js";
import {tick} from "../ticks.js";
import {place} from "../words.js";
import {chipsOutward, hand, ring, rows} from "./dial.js";

/* Dials for wide pages and for narrow ones. */
const wide = {cell: 218, inner: 38, outer: 60, first: 76, chip: 12};
const narrow = {cell: 166, inner: 27, outer: 46, first: 59, chip: 10};

function dial(scene, picture, level, at, sizes) {
    const timers = timersOf(picture), name = slot => `level ${level.level} slot ${slot.toString(16)}`;
    const {inner, outer, first, chip} = sizes;

    scene.text(`digit-${level.level}`, "digit", at.x, at.y - sizes.cell / 2 - 22, level.hand_at.toString(16));
    scene.text(`level-${level.level}`, "caption", at.x, at.y - sizes.cell / 2 - 6, `level ${level.level}`);
    ring(scene, `level-${level.level}`, at, {
        inner, outer, size: level.size, here: level.hand_at, name,
        slots: new Map(level.slots.map(slot => [slot.slot, slot])),
        tickOf: slot => slot.begin,
    });
    hand(scene, `hand-${level.level}`, at, inner - 3, (level.hand_at + 0.5) * 360 / level.size);
    for (const {slot, ids} of level.slots)
        chipsOutward(scene, at, {radius: first, angle: (slot + 0.5) * 360 / level.size, ids, room: 2, chip,
            prefix: "dial", timers, base: picture.base, key: name(slot)});
}

/* The occupied slots of all levels with their places, the finest level first; then the overflow slot. */
function lists(picture) {
    const all = picture.levels.flatMap(({level, slots}) => slots.map(slot => ({...slot, at: {level, slot: slot.slot}})));

    if (picture.overflow?.length)
        all.push({at: {overflow: true}, ids: picture.overflow});
    return all;
}

export function rings(picture, width) {
    const scene = new Scene(), sizes = width < 620 ? narrow : wide, {base} = picture;
    const levels = picture.levels.toReversed();
    const inRow = Math.min(levels.length, Math.max(2, Math.floor(width / sizes.cell)));

    scene.width = Math.max(Math.min(width, 900), inRow * sizes.cell);
    scene.below(20);
    scene.text("position", "caption", scene.width / 2, 14, `position ${tick(picture.position, base)}, digit by digit`);

    const rowHeight = sizes.cell + 40, top = scene.below(Math.ceil(levels.length / inRow) * rowHeight);

    levels.forEach((level, i) => dial(scene, picture, level, {
        x: scene.width / 2 + (i % inRow - (inRow - 1) / 2) * sizes.cell,
        y: top + Math.floor(i / inRow) * rowHeight + 36 + sizes.cell / 2,
    }, sizes));

    const all = lists(picture);

    rows(scene, picture, all, timersOf(picture));
    scene.places.set(place({overflow: true}), {x: 60, y: scene.height - 24});
    scene.desc = `position ${tick(picture.position, base)}; ` +
        all.map(({at, ids}) => `${place(at)}: timers ${ids.join(", ")}`).join("; ");
    return scene;
}
