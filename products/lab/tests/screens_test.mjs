// SPDX-License-Identifier: MIT-0
// screens_test.mjs SLIDES PACKAGES CHROMIUM: on each screen a slide is whole, and the arrow keys
// show one slide after the other from its left edge. No edge of a drawing cuts what it shows.
import assert from "node:assert/strict";
import {createRequire} from "node:module";
import path from "node:path";
import {pathToFileURL} from "node:url";

const [, , slides, packages, executablePath] = process.argv;
const require = createRequire(path.resolve(packages, "package.json"));
const {chromium} = require("playwright-core");
const browser = await chromium.launch({executablePath, args: ["--no-sandbox"]});

// The shapes and texts of the drawings of which a part of a pixel or more is within the view, and
// another is not.
const halved = page => page.locator("img").evaluateAll(all => all.flatMap(({src, alt}) => {
    const frame = document.createElement("div");
    const bytes = Uint8Array.from(atob(src.split(",")[1]), c => c.charCodeAt(0));

    frame.style = "position: absolute; left: 0; top: 0";
    frame.innerHTML = new TextDecoder().decode(bytes);
    document.body.append(frame);

    const view = frame.firstChild.getBoundingClientRect();
    const shapes = [...frame.querySelectorAll("text, circle, line, path, rect:not(.paper)")];
    const found = shapes.filter(e => {
        const {left, right, top, bottom} = e.getBoundingClientRect();
        const within = left < view.right - 1 && right > view.left + 1 &&
            top < view.bottom - 1 && bottom > view.top + 1;

        return within && (left < view.left - 1 || right > view.right + 1 ||
            top < view.top - 1 || bottom > view.bottom + 1);
    }).map(e => `${alt}: ${e.outerHTML.slice(0, 80)}`);

    frame.remove();
    return found;
}));

const drawn = await browser.newPage({viewport: {width: 1280, height: 800}});

await drawn.goto(pathToFileURL(path.resolve(slides)).href);
assert.deepEqual(await halved(drawn), []);
assert(await drawn.locator("img").count() > 5);
await drawn.close();

for (const [width, height] of [[1920, 1080], [1280, 800], [740, 360], [640, 400], [1024, 768]]) {
    const page = await browser.newPage({viewport: {width, height}});

    page.setDefaultTimeout(600000);
    await page.goto(pathToFileURL(path.resolve(slides)).href);
    const cut = await page.locator("section").evaluateAll(
        all => all.filter(e => e.scrollHeight > e.clientHeight || e.scrollWidth > innerWidth)
            .map(e => e.querySelector("h1, h2").textContent));
    const small = await page.locator("section > *").evaluateAll(
        all => Math.min(...all.map(e => parseFloat(getComputedStyle(e).fontSize))));

    assert.deepEqual(cut, [], `${width}x${height}`);
    assert(small >= 12, `letters of ${small} px at ${width}x${height}`);
    const count = await page.locator("section").count();

    for (let i = 1; i < count; i++) {
        await page.keyboard.press("ArrowRight");
        await page.waitForFunction(n => Math.round(scrollY / innerHeight) === n, i);
        assert.equal(await page.evaluate(() => scrollX), 0, `slide ${i + 1} at ${width}x${height}`);
    }
    await page.close();
}
await browser.close();
console.log("ok: slides");
