// SPDX-License-Identifier: MIT-0
// runner FILE: plays vectors to timers in a Map. Put yours in place of Timers.
"use strict";
const CAN = new Set("order fifo passed move next now far".split(" ")); // a Number has 53 bits

class Timers { // a method without a value answers ok
  init(now) {
    this.now = now;
    this.armed = new Map(); // the tick of each, in the order of their arming
  }
  add(id, due) {
    this.armed.delete(id);
    this.armed.set(id, Math.max(due, this.now));
  }
  move(id, due) { this.add(id, due); }
  cancel(id) { return this.armed.delete(id) ? "ok" : "no"; }
  next() { return this.armed.size ? `next ${Math.min(...this.armed.values())}` : "none"; }
  advance(now) {
    this.now = now;
    const fired = [...this.armed].filter(([, due]) => due <= now).sort((a, b) => a[1] - b[1]);
    return ["fired", ...fired.map(([id]) => this.armed.delete(id) && id)].join(" ");
  }
}

const timers = new Timers(), count = [0, 0, 0]; // holds, fails, is declined
for (const line of require("fs").readFileSync(process.argv[2], "utf8").trim().split("\n")) {
  const { vector, shows, needs, run } = JSON.parse(line);
  let verdict = needs.split(" ").every(word => word === "" || CAN.has(word)) ? 0 : 2;
  for (let i = 0; i < run.length && verdict === 0; i += 2) {
    const [verb, ...numbers] = run[i].split(" ");
    const got = timers[verb](...numbers.map(Number)) ?? "ok";
    if (got !== run[i + 1]) {
      console.log(`FAILED ${vector} shows ${shows}: ${run[i]} -> ${got} and not ${run[i + 1]}`);
      verdict = 1;
    }
  }
  count[verdict]++;
}
console.log(`${count[0]} hold, ${count[1]} fail, ${count[2]} declined`);
process.exit(count[1] || !count[0] ? 1 : 0);
