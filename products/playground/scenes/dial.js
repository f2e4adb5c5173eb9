/* SPDX-License-Identifier: MIT-0 */
/* Parts of dials: sectors, hands, and the lists of slots in rows below. */
import {polar} from "../scene.js";
import {tick} from "../ticks.js";
import {many, place} from "../words.js";

const two = x => x.toFixed(2);

/* The outline of a ring's part between two angles, as a path's d, around (0, 0). */
export function sector(inner, outer, from, to) {
    const large = to - from > 180 ? 1 : 0;
    const [a, b] = [polar(0, 0, outer, from), polar(0, 0, outer, to)];
    const [c, d] = [polar(0, 0, inner, to), polar(0, 0, inner, from)];

    return `M${two(a.x)} ${two(a.y)}A${outer} ${outer} 0 ${large} 1 ${two(b.x)} ${two(b.y)}` +
        `L${two(c.x)} ${two(c.y)}A${inner} ${inner} 0 ${large} 0 ${two(d.x)} ${two(d.y)}Z`;
}

/* The position's hand, of this length, to the angle. */
export function hand(scene, key, at, length, turn) {
    scene.group(key, "node", "hand", at, [
        ["line", {x1: 0, y1: 8, x2: 0, y2: -length + 7}],
        ["path", {d: `M-4 ${-length + 9}L0 ${-length}L4 ${-length + 9}Z`}],
        ["circle", {r: 3.5}],
    ], {turn});
}

/* A ring of equal sectors with their digits. `slots` are the occupied ones by number, `name` their
   place in words; a click on an occupied one offers to arm at `tickOf` of it. */
export function ring(scene, key, at, {inner, outer, size, here, slots, name, tickOf}) {
    const step = 360 / size;

    for (let i = 0; i < size; i++) {
        const slot = slots.get(i), angle = (i + 0.5) * step;
        const digit = polar(0, 0, (inner + outer) / 2, angle);
        const cls = `slot${slot ? " occupied" : ""}${i === here ? " here" : ""}`;

        scene.group(`${key}-${i}`, "ground", cls, at, [
            ["path", {d: sector(inner, outer, i * step, (i + 1) * step)}],
            ["text", {x: two(digit.x), y: two(digit.y + 4)}, i.toString(16)],
        ], {title: name(i), click: slot && `arm ? ${tickOf(slot)}`});
        scene.places.set(name(i), polar(at.x, at.y, (inner + outer) / 2, angle));
    }
}

const MOST_ROWS = 24, MOST_LINES = 2;
const DIGIT = 7.3; /* the width of one: what has no room before the timers is left out */
const LINE = 42, CLOSE = 36; /* the height of a line; in narrow drawings */

/* The lists of slots, a row each: its name, its ticks, its timers in order. Long lists and further
   ones are counted. */
export function rows(scene, picture, lists, timers) {
    const {base} = picture, left = 14, narrow = scene.width < 500, names = narrow ? 126 : 195;
    const line = narrow ? CLOSE : LINE;
    const apart = 2 * scene.half + (narrow ? 6 : 10), from = names + scene.half;
    const fit = Math.max(1, Math.floor((scene.width - names - 4) / apart)), most = MOST_LINES * fit;
    const rest = lists.slice(MOST_ROWS).reduce((n, {ids}) => n + ids.length, 0);

    for (const {at, begin, end, ids: all} of lists.slice(0, MOST_ROWS)) {
        const ids = all.length > most ? all.slice(0, most - 1) : all;
        const lines = Math.ceil(Math.min(all.length, most) / fit), top = scene.below(lines * line);
        const name = place(at).replace(/^the /, ""), long = narrow && name.length > 16;
        const second = long ? name.replace(/^.* slot/, "slot")
            : begin !== undefined && begin !== end ? `${tick(begin, base)} .. ${tick(end, base)}`
                                                   : "";

        scene.text(`row-${name}`, "caption left", left, top + 16,
            long ? name.replace(/ slot.*$/, "") : name);
        if (second && DIGIT * second.length <= names - left)
            scene.text(`block-${name}`, "caption left", left, top + 30, second);
        ids.forEach((id, i) => scene.pill(`row-timer-${id}`, timers.get(id), base,
                        from + (i % fit) * apart, top + line / 2 + Math.floor(i / fit) * line));
        if (ids.length < all.length)
            scene.text(`rest-${name}`, "caption more", from + (fit - 1) * apart,
                top + 23 + (MOST_LINES - 1) * line, `+${all.length - ids.length}`);
    }
    if (rest)
        scene.text("rows-rest", "caption more left", left, scene.below(24) + 16,
            `and ${many(lists.length - MOST_ROWS, "slot")} more, with ${many(rest, "timer")}`);
    scene.below(narrow ? 2 : 8);
}

/* A list outward from its slot, the first timer next to it. If more timers follow than have room,
   they stand on each other in the last place, which counts them. */
export function deck(
    scene, at, {radius, angle, ids, room, step, chip, prefix, timers, base, cls = ""}) {
    const all = ids.length > room, last = polar(at.x, at.y, radius + step * (room - 1), angle);

    ids.forEach((id, i) => {
        const behind = all && i >= room - 1 ? countHalf(chip, ids.length - room + 1) : 0;
        const spot = behind ? last : polar(at.x, at.y, radius + step * i, angle);

        scene.chip(`${prefix}-${id}`, timers.get(id), base, spot.x, spot.y, chip, {cls, behind});
    });
    if (all)
        count(scene, `${prefix}-more-${ids[0]}`, last, chip, ids.length - room + 1);
}

/* Half the width of the shape that counts so many: it is as wide as the number. */
export const countHalf = (chip, n) => Math.max(chip, 4.6 * `+${n}`.length + 2);

/* How many stand in a place. */
function count(scene, key, at, chip, n) {
    const half = countHalf(chip, n);

    scene.group(key, "node", "caption more count", at, [
        ["rect", {x: -half, y: -chip, width: 2 * half, height: 2 * chip, rx: chip}],
        ["text", {y: 4}, `+${n}`],
    ]);
}
