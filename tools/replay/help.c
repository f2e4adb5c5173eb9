/* SPDX-License-Identifier: MIT-0 */
#include "options.h"

static const char usage[] =
    "usage: replay [OPTION...] TRACE...\n"
    "\n"
    "Replays timer traces (see traces/README.md), checks every firing against a model, and measures. The model is\n"
    "the list of all armings of the trace, sorted by deadline and order of arming. Any number of timers may be armed\n"
    "at once. The replay ends with the last operation: what is still armed then does not fire, and is counted apart.\n"
    "\n"
    "If TRACE is -, it is standard input. What ends with .gz, .xz, .tar.gz or .tar.xz is unpacked by gzip, xz or tar.\n"
    "\n"
    "  --structures a,b  these only; default: all\n"
    "  --log DIR         writes DIR/STRUCTURE.log, a line `NOW DUE ID` for each firing, trace after trace\n"
    "  --repeat N        turns of each measurement, 1 to 1000; default: 7\n"
    "  --unit LENGTH     of a tick: a number and us, ms or s, like 1us (the default), 10us, 1ms or 2s. The clock is\n"
    "                    rounded down and deadlines up, so that no timer is early. The log then has ticks\n"
    "  --slack TICKS     how late a timer may be, so that timers share wake-ups. The table gets two columns more\n"
    "  --json FILE       writes all that was found as one JSON object, keys below\n"
    "  --html FILE       writes a page with the table, plots and advice; it needs no network and no other file\n"
    "                    If FILE is -, it is stdout, and the table is left out. Any other FILE is written when all\n"
    "                    traces have been replayed, under another name first: it is never there in half\n"
    "  --help            this text\n"
    "\n";

static const char columns[] =
    "What the columns are, and how they are measured:\n"
    "  ns/op          the whole trace replayed, clock included, without model and log; divided by its operations\n"
    "  ns/arm         At 16 points spread along the trace, a second set gets the timers that are armed there (not\n"
    "  ns/cancel      timed). Then, each timed as one batch with the clock standing: the next up to 4096 armings\n"
    "  ns/fire        in their order, a passed deadline staying a passed one; the cancel of every timer that the\n"
    "                 next up to 4096 effective cancels name, each once (what is idle by then is armed first, not\n"
    "                 timed); one advance that fires all that is left and what was cancelled, which is armed again\n"
    "                 (not timed). Times are summed, and divided by the summed counts. '-': the trace has none.\n"
    "  worst advance  A replay with the clock read around each advance. Each advance counts with its shortest of\n"
    "                 N turns, so that interrupts do not\n"
    "  set bytes      clock and structure, without its array\n"
    "  bytes/timer    node, and share of an array for as many timers as were armed at once\n"
    "  wake-ups       ticks at which something fires if the program sleeps until exactly next()\n"
    "  with slack     the same if each timer is armed for tw_coalesce(EXPIRES, EXPIRES + slack)\n"
    "  ticks late     by how many ticks a timer then fires after EXPIRES, or after its arming if that is later, at\n"
    "                 most. Neither early nor later than its slack does any timer fire: that is checked\n"
    "  firings, hash  of the log: its lines, and FNV-1a 64 over its bytes, with or without --log\n"
    "ns/op to ns/fire are processor time of the thread, where a clock tells that, and else time. Each is the least\n"
    "of N turns, in which the structures take one turn each. What the clock itself takes is left out. The wheel has\n"
    "as many slots as timers were armed at once, or the next smaller power of two.\n"
    "\n"
    "The advice below the table goes by ns/op; within 5 % two structures are level. No structure is advised\n"
    "  * from a trace of waits alone, as record.sh makes of programs with timers of their own,\n"
    "  * from fewer than 1,000 operations, or fewer than 8 timers armed at once,\n"
    "  * where the clock does not move in a turn,\n"
    "  * where ns/op and the sum of its parts are more than a factor of 3 apart for one of the two fastest. The sum\n"
    "    is (armings * ns/arm + cancels of armed timers * ns/cancel + firings * ns/fire) / operations. A busy machine\n"
    "    does that.\n"
    "One line says then why. Waiting for less work on the machine, or a longer recording, helps.\n"
    "\n";

static const char keys[] =
    "The JSON object has cpu, compiler, turns, unit_us, slack_ticks (with --slack) and traces, a list of:\n"
    "  file           and what was counted in it: operations, armings, moves (armings of an armed timer), cancels,\n"
    "                 idle_cancels (of an idle timer), timers, peak_armed, still_armed (at the end; not fired)\n"
    "  sources        a list: the name of what was recorded, and its operations; empty if the trace does not say it\n"
    "  delay_half_us  at arming, half of the deadlines are at most so far ahead; delay_most_us: nine in ten\n"
    "  structures     a list: name, ns_per_op, ns_per_arm, ns_per_cancel, ns_per_fire (null: the trace has none),\n"
    "                 worst_advance_us, set_bytes, bytes_per_timer, wakeups, wakeups_with_slack and ticks_late (with\n"
    "                 --slack), firings, hash\n"
    "  delays         a list: armings with a deadline from_us or more ahead, but less than below_us; of them,\n"
    "                 fired and still_armed at the end\n"
    "  armed          the most timers that were armed at once, in the first armed_step_us of the trace, in the next\n"
    "                 armed_step_us, and so on\n"
    "  advice         a list of sentences\n"
    "\n";

static const char status[] =
    "Exit status: 0; 1 if a structure differs from the model or from another one, with the number of the\n"
    "operation (one more than there are: the end of the trace); 2 for anything else.\n";

void print_help(FILE *f) {
    fputs(usage, f);
    fputs(columns, f);
    fputs(keys, f);
    fputs(status, f);
}
