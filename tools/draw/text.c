/* SPDX-License-Identifier: MIT-0 */
#include "text.h"
#include "commands.h"
#include "drawing.h"
#include "lines.h"

#include <errno.h>
#include <string.h>

struct place at;

static void on_say(const char *text) { printf("%s\n", text); }

static void on_bad(const char *message) {
    fflush(stdout);
    if (at.file)
        fprintf(stderr, "%s:%zu: %s\n", at.file, at.line, message);
    else
        fprintf(stderr, "tw_draw: %s\n", message);
}

/* What is told of an event is told in words. */
static void on_event(const struct event *e) { (void)e; }

const struct front text_front = {on_say, on_bad, on_event, draw};

/* One line without its end, read through to that end even if it is bad. *more is false at
   the end of the file. */
static bool read_line(FILE *f, struct line *l, bool *more) {
    int c;

    line_begin(l);
    while ((c = getc(f)) != EOF && c != '\n')
        line_byte(l, c);
    *more = c != EOF;
    if (c == EOF && ferror(f))
        return bad("cannot be read: %s", strerror(errno));
    return line_end(l);
}

/* Comments and empty lines as they are, commands behind a mark, so that output is told
   from input. */
static void echo(const char *line) {
    const char *word = line + strspn(line, " \t");

    printf(*word == 0 || *word == '#' ? "%s\n" : "> %s\n", line);
}

/* False after a complaint. */
static bool is_sound(void) {
    const char *what = unsound();

    return !what || bad("an invariant of %s does not hold: %s", set.ops->name, what);
}

int text_run(FILE *f, bool typed) {
    struct line l;
    enum verb verb = VERBS;
    bool more = true;

    while (more && verb != QUIT) {
        bool good;

        at.line++;
        if (typed)
            printf("> ");
        fflush(stdout);
        good = read_line(f, &l, &more);
        if (good) {
            if (!typed && (more || l.text[0]))
                echo(l.text);
            line_comment(&l);
            good = execute(l.text, &verb);
        }
        if (!good && (at.file || ferror(f)))
            return 2;
        if (typed && !more)
            printf("\n");
        if (!good && !more)
            break;

        if (!is_sound())
            return 1;
        if (good && verb == CHECK)
            printf("  every invariant holds\n");
    }
    return 0;
}
