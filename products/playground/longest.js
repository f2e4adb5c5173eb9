/* SPDX-License-Identifier: MIT-0 */
/* The longest tick of three structures, counted in this browser for the number of timers that a
   slider says. */
import {make} from "./question.js";
import {element} from "./stage.js";

const NAMES = ["heap4", "hwheel", "bigwheel"];
const COUNTS = [10, 30, 100, 300, 1000, 3000, 10000, 30000, 100000, 300000, 1000000];
const FIRST = 4; /* of the counts: the one that is shown first */
const WIDTH = 680, LEFT = 80, RIGHT = 90, ROW = 36;

const counted = n => n.toLocaleString("en");

async function compiled() {
    const answer = await fetch(new URL("longest.wasm", import.meta.url));

    if (!answer.ok)
        throw new Error(`longest.wasm cannot be loaded: ${answer.status} ${answer.statusText}`);
    return WebAssembly.compile(await answer.arrayBuffer());
}

/* The steps of the longest tick of each structure. */
async function stepsOf(module, timers) {
    const found = [];

    for (const i of NAMES.keys()) {
        const {exports} = await WebAssembly.instantiate(module, {});

        exports._initialize();
        found.push(exports.longest(i, timers));
    }
    return found;
}

function bars(steps, width) {
    const svg = element("svg", {class: "drawing", viewBox: `0 0 ${width} ${NAMES.length * ROW}`,
        role: "img", "aria-label": "The longest tick of each structure, in steps"});
    const scale = (width - LEFT - RIGHT) / Math.max(...steps);

    steps.forEach((n, i) => svg.append(
        element("text", {class: "name end", x: LEFT - 8, y: i * ROW + 22}, NAMES[i]),
        element("rect", {class: "bar", x: LEFT, y: i * ROW + 6, width: Math.max(1, n * scale),
            height: ROW - 12}),
        element("text", {class: "name begin", x: LEFT + n * scale + 8, y: i * ROW + 22},
            counted(n))));
    return svg;
}

export async function longestIn(figure) {
    const known = new Map(), module = await compiled();
    const range = make("input", {type: "range", id: `${figure.id}-0`, min: 0,
        max: COUNTS.length - 1, step: 1, value: FIRST});
    const output = make("output", {}), result = make("div"), status = make("p", {role: "status"});
    const show = async () => {
        const timers = COUNTS[range.value];

        output.textContent = counted(timers);
        range.setAttribute("aria-valuetext", `${counted(timers)} timers`);
        if (!known.has(timers))
            known.set(timers, await stepsOf(module, timers));
        if (timers !== COUNTS[range.value])
            return;
        const steps = known.get(timers);

        result.replaceChildren(bars(steps, Math.max(280, Math.min(WIDTH, result.clientWidth))));
        status.textContent = `With ${counted(timers)} timers the longest tick takes ` +
            `${steps.map((n, i) => `${counted(n)} steps in ${NAMES[i]}`).join(", ")}.`;
    };

    figure.replaceChildren(make("figcaption", {}, "The longest tick"),
        make("p", {className: "slider-row"},
            make("label", {htmlFor: range.id}, "timers: ", output), range), result, status);
    range.addEventListener("input", show);
    await show();
}
