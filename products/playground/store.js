/* SPDX-License-Identifier: MIT-0 */
/* What the browser keeps for the page: small values by name. Where it keeps nothing, all works as
   on a first visit. */
const NAME = "timers-at-work";

function all() {
    try {
        return JSON.parse(localStorage.getItem(NAME)) ?? {};
    } catch {
        return {};
    }
}

export const kept = name => all()[name];

export function keep(name, value) {
    try {
        localStorage.setItem(NAME, JSON.stringify({...all(), [name]: value}));
    } catch {
        /* a browser that keeps nothing */
    }
}
