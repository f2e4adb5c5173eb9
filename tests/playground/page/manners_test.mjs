// SPDX-License-Identifier: MIT-0
// Good manners: keyboard only, screen readers, small screens, both themes, nothing from elsewhere. Screenshots of each view
// are left in TW_SHOTS to be looked at.
import assert from "node:assert/strict";
import {mkdir, readFile} from "node:fs/promises";
import {ALL, commands, on, require, run, shown, visit} from "./browser.mjs";

const PAIRS = [["heap4", "rbtree"], ["skiplist", "sortedlist"], ["wheel", "hwheel"], ["hwheel", "bigwheel"]];
const VIEWS = {first: "", lesson: "tab=lessons", two: "tab=lessons&lesson=skynet", trace: "tab=trace",
    ...Object.fromEntries([...ALL.map(name => [name]), ...PAIRS]
        .map(names => [names.join("-"), on(names, commands(16, 8), "&at=15.1")]))};
const SIZES = {wide: {width: 1280, height: 900}, narrow: {width: 360, height: 780}};

// A trace has been replayed.
async function replayed(page) {
    await page.selectOption("#trace-turns", "1");
    await page.selectOption("#trace-sample", "dns-forwarder.trace");
    await page.waitForSelector("#trace-found table", {timeout: 100000});
}

async function nothing_is_wider_than_the_page(open) {
    const folder = process.env.TW_SHOTS;

    if (folder)
        await mkdir(folder, {recursive: true});
    for (const [size, viewport] of Object.entries(SIZES)) {
        const page = await open("", {viewport});

        for (const [name, fragment] of Object.entries(VIEWS)) {
            await visit(page, fragment);
            await page.locator("#help").evaluate(e => { e.open = true; });
            if (name === "trace")
                await replayed(page);
            const wide = await page.evaluate(() => document.documentElement.scrollWidth);

            assert(wide <= viewport.width, `${name} is ${wide} pixels wide`);
            for (const colorScheme of folder ? ["light", "dark"] : []) {
                await page.emulateMedia({colorScheme});
                await page.screenshot({path: `${folder}/${name}-${size}-${colorScheme}.png`, fullPage: true});
            }
        }
    }
}

async function axe_finds_nothing_serious(open) {
    const axe = await readFile(require.resolve("axe-core/axe.min.js"), "utf8");
    const page = await open("", {bypassCSP: true});

    for (const [name, colorScheme] of [["first", "light"], ["lesson", "dark"], ["lesson", "light"], ["heap4-rbtree", "dark"],
        ["wheel-hwheel", "light"], ["trace", "light"], ["trace", "dark"]]) {
        await visit(page, VIEWS[name]);
        await page.emulateMedia({colorScheme});
        if (name === "trace")
            await replayed(page);
        else if (name !== "lesson")
            await page.locator("#as-text").click();
        await page.evaluate(axe);
        const {violations, passes} = await page.evaluate(() => globalThis.axe.run());
        const serious = violations.filter(({impact}) => ["serious", "critical"].includes(impact));

        assert.deepEqual(serious.map(({id, nodes}) => [id, nodes.map(({html}) => html)]), [], `${name}, ${colorScheme}`);
        assert(passes.some(({id}) => id === "color-contrast"), "it has looked");
    }
}

// By keys alone: to the field, a command, to the buttons, back a step, to the slider, to the lesson.
async function keys_are_enough(open) {
    const page = await open(on(["hwheel"], ["arm 1 0x20"]), {hasTouch: false});
    const focused = () => page.evaluate(() => {
        const {outlineStyle, outlineWidth} = getComputedStyle(document.activeElement);

        return {id: document.activeElement.id, text: document.activeElement.textContent,
            seen: document.activeElement.id === "main" || (outlineStyle !== "none" && parseFloat(outlineWidth) >= 2)};
    });
    const tabTo = async (wanted, key = "Tab") => {
        for (let i = 0; i < 60; i++) {
            await page.keyboard.press(key);
            const {id, text, seen} = await focused();

            assert(seen, `the focus on ${id || text.slice(0, 30)} is seen`);
            if (id === wanted || text === wanted)
                return;
        }
        assert.fail(`Tab leads to ${wanted}`);
    };

    await page.keyboard.press("Tab");
    assert.equal((await focused()).id, "skip");
    await tabTo("line");
    await page.keyboard.type("arm 2 0x20");
    await page.keyboard.press("Enter");
    assert.equal(await page.locator("#lines button").count(), 2);
    await page.waitForSelector("#run:not(.running)");
    const end = await shown(page);
    await tabTo("back", "Shift+Tab");
    await page.keyboard.press("Enter");
    assert.notEqual(await shown(page), end, "a step back");
    await page.keyboard.press("PageUp");
    assert.match(await page.locator("#now").textContent(), /line 1 has ended/);
    await page.keyboard.press("End");
    assert.equal(await shown(page), end, "at the end again");
    await tabTo("scrub");
    await page.keyboard.press("Home");
    assert.match(await page.locator("#scrub").getAttribute("aria-valuetext"), /^The beginning/);
    await tabTo("Lessons", "Shift+Tab");
    await page.keyboard.press("Enter");
    await page.waitForSelector("#lesson h2");
    await tabTo("Next");
    await page.keyboard.press("Enter");
    await tabTo("answer");
}

async function a_screen_reader_hears_each_step(open) {
    const page = await open(on(["rbtree"], ["arm 1 50 2 10 3 30", "advance 10"], "&at=0.0")), heard = new Set();
    const last = Number(await page.locator("#scrub").getAttribute("max"));

    for (let p = 1; p <= last; p++) {
        await page.keyboard.press("ArrowRight");
        assert.equal(await page.locator("#now").getAttribute("aria-live"), "polite");
        const text = await page.locator("#now").textContent();

        assert.match(text, /^(Link|Compare|At|\d+@\d+ (is armed|fires)|\d armed).*[.] (step \d+ of \d+ of line|line) \d/);
        assert.equal(await page.locator("#scrub").getAttribute("aria-valuetext"), text);
        assert.equal(await page.locator("#stages svg > title").textContent(), `rbtree: ${text}`);
        heard.add(text);
    }
    assert.equal(heard.size, last, "each step has a text of its own");
}

// The wasm of what is shown comes first, and what other views want does not come yet.
async function little_comes_before_the_first_drawing(open) {
    const page = await open();
    const came = await page.evaluate(() => performance.getEntriesByType("resource")
        .map(({name, decodedBodySize, responseStatus}) => ({name: new URL(name).pathname.replace("/some/where/", ""),
            bytes: decodedBodySize, status: responseStatus})).filter(({name}) => !/^source|^icon/.test(name)));
    const names = came.map(({name}) => name), sum = came.reduce((all, {bytes}) => all + bytes, 0);

    assert(names.includes("draw.wasm") && came.every(({status}) => status === 200), JSON.stringify(came));
    assert.deepEqual(names.filter(name => /^(draw16|replay|lesson|answers|picture|trace|vendor)/.test(name)), []);
    assert.deepEqual(names.filter((name, i) => names.indexOf(name) !== i), [], "nothing comes twice");
    assert(names.length < 45 && sum < 200000, `${names.length} files with ${sum} bytes`);
}

// Who wants no motion sees each picture at once.
async function reduced_motion_moves_nothing(open) {
    const moving = async page => {
        await page.locator("#stages").evaluate(e => {
            window.changes = 0;
            new MutationObserver(all => (window.changes += all.length)).observe(e, {subtree: true, attributes: true});
        });
        await page.keyboard.press("ArrowRight");
        await page.waitForTimeout(50);
        const first = await page.evaluate(() => window.changes);
        await page.waitForTimeout(600);
        return await page.evaluate(() => window.changes) > first;
    };
    const fragment = on(["heap4"], ["arm 1 50 2 10"], "&at=1.2");

    assert.equal(await moving(await open(fragment)), false);
    assert.equal(await moving(await open(fragment, {reducedMotion: "no-preference"})), true);
}

// An inline script, an inline style and a foreign picture are put into the page: all must be stopped by its policy.
async function the_policy_stops_what_is_not_ours(open) {
    const page = await open();
    const stopped = await page.evaluate(async () => {
        const violations = [];

        addEventListener("securitypolicyviolation", event => violations.push(event.effectiveDirective));
        document.body.append(Object.assign(document.createElement("script"), {textContent: "window.ran = true"}));
        document.body.append(Object.assign(document.createElement("img"), {src: "http://127.0.0.2:9/x.png"}));
        document.body.setAttribute("style", "color: red");
        await fetch("http://127.0.0.2:9/").catch(() => 0);
        await new Promise(done => setTimeout(done, 300));
        return [...new Set(violations), String(window.ran)].sort();
    });

    assert.deepEqual(stopped, ["connect-src", "img-src", "script-src-elem", "style-src-attr", "undefined"]);
    assert.equal(await page.evaluate(() => document.cookie), "");
    page.wrong.length = 0; // the browser reports what was stopped
}

await run([little_comes_before_the_first_drawing, reduced_motion_moves_nothing, nothing_is_wider_than_the_page, axe_finds_nothing_serious, keys_are_enough, a_screen_reader_hears_each_step,
    the_policy_stops_what_is_not_ours]);
