/* SPDX-License-Identifier: MIT-0 */
/* One ring of slots, with the lists outward from them. */
import {noteWidth, polar, Scene, timersOf} from "../scene.js";
import {shortTick, tick} from "../ticks.js";
import {many} from "../words.js";
import {hand, ring as sectors} from "./dial.js";

/* Of wide drawings, and of narrow ones. */
const LARGE = {outer: 112, inner: 78}, SMALL = {outer: 88, inner: 58};
const MOST = 3;

/* How far apart timers of a list must be so that they do not overlap in this direction; `high`: one
   with its note. */
function apart(angle, {half, high}) {
    const a = angle * Math.PI / 180;

    return Math.min((2 * half + 6) / Math.abs(Math.sin(a)), high / Math.abs(Math.cos(a)));
}

/* What counts the timers that have no place, and how far behind the last one it stands: clear of
   that one and of its note. */
const more = ids => `${ids.length - MOST} more`;
const beyond = (ids, angle, {half, high}) => ids.length <= MOST ? 0
    : apart(angle, {half: half / 2 + 4.2 * more(ids).length / 2, high: high - 10});

const rounds = n => n === "0" ? "" : `+${n}`;

function lists(scene, picture, at, {first, outer}, size) {
    const timers = timersOf(picture), {half} = scene;

    for (const {slot, ids, rounds: turns} of picture.slots) {
        const angle = (slot + 0.5) * 360 / picture.size;

        ids.slice(0, MOST).forEach((id, i) => {
            const spot = polar(at.x, at.y, first + apart(angle, size) * i, angle);

            /* The note stands away from the timers of the slots beside. */
            scene.pill(`ring-${id}`, timers.get(id), picture.base, spot.x, spot.y,
                {cls: turns[i] === "0" ? "" : "later", note: rounds(turns[i]),
                    left: (spot.x - at.x) * (spot.y - at.y) > 0});
        });
        scene.edge(`lead-${slot}`, "edge", "edge lead", polar(at.x, at.y, outer, angle),
            polar(at.x, at.y,
                first + apart(angle, size) * (Math.min(MOST, ids.length) - 1), angle));
        if (ids.length > MOST) {
            const spot = polar(at.x, at.y,
                first + apart(angle, size) * (MOST - 1) + beyond(ids, angle, size), angle);

            scene.text(`more-${slot}`, "caption more", spot.x, spot.y + 4, more(ids));
        }
    }
}

/* How far from its middle the drawing goes in a direction, as a function of its axis and sign. */
function extents(picture, first, size, outer) {
    const ends = picture.slots.map(({slot, ids}) => {
        const angle = (slot + 0.5) * 360 / picture.size;

        return polar(0, 0, first + apart(angle, size) * (Math.min(MOST, ids.length) - 1) +
            beyond(ids, angle, size), angle);
    });
    const notes = picture.slots.flatMap(slot => slot.rounds.map(n => noteWidth(rounds(n))));
    const room = Math.max(size.half + 16, size.noted ? 33 : 0, ...notes.map(note => note / 2 + 6));

    return (name, sign) => Math.max(outer, ...ends.map(end => sign * end[name])) + room;
}

export function ring(picture, width) {
    const scene = new Scene(picture), {base} = picture, {half} = scene;
    const {outer, inner} = width < 400 ? SMALL : LARGE;
    const beside = (2 * half + 3) / (2 * Math.sin(Math.PI / picture.size));
    const first = Math.max(outer + half + 8, beside); /* timers of two slots do not overlap */
    const noted = picture.slots.some(slot => slot.rounds.some(rounds));
    const size = {half, noted, high: noted ? 50 : 44};
    const turn = (picture.hand_at + 0.5) * 360 / picture.size;
    const extent = extents(picture, first, size, outer);
    const side = Math.max(extent("x", 1), extent("x", -1));

    scene.width = Math.max(Math.min(width, 900), 2 * side);

    const at = {x: scene.width / 2, y: extent("y", -1)};

    scene.below(at.y + extent("y", 1));
    sectors(scene, "slot", at, {
        inner, outer, size: picture.size, here: picture.hand_at,
        slots: new Map(picture.slots.map(slot => [slot.slot, slot])),
        name: i => `slot ${i.toString(16)}`,
        tickOf: slot => slot.least,
    });
    /* Where the hand is not. */
    const above = turn > 90 && turn < 270 ? -Math.max(30, 0.45 * inner) : 0.5 * inner;

    scene.text("position", "big", at.x, at.y + above, shortTick(picture.position, base));
    scene.text("position-name", "caption", at.x, at.y + above + 16, "position");
    hand(scene, "hand", at, inner - 6, turn);
    lists(scene, picture, at, {first, outer}, size);
    scene.desc = `position ${tick(picture.position, base)}, ` +
        `the hand at slot ${picture.hand_at.toString(16)}; ` +
        picture.slots
            .map(({slot, ids, rounds: turns}) => `slot ${slot.toString(16)}: ` +
                    ids.map((id, i) => `timer ${id}` +
                                (turns[i] === "0" ? "" : ` in ${many(turns[i], "round")}`))
                        .join(", "))
            .join("; ");
    return scene;
}
