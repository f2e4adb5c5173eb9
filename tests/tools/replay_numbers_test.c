/* SPDX-License-Identifier: MIT-0 */
/* Numbers as replay writes them, each beside what a person would write. */
#undef NDEBUG
#include "numbers.h"

#include <assert.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

/* Has the text, after a line that shows both if it has not. */
static void same(const char *got, const char *wanted) {
    if (strcmp(got, wanted) != 0)
        fprintf(stderr, "'%s' should be '%s'\n", got, wanted);
    assert(strcmp(got, wanted) == 0);
}

static void counts(void) {
    static const struct {
        uint64_t n;
        const char *text;
    } known[] = {{0, "0"},
                 {999, "999"},
                 {1000, "1,000"},
                 {12345, "12,345"},
                 {999999, "999,999"},
                 {1000000, "1,000,000"},
                 {UINT64_MAX, "18,446,744,073,709,551,615"}};

    char text[SPAN];

    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
        same(count_text(text, known[i].n), known[i].text);
}

static void spans(void) {
    static const struct {
        uint64_t us;
        const char *text;
    } known[] = {{0, "0 us"},
                 {7, "7 us"},
                 {999, "999 us"},
                 {1000, "1 ms"},
                 {1234, "1.23 ms"},
                 {9996, "10 ms"},
                 {10000, "10 ms"},
                 {17500, "17.5 ms"},
                 {100000, "100 ms"},
                 {998947, "999 ms"},
                 {999999, "1000 ms"},
                 {1000000, "1 s"},
                 {59999000, "60 s"},
                 {777400000, "777 s"},
                 {999999999, "1000 s"},
                 {1000000000, "1,000 s"},
                 {86400000000, "86,400 s"},
                 {1234567499999, "1,234,567 s"},
                 {1234567500000, "1,234,568 s"},
                 {UINT64_MAX, "18,446,744,073,710 s"}};

    char text[SPAN];

    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
        same(span_text(text, known[i].us), known[i].text);
}

static void pauses(void) {
    char text[SPAN];

    same(pause_text(text, 0), "0 ns");
    same(pause_text(text, 49), "49 ns");
    same(pause_text(text, 999.6), "1.0 us");
    same(pause_text(text, 41000), "41.0 us");
    same(pause_text(text, 999940), "999.9 us");
    same(pause_text(text, 999960), "1.0 ms");
    same(pause_text(text, 14.7e6), "14.7 ms");
}

static void shares(void) {
    static const struct {
        double part, whole;
        const char *text;
    } known[] = {{0, 0, "0 %"},
                 {0, 7, "0 %"},
                 {7, 7, "100 %"},
                 {1, 2, "50 %"},
                 {1950, 3789, "51 %"},
                 {3463, 3789, "91 %"},
                 {1, 100000, "under 0.1 %"},
                 {4, 10000, "under 0.1 %"},
                 {1, 1000, "0.1 %"},
                 {94, 10000, "0.9 %"},
                 {96, 10000, "1 %"},
                 {9904, 10000, "99 %"},
                 {9920, 10000, "99.2 %"},
                 {9980, 10000, "99.8 %"},
                 {9994, 10000, "99.9 %"},
                 {9996, 10000, "over 99.9 %"},
                 {3, 2, "150 %"}};

    char text[SPAN];

    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
        same(share_text(text, known[i].part, known[i].whole), known[i].text);
}

int main(void) {
    counts();
    spans();
    pauses();
    shares();
    return 0;
}
