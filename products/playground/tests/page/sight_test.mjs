// SPDX-License-Identifier: MIT-0
// What one sees: drawing, sentence and buttons in every step of every lesson; hands, timers in a
// cascade, the slider, one base, many timers, pictures for other programs.
import assert from "node:assert/strict";
import {readFile} from "node:fs/promises";
import {ALL, commands, give, on, run, scroll, visit} from "./browser.mjs";

const SIZES = [{width: 1280, height: 800}, {width: 360, height: 740}];

// The parts that are not wholly on the screen, frames that hide a part of their drawing without a
// shadow at the edge, and lines of C that go on beyond their frame. Of two drawings one may be
// folded.
const hidden = page => page.evaluate(() => {
    const cut = ({top, left, bottom, right}) => top < 0 || left < 0 || bottom > innerHeight ||
        right > innerWidth || bottom - top < 20;

    /* What scrolls one way only has the shadows of that way uncovered. */
    const marked = e => {
        const {backgroundImage, backgroundSize} = getComputedStyle(e);
        const down = e.scrollHeight > e.clientHeight, aside = e.scrollWidth > e.clientWidth;
        const first = backgroundSize.startsWith("100%") ? down || !aside : aside || !down;

        return !down && !aside || first && backgroundImage.split("gradient").length === 9;
    };
    const scrolls = [...document.querySelectorAll("#stages .scroll, .code.scroll")];
    const code = document.createTreeWalker(document.querySelector(".code"), NodeFilter.SHOW_TEXT);

    while (code.nextNode())
        if (/-[->=]/.test(code.currentNode.data) &&
            !code.currentNode.parentElement.matches(".sign, .comment"))
            return [`an operator that a line may cut: ${code.currentNode.data}`];

    if (!scrolls.every(marked))
        return ["a frame that hides a part of its drawing"];
    if ([...document.querySelectorAll(".code")].some(e => e.scrollWidth > e.clientWidth))
        return ["lines of C beyond their frame"];
    return ["#stages .scroll", "#now", "#run", "#scrub"].flatMap(selector =>
        [...document.querySelectorAll(selector)].filter(e => e.getClientRects().length)
            .map(e => e.getBoundingClientRect()).filter(cut)
            .map(({top, bottom}) => `${selector} at ${Math.round(top)} to ${Math.round(bottom)}`));
});

async function seen(page, what) {
    assert.deepEqual(await hidden(page), [], what);
    assert(await page.locator("#stages .scroll:visible").count() >= 1, what);
}

async function steps_of(page, name, size) {
    await visit(page, `tab=lessons&lesson=${name}`);
    await page.locator("#lesson h2").waitFor();
    for (let i = 1; ; i++) {
        await seen(page, `${name} ${i} at ${size.width}`);
        if (await page.locator("#answer").count()) {
            await page.locator("#lesson button", {hasText: "Tell me"}).click();
            await seen(page, `${name} ${i}, answered, at ${size.width}`);
        }

        const next = page.locator("#lesson").getByRole("button", {name: "Next", exact: true});

        if (!await next.count())
            return i;
        await next.click();
    }
}

async function first_lessons_keep_the_drawing_in_sight(open) {
    for (const viewport of SIZES) {
        const page = await open("", {viewport});

        await seen(page, "the first view");
        assert(await steps_of(page, "skynet", viewport) === 7);
    }
}

async function every_lesson_keeps_the_drawing_in_sight(open) {
    const names =
        (await readFile(`${process.env.TW_SITE}/lessons/index.txt`, "utf8")).trim().split("\n");

    for (const viewport of SIZES) {
        const page = await open("", {viewport});

        for (const name of names)
            assert(await steps_of(page, name, viewport) >= 4);
    }
}

// The frame of a lesson's drawing hides no more than a line of timers; nothing stands there that is
// empty.
async function wheels_are_whole_on_a_phone(open) {
    const page = await open("", {viewport: SIZES[1]});
    const whole = async what => {
        const hides = await page.locator("#stages .scroll:visible").evaluateAll(all => all.map(
            e => [e.scrollWidth - e.clientWidth, e.scrollHeight - e.clientHeight]));

        assert(hides.every(([x, y]) => x === 0 && y <= 40), `${what} hides ${hides}`);
        assert(!(await page.locator("#stages").textContent()).includes("due list"), what);
    };

    for (const name of ["cascade", "skynet", "fifo", "bigwheel"]) {
        await visit(page, `tab=lessons&lesson=${name}`);
        await page.locator("#lesson h2").waitFor();

        const next = page.locator("#lesson").getByRole("button", {name: "Next", exact: true});

        for (let i = 1; await next.count(); i++) {
            await whole(`${name} ${i}`);
            if (await page.locator("#answer").count())
                await page.locator("#lesson button", {hasText: "Tell me"}).click();
            await whole(`${name} ${i}, answered`);
            await next.click();
        }
    }
}

// The texts that a badge covers: a note of rounds, or the question mark of a comparison.
const badged = page => page.evaluate(() => {
    const box = e => e.getBoundingClientRect(), found = new Set();
    const seen = e => getComputedStyle(e).visibility !== "hidden";

    for (const svg of document.querySelectorAll(":is(#stages, .live .stage) svg")) {
        if (!svg.getClientRects().length) /* one of two is folded */
            continue;
        const by = box(svg).width / svg.viewBox.baseVal.width;
        const texts = [...svg.querySelectorAll(
            ".timer :is(.id, .due, .note), :is(.index, .left, .more, .strong) text")].filter(seen);

        for (const mark of svg.querySelectorAll(".badge:is(rect), .mark.badge circle")) {
            const own = mark.parentElement;

            for (const text of texts.filter(e => !own.contains(e))) {
                const a = box(mark), b = box(text);

                if (a.left < b.right - 1 && a.right > b.left + 1 && a.top < b.bottom - 3 * by &&
                    a.bottom > b.top + 3 * by)
                    found.add(`a badge, ${own.textContent}, covers ${text.textContent}`);
            }
        }
    }
    return [...found];
});

// Texts of drawings that are drawn below 12 pixels, that are cut by the edge of the drawing, that
// are wider than the shape that holds them, or that a shape of others covers. Timers that stand
// behind a count show no text.
const unreadable = async page => [...await badged(page), ...await page.evaluate(() => {
    const box = e => e.getBoundingClientRect(), found = new Set();
    const seen = e => getComputedStyle(e).visibility !== "hidden";

    for (const svg of document.querySelectorAll(":is(#stages, .live .stage) svg")) {
        if (!svg.getClientRects().length) /* one of two is folded */
            continue;
        const by = box(svg).width / svg.viewBox.baseVal.width;
        const timers = [...svg.querySelectorAll(".timer:has(.id):not(.behind)")];
        const shapes = [...svg.querySelectorAll(":is(.timer, .level) > :is(rect, circle)")];

        for (const text of [...svg.querySelectorAll("text")].filter(seen)) {
            const shape = text.matches(".note, .index, .left text")
                ? null
                : text.parentElement.querySelector(":scope > rect, :scope > circle");
            const {left, right, top, bottom} = box(text);

            if (left < box(svg).left - 1 || right > box(svg).right + 1 ||
                bottom > box(svg).bottom + 4 * by)
                found.add(`${text.textContent} is cut`);
            if (text.matches(".big text") && [...svg.querySelectorAll(".slot text")].map(box)
                .some(b => b.left < right && b.right > left && b.top < bottom && b.bottom > top))
                found.add(`${text.textContent} stands on other texts`);
            if (text.matches(":is(.caption, .digit) text:not(.count text)") &&
                shapes.map(box).some(b => b.left < right + 1 && b.right > left - 1 &&
                    b.top < bottom - 4 * by && b.bottom > top + 4 * by))
                found.add(`${text.textContent} is covered`);
            if (parseFloat(getComputedStyle(text).fontSize) * by < 11.95)
                found.add(`${text.textContent} is small`);
            const beyond = text.matches(".count text") ? -1.5 * by : 0.5;

            if (shape && (left < box(shape).left - beyond || right > box(shape).right + beyond))
                found.add(`${text.textContent} is wider than its shape`);
        }
        const counts = [...svg.querySelectorAll(".count")].map(
            e => [e.textContent, box(e.querySelector("rect"))]);
        const over = ({left, right, top, bottom}, b) => { /* a shape with round ends, and a box */
            const radius = (bottom - top) / 2, y = top + radius;
            const dx = Math.max(b.left - right + radius, left + radius - b.right, 0);

            return Math.hypot(dx, Math.max(b.top + 3 * by - y, y - b.bottom + 3 * by, 0)) <
                radius - 1;
        };

        counts.forEach(([name, shape], i) => {
            for (const timer of timers.filter(e => over(shape, box(e.querySelector(".id")))))
                found.add(`${name} covers ${timer.textContent}`);
            for (const [other] of counts.slice(i + 1).filter(([, b]) => over(shape, b)))
                found.add(`${name} covers ${other}`);
        });
        for (const circle of [...svg.querySelectorAll(".behind circle")].map(box))
            if (!counts.some(([, b]) => b.left <= circle.left && b.right >= circle.right &&
                b.top <= circle.top - by / 2 && b.bottom >= circle.bottom + by / 2))
                found.add("a timer behind a count looks out");
        for (const one of svg.textContent.match(/\b1 (timers|slots|rounds)\b/g) ?? [])
            found.add(one);
        const points = line => {
            const matrix = line.getScreenCTM(), all = line.getTotalLength();

            return Array.from({length: 41}, (_, i) => line
                .getPointAtLength(i / 40 * all).matrixTransform(matrix));
        };
        const crosses = (line, {left, right, top, bottom}) => points(line)
            .some(({x, y}) => x > left && x < right && y > top + 2 * by && y < bottom);
        const inside = ({x, y}, {left, right, top, bottom}, least) => x > left + least &&
            x < right - least && y > top + least && y < bottom - least;

        for (const text of svg.querySelectorAll(":is(.slot, .caption) text"))
            for (const line of /^(half .|position)$/.test(text.textContent)
                ? svg.querySelectorAll(".lead, .hand line") : [])
                if (crosses(line, box(text)))
                    found.add(`a line crosses ${text.textContent}`);
        for (const lead of svg.querySelectorAll(".lead")) {
            const [start, ...way] = points(lead).map(({x, y}) => [x, y]);
            const off = ([x, y], [a, b]) => Math.hypot(x - a, y - b);

            if ([...svg.querySelectorAll(".taken line")].map(points).some(
                mark => off([mark.at(-1).x, mark.at(-1).y], start) > 2 && mark.some(({x, y}) =>
                    way.some(at => off(at, [x, y]) < 1 && off(at, start) > 4))))
                found.add("a line of a timer crosses the slot of another");
        }
        for (const line of svg.querySelectorAll(".mark.compare.line")) /* clear of texts over it */
            for (const text of svg.querySelectorAll(":is(.left, .index) text"))
                if (crosses(line, box(text)) && !(text.matches(".layer-node text") &&
                    getComputedStyle(text).paintOrder.startsWith("stroke")))
                    found.add(`the line of a comparison crosses ${text.textContent}`);
        const rows = [...svg.querySelectorAll(".timer:not(.flat)")]
            .map(e => [e.textContent, box(e.querySelector("rect, circle"))]);

        for (const edge of svg.querySelectorAll(".edge:not(.lead, .mark)")) {
            const all = points(edge), ends = [all[0], all.at(-1)];

            for (const [name, shape] of rows)
                if (!ends.some(end => inside(end, shape, -3 * by)) &&
                    all.some(point => inside(point, shape, 1)))
                    found.add(`a line passes behind ${name}`);
        }
        timers.forEach((one, i) => timers.slice(i + 1).forEach(other => {
            const shape = other.querySelector("rect, circle");
            const a = box(one.querySelector(".id")), b = box(shape);
            const beyond = (x, from, to) => Math.max(from - x, 0, x - to);
            const beside = shape.tagName === "circle" &&
                Math.hypot(beyond((b.left + b.right) / 2, a.left, a.right),
                    beyond((b.top + b.bottom) / 2, a.top + 2, a.bottom - 2)) > b.width / 2 - 1;

            if (!beside && b.left < a.right - 1 && b.right > a.left + 1 &&
                b.top < a.bottom - 2 && b.bottom > a.top + 2)
                found.add(`${other.textContent} covers ${one.textContent}`);
        }));
    }
    return [...found];
})];

// The frames of events that strike a text through, or that other shapes cover; and texts that the
// edge of the drawing cuts.
const misframed = page => page.evaluate(() => {
    const box = e => e.getBoundingClientRect(), found = new Set();
    const seen = e => getComputedStyle(e).visibility !== "hidden";

    for (const svg of document.querySelectorAll("#stages svg")) {
        if (!svg.getClientRects().length)
            continue;
        const {right: end, bottom: foot, width: whole} = box(svg);
        const by = whole / svg.viewBox.baseVal.width;

        /* How far a point is outside of a shape with round corners. */
        const beyond = shape => {
            const {left, right, top, bottom} = box(shape), r = by * (shape.rx?.baseVal.value ?? 0);

            return (x, y) => {
                const dx = Math.max(left + r - x, x - right + r);
                const dy = Math.max(top + r - y, y - bottom + r);

                return Math.hypot(Math.max(dx, 0), Math.max(dy, 0)) +
                    Math.min(Math.max(dx, dy), 0) - r;
            };
        };
        const lies = (a, b) => a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_PRECEDING;
        const letters = [...svg.querySelectorAll(
            ":is(.timer, .slot, .count, .caption, .digit, .badge) text")].filter(seen);

        for (const frame of svg.querySelectorAll(".mark rect")) {
            const {left, top, width, height} = box(frame), off = beyond(frame);

            for (const text of letters.filter(e => lies(frame, e))) { /* below its line */
                const b = box(text), grid = [0, 1, 2, 3, 4, 5, 6, 7, 8];
                const high = Math.max(0, b.bottom - b.top - 7 * by);

                if (grid.some(i => grid.some(k => Math.abs(off(
                    b.left + i / 8 * (b.right - b.left), b.top + 4 * by + k / 8 * high)) <
                        1.3 * by)))
                    found.add(`the frame of an event strikes ${text.textContent} through`);
            }
            const edge = Array.from({length: 40}, (_, i) => i / 40).flatMap(t =>
                [[left + t * width, top], [left + t * width, top + height],
                    [left, top + t * height], [left + width, top + t * height]]);
            const over = [...svg.querySelectorAll(".count rect, .timer > :is(rect, circle)")]
                .filter(e => !lies(frame, e)).map(beyond);

            if (edge.filter(([x, y]) => over.some(f => f(x, y) < 0)).length >
                edge.length * 0.4)
                found.add("the frame of an event is covered");
        }
        for (const text of letters)
            if (box(text).right > end + 1 || box(text).bottom > foot + 4 * by)
                found.add(`${text.textContent} is cut`);
    }
    return [...found];
});

// At each moment of a lesson, and of timers with rounds and of a list that is counted: also of a
// comparison of two that stand behind its count.
async function frames_fit_what_they_mark(open) {
    const rounds = ["arm 1 8 2 40 3 24 4 4000", "advance 8", "arm 5 500 6 9", "next"];
    const behind = [many(12, i => 0x801 + i), "cancel 0", "next"];

    for (const [width, height] of [[1280, 800], [640, 400], [360, 740]]) {
        const page = await open(on(["wheel"], rounds), {viewport: {width, height}});

        for (const view of [on(["wheel"], rounds), "tab=lessons&lesson=rounds",
            "tab=lessons&lesson=walk", on(["smallwheel"], behind)]) {
            await visit(page, view);
            if (view.startsWith("tab"))
                await page.locator("#lesson h2").waitFor();

            const last = Number(await page.locator("#scrub").getAttribute("max"));

            for (let p = 0; p <= last; p++) {
                await page.locator("#scrub").fill(String(p));
                assert.deepEqual([...await misframed(page), ...await badged(page)], [],
                    `${view.slice(0, 30)}, step ${p} at ${width}`);
            }
        }
    }
}

const CROWD = ["arm 1 5 2 21 3 40 4 4096 5 40 6 300 7 0x1a52 8 41 9 0xf000 10 0xf111 11 0xff",
    "advance 22", "cancel 3"];

const many = (n, due) => `arm ${Array.from({length: n}, (_, i) => `${i} ${due(i)}`).join(" ")}`;

// In all steps of lessons of each kind of drawing, and with timers in a crowd, at four sizes.
async function labels_can_be_read_at_each_size(open) {
    let texts = 0;

    for (const [width, height] of [[1280, 800], [740, 360], [640, 400], [360, 740]]) {
        const page = await open("", {viewport: {width, height}});

        for (const name of ["sort", "rounds", "fifo", "bigwheel", "skip_lanes", "tree_remove",
            "walk", "jump"]) {
            const next = page.locator("#lesson").getByRole("button", {name: "Next", exact: true});

            await visit(page, `tab=lessons&lesson=${name}`);
            await page.locator("#lesson h2").waitFor();
            for (let i = 1;; i++) {
                if (await page.locator("#answer").count())
                    await page.locator("#lesson button", {hasText: "Tell me"}).click();
                texts += await page.locator("#stages svg text").count();
                assert.deepEqual(await unreadable(page), [], `${name} ${i} at ${width}`);
                if (!await next.count())
                    break;
                await next.click();
            }
        }
        for (const structure of ALL) {
            await visit(page, on([structure], CROWD));
            assert.deepEqual(await unreadable(page), [], `${structure} at ${width}`);
        }
        await visit(page, on(["smallwheel"], CROWD));
        assert(await page.locator("#stages .scroll")
                   .evaluate(e => e.scrollWidth <= e.clientWidth), `as wide as ${width}`);
        await visit(page, on(["skiplist"], CROWD));
        assert.equal(await page.locator("#stages svg").evaluate(svg => svg.querySelectorAll(
            ".timer.chip").length - svg.querySelectorAll("g.index").length), 0);
    }
    assert(texts > 1000, `${texts} texts`);
}

// Many timers in each slot of a wheel, with their rounds; lines around the dials of a big wheel,
// with its hand at each side; a question mark at each comparison.
const CROWDS = {
    wheel: [["arm 1 8 2 40 3 24", "next"],
        ["advance 0xf000", many(36, i => 0xf000 + i * 4099)], [many(40, i => 9 + i * 37)],
        [many(48, i => i * 17)], [many(64, i => i * 17)]],
    smallwheel: [[many(40, i => i * 37 % 23 < 8 ? 10 + i * 3 : 40 + i * 97), "advance 20"],
        [many(30, i => 256 * (1 + i % 15) + i), `arm ${Array.from({length: 45}, (_, i) =>
            `${30 + i} ${16 * (1 + i % 15) + (i / 15 | 0)}`).join(" ")}`]],
    bigwheel: [["advance 0x700", many(30, i => 0x700 + i * 61)],
        [many(30, i => 0x2000 + i)], ["advance 0x140", many(40, i => 0x150 + i % 3)],
        ["advance 0x640", many(24, i => 0xc000 + i * 0x400)],
        ["advance 0x1b0", many(20, i => 0x3f0 + i)], ["advance 0x5b0", many(20, i => 0x7f0 + i)]],
    sortedlist: [[many(12, i => 10 * i), "arm 20 35"], [many(30, i => 10 * i), "arm 40 35"]],
    skiplist: [["arm 1 5 2 21 3 40 4 300 5 40", "arm 6 35"],
        [many(12, i => 10 * i), "arm 20 35"], [many(30, i => 10 * i), "arm 40 35"]],
    heap4: [[many(21, i => 100 - i), "cancel 20"], [many(40, i => i * 37 % 100)]],
    rbtree: [[many(15, i => 10 * i), "arm 20 35"]],
};

async function crowds_can_be_read(open) {
    for (const {width, height} of [...SIZES, {width: 740, height: 360}]) {
        const page = await open("", {viewport: {width, height}});

        for (const [structure, all] of Object.entries(CROWDS))
            for (const lines of all) {
                await visit(page, on([structure], lines));

                const last = Number(await page.locator("#scrub").getAttribute("max"));
                const wanted = structure.endsWith("wheel") ? [last]
                    : Array.from({length: 12}, (_, i) => Math.max(0, last - i));

                for (const p of wanted) {
                    await page.locator("#scrub").fill(String(p));
                    assert.deepEqual(await unreadable(page), [],
                        `${structure}, ${lines.at(-1).slice(0, 30)}, step ${p} at ${width}`);
                }
            }
    }
}

// Where a dial has no room for all, those in the crowd are counted: its first timer, and those that
// stand alone, have their places.
async function a_crowded_dial_keeps_the_first_and_the_lonely(open) {
    const crowd = many(40, i => i * 37 % 23 < 8 ? 10 + i * 3 : 40 + i * 97);
    const page = await open(on(["bigwheel"], [crowd, "advance 20"]),
        {viewport: {width: 640, height: 400}});
    const shown = await page.locator("#stages .timer.chip .id").allTextContents();

    assert.match(await page.locator("#stages").textContent(), /\+\d+ timers/);
    for (const id of ["5", "18", "19"])
        assert(shown.includes(id), `${id} of ${shown}`);
}

// The same holds for the figures of the article, step by step.
async function figures_can_be_read_at_each_size(open) {
    for (const [width, height] of [[320, 568], [1280, 800], [740, 360], [360, 740]]) {
        const page = await open("", {viewport: {width, height}});
        const tell = page.locator(".live .asked button", {hasText: "Tell me"});

        await scroll(page);
        for (let i = 0; i < 30; i++) {
            while (await tell.count())
                await tell.first().click();
            assert.deepEqual(await unreadable(page), [], `step ${i} at ${width}`);
            await page.locator(".live .step").evaluateAll(all => all.forEach(e => e.click()));
        }
        assert(await page.locator(".live .stage svg .timer").count() > 50);
    }
}

// Where there is room for it, a drawing is larger, by as much in each step of a lesson, and whole.
async function a_drawing_takes_its_room(open) {
    const page = await open("tab=lessons&lesson=timer", {viewport: SIZES[0]});
    const last = Number(await page.locator("#scrub").getAttribute("max"));
    const seen = new Set();

    for (let p = 0; p <= last; p++) {
        await page.locator("#scrub").fill(String(p));
        assert.deepEqual(await hidden(page), [], `step ${p}`);

        const [by, over] = await page.locator("#stages svg").evaluate(svg => [
            svg.getBoundingClientRect().width / svg.viewBox.baseVal.width,
            svg.parentElement.scrollHeight - svg.parentElement.clientHeight]);

        seen.add(by.toFixed(2));
        assert(over <= 0, `step ${p} hides ${over}`);
    }
    assert(last > 10 && seen.size === 1 && Number([...seen][0]) >= 1.25, [...seen].join());
}

// At each moment of a lesson, also while many timers are on the way, and of two structures: no
// drawing is wider than its frame.
async function no_moment_is_wider_than_its_frame(open) {
    const page = await open();

    for (const name of ["walk", "heap_remove", "sort", "quiz"]) {
        await visit(page, `tab=lessons&lesson=${name}`);
        await page.locator("#lesson h2").waitFor();

        const wide = await page.locator("#scrub").evaluate(scrub => {
            const frames = [...document.querySelectorAll("#stages .scroll")], found = [];

            for (let p = 0; p <= Number(scrub.max); p++) {
                scrub.value = p;
                scrub.dispatchEvent(new Event("input"));
                if (frames.some(e => e.scrollWidth > e.clientWidth))
                    found.push(p);
            }
            return found;
        });

        assert.deepEqual(wide, [], name);
    }
}

// Texts of the page itself, outside of drawings, that are smaller than 12 pixels.
const small = page => page.evaluate(() => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), found = [];
    let count = 0;

    while (texts.nextNode()) {
        const {textContent: text, parentElement: e} = texts.currentNode;

        if (!text.trim() || e.closest("svg, noscript") || !e.getClientRects().length)
            continue;
        count++;
        if (parseFloat(getComputedStyle(e).fontSize) < 11.95)
            found.push(text.trim());
    }
    return {count, found};
});

async function no_text_is_small(open) {
    for (const viewport of SIZES) {
        const page = await open(on(["smallwheel", "heap4"], LINES, "&at=4.0"), {viewport});
        const all_large = async (what, least) => {
            const {count, found} = await small(page);

            assert.deepEqual(found, [], `${what} at ${viewport.width}`);
            assert(count >= least, `${what} has ${count} texts`);
        };

        await page.locator(".calls button").first().waitFor();
        await all_large("Explore", 40);
        for (const [tab, what] of [["lessons&lesson=fifo", "#lesson h2"], ["trace", "#trace"]]) {
            await visit(page, `tab=${tab}`);
            await page.locator(what).waitFor();
            await all_large(tab, 10);
        }
        await scroll(page);
        await all_large("the article", 200);
    }
}

// While a header comes, no line stands there that another event has marked.
async function no_old_line_is_marked(open) {
    const page = await open();
    let come;
    const waits = new Promise(resolve => { come = resolve; });

    await page.route("**/source/heap4.h", async route => {
        await waits;
        await route.continue();
    });
    await visit(page, on(["heap4"], ["arm 1 5"]));
    await page.locator("#first").click();
    await page.locator("#step").click();
    await page.locator(".code .line").waitFor();
    assert.match(await page.locator(".where").textContent(), /verbs[.]h/);
    await page.locator("#step").click();
    assert.match(await page.locator("#now").textContent(), /^Link/);
    assert.equal(await page.locator(".code .line").count(), 0, "a line of another event");
    assert.equal(await page.locator(".where").textContent(), "heap4.h comes.");
    come();
    await page.locator(".code .line").waitFor();
    assert.match(await page.locator(".where").textContent(), /heap4[.]h/);
}

// At 1280x800 the list with lanes is not wider than its frame.
async function a_skip_list_is_whole(open) {
    const page = await open("tab=lessons&lesson=skip_lanes", {viewport: SIZES[0]});

    await page.locator("#last").click();

    const [shown, all] = await page.locator("#stages .scroll").first().evaluate(
        e => [e.clientWidth, e.scrollWidth]);

    assert(await page.locator("#stages .timer").count() > 20);
    assert(all <= shown, `${all} of ${shown}`);
}

// Notes the transforms of what matches, frame by frame, until the drawing rests.
const film = (page, selector, act) => page.evaluate(async ([wanted, id]) => {
    const frame = () => new Promise(requestAnimationFrame), frames = [];

    document.getElementById(id).click();
    for (let i = 0; i < 60; i++) {
        await frame();
        frames.push([...document.querySelectorAll(wanted)].map(e => e.getAttribute("transform")));
    }
    return frames;
}, [selector, act]);

const LINES =
    ["advance 0x1a37", "arm 2 0x1a52 5 0x1a5e 6 0x1a5f", "advance 0x1a50", "advance 0x1a52"];

async function hands_turn_forward(open) {
    const page = await open(on(["smallwheel"], ["advance 0x1a31", "advance 0x1a3c"], "&at=1.0"),
        {reducedMotion: "no-preference"});
    const frames = await film(page, "#stages .hand", "step");
    const last = frames.map(transforms => transforms.at(-1));
    const angles = last.map(text => Number(/rotate\((.*)\)/.exec(text)?.[1] ?? 0));

    assert(angles.length > 5 && new Set(angles).size > 2, "the hand of level 0 moves");
    angles.slice(1).forEach(
        (angle, i) =>
            assert(angle >= angles[i] - 0.01 || angle < 90 && angles[i] > 300, `${angles}`));
}

// The digits on which an end of the arrow of a cascade stands.
const hit = page => page.locator(".mark.cascade.line").evaluate(line => {
    const ends = line.getAttribute("d").match(/^M(\S+) (\S+)Q\S+ \S+ (\S+) ([^\sM]+)/).slice(1);
    const at = line.getScreenCTM(), [a, b, c, d] = ends.map(Number);

    return [...document.querySelectorAll("#stages .slot text")].filter(text => {
        const {left, right, top, bottom} = text.getBoundingClientRect();

        return [[a, b], [c, d]].map(([x, y]) => new DOMPoint(x, y).matrixTransform(at)).some(
            ({x, y}) => x > left && x < right && y > top + 2 && y < bottom - 2);
    }).map(text => text.textContent);
});

async function timers_glide_in_a_cascade(open) {
    const page = await open(on(["smallwheel"], LINES, "&at=4.0"));
    const last = Number(await page.locator("#scrub").getAttribute("max"));
    const chips = () => page.locator("#stages .timer.chip .id").allTextContents();
    let cascades = 0;

    for (let p = Number(await page.locator("#scrub").inputValue()); p < last; p++) {
        await page.keyboard.press("ArrowRight");
        if (/goes down/.test(await page.locator("#now").textContent())) {
            cascades++;
            assert.deepEqual(await hit(page), [], `at ${p} the arrow covers a digit`);
        }

        const shown = await chips();

        assert(["5", "6"].every(id => shown.includes(id)), `at ${p} the dials have ${shown}`);
    }
    assert.equal(cascades, 2);
}

// The rings around timers on a dial, as circles, and the letters below them, of slots and others:
// how close they come.
const nearest = page => page.locator("#stages svg").evaluate(svg => {
    const box = e => e.getBoundingClientRect();
    const below = ring => [...svg.querySelectorAll(".slot text, .count text, .chip .id")].filter(
        e => getComputedStyle(e).visibility !== "hidden" &&
            ring.compareDocumentPosition(e) & Node.DOCUMENT_POSITION_PRECEDING);
    const round = e => Math.abs(box(e).width - box(e).height) < 1;

    const gap = (ring, letter) => {
        const x = ring.left + ring.width / 2, y = ring.top + ring.height / 2;
        const dx = Math.max(letter.left + 1 - x, 0, x - letter.right + 1);
        const dy = Math.max(letter.top + 4 - y, 0, y - letter.bottom + 4);

        return Math.hypot(dx, dy) - ring.width / 2;
    };

    return Math.min(Infinity, ...[...svg.querySelectorAll(".mark rect")].filter(round).flatMap(
        ring => below(ring).map(letter => gap(box(ring), box(letter)))));
});

// On a low screen, too, at each moment: the ring around a timer, half of whose line is 1.3 wide,
// covers no slot.
async function no_ring_lies_over_a_digit(open) {
    const page = await open(`${on(["smallwheel"], commands(16, 8))}&at=0.0`,
        {viewport: {width: 640, height: 400}, deviceScaleFactor: 2, reducedMotion: "reduce"});
    const last = Number(await page.locator("#scrub").getAttribute("max"));
    let seen = 0;

    for (let p = 0; p <= last; p++) {
        await page.locator("#scrub").fill(String(p));
        await page.waitForTimeout(20);

        const near = await nearest(page);

        seen += near < Infinity;
        assert(near > 1.3, `at ${p}, ${await page.locator("#now").textContent()}: ${near}`);
    }
    assert(seen > 10, `${seen} rings`);
}

// A number, a sign and a name that a drawing has, it or its lesson explains.
async function signs_are_explained(open) {
    const page = await open(on(["heap4"], ["arm 1 5 2 21", "cancel 1"]));
    const text = async () => (await page.locator("#stages svg").allTextContents()).join();

    assert.match(await text(), /array: cells 0 to 20 of \d+; # counts armings/);
    assert(!/on the way/.test(await text()), "a name of what is not there");
    await visit(page, on(["wheel", "smallwheel"], ["advance 133", "arm 1 500"]));
    assert.match(await text(), /position 133 [(]0x0085[)]/);
    await page.setViewportSize({width: 360, height: 740});
    await visit(page, "tab=lessons&lesson=bigwheel");
    assert.match(await text(), /level 0: halves 1, 0/);
    for (const [name, wanted] of [["jump", /overflow slot/], ["empty_slots", /249 rounds/],
        ["bigwheel", /slot 02[.]0 is list 0/], ["move", /ahead of the clock/]]) {
        await visit(page, `tab=lessons&lesson=${name}`);
        assert.match(await page.locator("#lesson").textContent(), wanted, name);
    }
}

// Of a timer in a list of the one ring the line begins at its slot.
async function lists_begin_at_their_slots(open) {
    const page = await open(on(["wheel"], ["arm 1 1000000005 2 1000000000 3 1000000007"]));
    const gaps = await page.locator("#stages svg").evaluate(svg => {
        const slot = svg.querySelector(".slot path"), [, x, y] = slot.getAttribute("d")
            .match(/^M([-\d.]+) ([-\d.]+)/).map(Number);
        const at = slot.closest("g").transform.baseVal.consolidate().matrix;

        return [...svg.querySelectorAll(".lead")].map(e => {
            const {x: left, y: top} = e.getPointAtLength(0);

            return Math.abs(Math.hypot(left - at.e, top - at.f) - Math.hypot(x, y));
        });
    });

    assert(gaps.length === 3 && gaps.every(gap => gap < 1), `${gaps}`);
}

async function the_slider_knows_long_time_lines(open) {
    const many = Array.from({length: 60}, (_, i) => `arm ${i} ${i + 1}`);
    const page = await open(on(["heap4"], many));
    const {value, max} =
        await page.locator("#scrub").evaluate(e => ({value: Number(e.value), max: Number(e.max)}));

    assert(max > 100 && value === max, `${value} of ${max}`);
}

async function both_drawings_have_one_base(open) {
    const page = await open(on(["smallwheel", "heap4"], ["arm 1 0x35 2 0x40", "next"]));
    const both = await page.locator("#now span").allTextContents();

    assert(both.every(text => text.includes("0x0035")), both.join(" "));
    assert(!(await page.locator("#stages").textContent()).includes("53"));
    await visit(page, on(["smallwheel", "heap4"], ["arm 1 53 2 64", "next"]));

    const all = (await page.locator("#stages, #now").allTextContents()).join();

    assert(!/0x/.test(all.replace(/position 0 [(]0x0000[)]/, "")), all); // the digits of the dials
}

async function two_hundred_timers_are_drawn_or_counted(open) {
    const page = await open();
    const dues = Array.from({length: 200}, (_, i) => `${i} ${1 + (i * 7919) % 5000}`);

    for (const structure of ALL) {
        await visit(page, on([structure], ["arm 0 1"]));
        await give(page, [0, 1, 2, 3].map(k => `arm ${dues.slice(50 * k, 50 * k + 50).join(" ")}`));
        assert(await page.locator("#refusal").isHidden(), `${structure} takes 200`);
        assert.match(await page.locator("#stages svg > title").textContent(), /200 armed/);

        const [drawn, width, height] =
            await page.locator("#stages svg")
                .evaluate(
                    svg => [svg.querySelectorAll("*").length, Number(svg.getAttribute("width")),
                        Number(svg.getAttribute("height"))]);

        assert(drawn < 3000 && width < 5600 && height < 2200,
            `${structure}: ${drawn} parts, ${width} x ${height}`);
    }
}

// The texts of the drawing whose colour differs too little from that of their shape, or of the
// page.
const pale = page => page.evaluate(() => {
    const parts = colour => colour.match(/[\d.]+/g).slice(0, 3).map(Number);
    const linear = c => c <= 10 ? c / 3295 : ((c / 255 + 0.055) / 1.055) ** 2.4;
    const luminance = colour => parts(colour).map(linear)
        .reduce((sum, c, i) => sum + c * [0.2126, 0.7152, 0.0722][i], 0);
    const paper = getComputedStyle(document.querySelector("#stages .scroll")).backgroundColor;
    const shapes = ":scope > :is(rect, circle, path)";
    const box = e => e.getBoundingClientRect();
    const under = text => shape => box(shape).left < box(text).left + box(text).width / 2 &&
        box(shape).right > box(text).left + box(text).width / 2 &&
        box(shape).top < box(text).top + box(text).height / 2 &&
        box(shape).bottom > box(text).top + box(text).height / 2;
    const groundOf = text => [...text.parentElement.querySelectorAll(shapes)].filter(under(text))
        .map(shape => getComputedStyle(shape).fill).findLast(fill => fill !== "none") ?? paper;

    return [...document.querySelectorAll("#stages svg text")].filter(text => {
        const [dark, light] = [getComputedStyle(text).fill, groundOf(text)].map(luminance)
            .sort((a, b) => a - b);

        return (light + 0.05) / (dark + 0.05) < 4.5;
    }).map(text => `${text.parentElement.getAttribute("class")}: ${text.textContent}`);
});

const DUE = ["arm 1 5 2 21 3 40 4 4096 5 40", "advance 22", "cancel 3"];

async function texts_can_be_told_from_their_ground(open) {
    for (const colorScheme of ["light", "dark"]) {
        const page = await open("", {colorScheme});

        for (const structure of ALL) {
            await visit(page, on([structure], DUE, "&at=2.1"));
            assert((await page.locator("#stages svg text").count()) > 8);
            assert.deepEqual(await pale(page), [], `${structure}, ${colorScheme}`);
        }
    }
}

async function pictures_have_colours_of_their_own(open) {
    const page = await open(on(["smallwheel", "rbtree"], LINES));
    const waiting = page.waitForEvent("download");

    await page.locator("#save").click();
    const text = await readFile(await (await waiting).path(), "utf8");

    assert(!text.includes("var(") && !text.includes("--"), "no variable");
    assert(/[.]timer rect[^}]*fill: #e9f0fc/.test(text) &&
        /@media [(]prefers-color-scheme: dark[)][^]*fill: #1c2a41/.test(text));
}

await run([
    first_lessons_keep_the_drawing_in_sight, every_lesson_keeps_the_drawing_in_sight,
    wheels_are_whole_on_a_phone, frames_fit_what_they_mark, labels_can_be_read_at_each_size,
    crowds_can_be_read,
    a_crowded_dial_keeps_the_first_and_the_lonely, figures_can_be_read_at_each_size,
    a_drawing_takes_its_room, a_skip_list_is_whole,
    no_moment_is_wider_than_its_frame, no_text_is_small, no_old_line_is_marked,
    hands_turn_forward, timers_glide_in_a_cascade, no_ring_lies_over_a_digit,
    signs_are_explained, lists_begin_at_their_slots,
    the_slider_knows_long_time_lines, both_drawings_have_one_base,
    two_hundred_timers_are_drawn_or_counted, texts_can_be_told_from_their_ground,
    pictures_have_colours_of_their_own
]);
