/* SPDX-License-Identifier: MIT-0 */
/* Runs the race of costs. In: anything. Out: {name, timers, ns} for each measurement, ns is null
   where the one before was too slow; then {done: true}, or {message}. */
const NAMES =
    ["unsorted array", "sortedlist", "heap4", "rbtree", "skiplist", "wheel", "hwheel", "bigwheel"];
const SIZES = [10, 100, 1000, 10000, 100000, 1000000];
const BATCH = 12, BATCHES = 5; /* a batch takes so many ms, or a move if that takes longer */
const TOO_SLOW = 1e6; /* ns a move: larger sizes are left out */

let module;

async function begun(structure, timers) {
    const {exports} = await WebAssembly.instantiate(module, {});

    exports._initialize();
    if (!exports.race_begin(structure, timers))
        throw new Error(`there is no memory for ${timers} timers`);
    return exports;
}

function timed(exports, moves) {
    const begin = performance.now();

    exports.race_run(moves);
    return performance.now() - begin;
}

/* The time of so many moves. One that fills a batch is taken twice, and the shorter one counts:
   the longer one may have been interrupted. */
function least(exports, moves) {
    const ms = timed(exports, moves);

    return ms < BATCH / 2 ? ms : Math.min(ms, timed(exports, moves));
}

/* How many moves fill a batch, from so many on. */
function batchOf(exports, moves = 1) {
    for (let ms = least(exports, moves); ms < BATCH / 2 && moves < 1e8; ms = least(exports, moves))
        moves = Math.ceil(moves * Math.min(10, BATCH / Math.max(ms, 0.2)));
    return moves;
}

/* The median of some batches. If it is far from full, the moves were too few: both of their times
   were interrupted. Then they are counted anew. */
async function nsOf(structure, timers) {
    const exports = await begun(structure, timers);

    for (let moves = batchOf(exports);; moves = batchOf(exports, 2 * moves)) {
        const times = Array.from({length: BATCHES}, () => timed(exports, moves));
        const middle = times.sort((a, b) => a - b)[BATCHES >> 1];

        if (middle >= BATCH / 4)
            return middle / moves * 1e6;
    }
}

/* All structures have their turn at a size before the next one. */
async function race() {
    const answer = await fetch(new URL("race.wasm", import.meta.url)), last = NAMES.map(() => 0);

    if (!answer.ok)
        throw new Error(`race.wasm cannot be loaded: ${answer.status} ${answer.statusText}`);
    module = await WebAssembly.compile(await answer.arrayBuffer());
    for (const i of NAMES.keys()) /* so that the browser has made all code fast before */
        batchOf(await begun(i, 100));
    for (const timers of SIZES)
        for (const [i, name] of NAMES.entries()) {
            last[i] = last[i] > TOO_SLOW ? Infinity : await nsOf(i, timers);
            postMessage({name, timers, ns: last[i] === Infinity ? null : last[i]});
        }
    postMessage({done: true});
}

addEventListener("message", () => race().catch(error => postMessage({message: error.message})));
