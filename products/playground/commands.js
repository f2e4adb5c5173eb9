/* SPDX-License-Identifier: MIT-0 */
/* The commands so far, and all ways to give more: typing, the time axis, shapes that offer a line,
   a whole text. */
import {Axis} from "./axis.js";
import {inBase} from "./ticks.js";

const byId = id => document.getElementById(id);
const IDS = 256;

/* The lowest number of a timer that is not armed. */
function freeId(picture) {
    const armed = new Set(picture.timers.map(({id}) => id));

    for (let id = 0; id < IDS; id++)
        if (!armed.has(id))
            return id;
    return null;
}

/* Gives lines to `on`: on.insert(line), on.replace(lines), on.remove() and on.jump(i), the first
   three of which answer with a message if they refuse. */
export class Commands {
    constructor(on) {
        this.on = on;
        this.past = []; /* of typed lines, for the arrow keys */
        this.back = 0;
        this.axis = new Axis(byId("axis"));
        this.axis.addEventListener("pick", ({detail}) => this.pick(detail));
        byId("type").addEventListener("submit", event => this.submit(event));
        byId("line").addEventListener("keydown", event => this.recall(event));
        byId("quick").addEventListener("click", event => this.quick(event));
        byId("remove").addEventListener("click", () => this.refuse(on.remove()));
        byId("as-text").addEventListener("click", () => this.toggleText());
        byId("text-form").addEventListener("submit", event => this.submitText(event));
        byId("lines").addEventListener("click", event => {
            const button = event.target.closest("button");

            if (button)
                on.jump(Number(button.value));
        });
    }

    /* A message stands below the field, until something succeeds. */
    refuse(message) {
        byId("refusal").hidden = !message;
        byId("refusal").textContent = message ?? "";
        byId("line").setAttribute("aria-invalid", String(Boolean(message)));
        return !message;
    }

    submit(event) {
        const field = byId("line"), line = field.value.trim();

        event.preventDefault();
        if (!line) {
            this.refuse("a command is missing; below, Commands and keys lists them");
            return;
        }
        if (!this.refuse(this.on.insert(line)))
            return;
        this.past.push(line);
        this.back = 0;
        field.value = "";
    }

    /* Arrows up and down bring back what was typed. */
    recall(event) {
        const by = {ArrowUp: 1, ArrowDown: -1}[event.key];

        if (!by || !this.past.length)
            return;
        event.preventDefault();
        this.back = Math.max(0, Math.min(this.past.length, this.back + by));
        byId("line").value = this.back ? this.past.at(-this.back) : "";
    }

    quick(event) {
        const line = event.target.closest("[data-line]")?.dataset.line;

        if (line)
            this.refuse(this.on.insert(line));
    }

    pick({verb, tick}) {
        const id = verb === "arm" ? freeId(this.picture) : "";

        if (id === null)
            this.refuse(`all ${IDS} timers are armed`);
        else
            this.refuse(this.on.insert([verb, id, tick].filter(part => part !== "").join(" ")));
    }

    /* Puts a line into the field, to be changed or done; a question mark in it is the next free
       timer. */
    offer(line) {
        const field = byId("line");

        field.value = line.replace("?", freeId(this.picture) ?? "0");
        field.focus();
    }

    toggleText() {
        const form = byId("text-form");

        form.hidden = !form.hidden;
        byId("as-text").setAttribute("aria-expanded", String(!form.hidden));
        if (!form.hidden) {
            byId("text").value = this.lines.join("\n");
            byId("text").focus();
        }
    }

    submitText(event) {
        const lines = byId("text").value.split("\n").map(line => line.trim());

        event.preventDefault();
        while (lines.length && !lines.at(-1))
            lines.pop();
        if (this.refuse(this.on.replace(lines)))
            this.toggleText();
    }

    /* The lines of a session with what they printed, and the line at which the position is. */
    show(session, line, picture) {
        this.lines = session.lines;
        this.picture = picture;
        this.axis.show(picture);
        byId("remove").disabled = line === 0;
        if (this.listed !== session || this.version !== session.version)
            this.list(session);
        for (const item of byId("lines").children) {
            const here = Number(item.firstChild.value) === line;

            item.firstChild.setAttribute("aria-current", here ? "step" : "false");
            if (here)
                byId("lines").scrollTop = item.offsetTop - byId("lines").clientHeight / 2;
        }
    }

    list(session) {
        this.listed = session;
        this.version = session.version;
        byId("lines").replaceChildren(...session.lines.map((line, i) => {
            const item = document.createElement("li"), button = document.createElement("button");

            button.type = "button";
            button.value = i + 1;
            button.textContent = line || " ";
            item.append(button);
            for (const text of said(session, i + 1))
                item.append(Object.assign(document.createElement("p"), {textContent: text}));
            return item;
        }));
    }
}

/* What each structure printed for line i; once, if they printed the same. */
function said(session, i) {
    const texts = session.runs.map(frames => {
        const {ok, message, broken, text} = frames[i];

        return ok ? [...text, broken]
                        .filter(Boolean)
                        .map(line => inBase(line.trim(), session.base))
                        .join("\n")
                  : message;
    });

    if (texts.every(text => text === texts[0]))
        return texts[0] ? [texts[0]] : [];
    return texts.map((text, s) => `${session.structures[s]}: ${text || "-"}`);
}
