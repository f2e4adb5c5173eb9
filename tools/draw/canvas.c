/* SPDX-License-Identifier: MIT-0 */
#include "canvas.h"

#include <stdio.h>
#include <string.h>

char canvas[CANVAS];

void canvas_clear(void) { memset(canvas, ' ', sizeof canvas); }

void canvas_text(size_t at, const char *text) { memcpy(canvas + at, text, strlen(text)); }

void canvas_print(const char *trailing) {
    size_t n = sizeof canvas;

    while (n > 0 && strchr(trailing, canvas[n - 1]))
        n--;
    printf("%.*s\n", (int)n, canvas);
}

static bool spot_on(const struct spot *s, unsigned depth) {
    return s->text[0] && s->depth == depth;
}

/* A line from each child of this depth to below its parent: . over the child, ' under the
   parent, + or | where both meet. False: there is none. */
static bool tree_lines(const struct spot *s, size_t n, unsigned depth) {
    bool any = false;

    canvas_clear();
    for (size_t i = 0; i < n; i++)
        if (spot_on(&s[i], depth)) {
            const size_t up = s[s[i].up].at, from = s[i].at < up ? s[i].at : up;

            memset(canvas + from, '-', s[i].at + up - 2 * from + 1);
            any = true;
        }
    for (size_t i = 0; i < n; i++)
        if (spot_on(&s[i], depth))
            canvas[s[i].at] = '.';
    for (size_t i = 0; i < n; i++)
        if (spot_on(&s[i], depth)) {
            char *c = canvas + s[s[i].up].at;

            if (*c == '.')
                *c = c[-1] == '-' || c[1] == '-' ? '+' : '|';
            else if (*c == '-')
                *c = '\'';
        }
    return any;
}

void draw_tree(const struct spot *s, size_t n) {
    for (unsigned depth = 0; tree_lines(s, n, depth); depth++) {
        if (depth > 0)
            canvas_print(" ");
        canvas_clear();
        for (size_t i = 0; i < n; i++)
            if (spot_on(&s[i], depth))
                canvas_text(s[i].at - strlen(s[i].text) / 2, s[i].text);
        canvas_print(" ");
    }
}

size_t tree_column(const struct spot *s, size_t n) {
    size_t width = 0;

    for (size_t i = 0; i < n; i++)
        width = strlen(s[i].text) > width ? strlen(s[i].text) : width;
    return width + 2;
}
