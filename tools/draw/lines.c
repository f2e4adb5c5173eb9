/* SPDX-License-Identifier: MIT-0 */
#include "lines.h"

#include <string.h>

void line_begin(struct line *l) {
    l->bytes = 0;
    l->strange = 0;
}

void line_byte(struct line *l, int byte) {
    if ((byte < ' ' && byte != '\t' && byte != '\r') || byte == 127)
        l->strange = l->strange ? l->strange : byte + 1;
    if (l->bytes < LINE)
        l->text[l->bytes] = (char)byte;
    l->bytes++;
}

bool line_end(struct line *l) {
    size_t n = l->bytes;

    if (l->strange)
        return bad("byte %d is not text", l->strange - 1);
    if (n >= LINE)
        return bad("line is longer than %d bytes", LINE - 1);
    while (n > 0 && strchr(" \t\r", l->text[n - 1]))
        n--;
    l->text[n] = 0;
    return true;
}

char *line_comment(struct line *l) {
    char *mark = strchr(l->text, '#');

    if (!mark)
        return NULL;
    *mark = 0;
    return mark + 1;
}
