/* SPDX-License-Identifier: MIT-0 */
/* The tab with lessons: text and commands step by step, and questions that the real code answers. */
import {answer, right} from "./answers.js";
import {write} from "./address.js";
import {parse} from "./lesson_file.js";
import {Session} from "./session.js";

const root = document.getElementById("lesson");

function make(tag, properties = {}, ...children) {
    const e = Object.assign(document.createElement(tag), properties);

    e.append(...children);
    return e;
}

async function fetched(path) {
    const answered = await fetch(new URL(`lessons/${path}`, import.meta.url));

    if (!answered.ok)
        throw new Error(`lessons/${path} cannot be loaded: ${answered.status} ${answered.statusText}`);
    return answered.text();
}

export class Tab {
    constructor(bench, say) {
        this.bench = bench;
        this.say = say;
        this.usesBench = true;
        this.lesson = null;
        this.answered = new Map(); /* by step: what was typed, the answer of the code, and whether they agree */
        bench.addEventListener("show", () => this.active && this.show());
    }

    /* The lesson of an address, or the one that was here, or the first. Throws if there is none of that name. */
    async enter({lesson: wanted, place}) {
        this.all ??= await this.index();

        const name = wanted ?? this.lesson?.name ?? this.all[0].name;

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
            root.querySelector("h2").focus();
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
        const names = (await fetched("index.txt")).split("\n").map(line => line.trim()).filter(Boolean);

        return Promise.all(names.map(async name => parse(name, await fetched(`${name}.txt`))));
    }

    async take(name) {
        const lesson = this.all.find(one => one.name === name);

        this.session = await Session.open(lesson.file, lesson.structures, lesson.lines);
        this.lesson = lesson;
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
        root.querySelector("h2").focus();
        if (!step.question || this.answered.has(step))
            this.play();
    }

    play() {
        const {player} = this.bench, end = player.moments.end(this.step.to);

        if (player.position < end)
            player.run(end);
    }

    /* All that the tab shows; the answer to a question with it. */
    draw() {
        const {lesson, step} = this, at = lesson.steps.indexOf(step);
        const count = make("small", {}, `${at + 1} of ${lesson.steps.length}`);
        const heading = make("h2", {tabIndex: -1}, `${lesson.title} `, count);

        root.replaceChildren(this.chooser(), heading, ...step.text.filter(Boolean).map(text => make("p", {}, text)));
        if (step.question)
            root.append(this.answered.has(step) ? this.verdict() : this.question());
        if (step.to > step.from)
            root.append(make("p", {className: "lesson-lines"},
                make("code", {}, lesson.lines.slice(step.from, step.to).join("\n"))));
        root.append(this.buttons(at));
    }

    chooser() {
        const select = make("select", {id: "lessons"}, ...this.all.map(({name, title}) =>
            new Option(title, name, false, name === this.lesson.name)));

        select.addEventListener("change", () => {
            location.hash = write({tab: "lessons", lesson: select.value});
        });
        return make("p", {className: "bar"}, make("label", {}, "Lesson ", select));
    }

    question() {
        const {question} = this.step, field = make("input", {type: "text", id: "answer", autocomplete: "off"});
        const message = make("p", {className: "message", role: "alert", hidden: true});
        const tell = make("button", {type: "button", textContent: "Tell me"});
        const form = make("form", {className: "question"}, make("label", {htmlFor: "answer"}, question.text), field,
            make("button", {textContent: "Answer"}), tell, message);

        form.addEventListener("submit", event => {
            event.preventDefault();
            if (field.value.trim()) {
                this.judge(field.value);
            } else {
                message.textContent = "An answer is missing; Tell me shows it.";
                message.hidden = false;
            }
        });
        tell.addEventListener("click", () => this.judge(null));
        return form;
    }

    /* What was typed, or null: now the commands show it. */
    judge(typed) {
        const found = answer(this.session, this.step, this.step.question.query);

        this.answered.set(this.step, {typed, found, right: typed !== null && right(found, typed)});
        this.draw();
        root.querySelector(".verdict").focus();
        this.play();
    }

    verdict() {
        const {typed, found, right: is} = this.answered.get(this.step), {text, explanation} = this.step.question;
        const said = typed === null ? `The answer is ${found.text}.`
            : is ? `Right: ${found.text}.`
            : `"${typed.trim().slice(0, 60)}" is not right: the code says ${found.text}.`;
        const cls = is ? "equal" : typed === null ? "" : "differs";

        return make("div", {className: `question verdict ${cls}`, tabIndex: -1},
            make("p", {}, text), make("p", {className: "said"}, said), make("p", {className: "why"}, explanation));
    }

    buttons(at) {
        const {steps, lines, file, structures} = this.lesson;
        const button = (text, step, cls) => {
            const b = make("button", {type: "button", textContent: text, disabled: !step, className: cls});

            b.addEventListener("click", () => this.go(step));
            return b;
        };
        const own = make("a", {textContent: "Go on with commands of your own",
            href: `#${write({tab: "explore", file, structures, lines: lines.slice(0, this.step.to)})}`});

        return make("p", {className: "bar"}, button("Previous", steps[at - 1], ""),
            button("Next", steps[at + 1], "main"), own);
    }
}
