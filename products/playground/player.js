/* SPDX-License-Identifier: MIT-0 */
/* The position on the time line, and running along it. Who wants to know listens to "move" and
   "run". */

const STEP = 520; /* ms a step at speed 1 */
const LONGEST = 9000; /* ms for all steps of a line */

export const SPEEDS = [0.25, 0.5, 1, 2, 4, 8];

export const calm = matchMedia("(prefers-reduced-motion: reduce)");

export class Player extends EventTarget {
    constructor(moments) {
        super();
        this.moments = moments;
        this.position = moments.last;
        this.goal = this.position; /* where running ends */
        this.speed = 1;
        this.timer = 0;
        this.wait = 0; /* ms a step, if a scene has a length of its own */
    }

    get running() {
        return this.timer !== 0;
    }

    get line() {
        return this.moments.line(this.position);
    }

    /* How long a step takes now: a line of many steps hurries. */
    get pace() {
        const i = this.line, steps = this.moments.end(i) - this.moments.starts[i] + 1;

        if (this.wait)
            return this.wait;
        return Math.min(STEP, LONGEST / steps) / this.speed;
    }

    /* How long shapes take to their next place. */
    get glide() {
        return calm.matches ? 0 : Math.min(this.pace * 0.7, 420);
    }

    /* Another time line, from its moment p on. */
    load(moments, p = moments.last) {
        this.moments = moments;
        this.position = p; /* who hears that running stops looks at this time line already */
        this.stop();
        this.go(p, 0);
    }

    /* To moment p, as near as there is one; `ms` is how long shapes move. */
    go(p, ms = this.glide) {
        this.position = Math.max(0, Math.min(this.moments.last, p));
        this.dispatchEvent(new CustomEvent("move", {detail: {ms}}));
    }

    step(by) {
        this.stop();
        this.go(this.position + by);
    }

    /* To the end of the line that is under way, else of the next one; or of the previous one. */
    jump(by) {
        const {moments, line} = this, inside = by > 0 && this.position < moments.end(line);

        this.stop();
        this.go(moments.end(
                    Math.max(0, Math.min(moments.session.lines.length, inside ? line : line + by))),
            0);
    }

    /* Runs on to a moment, the last one if none is named; at the end, from the beginning. A step
       takes `wait` ms, if that is given. */
    run(goal = this.moments.last, wait = 0) {
        this.stop();
        this.wait = wait;
        if (this.position >= goal)
            this.go(0, 0);
        this.goal = goal;
        this.tick();
        this.dispatchEvent(new Event("run"));
    }

    tick() {
        this.timer = setTimeout(() => {
            this.go(this.position + 1);
            if (this.position >= this.goal)
                this.stop();
            else
                this.tick();
        }, this.pace);
    }

    stop() {
        if (!this.running)
            return;
        clearTimeout(this.timer);
        this.timer = 0;
        this.dispatchEvent(new Event("run"));
    }
}
