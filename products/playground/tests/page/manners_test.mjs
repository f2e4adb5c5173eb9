// SPDX-License-Identifier: MIT-0
// For all screens and both themes: nothing is wider than the page, and axe finds nothing.
// Screenshots of each view are left in TW_SHOTS to be looked at.
import assert from "node:assert/strict";
import {mkdir, readFile} from "node:fs/promises";
import {ALL, commands, on, require, run, visit} from "./browser.mjs";

const PAIRS = [
    ["heap4", "rbtree"], ["skiplist", "sortedlist"], ["wheel", "smallwheel"],
    ["smallwheel", "bigwheel"]
];
const VIEWS = {
    first: "",
    lesson: "tab=lessons",
    two: "tab=lessons&lesson=skynet",
    trace: "tab=trace",
    ...Object.fromEntries([...ALL.map(name => [name]), ...PAIRS].map(
        names => [names.join("-"), on(names, commands(16, 8), "&at=15.1")]))
};
const SIZES = {wide: {width: 1280, height: 900}, narrow: {width: 360, height: 780}};

// A trace has been replayed.
async function replayed(page) {
    await page.selectOption("#trace-turns", "1");
    await page.selectOption("#trace-sample", "dns-forwarder.trace");
    await page.waitForSelector("#trace-found table");
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
                await page.screenshot(
                    {path: `${folder}/${name}-${size}-${colorScheme}.png`, fullPage: true});
            }
        }
    }
}

const LOOKED_AT = [
    ["first", "light"], ["lesson", "dark"], ["lesson", "light"], ["heap4-rbtree", "dark"],
    ["wheel-smallwheel", "light"], ["trace", "light"], ["trace", "dark"]
];

async function axe_finds_nothing(open) {
    const axe = await readFile(require.resolve("axe-core/axe.min.js"), "utf8");
    const page = await open("", {bypassCSP: true});

    for (const [name, colorScheme] of LOOKED_AT) {
        await visit(page, VIEWS[name]);
        await page.emulateMedia({colorScheme});
        if (name === "trace")
            await replayed(page);
        else if (name !== "lesson")
            await page.locator("#as-text").click();
        await page.evaluate(axe);
        const {violations, passes} = await page.evaluate(() => globalThis.axe.run());

        assert.deepEqual(violations.map(({id, nodes}) => [id, nodes.map(({html}) => html)]), [],
            name);
        assert(passes.some(({id}) => id === "color-contrast"), "it has looked");
    }
}

await run([nothing_is_wider_than_the_page, axe_finds_nothing]);
