/* SPDX-License-Identifier: MIT-0 */
/* The state of the page in the fragment of its address:
   #tab=explore&on=heap4+rbtree&do=arm+1+50;advance+50&at=1.2 An address comes from anywhere: what
   is wrong in it is said, and nothing of it is used. */
import {MOST_LINES, refusal} from "./session.js";

const LONGEST = 32768; /* characters */
const NAMES = ["tab", "module", "on", "do", "at", "lesson"];

/* Line and step of a place on the time line, "12.3". */
function placeOf(text) {
    const match = /^(\d{1,6})\.(\d{1,6})$/.exec(text);

    if (!match)
        throw new RangeError(`at=${text.slice(0, 40)} is no place on the time line, as 12.3 is`);
    return {line: Number(match[1]), step: Number(match[2])};
}

function decode(fragment) {
    const fields = {};

    if (fragment.length > LONGEST)
        throw new RangeError(`it is longer than ${LONGEST} characters`);
    for (const [name, value] of new URLSearchParams(fragment)) {
        if (!NAMES.includes(name))
            throw new RangeError(`"${name.slice(0, 40)}" means nothing`);
        if (name in fields)
            throw new RangeError(`"${name}" comes twice`);
        fields[name] = value;
    }
    return fields;
}

/* From a fragment, without its #: {tab, file, structures, lines, place, lesson}, of an empty one
   {}; throws with the reason. */
export function read(fragment) {
    const fields = decode(fragment), state = {};

    if ("tab" in fields) {
        if (!/^[a-z]{1,20}$/.test(fields.tab))
            throw new RangeError(`there is no tab "${fields.tab.slice(0, 40)}"`);
        state.tab = fields.tab;
    }
    if ("lesson" in fields) {
        if (!/^[a-z0-9_]{1,60}$/.test(fields.lesson))
            throw new RangeError(`there is no lesson "${fields.lesson.slice(0, 40)}"`);
        state.lesson = fields.lesson;
    }
    if ("at" in fields)
        state.place = placeOf(fields.at);
    if ("on" in fields) {
        state.file = fields.module ?? "draw";
        state.structures = fields.on.split(" ");

        const reason = refusal(state.file, state.structures);

        if (reason)
            throw new RangeError(reason);
        state.lines = fields.do ? fields.do.split(";") : [];
        if (state.lines.length > MOST_LINES)
            throw new RangeError(`it has more than ${MOST_LINES} lines`);
    }
    return state;
}

/* The fragment of a state; null if it is too long to be read again. A semicolon in a comment would
   end the line. */
export function write({tab, file, structures, lines, place, lesson}) {
    const fields = new URLSearchParams();

    fields.set("tab", tab);
    if (lesson)
        fields.set("lesson", lesson);
    if (structures) {
        if (file !== "draw")
            fields.set("module", file);
        fields.set("on", structures.join(" "));
        if (lines.length > 0)
            fields.set("do", lines.map(line => line.replaceAll(";", ",")).join(";"));
    }
    if (place)
        fields.set("at", `${place.line}.${place.step}`);

    const text =
        fields.toString().replaceAll("%3B", ";").replaceAll("%3A", ":").replaceAll("%2C", ",");

    return text.length > LONGEST ? null : text;
}
