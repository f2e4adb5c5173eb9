// SPDX-License-Identifier: MIT-0
// Ten timers, of which four are cleared and one is refreshed; an interval that runs three times.
"use strict";
const timers = [];
let runs = 0;

for (let i = 0; i < 10; i++)
    timers.push(setTimeout(() => {}, i === 9 ? 10 : 60000 + i));
for (let i = 0; i < 4; i++)
    clearTimeout(timers[i]);
timers[8].refresh();
const interval = setInterval(() => {
    if (++runs < 3)
        return;
    clearInterval(interval);
    timers.slice(4).forEach(timer => timer.unref()); // the program ends while they are armed
}, 5);
