// SPDX-License-Identifier: MIT-0
// picture_test.mjs FILE [write]: the picture of README, as the page saves it: a wheel with levels
// amid a cascade. FILE must be that picture; with `write` it becomes it.
import assert from "node:assert/strict";
import {readFile, writeFile} from "node:fs/promises";
import {on, run, same} from "./browser.mjs";

const [file, mode] = process.argv.splice(2);
const LINES = [
    "advance 0x1a37", "arm 1 0x1a3c 2 0x1a52 3 0x4000", "arm 4 0x12345 5 0x1a5e 6 0x1a52",
    "advance 0x1a52"
];

async function the_picture_of_readme_is_current(open) {
    const page = await open(on(["smallwheel"], LINES, "&at=4.5"));
    const waiting = page.waitForEvent("download");

    await page.locator("#save").click();
    const text = `${await readFile(await (await waiting).path(), "utf8")}\n`;

    if (mode === "write")
        await writeFile(file, text);
    assert(text.length < 100000, `${text.length} characters`);
    same(await readFile(file, "utf8"), text, `${file} is old: picture_test.mjs ${file} write`);
}

await run([the_picture_of_readme_is_current]);
