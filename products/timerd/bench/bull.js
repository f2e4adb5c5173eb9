// SPDX-License-Identifier: MIT-0
// Loads BullMQ: delayed jobs, and a worker whose work is a line 'number due-us now-us'.
//   node bull.js arm PORT FIRST COUNT DUE-MS RATE        prints the seconds
//   node bull.js consume PORT CONCURRENCY DIE-AFTER LEASE-MS
'use strict';
const fs = require('fs');
const { Queue, Worker } = require('bullmq');

const [verb, port, ...rest] = process.argv.slice(2);
const numbers = rest.map(Number);
const connection = { host: '127.0.0.1', port: Number(port), maxRetriesPerRequest: null };

async function arm([first, count, due, rate]) {
  const queue = new Queue('timers', { connection });
  await queue.waitUntilReady();
  const since = process.hrtime.bigint();
  for (let i = first; i < first + count; i += 1000) {
    const jobs = [];
    for (let k = i; k < Math.min(i + 1000, first + count); k++) {
      const at = due + (rate ? Math.floor((k * 1000) / rate) : 0);
      jobs.push({ name: 't', data: { i: k, at },
                  opts: { delay: Math.max(0, at - Date.now()), removeOnComplete: true } });
    }
    await queue.addBulk(jobs);
  }
  console.log(Number(process.hrtime.bigint() - since) / 1e9);
  await queue.close();
}

function consume([concurrency, dieAfter, lease]) {
  let taken = 0;
  const work = async (job) => {
    if (dieAfter && ++taken >= dieAfter) process.kill(process.pid, 'SIGKILL');
    const now = Math.round((performance.timeOrigin + performance.now()) * 1000);
    fs.writeSync(1, `${job.data.i} ${job.data.at * 1000} ${now}\n`);
  };
  const worker = new Worker('timers', work,
    { connection, concurrency, lockDuration: lease, stalledInterval: lease, maxStalledCount: 5 });
  worker.on('error', () => {});
}

if (verb === 'arm') arm(numbers);
else consume(numbers);
