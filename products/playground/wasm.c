/* SPDX-License-Identifier: MIT-0 */
/* The core as a module for a page: products/playground/FORMAT.md says how it is called. */
#include "frame.h"

#include <stdlib.h>

#define EXPORT(name) __attribute__((export_name(#name))) name

const struct front *front = &frame_front;

static char input[LINE];
static const struct buffer *given;
static bool begun;

/* No memory is left. */
void *room(void *old, size_t size) {
    void *p = realloc(old, size);

    if (!p)
        __builtin_trap();
    return p;
}

char *EXPORT(tw_input)(void) { return input; }

const char *EXPORT(tw_begin)(size_t length) {
    char name[LINE + 1] = {0};

    for (size_t i = 0; i < length && i < LINE; i++)
        name[i] = input[i];
    given = frame_begin(name);
    begun = true;
    return given->at;
}

const char *EXPORT(tw_command)(size_t length) {
    struct line l;
    enum verb verb;

    if (!begun)
        frame_begin(chosen->ops->name);
    begun = true;
    line_begin(&l);
    for (size_t i = 0; i < length && i < LINE; i++)
        line_byte(&l, (unsigned char)input[i]);
    given = frame_run(&l, &verb);
    return given->at;
}

size_t EXPORT(tw_length)(void) { return given ? given->n : 0; }
