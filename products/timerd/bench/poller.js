// SPDX-License-Identifier: MIT-0
// The poller that blog posts print: a sorted set by due; whoever removed what is due does the work.
//   node poller.js arm PORT FIRST COUNT DUE-MS RATE      prints the seconds
//   node poller.js consume PORT BATCH DIE-AFTER
'use strict';
const fs = require('fs');
const Redis = require('ioredis');

const [verb, port, ...rest] = process.argv.slice(2);
const numbers = rest.map(Number);
const redis =
  new Redis(Number(port), '127.0.0.1', { maxRetriesPerRequest: null, retryStrategy: () => 20 });
redis.on('error', () => {});

async function arm([first, count, due, rate]) {
  await redis.ping();
  const since = process.hrtime.bigint();
  for (let i = first; i < first + count; i += 1000) {
    const pipeline = redis.pipeline();
    for (let k = i; k < Math.min(i + 1000, first + count); k++) {
      const at = due + (rate ? Math.floor((k * 1000) / rate) : 0);
      pipeline.zadd('timers', at, `${k}:${at}......................`);
    }
    await pipeline.exec();
  }
  console.log(Number(process.hrtime.bigint() - since) / 1e9);
  redis.disconnect();
}

async function consume([batch, dieAfter]) {
  let taken = 0;
  for (;;) {
    const due = await redis.zrangebyscore('timers', 0, Date.now(), 'LIMIT', 0, batch);
    for (const member of due) {
      if ((await redis.zrem('timers', member)) !== 1) continue;
      if (dieAfter && ++taken >= dieAfter) process.kill(process.pid, 'SIGKILL');
      const now = Math.round((performance.timeOrigin + performance.now()) * 1000);
      const [i, at] = member.split(':');
      fs.writeSync(1, `${i} ${parseInt(at, 10) * 1000} ${now}\n`);
    }
    if (due.length === 0) await new Promise((resolve) => setTimeout(resolve, 1));
  }
}

if (verb === 'arm') arm(numbers);
else consume(numbers);
