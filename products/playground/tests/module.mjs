// SPDX-License-Identifier: MIT-0
// module.mjs MODULE STRUCTURE FILE: runs the lines of FILE in a module that draws, as
// products/playground/FORMAT.md says, and prints all frames. Nothing is imported. Lines are
// bytes, good or bad.
import { readFileSync, writeSync } from "node:fs";

const [file, structure, commands] = process.argv.slice(2);
const { instance } = await WebAssembly.instantiate(readFileSync(file), {});
const { memory, _initialize, tw_input, tw_begin, tw_command, tw_length } = instance.exports;

function print(call, text) {
    const bytes = text.subarray(0, 1024);
    new Uint8Array(memory.buffer, tw_input(), bytes.length).set(bytes);
    const at = call(bytes.length);
    const frame =
        Buffer.concat([new Uint8Array(memory.buffer, at, tw_length()), Buffer.from("\n")]);
    for (let n = 0; n < frame.length;)
        n += writeSync(1, frame, n);
}

_initialize();
print(tw_begin, Buffer.from(structure));
const text = readFileSync(commands);
for (let begin = 0, end; begin < text.length; begin = end + 1) {
    end = text.indexOf("\n", begin);
    end = end < 0 ? text.length : end;
    print(tw_command, text.subarray(begin, end));
}
