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
//     worker.on('lost', firing => console.error(firing.id, 'was done with already'));
//     ...
//     await worker.close();                                  // when what it has taken is handled
//     timers.close();
//
// A firing is acknowledged when the handler's promise is fulfilled. When it is rejected, the firing
// comes again later: after a delay that doubles with each attempt, or after that of Retry. A
// handler may take longer than the lease: the worker renews it. While timerd or its store is away,
// the worker waits. A consumer that dies between its work and the acknowledgement has done the
// work, and it comes again: make the work idempotent, or remember (id, generation).
import {EventEmitter} from 'node:events';
import {Redis} from 'ioredis';

const LEASE_MS = 30000; // of a timerd that does not tell its lease
const PAUSE_MS = 200; // between two requests while timerd or its store is away
const pause = ms => new Promise(done => setTimeout(done, ms));

/** Thrown by a handler: the firing comes again after so many ms. */
export class Retry extends Error {
  constructor(ms) {
    super(`again in ${ms} ms`);
    this.ms = ms;
  }
}

/** A timer that was due: id (a string; rawId is the Buffer that it is made of), payload (a Buffer),
    generation, dueMs, attempt (1: the first), missed. */
export class Firing {
  constructor(timers, [rawId, generation, dueMs, payload, attempt, missed]) {
    Object.assign(this, {id: rawId.toString(), rawId, generation, dueMs, payload, attempt, missed});
    Object.defineProperty(this, 'timers', {value: timers});
  }

  /** Done with. False: the firing was not there any more. */
  async ack() {
    return await this.timers.ask('ACK', this.rawId, this.generation) === 1;
  }

  /** Gives the firing back: it comes again after so many ms, or after timerd's own delay. */
  async nack(ms) {
    const delay = ms === undefined ? [] : ['DELAY', Math.round(ms)];
    return await this.timers.ask('NACK', this.rawId, this.generation, ...delay) === 1;
  }

  /** The lease begins anew. False: this consumer has the firing no longer. */
  async touch() {
    return await this.timers.ask('TOUCH', this.rawId, this.generation) === 1;
  }
}

/** Emits 'done' (firing); 'failed' (firing, error); 'lost' (firing): it was handled, but was done
    with already, because its lease had run out, or an answer was lost; 'error': of a connection,
    or what timerd answered instead. */
class Worker extends EventEmitter {
  #closed = false;
  #held = new Map(); // the firings that are not answered yet, each with the promise of that
  #handled = new Set(); // those of them whose handler runs
  #ended;
  #redis;

  constructor(timers, handler, {concurrency = 1, blockMs = 5000} = {}) {
    super();
    this.#redis = timers.redis.duplicate(); // a TAKE that waits holds its connection
    this.#redis.on('error', error => this.#tell(error));
    this.#ended = this.#run(timers, handler, concurrency, blockMs);
    this.#renew(timers);
  }

  #tell(error) {
    if (!this.#closed && this.listenerCount('error'))
      this.emit('error', error);
  }

  async #run(timers, handler, concurrency, blockMs) {
    while (!this.#closed) {
      const room = concurrency - this.#held.size;
      if (room === 0) {
        await Promise.race(this.#held.values());
        continue;
      }
      for (const row of await this.#take(Math.min(room, 1000), blockMs)) {
        const firing = new Firing(timers, row);
        this.#held.set(firing, this.#handle(handler, firing));
      }
    }
    await Promise.all(this.#held.values());
  }

  async #take(count, blockMs) {
    try {
      return await this.#redis.callBuffer('TAKE', count, 'BLOCK', blockMs);
    } catch (error) {
      this.#tell(error);
      if (!this.#closed)
        await pause(PAUSE_MS);
      return [];
    }
  }

  /** Calls the handler, and tells timerd. */
  async #handle(handler, firing) {
    let answer = () => firing.ack(), event = 'done';
    this.#handled.add(firing);
    try {
      await handler(firing);
    } catch (error) {
      const ms = error instanceof Retry ? error.ms : undefined;
      answer = () => firing.nack(ms);
      event = undefined;
      if (!(error instanceof Retry))
        this.emit('failed', firing, error);
    }
    this.#handled.delete(firing);
    const answered = await this.#repeat(answer);
    this.#held.delete(firing);
    if (answered === false)
      this.emit('lost', firing);
    else if (answered && event)
      this.emit(event, firing);
  }

  /** The answer of request(), which is repeated while timerd or its store is away. Undefined:
      timerd refuses it, or close() ended that. */
  async #repeat(request) {
    for (;;) {
      try {
        return await request();
      } catch (error) {
        this.#tell(error);
        if (this.#closed || error.name === 'ReplyError' && !/^(STORE|UNSURE)/.test(error.message))
          return undefined;
      }
      await pause(PAUSE_MS);
    }
  }

  /** Begins the leases of firings whose handlers run anew, at each third of them. */
  async #renew(timers) {
    while (!this.#closed || this.#handled.size) {
      let ms = PAUSE_MS;
      try {
        ms = (/lease_ms:(\d+)/.exec(await timers.ask('INFO'))?.[1] ?? LEASE_MS) / 3;
        for (const firing of this.#handled)
          if (!await firing.touch() && this.#handled.has(firing))
            this.#tell(new Error(`${firing.id}: the lease has run out while its handler runs`));
      } catch {
        // the requests of the other functions tell what lasts
      }
      await new Promise(done => setTimeout(done, ms).unref());
    }
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
