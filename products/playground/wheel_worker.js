/* SPDX-License-Identifier: MIT-0 */
/* Runs random commands on a student's wheel and on ours, until they differ. In: the compiled
   module. Out: {trying: lines} before each run; then {found: {lines, text, stops}} with lines made
   as few as possible, or {runs}, or {message}. */
import {Core} from "./core.js";

const RUNS = 200, LENGTH = 24, IDS = 6;
const SPANS = [3, 20, 300, 5000, 70000];

/* As the drawings show ticks. */
const hex = n => `0x${n.toString(16)}`;

let dice = 1;

function any(n) {
    dice = (Math.imul(dice, 1664525) + 1013904223) >>> 0;
    return Math.floor(dice / 4294967296 * n);
}

/* Armings near and far, some of them for passed ticks and for ticks that others have; cancels;
   advances. */
function random() {
    const lines = [], dues = [1];
    let now = 0;

    for (let i = 0; i < LENGTH; i++) {
        const kind = any(10), id = any(IDS), ahead = any(SPANS[any(SPANS.length)]);

        if (kind < 6) {
            dues.push(kind === 0 ? Math.max(0, now - any(5))
                    : kind === 1 ? dues[any(dues.length)]
                                 : now + ahead);
            lines.push(`arm ${id} ${hex(dues.at(-1))}`);
        } else {
            lines.push(kind < 7 ? `cancel ${id}` : `advance ${hex(now += ahead)}`);
        }
    }
    return [...lines, `advance ${hex(now + 100000)}`];
}

function fires({events}) {
    const ids = events.filter(({event}) => event === "fire").map(({id}) => id);

    return ids.length ? `timer${ids.length > 1 ? "s" : ""} ${ids.join(" ")}` : "nothing";
}

const clockOf = line => Number(/^advance (\w+)/.exec(line)?.[1] ?? 0);

/* The earliest deadline after a line; what has passed counts as now. */
function next(core, now) {
    const [, text] = /next is (\S+)/.exec(core.run("next").text.join(" ")) ?? [];

    return /^\d|^0x/.test(text ?? "") ? hex(Math.max(Number(text), now)) : "none";
}

async function fresh(module) {
    const {exports} = await WebAssembly.instantiate(module, {});
    const core = new Core(exports);

    core.begin("yours");
    return core;
}

/* The first line at which the two differ: {at, text, stops}, or null. */
async function difference(module, ours, lines) {
    const yours = await fresh(module);

    ours.begin("smallwheel");
    for (const [at, line] of lines.entries()) {
        const right = fires(ours.run(line)), now = Math.max(...lines.slice(0, at + 1).map(clockOf));

        try {
            const wrong = fires(yours.run(line));

            if (wrong !== right)
                return {at, text: `At ${hex(now)} your wheel fires ${wrong}, and ours ${right}.`};

            const [a, b] = [next(yours, now), next(ours, now)];

            if (a !== b)
                return {
                    at,
                    text: `After "${line}" your wheel says that the next deadline is ${a}, ` +
                        `and ours says ${b}.`
                };
        } catch (error) {
            return {
                at,
                stops: true,
                text: `At "${line}" your wheel stops (${error.message}): a hole that is left, an ` +
                    "endless loop, or a pointer that leads nowhere."
            };
        }
    }
    return null;
}

/* Leaves out what is not needed for a difference, line by line. */
async function shortest(module, ours, lines) {
    let few = lines, found = await difference(module, ours, few);

    for (let i = few.length - 1; i >= 0; i--) {
        if (i >= few.length)
            continue;

        const fewer = few.toSpliced(i, 1), again = await difference(module, ours, fewer);

        if (again) {
            few = fewer.slice(0, again.at + 1);
            found = again;
        }
    }
    return {...found, lines: few};
}

async function search(module) {
    const ours = await Core.load("draw");

    for (let i = 0; i < RUNS; i++) {
        const lines = random();

        postMessage({trying: lines});

        const found = await difference(module, ours, lines);

        if (found)
            return {found: await shortest(module, ours, lines.slice(0, found.at + 1))};
    }
    return {runs: RUNS};
}

addEventListener("message",
    ({data}) => search(data).then(
        postMessage, error => postMessage({message: `The search stopped: ${error.message}.`})));
