// SPDX-License-Identifier: MIT-0
// picture_test.mjs SOURCE [write]: the pictures in the repository SOURCE are those that the page
// saves. With `write` they become it. README's is a wheel with levels amid a cascade. A page of
// docs/algorithms has a picture of its first figure.
import assert from "node:assert/strict";
import {readFile, writeFile} from "node:fs/promises";
import {ALL, on, run, same, visit} from "./browser.mjs";

const [source, mode] = process.argv.splice(2);
const LINES = [
    "advance 0x1a37", "arm 1 0x1a3c 2 0x1a52 3 0x4000", "arm 4 0x12345 5 0x1a5e 6 0x1a52",
    "advance 0x1a52"
];

// The picture that the page saves of these lines must be the file.
async function current(page, file, fragment) {
    await visit(page, fragment);

    const waiting = page.waitForEvent("download");

    await page.locator("#save").click();
    const text = `${await readFile(await (await waiting).path(), "utf8")}\n`;

    if (mode === "write")
        await writeFile(`${source}/${file}`, text);
    assert(text.length < 100000, `${text.length} characters`);
    same(await readFile(`${source}/${file}`, "utf8"), text,
        `${file} is old: picture_test.mjs ${source} write`);
}

async function the_picture_of_readme_is_current(open) {
    await current(await open(), "products/playground/playground.svg",
        on(["smallwheel"], LINES, "&at=4.5"));
}

// The commands of the first figure of a page, below which the picture stands. It ends with a
// drawing.
function commandsOf(text) {
    const [, figure] = /^```tw_draw \w+\n([^]*?)^```$/m.exec(text);
    const lines = figure.split("\n").filter(line => line.startsWith("> "));

    assert.equal(lines.at(-1), "> draw");
    return lines.filter(line => line !== "> draw").map(line => line.slice(2));
}

async function the_pictures_of_the_algorithms_are_current(open) {
    const page = await open();

    for (const name of ALL) {
        const text = await readFile(`${source}/docs/algorithms/${name}.md`, "utf8");

        assert(text.includes(`](${name}.svg)`), `${name}.md does not show its picture`);
        await current(page, `docs/algorithms/${name}.svg`, on([name], commandsOf(text)));
    }
}

await run([the_picture_of_readme_is_current, the_pictures_of_the_algorithms_are_current],
    [the_picture_of_readme_is_current]);
