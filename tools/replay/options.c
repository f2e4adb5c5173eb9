/* SPDX-License-Identifier: MIT-0 */
#include "options.h"

#include <stdio.h>
#include <string.h>

enum { REPEAT_MAX = 1000 };

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

        while (i < STRUCTURES &&
               (strlen(structures[i]->name) != n || strncmp(structures[i]->name, list, n) != 0))
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

/* A plain decimal number, of which *rest is what follows; false: there is none, or it
   does not fit 64 bits. */
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

static bool ask(struct options *o, const char *text) {
    const bool yes = strcmp(text, "yes") == 0;

    o->ask = yes ? ASK_YES : ASK_NO;
    return yes || strcmp(text, "no") == 0 || complain("--ask takes yes or no, not '%s'", text);
}

static bool folder(struct options *o, const char *text) {
    o->dir = text;
    return true;
}

static bool json(struct options *o, const char *text) {
    o->json = text;
    return true;
}

static bool html(struct options *o, const char *text) {
    o->html = text;
    return true;
}

static bool option(struct options *o, const char *name, const char *value) {
    static const struct {
        const char *name;
        bool (*set)(struct options *o, const char *value);
    } known[] = {
        {"--structures", choose}, {"--log", folder}, {"--repeat", repeat}, {"--slack", slack},
        {"--unit", unit},         {"--ask", ask},    {"--json", json},     {"--html", html},
    };

    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
        if (strcmp(name, known[i].name) == 0)
            return value ? known[i].set(o, value)
                         : complain("%s needs a value; see replay --help", name);
    return complain("unknown option '%s'; see replay --help", name);
}

bool options_read(struct options *o, int argc, char **argv) {
    int i;

    memset(o, 0, sizeof *o);
    o->repeat = 7;
    o->unit = 1;
    choose(o, "all");
    for (i = 1; i < argc && argv[i][0] == '-' && argv[i][1] != 0; i += 2)
        if (!option(o, argv[i], i + 1 < argc ? argv[i + 1] : NULL))
            return false;
    if (i >= argc)
        return complain("no %s given; see replay --help", "TRACE");
    if (o->json && o->html && strcmp(o->json, o->html) == 0)
        return complain("--json and --html cannot both write '%s'", o->json);
    for (int k = i; k < argc; k++)
        if (argv[k][0] == '-' && argv[k][1] != 0)
            return complain("options stand before the traces: %s comes too late", argv[k]);
    o->file = argv + i;
    o->files = (size_t)(argc - i);
    return true;
}
