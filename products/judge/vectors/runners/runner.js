// SPDX-License-Identifier: MIT-0
// runner FILE: plays vectors to timers in a Map. Put yours in place of Timers.
"use strict";
const fs = require("fs");
const CAN = new Set("order fifo passed move next now far".split(" ")); // a Number has 53 bits

class Timers {
  init(now) {
    this.now = now;
    this.births = 0;
    this.armed = new Map(); // of an id: its tick, and the number of its arming
    return "ok";
  }
  add(id, due) {
    this.armed.set(id, { id, due: Math.max(due, this.now), born: this.births++ });
    return "ok";
  }
  move(id, due) { return this.add(id, due); }
  cancel(id) { return this.armed.delete(id) ? "ok" : "no"; }
  next() {
    const dues = [...this.armed.values()].map(t => t.due);
    return dues.length ? `next ${Math.min(...dues)}` : "none";
  }
  advance(now) {
    this.now = now;
    const due = [...this.armed.values()].filter(t => t.due <= now);
    due.sort((a, b) => a.due - b.due || a.born - b.born);
    due.forEach(t => this.armed.delete(t.id));
    return ["fired", ...due.map(t => t.id)].join(" ");
  }
}

const timers = new Timers(), count = { holds: 0, FAILED: 0, declined: 0 };
for (const line of fs.readFileSync(process.argv[2], "utf8").trim().split("\n")) {
  const { vector, shows, needs, run } = JSON.parse(line);
  let verdict = needs.split(" ").every(word => word === "" || CAN.has(word)) ? "holds" : "declined";
  for (let i = 0; i < run.length && verdict === "holds"; i += 2) {
    const [verb, ...numbers] = run[i].split(" ");
    const got = timers[verb](...numbers.map(Number));
    if (got !== run[i + 1]) {
      console.log(`FAILED ${vector} shows ${shows}: ${run[i]} -> ${got} and not ${run[i + 1]}`);
      verdict = "FAILED";
    }
  }
  count[verdict]++;
}
console.log(`${count.holds} hold, ${count.FAILED} fail, ${count.declined} declined`);
process.exit(count.FAILED || !count.holds ? 1 : 0);
