// SPDX-License-Identifier: MIT-0
// What is typed and clicked: commands, texts of them, answers in lessons. What is wrong gets a
// message where it was typed, and nothing changes.
import assert from "node:assert/strict";
import {commands, give, lines, on, run, same, shown} from "./browser.mjs";

async function type(page, line) {
    await page.locator("#line").fill(line);
    await page.keyboard.press("Enter");
}

async function bad_commands_are_refused_where_they_are_typed(open) {
    const page = await open(on(["heap4"], ["arm 1 50 2 10"])), before = await shown(page);
    const text = await lines(page);
    const bad = {
        "frobnicate": "unknown command 'frobnicate'; help lists them",
        "help": "help and quit are for the terminal; below, Commands and keys lists the commands",
        "quit": /^help and quit are for the terminal/,
        "arm": "ID is missing",
        "arm 256 5": "ID is above 255: '256'",
        "arm 1 18446744073709551616": /DUE is above/,
        "arm 1 -5": "DUE is not a number: '-5'",
        "advance": "TICK is missing",
        "step 1": "extra field '1'",
        "seed 5": "seed is for a skiplist, not for heap4",
        "arm 1 5 \u00fc": "ID is not a number: '\u00fc'",
        [`arm 1 ${"5".repeat(1100)}`]: /line is longer/,
        " ": /^a command is missing/,
    };

    for (const [line, message] of Object.entries(bad)) {
        await type(page, line);
        assert.match(await page.locator("#refusal").textContent(),
            message instanceof RegExp
                ? message
                : new RegExp(`^${message.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}$`),
            line);
        same(await shown(page), before, line);
        assert.deepEqual(await lines(page), text);
    }
    await type(page, "arm 3 5");
    assert(await page.locator("#refusal").isHidden(), "a good line takes the message away");
    assert.deepEqual(await lines(page), [...text, "arm 3 5"]);
}

async function a_text_of_commands_is_taken_whole_or_not_at_all(open) {
    const page = await open(on(["rbtree"], ["arm 1 50"])), before = await shown(page);

    await give(page, ["arm 2 20", "arm 3", "advance 30"]);
    assert.equal(await page.locator("#refusal").textContent(), 'line 2, "arm 3": DUE is missing');
    same(await shown(page), before, "after a bad text");
    await type(page, "arm 2 60");
    assert.deepEqual(await lines(page), ["arm 1 50", "arm 2 60"]);
    assert.deepEqual(
        await page.locator("#stages .timer .id").allTextContents(), ["1", "2"], "of the core, too");
    await give(page, ["# a comment", "arm 2 20", "arm 3 25", "", "advance 30", ""]);
    assert.deepEqual(await lines(page), ["# a comment", "arm 2 20", "arm 3 25", " ", "advance 30"]);
    assert.match(await page.locator("#log ol").textContent(), /2@20 at 303@25 at 30/);
}

async function lines_go_in_behind_the_one_that_is_shown_and_come_out(open) {
    const page = await open(on(["heap4"], ["arm 1 50", "advance 60"], "&at=1.2"));

    await type(page, "arm 2 10");
    assert.deepEqual(await lines(page), ["arm 1 50", "arm 2 10", "advance 60"]);
    await page.locator("#last").click();
    assert.match(await page.locator("#log ol").textContent(), /2@10 at 601@50 at 60/);
    await page.locator("#lines button").nth(1).click();
    await page.locator("#remove").click();
    assert.deepEqual(await lines(page), ["arm 1 50", "advance 60"]);
}

async function a_click_arms_and_moves_the_clock(open) {
    const page = await open(on(["sortedlist"], ["arm 0 5 1 9"])), axis = page.locator("#axis svg");

    await axis.click({position: {x: 300, y: 40}});
    const [, armed] = await lines(page), [, id, tick] = /^arm (\d+) (\d+)$/.exec(armed);

    assert.equal(id, "2", "the lowest number that is free");
    assert.equal(
        await page.locator(`#stages .timer[data-click="cancel 2"] .due`).textContent(), tick);
    await page.locator("#axis select").selectOption("advance");
    await axis.click({position: {x: 200, y: 40}});
    assert.match((await lines(page))[2], /^advance \d+$/);
    await page.locator(`#stages .timer[data-click="cancel 2"]`).click();
    assert.equal(await page.locator("#line").inputValue(), "cancel 2");
}

// Forty timers on few ticks, and five beyond the axis: each is drawn or counted, and none covers
// another, nor does the hand of now, whose tip stands below them.
async function the_time_axis_draws_or_counts_each_timer(open) {
    const near = Array.from({length: 40}, (_, i) => `${i} ${i % 4 * 2}`);
    const far = [40, 41, 42, 43, 44].map(id => `${id} 90000`);
    const page = await open(on(["heap4"], [`arm ${[...near, ...far].join(" ")}`]));
    const axis = page.locator("#axis svg");
    const {dots, counts, later, apart, inside, under, tip} = await axis.evaluate(svg => {
        const all = [...svg.querySelectorAll(".chip rect")].map(e => e.getBoundingClientRect());
        const texts = [...svg.querySelectorAll(".chip text")].map(e => e.getBoundingClientRect());
        const number = e => Number(e.textContent.match(/\d+/)[0]);
        const parts = [...svg.querySelectorAll(".axis-count, .axis-label.end, .axis-now, .chip")];

        return {dots: all.length, counts: [...svg.querySelectorAll(".axis-count")].map(number),
            later: number(svg.querySelector(".axis-label.end")),
            apart: Math.min(...all.flatMap((a, i) => all.slice(i + 1).map(
                b => Math.max(Math.abs(a.y - b.y) - a.height, b.x - a.right, a.x - b.right)))),
            inside: Math.min(...all.map((a, i) => (a.width - texts[i].width) / 2)),
            under: parts.findIndex(e => e.matches(".axis-now")) < parts.findIndex(
                e => e.matches(".chip")),
            tip: svg.querySelector(".axis-now.tip").getBoundingClientRect().top -
                Math.max(...all.map(({bottom}) => bottom))};
    });

    assert.equal(dots + counts.reduce((sum, n) => sum + n, 0), 40);
    assert(dots >= 9 && counts.some(n => n > 1), `${dots} drawn, ${counts} counted`);
    assert.equal(later, 5);
    assert(apart >= 0 && under, `timers cover each other by ${-apart}`);
    assert(inside >= 0, `a number is wider than its timer by ${-2 * inside}`);
    assert(tip >= 0, `timers cover the hand of now by ${-tip}`);
}

// Each command of the help is explained, and those of a terminal are left out. What scrolls has the
// shadows; so that they are seen, no line of C but the marked one has a ground of its own.
async function help_and_edges_hide_nothing(open) {
    for (const colorScheme of ["light", "dark"]) {
        const page = await open(on(["smallwheel"], commands(16, 8)), {colorScheme});

        await page.locator("#help summary").click();
        await page.locator("#help-text > *").first().waitFor();

        const terms = await page.locator("#help-text > *").allTextContents();

        assert(terms.length >= 20 && terms.every(text => text.trim().length > 3), terms.join("|"));
        assert(!terms.includes("help, quit"));
        for (const where of [".code", "#lines", ".logs"]) {
            const image = await page.locator(where).evaluate(
                e => getComputedStyle(e).backgroundImage);

            assert.equal(image.split("gradient").length, 9, `${where}: ${image}`);
        }
        assert.deepEqual(await page.locator(".code div:not(.line)").evaluateAll(
            all => [...new Set(all.map(e => getComputedStyle(e).backgroundColor))]),
        ["rgba(0, 0, 0, 0)"]);

        const [placeholder, faint] = await page.locator("#line").evaluate(
            e => [getComputedStyle(e, "::placeholder").color,
                getComputedStyle(document.querySelector("footer")).color]);

        assert.equal(placeholder, faint, "axe does not see the colour of a placeholder");
    }
}

async function a_lesson_asks_and_the_code_answers(open) {
    const page = await open("tab=lessons&lesson=cascade");
    const next = page.locator("#lesson button", {hasText: "Next"});
    const said = page.locator("#lesson .said");

    await page.waitForFunction(
        () => document.querySelector("#stages").textContent.includes("position 0x1a37"));

    await next.click();
    await page.locator("#answer").fill("");
    await page.keyboard.press("Enter");
    assert.match(await page.locator("#lesson .message").textContent(), /^An answer is missing/);
    assert(!(await page.locator("#stages").textContent()).includes("0x1a3c"),
        "the commands wait for the answer");
    await page.locator("#answer").fill("Slot C");
    await page.keyboard.press("Enter");
    assert.equal(await said.textContent(), "Right: c.");
    await page.locator("#stages [data-click='cancel 1']").first().waitFor();
    await next.click();
    await next.click();
    await page.locator("#answer").fill("17");
    await page.keyboard.press("Enter");
    assert.equal(await said.textContent(), '"17" is not right: the code says 0.');
}

// Counts begin anew at undo and count, and say so; an undo of nothing leaves them.
async function counts_say_since_when_they_count(open) {
    const page = await open(on(["rbtree"], ["undo", "arm 1 5 2 40", "arm 3 50", "undo", "arm 4 60",
        "count", "arm 5 70"]));
    const last = Number(await page.locator("#scrub").getAttribute("max")), heads = [];

    for (let p = 0; p <= last; p++) {
        await page.locator("#scrub").fill(String(p));
        heads.push(await page.locator("#figures th").first().textContent());
    }
    assert.deepEqual(heads.filter((head, i) => head !== heads[i - 1]),
        ["so far", "since undo", "since count"]);
}

await run([
    counts_say_since_when_they_count,
    bad_commands_are_refused_where_they_are_typed, a_text_of_commands_is_taken_whole_or_not_at_all,
    lines_go_in_behind_the_one_that_is_shown_and_come_out, a_click_arms_and_moves_the_clock,
    the_time_axis_draws_or_counts_each_timer, help_and_edges_hide_nothing,
    a_lesson_asks_and_the_code_answers
]);
