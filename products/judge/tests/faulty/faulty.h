/* SPDX-License-Identifier: MIT-0 */
/* A subject that has the textbook fault that its first argument names, or none. */
#ifndef FAULTY_H
#define FAULTY_H

#include "judge.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *fault;

/* Is this the fault of this run? */
static bool has(const char *name) { return strcmp(fault, name) == 0; }

/* `names`: all faults of the program, with a blank on both sides of each. */
static int faulty_main(int argc, char **argv, const struct judge_subject *s, const char *names) {
    char word[40];

    snprintf(word, sizeof word, " %.36s ", argc > 1 ? argv[1] : "");
    if (argc < 2 || !strstr(names, word)) {
        fprintf(stderr, "%s: wants one of:%s\n", argv[0], names);
        return 2;
    }
    fault = argv[1];
    argv[1] = argv[0];
    return judge_main(argc - 1, argv + 1, s);
}

#endif
