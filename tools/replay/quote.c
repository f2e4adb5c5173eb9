/* SPDX-License-Identifier: MIT-0 */
#include "quote.h"

#include <stddef.h>
#include <string.h>

/* Its second byte has bounds that depend on the first: no character has two forms, none
   is a surrogate, and none lies beyond U+10FFFF. */
size_t utf8_bytes(const char *text) {
    const unsigned char *const c = (const unsigned char *)text;

    static const struct {
        unsigned char first, last, least, most;
        size_t bytes;
    } forms[] = {
        {0x01, 0x7f, 0, 0, 1},       {0xc2, 0xdf, 0x80, 0xbf, 2}, {0xe0, 0xe0, 0xa0, 0xbf, 3},
        {0xe1, 0xec, 0x80, 0xbf, 3}, {0xed, 0xed, 0x80, 0x9f, 3}, {0xee, 0xef, 0x80, 0xbf, 3},
        {0xf0, 0xf0, 0x90, 0xbf, 4}, {0xf1, 0xf3, 0x80, 0xbf, 4}, {0xf4, 0xf4, 0x80, 0x8f, 4},
    };

    for (size_t i = 0; i < sizeof forms / sizeof forms[0]; i++) {
        if (c[0] < forms[i].first || c[0] > forms[i].last)
            continue;
        if (forms[i].bytes > 1 && (c[1] < forms[i].least || c[1] > forms[i].most))
            return 0;
        for (size_t k = 2; k < forms[i].bytes; k++)
            if (c[k] < 0x80 || c[k] > 0xbf)
                return 0;
        return forms[i].bytes;
    }
    return 0;
}

void quote_json(FILE *f, const char *text) {
    fputc('"', f);
    while (*text) {
        const size_t n = utf8_bytes(text);

        if (n == 0)
            fputs("\\ufffd", f);
        else if (*text == '"' || *text == '\\')
            fprintf(f, "\\%c", *text);
        else if (n == 1 && *text < ' ')
            fprintf(f, "\\u%04x", (unsigned)*text);
        else
            fwrite(text, 1, n, f);
        text += n ? n : 1;
    }
    fputc('"', f);
}

void quote_html(FILE *f, const char *text) {
    while (*text) {
        const size_t n = utf8_bytes(text);

        if (n == 0 || (n == 1 && *text < ' '))
            fputs("&#xfffd;", f);
        else if (n == 1 && strchr("<>&\"", *text))
            fprintf(f, "&#%d;", *text);
        else
            fwrite(text, 1, n, f);
        text += n ? n : 1;
    }
}
