// SPDX-License-Identifier: MIT-0
// The address has the state of the page. It comes from anywhere: garbage in it is said, and changes
// nothing.
import assert from "node:assert/strict";
import {commands, give, lines, on, run, same, shown, visit} from "./browser.mjs";

async function an_address_brings_back_what_it_was_taken_from(open) {
    const page =
        await open(on(["wheel", "skiplist"], [...commands(12, 4), "seed 9", "# 100% a+b; c&d=e"]));

    await page.locator("#scrub").fill("17");
    await page.waitForFunction(() => location.hash.includes("at="));
    await page.waitForTimeout(400);
    const address = await page.evaluate(() => location.hash.slice(1)), other = await open(address);

    same(await shown(other), await shown(page), "the other page");
    assert.deepEqual(await lines(other), (await lines(page)).map(line => line.replace(";", ",")));
    assert.equal(await other.evaluate(() => location.hash.slice(1)), address);
}

async function so_many_commands_are_no_address(open) {
    const page = await open();
    const many = Array.from(
        {length: 900}, (_, i) => `arm ${i % 100} 9999999999999999999 # ${"x".repeat(20)}`);

    await give(page, many);
    await page.waitForFunction(() => !location.hash);
    await page.locator("#copy").click();
    assert.match(await page.locator("#done").textContent(), /too long for an address/);
    await give(page, [...many, ...many]);
    assert.match(await page.locator("#refusal").textContent(), /there is room for 1000 lines$/);
}

async function garbage_in_an_address_is_said_and_the_page_starts_clean(open) {
    const page = await open(), clean = await shown(page);
    const garbage = [
        "%00%ff", "x=1", "on=heap5", "on=heap4+rbtree+wheel", "on=early", "module=../draw&on=heap4",
        "tab=nowhere", "tab=__proto__", "on=heap4&do=frobnicate", "on=heap4&on=heap4",
        "on=heap4&at=1", `on=heap4&do=${"a".repeat(40000)}`, "tab=lessons&lesson=nothing",
        "module=constructor&on=heap4", "on=heap4&do=arm+1+5;<script>alert(1)</script>"
    ];

    // Each costs a page that loads: by day the last of three.
    for (const fragment of garbage.filter((_, i) => !process.env.TW_DAY || i % 3 === 2)) {
        await visit(page, fragment);
        assert.match(await page.locator("#notice").textContent(),
            /^The address is not used: .+[.]$/, fragment);
        same(await shown(page), clean, fragment);
    }

    await visit(page, "on=skynet+smallwheel");
    assert.match(await page.locator("#notice").textContent(),
        / draw[.]wasm does not have "skynet"[.]$/, "what is there is not named as missing");
    await visit(page, on(["heap4"], ["arm 1 5"]));
    const before = await shown(page);
    await page.evaluate(() => { location.hash = "#on=heap7"; });
    await page.waitForSelector("#notice:not([hidden])");
    same(await shown(page), before, "an address that is typed later");
}

async function without_an_address_the_article_opens(open) {
    const page = await open();

    await page.goto(page.home);
    await page.waitForURL(/\/timing-wheels[.]html$/);
    await page.waitForSelector("#fig-drag .drawing");
    await page.locator("nav a", {hasText: "Explore"}).click();
    await page.waitForSelector("#stages svg > title", {state: "attached"});
    assert.match(page.url(), /index[.]html#tab=explore/);
}

// The page writes its address a while after a step: here just after a link was followed, and before
// the page hears of that.
async function a_link_is_followed_although_the_page_writes_its_address_meanwhile(open) {
    const page = await open(on(["heap4"], ["arm 1 5"]));

    await page.waitForTimeout(400); // what was to be written is written
    await page.evaluate(() => {
        const late = [], ours = window.setTimeout;

        window.setTimeout = action => late.push(action);
        document.getElementById("back").click();
        document.querySelector("[data-tab=lessons]").click();
        window.setTimeout = ours;
        late.forEach(action => action());
    });
    await page.waitForSelector("#lesson h2");
    await page.waitForFunction(() => location.hash.startsWith("#tab=lessons"));
}

const day = [
    an_address_brings_back_what_it_was_taken_from,
    garbage_in_an_address_is_said_and_the_page_starts_clean, without_an_address_the_article_opens
];

await run([
    ...day, so_many_commands_are_no_address,
    a_link_is_followed_although_the_page_writes_its_address_meanwhile
], day);
