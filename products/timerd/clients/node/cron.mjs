// cron.mjs: when is an expression of cron due next, in a time zone? Over cron-parser, 5 or newer. A
// handler arms the next occurrence before it acknowledges this one; done twice, ARM changes
// nothing:
//
//   const nightly = firing => nextDue('30 2 * * *', {tz: 'Europe/Berlin', after: firing?.dueMs});
//   await timers.arm('report', nightly(), 'payload');
//   timers.consume(async firing => {
//     await report();
//     await timers.arm(firing.id, nightly(firing), firing.payload);
//   });
import {CronExpressionParser} from 'cron-parser';

// The first occurrence after a time (ms since 1970), and after now: those that were missed are
// passed over. In summer time one that the clock skips comes an hour later, and one that it shows
// twice comes once.
export const nextDue = (expression, {tz = 'UTC', after = Date.now(), now = Date.now()} = {}) =>
  CronExpressionParser.parse(expression, {tz, currentDate: new Date(Math.max(after, now))})
    .next()
    .toDate()
    .getTime();
