/* SPDX-License-Identifier: MIT-0 */
/* The last quiz: a lesson of random deadlines on a heap and a wheel side by side. The code judges
   the answers, as in any lesson; here are only the questions, and the rules that answer them. */

const any = (from, to) => from + Math.floor(Math.random() * (to - from + 1));
const hex = tick => `0x${tick.toString(16).padStart(4, "0")}`;
const shuffled = some =>
    some.map(x => [Math.random(), x]).sort(([a], [b]) => a - b).map(([, x]) => x);

const HIGHEST =
    "The highest digit in which deadline and position differ names the level, and the deadline's " +
    "digit there names the slot. The distance does not count.";

/* Collects steps and their lines. */
class Questions {
    constructor() {
        this.lines = [];
        this.steps = [];
    }

    ask(text, question, query, explanation, ...lines) {
        const from = this.lines.length;

        this.lines.push(...lines);
        this.steps.push({text: [text], from, to: this.lines.length,
            question: question && {text: question, query, explanation}});
    }
}

/* Where timers go: one in the position's block of 16 ticks, one in its block of 256, one
   beyond it. */
function places(q, now) {
    const near = (now & ~15) + any((now & 15) + 1, 15), block = now & ~255;
    const digit = (now >> 4 & 15) + 1;
    const middle = block + 16 * any(digit, 15) + any(0, 15);
    const far = block + 256 * any(1, 3) + any(0, 255);

    q.ask(`The clock stands at ${hex(now)}, and the wheel is empty. ` +
            `Timer 1 is armed for ${hex(near)}.`,
        "In which slot of level 0 does it wait?", "smallwheel: slot 1", HIGHEST,
        `arm 1 ${hex(near)}`);
    q.ask(`Timer 2 is armed for ${hex(middle)}, which is ${middle - now} ticks ahead.`,
        "At which level does it wait?", "smallwheel: level 2", HIGHEST, `arm 2 ${hex(middle)}`);
    q.ask(`Timer 3 is armed for ${hex(far)}, which is ${far - now} ticks ahead.`,
        "At which level does it wait?", "smallwheel: level 3", HIGHEST, `arm 3 ${hex(far)}`);
    return {near, middle, far};
}

/* Timers that share the block of timer 2, and what goes down when one of them is due. */
function cascade(q, {middle}) {
    const block = middle & ~15, others = [4, 5, 6].slice(0, any(1, 3));
    const first = block + shuffled([0, 1, 2, 3, 4, 5]).find(digit => block + digit !== middle);
    const due = others.map(() => block + any(7, 15));

    q.ask(`Timer 2 is moved to ${hex(first)}. Other timers of its block are armed: ` +
            `${others.map((id, i) => `timer ${id} for ${hex(due[i])}`).join(", ")}.`,
        `The clock goes to ${hex(first)}, where timer 2 fires. How many timers go down a level?`,
        "smallwheel: cascades",
        "All timers of a slot but the one that fires go down, when the position enters the block " +
            "of the slot. A timer that has no company fires from where it is.",
        `arm 2 ${hex(first)} ${others.map((id, i) => `${id} ${hex(due[i])}`).join(" ")}`,
        `advance ${hex(first)}`);
    q.ask("The program asks how long it may sleep.", "Which tick is the earliest deadline?",
        "smallwheel: next",
        "A wheel tells the earliest deadline exactly. In the lowest level a slot is one tick. Of " +
            "a higher level it looks through the first occupied slot.",
        "next");
}

/* Equals, in an order that is no order of numbers. */
function equals(q, now) {
    const ids = shuffled([11, 12, 13, 14]), due = now + any(3000, 4000), moved = ids[any(0, 2)];

    q.ask(`Timers ${ids.join(", ")} are armed for the same tick, in this order. ` +
            `Then timer ${moved} is moved to the tick at which it is due already.`,
        "In which order do all that are armed fire?", "smallwheel: fires",
        "Earlier deadlines come first. Equals fire in the order of their arming, and a move " +
            "counts as a new arming.",
        `arm ${ids.map(id => `${id} ${hex(due)}`).join(" ")} ${moved} ${hex(due)}`,
        `advance ${hex(due)}`);
    return due;
}

/* A heap of ten, and a removal from its middle. The timer armed last is the latest, so it stands in
   the last cell, and is not the one that is removed. */
function heap(q, now) {
    const rising = Array.from({length: 10}, (_, i) => now + 10 + 7 * i + any(0, 6));
    const due = [...shuffled(rising.slice(0, -1)), rising.at(-1)];
    const root = due.indexOf(rising[0]), gone = (root + any(1, 8)) % 9;

    q.ask(`Ten timers are armed: ${due.map((tick, id) => `${id} for ${hex(tick)}`).join(", ")}.`,
        "Which timer is at the root of the heap?", "heap4: root",
        "The root of a heap is the earliest timer. Of the others only this is known: none is " +
            "before its parent.",
        `arm ${due.map((tick, id) => `${id} ${hex(tick)}`).join(" ")}`);
    q.ask(`Timer ${gone} is cancelled. It is not the root.`,
        `Is timer ${root} at the root still? Name the timer that is.`, "heap4: root",
        "A removal from the middle moves the last timer into the hole, and then up or down. The " +
            "earliest timer stays at the root.",
        `cancel ${gone}`);
    q.ask("The clock goes past all of them.", "Which timer fires first?", "heap4: first",
        "Whatever the structure, the earliest deadline fires first.", `advance ${hex(now + 200)}`);
}

/* What lessons.js takes as a lesson, without its name and title. */
export function quiz() {
    const q = new Questions();
    const now = 4096 * any(1, 9) + 256 * any(0, 7) + 16 * any(0, 13) + any(0, 13);

    q.ask("Each time there are other numbers, and the code judges your answers. Answer in the " +
            "base of the question or in another one. Levels count from 0, the finest.",
        null, null, null, `advance ${hex(now)}`);
    cascade(q, places(q, now));
    heap(q, equals(q, now));
    return {file: "draw", structures: ["smallwheel", "heap4"], lines: q.lines, steps: q.steps};
}
