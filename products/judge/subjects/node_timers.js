// SPDX-License-Identifier: MIT-0
// The mock timers of Node's test runner, which take the place of setTimeout() in tests: a clock
// that the program moves. A delay above 2^31 - 1 ms counts as 1 ms, says the documentation of
// setTimeout().
'use strict';
const { mock } = require('node:test');
const readline = require('node:readline');

let now = 0;
let fired = [];
const armed = new Map();

const verbs = {
  hello: () => `fifo top 2000000000 name Node.js ${process.version}, mock timers`,
  init(at) {
    mock.timers.reset();
    mock.timers.enable({ apis: ['setTimeout'] });
    armed.clear();
    now = at;
    return 'ok';
  },
  add(id, due) {
    armed.set(id, setTimeout(() => { armed.delete(id); fired.push(id); }, Math.max(due - now, 0)));
    return 'ok';
  },
  cancel(id) {
    clearTimeout(armed.get(id));
    return armed.delete(id) ? 'ok' : 'no';
  },
  advance(to) {
    fired = [];
    mock.timers.tick(to - now);
    now = to;
    return ['fired', ...fired].join(' ');
  },
};

readline.createInterface({ input: process.stdin }).on('line', (line) => {
  const [verb, ...words] = line.split(' ');
  process.stdout.write(`${verbs[verb](...words.map(Number))}\n`);
});
