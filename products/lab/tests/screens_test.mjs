// SPDX-License-Identifier: MIT-0
// screens_test.mjs SLIDES PACKAGES CHROMIUM: on each screen a slide is whole, and the arrow keys show one slide after the
// other from its left edge.
import assert from "node:assert/strict";
import {createRequire} from "node:module";
import path from "node:path";
import {pathToFileURL} from "node:url";

const [, , slides, packages, executablePath] = process.argv;
const require = createRequire(path.resolve(packages, "package.json"));
const browser = await require("playwright-core").chromium.launch({executablePath, args: ["--no-sandbox"]});

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
