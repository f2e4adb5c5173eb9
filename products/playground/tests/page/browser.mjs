// SPDX-License-Identifier: MIT-0
// What the tests of the page share: a static server, which serves the site below a path as GitHub
// Pages does, a browser, and checks that hold for every page that a test opens.
import assert from "node:assert/strict";
import {readFile} from "node:fs/promises";
import http from "node:http";
import {createRequire} from "node:module";
import path from "node:path";

export * from "./acts.mjs";

const {TW_SITE: site, TW_PACKAGES: packages, TW_CHROMIUM: chromium = "/usr/bin/chromium"} =
    process.env;

export const require = createRequire(path.join(path.resolve(packages), "package.json"));

const TYPES = {
    ".html": "text/html",
    ".js": "text/javascript",
    ".css": "text/css",
    ".wasm": "application/wasm",
    ".svg": "image/svg+xml",
    ".txt": "text/plain",
    ".h": "text/plain"
};
const BELOW = "/some/where/";

async function serve(request, response) {
    const {pathname} = new URL(request.url, "http://localhost");
    const file = path.join(site, pathname.slice(BELOW.length).replace(/^$/, "index.html"));

    try {
        assert(pathname.startsWith(BELOW) && file.startsWith(path.resolve(site)));
        const bytes = await readFile(file);

        response
            .writeHead(
                200, {"content-type": TYPES[path.extname(file)] ?? "application/octet-stream"})
            .end(bytes);
    } catch {
        response.writeHead(404).end();
    }
}

// Runs tests, which are functions of `open`, in turn; says which failed, and ends with 1 then. By
// day (TW_DAY) those of `day` alone.
export async function run(all, day = all) {
    const tests = process.env.TW_DAY ? day : all;
    const server = http.createServer(serve).listen(0, "127.0.0.1");
    await new Promise(done => server.on("listening", done));

    const {chromium: engine} = require("playwright-core");
    const browser = await engine.launch({executablePath: chromium, args: ["--no-sandbox"]});
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

// A page of its own at a fragment, once it has drawn. Violations of the Content-Security-Policy,
// errors, and what is asked of another server are noted as wrong.
async function open({browser, origin, contexts, wrong}, fragment = "", options = {}) {
    const viewport = {width: 1280, height: 900};
    const context = await browser.newContext(
        {viewport, reducedMotion: "reduce", serviceWorkers: "block", ...options});
    const page = await context.newPage();

    contexts.push(context);
    page.setDefaultTimeout(600000); // only ends what hangs: the machine may be busy
    page.on("console",
        message => ["error", "warning"].includes(message.type()) &&
            !/was preloaded using link preload but not used|Service Worker registration blocked/
                 .test(message.text()) &&
            wrong.push(message.text()));
    page.on("pageerror", error => wrong.push(String(error)));
    page.on("request",
        request => request.url().startsWith(origin) || /^(blob|data):/.test(request.url()) ||
            wrong.push(request.url()));
    page.wrong = wrong;
    page.home = `${origin}${BELOW}`;
    await visit(page, fragment);
    return page;
}

// Loads the page that scrolls, until its figures are live.
export async function scroll(page) {
    await page.goto(`${page.home}timing-wheels.html`);
    await page.waitForSelector("body[data-ready]");
}

// The answers that a lesson or a figure claims, in the order of its questions.
export async function claims(path) {
    const text = await readFile(`${site}/${path}`, "utf8"), found = [];
    let query = null;

    for (const line of text.split("\n")) {
        const asked = /^#[?].*[|] (.*)$/.exec(line), claim = /^# claim: (.*) = (.*)$/.exec(line);

        query = asked?.[1] ?? query;
        if (claim && query &&
            [claim[1], claim[1].replace(/^\w+: /, "")].some(
                name => name === query || name === query.replace(/^\w+: /, ""))) {
            found.push(claim[2]);
            query = null;
        }
    }
    return found;
}

// Loads the page anew, at a fragment.
export async function visit(page, fragment) {
    page.visits = (page.visits ?? 0) + 1; // another fragment alone would not load it
    await page.goto(`${page.home}?${page.visits}${fragment && `#${fragment}`}`);
    await page.waitForSelector("#stages svg > title, #trace:not([hidden])", {state: "attached"});
}
