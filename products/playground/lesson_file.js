/* SPDX-License-Identifier: MIT-0 */
/* Reads a lesson: commands of tw_draw with text in comments. README.md says what the marks mean. */
import {refusal} from "./session.js";

/* The names of levels, from 1 on; the quiz is the last. */
export const LEVELS =
    ["First steps", "Wheels", "Where it goes wrong", "Other structures", "At the end"];

const MARKS = {"=": "header", ":": "text", "?": "question", "!": "explanation"};

/* The mark and the rest of a line; a comment without a mark is nothing. */
function parts(line) {
    const match = /^#([=:?!])\s*(.*)$/.exec(line);

    if (match)
        return [MARKS[match[1]], match[2]];
    return line.startsWith("#") || line === "" ? ["nothing", ""] : ["command", line];
}

/* A number in a line that a slider changes: "arm 1 20 #~ 1 64 deadline of timer 1" is the last one
   before the mark. */
function sliderOf(line) {
    const [, before, value, least, most, name] =
        /^(.*\s)(\w+)\s+#~ (\w+) (\w+) (.+)$/.exec(line) ?? [];

    return before && {before, value: Number(value), least: Number(least), most: Number(most), name,
        hex: value.startsWith("0x")};
}

class Reader {
    constructor(name) {
        this.lesson = {
            name,
            title: "",
            level: 1,
            file: "draw",
            structures: [],
            code: [],
            counted: null,
            lines: [],
            steps: [],
            sliders: []
        };
        this.open = false; /* may the step take more text? */
    }

    get step() {
        return this.lesson.steps.at(-1);
    }

    header(rest) {
        const [key, ...values] = rest.split(/\s+/);

        if (key === "title")
            this.lesson.title = rest.slice(key.length).trim();
        else if (key === "level")
            this.lesson.level = Number(values[0]);
        else if (key === "module")
            this.lesson.file = values.join(" ");
        else if (key === "structures")
            this.lesson.structures = values;
        else if (key === "code")
            this.lesson.code.push(rest.slice(key.length).trim());
        else if (key === "counted")
            this.lesson.counted = {event: values[0], words: values.slice(1).join(" ")};
        else
            throw new Error(`"${key}" is no header`);
    }

    text(rest) {
        if (!this.open) {
            const at = this.lesson.lines.length;

            this.lesson.steps.push({text: [""], question: null, from: at, to: at});
            this.open = true;
        }
        if (rest)
            this.step.text.push(`${this.step.text.pop()} ${rest}`.trim());
        else
            this.step.text.push("");
    }

    question(rest) {
        const bar = rest.lastIndexOf("|");

        if (!this.open || this.step.question)
            throw new Error("a question stands behind the text of its step");
        if (bar < 0)
            throw new Error("a question ends with | and a query");
        this.step.question = {
            text: rest.slice(0, bar).trim(),
            query: rest.slice(bar + 1).trim(),
            explanation: ""
        };
    }

    explanation(rest) {
        if (!this.open || !this.step.question)
            throw new Error("an explanation stands behind its question");
        this.step.question.explanation = `${this.step.question.explanation} ${rest}`.trim();
    }

    command(rest) {
        if (!this.step)
            throw new Error("a lesson begins with text");
        const slider = sliderOf(rest);

        this.open = false;
        if (slider)
            this.lesson.sliders.push({...slider, line: this.lesson.lines.length});
        this.lesson.lines.push(rest.replace(/\s*#~.*/, ""));
        this.step.to = this.lesson.lines.length;
    }

    nothing() {}
}

function complete({title, level, file, structures, steps}) {
    if (!title || !steps.length)
        throw new Error("a lesson needs a title, and text");
    if (!LEVELS[level - 1])
        throw new Error(`there is no level ${level}`);

    const reason = refusal(file, structures);

    if (reason)
        throw new Error(reason);
    if (steps.some(({question, from, to}) => question && (from === to || !question.explanation)))
        throw new Error("a question needs an explanation, and commands that show the answer");
}

/* {name, title, level, file, structures, code, counted, lines, steps, sliders}; a step is
   {text, question, from, to}: its paragraphs, its question or null, and the numbers of lines
   before its commands and behind them. */
export function parse(name, text) {
    const reader = new Reader(name);

    text.split("\n").forEach((line, i) => {
        const [what, rest] = parts(line.trim());

        try {
            reader[what](rest);
        } catch (error) {
            throw new Error(`lessons/${name}.txt:${i + 1}: ${error.message}`);
        }
    });
    try {
        complete(reader.lesson);
    } catch (error) {
        throw new Error(`lessons/${name}.txt: ${error.message}`);
    }
    return reader.lesson;
}
