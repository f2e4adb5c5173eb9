/* SPDX-License-Identifier: MIT-0 */
/* A live figure of the page that scrolls: a scene of wheels/ on the real code, to step and to drag.
   It stops before each question until there is an answer. Whoever shows its numbers listens to
   "change". */
import {answer} from "./answers.js";
import {WRONG} from "./core.js";
import {Moments} from "./moments.js";
import {Player} from "./player.js";
import {make, questionForm, verdict} from "./question.js";
import {sceneOf} from "./scenes/marks.js";
import {Session} from "./session.js";
import {file as header, whole} from "./source.js";
import {element, Stage} from "./stage.js";
import {tick} from "./ticks.js";
import {momentText} from "./words.js";

const ICONS = {first: "M1 3h2v10H1zM9 3v10L4 8zM15 3v10l-5-5z", back: "M3 3h2v10H3zM13 3v10L6 8z",
    run: "M4 2v12l9-6z", stop: "M3 2h4v12H3zM9 2h4v12H9z", step: "M11 3h2v10h-2zM3 3v10l7-5z"};

const PADDING = 12; /* of the frame of a drawing, at both sides together */

function icon(name) {
    const svg = element("svg", {class: "icon", viewBox: "0 0 16 16", "aria-hidden": "true"});

    svg.append(element("path", {d: ICONS[name]}));
    return svg;
}

function button(name, label, act) {
    const b = make(
        "button", {type: "button", className: name, title: label, ariaLabel: label}, icon(name));

    b.addEventListener("click", act);
    return b;
}

export class Live extends EventTarget {
    constructor(figure, lesson) {
        super();
        this.figure = figure;
        this.lesson = lesson;
        this.answered = new Map();
        this.values = new Map(lesson.sliders.map(slider => [slider, slider.value]));
    }

    async load() {
        const {file, structures} = this.lesson;

        this.session = await Session.open(file, structures, this.lines());
        this.code = await this.linesOfC();
    }

    /* Draws what was loaded, at once. */
    start() {
        this.player = new Player(new Moments(this.session));
        this.furnish();
        this.player.addEventListener("move", event => this.show(event.detail.ms));
        this.player.addEventListener("run", () => this.showRunning());
        new ResizeObserver(() => this.resized()).observe(this.stagesRoot);
        this.player.go(this.player.moments.end(this.opening), 0);
    }

    /* The lines of a header that the figure names by their text. */
    async linesOfC() {
        const [name, ...texts] = this.lesson.code;

        if (!name)
            return [];

        const {lines} = await header(name);
        const rows = texts.map(text => {
            const [at, more] = [...lines.keys()].filter(i => lines[i].trim() === text);

            if (at === undefined || more !== undefined)
                throw new Error(`${name} does not have just one line "${text}"`);
            return make("span", {}, make("small", {}, String(at + 1)), ...whole(text));
        });

        return [make("p", {className: "lines-of-c"}, `The lines of ${name} that do it:`,
            make("code", {}, ...rows))];
    }

    /* The line that a figure begins with: the end of its first step, or that of its slider. */
    get opening() {
        return Math.max(this.lesson.steps[0].to, ...this.lesson.sliders.map(({line}) => line + 1));
    }

    lines() {
        const lines = [...this.lesson.lines];

        for (const [slider, value] of this.values)
            lines[slider.line] = slider.before + this.written(slider, value);
        return lines;
    }

    written(slider, value) {
        return slider.hex ? tick(String(value), 16) : String(value);
    }

    /* --------------------------------------------------------------------------- parts */

    furnish() {
        const {title, structures} = this.lesson, id = this.figure.id;

        this.stages = structures.map(name => this.stageFor(name));
        this.stagesRoot = make("div", {className: structures.length > 1 ? "stages two" : "stages"},
            ...this.stages.map(({part}) => part));
        this.text = make("p", {className: "step-text"});
        this.asked = make("div", {className: "asked"});
        this.now = make("p", {className: "sentence"});
        this.scrub =
            make("input", {type: "range", min: 0, step: 1, ariaLabel: `Time line: ${title}`});
        this.scrub.addEventListener("input", () => this.drag());
        this.runButton = button("run", "Run", () => this.toggle());
        this.figure.replaceChildren(make("figcaption", {}, title), this.text,
            ...this.sliderRows(id), this.stagesRoot, ...this.code, this.now,
            make("div", {className: "transport", role: "group", ariaLabel: title},
                button("first", "To the beginning", () => this.to(0)),
                button("back", "Back a step", () => this.to(this.player.position - 1)),
                this.runButton, button("step", "A step", () => this.to(this.player.position + 1)),
                this.scrub),
            this.asked, this.printed());
    }

    stageFor(name) {
        const svg = element("svg", {class: "drawing", role: "img"});
        const scroll = make("div", {className: "scroll", tabIndex: 0, role: "region",
            ariaLabel: `${this.lesson.title}: ${name}`});
        const part = make("div", {className: "stage"});

        scroll.append(svg);
        if (this.lesson.structures.length > 1)
            part.append(this.nameOf(name, part));
        part.append(scroll);
        return {part, scroll, stage: new Stage(svg)};
    }

    /* On small screens one of two drawings is seen, and the names choose. First it is the wrong
       one. */
    nameOf(name, part) {
        const b = make("button", {type: "button", className: "stage-name"}, name);
        const {counted} = this.lesson;

        if (counted)
            b.append(": ", make("output", {}, "0"), ` ${counted.words}`);

        part.classList.toggle("chosen",
            WRONG.includes(name) ||
                !WRONG.includes(this.lesson.structures[0]) &&
                    !WRONG.includes(this.lesson.structures[1]) &&
                    name === this.lesson.structures[0]);
        b.addEventListener("click", () => {
            this.stages.forEach(
                other => other.part.classList.toggle("chosen", other.part === part));
            this.show(0);
        });
        return b;
    }

    /* A slider, and beside it its value, which can be typed. */
    sliderRows(id) {
        return [...this.values.keys()].map((slider, i) => {
            const typed = make("input", {type: "text", autocomplete: "off", spellcheck: false,
                value: this.written(slider, slider.value), ariaLabel: `${slider.name}, typed`});
            const input = make("input",
                {type: "range", id: `${id}-${i}`, min: slider.least, max: slider.most, step: 1});

            input.value = slider.value;
            input.addEventListener("input", () => {
                typed.value = this.written(slider, Number(input.value));
                typed.setCustomValidity("");
                this.change(slider, Number(input.value));
            });
            typed.addEventListener("change", () => this.take(slider, typed, input));
            return make("p", {className: "slider-row"},
                make("label", {htmlFor: input.id}, `${slider.name}: `), typed, input);
        });
    }

    /* A value was typed: the slider goes there, or the field says what it takes. Where ticks are
       hexadecimal, 0x may be left out. */
    take(slider, typed, input) {
        const digits = typed.value.trim().toLowerCase().replace(/^0x/, "");
        const text = slider.hex || /^0x/i.test(typed.value.trim()) ? `0x${digits}` : digits;
        const value = /^(0x[0-9a-f]+|\d+)$/.test(text) ? Number(text) : NaN;

        if (value >= slider.least && value <= slider.most) {
            input.value = value;
            input.dispatchEvent(new Event("input"));
            return;
        }
        typed.setCustomValidity(`A ${slider.name} is a number from ` +
            `${this.written(slider, slider.least)} to ${this.written(slider, slider.most)}.`);
        typed.reportValidity();
    }

    /* On paper all steps stand below the drawing, with the answers of the code. */
    printed() {
        const items = this.lesson.steps.map(step => {
            const {question} = step;
            const text = question && answer(this.session, step, question.query).text;

            return make("li", {}, step.text.join(" "), ...question ? [make("br"),
                `${question.text} The code says: ${text}. `, question.explanation] : []);
        });

        return make("ol", {className: "printed"}, ...items);
    }

    /* ----------------------------------------------------------------------------- time */

    /* The first step with a question that has no answer yet. */
    get open_step() {
        return this.lesson.steps.find(step => step.question && !this.answered.has(step));
    }

    /* The last moment that may be seen. */
    get gate() {
        const {moments} = this.player;

        return this.open_step ? moments.end(this.open_step.from) : moments.last;
    }

    /* The step of the line that is shown. */
    get step() {
        const {line} = this.player, {steps} = this.lesson;

        return steps.find(({from, to}) => from < line && line <= to) ?? steps[0];
    }

    to(position) {
        this.player.stop();
        this.player.go(Math.min(position, this.gate));
    }

    toggle() {
        const {player} = this;

        if (player.running)
            player.stop();
        else if (player.position < this.gate)
            player.run(this.gate);
        else if (!this.open_step)
            player.run(player.moments.last);
        else
            this.asked.querySelector("input")?.focus();
    }

    drag() {
        this.player.stop();
        this.player.go(Math.min(Number(this.scrub.value), this.gate), 0);
    }

    /* A slider has another value: its line is run anew, and its end is shown. */
    change(slider, value) {
        this.values.set(slider, value);
        this.session.replace(this.lines());
        this.player.load(new Moments(this.session), new Moments(this.session).end(slider.line + 1));
    }

    judge(step, typed) {
        const found = answer(this.session, step, step.question.query);

        this.answered.set(step, {typed, found, right: typed !== null && found.is(typed)});
        this.player.run(this.player.moments.end(step.to));
        this.show(0);
        this.asked.querySelector(".verdict")?.focus({preventScroll: true});
    }

    /* --------------------------------------------------------------------------- showing */

    resized() {
        const width = this.seenWidth;

        if (width > 0 && width !== this.width)
            this.show(0);
    }

    get seenWidth() {
        return Math.max(...this.stages.map(({scroll}) => scroll.clientWidth));
    }

    show(ms) {
        const {player} = this, moments = player.moments.at(player.position);
        const back = player.position < (this.shown ?? 0);

        this.shown = player.position;
        this.width = this.seenWidth;
        moments.forEach((moment, i) => {
            const {scroll, stage} = this.stages[i], width = (this.width || 700) - PADDING;
            const scene = sceneOf(moment, width, true);

            stage.show(scene, ms, back);
            stage.fit(width, Infinity);
            if (this.lesson.counted)
                this.stages[i].part.querySelector("output").textContent =
                    moment.picture.counts[this.lesson.counted.event];
            /* So that the text below stays where it is: */
            scroll.style.minHeight = `${this.tallest(i, width)}px`;
        });
        this.now.replaceChildren(
            ...moments.map((moment, i) => make("span", {className: moment.event?.event ?? "end"},
                               moments.length > 1 ? `${this.lesson.structures[i]}: ` : "",
                               momentText(moment)[0])));
        this.scrub.max = player.moments.last;
        this.scrub.value = player.position;
        this.scrub.setAttribute("aria-valuetext", this.now.textContent);
        this.ask();
        this.light(this.lit ?? null);
        this.dispatchEvent(new Event("change"));
    }

    /* The height of the largest drawing of stage i at this width. */
    tallest(i, width) {
        const {moments} = this.player, key = `${i} ${width}`;

        if (this.measured?.moments !== moments)
            this.measured = {moments, heights: new Map()};
        if (!this.measured.heights.has(key)) {
            const scenes = Array.from(
                {length: moments.last + 1}, (_, p) => sceneOf(moments.at(p)[i], width, true));

            this.measured.heights.set(key, Math.max(...scenes.map(({height}) => height)) + PADDING);
        }
        return this.measured.heights.get(key);
    }

    /* The text of the step, and what became of its question. At a gate the text and the question of
       the next one. */
    ask() {
        const {step, open_step: open} = this;
        const asks = open && this.player.position >= this.gate ? open : null;

        if (this.told === step && this.asks === asks)
            return;
        this.told = step;
        this.asks = asks;
        this.text.textContent = step.text.join(" ");
        this.asked.replaceChildren();
        if (this.answered.has(step))
            this.asked.append(verdict(step.question, this.answered.get(step)));
        if (asks)
            this.asked.append(make("p", {className: "then"}, asks.text.join(" ")),
                questionForm(asks.question.text, `${this.figure.id}-answer`,
                    typed => this.judge(asks, typed)));
        /* A longer text moves the buttons down. */
        if (this.figure.contains(document.activeElement))
            document.activeElement.scrollIntoView({block: "nearest"});
    }

    showRunning() {
        const {running} = this.player;

        this.runButton.replaceChildren(icon(running ? "stop" : "run"));
        this.runButton.title = this.runButton.ariaLabel = running ? "Stop" : "Run";
    }

    /* Marks the shapes of a timer in all drawings; null: of none. */
    light(id) {
        this.lit = id;
        for (const {stage} of this.stages)
            for (const [key, actor] of stage.actors)
                actor.element.classList.toggle("lit",
                    id !== null &&
                        new RegExp(`^(dial|row-timer|tree|array|list|ring|main)-${id}$`).test(key));
    }

    /* What a query answers for the first so many lines, the last of which is its step; as the
       sliders are now. */
    value(query, line) {
        return answer(this.session, {from: line - 1, to: line}, query).text;
    }
}
