/* SPDX-License-Identifier: MIT-0 */
#include "commands.h"
#include "diagnose.h"
#include "front.h"
#include "step.h"
#include "towers.h"
#include "undo.h"

#include <inttypes.h>
#include <string.h>

const char commands[] =
    "  arm ID DUE ...    arms timer ID for tick DUE, or moves it there; more pairs may follow\n"
    "  cancel ID ...     takes timers out\n"
    "  advance TICK      moves the clock, and shows what fires\n"
    "  step              moves the clock no further than to the next event: one timer fires, the "
    "timers of one block\n"
    "                    move down (bigwheel), or the position passes by timers of later rounds "
    "(wheel)\n"
    "  next              the earliest deadline\n"
    "  undo              takes back the last command that changed something; again: the one "
    "before\n"
    "  seed N            sets the dice that decide how high towers are (skiplist)\n"
    "  tower ID HEIGHT   gives timer ID a tower of HEIGHT levels, 0 to 2; the dice stay as they "
    "are (skiplist)\n"
    "  draw              the structure as it is\n"
    "  check             says so if every invariant holds; if one breaks, any command says which\n"
    "  count             keys compared and links written since the last count or undo\n"
    "  help, quit";

/* Decimal or 0x digits only: no sign. text is not empty. */
static bool number(const char *name, const char *text, uint64_t most, uint64_t *value) {
    const unsigned base = strncmp(text, "0x", 2) == 0 ? 16 : 10;
    const char *c = base == 16 ? text + 2 : text;

    if (*c == 0)
        return bad("%s is not a number: '%.40s'", name, text);
    for (*value = 0; *c; c++) {
        const char *digit = strchr("0123456789abcdef", *c);
        const unsigned d = digit ? (unsigned)(digit - "0123456789abcdef") : 16;

        if (d >= base)
            return bad("%s is not a number: '%.40s'", name, text);
        if (d > most || *value > (most - d) / base)
            return bad("%s is above %" PRIu64 ": '%.40s'", name, most, text);
        *value = *value * base + d;
    }
    return true;
}

/* What follows the name: ID, a number up to `most`, more of both. */
static const struct command {
    const char *name;
    bool id;
    const char *value;
    uint64_t most;
    bool more;
} verbs[VERBS] = {
    {"arm", true, "DUE", TW_TICK_MAX, true},
    {"cancel", true, NULL, 0, true},
    {"advance", false, "TICK", TW_TICK_MAX, false},
    {"step", false, NULL, 0, false},
    {"next", false, NULL, 0, false},
    {"undo", false, NULL, 0, false},
    {"seed", false, "N", UINT32_MAX, false},
    {"tower", true, "HEIGHT", LANES, false},
    {"draw", false, NULL, 0, false},
    {"check", false, NULL, 0, false},
    {"count", false, NULL, 0, false},
    {"help", false, NULL, 0, false},
    {"quit", false, NULL, 0, false},
};

static void arm(int id, tw_tick due) {
    if (tw_timers_add(&set, &timer[id], due))
        return;
    if (tw__timers_reach(&set.clock, due))
        say("  %d is refused: the array is full", id);
    else
        say("  %d is refused: a quarter of the clock's range ahead, or longer ago than that", id);
}

static void cancel(int id) {
    if (!tw_timers_cancel(&set, &timer[id]))
        say("  %d was idle", id);
}

static void advance(tw_tick tick) {
    if (tw__timers_back(&set.clock, set.in, set.ops, tick))
        say("  refused: the clock never goes back");
    tw_timers_advance(&set, tick);
    amid = amid && tw_before(tick, tw_timers_now(&set));
}

static void next(void) {
    char text[LABEL];
    tw_tick due;

    if (tw_timers_next(&set, &due))
        say("  next is %s", tick_text(text, due));
    else
        say("  nothing is armed");
}

static void count(void) {
    say("  %zu compared, %zu written", counted[TW_COMPARE], counted[TW_LINK]);
    memset(counted, 0, sizeof counted);
}

/* False after a complaint: then nothing is changed. */
static bool run(enum verb verb, int id, uint64_t value) {
    switch (verb) {
    case ARM:
        arm(id, (tw_tick)value);
        break;
    case CANCEL:
        cancel(id);
        break;
    case ADVANCE:
        advance((tw_tick)value);
        break;
    case STEP:
        step();
        break;
    case NEXT:
        next();
        break;
    case UNDO:
        if (!undo())
            say("  nothing to undo");
        break;
    case SEED:
        skiplist.seed = (uint32_t)value;
        break;
    case TOWER:
        return tower(&timer[id], (unsigned)value);
    case DRAW:
        front->draw();
        break;
    case COUNT:
        count();
        break;
    case HELP:
        front->say(commands);
        break;
    default: /* check follows every command */
        break;
    }
    return true;
}

/* The next words of a command: what it takes once. *i is the number of the first word,
   behind the last one then. */
static bool arguments(const struct command *c, char **word, size_t words, size_t *i, uint64_t *id,
                      uint64_t *value) {
    *id = *value = 0;
    if (c->id && *i == words)
        return bad("ID is missing");
    if (c->id && !number("ID", word[(*i)++], IDS - 1, id))
        return false;
    if (c->value && *i == words)
        return bad("%s is missing", c->value);
    return !c->value || number(c->value, word[(*i)++], c->most, value);
}

/* All arguments, the first at word[1]: reads them, or runs the command with them. */
static bool run_all(enum verb verb, char **word, size_t words, bool really) {
    const struct command *c = &verbs[verb];
    uint64_t id, value;
    size_t i = 1;

    do {
        if (!arguments(c, word, words, &i, &id, &value))
            return false;
        if (really && !run(verb, (int)id, value))
            return false;
    } while (i < words && c->more);
    return i == words || bad("extra field '%.40s'", word[i]);
}

bool execute(char *line, enum verb *verb) {
    char *word[LINE / 2];
    size_t n = 0;

    *verb = VERBS;
    for (char *s = strtok(line, " \t"); s; s = strtok(NULL, " \t"))
        word[n++] = s;
    if (n == 0)
        return true;
    for (size_t i = 0; i < VERBS; i++)
        if (strcmp(word[0], verbs[i].name) == 0)
            *verb = (enum verb)i;
    if (*verb == VERBS)
        return bad("unknown command '%.40s'; help lists them", word[0]);
    if ((*verb == SEED || *verb == TOWER) && chosen->kind != SKIPLIST)
        return bad("%s is for a skiplist, not for %s", word[0], set.ops->name);

    /* First all is checked, then all is done. */
    if (!run_all(*verb, word, n, false) || !run_all(*verb, word, n, true))
        return false;
    remember();
    return true;
}

/* check() compares too, which does not count. */
const char *unsound(void) {
    const char *what = diagnose_structure(), *property;

    muted = true;
    if (!what)
        what = diagnose_clock(amid);
    property = !what && set.ops->check ? set.ops->check(set.in) : NULL;
    muted = false;
    return property ? diagnose_unknown(property) : what;
}
