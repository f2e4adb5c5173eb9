// SPDX-License-Identifier: MIT-0
/**
 * Sets of timers over tw's wheel, as wasm, for Node. A timer never fires early, and equal deadlines
 * fire in the order of their arming. Arming, moving and cancelling are O(1). You choose the tick
 * and read the clock:
 *
 *     import { Timers } from "tw";
 *     const timers = new Timers(Date.now());
 *     const idle = timers.add(Date.now() + 30_000, () => socket.destroy());
 *     socket.on("data", () => idle.arm(Date.now() + 30_000));
 *     setInterval(() => timers.advance(Date.now()), 10);
 */
import { readFileSync } from "node:fs";

const module = new WebAssembly.Module(readFileSync(new URL("./tw.wasm", import.meta.url)));

/** The tick, if it is one: an integer from 0 to 2^53 - 1. Throws RangeError. */
function tick(value) {
    if (!Number.isSafeInteger(value) || value < 0) {
        throw new RangeError(`${value} is no tick: an integer from 0 to 2^53 - 1`);
    }
    return value;
}

/** A timer of a set. `Timers.add()` makes it. */
class Timer {
    #set;

    constructor(set, fn) {
        this.#set = set;
        /** Called by `advance()` with the timer and the now of the set. */
        this.fn = fn;
        /** The deadline, also after the timer has fired. */
        this.due = 0;
        Object.seal(this);
    }

    /** Arms the timer for a tick, or moves it there: a move counts as arming anew. */
    arm(due) {
        this.#set.arm(this, tick(due));
        this.due = due;
        return this;
    }

    /** Takes the timer out. False: it was not armed. */
    cancel() {
        return this.#set.cancel(this);
    }

    get armed() {
        return this.#set.numbers.has(this);
    }
}

/** The module, and which number of it each armed timer has. */
class Core {
    wasm = new WebAssembly.Instance(module).exports;
    numbers = new Map();
    timers = [];
    free = [];

    arm(timer, due) {
        let number = this.numbers.get(timer);
        if (number === undefined) {
            number = this.free.at(-1) ?? this.timers.length;
            if (!this.wasm.room(number + 1)) {
                throw new RangeError("no memory for another timer");
            }
            if (number === this.timers.length) {
                this.timers.push(null);
            } else {
                this.free.pop();
            }
            this.timers[number] = timer;
            this.numbers.set(timer, number);
        }
        this.wasm.add(number, due);
    }

    /** The timer of this number has left the set. */
    release(number) {
        const timer = this.timers[number];
        this.timers[number] = null;
        this.numbers.delete(timer);
        this.free.push(number);
        return timer;
    }

    cancel(timer) {
        const number = this.numbers.get(timer);
        if (number === undefined) {
            return false;
        }
        this.wasm.cancel(number);
        this.release(number);
        return true;
    }
}

/** A set of timers. */
export class Timers {
    #core = new Core();
    #batch = null; // the now of a batch that an exception has left
    #runs = false;

    /** An empty set whose clock stands at now. */
    constructor(now = 0) {
        this.#core.wasm.start(tick(now));
    }

    /** Arms a new timer for a tick. */
    add(due, fn) {
        return new Timer(this.#core, fn).arm(due);
    }

    /**
     * Moves the clock to now, and calls each timer that is due. Returns how many fired. A timer
     * that is armed meanwhile for a passed tick waits for the next call. In a callback, and while
     * now lies before the now of the set, it does nothing and returns 0. If a callback throws, so
     * does advance(), and the next call begins with the timers that have not fired.
     */
    advance(now) {
        tick(now);
        if (this.#runs || now < this.now) {
            return 0;
        }
        this.#runs = true;
        try {
            return this.#finish(now);
        } finally {
            this.#runs = false;
        }
    }

    #finish(now) {
        const begun = this.#batch;
        let fired = begun === null ? 0 : this.#fire(begun);
        if (begun !== now) {
            fired += this.#fire(now);
        }
        return fired;
    }

    #fire(now) {
        const { wasm } = this.#core;
        let fired = 0;
        this.#batch = now;
        for (let number = wasm.expire(now); number >= 0; number = wasm.expire(now)) {
            const timer = this.#core.release(number);
            fired += 1;
            timer.fn(timer, now);
        }
        this.#batch = null;
        return fired;
    }

    /** The earliest deadline: sleep until then. Infinity: nothing is armed. */
    next() {
        const due = this.#core.wasm.next();
        return due < 0 ? Infinity : due;
    }

    /** The now of the last advance(). */
    get now() {
        return this.#core.wasm.now();
    }

    /** How many timers are armed. */
    get count() {
        return this.#core.wasm.count();
    }
}
