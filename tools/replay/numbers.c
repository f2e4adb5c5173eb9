/* SPDX-License-Identifier: MIT-0 */
#include "numbers.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

const char *count_text(char *text, uint64_t n) {
    char digits[SPAN], *to = text;
    const int length = snprintf(digits, sizeof digits, "%" PRIu64, n);

    for (int i = 0; i < length; i++) {
        if (i > 0 && (length - i) % 3 == 0)
            *to++ = ',';
        *to++ = digits[i];
    }
    *to = 0;
    return text;
}

/* Below 1000, in three digits, without zeros at the end of a fraction. */
static void three_digits(char *text, double x, const char *unit) {
    char digits[SPAN];

    snprintf(digits, sizeof digits, "%.*f", x < 10 ? 2 : x < 100 ? 1 : 0, x);
    if (strchr(digits, '.')) {
        char *end = digits + strlen(digits);

        while (end[-1] == '0')
            *--end = 0;
        if (end[-1] == '.')
            end[-1] = 0;
    }
    snprintf(text, SPAN, "%.20s %s", digits, unit);
}

const char *span_text(char *text, uint64_t us) {
    if (us < 1000)
        three_digits(text, (double)us, "us");
    else if (us < 1000000)
        three_digits(text, (double)us / 1e3, "ms");
    else if (us < 1000000000)
        three_digits(text, (double)us / 1e6, "s");
    else {
        count_text(text, us / 1000000 + (us % 1000000 >= 500000));
        strcat(text, " s");
    }
    return text;
}

const char *pause_text(char *text, double ns) {
    if (ns < 999.5)
        snprintf(text, SPAN, "%.0f ns", ns);
    else if (ns < 999950)
        snprintf(text, SPAN, "%.1f us", ns / 1e3);
    else
        snprintf(text, SPAN, "%.1f ms", ns / 1e6);
    return text;
}

const char *share_text(char *text, double part, double whole) {
    const double share = whole > 0 ? 100 * part / whole : 0;

    if (share > 0 && share < 0.05)
        snprintf(text, SPAN, "under 0.1 %%");
    else if (share >= 99.95 && share < 100)
        snprintf(text, SPAN, "over 99.9 %%");
    else
        snprintf(text, SPAN, "%.*f %%",
                 (share > 0 && share < 0.95) || (share > 99.05 && share < 100) ? 1 : 0, share);
    return text;
}
