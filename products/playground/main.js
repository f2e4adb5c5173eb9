/* SPDX-License-Identifier: MIT-0 */
/* Starts the page, and keeps the address in step with what is shown. */
import {read, write} from "./address.js";
import {Bench} from "./bench.js";

/* A tab is a class Tab, made with the bench and a function for messages. It has enter(state),
   leave() and address(), and usesBench says whether the bench is shown with it. */
const TABS = {
    explore: () => import("./explore.js"),
    lessons: () => import("./lessons.js"),
    wheel: () => import("./wheel.js"),
    trace: () => import("./trace.js"),
};

const byId = id => document.getElementById(id);
const bench = new Bench();
const tabs = new Map();
let current = null, written = null, timer = 0;

function say(message) {
    byId("notice").hidden = !message;
    byId("notice").textContent = message ?? "";
}

async function tabOf(name) {
    if (!tabs.has(name)) {
        const {Tab} = await TABS[name]();

        if (!tabs.has(name))
            tabs.set(name, new Tab(bench, say));
    }
    return tabs.get(name);
}

function uncover(name, tab) {
    for (const part of document.querySelectorAll("[data-of]"))
        part.hidden = part.dataset.of !== name;
    for (const link of document.querySelectorAll("[data-tab]"))
        link.setAttribute("aria-current", link.dataset.tab === name ? "page" : "false");
    byId("bench").hidden = !tab.usesBench;
    byId("bench").dataset.view = name;
    byId("starting").hidden = true;
}

/* Shows a state of the address. What throws leaves all as it was. */
async function enter(state) {
    const name = state.tab ?? "explore";

    if (!Object.hasOwn(TABS, name))
        throw new RangeError(`there is no tab "${name}"`);

    const tab = await tabOf(name), before = current;

    bench.player?.stop();
    if (before && before.tab !== tab)
        before.tab.leave();
    try {
        uncover(name, tab); /* drawings need to know how wide they are */
        await tab.enter(state);
        current = {name, tab};
        say(null);
    } catch (error) {
        if (before) {
            uncover(before.name, before.tab);
            await before.tab.enter({});
        }
        throw error;
    }
    keep();
}

/* Writes the state into the address, a moment after it changed: browsers refuse to do that
   often. */
function keep() {
    clearTimeout(timer);
    timer = setTimeout(() => {
        const fragment = write({tab: current.name, ...current.tab.address()});

        written = fragment === null ? "" : `#${fragment}`;
        history.replaceState(null, "", written || location.pathname + location.search);
    }, 200);
}

async function follow(hash) {
    if (written !== null && hash === written)
        return;
    try {
        await enter(read(hash.slice(1)));
    } catch (error) {
        const message = `The address is not used: ${error.message}.`;

        if (!current)
            await enter({});
        else
            keep();
        say(message);
    }
}

async function copy() {
    byId("done").textContent = "";
    if (!written) {
        byId("done").textContent =
            "So many commands are too long for an address: copy them from As text.";
        return;
    }
    try {
        await navigator.clipboard.writeText(location.href);
        byId("done").textContent = "The address is copied.";
    } catch {
        byId("done").textContent =
            "The browser does not let pages copy: take the address from its address bar.";
    }
}

async function savePicture() {
    const {pictureOf, save} = await import("./picture.js");
    const {moments} = bench, name = moments.map(({picture}) => picture.structure).join("-");

    try {
        save(`${name}.svg`, await pictureOf(moments, bench.roomFor(0)), "image/svg+xml");
        byId("done").textContent = `${name}.svg is saved.`;
    } catch (error) {
        byId("done").textContent = error.message;
    }
}

bench.addEventListener("show", () => current && keep());
byId("save").addEventListener("click", savePicture);
byId("copy").addEventListener("click", copy);
byId("skip").addEventListener("click", event => { /* the fragment is taken */
    event.preventDefault();
    byId("main").focus();
});

/* ?embed shows the drawing and its buttons alone, for slides and other pages. */
const embedded = new URLSearchParams(location.search).has("embed");

document.body.classList.toggle("embed", embedded);

/* Keeps the files that came for days without a network; not for a frame in another page. */
function keepFiles() {
    if (!embedded && navigator.serviceWorker)
        import("./offline.js").then(({start}) => start());
}

addEventListener("load", () => setTimeout(keepFiles, 2000));

/* Who comes without an address begins with the article. One address after the other: entering a
   tab takes a while. */
if (!location.hash && !location.search)
    location.replace("timing-wheels.html");

let following = follow(location.hash)
    .catch(error => say(`The page cannot start: ${error.message}.`));

/* The event has the address that was asked for: keep() may have overwritten that of the page. */
addEventListener("hashchange", ({newURL}) => {
    following = following.then(() => follow(new URL(newURL).hash));
});
