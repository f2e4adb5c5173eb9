/* SPDX-License-Identifier: MIT-0 */
/* The big wheel: each level is a ring of two halves, and the position is in one of them. What
   stands in the other half has moved ahead. */
import {polar, Scene, timersOf} from "../scene.js";
import {bothBases, tick} from "../ticks.js";
import {many, place} from "../words.js";
import {hand, rows, sector} from "./dial.js";

const CHIP = 11, MOST = 24;
/* Degrees: a line to a timer that is further off would cross the middle; and the dial, which it
   may do if no other slot is on its way. */
const DRIFT = 80, CLEAR = 30;

/* How large a dial is, and how far apart its timers stand. In narrow drawings, too, two dials are
   beside each other, as close as their timers allow; a count of timers has a line of its own. */
const LARGE = {cell: 286, high: 286, inner: 62, outer: 82, chips: 104, apart: 14};
const SMALL = {cell: 228, high: 228, inner: 52, outer: 66, chips: 84, apart: 17};
const TINY = {cell: 157, high: 164, inner: 34, outer: 46, chips: 59, apart: 23};
const COUNTED = {...TINY, high: 178};

const angleOf = ({size, subs}, {half, slot, sub}) =>
    180 * (half + (slot + (sub + 0.5) / subs) / size);

/* The same angles in the same order, at least so far from each other: those that are too close
   spread around their middle. */
function apart(angles, least) {
    const groups = []; /* of those that touch: where the first one is, and how many they are */

    for (const angle of angles) {
        let last = {from: angle, n: 1};

        while (groups.length && groups.at(-1).from + groups.at(-1).n * least > last.from) {
            const {from, n} = groups.pop(), all = n + last.n;

            last = {from: (from * n + (last.from - n * least) * last.n) / all, n: all};
        }
        groups.push(last);
    }

    const moved = groups.flatMap(
        ({from, n}) => Array.from({length: n}, (_, i) => from + i * least));

    for (let i = moved.length - 1, most = moved[0] + 360 - least; i >= 0; i--, most -= least)
        moved[i] = Math.min(moved[i], most);
    return moved;
}

/* Which of these angles is the closest behind the one before it; never the first one. */
function closest(angles, from = 0, to = angles.length - 1) {
    let found = to;

    for (let i = to - 1; i > from; i--)
        if (angles[i] - angles[i - 1] < angles[found] - angles[found - 1])
            found = i;
    return found;
}

/* The first and the last of those that touch each other where number i stands. */
function touching(places, least, i) {
    const touch = k => places[k] - places[k - 1] < least + 0.01;
    let from = i, to = i;

    while (from > 0 && touch(from))
        from--;
    while (to + 1 < places.length && touch(to + 1))
        to++;
    return [from, to];
}

/* How far off a place is from its angle, as a part of how far it may be. */
function drift(all, angle, place) {
    const [from, to] = [angle, place].sort((a, b) => a - b);
    const free = all.every(({angle: other}) => other <= from || other >= to);

    return (to - from) / (free ? DRIFT : CLEAR);
}

/* The timers that have a place around a dial, with its angle; in order of their own angles. Room is
   made in a crowd, by those that stand closest there. */
function placed(all, least) {
    const shown = [...all], most = Math.min(MOST, Math.floor(360 / least));
    const own = () => shown.map(({angle}) => angle);

    while (shown.length > most)
        shown.splice(closest(own()), 1);
    for (;;) {
        const angles = own(), places = apart(angles, least);
        const drifts = angles.map((angle, i) => drift(all, angle, places[i]));
        const worst = Math.max(0, ...drifts);

        if (worst <= 1)
            return shown.map((timer, i) => ({...timer, at: places[i]}));
        shown.splice(
            closest(angles, ...touching(places, least, drifts.lastIndexOf(worst))), 1);
    }
}

/* The timers of a level, in order of their angles. */
const standing = level =>
    level.slots.flatMap(slot => slot.ids.map(id => ({id, angle: angleOf(level, slot)})))
        .sort((a, b) => a.angle - b.angle);

/* Is there a timer that has no place around its dial? */
const crowded = (levels, {apart: least}) => levels.some(level => {
    const all = standing(level);

    return placed(all, least).length < all.length;
});

function chips(scene, picture, level, at) {
    const {outer, high} = at.size;
    const timers = timersOf(picture);
    const all = standing(level), shown = placed(all, at.size.apart);

    for (const {id, angle, at: turn} of shown) {
        const spot = polar(at.x, at.y, at.size.chips, turn);

        scene.edge(`lead-${id}`, "edge", "edge lead", polar(at.x, at.y, outer, angle), spot);
        scene.chip(`dial-${id}`, timers.get(id), picture.base, spot.x, spot.y, CHIP);
    }
    if (all.length > shown.length)
        scene.text(`more-${level.level}`, "caption more", at.x, at.y + high / 2 - 8,
            `+${many(all.length - shown.length, "timer")}`);
}

/* A half with its number, above the middle while the hand `turn` is below it at this side. */
function half(scene, level, which, at, turn) {
    const {inner, outer} = at.size;
    const low = which ? turn >= 180 && turn < 270 : turn >= 90 && turn < 180;
    const name = `level ${level.level} half ${which}`, here = level.here === which;
    const caption = polar(0, 0, inner - (inner < 40 ? 14 : 28), which * 180 + 90);

    scene.group(`half-${level.level}-${which}`, "ground", `slot${here ? " here" : " ahead"}`, at, [
        ["path", {d: sector(inner, outer, which * 180 + 1, which * 180 + 179)}],
        [
            "text", {x: caption.x.toFixed(1), y: low ? -16 : inner < 60 ? 20 : 24},
            inner < 40 ? String(which) : `half ${which}`
        ],
    ], {title: `${name}: ${here ? "the position is here" : "what has moved ahead"}`});
}

/* `at`: its middle, and its size. */
function dial(scene, picture, level, at) {
    const {x, y, size: {inner, outer, high}} = at;
    const hands = {half: level.here, slot: level.hand_at, sub: 0};
    const turn = angleOf({...level, subs: 1}, hands);

    scene.text(`level-${level.level}`, "caption strong", x, y - high / 2 + 8,
        `level ${level.level}${inner < 40 ? ": halves 1, 0" : ""}`);
    half(scene, level, 0, at, turn);
    half(scene, level, 1, at, turn);
    for (const slot of level.slots) {
        const angle = angleOf(level, slot), where = {level: level.level, ...slot};
        const from = polar(0, 0, inner, angle), to = polar(0, 0, outer, angle);

        scene.group(`tick-${place(where)}`, "edge", "taken", at,
            [["line", {x1: from.x, y1: from.y, x2: to.x, y2: to.y}]], {title: place(where)});
    }
    hand(scene, `hand-${level.level}`, at, inner - 4, turn);
    chips(scene, picture, level, at);
}

export function halves(picture, width) {
    const scene = new Scene(picture), levels = picture.levels.toReversed(), {base} = picture;
    const tiny = width < 2 * SMALL.cell;
    const size = tiny ? crowded(levels, TINY) ? COUNTED : TINY
                      : width < levels.length * LARGE.cell ? SMALL
                                                           : LARGE;
    const cell = tiny ? Math.max(142, Math.min(TINY.cell, width / 2)) : size.cell;
    const inRow = Math.max(2, Math.min(levels.length, Math.floor(width / cell)));

    scene.width = Math.max(Math.min(width, 900), inRow * cell);
    scene.below(20);
    scene.text(
        "position", "caption", scene.width / 2, 14,
        `position ${bothBases(picture.position, base)}`);

    const top = scene.below(Math.ceil(levels.length / inRow) * size.high + 8);

    const middle = level => {
        const i = levels.findIndex(other => other.level === level);

        return {
            x: scene.width / 2 + (i % inRow - (inRow - 1) / 2) * cell,
            y: top + (Math.floor(i / inRow) + 0.5) * size.high,
        };
    };

    for (const level of levels)
        dial(scene, picture, level, {...middle(level.level), size});
    scene.locate = at => { /* of any slot, also an empty one; its level may not be drawn yet */
        const level = picture.levels.find(({level: n}) => n === at.level);
        const m = level && middle(at.level);

        return level && polar(m.x, m.y, (size.inner + size.outer) / 2, angleOf(level, at));
    };

    const lists = picture.levels.flatMap(
        ({level, slots}) => slots.map(slot => ({...slot, at: {level, ...slot}})));

    rows(scene, picture, lists, timersOf(picture));
    scene.desc = `position ${tick(picture.position, base)}; ` +
        lists.map(({at, ids}) => `${place(at)}: timers ${ids.join(", ")}`).join("; ");
    return scene;
}
