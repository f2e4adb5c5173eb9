/* SPDX-License-Identifier: MIT-0 */
/* The tab with structures and commands of your own. */
import {Commands} from "./commands.js";
import {MODULES, WRONG} from "./core.js";
import {calm} from "./player.js";
import {isTerminals, Session} from "./session.js";
import {keep, kept} from "./store.js";

const byId = id => document.getElementById(id);

/* What runs by itself on the first visit, within SCENE milliseconds, from the line before the
   last. */
const FIRST = {
    file: "draw",
    structures: ["smallwheel"],
    lines: [
        "advance 0x1a37", "arm 1 0x1a3c 2 0x1a52 3 0x1b00 4 0x1a5e 5 0x1a52 6 0x1b24",
        "advance 0x1a40", "advance 0x1a52", "advance 0x1a5f", "advance 0x1b00", "advance 0x1b30"
    ],
    place: {line: 2, step: 99},
};
const SCENE = 20000;

/* Only skip lists have dice and towers: on others these lines become comments, so that nothing is
   lost. */
const forSkiplist = line => /^(seed|tower)\b/.test(line);
const adapted = (lines, structures) => structures.includes("skiplist") ? lines
    : lines.map(line => forSkiplist(line) ? `# ${line} (skiplist)` : line);

export class Tab {
    constructor(bench, say) {
        this.bench = bench;
        this.say = say;
        this.usesBench = true;
        this.place = null;
        this.turn = 0; /* of who waits for a core: the last one counts */
        this.commands = new Commands({
            insert: line => this.insert(line),
            replace: lines => this.change(() => this.session.replace(lines)),
            remove: () => this.remove(),
            jump: i => bench.player.go(bench.player.moments.end(i), 0),
        });
        bench.addEventListener("show", () => this.active && this.show());
        bench.addEventListener(
            "offer", ({detail}) => this.active && this.commands.offer(detail.line));
        this.listen();
    }

    listen() {
        for (const id of ["structure", "beside", "module"])
            byId(id).addEventListener("change", () => this.choose());
        byId("clear").addEventListener("click", () => this.change(() => this.session.replace([])));
        byId("help").addEventListener("toggle", () => this.help());
    }

    /* The core's own help: a command, two spaces or more, and what it does, which may go on in the
       next line; without what is for the terminal. */
    help() {
        const terms = [];

        for (const line of this.session.cores[0].run("help").text) {
            const [, term, rest] = /^ {2}(\S.*?)(?: {2,}(.*))?$/.exec(line) ?? [];

            if (term && isTerminals(term))
                break;
            if (term)
                terms.push([term, rest ?? ""]);
            else if (terms.length)
                terms.at(-1)[1] += ` ${line.trim()}`;
        }
        byId("help-text").replaceChildren(...terms.flatMap(texts => texts.map((text, i) =>
            Object.assign(document.createElement(i ? "dd" : "dt"), {textContent: text}))));
    }

    /* Shows the state of an address; of one without structures, what was here before. Throws if it
       is wrong. */
    async enter(state) {
        const turn = ++this.turn, wanted = state.structures ? state : this.session ? null : FIRST;

        if (wanted) {
            const session = await Session.open(wanted.file, wanted.structures, wanted.lines);

            if (turn !== this.turn)
                return;
            this.session = session;
            this.place = wanted.place ?? null;
            this.commands.axis.zoomed = null;
        }
        byId("scene").hidden = wanted !== FIRST;
        this.active = true;
        this.offerStructures();
        this.bench.load(
            this.session, this.place ? this.bench.momentAt(this.session, this.place) : undefined);
        if (wanted === FIRST)
            this.play();
    }

    /* The first visit: the scene runs, unless somebody wants no motion. */
    play() {
        const {player} = this.bench;

        if (kept("visited") || calm.matches)
            return;
        keep("visited", true);
        player.run(player.moments.last, SCENE / (player.moments.last - player.position));
    }

    leave() {
        this.active = false;
        byId("scene").hidden = true;
    }

    address() {
        const {file, structures, lines} = this.session;

        return {file, structures, lines, place: this.place};
    }

    show() {
        this.place = this.bench.place;
        this.commands.show(this.session, this.place.line, this.bench.moments[0].picture);
    }

    /* The lists of structures that the module has. */
    offerStructures() {
        const {file, structures: [one, two = ""]} = this.session;
        const text = name => WRONG.includes(name) ? `${name}, wrong on purpose` : name || "none";
        const option = chosen => name => new Option(text(name), name, false, name === chosen);

        byId("module").value = file;
        byId("structure").replaceChildren(...MODULES[file].map(option(one)));
        byId("beside").replaceChildren(...["", ...MODULES[file]].map(option(two)));
    }

    /* Other structures, the same lines. */
    async choose() {
        const file = byId("module").value, turn = ++this.turn;
        const structures = [byId("structure").value, byId("beside").value]
            .filter(name => name && MODULES[file].includes(name));

        try {
            const names = structures.length ? structures : [MODULES[file][0]];
            const session = await Session.open(file, names, adapted(this.session.lines, names));

            if (turn !== this.turn)
                return;
            this.session = session;
            this.commands.axis.zoomed = null;
            this.bench.load(session, this.bench.momentAt(session, this.place));
            this.say(null);
        } catch (error) {
            this.say(`This choice is refused: ${error.message}`);
        }
        this.offerStructures();
    }

    /* A line goes in behind the one that is shown, and is run through step by step. */
    insert(line) {
        const at = this.place.line, message = this.session.insert(at, line);

        if (message)
            return message;
        this.bench.load(this.session, this.bench.momentAt(this.session, {line: at + 1, step: 0}));

        const {player} = this.bench, end = player.moments.end(at + 1);

        if (player.position < end)
            player.run(end);
        return null;
    }

    remove() {
        const {line} = this.place, message = this.session.remove(line);

        if (!message)
            this.bench.load(
                this.session, this.bench.momentAt(this.session, {line: line - 1, step: Infinity}));
        return message;
    }

    change(f) {
        const message = f();

        if (!message)
            this.bench.load(this.session);
        return message;
    }
}
