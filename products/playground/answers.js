/* SPDX-License-Identifier: MIT-0 */
/* The right answer to a question of a lesson: a query looks it up in the frames of the step.
   README.md lists them. */
import {tick} from "./ticks.js";

const WORDS = [
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
    "twelve"
];

/* The numbers that a word may stand for: in words up to twelve, decimal, hexadecimal with 0x or, if
   `hex`, without. */
function numbersOf(word, hex) {
    const found = [WORDS.includes(word) ? BigInt(WORDS.indexOf(word)) : null,
        /^(\d+|0x[0-9a-f]+)$/.test(word) ? BigInt(word) : null,
        hex && /^[0-9a-f]+$/.test(word) ? BigInt(`0x${word}`) : null];

    return found.filter(n => n !== null);
}

/* A text as words: capital letters, dots and commas do not count, nor does the deadline of
   3@0x35. */
const wordsOf = typed =>
    typed.toLowerCase().replace(/@\w+/g, "").replace(/[^\w\s]/g, " ").split(/\s+/).filter(Boolean);

/* One number with separators, such as 1,000,000 or 1 000 000 or 1'000'000. */
const joined = typed => typed.replace(/(\d)[,.' _](?=\d{3}(\D|$))/g, "$1");

/* Does a text name the number n, and no other one? "a" is a word, unless it stands alone. */
function names(typed, n, hex) {
    const words = wordsOf(joined(typed));
    const some = words.length > 1 ? words.filter(word => word !== "a") : words;
    const sure = some.map(word => numbersOf(word, hex)).filter(found => found.length > 0);

    return sure.length === 1 && sure[0].includes(BigInt(n));
}

/* A kind of answer: how it is shown, and whether a text that somebody typed says it. */
const number = n => ({text: String(n), is: typed => names(typed, n, false)});
const ticks = (text, base) =>
    ({text: tick(text, base), is: typed => names(typed, text, base === 16)});

/* Of "slot c at level 0" the word behind a name, such as "slot"; all of it, if the name is not
   there. */
const behind = (typed, name) => new RegExp(`\\b${name}\\s+(\\w+)`, "i").exec(typed)?.[1] ?? typed;

const digit = n => ({text: n.toString(16), is: typed => names(behind(typed, "slot"), n, true)});
const numbered = name => n =>
    ({text: String(n), is: typed => names(behind(typed, name), n, false)});

/* Timers in their order. */
function list(ids) {
    const text = ids.join(" ") || "none";
    const said = typed =>
        wordsOf(typed).map(word => numbersOf(word, false)).filter(found => found.length > 0);

    return {text, is: typed => ids.some(id => typeof id !== "number") || ids.length === 0
        ? /\b(none|nothing|nobody|no)\b/i.test(typed) && said(typed).length === 0
        : said(typed).map(([id]) => Number(id)).join(" ") === text};
}

const YES = ["yes", "y", "true"], NO = ["no", "n", "false", "not"];

/* The first word that says so counts: "yes, still armed". */
const yes = is => ({
    text: is ? "yes" : "no",
    is: typed => {
        const word = wordsOf(typed).find(one => YES.includes(one) || NO.includes(one));

        return (is ? YES : NO).includes(word);
    }
});

const eventsOf = (frames, ...names) =>
    frames.flatMap(frame => frame.events.filter(({event}) => names.includes(event)));
const count = (...names) => frames => number(eventsOf(frames, ...names).length);

/* Where a timer stands in the slots of a wheel: {level, half, slot}. */
function standing({kind, slots, levels}, id) {
    const all = kind === "ring" ? slots : (levels ?? []).flatMap(({level, slots: some}) =>
        some.map(slot => ({level, ...slot})));

    return all.find(({ids}) => ids.includes(id));
}

const inSlot = (name, kind) => (frames, state, id) => kind(standing(state, id)[name]);

/* In a heap the parent is known by its cell. */
function parent(state, id) {
    if (state.kind === "heap")
        return state.cells[state.cells.find(cell => cell.id === id)?.up]?.id;
    return state.nodes?.find(node => node.id === id)?.up;
}

/* What a line of text says. */
const said = (frames, form) =>
    frames.flatMap(({text}) => text.map(line => form.exec(line))).find(Boolean)[1];

const QUERIES = {
    fires: frames => list(eventsOf(frames, "fire").map(({id}) => id)),
    first: frames => list(eventsOf(frames, "fire").slice(0, 1).map(({id}) => id)),
    compares: count("compare"),
    links: count("link", "unlink"),
    cascades: count("cascade"),
    moves: count("move"),
    now: (frames, state, id, base) => ticks(state.now, base),
    next: (frames, state, id, base) =>
        ticks(String(BigInt(said(frames, /^ {2}next is (\S+)$/))), base),
    armed: (frames, state) => number(state.count),
    level: inSlot("level", numbered("level")),
    half: inSlot("half", numbered("half")),
    slot: inSlot("slot", digit),
    cell: (frames, state, id) => number(state.cells.find(cell => cell.id === id).cell),
    parent: (frames, state, id) => list([parent(state, id) ?? "none"]),
    root: (frames, state) =>
        list([(state.kind === "heap" ? state.cells[0]?.id : state.root) ?? "none"]),
    height: (frames, state, id) => number(state.lanes.filter(ids => ids.includes(id)).length),
    red: (frames, state, id) => yes(state.nodes.find(node => node.id === id).red),
    waits: (frames, state, id) => yes(state.timers.some(timer => timer.id === id)),
    refused: frames => yes(frames.some(({text}) => text.some(line => line.includes("refused")))),
    broken: frames => yes(frames.some(frame => frame.broken !== null)),
};
const WITH_ID = ["level", "half", "slot", "cell", "parent", "height", "red", "waits"];

/* The answer of a query for a step of a session: {text, is}. */
export function answer(session, step, query) {
    const match = /^(?:(\w+): )?(\w+)(?: (\d{1,3}))?$/.exec(query);
    const [, structure, name, id] = match ?? [];
    const run = structure ? session.structures.indexOf(structure) : 0;

    if (!match || !Object.hasOwn(QUERIES, name) || run < 0 ||
        WITH_ID.includes(name) !== (id !== undefined))
        throw new Error(`"${query}" is no query`);

    const frames = session.runs[run].slice(step.from + 1, step.to + 1);

    try {
        return QUERIES[name](frames, frames.at(-1).state, Number(id), session.base);
    } catch {
        throw new Error(`"${query}" has no answer here`);
    }
}
