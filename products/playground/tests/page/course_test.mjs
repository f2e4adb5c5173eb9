// SPDX-License-Identifier: MIT-0
// The course: answers as people write them, progress, the next lesson, the quiz; the first visit,
// ?embed, days without a network, and a student's wheel.
import assert from "node:assert/strict";
import {readFile} from "node:fs/promises";
import {on, run, visit} from "./browser.mjs";

const {TW_WHEELS: wheels} = process.env;

// Answers a question of a lesson, and says what the page thinks.
async function judged(page, lesson, place, typed) {
    await visit(page, `tab=lessons&lesson=${lesson}`);
    for (let i = 1; i < place; i++) {
        if (await page.locator("#answer").count())
            await page.locator("#lesson button", {hasText: "Tell me"}).click();
        await page.locator("#lesson").getByRole("button", {name: "Next", exact: true}).click();
    }
    await page.locator("#answer").fill(typed);
    await page.keyboard.press("Enter");
    return page.locator("#lesson .said").textContent();
}

const GOOD = [
    ["jump", 3, "1,000,000,000"], ["jump", 3, "0x3b9aca00"], ["jump", 3, "it is 1 000 000 000"],
    ["cascade", 2, "slot c at level 0"], ["cascade", 2, "twelve"], ["cascade", 3, "level one"],
    ["skynet", 5, "yes, still armed"], ["move", 3, "none, 0 of them"], ["cascade", 5, "One"],
    ["fifo", 6, "timers 2, 3, 4 and then 1"], ["next", 0, ""]
];
const BAD = [
    ["jump", 3, "1,000,000,001"], ["cascade", 2, "slot d"], ["skynet", 5, "no"],
    ["cascade", 5, "two"], ["fifo", 6, "1 2 3 4"]
];

async function answers_are_taken_as_people_write_them(open) {
    const page = await open();

    for (const [lesson, place, typed] of GOOD.filter(([, place]) => place))
        assert.match(await judged(page, lesson, place, typed), /^Right: /, `${lesson}: ${typed}`);
    for (const [lesson, place, typed] of BAD)
        assert.match(await judged(page, lesson, place, typed), /is not right: the code says/,
            `${lesson}: ${typed}`);
}

// From the first step of the lesson to its last, with `answer` at each question.
async function walked(page, answer) {
    const steps = page.locator("#lesson h2 small");

    while (!/^1 of/.test(await steps.textContent()))
        await page.locator("#lesson").getByRole("button", {name: "Previous", exact: true}).click();
    for (;;) {
        if (await page.locator("#answer").count())
            await answer();
        const [at, of] = (await steps.textContent()).match(/\d+/g);
        if (at === of)
            return;
        await page.locator("#lesson").getByRole("button", {name: "Next", exact: true}).click();
    }
}

async function progress_is_kept_and_leads_on(open) {
    const page = await open("tab=lessons");

    assert.match(await page.locator("#lesson h2").textContent(), /^What a timer is/);
    await page.locator("#last").click();
    await walked(page, () => page.locator("#lesson button", {hasText: "Tell me"}).click());
    assert.match(await page.locator("#progress").textContent(), /^0 of \d+ done$/,
        "with what was passed over and told");
    await visit(page, "tab=lessons&lesson=timer");
    await walked(page, async () => {
        await page.locator("#answer").fill("1");
        await page.locator("#lesson").getByRole("button", {name: "Answer"}).click();
    });
    assert.match(await page.locator("#progress").textContent(), /^1 of \d+ done$/);
    await page.locator("#lesson button", {hasText: "Next lesson"}).click();
    await page.locator("#lesson h2", {hasText: "Why not simply sort?"}).waitFor();
    await visit(page, "tab=lessons");
    assert.match(await page.locator("#lesson h2").textContent(), /^Why not simply sort/,
        "after another start");
    assert.match(await page.locator("#lessons option").first().textContent(), /^✓ /);
    assert((await page.locator("#lessons optgroup").count()) >= 4);
}

// The answer that the code gives is right, and another number is not; each question says why.
async function the_quiz_asks_anew_and_is_judged_by_the_code(open) {
    const page = await open("tab=lessons&lesson=quiz");
    const next = page.locator("#lesson").getByRole("button", {name: "Next", exact: true});
    const texts = [];

    for (let round = 0; round < 2; round++) {
        let asked = 0;

        for (;;) {
            if (await page.locator("#answer").count()) {
                const label = await page.locator(".question label").textContent();
                const told = await page.locator("#lesson > p:not(.bar)").first().textContent();

                texts.push(`${round} ${label} ${told}`);
                await page.locator("#lesson button", {hasText: "Tell me"}).click();
                assert.match(await page.locator(".said").textContent(), /^The answer is \w/);
                assert((await page.locator(".why").textContent()).length > 60);
                asked++;
            }
            if (!await next.count())
                break;
            await next.click();
        }
        assert.equal(asked, 9);
        assert.equal(await page.locator(".score").textContent(), "0 of 9 answers are right.");
        if (round === 0)
            await page.locator("#lesson button", {hasText: "Other questions"}).click();
    }

    const [first, second] = [0, 1].map(
        round => texts.filter(text => text.startsWith(round)).map(text => text.slice(2)));

    assert(first.some((text, i) => text !== second[i]), "other numbers");
}

// No move of the quiz is to the timer's own deadline, but for the one that says so, and a removal
// from the middle of the heap is none of its last cell or of its root.
async function the_quiz_moves_and_removes_as_it_says(open) {
    const page = await open();
    const found = await page.evaluate(async () => {
        const [{quiz}, {Session}] = await Promise.all(["quiz.js", "session.js"].map(
            name => import(new URL(name, location.href))));
        const wrong = [];

        for (let i = 0; i < 60; i++) {
            const {file, structures, lines, steps} = quiz();
            const {runs: [, heap]} = await Session.open(file, structures, lines);

            for (const {text: [told], from} of steps) {
                const {state} = heap[from], id = Number(/^Timer (\d+) is/.exec(told)?.[1]);
                const due = state.timers.find(timer => timer.id === id)?.due;
                const to = /^Timer \d+ is moved to (0x\w+)/.exec(told)?.[1];
                const {cell} = state.cells.find(entry => entry.id === id) ?? {};

                if (to && Number(to) === Number(due))
                    wrong.push(told);
                if (/ is cancelled/.test(told) && !(cell > 0 && cell < state.cells.length - 1))
                    wrong.push(`${told} It is in cell ${cell}`);
            }
        }
        return wrong;
    });

    assert.deepEqual(found, []);
}

async function the_first_visit_runs_by_itself(open) {
    const page = await open("", {reducedMotion: "no-preference"});

    assert(await page.locator("#scene").isVisible());
    await page.waitForFunction(() => document.getElementById("run").classList.contains("running"));

    const [position, max] =
        await page.locator("#scrub").evaluate(e => [Number(e.value), Number(e.max)]);
    const wait = await page.evaluate(() => performance.now());

    await page.waitForFunction(
        at => Number(document.getElementById("scrub").value) >= at + 2, position);
    assert(max - position > 15, "enough to see");
    assert(await page.evaluate(() => performance.now()) - wait > 20000 / (max - position),
        "20 s in all");
    await visit(page, "");
    assert(!await page.locator("#run").evaluate(e => e.classList.contains("running")), "once");
}

// The scene is still running then; the C of what is gone goes, too.
async function the_first_visit_may_be_cleared_at_once(open) {
    const page = await open("", {reducedMotion: "no-preference"});

    await page.waitForFunction(() => document.getElementById("run").classList.contains("running"));
    await page.locator("#source .line").waitFor();
    await page.locator("#clear").click();
    await page.waitForFunction(() => document.getElementById("scrub").max === "0");
    assert.equal(await page.locator("#source .code div").count(), 0);
    assert(!await page.locator("#run").evaluate(e => e.classList.contains("running")));
}

async function an_embedded_page_has_drawing_and_buttons_alone(open) {
    const page = await open("", {viewport: {width: 640, height: 400}});

    await page.goto(`${page.home}?embed#${on(["smallwheel", "heap4"], ["arm 1 5", "advance 9"])}`);
    await page.waitForSelector("#stages svg > title", {state: "attached"});

    const visible =
        await page.evaluate(() => [...document.querySelectorAll("body *")]
                                      .filter(e => !e.closest("svg") && e.getClientRects().length &&
                                              e.children.length === 0 && e.tagName !== "OPTION")
                                      .filter(e => !e.closest("#stages, #transport"))
                                      .map(e => e.outerHTML.slice(0, 60)));

    assert.deepEqual(visible, []);
    assert.equal(await page.locator("#stages .followed button").evaluate(
        e => getComputedStyle(e, "::after").content), "none", "no C is shown");
    assert(await page.locator("#run").isVisible() &&
        await page.locator("#stages svg").first().isVisible());
    assert.equal(await page.evaluate(() => document.documentElement.scrollHeight), 400,
        "as high as its frame");
}

async function what_was_seen_works_without_a_network(open) {
    const page = await open("", {serviceWorkers: "allow"});

    await page.evaluate(async () => {
        const {start} = await import(new URL("offline.js", document.baseURI));

        await start();
    });
    for (let was = 0, still = 0; still < 4;) { // until nothing more is kept
        const kept = await page.evaluate(
            async () => (await (await caches.open("timers-at-work")).keys()).length);

        still = kept > 40 && kept === was ? still + 1 : 0;
        was = kept;
        await page.waitForTimeout(1000);
    }
    await page.context().setOffline(true);
    await page.goto(`${page.home}#tab=lessons`);
    await page.waitForSelector("#stages svg > title", {state: "attached"})
        .catch(error => assert.fail(`${error.message}: ${page.wrong.join("; ")}`));
    page.wrong.length = 0; // the browser reports what it did not get
}

// Timer 5 fires in the last line: the drawing and the sentence say so, and why no line of C is
// marked.
async function its_firings_are_told(page) {
    const ids = () => page.locator("#stages figure").first().locator(".timer.chip .id")
        .allTextContents();
    const said = () => page.locator("#now span").first().textContent();
    const own = text => text.filter(id => ["1", "2", "3", "5"].includes(id)).join(" ");

    await page.locator("#step").click();
    assert.match(await said(), /^yours: Timer 5 .*fires at 0x1a60[.]/);
    assert.equal(own(await ids()), "3", "timer 5 has left the drawing");
    await page.locator("#last").click();
    assert.match(await said(), /^yours: Timer 5 fires; 1 armed, clock at 0x1a60[.]/);
    assert.match(
        await page.locator("#source .where").textContent(), /^No line of your C is marked: /);
    assert(!await page.locator("#source .code").isVisible(), "an empty frame");
    assert.equal(await page.locator("#stages .followed button").evaluate(
        e => getComputedStyle(e, "::after").content), "none", "C shown");
}

// The key of the lab does what ours does; a copy with a mistake is shown the shortest way to it.
async function a_students_wheel_stands_beside_ours(open) {
    const page = await open("tab=wheel", {viewport: {width: 1280, height: 800}});
    const take = async name => {
        await page.setInputFiles("#wheel-file", {
            name: "wheel.wasm",
            mimeType: "application/wasm",
            buffer: await readFile(`${wheels}/${name}/wheel.wasm`)
        });
        await page.waitForFunction(() => !document.getElementById("wheel-found").hidden ||
                !document.getElementById("wheel-message").hidden);
        assert(await page.locator("#wheel-message").isHidden(),
            await page.locator("#wheel-message").textContent());
        assert.equal(
            await page.locator("#wheel-file").evaluate(e => e.files[0]?.name), "wheel.wasm");
        return page.locator("#wheel-found").textContent();
    };

    assert.match(await take("key"), /^In 200 random runs your wheel does what ours does[.]$/);
    assert.equal(await page.locator("#stages figcaption").count(), 2);
    await its_firings_are_told(page);
    assert.match(
        await take("backwards"), /^At 0x\w+ your wheel fires timers (\d )+\d, and ours timers/);
    for (const selector of ["#stages .scroll", "#now", "#run", "#scrub"]) {
        const {y, height} = await page.locator(selector).first().boundingBox();

        assert(y > 0 && y + height <= 800, `${selector} at ${y} to ${y + height}`);
    }
    assert.equal(await page.locator("#stages svg > title")
                     .first()
                     .textContent()
                     .then(text => text.slice(0, 6)),
        "yours:");
    assert.match(await take("empty"), /your wheel stops/);
    await page.setInputFiles(
        "#wheel-file", {name: "no.wasm", mimeType: "application/wasm", buffer: Buffer.from("no")});
    await page.waitForSelector("#wheel-message:not([hidden])");
    assert.match(await page.locator("#wheel-message").textContent(), /^no[.]wasm is no wheel: /);
    await page.waitForFunction(() => document.querySelectorAll("#stages figure").length === 1);
    assert.match(await page.locator("#stages svg > title").textContent(), /^smallwheel:/,
        "the wheel of the file before");
}

await run(
    [
        answers_are_taken_as_people_write_them, progress_is_kept_and_leads_on,
        the_quiz_asks_anew_and_is_judged_by_the_code, the_quiz_moves_and_removes_as_it_says,
        the_first_visit_runs_by_itself,
        the_first_visit_may_be_cleared_at_once, an_embedded_page_has_drawing_and_buttons_alone,
        what_was_seen_works_without_a_network, a_students_wheel_stands_beside_ours
    ],
    [
        progress_is_kept_and_leads_on, the_first_visit_may_be_cleared_at_once,
        an_embedded_page_has_drawing_and_buttons_alone
    ]);
