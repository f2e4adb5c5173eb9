/* SPDX-License-Identifier: MIT-0 */
/* The options of the programs that draw: pairs of a name and a number, or a word. */
#ifndef OPTIONS_H
#define OPTIONS_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* One of number and word is NULL. A number is 1 or more. */
struct option {
    const char *name;
    uint64_t *number;
    const char **word;
};

/* Prints the options of a program. */
static inline void options_usage(const char *program, const struct option *o, size_t n) {
    size_t i;

    fprintf(stderr, "usage: %s", program);
    for (i = 0; i < n; i++)
        fprintf(stderr, " [%s %s]", o[i].name, o[i].number ? "N" : "NAME");
    fprintf(stderr, "\n");
}

/* Takes text as the value of an option. False: it is none. */
static inline bool options_take(const struct option *o, const char *text) {
    char *end = NULL;

    if (o->word)
        return *o->word = text, text != NULL;
    *o->number = text ? strtoull(text, &end, 0) : 0;
    return end && !*end && *o->number != 0;
}

/* Reads the n options of a program. False: they are wrong, which a line on stderr says. */
static inline bool options_read(const char *program, const struct option *o, size_t n, int argc,
                                char **argv) {
    int i;

    for (i = 1; i < argc; i += 2) {
        size_t k = 0;

        while (k < n && strcmp(argv[i], o[k].name) != 0)
            k++;
        if (k == n || !options_take(&o[k], i + 1 < argc ? argv[i + 1] : NULL))
            return options_usage(program, o, n), false;
    }
    return true;
}

#endif
