/* SPDX-License-Identifier: MIT-0 */
/* The workbench that the tabs share: a stage for each structure, the time line, counts, the line of C, firing logs. */
import {Figures} from "./figures.js";
import {Moments} from "./moments.js";
import {Player} from "./player.js";
import {sceneOf} from "./scenes/marks.js";
import {Source} from "./source.js";
import {element, Stage} from "./stage.js";
import {Transport} from "./transport.js";
import {momentText} from "./words.js";

const byId = id => document.getElementById(id);

/* A stage with its heading; where there are two, the heading chooses whose line of C is shown. */
function stageFor(name, index, two, choose) {
    const figure = document.createElement("figure"), scroll = document.createElement("div");
    const caption = document.createElement("figcaption"), svg = element("svg", {class: "drawing", role: "img"});

    scroll.className = "scroll";
    scroll.tabIndex = 0;
    scroll.setAttribute("role", "region");
    scroll.setAttribute("aria-label", `Drawing of the ${name}`);
    scroll.append(svg);
    if (two) {
        const button = document.createElement("button");

        button.type = "button";
        button.textContent = name;
        button.title = `show the C of ${name}`;
        button.addEventListener("click", () => choose(index));
        caption.append(button);
    } else {
        caption.textContent = name;
    }
    figure.append(caption, scroll);
    return {figure, scroll, caption, stage: new Stage(svg)};
}

export class Bench extends EventTarget {
    constructor() {
        super();
        this.followed = 0; /* the structure whose line of C is shown */
        this.stages = [];
        this.source = new Source(byId("source"));
        this.figures = new Figures(byId("figures"), byId("log"));
        this.watcher = new ResizeObserver(() => this.resized());
        this.watcher.observe(byId("stages"));
        byId("stages").addEventListener("click", event => this.clicked(event));
    }

    /* Shows a session from its moment p on, the last one if none is named. */
    load(session, p) {
        const moments = new Moments(session);

        if (this.session !== session)
            this.furnish(session);
        this.session = session;
        if (this.player) {
            this.player.load(moments, p);
        } else {
            this.player = new Player(moments);
            this.transport = new Transport(this.player);
            this.player.addEventListener("move", event => this.show(event.detail.ms));
            this.player.addEventListener("run", () => this.speak());
            this.player.go(p ?? moments.last, 0);
        }
        this.transport.load();
    }

    furnish(session) {
        const names = session.structures;

        this.followed = 0;
        this.width = 0;
        this.stages = names.map((name, i) => stageFor(name, i, names.length > 1, index => this.follow(index)));
        byId("stages").replaceChildren(...this.stages.map(({figure}) => figure));
        byId("stages").classList.toggle("two", names.length > 1);
    }

    follow(index) {
        this.followed = index;
        this.show(0);
    }

    resized() {
        const width = this.stages[0]?.scroll.clientWidth ?? 0;

        if (this.player && width > 0 && width !== this.width)
            this.show(0);
    }

    get moments() {
        return this.player.moments.at(this.player.position);
    }

    /* Where the position is, in terms that stay when the time line changes. */
    get place() {
        const {moments, position, line} = this.player;

        return {line, step: position - moments.starts[line]};
    }

    /* The moment of a place, as near as there is one. */
    momentAt(session, {line, step}) {
        const moments = new Moments(session), i = Math.min(line, session.lines.length);

        return Math.min(moments.starts[i] + step, moments.end(i));
    }

    show(ms) {
        const {moments, player} = this, logs = player.moments.fired(player.position);

        this.width = this.stages[0].scroll.clientWidth;
        moments.forEach((moment, i) => {
            const {scroll, stage, caption} = this.stages[i], scene = sceneOf(moment, scroll.clientWidth || 820);
            const [spot] = moment.event ? scene.spots.get(moment.event.id) ?? [] : [];

            stage.show(scene, ms);
            if (spot) /* is seen, where the drawing is wider than its frame */
                scroll.scrollLeft = spot.x / scene.width * scroll.scrollWidth - scroll.clientWidth / 2;
            caption.classList.toggle("followed", moments.length > 1 && i === this.followed);
        });
        this.figures.show(moments, logs);
        this.source.show(moments[this.followed]);
        this.transport.show(momentText(moments[this.followed]).join(" "));
        this.speak();
        this.dispatchEvent(new Event("show"));
    }

    /* The sentence of the moment; while the time line runs, a screen reader hears the end of each line only. */
    speak() {
        const now = byId("now"), {moments, player} = this;

        now.setAttribute("aria-live", player.running && moments.some(({event}) => event) ? "off" : "polite");
        now.replaceChildren(...moments.map(moment => {
            const line = document.createElement("span"), where = document.createElement("small");
            const [sentence, place] = momentText(moment);

            line.className = moment.event?.event ?? "end";
            where.textContent = place;
            line.append(moments.length > 1 ? `${moment.picture.structure}: ${sentence} ` : `${sentence} `, where);
            return line;
        }));
    }

    /* A shape may offer a line. */
    clicked(event) {
        const offer = event.target.closest("[data-click]");

        if (offer)
            this.dispatchEvent(new CustomEvent("offer", {detail: {line: offer.dataset.click}}));
    }
}
