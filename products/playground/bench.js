/* SPDX-License-Identifier: MIT-0 */
/* The workbench that the tabs share: a stage for each structure, the time line, counts, the line of
   C, firing logs. */
import {WRONG} from "./core.js";
import {Figures} from "./figures.js";
import {Moments} from "./moments.js";
import {Player} from "./player.js";
import {sceneOf} from "./scenes/marks.js";
import {Source} from "./source.js";
import {element, Stage} from "./stage.js";
import {Transport} from "./transport.js";
import {momentText} from "./words.js";

const PADDING = 12; /* of the frame of a drawing, at both sides together */
const LOW = 430; /* a lower frame has small dials */
const ZOOMS = [1.5, 1.25]; /* so many times as large is a drawing shown, if there is room */
const ROOM = 46 + PADDING; /* what a tray takes while something is on the way, and the padding */

const byId = id => document.getElementById(id);

/* A stage with its heading; where there are two, the heading chooses whose line of C is shown. */
function stageFor(name, index, two, choose) {
    const figure = document.createElement("figure"), scroll = document.createElement("div");
    const caption = document.createElement("figcaption");
    const svg = element("svg", {class: "drawing", role: "img"});

    scroll.className = "scroll";
    scroll.tabIndex = 0;
    scroll.setAttribute("role", "region");
    scroll.setAttribute("aria-label", `Drawing of the ${name}`);
    scroll.append(svg);
    figure.className = name;
    figure.classList.toggle("wrong", WRONG.includes(name));
    if (two) {
        const button = document.createElement("button");

        button.type = "button";
        button.textContent = name;
        button.title = name === "yours" ? "show the drawing of yours" : `show the C of ${name}`;
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
        this.size = "";
        this.embedded = new URLSearchParams(location.search).has("embed");
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
        this.shown = 0;
        this.stages = names.map(
            (name, i) => stageFor(name, i, names.length > 1, index => this.follow(index)));
        byId("stages").replaceChildren(...this.stages.map(({figure}) => figure));
        byId("stages").classList.toggle("two", names.length > 1);
    }

    follow(index) {
        this.followed = index;
        this.show(0);
    }

    resized() {
        const {clientWidth = 0, clientHeight = 0} = this.stages[this.followed]?.scroll ?? {};
        const size = `${clientWidth} ${clientHeight}`;

        if (this.player && clientWidth > 0 && size !== this.size && (this.size = size))
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
        const back = player.position < (this.shown ?? 0);

        this.shown = player.position;
        /* On small screens who is not followed is folded, and has no width. */
        this.stages.forEach(({figure}, i) => figure.classList.toggle("followed",
            moments.length > 1 && i === this.followed));
        moments.forEach((moment, i) => {
            const {scroll, stage} = this.stages[i], zoom = this.zoomOf(i);
            const scene = this.sceneAt(moment, i, zoom);

            stage.show(scene, ms, back);
            stage.fit(scroll.clientWidth - PADDING, scroll.clientHeight - PADDING,
                this.embedded ? 2 : zoom);
            this.uncover(scroll, scene, moment.event);
        });
        this.figures.show(moments, logs, player.moments.countedSince(player.position));
        this.source.show(moments[this.followed]);
        this.transport.show(momentText(moments[this.followed]).join(" "));
        this.speak();
        this.dispatchEvent(new Event("show"));
    }

    /* The scene of a moment on stage i, for a drawing that is shown so many times as large. */
    sceneAt(moment, i, zoom) {
        return sceneOf(moment, Math.floor(this.roomFor(i) / zoom), this.quiet,
            this.stages[i].scroll.clientHeight < LOW);
    }

    /* How many times as large stage i shows its drawings: the same for the whole time line, so that
       they keep their size from step to step. At the end of each line they fit then, and are no
       higher than at their own size. */
    zoomOf(i) {
        const {player: {moments}, stages} = this, {clientHeight: height} = stages[i].scroll;
        const key = `${this.roomFor(i)} ${height} ${moments.session.version}`;

        if (stages[i].zoomed?.key !== key) {
            const ends = moments.session.lines.map((_, k) => moments.at(moments.end(k + 1))[i])
                .sort((a, b) => b.picture.timers.length - a.picture.timers.length);
            const fits = zoom => ends.every(end => {
                const scene = this.sceneAt(end, i, zoom);

                return !scene.elastic && (scene.height + ROOM) * zoom <= height &&
                    scene.width * zoom <= this.roomFor(i) &&
                    scene.height <= this.sceneAt(end, i, 1).height;
            });

            stages[i].zoomed = {key, zoom: ZOOMS.find(fits) ?? 1};
        }
        return stages[i].zoomed.zoom;
    }

    /* Where a text explains the drawing, or none is wanted, it shows what is there, and no more. */
    get quiet() {
        return this.embedded || byId("bench").dataset.view === "lessons";
    }

    /* How wide a stage may be: on small screens one of two is folded, and has no width. */
    roomFor(i) {
        return (this.stages[i].scroll.clientWidth ||
                   this.stages[this.followed].scroll.clientWidth) -
            PADDING;
    }

    /* Scrolls to where something happens, if the drawing is larger than its frame. */
    uncover(scroll, scene, event) {
        const [spot] = event ? scene.spots.get(event.id) ?? [] : [];
        const middle = (at, all, whole, frame) => at / all * whole - frame / 2;

        if (!spot)
            return;
        scroll.scrollLeft = middle(spot.x, scene.width, scroll.scrollWidth, scroll.clientWidth);
        scroll.scrollTop = middle(spot.y, scene.height, scroll.scrollHeight, scroll.clientHeight);
    }

    /* The sentence of the moment; while the time line runs, a screen reader hears the end of each
       line only. */
    speak() {
        const now = byId("now"), {moments, player} = this;

        now.setAttribute(
            "aria-live", player.running && moments.some(({event}) => event) ? "off" : "polite");
        now.replaceChildren(...moments.map((moment, i) => {
            const line = document.createElement("span"), where = document.createElement("small");
            const [sentence, place] = momentText(moment);

            line.className =
                `${moment.event?.event ?? "end"}${i === this.followed ? " followed" : ""}`;
            where.textContent = place;
            line.append(
                moments.length > 1 ? `${moment.picture.structure}: ${sentence} ` : `${sentence} `,
                where);
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
