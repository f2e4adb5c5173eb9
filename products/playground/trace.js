/* SPDX-License-Identifier: MIT-0 */
/* The tab with a trace of your own: replay runs it in a worker, and its findings are shown. */
import {delayName, plotsOf, span} from "./plots.js";

const LARGEST = 32e6; /* bytes: about a million operations */

const byId = id => document.getElementById(id);

function make(tag, properties = {}, ...children) {
    const e = Object.assign(document.createElement(tag), properties);

    e.append(...children);
    return e;
}

/* The style of this tab, which the others need not wait for; without it the tab is plain. */
function styled() {
    return new Promise(done => {
        const link = make("link", {
            rel: "stylesheet",
            href: new URL("trace.css", import.meta.url),
            onload: done,
            onerror: done
        });

        document.head.append(link);
    });
}

function table(caption, head, rows) {
    const cells = row =>
        row.map((text, i) => i ? make("td", {}, text) : make("th", {scope: "row"}, text));

    return make("div", {className: "scroll", tabIndex: 0, role: "region", ariaLabel: caption},
        make("table", {}, make("caption", {}, caption),
            make(
                "thead", {}, make("tr", {}, ...head.map(text => make("th", {scope: "col"}, text)))),
            make("tbody", {}, ...rows.map(row => make("tr", {}, ...cells(row))))));
}

const COLUMNS = {
    "structure": row => row.name,
    "ns per operation": row => row.ns_per_op.toFixed(1),
    "to arm": row => row.ns_per_arm?.toFixed(1) ?? "-",
    "to cancel": row => row.ns_per_cancel?.toFixed(1) ?? "-",
    "to fire": row => row.ns_per_fire?.toFixed(1) ?? "-",
    "of next()": row => row.ns_per_next?.toFixed(1) ?? "-",
    "longest advance, us": (row, step) =>
        row.worst_advance_us < step ? `< ${step}` : row.worst_advance_us.toFixed(1),
    "bytes of the set": row => String(row.set_bytes),
    "bytes per timer": row => row.bytes_per_timer.toFixed(1),
    "wake-ups": row => String(row.wakeups),
    "firings": row => String(row.firings),
    "hash": row => row.hash,
};

const counted = n => n.toLocaleString("en");
const turnsOf = n => `${counted(n)} turn${n === 1 ? "" : "s"}`;

function sentence({
    sources,
    operations,
    timers,
    armings,
    moves,
    cancels,
    idle_cancels: idle,
    peak_armed: peak,
    still_armed: left,
    structures
}) {
    const of = sources.map(({name, operations: n}) => `${name} ${counted(n)}`).join(", ");

    return `${counted(operations)} operations${of && ` (${of})`} on ${counted(timers)} timers: ` +
        `${counted(armings)} armings, ${counted(moves)} of them of a timer that was armed ` +
        `already; ${counted(cancels)} cancels, ${counted(idle)} of them of a timer that was ` +
        `idle. At most ${counted(peak)} timers are armed at once, and ` +
        `${counted(structures[0].firings)} fire; ${counted(left)} are still armed at the end. ` +
        (structures[0].firings ? "All structures fired the same timers in the same order."
                               : "Nothing fires, so the order of firing is not seen.");
}

/* What the columns of parts are, and how their sum is counted. */
function partsOf({operations, armings, cancels, idle_cancels: idle, questions, structures}) {
    const parts = [
        [armings, "to arm"], [cancels - idle, "to cancel"], [structures[0].firings, "to fire"],
        [questions, "of next()"]
    ].filter(([count]) => count > 0);

    const sum = parts.map(([count, name]) => `${counted(count)} × ${name}`).join(" + ");

    return "To arm, to cancel, to fire and of next() are the parts of an operation, each " +
        `measured by itself, in ns. Their sum is ${sum}, divided by ${counted(operations)} ` +
        "operations. A dash: the trace has none.";
}

/* The advice that can be given: of times only, if they were measured for long enough. */
function adviceOf({advice, structures}, step, short) {
    const unseen = structures.some(row => row.worst_advance_us < step);

    return advice.filter(text => (!unseen || !text.startsWith("The longest advance")) &&
            (!short || !/ ns\b/.test(text)));
}

export class Tab {
    constructor() {
        this.usesBench = false;
        this.worker = null;
        this.plots = [];
        this.listen();
    }

    listen() {
        const view = byId("trace"), over = on => view.classList.toggle("over", on);

        byId("trace-file").addEventListener("change", ({target}) => {
            if (target.files.length)
                this.takeOwn(target.files);
        });
        /* So that the same file can be chosen again. */
        byId("trace-file").addEventListener("click", ({target}) => { target.value = ""; });
        view.addEventListener("dragover", event => (event.preventDefault(), over(true)));
        view.addEventListener("dragleave", event => event.target === view && over(false));
        view.addEventListener("drop", event => {
            event.preventDefault();
            over(false);
            if (event.dataTransfer.files.length === 1)
                this.takeOwn(event.dataTransfer.files);
            else
                this.fail("Drop one file.");
        });
        byId("trace-sample")
            .addEventListener("change", ({target}) => target.value && this.fetch(target.value));
        byId("trace-cancel").addEventListener("click", () => {
            this.stop();
            this.say("Cancelled.");
        });
        addEventListener("resize", () => this.draw());
        matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.draw());
    }

    async enter() {
        await (this.style ??= styled());
        this.active = true;
        this.draw();
    }

    leave() {
        this.active = false;
    }

    address() {
        return {};
    }

    draw() {
        if (this.active)
            this.plots.forEach(plot => plot.draw());
    }

    say(text) {
        byId("trace-status").textContent = text;
    }

    fail(message) {
        this.stop();
        this.say("");
        byId("trace-message").textContent = message;
        byId("trace-message").hidden = false;
    }

    stop() {
        this.worker?.terminate();
        this.worker = null;
        byId("trace-progress").hidden = byId("trace-cancel").hidden = true;
    }

    /* A file of the user's: the field has its name, and no sample is chosen. */
    takeOwn(files) {
        byId("trace-file").files = files;
        byId("trace-sample").value = "";
        this.take(files[0]);
    }

    /* A sample of the site. */
    async fetch(name) {
        byId("trace-file").value = "";
        try {
            const answer = await fetch(new URL(`traces/${name}`, import.meta.url));

            if (!answer.ok)
                throw new Error(`${answer.status} ${answer.statusText}`);
            this.take(new File([await answer.blob()], name));
        } catch (error) {
            this.fail(`traces/${name} cannot be loaded: ${error.message}`);
        }
    }

    async take(file) {
        this.stop();
        this.plots = [];
        byId("trace-found").replaceChildren(); /* it is of another trace */
        byId("trace-message").hidden = true;
        if (file.size > LARGEST)
            return this.fail(`${file.name} has ${counted(file.size)} bytes, and this page takes ` +
                `up to ${counted(LARGEST)}: replay the whole trace with the program replay, or ` +
                "its first part here, as head -n 1000000 cuts it off.");

        const worker = this.worker =
            new Worker(new URL("trace_worker.js", import.meta.url), {type: "module"});

        byId("trace-progress").value = 0;
        byId("trace-progress").hidden = byId("trace-cancel").hidden = false;
        this.say(`Reading and sorting ${file.name}.`);
        const turns = Number(byId("trace-turns").value);

        worker.addEventListener("message", ({data}) => this.hear(data, file.name, turns));
        worker.addEventListener("error", () => this.fail("The worker cannot be started."));
        try {
            const bytes = await file.arrayBuffer();

            worker.postMessage({name: file.name, bytes, turns}, [bytes]);
        } catch (error) {
            this.fail(`${file.name} cannot be read: ${error.message}`);
        }
    }

    hear({progress, result, message, ...clock}, name, asked) {
        if (progress) {
            byId("trace-progress").value = progress.percent / 100;
            this.say(`${name}: ${progress.text}`);
        } else if (message) {
            this.fail(message);
        } else {
            this.stop();
            this.show(result.traces[0], result.turns, asked, clock);
        }
    }

    show(trace, turns, asked, {step, measured, enough}) {
        const advice = adviceOf(trace, step, measured < enough);
        const doubt = make("p", {className: "advice doubt"},
            `No advice which structure is the fastest: ${turnsOf(turns)} take ` +
                `${measured.toFixed(1)} ms, and advice wants ${enough} ms.`);
        const more = turns <= asked ? "" :
            ` ${turnsOf(asked)} would take less than ${enough} ms, so the page measured ` +
                `${turnsOf(turns)}.`;

        this.plots = plotsOf(trace, step);
        byId("trace-found").replaceChildren(make("h2", {tabIndex: -1}, trace.file),
            make("p", {}, sentence(trace)), ...measured < enough ? [doubt] : [],
            ...advice.map(text => make("p", {className: "advice"}, text)), make("p", {},
                `The clock of this browser goes on in steps of ${span(step)}: figures of a trace ` +
                    "that is replayed in a few milliseconds are rough, and those of single " +
                    `operations more so.${more}`),
            table("What each structure did with the trace, " +
                    (turns === 1 ? "in one turn" : `the mean of ${turnsOf(turns)}`),
                Object.keys(COLUMNS),
                trace.structures.map(row => Object.values(COLUMNS).map(f => f(row, step)))),
            make("p", {className: "parts"}, partsOf(trace)),
            make("div", {className: "plots"}, ...this.plots.map(({all}) => all)),
            make("details", {}, make("summary", {}, "The delays in numbers"),
                table("How far ahead timers are armed", ["delay", "armings", "fired"],
                    trace.delays.map(d => [delayName(d), counted(d.armings), counted(d.fired)]))));
        this.say(`${trace.file} is replayed.`);
        this.draw();
        byId("trace-found").querySelector("h2").focus();
    }
}
