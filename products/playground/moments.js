/* SPDX-License-Identifier: MIT-0 */
/* Moments: the stops of the time line. A line has a moment for each of its events and one for its
   end; side by side, as many as the structure with more events, and the other one waits at its
   end. */

const COUNTED = ["arm", "move", "cancel", "fire", "cascade", "compare", "link"];

/* The count that an event belongs to: a removal writes links, too. */
const counter = ({event}) => event === "unlink" ? "link" : event;

const folded = new WeakMap(); /* of a frame: the pictures at its events */

/* Where timers stand in rings of levels, by id. */
const standing = ({kind, levels, overflow}) => kind !== "rings" ? [] : [
    ...levels.flatMap(
        ({level, slots}) => slots.flatMap(({slot, ids}) => ids.map(id => [id, {level, slot}]))),
    ...(overflow ?? []).map(id => [id, {overflow: true}])
];

/* What an event changed. A wheel of the user's does not say that: what fires leaves the drawing,
   and all else stays as the line before left it. */
function changeOf({event, id, change}, {structure, timers, due, levels}) {
    const without = ids => ids.filter(other => other !== id);

    if (structure !== "yours" || event !== "fire")
        return change;
    return {timers: timers.filter(timer => timer.id !== id), due: without(due),
        levels: levels.map(level => ({...level, slots: level.slots
            .map(slot => ({...slot, ids: without(slot.ids)})).filter(({ids}) => ids.length)}))};
}

/* The picture at each event: the one before, and what the event changed. Counts run along; `held`
   says of the timers in the hand where they stood last. */
function pictures(frame, before) {
    if (!folded.has(frame)) {
        const stood = new Map(standing(before));
        let picture = before;

        folded.set(frame, frame.events.map(event => {
            const counts = {...picture.counts}, change = changeOf(event, picture);

            counts[counter(event)]++;
            picture = Object.assign({}, picture, change, {counts});
            if (change.levels)
                standing(picture).forEach(([id, place]) => stood.set(id, place));
            picture.held =
                picture.hand.filter(id => stood.has(id)).map(id => ({id, at: stood.get(id)}));
            return picture;
        }));
    }
    return folded.get(frame);
}

/* Of the i-th frame of a run the moment of its event j; with too large a j, its end. */
function momentOf(frames, i, j, base) {
    const frame = frames[i], event = frame.events[j] ?? null;
    const picture = event ? pictures(frame, frames[i - 1].state)[j] : frame.state;

    return {
        index: i,
        frame,
        event,
        step: event ? j + 1 : frame.events.length,
        steps: frame.events.length,
        picture: picture && picture.base !== base ? {...picture, base} : picture,
    };
}

/* The time line of a session, as it is now. */
export class Moments {
    constructor(session) {
        this.session = session;
        this.starts = [
            0
        ]; /* the first moment of each line, frame 0 included; behind them, the number of moments */
        for (let i = 0; i <= session.lines.length; i++)
            this.starts.push(this.starts[i] + 1 +
                Math.max(...session.runs.map(frames => frames[i].events.length)));
    }

    get last() {
        return this.starts.at(-1) - 1;
    }

    /* The line of moment p, 0 before the first one. */
    line(p) {
        let low = 0, high = this.starts.length - 1;

        /* starts[low] <= p < starts[high] */
        while (high - low > 1) {
            const middle = (low + high) >> 1;

            if (this.starts[middle] <= p)
                low = middle;
            else
                high = middle;
        }
        return low;
    }

    /* The last moment of line i. */
    end(i) {
        return this.starts[i + 1] - 1;
    }

    /* What each structure shows at p. */
    at(p) {
        const i = this.line(p), {runs, base} = this.session;

        return runs.map(frames => momentOf(frames, i, p - this.starts[i], base));
    }

    /* The command since which events are counted at p; null: since the beginning. */
    countedSince(p) {
        const begins = ({command, text}) => /^(undo|count)\b/.test(command ?? "") &&
            !text.some(line => /nothing to undo/.test(line));

        return this.session.runs[0].slice(1, this.line(p) + 1).findLast(begins)
            ?.command.match(/^\w+/)[0] ?? null;
    }

    /* The firing log of each structure up to p: what fired, when and in which line. */
    fired(p) {
        const i = this.line(p);

        return this.session.runs.map(frames => frames.slice(1, i + 1).flatMap((frame, k) => {
            const some = k + 1 < i ? frame.events : frame.events.slice(0, p - this.starts[i] + 1);

            return some.filter(event => event.event === "fire").map(({id,
                due,
                now}) => ({id, due, now, line: k + 1}));
        }));
    }
}

export {COUNTED, counter};
