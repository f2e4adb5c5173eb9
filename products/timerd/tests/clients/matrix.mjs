// matrix.mjs LIBRARY PORT [PASSWORD]: arms, takes and acknowledges with ioredis or node-redis at
// its defaults.
import assert from 'node:assert/strict';

const [library, port, password] = process.argv.slice(2);
const errors = [];

async function open() {
  if (library === 'ioredis') {
    const {Redis} = await import('ioredis');
    const redis = new Redis({port: +port, ...password && {password}});
    redis.on('error', error => errors.push(error));
    return {
      ask: (...words) => redis.call(...words.map(String)),
      many: requests => Promise.all(requests.map(words => redis.call(...words.map(String)))),
      close: () => redis.quit(),
    };
  }
  const {createClient} = await import('redis');
  const client = createClient({url: `redis://127.0.0.1:${port}`, ...password && {password}});
  client.on('error', error => {
    errors.push(error);
    if (/WRONGPASS/.test(error.message))
      throw error; // or it tries for ever
  });
  await client.connect();
  return {
    ask: (...words) => client.sendCommand(words.map(String)),
    many: requests => Promise.all(requests.map(words => client.sendCommand(words.map(String)))),
    close: () => client.close(),
  };
}

const {ask, many, close} = await open();
const id = i => `${library}:${i}`;
const numbers = [...Array(20).keys()];
assert.equal(await ask('PING'), 'PONG');
assert.equal(await ask('GET', id(0)), null);
assert.deepEqual(
  await many(numbers.map(i => ['ARM', id(i), 1, `payload ${i}`])), numbers.map(() => 'OK'));
const rows = [];
while (rows.length < numbers.length)
  rows.push(...await ask('TAKE', 1000, 'BLOCK', 60000));
assert.deepEqual(rows.map(row => row[0]).sort(), numbers.map(id).sort());
for (const [name, generation, due, payload, attempt, missed] of rows) {
  assert.equal(payload, `payload ${name.split(':')[1]}`);
  assert.deepEqual([Number(due), Number(attempt), Number(missed)], [1, 1, 0]);
  assert.equal(Number(await ask('ACK', name, generation)), 1);
}
await assert.rejects(ask('NOPE'), /unknown command/);
await close();
assert.deepEqual(errors, []);
