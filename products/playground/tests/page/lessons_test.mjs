// SPDX-License-Identifier: MIT-0
// Each lesson is played to its end as a student would, and its frames are those of tw_draw --json
// on this machine. Answers come from the claims in the lessons, which the page does not read.
// Random commands give the same firings as there.
import assert from "node:assert/strict";
import {execFileSync, spawnSync} from "node:child_process";
import {readFileSync} from "node:fs";
import path from "node:path";
import {ALL, on, run, visit} from "./browser.mjs";

const {TW_SITE: site, TW_DRAW: draw, TW_DRAW16: draw16} = process.env;
const here = import.meta.dirname ?? path.dirname(new URL(import.meta.url).pathname);
const names = readFileSync(path.join(site, "lessons/index.txt"), "utf8").trim().split("\n");

// What tw_draw says of these lines: a frame for each, and one before.
function host(module, structure, lines) {
    const {stdout} =
        spawnSync(module === "draw16" ? draw16 : draw, ["--json", "--structure", structure],
            {input: `${lines.join("\n")}\n`, encoding: "utf8", maxBuffer: 1e8});

    return stdout.trim().split("\n").map(line => JSON.parse(line));
}

// Header, commands, and for each step the number of its commands and the answers that are claimed.
function lessonOf(name) {
    const lesson = {module: "draw", lines: [], steps: []};
    let fresh = false;

    for (const line of readFileSync(path.join(site, `lessons/${name}.txt`), "utf8")
             .trim()
             .split("\n")) {
        const [, key, value] = /^#= (\w+) (.*)$/.exec(line) ?? [];
        const claim = /^# claim: (.*) = (.*)$/.exec(line);

        if (key) {
            lesson[key] = value;
        } else if (line.startsWith("#:")) {
            if (!fresh)
                lesson.steps.push({lines: 0, claims: {}, query: null});
            fresh = true;
        } else if (line.startsWith("#?")) {
            lesson.steps.at(-1).query = line.split("|").at(-1).trim();
        } else if (claim) {
            lesson.steps.at(-1).claims[claim[1]] = claim[2];
        } else if (!line.startsWith("#")) {
            fresh = false;
            lesson.lines.push(line);
            lesson.steps.at(-1).lines++;
        }
    }
    return lesson;
}

// A structure need not be named if it is the first one.
const claimed = ({claims, query}, [first]) =>
    claims[query] ?? claims[query.replace(`${first}: `, "")] ?? claims[`${first}: ${query}`];

async function play(page, {steps, structures}) {
    const lesson = page.locator("#lesson");
    const next = lesson.getByRole("button", {name: "Next", exact: true});
    let end = 0;

    for (const [i, step] of steps.entries()) {
        assert.match(
            await lesson.locator("h2").textContent(), new RegExp(`${i + 1} of ${steps.length}$`));
        if (step.query) {
            await page.locator("#answer").fill(claimed(step, structures.split(" ")));
            await page.keyboard.press("Enter");
            assert.match(await lesson.locator(".said").textContent(), /^Right: /, step.query);
            assert((await lesson.locator(".why").textContent()).length > 40, step.query);
        }
        await page.locator("#now").click();
        await page.keyboard.press("ArrowLeft"); // stops the page, which runs by itself
        end += step.lines;
        for (let k = 0; !await page.locator(`#now:has-text("line ${end} has ended")`).count() &&
             k <= step.lines;
             k++)
            await page.keyboard.press("PageDown");
        if (i + 1 < steps.length)
            await next.click();
    }
    assert.match(await lesson.locator("button.main").last().textContent(), /^Next lesson: /);
    assert.match(await page.locator("#now").textContent(), new RegExp(`line ${end} has ended`));
}

// The page has the frames of the host, byte for byte.
async function sameFrames(page, module, structures, lines) {
    const told = await page.evaluate(async ([file, names, commands, base]) => {
        const {Session} = await import(new URL("session.js", base));

        return (await Session.open(file, names, commands)).runs;
    }, [module, structures, lines, page.url().split("#")[0]]);

    for (const [i, structure] of structures.entries())
        assert.deepEqual(told[i], host(module, structure, lines), structure);
}

// The page names a timer in words, where tw_draw writes 3@20.
const inWords = text => text?.replace(/(\d+)@(\w+)/g, "timer $1 (due $2)");

async function each_lesson_is_played_to_its_end(open) {
    const page = await open();

    assert(names.length >= 10);
    for (const name of names) {
        const lesson = lessonOf(name), structures = lesson.structures.split(" ");

        await visit(page, `tab=lessons&lesson=${name}`);
        await page.locator("#lesson h2").waitFor();
        await play(page, lesson);
        await sameFrames(page, lesson.module, structures, lesson.lines);
        for (const [i, structure] of structures.entries()) {
            const {state, broken} = host(lesson.module, structure, lesson.lines).at(-1);
            const title = await page.locator("#stages svg > title").nth(i).textContent();

            assert(title.startsWith(`${structure}: `) &&
                    title.includes(inWords(broken)?.slice(1) ?? `${state.count} armed`),
                title);
        }
    }
}

// 300 commands without those that are refused, which the page does not take: such change nothing.
function commands(structure) {
    const all = execFileSync(
        "python3", [path.join(here, "../commands.py"), structure, "77", "64"], {encoding: "utf8"})
                    .replace(/\n$/, "")
                    .split("\n")
                    .map(line => line || " ");
    const good = host("draw", structure, all).slice(1).map(({ok}) => ok);

    assert.equal(all.length, 300);
    return all.filter((line, i) => good[i]);
}

// What the page lists as fired, against what the host fired.
async function random_commands_fire_as_on_the_host(open) {
    const page = await open();

    for (const structure of ALL) {
        const lines = commands(structure), frames = host("draw", structure, lines);
        const fired = frames.flatMap(({events}) => events.filter(({event}) => event === "fire"));
        const text = n =>
            frames[0].state.base === 16 ? `0x${BigInt(n).toString(16).padStart(4, "0")}` : n;

        await visit(page, on([structure], lines));
        assert(fired.length > 20 && lines.length > 250);
        assert.deepEqual(await page.locator("#log ol li").allTextContents(),
            fired.map(({id, due, now}) => `${id}@${text(due)} at ${text(now)}`), structure);
    }
}

await run([each_lesson_is_played_to_its_end, random_commands_fire_as_on_the_host]);
