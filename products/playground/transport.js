/* SPDX-License-Identifier: MIT-0 */
/* The buttons, the slider and the keys of the time line. */
import {SPEEDS} from "./player.js";
import {element} from "./stage.js";

const byId = id => document.getElementById(id);

/* A mark on the slider where each line ends, as long as marks can be told apart. */
function markLines(moments) {
    const lines = moments.session.lines.length, last = moments.last || 1;
    const ends =
        lines > 250 ? [] : Array.from({length: lines + 1}, (_, i) => moments.end(i) / last * 1000);

    byId("marks").replaceChildren(
        element("path", {d: ends.map(x => `M${x.toFixed(1)} 0V8`).join("")}));
}

/* Keys that mean something else where the focus is. */
function ownKeys(target) {
    return target.closest("input, textarea, select, [contenteditable], .scroll");
}

export class Transport {
    constructor(player) {
        this.player = player;
        for (const speed of SPEEDS)
            byId("speed").append(new Option(`${speed}×`, speed, speed === 1, speed === 1));
        this.listen();
        player.addEventListener("run", () => this.showRunning());
    }

    listen() {
        const {player} = this;
        const clicks = {
            first: () => player.step(-Infinity),
            back: () => player.step(-1),
            run: () => this.toggle(),
            step: () => player.step(1),
            last: () => player.step(Infinity),
        };

        for (const [id, f] of Object.entries(clicks))
            byId(id).addEventListener("click", f);
        byId("scrub").addEventListener("input", () => {
            player.stop();
            player.go(Number(byId("scrub").value), 0);
        });
        byId("speed").addEventListener("change", () => {
            player.speed = Number(byId("speed").value);
        });
        document.addEventListener("keydown", event => this.key(event));
    }

    toggle() {
        if (this.player.running)
            this.player.stop();
        else
            this.player.run();
    }

    key(event) {
        const {player} = this;
        const keys = {
            ArrowLeft: () => player.step(-1),
            ArrowRight: () => player.step(1),
            PageUp: () => player.jump(-1),
            PageDown: () => player.jump(1),
            Home: () => player.step(-Infinity),
            End: () => player.step(Infinity),
            " ": () => this.toggle(),
        };

        if (byId("bench").hidden || event.ctrlKey || event.altKey || event.metaKey ||
            event.shiftKey || !Object.hasOwn(keys, event.key) || ownKeys(event.target))
            return;
        if (event.key === " " && event.target.closest("button, a, summary"))
            return;
        event.preventDefault();
        keys[event.key]();
    }

    /* Another time line. */
    load() {
        markLines(this.player.moments);
    }

    show(text) {
        const scrub = byId("scrub"), {position, moments} = this.player;

        scrub.max = moments.last; /* first: a value above it would be cut */
        scrub.value = position;
        scrub.setAttribute("aria-valuetext", text);
        byId("first").disabled = byId("back").disabled = position === 0;
        byId("last").disabled = byId("step").disabled = position === moments.last;
    }

    showRunning() {
        const {running} = this.player, button = byId("run");

        button.classList.toggle("running", running);
        button.setAttribute("aria-label", running ? "Stop" : "Run");
        button.title = running ? "Stop (space)" : "Run (space)";
    }
}
