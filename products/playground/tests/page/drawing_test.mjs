// SPDX-License-Identifier: MIT-0
// Drawings: each structure as what it is, each step of a command, two side by side, the line of C,
// pictures as files.
import assert from "node:assert/strict";
import {readFile} from "node:fs/promises";
import {ALL, commands, on, run, same, shown} from "./browser.mjs";

const ARMED = ["arm 1 50 2 10 3 400 4 30 5 60 6 4100 7 10", "cancel 4"];

// What must stand on the stage for six timers: so many of each.
const SHAPES = {
    heap4: {".layer-edge path": 5, ".cell": 21, ".timer": 12},
    rbtree: {".layer-edge path": 5, ".tree-node": 6},
    skiplist: {".level.head": 3, ".timer": 6},
    sortedlist: {".level.head": 1, ".timer": 6, ".layer-edge path": 6},
    wheel: {".slot": 16, ".slot.here": 1, ".hand": 1, ".timer": 6},
    smallwheel: {".slot": 64, ".slot.here": 4, ".hand": 4, ".timer.chip": 6, ".timer": 12},
    bigwheel: {".slot": 4, ".slot.here": 2, ".hand": 2, ".timer.chip": 6, ".timer": 12},
};

async function each_structure_is_drawn_as_what_it_is(open) {
    for (const structure of ALL) {
        const page = await open(on([structure], ARMED));

        for (const [selector, count] of Object.entries(SHAPES[structure]))
            assert.equal(await page.locator(`#stages ${selector}`).count(), count,
                `${structure}: ${selector}`);
        assert.match(await page.locator("#stages svg > desc").textContent(), /timer|red|black/);
        assert.match(await page.locator("#stages svg > title").textContent(),
            new RegExp(`^${structure}: 6 armed`));
    }
}

async function stepping_and_scrubbing_lose_nothing(open) {
    for (const structure of ALL) {
        const page = await open(on([structure], commands(11, 5), "&at=0.0"));
        const forth = [await shown(page)];
        const last = Number(await page.locator("#scrub").getAttribute("max"));
        const scrub = p => page.locator("#scrub").fill(String(p));

        for (let p = 1; p <= last; p++) {
            await page.keyboard.press("ArrowRight");
            forth.push(await shown(page));
        }
        assert(last > 20);
        assert(forth.every((text, p) => p === 0 || text !== forth[p - 1]),
            "each step shows something else");
        for (let i = 0, p = 0; i <= last; i++, p = (p + 7) % (last + 1)) {
            await scrub(p);
            same(await shown(page), forth[p], `${structure}: scrubbed to ${p}`);
        }
        await scrub(last);
        await page.locator("body").click({position: {x: 5, y: 300}});
        for (let p = last - 1; p >= 0; p--) {
            await page.keyboard.press("ArrowLeft");
            same(await shown(page), forth[p], `${structure}: back to ${p}`);
        }
    }
}

// Notes in `runs` each time that the button of running changes: the steps may all pass between two
// looks from here.
function noteRunning() {
    const button = document.getElementById("run");

    window.runs = [];
    new MutationObserver(() => button.classList.contains("running") !== window.runs.at(-1) &&
            window.runs.push(button.classList.contains("running")))
        .observe(button, {attributeFilter: ["class"]});
}

// Waits until three frames in a row draw the same, so that all shapes have come to their places.
const atRest = page => page.evaluate(async () => {
    const frame = () => new Promise(requestAnimationFrame);
    const text = () => document.getElementById("stages").innerHTML;

    for (let was, alike = 0; alike < 3; was = text()) {
        await frame();
        alike = text() === was ? alike + 1 : 0;
    }
});

async function running_in_motion_ends_as_stepping_does(open) {
    const fragment = on(["smallwheel", "heap4"], commands(8, 3), "&at=0.0");
    const moving = await open(fragment, {reducedMotion: "no-preference"});
    const calm = await open(fragment);

    await calm.keyboard.press("End");
    await moving.selectOption("#speed", "8");
    await moving.evaluate(noteRunning);
    await moving.locator("#run").click();
    await moving.waitForFunction(
        () => String(window.runs) === "true,false" && !document.querySelector("#stages [opacity]"));
    await atRest(moving);
    same(await shown(moving), await shown(calm), "at the end");
}

async function two_structures_fire_alike_and_a_wrong_one_does_not(open) {
    const lines = [...commands(40, 9), "advance 5000"];

    for (const structure of ALL.slice(1)) {
        const page = await open(on(["heap4", structure], lines));
        const [one, other] = await page.locator("#log ol").allTextContents();

        assert.match(await page.locator("#log .verdict").textContent(),
            /^Both logs are equal: \d+ fired[.]$/);
        assert(one.length > 100 && one === other, structure);
    }

    const page = await open(
        `module=draw16&${on(["wheel", "early"], ["arm 1 25 2 9", "advance 12", "advance 50"])}`);

    assert.match(
        await page.locator("#log .verdict").textContent(), /^The logs differ at number 1[.]$/);
}

async function the_line_of_c_is_the_headers_own(open) {
    const page =
        await open(on(["rbtree"], ["arm 1 50 2 10 3 400 4 30 5 60", "cancel 3"], "&at=1.0"));
    const seen = new Set();

    for (let i = 0; i < 25; i++) {
        await page.waitForSelector("#source .line");
        const [file, line] = (await page.locator("#source .where b").textContent()).split(" line ");
        const text =
            (await readFile(`${process.env.TW_SITE}/source/${file}`, "utf8")).split("\n")[line - 1];

        assert.equal(await page.locator("#source .line").textContent(), line + text);
        assert(await page.locator("#source .line").isVisible());
        seen.add(`${file}:${line}`);
        await page.keyboard.press("ArrowRight");
    }
    assert(seen.size > 4 && [...seen].some(place => place.startsWith("rbtree.h")),
        [...seen].join(" "));
}

// skiplist.h has two functions of one name: the marked line stands in the one that is shown as run.
async function the_function_that_runs_is_the_bright_one(open) {
    const page = await open(on(["skiplist"], ["arm 1 5 2 21 3 40 4 300 5 40", "arm 6 35"]));
    const line = page.locator("#source .line"), where = page.locator("#source .where");
    let between = 0;

    for (let i = 0; i < 8; i++) {
        await page.keyboard.press("ArrowLeft");
        await line.waitFor();
        if (!/^tw__skiplist_between,/.test(await where.textContent()))
            continue;
        between++;
        assert(await line.evaluate(e => e.matches(".body")), await line.textContent());
    }
    assert(between > 0);
}

async function a_picture_is_a_file_of_its_own(open) {
    const page = await open(on(["smallwheel", "rbtree"], ARMED));
    const waiting = page.waitForEvent("download");

    await page.locator("#save").click();
    const text = await readFile(await (await waiting).path(), "utf8");

    assert.match(text, /^<svg xmlns="http:\/\/www[.]w3[.]org\/2000\/svg"/);
    assert(!/href=|url\(|@import|<script/.test(text), "it needs nothing else");

    const alone = await page.context().newPage();
    await alone.setContent(text);
    assert.equal(await alone.locator("svg.drawing .tree-node circle")
                     .first()
                     .evaluate(e => getComputedStyle(e).fill),
        await page.locator("#stages .tree-node circle")
            .first()
            .evaluate(e => getComputedStyle(e).fill));
}

await run([each_structure_is_drawn_as_what_it_is, stepping_and_scrubbing_lose_nothing,
    running_in_motion_ends_as_stepping_does, two_structures_fire_alike_and_a_wrong_one_does_not,
    the_line_of_c_is_the_headers_own, the_function_that_runs_is_the_bright_one,
    a_picture_is_a_file_of_its_own]);
