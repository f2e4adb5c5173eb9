# SPDX-License-Identifier: MIT-0
"""The sentences of products/timerd/MEASURED.md; the figures come from page.py."""

HEAD = '''# timerd, measured

`products/timerd/bench/measure` starts each server on a free port of 127.0.0.1 with an empty directory, loads it, and writes
this page. It says what [timerd](README.md) costs beside the engine that it stands on, and what
other queues do under the same load and the same kills.

Machine: {machine}; load average when the last run began: {load} (above 1, other programs ran beside it). Versions:
{versions}.

All servers and loads share that machine. What counts is a ratio: engine and timerd are measured in turns, one after
the other, and a ratio is the median of the ratios of the turns. The rates are medians too; they move with the disk
and with what else the machine does. timerd runs with `--lease 2s --attempts 100` and else with its defaults.
redis-server has an append-only file with `appendfsync always`, beanstalkd a log with `-f 50`, its default: fsync
each 50 ms, so that a put that was answered can be lost with the machine; with `-f 0` it syncs each put. An id has
16 bytes, in no order; a payload 32.
'''

ABOUT = {
    'counted': '''## Counted

{counted} timers that fire once, {date}. What timerd says to Redis while it arms, fires, gives and ends them is recorded,
and told to a redis-server under valgrind's callgrind. So the figures are the same on a machine that does other work. They
still depend on how many timers share a call, which timerd had to decide by the clock when it was recorded.
''',
    'cost': '''## Processor time

{armed} timers, turns: {turns}, {date}: they are armed, become due at 400 000 a second, and are then taken and
acknowledged, 1000 at a time, each step when the one before is over. redis-server has `appendfsync everysec`. The table has the time on a processor of timerd
and of redis-server, which other programs on the machine change less than they change a rate. The bare engine writes
and moves the same rows, 1000 timers a transaction, through a cursor of each table; its start does not count. Its part
is its time divided by timerd's. The last column has the
timers a second of one core of what is done for a firing: fire, take and acknowledge.
''',
    'busy': '''## What Redis waits for

Three times that load, turns: {turns}, {date}, and four consumers. A process has work while its first thread runs, or waits for a
processor that another program has. timerd sends one batch of requests, and gathers the next while Redis works it off. A
second batch on its way could use the rest of the time of redis-server, and that is all that it could gain.
''',
    'owned': '''## Shards

A timerd starts with `--shards 1024` over an empty Redis, turns: {turns}, {date}: how long until it owns all of them.
''',
    'armings': '''## Armings

{armed} timers, due in ten days, turns: {turns}, {date}. timerd: 8 connections, up to 512 requests unanswered on
each. The bare engine writes the same rows with nothing around them: LMDB both rows of a timer, 1000 timers a
transaction; Redis an `HSET` and a `ZADD`, 1000 timers in a pipeline, where timerd calls a script that also reads
the token of the shard, the clock and the row. BullMQ is given 1000 jobs at a time (`addBulk`), the sorted set 1000
`ZADD` in a pipeline, beanstalkd 512 `put` in a pipeline. Every rate is that of acknowledged timers.
''',
    'firings': '''## Firings

{armed} timers that become due at 400 000 a second, turns: {turns}, {date}, no consumer: from the first due until
`fired` in STATS has all of them, which is asked each 50 ms. The bare engine moves the same rows: LMDB deletes both
rows of a timer and writes both of a firing, 1000 timers a transaction; Redis has `ZREM` and `RPUSH`, 1000 timers in a
pipeline, where timerd calls one script for all timers of a shard that are due.
''',
    'lateness': '''## Lateness

{seconds} s of timers that become due evenly, {date}, and two consumers that write a line for each and acknowledge
it. Lateness is the clock of the consumer, at that line, less the due: firing, commit, delivery and queueing are in
it. A system that does less than the wanted rate falls behind, and its lateness is the length of its queue; one that
does less than half of it was not asked for more. beanstalkd counts delays in whole seconds from the
put, so its timers are put at the wanted rate. The sorted-set poller removes one member at a time, and waits for its
fsync.
''',
    'kills': '''## Kills

{killed} timers, 1000 due a second, {date}. The one consumer is killed with SIGKILL {deaths} times, each time after
it has taken timers and before their work is done; the server is killed {kills} times at even distances (for timerd
over Redis in turns timerd and redis-server), and both are started again at once. The lease is 2 s where there is
one: timerd's `--lease`, BullMQ's `lockDuration` and `stalledInterval` (`maxStalledCount` 5), beanstalkd's TTR. In
hand is how many rows the consumer takes at a time. A timer is lost if its work was not done when nothing had come
for seven seconds, late if it was done more than a second after its due; twice counts work done again. At least once
means that a kill may have the work in hand done twice, and that it comes late by a lease. A timerd that was killed
over Redis leaves leases of its shards behind, which its successor waits for: 3 s (`--shard-lease`). A system that
does not keep up with 1000 a second is late without any kill.
''',
    'far': '''## Long tables

{date}. timerd is stopped with SIGTERM and started again with `--window 24h`, which has it read 10 000 timers that
are due in 12 hours: the time is that from SIGTERM until the new process says in STATS that the window is in memory
(the median of 15). Then timers are armed, fired, taken and acknowledged, and the same window is read again: what
they left behind in the store must not slow the reading. Then the store gets many timers that are due in ten days,
and timerd is stopped and started again with its window of 5 s. Memory is what timerd itself has, `RssAnon` in
`/proc/PID/status`: without the pages of the file that LMDB maps, which the kernel may drop, and without
redis-server. The far timers of LMDB are written by `limit_lmdb fill`, in the same rows as timerd's and in large
transactions; those of Redis are armed through timerd. `--full` takes 10 000 000 firings and as many far timers; the
table says how many this run took.
''',
}
