// SPDX-License-Identifier: MIT-0
// node kills.mjs SOCKET PREFIX: arms and consumes through kills by the client in Node, and tells
// each thing in a line of JSON, until SIGTERM. Ids begin with PREFIX and n.
import {Redis} from 'ioredis';
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

// The worker's TAKE is not seen from outside: a row came with the last one that was sent, or
// before.
let sent = Date.now();
const call = Redis.prototype.callBuffer;
Redis.prototype.callBuffer = function(...words) {
  sent = words[0] === 'TAKE' ? Date.now() : sent;
  return call.apply(this, words);
};
const worker = consumer.consume(
  firing => tell('row', firing.id, firing.dueMs, sent, Date.now()),
  {concurrency: 50, blockMs: 200});
worker.on('done', firing => tell('done', firing.id, Date.now()));

await arm();
await worker.close();
process.exit(0);
