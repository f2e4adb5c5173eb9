// SPDX-License-Identifier: MIT-0
// node kills.mjs SOCKET PREFIX: arms and consumes through kills by the client in Node, and tells
// each thing in a line of JSON, until SIGTERM. Ids begin with PREFIX and n.
import {Timers} from './timerd.mjs';

const [socket, prefix] = process.argv.slice(2);
const tell = (...what) => process.stdout.write(JSON.stringify(what) + '\n');
const pause = ms => new Promise(done => setTimeout(done, ms));
const options = {path: socket, retryStrategy: () => 20, maxRetriesPerRequest: 0};
const timers = new Timers(options), consumer = new Timers(options);
for (const each of [timers, consumer])
  each.redis.on('error', () => {});
let over = false;
process.on('SIGTERM', () => { over = true; });

async function arm() {
  for (let i = 1; !over; i++) {
    const id = `${prefix}n${i}`, due = Date.now() + Math.floor(Math.random() * 2000);
    tell('asked', id);
    for (let told = false; !told;)
      try {
        await timers.ask('ARM', id, due, 'y');
        told = true;
      } catch {
        tell('unsure', id);
        await pause(20);
      }
    tell('armed', id, due);
    await pause(2);
  }
}

async function consume() {
  while (!over) {
    const sent = Date.now();
    let rows = [];
    try {
      rows = await consumer.ask('TAKE', 50, 'BLOCK', 200) ?? [];
    } catch {
      await pause(20);
    }
    for (const [id, generation, due] of rows) {
      tell('row', id.toString(), due, sent, Date.now());
      try {
        if (await consumer.ask('ACK', id, generation) === 1)
          tell('done', id.toString(), Date.now());
      } catch {
        await pause(20);
      }
    }
  }
}

await Promise.all([arm(), consume()]);
process.exit(0);
