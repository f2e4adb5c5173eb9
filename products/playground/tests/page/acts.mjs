// SPDX-License-Identifier: MIT-0
// What tests do with a page, and how they compare what it shows.
import assert from "node:assert/strict";

export const ALL = ["heap4", "rbtree", "skiplist", "sortedlist", "wheel", "smallwheel", "bigwheel"];

// The fragment for lines on structures.
export const on = (structures, lines, more = "") =>
    `on=${structures.join("+")}&do=${lines.map(line => encodeURIComponent(line)).join(";")}${more}`;

// All that the stages and the figures show, as text that can be compared.
export const shown = page =>
    page.evaluate(() => ["stages", "figures", "log", "now"]
                            .map(id => document.getElementById(id).innerHTML)
                            .join("\n"));

// The commands so far.
export const lines = page => page.locator("#lines button").allTextContents();

// All commands at once, as a text.
export async function give(page, all) {
    if (await page.locator("#text-form").isHidden())
        await page.locator("#as-text").click();
    await page.locator("#text").evaluate((e, text) => { e.value = text; }, all.join("\n"));
    await page.locator("#text-form button").click();
}

// Two long texts are the same; if not, the place where they part is shown.
export function same(is, was, what) {
    const at = [...is].findIndex((c, i) => c !== was[i]);

    assert(is === was,
        `${what}: "${is.slice(at - 60, at + 60)}" was "${was.slice(at - 60, at + 60)}"`);
}

// The same commands for each run of a seed: armings, moves, cancels and advances, in a range where
// wheels cascade.
export function commands(count, seed) {
    let dice = seed, now = 0;
    const throwing = n =>
        (dice = (Math.imul(dice, 1664525) + 1013904223) >>> 0) % 65536 * n / 65536 | 0;

    return Array.from({length: count}, () => {
        const kind = throwing(10), id = throwing(20);

        if (kind < 6)
            return `arm ${id} ${now + throwing(kind < 4 ? 40 : 3000)}`;
        return kind < 8 ? `cancel ${id}` : `advance ${now += throwing(60)}`;
    });
}
