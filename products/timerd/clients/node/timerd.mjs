// SPDX-License-Identifier: MIT-0
// Timers that survive, by timerd, over ioredis 5 or newer.
//
//     import {Timers} from './timerd.mjs';
//
//     const timers = new Timers({port: 7379});              // what new Redis() takes
//     await timers.armIn('order:17', 15 * 60_000, 'remind'); // ms from now, by the store's clock
//     await timers.cancel('order:17');
//
//     const worker = timers.consume(async firing => {
//       console.log(firing.id, firing.payload.toString(), firing.attempt);
//     }, {concurrency: 10});
//     worker.on('failed', (firing, error) => console.error(firing.id, error));
//     ...
//     await worker.close();                                  // when what it has taken is handled
//     timers.close();
//
// A firing is acknowledged when the handler's promise is fulfilled. When it is rejected, the firing
// comes again later: after a delay that doubles with each attempt, or after that of Retry. A
// consumer that dies between its work and the acknowledgement has done the work, and it comes
// again: make the work idempotent, or remember (id, generation).
import {EventEmitter} from 'node:events';
import {Redis} from 'ioredis';

/** Thrown by a handler: the firing comes again after so many ms. */
export class Retry extends Error {
  constructor(ms) {
    super(`again in ${ms} ms`);
    this.ms = ms;
  }
}

/** A timer that was due: id (a string), payload (a Buffer), generation, dueMs, attempt (1: the
    first), missed. */
export class Firing {
  constructor(timers, [id, generation, dueMs, payload, attempt, missed]) {
    Object.assign(this, {id: id.toString(), generation, dueMs, payload, attempt, missed});
    Object.defineProperty(this, 'timers', {value: timers});
  }

  /** Done with. False: the firing was not there any more. */
  async ack() {
    return await this.timers.ask('ACK', this.id, this.generation) === 1;
  }

  /** Gives the firing back: it comes again after so many ms, or after timerd's own delay. */
  async nack(ms) {
    const delay = ms === undefined ? [] : ['DELAY', Math.round(ms)];
    return await this.timers.ask('NACK', this.id, this.generation, ...delay) === 1;
  }

  /** The lease begins anew. False: this consumer has the firing no longer. */
  async touch() {
    return await this.timers.ask('TOUCH', this.id, this.generation) === 1;
  }
}

/** Emits 'done' (firing), 'failed' (firing, error), 'error' (of the connection). */
class Worker extends EventEmitter {
  #closed = false;
  #running = new Set();
  #ended;
  #redis;

  constructor(timers, handler, {concurrency = 1, blockMs = 5000} = {}) {
    super();
    this.#redis = timers.redis.duplicate(); // a TAKE that waits holds its connection
    this.#redis.on('error', error => this.listenerCount('error') && this.emit('error', error));
    this.#ended = this.#run(timers, handler, concurrency, blockMs);
  }

  async #run(timers, handler, concurrency, blockMs) {
    while (!this.#closed) {
      const room = concurrency - this.#running.size;
      if (room === 0) {
        await Promise.race(this.#running);
        continue;
      }
      for (const row of await this.#take(Math.min(room, 1000), blockMs)) {
        const work =
          this.#handle(handler, new Firing(timers, row)).finally(() => this.#running.delete(work));
        this.#running.add(work);
      }
    }
    await Promise.all(this.#running);
  }

  async #take(count, blockMs) {
    try {
      return await this.#redis.callBuffer('TAKE', count, 'BLOCK', blockMs);
    } catch (error) {
      if (this.#closed)
        return [];
      if (this.listenerCount('error'))
        this.emit('error', error);
      await new Promise(done => setTimeout(done, 200)); // the store is away
      return [];
    }
  }

  async #handle(handler, firing) {
    try {
      await handler(firing);
    } catch (error) {
      if (!(error instanceof Retry))
        this.emit('failed', firing, error);
      const ms = error instanceof Retry ? error.ms : undefined;
      await firing.nack(ms).catch(() => {}); // its lease ends
      return;
    }
    await firing.ack().catch(() => {}); // it comes again
    this.emit('done', firing);
  }

  /** Takes no more, and waits for the handlers. */
  async close() {
    this.#closed = true;
    this.#redis.disconnect();
    await this.#ended;
  }
}

/** A connection to timerd. */
export class Timers {
  constructor(options = {}) {
    this.redis = new Redis({port: 7379, ...options});
  }

  /** Any request of PROTOCOL.md, and its answer. */
  ask(...words) {
    return this.redis.call(...words);
  }

  /** The store's clock. */
  async nowMs() {
    const [seconds, microseconds] = await this.ask('TIME');
    return Number(seconds) * 1000 + Math.floor(Number(microseconds) / 1000);
  }

  /** Arms the timer, or moves it: dueMs counts from 1970. Repeat the call until it is fulfilled. */
  async arm(id, dueMs, payload = '', {periodMs} = {}) {
    await this.ask(
      'ARM', id, dueMs, payload, ...periodMs === undefined ? [] : ['PERIOD', periodMs]);
  }

  /** As arm(), so many ms from now. Repeated, it moves the timer. */
  async armIn(id, ms, payload = '', options = {}) {
    await this.arm(id, await this.nowMs() + Math.round(ms), payload, options);
  }

  /** True: the timer was stopped before a consumer was given it. */
  async cancel(id) {
    return await this.ask('CANCEL', id) === 1;
  }

  /** Handles firings, `concurrency` at a time. */
  consume(handler, options) {
    return new Worker(this, handler, options);
  }

  close() {
    this.redis.disconnect();
  }
}
