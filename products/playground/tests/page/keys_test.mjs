// SPDX-License-Identifier: MIT-0
// The page by keys alone, and what a screen reader hears.
import assert from "node:assert/strict";
import {on, run, shown} from "./browser.mjs";

// The element that has the focus: its id, its text, and whether that is seen.
const focused = page => page.evaluate(() => {
    const {id, textContent} = document.activeElement;
    const {outlineStyle, outlineWidth} = getComputedStyle(document.activeElement);

    return {
        id,
        text: textContent,
        seen: id === "main" || (outlineStyle !== "none" && parseFloat(outlineWidth) >= 2)
    };
});

// Tab, until the element of that id or text has the focus.
async function tab(page, wanted, key = "Tab") {
    for (let i = 0; i < 60; i++) {
        await page.keyboard.press(key);
        const {id, text, seen} = await focused(page);

        assert(seen, `the focus on ${id || text.slice(0, 30)} is seen`);
        if (id === wanted || text === wanted)
            return;
    }
    assert.fail(`Tab leads to ${wanted}`);
}

// To the field, a command, to the buttons, back a step, to the slider, to the lesson.
async function keys_are_enough(open) {
    const page = await open(on(["smallwheel"], ["arm 1 0x20"]));

    await page.keyboard.press("Tab");
    assert.equal((await focused(page)).id, "skip");
    await tab(page, "line");
    await page.keyboard.type("arm 2 0x20");
    await page.keyboard.press("Enter");
    assert.equal(await page.locator("#lines button").count(), 2);
    await page.waitForSelector("#run:not(.running)");
    const end = await shown(page);
    await tab(page, "back", "Shift+Tab");
    await page.keyboard.press("Enter");
    assert.notEqual(await shown(page), end, "a step back");
    await page.keyboard.press("PageUp");
    assert.match(await page.locator("#now").textContent(), /line 1 has ended/);
    await page.keyboard.press("End");
    assert.equal(await shown(page), end, "at the end again");
    await tab(page, "scrub");
    await page.keyboard.press("Home");
    assert.match(await page.locator("#scrub").getAttribute("aria-valuetext"), /^The beginning/);
    await tab(page, "Lessons", "Shift+Tab");
    await page.keyboard.press("Enter");
    await page.waitForSelector("#lesson h2");
    await tab(page, "Next");
    await page.keyboard.press("Enter");
    await tab(page, "answer");
}

async function a_screen_reader_hears_each_step(open) {
    const page = await open(on(["rbtree"], ["arm 1 50 2 10 3 30", "advance 10"], "&at=0.0"));
    const heard = new Set();
    const last = Number(await page.locator("#scrub").getAttribute("max"));

    for (let p = 1; p <= last; p++) {
        await page.keyboard.press("ArrowRight");
        assert.equal(await page.locator("#now").getAttribute("aria-live"), "polite");
        const text = await page.locator("#now").textContent();

        assert.match(text, new RegExp("^(Link|Unlink|Compare|" +
            "Timer \\d+ \\(due \\d+\\) (is armed|fires)|Timers? .* fires?;|\\d armed)"));
        assert.match(text, /[.] (step \d+ of \d+ of line|line) \d/);
        assert.equal(await page.locator("#scrub").getAttribute("aria-valuetext"), text);
        assert.equal(await page.locator("#stages svg > title").textContent(), `rbtree: ${text}`);
        heard.add(text);
    }
    assert.equal(heard.size, last, "each step has a text of its own");
}

await run([keys_are_enough, a_screen_reader_hears_each_step]);
