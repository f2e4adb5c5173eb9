// SPDX-License-Identifier: MIT-0
// What the tests of the page share: a static server, which serves the site below a path as GitHub Pages does, a browser,
// and checks that hold for every page that a test opens.
import assert from "node:assert/strict";
import {readFile} from "node:fs/promises";
import http from "node:http";
import {createRequire} from "node:module";
import path from "node:path";

const {TW_SITE: site, TW_PACKAGES: packages, TW_CHROMIUM: chromium = "/usr/bin/chromium"} = process.env;

export const require = createRequire(path.join(path.resolve(packages), "package.json"));
export const ALL = ["heap4", "rbtree", "skiplist", "sortedlist", "wheel", "hwheel", "bigwheel"];

const TYPES = {".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".wasm": "application/wasm",
    ".svg": "image/svg+xml", ".txt": "text/plain", ".h": "text/plain"};
const BELOW = "/some/where/";

async function serve(request, response) {
    const {pathname} = new URL(request.url, "http://localhost");
    const file = path.join(site, pathname.slice(BELOW.length).replace(/^$/, "index.html"));

    try {
        assert(pathname.startsWith(BELOW) && file.startsWith(path.resolve(site)));
        const bytes = await readFile(file);

        response.writeHead(200, {"content-type": TYPES[path.extname(file)] ?? "application/octet-stream"}).end(bytes);
    } catch {
        response.writeHead(404).end();
    }
}

// Runs tests, which are functions of `open`, in turn; says which failed, and ends with 1 then.
export async function run(tests) {
    const server = http.createServer(serve).listen(0, "127.0.0.1");
    await new Promise(done => server.on("listening", done));

    const browser = await require("playwright-core").chromium.launch({executablePath: chromium, args: ["--no-sandbox"]});
    const origin = `http://127.0.0.1:${server.address().port}`;
    const wanted = process.argv.slice(2);
    let failed = 0;

    for (const test of tests.filter(({name}) => wanted.length === 0 || wanted.includes(name))) {
        const began = Date.now(), context = {browser, origin, contexts: [], wrong: []};

        try {
            await test((fragment, options) => open(context, fragment, options));
            assert.deepEqual(context.wrong, [], "messages of the browser, and requests to others");
            console.log(`ok ${test.name}, ${Date.now() - began} ms`);
        } catch (error) {
            failed++;
            console.log(`FAILED ${test.name}: ${error.stack.slice(0, 2000)}`);
        }
        await Promise.all(context.contexts.map(one => one.close()));
    }
    await browser.close();
    server.close();
    process.exitCode = failed ? 1 : 0;
}

// A page of its own at a fragment, once it has drawn. Violations of the Content-Security-Policy, errors, and what is asked
// of another server are noted as wrong.
async function open({browser, origin, contexts, wrong}, fragment = "", options = {}) {
    const context = await browser.newContext({viewport: {width: 1280, height: 900}, reducedMotion: "reduce", ...options});
    const page = await context.newPage();

    contexts.push(context);
    page.setDefaultTimeout(20000);
    page.on("console", message => ["error", "warning"].includes(message.type()) &&
        !/was preloaded using link preload but not used/.test(message.text()) && wrong.push(message.text()));
    page.on("pageerror", error => wrong.push(String(error)));
    page.on("request", request => request.url().startsWith(origin) || /^(blob|data):/.test(request.url()) ||
        wrong.push(request.url()));
    page.wrong = wrong;
    page.home = `${origin}${BELOW}`;
    await visit(page, fragment);
    return page;
}

// Loads the page anew, at a fragment.
export async function visit(page, fragment) {
    page.visits = (page.visits ?? 0) + 1; // another fragment alone would not load it
    await page.goto(`${page.home}?${page.visits}${fragment && `#${fragment}`}`);
    await page.waitForSelector("#stages svg > title, #trace:not([hidden])", {state: "attached"});
}

// The fragment for lines on structures.
export const on = (structures, lines, more = "") =>
    `on=${structures.join("+")}&do=${lines.map(line => encodeURIComponent(line)).join(";")}${more}`;

// All that the stages and the figures show, as text that can be compared.
export const shown = page => page.evaluate(() =>
    ["stages", "figures", "log", "now"].map(id => document.getElementById(id).innerHTML).join("\n"));

// Two long texts are the same; if not, the place where they part is shown.
export function same(is, was, what) {
    const at = [...is].findIndex((c, i) => c !== was[i]);

    assert(is === was, `${what}: "${is.slice(at - 60, at + 60)}" was "${was.slice(at - 60, at + 60)}"`);
}

// The same commands for each run of a seed: armings, moves, cancels and advances, in a range where wheels cascade.
export function commands(count, seed) {
    let dice = seed, now = 0;
    const throwing = n => (dice = (Math.imul(dice, 1664525) + 1013904223) >>> 0) % 65536 * n / 65536 | 0;

    return Array.from({length: count}, () => {
        const kind = throwing(10), id = throwing(20);

        if (kind < 6)
            return `arm ${id} ${now + throwing(kind < 4 ? 40 : 3000)}`;
        return kind < 8 ? `cancel ${id}` : `advance ${now += throwing(60)}`;
    });
}
