/* SPDX-License-Identifier: MIT-0 */
/* The tab for a wheel that a student wrote: it runs beside ours, and a worker looks for commands at
   which they differ. */
import {Core} from "./core.js";
import {Session} from "./session.js";

const byId = id => document.getElementById(id);

const PATIENCE = 20000; /* ms without a word from the worker: an endless loop, or a busy machine */
const LINES = [
    "advance 0x1a37", "arm 1 0x1a3c 2 0x1a52 5 0x1a5e 3 0x4000", "advance 0x1a50", "advance 0x1a52",
    "advance 0x1a60"
];

export class Tab {
    constructor(bench) {
        this.bench = bench;
        this.usesBench = true;
        byId("wheel-file").addEventListener("change",
            ({target}) => target.files.length && this.take(target.files[0]));
        /* So that the same file can be chosen again. */
        byId("wheel-file").addEventListener("click", ({target}) => { target.value = ""; });
        for (const event of ["dragover", "drop"])
            byId("wheel").addEventListener(event, e => e.preventDefault());
        byId("wheel").addEventListener("drop", ({dataTransfer: {files}}) => {
            if (files.length !== 1)
                return;
            byId("wheel-file").files = files; /* the field has its name */
            this.take(files[0]);
        });
    }

    async enter() {
        this.session ??= await Session.open("draw", ["smallwheel"], LINES);
        this.bench.load(this.session, this.at);
    }

    leave() {
        clearTimeout(this.alarm);
        this.worker?.terminate();
    }

    address() {
        return {};
    }

    fail(message) {
        clearTimeout(this.alarm);
        this.worker?.terminate();
        byId("wheel-status").textContent = "";
        byId("wheel-message").textContent = message;
        byId("wheel-message").hidden = false;
        if (this.session?.structures.length > 1 && !byId("wheel").hidden) { /* of the file before */
            this.session = this.at = undefined;
            this.enter();
        }
    }

    /* Compiles the module, and lets the worker try it first: there it may hang. */
    async take(file) {
        byId("wheel-message").hidden = byId("wheel-found").hidden = true;
        byId("wheel-status").textContent = `Trying ${file.name}.`;
        try {
            const bytes = await file.arrayBuffer(), module = await WebAssembly.compile(bytes);
            const missing = ["memory", "tw_input", "tw_begin", "tw_command", "tw_length"]
                .filter(name => !WebAssembly.Module.exports(module).some(one => one.name === name));

            if (missing.length)
                throw new Error(`it does not export ${missing.join(", ")}: make it with make page`);
            this.module = module;
            this.search(module);
        } catch (error) {
            this.fail(`${file.name} is no wheel: ${error.message}.`);
        }
    }

    search(module) {
        this.worker?.terminate();
        this.worker = new Worker(new URL("wheel_worker.js", import.meta.url), {type: "module"});
        this.worker.addEventListener("error", () => this.fail("The worker cannot be started."));
        this.worker.addEventListener("message", ({data}) => this.hear(data));
        this.wait([]);
        this.worker.postMessage(module);
    }

    wait(lines) {
        clearTimeout(this.alarm);
        this.alarm =
            setTimeout(() => this.fail(`Your wheel has not come back for ${PATIENCE / 1000} s: ` +
                           "an endless loop, unless this machine is busy. It runs from:\n" +
                           lines.join("\n")),
                PATIENCE);
    }

    async hear({trying, message, found, runs}) {
        if (trying)
            return this.wait(trying);
        clearTimeout(this.alarm);
        if (message)
            return this.fail(message);
        byId("wheel-status").textContent = "";
        byId("wheel-found").hidden = false;
        byId("wheel-found").className = found ? "found differs" : "found";
        byId("wheel-found").textContent = found
            ? `${found.text} These are the shortest commands that were found.`
            : `In ${runs} random runs your wheel does what ours does.`;
        await this.show(found ? found.stops ? found.lines.slice(0, -1) : found.lines : LINES);
        byId("wheel-found").focus({preventScroll: true});
    }

    /* Both wheels side by side, where the last line begins. */
    async show(lines) {
        const yours = new Core((await WebAssembly.instantiate(this.module, {})).exports);

        this.session = Session.of([yours, await Core.load("draw")], ["yours", "smallwheel"], lines);
        this.at = this.bench.momentAt(
            this.session, {line: Math.max(0, lines.length - 1), step: Infinity});
        this.bench.load(this.session, this.at);
    }
}
