// SPDX-License-Identifier: MIT-0
// node --no-turbo-fast-api-calls wasi.mjs PROGRAM [ARGUMENT...]: runs a program of WASI, which sees
// the current directory. With fast calls, node 20 crashes when it collects garbage amid one.
import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { WASI } from "node:wasi";

const [file, ...args] = process.argv.slice(2);
const wasi = new WASI({
    version: "preview1",
    args: [basename(file), ...args],
    preopens: { ".": "." },
    returnOnExit: true,
});
const module = new WebAssembly.Module(readFileSync(file));
const instance = new WebAssembly.Instance(module, { wasi_snapshot_preview1: wasi.wasiImport });
process.exitCode = wasi.start(instance);
