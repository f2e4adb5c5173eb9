/* SPDX-License-Identifier: MIT-0 */
#include "json.h"
#include "frame.h"
#include "text.h"

#include <errno.h>
#include <string.h>

static void print(const struct buffer *frame) { printf("%s\n", frame->at); }

/* False at the end of the file, unless a line without an end stands there. */
static bool read_line(FILE *f, struct line *l) {
    int c;

    line_begin(l);
    while ((c = getc(f)) != EOF && c != '\n')
        line_byte(l, c);
    return c != EOF || l->bytes > 0;
}

int json_run(FILE *f) {
    const struct front *const before = front;
    struct line l;
    enum verb verb = VERBS;
    int status = 0;

    front = &frame_front;
    print(frame_begin(chosen->ops->name));
    for (at.line = 1; verb != QUIT && read_line(f, &l); at.line++) {
        print(frame_run(&l, &verb));
        fflush(stdout);
        if (status != 1 && frame_status() != 0)
            status = frame_status();
    }
    front = before;
    if (!ferror(f))
        return status;
    bad("cannot be read: %s", strerror(errno));
    return 2;
}
