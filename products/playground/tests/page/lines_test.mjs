// SPDX-License-Identifier: MIT-0
// The marked line of C is where the program is. gdb sees that on this machine, in a tw_draw that
// was built with the headers as they are: the innermost line of the structure's own header, at each
// event of each lesson.
import assert from "node:assert/strict";
import {spawnSync} from "node:child_process";
import {mkdirSync, readFileSync, writeFileSync} from "node:fs";
import path from "node:path";
import {run, visit} from "./browser.mjs";

const {TW_SITE: site, TW_SEEN: seen, TW_SEEN16: seen16, TW_WORK: work} = process.env;
const here = import.meta.dirname ?? path.dirname(new URL(import.meta.url).pathname);
const textOf = name => readFileSync(path.join(site, "lessons", `${name}.txt`), "utf8");
const header = (text, key) => new RegExp(`^#= ${key} (.*)$`, "m").exec(text)?.[1];

// FILE line LINE, at each event of these commands.
function byGdb(program, structure, lines) {
    mkdirSync(work, {recursive: true});
    writeFileSync(`${work}/commands`, `${lines.join("\n")}\n`);
    const {stderr, error} = spawnSync("gdb",
        [
            "-nx", "-batch", "-x", path.join(here, "../lines_gdb.py"), "--args", program, "--json",
            "--structure", structure, `${work}/commands`
        ],
        {env: {...process.env, TW_OWN: `${structure}.h`}, encoding: "utf8", maxBuffer: 1e8});

    assert.ifError(error);
    return [...stderr.matchAll(/^at (\S+) (\d+)$/gm)]
        .map(([, file, line]) => `${file} line ${line}`);
}

// What the page marks, at each event. The headers are loaded first.
const marked = (page, told) => page.evaluate(async files => {
    const {file} = await import(new URL("source.js", location));
    const scrub = document.getElementById("scrub"), found = [];
    const where = () => document.querySelector("#source .where b")?.textContent;

    await Promise.all(files.map(file));
    for (let p = 0; p <= Number(scrub.max); p++) {
        scrub.value = p;
        scrub.dispatchEvent(new Event("input"));
        const told = document.querySelector("#now .followed") ?? document.getElementById("now");

        if (!/step \d+ of \d+ of line/.test(told.textContent))
            continue;
        await new Promise(done => setTimeout(done)); // until what was promised is shown
        found.push(where());
    }
    return found;
}, [...new Set(told.map(place => place.split(" ")[0]))]);

async function every_marked_line_is_what_gdb_sees(open) {
    const page = await open();
    let events = 0;

    for (const name of textOf("index").trim().split("\n")) {
        const text = textOf(name), module = header(text, "module") ?? "draw";
        const lines = text.split("\n").filter(line => /^[^#\s]/.test(line));

        const structures = header(text, "structures").split(" ");

        await visit(page, `tab=lessons&lesson=${name}`);
        await page.locator("#lesson h2").waitFor();
        for (const [i, structure] of structures.entries()) {
            if (structures.length > 1)
                await page.locator("#stages figcaption button").nth(i).click();

            const told = byGdb(module === "draw16" ? seen16 : seen, structure, lines);

            assert.deepEqual(await marked(page, told), told, `${name}, ${structure}`);
            events += told.length;
        }
    }
    assert(events > 500, `${events} events`);
}

await run([every_marked_line_is_what_gdb_sees]);
