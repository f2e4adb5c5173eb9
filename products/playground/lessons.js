/* SPDX-License-Identifier: MIT-0 */
/* The tab with lessons: text and commands step by step, and questions that the real code
   answers. */
import {answer} from "./answers.js";
import {write} from "./address.js";
import {LEVELS, parse} from "./lesson_file.js";
import {make, questionForm, verdict} from "./question.js";
import {Session} from "./session.js";
import {keep, kept} from "./store.js";

const QUIZ = {
    name: "quiz",
    title: "The last quiz: other questions each time",
    level: LEVELS.length
};

const root = document.getElementById("lesson");

/* As in style.css: there a lesson begins at its heading, beside the whole drawing. */
const low = matchMedia("(max-width: 1020px) and (max-height: 640px)");

async function fetched(path) {
    const answered = await fetch(new URL(`lessons/${path}`, import.meta.url));

    if (!answered.ok)
        throw new Error(
            `lessons/${path} cannot be loaded: ${answered.status} ${answered.statusText}`);
    return answered.text();
}

/* By lesson: whether it is done, its steps that are, and how many of its questions were answered
   right. */
const progress = () => kept("lessons") ?? {};

export class Tab {
    constructor(bench, say) {
        this.bench = bench;
        this.say = say;
        this.usesBench = true;
        this.lesson = null;
        /* By step: what was typed, the answer of the code, and whether they agree. */
        this.answered = new Map();
        bench.addEventListener("show", () => this.active && this.show());
    }

    /* The lesson of an address, or the one that was here, or the first that is not done. Throws if
       there is none of that name. */
    async enter({lesson: wanted, place}) {
        this.all ??= await this.index();

        const open = this.all.find(({name}) => !progress()[name]?.done) ?? this.all[0];
        const name = wanted ?? this.lesson?.name ?? open.name;

        if (!this.all.some(lesson => lesson.name === name))
            throw new RangeError(`there is no lesson "${name}"`);

        const fresh = name !== this.lesson?.name, chosen = root.contains(document.activeElement);

        if (fresh)
            await this.take(name);
        this.active = true;
        this.place = place ?? this.place;
        this.bench.load(this.session, this.bench.momentAt(this.session, this.place));
        this.stepAt(this.place);
        this.draw();
        if (chosen)
            this.focus("h2");
        if (fresh && low.matches)
            root.querySelector("h2").scrollIntoView({block: "start"});
        if (fresh && !place && !this.step.question)
            this.play();
    }

    leave() {
        this.active = false;
    }

    address() {
        return {lesson: this.lesson.name, place: this.place};
    }

    async index() {
        const names =
            (await fetched("index.txt")).split("\n").map(line => line.trim()).filter(Boolean);

        return [
            ...await Promise.all(
                names.map(async name => parse(name, await fetched(`${name}.txt`)))),
            QUIZ
        ];
    }

    async take(name) {
        const lesson = name === QUIZ.name ? {...QUIZ, ...(await import("./quiz.js")).quiz()}
            : this.all.find(one => one.name === name);

        this.session = await Session.open(lesson.file, lesson.structures, lesson.lines);
        this.lesson = lesson;
        this.step = null;
        this.answered = new Map();
        this.place = {line: 0, step: 0};
    }

    /* The step that the position is in: the first one that may be, unless the present one is. */
    stepAt({line}) {
        const {steps} = this.lesson, inside = ({from, to}) => from <= line && line <= to;

        if (!this.step || !steps.includes(this.step) || !inside(this.step))
            this.step = steps.find(inside) ?? steps[0];
    }

    /* The time line moved. */
    show() {
        const before = this.step;

        this.place = this.bench.place;
        this.stepAt(this.place);
        if (this.step !== before)
            this.draw();
    }

    /* To a step: its commands run, unless it asks first. */
    go(step) {
        const {player} = this.bench, {moments} = player;

        this.step = step;
        player.stop();
        player.go(moments.end(step.from), 0);
        this.step = step; /* at its beginning another step ends */
        this.draw();
        this.focus("h2");
        if (!step.question || this.answered.has(step))
            this.play();
    }

    /* The focus goes there, and the text is seen from there on: the drawing keeps its place. */
    focus(selector) {
        root.querySelector(selector).focus({preventScroll: true});
        root.querySelector(selector).scrollIntoView({block: "nearest"});
    }

    play() {
        const {player} = this.bench, end = player.moments.end(this.step.to);

        if (player.position < end)
            player.run(end);
    }

    /* What was reached in this lesson: the best so far counts. The lesson is done when each step
       was shown, and each question had an answer typed. */
    note() {
        const {lesson, step} = this, were = progress()[lesson.name] ?? {};
        const right = [...this.answered.values()].filter(one => one.right).length;
        const steps = new Set(were.steps), told = (this.answered.get(step)?.typed ?? null) === null;

        if (!step.question || !told)
            steps.add(lesson.steps.indexOf(step));
        keep("lessons", {
            ...progress(),
            [lesson.name]: {
                done: were.done || steps.size === lesson.steps.length,
                right: Math.max(were.right ?? 0, right),
                steps: [...steps]
            }
        });
    }

    /* All that the tab shows; the answer to a question with it. */
    draw() {
        const {lesson, step} = this, at = lesson.steps.indexOf(step);
        const count = make("small", {}, `${at + 1} of ${lesson.steps.length}`);
        const heading = make("h2", {tabIndex: -1}, `${lesson.title} `, count);

        this.note();
        root.replaceChildren(
            this.chooser(), heading, ...step.text.filter(Boolean).map(text => make("p", {}, text)));
        if (step.question)
            root.append(this.answered.has(step) ? verdict(step.question, this.answered.get(step))
                : questionForm(step.question.text, "answer", typed => this.judge(typed)));
        if (step.to > step.from)
            root.append(make("p", {className: "lesson-lines"},
                make("code", {}, lesson.lines.slice(step.from, step.to).join("\n"))));
        if (lesson.name === QUIZ.name && at + 1 === lesson.steps.length && this.answered.has(step))
            root.append(make("p", {className: "score"}, this.score()));
        root.append(this.buttons(at));
    }

    score() {
        const asked = this.lesson.steps.filter(({question}) => question);
        const right = asked.filter(step => this.answered.get(step)?.right).length;

        return `${right} of ${asked.length} answers are right.`;
    }

    /* The lessons by level, each with what was reached in it. */
    chooser() {
        const done = progress(), mark = ({name}) => done[name]?.done ? "✓ " : "";
        const option = lesson => new Option(`${mark(lesson)}${lesson.title}`, lesson.name, false,
            lesson.name === this.lesson.name);
        const select = make("select", {id: "lessons"},
            ...LEVELS.map((label, i) => make("optgroup", {label},
                              ...this.all.filter(({level}) => level === i + 1).map(option))));
        const count = this.all.filter(({name}) => done[name]?.done).length;

        select.addEventListener("change", () => this.open(select.value));
        return make("p", {className: "bar"}, make("label", {}, "Lesson ", select),
            make("span", {id: "progress"}, `${count} of ${this.all.length} done`));
    }

    open(name) {
        location.hash = write({tab: "lessons", lesson: name});
    }

    /* What was typed, or null: now the commands show it. */
    judge(typed) {
        const found = answer(this.session, this.step, this.step.question.query);

        this.answered.set(this.step, {typed, found, right: typed !== null && found.is(typed)});
        this.draw();
        this.focus(".verdict");
        this.play();
    }

    buttons(at) {
        const {steps, lines, file, structures} = this.lesson, next = steps[at + 1];
        const button = (textContent, className, act) => {
            const b = make("button", {type: "button", textContent, className, disabled: !act});

            if (act)
                b.addEventListener("click", act);
            return b;
        };
        const own = make("a", {
            textContent: "Go on with commands of your own",
            href:
                `#${write({tab: "explore", file, structures, lines: lines.slice(0, this.step.to)})}`
        });

        return make("p", {className: "bar"},
            button("Previous", "", steps[at - 1] && (() => this.go(steps[at - 1]))),
            next ? button("Next", "main", () => this.go(next)) : this.onward(button), own);
    }

    /* Behind the last step: the next lesson; behind the quiz, another one. */
    onward(button) {
        const next = this.all[this.all.findIndex(({name}) => name === this.lesson.name) + 1];

        if (next)
            return button(`Next lesson: ${next.title}`, "main", () => this.open(next.name));
        return button("Other questions", "main", async () => {
            await this.take(QUIZ.name);
            this.bench.load(this.session, 0);
            this.go(this.lesson.steps[0]);
        });
    }
}
