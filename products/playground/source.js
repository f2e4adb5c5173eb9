/* SPDX-License-Identifier: MIT-0 */
/* The line of C that is being executed, in the text of its header, and the calls that led there. */
import {make} from "./question.js";

const files = new Map(); /* by name: the promise of {lines, functions} */
const here = new Set(); /* the names of those that have come */

/* Functions stand from a line that begins with TW__ to the next line that is } alone, or on one
   line. A name may have two: the preprocessor takes one. */
function functionsOf(lines) {
    const functions = [];

    for (let i = 0; i < lines.length; i++) {
        const match = /^TW__\w+ .*?\b(\w+)\(/.exec(lines[i]);
        let end = i;

        if (!match)
            continue;
        while (end < lines.length &&
            !/^}$|[;}]$/.test(end === i ? lines[i] : lines[end].replace(/^\s.*/, "")))
            end++;
        if (lines[end]?.endsWith("}"))
            functions.push({name: match[1], from: i + 1, to: end + 1});
    }
    return functions;
}

async function fetched(name) {
    const answer = await fetch(new URL(`source/${name}`, import.meta.url));

    if (!answer.ok)
        throw new Error(`source/${name} cannot be loaded: ${answer.status} ${answer.statusText}`);

    const lines = (await answer.text()).split("\n");
    return {lines, functions: functionsOf(lines)};
}

/* The promise of a header: its lines, and where its functions stand. */
export function file(name) {
    if (!files.has(name)) {
        const promise = fetched(name);

        files.set(name, promise);
        promise.then(() => here.add(name), () => files.delete(name));
    }
    return files.get(name);
}

const WORDS = new RegExp(
    "(/\\*.*?(?:\\*/|$))|\\b(bool|break|case|const|continue|do|else|enum|false|for|if|inline|" +
        "int|NULL|return|size_t|sizeof|static|struct|switch|true|tw_tick|typedef|uint\\w+_t|" +
        "unsigned|void|while)\\b",
    "g");

/* A text whose operators stay whole: a line may break behind the hyphen of ->. */
export const whole = text => text.split(/(-[->=])/).map(
    (some, i) => i % 2 ? make("span", {className: "sign"}, some) : some);

/* The text of a line, with comments and words of the language told apart. Whether a comment goes on
   behind it. */
function dressed(target, text, inComment) {
    let rest = text, open = inComment;
    const add = (className, some) =>
        target.append(...className ? [make("span", {className}, some)] : whole(some));

    if (open) {
        const end = rest.indexOf("*/");

        open = end < 0;
        add("comment", open ? rest : rest.slice(0, end + 2));
        rest = open ? "" : rest.slice(end + 2);
    }

    let from = 0;

    for (const match of rest.matchAll(WORDS)) {
        add("", rest.slice(from, match.index));
        add(match[1] ? "comment" : "word", match[0]);
        from = match.index + match[0].length;
        open = Boolean(match[1]) && !match[1].endsWith("*/");
    }
    add("", rest.slice(from));
    return open;
}

/* Why no line is marked of a wheel of the user's, and what its drawing shows. */
const YOURS = "No line of your C is marked: your module tells its firings alone. The drawing " +
    "takes out each timer that fires, and shows all else at the end of the command. To see our " +
    "C, choose smallwheel above its drawing.";

export class Source {
    constructor(root) {
        this.where = document.createElement("p");
        this.where.className = "where";
        this.calls = document.createElement("ol");
        this.calls.className = "calls";
        this.calls.setAttribute("aria-label", "Calls, the outermost first");
        this.code = document.createElement("div");
        this.code.className = "code scroll";
        this.code.tabIndex = 0;
        this.code.setAttribute("role", "region");
        this.code.setAttribute("aria-label", "Source");
        root.append(this.where, this.calls, this.code);
        this.shown = ""; /* the file whose lines stand there */
        this.turn = 0; /* of who waits for a file: the last one counts */
    }

    /* Shows the place of a moment's event, or of the last one of a line that has ended. */
    async show({event, frame, picture}) {
        const turn = ++this.turn, shown = event ?? frame.events.at(-1);

        this.code.classList.toggle("past", !event);
        if (!shown?.calls.length) {
            this.clear(picture.structure === "yours" ? YOURS
                                                     : "No event here, so no line of C is marked.");
            return;
        }

        /* The last call in the structure's own header shows the algorithm, if there is one. */
        const own = `${picture.structure}.h`;

        await this.showCall(shown.calls,
            shown.calls.findLast(({file: name}) => name === own) ?? shown.calls.at(-1), turn);
    }

    /* No line, and why. */
    clear(why) {
        this.code.replaceChildren();
        this.shown = "";
        this.where.textContent = why;
        this.calls.replaceChildren();
    }

    /* Shows the line of one of these calls, unless another turn has come meanwhile. While the
       header comes, no line of another call stands there. */
    async showCall(calls, call, turn = ++this.turn) {
        if (!here.has(call.file))
            this.clear(`${call.file} comes.`);

        const text = await file(call.file).catch(error => error);

        if (turn !== this.turn)
            return;
        if (text instanceof Error) {
            this.where.textContent = text.message;
            return;
        }
        if (this.shown !== call.file)
            this.fill(call.file, text.lines);
        this.list(calls, call);
        this.mark(text, call, calls);
    }

    fill(name, lines) {
        let open = false;

        this.shown = name;
        this.code.setAttribute("aria-label", `Source of ${name}`);
        this.code.replaceChildren(...lines.map((line, i) => {
            const row = document.createElement("div"), number = document.createElement("span");

            number.className = "number";
            number.textContent = i + 1;
            row.append(number);
            open = dressed(row, line, open);
            return row;
        }));
    }

    list(calls, shown) {
        this.calls.replaceChildren(...calls.map(call => {
            const item = document.createElement("li"), button = document.createElement("button");

            button.type = "button";
            button.textContent = call.function;
            button.title = `${call.file}:${call.line}`;
            if (call === shown)
                button.setAttribute("aria-current", "true");
            button.addEventListener("click", () => this.showCall(calls, call));
            item.append(button);
            return item;
        }));
    }

    mark({functions}, call) {
        const rows = this.code.children, body = functions.find(({name, from, to}) =>
            name === call.function && from <= call.line && call.line <= to);

        for (const row of this.code.querySelectorAll(".body, .line"))
            row.classList.remove("body", "line");
        this.where.replaceChildren(`${call.function}, `, Object.assign(document.createElement("b"),
            {textContent: `${call.file} line ${call.line}`}));
        for (let i = body?.from ?? call.line; i <= (body?.to ?? call.line); i++)
            rows[i - 1]?.classList.add("body");

        const row = rows[call.line - 1];

        if (!row)
            return;
        row.classList.add("line");
        this.code.scrollTop = row.offsetTop - this.code.clientHeight / 2 + row.offsetHeight / 2;
    }
}
