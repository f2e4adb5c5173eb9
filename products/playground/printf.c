/* SPDX-License-Identifier: MIT-0 */
/* snprintf() for the modules that draw, with what the core wants of it: %d %u %x %c %s,
   with l, ll or z, a width that is filled with zeros, and the precision of a string. The
   C library's is a tenth of a module, and wants a place to write to of the page. */
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

struct target {
    char *text;
    size_t size, n; /* n: how many bytes there were for it, of which size - 1 find room */
};

static void put(struct target *t, char c) {
    if (t->n + 1 < t->size)
        t->text[t->n] = c;
    t->n++;
}

static void put_number(struct target *t, uint64_t x, unsigned base, bool negative, size_t width) {
    char digits[24];
    size_t i = sizeof digits;

    do
        digits[--i] = "0123456789abcdef"[x % base];
    while (x /= base);
    while (sizeof digits - i < width && i > 1)
        digits[--i] = '0';
    if (negative)
        digits[--i] = '-';
    while (i < sizeof digits)
        put(t, digits[i++]);
}

static size_t number(const char **f) {
    size_t n = 0;

    for (; **f >= '0' && **f <= '9'; ++*f)
        n = 10 * n + (size_t)(**f - '0');
    return n;
}

/* What stands at f, behind the % and the numbers. */
static void put_one(struct target *t, const char *f, bool wide, size_t width, size_t most,
                    va_list *args) {
    if (*f == 's') {
        for (const char *s = va_arg(*args, const char *); *s && most > 0; s++, most--)
            put(t, *s);
    } else if (*f == 'c') {
        put(t, (char)va_arg(*args, int));
    } else if (*f == 'd') {
        const int x = va_arg(*args, int);
        put_number(t, x < 0 ? 0u - (unsigned)x : (unsigned)x, 10, x < 0, width);
    } else {
        put_number(t, wide ? va_arg(*args, uint64_t) : va_arg(*args, unsigned), *f == 'x' ? 16 : 10,
                   false, width);
    }
}

int vsnprintf(char *restrict text, size_t size, const char *restrict format, va_list given) {
    struct target t = {text, size, 0};
    va_list args;

    va_copy(args, given);
    for (const char *f = format; *f; f++) {
        size_t width, most = SIZE_MAX;
        bool wide;

        if (*f != '%') {
            put(&t, *f);
            continue;
        }
        f++;
        width = number(&f);
        if (*f == '.') {
            f++;
            most = number(&f);
        }
        wide = strncmp(f, "ll", 2) == 0;
        f += strspn(f, "lz");
        put_one(&t, f, wide, width, most, &args);
    }
    va_end(args);
    if (size)
        text[t.n < size ? t.n : size - 1] = 0;
    return (int)t.n;
}

int snprintf(char *restrict text, size_t size, const char *restrict f, ...) {
    va_list args;
    int n;

    va_start(args, f);
    n = vsnprintf(text, size, f, args);
    va_end(args);
    return n;
}
