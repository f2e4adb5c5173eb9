// TimerWheel of npm's timer-wheel 1.0.0 numbers its slots by >>>, which drops the bits of a time
// from 2^32 ms (49.7 days) on. An advance to that time finds no slot that is new, and nothing
// expires. Prints what does, there and an hour later.
//     npm install timer-wheel && node timer_wheel_late.js
'use strict';
const { TimerWheel } = require('timer-wheel');

for (const begin of [2 ** 31, 2 ** 32]) {
  const wheel = new TimerWheel();
  wheel.schedule('item', 2000);
  console.log(`at ${begin} ms:`, wheel.advance(begin));
  console.log(`at ${begin + 3600000} ms:`, wheel.advance(begin + 3600000));
}
