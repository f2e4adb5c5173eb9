/* SPDX-License-Identifier: MIT-0 */
#include "options.h"

#include <stdio.h>
#include <string.h>

enum { REPEAT_MAX = 1000 };

const char help[] =
    "usage: replay [OPTION...] TRACE...\n"
    "\n"
    "Replays timer traces (see traces/README.md), checks every firing against a model, and measures. The model is\n"
    "the list of all armings of the trace, sorted by deadline and order of arming. Any number of timers may be armed\n"
    "at once.\n"
    "\n"
    "  --structures a,b  these only; default: all\n"
    "  --log DIR         writes DIR/STRUCTURE.log, a line `NOW DUE ID` for each firing, trace after trace\n"
    "  --repeat N        turns of each measurement, 1 to 1000; default: 7\n"
    "  --unit LENGTH     of a tick: a number and us, ms or s, like 1us (the default), 10us, 1ms or 2s. The clock is\n"
    "                    rounded down and deadlines up, so that no timer is early. All times are then in ticks\n"
    "  --slack TICKS     how late a timer may be, so that timers share wake-ups. The table gets two columns more\n"
    "  --help            this text\n"
    "\n"
    "What the columns are, and how they are measured:\n"
    "  ns/op          the whole trace replayed, clock included, without model and log; divided by its operations\n"
    "  ns/arm         At 16 points spread along the trace, a second set gets the timers that are armed there (not\n"
    "  ns/cancel      timed). Then, each timed as one batch with the clock standing: the next up to 4096 armings\n"
    "  ns/fire        in their order, a passed deadline staying a passed one; the cancel of every timer that the\n"
    "                 next up to 4096 effective cancels name, each once (what is idle by then is armed first, not\n"
    "                 timed); one advance that fires all that is left and what was cancelled, which is armed again\n"
    "                 (not timed). Times are summed, and divided by the summed counts. '-': the trace has none.\n"
    "  worst advance  A replay with the clock read around each advance, the last one, which fires what is left,\n"
    "                 included. Each advance counts with its shortest of N turns, so that interrupts do not.\n"
    "  set bytes      clock and structure, without its array\n"
    "  bytes/timer    node, and share of an array for as many timers as were armed at once\n"
    "  wake-ups       ticks at which something fires if the program sleeps until exactly next()\n"
    "  with slack     the same if each timer is armed for tw_coalesce(EXPIRES, EXPIRES + slack)\n"
    "  ticks late     by how many ticks a timer then fires after EXPIRES, or after its arming if that is later, at\n"
    "                 most. Neither early nor later than its slack does any timer fire: that is checked\n"
    "  firings, hash  of the log: its lines, and FNV-1a 64 over its bytes, with or without --log\n"
    "ns/op to ns/fire are medians of N turns, in which the structures take one turn each. Short traces measure\n"
    "the clock. The wheel has as many slots as timers were armed at once, or the next smaller power of two. The\n"
    "advice below the table goes by ns/op; within 5 % two structures are level.\n"
    "\n"
    "Exit status: 0; 1 if a structure differs from the model or from another one, with the number of the\n"
    "operation (one more than there are: the end of the trace); 2 for anything else.\n";

bool complain(const char *format, const char *text) {
    fprintf(stderr, "replay: ");
    fprintf(stderr, format, text);
    fputc('\n', stderr);
    return false;
}

/* A comma-separated list of names, or "all". */
static bool choose(struct options *o, const char *list) {
    const bool all = strcmp(list, "all") == 0;

    for (size_t i = 0; i < STRUCTURES; i++)
        o->chosen[i] = all;
    while (!all) {
        const size_t n = strcspn(list, ",");
        size_t i = 0;

        while (i < STRUCTURES && (strlen(structures[i]->name) != n || strncmp(structures[i]->name, list, n) != 0))
            i++;
        if (i == STRUCTURES)
            return complain("unknown structure in '%s'", list);
        o->chosen[i] = true;
        if (list[n] == 0)
            return true;
        list += n + 1;
    }
    return true;
}

/* A plain decimal number, of which *rest is what follows; false: there is none, or it does not fit 64 bits. */
static bool number(const char *text, uint64_t *value, const char **rest) {
    const char *c = text;

    for (*value = 0; *c >= '0' && *c <= '9'; c++) {
        const unsigned digit = (unsigned)(*c - '0');

        if (*value > (UINT64_MAX - digit) / 10)
            return false;
        *value = *value * 10 + digit;
    }
    *rest = c;
    return c != text;
}

static bool repeat(struct options *o, const char *text) {
    const char *rest;
    uint64_t n;

    if (!number(text, &n, &rest) || *rest || n < 1 || n > REPEAT_MAX)
        return complain("--repeat takes a number from 1 to 1000, not '%s'", text);
    o->repeat = (size_t)n;
    return true;
}

static bool slack(struct options *o, const char *text) {
    const char *rest;

    o->has_slack = number(text, &o->slack, &rest) && *rest == 0;
    return o->has_slack || complain("--slack takes a number of ticks, not '%s'", text);
}

static bool unit(struct options *o, const char *text) {
    static const struct {
        const char *name;
        uint64_t us;
    } units[] = {{"us", 1}, {"ms", 1000}, {"s", 1000000}};
    const char *rest;
    uint64_t n;

    if (number(text, &n, &rest) && n > 0)
        for (size_t i = 0; i < sizeof units / sizeof units[0]; i++)
            if (strcmp(rest, units[i].name) == 0 && n <= UINT64_MAX / units[i].us) {
                o->unit = n * units[i].us;
                return true;
            }
    return complain("--unit takes a length like 1us, 10us, 1ms or 2s, not '%s'", text);
}

static bool folder(struct options *o, const char *text) {
    o->dir = text;
    return true;
}

static bool option(struct options *o, const char *name, const char *value) {
    static const struct {
        const char *name;
        bool (*set)(struct options *o, const char *value);
    } known[] = {
        {"--structures", choose}, {"--log", folder}, {"--repeat", repeat}, {"--slack", slack}, {"--unit", unit},
    };

    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
        if (strcmp(name, known[i].name) == 0)
            return value ? known[i].set(o, value) : complain("%s needs a value; see replay --help", name);
    return complain("unknown option '%s'; see replay --help", name);
}

bool options_read(struct options *o, int argc, char **argv) {
    int i;

    memset(o, 0, sizeof *o);
    o->repeat = 7;
    o->unit = 1;
    choose(o, "all");
    for (i = 1; i < argc && argv[i][0] == '-'; i += 2)
        if (!option(o, argv[i], i + 1 < argc ? argv[i + 1] : NULL))
            return false;
    if (i >= argc)
        return complain("no %s given; see replay --help", "TRACE");
    o->file = argv + i;
    o->files = (size_t)(argc - i);
    return true;
}
