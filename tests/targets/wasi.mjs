// SPDX-License-Identifier: MIT-0
// node wasi.mjs MODULE: runs a program made for WASI, and ends with its status.
import {readFile} from 'node:fs/promises';
import {WASI} from 'node:wasi';

const wasi = new WASI({version: 'preview1', args: ['random'], returnOnExit: true});
const imports = {wasi_snapshot_preview1: wasi.wasiImport};
const {instance} = await WebAssembly.instantiate(await readFile(process.argv[2]), imports);
process.exitCode = wasi.start(instance);
