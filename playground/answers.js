/* SPDX-License-Identifier: MIT-0 */
/* The right answer to a question of a lesson: a query looks it up in the frames of the step. README.md lists them. */
import {tick} from "./ticks.js";

/* A kind of answer: how it is shown, and what of a text that somebody typed is compared with it. */
const list = ids => ({text: ids.join(" ") || "none", accepts: [ids.join(" ") || "none"]});
const number = n => ({text: String(n), accepts: [String(n)]});
const yes = is => ({text: is ? "yes" : "no", accepts: is ? ["yes", "y", "true"] : ["no", "n", "false"]});
const digit = n => ({text: n.toString(16), accepts: [n.toString(16), `0x${n.toString(16)}`, String(n)]});
const ticks = (text, base) => ({text: tick(text, base), accepts: [text, tick(text, base),
    `0x${BigInt(text).toString(16)}`]});

const eventsOf = (frames, name) => frames.flatMap(frame => frame.events.filter(({event}) => event === name));
const count = name => frames => number(eventsOf(frames, name).length);

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
const said = (frames, form) => frames.flatMap(({text}) => text.map(line => form.exec(line))).find(Boolean)[1];

const QUERIES = {
    fires: frames => list(eventsOf(frames, "fire").map(({id}) => id)),
    first: frames => list(eventsOf(frames, "fire").slice(0, 1).map(({id}) => id)),
    compares: count("compare"),
    links: count("link"),
    cascades: count("cascade"),
    moves: count("move"),
    now: (frames, state) => ticks(state.now, state.base),
    next: (frames, state) => ticks(String(BigInt(said(frames, /^ {2}next is (\S+)$/))), state.base),
    armed: (frames, state) => number(state.count),
    level: inSlot("level", number),
    half: inSlot("half", number),
    slot: inSlot("slot", digit),
    cell: (frames, state, id) => number(state.cells.find(cell => cell.id === id).cell),
    parent: (frames, state, id) => list([parent(state, id) ?? "none"]),
    root: (frames, state) => list([(state.kind === "heap" ? state.cells[0]?.id : state.root) ?? "none"]),
    height: (frames, state, id) => number(state.lanes.filter(ids => ids.includes(id)).length),
    red: (frames, state, id) => yes(state.nodes.find(node => node.id === id).red),
    waits: (frames, state, id) => yes(state.timers.some(timer => timer.id === id)),
    refused: frames => yes(frames.some(({text}) => text.some(line => line.includes("refused")))),
    broken: frames => yes(frames.some(frame => frame.broken !== null)),
};
const WITH_ID = ["level", "half", "slot", "cell", "parent", "height", "red", "waits"];

/* The answer of a query for a step of a session: {text, accepts}. */
export function answer(session, step, query) {
    const match = /^(?:(\w+): )?(\w+)(?: (\d{1,2}))?$/.exec(query), [, structure, name, id] = match ?? [];
    const run = structure ? session.structures.indexOf(structure) : 0;

    if (!match || !Object.hasOwn(QUERIES, name) || run < 0 || WITH_ID.includes(name) !== (id !== undefined))
        throw new Error(`"${query}" is no query`);

    const frames = session.runs[run].slice(step.from + 1, step.to + 1);

    try {
        return QUERIES[name](frames, frames.at(-1).state, Number(id));
    } catch {
        throw new Error(`"${query}" has no answer here`);
    }
}

/* Is a typed text this answer? Words around it, commas and capital letters do not count. */
export function right({accepts}, typed) {
    const plain = typed.toLowerCase().replace(/@\w+/g, "").replace(/[,;.+]/g, " ")
        .replace(/\b(timers?|level|slot|half|cell|and|then|tick|at)\b/g, " ").trim().replace(/\s+/g, " ");

    return accepts.includes(plain);
}
