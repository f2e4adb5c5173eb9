/* SPDX-License-Identifier: MIT-0 */
/* The core, which is the C of the headers as wasm. A core holds one structure, takes lines and
   gives frames; FORMAT.md says what a frame is. */

/* Counterexamples, which are there to be seen failing. */
export const WRONG = ["early", "skynet", "hasty", "backwards"];

export const MODULES = {
    draw: ["heap4", "rbtree", "skiplist", "sortedlist", "wheel", "smallwheel", "bigwheel"],
    draw16:
        ["heap4", "rbtree", "skiplist", "sortedlist", "wheel", "smallwheel", "bigwheel", ...WRONG,
            "eager"],
};

const LINE = 1024; /* bytes that the core has room for */

/* Each file is fetched and compiled once. Not while it streams: some servers do not know the type
   of wasm. */
const compiled = new Map();

async function fetched(file) {
    const answer = await fetch(new URL(`${file}.wasm`, import.meta.url));

    if (!answer.ok)
        throw new Error(`${file}.wasm cannot be loaded: ${answer.status} ${answer.statusText}`);
    return WebAssembly.compile(await answer.arrayBuffer());
}

function compile(file) {
    if (!compiled.has(file)) {
        const module = fetched(file);

        compiled.set(file, module);
        module.catch(() => compiled.delete(file)); /* the next one tries again */
    }
    return compiled.get(file);
}

export class Core {
    static async load(file) {
        const instance = await WebAssembly.instantiate(await compile(file), {});

        instance.exports._initialize();
        return new Core(instance.exports);
    }

    constructor(exports) {
        this.exports = exports;
    }

    /* An empty structure of that name. */
    begin(structure) {
        return this.call(this.exports.tw_begin, structure);
    }

    /* Too long a line is cut where the core still sees that it is too long. */
    run(line) {
        return this.call(this.exports.tw_command, line);
    }

    call(f, text) {
        const {memory, tw_input, tw_length} = this.exports;
        const bytes = new TextEncoder().encode(text).subarray(0, LINE);

        new Uint8Array(memory.buffer, tw_input(), bytes.length).set(bytes);

        const at = f(bytes.length); /* the memory may have grown: its buffer is another one then */
        return JSON.parse(new TextDecoder().decode(new Uint8Array(memory.buffer, at, tw_length())));
    }
}
