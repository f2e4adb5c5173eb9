/* SPDX-License-Identifier: MIT-0 */
/* The drawing as a file: an SVG that has its styles in itself, for light and for dark. */
import {sceneOf} from "./scenes/marks.js";
import {element, Stage} from "./stage.js";

const GAP = 24;

/* The names and values of the colours in a block. */
const colours = block =>
    new Map([...block.matchAll(/(--[\w-]+): ([^;]+);/g)].map(([, name, value]) => [name, value]));

/* Rules with colours in place of variables, which few programs but browsers know. */
const literal = (rules, values) =>
    rules.replace(/var\((--[\w-]+)\)/g, (all, name) => values.get(name));

/* drawing.css without variables: its rules in the light colours; those with a colour again in the
   dark ones. */
async function styles() {
    const answer = await fetch(new URL("drawing.css", import.meta.url));

    if (!answer.ok)
        throw new Error(`drawing.css cannot be loaded: ${answer.status} ${answer.statusText}`);

    const [, light, dark, rules] =
        /([.]drawing \{[^}]*\})\s*(@media[^{]*\{[^}]*\}\s*\})([^]*)/.exec(await answer.text());
    const coloured = rules.split("\n").filter(line => line.includes("var(")).join("\n");

    return `${light.replace(/ *--[\w-]+: [^;]+;\n/g, "")}${literal(rules, colours(light))}
@media (prefers-color-scheme: dark) {
${literal(coloured, colours(dark))}
}
`;
}

/* Moments side by side as one SVG text. */
export async function pictureOf(moments, width) {
    const all = element("svg", {class: "drawing", role: "img"});
    const css = element("style", {}, await styles());
    let x = 0, height = 0;

    all.append(element("title", {}, moments.map(({picture}) => picture.structure).join(" and ")),
        css, element("rect", {class: "paper", width: "100%", height: "100%"}));
    for (const moment of moments) {
        const part = element("svg", {x}), scene = sceneOf(moment, width);

        new Stage(part).show(scene, 0);
        all.append(part);
        x += scene.width + GAP;
        height = Math.max(height, scene.height);
    }
    x -= GAP;
    for (const [name, value] of Object.entries({width: x, height, viewBox: `0 0 ${x} ${height}`}))
        all.setAttribute(name, value);
    return new XMLSerializer().serializeToString(all);
}

/* Hands a text to the user as a file. */
export function save(name, text, type) {
    const link = document.createElement("a");
    const address = URL.createObjectURL(new Blob([text], {type}));

    link.href = address;
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(address), 10000);
}
