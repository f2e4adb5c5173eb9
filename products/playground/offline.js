/* SPDX-License-Identifier: MIT-0 */
/* Starts the service worker, and names to it the files that came before it ran, with all
   lessons. */
const LESSONS =
    ["lessons.js", "lesson_file.js", "answers.js", "question.js", "quiz.js", "lessons/index.txt"];

async function lessons() {
    const names = (await (await fetch("lessons/index.txt")).text()).split("\n").filter(Boolean);

    return [...LESSONS, ...names.map(name => `lessons/${name}.txt`)].map(
        path => new URL(path, location.href).href);
}

export async function start() {
    const came = performance.getEntriesByType("resource").map(({name}) => name);
    const here = location.href.replace(/[?#].*/, "");

    try {
        await navigator.serviceWorker.register("offline_worker.js");

        const {active} = await navigator.serviceWorker.ready;

        active.postMessage([...new Set([here, ...came, ...await lessons()])]
            .filter(address => address.startsWith(location.origin)));
    } catch {
        /* no worker: the page works, with a network */
    }
}
