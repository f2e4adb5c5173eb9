/* SPDX-License-Identifier: MIT-0 */
/* Ticks: text of decimal digits, as they have up to 64 bits. */

/* Ticks come as decimal text; those of the wheels with levels are shown in hexadecimal, as their
   digits are slots. */
export function tick(text, base) {
    return base === 16 ? `0x${BigInt(text).toString(16).padStart(4, "0")}` : text;
}

/* A position, whose hexadecimal digits the dials have, also where ticks are decimal. */
export function bothBases(text, base) {
    return base === 16 ? tick(text, 16) : `${text} (${tick(text, 16)})`;
}

/* In a shape there is room for few digits: the last ones tell timers apart. */
export function shortTick(text, base) {
    const whole = tick(text, base);

    return whole.length > 7 ? `…${whole.slice(-5)}` : whole;
}

/* "3@250" */
export function label(id, due, base) {
    return `${id}@${tick(due, base)}`;
}

/* How far tick a is ahead of tick b, as a BigInt, below 0 if it is behind; ticks of `bits` bits
   wrap. */
export function ahead(a, b, bits) {
    return BigInt.asIntN(bits, BigInt(a) - BigInt(b));
}

/* A text of the core, with its ticks in this base. */
export function inBase(text, base) {
    return base === 16
        ? text.replace(/(@|\bat |\bis |\bnow )(\d+)\b/g, (all, before, n) => before + tick(n, 16))
        : text.replace(/\b0x[0-9a-f]+\b/g, n => BigInt(n).toString());
}
