// SPDX-License-Identifier: MIT-0
// Writes what a program for Node does with its timers to a trace for replay:
//     TW_TRACE_FILE=my.trace node --require ./tools/record/node_trace.cjs program.js
// Timers of setTimeout() and setInterval() are seen, and those that Node's own modules make, such
// as http. A cancel is written when Node tells of it, at the end of a turn of the loop.
"use strict";
const fs = require("fs");
const {createHook} = require("async_hooks");

const file = process.env.TW_TRACE_FILE;
if (!file) {
    process.stderr.write("node_trace.cjs: TW_TRACE_FILE names no file\n");
    process.exit(2);
}
const out = fs.openSync(file, "w"), start = performance.now();
const timers = new Map(); // by the number of the timer, until it is destroyed: {timer, armed}
const numbers = new WeakMap();
const Timeout = Object.getPrototypeOf(setTimeout(() => {}, 0)), {refresh} = Timeout;
let lines = [];

const flush = () => {
    fs.writeSync(out, lines.join(""));
    lines = [];
};
const write = text => {
    if (lines.push(`${Math.floor((performance.now() - start) * 1000)} ${text}\n`) > 1000)
        flush();
};
const arm = (id, timer) => {
    timers.set(id, {timer, armed: true});
    numbers.set(timer, id);
    const due = Math.floor((performance.now() - start + timer._idleTimeout) * 1000);

    write(`arm ${id} ${due} # source: node`);
};

createHook({
    init(id, type, trigger, timer) {
        if (type === "Timeout")
            arm(id, timer);
    },
    before(id) {
        if (timers.has(id))
            timers.get(id).armed = false; // it fires
    },
    after(id) {
        const known = timers.get(id);
        if (known && known.timer._repeat && !known.timer._destroyed)
            arm(id, known.timer);
    },
    destroy(id) {
        const known = timers.get(id);
        timers.delete(id);
        if (known && known.armed)
            write(`cancel ${id}`);
    },
}).enable();

Timeout.refresh = function () {
    if (timers.has(numbers.get(this)))
        arm(numbers.get(this), this);
    return refresh.call(this);
};
process.on("exit", flush);
