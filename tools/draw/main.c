/* SPDX-License-Identifier: MIT-0 */
/* tw_draw: draws a structure while you arm, move, cancel and let fire by commands;
   `tw_draw --help` lists them. The figures in docs/algorithms are its output. Drawing
   changes nothing: what a structure puts off until it is asked stays put off until `next`
   or `advance`. */
#define _POSIX_C_SOURCE 200809L

#include <unistd.h>

#include "commands.h"
#include "json.h"
#include "text.h"

#include <errno.h>
#include <string.h>

const struct front *front = &text_front;

static const char usage[] =
    "usage: tw_draw [--structure NAME] [--json] [FILE]\n"
    "\n"
    "Draws a timer structure while commands from FILE, or typed ones, change it.\n"
    "\n"
    "  --structure NAME  heap4 (the default), rbtree, skiplist, sortedlist, wheel, smallwheel or\n"
    "                    bigwheel\n"
    "  --json            for programs: an object for each line (products/playground/FORMAT.md)\n"
    "  --help            this text\n"
    "\n"
    "Commands, one a line; # begins a comment:\n";

static const char legend[] =
    "\n"
    "\n"
    "ID is 0 to 255. Ticks are 64-bit numbers, decimal or 0x... . 3@250 is timer 3, due at tick "
    "250.\n"
    "\n"
    "  heap4       room for 250; the array has #n, the number of the arming, behind each entry\n"
    "  rbtree      B is a black node, r a red one\n"
    "  skiplist    lanes for 32 timers\n"
    "  sortedlist  the skip list's base alone\n"
    "  wheel       16 slots; +n: n more rounds of the position; in the map # is an occupied slot, "
    "^ the position's\n"
    "  smallwheel  4 levels of 16 slots, and the overflow slot; hexadecimal ticks; ^ is the "
    "position's digit\n"
    "  bigwheel    the levels in use, each with two halves; a column of the map is 16 slots. slot "
    "05.3 is sub-slot 3 "
    "of\n"
    "              digit 05; at level 0 a slot is a tick. What stands in the half without ^ has "
    "moved ahead\n"
    "^ on an occupied slot shows as X.\n"
    "\n"
    "Exit status: 0; 1 if an invariant of the structure breaks; 2 for bad options, for input that "
    "cannot be read, for\n"
    "output that cannot be written, and for a bad line. A bad line in FILE or in a pipe ends the "
    "run with a message\n"
    "that names the line. A bad line that is typed on a terminal is a message, and the next line "
    "counts. With --json\n"
    "every line is an object, also a bad one and one behind it; the status is that of the worst.\n";

struct options {
    const char *file; /* NULL: none */
    bool json;
};

static bool structure(const char *name) {
    if (!name)
        return bad("--structure needs a name; see tw_draw --help");
    return choose(name) || bad("unknown structure '%s'; see tw_draw --help", name);
}

/* False after a complaint. */
static bool options(struct options *o, int argc, char **argv) {
    int i = 1;

    for (; i < argc && argv[i][0] == '-'; i++) {
        if (strcmp(argv[i], "--json") == 0)
            o->json = true;
        else if (strcmp(argv[i], "--structure") != 0)
            return bad("unknown option '%s'; see tw_draw --help", argv[i]);
        else if (!structure(i + 1 < argc ? argv[++i] : NULL))
            return false;
    }
    if (i < argc)
        o->file = argv[i++];
    return i >= argc || bad("more than one FILE; see tw_draw --help");
}

static bool written(void) {
    return (fflush(stdout) == 0 && !ferror(stdout)) || bad("the output cannot be written");
}

/* NULL after a complaint. */
static FILE *opened(const char *file) {
    FILE *f;

    at.file = file;
    at.line = 1;
    f = fopen(file, "rb");
    if (!f)
        bad("cannot be read: %s", strerror(errno));
    at.line = 0;
    return f;
}

/* The exit status. */
static int run(const struct options *o) {
    const bool typed = isatty(0);
    FILE *f = stdin;
    int status;

    if (o->file)
        f = opened(o->file);
    else if (!typed)
        at.file = "<stdin>";
    if (!f)
        return 2;

    begin();
    status = o->json ? json_run(f) : text_run(f, !at.file);
    if (f != stdin)
        fclose(f);
    at.file = NULL;
    front = &text_front;
    return written() ? status : 2;
}

int main(int argc, char **argv) {
    struct options o = {NULL, false};

    for (int i = 1; i < argc; i++)
        if (strcmp(argv[i], "--help") == 0) {
            printf("%s%s%s", usage, commands, legend);
            return written() ? 0 : 2;
        }
    return options(&o, argc, argv) ? run(&o) : 2;
}
