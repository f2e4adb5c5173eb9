/* SPDX-License-Identifier: MIT-0 */
/* durable_set_test CASE: a case of the library tw_durable.h, in the folder where it is
   started. The case random SEQUENCES takes as many. */
#include "cases.h"
#include <string.h>

const char *checking = "";

static const struct {
    const char *name;
    void (*run)(void);
} cases[] = {{"new", case_new},     {"full", case_full},         {"pinned", case_pinned},
             {"whole", case_whole}, {"two", case_two},           {"refused", case_refused},
             {"clock", case_clock}, {"restored", case_restored}, {"numbers", case_numbers}};

int main(int argc, char **argv) {
    if (argc == 3 && strcmp(argv[1], "random") == 0) {
        case_random(strtoul(argv[2], NULL, 10));
        return 0;
    }
    for (size_t i = 0; argc == 2 && i < sizeof cases / sizeof *cases; i++)
        if (strcmp(argv[1], cases[i].name) == 0) {
            cases[i].run();
            return 0;
        }
    fprintf(stderr, "durable_set_test: usage: durable_set_test CASE\n");
    return 2;
}
