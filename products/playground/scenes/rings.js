/* SPDX-License-Identifier: MIT-0 */
/* Rings of levels: a dial for each digit of a tick, the highest one at the left as in a number. */
import {polar, Scene, timersOf} from "../scene.js";
import {bothBases, tick} from "../ticks.js";
import {place} from "../words.js";
import {countHalf, deck, hand, ring, rows} from "./dial.js";

/* So many places has a list on a dial. If it is longer, the last place counts the rest. */
const ROOM = 2;

/* How large dials are: as many beside each other as there is room for, at least two. Small
   ones stand close, with room for one timer above and below. In a `low` frame they are as small
   as their digits allow. */
function sizesFor(width, levels, lowFrame) {
    const inRow = width < 4 * 146 ? 2 : Math.min(4, levels), low = lowFrame && inRow === 2;
    const cell = Math.max(146, Math.min(214, width / inRow));
    const small = low || cell < 180, chip = small ? 10 : 12, step = small ? 19 : 25;
    const outer = low ? width < 360 ? 37 : 42
                      : cell / 2 - 2 * chip - (small ? step : step / 2 + 2);

    return {low, inRow, cell, chip, outer, small, step, head: small ? 20 : 34, above: 0,
        inner: Math.round(outer * (low ? 0.5 : 0.6)), first: outer + chip + 2,
        high: small ? 2 * (outer + 2 * chip + 2) : cell + 12};
}

const listsOf = (picture, level) => [...level.slots, ...heldAt(picture, level.level)];

/* What a dial draws: its ring and the places of its lists, around its middle. */
function parts(picture, level, {outer, first, step, chip}) {
    const places = listsOf(picture, level).flatMap(({slot, ids}) => ids.slice(0, ROOM).map(
        (id, i) => ({
            ...polar(0, 0, first + step * i, (slot + 0.5) * 360 / level.size),
            half: i < ROOM - 1 || ids.length <= ROOM ? chip : countHalf(chip, ids.length - i),
            high: chip,
        })));

    return [{x: 0, y: 0, half: outer, high: outer}, ...places];
}

/* How far apart two dials beside each other must be so that no parts of theirs overlap. */
const least = (left, right) => Math.max(...left.flatMap(a => right.map(
    b => Math.abs(a.y - b.y) < a.high + b.high ? a.x + a.half - b.x + b.half + 3 : 0)));

/* Where the dials of a row stand, and by how much it is too wide. Each dial is in the middle of
   its cell, or beside it if lists want its place. */
function across(picture, row, width, sizes) {
    const all = row.map(level => parts(picture, level, sizes)), last = row.length - 1;
    const reach = (dial, sign) => Math.max(...dial.map(({x, half}) => sign * x + half)) + 1;
    const at = row.map((level, i) => width / 2 + (i - (sizes.inRow - 1) / 2) * sizes.cell);

    at[0] = Math.max(at[0], reach(all[0], -1));
    for (let i = 1; i <= last; i++)
        at[i] = Math.max(at[i], at[i - 1] + least(all[i - 1], all[i]));
    at[last] = Math.min(at[last], width - reach(all[last], 1));
    for (let i = last - 1; i >= 0; i--)
        at[i] = Math.min(at[i], at[i + 1] - least(all[i], all[i + 1]));

    const over = Math.max(0, reach(all[0], -1) - at[0]);

    return {at: at.map(x => x + over), over};
}

/* The sizes of all dials, where each stands in its row, and the width of the drawing. */
function laid(picture, levels, width, lowFrame, close = false) {
    const sizes = sizesFor(width, levels.length, lowFrame, close), {inRow, cell} = sizes;
    const wide = Math.max(width, inRow * cell), rows = [];

    for (let i = 0; i < levels.length; i += inRow)
        rows.push(across(picture, levels.slice(i, i + inRow), wide, sizes));

    const over = Math.max(...rows.map(row => row.over));

    if (over > 0 && !sizes.small)
        return laid(picture, levels, width, lowFrame, true);
    return {sizes, at: rows.flatMap(row => row.at), wide: wide + over};
}

/* Do timers stand behind each other at this part of a turn: 0 is above a dial, where its name and
   digit are, and a half is below, where those of the next row are? */
function crowded(picture, turn) {
    return picture.levels.some(level => listsOf(picture, level).some(({slot, ids}) => {
        const away = Math.abs((slot + 0.5) / level.size - turn);

        return ids.length > 1 && Math.min(away, 1 - away) < 0.13;
    }));
}

function dial(scene, picture, level, at, sizes) {
    const timers = timersOf(picture);
    const name = slot => `level ${level.level} slot ${slot.toString(16)}`;
    const {inner, outer, first, chip} = sizes;
    const top = at.y - sizes.high / 2 - sizes.above, aside = sizes.small ? 20 : 0;

    scene.text(`digit-${level.level}`, sizes.small ? "digit small" : "digit", at.x + aside,
        top - (sizes.small ? 2 : 12), level.hand_at.toString(16));
    scene.text(`level-${level.level}`, "caption", at.x - aside, top - (sizes.small ? 4 : -2),
        `level ${level.level}`);
    ring(scene, `level-${level.level}`, at, {
        inner, outer, size: level.size, here: level.hand_at, name,
        slots: new Map(level.slots.map(slot => [slot.slot, slot])),
        tickOf: slot => slot.begin,
    });
    hand(scene, `hand-${level.level}`, at, inner - 3, (level.hand_at + 0.5) * 360 / level.size);
    /* Timers that go down stay where they stood until then. */
    for (const [lists, cls] of [[level.slots, ""], [heldAt(picture, level.level), "held"]])
        for (const {slot, ids} of lists)
            deck(scene, at, {radius: first, angle: (slot + 0.5) * 360 / level.size, ids, room: ROOM,
                step: sizes.step, chip, prefix: "dial", timers, base: picture.base, cls});
}

/* The timers in the hand that came from this level, by slot, as far as they are armed. */
function heldAt({held = [], timers}, level) {
    const slots = new Map(), armed = new Set(timers.map(({id}) => id));

    for (const {id, at} of held)
        if (at.level === level && armed.has(id))
            slots.set(at.slot, [...slots.get(at.slot) ?? [], id]);
    return [...slots].map(([slot, ids]) => ({slot, ids}));
}

/* The occupied slots of all levels with their places, the finest level first; then the overflow
   slot. */
function lists(picture) {
    const all = picture.levels.flatMap(({level, slots}) =>
        slots.map(slot => ({...slot, at: {level, slot: slot.slot}})));

    if (picture.overflow?.length)
        all.push({at: {overflow: true}, ids: picture.overflow});
    return all;
}

export function rings(picture, width, quiet, lowFrame) {
    const scene = new Scene(picture), {base} = picture, levels = picture.levels.toReversed();
    const {sizes, at, wide} = laid(picture, levels, Math.min(width, 900), lowFrame);
    const {inRow, high} = sizes;

    scene.elastic = true;
    if (crowded(picture, 0)) {
        sizes.above = sizes.small ? 18 : 12;
        sizes.head += sizes.above;
    }
    scene.width = wide;
    if (!sizes.low) { /* there the digits above the dials say it */
        scene.below(24);
        scene.text("position", "caption left", 14, 14,
            `position ${bothBases(picture.position, base)}`);
    }

    const rowHeight = high + sizes.head + (crowded(picture, 0.5) ? sizes.step : 0);
    const top = scene.below(Math.ceil(levels.length / inRow) * rowHeight + (sizes.small ? 0 : 8));

    levels.forEach((level, i) => dial(scene, picture, level, {
        x: at[i],
        y: top + Math.floor(i / inRow) * rowHeight + sizes.head + high / 2,
    }, sizes));

    const all = lists(picture);

    rows(scene, picture, all, timersOf(picture));
    scene.places.set(place({overflow: true}), {x: 60, y: scene.height - 24});
    scene.desc = `position ${tick(picture.position, base)}; ` +
        all.map(({at: where, ids}) => `${place(where)}: timers ${ids.join(", ")}`).join("; ");
    return scene;
}
