/* SPDX-License-Identifier: MIT-0 */
/* Counts and firing logs, side by side where two structures are. */
import {COUNTED, counter} from "./moments.js";
import {ahead, label, tick} from "./ticks.js";

const NAMES = {
    compare: "keys compared",
    link: "links written",
    cascade: "moved down or passed",
    arm: "armed",
    move: "moved",
    cancel: "cancelled",
    fire: "fired",
};
const WORK = ["compare", "link", "cascade"]; /* where less is better */
const ORDER = [...WORK, ...COUNTED.filter(name => !WORK.includes(name))];

function cell(row, tag, text, cls = "") {
    const e = document.createElement(tag);

    e.textContent = text;
    e.className = cls;
    if (tag === "th")
        e.scope = row.parentNode?.tagName === "THEAD" ? "col" : "row";
    row.append(e);
}

/* Does the structure tell of such events? A wheel of the user's tells of none of its work. */
const tells = ({structure, counts}, name) =>
    structure !== "yours" || !WORK.includes(name) || counts[name] > 0;

/* The counts of each structure since a command, or since the beginning; the event that happens now
   is marked. */
function counts(table, moments, since) {
    const head = table.createTHead().insertRow(), body = table.createTBody();

    cell(head, "th", since ? `since ${since}` : "so far");
    for (const {picture} of moments)
        cell(head, "th", picture.structure);
    for (const name of ORDER) {
        const row = body.insertRow(), all = moments.every(({picture}) => tells(picture, name));
        const values = moments.map(({picture}) => picture.counts[name]);

        row.className = moments.some(({event}) => event && counter(event) === name)
            ? `now ${name}` : name;
        cell(row, "th", NAMES[name]);
        moments.forEach(({picture}, i) => cell(row, "td", tells(picture, name) ? values[i] : "–",
            WORK.includes(name) && all && values.some(other => other > values[i]) ? "less" : ""));
    }
}

const same = (a, b) => a.id === b.id && a.due === b.due && a.now === b.now;

/* What two firing logs have to do with each other, in a sentence. By `step` one structure may lag
   behind, since a cascade is a step, too; a timer that it owes counts as missing when its clock has
   passed. */
function verdict(logs, [{picture: p}, {picture: q}]) {
    const [a, b] = logs, n = Math.min(a.length, b.length);
    const i = a.slice(0, n).findIndex((entry, k) => !same(entry, b[k]));
    const [owed, {now, bits}] = a.length > n ? [a[n], q] : [b[n], p];

    if (i >= 0)
        return {differ: true, text: `The logs differ at number ${i + 1}.`};
    if (owed && ahead(now, owed.now, bits) > 0n)
        return {
            differ: true,
            text: `The logs differ: one lacks timer ${owed.id}, which fired at number ${n + 1}.`
        };
    if (owed)
        return {equal: true, text: `Equal so far: ${a.length} and ${b.length} have fired.`};
    return {equal: n > 0, text: n ? `Both logs are equal: ${n} fired.` : "Nothing has fired yet."};
}

function list(log, other, base) {
    const ol = document.createElement("ol");

    ol.className = "log";
    log.forEach((entry, i) => {
        const li = document.createElement("li");

        li.textContent = `${label(entry.id, entry.due, base)} at ${tick(entry.now, base)}`;
        if (other && other[i] && !same(entry, other[i]))
            li.className = "differs";
        ol.append(li);
    });
    return ol;
}

/* What may be larger than its frame, and scrolls there. */
function scrolling(name, label) {
    const div = document.createElement("div");

    div.className = `${name} scroll`;
    div.tabIndex = 0;
    div.setAttribute("role", "region");
    div.setAttribute("aria-label", label);
    return div;
}

export class Figures {
    constructor(countsRoot, logRoot) {
        this.table = document.createElement("table");
        countsRoot.append(scrolling("counts", "What was counted"));
        countsRoot.lastElementChild.append(this.table);
        this.verdict = document.createElement("p");
        this.verdict.className = "verdict";
        this.logs = scrolling("logs", "What has fired");
        logRoot.append(this.verdict, this.logs);
    }

    /* The moment of each structure, its log, and the command since which events are counted. */
    show(moments, logs, since) {
        const table = document.createElement("table");

        counts(table, moments, since);
        this.table.replaceWith(table);
        this.table = table;
        this.showLogs(moments, logs);
    }

    showLogs(moments, logs) {
        const two = logs.length === 2, found = two && verdict(logs, moments);
        /* One base for both, to be compared. */
        const base = moments.every(({picture}) => picture.base === 16) ? 16 : 10;

        this.verdict.textContent = two ? found.text :
            logs[0].length ? "" : "Nothing has fired yet.";
        this.verdict.className =
            `verdict${found?.equal ? " equal" : ""}${found?.differ ? " differs" : ""}`;
        this.logs.replaceChildren(...logs.map((log, i) => {
            const part = document.createElement("div");

            if (two)
                part.append(Object.assign(
                    document.createElement("h3"), {textContent: moments[i].picture.structure}));
            part.append(list(log, logs[1 - i], base));
            return part;
        }));
        this.logs.scrollTop = this.logs.scrollHeight;
    }
}
