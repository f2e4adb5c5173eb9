/* SPDX-License-Identifier: MIT-0 */
/* Runs replay on one trace. In: {name, bytes, turns}. Out: {progress: {text, percent}}, some times,
   then {result, step, measured}, or {message} if there is none. step is that of the clock, in
   microseconds; measured is the time of all turns of the fastest structure, in milliseconds. */
import {
    ConsoleStdout,
    File,
    OpenFile,
    PreopenDirectory,
    WASI
} from "./vendor/browser_wasi_shim/index.js";

/* Browsers make their clocks coarse: the least by which this one goes on. */
function clockStep() {
    let step = Infinity;

    for (let i = 0, before = performance.now(); i < 5;) {
        const now = performance.now();

        if (now > before) {
            step = Math.min(step, now - before);
            before = now;
            i++;
        }
    }
    return Math.round(step * 1000);
}

async function run({name, bytes, turns}) {
    const messages = [], output = [], decoder = new TextDecoder();
    const files = [
        new OpenFile(new File([])),
        new ConsoleStdout(part => output.push(decoder.decode(part, {stream: true}))),
        ConsoleStdout.lineBuffered(line => {
            const progress = /^\r(\w+: \w+), (\d+) %$/.exec(line);

            if (progress)
                postMessage({progress: {text: progress[1], percent: Number(progress[2])}});
            else
                messages.push(line);
        }),
        new PreopenDirectory(".", new Map([[name, new File(bytes)]])),
    ];
    const wasi = new WASI(["replay", name, String(turns)], [], files);
    const answer = await fetch(new URL("replay.wasm", import.meta.url));

    if (!answer.ok)
        throw new Error(`replay.wasm cannot be loaded: ${answer.status} ${answer.statusText}`);
    const {instance} = await WebAssembly.instantiate(
        await answer.arrayBuffer(), {wasi_snapshot_preview1: wasi.wasiImport});
    const status = wasi.start(instance);

    if (status !== 0)
        return {message: messages.join("\n") || `replay ended with status ${status}`};
    return {result: JSON.parse(output.join("") + decoder.decode())};
}

const MOST_TURNS = 1000, ENOUGH = 50; /* ms */

/* ms that a turn of the fastest structure takes. */
function turnOf({traces: [{operations, structures}]}) {
    return operations * Math.min(...structures.map(({ns_per_op: ns}) => ns)) / 1e6;
}

/* So many turns, or as many as the clock needs to measure them. */
async function replay({name, bytes, turns}) {
    const first = await run({name, bytes: bytes.slice(), turns});

    if (!first.result)
        return first;

    const wanted =
        Math.min(MOST_TURNS, Math.ceil(1.2 * ENOUGH / Math.max(turnOf(first.result), 1e-3)));
    const {result} = wanted > turns ? await run({name, bytes, turns: wanted}) : first;

    return {result, step: clockStep(), measured: turnOf(result) * result.turns, enough: ENOUGH};
}

addEventListener("message", async ({data}) => {
    try {
        postMessage(await replay(data));
    } catch (error) {
        postMessage({message: `replay stopped: ${error.message}`});
    }
});
