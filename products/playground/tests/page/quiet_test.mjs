// SPDX-License-Identifier: MIT-0
// The page asks for little, moves nothing for who wants no motion, and lets nothing in that is not
// its own.
import assert from "node:assert/strict";
import {on, run} from "./browser.mjs";

// The wasm of what is shown comes first, and what other views want does not come yet.
async function little_comes_before_the_first_drawing(open) {
    const page = await open();
    const came =
        await page.evaluate(() => performance.getEntriesByType("resource")
                                      .map(({name, decodedBodySize, responseStatus}) => ({
                                          name: new URL(name).pathname.replace("/some/where/", ""),
                                          bytes: decodedBodySize,
                                          status: responseStatus
                                      }))
                                      .filter(({name}) => !/^source|^icon/.test(name)));
    const late = /^(draw16|replay|lesson|answers|picture|trace|vendor|scenes.(halves|heap|tree))/;
    const names = came.map(({name}) => name), sum = came.reduce((all, {bytes}) => all + bytes, 0);

    assert(names.includes("draw.wasm") && came.every(({status}) => status === 200),
        JSON.stringify(came));
    assert.deepEqual(names.filter(name => late.test(name)), []);
    assert.deepEqual(
        names.filter((name, i) => names.indexOf(name) !== i), [], "nothing comes twice");
    assert(names.length < 45 && sum < 200000, `${names.length} files with ${sum} bytes`);
}

// Who wants no motion sees each picture at once: no frame of an animation is asked for.
async function reduced_motion_moves_nothing(open) {
    for (const reducedMotion of ["reduce", "no-preference"]) {
        const page = await open(on(["heap4"], ["arm 1 50 2 10"], "&at=1.2"), {reducedMotion});

        await page.evaluate(() => {
            const real = window.requestAnimationFrame.bind(window);

            window.asked = 0;
            window.requestAnimationFrame = f => {
                window.asked++;
                return real(f);
            };
        });
        await page.locator("#step").click();
        assert.match(await page.locator("#now").textContent(), /step 4 of/);
        assert.equal(
            await page.evaluate(() => window.asked > 0), reducedMotion === "no-preference");
    }
}

// An inline script, an inline style and a foreign picture are put into the page: all must be
// stopped by its policy.
async function the_policy_stops_what_is_not_ours(open) {
    const page = await open();
    const stopped = await page.evaluate(async () => {
        const violations = [];

        addEventListener(
            "securitypolicyviolation", event => violations.push(event.effectiveDirective));
        document.body.append(
            Object.assign(document.createElement("script"), {textContent: "window.ran = true"}));
        document.body.append(
            Object.assign(document.createElement("img"), {src: "http://127.0.0.2:9/x.png"}));
        document.body.setAttribute("style", "color: red");
        await fetch("http://127.0.0.2:9/").catch(() => 0);
        await new Promise(done => setTimeout(done, 300));
        return [...new Set(violations), String(window.ran)].sort();
    });

    assert.deepEqual(
        stopped, ["connect-src", "img-src", "script-src-elem", "style-src-attr", "undefined"]);
    assert.equal(await page.evaluate(() => document.cookie), "");
    page.wrong.length = 0; // the browser reports what was stopped
}

await run([
    little_comes_before_the_first_drawing, reduced_motion_moves_nothing,
    the_policy_stops_what_is_not_ours
]);
