// node_test.mjs PORT: clients/node/timerd.mjs arms, cancels, and consumes; a handler that fails is
// called again, and one that takes longer than the lease is not. node_test.mjs PORT hiccups: it
// goes on through the troubles of hiccups.py. Guards against a consumer that ends at a restart of
// timerd, and against work that is done twice.
import assert from 'node:assert/strict';
import {nextDue} from './cron.mjs';
import {Retry, Timers} from './timerd.mjs';

const timers = new Timers({port: +process.argv[2]});

async function hiccups() {
  const seen = [], errors = [];
  const worker = timers.consume(firing => {
    seen.push(['handled', firing.rawId.toString('latin1')]);
    if (firing.id === 'again')
      throw new Retry(500);
  }, {blockMs: 100});
  for (const event of ['done', 'lost'])
    worker.on(event, firing => seen.push([event, firing.rawId.toString('latin1')]));
  await new Promise(resolve => worker.on('error', error => {
    errors.push(error.message);
    if (error.message.startsWith('NOPERM'))
      resolve();
  }));
  await worker.close();
  timers.close();
  assert.deepEqual(seen, [
    ['handled', 'one'], ['done', 'one'], ['handled', 'two'], ['lost', 'two'],
    ['handled', 'o\xff\xfe'], ['done', 'o\xff\xfe'], ['handled', 'again'],
  ]);
  assert.ok(errors.includes('STORE away') && errors.includes('UNSURE failed'), errors.join());
}

if (process.argv[3] === 'hiccups') {
  await hiccups();
  process.exit();
}
const wanted = [...Array(50).keys()].map(i => `node:${i}`);
const attempts = new Map(), failed = [];
let running = 0, most = 0, end;
const all = new Promise(resolve => { end = resolve; });

await timers.arm('cancelled', 9e12, 'x', {periodMs: 1000});
assert.equal(await timers.cancel('cancelled'), true);
assert.equal(await timers.cancel('cancelled'), false);

const done = [];
const worker = timers.consume(async firing => {
  most = Math.max(most, ++running);
  await new Promise(resolve => setTimeout(resolve, 1));
  running--;
  attempts.set(firing.id, firing.attempt);
  assert.equal(firing.payload.toString(), `payload of ${firing.id}`);
  assert.equal(await firing.touch(), true);
  if (firing.id === 'node:7' && firing.attempt < 3)
    throw new Retry(10);
  if (firing.id === 'node:8' && firing.attempt < 2)
    throw new Error('no');
}, {concurrency: 10});
worker.on('failed', (firing, error) => failed.push([firing.id, error.message]));
worker.on('done', firing => { if (done.push(firing.id) === wanted.length) end(); });

for (const id of wanted)
  await timers.armIn(id, 5, `payload of ${id}`);
await all;
await worker.close();
assert.deepEqual(done.sort(), [...wanted].sort());
assert.deepEqual(failed, [['node:8', 'no']]);
assert.equal(attempts.get('node:7'), 3);
assert.equal(attempts.get('node:8'), 2);
assert.ok(most <= 10, `${most} at a time`);
const stats = await timers.ask('STATS');
assert.equal(stats[stats.indexOf('leased') + 1] + stats[stats.indexOf('ready') + 1], 0);

// A handler that takes longer than the lease: four thirds of it are renewed.
const figure = async name => {
  const all = await timers.ask('STATS');
  return all[all.indexOf(name) + 1];
};
const touched = await figure('touched'), expired = await figure('expired');
const slow = timers.consume(async firing => {
  while (await figure('touched') < touched + 4)
    await new Promise(resolve => setTimeout(resolve, 50));
  assert.equal(firing.attempt, 1);
});
await timers.arm('slow', 0);
await new Promise((resolve, reject) => slow.on('done', resolve).on('failed', (_, e) => reject(e)));
await slow.close();
assert.equal(await figure('expired'), expired);

// A worker that waits is closed at once.
const idle = timers.consume(() => {});
await idle.close();
timers.close();

// Expressions of cron. In Berlin the clock skips 02:30 on 28 March 2027, and shows it twice on 31
// October.
const next = (from, expression = '30 2 * * *') => {
  const at = Date.parse(from);
  return new Date(nextDue(expression, {tz: 'Europe/Berlin', after: at, now: 0})).toISOString();
};
assert.equal(next('2027-03-26T12:00:00Z'), '2027-03-27T01:30:00.000Z');
assert.equal(next('2027-03-27T12:00:00Z'), '2027-03-28T01:30:00.000Z');
assert.equal(next('2027-03-28T12:00:00Z'), '2027-03-29T00:30:00.000Z');
assert.equal(next('2027-10-30T12:00:00Z'), '2027-10-31T00:30:00.000Z');
assert.equal(next('2027-10-31T00:30:00Z'), '2027-11-01T01:30:00.000Z');
assert.equal(next('2027-01-31T12:00:00Z', '0 9 * * 1'), '2027-02-01T08:00:00.000Z');
// Those that were missed are passed over.
assert.equal(nextDue('* * * * *', {after: 0, now: 59999}), 60000);
assert.throws(() => nextDue('61 * * * *'));
