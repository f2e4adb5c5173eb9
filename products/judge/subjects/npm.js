// SPDX-License-Identifier: MIT-0
// Timers and queues of npm: `node npm.js KIND`, with the packages in NODE_PATH. Those that have a
// clock run on one of ours; a plain queue is kept by (tick, number of the arming).
'use strict';
const readline = require('node:readline');

const [kind] = process.argv.slice(2);
const load = (file = '') => require(kind + file);
const by = (a, b) => a.due - b.due || a.number - b.number;
const fired = [];
let now = 0;
let births = 0;

// A queue with push, pop, peek, and remove if it can take one out; else cancelled ones are dropped
// as they come.
function queue({ push, pop, peek, remove }) {
  const dropped = new Set();
  const first = () => {
    while (peek() && dropped.delete(peek())) pop();
    return peek();
  };
  return {
    add: (id, due) => { const item = { id, due, number: births++ }; push(item); return item; },
    cancel: (item) => { if (remove) remove(item); else dropped.add(item); },
    next: () => first()?.due,
    advance(to, fire) { while (first()?.due <= to) fire(pop().id); },
  };
}

// Timers like setTimeout(), and how their clock is moved.
function clock({ set, clear, to }) {
  return {
    add: (id, due, fire) => set(() => fire(id), Math.max(due - now, 0)),
    cancel: clear,
    advance: to,
  };
}

const kinds = {
  '@sinonjs/fake-timers': ['fifo top 2000000000', () => {
    const fake = load().createClock();
    return clock({ set: fake.setTimeout, clear: fake.clearTimeout, to: (t) => fake.tick(t - now) });
  }],
  rxjs: ['fifo passed top 4000000000000000', () => {
    const { VirtualTimeScheduler } = load();
    const scheduler = new VirtualTimeScheduler();
    return {
      add: (id, due, fire) => scheduler.schedule(() => fire(id), Math.max(due - now, 0)),
      cancel: (action) => action.unsubscribe(),
      advance(to) {
        scheduler.maxFrames = to - began;
        scheduler.flush();
        scheduler.frame = to - began;
      },
    };
  }],
  'timer-wheel': ['ahead unordered top 1000000000', () => {
    const wheel = new (load().TimerWheel)(); // a tick is 1024 ms, as its first wheel has them
    const zero = now;
    return {
      add: (id, due) => wheel.schedule(id, (due - now) * 1024),
      cancel: (handle) => handle.remove(),
      advance(to, fire) { now = to; wheel.advance((to - zero) * 1024).forEach(fire); },
    };
  }],
  'heap-js': ['fifo next top 9000000000000000', () => {
    const heap = new (load().Heap)(by);
    return queue({ push: (x) => heap.push(x), pop: () => heap.pop(), peek: () => heap.peek(),
      remove: (x) => heap.remove(x) });
  }],
  '@datastructures-js/priority-queue': ['fifo next top 9000000000000000', () => {
    const heap = new (load().PriorityQueue)(by);
    return queue({ push: (x) => heap.enqueue(x), pop: () => heap.dequeue(),
      peek: () => heap.front(), remove: (x) => heap.remove((y) => x === y) });
  }],
  fastpriorityqueue: ['fifo next top 9000000000000000', () => {
    const heap = new (load())((a, b) => by(a, b) < 0);
    return queue({ push: (x) => heap.add(x), pop: () => heap.poll(), peek: () => heap.peek(),
      remove: (x) => heap.removeOne((y) => x === y) });
  }],
  tinyqueue: ['fifo next top 9000000000000000', () => {
    const heap = new (load().default ?? load())([], by);
    return queue({ push: (x) => heap.push(x), pop: () => heap.pop(), peek: () => heap.peek() });
  }],
  mnemonist: ['fifo next top 9000000000000000', () => {
    const heap = new (load('/fibonacci-heap'))(by);
    return queue({ push: (x) => heap.push(x), pop: () => heap.pop(), peek: () => heap.peek() });
  }],
  bintrees: ['fifo next top 9000000000000000', () => {
    const tree = new (load().RBTree)(by);
    return queue({ push: (x) => tree.insert(x), peek: () => tree.min(),
      remove: (x) => tree.remove(x), pop() { const x = tree.min(); tree.remove(x); return x; } });
  }],
};

Date.now = () => 1024 * now;
const armed = new Map();
let began = 0;
let subject;

function fire(id) {
  armed.delete(id);
  fired.push(id);
}

const verbs = {
  hello() {
    let folder = require.resolve(kind === 'mnemonist' ? 'mnemonist/fibonacci-heap' : kind);
    const own = `node_modules/${kind}/`;
    folder = folder.slice(0, folder.lastIndexOf(own) + own.length);
    const text = require('node:fs').readFileSync(`${folder}package.json`);
    return `${kinds[kind][0]} name npm ${kind} ${JSON.parse(text).version}`;
  },
  init(at) {
    armed.clear();
    now = began = at;
    subject = kinds[kind][1]();
    return 'ok';
  },
  add(id, due) { armed.set(id, subject.add(id, due, fire)); return 'ok'; },
  cancel(id) {
    if (!armed.has(id)) return 'no';
    subject.cancel(armed.get(id));
    armed.delete(id);
    return 'ok';
  },
  next() { const due = subject.next(); return due === undefined ? 'none' : `next ${due}`; },
  advance(to) {
    fired.length = 0;
    subject.advance(to, fire);
    now = to;
    return ['fired', ...fired].join(' ');
  },
};

readline.createInterface({ input: process.stdin }).on('line', (line) => {
  const [verb, ...words] = line.split(' ');
  process.stdout.write(`${verbs[verb](...words.map(Number))}\n`);
});
