// SPDX-License-Identifier: MIT-0
// The package tw beside a model, a list that is sorted for each question; callbacks that arm,
// cancel, throw and call advance() themselves; what is refused.
import assert from "node:assert";

let memory; // of the set that was made last
const { Instance } = WebAssembly;
WebAssembly.Instance = function (module) {
    const instance = new Instance(module);
    memory = instance.exports.memory;
    return instance;
};
const { Timers } = await import("tw");

let state = 1n;
function below(n) { // Marsaglia's xorshift
    for (const shift of [13n, -7n, 17n]) {
        state = BigInt.asUintN(64, state ^ (shift < 0n ? state >> -shift : state << shift));
    }
    return Number(state % BigInt(n));
}

function besideTheModel(start) {
    const timers = new Timers(start);
    const log = [];
    const rows = Array.from({ length: 3000 }, (_, name) => ({ name, due: null, order: 0 }));
    for (const row of rows) {
        row.timer = timers.add(start + 10 ** 6, () => log.push(row));
        row.timer.cancel();
    }
    let [now, fired] = [start, 0];
    for (let step = 0; step < 20000; step++) {
        const row = rows[below(rows.length)];
        const kind = below(50);
        if (kind < 40) {
            Object.assign(row, { due: now + 1 + below(300) ** 2, order: step });
            row.timer.arm(row.due);
        } else if (kind < 48) {
            assert.equal(row.timer.cancel(), row.due !== null);
            row.due = null;
        } else {
            now += below(2000);
            const wanted = rows.filter((r) => r.due !== null && r.due <= now)
                .sort((a, b) => a.due - b.due || a.order - b.order);
            assert.equal(timers.advance(now), wanted.length);
            assert.deepEqual(log.splice(0).map((r) => r.name), wanted.map((r) => r.name));
            fired += wanted.length;
            for (const r of wanted) {
                r.due = null;
            }
            const waiting = rows.filter((r) => r.due !== null);
            assert.equal(timers.next(), Math.min(...waiting.map((r) => r.due)));
            assert.equal(timers.count, waiting.length);
        }
        assert.equal(row.timer.armed, row.due !== null);
    }
    assert(fired > 3000, `${fired} fired`);
}
besideTheModel(0);
besideTheModel(Date.UTC(2026, 0) * 1000); // microseconds

{ // what a callback may do
    const timers = new Timers();
    const log = [];
    const late = timers.add(5, () => log.push("late"));
    timers.add(4, (timer, now) => {
        log.push(timer.due, now, timer.armed, timers.advance(9));
        late.cancel();
        timer.arm(3); // passed: the next call
    });
    assert.equal(timers.advance(6), 1);
    assert.equal(timers.advance(5), 0); // the clock never goes back
    assert.equal(timers.advance(6), 1);
    assert.deepEqual(log, [4, 6, false, 0, 3, 6, false, 0]);
    assert.equal(timers.advance(7), 1);
    assert.deepEqual(log.slice(-4), [3, 7, false, 0]);
}
{ // an exception costs no timer a turn
    const timers = new Timers();
    const log = [];
    for (const [due, name] of [[1, "first"], [1, "rest"], [2, "next"], [9, "last"]]) {
        timers.add(due, () => {
            log.push(name);
            if (name === "first") {
                throw new Error(name);
            }
        });
    }
    assert.throws(() => timers.advance(1), /first/);
    assert.equal(timers.advance(2), 2);
    assert.deepEqual([log, timers.next()], [["first", "rest", "next"], 9]);
}
{ // what is refused changes nothing
    const timers = new Timers(7);
    const timer = timers.add(8, () => {});
    for (const wrong of [-1, 1.5, NaN, 2 ** 53, "9", 9n, undefined]) {
        assert.throws(() => timer.arm(wrong), RangeError);
        assert.throws(() => timers.add(wrong, () => {}), RangeError);
        assert.throws(() => timers.advance(wrong), RangeError);
    }
    assert.deepEqual([timer.due, timers.next(), timers.count, timers.now], [8, 8, 1, 7]);
    assert.equal(timers.advance(8), 1);
    assert.equal(timers.next(), Infinity);
}
{ // sets share nothing, and hundreds of thousands of timers fit
    const [one, other] = [new Timers(), new Timers()];
    for (let i = 0; i < 200000; i++) {
        one.add(i, () => {});
    }
    assert.deepEqual([one.count, other.count, one.advance(99999)], [200000, 0, 100000]);
}
{ // timers that have left make room for others
    const timers = new Timers();
    const { byteLength } = memory.buffer;
    for (let i = 1; i <= 20000; i++) {
        timers.add(i, () => {}).cancel();
        timers.add(i, () => {});
        timers.advance(i);
    }
    assert.equal(memory.buffer.byteLength, byteLength);
}
console.log("ok: sets.mjs");
