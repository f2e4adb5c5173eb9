/* SPDX-License-Identifier: MIT-0 */
/* A red-black tree: nodes from left to right in their order, each below its parent. */
import {Scene, timersOf} from "../scene.js";
import {label, shortTick, tick} from "../ticks.js";

const ROW = 60, SMALL = {step: 13, row: 38, radius: 12}, MARGIN = 34;
const MANY = 60; /* so many nodes are drawn small, without their deadlines */

function depths(nodes) {
    const up = new Map(nodes.map(node => [node.id, node.up])), depth = new Map();
    const of = id => {
        if (!depth.has(id))
            depth.set(id, up.get(id) === null ? 0 : of(up.get(id)) + 1);
        return depth.get(id);
    };

    nodes.forEach(({id}) => of(id));
    return depth;
}

function node(scene, picture, {id, red}, due, at, radius) {
    const {base} = picture, colour = red ? "red" : "black";
    const small = radius === SMALL.radius; /* without a deadline */

    scene.group(`tree-${id}`, "node", `timer tree-node ${colour}`, at,
        [
            [
                red ? "circle" : "rect",
                red ? {r: radius}
                    : {x: -radius, y: -radius + 2, width: 2 * radius, height: 2 * radius - 4, rx: 7}
            ],
            ["text", {class: small ? "id small" : "id", y: small ? 4 : -2}, String(id)],
            ...small ? [] : [["text", {class: "due", y: 11}, shortTick(due, base)]],
        ],
        {title: `timer ${id}, ${colour}: ${label(id, due, base)}`, click: `cancel ${id}`});
    scene.spot(id, at.x, at.y, radius, radius);
}

export function tree(picture, width) {
    const scene = new Scene(picture), {nodes, base} = picture;
    const timers = timersOf(picture), depth = depths(nodes), at = new Map();
    const {step, row, radius} = nodes.length < MANY
        ? {step: Math.max(18, scene.half - 2) + 6, row: ROW, radius: Math.max(18, scene.half - 2)}
        : SMALL;
    const across = nodes.length * step + 2 * MARGIN;

    scene.width = Math.max(Math.min(width, 900), across);
    scene.below(34 + (Math.max(0, ...depth.values()) + 1) * row);
    nodes.forEach(({id}, i) => at.set(id, {
        x: (scene.width - across) / 2 + MARGIN + step / 2 + i * step,
        y: 34 + depth.get(id) * row,
    }));
    for (const {id, up, red} of nodes) {
        if (up !== null)
            scene.edge(`edge-${id}`, "edge", red ? "edge to-red" : "edge", at.get(up), at.get(id));
        node(scene, picture, {id, red}, timers.get(id).due, at.get(id), radius);
    }
    scene.desc =
        nodes
            .map(({id, red, up}) =>
                     `${red ? "red" : "black"} ${id} due ${tick(timers.get(id).due, base)}` +
                    (up === null ? ", the root" : ` below ${up}`))
            .join("; ");
    return scene;
}
