/* SPDX-License-Identifier: MIT-0 */
/* The race of costs on the page: measured by a worker in this browser. */
import {make} from "./question.js";

export function raceIn(figure) {
    const result = make("div", {className: "race-result"}), status = make("p", {role: "status"});
    const guess = make("select", {id: "race-guess"}, new Option("I do not know", ""),
        ...["unsorted array", "sortedlist", "heap4", "rbtree", "skiplist", "wheel", "hwheel",
            "bigwheel"]
            .map(name => new Option(name, name)));
    const start = make(
        "button", {type: "button", className: "main", textContent: "Run the race in this browser"});

    figure.replaceChildren(make("figcaption", {}, "The race of costs"),
        make("p", {className: "question"}, make("label", {htmlFor: guess.id},
            "Which one is the fastest with a million timers? "), guess, start), status, result);
    start.addEventListener("click", () => {
        const done = () => { start.disabled = false; };

        start.disabled = true;
        run(status, result, () => guess.value, done).catch(error => {
            status.textContent = `The race cannot start: ${error.message}.`;
            done();
        });
    });
}

async function run(status, result, guess, done) {
    const {counted, outcome, plot, table} = await import("./race_plot.js");
    const worker = new Worker(new URL("race_worker.js", import.meta.url), {type: "module"});
    const results = new Map();
    const end = text => {
        worker.terminate();
        status.textContent = text;
        done();
    };

    worker.addEventListener("error", () => end("The worker cannot be started."));
    worker.addEventListener("message", ({data: {name, timers, ns, message, done: all}}) => {
        if (message || all)
            return end(message ? `The race stopped: ${message}.` : outcome(results, guess()));
        if (ns !== null)
            results.set(name, [...results.get(name) ?? [], {timers, ns}]);
        status.textContent = `${counted(timers)} timers: ${name}`;
        result.replaceChildren(plot(results, Math.max(300, Math.min(680, result.clientWidth))),
            make("p", {},
                "Time of a move with the question for the next deadline, in this browser:"),
            table(results));
    });
    worker.postMessage("go");
}
