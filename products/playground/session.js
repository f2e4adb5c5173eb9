/* SPDX-License-Identifier: MIT-0 */
/* A session: lines that were run on one structure, or on two side by side, with all frames. A
   change that is refused leaves everything as it was. */
import {Core, MODULES} from "./core.js";
import {drawable} from "./scenes/marks.js";

export const MOST_LINES = 1000;

/* Is this a command of the terminal alone? */
export const isTerminals = line => /^\s*(help|quit)\b/.test(line);

/* Why these structures cannot be shown, each by itself or two side by side; null: they can. */
export function refusal(file, structures) {
    const has = Object.hasOwn(MODULES, file) ? MODULES[file] : [];
    const lacks = structures.filter(name => !has.includes(name)).map(name => name.slice(0, 40));

    if (structures.length > 2)
        return `${structures.length} structures have no room: name one or two`;
    if (!structures.some(Boolean))
        return "no structure is named";
    if (lacks.length)
        return `${file.slice(0, 20)}.wasm does not have "${lacks.join('" and "')}"`;
    return null;
}

export class Session {
    /* The same lines on these structures, once. */
    static async open(file, structures, lines = []) {
        const reason = refusal(file, structures), session = new Session();

        if (reason)
            throw new RangeError(reason);

        session.file = file;
        session.structures = structures;
        [session.cores] = await Promise.all([
            Promise.all(structures.map(() => Core.load(file))), drawable(structures)]);
        session.lines = [];
        session.version = 0; /* counts the changes */
        session.begin();
        const message = session.replace(lines);
        if (message)
            throw new RangeError(message);
        return session;
    }

    /* Lines on cores that somebody else made, one for each name. */
    static of(cores, structures, lines) {
        const session = new Session();

        Object.assign(session, {file: "draw", structures, cores, lines: [], version: 0});
        session.begin();
        session.replace(lines);
        return session;
    }

    /* A frame for each structure before the first line; runs[s][i] is the frame of structure s
       after line i. */
    begin() {
        this.runs = this.structures.map((name, s) => [this.cores[s].begin(name)]);
    }

    /* The base in which ticks are shown. Side by side there is one for both: that of the lines. */
    get base() {
        const bases = this.runs.map(([frame]) => frame.state.base);

        if (bases.every(base => base === bases[0]))
            return bases[0];
        return this.lines.some(line => /\b0x/.test(line)) ? 16 : 10;
    }

    /* Runs one more line, and gives its message if it is refused: no structure takes it, or one of
       them breaks. */
    append(line) {
        if (this.lines.length >= MOST_LINES)
            return `there is room for ${MOST_LINES} lines`;
        if (isTerminals(line))
            return "help and quit are for the terminal; " +
                "below, Commands and keys lists the commands";

        const frames = this.cores.map(core => core.run(line));

        if (!frames.some(frame => frame.ok))
            return frames[0].message;
        this.version++;
        this.lines.push(line);
        frames.forEach((frame, s) => this.runs[s].push(frame));
        return null;
    }

    /* Other lines instead of all. A message names the line that is refused, and all stays as it
       was. */
    replace(lines) {
        const were = this.lines, runs = this.runs;
        let message = null;

        this.version++;
        this.lines = [];
        this.begin();
        for (let i = 0; i < lines.length && message === null; i++) {
            message = this.append(lines[i]);
            if (message !== null)
                message = `line ${i + 1}, "${lines[i].slice(0, 40)}": ${message}`;
        }
        if (message !== null) {
            this.begin();
            were.forEach(line => this.cores.forEach(core => core.run(line)));
            this.lines = were;
            this.runs = runs;
        }
        return message;
    }

    /* Runs a line behind the first `at` lines. */
    insert(at, line) {
        return at === this.lines.length ? this.append(line)
                                        : this.replace(this.lines.toSpliced(at, 0, line));
    }

    /* Takes out the i-th line, from 1. */
    remove(i) {
        return this.replace(this.lines.toSpliced(i - 1, 1));
    }
}
