/* SPDX-License-Identifier: MIT-0 */
/* The command line of replay. */
#ifndef OPTIONS_H
#define OPTIONS_H

#include "replay.h"

#include <stdio.h>

struct options {
    bool chosen[STRUCTURES];
    const char *dir;         /* of the logs; NULL: none */
    const char *json, *html; /* files; NULL: none */
    size_t repeat;
    uint64_t unit; /* of a tick: microseconds */
    enum asking ask;
    uint64_t slack;
    bool has_slack;
    char **file;
    size_t files;
};

void print_help(FILE *f);

/* False after a complaint. */
bool options_read(struct options *o, int argc, char **argv);

/* Prints a line on stderr, in which text stands for the %s of format; false. */
bool complain(const char *format, const char *text);

#endif
