/* SPDX-License-Identifier: MIT-0 */
/* A stage: an SVG element that shows scenes, and moves from each to the next. */
import {LAYERS} from "./scene.js";

const SVG = "http://www.w3.org/2000/svg";

export function element(tag, attributes = {}, text) {
    const e = document.createElementNS(SVG, tag);

    for (const [name, value] of Object.entries(attributes))
        e.setAttribute(name, value);
    if (text !== undefined)
        e.textContent = text;
    return e;
}

const rounded = x => Math.round(x * 100) / 100;

/* From one angle to another as a hand goes: forward, or back where the time line goes back. */
function turned(from, to, back) {
    const forward = ((to - from) % 360 + 360) % 360;

    return from + (back && forward > 0 ? forward - 360 : forward);
}

/* A shape on the stage: its element, the numbers it has, and the ones it moves from and to. */
class Actor {
    constructor(shape, layer) {
        this.element = element(shape.edge ? "path" : "g");
        this.now = {...shape.at, opacity: 0};
        layer.append(this.element);
    }

    dress(shape) {
        const looks = JSON.stringify([shape.cls, shape.parts, shape.title, shape.click]);

        this.head = shape.head;
        if (this.looks === looks)
            return;
        this.looks = looks;
        this.element.setAttribute("class", shape.cls);
        if (shape.edge)
            return;
        this.element.replaceChildren(
            ...shape.parts.map(([tag, attributes, text]) => element(tag, attributes, text)));
        if (shape.title)
            this.element.prepend(element("title", {}, shape.title));
        if (shape.click)
            this.element.dataset.click = shape.click;
        else
            delete this.element.dataset.click;
    }

    aim(at, back) {
        this.from = {...this.now};
        this.to = {...at, opacity: 1};
        this.rest = this.to;
        if ("turn" in at)
            this.to = {...this.rest, turn: turned(this.now.turn, at.turn, back)};
    }

    leave() {
        this.from = {...this.now};
        this.to = this.rest = {...this.now, opacity: 0};
    }

    /* At part t of the way; at its end angles are those of the scene again, whatever way led
       there. */
    move(t) {
        for (const name of Object.keys(this.to))
            this.now[name] = this.from[name] + (this.to[name] - this.from[name]) * t;
        if (t === 1)
            this.now = {...this.rest};

        const {x, y, turn, x1, y1, x2, y2, bend, opacity} = this.now;

        if (x1 === undefined) {
            const rotated = turn ? ` rotate(${rounded(turn)})` : "";

            this.element.setAttribute(
                "transform", `translate(${rounded(x)} ${rounded(y)})${rotated}`);
        } else {
            this.element.setAttribute("d", curve(x1, y1, x2, y2, bend, this.head));
        }
        if (opacity < 1)
            this.element.setAttribute("opacity", rounded(opacity));
        else
            this.element.removeAttribute("opacity");
    }
}

/* A path's d: a line, bent or straight, and two short ones for a head. */
function curve(x1, y1, x2, y2, bend, head) {
    const length = Math.hypot(x2 - x1, y2 - y1) || 1;
    const cx = (x1 + x2) / 2 + (y2 - y1) / length * bend;
    const cy = (y1 + y2) / 2 - (x2 - x1) / length * bend;
    const [a, b, c, d, e, f] = [x1, y1, cx, cy, x2, y2].map(rounded);
    let line = bend ? `M${a} ${b}Q${c} ${d} ${e} ${f}` : `M${a} ${b}L${e} ${f}`;

    if (head)
        for (const side of [-0.5, 0.5]) {
            const angle = Math.atan2(y2 - cy, x2 - cx) + Math.PI + side;

            line += `M${e} ${f}l${rounded(7 * Math.cos(angle))} ${rounded(7 * Math.sin(angle))}`;
        }
    return line;
}

const eased = t => t < 0.5 ? 2 * t * t : 1 - 2 * (1 - t) * (1 - t);

export class Stage {
    constructor(svg) {
        this.svg = svg;
        this.title = element("title");
        this.desc = element("desc");
        this.layers = new Map(LAYERS.map(name => [name, element("g", {class: `layer-${name}`})]));
        this.actors = new Map();
        this.leaving = [];
        this.frame = 0;
        svg.replaceChildren(this.title, this.desc, ...this.layers.values());
    }

    /* Moves to a scene within so many milliseconds, at once if there are none; `back`: on the time
       line. */
    show(scene, ms, back = false) {
        this.finish();
        this.svg.setAttribute(
            "viewBox", `0 0 ${Math.ceil(scene.width)} ${Math.ceil(scene.height)}`);
        this.svg.setAttribute("width", Math.ceil(scene.width));
        this.svg.setAttribute("height", Math.ceil(scene.height));
        this.scene = scene;
        this.title.textContent = scene.title;
        this.desc.textContent = scene.desc;
        this.cast(scene, back);
        if (ms > 0)
            this.run(ms);
        else
            this.finish();
    }

    /* Lets the drawing grow with a frame of this size, to `most` of its own size. It never shrinks,
       so that its texts can be read: the frame scrolls. */
    fit(width, height, most = 1) {
        const {scene} = this;
        const by = Math.max(1, Math.min(most, width / scene.width, height / scene.height));

        this.svg.style.width = `${Math.floor(by * Math.ceil(scene.width))}px`;
    }

    /* An actor for each shape, in the order of the scene; who has no shape leaves. */
    cast(scene, back) {
        for (const [key, actor] of this.actors)
            if (!scene.shapes.has(key)) {
                actor.leave();
                this.leaving.push(actor);
                this.actors.delete(key);
            }
        for (const [key, shape] of scene.shapes) {
            const actor = this.actors.get(key) ?? new Actor(shape, this.layers.get(shape.layer));

            this.actors.set(key, actor);
            actor.dress(shape);
            actor.aim(shape.at, back);
            this.layers.get(shape.layer).append(actor.element);
        }
    }

    run(ms) {
        const begin = performance.now();
        const draw = now => {
            const t = Math.min(1, Math.max(0, (now - begin) / ms));

            if (t === 1) {
                this.finish();
                return;
            }
            this.move(eased(t));
            this.frame = requestAnimationFrame(draw);
        };

        this.move(0);
        this.frame = requestAnimationFrame(draw);
    }

    move(t) {
        for (const actor of [...this.actors.values(), ...this.leaving])
            actor.move(t);
    }

    /* The end of the way, now. */
    finish() {
        cancelAnimationFrame(this.frame);
        this.frame = 0;
        for (const actor of this.actors.values())
            if (actor.to)
                actor.move(1);
        for (const actor of this.leaving)
            actor.element.remove();
        this.leaving = [];
    }
}
