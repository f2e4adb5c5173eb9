/* SPDX-License-Identifier: MIT-0 */
/* From a moment to its scene: the structure as its kind is drawn, the timers that stand outside of
   it on a tray below, and the event marked. */
import {polar, timersOf} from "../scene.js";
import {momentText} from "../words.js";
import {list} from "./list.js";
import {ring} from "./ring.js";
import {rings} from "./rings.js";

const KINDS = {list, ring, rings};

/* What draws these structures and does not come with the page. */
const LATER = {
    bigwheel: async () => ({halves: (await import("./halves.js")).halves}),
    heap4: async () => ({heap: (await import("./heap.js")).heap}),
    rbtree: async () => ({tree: (await import("./tree.js")).tree}),
};

/* Fetches it. */
export async function drawable(structures) {
    const come = structures.filter(name => Object.hasOwn(LATER, name)).map(name => LATER[name]());

    Object.assign(KINDS, ...await Promise.all(come));
}

/* The timer that an event takes out of the picture, if it does. */
const leaving = ({picture: {timers}, event}) =>
    ["fire", "cancel"].includes(event?.event) && !timers.some(({id}) => id === event.id) ? [event]
                                                                                         : [];

/* The due list, what is in the hand, and what leaves at this moment: each where its name begins. A
   tray names only what it has, and a due list also if it is empty, unless it is quiet. */
function tray(scene, picture, event, quiet) {
    const timers = timersOf(picture), {base, leaves} = picture;
    const held = new Set((picture.held ?? []).map(({id}) => id));
    const parts = [
        ["due", "due list", picture.due.map(id => timers.get(id))],
        [
            "hand", "on the way",
            picture.hand.filter(id => held.has(id) || !scene.spots.has(id))
                .map(id => timers.get(id) ?? event)
        ],
        ["out", event?.event === "fire" ? "fires" : "leaves", leaves],
    ];
    const holds = !quiet || parts.some(([, , some]) => some.length > 0);
    const top = scene.below(holds ? 52 : 4), right = Math.max(scene.width, 220) - 14;
    const frame = {height: 44, rx: 10};
    let x = 14, middle = top + 26;

    if (holds)
        scene.group("tray", "ground", "tray", {x: 6, y: top + 4}, [["rect", frame]]);
    for (const [name, title, some] of parts) {
        if ((quiet || name !== "due") && some.length === 0)
            continue;
        scene.text(`tray-${name}`, "caption left on-tray over", x, middle + 4, title, "node");
        x += 78;
        for (const timer of some) {
            if (x + 2 * scene.half > right) { /* a row more */
                x = 92;
                middle += 42;
                frame.height += 42;
                scene.below(42);
            }
            scene.pill(`main-${timer.id}`, timer, base, x + scene.half, middle, {cls: name});
            x += 2 * scene.half + 8;
        }
        x += 14;
    }
    scene.width = Math.max(scene.width, x);
    frame.width = scene.width - 12;
}

function halo(scene, id, cls) {
    (scene.spots.get(id) ?? []).forEach(({x, y, halfWidth, halfHeight, above, round}, i) => {
        const off = round ? 2 : 4; /* on a dial it is beside the digits */

        /* A ring on a dial lies below the numbers of the timers beside it. */
        scene.group(`mark-${cls}-${i}`, round ? "edge" : "mark", `mark ${cls}`, {x, y}, [[
            "rect", {
                x: -halfWidth - off,
                y: -halfHeight - above - off,
                width: 2 * (halfWidth + off),
                height: 2 * (halfHeight + off) + above,
                rx: round ? halfHeight + off : 11,
            }
        ]]);
    });
}

const BADGE = 9, LETTER = 7.3;

/* The curve from a to b that bends by so much, at part t of its way. */
function onCurve(a, b, bend, t) {
    const length = Math.hypot(b.x - a.x, b.y - a.y) || 1;
    const c = {x: (a.x + b.x) / 2 + (b.y - a.y) / length * bend,
        y: (a.y + b.y) / 2 - (b.x - a.x) / length * bend};
    const at = name => (1 - t) ** 2 * a[name] + 2 * t * (1 - t) * c[name] + t ** 2 * b[name];

    return {x: at("x"), y: at("y")};
}

/* The boxes of the texts that a mark may lie over: [left, right, top, bottom]. */
function textBoxes(scene) {
    const box = ({cls, at}, [, {x = 0, y = 0}, text]) => {
        const wide = LETTER * text.length, middle = at.x + Number(x), foot = at.y + Number(y);
        const left = cls.includes("left") ? middle : middle - wide / 2;

        return [left, left + wide, foot - 10, foot + 2];
    };

    return [...scene.shapes.values()].filter(({cls, edge}) => !edge && !cls.endsWith("behind"))
        .flatMap(shape => shape.parts.filter(([tag, , text]) => tag === "text" && text)
            .map(part => box(shape, part)));
}

/* Places beside a count, behind which both timers stand: no line is between them. */
const around = ({x, y}) => [1, 0, 2, 3].flatMap(i => [26, 34, 44].map(
    off => ({at: polar(x, y, off, 45 + 90 * i), bend: 0})));

/* Where on the line between two timers the question mark is inside of the drawing: where it covers
   neither a timer nor a text if there is such a place, or else where it covers no text; and how the
   line bends then: as it should, or to the other side, or by more. */
function freePlace(scene, a, b, bend) {
    const all = Math.hypot(b.x - a.x, b.y - a.y) < 1 ? around(a) :
        [1, -1, 1.5, -1.5, 2, -2, 0.5, -0.5, 3, -3].flatMap(by =>
            [0.5, 0.4, 0.6, 0.3, 0.7, 0.2, 0.8, 0.1, 0.9].map(
                t => ({at: onCurve(a, b, by * bend, t), bend: by * bend})));
    const inside = all.filter(({at: {x, y}}) => x > BADGE && x < scene.width - BADGE &&
        y > BADGE && y < scene.height - BADGE);
    const texts = textBoxes(scene), timers = [...scene.spots.values()].flat();
    const overText = ({x, y}) => texts.some(([left, right, top, bottom]) => x + BADGE > left &&
        x - BADGE < right && y + BADGE > top && y - BADGE < bottom);
    const overTimer = ({x, y}) => timers.some(at => Math.abs(x - at.x) < at.halfWidth + BADGE &&
        Math.abs(y - at.y) < at.halfHeight + BADGE);
    const clear = inside.filter(({at}) => !overText(at));

    return clear.find(({at}) => !overTimer(at)) ?? clear[0] ?? inside[0] ?? all[0];
}

/* A bent line between two timers that are compared, with a question mark on it. */
function comparison(scene, event) {
    const a = scene.spots.get(event.id)?.[0];
    const b = event.with === null ? scene.locate(event.place) : scene.spots.get(event.with)?.[0];

    if (event.with !== null)
        halo(scene, event.with, "compare with");
    if (!b)
        return;
    if (event.with === null) {
        scene.group("mark-place", "mark", "mark compare spot", b, [["circle", {r: 17}]]);
        return;
    }
    if (!a)
        return;

    /* The line is below the timers, and of two beside each other the mark covers neither. */
    const beside = Math.abs(b.y - a.y) < 34;
    const length = Math.hypot(b.x - a.x, b.y - a.y) || 1;
    const {at, bend} = freePlace(scene, a, b, beside ? 60 : Math.min(60, length / 2.2));

    scene.edge("mark-line", "edge", "mark compare line", a, b, {bend});
    scene.group("mark-question", "mark", "mark compare badge", at,
        [["circle", {r: BADGE}], ["text", {y: 4}, "?"]]);
}

const BEND = 40, CLEAR = 9;

/* From the timer on its dial, or from its slot, to the other slot, beside their digits. */
function cascade(scene, event) {
    const chip = scene.spots.get(event.id)?.find(({round}) => round);
    const from = event.from && (chip ?? scene.locate(event.from));
    const to = event.to && scene.locate(event.to);

    if (from && to) {
        const length = Math.max(40, Math.hypot(to.x - from.x, to.y - from.y));
        const first = (chip ? chip.halfWidth + 4 : CLEAR) / length, last = 1 - CLEAR / length;

        scene.edge("mark-line", "mark", "mark cascade line", onCurve(from, to, BEND, first),
            onCurve(from, to, BEND, last), {bend: BEND * (last - first) ** 2, head: true});
    } else if (from)
        scene.group("mark-place", "mark", "mark cascade spot", from, [["circle", {r: 17}]]);
}

function mark(scene, event) {
    halo(scene, event.id, event.event);
    if (event.event === "compare")
        comparison(scene, event);
    if (event.event === "cascade")
        cascade(scene, event);
}

/* The scene of a moment for a drawing of about this width; `quiet`: no words for what is not
   there; `low`: in a frame that is not high. */
export function sceneOf(moment, width, quiet = false, low = false) {
    const {event} = moment, picture = {...moment.picture, leaves: leaving(moment)};
    const scene = KINDS[picture.kind](picture, width, quiet, low);

    tray(scene, picture, event, quiet);
    if (event)
        mark(scene, event);
    scene.title = `${picture.structure}: ${momentText(moment).join(" ")}`;
    return scene;
}
