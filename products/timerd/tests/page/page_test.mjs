// page_test.mjs PAGE SOCKET PID: the page of a timerd, whose tokens are those below, in Chromium,
// at both sizes and in both themes. With TW_SHOTS set to a folder, screenshots are left there. In
// the end it stops timerd.
import assert from "node:assert/strict";
import {mkdirSync, readFileSync} from "node:fs";
import {createRequire} from "node:module";
import net from "node:net";
import path from "node:path";

const LOOK = "look-0123456789abcdef",
    ALL = "all-0123456789abcdef";
const SIZES = {wide: {width: 1280, height: 900}, narrow: {width: 360, height: 780}};
const EVIL = "<img src=x onerror=document.title='evil'>",
    LONG = "long-".repeat(51),
    TURNED = "a\u202Eb\u0007";
const FAR = 9_000_000_000_000,
    HOUR = 3_600_000;

const [, , origin, socketPath, pid] = process.argv;
const {TW_PACKAGES: packages, TW_CHROMIUM: executablePath, TW_SHOTS: shots} = process.env;
const require = createRequire(path.join(path.resolve(packages), "package.json"));
const {chromium} = require("playwright-core");
const axe = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");

// ---------------------------------------------------------------------------- the queue

// The reply to a request in RESP, as text.
function redis(...words) {
    return new Promise((done, failed) => {
        const socket = net.connect(socketPath),
            parts = [];

        socket
            .on("data", part => parts.push(part))
            .on("error", failed)
            .on("end", () => done(Buffer.concat(parts).toString()));
        socket.end(
            Buffer.concat(
                [
                    `*${words.length}\r\n`,
                    ...words.flatMap(word => {
                        const bytes = Buffer.from(String(word));
                        return [`$${bytes.length}\r\n`, bytes, "\r\n"];
                    })
                ].map(part => Buffer.from(part))
            )
        );
    });
}

async function bury(id, payload) {
    await redis("ARM", id, Date.now() - 5 * 60_000, payload);
    for (let attempt = 0; attempt < 2; attempt++) {
        const row = (await redis("TAKE", 1, "BLOCK", 60000)).split("\r\n");

        assert.equal(row[3], id);
        assert.equal(await redis("NACK", id, row[4].slice(1), "DELAY", 0), ":1\r\n");
    }
}

async function make() {
    const soon = Date.now() + HOUR;

    for (const [id, due, period] of [
        ["tea", soon],
        ["invoice:2041", soon + 60_000, 86_400_000],
        ["..", soon + 120_000],
        [EVIL, FAR],
        [LONG, FAR + 1],
        [TURNED, FAR + 2],
        ["größe", 9007199254740991]
    ])
        assert.equal(
            await redis("ARM", id, due, "x", ...(period ? ["PERIOD", period] : [])),
            "+OK\r\n"
        );
    for (let i = 0; i < 40; i++) await redis("ARM", `many:${i}`, FAR - 100 + i, "x");
    await bury("mail:17", '{"to":"ann@example.org","subject":"your order"}');
    await bury("mail:18", "z".repeat(60_000));
    await bury(`${EVIL} too`, "\u0000\u0001\u00ff binary");
}

// ---------------------------------------------------------------------------- the page

const wrong = [];
let browser;

async function open(size, options = {}) {
    const context = await browser.newContext({
        viewport: SIZES[size],
        reducedMotion: "reduce",
        ...options
    });
    const page = await context.newPage();

    page.setDefaultTimeout(60_000);
    page.on(
        "console",
        message => ["error", "warning"].includes(message.type()) && wrong.push(message.text())
    );
    page.on("pageerror", error => wrong.push(String(error)));
    page.on(
        "request",
        request =>
            request.url().startsWith(origin) ||
            request.url().startsWith("data:") ||
            wrong.push(request.url())
    );
    await page.goto(origin);
    return page;
}

async function enter(page, token = ALL) {
    await page.getByRole("textbox", {name: "Token"}).fill(token);
    await page.keyboard.press("Enter");
    await page.locator("#all").waitFor();
}

const count = (page, id) => page.locator(`#${id}`).textContent();
const ids = (page, part) => page.locator(`#${part}-rows th bdi:first-child`).allTextContents();
const status = (page, text) => page.locator("#said", {hasText: text}).waitFor();

async function looked_at(page, name) {
    for (const colorScheme of ["light", "dark"]) {
        await page.emulateMedia({colorScheme});
        await page.evaluate(axe);
        const {violations, passes} = await page.evaluate(() => globalThis.axe.run());

        assert.deepEqual(
            violations.map(({id, nodes}) => [id, nodes.map(({html}) => html)]),
            [],
            `${name} ${colorScheme}`
        );
        assert(
            passes.some(({id}) => id === "color-contrast"),
            "axe has looked"
        );
        if (shots) {
            mkdirSync(shots, {recursive: true});
            await page.screenshot({
                path: `${shots}/${name}-${colorScheme}.png`,
                fullPage: !name.startsWith("sure")
            });
        }
    }
    const cut = await page.evaluate(() =>
        [document.documentElement, ...document.querySelectorAll("body *")]
            .filter(
                e =>
                    !e.closest(".unseen, table") &&
                    e.clientWidth &&
                    e.scrollWidth > e.clientWidth + 1
            )
            .map(e => e.outerHTML.slice(0, 100))
    );
    const outside = await page.evaluate(() =>
        [...document.querySelectorAll("main *, dialog[open] *")]
            .filter(e => e.checkVisibility() && e.getBoundingClientRect().right > innerWidth + 1)
            .map(e => e.outerHTML.slice(0, 100))
    );

    assert.deepEqual([cut, outside], [[], []], `${name}: nothing is cut, or outside of the window`);
}

// ---------------------------------------------------------------------------- the tests

async function a_token_opens_it(size) {
    const page = await open(size);

    assert.equal(await page.title(), "timerd");
    await enter(page, LOOK);
    assert.equal(await page.title(), "orders – timerd");
    assert.equal(
        await page.getByRole("button", {name: /^(Cancel|Requeue)/}).count(),
        0,
        "who may read sees no button"
    );
    assert.equal(await count(page, "dead-count"), "3");
    await page.getByRole("button", {name: "Forget the token"}).click();
    await page.getByRole("textbox", {name: "Token"}).waitFor();
    assert.equal(
        (await ids(page, "due")).length + (await ids(page, "dead")).length,
        0,
        "nothing is left of it"
    );
    await page.getByRole("textbox", {name: "Token"}).fill("wrong-0123456789abcdef");
    await page.getByRole("button", {name: "Open"}).click();
    await page.getByRole("alert").filter({hasText: "does not know this token"}).waitFor();
    assert(
        wrong.splice(0).every(text => /401/.test(text)),
        "the browser says that alone"
    );
    await page.context().close();
}

async function it_shows_the_queue(size) {
    const page = await open(size, {bypassCSP: true});

    await looked_at(page, `enter-${size}`);
    await enter(page);
    assert.deepEqual(
        await Promise.all(
            ["waiting", "ready", "leased", "delayed", "dead-count"].map(id => count(page, id))
        ),
        ["47", "0", "0", "0", "3"]
    );
    await looked_at(page, `queue-${size}`);
    const due = await ids(page, "due");
    assert.deepEqual([due.length, ...due.slice(0, 4)], [10, "tea", "invoice:2041", "..", "many:0"]);
    assert.match(await page.locator("#due-rows tr").first().textContent(), /^in (\d+ min|1 h)/);
    assert.match(await page.locator("#due-rows tr").nth(1).textContent(), /every 1 day/);
    assert.equal(await page.locator("#due-hint").textContent(), "The first 10 of 47.");
    assert.deepEqual(await ids(page, "dead"), ["mail:17", "mail:18", `${EVIL} too`]);
    assert.match(
        await page.locator("#dead-rows tr").nth(1).textContent(),
        /z{100}… \(60,000 bytes\)Given twice, no ACK/
    );
    await page.getByRole("button", {name: "Show more timers"}).click();
    await page.locator("#due-rows tr").nth(34).waitFor();
    await page.getByRole("button", {name: "Show more timers"}).click();
    await page.locator("#due-rows tr").nth(46).waitFor();
    assert.deepEqual((await ids(page, "due")).slice(-4), [EVIL, LONG, "a·b·", "größe"]);
    assert.equal(await page.getByRole("button", {name: "Show more timers"}).isVisible(), false);
    await looked_at(page, `long-${size}`);
    await page.getByRole("button", {name: "Requeue mail:17"}).click();
    await looked_at(page, `sure-${size}`);
    await page.keyboard.press("Escape");
    await page.getByLabel("Id begins with").fill("größ");
    await page.locator("#due-rows tr").nth(1).waitFor({state: "detached"});
    assert.deepEqual(await ids(page, "due"), ["größe"]);
    await page.getByLabel("Id begins with").fill("none");
    await page.locator("#due-hint", {hasText: "No timer that waits has such an id."}).waitFor();
    assert.equal(await page.title(), "orders – timerd", "no id is HTML");
    await page.context().close();
}

async function keys_requeue_and_cancel(size) {
    const page = await open(size),
        dead = Number((await redis("STATS")).match(/\r\ndead\r\n:(\d+)/)[1]);
    const last = dead === 3 ? "mail:17" : "mail:18";
    const reach = async name => {
        for (let presses = 0; presses < 200; presses++) {
            await page.keyboard.press("Tab");
            if (
                (await page.evaluate(
                    () =>
                        document.activeElement.getAttribute("aria-label") ??
                        document.activeElement.textContent
                )) === name
            )
                return;
        }
        assert.fail(`no key leads to ${name}`);
    };

    await enter(page);
    await reach(`Requeue ${last}`);
    await page.keyboard.press("Enter");
    await page.keyboard.press("Enter"); // the button that does nothing has the focus
    await page.locator("#sure").waitFor({state: "hidden"});
    assert.equal(await count(page, "dead-count"), String(dead));
    await page.keyboard.press("Enter"); // the focus is back
    await reach("Requeue");
    await page.keyboard.press("Enter");
    await status(page, `${last} is due again.`);
    assert.equal(await count(page, "dead-count"), String(dead - 1));
    assert.equal(await count(page, "ready"), String(4 - dead));
    assert(
        (await redis("DEAD", 100)).includes(last) === false &&
            !(await ids(page, "dead")).includes(last)
    );
    assert.equal(
        await page.evaluate(() => document.activeElement.id),
        "dead-title",
        "the focus stays in the section"
    );

    const first = (await ids(page, "due"))[dead === 3 ? 2 : 1]; // "..", and another one
    await page.getByRole("button", {name: `Cancel ${first}`}).focus();
    await page.keyboard.press("Enter");
    await reach("Cancel the timer");
    await page.keyboard.press("Enter");
    await status(page, `${first} is cancelled.`);
    assert.equal(await redis("GET", first), "$-1\r\n");
    await page.context().close();
}

async function it_keeps_up_and_keeps_the_focus(size) {
    const page = await open(size);

    await enter(page);
    await page.getByRole("button", {name: "Cancel tea"}).focus();
    await redis("ARM", "sooner", Date.now() + HOUR / 2, "x");
    await page.getByRole("button", {name: "Cancel sooner"}).waitFor();
    assert.equal((await ids(page, "due"))[0], "sooner");
    assert.equal(
        await page.evaluate(() => document.activeElement.getAttribute("aria-label")),
        "Cancel tea"
    );
    await page.getByRole("button", {name: "Cancel sooner"}).focus();
    await redis("CANCEL", "sooner");
    await page.getByRole("button", {name: "Cancel sooner"}).waitFor({state: "detached"});
    assert.equal(await page.evaluate(() => document.activeElement.id), "due-title");
    await page.context().close();
}

// Over PostgreSQL the counts of many timers are not those of now.
async function it_says_how_old_the_counts_are(size) {
    const page = await open(size);
    let age = 130_000;

    await page.route("**/STATS", async route => {
        const response = await route.fetch(),
            pairs = await response.json();

        pairs[pairs.indexOf("counted-ms-ago") + 1] = age;
        await route.fulfill({response, json: pairs});
    });
    await enter(page);
    await page.locator("#rates", {hasText: "Counted 2 min 10 s ago."}).waitFor();
    assert.notEqual(await count(page, "waiting"), "–");
    age = Number.MAX_SAFE_INTEGER;
    await page.locator("#waiting", {hasText: "–"}).waitFor();
    assert.doesNotMatch(await count(page, "rates"), /Counted/);
    await page.context().close();
}

async function it_says_that_timerd_is_away(size) {
    const page = await open(size);

    await enter(page);
    process.kill(Number(pid));
    await page.getByRole("alert").filter({hasText: "timerd does not answer."}).waitFor();
    assert(
        wrong.splice(0).every(text => /ERR_CONNECTION/.test(text)),
        "the browser says that alone"
    );
    await page.context().close();
}

const run = async (test, size) => {
    const began = Date.now();

    await test(size);
    assert.deepEqual(wrong, [], `${test.name}: messages of the browser, and requests to others`);
    console.log(`ok ${test.name} ${size}, ${Date.now() - began} ms`);
};

await make();
browser = await chromium.launch({executablePath, args: ["--no-sandbox"]});
try {
    for (const size of Object.keys(SIZES))
        for (const test of [a_token_opens_it, it_shows_the_queue]) await run(test, size);
    for (const size of Object.keys(SIZES)) await run(keys_requeue_and_cancel, size);
    await run(it_keeps_up_and_keeps_the_focus, "narrow");
    await run(it_says_how_old_the_counts_are, "wide");
    await run(it_says_that_timerd_is_away, "wide");
} finally {
    await browser.close();
}
