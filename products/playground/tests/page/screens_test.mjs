// SPDX-License-Identifier: MIT-0
// Screens of seven sizes, among them 1280x800 and 1200x800 at 200 %, and a phone held upright and
// sideways: each lesson, the quiz, Explore and the article can be done to their end by mouse, by
// touch and by keyboard. Whoever is used must be seen there: nothing else may cover it.
import assert from "node:assert/strict";
import {readFileSync} from "node:fs";
import {run, scroll, visit} from "./browser.mjs";

const SIZES = [[1280, 800], [800, 480], [740, 360], [640, 400], [600, 400], [360, 740], [320, 200]];
const WAYS = ["click", "tap", "keyboard"];
const names = readFileSync(`${process.env.TW_SITE}/lessons/index.txt`, "utf8").trim().split("\n");

// Is the middle of what has the focus in the window, with nothing over it?
const bare = page => page.evaluate(() => {
    const e = document.activeElement, {left, top, width, height} = e.getBoundingClientRect();
    const there = document.elementFromPoint(left + width / 2, top + height / 2);

    return there !== null && (e.contains(there) || there.contains(e));
});

// The figures that something covers when they are in the middle of the window.
const covered = page => page.evaluate(() => [...document.querySelectorAll("#figures td")]
    .filter(e => {
        e.scrollIntoView({block: "center"});

        const {left, top, width, height} = e.getBoundingClientRect();

        return !e.contains(document.elementFromPoint(left + width / 2, top + height / 2));
    })
    .map(e => e.textContent));

// By keyboard: tabs on to it, as far as a page may need, and presses Enter.
async function byKeys(page, target) {
    for (let i = 0; i < 200; i++) {
        if (await target.evaluate(e => e === document.activeElement)) {
            assert(await bare(page), `the focus is covered: ${await target.textContent()}`);
            await page.keyboard.press("Enter");
            return;
        }
        await page.keyboard.press("Tab");
    }
    assert.fail(`no key leads to ${await target.textContent()}`);
}

// A click or a tap of the driver fails if something else would get it.
const use = (page, way, target) => way === "keyboard" ? byKeys(page, target) : target[way]();

async function lesson(page, way, name) {
    const part = page.locator("#lesson"), main = part.locator("p.bar button.main");

    await visit(page, `tab=lessons&lesson=${name}`);
    for (let i = 0; i < 30; i++) {
        if (await page.locator("#answer").count()) {
            await page.locator("#answer").fill("1");
            await use(page, way, part.locator(".question button").first());
            await page.locator("#lesson .verdict").waitFor();
        }
        if (await main.textContent() !== "Next") {
            assert.deepEqual(await covered(page), [], `${name}: these figures are covered`);
            return;
        }
        const at = await part.locator("h2").textContent();

        await use(page, way, main);
        assert.notEqual(await part.locator("h2").textContent(), at, name);
    }
    assert.fail(`${name} does not end`);
}

async function explore(page, way) {
    await visit(page, "on=smallwheel&do=arm+1+5");
    await page.locator("#line").fill("arm 2 9");
    await use(page, way, page.locator("#type button"));
    await use(page, way, page.locator("#quick button").first());
    for (const id of ["first", "step", "back", "last"])
        await use(page, way, page.locator(`#${id}`));
    assert.equal(await page.locator("#lines button").count(), 3);
    await use(page, way, page.locator("#clear"));
    assert.equal(await page.locator("#lines button").count(), 0);
}

// Each figure runs on to its next question, until it has none.
async function article(page, way) {
    await scroll(page);
    for (const figure of await page.locator("figure.live:has(.transport)").all())
        for (let asked = await figure.locator(".asked form").count(); ;) {
            await use(page, way, figure.locator(".transport button").nth(3));
            asked = await figure.locator(".asked form").count();
            if (asked) {
                await figure.locator(".asked input").fill("1");
                await use(page, way, figure.locator(".asked button").first());
                await figure.locator(".verdict").waitFor();
            } else if (await figure.locator("input[type=range]").last()
                           .evaluate(e => e.value === e.max)) {
                break;
            }
        }
}

// Everything on one screen. Over all screens each lesson is done by each way at two of them.
async function everything(open, s) {
    const [width, height] = SIZES[s];
    const page = await open("", {viewport: {width, height}, hasTouch: true});
    const tasks = [...names, "quiz"].map(name => way => lesson(page, way, name));

    for (const [i, task] of [explore, article, ...tasks].entries()) {
        const way = WAYS[(s + i) % WAYS.length];

        await (i < 2 ? task(page, way) : task(way)).catch(error => {
            error.stack = `${way}, ${["explore", "article", ...names, "quiz"][i]}: ${error.stack}`;
            throw error;
        });
    }
}

// A test for each screen, so that one alone can be run.
const screens = SIZES.map(([width, height], s) => {
    const test = open => everything(open, s);

    return Object.defineProperty(test, "name", {value: `all_can_be_done_at_${width}x${height}`});
});

// Of the drawing, its sentence and its buttons, who is not wholly in the window before one scrolls.
const below = page => page.evaluate(() => ["#stages", "#now", "#transport"].filter(id => {
    const {top, bottom} = document.querySelector(id).getBoundingClientRect();

    return top < 0 || bottom > innerHeight;
}));

// By day one lesson, and Explore, on the three lowest screens, each by another way.
async function low_screens_have_room_for_a_lesson(open) {
    for (const [i, [width, height]] of SIZES.filter(([, h]) => h <= 400).entries()) {
        const page = await open("", {viewport: {width, height}, hasTouch: true});

        for (const view of width < 600 ? [] : ["tab=lessons&lesson=timer", "on=smallwheel"]) {
            await visit(page, view);
            assert.deepEqual(await below(page), [], `${view} at ${width}x${height}`);
        }
        await explore(page, WAYS[(i + 1) % WAYS.length]);
        await lesson(page, WAYS[i % WAYS.length], "timer");
    }
}

// The counts of two structures with long names stand beside the drawing of a low screen.
async function no_counts_lie_below_the_drawing(open) {
    for (const [width, height] of SIZES.filter(([w, h]) => w >= 600 && h <= 400)) {
        const page = await open("tab=lessons&lesson=walk", {viewport: {width, height}});

        await page.locator("#lesson h2").waitFor();
        await page.locator("#scrub").evaluate(e => {
            e.value = e.max;
            e.dispatchEvent(new Event("input"));
        });
        assert.equal(await page.locator("#figures td").count(), 14);
        assert.deepEqual(await covered(page), [], `at ${width}x${height}`);
        assert(await page.locator("#figures").evaluate(e => e.scrollWidth <= e.clientWidth),
            `at ${width}x${height} they are wider than their panel`);
    }
}

const day = [low_screens_have_room_for_a_lesson, no_counts_lie_below_the_drawing];

await run([...day, ...screens], day);
