// SPDX-License-Identifier: MIT-0
// A trace in the page: replay's findings, its messages, the limit, cancelling. The host's replay
// says what is right.
import assert from "node:assert/strict";
import {execFile} from "node:child_process";
import {mkdir, writeFile} from "node:fs/promises";
import path from "node:path";
import {promisify} from "node:util";
import {run} from "./browser.mjs";

const {TW_SITE: site, TW_REPLAY: replay, TW_WORK: work} = process.env;
const host = promisify(execFile);

async function tab(open) {
    const page = await open("tab=trace");

    await page.waitForSelector("#trace:not([hidden])");
    await page.selectOption("#trace-turns", "1");
    return page;
}

const found = page => page.waitForSelector("#trace-found table");
const cells = (page, column) =>
    page.locator(`#trace-found .scroll:has-text("wake-ups") tbody tr :nth-child(${column})`)
        .allTextContents();

// What somebody drops.
const drop = (page, name, text) => page.evaluate(([fileName, content]) => {
    const dataTransfer = new DataTransfer();

    dataTransfer.items.add(new File([content], fileName));
    document.getElementById("trace").dispatchEvent(
        new DragEvent("drop", {dataTransfer, bubbles: true, cancelable: true}));
}, [name, text]);

async function a_sample_shows_what_replay_finds(open) {
    const page = await tab(open), sample = "http-proxy.trace";
    const {stdout} = await host(
        replay, ["--repeat", "1", "--json", "-", sample], {cwd: path.join(site, "traces")});
    const [{structures, operations, idle_cancels: idle, delays, advice}] =
        JSON.parse(stdout).traces;

    await page.selectOption("#trace-sample", sample);
    await page.waitForFunction(
        () => document.getElementById("trace-progress").value > 0);
    await found(page);
    assert.deepEqual(await cells(page, 1), structures.map(({name}) => name));
    assert.deepEqual(await cells(page, 10), structures.map(({wakeups}) => String(wakeups)));
    assert.deepEqual(await cells(page, 11), structures.map(({firings}) => String(firings)));
    assert.deepEqual(await cells(page, 12), structures.map(({hash}) => hash));
    assert.match(await page.locator("#trace-found").textContent(),
        new RegExp(`${operations.toLocaleString("en")} .* ${idle} of them of a timer .* idle[.]`));
    assert(advice.length > 0 && await page.locator("#trace-found .advice").count() > 0);
    assert.equal(await page.locator("#trace-found details tbody tr").count(), delays.length);

    const pictures = await page.locator("#trace-found .plot").evaluateAll(all => all.map(plot => {
        const canvas = plot.querySelector("canvas");
        const {data} = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);

        return {
            label: plot.getAttribute("aria-label"),
            painted: data.filter((value, i) => i % 4 === 3 && value > 0).length
        };
    }));
    assert.equal(await page.locator("#trace-found figure").count(), 4);
    assert(pictures.length >= 3, "a figure without a picture is that of the longest advance");
    for (const {label, painted} of pictures)
        assert(label.length > 40 && painted > 2000, `${label} has ${painted} points`);
    assert(await page.locator("#trace-cancel").isHidden());
}

// No label of a plot is cut by an edge, whatever its length is: no point of the outermost columns
// is painted.
async function labels_of_plots_are_whole(open) {
    for (const width of [1280, 360]) {
        const page = await open("tab=trace", {viewport: {width, height: 740}});

        await page.waitForSelector("#trace:not([hidden])");

        const cut = await page.evaluate(async () => {
            const {plotsOf} = await import(new URL("plots.js", location.href));
            const structures = ["heap4", "rbtree", "skiplist", "sortedlist", "bigwheel"].map(
                (name, i) => (
                    {name, ns_per_op: 1234567 * (i + 1), worst_advance_us: 25000 * i + 1}));
            const delays = [0, ...[1, 2, 5].flatMap(n => [0, 1, 2, 3, 4, 5, 6, 7].map(
                power => n * 10 ** power))].sort((a, b) => a - b);
            const plots = plotsOf({
                structures, armings: 100, armed: [1, 2000000, 1500000], armed_step_us: 1e6,
                peak_armed: 2000000,
                delays: delays.slice(0, -1).map((from_us, i) => (
                    {from_us, below_us: delays[i + 1], armings: 4, fired: 2})),
            }, 100);

            document.getElementById("trace-found").replaceChildren(...plots.map(({all}) => all));
            document.getElementById("trace-found").hidden = false;
            plots.forEach(plot => plot.draw());
            await new Promise(done => setTimeout(done, 300));
            return [...document.querySelectorAll("#trace-found figure")].flatMap(figure => {
                const canvas = figure.querySelector("canvas"), {width: w, height: h} = canvas;
                const {data} = canvas.getContext("2d").getImageData(0, 0, w, h);
                const painted = x => Array.from({length: h}, (_, y) => y)
                    .some(y => data[4 * (y * w + x) + 3] > 40);

                return ["left", "right"].filter((_, i) => painted(i ? w - 1 : 0))
                    .map(edge => `${figure.querySelector("h3").textContent}, ${edge}`);
            });
        });

        assert.deepEqual(cut, [], `at ${width}`);
    }
}

// Names of bars lie beside each other with room between them, turned ones, too; a plot that is
// wider than its figure shows that it scrolls, and a key leads to it.
async function names_of_bars_can_be_told_apart(open) {
    const page = await open("tab=trace");

    await page.waitForSelector("#trace:not([hidden])");
    for (const width of [1280, 740, 360, 320]) {
        await page.setViewportSize({width, height: 740});
        for (const bars of [2, 7, 12, 24]) {
            const found = await page.evaluate(async n => {
                const {plotsOf} = await import(new URL("plots.js", location.href));
                const ends = [0, ...[0, 1, 2, 3, 4, 5, 6, 7].flatMap(power => [1, 2, 5].map(
                    k => k * 10 ** power))];
                const plot = plotsOf({
                    structures: [], armings: 100, armed: [1], armed_step_us: 1, peak_armed: 1,
                    delays: ends.slice(0, n).map((from_us, i) => (
                        {from_us, below_us: ends[i + 1], armings: 4, fired: 2})),
                }, 100)[2];

                document.getElementById("trace-found").replaceChildren(plot.all);
                plot.draw();

                // An observer hears of the new size behind a frame, or several on a busy machine.
                const {root} = plot.plot, scroll = root.closest(".scroll") ?? root.parentElement;
                const hides = () => scroll.scrollWidth - scroll.clientWidth;

                for (let frames = 0; frames < 300; frames++) {
                    await new Promise(requestAnimationFrame);
                    if (frames > 0 && hides() > 0 === (scroll.tabIndex === 0))
                        break;
                }

                const u = plot.plot, [names] = u.axes, context = u.ctx;
                const turn = Math.abs(names.rotate?.() ?? names.rotate ?? 0);
                const apart = u.valToPos(1, "x") - u.valToPos(0, "x");

                context.font = "12px system-ui, sans-serif";
                return {
                    gap: turn ? apart * Math.sin(turn * Math.PI / 180)
                        : 12 + apart - Math.max(...names.values(u, [0, n - 1]).map(
                            name => context.measureText(name).width)),
                    hides: hides(),
                    shows: getComputedStyle(scroll).backgroundImage.split("gradient").length === 9,
                    reached: scroll.tabIndex === 0,
                };
            }, bars);
            const what = `${bars} bars at ${width}`;

            assert(found.gap >= 12, `${what}: ${found.gap}`);
            assert(found.hides <= 0 || found.shows, `${what} hide ${found.hides}`);
            assert.equal(found.reached, found.hides > 0, what);
        }
    }
}

// The sentence says what the trace shows, the sum of the parts has a column for each kind, and a
// bar has both ends of its delays.
async function a_trace_without_a_firing_shows_none(open) {
    const page = await tab(open), name = "dns-forwarder.trace";
    const {stdout} = await host(
        replay, ["--repeat", "1", "--json", "-", name], {cwd: path.join(site, "traces")});
    const [{structures, armings, cancels, idle_cancels: idle, questions, delays}] =
        JSON.parse(stdout).traces;

    await page.selectOption("#trace-sample", name);
    await found(page);

    const all = await page.locator("#trace-found").textContent();

    assert.deepEqual(structures.map(({firings}) => firings), Array(6).fill(0));
    assert.match(all, /0 fire; .* the order of firing is not seen[.]/);
    assert(!/in the same order/.test(all), all);
    assert.deepEqual(await cells(page, 5), Array(6).fill("-"), "to fire");
    assert((await cells(page, 6)).every(text => /^[0-9.]+$/.test(text)), "of next()");

    const sum = [[armings, "to arm"], [cancels - idle, "to cancel"], [questions, "of next()"]];

    assert(all.includes(`Their sum is ${
        sum.map(([count, part]) => `${count.toLocaleString("en")} × ${part}`).join(" + ")}, div`));
    assert.deepEqual(delays.map(({from_us: from, below_us: below}) => [from, below]),
        [[1e6, 2e6], [20e6, 50e6]]);
    assert.match(await page.locator("figure .plot").nth(-2).getAttribute("aria-label"),
        /: 1 to 2 s [\d.]+ %, 20 to 50 s [\d.]+ %$/);
    assert(!/next one/.test(await page.locator("figcaption").allTextContents()));
}

async function a_broken_trace_shows_what_replay_says(open) {
    const page = await tab(open);

    await mkdir(work, {recursive: true});
    const broken = [
        "5 arm 1 9\n4 arm 2 9\n", "0 explode 1\n", "0 arm 1\n", "0 arm 1 99999999999999999999\n",
        "", "\u0001\n"
    ];

    for (const text of broken) {
        await writeFile(path.join(work, "broken.trace"), text);
        const said = await host(replay, ["broken.trace"], {cwd: work})
            .then(() => assert.fail("it is broken"), ({stderr}) => stderr);

        await drop(page, "broken.trace", text);
        await page.waitForFunction(() => !document.getElementById("trace-message").hidden);
        assert.equal(`${await page.locator("#trace-message").textContent()}\n`, said);
        assert(await page.locator("#trace-progress").isHidden());
    }
    await drop(page, "good.trace", "0 arm 1 9\n5 cancel 2\n");
    await found(page);
    assert(await page.locator("#trace-message").isHidden(), "a good trace takes the message away");
}

// A wide table has a shadow at its edges, as a drawing has.
async function a_wide_table_shows_that_it_scrolls(open) {
    const page = await tab(open);

    await page.setViewportSize({width: 640, height: 400});
    await drop(page, "good.trace", "0 arm 1 9\n5 cancel 2\n");
    await found(page);

    const [hides, image] = await page.locator("#trace-found .scroll").first().evaluate(
        e => [e.scrollWidth - e.clientWidth, getComputedStyle(e).backgroundImage]);

    assert(hides > 0 && image.split("gradient").length === 9, `${hides} are hidden: ${image}`);
}

// The page that replay writes: its table shows that it scrolls, and a square of its key stands
// beside its words.
async function replays_own_page_fits_a_low_screen(open) {
    const page = await open("", {bypassCSP: true});
    const sample = path.join(site, "traces", "http-proxy.trace");
    const {stdout} = await host(replay, ["--repeat", "1", "--html", "-", sample]);

    await page.route("**/favicon.ico", route => route.fulfill({body: ""}));
    for (const width of [740, 640, 360]) {
        await page.setViewportSize({width, height: 360});
        await page.setContent(stdout);

        const [hides, image] = await page.locator(".wide").evaluate(
            e => [e.scrollWidth - e.clientWidth, getComputedStyle(e).backgroundImage]);

        assert(hides > 0 && image.split("gradient").length === 3, `${hides} are hidden: ${image}`);
        for (const one of await page.locator(".key").evaluateAll(all => all.map(key => {
            const words = document.createRange();

            words.selectNodeContents(key.nextSibling);
            return [key, words].map(e => Math.round(e.getBoundingClientRect().bottom));
        })))
            assert(Math.abs(one[0] - one[1]) < 12, `${width}: ${one}`);
    }
}

// The field has the name of the file that is shown; a sample takes it away.
async function the_field_names_the_file(open) {
    const page = await tab(open), field = page.locator("#trace-file");
    const named = () => field.evaluate(e => e.files[0]?.name);

    await drop(page, "dropped.trace", "0 arm 1 9\n5 cancel 2\n");
    await found(page);
    assert.equal(await named(), "dropped.trace");
    await field.setInputFiles(
        {name: "chosen.trace", mimeType: "text/plain", buffer: Buffer.from("0 arm 1 9\n")});
    await page.locator("#trace-found h2", {hasText: "chosen.trace"}).waitFor();
    assert.equal(await named(), "chosen.trace");
    await page.selectOption("#trace-sample", "http-proxy.trace");
    await page.locator("#trace-found h2", {hasText: "http-proxy.trace"}).waitFor();
    assert.equal(await named(), undefined);
}

// A result is of the file that is named, and of no other one.
async function a_bad_file_takes_the_old_result_away(open) {
    const page = await tab(open);

    await drop(page, "good.trace", "0 arm 1 9\n5 cancel 2\n");
    await found(page);
    await drop(page, "broken.trace", "0 explode 1\n");
    await page.waitForFunction(() => !document.getElementById("trace-message").hidden);
    assert.equal(await page.locator("#trace-found").textContent(), "");
}

// The clock of a browser is coarse: figures are means of so many turns that they take 50 ms, or
// there is no advice on them.
async function times_are_measured_for_long_enough(open) {
    const page = await tab(open);
    const turns = () =>
        page.locator("#trace-found caption", {hasText: "turn"}).first().textContent();
    const busy =
        Array.from({length: 600}, (_, i) => `${i} arm ${i % 40} ${i + 500 + i % 7}`).join("\n");

    await drop(page, "busy.trace", `${busy}\n`);
    await found(page);
    const [, measured] = /the mean of ([\d,]+) turns$/.exec(await turns());

    assert((await page.locator("#trace-found > p").allTextContents()).some(text => text.endsWith(
        ` 1 turn would take less than 50 ms, so the page measured ${measured} turns.`)));
    await drop(page, "short.trace", "0 arm 1 9\n5 cancel 1\n");
    await page.waitForFunction(
        () => document.querySelector("#trace-found h2")?.textContent === "short.trace");
    // No advance of two operations takes as long as a step of the clock: no empty plot is drawn.
    const title = page.locator("h3", {hasText: "Longest advance"});
    const longest = page.locator("#trace-found figure", {has: title});

    assert.match(await longest.textContent(), /less than a step of this clock, [\d.]+ [mu]s/);
    assert.equal(await longest.locator("canvas").count(), 0);
    assert.match(await page.locator("#trace-found .doubt").textContent(),
        /^No advice .* 1,000 turns take [\d.]+ ms, and advice wants 50 ms[.]$/);
    assert(!(await page.locator("#trace-found .advice").allTextContents())
                .slice(1)
                .some(text => / ns\b/.test(text)));
}

async function a_trace_that_is_too_large_is_refused(open) {
    const page = await tab(open);

    await page.evaluate(() => {
        const dataTransfer = new DataTransfer();

        dataTransfer.items.add(new File([new Uint8Array(100e6)], "large.trace"));
        document.getElementById("trace").dispatchEvent(
            new DragEvent("drop", {dataTransfer, bubbles: true, cancelable: true}));
    });
    assert.match(await page.locator("#trace-message").textContent(),
        /^large[.]trace has 100,000,000 bytes, and this page takes/);
}

async function a_replay_can_be_cancelled(open) {
    const page = await tab(open);

    await page.selectOption("#trace-turns", "31");
    await page.selectOption("#trace-sample", "quic-server.trace");
    await page.locator("#trace-cancel").click();
    assert.equal(await page.locator("#trace-status").textContent(), "Cancelled.");
    assert(await page.locator("#trace-progress").isHidden());
    await page.waitForTimeout(500);
    assert.equal(await page.locator("#trace-found table").count(), 0);
}

// By day what a trace shows, and what a broken one says.
const day = [
    a_sample_shows_what_replay_finds, a_trace_without_a_firing_shows_none,
    a_broken_trace_shows_what_replay_says, labels_of_plots_are_whole,
    names_of_bars_can_be_told_apart
];

await run([
    ...day, replays_own_page_fits_a_low_screen, a_wide_table_shows_that_it_scrolls,
    the_field_names_the_file,
    a_bad_file_takes_the_old_result_away, times_are_measured_for_long_enough,
    a_trace_that_is_too_large_is_refused, a_replay_can_be_cancelled
], day);
