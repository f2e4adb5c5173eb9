// SPDX-License-Identifier: MIT-0
// The page that scrolls: figures are live and ask first, numbers of the text follow them, paper has
// all steps, the race is measured; nothing is wider than the page, and axe finds nothing.
import assert from "node:assert/strict";
import {mkdir, readFile} from "node:fs/promises";
import {claims, require, run, scroll} from "./browser.mjs";

const names =
    (await readFile(`${process.env.TW_SITE}/wheels/index.txt`, "utf8")).trim().split("\n");

// A number in the text as it is written, for who has no JavaScript or has not waited.
async function numbers_of_the_text_are_the_codes(open) {
    const page = await open();
    const text = await readFile(`${process.env.TW_SITE}/timing-wheels.html`, "utf8");
    const written = [...text.matchAll(/class="number"[^>]*>([^<]*)</g)].map(([, number]) => number);

    await scroll(page);
    assert(written.length >= 9);
    assert.deepEqual(await page.locator("a.number").allTextContents(), written);
    assert.deepEqual(
        await page.locator("figure[data-scene]").evaluateAll(all => all.map(e => e.dataset.scene)),
        names);
}

async function a_dragged_deadline_changes_the_numbers(open) {
    const page = await open();

    await scroll(page);

    const numbers = page.locator('.number[data-scene="odometer"]');
    const slider = page.locator("#fig-odometer-0");

    const digits = () => page.locator(".digits tr:last-child td").allTextContents();
    const marked = () => page.locator(".digits .differs").allTextContents();

    assert.deepEqual(await marked(), ["1", "3", "5"], "as it is written");
    await slider.fill(String(0x2a37));
    assert.deepEqual(await numbers.allTextContents(), ["0x2a37", "3", "2"]);
    assert.deepEqual([await digits(), await marked()], [["2", "a", "3", "7"], ["3", "1", "2"]]);
    await slider.fill(String(0x1a3c));
    assert.deepEqual(await numbers.allTextContents(), ["0x1a3c", "0", "c"]);
    await numbers.last().hover();
    assert(await page.locator("#fig-odometer .lit").count() >= 2, "the timer is marked");
}

// A value that is typed does what dragging does; what is no deadline there is refused, and changes
// nothing.
async function a_deadline_can_be_typed(open) {
    const page = await open();

    await scroll(page);

    const field = page.locator("#fig-odometer input[type=text]").first();
    const number = page.locator('.number[data-scene="odometer"]').first();

    const good = [["0x2000", "0x2000"], ["1a3c", "0x1a3c"], [" 0X1B00 ", "0x1b00"]];
    for (const [typed, shown] of good) {
        await field.fill(typed);
        await field.press("Enter");
        assert.equal(await number.textContent(), shown);
        assert.equal(await page.locator("#fig-odometer-0").inputValue(), String(Number(shown)));
    }
    for (const typed of ["0x1a37", "0x3000", "soon", "-1", "", "0x"]) {
        await field.fill(typed);
        await field.press("Enter");
        const refused = await field.evaluate(e => e.validationMessage);
        assert.match(refused, /from 0x1a38 to 0x2fff/, typed);
        assert.equal(await number.textContent(), "0x1b00", typed);
    }
    await page.locator("#fig-odometer-0").fill(String(0x1a38));
    assert.deepEqual(await field.evaluate(e => [e.value, e.validationMessage]), ["0x1a38", ""]);
}

// Below the first figure stand lines of the header, as they are there, with their numbers.
async function the_first_figure_shows_lines_of_c(open) {
    const page = await open();
    const text = await readFile(`${process.env.TW_SITE}/source/smallwheel.h`, "utf8");

    await scroll(page);

    const rows = await page.locator("figure").first().locator(".lines-of-c span").allTextContents();

    assert.equal(rows.length, 6);
    for (const row of rows) {
        const [, at, line] = /^(\d+)(.*)$/.exec(row);

        assert.equal(text.split("\n")[at - 1].trim(), line);
    }
}

// The paper's cascade and ours move as many timers as the steps of the figure claim.
// What the text says of a ring's figure stands right below the figure; a wide table has shadows.
async function the_text_of_a_figure_stands_beside_it(open) {
    const page = await open("", {viewport: {width: 360, height: 740}});

    await scroll(page);

    const [all, below] = await page.evaluate(() => ["", "#fig-ring + p "].map(
        where => document.querySelectorAll(`${where}.number[data-scene="ring"]`).length));

    assert(all >= 3 && below === all, `${below} of ${all} numbers stand below the figure`);

    const [image, size] = await page.locator("#which ~ .scroll").evaluate(
        e => [getComputedStyle(e).backgroundImage, getComputedStyle(e).backgroundSize]);

    assert.equal(image.split("gradient").length, 9, image);
    assert.match(size, /^16px /, "the paper of its upper edge covers the shadows of its sides");
}

async function two_cascades_are_counted(open) {
    const page = await open(), figure = page.locator("#fig-eager");
    const text = await readFile(`${process.env.TW_SITE}/wheels/eager.txt`, "utf8");
    const sum = form => [...text.matchAll(form)].reduce((n, [, one]) => n + Number(one), 0);

    await scroll(page);
    await end(figure);
    assert.deepEqual(await figure.locator(".stage-name").allTextContents(), [
        `eager: ${sum(/^# claim: cascades = (\d+)/gm)} moved down`,
        `smallwheel: ${sum(/^# claim: smallwheel: cascades = (\d+)/gm)} moved down`
    ]);
    assert(sum(/: cascades = (\d+)/gm) > 4);
}

// With a million timers one tick of hwheel is longer than those of the others by a factor.
async function the_longest_tick_is_counted(open) {
    const page = await open(), figure = page.locator("#fig-longest");

    await scroll(page);
    for (const [notch, timers] of [[4, 1000], [10, 1000000], [0, 10]]) {
        await figure.locator("input").fill(String(notch));
        await figure.locator("[role=status]", {hasText: `With ${timers.toLocaleString("en")} `})
            .waitFor();

        const said = await figure.locator("[role=status]").textContent();
        const [heap4, hwheel, bigwheel] =
            ["heap4", "hwheel", "bigwheel"].map(name => Number(
                new RegExp(`([\\d,]+) steps in ${name}`).exec(said)[1].replaceAll(",", "")));
        const perTick = Math.max(1, timers / 65536);

        assert.equal(await figure.locator(".bar").count(), 3);
        assert(heap4 > perTick && bigwheel > perTick, said);
        assert(hwheel >= Math.min(timers, 1000) / 4, said);
        if (timers > 1e5)
            assert(hwheel > timers / 4 && hwheel > 100 * heap4 && heap4 > 2 * bigwheel, said);
    }
}

// Each figure is played to its end; it stops before each question, and takes the claimed answer.
async function figures_ask_before_they_show(open) {
    const page = await open();

    await scroll(page);
    for (const name of names) {
        const figure = page.locator(`#fig-${name}`), step = figure.locator(".step");
        const answers = await claims(`wheels/${name}.txt`);

        for (const answer of answers) {
            for (let i = 0; i < 60 && !await figure.locator("form").count(); i++)
                await step.click();

            const before = await figure.locator(".stages").innerHTML();

            await step.click();
            assert.equal(
                await figure.locator(".stages").innerHTML(), before, `${name} waits for an answer`);
            await figure.locator("form input").fill(answer);
            await figure.locator("form .question, form button").first().click();
            assert.match(await figure.locator(".said").first().textContent(), /^Right: /,
                `${name}: ${answer}`);
            assert((await figure.locator(".why").first().textContent()).length > 40);
        }
        for (let i = 0; i < 80; i++)
            await step.click();
        assert.equal(await figure.locator("form").count(), 0);
        assert.equal(await figure.locator(".transport input").evaluate(e => e.value === e.max),
            true, `${name} ends`);
    }
}

// Has all questions of a figure answered, and goes to its end.
async function end(figure) {
    const line = figure.locator(".transport input"), tell = figure.getByText("Tell me");

    do {
        if (await tell.count())
            await tell.click();
        await line.evaluate(e => {
            e.value = e.max;
            e.dispatchEvent(new Event("input"));
        });
    } while (await tell.count());
}

// At both sizes, at the beginning and at the end: no drawing is wider than its frame, and sentences
// name timers.
async function figures_show_all_of_a_drawing(open) {
    for (const width of [1280, 360]) {
        const page = await open("", {viewport: {width, height: 740}});
        const wide = () => page.locator(".live .scroll:visible").evaluateAll(all =>
            all.filter(e => e.scrollWidth > e.clientWidth).map(e => e.ariaLabel));

        await scroll(page);
        assert.deepEqual(await wide(), [], `${width}`);
        for (const name of names)
            await end(page.locator(`#fig-${name}`));
        assert.deepEqual(await wide(), [], `${width}, answered`);

        const said = await page.locator(".live .sentence").allTextContents();

        assert(said.some(text => /Timers? .* fires?;/.test(text)), said.join());
        assert(!said.join().includes("@"), said.join());
    }
}

// Under the pointer, too.
async function buttons_of_questions_can_be_read(open) {
    const axe = await readFile(require.resolve("axe-core/axe.min.js"), "utf8");

    for (const colorScheme of ["light", "dark"]) {
        const page = await open("", {colorScheme, bypassCSP: true});

        await scroll(page);
        await page.evaluate(axe);
        for (const name of ["Answer", "Tell me"]) {
            await page.locator("#fig-heap form button", {hasText: name}).hover();

            const {violations, passes} = await page.evaluate(() => globalThis.axe.run(
                "#fig-heap form", {runOnly: "color-contrast"}));

            assert.equal(passes.length, 1);
            assert.deepEqual(violations.map(({nodes}) => nodes.map(({html}) => html)), [], name);
        }
    }
}

async function paper_has_all_steps_and_no_buttons(open) {
    const page = await open();

    await scroll(page);
    await page.emulateMedia({media: "print"});
    assert.equal(await page.locator("button:not(.stage-name):visible, input:visible").count(), 0);
    assert.equal(await page.locator(".printed:visible").count(), names.length);

    const printed = (await page.locator(".printed").allTextContents()).join();

    assert(printed.match(/The code says: /g).length >= 9);
    assert(await page.locator("#fig-race").isHidden(), "no race was run");

    const pdf = (await page.pdf({preferCSSPageSize: true})).toString("latin1");
    const pages = pdf.match(/\/Type\s*\/Page\b/g).length;

    assert(pages >= 6 && pages <= 14, `${pages} pages`);
}

// One figure is never loaded, and those behind it wait for it, but not when the page is printed.
// For the one a sentence stands on paper.
async function what_is_loaded_is_printed(open) {
    const page = await open(), figure = page.locator("#fig-sort");
    const empty = () => page.locator("figure:empty").evaluateAll(all => all.map(({id}) => id));

    await page.route("**/wheels/sort.txt", () => {});
    await page.goto(`${page.home}timing-wheels.html`);
    await page.locator("#fig-timer svg").first().waitFor();
    assert((await empty()).length > 10);
    await page.waitForFunction(() => {
        dispatchEvent(new Event("beforeprint"));
        return document.querySelectorAll("figure:empty").length === 1;
    });
    await page.emulateMedia({media: "print"});
    assert.deepEqual(await empty(), ["fig-sort"]);
    assert.match(await figure.evaluate(e => getComputedStyle(e, "::before").content),
        /not loaded yet/);
    assert.equal(await page.locator(".printed:visible").count(), names.length - 1);
}

// Before the worker of the race: the first measurement of each structure is interrupted for 20 ms.
const INTERRUPTED = `{
    const begin = WebAssembly.instantiate, now = performance.now.bind(performance);
    let calls = 0, late = 0;

    WebAssembly.instantiate = (...all) => { calls = 0; return begin(...all); };
    performance.now = () => now() + (++calls === 2 ? late += 20 : late);
}
`;

async function the_race_is_measured_here(open) {
    const page = await open();

    await page.route("**/race_worker.js", async route => {
        const response = await route.fetch();

        await route.fulfill({response, body: INTERRUPTED + await response.text()});
    });

    await scroll(page);
    await page.selectOption("#race-guess", "heap4");
    await page.locator("#fig-race button").click();
    await page.locator("#fig-race [role=status]", {hasText: "fastest in this browser"}).waitFor();
    assert.match(await page.locator("#fig-race [role=status]").textContent(),
        /^You named heap4: [\d.]+ [nµm]s a move[.] With a million/);
    assert.equal(await page.locator("#fig-race tbody tr").count(), 8);
    assert.equal(await page.locator("#fig-race path.line").count(), 8);

    const cut = await page.locator("#fig-race svg").evaluate(svg => [
        ...svg.querySelectorAll("text")
    ].filter(text => {
         const {left, right} = text.getBoundingClientRect(), all = svg.getBoundingClientRect();

         return left < all.left || right > all.right;
     }).map(text => text.textContent));

    assert.deepEqual(cut, []);
    assert.deepEqual(await page.locator("#fig-race .name").evaluateAll(all => all.filter(
        e => !getComputedStyle(e).paintOrder.startsWith("stroke")).map(e => e.textContent)), [],
        "lines cross these names");

    const rows =
        await page.locator("#fig-race tbody tr")
            .evaluateAll(all => all.map(row => [...row.cells].map(cell => cell.textContent)));

    assert(rows.every(([, ...cells]) => cells.slice(0, 3).every(
               text => /^([1-9][\d.]*) (ns|µs|ms)$/.test(text))),
        JSON.stringify(rows));
}

async function it_is_small_and_asks_nobody_else(open) {
    const page = await open();

    await scroll(page);

    const sum =
        await page.evaluate(() => performance.getEntriesByType("resource")
                                      .reduce((n, {decodedBodySize}) => n + decodedBodySize, 0));

    assert(sum > 50000 && sum < 340000, `${sum} bytes`);
}

// At both sizes, in both schemes; screenshots go to TW_SHOTS.
async function nothing_is_cut_and_axe_finds_nothing(open) {
    const axe = await readFile(require.resolve("axe-core/axe.min.js"), "utf8");
    const folder = process.env.TW_SHOTS;

    for (const [width, colorScheme] of [[1280, "light"], [360, "dark"]]) {
        const page = await open("", {viewport: {width, height: 800}, colorScheme, bypassCSP: true});

        await scroll(page);
        assert(await page.evaluate(() => document.documentElement.scrollWidth) <= width);
        if (folder) {
            await mkdir(folder, {recursive: true});
            await page.screenshot({path: `${folder}/timing-wheels-${width}.png`, fullPage: true});
        }
        await page.evaluate(axe);
        const {violations} = await page.evaluate(() => globalThis.axe.run());

        assert.deepEqual(
            violations.map(({id, nodes}) => [id, nodes.map(({html}) => html.slice(0, 200))]), [],
            `${width}`);
    }
}

await run(
    [
        numbers_of_the_text_are_the_codes, a_dragged_deadline_changes_the_numbers,
        a_deadline_can_be_typed, the_first_figure_shows_lines_of_c,
        the_text_of_a_figure_stands_beside_it, two_cascades_are_counted,
        the_longest_tick_is_counted,
        figures_ask_before_they_show, figures_show_all_of_a_drawing,
        buttons_of_questions_can_be_read, paper_has_all_steps_and_no_buttons,
        what_is_loaded_is_printed, the_race_is_measured_here, it_is_small_and_asks_nobody_else,
        nothing_is_cut_and_axe_finds_nothing
    ],
    [numbers_of_the_text_are_the_codes]);
