/* SPDX-License-Identifier: MIT-0 */
/* The page that scrolls: makes its figures live, one after the other, and links the numbers of the
   text to them. */
import {parse} from "./lesson_file.js";
import {Live} from "./live.js";
import {longestIn} from "./longest.js";
import {raceIn} from "./race.js";
import {tick} from "./ticks.js";

async function scene(name) {
    const answer = await fetch(new URL(`wheels/${name}.txt`, import.meta.url));

    if (!answer.ok)
        throw new Error(
            `wheels/${name}.txt cannot be loaded: ${answer.status} ${answer.statusText}`);
    return parse(name, await answer.text());
}

/* A number of the text: what the code says of a line, or the value of a slider. */
function valueOf(live, {query, line}) {
    if (query)
        return live.value(query, Number(line));

    const [[slider, value]] = live.values;

    return slider.hex ? tick(String(value), 16) : String(value);
}

/* A table of digits: its last row has those of the slider, and the column of the level is
   marked. */
function showDigits(live, table) {
    const digits = valueOf(live, {}).slice(2), level = Number(valueOf(live, table.dataset));

    for (const row of table.rows)
        [...row.cells].slice(1).forEach((cell, i) => {
            cell.classList.toggle("differs", i === digits.length - 1 - level);
            if (row === table.rows[table.rows.length - 1])
                cell.textContent = digits[i];
        });
}

function link(live, name) {
    const numbers = [...document.querySelectorAll(`.number[data-scene="${name}"]`)];
    const tables = [...document.querySelectorAll(`.digits[data-scene="${name}"]`)];
    const show = () => {
        numbers.forEach(number => { number.textContent = valueOf(live, number.dataset); });
        tables.forEach(table => showDigits(live, table));
    };

    for (const number of numbers) {
        const light = on => () => live.light(on ? Number(number.dataset.timer) : null);

        for (const [event, on] of Object.entries(
                 {pointerenter: true, focus: true, pointerleave: false, blur: false}))
            number.addEventListener(event, light(on));
    }
    live.addEventListener("change", show);
    show();
}

function fail(figure, error) {
    figure.replaceChildren(`This figure cannot start: ${error.message}.`);
}

const figures = [...document.querySelectorAll("figure[data-scene]")];
const longest = document.getElementById("fig-longest");
const loaded = new Map(); /* by figure; it stays here until it is live */

async function load(figure) {
    const live = new Live(figure, await scene(figure.dataset.scene));

    await live.load();
    loaded.set(figure, live);
}

function enliven(figure) {
    const live = loaded.get(figure);

    if (!loaded.delete(figure))
        return;
    try {
        live.start();
        link(live, figure.dataset.scene);
    } catch (error) {
        fail(figure, error);
    }
}

/* All are asked for at once. They come to life in their order, so that what is seen first is
   there first, and the page can be moved meanwhile. Paper waits for none: all that is loaded does
   then. */
addEventListener("beforeprint", () => figures.forEach(enliven));
raceIn(document.getElementById("fig-race"));

const counting = longestIn(longest).catch(error => fail(longest, error));
const loading = figures.map(figure => load(figure).catch(error => fail(figure, error)));

for (const [i, figure] of figures.entries()) {
    await loading[i];
    enliven(figure);
    await new Promise(done => setTimeout(done));
}
await counting;
document.body.dataset.ready = "";
