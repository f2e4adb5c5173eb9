/* SPDX-License-Identifier: MIT-0 */
/* Words: places and events as text, on the page and for a screen reader. */
import {inBase, tick} from "./ticks.js";

const named = (id, due, base) => `timer ${id} (due ${tick(due, base)})`;

export function place(at) {
    if (!at)
        return "";
    if ("cell" in at)
        return `cell ${at.cell}`;
    if (at.overflow)
        return "the overflow slot";
    if (!("level" in at))
        return `slot ${at.slot.toString(16)}`;
    if (!("half" in at))
        return `level ${at.level} slot ${at.slot.toString(16)}`;
    return `level ${at.level} half ${at.half} slot ` + (at.level === 0
        ? at.slot.toString(16).padStart(3, "0")
        : `${at.slot.toString(16).padStart(2, "0")}.${at.sub}`);
}

const sentences = {
    arm: (e, me) => `${me} is armed`,
    move: (e, me) => `${me} is moved`,
    cancel: (e, me) => `${me} is cancelled`,
    fire: (e, me, base) => `${me} fires at ${tick(e.now, base)}`,
    cascade: (e, me) => e.to ? `${me} goes down from ${place(e.from)} to ${place(e.to)}`
                             : `the position passes by ${me}, which is due in a later round`,
    compare: (e, me, base) => e.with === null
        ? `compare ${tick(e.due, base)}, the bound of ${place(e.place)}, ` +
            `with the position ${tick(e.with_due, base)}`
        : `compare ${me} with ${named(e.with, e.with_due, base)}`,
    link: (e, me) => `link ${me}${e.place ? ` in ${place(e.place)}` : ""}`,
    unlink: (e, me) => `unlink ${me}${e.place ? ` from ${place(e.place)}` : ""}`,
};

/* One sentence for an event, without its dot. The head of a tree is no timer. */
export function sentence(event, base) {
    if (event.id === null)
        return "link the root below the head of the tree";
    return sentences[event.event](event, named(event.id, event.due, base), base);
}

/* "1 timer", "2 timers". */
export const many = (n, noun) => `${n} ${noun}${Number(n) === 1 ? "" : "s"}`;

/* Words in a row: "a", "a and b", "a, b and c". */
const series = words => words.join(", ").replace(/, ([^,]*)$/, " and $1");

/* Timers as tw_draw writes them, 3@20, in words. */
const spelled = text => text.replace(/\b(\d+)@(\w+)/g, "timer $1 (due $2)");

/* The lines that tw_draw prints, as parts of a sentence; all that fire in one part. A wheel of the
   user's prints no firings: its events tell them. */
function said(lines, events) {
    const fired = events.filter(({event}) => event === "fire").map(({id}) => id);
    const others = lines.filter(line => !/^(cascade |passed by |at \S+ fires )/.test(line))
                       .map(spelled);
    const fire = fired.length > 1 ? `timers ${series(fired)} fire` : `timer ${fired[0]} fires`;

    return fired.length ? [fire, ...others] : others;
}

/* The end of a line: what tw_draw prints, and how many timers are armed. */
function ending(frame, base) {
    const lines = frame.text.map(line => inBase(line.trim(), base)).filter(Boolean);
    const {state} = frame;
    const armed = state ? `${state.count} armed, clock at ${tick(state.now, base)}` : "";

    if (!frame.ok)
        return frame.message;
    return [...said(lines, frame.events), frame.broken ? spelled(frame.broken) : armed].join("; ");
}

const capital = text => text.charAt(0).toUpperCase() + text.slice(1);
const cut = (text, most) => text.length > most ? `${text.slice(0, most - 1)}…` : text;

/* What is shown at a moment, as text: what happens, and where on the time line that is. */
export function momentText(moment) {
    const {frame, event, step, steps, picture} = moment;
    const line = cut(frame.command || `# ${frame.comment ?? ""}`, 48);

    if (moment.index === 0)
        return ["The beginning.", `${picture.structure}, empty`];
    if (!event)
        return [
            `${capital(ending(frame, picture.base))}.`, `line ${moment.index} has ended: ${line}`
        ];
    return [
        `${capital(sentence(event, picture.base))}.`,
        `step ${step} of ${steps} of line ${moment.index}: ${line}`
    ];
}
